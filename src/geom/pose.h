// SPDX-License-Identifier: MIT
// Rigid motions with unit quaternions (x, y, z, w).

#pragma once

#include "bight/shape.h"
#include "core/hash.h"
#include "core/vec3.h"

/// The rotation of a pose as its quaternion made unit; all zero becomes no rotation.
static inline bight_pose bi_pose_normalised(bight_pose pose)
{
    double *r = pose.rotation;
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    if (!(length > 1e-150)) {
        r[0] = r[1] = r[2] = 0.0;
        r[3] = 1.0;
        return pose;
    }
    for (int32_t i = 0; i < 4; i++) {
        r[i] /= length;
    }
    return pose;
}

static inline bool bi_pose_is_finite(const bight_pose *pose)
{
    const double *r = pose->rotation;
    return v3_is_finite(pose->position) && isfinite(r[0]) && isfinite(r[1]) && isfinite(r[2]) &&
           isfinite(r[3]);
}

static inline uint64_t bi_pose_hash(uint64_t hash, const bight_pose *pose)
{
    hash = bi_hash_vec3(hash, pose->position);
    for (int32_t k = 0; k < 4; k++) {
        hash = bi_hash_double(hash, pose->rotation[k]);
    }
    return hash;
}

/// v turned by the quaternion: v + 2 w (u x v) + 2 u x (u x v), u the vector part.
static inline bight_vec3 bi_pose_turn(const bight_pose *pose, bight_vec3 v)
{
    bight_vec3 u = v3(pose->rotation[0], pose->rotation[1], pose->rotation[2]);
    bight_vec3 t = v3_mul(2.0, v3_cross(u, v));
    return v3_add(v3_madd(v, pose->rotation[3], t), v3_cross(u, t));
}

/// The opposite turn.
static inline bight_vec3 bi_pose_turn_back(const bight_pose *pose, bight_vec3 v)
{
    bight_vec3 u = v3(-pose->rotation[0], -pose->rotation[1], -pose->rotation[2]);
    bight_vec3 t = v3_mul(2.0, v3_cross(u, v));
    return v3_add(v3_madd(v, pose->rotation[3], t), v3_cross(u, t));
}

/// From the shape's frame to the world.
static inline bight_vec3 bi_pose_out(const bight_pose *pose, bight_vec3 local)
{
    return v3_add(bi_pose_turn(pose, local), pose->position);
}

/// From the world to the shape's frame.
static inline bight_vec3 bi_pose_in(const bight_pose *pose, bight_vec3 world)
{
    return bi_pose_turn_back(pose, v3_sub(world, pose->position));
}

/// One motion after another: x goes to second(first(x)).
static inline bight_pose bi_pose_after(const bight_pose *second, const bight_pose *first)
{
    bight_pose one = bi_pose_normalised(*first), two = bi_pose_normalised(*second), both;
    const double *a = two.rotation, *b = one.rotation;
    both.rotation[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    both.rotation[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    both.rotation[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    both.rotation[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    both.position = bi_pose_out(&two, one.position);
    return both;
}

/// Part of the way from a to b: positions and quaternions blended straight, the latter made unit again.
static inline bight_pose bi_pose_blend(const bight_pose *a, const bight_pose *b, double t)
{
    bight_pose blend = {.position = v3_lerp(a->position, b->position, t)};
    double dot = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        dot += a->rotation[i] * b->rotation[i];
    }
    for (int32_t i = 0; i < 4; i++) {
        double to = dot < 0.0 ? -b->rotation[i] : b->rotation[i];
        blend.rotation[i] = a->rotation[i] + t * (to - a->rotation[i]);
    }
    return bi_pose_normalised(blend);
}

/// A bound on how far a point within `reach` of the origin moves between two poses.
static inline double bi_pose_travel(const bight_pose *a, const bight_pose *b, double reach)
{
    // chord of the relative turn: |q_a - q_b| = 2 sin(angle / 4) and chord = 2 reach sin(angle / 2)
    double minus = 0.0, plus = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        double d = a->rotation[i] - b->rotation[i], s = a->rotation[i] + b->rotation[i];
        minus += d * d;
        plus += s * s;
    }
    double quarter = sqrt(minus < plus ? minus : plus);
    return v3_distance(a->position, b->position) + 2.0 * reach * (quarter < 1.0 ? quarter : 1.0);
}
