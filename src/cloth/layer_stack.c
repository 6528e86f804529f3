// SPDX-License-Identifier: MIT

#include "cloth/layer_stack.h"

#include "cloth/crease.h"
#include "cloth/near_gap.h"
#include "geom/mesh_parts.h"

// ---- two triangles in one place -------------------------------------------------------------------------

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
static int32_t overlap_of(const bi_layer_job *job, int32_t a, int32_t b, bool neighbours)
{
    bight_vec3 x[3], y[3];
    bi_layer_corners(job->world, a, x);
    bi_layer_corners(job->world, b, y);
    bight_vec3 n = bi_layer_normal(x), m = bi_layer_normal(y);
    double along = v3_dot(n, m), gap = neighbours ? -1e-3 * job->world->edge_length : job->near;
    bool flat = fabs(along) > 0.5 && (lies_in_plane(x, n, y, job->near) || lies_in_plane(y, m, x, job->near));
    if (!flat || side_parts(x, n, y, gap) || side_parts(y, m, x, gap)) {
        return 0;
    }
    return along > 0.0 ? 1 : -1;
}

static bight_status look_at_pair(bi_layer_job *job, int32_t a, int32_t b, bool neighbours)
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
        job->overlaps[job->count++] = (bi_layer_overlap){a, b, side};
    }
    return status;
}

// Pairs that are near, then those around vertices where the sheet is sharp: it may be folded flat there.
bight_status bi_layer_find_overlaps(bi_layer_job *job)
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
static bool joins(const bi_layer_job *job, int32_t edge, int32_t t[2])
{
    const bi_surface *surface = &job->world->topology.surface;
    if (bi_edge_triangles(surface, edge) != 2) {
        return false;
    }
    t[0] = surface->edge_sides[surface->edge_first[edge]] / 3;
    t[1] = surface->edge_sides[surface->edge_first[edge] + 1] / 3;
    return t[0] != t[1] && job->flap_of[t[0]] >= 0 && job->flap_of[t[1]] >= 0;
}

static bool is_folded_over(const bi_layer_job *job, const int32_t t[2])
{
    bight_vec3 x[3], y[3];
    bi_layer_corners(job->world, t[0], x);
    bi_layer_corners(job->world, t[1], y);
    return !(v3_dot(bi_layer_normal(x), bi_layer_normal(y)) > 0.0);
}

// Number the pieces in the order of their lowest triangles.
bight_status bi_layer_find_flaps(bi_layer_job *job)
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
            job->flaps[count++] = (bi_flap){.first = t, .body = t >= world->sheets.triangle_count};
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
static void walk(bi_layer_job *job, int32_t from, int32_t *count)
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

void bi_layer_order_flaps(bi_layer_job *job)
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
void bi_layer_stack_up(bi_layer_job *job)
{
    bi_flap *flaps = job->flaps;

    // up of a flap = up of the one it overlaps, turned round where they face each other
    for (int32_t n = 0; n < job->flap_count; n++) {
        bi_flap *first = &flaps[job->queue[n]];
        bool changed = first->up == 0;
        first->stack = changed ? n : first->stack;
        first->up = changed ? 1 : first->up;
        while (changed && !bi_watch_ask(&job->world->watch)) {
            changed = false;
            for (int32_t i = 0; i < job->count; i++) {
                const bi_layer_overlap *o = &job->overlaps[i];
                bi_flap *a = &flaps[job->flap_of[o->a]], *b = &flaps[job->flap_of[o->b]];
                if ((a->up == 0) != (b->up == 0)) {
                    bi_flap *known = a->up != 0 ? a : b, *other = a->up != 0 ? b : a;
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
            bi_flap *a = &flaps[job->flap_of[job->overlaps[i].a]],
                    *b = &flaps[job->flap_of[job->overlaps[i].b]];
            bi_flap *low = a->order < b->order ? a : b, *high = a->order < b->order ? b : a;
            if (low != high && high->level <= low->level) {
                high->level = low->level + 1;
                changed = true;
            }
        }
    }
}

// What a level of a stack means as a height, in strides: its middle stays, or its obstacle does.
double bi_layer_height(const bi_layer_job *job, const bi_flap *of)
{
    int32_t most = 0;
    bool body = false;
    for (int32_t i = 0; i < job->flap_count; i++) {
        const bi_flap *other = &job->flaps[i];
        if (other->stack == of->stack) {
            most = other->level > most ? other->level : most;
            body = body || other->body;
        }
    }
    return body ? of->level : of->level - 0.5 * most;
}
