// SPDX-License-Identifier: MIT
// Scenes as text, and the files they name.

#pragma once

#include "memory_folder.h"
#include "test.h"

#define ROPE "\"ropes\": [{\"name\": \"line\", \"line\": {\"from\": [0, 0, 0], \"to\": [10, 0, 0]}}]"

#define STRANDS ROPE ", \"strands\": [{\"name\": \"left\", \"end\": \"first\"}, {\"name\": \"right\"}]"

static const memory_file known_files[] = {
    {"curve.xyz", "0 0 0\n1 0 0\n2 0 0\n"},
    {"bad.xyz", "0 0 0\n1 0 zero\n"},
    {"solid.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
};
static memory_folder folder = {known_files, sizeof known_files / sizeof *known_files, 0};
static const bight_scene_files memory_files = {memory_read, memory_release, &folder};

static inline bight_status parse(const char *text, bight_scene **scene, bight_error *error)
{
    *error = (bight_error){0};
    return bight_scene_parse(text, strlen(text), &memory_files, NULL, scene, error);
}
