// SPDX-License-Identifier: MIT
// bight mesh check|repair|convert|path FILE: what is wrong with a mesh of cloth, mending it, and ways over it.

#include "bight/cloth_mesh_file.h"
#include "cli/mesh_path.h"

#include <string.h>

enum {
    OPT_OUT,
    OPT_JSON,
    OPT_THREADS,
    OPT_ALL,
    OPT_FROM,
    OPT_TO,
    OPT_ALONG,
    OPT_LENGTH,
    OPT_HULL,
    OPT_OFFSET
};
enum { CHECK, REPAIR, CONVERT, PATH };

static const cli_option options[] = {
    {"--out", "FILE", "where repair and convert write: .obj, .ply, .glb, .stl, .pc2; path: .xyz"},
    {"--json", NULL, "one JSON object on stdout"},
    {"--threads", "N", "threads to use; default: all processors"},
    {"--all", NULL, "list every fault, not the first 20 of each kind"},
    {"--from", "X,Y,Z", "path: where it begins, at the nearest point of the mesh"},
    {"--to", "X,Y,Z", "path: where it ends; alone: the shortest way"},
    {"--along", "X,Y,Z", "path: the direction in which it sets out; with --to turned as little as possible"},
    {"--length", "M", "path: of the straightest way; with --to the longest that is looked at"},
    {"--hull", NULL, "path: on the convex hull"},
    {"--offset", "M", "path: so far out of the surface"},
    {NULL, NULL, NULL}};

// ---- words ------------------------------------------------------------------------------------------------

// People count faces and vertices from 1, as OBJ does; so does the JSON.
static void print_fault(const bight_mesh_fault *fault)
{
    printf("  ");
    if (fault->face >= 0) {
        printf("face %d", fault->face + 1);
    }
    if (fault->other >= 0) {
        printf(" and face %d", fault->other + 1);
    }
    if (fault->vertex[1] >= 0) {
        printf(", edge of vertices %d and %d", fault->vertex[0] + 1, fault->vertex[1] + 1);
    } else if (fault->vertex[0] >= 0) {
        printf("%svertex %d", fault->face >= 0 ? ", " : "", fault->vertex[0] + 1);
    }
    if (fault->count > 0) {
        printf(" (%d)", fault->count);
    }
    printf("\n");
}

static void print_report(const char *file, const bight_cloth_mesh *mesh, const bight_mesh_report *report,
                         bool all)
{
    printf("%s: %d vertices, %d faces, %d triangles, %d panel%s, %d seam%s, %d border edge%s\n",
           cli_show(file).text, mesh->vertex_count, mesh->face_count, mesh->triangle_count, report->panels,
           report->panels == 1 ? "" : "s", mesh->seam_count, mesh->seam_count == 1 ? "" : "s",
           report->borders, report->borders == 1 ? "" : "s");
    printf("%lld intersection%s along %d contour%s (%d closed), %lld touching\n",
           (long long)report->intersections, report->intersections == 1 ? "" : "s", report->contours,
           report->contours == 1 ? "" : "s", report->closed_contours, (long long)report->touching);
    if (report->left_out > 0) {
        printf("%d triangles were left out of these: folded, or with a vertex not finite\n",
               report->left_out);
    }

    int32_t at = 0;
    for (int32_t kind = 0; kind < BIGHT_MESH_FAULT_COUNT; kind++) {
        if (report->counts[kind] == 0) {
            continue;
        }
        printf("%d %s: %s\n", report->counts[kind], bight_mesh_fault_name((bight_mesh_fault_kind)kind),
               bight_mesh_fault_text((bight_mesh_fault_kind)kind));
        for (int32_t i = 0; i < report->counts[kind]; i++, at++) {
            if (all || i < 20) {
                print_fault(&report->faults[at]);
            } else if (i == 20) {
                printf("  and %d more: --all lists them\n", report->counts[kind] - 20);
            }
        }
    }
}

// ---- JSON -------------------------------------------------------------------------------------------------

static void json_number_from_1(cli_json *json, const char *key, int32_t number)
{
    if (number >= 0) {
        cli_json_integer(json, key, (int64_t)number + 1);
    }
}

static void json_report(cli_json *json, const char *file, const bight_cloth_mesh *mesh,
                        const bight_mesh_report *report, const int32_t *mended)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "file", file);
    cli_json_integer(json, "vertices", mesh->vertex_count);
    cli_json_integer(json, "faces", mesh->face_count);
    cli_json_integer(json, "triangles", mesh->triangle_count);
    cli_json_integer(json, "panels", report->panels);
    cli_json_integer(json, "seams", mesh->seam_count);
    cli_json_integer(json, "border_edges", report->borders);
    cli_json_integer(json, "intersections", report->intersections);
    cli_json_integer(json, "contours", report->contours);
    cli_json_integer(json, "closed_contours", report->closed_contours);
    cli_json_integer(json, "touching", report->touching);
    cli_json_integer(json, "left_out", report->left_out);
    cli_json_open(json, "faults", '[');
    for (int32_t i = 0; i < report->fault_count; i++) {
        const bight_mesh_fault *fault = &report->faults[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "kind", bight_mesh_fault_name(fault->kind));
        json_number_from_1(json, "face", fault->face);
        json_number_from_1(json, "other_face", fault->other);
        json_number_from_1(json, "vertex", fault->vertex[0]);
        json_number_from_1(json, "other_vertex", fault->vertex[1]);
        if (fault->count > 0) {
            cli_json_integer(json, "count", fault->count);
        }
        cli_json_close(json, '}');
    }

    cli_json_close(json, ']');
    if (mended != NULL) {
        cli_json_open(json, "mended", '{');
        for (int32_t kind = 0; kind < BIGHT_MESH_FAULT_COUNT; kind++) {
            if (mended[kind] > 0) {
                cli_json_integer(json, bight_mesh_fault_name((bight_mesh_fault_kind)kind), mended[kind]);
            }
        }
        cli_json_close(json, '}');
    }

    cli_json_close(json, '}');
}

// ---- the verb ---------------------------------------------------------------------------------------------

static int write_mesh(const bight_env *env, const char *path, const bight_cloth_mesh *mesh)
{
    bight_bytes bytes;
    bight_error error = {0};
    bight_mesh_format format = bight_mesh_format_find(path);
    if (format == BIGHT_MESH_FORMAT_COUNT) {
        cli_say(NULL, 0, "--out %s: the ending names no mesh format: .obj, .ply, .glb, .stl or .pc2", path);
        return CLI_USAGE;
    }
    if (bight_write_cloth_mesh(env, mesh, format, NULL, &bytes, &error) != BIGHT_OK) {
        cli_say(path, 0, "%s", error.message);
        return CLI_FAILED;
    }
    bool good = cli_write_file(path, bytes.data, bytes.size);
    bight_bytes_free(&env->allocator, &bytes);
    return good ? CLI_DONE : CLI_FAILED;
}

// A mesh with faults or intersections is an answer, not a failure: but the exit code tells scripts.
static int show(const bight_env *env, const char *file, const bight_cloth_mesh *mesh, const cli_args *args,
                const int32_t *mended)
{
    bight_mesh_report report;
    bight_error error = {0};
    if (bight_mesh_check(env, mesh, &report, &error) != BIGHT_OK) {
        return cli_input_error(file, &error);
    }
    if (args->values[OPT_JSON] != NULL) {
        cli_json json = {.out = stdout};
        json_report(&json, file, mesh, &report, mended);
        printf("\n");
    } else {
        for (int32_t kind = 0; kind < BIGHT_MESH_FAULT_COUNT && mended != NULL; kind++) {
            if (mended[kind] > 0) {
                printf("mended %d %s: %s\n", mended[kind], bight_mesh_fault_name((bight_mesh_fault_kind)kind),
                       bight_mesh_fault_mend((bight_mesh_fault_kind)kind));
            }
        }
        print_report(file, mesh, &report, args->values[OPT_ALL] != NULL);
    }
    bool sound = report.fault_count == 0 && report.intersections == 0 && report.touching == 0;
    bight_mesh_report_free(&env->allocator, &report);
    return sound ? CLI_DONE : CLI_FAILED;
}

static int work_on(const bight_env *env, int32_t what, const char *file, bight_cloth_mesh *mesh,
                   const cli_args *args)
{
    const char *out = args->values[OPT_OUT];
    if (what == PATH) {
        const cli_mesh_path path = {.from = args->values[OPT_FROM],
                                    .to = args->values[OPT_TO],
                                    .along = args->values[OPT_ALONG],
                                    .length = args->values[OPT_LENGTH],
                                    .offset = args->values[OPT_OFFSET],
                                    .out = out,
                                    .hull = args->values[OPT_HULL] != NULL,
                                    .json = args->values[OPT_JSON] != NULL};
        return cli_mesh_way(env, file, mesh, &path);
    }
    bight_error error = {0};
    int32_t mended[BIGHT_MESH_FAULT_COUNT] = {0};
    if (what == REPAIR && bight_mesh_repair(env, mesh, mended, &error) != BIGHT_OK) {
        return cli_input_error(file, &error);
    }
    int code = out != NULL ? write_mesh(env, out, mesh) : CLI_DONE;
    if (code != CLI_DONE || what == CONVERT) {
        return code;
    }
    return show(env, file, mesh, args, what == REPAIR ? mended : NULL);
}

static int run(const cli_args *args)
{
    static const char *const words[] = {"check", "repair", "convert", "path"};
    int64_t threads = cli_processors();
    if (args->file_count != 2) {
        cli_say(NULL, 0, "mesh needs check, repair, convert or path, and a file");
        return CLI_USAGE;
    }

    int32_t what = cli_word("mesh", args->files[0], words, 4);
    if (what < 0 || !cli_integer("--threads", args->values[OPT_THREADS], 1, 64, &threads)) {
        return CLI_USAGE;
    }

    for (int32_t i = OPT_FROM; i <= OPT_OFFSET && what != PATH; i++) {
        if (args->values[i] != NULL) {
            cli_say(NULL, 0, "%s goes with mesh path: leave it away", options[i].name);
            return CLI_USAGE;
        }
    }
    if (what != PATH && (what == CHECK) != (args->values[OPT_OUT] == NULL)) {
        cli_say(NULL, 0,
                what == CHECK ? "mesh check writes nothing: leave --out away"
                              : "mesh %s needs --out: the file itself is left as it is",
                words[what]);
        return CLI_USAGE;
    }

    const char *file = args->files[1];
    const bight_env env = {.threads = (int32_t)threads, .watch = cli_env()->watch};
    bight_bytes bytes;
    int code = cli_read_shape(file, &bytes);
    if (code != CLI_DONE) {
        return code;
    }

    bight_cloth_mesh mesh;
    bight_error error = {0};
    bight_status status = bight_read_cloth_mesh(&env, bytes.data, bytes.size, file, &mesh, &error);
    bight_bytes_free(&env.allocator, &bytes);
    if (status != BIGHT_OK) {
        return cli_input_error(file, &error);
    }

    code = work_on(&env, what, file, &mesh, args);
    bight_cloth_mesh_free(&env.allocator, &mesh);
    return code;
}

const cli_verb cli_verb_mesh = {
    "mesh",
    "mesh check|repair|convert|path FILE [options]",
    "Find what is wrong with a mesh of cloth (OBJ, PLY, glTF), count exactly where it goes through itself, "
    "and mend\n"
    "it when asked. `check` answers 1 when there is a fault, an intersection or a touch. `repair` writes a "
    "mended\n"
    "mesh to --out and shows what is left; `convert` only writes. Faces and vertices are counted from 1. "
    "`path` "
    "finds\n"
    "the shortest or straightest way over the mesh, and the longer way round it.",
    options,
    run,
    NULL};
