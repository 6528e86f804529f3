// SPDX-License-Identifier: MIT
// What a text says, before its names mean anything. Linking fills in these objects and hands them to bight_scene,
// where they are const.

#pragma once

#include "bight/scene.h"

typedef struct bi_parsed_moves {
    bight_scene_move *at; // (count)
    int32_t count;
} bi_parsed_moves;

typedef struct bi_parsed_forces {
    bight_scene_force *at; // (count)
    int32_t count;
} bi_parsed_forces;

typedef struct bi_parsed_places {
    bight_scene_vertex_place *at; // (count)
    int32_t count;
} bi_parsed_places;

typedef struct bi_parsed_cloth_expect {
    bight_scene_cloth_expect said; // all but what follows, here and below
    bi_parsed_places places;
    bight_scene_apart *apart;
} bi_parsed_cloth_expect;

typedef struct bi_parsed_expect {
    bight_scene_expect said;
    bight_scene_winding *winding;
    bight_scene_linking *linking;
    bight_scene_slack *slack;
    bight_scene_place *place;
    bight_scene_joined *joined;
    bight_scene_extension *extension;
    bight_scene_seat *seat;
    bight_scene_worst *worst;
    bi_parsed_cloth_expect *cloth;
} bi_parsed_expect;

typedef struct bi_parsed_step {
    bight_scene_step said;
    bight_scene_grasp *grasp;
    bight_scene_move *move;
    bi_parsed_moves together;
    bight_scene_target *target;
    bight_scene_pull *pull_tight;
    bi_parsed_expect *expect;
    bi_parsed_forces pull;
    bight_scene_pin *pin, *unpin;
    bight_scene_wind *wind;
    bight_scene_lead *lead;
    bight_scene_redress *redress;
    bight_scene_model *model;
} bi_parsed_step;

typedef struct bi_parsed_scene {
    bight_scene said; // with the counts of what follows
    bight_scene_rope *ropes;
    bight_scene_obstacle *obstacles;
    bi_parsed_step *script;
    bight_scene_strand *strands;
    bight_scene_cloth *cloths;
    bight_scene_seam *seams;
    bight_scene_dress *dress;
} bi_parsed_scene;
