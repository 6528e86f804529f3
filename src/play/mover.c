// SPDX-License-Identifier: MIT
// Hands and obstacles on their way along a path.

#include "play/mover.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/turn.h"
#include "geom/path.h"
#include "geom/pose.h"
#include "play/hand.h"
#include "play/obstacle.h"

#include <string.h>

#define ARRIVED 0.01   // radii
#define PROGRESS 0.001 // radii
#define LEASH 2.0      // cycles that a target runs ahead of what it leads

// ---- where it is ------------------------------------------------------------------------------------

static bight_pose pose_now(const bight_play *play, const bi_mover *mover)
{
    bight_pose pose = {0};
    if (mover->hand >= 0) {
        pose = bi_hand_pose(play, &play->hands[mover->hand]);
    } else {
        pose = bi_obstacle_now(play, mover->obstacle, NULL);
    }
    return bi_pose_normalised(pose);
}

double bi_mover_lag(const bight_play *play, const bi_mover *mover)
{
    double lag = 0.0;
    if (mover->hand >= 0) {
        bi_hand_position(play, &play->hands[mover->hand], &lag);
    } else {
        bi_obstacle_now(play, mover->obstacle, &lag);
    }
    return lag;
}

static double radius_of(const bight_play *play, const bi_mover *mover)
{
    return mover->hand >= 0 ? bi_hand_grain(play, &play->hands[mover->hand]) : bi_play_grain(play);
}

// ---- paths ------------------------------------------------------------------------------------------

// start, then the points (each moved by `offset`); closed motions end where they began
static bight_status lay_path(bight_play *play, bi_mover *mover, bight_scene_points points, bight_vec3 offset,
                             bool smooth, bool back)
{
    const bight_allocator *allocator = &play->def.env.allocator;

    // corners: the start, the points and, of a closed motion, the start again
    int32_t corners = points.count + 1 + back;
    int64_t count = smooth ? bi_path_round_count(corners, false) : corners;
    if (count > INT32_MAX) {
        return bi_play_fail(play, BIGHT_ERROR_TOO_LARGE, "the path has too many points to be rounded");
    }

    bight_vec3 *given = bi_new_array(allocator, (size_t)corners, sizeof *given);
    mover->points = bi_new_array(allocator, (size_t)count, sizeof *mover->points);
    mover->lengths = bi_new_array(allocator, (size_t)count, sizeof *mover->lengths);
    mover->count = (int32_t)count;
    if (given == NULL || mover->points == NULL || mover->lengths == NULL) {
        bi_free_array(allocator, given, (size_t)corners, sizeof *given);
        return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory for the path");
    }

    given[0] = mover->start.position;
    for (int32_t i = 0; i < points.count; i++) {
        given[i + 1] = v3_add(points.at[i], offset);
    }
    if (back) {
        given[corners - 1] = given[0];
    }

    // rounded or with its corners, then s[i] = length of the path up to point i
    if (smooth) {
        bi_path_round((bight_curve){given, corners, false}, mover->points);
    } else {
        memcpy(mover->points, given, (size_t)corners * sizeof *given);
    }
    bi_free_array(allocator, given, (size_t)corners, sizeof *given);
    bi_path_lengths((bight_curve){mover->points, mover->count, false}, mover->lengths);
    mover->length = mover->lengths[mover->count - 1];
    return BIGHT_OK;
}

static void lay_turns(bight_play *play, bi_mover *mover, double turns, bight_vec3 axis,
                      bight_scene_points center, double rise)
{
    mover->axis = v3_unit(axis, v3(0, 1, 0));
    mover->center = center.count > 0       ? center.at[0]
                    : mover->obstacle >= 0 ? mover->start.position
                                           : v3(0, 0, 0);
    mover->turns = turns;
    mover->rise = rise;
    bight_vec3 arm = v3_sub(mover->start.position, mover->center);
    double radius = v3_length(v3_madd(arm, -v3_dot(arm, mover->axis), mover->axis));
    if (mover->obstacle >= 0) {
        radius += bi_obstacle_reach(&play->scene->obstacles[mover->obstacle].def);
    } else {
        radius += bi_hand_reach(play, &play->hands[mover->hand]);
    }
    double round = 6.283185307179586 * radius * turns;
    mover->length = sqrt(round * round + rise * rise);
}

static bight_pose pose_at(bi_mover *mover)
{
    bight_pose pose = mover->start;
    if (mover->kind != BIGHT_MOVE_TURNS) {
        bight_curve path = {mover->points, mover->count, false};
        pose.position = bi_path_at(path, mover->lengths, mover->part * mover->length, &mover->segment);
        return pose;
    }

    // arm = along + out; out turns in the plane of (out, axis x out)
    bi_turn turn = bi_turn_of(mover->turns * mover->part),
            half = bi_turn_of(0.5 * mover->turns * mover->part);
    bight_vec3 arm = v3_sub(mover->start.position, mover->center);
    bight_vec3 along = v3_mul(v3_dot(arm, mover->axis), mover->axis), out = v3_sub(arm, along);
    bight_vec3 turned = v3_madd(v3_mul(turn.cosine, out), turn.sine, v3_cross(mover->axis, out));
    along = v3_madd(along, mover->rise * mover->part, mover->axis);
    pose.position = v3_add(mover->center, v3_add(along, turned));

    // product of the quaternions (half.sine axis, half.cosine) and start
    const double *r = mover->start.rotation;
    bight_vec3 u = v3_mul(half.sine, mover->axis), v = v3(r[0], r[1], r[2]);
    bight_vec3 w = v3_add(v3_madd(v3_mul(r[3], u), half.cosine, v), v3_cross(u, v));
    pose.rotation[0] = w.x;
    pose.rotation[1] = w.y;
    pose.rotation[2] = w.z;
    pose.rotation[3] = half.cosine * r[3] - v3_dot(u, v);
    return pose;
}

// ---- start ------------------------------------------------------------------------------------------

bight_status bi_mover_start(bight_play *play, bi_mover *mover, const bight_scene_move *move)
{
    *mover = (bi_mover){.hand = move->hand_index,
                        .obstacle = move->obstacle_index,
                        .kind = move->kind,
                        .waits = move->speed <= 1.0 && move->cycles == 0,
                        .arrive = move->arrive,
                        .patience = move->patience,
                        .best = (double)INFINITY};
    mover->start = pose_now(play, mover);
    mover->limit =
        mover->hand >= 0 ? bi_hand_limit(play, &play->hands[mover->hand]) : bi_obstacle_limit(play);
    bight_status status = BIGHT_OK;
    if (move->kind == BIGHT_MOVE_TURNS) {
        lay_turns(play, mover, move->turns, move->axis, move->center, move->rise);
    } else {
        bool to = move->kind == BIGHT_MOVE_TO;
        status = lay_path(play, mover, to ? move->to : move->by, to ? v3(0, 0, 0) : mover->start.position,
                          move->smooth, false);
    }
    double pace = move->cycles > 0 ? 1.0 / move->cycles : move->speed * mover->limit / mover->length;
    mover->pace = pace < 1.0 ? pace : 1.0; // also when the length is 0
    return status;
}

bight_status bi_mover_start_motion(bight_play *play, bi_mover *mover, int32_t obstacle)
{
    BI_ASSERT(obstacle >= 0 && obstacle < play->scene->obstacle_count);
    const bight_scene_motion *motion = play->scene->obstacles[obstacle].motion;
    *mover = (bi_mover){.hand = -1, .obstacle = obstacle, .waits = true};
    mover->start = pose_now(play, mover);
    mover->limit = bi_obstacle_limit(play);
    if (motion->kind == BIGHT_MOTION_PATH) {
        bight_status status = lay_path(play, mover, motion->path, v3(0, 0, 0), motion->smooth, true);
        double pace = motion->speed * mover->limit / mover->length;
        mover->pace = pace < 1.0 ? pace : 1.0;
        return status;
    }
    mover->kind = BIGHT_MOVE_TURNS;
    lay_turns(play, mover, motion->period > 0.0 ? 1.0 : -1.0, motion->axis, motion->center, 0.0);
    mover->pace = 1.0 / fabs(motion->period);
    return BIGHT_OK;
}

void bi_mover_free(bight_play *play, bi_mover *mover)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    bi_free_array(allocator, mover->points, (size_t)mover->count, sizeof *mover->points);
    bi_free_array(allocator, mover->lengths, (size_t)mover->count, sizeof *mover->lengths);
    *mover = (bi_mover){0};
}

// ---- each cycle -------------------------------------------------------------------------------------

bight_status bi_mover_aim(bight_play *play, bi_mover *mover)
{
    if (mover->done) {
        return BIGHT_OK;
    }
    if (!mover->waits || bi_mover_lag(play, mover) <= LEASH * mover->limit) {
        mover->part += mover->pace;
        bool endless = mover->patience == 0;
        if (mover->part > 1.0 - 1e-12) {
            mover->part = endless ? mover->part - 1.0 : 1.0;
            mover->part = mover->part > 0.0 ? mover->part : 0.0;
        }
    }
    bight_pose pose = pose_at(mover);
    if (mover->hand >= 0) {
        bi_hand_aim(play, &play->hands[mover->hand], pose.position);
        return mover->kind == BIGHT_MOVE_TURNS ? bi_hand_turn(play, &play->hands[mover->hand], &pose)
                                               : BIGHT_OK;
    }
    bi_obstacle_aim(play, mover->obstacle, pose);
    return BIGHT_OK;
}

bight_status bi_mover_look(bight_play *play, bi_mover *mover, bool *stuck)
{
    if (mover->done) {
        return BIGHT_OK;
    }
    double lag = bi_mover_lag(play, mover), radius = radius_of(play, mover);
    double left = (1.0 - mover->part) * mover->length + lag;
    if (mover->part >= 1.0 && lag <= ARRIVED * radius) {
        mover->done = true;
        return BIGHT_OK;
    }
    if (left < mover->best - PROGRESS * radius) {
        mover->best = left;
        mover->stalled = 0;
    } else if (++mover->stalled >= mover->patience) {
        mover->done = !mover->arrive;
        *stuck = *stuck || mover->arrive;
        if (mover->done && mover->hand >= 0) {
            // a hand that was stopped stays where it is
            bight_pose here = pose_now(play, mover);
            bi_hand_aim(play, &play->hands[mover->hand], here.position);
            return bi_hand_turn(play, &play->hands[mover->hand], &here);
        }
    }
    return BIGHT_OK;
}
