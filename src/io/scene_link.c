// SPDX-License-Identifier: MIT
// Names in a script become indices, and the script is checked once from end to end: who holds what, when.

#include "io/scene_build.h"

#if defined(BIGHT_HAS_JANSSON)

#include "bight/suggest.h"

#include <math.h>
#include <string.h>

#define MOST_HANDS 1024

typedef struct linker {
    const bi_reader *reader;
    bight_scene *scene;
    const char **hands; // (MOST_HANDS)
    int32_t *held_rope; // (MOST_HANDS) -1: holds nothing
    int32_t *held_node; // (MOST_HANDS) -1: known only when the step runs
} linker;

// ---- looking up -------------------------------------------------------------------------------------

static int32_t find_name(const char *name, const void *first, int32_t count, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        const char *candidate;
        memcpy(&candidate, (const char *)first + (size_t)i * stride, sizeof candidate);
        if (strcmp(candidate, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bight_status unknown(const linker *l, const bi_json_path *path, const char *what, const char *name,
                            const void *first, int32_t count, size_t stride)
{
    const char *guess = count > 0 ? bight_suggest(name, first, count, stride) : NULL;
    return bi_read_fail(l->reader, path, " is \"%s\", and there is no such %s: %s%s%s", name, what,
                        guess != NULL ? "did you mean \"" : "name one that the scene has",
                        guess != NULL ? guess : "", guess != NULL ? "\"?" : "");
}

static bight_status link_rope(const linker *l, const bi_json_path *parent, const char *name, int32_t *index)
{
    const bight_scene *scene = l->scene;
    bi_json_path path = {parent, "rope", 0};
    *index = name == NULL ? 0 : find_name(name, &scene->ropes->name, scene->rope_count, sizeof *scene->ropes);
    return *index >= 0 ? BIGHT_OK
                       : unknown(l, &path, "rope", name, &scene->ropes->name, scene->rope_count,
                                 sizeof *scene->ropes);
}

static bight_status link_obstacle(const linker *l, const bi_json_path *parent, const char *name,
                                  int32_t *index)
{
    const bight_scene *scene = l->scene;
    bi_json_path path = {parent, "obstacle", 0};
    const void *first = scene->obstacle_count > 0 ? (const void *)&scene->obstacles->name : NULL;
    *index = find_name(name, first, scene->obstacle_count, sizeof *scene->obstacles);
    return *index >= 0
               ? BIGHT_OK
               : unknown(l, &path, "obstacle", name, first, scene->obstacle_count, sizeof *scene->obstacles);
}

// a hand that must hold something here
static bight_status link_hand(const linker *l, const bi_json_path *path, const char *name, int32_t *index)
{
    *index = find_name(name, l->hands, l->scene->hand_count, sizeof *l->hands);
    if (*index < 0) {
        return unknown(l, path, "hand", name, l->hands, l->scene->hand_count, sizeof *l->hands);
    }
    return l->held_rope[*index] >= 0
               ? BIGHT_OK
               : bi_read_fail(l->reader, path, " is \"%s\", which holds nothing here: grasp something first",
                              name);
}

static bight_status link_hands(const linker *l, const bi_json_path *parent, const char *key,
                               bight_scene_names names, int32_t *indices)
{
    bi_json_path list = {parent, key, 0};
    for (int32_t i = 0; i < names.count; i++) {
        bi_json_path path = {&list, NULL, i};
        bight_status status = link_hand(l, &path, names.at[i], &indices[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

static bight_status check_node(const linker *l, const bi_json_path *parent, bight_scene_node_ref node,
                               int32_t rope, int32_t *index)
{
    int32_t count = l->scene->ropes[rope].curve.count;
    *index = bight_scene_node(node, count);
    bi_json_path path = {parent, "node", 0};
    return *index >= 0 ? BIGHT_OK
                       : bi_read_fail(l->reader, &path, " is %d, but \"%s\" has %d nodes: give %d to %d",
                                      (int)node.index, l->scene->ropes[rope].name, (int)count, (int)-count,
                                      (int)count - 1);
}

// ---- verbs ------------------------------------------------------------------------------------------

static bight_status link_grasp(linker *l, const bi_json_path *parent, bight_scene_grasp *grasp)
{
    bi_json_path path = {parent, "hand", 0};
    bight_status status = link_rope(l, parent, grasp->rope, &grasp->rope_index);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t node = -1;
    if (grasp->kind == 0) {
        status = check_node(l, parent, grasp->node, grasp->rope_index, &node);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // a new hand gets a place
    int32_t hand = find_name(grasp->hand, l->hands, l->scene->hand_count, sizeof *l->hands);
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
        if (other != hand && l->held_rope[other] == grasp->rope_index && l->held_node[other] == node) {
            bi_json_path at = {parent, "node", 0};
            return bi_read_fail(l->reader, &at, " is node %d, which \"%s\" holds already: take another",
                                (int)node, l->hands[other]);
        }
    }
    l->held_rope[hand] = grasp->rope_index;
    l->held_node[hand] = node;
    grasp->hand_index = hand;
    return BIGHT_OK;
}

static bight_status link_move(const linker *l, const bi_json_path *path, bight_scene_move *move)
{
    bi_json_path hand = {path, "hand", 0};
    move->hand_index = move->obstacle_index = -1;
    if ((move->hand != NULL) == (move->obstacle != NULL)) {
        return bi_read_fail(l->reader, path, " must name either a hand or an obstacle: give one");
    }
    if (move->hand != NULL) {
        return link_hand(l, &hand, move->hand, &move->hand_index);
    }
    bight_status status = link_obstacle(l, path, move->obstacle, &move->obstacle_index);
    if (status == BIGHT_OK && l->scene->obstacles[move->obstacle_index].motion != NULL) {
        return bi_read_fail(l->reader, path,
                            " moves \"%s\", which has a motion of its own: drop one of the two",
                            move->obstacle);
    }
    return status;
}

static bight_status link_together(const linker *l, const bi_json_path *parent, bight_scene_moves moves)
{
    bi_json_path list = {parent, "together", 0};
    bight_scene_move *at = (bight_scene_move *)(uintptr_t)moves.at;
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

static bight_status link_release(linker *l, const bi_json_path *step, bight_scene_step *out)
{
    int32_t *indices = bi_pool_new(l->reader->pool, (size_t)out->release.count, sizeof *indices);
    if (indices == NULL) {
        return bi_read_no_memory(l->reader);
    }
    bight_status status = link_hands(l, step, "release", out->release, indices);
    for (int32_t i = 0; i < out->release.count && status == BIGHT_OK; i++) {
        l->held_rope[indices[i]] = -1;
    }
    out->release_indices = indices;
    return status;
}

static bight_status link_pull(const linker *l, const bi_json_path *path, bight_scene_pull *pull)
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
    return link_hands(l, path, "hands", pull->hands, indices);
}

// ---- expectations -----------------------------------------------------------------------------------

static bight_status link_pair(const linker *l, const bi_json_path *path, bight_scene_linking *linking)
{
    const bight_scene *scene = l->scene;
    bi_json_path list = {path, "ropes", 0};
    for (int32_t i = 0; i < 2; i++) {
        const char *name = linking->ropes.at[i];
        linking->rope_indices[i] =
            find_name(name, &scene->ropes->name, scene->rope_count, sizeof *scene->ropes);
        if (linking->rope_indices[i] < 0) {
            bi_json_path element = {&list, NULL, i};
            return unknown(l, &element, "rope", name, &scene->ropes->name, scene->rope_count,
                           sizeof *scene->ropes);
        }
    }
    return BIGHT_OK;
}

static bight_status link_slack(const linker *l, const bi_json_path *path, bight_scene_slack *slack)
{
    if (isnan(slack->max) && isnan(slack->min)) {
        return bi_read_fail(l->reader, path, " has neither min nor max: give one");
    }
    bight_status status = link_hands(l, path, "hands", slack->hands, slack->hand_indices);
    if (status == BIGHT_OK && l->held_rope[slack->hand_indices[0]] != l->held_rope[slack->hand_indices[1]]) {
        return bi_read_fail(l->reader, path, " names hands that hold different ropes: name two on one rope");
    }
    return status;
}

static bight_status link_expect(const linker *l, const bi_json_path *path, bight_scene_expect *expect)
{
    // the objects are the scene's own, still being built: const is for its readers
    bight_scene_winding *winding = (bight_scene_winding *)(uintptr_t)expect->winding;
    bight_scene_linking *linking = (bight_scene_linking *)(uintptr_t)expect->linking;
    bight_scene_slack *slack = (bight_scene_slack *)(uintptr_t)expect->slack;
    bight_scene_place *place = (bight_scene_place *)(uintptr_t)expect->place;
    bi_json_path winding_path = {path, "winding", 0}, place_path = {path, "place", 0};
    bi_json_path linking_path = {path, "linking", 0}, slack_path = {path, "slack", 0};

    bight_status status = link_rope(l, path, expect->rope, &expect->rope_index);
    if (status == BIGHT_OK && winding != NULL) {
        status = link_rope(l, &winding_path, winding->rope, &winding->rope_index);
        if (status == BIGHT_OK) {
            status = link_obstacle(l, &winding_path, winding->obstacle, &winding->obstacle_index);
        }
        if (status == BIGHT_OK) {
            bool torus = l->scene->obstacles[winding->obstacle_index].kind == BIGHT_SHAPE_TORUS;
            winding->about = winding->about >= 0 ? winding->about : (torus ? 1 : 0);
            if (winding->about == 1 && !torus) {
                return bi_read_fail(l->reader, &winding_path,
                                    " is about a tube, and \"%s\" is no torus: "
                                    "leave out about",
                                    winding->obstacle);
            }
        }
    }
    if (status == BIGHT_OK && linking != NULL) {
        status = link_pair(l, &linking_path, linking);
    }
    if (status == BIGHT_OK && slack != NULL) {
        status = link_slack(l, &slack_path, slack);
    }
    if (status == BIGHT_OK && place != NULL) {
        int32_t node;
        status = link_rope(l, &place_path, place->rope, &place->rope_index);
        if (status == BIGHT_OK) {
            status = check_node(l, &place_path, place->node, place->rope_index, &node);
        }
    }
    return status;
}

// ---- all of it --------------------------------------------------------------------------------------

static bight_status check_still(const linker *l, const bi_json_path *step, const char *name)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    bi_json_path path = {step, "still", 0};
    return name[strspn(name, good)] == '\0'
               ? BIGHT_OK
               : bi_read_fail(l->reader, &path, " is \"%s\": use letters, digits, - and _ only", name);
}

static bight_status link_step(linker *l, bight_scene_step *step, const bi_json_path *path)
{
    bi_json_path inner = {path, bight_scene_verb_name((bight_scene_verb)step->verb), 0};
    switch ((bight_scene_verb)step->verb) {
    case BIGHT_VERB_GRASP:
        return link_grasp(l, &inner, (bight_scene_grasp *)(uintptr_t)step->grasp);
    case BIGHT_VERB_MOVE:
        return link_move(l, &inner, (bight_scene_move *)(uintptr_t)step->move);
    case BIGHT_VERB_TOGETHER:
        return link_together(l, path, step->together);
    case BIGHT_VERB_RELEASE:
        return link_release(l, path, step);
    case BIGHT_VERB_PULL_TIGHT:
        return link_pull(l, &inner, (bight_scene_pull *)(uintptr_t)step->pull_tight);
    case BIGHT_VERB_EXPECT:
        return link_expect(l, &inner, (bight_scene_expect *)(uintptr_t)step->expect);
    case BIGHT_VERB_STILL:
        return check_still(l, path, step->still);
    default:
        return BIGHT_OK;
    }
}

bight_status bi_scene_link_script(const bi_reader *reader, bight_scene *scene)
{
    linker l = {reader, scene, bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.hands),
                bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.held_rope),
                bi_pool_new(reader->pool, MOST_HANDS, sizeof *l.held_node)};
    if (l.hands == NULL || l.held_rope == NULL || l.held_node == NULL) {
        return bi_read_no_memory(reader);
    }
    memset(l.held_rope, 0xFF, MOST_HANDS * sizeof *l.held_rope);
    scene->hands = l.hands;

    bight_scene_step *steps = (bight_scene_step *)(uintptr_t)scene->script;
    bi_json_path script = {NULL, "script", 0};
    for (int32_t i = 0; i < scene->script_count; i++) {
        bi_json_path path = {&script, NULL, i};
        bight_status status = link_step(&l, &steps[i], &path);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

#endif
