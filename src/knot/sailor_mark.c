// SPDX-License-Identifier: MIT

#include "knot/sailor.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

typedef struct marking {
    bi_hold *hold;
    const bight_env *env;
    bight_knot_workspace *space;
    bi_mark *mark;
    bight_error *error;
} marking;

// One key, in its place.
static bight_status add_key(marking *m)
{
    int32_t size = 0;
    bight_status status =
        bi_mark_key(m->hold, m->env, m->space, m->mark->keys[m->mark->count++], &size, m->error);
    m->mark->size += m->mark->count > 1 ? size : 0; // not of the whole
    return status;
}

// ---- families -----------------------------------------------------------------------------------------

// The simplest links of a family: by crossings, then by name.
typedef struct simplest {
    char keys[BI_MARK_SIMPLEST][BI_MARK_TEXT];
    int32_t sizes[BI_MARK_SIMPLEST], count;
} simplest;

static bight_status add_to_family(marking *m, simplest *family)
{
    char key[BI_MARK_TEXT];
    int32_t size, at = 0;
    bight_status status = bi_mark_key(m->hold, m->env, m->space, key, &size, m->error);
    while (at < family->count &&
           (family->sizes[at] < size || (family->sizes[at] == size && strcmp(family->keys[at], key) < 0))) {
        at++;
    }
    if (status != BIGHT_OK || at == BI_MARK_SIMPLEST ||
        (at < family->count && family->sizes[at] == size && strcmp(family->keys[at], key) == 0)) {
        return status;
    }
    family->count += family->count < BI_MARK_SIMPLEST;
    for (int32_t i = family->count - 1; i > at; i--) {
        memcpy(family->keys[i], family->keys[i - 1], BI_MARK_TEXT);
        family->sizes[i] = family->sizes[i - 1];
    }
    memcpy(family->keys[at], key, BI_MARK_TEXT);
    family->sizes[at] = size;
    return status;
}

static void add_family(marking *m, const simplest *family)
{
    m->mark->size += family->count > 0 ? family->sizes[0] : 0;
    for (int32_t i = 0; i < family->count && m->mark->count < BI_MARK_KEYS; i++) {
        memcpy(m->mark->keys[m->mark->count++], family->keys[i], BI_MARK_TEXT);
    }
}

// All ways round two things, one after the other, without going back at once: 1 + 4 + 12 + 36. The first is the short way.
#define MOST_WORDS_ROUND 53

static bool word_of(int32_t number, bight_vec3 one, bight_vec3 other, bi_hold_word *word)
{
    static const int32_t first[] = {0, 1, 5, 17, MOST_WORDS_ROUND};
    word->count = 0;
    if (number >= MOST_WORDS_ROUND) {
        return false;
    }
    while (number >= first[word->count + 1]) {
        word->count++;
    }
    int32_t rest = number - first[word->count], last = -1;
    for (int32_t i = 0; i < word->count; i++) {
        int32_t choices = i == 0 ? 4 : 3, letter = rest % choices;
        rest /= choices;
        letter += i > 0 && letter >= (last ^ 1) ? 1 : 0; // letters 0 1: round one, 2 3: round the other
        word->about[i] = letter < 2 ? one : other;
        word->sense[i] = letter % 2 == 0 ? 1 : -1;
        last = letter;
    }
    return true;
}

// ---- parts of ropes -----------------------------------------------------------------------------------

// A stretch of a rope, and where its two ends go.
typedef struct stretch {
    const bight_curve *rope;
    int32_t first, last; ///< vertices; falling when last < first
    bight_vec3 first_way, last_way;
} stretch;

// From the standing part to the tail.
static stretch whole_of(const bi_hold *hold, int32_t rope)
{
    const bight_curve *c = &hold->setting->ropes[rope];
    bool last = hold->setting->loads != NULL && hold->setting->loads[rope] == BIGHT_SAILOR_LOAD_LAST;
    stretch s = {.rope = c, .first = last ? c->count - 1 : 0, .last = last ? 0 : c->count - 1};
    s.first_way = bi_hold_way_out(hold, c->points[s.first], NULL);
    s.last_way = bi_hold_way_out(hold, c->points[s.last], NULL);
    if (hold->other_way && rope == 0) {
        s.last_way = bi_hold_way_across(hold, c->points[s.last], s.last_way);
    }
    return s;
}

// The stretch, closed far outside: a curve of its own.
static bight_status close_stretch(bi_hold *hold, const stretch *s, const bi_hold_word *word)
{
    const bight_vec3 *points = s->rope->points;
    bight_status status = bi_hold_add_rope(hold, s->rope, s->first, s->last);
    status = status == BIGHT_OK
                 ? bi_hold_join(hold, points[s->last], s->last_way, points[s->first], s->first_way, word)
                 : status;
    bi_hold_end(hold);
    return status;
}

static bight_status close_rope(bi_hold *hold, int32_t rope)
{
    const bight_curve *c = &hold->setting->ropes[rope];
    if (c->closed) {
        bight_status status = bi_hold_add_rope(hold, c, 0, c->count - 1);
        bi_hold_end(hold);
        return status;
    }
    stretch s = whole_of(hold, rope);
    return close_stretch(hold, &s, NULL);
}

// ---- kinds --------------------------------------------------------------------------------------------

// A stretch and the pole: the end is carried round either end of the pole.
static bight_status add_pole_family(marking *m, const stretch *s)
{
    bi_hold *hold = m->hold;
    simplest family = {.count = 0};
    bi_hold_word word;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; status == BIGHT_OK && word_of(i, hold->axis, v3_mul(-1.0, hold->axis), &word); i++) {
        bi_hold_clear(hold);
        status = close_stretch(hold, s, &word);
        status = status == BIGHT_OK ? bi_hold_add_pole(hold) : status;
        status = status == BIGHT_OK ? add_to_family(m, &family) : status;
    }
    add_family(m, &family);
    return status;
}

// The rope in two at the loop, far outside: from the standing part to the loop, from there to the tail.
static bight_status mark_loop(marking *m, int32_t loop)
{
    bi_hold *hold = m->hold;
    stretch whole = whole_of(hold, 0), head = whole, tail = whole;
    bight_vec3 way = bi_hold_way_out(hold, whole.rope->points[loop], NULL);
    head.last = tail.first = loop;
    head.last_way = tail.first_way = way;
    if (hold->has_axis) {
        bight_status status = add_pole_family(m, &head);
        return status == BIGHT_OK ? add_pole_family(m, &tail) : status;
    }
    const stretch *const all[] = {&whole, &head, &tail};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        bi_hold_clear(hold);
        status = close_stretch(hold, all[i], NULL);
        status = status == BIGHT_OK ? bi_hold_add_rings(hold) : status;
        status = status == BIGHT_OK ? add_key(m) : status;
    }

    // both at once: the two strands at the loop go out side by side and are twisted
    simplest family = {.count = 0};
    for (int32_t turns = -3; turns <= 3 && status == BIGHT_OK; turns++) {
        bi_hold_clear(hold);
        status = bi_hold_split(hold, whole.rope, whole.first, loop, whole.last, whole.first_way, way,
                               whole.last_way, turns);
        status = status == BIGHT_OK ? bi_hold_add_rings(hold) : status;
        status = status == BIGHT_OK ? add_to_family(m, &family) : status;
    }
    add_family(m, &family);
    return status;
}

// Tail to tail, the first carried round either standing part, which are joined far beyond.
static bight_status mark_bend(marking *m)
{
    bi_hold *hold = m->hold;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 2 && status == BIGHT_OK; i++) {
        bi_hold_clear(hold);
        status = close_rope(hold, i);
        status = status == BIGHT_OK ? add_key(m) : status;
    }
    if (status == BIGHT_OK && strcmp(m->mark->keys[0], m->mark->keys[1]) > 0) {
        char other[BI_MARK_TEXT];
        memcpy(other, m->mark->keys[0], sizeof other);
        memcpy(m->mark->keys[0], m->mark->keys[1], sizeof other);
        memcpy(m->mark->keys[1], other, sizeof other);
    }
    stretch one = whole_of(hold, 0), two = whole_of(hold, 1);
    simplest family = {.count = 0};
    bi_hold_word word;
    for (int32_t i = 0; status == BIGHT_OK && word_of(i, one.first_way, two.first_way, &word); i++) {
        bi_hold_clear(hold);
        status = bi_hold_add_rope(hold, one.rope, one.first, one.last);
        status = status == BIGHT_OK ? bi_hold_join(hold, one.rope->points[one.last], one.last_way,
                                                   two.rope->points[two.last], two.last_way, &word)
                                    : status;
        status = status == BIGHT_OK ? bi_hold_add_rope(hold, two.rope, two.last, two.first) : status;
        status = status == BIGHT_OK ? bi_hold_join_beyond(hold, two.rope->points[two.first], two.first_way,
                                                          one.rope->points[one.first], one.first_way)
                                    : status;
        bi_hold_end(hold);
        status = status == BIGHT_OK ? add_to_family(m, &family) : status;
    }
    add_family(m, &family);
    return status;
}

static char kind_of(const bight_sailor_setting *s, int32_t loop)
{
    bool closed = s->ropes[0].closed || (s->rope_count > 1 && s->ropes[1].closed);
    if (s->rope_count > 1) {
        return closed ? BI_MARK_CORD : s->pole_count + s->ring_count > 0 ? 0 : BI_MARK_BEND;
    }
    if (closed || s->pole_count > 1 || (s->pole_count > 0 && s->ring_count > 0)) {
        return 0;
    }
    return s->pole_count > 0   ? (loop >= 0 ? BI_MARK_POLE_LOOP : BI_MARK_POLE)
           : s->ring_count > 0 ? (loop >= 0 ? BI_MARK_RING_LOOP : BI_MARK_RINGS)
           : loop >= 0         ? BI_MARK_LOOP
                               : BI_MARK_ALONE;
}

bight_status bi_mark_make(bi_hold *hold, const bight_env *env, bight_knot_workspace *space, int32_t loop,
                          bi_mark *mark, bight_error *error)
{
    *mark = (bi_mark){.kind = kind_of(hold->setting, loop)};
    marking m = {hold, env, space, mark, error};
    bi_hold_clear(hold);
    bight_status status = BIGHT_OK;
    switch (mark->kind) {
    case BI_MARK_POLE: {
        stretch s = whole_of(hold, 0);
        return add_pole_family(&m, &s);
    }
    case BI_MARK_POLE_LOOP:
    case BI_MARK_LOOP:
    case BI_MARK_RING_LOOP:
        return mark_loop(&m, loop);
    case BI_MARK_BEND:
        return mark_bend(&m);
    case BI_MARK_ALONE:
    case BI_MARK_RINGS:
    case BI_MARK_CORD:
        for (int32_t i = 0; i < hold->setting->rope_count && status == BIGHT_OK; i++) {
            status = close_rope(hold, i);
        }
        status = status == BIGHT_OK ? bi_hold_add_rings(hold) : status;
        return status == BIGHT_OK ? add_key(&m) : status;
    default:
        return BIGHT_OK;
    }
}

// ---- loops ----------------------------------------------------------------------------------------------

bight_status bi_mark_loops(const bi_hold *hold, int32_t *loops, int32_t most, int32_t *count)
{
    const bight_curve *c = &hold->setting->ropes[0];
    bool *outermost = bi_new_array(&hold->allocator, (size_t)c->count, sizeof *outermost);
    *count = 0;
    if (outermost == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < hold->direction_count; i++) {
        int32_t best = 0;
        for (int32_t k = 1; k < c->count; k++) {
            best = v3_dot(hold->directions[i], c->points[k]) > v3_dot(hold->directions[i], c->points[best])
                       ? k
                       : best;
        }
        outermost[best] = v3_dot(hold->directions[i], c->points[best]) >= hold->reach[i] - 1e-9 * hold->size;
    }
    int32_t gap = c->count / 40 + 2, first = -1, last = -1;
    for (int32_t k = 2; k < c->count - 2 && *count < most; k++) {
        if (outermost[k]) {
            if (first >= 0 && k - last > gap) {
                loops[(*count)++] = outermost[(first + last) / 2] ? (first + last) / 2 : last;
                first = k;
            }
            first = first < 0 ? k : first;
            last = k;
        }
    }
    if (first >= 0 && *count < most) {
        loops[(*count)++] = outermost[(first + last) / 2] ? (first + last) / 2 : last;
    }
    bi_free_array(&hold->allocator, outermost, (size_t)c->count, sizeof *outermost);
    return BIGHT_OK;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool bi_mark_is_idle(const bi_mark *mark)
{
    const char(*k)[BI_MARK_TEXT] = mark->keys;
    bool pole = mark->kind == BI_MARK_POLE_LOOP && mark->count == 2 * BI_MARK_SIMPLEST;
    if (mark->kind == BI_MARK_POLE || pole) {
        bool free = true;
        for (int32_t i = 0; i < mark->count; i += BI_MARK_SIMPLEST) {
            free = free && same(k[i], "0_1|0_1") && same(k[i + 1], "L2a1");
        }
        return free;
    }
    if (mark->kind == BI_MARK_CORD || mark->kind == BI_MARK_RINGS) {
        return strchr(k[0], '|') != NULL;
    }
    if (mark->kind != BI_MARK_LOOP || mark->count < 4) {
        return false;
    }

    // all that is tied lies on one side, and the two sides can be drawn apart
    bool head = same(k[1], k[0]) && same(k[2], "0_1"), tail = same(k[2], k[0]) && same(k[1], "0_1");
    return (head || tail) && strncmp(k[3], "0_1|", 4) == 0 && same(k[3] + 4, k[0]);
}

void bi_mark_write(const bi_mark *mark, char text[BI_MARK_LINE])
{
    size_t used = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < mark->count; i++) {
        used += (size_t)snprintf(text + used, BI_MARK_LINE - used, "%s%s", i > 0 ? " " : "", mark->keys[i]);
    }
}
