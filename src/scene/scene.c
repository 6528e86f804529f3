// SPDX-License-Identifier: MIT
// Reading a scene: the bytes, the JSON, the tables, then ropes, obstacles and script.

#include "bight/scene.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "io/text.h"
#include "scene/build.h"
#include "scene/validate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The scene that callers see, and the memory that it is made of.
typedef struct scene_box {
    bight_scene scene;
    bi_pool pool;
} scene_box;

// ---- bytes ------------------------------------------------------------------------------------------

// Length of the UTF-8 sequence that starts at bytes, 0 when it is not one (RFC 3629, section 4).
static size_t utf8_length(const uint8_t *bytes, size_t left)
{
    uint8_t first = bytes[0];
    size_t length = first < 0x80   ? 1
                    : first < 0xC2 ? 0
                    : first < 0xE0 ? 2
                    : first < 0xF0 ? 3
                    : first < 0xF5 ? 4
                                   : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool bad = (first == 0xE0 && bytes[1] < 0xA0) || (first == 0xED && bytes[1] > 0x9F) ||
               (first == 0xF0 && bytes[1] < 0x90) || (first == 0xF4 && bytes[1] > 0x8F);
    return bad ? 0 : length;
}

static bight_status check_bytes(const uint8_t *bytes, size_t length, bight_error *error)
{
    int32_t line = 1;
    bool blank = true;
    for (size_t i = 0; i < length;) {
        uint8_t byte = bytes[i];
        if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') {
            return bi_fail(error, BIGHT_ERROR_PARSE, line,
                           "byte %zu is 0x%02X, which no text has: give a JSON file, not a binary one", i + 1,
                           (unsigned)byte);
        }
        size_t step = utf8_length(bytes + i, length - i);
        if (step == 0) {
            return bi_fail(error, BIGHT_ERROR_PARSE, line,
                           "byte %zu (0x%02X) is not UTF-8: save the file as UTF-8", i + 1, (unsigned)byte);
        }
        line += byte == '\n';
        blank = blank && (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r');
        i += step;
    }
    if (blank) {
        return bi_fail(error, BIGHT_ERROR_PARSE, line,
                       "the scene is empty: begin with {\"bight\": 1, \"ropes\": [...]}");
    }
    return BIGHT_OK;
}

// ---- JSON -------------------------------------------------------------------------------------------

static bight_status syntax_error(const bi_json_error *cause, bight_error *error)
{
    int32_t line = cause->line;
    switch (cause->fault) {
    case BI_JSON_NO_MEMORY:
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the scene");
    case BI_JSON_CUT_OFF:
        return bi_fail(error, BIGHT_ERROR_PARSE, line,
                       "the text ends in the middle: is the file cut off, or a } or ] missing?");
    case BI_JSON_DUPLICATE_KEY:
        return bi_fail(error, BIGHT_ERROR_PARSE, line, "a key is given twice (%.100s): leave one out",
                       cause->text);
    case BI_JSON_TOO_LARGE:
        return bi_fail(error, BIGHT_ERROR_PARSE, line,
                       "a number is too large to be read: give a smaller one");
    case BI_JSON_TOO_DEEP:
        return bi_fail(error, BIGHT_ERROR_PARSE, line,
                       "lists or objects are nested too deeply: a scene needs 8");
    case BI_JSON_MORE_TEXT:
        return bi_fail(error, BIGHT_ERROR_PARSE, line, "more text follows the scene's last }: remove it");
    default:
        return bi_fail(error, BIGHT_ERROR_PARSE, line, "this is not JSON (%.120s): mend the text there",
                       cause->text);
    }
}

// ---- names ------------------------------------------------------------------------------------------

// Every rope and every obstacle gets a name, and no two the same.
static bight_status name_all(const bi_reader *reader, const char *list, const char *prefix, char *first,
                             int32_t count, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        char buffer[32], *name, *other;
        memcpy(&name, first + (size_t)i * stride, sizeof name);
        if (name == NULL) {
            snprintf(buffer, sizeof buffer, "%s%d", prefix, (int)i + 1);
            name = bi_pool_string(reader->pool, buffer);
            if (name == NULL) {
                return bi_read_no_memory(reader);
            }
            memcpy(first + (size_t)i * stride, &name, sizeof name);
        }
        for (int32_t k = 0; k < i; k++) {
            memcpy(&other, first + (size_t)k * stride, sizeof other);
            if (strcmp(name, other) == 0) {
                bi_json_path root = {NULL, list, 0}, element = {&root, NULL, i}, path = {&element, "name", 0};
                return bi_read_fail(reader, &path,
                                    " is \"%s\", as another is called too: give it a name of its own", name);
            }
        }
    }
    return BIGHT_OK;
}

static bight_status check_view(const bi_reader *reader, const bight_scene_view *view)
{
    const struct {
        const char *key;
        int32_t pixels;
    } sizes[] = {{"width", view->width},
                 {"height", view->height},
                 {"film_width", view->film_width},
                 {"film_height", view->film_height}};
    bi_json_path path = {NULL, "view", 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bi_json_path size = {&path, sizes[i].key, 0};
        if (sizes[i].pixels % 2 != 0) {
            return bi_read_fail(reader, &size, " is %d: give an even number of pixels", (int)sizes[i].pixels);
        }
    }
    bight_vec3 c = {view->from.y * view->up.z - view->from.z * view->up.y,
                    view->from.z * view->up.x - view->from.x * view->up.z,
                    view->from.x * view->up.y - view->from.y * view->up.x};
    double f = view->from.x * view->from.x + view->from.y * view->from.y + view->from.z * view->from.z;
    double u = view->up.x * view->up.x + view->up.y * view->up.y + view->up.z * view->up.z;
    bool parallel = !(c.x * c.x + c.y * c.y + c.z * c.z > 1e-12 * f * u);
    return parallel ? bi_read_fail(reader, &path, " has up parallel to from: give up another direction")
                    : BIGHT_OK;
}

// nothing may move by more than the speed limit in a cycle, sinking included
static bight_status check_gravity(const bi_reader *reader, const bi_parsed_scene *scene)
{
    double thinnest = HUGE_VAL;
    for (int32_t i = 0; i < scene->said.rope_count; i++) {
        thinnest = fmin(thinnest, scene->ropes[i].radius);
    }
    bight_vec3 g = scene->said.world->gravity;
    double most = scene->said.world->speed_limit * thinnest, square = g.x * g.x + g.y * g.y + g.z * g.z;
    bi_json_path world = {NULL, "world", 0}, path = {&world, "gravity", 0};
    return square <= most * most ? BIGHT_OK
                                 : bi_read_fail(reader, &path,
                                                " is %.4g long: give at most %.4g, which is "
                                                "speed_limit of the thinnest rope's radius",
                                                sqrt(square), most);
}

// ---- the whole --------------------------------------------------------------------------------------

// every part has a name, for messages and for the script
static bight_status name_parts(const bi_reader *reader, const bi_parsed_scene *parsed)
{
    bight_status status = BIGHT_OK;
    if (parsed->ropes != NULL) {
        status = name_all(reader, "ropes", "rope", (char *)parsed->ropes + offsetof(bight_scene_rope, name),
                          parsed->said.rope_count, sizeof *parsed->ropes);
    }
    if (status == BIGHT_OK && parsed->cloths != NULL) {
        status =
            name_all(reader, "cloths", "cloth", (char *)parsed->cloths + offsetof(bight_scene_cloth, name),
                     parsed->said.cloth_count, sizeof *parsed->cloths);
    }
    if (status == BIGHT_OK && parsed->dress != NULL) {
        status = name_all(reader, "dress", "dress", (char *)parsed->dress + offsetof(bight_scene_dress, name),
                          parsed->said.dress_count, sizeof *parsed->dress);
    }
    if (status == BIGHT_OK && parsed->obstacles != NULL) {
        status = name_all(reader, "obstacles", "obstacle",
                          (char *)parsed->obstacles + offsetof(bight_scene_obstacle, name),
                          parsed->said.obstacle_count, sizeof *parsed->obstacles);
    }
    return status;
}

static bight_status fill(const bi_reader *reader, const bi_json *json, const bight_scene_files *files,
                         bight_scene *scene)
{
    bi_parsed_scene *parsed = bi_pool_new(reader->passing, 1, sizeof *parsed);
    bight_status status = parsed != NULL ? bi_read_object(reader, json, NULL, &bi_scene_table, parsed)
                                         : bi_read_no_memory(reader);
    status = status == BIGHT_OK ? name_parts(reader, parsed) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // limits that tie several keys together
    if (status == BIGHT_OK) {
        status = check_view(reader, parsed->said.view);
    }

    if (status == BIGHT_OK) {
        status = check_gravity(reader, parsed);
    }

    // geometry of ropes, obstacles and cloths, with limits on their sums
    int64_t nodes = 0;
    for (int32_t i = 0; i < parsed->said.rope_count && status == BIGHT_OK; i++) {
        status = bi_scene_build_rope(reader, files, &parsed->ropes[i], i);
        nodes += parsed->ropes[i].curve.count;
        if (status == BIGHT_OK && nodes > BIGHT_MAX_NODES) {
            bi_json_path root = {NULL, "ropes", 0}, path = {&root, NULL, i};
            status =
                bi_read_fail(reader, &path, " brings the nodes to %lld: all ropes together have at most %d",
                             (long long)nodes, BIGHT_MAX_NODES);
        }
    }

    for (int32_t i = 0; i < parsed->said.obstacle_count && status == BIGHT_OK; i++) {
        status = bi_scene_build_obstacle(reader, files, &parsed->obstacles[i], i);
        status = status == BIGHT_OK ? bi_scene_check_mass(reader, &parsed->said, &parsed->obstacles[i], i)
                                    : status;
    }

    int64_t vertices = 0;
    for (int32_t i = 0; i < parsed->said.cloth_count && status == BIGHT_OK; i++) {
        status = bi_scene_build_cloth(reader, files, &parsed->cloths[i], i);
        status =
            status == BIGHT_OK ? bi_scene_pleat(reader, files, &parsed->said, &parsed->cloths[i], i) : status;
        status = status == BIGHT_OK ? bi_scene_find_pins(reader, &parsed->cloths[i], i) : status;
        vertices += parsed->cloths[i].def.vertex_count;
        if (status == BIGHT_OK && vertices > BIGHT_MAX_SCENE_VERTICES) {
            bi_json_path root = {NULL, "cloths", 0}, path = {&root, NULL, i};
            status = bi_read_fail(reader, &path,
                                  " brings the vertices to %lld: all cloths together have at most %d",
                                  (long long)vertices, BIGHT_MAX_SCENE_VERTICES);
        }
    }

    status = status == BIGHT_OK ? bi_scene_dress(reader, files, parsed) : status;

    // drawn ropes pass over and under obstacles, and the script names all of them: both need the rest
    status = status == BIGHT_OK ? bi_scene_draw_ropes(reader, parsed) : status;
    status = status == BIGHT_OK ? bi_scene_link(reader, parsed, scene) : status;
    status = status == BIGHT_OK ? bi_scene_doubt(reader, scene) : status;
    BI_VALIDATE(status != BIGHT_OK || bi_scene_is_valid(scene));
    return status;
}

bight_status bight_scene_parse(const void *text, size_t length, const bight_scene_files *files,
                               const bight_env *env, bight_scene **scene, bight_error *error)
{
    *scene = NULL;
    if (length > BIGHT_MAX_SCENE_BYTES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "the scene has %zu bytes: give at most %d", length,
                       BIGHT_MAX_SCENE_BYTES);
    }

    // a byte order mark is skipped; the rest must be UTF-8 without control characters
    const char *start = text;
    size_t mark = bi_text_mark(start, length);
    if (mark > 0) { // text of no bytes may be NULL
        start += mark, length -= mark;
    }
    bight_status status = check_bytes((const uint8_t *)start, length, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // JSON values keep their lines, for the messages of all later checks
    bight_allocator allocator = env != NULL ? env->allocator : (bight_allocator){0};
    bi_json_error cause;
    bi_json *json = bi_json_parse(&allocator, start, length, BI_JSON_ANY_ROOT, &cause);
    if (json == NULL) {
        return syntax_error(&cause, error);
    }

    // one pool owns all that the scene points at: a failure at any depth is freed by destroying it
    scene_box *box = bi_new_array(&allocator, 1, sizeof *box);
    if (box == NULL) {
        bi_json_free(json);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the scene");
    }

    box->pool.allocator = allocator;
    bi_pool passing = {.allocator = allocator};
    bi_reader reader = {&box->pool, &passing, json, error};
    status = fill(&reader, json, files, &box->scene);
    bi_json_free(json);
    bi_pool_free(&passing);
    if (status != BIGHT_OK) {
        bight_scene_destroy(&box->scene);
        return status;
    }

    *scene = &box->scene;
    return BIGHT_OK;
}

void bight_scene_destroy(bight_scene *scene)
{
    if (scene != NULL) {
        scene_box *box = (scene_box *)scene; // scene is its first member
        bi_pool pool = box->pool;
        bi_pool_free(&pool);
        bi_free_array(&pool.allocator, box, 1, sizeof *box);
    }
}
