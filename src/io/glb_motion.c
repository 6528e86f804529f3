// SPDX-License-Identifier: MIT
// Motion in a GLB file, without bones: a mesh that changes its shape has a morph target for each frame after
// the first, and weights over time of which one is 1 at each frame; what moves as a whole has translations
// and rotations over time. Interpolation is linear from one frame to the next. (glTF 2.0, sections 3.7.2.2
// and 3.11.)

#include "io/glb_parts.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/mesh_check.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool has_shapes(const bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    return w->frames > 1 && mesh->shapes != NULL;
}

static bool has_poses(const bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    return w->frames > 1 && mesh->poses != NULL;
}

static int32_t per_target(const bight_glb_mesh *mesh)
{
    return mesh->mesh->normals != NULL ? 2 : 1;
}

// ---- shapes -----------------------------------------------------------------------------------------

int32_t bi_glb_target_views(const bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    return has_shapes(w, mesh) ? (w->frames - 1) * per_target(mesh) : 0;
}

// What is added to a number that was rounded to float.
static double added(double to, double from)
{
    return (double)(float)to - (double)(float)from;
}

static bight_vec3 added_vector(bight_vec3 to, bight_vec3 from)
{
    return v3(added(to.x, from.x), added(to.y, from.y), added(to.z, from.z));
}

static void put_added(bi_glb_writer *w, const bight_vec3 *to, const bight_vec3 *from, int32_t count)
{
    size_t start = w->data.bytes.size;
    for (int32_t i = 0; i < count && w->data.status == BIGHT_OK; i++) {
        bight_vec3 step = added_vector(to[i], from[i]);
        bi_sink_float(&w->data, step.x);
        bi_sink_float(&w->data, step.y);
        bi_sink_float(&w->data, step.z);
    }
    bi_glb_view(w, start, BI_GLB_VERTICES);
}

void bi_glb_put_targets(bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    for (int32_t k = 1; has_shapes(w, mesh) && k < w->frames; k++) {
        put_added(w, mesh->shapes[k].positions, mesh->mesh->positions, mesh->mesh->vertex_count);
        if (mesh->mesh->normals != NULL) {
            put_added(w, mesh->shapes[k].normals, mesh->mesh->normals, mesh->mesh->vertex_count);
        }
    }
}

void bi_glb_put_target_accessors(bi_glb_writer *w, const bight_glb_mesh *mesh, int32_t first)
{
    int32_t vertices = mesh->mesh->vertex_count;
    for (int32_t k = 1; has_shapes(w, mesh) && k < w->frames; k++) {
        double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
        for (int32_t i = 0; i < vertices; i++) {
            bight_vec3 step = added_vector(mesh->shapes[k].positions[i], mesh->mesh->positions[i]);
            const double numbers[3] = {(double)(float)step.x, (double)(float)step.y, (double)(float)step.z};
            for (int32_t c = 0; c < 3; c++) {
                low[c] = numbers[c] < low[c] ? numbers[c] : low[c];
                high[c] = numbers[c] > high[c] ? numbers[c] : high[c];
            }
        }
        bi_glb_accessor(w, first++, BI_GLB_FLOAT, "VEC3", vertices, low, high);
        if (mesh->mesh->normals != NULL) {
            bi_glb_accessor(w, first++, BI_GLB_FLOAT, "VEC3", vertices, NULL, NULL);
        }
    }
}

void bi_glb_put_target_list(bi_glb_writer *w, const bight_glb_mesh *mesh, int32_t first)
{
    if (!has_shapes(w, mesh)) {
        return;
    }
    bi_sink_text(&w->json, ",\"targets\":[");
    for (int32_t k = 1; k < w->frames; k++) {
        bi_sink_int(&w->json, k > 1 ? ",{\"POSITION\":" : "{\"POSITION\":", first++);
        if (mesh->mesh->normals != NULL) {
            bi_sink_int(&w->json, ",\"NORMAL\":", first++);
        }
        bi_sink_text(&w->json, "}");
    }
    bi_sink_text(&w->json, "]");
}

void bi_glb_put_weights(bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    for (int32_t k = 1; has_shapes(w, mesh) && k < w->frames; k++) {
        bi_sink_text(&w->json, k == 1 ? ",\"weights\":[0" : ",0");
    }
    bi_sink_text(&w->json, has_shapes(w, mesh) ? "]" : "");
}

// ---- tracks -----------------------------------------------------------------------------------------

static bool moves(const bi_glb_writer *w)
{
    bool any = false;
    for (int32_t i = 0; i < w->count; i++) {
        any = any || has_shapes(w, &w->meshes[i]) || has_poses(w, &w->meshes[i]);
    }
    return any;
}

void bi_glb_put_place(bi_glb_writer *w, const bight_glb_mesh *mesh)
{
    if (!has_poses(w, mesh)) {
        return;
    }
    const bight_pose *p = &mesh->poses[0];
    const double *r = p->rotation;
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    bi_sink_number(&w->json, ",\"translation\":[", p->position.x);
    bi_sink_number(&w->json, ",", p->position.y);
    bi_sink_number(&w->json, ",", p->position.z);
    for (int32_t c = 0; c < 4; c++) {
        double none = c == 3 ? 1.0 : 0.0;
        bi_sink_number(&w->json, c == 0 ? "],\"rotation\":[" : ",", length > 0.0 ? r[c] / length : none);
    }
    bi_sink_text(&w->json, "]");
}

static void put_poses(bi_glb_writer *w, const bight_pose *poses)
{
    size_t start = w->data.bytes.size;
    for (int32_t k = 0; k < w->frames; k++) {
        bi_sink_float(&w->data, poses[k].position.x);
        bi_sink_float(&w->data, poses[k].position.y);
        bi_sink_float(&w->data, poses[k].position.z);
    }
    bi_glb_view(w, start, 0);
    start = w->data.bytes.size;
    double turn[4] = {0.0, 0.0, 0.0, 1.0};
    for (int32_t k = 0; k < w->frames; k++) {
        // unit, and of the two quaternions of a turn the one nearer to that before
        const double *r = poses[k].rotation;
        double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
        double same = r[0] * turn[0] + r[1] * turn[1] + r[2] * turn[2] + r[3] * turn[3];
        for (int32_t c = 0; c < 4; c++) {
            double none = c == 3 ? 1.0 : 0.0;
            turn[c] = length > 0.0 ? (same < 0.0 ? -r[c] : r[c]) / length : none;
            bi_sink_float(&w->data, turn[c]);
        }
    }
    bi_glb_view(w, start, 0);
}

void bi_glb_put_tracks(bi_glb_writer *w)
{
    if (!moves(w)) {
        return;
    }
    size_t start = w->data.bytes.size;
    for (int32_t k = 0; k < w->frames; k++) {
        bi_sink_float(&w->data, w->times[k]);
    }
    bi_glb_view(w, start, 0);
    for (int32_t i = 0; i < w->count; i++) {
        if (has_shapes(w, &w->meshes[i])) {
            start = w->data.bytes.size;
            for (int32_t k = 0; k < w->frames; k++) {
                for (int32_t target = 1; target < w->frames && w->data.status == BIGHT_OK; target++) {
                    bi_sink_float(&w->data, target == k ? 1.0 : 0.0);
                }
            }
            bi_glb_view(w, start, 0);
        }
        if (has_poses(w, &w->meshes[i])) {
            put_poses(w, w->meshes[i].poses);
        }
    }
}

int32_t bi_glb_put_track_accessors(bi_glb_writer *w, int32_t first)
{
    if (!moves(w)) {
        return first;
    }
    double low[1] = {(double)(float)w->times[0]}, high[1] = {(double)(float)w->times[w->frames - 1]};
    bi_glb_accessor(w, first++, BI_GLB_FLOAT, "SCALAR", w->frames, low, high);
    for (int32_t i = 0; i < w->count; i++) {
        if (has_shapes(w, &w->meshes[i])) {
            bi_glb_accessor(w, first++, BI_GLB_FLOAT, "SCALAR", (int64_t)w->frames * (w->frames - 1), NULL,
                            NULL);
        }
        if (has_poses(w, &w->meshes[i])) {
            bi_glb_accessor(w, first++, BI_GLB_FLOAT, "VEC3", w->frames, NULL, NULL);
            bi_glb_accessor(w, first++, BI_GLB_FLOAT, "VEC4", w->frames, NULL, NULL);
        }
    }
    return first;
}

static bool has_track(const bi_glb_writer *w, const bight_glb_mesh *mesh, int32_t path)
{
    return path == 0 ? has_shapes(w, mesh) : has_poses(w, mesh);
}

// A sampler for each track; a channel for it on each node that shows the mesh. All samplers share the times.
void bi_glb_put_animation(bi_glb_writer *w, int32_t first)
{
    static const char *const paths[] = {"weights", "translation", "rotation"};
    if (!moves(w)) {
        return;
    }
    int32_t output = first + 1;
    bi_sink_text(&w->json, ",\n\"animations\":[{\"name\":\"run\",\"samplers\":[");
    for (int32_t i = 0; i < w->count; i++) {
        for (int32_t p = 0; p < 3; p++) {
            if (has_track(w, &w->meshes[i], p)) {
                bi_sink_text(&w->json, output > first + 1 ? ",\n{" : "\n{");
                bi_sink_int(&w->json, "\"input\":", first);
                bi_sink_int(&w->json, ",\"interpolation\":\"LINEAR\",\"output\":", output++);
                bi_sink_text(&w->json, "}");
            }
        }
    }

    int32_t sampler = 0, node = 0, channels = 0;
    bi_sink_text(&w->json, "],\"channels\":[");
    for (int32_t i = 0; i < w->count; i++) {
        int32_t nodes = bi_glb_nodes(&w->meshes[i]);
        for (int32_t p = 0; p < 3; p++) {
            bool track = has_track(w, &w->meshes[i], p);
            for (int32_t k = 0; track && k < nodes; k++) {
                bi_sink_text(&w->json, channels++ > 0 ? ",\n{" : "\n{");
                bi_sink_int(&w->json, "\"sampler\":", sampler);
                bi_sink_int(&w->json, ",\"target\":{\"node\":", node + k);
                bi_sink_text(&w->json, ",\"path\":\"");
                bi_sink_text(&w->json, paths[p]);
                bi_sink_text(&w->json, "\"}}");
            }
            sampler += track;
        }
        node += nodes;
    }
    bi_sink_text(&w->json, "]}]");
}

// ---- checks -----------------------------------------------------------------------------------------

static bight_status check_shape(const bight_glb_mesh *mesh, const bight_mesh *shape, int32_t number,
                                int32_t frame, bight_error *error)
{
    const bight_mesh *first = mesh->mesh;
    bool same = shape->vertex_count == first->vertex_count &&
                shape->triangle_count == first->triangle_count &&
                (shape->normals != NULL) == (first->normals != NULL);
    if (!same) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: frame %d has other vertices or triangles",
                       (int)number, (int)frame + 1);
    }
    return bi_mesh_check_writable(shape, (double)FLT_MAX / 4.0, error);
}

bight_status bi_glb_check_motion(const bi_glb_writer *w, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < w->frames; k++) {
        bool grows = k == 0 ? w->times[0] >= 0.0 : (float)w->times[k] > (float)w->times[k - 1];
        if (!grows || !(w->times[k] <= (double)FLT_MAX)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "frame %d is at %g s: times begin at 0 or later and grow", (int)k + 1,
                           w->times[k]);
        }
    }
    for (int32_t i = 0; i < w->count; i++) {
        const bight_glb_mesh *mesh = &w->meshes[i];
        for (int32_t k = 0; has_shapes(w, mesh) && k < w->frames && status == BIGHT_OK; k++) {
            status = check_shape(mesh, &mesh->shapes[k], i + 1, k, error);
        }
        for (int32_t k = 0; has_poses(w, mesh) && k < w->frames && status == BIGHT_OK; k++) {
            const bight_pose *p = &mesh->poses[k];
            double sum = fabs(p->position.x) + fabs(p->position.y) + fabs(p->position.z) +
                         fabs(p->rotation[0]) + fabs(p->rotation[1]) + fabs(p->rotation[2]) +
                         fabs(p->rotation[3]);
            if (!(sum <= (double)FLT_MAX)) {
                status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: frame %d has no place", (int)i + 1,
                                 (int)k + 1);
            }
        }
    }
    return status;
}
