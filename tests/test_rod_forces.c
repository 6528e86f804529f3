// SPDX-License-Identifier: MIT
// What contacts of rods tell of themselves, against weights, Coulomb's law and beams.

#include "bight/rod_force.h"
#include "rod_scene.h"

#define NODES 41
#define LENGTH 0.4
#define G 9.81
#define MOST 400

typedef struct sums {
    int32_t count, sticking;
    bight_vec3 force; // on ropes, of contacts with obstacles
    double pressing, friction, slid;
} sums;

// Each contact obeys Coulomb's law; what they come to.
static sums look(const bight_world *world)
{
    static bight_contact_force forces[MOST];
    int32_t count = bight_world_contact_forces(world, forces, MOST);
    CHECK(count <= MOST && bight_world_contact_forces(world, NULL, 0) == count);
    sums s = {.count = count};
    for (int32_t i = 0; i < count; i++) {
        const bight_contact_force *f = &forces[i];
        double friction = v3_length(f->friction);
        CHECK(f->pressing > 0.0 && fabs(v3_length(f->normal) - 1.0) < 1e-9);
        CHECK(fabs(v3_dot(f->friction, f->normal)) <= 1e-9 * f->pressing);
        CHECK(fabs(v3_dot(f->slid, f->normal)) <= 1e-9);
        if (friction > f->coefficient * f->pressing * (1.0 + 1e-6)) {
            fail_msg("friction %g beyond %g times %g", friction, f->coefficient, f->pressing);
        }
        bool obstacle = f->obstacle.index1 != 0;
        CHECK(obstacle != (f->rope[1].index1 != 0) && f->sheet.index1 == 0 && f->rope[0].index1 != 0);
        s.force = obstacle ? v3_add(s.force, v3_madd(f->friction, f->pressing, f->normal)) : s.force;
        s.pressing += f->pressing;
        s.friction += friction;
        s.sticking += f->sticks;
        s.slid = fmax(s.slid, v3_length(f->slid));
    }
    return s;
}

// A floor whose top is y = 0, turned about z by an angle.
static void add_floor(bight_world *world, double angle)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id floor;
    def.kind = BIGHT_SHAPE_BOX;
    def.size = v3(4, 1, 4);
    def.pose.position = v3(sin(angle), -cos(angle), 0);
    def.pose.rotation[2] = sin(0.5 * angle);
    def.pose.rotation[3] = cos(0.5 * angle);
    CHECK(bight_obstacle_create(world, &def, &floor, NULL) == BIGHT_OK);
}

static bight_world *rope_on_slope(double angle, double friction, bight_rope_id *rope)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    add_floor(world, angle);
    bight_vec3 way = v3(cos(angle), sin(angle), 0), up = v3(-sin(angle), cos(angle), 0);
    line_of(points, NODES, v3_madd(v3_mul(-0.5 * LENGTH, way), 1.002 * R, up),
            v3_madd(v3_mul(0.5 * LENGTH, way), 1.002 * R, up));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.friction = friction;
    *rope = make_rod(world, &def);
    return world;
}

// The weight of a rope on a table is the sum of the normal forces, and there is no friction.
TEST(a_table_bears_the_weight)
{
    bight_rope_id rope;
    bight_world *world = rope_on_slope(0.0, 0.3, &rope);
    CHECK(bight_world_contact_forces(world, NULL, 0) == 0);
    run_rods(world, 1500);
    double weight = rod_state(world, rope).mass * G;
    sums s = look(world);
    CHECK(s.count >= NODES / 2 && s.sticking == s.count);
    CHECK_NEAR(s.pressing, weight, 1e-3 * weight);
    CHECK(s.friction < 1e-3 * weight && s.slid < 1e-8);
    bight_world_destroy(world);
}

// On a slope below the critical angle friction bears m g sin a and sticks; above it, it is mu m g cos a against the motion, and
// what slides in a cycle is the way of the rope.
TEST(a_slope_holds_or_slides)
{
    for (int32_t slides = 0; slides < 2; slides++) {
        bight_rope_id rope;
        double angle = slides ? 0.4 : 0.2, friction = 0.3;
        bight_world *world = rope_on_slope(angle, friction, &rope);
        run_rods(world, slides ? 100 : 1500);
        double weight = rod_state(world, rope).mass * G;
        bight_vec3 before = bight_rope_curve(world, rope).points[20];
        run_rods(world, 1);
        double way = v3_distance(before, bight_rope_curve(world, rope).points[20]);
        sums s = look(world);
        CHECK_NEAR(s.pressing, weight * cos(angle), 5e-3 * weight);
        CHECK_NEAR(s.friction, slides ? friction * s.pressing : weight * sin(angle), 5e-3 * weight);
        CHECK(slides ? s.sticking == 0 : s.sticking == s.count);
        CHECK(slides ? fabs(s.slid / way - 1.0) < 1e-3 && way > 1e-4 : s.slid < 1e-6);
        bight_world_destroy(world);
    }
}

// Of all contacts.
static double longest_path(const bight_world *world)
{
    static bight_contact_force forces[MOST];
    int32_t count = bight_world_contact_forces(world, forces, MOST);
    double path = 0.0;
    CHECK(count <= MOST);
    for (int32_t i = 0; i < count; i++) {
        CHECK(forces[i].path >= v3_length(forces[i].slid));
        path = fmax(path, forces[i].path);
    }
    return path;
}

// On a slope each node slides as far as the rope, to and fro as well.
TEST(a_contact_tells_how_far_it_slid_in_all)
{
    bight_rope_id rope;
    bight_world *world = rope_on_slope(0.5, 0.3, &rope);
    double way = 0.0;
    run_rods(world, 20);
    way = longest_path(world);
    for (int32_t i = 0; i < 200; i++) {
        bight_vec3 before = bight_rope_curve(world, rope).points[20];
        if (i == 100) {
            bight_vec3 load[NODES];
            for (int32_t k = 0; k < NODES; k++) {
                load[k] = v3(0.05 * cos(0.5), 0.05 * sin(0.5), 0); // upwards
            }
            CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
        }
        run_rods(world, 1);
        way += v3_distance(before, bight_rope_curve(world, rope).points[20]);
    }
    bight_vec3 end = bight_rope_curve(world, rope).points[20];
    print_message("path %.5f m of %.5f m, %.5f m from where it began\n", longest_path(world), way,
                  v3_distance(end, v3(0, 0, 0)));
    CHECK(way > 0.1);
    CHECK_NEAR(longest_path(world), way, 5e-3 * way);
    bight_world_destroy(world);
}

// A rope that is drawn across a bar meets it with one link after the other; across a rope with links of both.
TEST(a_contact_that_moves_along_a_rope_stays_the_same)
{
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[NODES], load[NODES] = {{0}};
        bight_world *world = scene_world();
        const double bar = k == 0 ? 0.005 : R;
        bight_obstacle_def def = bight_obstacle_def_default();
        bight_obstacle_id id;
        def.kind = BIGHT_SHAPE_CAPSULE;
        def.size = v3(bar, 0.2, 0);
        def.pose.rotation[0] = def.pose.rotation[3] = sqrt(0.5); // its axis, y, turned to z
        if (k == 0) {
            CHECK(bight_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
        } else {
            bight_vec3 across[21];
            line_of(across, 21, v3(0, 0, -0.1), v3(0, 0, 0.1));
            bight_rope_def other = rod_def(across, 21, false);
            bight_rope_id held = make_rod(world, &other);
            for (int32_t i = 0; i < 21; i++) {
                scene_grasp(world, held, i);
            }
        }
        line_of(points, NODES, v3(-0.25, bar + 1.01 * R, 0), v3(0.15, bar + 1.01 * R, 0));
        bight_rope_def rope_def = rod_def(points, NODES, false);
        rope_def.rod.friction = 0.1;
        rope_def.rod.drag = 0.1;
        bight_rope_id rope = make_rod(world, &rope_def);
        bight_hand_id hand = scene_grasp(world, rope, NODES - 1);
        load[0] = v3(-2, -1, 0);
        CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
        run_rods(world, 300);
        double path = longest_path(world), x = bight_rope_curve(world, rope).points[NODES - 1].x;
        bight_vec3 to = scene_hand(world, hand);
        for (int32_t i = 0; i < 1000; i++) {
            to.x += 1e-4;
            CHECK(bight_hand_set_target(world, hand, to) == BIGHT_OK);
            run_rods(world, 1);
        }
        double way = bight_rope_curve(world, rope).points[NODES - 1].x - x, slid = longest_path(world) - path;
        print_message("drawn by %.5f m, slid %.5f m\n", way, slid);
        CHECK(way > 0.09);
        CHECK_NEAR(slid, way, 0.02 * way);
        bight_world_destroy(world);
    }
}

// A rope over a bar: what the bar does to the rope bears all that hangs.
TEST(a_bar_bears_what_hangs_from_it)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    bight_obstacle_def bar = bight_obstacle_def_default();
    bight_obstacle_id id;
    bar.kind = BIGHT_SHAPE_CAPSULE;
    bar.size = v3(0.03, 0.2, 0);
    bar.pose.rotation[0] = bar.pose.rotation[3] = sqrt(0.5); // its axis, y, turned to z
    CHECK(bight_obstacle_create(world, &bar, &id, NULL) == BIGHT_OK);
    line_of(points, NODES, v3(-0.5 * LENGTH, 0.03 + 1.01 * R, 0), v3(0.5 * LENGTH, 0.03 + 1.01 * R, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.drag = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    run_rods(world, 6000);
    double weight = rod_state(world, rope).mass * G;
    sums s = look(world);
    CHECK(s.count > 1 && s.pressing > 0.9 * weight);
    CHECK_NEAR(s.force.y, weight, 1e-2 * weight);
    CHECK(fabs(s.force.x) < 1e-2 * weight && fabs(s.force.z) < 1e-2 * weight);
    bight_world_destroy(world);
}

// A beam that is held at one end: the moment at a node is that of the weight beyond it about it.
TEST(a_beam_bends_by_its_weight)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.bend = 1.0;
    def.rod.drag = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, 1);
    run_rods(world, 6000);
    double l = LENGTH / (NODES - 1), m = rod_state(world, rope).mass / (NODES - 1);
    for (int32_t i = 1; i < NODES - 1; i++) {
        double beyond = (NODES - 1 - i) * l, moment = 0.5 * m / l * G * beyond * beyond;
        CHECK_NEAR(bight_rope_bending(world, rope, i), moment, 1e-2 * moment + 1e-6);
    }
    CHECK(bight_rope_bending(world, rope, 0) == 0.0 && bight_rope_bending(world, rope, NODES - 1) == 0.0);
    CHECK(bight_rope_bending(world, rope, -1) == 0.0 && bight_rope_bending(world, rope, NODES) == 0.0);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_table_bears_the_weight), unit(a_slope_holds_or_slides),
          unit(a_contact_tells_how_far_it_slid_in_all),
          unit(a_contact_that_moves_along_a_rope_stays_the_same), unit(a_bar_bears_what_hangs_from_it),
          unit(a_beam_bends_by_its_weight))
