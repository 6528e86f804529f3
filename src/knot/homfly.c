// SPDX-License-Identifier: MIT
// HOMFLY-PT crossing by crossing.
//
// The crossings seen so far fill a disc; directed lines end on its boundary. Modulo the skein relation the
// part inside is a combination of layered tangles: one simple arc from each incoming to an outgoing end, arcs
// stacked in the order of a list of the incoming ends, the first on top. These are a basis (Morton, Traczyk
// 1990). A new crossing is laid below with its over strand on top, so it is layered too. Then ends that
// belong to one arc of the diagram are joined: the strand that follows is moved through the stack to the
// strand it continues, and for every strand on the way that it crosses the skein relation
//
//      P(L+) = v^2 P(L-) + v z P(L0),      P(L-) = v^-2 P(L+) - v^-1 z P(L0)
//
// gives two terms: the order is exchanged, or the two strands exchange their outgoing ends. An arc that
// closes is a loop without links: a factor (v^-1 - v) / z. All integers are modulo 2^64, which is exact for
// results below 2^63.

#include "knot/homfly.h"
#include "core/assert.h"
#include "core/memory.h"
#include "knot/frontier.h"
#include "knot/skein_terms.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct contraction {
    const bi_diagram *diagram;
    bi_frontier frontier;
    bi_terms now, next, done, spare;           ///< spare: memory for the next table
    int32_t ins[BI_TERMS_STRANDS], in_count;   ///< darts by which strands come into the disc, top first
    int32_t outs[BI_TERMS_STRANDS], out_count; ///< darts by which strands leave; terms name their places
    bight_allocator allocator;
    bi_watch *watch;
} contraction;

// Adding a block to another takes about a nanosecond for each number in the term's rectangle.
static bool is_stopped(contraction *c, const bi_terms *terms, int32_t which)
{
    return bi_watch_stops(c->watch, 100 + 2 * bi_terms_area(terms, which));
}

static void exchange(contraction *c)
{
    bi_terms swap = c->now;
    c->now = c->next;
    c->next = swap;
}

static int32_t place_in(const int32_t *list, int32_t count, int32_t dart)
{
    for (int32_t i = 0; i < count; i++) {
        if (list[i] == dart) {
            return i;
        }
    }
    return -1;
}

// Sign of the crossing of two strands in the disc, the first over the second; 0 when they do not cross. With
// the ends in, in', out, out' counter-clockwise the over strand turned counter-clockwise lies along the
// other.
static int32_t crossing_sign(const int32_t *where_in, const int32_t *where_out, int32_t ends, int32_t a,
                             int32_t out_a, int32_t b, int32_t out_b)
{
    int32_t base = where_in[a];
    int32_t in_b = (where_in[b] - base + ends) % ends, end_a = (where_out[out_a] - base + ends) % ends;
    int32_t end_b = (where_out[out_b] - base + ends) % ends;
    if ((in_b < end_a) == (end_b < end_a)) {
        return 0;
    }
    return in_b < end_a ? 1 : -1;
}

// Exchanges the levels of strand y (of ins) and its neighbour other in every term: y was above or below it.
static bight_status exchange_levels(contraction *c, int32_t y, int32_t other, bool y_above)
{
    int32_t where_in[BI_TERMS_STRANDS], where_out[BI_TERMS_STRANDS];
    for (int32_t i = 0; i < c->in_count; i++) {
        where_in[i] = bi_frontier_place(&c->frontier, c->ins[i]);
    }
    for (int32_t i = 0; i < c->out_count; i++) {
        where_out[i] = bi_frontier_place(&c->frontier, c->outs[i]);
    }

    // P(L_s) = v^(2 s) P(L_-s) + s v^s z P(L_0), s the sign of the crossing; s = 0: only the order changes
    bight_status status = BIGHT_OK;
    bi_terms_clear(&c->next, c->now.box);
    for (int32_t i = 0; i < c->now.count && status == BIGHT_OK; i++) {
        uint8_t outs[BI_TERMS_STRANDS];
        if (is_stopped(c, &c->now, i)) {
            return BIGHT_ERROR_STOPPED;
        }
        memcpy(outs, c->now.heads[i].outs, BI_TERMS_STRANDS);
        int32_t sign =
            crossing_sign(where_in, where_out, c->frontier.ends, y_above ? y : other,
                          outs[y_above ? y : other], y_above ? other : y, outs[y_above ? other : y]);
        status = bi_terms_add(&c->next, &c->allocator, outs, &c->now, i, 2 * sign, 0, 1);
        if (sign != 0 && status == BIGHT_OK) {
            uint8_t out = outs[y];
            outs[y] = outs[other];
            outs[other] = out;
            status =
                bi_terms_add(&c->next, &c->allocator, outs, &c->now, i, sign, 1, (uint64_t)(int64_t)sign);
        }
    }

    exchange(c);
    return status;
}

// Joins the outgoing end of place `from` of outs to the incoming end of place y of ins. Terms differ in which
// strand leaves by `from`, so they are treated one group at a time.
static bight_status join_group(contraction *c, int32_t x, int32_t y, int32_t from)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < c->now.count && status == BIGHT_OK; i++) {
        uint8_t outs[BI_TERMS_STRANDS] = {0};
        const uint8_t *old = c->now.heads[i].outs;
        bool closes = old[y] == from;
        if (is_stopped(c, &c->now, i)) {
            return BIGHT_ERROR_STOPPED;
        }
        int32_t count = 0;
        for (int32_t k = 0; k < c->in_count; k++) {
            if (k != y) {
                uint8_t out = k == x ? old[y] : old[k];
                outs[count++] = (uint8_t)(out > from ? out - 1 : out);
            }
        }
        if (!closes) {
            status = bi_terms_add(&c->done, &c->allocator, outs, &c->now, i, 0, 0, 1);
        } else {
            status = bi_terms_add(&c->done, &c->allocator, outs, &c->now, i, -1, -1, 1);
            status = status == BIGHT_OK ? bi_terms_add(&c->done, &c->allocator, outs, &c->now, i, 1, -1,
                                                       (uint64_t)INT64_C(-1))
                                        : status;
        }
    }
    return status;
}

static void remove_at(int32_t *list, int32_t *count, int32_t place)
{
    memmove(list + place, list + place + 1, (size_t)(*count - place - 1) * sizeof *list);
    (*count)--;
}

// The arc from outgoing dart `out` to incoming dart `in`, neighbours on the boundary.
static bight_status join(contraction *c, int32_t out, int32_t in)
{
    int32_t from = place_in(c->outs, c->out_count, out), y = place_in(c->ins, c->in_count, in);
    bi_terms waiting = c->now;
    bight_status status = BIGHT_OK;
    c->now = c->spare;
    c->spare = (bi_terms){0};
    bi_terms_clear(&c->done, waiting.box);

    // moving y changes which strand leaves by `from` only when y itself takes that end; then the arc closes
    for (int32_t x = 0; x < c->in_count && status == BIGHT_OK; x++) {
        bi_terms_clear(&c->now, waiting.box);
        for (int32_t i = 0; i < waiting.count && status == BIGHT_OK; i++) {
            const uint8_t *outs = waiting.heads[i].outs;
            if (outs[x] == from) {
                status = is_stopped(c, &waiting, i)
                             ? BIGHT_ERROR_STOPPED
                             : bi_terms_add(&c->now, &c->allocator, outs, &waiting, i, 0, 0, 1);
            }
        }
        if (c->now.count == 0) {
            continue;
        }

        // y is moved through the stack to the level next to x, by the skein relation at each strand between
        for (int32_t z = y - 1; z > x && status == BIGHT_OK; z--) {
            status = exchange_levels(c, y, z, false);
        }
        for (int32_t z = y + 1; z < x && status == BIGHT_OK; z++) {
            status = exchange_levels(c, y, z, true);
        }
        status = status == BIGHT_OK ? join_group(c, x, y, from) : status;
    }

    // the joined ends lie inside the disc now
    bi_terms_free(&c->spare, &c->allocator);
    c->spare = c->now;
    c->now = c->done;
    c->done = waiting;
    remove_at(c->ins, &c->in_count, y);
    remove_at(c->outs, &c->out_count, from);
    bi_frontier_remove(&c->frontier, out);
    bi_frontier_remove(&c->frontier, in);
    return status;
}

// Lays crossing `at` below everything, its dart `first` (or none, -1) meeting the boundary.
static bight_status lay(contraction *c, int32_t at, int32_t first)
{
    if (c->in_count + 2 > BI_TERMS_STRANDS || !bi_frontier_lay(&c->frontier, at, first)) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // its over strand, then its under strand, at the bottom of the stack
    int32_t over_in = bi_entry(at, true, c->diagram->sign[at]), under_in = 4 * at;
    c->ins[c->in_count] = over_in;
    c->ins[c->in_count + 1] = under_in;
    c->outs[c->out_count] = bi_opposite(over_in);
    c->outs[c->out_count + 1] = bi_opposite(under_in);
    for (int32_t i = 0; i < c->now.count; i++) {
        c->now.heads[i].outs[c->in_count] = (uint8_t)c->out_count;
        c->now.heads[i].outs[c->in_count + 1] = (uint8_t)(c->out_count + 1);
    }
    c->in_count += 2;
    c->out_count += 2;

    bi_terms_rehash(&c->now); // their ends have changed
    return BIGHT_OK;
}

// Joins neighbours on the boundary until none belong together.
static bight_status join_all(contraction *c)
{
    bight_status status = BIGHT_OK;
    int32_t dart, next;
    while (status == BIGHT_OK && bi_frontier_pair(&c->frontier, &dart, &next)) {
        bool out = bi_is_out(c->diagram, dart);
        status = join(c, out ? dart : next, out ? next : dart);
    }
    return status;
}

static bight_status contract(contraction *c)
{
    bight_status status = BIGHT_OK;
    for (int32_t step = 0; step < c->diagram->crossings && status == BIGHT_OK; step++) {
        int32_t first, best = bi_frontier_next(&c->frontier, &first);
        if (best < 0) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        status = lay(c, best, first);
        status = status == BIGHT_OK ? join_all(c) : status;
        if (c->in_count > BI_HOMFLY_STRANDS) {
            status = BIGHT_ERROR_TOO_LARGE;
        }
    }
    return status == BIGHT_OK && c->frontier.ends > 0 ? BIGHT_ERROR_TOO_LARGE : status;
}

void bi_homfly_init(bi_homfly *polynomial, const bight_allocator *allocator)
{
    *polynomial = (bi_homfly){0};
    if (allocator != NULL) {
        polynomial->allocator = *allocator;
    }
}

void bi_homfly_free(bi_homfly *polynomial)
{
    bi_free_array(&polynomial->allocator, polynomial->coefficients, (size_t)polynomial->capacity,
                  sizeof(int64_t));
    bi_watch *watch = polynomial->watch;
    bi_homfly_init(polynomial, NULL);
    polynomial->watch = watch;
}

int64_t bi_homfly_at(const bi_homfly *p, int32_t i, int32_t j)
{
    bool inside = i >= -p->v_size && i <= p->v_size && j >= -p->z_size && j <= p->z_size;
    return inside ? p->coefficients[(size_t)(i + p->v_size) * (size_t)(2 * p->z_size + 1) +
                                    (size_t)(j + p->z_size)]
                  : 0;
}

// Every closed piece came with a factor (v^-1 - v) / z; P of the unknot is 1, so one is divided out: from
// Q = P (v^-1 - v) / z, coefficient by coefficient in growing powers of v, P_(i,j) = P_(i-2,j) + Q_(i-1,j-1).
static bight_status divide(const bi_terms *q, bi_homfly *p)
{
    const bi_powers box = q->count > 0 ? q->heads[0].powers : (bi_powers){0};
    int32_t odd = q->count > 0 ? q->heads[0].odd : 0, v_size = 0, z_size = 0;
    const int32_t v[2] = {2 * box.i_low + odd, 2 * box.i_high + odd};
    const int32_t z[2] = {2 * box.j_low + odd, 2 * box.j_high + odd};
    for (int32_t end = 0; end < 2; end++) {
        v_size = abs(v[end]) + 1 > v_size ? abs(v[end]) + 1 : v_size;
        z_size = abs(z[end]) + 1 > z_size ? abs(z[end]) + 1 : z_size;
    }
    int32_t width = 2 * z_size + 1, rows = 2 * v_size + 1;
    bight_status status =
        bi_reserve(&p->allocator, &p->coefficients, &p->capacity, (int64_t)width * rows, sizeof(int64_t));
    if (status != BIGHT_OK) {
        return status;
    }
    p->v_size = v_size;
    p->z_size = z_size;
    memset(p->coefficients, 0, (size_t)width * (size_t)rows * sizeof *p->coefficients);
    uint64_t *to = (uint64_t *)p->coefficients;
    for (int32_t i = box.i_low; i <= box.i_high && q->count > 0; i++) {
        for (int32_t j = box.j_low; j <= box.j_high; j++) {
            size_t row = (size_t)(2 * i + odd + v_size + 1), column = (size_t)(2 * j + odd + z_size + 1);
            to[row * (size_t)width + column] =
                q->blocks[(size_t)(i - q->box.i_low) * (size_t)q->width + (size_t)(j - q->box.j_low)];
        }
    }
    for (int32_t at = 2 * width; at < rows * width; at++) {
        to[at] += to[at - 2 * width];
    }
    return BIGHT_OK;
}

bight_status bi_homfly_of(const bi_diagram *diagram, bi_homfly *polynomial)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    int32_t n = diagram->crossings;
    if (n < 1 || n > BI_HOMFLY_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // nothing seen yet: one term, 1; with everything seen there is one again
    contraction c = {.diagram = diagram, .allocator = polynomial->allocator, .watch = polynomial->watch};
    assert(diagram->circles == 0);
    bi_frontier_begin(&c.frontier, diagram);
    bight_status status = bi_terms_begin(&c.now, &c.allocator);
    status = status == BIGHT_OK ? contract(&c) : status;
    status = status == BIGHT_OK ? divide(&c.now, polynomial) : status;
    bi_terms_free(&c.now, &c.allocator);
    bi_terms_free(&c.next, &c.allocator);
    bi_terms_free(&c.done, &c.allocator);
    bi_terms_free(&c.spare, &c.allocator);
    return status;
}
