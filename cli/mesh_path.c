// SPDX-License-Identifier: MIT

#include "cli/mesh_path.h"

#include "bight/geodesic.h"
#include "bight/io.h"

#include <string.h>

static bool take_point(const char *option, const char *text, bight_vec3 *point)
{
    double n[3];
    if (cli_numbers(text, n, 3) != 3) {
        cli_say(NULL, 0, "%s is \"%s\": give X,Y,Z", option, cli_show_start(text, 80).text);
        return false;
    }
    *point = (bight_vec3){n[0], n[1], n[2]};
    return true;
}

static bool take_number(const char *option, const char *text, double *number)
{
    if (text != NULL && cli_numbers(text, number, 1) != 1) {
        cli_say(NULL, 0, "%s is \"%s\": give a number", option, cli_show_start(text, 80).text);
        return false;
    }
    return true;
}

static bool write_points(const bight_env *env, const char *out, const bight_geodesic *way)
{
    bight_curve curve = {way->points, way->count, false};
    bight_bytes bytes;
    bight_error error = {0};
    if (bight_write_xyz(env, &curve, 1, "a way over a mesh", &bytes, &error) != BIGHT_OK) {
        cli_say(out, 0, "%s", error.message);
        return false;
    }
    bool good = cli_write_file(out, bytes.data, bytes.size);
    bight_bytes_free(&env->allocator, &bytes);
    return good;
}

static void print_way(const bight_geodesic *way, bool json)
{
    if (!json) {
        printf("%.10g m, %d points%s\n", way->length, (int)way->count,
               way->stopped ? ", stopped at a border" : "");
        return;
    }
    cli_json out = {.out = stdout};
    cli_json_open(&out, NULL, '{');
    cli_json_number(&out, "length", way->length);
    cli_json_number(&out, "turned_degrees", 360.0 * way->turned);
    cli_json_number(&out, "bend_degrees", 360.0 * way->bend);
    cli_json_boolean(&out, "stopped", way->stopped);
    cli_json_integer(&out, "triangles", way->triangles);
    cli_json_open(&out, "points", '[');
    for (int32_t i = 0; i < way->count; i++) {
        cli_json_open(&out, NULL, '[');
        cli_json_number(&out, NULL, way->points[i].x);
        cli_json_number(&out, NULL, way->points[i].y);
        cli_json_number(&out, NULL, way->points[i].z);
        cli_json_close(&out, ']');
    }
    cli_json_close(&out, ']');
    cli_json_close(&out, '}');
    printf("\n");
}

int cli_mesh_way(const bight_env *env, const char *file, const bight_cloth_mesh *mesh,
                 const cli_mesh_path *path)
{
    bight_geodesic_def def = {.hull = path->hull};
    bight_vec3 to, along;
    if (path->from == NULL) {
        cli_say(NULL, 0, "mesh path needs --from X,Y,Z");
        return CLI_USAGE;
    }
    bool good = take_point("--from", path->from, &def.from) &&
                (path->to == NULL || take_point("--to", path->to, &to)) &&
                (path->along == NULL || take_point("--along", path->along, &along)) &&
                take_number("--length", path->length, &def.length) &&
                take_number("--offset", path->offset, &def.offset);
    if (!good) {
        return CLI_USAGE;
    }
    if (path->out != NULL &&
        (strlen(path->out) < 4 || strcmp(path->out + strlen(path->out) - 4, ".xyz") != 0)) {
        cli_say(NULL, 0, "--out %s: mesh path writes .xyz", cli_show_start(path->out, 80).text);
        return CLI_USAGE;
    }
    def.to = path->to != NULL ? &to : NULL;
    def.along = path->along != NULL ? &along : NULL;
    bight_geodesic way;
    bight_error error = {0};
    if (bight_geodesic_find(env, mesh, &def, &way, &error) != BIGHT_OK) {
        return cli_input_error(file, &error);
    }
    good = path->out == NULL || write_points(env, path->out, &way);
    print_way(&way, path->json);
    bight_geodesic_free(&env->allocator, &way);
    return good ? CLI_DONE : CLI_FAILED;
}
