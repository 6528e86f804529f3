// SPDX-License-Identifier: MIT
// Looking up the names that a script uses. Used by the scene reader alone.

#pragma once

#include "scene/build.h"

#define MOST_HANDS 1024
#define MOST_STILLS 1024

typedef struct bi_linker {
    const bi_reader *reader;
    const bi_parsed_scene *parsed; // the input
    bight_scene *scene;            // what comes of it; ropes, obstacles and cloths are there already
    const char **hands;  // (MOST_HANDS)
    int32_t *held_rope;  // (MOST_HANDS) -1: holds nothing; a cloth's index after those of the ropes
    int32_t *held_node;  // (MOST_HANDS) or vertex; -1: known only when the step runs
    const char **stills; // (MOST_STILLS)
    int32_t still_count;
    int64_t pinned;              // vertices that pin and unpin have named so far
    bight_scene *library;        // its manoeuvres alone, NULL until they are needed
    bight_scene_action *actions; // scratch, NULL until it is needed
} bi_linker;

/// Index of a name in a column of a table, -1 when it is not there.
int32_t bi_find_name(const char *name, const void *first, int32_t count, size_t stride);

/// Each of these reports a fault at parent's member "rope", "obstacle" and so on.
bight_status bi_unknown_name(const bi_linker *l, const bi_json_path *path, const char *what, const char *name,
                             const void *first, int32_t count, size_t stride);
bight_status bi_link_rope(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index);
bight_status bi_link_obstacle(const bi_linker *l, const bi_json_path *parent, const char *name,
                              int32_t *index);
bight_status bi_link_hand(const bi_linker *l, const bi_json_path *path, const char *name, int32_t *index);
bight_status bi_link_hands(const bi_linker *l, const bi_json_path *parent, const char *key,
                           bight_scene_names names, int32_t *indices);
bight_status bi_link_node(const bi_linker *l, const bi_json_path *parent, bight_scene_node_ref node,
                          int32_t rope, int32_t *index);

/// The scene's strands and programs, before any step; then each step that is a manoeuvre: its program.
bight_status bi_link_strands(const bi_linker *l);
bight_status bi_check_programs(bi_linker *l);
bight_status bi_link_manoeuvre(bi_linker *l, bight_scene_step *step, const bi_json_path *path);

/// Seams, before any step; then what steps say of cloth.
bight_status bi_link_seams(const bi_linker *l);
bight_status bi_link_cloth(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index);
bight_status bi_link_cloth_grasp(bi_linker *l, const bi_json_path *parent, bight_scene_grasp *grasp);
bight_status bi_link_pin(bi_linker *l, const bi_json_path *path, bight_scene_pin *pin);
bight_status bi_link_cloth_expect(const bi_linker *l, const bi_json_path *path,
                                  const bi_parsed_cloth_expect *expect, bight_scene_cloth_expect *out);

/// Knots in cloth: by name, or the first; then what steps do with them.
bight_status bi_link_dress(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index);
bight_status bi_link_redress(bi_linker *l, const bi_json_path *path, bight_scene_redress *redress);
bight_status bi_link_dressed(const bi_linker *l, const bi_json_path *path, bight_scene_expect *expect);

/// Moves of one step at the same time, in parent's member `key`.
bight_status bi_link_moves(const bi_linker *l, const bi_json_path *parent, const char *key,
                           bi_parsed_moves moves);

/// All names in one expectation. out refers to what expect refers to.
bight_status bi_link_expect(const bi_linker *l, const bi_json_path *path, const bi_parsed_expect *expect,
                            bight_scene_expect *out);
