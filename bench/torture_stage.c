// SPDX-License-Identifier: MIT

#include "bench/torture_stage.h"

#include "bench/start_shapes.h"

#include <math.h>

#define PI 3.14159265358979323846

static bight_status add_rope(torture_scene *scene, const bight_vec3 *nodes, int32_t count, bool closed,
                             double radius, bight_error *error)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){nodes, count, closed};
    def.radius = radius;
    def.link_length = 1.0;
    bight_status status = bight_rope_create(scene->world, &def, &scene->ropes[scene->rope_count], error);
    if (status == BIGHT_OK) {
        scene->rope_count++;
        scene->thinnest = scene->rope_count == 1 ? radius : fmin(radius, scene->thinnest);
    }
    return status;
}

static bight_status add_obstacle(torture_scene *scene, bight_shape_kind kind, double size, double other,
                                 bight_error *error)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    def.kind = kind;
    def.size = (bight_vec3){size, other, 0.0};
    bight_status status =
        bight_obstacle_create(scene->world, &def, &scene->obstacles[scene->obstacle_count], error);
    scene->shapes[scene->obstacle_count] = kind;
    scene->sizes[scene->obstacle_count] = def.size;
    scene->obstacle_count += status == BIGHT_OK;
    return status;
}

// Nodes of a round ring of links one long, in the plane of two axes (0 x, 1 y, 2 z) round a centre on the x axis.
static double round_ring(bight_vec3 *nodes, int32_t links, double centre, int32_t first, int32_t second)
{
    double around = 0.5 / sin(PI / links);
    for (int32_t i = 0; i < links; i++) {
        double at[3] = {centre, 0.0, 0.0};
        at[first] += around * cos(2.0 * PI * i / links);
        at[second] += around * sin(2.0 * PI * i / links);
        nodes[i] = (bight_vec3){at[0], at[1], at[2]};
    }
    return around;
}

// Each ring goes through the middle of the one before, a quarter of its radius off; the third is clear of the first.
static bight_status add_chain(torture_scene *scene, bight_error *error)
{
    bight_vec3 nodes[TORTURE_NODES];
    int32_t rings = 2 + torture_below(&scene->random, 2), links = 16 + torture_below(&scene->random, 8);
    double radius = torture_range(&scene->random, 0.3, 0.5);
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < rings && status == BIGHT_OK; k++) {
        double around = 0.5 / sin(PI / links);
        round_ring(nodes, links, 1.25 * around * k, 0, k % 2 == 0 ? 1 : 2);
        status = add_rope(scene, nodes, links, true, radius, error);
    }
    return status;
}

// A helix round a pole along y, with straight tails; seed by seed half a turn to two turns.
static bight_status add_wound(torture_scene *scene, bight_error *error)
{
    bight_vec3 nodes[TORTURE_NODES];
    torture_random *random = &scene->random;
    double radius = torture_range(random, 0.3, 0.5), pole = torture_range(random, 1.2, 2.5);
    double around = pole + 1.1 * radius, turns = torture_range(random, 0.5, 2.0);
    bight_status status = add_obstacle(scene, BIGHT_SHAPE_CAPSULE, pole, 60.0, error);

    // rise a turn, slope, and the angle of a link: its chord and its rise make one
    double rise = 2.6 * radius / (2.0 * PI), step = 1.0 / sqrt(around * around + rise * rise);
    int32_t arcs = (int32_t)(2.0 * PI * turns / step), count = 0, tail = 8;
    for (int32_t i = -tail; i <= arcs + tail; i++) {
        double on = i < 0 ? 0.0 : i > arcs ? arcs : i, angle = on * step;
        double out = (i - on) / sqrt(1.0 + rise * rise / (around * around));
        nodes[count++] = (bight_vec3){around * cos(angle) - out * sin(angle),
                                      rise * (angle + out / around) - 0.5 * rise * arcs * step,
                                      around * sin(angle) + out * cos(angle)};
    }
    return status == BIGHT_OK ? add_rope(scene, nodes, count, false, radius, error) : status;
}

// A rope through a ring, both in the middle of each other, as links of a chain are; the ring's core is in x, z.
static bight_status add_ringed(torture_scene *scene, bight_error *error)
{
    bight_vec3 nodes[TORTURE_NODES];
    torture_random *random = &scene->random;
    int32_t links = 18 + torture_below(random, 14);
    double radius = torture_range(random, 0.3, 0.5), around = 0.5 / sin(PI / links);
    bight_status status = add_obstacle(scene, BIGHT_SHAPE_TORUS, torture_range(random, 2.0, around),
                                       torture_range(random, 0.3, 0.6), error);
    round_ring(nodes, links, around, 0, 1);
    return status == BIGHT_OK ? add_rope(scene, nodes, links, true, radius, error) : status;
}

static bight_status grasp(torture_scene *scene, int32_t hand, int32_t node, bight_error *error)
{
    return bight_hand_grasp(scene->world, scene->ropes[0], node, &scene->hands[hand], error);
}

// A closed trefoil with two or three hands, or an open knot of three to seven crossings with its ends in two.
static bight_status add_led(torture_scene *scene, bight_error *error)
{
    bight_vec3 nodes[TORTURE_NODES];
    torture_random *random = &scene->random;
    bool jerks = scene->kind == TORTURE_JERKS;
    int32_t links = jerks ? 56 + torture_below(random, 24) : 44 + torture_below(random, 30);
    if (jerks) {
        torture_knot(1, links, nodes);
    } else {
        bench_torus_knot(nodes, links, 3 + 2 * torture_below(random, 2));
    }
    bight_status status = add_rope(scene, nodes, jerks ? links : links + 1, jerks,
                                   torture_range(random, 0.3, jerks ? 0.4 : 0.5), error);
    for (int32_t i = 0; i < (jerks ? 2 + torture_below(random, 2) : 2) && status == BIGHT_OK; i++) {
        status = grasp(scene, i, jerks ? i * links / 3 : i * links, error);
    }
    return status;
}

bight_status torture_stage_make(torture_kind kind, uint64_t seed, torture_scene *scene, bight_error *error)
{
    *scene = (torture_scene){
        .kind = kind, .random = {(seed * 8 + kind) * UINT64_C(0x2545F4914F6CDD1D)}, .size = 14.0};
    bight_world_def def = bight_world_def_default();
    def.slip = torture_range(&scene->random, 0.0, 0.3);
    def.friction = torture_range(&scene->random, 0.0, 0.6);
    def.speed_limit = torture_range(&scene->random, 0.5, 0.98);
    bight_status status = bight_world_create(&def, &scene->world, error);
    if (status == BIGHT_OK) {
        status = kind == TORTURE_LINKED  ? add_chain(scene, error)
                 : kind == TORTURE_POLES ? add_wound(scene, error)
                 : kind == TORTURE_RINGS ? add_ringed(scene, error)
                                         : add_led(scene, error);
    }
    if (status != BIGHT_OK) {
        bight_world_destroy(scene->world);
    }
    return status;
}

// ---- hands -----------------------------------------------------------------------------------------------

// Cycles of a pull, and of a let-go after it.
#define PULL 160
#define LET_GO 40

// Both ends away from each other, and then a little towards each other.
static void pull(const torture_scene *scene)
{
    bight_hand_state end[2];
    for (int32_t i = 0; i < 2; i++) {
        bight_hand_get(scene->world, scene->hands[i], &end[i]);
    }
    bight_vec3 a = end[0].position, b = end[1].position, way = {b.x - a.x, b.y - a.y, b.z - a.z};
    double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z) + 1e-9;
    double by = (scene->cycle % (PULL + LET_GO) < PULL ? 0.4 : -0.2) / length;
    bight_hand_set_target(scene->world, scene->hands[0],
                          (bight_vec3){a.x - by * way.x, a.y - by * way.y, a.z - by * way.z});
    bight_hand_set_target(scene->world, scene->hands[1],
                          (bight_vec3){b.x + by * way.x, b.y + by * way.y, b.z + by * way.z});
}

void torture_lead(torture_scene *scene)
{
    if (scene->kind == TORTURE_PULLS) {
        pull(scene);
        return;
    }
    for (int32_t i = 0; i < TORTURE_HANDS; i++) {
        if (scene->hands[i].index1 != 0 && torture_below(&scene->random, 12) == 0) {
            bight_hand_set_target(scene->world, scene->hands[i], torture_point(&scene->random, 40.0));
        }
    }
}

// ---- rings -----------------------------------------------------------------------------------------------

void torture_core(const torture_scene *scene, int32_t obstacle, bight_vec3 *core)
{
    bight_pose pose;
    bight_obstacle_get(scene->world, scene->obstacles[obstacle], &pose, NULL);
    const double *q = pose.rotation;
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], ring = scene->sizes[obstacle].x;
    for (int32_t i = 0; i < TORTURE_CORE; i++) {
        // v + 2 u x (u x v + w v), with the quaternion (u, w) made a unit
        double angle = 2.0 * PI * (i + 0.5) / TORTURE_CORE;
        bight_vec3 v = {ring * cos(angle), 0.0, ring * sin(angle)};
        bight_vec3 c = {q[1] * v.z - q[2] * v.y + q[3] * v.x, q[2] * v.x - q[0] * v.z + q[3] * v.y,
                        q[0] * v.y - q[1] * v.x + q[3] * v.z};
        double twice = 2.0 / square;
        core[i] = (bight_vec3){pose.position.x + v.x + twice * (q[1] * c.z - q[2] * c.y),
                               pose.position.y + v.y + twice * (q[2] * c.x - q[0] * c.z),
                               pose.position.z + v.z + twice * (q[0] * c.y - q[1] * c.x)};
    }
}
