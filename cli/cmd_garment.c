// SPDX-License-Identifier: MIT
// bight garment list | make NAME | pattern SPEC.json | knot G.obj: garments made by code and from sewing patterns, and
// knots in them.

#include "bight/garment.h"
#include "bight/garment_file.h"
#include "bight/cloth_mesh_file.h"
#include "bight/suggest.h"
#include "cli/garment_knot.h"
#include "cli/templates.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPT_OUT,
    OPT_EDGE,
    OPT_JSON,
    OPT_JOIN,
    OPT_TEMPLATE,
    OPT_BODY,
    OPT_POSE,
    OPT_KEEP,
    OPT_UNIFORM,
    OPT_SCALE,
    OPT_THICKNESS,
    OPT_THREADS,
    OPT_CYCLES,
    OPT_TEMPLATES,
    OPT_FOLDER
};

static const cli_option options[] = {
    {"-o", "FILE", "where the mesh is written: .obj, .ply, .glb, .stl"},
    {"--edge", "M", "wanted length of edges, metres; default: the garment's own, 0.015 for a pattern"},
    {"--json", NULL, "one JSON object on stdout"},
    {"--join", NULL, "of a pattern: sewn vertices become one, and the cloth is eased to its lengths"},
    {"--template", "NAME", "of a knot: `bight template list` names them, or a file of one"},
    {"--body", "B.obj", "of a knot: what the garment is worn on; with it cloth has weight"},
    {"--pose", "X,Y,Z[,AX,AY,AZ,DEG]", "of a knot: where the template stands, for what no border decides"},
    {"--keep-mesh", NULL, "of a knot: refuse a mesh that is too coarse, do not refine it"},
    {"--uniform", NULL,
     "of a knot: reduce all radii of the pipe alike where there is no room, not only there"},
    {"--scale", "S",
     "of a knot: size of the template; default: so that its strands are as long as the cloth"},
    {"--thickness", "M", "of a knot: of the cloth, metres; default 0.001"},
    {"--threads", "N", "of a knot: 1 to 64, default 1; results do not depend on it"},
    {"--cycles", "N",
     "of a knot: until it must be at rest, default 10000; 60 at most before it is tightened"},
    {"--templates", "DIR", CLI_TEMPLATES_DOC},
    {"--out", "DIR", "of a knot: the folder for all that it leaves"},
    {"--region", "R",
     "of a knot: STRAND:rect:U,V,ANGLE,L,W[,PAD] or STRAND:circle:U,V,R[,ANGLE], cloth for a strand by its "
     "place on "
     "the pattern, metres and degrees; once or more for each strand"},
    {"--set", "K=V", "of a knot: a parameter of the template; as often as needed"},
    {"--size", "K=V", "a size of the garment, metres; as often as needed; `bight garment list` names them"},
    {NULL, NULL, NULL}};

// ---- list -----------------------------------------------------------------------------------------------

static int list(bool json)
{
    cli_json out = {.out = stdout};
    if (json) {
        cli_json_open(&out, NULL, '[');
    }
    for (int32_t g = 0; bight_garment_name(g) != NULL; g++) {
        int32_t count;
        const bight_garment_size *sizes = bight_garment_sizes(g, &count);
        if (!json) {
            printf("%-13s %s (edge %g)\n", bight_garment_name(g), bight_garment_text(g),
                   bight_garment_edge(g));
            for (int32_t i = 0; i < count; i++) {
                printf("    %-12s %-5g  %g to %g: %s\n", sizes[i].name, sizes[i].standard, sizes[i].least,
                       sizes[i].most, sizes[i].doc);
            }
            continue;
        }
        cli_json_open(&out, NULL, '{');
        cli_json_text(&out, "name", bight_garment_name(g));
        cli_json_text(&out, "text", bight_garment_text(g));
        cli_json_number(&out, "edge", bight_garment_edge(g));
        cli_json_open(&out, "sizes", '[');
        for (int32_t i = 0; i < count; i++) {
            cli_json_open(&out, NULL, '{');
            cli_json_text(&out, "name", sizes[i].name);
            cli_json_number(&out, "least", sizes[i].least);
            cli_json_number(&out, "most", sizes[i].most);
            cli_json_number(&out, "default", sizes[i].standard);
            cli_json_text(&out, "doc", sizes[i].doc);
            cli_json_close(&out, '}');
        }
        cli_json_close(&out, ']');
        cli_json_close(&out, '}');
    }
    if (json) {
        cli_json_close(&out, ']');
        printf("\n");
    }
    return CLI_DONE;
}

// ---- what was made --------------------------------------------------------------------------------------

static void print_pattern(const bight_sewing_report *report)
{
    if (report->mean_edge > 0.0) {
        printf("edges %.4g to %.4g m, mean %.4g; least angle %.1f degrees\n", report->shortest_edge,
               report->longest_edge, report->mean_edge, report->least_angle);
    }
    for (int32_t s = 0; s < report->seam_count; s++) {
        const bight_sewing_seam *seam = &report->seams[s];
        if (seam->ease > 0.001) {
            printf("seam %d: %.4f m on %.4f m, ease %.1f %%, %d stitches\n", s + 1, seam->length[0],
                   seam->length[1], 100.0 * seam->ease, seam->divisions + 1);
        }
    }
}

static void show(const char *file, const bight_cloth_mesh *mesh, const bight_sewing_report *report,
                 const bight_mesh_report *checked, bool json)
{
    if (!json) {
        printf("%s: %d vertices, %d triangles, %d piece%s, %d stitch%s, %lld intersection%s\n",
               cli_show(file).text, mesh->vertex_count, mesh->triangle_count, mesh->group_count,
               mesh->group_count == 1 ? "" : "s", mesh->seam_count, mesh->seam_count == 1 ? "" : "es",
               (long long)checked->intersections, checked->intersections == 1 ? "" : "s");
        print_pattern(report);
        return;
    }
    cli_json out = {.out = stdout};
    cli_json_open(&out, NULL, '{');
    cli_json_text(&out, "file", file);
    cli_json_integer(&out, "vertices", mesh->vertex_count);
    cli_json_integer(&out, "triangles", mesh->triangle_count);
    cli_json_open(&out, "pieces", '[');
    for (int32_t i = 0; i < mesh->group_count; i++) {
        cli_json_text(&out, NULL, mesh->names[i].text);
    }
    cli_json_close(&out, ']');
    cli_json_integer(&out, "stitches", mesh->seam_count);
    cli_json_integer(&out, "intersections", checked->intersections);
    cli_json_integer(&out, "touching", checked->touching);
    cli_json_integer(&out, "faults", checked->fault_count);
    if (report->mean_edge > 0.0) {
        cli_json_number(&out, "shortest_edge", report->shortest_edge);
        cli_json_number(&out, "mean_edge", report->mean_edge);
        cli_json_number(&out, "longest_edge", report->longest_edge);
        cli_json_number(&out, "least_angle", report->least_angle);
    }
    cli_json_open(&out, "seams", '[');
    for (int32_t s = 0; s < report->seam_count; s++) {
        const bight_sewing_seam *seam = &report->seams[s];
        cli_json_open(&out, NULL, '{');
        cli_json_number(&out, "first", seam->length[0]);
        cli_json_number(&out, "second", seam->length[1]);
        cli_json_number(&out, "ease", seam->ease);
        cli_json_integer(&out, "divisions", seam->divisions);
        cli_json_close(&out, '}');
    }
    cli_json_close(&out, ']');
    cli_json_close(&out, '}');
    printf("\n");
}

static int finish(const char *file, bight_cloth_mesh *mesh, const bight_sewing_report *report, bool json)
{
    bight_mesh_report checked;
    bight_error error = {0};
    bight_env env = *cli_env();
    env.threads = cli_processors();
    if (bight_mesh_check(&env, mesh, &checked, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    bight_bytes bytes;
    int code = CLI_DONE;
    if (bight_write_cloth_mesh(&env, mesh, bight_mesh_format_find(file), NULL, &bytes, &error) != BIGHT_OK) {
        cli_say(file, 0, "%s", error.message);
        code = CLI_FAILED;
    } else {
        code = cli_write_file(file, bytes.data, bytes.size) ? CLI_DONE : CLI_FAILED;
        bight_bytes_free(&env.allocator, &bytes);
    }
    if (code == CLI_DONE) {
        show(file, mesh, report, &checked, json);
    }
    bight_mesh_report_free(&env.allocator, &checked);
    return code;
}

// ---- make -----------------------------------------------------------------------------------------------

static const char *names[64];

static int32_t find_garment(const char *name)
{
    int32_t count = 0, garment = bight_garment_find(name);
    if (garment < 0) {
        while (count < 64 && bight_garment_name(count) != NULL) {
            names[count] = bight_garment_name(count);
            count++;
        }
        const char *near = bight_suggest(name, names, count, sizeof names[0]);
        cli_say(NULL, 0, "there is no garment %s: %s%s%s`bight garment list` names them", cli_show(name).text,
                near != NULL ? "did you mean " : "", near != NULL ? near : "", near != NULL ? "? " : "");
    }
    return garment;
}

// One K=V; the value of a size that is there.
static bool take_size(int32_t garment, const char *text, double *values)
{
    int32_t count;
    const bight_garment_size *sizes = bight_garment_sizes(garment, &count);
    const char *equals = strchr(text, '=');
    for (int32_t i = 0; i < count && equals != NULL; i++) {
        if (strlen(sizes[i].name) == (size_t)(equals - text) &&
            strncmp(sizes[i].name, text, (size_t)(equals - text)) == 0) {
            return cli_positive("--size", equals + 1, &values[i]);
        }
    }
    char word[64] = "";
    if (equals != NULL && (size_t)(equals - text) < sizeof word) {
        memcpy(word, text, (size_t)(equals - text));
    }
    for (int32_t i = 0; i < count; i++) {
        names[i] = sizes[i].name;
    }
    const char *near = bight_suggest(word, names, count, sizeof names[0]);
    cli_say(NULL, 0, "--size %s: a %s has no such size: %s%s%sK=V with a name of `bight garment list`",
            cli_show(text).text, bight_garment_name(garment), near != NULL ? "did you mean " : "",
            near != NULL ? near : "", near != NULL ? "? " : "");
    return false;
}

static int make(const char *name, double edge, char **sizes, int32_t size_count, const char *file, bool json)
{
    double values[64];
    int32_t garment = find_garment(name), count;
    if (garment < 0) {
        return CLI_INPUT;
    }
    const bight_garment_size *known = bight_garment_sizes(garment, &count);
    for (int32_t i = 0; i < count; i++) {
        values[i] = known[i].standard;
    }
    for (int32_t i = 0; i < size_count; i++) {
        if (!take_size(garment, sizes[i], values)) {
            return CLI_INPUT;
        }
    }
    bight_cloth_mesh mesh;
    bight_sewing_report report;
    bight_error error = {0};
    if (bight_garment_make(cli_env(), garment, edge, values, &mesh, &report, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    int code = finish(file, &mesh, &report, json);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_sewing_report_free(NULL, &report);
    return code;
}

// ---- pattern --------------------------------------------------------------------------------------------

static int cut_pattern(const char *path, double edge, bool join, const char *file, bool json)
{
    bight_bytes bytes;
    int code = cli_read_input(path, &bytes);
    if (code != CLI_DONE) {
        return code;
    }
    bight_sewing pattern;
    bight_cloth_mesh mesh = {0};
    bight_sewing_report report = {0};
    bight_error error = {0};
    bight_status status = bight_read_sewing(cli_env(), bytes.data, bytes.size, &pattern, &error);
    bight_bytes_free(NULL, &bytes);
    for (int32_t s = 0; s < pattern.stitch_count; s++) {
        pattern.stitches[s].joined = join;
    }
    status = status == BIGHT_OK
                 ? bight_sewing_mesh(cli_env(), &pattern, edge > 0.0 ? edge : 0.015, &mesh, &report, &error)
                 : status;
    bight_sewing_free(NULL, &pattern);
    status = status == BIGHT_OK && join ? bight_sewing_ease(cli_env(), &mesh, &error) : status;
    code = status == BIGHT_OK ? finish(file, &mesh, &report, json) : cli_input_error(path, &error);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_sewing_report_free(NULL, &report);
    return code;
}

// ---- the verb -------------------------------------------------------------------------------------------

#define MOST_SIZES 64

// Options that may be given more than once.
enum { SIZES, REGIONS, SETTINGS, MANY };
static const char *const many_names[MANY] = {"--size", "--region", "--set"};

typedef struct many {
    char *items[MANY][MOST_SIZES];
    int32_t counts[MANY];
} many;

static int tie_knot(const cli_args *args, const many *all)
{
    cli_knot_order order = {.garment = args->files[1],
                            .template_name = args->values[OPT_TEMPLATE],
                            .templates = args->values[OPT_TEMPLATES],
                            .body = args->values[OPT_BODY],
                            .pose = args->values[OPT_POSE],
                            .folder = args->values[OPT_FOLDER],
                            .region_count = all->counts[REGIONS],
                            .setting_count = all->counts[SETTINGS],
                            .threads = 1,
                            .cycles = 10000,
                            .keep_mesh = args->values[OPT_KEEP] != NULL,
                            .uniform = args->values[OPT_UNIFORM] != NULL,
                            .json = args->values[OPT_JSON] != NULL};
    if (order.template_name == NULL || order.folder == NULL || order.region_count == 0 ||
        order.region_count > CLI_MOST_REGIONS) {
        cli_say(NULL, 0, "garment knot needs --template, --out and 1 to %d times --region", CLI_MOST_REGIONS);
        return CLI_USAGE;
    }
    if (!cli_positive("--scale", args->values[OPT_SCALE], &order.scale) ||
        !cli_positive("--thickness", args->values[OPT_THICKNESS], &order.thickness) ||
        !cli_integer("--threads", args->values[OPT_THREADS], 1, 64, &order.threads) ||
        !cli_integer("--cycles", args->values[OPT_CYCLES], 1, 1000000, &order.cycles)) {
        return CLI_USAGE;
    }
    for (int32_t i = 0; i < order.region_count; i++) {
        order.regions[i] = all->items[REGIONS][i];
        const char *kind = strchr(order.regions[i], ':'), *rest = kind != NULL ? strchr(kind + 1, ':') : NULL;
        if (rest != NULL && !cli_finite("--region", rest + 1)) {
            return CLI_INPUT;
        }
    }
    for (int32_t i = 0; i < order.setting_count; i++) {
        order.settings[i] = all->items[SETTINGS][i];
    }
    return cli_garment_knot(&order);
}

static int work(const cli_args *args, many *all)
{
    static const char *const words[] = {"list", "make", "pattern", "knot"};
    char **sizes = all->items[SIZES];
    int32_t size_count = all->counts[SIZES];
    double edge = 0.0;
    int32_t what = args->file_count > 0 ? cli_word("garment", args->files[0], words, 4) : -1;
    if (args->file_count == 0) {
        cli_say(NULL, 0, "garment needs list, make and a name, or pattern or knot and a file");
    }
    if (what < 0 || !cli_positive("--edge", args->values[OPT_EDGE], &edge)) {
        return CLI_USAGE;
    }
    if (what == 0) {
        return list(args->values[OPT_JSON] != NULL);
    }
    if (what == 3 && args->file_count == 2) {
        return tie_knot(args, all);
    }
    if (all->counts[REGIONS] + all->counts[SETTINGS] > 0) {
        cli_say(NULL, 0, "--region and --set go with garment knot only");
        return CLI_USAGE;
    }
    const char *file = args->values[OPT_OUT];
    if (what == 1 && args->file_count > 2 && strchr(args->files[2], '=') != NULL) {
        cli_say(NULL, 0, "garment make: %s is no name; a size is given by --size %s",
                cli_show(args->files[2]).text, cli_show(args->files[2]).text);
        return CLI_USAGE;
    }
    if (args->file_count != 2 || file == NULL) {
        cli_say(NULL, 0,
                args->file_count == 2 ? "garment %s needs -o and a file"
                : what == 1           ? "garment %s needs one name: `bight garment list` has them"
                                      : "garment %s needs one file",
                words[what]);
        return CLI_USAGE;
    }
    if (bight_mesh_format_find(file) == BIGHT_MESH_FORMAT_COUNT) {
        cli_say(NULL, 0, "-o %s: the ending names no mesh format: .obj, .ply, .glb, .stl or .pc2",
                cli_show(file).text);
        return CLI_USAGE;
    }
    if (what == 2) {
        if (size_count > 0) {
            cli_say(NULL, 0, "a pattern has no sizes: leave --size away");
            return CLI_USAGE;
        }
        return cut_pattern(args->files[1], edge, args->values[OPT_JOIN] != NULL, file,
                           args->values[OPT_JSON] != NULL);
    }
    return make(args->files[1], edge, sizes, size_count, file, args->values[OPT_JSON] != NULL);
}

// What may be given more than once is taken out before the rest is read.
static int run_raw(int argc, char **argv)
{
    many all = {.counts = {0}};
    int kept = 0;
    for (int i = 0; i < argc; i++) {
        int32_t which = -1;
        for (int32_t m = 0; m < MANY; m++) {
            size_t length = strlen(many_names[m]);
            bool named = strncmp(argv[i], many_names[m], length) == 0;
            which = named && (argv[i][length] == '=' || argv[i][length] == '\0') ? m : which;
        }
        if (which < 0) {
            argv[kept++] = argv[i];
            continue;
        }
        const char *name = many_names[which];
        bool apart = argv[i][strlen(name)] == '\0';
        if ((apart && i + 1 == argc) || all.counts[which] == MOST_SIZES) {
            cli_say(NULL, 0, apart && i + 1 == argc ? "%s has no value" : "%s is given too often", name);
            return CLI_USAGE;
        }
        all.items[which][all.counts[which]++] = apart ? argv[++i] : argv[i] + strlen(name) + 1;
    }
    cli_args args;
    int code = cli_parse(&cli_verb_garment, kept, argv, &args);
    return code == CLI_DONE ? work(&args, &all) : code;
}

const cli_verb cli_verb_garment = {
    "garment",
    "garment list | make NAME | pattern SPEC.json [--join] [--edge M] [--size K=V]... -o FILE | knot G.obj "
    "--template NAME "
    "--region R... [--set K=V]... --out DIR",
    "Make a garment by code: ribbons, scarves, shirts, a coat, a bag, and the body that they are cut for. "
    "Its\n"
    "pieces are groups of the file, its flat pattern is in metres, and its triangles are even. `list` names\n"
    "garments and sizes. `pattern` cuts a sewing pattern (JSON of GarmentCode): panels lie where the file "
    "says,\n"
    "edges that are sewn are divided alike, and stitches are lines of the OBJ, which a scene sews; with "
    "--join they are\n"
    "sewn at once. `knot` ties a template's knot in a garment: regions of its pattern are laid on the "
    "template's pipe, the "
    "cloth\n"
    "settles, is tightened and settles again; DIR gets garment.obj, pipe.obj, settle.glb, settle.pc2, "
    "pictures,\n"
    "summary.json and scene.json, which `bight run` plays to the same hash. What is "
    "out of\n"
    "range or not there is refused with exit code 3.",
    options,
    NULL,
    run_raw};
