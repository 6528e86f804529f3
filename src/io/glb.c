// SPDX-License-Identifier: MIT
// Binary glTF 2.0 (Khronos, "glTF 2.0 specification", sections 3 and 4; the container is in glb_file.h).
//
// The data is, for each mesh: positions, normals, uv, indices, morph targets; then times and tracks of the
// animation (glb_motion.c); then all textures. Every part is a buffer
// view of its own, padded to a multiple of 4, which is the largest alignment that floats and 32-bit indices
// ask for. Accessor i reads buffer view i.

#include "bight/io.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/glb_parts.h"
#include "io/mesh_check.h"

#include <float.h>
#include <math.h>

// ---- buffer views and accessors ---------------------------------------------------------------------------

// Views of one mesh, in file order. A part that is missing takes no number.
typedef struct part_numbers {
    int32_t positions, normals, uv, colours, indices, targets, next;
} part_numbers;

static part_numbers number_parts(const bi_glb_writer *w, const bight_glb_mesh *glb, int32_t first)
{
    const bight_mesh *mesh = glb->mesh;
    part_numbers n = {first, -1, -1, -1, -1, -1, first + 1};
    n.normals = mesh->normals != NULL ? n.next++ : -1;
    n.uv = mesh->uv != NULL ? n.next++ : -1;
    n.colours = glb->colours != NULL ? n.next++ : -1;
    n.indices = n.next;
    n.next += bi_glb_nodes(glb);
    n.targets = n.next;
    n.next += bi_glb_target_views(w, glb);
    return n;
}

static void put_vectors(bi_glb_writer *w, const bight_vec3 *vectors, int32_t count)
{
    size_t start = w->data.bytes.size;
    for (int32_t i = 0; i < count && w->data.status == BIGHT_OK; i++) {
        bi_sink_float(&w->data, vectors[i].x);
        bi_sink_float(&w->data, vectors[i].y);
        bi_sink_float(&w->data, vectors[i].z);
    }
    bi_glb_view(w, start, BI_GLB_VERTICES);
}

// the screen's curve undone (IEC 61966-2-1): colours of glTF are linear
static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void put_mesh_data(bi_glb_writer *w, const bight_glb_mesh *glb)
{
    const bight_mesh *mesh = glb->mesh;
    put_vectors(w, mesh->positions, mesh->vertex_count);
    if (mesh->normals != NULL) {
        put_vectors(w, mesh->normals, mesh->vertex_count);
    }
    size_t start = w->data.bytes.size;
    if (mesh->uv != NULL) {
        // v runs down in glTF (3.8.3) and up on a pattern, as in OBJ and PLY
        for (size_t i = 0; i < 2 * (size_t)mesh->vertex_count && w->data.status == BIGHT_OK; i++) {
            bi_sink_float(&w->data, i % 2 == 0 ? mesh->uv[i] : 1.0 - mesh->uv[i]);
        }
        bi_glb_view(w, start, BI_GLB_VERTICES);
        start = w->data.bytes.size;
    }
    if (glb->colours != NULL) {
        for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count && w->data.status == BIGHT_OK; i++) {
            bi_sink_float(&w->data, linear(glb->colours[i]));
        }
        bi_glb_view(w, start, BI_GLB_VERTICES);
        start = w->data.bytes.size;
    }
    for (int32_t k = 0; k < bi_glb_nodes(glb); k++) {
        bight_glb_part part = bi_glb_part(glb, k);
        const int32_t *corners = mesh->triangles + 3 * (size_t)part.first;
        for (size_t i = 0; i < 3 * (size_t)part.count && w->data.status == BIGHT_OK; i++) {
            bi_sink_u32(&w->data, (uint32_t)corners[i]);
        }
        bi_glb_view(w, start, BI_GLB_INDICES);
        start = w->data.bytes.size;
    }
}

static void put_buffer_views(bi_glb_writer *w)
{
    bi_sink_text(&w->json, "\"bufferViews\":[");
    for (int32_t i = 0; i < w->count; i++) {
        put_mesh_data(w, &w->meshes[i]);
        bi_glb_put_targets(w, &w->meshes[i]);
    }
    bi_glb_put_tracks(w);
    for (int32_t i = 0; i < w->count; i++) {
        if (w->meshes[i].texture_png != NULL) {
            size_t start = w->data.bytes.size;
            bi_sink_data(&w->data, w->meshes[i].texture_png, w->meshes[i].texture_size);
            bi_glb_view(w, start, 0);
        }
    }
    bi_sink_text(&w->json, "]");
}

// An accessor of positions must state its bounds, as they are after rounding to float.
static void find_bounds(const bight_mesh *mesh, double low[3], double high[3])
{
    for (int32_t k = 0; k < 3; k++) {
        low[k] = DBL_MAX;
        high[k] = -DBL_MAX;
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        const double numbers[3] = {(double)(float)p.x, (double)(float)p.y, (double)(float)p.z};
        for (int32_t k = 0; k < 3; k++) {
            low[k] = numbers[k] < low[k] ? numbers[k] : low[k];
            high[k] = numbers[k] > high[k] ? numbers[k] : high[k];
        }
    }
}

// Returns the number of accessors, which is the number of the first texture's view.
static int32_t put_accessors(bi_glb_writer *w, int32_t *tracks)
{
    int32_t next = 0;
    bi_sink_text(&w->json, ",\n\"accessors\":[");
    for (int32_t i = 0; i < w->count; i++) {
        const bight_mesh *mesh = w->meshes[i].mesh;
        part_numbers n = number_parts(w, &w->meshes[i], next);
        double low[3], high[3];
        find_bounds(mesh, low, high);
        bi_glb_accessor(w, n.positions, BI_GLB_FLOAT, "VEC3", mesh->vertex_count, low, high);
        if (n.normals >= 0) {
            bi_glb_accessor(w, n.normals, BI_GLB_FLOAT, "VEC3", mesh->vertex_count, NULL, NULL);
        }
        if (n.uv >= 0) {
            bi_glb_accessor(w, n.uv, BI_GLB_FLOAT, "VEC2", mesh->vertex_count, NULL, NULL);
        }
        if (n.colours >= 0) {
            bi_glb_accessor(w, n.colours, BI_GLB_FLOAT, "VEC3", mesh->vertex_count, NULL, NULL);
        }
        for (int32_t k = 0; k < bi_glb_nodes(&w->meshes[i]); k++) {
            int64_t corners = 3 * (int64_t)bi_glb_part(&w->meshes[i], k).count;
            bi_glb_accessor(w, n.indices + k, BI_GLB_UINT32, "SCALAR", corners, NULL, NULL);
        }
        bi_glb_put_target_accessors(w, &w->meshes[i], n.targets);
        next = n.next;
    }
    *tracks = next;
    next = bi_glb_put_track_accessors(w, next);
    bi_sink_text(&w->json, "]");
    return next;
}

// ---- what uses the data -----------------------------------------------------------------------------------

static void put_name(bi_glb_writer *w, const char *name)
{
    bi_sink_json_string(&w->json, name == NULL ? "mesh" : name);
}

// One scene; node i shows mesh i.
static void put_scene(bi_glb_writer *w)
{
    int32_t nodes = 0;
    bi_sink_text(&w->json, ",\n\"nodes\":[");
    for (int32_t i = 0; i < w->count; i++) {
        for (int32_t k = 0; k < bi_glb_nodes(&w->meshes[i]); k++) {
            bi_sink_int(&w->json, nodes > 0 ? ",\n{\"mesh\":" : "\n{\"mesh\":", nodes);
            nodes++;
            bi_sink_text(&w->json, ",\"name\":");
            put_name(w, bi_glb_part(&w->meshes[i], k).name);
            bi_glb_put_place(w, &w->meshes[i]);
            bi_sink_text(&w->json, "}");
        }
    }
    bi_sink_text(&w->json, "],\n\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (int32_t i = 0; i < nodes; i++) {
        bi_sink_int(&w->json, i > 0 ? "," : "", i);
    }
    bi_sink_text(&w->json, "]}]");
}

// Parts of a mesh share all but their triangles.
static void put_mesh(bi_glb_writer *w, int32_t i, const part_numbers *n, int32_t k)
{
    bi_sink_text(&w->json, i + k > 0 ? ",\n{\"name\":" : "\n{\"name\":");
    put_name(w, bi_glb_part(&w->meshes[i], k).name);
    bi_sink_int(&w->json, ",\"primitives\":[{\"attributes\":{\"POSITION\":", n->positions);
    if (n->normals >= 0) {
        bi_sink_int(&w->json, ",\"NORMAL\":", n->normals);
    }
    if (n->uv >= 0) {
        bi_sink_int(&w->json, ",\"TEXCOORD_0\":", n->uv);
    }
    if (n->colours >= 0) {
        bi_sink_int(&w->json, ",\"COLOR_0\":", n->colours);
    }
    bi_sink_int(&w->json, "},\"indices\":", n->indices + k);
    bi_sink_int(&w->json, ",\"material\":", i);
    bi_glb_put_target_list(w, &w->meshes[i], n->targets);
    bi_sink_text(&w->json, "}]");
    bi_glb_put_weights(w, &w->meshes[i]);
    bi_sink_text(&w->json, "}");
}

static void put_meshes(bi_glb_writer *w)
{
    int32_t next = 0;
    bi_sink_text(&w->json, ",\n\"meshes\":[");
    for (int32_t i = 0; i < w->count; i++) {
        part_numbers n = number_parts(w, &w->meshes[i], next);
        for (int32_t k = 0; k < bi_glb_nodes(&w->meshes[i]); k++) {
            put_mesh(w, i, &n, k);
        }
        next = n.next;
    }
    bi_sink_text(&w->json, "]");
}

static bool is_scaled(const bight_glb_mesh *mesh)
{
    return mesh->texture_png != NULL && mesh->texture_scale > 0.0 && mesh->texture_scale != 1.0;
}

static void put_materials(bi_glb_writer *w)
{
    int32_t texture = 0;
    bi_sink_text(&w->json, ",\n\"materials\":[");
    for (int32_t i = 0; i < w->count; i++) {
        const bight_glb_mesh *mesh = &w->meshes[i];
        bi_sink_text(&w->json, i > 0 ? ",\n{\"pbrMetallicRoughness\":{" : "\n{\"pbrMetallicRoughness\":{");
        for (int32_t k = 0; k < 3; k++) {
            bi_sink_number(&w->json, k == 0 ? "\"baseColorFactor\":[" : ",", linear(mesh->colour[k]));
        }
        bi_sink_number(&w->json, ",1],\"metallicFactor\":", mesh->metallic);
        bi_sink_number(&w->json, ",\"roughnessFactor\":", mesh->roughness);
        if (mesh->texture_png != NULL) {
            bi_sink_int(&w->json, ",\"baseColorTexture\":{\"index\":", texture++);
            if (is_scaled(mesh)) {
                bi_sink_number(&w->json, ",\"extensions\":{\"KHR_texture_transform\":{\"scale\":[",
                               mesh->texture_scale);
                bi_sink_number(&w->json, ",", mesh->texture_scale);
                bi_sink_text(&w->json, "]}}");
            }
            bi_sink_text(&w->json, "}");
        }
        bi_sink_text(&w->json, mesh->two_sided ? "},\"doubleSided\":true}" : "}}");
    }
    bi_sink_text(&w->json, "]");
}

// Texture i shows image i through the one sampler, which repeats.
static void put_textures(bi_glb_writer *w, int32_t first_view)
{
    int32_t textures = 0;
    for (int32_t i = 0; i < w->count; i++) {
        textures += w->meshes[i].texture_png != NULL;
    }
    if (textures == 0) {
        return;
    }
    bi_sink_text(&w->json,
                 ",\n\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":10497,\"wrapT\":10497}]");
    for (int32_t i = 0; i < textures; i++) {
        bi_sink_int(&w->json,
                    i > 0 ? ",{\"sampler\":0,\"source\":" : ",\n\"textures\":[{\"sampler\":0,\"source\":", i);
        bi_sink_text(&w->json, "}");
    }
    for (int32_t i = 0; i < textures; i++) {
        bi_sink_int(&w->json, i > 0 ? ",{\"bufferView\":" : "],\n\"images\":[{\"bufferView\":",
                    (int64_t)first_view + i);
        bi_sink_text(&w->json, ",\"mimeType\":\"image/png\"}");
    }
    bi_sink_text(&w->json, "]");
}

// ---- checks, and the file around it all -------------------------------------------------------------------

static bool is_fraction(double x)
{
    return x >= 0.0 && x <= 1.0;
}

static bight_status check_mesh(const bight_glb_mesh *mesh, int32_t number, bight_error *error)
{
    bool good = is_fraction(mesh->colour[0]) && is_fraction(mesh->colour[1]) &&
                is_fraction(mesh->colour[2]) && is_fraction(mesh->roughness) && is_fraction(mesh->metallic);
    if (!good) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "mesh %d: colour, roughness and metallic must be between 0 and 1", number);
    }
    bight_status status = bi_mesh_check_writable(mesh->mesh, (double)FLT_MAX, error);
    if (status == BIGHT_OK && mesh->texture_png != NULL &&
        (mesh->texture_size == 0 || mesh->mesh->uv == NULL)) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: a texture needs bytes, and a mesh with uv",
                         number);
    }
    if (status == BIGHT_OK && !(mesh->texture_scale >= 0.0 && mesh->texture_scale <= (double)FLT_MAX)) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: texture_scale is %g: give 0 or more",
                         number, mesh->texture_scale);
    }
    for (int32_t k = 0; status == BIGHT_OK && k < bi_glb_nodes(mesh); k++) {
        bight_glb_part part = bi_glb_part(mesh, k);
        if (part.first < 0 || part.count < 1 || part.count > mesh->mesh->triangle_count - part.first) {
            status = bi_fail(error, BIGHT_ERROR_INVALID, 0,
                             "mesh %d: part %d is %d triangles from %d on, of %d", number, (int)k + 1,
                             (int)part.count, (int)part.first, (int)mesh->mesh->triangle_count);
        }
    }
    for (size_t i = 0;
         status == BIGHT_OK && mesh->colours != NULL && i < 3 * (size_t)mesh->mesh->vertex_count; i++) {
        if (!is_fraction(mesh->colours[i])) {
            status =
                bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: colour of vertex %d must be between 0 and 1",
                        number, (int)(i / 3) + 1);
        }
    }

    // normals must be unit vectors, and stay so when rounded
    for (int32_t i = 0; status == BIGHT_OK && mesh->mesh->normals != NULL && i < mesh->mesh->vertex_count;
         i++) {
        if (!(fabs(v3_length(mesh->mesh->normals[i]) - 1.0) < 1e-4)) {
            status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh %d: normal %d is not a unit vector", number,
                             i + 1);
        }
    }
    return status;
}

static void put_json(bi_glb_writer *w)
{
    bi_sink_text(&w->json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"bight ");
    bi_sink_text(&w->json, bight_version());
    bi_sink_text(&w->json, "\"},\n");
    put_buffer_views(w);
    int32_t tracks, accessors = put_accessors(w, &tracks);
    put_meshes(w);
    put_materials(w);
    put_textures(w, accessors);
    put_scene(w);
    bi_glb_put_animation(w, tracks);
    bool scaled = false;
    for (int32_t i = 0; i < w->count; i++) {
        scaled = scaled || is_scaled(&w->meshes[i]);
    }
    bi_sink_text(&w->json, scaled ? ",\n\"extensionsUsed\":[\"KHR_texture_transform\"]" : "");
    bi_sink_int(&w->json, ",\n\"buffers\":[{\"byteLength\":", (int64_t)w->data.bytes.size);
    bi_sink_text(&w->json, "}]}");
    bi_sink_pad(&w->json, ' ');
}

void bi_glb_put_file(const bi_sink *json, const bi_sink *data, bi_sink *file)
{
    uint64_t total = 12 + 8 + (uint64_t)json->bytes.size + 8 + (uint64_t)data->bytes.size;
    file->status = json->status != BIGHT_OK ? json->status : data->status;
    if (file->status == BIGHT_OK && total > INT32_MAX) {
        file->status = BIGHT_ERROR_TOO_LARGE;
    }
    bi_sink_data(file, "glTF", 4);
    bi_sink_u32(file, 2);
    bi_sink_u32(file, (uint32_t)total);
    bi_sink_u32(file, (uint32_t)json->bytes.size);
    bi_sink_data(file, "JSON", 4);
    bi_sink_data(file, json->bytes.data, json->bytes.size);
    bi_sink_u32(file, (uint32_t)data->bytes.size);
    bi_sink_data(file, "BIN", 4); // with the string's own zero
    bi_sink_data(file, data->bytes.data, data->bytes.size);
}

bight_status bight_write_glb_motion(const bight_env *env, const bight_glb_mesh *meshes, int32_t count,
                                    const double *times, int32_t frame_count, bight_bytes *bytes,
                                    bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *bytes = (bight_bytes){0};
    if (meshes == NULL || count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "no meshes to write");
    }
    if (frame_count < 0 || (frame_count > 0 && times == NULL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d frames without times", (int)frame_count);
    }

    // input is checked as a whole before anything is written: only size and memory can fail later
    bi_glb_writer writer = {
        meshes, count, times, frame_count, {.allocator = allocator}, {.allocator = allocator}};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = check_mesh(&meshes[i], i + 1, error);
    }

    status = status == BIGHT_OK ? bi_glb_check_motion(&writer, error) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // the header of a GLB holds the sizes of JSON and data, so both are complete first
    bi_sink file = {.allocator = allocator};
    put_json(&writer);
    bi_glb_put_file(&writer.json, &writer.data, &file);
    bight_bytes_free(allocator, &writer.json.bytes);
    bight_bytes_free(allocator, &writer.data.bytes);
    if (file.status != BIGHT_OK) {
        bight_bytes_free(allocator, &file.bytes);
        return bi_fail(error, file.status, 0, "GLB of %d meshes does not fit", count);
    }

    *bytes = file.bytes;
    return BIGHT_OK;
}

bight_status bight_write_glb(const bight_env *env, const bight_glb_mesh *meshes, int32_t count,
                             bight_bytes *bytes, bight_error *error)
{
    return bight_write_glb_motion(env, meshes, count, NULL, 0, bytes, error);
}
