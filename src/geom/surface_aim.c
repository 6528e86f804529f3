// SPDX-License-Identifier: MIT
// A straight way from one point to another that sets out in about a given direction: the straightest ways are turned until one
// meets the goal, on which side of it they pass says which way to turn. Beyond what a vertex focuses some places are met by none:
// there the last quarter is the shortest way from where it begins, which bends it a little.

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/surface_path.h"

#include <string.h>

#define STEPS 720   // of half a turn to each side, in which a change of sides is looked for
#define HALVINGS 60 // of a step
#define MET 1e-9    // of the longest way: as near as that is there
#define BENT 2e-3   // and within this it is bent to get there
#define TAIL 0.75   // of the way, from where it is
#define AWAY 0.02   // of the longest way, at its start: passing there is not arriving

typedef struct aiming {
    const bight_allocator *allocator;
    const bi_surface *surface;
    const bight_vec3 *x;
    bi_surface_point from;
    bight_vec3 goal, normal, ahead, left; // normal at the goal; ahead and left at the start
    double longest;
    bi_surface_path *path;
    bight_status status;
    int32_t piece; // of the last trace, on which it passes nearest
    double bend;   // turns
} aiming;

static bight_vec3 normal_of(const aiming *a, int32_t triangle)
{
    const int32_t *v = a->surface->triangles + 3 * (size_t)triangle;
    return v3_unit(v3_cross(v3_sub(a->x[v[1]], a->x[v[0]]), v3_sub(a->x[v[2]], a->x[v[0]])), v3(0, 0, 0));
}

// How far to the left of it the goal lies where the way passes nearest to it; HUGE_VAL where there is no way.
static double miss(aiming *a, double turn)
{
    bi_turn t = bi_turn_of(turn);
    bight_vec3 way = v3_madd(v3_mul(t.cosine, a->ahead), t.sine, a->left);
    a->status = bi_surface_path_trace(a->allocator, a->surface, a->x, a->from, way, a->longest, a->path);
    double least = HUGE_VAL, side = 0.0, gone = 0.0;
    a->piece = -1;
    for (int32_t i = 0; i + 1 < a->path->count && a->status == BIGHT_OK; i++) {
        bight_vec3 p = a->path->points[i], along = v3_sub(a->path->points[i + 1], p);
        double length = v3_length(along);
        double part = length > 0.0 ? v3_dot(v3_sub(a->goal, p), along) / (length * length) : 0.0;
        part = bi_max(0.0, bi_min(1.0, part));
        bight_vec3 off = v3_sub(a->goal, v3_madd(p, part, along));
        if (gone + part * length >= AWAY * a->longest && v3_length(off) < least) {
            least = v3_length(off);
            side = v3_dot(a->normal, v3_cross(along, off));
            a->piece = i;
        }
        gone += length;
    }
    return side < 0.0 ? -least : least;
}

// The way ends at the goal.
static void end_there(aiming *a, bi_surface_point to)
{
    bi_surface_path *path = a->path;
    path->count = a->piece + 2;
    path->points[path->count - 1] = a->goal;
    path->length = 0.0;
    for (int32_t i = 1; i < path->count; i++) {
        path->length += v3_distance(path->points[i - 1], path->points[i]);
    }
    path->end = to;
    path->stopped = false;
}

// The last quarter of a way that passes near the goal is the shortest one from there.
static bight_status bend_there(aiming *a, bi_surface_point to)
{
    bi_surface_path *path = a->path, tail = {0};
    double whole = 0.0, gone = 0.0;
    int32_t at = 0;
    for (int32_t i = 0; i < a->piece; i++) {
        whole += v3_distance(path->points[i], path->points[i + 1]);
    }
    while (at + 1 < a->piece && gone < TAIL * whole) {
        gone += v3_distance(path->points[at], path->points[at + 1]);
        at++;
    }
    // from the middle of a piece, which lies inside a triangle
    bight_vec3 first = path->points[at], middle = v3_lerp(first, path->points[at + 1], 0.5);
    bi_surface_point from = bi_surface_nearest(a->surface, a->x, middle);
    bight_status status = bi_surface_path_find(a->allocator, a->surface, a->x, from, to, &tail);
    if (status == BIGHT_OK) {
        status = bi_reserve(a->allocator, &path->points, &path->point_capacity, (int64_t)at + 1 + tail.count,
                            sizeof *path->points);
    }
    if (status == BIGHT_OK) {
        bight_vec3 before = v3_sub(middle, first), behind = v3_sub(tail.points[1], tail.points[0]);
        a->bend = bi_turn_to(v3_dot(before, behind), v3_length(v3_cross(before, behind)));
        memcpy(path->points + at + 1, tail.points, (size_t)tail.count * sizeof *path->points);
        a->piece = at + tail.count - 1;
        end_there(a, to);
    }
    bi_surface_path_free(a->allocator, &tail);
    return status;
}

// Between two turns at which the goal lies on different sides. False where it is far off at both sides of a jump.
static bool narrow(aiming *a, double low, double high, bool left, bi_surface_point to, double *turn)
{
    double least = HUGE_VAL, best = low;
    for (int32_t i = 0; i < HALVINGS; i++) {
        *turn = 0.5 * (low + high);
        double here = miss(a, *turn);
        if (a->status != BIGHT_OK) {
            return false;
        }
        if (fabs(here) <= MET * a->longest) {
            end_there(a, to);
            return true;
        }
        best = fabs(here) < least ? *turn : best;
        least = bi_min(least, fabs(here));
        *((here > 0.0) == left ? &low : &high) = *turn;
    }
    if (!(least <= BENT * a->longest)) {
        return false;
    }
    *turn = best;
    miss(a, best);
    a->status = a->status == BIGHT_OK ? bend_there(a, to) : a->status;
    return a->status == BIGHT_OK;
}

bight_status bi_surface_path_aim(const bight_allocator *allocator, const bi_surface *surface,
                                 const bight_vec3 *positions, bi_surface_point from, bight_vec3 direction,
                                 bi_surface_point to, double longest, bi_surface_path *path, double *turned,
                                 double *bend)
{
    aiming a = {.allocator = allocator,
                .surface = surface,
                .x = positions,
                .from = from,
                .longest = longest,
                .path = path};
    bight_vec3 up = normal_of(&a, from.triangle);
    bight_vec3 flat = v3_madd(direction, -v3_dot(direction, up), up);
    if (!(v3_length(flat) > 1e-9 * v3_length(direction)) || !(longest > 0.0)) {
        return BIGHT_ERROR_INVALID;
    }
    a.goal = bi_surface_point_at(surface, positions, to);
    a.normal = normal_of(&a, to.triangle);
    a.ahead = v3_unit(flat, flat);
    a.left = v3_cross(up, a.ahead);

    // outwards from the direction that was given, to both sides in turns
    double before[2], middle = miss(&a, 0.0);
    before[0] = before[1] = middle;
    *turned = *bend = 0.0;
    if (a.status == BIGHT_OK && fabs(middle) <= MET * longest) {
        end_there(&a, to);
        return BIGHT_OK;
    }
    for (int32_t i = 1; i <= STEPS && a.status == BIGHT_OK; i++) {
        for (int32_t k = 0; k < 2 && a.status == BIGHT_OK; k++) {
            double sign = k == 0 ? 1.0 : -1.0, turn = sign * i / (2.0 * STEPS);
            double here = miss(&a, turn), last = before[k];
            before[k] = here;
            bool change = fabs(here) < HUGE_VAL && fabs(last) < HUGE_VAL && (here > 0.0) != (last > 0.0);
            if (a.status == BIGHT_OK && change &&
                narrow(&a, sign * (i - 1) / (2.0 * STEPS), turn, last > 0.0, to, turned)) {
                *bend = a.bend;
                return BIGHT_OK;
            }
        }
    }
    return a.status == BIGHT_OK ? BIGHT_ERROR_INVALID : a.status;
}
