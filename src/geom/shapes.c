// SPDX-License-Identifier: MIT

#include "geom/shapes.h"

#include "core/error.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "geom/mesh.h"

static bool is_size(double size)
{
    return size > 0.0 && isfinite(size);
}

// cos and sin of 2 pi i / n that repeat exactly after n, so that seams agree to the last bit
static void circle(int32_t i, int32_t n, double *cosine, double *sine)
{
    double angle = 2.0 * PI * (i % n) / n;
    *cosine = cos(angle);
    *sine = sin(angle);
}

static void set_vertex(bight_mesh *mesh, int32_t at, bight_vec3 position, bight_vec3 normal, double u,
                       double v)
{
    mesh->positions[at] = position;
    mesh->normals[at] = normal;
    mesh->uv[2 * (size_t)at] = u;
    mesh->uv[2 * (size_t)at + 1] = v;
}

// A grid of rows x slices quads with slices + 1 vertices a row. With poles, the first and the last row
// are points, and the quads there are triangles.
static void join_grid(bight_mesh *mesh, int32_t rows, int32_t slices, bool poles)
{
    int32_t *t = mesh->triangles;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t k = 0; k < slices; k++) {
            int32_t a = row * (slices + 1) + k, d = a + slices + 1;
            if (!(poles && row == 0)) {
                t[0] = a, t[1] = a + 1, t[2] = d;
                t += 3;
            }
            if (!(poles && row == rows - 1)) {
                t[0] = a + 1, t[1] = d + 1, t[2] = d;
                t += 3;
            }
        }
    }
}

bight_status bi_shape_capsule(const bight_allocator *allocator, double radius, double half_length,
                              int32_t slices, int32_t stacks, bight_mesh *mesh, bight_error *error)
{
    *mesh = (bight_mesh){0};
    if (!is_size(radius) || !(half_length >= 0.0) || !isfinite(half_length) || slices < 3 || slices > 1024 ||
        stacks < 2 || stacks > 1024) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "capsule: radius %g, half length %g, %d x %d is out of range", radius, half_length,
                       slices, stacks);
    }

    // an even number of stacks puts a row on the equator; it is doubled when there is a cylinder between
    stacks += stacks % 2;
    int32_t rows = half_length > 0.0 ? stacks + 1 : stacks;
    bight_status status =
        bi_mesh_make(allocator, (int64_t)(rows + 1) * (slices + 1), 2 * (int64_t)slices * (rows - 1), mesh);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a capsule");
    }

    double half_arc = 0.5 * PI * radius, height = 2.0 * (half_arc + half_length);
    for (int32_t row = 0; row <= rows; row++) {
        bool above = row > stacks / 2;
        int32_t latitude_row = above ? row - (rows - stacks) : row;
        double latitude = PI * latitude_row / stacks - 0.5 * PI;
        bool pole = row == 0 || row == rows;
        double out = pole ? 0.0 : cos(latitude), up = sin(latitude);
        double shift = above || rows == stacks ? half_length : -half_length;
        for (int32_t k = 0; k <= slices; k++) {
            double c, s;
            circle(k, slices, &c, &s);
            bight_vec3 normal = v3(out * s, up, out * c);
            double v = (half_arc + half_length + shift + radius * latitude) / height;
            set_vertex(mesh, row * (slices + 1) + k, v3_madd(v3(0, shift, 0), radius, normal), normal,
                       (double)k / slices, v);
        }
    }

    join_grid(mesh, rows, slices, true);
    return BIGHT_OK;
}

bight_status bi_shape_sphere(const bight_allocator *allocator, double radius, int32_t slices, int32_t stacks,
                             bight_mesh *mesh, bight_error *error)
{
    return bi_shape_capsule(allocator, radius, 0.0, slices, stacks, mesh, error);
}

bight_status bi_shape_torus(const bight_allocator *allocator, double ring_radius, double tube_radius,
                            int32_t slices, int32_t stacks, bight_mesh *mesh, bight_error *error)
{
    *mesh = (bight_mesh){0};
    if (!is_size(ring_radius) || !is_size(tube_radius) || !(tube_radius < ring_radius) || slices < 3 ||
        slices > 1024 || stacks < 3 || stacks > 1024) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "torus: radii %g and %g, %d x %d is out of range",
                       ring_radius, tube_radius, slices, stacks);
    }
    bight_status status =
        bi_mesh_make(allocator, (int64_t)(slices + 1) * (stacks + 1), 2 * (int64_t)slices * stacks, mesh);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a torus");
    }
    for (int32_t row = 0; row <= stacks; row++) {
        double out, up;
        circle(row, stacks, &out, &up);
        for (int32_t k = 0; k <= slices; k++) {
            double c, s;
            circle(k, slices, &c, &s);
            bight_vec3 normal = v3(out * s, up, out * c);
            bight_vec3 centre = v3(ring_radius * s, 0, ring_radius * c);
            set_vertex(mesh, row * (slices + 1) + k, v3_madd(centre, tube_radius, normal), normal,
                       (double)k / slices, (double)row / stacks);
        }
    }
    join_grid(mesh, stacks, slices, false);
    return BIGHT_OK;
}

bight_status bi_shape_box(const bight_allocator *allocator, bight_vec3 half_size, bight_mesh *mesh,
                          bight_error *error)
{
    *mesh = (bight_mesh){0};
    if (!is_size(half_size.x) || !is_size(half_size.y) || !is_size(half_size.z)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "box: half sizes %g, %g, %g must be above 0",
                       half_size.x, half_size.y, half_size.z);
    }

    bight_status status = bi_mesh_make(allocator, 24, 12, mesh);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a box");
    }

    for (int32_t face = 0; face < 6; face++) {
        // n points out of the face; (a, b, n) is right-handed, so a then b runs counter-clockwise
        double sign = face % 2 == 0 ? 1.0 : -1.0;
        bight_vec3 axes[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
        bight_vec3 n = v3_mul(sign, axes[face / 2]), a = axes[(face / 2 + 1) % 3], b = v3_cross(n, a);
        for (int32_t corner = 0; corner < 4; corner++) {
            double s = corner == 1 || corner == 2 ? 1.0 : -1.0, t = corner >= 2 ? 1.0 : -1.0;
            bight_vec3 p = v3_madd(v3_madd(n, s, a), t, b);
            set_vertex(mesh, 4 * face + corner, v3(p.x * half_size.x, p.y * half_size.y, p.z * half_size.z),
                       n, 0.5 + 0.5 * s, 0.5 + 0.5 * t);
        }

        const int32_t quad[6] = {0, 1, 2, 0, 2, 3};
        for (int32_t k = 0; k < 6; k++) {
            mesh->triangles[6 * face + k] = 4 * face + quad[k];
        }
    }
    return BIGHT_OK;
}

bight_status bight_shape_mesh(const bight_env *env, bight_shape_kind kind, bight_vec3 size, int32_t slices,
                              bight_mesh *mesh, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *mesh = (bight_mesh){0};
    slices = slices == 0 ? 48 : slices;
    if (slices < 4 || slices > 1024) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "shape of %d slices: 4 to 1024 can be made", slices);
    }
    switch (kind) {
    case BIGHT_SHAPE_SPHERE:
        return bi_shape_sphere(allocator, size.x, slices, slices / 2, mesh, error);
    case BIGHT_SHAPE_CAPSULE:
        return bi_shape_capsule(allocator, size.x, size.y, slices, slices / 2, mesh, error);
    case BIGHT_SHAPE_BOX:
        return bi_shape_box(allocator, size, mesh, error);
    case BIGHT_SHAPE_TORUS:
        return bi_shape_torus(allocator, size.x, size.y, slices > 512 ? 1024 : 2 * slices, slices / 2, mesh,
                              error);
    case BIGHT_SHAPE_MESH:
        break;
    }
    return bi_fail(error, BIGHT_ERROR_INVALID, 0, "shape of kind %d: give a ball, pole, box or ring",
                   (int)kind);
}
