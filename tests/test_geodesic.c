// SPDX-License-Identifier: MIT

#include "bight/base.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "geom/geodesic.h"
#include "geom/winding.h"
#include "test.h"

enum { MOST = 400, LAID = 600 };

typedef struct tube_stage {
    bi_axis axis;
    bi_geodesic geodesic;
    bight_vec3 strand[MOST];
    int32_t count;
} tube_stage;

static void set_up(tube_stage *f)
{
    CHECK(bi_axis_reserve(&(bight_allocator){0}, &f->axis, f->count) == BIGHT_OK);
    CHECK(bi_geodesic_reserve(&(bight_allocator){0}, &f->geodesic, LAID) == BIGHT_OK);
    bi_axis_lay(&f->axis, (bight_curve){f->strand, f->count, false});
}

static void tear_down(tube_stage *f)
{
    bi_axis_free(&(bight_allocator){0}, &f->axis);
    bi_geodesic_free(&(bight_allocator){0}, &f->geodesic);
}

static void straight(tube_stage *f, bight_vec3 from, bight_vec3 along, int32_t count)
{
    f->count = count;
    for (int32_t i = 0; i < count; i++) {
        f->strand[i] = v3_madd(from, i, along);
    }
}

// an arc of a circle of radius `bend` in the xy plane, `angle` long
static void arc(tube_stage *f, double bend, double angle, int32_t count)
{
    f->count = count;
    for (int32_t i = 0; i < count; i++) {
        double a = angle * ((double)i / (count - 1) - 0.5);
        f->strand[i] = v3(bend * sin(a), bend * cos(a), 0);
    }
}

// Round a straight axis the geodesic is the helix of that angle, right- or left-handed: closed form.
TEST(a_straight_tube_has_helices)
{
    tube_stage f = {0};
    bight_vec3 t = v3_unit(v3(1, 2, -0.5), v3(0, 0, 0)), from = v3(0.3, -1, 2);
    straight(&f, from, t, 60);
    set_up(&f);
    bight_vec3 out = v3_perpendicular(t), aside = v3_cross(t, out);
    for (int32_t i = 1; i < 12; i++) {
        for (int32_t left = 0; left < 2; left++) {
            double angle = 0.25 * i / 12.0, radius = 1.1;
            bi_geodesic_start start = {v3_madd(v3_madd(from, 20.0, t), 3.0, out), radius, angle, left == 1,
                                       radius / 16.0};
            bi_geodesic_lay(&f.geodesic, &f.axis, &start, LAID);
            CHECK(f.geodesic.count == LAID && !f.geodesic.too_sharp);
            for (int32_t k = 0; k < LAID; k++) {
                double length = k * start.step, phi = sin(2.0 * PI * angle) * length / radius;
                phi = left ? -phi : phi;
                bight_vec3 p = v3_madd(from, 20.0 + cos(2.0 * PI * angle) * length, t);
                p = v3_madd(p, radius * cos(phi), out);
                p = v3_madd(p, radius * sin(phi), aside);
                CHECK(v3_distance(p, f.geodesic.points[k]) < 1e-9);
                CHECK_NEAR(f.geodesic.around[k], phi / (2.0 * PI), 1e-10);
            }

            // and the winding integral finds the turns
            bight_curve coil = {f.geodesic.points, LAID, false};
            double turns = bi_winding_integral(coil, (bight_curve){f.strand, f.count, false}, t, NULL);
            CHECK_NEAR(turns, f.geodesic.around[LAID - 1], 1e-9);
        }
    }
    tear_down(&f);
}

// Clairaut's relation: on a torus, distance from its axis times the cosine of the angle to the parallels
// stays. The axis is a polygon; the error falls with its links.
static double clairaut_error(int32_t nodes, double angle, bool left)
{
    tube_stage f = {0};
    double bend = 6.0, radius = 1.5, worst = 0.0;
    arc(&f, bend, 1.8 * PI, nodes);
    set_up(&f);
    bi_geodesic_start start = {v3(0, bend, 2.0), radius, angle, left, radius / 16.0};
    bi_geodesic_lay(&f.geodesic, &f.axis, &start, 200);
    double first = 0.0;
    for (int32_t k = 0; k < 200; k++) {
        bight_vec3 p = f.geodesic.points[k], t = f.geodesic.tangents[k];
        if (v3_distance(p, f.strand[nodes - 1]) < 3.0) {
            break; // the arc's end
        }
        double distance = sqrt(p.x * p.x + p.y * p.y);
        // nodes run clockwise
        bight_vec3 parallel = v3_mul(1.0 / distance, v3(p.y, -p.x, 0));
        double constant = distance * v3_dot(t, parallel);
        first = k == 0 ? constant : first;
        worst = fmax(worst, fabs(constant - first));
    }
    tear_down(&f);
    return worst / bend;
}

TEST(a_torus_obeys_clairaut)
{
    for (int32_t left = 0; left < 2; left++) {
        const double angles[] = {0.06, 0.12, 0.2};
        for (int32_t i = 0; i < 3; i++) {
            double coarse = clairaut_error(50, angles[i], left == 1);
            double fine = clairaut_error(200, angles[i], left == 1);
            CHECK(fine < 2e-3);
            CHECK(fine < 0.4 * coarse);
        }
    }
}

// Independent of the equation: a geodesic is the shortest way between any two of its points that are near
// each other. No curve on the tube that is bent aside from it is shorter.
TEST(no_way_beside_it_is_shorter)
{
    tube_stage f = {0};
    arc(&f, 5.0, 1.2 * PI, 200);
    set_up(&f);
    double radius = 1.1;
    bi_geodesic_start start = {v3(-1, 5.5, 1.0), radius, 0.15, false, radius / 16.0};
    bi_geodesic_lay(&f.geodesic, &f.axis, &start, 60);
    enum { FROM = 5, TO = 45 };
    double lengths[3] = {0};
    for (int32_t way = -1; way <= 1; way++) {
        bight_vec3 before = v3(0, 0, 0);
        for (int32_t k = FROM; k <= TO; k++) {
            // moved aside on the tube, by a bump that vanishes at both ends, and put back on the tube
            double part = (double)(k - FROM) / (TO - FROM), bump = 0.05 * way * sin(PI * part);
            bight_vec3 p = f.geodesic.points[k];
            bight_vec3 c = v3_mul(5.0, v3_unit(v3(p.x, p.y, 0), v3(1, 0, 0)));
            bight_vec3 aside = v3_cross(v3_sub(p, c), f.geodesic.tangents[k]);
            p = v3_madd(p, bump, v3_unit(aside, v3(0, 0, 0)));
            c = v3_mul(5.0, v3_unit(v3(p.x, p.y, 0), v3(1, 0, 0)));
            p = v3_madd(c, radius, v3_unit(v3_sub(p, c), v3(0, 0, 0)));
            lengths[way + 1] += k > FROM ? v3_distance(p, before) : 0.0;
            before = p;
        }
    }
    CHECK(lengths[1] < lengths[0] && lengths[1] < lengths[2]);
    tear_down(&f);
}

// Targets for rigid links: one chord after another, all on the tube.
TEST(chords_have_the_length_of_a_link)
{
    tube_stage f = {0};
    straight(&f, v3(0, 0, 0), v3(1, 0, 0), 40);
    set_up(&f);
    bi_geodesic_start start = {v3(10, 2, 0), 1.1, 0.17, false, 1.1 / 16.0};
    bi_geodesic_lay(&f.geodesic, &f.axis, &start, LAID);
    double at = 0.0;
    bight_vec3 before = bi_geodesic_at(&f.geodesic, 0.0, NULL);
    for (int32_t i = 0; i < 20; i++) {
        double next = bi_geodesic_next(&f.geodesic, at, 1.0);
        bight_vec3 p = bi_geodesic_at(&f.geodesic, next, NULL);
        CHECK_NEAR(v3_distance(p, before), 1.0, 1e-12);
        CHECK_NEAR(sqrt(p.y * p.y + p.z * p.z), 1.1, 1e-6);
        CHECK(next > at);
        before = p;
        at = next;
    }
    tear_down(&f);
}

// A tube thicker than its axis bends is none: said, not drawn.
TEST(a_sharp_bend_stops_it)
{
    tube_stage f = {0};
    arc(&f, 1.0, PI, 60);
    set_up(&f);
    bi_geodesic_start start = {v3(0, -1, 1), 1.5, 0.1, false, 0.1};
    bi_geodesic_lay(&f.geodesic, &f.axis, &start, LAID);
    CHECK(f.geodesic.too_sharp && f.geodesic.count < LAID);
    tear_down(&f);
}

RUN_TESTS(unit(a_straight_tube_has_helices), unit(a_torus_obeys_clairaut), unit(no_way_beside_it_is_shorter),
          unit(chords_have_the_length_of_a_link), unit(a_sharp_bend_stops_it))
