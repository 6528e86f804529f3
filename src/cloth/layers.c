// SPDX-License-Identifier: MIT

#include "cloth/layers.h"

#include "cloth/crease.h"
#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/near.h"
#include "cloth/separation.h"
#include "cloth/cord.h"
#include "cloth/world.h"
#include "geom/mesh_parts.h"

#include <string.h>

// Thicknesses from one flap to the next: contact pushes them on from there.
#define STRIDE 0.1

// Two triangles in one place; side: 1 when they face the same way, -1 when not.
typedef struct overlap {
    int32_t a, b, side;
} overlap;

// A flap in its stack.
typedef struct flap {
    int32_t first, level, stack; // lowest triangle; how many lie below it in a row; lowest flap of the stack
    int32_t order;               // place in the order of all
    int8_t up;                   // 1 when up is where its faces face, -1, 0: not known yet
    bool body;
} flap;

typedef struct layer_job {
    bight_cloth_world *world;
    double near;       // heights that count as none, metres
    overlap *overlaps; // (count of overlap_capacity)
    int32_t count, overlap_capacity;
    int32_t *flap_of; // (triangle_count)  set of each triangle, then its flap, -1: none
    flap *flaps;      // (flap_count of flap_capacity)
    int32_t *queue;   // (flap_count of queue_capacity)  flaps in their order
    int32_t flap_count, flap_capacity, queue_capacity;
} layer_job;

// ---- two triangles in one place -------------------------------------------------------------------------

static void corners_of(const bight_cloth_world *world, int32_t t, bight_vec3 x[3])
{
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[world->topology.triangles[3 * (size_t)t + (size_t)k]];
    }
}

static bight_vec3 unit_normal(const bight_vec3 x[3])
{
    return v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])), v3(0, 0, 0));
}

static bool lies_in_plane(const bight_vec3 x[3], bight_vec3 n, const bight_vec3 y[3], double near)
{
    return fabs(v3_dot(n, v3_sub(y[0], x[0]))) <= near && fabs(v3_dot(n, v3_sub(y[1], x[0]))) <= near &&
           fabs(v3_dot(n, v3_sub(y[2], x[0]))) <= near;
}

// In one plane: does a side of x keep all of y beyond `gap`?
static bool side_parts(const bight_vec3 x[3], bight_vec3 n, const bight_vec3 y[3], double gap)
{
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 out = v3_unit(v3_cross(v3_sub(x[k == 2 ? 0 : k + 1], x[k]), n), v3(0, 0, 0));
        double least = bi_min(v3_dot(out, v3_sub(y[0], x[k])),
                              bi_min(v3_dot(out, v3_sub(y[1], x[k])), v3_dot(out, v3_sub(y[2], x[k]))));
        if (least > gap) {
            return true;
        }
    }
    return false;
}

// 0 when they are not in one place. Neighbours, which have a vertex in common, must overlap by more than
// that.
static int32_t overlap_of(const layer_job *job, int32_t a, int32_t b, bool neighbours)
{
    bight_vec3 x[3], y[3];
    corners_of(job->world, a, x);
    corners_of(job->world, b, y);
    bight_vec3 n = unit_normal(x), m = unit_normal(y);
    double along = v3_dot(n, m), gap = neighbours ? -1e-3 * job->world->edge_length : job->near;
    bool flat = fabs(along) > 0.5 && (lies_in_plane(x, n, y, job->near) || lies_in_plane(y, m, x, job->near));
    if (!flat || side_parts(x, n, y, gap) || side_parts(y, m, x, gap)) {
        return 0;
    }
    return along > 0.0 ? 1 : -1;
}

static bight_status look_at_pair(layer_job *job, int32_t a, int32_t b, bool neighbours)
{
    bight_cloth_world *world = job->world;
    bool bodies = a >= world->sheets.triangle_count && b >= world->sheets.triangle_count;
    int32_t side = bodies ? 0 : overlap_of(job, a, b, neighbours);
    if (side == 0) {
        return BIGHT_OK;
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &job->overlaps, &job->overlap_capacity,
                                     (int64_t)job->count + 1, sizeof *job->overlaps);
    if (status == BIGHT_OK) {
        job->overlaps[job->count++] = (overlap){a, b, side};
    }
    return status;
}

// Pairs that are near, then those around vertices where the sheet is sharp: it may be folded flat there.
static bight_status find_overlaps(layer_job *job)
{
    const bight_cloth_world *world = job->world;
    const bi_surface *surface = &world->topology.surface;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->near.close_count && status == BIGHT_OK; i++) {
        if (bi_close_level(world->near.close[i]) == 0) {
            status = look_at_pair(job, bi_close_first(world->near.close[i]),
                                  bi_close_second(world->near.close[i]), false);
        }
    }
    for (int32_t v = 0; v < world->vertex_count && status == BIGHT_OK; v++) {
        int32_t end = surface->vertex_first[v + 1];
        for (int32_t c = surface->vertex_first[v];
             c < end && (world->creases.flags[v] & BI_CREASE_SHARP) != 0; c++) {
            for (int32_t d = c + 1; d < end && status == BIGHT_OK; d++) {
                status =
                    look_at_pair(job, surface->vertex_corners[c] / 3, surface->vertex_corners[d] / 3, true);
            }
        }
    }
    return status;
}

// ---- flaps ----------------------------------------------------------------------------------------------

// The triangles of an edge when it has two, both in some flap.
static bool joins(const layer_job *job, int32_t edge, int32_t t[2])
{
    const bi_surface *surface = &job->world->topology.surface;
    if (bi_edge_triangles(surface, edge) != 2) {
        return false;
    }
    t[0] = surface->edge_sides[surface->edge_first[edge]] / 3;
    t[1] = surface->edge_sides[surface->edge_first[edge] + 1] / 3;
    return t[0] != t[1] && job->flap_of[t[0]] >= 0 && job->flap_of[t[1]] >= 0;
}

static bool is_folded_over(const layer_job *job, const int32_t t[2])
{
    bight_vec3 x[3], y[3];
    corners_of(job->world, t[0], x);
    corners_of(job->world, t[1], y);
    return !(v3_dot(unit_normal(x), unit_normal(y)) > 0.0);
}

// Number the pieces in the order of their lowest triangles.
static bight_status find_flaps(layer_job *job)
{
    const bight_cloth_world *world = job->world;
    int32_t *sets = job->flap_of;
    for (int32_t t = 0; t < world->topology.triangle_count; t++) {
        sets[t] = -1;
    }
    for (int32_t i = 0; i < job->count; i++) {
        sets[job->overlaps[i].a] = job->overlaps[i].a;
        sets[job->overlaps[i].b] = job->overlaps[i].b;
    }

    // sets of overlapping triangles, joined across edges where the sheet is not folded over
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        int32_t t[2];
        if (joins(job, e, t) && !is_folded_over(job, t)) {
            bi_set_join(sets, t[0], t[1]);
        }
    }

    // one flap a set
    for (int32_t t = 0; t < world->topology.triangle_count; t++) {
        job->flap_count += sets[t] == t;
    }
    const bight_allocator *allocator = &world->def.env.allocator;
    bight_status status =
        bi_reserve(allocator, &job->flaps, &job->flap_capacity, job->flap_count, sizeof *job->flaps);
    status = status == BIGHT_OK ? bi_reserve(allocator, &job->queue, &job->queue_capacity, job->flap_count,
                                             sizeof *job->queue)
                                : status;

    // roots are the lowest of their sets, so they come first and have their flap by then
    int32_t count = 0;
    for (int32_t t = 0; t < world->topology.triangle_count && status == BIGHT_OK; t++) {
        if (sets[t] == t) {
            job->flaps[count++] = (flap){.first = t, .body = t >= world->sheets.triangle_count};
        }
        sets[t] = sets[t] >= 0 ? bi_set_find(sets, t) : -1;
    }

    // first triangles ascend, so a triangle's flap is found by bisection
    for (int32_t i = 0; i < count; i++) {
        job->queue[i] = job->flaps[i].first;
    }
    for (int32_t t = 0; t < world->topology.triangle_count && status == BIGHT_OK; t++) {
        int32_t low = 0, high = count;
        while (sets[t] >= 0 && low + 1 < high) {
            int32_t middle = low + (high - low) / 2;
            low = job->queue[middle] <= sets[t] ? middle : low;
            high = job->queue[middle] <= sets[t] ? high : middle;
        }
        sets[t] = sets[t] >= 0 ? low : -1;
    }

    return status;
}

// Depth first across the folds. A handful of flaps: each step looks at all folds again.
static void walk(layer_job *job, int32_t from, int32_t *count)
{
    int32_t depth = 0, *path = job->queue; // (flap_count)  flaps above the present one
    path[depth++] = from;
    job->flaps[from].order = (*count)++;
    while (depth > 0 && !bi_watch_ask(&job->world->watch)) {
        int32_t here = path[depth - 1], next = -1;
        for (int32_t e = 0; e < job->world->topology.surface.edge_count; e++) {
            int32_t t[2];
            if (!joins(job, e, t)) {
                continue;
            }
            int32_t f = job->flap_of[t[0]], g = job->flap_of[t[1]];
            int32_t other = f == here ? g : g == here ? f : -1;
            if (other >= 0 && job->flaps[other].order < 0 && (next < 0 || other < next)) {
                next = other;
            }
        }
        if (next >= 0) {
            job->flaps[next].order = (*count)++;
            path[depth++] = next;
        } else {
            depth--;
        }
    }
}

static void order_flaps(layer_job *job)
{
    int32_t count = 0;
    for (int32_t i = 0; i < job->flap_count; i++) {
        job->flaps[i].order = -1;
        job->flaps[i].stack = i;
    }
    // obstacles first
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < job->flap_count; i++) {
            if (job->flaps[i].body == (pass == 0) && job->flaps[i].order < 0) {
                walk(job, i, &count);
            }
        }
    }
    for (int32_t i = 0; i < job->flap_count; i++) {
        job->queue[job->flaps[i].order] = i;
    }
}

// ---- stacks ---------------------------------------------------------------------------------------------

// Which way is up, from the first flap of each stack on; and how high each lies: above all before it that it
// overlaps. Both visit the overlaps until nothing changes, at most once for each flap.
static void stack_up(layer_job *job)
{
    flap *flaps = job->flaps;

    // up of a flap = up of the one it overlaps, turned round where they face each other
    for (int32_t n = 0; n < job->flap_count; n++) {
        flap *first = &flaps[job->queue[n]];
        bool changed = first->up == 0;
        first->stack = changed ? n : first->stack;
        first->up = changed ? 1 : first->up;
        while (changed && !bi_watch_ask(&job->world->watch)) {
            changed = false;
            for (int32_t i = 0; i < job->count; i++) {
                const overlap *o = &job->overlaps[i];
                flap *a = &flaps[job->flap_of[o->a]], *b = &flaps[job->flap_of[o->b]];
                if ((a->up == 0) != (b->up == 0)) {
                    flap *known = a->up != 0 ? a : b, *other = a->up != 0 ? b : a;
                    other->up = (int8_t)(known->up * o->side);
                    other->stack = known->stack;
                    changed = true;
                }
            }
        }
    }

    // level = 1 + the greatest level of earlier flaps that it overlaps
    bool changed = true;
    for (int32_t round = 0; round < job->flap_count && changed && !bi_watch_ask(&job->world->watch);
         round++) {
        changed = false;
        for (int32_t i = 0; i < job->count; i++) {
            flap *a = &flaps[job->flap_of[job->overlaps[i].a]], *b = &flaps[job->flap_of[job->overlaps[i].b]];
            flap *low = a->order < b->order ? a : b, *high = a->order < b->order ? b : a;
            if (low != high && high->level <= low->level) {
                high->level = low->level + 1;
                changed = true;
            }
        }
    }
}

// What a level of a stack means as a height, in strides: its middle stays, or its obstacle does.
static double height_of(const layer_job *job, const flap *of)
{
    int32_t most = 0;
    bool body = false;
    for (int32_t i = 0; i < job->flap_count; i++) {
        const flap *other = &job->flaps[i];
        if (other->stack == of->stack) {
            most = other->level > most ? other->level : most;
            body = body || other->body;
        }
    }
    return body ? of->level : of->level - 0.5 * most;
}

// ---- moving ---------------------------------------------------------------------------------------------

// How a vertex moves: along the mean of its flaps' ups by the middle of their heights, and out of a fold
// that spans others.
static bight_vec3 way_of(const layer_job *job, const double *heights, int32_t vertex)
{
    const bight_cloth_world *world = job->world;
    const bi_surface *surface = &world->topology.surface;
    bight_vec3 up = v3(0, 0, 0), inward = v3(0, 0, 0);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t c = surface->vertex_first[vertex]; c < surface->vertex_first[vertex + 1]; c++) {
        int32_t t = surface->vertex_corners[c] / 3, f = job->flap_of[t];
        if (f < 0) {
            continue;
        }
        bight_vec3 x[3];
        corners_of(world, t, x);
        up = v3_madd(up, (double)job->flaps[f].up, unit_normal(x));
        bight_vec3 middle = v3_mul(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2])));
        inward = v3_add(inward, v3_sub(middle, world->at[vertex]));
        low = bi_min(low, heights[f]);
        high = bi_max(high, heights[f]);
    }
    if (!(low <= high)) {
        return v3(0, 0, 0);
    }
    double stride = STRIDE * world->thickness, span = 0.5 * bi_max(high - low - 1.0, 0.0);
    bight_vec3 way = v3_mul(0.5 * (low + high) * stride, v3_unit(up, v3(0, 0, 0)));
    return v3_madd(way, -span * stride, v3_unit(inward, v3(0, 0, 0)));
}

static bight_status move_apart(layer_job *job, bight_cloth_report *report)
{
    bight_cloth_world *world = job->world;
    double *heights = bi_new_array(&world->def.env.allocator, (size_t)job->flap_count, sizeof *heights);
    bight_vec3 *ways = bi_new_array(&world->def.env.allocator, (size_t)world->vertex_count, sizeof *ways);
    bight_status status = heights != NULL && ways != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;

    // a motion from `start` to `at`, as in a step, so that the step filter can prove it
    memcpy(world->before, world->at, (size_t)world->vertex_count * sizeof *world->at);
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    status = status == BIGHT_OK ? bi_cords_begin(world) : status;
    if (status == BIGHT_OK) {
        for (int32_t i = 0; i < job->flap_count; i++) {
            heights[i] = height_of(job, &job->flaps[i]);
        }
        for (int32_t i = 0; i < world->vertex_count; i++) {
            bool free = (world->flags[i] & BI_FIXED) == 0 && world->welds.into[i] == i;
            ways[i] = free ? way_of(job, heights, i) : v3(0, 0, 0);
        }

        // only now: all ways follow from the places before
        for (int32_t i = 0; i < world->vertex_count; i++) {
            world->at[i] = v3_add(world->at[i], ways[i]);
        }
        for (int32_t i = 0; i < world->obstacles.count; i++) {
            world->obstacles.items[i].start = world->obstacles.items[i].pose;
        }

        // what would leave its room near a cord or meet something else is shortened
        bi_cords_hold(world);
        bight_cloth_report unused = {0};
        int32_t rounds = 0;
        status = bi_step_filter(world, &unused, &rounds);
    }

    // a failure moves nothing
    if (status != BIGHT_OK) {
        memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    }
    for (int32_t i = 0; i < world->vertex_count && status == BIGHT_OK; i++) {
        report->parted += v3_distance(world->at[i], world->start[i]) > 0.0;
    }
    bi_free_array(&world->def.env.allocator, heights, (size_t)job->flap_count, sizeof *heights);
    bi_free_array(&world->def.env.allocator, ways, (size_t)world->vertex_count, sizeof *ways);
    return status;
}

static bight_status part(layer_job *job, bight_cloth_report *report)
{
    bight_cloth_world *world = job->world;
    bight_status status = find_overlaps(job);
    if (status != BIGHT_OK || job->count == 0) {
        return status;
    }
    job->flap_of =
        bi_new_array(&world->def.env.allocator, (size_t)world->topology.triangle_count, sizeof(int32_t));
    status = job->flap_of != NULL ? find_flaps(job) : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        order_flaps(job);
        if (world->watch.stopped) {
            return BIGHT_ERROR_STOPPED;
        }
        stack_up(job);
        status = world->watch.stopped ? BIGHT_ERROR_STOPPED : move_apart(job, report);
    }
    // welded vertices follow, and pairs are listed again
    world->near.listed = world->tangle.known = false;
    return status;
}

bight_status bi_layers_part(bight_cloth_world *world, bight_cloth_report *report)
{
    BI_ASSERT(world->topology.built && report != NULL);
    if (world->layers.parted) {
        return BIGHT_OK;
    }
    // vertices were put elsewhere since crossings were found, and the lists do not tell
    world->tangle.known = false;
    bight_status status = bi_near_update(world, &report->listings);
    layer_job job = {.world = world, .near = 0.5 * BI_FILTER_FLOOR * world->thickness};
    if (status == BIGHT_OK) {
        status = part(&job, report);
    }
    const bight_allocator *allocator = &world->def.env.allocator;
    if (job.overlap_capacity > 0) {
        bi_free_array(allocator, job.overlaps, (size_t)job.overlap_capacity, sizeof *job.overlaps);
    }
    if (job.flap_capacity > 0) {
        bi_free_array(allocator, job.flaps, (size_t)job.flap_capacity, sizeof *job.flaps);
    }
    if (job.queue_capacity > 0) {
        bi_free_array(allocator, job.queue, (size_t)job.queue_capacity, sizeof *job.queue);
    }
    bi_free_array(allocator, job.flap_of, (size_t)world->topology.triangle_count, sizeof *job.flap_of);
    world->layers.parted = status == BIGHT_OK;
    return status;
}

// ---- saying so ------------------------------------------------------------------------------------------

static void note(bight_cloth_report *report, bight_vec3 place, double distance)
{
    if (report->layers++ == 0 || distance < report->layer_distance) {
        report->layer_place = place;
        report->layer_distance = distance;
    }
}

void bi_layers_count(const bight_cloth_world *world, bight_cloth_report *report)
{
    report->layers = 0;
    report->layer_place = v3(0, 0, 0);
    report->layer_distance = 0.0;
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        if (contact->kind == BI_ROW_VF && (double)contact->distance < BI_LAYERS_NEAR * (double)contact->gap) {
            note(report, world->at[contact->v[0]], bi_max((double)contact->distance, 0.0));
        }
    }
    // what crosses already is reported as that
    for (int32_t i = 0; i < world->near.close_count && world->tangle.pierced.count == 0; i++) {
        if (world->filter.verdicts[i] == BI_FILTER_TOUCHING) {
            bight_vec3 x[3];
            corners_of(world, bi_close_first(world->near.close[i]), x);
            note(report, v3_mul(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2]))), 0.0);
        }
    }
}
