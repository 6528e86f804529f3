// SPDX-License-Identifier: MIT
// The marks of all knots of a book, from their own ropes.

#include "bight/play.h"
#include "bight/tie.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "knot/sailor.h"
#include "play/holding.h"

#include <stdio.h>
#include <string.h>

#define MOST_ROWS 2000
#define MOST_LOOPS 40
#define MOST_POINTS 20000

typedef struct made_row {
    char name[48], line[BI_MARK_LINE];
    char kind, hand, role;
} made_row;

typedef struct making {
    const bight_env *env;
    bight_knot_workspace *space;
    made_row *rows; // (MOST_ROWS)
    bi_hold *hold;
    bight_vec3 *points; // (MOST_POINTS) of settings that are made of others
    int32_t count;
    const char *name; // of the knot that is at work
    bool has_type;    // it is a knot type of its rope
    bool held;        // it had a loop in a hand when it was seen
    bight_status status;
    bight_error *error;
} making;

static void add_row(making *m, const char *name, const bi_mark *mark, char hand, char role)
{
    made_row row = {.kind = mark->kind, .hand = hand, .role = role};
    snprintf(row.name, sizeof row.name, "%s", name);
    bi_mark_write(mark, row.line);
    for (int32_t i = 0; i < m->count; i++) {
        made_row *old = &m->rows[i];
        if (old->kind == row.kind && old->hand == hand && strcmp(old->name, name) == 0 &&
            strcmp(old->line, row.line) == 0) {
            old->role = role == 'n' ? role : old->role;
            return;
        }
    }
    if (m->count < MOST_ROWS) {
        m->rows[m->count++] = row;
    } else {
        m->status =
            bi_fail(m->error, BIGHT_ERROR_TOO_LARGE, 0, "the book has more marks than there is room for");
    }
}

static void add_mark(making *m, const char *name, int32_t loop, char hand, char role)
{
    bi_mark mark;
    if (m->status == BIGHT_OK) {
        m->status = bi_mark_make(m->hold, m->env, m->space, loop, &mark, m->error);
    }
    bool untied = m->status == BIGHT_OK && mark.kind == BI_MARK_ALONE && strcmp(mark.keys[0], "0_1") == 0;
    if (m->status == BIGHT_OK && mark.kind != 0 && !untied && !bi_mark_is_idle(&mark)) {
        add_row(m, name, &mark, hand, role);
    }
}

// A knot of one rope is known by the loop that is in a hand, if there is one; else by its rope, and what its other loops are.
static void add_ways(making *m, const char *name, const bight_sailor_setting *setting, char hand, bool alone)
{
    bool by_loop = setting->rope_count == 1 && setting->held_count > 0;
    for (int32_t i = 0; i < setting->held_count && setting->rope_count == 1; i++) {
        if (setting->held[i] > 0 && setting->held[i] < setting->ropes[0].count - 1) {
            add_mark(m, name, setting->held[i], hand, 'n');
        }
    }
    if (!by_loop && (!alone || m->has_type)) {
        add_mark(m, name, -1, hand, 'n');
    }
    if (alone || by_loop) {
        int32_t loops[MOST_LOOPS], count = 0;
        m->status = m->status == BIGHT_OK ? bi_mark_loops(m->hold, loops, MOST_LOOPS, &count) : m->status;
        for (int32_t i = 0; i < count; i++) {
            add_mark(m, name, loops[i], hand, 'b');
        }
    }
}

// A tail that lies inside leaves on either side: people let it lie where it will.
#define INSIDE 0.02

static void add_marks(making *m, const char *name, const bight_sailor_setting *setting, char hand)
{
    bi_hold_begin(m->hold, m->env, setting);
    bool alone = setting->rope_count == 1 && setting->pole_count + setting->ring_count == 0;
    add_ways(m, name, setting, hand, alone);
    const bight_curve *rope = &setting->ropes[0];
    int32_t tail =
        setting->loads != NULL && setting->loads[0] == BIGHT_SAILOR_LOAD_LAST ? 0 : rope->count - 1;
    double depth = 0.0;
    bi_hold_way_out(m->hold, rope->points[tail], &depth);
    if (m->status == BIGHT_OK && setting->rope_count == 1 && !rope->closed &&
        depth > INSIDE * m->hold->size) {
        m->hold->other_way = true;
        add_ways(m, name, setting, hand, alone);
    }
    bi_hold_free(m->hold);
}

static bight_curve copy_curve(bight_vec3 *points, int32_t *used, const bight_curve *curve, int32_t first,
                              int32_t last, double flip)
{
    bight_curve copy = {points + *used, 0, curve->closed};
    int32_t step = first <= last ? 1 : -1;
    for (int32_t i = first; i != last + step && *used < MOST_POINTS; i += step) {
        bight_vec3 p = curve->points[i];
        points[(*used)++] = v3(flip * p.x, p.y, p.z);
        copy.count++;
    }
    return copy;
}

// As it lies, and in the mirror.
static void add_both(making *m, const char *name, const bight_sailor_setting *setting)
{
    add_marks(m, name, setting, 's');
    bight_curve curves[2 + BI_HOLDING_RINGS];
    bight_sailor_setting other = *setting;
    int32_t used = 0, count = setting->rope_count + setting->ring_count;
    bight_vec3 *points = m->points + MOST_POINTS;
    int64_t needed = 0;
    for (int32_t i = 0; i < count; i++) {
        needed +=
            i < setting->rope_count ? setting->ropes[i].count : setting->rings[i - setting->rope_count].count;
    }
    if (needed > MOST_POINTS) {
        m->status = bi_fail(m->error, BIGHT_ERROR_TOO_LARGE, 0,
                            "%s has %lld points, more than there is room for", name, (long long)needed);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        const bight_curve *c =
            i < setting->rope_count ? &setting->ropes[i] : &setting->rings[i - setting->rope_count];
        curves[i] = copy_curve(points, &used, c, 0, c->count - 1, -1.0);
    }
    bight_sailor_pole pole;
    if (setting->pole_count > 0) {
        pole = setting->poles[0];
        pole.point.x = -pole.point.x;
        pole.along.x = -pole.along.x;
        other.poles = &pole;
    }
    other.ropes = curves;
    other.rings = curves + setting->rope_count;
    add_marks(m, name, &other, 'm');
}

// ---- cousins ----------------------------------------------------------------------------------------

// A knot of two half knots in the ends of one rope, as a bend: the rope is cut between them, and pulled there.
static void add_as_bend(making *m, const bight_sailor_setting *setting, const char *name, const char *swapped)
{
    int32_t one = setting->held[0], two = setting->held[1], used = 0;
    const bight_curve *rope = &setting->ropes[0];
    bight_curve ropes[2];
    ropes[0] = copy_curve(m->points, &used, rope, one < two ? one : two, 0, 1.0);
    ropes[1] = copy_curve(m->points, &used, rope, one < two ? two : one, rope->count - 1, 1.0);
    bight_sailor_load loads[2] = {BIGHT_SAILOR_LOAD_FIRST, BIGHT_SAILOR_LOAD_FIRST};
    bight_sailor_setting bend = {.ropes = ropes, .rope_count = 2, .loads = loads};
    add_both(m, name, &bend);
    if (swapped != NULL) {
        loads[1] = BIGHT_SAILOR_LOAD_LAST;
        add_both(m, swapped, &bend);
    }
}

static void add_cousins(making *m, const bight_sailor_setting *setting)
{
    static const struct {
        const char *name, *swapped;
    } bends[] = {{"square knot", "thief knot"}, {"granny knot", "grief knot"}, {"surgeon's knot", NULL}};
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++) {
        if (strcmp(m->name, bends[i].name) == 0 && setting->rope_count == 1 && setting->held_count == 2) {
            add_as_bend(m, setting, bends[i].name, bends[i].swapped);
        }
    }
    if (strcmp(m->name, "sheet bend") == 0 && setting->rope_count == 2) {
        const bight_sailor_load loads[2] = {BIGHT_SAILOR_LOAD_LAST, BIGHT_SAILOR_LOAD_FIRST};
        bight_sailor_setting other = *setting;
        other.loads = loads;
        add_both(m, "left-hand sheet bend", &other);
    }
}

// ---- knots of the book --------------------------------------------------------------------------------

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    static const char *const finished[] = {"loose", "drawn", "tight", "close"};
    making *m = user;
    bool is_finished = false;
    for (size_t i = 0; i < sizeof finished / sizeof *finished && event->kind == BIGHT_PLAY_STILL; i++) {
        is_finished = is_finished || strcmp(event->words, finished[i]) == 0;
    }
    bi_holding holding;
    if (!is_finished || m->status != BIGHT_OK || !bi_holding_of(play, 0, &holding)) {
        return;
    }

    // a loop that a hand has let go is the knot's loop still
    if (m->held && holding.setting.held_count == 0 && holding.setting.rope_count == 1) {
        return;
    }
    m->held = m->held || holding.setting.held_count > 0;
    add_both(m, m->name, &holding.setting);
    add_cousins(m, &holding.setting);
}

static void add_scene(making *m, const bight_book_knot *knot)
{
    bight_scene *scene;
    bight_play *play = NULL;
    bight_play_def def = bight_play_def_default();
    def.event = on_event;
    def.user = m;
    if (m->env != NULL) {
        def.env = *m->env;
    }
    m->held = false;
    m->status = bight_scene_parse(knot->text, knot->text_length, NULL, m->env, &scene, m->error);
    m->status = m->status == BIGHT_OK ? bight_play_create(scene, &def, &play, m->error) : m->status;
    bool more = m->status == BIGHT_OK;
    while (more && m->status == BIGHT_OK) {
        bight_status status = bight_play_step(play, &more, m->error);
        m->status = m->status == BIGHT_OK ? status : m->status;
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

static void add_start(making *m, const bight_book *book, const bight_book_knot *knot)
{
    bight_diagram *diagram = NULL;
    bight_start start = {0};
    m->status = bight_tie_diagram(m->env, book, knot->card.name, false, &diagram, m->error);
    m->status = m->status == BIGHT_OK ? bight_start_make(m->env, diagram, NULL, &start, m->error) : m->status;
    if (m->status == BIGHT_OK) {
        const bight_curve rope = {start.points, start.count, false};
        const bight_sailor_setting setting = {.ropes = &rope, .rope_count = 1};
        add_both(m, knot->card.name, &setting);
    }
    bight_start_free(m->env != NULL ? &m->env->allocator : NULL, &start);
    bight_diagram_free(diagram);
}

// A loop by which a knot of one rope is told without one tells nothing of another: a bow has that of an overhand knot.
static bool is_of_a_plain_knot(const making *m, const made_row *row)
{
    for (int32_t i = 0; i < m->count && row->kind == BI_MARK_LOOP; i++) {
        const made_row *b = &m->rows[i];
        bool other =
            strcmp(b->name, row->name) != 0 && b->kind == row->kind && strcmp(b->line, row->line) == 0;
        for (int32_t k = 0; k < m->count && other; k++) {
            if (m->rows[k].kind == BI_MARK_ALONE && strcmp(m->rows[k].name, b->name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bight_status write_rows(making *m, bight_bytes *text)
{
    size_t size = 200 + (size_t)m->count * (sizeof(made_row) + 32), used;
    char *out = bi_new_array(m->env != NULL ? &m->env->allocator : NULL, size, 1);
    if (out == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    used =
        (size_t)snprintf(out, size, "// SPDX-License-Identifier: MIT\n// Made by `bight tabulate sailor`.\n");
    for (int32_t i = 0; i < m->count; i++) {
        const made_row *r = &m->rows[i];
        char role = r->role == 'n' && is_of_a_plain_knot(m, r) ? 'b' : r->role;
        used += (size_t)snprintf(out + used, size - used, "{\"%s\", '%c', '%c', '%c', \"%s\"},\n", r->name,
                                 r->kind, r->hand, role, r->line);
    }
    *text = (bight_bytes){(uint8_t *)out, used, (int32_t)size};
    return BIGHT_OK;
}

bight_status bight_sailor_tabulate(const bight_env *env, const bight_book *book,
                                   void (*report)(void *user, const char *name, int32_t rows), void *user,
                                   bight_bytes *text, bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    making m = {.env = env, .error = error};
    *text = (bight_bytes){0};
    m.space = bight_knot_workspace_new(env);
    m.rows = bi_new_array(allocator, MOST_ROWS, sizeof *m.rows);
    m.hold = bi_new_array(allocator, 1, sizeof *m.hold);
    m.points = bi_new_array(allocator, 2 * MOST_POINTS, sizeof *m.points);
    if (m.space == NULL || m.rows == NULL || m.hold == NULL || m.points == NULL) {
        m.status = BIGHT_ERROR_NO_MEMORY;
    }
    int32_t count;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    for (int32_t i = 0; i < count && m.status == BIGHT_OK; i++) {
        int32_t before = m.count;
        m.name = knots[i].card.name;
        m.has_type = knots[i].card.type != NULL;
        if (knots[i].way == BIGHT_BOOK_SCENE) {
            add_scene(&m, &knots[i]);
        } else if (knots[i].way == BIGHT_BOOK_START) {
            add_start(&m, book, &knots[i]);
        }
        if (report != NULL) {
            report(user, m.name, m.count - before);
        }
    }
    m.status = m.status == BIGHT_OK ? write_rows(&m, text) : m.status;
    bi_free_array(allocator, m.points, 2 * MOST_POINTS, sizeof *m.points);
    bi_free_array(allocator, m.hold, 1, sizeof *m.hold);
    bi_free_array(allocator, m.rows, MOST_ROWS, sizeof *m.rows);
    bight_knot_workspace_free(m.space);
    return m.status;
}
