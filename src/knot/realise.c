// SPDX-License-Identifier: MIT
// Drawing a sequence of passages in the plane.
//
// Resolve every crossing without going straight on, so that each connected piece becomes one closed curve
// that touches itself at the crossings. If the piece is planar this curve is simple, and every touching is a
// chord inside or outside of it, its two passages running in opposite senses; chords whose ends alternate
// along the curve lie on different sides. So the sides are a two-colouring of the alternation graph, and the
// side says how the four arcs lie around the crossing (after Dehn 1936; Read, Rosenstiehl 1976).

#include "knot/passages.h"
#include "core/assert.h"
#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"

// Half-edge 2 p enters by passage p, 2 p + 1 leaves by it.
typedef struct drawing {
    const int32_t *passages;
    int32_t crossings, count; ///< count: passages
    int32_t *memory;
    int32_t *where;   ///< (2 crossings) the two passages of each crossing
    int32_t *across;  ///< (2 count) the half-edge at the other end of the arc
    int32_t *resolve; ///< (2 count) the half-edge by which the touching curve continues
    int32_t *parent;  ///< (count) union-find over the curves
    int32_t *time;    ///< (2 crossings) when the touching curve meets the crossing
    int32_t *visit;   ///< (count) the half-edge by which it arrives, by time
    int32_t *colour;  ///< (crossings)
    int32_t *queue;   ///< (crossings)
} drawing;

static void pair(int32_t *array, int32_t a, int32_t b)
{
    array[a] = b;
    array[b] = a;
}

static void connect(drawing *d, const int32_t *lengths, int32_t components)
{
    for (int32_t c = 0; c < 2 * d->crossings; c++) {
        d->where[c] = -1;
    }
    for (int32_t p = 0; p < d->count; p++) {
        int32_t *slot = &d->where[2 * (d->passages[p] >> 1)];
        slot[slot[0] < 0 ? 0 : 1] = p;
    }
    for (int32_t k = 0, first = 0; k < components; first += lengths[k], k++) {
        for (int32_t i = 0; i < lengths[k]; i++) {
            pair(d->across, 2 * (first + i) + 1, 2 * (first + (i + 1) % lengths[k]));
        }
    }
}

// Resolves along the directions first; where two curves then meet, the other way joins them.
static void resolve(drawing *d)
{
    for (int32_t c = 0; c < d->crossings; c++) {
        int32_t p = d->where[2 * c], q = d->where[2 * c + 1];
        pair(d->resolve, 2 * p, 2 * q + 1);
        pair(d->resolve, 2 * q, 2 * p + 1);
    }
    // the arc out of passage p stands for the curve through it
    for (int32_t p = 0; p < d->count; p++) {
        d->parent[p] = p;
    }
    for (int32_t p = 0; p < d->count; p++) {
        int32_t before = d->across[2 * p] >> 1, after = d->resolve[2 * p] >> 1;
        d->parent[bi_set_root(d->parent, before)] = bi_set_root(d->parent, after);
    }
    for (int32_t c = 0; c < d->crossings; c++) {
        int32_t p = d->where[2 * c], q = d->where[2 * c + 1];
        int32_t one = bi_set_root(d->parent, p), two = bi_set_root(d->parent, q);
        if (one != two) {
            pair(d->resolve, 2 * p, 2 * q);
            pair(d->resolve, 2 * p + 1, 2 * q + 1);
            d->parent[one] = two;
        }
    }
}

// Walks the touching curves; times run on from one piece to the next, so chords of different pieces never
// alternate.
static void walk(drawing *d)
{
    int32_t now = 0;
    for (int32_t c = 0; c < 2 * d->crossings; c++) {
        d->time[c] = -1;
    }
    for (int32_t start = 0; start < d->crossings; start++) {
        if (d->time[2 * start] >= 0) {
            continue;
        }
        int32_t half = 2 * d->where[2 * start], first = half;
        do {
            int32_t *slot = &d->time[2 * (d->passages[half >> 1] >> 1)];
            slot[slot[0] < 0 ? 0 : 1] = now;
            d->visit[now++] = half;
            half = d->across[d->resolve[half]];
        } while (half != first);
    }
}

static bool alternate(const drawing *d, int32_t a, int32_t b)
{
    const int32_t *s = &d->time[2 * a], *t = &d->time[2 * b];
    return (s[0] < t[0] && t[0] < s[1] && s[1] < t[1]) || (t[0] < s[0] && s[0] < t[1] && t[1] < s[1]);
}

// +1 when the out half of the over passage follows the in half of the under passage counter-clockwise.
static int8_t sign_of(const drawing *d, int32_t crossing)
{
    const int32_t *when = &d->time[2 * crossing];
    int32_t a = d->visit[when[0]], b = d->resolve[a], c = d->visit[when[1]], e = d->resolve[c];
    const int32_t around[4] = {b, c, e, a}; // counter-clockwise when the chord is inside
    int32_t p = d->where[2 * crossing], q = d->where[2 * crossing + 1];
    int32_t under_in = 2 * ((d->passages[p] & 1) == 0 ? p : q),
            over_out = 2 * ((d->passages[p] & 1) ? p : q) + 1;
    for (int32_t i = 0; i < 4; i++) {
        if (around[i] == under_in) {
            bool follows = around[(i + 1) & 3] == over_out;
            return (int8_t)(follows == (d->colour[crossing] == 0) ? 1 : -1);
        }
    }
    return 0;
}

static bight_status colour(drawing *d, int8_t *signs, bi_watch *watch, bight_error *error)
{
    for (int32_t c = 0; c < d->crossings; c++) {
        d->colour[c] = -1;
    }

    for (int32_t p = 0; p < d->count; p++) {
        int32_t root = d->passages[p] >> 1;
        if (d->colour[root] >= 0) {
            continue;
        }

        // chords that alternate lie on different sides: a breadth-first two-colouring of one part
        int32_t read = 0, write = 0;
        d->colour[root] = 0;
        d->queue[write++] = root;
        while (read < write) {
            int32_t c = d->queue[read++];
            if (bi_watch_stops(watch, 5 * (int64_t)d->crossings)) {
                return bi_fail(error, BIGHT_ERROR_STOPPED, 0, "%s", bight_status_text(BIGHT_ERROR_STOPPED));
            }
            for (int32_t other = 0; other < d->crossings; other++) {
                if (other == c || d->colour[other] == 1 - d->colour[c] || !alternate(d, c, other)) {
                    continue;
                }
                if (d->colour[other] == d->colour[c]) {
                    return bi_fail(
                        error, BIGHT_ERROR_INVALID, 0,
                        "no closed curve in the plane meets itself in this order: crossings %d and %d would "
                        "have to lie on the same side and on different ones",
                        (int)c + 1, (int)other + 1);
                }
                d->colour[other] = 1 - d->colour[c];
                d->queue[write++] = other;
            }
        }

        // the part can be turned over: make its first crossing right-handed
        bool turn = sign_of(d, root) < 0;
        for (int32_t i = 0; i < write; i++) {
            int32_t c = d->queue[i];
            d->colour[c] = turn ? 1 - d->colour[c] : d->colour[c];
            signs[c] = sign_of(d, c);
        }
    }
    return BIGHT_OK;
}

bight_status bi_realise(const bight_allocator *allocator, const int32_t *passages, int32_t crossings,
                        const int32_t *lengths, int32_t components, int8_t *signs, bi_watch *watch,
                        bight_error *error)
{
    BI_ASSERT(crossings >= 0 && (crossings == 0 || passages != NULL));
    drawing d = {.passages = passages, .crossings = crossings, .count = 2 * crossings};
    size_t n = (size_t)crossings, total = 18 * n + 1;
    d.memory = bi_new_array(allocator, total, sizeof *d.memory);
    if (d.memory == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to draw a code of %d crossings",
                       (int)crossings);
    }

    d.where = d.memory;
    d.across = d.where + 2 * n;
    d.resolve = d.across + 4 * n;
    d.parent = d.resolve + 4 * n;
    d.time = d.parent + 2 * n;
    d.visit = d.time + 2 * n;
    d.colour = d.visit + 2 * n;
    d.queue = d.colour + n;
    connect(&d, lengths, components);
    resolve(&d);
    walk(&d);

    // both passages of a touching run in opposite senses: straight on from a is c, not the way c leaves
    bight_status status = BIGHT_OK;
    for (int32_t c = 0; c < crossings && status == BIGHT_OK; c++) {
        int32_t a = d.visit[d.time[2 * c]], b = d.visit[d.time[2 * c + 1]];
        if ((a ^ 1) != b) {
            status =
                bi_fail(error, BIGHT_ERROR_INVALID, 0,
                        "no closed curve in the plane meets itself in this order: between its two visits to "
                        "crossing %d it meets an odd number of passages",
                        (int)c + 1);
        }
    }

    if (status == BIGHT_OK) {
        status = colour(&d, signs, watch, error);
    }
    bi_free_array(allocator, d.memory, total, sizeof *d.memory);
    return status;
}
