// SPDX-License-Identifier: MIT
// Names in a script become indices, and the script is checked once from end to end: who holds what, when.

#include "geom/needle_nodes.h"
#include "scene/names.h"

#include <math.h>
#include <string.h>

// ---- verbs ------------------------------------------------------------------------------------------

// @param node -1: it is known when the step begins.
static bight_status link_needle(const bi_linker *l, const bi_json_path *parent, const bight_scene_rope *rope,
                                int32_t node)
{
    bi_json_path at = {parent, "needle", 0};
    const bight_needle_def *needle = &rope->rod->needle;
    int32_t first = bi_needle_first_node(needle->end == BIGHT_END_LAST, needle->links, rope->curve.count);
    if (needle->links == 0) {
        return bi_read_fail(l->reader, &at, " is true, and \"%.40s\" has no needle: give the rope one",
                            rope->name);
    }
    return node < 0 || (node >= first && node <= first + needle->links)
               ? BIGHT_OK
               : bi_read_fail(l->reader, &at, " is true, and node %d is thread: the needle is nodes %d to %d",
                              (int)node, (int)first, (int)(first + needle->links));
}

static bight_status link_grasp(bi_linker *l, const bi_json_path *parent, bight_scene_grasp *grasp)
{
    bi_json_path path = {parent, "hand", 0};
    bool cloth = grasp->cloth != NULL || grasp->kind == BIGHT_GRASP_VERTEX ||
                 grasp->kind == BIGHT_GRASP_VERTICES || (grasp->rope == NULL && l->scene->rope_count == 0);
    int32_t node = -1;
    grasp->cloth_index = -1;
    if (cloth && (grasp->twist || grasp->roll != 0.0 || grasp->point.count > 0 || grasp->needle)) {
        const char *key = grasp->needle        ? "needle"
                          : grasp->twist       ? "twist"
                          : grasp->roll != 0.0 ? "roll"
                                               : "point";
        bi_json_path at = {parent, key, 0};
        return bi_read_fail(l->reader, &at, " is for elastic rods, and this is a cloth: leave it out");
    }
    bight_status status = cloth ? bi_link_cloth_grasp(l, parent, grasp)
                                : bi_link_rope(l, parent, grasp->rope, &grasp->rope_index);
    if (status != BIGHT_OK) {
        return status;
    }

    if (cloth) {
        node = grasp->vertex_index;
    } else if (grasp->kind == BIGHT_GRASP_NODE) {
        status = bi_link_node(l, parent, grasp->node, grasp->rope_index, &node);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (!cloth && grasp->needle) {
        status = link_needle(l, parent, &l->scene->ropes[grasp->rope_index], node);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // a new hand gets a place
    int32_t held = cloth ? l->scene->rope_count + grasp->cloth_index : grasp->rope_index;
    int32_t hand = bi_find_name(grasp->hand, l->hands, l->scene->hand_count, sizeof *l->hands);
    if (hand < 0 && l->scene->hand_count == MOST_HANDS) {
        return bi_read_fail(l->reader, &path, " is one hand too many: use at most %d", MOST_HANDS);
    }

    if (hand < 0) {
        hand = l->scene->hand_count++;
        l->hands[hand] = grasp->hand;
    } else if (l->held_rope[hand] >= 0) {
        return bi_read_fail(l->reader, &path, " is \"%s\", which holds something already: release it first",
                            grasp->hand);
    }

    for (int32_t other = 0; other < l->scene->hand_count && node >= 0; other++) {
        if (other != hand && l->held_rope[other] == held && l->held_node[other] == node) {
            bi_json_path at = {parent, cloth ? "vertex" : "node", 0};
            return bi_read_fail(l->reader, &at, " is %s %d, which \"%s\" holds already: take another",
                                cloth ? "vertex" : "node", (int)node, l->hands[other]);
        }
    }

    l->held_rope[hand] = held;
    l->held_node[hand] = node;
    grasp->hand_index = hand;
    return BIGHT_OK;
}

static bight_status link_move(const bi_linker *l, const bi_json_path *path, bight_scene_move *move)
{
    bi_json_path hand = {path, "hand", 0};
    move->hand_index = move->obstacle_index = -1;
    if ((move->hand != NULL) == (move->obstacle != NULL)) {
        return bi_read_fail(l->reader, path, " must name either a hand or an obstacle: give one");
    }
    if (move->hand != NULL) {
        return bi_link_hand(l, &hand, move->hand, &move->hand_index);
    }
    bight_status status = bi_link_obstacle(l, path, move->obstacle, &move->obstacle_index);
    if (status == BIGHT_OK && l->scene->obstacles[move->obstacle_index].motion != NULL) {
        return bi_read_fail(l->reader, path,
                            " moves \"%s\", which has a motion of its own: drop one of the two",
                            move->obstacle);
    }
    if (status == BIGHT_OK && l->scene->obstacles[move->obstacle_index].mass > 0.0) {
        return bi_read_fail(l->reader, path,
                            " moves \"%s\", which has a mass and goes where forces say: drop one of the two",
                            move->obstacle);
    }
    return status;
}

bight_status bi_link_moves(const bi_linker *l, const bi_json_path *parent, const char *key,
                           bi_parsed_moves moves)
{
    bi_json_path list = {parent, key, 0};
    bight_scene_move *at = moves.at;
    for (int32_t i = 0; i < moves.count; i++) {
        bi_json_path path = {&list, NULL, i};
        bight_status status = link_move(l, &path, &at[i]);
        if (status != BIGHT_OK) {
            return status;
        }
        for (int32_t k = 0; k < i; k++) {
            if (at[k].hand_index == at[i].hand_index && at[k].obstacle_index == at[i].obstacle_index) {
                return bi_read_fail(l->reader, &path, " moves \"%s\" a second time: once in a step is enough",
                                    at[i].hand != NULL ? at[i].hand : at[i].obstacle);
            }
        }
    }
    return BIGHT_OK;
}

static bool takes_time(bight_scene_verb verb)
{
    return verb == BIGHT_VERB_MOVE || verb == BIGHT_VERB_TOGETHER || verb == BIGHT_VERB_WAIT ||
           verb == BIGHT_VERB_PULL_TIGHT || verb == BIGHT_VERB_PULL || verb == BIGHT_VERB_SETTLE ||
           verb == BIGHT_VERB_LEAD;
}

static bight_status link_release(bi_linker *l, const bi_json_path *step, bight_scene_step *out)
{
    int32_t *indices = bi_pool_new(l->reader->pool, (size_t)out->release.count, sizeof *indices);
    if (indices == NULL) {
        return bi_read_no_memory(l->reader);
    }
    bight_status status = bi_link_hands(l, step, "release", out->release, indices);
    for (int32_t i = 0; i < out->release.count && status == BIGHT_OK; i++) {
        l->held_rope[indices[i]] = -1;
    }
    out->release_indices = indices;
    return status;
}

static bight_status link_pull(const bi_linker *l, const bi_json_path *path, bight_scene_pull *pull)
{
    int32_t *indices = bi_pool_new(l->reader->pool, (size_t)pull->hands.count, sizeof *indices);
    if (indices == NULL) {
        return bi_read_no_memory(l->reader);
    }
    pull->hand_indices = indices;
    bi_json_path directions = {path, "directions", 0};
    if (pull->directions.count == 0 && pull->hands.count < 2) {
        return bi_read_fail(l->reader, path, " has one hand and no directions: say where it pulls");
    }
    if (pull->directions.count > 0 && pull->directions.count != pull->hands.count) {
        return bi_read_fail(l->reader, &directions, " has %d vectors for %d hands: give one for each",
                            (int)pull->directions.count, (int)pull->hands.count);
    }
    return bi_link_hands(l, path, "hands", pull->hands, indices);
}

// A hand that holds a rope; whether that is a rod then, only the step knows.
static bight_status link_pulling_hand(const bi_linker *l, const bi_json_path *path, const bi_json_path *hand,
                                      bight_scene_force *force)
{
    if (force->rope != NULL || (int32_t)force->end >= 0 || force->section != 0.0) {
        return bi_read_fail(l->reader, path, " has a hand: leave out rope, end and section");
    }
    bight_status status = bi_link_hand(l, hand, force->hand, &force->hand_index);
    if (status == BIGHT_OK && l->held_rope[force->hand_index] >= l->scene->rope_count) {
        return bi_read_fail(l->reader, hand,
                            " is \"%s\", which holds cloth: only hands on rods pull with a force",
                            force->hand);
    }
    return status;
}

static bight_status link_forces(const bi_linker *l, const bi_json_path *parent, bi_parsed_forces forces)
{
    bi_json_path list = {parent, "pull", 0};
    bight_scene_force *at = forces.at;
    for (int32_t i = 0; i < forces.count; i++) {
        bi_json_path path = {&list, NULL, i}, name = {&path, "rope", 0}, hand = {&path, "hand", 0};
        at[i].hand_index = -1;
        if (at[i].hand != NULL) {
            bight_status found = link_pulling_hand(l, &path, &hand, &at[i]);
            if (found != BIGHT_OK) {
                return found;
            }
            continue;
        }
        if ((int32_t)at[i].end < 0) {
            return bi_read_fail(l->reader, &path,
                                " has neither hand nor end: say which hand pulls, or which end");
        }
        bight_status status = bi_link_rope(l, &path, at[i].rope, &at[i].rope_index);
        if (status != BIGHT_OK) {
            return status;
        }
        const bight_scene_rope *rope = &l->scene->ropes[at[i].rope_index];
        if (rope->model != BIGHT_MODEL_SPRING || rope->curve.closed) {
            return bi_read_fail(l->reader, &name, " is \"%s\", which is %s: %s", rope->name,
                                rope->curve.closed ? "closed" : "no spring rope",
                                rope->curve.closed ? "only an end can be pulled"
                                                   : "give it \"model\": \"spring\", or use a hand");
        }
    }
    return BIGHT_OK;
}

// Ropes by name, or all of them; the word's rank is not yet the model's.
static bight_status link_model(const bi_linker *l, const bi_json_path *path, bight_scene_model *model)
{
    static const bight_rope_model models[] = {BIGHT_MODEL_FTL, BIGHT_MODEL_PROJECTION, BIGHT_MODEL_ROD};
    model->to = models[model->to];
    bi_json_path friction = {path, "friction", 0};
    if (!isnan(model->friction) && model->to != BIGHT_MODEL_ROD) {
        return bi_read_fail(l->reader, &friction,
                            " is for rods: give \"to\": \"rod\", or set the world's friction");
    }
    int32_t count = model->ropes.count > 0 ? model->ropes.count : l->scene->rope_count;
    int32_t *indices = bi_pool_new(l->reader->pool, (size_t)count, sizeof *indices);
    if (indices == NULL) {
        return bi_read_no_memory(l->reader);
    }
    model->rope_indices = indices;
    bi_json_path list = {path, "ropes", 0};
    for (int32_t i = 0; i < count; i++) {
        bi_json_path name = {&list, NULL, i};
        indices[i] = i;
        bight_status status =
            model->ropes.count > 0 ? bi_link_rope(l, path, model->ropes.at[i], &indices[i]) : BIGHT_OK;
        if (status != BIGHT_OK) {
            return status;
        }
        const bight_scene_rope *rope = &l->scene->ropes[indices[i]];
        if (rope->model == BIGHT_MODEL_SPRING) {
            return bi_read_fail(l->reader, model->ropes.count > 0 ? &name : path,
                                " is \"%s\", a spring rope, whose nodes come and go: it keeps its model",
                                rope->name);
        }
    }
    model->rope_count = count;
    return BIGHT_OK;
}

// ---- all of it --------------------------------------------------------------------------------------

// letters that are safe in a file's name, and each name only once
static bight_status check_still(bi_linker *l, const bi_json_path *step, const char *name)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    bi_json_path path = {step, "still", 0};
    if (name[strspn(name, good)] != '\0') {
        return bi_read_fail(l->reader, &path, " is \"%s\": use letters, digits, - and _ only", name);
    }
    if (bi_find_name(name, l->stills, l->still_count, sizeof *l->stills) >= 0) {
        return bi_read_fail(l->reader, &path, " is \"%s\" a second time: give each picture its own name",
                            name);
    }
    if (l->still_count == MOST_STILLS) {
        return bi_read_fail(l->reader, &path, " is one picture too many: take at most %d", MOST_STILLS);
    }
    l->stills[l->still_count++] = name;
    return BIGHT_OK;
}

// The step as the script says it, and the objects of its verb.
static bight_scene_step step_of(const bi_parsed_step *in)
{
    bight_scene_step step = in->said;
    step.grasp = in->grasp;
    step.move = in->move;
    step.together = (bight_scene_moves){in->together.at, in->together.count};
    step.target = in->target;
    step.pull_tight = in->pull_tight;
    step.pull = (bight_scene_forces){in->pull.at, in->pull.count};
    step.pin = in->pin;
    step.unpin = in->unpin;
    step.wind = in->wind;
    step.lead = in->lead;
    step.redress = in->redress;
    step.model = in->model;
    return step;
}

static bight_status link_wind(bi_linker *l, const bi_json_path *path, bight_scene_wind *wind)
{
    // programs have the same object, so its moves are const in it: linked is a copy
    size_t count = (size_t)wind->meanwhile.count;
    bi_parsed_moves moves = {bi_pool_new(l->reader->pool, count, sizeof *moves.at), wind->meanwhile.count};
    if (moves.at == NULL) {
        return bi_read_no_memory(l->reader);
    }
    if (count > 0) {
        memcpy(moves.at, wind->meanwhile.at, count * sizeof *moves.at);
    }
    wind->meanwhile.at = moves.at;
    return bi_link_moves(l, path, "meanwhile", moves);
}

static bight_status link_step(bi_linker *l, const bi_parsed_step *in, bight_scene_step *step,
                              const bi_json_path *path)
{
    bi_json_path inner = {path, bight_scene_verb_name(in->said.verb), 0}, close = {path, "close", 0},
                 until = {path, "until", 0}, hand = {&inner, "hand", 0};

    *step = step_of(in);

    // options of a step that suit some verbs only
    if (!isnan(step->close) && step->verb != BIGHT_VERB_STILL) {
        return bi_read_fail(l->reader, &close, " goes with still only: leave it out");
    }

    if (!isnan(step->close) && l->scene->rope_count == 0) {
        return bi_read_fail(l->reader, &close,
                            " counts in rope diameters, and the scene has no rope: leave it out");
    }

    if (step->until > 0 && !takes_time(step->verb)) {
        return bi_read_fail(
            l->reader, &until,
            " goes with move, together, wait, settle, lead, pull and pull_tight only: leave it out");
    }

    // grasp and release also change what the hands hold from here on
    switch (step->verb) {
    case BIGHT_VERB_GRASP:
        return link_grasp(l, &inner, in->grasp);
    case BIGHT_VERB_MOVE:
        return link_move(l, &inner, in->move);
    case BIGHT_VERB_TOGETHER:
        return bi_link_moves(l, path, "together", in->together);
    case BIGHT_VERB_TARGET:
        return bi_link_hand(l, &hand, in->target->hand, &in->target->hand_index);
    case BIGHT_VERB_RELEASE:
        return link_release(l, path, step);
    case BIGHT_VERB_PULL_TIGHT:
        return link_pull(l, &inner, in->pull_tight);
    case BIGHT_VERB_PULL:
        return link_forces(l, path, in->pull);
    case BIGHT_VERB_EXPECT: {
        bight_scene_expect *expect = bi_pool_new(l->reader->pool, 1, sizeof *expect);
        step->expect = expect;
        return expect != NULL ? bi_link_expect(l, &inner, in->expect, expect) : bi_read_no_memory(l->reader);
    }
    case BIGHT_VERB_STILL:
        return check_still(l, path, step->still);
    case BIGHT_VERB_SET:
        if (step->set->cloth != NULL && l->scene->cloth_count == 0) {
            bi_json_path at = {&inner, "cloth", 0};
            return bi_read_fail(l->reader, &at, " is of cloth, and the scene has none: leave it out");
        }
        return BIGHT_OK;
    case BIGHT_VERB_PIN:
        return bi_link_pin(l, &inner, in->pin);
    case BIGHT_VERB_UNPIN:
        return bi_link_pin(l, &inner, in->unpin);
    case BIGHT_VERB_SETTLE: {
        int32_t first;
        return bi_link_cloth(l, &inner, NULL, &first);
    }
    case BIGHT_VERB_LEAD:
        return bi_link_dress(l, &inner, in->lead->dress, &in->lead->dress_index);
    case BIGHT_VERB_REDRESS:
        return bi_link_redress(l, &inner, in->redress);
    case BIGHT_VERB_MODEL:
        return link_model(l, &inner, in->model);
    case BIGHT_VERB_WAIT:
        return BIGHT_OK;

    // manoeuvres are unfolded into actions; a winding can also carry things along
    case BIGHT_VERB_WIND: {
        bight_status status = link_wind(l, &inner, in->wind);
        return status == BIGHT_OK ? bi_link_manoeuvre(l, step, &inner) : status;
    }
    default:
        return bi_link_manoeuvre(l, step, &inner);
    }
}

bight_status bi_scene_link(const bi_reader *reader, const bi_parsed_scene *parsed, bight_scene *scene)
{
    // linked and laid-out parts keep their place; the script is rebuilt
    *scene = parsed->said;
    scene->ropes = parsed->ropes;
    scene->obstacles = parsed->obstacles;
    scene->strands = parsed->strands;
    scene->cloths = parsed->cloths;
    scene->seams = parsed->seams;
    scene->dress = parsed->dress;
    bi_linker l = {.reader = reader, .parsed = parsed, .scene = scene};
    l.hands = bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.hands);
    l.held_rope = bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.held_rope);
    l.held_node = bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.held_node);
    l.stills = bi_pool_new(reader->pool, MOST_STILLS, sizeof *l.stills);
    if (l.hands == NULL || l.held_rope == NULL || l.held_node == NULL || l.stills == NULL) {
        return bi_read_no_memory(reader);
    }

    // all bits set is -1: no hand holds anything yet
    memset(l.held_rope, 0xFF, MOST_HANDS * sizeof *l.held_rope);
    scene->hands = l.hands;

    // steps name strands and programs, so those are linked first
    bight_status checked = bi_link_seams(&l);
    checked = checked == BIGHT_OK ? bi_link_strands(&l) : checked;
    if (checked == BIGHT_OK) {
        checked = bi_check_programs(&l);
    }
    if (checked != BIGHT_OK) {
        return checked;
    }

    // in the order of the script: what each hand holds is tracked from step to step
    bight_scene_step *steps = bi_pool_new(reader->pool, (size_t)scene->script_count, sizeof *steps);
    if (steps == NULL) {
        return bi_read_no_memory(reader);
    }

    scene->script = steps;
    bi_json_path script = {NULL, "script", 0};
    for (int32_t i = 0; i < scene->script_count; i++) {
        bi_json_path path = {&script, NULL, i};
        bight_status status = link_step(&l, &parsed->script[i], &steps[i], &path);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}
