// SPDX-License-Identifier: MIT
// Where pictures of a stage are taken from.

#include "cli/interest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// fitted to points, with the scene's view and margin
static void fit(const cli_stage *stage, const bight_vec3 *points, int32_t count, double radius,
                bight_camera *camera)
{
    const bight_scene_view *view = stage->scene->view;
    double aspect = (double)stage->width / stage->height, back = 1.0 / (1.0 - view->margin);
    *camera = bight_camera_fit(points, count, radius, view->from, view->up, 0.0, aspect);
    camera->eye.x = camera->target.x + back * (camera->eye.x - camera->target.x);
    camera->eye.y = camera->target.y + back * (camera->eye.y - camera->target.y);
    camera->eye.z = camera->target.z + back * (camera->eye.z - camera->target.z);
}

bool cli_stage_camera(const cli_stage *stage, const cli_frames *frames, bight_camera *camera)
{
    enum { SAMPLED = 32 };
    const bight_scene *scene = stage->scene;
    int32_t samples = frames->count < SAMPLED ? frames->count : SAMPLED;
    bight_vec3 *points = NULL;
    size_t count = 0;
    double radius = 0.0;

    // ropes and cloths decide; a pole may well leave the picture
    for (int32_t s = 0; s < samples; s++) {
        int64_t index = samples > 1 ? (int64_t)s * (frames->count - 1) / (samples - 1) : 0;
        const cli_moment *moment = frames->look(frames->user, (int32_t)index);
        for (int32_t i = 0; i < scene->rope_count; i++) {
            bight_curve curve = moment->curves[i];
            bight_vec3 *more = realloc(points, sizeof *more * (count + (size_t)curve.count));
            if (more == NULL) {
                free(points);
                return false;
            }
            points = more;
            memcpy(points + count, curve.points, sizeof *points * (size_t)curve.count);
            count += (size_t)curve.count;
            radius = fmax(radius, scene->ropes[i].radius);
        }
        for (int32_t i = 0; i < scene->cloth_count; i++) {
            size_t vertices = (size_t)scene->cloths[i].def.vertex_count;
            bight_vec3 *more = realloc(points, sizeof *more * (count + vertices));
            if (more == NULL) {
                free(points);
                return false;
            }
            points = more;
            memcpy(points + count, moment->cloths[i], sizeof *points * vertices);
            count += vertices;
        }
    }

    fit(stage, points, (int32_t)count, radius, camera);
    free(points);
    return true;
}

bool cli_stage_close_up(cli_stage *stage, double diameters, bight_camera *camera)
{
    double radius = stage->scene->ropes[0].radius, reach = diameters * radius;
    bight_vec3 c;
    if (!cli_most_tangled(stage, reach, &c)) {
        return false;
    }
    const bight_vec3 corners[6] = {{c.x - reach, c.y, c.z}, {c.x + reach, c.y, c.z}, {c.x, c.y - reach, c.z},
                                   {c.x, c.y + reach, c.z}, {c.x, c.y, c.z - reach}, {c.x, c.y, c.z + reach}};
    fit(stage, corners, 6, radius, camera);
    return true;
}

// ---- cameras on boxes -------------------------------------------------------------------------------

bight_vec3 cli_axes_point(const cli_axes *axes, double x, double y, double z)
{
    return (bight_vec3){x * axes->right.x + y * axes->up.x + z * axes->back.x,
                        x * axes->right.y + y * axes->up.y + z * axes->back.y,
                        x * axes->right.z + y * axes->up.z + z * axes->back.z};
}

bight_camera cli_camera_at(const cli_axes *axes, const cli_lens *lens)
{
    double away = lens->half / CLI_TANGENT;
    return (bight_camera){.eye = cli_axes_point(axes, lens->x, lens->y, lens->front + away),
                          .target = cli_axes_point(axes, lens->x, lens->y, lens->front),
                          .up = axes->up};
}

cli_lens cli_lens_on(const cli_box *box, double aspect, double margin, double room)
{
    double wide = 0.5 * (box->high[0] - box->low[0]), tall = 0.5 * (box->high[1] - box->low[1]);
    double scale = 1.15 / (1.0 - fmin(margin, 0.4));
    return (cli_lens){0.5 * (box->low[0] + box->high[0]), 0.5 * (box->low[1] + box->high[1]), box->high[2],
                      fmax(scale * tall + room, (scale * wide + room) / aspect)};
}
