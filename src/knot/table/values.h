// SPDX-License-Identifier: MIT
// Values of HOMFLY polynomials: equal for equal knots and mirror images, and that of a sum is a product.

#pragma once

#include "knot/homfly.h"

/// P(v, z) at two places, each modulo 2^31 - 1, in one word: of a knot and its mirror image, the smaller first.
typedef struct bi_value {
    uint64_t low, high;
    uint64_t homs; ///< of the caller, 0 to begin with: what else must be equal
    int32_t label; ///< what the caller wants to know of it
} bi_value;

typedef struct bi_values {
    bi_value *list; ///< (count)
    int32_t count, capacity;
    bi_homfly polynomial; ///< scratch
    bight_allocator allocator;
} bi_values;

/// @param watch Nullable.
void bi_values_init(bi_values *values, const bight_allocator *allocator, bi_watch *watch);
void bi_values_free(bi_values *values);

/// Add that of a knot with 1 to 16 crossings.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_values_add(bi_values *values, const bi_diagram *diagram, int32_t label);

/// Labels are numbers of crossings: add the values of all sums of two from the list with so many crossings together.
bight_status bi_values_add_sums(bi_values *values, int32_t crossings);

/// < 0, 0 or > 0. Labels do not count.
int bi_value_compare(const bi_value *a, const bi_value *b);

void bi_values_sort(bi_values *values);

/// Is it there? Sort first.
bool bi_values_hold(const bi_values *values, const bi_value *value);

/// Where the run of equal values that begins at `first` ends. Sort first.
int32_t bi_values_end(const bi_values *values, int32_t first);
