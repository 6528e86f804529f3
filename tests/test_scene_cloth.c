// SPDX-License-Identifier: MIT
// What scenes say of cloth: shapes against closed forms, places on patterns, seams, messages, memory.

#include "bight/garment.h"

#include "core/vec3.h"
#include "scene_faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two triangles: a unit square whose pattern is in texture units of a quarter, a stray seam, and a file
// without a pattern at one corner.
static const memory_file known_files[] = {
    {"square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 0.25 0\nvt 0.25 0.25\nvt 0 0.25\n"
                   "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\nl 2 4\n"},
    {"half.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 1 3 4\n"},
    {"bare.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"empty.obj", "v 0 0 0\n"},
    {"bad.obj", "v 0 0\n"},
};
static memory_folder folder = {known_files, sizeof known_files / sizeof *known_files, 0};
static const bight_scene_files memory_files = {memory_read, memory_release, &folder};

static bight_scene *read_good(const char *text)
{
    bight_scene *scene;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), &memory_files, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    CHECK(folder.open == 0);
    return scene;
}

static double area3(const bight_cloth_def *def)
{
    double area = 0.0;
    for (int32_t t = 0; t < def->triangle_count; t++) {
        const int32_t *v = def->triangles + 3 * t;
        bight_vec3 a = def->positions[v[0]];
        area += 0.5 * v3_length(v3_cross(v3_sub(def->positions[v[1]], a), v3_sub(def->positions[v[2]], a)));
    }
    return area;
}

// Signed: all triangles of a pattern turn one way.
static double area2(const bight_cloth_def *def)
{
    double area = 0.0;
    for (int32_t t = 0; t < def->triangle_count; t++) {
        const int32_t *w = (def->uv_triangles != NULL ? def->uv_triangles : def->triangles) + 3 * t;
        const double *a = def->uv + 2 * w[0], *b = def->uv + 2 * w[1], *c = def->uv + 2 * w[2];
        double twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        CHECK(twice > 0.0);
        area += 0.5 * twice;
    }
    return area;
}

// ---- shapes -----------------------------------------------------------------------------------------

TEST(a_grid_lies_flat_with_its_front_up)
{
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 2, \"height\": 3, \"columns\": 4, "
                  "\"rows\": 5}, \"position\": [10, 1, 0]}]}");
    const bight_scene_cloth *cloth = &scene->cloths[0];
    const bight_cloth_def *def = &cloth->def;
    CHECK(scene->rope_count == 0 && strcmp(cloth->name, "cloth1") == 0);
    CHECK(def->vertex_count == 30 && def->triangle_count == 40 && def->uv_count == 30);
    CHECK_NEAR(area3(def), 6.0, 1e-12);
    CHECK_NEAR(area2(def), 6.0, 1e-12);
    CHECK_NEAR(cloth->edge, 0.5, 1e-12);
    // vertex i of row j
    CHECK_NEAR(v3_distance(def->positions[1 + 2 * 5], v3(10 - 1 + 0.5, 1, 1.5 - 1.2)), 0.0, 1e-12);
    for (int32_t t = 0; t < def->triangle_count; t++) {
        const int32_t *v = def->triangles + 3 * t;
        bight_vec3 a = def->positions[v[0]];
        bight_vec3 n = v3_cross(v3_sub(def->positions[v[1]], a), v3_sub(def->positions[v[2]], a));
        CHECK(n.y > 0.0 && n.x == 0.0 && n.z == 0.0);
    }
    bight_scene_destroy(scene);
}

// n flat strips of chords: area n 2 r sin(pi / n) l, front outside, and the pattern as wide as it all.
TEST(a_tube_is_closed_and_faces_outwards)
{
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloths\": [{\"tube\": {\"radius\": 0.5, \"length\": 2, \"around\": 7, "
                  "\"along\": 3}, \"along\": [1, 0, 0]}]}");
    const bight_cloth_def *def = &scene->cloths[0].def;
    double flat = 7 * 2 * 0.5 * sin(3.14159265358979323846 / 7) * 2;
    CHECK(def->vertex_count == 28 && def->triangle_count == 42 && def->uv_count == 32);
    CHECK_NEAR(area3(def), flat, 1e-12);
    CHECK_NEAR(area2(def), flat, 1e-12);
    int32_t uses[28] = {0};
    for (int32_t t = 0; t < def->triangle_count; t++) {
        const int32_t *v = def->triangles + 3 * t, *w = def->uv_triangles + 3 * t;
        bight_vec3 a = def->positions[v[0]], b = def->positions[v[1]], c = def->positions[v[2]];
        bight_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a)),
                   middle = v3_mul(1.0 / 3.0, v3_add(a, v3_add(b, c)));
        middle.x = 0.0; // its axis was laid along x
        CHECK(v3_dot(n, middle) > 0.0);
        for (int32_t k = 0; k < 3; k++) {
            uses[v[k]]++;
            // same shape on the pattern: sides have one length
            int32_t l = (k + 1) % 3;
            double du = def->uv[2 * w[k]] - def->uv[2 * w[l]],
                   dv = def->uv[2 * w[k] + 1] - def->uv[2 * w[l] + 1];
            CHECK_NEAR(sqrt(du * du + dv * dv), v3_distance(def->positions[v[k]], def->positions[v[l]]),
                       1e-12);
        }
    }
    for (int32_t i = 0; i < 28; i++) {
        CHECK(uses[i] >= 1);
    }
    bight_scene_destroy(scene);
}

TEST(files_bring_pattern_and_seams)
{
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloths\": [{\"mesh\": {\"file\": \"square.obj\", \"scale\": 2}},"
                  " {\"mesh\": {\"file\": \"square.obj\", \"pattern\": 8}}, {\"mesh\": {\"file\": "
                  "\"half.obj\", \"pattern\": 0}},"
                  " {\"mesh\": {\"file\": \"bare.obj\"}, \"pins\": [0, -1]}]}");
    CHECK_NEAR(area3(&scene->cloths[0].def), 4.0, 1e-12);
    CHECK_NEAR(area2(&scene->cloths[0].def), 4.0, 1e-12); // made as large as the mesh
    CHECK_NEAR(area2(&scene->cloths[1].def), 4.0, 1e-12); // a quarter unit is two metres
    CHECK_NEAR(area3(&scene->cloths[1].def), 1.0, 1e-12);
    CHECK(scene->cloths[0].sewn.count == 1 && scene->cloths[0].sewn.at[0] == 1 &&
          scene->cloths[0].sewn.at[1] == 3);
    CHECK(scene->cloths[2].def.uv == NULL && scene->cloths[3].def.uv == NULL);
    CHECK(scene->cloths[3].pinned.count == 2 && scene->cloths[3].pinned.at[1] == 2);
    bight_scene_destroy(scene);
}

// ---- places on the pattern --------------------------------------------------------------------------

static void check_list(bight_scene_vertices found, const int32_t *wanted, int32_t count)
{
    CHECK(found.count == count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(found.at[i] == wanted[i]);
    }
}

// A garment of the library, whole or some of its pieces: the same vertices, in the same order.
TEST(garments_are_made_whole_or_in_pieces)
{
    bight_scene *scene = read_good("{\"bight\": 1, \"cloths\": [{\"mesh\": {\"garment\": {\"name\": "
                                   "\"necktie\", \"edge\": 0.02, \"sizes\": "
                                   "[{\"size\": \"blade\", \"value\": 0.1}]}}}, {\"mesh\": {\"garment\": "
                                   "{\"name\": \"necktie\", \"edge\": 0.02, "
                                   "\"sizes\": [{\"size\": \"blade\", \"value\": 0.1}], \"pieces\": "
                                   "[\"collar\"]}}}], \"obstacles\": [{\"mesh\": "
                                   "{\"garment\": {\"name\": \"torso\", \"edge\": 0.05}, \"scale\": 2}}]}");
    bight_cloth_mesh tie, torso;
    bight_error error = {0};
    const double sizes[5] = {1.46, 0.1, 0.045, 0.034, 0.04};
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("necktie"), 0.02, sizes, &tie, NULL, &error),
                     BIGHT_OK);
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("torso"), 0.05, NULL, &torso, NULL, &error),
                     BIGHT_OK);
    const bight_cloth_def *whole = &scene->cloths[0].def, *part = &scene->cloths[1].def;
    CHECK(whole->vertex_count == tie.vertex_count && whole->triangle_count == tie.triangle_count);
    CHECK(memcmp(whole->positions, tie.positions, (size_t)tie.vertex_count * sizeof *tie.positions) == 0);
    CHECK(memcmp(whole->uv, tie.uv, 2 * (size_t)tie.uv_count * sizeof *tie.uv) == 0);
    int32_t next = 0;
    for (int32_t t = 0; t < tie.triangle_count; t++) {
        if (strcmp(tie.names[tie.groups[t]].text, "collar") != 0) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 a = tie.positions[tie.triangles[3 * t + k]],
                       b = part->positions[part->triangles[3 * next + k]];
            const double *u = tie.uv + 2 * tie.uv_triangles[3 * t + k],
                         *w = part->uv + 2 * part->uv_triangles[3 * next + k];
            CHECK(v3_distance(a, b) == 0.0 && u[0] == w[0] && u[1] == w[1]);
        }
        next++;
    }
    CHECK(next > 20 && part->triangle_count == next && part->vertex_count < tie.vertex_count);
    const bight_obstacle_def *body = &scene->obstacles[0].def;
    CHECK(body->point_count == torso.vertex_count && body->triangle_count == torso.triangle_count);
    CHECK_NEAR(v3_distance(body->points[7], v3_mul(2.0, torso.positions[7])), 0.0, 1e-15);
    bight_cloth_mesh_free(NULL, &tie);
    bight_cloth_mesh_free(NULL, &torso);
    bight_scene_destroy(scene);
}

TEST(words_name_places_on_the_pattern)
{
#define SHEET "{\"grid\": {\"width\": 2, \"height\": 2, \"columns\": 2, \"rows\": 2}, \"pins\": "
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloths\": [" SHEET "\"u0\"}, " SHEET "\"u1\"}, " SHEET "\"v0\"}, " SHEET
                  "\"v1\"}, " SHEET "\"corners\"}, " SHEET "[\"middle\", -1, \"u1v1\", 3, \"v0\"]}, " SHEET
                  "\"all\"}, {\"tube\": {\"radius\": 1, \"length\": 1, \"around\": 5, \"along\": 2}, "
                  "\"pins\": \"v1\"}]}");
    check_list(scene->cloths[0].pinned, (const int32_t[]){0, 3, 6}, 3);
    check_list(scene->cloths[1].pinned, (const int32_t[]){2, 5, 8}, 3);
    check_list(scene->cloths[2].pinned, (const int32_t[]){0, 1, 2}, 3);
    check_list(scene->cloths[3].pinned, (const int32_t[]){6, 7, 8}, 3);
    check_list(scene->cloths[4].pinned, (const int32_t[]){0, 2, 6, 8}, 4);
    check_list(scene->cloths[5].pinned, (const int32_t[]){4, 8, 3, 0, 1, 2}, 6); // each once
    CHECK(scene->cloths[6].pinned.count == 9);
    check_list(scene->cloths[7].pinned, (const int32_t[]){10, 11, 12, 13, 14}, 5); // the seam's vertex once
    bight_scene_destroy(scene);
}

TEST(seams_pair_edges_in_order)
{
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloths\": [" SHEET "0}, " SHEET "0}], \"seams\": ["
                  "{\"cloths\": [\"cloth1\", \"cloth2\"], \"edges\": [\"u1\", \"v0\"], \"turned\": true},"
                  "{\"cloths\": \"cloth2\", \"edges\": [\"u0\", \"u1\"], \"stiffness\": 5},"
                  "{\"cloths\": \"cloth1\", \"pairs\": [[0, 8], [1, 7]]}]}");
    const bight_scene_seam *seams = scene->seams;
    const int32_t turned[6] = {2, 2, 5, 1, 8, 0}, own[6] = {0, 2, 3, 5, 6, 8}, pairs[4] = {0, 8, 1, 7};
    CHECK(seams[0].sewn.count == 3 && memcmp(seams[0].sewn.at, turned, sizeof turned) == 0);
    CHECK(seams[0].cloth_indices[0] == 0 && seams[0].cloth_indices[1] == 1);
    CHECK(seams[1].sewn.count == 3 && memcmp(seams[1].sewn.at, own, sizeof own) == 0);
    CHECK(seams[1].cloth_indices[0] == 1 && seams[1].cloth_indices[1] == 1 && seams[1].stiffness == 5.0);
    CHECK(seams[2].sewn.count == 2 && memcmp(seams[2].sewn.at, pairs, sizeof pairs) == 0);
    bight_scene_destroy(scene);
}

TEST(settings_and_script_are_read)
{
    bight_scene *scene =
        read_good("{\"bight\": 1, \"cloth\": {\"thickness\": 0.01, \"steps\": 3, \"gravity\": [0, 0, -1]}, "
                  "\"cloths\": [" SHEET "0}, {\"name\": \"b\", \"grid\": {\"width\": 1, \"height\": 1, "
                  "\"columns\": 1, \"rows\": 1}, \"position\": [0, 5, 0], "
                  "\"material\": {\"bend\": 0.5}, \"look\": {\"color\": \"#0000ff\"}}], \"script\": ["
                  "{\"grasp\": {\"hand\": \"h\", \"vertex\": \"u1v0\"}}, {\"grasp\": {\"hand\": \"g\", "
                  "\"near\": [0, 0, 0]}},"
                  "{\"pin\": {\"cloth\": \"b\", \"vertices\": \"corners\"}}, {\"unpin\": {\"vertices\": 2}}, "
                  "{\"settle\": {}},"
                  "{\"grasp\": {\"hand\": \"e\", \"cloth\": \"b\", \"vertices\": [\"u0\", 0]}},"
                  "{\"set\": {\"cloth\": {\"friction\": 0.7, \"solve_iterations\": 9}}},"
                  "{\"expect\": {\"cloth\": {\"intersections\": 0, \"places\": [{\"cloth\": \"b\", "
                  "\"vertex\": -1, \"low\": [0, 1, "
                  "2]}]}}}]}");
    CHECK(scene->cloth->thickness == 0.01 && scene->cloth->steps == 3 && scene->cloth->gravity.z == -1.0);
    CHECK(scene->cloth->friction == bight_cloth_world_def_default().friction); // one list of defaults
    CHECK(scene->cloths[0].material->density == bight_cloth_material_default().density);
    CHECK(scene->cloths[1].def.material.bend == 0.5 && scene->cloths[1].look->color == 0xFF);
    const bight_scene_step *steps = scene->script;
    CHECK(steps[0].verb == BIGHT_VERB_GRASP && steps[0].grasp->cloth_index == 0 &&
          steps[0].grasp->vertex_index == 2);
    CHECK(steps[1].grasp->cloth_index == 0 && steps[1].grasp->kind == 1);
    CHECK(steps[2].verb == BIGHT_VERB_PIN && steps[2].pin->cloth_index == 1 &&
          steps[2].pin->pinned.count == 4);
    CHECK(steps[3].verb == BIGHT_VERB_UNPIN && steps[3].unpin->pinned.at[0] == 2);
    CHECK(steps[4].verb == BIGHT_VERB_SETTLE && steps[4].settle->cycles == 2000 && steps[4].settle->arrive);
    CHECK(strcmp(bight_scene_verb_name(BIGHT_VERB_SETTLE), "settle") == 0);
    CHECK(steps[5].grasp->kind == BIGHT_GRASP_VERTICES && steps[5].grasp->cloth_index == 1);
    CHECK(steps[5].grasp->held.count == 2 && steps[5].grasp->held.at[0] == 0 &&
          steps[5].grasp->held.at[1] == 2);
    const bight_scene_set_cloth *set = steps[6].set->cloth;
    CHECK(set->friction == 0.7 && isnan(set->thickness) && set->solve_iterations == 9);
    CHECK(set->newton_iterations == 0 && set->gravity.count == 0);
    const bight_scene_cloth_expect *expect = steps[7].expect->cloth;
    CHECK(expect->intersections == 0 && isnan(expect->contour) && !expect->settled);
    CHECK(expect->places.at[0].vertex_index == 3 && expect->places.at[0].low.at[0].z == 2.0);
    bight_scene_destroy(scene);
}

// ---- messages ---------------------------------------------------------------------------------------

#define ONE                                                                                                  \
    "{\"bight\": 1, \"cloths\": [{\"name\": \"a\", \"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, " \
    "\"rows\": 3}}]"
#define ROPE "\"ropes\": [{\"name\": \"line\", \"points\": [[0,0,0],[1,0,0]]}]"

static const bad_scene bad_scenes[] = {
    {"{\"bight\": 1, \"cloths\": [\n{\"mesh\": {\"garment\": {\"name\": \"toga\"}}}]}", 2,
     "cloths[0].mesh.garment.name is \"toga\", which is no garment"},
    {"{\"bight\": 1, \"cloths\": [\n{\"mesh\": {\"garment\": {\"name\": \"ribbon\", \"pieces\": "
     "[\"bow\"]}}}]}",
     2, "is \"bow\", which ribbon does not have: it has ribbon"},
    {"{\"bight\": 1, \"cloths\": [\n{\"mesh\": {\"garment\": {\"name\": \"ribbon\", \"sizes\": [{\"size\": "
     "\"width\", \"value\": 9}]}}}]}",
     2, "value is 9: give 0.004 to 2"},
    {"{\"bight\": 1, \"cloths\": [\n{\"mesh\": {\"garment\": {\"name\": \"ribbon\", \"sizes\": [{\"size\": "
     "\"depth\", \"value\": 9}]}}}]}",
     2, "is \"depth\", which ribbon does not have"},
    {"{\"bight\": 1, \"cloths\": []}", 1, "cloths is not a list of at least 1"},
    {"{\"bight\": 1, \"cloths\": [\n{}]}", 2, "cloths[0] has none of grid, tube, mesh: give one"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1,\n\"columns\": 0, \"rows\": 1}}]}",
     2, "cloths[0].grid.columns is 0: give a whole number from 1 to 2000"},
    {"{\"bight\": 1, \"cloths\": [\n{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2000, \"rows\": "
     "2000}}]}",
     2, "cloths[0].grid has 4004001 vertices: all cloths together have at most 250000"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 400, \"rows\": "
     "400}},\n{\"grid\": "
     "{\"width\": 1, \"height\": 1, \"columns\": 400, \"rows\": 400}}]}",
     2, "cloths[1] brings the vertices to 321602: all cloths together have at most 250000"},
    {"{\"bight\": 1, \"cloths\": [{\"tube\": {\"radius\": 1, \"length\": 1,\n\"around\": 2, \"along\": 1}}]}",
     2, "around is 2: give a whole number from 3"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\n\"file\": \"none.obj\"}}]}", 2,
     "none.obj: there is no such file"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\n\"file\": \"bad.obj\"}}]}", 2,
     "cloths[0].mesh.file cannot be used: bad.obj:1:"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\n\"file\": \"empty.obj\"}}]}", 2, "empty.obj: no faces"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\n\"file\": \"half.obj\"}}]}", 2,
     "where face 2 has no texture coordinates though others have: add \"pattern\": 0"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\"file\": \"bare.obj\",\n\"pattern\": 2}}]}", 2,
     "pattern is 2, but the file has no texture coordinates"},
    {"{\"bight\": 1, \"cloths\": [{\"mesh\": {\"file\": \"bare.obj\"},\n\"pins\": \"corners\"}]}", 2,
     "is a place on the pattern of \"cloth1\", which has none: give numbers of vertices"},
    {"{\"bight\": 1, \"cloths\": [{\"name\": \"a\", \"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, "
     "\"rows\": 3},\n"
     "\"pins\": [0, 12]}]}",
     2, "cloths[0].pins[1] is 12, but \"a\" has 12 vertices: give -12 to 11"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": 3},\n"
     "\"pins\": \"edge\"}]}",
     2, "pins is \"edge\": give a vertex from 0"},
    {"{\"bight\": 1, \"cloths\": [{\"name\": \"a\", \"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, "
     "\"rows\": 2},\n\"pins\": \"knot\"}]}",
     2, "is the knot of \"a\", which has no pleats: give it some, or other vertices"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": 3},\n"
     "\"material\": {\"density\": 0}}]}",
     2, "cloths[0].material.density is 0: give a number from 0.0001 to 100"},
    {ONE ",\n\"cloth\": {\"thickness\": 2}}", 2, "cloth.thickness is 2: give a number from 1e-06 to 1"},
    {ONE ",\n\"seams\": [{\"cloths\": \"b\", \"edges\": [\"u0\", \"u1\"]}]}", 2,
     "seams[0].cloths[0] is \"b\", and there is no such cloth"},
    {ONE ",\n\"seams\": [{\"cloths\": \"a\", \"edges\": [\"u0\", \"v1\"]}]}", 2,
     "seams[0].edges have 4 and 3 vertices: give edges with as many"},
    {ONE ",\n\"seams\": [{\"cloths\": \"a\", \"edges\": [\"u0\", \"middle\"]}]}", 2, "edges[1] is no edge"},
    {ONE ",\n\"seams\": [{\"cloths\": \"a\", \"edges\": [\"u0\", \"u0\"]}]}", 2,
     "seams[0] sews vertex 0 to itself"},
    {ONE ",\n\"seams\": [{\"cloths\": \"a\", \"pairs\": [[0, 12]]}]}", 2,
     "seams[0].pairs[0][1] is 12, but \"a\" has 12 vertices: give 0 to 11"},
    {ONE ",\n\"seams\": [{\"cloths\": \"a\", \"pairs\": [[0, -1]]}]}", 2,
     "give two numbers of vertices [i, j], from 0"},
    {ONE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}]}", 2,
     "script[0].grasp.node is of a rope, and this is a cloth: give vertex"},
    {ONE
     ", " ROPE
     ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"cloth\": \"a\", \"rope\": \"line\", \"vertex\": 0}}]}",
     2, "is of a cloth and of a rope: give one of cloth and rope"},
    {ONE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"vertex\": \"u0\"}}]}", 2,
     "vertex is \"u0\": give a vertex from 0 (-1 is the last), \"middle\""},
    {ONE ", \"script\": [{\"grasp\": {\"hand\": \"h\", \"vertex\": 0}},\n{\"grasp\": {\"hand\": \"g\", "
         "\"vertex\": "
         "\"u0v0\"}}]}",
     2, "vertex is vertex 0, which \"h\" holds already: take another"},
    {ONE ", \"script\": [\n{\"pin\": {\"cloth\": \"b\", \"vertices\": 0}}]}", 2, "there is no such cloth"},
    {ONE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"vertices\": [0, 12]}}]}", 2,
     "script[0].grasp.vertices[1] is 12, but \"a\" has 12 vertices: give -12 to 11"},
    {ONE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"vertices\": []}}]}", 2,
     "script[0].grasp.vertices"},
    {ONE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"vertex\": 0, \"vertices\": 1}}]}", 2,
     "more than one of node, near, vertex, vertices"},
    {ONE ", \"script\": [\n{\"set\": {\"cloth\": {\"friction\": 3}}}]}", 2,
     "script[0].set.cloth.friction is 3: give a number from 0 to 2"},
    {ONE ", \"script\": [\n{\"set\": {\"cloth\": {}}}]}", 2,
     "script[0].set.cloth has none of thickness, friction"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"set\": {\"cloth\": {\"friction\": 1}}}]}", 2,
     "script[0].set.cloth is of cloth, and the scene has none: leave it out"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"settle\": {}}]}", 2,
     "script[0].settle is about cloth, and the scene has none: add \"cloths\""},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"h\", \"vertex\": 0}}]}", 2,
     "is about cloth, and the scene has none"},
    {ONE ", \"script\": [\n{\"expect\": {\"knot\": \"3_1\"}}]}", 2,
     "is about a rope, and the scene has none: add \"ropes\""},
    {ONE ", \"script\": [\n{\"expect\": {\"cloth\": {}}}]}", 2,
     "script[0].expect.cloth has none of intersections, contour, uncertified, settled, stretch, tied, "
     "places, "
     "apart: give one"},
    {ONE
     ", \"script\": [\n{\"expect\": {\"cloth\": {\"places\": [{\"vertex\": 0, \"point\": [0, 0, 0]}]}}}]}",
     2, "has only one of point and within"},
    {ONE ", \"script\": [\n{\"expect\": {\"cloth\": {\"places\": [{\"vertex\": 0}]}}}]}", 2, "asks nothing"},
    {ONE
     ", \"script\": [\n{\"expect\": {\"cloth\": {\"apart\": {\"cloths\": [\"a\", \"b\"], \"min\": 1}}}}]}",
     2, "apart.cloths[1] is \"b\", and there is no such cloth"},
    {ONE ", \"script\": [\n{\"wait\": {\"cycles\": 1}, \"pin\": {\"vertices\": 0}}]}", 2, "more than one of"},
    {ONE ", \"script\": [\n{\"expect\": {\"winding\": {\"obstacle\": \"x\", \"turns\": 1}}}]}", 2,
     "is about a rope"},
    {ONE ", \"script\": [\n{\"expect\": {\"linking\": {\"ropes\": [\"x\", \"y\"], \"number\": 1}}}]}", 2,
     "there is no such rope"},
    {ONE ", \"script\": [\n{\"still\": \"a\", \"close\": 5}]}", 2,
     "script[0].close counts in rope diameters, and the scene has no rope: leave it out"},
    {ONE ",\n\"strands\": [{\"name\": \"s\"}]}", 2, "strands[0] is about a rope"},
};

TEST(bad_scenes_get_line_key_and_reason)
{
    check_bad_scenes(bad_scenes, sizeof bad_scenes / sizeof *bad_scenes, &folder);
}

// ---- whatever comes ---------------------------------------------------------------------------------

static const char full[] = "{\"bight\": 1, \"cloth\": {\"thickness\": 0.004, \"steps\": 2}, \"cloths\": "
                           "[{\"name\": \"a\", \"grid\": {\"width\": 1, "
                           "\"height\": 1, \"columns\": 3, \"rows\": 2}, \"pins\": [\"corners\", \"u0\", 5], "
                           "\"look\": {\"weave\": \"none\"}},"
                           "{\"tube\": {\"radius\": 1, \"length\": 2, \"around\": 4, \"along\": 3}, "
                           "\"rotation\": {\"axis\": [0, 0, 1], \"degrees\": "
                           "30}}, {\"mesh\": {\"file\": \"square.obj\"}}], \"seams\": [{\"cloths\": [\"a\", "
                           "\"cloth2\"], \"pairs\": [[0, 1]]}, "
                           "{\"cloths\": \"a\", \"edges\": [\"v0\", \"v1\"]}], \"script\": [{\"set\": "
                           "{\"cloth\": {\"inertia\": 1}}}, "
                           "{\"grasp\": {\"hand\": \"e\", \"vertices\": \"u0\"}}, {\"grasp\": "
                           "{\"hand\": \"h\", \"cloth\": \"cloth2\", "
                           "\"vertex\": 3}}, {\"unpin\": {\"vertices\": [\"all\"]}}, {\"settle\": "
                           "{\"cycles\": 9}}, {\"expect\": {\"cloth\": "
                           "{\"stretch\": 1.1, \"apart\": {\"cloths\": [\"a\", \"cloth3\"], \"max\": 2}}}}]}";

TEST(mutations_never_crash)
{
    check_mutations(full, "{}[]\",:0123456789-.eE uv\\\n", &folder);
}

TEST(every_allocation_may_fail)
{
    check_lack_of_memory(full, &folder);
}

RUN_TESTS(unit(a_grid_lies_flat_with_its_front_up), unit(a_tube_is_closed_and_faces_outwards),
          unit(files_bring_pattern_and_seams), unit(garments_are_made_whole_or_in_pieces),
          unit(words_name_places_on_the_pattern), unit(seams_pair_edges_in_order),
          unit(settings_and_script_are_read), unit(bad_scenes_get_line_key_and_reason),
          unit(mutations_never_crash), unit(every_allocation_may_fail))
