// SPDX-License-Identifier: MIT
// A twisted rod that winds round itself, against the published law of the ply.

#include "bight/rod_force.h"
#include "core/pi.h"
#include "rod_scene.h"

enum { COUNT = 301, MOST = 2000 };

// A ply of two strands in equilibrium with straight tails, which are drawn by F and twisted by M (Clauvelin, Audoly,
// Neukirch 2009), h the radius of the rod and a the angle of the strands with the axis:
//     F h^2 / B = sin^3 a (cos a tan 2a - sin a / 2),   M = 2 / sin 2a (B sin^4 a / (2 h) + h F)
static double ply_angle(double force)
{
    double low = 0.01, high = 0.25 * PI - 1e-6;
    for (int32_t k = 0; k < 100; k++) {
        double a = 0.5 * (low + high), s = sin(a);
        (s * s * s * (cos(a) * tan(2.0 * a) - 0.5 * s) < force ? (low = a) : (high = a));
    }
    return low;
}

// Half the angle between the strands, the mean over contacts in the middle half of the ply; its contacts.
static double angle_of_strands(const bight_world *world, bight_rope_id rope, int32_t *used)
{
    static bight_contact_force contact[MOST];
    int32_t count = bight_world_contact_forces(world, contact, MOST), least = COUNT, most = 0;
    bight_curve curve = bight_rope_curve(world, rope);
    double sum = 0.0;
    CHECK(count <= MOST);
    for (int32_t i = 0; i < count; i++) {
        int32_t apart = contact[i].link[1] - contact[i].link[0];
        least = apart < least ? apart : least;
        most = apart > most ? apart : most;
    }
    *used = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t a = contact[i].link[0], b = contact[i].link[1], quarter = (most - least) / 4;
        if (b - a < least + quarter || b - a > most - quarter) {
            continue;
        }
        bight_vec3 t = v3_unit(v3_sub(curve.points[a + 1], curve.points[a]), v3(0, 0, 0));
        bight_vec3 u = v3_unit(v3_sub(curve.points[b + 1], curve.points[b]), v3(0, 0, 0));
        sum += 0.5 * acos(fmin(fabs(v3_dot(t, u)), 1.0));
        ++*used;
    }
    return sum / *used;
}

// A smooth rod, drawn by 0.5 N, is wound up beyond Greenhill's moment until it throws a loop, and unwound by a third.
TEST(a_ply_has_the_angle_and_the_moment_of_the_law)
{
    const double bend = 1e-3, force = 0.5, length = 1.0;
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < COUNT; i++) {
        double s = (double)i / (COUNT - 1);
        points[i] =
            v3(length * s, 0.002 * sin(PI * s) * sin(PI * s), 0.003 * sin(2.0 * PI * s) * sin(PI * s));
    }
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = bend;
    def.rod.twist = 1e-3;
    def.rod.friction = 0.0;
    def.rod.drag = 0.1;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2];
    for (int32_t k = 0; k < 2; k++) {
        hand[k] = scene_grasp(world, rope, k * (COUNT - 1));
        CHECK(bight_hand_hold_twist(world, hand[k], true) == BIGHT_OK);
        CHECK(bight_hand_point(world, hand[k], v3(1, 0, 0)) == BIGHT_OK);
    }
    CHECK(bight_hand_set_force(world, hand[1], v3(force, 0, 0), NULL) == BIGHT_OK);
    CHECK(bight_hand_roll(world, hand[1], 7.8 * 2.0 * PI) == BIGHT_OK);
    run_rods(world, 2500);
    CHECK(bight_hand_roll(world, hand[1], 5.2 * 2.0 * PI) == BIGHT_OK);
    run_rods(world, 4000);

    int32_t used;
    double a = ply_angle(force * R * R / bend);
    double moment = 2.0 / sin(2.0 * a) * (bend * pow(sin(a), 4.0) / (2.0 * R) + R * force);
    double angle = angle_of_strands(world, rope, &used), twist = bight_rope_twist(world, rope, 5);
    print_message("angle %.4f, the law %.4f (%.3f), %d contacts; moment %.5f N m, the law %.5f (%.3f)\n",
                  angle, a, angle / a, (int)used, twist, moment, twist / moment);
    CHECK(used >= 10);
    CHECK(fabs(angle / a - 1.0) < 0.02);
    CHECK(fabs(twist / moment - 1.0) < 0.03);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_ply_has_the_angle_and_the_moment_of_the_law))
