// SPDX-License-Identifier: MIT
// Reading programs.

#include "core/error.h"
#include "core/memory.h"
#include "scene/read.h"
#include "wrap/program.h"

#include <string.h>

struct bight_wrap_file {
    bi_parsed_wrap parsed;
    bi_pool pool;
};

// ---- what it says must make sense -------------------------------------------------------------------

typedef struct checker {
    const bi_reader *reader;
    const bight_wrap_program *said;
    bool held[BIGHT_WRAP_HANDS];
} checker;

static int32_t corner_of(const char *name)
{
    return name[0] >= 'a' && name[0] <= 'd' && name[1] == '\0' ? name[0] - 'a' : -1;
}

int32_t bight_wrap_hand(const char *name)
{
    return strcmp(name, "knot") == 0 ? BIGHT_WRAP_CORNERS : corner_of(name);
}

static bight_status check_hand(const checker *c, const bi_json_path *path, const char *name, int32_t *hand)
{
    *hand = bight_wrap_hand(name);
    if (*hand == BIGHT_WRAP_CORNERS && c->said->pleats == NULL) {
        return bi_read_fail(c->reader, path, " needs pleats: a flat cloth has no knot to hold");
    }
    return *hand >= 0 ? BIGHT_OK
                      : bi_read_fail(c->reader, path,
                                     " is \"%.20s\", which is no corner: give a, b, c or d, or knot", name);
}

static bight_status check_corner(const checker *c, const bi_json_path *path, const char *name,
                                 int32_t *corner)
{
    *corner = corner_of(name);
    return *corner >= 0
               ? BIGHT_OK
               : bi_read_fail(c->reader, path, " is \"%.20s\", which is no corner: give a, b, c or d", name);
}

// Hands take what they do not hold, and let go or move what they do.
static bight_status check_names(checker *c, const bi_json_path *path, bight_scene_names names, bool hold)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < names.count && status == BIGHT_OK; i++) {
        bi_json_path item = {path, NULL, i};
        int32_t corner;
        status = check_hand(c, &item, names.at[i], &corner);
        if (status == BIGHT_OK && c->held[corner] == hold) {
            status =
                bi_read_fail(c->reader, &item,
                             hold ? ": corner %s is held already" : ": corner %s is not held: hold it before",
                             names.at[i]);
        }
        if (status == BIGHT_OK) {
            c->held[corner] = hold;
        }
    }
    return status;
}

static bight_status check_moves(checker *c, const bi_json_path *path, const bight_wrap_step *step)
{
    bool moved[BIGHT_WRAP_HANDS] = {false};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < step->move_count && status == BIGHT_OK; i++) {
        bi_json_path item = {path, NULL, i}, key = {&item, "corner", 0};
        int32_t corner;
        status = check_hand(c, &key, step->move[i].corner, &corner);
        if (status == BIGHT_OK && (!c->held[corner] || moved[corner])) {
            status = bi_read_fail(c->reader, &key,
                                  !c->held[corner] ? ": corner %s is not held: hold it before"
                                                   : ": corner %s goes two ways: give one",
                                  step->move[i].corner);
        }
        moved[corner >= 0 ? corner : 0] = true;
    }
    return status;
}

// A state's name is a file's: the lift has two of its own, and the object and the end have theirs.
static bight_status check_state(const checker *c, const bi_json_path *path, int32_t index)
{
    const char *name = c->said->steps[index].state;
    for (size_t k = 0; name[k] != '\0'; k++) {
        if (!((name[k] >= 'a' && name[k] <= 'z') || (name[k] >= '0' && name[k] <= '9') || name[k] == '_')) {
            return bi_read_fail(c->reader, path,
                                " is \"%.40s\": it names files, so give small letters, digits and _", name);
        }
    }
    bool taken = strcmp(name, BIGHT_WRAP_LIFTED) == 0 || strcmp(name, BIGHT_WRAP_HELD) == 0 ||
                 strcmp(name, "final") == 0 || strcmp(name, "object") == 0;
    for (int32_t i = 0; i < index; i++) {
        taken = taken ||
                (c->said->steps[i].verb == BIGHT_WRAP_STATE && strcmp(c->said->steps[i].state, name) == 0);
    }
    return taken
               ? bi_read_fail(c->reader, path,
                              " is \"%.40s\", which is another state's or file's name: give a new one", name)
               : BIGHT_OK;
}

static bight_status check_steps(checker *c)
{
    bi_json_path list = {NULL, "steps", 0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < c->said->step_count && status == BIGHT_OK; i++) {
        const bight_wrap_step *step = &c->said->steps[i];
        bi_json_path item = {&list, NULL, i}, hold = {&item, "hold", 0}, release = {&item, "release", 0};
        bi_json_path move = {&item, "move", 0}, state = {&item, "state", 0};
        status = step->verb == BIGHT_WRAP_HOLD      ? check_names(c, &hold, step->hold, true)
                 : step->verb == BIGHT_WRAP_RELEASE ? check_names(c, &release, step->release, false)
                 : step->verb == BIGHT_WRAP_MOVE    ? check_moves(c, &move, step)
                 : step->verb == BIGHT_WRAP_STATE   ? check_state(c, &state, i)
                                                    : BIGHT_OK;
    }
    bool any = false;
    for (int32_t k = 0; k < BIGHT_WRAP_HANDS; k++) {
        any = any || c->held[k];
    }
    if (status == BIGHT_OK && !any) {
        status = bi_read_fail(c->reader, &list,
                              ": no corner is held at the end, so nothing can be lifted: hold one");
    }
    if (status == BIGHT_OK && c->said->steps[c->said->step_count - 1].verb != BIGHT_WRAP_STATE) {
        bi_json_path last = {&list, NULL, c->said->step_count - 1};
        status =
            bi_read_fail(c->reader, &last,
                         " is the last step, and no state, which the lift is counted from: end with one");
    }
    return status;
}

static bight_status check_knots(const checker *c)
{
    const bight_wrap_program *said = c->said;
    bi_json_path list = {NULL, "knots", 0}, item = {&list, NULL, 0}, lines = {&item, "lines", 0};
    if (said->knot_count == 0) {
        return BIGHT_OK;
    }
    if (said->pleats == NULL) {
        return bi_read_fail(c->reader, &list, " need pleats: only cloth that begins tied is named");
    }
    if (said->knot_count > 1 && said->pleats->above == NULL) {
        return bi_read_fail(c->reader, &list,
                            " are two, and the pleats tie one: give them above, or one knot");
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < said->knot_count && status == BIGHT_OK; i++) {
        int32_t one, other, pair = (said->pleats->corners == 1) != (i == 1);
        item.index = i;
        status = check_corner(c, &lines, said->knots[i].lines.at[0], &one);
        status = status == BIGHT_OK ? check_corner(c, &lines, said->knots[i].lines.at[1], &other) : status;
        if (status == BIGHT_OK && (one % 2 != pair || other % 2 != pair || one == other)) {
            status = bi_read_fail(c->reader, &lines, " are not the corners that are tied%s: give %s",
                                  i == 1 ? " above" : "", pair ? "b and d" : "a and c");
        }
    }
    return status;
}

// Round a box all four corners are tied, and the object says which box.
static bight_status check_above(const bi_reader *reader, const bi_json_path *pleats,
                                const bight_scene_pleat *said)
{
    bi_json_path above = {pleats, "above", 0};
    if (strpbrk(said->above, "/.") != NULL) {
        return bi_read_fail(reader, &above, " names a file: give a template that comes along, by its name");
    }
    return said->hold == NULL && said->bag == 0.0 && said->tail == 0.0 && said->open == 0.0
               ? BIGHT_OK
               : bi_read_fail(reader, &above,
                              " ties all four corners, and the bag goes round the object: give no hold, bag, "
                              "tail and open");
}

static bight_status check(const bi_reader *reader, const bight_wrap_program *said)
{
    bi_json_path place = {NULL, "place", 0}, room = {&place, "room", 0}, cloth = {NULL, "cloth", 0};
    bight_vec3 r = said->place->room;
    if (!(r.x > 0.0 && r.y > 0.0 && r.z > 0.0)) {
        return bi_read_fail(reader, &room, " has a side that is not above 0: give three lengths");
    }
    if (said->cloth->columns % 2 != 0 || said->cloth->preview % 2 != 0) {
        return bi_read_fail(reader, &cloth, " has an odd number of squares along a side: give an even one");
    }
    bi_json_path pleats = {NULL, "pleats", 0}, file = {&pleats, "template", 0};
    if (said->pleats != NULL && strpbrk(said->pleats->file, "/.") != NULL) {
        return bi_read_fail(reader, &file, " names a file: give a template that comes along, by its name");
    }
    const bight_scene_hold *hold = said->pleats != NULL ? said->pleats->hold : NULL;
    bi_json_path room_kept = {&pleats, "hold", 0};
    if (hold != NULL && (hold->length > 0.0 || hold->height > 0.0)) {
        return bi_read_fail(reader, &room_kept,
                            " is as large as the object: give only how far below the knot");
    }
    if (hold != NULL && said->pleats->bag == 0.0) {
        return bi_read_fail(reader, &room_kept, " needs a bag: give bag, above 0 to 150 degrees, or no hold");
    }
    if (said->pleats != NULL && said->pleats->above != NULL) {
        bight_status status = check_above(reader, &pleats, said->pleats);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    checker c = {.reader = reader, .said = said};
    bight_status status = check_steps(&c);
    return status == BIGHT_OK ? check_knots(&c) : status;
}

// ---- all of it --------------------------------------------------------------------------------------

bight_status bight_wrap_read(const bight_env *env, const void *text, size_t length, bight_wrap_file **file,
                             bight_error *error)
{
    *file = NULL;
    if (length > BIGHT_WRAP_MAX_BYTES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "a program of more than %d bytes is not read",
                       BIGHT_WRAP_MAX_BYTES);
    }
    bight_allocator allocator = env != NULL ? env->allocator : (bight_allocator){0};
    bi_json_error cause;
    bi_json *json = bi_json_parse(&allocator, text, length, BI_JSON_ANY_ROOT, &cause);
    if (json == NULL) {
        return cause.fault == BI_JSON_NO_MEMORY
                   ? bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the program")
                   : bi_fail(error, BIGHT_ERROR_PARSE, cause.line,
                             "this is not JSON (%.120s): mend the text there", cause.text);
    }
    bight_wrap_file *fresh = bi_new_array(&allocator, 1, sizeof *fresh);
    if (fresh == NULL) {
        bi_json_free(json);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the program");
    }
    fresh->pool.allocator = allocator;
    bi_reader reader = {&fresh->pool, NULL, json, error};
    bight_status status = bi_read_object(&reader, json, NULL, &bi_wrap_table, &fresh->parsed);
    status = status == BIGHT_OK ? check(&reader, &fresh->parsed.said) : status;
    bi_json_free(json);
    if (status != BIGHT_OK) {
        bight_wrap_close(fresh);
        return status;
    }
    *file = fresh;
    return BIGHT_OK;
}

const bight_wrap_program *bight_wrap_file_program(const bight_wrap_file *file)
{
    return &file->parsed.said;
}

void bight_wrap_close(bight_wrap_file *file)
{
    if (file == NULL) {
        return;
    }
    bight_allocator allocator = file->pool.allocator;
    bi_pool_free(&file->pool);
    bi_free_array(&allocator, file, 1, sizeof *file);
}

void bight_wrap_schema(void (*write)(void *user, const char *text, size_t length), void *user)
{
    bi_table_schema(&bi_wrap_table, write, user);
}
