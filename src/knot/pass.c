// SPDX-License-Identifier: MIT
// Pass moves: lift a run that is over (or under) at all its crossings, and lay it elsewhere.
//
// With the run gone its two ends hang in two faces of the rest. A path from the one face to the other
// that crosses j arcs gives a diagram of the same link with j crossings in place of the run's k. The
// shortest path is found by breadth-first search in the dual graph.

#include "knot/pass_run.h"

#include "core/assert.h"

#include <limits.h>

static void set_mates(bi_diagram *diagram, int32_t a, int32_t b)
{
    diagram->mate[a] = b;
    diagram->mate[b] = a;
}

static int32_t next_stamp(bi_move_scratch *scratch)
{
    if (scratch->stamp == INT32_MAX) {
        for (int32_t i = 0; i < scratch->capacity; i++) {
            scratch->mark[i] = scratch->member[i] = scratch->numbered[i] = scratch->reached[i] = 0;
        }
        scratch->stamp = scratch->numbering = 1;
        scratch->faces = 0;
    }
    return ++scratch->stamp;
}

bi_pass_run bi_take_run(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t tail, int32_t longest)
{
    BI_ASSERT(tail >= 0 && tail < 4 * diagram->crossings && longest >= 0);
    int32_t dart = diagram->mate[tail];
    bi_pass_run s = {tail, -1, 0, bi_is_over(dart)};
    while (bi_is_over(dart) == s.over && s.length < longest) {
        scratch->run[s.length++] = bi_crossing(dart);
        dart = diagram->mate[bi_opposite(dart)];
        if (dart == diagram->mate[tail]) {
            s.length = 0;
            break;
        }
    }
    s.head = dart;
    return s;
}

// Faces of a map from which a run was lifted: beyond the last crossing lie its two loose ends.
int32_t bi_next_with_ends(const bi_diagram *diagram, int32_t dart)
{
    int32_t other = diagram->mate[dart];
    return other >= 4 * diagram->crossings ? other : bi_turn(other, 3);
}

static void number_faces(const bi_diagram *diagram, bi_move_scratch *scratch)
{
    int32_t faces = 0, darts = 4 * diagram->crossings + 2;
    for (int32_t dart = 0; dart < darts; dart++) {
        scratch->face[dart] = -1;
    }
    for (int32_t dart = 0; dart < darts; dart++) {
        bool dead = dart < darts - 2 && diagram->sign[dart >> 2] == 0;
        if (dead || scratch->face[dart] >= 0) {
            continue;
        }
        scratch->first[faces] = dart;
        for (int32_t d = dart; scratch->face[d] < 0; d = bi_next_with_ends(diagram, d)) {
            scratch->face[d] = faces;
        }
        faces++;
    }
    for (int32_t f = 0; f < faces; f++) {
        scratch->distance[f] = -1;
    }
}

// From here on faces are numbered again.
static void forget_faces(bi_move_scratch *scratch)
{
    scratch->numbering = next_stamp(scratch);
    scratch->faces = 0;
}

// The face to the left of a dart, numbered when it is first asked for: a pass looks at few of the faces of a large diagram.
// scratch->first is its least dart; its distance is set when it is asked for with a new stamp.
static int32_t face_of(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t dart, int32_t distance)
{
    if (scratch->numbered[dart] != scratch->numbering) {
        int32_t face = scratch->faces++, d = dart, least = dart;
        do {
            scratch->face[d] = face;
            scratch->numbered[d] = scratch->numbering;
            least = d < least ? d : least;
            d = bi_next_with_ends(diagram, d);
        } while (d != dart);
        scratch->first[face] = least;
        scratch->reached[face] = 0;
    }
    int32_t face = scratch->face[dart];
    if (scratch->reached[face] != scratch->stamp) {
        scratch->reached[face] = scratch->stamp;
        scratch->distance[face] = distance;
    }
    return face;
}

// Breadth-first from face to face; scratch->via remembers the dart crossed. With random, the sides of a face
// are tried from a random one on, so that ties fall differently each time.
static void search_path(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t from, int32_t to,
                        bi_random *random)
{
    int32_t read = 0, write = 0;
    scratch->distance[from] = 0;
    scratch->queue[write++] = from;
    while (read < write && scratch->distance[to] < 0) {
        int32_t face = scratch->queue[read++], start = scratch->first[face];
        for (int32_t skip = random != NULL ? bi_random_below(random, 8) : 0; skip > 0; skip--) {
            start = bi_next_with_ends(diagram, start);
        }
        int32_t dart = start;
        do {
            int32_t next = face_of(diagram, scratch, diagram->mate[dart], -1);
            if (scratch->distance[next] < 0) {
                scratch->distance[next] = scratch->distance[face] + 1;
                scratch->via[next] = dart;
                scratch->queue[write++] = next;
            }
            dart = bi_next_with_ends(diagram, dart);
        } while (dart != start);
    }
}

void bi_insert_crossing(bi_diagram *diagram, int32_t crossing, int32_t dart, bool over)
{
    BI_ASSERT(crossing >= 0 && dart >= 0);
    int32_t far = diagram->mate[dart];
    bool along = bi_is_out(diagram, dart);
    if (over) {
        diagram->sign[crossing] = along ? 1 : -1;
        set_mates(diagram, 4 * crossing + (along ? 0 : 2), dart);
        set_mates(diagram, 4 * crossing + (along ? 2 : 0), far);
    } else {
        diagram->sign[crossing] = along ? -1 : 1;
        set_mates(diagram, 4 * crossing + 1, dart);
        set_mates(diagram, 4 * crossing + 3, far);
    }
}

static bool lift(bi_diagram *diagram, const bi_move_scratch *scratch, bi_pass_run s)
{
    int32_t start = 4 * diagram->crossings, end = start + 1;

    // the run itself becomes an arc of its own that ends at nothing
    int32_t first = diagram->mate[s.tail], last = diagram->mate[s.head];
    set_mates(diagram, s.tail, start);
    set_mates(diagram, s.head, end);
    set_mates(diagram, first, last);
    for (int32_t i = 0; i < s.length; i++) {
        bi_diagram_erase(diagram, scratch->run[i]);
    }
    // erasing it closed it into one circle, which is not a component
    diagram->circles--;
    if (diagram->mate[start] == end) {
        diagram->circles++;
        return false;
    }
    return true;
}

bool bi_lift_run(bi_diagram *diagram, bi_move_scratch *scratch, bi_pass_run s)
{
    bool lifted = lift(diagram, scratch, s);
    if (lifted) {
        number_faces(diagram, scratch);
    }
    return lifted;
}

void bi_lay_run(bi_diagram *diagram, const bi_move_scratch *scratch, bi_pass_run s, int32_t length)
{
    BI_ASSERT(length >= 0 && s.tail >= 0);
    int32_t start = 4 * diagram->crossings, end = start + 1;
    int32_t loose = diagram->mate[start], head = diagram->mate[end];
    int32_t owner = diagram->owned ? diagram->owner[bi_strand(s.tail)] : 0;
    for (int32_t i = 0; i < length; i++) {
        int32_t crossing = scratch->run[i];
        if (diagram->owned) {
            // a loose end is the run's own
            int32_t crossed = scratch->path[i] < start ? diagram->owner[bi_strand(scratch->path[i])] : owner;
            diagram->owner[2 * crossing + (s.over ? 1 : 0)] = owner;
            diagram->owner[2 * crossing + (s.over ? 0 : 1)] = crossed;
        }
        bi_insert_crossing(diagram, crossing, scratch->path[i], s.over);
        int32_t entry = bi_entry(crossing, s.over, diagram->sign[crossing]);
        set_mates(diagram, loose, entry);
        loose = bi_opposite(entry);
    }
    set_mates(diagram, loose, head);
}

// Lifts the run and lays it along a shortest path. The new crossings take the places of the old ones,
// of which there are at least as many: the old way is still open.
static void relay(bi_diagram *diagram, bi_move_scratch *scratch, bi_pass_run s, bi_random *random)
{
    int32_t start = 4 * diagram->crossings;
    if (!lift(diagram, scratch, s)) {
        return;
    }
    forget_faces(scratch);
    int32_t from = face_of(diagram, scratch, start, -1), to = face_of(diagram, scratch, start + 1, -1);
    search_path(diagram, scratch, from, to, random);
    int32_t length = scratch->distance[to];
    for (int32_t face = to, i = length - 1; i >= 0; i--) {
        scratch->path[i] = scratch->via[face];
        face = scratch->face[scratch->via[face]];
    }
    bi_lay_run(diagram, scratch, s, length);
}

static void mark_arc(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t dart)
{
    scratch->mark[dart] = scratch->mark[diagram->mate[dart]] = scratch->stamp;
}

// Marks what disappears with the run: its arcs and, where it passes over the run's own tail or head,
// the arcs beyond.
static void mark_run(const bi_diagram *diagram, bi_move_scratch *scratch, bi_pass_run s)
{
    next_stamp(scratch);
    for (int32_t i = 0; i < s.length; i++) {
        scratch->member[scratch->run[i]] = scratch->stamp;
        int32_t dart = 4 * scratch->run[i] + (s.over ? 1 : 0);
        mark_arc(diagram, scratch, dart);
        mark_arc(diagram, scratch, bi_opposite(dart));
    }
    int32_t dart = s.tail;
    for (int32_t i = 0; i < s.length && scratch->member[bi_crossing(dart)] == scratch->stamp; i++) {
        mark_arc(diagram, scratch, bi_opposite(dart));
        dart = diagram->mate[bi_opposite(dart)];
    }
    dart = s.head;
    for (int32_t i = 0; i < s.length && scratch->member[bi_crossing(dart)] == scratch->stamp; i++) {
        mark_arc(diagram, scratch, bi_opposite(dart));
        dart = diagram->mate[bi_opposite(dart)];
    }
}

// Is there a path of fewer than s.length crossings? Asked of the diagram as it is, whose marked arcs cost
// nothing to cross.
static bool is_shorter(const bi_diagram *diagram, bi_move_scratch *scratch, bi_pass_run s)
{
    mark_run(diagram, scratch, s);

    // by layers of equal distance: an arc that disappears costs 0, any other 1
    int32_t to = face_of(diagram, scratch, s.head, INT_MAX),
            from = face_of(diagram, scratch, s.tail, INT_MAX);
    int32_t *layer = scratch->queue, *next_layer = scratch->via, now = 0;
    scratch->distance[from] = 0;
    layer[now++] = from;
    for (int32_t distance = 0; distance < s.length && now > 0; distance++) {
        int32_t next = 0;
        while (now > 0) {
            int32_t face = layer[--now], start = scratch->first[face], dart = start;
            if (face == to) {
                return true;
            }
            if (scratch->distance[face] < distance) {
                continue;
            }

            // the face beyond each side is at distance + cost or less
            do {
                int32_t other = face_of(diagram, scratch, diagram->mate[dart], INT_MAX);
                int32_t cost = scratch->mark[dart] == scratch->stamp ? 0 : 1;
                if (distance + cost < scratch->distance[other]) {
                    scratch->distance[other] = distance + cost;
                    if (cost == 0) {
                        layer[now++] = other;
                    } else {
                        next_layer[next++] = other;
                    }
                }
                dart = bi_next_in_face(diagram, dart);
            } while (dart != start);
        }

        // the faces one crossing further become the layer
        int32_t *swap = layer;
        layer = next_layer;
        next_layer = swap;
        now = next;
    }
    return false;
}

// Tries the runs from dart *cursor on, once around, and lays the first that can be shortened.
static void pass_once(bi_diagram *diagram, bi_move_scratch *scratch, int32_t *cursor)
{
    int32_t darts = 4 * diagram->crossings;
    forget_faces(scratch);
    for (int32_t i = 0; i < darts; i++) {
        int32_t tail = (*cursor + i) % darts;
        if (!bi_is_out(diagram, tail) || bi_is_over(tail) == bi_is_over(diagram->mate[tail])) {
            continue;
        }
        bi_pass_run s = bi_take_run(diagram, scratch, tail, diagram->crossings);
        bool shorter = is_shorter(diagram, scratch, s);
        if (bi_watch_stops(scratch->watch, 20 + 10 * (int64_t)s.length)) {
            return;
        }
        if (shorter) {
            relay(diagram, scratch, s, NULL);
            *cursor = tail;
            return;
        }
    }
}

void bi_pass_all(bi_diagram *diagram, bi_move_scratch *scratch)
{
    bi_reduce(diagram, scratch->watch);
    int32_t before = diagram->crossings + 1, cursor = 0;
    while (diagram->crossings < before && diagram->crossings > 0 &&
           !bi_watch_stops(scratch->watch, 20 * (int64_t)diagram->crossings)) {
        before = diagram->crossings;
        pass_once(diagram, scratch, &cursor);
        bi_reduce(diagram, scratch->watch);
    }
}

void bi_shuffle(bi_diagram *diagram, bi_move_scratch *scratch, bi_random *random)
{
    if (diagram->crossings == 0) {
        return;
    }
    int32_t tail = bi_random_below(random, 4 * diagram->crossings);
    tail = bi_is_out(diagram, tail) ? tail : bi_opposite(tail);
    bi_pass_run s = bi_take_run(diagram, scratch, tail, 1 + bi_random_below(random, 4));
    if (s.length > 0) {
        relay(diagram, scratch, s, random);
    }
    bi_diagram_compact(diagram);
}
