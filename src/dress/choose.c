// SPDX-License-Identifier: MIT
// Which triangles belong to which region, and whether its border is a line.

#include "dress/check.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/surface.h"

typedef struct choice {
    const bight_cloth_mesh *mesh;
    const bi_region *regions;
    bight_dress_map *map;
    bi_surface surface;
    int32_t *root; // (triangle_count) union-find over edges that are whole on the pattern
    double *area;  // (triangle_count) on the pattern, of a set, at its root
    bight_error *error;
} choice;

static int32_t after(int32_t side)
{
    return side - side % 3 + (side + 1) % 3;
}

static bight_status choose(choice *c, int32_t region_count)
{
    for (int32_t t = 0; t < c->mesh->triangle_count; t++) {
        double p[6];
        bi_triangle_places(c->mesh, t, p);
        c->map->regions[t] = -1;
        for (int32_t i = 0; i < region_count; i++) {
            const bi_region *region = &c->regions[i];
            if (!bi_region_holds(region, p) || !bi_region_holds(region, p + 2) ||
                !bi_region_holds(region, p + 4)) {
                continue;
            }
            if (c->map->regions[t] >= 0) {
                return bi_fail(c->error, BIGHT_ERROR_INVALID, 0,
                               "regions %d and %d overlap at (%.4g, %.4g) of the pattern: move them apart",
                               c->map->regions[t] + 1, i + 1, p[0], p[1]);
            }
            c->map->regions[t] = i;
        }
    }
    return BIGHT_OK;
}

// Triangles of a region at an edge.
static int32_t count_inside(const choice *c, int32_t edge, int32_t region)
{
    int32_t inside = 0;
    for (int32_t s = c->surface.edge_first[edge]; s < c->surface.edge_first[edge + 1]; s++) {
        inside += c->map->regions[c->surface.edge_sides[s] / 3] == region ? 1 : 0;
    }
    return inside;
}

// Where a region meets itself at a vertex alone, the ragged corner of a chosen border, its triangles there are left out.
// @return true when some were.
static bool leave_out_pinches(choice *c, int32_t *border, int32_t region)
{
    bool changed = false;
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        border[v] = 0;
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        if (count_inside(c, e, region) == 1) {
            border[c->surface.edges[2 * e]]++;
            border[c->surface.edges[2 * e + 1]]++;
        }
    }
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        for (int32_t i = c->surface.vertex_first[v]; border[v] > 2 && i < c->surface.vertex_first[v + 1];
             i++) {
            int32_t t = c->surface.vertex_corners[i] / 3;
            changed = changed || c->map->regions[t] == region;
            c->map->regions[t] = c->map->regions[t] == region ? -1 : c->map->regions[t];
        }
    }
    return changed;
}

// Do the two sides of an edge lie on each other on the pattern, too?
static bool is_whole(const bight_cloth_mesh *mesh, int32_t one, int32_t two)
{
    const double *a = mesh->uv + 2 * mesh->uv_triangles[one],
                 *b = mesh->uv + 2 * mesh->uv_triangles[after(one)];
    const double *p = mesh->uv + 2 * mesh->uv_triangles[two],
                 *q = mesh->uv + 2 * mesh->uv_triangles[after(two)];
    bool against = a[0] == q[0] && a[1] == q[1] && b[0] == p[0] && b[1] == p[1];
    return against || (a[0] == p[0] && a[1] == p[1] && b[0] == q[0] && b[1] == q[1]);
}

// One piece of cloth: what hangs on it by nothing and is less than a fiftieth is left out, more is a cut.
static bight_status join(choice *c, int32_t region_count)
{
    const bight_cloth_mesh *mesh = c->mesh;
    double whole[BIGHT_DRESS_MAX_REGIONS] = {0.0};
    int32_t best[BIGHT_DRESS_MAX_REGIONS];
    for (int32_t i = 0; i < region_count; i++) {
        best[i] = -1;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        c->root[t] = t;
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t s = c->surface.edge_first[e], one = c->surface.edge_sides[s],
                region = c->map->regions[one / 3];
        if (bi_edge_triangles(&c->surface, e) == 2 && region >= 0) {
            int32_t two = c->surface.edge_sides[s + 1];
            if (c->map->regions[two / 3] == region && is_whole(mesh, one, two)) {
                bi_set_join(c->root, one / 3, two / 3);
            }
        }
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        c->area[t] = 0.0;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        int32_t region = c->map->regions[t];
        if (region >= 0) {
            double p[6];
            bi_triangle_places(mesh, t, p);
            double area = 0.5 * fabs((p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]));
            int32_t root = bi_set_root(c->root, t);
            c->area[root] += area;
            whole[region] += area;
        }
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        int32_t region = c->map->regions[t];
        if (region >= 0 && c->root[t] == t && (best[region] < 0 || c->area[t] > c->area[best[region]])) {
            best[region] = t;
        }
    }
    for (int32_t i = 0; i < region_count; i++) {
        const bight_dress_region *given = c->regions[i].given;
        if (best[i] < 0) {
            return bi_fail(c->error, BIGHT_ERROR_INVALID, 0,
                           "region %d at (%.4g, %.4g) holds no triangle: make it larger, or the mesh finer",
                           i + 1, given->centre[0], given->centre[1]);
        }
        if (c->area[best[i]] < 0.98 * whole[i]) {
            return bi_fail(c->error, BIGHT_ERROR_INVALID, 0,
                           "region %d at (%.4g, %.4g) lies across a cut of the pattern: only %.0f %% of it "
                           "hangs together; keep it "
                           "on one piece",
                           i + 1, given->centre[0], given->centre[1], 100.0 * c->area[best[i]] / whole[i]);
        }
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        int32_t region = c->map->regions[t];
        c->map->regions[t] = region >= 0 && bi_set_root(c->root, t) != best[region] ? -1 : region;
    }
    return BIGHT_OK;
}

// Regions that share a vertex cannot both have it; and what the border is.
static bight_status look_at_borders(choice *c)
{
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        int32_t owner = -1;
        for (int32_t i = c->surface.vertex_first[v]; i < c->surface.vertex_first[v + 1]; i++) {
            int32_t region = c->map->regions[c->surface.vertex_corners[i] / 3];
            if (region >= 0 && owner >= 0 && region != owner) {
                const double *uv = c->mesh->uv + 2 * c->mesh->uv_triangles[c->surface.vertex_corners[i]];
                return bi_fail(c->error, BIGHT_ERROR_INVALID, 0,
                               "regions %d and %d overlap or meet at (%.4g, %.4g) of the pattern: leave a "
                               "row of cloth between "
                               "them",
                               owner + 1, region + 1, uv[0], uv[1]);
            }
            owner = region >= 0 ? region : owner;
        }
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t s = c->surface.edge_first[e];
        if (bi_edge_triangles(&c->surface, e) == 2) {
            int32_t one = c->map->regions[c->surface.edge_sides[s] / 3],
                    two = c->map->regions[c->surface.edge_sides[s + 1] / 3];
            if (one != two) {
                c->map->fits[one >= 0 ? one : two].border_edges++;
            }
        }
    }
    return BIGHT_OK;
}

static bight_status work(choice *c, int32_t *border, int32_t region_count)
{
    bight_status status = choose(c, region_count);
    for (int32_t i = 0; i < region_count && status == BIGHT_OK; i++) {
        bool changed = true;
        for (int32_t round = 0; round < 16 && changed; round++) {
            changed = leave_out_pinches(c, border, i);
        }
        if (changed) {
            const bight_dress_region *given = c->regions[i].given;
            return bi_fail(c->error, BIGHT_ERROR_INVALID, 0,
                           "the border of region %d at (%.4g, %.4g) is not a line: faces meet at vertices "
                           "alone; bight mesh "
                           "repair parts them",
                           i + 1, given->centre[0], given->centre[1]);
        }
    }
    status = status == BIGHT_OK ? join(c, region_count) : status;
    return status == BIGHT_OK ? look_at_borders(c) : status;
}

bight_status bi_dress_choose(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                             const bi_region *regions, int32_t region_count, bight_dress_map *map,
                             bight_error *error)
{
    choice c = {.mesh = mesh, .regions = regions, .map = map, .error = error};
    size_t triangles = (size_t)mesh->triangle_count, vertices = (size_t)mesh->vertex_count;
    int32_t *border = bi_new_array(allocator, vertices, sizeof *border);
    c.root = bi_new_array(allocator, triangles, sizeof *c.root);
    c.area = bi_new_array(allocator, triangles, sizeof *c.area);
    bight_status status =
        border == NULL || c.root == NULL || c.area == NULL ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK;
    status = status == BIGHT_OK ? bi_surface_make(allocator, mesh->triangles, mesh->triangle_count,
                                                  mesh->vertex_count, &c.surface)
                                : status;
    if (status != BIGHT_OK) {
        status = bi_fail(error, status, 0, "no memory to choose triangles");
    } else {
        status = work(&c, border, region_count);
        bi_surface_free(allocator, &c.surface);
    }
    bi_free_array(allocator, border, vertices, sizeof *border);
    bi_free_array(allocator, c.root, triangles, sizeof *c.root);
    bi_free_array(allocator, c.area, triangles, sizeof *c.area);
    return status;
}

bight_status bi_dress_check_edges(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                                  bight_error *error)
{
    bi_surface surface;
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to look at %d faces", mesh->triangle_count);
    }
    for (int32_t e = 0; e < surface.edge_count && status == BIGHT_OK; e++) {
        if (bi_edge_triangles(&surface, e) > 2) {
            status = bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "the edge of vertices %d and %d has %d faces, so a border there is not a line: bight mesh "
                "repair parts them",
                surface.edges[2 * e] + 1, surface.edges[2 * e + 1] + 1, bi_edge_triangles(&surface, e));
        }
    }
    bi_surface_free(allocator, &surface);
    return status;
}
