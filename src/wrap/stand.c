// SPDX-License-Identifier: MIT
// Can an object be wrapped? It is closed, in one piece, has an inside and something flat to stand on.

#include "bight/wrap.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/hull.h"
#include "geom/inertia.h"
#include "geom/mesh.h"
#include "geom/surface.h"
#include "wrap/points.h"

#define MOST_TRIANGLES (1 << 20)
#define LEAST_MARGIN 0.025 // of the longest side
#define FLAT 1e-4          // of the longest side: how far corners of a facet are from its plane
#define DOWN 0.985         // cosine of 10 degrees

typedef struct facet {
    bight_vec3 normal; // outward
    double area, margin;
} facet;

static double longest(bight_vec3 extent)
{
    return bi_max(extent.x, bi_max(extent.y, extent.z));
}

// ---- what it must be --------------------------------------------------------------------------------

// Pieces, and the first vertex in whose place no triangle has one, or -1: it would count in the extent and the hull.
static bight_status count_pieces(const bight_allocator *allocator, const bight_mesh *mesh, int32_t *pieces,
                                 int32_t *loose)
{
    size_t count = (size_t)mesh->vertex_count;
    int32_t *first = bi_new_array(allocator, count, sizeof *first);
    int32_t *parent = bi_new_array(allocator, count, sizeof *parent);
    bool *used = bi_new_array(allocator, count, sizeof *used);
    bool enough = first != NULL && parent != NULL && used != NULL;
    bight_status status = enough ? bi_mesh_weld(allocator, mesh, first) : BIGHT_ERROR_NO_MEMORY;
    *pieces = 0;
    *loose = -1;
    if (status == BIGHT_OK) {
        for (int32_t i = 0; i < mesh->vertex_count; i++) {
            parent[i] = i;
        }
        for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            int32_t a = first[mesh->triangles[i]], b = first[mesh->triangles[i - i % 3]];
            bi_set_join(parent, a, b);
            used[a] = true;
        }
        for (int32_t i = mesh->vertex_count - 1; i >= 0; i--) {
            *loose = used[first[i]] ? *loose : i;
            *pieces += used[i] && bi_set_root(parent, i) == i;
        }
    }
    bi_free_array(allocator, first, count, sizeof *first);
    bi_free_array(allocator, parent, count, sizeof *parent);
    bi_free_array(allocator, used, count, sizeof *used);
    return status;
}

static bight_status check_numbers(const bight_mesh *mesh, double size, bight_error *error)
{
    if (mesh->vertex_count < 4 || mesh->triangle_count < 1 || mesh->triangle_count > MOST_TRIANGLES) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the object has %d triangles: give one of 1 to %d",
                       mesh->triangle_count, MOST_TRIANGLES);
    }
    if (!(size >= 0.0 && size <= 1e3)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an object cannot be made %g m long: give 0 to 1000",
                       size);
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        if (!v3_is_finite(p) || !(longest(v3(fabs(p.x), fabs(p.y), fabs(p.z))) <= 1e6)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "vertex %d of the object is no place within 1000 km: mend the file", i + 1);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_allocator *allocator, bight_mesh *mesh, double size, bight_error *error)
{
    bight_status status = check_numbers(mesh, size, error);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        mesh->positions[i] = bi_wrap_trimmed(mesh->positions[i]);
    }
    if (bi_mesh_volume(mesh) < 0.0) {
        for (int32_t i = 0; i < mesh->triangle_count; i++) {
            int32_t *corner = mesh->triangles + 3 * (size_t)i, other = corner[1];
            corner[1] = corner[2];
            corner[2] = other;
        }
    }
    bight_error why = {0};
    status = bi_mesh_check_closed(allocator, mesh, &why);
    if (status == BIGHT_ERROR_INVALID) {
        return bi_fail(error, status, 0, "the object is open: %.120s; close it (bight mesh tells where)",
                       why.message);
    }
    int32_t pieces = 1, loose = -1;
    status = status == BIGHT_OK ? count_pieces(allocator, mesh, &pieces, &loose) : status;
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to look at an object");
    }
    if (pieces > 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the object is in %d pieces: join them, or give one of them", (int)pieces);
    }
    if (loose >= 0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "vertex %d of the object belongs to no triangle: leave it out", (int)loose + 1);
    }
    return BIGHT_OK;
}

// ---- on what it stands ------------------------------------------------------------------------------

typedef struct standing {
    const bight_mesh *mesh;
    bi_hull hull;
    bi_surface surface;
    int32_t *facet_of; // (hull.count) number of the facet, -1 for none yet
    int32_t *queue;    // (hull.count)
    bight_vec3 centre; // of mass
    double size;
} standing;

static bight_vec3 corner(const standing *s, int32_t triangle, int32_t k)
{
    return s->mesh->positions[s->hull.corners[3 * (size_t)triangle + (size_t)k]];
}

// All triangles that hang together with the first and have their corners in its plane.
static facet flood(standing *s, int32_t first, bight_vec3 normal)
{
    facet f = {.normal = normal, .margin = HUGE_VAL};
    double height = v3_dot(normal, corner(s, first, 0));
    int32_t head = 0, tail = 0;
    s->facet_of[first] = first;
    s->queue[tail++] = first;
    while (head < tail) {
        int32_t t = s->queue[head++];
        bight_vec3 a = corner(s, t, 0), b = corner(s, t, 1), c = corner(s, t, 2);
        f.area += 0.5 * v3_dot(normal, v3_cross(v3_sub(b, a), v3_sub(c, a)));
        for (int32_t k = 0; k < 3; k++) {
            int32_t edge = s->surface.triangle_edges[3 * (size_t)t + (size_t)k],
                    from = s->surface.edge_first[edge];
            int32_t side = s->surface.edge_sides[from] / 3;
            int32_t other = side == t ? s->surface.edge_sides[from + 1] / 3 : side;
            bool flat = true;
            for (int32_t m = 0; m < 3; m++) {
                flat = flat && fabs(v3_dot(normal, corner(s, other, m)) - height) <= FLAT * s->size;
            }
            if (flat && s->facet_of[other] < 0) {
                s->facet_of[other] = first;
                s->queue[tail++] = other;
            } else if (s->facet_of[other] != first) {
                // a side of the border: how far inside is the centre?
                bight_vec3 p = corner(s, t, k), along = v3_sub(corner(s, t, (k + 1) % 3), p);
                double length = v3_length(along);
                double in = v3_dot(v3_sub(s->centre, p), v3_cross(normal, along));
                f.margin = length > 0.0 ? bi_min(f.margin, in / length) : f.margin;
            }
        }
    }
    return f;
}

static facet choose(standing *s, facet *widest)
{
    facet best = {.margin = -HUGE_VAL};
    *widest = best;
    for (int32_t t = 0; t < s->hull.count; t++) {
        s->facet_of[t] = -1;
    }
    for (int32_t t = 0; t < s->hull.count; t++) {
        bight_vec3 a = corner(s, t, 0),
                   across = v3_cross(v3_sub(corner(s, t, 1), a), v3_sub(corner(s, t, 2), a));
        double area = 0.5 * v3_length(across);
        // slivers say nothing about a plane
        if (s->facet_of[t] >= 0 || area < 1e-7 * s->size * s->size) {
            continue;
        }
        facet f = flood(s, t, v3_mul(0.5 / area, across));
        *widest = f.margin > widest->margin ? f : *widest;
        if (f.margin < LEAST_MARGIN * s->size) {
            continue;
        }
        bool down = f.normal.y < -DOWN, was = best.normal.y < -DOWN;
        if (best.area == 0.0 || (down && !was) || (down == was && f.area > best.area * (1.0 + 1e-9))) {
            best = f;
        }
    }
    return best;
}

static bight_status find_stand(const bight_env *env, const bight_mesh *mesh, bight_vec3 centre, double size,
                               facet *stand, bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    standing s = {.mesh = mesh, .centre = centre, .size = size};
    bi_hull_init(&s.hull, allocator);
    bight_status status = bi_hull_make(&s.hull, mesh->positions, mesh->vertex_count);
    size_t count = (size_t)s.hull.count;
    if (status == BIGHT_OK) {
        status = bi_surface_make(allocator, s.hull.corners, s.hull.count, mesh->vertex_count, &s.surface);
    }
    if (status == BIGHT_OK) {
        s.facet_of = bi_new_array(allocator, count, sizeof *s.facet_of);
        s.queue = bi_new_array(allocator, count, sizeof *s.queue);
        status = s.facet_of != NULL && s.queue != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    facet widest = {.margin = 0.0};
    if (status == BIGHT_OK) {
        *stand = choose(&s, &widest);
    }
    bi_free_array(allocator, s.facet_of, count, sizeof *s.facet_of);
    bi_free_array(allocator, s.queue, count, sizeof *s.queue);
    bi_surface_free(allocator, &s.surface);
    bi_hull_free(&s.hull);
    if (status != BIGHT_OK) {
        return bi_wrap_no_hull(mesh, status, error);
    }
    if (stand->area == 0.0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the object has no flat stand: on the best facet of its convex hull its centre is "
                       "%.3g %% of its length "
                       "inside the border, %.3g are needed; cut a foot flat",
                       100.0 * widest.margin / size, 100.0 * LEAST_MARGIN);
    }
    return BIGHT_OK;
}

// Rows of a turn that brings a unit normal to -y, the shortest one.
static void turn_down(bight_mesh *mesh, bight_vec3 normal)
{
    bight_vec3 down = v3(0, -1, 0), w = v3_cross(normal, down);
    double cosine = v3_dot(normal, down), k = 1.0 / (1.0 + cosine);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        if (cosine > -1.0 + 1e-12) {
            // Rodrigues: p cos + w x p + w (w . p) / (1 + cos)
            mesh->positions[i] = v3_add(v3_madd(v3_mul(cosine, p), k * v3_dot(w, p), w), v3_cross(w, p));
        } else {
            mesh->positions[i] = v3(p.x, -p.y, -p.z);
        }
    }
}

bight_status bight_wrap_set_down(const bight_env *env, bight_mesh *mesh, double size, bight_wrap_stand *stand,
                                 bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *stand = (bight_wrap_stand){0};
    bight_status status = check(allocator, mesh, size, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_spread spread;
    if (!bi_spread_of_mesh(mesh->positions, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                           &spread)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the object has no inside: give one that is not flat");
    }
    bight_vec3 middle;
    facet f = {.area = 0.0};
    status = find_stand(env, mesh, spread.centre, longest(bi_wrap_extent(mesh, &middle)), &f, error);
    if (status != BIGHT_OK) {
        return status;
    }
    // what stands as it is keeps its numbers
    stand->turned = f.normal.y > -1.0 + 1e-9;
    if (stand->turned) {
        turn_down(mesh, f.normal);
    }
    bi_spread_of_mesh(mesh->positions, mesh->vertex_count, mesh->triangles, mesh->triangle_count, &spread);
    bight_vec3 extent = bi_wrap_extent(mesh, &middle);
    double scale = size > 0.0 ? size / longest(extent) : 1.0;
    bight_vec3 foot = v3(spread.centre.x, middle.y - 0.5 * extent.y, spread.centre.z);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        mesh->positions[i] = v3_mul(scale, v3_sub(mesh->positions[i], foot));
    }
    stand->extent = v3_mul(scale, extent);
    stand->volume = fabs(spread.volume) * scale * scale * scale;
    stand->area = f.area * scale * scale;
    stand->margin = f.margin * scale;
    return BIGHT_OK;
}
