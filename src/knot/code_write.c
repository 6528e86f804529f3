// SPDX-License-Identifier: MIT
// Codes of a diagram. Each component is walked from its first dart on, components in the order of those
// darts.

#include "bight/knot_code.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

void bight_diagram_to_pd(const bight_diagram *diagram, bool clockwise, int32_t *labels)
{
    const bi_diagram *map = &diagram->map;
    int32_t label = 0;
    memset(labels, 0, 4 * (size_t)map->crossings * sizeof *labels);
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (labels[start] != 0 || bi_is_out(map, start)) {
            continue;
        }
        for (int32_t dart = start; labels[dart] == 0; dart = map->mate[bi_opposite(dart)]) {
            labels[dart] = labels[map->mate[dart]] = ++label;
        }
    }
    for (int32_t c = 0; clockwise && c < map->crossings; c++) {
        int32_t one = labels[4 * c + 1];
        labels[4 * c + 1] = labels[4 * c + 3];
        labels[4 * c + 3] = one;
    }
}

void bight_diagram_to_gauss(const bight_diagram *diagram, int32_t *entries, int32_t *lengths, int8_t *signs)
{
    // entries double as the marks of what was walked: each passage is written once
    const bi_diagram *map = &diagram->map;
    int32_t count = 0, components = 0;

    // a component starts at the first passage that no earlier one has
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (bi_is_out(map, start)) {
            continue;
        }
        int32_t name = (start >> 2) + 1, first = count;
        bool met = false;
        for (int32_t i = 0; i < count && !met; i++) {
            met = entries[i] == (bi_is_over(start) ? name : -name);
        }
        if (met) {
            continue;
        }

        // once around: the crossing's number, negative below
        int32_t dart = start;
        do {
            entries[count++] = bi_is_over(dart) ? (dart >> 2) + 1 : -((dart >> 2) + 1);
            dart = map->mate[bi_opposite(dart)];
        } while (dart != start);
        lengths[components++] = count - first;
    }

    // circles have no passages
    for (int32_t i = 0; i < map->circles; i++) {
        lengths[components++] = 0;
    }

    if (signs != NULL) {
        memcpy(signs, map->sign, (size_t)map->crossings);
    }
}

// Each crossing is met at an odd and at an even number; a component whose first passage has the wrong parity
// starts with its second. By the Jordan curve theorem a planar diagram always allows it.
static void choose_shifts(const int32_t *owner, const int32_t *place, int32_t crossings, int32_t components,
                          int8_t *shift)
{
    for (int32_t k = 0; k < components; k++) {
        shift[k] = -1;
    }
    for (int32_t root = 0; root < components; root++) {
        if (shift[root] >= 0) {
            continue;
        }
        shift[root] = 0;
        bool changed = true;
        while (changed) {
            changed = false;
            for (int32_t c = 0; c < crossings; c++) {
                for (int32_t i = 0; i < 2; i++) {
                    int32_t here = owner[2 * c + i], there = owner[2 * c + 1 - i];
                    if (shift[here] >= 0 && shift[there] < 0) {
                        shift[there] = (int8_t)((place[2 * c] + place[2 * c + 1] + shift[here] + 1) & 1);
                        changed = true;
                    }
                }
            }
        }
    }
}

// numbers: (2 crossings) DT number by passage 2 c + over, from passages in Gauss order
static void number_passages(const int32_t *passages, int32_t crossings, const int32_t *lengths,
                            int32_t components, int32_t *numbers, int32_t *owner, int8_t *shift)
{
    for (int32_t k = 0, first = 0; k < components; first += lengths[k], k++) {
        for (int32_t i = 0; i < lengths[k]; i++) {
            owner[passages[first + i]] = k;
            numbers[passages[first + i]] = i;
        }
    }
    choose_shifts(owner, numbers, crossings, components, shift);
    for (int32_t k = 0, first = 0; k < components; first += lengths[k], k++) {
        for (int32_t i = 0; i < lengths[k]; i++) {
            numbers[passages[first + i]] = first + (i + lengths[k] - shift[k]) % lengths[k] + 1;
        }
    }
}

bight_status bight_diagram_to_dt(const bight_diagram *diagram, int32_t *entries, int32_t *lengths,
                                 int8_t *signs, bight_error *error)
{
    const bi_diagram *map = &diagram->map;
    int32_t n = map->crossings;
    if (map->circles > 0 && diagram->components > 1) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "a component without a crossing cannot be written as a DT code: use PD or Gauss");
    }

    // all passages in Gauss order, then numbers 1 to 2 n: an odd and an even one for each crossing
    lengths[0] = 0;
    size_t total = 10 * (size_t)n + 1;
    int32_t *passages = bi_new_array(&map->allocator, total, sizeof *passages);
    if (passages == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a DT code");
    }
    int32_t *numbers = passages + 2 * n, *owner = numbers + 2 * n, *seen = owner + 2 * n;
    int32_t components = bi_diagram_passages(map, passages, lengths, seen);
    number_passages(passages, n, lengths, components, numbers, owner, (int8_t *)seen);

    // entry k is the even number met together with 2 k + 1, negative when the even passage is over
    for (int32_t c = 0; c < n; c++) {
        int32_t under = numbers[2 * c], over = numbers[2 * c + 1];
        bool odd_over = (over & 1) != 0;
        int32_t odd = odd_over ? over : under, even = odd_over ? under : over;
        entries[odd / 2] = odd_over ? even : -even;
        if (signs != NULL) {
            signs[odd / 2] = map->sign[c];
        }
    }

    // 2 m passages of a component are m entries
    for (int32_t k = 0; k < components; k++) {
        lengths[k] /= 2;
    }

    bi_free_array(&map->allocator, passages, total, sizeof *passages);
    return BIGHT_OK;
}
