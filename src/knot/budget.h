// SPDX-License-Identifier: MIT
// What a polynomial may cost, counted while it is computed.

#pragma once

#include "bight/knot_invariant.h"
#include "core/watch.h"

/// Of one call. Must not move while its allocator is in use.
typedef struct bi_budget {
    bi_watch watch; ///< the caller's, with the budget's deadline
    double seconds;
    bight_allocator inner;
    int64_t held, most; ///< bytes; most is negative for no limit
    bool full;          ///< something did not fit
} bi_budget;

/// @param env, budget Nullable.
void bi_budget_begin(bi_budget *book, const bight_env *env, const bight_budget *budget);

/// The caller's allocator, which it passes everything on to, with held bytes counted: blocks may be freed
/// by either. Fails when the budget is full.
bight_allocator bi_budget_allocator(bi_budget *book);

/// Say what has run out: BIGHT_ERROR_TOO_LARGE when it is the budget, else the status.
/// @param what "the HOMFLY polynomial of a diagram of 40 crossings"
bight_status bi_budget_refuse(const bi_budget *book, bight_status status, const char *what,
                              bight_error *error);
