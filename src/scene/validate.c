// SPDX-License-Identifier: MIT

#include "scene/validate.h"

#include "geom/validate.h"

static bool within(int32_t index, int32_t count)
{
    return index >= 0 && index < count;
}

static bool all_within(const int32_t *indices, int32_t given, int32_t count)
{
    bool sound = given == 0 || indices != NULL;
    for (int32_t i = 0; i < given && sound; i++) {
        sound = within(indices[i], count);
    }
    return sound;
}

static bool grasp_is_valid(const bight_scene *scene, const bight_scene_grasp *grasp)
{
    bool held = grasp->cloth_index >= 0 ? within(grasp->cloth_index, scene->cloth_count)
                                        : within(grasp->rope_index, scene->rope_count);
    return held && within(grasp->hand_index, scene->hand_count);
}

// A hand or an obstacle, never both.
static bool move_is_valid(const bight_scene *scene, const bight_scene_move *move)
{
    return (move->hand_index < 0) != (move->obstacle_index < 0) && move->hand_index < scene->hand_count &&
           move->obstacle_index < scene->obstacle_count;
}

static bool moves_are_valid(const bight_scene *scene, bight_scene_moves moves)
{
    bool sound = true;
    for (int32_t i = 0; i < moves.count && sound; i++) {
        sound = move_is_valid(scene, &moves.at[i]);
    }
    return sound;
}

// Of a script's step: one of the first four kinds, with strands of the scene.
static bool action_is_valid(const bight_scene *scene, const bight_scene_action *action)
{
    int32_t strands = scene->strand_count;
    switch (action->kind) {
    case BIGHT_ACTION_CROSS:
        return within(action->cross->active_index, strands) && within(action->cross->target_index, strands);
    case BIGHT_ACTION_WIND:
        return (action->wind->hand_index >= 0 ? within(action->wind->hand_index, scene->hand_count)
                                              : within(action->wind->active_index, strands)) &&
               (action->wind->target_index < 0 ? within(action->wind->obstacle_index, scene->obstacle_count)
                                               : within(action->wind->target_index, strands));
    case BIGHT_ACTION_TIGHTEN:
        return all_within(action->tighten->strand_indices, action->tighten->strands.count, strands);
    case BIGHT_ACTION_LET_GO:
        return all_within(action->let_go_indices, action->let_go.count, strands);
    case BIGHT_ACTION_GOAL:
        return within(action->goal->strand_index, strands);
    default:
        return false;
    }
}

static bool step_is_valid(const bight_scene *scene, const bight_scene_step *step)
{
    int32_t hands = scene->hand_count;
    bool sound = true;
    switch (step->verb) {
    case BIGHT_VERB_GRASP:
        return step->grasp != NULL && grasp_is_valid(scene, step->grasp);
    case BIGHT_VERB_MOVE:
        return step->move != NULL && move_is_valid(scene, step->move);
    case BIGHT_VERB_TOGETHER:
        return moves_are_valid(scene, step->together);
    case BIGHT_VERB_TARGET:
        return step->target != NULL && within(step->target->hand_index, hands);
    case BIGHT_VERB_RELEASE:
        return all_within(step->release_indices, step->release.count, hands);
    case BIGHT_VERB_WAIT:
        return step->wait != NULL;
    case BIGHT_VERB_PULL_TIGHT:
        return step->pull_tight != NULL &&
               all_within(step->pull_tight->hand_indices, step->pull_tight->hands.count, hands);
    case BIGHT_VERB_EXPECT:
        return step->expect != NULL;
    case BIGHT_VERB_STILL:
        return step->still != NULL;
    case BIGHT_VERB_SET:
        return step->set != NULL;
    case BIGHT_VERB_PULL:
        for (int32_t i = 0; i < step->pull.count && sound; i++) {
            const bight_scene_force *force = &step->pull.at[i];
            sound = force->hand != NULL ? within(force->hand_index, hands)
                                        : within(force->rope_index, scene->rope_count);
        }
        return sound;
    case BIGHT_VERB_PIN:
        return step->pin != NULL && within(step->pin->cloth_index, scene->cloth_count);
    case BIGHT_VERB_UNPIN:
        return step->unpin != NULL && within(step->unpin->cloth_index, scene->cloth_count);
    case BIGHT_VERB_SETTLE:
        return step->settle != NULL;
    case BIGHT_VERB_LEAD:
        return step->lead != NULL && within(step->lead->dress_index, scene->dress_count);
    case BIGHT_VERB_REDRESS:
        return step->redress != NULL && within(step->redress->dress_index, scene->dress_count);
    case BIGHT_VERB_MODEL:
        return step->model != NULL &&
               all_within(step->model->rope_indices, step->model->rope_count, scene->rope_count);

    // manoeuvres
    default:
        for (int32_t i = 0; i < step->program.count && sound; i++) {
            sound = action_is_valid(scene, &step->program.at[i]);
        }
        return sound && step->program.count > 0;
    }
}

bool bi_scene_is_valid(const bight_scene *scene)
{
    bool sound = scene->world != NULL && scene->view != NULL && scene->cloth != NULL;
    for (int32_t i = 0; i < scene->rope_count && sound; i++) {
        const bight_scene_rope *rope = &scene->ropes[i];
        sound = rope->name != NULL && rope->spring != NULL && rope->rod != NULL && rope->radius > 0.0 &&
                rope->curve.count >= 2 && bi_curve_is_valid(rope->curve);
    }

    for (int32_t i = 0; i < scene->obstacle_count && sound; i++) {
        sound = scene->obstacles[i].name != NULL;
    }
    for (int32_t i = 0; i < scene->cloth_count && sound; i++) {
        const bight_scene_cloth *cloth = &scene->cloths[i];
        sound = cloth->name != NULL && cloth->edge > 0.0 &&
                all_within(cloth->pinned.at, cloth->pinned.count, cloth->def.vertex_count) &&
                all_within(cloth->sewn.at, 2 * cloth->sewn.count, cloth->def.vertex_count);
    }

    // names that became indices
    for (int32_t i = 0; i < scene->seam_count && sound; i++) {
        sound = all_within(scene->seams[i].cloth_indices, 2, scene->cloth_count);
    }
    for (int32_t i = 0; i < scene->strand_count && sound; i++) {
        sound = within(scene->strands[i].rope_index, scene->rope_count);
    }

    for (int32_t i = 0; i < scene->script_count && sound; i++) {
        sound = step_is_valid(scene, &scene->script[i]);
    }
    return sound;
}
