// SPDX-License-Identifier: MIT
// Drawings: height where ropes cross and where they pass poles, over and under as the letters say.

#include "bight/knot.h"
#include "bight/scene.h"
#include "core/vec3.h"
#include "geom/drawing.h"
#include "surface.h"

#include <stdio.h>

#define MOST 4000

static bi_drawn_rope rope_of(bight_vec3 *points, int32_t count, const char *passes, const char *round)
{
    return (bi_drawn_rope){points, count, false, 0.5, passes, round};
}

static void line(bight_vec3 *points, int32_t count, bight_vec3 from, bight_vec3 to)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_lerp(from, to, (double)i / (count - 1));
    }
}

// Two straight ropes through the origin: there they are 2 (r1 + r2) apart, half above and half below; their
// ends lie in the plane; seen from above nothing has moved.
TEST(a_crossing_has_its_height)
{
    bight_vec3 a[201], b[201];
    line(a, 201, v3(-20, 0, 0), v3(20, 0, 0));
    line(b, 201, v3(0, -20, 0), v3(0, 20, 0));
    bi_drawn_rope s[2] = {rope_of(a, 201, "o", NULL), rope_of(b, 201, "u", NULL)};
    s[1].radius = 1.0;
    bi_drawn_fault fault;
    CHECK(bi_draw(NULL, s, 2, NULL, 0, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_WELL);
    CHECK_NEAR(a[100].z, 1.5, 1e-3);
    CHECK_NEAR(b[100].z, -1.5, 1e-3);
    CHECK_NEAR(a[0].z, 0.0, 0.0);
    CHECK_NEAR(b[200].z, 0.0, 0.0);
    for (int32_t i = 0; i <= 200; i++) {
        CHECK_NEAR(a[i].x, -20.0 + 0.2 * i, 2e-5);
        CHECK_NEAR(a[i].y, 0.0, 2e-5);
        CHECK(a[i].z >= 0.0 && b[i].z <= 0.0);
    }
}

static const char *name_of(const bight_vec3 *points, int32_t count, bool closed, bight_knot_result *result)
{
    bight_curve curve = {points, count, closed};
    CHECK(bight_knot_identify(NULL, NULL, &curve, 1, NULL, result, NULL) == BIGHT_OK);
    return result->name;
}

// The standard trefoil curve, closed: three crossings. Alternating letters make it a trefoil, of the other
// hand when all are turned; one crossing turned makes it the unknot. (Each crossing is met twice.)
TEST(letters_decide_the_knot)
{
    static const struct {
        const char *letters, *name;
        bight_handedness hand;
    } cases[] = {{"ououou", "3_1", BIGHT_HANDEDNESS_LEFT},
                 {"uououo", "3_1", BIGHT_HANDEDNESS_RIGHT},
                 {"oooUUu", "0_1", BIGHT_HANDEDNESS_AMPHICHIRAL}};
    bight_handedness hands[2] = {0};
    for (int32_t c = 0; c < 3; c++) {
        bight_vec3 p[300];
        bight_knot_result result;
        for (int32_t i = 0; i < 300; i++) {
            double t = 2.0 * PI * (i + 0.3) / 300.0;
            p[i] = v3(8.0 * (sin(t) + 2.0 * sin(2.0 * t)), 8.0 * (cos(t) - 2.0 * cos(2.0 * t)), 0.0);
        }
        bi_drawn_rope s = rope_of(p, 300, cases[c].letters, NULL);
        s.closed = true;
        bi_drawn_fault fault;
        CHECK(bi_draw(NULL, &s, 1, NULL, 0, &fault) == BIGHT_OK);
        CHECK(fault.trouble == BI_DRAWN_WELL);
        assert_string_equal(name_of(p, 300, true, &result), cases[c].name);
        if (c < 2) {
            hands[c] = result.factors[0].handedness;
        }
    }
    CHECK(hands[0] != hands[1] && hands[0] != BIGHT_HANDEDNESS_UNKNOWN);
}

// A rope that goes in front of a pole and back behind it, over its own start: never nearer to the axis than
// both radii, wound once round it.
TEST(ropes_keep_clear_of_poles)
{
    bight_vec3 p[MOST];
    int32_t n = 0;
    for (int32_t i = 0; i <= 400; i++) { // from the right to the left, round, and back higher up
        p[n++] = v3(20.0 - 0.07 * i * 1.0, 0.0, 0.0);
    }
    for (int32_t i = 1; i < 200; i++) {
        double t = PI * i / 200.0;
        p[n++] = v3(-8.0 - 4.0 * sin(t), 4.0 - 4.0 * cos(t), 0.0);
    }
    for (int32_t i = 0; i <= 400; i++) {
        p[n++] = v3(-8.0 + 0.07 * i, 8.0, 0.0);
    }
    bi_drawn_bar bar = {v3(0, -30, 0), v3(0, 30, 0), 0.0, 2.0};
    bi_drawn_rope s = rope_of(p, n, NULL, "o u");
    bi_drawn_fault fault;
    CHECK(bi_draw(NULL, &s, 1, &bar, 1, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_WELL);
    double turns = 0.0;
    for (int32_t i = 0; i < n; i++) {
        CHECK(sqrt(p[i].x * p[i].x + p[i].z * p[i].z) >= 2.5);
        if (i > 0) {
            bight_vec3 a = p[i - 1], b = p[i];
            turns += atan2(a.z * b.x - a.x * b.z, a.x * b.x + a.z * b.z) / (2.0 * PI);
        }
    }
    CHECK_NEAR(turns, -1.0, 0.02);

    // the same round the tube of a ring, which is nearly straight there
    bi_drawn_bar ring = {v3(-100, 4, 0), v3(-100, 4, 0), 100.0, 2.0};
    CHECK(bi_draw(NULL, &s, 1, &ring, 1, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_WELL);
    for (int32_t i = 0; i < n; i++) {
        double across = sqrt((p[i].x + 100.0) * (p[i].x + 100.0) + (p[i].y - 4.0) * (p[i].y - 4.0)) - 100.0;
        CHECK(sqrt(across * across + p[i].z * p[i].z) >= 2.49);
    }
}

// In front of a pole the rope below lies on it and the other is twice the radii higher.
TEST(ropes_cross_in_front_of_a_pole)
{
    bight_vec3 a[401], b[401];
    line(a, 401, v3(-20, -5, 0), v3(20, 5, 0));
    line(b, 401, v3(-20, 5, 0), v3(20, -5, 0));
    bi_drawn_bar bar = {v3(0, -30, 0), v3(0, 30, 0), 0.0, 3.0};
    bi_drawn_rope s[2] = {rope_of(a, 401, "u", "o"), rope_of(b, 401, "o", "o")};
    bi_drawn_fault fault;
    CHECK(bi_draw(NULL, s, 2, &bar, 1, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_WELL);
    CHECK_NEAR(a[200].z, 4.0, 1e-3);
    CHECK_NEAR(b[200].z, 6.0, 1e-3);

    // behind it the upper one lies on it
    s[0].round = s[1].round = "u";
    CHECK(bi_draw(NULL, s, 2, &bar, 1, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_WELL);
    CHECK_NEAR(a[200].z, -6.0, 1e-3);
    CHECK_NEAR(b[200].z, -4.0, 1e-3);

    // with the pole between them there is no choice
    s[0].round = "o";
    CHECK(bi_draw(NULL, s, 2, &bar, 1, &fault) == BIGHT_OK && fault.trouble == BI_DRAWN_AGREE);
}

TEST(faults_name_the_place)
{
    bight_vec3 a[201], b[201];
    line(a, 201, v3(-20, 1, 0), v3(20, 1, 0));
    line(b, 201, v3(3, -20, 0), v3(3, 20, 0));
    bi_drawn_rope s[2] = {rope_of(a, 201, "o", NULL), rope_of(b, 201, "o", NULL)};
    bi_drawn_fault fault;
    CHECK(bi_draw(NULL, s, 2, NULL, 0, &fault) == BIGHT_OK);
    CHECK(fault.trouble == BI_DRAWN_AGREE && fault.rope == 0 && fault.other == 1);
    CHECK(fault.found == 1 && fault.given == 1);
    CHECK_NEAR(fault.place.x, 3.0, 1e-3);
    CHECK_NEAR(fault.place.y, 1.0, 1e-3);
    s[1].passes = "uu";
    CHECK(bi_draw(NULL, s, 2, NULL, 0, &fault) == BIGHT_OK);
    CHECK(fault.trouble == BI_DRAWN_PASSES && fault.rope == 1 && fault.found == 1 && fault.given == 2);
    s[1].passes = "u";
    s[1].round = "o";
    CHECK(bi_draw(NULL, s, 2, NULL, 0, &fault) == BIGHT_OK);
    CHECK(fault.trouble == BI_DRAWN_ROUND && fault.found == 0 && fault.given == 1);
}

TEST(no_memory_is_an_error)
{
    for (int64_t fail = 1; fail < 100; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bight_vec3 a[51], b[51];
        line(a, 51, v3(-20, 0, 0), v3(20, 0, 0));
        line(b, 51, v3(1, -20, 0), v3(1, 20, 0));
        bi_drawn_bar bar = {v3(-10, -5, 0), v3(-10, 5, 0), 0.0, 1.0};
        bi_drawn_rope s[2] = {rope_of(a, 51, "o", "o"), rope_of(b, 51, "u", NULL)};
        bi_drawn_fault fault;
        bight_status status = bi_draw(&env.allocator, s, 2, &bar, 1, &fault);
        CHECK_SEED(state.held == 0, fail);
        if (status == BIGHT_OK) {
            CHECK(fault.trouble == BI_DRAWN_WELL && fail > 4);
            return;
        }
        CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY, fail);
    }
    CHECK(false);
}

// ---- in a scene -------------------------------------------------------------------------------------

static void check_scene(const char *ropes, const char *rest, const char *words)
{
    char text[2000];
    bight_error error = {0};
    bight_scene *scene;
    snprintf(text, sizeof text, "{\"bight\": 1, \"ropes\": [%s]%s}", ropes, rest);
    bight_status status = bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error);
    bight_scene_destroy(scene);
    if (words == NULL ? status != BIGHT_OK
                      : status != BIGHT_ERROR_PARSE || strstr(error.message, words) == NULL) {
        fail_msg("expected \"%s\", got \"%s\"", words != NULL ? words : "no error", error.message);
    }
}

#define EAST "{\"name\": \"a\", \"drawn\": {\"path\": [[-20, 0], [20, 0]], \"passes\": \"o\"}}"
#define NORTH(passes) "{\"name\": \"b\", \"drawn\": {\"path\": [[0, -20], [0, 20]]" passes "}}"

TEST(scenes_say_what_is_wrong_with_a_drawing)
{
    check_scene(EAST "," NORTH(", \"passes\": \"u\""), "", NULL);
    check_scene(EAST "," NORTH(", \"passes\": \"o\""), "",
                "letter 1 of \"a\" and letter 1 of \"b\" are one crossing");
    check_scene(EAST "," NORTH(""), "", "ropes[1].drawn has 0 letters and the path crosses 1 times");
    check_scene(EAST "," NORTH(", \"passes\": \"uo\""), "", "ropes[1].drawn.passes has 2 letters");
    check_scene("{\"drawn\": {\"path\": [[0, 0]]}}", "", "a list of 2 to 512 points [x, y]");
    check_scene("{\"drawn\": {\"path\": [[0, 0], [1, 2, 3]]}}", "", "two numbers [x, y]");
    check_scene("{\"drawn\": {\"path\": [[0, 0], [0, 0]]}}", "", "are in one place");
    check_scene("{\"drawn\": {\"path\": [[0, 0], [9, 0]]}, \"links\": 6000}", "",
                "a drawing has at most 5000");
    check_scene("{\"closed\": true, \"drawn\": {\"path\": [[0, 0], [9, 0]]}}", "", "give at least 3");
    check_scene(
        "{\"drawn\": {\"path\": [[-20, 0], [20, 0]]}}, {\"drawn\": {\"path\": [[-20, 0.5], [20, 0.6]]}}", "",
        "comes within 0.5");

    // a pole in the plane wants a word; one that stands up from it does not
    static const char pole[] = ", \"obstacles\": [{\"capsule\": {\"radius\": 1, \"length\": 9}%s}]";
    char rest[200];
    snprintf(rest, sizeof rest, pole, "");
    check_scene(EAST "," NORTH(", \"passes\": \"u\""), "", NULL);
    check_scene("{\"drawn\": {\"path\": [[-20, 0], [20, 0]]}}", rest, "comes to a pole or ring 1 times");
    check_scene("{\"drawn\": {\"path\": [[-20, 0], [20, 0]], \"round\": \"u\"}}", rest, NULL);
    snprintf(rest, sizeof rest, pole, ", \"position\": [0, 9, 0], \"along\": [0, 0, 1]");
    check_scene("{\"drawn\": {\"path\": [[-20, 0], [20, 0]]}}", rest, NULL);
    check_scene(EAST "," NORTH(", \"passes\": \"u\""),
                ", \"script\": [{\"expect\": {\"joined\": {\"ropes\": [\"a\", \"c\"], \"knot\": \"3_1\"}}}]",
                "there is no such rope");
}

RUN_TESTS(unit(a_crossing_has_its_height), unit(letters_decide_the_knot), unit(ropes_keep_clear_of_poles),
          unit(ropes_cross_in_front_of_a_pole), unit(faults_name_the_place), unit(no_memory_is_an_error),
          unit(scenes_say_what_is_wrong_with_a_drawing))
