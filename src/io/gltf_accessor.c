// SPDX-License-Identifier: MIT
// Accessors of glTF: where their numbers lie, what they may be made of, and one by one.

#include "io/gltf_data.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

static size_t component_size(int64_t component)
{
    return component == 5120 || component == 5121   ? 1
           : component == 5122 || component == 5123 ? 2
           : component == 5125 || component == 5126 ? 4
                                                    : 0;
}

// Its bytes: inside the view, and the view inside the buffer.
static bight_status find_view(bi_gltf *gltf, int32_t index, const bi_json *object, size_t element,
                              bi_accessor *accessor)
{
    int64_t which = bi_gltf_integer(object, "bufferView", -1);
    const bi_json *view = bi_gltf_element(gltf, "bufferViews", which);
    if (view == NULL) {
        return bi_gltf_fail(gltf, "accessors", index, "there is no bufferViews[%lld]", (long long)which);
    }
    const char *data = NULL;
    size_t size = 0;
    bight_status status = bi_gltf_buffer(gltf, bi_gltf_integer(view, "buffer", -1), &data, &size);
    if (status != BIGHT_OK) {
        return status;
    }
    int64_t offset = bi_gltf_integer(view, "byteOffset", 0), length = bi_gltf_integer(view, "byteLength", -1);
    int64_t stride = bi_gltf_integer(view, "byteStride", (int64_t)element);
    int64_t start = bi_gltf_integer(object, "byteOffset", 0), last = accessor->count - 1;
    bool inside = offset >= 0 && length >= 0 && offset <= (int64_t)size && length <= (int64_t)size - offset;
    bool fits = inside && stride >= (int64_t)element && stride <= 252 && start >= 0 && start <= length &&
                last * stride + (int64_t)element <= length - start;
    if (!fits) {
        return bi_gltf_fail(gltf, "accessors", index, "%d elements reach beyond their buffer",
                            accessor->count);
    }
    accessor->data = (const unsigned char *)data + offset + start;
    accessor->stride = (size_t)stride;
    return BIGHT_OK;
}

// ---- sparse ---------------------------------------------------------------------------------------------

static bight_bytes *new_bytes(bi_gltf *gltf)
{
    bight_status status = bi_reserve(gltf->allocator, &gltf->dense, &gltf->dense_capacity,
                                     (int64_t)gltf->dense_count + 1, sizeof *gltf->dense);
    if (status != BIGHT_OK) {
        return NULL;
    }
    gltf->dense[gltf->dense_count] = (bight_bytes){0};
    return &gltf->dense[gltf->dense_count++];
}

// All elements of the accessor, one behind the other.
static bight_status copy_all(bi_gltf *gltf, const bi_accessor *accessor, size_t element, bight_bytes *bytes)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < accessor->count && status == BIGHT_OK; i++) {
        const char *at = (const char *)accessor->data + (size_t)i * accessor->stride;
        status = bi_bytes_append(gltf->allocator, bytes, at, element);
    }
    return status;
}

// Some elements are replaced by those of a second view, at the indices that stand in a third: a dense copy, which is the
// asset's.
static bight_status fill_sparse(bi_gltf *gltf, int32_t index, const bi_json *sparse, size_t element,
                                bi_accessor *accessor)
{
    const bi_json *where = bi_json_get(sparse, "indices"), *what = bi_json_get(sparse, "values");
    int64_t count = bi_gltf_integer(sparse, "count", -1), type = bi_gltf_integer(where, "componentType", -1);
    bool whole = type == 5121 || type == 5123 || type == 5125;
    if (count < 1 || count > accessor->count || !whole) {
        return bi_gltf_fail(gltf, "accessors", index,
                            "its sparse part should have a count of 1 to %d and indices of unsigned integers",
                            (int)accessor->count);
    }
    bi_accessor indices = {.count = (int32_t)count, .component = (int32_t)type},
                values = {.count = (int32_t)count};
    bight_status status = find_view(gltf, index, where, type == 5121 ? 1 : type == 5123 ? 2 : 4, &indices);
    if (status == BIGHT_OK) {
        status = find_view(gltf, index, what, element, &values);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    bight_bytes *bytes = new_bytes(gltf);
    status = bytes != NULL ? copy_all(gltf, accessor, element, bytes) : BIGHT_ERROR_NO_MEMORY;
    if (status != BIGHT_OK) {
        return bi_fail(gltf->error, status, 0, "no memory for a sparse accessor");
    }
    uint32_t last = 0;
    for (int32_t i = 0; i < indices.count; i++) {
        uint32_t at = bi_accessor_index(&indices, i);
        if (at >= (uint32_t)accessor->count || (i > 0 && at <= last)) {
            return bi_gltf_fail(gltf, "accessors", index,
                                "sparse index %u is not between the one before it and %d", (unsigned)at,
                                (int)accessor->count);
        }
        memcpy((char *)bytes->data + at * element, values.data + (size_t)i * values.stride, element);
        last = at;
    }
    accessor->data = (const unsigned char *)bytes->data;
    accessor->stride = element;
    return BIGHT_OK;
}

// ---- shapes ---------------------------------------------------------------------------------------------

// Which numbers each shape is made of. glTF allows whole ones in place of floats for places, when they are
// normalised; its extension KHR_mesh_quantization for positions, too.
static bool fits_shape(bi_accessor_shape shape, int64_t component, bool normalized)
{
    bool small = component == 5121 || component == 5123;
    switch (shape) {
    case BI_INDICES:
        return (small || component == 5125) && !normalized;
    case BI_JOINTS:
        return small && !normalized;
    case BI_WEIGHTS:
        return component == 5126 || (small && normalized);
    case BI_MATRICES:
        return component == 5126;
    default:
        return component == 5126 || (component >= 5120 && component <= 5123);
    }
}

bight_status bi_gltf_accessor(bi_gltf *gltf, int64_t index, bi_accessor_shape shape, bi_accessor *accessor)
{
    static const struct {
        const char *type, *words;
        size_t numbers;
    } shapes[] = {{"VEC3", "positions: VEC3 of floats", 3},
                  {"SCALAR", "indices: SCALAR of unsigned integers", 1},
                  {"VEC2", "texture coordinates: VEC2 of floats", 2},
                  {"VEC4", "joints: VEC4 of unsigned bytes or shorts", 4},
                  {"VEC4", "weights: VEC4 of floats or normalised unsigned integers", 4},
                  {"MAT4", "matrices: MAT4 of floats", 16}};
    *accessor = (bi_accessor){0};
    const bi_json *object = bi_gltf_element(gltf, "accessors", index);
    if (object == NULL) {
        return bi_gltf_fail(gltf, NULL, 0, "there is no accessors[%lld]", (long long)index);
    }

    // the type, component and normalisation are those that the attribute may have
    int64_t component = bi_gltf_integer(object, "componentType", -1),
            count = bi_gltf_integer(object, "count", -1);
    const char *type = bi_json_string(bi_json_get(object, "type"));
    accessor->normalized = bi_json_is(bi_json_get(object, "normalized"), BI_JSON_TRUE);
    bool fits = type != NULL && strcmp(type, shapes[shape].type) == 0;
    if (!fits || !fits_shape(shape, component, accessor->normalized) || count < 1 ||
        count > INT32_MAX / 256) {
        return bi_gltf_fail(gltf, "accessors", (int32_t)index, "it should hold %s", shapes[shape].words);
    }

    // bytes of an element = bytes of a component times components
    accessor->count = (int32_t)count;
    accessor->component = (int32_t)component;
    size_t element = component_size(component) * shapes[shape].numbers;
    const bi_json *sparse = bi_json_get(object, "sparse");
    bight_status status = find_view(gltf, (int32_t)index, object, element, accessor);
    return status == BIGHT_OK && sparse != NULL ? fill_sparse(gltf, (int32_t)index, sparse, element, accessor)
                                                : status;
}

double bi_accessor_number(const bi_accessor *accessor, int32_t i, size_t k)
{
    BI_ASSERT(i >= 0);
    const unsigned char *at =
        accessor->data + (size_t)i * accessor->stride + component_size(accessor->component) * k;
    bool normalized = accessor->normalized;

    // little-endian, whatever the machine
    uint32_t two = accessor->component == 5122 || accessor->component == 5123
                       ? (uint32_t)at[0] | (uint32_t)at[1] << 8
                       : 0;
    uint32_t bits;
    float number;
    double whole;

    // normalised integers c stand for c / 255, c / 65535, max(c / 127, -1) and max(c / 32767, -1)
    switch (accessor->component) {
    case 5120: // the least number stands for -1, as the one above it does
        whole = (double)(int8_t)at[0];
        return !normalized ? whole : whole < -127.0 ? -1.0 : whole / 127.0;
    case 5121:
        return normalized ? at[0] / 255.0 : (double)at[0];
    case 5122:
        whole = (double)(int16_t)(uint16_t)two;
        return !normalized ? whole : whole < -32767.0 ? -1.0 : whole / 32767.0;
    case 5123:
        return normalized ? two / 65535.0 : (double)two;
    case 5125:
        return (double)bi_gltf_u32(at);
    default:
        bits = bi_gltf_u32(at);
        memcpy(&number, &bits, sizeof bits);
        return (double)number;
    }
}

bight_vec3 bi_accessor_point(const bi_accessor *accessor, int32_t i)
{
    return (bight_vec3){bi_accessor_number(accessor, i, 0), bi_accessor_number(accessor, i, 1),
                        bi_accessor_number(accessor, i, 2)};
}

bight_vec3 bi_accessor_place(const bi_accessor *accessor, int32_t i)
{
    return (bight_vec3){bi_accessor_number(accessor, i, 0), bi_accessor_number(accessor, i, 1), 0.0};
}

uint32_t bi_accessor_index(const bi_accessor *accessor, int32_t i)
{
    const unsigned char *at = accessor->data + (size_t)i * accessor->stride;
    return accessor->component == 5121   ? at[0]
           : accessor->component == 5123 ? (uint32_t)at[0] | (uint32_t)at[1] << 8
                                         : bi_gltf_u32(at);
}
