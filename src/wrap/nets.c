// SPDX-License-Identifier: MIT

#include "wrap/nets.h"

#include "core/memory.h"
#include "core/vec3.h"

// steps that halve an edge until it is known where the surface meets it
#define HALVINGS 40

typedef struct nets {
    const bight_allocator *allocator;
    bi_field *field;
    const bi_nets_grid *grid;
    size_t nodes, cells;
    bool *inside;    // (nodes)
    int32_t *vertex; // (cells) of the cube, -1 for none
    bight_mesh *mesh;
    int32_t vertex_capacity, corner_capacity;
    bight_status status;
} nets;

static size_t node_of(const nets *n, int32_t x, int32_t y, int32_t z)
{
    const int32_t *c = n->grid->counts;
    return ((size_t)z * (size_t)(c[1] + 1) + (size_t)y) * (size_t)(c[0] + 1) + (size_t)x;
}

static size_t cell_of(const nets *n, const int32_t at[3])
{
    const int32_t *c = n->grid->counts;
    return ((size_t)at[2] * (size_t)c[1] + (size_t)at[1]) * (size_t)c[0] + (size_t)at[0];
}

static bight_vec3 place_of(const nets *n, int32_t x, int32_t y, int32_t z)
{
    return v3_add(n->grid->low, v3_mul(n->grid->cell, v3(x, y, z)));
}

// Between a place inside and one outside: the field may bend in between, so it is halved rather than drawn straight.
static bight_vec3 meet(const nets *n, bight_vec3 in, bight_vec3 out)
{
    for (int32_t i = 0; i < HALVINGS; i++) {
        bight_vec3 middle = v3_lerp(in, out, 0.5);
        if (n->field(middle) < 0.0) {
            in = middle;
        } else {
            out = middle;
        }
    }
    return v3_lerp(in, out, 0.5);
}

// The vertex of a cube is the mean of the places where its edges are met.
static void put_vertex(nets *n, const int32_t at[3])
{
    bight_vec3 sum = v3(0, 0, 0);
    int32_t met = 0;
    for (int32_t axis = 0; axis < 3; axis++) {
        int32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int32_t k = 0; k < 4; k++) {
            int32_t a[3] = {at[0], at[1], at[2]};
            a[u] += k & 1;
            a[v] += k >> 1;
            int32_t b[3] = {a[0], a[1], a[2]};
            b[axis]++;
            bool first = n->inside[node_of(n, a[0], a[1], a[2])],
                 last = n->inside[node_of(n, b[0], b[1], b[2])];
            if (first != last) {
                bight_vec3 p = place_of(n, a[0], a[1], a[2]), q = place_of(n, b[0], b[1], b[2]);
                sum = v3_add(sum, first ? meet(n, p, q) : meet(n, q, p));
                met++;
            }
        }
    }
    if (met == 0) {
        return;
    }
    bight_mesh *mesh = n->mesh;
    n->status = bi_reserve(n->allocator, &mesh->positions, &n->vertex_capacity,
                           (int64_t)mesh->vertex_count + 1, sizeof *mesh->positions);
    if (n->status == BIGHT_OK) {
        n->vertex[cell_of(n, at)] = mesh->vertex_count;
        mesh->positions[mesh->vertex_count++] = v3_mul(1.0 / met, sum);
    }
}

static void put_triangle(nets *n, int32_t a, int32_t b, int32_t c)
{
    bight_mesh *mesh = n->mesh;
    if (n->status != BIGHT_OK) {
        return;
    }
    n->status = bi_reserve(n->allocator, &mesh->triangles, &n->corner_capacity,
                           3 * ((int64_t)mesh->triangle_count + 1), sizeof *mesh->triangles);
    if (n->status == BIGHT_OK) {
        int32_t *corner = mesh->triangles + 3 * (size_t)mesh->triangle_count++;
        corner[0] = a;
        corner[1] = b;
        corner[2] = c;
    }
}

static double area(const bight_vec3 *x, int32_t a, int32_t b, int32_t c)
{
    return 0.5 * v3_length(v3_cross(v3_sub(x[b], x[a]), v3_sub(x[c], x[a])));
}

// The four cubes around an edge along an axis, anticlockwise seen from its far end, cut so that the smaller triangle is as large as
// it can be: none is a needle where three of them lie on a line.
static void put_sides(nets *n, const int32_t at[3], int32_t axis, bool out)
{
    int32_t u = (axis + 1) % 3, v = (axis + 2) % 3, q[4];
    static const int32_t du[4] = {-1, 0, 0, -1}, dv[4] = {-1, -1, 0, 0};
    for (int32_t k = 0; k < 4; k++) {
        int32_t cell[3] = {at[0], at[1], at[2]};
        cell[u] += du[k];
        cell[v] += dv[k];
        q[out ? k : 3 - k] = n->vertex[cell_of(n, cell)];
    }
    const bight_vec3 *x = n->mesh->positions;
    double one = bi_min(area(x, q[0], q[1], q[2]), area(x, q[0], q[2], q[3]));
    double other = bi_min(area(x, q[0], q[1], q[3]), area(x, q[1], q[2], q[3]));
    if (one >= other) {
        put_triangle(n, q[0], q[1], q[2]);
        put_triangle(n, q[0], q[2], q[3]);
    } else {
        put_triangle(n, q[0], q[1], q[3]);
        put_triangle(n, q[1], q[2], q[3]);
    }
}

// Edges on the border of the box have cubes on one side only; a shape that stays inside meets none of them.
static void join(nets *n)
{
    const int32_t *c = n->grid->counts;
    for (int32_t z = 0; z <= c[2]; z++) {
        for (int32_t y = 0; y <= c[1]; y++) {
            for (int32_t x = 0; x <= c[0]; x++) {
                const int32_t at[3] = {x, y, z};
                for (int32_t axis = 0; axis < 3; axis++) {
                    int32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                    int32_t far[3] = {x, y, z};
                    far[axis]++;
                    if (at[axis] == c[axis] || at[u] == 0 || at[u] == c[u] || at[v] == 0 || at[v] == c[v]) {
                        continue;
                    }
                    bool first = n->inside[node_of(n, x, y, z)];
                    if (first != n->inside[node_of(n, far[0], far[1], far[2])]) {
                        put_sides(n, at, axis, first);
                    }
                }
            }
        }
    }
}

// An array with exactly the room that is used, as bight_mesh_free() takes it.
static bool trim(const nets *n, void **array, int32_t *capacity, int32_t count, size_t size)
{
    if (count == 0) {
        return true;
    }
    void *less = bi_resize(n->allocator, *array, (size_t)*capacity * size, (size_t)count * size);
    if (less == NULL) {
        return false;
    }
    *array = less;
    *capacity = count;
    return true;
}

static void trim_all(nets *n)
{
    bight_mesh *mesh = n->mesh;
    void *x = mesh->positions, *t = mesh->triangles;
    bool good = trim(n, &x, &n->vertex_capacity, mesh->vertex_count, sizeof *mesh->positions) &&
                trim(n, &t, &n->corner_capacity, 3 * mesh->triangle_count, sizeof *mesh->triangles);
    mesh->positions = x;
    mesh->triangles = t;
    n->status = good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

bight_status bi_nets_make(const bight_allocator *allocator, bi_field *field, const bi_nets_grid *grid,
                          bight_mesh *mesh)
{
    const int32_t *c = grid->counts;
    nets n = {.allocator = allocator, .field = field, .grid = grid, .mesh = mesh};
    *mesh = (bight_mesh){0};
    n.nodes = node_of(&n, c[0], c[1], c[2]) + 1;
    n.cells = (size_t)c[0] * (size_t)c[1] * (size_t)c[2];
    n.inside = bi_new_array(allocator, n.nodes, sizeof *n.inside);
    n.vertex = bi_new_array(allocator, n.cells, sizeof *n.vertex);
    n.status = n.inside != NULL && n.vertex != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;

    for (int32_t z = 0; z <= c[2] && n.status == BIGHT_OK; z++) {
        for (int32_t y = 0; y <= c[1]; y++) {
            for (int32_t x = 0; x <= c[0]; x++) {
                n.inside[node_of(&n, x, y, z)] = field(place_of(&n, x, y, z)) < 0.0;
            }
        }
    }
    for (size_t i = 0; i < n.cells && n.status == BIGHT_OK; i++) {
        const int32_t at[3] = {(int32_t)(i % (size_t)c[0]), (int32_t)(i / (size_t)c[0] % (size_t)c[1]),
                               (int32_t)(i / ((size_t)c[0] * (size_t)c[1]))};
        n.vertex[i] = -1;
        put_vertex(&n, at);
    }
    if (n.status == BIGHT_OK) {
        join(&n);
    }
    if (n.status == BIGHT_OK) {
        trim_all(&n);
    }
    bi_free_array(allocator, n.inside, n.nodes, sizeof *n.inside);
    bi_free_array(allocator, n.vertex, n.cells, sizeof *n.vertex);
    if (n.status != BIGHT_OK) {
        bi_resize(allocator, mesh->positions, (size_t)n.vertex_capacity * sizeof *mesh->positions, 0);
        bi_resize(allocator, mesh->triangles, (size_t)n.corner_capacity * sizeof *mesh->triangles, 0);
        *mesh = (bight_mesh){0};
    }
    return n.status;
}
