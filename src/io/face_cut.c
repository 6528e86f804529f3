// SPDX-License-Identifier: MIT
// Faces of more than three corners as triangles that all face the way the face does. Readers fan a face from
// its first corner, which is right for convex ones; here the others are mended when the whole file is read
// (their vertices may come after them): fanned from a corner that sees all others, or else cut ear by ear.

#include "io/mesh_builder.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/predicates.h"

#include <math.h>

#define MOST_FAN_STARTS 64
#define LARGEST 1e36   // about 2^120: beyond it the predicates are not exact
#define SMALLEST 1e-36 // below it likewise: counts as 0

typedef struct polygon {
    int32_t *vertex, *uv;     // (count) corners in their order
    double (*flat)[2];        // (count) seen along the axis that the face looks along most, counter-clockwise
    int32_t *next, *previous; // (count) the ring of corners that are left
    bool *reflex;             // (count) turns right, or not at all
    int32_t count;
} polygon;

static int32_t turn(const polygon *p, int32_t a, int32_t b, int32_t c)
{
    return bi_orient2d(p->flat[a], p->flat[b], p->flat[c]);
}

static double flush(double x)
{
    return fabs(x) < SMALLEST ? 0.0 : x;
}

// Twice the area vector is sum p_i x p_(i+1) (Newell), here about the first corner. False without an area.
static bool flatten(polygon *p, const bight_vec3 *positions)
{
    bight_vec3 first = positions[p->vertex[0]], normal = v3(0, 0, 0);
    for (int32_t i = 0; i < p->count; i++) {
        bight_vec3 at = positions[p->vertex[i]];
        if (!(fabs(at.x) < LARGEST && fabs(at.y) < LARGEST && fabs(at.z) < LARGEST)) {
            return false;
        }
        bight_vec3 next = positions[p->vertex[(i + 1) % p->count]];
        normal = v3_add(normal, v3_cross(v3_sub(at, first), v3_sub(next, first)));
    }
    double n[3] = {normal.x, normal.y, normal.z};
    int32_t axis = 0;
    axis = fabs(n[1]) > fabs(n[axis]) ? 1 : axis;
    axis = fabs(n[2]) > fabs(n[axis]) ? 2 : axis;
    int32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    bool behind = n[axis] < 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        bight_vec3 at = positions[p->vertex[i]];
        double x[3] = {flush(at.x), flush(at.y), flush(at.z)};
        p->flat[i][0] = x[behind ? v : u];
        p->flat[i][1] = x[behind ? u : v];
    }
    return n[axis] != 0.0;
}

static bool sees_all(const polygon *p, int32_t start)
{
    for (int32_t k = 1; k + 1 < p->count; k++) {
        if (turn(p, start, (start + k) % p->count, (start + k + 1) % p->count) <= 0) {
            return false;
        }
    }
    return true;
}

static bool same_place(const polygon *p, int32_t a, int32_t b)
{
    return p->flat[a][0] == p->flat[b][0] && p->flat[a][1] == p->flat[b][1];
}

// An ear turns left, and none of the other corners lies in it or on it. Only those that do not turn left can,
// and a corner at the place of one of the ear's own is in nobody's way.
static bool is_ear(const polygon *p, int32_t b)
{
    int32_t a = p->previous[b], c = p->next[b];
    if (turn(p, a, b, c) <= 0) {
        return false;
    }
    for (int32_t i = p->next[c]; i != a; i = p->next[i]) {
        bool blocks = p->reflex[i] && turn(p, a, b, i) >= 0 && turn(p, b, c, i) >= 0 && turn(p, c, a, i) >= 0;
        if (blocks && !same_place(p, i, a) && !same_place(p, i, b) && !same_place(p, i, c)) {
            return false;
        }
    }
    return true;
}

// (count - 2) x 3 corners into `ears`; false when the outline crosses itself and no ear is left.
static bool cut_ears(polygon *p, int32_t *ears)
{
    for (int32_t i = 0; i < p->count; i++) {
        p->next[i] = (i + 1) % p->count;
        p->previous[i] = (i + p->count - 1) % p->count;
    }
    for (int32_t i = 0; i < p->count; i++) {
        p->reflex[i] = turn(p, p->previous[i], i, p->next[i]) <= 0;
    }

    // an ear's neighbours are the likeliest next ones, so the walk continues from there
    int32_t left = p->count, at = 0, misses = 0, cut = 0;
    while (left > 3 && misses < left) {
        if (!is_ear(p, at)) {
            at = p->next[at];
            misses++;
            continue;
        }
        int32_t a = p->previous[at], c = p->next[at];
        ears[3 * cut] = a, ears[3 * cut + 1] = at, ears[3 * cut + 2] = c;
        cut++, left--, misses = 0;
        p->next[a] = c;
        p->previous[c] = a;
        p->reflex[a] = p->reflex[a] && turn(p, p->previous[a], a, c) <= 0;
        p->reflex[c] = p->reflex[c] && turn(p, a, c, p->next[c]) <= 0;
        at = c;
    }

    int32_t a = p->previous[at], c = p->next[at];
    ears[3 * cut] = a, ears[3 * cut + 1] = at, ears[3 * cut + 2] = c;
    return left == 3 && turn(p, a, at, c) > 0;
}

static void put(bight_cloth_mesh *mesh, const polygon *p, int32_t triangle, int32_t a, int32_t b, int32_t c)
{
    const int32_t corners[3] = {a, b, c};
    for (size_t i = 0; i < 3; i++) {
        mesh->triangles[3 * (size_t)triangle + i] = p->vertex[corners[i]];
        mesh->uv_triangles[3 * (size_t)triangle + i] = p->uv[corners[i]];
    }
}

// Writers take neighbouring triangles with one first corner for a fan: those of ears must not look like one.
static void put_ears(bight_cloth_mesh *mesh, const polygon *p, int32_t first, const int32_t *ears)
{
    for (int32_t k = 0; k < p->count - 2; k++) {
        const int32_t *e = ears + 3 * (size_t)k;
        bool alike = k > 0 && mesh->triangles[3 * (size_t)(first + k - 1)] == p->vertex[e[0]];
        put(mesh, p, first + k, alike ? e[1] : e[0], alike ? e[2] : e[1], alike ? e[0] : e[2]);
    }
}

static void cut(bight_cloth_mesh *mesh, polygon *p, int32_t first, int32_t *ears)
{
    if (!flatten(p, mesh->positions)) {
        return;
    }
    for (int32_t start = 0; start < p->count && start < MOST_FAN_STARTS; start++) {
        if (sees_all(p, start)) {
            for (int32_t k = 1; k + 1 < p->count && start > 0; k++) {
                put(mesh, p, first + k - 1, start, (start + k) % p->count, (start + k + 1) % p->count);
            }
            return;
        }
    }
    if (cut_ears(p, ears)) {
        put_ears(mesh, p, first, ears);
    }
}

bight_status bi_build_cut_faces(bi_mesh_builder *builder)
{
    const bight_allocator *allocator = builder->allocator;
    bight_cloth_mesh *mesh = &builder->mesh;
    enum { MOST = BI_MOST_CORNERS };
    polygon p = {.vertex = bi_new_array(allocator, MOST, sizeof *p.vertex),
                 .uv = bi_new_array(allocator, MOST, sizeof *p.uv),
                 .flat = bi_new_array(allocator, MOST, sizeof *p.flat),
                 .next = bi_new_array(allocator, MOST, sizeof *p.next),
                 .previous = bi_new_array(allocator, MOST, sizeof *p.previous),
                 .reflex = bi_new_array(allocator, MOST, sizeof *p.reflex)};
    int32_t *ears = bi_new_array(allocator, MOST, 3 * sizeof *ears);
    bight_status status = BIGHT_OK;
    if (p.vertex == NULL || p.uv == NULL || p.flat == NULL || p.next == NULL || p.previous == NULL ||
        p.reflex == NULL || ears == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to cut faces into triangles");
    }

    // the triangles of a face are neighbours; n - 2 others replace them in place
    for (int32_t t = 0, end; t < mesh->triangle_count && status == BIGHT_OK; t = end) {
        // a fan's corners: the first triangle's, then the last of each other
        p.count = 0;
        for (end = t; end < mesh->triangle_count && mesh->faces[end] == mesh->faces[t]; end++) {
            for (size_t i = end == t ? 0 : 2; i < 3; i++) {
                p.vertex[p.count] = mesh->triangles[3 * (size_t)end + i];
                p.uv[p.count++] = mesh->uv_triangles[3 * (size_t)end + i];
            }
        }
        if (p.count > 3) {
            cut(mesh, &p, t, ears);
        }
    }

    bi_free_array(allocator, p.vertex, MOST, sizeof *p.vertex);
    bi_free_array(allocator, p.uv, MOST, sizeof *p.uv);
    bi_free_array(allocator, p.flat, MOST, sizeof *p.flat);
    bi_free_array(allocator, p.next, MOST, sizeof *p.next);
    bi_free_array(allocator, p.previous, MOST, sizeof *p.previous);
    bi_free_array(allocator, p.reflex, MOST, sizeof *p.reflex);
    bi_free_array(allocator, ears, MOST, 3 * sizeof *ears);
    return status;
}
