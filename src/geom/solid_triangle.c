// SPDX-License-Identifier: MIT

#include "geom/solid_triangle.h"

#include "geom/segment.h"

double bi_solid_core_radius(const bi_solid *solid)
{
    return solid->kind == BIGHT_SHAPE_BOX     ? 0.0
           : solid->kind == BIGHT_SHAPE_TORUS ? solid->size.y
                                              : solid->size.x;
}

double bi_solid_from_core(const bi_solid *solid, bight_vec3 p)
{
    bight_vec3 e = solid->size;
    double rho;
    switch (solid->kind) {
    case BIGHT_SHAPE_CAPSULE:
        p.y = bi_max(fabs(p.y) - e.y, 0.0);
        return v3_length(p);
    case BIGHT_SHAPE_BOX:
        return v3_length(
            v3(bi_max(fabs(p.x) - e.x, 0.0), bi_max(fabs(p.y) - e.y, 0.0), bi_max(fabs(p.z) - e.z, 0.0)));
    case BIGHT_SHAPE_TORUS:
        rho = sqrt(p.x * p.x + p.z * p.z);
        return sqrt((rho - e.x) * (rho - e.x) + p.y * p.y);
    default:
        return v3_length(p);
    }
}

double bi_solid_reach(const bi_solid *solid, bight_vec3 n)
{
    bight_vec3 e = solid->size;
    switch (solid->kind) {
    case BIGHT_SHAPE_CAPSULE:
        return e.x + e.y * fabs(n.y);
    case BIGHT_SHAPE_BOX:
        return e.x * fabs(n.x) + e.y * fabs(n.y) + e.z * fabs(n.z);
    case BIGHT_SHAPE_TORUS:
        return e.y + e.x * sqrt(n.x * n.x + n.z * n.z);
    default:
        return e.x;
    }
}

double bi_longest_side_squared(const bight_vec3 x[3])
{
    return bi_max(v3_length_squared(v3_sub(x[1], x[0])),
                  bi_max(v3_length_squared(v3_sub(x[2], x[1])), v3_length_squared(v3_sub(x[0], x[2]))));
}

// Any point of a triangle with sides of at most l has a corner within l / sqrt(3). Where the triangle is
// nearest to a point, segment or circle the way there is at right angles to it (or to the side that it lies
// on), so with corners at least D away it is at least sqrt(D^2 - l^2/3) away.
static double least_from_core(double corner, double side_squared)
{
    return sqrt(bi_max(corner * corner - side_squared / 3.0, 0.0));
}

double bi_solid_gap_along(const bi_solid *solid, const bight_vec3 x[3], bight_vec3 n)
{
    return bi_min(v3_dot(n, x[0]), bi_min(v3_dot(n, x[1]), v3_dot(n, x[2]))) - bi_solid_reach(solid, n);
}

// A lower bound of the distance of a ring, by quarters.
static double from_ring(const bi_solid *ring, const bight_vec3 x[3], int32_t depth)
{
    double corner = bi_min(bi_solid_from_core(ring, x[0]),
                           bi_min(bi_solid_from_core(ring, x[1]), bi_solid_from_core(ring, x[2])));
    double below = least_from_core(corner, bi_longest_side_squared(x)) - ring->size.y;
    if (depth == 0 || below > 0.7 * (corner - ring->size.y)) {
        return below;
    }
    bight_vec3 a = v3_lerp(x[0], x[1], 0.5), b = v3_lerp(x[1], x[2], 0.5), c = v3_lerp(x[2], x[0], 0.5);
    const bight_vec3 quarters[4][3] = {{x[0], a, c}, {a, x[1], b}, {c, b, x[2]}, {a, b, c}};
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 4; i++) {
        least = bi_min(least, from_ring(ring, quarters[i], depth - 1));
    }
    return least;
}

// Faces and edges of a box and a triangle: of all directions that may part them, the one that does so best.
static double from_box(const bi_solid *box, const bight_vec3 x[3], bight_vec3 *best)
{
    const bight_vec3 axes[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    bight_vec3 directions[13];
    int32_t count = 0;
    directions[count++] = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    for (int32_t i = 0; i < 3; i++) {
        directions[count++] = axes[i];
        for (int32_t k = 0; k < 3; k++) {
            directions[count++] = v3_cross(axes[i], v3_sub(x[k < 2 ? k + 1 : 0], x[k]));
        }
    }
    double most = -HUGE_VAL;
    *best = axes[1];
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 n = v3_unit(directions[i], axes[0]);
        double over = bi_solid_gap_along(box, x, n), under = bi_solid_gap_along(box, x, v3_mul(-1.0, n));
        if (bi_max(over, under) > most) {
            most = bi_max(over, under);
            *best = over >= under ? n : v3_mul(-1.0, n);
        }
    }
    return most;
}

double bi_solid_triangle_distance(const bi_solid *solid, const bight_vec3 x[3], bight_vec3 *direction)
{
    bight_vec3 on, core = v3(0, 0, 0);
    switch (solid->kind) {
    case BIGHT_SHAPE_BOX:
        return from_box(solid, x, direction);
    case BIGHT_SHAPE_TORUS:
        *direction = v3_unit(v3_add(v3_add(x[0], x[1]), x[2]), v3(0, 1, 0));
        return from_ring(solid, x, 4);
    case BIGHT_SHAPE_CAPSULE: {
        bight_vec3 low = v3(0, -solid->size.y, 0), high = v3(0, solid->size.y, 0);
        bi_segment_triangle found = bi_segment_triangle_closest(low, high, x[0], x[1], x[2]);
        core = v3_lerp(low, high, found.s);
        on = found.on_triangle;
        break;
    }
    default:
        on = bi_triangle_closest_to_point(x[0], x[1], x[2], core);
        break;
    }
    *direction = v3_unit(v3_sub(on, core), v3(0, 1, 0));
    return v3_distance(on, core) - bi_solid_core_radius(solid);
}
