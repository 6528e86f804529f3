// SPDX-License-Identifier: MIT
// Does it hold: knots whose order is known, pulled with rods.

#include "bight/hold.h"
#include "book.h"
#include "core/vec3.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bight_hold *make(const bight_book *book, const char *name, const bight_hold_options *options)
{
    const bight_book_knot *knot = bight_book_find(book, name);
    bight_hold *hold;
    bight_error error = {0};
    CHECK(knot != NULL);
    if (bight_hold_make(NULL, knot->text, knot->text_length, options, &hold, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    return hold;
}

static bight_hold_pull pull(bight_hold *hold, double friction)
{
    bight_hold_pull pull;
    bight_error error = {0};
    if (bight_hold_try(hold, friction, &pull, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    print_message("%s at %.2f: %s, %.1f drawn, tail %.3g N, tension %.4g N\n",
                  bight_hold_scene(hold)->knot->name, pull.friction, pull.holds ? "holds" : "slips",
                  pull.drawn, pull.tail_force, pull.tension);
    CHECK(bight_hold_judge(&pull) == (pull.lost    ? BIGHT_HOLD_RUNS_OUT
                                      : pull.holds ? BIGHT_HOLD_HOLDS
                                                   : BIGHT_HOLD_SLIPS));
    return pull;
}

// Ropes as they lie; hands a, b, c hold these nodes of the first.
static const char *write_scene(const bight_curve *ropes, int32_t count, const char *load,
                               const int32_t *nodes, int32_t hands)
{
    static char scene[200000];
    int at = snprintf(
        scene, sizeof scene,
        "{\"bight\": 1, \"knot\": {\"name\": \"as it lies\", \"category\": \"loop\", \"use\": \"-\", "
        "\"sequence\": \"-\", \"source\": \"-\", \"load\": %s}, \"ropes\": [",
        load);
    for (int32_t r = 0; r < count; r++) {
        for (int32_t i = 0; i < ropes[r].count; i++) {
            bight_vec3 x = ropes[r].points[i];
            const char *before = i > 0   ? ", "
                                 : r > 0 ? ", {\"radius\": 0.005, \"points\": ["
                                         : "{\"radius\": 0.005, \"points\": [";
            at += snprintf(scene + at, sizeof scene - (size_t)at, "%s[%.17g, %.17g, %.17g]", before, x.x, x.y,
                           x.z);
        }
        at += snprintf(scene + at, sizeof scene - (size_t)at, "]}");
    }
    at += snprintf(scene + at, sizeof scene - (size_t)at, "], \"script\": [");
    for (int32_t h = 0; h < hands; h++) {
        at += snprintf(scene + at, sizeof scene - (size_t)at,
                       "{\"grasp\": {\"hand\": \"%c\", \"node\": %d}}, ", (int)('a' + h), (int)nodes[h]);
    }
    at += snprintf(scene + at, sizeof scene - (size_t)at, "{\"pull_tight\": {\"hands\": [\"a\", \"b\"%s]}}]}",
                   hands > 2 ? ", \"c\"" : "");
    CHECK((size_t)at < sizeof scene);
    return scene;
}

static bight_hold *make_of(const bight_curve *ropes, int32_t count, const char *load, const int32_t *nodes,
                           int32_t hands)
{
    const char *scene = write_scene(ropes, count, load, nodes, hands);
    bight_hold *hold;
    bight_error error = {0};
    if (bight_hold_make(NULL, scene, strlen(scene), NULL, &hold, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return hold;
}

// At 0.3 the reef knot holds and the thief knot slips, at 0.5 the granny knot holds, at 0.25 it slips, at 0.1 the reef
// knot slips. The granny and the reef knot are tied in one rope, of which what they bind is left out. A pull leaves
// nothing behind: the same one gives the same numbers.
TEST(weak_knots_slip_and_strong_ones_hold)
{
    bight_book *book = open_book();
    bight_hold *thief = make(book, "thief knot", NULL), *granny = make(book, "granny knot", NULL),
               *reef = make(book, "square knot", NULL);
    CHECK(!pull(thief, 0.3).holds && pull(granny, 0.5).holds && !pull(granny, 0.25).holds);
    bight_hold_pull first = pull(reef, 0.3);
    CHECK(first.holds && !first.lost && first.drawn < 5.0 && first.capsized_rope == -1);
    int32_t links;
    const double *tension = bight_hold_tension(reef, 0, &links);
    CHECK(tension[72] == 0.0 && tension[100] == 0.0 && tension[127] == 0.0 &&
          fabs(tension[71] - 100.0) < 1.0);
    bight_hold_pull weak = pull(reef, 0.1), again = pull(reef, 0.3);
    CHECK(!weak.holds && weak.lost && weak.slip_rope == 0 && weak.capsized_rope == -1);
    CHECK(again.drawn == first.drawn && again.tension == first.tension);
    bight_hold_free(thief);
    bight_hold_free(granny);
    bight_hold_free(reef);
    bight_book_close(book);
}

// Where friction rolls the strands, grief < thief < granny and reef knot, as published (Patil and others 2020); granny and reef
// knot are too near to each other to be told apart. Without rolling a rod knows nothing of what makes a grief knot weak, and the
// thief knot is weakest of all: that is the model's fault and is not asked. What is asked then is that the reef knot holds where
// grief and thief knot slip.
TEST(four_bends_in_order)
{
    bight_book *book = open_book(), *more = open_book_at(BIGHT_SOURCE_DIR "/examples/holding");
    bight_hold *bends[] = {make(book, "square knot", NULL), make(book, "granny knot", NULL),
                           make(more, "grief knot", NULL), make(book, "thief knot", NULL)};
    CHECK(pull(bends[0], 0.29).holds && pull(bends[2], 0.29).lost && pull(bends[3], 0.29).lost);
    CHECK(!pull(bends[1], 0.25).holds);
    for (int32_t i = 0; i < 4; i++) {
        bight_hold_free(bends[i]);
    }
    bight_hold_options rolls = {.rolls = true};
    bight_hold *grief = make(more, "grief knot", &rolls), *thief = make(book, "thief knot", &rolls);
    bight_hold *granny = make(book, "granny knot", &rolls), *reef = make(book, "square knot", &rolls);
    CHECK(pull(grief, 0.8).lost && pull(thief, 0.8).holds);
    CHECK(pull(thief, 0.38).lost && pull(granny, 0.38).holds && pull(reef, 0.38).holds);
    bight_hold_free(grief);
    bight_hold_free(thief);
    bight_hold_free(granny);
    bight_hold_free(reef);
    bight_book_close(more);
    bight_book_close(book);
}

// On a smooth bar a clove hitch runs off. The least friction does not depend on the range, as long as it is in it.
TEST(a_clove_hitch_slips_on_a_smooth_bar)
{
    bight_book *book = open_book();
    bight_hold *clove = make(book, "clove hitch", NULL);
    bight_hold_pull smooth = pull(clove, 0.05);
    CHECK(!smooth.holds && smooth.lost && pull(clove, 0.3).holds);
    static const double ranges[][2] = {{0.05, 0.6}, {0.171, 0.25}, {0.2, 3.0}};
    double first = 0.0;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        double critical;
        bight_error error = {0};
        CHECK(bight_hold_critical(clove, ranges[i][0], ranges[i][1], &critical, NULL, &error) == BIGHT_OK);
        print_message("from %g to %g: %g\n", ranges[i][0], ranges[i][1], critical);
        CHECK(critical > 0.21 && critical < 0.25 && (i == 0 || critical == first));
        first = critical;
    }

    // no friction is tried twice: the least of the range, 0.3, 0.25 and what lies between
    double critical;
    int32_t tries;
    bight_error error = {0};
    CHECK(bight_hold_critical(clove, first - 0.01, 0.6, &critical, &tries, &error) == BIGHT_OK);
    print_message("%d pulls\n", (int)tries);
    CHECK(critical == first && tries == 4);
    CHECK(bight_hold_critical(clove, 0.05, 0.215, &critical, NULL, &error) == BIGHT_OK && isinf(critical));
    CHECK(bight_hold_critical(clove, 0.301, 0.309, &critical, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "wider") != NULL);
    bight_hold_free(clove);
    bight_book_close(book);
}

// It is looked at every 1,000 steps, and ends when the caller says so, or stops it.
static bool second_look(void *user, const bight_hold *hold, int64_t steps)
{
    int64_t *last = user;
    int32_t links;
    const double *tension = bight_hold_tension(hold, 0, &links);
    CHECK(steps == *last + BIGHT_HOLD_LOOK && tension != NULL && tension[0] > 90.0);
    *last = steps;
    return steps < 2 * BIGHT_HOLD_LOOK;
}

static bool stop_later(void *user)
{
    return --*(int32_t *)user < 0;
}

TEST(a_pull_is_looked_at_and_stopped)
{
    bight_book *book = open_book();
    int64_t last = 0;
    bight_hold *clove =
        make(book, "clove hitch", &(bight_hold_options){.hold = 100.0, .look = second_look, .user = &last});
    pull(clove, 0.3);
    CHECK(last == 2 * BIGHT_HOLD_LOOK);
    bight_hold_free(clove);

    const bight_book_knot *knot = bight_book_find(book, "thief knot");
    int32_t patience = 1000000;
    bight_env env = {.watch = {stop_later, &patience}};
    bight_error error = {0};
    bight_hold_pull result;
    CHECK(bight_hold_make(&env, knot->text, knot->text_length, NULL, &clove, &error) == BIGHT_OK);
    patience = 100;
    CHECK(bight_hold_try(clove, 0.3, &result, &error) == BIGHT_ERROR_STOPPED && error.message[0] != '\0');
    bight_hold_free(clove);
    patience = 10;
    CHECK(bight_hold_make(&env, knot->text, knot->text_length, NULL, &clove, &error) == BIGHT_ERROR_STOPPED);
    CHECK(clove == NULL);
    bight_book_close(book);
}

// A million seconds in steps of a tenth of a millisecond are more than 2^31 steps.
TEST(a_pull_may_be_as_long_as_one_likes)
{
    bight_vec3 points[20];
    for (int32_t i = 0; i < 20; i++) {
        points[i] = v3(0.01 * i, 0, 0);
    }
    bight_curve rope = {points, 20, false};
    const char *plain =
        write_scene(&rope, 1, "{\"pull\": [\"a\"], \"hold\": [\"b\"]}", (const int32_t[]){0, 19}, 2);
    static const char key[] = "\"rod\": {\"time_step\": 0.0001}, ";
    static char text[4000];
    const char *place = strstr(plain, "\"radius\"");
    CHECK(place != NULL);
    int at = snprintf(text, sizeof text, "%.*s%s%s", (int)(place - plain), plain, key, place);
    CHECK((size_t)at < sizeof text);
    int32_t patience = 1000000;
    bight_env env = {.watch = {stop_later, &patience}};
    const bight_hold_options options[] = {{.ramp = 1e6, .hold = 1e6}, {.ramp = 1e-3, .hold = 1e6}};
    for (int32_t k = 0; k < 2; k++) {
        bight_hold *hold;
        bight_error error = {0};
        patience = 1000000;
        if (bight_hold_make(&env, text, (size_t)at, &options[k], &hold, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        patience = 200;
        bight_hold_pull result;
        CHECK(bight_hold_try(hold, 0.3, &result, &error) == BIGHT_ERROR_STOPPED);
        bight_hold_free(hold);
    }
}

// The standing part bears the load, the free end nothing; what lies between is told link by link.
TEST(tension_runs_from_the_load_to_nothing)
{
    bight_book *book = open_book();
    bight_hold *clove = make(book, "clove hitch", &(bight_hold_options){.load = 50.0});
    int32_t count;
    CHECK(bight_hold_tension(clove, 0, &count) == NULL && count == 0);
    bight_hold_pull result = pull(clove, 0.5);
    CHECK(result.holds && result.load == 50.0 && result.drawn < 3.0);
    const double *tension = bight_hold_tension(clove, 0, &count);
    CHECK(count == bight_hold_curve(clove, 0).count - 1);
    CHECK(fabs(tension[0] - 50.0) < 0.5 && fabs(tension[count - 1]) < 0.5);
    CHECK(bight_hold_tension(clove, 1, &count) == NULL && bight_hold_curve(clove, 1).count == 0);

    // where it begins to hold
    double critical;
    int32_t tries;
    bight_error error = {0};
    CHECK(bight_hold_critical(clove, 0.05, 0.6, &critical, &tries, &error) == BIGHT_OK);
    print_message("critical %.3f, %d pulls\n", critical, (int)tries);
    CHECK(critical > 0.1 && critical < 0.4 && tries == 7);
    CHECK(bight_hold_critical(clove, 0.6, 0.5, &critical, &tries, &error) == BIGHT_ERROR_INVALID);
    bight_hold_free(clove);
    bight_book_close(book);
}

// A knot that is pulled moves: where Newton steps went to and fro it was stuck with links of many times the load, and held at
// any friction. Newton steps end where links are right to a thousandth of their length, so that some link may be off by some per cent
// of the load when it is looked at.
TEST(a_rope_that_stretches_is_not_stuck)
{
    bight_book *book = open_book();
    bight_hold *bowline = make(book, "bowline", &(bight_hold_options){.material = "climbing_rope"});
    bight_hold_pull rough = pull(bowline, 0.3), smooth = pull(bowline, 0.03);
    CHECK(rough.holds && fabs(rough.tension - rough.load) < 0.03 * rough.load);
    CHECK(!smooth.holds && smooth.lost);
    bight_hold_free(bowline);
    bight_book_close(book);
}

// A reef knot is spilled: standing part and tail of one rope are pulled apart, it becomes straight, and the knot runs. What is
// pulled as it should be, or slips, does not capsize.
TEST(a_spilled_reef_capsizes)
{
    bight_book *book = open_book_at(BIGHT_SOURCE_DIR "/examples/holding");
    bight_hold *spilled = make(book, "spilled reef knot", NULL);
    bight_hold_pull result = pull(spilled, 0.3);
    print_message("straight: %d, at %.3g N\n", (int)result.capsized_rope, result.capsized_load);
    CHECK(result.capsized_rope == 0 && result.capsized_load > 0.0 && result.capsized_load <= result.load);

    // one rope is straight, and the other, which holds nothing any more, runs off it
    CHECK(result.lost && !result.holds && result.slip_rope == 1);
    bight_curve straight = bight_hold_curve(spilled, 0);
    bight_vec3 from = straight.points[0], to = straight.points[straight.count - 1];
    double length = 0.0;
    for (int32_t i = 0; i + 1 < straight.count; i++) {
        length += v3_distance(straight.points[i], straight.points[i + 1]);
    }
    CHECK(v3_distance(from, to) > 0.95 * length);
    bight_hold_free(spilled);
    bight_book_close(book);
}

// By its ends alone a bowline is a straight rope: its loop has to be found to pull it.
TEST(a_loop_knot_is_held_by_its_loop)
{
    bight_book *book = open_book();
    bight_error error = {0};
    int32_t nodes[2];
    bight_hold *bowline = make(book, "bowline", NULL);
    bight_curve rope = bight_hold_curve(bowline, 0);
    CHECK(bight_hold_loop(NULL, rope, BIGHT_END_FIRST, 0.04, nodes, &error) == BIGHT_OK);
    print_message("bowline of %d nodes: loop at %d and %d\n", (int)rope.count, (int)nodes[0], (int)nodes[1]);
    CHECK(nodes[0] > 0 && nodes[1] == nodes[0] + 4 && nodes[1] < rope.count - 1);

    // held there and pulled at its standing part, the same knot holds that is pulled with two hands in its loop
    const int32_t held_at[] = {0, nodes[0], nodes[1]};
    bight_hold *looped = make_of(&rope, 1, "{\"pull\": [\"a\"], \"hold\": [\"b\", \"c\"]}", held_at, 3);
    bight_hold_pull held = pull(looped, 0.3);
    CHECK(held.holds && held.drawn < 5.0 && held.tension > 99.0);
    bight_hold_free(looped);

    // a straight rope has no loop
    const bight_vec3 straight[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    CHECK(bight_hold_loop(NULL, (bight_curve){straight, 4, false}, BIGHT_END_FIRST, 1.0, nodes, &error) ==
          BIGHT_OK);
    CHECK(nodes[0] == -1 && nodes[1] == -1);

    // two vertices of a loop are some way apart
    const double bad[] = {0.0, -0.04, (double)NAN};
    for (int32_t k = 0; k < 3; k++) {
        nodes[0] = nodes[1] = 7;
        CHECK(bight_hold_loop(NULL, rope, BIGHT_END_FIRST, bad[k], nodes, &error) == BIGHT_ERROR_INVALID);
        CHECK(nodes[0] == -1 && nodes[1] == -1 && strstr(error.message, "give more than 0") != NULL);
    }
    bight_hold_free(bowline);
    bight_book_close(book);
}

// An overhand knot between a hand that pulls and one that holds, both inside the rope: what lies between is the knot, and bears
// the load. It is not cut out.
TEST(a_knot_between_two_hands_is_pulled)
{
    enum { MOST = 400 };
    bight_vec3 points[MOST];
    int32_t count = 0;
    for (double t = -2.3; t < 2.3; t += 1e-5) { // Shastri's trefoil, (t^3 - 3 t, t^4 - 4 t^2, t^5 - 10 t)
        double a = t * t;
        bight_vec3 x = v3(0.02 * t * (a - 3.0), 0.02 * a * (a - 4.0), 0.008 * t * (a * a - 10.0));
        if (count == 0 || v3_distance(x, points[count - 1]) >= 0.01) {
            CHECK(count < MOST);
            points[count++] = x;
        }
    }
    bight_curve rope = {points, count, false};
    const int32_t nodes[] = {8, count - 9};
    bight_hold *hold = make_of(&rope, 1, "{\"pull\": [\"a\"], \"hold\": [\"b\"]}", nodes, 2);
    bight_hold_pull result = pull(hold, 0.3);
    int32_t links;
    const double *tension = bight_hold_tension(hold, 0, &links);
    double least = HUGE_VAL;
    for (int32_t i = nodes[0]; i < nodes[1]; i++) {
        least = fmin(least, tension[i]);
    }
    print_message("least tension between the hands %.3g N\n", least);
    CHECK(result.holds && least > 1.0 && fabs(tension[nodes[0]] - result.load) < 1.0);
    bight_hold_free(hold);
}

// A reef knot in one rope that binds something, pulled as two, beside another rope that lies there: neither becomes straight.
TEST(a_rope_that_is_cut_does_not_capsize)
{
    bight_book *book = open_book();
    bight_hold *reef = make(book, "square knot", NULL);
    bight_vec3 points[20];
    for (int32_t i = 0; i < 20; i++) {
        points[i] = v3(0.01 * i, 2.0, 0.0);
    }
    bight_curve ropes[] = {bight_hold_curve(reef, 0), {points, 20, false}};
    const int32_t nodes[] = {72, 127};
    bight_hold *two = make_of(ropes, 2, "{\"pull\": [\"a\"], \"hold\": [\"b\"]}", nodes, 2);
    bight_hold_pull result = pull(two, 0.3);
    int32_t links;
    const double *tension = bight_hold_tension(two, 0, &links);
    CHECK(tension[72] == 0.0 && tension[100] == 0.0 && tension[71] > 90.0);
    CHECK(result.capsized_rope == -1 && isnan(result.capsized_load));
    bight_hold_free(two);
    bight_hold_free(reef);
    bight_book_close(book);
}

TEST(what_cannot_be_pulled_is_refused)
{
    bight_book *book = open_book();
    const bight_book_knot *daisy = bight_book_find(book, "daisy chain"),
                          *thief = bight_book_find(book, "thief knot");
    bight_hold *hold;
    bight_error error = {0};
    CHECK(bight_hold_make(NULL, daisy->text, daisy->text_length, NULL, &hold, &error) ==
          BIGHT_ERROR_UNSUPPORTED);
    CHECK(hold == NULL && strstr(error.message, "how it is loaded") != NULL);
    bight_hold_options options = {.load = -1.0};
    CHECK(bight_hold_make(NULL, thief->text, thief->text_length, &options, &hold, &error) ==
          BIGHT_ERROR_INVALID);
    options = (bight_hold_options){.material = "wood"};
    CHECK(bight_hold_make(NULL, thief->text, thief->text_length, &options, &hold, &error) ==
          BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "no material") != NULL);
    bight_hold_free(NULL);
    bight_book_close(book);
}

RUN_TESTS(unit(a_knot_between_two_hands_is_pulled), unit(a_rope_that_is_cut_does_not_capsize),
          unit(a_loop_knot_is_held_by_its_loop), unit(a_rope_that_stretches_is_not_stuck),
          unit(a_spilled_reef_capsizes), unit(weak_knots_slip_and_strong_ones_hold),
          unit(four_bends_in_order), unit(a_clove_hitch_slips_on_a_smooth_bar),
          unit(a_pull_is_looked_at_and_stopped), unit(a_pull_may_be_as_long_as_one_likes),
          unit(tension_runs_from_the_load_to_nothing), unit(what_cannot_be_pulled_is_refused))
