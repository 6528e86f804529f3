// SPDX-License-Identifier: MIT
// Which format a mesh is in, and off to its reader.

#include "core/error.h"
#include "io/mesh_builder.h"
#include "io/text.h"

#include <string.h>

static const struct {
    const char *name, *endings;
} formats[BIGHT_MESH_FORMAT_COUNT] = {
#define X(name, word, endings, doc) {word, endings},
    BIGHT_MESH_FORMAT_LIST(X)
#undef X
};

const char *bight_mesh_format_name(bight_mesh_format format)
{
    return (uint32_t)format < BIGHT_MESH_FORMAT_COUNT ? formats[format].name : NULL;
}

// Does the list of words have this one, in any case?
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at != '\0';) {
        size_t here = strcspn(at, " "), i = 0;
        while (i < here && i < length &&
               (at[i] == word[i] || (word[i] >= 'A' && word[i] <= 'Z' && at[i] == word[i] + 32))) {
            i++;
        }
        if (i == here && here == length) {
            return true;
        }
        at += here + (at[here] == ' ');
    }
    return false;
}

bight_mesh_format bight_mesh_format_find(const char *file_name)
{
    const char *dot = file_name == NULL ? NULL : strrchr(file_name, '.');
    const char *ending = dot != NULL ? dot + 1 : file_name;
    for (int32_t i = 0; ending != NULL && i < BIGHT_MESH_FORMAT_COUNT; i++) {
        if (has_word(formats[i].endings, ending)) {
            return (bight_mesh_format)i;
        }
    }
    return BIGHT_MESH_FORMAT_COUNT;
}

static bight_mesh_format detect(const char *bytes, size_t length, const char *file_name)
{
    if (length >= 4 && memcmp(bytes, "glTF", 4) == 0) {
        return BIGHT_MESH_FORMAT_GLTF;
    }
    if (length >= 4 && memcmp(bytes, "ply", 3) == 0 && (bytes[3] == '\n' || bytes[3] == '\r')) {
        return BIGHT_MESH_FORMAT_PLY;
    }
    size_t first = 0;
    while (first < length &&
           (bytes[first] == ' ' || bytes[first] == '\n' || bytes[first] == '\r' || bytes[first] == '\t')) {
        first++;
    }
    if (first < length && bytes[first] == '{') {
        return BIGHT_MESH_FORMAT_GLTF;
    }
    bight_mesh_format format = bight_mesh_format_find(file_name);
    return format == BIGHT_MESH_FORMAT_COUNT ? BIGHT_MESH_FORMAT_OBJ : format;
}

bight_status bight_read_cloth_mesh(const bight_env *env, const void *bytes, size_t length,
                                   const char *file_name, bight_cloth_mesh *mesh, bight_error *error)
{
    *mesh = (bight_cloth_mesh){0};
    bi_mesh_builder builder = {.allocator = env == NULL ? NULL : &env->allocator, .error = error};

    // a byte order mark of UTF-8 is skipped; wider encodings are refused
    const char *start = length == 0 ? "" : bytes;
    size_t mark = bi_text_mark(start, length);
    start += mark, length -= mark;
    if (bi_text_is_wide(start, length)) {
        return bi_fail(error, BIGHT_ERROR_PARSE, 1, BI_TEXT_WIDE);
    }

    // the content decides, and the file's name only when the content does not
    bight_mesh_format format = detect(start, length, file_name);
    bight_status status;
    switch (format) {
    case BIGHT_MESH_FORMAT_OBJ:
        status = bi_read_obj_mesh(&builder, start, length);
        break;
    case BIGHT_MESH_FORMAT_PLY:
        status = bi_read_ply_mesh(&builder, start, length);
        break;
    case BIGHT_MESH_FORMAT_GLTF:
        status = bi_read_gltf_mesh(&builder, start, length);
        break;
    default:
        status = bi_fail(error, BIGHT_ERROR_PARSE, 0, "%s files are written, not read: give OBJ, PLY or glTF",
                         bight_mesh_format_name(format));
        break;
    }

    // a cloth needs a surface: points and lines alone are none
    if (status == BIGHT_OK && builder.mesh.triangle_count == 0) {
        status = bi_fail(error, BIGHT_ERROR_PARSE, 0, "no faces in the file");
    }
    if (status != BIGHT_OK) {
        bight_cloth_mesh_free(builder.allocator, &builder.mesh);
        return status;
    }

    *mesh = builder.mesh;
    return BIGHT_OK;
}
