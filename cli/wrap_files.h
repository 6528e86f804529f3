// SPDX-License-Identifier: MIT
// Programs of wrapping, objects, and where they are.

#pragma once

#include "bight/wrap.h"
#include "cli/shelf.h"

/// What messages call a wrap's scene that is not in a file.
#define CLI_WRAP_SCENE "the wrap's scene"

/// What BIGHT_WRAPS is, for the help.
#define CLI_WRAPS_DOC                                                                                        \
    "Folder of the programs. Default: what BIGHT_WRAPS says, else share/bight/wraps beside the command."

/// Names of the programs there are, in the order of the index. @return CLI_DONE, or an exit code after saying what is wrong.
int cli_list_wraps(const char *folder, char (*names)[CLI_NAME], int32_t *count);

/// Open a program by its name, or a file that ends in .json. Close *file with bight_wrap_close().
int cli_open_wrap(const char *folder, const char *name, bight_wrap_file **file);

/// An object by its name, or from a file that ends in .obj. Free *mesh with bight_mesh_free().
int cli_open_object(const char *name, bight_mesh *mesh);

/// Read the scene of a wrap: its object is bytes, its templates are files that come along.
/// @param error Receives what is wrong; in messages the scene is CLI_WRAP_SCENE. @return What bight_scene_parse() returns.
bight_status cli_read_wrap_scene(const bight_bytes *text, const bight_bytes *object, bight_scene **scene,
                                 bight_error *error);
