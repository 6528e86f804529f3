// SPDX-License-Identifier: MIT
// The least friction at which a knot holds.

#include "tie/hold.h"

#include "core/error.h"

#define HUNDREDTHS 100.0
#define TENTH 10 // hundredths

typedef struct search {
    bight_hold *hold;
    int32_t low, high; // hundredths
    int32_t tries;
    bight_status status;
    bight_error *error;
} search;

// Below the range it is taken to slip, above to hold.
static bool holds_at(search *s, int32_t hundredths)
{
    if (s->status != BIGHT_OK || hundredths < s->low || hundredths > s->high) {
        return s->status != BIGHT_OK || hundredths > s->high;
    }
    bight_hold_pull pull;
    s->tries++;
    s->status = bight_hold_try(s->hold, hundredths / HUNDREDTHS, &pull, s->error);
    return pull.holds;
}

// The least of the range, then tenths from below until it holds, then halving what lies below that: whatever the range is, the
// same frictions are tried in the same order as far as they are in it, but for its least, so that it decides only whether the
// least friction is found.
bight_status bight_hold_critical(bight_hold *hold, double low, double high, double *critical, int32_t *tries,
                                 bight_error *error)
{
    *critical = (double)INFINITY;
    if (!(low >= 0.0 && low < high && high <= 10.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "friction from %g to %g: give 0 to 10, the less first",
                       low, high);
    }
    search s = {.hold = hold, .error = error};
    s.low = (int32_t)ceil(low * HUNDREDTHS - 1e-9);
    s.high = (int32_t)floor(high * HUNDREDTHS + 1e-9);
    if (s.low > s.high) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "friction from %g to %g: hundredths are tried, and none is in there: give a wider range", low,
            high);
    }
    int32_t holds = s.low;
    if (!holds_at(&s, s.low)) {
        holds = (s.low / TENTH + 1) * TENTH;
        s.low++; // what was tried is not tried again
        while (!holds_at(&s, holds)) {
            holds += TENTH;
        }
        for (int32_t slips = holds - TENTH; holds - slips > 1;) {
            int32_t middle = (slips + holds) / 2;
            *(holds_at(&s, middle) ? &holds : &slips) = middle;
        }
    }
    if (s.status == BIGHT_OK && holds <= s.high) {
        *critical = holds / HUNDREDTHS;
    }
    if (tries != NULL) {
        *tries = s.tries;
    }
    return s.status;
}
