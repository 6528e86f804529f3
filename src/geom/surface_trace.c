// SPDX-License-Identifier: MIT
// The straightest way over a mesh, and the point of it nearest to a place.

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/surface_path.h"
#include "geom/surface_side.h"

#include <string.h>

#define AT_CORNER 1e-12 // weight of the other two corners below which a point counts as at a corner

typedef struct tracing {
    const bi_surface *surface;
    const bight_vec3 *x;
    bight_vec3 at, way; // way: unit, in the plane of the triangle
    int32_t triangle;
    double left; // metres
} tracing;

static bight_vec3 corner_at(const tracing *t, int32_t corner)
{
    return t->x[t->surface->triangles[corner]];
}

static bight_vec3 normal_of(const tracing *t, int32_t triangle)
{
    bight_vec3 a = corner_at(t, 3 * triangle);
    bight_vec3 n =
        v3_cross(v3_sub(corner_at(t, 3 * triangle + 1), a), v3_sub(corner_at(t, 3 * triangle + 2), a));
    return v3_unit(n, v3(0, 0, 0));
}

static void weigh(const tracing *t, double weights[3])
{
    bight_vec3 n = normal_of(t, t->triangle);
    double sum = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 b = corner_at(t, 3 * t->triangle + (k + 1) % 3),
                   c = corner_at(t, 3 * t->triangle + (k + 2) % 3);
        weights[k] = bi_max(0.0, v3_dot(n, v3_cross(v3_sub(b, t->at), v3_sub(c, t->at))));
        sum += weights[k];
    }
    for (int32_t k = 0; k < 3; k++) {
        weights[k] = sum > 0.0 ? weights[k] / sum : k == 0 ? 1.0 : 0.0;
    }
}

// The side by which the way leaves the triangle, and after how far. -1: none, it has no area.
static int32_t find_exit(const tracing *t, int32_t came, double *far)
{
    bight_vec3 n = normal_of(t, t->triangle);
    int32_t exit = -1;
    *far = HUGE_VAL;
    for (int32_t k = 0; k < 3; k++) {
        int32_t side = 3 * t->triangle + k;
        bight_vec3 p = corner_at(t, side), along = v3_sub(corner_at(t, bi_side_after(side)), p);
        bight_vec3 in = v3_cross(n, along); // square to the side, inwards
        double speed = -v3_dot(in, t->way), away = v3_dot(in, v3_sub(t->at, p));
        if (side != came && speed > 0.0 && bi_max(0.0, away) / speed < *far) {
            *far = bi_max(0.0, away) / speed;
            exit = side;
        }
    }
    return exit;
}

static double angle(bight_vec3 a, bight_vec3 b)
{
    return bi_turn_to(v3_dot(a, b), v3_length(v3_cross(a, b)));
}

// At a vertex: half of all its angles to the left of where it came from. The way back lies in the triangle at `corner`.
// @return false at a border.
static bool pass_vertex(tracing *t, int32_t corner)
{
    bight_vec3 o = corner_at(t, corner), back = v3_mul(-1.0, t->way);
    double whole = 0.0;
    int32_t at = corner;
    do {
        whole +=
            angle(v3_sub(corner_at(t, bi_side_after(at)), o), v3_sub(corner_at(t, bi_side_before(at)), o));
        int32_t other = bi_side_across(t->surface, at);
        if (other < 0) {
            return false;
        }
        at = bi_side_after(other);
    } while (at != corner);

    // from the way back, against the clock, over the sides that end at the vertex
    double need = 0.5 * whole + angle(v3_sub(corner_at(t, bi_side_after(corner)), o), back);
    at = corner;
    for (;;) {
        bight_vec3 first = v3_sub(corner_at(t, bi_side_after(at)), o),
                   last = v3_sub(corner_at(t, bi_side_before(at)), o);
        double here = angle(first, last);
        if (need <= here) {
            bi_turn turn = bi_turn_of(need);
            bight_vec3 u = v3_unit(first, v3(0, 0, 0));
            bight_vec3 v = v3_unit(v3_madd(last, -v3_dot(last, u), u), v3(0, 0, 0));
            t->way = v3_madd(v3_mul(turn.cosine, u), turn.sine, v);
            t->triangle = at / 3;
            t->at = o;
            return true;
        }
        need -= here;
        at = bi_side_across(t->surface, bi_side_before(at));
    }
}

// Over a side: the way keeps its part along it, the rest goes into the next triangle.
static void pass_side(tracing *t, int32_t side, int32_t other)
{
    bight_vec3 along = v3_unit(v3_sub(corner_at(t, bi_side_after(side)), corner_at(t, side)), v3(0, 0, 0));
    t->triangle = other / 3;
    bight_vec3 in = v3_cross(normal_of(t, t->triangle), v3_mul(-1.0, along));
    double part = v3_dot(t->way, along), rest = sqrt(bi_max(0.0, 1.0 - part * part));
    t->way = v3_unit(v3_madd(v3_mul(part, along), rest, in), along);
}

// A way that starts at a vertex may lead into another of its triangles than the one that was named.
static void begin_at_vertex(tracing *t, int32_t corner, bight_vec3 direction)
{
    int32_t vertex = t->surface->triangles[corner];
    for (int32_t i = t->surface->vertex_first[vertex]; i < t->surface->vertex_first[vertex + 1]; i++) {
        int32_t at = t->surface->vertex_corners[i];
        bight_vec3 n = normal_of(t, at / 3), o = corner_at(t, at),
                   way = v3_madd(direction, -v3_dot(direction, n), n);
        bight_vec3 first = v3_sub(corner_at(t, bi_side_after(at)), o),
                   last = v3_sub(corner_at(t, bi_side_before(at)), o);
        bool in = v3_dot(n, v3_cross(first, way)) >= 0.0 && v3_dot(n, v3_cross(way, last)) > 0.0;
        if (in && v3_length(way) > 0.5 * v3_length(direction)) {
            t->triangle = at / 3;
            return;
        }
    }
}

bight_status bi_surface_path_trace(const bight_allocator *allocator, const bi_surface *surface,
                                   const bight_vec3 *positions, bi_surface_point from, bight_vec3 direction,
                                   double length, bi_surface_path *path)
{
    tracing t = {.surface = surface, .x = positions, .triangle = from.triangle, .left = length};
    t.at = bi_surface_point_at(surface, positions, from);
    for (int32_t k = 0; k < 3; k++) {
        if (from.weights[k] > 1.0 - AT_CORNER) {
            begin_at_vertex(&t, 3 * from.triangle + k, direction);
        }
    }
    bight_vec3 n = normal_of(&t, t.triangle), flat = v3_madd(direction, -v3_dot(direction, n), n);
    path->count = 0;
    path->length = 0.0;
    path->stopped = false;
    if (!(v3_length(flat) > 1e-9 * v3_length(direction))) {
        return BIGHT_ERROR_INVALID;
    }
    t.way = v3_unit(flat, flat);
    int32_t came = -1;
    for (;;) {
        bight_status status = bi_reserve(allocator, &path->points, &path->point_capacity,
                                         (int64_t)path->count + 1, sizeof *path->points);
        if (status != BIGHT_OK) {
            return status;
        }
        path->points[path->count++] = t.at;
        double far;
        int32_t exit = t.left > 0.0 && !path->stopped ? find_exit(&t, came, &far) : -1;
        if (exit < 0) {
            break;
        }
        double go = bi_min(far, t.left);
        t.at = v3_madd(t.at, go, t.way);
        path->length += go;
        t.left -= go;
        if (!(t.left > 0.0)) {
            continue;
        }

        // on a side or, nearly, at one of its ends
        double weights[3];
        weigh(&t, weights);
        int32_t other = bi_side_across(surface, exit), corner = -1;
        for (int32_t k = 0; k < 3; k++) {
            corner = weights[k] > 1.0 - AT_CORNER ? 3 * t.triangle + k : corner;
        }
        if (corner >= 0) {
            path->stopped = !pass_vertex(&t, corner);
            came = -1;
        } else if (other < 0) {
            path->stopped = true;
        } else {
            pass_side(&t, exit, other);
            came = other;
        }
    }
    path->end.triangle = t.triangle;
    weigh(&t, path->end.weights);
    return BIGHT_OK;
}

// ---- the nearest point ----------------------------------------------------------------------------------

bi_surface_point bi_surface_nearest(const bi_surface *surface, const bight_vec3 *positions, bight_vec3 place)
{
    bi_surface_point best = {0, {1.0, 0.0, 0.0}};
    double least = HUGE_VAL;
    for (int32_t i = 0; i < surface->triangle_count; i++) {
        const int32_t *v = surface->triangles + 3 * (size_t)i;
        bight_vec3 a = positions[v[0]], ab = v3_sub(positions[v[1]], a), ac = v3_sub(positions[v[2]], a);
        bight_vec3 ap = v3_sub(place, a);

        // the foot in its plane, by least squares: [ab.ab ab.ac; ab.ac ac.ac] (s, t) = (ab.ap, ac.ap)
        double d = v3_dot(ab, ab), e = v3_dot(ab, ac), f = v3_dot(ac, ac), g = v3_dot(ab, ap),
               h = v3_dot(ac, ap);
        double det = d * f - e * e, s = det > 0.0 ? (f * g - e * h) / det : -1.0,
               t = det > 0.0 ? (d * h - e * g) / det : -1.0;
        if (!(s >= 0.0 && t >= 0.0 && s + t <= 1.0)) {
            // else on the nearest of its sides
            double best_side = HUGE_VAL;
            const double ends[3][4] = {{0, 0, 1, 0}, {1, 0, 0, 1}, {0, 1, 0, 0}};
            double found[2] = {0.0, 0.0};
            for (int32_t k = 0; k < 3; k++) {
                bight_vec3 p = positions[v[k]], way = v3_sub(positions[v[(k + 1) % 3]], p);
                double size = v3_dot(way, way), r = size > 0.0 ? v3_dot(way, v3_sub(place, p)) / size : 0.0;
                r = bi_max(0.0, bi_min(1.0, r));
                double distance = v3_distance(place, v3_madd(p, r, way));
                if (distance < best_side) {
                    best_side = distance;
                    found[0] = ends[k][0] + r * (ends[k][2] - ends[k][0]);
                    found[1] = ends[k][1] + r * (ends[k][3] - ends[k][1]);
                }
            }
            s = found[0];
            t = found[1];
        }
        double distance = v3_distance(place, v3_madd(v3_madd(a, s, ab), t, ac));
        if (distance < least) {
            least = distance;
            best = (bi_surface_point){i, {1.0 - s - t, s, t}};
        }
    }
    return best;
}
