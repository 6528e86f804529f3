// SPDX-License-Identifier: MIT
// Things to wrap, made by code: all about 1 long, standing on y = 0.

#include "bight/suggest.h"
#include "bight/wrap.h"

#include "core/error.h"
#include "core/memory.h"
#include "geom/mesh.h"
#include "wrap/field.h"
#include "wrap/nets.h"

#include <string.h>

// ---- by fields --------------------------------------------------------------------------------------

static double least(double a, double b, double c, double d)
{
    return bi_min(bi_min(a, b), bi_min(c, d));
}

// A figure is as deep and wide on both sides: |z| or |x| stands for both.
static double sphinx(bight_vec3 p)
{
    bight_vec3 q = v3(p.x, p.y, fabs(p.z));
    double body = bi_field_rod(q, v3(-0.33, 0.21, 0), v3(0.14, 0.21, 0), 0.13, 0.12);
    body = bi_field_join(body, bi_field_ball(q, v3(-0.32, 0.2, 0.09), 0.115), 0.06);
    body = bi_field_join(body, bi_field_rod(q, v3(0.13, 0.2, 0), v3(0.19, 0.38, 0), 0.12, 0.085), 0.06);
    double fore = bi_field_rod(q, v3(0.1, 0.13, 0.1), v3(0.43, 0.12, 0.1), 0.055, 0.05);
    double hind = bi_field_rod(q, v3(-0.34, 0.13, 0.165), v3(-0.08, 0.12, 0.165), 0.06, 0.05);
    double head = bi_field_egg(q, v3(0.21, 0.5, 0), v3(0.085, 0.1, 0.08));
    double cloth = bi_field_box(q, v3(0.16, 0.46, 0), v3(0.06, 0.12, 0.135), 0.05);
    body =
        bi_field_join(bi_field_join(body, bi_min(fore, hind), 0.06), bi_field_join(head, cloth, 0.02), 0.03);
    return bi_min(body, bi_field_box(p, v3(0, 0.05, 0), v3(0.5, 0.05, 0.24), 0.01));
}

static double car(bight_vec3 p)
{
    bight_vec3 q = v3(fabs(p.x), p.y, fabs(p.z));
    double body = bi_field_box(p, v3(0, 0.17, 0), v3(0.5, 0.1, 0.21), 0.06);
    double cabin = bi_field_box(p, v3(-0.05, 0.29, 0), v3(0.25, 0.12, 0.17), 0.08);
    double wheel = bi_field_wheel(q, v3(0.31, 0.09, 0.17), 0.1, 0.055);
    return bi_max(bi_min(bi_field_join(body, cabin, 0.05), wheel), -p.y);
}

static double cupid(bight_vec3 p)
{
    bight_vec3 q = v3(fabs(p.x), p.y, p.z);
    double legs = bi_field_rod(q, v3(0.075, 0.09, 0), v3(0.055, 0.42, 0), 0.055, 0.075);
    double body = bi_field_rod(q, v3(0, 0.44, 0), v3(0, 0.64, 0), 0.12, 0.11);
    double head = bi_field_ball(q, v3(0, 0.87, 0.02), 0.11);
    double neck = bi_field_rod(q, v3(0, 0.66, 0), v3(0, 0.82, 0.01), 0.06, 0.06);
    double right = bi_field_rod(p, v3(0.1, 0.67, 0.02), v3(0.25, 0.62, 0.2), 0.055, 0.045);
    double left = bi_field_rod(p, v3(-0.1, 0.67, 0.02), v3(-0.26, 0.52, 0.12), 0.055, 0.045);
    double wing = bi_field_egg(q, v3(0.19, 0.68, -0.09), v3(0.17, 0.2, 0.055));
    double all = bi_field_join(bi_field_join(legs, body, 0.06), bi_min(head, neck), 0.04);
    all = bi_field_join(bi_field_join(all, bi_min(right, left), 0.04), wing, 0.07);
    return bi_field_join(all, bi_field_drum(p, v3(0, 0, 0), 0.2, 0.0, 0.08), 0.02);
}

static double bottle(bight_vec3 p)
{
    double body = bi_field_drum(p, v3(0, 0, 0), 0.16, 0.0, 0.56);
    double shoulder = bi_field_rod(p, v3(0, 0.5, 0), v3(0, 0.74, 0), 0.16, 0.05);
    double neck = bi_field_drum(p, v3(0, 0, 0), 0.062, 0.5, 0.98);
    double lip = bi_field_drum(p, v3(0, 0, 0), 0.08, 0.9, 0.98);
    return bi_max(bi_min(bi_min(body, lip), bi_field_join(shoulder, neck, 0.05)), -p.y);
}

static double basket(bight_vec3 p)
{
    double out = 0.33 + 0.2 * p.y, in = out - 0.085; // walls lean outward
    double bowl = bi_field_drum(p, v3(0, 0, 0), out, 0.0, 0.36);
    double room = bi_field_drum(p, v3(0, 0, 0), in, 0.085, 1.0);
    double handle = bi_max(bi_field_ring(p, v3(0, 0.3, 0), 0.365, 0.05), 0.3 - p.y);
    return bi_min(bi_max(bowl, -room), handle);
}

static double book(bight_vec3 p)
{
    bight_vec3 q = v3(p.x, fabs(p.y - 0.1), p.z);
    double boards = bi_field_box(q, v3(0, 0.08, 0), v3(0.36, 0.02, 0.5), 0.0);
    double pages = bi_field_box(p, v3(-0.015, 0.1, 0), v3(0.33, 0.08, 0.47), 0.0);
    double spine = bi_field_box(p, v3(-0.34, 0.1, 0), v3(0.02, 0.1, 0.5), 0.0);
    return least(boards, pages, spine, spine);
}

// ---- by hand ----------------------------------------------------------------------------------------

typedef struct shell {
    bight_mesh *mesh;
    int32_t counts[3];
} shell;

// Vertices of the six sides of a grid of cubes, each once: those of the layer z = 0, the rims of the layers between, the last one.
static int32_t shell_vertex(const shell *s, int32_t x, int32_t y, int32_t z)
{
    int32_t a = s->counts[0], b = s->counts[1], c = s->counts[2];
    int32_t layer = (a + 1) * (b + 1), rim = 2 * (a + b);
    if (z == 0 || z == c) {
        return (z == 0 ? 0 : layer + (c - 1) * rim) + y * (a + 1) + x;
    }
    int32_t along = y == 0 ? x : x == a ? a + y : y == b ? 2 * a + b - x : 2 * a + 2 * b - y;
    return layer + (z - 1) * rim + along;
}

static void shell_side(shell *s, int32_t axis, bool far)
{
    int32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int32_t j = 0; j < s->counts[v]; j++) {
        for (int32_t i = 0; i < s->counts[u]; i++) {
            int32_t q[4];
            for (int32_t k = 0; k < 4; k++) {
                int32_t at[3];
                at[axis] = far ? s->counts[axis] : 0;
                at[u] = i + (k == 1 || k == 2);
                at[v] = j + (k >= 2);
                q[far ? k : 3 - k] = shell_vertex(s, at[0], at[1], at[2]);
            }
            int32_t *corner = s->mesh->triangles + 3 * (size_t)s->mesh->triangle_count;
            const int32_t both[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
            memcpy(corner, both, sizeof both);
            s->mesh->triangle_count += 2;
        }
    }
}

// A box of 1 x 0.5 x 0.7, or a ball with a flat foot: points of a cube's sides drawn to the sphere.
static bight_status make_shell(const bight_allocator *allocator, bool round, bight_mesh *mesh)
{
    shell s = {.mesh = mesh, .counts = {14, 7, 10}};
    if (round) {
        s.counts[0] = s.counts[1] = s.counts[2] = 16;
    }
    int32_t a = s.counts[0], b = s.counts[1], c = s.counts[2];
    bight_status status = bi_mesh_make(allocator, 2 * (a + 1) * (b + 1) + (c - 1) * 2 * (a + b),
                                       4 * (a * b + b * c + a * c), mesh);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_free_array(allocator, mesh->normals, (size_t)mesh->vertex_count, sizeof *mesh->normals);
    bi_free_array(allocator, mesh->uv, (size_t)mesh->vertex_count, 2 * sizeof *mesh->uv);
    mesh->normals = NULL;
    mesh->uv = NULL;
    for (int32_t z = 0; z <= c; z++) {
        for (int32_t y = 0; y <= b; y++) {
            for (int32_t x = 0; x <= a; x++) {
                if (x > 0 && x < a && y > 0 && y < b && z > 0 && z < c) {
                    continue;
                }
                bight_vec3 p = v3((double)x / a - 0.5, (double)y / b, (double)z / c - 0.5);
                if (round) {
                    bight_vec3 q = v3(2 * p.x, 2 * p.y - 1, 2 * p.z);
                    // spread evenly: x sqrt(1 - y^2/2 - z^2/2 + y^2 z^2/3) and so on
                    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
                    q = v3(q.x * sqrt(1 - 0.5 * yy - 0.5 * zz + yy * zz / 3),
                           q.y * sqrt(1 - 0.5 * zz - 0.5 * xx + zz * xx / 3),
                           q.z * sqrt(1 - 0.5 * xx - 0.5 * yy + xx * yy / 3));
                    p = v3(0.5 * q.x, bi_max(0.5 * q.y + 0.485, 0.0), 0.5 * q.z);
                } else {
                    p = v3(p.x, 0.5 * p.y, 0.7 * p.z);
                }
                mesh->positions[shell_vertex(&s, x, y, z)] = p;
            }
        }
    }
    mesh->triangle_count = 0;
    for (int32_t axis = 0; axis < 3; axis++) {
        shell_side(&s, axis, false);
        shell_side(&s, axis, true);
    }
    return BIGHT_OK;
}

// ---- the list ---------------------------------------------------------------------------------------

static const bight_wrap_object objects[] = {
    {"box", "a box", 0.98, 1.0},
    {"ball", "a ball with a flat foot", 0.98, 1.0},
    {"sphinx", "a lying lion with a head, on a plinth", 0.98, 1.0},
    {"car", "a car on four wheels", 0.98, 1.0},
    {"cupid", "a figure with wings and lifted arms, on a drum", 0.98, 1.0},
    {"bottle", "a bottle", 0.95, 0.6},
    {"basket", "an open basket with a handle", 0.95, 0.42},
    {"book", "a book with boards and a spine", 0.98, 1.0},
};
#define COUNT ((int32_t)(sizeof objects / sizeof *objects))
#define FIRST_FIELD 2 // those before it are made by hand

// A box with room around each shape, metres, and its cubes along 1 metre.
static const struct {
    bi_field *field;
    bight_vec3 low, high;
    int32_t cells;
} fields[] = {
    {sphinx, {-0.61, -0.11, -0.41}, {0.61, 0.7, 0.41}, 40},
    {car, {-0.603, -0.117, -0.406}, {0.61, 0.55, 0.41}, 40},
    {cupid, {-0.51, -0.11, -0.41}, {0.51, 1.1, 0.41}, 44},
    {bottle, {-0.31, -0.11, -0.31}, {0.31, 1.1, 0.31}, 44},
    {basket, {-0.56, -0.11, -0.56}, {0.56, 0.85, 0.56}, 40},
    {book, {-0.51, -0.11, -0.61}, {0.51, 0.35, 0.61}, 44},
};
_Static_assert(sizeof fields / sizeof *fields == COUNT - FIRST_FIELD, "each object has its shape");

const bight_wrap_object *bight_wrap_object_at(int32_t index)
{
    return index >= 0 && index < COUNT ? &objects[index] : NULL;
}

const bight_wrap_object *bight_wrap_wanted(const char *name)
{
    static const bight_wrap_object other = {NULL, "a mesh", 0.98, 1.0};
    for (int32_t i = 0; i < COUNT && name != NULL; i++) {
        if (strcmp(objects[i].name, name) == 0) {
            return &objects[i];
        }
    }
    return &other;
}

static bight_status make_field(const bight_allocator *allocator, int32_t index, bight_mesh *mesh)
{
    bight_vec3 low = fields[index].low, wide = v3_sub(fields[index].high, low);
    double cell = 1.0 / fields[index].cells;
    bi_nets_grid grid = {
        low, cell, {(int32_t)(wide.x / cell), (int32_t)(wide.y / cell), (int32_t)(wide.z / cell)}};
    return bi_nets_make(allocator, fields[index].field, &grid, mesh);
}

bight_status bight_wrap_object_make(const bight_env *env, const char *name, bight_mesh *mesh,
                                    bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *mesh = (bight_mesh){0};
    for (int32_t i = 0; i < COUNT; i++) {
        if (strcmp(objects[i].name, name) == 0) {
            bight_status status = i < FIRST_FIELD ? make_shell(allocator, i == 1, mesh)
                                                  : make_field(allocator, i - FIRST_FIELD, mesh);
            return status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory for an object");
        }
    }
    const char *guess = bight_suggest(name, &objects[0].name, COUNT, sizeof *objects);
    return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there is no object \"%.60s\": %s%s%s", name,
                   guess != NULL ? "did you mean "
                                 : "it is one of box, ball, sphinx, car, cupid, bottle, basket, book",
                   guess != NULL ? guess : "", guess != NULL ? "?" : ", or a file that ends in .obj");
}
