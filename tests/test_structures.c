// SPDX-License-Identifier: MIT
// The validators that builds with assertions call: sound structures pass, each kind of fault is noticed.

#include "bight/scene.h"
#include "geom/validate.h"
#include "knot/diagram.h"
#include "scene/validate.h"
#include "test.h"

#include <math.h>
#include <string.h>

// Put a wrong value into a place, look, put the right one back, look again.
#define NOTICED(place, wrong, valid)                                                                         \
    do {                                                                                                     \
        unsigned char kept[sizeof(place)];                                                                   \
        memcpy(kept, &(place), sizeof kept);                                                                 \
        (place) = (wrong);                                                                                   \
        if (valid) {                                                                                         \
            fail_msg("%s = %s is not noticed", #place, #wrong);                                              \
        }                                                                                                    \
        memcpy(&(place), kept, sizeof kept);                                                                 \
        CHECK(valid);                                                                                        \
    } while (0)

TEST(curves)
{
    bight_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    bight_curve curve = {points, 3, true};
    CHECK(bi_curve_is_valid(curve) && bi_curve_is_valid((bight_curve){NULL, 0, false}));
    NOTICED(curve.count, 2, bi_curve_is_valid(curve));
    NOTICED(curve.points, NULL, bi_curve_is_valid(curve));
    NOTICED(points[2].z, (double)NAN, bi_curve_is_valid(curve));
}

TEST(meshes)
{
    bight_mesh mesh = {0};
    CHECK(bight_shape_mesh(NULL, BIGHT_SHAPE_TORUS, (bight_vec3){2, 1, 0}, 8, &mesh, NULL) == BIGHT_OK);
    CHECK(bi_mesh_is_valid(&mesh));
    NOTICED(mesh.triangles[5], mesh.vertex_count, bi_mesh_is_valid(&mesh));
    NOTICED(mesh.triangles[5], -1, bi_mesh_is_valid(&mesh));
    NOTICED(mesh.positions[3].x, (double)INFINITY, bi_mesh_is_valid(&mesh));
    NOTICED(mesh.normals[3].x, mesh.normals[3].x + 0.1, bi_mesh_is_valid(&mesh));
    NOTICED(mesh.uv[1], (double)NAN, bi_mesh_is_valid(&mesh));
    bight_mesh_free(NULL, &mesh);
}

TEST(box_trees)
{
    bight_mesh mesh = {0};
    bi_box_tree tree;
    CHECK(bight_shape_mesh(NULL, BIGHT_SHAPE_TORUS, (bight_vec3){2, 1, 0}, 8, &mesh, NULL) == BIGHT_OK);
    CHECK(bi_box_tree_make(NULL, mesh.triangles, mesh.triangle_count, mesh.positions, &tree) == BIGHT_OK);
    CHECK(bi_box_tree_is_valid(&tree));
    NOTICED(tree.order[4], tree.order[5], bi_box_tree_is_valid(&tree));
    NOTICED(tree.order[4], tree.leaf_count, bi_box_tree_is_valid(&tree));
    bi_box *top = &tree.boxes[tree.level_first[tree.level_count - 1]];
    NOTICED(top->low[1], top->low[1] + 0.5f, bi_box_tree_is_valid(&tree));
    NOTICED(tree.boxes[0].high[2], 100.0f, bi_box_tree_is_valid(&tree));
    bi_box_tree_free(NULL, &tree);
    bight_mesh_free(NULL, &mesh);
}

TEST(diagrams)
{
    static const int32_t trefoil[] = {1, 4, 2, 5, 3, 6, 4, 1, 5, 2, 6, 3};
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    CHECK(bi_diagram_is_valid(&diagram));
    CHECK(bi_diagram_from_pd(&diagram, trefoil, 3, NULL) == BIGHT_OK && bi_diagram_is_valid(&diagram));
    NOTICED(diagram.mate[7], diagram.mate[8], bi_diagram_is_valid(&diagram));
    NOTICED(diagram.mate[7], 12, bi_diagram_is_valid(&diagram));
    NOTICED(diagram.sign[1], 0, bi_diagram_is_valid(&diagram));
    bi_diagram_free(&diagram);
}

// A scene is const to its readers: faults are put into copies.
TEST(linked_scenes)
{
    static const char text[] =
        "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}}],\n"
        " \"strands\": [{\"name\": \"A\", \"end\": \"first\"}, {\"name\": \"B\"}],\n"
        " \"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}},\n"
        "  {\"move\": {\"hand\": \"h\", \"by\": [0, 1, 0]}}, {\"release\": \"h\"},\n"
        "  {\"cross\": {\"active\": \"A\", \"target\": \"B\"}}, {\"expect\": {\"knot\": \"0_1\"}}]}";
    bight_scene *scene = NULL;
    CHECK(bight_scene_parse(text, sizeof text - 1, NULL, NULL, &scene, NULL) == BIGHT_OK);
    bight_scene copy = *scene;
    bight_scene_step steps[5];
    memcpy(steps, scene->script, sizeof steps);
    copy.script = steps;
    CHECK(bi_scene_is_valid(&copy));

    bight_scene_grasp grasp = *steps[0].grasp;
    bight_scene_move move = *steps[1].move;
    steps[0].grasp = &grasp;
    steps[1].move = &move;
    NOTICED(grasp.hand_index, 1, bi_scene_is_valid(&copy));
    NOTICED(grasp.rope_index, -1, bi_scene_is_valid(&copy));
    NOTICED(move.obstacle_index, 0, bi_scene_is_valid(&copy));
    NOTICED(move.hand_index, 1, bi_scene_is_valid(&copy));
    NOTICED(steps[2].release_indices, NULL, bi_scene_is_valid(&copy));
    NOTICED(steps[3].program.count, 0, bi_scene_is_valid(&copy));
    NOTICED(steps[4].expect, NULL, bi_scene_is_valid(&copy));
    NOTICED(copy.strand_count, 1, bi_scene_is_valid(&copy));
    NOTICED(copy.rope_count, 0, bi_scene_is_valid(&copy));
    NOTICED(copy.world, NULL, bi_scene_is_valid(&copy));
    bight_scene_destroy(scene);
}

RUN_TESTS(unit(curves), unit(meshes), unit(box_trees), unit(diagrams), unit(linked_scenes))
