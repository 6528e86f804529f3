// SPDX-License-Identifier: MIT
// Obstacles with mass: cloth bears their weight, holds them by friction, and they move as rigid bodies.

#include "cloth/rigid.h"
#include "cloth/world.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/pose.h"

static const double gravity = 9.81;

static bight_cloth_obstacle_id add(bight_cloth_world *world, const bight_cloth_obstacle_def *def)
{
    bight_cloth_obstacle_id id;
    bight_error error = {0};
    if (bight_cloth_obstacle_create(world, def, &id, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return id;
}

// A box as a closed mesh, half extents h.
typedef struct box_mesh {
    bight_vec3 points[8];
    int32_t triangles[36];
} box_mesh;

static box_mesh box_make(bight_vec3 h)
{
    box_mesh box = {.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5}};
    for (int32_t i = 0; i < 8; i++) {
        box.points[i] = v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
    }
    return box;
}

// ---- how mass is spread ------------------------------------------------------------------------------------

static bool is_inside(const bi_solid *solid, bight_vec3 p)
{
    double x = solid->size.x, y = solid->size.y, ring = sqrt(p.x * p.x + p.z * p.z) - x;
    double beyond = bi_max(fabs(p.y) - y, 0.0);
    switch (solid->kind) {
    case BIGHT_SHAPE_SPHERE:
        return v3_length(p) < x;
    case BIGHT_SHAPE_CAPSULE:
        return p.x * p.x + beyond * beyond + p.z * p.z < x * x;
    case BIGHT_SHAPE_BOX:
        return fabs(p.x) < x && fabs(p.y) < y && fabs(p.z) < solid->size.z;
    default:
        return ring * ring + p.y * p.y < y * y;
    }
}

// Against points thrown at random into the shape.
TEST(closed_forms_agree_with_points_at_random)
{
    enum { POINTS = 400000 };
    const bi_solid solids[] = {{BIGHT_SHAPE_SPHERE, {0.7, 0, 0}},
                               {BIGHT_SHAPE_CAPSULE, {0.4, 0.9, 0}},
                               {BIGHT_SHAPE_CAPSULE, {0.4, 0.0, 0}},
                               {BIGHT_SHAPE_BOX, {0.3, 0.5, 1.1}},
                               {BIGHT_SHAPE_TORUS, {0.9, 0.35, 0}}};
    bi_random random = bi_random_from(5);
    for (size_t n = 0; n < sizeof solids / sizeof *solids; n++) {
        bi_spread spread = bi_spread_of_solid(&solids[n]);
        double bound = bi_solid_bound(&solids[n]), sums[3] = {0}, inside = 0.0;
        for (int32_t i = 0; i < POINTS; i++) {
            bight_vec3 p = bi_random_vec3(&random, bound);
            if (is_inside(&solids[n], p)) {
                inside += 1.0;
                sums[0] += p.x * p.x;
                sums[1] += p.y * p.y;
                sums[2] += p.z * p.z;
            }
        }
        CHECK_NEAR(spread.volume / (8.0 * bound * bound * bound * inside / POINTS), 1.0, 0.03);
        for (int32_t axis = 0; axis < 3; axis++) {
            CHECK_NEAR(spread.second[axis] / (sums[axis] / inside), 1.0, 0.03);
        }
    }
}

// A mesh that is turned and shifted has the box's moments about axes turned alike, inside out as well.
TEST(a_mesh_has_the_moments_of_what_it_bounds)
{
    bight_vec3 h = v3(0.3, 0.5, 1.1);
    bi_spread wanted = bi_spread_of_solid(&(bi_solid){BIGHT_SHAPE_BOX, h});
    bight_pose pose = bi_pose_normalised((bight_pose){{3, -2, 1}, {0.3, -0.5, 0.2, 0.8}});
    for (int32_t n = 0; n < 2; n++) {
        box_mesh box = box_make(h);
        for (int32_t i = 0; i < 8; i++) {
            box.points[i] = bi_pose_out(&pose, box.points[i]);
        }
        for (int32_t i = 0; i < 12 && n == 1; i++) {
            int32_t corner = box.triangles[3 * i];
            box.triangles[3 * i] = box.triangles[3 * i + 1];
            box.triangles[3 * i + 1] = corner;
        }
        bi_spread spread;
        CHECK(bi_spread_of_mesh(box.points, 8, box.triangles, 12, &spread));
        CHECK_NEAR(spread.volume, wanted.volume, 1e-12);
        CHECK(v3_distance(spread.centre, pose.position) < 1e-12);
        double found = 0.0;
        for (int32_t a = 0; a < 3; a++) {
            bight_vec3 axis = bi_pose_turn(&pose, wanted.axes[a]);
            for (int32_t b = 0; b < 3; b++) {
                if (fabs(v3_dot(axis, spread.axes[b])) > 0.999999) {
                    found += 1.0;
                    CHECK_NEAR(spread.second[b], wanted.second[a], 1e-12);
                }
            }
        }
        CHECK(found == 3.0);
        CHECK_NEAR(v3_dot(spread.axes[2], v3_cross(spread.axes[0], spread.axes[1])), 1.0, 1e-12);
    }
}

TEST(a_mesh_without_an_inside_has_no_mass)
{
    box_mesh box = box_make(v3(0.1, 0.1, 0.1));
    bight_cloth_world_def world_def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&world_def);
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = BIGHT_SHAPE_MESH;
    def.points = box.points;
    def.point_count = 8;
    def.triangles = box.triangles;
    def.triangle_count = 11;
    def.mass = 1.0;
    bight_cloth_obstacle_id id;
    bight_error error;
    CHECK(bight_cloth_obstacle_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "must be closed") != NULL);
    def.triangle_count = 12;
    for (int32_t i = 0; i < 8; i++) {
        box.points[i].y = 0.0;
    }
    CHECK(bight_cloth_obstacle_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "volume") != NULL);
    def.kind = BIGHT_SHAPE_SPHERE;
    def.size = v3(0.1, 0, 0);
    def.mass = -1.0;
    CHECK(bight_cloth_obstacle_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "mass is -1") != NULL);
    def.mass = 1.0;
    CHECK(bight_cloth_obstacle_create(world, &def, &id, &error) == BIGHT_OK);
    CHECK(bight_cloth_obstacle_set_target(world, id, def.pose) == BIGHT_ERROR_INVALID);
    bight_cloth_world_destroy(world);
}

// ---- carried by cloth ---------------------------------------------------------------------------------------

// A hammock: two opposite sides of a sheet are pinned, the body lies in the middle.
static bight_cloth_world *hammock(const bight_cloth_obstacle_def *body, int32_t threads,
                                  bight_cloth_obstacle_id *id)
{
    grid cloth = grid_make(21, 21, 0.4, 0.4);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.threads = threads;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id sheet = cloth_add(world, &cloth, NULL);
    for (int32_t j = 0; j < 21; j++) {
        CHECK(bight_cloth_pin(world, sheet, 21 * j, true, NULL) == BIGHT_OK);
        CHECK(bight_cloth_pin(world, sheet, 21 * j + 20, true, NULL) == BIGHT_OK);
    }
    grid_free(&cloth);

    // between two that stand far away
    const bight_vec3 corners[4] = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {0, 0, 0.01}};
    const int32_t sides[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    bight_cloth_obstacle_def far = bight_cloth_obstacle_def_default();
    far.kind = BIGHT_SHAPE_MESH;
    far.points = corners;
    far.triangles = sides;
    far.point_count = far.triangle_count = 4;
    far.pose.position.y = 1.0;
    add(world, &far);
    *id = add(world, body);
    add(world, &far);
    return world;
}

// A ball, a box, a box as a mesh, and one whose origin is not its middle.
enum { KINDS = 4 };
static bight_cloth_obstacle_def body_of_kind(int32_t kind, double mass, box_mesh *box)
{
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.mass = mass;
    def.pose.position.y = 0.0315;
    def.kind = kind == 0 ? BIGHT_SHAPE_SPHERE : kind == 1 ? BIGHT_SHAPE_BOX : BIGHT_SHAPE_MESH;
    def.size = kind == 0 ? v3(0.03, 0, 0) : v3(0.05, 0.03, 0.04);
    *box = box_make(v3(0.05, 0.03, 0.04));
    if (kind >= 2) {
        def.points = box->points;
        def.point_count = 8;
        def.triangles = box->triangles;
        def.triangle_count = 12;
    }
    bight_vec3 aside = kind == 3 ? v3(0.2, -0.1, 0.3) : v3(0, 0, 0);
    for (int32_t i = 0; i < 8; i++) {
        box->points[i] = v3_add(box->points[i], aside);
    }
    def.pose.position = v3_sub(def.pose.position, aside);
    return def;
}

TEST(a_hammock_bears_what_lies_in_it)
{
    for (int32_t kind = 0; kind < KINDS; kind++) {
        box_mesh box;
        bight_cloth_obstacle_def def = body_of_kind(kind, 0.1, &box);
        bight_cloth_obstacle_id id;
        bight_cloth_world *world = hammock(&def, 1, &id);
        const bi_rigid *rigid = &world->obstacles.items[id.index1 - 1].rigid;
        double size = kind == 0 ? 0.6 * 0.03 * 0.03 : (0.05 * 0.05 + 0.03 * 0.03 + 0.04 * 0.04) / 3.0;
        CHECK_NEAR(rigid->size, sqrt(size), 1e-12);
        bool certified = true;
        bight_cloth_report report = {0};
        for (int32_t i = 0; i < 600; i++) {
            report = cloth_steps(world, 1);
            certified = certified && report.certified && report.intersections == 0;
        }
        bight_vec3 force;
        bight_pose pose;
        CHECK(bight_cloth_obstacle_get(world, id, &pose, &force) == BIGHT_OK);
        CHECK_SEED(certified, kind);
        CHECK_NEAR(force.y / (0.1 * gravity), 1.0, 1e-3);
        CHECK(fabs(force.x) < 1e-3 * 0.1 * gravity && fabs(force.z) < 1e-3 * 0.1 * gravity);
        CHECK(report.moved < 1e-6 && report.lag == 0.0);
        double middle = pose.position.y + (kind == 3 ? -0.1 : 0.0); // it hardly turns
        CHECK(middle < 0.0315 && middle > -0.1);
        bight_cloth_world_destroy(world);
    }
}

// With all of the velocity kept: n steps after it was let go a body has fallen g dt^2 n (n + 1) / 2, and does not turn. Those
// beside it, one lighter and one that stands, are nothing to it.
TEST(it_falls_as_bodies_fall)
{
    enum { STEPS = 30 };
    grid cloth = grid_make(3, 3, 0.1, 0.1);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.time_step = 1e-3;
    def.inertia = 1.0;
    def.air_drag = 0.0;
    def.gravity = v3(0.0, -gravity, 0.5 * gravity);
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id sheet = cloth_add(world, &cloth, NULL);
    for (int32_t i = 0; i < 9; i++) {
        CHECK(bight_cloth_pin(world, sheet, i, true, NULL) == BIGHT_OK);
    }
    grid_free(&cloth);
    bight_cloth_obstacle_def body = bight_cloth_obstacle_def_default();
    bight_cloth_obstacle_id ids[3];
    for (int32_t n = 0; n < 3; n++) {
        body.kind = n == 0 ? BIGHT_SHAPE_SPHERE : BIGHT_SHAPE_CAPSULE;
        body.size = v3(0.01, 0.02, 0.0);
        body.mass = n == 0 ? 0.0 : n == 1 ? 2.0 : 0.01;
        body.pose = (bight_pose){{n, 1.0, 0.0}, {0.1, 0.2 * n, 0.3, 0.9}};
        ids[n] = add(world, &body);
    }
    bight_pose before[3];
    for (int32_t n = 0; n < 3; n++) {
        CHECK(bight_cloth_obstacle_get(world, ids[n], &before[n], NULL) == BIGHT_OK);
    }
    cloth_steps(world, STEPS);
    double way = gravity * 1e-6 * STEPS * (STEPS + 1) / 2;
    for (int32_t n = 0; n < 3; n++) {
        bight_pose pose;
        CHECK(bight_cloth_obstacle_get(world, ids[n], &pose, NULL) == BIGHT_OK);
        CHECK_NEAR(pose.position.x, before[n].position.x, 1e-9);
        CHECK_NEAR(pose.position.y, before[n].position.y - (n == 0 ? 0.0 : way), 1e-4 * way);
        CHECK_NEAR(pose.position.z, before[n].position.z + (n == 0 ? 0.0 : 0.5 * way), 1e-4 * way);
        CHECK(bi_pose_travel(&pose, &before[n], 1.0) < (n == 0 ? 1e-12 : 2.0 * way));
        for (int32_t k = 0; k < 4; k++) {
            CHECK_NEAR(pose.rotation[k], before[n].rotation[k], 1e-6);
        }
    }
    bight_cloth_world_destroy(world);
}

// A box on a sheet whose every vertex a hand carries aside goes along, and is not left behind by a step.
TEST(it_goes_along_with_what_hands_carry)
{
    grid cloth = grid_make(11, 11, 0.2, 0.2);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = 1.0;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id sheet = cloth_add(world, &cloth, NULL);
    bight_cloth_hand_id hands[2];
    for (int32_t n = 0; n < 2; n++) {
        int32_t vertices[11];
        for (int32_t j = 0; j < 11; j++) {
            vertices[j] = 11 * j + 10 * n;
        }
        CHECK(bight_cloth_grasp_many(world, sheet, vertices, 11, &hands[n], NULL) == BIGHT_OK);
    }
    grid_free(&cloth);
    bight_cloth_obstacle_def body = bight_cloth_obstacle_def_default();
    body.kind = BIGHT_SHAPE_BOX;
    body.size = v3(0.03, 0.02, 0.03);
    body.mass = 0.02;
    body.pose.position.y = 0.0215;
    bight_cloth_obstacle_id id = add(world, &body);
    cloth_steps(world, 200);
    bight_pose before, after;
    CHECK(bight_cloth_obstacle_get(world, id, &before, NULL) == BIGHT_OK);
    for (int32_t n = 0; n < 2; n++) {
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(world, hands[n], &state) == BIGHT_OK);
        CHECK(bight_cloth_hand_set_target(world, hands[n], v3_add(state.position, v3(0.02, 0.03, 0.01))) ==
              BIGHT_OK);
    }
    bool certified = true;
    for (int32_t i = 0; i < 400; i++) {
        bight_cloth_report report = cloth_steps(world, 1);
        certified = certified && report.certified;
        CHECK(report.lag == 0.0);
    }
    CHECK(certified);
    CHECK(bight_cloth_obstacle_get(world, id, &after, NULL) == BIGHT_OK);
    bight_vec3 way = v3_sub(after.position, before.position);
    CHECK(v3_distance(way, v3(0.02, 0.03, 0.01)) < 0.002);
    bight_cloth_world_destroy(world);
}

// ---- on a slope -----------------------------------------------------------------------------------------------

// A box on a sheet that is pinned all over; gravity leans by 20 degrees. Without inertia a step begins at rest, so
// the box goes dt^2 g (sin a - mu cos a) in each, and nowhere where mu > tan a = 0.364.
static double slide(double friction, bight_vec3 turn)
{
    grid cloth = grid_make(21, 21, 0.4, 0.4);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    double angle = 20.0 * 3.14159265358979323846 / 180.0;
    def.gravity = v3(gravity * sin(angle), -gravity * cos(angle), 0.0);
    def.friction = friction;
    def.time_step = 1.0 / 240.0;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id sheet = cloth_add(world, &cloth, NULL);
    for (int32_t i = 0; i < cloth.vertex_count; i++) {
        CHECK(bight_cloth_pin(world, sheet, i, true, NULL) == BIGHT_OK);
    }
    grid_free(&cloth);
    bight_cloth_obstacle_def body = bight_cloth_obstacle_def_default();
    body.kind = BIGHT_SHAPE_BOX;
    body.size = v3(0.05, 0.02, 0.04);
    body.mass = 0.1;
    body.pose = (bight_pose){{0.0, 0.0209, 0.0}, {turn.x, turn.y, turn.z, 1.0}};
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, &body, &id, NULL) == BIGHT_OK);
    cloth_steps(world, 200);
    bight_pose before, after;
    CHECK(bight_cloth_obstacle_get(world, id, &before, NULL) == BIGHT_OK);
    cloth_steps(world, 40);
    CHECK(bight_cloth_obstacle_get(world, id, &after, NULL) == BIGHT_OK);
    double dt = 1.0 / 240.0;
    bight_cloth_world_destroy(world);
    return (after.position.x - before.position.x) / (40.0 * dt * dt * gravity * sin(angle));
}

TEST(friction_holds_it_on_a_slope_or_does_not)
{
    double tangent = tan(20.0 * 3.14159265358979323846 / 180.0);
    CHECK_NEAR(slide(0.0, v3(0, 0, 0)), 1.0, 0.01);
    CHECK_NEAR(slide(0.2, v3(0, 0, 0)), 1.0 - 0.2 / tangent, 0.05);
    CHECK_NEAR(slide(0.2, v3(0, 0.3, 0)), 1.0 - 0.2 / tangent, 0.05);
    CHECK_NEAR(slide(0.5, v3(0, 0, 0)), 0.0, 1e-3);
}

TEST(the_same_bits_on_any_number_of_threads)
{
    uint64_t hashes[2];
    for (int32_t n = 0; n < 2; n++) {
        box_mesh box;
        bight_cloth_obstacle_def def = body_of_kind(2, 0.3, &box);
        bight_cloth_obstacle_id id;
        bight_cloth_world *world = hammock(&def, n + 1, &id);
        cloth_steps(world, 60);
        hashes[n] = bight_cloth_world_hash(world);
        bight_cloth_world_destroy(world);
    }
    CHECK(hashes[0] == hashes[1]);
}

// Obstacles that come while the world is stepped, with mass and without, beside a body that is there.
TEST(obstacles_come_later)
{
    for (int32_t n = 0; n < 2; n++) {
        grid cloth = grid_make(3, 3, 0.1, 0.1);
        bight_cloth_world_def def = bight_cloth_world_def_default();
        bight_cloth_world *world = cloth_world(&def);
        cloth_add(world, &cloth, NULL);
        grid_free(&cloth);
        bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
        ball.size.x = 0.01;
        ball.mass = n == 0 ? 0.0 : 1.0;
        for (int32_t i = 0; i < 40; i++) {
            ball.pose.position = v3(1.0 + i, 0.0, 0.0);
            bight_cloth_obstacle_id id = add(world, &ball);
            cloth_steps(world, 1);
            bight_pose pose;
            CHECK(bight_cloth_obstacle_get(world, id, &pose, NULL) == BIGHT_OK);
            CHECK((pose.position.y < 0.0) == (ball.mass > 0.0));
            ball.mass = 0.0; // those after the first
        }
        bight_cloth_world_destroy(world);
    }
}

RUN_TESTS(unit(obstacles_come_later), unit(closed_forms_agree_with_points_at_random),
          unit(a_mesh_has_the_moments_of_what_it_bounds), unit(a_mesh_without_an_inside_has_no_mass),
          unit(a_hammock_bears_what_lies_in_it), unit(it_falls_as_bodies_fall),
          unit(it_goes_along_with_what_hands_carry), unit(friction_holds_it_on_a_slope_or_does_not),
          unit(the_same_bits_on_any_number_of_threads))
