// SPDX-License-Identifier: MIT
// Kauffman's polynomial crossing by crossing.
//
// The crossings seen so far fill a disc with 2 n ends on its boundary. Modulo the skein relation the part inside is a
// combination of layered tangles: a way to join the ends in pairs, each pair by a simple arc, arcs stacked by their
// earlier end in the list of ends, the first on top. There are (2 n - 1)!! of them (Morton, Traczyk 1990; the algebra of
// Birman, Wenzl 1989 and Murakami 1987). A new crossing is laid below with its over strand on top, so it is layered too.
// Then ends that belong to one arc of the diagram are joined: the one arc is moved through the stack to the level next to
// the other, they become one arc, whose curl, if it has one, is straightened, and the stack is put in order again. For
// two arcs that cross, neighbours in the stack,
//
//      L(one above the other) = -L(the other above the one) + z (L(smoothed one way) + L(smoothed the other way)):
//
// the smoothed arcs do not cross each other, so each term has fewer crossings or is nearer to the order wanted. An arc
// that closes is a loop without links: a factor (a + 1 / a) / z - 1, but for the last one, which is the circle.

#include "knot/kauffman.h"
#include "core/assert.h"
#include "core/memory.h"
#include "knot/frontier.h"
#include "knot/skein_terms.h"

#include <assert.h>
#include <string.h>

typedef struct contraction {
    bi_frontier frontier;
    bi_terms now, next;
    int32_t list
        [BI_TERMS_STRANDS]; ///< (ends) darts on the boundary, in the order of levels; terms name their places
    int32_t where[BI_TERMS_STRANDS]; ///< (ends) their places on the boundary
    int32_t joined[2];               ///< which two of the list are being joined
    int32_t source;                  ///< the term of `now` that is being worked on
    bight_allocator allocator;
    bi_watch *watch;
} contraction;

// A term while it is worked on: arcs from the top down, and what its polynomial is multiplied by.
typedef struct stack {
    uint8_t ends[BI_TERMS_STRANDS]; ///< arc i has 2 i and 2 i + 1
    int32_t arcs;
    int32_t a, z, factor; ///< factor a^a z^z
} stack;

static int32_t arc_of(const stack *s, int32_t end)
{
    for (int32_t i = 0; i < 2 * s->arcs; i++) {
        if (s->ends[i] == end) {
            return i / 2;
        }
    }
    return -1;
}

// The earlier end of an arc.
static int32_t level_of(const stack *s, int32_t arc)
{
    uint8_t one = s->ends[2 * arc], two = s->ends[2 * arc + 1];
    return one < two ? one : two;
}

// Sign of the crossing of an arc that runs from a to a_end over one that runs from b to b_end; 0 when they do not
// cross. With the ends a, b, a_end, b_end counter-clockwise the over strand turned counter-clockwise lies along the other.
static int32_t crossing_sign(const contraction *c, int32_t a, int32_t a_end, int32_t b, int32_t b_end)
{
    int32_t ends = c->frontier.ends, base = c->where[a];
    int32_t over = (c->where[a_end] - base + ends) % ends;
    bool first = (c->where[b] - base + ends) % ends < over;
    bool last = (c->where[b_end] - base + ends) % ends < over;
    return first == last ? 0 : first ? 1 : -1;
}

static bool arcs_cross(const contraction *c, const stack *s, int32_t one, int32_t two)
{
    return crossing_sign(c, s->ends[2 * one], s->ends[2 * one + 1], s->ends[2 * two], s->ends[2 * two + 1]) !=
           0;
}

static void remove_arc(stack *s, int32_t arc)
{
    memmove(s->ends + 2 * arc, s->ends + 2 * arc + 2, (size_t)(2 * (s->arcs - arc - 1)));
    s->arcs--;
}

// A stack in order is a term: the ends that were joined are gone, and the others move up in the list.
static bight_status emit(contraction *c, const stack *s)
{
    uint8_t partner[BI_TERMS_STRANDS] = {0};
    int32_t low = c->joined[0] < c->joined[1] ? c->joined[0] : c->joined[1];
    int32_t high = c->joined[0] + c->joined[1] - low;
    for (int32_t i = 0; i < 2 * s->arcs; i++) {
        int32_t end = s->ends[i], other = s->ends[i ^ 1];
        partner[end - (end > low) - (end > high)] = (uint8_t)(other - (other > low) - (other > high));
    }
    if (bi_watch_stops(c->watch, 100 + 2 * bi_terms_area(&c->now, c->source))) {
        return BIGHT_ERROR_STOPPED;
    }
    return bi_terms_add(&c->next, &c->allocator, partner, &c->now, c->source, s->a + s->z, s->a - s->z,
                        (uint64_t)(int64_t)s->factor);
}

static bight_status work(contraction *c, stack s);

// Exchanges two neighbours in the stack. Of arcs that cross the two smoothings are worked on to their end.
static bight_status exchange(contraction *c, stack *s, int32_t upper)
{
    uint8_t *ends = s->ends + 2 * upper, kept[4];
    bight_status status = BIGHT_OK;
    memcpy(kept, ends, 4);
    if (arcs_cross(c, s, upper, upper + 1)) {
        for (int32_t way = 0; way < 2 && status == BIGHT_OK; way++) {
            stack smoothed = *s;
            const uint8_t mixed[4] = {kept[0], kept[2 + way], kept[1], kept[3 - way]};
            memcpy(smoothed.ends + 2 * upper, mixed, 4);
            smoothed.z++;
            status = work(c, smoothed);
        }
        s->factor = -s->factor;
    }
    memcpy(ends, kept + 2, 2);
    memcpy(ends + 2, kept, 2);
    return status;
}

// An arc between two neighbours on the boundary closes: nothing lies in it.
static bight_status close_loop(contraction *c, stack *s, int32_t arc)
{
    remove_arc(s, arc);
    if (c->frontier.ends == 2) {
        return work(c, *s); // the last one
    }
    bight_status status = BIGHT_OK;
    for (int32_t power = -1; power <= 1 && status == BIGHT_OK; power++) {
        stack part = *s;
        part.a += power;
        part.z -= power != 0;
        part.factor = power != 0 ? s->factor : -s->factor;
        status = work(c, part);
    }
    return status;
}

// Two neighbours in the stack become one arc where the upper one was. Where they cross it has a curl: it runs along the
// upper arc to the joined ends and back along the lower one.
static void join_neighbours(contraction *c, stack *s, int32_t upper)
{
    uint8_t *ends = s->ends + 2 * upper;
    bool first = ends[0] == c->joined[0] || ends[0] == c->joined[1];
    bool second = ends[2] == c->joined[0] || ends[2] == c->joined[1];
    uint8_t from = ends[first ? 1 : 0], over = ends[first ? 0 : 1], under = ends[second ? 2 : 3],
            to = ends[second ? 3 : 2];
    s->a += crossing_sign(c, from, over, under, to);
    ends[0] = from;
    ends[1] = to;
    remove_arc(s, upper + 1);
}

// Joins what is to be joined and puts the stack in order, one exchange at a time.
static bight_status work(contraction *c, stack s)
{
    bight_status status = BIGHT_OK;
    int32_t one = arc_of(&s, c->joined[0]), two = arc_of(&s, c->joined[1]);
    while (status == BIGHT_OK && one >= 0 && one != two && (one - two > 1 || two - one > 1)) {
        // the lower one goes up
        int32_t lower = one > two ? one : two;
        status = exchange(c, &s, lower - 1);
        one -= one == lower;
        two -= two == lower;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    if (one >= 0 && one == two) {
        return close_loop(c, &s, one);
    }
    if (one >= 0) {
        join_neighbours(c, &s, one < two ? one : two);
    }
    for (int32_t i = 0; i + 1 < s.arcs && status == BIGHT_OK;) {
        if (level_of(&s, i) > level_of(&s, i + 1)) {
            status = exchange(c, &s, i);
            i = i > 0 ? i - 1 : 0;
        } else {
            i++;
        }
    }
    return status == BIGHT_OK ? emit(c, &s) : status;
}

// The arc of the diagram between two neighbours on the boundary.
static bight_status join(contraction *c, int32_t dart, int32_t next)
{
    int32_t ends = c->frontier.ends;
    for (int32_t i = 0; i < ends; i++) {
        c->where[i] = bi_frontier_place(&c->frontier, c->list[i]);
        c->joined[0] = c->list[i] == dart ? i : c->joined[0];
        c->joined[1] = c->list[i] == next ? i : c->joined[1];
    }

    bight_status status = BIGHT_OK;
    bi_terms_clear(&c->next, c->now.box);
    for (c->source = 0; c->source < c->now.count && status == BIGHT_OK; c->source++) {
        const uint8_t *partner = c->now.heads[c->source].outs;
        stack s = {.factor = 1};
        for (int32_t i = 0; i < ends; i++) {
            if (i < partner[i]) {
                s.ends[2 * s.arcs] = (uint8_t)i;
                s.ends[2 * s.arcs++ + 1] = partner[i];
            }
        }
        status = work(c, s);
    }

    bi_terms swap = c->now;
    c->now = c->next;
    c->next = swap;
    bi_frontier_remove(&c->frontier, dart);
    bi_frontier_remove(&c->frontier, next);
    int32_t kept = 0;
    for (int32_t i = 0; i < ends; i++) {
        c->list[kept] = c->list[i];
        kept += c->list[i] != dart && c->list[i] != next;
    }
    return status == BIGHT_OK && !bi_terms_measure(&c->now) ? BIGHT_ERROR_TOO_LARGE : status;
}

// Lays a crossing below everything: its over strand, then its under strand, at the bottom of the stack.
static bight_status lay(contraction *c, int32_t at, int32_t first)
{
    int32_t ends = c->frontier.ends;
    if (ends + 4 > BI_TERMS_STRANDS || !bi_frontier_lay(&c->frontier, at, first)) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    const int32_t darts[4] = {4 * at + 1, 4 * at + 3, 4 * at, 4 * at + 2};
    memcpy(c->list + ends, darts, sizeof darts);
    for (int32_t i = 0; i < c->now.count; i++) {
        for (int32_t k = 0; k < 4; k++) {
            c->now.heads[i].outs[ends + k] = (uint8_t)(ends + (k ^ 1));
        }
    }
    bi_terms_rehash(&c->now); // their ends have changed
    return BIGHT_OK;
}

static bight_status contract(contraction *c, int32_t crossings)
{
    bight_status status = BIGHT_OK;
    for (int32_t step = 0; step < crossings && status == BIGHT_OK; step++) {
        int32_t first, dart, next, at = bi_frontier_next(&c->frontier, &first);
        if (at < 0) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        status = lay(c, at, first);
        while (status == BIGHT_OK && bi_frontier_pair(&c->frontier, &dart, &next)) {
            status = join(c, dart, next);
        }
        if (c->frontier.ends > BI_KAUFFMAN_ENDS) {
            status = BIGHT_ERROR_TOO_LARGE;
        }
    }
    return status == BIGHT_OK && c->frontier.ends > 0 ? BIGHT_ERROR_TOO_LARGE : status;
}

void bi_kauffman_init(bi_kauffman *polynomial, const bight_allocator *allocator)
{
    *polynomial = (bi_kauffman){0};
    if (allocator != NULL) {
        polynomial->allocator = *allocator;
    }
}

void bi_kauffman_free(bi_kauffman *p)
{
    bi_free_array(&p->allocator, p->terms, (size_t)p->capacity, sizeof *p->terms);
    bi_watch *watch = p->watch;
    bi_kauffman_init(p, NULL);
    p->watch = watch;
}

// The one term that is left, from sums and differences of powers to powers.
static bight_status take(const bi_terms *from, bi_kauffman *p)
{
    bight_status status = BIGHT_OK;
    const bi_term_head *head = from->heads;
    p->count = 0;
    for (int32_t i = head->powers.i_low; i <= head->powers.i_high && from->count > 0; i++) {
        for (int32_t j = head->powers.j_low; j <= head->powers.j_high && status == BIGHT_OK; j++) {
            int64_t value = (int64_t)from->blocks[(size_t)(i - from->box.i_low) * (size_t)from->width +
                                                  (size_t)(j - from->box.j_low)];
            if (value != 0) {
                status = bi_reserve(&p->allocator, &p->terms, &p->capacity, (int64_t)p->count + 1,
                                    sizeof *p->terms);
            }
            if (value != 0 && status == BIGHT_OK) {
                p->terms[p->count++] = (bi_kauffman_term){i + j + head->odd, i - j, value};
            }
        }
    }
    return status;
}

bight_status bi_kauffman_of(const bi_diagram *diagram, bi_kauffman *polynomial)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    int32_t n = diagram->crossings;
    if (n < 1 || n > BI_KAUFFMAN_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // nothing seen yet: one term, 1; with everything seen there is one again
    contraction c = {.allocator = polynomial->allocator, .watch = polynomial->watch};
    assert(diagram->circles == 0);
    bi_frontier_begin(&c.frontier, diagram);
    bight_status status = bi_terms_begin(&c.now, &c.allocator);
    status = status == BIGHT_OK ? contract(&c, n) : status;
    status = status == BIGHT_OK ? take(&c.now, polynomial) : status;
    bi_terms_free(&c.now, &c.allocator);
    bi_terms_free(&c.next, &c.allocator);
    return status;
}
