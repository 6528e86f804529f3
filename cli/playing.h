// SPDX-License-Identifier: MIT
// Playing a scene and leaving what came of it: final.xyz, final.glb, stills, run.mp4 and summary.json.

#pragma once

#include "cli/stage.h"
#include "cli/summary.h"

typedef struct cli_playing {
    const char *path;   ///< What messages and the summary call the scene.
    const char *folder; ///< NULL for no files.
    bool quiet, json, pc2; ///< pc2: of cloth also run.pc2
    bool tension;          ///< Of rods: final.glb in colours of tension.
    int64_t frames; ///< -1: what the scene says.
    int64_t threads, seed;
    const char *model;    ///< A GLB file of the last state. Nullable.
    const char *forces;   ///< A table of forces (cli/forces.h). Nullable.
    int64_t forces_every; ///< Cycles.

    /// All nullable. After a good play: is it good? Then files of one's own, with the last state in the
    /// stage; says what is wrong and returns false. Then keys of one's own in the summary.
    bight_status (*judge)(void *user, const cli_summary *summary, bight_error *error);
    bool (*leave)(void *user, const char *folder, cli_stage *stage, cli_summary *summary);
    void (*print)(void *user, const bight_play *play, cli_json *json);
    /// What happens while it plays; at a still the stage is at the play's present state.
    void (*see)(void *user, cli_stage *stage, const bight_play *play, const bight_play_event *event);
    void *user;
} cli_playing;

/// @return an exit code, after saying what went wrong.
int cli_play(const cli_playing *wish, const bight_scene *scene);
