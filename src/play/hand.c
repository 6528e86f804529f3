// SPDX-License-Identifier: MIT
// A hand of the script, whether it holds a node of a rope or a vertex of a cloth.

#include "play/hand.h"

#include "core/vec3.h"
#include "geom/needle_nodes.h"
#include "play/sheets.h"

#include <string.h>

#define CLOTH_STRIDE 0.4 // edges that a vertex may be led in one iteration of cloth (cloth/kinematic.c)

bight_vec3 bi_hand_position(const bight_play *play, const bi_hand *hand, double *lag)
{
    bight_vec3 position = {0, 0, 0};
    double way = 0.0;
    if (hand->on_cloth) {
        bight_cloth_hand_state state;
        bight_cloth_hand_get(play->cloth_world, hand->cloth_hand, &state);
        position = state.position;
        way = state.lag;
    } else {
        bight_hand_state state;
        bight_hand_get(play->world, hand->rope_hand, &state);
        position = state.position;
        way = state.lag + (hand->turns ? state.turn_lag * bi_hand_reach(play, hand) : 0.0);
    }
    if (lag != NULL) {
        *lag = way;
    }
    return position;
}

bight_pose bi_hand_pose(const bight_play *play, const bi_hand *hand)
{
    bight_pose pose = {.position = bi_hand_position(play, hand, NULL), .rotation = {0.0, 0.0, 0.0, 1.0}};
    bight_hand_state state;
    if (hand->turns && bight_hand_get(play->world, hand->rope_hand, &state) == BIGHT_OK) {
        memcpy(pose.rotation, state.rotation, sizeof pose.rotation);
    }
    return pose;
}

bight_status bi_hand_turn(bight_play *play, const bi_hand *hand, const bight_pose *pose)
{
    bight_status status =
        hand->turns ? bight_hand_turn(play->world, hand->rope_hand, pose->rotation) : BIGHT_OK;
    return status == BIGHT_OK
               ? status
               : bi_play_fail(play, status, "a hand holds its needle no more and cannot turn it");
}

double bi_hand_reach(const bight_play *play, const bi_hand *hand)
{
    if (!hand->turns) {
        return 0.0;
    }
    bight_curve curve = bight_play_curve(play, hand->rope);
    const bight_needle_def *needle = &play->scene->ropes[hand->rope].rod->needle;
    int32_t first = bi_needle_first_node(needle->end == BIGHT_END_LAST, needle->links, curve.count);
    bight_hand_state state;
    bight_hand_get(play->world, hand->rope_hand, &state);
    return bi_needle_reach(curve.points, first, needle->links, state.position);
}

void bi_hand_aim(bight_play *play, const bi_hand *hand, bight_vec3 target)
{
    if (hand->on_cloth) {
        bight_cloth_hand_set_target(play->cloth_world, hand->cloth_hand, target);
    } else {
        bight_hand_set_target(play->world, hand->rope_hand, target);
    }
}

void bi_hand_release(bight_play *play, bi_hand *hand)
{
    if (hand->on_cloth) {
        bight_cloth_release(play->cloth_world, hand->cloth_hand);
    } else {
        bight_hand_release(play->world, hand->rope_hand);
    }
    hand->rope_hand = (bight_hand_id){0};
    hand->cloth_hand = (bight_cloth_hand_id){0};
    hand->on_cloth = hand->turns = false;
    hand->grasp = NULL;
}

bool bi_hand_holds(const bi_hand *hand)
{
    return hand->rope_hand.index1 != 0 || hand->cloth_hand.index1 != 0;
}

double bi_hand_grain(const bight_play *play, const bi_hand *hand)
{
    return hand->on_cloth ? play->scene->cloths[hand->cloth].edge : play->scene->ropes[hand->rope].radius;
}

double bi_hand_limit(const bight_play *play, const bi_hand *hand)
{
    const bight_scene_cloth_world *settings = play->scene->cloth;
    return hand->on_cloth
               ? CLOTH_STRIDE * bi_hand_grain(play, hand) * settings->steps * settings->newton_iterations
               : bi_play_hand_limit(play, hand->rope);
}

bight_status bi_hand_grasp(bight_play *play, const bight_scene_grasp *step)
{
    bi_hand *hand = &play->hands[step->hand_index];
    bight_error error = {0};
    int32_t vertex = step->kind == BIGHT_GRASP_NEAR
                         ? bi_sheets_nearest(play, step->cloth_index, step->near.at[0])
                         : step->vertex_index;
    bool many = step->kind == BIGHT_GRASP_VERTICES;
    bight_status status = bight_cloth_grasp_many(play->cloth_world, play->cloths[step->cloth_index],
                                                 many ? step->held.at : &vertex, many ? step->held.count : 1,
                                                 &hand->cloth_hand, &error);
    hand->on_cloth = status == BIGHT_OK;
    hand->cloth = step->cloth_index;
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

void bi_hands_feel(bight_play *play)
{
    for (int32_t i = 0; i < play->scene->hand_count; i++) {
        bi_hand *hand = &play->hands[i];
        bight_cloth_hand_state state;
        if (hand->on_cloth && bight_cloth_hand_get(play->cloth_world, hand->cloth_hand, &state) == BIGHT_OK) {
            hand->force.last = state.force;
            hand->force.most = fmax(hand->force.most, state.force);
            hand->force.felt = true;
        }
    }
}

bight_play_force bight_play_hand_force(const bight_play *play, int32_t hand)
{
    return hand >= 0 && hand < play->scene->hand_count ? play->hands[hand].force : (bight_play_force){0};
}

bight_hand_id bight_play_hand(const bight_play *play, int32_t hand)
{
    return hand >= 0 && hand < play->scene->hand_count ? play->hands[hand].rope_hand : (bight_hand_id){0};
}

bight_cloth_hand_id bight_play_cloth_hand(const bight_play *play, int32_t hand)
{
    return hand >= 0 && hand < play->scene->hand_count ? play->hands[hand].cloth_hand
                                                       : (bight_cloth_hand_id){0};
}
