// SPDX-License-Identifier: MIT

#include "knot/table/classes.h"
#include "knot/homfly.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

// Short searches for every class, then long ones for classes that share their HOMFLY polynomial with another.
#define SHORT_ROUNDS 4
#define SHORT_TRIES 100
#define LONG_ROUNDS 12
#define LONG_TRIES 4000

// The first node of a class and of its mirror image.
static bool leads(const bi_census *census, int32_t node)
{
    return bi_census_root(census, node) == node && bi_census_root(census, node ^ 1) >= node &&
           !census->drop[node];
}

int32_t bi_census_knots(const bi_census *census, int32_t *alternating, int32_t *amphichiral)
{
    int32_t knots = 0;
    *alternating = *amphichiral = 0;
    for (int32_t node = 0; node < 2 * census->count; node++) {
        if (leads(census, node)) {
            knots++;
            *alternating += census->codes[node / 2].pattern == 0;
            *amphichiral += bi_census_root(census, node ^ 1) == node;
        }
    }
    return knots;
}

// How many codes from `from` on have the same entries.
static int32_t same_shadow(const bi_census *census, int32_t from)
{
    int32_t count = 1;
    while (from + count < census->count &&
           memcmp(census->codes[from].entries, census->codes[from + count].entries, BI_SHADOW_CROSSINGS) ==
               0) {
        count++;
    }
    return count;
}

void bi_census_number(const bi_census *census, int32_t *number)
{
    int32_t knots = 0;
    for (int32_t kind = 0; kind < 2; kind++) {
        for (int32_t from = 0, count; from < census->count; from += count) {
            count = same_shadow(census, from);
            for (int32_t i = 0; i < count; i++) {
                // the published list of 11 crossings runs through the marks of one shadow backwards
                int32_t code = from + (census->crossings == 11 ? count - 1 - i : i);
                for (int32_t node = 2 * code; node < 2 * code + 2; node++) {
                    if (leads(census, node) && (census->codes[code].pattern != 0) == (kind == 1)) {
                        number[node] = knots++;
                    }
                }
            }
        }
    }
    for (int32_t node = 0; node < 2 * census->count; node++) {
        int32_t root = bi_census_root(census, node), mirror = bi_census_root(census, node ^ 1);
        int32_t leader = root < mirror ? root : mirror;
        number[node] = census->drop[root] ? -1 : number[leader];
    }
}

// A hash of the HOMFLY polynomial that does not see reflection, v -> 1 / v (z is even for knots).
static bight_status polynomial_hash(const bi_census *census, int32_t node, bi_diagram *diagram, bi_homfly *p,
                                    uint64_t *hash)
{
    bi_code code = bi_census_code_of(census, node);
    bight_status status = bi_code_diagram(diagram, &code, 1);
    status = status == BIGHT_OK ? bi_homfly_of(diagram, p) : status;
    uint64_t sides[2] = {0, 0};
    for (int32_t i = -p->v_size; i <= p->v_size && status == BIGHT_OK; i++) {
        for (int32_t j = 0; j <= p->z_size; j += 2) {
            uint64_t value = (uint64_t)bi_homfly_at(p, i, j);
            for (int32_t side = 0; side < 2 && value != 0; side++) {
                uint64_t x = value * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)(side == 0 ? i : -i) * 1000003 +
                             (uint64_t)j;
                x = (x ^ x >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
                sides[side] += x ^ x >> 29;
            }
        }
    }
    *hash = sides[0] < sides[1] ? sides[0] : sides[1];
    return status;
}

typedef struct search {
    bi_census *census;
    bi_diagram start, trial;
    bi_move_scratch moves;
    uint64_t *hashes; ///< (2 count) by leading node
    bi_homfly polynomial;
} search;

// Random detours from a diagram of the class; what they lead to is joined. From there the next one starts.
static bight_status detour(search *s, int32_t node, uint64_t seed, int32_t tries)
{
    bi_census *census = s->census;
    bi_code code = bi_census_code_of(census, node);
    bight_status status = bi_code_diagram(&s->start, &code, 1);
    bi_random random = bi_random_from(seed);
    for (int32_t t = 0; t < tries && status == BIGHT_OK; t++) {
        if (bi_watch_stops(census->watch, 20000)) {
            return BIGHT_ERROR_STOPPED;
        }

        // one to three finger moves up, random passes, then passes down until none shortens it
        status = bi_diagram_copy(&s->trial, &s->start);
        for (int32_t i = 0; i <= t % 3 && status == BIGHT_OK; i++) {
            status = bi_grow(&s->trial, &random);
        }
        for (int32_t i = 0; i < 6 + t % 24; i++) {
            bi_shuffle(&s->trial, &s->moves, &random);
        }
        bi_pass_all(&s->trial, &s->moves);
        if (s->trial.crossings > census->crossings) {
            continue;
        }

        // a diagram with fewer crossings, or none of the census: the class is no prime knot with n crossings
        int32_t place = -1, hands = 0;
        if (s->trial.crossings == census->crossings) {
            hands = bi_code_of(&s->trial, &code);
            place = bi_census_find(census, &code);
        }
        if (place < 0) {
            census->drop[bi_census_root(census, node)] = census->drop[bi_census_root(census, node ^ 1)] =
                true;
            return BIGHT_OK;
        }

        // the same knot with n crossings: both hands are joined
        for (int32_t side = 0; side < 2; side++) {
            if ((hands >> side & 1) != 0) {
                bi_census_join(census, node, 2 * place + side);
                bi_census_join(census, node ^ 1, 2 * place + 1 - side);
            }
        }
        if (census->drop[bi_census_root(census, node)]) {
            return BIGHT_OK;
        }

        status = bi_diagram_copy(&s->start, &s->trial);
    }
    return status;
}

static int32_t knots(const bi_census *census)
{
    int32_t alternating, amphichiral;
    return bi_census_knots(census, &alternating, &amphichiral);
}

// Does another class have the same polynomial?
static bool shares(const search *s, int32_t node)
{
    for (int32_t other = 0; other < 2 * s->census->count; other++) {
        if (other != node && s->hashes[other] == s->hashes[node] && leads(s->census, other)) {
            return true;
        }
    }
    return false;
}

static bight_status search_all(search *s, int32_t goal)
{
    bi_census *census = s->census;
    bight_status status = BIGHT_OK;
    for (int32_t round = 0; round < SHORT_ROUNDS + LONG_ROUNDS && status == BIGHT_OK && knots(census) > goal;
         round++) {
        bool is_long = round >= SHORT_ROUNDS;

        // before the long rounds: HOMFLY polynomials, for only classes that share theirs are searched on
        for (int32_t node = 0; node < 2 * census->count && status == BIGHT_OK && round == SHORT_ROUNDS;
             node++) {
            if (leads(census, node)) {
                status = polynomial_hash(census, node, &s->start, &s->polynomial, &s->hashes[node]);
            }
        }

        // alternating diagrams of one knot are joined by flypes already (Menasco, Thistlethwaite)
        for (int32_t node = 0; node < 2 * census->count && status == BIGHT_OK; node++) {
            status = bi_watch_stops(census->watch, is_long ? 10 * (int64_t)census->count : 100)
                         ? BIGHT_ERROR_STOPPED
                         : BIGHT_OK;
            if (status != BIGHT_OK || census->codes[node / 2].pattern == 0 || !leads(census, node) ||
                (is_long && !shares(s, node))) {
                continue;
            }
            uint64_t seed = (uint64_t)node + UINT64_C(1000003) * (uint64_t)round;
            status = detour(s, node, seed, is_long ? LONG_TRIES : SHORT_TRIES);
            if (is_long && knots(census) <= goal) {
                break;
            }
        }
    }
    return status;
}

bight_status bi_census_search(bi_census *census, int32_t goal)
{
    const bight_allocator *allocator = &census->allocator;
    search s = {.census = census};
    bi_diagram_init(&s.start, allocator);
    bi_diagram_init(&s.trial, allocator);
    bi_move_scratch_init(&s.moves, allocator);
    bi_homfly_init(&s.polynomial, allocator);
    s.polynomial.watch = census->watch;
    s.hashes = bi_new_array(allocator, 2 * (size_t)census->count, sizeof *s.hashes);
    bight_status status =
        s.hashes != NULL ? bi_move_scratch_reserve(&s.moves, census->crossings + 6) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? search_all(&s, goal) : status;
    bi_free_array(allocator, s.hashes, 2 * (size_t)census->count, sizeof *s.hashes);
    bi_diagram_free(&s.start);
    bi_diagram_free(&s.trial);
    bi_move_scratch_free(&s.moves);
    bi_homfly_free(&s.polynomial);
    return status;
}
