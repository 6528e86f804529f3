// SPDX-License-Identifier: MIT
// Antiprisms of three (6*), four (8*) and five sides (10*), and three rings of three (9*). Which vertex is which
// place was found from Rolfsen's table, whose knots these numberings give. Where the table leaves open which place is which,
// no tangle is taken: bi_basic_polyhedron_takes().

#include "io/basic_polyhedron.h"

#include <string.h>

static const int8_t one[] = {0, 1, 1, 0};
static const int8_t six[] = {0, 1, 2, 3, 4, 2, 5, 6, 3, 4, 7, 8, 9, 7, 6, 10, 8, 9, 11, 0, 1, 11, 10, 5};
static const int8_t six_dotted[] = {0,  1, 2,  3, 4, 2,  5, 6, 7, 8, 6, 9,
                                    10, 7, 11, 0, 1, 11, 9, 5, 3, 4, 8, 10};
static const int8_t eight[] = {0,  1,  2, 3, 1,  4,  5,  6,  7, 8,  4,  0,  8,  9, 10, 5,
                               11, 12, 9, 7, 12, 13, 14, 10, 3, 15, 13, 11, 15, 2, 6,  14};
static const int8_t nine[] = {0,  1,  2, 3, 1,  4,  5, 6,  7,  8,  4,  0,  3,  9, 10, 7,  8,  10,
                              11, 12, 9, 2, 13, 14, 6, 15, 16, 13, 12, 17, 15, 5, 14, 16, 17, 11};
static const int8_t ten[] = {0,  1,  2,  3,  1,  4,  5,  6,  7,  8,  4,  0,  8, 9,  10, 5,  11, 12, 9, 7,
                             12, 13, 14, 10, 15, 16, 13, 11, 16, 17, 18, 14, 3, 19, 17, 15, 19, 2,  6, 18};

static const bi_basic_polyhedron polyhedra[] = {
    {"1*", 1, one},   {"6*", 6, six},  {"6**", 6, six_dotted},
    {"8*", 8, eight}, {"9*", 9, nine}, {"10*", 10, ten},
};

const bi_basic_polyhedron *bi_basic_polyhedron_find(const char *name)
{
    for (size_t i = 0; i < sizeof polyhedra / sizeof *polyhedra; i++) {
        if (strcmp(name, polyhedra[i].name) == 0) {
            return &polyhedra[i];
        }
    }
    return NULL;
}

bool bi_basic_polyhedron_takes(const bi_basic_polyhedron *polyhedron, uint32_t filled)
{
    switch (polyhedron->places) {
    case 1:
        return true;
    case 6: // of 6* places 1 to 5, of 6** 1 to 4
        return filled >> (polyhedron->arcs == six ? 5 : 4) == 0;
    case 8: // place 1, and one of 2 to 5
        return filled == 0 ||
               ((filled & 1) == 1 && filled >> 5 == 0 && ((filled >> 1) & ((filled >> 1) - 1)) == 0);
    case 9: // place 1 or 2
        return filled < 3;
    default:
        return filled == 0;
    }
}
