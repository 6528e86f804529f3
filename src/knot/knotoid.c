// SPDX-License-Identifier: MIT
// Knotoids: open chains seen from one side, and Turaev's polynomial of what is seen.
//
// An open curve seen along d is a diagram with two loose ends. Curves that can be moved into each other without crossing the
// two lines along d through the ends have the same knotoid (Guegumecue, Kauffman 2017), so the curve is first shrunk beside
// these lines. The bracket is summed over the 2^n ways to smooth n crossings (Turaev, "Knotoids", Osaka Journal of Mathematics
// 49, 2012):
//
//     (-A^3)^(-w) u^(-K.a) sum over states S of A^sigma(S) u^(k_S.a) (-A^2 - A^-2)^(|S| - 1)
//
// a is a shortcut, here the straight line from the first end to the last one in the picture; K.a the sum of the signs with
// which it crosses the diagram, k_S the piece of the state that has the ends, run through from the first one on.

#include "bight/chain.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "geom/predicates.h"

#include <math.h>
#include <string.h>

#define MOST_MEETINGS (3 * BIGHT_KNOTOID_MOST)
#define HALF BIGHT_KNOTOID_HALF

// Two edges that cross in the picture, or an edge and the shortcut (upper -1).
typedef struct meeting {
    int32_t edge[2], upper, sign;
} meeting;

typedef struct picture {
    bight_vec3 *points; ///< (count) in the range of the predicates
    int32_t count;
    bight_vec3 along;
    meeting meetings[MOST_MEETINGS];
    int32_t meeting_count;
    bi_watch *watch;
} picture;

// Does the line along d through an end that is no corner of the triangle meet it? Conservative.
static bool line_misses(const picture *p, const bight_vec3 t[3], bight_vec3 end)
{
    int32_t whole = bi_orient_along(t[0], t[1], t[2], p->along);
    for (int32_t k = 0; k < 3 && whole != 0; k++) {
        if (bi_orient_along(t[k], t[(k + 1) % 3], end, p->along) == -whole) {
            return true;
        }
    }
    return false;
}

// May vertex b go? Nothing of the curve and neither line may meet its triangle; at its corners both leave it at once.
static bool can_go(const picture *p, int32_t b)
{
    const bight_vec3 *x = p->points, t[3] = {x[b - 1], x[b], x[b + 1]};
    int32_t last = p->count - 1;
    bool goes = bi_orient_along(t[0], t[1], t[2], p->along) != 0;
    goes = goes && (b - 1 == 0 || line_misses(p, t, x[0]));
    goes = goes && (b + 1 == last || line_misses(p, t, x[last]));
    for (int32_t e = 0; e < last && goes; e++) {
        if (e == b - 1 || e == b) {
            continue;
        }
        bool before = e + 1 == b - 1, after = e == b + 1;
        goes = before  ? bi_orient3d(t[0], t[1], t[2], x[e]) != 0
               : after ? bi_orient3d(t[0], t[1], t[2], x[e + 1]) != 0
                       : bi_triangle_free_of_segment(t, x[e], x[e + 1]);
    }
    return goes;
}

static void shrink(picture *p)
{
    bool any = true;
    while (any && p->count > 2) {
        any = false;
        for (int32_t b = 1; b + 1 < p->count && !bi_watch_stops(p->watch, 50 * (int64_t)p->count); b++) {
            if (can_go(p, b)) {
                memmove(p->points + b, p->points + b + 1, (size_t)(p->count - b - 1) * sizeof *p->points);
                p->count--;
                any = true;
            }
        }
    }
}

// Do two lines from one point run in the same direction in the picture?
static bool lie_over(const picture *p, bight_vec3 from, bight_vec3 one, bight_vec3 two)
{
    if (bi_orient_along(from, one, two, p->along) != 0) {
        return false;
    }
    bight_vec3 n = v3_unit(p->along, v3(0, 0, 1)), u = v3_sub(one, from), v = v3_sub(two, from);
    return v3_dot(v3_madd(u, -v3_dot(u, n), n), v) >= 0.0;
}

// Whether two segments cross in the picture: 1, 0, or -1 when they touch there.
static int32_t cross(const picture *p, const bight_vec3 one[2], const bight_vec3 two[2])
{
    int32_t a = bi_orient_along(one[0], one[1], two[0], p->along),
            b = bi_orient_along(one[0], one[1], two[1], p->along);
    int32_t c = bi_orient_along(two[0], two[1], one[0], p->along),
            d = bi_orient_along(two[0], two[1], one[1], p->along);
    if (a * b > 0 || c * d > 0) {
        return 0;
    }
    if (a == 0 && b == 0 && c == 0 && d == 0) {
        // on one line: apart when both ends of one lie on the same side of both ends of the other
        bool apart = lie_over(p, one[0], two[0], two[1]) && lie_over(p, one[1], two[0], two[1]) &&
                     lie_over(p, two[0], one[0], one[1]) && lie_over(p, two[1], one[0], one[1]);
        return apart ? 0 : -1;
    }
    return a * b < 0 && c * d < 0 ? 1 : -1;
}

// All crossings, and those with the shortcut. BIGHT_ERROR_INVALID: something touches something, from another side it does not.
static bight_status find_meetings(picture *p)
{
    int32_t edges = p->count - 1;
    const bight_vec3 shortcut[2] = {p->points[0], p->points[edges]};
    p->meeting_count = 0;
    for (int32_t i = 0; i < edges; i++) {
        const bight_vec3 one[2] = {p->points[i], p->points[i + 1]};
        for (int32_t k = i + 1; k <= edges; k++) {
            const bight_vec3 *two = k < edges ? p->points + k : shortcut;
            bool neighbours = k == i + 1 && k < edges;
            bool ends = k == edges && (i == 0 || i == edges - 1);
            if (neighbours || ends) {
                // with a common end they lie over each other only when they leave it in one direction
                bight_vec3 from = neighbours ? one[1] : i == 0 ? one[0] : one[1];
                bight_vec3 to = neighbours || i > 0 ? one[0] : one[1];
                bight_vec3 other = neighbours ? two[1] : i == 0 ? shortcut[1] : shortcut[0];
                if (lie_over(p, from, to, other)) {
                    return BIGHT_ERROR_INVALID;
                }
                continue;
            }
            int32_t found = cross(p, one, two);
            if (found < 0) {
                return BIGHT_ERROR_INVALID;
            }
            if (found == 0) {
                continue;
            }
            if (p->meeting_count == MOST_MEETINGS) {
                return BIGHT_ERROR_TOO_LARGE;
            }

            // turned so that the second points to the left of the first
            int32_t left = bi_orient_along(one[0], one[1], two[1], p->along), side = 0;
            if (k < edges) {
                // which is nearer to the eye, who looks against d
                side = bi_orient3d(one[0], one[1], two[0], two[1]);
                if (side == 0) {
                    return BIGHT_ERROR_INVALID;
                }
            }
            int32_t upper = k == edges ? -1 : side * left < 0 ? 1 : 0;
            int32_t sign = k == edges ? left : upper == 0 ? left : -left;
            p->meetings[p->meeting_count++] = (meeting){{i, k}, upper, sign};
        }
    }
    return BIGHT_OK;
}

// ---- the diagram ------------------------------------------------------------------------------------

// Arcs run from one passage of a crossing to the next; arc 0 from the first end.
typedef struct knotoid {
    int32_t crossings, arcs;
    int32_t under[BIGHT_KNOTOID_MOST], over[BIGHT_KNOTOID_MOST]; ///< the arcs that come in
    int32_t sign[BIGHT_KNOTOID_MOST];
    int32_t weight[2 * BIGHT_KNOTOID_MOST + 1]; ///< of each arc with the shortcut
} knotoid;

// Walks along the curve: passages in order, and how each arc crosses the shortcut.
static bight_status walk(const picture *p, knotoid *k)
{
    int32_t number[MOST_MEETINGS], list[MOST_MEETINGS];
    const bight_vec3 shortcut[2] = {p->points[0], p->points[p->count - 1]};
    k->crossings = k->arcs = 0;
    memset(k->weight, 0, sizeof k->weight);
    for (int32_t m = 0; m < p->meeting_count; m++) {
        number[m] = p->meetings[m].upper < 0 ? -1 : k->crossings;
        if (number[m] >= 0) {
            if (k->crossings == BIGHT_KNOTOID_MOST) {
                return BIGHT_ERROR_TOO_LARGE;
            }
            k->sign[k->crossings++] = p->meetings[m].sign;
        }
    }
    for (int32_t e = 0; e + 1 < p->count; e++) {
        int32_t count = 0;
        for (int32_t m = 0; m < p->meeting_count; m++) {
            if (p->meetings[m].edge[0] != e && p->meetings[m].edge[1] != e) {
                continue;
            }

            // insertion by the order along the edge
            int32_t at = count++;
            for (; at > 0; at--) {
                bight_vec3 pair[2][2];
                const int32_t which[2] = {list[at - 1], m};
                for (int32_t s = 0; s < 2; s++) {
                    const meeting *one = &p->meetings[which[s]];
                    int32_t other = one->edge[0] == e ? one->edge[1] : one->edge[0];
                    pair[s][0] = other == p->count - 1 ? shortcut[0] : p->points[other];
                    pair[s][1] = other == p->count - 1 ? shortcut[1] : p->points[other + 1];
                }
                int32_t order = bi_order_along(p->points[e], p->points[e + 1], pair[0], pair[1], p->along);
                if (order == 0) {
                    return BIGHT_ERROR_INVALID;
                }
                if (order < 0) {
                    break;
                }
                list[at] = list[at - 1];
            }
            list[at] = m;
        }
        for (int32_t i = 0; i < count; i++) {
            const meeting *one = &p->meetings[list[i]];
            if (one->upper < 0) {
                k->weight[k->arcs] += one->sign;
                continue;
            }
            bool over = one->edge[one->upper] == e;
            *(over ? &k->over[number[list[i]]] : &k->under[number[list[i]]]) = k->arcs++;
        }
    }
    k->arcs++;
    return BIGHT_OK;
}

// ---- the sum over states ----------------------------------------------------------------------------

// Ends of arcs: 2 arc its start, 2 arc + 1 its end. Where a smoothed crossing leads from each.
typedef struct state {
    int32_t next[2 * (2 * BIGHT_KNOTOID_MOST + 1)];
    bool seen[2 * BIGHT_KNOTOID_MOST + 1];
} state;

static void pair_up(state *s, int32_t a, int32_t b)
{
    s->next[a] = b;
    s->next[b] = a;
}

// The A-smoothing joins the regions that the over line sweeps, turned counter-clockwise: incoming under dart with the dart
// counter-clockwise of it.
static void smooth(const knotoid *k, uint32_t bits, state *s)
{
    for (int32_t c = 0; c < k->crossings; c++) {
        // darts counter-clockwise: under in, over out or in, under out, over in or out
        int32_t in = 2 * k->over[c] + 1, out = 2 * (k->over[c] + 1);
        const int32_t dart[4] = {2 * k->under[c] + 1, k->sign[c] > 0 ? out : in, 2 * (k->under[c] + 1),
                                 k->sign[c] > 0 ? in : out};
        bool a = (bits >> c & 1) == 0;
        pair_up(s, dart[0], dart[a ? 1 : 3]);
        pair_up(s, dart[2], dart[a ? 3 : 1]);
    }
}

// Runs along the piece that begins with an arc's start or end; what it crosses the shortcut by.
static int32_t run(const knotoid *k, state *s, int32_t end)
{
    int32_t sum = 0, from = end;
    bool more = true;
    while (more) {
        int32_t arc = from / 2, to = from ^ 1;
        s->seen[arc] = true;
        sum += from % 2 == 0 ? k->weight[arc] : -k->weight[arc];
        bool loose = to == 2 * (k->arcs - 1) + 1 || to == 0;
        more = !loose && !s->seen[s->next[to] / 2];
        from = loose ? from : s->next[to];
    }
    return sum;
}

static int64_t *coefficient(bight_knotoid *out, int32_t a, int32_t u)
{
    bool inside = a >= -HALF && a <= HALF && u >= -BIGHT_KNOTOID_MOST && u <= BIGHT_KNOTOID_MOST;
    return inside ? &out->coefficients[a + HALF][u + BIGHT_KNOTOID_MOST] : NULL;
}

static bight_status sum_states(const knotoid *k, bight_knotoid *out, bi_watch *watch)
{
    int32_t writhe = 0, whole = 0;
    for (int32_t c = 0; c < k->crossings; c++) {
        writhe += k->sign[c];
    }
    for (int32_t i = 0; i < k->arcs; i++) {
        whole += k->weight[i];
    }

    // binomials: (-A^2 - A^-2)^m = (-1)^m sum of (m over j) A^(2 m - 4 j)
    int64_t binomial[BIGHT_KNOTOID_MOST + 2][BIGHT_KNOTOID_MOST + 2] = {{1}};
    for (int32_t i = 1; i < BIGHT_KNOTOID_MOST + 2; i++) {
        binomial[i][0] = 1;
        for (int32_t j = 1; j <= i; j++) {
            binomial[i][j] = binomial[i - 1][j - 1] + binomial[i - 1][j];
        }
    }
    for (uint32_t bits = 0; bits < UINT32_C(1) << k->crossings; bits++) {
        if (bi_watch_stops(watch, 40 * (int64_t)k->arcs)) {
            return BIGHT_ERROR_STOPPED;
        }
        state s;
        memset(s.seen, 0, sizeof s.seen);
        smooth(k, bits, &s);
        int32_t along = run(k, &s, 0), circles = 0, sigma = 0;
        for (int32_t arc = 0; arc < k->arcs; arc++) {
            if (!s.seen[arc]) {
                run(k, &s, 2 * arc);
                circles++;
            }
        }
        for (int32_t c = 0; c < k->crossings; c++) {
            sigma += (bits >> c & 1) == 0 ? 1 : -1;
        }

        // (-A^3)^(-w): sign (-1)^w, power -3 w
        int32_t sign = (writhe + circles) % 2 == 0 ? 1 : -1;
        for (int32_t j = 0; j <= circles; j++) {
            int64_t *to = coefficient(out, sigma + 2 * circles - 4 * j - 3 * writhe, along - whole);
            if (to == NULL) {
                return BIGHT_ERROR_TOO_LARGE;
            }
            *to += sign * binomial[circles][j];
        }
    }
    out->crossings = k->crossings;
    return BIGHT_OK;
}

bight_status bight_knotoid_of(const bight_env *env, const bight_curve *curve, bight_vec3 along,
                              bight_knotoid *out, bight_error *error)
{
    bool good = curve != NULL && curve->points != NULL && out != NULL && !curve->closed &&
                curve->count >= 2 && v3_is_finite(along) && v3_length(along) > 0.0;
    double size = 0.0;
    for (int32_t i = 0; good && i < curve->count; i++) {
        bight_vec3 x = curve->points[i];
        good = v3_is_finite(x);
        size = fmax(size, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
    }
    if (!good) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a knotoid needs an open curve of finite points, and a direction to look along");
    }

    // a copy in the range of the predicates; a direction of few bits keeps their arithmetic short
    *out = (bight_knotoid){0};
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bi_watch watch = bi_watch_from(env);
    size_t total = (size_t)curve->count;
    picture *p = bi_new_array(allocator, 1, sizeof *p);
    knotoid *k = bi_new_array(allocator, 1, sizeof *k);
    bight_vec3 *points = bi_new_array(allocator, total, sizeof *points);
    bight_status status = p != NULL && k != NULL && points != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        int exponent;
        frexp(size, &exponent);
        *p = (picture){.points = points, .watch = &watch};
        for (int32_t i = 0; i < curve->count; i++) {
            bight_vec3 x = curve->points[i];
            x = v3(ldexp(x.x, -exponent), ldexp(x.y, -exponent), ldexp(x.z, -exponent));
            x = v3(fabs(x.x) < 0x1p-120 ? 0.0 : x.x, fabs(x.y) < 0x1p-120 ? 0.0 : x.y,
                   fabs(x.z) < 0x1p-120 ? 0.0 : x.z);
            bool again = p->count > 0 && v3_distance(x, points[p->count - 1]) == 0.0;
            points[p->count] = x;
            p->count += !again;
        }
        bight_vec3 d = v3_unit(along, v3(0, 0, 1));
        p->along = v3(nearbyint(0x1p20 * d.x) * 0x1p-20, nearbyint(0x1p20 * d.y) * 0x1p-20,
                      nearbyint(0x1p20 * d.z) * 0x1p-20);
        shrink(p);
        status = p->count > 2 ? find_meetings(p) : BIGHT_OK;
        status = status == BIGHT_OK ? walk(p, k) : status;
        status = bi_watch_status(&watch, status);
        status = status == BIGHT_OK ? sum_states(k, out, &watch) : status;
    }
    bi_free_array(allocator, points, total, sizeof *points);
    bi_free_array(allocator, k, 1, sizeof *k);
    bi_free_array(allocator, p, 1, sizeof *p);
    if (status == BIGHT_ERROR_INVALID) {
        return bi_fail(error, status, 0,
                       "from this side two things fall on one point: look along another direction");
    }
    if (status == BIGHT_ERROR_TOO_LARGE) {
        return bi_fail(error, status, 0, "the knotoid has more than %d crossings after shrinking",
                       BIGHT_KNOTOID_MOST);
    }
    return status == BIGHT_OK ? status
                              : bi_fail(error, status, 0, "no knotoid: %s", bight_status_text(status));
}
