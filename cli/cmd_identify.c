// SPDX-License-Identifier: MIT
// bight identify: which knot is in a file, a stream, a code?

#include "cli/identify_read.h"
#include "cli/atlas.h"
#include "cli/knots.h"

#include <string.h>

enum {
    JSON,
    SVG,
    CLOSURE,
    LOCALISE,
    SEED,
    THREADS,
    TIMEOUT,
    MEMORY,
    FIELDS,
    EFFORT,
    ATLAS,
    FORMAT,
    APART,
    TOGETHER,
    MODELS,
    PD,
    DT,
    GAUSS,
    BRAID
};
static const cli_option options[] = {
    {"--json", NULL, "One JSON object a line on stdout, with codes and invariants."},
    {"--svg", "OUT.svg", "Draw the reduced diagram; a second one as OUT-2.svg and so on."},
    {"--closure", "WAY",
     "How open ends are joined: far (outside, the default), direct (a straight line), or sphere:N (far, and "
     "count the names from N random sides)."},
    {"--localise", NULL, "Say which stretch of the curve holds the knot, from vertex 1."},
    {"--seed", "S", "Steers the search, never a proved answer. Default 0."},
    {"--threads", "N", "Curves worked on at once, 1 to 64. Default: all processors. Order is kept."},
    {"--timeout", "S", "Most seconds for each invariant of one curve. Default 10; beyond, it is null."},
    {"--memory", "MB", "Most memory for each, in millions of bytes. Default 1000."},
    {"--fields", "LIST",
     "What to compute and print, words with commas between: points, name, factors, linking, crossings, dt, "
     "pd, "
     "alexander, jones, homfly, determinant, signature, arf, closure, confidence, candidates, notes, ms, or "
     "all. "
     "Default: all with --json, else none of the codes and invariants."},
    {"--effort", "N", "Random moves tried on a piece that is not found, 0 to 1000000. Default 400."},
    {"--atlas", "FILE", CLI_ATLAS_DOC},
    {"--format", "F",
     "auto (by content, then ending), xyz, csv, pdb, cif, knotplot, vect, gltf; or a code: pd, pd-cw, dt, "
     "dt-letters, gauss, gauss-signed, braid."},
    {"--apart", NULL, "Name each component by itself, not the link."},
    {"--together", NULL, "Name all curves of a file as one link, also the chains of a PDB or mmCIF file."},
    {"--all-models", NULL, "Every model of a PDB or mmCIF file, not the first alone."},
    {"--pd", "CODE", "Name this planar diagram, \"[[1,5,2,4],[3,1,4,6],[5,3,6,2]]\"."},
    {"--dt", "CODE", "Name this Dowker-Thistlethwaite code, \"4 6 2\" or \"bca\"."},
    {"--gauss", "CODE", "Name this Gauss code, \"1 -2 3 -1 2 -3\"."},
    {"--braid", "CODE", "Name the closure of this braid, \"1 -2 1 -2\"."},
    {NULL, NULL, NULL},
};

// Fields that are made from the reduced diagram.
#define BIT(field) (UINT32_C(1) << (field))
#define FROM_DIAGRAM                                                                                         \
    (BIT(IDENTIFY_DT) | BIT(IDENTIFY_PD) | BIT(IDENTIFY_ALEXANDER) | BIT(IDENTIFY_JONES) |                   \
     BIT(IDENTIFY_HOMFLY) | BIT(IDENTIFY_DETERMINANT) | BIT(IDENTIFY_SIGNATURE) | BIT(IDENTIFY_ARF) |        \
     BIT(IDENTIFY_CANDIDATES))

// What done() needs; lives in the main thread.
typedef struct printer {
    int worst;        // exit code so far
    int32_t pictures; // written
} printer;

static void *open_worker(void *user)
{
    (void)user;
    return bight_knot_workspace_new(NULL);
}

static void close_worker(void *worker)
{
    bight_knot_workspace_free(worker);
}

static void work(void *worker, void *job)
{
    identify_job *one = job;
    if (cli_interrupted()) {
        one->status = BIGHT_ERROR_STOPPED; // of the queue, nothing more is begun
    } else {
        identify_work(worker, job);
    }
}

static void done(void *user, void *job)
{
    printer *p = user;
    const identify_job *one = job;
    int code = one->status == BIGHT_ERROR_STOPPED ? CLI_DONE : identify_print(job, &p->pictures);
    p->worst = code > p->worst ? code : p->worst;
    identify_free(job);
}

static bool read_format(const char *word, identify_reader *reader)
{
    if (word == NULL) {
        return true;
    }
    bight_curve_format format = bight_curve_format_find(word);
    bight_code_kind kind = bight_code_kind_find(word);
    if (format == BIGHT_CURVE_FORMAT_COUNT && kind == BIGHT_CODE_COUNT) {
        cli_say(NULL, 0, "--format is \"%.40s\": see bight help identify for the formats there are", word);
        return false;
    }
    if (format != BIGHT_CURVE_FORMAT_COUNT) {
        reader->format = format;
    } else {
        reader->kind = kind;
    }
    return true;
}

static bool read_wish(const cli_args *args, identify_wish *wish)
{
    static const char *const ways[] = {"far", "direct", "sphere:N"};
    int64_t seed = 0, directions = 0, effort = 400;
    const char *closure = args->values[CLOSURE] != NULL ? args->values[CLOSURE] : ways[0];
    bool sphere = strncmp(closure, "sphere:", 7) == 0;
    if (!cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &seed) ||
        (sphere && !cli_integer("--closure sphere", closure + 7, 1, 100000, &directions))) {
        return false;
    }

    wish->json = args->values[JSON] != NULL;
    wish->fields = wish->json ? IDENTIFY_ALL : 0;
    if (!cli_integer("--effort", args->values[EFFORT], 0, 1000000, &effort) ||
        !identify_read_fields(args->values[FIELDS], &wish->fields)) {
        return false;
    }

    int32_t way = sphere ? 0 : cli_word("--closure", closure, ways, 3);
    if (way < 0) {
        return false;
    }

    double seconds = 0.0, megabytes = 0.0;
    if (!cli_positive("--timeout", args->values[TIMEOUT], &seconds) ||
        !cli_positive("--memory", args->values[MEMORY], &megabytes)) {
        return false;
    }

    megabytes = megabytes > 1e9 ? 1e9 : megabytes;
    wish->budget = (bight_budget){.seconds = seconds, .bytes = (int64_t)(1e6 * megabytes)};
    wish->directions = (int32_t)directions;
    wish->localise = args->values[LOCALISE] != NULL;
    wish->options.seed = (uint64_t)seed;
    wish->options.closure = way == 0 ? BIGHT_KNOT_CLOSURE_FAR : BIGHT_KNOT_CLOSURE_DIRECT;
    wish->closure = closure;
    wish->options.effort = effort > 0 ? (int32_t)effort : -1;
    wish->options.name_only = true; // invariants come from the reduced diagram, those that are asked for
    wish->svg = args->values[SVG];
    wish->diagram = (wish->fields & FROM_DIAGRAM) != 0 || wish->svg != NULL;
    return true;
}

static int feed(const cli_args *args, identify_reader *reader)
{
    static const struct {
        int32_t option;
        bight_code_kind kind;
    } codes[] = {
        {PD, BIGHT_CODE_PD}, {DT, BIGHT_CODE_DT}, {GAUSS, BIGHT_CODE_GAUSS}, {BRAID, BIGHT_CODE_BRAID}};
    int worst = CLI_DONE;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *text = args->values[codes[i].option];
        int code = text != NULL ? identify_read_code(reader, text, codes[i].kind) : CLI_DONE;
        worst = code > worst ? code : worst;
    }
    for (int32_t i = 0; i < args->file_count && !cli_interrupted(); i++) {
        int code = cli_is_knot_name(args->files[i]) ? CLI_INPUT : identify_read(reader, args->files[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int identify(const cli_args *args)
{
    bool code = args->values[PD] != NULL || args->values[DT] != NULL || args->values[GAUSS] != NULL ||
                args->values[BRAID] != NULL;
    int64_t threads = cli_processors();
    identify_wish wish = {0};
    identify_reader reader = {.wish = &wish, .kind = BIGHT_CODE_COUNT, .apart = args->values[APART] != NULL};
    reader.all_models = args->values[MODELS] != NULL;
    reader.together = args->values[TOGETHER] != NULL;
    if (reader.together && (reader.apart || reader.all_models)) {
        cli_say(NULL, 0, "--together names one link a file: leave out %s",
                reader.apart ? "--apart" : "--all-models");
        return CLI_USAGE;
    }
    if (args->file_count == 0 && !code) {
        cli_say(NULL, 0, "identify has no file: bight identify FILE, or - for stdin");
        return CLI_USAGE;
    }
    if (!cli_integer("--threads", args->values[THREADS], 1, 64, &threads) || !read_wish(args, &wish) ||
        !read_format(args->values[FORMAT], &reader)) {
        return CLI_USAGE;
    }
    cli_atlas atlas;
    int opened = cli_open_atlas(args->values[ATLAS], &atlas);
    if (opened != CLI_DONE) {
        cli_close_atlas(&atlas);
        return opened;
    }
    wish.options.atlas = atlas.atlas;
    printer p = {0};
    const cli_pool_def def = {(int32_t)threads, open_worker, close_worker, work, done, &p};
    reader.pool = cli_pool_open(&def);
    if (reader.pool == NULL) {
        cli_say(NULL, 0, "no memory to begin");
        cli_close_atlas(&atlas);
        return CLI_FAILED;
    }
    int worst = feed(args, &reader);
    cli_pool_close(reader.pool);
    cli_close_atlas(&atlas);
    worst = worst > p.worst ? worst : p.worst;
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}

const cli_verb cli_verb_identify = {
    "identify",
    "identify FILE... [--json] [--fields LIST] [--svg OUT.svg] [--closure far|direct|sphere:N] [--localise] "
    "[--threads N] "
    "[--format F]",
    "Name the knot in each curve or code of files, of stdin (-), or of --pd, --dt, --gauss, --braid. "
    "\"unknown\" is an answer, not a failure.",
    options,
    identify,
    NULL};
