// SPDX-License-Identifier: MIT
// Open curves closed in many ways, and the stretch that holds the knot.

#include "bight/knot.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "knot/closing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CLOSURES 100000

// Points of a stretch: an open polygon of three edges and the closure has no knot.
#define LEAST_STRETCH 5
// Up to so many points the stretch is the shortest of all; beyond, a short one.
#define MOST_EXACT 1000

static void count_answer(bight_knot_spectrum *spectrum, const bight_knot_result *result,
                         const bight_vec3 *path, int32_t path_count)
{
    bight_handedness hand =
        result->factor_count == 1 ? result->factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
    for (int32_t i = 0; i < spectrum->share_count; i++) {
        bight_knot_share *share = &spectrum->shares[i];
        if (strcmp(share->name, result->name) == 0 && share->handedness == hand) {
            share->count++;
            return;
        }
    }
    if (spectrum->share_count == BIGHT_KNOT_MAX_SPECTRUM) {
        spectrum->left_out++;
        return;
    }
    bight_knot_share *share = &spectrum->shares[spectrum->share_count++];
    memcpy(share->name, result->name, sizeof share->name);
    share->handedness = hand;
    share->count = 1;
    share->path_count = path_count;
    for (int32_t i = 0; i < path_count; i++) {
        share->path[i] = path[i];
    }
}

static int compare_shares(const void *a, const void *b)
{
    const bight_knot_share *x = a, *y = b;
    int order = y->count - x->count;
    order = order == 0 ? strcmp(x->name, y->name) : order;
    return order == 0 ? (int)x->handedness - (int)y->handedness : order;
}

// Wilson's score interval: (p + z^2 / 2n +- z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n), z = 1.96.
void bight_share_interval(int32_t count, int32_t closures, double *low, double *high)
{
    const double z = 1.959964;
    *low = 0.0;
    *high = 1.0;
    if (closures < 1 || count < 0 || count > closures) {
        return;
    }
    double n = closures, p = count / n, half = z * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    double middle = p + z * z / (2.0 * n), scale = 1.0 + z * z / n;
    *low = count == 0 ? 0.0 : (middle - half) / scale;
    *high = count == closures ? 1.0 : (middle + half) / scale;
}

static bight_status check(const bight_curve *curve, const void *answer, bight_error *error)
{
    bool good = curve != NULL && curve->points != NULL && answer != NULL && curve->count >= 3 &&
                curve->count < BIGHT_KNOT_MAX_POINTS;
    return good ? BIGHT_OK
                : bi_fail(error, BIGHT_ERROR_INVALID, 0, "pass a curve of 3 points or more, and an answer");
}

bight_status bight_knot_identify_closures(const bight_env *env, bight_knot_workspace *workspace,
                                          const bight_curve *curve, bight_knot_way way, int32_t closures,
                                          const bight_knot_options *options, bight_knot_spectrum *spectrum,
                                          bight_error *error)
{
    bight_status status = check(curve, spectrum, error);
    if (status == BIGHT_OK && (closures < 1 || closures > MOST_CLOSURES)) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d directions: 1 to %d are possible", (int)closures,
                         MOST_CLOSURES);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // a closed curve has one answer
    *spectrum = (bight_knot_spectrum){.directions = curve->closed ? 1 : closures};
    bight_knot_options wanted = options != NULL ? *options : (bight_knot_options){0};
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    size_t total = (size_t)curve->count + BIGHT_KNOT_MAX_PATH;
    bight_vec3 *points = bi_new_array(allocator, total, sizeof *points);
    status = w != NULL && points != NULL
                 ? BIGHT_OK
                 : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to close a curve");

    // the last places of points are for the way that closes the curve
    bi_closing closing = bi_closing_begin(curve, way, wanted.seed);
    if (status == BIGHT_OK) {
        memcpy(points, curve->points, (size_t)curve->count * sizeof *points);
    }

    for (int32_t i = 0; i < spectrum->directions && status == BIGHT_OK; i++) {
        bight_vec3 *path = points + curve->count;
        int32_t between = curve->closed ? 0 : bi_closing_next(&closing, path);
        bight_curve closed = {points, curve->count + between, true};

        // a closure that meets the curve is left out; when the first is invalid, the curve may be to blame
        bight_knot_result result;
        bight_error trouble = {0};
        status = bight_knot_identify(env, w, &closed, 1, &wanted, &result, &trouble);
        if (status == BIGHT_OK) {
            count_answer(spectrum, &result, path, between);
        } else if (status == BIGHT_ERROR_INVALID && i > 0 && !curve->closed) {
            spectrum->left_out++;
            status = BIGHT_OK;
        } else {
            status = bi_fail(error, status, 0, "%s", trouble.message);
        }
    }

    // largest share first
    qsort(spectrum->shares, (size_t)spectrum->share_count, sizeof *spectrum->shares, compare_shares);
    bi_free_array(allocator, points, total, sizeof *points);
    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}

bight_status bight_knot_identify_sphere(const bight_env *env, bight_knot_workspace *workspace,
                                        const bight_curve *curve, int32_t directions,
                                        const bight_knot_options *options, bight_knot_spectrum *spectrum,
                                        bight_error *error)
{
    return bight_knot_identify_closures(env, workspace, curve, BIGHT_KNOT_WAY_SPHERE, directions, options,
                                        spectrum, error);
}

// What the search for the stretch needs.
typedef struct stretch {
    const bight_env *env;
    bight_knot_workspace *workspace;
    const bight_vec3 *points;
    const bight_knot_options *options;
    bight_knot_result whole; ///< what is looked for
    const bool *taken; ///< (2 count) vertices that no stretch may have, in the order of points; nullable
    bool stopped;      ///< by the caller
} stretch;

static bool same_knot(const bight_knot_result *a, const bight_knot_result *b)
{
    bool same = strcmp(a->name, b->name) == 0 && a->factor_count == b->factor_count;
    for (int32_t i = 0; i < a->factor_count && i < BIGHT_KNOT_MAX_FACTORS && same; i++) {
        same = a->factors[i].handedness == b->factors[i].handedness;
    }
    return same;
}

static bool holds(stretch *s, int32_t first, int32_t last)
{
    bool apart = last - first >= 3 && !s->stopped;
    for (int32_t i = first; i <= last && apart && s->taken != NULL; i++) {
        apart = !s->taken[i];
    }
    if (!apart) {
        return false;
    }
    bight_curve part = {s->points + first, last - first + 1, false};
    bight_knot_result result;
    bight_status status = bight_knot_identify(s->env, s->workspace, &part, 1, s->options, &result, NULL);
    s->stopped = status == BIGHT_ERROR_STOPPED;
    return status == BIGHT_OK && same_knot(&result, &s->whole);
}

// Cuts off one end as far as the knot allows: in halving steps, until a single vertex is too much. An end cut
// may free the other, so both are tried until neither gives.
static void cut(stretch *s, int32_t *first, int32_t *last)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t end = 0; end < 2; end++) {
            for (int32_t step = (*last - *first) / 2; step > 0;) {
                int32_t a = end == 0 ? *first + step : *first, b = end == 1 ? *last - step : *last;
                if (holds(s, a, b)) {
                    *first = a;
                    *last = b;
                    changed = true;
                } else {
                    step /= 2;
                }
            }
        }
    }
}

// The shortest stretch of all: all of one length after those that are shorter, so that no long one is named. Nothing is taken
// for granted: a stretch may hold a knot that a longer one has lost.
static void shorten(stretch *s, int32_t starts, int32_t points, int32_t *first, int32_t *last)
{
    for (int32_t length = LEAST_STRETCH - 1; length < *last - *first; length++) {
        for (int32_t a = 0; a < starts && a + length < points && !s->stopped; a++) {
            if (holds(s, a, a + length)) {
                *first = a;
                *last = a + length;
                return;
            }
        }
        if (s->stopped) {
            return;
        }
    }
}

static int32_t farthest(const bight_curve *curve)
{
    double size, best = -1.0;
    bight_vec3 middle = bi_curve_middle(curve, &size);
    int32_t place = 0;
    for (int32_t i = 0; i < curve->count; i++) {
        double square = v3_length_squared(v3_sub(curve->points[i], middle));
        place = square > best ? i : place;
        best = square > best ? square : best;
    }
    return place;
}

// Looks for s->whole, which is the whole curve's knot or not.
static bight_status search(stretch *s, const bight_curve *curve, const int32_t *taken, int32_t taken_count,
                           bool whole_curve, int32_t *first, int32_t *last, bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = s->env != NULL ? &s->env->allocator : &standard;
    int32_t count = curve->count;
    size_t total = 2 * (size_t)count + 1;
    bight_vec3 *points = bi_new_array(allocator, total, sizeof *points);
    bool *marks = bi_new_array(allocator, total, sizeof *marks);
    if (points == NULL || marks == NULL) {
        bi_free_array(allocator, points, total, sizeof *points);
        bi_free_array(allocator, marks, total, sizeof *marks);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to look for a knot");
    }

    // a closed curve is opened at its farthest vertex, which is then both ends
    int32_t shift = curve->closed ? farthest(curve) : 0, end = curve->closed ? count : count - 1;
    for (int32_t i = 0; i < 2 * count; i++) {
        points[i] = curve->points[(i + shift) % count];
    }
    for (int32_t t = 0; t < taken_count; t++) {
        for (int32_t i = taken[2 * t]; i <= taken[2 * t + 1]; i++) {
            int32_t at = ((i - shift) % count + count) % count;
            marks[at] = marks[at + count] = true;
        }
    }
    s->points = points;
    s->taken = taken_count > 0 ? marks : NULL;

    // the stretch is shortened from both ends while it holds the same knot, then the shortest of all is looked for
    int32_t most = end - (curve->closed ? 1 : 0), a = 0, b = most;
    bool found = holds(s, a, b);
    if (found) {
        cut(s, &a, &b);
    } else {
        b++; // longer than any
    }
    if (count <= MOST_EXACT) {
        shorten(s, count, curve->closed ? 2 * count : count, &a, &b);
    }
    bool any = b - a <= most;
    if (!any && whole_curve) { // a ring that no arc of it is like
        a = 0;
        b = most;
        any = true;
    }

    // in the curve's own numbers, the first within the curve
    *first = any ? a + shift : -1;
    *last = any ? b + shift : -1;
    if (*first >= count) {
        *first -= count;
        *last -= count;
    }
    bi_free_array(allocator, points, total, sizeof *points);
    bi_free_array(allocator, marks, total, sizeof *marks);
    if (s->stopped) {
        *first = *last = -1;
        return bi_fail(error, BIGHT_ERROR_STOPPED, 0, "%s", bight_status_text(BIGHT_ERROR_STOPPED));
    }
    return BIGHT_OK;
}

// @param factor NULL: the whole curve's name and hand are those that the stretch must keep.
static bight_status locate(const bight_env *env, bight_knot_workspace *workspace, const bight_curve *curve,
                           const bight_knot_options *options, const bight_knot_factor *factor,
                           const int32_t *taken, int32_t taken_count, int32_t *first, int32_t *last,
                           bight_error *error)
{
    bight_status status = check(curve, first != NULL ? last : NULL, error);
    if (status != BIGHT_OK) {
        return status;
    }
    *first = *last = -1;
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to look for a knot");
    }
    bight_knot_options wanted = options != NULL ? *options : (bight_knot_options){0};
    wanted.name_only = true;
    stretch s = {.env = env, .workspace = w, .options = &wanted};
    bool any = true;
    if (factor != NULL) {
        s.whole.factor_count = 1;
        s.whole.factors[0] = *factor;
        snprintf(s.whole.name, sizeof s.whole.name, "%s", factor->name);
    } else {
        status = bight_knot_identify(env, w, curve, 1, &wanted, &s.whole, error);
        any = s.whole.proved && s.whole.factor_count > 0;
    }
    if (status == BIGHT_OK && any) {
        status = search(&s, curve, taken, taken_count, factor == NULL, first, last, error);
    }
    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}

bight_status bight_knot_locate(const bight_env *env, bight_knot_workspace *workspace,
                               const bight_curve *curve, const bight_knot_options *options, int32_t *first,
                               int32_t *last, bight_error *error)
{
    return locate(env, workspace, curve, options, NULL, NULL, 0, first, last, error);
}

bight_status bight_knot_locate_factor(const bight_env *env, bight_knot_workspace *workspace,
                                      const bight_curve *curve, const bight_knot_options *options,
                                      const bight_knot_factor *factor, const int32_t *taken,
                                      int32_t taken_count, int32_t *first, int32_t *last, bight_error *error)
{
    if (factor == NULL) {
        return check(NULL, NULL, error);
    }
    return locate(env, workspace, curve, options, factor, taken, taken_count, first, last, error);
}
