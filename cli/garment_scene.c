// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/garment_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOSE_CYCLES 60 // until it is tightened
#define LEAD_CYCLES 600 // of tightening, at most

const char *cli_garment_file(const char *path)
{
    return cli_ends_in(path, "ply")    ? "cloth.ply"
           : cli_ends_in(path, "glb")  ? "cloth.glb"
           : cli_ends_in(path, "gltf") ? "cloth.gltf"
                                       : "cloth.obj";
}

void cli_garment_turn(const double n[4], bight_pose *pose)
{
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), half = 0.5 * CLI_RADIANS * n[3];
    for (int32_t k = 0; k < 3; k++) {
        pose->rotation[k] = length > 0.0 ? sin(half) * n[k] / length : 0.0;
    }
    pose->rotation[3] = length > 0.0 ? cos(half) : 1.0;
}

// ---- the text -------------------------------------------------------------------------------------------

static void put_point(cli_json *json, const char *key, double x, double y, double z)
{
    cli_json_open(json, key, '[');
    cli_json_exact(json, x);
    cli_json_exact(json, y);
    cli_json_exact(json, z);
    cli_json_close(json, ']');
}

// A number to the last bit: cli_json_number() rounds for people.
static void put_exact(cli_json *json, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    fprintf(json->out, "%s\n%*s\"%s\": %s", json->started ? "," : "", 2 * json->depth, "", key, text);
    json->started = true;
}

static void put_cloth(const cli_garment_scene *asked, cli_json *json)
{
    cli_json_open(json, "cloths", '[');
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", "garment");
    cli_json_open(json, "mesh", '{');
    cli_json_text(json, "file", asked->cloth.name);
    cli_json_number(json, "pattern", 1.0);
    cli_json_close(json, '}');
    cli_json_open(json, "material", '{');
    cli_json_number(json, "bend", 2e-5);
    cli_json_close(json, '}');
    cli_json_open(json, "look", '{');
    cli_json_text(json, "color", "#b0253f");
    cli_json_text(json, "weave", "stripes");
    cli_json_number(json, "repeat", 0.02);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
    cli_json_close(json, ']');
    if (asked->order->body != NULL) {
        cli_json_open(json, "obstacles", '[');
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", "body");
        cli_json_open(json, "mesh", '{');
        cli_json_text(json, "file", asked->body.name);
        cli_json_close(json, '}');
        cli_json_close(json, '}');
        cli_json_close(json, ']');
    }
}

static void put_region(const cli_garment_scene *asked, const bight_dress_region *region, cli_json *json)
{
    const bight_template_def *def = bight_template_definition(asked->made);
    bool rectangle = region->kind == BIGHT_REGION_RECTANGLE;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "strand", def->strands[region->strand].name);
    if (region->part[1] > 0.0) {
        put_exact(json, "from", region->part[0]);
        put_exact(json, "to", region->part[1]);
    }
    cli_json_open(json, rectangle ? "rectangle" : "circle", '{');
    put_exact(json, "u", region->centre[0]);
    put_exact(json, "v", region->centre[1]);
    put_exact(json, "angle", region->angle / CLI_RADIANS);
    if (rectangle) {
        put_exact(json, "length", region->length);
        put_exact(json, "width", region->width);
        put_exact(json, "padding", region->padding);
    } else {
        put_exact(json, "radius", region->radius);
        cli_json_text(json, "end", region->end == 1 ? "last" : "first");
    }
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

static void put_dress(const cli_garment_scene *asked, cli_json *json)
{
    const bight_template_def *def = bight_template_definition(asked->made);
    const double *values = bight_template_values(asked->made);
    const bight_pose *pose = asked->pose;
    cli_json_open(json, "dress", '[');
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", "knot");
    cli_json_text(json, "cloth", "garment");
    cli_json_text(json, "template", asked->template.name);
    cli_json_open(json, "set", '[');
    for (int32_t i = 0; i < def->parameter_count; i++) {
        if (values[i] != def->parameters[i].value) {
            cli_json_open(json, NULL, '{');
            cli_json_text(json, "parameter", def->parameters[i].name);
            put_exact(json, "value", values[i]);
            cli_json_close(json, '}');
        }
    }
    cli_json_close(json, ']');
    cli_json_open(json, "regions", '[');
    for (int32_t i = 0; i < asked->order->region_count; i++) {
        put_region(asked, &asked->regions[i], json);
    }
    cli_json_close(json, ']');
    put_point(json, "position", pose->position.x, pose->position.y, pose->position.z);
    double sine = sqrt(pose->rotation[0] * pose->rotation[0] + pose->rotation[1] * pose->rotation[1] +
                       pose->rotation[2] * pose->rotation[2]);
    if (sine > 0.0) {
        cli_json_open(json, "rotation", '{');
        put_point(json, "axis", pose->rotation[0], pose->rotation[1], pose->rotation[2]);
        put_exact(json, "degrees", 2.0 * atan2(sine, pose->rotation[3]) / CLI_RADIANS);
        cli_json_close(json, '}');
    }
    put_exact(json, "scale", asked->order->scale);
    cli_json_boolean(json, "keep_mesh", asked->order->keep_mesh);
    cli_json_boolean(json, "graded", true);
    if (asked->order->uniform) {
        cli_json_boolean(json, "uniform", true);
    }
    cli_json_close(json, '}');
    cli_json_close(json, ']');
}

static void put_still(cli_json *json, const char *name)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "still", name);
    cli_json_close(json, '}');
}

static int32_t at_most(const cli_garment_scene *asked, int32_t cycles)
{
    return asked->order->cycles < cycles ? (int32_t)asked->order->cycles : cycles;
}

static void put_settle(cli_json *json, int32_t cycles)
{
    cli_json_open(json, NULL, '{');
    cli_json_open(json, "settle", '{');
    cli_json_integer(json, "cycles", cycles);
    cli_json_boolean(json, "arrive", false);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

// Long steps lead far in little time, but shake a knot loose; short ones let friction hold it.
static void put_short_steps(cli_json *json)
{
    cli_json_open(json, NULL, '{');
    cli_json_open(json, "set", '{');
    cli_json_open(json, "cloth", '{');
    cli_json_number(json, "time_step", 0.01);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

// Untangle and settle, tighten, settle; then it must be the knot, clean and at rest.
static void put_script(const cli_garment_scene *asked, cli_json *json)
{
    cli_json_open(json, "script", '[');
    put_still(json, "placed");
    if (bight_template_tightness(asked->made) > 0.0) {
        put_settle(json, at_most(asked, LOOSE_CYCLES));
        put_still(json, "loose");
        cli_json_open(json, NULL, '{');
        cli_json_open(json, "lead", '{');
        cli_json_integer(json, "cycles", at_most(asked, LEAD_CYCLES));
        cli_json_close(json, '}');
        cli_json_close(json, '}');
    }
    put_short_steps(json);

    // whether it rests is asked after the picture
    put_settle(json, (int32_t)asked->order->cycles);
    put_still(json, "tied");
    cli_json_open(json, NULL, '{');
    cli_json_open(json, "expect", '{');
    cli_json_text(json, "dressed", "knot");
    cli_json_open(json, "cloth", '{');
    cli_json_integer(json, "intersections", 0);
    cli_json_boolean(json, "settled", true);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
    cli_json_close(json, '}');
    cli_json_close(json, ']');
}

static void put_scene(const cli_garment_scene *asked, FILE *out)
{
    cli_json json = {.out = out};
    bool body = asked->order->body != NULL;
    cli_json_open(&json, NULL, '{');
    cli_json_integer(&json, "bight", 1);
    cli_json_text(&json, "title", bight_template_definition(asked->made)->title);
    cli_json_open(&json, "view", '{');
    put_point(&json, "from", 0.1, 0.3, 1.0);
    cli_json_close(&json, '}');

    // without a body there is nothing to lie on
    cli_json_open(&json, "cloth", '{');
    put_exact(&json, "thickness", asked->order->thickness > 0.0 ? asked->order->thickness : 0.001);
    cli_json_number(&json, "friction", 0.3);
    cli_json_number(&json, "time_step", 0.1);
    put_point(&json, "gravity", 0.0, body ? -9.81 : 0.0, 0.0);
    cli_json_close(&json, '}');
    put_cloth(asked, &json);
    put_dress(asked, &json);
    put_script(asked, &json);
    cli_json_close(&json, '}');
    fputc('\n', out);
}

// ---- reading it -----------------------------------------------------------------------------------------

static bight_status read_one(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    const cli_garment_scene *asked = user;
    const cli_named_bytes *all[3] = {&asked->cloth, &asked->template, &asked->body};
    for (int32_t i = 0; i < 3; i++) {
        if (strcmp(all[i]->name, name) == 0) {
            *bytes = all[i]->bytes->data;
            *length = all[i]->bytes->size;
            return BIGHT_OK;
        }
    }
    snprintf(error->message, sizeof error->message, "it is not there");
    return BIGHT_ERROR_IO;
}

int cli_garment_scene_make(const cli_garment_scene *asked, bight_bytes *text, bight_scene **scene)
{
    char *buffer = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&buffer, &size);
    *scene = NULL;
    if (out == NULL) {
        cli_say(NULL, 0, "no memory for the scene");
        return CLI_FAILED;
    }
    put_scene(asked, out);
    bool good = fclose(out) == 0 && buffer != NULL && size < INT32_MAX;
    if (!good) {
        free(buffer);
        cli_say(NULL, 0, "no memory for the scene");
        return CLI_FAILED;
    }
    *text = (bight_bytes){.data = (uint8_t *)buffer, .size = size, .capacity = (int32_t)size + 1};
    cli_garment_scene files_of = *asked;
    const bight_scene_files files = {.read = read_one, .user = &files_of};
    bight_error error = {0};
    return bight_scene_parse(text->data, text->size, &files, NULL, scene, &error) == BIGHT_OK
               ? CLI_DONE
               : cli_input_error(asked->order->garment, &error);
}
