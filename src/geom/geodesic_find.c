// SPDX-License-Identifier: MIT
// bight_geodesic_find(): the surface that a way lies on, and which kind of way it is.

#include "bight/geodesic.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "geom/hull_corners.h"
#include "geom/mesh.h"
#include "geom/mesh_faults.h"
#include "geom/surface_path.h"

#include <string.h>

typedef struct finding {
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_geodesic_def *def;
    int32_t *triangles; ///< (3 mesh->triangle_count) vertices at one place are one
    bi_hull hull;
    bi_surface surface;
    bi_surface_path path;
    bi_watch watch;
    bight_error *error;
} finding;

static bool is_finite(bight_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static bight_status check(const finding *f)
{
    const bight_geodesic_def *d = f->def;
    bool good = is_finite(d->from) && (d->to == NULL || is_finite(*d->to)) &&
                (d->along == NULL || (is_finite(*d->along) && v3_length(*d->along) > 0.0)) &&
                isfinite(d->offset) && isfinite(d->length) && d->length >= 0.0;
    if (!good) {
        return bi_fail(
            f->error, BIGHT_ERROR_INVALID, 0,
            "places, the direction, the offset and the length must be numbers, the direction not 0, and "
            "the length not below 0");
    }
    if (d->to == NULL && (d->along == NULL || !(d->length > 0.0))) {
        return bi_fail(
            f->error, BIGHT_ERROR_INVALID, 0,
            "nothing says where the way leads: give a place to come to, or a direction and a length");
    }
    for (int32_t i = 0; i < f->mesh->vertex_count; i++) {
        if (!bi_is_placed(f->mesh->positions[i])) {
            return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                           "vertex %d is not a number, or too large: check the mesh first", (int)i + 1);
        }
    }
    return f->mesh->triangle_count > 0
               ? BIGHT_OK
               : bi_fail(f->error, BIGHT_ERROR_INVALID, 0, "the mesh has no triangle to go on");
}

// The mesh's own triangles, or those of its hull.
static bight_status make_surface(finding *f)
{
    const bight_cloth_mesh *mesh = f->mesh;
    size_t corners = 3 * (size_t)mesh->triangle_count;
    if (f->def->hull) {
        bight_status status = bi_hull_make_corners(&f->hull, mesh->positions, mesh->vertex_count);
        if (status == BIGHT_ERROR_INVALID) {
            return bi_fail(f->error, status, 0, "a hull needs four vertices and more");
        }
        status = status == BIGHT_OK ? bi_surface_make(f->allocator, f->hull.corners, f->hull.count,
                                                      mesh->vertex_count, &f->surface)
                                    : status;
        return status == BIGHT_OK ? status : bi_fail(f->error, status, 0, "the hull was not finished");
    }
    int32_t *same = bi_new_array(f->allocator, (size_t)mesh->vertex_count, sizeof *same);
    f->triangles = bi_new_array(f->allocator, corners, sizeof *f->triangles);
    bight_status status = same != NULL && f->triangles != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        const bight_mesh places = {.positions = mesh->positions, .vertex_count = mesh->vertex_count};
        status = bi_mesh_weld(f->allocator, &places, same);
    }
    for (size_t i = 0; i < corners && status == BIGHT_OK; i++) {
        f->triangles[i] = same[mesh->triangles[i]];
    }
    bi_free_array(f->allocator, same, (size_t)mesh->vertex_count, sizeof *same);
    status = status == BIGHT_OK ? bi_surface_make(f->allocator, f->triangles, mesh->triangle_count,
                                                  mesh->vertex_count, &f->surface)
                                : status;
    return status == BIGHT_OK ? status : bi_fail(f->error, status, 0, "no memory for the surface");
}

static bight_status find(finding *f, double *turned, double *bend)
{
    const bight_geodesic_def *d = f->def;
    const bight_vec3 *x = f->mesh->positions;
    bi_surface_point from = bi_surface_nearest(&f->surface, x, d->from);
    *turned = *bend = 0.0;
    if (d->to == NULL) {
        bight_status status =
            bi_surface_path_trace(f->allocator, &f->surface, x, from, *d->along, d->length, &f->path);
        return status == BIGHT_ERROR_INVALID
                   ? bi_fail(f->error, status, 0,
                             "the direction is square to the surface where the way begins")
                   : status;
    }
    bi_surface_point to = bi_surface_nearest(&f->surface, x, *d->to);
    if (d->along == NULL) {
        bight_status status = bi_surface_path_find(f->allocator, &f->surface, x, from, to, &f->path);
        return status == BIGHT_ERROR_INVALID
                   ? bi_fail(f->error, status, 0, "no way leads there: the surface is in pieces")
                   : status;
    }

    // at most round the box of it, each way
    bight_vec3 low = x[f->surface.triangles[0]], high = low;
    for (int32_t i = 0; i < 3 * f->surface.triangle_count; i++) {
        bight_vec3 p = x[f->surface.triangles[i]];
        low = v3(bi_min(low.x, p.x), bi_min(low.y, p.y), bi_min(low.z, p.z));
        high = v3(bi_max(high.x, p.x), bi_max(high.y, p.y), bi_max(high.z, p.z));
    }
    double longest = d->length > 0.0 ? d->length : 3.0 * v3_distance(low, high);
    bight_status status = bi_surface_path_aim(f->allocator, &f->surface, x, from, *d->along, to, longest,
                                              &f->path, turned, bend);
    return status == BIGHT_ERROR_INVALID
               ? bi_fail(
                     f->error, status, 0,
                     "no straight way of %.4g m or less comes there, in whatever direction it begins: give a "
                     "greater length, or leave the direction away",
                     longest)
               : status;
}

// ---- out of the surface ---------------------------------------------------------------------------------

static bight_vec3 normal_at(const finding *f, bight_vec3 place, int32_t *near)
{
    bi_surface_point point = bi_surface_nearest(&f->surface, f->mesh->positions, place);
    const int32_t *v = f->surface.triangles + 3 * (size_t)point.triangle;
    const bight_vec3 *x = f->mesh->positions;
    *near = point.triangle;
    return v3_unit(v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]])), v3(0, 0, 0));
}

// A point on an edge is moved by the mean of the normals before and behind it.
static void move_out(const finding *f, bight_geodesic *way)
{
    bight_vec3 before = v3(0, 0, 0);
    for (int32_t i = 0; i < way->count; i++) {
        bight_vec3 behind = before;
        int32_t near;
        if (i + 1 < way->count) {
            behind = normal_at(f, v3_lerp(f->path.points[i], f->path.points[i + 1], 0.5), &near);
        }
        bight_vec3 out = i > 0 ? v3_add(before, behind) : behind;
        way->points[i] = v3_madd(f->path.points[i], f->def->offset, v3_unit(out, behind));
        before = behind;
    }
}

static bight_status give(finding *f, double turned, double bend, bight_geodesic *way)
{
    way->points = bi_new_array(f->allocator, (size_t)f->path.count, sizeof *way->points);
    if (way->points == NULL) {
        return bi_fail(f->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the way");
    }
    way->count = f->path.count;
    memcpy(way->points, f->path.points, (size_t)way->count * sizeof *way->points);
    way->length = f->path.length;
    way->turned = turned;
    way->bend = bend;
    way->stopped = f->def->to == NULL && f->path.stopped;
    way->triangles = f->surface.triangle_count;
    if (f->def->offset != 0.0) {
        move_out(f, way);
    }
    return BIGHT_OK;
}

bight_status bight_geodesic_find(const bight_env *env, const bight_cloth_mesh *mesh,
                                 const bight_geodesic_def *def, bight_geodesic *way, bight_error *error)
{
    const bight_allocator plain = {0}, *allocator = env != NULL ? &env->allocator : &plain;
    finding f = {.allocator = allocator, .mesh = mesh, .def = def, .error = error};
    double turned, bend;
    *way = (bight_geodesic){0};
    f.watch = bi_watch_from(env);
    bi_hull_init(&f.hull, allocator);
    f.hull.watch = &f.watch;
    bight_status status = check(&f);
    status = status == BIGHT_OK ? make_surface(&f) : status;
    if (status == BIGHT_OK) {
        status = find(&f, &turned, &bend);
        if (status == BIGHT_ERROR_NO_MEMORY) {
            bi_fail(error, status, 0, "no memory for the way");
        }
    }
    status = status == BIGHT_OK ? give(&f, turned, bend, way) : status;
    bi_surface_path_free(allocator, &f.path);
    bi_surface_free(allocator, &f.surface);
    bi_hull_free(&f.hull);
    bi_free_array(allocator, f.triangles, 3 * (size_t)mesh->triangle_count, sizeof *f.triangles);
    return status;
}

void bight_geodesic_free(const bight_allocator *allocator, bight_geodesic *way)
{
    if (way != NULL) {
        bi_free_array(allocator, way->points, (size_t)way->count, sizeof *way->points);
        *way = (bight_geodesic){0};
    }
}
