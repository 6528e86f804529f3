// SPDX-License-Identifier: MIT
// Any bytes as a scene that is linked and played for 200 steps: no step may fail without words, no point may
// become anything but a finite number unless the world says that it diverged, and what expectations found is
// kept. Larger scenes are passed over, so that an execution stays below a second.

#include "bight/play.h"

#include <math.h>
#include <stdlib.h>

#define MOST_NODES 200
#define MOST_VERTICES 120
#define MOST_OBSTACLE_FACES 400
#define MOST_STEPS 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        abort();
    }
}

static bool is_small(const bight_scene *scene)
{
    int64_t nodes = 0, vertices = 0, faces = 0;
    for (int32_t i = 0; i < scene->rope_count; i++) {
        nodes += scene->ropes[i].curve.count;
    }
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        vertices += scene->cloths[i].def.vertex_count;
    }
    for (int32_t i = 0; i < scene->obstacle_count; i++) {
        faces += scene->obstacles[i].kind == BIGHT_SHAPE_MESH ? MOST_OBSTACLE_FACES : 20;
    }
    return nodes <= MOST_NODES && vertices <= MOST_VERTICES && faces <= MOST_OBSTACLE_FACES;
}

static bool is_finite(bight_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void check_points(const bight_scene *scene, const bight_play *play)
{
    for (int32_t i = 0; i < scene->rope_count; i++) {
        bight_curve curve = bight_play_curve(play, i);
        for (int32_t k = 0; k < curve.count; k++) {
            check(is_finite(curve.points[k]));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_scene *scene;
    bight_error error = {0};
    if (bight_scene_parse(data, size, NULL, NULL, &scene, &error) != BIGHT_OK) {
        check(scene == NULL && error.message[0] != '\0');
        return 0;
    }
    bight_play *play = NULL;
    error = (bight_error){0};
    bight_status status = is_small(scene) ? bight_play_create(scene, NULL, &play, &error) : BIGHT_OK;
    check(status == BIGHT_OK || (play == NULL && error.message[0] != '\0'));
    bool more = play != NULL;
    for (int32_t i = 0; i < MOST_STEPS && more; i++) {
        error = (bight_error){0};
        status = bight_play_step(play, &more, &error);
        check(status == BIGHT_OK || error.message[0] != '\0');
        if (status != BIGHT_OK) {
            break;
        }
        check_points(scene, play);
    }
    int32_t count = 0;
    const bight_play_check *checks = play != NULL ? bight_play_checks(play, &count) : NULL;
    for (int32_t i = 0; i < count; i++) {
        check(checks[i].what != NULL && checks[i].expected[0] != '\0' &&
              checks[i].step < scene->script_count);
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    return 0;
}
