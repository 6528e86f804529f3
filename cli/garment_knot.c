// SPDX-License-Identifier: MIT
// A knot tied in a garment: what is asked is laid out as a scene, which is then played like any other.

#include "cli/garment_knot.h"

#include "bight/cloth_mesh_file.h"
#include "bight/dress_knot.h"
#include "cli/garment_scene.h"
#include "cli/playing.h"
#include "cli/templates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_RATE 12.0

typedef struct tying {
    const cli_knot_order *order;
    bight_template *made;
    bight_template_edit edit;
    bight_bytes garment, body, template_text, scene_text;
    bight_cloth_mesh mesh, given; // refined, and as it is in the file
    bight_dress_region regions[CLI_MOST_REGIONS];
    bight_pose pose;
    bight_dress_knot knot;
    double verify, settle;   // seconds
    bight_dress_verdict now; // when the play is over
} tying;

// ---- what is asked --------------------------------------------------------------------------------------

static int open_template(tying *t)
{
    const cli_knot_order *order = t->order;
    bight_template_file *file;
    bight_error error = {0};
    int code = cli_open_template(order->templates, order->template_name, &file);
    if (code != CLI_DONE) {
        return code;
    }
    const bight_template_def *def = bight_template_file_def(file);
    const bight_template_limits limits = {.uniform = order->uniform};
    code = bight_template_make(NULL, def, &limits, &t->made, &error) == BIGHT_OK &&
                   bight_template_write(NULL, def, &t->template_text, &error) == BIGHT_OK
               ? CLI_DONE
               : cli_input_error(order->template_name, &error);
    bight_template_close(file);
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    if (code == CLI_DONE) {
        def = bight_template_definition(t->made);
        memcpy(values, bight_template_values(t->made), (size_t)def->parameter_count * sizeof *values);
    }
    for (int32_t i = 0; i < order->setting_count && code == CLI_DONE; i++) {
        code = cli_set_parameter(order->settings[i], def, values);
    }
    if (code == CLI_DONE && bight_template_set(t->made, values, &t->edit, &error) != BIGHT_OK) {
        code = cli_input_error(NULL, &error);
    }
    if (code == CLI_DONE && t->edit.stopped) {
        cli_say(NULL, 0,
                "--set is reached to %.0f %% only: %s, about [%.3g, %.3g, %.3g]; give values nearer to the "
                "defaults",
                100.0 * t->edit.reached, t->edit.reason, t->edit.place.x, t->edit.place.y, t->edit.place.z);
        code = CLI_INPUT;
    }
    return code;
}

static int refuse_region(const char *text)
{
    cli_say(
        NULL, 0,
        "--region is \"%s\": give STRAND:rect:U,V,ANGLE,L,W[,PAD] or STRAND:circle:U,V,R[,ANGLE], metres and "
        "degrees; STRAND@FROM-TO for a part of it, 0 to 1",
        cli_show_start(text, 80).text);
    return CLI_USAGE;
}

static int find_strand(const tying *t, const char *text, size_t length, int32_t *strand)
{
    const bight_template_def *def = bight_template_definition(t->made);
    char all[300] = "";
    size_t used = 0;
    for (int32_t i = 0; i < def->strand_count; i++) {
        if (strlen(def->strands[i].name) == length && strncmp(def->strands[i].name, text, length) == 0) {
            *strand = i;
            return CLI_DONE;
        }
        int put = used < sizeof all ? snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                               def->strands[i].name)
                                    : 0;
        used += put > 0 ? (size_t)put : 0;
    }
    cli_say(NULL, 0, "--region %s: template %s has no such strand, but %s", cli_show_start(text, length).text,
            def->name, all);
    return CLI_INPUT;
}

static int take_region(tying *t, const char *text, int32_t index)
{
    bight_dress_region *region = &t->regions[index];
    const char *kind = strchr(text, ':'), *rest = kind != NULL ? strchr(kind + 1, ':') : NULL;
    if (rest == NULL) {
        return refuse_region(text);
    }
    double n[6] = {0};
    int32_t count = cli_numbers(rest + 1, n, 6);
    bool rectangle = strncmp(kind, ":rect:", 6) == 0, circle = strncmp(kind, ":circle:", 8) == 0;
    if (!(rectangle && (count == 5 || count == 6)) && !(circle && (count == 3 || count == 4))) {
        return refuse_region(text);
    }
    const char *part = memchr(text, '@', (size_t)(kind - text));
    if (part != NULL) { // STRAND@FROM-TO
        char *end;
        region->part[0] = strtod(part + 1, &end);
        region->part[1] = *end == '-' ? strtod(end + 1, &end) : -1.0;
        if (end != kind) {
            return refuse_region(text);
        }
    }
    int code = find_strand(t, text, (size_t)((part != NULL ? part : kind) - text), &region->strand);
    region->centre[0] = n[0];
    region->centre[1] = n[1];
    if (rectangle) {
        region->kind = BIGHT_REGION_RECTANGLE;
        region->angle = n[2] * CLI_RADIANS;
        region->length = n[3];
        region->width = n[4];
        region->padding = n[5];
        return code;
    }
    region->kind = BIGHT_REGION_CIRCLE;
    region->radius = n[2];
    region->angle = n[3] * CLI_RADIANS;
    for (int32_t i = 0; i < index; i++) { // the second circle of a strand is its other end
        bool other = t->regions[i].kind == BIGHT_REGION_CIRCLE && t->regions[i].strand == region->strand;
        region->end = other ? 1 : region->end;
    }
    return code;
}

static int take_pose(tying *t)
{
    double n[7] = {0};
    int32_t count = t->order->pose != NULL ? cli_numbers(t->order->pose, n, 7) : 3;
    double axis = sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5]);
    if ((count != 3 && count != 7) || (count == 7 && !(axis > 0.0))) {
        cli_say(NULL, 0,
                "--pose is \"%s\": give X,Y,Z or X,Y,Z,AX,AY,AZ,DEG: a place, and a turn about an axis",
                cli_show_start(t->order->pose, 80).text);
        return CLI_USAGE;
    }
    t->pose.position = (bight_vec3){n[0], n[1], n[2]};
    cli_garment_turn(n + 3, &t->pose);
    return CLI_DONE;
}

// ---- the garment ----------------------------------------------------------------------------------------

static int read_mesh(const char *path, bight_bytes *bytes, bight_cloth_mesh *mesh)
{
    bight_error error = {0};
    int code = cli_read_shape(path, bytes);
    if (code == CLI_DONE &&
        bight_read_cloth_mesh(NULL, bytes->data, bytes->size, path, mesh, &error) != BIGHT_OK) {
        code = cli_input_error(path, &error);
    }
    if (code == CLI_DONE && mesh->triangle_count == 0) {
        cli_say(path, 0, "it has no faces: give a mesh of triangles or polygons");
        code = CLI_INPUT;
    }
    return code;
}

static double seconds(void *user)
{
    (void)user;
    return cli_seconds();
}

// Map, place and judge once by ourselves: what is wrong is said before anything is written, in the words of the room.
static int make_knot(tying *t)
{
    bight_cloth_mesh solid = {0};
    bight_mesh body = {0};
    const cli_knot_order *order = t->order;
    bight_error error = {0};
    int code = read_mesh(order->garment, &t->garment, &t->given);
    code = code == CLI_DONE && order->body != NULL ? read_mesh(order->body, &t->body, &solid) : code;
    if (code == CLI_DONE && bight_read_cloth_mesh(NULL, t->garment.data, t->garment.size, order->garment,
                                                  &t->mesh, &error) != BIGHT_OK) {
        code = cli_input_error(order->garment, &error);
    }
    body.positions = solid.positions;
    body.triangles = solid.triangles;
    body.vertex_count = solid.vertex_count;
    body.triangle_count = solid.triangle_count;
    const bight_dress_knot_options options = {
        .mapping = {.thickness = order->thickness, .keep_mesh = order->keep_mesh, .graded = true},
        .scale = order->scale,
        .pose = &t->pose,
        .bodies = &body,
        .body_count = order->body != NULL ? 1 : 0,
        .seconds = seconds};
    if (code == CLI_DONE &&
        bight_dress_knot_make(cli_env(), &t->mesh, t->made, t->regions, order->region_count, &options,
                              &t->knot, &error) != BIGHT_OK) {
        code = cli_input_error(order->garment, &error);
    }
    bight_cloth_mesh_free(NULL, &solid);
    return code;
}

// ---- what it leaves -------------------------------------------------------------------------------------

static bool leave_bytes(const char *folder, const char *name, bight_status status, bight_bytes *bytes,
                        const bight_error *error, cli_summary *summary)
{
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error->message);
        return false;
    }
    bool good = cli_write_bytes(folder, name, bytes);
    if (good) {
        cli_summary_file(summary, name);
    }
    return good;
}

// The garment as it came, with what was added behind it, where it is now; and in all frames. Copies have left.
static bool leave_garment(tying *t, const char *folder, const cli_stage *stage, cli_summary *summary)
{
    bight_cloth_mesh there = t->mesh;
    size_t count = (size_t)there.vertex_count;
    int32_t frames = stage->reel != NULL ? cli_film_frames(stage->reel) : 0;
    bight_vec3 *all = malloc(((size_t)frames + 1) * count * sizeof *all);
    bight_error error = {0};
    if (all == NULL) {
        cli_say(NULL, 0, "no memory for the frames");
        return false;
    }
    memcpy(all, stage->moment.cloths[0], count * sizeof *all);
    for (int32_t i = 0; i < frames; i++) {
        const cli_moment *moment = cli_film_moment(stage->reel, i);
        memcpy(all + ((size_t)i + 1) * count, moment->cloths[0], count * sizeof *all);
    }
    there.positions = all;
    bight_bytes bytes = {0};
    bight_status status = bight_write_cloth_mesh(NULL, &there, BIGHT_MESH_FORMAT_OBJ, NULL, &bytes, &error);
    bool good = leave_bytes(folder, "garment.obj", status, &bytes, &error, summary);
    const bight_mesh_frames run = {all + count, frames, FRAME_RATE};
    if (frames > 0) {
        there.positions = all + count;
        status = bight_write_cloth_mesh(NULL, &there, BIGHT_MESH_FORMAT_GLTF, &run, &bytes, &error);
        good = leave_bytes(folder, "settle.glb", status, &bytes, &error, summary) && good;
        status = bight_write_cloth_mesh(NULL, &there, BIGHT_MESH_FORMAT_PC2, &run, &bytes, &error);
        good = leave_bytes(folder, "settle.pc2", status, &bytes, &error, summary) && good;
    }
    free(all);
    return good;
}

static bool leave(void *user, const char *folder, cli_stage *stage, cli_summary *summary)
{
    tying *t = user;
    t->settle = summary->seconds;
    summary->own_seconds = true;
    bool good = leave_garment(t, folder, stage, summary);
    bight_bytes bytes = {0};
    bight_error error = {0};
    const bight_pipe *pipe = &t->knot.pipe;
    const bight_mesh mesh = {.positions = pipe->positions,
                             .triangles = pipe->triangles,
                             .vertex_count = pipe->vertex_count,
                             .triangle_count = pipe->triangle_count};
    bight_status status = bight_write_obj(NULL, &mesh, &bytes, &error);
    good = leave_bytes(folder, "pipe.obj", status, &bytes, &error, summary) && good;
    for (int32_t i = 0; i < 3; i++) { // written before it was played
        static const char *const names[] = {"scene.json", "cloth.obj", "template.json"};
        cli_summary_file(summary, names[i]);
    }
    return good;
}

static void print_pair(cli_json *json, const char *key, const double pair[2])
{
    cli_json_open(json, key, '[');
    cli_json_number(json, NULL, pair[0]);
    cli_json_number(json, NULL, pair[1]);
    cli_json_close(json, ']');
}

// Of all regions.
static bight_dress_fit whole_fit(const bight_dress_map *map)
{
    bight_dress_fit all = map->fits[0];
    for (int32_t i = 1; i < map->region_count; i++) {
        const bight_dress_fit *fit = &map->fits[i];
        all.hoop[0] = fmin(all.hoop[0], fit->hoop[0]);
        all.hoop[1] = fmax(all.hoop[1], fit->hoop[1]);
        all.axial[0] = fmin(all.axial[0], fit->axial[0]);
        all.axial[1] = fmax(all.axial[1], fit->axial[1]);
        all.packing = fmax(all.packing, fit->packing);
        all.least_radius = fmin(all.least_radius, fit->least_radius);
        all.edge_needed = fmin(all.edge_needed, fit->edge_needed);
    }
    return all;
}

static void print_knot(tying *t, const bight_play *play, cli_json *json)
{
    bight_error error = {0};
    double start = cli_seconds();
    bight_status status = bight_play_dress(play, 0, &t->now, &error);
    t->verify = cli_seconds() - start;
    cli_json_open(json, "knot", '{');
    cli_json_text(json, "wanted", t->knot.before.wanted);
    cli_json_text(json, "before", t->knot.before.name);
    cli_json_text(json, "after", status == BIGHT_OK ? t->now.name : error.message);
    cli_json_boolean(json, "kept", status == BIGHT_OK && t->now.kept);
    if (t->now.failure[0] != '\0') {
        cli_json_text(json, "failure", t->now.failure);
    }
    cli_json_close(json, '}');
}

static void print(void *user, const bight_play *play, cli_json *json)
{
    tying *t = user;
    bight_dress_fit fit = whole_fit(&t->knot.map);
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(play);
    bight_cloth_report report = bight_play_cloth_report(play);
    cli_json_integer(json, "vertices", t->mesh.vertex_count);
    cli_json_integer(json, "refined", t->knot.map.refined);
    print_pair(json, "hoop", fit.hoop);
    print_pair(json, "axial", fit.axial);
    cli_json_open(json, "packing", '{');
    cli_json_number(json, "radius", fit.packing);
    cli_json_number(json, "least", fit.least_radius);
    cli_json_close(json, '}');
    cli_json_open(json, "bend", '[');
    for (int32_t i = 0; i < t->knot.map.region_count; i++) {
        cli_json_number(json, NULL, t->knot.map.fits[i].bend);
    }
    cli_json_close(json, ']');
    cli_json_number(json, "scale", t->knot.scale);
    cli_json_number(json, "edge_needed", fit.edge_needed);
    cli_json_number(json, "border_residual", t->knot.border_residual);
    cli_json_open(json, "push_out", '{');
    cli_json_integer(json, "iterations", t->knot.push.iterations);
    cli_json_number(json, "moved", t->knot.push.moved);
    cli_json_integer(json, "pairs", t->knot.push.pairs);
    cli_json_close(json, '}');
    cli_json_open(json, "intersections", '{');
    cli_json_integer(json, "mapped", t->knot.intersections[0]);
    cli_json_integer(json, "placed", t->knot.intersections[1]);
    cli_json_integer(json, "closed", t->knot.intersections[2]);
    cli_json_integer(json, "final", report.intersections);
    cli_json_close(json, '}');
    cli_json_open(json, "settle", '{');
    cli_json_integer(json, "steps", totals.cycles);
    cli_json_text(json, "outcome", bight_cloth_settled_text(bight_play_settled(play)));
    cli_json_integer(json, "level", totals.level);
    cli_json_integer(json, "clean", totals.clean);
    cli_json_integer(json, "uncertified", totals.doubtful);
    cli_json_close(json, '}');
    cli_json_number(json, "stretch", report.stretch);
    print_knot(t, play, json);
    cli_json_open(json, "seconds", '{');
    cli_json_number(json, "map", t->knot.seconds[0]);
    cli_json_number(json, "place", t->knot.seconds[1]);
    cli_json_number(json, "settle", t->settle);
    cli_json_number(json, "verify", t->verify);
    cli_json_close(json, '}');
}

// ---- all of it ------------------------------------------------------------------------------------------

static bool keep(const char *folder, const char *name, const bight_bytes *bytes)
{
    char path[4096];
    if (!cli_join(path, sizeof path, folder, name)) {
        cli_say(folder, 0, "the path is too long: give a shorter folder");
        return false;
    }
    return cli_write_file(path, bytes->data, bytes->size);
}

static int tie(tying *t)
{
    const cli_knot_order *order = t->order;
    const cli_garment_scene asked = {.order = order,
                                     .made = t->made,
                                     .regions = t->regions,
                                     .pose = &t->pose,
                                     .cloth = {cli_garment_file(order->garment), &t->garment},
                                     .template = {"template.json", &t->template_text},
                                     .body = {"body.obj", &t->body}};
    bight_scene *scene = NULL;
    int code = cli_garment_scene_make(&asked, &t->scene_text, &scene);
    if (code == CLI_DONE && scene->dress[0].mesh->vertex_count != t->mesh.vertex_count) {
        cli_say(order->garment, 0, "the scene has another mesh than the garment: please report this");
        code = CLI_FAILED;
    }
    bool good = code == CLI_DONE && cli_make_folder(order->folder);
    good = good && keep(order->folder, asked.cloth.name, &t->garment) &&
           keep(order->folder, "template.json", &t->template_text) &&
           keep(order->folder, "scene.json", &t->scene_text) &&
           (order->body == NULL || keep(order->folder, "body.obj", &t->body));
    code = code == CLI_DONE && !good ? CLI_FAILED : code;
    if (code == CLI_DONE) {
        char path[4096];
        cli_join(path, sizeof path, order->folder, "scene.json");
        cli_playing wish = {.path = path,
                            .folder = order->folder,
                            .json = order->json,
                            .frames = 0,
                            .threads = order->threads,
                            .leave = leave,
                            .print = print,
                            .user = t};
        code = cli_play(&wish, scene);
        if (!order->json && code != CLI_INTERRUPTED) {
            printf("knot: %s wanted, %s before, %s after\n", t->knot.before.wanted, t->knot.before.name,
                   t->now.name);
        }
    }
    bight_scene_destroy(scene);
    return code;
}

int cli_garment_knot(const cli_knot_order *order)
{
    tying t = {.order = order};
    int code = take_pose(&t);
    code = code == CLI_DONE ? open_template(&t) : code;
    for (int32_t i = 0; i < order->region_count && code == CLI_DONE; i++) {
        code = take_region(&t, order->regions[i], i);
    }
    code = code == CLI_DONE ? make_knot(&t) : code;
    code = code == CLI_DONE ? tie(&t) : code;
    bight_dress_knot_free(NULL, &t.knot);
    bight_template_free(t.made);
    bight_cloth_mesh_free(NULL, &t.mesh);
    bight_cloth_mesh_free(NULL, &t.given);
    bight_bytes_free(NULL, &t.garment);
    bight_bytes_free(NULL, &t.body);
    bight_bytes_free(NULL, &t.template_text);
    bight_bytes_free(NULL, &t.scene_text);
    return code;
}
