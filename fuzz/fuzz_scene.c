// SPDX-License-Identifier: MIT
// Any bytes as a scene: an answer, and words when it is no. Small scenes that parse are also played a little.

#include "bight/play.h"

#include <stdlib.h>

#define MOST_NODES 300
#define MOST_CYCLES 50

static void play_a_little(const bight_scene *scene)
{
    int64_t nodes = 0;
    for (int32_t i = 0; i < scene->rope_count; i++) {
        nodes += scene->ropes[i].curve.count;
    }
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        nodes += scene->cloths[i].def.vertex_count;
    }
    bight_play *play = NULL;
    bight_error error = {0};
    if (nodes > MOST_NODES || bight_play_create(scene, NULL, &play, &error) != BIGHT_OK) {
        return;
    }
    bool more = true;
    for (int32_t i = 0; i < MOST_CYCLES && more; i++) {
        if (bight_play_step(play, &more, &error) != BIGHT_OK && error.message[0] == '\0') {
            abort();
        }
    }
    bight_play_destroy(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_scene *scene;
    bight_error error = {0};
    bight_status status = bight_scene_parse(data, size, NULL, NULL, &scene, &error);
    if ((status == BIGHT_OK) != (scene != NULL) || (status != BIGHT_OK && error.message[0] == '\0')) {
        abort();
    }
    if (scene != NULL) {
        play_a_little(scene);
    }
    bight_scene_destroy(scene);
    return 0;
}
