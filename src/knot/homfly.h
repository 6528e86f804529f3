// SPDX-License-Identifier: MIT
// The HOMFLY-PT polynomial P(v, z) (Freyd, Yetter, Hoste, Lickorish, Millett, Ocneanu 1985; Przytycki,
// Traczyk 1987): P = 1 for the unknot, and v^-1 P(L+) - v P(L-) = z P(L0). The Jones polynomial is P(t, t^1/2
// - t^-1/2), the Alexander polynomial P(1, t^1/2 - t^-1/2).

#pragma once

#include "core/watch.h"
#include "knot/diagram.h"

/// Most crossings, and most strands that a line through the diagram may cut.
#define BI_HOMFLY_CROSSINGS 64
#define BI_HOMFLY_STRANDS 7

/// Coefficients of v^i z^j for |i| <= BI_HOMFLY_V, -BI_HOMFLY_Z <= j <= BI_HOMFLY_Z, exact.
typedef struct bi_homfly {
    int64_t *coefficients; ///< ((2 v_size + 1) (2 z_size + 1)) v outermost
    int32_t v_size, z_size;
    int32_t capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_homfly;

void bi_homfly_init(bi_homfly *polynomial, const bight_allocator *allocator);
void bi_homfly_free(bi_homfly *polynomial);

/// The coefficient of v^i z^j; 0 outside of the stored range.
int64_t bi_homfly_at(const bi_homfly *polynomial, int32_t i, int32_t j);

/// @param diagram One connected piece without circles, at least one crossing.
/// @return BIGHT_ERROR_TOO_LARGE when the diagram is too large or too wide; BIGHT_ERROR_STOPPED.
bight_status bi_homfly_of(const bi_diagram *diagram, bi_homfly *polynomial);
