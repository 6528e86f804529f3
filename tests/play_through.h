// SPDX-License-Identifier: MIT
// Scenes that prove what they show: played to their end, with all that they expect.

#pragma once

#include "bight/play.h"
#include "test.h"

/// Fails with the scene's name and the line of what went wrong, or when the scene expects nothing.
/// @param files Nullable, when the scene names none.
static inline void play_through(const char *name, const char *text, size_t length,
                                const bight_scene_files *files)
{
    bight_error error = {0};
    bight_scene *scene;
    bight_play *play;
    if (bight_scene_parse(text, length, files, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("%s:%d: %s", name, (int)error.line, error.message);
    }
    bight_play_def def = bight_play_def_default();
    def.cycle_limit = 400000;
    if (bight_play_create(scene, &def, &play, &error) != BIGHT_OK) {
        fail_msg("%s:%d: %s", name, (int)error.line, error.message);
    }
    bool more = true;
    bight_status status = BIGHT_OK;
    while (more && status == BIGHT_OK) {
        status = bight_play_step(play, &more, &error);
    }
    if (status != BIGHT_OK) {
        fail_msg("%s:%d: %s", name, (int)error.line, error.message);
    }
    int32_t checks;
    bight_play_checks(play, &checks);
    if (checks == 0) {
        fail_msg("%s expects nothing: a scene proves what it shows", name);
    }
    print_message("%s: %lld cycles, %d checks\n", name, (long long)bight_play_get_progress(play).cycles,
                  (int)checks);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}
