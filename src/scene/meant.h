// SPDX-License-Identifier: MIT
// Whom the names in a program mean: its own names for what it is called with, in a script the scene's.

#pragma once

#include "scene/names.h"

/// A call: whose names are meant, and what the calls above it change.
typedef struct bi_frame {
    const bight_scene_manoeuvre *program; ///< NULL in a script.
    const int32_t *strands, *obstacles;   ///< (program's) indices into the scene's
    bool mirror;
    double angle, speed; ///< NaN: as they are.
    int32_t depth;
    const bi_json_path *path; ///< Of the script's step, for messages.
} bi_frame;

/// Fail at the step: "the manoeuvre NAME <words> <name>".
bight_status bi_meant_fail(const bi_linker *l, const bi_frame *f, const char *words, const char *name);

/// @param key The member of the step that names them, NULL for the step itself.
bight_status bi_meant_strand(const bi_linker *l, const bi_frame *f, const char *key, const char *name,
                             int32_t *index);
bight_status bi_meant_strands(const bi_linker *l, const bi_frame *f, const char *key, bight_scene_names names,
                              const int32_t **indices);
bight_status bi_meant_obstacles(const bi_linker *l, const bi_frame *f, bight_scene_names names,
                                const int32_t **indices);

/// Two different strands.
bight_status bi_meant_pair(const bi_linker *l, const bi_frame *f, const char *active, const char *target,
                           int32_t *active_index, int32_t *target_index);

/// A strand, and another or an obstacle with an axis.
bight_status bi_meant_winding(const bi_linker *l, const bi_frame *f, bight_scene_wind *wind);
