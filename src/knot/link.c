// SPDX-License-Identifier: MIT
// Links of two components: reduce, and look the diagram up.

#include "bight/link.h"
#include "knot/link_code.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "knot/simplify.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

#define EFFORT 400

// All minimal diagrams that no pass shortens: crossings, link by least code, amphichiral, code as digits from
// '0'.
static const struct {
    int32_t crossings, number, amphichiral;
    char code[5 * BI_LINK_CROSSINGS + 1];
} table[] = {
#include "knot/link_table.inc"
};

// Names by number: the index in Rolfsen's table (1976), and in Thistlethwaite's, negative for non-alternating
// links.
static const struct {
    int8_t rolfsen, thistlethwaite;
} names[BI_LINK_CROSSINGS + 1][17] = {
    [2] = {{0, 0}, {1, 1}},
    [4] = {{0, 0}, {1, 1}},
    [5] = {{0, 0}, {1, 1}},
    [6] = {{0, 0}, {1, 3}, {2, 2}, {3, 1}},
    [7] = {{0, 0}, {1, 6}, {2, 5}, {7, -1}, {8, -2}, {3, 4}, {4, 3}, {5, 2}, {6, 1}},
    [8] = {{0, 0},
           {1, 14},
           {2, 12},
           {3, 11},
           {6, 6},
           {4, 13},
           {11, 5},
           {5, 10},
           {15, -2},
           {9, 3},
           {16, -1},
           {12, 4},
           {8, 9},
           {13, 1},
           {7, 8},
           {10, 2},
           {14, 7}},
};

static const char *everyday(int32_t crossings)
{
    return crossings == 2   ? "Hopf link"
           : crossings == 4 ? "Solomon's knot"
           : crossings == 5 ? "Whitehead link"
                            : "";
}

static bool look_up(const bi_diagram *map, bight_link_result *result)
{
    int32_t n = map->crossings;
    if (n < 2 || n > BI_LINK_CROSSINGS) {
        return false;
    }
    bi_link_code code;
    bi_link_code_of(map, &code);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bool same = table[i].crossings == n;
        for (int32_t k = 0; k < 5 * n && same; k++) {
            same = table[i].code[k] - '0' == code.bytes[k];
        }
        if (same) {
            int32_t number = table[i].number, index = names[n][number].thistlethwaite;
            snprintf(result->name, sizeof result->name, "%d^2_%d", (int)n, names[n][number].rolfsen);
            snprintf(result->thistlethwaite, sizeof result->thistlethwaite, "L%u%c%u", (unsigned)n & 15u,
                     index < 0 ? 'n' : 'a', (unsigned)(index < 0 ? -index : index) & 63u);
            snprintf(result->traditional, sizeof result->traditional, "%s", everyday(n));
            result->amphichiral = table[i].amphichiral != 0;
            result->proved = true;
            return true;
        }
    }
    return false;
}

typedef struct linking_work {
    bi_diagram map, cut;
    bi_move_scratch moves;
    int32_t *numbers; ///< (6 crossings + 1) scratch
} linking_work;

// How many pieces the reduced diagram falls into, circles included, after cutting sums.
static int32_t pieces_of(linking_work *w)
{
    int32_t n = w->cut.crossings;
    return w->cut.circles + (n > 0 ? bi_diagram_pieces(&w->cut, w->numbers, w->numbers + n) : 0);
}

// Two pieces of one component each, both without crossings: nothing is linked.
static bool is_unlink(const linking_work *w)
{
    return w->map.crossings == 0 && w->map.circles == 2;
}

static bight_status reduce(linking_work *w, const bight_knot_options *options, bight_link_result *result)
{
    int32_t effort = options->effort < 0 ? 0 : options->effort == 0 ? EFFORT : options->effort;
    bi_random random = bi_random_from(options->seed);
    bi_pass_all(&w->map, &w->moves);
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i <= effort && status == BIGHT_OK; i++) {
        result->crossings = w->map.crossings;
        if (is_unlink(w) || look_up(&w->map, result)) {
            break;
        }
        status = bi_diagram_copy(&w->cut, &w->map);
        status = status == BIGHT_OK && i % 4 == 3 ? bi_grow(&w->map, &random) : status;
        status = status == BIGHT_OK ? bi_move_scratch_reserve(&w->moves, w->map.crossings) : status;
        for (int32_t k = 0; k < (i % 4 == 3 ? 12 : 1) && status == BIGHT_OK; k++) {
            bi_shuffle(&w->map, &w->moves, &random);
        }
        if (status == BIGHT_OK) {
            bi_pass_all(&w->map, &w->moves);
            status = w->map.crossings > w->cut.crossings ? bi_diagram_copy(&w->map, &w->cut) : BIGHT_OK;
        }
    }
    return status;
}

static void finish(linking_work *w, bight_link_result *result)
{
    if (is_unlink(w)) {
        snprintf(result->name, sizeof result->name, "0^2_1");
        snprintf(result->traditional, sizeof result->traditional, "unlink");
        result->proved = result->amphichiral = true;
    } else if (!result->proved) {
        snprintf(result->name, sizeof result->name, "unknown");
        bool apart = bi_diagram_copy(&w->cut, &w->map) == BIGHT_OK;
        if (apart) {
            bi_factor(&w->cut, &w->moves);
        }
        const char *reason = apart && pieces_of(w) > 1
                                 ? "its diagram falls into pieces or summands"
                                 : "its reduced diagram is not among the prime links to 8 crossings";
        snprintf(result->reason, sizeof result->reason, "%s", reason);
    }
}

bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                 const bight_knot_options *options, bight_link_result *result,
                                 bight_error *error)
{
    static const bight_knot_options defaults = {0};
    if (diagram == NULL || result == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", diagram == NULL ? "diagram" : "result");
    }
    *result = (bight_link_result){0};
    if (diagram->components != 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a diagram of %d components: links of two are named",
                       (int)diagram->components);
    }
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    linking_work w;
    bi_diagram_init(&w.map, allocator);
    bi_diagram_init(&w.cut, allocator);
    bi_move_scratch_init(&w.moves, allocator);
    size_t total = 6 * (size_t)diagram->map.crossings + 1;
    w.numbers = bi_new_array(allocator, total, sizeof *w.numbers);
    bight_status status = w.numbers != NULL ? bi_diagram_copy(&w.map, &diagram->map) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? bi_move_scratch_reserve(&w.moves, w.map.crossings + 2) : status;
    if (status == BIGHT_OK) {
        result->linking = bi_diagram_linking(&w.map, 0, 1, w.numbers);
        status = reduce(&w, options != NULL ? options : &defaults, result);
    }
    if (status == BIGHT_OK) {
        finish(&w, result);
    } else {
        *result = (bight_link_result){0};
        bi_fail(error, status, 0, "no memory to name a link");
    }
    bi_free_array(allocator, w.numbers, total, sizeof *w.numbers);
    bi_diagram_free(&w.map);
    bi_diagram_free(&w.cut);
    bi_move_scratch_free(&w.moves);
    return status;
}
