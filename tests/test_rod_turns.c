// SPDX-License-Identifier: MIT
// Overhand knots of one to five turns, loose and drawn tighter, against the law of their friction.

#include "bight/rod_force.h"
#include "core/pi.h"
#include "rod_scene.h"

enum { MOST = 800, FINE = 2000, CONTACTS = 600 };

// A knot of n turns: a braid of two strands, a loop that leads from its one end to the other, two tails. h is the rod's
// radius, R the loop's. The strands lie at +- h u from the braid's middle, u turns by k a metre. Nothing but contact pushes
// them there, along u, so that B (u''^2 - 2 u' . u''') h^2 is the same all along: 3 B h^2 k^4 in the braid, and where the
// strands have parted B / (4 R^2), as one is straight there and the other bent by 1 / R. So
//     k = (sqrt(12) h R)^(-1/2),   and contact presses with B h k^4 a metre, over all turns 2 pi n h k^3 B.
// The loop wants to grow with B / (2 R^2), friction acts on each strand once:
//     F = B / (2 R^2) + friction 2 pi (n - 1/2) h k^3 B
// For many turns that is the law of Jawed, Dieleman, Audoly and Reis (2015), F / (B k^2) = 2 pi friction n h k. The half turn
// that is less is the ends of the braid's: solved for numerically (the strands touch along an interval and at a point on either
// side of it) the contact force of n turns is 0.4934, 1.466, 2.441, 3.414 and 4.37 times B h^(-1/2) R^(-3/2), that is 0.9746
// (n - 1/2) to 1.2 %. With 0.492 for one turn it is the law of Audoly, Clauvelin and Neukirch (2007), which says that h is the
// radius, that R is the loop's and that F is the force at a tail.
//
// A tail that is drawn along the braid's middle is not straight where it leaves it: the braid is bent by half of what the loop
// is. What opens the braid is how far the strands bend apart, so 1 / R is the difference of the curvatures of loop and
// tail there. As h / R goes to 0 that is the loop's: 1.25 of it for two turns where h / R is 0.012, 1.08 at 0.001.
static double contact_law(double bend, double h, double curved, double turns)
{
    double k = sqrt(curved / (sqrt(12.0) * h));
    return 2.0 * PI * turns * h * k * k * k * bend;
}

// Points on a line at distance l along it. @return How many.
static int32_t divide(const bight_vec3 *line, int32_t have, double l, bight_vec3 *points)
{
    int32_t made = 1, at = 1;
    bight_vec3 from = points[0] = line[0];
    for (double left = l; at < have;) {
        double d = v3_distance(from, line[at]);
        if (d < left) {
            left -= d;
            from = line[at++];
        } else {
            CHECK(made < MOST);
            from = points[made++] = v3_lerp(from, line[at], left / d);
            left = l;
        }
    }
    return made;
}

// A straight braid along x, two half circles and what joins them above it, tails.
static int32_t loose_knot(int32_t turns, double h, double radius, double l, bight_vec3 *points)
{
    static bight_vec3 line[4 * FINE + 10];
    double k = 1.0 / sqrt(sqrt(12.0) * h * radius), half = 0.5 * (2 * turns + 1) * PI / k, c = 1.03 * h,
           tail = 0.12;
    int32_t m = 0;
    line[m++] = v3(-half - tail, -c, 0);
    for (int32_t strand = 0; strand < 2; strand++) {
        for (int32_t i = 0; i <= FINE; i++) {
            double x = 2.0 * half * i / FINE, a = k * x + (strand == 0 ? -0.5 : 0.5) * PI;
            line[m++] = v3(x - half, c * sin(a), c * cos(a));
        }
        for (int32_t side = 0; side < 2 && strand == 0; side++) {
            for (int32_t i = 1; i <= FINE; i++) {
                double a = PI * i / FINE, s = side == 0 ? 1.0 : -1.0;
                line[m++] = v3(s * (half + radius * sin(a)), c + radius * (1.0 - s * cos(a)), 0);
            }
        }
    }
    line[m++] = v3(half + tail, -c, 0);
    return divide(line, m, l, points);
}

// The vector of curvature at a node.
static bight_vec3 bend_at(bight_curve curve, double l, int32_t i)
{
    return v3_mul(1.0 / (l * l),
                  v3_madd(v3_add(curve.points[i - 1], curve.points[i + 1]), -2.0, curve.points[i]));
}

// The first and the last node of the longest piece that nothing touches, the loop, and of all that is touched.
static void find_loop(const bight_world *world, int32_t loop[2], int32_t all[2])
{
    bool touched[MOST] = {false};
    int32_t count, last = -1;
    const bight_contact *contact = bight_world_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        touched[contact[i].link[0]] = touched[contact[i].link[1]] = true;
    }
    loop[0] = loop[1] = all[0] = all[1] = 0;
    for (int32_t i = 0; i < MOST; i++) {
        if (!touched[i]) {
            continue;
        }
        if (last >= 0 && i - last > loop[1] - loop[0]) {
            loop[0] = last;
            loop[1] = i;
        }
        all[0] = last < 0 ? i : all[0];
        all[1] = last = i;
    }
    CHECK(loop[1] - loop[0] > 20 && all[0] > 4);
}

TEST(an_overhand_of_some_turns_is_as_tight_as_the_law_says)
{
    const double h = 0.001, bend = 0.01, friction = 0.1, l = 0.012;
    for (int32_t turns = 1; turns <= 5; turns++) {
        bight_vec3 points[MOST];
        bight_world *world = scene_world();
        int32_t count = loose_knot(turns, h, 625.0 * h, l, points);
        bight_rope_def def = rod_def(points, count, false);
        def.radius = h;
        def.link_length = l;
        def.rod.density = 0.01;
        def.rod.bend = bend;
        def.rod.friction = friction;
        def.rod.drag = 0.05;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, count - 1)};

        // it comes to rest, then hands go by 5 mm/s; forces are the mean of the last 100 steps
        double force = 0.0, pressing = 0.0, loop_force = 0.0, curved = 0.0, of_loop = 0.0;
        enum { STEPS = 1900, MEAN = 100 };
        for (int32_t i = 0; i < STEPS; i++) {
            for (int32_t k = 0; k < 2; k++) {
                bight_vec3 at = scene_hand(world, hand[k]);
                at.x += i < 500 ? 0.0 : k == 0 ? -1e-5 : 1e-5;
                CHECK(bight_hand_set_target(world, hand[k], at) == BIGHT_OK);
            }
            bight_step_report report = scene_step(world);
            CHECK(!report.cut && !report.rolled_back);
            if (i < STEPS - MEAN) {
                continue;
            }
            static bight_contact_force contact[CONTACTS];
            int32_t contacts = bight_world_contact_forces(world, contact, CONTACTS), loop[2], all[2];
            CHECK(contacts <= CONTACTS);
            for (int32_t c = 0; c < contacts; c++) {
                pressing += contact[c].pressing / MEAN;
            }
            find_loop(world, loop, all);
            bight_curve curve = bight_rope_curve(world, rope);
            bight_vec3 out = bend_at(curve, l, loop[0] + 2), in = bend_at(curve, l, loop[1] - 1);
            curved += 0.5 / MEAN * v3_length(v3_sub(out, bend_at(curve, l, all[1] + 2)));
            curved += 0.5 / MEAN * v3_length(v3_sub(in, bend_at(curve, l, all[0] - 1)));
            of_loop += 0.5 / MEAN * (v3_length(out) + v3_length(in));
            force += 0.5 / MEAN *
                     (bight_rope_tension(world, rope, 2) + bight_rope_tension(world, rope, count - 4));

            // what the loop's end feels is the same all along it: its pull and B / 2 R^2. The bending energy B x''^2 / 2 of
            // nodes stretches a link by B / R^2 less than that pull.
            int32_t middle = (loop[0] + loop[1]) / 2;
            double round = v3_length(bend_at(curve, l, middle));
            loop_force += (bight_rope_tension(world, rope, middle) + 1.5 * bend * round * round) / MEAN;
        }
        double rubs = friction * pressing, elastic = 0.5 * bend * curved * curved;
        double press_law = contact_law(bend, h, curved, turns - 0.5),
               many = friction * contact_law(bend, h, curved, turns);
        print_message(
            "%d turns: %.4f N; over the law %.3f, without its half turn and elastic part %.3f; contact force "
            "over its law %.3f; friction felt over that of contacts %.3f; bent apart %.3f of the loop's\n",
            (int)turns, force, force / (elastic + friction * press_law), force / many, pressing / press_law,
            (force - loop_force) / rubs, curved / of_loop);
        CHECK(force / (elastic + friction * press_law) > 0.85 &&
              force / (elastic + friction * press_law) < 1.18);
        CHECK(turns < 3 || (force / many > 0.85 && force / many < 1.18));
        CHECK(pressing / press_law > 0.95 && pressing / press_law < 1.18);
        CHECK(fabs((force - loop_force) / rubs - 1.0) < 0.04);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(an_overhand_of_some_turns_is_as_tight_as_the_law_says))
