// SPDX-License-Identifier: MIT
// Where a winding begins: at the crossing of two strands, or where a strand is nearest to an obstacle.

#include "core/vec3.h"
#include "play/wind_plan.h"

#define NEAR 2.2     // strands that are nearer than this, in sums of radii, cross
#define APART 8.0    // radii along a rope within which it does not cross itself
#define REACH 4.0    // radii of the strand from an obstacle within which it is begun
#define AS_NEAR 0.25 // radii: nodes that are nearest, or nearly so

// the nearest nodes of the two strands' ropes; those of one rope at least APART along it
static double find_crossing(const bi_strand_view *active, const bi_strand_view *target, int32_t *a,
                            int32_t *t)
{
    double best = HUGE_VAL;
    int32_t apart = (int32_t)(APART * active->radius / active->length) + 2;
    for (int32_t i = 0; i < active->curve.count; i++) {
        for (int32_t k = 0; k < target->curve.count; k++) {
            bool itself = active->rope == target->rope && k >= i - apart && k <= i + apart;
            // on one rope, the active node lies nearer to the active tip
            bool wrong = active->rope == target->rope && (i - k) * active->forward < 0;
            double d = v3_length_squared(v3_sub(active->curve.points[i], target->curve.points[k]));
            if (!itself && !wrong && d < best) {
                best = d;
                *a = i;
                *t = k;
            }
        }
    }
    return sqrt(best);
}

// The node nearest to an obstacle's axis; of several as near the one next to the tip, beyond what is wound already.
bight_status bi_wind_locate_pole(bight_play *play, const bi_strand_view *active, bi_strand_view *pole,
                                 int32_t *a, int32_t *t)
{
    bi_pole *cut = &play->control->winding.pole;
    double least = HUGE_VAL;
    for (int32_t round = 0; round < 2; round++) {
        for (int32_t i = 0; i < active->curve.count; i++) {
            int32_t node = active->tip - i * active->forward;
            double distance = HUGE_VAL;
            for (int32_t k = 0; k < pole->curve.count; k++) {
                distance = bi_min(distance, v3_distance(active->curve.points[node], pole->curve.points[k]));
            }
            if (round == 0) {
                least = bi_min(least, distance);
            } else if (distance <= least + AS_NEAR * active->radius) {
                *a = node;
                break;
            }
        }
    }

    // a ring is cut open on its other side
    bi_pole_begin(play, cut, cut->obstacle, active->curve.points[*a]);
    *pole = bi_pole_see(play, cut);
    *t = 0;
    for (int32_t k = 0; k < pole->curve.count; k++) {
        bight_vec3 p = active->curve.points[*a];
        *t = v3_distance(p, pole->curve.points[k]) < v3_distance(p, pole->curve.points[*t]) ? k : *t;
    }
    double gap = least - pole->radius - active->radius, most = REACH * active->radius;
    return gap <= most
               ? BIGHT_OK
               : bi_control_fail(play,
                                 "\"%.40s\" is %.4g m from the obstacle \"%.40s\" where it is nearest, and "
                                 "should be at most %.4g m: bring it nearer first",
                                 active->name, gap, pole->name, most);
}

static int32_t nearest_on(const bi_strand_view *target, int32_t around, bight_vec3 p)
{
    int32_t best = around, reach = (int32_t)(12.0 * target->radius / target->length) + 4;
    for (int32_t k = around - reach; k <= around + reach; k++) {
        if (k >= 0 && k < target->curve.count &&
            v3_distance(target->curve.points[k], p) < v3_distance(target->curve.points[best], p)) {
            best = k;
        }
    }
    return best;
}

bight_status bi_wind_locate(bight_play *play, const bi_strand_view *active, const bi_strand_view *target,
                            int32_t *a, int32_t *t)
{
    const bi_cross_frame *crossing = &play->control->crossing;
    double near = NEAR * (active->radius + target->radius), distance = HUGE_VAL;
    if (crossing->active == active->index && crossing->target == target->index) {
        *a = crossing->active_node;
        *t = nearest_on(target, crossing->target_node, active->curve.points[*a]);
        distance = v3_distance(active->curve.points[*a], target->curve.points[*t]);
    }
    if (!(distance <= near)) {
        distance = find_crossing(active, target, a, t);
    }
    return distance <= near
               ? BIGHT_OK
               : bi_control_fail(play,
                                 "\"%.40s\" and \"%.40s\" are %.4g m apart where they are nearest, and "
                                 "should be at most %.4g m: cross them first",
                                 active->name, target->name, distance, near);
}
