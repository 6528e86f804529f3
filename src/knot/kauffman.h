// SPDX-License-Identifier: MIT
// Kauffman's polynomial of two variables (1990): L(a, z) of a diagram without directions, with L = 1 for the circle,
//
//      L(crossing) + L(crossing changed) = z (L(smoothed one way) + L(smoothed the other way)),
//
// and a factor a for each right-handed curl that is straightened, 1 / a for each left-handed one.

#pragma once

#include "core/watch.h"
#include "knot/diagram.h"

/// Most crossings, and most ends of strands that leave a disc of crossings.
#define BI_KAUFFMAN_CROSSINGS 64
#define BI_KAUFFMAN_ENDS 14

/// A coefficient that is not 0.
typedef struct bi_kauffman_term {
    int32_t a, z; ///< powers
    int64_t coefficient;
} bi_kauffman_term;

typedef struct bi_kauffman {
    bi_kauffman_term *terms; ///< (count)
    int32_t count, capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_kauffman;

void bi_kauffman_init(bi_kauffman *polynomial, const bight_allocator *allocator);
void bi_kauffman_free(bi_kauffman *polynomial);

/// @param diagram One connected piece without circles, at least one crossing.
/// @return BIGHT_ERROR_TOO_LARGE when the diagram is too large or too wide, or a coefficient on the way may not fit 64
///         bits; BIGHT_ERROR_STOPPED, BIGHT_ERROR_NO_MEMORY
bight_status bi_kauffman_of(const bi_diagram *diagram, bi_kauffman *polynomial);
