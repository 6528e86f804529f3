// SPDX-License-Identifier: MIT
// From what a scene says to what a world takes: nodes, shapes, poses, and names turned into indices.

#pragma once

#include "bight/garment.h"
#include "scene/parsed.h"
#include "scene/read.h"

/// Radius and rod of a rope that names its material.
bight_status bi_scene_use_material(const bi_reader *reader, bight_scene_rope *rope, int32_t index);

/// Lay out the nodes of rope `index`.
bight_status bi_scene_build_rope(const bi_reader *reader, const bight_scene_files *files,
                                 bight_scene_rope *rope, int32_t index);

/// Lay out the nodes of all ropes that are drawn. Obstacles are there already: some lie in the drawing.
bight_status bi_scene_draw_ropes(const bi_reader *reader, const bi_parsed_scene *scene);

/// Cut `curve`, which is smooth already, into the links that the rope asks for.
bight_status bi_scene_cut_rope(const bi_reader *reader, bight_scene_rope *rope, bight_curve curve,
                               const bi_json_path *path);

/// needle.c: put its needle to the end of a rope that has its nodes, and say so in its rod.
bight_status bi_scene_add_needle(const bi_reader *reader, bight_scene_rope *rope, const bi_json_path *path);

/// Fill in the obstacle_def of obstacle `index`.
bight_status bi_scene_build_obstacle(const bi_reader *reader, const bight_scene_files *files,
                                     bight_scene_obstacle *obstacle, int32_t index);

/// What has mass is carried by cloth alone: not without any, not beside ropes, and not with a motion of its own.
bight_status bi_scene_check_mass(const bi_reader *reader, const bight_scene *said,
                                 const bight_scene_obstacle *obstacle, int32_t index);

/// Where something stands, from the keys that say it.
bight_pose bi_scene_pose(bight_vec3 position, bight_scene_points along, const bight_scene_rotation *rotation);

/// Lay out cloth `index`.
bight_status bi_scene_build_cloth(const bi_reader *reader, const bight_scene_files *files,
                                  bight_scene_cloth *cloth, int32_t index);

/// Make the garment, or pieces of one, that a scene says at `garment` of a path.
/// @param mesh Receives it, the caller frees it with the reader's allocator; empty on failure.
bight_status bi_scene_garment(const bi_reader *reader, const bi_json_path *parent,
                              const bight_scene_garment *said, bight_cloth_mesh *mesh);

/// Dress cloths with knots: fill in the dresses and the cloths that they change. Cloths and obstacles are laid out.
bight_status bi_scene_dress(const bi_reader *reader, const bight_scene_files *files, bi_parsed_scene *scene);

/// Fetch the template that a scene names at `path`, which lives as long as the scene.
bight_status bi_scene_fetch_template(const bi_reader *reader, const bight_scene_files *files,
                                     const bi_json_path *path, const char *name,
                                     const bight_template_def **definition);

/// Make that template with the settings that a scene gives at `set` of a path; it lives as long as the scene.
/// @param name   Of the template, for messages.
/// @param limits Nullable: the default ones.
/// @param edit   Receives what the settings asked of it.
bight_status bi_scene_make_template(const bi_reader *reader, const bi_json_path *path, const char *name,
                                    const bight_template_def *def, const bight_scene_setting *settings,
                                    int32_t setting_count, const bight_template_limits *limits,
                                    const bight_template **out, bight_template_edit *edit);

/// Gather two corners of cloth `index`, when it asks for that. It is laid out.
bight_status bi_scene_pleat(const bi_reader *reader, const bight_scene_files *files, const bight_scene *said,
                            bight_scene_cloth *cloth, int32_t index);

/// The vertices that the pins of cloth `index` name. It is laid out and gathered: a pin may name its knot.
bight_status bi_scene_find_pins(const bi_reader *reader, bight_scene_cloth *cloth, int32_t index);

/// Shortest edge of a cloth on its pattern, or in space without one, metres.
double bi_scene_shortest_edge(const bight_cloth_def *def);

/// The vertex that a spot names, or the vertices that spots name, each once; the latter live as long as the
/// scene.
/// @param path Where they are written.
bight_status bi_scene_spot(const bi_reader *reader, const bi_json_path *path, const bight_scene_cloth *cloth,
                           bight_scene_spot spot, int32_t *vertex);
bight_status bi_scene_spots(const bi_reader *reader, const bi_json_path *path, const bight_scene_cloth *cloth,
                            bight_scene_spots spots, bight_scene_vertices *vertices);

/// Make the scene that its readers see: names are turned into indices, and each hand holds something when it is
/// used.
/// @param parsed Its ropes, obstacles and cloths are laid out.
/// @param scene  (out) shares all other members with parsed->said
bight_status bi_scene_link(const bi_reader *reader, const bi_parsed_scene *parsed, bight_scene *scene);

/// Fill in the scene's doubts: values that are allowed and probably not meant.
bight_status bi_scene_doubt(const bi_reader *reader, bight_scene *scene);

/// Fetch a file that the scene names.
/// @param path Where it is named. The error is put there.
bight_status bi_scene_fetch(const bi_reader *reader, const bight_scene_files *files, const bi_json_path *path,
                            const char *name, const void **bytes, size_t *length);

/// Report at `path` a fault inside a file that the scene names.
bight_status bi_scene_file_fail(const bi_reader *reader, const bi_json_path *path, const char *name,
                                const bight_error *cause);
