// SPDX-License-Identifier: MIT
// A guess at how long a script takes, for progress bars: straight ways at the asked speed.

#include "play/estimate.h"

#include "core/vec3.h"
#include "play/control.h"
#include "play/hand.h"
#include "play/obstacle.h"

#define PULL_GUESS 1500.0
#define LEAD_GUESS 400.0
#define SETTLE_GUESS 300.0

static double way(bight_vec3 from, bight_scene_points points)
{
    double length = 0.0;
    for (int32_t i = 0; i < points.count; i++) {
        length += v3_distance(from, points.at[i]);
        from = points.at[i];
    }
    return length;
}

// origin is where the hand was last told to be; bi_hand.origin is free until a pull begins
static double guess_move(bight_play *play, const bight_scene_move *move)
{
    bight_vec3 at = move->hand_index >= 0 ? play->hands[move->hand_index].origin
                                          : play->scene->obstacles[move->obstacle_index].position;
    double limit =
        move->hand_index >= 0 ? bi_hand_limit(play, &play->hands[move->hand_index]) : bi_obstacle_limit(play);
    double length;
    if (move->kind == BIGHT_MOVE_TO) {
        length = way(at, move->to);
        at = move->to.at[move->to.count - 1];
    } else if (move->kind == BIGHT_MOVE_BY) {
        length = way((bight_vec3){0, 0, 0}, move->by);
        at = v3_add(at, move->by.at[move->by.count - 1]);
    } else {
        bight_vec3 center = move->center.count > 0 ? move->center.at[0] : (bight_vec3){0, 0, 0};
        length = 6.3 * fabs(move->turns) * v3_distance(at, center) + fabs(move->rise);
    }
    if (move->hand_index >= 0) {
        play->hands[move->hand_index].origin = at;
    }
    double speed = fmin(move->speed, 1.0) * limit;
    return move->cycles > 0 ? move->cycles : length / speed;
}

static double guess_step(bight_play *play, const bight_scene_step *step)
{
    double most = 0.0;
    switch (step->verb) {
    // no cycles, but the hand's place: the next move of it is measured from there
    case BIGHT_VERB_GRASP: {
        if (step->grasp->cloth_index >= 0) {
            const bight_scene_cloth *cloth = &play->scene->cloths[step->grasp->cloth_index];
            bool grip = step->grasp->kind == BIGHT_GRASP_VERTICES;
            int32_t vertex = grip ? step->grasp->held.at[0] : step->grasp->vertex_index; // not of near
            play->hands[step->grasp->hand_index] =
                (bi_hand){.on_cloth = true,
                          .cloth = step->grasp->cloth_index,
                          .origin = step->grasp->kind == BIGHT_GRASP_NEAR ? step->grasp->near.at[0]
                                                                          : cloth->def.positions[vertex]};
            return 0.0;
        }
        bight_curve curve = play->scene->ropes[step->grasp->rope_index].curve;
        int32_t node =
            step->grasp->kind == BIGHT_GRASP_NODE ? bight_scene_node(step->grasp->node, curve.count) : 0;
        bi_hand *hand = &play->hands[step->grasp->hand_index];
        hand->rope = step->grasp->rope_index;
        hand->on_cloth = false;
        hand->origin = step->grasp->kind == BIGHT_GRASP_NODE ? curve.points[node] : step->grasp->near.at[0];
        return 0.0;
    }

    // cycles = way / speed; of motions side by side the longest
    case BIGHT_VERB_MOVE:
        return guess_move(play, step->move);
    case BIGHT_VERB_TOGETHER:
        for (int32_t i = 0; i < step->together.count; i++) {
            most = fmax(most, guess_move(play, &step->together.at[i]));
        }
        return most;
    case BIGHT_VERB_PULL:
        for (int32_t i = 0; i < step->pull.count; i++) {
            most = fmax(most, step->pull.at[i].cycles);
        }
        return most;

    case BIGHT_VERB_TARGET:
        play->hands[step->target->hand_index].origin = step->target->at;
        return 0.0;

    // waits as given; those for rest or tightness a usual number at most
    case BIGHT_VERB_WAIT:
        return step->wait->cycles;
    case BIGHT_VERB_SETTLE:
        return fmin(SETTLE_GUESS, step->settle->cycles);
    case BIGHT_VERB_LEAD:
        return fmin(LEAD_GUESS, step->lead->cycles);
    case BIGHT_VERB_REDRESS:
    case BIGHT_VERB_MODEL:
        return 0.0;
    case BIGHT_VERB_PULL_TIGHT:
        return fmin(PULL_GUESS, step->pull_tight->cycles);

    // manoeuvres are programs of steps, which take the sum
    default:
        for (int32_t i = 0; i < step->program.count; i++) {
            most += bi_control_guess(&step->program.at[i]);
        }
        return most;
    }
}

void bi_verb_estimate(bight_play *play)
{
    play->expected[0] = 0;
    for (int32_t i = 0; i < play->scene->script_count; i++) {
        double cycles = fmin(guess_step(play, &play->scene->script[i]), 1e9);
        int32_t until = play->scene->script[i].until;
        cycles = until > 0 ? fmin(cycles, fmax(0.0, until - (double)play->expected[i])) : cycles;
        play->expected[i + 1] = play->expected[i] + (int64_t)(cycles + 0.5);
    }
    for (int32_t i = 0; i < play->scene->hand_count; i++) {
        play->hands[i] = (bi_hand){0};
    }
}
