// SPDX-License-Identifier: MIT
// What users of other simulators report of their ropes, each as a scene of elastic rods with what is to be expected.

#include "bench/oracle.h"
#include "core/pi.h"
#include "rod_scene.h"

enum { MOST = 420 };

static bight_pose at_rest(bight_vec3 position)
{
    return (bight_pose){.position = position, .rotation = {0, 0, 0, 1}};
}

// One step; nothing of it is cut, and strands keep apart.
static bight_step_report step_well(bight_world *world)
{
    bight_step_report report = scene_step(world);
    CHECK(!report.cut && !report.rolled_back);
    CHECK(report.gap > 0.98);
    return report;
}

// ---- a drum ----------------------------------------------------------------------------------------------

// "Winding and unwinding five turns fails; the pitch of a coil depends on tension." A hand winds a rope five times round a
// bar, each turn 1.3 diameters beyond the last one, and may unwind it again. @return The pitch when it is wound.
static double wind(double tension, bool unwind)
{
    enum { COUNT = 101, TURNS = 5 };
    bight_vec3 points[COUNT], load[COUNT] = {{0}};
    bight_world *world = scene_world();
    const double bar = 0.012, r = bar + 1.1 * R, pitch = 2.6 * R, length = 0.75;
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(bar, 0.4, 0), v3(0, 0, 0));
    line_of(points, COUNT, v3(r, 0, -0.1), v3(r, 0, length - 0.1));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 1e-5;
    def.rod.drag = 0.5;
    def.rod.hand_force = 100.0;
    bight_rope_id rope = make_rod(world, &def);
    load[0] = v3(0, 0, -tension);
    CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
    bight_hand_id hand = scene_grasp(world, rope, COUNT - 1);

    // the hand leads the involute at 0.6 m/s: its free end is tangent to the bar
    double found = 0.0, turn = 0.0, most = 2.0 * PI * TURNS, way = 1.2e-3;
    for (int32_t rest = 0; rest < 300;) {
        double left = fmax(length - 0.1 - turn * sqrt(r * r + pitch * pitch / 40.0), 0.02);
        turn = fmax(turn + way / left, 0.0);
        rest += turn == 0.0 || (turn > most && !unwind);
        bight_vec3 target =
            v3(r * cos(turn) - left * sin(turn), pitch * turn / (2.0 * PI), r * sin(turn) + left * cos(turn));
        CHECK(bight_hand_set_target(world, hand, target) == BIGHT_OK);
        step_well(world);
        if (turn > most && way > 0.0) {
            way = unwind ? -way : 0.0;
            // the turns between the first and the last: where the rope lies along y against how far it has turned
            bight_curve curve = bight_rope_curve(world, rope);
            double angle = 0.0, at[2][2] = {{0}};
            for (int32_t k = 1; k < COUNT; k++) {
                bight_vec3 a = curve.points[k - 1], b = curve.points[k];
                double da = atan2(b.z, b.x) - atan2(a.z, a.x);
                angle += da > PI ? da - 2.0 * PI : da < -PI ? da + 2.0 * PI : da;
                int32_t e = angle < 2.5 * PI ? 0 : 1;
                if (angle < 6.5 * PI) {
                    at[e][0] = angle;
                    at[e][1] = b.y;
                }
            }
            found = 2.0 * PI * (at[1][1] - at[0][1]) / (at[1][0] - at[0][0]);
        }
    }
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t k = 0; k < COUNT && unwind; k++) {
        CHECK(curve.points[k].x > bar + 0.5 * R); // none of it is round the bar any more
    }
    bight_world_destroy(world);
    return found;
}

TEST(five_turns_are_wound_and_unwound)
{
    double loose = wind(0.5, true), tight = wind(5.0, false);
    print_message("pitch %.2f and %.2f mm at 0.5 and 5 N, led at %.2f mm\n", 1e3 * loose, 1e3 * tight,
                  2.6e3 * R);
    CHECK(fabs(tight / loose - 1.0) < 0.05);
    CHECK(loose > 2.0 * R);
}

// ---- rest ------------------------------------------------------------------------------------------------

// "A rope rests with growing energy." It is dropped on a floor and lies on itself: once it is slow it comes to rest.
TEST(a_dropped_rope_comes_to_rest)
{
    enum { COUNT = 161 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1.0, 1.0, 0.05), v3(0, 0, -0.05));
    for (int32_t i = 0; i < COUNT; i++) { // a coil of two and a half turns
        double t = 5.0 * PI * i / (COUNT - 1);
        points[i] = v3(0.05 * cos(t), 0.05 * sin(t), R + 0.002 + 0.006 * t);
    }
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.gravity = v3(0, 0, -9.81);
    def.rod.drag = 0.05;
    bight_rope_id rope = make_rod(world, &def);
    double after = 0.0;
    for (int32_t i = 0; i < 4000; i++) {
        step_well(world);
        double energy = rod_energy(world, rope);
        if (i >= 1500) {
            CHECK(i == 1500 || energy < after + 1e-9);
            after = energy;
        }
    }
    double kinetic = rod_state(world, rope).kinetic;
    print_message("kinetic energy %.1e J after 8 s\n", kinetic);
    CHECK(kinetic < 1e-10);
    bight_world_destroy(world);
}

// ---- grips -----------------------------------------------------------------------------------------------

// "A gripped rope explodes or passes through the jaws." Two jaws close on a rope and want to meet.
TEST(jaws_close_on_a_rope)
{
    enum { COUNT = 81 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(-0.2, 0, 0), v3(0.2, 0, 0));
    bight_obstacle_id jaw[2] = {
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.02, 0.05, 0.01), v3(0, 0, 0.03)),
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.02, 0.05, 0.01), v3(0, 0, -0.03))};
    bight_rope_def def = rod_def(points, COUNT, false);
    bight_rope_id rope = make_rod(world, &def);
    double fastest = 0.0;
    for (int32_t i = 0; i < 600; i++) {
        for (int32_t k = 0; k < 2; k++) {
            CHECK(bight_obstacle_set_target(world, jaw[k], at_rest(v3(0, 0, k == 0 ? 0.008 : -0.008))) ==
                  BIGHT_OK);
        }
        bight_step_report report = scene_step(world);
        fastest = i >= 300 ? fmax(fastest, report.moved) : 0.0;
    }
    bight_pose pose[2];
    CHECK(bight_obstacle_get(world, jaw[0], &pose[0], NULL) == BIGHT_OK);
    CHECK(bight_obstacle_get(world, jaw[1], &pose[1], NULL) == BIGHT_OK);
    double open = pose[0].position.z - pose[1].position.z - 0.02;
    print_message("open by %.4f diameters, %.1e m a step\n", open / (2.0 * R), fastest);
    CHECK(open > 0.98 * 2.0 * R && open < 1.2 * 2.0 * R);
    CHECK(fastest < 1e-4);
    CHECK(rod_state(world, rope).stretch < 1.01);
    bight_world_destroy(world);
}

// ---- strands ---------------------------------------------------------------------------------------------

// "Fast strands tunnel." A strand is thrown across another that is held, so fast that it goes its whole thickness in a step.
TEST(a_fast_strand_does_not_tunnel)
{
    enum { COUNT = 61 };
    bight_vec3 line[COUNT], other[COUNT];
    bight_world *world = scene_world();
    line_of(line, COUNT, v3(-0.3, 0, 0), v3(0.3, 0, 0));
    line_of(other, COUNT, v3(0.001, -0.3, 0.05), v3(0.001, 0.3, 0.05));
    bight_rope_def def = rod_def(line, COUNT, false);
    bight_rope_id rope = make_rod(world, &def);
    def.curve.points = other;
    bight_rope_id thrown = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, COUNT - 1);
    bight_hand_id hand[2] = {scene_grasp(world, thrown, 0), scene_grasp(world, thrown, COUNT - 1)};
    for (int32_t i = 0; i < 500; i++) {
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 at = scene_hand(world, hand[k]);
            CHECK(bight_hand_set_target(world, hand[k], v3(at.x, at.y, -0.5)) == BIGHT_OK);
        }
        bight_step_report report = scene_step(world);
        CHECK(report.gap > 0.98);
    }

    // it hangs over the strand: its middle is above, its hands are below
    bight_curve curve = bight_rope_curve(world, thrown), held = bight_rope_curve(world, rope);
    CHECK(curve.points[COUNT / 2].z > held.points[COUNT / 2].z + 1.9 * R);
    CHECK(curve.points[0].z < held.points[COUNT / 2].z - 0.05);
    bight_world_destroy(world);
}

// "The strand jerks next to a pinned node when another is dragged across it." Its nodes go no faster than the hands.
TEST(a_strand_does_not_jerk_next_to_a_pin)
{
    enum { COUNT = 61 };
    bight_vec3 line[COUNT], other[COUNT];
    bight_world *world = scene_world();
    line_of(line, COUNT, v3(-0.15, 0, 0), v3(0.15, 0, 0));
    line_of(other, COUNT, v3(-0.1, -0.15, 2.2 * R), v3(-0.1, 0.15, 2.2 * R));
    bight_rope_def def = rod_def(line, COUNT, false);
    bight_rope_id rope = make_rod(world, &def);
    def.curve.points = other;
    bight_rope_id dragged = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, COUNT / 2); // the pin
    scene_grasp(world, rope, COUNT - 1);
    bight_hand_id hand[2] = {scene_grasp(world, dragged, 0), scene_grasp(world, dragged, COUNT - 1)};
    double fastest = 0.0;
    const double way = 1e-4; // 50 mm/s
    for (int32_t i = 0; i < 2000; i++) {
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 target = v3(-0.1 + way * i, k == 0 ? -0.15 : 0.15, -0.02);
            CHECK(bight_hand_set_target(world, hand[k], target) == BIGHT_OK);
        }
        bight_curve curve = bight_rope_curve(world, rope);
        bight_vec3 before[COUNT];
        memcpy(before, curve.points, sizeof before);
        step_well(world);
        curve = bight_rope_curve(world, rope);
        for (int32_t n = 0; n < COUNT && i > 400; n++) {
            fastest = fmax(fastest, v3_distance(before[n], curve.points[n]));
        }
    }
    print_message("fastest node of the pinned strand %.2f of the hands' way\n", fastest / way);
    CHECK(fastest < 3.0 * way);
    CHECK(rod_state(world, rope).stretch < 1.01);
    bight_world_destroy(world);
}

// ---- edges and bars --------------------------------------------------------------------------------------

// "An overstretched rope clips an edge or sticks." A taut rope is drawn round the edge of a box and away over its top.
TEST(a_taut_rope_slides_off_an_edge)
{
    enum { COUNT = 121 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.1, 0.1, 0.1), v3(0, 0, 0));
    line_of(points, COUNT, v3(-0.3, 0.1 + 1.5 * R, 0.05), v3(0.3, 0.1 + 1.5 * R, 0.05));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.friction = 0.2;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, COUNT - 1)};
    bool bent = false;
    for (int32_t i = 0; i < 2500; i++) {
        // back along y, so that the rope is taut over the edges, then up
        double back = fmin(i, 800) * 2e-4, up = i > 1000 ? (i - 1000) * 2e-4 : 0.0;
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 target = v3(k == 0 ? -0.3 : 0.3, 0.1 + 1.5 * R - back, 0.05 + up);
            CHECK(bight_hand_set_target(world, hand[k], target) == BIGHT_OK);
        }
        bight_step_report report = scene_step(world);
        CHECK(report.gap > 0.98);
        bent = bent || (i == 999 && rod_state(world, rope).tension > 1.0);
    }
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK(bent);
    CHECK(curve.points[COUNT / 2].z > 0.1 + R);                        // over the top
    CHECK(fabs(curve.points[COUNT / 2].y - curve.points[0].y) < 0.02); // and straight
    CHECK(rod_state(world, rope).stretch < 1.003);
    bight_world_destroy(world);
}

// "A rotating bar passes through a long rope."
TEST(a_rotating_bar_carries_a_long_rope)
{
    enum { COUNT = 201 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < COUNT; i++) {
        points[i] = v3(0.005 * (i - COUNT / 2), 0.1, 0);
    }
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.drag = 0.5;
    bight_rope_id rope = make_rod(world, &def);
    bight_obstacle_id bar = scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(0.01, 0.2, 0), v3(0, -0.2, 0));
    for (int32_t i = 0; i < 1500; i++) {
        double half = 0.0015 * i; // 1.5 radians a second and more
        bight_pose pose = {v3(0, -0.2 + 2e-4 * fmin(i, 1000), 0), {0, 0, sin(half), cos(half)}};
        CHECK(bight_obstacle_set_target(world, bar, pose) == BIGHT_OK);
        bight_step_report report = scene_step(world);
        CHECK(report.gap > 0.97);
        CHECK(bight_obstacle_get(world, bar, &pose, NULL) == BIGHT_OK);
        double s = 2.0 * pose.rotation[2] * pose.rotation[3];
        double c = pose.rotation[3] * pose.rotation[3] - pose.rotation[2] * pose.rotation[2];
        bight_vec3 arm = v3(-0.2 * s, 0.2 * c, 0),
                   core[2] = {v3_sub(pose.position, arm), v3_add(pose.position, arm)};
        CHECK(oracle_least_distance((bight_curve){core, 2, false}, bight_rope_curve(world, rope)) >
              0.97 * (0.01 + R));
    }
    CHECK(rod_state(world, rope).stretch < 1.01);
    bight_world_destroy(world);
}

RUN_TESTS(unit(five_turns_are_wound_and_unwound), unit(a_dropped_rope_comes_to_rest),
          unit(jaws_close_on_a_rope), unit(a_fast_strand_does_not_tunnel),
          unit(a_strand_does_not_jerk_next_to_a_pin), unit(a_taut_rope_slides_off_an_edge),
          unit(a_rotating_bar_carries_a_long_rope))
