// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L // popen, for the reference data alone

#include "core/random.h"
#include "geom/sweep.h"
#include "reference.h"
#include "reference_data.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double distance_at(const bi_moving_segment *a, const bi_moving_segment *b, double t)
{
    wide at = (wide)t;
    return reference_root(reference_segments(wide3_lerp(a->p0, a->p1, at), wide3_lerp(a->q0, a->q1, at),
                                             wide3_lerp(b->p0, b->p1, at), wide3_lerp(b->q0, b->q1, at)));
}

// What the sweep promises to keep, from where the two start.
static double kept(double at_start, double floor)
{
    return fmin(floor, 0.8 * at_start);
}

enum { SAMPLES = 300 };

// The first sampled time at which the two are closer than promised, 2 when there is none. Around the least
// sample the time is sampled again, finer.
static double first_touch(const bi_moving_segment *a, const bi_moving_segment *b, double promised)
{
    double least = HUGE_VAL, where = 0.0;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        double t = (double)i / SAMPLES, distance = distance_at(a, b, t);
        if (distance < promised) {
            return t;
        }
        where = distance < least ? t : where;
        least = fmin(least, distance);
    }
    for (int32_t i = 0; i <= SAMPLES; i++) {
        double t = where + (2.0 * i / SAMPLES - 1.0) / SAMPLES;
        if (t >= 0.0 && t <= 1.0 && distance_at(a, b, t) < promised) {
            return t;
        }
    }
    return 2.0;
}

static bi_moving_segment random_motion(bi_random *random, uint64_t seed)
{
    bi_moving_segment m;
    double speed = exp2(bi_random_range(random, -6.0, 2.0));
    m.p0 = bi_random_vec3(random, 1.0);
    m.q0 = v3_add(m.p0, bi_random_vec3(random, seed % 5 == 0 ? 1e-9 : 1.0));
    m.p1 = v3_add(m.p0, bi_random_vec3(random, speed));
    m.q1 = seed % 3 == 0 ? v3_add(m.q0, v3_sub(m.p1, m.p0)) : v3_add(m.q0, bi_random_vec3(random, speed));
    return m;
}

TEST(no_false_apart_between_segments)
{
    double floor = 1e-3, wasted = 0.0;
    int32_t touching = 0, false_touch = 0;
    for (uint64_t seed = 1; seed <= 900; seed++) {
        bi_random random = bi_random_from(seed);
        bi_moving_segment a = random_motion(&random, seed), b = random_motion(&random, seed / 7);
        switch (seed % 6) {
        case 0: // parallel
            b.q0 = v3_add(b.p0, v3_sub(a.q0, a.p0));
            b.q1 = v3_add(b.p1, v3_sub(a.q1, a.p1));
            break;
        case 1: // in one plane
            a.p0.z = a.q0.z = a.p1.z = a.q1.z = b.p0.z = b.q0.z = b.p1.z = b.q1.z = 0.0;
            break;
        case 2: // no motion between them
            b.p1 = v3_add(b.p0, v3_sub(a.p1, a.p0));
            b.q1 = v3_add(b.q0, v3_sub(a.p1, a.p0));
            a.q1 = v3_add(a.q0, v3_sub(a.p1, a.p0));
            break;
        case 3: // swap places
            b.p1 = a.p0;
            b.q1 = a.q0;
            a.p1 = b.p0;
            a.q1 = b.q0;
            break;
        default:
            break;
        }
        double promised = kept(distance_at(&a, &b, 0.0), floor);
        double part = bi_sweep_segments(&a, &b, floor), truth = first_touch(&a, &b, promised);
        CHECK_SEED(part >= 0.0 && part <= 1.0, seed);
        CHECK_SEED(part < truth, seed);
        if (truth <= 1.0) {
            touching++;
            wasted += truth - part;
        } else {
            false_touch += part < 1.0;
        }
    }
    print_message("%d touch, %g of their time is given away on average; %d of %d others cut for nothing\n",
                  touching, wasted / touching, false_touch, 900 - touching);
    CHECK(wasted / touching < 0.05);
    CHECK(false_touch < 20);
}

TEST(no_false_apart_from_a_triangle)
{
    double floor = 1e-3;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        bi_random random = bi_random_from(seed);
        bi_moving_segment a = random_motion(&random, seed);
        bight_vec3 triangle[3];
        for (int32_t i = 0; i < 3; i++) {
            triangle[i] = bi_random_vec3(&random, 1.0);
        }
        if (seed % 4 == 0) {
            triangle[2] = v3_lerp(triangle[0], triangle[1], bi_random_unit(&random));
        }
        const wide3 corner[3] = {wide3_of(triangle[0]), wide3_of(triangle[1]), wide3_of(triangle[2])};
        double part = bi_sweep_segment_triangle(&a, triangle, floor), promised = floor;
        for (int32_t i = 0; i <= SAMPLES; i++) {
            wide t = (wide)i / SAMPLES;
            wide3 p = wide3_lerp(a.p0, a.p1, t), q = wide3_lerp(a.q0, a.q1, t);
            double distance = reference_root(reference_segment_triangle(p, q, corner));
            promised = i == 0 ? kept(distance, floor) : promised;
            CHECK_SEED(!(distance < promised) || part < (double)t, seed);
        }
    }
}

// What is proved once can be continued: from wherever a motion was left, moving away is never refused. (A
// pair left just below the floor once stopped a world for good: every later sweep answered 0.)
TEST(close_things_may_part_and_pass)
{
    double floor = 1e-3;
    for (int32_t i = 1; i <= 400; i++) {
        double gap = 0.011 * floor * i;
        bi_moving_segment rest = {v3(-1, 0, 0), v3(1, 0, 0), v3(-1, 0, 0), v3(1, 0, 0)};
        bi_moving_segment leave = {v3(0, gap, -1), v3(0, gap, 1), v3(0, 1, -1), v3(0, 1, 1)};
        bi_moving_segment slide = {v3(0, gap, -1), v3(0, gap, 1), v3(0.5, gap, -1), v3(0.5, gap, 1)};
        CHECK(bi_sweep_segments(&rest, &leave, floor) == 1.0);
        CHECK(bi_sweep_segments(&rest, &slide, floor) > 0.0);
        bi_moving_segment through = {v3(0, gap, -1), v3(0, gap, 1), v3(0, -1, -1), v3(0, -1, 1)};
        CHECK(bi_sweep_segments(&rest, &through, floor) < gap / (gap + 1.0));
    }
}

// ---- public queries with exact answers ------------------------------------------------------------------

static bool read_point(FILE *file, bight_vec3 *at, int32_t *truth)
{
    char line[1024], *cursor = line;
    double number[6];
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    for (int32_t i = 0; i < 6; i++) {
        number[i] = strtod(cursor, &cursor);
        cursor += *cursor == ',';
    }
    *truth = (int32_t)strtol(cursor, NULL, 10);
    *at = v3(number[0] / number[1], number[2] / number[3], number[4] / number[5]);
    return true;
}

typedef struct tally {
    int32_t queries, collisions, cut;
} tally;

// tar writes every file of one kind in the archive one after the other: eight points a query, four at the
// start and four at the end.
static bool run_queries(bool edges, double floor, tally *sum)
{
    FILE *file =
        reference_pipe("ccd-handcrafted.tar.gz", edges ? "tar -xzOf '%s' --wildcards '*/edge-edge/*.csv'"
                                                       : "tar -xzOf '%s' --wildcards '*/vertex-face/*.csv'");
    *sum = (tally){0};
    if (file == NULL) {
        return false;
    }
    int32_t truth = 0;
    for (;;) {
        bight_vec3 at[8];
        int32_t read = 0;
        while (read < 8 && read_point(file, &at[read], &truth)) {
            read++;
        }
        if (read < 8) {
            break;
        }
        bi_moving_segment a = {at[0], at[1], at[4], at[5]}, b = {at[2], at[3], at[6], at[7]};
        bi_moving_point_triangle pair = {{at[0], at[4]}, {{at[1], at[2], at[3]}, {at[5], at[6], at[7]}}};
        double part = edges ? bi_sweep_segments(&a, &b, floor) : bi_sweep_point_triangle(&pair, floor);
        CHECK_SEED(!(truth == 1 && part >= 1.0), sum->queries);
        sum->collisions += truth;
        sum->cut += truth == 0 && part < 1.0;
        sum->queries++;
    }
    pclose(file);
    return true;
}

// No collision is missed at any floor; the smaller it is, the fewer near misses are cut. (An additive test
// with s = 0.1 cuts 573 of them.)
TEST(handcrafted_queries_have_no_false_apart)
{
    static const double floors[3] = {1e-6, 1e-8, 1e-10};
    for (int32_t i = 0; i < 3; i++) {
        tally edges, faces;
        if (!run_queries(true, floors[i], &edges) || !run_queries(false, floors[i], &faces)) {
            skip();
        }
        print_message(
            "floor %g: %d edge-edge queries, %d collide, %d of the others cut; %d vertex-face queries, %d "
            "collide, %d of the others cut\n",
            floors[i], edges.queries, edges.collisions, edges.cut, faces.queries, faces.collisions,
            faces.cut);
        CHECK(edges.queries + faces.queries == 7279 && edges.collisions > 0 && faces.collisions > 0);
        CHECK(edges.cut + faces.cut <= 573);
    }
}

static double point_distance_at(const bi_moving_point_triangle *m, double t)
{
    wide at = (wide)t;
    wide3 p = wide3_lerp(m->point[0], m->point[1], at), x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = wide3_lerp(m->triangle[0][k], m->triangle[1][k], at);
    }
    wide best = reference_point_face(p, x);
    for (int32_t k = 0; k < 3; k++) {
        best = wide_min(best, reference_point_segment(p, x[k], x[(k + 1) % 3]));
    }
    return reference_root(best);
}

// Moving triangles, needles and folded ones among them, against dense sampling; in half of the queries the
// point is aimed at a place of the triangle, so that they meet at a known time.
TEST(no_false_apart_between_point_and_moving_triangle)
{
    double floor = 1e-4, wasted = 0.0;
    int32_t touching = 0, cut = 0;
    for (uint64_t seed = 1; seed <= 1200; seed++) {
        bi_random random = bi_random_from(seed);
        bi_moving_point_triangle m;
        for (int32_t k = 0; k < 3; k++) {
            m.triangle[0][k] = bi_random_vec3(&random, 1.0);
            m.triangle[1][k] =
                v3_add(m.triangle[0][k], bi_random_vec3(&random, exp2((double)(seed % 5) - 3.0)));
        }
        if (seed % 7 == 0) {
            m.triangle[0][2] =
                v3_madd(v3_lerp(m.triangle[0][0], m.triangle[0][1], 0.3), 1e-9, m.triangle[0][2]);
            m.triangle[1][2] =
                v3_madd(v3_lerp(m.triangle[1][0], m.triangle[1][1], 0.3), 1e-9, m.triangle[1][2]);
        }
        m.point[0] = bi_random_vec3(&random, 1.5);
        m.point[1] = v3_add(m.point[0], bi_random_vec3(&random, 1.0));
        double hit = 2.0;
        if (seed % 2 == 0) {
            // where the triangle's place u, v is at the time of the hit, and on beyond it
            hit = bi_random_range(&random, 0.05, 1.0);
            double u = bi_random_unit(&random), v = (1.0 - u) * bi_random_unit(&random);
            bight_vec3 x[3];
            for (int32_t k = 0; k < 3; k++) {
                x[k] = v3_lerp(m.triangle[0][k], m.triangle[1][k], hit);
            }
            bight_vec3 on = v3_madd(v3_madd(x[0], u, v3_sub(x[1], x[0])), v, v3_sub(x[2], x[0]));
            m.point[1] = v3_madd(m.point[0], 1.0 / hit, v3_sub(on, m.point[0]));
        }
        double part = bi_sweep_point_triangle(&m, floor), promised = kept(point_distance_at(&m, 0.0), floor);
        CHECK_SEED(part >= 0.0 && part <= 1.0 && part < hit, seed);
        double truth = 2.0;
        for (int32_t i = 0; i <= SAMPLES && truth > 1.0; i++) {
            truth = point_distance_at(&m, (double)i / SAMPLES) < promised ? (double)i / SAMPLES : truth;
        }
        CHECK_SEED(part < truth, seed);
        truth = fmin(truth, hit);
        touching += truth <= 1.0;
        wasted += truth <= 1.0 ? truth - part : 0.0;
        cut += truth > 1.0 && part < 1.0;
    }
    print_message("%d touch, %g of their time is given away on average; %d others cut\n", touching,
                  wasted / touching, cut);
    CHECK(touching > 500 && wasted / touching < 0.05 && cut < 20);
}

RUN_TESTS(unit(no_false_apart_between_segments), unit(no_false_apart_from_a_triangle),
          unit(close_things_may_part_and_pass), unit(handcrafted_queries_have_no_false_apart),
          unit(no_false_apart_between_point_and_moving_triangle))
