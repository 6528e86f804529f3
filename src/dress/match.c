// SPDX-License-Identifier: MIT
// Where a knot goes: its borders are brought to those of the cloth round it.

#include "bight/dress.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "dress/svd.h"
#include "geom/pose.h"
#include "geom/surface.h"

#include <string.h>

// Below this ratio of singular values points are a line, whose turn about itself they do not decide. Two borders of width w at a
// distance d have w^2 / (3 d^2): where a pose is given, how they are curled counts for nothing when they are four widths apart.
#define LINE 1e-3
#define LINE_WITH_POSE 0.02

static const bight_pose no_turn = {.rotation = {0.0, 0.0, 0.0, 1.0}};

static bight_vec3 turned(const double m[9], bight_vec3 p)
{
    return v3(m[0] * p.x + m[1] * p.y + m[2] * p.z, m[3] * p.x + m[4] * p.y + m[5] * p.z,
              m[6] * p.x + m[7] * p.y + m[8] * p.z);
}

// Rows of the rotation of a pose.
static void to_matrix(const bight_pose *pose, double m[9])
{
    bight_pose unit = bi_pose_normalised(*pose);
    double x = unit.rotation[0], y = unit.rotation[1], z = unit.rotation[2], w = unit.rotation[3];
    const double rows[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                            2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                            2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    memcpy(m, rows, sizeof rows);
}

// The quaternion of a rotation, from its largest component (Shepperd 1978).
static void to_quaternion(const double m[9], double r[4])
{
    double trace = m[0] + m[4] + m[8];
    int32_t k = m[0] > m[4] && m[0] > m[8] ? 0 : m[4] > m[8] ? 1 : 2;
    if (trace >= m[4 * k]) {
        double w = sqrt(1.0 + trace), f = 0.5 / w;
        r[0] = f * (m[7] - m[5]);
        r[1] = f * (m[2] - m[6]);
        r[2] = f * (m[3] - m[1]);
        r[3] = 0.5 * w;
        return;
    }
    int32_t i = (k + 1) % 3, j = (k + 2) % 3;
    double w = sqrt(1.0 + m[4 * k] - m[4 * i] - m[4 * j]), f = 0.5 / w;
    r[k] = 0.5 * w;
    r[i] = f * (m[3 * i + k] + m[3 * k + i]);
    r[j] = f * (m[3 * j + k] + m[3 * k + j]);
    r[3] = f * (m[3 * j + i] - m[3 * i + j]);
}

static void multiply(const double a[9], const double b[9], double product[9])
{
    for (int32_t i = 0; i < 9; i++) {
        int32_t row = i - i % 3, column = i % 3;
        product[i] = a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
    }
}

static double determinant(const double m[9])
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

// The least turn from one unit vector to another: 1 + [w] + [w]^2 / (1 + a.b), w = a x b; half a turn about any axis
// across when they are opposite.
static void least_turn(bight_vec3 a, bight_vec3 b, double turn[9])
{
    double c = v3_dot(a, b);
    bight_vec3 w = v3_cross(a, b);
    if (c < -1.0 + 1e-12) {
        bight_vec3 n = v3_unit(v3_cross(a, fabs(a.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0)), v3(0, 0, 1));
        const double half[9] = {2 * n.x * n.x - 1, 2 * n.x * n.y,     2 * n.x * n.z,
                                2 * n.y * n.x,     2 * n.y * n.y - 1, 2 * n.y * n.z,
                                2 * n.z * n.x,     2 * n.z * n.y,     2 * n.z * n.z - 1};
        memcpy(turn, half, sizeof half);
        return;
    }
    double k = 1.0 / (1.0 + c);
    const double least[9] = {c + k * w.x * w.x,   k * w.x * w.y - w.z, k * w.x * w.z + w.y,
                             k * w.x * w.y + w.z, c + k * w.y * w.y,   k * w.y * w.z - w.x,
                             k * w.x * w.z - w.y, k * w.y * w.z + w.x, c + k * w.z * w.z};
    memcpy(turn, least, sizeof least);
}

static bight_vec3 column(const double m[9], int32_t k)
{
    return v3(m[k], m[3 + k], m[6 + k]);
}

// H = sum w (from - mean)(to - mean)' = U S V': the turn V diag(1, 1, d) U', d so that its determinant is 1.
static void best_turn(const double h[9], const double pose[9], double line, double turn[9])
{
    double u[9], s[3], v[9];
    bi_svd(h, u, s, v);
    if (!(s[0] > 0.0)) {
        memcpy(turn, pose, 9 * sizeof *turn);
        return;
    }
    if (s[1] < line * s[0]) { // a line: as the pose has it, and then the least turn that lays it right
        double lay[9];
        least_turn(turned(pose, column(u, 0)), column(v, 0), lay);
        multiply(lay, pose, turn);
        return;
    }
    double d = determinant(u) * determinant(v) < 0.0 ? -1.0 : 1.0;
    for (int32_t i = 0; i < 9; i++) {
        int32_t row = i - i % 3, to = 3 * (i % 3);
        turn[i] = v[row] * u[to] + v[row + 1] * u[to + 1] + d * v[row + 2] * u[to + 2];
    }
}

static bool is_near(bight_vec3 p)
{
    return fabs(p.x) <= 1e9 && fabs(p.y) <= 1e9 && fabs(p.z) <= 1e9;
}

bight_status bight_dress_match(const bight_vec3 *from, const bight_vec3 *to, const double *weights,
                               int32_t count, const bight_pose *pose, bight_pose *motion, bight_error *error)
{
    double sum = 0.0, h[9] = {0.0};
    if (pose != NULL && !bi_pose_is_finite(pose)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the pose has a number that is not finite");
    }
    bight_vec3 here = v3(0, 0, 0), there = v3(0, 0, 0);
    bool chosen = pose != NULL;
    pose = chosen ? pose : &no_turn;
    *motion = no_turn;
    for (int32_t i = 0; i < count; i++) {
        double w = weights == NULL ? 1.0 : weights[i];
        if (!is_near(from[i]) || !is_near(to[i]) || !(w >= 0.0 && w <= 1e9)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d or its weight is not a number, or beyond 1e9", i + 1);
        }
        sum += w;
        here = v3_madd(here, w, from[i]);
        there = v3_madd(there, w, to[i]);
    }
    if (!(sum > 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there are no points with a weight to bring together");
    }
    here = v3_mul(1.0 / sum, here);
    there = v3_mul(1.0 / sum, there);
    for (int32_t i = 0; i < count; i++) {
        double w = weights == NULL ? 1.0 : weights[i];
        bight_vec3 a = v3_mul(w, v3_sub(from[i], here)), b = v3_sub(to[i], there);
        const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
        for (int32_t k = 0; k < 9; k++) {
            h[k] += x[k / 3] * y[k % 3];
        }
    }
    double given[9], turn[9];
    to_matrix(pose, given);
    best_turn(h, given, chosen ? LINE_WITH_POSE : LINE, turn);
    to_quaternion(turn, motion->rotation);
    to_matrix(motion, turn);
    motion->position = v3_sub(there, turned(turn, here));
    return BIGHT_OK;
}

// ---- borders --------------------------------------------------------------------------------------------

// Border edges are those between a region and cloth outside all. Their vertices share each edge's length.
static void weigh_border(const bight_cloth_mesh *mesh, const bight_dress_map *map, const bi_surface *surface,
                         double *weights)
{
    for (int32_t e = 0; e < surface->edge_count; e++) {
        int32_t s = surface->edge_first[e];
        if (bi_edge_triangles(surface, e) != 2) {
            continue;
        }
        int32_t one = surface->edge_sides[s], two = surface->edge_sides[s + 1];
        if ((map->regions[one / 3] < 0) == (map->regions[two / 3] < 0)) {
            continue;
        }
        int32_t side = map->regions[one / 3] >= 0 ? one : two, end = side - side % 3 + (side + 1) % 3;
        const double *a = mesh->uv + 2 * mesh->uv_triangles[side],
                     *b = mesh->uv + 2 * mesh->uv_triangles[end];
        double half = 0.5 * bi_length_2d(b[0] - a[0], b[1] - a[1]);
        weights[mesh->triangles[side]] += half;
        weights[mesh->triangles[end]] += half;
    }
}

bight_status bight_dress_place(const bight_env *env, const bight_cloth_mesh *mesh, bight_dress_map *map,
                               const bight_pose *pose, bight_pose *motion, double *residual,
                               bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    if (pose != NULL && !bi_pose_is_finite(pose)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the pose has a number that is not finite");
    }
    if (mesh->vertex_count != map->vertex_count || mesh->triangle_count != map->triangle_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the map was made of another mesh: it has %d vertices, this one %d", map->vertex_count,
                       mesh->vertex_count);
    }
    size_t count = (size_t)mesh->vertex_count;
    bi_surface surface;
    double *weights = bi_new_array(allocator, count, sizeof *weights);
    bight_status status = weights == NULL ? BIGHT_ERROR_NO_MEMORY
                                          : bi_surface_make(allocator, mesh->triangles, mesh->triangle_count,
                                                            mesh->vertex_count, &surface);
    if (status != BIGHT_OK) {
        bi_free_array(allocator, weights, count, sizeof *weights);
        return bi_fail(error, status, 0, "no memory to place a knot of %d vertices", mesh->vertex_count);
    }
    weigh_border(mesh, map, &surface, weights);
    bi_surface_free(allocator, &surface);
    for (size_t v = 0; v < count; v++) {
        weights[v] = map->carried != NULL && map->carried[v] != 0 ? 0.0 : weights[v];
    }

    double sum = 0.0, farthest = 0.0;
    for (size_t v = 0; v < count; v++) {
        sum += weights[v];
    }
    bight_pose found = pose == NULL ? no_turn : *pose;
    status = sum > 0.0 ? bight_dress_match(map->positions, mesh->positions, weights, mesh->vertex_count, pose,
                                           &found, error)
                       : BIGHT_OK;
    double turn[9];
    to_matrix(&found, turn);
    for (size_t v = 0; v < count && status == BIGHT_OK; v++) {
        if (map->owners[v] >= 0) {
            map->positions[v] = v3_add(turned(turn, map->positions[v]), found.position);
        }
        farthest = weights[v] > 0.0 ? bi_max(farthest, v3_distance(map->positions[v], mesh->positions[v]))
                                    : farthest;
    }
    bi_free_array(allocator, weights, count, sizeof *weights);
    if (status == BIGHT_OK && motion != NULL) {
        *motion = found;
    }
    if (status == BIGHT_OK && residual != NULL) {
        *residual = farthest;
    }
    return status;
}
