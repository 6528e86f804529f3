// SPDX-License-Identifier: MIT

#include "knot/link_names.h"
#include "core/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The least code of all diagrams that flypes and passes join, as digits from '0'; its crossings, and its number in
// Thistlethwaite's table, negative for links that do not alternate, 0 when that does not have it; and whether it is amphichiral (0), right-handed (1)
// or left-handed (2). Sorted by crossings and code.
typedef struct table_row {
    int8_t crossings;
    int16_t number;
    int8_t hand;
    char code[5 * BI_LINK_CROSSINGS + 1];
} table_row;

static const table_row table[] = {
#include "knot/link_table.inc"
};

#define ROWS ((int32_t)(sizeof table / sizeof *table))

// Links of Thistlethwaite's table, alternating and not; L11n437 is L11n432 again.
static const int16_t counts[BI_LINK_CROSSINGS + 1][2] = {
    [2] = {1, 0},  [4] = {1, 0},   [5] = {1, 0},      [6] = {5, 1},      [7] = {7, 2},
    [8] = {21, 8}, [9] = {55, 28}, [10] = {174, 113}, [11] = {548, 459},
};

// Indices of Rolfsen's table (1976), in the order of Thistlethwaite's.
#define ROLFSEN_CROSSINGS 9
static const uint8_t rolfsen[ROLFSEN_CROSSINGS + 1][2][55] = {
    [2] = {{1}},
    [4] = {{1}},
    [5] = {{1}},
    [6] = {{3, 2, 1, 2, 1}, {3}},
    [7] = {{6, 5, 4, 3, 2, 1, 1}, {7, 8}},
    [8] = {{13, 10, 9, 12, 11, 6, 14, 7, 8, 5, 3, 2, 4, 1, 3, 5, 2, 1, 6, 4, 1}, {16, 15, 7, 8, 9, 10, 2, 3}},
    [9] = {{32, 31, 33, 18, 30, 29, 17, 25, 37, 36, 26, 14, 16, 13, 15, 28, 27, 10, 38,
            42, 34, 35, 22, 21, 8,  11, 12, 20, 19, 3,  39, 40, 24, 6,  9,  1,  7,  5,
            2,  4,  23, 41, 4,  3,  7,  10, 2,  5,  6,  1,  11, 8,  12, 9,  1},
           {45, 46, 47, 43, 44, 55, 48, 56, 60, 58, 57, 59, 54, 50,
            49, 51, 52, 53, 61, 16, 17, 15, 13, 14, 18, 19, 21, 20}},
};

static const char *everyday(const char *name)
{
    static const char *const words[][2] = {{"L2a1", "Hopf link"},
                                           {"L4a1", "Solomon's knot"},
                                           {"L5a1", "Whitehead link"},
                                           {"L6a4", "Borromean rings"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i][0], name) == 0) {
            return words[i][1];
        }
    }
    return "";
}

static int compare(const void *key, const void *element)
{
    const table_row *a = key, *b = element;
    return a->crossings != b->crossings ? a->crossings - b->crossings
                                        : memcmp(a->code, b->code, 5 * (size_t)a->crossings);
}

static const table_row *find_row(const bi_link_code *code, int32_t crossings)
{
    table_row key = {.crossings = (int8_t)crossings};
    for (int32_t i = 0; i < 5 * crossings; i++) {
        key.code[i] = (char)('0' + code->bytes[i]);
    }
    return bsearch(&key, table, ROWS, sizeof *table, compare);
}

bool bi_link_find(const bi_link_code *code, int32_t crossings, int32_t hands, bi_link_name *name)
{
    const table_row *row = find_row(code, crossings);
    if (row == NULL) {
        return false;
    }
    bool alternating = row->number > 0;
    int32_t number = alternating ? row->number : -row->number;
    *name = (bi_link_name){.crossings = crossings};
    if (number > 0) {
        snprintf(name->name, sizeof name->name, "L%u%c%u", (unsigned)crossings & 15u, alternating ? 'a' : 'n',
                 (unsigned)number & 1023u);
    }
    name->everyday = everyday(name->name);
    name->row = 1024 * (2 * crossings + (alternating ? 0 : 1)) + number;

    // the row's hand is that of the diagram of its code
    bool as_printed = (hands & 1) != 0;
    name->handedness = row->hand == 0                   ? BIGHT_HANDEDNESS_AMPHICHIRAL
                       : (row->hand == 1) == as_printed ? BIGHT_HANDEDNESS_RIGHT
                                                        : BIGHT_HANDEDNESS_LEFT;
    return true;
}

typedef struct looking {
    int32_t crossings;
    bi_link_name *name;
} looking;

static bool visit(void *user, const bi_link_code *code, int32_t hands)
{
    const looking *l = user;
    return !bi_link_find(code, l->crossings, hands, l->name);
}

bight_status bi_link_look_up(bi_link_orbit *orbit, const bi_diagram *map, bi_link_name *name,
                             bi_orbit_end *end)
{
    looking l = {map->crossings, name};
    bight_status status = bi_link_orbit_walk(orbit, map, BI_LINK_MAX_ORBIT, visit, &l, end);
    int32_t seen[4 * BI_LINK_CROSSINGS];
    if (status == BIGHT_OK && *end == BI_ORBIT_FOUND && map->crossings <= ROLFSEN_CROSSINGS) {
        int32_t number = name->row % 1024, kind = name->row / 1024 % 2;
        snprintf(name->rolfsen, sizeof name->rolfsen, "%u^%u_%u", (unsigned)map->crossings & 15u,
                 (unsigned)bi_diagram_count_components(map, seen) & 15u,
                 (unsigned)rolfsen[map->crossings][kind][number - 1]);
    }
    return status;
}

int32_t bi_link_table_count(int32_t crossings, bool alternating)
{
    bool inside = crossings >= 0 && crossings <= BI_LINK_CROSSINGS;
    return inside ? counts[crossings][alternating ? 0 : 1] : 0;
}

bight_status bi_link_table_diagram(bi_diagram *diagram, int32_t crossings, bool alternating, int32_t number,
                                   bool left)
{
    for (int32_t i = 0; i < ROWS; i++) {
        if (table[i].crossings == crossings && table[i].number == (alternating ? number : -number)) {
            bi_link_code code = {{0}};
            for (int32_t k = 0; k < 5 * crossings; k++) {
                code.bytes[k] = (uint8_t)(table[i].code[k] - '0');
            }
            return bi_link_code_diagram(diagram, &code, crossings,
                                        table[i].hand != 0 && (table[i].hand == 2) != left);
        }
    }
    return BIGHT_ERROR_INVALID;
}
