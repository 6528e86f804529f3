// SPDX-License-Identifier: MIT
// Open curves closed in many ways, and the stretch that holds the knot.

#include "bight/knot.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIRECTIONS 100000
#define FAR 16.0

// Points of a stretch: an open polygon of three edges and the closure has no knot.
#define LEAST_STRETCH 5
// Up to so many points the stretch is the shortest of all; beyond, a short one.
#define MOST_EXACT 1000

// The middle of the bounding box, and half its diagonal.
static bight_vec3 middle_of(const bight_curve *curve, double *size)
{
    bight_vec3 low = curve->points[0], high = low;
    for (int32_t i = 1; i < curve->count; i++) {
        bight_vec3 p = curve->points[i];
        low = v3(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
        high = v3(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
    }
    bight_vec3 middle = v3_madd(v3_mul(0.5, low), 0.5, high);
    *size = v3_length(v3_sub(high, middle));
    return middle;
}

static bight_vec3 direction(bi_random *random)
{
    bight_vec3 v;
    do {
        v = bi_random_vec3(random, 1.0);
    } while (v3_length_squared(v) > 1.0 || v3_length_squared(v) < 0.01);
    return v3_unit(v, v3(0, 0, 1));
}

static void count_answer(bight_knot_spectrum *spectrum, const bight_knot_result *result, bight_vec3 closing)
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
    share->closing = closing;
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

bight_status bight_knot_identify_sphere(const bight_env *env, bight_knot_workspace *workspace,
                                        const bight_curve *curve, int32_t directions,
                                        const bight_knot_options *options, bight_knot_spectrum *spectrum,
                                        bight_error *error)
{
    bight_status status = check(curve, spectrum, error);
    if (status == BIGHT_OK && (directions < 1 || directions > MOST_DIRECTIONS)) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d directions: 1 to %d are possible",
                         (int)directions, MOST_DIRECTIONS);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // a closed curve has one answer
    *spectrum = (bight_knot_spectrum){.directions = curve->closed ? 1 : directions};
    bight_knot_options wanted = options != NULL ? *options : (bight_knot_options){0};
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    size_t total = (size_t)curve->count + 1;
    bight_vec3 *points = bi_new_array(allocator, total, sizeof *points);
    status = w != NULL && points != NULL
                 ? BIGHT_OK
                 : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to close a curve");

    // closures are joined at a point far outside: the last place of points is for it
    double size = 1.0;
    bight_vec3 middle = middle_of(curve, &size);
    bi_random random = bi_random_from(wanted.seed);
    if (status == BIGHT_OK) {
        memcpy(points, curve->points, (size_t)curve->count * sizeof *points);
    }

    // one closure for each direction, uniform on the sphere
    for (int32_t i = 0; i < spectrum->directions && status == BIGHT_OK; i++) {
        bight_curve closed = {points, curve->count + (curve->closed ? 0 : 1), true};
        if (!curve->closed) {
            points[curve->count] = v3_madd(middle, FAR * size, direction(&random));
        }

        // a closure that meets the curve is left out; when the first is invalid, the curve may be to blame
        bight_knot_result result;
        bight_error trouble = {0};
        status = bight_knot_identify(env, w, &closed, 1, &wanted, &result, &trouble);
        if (status == BIGHT_OK) {
            count_answer(spectrum, &result, points[curve->closed ? 0 : curve->count]);
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

// What the search for the stretch needs.
typedef struct stretch {
    const bight_env *env;
    bight_knot_workspace *workspace;
    const bight_vec3 *points;
    const bight_knot_options *options;
    bight_knot_result whole;
    bool stopped; ///< by the caller
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
    if (last - first < 3 || s->stopped) {
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

// The shortest stretch of all: from each start the ends one after the other, as long as the stretch is shorter than the
// best one. Nothing is taken for granted: a stretch may hold a knot that a longer one has lost.
static void shorten(stretch *s, int32_t starts, int32_t points, int32_t *first, int32_t *last)
{
    for (int32_t a = 0; a < starts && !s->stopped; a++) {
        for (int32_t b = a + LEAST_STRETCH - 1; b < points && b - a < *last - *first && !s->stopped; b++) {
            if (holds(s, a, b)) {
                *first = a;
                *last = b;
            }
        }
    }
}

static int32_t farthest(const bight_curve *curve)
{
    double size, best = -1.0;
    bight_vec3 middle = middle_of(curve, &size);
    int32_t place = 0;
    for (int32_t i = 0; i < curve->count; i++) {
        double square = v3_length_squared(v3_sub(curve->points[i], middle));
        place = square > best ? i : place;
        best = square > best ? square : best;
    }
    return place;
}

bight_status bight_knot_locate(const bight_env *env, bight_knot_workspace *workspace,
                               const bight_curve *curve, const bight_knot_options *options, int32_t *first,
                               int32_t *last, bight_error *error)
{
    bight_status status = check(curve, first != NULL ? last : NULL, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the whole curve's name and hand are those the stretch must keep
    *first = *last = -1;
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    size_t total = 2 * (size_t)curve->count + 1;
    bight_vec3 *points = bi_new_array(allocator, total, sizeof *points);
    bight_knot_options wanted = options != NULL ? *options : (bight_knot_options){0};
    wanted.name_only = true;
    stretch s = {.env = env, .workspace = w, .points = points, .options = &wanted};
    status = w != NULL && points != NULL
                 ? bight_knot_identify(env, w, curve, 1, &wanted, &s.whole, error)
                 : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to look for a knot");

    if (status == BIGHT_OK && s.whole.proved && s.whole.factor_count > 0) {
        // a closed curve is opened at its farthest vertex, which is then both ends
        int32_t shift = curve->closed ? farthest(curve) : 0,
                end = curve->closed ? curve->count : curve->count - 1;
        for (int32_t i = 0; i < 2 * curve->count; i++) {
            points[i] = curve->points[(i + shift) % curve->count];
        }

        // the stretch is shortened from both ends while it holds the same knot
        int32_t a = 0, b = end - (curve->closed ? 1 : 0);
        if (holds(&s, a, b)) {
            cut(&s, &a, &b);
        }
        if (curve->count <= MOST_EXACT) {
            bool closed = curve->closed;
            shorten(&s, curve->count, closed ? 2 * curve->count : curve->count, &a, &b);
        }
        if (s.stopped) {
            a = b = -1 - shift;
            status = bi_fail(error, BIGHT_ERROR_STOPPED, 0, "%s", bight_status_text(BIGHT_ERROR_STOPPED));
        }

        // in the curve's own numbers, the first within the curve
        *first = a + shift;
        *last = b + shift;
        if (*first >= curve->count) {
            *first -= curve->count;
            *last -= curve->count;
        }
    }

    bi_free_array(allocator, points, total, sizeof *points);
    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}
