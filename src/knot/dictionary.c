// SPDX-License-Identifier: MIT

#include "knot/dictionary.h"

#include <stdio.h>

#include "core/assert.h"
#include "knot/dictionary_table.inc"

#define LEVEL(n, alternating, nonalternating)                                                                \
    [n] = {shadows_##n, first_##n,     diagrams_##n, (int32_t)(sizeof shadows_##n / sizeof *shadows_##n),    \
           alternating, nonalternating},

const bi_dictionary_level bi_dictionary[BI_DICTIONARY_CROSSINGS + 1] = {BI_LEVELS(LEVEL)};

static int32_t find_shadow(const bi_dictionary_level *level, uint64_t packed)
{
    int32_t low = 0, high = level->shadow_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (level->shadows[middle] < packed) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < level->shadow_count && level->shadows[low] == packed ? low : -1;
}

bool bi_dictionary_find(const bi_code *code, int32_t hands, bi_dictionary_knot *knot)
{
    BI_ASSERT(code != NULL && knot != NULL);
    int32_t n = code->crossings;
    if (n < BI_DICTIONARY_LEAST || n > BI_DICTIONARY_CROSSINGS) {
        return false;
    }
    uint64_t packed = 0;
    for (int32_t i = 0; i < 16; i++) {
        packed = packed << 4 | (uint64_t)(i < n ? code->entries[i] - 1 : 0);
    }
    const bi_dictionary_level *level = &bi_dictionary[n];
    int32_t shadow = find_shadow(level, packed);
    for (uint32_t d = shadow < 0 ? 0 : level->first[shadow]; shadow >= 0 && d < level->first[shadow + 1];
         d++) {
        uint32_t diagram = level->diagrams[d], relation = diagram & 3;
        if (diagram >> 16 == code->pattern) {
            bool right = (relation == BI_RELATION_RIGHT) == ((hands & BI_HAND_RIGHT) != 0);
            knot->crossings = n;
            knot->number = (int32_t)(diagram >> 2 & 0x3FFF);
            knot->handedness = relation == BI_RELATION_AMPHICHIRAL ? BIGHT_HANDEDNESS_AMPHICHIRAL
                               : right                             ? BIGHT_HANDEDNESS_RIGHT
                                                                   : BIGHT_HANDEDNESS_LEFT;
            return true;
        }
    }
    return false;
}

// The first diagram of the knot: codes are sorted.
int32_t bi_dictionary_least(int32_t crossings, int32_t number, bi_code *code)
{
    const bi_dictionary_level *level = &bi_dictionary[crossings];
    BI_ASSERT(number >= 0 && number < level->alternating + level->nonalternating);
    int32_t shadow = 0;
    uint32_t d = 0;
    while ((int32_t)(level->diagrams[d] >> 2 & 0x3FFF) != number) {
        d++;
    }

    // its shadow, by bisection
    int32_t high = level->shadow_count;
    while (high - shadow > 1) {
        int32_t middle = shadow + (high - shadow) / 2;
        *(level->first[middle] <= d ? &shadow : &high) = middle;
    }
    *code = (bi_code){.crossings = crossings, .pattern = level->diagrams[d] >> 16};
    for (int32_t i = 0; i < crossings; i++) {
        code->entries[i] = (uint8_t)((level->shadows[shadow] >> (60 - 4 * i) & 15) + 1);
    }
    return (int32_t)(level->diagrams[d] & 3);
}

// Names. To 10 crossings those of Rolfsen, the pair that Perko found equal counted once, as the Knot Atlas
// numbers them (10_1 to 10_165); the sign is + when the knot of the picture is the right-handed one. Beyond,
// knots are numbered as Hoste, Thistlethwaite and Weeks do: a and n for alternating or not, then by least
// code.
static const int16_t rolfsen[11][165] = {
    [3] = {-1},
    [4] = {1},
    [5] = {-2, -1},
    [6] = {3, -2, -1},
    [7] = {7, -6, -5, -2, 3, 4, -1},
    [8] = {-14, -15, 10, 8, 12, 7, 13, -2, -11, -6, -1, 18, 5, 17, -16, 9, 4, 3, -20, -21, 19},
    [9] = {-30, 22,  -19, -25, -28, 32,  -24, -8,  36,  15, -33, -27, -31, -17, 26, -23, 14,
           -37, -20, 11,  21,  -12, -6,  -18, 16,  -7,  -2, -34, -41, -38, -29, 39, -9,  13,
           -4,  5,   -40, 3,   10,  -35, -1,  -44, -45, 43, 42,  -46, 48,  47,  49},
    [10] = {-60,  59,   -73,  72,   -36,  57,   81,   -80,  -55,  -71,  88,  97,   -49,  -53,  47,
            51,   -78,  77,   34,   -58,  -89,  70,   35,   96,   45,   -39, 75,   56,   -38,  40,
            -42,  -44,  -14,  -30,  -41,  113,  -67,  69,   87,   -66,  62,  65,   12,   28,   101,
            92,   95,   -54,  37,   84,   -63,  43,   -29,  -13,  -32,  5,   23,   -27,  -2,   -21,
            -25,  -74,  -18,  10,   -7,   -107, -68,  -15,  -31,  -6,   -24, 105,  76,   -20,  -1,
            -112, -114, 79,   48,   52,   46,   50,   -82,  86,   119,  -85, 83,   118,  122,  -121,
            94,   90,   109,  115,  106,  -98,  102,  111,  117,  -110, 93,  -120, 99,   -100, -103,
            91,   17,   -19,  33,   9,    26,   22,   4,    -8,   16,   -11, -3,   104,  108,  -116,
            123,  64,   61,   -137, 138,  136,  134,  -135, -133, 150,  151, 154,  -148, -149, 153,
            -132, -145, -126, -127, -125, -130, -131, -129, 124,  128,  146, 147,  -143, -141, 139,
            142,  -140, -144, 160,  -161, -156, -159, 163,  -152, 165,  164, 155,  -162, 158,  157},
};

// Seven shadows of 11 crossings whose knots are not listed in the order of their marks: from, to, both
// from 1.
static const int16_t listed_11n[][2] = {{93, 94},   {94, 93},   {109, 110}, {110, 109}, {113, 114},
                                        {114, 115}, {115, 113}, {118, 119}, {119, 118}, {145, 146},
                                        {146, 145}, {164, 165}, {165, 164}, {183, 184}, {184, 183}};

void bi_dictionary_name(const bi_dictionary_knot *knot, char name[16])
{
    int32_t n = knot->crossings, number = knot->number;
    if (n <= 10) {
        int32_t index = rolfsen[n][number];
        snprintf(name, 16, "%u_%u", (unsigned)n & 15u, (unsigned)(index < 0 ? -index : index) & 255u);
        return;
    }
    bool alternating = number < bi_dictionary[n].alternating;
    int32_t index = 1 + (alternating ? number : number - bi_dictionary[n].alternating), listed = index;
    for (size_t i = 0; n == 11 && !alternating && i < sizeof listed_11n / sizeof *listed_11n; i++) {
        listed = listed_11n[i][0] == index ? listed_11n[i][1] : listed;
    }
    snprintf(name, 16, "%u%c_%u", (unsigned)n & 15u, alternating ? 'a' : 'n', (unsigned)listed & 0x3FFFu);
}

bight_likeness bi_dictionary_likeness(const bi_dictionary_knot *knot)
{
    if (knot->handedness == BIGHT_HANDEDNESS_AMPHICHIRAL) {
        return BIGHT_LIKENESS_AMPHICHIRAL;
    }
    if (knot->crossings > 10) {
        return BIGHT_LIKENESS_UNKNOWN;
    }
    bool right = rolfsen[knot->crossings][knot->number] > 0;
    return right == (knot->handedness == BIGHT_HANDEDNESS_RIGHT) ? BIGHT_LIKENESS_PICTURED
                                                                 : BIGHT_LIKENESS_MIRRORED;
}
