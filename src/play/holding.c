// SPDX-License-Identifier: MIT

#include "play/holding.h"
#include "core/error.h"
#include "core/memory.h"
#include "geom/pose.h"
#include "play/around.h"
#include "play/obstacle.h"

#include <stdio.h>

// The middle of a torus, in its local xz plane: right angles, then halves of what is there.
static void make_ring(const bight_obstacle_def *def, const bight_pose *pose,
                      bight_vec3 points[BI_HOLDING_RING])
{
    bight_vec3 ways[BI_HOLDING_RING];
    const bight_vec3 quarters[] = {v3(1, 0, 0), v3(0, 0, 1), v3(-1, 0, 0), v3(0, 0, -1)};
    for (int32_t i = 0; i < 4; i++) {
        ways[i * BI_HOLDING_RING / 4] = quarters[i];
    }
    for (int32_t step = BI_HOLDING_RING / 4; step > 1; step /= 2) {
        for (int32_t i = step / 2; i < BI_HOLDING_RING; i += step) {
            bight_vec3 sum = v3_add(ways[i - step / 2], ways[(i + step / 2) % BI_HOLDING_RING]);
            ways[i] = v3_unit(sum, v3(1, 0, 0));
        }
    }
    for (int32_t i = 0; i < BI_HOLDING_RING; i++) {
        points[i] = v3_add(pose->position, bi_pose_turn(pose, v3_mul(def->size.x, ways[i])));
    }
}

static bool add_obstacle(const bight_play *play, int32_t obstacle, bi_holding *h)
{
    const bight_obstacle_def *def = &play->scene->obstacles[obstacle].def;
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, obstacle, NULL));
    bight_sailor_setting *s = &h->setting;
    if (def->kind == BIGHT_SHAPE_CAPSULE && s->pole_count < 1) {
        h->poles[s->pole_count++] = (bight_sailor_pole){pose.position, bi_pose_turn(&pose, v3(0, 1, 0))};
        return true;
    }
    if (def->kind == BIGHT_SHAPE_TORUS && s->ring_count < BI_HOLDING_RINGS) {
        make_ring(def, &pose, h->ring_points[s->ring_count]);
        h->rings[s->ring_count] = (bight_curve){h->ring_points[s->ring_count], BI_HOLDING_RING, true};
        s->ring_count++;
        return true;
    }
    return false;
}

// Hands on the first rope's inside hold loops; a rope of which only the last end is held hangs on that.
static void add_hands(const bight_play *play, const int32_t *ropes, bi_holding *h)
{
    bool ends[2][2] = {{false, false}, {false, false}};
    for (int32_t i = 0; i < play->scene->hand_count; i++) {
        bight_hand_state state;
        if (bight_hand_get(play->world, bight_play_hand(play, i), &state) != BIGHT_OK) {
            continue;
        }
        for (int32_t k = 0; k < h->setting.rope_count; k++) {
            bight_rope_id id = play->ropes[ropes[k]];
            if (state.rope.index1 != id.index1 || state.rope.generation != id.generation) {
                continue;
            }
            int32_t last = h->ropes[k].count - 1, near = last / 50;
            if (state.node <= near || state.node >= last - near) {
                ends[k][state.node > near] = true;
            } else if (k == 0 && h->setting.held_count < BI_HOLDING_HELD) {
                h->held[h->setting.held_count++] = state.node;
            }
        }
    }
    for (int32_t k = 0; k < h->setting.rope_count; k++) {
        h->loads[k] = ends[k][1] && !ends[k][0] ? BIGHT_SAILOR_LOAD_LAST : BIGHT_SAILOR_LOAD_FIRST;
    }
}

bool bi_holding_of(const bight_play *play, int32_t rope, bi_holding *h)
{
    int32_t ropes[2] = {rope, -1};
    *h = (bi_holding){.setting = {.rope_count = 1}};
    h->setting.ropes = h->ropes;
    h->setting.loads = h->loads;
    h->setting.rings = h->rings;
    h->setting.poles = h->poles;
    h->setting.held = h->held;
    h->ropes[0] = bight_play_curve(play, rope);
    bight_knot_around around = bight_play_around(play, rope);
    if (h->ropes[0].points == NULL || around.objects + around.cloths > 0 || around.ropes > 1) {
        return false;
    }
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        if (i != rope && h->setting.rope_count < 2 && bi_ropes_meet(play, rope, i)) {
            ropes[h->setting.rope_count] = i;
            h->ropes[h->setting.rope_count++] = bight_play_curve(play, i);
        }
    }
    bool known = true;
    for (int32_t i = 0; i < play->scene->obstacle_count && known; i++) {
        known = !bi_obstacle_meets(play, i, rope) || add_obstacle(play, i, h);
    }
    add_hands(play, ropes, h);
    return known;
}

bight_status bight_play_sailor(const bight_play *play, int32_t rope, bight_sailor_name *name,
                               bight_error *error)
{
    *name = (bight_sailor_name){.loop = -1};
    bi_holding holding;
    if (!bi_holding_of(play, rope, &holding)) {
        snprintf(name->basis, sizeof name->basis, "ropes with this around them are not named");
        return BIGHT_OK;
    }
    return bight_sailor_identify(&play->def.env, NULL, &holding.setting, name, error);
}

bight_status bight_play_sailor_nearest(const bight_play *play, int32_t rope, const char *intended,
                                       bight_sailor_near *near, bight_error *error)
{
    *near = (bight_sailor_near){.node = -1};
    bi_holding holding;
    return bi_holding_of(play, rope, &holding)
               ? bight_sailor_nearest(&play->def.env, NULL, &holding.setting, intended, near, error)
               : BIGHT_OK;
}

bight_status bight_play_setting(const bight_play *play, int32_t rope, bight_sailor_setting **setting,
                                bight_error *error)
{
    bi_holding *holding = bi_new_array(&play->def.env.allocator, 1, sizeof *holding);
    *setting = NULL;
    if (holding == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for what a rope holds");
    }
    if (bi_holding_of(play, rope, holding)) {
        *setting = &holding->setting; // the first member
    } else {
        bi_free_array(&play->def.env.allocator, holding, 1, sizeof *holding);
    }
    return BIGHT_OK;
}

void bight_play_setting_free(const bight_play *play, bight_sailor_setting *setting)
{
    if (setting != NULL) {
        bi_free_array(&play->def.env.allocator, (bi_holding *)setting, 1, sizeof(bi_holding));
    }
}
