// SPDX-License-Identifier: MIT
// What is in the scene, and the hands in it.

#include "web_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- ropes ------------------------------------------------------------------------------------------

int32_t bw_rope_count(void)
{
    return bw_now.scene != NULL ? bw_now.scene->rope_count : 0;
}

int32_t bw_rope(int32_t rope)
{
    bight_rope_id id = bight_play_rope(bw_now.play, rope);
    bight_curve curve = bight_rope_curve(bw_now.world, id);
    bw_numbers[0] = curve.count;
    bw_numbers[1] = curve.closed;
    bw_numbers[2] = bight_rope_radius(bw_now.world, id);
    bw_numbers[3] = bight_rope_link_length(bw_now.world, id);
    bw_numbers[4] = bw_now.scene->ropes[rope].color;
    return 0;
}

const char *bw_rope_name(int32_t rope)
{
    return bw_now.scene->ropes[rope].name;
}

const double *bw_nodes(int32_t rope)
{
    return &bight_play_curve(bw_now.play, rope).points->x;
}

// ---- obstacles --------------------------------------------------------------------------------------

int32_t bw_obstacle_count(void)
{
    return bw_now.scene != NULL ? bw_now.scene->obstacle_count : 0;
}

int32_t bw_obstacle(int32_t obstacle)
{
    const bight_scene_obstacle *given = &bw_now.scene->obstacles[obstacle];
    bw_numbers[0] = given->def.kind;
    bw_put_vec3(1, given->def.size);
    bw_numbers[4] = given->color;
    bw_numbers[5] = given->def.point_count;
    bw_numbers[6] = given->def.triangle_count;
    return 0;
}

const char *bw_obstacle_name(int32_t obstacle)
{
    return bw_now.scene->obstacles[obstacle].name;
}

const double *bw_obstacle_points(int32_t obstacle)
{
    return &bw_now.scene->obstacles[obstacle].def.points->x;
}

const int32_t *bw_obstacle_triangles(int32_t obstacle)
{
    return bw_now.scene->obstacles[obstacle].def.triangles;
}

int32_t bw_pose(int32_t obstacle)
{
    bight_pose pose = bight_play_pose(bw_now.play, obstacle);
    bw_put_vec3(0, pose.position);
    double sum = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        bw_numbers[3 + i] = pose.rotation[i];
        sum += pose.rotation[i] * pose.rotation[i];
    }
    bw_numbers[6] = sum > 0.0 ? bw_numbers[6] : 1.0;
    return 0;
}

// ---- words and settings -----------------------------------------------------------------------------

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

const char *bw_title(void)
{
    return or_empty(bw_now.scene->title);
}

const char *bw_note(void)
{
    return or_empty(bw_now.scene->note);
}

int32_t bw_view(void)
{
    bw_put_vec3(0, bw_now.scene->view->from);
    bw_put_vec3(3, bw_now.scene->view->up);
    return 0;
}

int32_t bw_settings(void)
{
    bight_world_def def =
        bw_now.world != NULL ? bight_world_get_def(bw_now.world) : bight_world_def_default();
    bw_numbers[0] = def.slip;
    bw_numbers[1] = def.speed_limit;
    bw_numbers[2] = def.stretch_limit;
    bw_put_vec3(3, def.gravity);
    return 0;
}

int32_t bw_setting_ranges(void)
{
    int32_t at = 0;
#define X(field, unit, words, least, most, standard)                                                         \
    bw_numbers[at++] = (least);                                                                              \
    bw_numbers[at++] = (most);
    BIGHT_WORLD_FIELDS(X)
#undef X
    return at / 2;
}

int32_t bw_set_settings(double slip, double speed_limit, double stretch_limit, double gx, double gy,
                        double gz)
{
    bight_world_def def = bight_world_get_def(bw_now.world);
    bight_error error = {0};
    def.slip = slip;
    def.speed_limit = speed_limit;
    def.stretch_limit = stretch_limit;
    def.gravity = (bight_vec3){gx, gy, gz};
    return bight_world_set_def(bw_now.world, &def, &error) == BIGHT_OK ? 0 : bw_fail(&error);
}

int32_t bw_step_count(void)
{
    return bw_now.scene != NULL ? bw_now.scene->script_count : 0;
}

double bw_step_began(int32_t step)
{
    return bw_now.began[step];
}

const char *bw_step_note(int32_t step)
{
    return or_empty(bw_now.scene->script[step].note);
}

const char *bw_step_verb(int32_t step)
{
    return bight_scene_verb_name((bight_scene_verb)bw_now.scene->script[step].verb);
}
