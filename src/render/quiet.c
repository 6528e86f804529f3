// SPDX-License-Identifier: MIT

#include "render/quiet.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#define MOST_BALLS 2048 // all together, but at least one a surface
#define MOST_A_SURFACE 128

// ---- balls ------------------------------------------------------------------------------------------

static int32_t balls_of(const bi_stage *stage, const bight_mesh *mesh)
{
    int32_t most = MOST_BALLS / stage->count;
    most = most < 1 ? 1 : most > MOST_A_SURFACE ? MOST_A_SURFACE : most;
    return mesh->triangle_count < most ? mesh->triangle_count : most;
}

// around the corners of triangles first to end - 1: half the diagonal of their box
static void enclose(const bight_mesh *mesh, int64_t first, int64_t end, double ball[4])
{
    bight_vec3 low = mesh->positions[mesh->triangles[3 * first]], high = low;
    for (int64_t i = 3 * first; i < 3 * end; i++) {
        bight_vec3 p = mesh->positions[mesh->triangles[i]];
        low = v3(bi_min(low.x, p.x), bi_min(low.y, p.y), bi_min(low.z, p.z));
        high = v3(bi_max(high.x, p.x), bi_max(high.y, p.y), bi_max(high.z, p.z));
    }
    bight_vec3 centre = v3_lerp(low, high, 0.5);
    ball[0] = centre.x;
    ball[1] = centre.y;
    ball[2] = centre.z;
    ball[3] = 0.5 * v3_distance(low, high);
}

bight_status bi_quiet_make(const bight_allocator *allocator, const bi_stage *stage, double lamp_spread,
                           double sky_reach, bi_quiet *quiet, bight_error *error)
{
    *quiet = (bi_quiet){.lamp_spread = lamp_spread, .sky_reach = sky_reach};
    for (int32_t i = 0; i < stage->count; i++) {
        quiet->count += (size_t)balls_of(stage, stage->surfaces[i].mesh);
    }
    quiet->balls = bi_new_array(allocator, quiet->count, sizeof *quiet->balls);
    if (quiet->balls == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a picture of %d surfaces",
                       stage->count);
    }
    size_t at = 0;
    for (int32_t i = 0; i < stage->count; i++) {
        const bight_mesh *mesh = stage->surfaces[i].mesh;
        int64_t balls = balls_of(stage, mesh), triangles = mesh->triangle_count;
        for (int64_t k = 0; k < balls; k++) {
            enclose(mesh, k * triangles / balls, (k + 1) * triangles / balls, quiet->balls[at++]);
        }
    }
    return BIGHT_OK;
}

void bi_quiet_free(const bight_allocator *allocator, bi_quiet *quiet)
{
    bi_free_array(allocator, quiet->balls, quiet->count, sizeof *quiet->balls);
    *quiet = (bi_quiet){0};
}

// ---- tiles ------------------------------------------------------------------------------------------

// The view through a tile: rays within `wide` of the unit direction `ahead`, and the ground within `reach` of
// `ground`.
typedef struct view {
    bight_vec3 ahead, ground;
    double wide, reach;
    int32_t on_ground; // of five rays
} view;

static bool hits_ground(const bi_stage *stage, bight_vec3 ray, bight_vec3 *place)
{
    double slope = v3_dot(ray, stage->ground_normal);
    double height = v3_dot(v3_sub(stage->pinhole.eye, stage->ground_point), stage->ground_normal);
    if (!stage->has_ground || !(slope < -1e-6) || !(height > 0.0)) {
        return false;
    }
    *place = v3_madd(stage->pinhole.eye, height / -slope, ray);
    return true;
}

// A tile and the ground seen through it are convex: their corners are the farthest from the middle.
static view look_through(const bi_stage *stage, double x0, double y0, double x1, double y1)
{
    const double corners[4][2] = {{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}};
    view v = {.ahead = bi_pinhole_ray(&stage->pinhole, 0.5 * (x0 + x1), 0.5 * (y0 + y1))};
    v.on_ground = hits_ground(stage, v.ahead, &v.ground);
    for (int32_t i = 0; i < 4; i++) {
        bight_vec3 ray = bi_pinhole_ray(&stage->pinhole, corners[i][0], corners[i][1]), place;
        v.wide = bi_max(v.wide, v3_distance(ray, v.ahead));
        if (hits_ground(stage, ray, &place)) {
            v.on_ground++;
            v.reach = bi_max(v.reach, v3_distance(place, v.ground));
        }
    }
    v.reach += 1e-3 * stage->size; // rays start a little above
    return v;
}

// A ray that meets the ball of radius r, d away, does so at a distance of at most d + r, where it has
// parted from the middle ray by no more than (d + r) wide.
static bool may_see(const bi_stage *stage, const view *v, bight_vec3 centre, double r)
{
    bight_vec3 to = v3_sub(centre, stage->pinhole.eye);
    double along = v3_dot(to, v->ahead), square = v3_length_squared(to);
    double near = r + (sqrt(square) + r) * v->wide;
    return square - bi_max(along, 0.0) * bi_max(along, 0.0) <= near * near;
}

// A ray from the ground to the lamp is t (lamp + w), w across the lamp's direction and no longer than
// lamp_spread. With q from the middle of the ground to the ball, a = q . lamp, it can reach the ball only for
// t <= a + r + reach, and there q's part across is no longer than r + reach + t lamp_spread.
static bool may_dim(const bi_quiet *quiet, const bi_stage *stage, const view *v, bight_vec3 centre, double r)
{
    bight_vec3 q = v3_sub(centre, v->ground);
    double near = r + v->reach, a = v3_dot(q, stage->lamp), t = a + near, square = v3_length_squared(q);
    double lamp = near + t * quiet->lamp_spread, sky = near + quiet->sky_reach;
    return (t >= 0.0 && square - a * a <= lamp * lamp) || square <= sky * sky;
}

bool bi_quiet_tile(const bi_quiet *quiet, const bi_stage *stage, int32_t x0, int32_t y0, int32_t x1,
                   int32_t y1)
{
    BI_ASSERT(x0 <= x1 && y0 <= y1);
    double w = stage->width, h = stage->height;
    view v = look_through(stage, x0 / w, y0 / h, x1 / w, y1 / h);
    if (v.on_ground != 0 && v.on_ground != 5) {
        return false; // the horizon
    }
    for (size_t i = 0; i < quiet->count; i++) {
        bight_vec3 centre = v3(quiet->balls[i][0], quiet->balls[i][1], quiet->balls[i][2]);
        double r = quiet->balls[i][3] * (1.0 + 1e-9);
        if (may_see(stage, &v, centre, r) || (v.on_ground > 0 && may_dim(quiet, stage, &v, centre, r))) {
            return false;
        }
    }
    return true;
}
