// SPDX-License-Identifier: MIT
// From a template and a garment to cloth with a knot in it, ready to be simulated.

#include "bight/dress_knot.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "dress/carry.h"
#include "dress/copy.h"
#include "dress/spin.h"
#include "dress/region.h"
#include "geom/crossing.h"
#include "geom/pose.h"

#include <string.h>

#define SIDES 48

typedef struct making {
    const bight_env *env;
    const bight_allocator *allocator;
    bight_cloth_mesh *mesh;
    const bight_template *made;
    const bight_dress_region *regions;
    bight_dress_region turned[BIGHT_DRESS_MAX_REGIONS]; // the regions, their tips turned towards the garment
    int32_t region_count;
    const bight_dress_knot_options *options;
    bight_dress_knot *knot;
    bight_error *error;
} making;

// ---- the pipe -------------------------------------------------------------------------------------------

static bool shares_strand(const making *m, int32_t region)
{
    bool shared = false;
    for (int32_t k = 0; k < m->region_count; k++) {
        shared = shared || (k != region && m->regions[k].strand == m->regions[region].strand);
    }
    return shared;
}

// The length of cloth over the length of what it lies on.
static double own_scale(const making *m)
{
    double cloth = 0.0, strands = 0.0;
    for (int32_t i = 0; i < m->region_count; i++) {
        const bight_dress_region *given = &m->regions[i];
        bool circle = given->kind == BIGHT_REGION_CIRCLE, shared = shares_strand(m, i);
        double part[2];
        cloth += circle ? given->radius : given->length;
        if (given->strand >= 0 && given->strand < m->knot->pipe.strand_count) {
            bi_region_part(given, shared, part);
            strands += (part[1] - part[0]) * m->knot->pipe.strands[given->strand].length;
        }
    }
    return cloth > 0.0 && strands > 0.0 ? cloth / strands
                                        : 1.0; // what is wrong with a region is said by the map
}

// A circle's cloth is gathered, so a pipe as long as its radius may be far too narrow for it. Then the pipe is made larger until
// the cloth has room everywhere, and starts longer along the strand than it is.
static double scale_for_room(const making *m, double scale)
{
    const bight_pipe *pipe = &m->knot->pipe;
    double thickness = m->options->mapping.thickness > 0.0 ? m->options->mapping.thickness : 0.001;
    double fill = m->options->mapping.fill > 0.0 ? m->options->mapping.fill : 0.6;
    for (int32_t i = 0; i < m->region_count; i++) {
        const bight_dress_region *given = &m->regions[i];
        bool shared = shares_strand(m, i);
        if (given->kind != BIGHT_REGION_CIRCLE || !(given->radius > 0.0) || given->strand < 0 ||
            given->strand >= pipe->strand_count) {
            continue; // what is wrong with a region is said by the map
        }
        bi_region region = bi_region_begin(pipe, given, thickness, fill, shared, false);
        double covered = 0.0;
        for (int32_t t = 0; t < m->mesh->triangle_count; t++) {
            double p[6];
            for (int32_t c = 0; c < 3; c++) {
                int32_t place = m->mesh->uv_triangles[3 * t + c];
                p[2 * c] = place >= 0 ? m->mesh->uv[2 * place] : 1e6;
                p[2 * c + 1] = place >= 0 ? m->mesh->uv[2 * place + 1] : 1e6;
            }
            covered += bi_region_cover(&region, p);
        }
        region.share = bi_min(1.0, covered / bi_region_area(given));
        for (int32_t k = 1; k <= 512; k++) {
            const double at[2] = {given->centre[0] + given->radius * k / 512.0, given->centre[1]};
            double r = bi_region_radius(&region, at), needed = bi_region_packing(&region, at);
            scale = r > 0.0 ? bi_max(scale, 1.02 * needed / r) : scale;
        }
    }
    return scale;
}

static void scale_pipe(bight_pipe *pipe, double scale)
{
    for (int32_t i = 0; i < pipe->vertex_count; i++) {
        pipe->positions[i] = v3_mul(scale, pipe->positions[i]);
    }
    for (int32_t i = 0; i < pipe->ring_count; i++) {
        pipe->rings[i].centre = v3_mul(scale, pipe->rings[i].centre);
        pipe->rings[i].arc *= scale;
        pipe->rings[i].radius *= scale;
    }
    for (int32_t i = 0; i < pipe->strand_count; i++) {
        pipe->strands[i].length *= scale;
    }
}

static void move_pipe(bight_pipe *pipe, const bight_pose *given, bight_vec3 shift)
{
    bight_pose pose = bi_pose_normalised(*given);
    pose.position = v3_add(pose.position, shift);
    for (int32_t i = 0; i < pipe->vertex_count; i++) {
        pipe->positions[i] = bi_pose_out(&pose, pipe->positions[i]);
    }
    for (int32_t i = 0; i < pipe->ring_count; i++) {
        pipe->rings[i].centre = bi_pose_out(&pose, pipe->rings[i].centre);
        pipe->rings[i].normal = bi_pose_turn(&pose, pipe->rings[i].normal);
    }
}

static bight_status make_pipe(making *m)
{
    const bight_pipe_options options = {.sides = m->options->sides > 0 ? m->options->sides : SIDES,
                                        .orientation = bight_template_orientation(m->made) * (PI / 180.0)};
    bight_axis axis = bight_template_axis(m->made);
    // not bight_template_pipe(): the memory is ours, not the template's
    bight_status status = bight_pipe_make(m->env, &axis, &options, &m->knot->pipe, m->error);
    if (status == BIGHT_OK) {
        m->knot->scale = m->options->scale > 0.0 ? m->options->scale : scale_for_room(m, own_scale(m));
        scale_pipe(&m->knot->pipe, m->knot->scale);
    }
    return status;
}

// ---- counting -------------------------------------------------------------------------------------------

// Edges that pierce faces, decided exactly. With `alone` those of the regions' triangles only.
static bight_status count_crossings(making *m, bool alone, int64_t *count)
{
    const bight_dress_cloth *cloth = &m->knot->cloth;
    size_t corners = 3 * (size_t)cloth->triangle_count;
    int32_t kept_count = 0, *kept = bi_new_array(m->allocator, corners, sizeof *kept);
    for (int32_t t = 0; t < cloth->triangle_count && kept != NULL; t++) {
        if (!alone || m->knot->map.regions[t] >= 0) {
            memcpy(kept + 3 * kept_count++, cloth->triangles + 3 * (size_t)t, 3 * sizeof *kept);
        }
    }
    bi_surface surface = {0};
    bi_box_tree tree = {0};
    bi_crossings crossings = {0};
    bi_watch watch = bi_watch_from(m->env);
    bight_status status =
        kept == NULL ? BIGHT_ERROR_NO_MEMORY
                     : bi_surface_make(m->allocator, kept, kept_count, cloth->vertex_count, &surface);
    status = status == BIGHT_OK ? bi_box_tree_make(m->allocator, kept, kept_count, cloth->positions, &tree)
                                : status;
    bi_sheet sheet = {&surface, cloth->positions, &tree};
    status =
        status == BIGHT_OK ? bi_crossings_find(m->allocator, &watch, &sheet, NULL, 1, &crossings) : status;
    *count = crossings.count;
    bi_crossings_free(m->allocator, &crossings);
    bi_box_tree_free(m->allocator, &tree);
    bi_surface_free(m->allocator, &surface);
    bi_free_array(m->allocator, kept, corners, sizeof *kept);
    return status == BIGHT_OK ? status : bi_fail(m->error, status, 0, "cloth that crosses cannot be counted");
}

// ---- step by step ---------------------------------------------------------------------------------------

// Borders decide where the knot goes, a few times at most: pieces that turn out to be loose do not count in the next round.
static bight_status place_all(making *m)
{
    bight_dress_knot *knot = m->knot;
    const bight_pose as_it_is = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    bool again = true;
    bight_status status = bight_dress_place(m->env, m->mesh, &knot->map, m->options->pose, &knot->motion,
                                            &knot->border_residual, m->error);
    for (int32_t round = 0; round < BIGHT_DRESS_MAX_REGIONS && again && status == BIGHT_OK; round++) {
        bight_pose more;
        status = bi_dress_choose_carried(m->allocator, m->mesh, &knot->map, m->options->held,
                                         m->options->held_count, &again, m->error);
        if (status == BIGHT_OK && again) {
            status =
                bight_dress_place(m->env, m->mesh, &knot->map, m->options->pose != NULL ? &as_it_is : NULL,
                                  &more, &knot->border_residual, m->error);
        }
        if (status == BIGHT_OK && again) {
            knot->motion = bi_pose_after(&more, &knot->motion);
        }
    }
    return status == BIGHT_OK ? bi_dress_carry(m->allocator, m->mesh, &knot->map, m->error) : status;
}

static bight_status place(making *m)
{
    bight_dress_knot *knot = m->knot;
    double thickness = m->options->mapping.thickness;
    bight_status status = place_all(m);
    status = status == BIGHT_OK
                 ? bight_dress_push_out(m->env, m->mesh, &knot->map, m->options->bodies,
                                        m->options->body_count, thickness, &knot->push, m->error)
                 : status;
    if (status == BIGHT_OK) {
        move_pipe(&knot->pipe, &knot->motion, knot->push.shift);
        knot->motion.position = v3_add(knot->motion.position, knot->push.shift);
        bi_dress_shift_carried(m->mesh, &knot->map, knot->push.shift);
    }
    return status;
}

// Crossings of the cloth before its border was closed: copies where the garment has them.
static bight_status count_placed(making *m)
{
    bight_dress_cloth *cloth = &m->knot->cloth;
    bight_vec3 *closed = cloth->positions;
    cloth->positions = bi_new_array(m->allocator, (size_t)cloth->vertex_count, sizeof *cloth->positions);
    bight_status status = cloth->positions == NULL ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK;
    for (int32_t v = 0; v < cloth->mesh_vertices && status == BIGHT_OK; v++) {
        cloth->positions[v] = m->knot->map.owners[v] >= 0 ? m->knot->map.positions[v] : m->mesh->positions[v];
    }
    for (int32_t i = 0; i < cloth->sewn_count && status == BIGHT_OK; i++) {
        cloth->positions[cloth->sewn[2 * i + 1]] = m->mesh->positions[cloth->sewn[2 * i]];
    }
    status = status == BIGHT_OK ? count_crossings(m, false, &m->knot->intersections[1]) : status;
    bi_free_array(m->allocator, cloth->positions, (size_t)cloth->vertex_count, sizeof *cloth->positions);
    cloth->positions = closed;
    return status;
}

static bight_status count_all(making *m)
{
    int64_t *counts = m->knot->intersections;
    bight_status status = count_crossings(m, true, &counts[0]);

    // without a border, closing has changed nothing; and of whole pieces there is nothing beside the regions
    bool whole = m->knot->cloth.sewn_count == 0;
    for (int32_t t = 0; t < m->knot->cloth.triangle_count && whole; t++) {
        whole = m->knot->map.regions[t] >= 0;
    }
    if (status != BIGHT_OK || whole) {
        counts[1] = counts[2] = counts[0];
        return status;
    }
    status = count_placed(m);
    return status == BIGHT_OK ? count_crossings(m, false, &counts[2]) : status;
}

// Lines, the knot that they are, and what to lead.
static bight_status look(making *m)
{
    bight_dress_knot *knot = m->knot;
    bight_status status = bight_dress_lines_make(m->env, m->mesh, &knot->pipe, m->regions, m->region_count,
                                                 &knot->map, &knot->lines, m->error);
    if (status != BIGHT_OK) {
        return status;
    }
    size_t count = (size_t)knot->lines.firsts[knot->lines.strand_count];
    bight_vec3 *places = bi_new_array(m->allocator, count, sizeof *places);
    if (places == NULL) {
        return bi_fail(m->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for lines");
    }
    bight_dress_lines_at(&knot->lines, knot->cloth.positions, m->mesh->triangles, places);
    status = bight_dress_judge(m->env, m->made, knot->scale, &knot->motion, &knot->lines, places,
                               &knot->before, m->error);
    if (status == BIGHT_OK && !knot->before.kept) {
        status = bi_fail(m->error, BIGHT_ERROR_INVALID, 0,
                         "the cloth is not the template's knot from the start: %.130s; keep regions on the "
                         "pattern, or make the mesh finer",
                         knot->before.failure);
    }
    status = status == BIGHT_OK ? bight_dress_leads_make(m->env, m->mesh, &knot->pipe, m->regions,
                                                         m->region_count, &knot->map, m->made, knot->scale,
                                                         &knot->lines, places, &knot->leads, m->error)
                                : status;
    bi_free_array(m->allocator, places, count, sizeof *places);
    return status;
}

void bight_dress_knot_free(const bight_allocator *allocator, bight_dress_knot *knot)
{
    if (knot != NULL) {
        bight_pipe_free(allocator, &knot->pipe);
        bight_dress_map_free(allocator, &knot->map);
        bight_dress_cloth_free(allocator, &knot->cloth);
        bight_dress_lines_free(allocator, &knot->lines);
        bight_dress_leads_free(allocator, &knot->leads);
        *knot = (bight_dress_knot){0};
    }
}

// All but the mesh, which the caller has copied.
static double now(const making *m)
{
    return m->options->seconds != NULL ? m->options->seconds(m->options->clock_user) : 0.0;
}

static bight_status work(making *m)
{
    double start = now(m);
    const bight_dress_options *mapping = &m->options->mapping;
    bight_status status = make_pipe(m);
    status = status == BIGHT_OK && m->regions == m->turned
                 ? bi_dress_spin(m->env, m->mesh, &m->knot->pipe, mapping, m->options->pose, m->turned,
                                 m->region_count, m->error)
                 : status;
    status = status == BIGHT_OK ? bight_dress_map_make(m->env, m->mesh, &m->knot->pipe, m->regions,
                                                       m->region_count, mapping, &m->knot->map, m->error)
                                : status;
    double mapped = now(m);
    status = status == BIGHT_OK ? place(m) : status;
    status = status == BIGHT_OK ? bight_dress_close(m->env, m->mesh, &m->knot->map, &m->knot->cloth, m->error)
                                : status;
    status = status == BIGHT_OK ? count_all(m) : status;
    status = status == BIGHT_OK ? look(m) : status;
    m->knot->seconds[0] = mapped - start;
    m->knot->seconds[1] = now(m) - mapped;
    return status;
}

// @param laid Receives the mesh that the knot is of, a copy; the caller frees it. Empty on failure.
static bight_status make_knot(const bight_env *env, const bight_cloth_mesh *mesh, const bight_template *made,
                              const bight_dress_region *regions, int32_t region_count,
                              const bight_dress_knot_options *options, bight_cloth_mesh *laid,
                              bight_dress_knot *knot, bight_error *error)
{
    making m = {.env = env,
                .allocator = env == NULL ? NULL : &env->allocator,
                .mesh = laid,
                .made = made,
                .regions = regions,
                .region_count = region_count,
                .options = options,
                .knot = knot,
                .error = error};
    if (region_count >= 1 && region_count <= BIGHT_DRESS_MAX_REGIONS) { // else the map refuses it
        memcpy(m.turned, regions, (size_t)region_count * sizeof *regions);
        m.regions = m.turned;
    }
    *knot = (bight_dress_knot){0};
    *laid = (bight_cloth_mesh){0};
    if (!(options->scale >= 0.0 && options->scale <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the template's scale is %g: give 0 to 1e6",
                       options->scale);
    }
    bight_status status = bi_dress_copy_mesh(m.allocator, mesh, laid);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a mesh of %d vertices", mesh->vertex_count);
    }
    status = work(&m);
    if (status != BIGHT_OK) {
        bight_dress_knot_free(m.allocator, knot);
        bight_cloth_mesh_free(m.allocator, laid);
        return status;
    }
    knot->pose = options->pose != NULL ? *options->pose : (bight_pose){0};
    return BIGHT_OK;
}

bight_status bight_dress_knot_make(const bight_env *env, bight_cloth_mesh *mesh, const bight_template *made,
                                   const bight_dress_region *regions, int32_t region_count,
                                   const bight_dress_knot_options *options, bight_dress_knot *knot,
                                   bight_error *error)
{
    const bight_dress_knot_options standard = {0};
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;

    // a copy is refined, so that the mesh stays as it was when something fails later on
    bight_cloth_mesh laid;
    bight_status status = make_knot(env, mesh, made, regions, region_count,
                                    options == NULL ? &standard : options, &laid, knot, error);
    if (status == BIGHT_OK) {
        bight_cloth_mesh_free(allocator, mesh);
        *mesh = laid;
    }
    return status;
}

bight_status bight_dress_knot_lay(const bight_env *env, const bight_cloth_mesh *mesh,
                                  const bight_template *made, const bight_dress_region *regions,
                                  int32_t region_count, const bight_dress_knot_options *options,
                                  bight_dress_knot *knot, bight_error *error)
{
    bight_dress_knot_options kept = options == NULL ? (bight_dress_knot_options){0} : *options;
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    kept.mapping.keep_mesh = true;
    bight_cloth_mesh laid;
    bight_status status = make_knot(env, mesh, made, regions, region_count, &kept, &laid, knot, error);
    bight_cloth_mesh_free(allocator, &laid);
    return status;
}

bight_status bight_dress_knot_judge(const bight_env *env, const bight_cloth_mesh *mesh,
                                    const bight_template *made, const bight_dress_knot *knot,
                                    const bight_vec3 *positions, bight_dress_verdict *verdict,
                                    bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    size_t count = (size_t)knot->lines.firsts[knot->lines.strand_count];
    bight_vec3 *places = bi_new_array(allocator, count, sizeof *places);
    if (places == NULL) {
        *verdict = (bight_dress_verdict){0};
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for lines");
    }
    bight_dress_lines_at(&knot->lines, positions, mesh->triangles, places);
    bight_status status =
        bight_dress_judge(env, made, knot->scale, &knot->motion, &knot->lines, places, verdict, error);
    bi_free_array(allocator, places, count, sizeof *places);
    return status;
}
