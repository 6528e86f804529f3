// SPDX-License-Identifier: MIT
// The continuous test, against motions that were made to catch it out: one end that rushes, two ends that
// meet, corners that come one at a time, and starts at every distance from the floor. The judge is
// plain_motion.h.

#include "geom/sweep.h"

#include "core/random.h"
#include "plain_motion.h"
#include "test.h"

// How near two things may come that start at `gap`, as sweep.h says it: the floor, 0.8 of a start that is
// close to it, hardly less than a start that is below it.
static double nearest(double gap, double floor)
{
    return gap >= 1.25 * floor ? floor : gap >= floor ? 0.8 * gap : gap * (1.0 - 1e-6);
}

// Motions that skim the floor for hundreds of steps are given up on the way.
static int32_t given_up;

// The part that was proved holds, and no more was given away than one last step that was not worth making.
static void judge(const plain_thing *a, const plain_thing *b, double part, double floor, uint64_t seed)
{
    double start = plain_gap_at(a, b, 0.0), allowed = nearest(start, floor);
    CHECK_SEED(part >= 0.0 && part <= 1.0, seed);
    if (start <= 0.01 * floor * (1.0 - 1e-9)) {
        CHECK_SEED(part == 0.0, seed);
        return;
    }
    plain_thing moved = *a, partner = *b;
    for (int32_t k = 0; k < 3; k++) {
        moved.to[k] = v3_lerp(a->from[k], a->to[k], part);
        partner.to[k] = v3_lerp(b->from[k], b->to[k], part);
    }
    CHECK_SEED(plain_stays(&moved, &partner, allowed * (1.0 - 1e-7)), seed);
    if (part < 1.0) {
        double wasted = plain_gap_at(&moved, &partner, 1.0) - allowed;
        given_up += wasted > fmin(floor / 128.0, 0.5 * (start - allowed)) * 1.001 + 1e-6 * floor;
    } else {
        CHECK_SEED(plain_stays(a, b, allowed * (1.0 - 1e-7)), seed);
    }
}

static plain_thing segment_thing(const bi_moving_segment *m)
{
    return (plain_thing){{m->p0, m->q0}, {m->p1, m->q1}, 2, 0.0};
}

static plain_thing triangle_thing(const bight_vec3 from[3], const bight_vec3 to[3])
{
    return (plain_thing){{from[0], from[1], from[2]}, {to[0], to[1], to[2]}, 3, 0.0};
}

// Seen from nowhere in particular: a frame, by which every case is turned.
typedef struct frame {
    bight_vec3 x, y, z, origin;
} frame;

static frame random_frame(bi_random *random)
{
    frame f;
    f.x = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    f.y = v3_unit(v3_cross(f.x, bi_random_vec3(random, 1.0)), v3(0, 1, 0));
    f.z = v3_cross(f.x, f.y);
    f.origin = bi_random_vec3(random, 1.0);
    return f;
}

static bight_vec3 turned(const frame *f, double x, double y, double z)
{
    return v3_madd(v3_madd(v3_madd(f->origin, x, f->x), y, f->y), z, f->z);
}

// Ends i of a and k of b rush towards each other and past, all other ends rest: the difference of exactly
// these two moves most, by the sum of both.
TEST(two_ends_that_meet_are_seen)
{
    given_up = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        bi_random random = bi_random_from(seed);
        frame f = random_frame(&random);
        int32_t i = (int32_t)(seed & 1), k = (int32_t)(seed >> 1 & 1);
        double gap = exp2(bi_random_range(&random, -8.0, 0.0)),
               rush = gap * bi_random_range(&random, 0.51, 8.0);
        double share = bi_random_unit(&random), floor = 1e-3 * gap,
               cross = bi_random_range(&random, -0.9, 0.9) * gap;

        // a comes along y from below with one end, b from above; their free ends are well out of the way
        bight_vec3 a[2], b[2], a1[2], b1[2];
        a[i] = turned(&f, 0.0, 0.0, 0.01 * gap);
        a[1 - i] = turned(&f, 2.0, -1.0, 0.01 * gap);
        b[k] = turned(&f, 0.0, gap, 0.02 * gap);
        b[1 - k] = turned(&f, 0.1 * cross, 1.0 + gap, 2.0);
        a1[0] = a[0], a1[1] = a[1], b1[0] = b[0], b1[1] = b[1];
        a1[i] = v3_madd(a[i], share * rush, f.y);
        b1[k] = v3_madd(b[k], -(1.0 - share) * rush, f.y);
        bi_moving_segment one = {a[0], a[1], a1[0], a1[1]}, two = {b[0], b[1], b1[0], b1[1]};
        plain_thing first = segment_thing(&one), second = segment_thing(&two);
        judge(&first, &second, bi_sweep_segments(&one, &two, floor), floor, seed);
        judge(&second, &first, bi_sweep_segments(&two, &one, floor), floor, seed);
    }
    CHECK(given_up == 0);
}

// The bound on relative motion: never below what two points of the two do to each other, and that of two
// ends.
TEST(relative_motion_is_that_of_the_fastest_ends)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 x[8];
        for (int32_t i = 0; i < 8; i++) {
            x[i] = bi_random_vec3(&random, 1.0);
        }
        for (int32_t i = 0; i < 4; i++) {
            // often an end that rests
            x[4 + i] = bi_random_below(&random, 3) == 0 ? x[i] : x[4 + i];
        }
        bi_moving_segment a = {x[0], x[1], x[4], x[5]}, b = {x[2], x[3], x[6], x[7]};
        double bound = bi_relative_motion(&a, &b), most = 0.0;
        for (int32_t i = 0; i <= 4; i++) {
            for (int32_t k = 0; k <= 4; k++) {
                bight_vec3 on_a = v3_sub(v3_lerp(a.p1, a.q1, 0.25 * i), v3_lerp(a.p0, a.q0, 0.25 * i));
                bight_vec3 on_b = v3_sub(v3_lerp(b.p1, b.q1, 0.25 * k), v3_lerp(b.p0, b.q0, 0.25 * k));
                most = fmax(most, v3_distance(on_a, on_b));
            }
        }
        CHECK_SEED(fabs(bound - most) < 1e-12, seed);
        CHECK_SEED(bi_relative_motion(&b, &a) == bound, seed);
    }
}

// Segments in any motion: random ones, one end alone, both ends alike, things that turn about each other.
TEST(segments_keep_what_was_proved)
{
    int32_t stopped = 0;
    given_up = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        bi_random random = bi_random_from(seed);
        double speed = exp2(bi_random_range(&random, -5.0, 2.0)),
               floor = exp2(bi_random_range(&random, -20.0, -5.0));
        bight_vec3 from[4], to[4];
        int32_t alone = bi_random_below(&random, 4), kind = (int32_t)(seed % 4);
        bight_vec3 common = bi_random_vec3(&random, speed);
        for (int32_t i = 0; i < 4; i++) {
            from[i] = bi_random_vec3(&random, 0.7);
            bight_vec3 go = bi_random_vec3(&random, speed);
            to[i] = kind == 0                             ? v3_add(from[i], go)
                    : kind == 1 && i != alone             ? from[i]
                    : kind == 2 && (i < 2) == (alone < 2) ? v3_add(from[i], common)
                    : kind == 3                           ? v3_add(v3_mul(-1.0, from[i]), v3_mul(0.1, go))
                    : kind == 2                           ? from[i]
                                                          : v3_add(from[i], go);
        }
        bi_moving_segment a = {from[0], from[1], to[0], to[1]}, b = {from[2], from[3], to[2], to[3]};
        plain_thing first = segment_thing(&a), second = segment_thing(&b);
        double part = bi_sweep_segments(&a, &b, floor);
        judge(&first, &second, part, floor, seed);
        stopped += part < 1.0;
    }
    print_message("%d of 4000 motions stopped, %d given up\n", stopped, given_up);
    CHECK(given_up < 60);
    CHECK(stopped > 500 && stopped < 3500);
}

// A start at every distance from the floor, straight at the other, past it and away.
TEST(the_start_decides_how_near_is_allowed)
{
    for (int32_t i = 1; i <= 600; i++) {
        double floor = 1e-3, gap = 0.005 * floor * i;
        bool border = i == 200 || i == 250; // where rounding decides
        for (int32_t way = 0; way < 4 && !border; way++) {
            double to = way == 0 ? -1.0 : way == 1 ? 1.0 : way == 2 ? 0.5 * gap : gap;
            bi_moving_segment rest = {v3(-1, 0, 0), v3(1, 0, 0), v3(-1, 0, 0), v3(1, 0, 0)};
            bi_moving_segment goes = {v3(0, gap, -1), v3(0, gap, 1), v3(0.02, to, -1), v3(0.02, to, 1)};
            plain_thing first = segment_thing(&rest), second = segment_thing(&goes);
            double part = bi_sweep_segments(&rest, &goes, floor);
            given_up = 0;
            judge(&first, &second, part, floor, (uint64_t)i);
            CHECK(given_up == 0);
            if (way == 1 || (way == 3 && gap > 1.001 * floor)) {
                CHECK(part == (gap > 0.01 * floor ? 1.0 : 0.0));
            }
        }
    }

    // nothing moves: all of it is proved, but for what touches
    for (int32_t i = 0; i < 4; i++) {
        double gap = i == 0 ? 0.0 : i == 1 ? 1e-6 : i == 2 ? 2e-5 : 0.5;
        bi_moving_segment one = {v3(-1, 0, 0), v3(1, 0, 0), v3(-1, 0, 0), v3(1, 0, 0)};
        bi_moving_segment two = {v3(0, gap, -1), v3(0, gap, 1), v3(0, gap, -1), v3(0, gap, 1)};
        CHECK(bi_sweep_segments(&one, &two, 1e-3) == (i < 2 ? 0.0 : 1.0));
    }
}

// One corner of a triangle, or one end of the segment, rushes; the others rest or creep; or all corners change
// sides.
TEST(triangles_keep_what_was_proved)
{
    int32_t stopped[3] = {0, 0, 0};
    given_up = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        bi_random random = bi_random_from(seed);
        double speed = exp2(bi_random_range(&random, -4.0, 2.0)),
               floor = exp2(bi_random_range(&random, -20.0, -6.0));
        bight_vec3 from[3], to[3], p = bi_random_vec3(&random, 1.0), q = bi_random_vec3(&random, 1.0);
        int32_t alone = bi_random_below(&random, 4);
        for (int32_t k = 0; k < 3; k++) {
            from[k] = bi_random_vec3(&random, 1.0);
            to[k] = alone == k || alone == 3 ? v3_add(from[k], bi_random_vec3(&random, speed)) : from[k];
            // now and then through the origin to the other side
            to[k] = seed % 4 == 0 ? v3_madd(bi_random_vec3(&random, 0.1), -1.0, from[k]) : to[k];
        }
        bight_vec3 p1 = seed % 3 == 0 ? p : v3_add(p, bi_random_vec3(&random, speed));
        bight_vec3 q1 = seed % 3 == 1 ? q : v3_add(q, bi_random_vec3(&random, speed));
        plain_thing corners = triangle_thing(from, to), still = triangle_thing(from, from);

        bi_moving_segment moving = {p, q, p1, q1}, resting = {p, q, p, q};
        plain_thing line = segment_thing(&moving), rest = segment_thing(&resting);
        double part = bi_sweep_segment_triangle(&moving, from, floor);
        judge(&line, &still, part, floor, seed);
        stopped[0] += part < 1.0;

        part = bi_sweep_moving_triangle(p, q, from, to, floor);
        judge(&rest, &corners, part, floor, seed);
        stopped[1] += part < 1.0;

        bi_moving_point_triangle pair = {{p, p1}, {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}}};
        bi_moving_segment point = {p, p, p1, p1};
        plain_thing dot = segment_thing(&point);
        part = bi_sweep_point_triangle(&pair, floor);
        judge(&dot, &corners, part, floor, seed);
        stopped[2] += part < 1.0;
    }
    print_message("stopped: %d segments, %d triangles, %d points; %d given up\n", stopped[0], stopped[1],
                  stopped[2], given_up);
    CHECK(given_up < 60);
    CHECK(stopped[0] > 300 && stopped[1] > 100 && stopped[2] > 30);
}

RUN_TESTS(unit(two_ends_that_meet_are_seen), unit(relative_motion_is_that_of_the_fastest_ends),
          unit(segments_keep_what_was_proved), unit(the_start_decides_how_near_is_allowed),
          unit(triangles_keep_what_was_proved))
