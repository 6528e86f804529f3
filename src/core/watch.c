// SPDX-License-Identifier: MIT

#include "core/watch.h"

#include <time.h>

int64_t bi_watch_now(void)
{
#if defined(__wasm__)
    return 0; // the module imports no clock: there a time budget does not end, the caller's stop function does
#else
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

bool bi_watch_ask(bi_watch *watch)
{
    watch->steps = 0;
    if (!watch->stopped && watch->ask.stop != NULL) {
        watch->stopped = watch->ask.stop(watch->ask.user);
    }
    if (!watch->stopped && watch->deadline > 0 && bi_watch_now() > watch->deadline) {
        watch->stopped = watch->late = true;
    }
    return watch->stopped;
}
