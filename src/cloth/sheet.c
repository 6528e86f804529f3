// SPDX-License-Identifier: MIT
// Adding sheets, and editing their vertices.

#include "cloth/kinematic.h"
#include "cloth/topology.h"
#include "cloth/weld.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/error.h"

#include <string.h>

#define CLOTH_COOKIE 0xC107B5E7u

bight_cloth_material bight_cloth_material_default(void)
{
    return (bight_cloth_material){
#define X(field, words, least, most, standard) .field = standard,
        BIGHT_CLOTH_MATERIAL_FIELDS(X)
#undef X
    };
}

bight_cloth_def bight_cloth_def_default(void)
{
    return (bight_cloth_def){
        .material = bight_cloth_material_default(), .rope_friction = -1.0, .cookie = CLOTH_COOKIE};
}

static bight_status check_material(const bight_cloth_material *material, bight_error *error)
{
#define X(field, words, least, most, standard)                                                               \
    if (!(material->field >= (least) && material->field <= (most))) {                                        \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "material." #field " is %g: give %g to %g",            \
                       material->field, (double)(least), (double)(most));                                    \
    }
    BIGHT_CLOTH_MATERIAL_FIELDS(X)
#undef X
    return BIGHT_OK;
}

static bight_status check_indices(const int32_t *triangles, int32_t count, int32_t limit, const char *name,
                                  bight_error *error)
{
    for (int32_t t = 0; t < count; t++) {
        const int32_t *v = triangles + 3 * (size_t)t;
        for (int32_t k = 0; k < 3; k++) {
            if (v[k] < 0 || v[k] >= limit) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s: triangle %d has corner %d: give 0 to %d",
                               name, t, v[k], limit - 1);
            }
        }
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "%s: triangle %d has corner %d twice: leave it out (bight mesh repair does)", name,
                           t, v[0] == v[1] || v[0] == v[2] ? v[0] : v[1]);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_cloth_def *def, bight_error *error)
{
    if (def->cookie != CLOTH_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the cloth definition was not initialised: start from bight_cloth_def_default()");
    }
    bight_status status = check_material(&def->material, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (!(def->rope_friction <= 10.0) || !isfinite(def->rope_friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rope_friction of the sheet is %g: give 0 to 10, or below 0 for the cord's",
                       def->rope_friction);
    }

    // the mesh, and a pattern only with coordinates of its own
    if (def->positions == NULL || def->triangles == NULL || def->vertex_count < 3 ||
        def->triangle_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a sheet needs positions and triangles: it has %d vertices and %d triangles",
                       def->vertex_count, def->triangle_count);
    }
    if (def->uv_triangles != NULL && def->uv == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "uv_triangles is set without uv: give both or neither");
    }

    // coordinates: of vertices in space, of corners in the pattern
    for (int32_t i = 0; i < def->vertex_count; i++) {
        bight_vec3 p = def->positions[i];
        if (!v3_is_finite(p) || fabs(p.x) > 1e6 || fabs(p.y) > 1e6 || fabs(p.z) > 1e6) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "position %d is (%g, %g, %g): give finite numbers below 1e6", i, p.x, p.y, p.z);
        }
    }
    int32_t uv_count = def->uv_count > 0 ? def->uv_count : def->vertex_count;
    for (int32_t i = 0; i < uv_count && def->uv != NULL; i++) {
        if (!(fabs(def->uv[2 * i]) <= 1e6 && fabs(def->uv[2 * i + 1]) <= 1e6)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "uv %d is (%g, %g): give finite numbers below 1e6",
                           i, def->uv[2 * i], def->uv[2 * i + 1]);
        }
    }

    // corners: of the mesh, and of the pattern, which may be cut along seams that the mesh has not
    status = check_indices(def->triangles, def->triangle_count, def->vertex_count, "triangles", error);
    if (status == BIGHT_OK && def->uv != NULL) {
        const int32_t *corners = def->uv_triangles != NULL ? def->uv_triangles : def->triangles;
        status = check_indices(corners, def->triangle_count, uv_count, "uv_triangles", error);
    }

    return status;
}

// A triangle laid flat. Without a pattern warp runs along the world's x axis, or y where a triangle faces x.
static void flatten(const bight_cloth_def *def, int32_t t, double corner[3][2])
{
    const int32_t *v = def->triangles + 3 * (size_t)t;
    if (def->uv != NULL) {
        const int32_t *w = def->uv_triangles != NULL ? def->uv_triangles + 3 * (size_t)t : v;
        for (int32_t k = 0; k < 3; k++) {
            memcpy(corner[k], def->uv + 2 * (size_t)w[k], sizeof corner[k]);
        }
        return;
    }
    bight_vec3 p = v3_sub(def->positions[v[1]], def->positions[v[0]]);
    bight_vec3 q = v3_sub(def->positions[v[2]], def->positions[v[0]]);
    bight_vec3 n = v3_unit(v3_cross(p, q), v3(0, 0, 1));
    bight_vec3 axis = fabs(n.x) < 0.8 ? v3(1, 0, 0) : v3(0, 1, 0);
    bight_vec3 u = v3_unit(v3_madd(axis, -v3_dot(axis, n), n), v3(1, 0, 0)), w = v3_cross(n, u);
    corner[0][0] = corner[0][1] = 0.0;
    corner[1][0] = v3_dot(p, u);
    corner[1][1] = v3_dot(p, w);
    corner[2][0] = v3_dot(q, u);
    corner[2][1] = v3_dot(q, w);
}

static bight_status reserve_vertices(bight_cloth_world *world, int64_t more)
{
    int64_t vertices = world->vertex_count + more;
    if (vertices > BIGHT_MAX_CLOTH_VERTICES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    BI_CLOTH_RESERVE(world, at, vertices);
    BI_CLOTH_RESERVE(world, velocity, vertices);
    BI_CLOTH_RESERVE(world, flags, vertices);
    BI_CLOTH_RESERVE(world, rest, 3 * vertices);
    BI_CLOTH_RESERVE(world, welds.into, vertices);
    return BIGHT_OK;
}

bight_status bi_cloth_add_vertices(bight_cloth_world *world, const bight_vec3 *positions, int32_t count,
                                   uint8_t flags)
{
    BI_ASSERT(positions != NULL && count >= 1);
    bight_status status = reserve_vertices(world, count);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t at = world->vertex_count + i;
        world->at[at] = positions[i];
        world->velocity[at] = v3(0, 0, 0);
        world->flags[at] = flags;
        world->welds.into[at] = at;
        world->rest[3 * at] = (float)positions[i].x;
        world->rest[3 * at + 1] = (float)positions[i].y;
        world->rest[3 * at + 2] = (float)positions[i].z;
    }
    world->vertex_count += count;
    world->topology.built = world->layers.parted = false;
    return BIGHT_OK;
}

static bight_status add(bight_cloth_world *world, const bight_cloth_def *def, bight_error *error)
{
    int64_t triangles = (int64_t)world->sheets.triangle_count + def->triangle_count;
    if (triangles > BIGHT_MAX_CLOTH_VERTICES * INT64_C(3)) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    BI_CLOTH_RESERVE(world, sheets.items, (int64_t)world->sheets.count + 1);
    BI_CLOTH_RESERVE(world, sheets.triangles, 3 * triangles);
    BI_CLOTH_RESERVE(world, sheets.rests, triangles);
    BI_CLOTH_RESERVE(world, bend_friction.slipped, 3 * triangles);
    BI_CLOTH_RESERVE(world, bend_friction.share, 3 * triangles);

    // each triangle at rest, flat: weights u, v with F u = sum of u[i] x[i], F v = sum of v[i] x[i]
    for (int32_t t = 0; t < def->triangle_count; t++) {
        double corner[3][2];
        flatten(def, t, corner);
        bi_triangle_rest *rest = &world->sheets.rests[world->sheets.triangle_count + t];
        if (!bi_triangle_rest_make((const double(*)[2])corner, rest)) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "triangle %d has no area in the pattern: mend it, or leave it out (bight mesh repair)", t);
        }
        rest->sheet = world->sheets.count;
    }

    // the last thing that may fail; counts of sheets and triangles grow only after it
    int32_t first = world->vertex_count;
    bight_status status = bi_cloth_add_vertices(world, def->positions, def->vertex_count, 0);
    if (status != BIGHT_OK) {
        return status;
    }

    // a vertex's place in the pattern: that of its last corner
    for (int32_t i = 0; i < 3 * def->triangle_count && def->uv != NULL; i++) {
        int32_t corner = def->uv_triangles != NULL ? def->uv_triangles[i] : def->triangles[i];
        float *rest = world->rest + 3 * (size_t)(first + def->triangles[i]);
        rest[0] = (float)def->uv[2 * corner];
        rest[1] = (float)def->uv[2 * corner + 1];
        rest[2] = 0.0f;
    }

    // it lies as if bent from flat
    bi_bend_friction_forget(world, 3 * world->sheets.triangle_count, 3 * def->triangle_count);

    // corners count from the sheet's first vertex until the topology is built
    memcpy(world->sheets.triangles + 3 * (size_t)world->sheets.triangle_count, def->triangles,
           3 * (size_t)def->triangle_count * sizeof *def->triangles);
    world->sheets.items[world->sheets.count] =
        (bi_cloth_sheet){.generation = 1,
                         .first_vertex = first,
                         .vertex_count = def->vertex_count,
                         .first_triangle = world->sheets.triangle_count,
                         .triangle_count = def->triangle_count,
                         .material = def->material,
                         .rope_friction = def->rope_friction};
    world->sheets.any_friction = world->sheets.any_friction || def->rope_friction >= 0.0;
    world->sheets.triangle_count += def->triangle_count;
    world->sheets.count++;
    return BIGHT_OK;
}

bight_status bight_cloth_create(bight_cloth_world *world, const bight_cloth_def *def, bight_cloth_id *cloth,
                                bight_error *error)
{
    *cloth = (bight_cloth_id){0};
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // a hinge joins two triangles, so no edge may have more
    bi_surface surface = {0};
    status = bi_surface_make(&world->def.env.allocator, def->triangles, def->triangle_count,
                             def->vertex_count, &surface);
    for (int32_t e = 0; e < surface.edge_count && status == BIGHT_OK; e++) {
        if (bi_edge_triangles(&surface, e) > 2) {
            status = bi_fail(error, BIGHT_ERROR_INVALID, 0,
                             "the edge of vertices %d and %d has %d triangles: cloth has at most two "
                             "(bight mesh check lists such edges)",
                             surface.edges[2 * e], surface.edges[2 * e + 1], bi_edge_triangles(&surface, e));
        }
    }
    bi_surface_free(&world->def.env.allocator, &surface);
    if (status == BIGHT_ERROR_INVALID) {
        return status;
    }

    // either all of the sheet is in the world or nothing of it
    status = status == BIGHT_OK ? add(world, def, error) : status;
    if (status == BIGHT_OK) {
        *cloth = (bight_cloth_id){(uint32_t)world->sheets.count, 1};
    } else if (status != BIGHT_ERROR_INVALID) {
        bi_fail(error, status, 0, "no room for a sheet of %d vertices", def->vertex_count);
    }
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return status;
}

const bight_vec3 *bight_cloth_positions(const bight_cloth_world *world, bight_cloth_id cloth, int32_t *count)
{
    const bi_cloth_sheet *panel = bi_find_cloth_sheet(world, cloth);
    if (count != NULL) {
        *count = panel != NULL ? panel->vertex_count : 0;
    }
    return panel != NULL ? world->at + panel->first_vertex : NULL;
}

bight_status bight_cloth_set_positions(bight_cloth_world *world, bight_cloth_id cloth,
                                       const bight_vec3 *positions, bight_error *error)
{
    const bi_cloth_sheet *panel = bi_find_cloth_sheet(world, cloth);
    if (panel == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such sheet");
    }
    for (int32_t i = 0; i < panel->vertex_count; i++) {
        bight_vec3 p = positions[i];
        if (!v3_is_finite(p) || fabs(p.x) > 1e6 || fabs(p.y) > 1e6 || fabs(p.z) > 1e6) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "position %d is (%g, %g, %g): give finite numbers below 1e6", i, p.x, p.y, p.z);
        }
    }
    bi_weld_undo(world);
    memcpy(world->at + panel->first_vertex, positions, (size_t)panel->vertex_count * sizeof *positions);
    memset(world->velocity + panel->first_vertex, 0, (size_t)panel->vertex_count * sizeof *world->velocity);
    bi_bend_friction_forget(world, 3 * panel->first_triangle, 3 * panel->triangle_count);
    world->near.listed = world->layers.parted = false;
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

static bight_status find_vertex(const bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex,
                                int32_t *at, bight_error *error)
{
    const bi_cloth_sheet *panel = bi_find_cloth_sheet(world, cloth);
    if (panel == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such sheet");
    }
    if (vertex < 0 || vertex >= panel->vertex_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "vertex %d does not exist: the sheet has vertices 0 to %d", vertex,
                       panel->vertex_count - 1);
    }
    *at = panel->first_vertex + vertex;
    return BIGHT_OK;
}

bight_status bight_cloth_pin(bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex, bool pinned,
                             bight_error *error)
{
    int32_t at = 0;
    bight_status status = find_vertex(world, cloth, vertex, &at, error);
    if (status == BIGHT_OK) {
        at = world->welds.into[at];
        world->flags[at] = (uint8_t)(pinned ? world->flags[at] | BI_PINNED : world->flags[at] & ~BI_PINNED);
    }
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return status;
}

bight_status bight_cloth_sew(bight_cloth_world *world, bight_cloth_id first, int32_t first_vertex,
                             bight_cloth_id second, int32_t second_vertex, double stiffness,
                             bight_error *error)
{
    bi_seam seam = {0};
    bight_status status = find_vertex(world, first, first_vertex, &seam.v[0], error);
    status = status == BIGHT_OK ? find_vertex(world, second, second_vertex, &seam.v[1], error) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    if (!(stiffness >= 0.0 && stiffness <= 1e7)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "stiffness is %g: give 0 to 1e7", stiffness);
    }
    if (seam.v[0] == seam.v[1]) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d cannot be sewn to itself", first_vertex);
    }
    const bight_cloth_material *material = &bi_find_cloth_sheet(world, first)->material;
    seam.stiffness = (float)(stiffness > 0.0 ? stiffness : 10.0 * material->stretch_u);
    BI_CLOTH_RESERVE(world, seams.items, (int64_t)world->seams.count + 1);
    world->seams.items[world->seams.count++] = seam;
    world->seams.drawn = 0;
    world->topology.built = false;
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}
