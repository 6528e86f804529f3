// SPDX-License-Identifier: MIT
// The hands in the scene: those of its script, and those that were made here. A hand holds a node of a rope
// or a vertex of a cloth.

#include "web_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAUT                                                                                                 \
    1.04 // an edge of cloth at a hand, over its length at rest (cloth/kinematic.c slows a hand to 1.08)

static int32_t script_hands(void)
{
    return bw_now.scene != NULL ? bw_now.scene->hand_count : 0;
}

int32_t bw_hand_count(void)
{
    return script_hands() + bw_now.hand_count;
}

static bw_hand_slot *own_hand(int32_t hand)
{
    int32_t own = hand - script_hands();
    return own >= 0 && own < bw_now.hand_count ? &bw_now.hands[own] : NULL;
}

bight_hand_id bw_rope_hand(int32_t hand)
{
    const bw_hand_slot *own = own_hand(hand);
    return own != NULL ? own->rope_hand : bight_play_hand(bw_now.play, hand);
}

static bight_cloth_hand_id cloth_hand_of(int32_t hand)
{
    const bw_hand_slot *own = own_hand(hand);
    return own != NULL ? own->cloth_hand : bight_play_cloth_hand(bw_now.play, hand);
}

static bool on_rope(int32_t hand, bight_hand_state *state)
{
    return bight_hand_get(bw_now.world, bw_rope_hand(hand), state) == BIGHT_OK;
}

static bool on_cloth(int32_t hand, bight_cloth_hand_state *state)
{
    return bw_now.cloth != NULL && bight_cloth_hand_get(bw_now.cloth, cloth_hand_of(hand), state) == BIGHT_OK;
}

// ---- grasping ---------------------------------------------------------------------------------------

// a name that no hand of the script has
static void name_hand(bw_hand_slot *slot, int32_t number)
{
    bool taken = true;
    for (; taken; number++) {
        snprintf(slot->name, sizeof slot->name, "hand%d", (int)number);
        taken = false;
        for (int32_t i = 0; i < bw_hand_count(); i++) {
            const char *other = bw_hand_name(i);
            taken = taken || (other != slot->name && strcmp(other, slot->name) == 0);
        }
    }
}

// the first hand that holds nothing, or one more; -1 when there is no memory
static int32_t free_hand(void)
{
    int32_t own = 0;
    bight_hand_state rope;
    bight_cloth_hand_state cloth;
    while (own < bw_now.hand_count &&
           (on_rope(script_hands() + own, &rope) || on_cloth(script_hands() + own, &cloth))) {
        own++;
    }
    if (own == bw_now.hand_count) {
        bw_hand_slot *grown = realloc(bw_now.hands, ((size_t)own + 1) * sizeof *grown);
        if (grown == NULL) {
            return bw_fail_words("no memory for another hand");
        }
        bw_now.hands = grown;
        bw_now.hands[own] = (bw_hand_slot){0};
        bw_now.hand_count++;
        name_hand(&bw_now.hands[own], own + 1);
    }
    bw_now.hands[own].rope_hand = (bight_hand_id){0};
    bw_now.hands[own].cloth_hand = (bight_cloth_hand_id){0};
    return own;
}

int32_t bw_grasp(int32_t rope, int32_t node)
{
    int32_t own = free_hand();
    if (own < 0) {
        return own;
    }
    bight_error error = {0};
    bight_status status = bight_hand_grasp(bw_now.world, bight_play_rope(bw_now.play, rope), node,
                                           &bw_now.hands[own].rope_hand, &error);
    return status == BIGHT_OK ? script_hands() + own : bw_fail(&error);
}

int32_t bw_grasp_cloth(int32_t cloth, int32_t vertex)
{
    if (bw_now.cloth == NULL) {
        return bw_fail_words("there is no cloth in this scene");
    }
    int32_t own = free_hand();
    if (own < 0) {
        return own;
    }
    bight_error error = {0};
    bight_status status = bight_cloth_grasp(bw_now.cloth, bight_play_cloth(bw_now.play, cloth), vertex,
                                            &bw_now.hands[own].cloth_hand, &error);
    return status == BIGHT_OK ? script_hands() + own : bw_fail(&error);
}

int32_t bw_target(int32_t hand, double x, double y, double z)
{
    bight_vec3 target = {x, y, z};
    bight_cloth_hand_state state;
    bight_status status = on_cloth(hand, &state)
                              ? bight_cloth_hand_set_target(bw_now.cloth, cloth_hand_of(hand), target)
                              : bight_hand_set_target(bw_now.world, bw_rope_hand(hand), target);
    return status == BIGHT_OK ? 0 : bw_fail_words("this hand holds nothing, or its target is no place");
}

int32_t bw_release(int32_t hand)
{
    bw_draw_end(hand);
    bool held = bight_hand_release(bw_now.world, bw_rope_hand(hand));
    held = held || (bw_now.cloth != NULL && bight_cloth_release(bw_now.cloth, cloth_hand_of(hand)));
    return held ? 0 : bw_fail_words("this hand holds nothing");
}

// ---- looking ----------------------------------------------------------------------------------------

static double distance(bight_vec3 a, bight_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static double rest_length(const bight_cloth_def *def, int32_t triangle, int32_t from, int32_t to)
{
    const int32_t *v = def->triangles + 3 * (size_t)triangle;
    if (def->uv == NULL) {
        return distance(def->positions[v[from]], def->positions[v[to]]);
    }
    const int32_t *p = def->uv_triangles != NULL ? def->uv_triangles + 3 * (size_t)triangle : v;
    const double *a = def->uv + 2 * (size_t)p[from], *b = def->uv + 2 * (size_t)p[to];
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

// some edge at the vertex is longer than it should be
static bool taut(int32_t cloth, int32_t vertex)
{
    const bight_cloth_def *def = &bw_now.scene->cloths[cloth].def;
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(bw_now.play, cloth, &count);
    for (int32_t t = 0; t < def->triangle_count; t++) {
        const int32_t *v = def->triangles + 3 * (size_t)t;
        for (int32_t k = 0; k < 3; k++) {
            int32_t next = (k + 1) % 3;
            if ((v[k] == vertex || v[next] == vertex) &&
                distance(at[v[k]], at[v[next]]) > TAUT * rest_length(def, t, k, next)) {
                return true;
            }
        }
    }
    return false;
}

int32_t bw_hand(int32_t hand)
{
    bight_hand_state state;
    bight_cloth_hand_state held;
    bw_numbers[0] = 1;
    bw_numbers[1] = bw_numbers[12] = -1;
    bw_numbers[13] = 0.0;
    if (on_rope(hand, &state)) {
        int32_t rope = 0;
        while (rope < bw_rope_count() && bight_play_rope(bw_now.play, rope).index1 != state.rope.index1) {
            rope++;
        }
        bw_numbers[1] = rope;
        bw_numbers[2] = state.node;
        bw_put_vec3(3, state.position);
        bw_put_vec3(6, state.target);
        bw_numbers[9] = state.lag;
        bw_numbers[13] = state.pull;
        bw_numbers[10] = state.stretched;
        bw_numbers[11] = state.blocked;
    } else if (on_cloth(hand, &held)) {
        int32_t cloth = 0;
        while (cloth < bw_cloth_count() && bight_play_cloth(bw_now.play, cloth).index1 != held.cloth.index1) {
            cloth++;
        }
        bw_numbers[2] = held.vertex;
        bw_put_vec3(3, held.position);
        bw_put_vec3(6, held.target);
        bw_numbers[9] = held.lag;
        bw_numbers[10] = held.lag > 0.0 && taut(cloth, held.vertex);
        bw_numbers[11] = 0;
        bw_numbers[12] = cloth;
    } else {
        bw_numbers[0] = 0;
    }
    return 0;
}

const char *bw_hand_name(int32_t hand)
{
    const bw_hand_slot *own = own_hand(hand);
    return own != NULL ? own->name : bw_now.scene->hands[hand];
}

int32_t bw_pick(double x, double y, double z, double dx, double dy, double dz, double reach)
{
    bight_pick pick;
    if (!bight_world_pick(bw_now.world, (bight_vec3){x, y, z}, (bight_vec3){dx, dy, dz}, reach, &pick)) {
        return 0;
    }
    int32_t rope = 0;
    while (rope < bw_rope_count() && bight_play_rope(bw_now.play, rope).index1 != pick.rope.index1) {
        rope++;
    }
    bw_numbers[0] = rope;
    bw_numbers[1] = pick.node;
    bw_numbers[2] = pick.distance;
    bw_numbers[3] = pick.off;
    return 1;
}
