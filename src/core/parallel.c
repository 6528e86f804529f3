// SPDX-License-Identifier: MIT

#include "core/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

void bi_parallel_for(int32_t threads, int32_t blocks, void (*run)(void *data, int32_t block), void *data)
{
#ifdef _OPENMP
    if (threads > 1 && blocks > 1) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int32_t block = 0; block < blocks; block++) {
            run(data, block);
        }
        return;
    }
#endif
    (void)threads;
    for (int32_t block = 0; block < blocks; block++) {
        run(data, block);
    }
}

bool bi_parallel_for_watched(bi_watch *watch, int32_t threads, int32_t blocks,
                             void (*run)(void *data, int32_t block), void *data)
{
    if (watch == NULL || watch->ask.stop == NULL) {
        bi_parallel_for(threads, blocks, run, data);
        return true;
    }

#ifdef _OPENMP
    if (threads > 1 && blocks > 1) {
        // the thread that calls is number 0 of its team; the others see what it was told
        int stopped = watch->stopped;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) shared(stopped)
        for (int32_t block = 0; block < blocks; block++) {
            int seen;
#pragma omp atomic read
            seen = stopped;
            if (omp_get_thread_num() == 0 && !seen && bi_watch_ask(watch)) {
                seen = 1;
#pragma omp atomic write
                stopped = 1;
            }
            if (!seen) {
                run(data, block);
            }
        }
        return !watch->stopped;
    }
#endif
    (void)threads;
    for (int32_t block = 0; block < blocks && !bi_watch_ask(watch); block++) {
        run(data, block);
    }
    return !watch->stopped;
}
