// SPDX-License-Identifier: MIT
// Cloth that a hand winds round a pole: examples/wraps/winding_strip.json, both hands of screw, and what is refused.

#include "core/pi.h"
#include "core/vec3.h"
#include "folder.h"
#include "play_through.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 60
#define ROWS 4
#define RADIUS 0.03
#define THICKNESS 0.0012

// Turns that a line along the strip goes round the z direction through (0, y), from link `first` to link `last`.
static double turns_of(const bight_vec3 *at, int32_t row, int32_t first, int32_t last, double y)
{
    double sum = 0.0;
    for (int32_t i = first; i < last; i++) {
        bight_vec3 a = at[row * (COLUMNS + 1) + i], b = at[row * (COLUMNS + 1) + i + 1];
        sum += atan2(a.x * (b.y - y) - (a.y - y) * b.x, a.x * b.x + (a.y - y) * (b.y - y));
    }
    return sum / (2.0 * PI);
}

// A strip of length L on a tube of radius R, at an angle, goes round L sin(angle) / (2 pi R) times.
static double turns_of_helix(int32_t links, double angle)
{
    return links * (0.5 / COLUMNS) * sin(angle * PI / 180.0) / (2.0 * PI * (RADIUS + THICKNESS));
}

static void check_proved(const bight_play *play)
{
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(play);
    CHECK(totals.cycles > 100 && totals.doubtful == 0);
    CHECK(bight_play_cloth_report(play).intersections == 0);
}

TEST(the_tip_of_a_strip_is_wound_round_a_bar_that_moves)
{
    folder files = {.path = BIGHT_SOURCE_DIR "/examples/wraps"};
    bight_error error = {0};
    const void *bytes;
    size_t length;
    CHECK(folder_read(&files, "winding_strip.json", &bytes, &length, &error) == BIGHT_OK);
    bight_scene *scene;
    bight_play *play = play_text("winding_strip.json", bytes, length, NULL, &scene);
    folder_release(&files, bytes, length);
    play_to_end("winding_strip.json", play);
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(play, 0, &count);
    CHECK(count == (COLUMNS + 1) * (ROWS + 1));
    double wanted = turns_of_helix(22, 75.0);
    for (int32_t row = 0; row <= ROWS; row++) {
        CHECK_NEAR(-turns_of(at, row, 19, 41, -0.02), wanted, 0.02 * wanted);
    }
    check_proved(play);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

#define STRIP(hands, script)                                                                                 \
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.0012, \"friction\": 0.2, \"gravity\": [0, 0, 0]},\n"        \
    "\"cloths\": [{\"name\": \"strip\", \"grid\": {\"width\": 0.5, \"height\": 0.04, \"columns\": 60, "      \
    "\"rows\": 4}, \"position\": [0.1, 0.0312, 0], \"material\": {\"bend\": 1e-5}}],\n"                      \
    "\"obstacles\": [{\"name\": \"pole\", \"capsule\": {\"radius\": 0.03, \"length\": 0.5}, \"along\": [0, " \
    "0, 1]}, {\"name\": \"far\", \"capsule\": {\"radius\": 0.03, \"length\": 0.5}, \"position\": [0, -1, "   \
    "0], \"along\": [0, 0, 1]},\n{\"name\": \"box\", \"box\": {\"size\": [0.1, 0.1, 0.1]}, \"position\": "   \
    "[0, 2, 0]}],\n"                                                                                         \
    "\"script\": [" hands script "]}"
#define HANDS                                                                                                \
    "{\"grasp\": {\"hand\": \"near\", \"vertices\": \"u0\"}}, {\"grasp\": {\"hand\": \"tip\", "              \
    "\"vertices\": \"u1\"}},\n"

// Which way it goes round follows from how it lies; the sign says which way along.
TEST(the_sign_says_which_screw_it_becomes)
{
    double drift[2];
    for (int32_t i = 0; i < 2; i++) {
        static const char *const texts[] = {
            STRIP(HANDS,
                  "{\"wind\": {\"active\": \"tip\", \"target\": \"pole\", \"turns\": 0.75, \"angle\": 70}}"),
            STRIP(HANDS,
                  "{\"wind\": {\"active\": \"tip\", \"target\": \"pole\", \"turns\": 0.75, \"angle\": 70, "
                  "\"sign\": \"negative\"}}")};
        bight_scene *scene;
        bight_play *play = play_text("strip", texts[i], strlen(texts[i]), NULL, &scene);
        play_to_end("strip", play);
        int32_t count;
        const bight_vec3 *at = bight_play_cloth_positions(play, 0, &count);
        double wanted = turns_of_helix(16, 70.0);
        CHECK_NEAR(-turns_of(at, 2, 19, 35, 0.0), wanted, 0.02 * wanted);
        drift[i] = at[2 * (COLUMNS + 1) + 36].z - at[2 * (COLUMNS + 1) + 18].z;
        check_proved(play);
        bight_play_destroy(play);
        bight_scene_destroy(scene);
    }
    // clockwise seen from +z: a right-handed screw goes to -z; 18 links at 70 degrees drift by 0.15 m cos 70
    CHECK_NEAR(drift[0], -0.15 * cos(70.0 * PI / 180.0), 0.015);
    CHECK_NEAR(drift[1], 0.15 * cos(70.0 * PI / 180.0), 0.015);
}

TEST(what_cannot_be_wound_is_refused)
{
#define ROUND(target, more) "{\"wind\": {\"active\": \"tip\", \"target\": \"" target "\"" more "}}"
    static const struct {
        const char *text, *words;
        bool read; // it can be read, and fails when it is played
    } faults[] = {
        {STRIP(HANDS, ROUND("pole", ", \"turns\": 3, \"angle\": 75")), "the cloth is too short: 3 turns",
         true},
        {STRIP(HANDS, ROUND("pole", ", \"turns\": 1, \"angle\": 20")), "the cloth is too short", true},
        {STRIP(HANDS, ROUND("far", "")), "m from where it would leave \"far\"", true},
        {STRIP(HANDS, ROUND("box", "")), "winds cloth round a box or a torus", false},
        {STRIP(HANDS, "{\"release\": [\"tip\"]}, " ROUND("pole", "")), "tip", false},
        {STRIP(HANDS, "{\"expect\": {\"winding\": {\"line\": [3], \"obstacle\": \"pole\", \"turns\": 1}}}"),
         "has a single vertex", false},
        {STRIP(HANDS,
               "{\"expect\": {\"winding\": {\"cloth\": \"strip\", \"obstacle\": \"pole\", \"turns\": 1}}}"),
         "needs a line and an obstacle", false},
        {STRIP(HANDS, "{\"expect\": {\"winding\": {\"line\": \"v0\", \"target\": \"x\", \"turns\": 1}}}"),
         "needs a line and an obstacle", false},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        bight_scene *scene = NULL;
        bight_play *play = NULL;
        bight_error error = {0};
        bight_play_def def = bight_play_def_default();
        bight_status status =
            bight_scene_parse(faults[i].text, strlen(faults[i].text), NULL, NULL, &scene, &error);
        CHECK((status == BIGHT_OK) == faults[i].read);
        if (status == BIGHT_OK) {
            CHECK(bight_play_create(scene, &def, &play, &error) == BIGHT_OK);
            for (bool more = true; more && status == BIGHT_OK;) {
                status = bight_play_step(play, &more, &error);
            }
        }
        if (status == BIGHT_OK || strstr(error.message, faults[i].words) == NULL) {
            fail_msg("%d: status %d: %s", (int)i, (int)status, error.message);
        }
        bight_play_destroy(play);
        bight_scene_destroy(scene);
    }
}

RUN_TESTS(unit(the_tip_of_a_strip_is_wound_round_a_bar_that_moves),
          unit(the_sign_says_which_screw_it_becomes), unit(what_cannot_be_wound_is_refused))
