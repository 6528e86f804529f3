// SPDX-License-Identifier: MIT
// bight_mesh_check(): faults, and where the mesh intersects itself.

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/contour.h"
#include "geom/mesh_faults.h"

void bight_mesh_report_free(const bight_allocator *allocator, bight_mesh_report *report)
{
    if (report == NULL) {
        return;
    }
    if (report->fault_capacity > 0) {
        bi_free_array(allocator, report->faults, (size_t)report->fault_capacity, sizeof *report->faults);
    }
    *report = (bight_mesh_report){0};
}

// What the exact predicates cannot hold is as good as zero.
static double in_range(double x)
{
    return fabs(x) < 0x1p-120 ? 0.0 : x;
}

// The triangles that are surfaces somewhere, and positions that are numbers.
typedef struct sound_part {
    int32_t *triangles;    // (3 x triangle_count of the mesh)
    bight_vec3 *positions; // (vertex_count)
    int32_t count;
} sound_part;

static void take_sound(const bight_cloth_mesh *mesh, const bi_surface *surface, sound_part *part)
{
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        bight_vec3 p = mesh->positions[v];
        part->positions[v] = bi_is_placed(p) ? v3(in_range(p.x), in_range(p.y), in_range(p.z)) : v3(0, 0, 0);
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *corner = mesh->triangles + 3 * (size_t)t;
        bool placed = bi_is_placed(mesh->positions[corner[0]]) && bi_is_placed(mesh->positions[corner[1]]) &&
                      bi_is_placed(mesh->positions[corner[2]]);
        if (placed && !(surface->owned[t] & BI_FOLDED)) {
            memcpy(part->triangles + 3 * (size_t)part->count++, corner, 3 * sizeof *corner);
        }
    }
}

static bight_status count_crossings(const bight_allocator *allocator, bi_watch *watch, int32_t threads,
                                    const sound_part *part, int32_t vertex_count, bight_mesh_report *report)
{
    bi_surface surface = {0};
    bi_box_tree tree = {0};
    bi_crossings crossings = {0};
    bi_contours contours = {0};

    // edges through triangles of the same mesh, linked to curves
    bight_status status = bi_surface_make(allocator, part->triangles, part->count, vertex_count, &surface);
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, part->triangles, part->count, part->positions, &tree);
    }

    bi_sheet sheet = {&surface, part->positions, &tree};
    if (status == BIGHT_OK) {
        status = bi_crossings_find(allocator, watch, &sheet, NULL, threads, &crossings);
    }
    if (status == BIGHT_OK) {
        status = bi_contours_link(allocator, &sheet, NULL, &crossings, &contours);
    }

    report->intersections = crossings.count;
    report->touching = crossings.touching;
    report->contours = contours.count;
    for (int32_t i = 0; i < contours.count; i++) {
        report->closed_contours += contours.closed[i];
    }

    bi_contours_free(allocator, &contours);
    bi_crossings_free(allocator, &crossings);
    bi_box_tree_free(allocator, &tree);
    bi_surface_free(allocator, &surface);
    return status;
}

static bight_status check_mesh(const bight_env *env, const bight_cloth_mesh *mesh, bight_mesh_report *report)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    int32_t threads = env == NULL || env->threads < 1 ? 1 : env->threads;
    size_t triangles = (size_t)mesh->triangle_count, vertices = (size_t)mesh->vertex_count;
    bi_watch watch = bi_watch_from(env);

    bi_surface surface;
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface);
    if (status != BIGHT_OK) {
        return status;
    }

    status = bi_find_faults(allocator, &watch, mesh, &surface, report);
    sound_part part = {.triangles = bi_new_array(allocator, triangles, 3 * sizeof *part.triangles),
                       .positions = bi_new_array(allocator, vertices, sizeof *part.positions)};
    int32_t *panels = bi_new_array(allocator, triangles, sizeof *panels);
    if (part.triangles == NULL || part.positions == NULL || panels == NULL) {
        status = BIGHT_ERROR_NO_MEMORY;
    }

    if (status == BIGHT_OK) {
        status = bight_cloth_mesh_panels(env, mesh, panels, &report->panels);
    }

    // intersections are computed of the sound part alone: placed triangles with three different vertices
    if (status == BIGHT_OK) {
        take_sound(mesh, &surface, &part);
        report->left_out = mesh->triangle_count - part.count;
        status = count_crossings(allocator, &watch, threads, &part, mesh->vertex_count, report);
    }

    bi_free_array(allocator, panels, triangles, sizeof *panels);
    bi_free_array(allocator, part.triangles, triangles, 3 * sizeof *part.triangles);
    bi_free_array(allocator, part.positions, vertices, sizeof *part.positions);
    bi_surface_free(allocator, &surface);
    return status;
}

bight_status bight_mesh_check(const bight_env *env, const bight_cloth_mesh *mesh, bight_mesh_report *report,
                              bight_error *error)
{
    *report = (bight_mesh_report){0};
    bight_status status = check_mesh(env, mesh, report);
    if (status == BIGHT_OK) {
        return BIGHT_OK;
    }
    bight_mesh_report_free(env == NULL ? NULL : &env->allocator, report);
    const char *words = status == BIGHT_ERROR_INVALID     ? "a triangle names a vertex that does not exist"
                        : status == BIGHT_ERROR_NO_MEMORY ? "no memory to check the mesh"
                        : status == BIGHT_ERROR_STOPPED   ? "stopped before the mesh was checked"
                                                          : "the mesh is too large to be checked";
    return bi_fail(error, status, 0, "%s", words);
}
