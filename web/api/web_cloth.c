// SPDX-License-Identifier: MIT
// The cloths in the scene.

#include "web_state.h"

#include <math.h>

static const bight_scene_cloth *given(int32_t cloth)
{
    return &bw_now.scene->cloths[cloth];
}

int32_t bw_cloth_count(void)
{
    return bw_now.scene != NULL ? bw_now.scene->cloth_count : 0;
}

int32_t bw_cloth(int32_t cloth)
{
    const bight_cloth_def *def = &given(cloth)->def;
    const bight_scene_look *look = given(cloth)->look;
    bw_numbers[0] = def->vertex_count;
    bw_numbers[1] = def->triangle_count;
    bw_numbers[2] = def->uv == NULL ? 0 : def->uv_count > 0 ? def->uv_count : def->vertex_count;
    bw_numbers[3] = look->color;
    bw_numbers[4] = look->back;
    bw_numbers[5] = look->accent;
    bw_numbers[6] = look->weave;
    bw_numbers[7] = isnan(look->repeat) ? 0.0 : look->repeat;
    bw_numbers[8] = given(cloth)->edge;
    return 0;
}

const char *bw_cloth_name(int32_t cloth)
{
    return given(cloth)->name;
}

const double *bw_vertices(int32_t cloth)
{
    int32_t count;
    return &bight_play_cloth_positions(bw_now.play, cloth, &count)->x;
}

const int32_t *bw_cloth_triangles(int32_t cloth)
{
    return given(cloth)->def.triangles;
}

const double *bw_pattern(int32_t cloth)
{
    return given(cloth)->def.uv;
}

const int32_t *bw_pattern_triangles(int32_t cloth)
{
    const bight_cloth_def *def = &given(cloth)->def;
    return def->uv_triangles != NULL ? def->uv_triangles : def->triangles;
}

int32_t bw_cloth_state(void)
{
    bight_cloth_report report = bight_play_cloth_report(bw_now.play);
    double finest = HUGE_VAL;
    for (int32_t i = 0; i < bw_cloth_count(); i++) {
        finest = fmin(finest, given(i)->edge);
    }
    bw_numbers[0] = report.intersections;
    bw_numbers[1] = report.stretch;
    bw_numbers[2] = report.moved / finest;
    return 0;
}
