// SPDX-License-Identifier: MIT
// bight render: a picture or a film of a curve or a scene.

#include "cli/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT, AT, RADIUS, CLOSE, FRAMES, WIDTH, HEIGHT };
static const cli_option options[] = {
    {"-o", "FILE", "Where to: .png for a picture, .mp4 for a film. Required."},
    {"--at", "WHEN", "Of a scene, picture its start or, after running it, its end. Default start."},
    {"--radius", "R", "Of the rope in an .xyz file. Default: half of the mean link."},
    {"--close", "D", "Of a picture: show D rope diameters around the most tangled place. Default: all."},
    {"--frames", "N", "Of a film of a scene. Default: what the scene says, else 150."},
    {"--width", "N", "Pixels, even. Default: what the scene says, else 1280, for films 640."},
    {"--height", "N", "Pixels, even. Default: what the scene says, else 720, for films 360."},
    {NULL, NULL, NULL},
};

#define MOST_BYTES ((size_t)1 << 30)

/// What to draw, from the arguments.
typedef struct order {
    const char *path, *output;
    bool film, at_end;
    double radius, close; // close is NaN for all
    int64_t frames, width, height;
} order;

// a scene has a size for films and one for pictures
static bool size_stage(cli_stage *stage, const order *o)
{
    const bight_scene_view *view = stage->scene->view;
    stage->width = o->width > 0 ? (int32_t)o->width : o->film ? view->film_width : view->width;
    stage->height = o->height > 0 ? (int32_t)o->height : o->film ? view->film_height : view->height;
    if (stage->width % 2 != 0 || stage->height % 2 != 0) {
        cli_say(NULL, 0, "a picture of %d x %d: give even numbers", (int)stage->width, (int)stage->height);
    }
    return stage->width % 2 == 0 && stage->height % 2 == 0;
}

// ---- scenes -----------------------------------------------------------------------------------------

static int film_code(bool good)
{
    return !good ? CLI_FAILED : cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

static int draw_play(const order *o, cli_stage *stage, bight_play *play)
{
    bool unsupported, more = true;
    bight_error error = {0};
    bight_status status = BIGHT_OK;
    cli_film film;
    int32_t frames = o->frames > 0 ? (int32_t)o->frames : stage->scene->view->frames;
    if (!cli_film_open(&film, stage->scene, !o->film ? 0 : frames > 0 ? frames : 150)) {
        return CLI_FAILED;
    }

    film.width = stage->width;
    film.height = stage->height;
    cli_film_see(&film, play, true);
    while ((o->film || o->at_end) && more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, &error);
        cli_film_see(&film, play, false);
        cli_progress(bight_play_get_progress(play).fraction, "running the scene");
    }

    cli_progress(0.0, NULL);
    cli_film_see(&film, play, true);
    cli_stage_look(stage, play);
    bool good = o->film ? cli_film_write(&film, stage, o->output, stage->scene->view->fps, NULL, &unsupported)
                        : cli_write_png(stage, NULL, o->output, o->close, &unsupported);
    cli_film_close(&film);
    if (status != BIGHT_OK) {
        // the picture is of what happened up to there
        cli_say(o->path, error.line, "%s", error.message);
        return CLI_FAILED;
    }
    return film_code(good);
}

static int draw_scene(const order *o)
{
    bight_scene *scene;
    int code = cli_read_scene(o->path, &scene);
    if (code != CLI_DONE) {
        return code;
    }
    if (!isnan(o->close) && scene->rope_count == 0) {
        cli_say(o->path, 0, "--close counts in rope diameters, and the scene has no rope: leave it out");
        bight_scene_destroy(scene);
        return CLI_USAGE;
    }
    bight_error error = {0};
    bight_play *play = NULL;
    cli_stage stage;
    if (bight_play_create(scene, NULL, &play, &error) != BIGHT_OK) {
        code = cli_input_error(o->path, &error);
    } else if (!cli_stage_open(&stage, scene)) {
        code = CLI_FAILED;
    } else {
        code = size_stage(&stage, o) ? draw_play(o, &stage, play) : CLI_USAGE;
        cli_stage_close(&stage);
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    return code;
}

// ---- curves -----------------------------------------------------------------------------------------

static double mean_link(const bight_curves *curves)
{
    double length = 0.0;
    int64_t links = 0;
    for (int32_t i = 0; i < curves->curve_count; i++) {
        bight_curve curve = bight_curves_at(curves, i);
        for (int32_t k = 1; k < curve.count; k++) {
            bight_vec3 a = curve.points[k - 1], b = curve.points[k];
            length += sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
            links++;
        }
    }
    return links > 0 ? length / (double)links : 0.0;
}

// The curves of a file on a stage: side by side, or one at a time as frames of a film.
typedef struct curve_frames {
    const bight_curves *curves;
    cli_moment *moment;
} curve_frames;

static const cli_moment *curve_moment(void *user, int32_t index)
{
    curve_frames *frames = user;
    frames->moment->curves[0] = bight_curves_at(frames->curves, index);
    return frames->moment;
}

static bool draw_on(const order *o, const bight_curves *curves, cli_stage *stage)
{
    bool unsupported;
    if (o->film) {
        curve_frames user = {curves, &stage->moment};
        cli_frames frames = {.count = curves->curve_count, .look = curve_moment, .user = &user};
        return cli_write_film(stage, &frames, o->output, stage->scene->view->fps, &unsupported);
    }
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        stage->moment.curves[i] = stage->scene->ropes[i].curve;
    }
    return cli_write_png(stage, NULL, o->output, o->close, &unsupported);
}

// A scene that holds just the curves, for the stage. A picture of a trajectory shows its last frame.
static int draw_curves(const order *o, const bight_curves *curves)
{
    int32_t first = curves->frames ? curves->curve_count - 1 : 0, count = curves->curve_count - first;
    bight_scene_view view = {.from = {0.4, 0.6, 1.0},
                             .up = {0, 1, 0},
                             .margin = 0.1,
                             .width = 1280,
                             .height = 720,
                             .film_width = 640,
                             .film_height = 360,
                             .fps = 30};
    bight_scene_rope *ropes = calloc((size_t)count, sizeof *ropes);
    if (ropes == NULL) {
        cli_say(o->path, 0, "no memory for the picture");
        return CLI_FAILED;
    }

    double radius = o->radius > 0.0 ? o->radius : 0.5 * mean_link(curves);
    for (int32_t i = 0; i < count; i++) {
        ropes[i].curve = bight_curves_at(curves, first + i);
        ropes[i].radius = radius;
        ropes[i].color = -1;
    }

    bight_scene scene = {.ropes = ropes, .rope_count = count, .view = &view};
    cli_stage stage;
    int code = CLI_FAILED;
    if (cli_stage_open(&stage, &scene)) {
        code = !size_stage(&stage, o) ? CLI_USAGE : film_code(draw_on(o, curves, &stage));
        cli_stage_close(&stage);
    }

    free(ropes);
    return code;
}

static int draw_file(const order *o)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_curves curves = {0};
    if (bight_read_file(NULL, o->path, MOST_BYTES, &bytes, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    bight_status status = bight_read_xyz(NULL, bytes.data, bytes.size, &curves, &error);
    bight_bytes_free(NULL, &bytes);
    if (status != BIGHT_OK) {
        return cli_input_error(o->path, &error);
    }
    int code = CLI_INPUT;
    if (o->film && (!curves.frames || curves.curve_count < 2)) {
        cli_say(o->path, 0,
                "a film needs something that moves: give a scene, an .xyz file with several frames, "
                "or a .png to draw to");
    } else {
        code = draw_curves(o, &curves);
    }
    bight_curves_free(NULL, &curves);
    return code;
}

// ---- arguments --------------------------------------------------------------------------------------

static int render(const cli_args *args)
{
    order o = {.path = args->file_count > 0 ? args->files[0] : NULL,
               .output = args->values[OUTPUT],
               .close = (double)NAN};
    if (args->file_count != 1 || o.output == NULL) {
        cli_say(NULL, 0, "render takes one file and -o: bight render FILE -o X.png");
        return CLI_USAGE;
    }
    o.film = cli_ends_in(o.output, "mp4");
    if (!o.film && !cli_ends_in(o.output, "png")) {
        cli_say(NULL, 0, "-o is \"%s\": give a name that ends in .png or .mp4", o.output);
        return CLI_USAGE;
    }
    static const char *const moments[] = {"start", "end"};
    int32_t at = args->values[AT] != NULL ? cli_word("--at", args->values[AT], moments, 2) : 0;
    if (at < 0 || !cli_positive("--radius", args->values[RADIUS], &o.radius) ||
        !cli_positive("--close", args->values[CLOSE], &o.close) ||
        !cli_integer("--frames", args->values[FRAMES], 1, 100000, &o.frames) ||
        !cli_integer("--width", args->values[WIDTH], 16, 8192, &o.width) ||
        !cli_integer("--height", args->values[HEIGHT], 16, 8192, &o.height)) {
        return CLI_USAGE;
    }
    o.at_end = at == 1;
    return cli_ends_in(o.path, "json") ? draw_scene(&o) : draw_file(&o);
}

const cli_verb cli_verb_render = {
    "render",
    "render FILE|SCENE.json -o X.png|X.mp4 [--at start|end] [--radius R] "
    "[--close D] [--frames N] [--width N] [--height N]",
    "Draw an .xyz file or a scene. A film shows a scene's whole run, or the file's frames.",
    options,
    render,
    NULL};
