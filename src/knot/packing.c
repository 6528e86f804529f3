// SPDX-License-Identifier: MIT

#include "knot/packing.h"

#include "core/assert.h"

#include <math.h>
#include <string.h>

#define MOST_ROUNDS 3000
#define TOLERANCE 1e-7

// The angle at a vertex with radius r between its neighbours with radii a and b, all touching:
// sin^2 (angle / 2) = a b / ((r + a) (r + b)).
static double angle_between(double r, double a, double b)
{
    return 2.0 * asin(sqrt(a / (r + a) * (b / (r + b))));
}

// What the angles add up to, and how many triangles there are.
static double angle_sum(const bi_packing *packing, int32_t v, int32_t *triangles)
{
    const int32_t *petal = packing->petals + packing->first[v];
    int32_t count = packing->first[v + 1] - packing->first[v];
    double sum = 0.0;
    *triangles = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t a = petal[i], b = petal[i + 1 < count ? i + 1 : 0];
        if (a >= 0 && b >= 0) {
            sum += angle_between(packing->radius[v], packing->radius[a], packing->radius[b]);
            ++*triangles;
        }
    }
    return sum;
}

// If all k neighbours had one radius s, then sin (sum / 2k) = s / (r + s): find s, then the r that turns the
// sum into what it should be.
static double better_radius(double r, double sum, double wanted, int32_t k)
{
    double now = sin(sum / (2.0 * k)), then = sin(wanted / (2.0 * k));
    return r * now / (1.0 - now) * (1.0 - then) / then;
}

static void find_radii(bi_packing *packing, bi_watch *watch)
{
    for (int32_t round = 0; round < MOST_ROUNDS && !bi_watch_stops(watch, 200 * (int64_t)packing->count);
         round++) {
        double worst = 0.0, largest = 0.0;
        for (int32_t v = 0; v < packing->count; v++) {
            int32_t k;
            double sum = angle_sum(packing, v, &k);
            worst = fmax(worst, fabs(sum - packing->angle[v]));
            packing->radius[v] = better_radius(packing->radius[v], sum, packing->angle[v], k);
            largest = fmax(largest, packing->radius[v]);
        }
        for (int32_t v = 0; v < packing->count; v++) {
            packing->radius[v] /= largest; // scale is free: keep it from drifting
        }
        if (worst < TOLERANCE) {
            return;
        }
    }
}

static bool is_placed(const bi_packing *packing, int32_t v)
{
    return isfinite(packing->centre[v].x);
}

// Neighbours follow one another around v by the angle between them, in both directions from one that has a
// place, up to a gap.
static int32_t place_around(bi_packing *packing, int32_t v, int32_t filled)
{
    const int32_t *petal = packing->petals + packing->first[v];
    int32_t count = packing->first[v + 1] - packing->first[v], known = 0;
    while (petal[known] < 0 || !is_placed(packing, petal[known])) {
        known++;
    }
    bi_point centre = packing->centre[v], seen = packing->centre[petal[known]];
    for (int32_t way = 1; way >= -1; way -= 2) {
        double angle = atan2(seen.y - centre.y, seen.x - centre.x);
        for (int32_t i = 0, at = known; i + 1 < count; i++) {
            int32_t next = (at + way + count) % count, a = petal[at], b = petal[next];
            if (b < 0) {
                break;
            }
            angle += way * angle_between(packing->radius[v], packing->radius[a], packing->radius[b]);
            if (!is_placed(packing, b)) {
                double distance = packing->radius[v] + packing->radius[b];
                packing->centre[b] =
                    (bi_point){centre.x + distance * cos(angle), centre.y + distance * sin(angle)};
                packing->queue[filled++] = b;
            }
            at = next;
        }
    }
    return filled;
}

void bi_pack(bi_packing *packing, int32_t root, bi_watch *watch)
{
    BI_ASSERT(root >= 0);
    find_radii(packing, watch);
    for (int32_t v = 0; v < packing->count; v++) {
        packing->centre[v] = (bi_point){(double)NAN, (double)NAN};
    }
    int32_t filled = 0;
    const int32_t *petal = packing->petals + packing->first[root];
    int32_t neighbour = petal[0] >= 0 ? petal[0] : petal[1];
    packing->centre[root] = (bi_point){0.0, 0.0};
    packing->centre[neighbour] = (bi_point){packing->radius[root] + packing->radius[neighbour], 0.0};
    packing->queue[filled++] = root;
    packing->queue[filled++] = neighbour;
    for (int32_t i = 0; i < filled; i++) {
        filled = place_around(packing, packing->queue[i], filled);
    }
}
