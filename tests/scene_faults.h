// SPDX-License-Identifier: MIT
// What goes wrong with scenes: mistakes that must be named, texts that nobody wrote, lack of memory.

#pragma once

#include "core/random.h"
#include "failing_memory.h"
#include "memory_folder.h"
#include "test.h"

/// A scene with a mistake.
typedef struct bad_scene {
    const char *text;
    int32_t line;
    const char *words; ///< Part of the message.
} bad_scene;

static inline bight_scene_files files_of(memory_folder *folder)
{
    return (bight_scene_files){memory_read, memory_release, folder};
}

/// Each is refused with its line and its words, and leaves no file open.
static inline void check_bad_scenes(const bad_scene *bad, size_t count, memory_folder *folder)
{
    const bight_scene_files files = files_of(folder);
    for (size_t i = 0; i < count; i++) {
        bight_scene *scene = (bight_scene *)1;
        bight_error error = {0};
        bight_status status =
            bight_scene_parse(bad[i].text, strlen(bad[i].text), &files, NULL, &scene, &error);
        if (status == BIGHT_OK || scene != NULL || strstr(error.message, bad[i].words) == NULL ||
            error.line != bad[i].line || error.status != status) {
            fail_msg("%s\ngave status %d, line %d: %s\nwanted line %d: %s", bad[i].text, (int)status,
                     (int)error.line, error.message, (int)bad[i].line, bad[i].words);
        }
        CHECK(folder->open == 0);
    }
}

/// Whatever is changed: an answer, and words when it is no.
/// @param letters That are put in random places of the text.
static inline void check_mutations(const char *scene_text, const char *letters, memory_folder *folder)
{
    const bight_scene_files files = files_of(folder);
    size_t length = strlen(scene_text);
    char *text = malloc(length + 1);
    CHECK(text != NULL);
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        memcpy(text, scene_text, length + 1);
        int32_t changes = 1 + bi_random_below(&random, 4);
        for (int32_t i = 0; i < changes; i++) {
            int32_t at = bi_random_below(&random, (int32_t)length);
            text[at] = letters[bi_random_below(&random, (int32_t)strlen(letters))];
        }
        bight_scene *scene;
        bight_error error = {0};
        bight_status status = bight_scene_parse(text, length, &files, NULL, &scene, &error);
        CHECK_SEED((status == BIGHT_OK) == (scene != NULL), seed);
        CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', seed);
        bight_scene_destroy(scene);
    }
    free(text);
}

/// The first, the second, ... allocation fails in turn; nothing leaks and the answer says what happened.
static inline void check_lack_of_memory(const char *text, memory_folder *folder)
{
    const bight_scene_files files = files_of(folder);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t fail_at = 1; status != BIGHT_OK; fail_at++) {
        failing_allocator c = {.fail_at = fail_at};
        bight_env env = failing_env(&c);
        bight_scene *scene;
        bight_error error = {0};
        status = bight_scene_parse(text, strlen(text), &files, &env, &scene, &error);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, fail_at);
        CHECK_SEED(status == BIGHT_OK || (scene == NULL && c.held == 0), fail_at);
        bight_scene_destroy(scene);
        CHECK_SEED(c.held == 0, fail_at);
        CHECK_SEED(folder->open == 0, fail_at);
        CHECK_SEED(fail_at < 10000, fail_at);
    }
}
