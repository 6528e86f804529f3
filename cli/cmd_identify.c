// SPDX-License-Identifier: MIT
// bight identify: which knot is in a file, a stream, a code?

#include "cli/identify_read.h"
#include "cli/identify_chain.h"
#include "cli/identify_progress.h"
#include "cli/identify_shard.h"
#include "cli/identify_table.h"
#include "cli/atlas.h"
#include "cli/everyday.h"
#include "cli/knots.h"

#include <string.h>

enum {
    JSON,
    CSV,
    TSV,
    FRAMES,
    SVG,
    CLOSURE,
    LOCALISE,
    MATRIX,
    STEP,
    BRIDGE,
    KNOTOID,
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
    ATOMS,
    SELECT,
    PD,
    DT,
    GAUSS,
    BRAID,
    CONWAY,
    EVERYDAY,
    INTENDED,
    SHARD,
    OUT,
    RESUME
};
static const cli_option options[] = {
    {"--json", NULL, "One JSON object a line on stdout, with codes and invariants."},
    {"--csv", NULL, "A table on stdout: names of the columns, then a row for each curve, commas between."},
    {"--tsv", NULL, "The same with tabs between."},
    {"--frames", "A:B:C",
     "Of a trajectory or a file of models: every C-th frame from A to B, counted from 1, as in 1:100, ::10 "
     "or 7."},
    {"--svg", "OUT.svg", "Draw the reduced diagram; a second one as OUT-2.svg and so on."},
    {"--closure", "WAY",
     "How open ends are joined: far (outside, the default), direct (a straight line), or in N random ways "
     "whose names "
     "are counted: sphere:N (both ends to one far point), two-point:N (each to its own)."},
    {"--localise", NULL,
     "Say which stretch of the curve holds the knot, from vertex 1, by the closure asked for; of a sum also "
     "each "
     "factor's."},
    {"--matrix", "FILE",
     "Write the knot of every subchain of an open curve: .csv, .svg or .png, and say where slipknots are."},
    {"--step", "N", "Of the matrix: ends at every N-th vertex. Default 1."},
    {"--bridge", "PAIRS",
     "Residues that a bridge joins, 31,96 (more pairs behind ;), or file for the file's own: its "
     "theta-curve's "
     "cycles and lasso."},
    {"--knotoid", "N", "See an open curve from N sides and count Turaev's polynomials of its knotoids."},
    {"--seed", "S", "Steers the search, never a proved answer. Default 0."},
    {"--threads", "N", "Curves worked on at once, 1 to 64. Default: all processors. Order is kept."},
    {"--timeout", "S", "Most seconds for each invariant of one curve. Default 10; beyond, it is null."},
    {"--memory", "MB", "Most memory for each, in millions of bytes. Default 1000."},
    {"--fields", "LIST",
     "What to compute and print, words with commas between: points, name, factors, linking, crossings, dt, "
     "pd, "
     "alexander, jones, homfly, kauffman, determinant, signature, arf, gauss, closure, confidence, "
     "candidates, notes, "
     "ms, or "
     "all. "
     "Default: all but kauffman and gauss with --json, else none of the codes and invariants."},
    {"--effort", "N", "Random moves tried on a piece that is not found, 0 to 1000000. Default 400."},
    {"--atlas", "FILE", CLI_ATLAS_DOC},
    {"--format", "F",
     "auto (by content, then ending), xyz, csv, pdb, cif, knotplot, vect, lammps, gltf, obj, ply, gro, dcd, "
     "xtc, list, ascii; "
     "or a "
     "code: pd, pd-cw, dt, "
     "dt-letters, gauss, gauss-signed, braid."},
    {"--apart", NULL, "Name each component by itself, not the link."},
    {"--together", NULL,
     "Name all curves of a file as one link, also the chains of a PDB or mmCIF file; where frames or models "
     "have several "
     "curves, those of each."},
    {"--all-models", NULL, "Every model of a PDB or mmCIF file, not the first alone."},
    {"--atoms", "NAMES",
     "Of PDB and mmCIF: the atoms that make a chain, P for RNA and DNA, N,CA,C for a backbone. Default CA."},
    {"--select", "PARTS",
     "Of PDB and mmCIF: parts with commas between, CHAIN, CHAIN:FIRST-LAST or CHAIN:FIRST-LAST:ATOM; * is "
     "any chain."},
    {"--pd", "CODE", "Name this planar diagram, \"[[1,5,2,4],[3,1,4,6],[5,3,6,2]]\"."},
    {"--dt", "CODE", "Name this Dowker-Thistlethwaite code, \"4 6 2\" or \"bca\"."},
    {"--gauss", "CODE", "Name this Gauss code, \"1 -2 3 -1 2 -3\"."},
    {"--braid", "CODE", "Name the closure of this braid, \"1 -2 1 -2\"."},
    {"--conway", "CODE", "Name what this is in Conway's notation, \"2 2\", \"3,3,2-\", \".2.20\"."},
    {"--everyday", NULL,
     "Say what people who tie rope call it, with what it holds: of a scene (.json), played to its end, or of "
     "one or two ropes."},
    {"--intended", "NAME",
     "With --everyday: compare it with this knot of the book, and say which crossings are wrong."},
    {"--shard", "I/N",
     "Name the I-th of N equal shares, 1/8 to 8/8, as --json: whole files where there are N or more, else "
     "every N-th "
     "curve. The lines go to shard-I-of-N.jsonl in --out, which appears whole or not at all."},
    {"--out", "DIR", "Of --shard: the folder."},
    {"--resume", NULL, "Of --shard: a share that is there is not worked on again."},
    {NULL, NULL, NULL},
};

// Fields that are made from the reduced diagram.
#define BIT(field) (UINT32_C(1) << (field))
#define FROM_DIAGRAM                                                                                         \
    (BIT(IDENTIFY_DT) | BIT(IDENTIFY_PD) | BIT(IDENTIFY_ALEXANDER) | BIT(IDENTIFY_JONES) |                   \
     BIT(IDENTIFY_HOMFLY) | BIT(IDENTIFY_KAUFFMAN) | BIT(IDENTIFY_DETERMINANT) | BIT(IDENTIFY_SIGNATURE) |   \
     BIT(IDENTIFY_ARF) | BIT(IDENTIFY_CANDIDATES))

// What done() needs; lives in the main thread.
typedef struct printer {
    int worst;        // exit code so far
    identify_shard *shard; // NULL: all is printed
    const identify_reader *reader;
    identify_progress progress;
    identify_pictures pictures;
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
    identify_progress_step(&p->progress, p->reader);
    if (p->shard != NULL && one->status != BIGHT_ERROR_STOPPED) {
        identify_shard_line(p->shard, one);
    }
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
    static const char *const ways[] = {"far", "direct", "sphere:N", "two-point:N"};
    int64_t seed = 0, directions = 0, effort = 400, step = 1, knotoids = 0;
    const char *closure = args->values[CLOSURE] != NULL ? args->values[CLOSURE] : ways[0];
    bool sphere = strncmp(closure, "sphere:", 7) == 0, two = strncmp(closure, "two-point:", 10) == 0;
    if (!cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &seed) ||
        !cli_integer("--knotoid", args->values[KNOTOID], 1, 100000, &knotoids) ||
        !cli_integer("--step", args->values[STEP], 1, 1000000, &step) ||
        (sphere && !cli_integer("--closure sphere", closure + 7, 1, 100000, &directions)) ||
        (two && !cli_integer("--closure two-point", closure + 10, 1, 100000, &directions))) {
        return false;
    }
    const char *matrix = args->values[MATRIX];
    if (matrix != NULL && !cli_ends_in(matrix, "csv") && !cli_ends_in(matrix, "svg") &&
        !cli_ends_in(matrix, "png")) {
        cli_say(NULL, 0, "--matrix is \"%.40s\": give a file that ends in .csv, .svg or .png",
                cli_show_start(matrix, 40).text);
        return false;
    }

    wish->json = args->values[JSON] != NULL || args->values[SHARD] != NULL;
    wish->table = args->values[CSV] != NULL ? ',' : args->values[TSV] != NULL ? '\t' : 0;
    wish->fields = wish->table ? IDENTIFY_TABLE_FIELDS : wish->json ? IDENTIFY_ALL & ~IDENTIFY_DEAR : 0;
    if (!cli_integer("--effort", args->values[EFFORT], 0, 1000000, &effort) ||
        !identify_read_fields(args->values[FIELDS], &wish->fields)) {
        return false;
    }

    int32_t way = sphere || two ? 0 : cli_word("--closure", closure, ways, 4);
    if (way > 1) {
        cli_say(NULL, 0, "--closure %s: say how many closures, as in %s", closure,
                way == 2 ? "sphere:100" : "two-point:100");
        way = -1;
    }
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
    wish->way = two ? BIGHT_KNOT_WAY_TWO_POINT : BIGHT_KNOT_WAY_SPHERE;
    wish->matrix = matrix;
    wish->knotoids = (int32_t)knotoids;
    if (!identify_read_bridges(args->values[BRIDGE], wish)) {
        return false;
    }
    wish->step = (int32_t)step;
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

// Rows hold no lists of their own, and a run writes one kind of answer.
static bool read_table(const cli_args *args)
{
    static const int32_t not_with_it[] = {JSON, SHARD, EVERYDAY, BRIDGE, KNOTOID, CSV};
    int32_t table = args->values[TSV] != NULL ? TSV : args->values[CSV] != NULL ? CSV : -1;
    for (size_t i = 0; table >= 0 && i < sizeof not_with_it / sizeof *not_with_it; i++) {
        int32_t other = not_with_it[i];
        if (other != table && args->values[other] != NULL) {
            cli_say(NULL, 0, "%s has no place for %s: %s", options[table].name, options[other].name,
                    other == BRIDGE || other == KNOTOID ? "use --json" : "leave one of them out");
            return false;
        }
    }
    return true;
}

static int feed(const cli_args *args, identify_reader *reader)
{
    static const struct {
        int32_t option;
        bight_code_kind kind;
        const char *front; // a notation that is no kind of code has its keyword
    } codes[] = {{PD, BIGHT_CODE_PD, ""},
                 {DT, BIGHT_CODE_DT, ""},
                 {GAUSS, BIGHT_CODE_GAUSS, ""},
                 {BRAID, BIGHT_CODE_BRAID, ""},
                 {CONWAY, BIGHT_CODE_AUTO, "Conway: "}};
    int worst = CLI_DONE;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *text = args->values[codes[i].option];
        int code = text != NULL ? identify_read_code(reader, codes[i].front, text, codes[i].kind) : CLI_DONE;
        worst = code > worst ? code : worst;
    }
    for (int32_t i = 0; i < args->file_count && !cli_interrupted(); i++) {
        if (reader->shard != NULL && reader->shard->files && !identify_shard_takes(reader->shard)) {
            continue;
        }
        bool name = cli_is_knot_name(args->files[i]);
        if (name && reader->shard != NULL) {
            reader->shard->unread = true;
        }
        reader->file = i;
        int code = name ? CLI_INPUT : identify_read(reader, args->files[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

// What --shard asks, and what does not go with it.
static bool read_shard(const cli_args *args, identify_shard *shard)
{
    static const int32_t not_with_it[] = {EVERYDAY, SVG, MATRIX};
    if (args->values[SHARD] == NULL) {
        if (args->values[OUT] != NULL || args->values[RESUME] != NULL) {
            cli_say(NULL, 0, "%s belongs to --shard I/N", args->values[OUT] != NULL ? "--out" : "--resume");
            return false;
        }
        return true;
    }
    if (args->values[OUT] == NULL) {
        cli_say(NULL, 0, "--shard has no folder: give one with --out");
        return false;
    }
    for (size_t i = 0; i < sizeof not_with_it / sizeof *not_with_it; i++) {
        if (args->values[not_with_it[i]] != NULL) {
            cli_say(NULL, 0, "--shard writes lines alone: leave out %s", options[not_with_it[i]].name);
            return false;
        }
    }
    if (!identify_shard_read(args->values[SHARD], shard)) {
        return false;
    }

    // threads and shares change nothing of an answer
    const char *words[INTENDED + 1];
    memcpy(words, args->values, sizeof words);
    words[THREADS] = NULL;
    words[JSON] = NULL;
    identify_shard_request(shard, words, INTENDED + 1, args->files, args->file_count);
    return true;
}

static int identify(const cli_args *args)
{
    bool code = args->values[PD] != NULL || args->values[DT] != NULL || args->values[GAUSS] != NULL ||
                args->values[BRAID] != NULL || args->values[CONWAY] != NULL;
    int64_t threads = cli_processors();
    identify_wish wish = {0};
    identify_reader reader = {.wish = &wish, .kind = BIGHT_CODE_COUNT, .apart = args->values[APART] != NULL};
    reader.files = args->file_count;
    reader.all_models = args->values[MODELS] != NULL;
    reader.together = args->values[TOGETHER] != NULL;
    if (reader.together && reader.apart) {
        cli_say(NULL, 0, "--together and --apart: leave one of them out");
        return CLI_USAGE;
    }
    reader.atoms = args->values[ATOMS];
    reader.select = args->values[SELECT];
    const bight_read_options chosen = {.atoms = reader.atoms, .select = reader.select};
    bight_error fault = {0};
    if (bight_read_options_check(&chosen, &fault) != BIGHT_OK) {
        cli_say(NULL, 0, "--%s", cli_show(fault.message).text);
        return CLI_USAGE;
    }
    if (args->file_count == 0 && !code) {
        cli_say(NULL, 0, "identify has no file: bight identify FILE, or - for stdin");
        return CLI_USAGE;
    }
    identify_shard shard = {.old_stdout = -1};
    if (!read_table(args) || !read_shard(args, &shard) ||
        !identify_frames_read(args->values[FRAMES], &reader.frames)) {
        return CLI_USAGE;
    }
    if (args->values[EVERYDAY] != NULL) {
        return everyday_identify(args, args->values[INTENDED], args->values[JSON] != NULL);
    }
    if (args->values[INTENDED] != NULL) {
        cli_say(NULL, 0, "--intended goes with everyday names: add --everyday");
        return CLI_USAGE;
    }
    if (!cli_integer("--threads", args->values[THREADS], 1, 64, &threads) || !read_wish(args, &wish) ||
        !read_format(args->values[FORMAT], &reader)) {
        return CLI_USAGE;
    }
    int before;
    if (args->values[RESUME] != NULL && identify_shard_is_done(&shard, args->values[OUT], &before)) {
        return before;
    }
    cli_atlas atlas;
    int opened = cli_open_atlas(args->values[ATLAS], &atlas);
    if (opened != CLI_DONE) {
        cli_close_atlas(&atlas);
        return opened;
    }
    wish.options.atlas = atlas.atlas;
    wish.threads = (int32_t)threads;
    printer p = {.reader = &reader};
    const cli_pool_def def = {(int32_t)threads, open_worker, close_worker, work, done, &p};
    reader.pool = cli_pool_open(&def);
    if (reader.pool == NULL) {
        cli_say(NULL, 0, "no memory to begin");
        cli_close_atlas(&atlas);
        return CLI_FAILED;
    }
    int worst = CLI_DONE;
    if (args->values[SHARD] != NULL) {
        reader.shard = p.shard = &shard;
        worst = identify_shard_open(&shard, args->values[OUT]);
    }
    if (wish.table) {
        identify_table_head(&wish);
    }
    bool opened_shard = worst == CLI_DONE;
    worst = opened_shard ? feed(args, &reader) : worst;
    cli_pool_close(reader.pool);
    cli_progress(0.0, NULL);
    cli_close_atlas(&atlas);
    worst = worst > p.worst ? worst : p.worst;
    worst = reader.shard != NULL && opened_shard ? identify_shard_close(&shard, worst) : worst;
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}

const cli_verb cli_verb_identify = {
    "identify",
    "identify FILE... [--json | --csv | --tsv] [--frames A:B:C] [--everyday [--intended NAME]] [--fields "
    "LIST] [--svg OUT.svg] [--closure "
    "WAY] [--localise] "
    "[--matrix FILE] "
    "[--threads N] "
    "[--format F] [--shard I/N --out DIR [--resume]]",
    "Name the knot in each curve or code of files, of stdin (-), or of --pd, --dt, --gauss, --braid, "
    "--conway. "
    "\"unknown\" is an answer, not a failure.",
    options,
    identify,
    NULL};
