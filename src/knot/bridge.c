// SPDX-License-Identifier: MIT
// Two-bridge knots, recognised in a diagram without any table.
//
// A rational tangle grows from one crossing: a crossing that meets it along two neighbouring arcs is a half twist of two of
// its ends. A connected diagram that is used up in this way is a rational tangle with its ends joined, so a two-bridge
// link; its fraction p / q names it (Schubert 1956): S(p, q) and S(p, q') are the same up to mirror images when q' is
// +-q or +-1/q modulo p. The crossing number is the sum of the continued fraction's terms when all are positive.
//
// The tangle's ends are a, b, c, d counter-clockwise. With fraction f, a half twist of b and c adds +-1, one of a and b
// (or c and d) adds +-1 to 1 / f (Conway 1970). Alternating diagrams of two-bridge knots are all found (each is reached
// by flypes from the standard one, and flypes move crossings from one pair of ends to the opposite one).

#include "bight/knot_table.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

// The tangle in hand.
typedef struct tangle {
    const bi_diagram *diagram;
    int8_t *inside;
    int32_t ends[4]; ///< darts of inner crossings, counter-clockwise
    int64_t p, q;    ///< the fraction, q of either sign; in lowest terms
    int32_t count;
} tangle;

#define MOST_TERM (INT64_C(1) << 61)

// f + s, or 1 / (1 / f + s), by the pair of ends that is twisted: b c and a d are on the right and left.
static bool twist(tangle *t, int32_t pair, int32_t s)
{
    int64_t *to = pair % 2 == 1 ? &t->p : &t->q, by = pair % 2 == 1 ? t->q : t->p;
    *to += s * by;
    return *to<MOST_TERM && * to> - MOST_TERM;
}

// +1 when the over strand of the crossing runs from end `dart` of the tangle to the far side in the way that makes a
// positive half twist of a horizontal pair: the over line turned counter-clockwise from the arc of the first end.
static bool absorb(tangle *t)
{
    for (int32_t pair = 0; pair < 4; pair++) {
        int32_t first = t->ends[pair], second = t->ends[(pair + 1) % 4];
        int32_t one = t->diagram->mate[first], two = t->diagram->mate[second], c = bi_crossing(one);
        if (t->inside[c] || bi_crossing(two) != c) {
            continue;
        }
        // counter-clockwise round the tangle first, second: clockwise round the crossing
        if (bi_turn(one, 3) != two) {
            continue;
        }
        int32_t s = bi_is_over(one) ? 1 : -1;
        if (!twist(t, pair, pair % 2 == 1 ? s : -s)) {
            return false;
        }
        t->ends[pair] = bi_turn(one, 1);
        t->ends[(pair + 1) % 4] = bi_turn(one, 2);
        t->inside[c] = 1;
        t->count++;
        return true;
    }
    return false;
}

// Grow from a crossing as far as it goes.
static bool grow(tangle *t, int32_t start)
{
    memset(t->inside, 0, (size_t)t->diagram->crossings);
    for (int32_t i = 0; i < 4; i++) {
        t->ends[i] = bi_turn(4 * start + 1, i);
    }
    t->inside[start] = 1;
    t->count = 1;
    t->p = t->q = 1;
    while (absorb(t)) {
    }
    return t->count == t->diagram->crossings;
}

// The two ways to join the ends: a with b and c with d, or b with c and d with a. The link is S(p, q) of the fraction
// whose ends a, d on the left and b, c on the right are joined each with its neighbour above: the numerator.
static void close(const tangle *t, int64_t *p, int64_t *q)
{
    bool pairs = t->diagram->mate[t->ends[0]] == t->ends[1];
    *p = pairs ? t->p : t->q;
    *q = pairs ? t->q : t->p;
}

static int64_t magnitude(int64_t a)
{
    return a < 0 ? -a : a;
}

// 1 / a modulo p, for a prime to p.
static int64_t inverse(int64_t a, int64_t p)
{
    int64_t r0 = p, r1 = a % p, s0 = 0, s1 = 1;
    while (r1 != 0) {
        int64_t times = r0 / r1, r = r0 - times * r1, s = s0 - times * s1;
        r0 = r1;
        r1 = r;
        s0 = s1;
        s1 = s;
    }
    return s0 < 0 ? s0 + p : s0;
}

// Terms of p / q, all positive, the last one above 1.
static bool expand(int64_t p, int64_t q, bight_two_bridge *bridge)
{
    bridge->count = bridge->crossings = 0;
    while (q > 0) {
        int64_t term = p / q, rest = p % q;
        if (bridge->count == BIGHT_TWO_BRIDGE_MAX_TERMS || term > 1000000) {
            bridge->count = 0;
            return false;
        }
        bridge->terms[bridge->count++] = (int32_t)term;
        bridge->crossings += (int32_t)term;
        p = q;
        q = rest;
    }
    return true;
}

bool bight_diagram_two_bridge(const bight_env *env, const bight_diagram *diagram, bight_two_bridge *bridge)
{
    *bridge = (bight_two_bridge){0};
    const bi_diagram *map = &diagram->map;
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    tangle t = {.diagram = map};
    if (map->crossings < 1 || map->circles > 0) {
        return false;
    }
    t.inside = bi_new_array(allocator, (size_t)map->crossings, 1);
    bool found = false;
    for (int32_t c = 0; c < map->crossings && !found && t.inside != NULL; c++) {
        found = grow(&t, c);
    }
    bi_free_array(allocator, t.inside, (size_t)map->crossings, 1);
    int64_t p = 0, q = 0;
    if (found) {
        close(&t, &p, &q);
    }
    p = magnitude(p);
    if (p < 2 || diagram->components != 1) {
        return false; // the unknot, or two circles apart
    }

    // of q, p - q and their inverses the least: the standard name of the knot and of its mirror image
    q = ((q % p) + p) % p;
    const int64_t back = inverse(q, p), choices[4] = {q, p - q, back, p - back};
    for (int32_t i = 0; i < 4; i++) {
        q = choices[i] < q ? choices[i] : q;
    }
    bridge->p = p;
    bridge->q = q;
    return expand(p, q, bridge);
}
