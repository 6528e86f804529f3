// SPDX-License-Identifier: MIT
// Stills and films of the command, judged by projecting what is in them.

#include "cli/letters.h"
#include "cli/shots.h"
#include "cli/still.h"
#include "core/random.h"
#include "core/vec3.h"
#include "folder.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a judge of cameras: a pinhole of its own -------------------------------------------------------

// Where a point is in a picture of this camera: halves of its width and height from the middle.
static void project(const bight_camera *camera, double aspect, bight_vec3 at, double out[2])
{
    bight_vec3 ahead = v3_unit(v3_sub(camera->target, camera->eye), v3(0, 0, -1));
    bight_vec3 right = v3_unit(v3_cross(ahead, camera->up), v3(1, 0, 0)), up = v3_cross(right, ahead);
    bight_vec3 to = v3_sub(at, camera->eye);
    double depth = v3_dot(to, ahead) * tan(12.0 * 3.14159265358979323846 / 180.0);
    CHECK(depth > 0.0);
    out[0] = v3_dot(to, right) / (depth * aspect);
    out[1] = v3_dot(to, up) / depth;
}

// ---- stills of examples -----------------------------------------------------------------------------

typedef struct watch {
    const char *name;
    cli_stage *stage;
    double least; // share of the width, of the still that is being judged
    int32_t stills, with_knots, named;
    char words[2000]; // of the last still
} watch;

// The nodes of a knot are in its picture, and take a good part of its width.
static void judge_still(watch *w, double close)
{
    static cli_plan plan;
    static cli_names names;
    CHECK(cli_plan_still(w->stage, close, &plan));
    cli_label_regions(w->stage, &plan, NULL, &names);
    w->stills++;
    w->with_knots += plan.region_count > 0;
    w->words[0] = '\0';
    for (int32_t i = 0; i < plan.region_count; i++) {
        const cli_region *region = &plan.regions[i];
        if (names.words[i][0] != '\0') {
            snprintf(w->words + strlen(w->words), sizeof w->words - strlen(w->words), "%s; ", names.words[i]);
        }
        const cli_panel *best = NULL;
        for (int32_t k = 0; k < plan.panel_count; k++) {
            bool shown = plan.panels[k].region == i || (plan.panels[k].region < 0 && plan.panel_count == 1);
            best = shown ? &plan.panels[k] : best;
        }
        if (best == NULL) {
            continue;
        }
        double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9}, aspect = (double)best->width / best->height;
        for (int32_t c = 0; c < 8; c++) {
            const cli_box *box = &region->box;
            bight_vec3 corner = cli_axes_point(&plan.axes, (c & 1) != 0 ? box->high[0] : box->low[0],
                                               (c & 2) != 0 ? box->high[1] : box->low[1], box->high[2]);
            double at[2];
            project(&best->camera, aspect, corner, at);
            for (int32_t k = 0; k < 2; k++) {
                low[k] = fmin(low[k], at[k]);
                high[k] = fmax(high[k], at[k]);
            }
        }
        bool whole = isnan(close);
        if (whole && (low[0] < -1.0 || low[1] < -1.0 || high[0] > 1.0 || high[1] > 1.0)) {
            fail_msg("%s, still %d: a knot leaves the picture", w->name, (int)w->stills);
        }

        // the greater side counts: some knots are long and upright
        double share = 0.5 * fmax(high[0] - low[0], (high[1] - low[1]) / aspect);
        if (region->crossings > 1) {
            if (share < 0.25) {
                fail_msg("%s, still %d: a knot takes %.0f %% of the width", w->name, (int)w->stills,
                         100 * share);
            }
        }
    }
}

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    watch *w = user;
    if (event->kind == BIGHT_PLAY_STILL) {
        cli_stage_look(w->stage, play);
        cli_stage_pose(w->stage, &w->stage->moment);
        judge_still(w, w->stage->scene->script[event->step].close);
    }
}

// ---- films of examples ------------------------------------------------------------------------------

static void judge_film(const char *name, cli_film *film, cli_stage *stage)
{
    int32_t moving = cli_film_frames(film);
    double aspect = (double)film->width / film->height;
    double *places = malloc(sizeof *places * (size_t)moving),
           *change = malloc(sizeof *change * (size_t)film->count);
    bight_camera *cameras = malloc(sizeof *cameras * (size_t)moving);
    cli_box *sights = malloc(sizeof *sights * (size_t)film->count), none = cli_box_empty();
    cli_axes axes = cli_axes_of(stage->scene->view);
    CHECK(places != NULL && change != NULL && cameras != NULL && sights != NULL);
    CHECK(cli_film_shots(film, stage, &none, moving, places, cameras));
    CHECK(cli_film_sights(film, stage, &axes, sights, change));
    CHECK(places[0] == 0.0 && places[moving - 1] == film->count - 1);
    for (int32_t i = 0; i < moving; i++) {
        CHECK(i == 0 || places[i] >= places[i - 1]);

        // what matters is in the picture
        const cli_box *box = &sights[(int32_t)places[i]];
        for (int32_t c = 0; c < 8; c++) {
            double at[2];
            bight_vec3 corner = cli_axes_point(&axes, (c & 1) != 0 ? box->high[0] : box->low[0],
                                               (c & 2) != 0 ? box->high[1] : box->low[1],
                                               (c & 4) != 0 ? box->high[2] : box->low[2]);
            project(&cameras[i], aspect, corner, at);
            if (fabs(at[0]) > 0.97 || fabs(at[1]) > 0.97) {
                fail_msg("%s, frame %d: what matters is at %.2f, %.2f", name, (int)i, at[0], at[1]);
            }
        }

        // the camera does not jump: its target in the next picture, and its distance
        if (i > 0) {
            double at[2], pan = cli_most_change(CLI_PAN, moving), zoom = cli_most_change(CLI_ZOOM, moving);
            double far = v3_distance(cameras[i].eye, cameras[i].target);
            double before = v3_distance(cameras[i - 1].eye, cameras[i - 1].target);
            project(&cameras[i - 1], 1.0, cameras[i].target, at);
            if (hypot(at[0], at[1]) > 1.5 * pan || fabs(log(far / before)) > zoom + 1e-9) {
                fail_msg("%s, frame %d: the camera jumps by %.3f and %.3f", name, (int)i, hypot(at[0], at[1]),
                         fabs(log(far / before)));
            }
        }
    }

    // no stretch but the very end stands still for long: a sixth of the film never shows less than 2 % of the
    // change
    double whole = 0.0;
    for (int32_t i = 0; i + 1 < film->count; i++) {
        whole += change[i];
    }
    int32_t window = moving / 6;
    for (int32_t i = 0; i + window < moving && whole > 0.0; i++) {
        double here = 0.0;
        for (int32_t k = (int32_t)places[i]; k < (int32_t)ceil(places[i + window]); k++) {
            here += change[k];
        }
        if (here < 0.02 * whole) {
            fail_msg("%s, frames %d to %d: nothing changes", name, (int)i, (int)(i + window));
        }
    }
    free(places);
    free(change);
    free(cameras);
    free(sights);
}

static void play_example(const char *name, watch *w, int32_t frames)
{
    folder examples = {.path = BIGHT_SOURCE_DIR "/examples"};
    bight_scene_files files = folder_files(&examples);
    bight_error error = {0};
    const void *bytes;
    size_t length;
    bight_scene *scene = NULL;
    bight_play *play = NULL;
    cli_stage stage;
    cli_film film;
    CHECK(folder_read(&examples, name, &bytes, &length, &error) == BIGHT_OK);
    CHECK(bight_scene_parse(bytes, length, &files, NULL, &scene, &error) == BIGHT_OK);
    folder_release(&examples, bytes, length);
    CHECK(cli_stage_open(&stage, scene) && cli_film_open(&film, scene, frames));
    *w = (watch){.name = name, .stage = &stage};
    bight_play_def def = bight_play_def_default();
    def.event = on_event;
    def.user = w;
    CHECK(bight_play_create(scene, &def, &play, &error) == BIGHT_OK);
    bool more = true;
    cli_film_see(&film, play, true);
    while (more && bight_play_step(play, &more, &error) == BIGHT_OK) {
        cli_film_see(&film, play, false);
    }
    cli_film_see(&film, play, true);
    if (frames > 0) {
        judge_film(name, &film, &stage);
    }
    bight_play_destroy(play);
    cli_film_close(&film);
    cli_stage_close(&stage);
    bight_scene_destroy(scene);
}

TEST(the_demo_ends_with_both_knots_large_and_named)
{
    watch w;
    play_example("demo.json", &w, LESS_WHEN_CHECKED(120, 30));
    CHECK(w.stills == 6 && w.with_knots == 5);
    assert_string_equal(w.words, "figure-eight knot, 4_1; overhand knot (trefoil), 3_1; ");
}

TEST(knots_are_large_and_films_follow_them)
{
    static const char *const names[] = {"overhand.json",        "figure_eight.json",  "bowline.json",
                                        "prusik.json",          "clove_hitch.json",   "munter_hitch.json",
                                        "granny.json",          "square.json",        "daisy_chain.json",
                                        "spring_overhand.json", "winding_moving.json"};
    int32_t stride = LESS_WHEN_CHECKED(1, 4);
    for (size_t i = 0; i < sizeof names / sizeof *names; i += (size_t)stride) {
        watch w;
        play_example(names[i], &w, LESS_WHEN_CHECKED(90, 20));
        if (w.with_knots == 0) {
            fail_msg("%s: no knot in any still", names[i]);
        }
        // what has a card is not called by its type
        bool typed = strcmp(names[i], "spring_overhand.json") == 0;
        assert_string_equal(w.words, typed ? "overhand knot (trefoil), 3_1; " : "");
    }
}

// ---- regions ----------------------------------------------------------------------------------------

// Two coils of one rope, far apart: each is a region, and what lies between is in neither.
TEST(what_is_far_apart_is_two_regions)
{
    enum { COUNT = 400, COIL = 90 };
    static bight_vec3 points[COUNT];
    bight_vec3 at = v3(-150, 0, 0);
    for (int32_t i = 0; i < COUNT; i++) {
        int32_t turn = i % 200 - 55;
        bool coiled = turn >= 0 && turn < COIL;
        double angle = coiled ? turn * 0.2 : 0.0; // about three turns of radius 5, drawn apart
        points[i] = v3_add(at, v3(5.0 * sin(angle) + 0.3 * angle, 5.0 * (1.0 - cos(angle)), angle));
        at.x += coiled ? 0.0 : 1.0;
    }
    bight_scene_view view = {.from = {0, 0, 1}, .up = {0, 1, 0}, .margin = 0.1};
    bight_scene_rope rope = {.curve = {points, COUNT, false}, .radius = 0.5};
    bight_scene scene = {.ropes = &rope, .rope_count = 1, .view = &view};
    cli_stage stage = {.scene = &scene, .width = 640, .height = 360, .moment = {.curves = &rope.curve}};
    cli_plan plan;
    CHECK(cli_plan_still(&stage, (double)NAN, &plan));
    CHECK(plan.region_count == 2 && plan.panel_count == 3);
    CHECK(plan.regions[0].crossings > 1 && plan.regions[1].crossings > 1);
    CHECK(plan.regions[0].box.high[0] < plan.regions[1].box.low[0] - 60.0);
    CHECK(plan.panels[1].x + plan.panels[1].width < plan.panels[2].x &&
          plan.panels[2].x + plan.panels[2].width == 640);
}

// ---- the path and the time --------------------------------------------------------------------------

TEST(a_path_holds_what_it_follows)
{
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(40, 4); seed++) {
        bi_random random = bi_random_from(seed);
        enum { COUNT = 250 };
        static cli_box boxes[COUNT];
        static cli_lens lenses[COUNT];
        cli_box box = {{0, 0, 0}, {1, 1, 1}};
        for (int32_t i = 0; i < COUNT; i++) {
            if (bi_random_unit(&random) < 0.05) { // another place, a thousand times as large at most
                double size = pow(10.0, 3.0 * bi_random_unit(&random));
                for (int32_t k = 0; k < 3; k++) {
                    box.low[k] = 300.0 * bi_random_unit(&random);
                    box.high[k] = box.low[k] + size;
                }
            }
            boxes[i] = box;
        }
        CHECK(cli_follow(boxes, COUNT, 16.0 / 9.0, 0.1, 0.2, 2.0, lenses));
        for (int32_t i = 0; i < COUNT; i++) {
            const cli_lens *l = &lenses[i];
            CHECK_SEED(l->half >= 2.0 - 1e-9 && l->front >= boxes[i].high[2] - 1e-9, seed);
            CHECK_SEED(boxes[i].high[1] <= l->y + 0.9 * l->half && boxes[i].low[1] >= l->y - 0.9 * l->half,
                       seed);
            CHECK_SEED(boxes[i].high[0] <= l->x + 1.6 * l->half && boxes[i].low[0] >= l->x - 1.6 * l->half,
                       seed);
            if (i > 0) {
                double step = hypot(l->x - l[-1].x, l->y - l[-1].y) / fmin(l->half, l[-1].half);
                CHECK_SEED(fabs(log(l->half / l[-1].half)) <= CLI_ZOOM + 1e-9, seed);
                CHECK_SEED(step <= 1.5 * CLI_PAN, seed);
            }
        }
    }
}

TEST(time_goes_to_what_changes)
{
    enum { MOMENTS = 300, FRAMES = 150 };
    static double change[MOMENTS], places[FRAMES];
    for (int32_t i = 0; i < MOMENTS; i++) {
        change[i] = i < 60 ? 0.02 : i < 100 ? 0.08 : 0.0; // the last two thirds stand still
    }
    cli_film_places(change, MOMENTS, FRAMES, places);
    CHECK(places[0] == 0.0 && places[FRAMES - 1] == MOMENTS - 1);
    int32_t still = 0;
    for (int32_t k = 0; k < FRAMES; k++) {
        CHECK(k == 0 || places[k] > places[k - 1]);
        still += places[k] > 100.0;
    }
    CHECK(still >= 1 && still < FRAMES / 10);

    // when nothing changes at all, time passes evenly
    memset(change, 0, sizeof change);
    cli_film_places(change, MOMENTS, FRAMES, places);
    for (int32_t k = 0; k < FRAMES; k++) {
        CHECK_NEAR(places[k], k * (MOMENTS - 1.0) / (FRAMES - 1.0), 1e-6);
    }
}

// ---- letters ----------------------------------------------------------------------------------------

enum { WIDE = 64, TALL = 64 };

static void write_letter(char c, uint8_t shade, uint8_t *rgb)
{
    const char text[2] = {c, '\0'};
    memset(rgb, shade, 3 * (size_t)WIDE * (size_t)TALL);
    CHECK(cli_text_draw((cli_canvas){rgb, WIDE, TALL}, 20.0, 44.0, 22.0, text));
}

// No two letters look alike, and each is there.
TEST(letters_differ)
{
    static uint8_t rgb[96][3 * WIDE * TALL];
    for (int32_t i = 0; i < 95; i++) {
        write_letter((char)(' ' + i), 128, rgb[i]);
        for (int32_t k = 0; k < i; k++) {
            int32_t apart = 0;
            for (int32_t p = 0; p < WIDE * TALL; p++) {
                apart += abs(rgb[i][3 * p] - rgb[k][3 * p]) > 60;
            }
            if (apart < 12) {
                fail_msg("'%c' looks like '%c'", ' ' + i, ' ' + k);
            }
        }
    }
}

// Dark strokes lie on a light halo whatever is behind: the contrast is at least 4.5 to 1 (WCAG 2.1, 1.4.3).
TEST(words_can_be_read_on_anything)
{
    static uint8_t rgb[3 * WIDE * TALL], plain[3 * WIDE * TALL];
    static const uint8_t shades[] = {0, 60, 128, 255};
    for (size_t s = 0; s < sizeof shades; s++) {
        write_letter('l', shades[s], rgb);
        memset(plain, shades[s], sizeof plain);
        int32_t y = 34; // across the stroke
        double darkest = 255.0, lightest = 0.0;
        for (int32_t x = 14; x < 27; x++) {
            darkest = fmin(darkest, rgb[3 * (y * WIDE + x)]);
            lightest = fmax(lightest, rgb[3 * (y * WIDE + x)]);
        }
        double high = pow(lightest / 255.0, 2.2), low = pow(darkest / 255.0, 2.2);
        CHECK((high + 0.05) / (low + 0.05) >= 4.5);
        CHECK(memcmp(rgb, plain, 3 * WIDE * 8) == 0); // nothing far above it
    }
}

// Text that leaves the canvas is cut off, and what is no ASCII is one mark a character.
TEST(words_stay_on_the_canvas)
{
    static uint8_t rgb[3 * WIDE * TALL + 64];
    memset(rgb, 7, sizeof rgb);
    cli_canvas canvas = {rgb, WIDE, TALL};
    CHECK(cli_text_draw(canvas, -30.0, 2.0, 20.0, "a line that is far too long for it"));
    CHECK(cli_text_draw(canvas, 30.0, 90.0, 20.0, "below"));
    for (int32_t i = 3 * WIDE * TALL; i < (int32_t)sizeof rgb; i++) {
        CHECK(rgb[i] == 7);
    }
    CHECK_NEAR(cli_text_width("\xc3\xa4\xe2\x82\xac", 10.0), cli_text_width("??", 10.0), 1e-12);
    CHECK(cli_text_width("", 10.0) == 0.0);
}

RUN_TESTS(unit(the_demo_ends_with_both_knots_large_and_named), unit(knots_are_large_and_films_follow_them),
          unit(what_is_far_apart_is_two_regions), unit(a_path_holds_what_it_follows),
          unit(time_goes_to_what_changes), unit(letters_differ), unit(words_can_be_read_on_anything),
          unit(words_stay_on_the_canvas))
