// SPDX-License-Identifier: MIT

#include "bench/torture_scene.h"

#include "bench/torture_stage.h"

#include <math.h>

#define PI 3.14159265358979323846

uint64_t torture_bits(torture_random *random)
{
    uint64_t z = (random->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

double torture_range(torture_random *random, double low, double high)
{
    return low + (high - low) * ((double)(torture_bits(random) >> 11) * 0x1p-53);
}

int32_t torture_below(torture_random *random, int32_t count)
{
    return (int32_t)(((torture_bits(random) >> 32) * (uint64_t)count) >> 32);
}

bight_vec3 torture_point(torture_random *random, double size)
{
    double x = torture_range(random, -size, size), y = torture_range(random, -size, size);
    return (bight_vec3){x, y, torture_range(random, -size, size)};
}

// ---- knots ---------------------------------------------------------------------------------------------

static bight_vec3 on_knot(int32_t kind, double t)
{
    double u = 2.0 * PI * t;
    switch (kind) {
    case 1:
        return (bight_vec3){sin(u) + 2.0 * sin(2.0 * u), cos(u) - 2.0 * cos(2.0 * u), -sin(3.0 * u)};
    case 2:
        return (bight_vec3){(2.0 + cos(2.0 * u)) * cos(3.0 * u), (2.0 + cos(2.0 * u)) * sin(3.0 * u),
                            sin(4.0 * u)};
    case 3:
        return (bight_vec3){(2.0 + cos(5.0 * u)) * cos(2.0 * u), (2.0 + cos(5.0 * u)) * sin(2.0 * u),
                            sin(5.0 * u)};
    case 4:
        return (bight_vec3){(2.0 + cos(3.0 * u)) * cos(2.0 * u), 2.0 * (2.0 + cos(3.0 * u)) * sin(2.0 * u),
                            sin(3.0 * u)};
    default:
        return (bight_vec3){cos(u), sin(u), 0.2 * sin(2.0 * u)};
    }
}

static double gap(bight_vec3 a, bight_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

void torture_knot(int32_t kind, int32_t count, bight_vec3 *nodes)
{
    enum { FINE = 20000 };
    double total = 0.0;
    for (int32_t i = 0; i < FINE; i++) {
        total += gap(on_knot(kind, (double)i / FINE), on_knot(kind, (double)(i + 1) / FINE));
    }
    double walked = 0.0;
    int32_t next = 0;
    for (int32_t i = 0; i < FINE && next < count; i++) {
        bight_vec3 here = on_knot(kind, (double)i / FINE);
        if (walked >= next * total / count) {
            double grow = count / total;
            nodes[next++] = (bight_vec3){grow * here.x, grow * here.y, grow * here.z};
        }
        walked += gap(here, on_knot(kind, (double)(i + 1) / FINE));
    }
}

// ---- making ----------------------------------------------------------------------------------------------

static bight_status add_rope(torture_scene *scene, bight_error *error)
{
    torture_random *random = &scene->random;
    bight_vec3 nodes[TORTURE_NODES];
    int32_t kind = torture_below(random, 5), count = 40 + torture_below(random, 90);
    bool closed = torture_below(random, 4) != 0;
    double radius =
        torture_below(random, 3) == 0 ? torture_range(random, 0.6, 2.0) : torture_range(random, 0.2, 0.6);
    count = radius > 0.6 ? (int32_t)(count * radius * 1.5) : count;
    count = count > TORTURE_NODES ? TORTURE_NODES : count;
    torture_knot(kind, count, nodes);
    double length = exp2(torture_range(random, -3.0, 3.0)) * (scene->rope_count == 0 ? 1.0 : 0.0);
    length = length > 0.0 ? length : scene->size / 30.0;
    bight_vec3 move =
        scene->rope_count == 0 ? (bight_vec3){0, 0, 0} : torture_point(random, 0.7 * scene->size);
    scene->size = scene->rope_count == 0 ? 30.0 * length : scene->size;
    for (int32_t i = 0; i < count; i++) {
        nodes[i] = (bight_vec3){length * nodes[i].x + move.x, length * nodes[i].y + move.y,
                                length * nodes[i].z + move.z};
    }
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){nodes, closed ? count : count - 1, closed};
    def.radius = radius * length;
    bight_status status = bight_rope_create(scene->world, &def, &scene->ropes[scene->rope_count], error);
    if (status == BIGHT_OK) {
        scene->rope_count++;
        scene->thinnest = scene->rope_count == 1 ? def.radius : fmin(scene->thinnest, def.radius);
    }
    return status;
}

static const bight_vec3 tetrahedron[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
static const int32_t tetrahedron_faces[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};

static bight_pose random_pose(torture_scene *scene)
{
    bight_pose pose = {.position = torture_point(&scene->random, 0.6 * scene->size)};
    for (int32_t i = 0; i < 4; i++) {
        pose.rotation[i] = torture_range(&scene->random, -1.0, 1.0);
    }
    return pose;
}

static void add_obstacle(torture_scene *scene)
{
    bight_vec3 points[4];
    bight_obstacle_def def = bight_obstacle_def_default();
    def.kind = (bight_shape_kind)torture_below(&scene->random, 5);
    double size = scene->size * torture_range(&scene->random, 0.02, 0.15);
    def.size = (bight_vec3){size, size * torture_range(&scene->random, 0.1, 0.9), size};
    for (int32_t i = 0; i < 4; i++) {
        points[i] = (bight_vec3){size * tetrahedron[i].x, size * tetrahedron[i].y, size * tetrahedron[i].z};
    }
    def.points = points;
    def.triangles = tetrahedron_faces;
    def.point_count = def.triangle_count = 4;
    for (int32_t attempt = 0; attempt < 20; attempt++) {
        def.pose = random_pose(scene);
        if (bight_obstacle_create(scene->world, &def, &scene->obstacles[scene->obstacle_count], NULL) ==
            BIGHT_OK) {
            scene->shapes[scene->obstacle_count] = def.kind;
            scene->sizes[scene->obstacle_count] = def.size;
            scene->obstacle_count++;
            return;
        }
    }
}

bight_status torture_scene_make(uint64_t seed, torture_scene *scene, bight_error *error)
{
    *scene = (torture_scene){.random = {seed * UINT64_C(0x2545F4914F6CDD1D)}, .size = 30.0};
    torture_random *random = &scene->random;
    bight_world_def def = bight_world_def_default();
    def.slip = torture_range(random, 0.0, 0.5);
    def.speed_limit = torture_range(random, 0.3, 0.98);
    bight_status status = bight_world_create(&def, &scene->world, error);
    if (status == BIGHT_OK) {
        status = add_rope(scene, error);
    }
    if (status != BIGHT_OK) {
        bight_world_destroy(scene->world);
        return status;
    }
    int32_t more_ropes = torture_below(random, 3);
    for (int32_t i = 0; i < more_ropes; i++) {
        add_rope(scene, NULL); // one that would cross another is left out
    }
    int32_t obstacles = torture_below(random, TORTURE_OBSTACLES + 1);
    for (int32_t i = 0; i < obstacles; i++) {
        add_obstacle(scene);
    }
    return BIGHT_OK;
}

// ---- hands ------------------------------------------------------------------------------------------

static void new_order(torture_scene *scene, bight_hand_id hand)
{
    torture_random *random = &scene->random;
    bight_hand_state state;
    if (bight_hand_get(scene->world, hand, &state) != BIGHT_OK) {
        return;
    }
    bight_vec3 target = torture_point(random, scene->size);
    if (torture_below(random, 3) == 0) {
        // to another node of any rope: knots and squeezes
        bight_curve curve =
            bight_rope_curve(scene->world, scene->ropes[torture_below(random, scene->rope_count)]);
        target = curve.points[torture_below(random, curve.count)];
    } else if (torture_below(random, 8) == 0) {
        target = torture_point(random, 100.0 * scene->size);
    }
    bight_hand_set_target(scene->world, hand, target);
}

static void random_whims(torture_scene *scene)
{
    torture_random *random = &scene->random;
    for (int32_t i = 0; i < TORTURE_HANDS; i++) {
        bool empty = scene->hands[i].index1 == 0;
        if (empty && torture_below(random, 15) == 0) {
            bight_rope_id rope = scene->ropes[torture_below(random, scene->rope_count)];
            int32_t node = torture_below(random, bight_rope_curve(scene->world, rope).count);
            if (bight_hand_grasp(scene->world, rope, node, &scene->hands[i], NULL) == BIGHT_OK) {
                new_order(scene, scene->hands[i]);
            }
        } else if (!empty && torture_below(random, 90) == 0) {
            bight_hand_release(scene->world, scene->hands[i]);
            scene->hands[i] = (bight_hand_id){0};
        } else if (!empty && torture_below(random, 25) == 0) {
            new_order(scene, scene->hands[i]);
        }
    }
    for (int32_t i = 0; i < scene->obstacle_count; i++) {
        if (i % 2 == 0 && torture_below(random, 60) == 0) {
            bight_obstacle_set_target(scene->world, scene->obstacles[i], random_pose(scene));
        }
    }
}

void torture_whims(torture_scene *scene)
{
    scene->cycle++;
    if (scene->kind == TORTURE_JERKS || scene->kind == TORTURE_PULLS) {
        torture_lead(scene);
    } else {
        random_whims(scene);
    }
}

bight_status torture_scene_make_kind(torture_kind kind, uint64_t seed, torture_scene *scene,
                                     bight_error *error)
{
    return kind == TORTURE_RANDOM ? torture_scene_make(seed, scene, error)
                                  : torture_stage_make(kind, seed, scene, error);
}
