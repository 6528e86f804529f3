// SPDX-License-Identifier: MIT
// Playing a scene and leaving what came of it: what `run` and `tie` share.

#include "cli/playing.h"
#include "cli/cloths.h"
#include "cli/forces.h"
#include "cli/namer.h"
#include "cli/still.h"

#include <stdlib.h>
#include <string.h>

#define NAME_EVERY 100    // cycles between two looks whose names go into the summary
#define MOTION_FRAMES 60  // of run.glb
#define NAME_SECONDS 0.05 // between two looks for the progress line

typedef struct run {
    const char *path, *folder; // folder is NULL for no files
    bool quiet, json;
    const cli_playing *wish;
    cli_stage stage;
    cli_film film, reel; // the reel is for the animation
    cli_summary summary;
    cli_forces forces;
    cli_namer *namer;
    double looked_at; // seconds
    bool no_pictures; // said once
    bool lost;        // a file could not be written
    double pictures;  // seconds spent on stills
    char knot[496];   // of the first rope, or how the cloth is: for the progress line
} run;

// ---- while it runs ----------------------------------------------------------------------------------

// The card's name goes with the finished knot: in the stills that by custom show it, when all has held so
// far.
static const char *called(const bight_scene *scene, const bight_play *play, const char *still)
{
    static const char *const finished[] = {"loose", "drawn", "tight", "close"};
    bool named = false;
    for (size_t i = 0; i < sizeof finished / sizeof *finished && scene->knot != NULL; i++) {
        named = named || strcmp(still, finished[i]) == 0;
    }
    int32_t count;
    const bight_play_check *checks = bight_play_checks(play, &count);
    for (int32_t i = 0; i < count; i++) {
        named = named && checks[i].holds;
    }
    return named ? scene->knot->name : NULL;
}

static void take_still(run *r, const bight_play *play, const char *name, double close)
{
    if (r->folder == NULL || r->no_pictures) {
        return;
    }
    char file[100];
    bool unsupported = false;
    snprintf(file, sizeof file, "%s.png", name);
    cli_progress(bight_play_get_progress(play).fraction, "taking a picture");
    double start = cli_seconds();
    cli_hold_on(true); // a signal would else end the run with nothing written
    cli_stage_look(&r->stage, play);
    bool good =
        cli_write_still(&r->stage, r->folder, file, close, called(r->stage.scene, play, name), &unsupported);
    cli_hold_on(false);
    r->pictures += cli_seconds() - start;
    r->no_pictures = unsupported;
    r->lost = r->lost || (!good && !unsupported);
    if (good) {
        cli_summary_file(&r->summary, file);
    }
}

// What the film's last picture is called: as its last still is.
static const char *last_called(const run *r, const bight_play *play)
{
    const bight_scene *scene = r->stage.scene;
    const char *name = NULL;
    for (int32_t i = 0; i < scene->script_count; i++) {
        name = scene->script[i].still != NULL ? scene->script[i].still : name;
    }
    bight_play_progress progress = bight_play_get_progress(play);
    return name != NULL && progress.step == progress.step_count ? called(scene, play, name) : NULL;
}

static void print_check(const run *r, const bight_play_check *check)
{
    if (!r->quiet && !r->json) {
        cli_progress(0.0, NULL);
        printf("step %d: %s: expected %s, found %s%s\n", (int)check->step + 1, cli_show(check->what).text,
               cli_show(check->expected).text, cli_show(check->found).text,
               check->holds ? "" : ": does not hold");
        fflush(stdout);
    }
}

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    run *r = user;
    if (r->wish->see != NULL) {
        if (event->kind == BIGHT_PLAY_STILL) {
            cli_stage_look(&r->stage, play);
        }
        r->wish->see(r->wish->user, &r->stage, play, event);
    }
    switch (event->kind) {
    case BIGHT_PLAY_STILL:
        take_still(r, play, event->words, r->stage.scene->script[event->step].close);
        break;
    case BIGHT_PLAY_CHECK:
        print_check(r, event->check);
        break;
    case BIGHT_PLAY_STEP_ENDS:
        if (event->words[0] != '\0' && !r->quiet && !r->json) {
            cli_progress(0.0, NULL);
            printf("step %d: %s\n", (int)event->step + 1, cli_show(event->words).text);
            fflush(stdout);
        }
        break;
    case BIGHT_PLAY_RETRY:
        if (!r->quiet && !r->json) {
            cli_progress(0.0, NULL);
            printf("again, after: %s\n", cli_show(event->words).text);
            fflush(stdout);
        }
        break;
    default:
        break;
    }
}

static void on_name(void *user, int64_t cycle, int32_t rope, const bight_play_knot *knot, bool changed)
{
    run *r = user;
    if (changed) {
        cli_summary_knot(&r->summary, cycle, rope, knot);
    }
    if (rope == 0) {
        const char *words = knot->words.everyday[0] != '\0' ? knot->words.everyday : knot->words.qualifier;
        snprintf(r->knot, sizeof r->knot, "%s%s%s", knot->name, words[0] != '\0' ? ", " : "", words);
    }
}

static void show_progress(run *r, const bight_play *play)
{
    bight_play_progress progress = bight_play_get_progress(play);
    double now = cli_seconds();
    if (progress.cycles % NAME_EVERY == 0) {
        cli_namer_look(r->namer, play, progress.cycles, true);
        r->looked_at = now;
    } else if (now - r->looked_at >= NAME_SECONDS) {
        cli_namer_look(r->namer, play, progress.cycles, false);
        r->looked_at = now;
    }
    cli_namer_hear(r->namer);
    char words[160];
    if (r->stage.scene->cloth_count > 0) {
        bight_cloth_report cloth = bight_play_cloth_report(play);
        snprintf(r->knot, sizeof r->knot, "%d contacts, %d intersections", (int)cloth.contacts,
                 (int)cloth.intersections);
    }
    snprintf(words, sizeof words, "step %d of %d, cycle %lld, %.60s", (int)progress.step + 1,
             (int)progress.step_count, (long long)progress.cycles, r->knot);
    cli_progress(progress.fraction, words);
}

static bight_status play_all(run *r, bight_play *play, bight_error *error)
{
    bool more = true;
    bight_status status = BIGHT_OK;
    cli_film_see(&r->film, play, true);
    cli_film_see(&r->reel, play, true);
    cli_namer_look(r->namer, play, 0, true);
    while (more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, error);
        if (more) {
            cli_film_see(&r->film, play, false);
            cli_film_see(&r->reel, play, false);
            cli_forces_see(&r->forces, play, false);
            show_progress(r, play);
        }
    }
    cli_namer_look(r->namer, play, bight_play_get_progress(play).cycles, true);
    cli_film_see(&r->film, play, true);
    cli_film_see(&r->reel, play, true);
    cli_forces_see(&r->forces, play, true);
    cli_hold_on(true);
    cli_progress(0.0, NULL);
    return more && status == BIGHT_OK ? BIGHT_ERROR_STOPPED : status;
}

// ---- what it leaves ---------------------------------------------------------------------------------

// A file was written, or could not be.
static void leave(run *r, const char *name, bool good)
{
    if (good) {
        cli_summary_file(&r->summary, name);
    }
    r->lost = r->lost || !good;
}

static void write_results(run *r, const bight_play *play)
{
    cli_stage_look(&r->stage, play);
    if (r->stage.scene->rope_count > 0) {
        leave(r, "final.xyz", cli_write_xyz(&r->stage, r->folder, "final.xyz", r->stage.scene->title));
    }

    if (r->stage.scene->cloth_count > 0) {
        leave(r, "cloths.json", cli_write_cloths(&r->stage, r->folder, "cloths.json"));
        leave(r, "final.obj", cli_write_obj(&r->stage, r->folder, "final.obj"));
    }

    if (r->wish->pc2 && r->stage.scene->cloth_count > 0 && cli_film_frames(&r->reel) > 0) {
        leave(r, "run.pc2", cli_write_pc2(&r->stage, &r->reel, r->folder, "run.pc2"));
    }

    r->stage.tension = r->wish->tension ? play : NULL;
    leave(r, "final.glb", cli_write_glb(&r->stage, r->folder, "final.glb"));
    if (cli_film_frames(&r->reel) > 1) {
        bool left_out = false;
        if (cli_write_motion(&r->reel, &r->stage, r->folder, "run.glb", &left_out)) {
            if (!left_out) {
                cli_summary_file(&r->summary, "run.glb");
            }
        } else {
            r->lost = true;
        }
    }

    if (r->film.count > 0 && !r->no_pictures) {
        char path[4096];
        bool unsupported = false;
        cli_join(path, sizeof path, r->folder, "run.mp4");
        if (cli_film_write(&r->film, &r->stage, path, r->stage.scene->view->fps, last_called(r, play),
                           &unsupported)) {
            cli_summary_file(&r->summary, "run.mp4");
        } else if (!unsupported) {
            r->lost = true;
        }
    }

    r->summary.interrupted = r->summary.interrupted || cli_interrupted();
    r->stage.reel = &r->reel;
    if (r->wish->leave != NULL && !r->wish->leave(r->wish->user, r->folder, &r->stage, &r->summary)) {
        r->lost = true;
    }

    r->lost = !cli_summary_write(&r->summary, r->folder) || r->lost;
}

// The last state in a file of its own, wherever that is.
static bool write_model(run *r, const bight_play *play)
{
    char folder[4096];
    const char *path = r->wish->model, *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder) {
        cli_say(NULL, 0, "the path of the model is too long");
        return false;
    }
    memcpy(folder, path, length);
    folder[length] = '\0';
    cli_stage_look(&r->stage, play);
    return cli_write_glb(&r->stage,
                         slash == NULL ? "."
                         : length == 0 ? "/"
                                       : folder,
                         slash != NULL ? slash + 1 : path);
}

static int play_scene(run *r, const bight_scene *scene, const bight_play_def *def)
{
    bight_error error = {0};
    bight_play *play = NULL;
    if (bight_play_create(scene, def, &play, &error) != BIGHT_OK) {
        return cli_input_error(r->path, &error);
    }

    bool there = r->folder == NULL || cli_make_folder(r->folder);
    if (!there || (r->forces.path != NULL && !cli_has_folder(r->forces.path))) {
        bight_play_destroy(play);
        return CLI_FAILED;
    }

    double start = cli_seconds();
    const cli_namer_def naming = {r->stage.scene->rope_count, def->seed, on_name, r};
    r->namer = cli_namer_open(&naming);
    bight_status status = r->namer != NULL ? play_all(r, play, &error) : BIGHT_ERROR_NO_MEMORY;
    double seconds = cli_seconds() - start - r->pictures;
    cli_namer_close(r->namer);
    cli_summary_end(&r->summary, play, status, &error, seconds);
    if (r->wish->judge != NULL && status == BIGHT_OK) {
        status = r->wish->judge(r->wish->user, &r->summary, &error);
        r->summary.status = status;
        r->summary.error = error;
    }

    r->lost = !cli_forces_write(&r->forces) || r->lost;
    r->summary.tension = r->wish->tension;
    if (r->folder != NULL) {
        write_results(r, play);
    }
    if (r->wish->model != NULL) {
        r->lost = !write_model(r, play) || r->lost;
    }
    if (r->json) {
        cli_summary_print(&r->summary, stdout);
    } else {
        cli_summary_line(&r->summary, stdout);
    }

    cli_summary_warn(&r->summary);
    bool interrupted = r->summary.interrupted;
    bight_play_destroy(play);
    if (status != BIGHT_OK && status != BIGHT_ERROR_STOPPED) {
        cli_say(r->path, error.line, "%s", error.message);
    }
    return interrupted ? CLI_INTERRUPTED : status != BIGHT_OK || r->lost ? CLI_FAILED : CLI_DONE;
}

int cli_play(const cli_playing *wish, const bight_scene *scene)
{
    run r = {.wish = wish, .path = wish->path, .folder = wish->folder, .knot = "?"};
    r.quiet = wish->quiet;
    r.json = wish->json;
    cli_progress_quiet(r.quiet);
    bight_play_def def = bight_play_def_default();
    def.env.threads = (int32_t)wish->threads;
    def.env.watch = cli_env()->watch;
    def.seed = (uint64_t)wish->seed;
    def.event = on_event;
    def.user = &r;
    cli_summary_begin(&r.summary, r.path, scene, wish->seed);
    for (int32_t i = 0; i < scene->doubt_count; i++) {
        cli_say(r.path, 0, "%s", scene->doubts[i]);
    }

    r.summary.more = wish->print;
    r.summary.more_user = wish->user;
    int32_t wanted = wish->frames >= 0 ? (int32_t)wish->frames : scene->view->frames;
    int code = CLI_FAILED;
    bool table = cli_forces_open(&r.forces, scene, wish->forces, wish->forces_every);
    if (table && cli_stage_open(&r.stage, scene)) {
        if (cli_film_open(&r.film, scene, r.folder != NULL ? wanted : 0)) {
            if (cli_film_open(&r.reel, scene, r.folder != NULL ? MOTION_FRAMES : 0)) {
                code = play_scene(&r, scene, &def);
                cli_film_close(&r.reel);
            }
            cli_film_close(&r.film);
        }
        cli_stage_close(&r.stage);
    }

    cli_forces_close(&r.forces);
    cli_summary_free(&r.summary);
    return code;
}
