// SPDX-License-Identifier: MIT
// bight bench wrap: wraps and objects, from the rehearsal to the object that hangs in its cloth.

#include "bench/bench.h"
#include "cli/wrap_files.h"
#include "cli/wrap_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_OBJECTS 16
#define MOST_SIZES 8

typedef struct bench_wish {
    const char *names[CLI_MOST_NAMES], *objects[MOST_OBJECTS];
    int32_t columns[MOST_SIZES]; // squares along a side
    int32_t name_count, object_count, size_count;
    double thickness; // metres; 0: as the program says
    bool preview, every_object, json;
    int64_t steps, threads;
} bench_wish;

typedef struct row {
    const char *wrap, *object;
    int32_t columns, vertices;
    int exit;
    char problem[240];
    bool cut; // by --steps
    double thickness;
    double geodesics, rehearse, folding, cloth, judging; // seconds
    double simulated, greatest, bytes;                   // seconds, seconds, a vertex
    double coverage, stretch, most_stretch;
    bight_play_cloth_totals totals;
    char knot[BIGHT_KNOT_MAX_NAME], hash[20];
} row;

// One wrap while it is played.
typedef struct bench {
    cli_wrapping *w;
    cli_stage stage;
    const bench_wish *wish;
    double judging; // seconds, of states
    row *row;
} bench;

// One thread: the processor's time, which other work does not disturb. More: the clock on the wall.
static double now(const bench_wish *wish)
{
    return wish->threads > 1 ? cli_seconds() : (double)clock() / CLOCKS_PER_SEC;
}

// ---- one wrap ---------------------------------------------------------------------------------------

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    bench *b = user;
    double begun = now(b->wish);
    cli_wrap_see(b->w, &b->stage, play, event);
    b->judging += now(b->wish) - begun;
}

static int play_all(bench *b, bight_play *play, bight_error *error)
{
    row *r = b->row;
    bool more = true;
    bight_status status = BIGHT_OK;
    cli_summary nothing = {0};
    while (more && status == BIGHT_OK && !cli_interrupted() && !r->cut) {
        double begun = now(b->wish), judged = b->judging;
        status = bight_play_step(play, &more, error);
        double took = now(b->wish) - begun - (b->judging - judged);
        r->cloth += took;
        if (more && status == BIGHT_OK) {
            r->greatest = fmax(r->greatest, took);
            r->simulated += bight_play_cloth_report(play).time;
            r->cut = b->wish->steps > 0 && bight_play_get_cloth_totals(play).cycles >= b->wish->steps;
        }
        cli_progress(bight_play_get_progress(play).fraction, "wrapping");
    }
    cli_progress(0.0, NULL);
    r->totals = bight_play_get_cloth_totals(play);
    (void)bight_play_cloth_positions(play, 0, &r->vertices);
    r->bytes = (double)bight_cloth_world_memory(bight_play_cloth_world(play)) / r->vertices;
    snprintf(r->hash, sizeof r->hash, "%016llx", (unsigned long long)bight_play_hash(play));
    r->judging = b->judging;
    if (status == BIGHT_OK && !r->cut) {
        status = cli_wrap_judge(b->w, &nothing, error);
    }
    if (status == BIGHT_ERROR_EXPECT) {
        snprintf(r->problem, sizeof r->problem, "%.239s", error->message);
        r->exit = CLI_FAILED;
        return CLI_DONE;
    }
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(r->wrap, error);
}

static int play(bench *b, const bight_scene *scene)
{
    bight_error error = {0};
    bight_play *playing = NULL;
    bight_play_def def = bight_play_def_default();
    def.env.threads = (int32_t)b->wish->threads;
    def.env.watch = cli_env()->watch;
    def.event = on_event;
    def.user = b;
    b->stage.scene = scene;
    int code = bight_play_create(scene, &def, &playing, &error) == BIGHT_OK
                   ? play_all(b, playing, &error)
                   : cli_input_error(b->row->wrap, &error);
    bight_play_destroy(playing);
    return code;
}

// What is refused is a result, too: exit code 3 and the reason. All else ends the bench.
static int refused(row *r, bight_status status, const bight_error *error)
{
    if (status != BIGHT_ERROR_INVALID && status != BIGHT_ERROR_PARSE) {
        return status == BIGHT_OK ? CLI_DONE : cli_input_error(r->wrap, error);
    }
    snprintf(r->problem, sizeof r->problem, "%.239s", error->message);
    r->exit = CLI_INPUT;
    return CLI_DONE;
}

static int rehearse(bench *b, bight_mesh *mesh, bight_wrap_plan *plan, bight_bytes *text, bight_bytes *object)
{
    row *r = b->row;
    bight_error error = {0};
    bight_wrap_wish asked = {
        .columns = r->columns, .thickness = b->wish->thickness, .preview = b->wish->preview};
    double begun = now(b->wish);
    bight_status status = bight_wrap_rehearse(cli_env(), b->w->program, &asked, mesh, plan, &error);
    r->rehearse = now(b->wish) - begun;
    r->columns = plan->columns;
    r->thickness = plan->thickness;
    if (status == BIGHT_OK) {
        // the part of it that finds the lines, again
        bight_geodesic ways[BIGHT_WRAP_CORNERS];
        begun = now(b->wish);
        status = bight_wrap_lines(cli_env(), mesh, plan, ways, &error);
        r->geodesics = now(b->wish) - begun;
        for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
            bight_geodesic_free(NULL, &ways[k]);
        }
    }
    status = status == BIGHT_OK ? bight_wrap_scene(NULL, b->w->program, plan, text, &error) : status;
    status = status == BIGHT_OK ? bight_write_obj(NULL, mesh, object, &error) : status;
    return refused(r, status, &error);
}

static int measure(const bench_wish *wish, const bight_wrap_program *program, cli_wrapping *w, row *r)
{
    bench b = {.w = w, .wish = wish, .row = r};
    bight_mesh mesh = {0};
    bight_bytes text = {0}, object = {0};
    bight_wrap_plan plan = {0};
    bight_scene *scene = NULL;
    cli_wrap_begin(w, program, r->object);
    r->coverage = r->stretch = (double)NAN; // until a state is reached
    w->plan = &plan;
    w->mesh = &mesh;
    int code = cli_open_object(r->object, &mesh);
    code = code == CLI_DONE ? rehearse(&b, &mesh, &plan, &text, &object) : code;
    if (code == CLI_DONE && r->exit == CLI_DONE) {
        bight_error error = {0};
        double begun = now(wish);
        bight_status status = cli_read_wrap_scene(&text, &object, &scene, &error);
        r->folding = now(wish) - begun;
        status = status == BIGHT_OK ? cli_wrap_check_start(w, scene, &error) : status;
        code = refused(r, status, &error);
    }
    if (code == CLI_DONE && r->exit == CLI_DONE) {
        code = play(&b, scene);
    }
    r->most_stretch = w->most_stretch;
    if (w->state_count > 0) {
        const cli_wrap_state *last = &w->states[w->state_count - 1];
        r->coverage = last->coverage;
        r->stretch = last->stretch;
        snprintf(r->knot, sizeof r->knot, "%s", last->knots[0]);
    }
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
    bight_bytes_free(NULL, &object);
    bight_mesh_free(NULL, &mesh);
    return code;
}

// ---- what is printed --------------------------------------------------------------------------------

static void print_json(const row *r, cli_json *json)
{
    int64_t steps = r->totals.cycles;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "wrap", r->wrap);
    cli_json_text(json, "object", r->object);
    cli_json_integer(json, "vertices", (int64_t)(r->columns + 1) * (r->columns + 1));
    cli_json_number(json, "thickness", r->thickness);
    if (r->cut) {
        cli_json_text(json, "exit", NULL);
    } else {
        cli_json_integer(json, "exit", r->exit);
    }
    cli_json_text(json, "problem", r->problem[0] != '\0' ? r->problem : NULL);
    cli_json_open(json, "seconds", '{');
    cli_json_number(json, "geodesics", r->geodesics);
    cli_json_number(json, "rehearse", r->rehearse);
    if (steps > 0) {
        cli_json_number(json, "folding", r->folding);
        cli_json_number(json, "cloth", r->cloth);
        cli_json_number(json, "judging", r->judging);
    }
    cli_json_close(json, '}');
    if (steps > 0) {
        cli_json_integer(json, "steps", steps);
        cli_json_integer(json, "uncertified", steps - r->totals.certified);
        cli_json_number(json, "mean_step", r->cloth / (double)steps);
        cli_json_number(json, "greatest_step", r->greatest);
        cli_json_number(json, "us_per_vertex_step", 1e6 * r->cloth / ((double)steps * r->vertices));
        cli_json_number(json, "bytes_per_vertex", r->bytes);
        cli_json_number(json, "simulated_seconds", r->simulated);
        cli_json_number(json, "seconds_per_simulated_second", r->cloth / r->simulated);
        cli_json_number(json, "coverage", r->coverage);
        cli_json_number(json, "stretch", r->stretch);
        cli_json_number(json, "most_stretch", r->most_stretch);
        cli_json_text(json, "knot", r->knot[0] != '\0' ? r->knot : NULL);
        cli_json_text(json, "hash", r->hash);
    }
    cli_json_close(json, '}');
}

static void print(const row *r, cli_json *json)
{
    int64_t steps = r->totals.cycles;
    const char *end = r->cut ? "cut off, " : r->exit == CLI_DONE ? "good, " : "exit 1, ";
    if (json != NULL) {
        print_json(r, json);
    } else if (steps == 0) {
        printf("%s, %s, %dx%d: exit %d, %s\n", r->wrap, r->object, (int)r->columns + 1, (int)r->columns + 1,
               r->exit, r->problem);
    } else {
        printf(
            "%s, %s, %dx%d: %s%.1f s (rehearse %.3f, folding %.2f, cloth %.1f, judging %.2f), %lld steps, "
            "mean %.1f ms, greatest %.0f ms, %.0f bytes a vertex, %.0f s a simulated second, coverage %.3f, "
            "stretch %.3f, at most %.3f, %s%s\n",
            r->wrap, r->object, (int)r->columns + 1, (int)r->columns + 1, end,
            r->rehearse + r->folding + r->cloth + r->judging, r->rehearse, r->folding, r->cloth, r->judging,
            (long long)steps, 1e3 * r->cloth / (double)steps, 1e3 * r->greatest, r->bytes,
            r->cloth / r->simulated, r->coverage, r->stretch, r->most_stretch,
            r->knot[0] != '\0' ? r->knot : "no knot", r->problem[0] != '\0' ? ": " : "");
        if (r->problem[0] != '\0') {
            printf("    %s\n", r->problem);
        }
    }
    fflush(stdout);
}

// ---- which ------------------------------------------------------------------------------------------

// A list that is full, or an option without its value.
static bool may_take(const char *option, int32_t count, int32_t most, bool given)
{
    if (!given) {
        cli_say(NULL, 0, "bench wrap: %s needs a value", option);
    } else if (count >= most) {
        cli_say(NULL, 0, "bench wrap: %s: at most %d are taken", option, (int)most);
    }
    return given && count < most;
}

static bool read_wish(int argc, char **argv, bench_wish *wish)
{
    bool good = true;
    for (int i = 0; i < argc && good; i++) {
        bool given = i + 1 < argc;
        const char *value = given ? argv[i + 1] : "";
        if (strcmp(argv[i], "--json") == 0) {
            wish->json = true;
        } else if (strcmp(argv[i], "--preview") == 0) {
            wish->preview = true;
        } else if (strcmp(argv[i], "--objects") == 0) {
            wish->every_object = true;
        } else if (strcmp(argv[i], "--object") == 0) {
            good = may_take(argv[i], wish->object_count, MOST_OBJECTS, given);
            if (good) {
                wish->objects[wish->object_count++] = value;
            }
            i++;
        } else if (strcmp(argv[i], "--cloth") == 0) {
            good = may_take(argv[i], wish->size_count, MOST_SIZES, given) &&
                   cli_wrap_columns(value, &wish->columns[wish->size_count++]);
            i++;
        } else if (strcmp(argv[i], "--thickness") == 0) {
            good = cli_positive("--thickness", value, &wish->thickness);
            i++;
        } else if (strcmp(argv[i], "--steps") == 0) {
            good = cli_integer("--steps", value, 1, 1000000, &wish->steps);
            i++;
        } else if (strcmp(argv[i], "--threads") == 0) {
            good = cli_integer("--threads", value, 1, 64, &wish->threads);
            i++;
        } else if (argv[i][0] != '-') {
            good = may_take("names of wraps", wish->name_count, CLI_MOST_NAMES, true);
            if (good) {
                wish->names[wish->name_count++] = argv[i];
            }
        } else {
            cli_say(NULL, 0,
                    "bench wrap: %s is not an option: use --json, --object NAME, --objects, --cloth CxR, "
                    "--thickness M, --preview, --steps N, --threads N and names of wraps",
                    cli_show_start(argv[i], 60).text);
            good = false;
        }
    }
    return good;
}

// The i-th object that a wrap is played with; NULL after the last.
static const char *object_of(const bench_wish *wish, const bight_wrap_program *program, int32_t i)
{
    if (wish->every_object) {
        const bight_wrap_object *object = bight_wrap_object_at(i);
        return object != NULL ? object->name : NULL;
    }
    if (wish->object_count == 0) {
        return i == 0 ? program->object : NULL;
    }
    return i < wish->object_count ? wish->objects[i] : NULL;
}

static int measure_wrap(const bench_wish *wish, const char *name, cli_wrapping *w, cli_json *json)
{
    bight_wrap_file *file = NULL;
    int code = cli_open_wrap(NULL, name, &file);
    const bight_wrap_program *program = code == CLI_DONE ? bight_wrap_file_program(file) : NULL;
    for (int32_t i = 0; code == CLI_DONE; i++) {
        const char *object = object_of(wish, program, i);
        if (object == NULL) {
            break;
        }
        for (int32_t k = 0; k == 0 || k < wish->size_count; k++) {
            row r = {.wrap = name, .object = object, .columns = wish->columns[k]};
            code = cli_interrupted() ? CLI_INTERRUPTED : measure(wish, program, w, &r);
            if (code != CLI_DONE || cli_interrupted()) {
                break;
            }
            print(&r, json);
        }
    }
    bight_wrap_close(file);
    return code;
}

int bench_wrap(int argc, char **argv)
{
    bench_wish wish = {.threads = 1};
    static char listed[CLI_MOST_NAMES][CLI_NAME];
    if (!read_wish(argc, argv, &wish)) {
        return CLI_USAGE;
    }
    int code = wish.name_count == 0 ? cli_list_wraps(NULL, listed, &wish.name_count) : CLI_DONE;
    for (int32_t i = 0; i < wish.name_count && code == CLI_DONE && wish.names[i] == NULL; i++) {
        wish.names[i] = listed[i];
    }
    cli_wrapping *w = calloc(1, sizeof *w);
    cli_json json = {.out = stdout};
    if (w == NULL) {
        cli_say(NULL, 0, "no memory for a wrap");
        code = CLI_FAILED;
    }
    if (wish.json && code == CLI_DONE) {
        cli_json_open(&json, NULL, '[');
    }
    for (int32_t i = 0; i < wish.name_count && code == CLI_DONE && !cli_interrupted(); i++) {
        code = measure_wrap(&wish, wish.names[i], w, wish.json ? &json : NULL);
    }
    if (wish.json && w != NULL) {
        cli_json_close(&json, ']');
    }
    free(w);
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}
