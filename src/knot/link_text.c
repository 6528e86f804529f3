// SPDX-License-Identifier: MIT

#include "knot/link_text.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Equal neighbours that are written out even where there is little room.
#define FEW 3

void bi_link_list_free(bi_link_list *list)
{
    bi_free_array(&list->allocator, list->summands, (size_t)list->summand_capacity, sizeof *list->summands);
    bi_free_array(&list->allocator, list->parts, (size_t)list->part_capacity, sizeof *list->parts);
    *list = (bi_link_list){.allocator = list->allocator};
}

bight_status bi_link_list_add(bi_link_list *list, const bi_summand *summand)
{
    bight_status status = bi_reserve(&list->allocator, &list->summands, &list->summand_capacity,
                                     (int64_t)list->summand_count + 1, sizeof *list->summands);
    if (status == BIGHT_OK) {
        list->summands[list->summand_count++] = *summand;
    }
    return status;
}

bight_status bi_link_list_end_part(bi_link_list *list, bi_link_part part)
{
    const bi_link_part *last = list->part_count > 0 ? &list->parts[list->part_count - 1] : NULL;
    part.first = last != NULL ? last->first + last->count : 0;
    part.count = list->summand_count - part.first;
    part.id = list->part_count;
    bight_status status = bi_reserve(&list->allocator, &list->parts, &list->part_capacity,
                                     (int64_t)list->part_count + 1, sizeof *list->parts);
    if (status == BIGHT_OK) {
        list->parts[list->part_count++] = part;
    }
    return status;
}

// ---- order ------------------------------------------------------------------------------------------

// By crossing number, then kind and number of the name: 0 for the same knot or link, or its mirror image.
static int compare_kinds(const bi_summand *a, const bi_summand *b)
{
    int order = a->crossings - b->crossings;
    order = order == 0 ? (int)strlen(a->name) - (int)strlen(b->name) : order;
    return order == 0 ? strcmp(a->name, b->name) : order;
}

// Then the hand that comes first, then by components.
static int compare_summands(const bi_summand *a, const bi_summand *b, bight_handedness last)
{
    int order = compare_kinds(a, b);
    order = order == 0 ? (int)(a->hand == last) - (int)(b->hand == last) : order;
    for (int32_t i = 0; i < a->member_count && i < b->member_count && order == 0; i++) {
        order = (a->members[i] > b->members[i]) - (a->members[i] < b->members[i]);
    }
    return order;
}

static int compare_right_first(const void *a, const void *b)
{
    return compare_summands(a, b, BIGHT_HANDEDNESS_LEFT);
}

static int compare_left_first(const void *a, const void *b)
{
    return compare_summands(a, b, BIGHT_HANDEDNESS_RIGHT);
}

// The hand that is written without an m: of the first kind that has more of one hand than of the other, that hand;
// right-handed when there is none. The mirror image then has the same name.
static bight_handedness plain_hand(const bi_link_list *list, int32_t first, int32_t count)
{
    const bi_summand *best = NULL;
    int32_t best_sum = 0;
    for (int32_t i = first; i < first + count; i++) {
        const bi_summand *s = &list->summands[i];
        bool chiral = s->hand == BIGHT_HANDEDNESS_RIGHT || s->hand == BIGHT_HANDEDNESS_LEFT;
        if (!chiral || (best != NULL && compare_kinds(s, best) >= 0)) {
            continue;
        }
        int32_t sum = 0;
        for (int32_t k = first; k < first + count; k++) {
            const bi_summand *t = &list->summands[k];
            bool same = compare_kinds(s, t) == 0;
            sum += same ? (t->hand == BIGHT_HANDEDNESS_RIGHT) - (t->hand == BIGHT_HANDEDNESS_LEFT) : 0;
        }
        best = sum != 0 ? s : best;
        best_sum = sum != 0 ? sum : best_sum;
    }
    return best_sum < 0 ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT;
}

// NULL in a list of circles alone, which has no summands.
static bi_summand *summands_of(const bi_link_list *list, const bi_link_part *part)
{
    return list->summands == NULL ? NULL : list->summands + part->first;
}

// A part with what it is compared by.
typedef struct ordered {
    bi_link_part part;
    const bi_link_list *list;
    bight_handedness plain;
} ordered;

// Those with crossings first, by their number; known ones before others; by the names of their summands; then those of
// the plain hand.
static int compare_parts(const void *x, const void *y)
{
    const ordered *a = x, *b = y;
    int order = (a->part.crossings == 0) - (b->part.crossings == 0);
    order = order == 0 ? a->part.crossings - b->part.crossings : order;
    order = order == 0 ? (int)b->part.known - (int)a->part.known : order;
    order = order == 0 ? a->part.count - b->part.count : order;
    const bi_summand *s = summands_of(a->list, &a->part), *t = summands_of(b->list, &b->part);
    for (int32_t i = 0; i < a->part.count && order == 0; i++) {
        order = compare_kinds(&s[i], &t[i]);
    }
    for (int32_t i = 0; i < a->part.count && order == 0; i++) {
        order = (int)(s[i].hand != a->plain) - (int)(t[i].hand != a->plain);
    }
    order = order == 0 ? a->part.components - b->part.components : order;
    return order == 0 ? a->part.least - b->part.least : order;
}

bight_status bi_link_list_sort(bi_link_list *list)
{
    bight_handedness plain = plain_hand(list, 0, list->summand_count);
    for (int32_t i = 0; i < list->part_count; i++) {
        bi_link_part *part = &list->parts[i];
        if (part->count > 1) {
            qsort(summands_of(list, part), (size_t)part->count, sizeof *list->summands,
                  plain == BIGHT_HANDEDNESS_LEFT ? compare_left_first : compare_right_first);
        }
    }
    ordered *all = bi_new_array(&list->allocator, (size_t)list->part_count + 1, sizeof *all);
    if (all == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < list->part_count; i++) {
        all[i] = (ordered){list->parts[i], list, plain};
    }
    qsort(all, (size_t)list->part_count, sizeof *all, compare_parts);
    for (int32_t i = 0; i < list->part_count; i++) {
        list->parts[i] = all[i].part;
    }
    bi_free_array(&list->allocator, all, (size_t)list->part_count + 1, sizeof *all);
    return BIGHT_OK;
}

// ---- text -------------------------------------------------------------------------------------------

bool bi_add_text(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    int added = snprintf(text + length, size - length, "%s", more);
    return added >= 0 && (size_t)added < size - length;
}

typedef struct writing {
    const bi_link_list *list;
    bight_handedness plain;
    bool counted; ///< more than FEW equal neighbours
    char *text;
    size_t size;
} writing;

static bool is_mirrored(const bi_summand *s, bight_handedness plain)
{
    bool chiral = s->hand == BIGHT_HANDEDNESS_RIGHT || s->hand == BIGHT_HANDEDNESS_LEFT;
    return chiral && s->hand != plain;
}

static bool same_summand(const writing *w, const bi_summand *a, const bi_summand *b)
{
    return strcmp(a->name, b->name) == 0 && is_mirrored(a, w->plain) == is_mirrored(b, w->plain);
}

static bool same_part(const writing *w, const bi_link_part *a, const bi_link_part *b)
{
    bool same = a->count == b->count && a->components == b->components;
    for (int32_t i = 0; i < a->count && same; i++) {
        same = same_summand(w, &w->list->summands[a->first + i], &w->list->summands[b->first + i]);
    }
    return same;
}

// " # " before all but the first, "#5 " before five.
static bool write_joint(const writing *w, bool first, char mark, int32_t count)
{
    char part[32] = "";
    if (!first) {
        snprintf(part, sizeof part, " %c ", mark);
    }
    if (count > 1) {
        size_t length = strlen(part);
        snprintf(part + length, sizeof part - length, "%c%d ", mark, (int)count);
    }
    return bi_add_text(w->text, w->size, part);
}

static bool write_part(const writing *w, const bi_link_part *part, bool in_brackets)
{
    const bi_summand *s = summands_of(w->list, part);
    if (part->count == 0) {
        return bi_add_text(w->text, w->size, "0_1");
    }
    bool whole = bi_add_text(w->text, w->size, in_brackets && part->count > 1 ? "(" : "");
    for (int32_t i = 0, run; i < part->count && whole; i += run) {
        run = 1;
        while (w->counted && i + run < part->count && same_summand(w, &s[i], &s[i + run])) {
            run++;
        }
        run = run > FEW ? run : 1;
        whole = write_joint(w, i == 0, '#', run) &&
                bi_add_text(w->text, w->size, is_mirrored(&s[i], w->plain) ? "m" : "") &&
                bi_add_text(w->text, w->size, s[i].name);
    }
    return whole && bi_add_text(w->text, w->size, in_brackets && part->count > 1 ? ")" : "");
}

static bool write_all(const writing *w, int32_t first, int32_t count)
{
    const bi_link_part *parts = w->list->parts + first;
    bool whole = true;
    w->text[0] = '\0';
    for (int32_t i = 0, run; i < count && whole; i += run) {
        run = 1;
        while (w->counted && i + run < count && same_part(w, &parts[i], &parts[i + run])) {
            run++;
        }
        run = run > FEW ? run : 1;
        whole = parts[i].known && write_joint(w, i == 0, '|', run) && write_part(w, &parts[i], run > 1);
    }
    return whole;
}

bool bi_link_list_write(const bi_link_list *list, int32_t part, char *text, size_t size)
{
    int32_t first = part < 0 ? 0 : part, count = part < 0 ? list->part_count : 1;
    bight_handedness plain = part < 0 ? plain_hand(list, 0, list->summand_count)
                                      : plain_hand(list, list->parts[part].first, list->parts[part].count);
    writing w = {list, plain, false, text, size};
    bool whole = write_all(&w, first, count);
    if (!whole) {
        w.counted = true;
        whole = write_all(&w, first, count);
    }
    if (!whole) {
        snprintf(text, size, "unknown");
    }
    return whole;
}
