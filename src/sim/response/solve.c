// SPDX-License-Identifier: MIT
// The solve of one group of ropes.

#include "sim/response/solve.h"

#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/model.h"
#include "sim/obstacle.h"
#include "sim/response/forces.h"
#include "sim/rod/rod.h"

// Newton steps of one try, and errors of links (over their length) and gaps (over touching) that are small enough.
#define PASSES 8
#define LINK_ENOUGH 0.001
#define GAP_ENOUGH 0.001

// How often hands try a quarter of their way, and where obstacles press on the group, how often what was found is halved,
// and rounds of freezing.
#define TRIES 3
#define TRIES_PRESSED 5
#define HALVINGS 3
#define FREEZES 30

// Elastic rods solve for the other ropes of their group too.
static const bi_model *solver_of(const bight_world *world)
{
    return world->response->newtons > 0.0 ? &bi_rod_model : &bi_ftl_model;
}

// What only the group's model moves (bi_model.turn).
static void turn(bight_world *world, double part, double step)
{
    const bi_model *model = solver_of(world);
    if (model->turn != NULL) {
        model->turn(world, part, step);
    }
}

// A share of the way from where the cycle began, for all nodes of the group.
static void take_part(bight_world *world, double part)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            world->at[i] = part > 0.0 ? v3_lerp(world->before[i], world->at[i], part) : world->before[i];
        }
    }
    turn(world, part, 0.0);
    world->response->looked = false;
    world->response->went_most *= part;
}

// x <- x + Delta, no node beyond the speed limit of its rope or the list: all of them are brought back alike, so that no
// link is stretched by that. @return Whether they were.
static bool move(bight_world *world)
{
    bi_response *r = world->response;
    double part = 1.0;
    r->went_most = 0.0;
    turn(world, 1.0, 1.0);
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        double most = 0.0, limit = bi_min(world->def.speed_limit * rope->radius, r->room);
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            if (r->chain[i].kind != BI_CHAIN_WALL) {
                world->at[i] = v3_add(world->at[i], r->chain[i].x);
            }
            most = bi_max(most, v3_length_squared(v3_sub(world->at[i], world->before[i])));
        }
        most = sqrt(most);
        r->went_most = bi_max(r->went_most, most);
        part = most * part > limit ? limit / most : part;
    }
    if (part < 1.0) {
        take_part(world, part);
    }
    return part < 1.0;
}

// Whether lengths and gaps are what the last Newton step took them for. After a step that was brought back links must be
// about as long as at rest.
static bool is_right(const bight_world *world, double gap, bool brought_back)
{
    return gap > -GAP_ENOUGH &&
           (brought_back ? bi_response_strain(world) : bi_response_link_error(world)) < LINK_ENOUGH;
}

// A hand never goes back from where the cycle began: what pulls harder than it can finds it at rest, and one at rest
// holds against any. @return Whether some hand was found to be pulled back.
static bool hold_hands(bight_world *world)
{
    bi_response *r = world->response;
    bool any = false;
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || !bi_response_solves(world, hand->rope) ||
            bi_response_is_guest(&world->ropes[hand->rope])) {
            continue;
        }
        int32_t node = world->ropes[hand->rope].first + hand->node;
        bight_vec3 way = v3_sub(hand->aim, world->before[node]);
        if (r->chain[node].kind != BI_CHAIN_WALL &&
            v3_dot(v3_sub(world->at[node], world->before[node]), way) < 0.0) {
            r->chain[node].kind = BI_CHAIN_WALL;
            world->at[node] = world->before[node];
            any = true;
        }
    }
    return any;
}

// The most that a rope of the group asks for.
static int32_t least_passes(const bight_world *world)
{
    const bi_response *r = world->response;
    int32_t least = 1;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        const bi_model *model = bi_model_of(rope);
        least = model->asks_twice != NULL && model->asks_twice(rope) ? 2 : least;
    }
    return least;
}

// One Newton step after the other, each with the contacts of where it begins, until lengths and gaps are right. Then
// the forces of the last step are those that hold it there.
static bight_status iterate(bight_world *world)
{
    bi_response *r = world->response;
    bool held = false, brought_back = false;
    int32_t least = least_passes(world);
    r->passes = 0;
    for (int32_t pass = 0; pass <= PASSES; pass++) {
        bight_status status = bi_response_index_grips(world);
        if (status != BIGHT_OK) {
            return status;
        }
        double gap = bi_response_look(world, pass == 0);
        if (pass == PASSES || (pass >= least && !held && is_right(world, gap, brought_back))) {
            return BIGHT_OK;
        }
        status = bi_response_find_grips(world);
        if (status != BIGHT_OK) {
            return status;
        }
        status = solver_of(world)->newton(world);
        if (status != BIGHT_OK) {
            return status;
        }
        brought_back = move(world);
        held = hold_hands(world);
        if (held) {

            // what a hand that was pulled back has done to others is undone
            take_part(world, 0.0);
            bi_response_take_back(world);
        }
        r->looked = false;
        r->passes++;
    }
    return BIGHT_OK;
}

// What hands that turn needles of the group want in this cycle, or `part` of that.
static void lead_needles(const bight_world *world, double part)
{
    for (int32_t g = 0; g < world->response->rope_count; g++) {
        const bi_rope *rope = &world->ropes[world->response->ropes[g]];
        if (rope->rod != NULL && rope->rod->needle != NULL && part < 1.0) {
            bi_needle_slow(rope, part);
        } else if (rope->rod != NULL && rope->rod->needle != NULL) {
            bi_needle_aim(world, rope);
        }
    }
}

// Guests are where the cycle began, and want to go where their own laws have led them, or `part` of that way.
static void lead_guests(bight_world *world, double part)
{
    for (int32_t g = 0; g < world->response->rope_count; g++) {
        bi_rope *rope = &world->ropes[world->response->ropes[g]];
        if (bi_response_is_guest(rope) && part < 1.0) {
            rope->own_part *= part;
        } else if (bi_response_is_guest(rope)) {
            bi_guest_begin(world, rope);
        }
    }
}

// Hands of the group want a quarter of what they wanted.
static void slow_hands(bight_world *world)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        bi_rope_hand *hand = &world->hands[h];
        if (hand->alive && bi_response_solves(world, hand->rope) &&
            !bi_response_is_guest(&world->ropes[hand->rope])) { // a guest's hand has moved by its own law
            bight_vec3 from = world->before[world->ropes[hand->rope].first + hand->node];
            hand->aim = v3_lerp(from, hand->aim, 0.25);
        }
    }
    lead_needles(world, 0.25);
    lead_guests(world, 0.25);
}

static bool is_beside(const bight_world *world, int32_t obstacle)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->pair_count; g++) {
        if (world->near[r->pairs[g]].obstacle == obstacle) {
            return true;
        }
    }
    return false;
}

static bool is_pressed(const bight_world *world)
{
    bool any = false;
    for (int32_t i = 0; i < world->obstacle_count && !any; i++) {
        any = bi_response_drives(&world->obstacles[i]) && is_beside(world, i);
    }
    return any;
}

// Obstacles beside the group go a part of the way that they wanted to go.
static void slow_obstacles(bight_world *world, double part)
{
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_obstacle *obstacle = &world->obstacles[i];
        if (bi_response_drives(obstacle) && is_beside(world, i)) {
            obstacle->pose =
                part > 0.0 ? bi_pose_blend(&obstacle->before, &obstacle->pose, part) : obstacle->before;
            bi_obstacle_place(obstacle);
            world->response->yielded = true;
        }
    }
}

// Where Newton steps do not converge, the contacts' nodes are dragged so many times more, at most so much; where they
// do in few steps the drag falls back.
#define MORE_DRAG 8.0
#define LESS_DRAG 0.7
#define FEW_PASSES 4

bight_status bi_response_solve_group(bight_world *world)
{
    bi_response *r = world->response;
    bight_status status = BIGHT_OK;
    bi_response_start(world);
    lead_needles(world, 1.0);
    lead_guests(world, 1.0);
    turn(world, 0.0, 0.0);

    // with slower hands and obstacles what was too far for Newton steps comes within their reach; an obstacle that presses
    // on what cannot give way stays
    int32_t tries = is_pressed(world) ? TRIES_PRESSED : TRIES;
    for (int32_t attempt = 0; attempt < tries && status == BIGHT_OK; attempt++) {
        if (attempt > 0) {
            take_part(world, 0.0);
            r->drag = bi_min(MORE_DRAG * r->drag, BI_RESPONSE_MOST_DRAG);
            slow_hands(world);
            slow_obstacles(world, attempt + 1 == tries ? 0.0 : attempt == 1 ? 0.5 : 0.25);
        }
        status = iterate(world);
        if (status != BIGHT_OK || bi_response_fits(world)) {
            bool easy = attempt == 0 && r->passes <= FEW_PASSES;
            r->drag = easy ? bi_max(LESS_DRAG * r->drag, 1.0) : r->drag;
            return status;
        }
    }

    if (status != BIGHT_OK) {
        return status;
    }

    // a part of it, then all of it but where it does not fit, then nothing: each leaves a state that fits
    for (int32_t halving = 0; halving < HALVINGS; halving++) {
        take_part(world, 0.5);
        if (bi_response_fits(world)) {
            return BIGHT_OK;
        }
    }
    if (bi_response_freeze(world, FREEZES)) {
        bi_rods_stay(world);
    } else {
        take_part(world, 0.0);
    }
    return BIGHT_OK;
}
