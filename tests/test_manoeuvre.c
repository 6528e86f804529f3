// SPDX-License-Identifier: MIT
// Manoeuvres: knots that crossing and winding make, what they measure, and what is refused before it starts.

#include "bight/play.h"
#include "core/vec3.h"
#include "scene_memory.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// ---- a play -----------------------------------------------------------------------------------------

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
    bight_status status;
    bight_error error;
    char words[400];  // how the last step ended
    int64_t calls[2]; // of the allocator, when the fiftieth cycle was done and at the end
    failing_allocator *memory;
} stage;

static void listen(void *user, const bight_play *play, const bight_play_event *event)
{
    stage *s = user;
    (void)play;
    if (event->kind == BIGHT_PLAY_STEP_ENDS) {
        snprintf(s->words, sizeof s->words, "%s", event->words);
    }
    if (event->kind == BIGHT_PLAY_CYCLE && s->memory != NULL) {
        s->calls[event->cycle > 50] = s->memory->calls;
    }
}

static void play_on(stage *s, const char *text, failing_allocator *memory, int32_t threads)
{
    memset(s, 0, sizeof *s);
    s->memory = memory;
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s->scene, &s->error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
    bight_play_def def = bight_play_def_default();
    def.event = listen;
    def.user = s;
    def.env.threads = threads;
    if (memory != NULL) {
        def.env.allocator = (bight_allocator){failing_resize, memory};
    }
    s->status = bight_play_create(s->scene, &def, &s->play, &s->error);
    bool more = s->status == BIGHT_OK;
    while (more) {
        s->status = bight_play_step(s->play, &more, &s->error);
    }
}

static void play(stage *s, const char *text)
{
    play_on(s, text, NULL, 1);
}

static void must_be_done(const stage *s)
{
    if (s->status != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
}

static void end(stage *s)
{
    bight_play_destroy(s->play);
    bight_scene_destroy(s->scene);
}

static void expect_clean(const stage *s)
{
    bight_world_stats stats = bight_world_get_stats(bight_play_world(s->play));
    CHECK(stats.rollbacks == 0 && stats.certified == stats.cycles);
}

static void expect_knot(stage *s, const char *name, bight_play_chirality chirality)
{
    bight_play_knot knot;
    CHECK(bight_play_name(s->play, 0, &knot, NULL) == BIGHT_OK);
    if (strcmp(knot.name, name) != 0 || knot.chirality != chirality || !knot.proved) {
        fail_msg("%s, %s instead of %s", knot.name, bight_play_chirality_name(knot.chirality), name);
    }
}

// One rope along x with its two ends as strands; `rope` and `world` add keys.
#define ONE_ROPE(rope, world, half, tail)                                                                    \
    "{\"bight\": 1" world ",\n \"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-" #half               \
    ", 0, 0], \"to\": [" #half ", 0, 0]}" rope "}],\n"                                                       \
    " \"strands\": [{\"name\": \"left\", \"end\": \"first\", \"tail\": " #tail "},"                          \
    " {\"name\": \"right\", \"end\": \"last\", \"tail\": " #tail "}],\n"

#define PROJECTION ", \"model\": \"projection\""
#define GRAVITY ", \"world\": {\"gravity\": [0, -0.02, 0]}"
#define BOTH "{\"strands\": [\"left\", \"right\"]}"
#define MIRROR "{\"strands\": [\"left\", \"right\"], \"mirror\": true}"

// ---- knots ------------------------------------------------------------------------------------------

// A cross is half a turn and a winding one: T(2, 3) and its sums, right-handed unless mirrored, for each
// model, with and without gravity, at another scale, with other links, and at other angles.
TEST(programs_tie_the_knots_they_are_called)
{
    static const struct {
        const char *text, *knot;
        bight_play_chirality chirality;
    } knots[] = {
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1", BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " MIRROR "}]}", "3_1", BIGHT_CHIRALITY_LEFT},
        {ONE_ROPE("", GRAVITY, 50, 18) "\"script\": [{\"half_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, GRAVITY, 50, 18) "\"script\": [{\"self_knot\": " MIRROR "}]}", "3_1",
         BIGHT_CHIRALITY_LEFT},
        {ONE_ROPE(", \"radius\": 0.005", "", 0.4, 0.18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(", \"links\": 130", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 45,
                  20) "\"script\": [{\"self_knot\": {\"strands\": [\"right\", \"left\"], \"angle\": "
                      "75}}]}",
         "3_1", BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, "", 70, 18) "\"script\": [{\"granny_knot\": " BOTH "}]}", "3_1 # 3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 75, 18) "\"script\": [{\"reef_knot\": " BOTH "}]}", "3_1 # 3_1",
         BIGHT_CHIRALITY_MIXED},
        {ONE_ROPE(PROJECTION, "", 90, 26) "\"script\": [{\"surgeons_knot\": " MIRROR "}]}", "3_1 # 5_1",
         BIGHT_CHIRALITY_MIXED},
        {ONE_ROPE(PROJECTION, "", 60, 26) "\"script\": [{\"manoeuvre\": {\"name\": \"double_half_knot\", "
                                          "\"strands\": [\"left\", \"right\"]}}]}",
         "5_1", BIGHT_CHIRALITY_RIGHT},
    };
    for (size_t i = 0; i < sizeof knots / sizeof *knots; i += LESS_WHEN_CHECKED(1, 3)) {
        stage s;
        play(&s, knots[i].text);
        must_be_done(&s);
        expect_knot(&s, knots[i].knot, knots[i].chirality);
        expect_clean(&s);
        end(&s);
    }
}

// What winding adds: nothing after the cross, three crossings after a whole turn, none of them after half of
// an opposite one, which is refused.
TEST(a_cross_alone_ties_nothing)
{
    stage s;
    play(&s, ONE_ROPE("", "", 40,
                      18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}}]}");
    must_be_done(&s);
    expect_knot(&s, "0_1", BIGHT_CHIRALITY_NONE);
    end(&s);
}

// ---- windings ---------------------------------------------------------------------------------------

// Two ropes across each other, the target held at both ends, the active one at its lower end.
#define TWO_ROPES(model, sign)                                                                               \
    "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"line\": {\"from\": [-30, 0, 0], \"to\": [30, 0, "      \
    "0]}" model "},\n {\"name\": \"blue\", \"line\": {\"from\": [-14, -20, " sign                            \
    "1.1], \"to\": [4, 40, " sign "1.1]}" model "}],\n \"strands\": [{\"name\": \"target\", \"rope\": "      \
    "\"red\"}, {\"name\": \"active\", \"rope\": \"blue\"}],\n"                                               \
    " \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": \"first\"}},"                  \
    "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}},"                                 \
    "{\"grasp\": {\"hand\": \"c\", \"rope\": \"blue\", \"node\": \"first\"}},\n"

// The strand lies on the helix of its angle: it turns as often as was asked, and spreads 2 pi R turns / tan.
TEST(the_angle_decides_the_spread)
{
    const double angles[] = {30, 45, 60, 75};
    double before = 1e9;
    for (int32_t i = 0; i < 4; i++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            TWO_ROPES("", "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2, "
                               "\"angle\": %g}}]}",
            angles[i]);
        stage s;
        play(&s, text);
        must_be_done(&s);
        expect_clean(&s);
        double turns = 0.0, rope = 0.0, spread = 0.0;
        CHECK(sscanf(s.words, "wound %lf turns with %lf m of rope over %lf m", &turns, &rope, &spread) == 3);
        double theta = angles[i] * 3.14159265358979 / 180.0, round = 2.0 * 6.28318530717959 * 1.1;
        CHECK_NEAR(turns, 2.0, 0.05);
        CHECK_NEAR(spread, round / tan(theta), 0.06 * round / tan(theta) + 0.1);
        // chords are shorter than the arcs
        CHECK(rope < round / sin(theta) && rope > 0.94 * round / sin(theta));
        CHECK(spread < before);
        before = spread;
        end(&s);
    }
}

// The handedness that was asked for, whichever way it is measured: cross and winding add up to 2.5 turns.
TEST(windings_have_the_sign_they_were_told)
{
    static const char *const texts[] = {
        TWO_ROPES("",
                  "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2}},"
                       "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": 2.5, "
                       "\"least_spread\": 7, \"most_spread\": 9}, \"rollbacks\": 0, \"cuts\": 0}}]}",
        TWO_ROPES(PROJECTION,
                  "") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2, "
                      "\"sign\": \"negative\"}},"
                      "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": "
                      "-2.5}, \"linking\": {\"ropes\": [\"blue\", \"red\"], \"number\": -2.4, "
                      "\"tolerance\": 0.2}, \"rollbacks\": 0}}]}"};
    for (int32_t i = 0; i < 2; i++) {
        stage s;
        play(&s, texts[i]);
        must_be_done(&s);
        end(&s);
    }
}

// The target moves while it is wound on, past a post in the way of the tail; no memory is taken on the way.
TEST(a_moving_target_is_wound_on)
{
    static const char *const models[] = {TWO_ROPES("", "-") "", TWO_ROPES(PROJECTION, "-") ""};
    for (int32_t i = 0; i < 2; i++) {
        char text[3000];
        snprintf(
            text, sizeof text,
            "%s{\"release\": \"c\"}, {\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": "
            "1.5, \"meanwhile\": ["
            "{\"hand\": \"a\", \"by\": [[3, 3, 0], [3, 5, 3], [3, 0, 5]], \"smooth\": true, \"speed\": 0.2},"
            "{\"hand\": \"b\", \"by\": [[-3, -3, 0], [-3, 0, -4], [-3, 5, -2]], \"smooth\": true, "
            "\"speed\": 0.2}]}},"
            "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": 2}, "
            "\"rollbacks\": 0}}],\n"
            "\"obstacles\": [{\"name\": \"post\", \"capsule\": {\"radius\": 1, \"length\": 50}, "
            "\"position\": [-6, 0, -8]}]}",
            models[i]);
        stage s;
        failing_allocator memory = {0};
        play_on(&s, text, &memory, 1);
        must_be_done(&s);
        end(&s);
        CHECK(memory.held == 0);
    }
}

// The target is an arc of 220 degrees and stays one: the tube is bent, and the axis turns too far for the
// winding integral, so Gauss's counts.
TEST(a_bent_target_is_wound_on_along_its_bend)
{
    static const char *const models[] = {"ftl", "projection"};
    for (int32_t i = 0; i < 2; i++) {
        char text[6000];
        int32_t used =
            snprintf(text, sizeof text,
                     "{\"bight\": 1, \"ropes\": [{\"name\": \"blue\", \"model\": \"%s\", \"line\": "
                     "{\"from\": [14.7, 6.55, -15], \"to\": [14.7, 6.55, 31]}}, {\"name\": \"red\", "
                     "\"model\": \"%s\", \"smooth\": true, \"link_length\": 1, \"points\": [",
                     models[i], models[i]);
        for (int32_t a = 0; a <= 220; a += 4) {
            double angle = a * 3.14159265358979 / 180.0;
            used += snprintf(text + used, sizeof text - (size_t)used, "%s[%.6f, %.6f, 0]", a > 0 ? ", " : "",
                             15.0 * cos(angle), 15.0 * sin(angle));
        }
        snprintf(
            text + used, sizeof text - (size_t)used,
            "]}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
            "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": "
            "\"first\"}}, "
            "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}}, {\"grasp\": {\"hand\": "
            "\"m\", "
            "\"rope\": \"red\", \"node\": \"middle\"}}, {\"grasp\": {\"hand\": \"c\", \"rope\": \"blue\", "
            "\"node\": \"first\"}}, {\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": "
            "2, "
            "\"sign\": \"negative\", \"lead\": 8, \"meanwhile\": [{\"hand\": \"a\", \"by\": [0, 0.5, 0]}]}}, "
            "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": -2.2, "
            "\"tolerance\": 0.3}, \"rollbacks\": 0}}]}");
        stage s;
        play(&s, text);
        must_be_done(&s);
        end(&s);
    }
}

// G is laid anew in every cycle, and nothing is taken for it: only the world's list of handles doubles, as
// more nodes are held.
TEST(a_warm_winding_takes_no_memory)
{
    stage s;
    failing_allocator memory = {0};
    play_on(&s,
            TWO_ROPES("", "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 3, "
                               "\"meanwhile\": [{\"hand\": \"a\", \"by\": [2, 3, 2], \"speed\": 0.05}]}}]}",
            &memory, 1);
    must_be_done(&s);
    if (s.calls[0] == 0 || s.calls[1] > s.calls[0] + 1) {
        fail_msg("%d calls for memory, then %d", (int)s.calls[0], (int)s.calls[1]);
    }
    end(&s);
}

TEST(threads_do_not_change_a_manoeuvre)
{
    uint64_t hashes[2];
    for (int32_t i = 0; i < 2; i++) {
        stage s;
        play_on(&s, ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", NULL,
                i == 0 ? 1 : 3);
        must_be_done(&s);
        hashes[i] = bight_world_hash(bight_play_world(s.play));
        end(&s);
    }
    CHECK(hashes[0] == hashes[1]);
}

// ---- holding ----------------------------------------------------------------------------------------

// What a manoeuvre holds nobody else can take; after let_go everybody can.
TEST(let_go_lets_go)
{
    stage s;
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}},"
                                  "{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}]}");
    if (s.status == BIGHT_OK || strstr(s.error.message, "in another hand already") == NULL) {
        fail_msg("%d: %s", (int)s.status, s.error.message);
    }
    end(&s);
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}},"
                                  "{\"let_go\": [\"left\", \"right\"]},"
                                  "{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}]}");
    must_be_done(&s);
    for (int32_t node = 1; node <= 80; node++) {
        bight_handle_id id;
        CHECK(bight_handle_grasp(bight_play_world(s.play), bight_play_rope(s.play, 0), node, &id, NULL) ==
              BIGHT_OK);
    }
    end(&s);
}

// What one program holds stays where it is while another works elsewhere.
TEST(what_is_held_stays_while_others_are_tied)
{
    stage s;
    play(&s,
         "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-40, 0, 0], \"to\": [40, 0, 0]}}, {\"line\": "
         "{\"from\": "
         "[-40, 0, 90], \"to\": [40, 0, 90]}}],\n"
         "\"strands\": [{\"name\": \"a\", \"rope\": \"rope1\", \"end\": \"first\", \"tail\": 18}, {\"name\": "
         "\"b\", "
         "\"rope\": \"rope1\", \"tail\": 18}, {\"name\": \"c\", \"rope\": \"rope2\", \"end\": \"first\", "
         "\"tail\": 18}, "
         "{\"name\": \"d\", \"rope\": \"rope2\", \"tail\": 18}],\n"
         "\"script\": [{\"self_knot\": {\"strands\": [\"a\", \"b\"]}}, {\"self_knot\": {\"strands\": [\"c\", "
         "\"d\"]}}]}");
    must_be_done(&s);
    expect_knot(&s, "3_1", BIGHT_CHIRALITY_RIGHT);
    bight_curve first = bight_play_curve(s.play, 0), second = bight_play_curve(s.play, 1);
    for (int32_t i = 0; i < 2; i++) {
        // the same motion, 90 m aside: pulled as far as each other
        bight_vec3 apart = v3_sub(second.points[i * 80], first.points[i * 80]);
        CHECK(v3_distance(apart, v3(0, 0, 90)) < 0.5);
    }
    end(&s);
}

// ---- what cannot be done ----------------------------------------------------------------------------

#define CROSS "{\"cross\": {\"active\": \"left\", \"target\": \"right\"}}"
#define WIND(keys) "{\"wind\": {\"active\": \"active\", \"target\": \"target\"" keys "}}"

// Refused with the numbers before anything has moved.
TEST(impossible_manoeuvres_are_refused_before_they_start)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        // strands too short
        {ONE_ROPE("", "", 40, 90) "\"script\": [" CROSS "]}",
         "\"left\" is too short: its tail should be 90 m, and the whole rope has 80 m"},
        {ONE_ROPE("", "", 40, 45) "\"script\": [" CROSS "]}",
         "tails of 45 m and 45 m leave nothing between them of 80 m of rope"},
        {ONE_ROPE("", "", 40,
                  18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", \"height\": "
                      "30}}]}",
         "\"left\" is too short, or too far away: from its bottom (node 35) to the crossing it needs 32.01 m "
         "of "
         "rope, and has 17 m before its tail of 18 m"},
        {ONE_ROPE("", "", 40, 7) "\"script\": [\n{\"self_knot\": " BOTH "}]}",
         "step 1 (self_knot): part 2 (wind): \"left\" is too short: 1 turns at 60 degrees need 8 m of rope "
         "beyond the crossing, and its tail has 7 m"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 9") "]}",
         "\"active\" is too short: 9 turns at 60 degrees need 71.59 m of rope beyond the crossing, and it "
         "has "
         "4"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 5, \"angle\": 20") "]}",
         "\"target\" is too short: 5 turns at 20 "
         "degrees spread over"},
        // too far apart
        {TWO_ROPES("", "-1") WIND("") "]}", "\"active\" and \"target\" are 11.1 m apart where they are "
                                            "nearest, and should be at most 2.2 m: cross "
                                            "them first"},
        {ONE_ROPE("", "", 40,
                  18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", \"at\": [0, 0, "
                      "60]}}]}",
         "too far away"},
        // obstacles
        {ONE_ROPE(
             "", "", 40,
             18) "\"obstacles\": [{\"name\": \"ball\", \"sphere\": {\"radius\": 3}, \"position\": [0, 9, "
                 "0]}], \"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                 "\"at\": [0, 9, 1]}}]}",
         "the crossing point [0, 9, 1] is in the obstacle \"ball\" or 3 m too near it"},
        {TWO_ROPES("", "-")
             WIND("") "], \"obstacles\": [{\"name\": \"post\", \"capsule\": {\"radius\": 1, \"length\": 60}, "
                      "\"position\": [-5, 0, 2.2]}]}",
         "is in the obstacle \"post\" or"},
        {TWO_ROPES("", "-")
             WIND("") "], \"obstacles\": [{\"name\": \"box\", \"box\": {\"size\": [3, 30, 2]}, "
                      "\"position\": [-5, 0, 2]}]}",
         "is in the obstacle \"box\" or"},
        // hands
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"grasp\": {\"hand\": \"mine\", \"node\": 5}}, " CROSS "]}",
         "node 5 of \"rope\" is needed, and the hand \"mine\" holds it: release it first"},
        {TWO_ROPES("",
                   "-") "{\"grasp\": {\"hand\": \"mine\", \"rope\": \"blue\", \"node\": 25}}, " WIND("") "]}",
         "node 25 of \"blue\" is needed, and the hand \"mine\" holds it"},
        // geometry
        {TWO_ROPES("", "-") WIND(", \"sign\": \"negative\"") "]}",
         "a negative winding would undo the crossing"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 1000, \"angle\": 5") "]}", "turns are too many"},
        {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [0, 30, 0]}}, {\"line\": "
         "{\"from\": [0, "
         "-40, 0], \"to\": [0, -5, 0]}}], \"strands\": [{\"name\": \"left\", \"rope\": \"rope1\"}, "
         "{\"name\": "
         "\"right\", \"rope\": \"rope2\"}], \"script\": [" CROSS "]}",
         "stand above each other: nothing says which way is across"},
        {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [30, 0, 0]}}, {\"line\": "
         "{\"from\": [0, 0, "
         "9], \"to\": [30, 0, 9]}}], \"strands\": [{\"name\": \"left\", \"rope\": \"rope1\", \"bottom\": "
         "20}, {\"name\": "
         "\"right\", \"rope\": \"rope2\"}], \"script\": [" CROSS "]}",
         "the bottom of \"left\" is node 20, which is not below its crossing point, node 10"},
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"tighten\": {\"strands\": \"left\"}}]}",
         "nothing says where the tip of \"left\" should be pulled"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s;
        play(&s, cases[i].text);
        if (s.status != BIGHT_ERROR_EXPECT || strstr(s.error.message, cases[i].words) == NULL ||
            s.error.line < 1) {
            fail_msg("%s\ngave status %d, line %d: %s\nwanted: %s", cases[i].text, (int)s.status,
                     (int)s.error.line, s.error.message, cases[i].words);
        }
        CHECK(bight_play_get_progress(s.play).cycles == 0);
        end(&s);
    }
}

// An octahedron from a file: inside, and outside but too near.
static bight_status read_octahedron(void *user, const char *name, const void **bytes, size_t *length,
                                    bight_error *error)
{
    static const char mesh[] = "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n"
                               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    (void)user, (void)name, (void)error;
    *bytes = mesh;
    *length = sizeof mesh - 1;
    return BIGHT_OK;
}

TEST(meshes_are_in_the_way_too)
{
    static const struct {
        const char *at, *words;
    } cases[] = {{"[0, 9, 0]", "is in the obstacle \"stone\" or 2.73"},
                 {"[0, 9, 3.5]", "is in the obstacle \"stone\" or 0.5 m too near it"},
                 {"[0, 9, 4.5]", NULL}};
    for (int32_t i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 ONE_ROPE("", "", 40,
                          18) "\"obstacles\": [{\"name\": \"stone\", \"mesh\": {\"file\": \"o.obj\", "
                              "\"scale\": 3}, \"position\": [0, 9, 0]}], \"script\": [{\"cross\": "
                              "{\"active\": \"left\", \"target\": \"right\", \"at\": %s, \"cycles\": 1}}]}",
                 cases[i].at);
        bight_scene_files files = {.read = read_octahedron};
        stage s = {0};
        CHECK(bight_scene_parse(text, strlen(text), &files, NULL, &s.scene, &s.error) == BIGHT_OK);
        CHECK(bight_play_create(s.scene, NULL, &s.play, &s.error) == BIGHT_OK);
        bool more;
        s.status = bight_play_step(s.play, &more, &s.error);
        const char *wanted = cases[i].words != NULL ? cases[i].words : "not done after 1 cycles";
        if (s.status != BIGHT_ERROR_EXPECT || strstr(s.error.message, wanted) == NULL) {
            fail_msg("%s: %s", cases[i].at, s.error.message);
        }
        end(&s);
    }
}

// A target that is bent too sharply, or too taut to be straightened.
TEST(targets_of_a_bad_shape_are_refused)
{
    stage s;
    play(
        &s,
        "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"points\": [[-10, 0, 0], [0, 6, 0], [10, 0, 0]], "
        "\"link_length\": 1}, {\"name\": \"blue\", \"line\": {\"from\": [-5, -20, -1.1], \"to\": [-2, 40, "
        "-1.1]}}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
        "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": \"first\"}}, "
        "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}}, " WIND(
            ", \"angle\": 45") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "\"target\" is too taut") != NULL);
    CHECK(bight_play_get_progress(s.play).cycles == 0);
    end(&s);
    play(
        &s,
        "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"points\": [[-10, 0, 0], [0, 0, 0], [-9, 3, 0]], "
        "\"link_length\": 1}, {\"name\": \"blue\", \"line\": {\"from\": [-5, -20, -1.1], \"to\": [-2, 40, "
        "-1.1]}}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
        "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": "
        "\"first\"}}, " WIND(", \"angle\": 35, \"meanwhile\": [{\"hand\": \"a\", \"by\": [0, 1, 0]}]") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "bends too sharply") != NULL);
    end(&s);
}

// A crossing is used up by its winding.
TEST(a_crossing_is_wound_once)
{
    stage s;
    play(&s, TWO_ROPES("", "-") WIND(", \"turns\": 1") ", " WIND(", \"turns\": 1") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT &&
          strstr(s.error.message, "\"active\" is wound round \"target\" already: cross them again") != NULL);
    end(&s);

    // nobody crossed them, and still it is known where to pull
    play(&s, TWO_ROPES("", "-")
                 WIND(", \"turns\": 1") ", {\"tighten\": {\"strands\": \"active\", \"hold\": true}},"
                                        "{\"expect\": {\"tight\": true, \"winding\": {\"rope\": \"blue\", "
                                        "\"target\": \"red\", \"turns\": 1.5, "
                                        "\"tolerance\": 0.3}}}]}");
    must_be_done(&s);
    end(&s);
}

// What goes wrong on the way says where it stood: time, and obstacles that hold a strand back.
TEST(manoeuvres_that_do_not_get_on_say_so)
{
    stage s;
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                                  "\"cycles\": 20}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "not done after 20 cycles") != NULL);
    end(&s);
    play(&s, ONE_ROPE("", "", 40,
                      18) "\"obstacles\": [{\"box\": {\"size\": [200, 1, 200]}, \"position\": [0, 2, 0]}], "
                          "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                          "\"patience\": 50}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT &&
          strstr(s.error.message, "to be lifted and came no nearer in 50 cycles") != NULL);
    end(&s);
    play(&s, TWO_ROPES("", "-") WIND(", \"cycles\": 30") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "not done after 30 cycles") != NULL);
    end(&s);
}

// ---- memory -----------------------------------------------------------------------------------------

// Each allocation of the manoeuvre fails in turn: an answer, and nothing leaks.
TEST(every_allocation_of_a_winding_may_fail)
{
    static const char text[] = TWO_ROPES("", "-") WIND(", \"turns\": 1, \"cycles\": 3") "]}";
    for (int64_t fail_at = 1; fail_at < 1000; fail_at++) {
        stage s;
        failing_allocator memory = {.fail_at = fail_at};
        play_on(&s, text, &memory, 1);
        bool timed_out = s.status == BIGHT_ERROR_EXPECT;
        CHECK_SEED(timed_out || s.status == BIGHT_ERROR_NO_MEMORY, fail_at);
        end(&s);
        CHECK_SEED(memory.held == 0, fail_at);
        if (timed_out && memory.calls < fail_at) {
            return;
        }
    }
    fail();
}

RUN_TESTS(unit(programs_tie_the_knots_they_are_called), unit(a_cross_alone_ties_nothing),
          unit(the_angle_decides_the_spread), unit(windings_have_the_sign_they_were_told),
          unit(a_moving_target_is_wound_on), unit(a_bent_target_is_wound_on_along_its_bend),
          unit(a_warm_winding_takes_no_memory), unit(threads_do_not_change_a_manoeuvre), unit(let_go_lets_go),
          unit(what_is_held_stays_while_others_are_tied),
          unit(impossible_manoeuvres_are_refused_before_they_start), unit(meshes_are_in_the_way_too),
          unit(targets_of_a_bad_shape_are_refused), unit(a_crossing_is_wound_once),
          unit(manoeuvres_that_do_not_get_on_say_so), unit(every_allocation_of_a_winding_may_fail))
