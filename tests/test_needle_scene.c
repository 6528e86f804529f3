// SPDX-License-Identifier: MIT
// Needles in scenes.

#include "bight/play.h"
#include "needle_scene.h"

#include <stdio.h>

static bight_scene *read_scene(const char *text)
{
    bight_scene *read;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &read, &error) != BIGHT_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    return read;
}

// Play an example with `from` in its text replaced by `to`, or as it is, and see whether it ends as it should.
static void play_example(const char *name, const char *from, const char *to, bool good)
{
    static char text[20000], path[1000];
    snprintf(path, sizeof path, BIGHT_SOURCE_DIR "/examples/%s", name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    if (from != NULL) {
        char *place = strstr(text, from);
        CHECK(place != NULL && strlen(from) == strlen(to));
        memcpy(place, to, strlen(to));
    }
    bight_scene *read = read_scene(text);
    bight_play *play;
    bight_error error = {0};
    CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);
    bool more = true;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && more) {
        status = bight_play_step(play, &more, &error);
    }
    printf("%s: %s\n", name, status == BIGHT_OK ? "done" : error.message);
    CHECK((status == BIGHT_OK) == good);
    bight_play_destroy(play);
    bight_scene_destroy(read);
}

#define THREAD_OF(more)                                                                                      \
    "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-0.03, 0, 0], \"to\": [0, 0, 0]}, "                   \
    "\"link_length\": 0.0005, \"model\": \"rod\", \"material\": \"silk_suture\", \"needle\": {" more "}}]"
#define LINE_OF(more)                                                                                        \
    "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-0.03, 0, 0], \"to\": [0, 0, 0]}, "                   \
    "\"link_length\": 0.0005, \"radius\": 0.0002, \"model\": \"rod\", \"needle\": {\"length\": 0.01}, " more \
    "}]"
#define ARC "\"end\": \"last\", \"radius\": 0.008, \"side\": [3, 0, 2]"

// At either end it goes on from the thread, as an arc of the radius that was asked for, to the side that was asked for.
TEST(scenes_have_needles)
{
    static const char *const ends[2] = {
        THREAD_OF("\"end\": \"last\", \"radius\": 0.008, \"arc\": 135, \"side\": [5, 0, 2]") "}",
        THREAD_OF("\"end\": \"first\", \"radius\": 0.008, \"arc\": 135, \"side\": [5, 0, 2]") "}"};
    for (int32_t k = 0; k < 2; k++) {
        bight_scene *read = read_scene(ends[k]);
        const bight_scene_rope *rope = &read->ropes[0];
        int32_t m = rope->rod->needle.links, n = rope->curve.count;
        CHECK(m == 38 && n == 61 + m && rope->rod->needle.end == (k == 0 ? BIGHT_END_LAST : BIGHT_END_FIRST));
        const bight_vec3 *x = rope->curve.points + (k == 0 ? 60 : 0);
        bight_vec3 centre = v3(k == 0 ? 0.0 : -0.03, 0, 0.008);
        double turned = 0.0;
        for (int32_t i = 0; i <= m; i++) {
            CHECK(fabs(v3_distance(x[i], centre) - 0.008) < 1.5e-4 && fabs(x[i].y) < 1e-15);
        }
        for (int32_t i = 1; i < m; i++) {
            bight_vec3 a = v3_sub(x[i], x[i - 1]), b = v3_sub(x[i + 1], x[i]);
            CHECK(fabs(v3_length(b) - 5e-4) < 1e-12);
            turned += atan2(v3_length(v3_cross(a, b)), v3_dot(a, b));
        }
        CHECK(fabs(turned * m / (m - 1) - 0.75 * PI) < 1e-9);
        bight_scene_destroy(read);
    }
}

// It is drawn as thick as its wire where the thread ends, and tapers over ten diameters to a point, at either end.
TEST(a_needle_is_drawn_as_thick_as_its_wire_and_tapers)
{
    double first[39], last[39];
    bight_scene *at_last = read_scene(THREAD_OF(ARC ", \"arc\": 135, \"diameter\": 0.0006") "}");
    bight_scene *at_first = read_scene(
        THREAD_OF("\"radius\": 0.008, \"side\": [3, 0, 2], \"arc\": 135, \"diameter\": 0.0006") "}");
    CHECK(at_last->ropes[0].rod->needle.links == 38 && at_first->ropes[0].rod->needle.links == 38);
    CHECK(bight_scene_needle_radii(&at_last->ropes[0], last) == 60);
    CHECK(bight_scene_needle_radii(&at_first->ropes[0], first) == 0);
    for (int32_t i = 0; i < 39; i++) {
        CHECK_NEAR(first[38 - i], last[i], 1e-12);
        // 12 links of 0.5 mm are ten diameters
        CHECK(i > 26 ? last[i] < 0.0003 - 1e-7 && last[i] < last[i - 1] : fabs(last[i] - 0.0003) < 1e-12);
    }
    CHECK(last[38] > 0.0 && last[38] < 0.00003);
    bight_scene_destroy(at_last);
    bight_scene_destroy(at_first);

    // without a diameter that of the thread; one that is short for its wire is half taper
    bight_scene *straight = read_scene(LINE_OF("\"name\": \"thread\"") "}");
    const bight_scene_rope *rope = &straight->ropes[0];
    CHECK(rope->rod->needle.links == 20);
    CHECK(bight_scene_needle_radii(rope, first) == 0);
    CHECK_NEAR(first[20], 0.0002, 1e-12);
    bight_scene_destroy(straight);
    straight = read_scene(THREAD_OF("\"length\": 0.01, \"diameter\": 0.002") "}");
    CHECK(bight_scene_needle_radii(&straight->ropes[0], first) == 0);
    CHECK(fabs(first[10] - 0.001) < 1e-12 && first[9] < 0.001 - 1e-7);
    bight_scene_destroy(straight);
}

// Written into a scene as the page writes what it saves, nodes and `links`, it is the same needle in the same place to the bit.
TEST(a_needle_that_was_turned_comes_back_from_a_scene)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    turn(world, hold(world, rope, THREAD + 9), v3(1, 2, 3), 0.7);
    run_rods(world, 60);
    bight_curve curve = bight_rope_curve(world, rope);
    static char text[20000];
    int32_t at = snprintf(text, sizeof text,
                          "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"material\": \"silk_suture\", "
                          "\"needle\": {\"end\": \"last\", \"links\": %d}, \"points\": [",
                          NEEDLE);
    for (int32_t i = 0; i < COUNT; i++) {
        bight_vec3 p = curve.points[i];
        at += snprintf(text + at, sizeof text - (size_t)at, "%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", p.x,
                       p.y, p.z);
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}]}");
    bight_scene *read = read_scene(text);
    bight_error error = {0};
    CHECK(read->ropes[0].curve.count == COUNT && read->ropes[0].rod->needle.links == NEEDLE);
    CHECK(memcmp(read->ropes[0].curve.points, curve.points, sizeof points) == 0);
    bight_play *play;
    CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);

    // made anew its frame lies as its nodes do; a hand that holds it keeps it there
    bight_world *again = bight_play_world(play);
    bight_rope_id same = bight_play_rope(play, 0);
    bight_hand_id hand = hold(again, same, THREAD + 9);
    bight_vec3 was[COUNT];
    memcpy(was, curve.points, sizeof was);
    double most = 0.0, far = 0.0;
    for (int32_t i = 0; i < 40; i++) {
        run_rods(again, 1);
        bight_hand_state state = state_of(again, hand);
        CHECK(state.turn_lag == 0.0 && state.lag < 1e-12 && state.rotation[3] == 1.0);
        most = fmax(most, bent(again, same, points));
    }
    for (int32_t i = THREAD; i < COUNT; i++) {
        far = fmax(far, v3_distance(bight_rope_curve(again, same).points[i], was[i]) / LENGTH);
    }
    printf("bent by %g, %g from where it was\n", most, far);
    CHECK(most < 1e-5 && far < 1e-5);
    bight_play_destroy(play);
    bight_scene_destroy(read);
    bight_world_destroy(world);
}

static void check_told(const char *text, const char *words)
{
    bight_scene *read;
    bight_error error = {0};
    bight_status status = bight_scene_parse(text, strlen(text), NULL, NULL, &read, &error);
    if (status != BIGHT_ERROR_PARSE || strstr(error.message, words) == NULL) {
        fail_msg("%s: %s, not %s", text, error.message, words);
    }
}

TEST(scenes_that_are_refused)
{
    check_told(THREAD_OF("\"radius\": 0.008") "}", "ropes[0].needle needs side");
    check_told(THREAD_OF("\"radius\": 0.008, \"length\": 0.02") "}", "needle");
    check_told(THREAD_OF("\"length\": 0.02, \"side\": [0, 1, 0]") "}", "has a side, and is no arc");
    check_told(THREAD_OF("\"links\": 60") "}", "needle.links is 60 of the rope's 60: give fewer");
    check_told(THREAD_OF("\"links\": 6, \"side\": [0, 1, 0]") "}", "has a side, and is no arc");
    check_told(THREAD_OF("\"length\": 0.001") "}", "give a link_length of at most 0.000333");
    check_told(THREAD_OF("\"length\": 1000000") "}", "links: the rope may have");
    check_told(THREAD_OF("\"radius\": 0.0001, \"side\": [0, 1, 0]") "}", "give at least 0.00048");
    check_told(THREAD_OF("\"radius\": 0.0006, \"side\": [0, 1, 0]") "}", "give a link_length of at most");
    check_told(THREAD_OF("\"radius\": 0.008, \"side\": [-3, 0, 0]") "}",
               "needle.side lies along the thread's end");
    check_told(THREAD_OF("\"radius\": 0.008, \"side\": [0, 0, 0]") "}", "needle.side");
    check_told(THREAD_OF(ARC ", \"diameter\": 0.004") "}",
               "needle has a diameter of 0.004: give 1.6e-05 to 0.0032");
    check_told(THREAD_OF(ARC ", \"diameter\": 0.00001") "}", "needle has a diameter of 1e-05: give 1.6e-05");
    check_told(LINE_OF("\"material\": \"monofilament\"") "}",
               "ropes[0].needle needs a rope that is straight at rest: its rod has a rest_curvature of 20; "
               "give \"rod\": {\"rest_curvature\": 0}, or \"material\": \"silk_suture\"");
    check_told(LINE_OF("\"rod\": {\"twist\": 1e-7, \"rest_shape\": 0.5}") "}",
               "its rod has a rest_shape of 0.5");
    check_told(LINE_OF("\"rod\": {\"twist\": 1e-7, \"twist_friction\": 1}") "}",
               "has a twist_friction of 1, leave it out, or give 0");

    // each mend that is named does
    static const char *const good[] = {
        LINE_OF("\"material\": \"monofilament\", \"rod\": {\"rest_curvature\": 0}") "}",
        LINE_OF("\"material\": \"silk_suture\"") "}",
        LINE_OF("\"rod\": {\"twist\": 1e-7, \"twist_friction\": 0}") "}"};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        bight_scene *read;
        bight_play *play = NULL;
        bight_error error = {0};
        if (bight_scene_parse(good[k], strlen(good[k]), NULL, NULL, &read, &error) != BIGHT_OK ||
            bight_play_create(read, NULL, &play, &error) != BIGHT_OK) {
            fail_msg("%s: %s", good[k], error.message);
        }
        bight_play_destroy(play);
        bight_scene_destroy(read);
    }
    check_told(THREAD_OF("\"radius\": 0.008, \"arc\": 10, \"side\": [0, 1, 0]") "}", "needle.arc");
    check_told("{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}, "
               "\"needle\": {\"length\": 5}}]}",
               "give \"model\": \"rod\"");
    check_told(
        THREAD_OF(ARC) ", \"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": 3, \"needle\": true}}]}",
        "node 3 is thread: the needle is nodes 60 to 110");
    check_told(
        "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}}], \"script\": "
        "[{\"grasp\": {\"hand\": \"a\", \"node\": 0, \"needle\": true}}]}",
        "has no needle: give the rope one");
}

// A rope that becomes a rod of another friction is held as before, and turned on from how it lies; one that becomes another
// model is held by the node alone.
TEST(hands_hold_on_where_a_rope_changes_its_model)
{
    static const char *const to[2] = {"\"rod\", \"friction\": 0.1", "\"ftl\""};
    for (int32_t k = 0; k < 2; k++) {
        static char text[2000];
        snprintf(
            text, sizeof text,
            THREAD_OF(
                "\"end\": \"last\", \"radius\": 0.008, \"side\": [0, 1, 0]") ", \"script\": ["
                                                                             "{\"grasp\": {\"hand\": \"a\", "
                                                                             "\"node\": 70, \"needle\": "
                                                                             "true}}, {\"wait\": "
                                                                             "{\"cycles\": 5}}, "
                                                                             "{\"model\": {\"to\": %s}}, "
                                                                             "{\"move\": {\"hand\": \"a\", "
                                                                             "\"turns\": 0.1, \"axis\": [0, "
                                                                             "0, 1]}}]}",
            to[k]);
        bight_scene *read = read_scene(text);
        bight_play *play;
        bight_error error = {0};
        CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);
        bool more = true;
        while (more) {
            if (bight_play_step(play, &more, &error) != BIGHT_OK) {
                fail_msg("%s", error.message);
            }
        }
        bight_hand_state state = state_of(bight_play_world(play), bight_play_hand(play, 0));
        printf("turned to %g, lag %g\n", state.rotation[2], state.turn_lag);
        CHECK(k == 0 ? fabs(state.rotation[2] - sin(0.1 * PI)) < 1e-3 : state.rotation[3] == 1.0);
        bight_play_destroy(play);
        bight_scene_destroy(read);
    }
}

// The example, as it is and with a ring that is not where it should be.
TEST(a_needle_is_driven_through)
{
    play_example("suture_needle.json", NULL, NULL, true);
    play_example("suture_needle.json", "[-0.0020706, -0.0077274, 0]", "[-0.0020706, -0.0047274, 0]", false);
}

RUN_TESTS(unit(scenes_have_needles), unit(a_needle_is_drawn_as_thick_as_its_wire_and_tapers),
          unit(a_needle_that_was_turned_comes_back_from_a_scene), unit(scenes_that_are_refused),
          unit(hands_hold_on_where_a_rope_changes_its_model), unit(a_needle_is_driven_through))
