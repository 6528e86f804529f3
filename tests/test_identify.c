// SPDX-License-Identifier: MIT
// Names of curves whose knot is known by construction.

#include "bight/knot.h"
#include "bight/knot_table.h"
#include "geom/predicates.h"
#include "knot/identify.h"
#include "failing_memory.h"
#include "shapes.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

// Minimal braids of the prime knots to seven crossings, as tabulated by Jones (1987). All are right-handed
// (positive writhe of the reduced alternating diagram) or amphichiral.
static const named_braid braids[] = {
    {"3_1", {1, 1, 1}},
    {"4_1", {1, -2, 1, -2}},
    {"5_1", {1, 1, 1, 1, 1}},
    {"5_2", {1, 1, 1, 2, -1, 2}},
    {"6_1", {1, 1, 2, -1, -3, 2, -3}},
    {"6_2", {1, 1, 1, -2, 1, -2}},
    {"6_3", {1, 1, -2, 1, -2, -2}},
    {"7_1", {1, 1, 1, 1, 1, 1, 1}},
    {"7_2", {1, 1, 1, 2, -1, 2, 3, -2, 3}},
    {"7_3", {1, 1, 1, 1, 1, 2, -1, 2}},
    {"7_4", {1, 1, 2, -1, 2, 2, 3, -2, 3}},
    {"7_5", {1, 1, 1, 1, 2, -1, 2, 2}},
    {"7_6", {1, 1, -2, 1, 3, -2, 3}},
    {"7_7", {1, -2, 1, -2, 3, -2, 3}},
};
#define BRAIDS ((int32_t)(sizeof braids / sizeof *braids))

static shape curve, other;
static bight_knot_workspace *workspace;

static bight_knot_result name_points(const shape *s, bool closed, uint64_t seed)
{
    bight_knot_result result;
    bight_error error = {0};
    bight_curve points = shape_curve(s, closed);
    bight_knot_options options = {.seed = seed};
    if (workspace == NULL) {
        workspace = bight_knot_workspace_new(NULL);
    }
    bight_status status = bight_knot_identify(NULL, workspace, &points, 1, &options, &result, &error);
    if (status != BIGHT_OK) {
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.message);
    }
    return result;
}

static bool is_amphichiral(const char *name)
{
    return strcmp(name, "4_1") == 0 || strcmp(name, "6_3") == 0;
}

static bight_handedness hand_of(const char *name, bool mirrored)
{
    return is_amphichiral(name) ? BIGHT_HANDEDNESS_AMPHICHIRAL
           : mirrored           ? BIGHT_HANDEDNESS_LEFT
                                : BIGHT_HANDEDNESS_RIGHT;
}

// Moves random vertices to random places nearby whenever the triangles swept are free of the other edges.
static void thermal_moves(shape *s, int32_t moves, double size, bi_random *random)
{
    int32_t n = s->count;
    bight_vec3 *p = s->points;
    for (int32_t k = 0; k < moves; k++) {
        int32_t b = bi_random_below(random, n), a = (b + n - 1) % n, c = (b + 1) % n;
        bight_vec3 to = v3_add(p[b], bi_random_vec3(random, size));
        bight_vec3 one[3] = {p[a], p[b], to}, two[3] = {to, p[b], p[c]};
        bool is_free = true;
        for (int32_t e = 0; e < n && is_free; e++) {
            // edges that touch a or c do so with their far end only: shorten them a little
            int32_t f = (e + 1) % n;
            if (e == a || e == b) {
                continue;
            }
            bight_vec3 from = e == c ? v3_lerp(p[e], p[f], 1e-6) : p[e];
            bight_vec3 until = f == a ? v3_lerp(p[f], p[e], 1e-6) : p[f];
            is_free = bi_triangle_free_of_segment(one, from, until) &&
                      bi_triangle_free_of_segment(two, from, until);
        }
        p[b] = is_free ? to : p[b];
    }
}

TEST(every_knot_to_seven_crossings)
{
    for (uint64_t seed = 0; seed < 24 * (uint64_t)BRAIDS; seed++) {
        const named_braid *braid = &braids[seed % (uint64_t)BRAIDS];
        bi_random random = bi_random_from(seed);
        bool mirrored = (seed / BRAIDS) % 2 == 1, closed = (seed / BRAIDS / 2) % 2 == 0;
        shape_braid(&curve, braid->word);
        if (mirrored) {
            shape_mirror(&curve);
        }
        if (bi_random_below(&random, 2) == 0) {
            shape_reverse(&curve);
        }
        shape_subdivide(&curve, curve.count + bi_random_below(&random, 250), &random);
        shape_shake(&curve, 0.02, &random);
        shape_move(&curve, &random);
        bight_knot_result result = name_points(&curve, closed, seed);
        CHECK_SEED(strcmp(result.name, braid->name) == 0 && result.proved, seed);
        CHECK_SEED(result.factor_count == 1, seed);
        CHECK_SEED(result.factors[0].handedness == hand_of(braid->name, mirrored), seed);
    }
}

TEST(knots_survive_thermal_moves)
{
    for (uint64_t seed = 0; seed < 2 * (uint64_t)BRAIDS; seed++) {
        const named_braid *braid = &braids[seed % (uint64_t)BRAIDS];
        bi_random random = bi_random_from(seed + 1000);
        shape_braid(&curve, braid->word);
        shape_subdivide(&curve, 100, &random);
        thermal_moves(&curve, 3000, 1.5, &random);
        bight_knot_result result = name_points(&curve, true, seed);
        CHECK_SEED(strcmp(result.name, braid->name) == 0, seed);
        CHECK_SEED(result.factors[0].handedness == hand_of(braid->name, false), seed);
    }
}

TEST(torus_knots_as_curves)
{
    static const char *const names[] = {"3_1", "5_1", "7_1", "9_1", "11a_367"};
    for (int32_t i = 0; i < 5; i++) {
        for (int32_t swap = 0; swap < 2; swap++) {
            shape_torus(&curve, swap ? 2 * i + 3 : 2, swap ? 2 : 2 * i + 3, 400);
            bight_knot_result result = name_points(&curve, true, 0);
            CHECK(strcmp(result.name, names[i]) == 0);
            CHECK(result.factors[0].handedness == BIGHT_HANDEDNESS_RIGHT);
            CHECK(result.signature == -2 * (i + 1) && result.determinant == 2 * i + 3);
            CHECK(result.alexander_count == 2 * i + 3 && result.alexander[0] == 1 &&
                  result.alexander[1] == -1);
        }
    }
    shape_torus(&curve, 2, 13, 600);
    bight_knot_result result = name_points(&curve, true, 0);
    CHECK(strcmp(result.name, "T(2,13)") == 0 && result.proved && result.crossings == 13);
    CHECK(result.determinant == 13 && result.signature == -12 && strlen(result.reason) == 0);
    CHECK(result.factors[0].dt_count == 13 && result.factors[0].dt[0] == 14 &&
          result.factors[0].dt_sign == 1);
}

// Beyond the table: torus knots of both hands, and their standard braids after random moves, where those lead back.
TEST(torus_knots_beyond_the_table)
{
    static const int32_t pairs[][2] = {{3, 7}, {3, 8}, {4, 5}, {4, 7}, {5, 6}, {7, 8}};
    int32_t found = 0;
    for (int32_t i = 0; i < 6; i++) {
        int32_t word[64], length = pairs[i][1] * (pairs[i][0] - 1);
        for (int32_t hand = 1; hand >= -1; hand -= 2) {
            char name[16];
            bight_diagram *braid, *scrambled;
            bight_knot_result result;
            for (int32_t k = 0; k < length; k++) {
                word[k] = hand * (k % (pairs[i][0] - 1) + 1);
            }
            snprintf(name, sizeof name, "T(%d,%d)", (int)pairs[i][0], (int)pairs[i][1]);
            CHECK(bight_diagram_from_braid(NULL, word, length, 0, &braid, NULL) == BIGHT_OK);
            CHECK(bight_knot_identify_diagram(NULL, NULL, braid, NULL, &result, NULL) == BIGHT_OK);
            CHECK(strcmp(result.name, name) == 0 && result.proved && result.crossings == length);
            CHECK(result.factors[0].handedness ==
                  (hand > 0 ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT));

            // a scrambled one has this name or none
            CHECK(bight_diagram_scramble(NULL, braid, length + 8, (uint64_t)i, &scrambled, NULL) == BIGHT_OK);
            const bight_knot_options quick = {.effort = 40};
            CHECK(bight_knot_identify_diagram(NULL, NULL, scrambled, &quick, &result, NULL) == BIGHT_OK);
            CHECK_SEED(strcmp(result.name, name) == 0 || strcmp(result.name, "unknown") == 0, i);
            found += strcmp(result.name, name) == 0;
            bight_diagram_free(scrambled);
            bight_diagram_free(braid);
        }
    }
    CHECK(found >= 6);

    // as many crossings of one sign, and another knot
    static const int32_t letters[] = {1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2};
    bight_diagram *braid;
    bight_knot_result result;
    CHECK(bight_diagram_from_braid(NULL, letters, 14, 0, &braid, NULL) == BIGHT_OK);
    CHECK(bight_knot_identify_diagram(NULL, NULL, braid, NULL, &result, NULL) == BIGHT_OK);
    CHECK(strncmp(result.name, "T(", 2) != 0);
    bight_diagram_free(braid);
}

// The numerator of [a; b, c, ...].
static int64_t numerator(const char *terms)
{
    int64_t list[64], count = 0, p = 1, q = 0;
    for (const char *at = terms + 1; *at != ')';) {
        char *end;
        list[count++] = strtol(at + 1, &end, 10);
        at = end;
    }
    while (count-- > 0) {
        int64_t next = list[count] * p + q;
        q = p;
        p = next;
    }
    return p;
}

// Two-bridge knots beyond the table: the fraction's numerator is the determinant, which is computed from Goeritz's matrix;
// scrambled diagrams have the same name and hand, mirror images the same name and the other hand.
TEST(two_bridge_knots_beyond_the_table)
{
    int32_t named = 0, amphichiral = 0;
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 12); seed++) {
        bi_random random = bi_random_from(seed);
        int32_t word[24], length = 13 + bi_random_below(&random, 4),
                          cut = 1 + bi_random_below(&random, length - 3);
        for (int32_t i = 0; i < length; i++) {
            word[i] = i == cut || i == length - 1 ? -2 : 1; // 1^a -2 1^b -2 has two bridges (Murasugi 1974)
        }
        bight_diagram *braid, *scrambled, *mirror;
        bight_knot_result result, again, image;
        CHECK(bight_diagram_from_braid(NULL, word, length, 3, &braid, NULL) == BIGHT_OK);
        if (bight_diagram_components(braid) == 1) {
            CHECK(bight_knot_identify_diagram(NULL, NULL, braid, NULL, &result, NULL) == BIGHT_OK);
            CHECK(bight_diagram_scramble(NULL, braid, length + 10, seed, &scrambled, NULL) == BIGHT_OK);
            CHECK(bight_knot_identify_diagram(NULL, NULL, scrambled, NULL, &again, NULL) == BIGHT_OK);
            for (int32_t i = 0; i < length; i++) {
                word[i] = -word[i];
            }
            CHECK(bight_diagram_from_braid(NULL, word, length, 3, &mirror, NULL) == BIGHT_OK);
            CHECK(bight_knot_identify_diagram(NULL, NULL, mirror, NULL, &image, NULL) == BIGHT_OK);
            if (strncmp(result.name, "C(", 2) == 0 && result.factor_count == 1) {
                bight_handedness hand = result.factors[0].handedness, turned = image.factors[0].handedness;
                CHECK_SEED(result.proved && result.crossings > 12, seed);
                CHECK_SEED(numerator(result.name) == result.determinant, seed);
                CHECK_SEED(strcmp(result.name, again.name) == 0 && hand == again.factors[0].handedness, seed);
                bool opposite = hand == BIGHT_HANDEDNESS_RIGHT  ? turned == BIGHT_HANDEDNESS_LEFT
                                : hand == BIGHT_HANDEDNESS_LEFT ? turned == BIGHT_HANDEDNESS_RIGHT
                                                                : turned == hand;
                CHECK_SEED(strcmp(result.name, image.name) == 0 && opposite, seed);
                amphichiral += hand == BIGHT_HANDEDNESS_AMPHICHIRAL;
                named++;
            }
            bight_diagram_free(scrambled);
            bight_diagram_free(mirror);
        }
        bight_diagram_free(braid);
    }
    print_message("%d two-bridge knots, %d amphichiral\n", (int)named, (int)amphichiral);
    CHECK(named > 0);
}

TEST(sums_of_two)
{
    for (uint64_t seed = 0; seed < (uint64_t)(BRAIDS * BRAIDS); seed++) {
        const named_braid *a = &braids[seed % (uint64_t)BRAIDS], *b = &braids[seed / (uint64_t)BRAIDS];
        bi_random random = bi_random_from(seed);
        bool mirror_a = bi_random_below(&random, 2) == 0, mirror_b = bi_random_below(&random, 2) == 0;
        shape_braid(&curve, a->word);
        shape_braid(&other, b->word);
        if (mirror_a) {
            shape_mirror(&curve);
        }
        if (mirror_b) {
            shape_mirror(&other);
        }
        shape_sum(&curve, &other);
        shape_subdivide(&curve, 300, &random);
        shape_move(&curve, &random);
        bight_knot_result result = name_points(&curve, true, seed);
        char expected[32];
        bool swap = strcmp(a->name, b->name) > 0;

        // of two hands the second has an m
        bool mixed = mirror_a != mirror_b && !is_amphichiral(a->name) && !is_amphichiral(b->name);
        snprintf(expected, sizeof expected, "%s # %s%s", swap ? b->name : a->name, mixed ? "m" : "",
                 swap ? a->name : b->name);
        CHECK_SEED(strcmp(result.name, expected) == 0 && result.proved && result.factor_count == 2, seed);

        // the handednesses, in any order when the names are equal
        bight_handedness x = hand_of(a->name, mirror_a), y = hand_of(b->name, mirror_b);
        bight_handedness u = result.factors[0].handedness, v = result.factors[1].handedness;
        bool same_order = u == (swap ? y : x) && v == (swap ? x : y);
        bool other_order = strcmp(a->name, b->name) == 0 && u == y && v == x;
        CHECK_SEED(same_order || other_order, seed);
        if (strcmp(a->name, "3_1") == 0 && strcmp(b->name, "3_1") == 0) {
            CHECK(strcmp(result.traditional, mirror_a == mirror_b ? "granny knot" : "square knot (reef)") ==
                  0);
        }
    }
}

// Knots that share invariants with others, as planar-diagram codes.
// Everyday names belong to one arrangement of mirror images.
TEST(everyday_names)
{
    static const struct {
        int32_t word[8];
        const char *name, *everyday;
    } cases[] = {{{1, 1, 1, -2, -2, -2, -2, -2}, "3_1 # m5_1", "surgeon's knot"},
                 {{-1, -1, -1, 2, 2, 2, 2, 2}, "3_1 # m5_1", "surgeon's knot"},
                 {{1, 1, 1, 2, 2, 2, 2, 2}, "3_1 # 5_1", ""},
                 {{1, -2, 1, -2, 1, -2, 1, -2}, "8_18", "carrick mat"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_diagram *diagram;
        bight_knot_result result;
        CHECK(bight_diagram_from_braid(NULL, cases[i].word, 8, 0, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
        assert_string_equal(result.name, cases[i].name);
        assert_string_equal(result.traditional, cases[i].everyday);
        bight_diagram_free(diagram);
    }
}

// The name of a sum tells its factors' hands apart, and does not change when all of it is mirrored.
TEST(sums_show_mirror_images)
{
    static const struct {
        int32_t word[20];
        const char *name;
    } cases[] = {{{1, 1, 1, 2, 2, 2}, "3_1 # 3_1"},
                 {{1, 1, 1, -2, -2, -2}, "3_1 # m3_1"},
                 {{1, 1, 1, 2, 2, 2, -3, -3, -3}, "3_1 # 3_1 # m3_1"},
                 {{1, 1, 1, -2, -2, -2, 3, 3, 3, 3, 3}, "3_1 # m3_1 # 5_1"},
                 {{1, 1, 1, 2, 2, 2, -3, -3, -3, -4, -4, -4, -4, -4}, "3_1 # 3_1 # m3_1 # m5_1"},
                 {{1, 1, 1, -2, 3, -2, 3, -4, -4, -4}, "3_1 # m3_1 # 4_1"}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        int32_t word[20], length = 0, mirror = (i & 1) != 0 ? -1 : 1;
        for (; cases[i / 2].word[length] != 0; length++) {
            word[length] = mirror * cases[i / 2].word[length];
        }
        bight_diagram *diagram, *again;
        bight_knot_result result, second;
        CHECK(bight_diagram_from_braid(NULL, word, length, 0, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
        assert_string_equal(result.name, cases[i / 2].name);

        // the factors stand in the name's order: drawn again they make the same name
        CHECK(bight_knot_diagram(NULL, &result, &again, NULL) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, again, NULL, &second, NULL) == BIGHT_OK);
        assert_string_equal(second.name, result.name);
        for (int32_t k = 0; k < result.factor_count; k++) {
            CHECK(second.factors[k].handedness == result.factors[k].handedness);
        }
        bight_diagram_free(diagram);
        bight_diagram_free(again);
    }
}

// As many factors as are listed, of the longest names that there are; one more is no longer named.
TEST(long_sums_fit)
{
    bight_diagram *diagram, *sum;
    bight_knot_result one, result;
    bight_error error = {0};
    int32_t count = bight_knot_table_count(12);
    for (int32_t left = 0; left < 2; left++) {
        char name[16];
        CHECK(bight_knot_table_diagram(NULL, 12, count - 900, left != 0, name, &diagram, &error) == BIGHT_OK);
        CHECK(strlen(name) == 8);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &one, &error) == BIGHT_OK);
        bight_diagram_free(diagram);
        result = one;
        result.factor_count = BIGHT_KNOT_MAX_FACTORS;
        for (int32_t i = 0; i < BIGHT_KNOT_MAX_FACTORS; i++) {
            result.factors[i] = one.factors[0];
        }
        CHECK(bight_knot_diagram(NULL, &result, &sum, &error) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, sum, NULL, &result, &error) == BIGHT_OK);
        CHECK(result.proved && result.factor_count == BIGHT_KNOT_MAX_FACTORS);
        CHECK(strlen(result.name) ==
              BIGHT_KNOT_MAX_FACTORS * strlen(name) + 3 * (BIGHT_KNOT_MAX_FACTORS - 1));
        bight_diagram_free(sum);
    }
    int32_t word[3 * (BIGHT_KNOT_MAX_FACTORS + 1)];
    for (int32_t i = 0; i < 3 * (BIGHT_KNOT_MAX_FACTORS + 1); i++) {
        word[i] = i / 3 + 1;
    }
    for (int32_t more = 0; more < 2; more++) {
        int32_t length = 3 * (BIGHT_KNOT_MAX_FACTORS + more);
        CHECK(bight_diagram_from_braid(NULL, word, length, 0, &diagram, &error) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, &error) == BIGHT_OK);
        CHECK(result.proved == (more == 0) && result.factor_count == BIGHT_KNOT_MAX_FACTORS + more);
        CHECK(more == 0 || strcmp(result.reason, "more than 32 prime factors") == 0);
        bight_diagram_free(diagram);
    }
}

TEST(look_alikes_are_told_apart)
{
    static const struct {
        const char *name;
        int32_t crossings, determinant, signature, pd[44];
    } cases[] = {
        // shares its polynomial with 3_1 # 3_1 (mirrored), the square knot
        {"8_20", 8, 9, 0, {2,  8, 3,  7, 5,  10, 6,  11, 6,  2,  7,  1,  9,  14, 10, 15,
                           11, 4, 12, 5, 13, 8,  14, 9,  15, 12, 16, 13, 16, 4,  1,  3}},
        {"8_19", 8, 3, -6, {2,  8, 3,  7, 5,  13, 6,  12, 6,  2,  7,  1,  9,  15, 10, 14,
                            11, 5, 12, 4, 13, 9,  14, 8,  15, 11, 16, 10, 16, 4,  1,  3}},
        // shares its polynomial with 6_1
        {"9_46", 9, 9, 0, {2,  9, 3,  10, 5,  12, 6,  13, 7,  17, 8,  16, 10, 1,  11, 2, 11, 6,
                           12, 7, 13, 4,  14, 5,  15, 9,  16, 8,  17, 14, 18, 15, 18, 4, 1,  3}},
        // share their polynomial with the unknot
        {"11n_34", 11, 1, 0, {2,  8,  3,  7,  4,  11, 5,  12, 6,  2,  7,  1,  9, 20, 10,
                              21, 12, 5,  13, 6,  13, 18, 14, 19, 15, 9,  16, 8, 17, 10,
                              18, 11, 19, 14, 20, 15, 21, 17, 22, 16, 22, 4,  1, 3}},
        {"11n_42", 11, 1, 0, {2,  8,  3,  7,  4,  11, 5,  12, 6,  2,  7,  1,  9,  14, 10,
                              15, 12, 5,  13, 6,  13, 19, 14, 18, 15, 20, 16, 21, 17, 8,
                              18, 9,  19, 11, 20, 10, 21, 16, 22, 17, 22, 4,  1,  3}},
    };
    bight_knot_workspace *w = bight_knot_workspace_new(NULL);
    bight_knot_options options = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_knot_result result = {0};
        CHECK(bi_diagram_from_pd(&w->diagram, cases[i].pd, cases[i].crossings, NULL) == BIGHT_OK);
        CHECK(bi_identify_diagram(w, &options, &result, NULL) == BIGHT_OK);
        CHECK(strcmp(result.name, cases[i].name) == 0 && result.proved && result.factor_count == 1);
        CHECK(result.crossings == cases[i].crossings);
        CHECK(result.determinant == cases[i].determinant);
        CHECK(abs(result.signature) == abs(cases[i].signature));
    }
    bight_knot_workspace_free(w);
}

// One maximum and one minimum of height: a knot with bridge number 1, the unknot (Schubert 1954).
TEST(climbing_curves_are_unknots)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 20 + bi_random_below(&random, 150);
        curve.count = 0;
        for (int32_t i = 0; i < n; i++) {
            shape_add(&curve, bi_random_range(&random, -1, 1), bi_random_range(&random, -1, 1),
                      (0.1 + i) / n);
        }
        shape_move(&curve, &random);
        bight_knot_result result = name_points(&curve, true, seed);
        CHECK_SEED(strcmp(result.name, "0_1") == 0, seed);
    }
}

TEST(crumpled_rings_are_unknots)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        bi_random random = bi_random_from(seed);
        shape_torus(&curve, 1, 0, 40 + bi_random_below(&random, 60));
        thermal_moves(&curve, 3000, 2.0, &random);
        bight_knot_result result = name_points(&curve, true, seed);
        CHECK_SEED(strcmp(result.name, "0_1") == 0, seed);
    }
}

TEST(names_do_not_turn_with_the_curve)
{
    static const int32_t which[] = {0, 4, 9, 13};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        bi_random random = bi_random_from(99), turn = bi_random_from(seed);
        const named_braid *braid = &braids[which[seed % 4]];
        shape_braid(&curve, braid->word);
        shape_subdivide(&curve, 120, &random);
        shape_move(&curve, &turn);
        bight_knot_result result = name_points(&curve, seed % 8 < 4, seed);
        CHECK_SEED(strcmp(result.name, braid->name) == 0, seed);
        CHECK_SEED(result.factors[0].handedness == hand_of(braid->name, false), seed);
    }
}

TEST(bad_curves_are_refused_with_words)
{
    bight_knot_result result;
    bight_error error;
    bight_curve points = {curve.points, 0, false};
#define REFUSED(text)                                                                                        \
    points.count = curve.count;                                                                              \
    CHECK(bight_knot_identify(NULL, NULL, &points, 1, NULL, &result, &error) == BIGHT_ERROR_INVALID);        \
    CHECK(strstr(error.message, text) != NULL && result.name[0] == '\0')

    curve.count = 0;
    REFUSED("at least 2");
    shape_add(&curve, 0, 0, 0);
    REFUSED("at least 2");
    shape_add(&curve, 0, 0, 0);
    REFUSED("1 different");
    shape_add(&curve, 1, (double)NAN, 0);
    REFUSED("curve 1, point 3 is not finite");
    curve.points[2] = v3(1, 0, -HUGE_VAL);
    REFUSED("curve 1, point 3 is not finite");

    // a figure of eight that meets itself, and a spike
    points.closed = true;
    curve.count = 0;
    shape_add(&curve, 0, 0, 0);
    shape_add(&curve, 2, 2, 0);
    shape_add(&curve, 2, 0, 0);
    shape_add(&curve, 0, 2, 0);
    REFUSED("meets itself near points 1 and 3 (counted from 1)");
    curve.count = 0;
    shape_add(&curve, 0, 0, 0);
    shape_add(&curve, 3, 0, 0);
    shape_add(&curve, 1, 0, 0);
    shape_add(&curve, 1, 5, 1);
    REFUSED("meets itself");
    curve.count = 0;
    shape_add(&curve, 0, 0, 0);
    shape_add(&curve, 3, 0, 0);
    shape_add(&curve, 0, 0, 0);
    shape_add(&curve, 3, 0, 0);
    REFUSED("meets itself");
    CHECK(bight_knot_identify(NULL, NULL, NULL, 1, NULL, &result, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_knot_identify(NULL, NULL, &points, 2, NULL, &result, &error) == BIGHT_ERROR_INVALID);
}

TEST(awkward_curves_are_named)
{
    // straight rope, two points, repeated points, huge, tiny
    curve.count = 0;
    for (int32_t i = 0; i < 201; i++) {
        shape_add(&curve, 0.3 * i, 0, 0);
    }
    CHECK(strcmp(name_points(&curve, false, 0).name, "0_1") == 0);
    curve.count = 2;
    CHECK(strcmp(name_points(&curve, false, 0).name, "0_1") == 0);
    static const double sizes[] = {1e300, 1e-300, 1e-310, 1.7e308 / 30};
    for (int32_t i = 0; i < 4; i++) {
        shape_braid(&curve, braids[1].word);
        for (int32_t j = curve.count - 1; j >= 0; j--) {
            bight_vec3 p = v3_mul(sizes[i], curve.points[j]);
            curve.points[2 * j] = curve.points[2 * j + 1] = p;
        }
        curve.count *= 2;
        CHECK(strcmp(name_points(&curve, true, 0).name, "4_1") == 0);
    }

    // flat, with collinear and axis-parallel runs, never touching
    curve.count = 0;
    for (int32_t i = 0; i < 20; i++) {
        for (int32_t j = 0; j <= 20; j++) {
            shape_add(&curve, i % 2 == 0 ? j : 20 - j, i, 0);
        }
    }
    shape_add(&curve, 0, 30, 0);
    shape_add(&curve, -5, 30, 0);
    shape_add(&curve, -5, 0, 0);
    CHECK(strcmp(name_points(&curve, true, 0).name, "0_1") == 0);
}

// Two nearly closed rings of rope: the near ends are joined from the outside, whichever closure is asked for.
TEST(closures_agree_on_a_rope_held_by_its_ends)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        bi_random random = bi_random_from(seed);
        const named_braid *braid = &braids[seed % (uint64_t)BRAIDS];
        shape_braid(&curve, braid->word);
        shape_subdivide(&curve, 201, &random);
        shape_move(&curve, &random);
        bight_curve points = shape_curve(&curve, false);
        bight_knot_options direct = {.closure = BIGHT_KNOT_CLOSURE_DIRECT};
        bight_knot_result result;
        CHECK(bight_knot_identify(NULL, NULL, &points, 1, &direct, &result, NULL) == BIGHT_OK);
        CHECK_SEED(strcmp(result.name, braid->name) == 0, seed);
        CHECK_SEED(strcmp(name_points(&curve, false, seed).name, braid->name) == 0, seed);
    }
}

TEST(memory_once_warm_and_when_it_fails)
{
    failing_allocator count = {0};
    bight_env env = failing_env(&count);
    bi_random random = bi_random_from(1);
    shape_braid(&curve, braids[13].word);
    shape_subdivide(&curve, 201, &random);
    bight_curve points = shape_curve(&curve, false);
    bight_knot_result result;
    bight_knot_workspace *w = bight_knot_workspace_new(&env);
    CHECK(bight_knot_identify(&env, w, &points, 1, NULL, &result, NULL) == BIGHT_OK);
    int64_t warm = count.calls;
    for (int32_t i = 0; i < 10; i++) {
        CHECK(bight_knot_identify(&env, w, &points, 1, NULL, &result, NULL) == BIGHT_OK);
    }
    CHECK(count.calls == warm && warm > 5);
    bight_knot_workspace_free(w);

    // every allocation in turn
    for (int64_t fail_at = 1; fail_at <= warm; fail_at++) {
        count = (failing_allocator){.fail_at = fail_at};
        CHECK(bight_knot_identify(&env, NULL, &points, 1, NULL, &result, NULL) == BIGHT_ERROR_NO_MEMORY);
    }
}

TEST(workspace_is_given_back)
{
    bight_knot_workspace_free(workspace);
    workspace = NULL;
}

RUN_TESTS(unit(every_knot_to_seven_crossings), unit(knots_survive_thermal_moves), unit(torus_knots_as_curves),
          unit(torus_knots_beyond_the_table), unit(two_bridge_knots_beyond_the_table), unit(sums_of_two),
          unit(everyday_names), unit(sums_show_mirror_images), unit(long_sums_fit),
          unit(look_alikes_are_told_apart), unit(climbing_curves_are_unknots),
          unit(crumpled_rings_are_unknots), unit(names_do_not_turn_with_the_curve),
          unit(bad_curves_are_refused_with_words), unit(awkward_curves_are_named),
          unit(closures_agree_on_a_rope_held_by_its_ends), unit(memory_once_warm_and_when_it_fails),
          unit(workspace_is_given_back))
