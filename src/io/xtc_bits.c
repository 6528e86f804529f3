// SPDX-License-Identifier: MIT

#include "io/xtc_bits.h"

#include <string.h>

#define FIRST 9 // the smallest size of a step
#define MOST_TOGETHER 0xffffffu

// Sizes of small steps: close to 2^(i / 3), so that three numbers below one of them fit i bits.
static const uint32_t sizes[] = {
    0,       0,       0,       0,       0,        0,        0,       0,       0,       8,       10,
    12,      16,      20,      25,      32,       40,       50,      64,      80,      101,     128,
    161,     203,     256,     322,     406,      512,      645,     812,     1024,    1290,    1625,
    2048,    2580,    3250,    4096,    5060,     6501,     8192,    10321,   13003,   16384,   20642,
    26007,   32768,   41285,   52015,   65536,    82570,    104031,  131072,  165140,  208063,  262144,
    330280,  416127,  524287,  660561,  832255,   1048576,  1321122, 1664510, 2097152, 2642245, 3329021,
    4194304, 5284491, 6658042, 8388607, 10568983, 13316085, 16777216};
#define SIZES ((int32_t)(sizeof sizes / sizeof *sizes))

// Bits from the high end of each byte.
static bool take(bi_xtc_bits *b, int32_t count, uint32_t *value)
{
    *value = 0;
    if ((uint64_t)count > 8 * (uint64_t)b->pack->size - b->bit) {
        return false;
    }
    for (int32_t i = 0; i < count; i++, b->bit++) {
        uint32_t byte = b->pack->bytes[b->bit / 8];
        *value = *value << 1 | (byte >> (7 - b->bit % 8) & 1u);
    }
    return true;
}

// How many bits hold every number up to this one.
static int32_t bits_of(uint32_t size)
{
    int32_t bits = 0;
    while (bits < 32 && size >= (uint64_t)1 << bits) {
        bits++;
    }
    return bits;
}

// The same for the product of three, which may have 72 bits: bytes from the low end.
static int32_t bits_of_product(const uint32_t factors[3])
{
    uint8_t bytes[16] = {1};
    int32_t length = 1, bits = 0;
    for (int32_t k = 0; k < 3; k++) {
        uint64_t carry = 0;
        for (int32_t i = 0; i < length || carry > 0; i++) {
            carry += (i < length ? (uint64_t)bytes[i] : 0) * factors[k];
            bytes[i] = (uint8_t)(carry & 0xff);
            carry >>= 8;
            length = i + 1 > length ? i + 1 : length;
        }
    }
    while (bytes[length - 1] >= 1u << bits) {
        bits++;
    }
    return bits + 8 * (length - 1);
}

// n = (a r1 + b) r2 + c of so many bits, its bytes from the low end on; a, b, c
static bool take_three(bi_xtc_bits *b, int32_t bits, const uint32_t range[3], int64_t numbers[3])
{
    uint32_t bytes[16] = {0};
    int32_t length = 0;
    for (; bits > 0; bits -= 8) {
        if (length == 12 || !take(b, bits < 8 ? bits : 8, &bytes[length++])) {
            return false;
        }
    }
    for (int32_t k = 2; k > 0; k--) {
        uint64_t rest = 0;
        for (int32_t i = length - 1; i >= 0; i--) {
            rest = rest << 8 | bytes[i];
            bytes[i] = (uint32_t)(rest / range[k]) & 0xff;
            rest %= range[k];
        }
        numbers[k] = (int64_t)rest;
    }
    numbers[0] = (int64_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24);
    return true;
}

bool bi_xtc_open(bi_xtc_bits *b, const bi_xtc_pack *pack)
{
    *b = (bi_xtc_bits){.pack = pack, .small = pack->small};
    bool wide = false;
    for (int32_t k = 0; k < 3; k++) {
        int64_t range = (int64_t)pack->high[k] - pack->low[k] + 1;
        if (range < 1 || range > UINT32_MAX) {
            return false;
        }
        b->range[k] = (uint32_t)range;
        b->parts[k] = bits_of(b->range[k]);
        wide = wide || b->range[k] > MOST_TOGETHER;
    }
    b->whole = wide ? 0 : bits_of_product(b->range);
    return pack->small >= FIRST && pack->small < SIZES;
}

static bool take_full(bi_xtc_bits *b, int64_t place[3])
{
    if (b->whole > 0 && !take_three(b, b->whole, b->range, place)) {
        return false;
    }
    for (int32_t k = 0; k < 3; k++) {
        uint32_t part = 0;
        if (b->whole == 0 && !take(b, b->parts[k], &part)) {
            return false;
        }
        place[k] = (b->whole > 0 ? place[k] : (int64_t)part) + b->pack->low[k];
    }
    return true;
}

// An atom by its full numbers, then as many as the run says by small steps, each from the one unpacked before. The first two change
// places: water, O H H, is packed as H O H, so that both steps are short.
static bool unpack(bi_xtc_bits *b)
{
    int64_t before[3], step[3];
    uint32_t flag, word;
    int32_t change = 0;
    if (!take_full(b, before) || !take(b, 1, &flag) || (flag != 0 && !take(b, 5, &word))) {
        return false;
    }
    if (flag != 0) {
        change = (int32_t)(word % 3) - 1;
        b->run = (int32_t)(word - word % 3);
    }
    b->next = b->count = 0;
    memcpy(b->waiting[b->count++], before, sizeof before);
    const uint32_t size = sizes[b->small], three[3] = {size, size, size};
    for (int32_t k = 0; k < b->run; k += 3) {
        if (b->count == 9 || !take_three(b, b->small, three, step)) {
            return false;
        }
        for (int32_t i = 0; i < 3; i++) {
            step[i] += before[i] - size / 2;
        }
        memcpy(before, step, sizeof before);
        if (k == 0) {
            memcpy(b->waiting[1], b->waiting[0], sizeof step);
            memcpy(b->waiting[0], step, sizeof step);
            b->count++;
        } else {
            memcpy(b->waiting[b->count++], step, sizeof step);
        }
    }
    b->small += change;
    return b->small >= FIRST && b->small < SIZES;
}

bool bi_xtc_next(bi_xtc_bits *b, int64_t place[3])
{
    if (b->next == b->count && !unpack(b)) {
        return false;
    }
    memcpy(place, b->waiting[b->next++], 3 * sizeof *place);
    return true;
}
