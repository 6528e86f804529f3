// SPDX-License-Identifier: MIT
// Cloth that hangs on a knot alone goes with it. A region in the middle of a ribbon has two borders, and no rigid motion of the
// knot meets both; but a loose half of the ribbon can be brought to the knot as well as the knot to the other half.

#include "dress/carry.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/surface.h"

#define NEAR_EDGES 4.0 // as far as a border may be from its cloth and stay: closing spreads so much

typedef struct carrying {
    const bight_allocator *allocator;
    bight_cloth_mesh *mesh;
    bight_dress_map *map;
    bi_surface surface;
    int32_t *root;   // (vertex_count) union-find over cloth outside all regions
    double *area;    // (vertex_count) at a root: of its cloth on the pattern
    double *edges;   // (vertex_count) at a root: length of its borders on the pattern
    double *far;     // (vertex_count) at a root: farthest that a border vertex is from its place
    int32_t *counts; // (vertex_count) at a root: border edges
    uint8_t *held;   // (vertex_count) at a root: something holds it
} carrying;

static int32_t after(int32_t side)
{
    return side - side % 3 + (side + 1) % 3;
}

static const double *place_at(const bight_cloth_mesh *mesh, int32_t corner)
{
    return mesh->uv + 2 * mesh->uv_triangles[corner];
}

// The two sides of an edge when it is a border: the region's, and that of the cloth outside all.
static bool is_border(const carrying *c, int32_t edge, int32_t *inside, int32_t *outside)
{
    int32_t s = c->surface.edge_first[edge];
    if (bi_edge_triangles(&c->surface, edge) != 2) {
        return false;
    }
    int32_t one = c->surface.edge_sides[s], two = c->surface.edge_sides[s + 1];
    bool first = c->map->regions[one / 3] >= 0;
    *inside = first ? one : two;
    *outside = first ? two : one;
    return first != (c->map->regions[two / 3] >= 0);
}

static bight_status begin(carrying *c)
{
    size_t count = (size_t)c->mesh->vertex_count;
    bight_status status = bi_surface_make(c->allocator, c->mesh->triangles, c->mesh->triangle_count,
                                          c->mesh->vertex_count, &c->surface);
    c->root = bi_new_array(c->allocator, count, sizeof *c->root);
    c->area = bi_new_array(c->allocator, count, sizeof *c->area);
    c->edges = bi_new_array(c->allocator, count, sizeof *c->edges);
    c->far = bi_new_array(c->allocator, count, sizeof *c->far);
    c->counts = bi_new_array(c->allocator, count, sizeof *c->counts);
    c->held = bi_new_array(c->allocator, count, sizeof *c->held);
    bool room = c->root != NULL && c->area != NULL && c->edges != NULL && c->far != NULL &&
                c->counts != NULL && c->held != NULL;
    return status != BIGHT_OK ? status : room ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

static void end(carrying *c)
{
    size_t count = (size_t)c->mesh->vertex_count;
    bi_free_array(c->allocator, c->root, count, sizeof *c->root);
    bi_free_array(c->allocator, c->area, count, sizeof *c->area);
    bi_free_array(c->allocator, c->edges, count, sizeof *c->edges);
    bi_free_array(c->allocator, c->far, count, sizeof *c->far);
    bi_free_array(c->allocator, c->counts, count, sizeof *c->counts);
    bi_free_array(c->allocator, c->held, count, sizeof *c->held);
    bi_surface_free(c->allocator, &c->surface);
}

// ---- pieces of cloth outside all regions ----------------------------------------------------------------

static void find_pieces(carrying *c, const uint8_t *held, int32_t held_count)
{
    const bight_cloth_mesh *mesh = c->mesh;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        c->root[v] = v;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if (c->map->regions[t] < 0) {
            bi_set_join(c->root, mesh->triangles[3 * t], mesh->triangles[3 * t + 1]);
            bi_set_join(c->root, mesh->triangles[3 * t], mesh->triangles[3 * t + 2]);
        }
    }
    for (int32_t i = 0; i < mesh->seam_count; i++) {
        bi_set_join(c->root, mesh->seams[2 * i], mesh->seams[2 * i + 1]);
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if (c->map->regions[t] < 0) {
            const double *p = place_at(mesh, 3 * t), *q = place_at(mesh, 3 * t + 1),
                         *r = place_at(mesh, 3 * t + 2);
            c->area[bi_set_root(c->root, mesh->triangles[3 * t])] +=
                0.5 * fabs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
        }
    }
    for (int32_t v = 0; v < held_count && v < mesh->vertex_count; v++) {
        c->held[bi_set_root(c->root, v)] |= held[v];
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t inside, outside;
        if (!is_border(c, e, &inside, &outside)) {
            continue;
        }
        int32_t root = bi_set_root(c->root, mesh->triangles[outside]);
        const double *a = place_at(mesh, outside), *b = place_at(mesh, after(outside));
        c->edges[root] += bi_length_2d(b[0] - a[0], b[1] - a[1]);
        c->counts[root]++;
        for (int32_t k = 0; k < 2; k++) {
            int32_t v = c->surface.edges[2 * e + k];
            c->far[root] = bi_max(c->far[root], v3_distance(c->map->positions[v], mesh->positions[v]));
        }
    }
}

bight_status bi_dress_choose_carried(const bight_allocator *allocator, bight_cloth_mesh *mesh,
                                     bight_dress_map *map, const uint8_t *held, int32_t held_count,
                                     bool *chosen, bight_error *error)
{
    carrying c = {.allocator = allocator, .mesh = mesh, .map = map};
    *chosen = false;
    bight_status status = begin(&c);
    if (status != BIGHT_OK) {
        end(&c);
        return bi_fail(error, status, 0, "no memory to look for loose cloth");
    }
    find_pieces(&c, held, held_count);
    int32_t largest = -1;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        bool larger = c.counts[v] > 0 && (largest < 0 || c.area[v] > c.area[largest]);
        largest = larger ? v : largest;
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        int32_t root = bi_set_root(c.root, v);
        bool goes = root != largest && c.counts[root] > 0 && c.held[root] == 0 &&
                    c.far[root] * c.counts[root] > NEAR_EDGES * c.edges[root];
        *chosen = *chosen || (goes && map->carried[v] == 0);
        map->carried[v] = goes || map->carried[v] != 0 ? 1 : 0;
    }
    end(&c);
    return BIGHT_OK;
}

// ---- going with the knot --------------------------------------------------------------------------------

// The direction on a triangle's place in space for one on the pattern, of unit length: F d, F the gradient of x(u, v).
static bight_vec3 in_space(const bight_cloth_mesh *mesh, const bight_vec3 *x, int32_t t, const double d[2])
{
    const double *p = place_at(mesh, 3 * t), *q = place_at(mesh, 3 * t + 1), *r = place_at(mesh, 3 * t + 2);
    const int32_t *v = mesh->triangles + 3 * (size_t)t;
    double a = q[0] - p[0], b = q[1] - p[1], e = r[0] - p[0], f = r[1] - p[1], det = a * f - b * e;
    if (det == 0.0) {
        return v3(0, 0, 0);
    }
    bight_vec3 way = v3_madd(v3_mul((d[0] * f - d[1] * e) / det, v3_sub(x[v[1]], x[v[0]])),
                             (d[1] * a - d[0] * b) / det, v3_sub(x[v[2]], x[v[0]]));
    return v3_unit(way, v3(0, 0, 0));
}

// Pairs of points that are to meet: ends of border edges, and for each edge a point beyond it, so that cloth leaves the knot in
// the direction in which the strand does: borders alone, which are nearly lines, leave the turn about them free.
static int32_t take_pairs(const carrying *c, int32_t root, bight_vec3 *from, bight_vec3 *to, double *weights)
{
    const bight_cloth_mesh *mesh = c->mesh;
    int32_t count = 0;
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t inside, outside;
        if (!is_border(c, e, &inside, &outside) || bi_set_root(c->root, mesh->triangles[outside]) != root) {
            continue;
        }
        int32_t v = c->surface.edges[2 * e], w = c->surface.edges[2 * e + 1];
        const double *a = place_at(mesh, outside), *b = place_at(mesh, after(outside)),
                     *far = place_at(mesh, after(after(outside)));
        double x = b[0] - a[0], y = b[1] - a[1], length = bi_length_2d(x, y);
        double side = x * (far[1] - a[1]) - y * (far[0] - a[0]) > 0.0 ? 1.0 : -1.0;
        const double out[2] = {-side * y, side * x};
        bight_vec3 here = v3_lerp(mesh->positions[v], mesh->positions[w], 0.5);
        bight_vec3 there = v3_lerp(c->map->positions[v], c->map->positions[w], 0.5);
        double reach = c->edges[root];
        from[count] = mesh->positions[v];
        to[count] = c->map->positions[v];
        from[count + 1] = mesh->positions[w];
        to[count + 1] = c->map->positions[w];
        from[count + 2] = v3_madd(here, reach, in_space(mesh, mesh->positions, outside / 3, out));
        to[count + 2] = v3_madd(there, reach, in_space(mesh, c->map->positions, inside / 3, out));
        weights[count] = weights[count + 1] = weights[count + 2] = length;
        count += 3;
    }
    return count;
}

static bight_status carry_piece(carrying *c, int32_t root, bight_vec3 *from, bight_vec3 *to, double *weights,
                                bight_error *error)
{
    bight_pose motion;
    int32_t count = take_pairs(c, root, from, to, weights);
    bight_status status = bight_dress_match(from, to, weights, count, NULL, &motion, error);
    for (int32_t v = 0; v < c->mesh->vertex_count && status == BIGHT_OK; v++) {
        if (c->map->carried[v] != 0 && bi_set_root(c->root, v) == root) {
            c->mesh->positions[v] = bi_pose_out(&motion, c->mesh->positions[v]);
            if (c->map->owners[v] < 0) {
                c->map->positions[v] = c->mesh->positions[v];
            }
        }
    }
    return status;
}

bight_status bi_dress_carry(const bight_allocator *allocator, bight_cloth_mesh *mesh, bight_dress_map *map,
                            bight_error *error)
{
    carrying c = {.allocator = allocator, .mesh = mesh, .map = map};
    bight_status status = begin(&c);
    size_t room = status == BIGHT_OK ? 3 * (size_t)c.surface.edge_count : 0;
    bight_vec3 *from = bi_new_array(allocator, room, sizeof *from),
               *to = bi_new_array(allocator, room, sizeof *to);
    double *weights = bi_new_array(allocator, room, sizeof *weights);
    if (status == BIGHT_OK && (from == NULL || to == NULL || weights == NULL)) {
        status = BIGHT_ERROR_NO_MEMORY;
    }
    if (status == BIGHT_OK) {
        find_pieces(&c, NULL, 0);
        for (int32_t v = 0; v < mesh->vertex_count && status == BIGHT_OK; v++) {
            if (c.counts[v] > 0 && map->carried[v] != 0) {
                status = carry_piece(&c, v, from, to, weights, error);
            }
        }
    } else {
        status = bi_fail(error, status, 0, "no memory to carry loose cloth");
    }
    bi_free_array(allocator, from, room, sizeof *from);
    bi_free_array(allocator, to, room, sizeof *to);
    bi_free_array(allocator, weights, room, sizeof *weights);
    end(&c);
    return status;
}

void bi_dress_shift_carried(bight_cloth_mesh *mesh, bight_dress_map *map, bight_vec3 shift)
{
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        if (map->carried[v] != 0) {
            mesh->positions[v] = v3_add(mesh->positions[v], shift);
            if (map->owners[v] < 0) {
                map->positions[v] = mesh->positions[v];
            }
        }
    }
}
