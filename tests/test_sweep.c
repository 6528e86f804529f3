// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L // popen, for the reference data alone

#include "core/random.h"
#include "geom/sweep.h"
#include "reference.h"
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

// ---- public queries with exact answers
// ---------------------------------------------------------------------

static FILE *open_data(const char *name)
{
    char path[1024];
    const char *folder = getenv("BIGHT_REFERENCE_DATA");
    snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : BIGHT_SOURCE_DIR "/../shared/data", name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("%s is not there: skipped\n", path);
    } else {
        fclose(file);
        char command[1200];
        // tar writes every edge-edge file of the archive one after the other
        snprintf(command, sizeof command, "tar -xzOf '%s' --wildcards '*/edge-edge/*.csv'", path);
        file = popen(command, "r");
    }
    return file;
}

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

TEST(handcrafted_queries_have_no_false_apart)
{
    FILE *file = open_data("ccd-handcrafted.tar.gz");
    if (file == NULL) {
        skip();
    }
    int32_t queries = 0, collisions = 0, cut = 0, truth = 0;
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
        bool apart = bi_sweep_segments(&a, &b, 1e-6) >= 1.0;
        CHECK_SEED(!(truth == 1 && apart), queries);
        collisions += truth;
        cut += truth == 0 && !apart;
        queries++;
    }
    pclose(file);
    print_message("%d edge-edge queries, %d collide; %d of the others were cut\n", queries, collisions, cut);
    CHECK(queries > 1000 && collisions > 0);
}

RUN_TESTS(unit(no_false_apart_between_segments), unit(no_false_apart_from_a_triangle),
          unit(close_things_may_part_and_pass), unit(handcrafted_queries_have_no_false_apart))
