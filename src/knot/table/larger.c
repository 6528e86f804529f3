// SPDX-License-Identifier: MIT

#include "knot/table/larger.h"
#include "core/assert.h"
#include "core/memory.h"

void bi_larger_init(bi_larger *larger, const bight_allocator *allocator, bi_watch *watch)
{
    *larger = (bi_larger){0};
    bi_orbit_init(&larger->orbit, allocator);
    bi_move_scratch_init(&larger->down, allocator);
    larger->orbit.watch = watch;
}

void bi_larger_free(bi_larger *larger)
{
    bi_free_array(&larger->orbit.allocator, larger->owner, (size_t)larger->owner_capacity,
                  sizeof *larger->owner);
    bi_orbit_free(&larger->orbit);
    bi_move_scratch_free(&larger->down);
}

typedef struct walk {
    bi_larger *larger;
    const bi_larger_visitor *visitor;
    int32_t owner; // of the diagram that is looked at
    int32_t most;
    bight_status status;
} walk;

// A larger diagram is kept for later, unless it is known; one that another start has led to, or its mirror image, joins them.
// Equal codes are equal diagrams when they are prime.
static bight_status keep(walk *w, const bi_diagram *diagram)
{
    bi_larger *larger = w->larger;
    bi_orbit *orbit = &larger->orbit;
    bi_code code;
    int32_t hands = bi_code_of(diagram, &code), both = BI_HAND_RIGHT | BI_HAND_LEFT;
    bi_orbit_key key = bi_orbit_key_of(&code);
    int32_t here = bi_orbit_find(orbit, &key, hands);
    int32_t mirror = hands == both ? here : bi_orbit_find(orbit, &key, both - hands);
    for (int32_t side = 0; side < 2; side++) {
        int32_t met = side == 0 ? here : mirror;
        if (met >= 0 && larger->owner[met] != w->owner && bi_orbit_is_prime(diagram)) {
            w->visitor->same(w->visitor->user, w->owner, larger->owner[met], side == 1);
        }
    }
    if (here >= 0 || orbit->count >= w->most) {
        return BIGHT_OK;
    }
    bight_status status = bi_reserve(&orbit->allocator, &larger->owner, &larger->owner_capacity,
                                     (int64_t)orbit->count + 1, sizeof *larger->owner);
    if (status == BIGHT_OK) {
        larger->owner[orbit->count] = w->owner;
        status = bi_orbit_put(orbit, &key, hands, diagram);
    }
    return status;
}

static bool meet(void *user, bi_diagram *diagram)
{
    walk *w = user;
    bi_larger *larger = w->larger;
    if (bi_watch_stops(larger->orbit.watch, 3000)) {
        w->status = BIGHT_ERROR_STOPPED;
        return false;
    }
    if (diagram->crossings == larger->crossings + 2) {
        w->status = keep(w, diagram);
        return w->status == BIGHT_OK;
    }

    // a copy, as the diagram belongs to the moves
    w->status = bi_diagram_copy(&larger->orbit.smaller, diagram);
    if (w->status != BIGHT_OK) {
        return false;
    }
    bi_pass_all(&larger->orbit.smaller, &larger->down);
    if (larger->orbit.smaller.crossings <= larger->crossings) {
        w->visitor->down(w->visitor->user, w->owner, &larger->orbit.smaller);
    }
    return w->visitor->asks(w->visitor->user, w->owner);
}

// Every second Reidemeister move: two arcs of a face, either of them over.
static void fingers(walk *w, const bi_diagram *start)
{
    bi_diagram *fingered = &w->larger->orbit.diagram;
    for (int32_t a = 0; a < 4 * start->crossings; a++) {
        for (int32_t b = bi_next_in_face(start, a); b != a; b = bi_next_in_face(start, b)) {
            for (int32_t over = 0; over < 2 && b > a && b != start->mate[a] && w->status == BIGHT_OK;
                 over++) {
                w->status = bi_diagram_copy(fingered, start);
                if (w->status == BIGHT_OK) {
                    bi_finger(fingered, a, b, over == 1);
                    meet(w, fingered);
                }
            }
        }
    }
}

static void start_all(walk *w, const bi_code *starts, const int32_t *owners, int32_t count)
{
    bi_diagram start;
    bi_diagram_init(&start, &w->larger->orbit.allocator);
    for (int32_t i = 0; i < count && w->status == BIGHT_OK; i++) {
        w->status = bi_code_diagram(&start, &starts[i], 1);
        w->owner = owners[i];
        if (w->status == BIGHT_OK) {
            fingers(w, &start);
        }
    }
    bi_diagram_free(&start);
}

bight_status bi_larger_walk(bi_larger *larger, const bi_code *starts, const int32_t *owners, int32_t count,
                            int32_t most, const bi_larger_visitor *visitor)
{
    int32_t n = starts[0].crossings;
    BI_ASSERT(n >= 3 && n <= BI_LARGER_CROSSINGS);
    bi_orbit *orbit = &larger->orbit;
    walk w = {larger, visitor, 0, most, BIGHT_OK};
    w.status = bi_neighbour_scratch_reserve(&orbit->scratch, n + 2);
    w.status = w.status == BIGHT_OK ? bi_diagram_reserve(&orbit->diagram, n + 2) : w.status;
    w.status = w.status == BIGHT_OK ? bi_move_scratch_reserve(&larger->down, n + 2) : w.status;
    larger->crossings = n;
    bi_orbit_clear(orbit);
    if (w.status == BIGHT_OK) {
        start_all(&w, starts, owners, count);
    }
    for (int32_t i = 0; i < orbit->count && w.status == BIGHT_OK; i++) {
        w.owner = larger->owner[i];
        if (visitor->asks(visitor->user, w.owner)) {
            bi_orbit_take(orbit, i, n + 2, &orbit->diagram);
            bool more = bi_flypes(&orbit->diagram, &orbit->scratch, meet, &w) &&
                        bi_passes(&orbit->diagram, &orbit->scratch, meet, &w);
            (void)more; // the status tells a failure from a lack of interest
        }
    }
    return w.status;
}
