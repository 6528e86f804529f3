// SPDX-License-Identifier: MIT
// The names in an expectation.

#include "scene/build.h"
#include "scene/names.h"

#include <math.h>

static bight_status link_pair(const bi_linker *l, const bi_json_path *path, bight_scene_names ropes,
                              int32_t indices[2])
{
    const bight_scene *scene = l->scene;
    bi_json_path list = {path, "ropes", 0};
    for (int32_t i = 0; i < 2; i++) {
        const char *name = ropes.at[i];
        const void *first = scene->rope_count > 0 ? (const void *)&scene->ropes->name : NULL;
        indices[i] = bi_find_name(name, first, scene->rope_count, sizeof *scene->ropes);
        if (indices[i] < 0) {
            bi_json_path element = {&list, NULL, i};
            return bi_unknown_name(l, &element, "rope", name, first, scene->rope_count, sizeof *scene->ropes);
        }
    }
    return BIGHT_OK;
}

static bight_status link_joined(const bi_linker *l, const bi_json_path *path, bight_scene_joined *joined)
{
    bight_status status = link_pair(l, path, joined->ropes, joined->rope_indices);
    for (int32_t i = 0; i < 2 && status == BIGHT_OK; i++) {
        if (l->scene->ropes[joined->rope_indices[i]].curve.closed) {
            bi_json_path list = {path, "ropes", 0}, element = {&list, NULL, i};
            return bi_read_fail(l->reader, &element, " is \"%s\", which is closed: name two ropes with ends",
                                joined->ropes.at[i]);
        }
    }
    return status;
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
    if (status == BIGHT_OK && l->held_rope[slack->hand_indices[0]] >= l->scene->rope_count) {
        return bi_read_fail(l->reader, path, " names hands that hold a cloth: name two on one rope");
    }
    if (status == BIGHT_OK && l->held_rope[slack->hand_indices[0]] != l->held_rope[slack->hand_indices[1]]) {
        return bi_read_fail(l->reader, path, " names hands that hold different ropes: name two on one rope");
    }
    return status;
}

static bight_status link_target(const bi_linker *l, const bi_json_path *path, bight_scene_winding *winding)
{
    const bight_scene *scene = l->scene;
    bi_json_path target = {path, "target", 0};
    winding->target_index =
        bi_find_name(winding->target, &scene->ropes->name, scene->rope_count, sizeof *scene->ropes);
    if (winding->target_index < 0) {
        return bi_unknown_name(l, &target, "rope", winding->target, &scene->ropes->name, scene->rope_count,
                               sizeof *scene->ropes);
    }
    if (winding->target_index == winding->rope_index) {
        return bi_read_fail(l->reader, &target, " is the rope itself: name another, or expect its knot");
    }
    if (scene->ropes[winding->target_index].curve.closed || scene->ropes[winding->rope_index].curve.closed) {
        return bi_read_fail(l->reader, path, " is about a closed rope: expect linking instead");
    }
    return winding->about == BIGHT_ABOUT_ANY
               ? BIGHT_OK
               : bi_read_fail(l->reader, path, " is about a rope: leave out about");
}

// A line of a cloth's vertices.
static bight_status link_line(const bi_linker *l, const bi_json_path *path, bight_scene_winding *winding)
{
    bi_json_path line = {path, "line", 0};
    winding->rope_index = -1;
    if (winding->rope != NULL || winding->target != NULL || winding->line.count == 0) {
        return bi_read_fail(
            l->reader, path,
            " is of cloth, and needs a line and an obstacle: give those, and no rope or target");
    }
    bight_status status = bi_link_cloth(l, path, winding->cloth, &winding->cloth_index);
    if (status == BIGHT_OK) {
        status = bi_scene_spots(l->reader, &line, &l->scene->cloths[winding->cloth_index], winding->line,
                                &winding->vertices);
    }
    return status == BIGHT_OK && winding->vertices.count < 2
               ? bi_read_fail(l->reader, &line, " has a single vertex: give two or more, or an edge")
               : status;
}

static bight_status link_winding(const bi_linker *l, const bi_json_path *path, bight_scene_winding *winding)
{
    winding->target_index = winding->obstacle_index = -1;
    if ((winding->obstacle != NULL) == (winding->target != NULL)) {
        return bi_read_fail(l->reader, path, " must name either an obstacle or a target: give one");
    }

    winding->cloth_index = -1;
    bight_status status = winding->line.count > 0 || winding->cloth != NULL
                              ? link_line(l, path, winding)
                              : bi_link_rope(l, path, winding->rope, &winding->rope_index);
    if (status != BIGHT_OK) {
        return status;
    }

    if (!(winding->from < winding->to)) {
        return bi_read_fail(l->reader, path, " goes from %g to %g: to must be greater", winding->from,
                            winding->to);
    }
    if (winding->target != NULL && winding->to - winding->from < 1.0) {
        return bi_read_fail(l->reader, path,
                            " has a part of the rope, which goes with obstacle only: leave out from and to");
    }
    if (winding->target != NULL) {
        return link_target(l, path, winding);
    }
    if (!isnan(winding->least_spread) || !isnan(winding->most_spread)) {
        return bi_read_fail(l->reader, path, " has a spread, which goes with target only: leave it out");
    }

    status = bi_link_obstacle(l, path, winding->obstacle, &winding->obstacle_index);
    if (status != BIGHT_OK) {
        return status;
    }

    bool torus = l->scene->obstacles[winding->obstacle_index].kind == BIGHT_SHAPE_TORUS;
    if (winding->about == BIGHT_ABOUT_ANY) {
        winding->about = torus ? BIGHT_ABOUT_TUBE : BIGHT_ABOUT_AXIS;
    }

    if (winding->about == BIGHT_ABOUT_TUBE && !torus) {
        return bi_read_fail(l->reader, path, " is about a tube, and \"%s\" is no torus: leave out about",
                            winding->obstacle);
    }
    return BIGHT_OK;
}

static bight_status link_seat(const bi_linker *l, const bi_json_path *path, bight_scene_seat *seat)
{
    if (isnan(seat->max) && isnan(seat->min)) {
        return bi_read_fail(l->reader, path, " has neither min nor max: give one");
    }
    bight_status status = bi_link_rope(l, path, seat->rope, &seat->rope_index);
    status = status == BIGHT_OK ? bi_link_obstacle(l, path, seat->obstacle, &seat->obstacle_index) : status;
    if (status == BIGHT_OK && l->scene->obstacles[seat->obstacle_index].kind == BIGHT_SHAPE_MESH) {
        bi_json_path obstacle = {path, "obstacle", 0};
        return bi_read_fail(l->reader, &obstacle, " is \"%s\", a mesh: name a ball, pole, box or ring",
                            seat->obstacle);
    }
    return status;
}

// Is anything asked that only a rope can answer? lag, cuts and rollbacks are of hands and of the whole world.
static bool needs_rope(const bight_scene_expect *expect)
{
    return expect->rope != NULL || expect->knot != NULL || expect->chirality != BIGHT_CHIRALITY_ANY ||
           expect->slack != NULL || !isnan(expect->overlap) || !isnan(expect->stretch) ||
           !isnan(expect->kinetic) || !isnan(expect->fastest);
}

bight_status bi_link_expect(const bi_linker *l, const bi_json_path *path, const bi_parsed_expect *expect,
                            bight_scene_expect *out)
{
    bight_scene_winding *winding = expect->winding;
    bight_scene_linking *linking = expect->linking;
    bight_scene_slack *slack = expect->slack;
    bight_scene_place *place = expect->place;
    bight_scene_joined *joined = expect->joined;
    bight_scene_extension *extension = expect->extension;
    *out = expect->said;
    out->winding = winding;
    out->linking = linking;
    out->slack = slack;
    out->place = place;
    out->joined = joined;
    out->extension = extension;
    out->seat = expect->seat;
    out->worst = expect->worst;

    bi_json_path joined_path = {path, "joined", 0};
    bi_json_path winding_path = {path, "winding", 0}, place_path = {path, "place", 0};
    bi_json_path linking_path = {path, "linking", 0}, slack_path = {path, "slack", 0};

    bight_status status = BIGHT_OK;
    if (needs_rope(out)) {
        status = bi_link_rope(l, path, out->rope, &out->rope_index);
    }

    if (status == BIGHT_OK && expect->cloth != NULL) {
        bi_json_path at = {path, "cloth", 0};
        bight_scene_cloth_expect *cloth = bi_pool_new(l->reader->pool, 1, sizeof *cloth);
        status =
            cloth != NULL ? bi_link_cloth_expect(l, &at, expect->cloth, cloth) : bi_read_no_memory(l->reader);
        out->cloth = cloth;
    }

    if (status == BIGHT_OK && out->dressed.count > 0) {
        status = bi_link_dressed(l, path, out);
    }

    if (status == BIGHT_OK && winding != NULL) {
        status = link_winding(l, &winding_path, winding);
    }
    if (status == BIGHT_OK && extension != NULL) {
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

    if (status == BIGHT_OK && expect->seat != NULL) {
        bi_json_path at = {path, "seat", 0};
        status = link_seat(l, &at, expect->seat);
    }
    if (status == BIGHT_OK && linking != NULL) {
        status = link_pair(l, &linking_path, linking->ropes, linking->rope_indices);
    }
    if (status == BIGHT_OK && joined != NULL) {
        status = link_joined(l, &joined_path, joined);
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
