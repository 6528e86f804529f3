// SPDX-License-Identifier: MIT
// May long work go on? Loops count what they do, and ask the caller every few milliseconds.

#pragma once

#include "bight/base.h"

/// Work between two questions, in steps of about a nanosecond: well below the 50 ms that the library
/// promises, also where a step takes five.
#define BI_WATCH_STEPS 4000000

/// Of one call. All zero never stops.
typedef struct bi_watch {
    bight_watch ask;
    int64_t steps;    ///< since the last question
    bool stopped;     ///< stays true
    int64_t deadline; ///< in nanoseconds of bi_watch_now(), 0 for none
    bool late;        ///< it was the deadline
} bi_watch;

static inline bi_watch bi_watch_from(const bight_env *env)
{
    return env != NULL ? (bi_watch){.ask = env->watch} : (bi_watch){0};
}

/// Nanoseconds since some moment in the past.
int64_t bi_watch_now(void);

/// Ask now. @return watch->stopped
bool bi_watch_ask(bi_watch *watch);

/// Count some steps. @return Must the work end? Then the caller leaves everything in order and returns.
/// @param watch Nullable: then never.
static inline bool bi_watch_stops(bi_watch *watch, int64_t steps)
{
    if (watch == NULL) {
        return false;
    }
    watch->steps += steps;
    return watch->stopped || (watch->steps >= BI_WATCH_STEPS && bi_watch_ask(watch));
}

/// BIGHT_ERROR_STOPPED in place of success when the watch has stopped the work.
static inline bight_status bi_watch_status(const bi_watch *watch, bight_status status)
{
    return status == BIGHT_OK && watch != NULL && watch->stopped ? BIGHT_ERROR_STOPPED : status;
}
