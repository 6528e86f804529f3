// SPDX-License-Identifier: MIT
// Knots that a scene puts into its cloths: templates, regions, and the cloth that comes of them.

#include "bight/suggest.h"
#include "bight/template_file.h"
#include "core/memory.h"
#include "geom/pose.h"
#include "scene/build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RADIANS 0.017453292519943295

// ---- what outlives the text -----------------------------------------------------------------------------

static void close_file(const bight_allocator *allocator, void *what)
{
    (void)allocator;
    bight_template_close(what);
}

static void free_template(const bight_allocator *allocator, void *what)
{
    (void)allocator;
    bight_template_free(what);
}

static void free_mesh(const bight_allocator *allocator, void *what)
{
    bight_cloth_mesh_free(allocator, what);
}

static void free_knot(const bight_allocator *allocator, void *what)
{
    bight_dress_knot_free(allocator, what);
}

// ---- templates ------------------------------------------------------------------------------------------

bight_status bi_scene_fetch_template(const bi_reader *reader, const bight_scene_files *files,
                                     const bi_json_path *path, const char *name,
                                     const bight_template_def **definition)
{
    const void *bytes;
    size_t length;
    bight_status status = bi_scene_fetch(reader, files, path, name, &bytes, &length);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_env env = {.allocator = reader->pool->allocator};
    bight_template_file *file = NULL;
    bight_error cause = {0};
    status = bight_template_read(&env, bytes, length, &file, &cause);
    if (files->release != NULL) {
        files->release(files->user, bytes, length);
    }
    if (status != BIGHT_OK) {
        return bi_scene_file_fail(reader, path, name, &cause);
    }
    if (!bi_pool_owe(reader->pool, close_file, file)) {
        return bi_read_no_memory(reader);
    }
    *definition = bight_template_file_def(file);
    return BIGHT_OK;
}

// Put settings into the values of a definition's parameters. NULL values: only look whether they could be.
static bight_status take_settings(const bi_reader *reader, const bi_json_path *parent,
                                  const bight_template_def *def, const bight_scene_setting *set,
                                  int32_t count, double *values)
{
    bi_json_path list = {parent, "set", 0};
    for (int32_t i = 0; i < count; i++) {
        bi_json_path path = {&list, NULL, i}, name = {&path, "parameter", 0}, value = {&path, "value", 0};
        int32_t found = -1;
        for (int32_t p = 0; p < def->parameter_count; p++) {
            found = strcmp(def->parameters[p].name, set[i].parameter) == 0 ? p : found;
        }
        if (found < 0) {
            const char *guess = def->parameter_count > 0
                                    ? bight_suggest(set[i].parameter, &def->parameters->name,
                                                    def->parameter_count, sizeof *def->parameters)
                                    : NULL;
            return bi_read_fail(reader, &name, " is \"%.60s\", which template %.40s does not have%s%s%s",
                                set[i].parameter, def->name, guess != NULL ? ": did you mean \"" : "",
                                guess != NULL ? guess : ": see bight template list",
                                guess != NULL ? "\"?" : "");
        }
        const bight_template_parameter *p = &def->parameters[found];
        if (!(set[i].value >= p->low && set[i].value <= p->high)) {
            return bi_read_fail(reader, &value, " is %g: give %g to %g%s%s", set[i].value, p->low, p->high,
                                p->unit[0] != '\0' ? " " : "", p->unit);
        }
        if (values != NULL) {
            values[found] = set[i].value;
        }
    }
    return BIGHT_OK;
}

bight_status bi_scene_make_template(const bi_reader *reader, const bi_json_path *path, const char *name,
                                    const bight_template_def *def, const bight_scene_setting *settings,
                                    int32_t setting_count, const bight_template_limits *limits,
                                    const bight_template **out, bight_template_edit *edit)
{
    bight_env env = {.allocator = reader->pool->allocator};
    bight_template *made = NULL;
    bight_error cause = {0};
    bi_json_path file = {path, "template", 0}, set = {path, "set", 0};
    bight_status status = bight_template_make(&env, def, limits, &made, &cause);
    if (status != BIGHT_OK) {
        return bi_scene_file_fail(reader, &file, name, &cause);
    }
    if (!bi_pool_owe(reader->pool, free_template, made)) {
        return bi_read_no_memory(reader);
    }
    *out = made;
    if (setting_count == 0) {
        return BIGHT_OK;
    }
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    memcpy(values, bight_template_values(made), (size_t)def->parameter_count * sizeof *values);
    status = take_settings(reader, path, def, settings, setting_count, values);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bight_template_set(made, values, edit, &cause);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_read_no_memory(reader)
                                               : bi_read_fail(reader, &set, ": %.160s", cause.message);
    }
    return !edit->stopped
               ? BIGHT_OK
               : bi_read_fail(reader, &set,
                              " is reached to %.0f %% only: %.120s, about [%.3g, %.3g, %.3g]; give "
                              "values nearer to the defaults",
                              100.0 * edit->reached, edit->reason, edit->place.x, edit->place.y,
                              edit->place.z);
}

// ---- regions --------------------------------------------------------------------------------------------

static bight_status find_strand(const bi_reader *reader, const bi_json_path *path,
                                const bight_template_def *def, const char *name, int32_t *strand)
{
    bi_json_path at = {path, "strand", 0};
    if (name == NULL) {
        *strand = 0;
        return def->strand_count == 1
                   ? BIGHT_OK
                   : bi_read_fail(reader, path, " names no strand, and template %.40s has %d: add \"strand\"",
                                  def->name, (int)def->strand_count);
    }
    for (int32_t i = 0; i < def->strand_count; i++) {
        if (strcmp(def->strands[i].name, name) == 0) {
            *strand = i;
            return BIGHT_OK;
        }
    }
    const char *guess = bight_suggest(name, &def->strands->name, def->strand_count, sizeof *def->strands);
    return bi_read_fail(reader, &at, " is \"%.60s\", which template %.40s does not have: give \"%.60s\"",
                        name, def->name, guess != NULL ? guess : def->strands[0].name);
}

static bight_status make_regions(const bi_reader *reader, const bi_json_path *parent,
                                 const bight_scene_region *said, int32_t count, const bight_template_def *def,
                                 const bight_dress_region **made)
{
    bight_dress_region *given = bi_pool_new(reader->pool, (size_t)count, sizeof *given);
    bi_json_path list = {parent, "regions", 0};
    bight_status status = given != NULL ? BIGHT_OK : bi_read_no_memory(reader);
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++, said++) {
        bi_json_path path = {&list, NULL, i};
        given[i].kind = said->kind;
        given[i].part[0] = said->from;
        given[i].part[1] = said->from > 0.0 && said->to == 0.0 ? 1.0 : said->to;
        status = find_strand(reader, &path, def, said->strand, &given[i].strand);
        if (said->kind == BIGHT_REGION_RECTANGLE) {
            given[i].centre[0] = said->rectangle->u;
            given[i].centre[1] = said->rectangle->v;
            given[i].angle = RADIANS * said->rectangle->angle;
            given[i].length = said->rectangle->length;
            given[i].width = said->rectangle->width;
            given[i].padding = said->rectangle->padding;
        } else {
            given[i].centre[0] = said->circle->u;
            given[i].centre[1] = said->circle->v;
            given[i].angle = RADIANS * said->circle->angle;
            given[i].radius = said->circle->radius;
            given[i].end = said->circle->end;
        }
    }
    *made = given;
    return status;
}

// ---- cloth ----------------------------------------------------------------------------------------------

static bool take_arrays(const bight_allocator *allocator, const bight_cloth_def *def, bight_cloth_mesh *mesh)
{
    mesh->vertex_count = def->vertex_count;
    mesh->triangle_count = mesh->face_count = def->triangle_count;
    mesh->uv_count = def->uv_count > 0 ? def->uv_count : def->vertex_count;
    mesh->group_count = 1;
    int32_t *room = mesh->capacities, triangles = def->triangle_count;
    bight_status status =
        bi_reserve(allocator, &mesh->positions, &room[0], mesh->vertex_count, sizeof *mesh->positions);
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &mesh->uv, &room[1], mesh->uv_count, 2 * sizeof *mesh->uv)
                 : status;
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &mesh->triangles, &room[2], triangles, 3 * sizeof *mesh->triangles)
                 : status;
    status = status == BIGHT_OK ? bi_reserve(allocator, &mesh->uv_triangles, &room[3], triangles,
                                             3 * sizeof *mesh->uv_triangles)
                                : status;
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &mesh->faces, &room[4], triangles, sizeof *mesh->faces)
                 : status;
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &mesh->groups, &room[5], triangles, sizeof *mesh->groups)
                 : status;
    status =
        status == BIGHT_OK ? bi_reserve(allocator, &mesh->names, &room[6], 1, sizeof *mesh->names) : status;
    return status == BIGHT_OK;
}

// The cloth as a mesh with a pattern, which can be refined.
static bool take_mesh(const bight_allocator *allocator, const bight_cloth_def *def, bight_cloth_mesh *mesh)
{
    if (!take_arrays(allocator, def, mesh)) {
        return false;
    }
    const int32_t *corners = def->uv_triangles != NULL ? def->uv_triangles : def->triangles;
    memcpy(mesh->positions, def->positions, (size_t)def->vertex_count * sizeof *mesh->positions);
    memcpy(mesh->uv, def->uv, 2 * (size_t)mesh->uv_count * sizeof *mesh->uv);
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        mesh->triangles[i] = def->triangles[i];
        mesh->uv_triangles[i] = corners[i];
        mesh->faces[i / 3] = i / 3;
        mesh->groups[i / 3] = 0;
    }
    mesh->names[0] = (bight_mesh_group){"cloth"};
    return true;
}

// The surface of an obstacle, where it stands.
static bool take_obstacle(const bi_reader *reader, const bight_obstacle_def *def, bight_mesh *body)
{
    bight_env env = {.allocator = reader->pool->allocator};
    bight_mesh surface = {0};
    if (def->kind != BIGHT_SHAPE_MESH &&
        bight_shape_mesh(&env, def->kind, def->size, 0, &surface, NULL) != BIGHT_OK) {
        return false;
    }
    bool own = def->kind == BIGHT_SHAPE_MESH;
    int32_t points = own ? def->point_count : surface.vertex_count;
    int32_t triangles = own ? def->triangle_count : surface.triangle_count;
    body->positions = bi_pool_new(reader->pool, (size_t)points, sizeof *body->positions);
    body->triangles = bi_pool_new(reader->pool, 3 * (size_t)triangles, sizeof *body->triangles);
    bool good = body->positions != NULL && body->triangles != NULL;
    bight_pose pose = bi_pose_normalised(def->pose);
    for (int32_t v = 0; v < points && good; v++) {
        body->positions[v] = bi_pose_out(&pose, own ? def->points[v] : surface.positions[v]);
    }
    for (int32_t c = 0; c < 3 * triangles && good; c++) {
        body->triangles[c] = own ? def->triangles[c] : surface.triangles[c];
    }
    body->vertex_count = points;
    body->triangle_count = triangles;
    bight_mesh_free(&env.allocator, &surface);
    return good;
}

static bool take_cloth(const bi_reader *reader, const bight_cloth_def *def, bight_mesh *body)
{
    size_t points = (size_t)def->vertex_count, corners = 3 * (size_t)def->triangle_count;
    body->positions = bi_pool_new(reader->pool, points, sizeof *body->positions);
    body->triangles = bi_pool_new(reader->pool, corners, sizeof *body->triangles);
    if (body->positions == NULL || body->triangles == NULL) {
        return false;
    }
    memcpy(body->positions, def->positions, points * sizeof *body->positions);
    memcpy(body->triangles, def->triangles, corners * sizeof *body->triangles);
    body->vertex_count = def->vertex_count;
    body->triangle_count = def->triangle_count;
    return true;
}

// What a knot is pushed out of: obstacles, then the other cloths, one of them perhaps dressed already.
static bight_status take_bodies(const bi_reader *reader, const bi_parsed_scene *scene,
                                bight_scene_dress *dress)
{
    int32_t obstacles = scene->said.obstacle_count, cloths = scene->said.cloth_count;
    bight_mesh *bodies = bi_pool_new(reader->pool, (size_t)obstacles + (size_t)cloths, sizeof *bodies);
    bool good = bodies != NULL;
    for (int32_t i = 0; i < obstacles && good; i++) {
        good = take_obstacle(reader, &scene->obstacles[i].def, &bodies[i]);
    }
    for (int32_t i = 0; i < cloths && good; i++) {
        good = i == dress->cloth_index || take_cloth(reader, &scene->cloths[i].def, &bodies[obstacles + i]);
    }
    dress->bodies = bodies;
    dress->body_count = good ? obstacles + cloths : 0;
    return good ? BIGHT_OK : bi_read_no_memory(reader);
}

// What is simulated in the place of the cloth that the scene laid out.
static bight_status change_cloth(const bi_reader *reader, const bight_scene_dress *dress,
                                 bight_scene_cloth *cloth)
{
    const bight_dress_cloth *made = &dress->knot->cloth;
    int32_t count = cloth->sewn.count + made->sewn_count;
    int32_t *sewn = bi_pool_new(reader->pool, 2 * (size_t)count + 1, sizeof *sewn);
    if (sewn == NULL) {
        return bi_read_no_memory(reader);
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        sewn[i] = i < 2 * cloth->sewn.count ? cloth->sewn.at[i] : made->sewn[i - 2 * cloth->sewn.count];
    }
    cloth->sewn = (bight_scene_pairs){sewn, count};
    cloth->def.positions = made->positions;
    cloth->def.triangles = made->triangles;
    cloth->def.vertex_count = made->vertex_count;
    cloth->def.triangle_count = made->triangle_count;
    cloth->def.uv = dress->mesh->uv;
    cloth->def.uv_triangles = dress->mesh->uv_triangles;
    cloth->def.uv_count = dress->mesh->uv_count;
    cloth->edge = bi_scene_shortest_edge(&cloth->def);
    return BIGHT_OK;
}

static bight_status make_knot(const bi_reader *reader, const bi_json_path *path, const bi_parsed_scene *scene,
                              bight_scene_dress *dress)
{
    bight_scene_cloth *cloth = &scene->cloths[dress->cloth_index];
    bight_env env = {.allocator = reader->pool->allocator};
    if (cloth->def.uv == NULL) {
        return bi_read_fail(reader, path,
                            " is of \"%.40s\", which has no pattern: give its file texture "
                            "coordinates, or take a grid or tube",
                            cloth->name);
    }

    // both are given back with the scene, however far this gets
    bight_cloth_mesh *mesh = bi_pool_new(reader->pool, 1, sizeof *mesh);
    bight_dress_knot *knot = bi_pool_new(reader->pool, 1, sizeof *knot);
    if (mesh == NULL || knot == NULL || !bi_pool_owe(reader->pool, free_mesh, mesh) ||
        !bi_pool_owe(reader->pool, free_knot, knot) || !take_mesh(&env.allocator, &cloth->def, mesh)) {
        return bi_read_no_memory(reader);
    }
    uint8_t *held = bi_pool_new(reader->passing, (size_t)cloth->def.vertex_count, sizeof *held);
    if (held == NULL) {
        return bi_read_no_memory(reader);
    }
    for (int32_t i = 0; i < cloth->pinned.count; i++) {
        held[cloth->pinned.at[i]] = 1;
    }
    bight_pose pose = bi_scene_pose(dress->position, dress->along, dress->rotation);
    const bight_dress_knot_options options = {.mapping = {.thickness = scene->said.cloth->thickness,
                                                          .keep_mesh = dress->keep_mesh,
                                                          .graded = dress->graded},
                                              .scale = dress->scale,
                                              .sides = dress->sides,
                                              .pose = &pose,
                                              .bodies = dress->bodies,
                                              .body_count = dress->body_count,
                                              .held = held,
                                              .held_count = cloth->def.vertex_count};
    bight_error cause = {0};
    bight_status status = bight_dress_knot_make(&env, mesh, dress->made, dress->given, dress->region_count,
                                                &options, knot, &cause);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_read_no_memory(reader)
                                               : bi_read_fail(reader, path, ": %.230s", cause.message);
    }
    dress->mesh = mesh;
    dress->knot = knot;
    return change_cloth(reader, dress, cloth);
}

static bight_status find_cloth(const bi_reader *reader, const bi_json_path *path,
                               const bi_parsed_scene *scene, bight_scene_dress *dress)
{
    bi_json_path at = {path, "cloth", 0};
    dress->cloth_index = dress->cloth == NULL && scene->said.cloth_count > 0 ? 0 : -1;
    for (int32_t i = 0; i < scene->said.cloth_count && dress->cloth != NULL; i++) {
        dress->cloth_index = strcmp(scene->cloths[i].name, dress->cloth) == 0 ? i : dress->cloth_index;
    }
    if (dress->cloth_index < 0) {
        return bi_read_fail(
            reader, dress->cloth != NULL ? &at : path, "%s%.60s%s",
            dress->cloth != NULL ? " is \"" : " is about cloth, and the scene has none: add \"cloths\"",
            dress->cloth != NULL ? dress->cloth : "",
            dress->cloth != NULL ? "\", and no cloth is called so: name one of \"cloths\"" : "");
    }
    for (const bight_scene_dress *other = scene->dress; other != dress; other++) {
        if (other->cloth_index == dress->cloth_index) {
            return bi_read_fail(reader, path,
                                " dresses \"%.40s\" a second time: one knot a cloth, or more regions",
                                scene->cloths[dress->cloth_index].name);
        }
    }
    return BIGHT_OK;
}

// ---- all of it ------------------------------------------------------------------------------------------

// The knot that a step is about, as far as that can be said before names are linked: of others the first.
static const bight_scene_dress *dress_of(const bi_parsed_scene *scene, const char *name)
{
    for (int32_t i = 0; i < scene->said.dress_count && name != NULL; i++) {
        if (scene->dress[i].name != NULL && strcmp(scene->dress[i].name, name) == 0) {
            return &scene->dress[i];
        }
    }
    return scene->said.dress_count > 0 ? scene->dress : NULL;
}

// Templates that a script names, with the values that it gives, and other regions.
static bight_status fetch_later(const bi_reader *reader, const bight_scene_files *files,
                                const bi_parsed_scene *scene)
{
    bi_json_path script = {NULL, "script", 0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < scene->said.script_count && status == BIGHT_OK; i++) {
        bight_scene_redress *redress = scene->script[i].redress;
        bi_json_path step = {&script, NULL, i}, path = {&step, "redress", 0}, file = {&path, "template", 0},
                     regions = {&path, "regions", 0};
        const bight_scene_dress *dress = redress != NULL ? dress_of(scene, redress->dress) : NULL;
        if (redress != NULL && redress->file != NULL) {
            status = bi_scene_fetch_template(reader, files, &file, redress->file, &redress->definition);
            status = status == BIGHT_OK ? take_settings(reader, &path, redress->definition, redress->set,
                                                        redress->set_count, NULL)
                                        : status;
        }
        if (status != BIGHT_OK || dress == NULL || redress->region_count == 0) {
            continue;
        }
        if (redress->region_count != dress->region_count) {
            return bi_read_fail(reader, &regions, " are %d, and \"%.40s\" has %d: give as many",
                                (int)redress->region_count, dress->name != NULL ? dress->name : "the knot",
                                (int)dress->region_count);
        }
        status = make_regions(reader, &path, redress->regions, redress->region_count,
                              redress->definition != NULL ? redress->definition
                                                          : bight_template_definition(dress->made),
                              &redress->given);
    }
    return status;
}

bight_status bi_scene_dress(const bi_reader *reader, const bight_scene_files *files, bi_parsed_scene *scene)
{
    bi_json_path list = {NULL, "dress", 0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < scene->said.dress_count && status == BIGHT_OK; i++) {
        bight_scene_dress *dress = &scene->dress[i];
        bi_json_path path = {&list, NULL, i}, file = {&path, "template", 0};
        const bight_template_def *def = NULL;
        const bight_template_limits limits = {.uniform = dress->uniform};
        status = find_cloth(reader, &path, scene, dress);
        status =
            status == BIGHT_OK ? bi_scene_fetch_template(reader, files, &file, dress->file, &def) : status;
        status = status == BIGHT_OK
                     ? bi_scene_make_template(reader, &path, dress->file, def, dress->set, dress->set_count,
                                              &limits, &dress->made, &dress->edit)
                     : status;
        status = status == BIGHT_OK
                     ? make_regions(reader, &path, dress->regions, dress->region_count, def, &dress->given)
                     : status;
        status = status == BIGHT_OK ? take_bodies(reader, scene, dress) : status;
        status = status == BIGHT_OK ? make_knot(reader, &path, scene, dress) : status;
    }
    return status == BIGHT_OK ? fetch_later(reader, files, scene) : status;
}
