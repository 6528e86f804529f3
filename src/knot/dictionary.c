// SPDX-License-Identifier: MIT

#include "knot/dictionary.h"

#include <stdio.h>

#include "core/assert.h"
#include "knot/dictionary_table.inc"

#define COUNT(list) ((int32_t)(sizeof(list) / sizeof *(list)))
#define LEVEL(n, alternating, nonalternating)                                                                \
    [n] = {shadows_##n, counts_##n,        blocks_##n,          patterns_##n, knots_##n,                     \
           n,           COUNT(counts_##n), COUNT(patterns_##n), alternating,  nonalternating},

const bi_dictionary_level bi_dictionary[BI_DICTIONARY_CROSSINGS + 1] = {BI_LEVELS(LEVEL)};

uint64_t bi_dictionary_shadow(const bi_dictionary_level *level, int32_t shadow)
{
    uint64_t packed = 0;
    for (int32_t k = 0; k < (level->crossings + 1) / 2; k++) {
        packed |= (uint64_t)level->shadows[k * level->shadow_count + shadow] << (56 - 8 * k);
    }
    return packed;
}

int32_t bi_dictionary_first(const bi_dictionary_level *level, int32_t shadow)
{
    if (shadow == level->shadow_count) {
        return level->diagram_count;
    }
    int32_t block = shadow / BI_DICTIONARY_BLOCK;
    int32_t first = (int32_t)level->blocks[block];
    for (int32_t i = BI_DICTIONARY_BLOCK * block; i < shadow; i++) {
        first += level->counts[i];
    }
    return first;
}

static int32_t find_shadow(const bi_dictionary_level *level, uint64_t packed)
{
    int32_t low = 0, high = level->shadow_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (bi_dictionary_shadow(level, middle) < packed) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < level->shadow_count && bi_dictionary_shadow(level, low) == packed ? low : -1;
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
    if (shadow < 0) {
        return false;
    }
    int32_t first = bi_dictionary_first(level, shadow);
    for (int32_t d = first; d < first + level->counts[shadow]; d++) {
        uint32_t relation = level->knots[d] & 3u;
        if (level->patterns[d] == code->pattern) {
            bool right = (relation == BI_RELATION_RIGHT) == ((hands & BI_HAND_RIGHT) != 0);
            knot->crossings = n;
            knot->number = level->knots[d] >> 2;
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
    int32_t shadow = 0, d = 0;
    while (level->knots[d] >> 2 != number) {
        d++;
    }

    // its shadow, by bisection
    int32_t high = level->shadow_count;
    while (high - shadow > 1) {
        int32_t middle = shadow + (high - shadow) / 2;
        *(bi_dictionary_first(level, middle) <= d ? &shadow : &high) = middle;
    }
    uint64_t packed = bi_dictionary_shadow(level, shadow);
    *code = (bi_code){.crossings = crossings, .pattern = level->patterns[d]};
    for (int32_t i = 0; i < crossings; i++) {
        code->entries[i] = (uint8_t)((packed >> (60 - 4 * i) & 15) + 1);
    }
    return level->knots[d] & 3;
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
