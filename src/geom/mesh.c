// SPDX-License-Identifier: MIT

#include "geom/mesh.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/validate.h"

void bight_mesh_free(const bight_allocator *allocator, bight_mesh *mesh)
{
    if (mesh == NULL) {
        return;
    }
    size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
    bi_free_array(allocator, mesh->positions, vertices, sizeof *mesh->positions);
    bi_free_array(allocator, mesh->normals, vertices, sizeof *mesh->normals);
    bi_free_array(allocator, mesh->uv, vertices, 2 * sizeof *mesh->uv);
    bi_free_array(allocator, mesh->triangles, triangles, 3 * sizeof *mesh->triangles);
    *mesh = (bight_mesh){0};
}

bight_status bi_mesh_make(const bight_allocator *allocator, int64_t vertex_count, int64_t triangle_count,
                          bight_mesh *mesh)
{
    *mesh = (bight_mesh){0};
    if (vertex_count < 0 || vertex_count > INT32_MAX || triangle_count < 0 ||
        triangle_count > INT32_MAX / 3) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    mesh->vertex_count = (int32_t)vertex_count;
    mesh->triangle_count = (int32_t)triangle_count;
    mesh->positions = bi_new_array(allocator, (size_t)vertex_count, sizeof *mesh->positions);
    mesh->normals = bi_new_array(allocator, (size_t)vertex_count, sizeof *mesh->normals);
    mesh->uv = bi_new_array(allocator, (size_t)vertex_count, 2 * sizeof *mesh->uv);
    mesh->triangles = bi_new_array(allocator, (size_t)triangle_count, 3 * sizeof *mesh->triangles);
    if (mesh->positions == NULL || mesh->normals == NULL || mesh->uv == NULL || mesh->triangles == NULL) {
        bight_mesh_free(allocator, mesh);
        return BIGHT_ERROR_NO_MEMORY;
    }
    return BIGHT_OK;
}

// a longer copy of an array, in its place
static bool lengthen(const bight_allocator *allocator, void **array, size_t old, size_t count, size_t size)
{
    void *grown = bi_new_array(allocator, count, size);
    if (grown == NULL) {
        return false;
    }
    if (old > 0) {
        memcpy(grown, *array, old * size);
    }
    bi_free_array(allocator, *array, old, size);
    *array = grown;
    return true;
}

bight_status bight_mesh_append(const bight_allocator *allocator, bight_mesh *mesh, const bight_mesh *more)
{
    size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
    size_t all_vertices = vertices + (size_t)more->vertex_count;
    size_t all_triangles = triangles + (size_t)more->triangle_count;
    if (all_vertices > INT32_MAX || all_triangles > INT32_MAX / 3) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // normals and texture coordinates are not kept: the other mesh may have none
    bi_free_array(allocator, mesh->normals, vertices, sizeof *mesh->normals);
    bi_free_array(allocator, mesh->uv, vertices, 2 * sizeof *mesh->uv);
    mesh->normals = NULL;
    mesh->uv = NULL;

    if (more->vertex_count > 0) {
        void *positions = mesh->positions;
        if (!lengthen(allocator, &positions, vertices, all_vertices, sizeof *mesh->positions)) {
            return BIGHT_ERROR_NO_MEMORY;
        }
        mesh->positions = positions;
        mesh->vertex_count = (int32_t)all_vertices;
        memcpy(mesh->positions + vertices, more->positions,
               (size_t)more->vertex_count * sizeof *mesh->positions);
    }

    // vertex i of `more` is vertex i + vertices of the whole
    if (more->triangle_count > 0) {
        void *corners = mesh->triangles;
        if (!lengthen(allocator, &corners, triangles, all_triangles, 3 * sizeof *mesh->triangles)) {
            return BIGHT_ERROR_NO_MEMORY; // the vertices that no triangle uses do no harm
        }
        mesh->triangles = corners;
        mesh->triangle_count = (int32_t)all_triangles;
        for (size_t i = 0; i < 3 * (size_t)more->triangle_count; i++) {
            mesh->triangles[3 * triangles + i] = more->triangles[i] + (int32_t)vertices;
        }
    }
    return BIGHT_OK;
}

// ---- hash tables of indices: open addressing, at most half full -----------------------------------------

typedef struct index_table {
    int32_t *slots; // index + 1, 0 is free  (size)
    size_t size;    // a power of two
} index_table;

static bool table_make(const bight_allocator *allocator, size_t entries, index_table *table)
{
    table->size = 16;
    while (table->size / 2 < entries) {
        table->size *= 2;
    }
    table->slots = bi_new_array(allocator, table->size, sizeof *table->slots);
    return table->slots != NULL;
}

static void table_free(const bight_allocator *allocator, index_table *table)
{
    bi_free_array(allocator, table->slots, table->size, sizeof *table->slots);
}

bight_status bi_mesh_weld(const bight_allocator *allocator, const bight_mesh *mesh, int32_t *first)
{
    index_table table;
    if (!table_make(allocator, (size_t)mesh->vertex_count, &table)) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        // adding zero turns -0 into +0, which is the same place
        bight_vec3 p = v3_add(mesh->positions[i], v3(0, 0, 0));
        size_t slot = (size_t)bi_hash_vec3(BI_HASH_START, p) & (table.size - 1);
        for (; table.slots[slot] != 0; slot = (slot + 1) & (table.size - 1)) {
            bight_vec3 q = mesh->positions[table.slots[slot] - 1];
            if (p.x == q.x && p.y == q.y && p.z == q.z) {
                break;
            }
        }
        if (table.slots[slot] == 0) {
            table.slots[slot] = i + 1;
        }
        first[i] = table.slots[slot] - 1;
    }
    table_free(allocator, &table);
    return BIGHT_OK;
}

// ---- directed edges: edge 3 t + k of triangle t runs from its corner k to corner k + 1 ----------------

typedef struct edge_set {
    const int32_t *triangles;
    const int32_t *first; // welded vertex of each vertex
    index_table table;
} edge_set;

static int32_t edge_from(const edge_set *set, int32_t edge)
{
    return set->first[set->triangles[edge]];
}

static int32_t edge_to(const edge_set *set, int32_t edge)
{
    return set->first[set->triangles[edge % 3 == 2 ? edge - 2 : edge + 1]];
}

// the slot of the directed edge from a to b, or the free slot where it would go
static size_t edge_slot(const edge_set *set, int32_t a, int32_t b)
{
    uint64_t word = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
    size_t slot = (size_t)bi_hash_word(BI_HASH_START, word) & (set->table.size - 1);
    for (; set->table.slots[slot] != 0; slot = (slot + 1) & (set->table.size - 1)) {
        int32_t edge = set->table.slots[slot] - 1;
        if (edge_from(set, edge) == a && edge_to(set, edge) == b) {
            break;
        }
    }
    return slot;
}

static bool is_folded(const edge_set *set, int32_t triangle)
{
    int32_t a = edge_from(set, 3 * triangle), b = edge_from(set, 3 * triangle + 1);
    int32_t c = edge_from(set, 3 * triangle + 2);
    return a == b || b == c || c == a;
}

static bight_status check_edges(edge_set *set, int32_t triangle_count, bight_error *error)
{
    for (int32_t edge = 0; edge < 3 * triangle_count; edge++) {
        if (is_folded(set, edge / 3)) {
            continue;
        }
        int32_t a = edge_from(set, edge), b = edge_to(set, edge);
        size_t slot = edge_slot(set, a, b);
        if (set->table.slots[slot] != 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "mesh is not a solid: triangles %d and %d both run from vertex %d to %d: make all "
                           "triangles face outward and each edge join two",
                           (set->table.slots[slot] - 1) / 3 + 1, edge / 3 + 1, a + 1, b + 1);
        }
        set->table.slots[slot] = edge + 1;
    }
    for (int32_t edge = 0; edge < 3 * triangle_count; edge++) {
        int32_t a = edge_from(set, edge), b = edge_to(set, edge);
        if (!is_folded(set, edge / 3) && set->table.slots[edge_slot(set, b, a)] == 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "mesh is not closed: the edge of triangle %d from vertex %d to %d has no "
                           "neighbour: fill the hole",
                           edge / 3 + 1, a + 1, b + 1);
        }
    }
    return BIGHT_OK;
}

bight_status bi_mesh_check_closed(const bight_allocator *allocator, const bight_mesh *mesh,
                                  bight_error *error)
{
    if (mesh->triangle_count < 4) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh is not a solid: %d triangles enclose nothing",
                       mesh->triangle_count);
    }
    int32_t *first = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *first);
    edge_set set = {.triangles = mesh->triangles, .first = first};
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (first != NULL) {
        status = bi_mesh_weld(allocator, mesh, first);
    }
    if (status == BIGHT_OK && !table_make(allocator, 3 * (size_t)mesh->triangle_count, &set.table)) {
        status = BIGHT_ERROR_NO_MEMORY;
    }
    if (status == BIGHT_OK) {
        status = check_edges(&set, mesh->triangle_count, error);
    } else {
        bi_fail(error, status, 0, "no memory to check whether a mesh of %d triangles is closed",
                mesh->triangle_count);
    }
    table_free(allocator, &set.table);
    bi_free_array(allocator, first, (size_t)mesh->vertex_count, sizeof *first);
    return status;
}

// V = sum over triangles of a . (b x c) / 6. The first vertex is the origin, so that a small mesh far
// away does not lose its digits.
double bi_mesh_volume(const bight_mesh *mesh)
{
    BI_VALIDATE(bi_mesh_is_valid(mesh));
    double volume = 0.0;
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *t = mesh->triangles + 3 * (size_t)i;
        bight_vec3 a = v3_sub(mesh->positions[t[0]], mesh->positions[0]);
        bight_vec3 b = v3_sub(mesh->positions[t[1]], mesh->positions[0]);
        bight_vec3 c = v3_sub(mesh->positions[t[2]], mesh->positions[0]);
        volume += v3_dot(a, v3_cross(b, c)) / 6.0;
    }
    return volume;
}

double bi_mesh_area(const bight_mesh *mesh)
{
    BI_VALIDATE(bi_mesh_is_valid(mesh));
    double area = 0.0;
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *t = mesh->triangles + 3 * (size_t)i;
        bight_vec3 ab = v3_sub(mesh->positions[t[1]], mesh->positions[t[0]]);
        bight_vec3 ac = v3_sub(mesh->positions[t[2]], mesh->positions[t[0]]);
        area += 0.5 * v3_length(v3_cross(ab, ac));
    }
    return area;
}
