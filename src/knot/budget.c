// SPDX-License-Identifier: MIT

#include "knot/budget.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>

#define DEFAULT_SECONDS 10.0
#define DEFAULT_BYTES INT64_C(1000000000)

// Beyond, there is no end in nanoseconds.
#define MOST_SECONDS 1e9

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    bi_budget *book = user;
    int64_t held = book->held + (int64_t)new_size - (int64_t)old_size;
    if (book->most >= 0 && new_size > old_size && held > book->most) {
        book->full = true;
        return NULL;
    }
    void *block = bi_resize(&book->inner, old, old_size, new_size);
    book->held = block != NULL || new_size == 0 ? held : book->held;
    return block;
}

void bi_budget_begin(bi_budget *book, const bight_env *env, const bight_budget *budget)
{
    *book = (bi_budget){.watch = bi_watch_from(env)};
    if (env != NULL) {
        book->inner = env->allocator;
    }
    book->seconds = budget != NULL && budget->seconds != 0.0 ? budget->seconds : DEFAULT_SECONDS;
    book->most = budget != NULL && budget->bytes != 0 ? budget->bytes : DEFAULT_BYTES;
    if (book->seconds > 0.0 && book->seconds < MOST_SECONDS) {
        book->watch.deadline = bi_watch_now() + (int64_t)(1e9 * book->seconds);
    }
    bi_watch_ask(&book->watch);
}

bight_allocator bi_budget_allocator(bi_budget *book)
{
    return (bight_allocator){resize, book};
}

bight_status bi_budget_refuse(const bi_budget *book, bight_status status, const char *what,
                              bight_error *error)
{
    char why[80];
    if (book->watch.late) {
        snprintf(why, sizeof why, "it takes more than %g seconds", book->seconds);
    } else if (book->full) {
        snprintf(why, sizeof why, "it takes more than %g MB of memory", 1e-6 * (double)book->most);
    } else {
        snprintf(why, sizeof why, "%s", bight_status_text(status));
    }
    return bi_fail(error, book->watch.late || book->full ? BIGHT_ERROR_TOO_LARGE : status, 0,
                   "%s was not computed: %s", what, why);
}
