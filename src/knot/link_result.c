// SPDX-License-Identifier: MIT
// What was found, in words.

#include "knot/link_parting.h"
#include "knot/passages.h"

#include <stdio.h>
#include <string.h>

// A part in words: by name, or by its size.
static bool add_part_words(char *reason, size_t size, const bight_link_part *part)
{
    char words[96];
    if (strcmp(part->name, "unknown") != 0) {
        return bi_add_text(reason, size, part->name);
    }
    if (part->components == 1) {
        snprintf(words, sizeof words, "a knot of %d crossings", (int)part->crossings);
    } else {
        snprintf(words, sizeof words, "a link of %d components and %d crossings", (int)part->components,
                 (int)part->crossings);
    }
    return bi_add_text(reason, size, words);
}

// What it is split into, and what of it is not known. Dots stand for what does not fit.
static void write_reason(bi_parting *p)
{
    bight_link_result *result = p->result;
    char *reason = result->reason;
    size_t size = sizeof result->reason;
    if (result->part_count > BIGHT_LINK_MAX_PARTS) {
        snprintf(reason, size, "a split link of more than %d parts", BIGHT_LINK_MAX_PARTS);
        return;
    }

    bool whole = bi_add_text(reason, size, result->part_count > 1 ? "a split link of " : "");
    for (int32_t i = 0; i < result->part_count && whole; i++) {
        whole = bi_add_text(reason, size,
                            i == 0                       ? ""
                            : i + 1 < result->part_count ? ", "
                                                         : " and ") &&
                add_part_words(reason, size, &result->parts[i]);
    }
    whole = whole && bi_add_text(reason, size, ": ") && bi_add_text(reason, size, p->why);
    if (!whole) {
        memcpy(reason + size - 4, "...", 4);
    }
}

static bool all_known(const bi_link_list *list)
{
    bool known = true;
    for (int32_t i = 0; i < list->part_count; i++) {
        known = known && list->parts[i].known;
    }
    return known;
}

// Is a diagram of Hopf links summed along components one row of rings, each linked with the next?
static bool is_chain(const bi_parting *p)
{
    const bi_link_list *list = &p->list;
    bool chain =
        list->part_count == 1 && list->summand_count >= 2 && p->piece.crossings == 2 * list->summand_count;
    for (int32_t i = 0; i < list->summand_count && chain; i++) {
        chain = strcmp(list->summands[i].name, "L2a1") == 0;
    }

    // in a tree with two crossings an edge no ring has more than two neighbours: no component has more than 4 passages
    int32_t *lengths = p->numbers, *passages = lengths + p->piece.crossings;
    if (chain) {
        int32_t rings =
            bi_diagram_passages(&p->piece, passages, lengths, passages + 2 * (size_t)p->piece.crossings);
        for (int32_t i = 0; i < rings; i++) {
            chain = chain && lengths[i] <= 4;
        }
    }
    return chain;
}

// What only some links have: other names, and whether the whole is its own mirror image.
static void finish_named(bi_parting *p)
{
    bight_link_result *result = p->result;
    const bi_link_list *list = &p->list;
    result->amphichiral = true;
    for (int32_t i = 0; i < list->part_count; i++) {
        result->amphichiral = result->amphichiral && list->parts[i].count <= 1;
    }
    for (int32_t i = 0; i < list->summand_count; i++) {
        result->amphichiral = result->amphichiral && list->summands[i].hand == BIGHT_HANDEDNESS_AMPHICHIRAL;
    }
    if (list->summand_count == 0) {
        snprintf(result->rolfsen, sizeof result->rolfsen, "0^%d_1", (int)result->components);
        snprintf(result->traditional, sizeof result->traditional, "unlink");
    } else if (list->part_count == 1 && list->summand_count == 1 && result->components > 1) {
        memcpy(result->rolfsen, p->last.rolfsen, sizeof result->rolfsen);
        snprintf(result->traditional, sizeof result->traditional, "%s", p->last.everyday);
    } else if (is_chain(p)) {
        snprintf(result->traditional, sizeof result->traditional, "chain of %d rings",
                 (int)result->components);
    }
}

void bi_parting_finish(bi_parting *p)
{
    bight_link_result *result = p->result;
    bi_link_list *list = &p->list;
    result->part_count = list->part_count;
    for (int32_t i = 0; i < list->part_count; i++) {
        const bi_link_part *part = &list->parts[i];
        result->crossings += part->crossings;
        if (i < BIGHT_LINK_MAX_PARTS) {
            bight_link_part *to = &result->parts[i];
            *to = (bight_link_part){.components = part->components, .crossings = part->crossings};
            bi_link_list_write(list, i, to->name, sizeof to->name);
            bool prime = part->known && part->count == 1;
            to->handedness = prime ? list->summands[part->first].hand : BIGHT_HANDEDNESS_UNKNOWN;
        }
    }
    result->proved = bi_link_list_write(list, -1, result->name, sizeof result->name);
    if (result->proved) {
        finish_named(p);
    } else if (all_known(list)) {
        snprintf(result->reason, sizeof result->reason, "the name is longer than %d characters",
                 BIGHT_KNOT_MAX_NAME - 1);
    } else {
        write_reason(p);
    }
}
