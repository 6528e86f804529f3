// SPDX-License-Identifier: MIT
// The names of cloths and the places on them: in seams, grasps, pins and expectations.

#include "scene/names.h"

#include <math.h>
#include <string.h>

#define MOST_PINNED 4000000 // vertices that all pin and unpin steps of a script name together

static bight_status find_cloth(const bi_linker *l, const bi_json_path *path, const char *name, int32_t *index)
{
    const bight_scene *scene = l->scene;
    const void *first = scene->cloth_count > 0 ? (const void *)&scene->cloths->name : NULL;
    *index = bi_find_name(name, first, scene->cloth_count, sizeof *scene->cloths);
    return *index >= 0
               ? BIGHT_OK
               : bi_unknown_name(l, path, "cloth", name, first, scene->cloth_count, sizeof *scene->cloths);
}

bight_status bi_link_cloth(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index)
{
    bi_json_path path = {parent, "cloth", 0};
    *index = 0;
    if (name != NULL) {
        return find_cloth(l, &path, name, index);
    }
    return l->scene->cloth_count > 0
               ? BIGHT_OK
               : bi_read_fail(l->reader, parent, " is about cloth, and the scene has none: add \"cloths\"");
}

// two names of cloths, or one that stands for both
static bight_status link_two(const bi_linker *l, const bi_json_path *parent, bight_scene_names names,
                             int32_t indices[2])
{
    bi_json_path list = {parent, "cloths", 0};
    for (int32_t i = 0; i < names.count; i++) {
        bi_json_path path = {&list, NULL, i};
        bight_status status = find_cloth(l, &path, names.at[i], &indices[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    indices[1] = names.count > 1 ? indices[1] : indices[0];
    return BIGHT_OK;
}

// ---- seams ------------------------------------------------------------------------------------------

static bool is_edge(bight_scene_spot spot)
{
    return spot.kind >= BIGHT_SPOT_U0 && spot.kind <= BIGHT_SPOT_V1;
}

static bight_status sew_edges(const bi_linker *l, const bi_json_path *path, bight_scene_seam *seam)
{
    // both edges as lists of vertices, sorted along the pattern
    bi_json_path list = {path, "edges", 0};
    bight_scene_vertices sides[2];
    for (int32_t i = 0; i < 2; i++) {
        bi_json_path inner = {&list, NULL, i};
        if (!is_edge(seam->edges.at[i])) {
            return bi_read_fail(l->reader, &inner,
                                " is no edge: give \"u0\", \"u1\", \"v0\" or \"v1\", or name "
                                "vertices in \"pairs\"");
        }
        bight_status status = bi_scene_spots(l->reader, &list, &l->scene->cloths[seam->cloth_indices[i]],
                                             (bight_scene_spots){seam->edges.at + i, 1}, &sides[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // vertices are sewn one to one
    if (sides[0].count != sides[1].count) {
        return bi_read_fail(l->reader, &list,
                            " have %d and %d vertices: give edges with as many, or name vertices "
                            "in \"pairs\"",
                            (int)sides[0].count, (int)sides[1].count);
    }

    // i to i, or to n - 1 - i when the second edge runs the other way
    int32_t count = sides[0].count;
    int32_t *sewn = bi_pool_new(l->reader->pool, 2 * (size_t)count + 1, sizeof *sewn);
    if (sewn == NULL) {
        return bi_read_no_memory(l->reader);
    }

    for (int32_t i = 0; i < count; i++) {
        sewn[2 * i] = sides[0].at[i];
        sewn[2 * i + 1] = sides[1].at[seam->turned ? count - 1 - i : i];
    }

    seam->sewn = (bight_scene_pairs){sewn, count};
    return BIGHT_OK;
}

static bight_status link_seam(const bi_linker *l, const bi_json_path *path, bight_scene_seam *seam)
{
    bi_json_path list = {path, "pairs", 0};
    bight_status status = link_two(l, path, seam->cloths, seam->cloth_indices);
    if (status == BIGHT_OK && seam->kind == BIGHT_SEAM_EDGES) {
        status = sew_edges(l, path, seam);
    } else {
        seam->sewn = seam->pairs;
    }
    for (int32_t i = 0; i < 2 * seam->sewn.count && status == BIGHT_OK; i++) {
        const bight_scene_cloth *cloth = &l->scene->cloths[seam->cloth_indices[i % 2]];
        int32_t vertex = seam->sewn.at[i];
        bi_json_path pair = {&list, NULL, i / 2}, number = {&pair, NULL, i % 2};
        if (vertex >= cloth->def.vertex_count) {
            return bi_read_fail(l->reader, &number, " is %d, but \"%s\" has %d vertices: give 0 to %d",
                                (int)vertex, cloth->name, (int)cloth->def.vertex_count,
                                (int)cloth->def.vertex_count - 1);
        }
        if (i % 2 == 1 && seam->cloth_indices[0] == seam->cloth_indices[1] &&
            seam->sewn.at[i - 1] == vertex) {
            return bi_read_fail(l->reader, seam->kind == BIGHT_SEAM_EDGES ? path : &pair,
                                " sews vertex %d to itself: leave it out", (int)vertex);
        }
    }
    return status;
}

bight_status bi_link_seams(const bi_linker *l)
{
    bight_scene_seam *seams = l->parsed->seams;
    bi_json_path list = {NULL, "seams", 0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < l->scene->seam_count && status == BIGHT_OK; i++) {
        bi_json_path path = {&list, NULL, i};
        status = link_seam(l, &path, &seams[i]);
    }
    return status;
}

// ---- script -----------------------------------------------------------------------------------------

// Words for edges and all name many vertices at once: there is an end to them.
static bight_status count_named(bi_linker *l, const bi_json_path *path, int32_t count)
{
    l->pinned += count;
    return l->pinned > MOST_PINNED
               ? bi_read_fail(l->reader, path,
                              " brings the vertices that the script pins and grasps to %lld: name at most %d",
                              (long long)l->pinned, MOST_PINNED)
               : BIGHT_OK;
}

bight_status bi_link_pin(bi_linker *l, const bi_json_path *path, bight_scene_pin *pin)
{
    bi_json_path list = {path, "vertices", 0};
    bight_status status = bi_link_cloth(l, path, pin->cloth, &pin->cloth_index);
    if (status == BIGHT_OK) {
        status = bi_scene_spots(l->reader, &list, &l->scene->cloths[pin->cloth_index], pin->vertices,
                                &pin->pinned);
    }
    return status == BIGHT_OK ? count_named(l, &list, pin->pinned.count) : status;
}

bight_status bi_link_cloth_grasp(bi_linker *l, const bi_json_path *parent, bight_scene_grasp *grasp)
{
    bi_json_path vertex = {parent, "vertex", 0}, vertices = {parent, "vertices", 0},
                 node = {parent, "node", 0};
    grasp->vertex_index = grasp->rope_index = -1;
    if (grasp->rope != NULL) {
        return bi_read_fail(l->reader, parent, " is of a cloth and of a rope: give one of cloth and rope%s",
                            grasp->cloth == NULL ? ", and node instead of vertex for a rope" : "");
    }
    if (grasp->kind == BIGHT_GRASP_NODE) {
        return bi_read_fail(l->reader, &node, " is of a rope, and this is a cloth: give vertex");
    }
    bight_status status = bi_link_cloth(l, parent, grasp->cloth, &grasp->cloth_index);
    if (status != BIGHT_OK || grasp->kind == BIGHT_GRASP_NEAR) {
        return status;
    }
    const bight_scene_cloth *panel = &l->scene->cloths[grasp->cloth_index];
    if (grasp->kind == BIGHT_GRASP_VERTICES) {
        status = bi_scene_spots(l->reader, &vertices, panel, grasp->vertices, &grasp->held);
        return status == BIGHT_OK ? count_named(l, &vertices, grasp->held.count) : status;
    }
    return bi_scene_spot(l->reader, &vertex, panel, grasp->vertex, &grasp->vertex_index);
}

// ---- expectations -----------------------------------------------------------------------------------

static bight_status link_place(const bi_linker *l, const bi_json_path *path, bight_scene_vertex_place *place)
{
    bi_json_path vertex = {path, "vertex", 0};
    bight_status status = bi_link_cloth(l, path, place->cloth, &place->cloth_index);
    if (status == BIGHT_OK) {
        status = bi_scene_spot(l->reader, &vertex, &l->scene->cloths[place->cloth_index], place->vertex,
                               &place->vertex_index);
    }
    if (status == BIGHT_OK && (place->point.count > 0) == isnan(place->within)) {
        return bi_read_fail(l->reader, path, " has only one of point and within: give both, or low and high");
    }
    if (status == BIGHT_OK && place->point.count + place->low.count + place->high.count == 0) {
        return bi_read_fail(l->reader, path, " asks nothing: give point and within, low or high");
    }
    return status;
}

bight_status bi_link_cloth_expect(const bi_linker *l, const bi_json_path *path,
                                  const bi_parsed_cloth_expect *expect, bight_scene_cloth_expect *out)
{
    *out = expect->said;
    out->places = (bight_scene_vertex_places){expect->places.at, expect->places.count};
    out->apart = expect->apart;

    int32_t first;
    bight_status status = bi_link_cloth(l, path, NULL, &first);
    bi_json_path list = {path, "places", 0}, apart = {path, "apart", 0};
    for (int32_t i = 0; i < expect->places.count && status == BIGHT_OK; i++) {
        bi_json_path inner = {&list, NULL, i};
        status = link_place(l, &inner, &expect->places.at[i]);
    }
    if (status == BIGHT_OK && expect->apart != NULL) {
        status = link_two(l, &apart, expect->apart->cloths, expect->apart->cloth_indices);
    }
    return status;
}
