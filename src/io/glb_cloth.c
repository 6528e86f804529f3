// SPDX-License-Identifier: MIT
// Cloth as binary glTF 2.0 (Khronos, "glTF 2.0 specification"): a node and a mesh for each run of triangles
// of one group, so that names and the order of faces are kept, and for each frame a morph target, which an
// animation of the weights shows one after another (sections 3.7.2.2 and 3.11).
//
// glTF has one index a corner, so a vertex with several places on the pattern stands there several times.
// Views and accessors, in this order: positions, texture coordinates where there are any, for each frame the
// displacements, indices of each run, seams after the first, the times, the weights.

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/glb_file.h"
#include "io/mesh_write.h"

#include <float.h>

typedef struct glb_cloth {
    const bight_cloth_mesh *mesh;
    const bight_mesh_frames *frames; // nullable
    bi_sink views, accessors, data;
    int32_t *points;  // (point_count x 2 of room for all corners) vertex and place
    int32_t *corners; // (triangles x 3) point of each corner
    int32_t *next;    // (room for all corners) the next point of the same vertex, -1
    int32_t *first;   // (vertex_count) the first point of each vertex, -1
    int32_t point_count, accessor_count;
} glb_cloth;

// ---- points ---------------------------------------------------------------------------------------------

// Every vertex, in order, with the place of its first corner; then its other places in the order of corners.
static void find_points(glb_cloth *w)
{
    const bight_cloth_mesh *mesh = w->mesh;
    size_t corners = 3 * (size_t)mesh->triangle_count;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        w->points[2 * (size_t)v] = v;
        w->points[2 * (size_t)v + 1] = -2; // not known yet
        w->first[v] = v;
        w->next[v] = -1;
    }
    w->point_count = mesh->vertex_count;

    // a corner uses the point of its vertex with the same place, or makes one
    for (size_t i = 0; i < corners; i++) {
        int32_t vertex = mesh->triangles[i], place = mesh->uv_triangles[i], at = vertex, last = vertex;
        if (w->points[2 * (size_t)vertex + 1] == -2) {
            w->points[2 * (size_t)vertex + 1] = place;
        }
        while (at >= 0 && w->points[2 * (size_t)at + 1] != place) {
            last = at;
            at = w->next[at];
        }
        if (at < 0) {
            at = w->point_count++;
            w->next[last] = at;
            w->next[at] = -1;
            w->points[2 * (size_t)at] = vertex;
            w->points[2 * (size_t)at + 1] = place;
        }
        w->corners[i] = at;
    }
}

// ---- data -----------------------------------------------------------------------------------------------

// A view from `start` to here, and an accessor of all of it.
static int32_t end_part(glb_cloth *w, size_t start, int32_t target, int32_t type, const char *shape,
                        int64_t count)
{
    int32_t number = w->accessor_count++;
    bi_sink_text(&w->views, number == 0 ? "\n" : ",\n");
    bi_sink_int(&w->views, "{\"buffer\":0,\"byteOffset\":", (int64_t)start);
    bi_sink_int(&w->views, ",\"byteLength\":", (int64_t)(w->data.bytes.size - start));
    if (target != 0) {
        bi_sink_int(&w->views, ",\"target\":", target);
    }
    bi_sink_text(&w->views, "}");
    bi_sink_int(&w->accessors, number == 0 ? "\n{\"bufferView\":" : ",\n{\"bufferView\":", number);
    bi_sink_int(&w->accessors, ",\"componentType\":", type);
    bi_sink_int(&w->accessors, ",\"count\":", count);
    bi_sink_text(&w->accessors, ",\"type\":\"");
    bi_sink_text(&w->accessors, shape);
    bi_sink_text(&w->accessors, "\"");
    return number;
}

static void close_accessor(glb_cloth *w)
{
    bi_sink_text(&w->accessors, "}");
}

static void put_bounds(glb_cloth *w, const float *low, const float *high, int32_t numbers)
{
    for (int32_t k = 0; k < numbers; k++) {
        bi_sink_number(&w->accessors, k == 0 ? ",\"min\":[" : ",", (double)low[k]);
    }
    for (int32_t k = 0; k < numbers; k++) {
        bi_sink_number(&w->accessors, k == 0 ? "],\"max\":[" : ",", (double)high[k]);
    }
    bi_sink_text(&w->accessors, "]");
}

// Positions, or displacements from the mesh: differences of floats, so that adding them gives the frame's
// floats.
static int32_t put_vectors(glb_cloth *w, const bight_vec3 *frame)
{
    size_t start = w->data.bytes.size;
    float low[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, high[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (int32_t i = 0; i < w->point_count && w->data.status == BIGHT_OK; i++) {
        int32_t vertex = w->points[2 * (size_t)i];
        bight_vec3 p = w->mesh->positions[vertex], q = frame == NULL ? v3(0, 0, 0) : frame[vertex];
        const float rest[3] = {(float)p.x, (float)p.y, (float)p.z},
                    there[3] = {(float)q.x, (float)q.y, (float)q.z};
        for (int32_t k = 0; k < 3; k++) {
            float number = frame == NULL ? rest[k] : there[k] - rest[k];
            low[k] = number < low[k] ? number : low[k];
            high[k] = number > high[k] ? number : high[k];
            bi_sink_float(&w->data, (double)number);
        }
    }
    int32_t accessor = end_part(w, start, BI_GLB_VERTICES, BI_GLB_FLOAT, "VEC3", w->point_count);
    put_bounds(w, low, high, 3);
    close_accessor(w);
    return accessor;
}

// v runs down in glTF (3.8.3) and up on a pattern, as in OBJ and PLY.
static int32_t put_places(glb_cloth *w)
{
    size_t start = w->data.bytes.size;
    for (int32_t i = 0; i < w->point_count && w->data.status == BIGHT_OK; i++) {
        int32_t place = w->points[2 * (size_t)i + 1];
        bi_sink_float(&w->data, place >= 0 ? w->mesh->uv[2 * (size_t)place] : 0.0);
        bi_sink_float(&w->data, place >= 0 ? 1.0 - w->mesh->uv[2 * (size_t)place + 1] : 1.0);
    }
    int32_t accessor = end_part(w, start, BI_GLB_VERTICES, BI_GLB_FLOAT, "VEC2", w->point_count);
    close_accessor(w);
    return accessor;
}

// Indices of the triangles from..to - 1.
static int32_t put_run(glb_cloth *w, int32_t from, int32_t to)
{
    size_t start = w->data.bytes.size;
    for (size_t i = 3 * (size_t)from; i < 3 * (size_t)to && w->data.status == BIGHT_OK; i++) {
        bi_sink_u32(&w->data, (uint32_t)w->corners[i]);
    }
    int32_t accessor = end_part(w, start, BI_GLB_INDICES, BI_GLB_UINT32, "SCALAR", 3 * (int64_t)(to - from));
    close_accessor(w);
    return accessor;
}

static int32_t put_seams(glb_cloth *w)
{
    size_t start = w->data.bytes.size, count = 2 * (size_t)w->mesh->seam_count;
    for (size_t i = 0; i < count && w->data.status == BIGHT_OK; i++) {
        bi_sink_u32(&w->data, (uint32_t)w->first[w->mesh->seams[i]]);
    }
    int32_t accessor = end_part(w, start, BI_GLB_INDICES, BI_GLB_UINT32, "SCALAR", (int64_t)count);
    close_accessor(w);
    return accessor;
}

// Times of the frames, and for each the weights of all targets: its own is 1.
static void put_animation(glb_cloth *w, bi_sink *json, int32_t nodes)
{
    int32_t count = w->frames->count;
    size_t start = w->data.bytes.size;

    // t_i = i / rate
    float low = 0.0f, high = 0.0f;
    for (int32_t i = 0; i < count && w->data.status == BIGHT_OK; i++) {
        high = (float)((double)i / w->frames->rate);
        bi_sink_float(&w->data, (double)high);
    }
    int32_t times = end_part(w, start, 0, BI_GLB_FLOAT, "SCALAR", count);
    put_bounds(w, &low, &high, 1);
    close_accessor(w);

    // w_ij = 1 for i = j, else 0: at time t_i target i alone is applied
    start = w->data.bytes.size;
    for (int64_t i = 0; i < (int64_t)count * count && w->data.status == BIGHT_OK; i++) {
        bi_sink_float(&w->data, i / count == i % count ? 1.0 : 0.0);
    }
    int32_t weights = end_part(w, start, 0, BI_GLB_FLOAT, "SCALAR", (int64_t)count * count);
    close_accessor(w);

    // all nodes share one sampler, since all their meshes have the same targets
    bi_sink_int(json, ",\n\"animations\":[{\"samplers\":[{\"input\":", times);
    bi_sink_int(json, ",\"interpolation\":\"LINEAR\",\"output\":", weights);
    bi_sink_text(json, "}],\"channels\":[");
    for (int32_t node = 0; node < nodes; node++) {
        bi_sink_int(json,
                    node == 0 ? "{\"sampler\":0,\"target\":{\"node\":"
                              : ",{\"sampler\":0,\"target\":{\"node\":",
                    node);
        bi_sink_text(json, ",\"path\":\"weights\"}}");
    }
    bi_sink_text(json, "]}]");
}

// ---- the file -------------------------------------------------------------------------------------------

typedef struct numbers {
    int32_t positions, places, first_frame;
} numbers;

static void put_primitive(glb_cloth *w, bi_sink *json, const numbers *n, int32_t indices, bool lines,
                          bool first)
{
    bi_sink_int(json,
                first ? "{\"attributes\":{\"POSITION\":" : ",\n{\"attributes\":{\"POSITION\":", n->positions);
    if (n->places >= 0 && !lines) {
        bi_sink_int(json, ",\"TEXCOORD_0\":", n->places);
    }
    bi_sink_int(json, "},\"indices\":", indices);
    bi_sink_text(json, lines ? ",\"mode\":1" : ",\"material\":0");
    for (int32_t i = 0; w->frames != NULL && i < w->frames->count; i++) {
        bi_sink_int(json,
                    i == 0 ? ",\"targets\":[{\"POSITION\":" : ",{\"POSITION\":", (int64_t)n->first_frame + i);
        bi_sink_text(json, i == w->frames->count - 1 ? "}]" : "}");
    }
    bi_sink_text(json, "}");
}

static void put_json(glb_cloth *w, bi_sink *json)
{
    const bight_cloth_mesh *mesh = w->mesh;
    numbers n = {.positions = put_vectors(w, NULL), .places = mesh->uv_count > 0 ? put_places(w) : -1};

    // frame f's displacements are accessor first_frame + f, a morph target of every primitive
    n.first_frame = w->accessor_count;
    for (int32_t i = 0; w->frames != NULL && i < w->frames->count; i++) {
        put_vectors(w, w->frames->positions + (size_t)i * (size_t)mesh->vertex_count);
    }
    bi_sink_text(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"bight ");
    bi_sink_text(json, bight_version());
    bi_sink_text(json, "\"},\n\"materials\":[{\"doubleSided\":true}],\n\"meshes\":[");

    // a mesh and a node for each run of triangles of one group; the first also holds the seams as lines
    bi_sink nodes = {.allocator = json->allocator};
    int32_t node_count = 0;
    for (int32_t from = 0, to; from < mesh->triangle_count && w->data.status == BIGHT_OK; from = to) {
        int32_t group = mesh->groups[from];
        for (to = from + 1; to < mesh->triangle_count && mesh->groups[to] == group;) {
            to++;
        }
        bi_sink_text(json, node_count == 0 ? "\n{\"primitives\":[" : ",\n{\"primitives\":[");
        put_primitive(w, json, &n, put_run(w, from, to), false, true);
        if (node_count == 0 && mesh->seam_count > 0) {
            put_primitive(w, json, &n, put_seams(w), true, false);
        }
        bi_sink_text(json, "]}");
        bi_sink_int(&nodes, node_count == 0 ? "{\"mesh\":" : ",\n{\"mesh\":", node_count);
        if (mesh->names[group].text[0] != '\0') {
            bi_sink_text(&nodes, ",\"name\":");
            bi_sink_json_string(&nodes, mesh->names[group].text);
        }
        bi_sink_text(&nodes, "}");
        node_count++;
    }

    // nodes were collected meanwhile, since the JSON lists them after all meshes
    bi_sink_text(json, "],\n\"nodes\":[");
    bi_sink_data(json, nodes.bytes.data, nodes.bytes.size);
    json->status = json->status == BIGHT_OK ? nodes.status : json->status;
    bight_bytes_free(nodes.allocator, &nodes.bytes);
    bi_sink_text(json, "],\n\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (int32_t i = 0; i < node_count; i++) {
        bi_sink_int(json, i > 0 ? "," : "", i);
    }

    bi_sink_text(json, "]}]");
    if (w->frames != NULL) {
        put_animation(w, json, node_count);
    }

    // views and accessors are complete only with those of the animation
    bi_sink_text(json, ",\n\"bufferViews\":[");
    bi_sink_data(json, w->views.bytes.data, w->views.bytes.size);
    bi_sink_text(json, "],\n\"accessors\":[");
    bi_sink_data(json, w->accessors.bytes.data, w->accessors.bytes.size);
    bi_sink_int(json, "],\n\"buffers\":[{\"byteLength\":", (int64_t)w->data.bytes.size);
    bi_sink_text(json, "}]}");
    bi_sink_pad(json, ' ');

    // a failure of any part is one of the file
    const bight_status parts[3] = {w->views.status, w->accessors.status, w->data.status};
    for (int32_t i = 0; i < 3; i++) {
        json->status = json->status == BIGHT_OK ? parts[i] : json->status;
    }
}

bight_status bi_write_glb_cloth(const bight_env *env, const bight_cloth_mesh *mesh,
                                const bight_mesh_frames *frames, bight_bytes *bytes, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    size_t corners = 3 * (size_t)mesh->triangle_count, room = corners + (size_t)mesh->vertex_count;
    glb_cloth w = {.mesh = mesh,
                   .frames = frames,
                   .views = {.allocator = allocator},
                   .accessors = {.allocator = allocator},
                   .data = {.allocator = allocator}};
    bi_sink json = {.allocator = allocator}, file = {.allocator = allocator};

    // at most one point for each vertex and one for each corner
    w.points = bi_new_array(allocator, room, 2 * sizeof *w.points);
    w.corners = bi_new_array(allocator, corners, sizeof *w.corners);
    w.next = bi_new_array(allocator, room, sizeof *w.next);
    w.first = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *w.first);
    if (w.points == NULL || w.corners == NULL || w.next == NULL || w.first == NULL) {
        json.status = BIGHT_ERROR_NO_MEMORY;
    } else {
        find_points(&w);
        put_json(&w, &json);
    }

    // sinks keep their first failure, which becomes the file's
    bi_glb_put_file(&json, &w.data, &file);
    bi_free_array(allocator, w.points, room, 2 * sizeof *w.points);
    bi_free_array(allocator, w.corners, corners, sizeof *w.corners);
    bi_free_array(allocator, w.next, room, sizeof *w.next);
    bi_free_array(allocator, w.first, (size_t)mesh->vertex_count, sizeof *w.first);
    bight_bytes_free(allocator, &json.bytes);
    bight_bytes_free(allocator, &w.views.bytes);
    bight_bytes_free(allocator, &w.accessors.bytes);
    bight_bytes_free(allocator, &w.data.bytes);
    if (file.status != BIGHT_OK) {
        bight_bytes_free(allocator, &file.bytes);
        return bi_fail(error, file.status, 0, "GLB of %d triangles does not fit", mesh->triangle_count);
    }

    *bytes = file.bytes;
    return BIGHT_OK;
}
