// SPDX-License-Identifier: MIT

#include "io/gltf_data.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bight_status bi_gltf_fail(bi_gltf *gltf, const char *list, int32_t index, const char *format, ...)
{
    char words[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (list == NULL) {
        return bi_fail(gltf->error, BIGHT_ERROR_PARSE, 0, "%s", words);
    }
    bi_json_path outer = {NULL, list, 0}, path = {&outer, NULL, index};
    int32_t line = gltf->lines ? bi_json_path_line(gltf->root, &path) : 0;
    return bi_fail(gltf->error, BIGHT_ERROR_PARSE, line, "%s[%d]: %s", list, (int)index, words);
}

const bi_json *bi_gltf_element(const bi_gltf *gltf, const char *list, int64_t index)
{
    BI_ASSERT(list != NULL);
    const bi_json *array = bi_json_get(gltf->root, list);
    const bi_json *element = index >= 0 ? bi_json_at(array, (size_t)index) : NULL;
    return bi_json_is(element, BI_JSON_OBJECT) ? element : NULL;
}

int64_t bi_gltf_integer(const bi_json *object, const char *key, int64_t otherwise)
{
    const bi_json *value = bi_json_get(object, key);
    if (value == NULL) {
        return otherwise;
    }
    return bi_json_is(value, BI_JSON_INTEGER) && bi_json_integer(value) >= 0 ? bi_json_integer(value) : -1;
}

// ---- container --------------------------------------------------------------------------------------

// GLB: a header of 12 bytes, then chunks of length, type, data; JSON first, BIN second.
static bight_status open_glb(bi_gltf *gltf, const char *bytes, size_t length)
{
    if (length < 20 || bi_gltf_u32(bytes + 4) != 2) {
        return bi_gltf_fail(gltf, NULL, 0,
                            length < 20 ? "the file ends inside its header" : "not glTF version 2");
    }
    size_t total = bi_gltf_u32(bytes + 8), json = bi_gltf_u32(bytes + 12);
    if (total > length || total < 20 || memcmp(bytes + 16, "JSON", 4) != 0 || json > total - 20) {
        return bi_gltf_fail(gltf, NULL, 0, "the file is cut off or its first chunk is not JSON");
    }
    gltf->text = bytes + 20;
    gltf->text_length = json;
    size_t at = 20 + json;
    if (total - at >= 8) {
        size_t binary = bi_gltf_u32(bytes + at);
        bool good = memcmp(bytes + at + 4, "BIN\0", 4) == 0 && binary <= total - at - 8;
        if (!good) {
            return bi_gltf_fail(gltf, NULL, 0, "the second chunk is not a BIN chunk that fits in the file");
        }
        gltf->binary = bytes + at + 8;
        gltf->binary_length = binary;
    }
    return BIGHT_OK;
}

// The parser steps over a NUL behind a number; JSON has none. Some programs fill up the chunk of a GLB with
// them, where blanks belong.
static bight_status check_text(bi_gltf *gltf)
{
    while (!gltf->lines && gltf->text_length > 0 && gltf->text[gltf->text_length - 1] == '\0') {
        gltf->text_length--;
    }
    int32_t line = 1;
    for (size_t i = 0; i < gltf->text_length; i++) {
        if (gltf->text[i] == '\0') {
            return bi_fail(gltf->error, BIGHT_ERROR_PARSE, gltf->lines ? line : 0,
                           "not JSON: byte %zu is 0, which no text has", i + 1);
        }
        line += gltf->text[i] == '\n' && line < INT32_MAX;
    }
    return BIGHT_OK;
}

// Extensions without which the file means something else. Looks, lights and textures are none of ours.
static bight_status check_extensions(bi_gltf *gltf)
{
    static const char *const known[] = {
        "KHR_mesh_quantization", "KHR_materials_", "KHR_texture_", "EXT_texture_",
        "MSFT_texture_",         "KHR_lights_",    "KHR_xmp"};
    const bi_json *required = bi_json_get(gltf->root, "extensionsRequired");
    for (size_t i = 0; i < bi_json_count(required); i++) {
        const char *name = bi_json_string(bi_json_at(required, i));
        bool fine = false;
        for (size_t k = 0; k < sizeof known / sizeof *known && name != NULL; k++) {
            fine = fine || strncmp(name, known[k], strlen(known[k])) == 0;
        }
        if (!fine) {
            return bi_fail(gltf->error, BIGHT_ERROR_PARSE, 0,
                           "it needs the extension %.60s, which is not read: write it without",
                           name != NULL ? bi_word_show((bi_word){name, strlen(name)}).text : "?");
        }
    }
    return BIGHT_OK;
}

bight_status bi_gltf_open(bi_gltf *gltf, const char *bytes, size_t length)
{
    // GLB holds the JSON as a chunk; otherwise the file is the JSON
    if (length >= 4 && memcmp(bytes, "glTF", 4) == 0) {
        bight_status status = open_glb(gltf, bytes, length);
        if (status != BIGHT_OK) {
            return status;
        }
    } else {
        gltf->text = bytes;
        gltf->text_length = length;
        gltf->lines = true;
    }

    bight_status status = check_text(gltf);
    if (status != BIGHT_OK) {
        return status;
    }

    // errors have a line only where the JSON is the file itself
    bi_json_error problem;
    gltf->root = bi_json_parse(gltf->allocator, gltf->text, gltf->text_length, BI_JSON_LIST_ROOT, &problem);
    if (gltf->root == NULL && problem.fault == BI_JSON_NO_MEMORY) {
        return bi_fail(gltf->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the JSON");
    }
    if (gltf->root == NULL) {
        return bi_fail(gltf->error, BIGHT_ERROR_PARSE, gltf->lines ? problem.line : 0, "not JSON: %.150s",
                       problem.text);
    }

    // required extensions change what the rest means, so they are checked before any of it
    status = check_extensions(gltf);
    if (status != BIGHT_OK) {
        return status;
    }

    // room for embedded buffers, each decoded when an accessor first needs it
    const bi_json *buffers = bi_json_get(gltf->root, "buffers");
    gltf->buffer_count = bi_json_count(buffers);
    if (gltf->buffer_count > 0) {
        gltf->buffers = bi_new_array(gltf->allocator, gltf->buffer_count, sizeof *gltf->buffers);
        if (gltf->buffers == NULL) {
            return bi_fail(gltf->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %zu buffers",
                           gltf->buffer_count);
        }
    }
    return BIGHT_OK;
}

void bi_gltf_close(bi_gltf *gltf)
{
    for (size_t i = 0; gltf->buffers != NULL && i < gltf->buffer_count; i++) {
        bight_bytes_free(gltf->allocator, &gltf->buffers[i]);
    }
    bi_free_array(gltf->allocator, gltf->buffers, gltf->buffer_count, sizeof *gltf->buffers);
    for (int32_t i = 0; i < gltf->dense_count; i++) {
        bight_bytes_free(gltf->allocator, &gltf->dense[i]);
    }
    bi_free_array(gltf->allocator, gltf->dense, (size_t)gltf->dense_capacity, sizeof *gltf->dense);
    bi_json_free(gltf->root);
    *gltf = (bi_gltf){0};
}

// ---- buffers ----------------------------------------------------------------------------------------

static int32_t sextet(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

// RFC 4648, section 4; padding may be left out.
static bight_status decode_base64(bi_gltf *gltf, int32_t index, const char *code, bight_bytes *bytes)
{
    size_t length = strlen(code);
    while (length > 0 && code[length - 1] == '=') {
        length--;
    }
    uint32_t bits = 0;
    int32_t held = 0;
    for (size_t i = 0; i < length; i++) {
        int32_t value = sextet(code[i]);
        if (value < 0) {
            return bi_gltf_fail(gltf, "buffers", index, "character %zu of its base64 data is not base64",
                                i + 1);
        }
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            char byte = (char)(bits >> held & 0xff);
            bight_status status = bi_bytes_append(gltf->allocator, bytes, &byte, 1);
            if (status != BIGHT_OK) {
                return bi_fail(gltf->error, status, 0, "no memory for buffer %d", (int)index);
            }
        }
    }
    return BIGHT_OK;
}

bight_status bi_gltf_buffer(bi_gltf *gltf, int64_t index, const char **data, size_t *size)
{
    const bi_json *buffer = bi_gltf_element(gltf, "buffers", index);
    if (buffer == NULL) {
        return bi_gltf_fail(gltf, NULL, 0, "there is no buffers[%lld]", (long long)index);
    }
    const char *uri = bi_json_string(bi_json_get(buffer, "uri"));
    if (uri == NULL) {
        if (index != 0 || gltf->binary == NULL) {
            return bi_gltf_fail(gltf, "buffers", (int32_t)index, "no uri and no BIN chunk");
        }
        *data = gltf->binary;
        *size = gltf->binary_length;
        return BIGHT_OK;
    }
    const char *code = strncmp(uri, "data:", 5) == 0 ? strstr(uri, ";base64,") : NULL;
    if (code == NULL) {
        return bi_gltf_fail(gltf, "buffers", (int32_t)index,
                            "its data is in another file: embed it, or write GLB");
    }
    bight_bytes *bytes = &gltf->buffers[index];
    bight_status status = bytes->size == 0 ? decode_base64(gltf, (int32_t)index, code + 8, bytes) : BIGHT_OK;
    *data = (const char *)bytes->data;
    *size = bytes->size;
    return status;
}
