// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "sim/spring/events.h"
#include "test.h"

#include <string.h>

#define MOST 64

static bi_ball ball(bight_vec3 at, bight_vec3 move, double mass, double radius)
{
    return (bi_ball){.at = at,
                     .move = move,
                     .inverse = mass > 0.0 ? 1.0 / mass : 0.0,
                     .radius = radius,
                     .restitution = 1.0};
}

// All pairs of balls may meet.
static bi_events all_pairs(const bi_ball *balls, int32_t count, int32_t ropes)
{
    bi_events events = {0};
    CHECK(bi_events_start(NULL, &events, count, ropes) == BIGHT_OK);
    for (int32_t i = 0; i < count; i++) {
        events.balls[i] = balls[i];
        for (int32_t k = i + 1; k < count; k++) {
            CHECK(bi_events_pair(NULL, &events, k, i) == BIGHT_OK);
        }
    }
    return events;
}

static bight_vec3 velocity(const bi_ball *b)
{
    return v3_sub(b->stopped ? b->kept : b->move, b->pushed);
}

// Head on, radii 1 and 2, 10 apart, speeds 4 and -6: they touch at t = 7 / 10, at x = 2.8 and 5.8; masses 1
// and 3 then go at u = ((m1 - m2) u1 + 2 m2 u2) / (m1 + m2) = -11 and -1.
TEST(two_balls_head_on)
{
    bi_ball two[2] = {ball(v3(0, 0, 0), v3(4, 0, 0), 1, 1), ball(v3(10, 0, 0), v3(-6, 0, 0), 3, 2)};
    CHECK_NEAR(bi_ball_meeting(&two[0], &two[1]), 0.7, 1e-15);
    bi_events events = all_pairs(two, 2, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    CHECK_NEAR(events.balls[0].move.x, -11.0, 1e-13);
    CHECK_NEAR(events.balls[1].move.x, -1.0, 1e-13);
    CHECK_NEAR(events.balls[0].at.x, 2.8 - 0.3 * 11.0, 1e-13);
    CHECK_NEAR(events.balls[1].at.x, 5.8 - 0.3 * 1.0, 1e-13);
    CHECK(events.counts[0].events == 1 && events.counts[0].stale == 0 && events.counts[0].overlaps == 0);
    bi_events_free(NULL, &events);
}

// Off centre: only the velocities along the line of centres change. Unit masses exchange them.
TEST(two_balls_obliquely)
{
    // at contact the line of centres is (0.6, 0.8, 0)
    bight_vec3 n = v3(0.6, 0.8, 0), start = v3(-3, 0, 0), move = v3(6, 0, 0);
    bight_vec3 other = v3_madd(v3(0, 0, 0), 2.0, n);
    bi_ball two[2] = {ball(start, move, 2, 1), ball(other, v3(0, 0, 0), 2, 1)};
    bi_events events = all_pairs(two, 2, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    bight_vec3 given = v3_mul(v3_dot(move, n), n);
    CHECK(v3_distance(events.balls[1].move, given) < 1e-13);
    CHECK(v3_distance(events.balls[0].move, v3_sub(move, given)) < 1e-13);

    // without bouncing both keep the common speed along the line of centres
    two[0].restitution = 0.0;
    bi_events_free(NULL, &events);
    events = all_pairs(two, 2, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    CHECK(v3_distance(events.balls[1].move, v3_mul(0.5, given)) < 1e-13);
    CHECK(events.counts[0].events == 1);
    bi_events_free(NULL, &events);
}

TEST(balls_that_miss)
{
    bi_ball a = ball(v3(0, 0, 0), v3(1, 0, 0), 1, 1), b = ball(v3(3, 2.01, 0), v3(0, 0, 0), 1, 1);
    CHECK(bi_ball_meeting(&a, &b) > 1.0); // too late
    a.move.x = 10.0;
    CHECK(bi_ball_meeting(&a, &b) > 1.0); // beside it
    b.at.y = 1.99;
    CHECK(bi_ball_meeting(&a, &b) < 1.0);
    b.move.x = 10.0;
    CHECK(bi_ball_meeting(&a, &b) > 1.0); // as fast
}

// ---- against brute force ---------------------------------------------------------------------------------

// No queue: again and again the earliest of all collisions, from all balls where they are.
static int32_t brute_force(bi_ball *balls, int32_t count, bi_event *log, int32_t room)
{
    double now = 0.0;
    for (int32_t events = 0; events < room; events++) {
        int32_t first = -1, second = -1;
        double earliest = 2.0;
        for (int32_t i = 0; i < count; i++) {
            for (int32_t k = i + 1; k < count; k++) {
                bight_vec3 x = v3_sub(balls[k].at, balls[i].at), w = v3_sub(balls[k].move, balls[i].move);
                double both = balls[i].radius + balls[k].radius, a = v3_dot(w, w), b = v3_dot(x, w);
                double c = v3_dot(x, x) - both * both, root = b * b - a * c;
                if (b < -1e-12 && root > 0.0) {
                    double t = now + fmax((-b - sqrt(root)) / a, 0.0);
                    if (t < earliest) {
                        earliest = t;
                        first = i;
                        second = k;
                    }
                }
            }
        }
        double until = earliest <= 1.0 ? earliest : 1.0;
        for (int32_t i = 0; i < count; i++) {
            balls[i].at = v3_madd(balls[i].at, until - now, balls[i].move);
        }
        now = until;
        if (earliest > 1.0) {
            return events;
        }
        bi_ball *a = &balls[first], *b = &balls[second];
        bight_vec3 n = v3_unit(v3_sub(b->at, a->at), v3(1, 0, 0));
        double ma = 1.0 / a->inverse, mb = 1.0 / b->inverse;
        double ua = v3_dot(a->move, n), ub = v3_dot(b->move, n);
        double va = ((ma - mb) * ua + 2.0 * mb * ub) / (ma + mb), vb = va + ua - ub;
        a->move = v3_madd(a->move, va - ua, n);
        b->move = v3_madd(b->move, vb - ub, n);
        log[events] = (bi_event){.time = earliest, .a = first, .b = second};
    }
    return room;
}

TEST(order_and_outcome_as_by_brute_force)
{
    int64_t total = 0, stale = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        bi_ball balls[MOST], expected[MOST];
        int32_t count = 4 + (int32_t)(seed % 28), made = 0;
        while (made < count) {
            bi_ball b = ball(bi_random_vec3(&random, 4.0), bi_random_vec3(&random, 6.0),
                             bi_random_range(&random, 0.2, 3.0), bi_random_range(&random, 0.3, 0.7));
            bool free = true;
            for (int32_t i = 0; i < made; i++) {
                free = free && v3_distance(balls[i].at, b.at) > balls[i].radius + b.radius + 1e-6;
            }
            if (free) {
                balls[made++] = b;
            }
        }
        memcpy(expected, balls, sizeof balls);
        bi_event log[400], expected_log[400];
        int32_t logged, wanted = brute_force(expected, count, expected_log, 400);
        bi_events events = all_pairs(balls, count, 1);
        CHECK(bi_events_run(NULL, &events, log, 400, &logged) == BIGHT_OK);
        CHECK_SEED(logged == wanted && events.counts[0].events == wanted, seed);
        CHECK_SEED(events.counts[0].stopped == 0, seed);
        double energy = 0.0, energy_before = 0.0;
        bight_vec3 momentum = v3(0, 0, 0);
        for (int32_t i = 0; i < logged; i++) {
            CHECK_SEED(log[i].a == expected_log[i].a && log[i].b == expected_log[i].b, seed);
            CHECK_SEED(fabs(log[i].time - expected_log[i].time) < 1e-9, seed);
            CHECK_SEED(i == 0 || log[i].time >= log[i - 1].time, seed);
        }
        for (int32_t i = 0; i < count; i++) {
            CHECK_SEED(v3_distance(events.balls[i].at, expected[i].at) < 1e-8, seed);
            CHECK_SEED(v3_distance(events.balls[i].move, expected[i].move) < 1e-8, seed);
            double mass = 1.0 / balls[i].inverse;
            momentum = v3_madd(momentum, mass, v3_sub(events.balls[i].move, balls[i].move));
            energy += mass * v3_length_squared(events.balls[i].move);
            energy_before += mass * v3_length_squared(balls[i].move);
            for (int32_t k = 0; k < i; k++) {
                double both = balls[i].radius + balls[k].radius;
                CHECK_SEED(v3_distance(events.balls[i].at, events.balls[k].at) > both - 1e-9, seed);
            }
        }
        CHECK_SEED(v3_length(momentum) < 1e-12, seed);
        CHECK_SEED(fabs(energy / energy_before - 1.0) < 1e-12, seed);
        total += logged;
        stale += events.counts[0].stale;
        bi_events_free(NULL, &events);
    }
    print_message("%d collisions, %d stale predictions\n", (int)total, (int)stale);
    CHECK(total > 500 && stale > 100);
}

// ---- trouble ---------------------------------------------------------------------------------------------

// Overlapping balls end up farther apart, the lighter one farther from where it was, without gaining speed.
TEST(overlapping_balls_are_pushed_apart)
{
    bi_ball two[2] = {ball(v3(0, 0, 0), v3(0, 0, 0), 1, 1), ball(v3(1.2, 0, 0), v3(0, 0, 0), 3, 1)};
    for (int32_t step = 0; step < 20; step++) {
        double before = v3_distance(two[0].at, two[1].at);
        bi_events events = all_pairs(two, 2, 1);
        CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
        double after = v3_distance(events.balls[0].at, events.balls[1].at);
        CHECK_NEAR(after, before + 0.25 * (2.0 - before), 1e-12);
        CHECK(events.counts[0].overlaps == 1 && events.counts[0].events == 0);
        CHECK(v3_length(velocity(&events.balls[0])) == 0.0);
        for (int32_t i = 0; i < 2; i++) {
            two[i].at = events.balls[i].at;
        }
        bi_events_free(NULL, &events);
    }
    CHECK_NEAR(two[1].at.x - 1.2, -two[0].at.x / 3.0, 1e-12);
    CHECK(v3_distance(two[0].at, two[1].at) > 1.99);
}

// Overlapping and still coming closer: the impulse comes at once.
TEST(overlapping_balls_that_approach)
{
    bi_ball two[2] = {ball(v3(0, 0, 0), v3(1, 0, 0), 1, 1), ball(v3(1.5, 0, 0), v3(-1, 0, 0), 1, 1)};
    CHECK(bi_ball_meeting(&two[0], &two[1]) == 0.0);
    bi_events events = all_pairs(two, 2, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    CHECK(events.counts[0].events == 1);
    CHECK(v3_distance(events.balls[0].at, events.balls[1].at) > 3.0);
    bi_events_free(NULL, &events);

    // centre on centre there is no line of centres: some direction is taken
    two[1].at = two[0].at;
    events = all_pairs(two, 2, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    CHECK(v3_is_finite(events.balls[0].at) && v3_distance(events.balls[0].at, events.balls[1].at) > 0.1);
    bi_events_free(NULL, &events);
}

// A light ball between two walls that close in on it would bounce ever faster. It stops being elastic, then
// stops, and the run comes to an end.
TEST(a_squeezed_ball_does_not_bounce_for_ever)
{
    bi_ball three[3] = {ball(v3(-1.6, 0, 0), v3(0.55, 0, 0), 0, 1),
                        ball(v3(0.3, 0, 0), v3(0.9, 0, 0), 0.01, 0.5),
                        ball(v3(1.9, 0, 0), v3(-0.7, 0, 0), 0, 1)};
    bi_events events = all_pairs(three, 3, 1);
    CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
    CHECK(events.counts[0].stopped == 1 && events.counts[0].events <= BI_BALL_HARD);
    CHECK(events.balls[1].stopped && v3_is_finite(velocity(&events.balls[1])));
    bi_events_free(NULL, &events);
}

// A heap of overlapping balls pressed together by heavy ones: at most BI_BALL_HARD events for each ball.
TEST(a_jam_is_bounded)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        bi_ball balls[MOST];
        for (int32_t i = 0; i < MOST; i++) {
            bight_vec3 at = bi_random_vec3(&random, 2.0);
            balls[i] = ball(at, v3_mul(-0.9, at), bi_random_range(&random, 0.01, 10.0), 0.6);
        }
        bi_events events = all_pairs(balls, MOST, 1);
        CHECK(bi_events_run(NULL, &events, NULL, 0, NULL) == BIGHT_OK);
        CHECK_SEED(events.counts[0].events <= (int64_t)BI_BALL_HARD * MOST, seed);
        CHECK_SEED(events.counts[0].overlaps > 10, seed);
        bight_vec3 momentum = v3(0, 0, 0);
        double scale = 0.0;
        for (int32_t i = 0; i < MOST; i++) {
            double mass = 1.0 / balls[i].inverse;
            CHECK_SEED(v3_is_finite(events.balls[i].at), seed);
            momentum = v3_madd(momentum, mass, v3_sub(velocity(&events.balls[i]), balls[i].move));
            scale += mass * v3_length(balls[i].move);
        }
        if (events.counts[0].stopped == 0) {
            CHECK_SEED(v3_length(momentum) < 1e-12 * scale, seed);
        }
        bi_events_free(NULL, &events);
    }
}

// Events at one and the same time come in the order of their balls, whatever order the pairs were named in.
TEST(ties_break_by_number)
{
    int32_t orders[2][3] = {{0, 1, 2}, {2, 0, 1}};
    for (int32_t turn = 0; turn < 2; turn++) {
        bi_events events = {0};
        CHECK(bi_events_start(NULL, &events, 6, 1) == BIGHT_OK);
        for (int32_t i = 0; i < 3; i++) {
            events.balls[2 * i] = ball(v3(0, 10.0 * i, 0), v3(4, 0, 0), 1, 1);
            events.balls[2 * i + 1] = ball(v3(4, 10.0 * i, 0), v3(0, 0, 0), 1, 1);
        }
        for (int32_t i = 0; i < 3; i++) {
            CHECK(bi_events_pair(NULL, &events, 2 * orders[turn][i], 2 * orders[turn][i] + 1) == BIGHT_OK);
        }
        bi_event log[8];
        int32_t logged;
        CHECK(bi_events_run(NULL, &events, log, 8, &logged) == BIGHT_OK);
        CHECK(logged == 3);
        for (int32_t i = 0; i < 3; i++) {
            CHECK(log[i].a == 2 * i && log[i].time == 0.5);
        }
        bi_events_free(NULL, &events);
    }
}

RUN_TESTS(unit(two_balls_head_on), unit(two_balls_obliquely), unit(balls_that_miss),
          unit(order_and_outcome_as_by_brute_force), unit(overlapping_balls_are_pushed_apart),
          unit(overlapping_balls_that_approach), unit(a_squeezed_ball_does_not_bounce_for_ever),
          unit(a_jam_is_bounded), unit(ties_break_by_number))
