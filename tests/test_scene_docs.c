// SPDX-License-Identifier: MIT
// The schema and the manual of scenes are those that the library writes; its examples are scenes.

#include "scene_text.h"

typedef struct text {
    char bytes[1 << 17];
    size_t length;
} text;

static void collect(void *user, const char *piece, size_t length)
{
    text *t = user;
    CHECK(t->length + length < sizeof t->bytes);
    memcpy(t->bytes + t->length, piece, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

static size_t read_source(const char *name, char *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", BIGHT_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t length = fread(bytes, 1, size - 1, file);
    fclose(file);
    bytes[length] = '\0';
    return length;
}

// Templates that come along go by their names.
static bight_status read_template(void *user, const char *name, const void **bytes, size_t *length,
                                  bight_error *error)
{
    static char content[1 << 17];
    char path[80];
    (void)user, (void)error;
    snprintf(path, sizeof path, "data/templates/%s.json", name);
    *length = read_source(path, content, sizeof content);
    *bytes = content;
    return BIGHT_OK;
}

// bight help scene --schema > docs/scene.schema.json
TEST(committed_schema_is_the_generated_one)
{
    static text generated;
    static char committed[1 << 17];
    bight_scene_schema(collect, &generated);
    read_source("docs/scene.schema.json", committed, sizeof committed);
    CHECK(strcmp(generated.bytes, committed) == 0);
}

TEST(manual_ends_with_the_generated_tables)
{
    static text generated;
    static char manual[1 << 17];
    bight_scene_reference(collect, &generated);
    size_t length = read_source("docs/scene.md", manual, sizeof manual);
    CHECK(length > generated.length);
    CHECK(strcmp(manual + length - generated.length, generated.bytes) == 0);
}

// The example in the manual is a scene.
// every example of the manual that is a whole scene
TEST(manual_examples_are_scenes)
{
    static char manual[1 << 17];
    read_source("docs/scene.md", manual, sizeof manual);
    int32_t count = 0;
    for (char *start = strstr(manual, "```json\n{\n  \"bight\""); start != NULL;
         start = strstr(start + 1, "```json\n{\n  \"bight\"")) {
        char *end = strstr(start + 8, "```");
        CHECK(end != NULL);
        bight_scene *scene;
        bight_error error = {0};
        bight_scene_files files = {.read = read_template};
        if (bight_scene_parse(start + 8, (size_t)(end - start) - 8, &files, NULL, &scene, &error) != BIGHT_OK) {
            fail_msg("line %d: %s", (int)error.line, error.message);
        }
        bight_scene_destroy(scene);
        count++;
    }
    CHECK(count == 7);
}

RUN_TESTS(unit(committed_schema_is_the_generated_one), unit(manual_ends_with_the_generated_tables),
          unit(manual_examples_are_scenes))
