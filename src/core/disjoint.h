// SPDX-License-Identifier: MIT
// Disjoint sets in an array of parents, in which roots are their own (Galler, Fischer 1964; paths are halved).

#pragma once

#include <stdint.h>

/// The root of i. Begin with parent[i] = i.
static inline int32_t bi_set_root(int32_t *parent, int32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/// Make one set of two; the lower root is its root.
/// @return How many sets fewer there are: 1, or 0 when they were one.
static inline int32_t bi_set_join(int32_t *parent, int32_t a, int32_t b)
{
    a = bi_set_root(parent, a);
    b = bi_set_root(parent, b);
    parent[a > b ? a : b] = a > b ? b : a;
    return a != b;
}
