// SPDX-License-Identifier: MIT
// Which knot of the book has these marks?
//
// A rope alone may be held at any loop of its own, so every loop that reaches outermost has a mark. One of them must be that of
// a knot of the book; and no other may say that more is tied than that knot ties: a noose is in many a loop, seen from the wrong
// side.

#include "knot/sailor.h"
#include "bight/knot_words.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

#define MOST_LOOPS 40
#define MOST_NAMES 8

typedef struct row {
    const char *name;
    char kind;
    char hand; // 's' as the book ties it, 'm' its mirror image
    char role; // 'n': the knot has this mark; 'b': and this one beside it, at another loop
    const char *keys;
} row;

static const row rows[] = {
#include "knot/sailor_table.inc"
};
#define ROWS (int32_t)(sizeof rows / sizeof *rows)

const char *bight_sailor_mirror_text(bight_sailor_mirror mirror)
{
    static const char *const texts[] = {"unknown", "same", "mirrored", "either"};
    return (uint32_t)mirror <= BIGHT_SAILOR_EITHER ? texts[mirror] : texts[0];
}

typedef struct seen {
    bi_mark marks[MOST_LOOPS];
    char lines[MOST_LOOPS][BI_MARK_LINE];
    int32_t loops[MOST_LOOPS], count;
} seen;

typedef struct found {
    const char *name;
    bool same, mirrored;
    int32_t size, loop;
} found;

// A link of which nothing is known is like no other.
static bool is_same(const char *one, const char *other)
{
    return one[0] != '?' && strcmp(one, other) == 0;
}

// Is this the mark in a line of the table? Of a family the simplest link must be the same, and one more.
static bool fits(const bi_mark *mark, const char *line)
{
    char keys[BI_MARK_KEYS][BI_MARK_TEXT];
    int32_t count = 0;
    for (const char *at = line; *at != '\0' && count < BI_MARK_KEYS; count++) {
        size_t length = strcspn(at, " ");
        snprintf(keys[count], sizeof *keys, "%.*s", (int)length, at);
        at += length + (at[length] == ' ');
    }
    bool same = count == mark->count;
    int32_t first = mark->kind == BI_MARK_BEND                                      ? 2
                    : mark->kind == BI_MARK_LOOP || mark->kind == BI_MARK_RING_LOOP ? 3
                    : mark->kind == BI_MARK_POLE || mark->kind == BI_MARK_POLE_LOOP ? 0
                                                                                    : count;
    for (int32_t i = 0; i < first && same; i++) {
        same = is_same(keys[i], mark->keys[i]);
    }
    for (int32_t f = first; f < count && same; f += BI_MARK_SIMPLEST) {
        int32_t end = bi_min_int(f + BI_MARK_SIMPLEST, count), common = 0;
        for (int32_t i = f; i < end; i++) {
            for (int32_t k = f; k < end; k++) {
                common += is_same(keys[i], mark->keys[k]);
            }
        }
        same = is_same(keys[f], mark->keys[f]) && common >= bi_min_int(2, end - f);
    }
    return same;
}

static bool has(const char *name, char hand, const bi_mark *mark)
{
    for (int32_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == mark->kind && rows[i].hand == hand && strcmp(rows[i].name, name) == 0 &&
            fits(mark, rows[i].keys)) {
            return true;
        }
    }
    return false;
}

// Is there a mark that this knot does not have, and that says that more is tied? A rope that is knotted as this knot is, also
// when nothing holds the loop, has nothing more.
static bool is_contradicted(const row *knot, const seen *s, int32_t size)
{
    if (knot->kind == BI_MARK_LOOP && strncmp(knot->keys, "0_1 ", 4) != 0) {
        return false;
    }
    for (int32_t i = 0; i < s->count; i++) {
        if (s->marks[i].size >= size && !has(knot->name, knot->hand, &s->marks[i])) {
            return true;
        }
    }
    return false;
}

static void note(found *names, int32_t *count, const row *knot, const bi_mark *mark, int32_t loop)
{
    int32_t at = 0;
    while (at < *count && strcmp(names[at].name, knot->name) != 0) {
        at++;
    }
    if (at == *count && *count < MOST_NAMES) {
        names[(*count)++] = (found){.name = knot->name};
    }
    if (at < *count) {
        names[at].same = names[at].same || knot->hand == 's';
        names[at].mirrored = names[at].mirrored || knot->hand == 'm';
        names[at].size = mark->size;
        names[at].loop = loop;
    }
}

static bool is_proved(const bi_mark *mark)
{
    bool proved = true;
    for (int32_t i = 0; i < mark->count; i++) {
        proved = proved && mark->keys[i][0] != 'J' && mark->keys[i][0] != '?';
    }
    return proved;
}

// One name, or none.
static bool choose(const seen *s, bight_sailor_name *name)
{
    found names[MOST_NAMES];
    int32_t count = 0;
    for (int32_t i = 0; i < ROWS; i++) {
        for (int32_t k = 0; k < s->count && rows[i].role == 'n'; k++) {
            if (rows[i].kind == s->marks[k].kind && fits(&s->marks[k], rows[i].keys) &&
                !is_contradicted(&rows[i], s, s->marks[k].size)) {
                note(names, &count, &rows[i], &s->marks[k], k);
            }
        }
    }
    if (count != 1) {
        snprintf(name->basis, sizeof name->basis, "%s",
                 count > 1 ? "more than one knot of the book makes these links"
                           : "no knot of the book makes these links");
        return false;
    }
    const bi_mark *mark = &s->marks[names[0].loop];
    snprintf(name->name, sizeof name->name, "%s", names[0].name);
    name->mirror = names[0].same && names[0].mirrored ? BIGHT_SAILOR_EITHER
                   : names[0].same                    ? BIGHT_SAILOR_SAME
                                                      : BIGHT_SAILOR_MIRRORED;
    name->loop = s->loops[names[0].loop];
    name->proved = is_proved(mark);
    snprintf(name->basis, sizeof name->basis, "%d closures make the links that this knot of the book makes%s",
             (int)mark->count,
             name->proved ? ", all with proved names"
                          : "; those too large for the tables have its Jones polynomials");
    return true;
}

static bight_status see(bi_hold *hold, const bight_env *env, bight_knot_workspace *space, int32_t loop,
                        seen *s, bight_error *error)
{
    bi_mark *mark = &s->marks[s->count];
    bight_status status = bi_mark_make(hold, env, space, loop, mark, error);
    if (status != BIGHT_OK || mark->kind == 0 || bi_mark_is_idle(mark)) {
        return status;
    }
    bi_mark_write(mark, s->lines[s->count]);
    for (int32_t i = 0; i < s->count; i++) {
        if (s->marks[i].kind == mark->kind && strcmp(s->lines[i], s->lines[s->count]) == 0) {
            return status;
        }
    }
    s->loops[s->count++] = loop;
    return status;
}

// A rope alone with a knot, that shows no more crossings than the knot needs.
static bool is_plain(const bi_hold *hold, const bi_mark *mark)
{
    int32_t crossings = 0;
    return sscanf(mark->keys[0], "%d", &crossings) == 1 && strchr(mark->keys[0], '+') == NULL &&
           crossings > 0 && bight_curve_least_crossings(hold->setting->ropes[0], crossings) <= crossings;
}

static bight_status name_all(bi_hold *hold, const bight_env *env, bight_knot_workspace *space, seen *s,
                             bight_sailor_name *name, bight_error *error)
{
    const bight_sailor_setting *setting = hold->setting;
    snprintf(name->basis, sizeof name->basis, "nothing in it is tied that the book knows");
    bight_status status = see(hold, env, space, -1, s, error);
    if (status == BIGHT_OK && s->marks[0].kind == 0) {
        snprintf(name->basis, sizeof name->basis, "ropes with this around them are not named");
        return status;
    }

    // what a rope ties without any loop
    if (status != BIGHT_OK || (s->marks[0].kind != BI_MARK_ALONE && s->count > 0 && choose(s, name)) ||
        setting->rope_count > 1) {
        return status;
    }
    bool plain = s->marks[0].kind == BI_MARK_ALONE && is_plain(hold, &s->marks[0]);
    seen alone = *s;

    // and with one
    s->count = 0;
    int32_t loops[MOST_LOOPS], count = 0;
    for (int32_t i = 0; i < setting->held_count && count < MOST_LOOPS / 2; i++) {
        int32_t at = setting->held[i];
        if (at > 0 && at < setting->ropes[0].count - 1) {
            loops[count++] = at;
        }
    }
    int32_t own = 0;
    status = bi_mark_loops(hold, loops + count, MOST_LOOPS - count, &own);
    count += own;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = see(hold, env, space, loops[i], s, error);
    }
    if (status == BIGHT_OK && !(s->count > 0 && choose(s, name)) && plain) {
        choose(&alone, name);
    }
    return status;
}

static bool is_sound(const bight_sailor_setting *setting)
{
    bool sound = setting->ropes != NULL && setting->rope_count >= 1 && setting->rope_count <= 2 &&
                 setting->pole_count >= 0 && setting->pole_count <= 1 && setting->ring_count >= 0 &&
                 setting->ring_count <= 8;
    for (int32_t i = 0; sound && i < setting->rope_count + setting->ring_count; i++) {
        const bight_curve *c =
            i < setting->rope_count ? &setting->ropes[i] : &setting->rings[i - setting->rope_count];
        sound = c->points != NULL && c->count >= 3 && c->count < BIGHT_KNOT_MAX_POINTS;
        for (int32_t k = 0; sound && k < c->count; k++) {
            sound = v3_is_finite(c->points[k]);
        }
    }
    if (sound && setting->pole_count > 0) {
        const bight_sailor_pole *pole = &setting->poles[0];
        sound = v3_is_finite(pole->point) && v3_is_finite(pole->along) && v3_length(pole->along) > 0.0;
    }
    return sound;
}

bight_status bight_sailor_identify(const bight_env *env, bight_knot_workspace *workspace,
                                   const bight_sailor_setting *setting, bight_sailor_name *name,
                                   bight_error *error)
{
    *name = (bight_sailor_name){.loop = -1};
    if (!is_sound(setting)) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "give one or two ropes of three points or more, at most one pole and eight rings, all finite");
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bi_hold *hold = bi_new_array(allocator, 1, sizeof *hold);
    seen *s = bi_new_array(allocator, 1, sizeof *s);
    bight_knot_workspace *own = workspace == NULL ? bight_knot_workspace_new(env) : NULL;
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (hold != NULL && s != NULL && (workspace != NULL || own != NULL)) {
        bi_hold_begin(hold, env, setting);
        status = name_all(hold, env, workspace != NULL ? workspace : own, s, name, error);
        bi_hold_free(hold);
    }
    if (status != BIGHT_OK) {
        *name = (bight_sailor_name){.loop = -1};
    }
    bight_knot_workspace_free(own);
    bi_free_array(allocator, s, 1, sizeof *s);
    bi_free_array(allocator, hold, 1, sizeof *hold);
    return status;
}

bight_status bight_sailor_words(const bight_env *env, bight_knot_workspace *workspace, const bight_curve *rope,
                                bight_knot_words *words, bight_error *error)
{
    if (rope->closed || rope->count < 3 || words->everyday[0] != '\0') {
        return BIGHT_OK;
    }
    const bight_sailor_setting setting = {.ropes = rope, .rope_count = 1};
    bight_sailor_name name;
    bight_status status = bight_sailor_identify(env, workspace, &setting, &name, error);
    if (status == BIGHT_OK && name.name[0] != '\0') {
        snprintf(words->everyday, sizeof words->everyday, "%s", name.name);
    }
    return status;
}
