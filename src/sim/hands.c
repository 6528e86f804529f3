// SPDX-License-Identifier: MIT

#include "sim/hands.h"

#include "core/vec3.h"
#include "sim/held.h"
#include "sim/model.h"
#include "sim/response/response.h"
#include "sim/sheet/sheet.h"

// A step d from p that does not leave the ball around c, or does not increase the distance when p is outside
// already: the end of the step is projected onto the ball, so that a taut run lets the hand slide round.
// Projection onto a ball that holds p never makes the step longer.
static bight_vec3 stay_within(bight_vec3 p, bight_vec3 d, bight_vec3 c, double limit)
{
    bight_vec3 from = v3_sub(p, c), to = v3_add(from, d);
    double here = v3_length(from), there = v3_length(to), most = bi_max(limit, here);
    return there > most ? v3_sub(v3_mul(most / there, to), from) : d;
}

// The cluster that a node belongs to, by one of the two links that meet in it, or -1.
static int32_t cluster_at(const bight_world *world, const bi_rope *rope, int32_t node)
{
    if (world->contact_count == 0 || bi_response_is_solved(world)) {
        return -1;
    }
    int32_t links = bi_link_count(rope), after = node - rope->first, before = after - 1;
    before = before < 0 && rope->closed ? links - 1 : before;
    int32_t cluster = after < links ? world->cluster[rope->first + after] : -1;
    return cluster < 0 && before >= 0 ? world->cluster[rope->first + before] : cluster;
}

// The cluster that moves with the hand on this node, or -1: its own, unless an obstacle keeps that
// where it is or another hand has hold of it too.
static int32_t cluster_in_tow(const bight_world *world, const bi_rope *rope, int32_t node)
{
    int32_t cluster = cluster_at(world, rope, node), hands = 0;
    for (int32_t i = 0; i < world->contact_count && cluster >= 0; i++) {
        int32_t link = world->contact_links[2 * i];
        if (link >= 0 && world->contact_links[2 * i + 1] == BI_OBSTACLE_LINK &&
            world->cluster[link] == cluster) {
            return -1;
        }
    }
    for (int32_t i = 0; i < world->hand_count && cluster >= 0; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        if (hand->alive) {
            const bi_rope *other = &world->ropes[hand->rope];
            hands += cluster_at(world, other, other->first + hand->node) == cluster;
        }
    }
    return hands == 1 ? cluster : -1;
}

// A rope that touches nothing may be longer than it should for a few cycles, when a quick hand has led it out
// of shape; it comes back by itself.
#define OUT_OF_SHAPE 1.03

// What holds a hand back on one side: found once a cycle, asked for every step that is tried.
typedef struct side {
    bight_vec3 p;       // where the hand is
    bight_vec3 out;     // away from its first link, unit; zero when there is none
    double room;        // by how much the rope may be lengthened; infinite when nothing holds it
    bight_vec3 held[2]; // the nearest held node and the next hand
    double reach[2];    // how far they may be, 0 when there is none
} side;

// Walk along the rope from a hand on one side (forward 1 or -1). The nearest held node, k links away, may be
// neither beyond k h in a straight line nor beyond k h along the rope, which may run through a knot.
// Beyond it, up to the next hand, no piece of rope that begins at this one may be longer than its links
// allow: what a knot on the way has been stretched by is felt by the hands that stretch it.
// @param in_tow The cluster that moves with the hand, or -1.
static side survey(const bight_world *world, const bi_rope *rope, int32_t node, int32_t forward,
                   int32_t in_tow)
{
    BI_ASSERT((forward == 1 || forward == -1) && node >= rope->first && node < rope->first + rope->count);
    side found = {.p = world->at[node], .room = HUGE_VAL};

    int32_t first = rope->first, end = rope->first + rope->count;
    int32_t from = forward > 0 ? node + 1 : first, to = forward > 0 ? end : node;
    if (!rope->closed && bi_next_held(world->held, from, to) == to) {
        return found; // it dangles
    }

    // walk outwards: so many links k, so long the rope up to there
    double room = HUGE_VAL, room_to_held = HUGE_VAL,
           link = bi_response_stretch_limit(world, rope) * rope->length;
    double allowed = rope->knotted > 0 ? link : OUT_OF_SHAPE * link, length = 0.0;
    bight_vec3 previous = found.p;
    int32_t i = node;
    for (int32_t k = 1; k < rope->count || !rope->closed; k++) {
        i += forward;
        if (i < first || i >= end) {
            if (!rope->closed) {
                room = room_to_held; // the rest dangles
                break;
            }
            i = i < first ? end - 1 : first;
        }
        length += v3_distance(world->at[i], previous);
        previous = world->at[i];
        if (k == 1) {
            found.out = v3_unit(v3_sub(found.p, previous), v3(0, 0, 0));
        }

        // the nearest held node: k links in a straight line and along the rope
        if (room_to_held == HUGE_VAL) {
            // what travels with the hand does not hold it back; another hand never does
            bool travels =
                in_tow >= 0 && !(world->held[i] & BI_IN_HAND) && cluster_at(world, rope, i) == in_tow;
            if (world->held[i] == 0 || travels) {
                continue;
            }
            found.held[0] = previous;
            found.reach[0] = k * link;
            room_to_held = k * allowed - length;
        }

        // beyond it, up to the next hand: along the rope
        room = bi_min(room, k * allowed - length);
        if (world->held[i] & BI_IN_HAND) {
            found.held[1] = previous;
            found.reach[1] = k * link;
            break;
        }
    }

    found.room = room;
    return found;
}

// As much of the step d as one side allows.
static bight_vec3 limit_side(const side *found, bight_vec3 d)
{
    // moving away from the first link lengthens the rope by that much, unless the other end moves
    double away = v3_dot(d, found->out), excess = away - bi_max(found->room, 0.0);
    if (away > 0.0 && excess > 0.0) {
        d = v3_madd(d, -excess, found->out);
    }

    // last, because it has no exception
    for (int32_t k = 0; k < 2; k++) {
        d = found->reach[k] > 0.0 ? stay_within(found->p, d, found->held[k], found->reach[k]) : d;
    }
    return d;
}

// From one point to another, shortened if its length could not be squared.
static bight_vec3 towards(bight_vec3 from, bight_vec3 to)
{
    bight_vec3 d = v3_sub(to, from);
    double most = bi_max(bi_max(fabs(d.x), fabs(d.y)), fabs(d.z));
    return most > 1e150 ? v3_mul(1e150 / most, d) : d;
}

// How often both sides of a hand are asked, and how often before its step is halved.
#define ROUNDS 40
#define PROJECTIONS 4

static void lead(bight_world *world, const bi_model *model, bi_rope_hand *hand, bight_vec3 by)
{
    if (model->lead != NULL) {
        model->lead(world, hand, by);
    } else {
        hand->aim = v3_add(world->at[world->ropes[hand->rope].first + hand->node], by);
    }
}

int32_t bi_move_hands(bight_world *world)
{
    int32_t stopped = 0;
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        hand->stretched = false;
        if (!hand->alive) {
            continue;
        }

        const bi_rope *rope = &world->ropes[hand->rope];
        int32_t node = rope->first + hand->node;
        if (hand->pulls) {
            hand->aim = world->at[node];
            continue;
        }

        // the speed limit: delta is slightly below the radius
        bight_vec3 d = towards(world->at[node], hand->target);

        double distance = v3_length(d), most = world->def.speed_limit * rope->radius;
        if (distance > most) {
            d = v3_mul(most / distance, d);
        }
        if (rope->engaged > 0 && bi_response_may_solve(rope)) {
            most = bi_response_speed(world, rope);
            d = distance > most ? v3_mul(most / distance, towards(world->at[node], hand->target)) : d;
        }
        d = bi_sheets_stop(world, rope, node, d);
        hand->aim = v3_add(world->at[node], d);
        if (rope->engaged > 0 && bi_response_may_solve(rope)) {
            continue;
        }

        const bi_model *model = bi_model_of(rope);
        if (model->stretches) {
            lead(world, model, hand, d);
            continue;
        }

        // The stretch limit: k links between held nodes are never pulled beyond k h. What one side takes off
        // may be too much for the other, so both are asked again and again; staying put is right for both, so
        // halving ends.
        bight_vec3 wanted = d;
        int32_t in_tow = cluster_in_tow(world, rope, node);
        side after = survey(world, rope, node, 1, in_tow), before = survey(world, rope, node, -1, in_tow);
        for (int32_t round = 0; round < ROUNDS; round++) {
            bight_vec3 one = limit_side(&after, d);
            bight_vec3 both = limit_side(&before, one);
            bool agreed = v3_distance(limit_side(&after, both), both) <= 1e-12 * most;
            d = agreed || round < PROJECTIONS ? both : v3_mul(0.5, both);
            if (agreed) {
                break;
            }
        }

        // what is left of the step; the model takes it from here
        if (v3_distance(wanted, d) > 1e-9 * most) {
            hand->stretched = true;
            stopped++;
        }
        lead(world, model, hand, d);
    }
    return stopped;
}
