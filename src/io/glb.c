// SPDX-License-Identifier: MIT
// Binary glTF 2.0 (Khronos, "glTF 2.0 specification", sections 3 and 4).
//
//   header   "glTF", 2, length of the whole file
//   chunk    length, "JSON", text padded with spaces to a multiple of 4
//   chunk    length, "BIN\0", data padded with zeros to a multiple of 4
//
// The data is, for each mesh: positions, normals, uv, indices; then all textures. Every part is a buffer
// view of its own, padded to a multiple of 4, which is the largest alignment that floats and 32-bit indices
// ask for. Accessor i reads buffer view i.

#include "bight/io.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/mesh_check.h"
#include "io/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

// glTF's names for things, section 5.1 and 5.11
#define TYPE_FLOAT 5126
#define TYPE_UINT32 5125
#define TARGET_VERTICES 34962
#define TARGET_INDICES 34963

typedef struct glb_writer {
    const bight_allocator *allocator;
    const bight_glb_mesh *meshes; // (count)
    int32_t count;
    bight_bytes *json, *data;
    bight_status status; // the first failure; every call after it does nothing
} glb_writer;

// ---- small writers that remember the first failure --------------------------------------------------------

static void put(glb_writer *w, const char *text)
{
    w->status =
        w->status == BIGHT_OK ? bi_bytes_append(w->allocator, w->json, text, strlen(text)) : w->status;
}

static void put_int(glb_writer *w, const char *before, int64_t value)
{
    w->status = w->status == BIGHT_OK
                    ? bi_bytes_print(w->allocator, w->json, "%s%lld", before, (long long)value)
                    : w->status;
}

static void put_number(glb_writer *w, const char *before, double value)
{
    put(w, before);
    w->status = w->status == BIGHT_OK ? bi_bytes_number(w->allocator, w->json, value, 9) : w->status;
}

// A JSON string: quote, backslash and control characters escaped; what is not UTF-8 becomes '?'.
static void put_string(glb_writer *w, const char *text)
{
    put(w, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0' && w->status == BIGHT_OK;) {
        int32_t more = *at < 0x80                  ? 0
                       : *at >= 0xC2 && *at < 0xE0 ? 1
                       : *at >= 0xE0 && *at < 0xF0 ? 2
                       : *at >= 0xF0 && *at < 0xF5 ? 3
                                                   : -1;
        int32_t length = 1;
        while (length <= more && (at[length] & 0xC0) == 0x80) {
            length++;
        }
        // overlong forms, surrogates and code points past U+10FFFF are not UTF-8 either
        bool good = more >= 0 && length == more + 1 && !(at[0] == 0xE0 && at[1] < 0xA0) &&
                    !(at[0] == 0xED && at[1] > 0x9F) && !(at[0] == 0xF0 && at[1] < 0x90) &&
                    !(at[0] == 0xF4 && at[1] > 0x8F);
        if (*at == '"' || *at == '\\' || *at < 0x20) {
            w->status = bi_bytes_print(w->allocator, w->json, "\\u%04x", (unsigned)*at);
        } else if (good) {
            w->status = bi_bytes_append(w->allocator, w->json, at, (size_t)length);
        } else {
            put(w, "?");
        }
        at += good ? length : 1;
    }
    put(w, "\"");
}

static void put_data(glb_writer *w, const void *data, size_t size)
{
    w->status = w->status == BIGHT_OK ? bi_bytes_append(w->allocator, w->data, data, size) : w->status;
}

static void put_u32(glb_writer *w, uint32_t value)
{
    const uint8_t little_endian[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                                      (uint8_t)(value >> 24)};
    put_data(w, little_endian, 4);
}

static void put_float(glb_writer *w, double value)
{
    float number = (float)value;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    put_u32(w, word);
}

// ---- buffer views and accessors ---------------------------------------------------------------------------

// Views of one mesh, in file order. A part that is missing takes no number.
typedef struct part_numbers {
    int32_t positions, normals, uv, indices, next;
} part_numbers;

static part_numbers number_parts(const bight_mesh *mesh, int32_t first)
{
    part_numbers n = {first, -1, -1, -1, first + 1};
    n.normals = mesh->normals != NULL ? n.next++ : -1;
    n.uv = mesh->uv != NULL ? n.next++ : -1;
    n.indices = n.next++;
    return n;
}

static void put_view(glb_writer *w, size_t start, int32_t target)
{
    put(w, start == 0 ? "\n" : ",\n");
    put_int(w, "{\"buffer\":0,\"byteOffset\":", (int64_t)start);
    put_int(w, ",\"byteLength\":", (int64_t)(w->data->size - start));
    if (target != 0) {
        put_int(w, ",\"target\":", target);
    }
    put(w, "}");
    while (w->data->size % 4 != 0 && w->status == BIGHT_OK) {
        put_data(w, "", 1);
    }
}

static void put_vectors(glb_writer *w, const bight_vec3 *vectors, int32_t count)
{
    size_t start = w->data->size;
    for (int32_t i = 0; i < count && w->status == BIGHT_OK; i++) {
        put_float(w, vectors[i].x);
        put_float(w, vectors[i].y);
        put_float(w, vectors[i].z);
    }
    put_view(w, start, TARGET_VERTICES);
}

static void put_mesh_data(glb_writer *w, const bight_mesh *mesh)
{
    put_vectors(w, mesh->positions, mesh->vertex_count);
    if (mesh->normals != NULL) {
        put_vectors(w, mesh->normals, mesh->vertex_count);
    }
    size_t start = w->data->size;
    if (mesh->uv != NULL) {
        for (size_t i = 0; i < 2 * (size_t)mesh->vertex_count && w->status == BIGHT_OK; i++) {
            put_float(w, mesh->uv[i]);
        }
        put_view(w, start, TARGET_VERTICES);
        start = w->data->size;
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count && w->status == BIGHT_OK; i++) {
        put_u32(w, (uint32_t)mesh->triangles[i]);
    }
    put_view(w, start, TARGET_INDICES);
}

static void put_buffer_views(glb_writer *w)
{
    put(w, "\"bufferViews\":[");
    for (int32_t i = 0; i < w->count; i++) {
        put_mesh_data(w, w->meshes[i].mesh);
    }
    for (int32_t i = 0; i < w->count; i++) {
        if (w->meshes[i].texture_png != NULL) {
            size_t start = w->data->size;
            put_data(w, w->meshes[i].texture_png, w->meshes[i].texture_size);
            put_view(w, start, 0);
        }
    }
    put(w, "]");
}

// An accessor of positions must state its bounds, as they are after rounding to float.
static void put_bounds(glb_writer *w, const bight_mesh *mesh)
{
    float low[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, high[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        const float numbers[3] = {(float)p.x, (float)p.y, (float)p.z};
        for (int32_t k = 0; k < 3; k++) {
            low[k] = numbers[k] < low[k] ? numbers[k] : low[k];
            high[k] = numbers[k] > high[k] ? numbers[k] : high[k];
        }
    }
    for (int32_t k = 0; k < 3; k++) {
        put_number(w, k == 0 ? ",\"min\":[" : ",", (double)low[k]);
    }
    for (int32_t k = 0; k < 3; k++) {
        put_number(w, k == 0 ? "],\"max\":[" : ",", (double)high[k]);
    }
    put(w, "]");
}

static void put_accessor(glb_writer *w, int32_t number, int32_t type, const char *shape, int64_t count,
                         const bight_mesh *bounds)
{
    put_int(w, number == 0 ? "\n{\"bufferView\":" : ",\n{\"bufferView\":", number);
    put_int(w, ",\"componentType\":", type);
    put_int(w, ",\"count\":", count);
    if (bounds != NULL) {
        put_bounds(w, bounds);
    }
    put(w, ",\"type\":\"");
    put(w, shape);
    put(w, "\"}");
}

// Returns the number of accessors, which is the number of the first texture's view.
static int32_t put_accessors(glb_writer *w)
{
    int32_t next = 0;
    put(w, ",\n\"accessors\":[");
    for (int32_t i = 0; i < w->count; i++) {
        const bight_mesh *mesh = w->meshes[i].mesh;
        part_numbers n = number_parts(mesh, next);
        put_accessor(w, n.positions, TYPE_FLOAT, "VEC3", mesh->vertex_count, mesh);
        if (n.normals >= 0) {
            put_accessor(w, n.normals, TYPE_FLOAT, "VEC3", mesh->vertex_count, NULL);
        }
        if (n.uv >= 0) {
            put_accessor(w, n.uv, TYPE_FLOAT, "VEC2", mesh->vertex_count, NULL);
        }
        put_accessor(w, n.indices, TYPE_UINT32, "SCALAR", 3 * (int64_t)mesh->triangle_count, NULL);
        next = n.next;
    }
    put(w, "]");
    return next;
}

// ---- what uses the data -----------------------------------------------------------------------------------

// One scene; node i shows mesh i in material i.
static void put_scene(glb_writer *w)
{
    put(w, ",\n\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (int32_t i = 0; i < w->count; i++) {
        put_int(w, i > 0 ? "," : "", i);
    }
    put(w, "]}],\n\"nodes\":[");
    for (int32_t i = 0; i < w->count; i++) {
        put_int(w, i > 0 ? ",\n{\"mesh\":" : "\n{\"mesh\":", i);
        put(w, ",\"name\":");
        put_string(w, w->meshes[i].name == NULL ? "mesh" : w->meshes[i].name);
        put(w, "}");
    }
    put(w, "]");
}

static void put_meshes(glb_writer *w)
{
    int32_t next = 0;
    put(w, ",\n\"meshes\":[");
    for (int32_t i = 0; i < w->count; i++) {
        part_numbers n = number_parts(w->meshes[i].mesh, next);
        put(w, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
        put_string(w, w->meshes[i].name == NULL ? "mesh" : w->meshes[i].name);
        put_int(w, ",\"primitives\":[{\"attributes\":{\"POSITION\":", n.positions);
        if (n.normals >= 0) {
            put_int(w, ",\"NORMAL\":", n.normals);
        }
        if (n.uv >= 0) {
            put_int(w, ",\"TEXCOORD_0\":", n.uv);
        }
        put_int(w, "},\"indices\":", n.indices);
        put_int(w, ",\"material\":", i);
        put(w, "}]}");
        next = n.next;
    }
    put(w, "]");
}

// the screen's curve undone (IEC 61966-2-1): colour factors are linear
static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void put_materials(glb_writer *w)
{
    int32_t texture = 0;
    put(w, ",\n\"materials\":[");
    for (int32_t i = 0; i < w->count; i++) {
        const bight_glb_mesh *mesh = &w->meshes[i];
        put(w, i > 0 ? ",\n{\"pbrMetallicRoughness\":{" : "\n{\"pbrMetallicRoughness\":{");
        for (int32_t k = 0; k < 3; k++) {
            put_number(w, k == 0 ? "\"baseColorFactor\":[" : ",", linear(mesh->colour[k]));
        }
        put_number(w, ",1],\"metallicFactor\":", mesh->metallic);
        put_number(w, ",\"roughnessFactor\":", mesh->roughness);
        if (mesh->texture_png != NULL) {
            put_int(w, ",\"baseColorTexture\":{\"index\":", texture++);
            put(w, "}");
        }
        put(w, "}}");
    }
    put(w, "]");
}

// Texture i shows image i through the one sampler, which repeats.
static void put_textures(glb_writer *w, int32_t first_view)
{
    int32_t textures = 0;
    for (int32_t i = 0; i < w->count; i++) {
        textures += w->meshes[i].texture_png != NULL;
    }
    if (textures == 0) {
        return;
    }
    put(w, ",\n\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":10497,\"wrapT\":10497}]");
    for (int32_t i = 0; i < textures; i++) {
        put_int(w, i > 0 ? ",{\"sampler\":0,\"source\":" : ",\n\"textures\":[{\"sampler\":0,\"source\":", i);
        put(w, "}");
    }
    for (int32_t i = 0; i < textures; i++) {
        put_int(w, i > 0 ? ",{\"bufferView\":" : "],\n\"images\":[{\"bufferView\":", (int64_t)first_view + i);
        put(w, ",\"mimeType\":\"image/png\"}");
    }
    put(w, "]");
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

static void put_json(glb_writer *w)
{
    put(w, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"bight ");
    put(w, bight_version());
    put(w, "\"},\n");
    put_buffer_views(w);
    int32_t accessors = put_accessors(w);
    put_meshes(w);
    put_materials(w);
    put_textures(w, accessors);
    put_scene(w);
    put_int(w, ",\n\"buffers\":[{\"byteLength\":", (int64_t)w->data->size);
    put(w, "}]}");
    while (w->json->size % 4 != 0 && w->status == BIGHT_OK) {
        put(w, " ");
    }
}

// The file is put together in `file`, by the same little-endian writer that made the data.
static void put_file(glb_writer *w, bight_bytes *file)
{
    const bight_bytes *json = w->json, *data = w->data;
    uint64_t total = 12 + 8 + (uint64_t)json->size + 8 + (uint64_t)data->size;
    if (total > INT32_MAX) {
        w->status = w->status == BIGHT_OK ? BIGHT_ERROR_TOO_LARGE : w->status;
        return;
    }
    glb_writer out = {.allocator = w->allocator, .data = file, .status = w->status};
    put_data(&out, "glTF", 4);
    put_u32(&out, 2);
    put_u32(&out, (uint32_t)total);
    put_u32(&out, (uint32_t)json->size);
    put_data(&out, "JSON", 4);
    put_data(&out, json->data, json->size);
    put_u32(&out, (uint32_t)data->size);
    put_data(&out, "BIN", 4); // with the string's own zero
    put_data(&out, data->data, data->size);
    w->status = out.status;
}

bight_status bight_write_glb(const bight_env *env, const bight_glb_mesh *meshes, int32_t count,
                             bight_bytes *bytes, bight_error *error)
{
    *bytes = (bight_bytes){0};
    if (meshes == NULL || count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "no meshes to write");
    }
    for (int32_t i = 0; i < count; i++) {
        bight_status status = check_mesh(&meshes[i], i + 1, error);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    bight_bytes json = {0}, data = {0};
    glb_writer writer = {.allocator = env == NULL ? NULL : &env->allocator,
                         .meshes = meshes,
                         .count = count,
                         .json = &json,
                         .data = &data};
    put_json(&writer);
    put_file(&writer, bytes);
    bight_bytes_free(writer.allocator, &json);
    bight_bytes_free(writer.allocator, &data);
    if (writer.status != BIGHT_OK) {
        bight_bytes_free(writer.allocator, bytes);
        return bi_fail(error, writer.status, 0, "GLB of %d meshes does not fit", count);
    }
    return BIGHT_OK;
}
