// SPDX-License-Identifier: MIT
// The axes of a picture, and boxes along them.

#include "cli/interest.h"

#include <math.h>

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bight_vec3 cross(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static bight_vec3 unit(bight_vec3 a)
{
    double length = sqrt(dot(a, a));
    return (bight_vec3){a.x / length, a.y / length, a.z / length};
}

cli_axes cli_axes_of(const bight_scene_view *view)
{
    cli_axes axes = {.back = unit(view->from)};
    bight_vec3 across = cross(view->up, axes.back);
    if (!(dot(across, across) > 1e-12)) {
        across = cross((bight_vec3){0, 0, -1}, axes.back);
    }
    axes.right = unit(across);
    axes.up = cross(axes.back, axes.right);
    return axes;
}

cli_box cli_box_empty(void)
{
    double most = (double)INFINITY;
    return (cli_box){{most, most, most}, {-most, -most, -most}};
}

bool cli_box_is_empty(const cli_box *box)
{
    return !(box->low[0] <= box->high[0]);
}

void cli_box_stretch(cli_box *box, const double at[3], double radius)
{
    for (int32_t k = 0; k < 3; k++) {
        box->low[k] = fmin(box->low[k], at[k] - radius);
        box->high[k] = fmax(box->high[k], at[k] + radius);
    }
}

void cli_axes_see(const cli_axes *axes, bight_vec3 at, double out[3])
{
    out[0] = dot(at, axes->right);
    out[1] = dot(at, axes->up);
    out[2] = dot(at, axes->back);
}

void cli_box_add(cli_box *box, const cli_axes *axes, bight_vec3 at, double radius)
{
    double p[3];
    cli_axes_see(axes, at, p);
    cli_box_stretch(box, p, radius);
}

void cli_box_join(cli_box *box, const cli_box *other)
{
    cli_box_stretch(box, other->low, 0.0);
    cli_box_stretch(box, other->high, 0.0);
}

cli_box cli_everything(const cli_stage *stage, const cli_moment *moment, const cli_axes *axes)
{
    cli_box box = cli_box_empty();
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        for (int32_t k = 0; k < moment->curves[i].count; k++) {
            cli_box_add(&box, axes, moment->curves[i].points[k], stage->scene->ropes[i].radius);
        }
    }
    for (int32_t i = 0; i < stage->scene->cloth_count; i++) {
        for (int32_t k = 0; k < stage->scene->cloths[i].def.vertex_count; k++) {
            cli_box_add(&box, axes, moment->cloths[i][k], 0.0);
        }
    }
    return box;
}
