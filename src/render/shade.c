// SPDX-License-Identifier: MIT
// One warm lamp with a soft edge, a cool sky above and the ground's warm reflection from below.

#include "render/shade.h"

#include "core/assert.h"
#include "core/vec3.h"
#include "render/pattern.h"
#include "render/weave.h"

static const double lamp_light[3] = {1.30, 1.21, 1.08};
static const double sky_light[3] = {0.47, 0.53, 0.62};
static const double floor_light[3] = {0.27, 0.245, 0.22};

static bight_vec3 mix(const bight_vec3 *values, const int32_t *corners, double s, double t)
{
    bight_vec3 a = v3_mul(1.0 - s - t, values[corners[0]]);
    return v3_madd(v3_madd(a, s, values[corners[1]]), t, values[corners[2]]);
}

// The direction in which v grows along the surface: solve p(s, t), v(s, t) for dp/dv at constant u.
//   dp/dv = (-du_t e_s + du_s e_t) / (du_s dv_t - du_t dv_s)
static bight_vec3 along_v(const bight_mesh *mesh, const int32_t *corners, bight_vec3 normal)
{
    const double *a = mesh->uv + 2 * (size_t)corners[0], *b = mesh->uv + 2 * (size_t)corners[1];
    const double *c = mesh->uv + 2 * (size_t)corners[2];
    bight_vec3 e_s = v3_sub(mesh->positions[corners[1]], mesh->positions[corners[0]]);
    bight_vec3 e_t = v3_sub(mesh->positions[corners[2]], mesh->positions[corners[0]]);
    double determinant = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    double sign = determinant < 0.0 ? -1.0 : 1.0;
    bight_vec3 v = v3_sub(v3_mul(sign * (b[0] - a[0]), e_t), v3_mul(sign * (c[0] - a[0]), e_s));
    return v3_unit(v3_madd(v, -v3_dot(v, normal), normal), v3_perpendicular(normal));
}

// Smooth, bumped and lit: normal is the shape's, bumped the pattern's.
static void light_up(const bi_stage *stage, bight_vec3 bumped, bight_vec3 ray, const double colour[3],
                     double gloss, double depth, bi_hit *hit)
{
    bight_vec3 up = stage->has_ground ? stage->ground_normal : stage->pinhole.up;
    double facing = fmax(v3_dot(bumped, stage->lamp), 0.0), above = 0.5 + 0.5 * v3_dot(bumped, up);

    // a little light wraps around fibres; then a highlight (Blinn 1977) and Schlick's Fresnel term
    bight_vec3 half = v3_unit(v3_sub(stage->lamp, ray), bumped);
    double power = 12.0 + 160.0 * gloss * gloss;
    double shine = pow(fmax(v3_dot(bumped, half), 0.0), power) * (power + 8.0) / 32.0 * facing;
    double grazing = 1.0 + fmin(v3_dot(bumped, ray), 0.0);
    double fresnel = 0.04 + 0.96 * grazing * grazing * grazing * grazing * grazing;
    double mirror = gloss * gloss * (0.25 + 0.75 * fresnel);

    // what a polished surface mirrors: the sky's gradient in the reflected direction
    bight_vec3 reflected = v3_madd(ray, -2.0 * v3_dot(ray, bumped), bumped);
    double high = 0.5 + 0.5 * v3_dot(reflected, up);
    high = fmin(fmax(2.5 * high - 0.75, 0.0), 1.0);
    high = high * high * (3.0 - 2.0 * high);
    for (int32_t k = 0; k < 3; k++) {
        double ambient = floor_light[k] + above * (sky_light[k] - floor_light[k]);
        double mirrored = 0.4 * floor_light[k] + high * (2.2 * sky_light[k] - 0.4 * floor_light[k]);
        hit->key[k] = lamp_light[k] * (colour[k] * facing * depth + 0.35 * gloss * shine * depth);
        hit->sky[k] = depth * (colour[k] * ambient + mirror * mirrored);
        hit->glow[k] = 0.0;
    }
}

// Where on the pattern, or the texture, a point of a triangle lies.
static void place_on(const bight_mesh *mesh, const int32_t *corners, double s, double t, double *u, double *v)
{
    const double *a = mesh->uv + 2 * (size_t)corners[0], *b = mesh->uv + 2 * (size_t)corners[1];
    const double *c = mesh->uv + 2 * (size_t)corners[2];
    *u = a[0] + s * (b[0] - a[0]) + t * (c[0] - a[0]);
    *v = a[1] + s * (b[1] - a[1]) + t * (c[1] - a[1]);
}

// The bumped normal of a height field h(u, v): n - h_u e_u - h_v e_v
static bight_vec3 bump(const bight_mesh *mesh, const int32_t *corners, bight_vec3 normal, double slope_u,
                       double slope_v)
{
    bight_vec3 along = along_v(mesh, corners, normal), around = v3_cross(along, normal);
    return v3_unit(v3_madd(v3_madd(normal, -slope_u, around), -slope_v, along), normal);
}

bi_hit bi_shade_surface(const bi_stage *stage, const bi_shaded_surface *surface, int32_t triangle, double s,
                        double t, bight_vec3 ray, double distance)
{
    BI_ASSERT(triangle >= 0);
    const bight_mesh *mesh = surface->mesh;
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    bi_hit hit;
    hit.place = mix(mesh->positions, corners, s, t);
    bight_vec3 e_s = v3_sub(mesh->positions[corners[1]], mesh->positions[corners[0]]);
    bight_vec3 e_t = v3_sub(mesh->positions[corners[2]], mesh->positions[corners[0]]);
    bight_vec3 facet = v3_unit(v3_cross(e_s, e_t), v3_mul(-1.0, ray));
    hit.normal = mesh->normals == NULL ? facet : v3_unit(mix(mesh->normals, corners, s, t), facet);
    bool behind = v3_dot(facet, ray) > 0.0;
    if (behind) {
        hit.normal = v3_mul(-1.0, hit.normal); // seen from inside, through a hole
    }

    bight_vec3 bumped = hit.normal;
    double colour[3] = {surface->colour[0], surface->colour[1], surface->colour[2]}, depth = 1.0;
    double lift = 1e-4 * stage->size;
    if (surface->cloth) {
        const double *ground = behind ? surface->back : surface->colour;
        bi_weave_point point = {.light = 1.0, .tint = 1.0};
        if (surface->weave != BIGHT_WEAVE_NONE) {
            double u, v;
            place_on(mesh, corners, s, t, &u, &v);
            point = bi_weave_at(surface->weave, surface->repeat, u, v, distance * stage->pinhole.pixel);
            bumped = bump(mesh, corners, hit.normal, point.slope_u, point.slope_v);
        }
        depth = point.light;
        for (int32_t k = 0; k < 3; k++) {
            colour[k] = point.tint * (ground[k] + point.accent * (surface->tracer[k] - ground[k]));
        }
    } else if (surface->radius > 0.0) {
        double u, v;
        place_on(mesh, corners, s, t, &u, &v);
        double circumference = 6.283185307179586 * surface->radius;
        bi_pattern_point point =
            bi_pattern_at(surface->pattern, u, v, distance * stage->pinhole.pixel / circumference);

        bumped = bump(mesh, corners, hit.normal, point.slope_u, point.slope_v);
        depth = point.light;
        for (int32_t k = 0; k < 3; k++) {
            colour[k] = point.tint * (colour[k] + point.tracer * (surface->tracer[k] - colour[k]));
        }
        lift = surface->lift;
    }

    light_up(stage, bumped, ray, colour, surface->gloss, depth, &hit);
    hit.place = v3_madd(hit.place, lift, hit.normal);
    return hit;
}

bi_hit bi_shade_background(const bi_stage *stage)
{
    bi_hit hit = {.place = stage->centre};
    for (int32_t k = 0; k < 3; k++) {
        hit.glow[k] = stage->background[k];
    }
    return hit;
}

bool bi_shade_ground(const bi_stage *stage, bight_vec3 ray, bi_hit *hit, double *distance)
{
    if (!stage->has_ground) {
        return false;
    }

    double slope = v3_dot(ray, stage->ground_normal);
    double height = v3_dot(v3_sub(stage->pinhole.eye, stage->ground_point), stage->ground_normal);
    if (!(slope < -1e-6) || !(height > 0.0)) {
        return false;
    }
    *distance = height / -slope;
    *hit = bi_shade_background(stage);
    hit->place = v3_madd(stage->pinhole.eye, *distance, ray);

    // far from everything the ground is plain background: no horizon
    double far = v3_distance(hit->place, stage->ground_point) / stage->size;
    double fade = far < 2.0 ? 0.0 : far > 5.0 ? 1.0 : (far - 2.0) / 3.0;
    if (fade >= 1.0) {
        return false;
    }

    hit->normal = stage->ground_normal;
    hit->place = v3_madd(hit->place, 1e-4 * stage->size, hit->normal);
    for (int32_t k = 0; k < 3; k++) {
        double light = (1.0 - fade) * stage->background[k];
        hit->glow[k] -= light;
        hit->key[k] = 0.52 * light;
        hit->sky[k] = 0.48 * light;
    }
    return true;
}
