// SPDX-License-Identifier: MIT
// Does a knot lie on what it should hold? Surgeons call it an air knot when it does not. A knot is here where the rope
// lies on itself, so that no name is needed, and no ends.

#include "play/seat.h"

#include "geom/pose.h"
#include "geom/segment.h"
#include "geom/solid.h"
#include "play/obstacle.h"

#include <stdio.h>

#define TOUCH 1.1 // diameters between the middles of links that lie on each other
#define APART 5.0 // diameters of rope between them, or they are one bend

// Does a link lie on another one of its rope?
static bool lies_on_itself(bight_curve curve, int32_t link, double diameter, double length)
{
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    const bight_vec3 *x = curve.points;
    for (int32_t i = 0; i < links; i++) {
        int32_t between = link < i ? i - link : link - i;
        between = curve.closed && links - between < between ? links - between : between;
        if ((between - 1) * length <= APART * diameter) {
            continue;
        }
        bi_segment_pair pair =
            bi_segment_closest(x[link], x[(link + 1) % curve.count], x[i], x[(i + 1) % curve.count]);
        if (pair.distance_squared <= TOUCH * TOUCH * diameter * diameter) {
            return true;
        }
    }
    return false;
}

double bi_seat_distance(const bight_play *play, int32_t rope, int32_t obstacle)
{
    const bight_obstacle_def *def = &play->scene->obstacles[obstacle].def;
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, obstacle, NULL));
    bi_solid solid = {def->kind, def->size};
    bight_curve curve = bight_play_curve(play, rope);
    double radius = play->scene->ropes[rope].radius, least = HUGE_VAL;
    double length = bight_rope_link_length(play->world, play->ropes[rope]);
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 a = bi_pose_in(&pose, curve.points[i]);
        bight_vec3 b = bi_pose_in(&pose, curve.points[(i + 1) % curve.count]);
        double distance = bi_max(bi_solid_closest(&solid, a, b).distance - radius, 0.0);
        if (distance < least && lies_on_itself(curve, i, 2.0 * radius, length)) {
            least = distance;
        }
    }
    return least;
}

bight_status bi_seat_check(bight_play *play, const bight_scene_seat *seat)
{
    double found = bi_seat_distance(play, seat->rope_index, seat->obstacle_index);
    double diameter = 2.0 * play->scene->ropes[seat->rope_index].radius;
    const char *name = play->scene->obstacles[seat->obstacle_index].name;
    char expected[80], words[120];
    if (isnan(seat->min)) {
        snprintf(expected, sizeof expected, "at most %.6g mm", 1e3 * seat->max);
    } else if (isnan(seat->max)) {
        snprintf(expected, sizeof expected, "at least %.6g mm", 1e3 * seat->min);
    } else {
        snprintf(expected, sizeof expected, "%.6g to %.6g mm", 1e3 * seat->min, 1e3 * seat->max);
    }
    if (!isfinite(found)) {
        snprintf(words, sizeof words, "no knot: the rope lies nowhere on itself");
    } else {
        snprintf(words, sizeof words, "%s, %.3g mm from \"%.60s\"",
                 found > diameter ? "an air knot" : "the knot is seated", 1e3 * found, name);
    }
    bool holds = isfinite(found) && !(found < seat->min) && !(found > seat->max);
    return bi_expect_record(play, "seat", holds, expected, words);
}
