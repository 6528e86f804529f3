// SPDX-License-Identifier: MIT

#include "knot/link_names.h"
#include "knot/link_code.h"

#include <assert.h>
#include <stdio.h>

// All minimal diagrams that no pass shortens: crossings, link by least code, amphichiral, code as digits from
// '0'.
static const struct {
    int32_t crossings, number, amphichiral;
    char code[5 * BI_LINK_CROSSINGS + 1];
} table[] = {
#include "knot/link_table.inc"
};

// Names by number: the index in Rolfsen's table (1976), and in Thistlethwaite's, negative for non-alternating
// links.
static const struct {
    int8_t rolfsen, thistlethwaite;
} names[BI_LINK_CROSSINGS + 1][17] = {
    [2] = {{0, 0}, {1, 1}},
    [4] = {{0, 0}, {1, 1}},
    [5] = {{0, 0}, {1, 1}},
    [6] = {{0, 0}, {1, 3}, {2, 2}, {3, 1}},
    [7] = {{0, 0}, {1, 6}, {2, 5}, {7, -1}, {8, -2}, {3, 4}, {4, 3}, {5, 2}, {6, 1}},
    [8] = {{0, 0},
           {1, 14},
           {2, 12},
           {3, 11},
           {6, 6},
           {4, 13},
           {11, 5},
           {5, 10},
           {15, -2},
           {9, 3},
           {16, -1},
           {12, 4},
           {8, 9},
           {13, 1},
           {7, 8},
           {10, 2},
           {14, 7}},
};

static const char *everyday(int32_t crossings)
{
    return crossings == 2   ? "Hopf link"
           : crossings == 4 ? "Solomon's knot"
           : crossings == 5 ? "Whitehead link"
                            : "";
}

bool bi_link_find(const bi_diagram *map, bi_link_name *name)
{
    int32_t n = map->crossings;
    assert(map->circles == 0);
    if (n < 2 || n > BI_LINK_CROSSINGS) {
        return false;
    }
    bi_link_code code;
    bi_link_code_of(map, &code);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bool same = table[i].crossings == n;
        for (int32_t k = 0; k < 5 * n && same; k++) {
            same = table[i].code[k] - '0' == code.bytes[k];
        }
        if (same) {
            int32_t number = table[i].number, index = names[n][number].thistlethwaite;
            snprintf(name->rolfsen, sizeof name->rolfsen, "%u^2_%d", (unsigned)n & 15u,
                     names[n][number].rolfsen);
            snprintf(name->thistlethwaite, sizeof name->thistlethwaite, "L%u%c%u", (unsigned)n & 15u,
                     index < 0 ? 'n' : 'a', (unsigned)(index < 0 ? -index : index) & 63u);
            name->everyday = everyday(n);
            name->amphichiral = table[i].amphichiral != 0;
            return true;
        }
    }
    return false;
}
