// SPDX-License-Identifier: MIT
// Diagrams from codes: planar-diagram codes and braid words.

#include "knot/diagram.h"
#include "knot/passages.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdlib.h>

// A label and the dart that carries it, for sorting.
typedef struct labelled {
    int32_t label, dart;
} labelled;

static int compare_labels(const void *a, const void *b)
{
    const labelled *x = a, *y = b;
    int order = (x->label > y->label) - (x->label < y->label);
    return order != 0 ? order : (x->dart > y->dart) - (x->dart < y->dart);
}

// Pairs the darts that carry the same label.
static bight_status pair_labels(bi_diagram *diagram, const int32_t *labels, bight_error *error)
{
    int32_t darts = 4 * diagram->crossings;
    labelled *sorted = bi_new_array(&diagram->allocator, (size_t)darts + 1, sizeof *sorted);
    if (sorted == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a PD code");
    }

    // sorted by label, the two ends of an arc are neighbours
    for (int32_t dart = 0; dart < darts; dart++) {
        sorted[dart] = (labelled){labels[dart], dart};
    }
    qsort(sorted, (size_t)darts, sizeof *sorted, compare_labels);

    // each run of equal labels must be a pair
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < darts && status == BIGHT_OK;) {
        int32_t uses = 1;
        while (i + uses < darts && sorted[i + uses].label == sorted[i].label) {
            uses++;
        }
        if (uses != 2) {
            status = bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "PD code: every arc label must be used exactly twice; %d, first in crossing %d, is "
                "used %d time%s",
                (int)sorted[i].label, (int)(sorted[i].dart >> 2) + 1, (int)uses, uses == 1 ? "" : "s");
        } else {
            diagram->mate[sorted[i].dart] = sorted[i + 1].dart;
            diagram->mate[sorted[i + 1].dart] = sorted[i].dart;
        }
        i += uses;
    }

    bi_free_array(&diagram->allocator, sorted, (size_t)darts + 1, sizeof *sorted);
    return status;
}

// Follows a strand from the dart by which it enters a crossing and notes which way it passes over.
static bool walk_strand(bi_diagram *diagram, int32_t entry, bool *seen)
{
    int32_t dart = entry;
    for (int32_t steps = 0; steps <= 2 * diagram->crossings; steps++) {
        if ((dart & 3) == 2) {
            return false;
        }
        seen[dart >> 2] = seen[dart >> 2] || (dart & 3) == 0;
        if (bi_is_over(dart)) {
            int8_t sign = (dart & 3) == 3 ? 1 : -1;
            if (diagram->sign[dart >> 2] == -sign) {
                return false;
            }
            diagram->sign[dart >> 2] = sign;
        }
        dart = diagram->mate[bi_opposite(dart)];
        if (dart == entry) {
            return true;
        }
    }
    return false;
}

bight_status bi_diagram_from_pd(bi_diagram *diagram, const int32_t *labels, int32_t crossings,
                                bight_error *error)
{
    bight_status status = bi_diagram_begin(diagram, crossings, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = pair_labels(diagram, labels, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // a strand that passes under somewhere has its direction from there, any other from its labels
    bool *seen = bi_new_array(&diagram->allocator, (size_t)crossings + 1, sizeof *seen), good = true;
    if (seen == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to check a PD code");
    }
    for (int32_t c = 0; c < crossings; c++) {
        diagram->sign[c] = 0;
    }
    for (int32_t c = 0; c < crossings && good; c++) {
        good = seen[c] || walk_strand(diagram, 4 * c, seen);
    }

    for (int32_t c = 0; c < crossings && good; c++) {
        if (diagram->sign[c] == 0) {
            bool forward = labels[4 * c + 3] == labels[4 * c + 1] + 1;
            good = walk_strand(diagram, 4 * c + (forward ? 1 : 3), seen);
        }
    }

    bi_free_array(&diagram->allocator, seen, (size_t)crossings + 1, sizeof *seen);
    if (!good) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "PD code: a strand runs against itself; list each "
                       "crossing from its incoming under strand");
    }

    // planar when V - E + F of each piece gives genus 0
    size_t total = 6 * (size_t)crossings + 1;
    int32_t *scratch = bi_new_array(&diagram->allocator, total, sizeof *scratch);
    if (scratch == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to check a PD code");
    }

    int32_t genus = bi_diagram_genus(diagram, scratch);
    bi_free_array(&diagram->allocator, scratch, total, sizeof *scratch);
    return genus == 0
               ? BIGHT_OK
               : bi_fail(error, BIGHT_ERROR_INVALID, 0,
                         "PD code: the diagram is not planar: it lies on a surface of genus %d", (int)genus);
}

// Strands run upwards. Letter i > 0: the strand from the left passes over to the right, so over runs 3 -> 1
// when the under strand is turned upright; its four corners are, counter-clockwise from the incoming under
// strand (bottom right): bottom right, top right, top left, bottom left.
bight_status bi_diagram_from_braid(bi_diagram *diagram, const int32_t *word, int32_t length, int32_t strands)
{
    bight_status status = bi_diagram_reserve(diagram, length);
    int32_t *top = bi_new_array(&diagram->allocator, 2 * (size_t)strands, sizeof *top);
    if (status != BIGHT_OK || top == NULL) {
        bi_free_array(&diagram->allocator, top, 2 * (size_t)strands, sizeof *top);
        return BIGHT_ERROR_NO_MEMORY;
    }
    int32_t *bottom = top + strands;

    // by strand: the dart where its part so far ends, and the one where it began; -1 without a crossing
    diagram->crossings = length;
    diagram->circles = 0;
    for (int32_t s = 0; s < strands; s++) {
        top[s] = bottom[s] = -1;
    }

    // each letter takes in the ends of two strands and leaves them exchanged
    for (int32_t c = 0; c < length; c++) {
        bool right = word[c] > 0;
        int32_t left_strand = (right ? word[c] : -word[c]) - 1;
        diagram->sign[c] = right ? 1 : -1;
        for (int32_t side = 0; side < 2; side++) {
            // right-handed: under comes from the right; left-handed: under comes from the left
            int32_t in = bi_entry(c, (side == 0) == right, diagram->sign[c]);
            int32_t strand = left_strand + side;
            if (top[strand] < 0) {
                bottom[strand] = in;
            } else {
                diagram->mate[top[strand]] = in;
                diagram->mate[in] = top[strand];
            }
        }
        top[left_strand] = bi_opposite(bi_entry(c, !right, diagram->sign[c]));
        top[left_strand + 1] = bi_opposite(bi_entry(c, right, diagram->sign[c]));
    }

    // close the braid, top to bottom; a strand without a crossing closes to a circle
    for (int32_t s = 0; s < strands; s++) {
        if (top[s] < 0) {
            diagram->circles++;
        } else {
            diagram->mate[top[s]] = bottom[s];
            diagram->mate[bottom[s]] = top[s];
        }
    }

    bi_free_array(&diagram->allocator, top, 2 * (size_t)strands, sizeof *top);
    return BIGHT_OK;
}
