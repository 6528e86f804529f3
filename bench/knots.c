// SPDX-License-Identifier: MIT
// `bight bench knots [KNOTS SUMS UNKNOTS ATLAS]`: the big check. Curves of known knots, from the table's own codes
// through a straight-line drawing, thermal moves and a random motion; sums of two or three; and unknots,
// twisted and folded; with an atlas, knots of 13 to 16 crossings and sums with one of them. Prints how many were named right, left unknown, and named wrong. -1: all knots of the
// table, once each.

#include "bench/bench.h"
#include "bench/knot_curves.h"
#include "bight/knot.h"
#include "bight/knot_table.h"
#include "cli/atlas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4000

typedef struct check {
    bight_knot_workspace *workspace;
    const bight_knot_atlas *atlas; // NULL: none
    bight_vec3 points[MOST];
    int32_t right, unknown, wrong;
    int32_t handless; // right, but for a hand that nothing proves
} check;

// A diagram's straight-line drawing as a curve in space; the diagram is used up.
static int32_t draw_knot(bight_diagram *diagram, int32_t vertices, bench_random *random, bight_vec3 *points)
{
    bight_error error = {0};
    int32_t count;
    if (bench_draw_knot(diagram, vertices, random, points, &count, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "bench knots: %s", error.message);
        exit(CLI_FAILED);
    }
    bight_diagram_free(diagram);
    return count;
}

// One knot's curve; returns its number of vertices. Its name and hand are put down.
static int32_t make_knot(int32_t crossings, int32_t index, bool left, int32_t vertices, bench_random *random,
                         bight_vec3 *points, char name[16])
{
    bight_diagram *diagram;
    bight_error error = {0};
    if (bight_knot_table_diagram(NULL, crossings, index, left, name, &diagram, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "bench knots: %s", error.message);
        exit(CLI_FAILED);
    }
    return draw_knot(diagram, vertices, random, points);
}

// Drops the m of mirrored factors: hands are compared by themselves.
static void without_marks(char *to, const char *name)
{
    for (; *name != '\0'; name++) {
        if (*name != 'm') {
            *to++ = *name;
        }
    }
    *to = '\0';
}

// Is there a factor whose hand is not known? Its mirror image has the same signature and HOMFLY polynomial.
static bool without_hand(const bight_knot_result *result)
{
    bool without = false;
    for (int32_t i = 0; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        without = without || result->factors[i].handedness == BIGHT_HANDEDNESS_UNKNOWN;
    }
    return without;
}

// As many of each hand among the factors called alike, whose order is the name's own.
static bool same_hands(const bight_knot_result *result, const bight_handedness *hands, int32_t count)
{
    bool same = true;
    for (int32_t i = 0; i < count; i++) {
        int32_t more = 0;
        for (int32_t k = 0; k < count; k++) {
            bool alike = strcmp(result->factors[k].name, result->factors[i].name) == 0;
            bool chiral = result->factors[k].handedness != BIGHT_HANDEDNESS_AMPHICHIRAL;
            more += alike && chiral && result->factors[k].handedness == BIGHT_HANDEDNESS_LEFT;
            more -= alike && chiral && hands[k] == BIGHT_HANDEDNESS_LEFT;
        }
        same = same && more == 0;
    }
    return same;
}

static void judge(check *c, const char *expected, const bight_handedness *hands, int32_t hand_count,
                  int32_t count, uint64_t seed)
{
    bight_curve curve = {c->points, count, true};
    bight_knot_options options = {.seed = seed, .atlas = c->atlas};
    bight_knot_result result;
    bight_error error = {0};
    bight_status status = bight_knot_identify(cli_env(), c->workspace, &curve, 1, &options, &result, &error);
    if (status != BIGHT_OK) {
        if (status != BIGHT_ERROR_STOPPED) {
            cli_say(NULL, 0, "bench knots: %s: %s", expected, error.message);
            c->wrong++;
        }
        return;
    }
    char name[BIGHT_KNOT_MAX_NAME];
    without_marks(name, result.name);
    bool called = strcmp(name, expected) == 0, handless = called && without_hand(&result);
    bool right = called && (handless || same_hands(&result, hands, hand_count));
    c->right += right;
    c->handless += handless;
    c->unknown += !result.proved;
    if (!right && result.proved) {
        c->wrong++;
        cli_say(NULL, 0, "bench knots: seed %llu: %s was named %s", (unsigned long long)seed, expected,
                result.name);
    }
}

static void report(check *c, const char *what)
{
    if (cli_interrupted()) {
        return; // of some only
    }
    printf("%s: %d right, %d unknown, %d wrong", what, (int)c->right, (int)c->unknown, (int)c->wrong);
    if (c->handless > 0) {
        printf("; %d of the right with a hand that nothing proves", (int)c->handless);
    }
    printf("\n");
    fflush(stdout);
    c->right = c->unknown = c->wrong = c->handless = 0;
}

static void check_knots(check *c, int32_t wanted)
{
    for (int32_t crossings = 3; crossings <= 12; crossings++) {
        int32_t knots = bight_knot_table_count(crossings);
        for (int32_t index = 0; index < knots && !cli_interrupted(); index++) {
            bench_random random = {(uint64_t)(100000 * crossings + index)};
            bool left = bench_below(&random, 2) == 0;
            if (wanted >= 0 && bench_below(&random, 2977) >= wanted) {
                continue;
            }
            char name[16];
            int32_t count = make_knot(crossings, index, left, 200, &random, c->points, name);
            bight_handedness hand = left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT;
            judge(c, name, &hand, 1, count, (uint64_t)index);
        }
    }
    report(c, "knots to 12 crossings");
}

typedef struct summand {
    char name[16];
    int32_t crossings;
    bight_handedness hand;
} summand;

static int compare(const void *a, const void *b)
{
    const summand *x = a, *y = b;
    int order = x->crossings - y->crossings;
    order = order == 0 ? (int)strlen(x->name) - (int)strlen(y->name) : order;
    order = order == 0 ? strcmp(x->name, y->name) : order;
    return order == 0 ? (int)x->hand - (int)y->hand : order;
}

// Curves side by side, each cut open at its rightmost or leftmost vertex and joined to the next: unit boxes
// in a row.
static int32_t append(bight_vec3 *points, int32_t have, bight_vec3 *next, int32_t count, double shift)
{
    // scale into the box [0, 1] x [-1/2, 1/2]^2
    bight_vec3 low = next[0], high = next[0];
    for (int32_t i = 1; i < count; i++) {
        low = (bight_vec3){fmin(low.x, next[i].x), fmin(low.y, next[i].y), fmin(low.z, next[i].z)};
        high = (bight_vec3){fmax(high.x, next[i].x), fmax(high.y, next[i].y), fmax(high.z, next[i].z)};
    }
    double size = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        next[i].x = (next[i].x - low.x) / size + shift;
        next[i].y = (next[i].y - low.y) / size - 0.5;
        next[i].z = (next[i].z - low.z) / size - 0.5;
        left = next[i].x < next[left].x ? i : left;
    }
    if (have == 0) {
        memcpy(points, next, (size_t)count * sizeof *points);
        return count;
    }

    // the rightmost vertex so far is doubled, and so is the leftmost of the new curve; two bridges join them
    int32_t right = 0;
    for (int32_t i = 0; i < have; i++) {
        right = points[i].x > points[right].x ? i : right;
    }
    memmove(points + right + 1 + count + 1, points + right, (size_t)(have - right) * sizeof *points);
    for (int32_t i = 0; i <= count; i++) {
        points[right + 1 + i] = next[(left + i) % count];
    }
    bight_vec3 edge = points[right + 1 + count + 1];
    points[right + 1 + count].y += 1e-7;
    points[right + 1 + count + 1] = (bight_vec3){edge.x, edge.y + 1e-7, edge.z};
    return have + count + 2;
}

static void check_sums(check *c, int32_t wanted)
{
    static bight_vec3 part[MOST];
    for (int32_t run = 0; run < wanted && !cli_interrupted(); run++) {
        bench_random random = {UINT64_C(77000000) + (uint64_t)run};
        int32_t terms = 2 + bench_below(&random, 2), count = 0;
        summand summands[3];
        for (int32_t i = 0; i < terms; i++) {
            int32_t crossings = 3 + bench_below(&random, 10),
                    index = bench_below(&random, bight_knot_table_count(crossings));
            bool left = bench_below(&random, 2) == 0;
            int32_t have = make_knot(crossings, index, left, 100, &random, part, summands[i].name);
            summands[i].crossings = crossings;
            summands[i].hand = left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT;
            count = append(c->points, count, part, have, 2.0 * i);
        }
        qsort(summands, (size_t)terms, sizeof *summands, compare);
        char expected[80] = "";
        bight_handedness hands[3];
        for (int32_t i = 0; i < terms; i++) {
            strcat(expected, i > 0 ? " # " : "");
            strcat(expected, summands[i].name);
            hands[i] = summands[i].hand;
        }
        bench_move(c->points, count, &random);
        judge(c, expected, hands, terms, count, (uint64_t)run);
    }
    report(c, "sums of two or three");
}

// A knot of the atlas, each number of crossings as often, both kinds; every fourth time with a knot of up to 12 crossings
// tied into the same curve.
static void check_atlas(check *c, int32_t wanted)
{
    static bight_vec3 part[MOST];
    for (int32_t run = 0; run < wanted && !cli_interrupted(); run++) {
        bench_random random = {UINT64_C(55000000) + (uint64_t)run};
        int32_t crossings = BIGHT_ATLAS_LEAST + run % 4;
        bool alternating = bench_below(&random, 2) == 0, left = bench_below(&random, 2) == 0;
        int32_t there = bight_knot_atlas_count(c->atlas, crossings, alternating);
        if (there == 0) {
            continue;
        }
        bight_diagram *diagram;
        bight_error error = {0};
        char name[16], expected[80] = "";
        bight_handedness hands[2] = {left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT, 0};
        if (bight_knot_atlas_diagram(NULL, c->atlas, crossings, alternating, bench_below(&random, there),
                                     left, name, &diagram, &error) != BIGHT_OK) {
            cli_say(NULL, 0, "bench knots: %s", error.message);
            exit(CLI_FAILED);
        }
        int32_t have = draw_knot(diagram, 250, &random, part), count = append(c->points, 0, part, have, 0.0),
                terms = 1;
        if (run % 4 == (run / 4) % 4) {
            char other[16];
            int32_t small = 3 + bench_below(&random, 10),
                    index = bench_below(&random, bight_knot_table_count(small));
            bool small_left = bench_below(&random, 2) == 0;
            have = make_knot(small, index, small_left, 100, &random, part, other);
            count = append(c->points, count, part, have, 2.0);
            snprintf(expected, sizeof expected, "%s # ", other);
            hands[1] = hands[0];
            hands[0] = small_left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT;
            terms = 2;
        }
        strcat(expected, name);
        bench_move(c->points, count, &random);
        judge(c, expected, hands, terms, count, (uint64_t)run);
    }
    report(c, "knots of 13 to 16 crossings");
}

// A circle, twisted and folded into a diagram of 20 to 200 crossings.
static void check_unknots(check *c, int32_t wanted)
{
    bight_diagram *circle = NULL, *diagram = NULL;
    bight_diagram_from_braid(NULL, NULL, 0, 1, &circle, NULL);
    for (int32_t run = 0; run < wanted && circle != NULL && !cli_interrupted(); run++) {
        bench_random random = {UINT64_C(99000000) + (uint64_t)run};
        int32_t crossings = 20 + bench_below(&random, 181);
        bight_knot_options options = {.seed = (uint64_t)run};
        bight_knot_result result;
        bool done =
            bight_diagram_scramble(cli_env(), circle, crossings, (uint64_t)run, &diagram, NULL) == BIGHT_OK &&
            bight_knot_identify_diagram(cli_env(), c->workspace, diagram, &options, &result, NULL) ==
                BIGHT_OK;
        if (!done) {
            c->wrong++;
            continue;
        }
        bool right = strcmp(result.name, "0_1") == 0;
        c->right += right;
        c->unknown += !result.proved;
        c->wrong += !right && result.proved;
        bight_diagram_free(diagram);
    }
    bight_diagram_free(circle);
    report(c, "unknots of 20 to 200 crossings");
}

int bench_knots(int argc, char **argv)
{
    int32_t wanted[4] = {100, 100, 1000, 100};
    for (int32_t i = 0; i < 4 && i < argc; i++) {
        wanted[i] = (int32_t)strtol(argv[i], NULL, 10);
    }
    check *c = calloc(1, sizeof *c);
    if (c == NULL || (c->workspace = bight_knot_workspace_new(NULL)) == NULL) {
        free(c);
        cli_say(NULL, 0, "bench knots: no memory");
        return CLI_FAILED;
    }
    cli_atlas atlas;
    int code = cli_open_atlas(NULL, &atlas);
    check_knots(c, wanted[0]);
    check_sums(c, wanted[1]);
    check_unknots(c, wanted[2]);
    c->atlas = atlas.atlas;
    if (atlas.atlas != NULL) {
        check_atlas(c, wanted[3]);
    }
    cli_close_atlas(&atlas);
    bight_knot_workspace_free(c->workspace);
    free(c);
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}
