// SPDX-License-Identifier: MIT
// The names in an expectation.

#include "io/scene_names.h"

#if defined(BIGHT_HAS_JANSSON)

#include <math.h>

static bight_status link_pair(const bi_linker *l, const bi_json_path *path, bight_scene_linking *linking)
{
    const bight_scene *scene = l->scene;
    bi_json_path list = {path, "ropes", 0};
    for (int32_t i = 0; i < 2; i++) {
        const char *name = linking->ropes.at[i];
        linking->rope_indices[i] =
            bi_find_name(name, &scene->ropes->name, scene->rope_count, sizeof *scene->ropes);
        if (linking->rope_indices[i] < 0) {
            bi_json_path element = {&list, NULL, i};
            return bi_unknown_name(l, &element, "rope", name, &scene->ropes->name, scene->rope_count,
                                   sizeof *scene->ropes);
        }
    }
    return BIGHT_OK;
}

static bight_status link_slack(const bi_linker *l, const bi_json_path *path, bight_scene_slack *slack)
{
    if (isnan(slack->max) && isnan(slack->min)) {
        return bi_read_fail(l->reader, path, " has neither min nor max: give one");
    }
    if (slack->hands.count == 0) {
        return BIGHT_OK;
    }
    bight_status status = bi_link_hands(l, path, "hands", slack->hands, slack->hand_indices);
    if (status == BIGHT_OK && l->held_rope[slack->hand_indices[0]] != l->held_rope[slack->hand_indices[1]]) {
        return bi_read_fail(l->reader, path, " names hands that hold different ropes: name two on one rope");
    }
    return status;
}

bight_status bi_link_expect(const bi_linker *l, const bi_json_path *path, bight_scene_expect *expect)
{
    // the objects are the scene's own, still being built: const is for its readers
    bight_scene_winding *winding = (bight_scene_winding *)(uintptr_t)expect->winding;
    bight_scene_linking *linking = (bight_scene_linking *)(uintptr_t)expect->linking;
    bight_scene_slack *slack = (bight_scene_slack *)(uintptr_t)expect->slack;
    bight_scene_place *place = (bight_scene_place *)(uintptr_t)expect->place;
    bi_json_path winding_path = {path, "winding", 0}, place_path = {path, "place", 0};
    bi_json_path linking_path = {path, "linking", 0}, slack_path = {path, "slack", 0};

    bight_status status = bi_link_rope(l, path, expect->rope, &expect->rope_index);
    if (status == BIGHT_OK && winding != NULL) {
        status = bi_link_rope(l, &winding_path, winding->rope, &winding->rope_index);
        if (status == BIGHT_OK) {
            status = bi_link_obstacle(l, &winding_path, winding->obstacle, &winding->obstacle_index);
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
    if (status == BIGHT_OK && expect->extension != NULL) {
        bight_scene_extension *extension = (bight_scene_extension *)(uintptr_t)expect->extension;
        bi_json_path at = {path, "extension", 0};
        status = bi_link_rope(l, &at, extension->rope, &extension->rope_index);
        if (status == BIGHT_OK && isnan(extension->min) && isnan(extension->max)) {
            return bi_read_fail(l->reader, &at, " has neither min nor max: give one");
        }
        if (status == BIGHT_OK && !(extension->from < extension->to)) {
            return bi_read_fail(l->reader, &at, " goes from %g to %g: to must be greater", extension->from,
                                extension->to);
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
        status = bi_link_rope(l, &place_path, place->rope, &place->rope_index);
        if (status == BIGHT_OK) {
            status = bi_link_node(l, &place_path, place->node, place->rope_index, &node);
        }
    }
    return status;
}

#endif
