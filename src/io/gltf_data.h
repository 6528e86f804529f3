// SPDX-License-Identifier: MIT
// Numbers out of a glTF asset: its container, its buffers, its accessors.

#pragma once

#include "io/curve_list.h"
#include "io/json_path.h"

/// Four bytes as a number, little-endian, whatever the machine.
static inline uint32_t bi_gltf_u32(const void *bytes)
{
    const unsigned char *b = bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/// A glTF asset in memory. Open with bi_gltf_open(), close even after a failure.
typedef struct bi_gltf {
    const bight_allocator *allocator;
    bight_error *error;
    const char *text; ///< the JSON (text_length), inside the input
    size_t text_length;
    const char *binary; ///< the BIN chunk (binary_length), inside the input; NULL when there is none
    size_t binary_length;
    bool lines; ///< the JSON is the file, so that its lines mean something
    bi_json *root;
    bight_bytes *buffers; ///< (buffer_count) decoded data URIs; filled when first used
    size_t buffer_count;
    bight_bytes *dense; ///< (dense_count) owned copies of sparse accessors
    int32_t dense_count, dense_capacity;
} bi_gltf;

bight_status bi_gltf_open(bi_gltf *gltf, const char *bytes, size_t length);
void bi_gltf_close(bi_gltf *gltf);

/// Record "accessors[3]: message" with the line of that element. list NULL: the whole asset.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bight_status
bi_gltf_fail(bi_gltf *gltf, const char *list, int32_t index, const char *format, ...);

/// Element `index` of the list of that name at the root; NULL when there is no such object.
const bi_json *bi_gltf_element(const bi_gltf *gltf, const char *list, int64_t index);

/// A whole number >= 0 of an object; `otherwise` when the key is not there, -1 when it is something else.
int64_t bi_gltf_integer(const bi_json *object, const char *key, int64_t otherwise);

/// The bytes of a buffer: the BIN chunk, or a data URI.
bight_status bi_gltf_buffer(bi_gltf *gltf, int64_t index, const char **data, size_t *size);

// ---- gltf_accessor.c ------------------------------------------------------------------------------------

/// The values of an accessor, checked against its buffer.
typedef struct bi_accessor {
    const unsigned char *data; ///< the first element; NULL for an accessor without a buffer view: all zero
    int32_t count;
    size_t stride;     ///< bytes from element to element
    int32_t component; ///< 5120 byte, 5121 ubyte, 5122 short, 5123 ushort, 5125 uint, 5126 float
    bool normalized;   ///< whole numbers stand for 0 .. 1, or -1 .. 1
} bi_accessor;

/// What an accessor should hold: positions VEC3 and places VEC2 of floats, or of whole numbers
/// (KHR_mesh_quantization); indices SCALAR of unsigned integers; joints VEC4 of ubytes or ushorts; weights
/// VEC4 of floats or of normalised ones of those; matrices MAT4 of floats.
typedef enum bi_accessor_shape {
    BI_POSITIONS,
    BI_INDICES,
    BI_PLACES,
    BI_JOINTS,
    BI_WEIGHTS,
    BI_MATRICES
} bi_accessor_shape;

bight_status bi_gltf_accessor(bi_gltf *gltf, int64_t index, bi_accessor_shape shape,
                              bi_accessor *accessor);

/// Element i as a position, as a place (z is 0), or as an index. i in 0 .. count - 1.
bight_vec3 bi_accessor_point(const bi_accessor *accessor, int32_t i);
double bi_accessor_number(const bi_accessor *accessor, int32_t i, size_t k); ///< component k
bight_vec3 bi_accessor_place(const bi_accessor *accessor, int32_t i);
uint32_t bi_accessor_index(const bi_accessor *accessor, int32_t i);
