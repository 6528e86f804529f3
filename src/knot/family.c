// SPDX-License-Identifier: MIT

#include "knot/family.h"
#include "bight/knot_table.h"
#include "knot/canon.h"
#include "knot/public_diagram.h"

#include <stdio.h>

static int32_t common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The code of the closed braid (s_1 ... s_p-1)^q.
static bool torus_code(int32_t p, int32_t q, bi_code *code)
{
    int32_t word[BI_CODE_CROSSINGS], length = q * (p - 1);
    for (int32_t i = 0; i < length; i++) {
        word[i] = i % (p - 1) + 1;
    }
    bi_diagram braid;
    bi_diagram_init(&braid, NULL);
    bool made = bi_diagram_from_braid(&braid, word, length, p) == BIGHT_OK;
    if (made) {
        bi_code_of(&braid, code);
    }
    bi_diagram_free(&braid);
    return made;
}

bool bi_family_torus(const bi_diagram *piece, int32_t *p, int32_t *q)
{
    int32_t n = piece->crossings;
    if (n < 8 || n > BI_CODE_CROSSINGS) {
        return false;
    }
    for (int32_t c = 1; c < n; c++) {
        if (piece->sign[c] != piece->sign[0]) {
            return false;
        }
    }

    // n = q (p - 1) is the crossing number of T(p, q), p < q (Murasugi 1991)
    bi_code code, other;
    bool known = false;
    for (int32_t a = 3; a * (a - 1) < n; a++) {
        int32_t b = n / (a - 1);
        if (n % (a - 1) != 0 || b <= a || common_divisor(a, b) != 1) {
            continue;
        }
        if (!known) {
            bi_code_of(piece, &code);
            known = true;
        }
        if (torus_code(a, b, &other) && bi_code_compare(&code, &other) == 0) {
            *p = a;
            *q = b;
            return true;
        }
    }
    return false;
}

// a * b modulo m, by doubling: m is below 2^61.
static int64_t times(int64_t a, int64_t b, int64_t m)
{
    int64_t product = 0;
    for (a %= m; b > 0; b /= 2) {
        product = b % 2 == 1 ? (product + a) % m : product;
        a = (a + a) % m;
    }
    return product;
}

static bight_handedness hand_of(const bi_diagram *piece)
{
    int32_t writhe = bi_diagram_writhe(piece);
    return writhe > 0   ? BIGHT_HANDEDNESS_RIGHT
           : writhe < 0 ? BIGHT_HANDEDNESS_LEFT
                        : BIGHT_HANDEDNESS_UNKNOWN;
}

// false when the name has no room.
static bool write_terms(const bight_two_bridge *bridge, char *name, size_t size)
{
    size_t length = 0;
    for (int32_t i = 0; i < bridge->count && length < size; i++) {
        int more = snprintf(name + length, size - length, i == 0 ? "C(%d" : " %d", (int)bridge->terms[i]);
        length += more > 0 ? (size_t)more : 0;
    }
    if (length + 1 >= size) {
        return false;
    }
    name[length] = ')';
    name[length + 1] = '\0';
    return true;
}

bool bi_family_name(const bight_allocator *allocator, const bi_diagram *piece, char *name, size_t size,
                    bight_handedness *hand)
{
    int32_t p, q;
    if (!bi_diagram_is_alternating(piece)) {
        if (!bi_family_torus(piece, &p, &q)) {
            return false;
        }
        snprintf(name, size, "T(%d,%d)", (int)p, (int)q);
        *hand = hand_of(piece);
        return true;
    }

    // the diagram is borrowed and not changed
    const bight_diagram whole = {.map = *piece, .components = 1};
    bight_env env = {0};
    env.allocator = *allocator;
    bight_two_bridge bridge;
    char words[256];
    if (!bight_diagram_two_bridge(&env, &whole, &bridge) || bridge.crossings != piece->crossings) {
        return false;
    }
    bool torus = bridge.count == 1;
    if (torus) {
        snprintf(words, sizeof words, "T(2,%d)", (int)bridge.terms[0]);
    } else if (!write_terms(&bridge, words, size < sizeof words ? size : sizeof words)) {
        return false;
    }
    snprintf(name, size, "%s", words);
    bool amphichiral = times(bridge.q, bridge.q, bridge.p) == bridge.p - 1;
    *hand = amphichiral ? BIGHT_HANDEDNESS_AMPHICHIRAL : hand_of(piece);
    return true;
}
