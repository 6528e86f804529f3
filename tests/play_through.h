// SPDX-License-Identifier: MIT
// Scenes that prove what they show: played to their end, with all that they expect.

#pragma once

#include "bight/play.h"
#include "test.h"

/// A scene that is about to be played; fails with its name and the line of what is wrong. The caller destroys both.
/// @param files Nullable, when the scene names none.
static inline bight_play *play_text(const char *name, const char *text, size_t length,
                                    const bight_scene_files *files, bight_scene **scene)
{
    bight_error error = {0};
    bight_play *play;
    bight_play_def def = bight_play_def_default();
    def.cycle_limit = 400000;
    if (bight_scene_parse(text, length, files, NULL, scene, &error) != BIGHT_OK ||
        bight_play_create(*scene, &def, &play, &error) != BIGHT_OK) {
        fail_msg("%s:%d: %s", name, (int)error.line, error.message);
        return NULL;
    }
    return play;
}

/// To the end of its script.
static inline void play_to_end(const char *name, bight_play *play)
{
    bight_error error = {0};
    for (bool more = true; more;) {
        if (bight_play_step(play, &more, &error) != BIGHT_OK) {
            fail_msg("%s:%d: %s", name, (int)error.line, error.message);
        }
    }
}

/// Fails as those do, or when the scene expects nothing.
static inline void play_through(const char *name, const char *text, size_t length,
                                const bight_scene_files *files)
{
    bight_scene *scene;
    bight_play *play = play_text(name, text, length, files, &scene);
    play_to_end(name, play);
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
