// SPDX-License-Identifier: MIT
// Wirtinger's presentation: a generator for each arc from one lower passage to the next; at a crossing the arc that leaves
// below is the one that comes in, conjugated by the upper one. Some arcs decide all others; their images are tried.

#include "knot/table/homs.h"
#include "knot/passages.h"
#include "core/assert.h"

#include <string.h>

#define LETTERS 6

// Cycle types: permutations with so many cycles of each length.
static const int8_t types[BI_HOMS_CLASSES][LETTERS + 1] = {
    {0, 3, 0, 1}, {0, 2, 2}, {0, 2, 0, 0, 1}, {0, 0, 1, 0, 1}, {0, 1, 0, 0, 0, 1}};

static bool has_type(const uint8_t *p, const int8_t *type)
{
    int8_t cycles[LETTERS + 1] = {0};
    bool seen[LETTERS] = {false};
    for (int32_t i = 0; i < LETTERS; i++) {
        int32_t length = 0;
        for (int32_t at = i; !seen[at]; at = p[at]) {
            seen[at] = true;
            length++;
        }
        cycles[length] = (int8_t)(cycles[length] + (length > 0));
    }
    return memcmp(cycles, type, sizeof cycles) == 0;
}

// All permutations in order, from the identity on; false behind the last.
static bool next_permutation(uint8_t *p)
{
    int32_t i = LETTERS - 2, j = LETTERS - 1;
    while (i >= 0 && p[i] > p[i + 1]) {
        i--;
    }
    if (i < 0) {
        return false;
    }
    while (p[j] < p[i]) {
        j--;
    }
    uint8_t swap = p[i];
    p[i] = p[j];
    p[j] = swap;
    for (int32_t a = i + 1, b = LETTERS - 1; a < b; a++, b--) {
        swap = p[a];
        p[a] = p[b];
        p[b] = swap;
    }
    return true;
}

static void make_class(bi_homs *homs, int32_t k)
{
    uint8_t list[BI_HOMS_LARGEST][LETTERS], p[LETTERS] = {0, 1, 2, 3, 4, 5};
    int32_t size = 0;
    do {
        if (has_type(p, types[k])) {
            memcpy(list[size++], p, LETTERS);
        }
    } while (next_permutation(p));
    homs->size[k] = size;
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            // y x y^-1 takes y(i) to y(x(i))
            for (int32_t i = 0; i < LETTERS; i++) {
                p[list[y][i]] = list[y][list[x][i]];
            }
            int32_t z = 0;
            while (memcmp(list[z], p, LETTERS) != 0) {
                z++;
            }
            homs->turn[k][1][y * size + x] = (uint8_t)z;
            homs->turn[k][0][y * size + z] = (uint8_t)x;
        }
    }
}

void bi_homs_init(bi_homs *homs)
{
    for (int32_t k = 0; k < BI_HOMS_CLASSES; k++) {
        make_class(homs, k);
    }
}

// A step: arc `to` is arc `from` conjugated by `by`, or is checked to be.
typedef struct step {
    int8_t to, from, by, sense;
    bool check;
} step;

// The arcs of a knot, and how they follow from some of them.
typedef struct plan {
    int32_t arcs;
    int8_t in[BI_HOMS_CROSSINGS], out[BI_HOMS_CROSSINGS], over[BI_HOMS_CROSSINGS], sense[BI_HOMS_CROSSINGS];
    int8_t seeds[BI_HOMS_CROSSINGS];
    int32_t seed_count;
    step steps[BI_HOMS_CROSSINGS];
    int32_t end[BI_HOMS_CROSSINGS]; ///< (seed_count) behind the steps that seeds 0 .. i allow
} plan;

static void take_arcs(const bi_diagram *diagram, plan *p)
{
    int32_t n = diagram->crossings, passages[2 * BI_HOMS_CROSSINGS], lengths[BI_HOMS_CROSSINGS + 1];
    int32_t scratch[4 * BI_HOMS_CROSSINGS], arc = 0;
    bi_diagram_passages(diagram, passages, lengths, scratch);
    p->arcs = n;
    for (int32_t i = 0; i < 2 * n; i++) {
        int32_t c = passages[i] >> 1;
        if ((passages[i] & 1) != 0) {
            p->over[c] = (int8_t)arc;
        } else {
            p->in[c] = (int8_t)arc;
            arc = (arc + 1) % n;
            p->out[c] = (int8_t)arc;
        }
        p->sense[c] = diagram->sign[c] > 0 ? 0 : 1;
    }
}

// All steps that known arcs allow, behind those that are there. @return the known arcs
static uint32_t follow(plan *p, uint32_t known, uint32_t *used, int32_t *count)
{
    for (bool more = true; more;) {
        more = false;
        for (int32_t c = 0; c < p->arcs; c++) {
            uint32_t in = UINT32_C(1) << p->in[c], out = UINT32_C(1) << p->out[c];
            if ((*used >> c & 1) != 0 || (known >> p->over[c] & 1) == 0 || (known & (in | out)) == 0) {
                continue;
            }
            bool forward = (known & in) != 0;
            p->steps[(*count)++] = (step){forward ? p->out[c] : p->in[c], forward ? p->in[c] : p->out[c],
                                          p->over[c], forward ? p->sense[c] : (int8_t)(1 - p->sense[c]),
                                          (known & in) != 0 && (known & out) != 0};
            known |= in | out;
            *used |= UINT32_C(1) << c;
            more = true;
        }
    }
    return known;
}

// Do these arcs decide all others?
static bool try_seeds(plan *p)
{
    uint32_t known = 0, used = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < p->seed_count; i++) {
        known = follow(p, known | UINT32_C(1) << p->seeds[i], &used, &count);
        p->end[i] = count;
    }
    return known == (UINT32_C(1) << p->arcs) - 1;
}

// As few as there can be, the first such set of arcs.
static void find_seeds(plan *p)
{
    for (p->seed_count = 1; p->seed_count <= p->arcs; p->seed_count++) {
        for (int32_t i = 0; i < p->seed_count; i++) {
            p->seeds[i] = (int8_t)i;
        }
        for (bool more = true; more;) {
            if (try_seeds(p)) {
                return;
            }
            int32_t i = p->seed_count - 1;
            while (i >= 0 && p->seeds[i] == p->arcs - p->seed_count + i) {
                i--;
            }
            more = i >= 0;
            for (int32_t k = i; more && k < p->seed_count; k++) {
                p->seeds[k] = (int8_t)(k == i ? p->seeds[i] + 1 : p->seeds[k - 1] + 1);
            }
        }
    }
}

static bool take_steps(const plan *p, const uint8_t *turn[2], int32_t size, int32_t seed, uint8_t *image)
{
    for (int32_t i = seed > 0 ? p->end[seed - 1] : 0; i < p->end[seed]; i++) {
        const step *s = &p->steps[i];
        uint8_t value = turn[(int32_t)s->sense][image[(int32_t)s->by] * size + image[(int32_t)s->from]];
        if (s->check && image[(int32_t)s->to] != value) {
            return false;
        }
        image[(int32_t)s->to] = value;
    }
    return true;
}

// The first seed is one element of the class: conjugation leads from each of its elements to each other.
static uint64_t count_class(const bi_homs *homs, int32_t k, const plan *p)
{
    const uint8_t *turn[2] = {homs->turn[k][0], homs->turn[k][1]};
    int32_t size = homs->size[k], tried[BI_HOMS_CROSSINGS] = {0}, level = 0;
    uint8_t image[BI_HOMS_CROSSINGS];
    uint64_t count = 0;
    while (level >= 0) {
        if (tried[level] == (level == 0 ? 1 : size)) {
            level--;
            continue;
        }
        image[(int32_t)p->seeds[level]] = (uint8_t)tried[level]++;
        if (!take_steps(p, turn, size, level, image)) {
            continue;
        }
        if (level + 1 == p->seed_count) {
            count++;
        } else {
            tried[++level] = 0;
        }
    }
    return count;
}

uint64_t bi_homs_of(const bi_homs *homs, const bi_diagram *diagram)
{
    BI_ASSERT(diagram->crossings >= 1 && diagram->crossings <= BI_HOMS_CROSSINGS);
    plan p = {.arcs = 0};
    take_arcs(diagram, &p);
    find_seeds(&p);
    uint64_t mixed = 0;
    for (int32_t k = 0; k < BI_HOMS_CLASSES; k++) {
        mixed = (mixed ^ count_class(homs, k, &p)) * UINT64_C(0x9E3779B97F4A7C15);
        mixed ^= mixed >> 29;
    }
    return mixed;
}
