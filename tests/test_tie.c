// SPDX-License-Identifier: MIT
// Start shapes have the type of their diagram and room around their strands; pulling keeps the type; names
// are found.

#include "bight/knot_table.h"
#include "bight/play.h"
#include "bight/tie.h"
#include "book.h"
#include "core/vec3.h"
#include "surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_book *book;

static void check_name(bight_curve curve, const char *name)
{
    bight_play_knot knot;
    CHECK(bight_play_name_curve(NULL, curve, 0, &knot, NULL) == BIGHT_OK);
    if (strcmp(knot.name, name) != 0) {
        fail_msg("%s was named %s", name, knot.name);
    }
}

// Distance of two segments by looking at many pairs of points: not the library's own way.
static double sampled_distance(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    double least = (double)INFINITY;
    for (int32_t i = 0; i <= 10; i++) {
        for (int32_t k = 0; k <= 10; k++) {
            least = bi_min(least, v3_distance(v3_lerp(a, b, 0.1 * i), v3_lerp(c, d, 0.1 * k)));
        }
    }
    return least;
}

static void check_shape(const char *name, bool closed)
{
    bight_diagram *diagram;
    bight_start start;
    bight_start_options options = {.closed = closed};
    CHECK(bight_tie_diagram(NULL, book, name, false, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, diagram, &options, &start, NULL) == BIGHT_OK);
    check_name((bight_curve){start.points, start.count, closed}, name);
    CHECK(start.clearance >= 3.0 && start.closed == closed && start.radius == 0.5);

    // unit links, no corners, and three radii between surfaces of strands
    int32_t n = start.count, links = closed ? n : n - 1;
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 a = start.points[i], b = start.points[(i + 1) % n], c = start.points[(i + 2) % n];
        CHECK_NEAR(v3_distance(a, b), 1.0, 0.02);
        CHECK(i + 1 >= links || v3_dot(v3_sub(b, a), v3_sub(c, b)) > 0.5);
        for (int32_t k = i + 7; k < links && (!closed || k < i + n - 6); k++) {
            bight_vec3 d = start.points[k], e = start.points[(k + 1) % n];
            CHECK(v3_distance(a, d) > 5.0 || sampled_distance(a, b, d, e) > 2.49);
        }
    }
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
}

TEST(start_shapes_have_type_and_room)
{
    const char *const names[] = {"0_1",    "3_1",    "4_1",    "7_7",   "8_19",      "9_40",
                                 "10_123", "10_161", "11n_34", "12a_1", "3_1 # 4_1", "3_1 # 3_1 # 5_2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_shape(names[i], false);
    }
    check_shape("3_1", true);
    check_shape("8_20", true);
    check_shape("4_1 # 4_1", true);
}

// Table names as other programs and people write them.
TEST(table_names_as_people_write_them)
{
    static const char *const names[][2] = {
        {"K11n34", "11n_34"},   {"11n34", "11n_34"}, {"11N34", "11n_34"},   {"k12a_1", "12a_1"},
        {"12n0242", "12n_242"}, {"9-42", "9_42"},    {"mK11n34", "11n_34"}, {"3-1 # 4_1", "3_1 # 4_1"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bight_diagram *diagram;
        bight_knot_result result;
        CHECK_SEED(bight_tie_diagram(NULL, NULL, names[i][0], false, &diagram, NULL) == BIGHT_OK, i);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
        assert_string_equal(result.name, names[i][1]);
        bight_diagram_free(diagram);
    }
    static const char *const unknown[] = {"1010", "K9a5", "11n_", "11n_0", "11_34", "11n34x", "K", "-9_42"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        bight_diagram *diagram;
        CHECK_SEED(bight_tie_diagram(NULL, NULL, unknown[i], false, &diagram, NULL) == BIGHT_ERROR_INVALID,
                   i);
    }
}

TEST(pulling_keeps_the_type)
{
    const char *const names[] = {"3_1", "4_1", "6_2", "8_19", "3_1 # 3_1", "3_1", "3_1"};
    for (size_t i = LESS_WHEN_CHECKED(0, 4); i < sizeof names / sizeof *names; i++) {
        bight_diagram *diagram;
        bight_start_options options = {.model = i == 5   ? BIGHT_MODEL_SPRING
                                                : i == 6 ? BIGHT_MODEL_PROJECTION
                                                         : BIGHT_MODEL_FTL};
        bight_start start;
        bight_bytes text;
        bight_scene *scene = NULL;
        bight_play *play = NULL;
        bight_error error = {0};
        CHECK(bight_tie_diagram(NULL, book, names[i], false, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_start_make(NULL, diagram, &options, &start, NULL) == BIGHT_OK);
        CHECK(bight_start_scene(NULL, &start, names[i], names[i], &text, NULL) == BIGHT_OK);
        bight_status status = bight_scene_parse(text.data, text.size, NULL, NULL, &scene, &error);
        if (status != BIGHT_ERROR_UNSUPPORTED) {
            status = status == BIGHT_OK ? bight_play_create(scene, NULL, &play, &error) : status;
            bool more = true;
            while (more && status == BIGHT_OK) {
                status = bight_play_step(play, &more, &error);
            }
            if (status != BIGHT_OK) {
                fail_msg("%s: %s", names[i], error.message);
            }
            double before = bight_rope_in_knot((bight_curve){start.points, start.count, false});
            // a spring rope is a fifth longer then, and nearly as much of it is between its ends
            CHECK(bight_rope_in_knot(bight_play_curve(play, 0)) < before);
        }
        bight_play_destroy(play);
        bight_scene_destroy(scene);
        bight_bytes_free(NULL, &text);
        bight_start_free(NULL, &start);
        bight_diagram_free(diagram);
    }
}

// Within 2 % of the tightest that is known, and honestly: no two strands nearer than the diameter that the
// length is measured in, and no bend tighter than that of a rope so thick.
static void check_ideal(const char *name)
{
    bight_diagram *diagram;
    bight_start start;
    bight_start_options options = {.ideal = true};
    CHECK(bight_tie_diagram(NULL, book, name, false, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, diagram, &options, &start, NULL) == BIGHT_OK);
    bight_curve curve = {start.points, start.count, true};
    check_name(curve, name);
    double diameter = 2.0 * start.radius, length = bight_rope_in_knot(curve) / diameter;
    if (!(length > bight_ideal_length(name) && length < 1.02 * bight_ideal_length(name))) {
        fail_msg("%s: %g diameters, known are %g", name, length, bight_ideal_length(name));
    }
    int32_t n = start.count, bend = (int32_t)(2.4 * diameter) + 2;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t k = i + bend; k < n && k <= i + n - bend; k++) {
            CHECK(v3_distance(start.points[i], start.points[k]) > 0.999 * diameter);
        }

        // the circle through three neighbours: a b c / (4 area)
        bight_vec3 p = start.points[i], q = start.points[(i + 1) % n], r = start.points[(i + 2) % n];
        double sides = v3_distance(p, q) * v3_distance(q, r) * v3_distance(r, p);
        CHECK(sides > 0.5 * diameter * 2.0 * v3_length(v3_cross(v3_sub(q, p), v3_sub(r, p))));
    }
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
}

TEST(drawn_tight_is_near_the_ideal)
{
    check_ideal("3_1");
#if !defined(BIGHT_SANITIZED)
    check_ideal("4_1");
    check_ideal("5_1");
#endif
}

static void check_hand(const char *name, bool left, bight_handedness hand)
{
    bight_diagram *diagram;
    bight_knot_result result;
    CHECK(bight_tie_diagram(NULL, book, name, left, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
    CHECK(result.factors[0].handedness == hand);
    bight_diagram_free(diagram);
}

TEST(names_have_hands)
{
    check_hand("3_1", false, BIGHT_HANDEDNESS_RIGHT);
    check_hand("m3_1", false, BIGHT_HANDEDNESS_LEFT);
    check_hand("5_2", true, BIGHT_HANDEDNESS_LEFT);
    check_hand("m8_19", true, BIGHT_HANDEDNESS_RIGHT);
    check_hand("figure eight", true, BIGHT_HANDEDNESS_AMPHICHIRAL);
}

static void check_refused(const char *name, const char *words)
{
    bight_diagram *diagram;
    bight_error error = {0};
    CHECK(bight_tie_diagram(NULL, book, name, false, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(diagram == NULL);
    if (strstr(error.message, words) == NULL) {
        fail_msg("%s: %s", name, error.message);
    }
}

TEST(unknown_names_are_refused_with_a_hint)
{
    check_refused("bowlin", "did you mean bowline?");
    check_refused("8_91", "did you mean 8_");
    check_refused("", "there is no knot \"\"");
    check_refused("3_1 #", "there is no knot \"\"");
    check_refused("3_1 # xyzzyxyzzy", "see bight list");
    check_refused("klemheist", "only described");
    check_refused("#9999", "there is no knot \"#9999\"");
    check_refused("sheepshank", "only described");
    check_refused("bowline", "bowline.json");
    check_refused("weaver knot", "did you mean weaver's knot?");
    char longer[400];
    memset(longer, '1', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    check_refused(longer, "more than 127 letters");
}

TEST(bad_arguments_are_refused)
{
    bight_diagram *link;
    bight_start start;
    int32_t word[] = {1, 1};
    CHECK(bight_diagram_from_braid(NULL, word, 2, 0, &link, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, link, NULL, &start, NULL) == BIGHT_ERROR_INVALID);
    bight_diagram_free(link);
    bight_diagram *knot;
    CHECK(bight_tie_diagram(NULL, book, "3_1", false, &knot, NULL) == BIGHT_OK);
    const double bad[] = {-1.0, 0.1, 21.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_start_options options = {.clearance = bad[i]};
        CHECK(bight_start_make(NULL, knot, &options, &start, NULL) == BIGHT_ERROR_INVALID);
        CHECK(start.points == NULL);
    }
    CHECK(bight_start_make(NULL, NULL, NULL, &start, NULL) == BIGHT_ERROR_INVALID);
    bight_diagram_free(knot);
}

TEST(no_memory_is_an_error_and_nothing_is_lost)
{
    for (int64_t fail = 1; fail < 100000; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bight_diagram *diagram = NULL;
        bight_start start = {0};
        bight_bytes text = {0};
        bight_start_options options = {.rounds = 4};
        bight_status status = bight_tie_diagram(&env, NULL, "3_1", false, &diagram, NULL);
        status = status == BIGHT_OK ? bight_start_make(&env, diagram, &options, &start, NULL) : status;
        status = status == BIGHT_OK ? bight_start_scene(&env, &start, "t", "k", &text, NULL) : status;
        bight_bytes_free(&env.allocator, &text);
        bight_start_free(&env.allocator, &start);
        bight_diagram_free(diagram);
        CHECK_SEED(state.held == 0, fail);
        if (state.calls < fail) {
            CHECK(status == BIGHT_OK);
            return;
        }
        CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY, fail);
    }
}

TEST(the_book_is_there)
{
    book = open_book();
}

TEST(the_book_goes)
{
    bight_book_close(book);
}

// Torus knots by their name: those of the tables are the same knots, and others are named again.
TEST(torus_knots_have_names)
{
    static const char *const names[][3] = {{"T(2,3)", "3_1", "r"},    {"mT(3,2)", "3_1", "l"},
                                           {"T(3,4)", "8_19", "r"},   {"T(5,3)", "10_124", "r"},
                                           {"T(4,5)", "T(4,5)", "r"}, {"mT(3,8)", "T(3,8)", "l"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int32_t left = 0; left < 2; left++) {
            bight_diagram *diagram;
            bight_knot_result result;
            CHECK_SEED(bight_tie_diagram(NULL, NULL, names[i][0], left == 1, &diagram, NULL) == BIGHT_OK, i);
            CHECK_SEED(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK, i);
            CHECK_SEED(strcmp(result.name, names[i][1]) == 0, i);
            bool right = (names[i][2][0] == 'r') == (left == 0);
            CHECK_SEED(
                result.factors[0].handedness == (right ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT), i);
            bight_diagram_free(diagram);
        }
    }
    static const char *const none[] = {"T(2,4)",  "T(1,5)",   "T(3,7",       "T(3,7)x",
                                       "T(-3,7)", "T(40,41)", "T(3,7) # 3_1"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        bight_diagram *diagram;
        CHECK_SEED(bight_tie_diagram(NULL, NULL, none[i], false, &diagram, NULL) == BIGHT_ERROR_INVALID, i);
    }
}

RUN_TESTS(unit(torus_knots_have_names), unit(the_book_is_there), unit(start_shapes_have_type_and_room),
          unit(table_names_as_people_write_them), unit(pulling_keeps_the_type),
          unit(drawn_tight_is_near_the_ideal), unit(names_have_hands),
          unit(unknown_names_are_refused_with_a_hint), unit(bad_arguments_are_refused),
          unit(no_memory_is_an_error_and_nothing_is_lost), unit(the_book_goes))
