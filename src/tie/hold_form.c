// SPDX-License-Identifier: MIT
// What a knot of several ropes looks like, in one number a rope: how far it turns. A reef knot is two bights in each other;
// capsized, one rope is straight and the other goes round it in two hitches.

#include "tie/hold.h"

#define LEAST 3.0 // radians: a bight turns by pi
#define PART 0.5  // of what it turned when the knot was set

double bi_hold_turning(bight_curve curve)
{
    double sum = 0.0;
    bight_vec3 before = {0, 0, 0};
    for (int32_t i = 0; i + 1 < curve.count; i++) {
        bight_vec3 along = v3_unit(v3_sub(curve.points[i + 1], curve.points[i]), before);
        sum += i > 0 ? v3_distance(along, before) : 0.0;
        before = along;
    }
    return sum;
}

int32_t bi_hold_straightened(const bight_hold *hold)
{
    int32_t straight = -1, lost = 0;
    for (int32_t r = 0; r < hold->scene->rope_count; r++) {
        bight_curve set = {hold->set[r], bi_hold_nodes(hold, r), hold->scene->ropes[r].curve.closed};
        double turned = bi_hold_turning(set);
        if (turned > LEAST && bi_hold_turning(bight_hold_curve(hold, r)) < PART * turned) {
            straight = r;
            lost++;
        }
    }
    return lost == 1 && hold->scene->rope_count > 1 ? straight : -1;
}
