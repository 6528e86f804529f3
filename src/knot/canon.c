// SPDX-License-Identifier: MIT

#include "knot/canon.h"
#include "core/assert.h"
#include "knot/passages.h"

#include <string.h>

// What the walk along a diagram met.
typedef struct walk {
    int32_t partner[2 * BI_CODE_CROSSINGS]; ///< (2 n) the other place where the crossing is met
    int32_t over[2 * BI_CODE_CROSSINGS];
    int32_t sign[2 * BI_CODE_CROSSINGS];
    int32_t count; ///< 2 n
} walk;

static void take_walk(const bi_diagram *diagram, walk *w)
{
    int32_t met[BI_CODE_CROSSINGS];
    memset(met, -1, sizeof met);
    int32_t dart = 0;
    w->count = 2 * diagram->crossings;
    for (int32_t i = 0; i < w->count; i++) {
        int32_t c = bi_crossing(dart);
        w->over[i] = bi_is_over(dart) ? 1 : 0;
        w->sign[i] = diagram->sign[c];
        if (met[c] < 0) {
            met[c] = i;
        } else {
            w->partner[i] = met[c];
            w->partner[met[c]] = i;
        }
        dart = diagram->mate[bi_opposite(dart)];
    }
}

// Compares the code from one start in one direction with the best, and replaces it when smaller.
// @return < 0 replaced, 0 equal, > 0 larger
static int32_t try_start(const walk *w, int32_t start, int32_t step, bi_code *best, bool first)
{
    int32_t n = w->count / 2, place = start, order = first ? -1 : 0;
    uint64_t pattern = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t number = step * (w->partner[place] - start);
        number = (number < 0 ? number + w->count : number) + 1;
        uint8_t entry = (uint8_t)(number / 2);
        if (order == 0 && entry != best->entries[i]) {
            if (entry > best->entries[i]) {
                return 1;
            }
            order = -1;
        }
        if (order < 0) {
            best->entries[i] = entry;
        }
        pattern = pattern << 1 | (uint64_t)(w->over[place] ^ w->over[start]);
        place += 2 * step;
        place = place >= w->count ? place - w->count : place < 0 ? place + w->count : place;
    }
    if (order == 0 && pattern != best->pattern) {
        order = pattern > best->pattern ? -1 : 1;
    }
    best->pattern = order < 0 ? pattern : best->pattern;
    return order;
}

int32_t bi_code_of(const bi_diagram *diagram, bi_code *code)
{
    walk w;
    take_walk(diagram, &w);
    code->crossings = diagram->crossings;
    int32_t hands = 0;
    for (int32_t start = 0; start < w.count; start++) {
        for (int32_t step = -1; step <= 1; step += 2) {
            int32_t order = try_start(&w, start, step, code, hands == 0);
            int32_t hand = w.sign[start] > 0 ? BI_HAND_RIGHT : BI_HAND_LEFT;
            hands = order < 0 ? hand : order == 0 ? hands | hand : hands;
        }
    }
    return hands;
}

bight_status bi_code_diagram(bi_diagram *diagram, const bi_code *code, int32_t sign)
{
    BI_ASSERT(sign == 1 || sign == -1);
    int32_t n = code->crossings, passages[2 * BI_CODE_CROSSINGS] = {0}, length = 2 * n;
    for (int32_t i = 0; i < n; i++) {
        int32_t over = bi_code_mark(code, i) ^ 1;
        passages[2 * i] = 2 * i + over;
        passages[2 * code->entries[i] - 1] = 2 * i + 1 - over;
    }
    bight_status status = bi_diagram_from_passages(diagram, passages, n, &length, 1, NULL, NULL, NULL);
    if (status != BIGHT_OK || sign > 0) {
        return status;
    }

    // reflect the plane: the same passages, all signs changed
    int8_t signs[BI_CODE_CROSSINGS];
    for (int32_t c = 0; c < n; c++) {
        signs[c] = (int8_t)-diagram->sign[c];
    }
    return bi_diagram_from_passages(diagram, passages, n, &length, 1, signs, NULL, NULL);
}

int32_t bi_code_compare(const bi_code *a, const bi_code *b)
{
    if (a->crossings != b->crossings) {
        return a->crossings - b->crossings;
    }
    int32_t order = memcmp(a->entries, b->entries, (size_t)a->crossings);
    return order != 0 ? order : (a->pattern < b->pattern) - (a->pattern > b->pattern);
}
