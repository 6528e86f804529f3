// SPDX-License-Identifier: MIT
// Any bytes as a program of wrapping: an answer, and words when it is no. What is read is rehearsed with a tetrahedron for an
// object, and the scene that is made of it is one that can be read, but for the template that it names.

#include "bight/scene.h"
#include "bight/wrap.h"

#include <stdlib.h>
#include <string.h>

static bight_bytes object;

static bight_status read_one(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    (void)user, (void)error;
    if (strcmp(name, BIGHT_WRAP_OBJECT_FILE) != 0) {
        return BIGHT_ERROR_IO;
    }
    *bytes = object.data;
    *length = object.size;
    return BIGHT_OK;
}

static void rehearse(const bight_wrap_program *program)
{
    bight_vec3 x[4] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, 1, 0}};
    int32_t sides[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    bight_mesh mesh = {.positions = x, .triangles = sides, .vertex_count = 4, .triangle_count = 4};
    bight_wrap_wish wish = {.columns = program->cloth->columns > 12 ? 12 : 0};
    bight_wrap_plan plan;
    bight_error error = {0};
    if (bight_wrap_rehearse(NULL, program, &wish, &mesh, &plan, &error) != BIGHT_OK) {
        if (error.message[0] == '\0') {
            abort();
        }
        return;
    }
    bight_bytes text = {0};
    bight_scene *scene = NULL;
    bight_scene_files files = {.read = read_one};
    if (bight_wrap_scene(NULL, program, &plan, &text, &error) != BIGHT_OK ||
        bight_write_obj(NULL, &mesh, &object, &error) != BIGHT_OK) {
        abort();
    }
    bight_status status = bight_scene_parse(text.data, text.size, &files, NULL, &scene, &error);
    if (status != BIGHT_OK && program->pleats == NULL) {
        abort();
    }
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
    bight_bytes_free(NULL, &object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_wrap_file *file;
    bight_error error = {0};
    bight_status status = bight_wrap_read(NULL, data, size, &file, &error);
    if ((status == BIGHT_OK) != (file != NULL) || (status != BIGHT_OK && error.message[0] == '\0')) {
        abort();
    }
    if (file != NULL) {
        rehearse(bight_wrap_file_program(file));
    }
    bight_wrap_close(file);
    return 0;
}
