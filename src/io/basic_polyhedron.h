// SPDX-License-Identifier: MIT
// Conway's basic polyhedra, as far as the tables of knots to ten crossings use them.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#define BI_BASIC_MOST 10 ///< places
#define BI_BASIC_POLYHEDRA "1*, 6*, 6**, 8*, 9* and 10*"

/// A map whose every vertex is the place of a tangle.
typedef struct bi_basic_polyhedron {
    const char *name;
    int32_t places;
    const int8_t *arcs; ///< (places x 4) the arc, from 0 on, at ends NW, SW, SE, NE of a place's tangle
} bi_basic_polyhedron;

/// By its name; NULL for one that is not known.
const bi_basic_polyhedron *bi_basic_polyhedron_find(const char *name);

/// May tangles that are no single crossing stand at these places (bit 0: the first)? Of 8*, 9* and 10* only
/// what the tables hold: their further places are numbered by a drawing that no table pins down.
bool bi_basic_polyhedron_takes(const bi_basic_polyhedron *polyhedron, uint32_t filled);
