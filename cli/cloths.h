// SPDX-License-Identifier: MIT
// Cloths of a scene: how they look, and the files that they leave.

#pragma once

#include "cli/stage.h"

/// Take up the cloths of stage->scene. False without memory.
bool cli_cloths_open(cli_stage *stage);
void cli_cloths_close(cli_stage *stage);

/// Make stage->skins, and with them stage->sheets, from a moment.
bight_status cli_cloths_skin(cli_stage *stage, const cli_moment *moment, bight_error *error);

/// A cloth's skin for glTF, its pattern in repeats of the weave. The caller frees it with bight_mesh_free().
bight_status cli_cloth_mesh(const bight_scene_cloth *cloth, const bight_vec3 *positions, double repeat,
                            int32_t level, bight_mesh *mesh, bight_error *error);

/// How a cloth looks in glTF: colours and a tile of its weave as a PNG, which the caller frees.
bight_status cli_cloth_look(const cli_stage *stage, int32_t cloth, bight_glb_mesh *mesh, bight_bytes *texture,
                            bight_error *error);

/// All cloths at the frames of a film, as FOLDER/NAME for Blender's mesh cache; vertices in the order of final.obj.
bool cli_write_pc2(const cli_stage *stage, cli_film *film, const char *folder, const char *name);

/// FOLDER/final.obj, cloths from files with their faces, groups and pattern, and FOLDER/cloths.json from stage->moment. Prints the
/// fault and returns false.
bool cli_write_obj(const cli_stage *stage, const char *folder, const char *name);
bool cli_write_cloths(const cli_stage *stage, const char *folder, const char *name);
