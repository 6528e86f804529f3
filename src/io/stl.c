// SPDX-License-Identifier: MIT
// Binary STL, as printers of solid things read it: an 80-byte comment, a count, and for each triangle its
// normal, its three corners as floats, and two bytes that mean nothing. All little-endian.

#include "bight/io.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/mesh_check.h"
#include "io/sink.h"

#include <float.h>

static void write_vector(bi_sink *sink, bight_vec3 v)
{
    bi_sink_float(sink, v.x);
    bi_sink_float(sink, v.y);
    bi_sink_float(sink, v.z);
}

// Triangles without an area, as where two rings of a tube meet in a pole, are left out: their edges close up.
static bool is_flat(const bight_mesh *mesh, const int32_t *corner)
{
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 a = mesh->positions[corner[k]], b = mesh->positions[corner[(k + 1) % 3]];
        if ((float)a.x == (float)b.x && (float)a.y == (float)b.y && (float)a.z == (float)b.z) {
            return true;
        }
    }
    return false;
}

bight_status bight_write_stl(const bight_env *env, const bight_mesh *mesh, bight_bytes *bytes,
                             bight_error *error)
{
    static const char comment[80] = "binary STL, made by bight";
    *bytes = (bight_bytes){0};
    bight_status status = bi_mesh_check_writable(mesh, (double)FLT_MAX, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the count is written before the triangles, so those to leave out are found first
    uint32_t count = 0;
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        count += !is_flat(mesh, mesh->triangles + 3 * (size_t)i);
    }

    // 80 bytes of comment and the count
    bi_sink sink = {.allocator = env == NULL ? NULL : &env->allocator};
    bi_sink_data(&sink, comment, sizeof comment);
    bi_sink_u32(&sink, count);

    // normal n = (b - a) x (c - a) / |...|, corners a, b, c, and 16 unused bits
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *corner = mesh->triangles + 3 * (size_t)i;
        if (is_flat(mesh, corner)) {
            continue;
        }
        bight_vec3 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]],
                   c = mesh->positions[corner[2]];
        write_vector(&sink, v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3(0, 0, 0)));
        write_vector(&sink, a);
        write_vector(&sink, b);
        write_vector(&sink, c);
        bi_sink_data(&sink, "\0", 2);
    }

    *bytes = sink.bytes;
    if (sink.status != BIGHT_OK) {
        bight_bytes_free(sink.allocator, bytes);
        *bytes = (bight_bytes){0};
        return bi_fail(error, sink.status, 0, "no memory to write a mesh of %d triangles",
                       (int)mesh->triangle_count);
    }
    return BIGHT_OK;
}
