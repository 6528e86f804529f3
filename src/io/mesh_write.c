// SPDX-License-Identifier: MIT
// Meshes of cloth as OBJ, PLY, STL and PC2. GLB has a file of its own.

#include "io/mesh_write.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/mesh_check.h"
#include "io/sink.h"
#include "io/text.h"

#include <float.h>
#include <string.h>

// ---- faces as they were read ----------------------------------------------------------------------------

int32_t bi_mesh_polygon(const bight_cloth_mesh *mesh, int32_t triangle, int32_t corners[BI_MOST_CORNERS])
{
    BI_ASSERT(triangle >= 0 && triangle < mesh->triangle_count);
    int32_t count = 0, face = mesh->faces[triangle], first = mesh->triangles[3 * (size_t)triangle];
    int32_t first_uv = mesh->uv_triangles[3 * (size_t)triangle];
    corners[count++] = 3 * triangle;
    corners[count++] = 3 * triangle + 1;
    corners[count++] = 3 * triangle + 2;
    for (int32_t t = triangle + 1; t < mesh->triangle_count && count < BI_MOST_CORNERS; t++) {
        // the next triangle of a fan starts at the same corner and continues from the last one
        size_t at = 3 * (size_t)t, last = (size_t)corners[count - 1];
        bool goes_on = mesh->faces[t] == face && mesh->triangles[at] == first &&
                       mesh->uv_triangles[at] == first_uv &&
                       mesh->triangles[at + 1] == mesh->triangles[last] &&
                       mesh->uv_triangles[at + 1] == mesh->uv_triangles[last] &&
                       mesh->groups[t] == mesh->groups[triangle];
        if (!goes_on) {
            break;
        }
        corners[count++] = 3 * t + 2;
    }
    return count;
}

// ---- OBJ ------------------------------------------------------------------------------------------------

static void put_number(bi_sink *sink, const char *before, double value)
{
    bi_sink_text(sink, before);
    if (sink->status == BIGHT_OK) {
        sink->status = bi_bytes_number(sink->allocator, &sink->bytes, value, 17);
    }
}

static void put_obj_face(bi_sink *sink, const bight_cloth_mesh *mesh, const int32_t *corners, int32_t count)
{
    bi_sink_text(sink, "f");
    for (int32_t i = 0; i < count; i++) {
        bi_sink_int(sink, " ", (int64_t)mesh->triangles[corners[i]] + 1);
        if (mesh->uv_triangles[corners[i]] >= 0) {
            bi_sink_int(sink, "/", (int64_t)mesh->uv_triangles[corners[i]] + 1);
        }
    }
    bi_sink_text(sink, "\n");
}

static void write_obj(bi_sink *sink, const bight_cloth_mesh *mesh, int32_t *corners)
{
    // 17 digits give the same doubles when they are read
    for (int32_t i = 0; i < mesh->vertex_count && sink->status == BIGHT_OK; i++) {
        put_number(sink, "v ", mesh->positions[i].x);
        put_number(sink, " ", mesh->positions[i].y);
        put_number(sink, " ", mesh->positions[i].z);
        bi_sink_text(sink, "\n");
    }

    for (int32_t i = 0; i < mesh->uv_count && sink->status == BIGHT_OK; i++) {
        put_number(sink, "vt ", mesh->uv[2 * (size_t)i]);
        put_number(sink, " ", mesh->uv[2 * (size_t)i + 1]);
        bi_sink_text(sink, "\n");
    }

    // faces as they were read, under the names of their groups
    int32_t group = -1;
    for (int32_t t = 0; t < mesh->triangle_count && sink->status == BIGHT_OK;) {
        int32_t count = bi_mesh_polygon(mesh, t, corners);
        bool named = mesh->group_count > 1 || mesh->names[0].text[0] != '\0';
        if (mesh->groups[t] != group && named) {
            bi_sink_text(sink, "g ");
            bi_sink_text(sink, mesh->names[mesh->groups[t]].text);
            bi_sink_text(sink, "\n");
        }
        group = mesh->groups[t];
        put_obj_face(sink, mesh, corners, count);
        t += count - 2;
    }

    // a seam is a line element between two vertices
    for (int32_t i = 0; i < mesh->seam_count && sink->status == BIGHT_OK; i++) {
        bi_sink_int(sink, "l ", (int64_t)mesh->seams[2 * (size_t)i] + 1);
        bi_sink_int(sink, " ", (int64_t)mesh->seams[2 * (size_t)i + 1] + 1);
        bi_sink_text(sink, "\n");
    }
}

// ---- PLY ------------------------------------------------------------------------------------------------

static void put_u8(bi_sink *sink, uint32_t value)
{
    unsigned char byte = (unsigned char)value;
    bi_sink_data(sink, &byte, 1);
}

static void put_double(bi_sink *sink, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bi_sink_u32(sink, (uint32_t)bits);
    bi_sink_u32(sink, (uint32_t)(bits >> 32));
}

// Number of polygons; *most receives the corners of the largest.
static int32_t count_polygons(const bight_cloth_mesh *mesh, int32_t *corners, int32_t *most)
{
    int32_t polygons = 0;
    *most = 3;
    for (int32_t t = 0; t < mesh->triangle_count; polygons++) {
        int32_t count = bi_mesh_polygon(mesh, t, corners);
        *most = count > *most ? count : *most;
        t += count - 2;
    }
    return polygons;
}

static void put_ply_face(bi_sink *sink, const bight_cloth_mesh *mesh, const int32_t *corners, int32_t count,
                         bool wide)
{
    for (int32_t pass = 0; pass < (mesh->uv_count > 0 ? 2 : 1); pass++) {
        bool placed = true;
        for (int32_t i = 0; i < count; i++) {
            placed &= mesh->uv_triangles[corners[i]] >= 0;
        }
        int32_t numbers = pass == 0 ? count : placed ? 2 * count : 0;
        if (wide || pass == 1) {
            bi_sink_u32(sink, (uint32_t)numbers);
        } else {
            put_u8(sink, (uint32_t)numbers);
        }
        for (int32_t i = 0; i < count && numbers > 0; i++) {
            if (pass == 0) {
                bi_sink_u32(sink, (uint32_t)mesh->triangles[corners[i]]);
            } else {
                const double *uv = mesh->uv + 2 * (size_t)mesh->uv_triangles[corners[i]];
                put_double(sink, uv[0]);
                put_double(sink, uv[1]);
            }
        }
    }
}

static void write_ply(bi_sink *sink, const bight_cloth_mesh *mesh, int32_t *corners)
{
    int32_t most, polygons = count_polygons(mesh, corners, &most);

    // the header; a list's length takes a byte unless a face has more than 255 corners
    bi_sink_text(sink, "ply\nformat binary_little_endian 1.0\ncomment made by bight\nelement vertex");
    bi_sink_int(sink, " ", mesh->vertex_count);
    bi_sink_text(sink, "\nproperty double x\nproperty double y\nproperty double z\nelement face");
    bi_sink_int(sink, " ", polygons);
    bi_sink_text(sink, most > 255 ? "\nproperty list int int vertex_indices\n"
                                  : "\nproperty list uchar int vertex_indices\n");
    if (mesh->uv_count > 0) {
        bi_sink_text(sink, "property list int double texcoord\n");
    }
    if (mesh->seam_count > 0) {
        bi_sink_int(sink, "element edge ", mesh->seam_count);
        bi_sink_text(sink, "\nproperty int vertex1\nproperty int vertex2\n");
    }
    bi_sink_text(sink, "end_header\n");

    // vertices, faces and edges follow in the header's order
    for (int32_t i = 0; i < mesh->vertex_count && sink->status == BIGHT_OK; i++) {
        put_double(sink, mesh->positions[i].x);
        put_double(sink, mesh->positions[i].y);
        put_double(sink, mesh->positions[i].z);
    }
    for (int32_t t = 0; t < mesh->triangle_count && sink->status == BIGHT_OK;) {
        int32_t count = bi_mesh_polygon(mesh, t, corners);
        put_ply_face(sink, mesh, corners, count, most > 255);
        t += count - 2;
    }

    for (size_t i = 0; i < 2 * (size_t)mesh->seam_count && sink->status == BIGHT_OK; i++) {
        bi_sink_u32(sink, (uint32_t)mesh->seams[i]);
    }
}

// ---- PC2 ------------------------------------------------------------------------------------------------

// "POINTCACHE2\0", version 1, vertices, first frame 0, sampling of 1 frame, number of samples; then floats.
static void write_pc2(bi_sink *sink, const bight_cloth_mesh *mesh, const bight_mesh_frames *frames)
{
    int32_t count = frames == NULL ? 1 : frames->count;
    bi_sink_data(sink, "POINTCACHE2", 12); // with the string's own zero
    bi_sink_u32(sink, 1);
    bi_sink_u32(sink, (uint32_t)mesh->vertex_count);
    bi_sink_float(sink, 0.0);
    bi_sink_float(sink, 1.0);
    bi_sink_u32(sink, (uint32_t)count);
    const bight_vec3 *positions = frames == NULL ? mesh->positions : frames->positions;
    int64_t total = (int64_t)count * mesh->vertex_count;
    for (int64_t i = 0; i < total && sink->status == BIGHT_OK; i++) {
        bi_sink_float(sink, positions[i].x);
        bi_sink_float(sink, positions[i].y);
        bi_sink_float(sink, positions[i].z);
    }
}

// ---- checks, and the door -------------------------------------------------------------------------------

static bool within(double x, double limit)
{
    return fabs(x) <= limit; // NaN fails every comparison
}

bight_status bi_cloth_mesh_check_indices(const bight_cloth_mesh *mesh, bight_error *error)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        int32_t vertex = mesh->triangles[i], uv = mesh->uv_triangles[i];
        if (vertex < 0 || vertex >= mesh->vertex_count || uv < -1 || uv >= mesh->uv_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "triangle %d names vertex %d of %d and place %d of %d on the pattern",
                           (int)(i / 3) + 1, vertex, mesh->vertex_count, uv, mesh->uv_count);
        }
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if (mesh->groups[t] < 0 || mesh->groups[t] >= mesh->group_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "triangle %d is in group %d of %d", t + 1,
                           mesh->groups[t], mesh->group_count);
        }
    }
    for (size_t i = 0; i < 2 * (size_t)mesh->seam_count; i++) {
        if (mesh->seams[i] < 0 || mesh->seams[i] >= mesh->vertex_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "seam %d names vertex %d of %d", (int)(i / 2) + 1,
                           mesh->seams[i], mesh->vertex_count);
        }
    }
    return BIGHT_OK;
}

static bight_status check_numbers(const bight_cloth_mesh *mesh, const bight_mesh_frames *frames, double limit,
                                  bight_error *error)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        if (!within(p.x, limit) || !within(p.y, limit) || !within(p.z, limit)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d is not finite: mend the mesh first",
                           i + 1);
        }
    }
    for (int32_t i = 0; i < mesh->uv_count; i++) {
        if (!within(mesh->uv[2 * (size_t)i], limit) || !within(mesh->uv[2 * (size_t)i + 1], limit)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "place %d on the pattern is not finite", i + 1);
        }
    }
    int64_t total = frames == NULL ? 0 : (int64_t)frames->count * mesh->vertex_count;
    for (int64_t i = 0; i < total; i++) {
        bight_vec3 p = frames->positions[i];
        if (!within(p.x, limit) || !within(p.y, limit) || !within(p.z, limit)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d is not finite in frame %d",
                           (int)(i % mesh->vertex_count) + 1, (int)(i / mesh->vertex_count) + 1);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_cloth_mesh *mesh, bight_mesh_format format,
                          const bight_mesh_frames *frames, bight_error *error)
{
    if ((uint32_t)format >= BIGHT_MESH_FORMAT_COUNT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d is no mesh format", (int)format);
    }
    if (mesh->triangle_count < 1 || mesh->vertex_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a mesh without triangles cannot be written");
    }
    bool moving = format == BIGHT_MESH_FORMAT_GLTF || format == BIGHT_MESH_FORMAT_PC2;
    if (frames != NULL && !(moving && frames->count >= 1 && frames->rate > 0.0 && isfinite(frames->rate))) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       moving ? "frames need a count of at least 1 and a rate above 0"
                              : "%s holds no frames: write GLB or PC2",
                       bight_mesh_format_name(format));
    }
    bool doubles = format == BIGHT_MESH_FORMAT_OBJ || format == BIGHT_MESH_FORMAT_PLY;
    bight_status status = bi_cloth_mesh_check_indices(mesh, error);
    return status == BIGHT_OK ? check_numbers(mesh, frames, doubles ? DBL_MAX : (double)FLT_MAX, error)
                              : status;
}

bight_status bight_write_cloth_mesh(const bight_env *env, const bight_cloth_mesh *mesh,
                                    bight_mesh_format format, const bight_mesh_frames *frames,
                                    bight_bytes *bytes, bight_error *error)
{
    *bytes = (bight_bytes){0};
    bight_status status = check(mesh, format, frames, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // STL and GLB have writers of their own; STL takes positions and triangles only
    if (format == BIGHT_MESH_FORMAT_STL) {
        const bight_mesh view = {.positions = mesh->positions,
                                 .triangles = mesh->triangles,
                                 .vertex_count = mesh->vertex_count,
                                 .triangle_count = mesh->triangle_count};
        return bight_write_stl(env, &view, bytes, error);
    }
    if (format == BIGHT_MESH_FORMAT_GLTF) {
        return bi_write_glb_cloth(env, mesh, frames, bytes, error);
    }

    // OBJ and PLY write the faces as they were read: `corners` is room for the largest
    bi_sink sink = {.allocator = env == NULL ? NULL : &env->allocator};
    int32_t *corners = bi_new_array(sink.allocator, BI_MOST_CORNERS, sizeof *corners);
    sink.status = corners == NULL ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK;
    if (corners != NULL && format == BIGHT_MESH_FORMAT_OBJ) {
        write_obj(&sink, mesh, corners);
    } else if (corners != NULL && format == BIGHT_MESH_FORMAT_PLY) {
        write_ply(&sink, mesh, corners);
    } else if (corners != NULL) {
        write_pc2(&sink, mesh, frames);
    }

    bi_free_array(sink.allocator, corners, BI_MOST_CORNERS, sizeof *corners);
    if (sink.status != BIGHT_OK) {
        bight_bytes_free(sink.allocator, &sink.bytes);
        return bi_fail(error, sink.status, 0, "no memory to write a mesh of %d triangles",
                       mesh->triangle_count);
    }

    *bytes = sink.bytes;
    return BIGHT_OK;
}
