// SPDX-License-Identifier: MIT

#include "dress/check.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "dress/bisect.h"
#include "dress/copy.h"

#include <string.h>

void bight_dress_map_free(const bight_allocator *allocator, bight_dress_map *map)
{
    if (map == NULL) {
        return;
    }
    bi_free_array(allocator, map->positions, (size_t)map->vertex_count, sizeof *map->positions);
    bi_free_array(allocator, map->owners, (size_t)map->vertex_count, sizeof *map->owners);
    bi_free_array(allocator, map->carried, (size_t)map->vertex_count, sizeof *map->carried);
    bi_free_array(allocator, map->regions, (size_t)map->triangle_count, sizeof *map->regions);
    bi_free_array(allocator, map->fits, (size_t)map->region_count, sizeof *map->fits);
    *map = (bight_dress_map){0};
}

// ---- how fine -------------------------------------------------------------------------------------------

typedef struct all_regions {
    const bi_region *regions;
    int32_t count;
} all_regions;

static double edge_limit(const void *user, const double places[6])
{
    const all_regions *all = user;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < all->count; i++) {
        if (bi_region_cover(&all->regions[i], places) > 0.0) {
            least = bi_min(least, bi_region_limit(&all->regions[i], places));
        }
    }
    return least;
}

// ---- mapping --------------------------------------------------------------------------------------------

static bight_status make_map(const bight_allocator *allocator, const bight_cloth_mesh *mesh, int32_t regions,
                             bight_dress_map *map)
{
    *map = (bight_dress_map){
        .vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count, .region_count = regions};
    map->positions = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *map->positions);
    map->owners = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *map->owners);
    map->carried = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *map->carried);
    map->regions = bi_new_array(allocator, (size_t)mesh->triangle_count, sizeof *map->regions);
    map->fits = bi_new_array(allocator, (size_t)regions, sizeof *map->fits);
    if (map->positions == NULL || map->owners == NULL || map->carried == NULL || map->regions == NULL ||
        map->fits == NULL) {
        bight_dress_map_free(allocator, map);
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(map->positions, mesh->positions, (size_t)mesh->vertex_count * sizeof *map->positions);
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        map->owners[v] = -1;
    }
    return BIGHT_OK;
}

// Stretch of a triangle round and along its strand. With F the 3 x 2 gradient of the map and a, b the region's axes on the
// pattern at its middle, these are |F b| and |F a|: for a circle b runs round its centre.
static void measure_stretch(const bight_cloth_mesh *mesh, const bight_dress_map *map, const bi_region *region,
                            int32_t t, bight_dress_fit *fit)
{
    double uv[6], middle[2] = {0.0, 0.0};
    bi_triangle_places(mesh, t, uv);
    for (int32_t k = 0; k < 3; k++) {
        middle[0] += uv[2 * k] / 3.0;
        middle[1] += uv[2 * k + 1] / 3.0;
    }
    bi_turn turn = bi_turn_of(region->given->angle * 0.15915494309189535);
    double ax = turn.cosine, ay = turn.sine;
    if (region->given->kind == BIGHT_REGION_CIRCLE) {
        double x = middle[0] - region->given->centre[0], y = middle[1] - region->given->centre[1],
               rho = bi_length_2d(x, y);
        ax = rho > 0.0 ? x / rho : 1.0;
        ay = rho > 0.0 ? y / rho : 0.0;
    }
    double p = uv[2] - uv[0], q = uv[3] - uv[1], r = uv[4] - uv[0], s = uv[5] - uv[1], det = p * s - q * r;
    const int32_t *v = mesh->triangles + 3 * t;
    bight_vec3 one = v3_sub(map->positions[v[1]], map->positions[v[0]]);
    bight_vec3 two = v3_sub(map->positions[v[2]], map->positions[v[0]]);
    if (det == 0.0) {
        return;
    }
    bight_vec3 fu = v3_sub(v3_mul(s / det, one), v3_mul(q / det, two));
    bight_vec3 fv = v3_sub(v3_mul(p / det, two), v3_mul(r / det, one));
    double along = v3_length(v3_madd(v3_mul(ax, fu), ay, fv)),
           round = v3_length(v3_madd(v3_mul(-ay, fu), ax, fv));
    bool first = fit->triangles == 1;
    fit->axial[0] = first ? along : bi_min(fit->axial[0], along);
    fit->axial[1] = bi_max(fit->axial[1], along);
    fit->hoop[0] = first ? round : bi_min(fit->hoop[0], round);
    fit->hoop[1] = bi_max(fit->hoop[1], round);
}

// r kappa at the nodes under a region, as in template/radius.c: kappa = 2 tan(turn / 2) / the mean length of the links beside a node.
static double measure_bend(const bi_region *region)
{
    const bight_pipe_strand *strand = &region->pipe->strands[region->given->strand];
    double end = region->start + region->way * region->length, low = bi_min(region->start, end),
           high = bi_max(region->start, end), most = 0.0;
    for (int32_t i = 1; i + 1 < strand->ring_count; i++) {
        const bight_pipe_ring *ring = &region->pipe->rings[strand->first_ring + i];
        bight_vec3 d = v3_sub(ring->centre, ring[-1].centre), e = v3_sub(ring[1].centre, ring->centre);
        double mean = 0.5 * (v3_length(d) + v3_length(e));
        if (ring->arc >= low && ring->arc <= high && mean > 0.0) {
            most = bi_max(most, ring->radius * 2.0 * v3_half_turn(d, e) / mean);
        }
    }
    return most;
}

// Measured once at each place of the pattern: many triangles share it.
typedef struct spot_seen {
    const bi_region *region; // NULL: not measured yet
    double radius, needed;
    bight_vec3 outward;
} spot_seen;

static const spot_seen *look_at(spot_seen *spot, const bi_region *region, const double place[2])
{
    if (spot->region != region) {
        *spot = (spot_seen){.region = region,
                            .radius = bi_region_radius(region, place),
                            .needed = bi_region_packing(region, place)};
        (void)bi_region_map(region, place, &spot->outward);
    }
    return spot;
}

// @param spots (uv_count) zero
static void measure(const bight_cloth_mesh *mesh, const bi_region *regions, bight_dress_map *map,
                    spot_seen *spots)
{
    for (int32_t i = 0; i < map->region_count; i++) {
        map->fits[i].bend = measure_bend(&regions[i]);
        map->fits[i].least_radius = map->fits[i].least_room = map->fits[i].edge_needed = HUGE_VAL;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if (map->regions[t] < 0) {
            continue;
        }
        const bi_region *region = &regions[map->regions[t]];
        bight_dress_fit *fit = &map->fits[map->regions[t]];
        fit->triangles++;
        measure_stretch(mesh, map, region, t, fit);

        double uv[6], least = HUGE_VAL;
        bi_triangle_places(mesh, t, uv);
        const int32_t *v = mesh->triangles + 3 * t;
        bight_vec3 normal = v3_cross(v3_sub(map->positions[v[1]], map->positions[v[0]]),
                                     v3_sub(map->positions[v[2]], map->positions[v[0]]));
        bool turned = false;
        for (int32_t k = 0; k < 3; k++) {
            const double *a = uv + 2 * k, *b = uv + 2 * ((k + 1) % 3);
            const spot_seen *spot = look_at(&spots[mesh->uv_triangles[3 * t + k]], region, a);
            double r = spot->radius, needed = spot->needed;
            turned = turned || v3_dot(normal, spot->outward) <= 0.0;
            fit->longest_edge = bi_max(fit->longest_edge, bi_length_2d(b[0] - a[0], b[1] - a[1]));
            fit->packing = bi_max(fit->packing, needed);
            fit->least_radius = bi_min(fit->least_radius, r);
            fit->least_room = needed > 0.0 ? bi_min(fit->least_room, r / needed) : fit->least_room;
            least = bi_min(least, r);
        }
        fit->edge_needed = bi_min(fit->edge_needed, region->graded ? bi_region_limit(region, uv)
                                                                       : bi_region_edge(region, least));
        fit->turned += turned ? 1 : 0;
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        if (map->owners[v] >= 0) {
            map->fits[map->owners[v]].vertices++;
        }
    }
}

static void put_on(const bight_cloth_mesh *mesh, const bi_region *regions, bight_dress_map *map)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t region = map->regions[i / 3], v = mesh->triangles[i];
        if (region >= 0 && map->owners[v] < 0) {
            bight_vec3 outward;
            map->owners[v] = region;
            map->positions[v] =
                bi_region_map(&regions[region], mesh->uv + 2 * mesh->uv_triangles[i], &outward);
        }
    }
}

static bight_status work(const bight_env *env, bight_cloth_mesh *mesh, const bi_region *regions,
                         int32_t region_count, bool keep_mesh, bight_dress_map *map, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    const all_regions all = {regions, region_count};
    int32_t added = 0;
    bight_status status = bi_dress_check_edges(allocator, mesh, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (!keep_mesh) {
        status = bi_bisect(allocator, mesh, edge_limit, &all, &added);
        if (status != BIGHT_OK) {
            return bi_fail(
                error, status, 0,
                status == BIGHT_ERROR_TOO_LARGE
                    ? "more than 2,000,000 vertices after refining: make the pipe wider or the cloth thicker"
                    : "no memory to refine the mesh");
        }
    }
    status = make_map(allocator, mesh, region_count, map);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to map %d vertices", mesh->vertex_count);
    }
    map->refined = added;
    status = bi_dress_choose(allocator, mesh, regions, region_count, map, error);
    spot_seen *spots = bi_new_array(allocator, (size_t)mesh->uv_count, sizeof *spots);
    if (status == BIGHT_OK && spots == NULL) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to map %d vertices", mesh->vertex_count);
    }
    if (status == BIGHT_OK) {
        put_on(mesh, regions, map);
        measure(mesh, regions, map, spots);
        status = bi_dress_judge(mesh, regions, map, keep_mesh, error);
    }
    bi_free_array(allocator, spots, (size_t)mesh->uv_count, sizeof *spots);
    if (status != BIGHT_OK) {
        bight_dress_map_free(allocator, map);
    }
    return status;
}

bight_status bight_dress_map_make(const bight_env *env, bight_cloth_mesh *mesh, const bight_pipe *pipe,
                                  const bight_dress_region *regions, int32_t region_count,
                                  const bight_dress_options *options, bight_dress_map *map,
                                  bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bight_dress_options chosen = bi_dress_chosen(options);
    bi_region begun[BIGHT_DRESS_MAX_REGIONS];
    *map = (bight_dress_map){0};
    bight_status status = bi_dress_check(mesh, pipe, regions, region_count, &chosen, begun, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // refine a copy, so that the mesh stays as it was when something fails
    bight_cloth_mesh copy;
    if (bi_dress_copy_mesh(allocator, mesh, &copy) != BIGHT_OK) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a mesh of %d vertices",
                       mesh->vertex_count);
    }
    status = work(env, &copy, begun, region_count, chosen.keep_mesh, map, error);
    if (status == BIGHT_OK && map->refined > 0) {
        bight_cloth_mesh_free(allocator, mesh);
        *mesh = copy;
    } else {
        bight_cloth_mesh_free(allocator, &copy);
    }
    return status;
}
