// SPDX-License-Identifier: MIT
// Hands and sheets. A hand moves where it is told and nothing pushes it, so contact alone would let it press
// a rope into a sheet, which has no inside to be pushed out of. It stops where its links touch one, and
// slides.

#include "core/vec3.h"
#include "sim/obstacle.h"
#include "sim/sheet/sheet.h"

#define ROUNDS 8

// A sheet near one of the two links that meet in the hand's node.
typedef struct stop {
    bight_vec3 normal; // from the sheet towards the link
    double weight;     // how much of the hand's motion its closest point makes
    double room;       // how far that point may move towards the sheet
} stop;

enum { MOST_STOPS = 32 };

// @param way How far the hand may move: nothing beyond that can be in its way.
static int32_t find_stops(const bight_world *world, const bi_rope *rope, int32_t node, double way,
                          stop stops[MOST_STOPS])
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->near_count && count < MOST_STOPS; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle < 0 || world->rope_of[near->a] != world->rope_of[node] ||
            near->distance - near->reach > way) {
            continue;
        }
        const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
        int32_t end = bi_next(rope, near->a);
        if (obstacle->sheet == NULL || (near->a != node && end != node)) {
            continue;
        }
        bi_solid_gap gap =
            bi_obstacle_gap(obstacle, &obstacle->pose, near->b, world->at[near->a], world->at[end]);
        double room = gap.distance - rope->radius - obstacle->sheet->margin;
        double weight = near->a == node ? 1.0 - gap.s : gap.s;
        // what touches the far half of a link is the next node's business
        if (weight > 0.5 && room < way) {
            stops[count++] = (stop){gap.normal, weight, bi_max(room, 0.0)};
        }
    }
    return count;
}

static double excess_of(const stop *at, bight_vec3 d)
{
    return -at->weight * v3_dot(at->normal, d) - at->room;
}

// Take off d what leads beyond touching. Stops on several sides take from each other: what they have not
// agreed on after some rounds is halved until they do; staying put is right for all.
static bight_vec3 keep_off(const stop *stops, int32_t count, bight_vec3 d)
{
    double slack = 1e-9 * v3_length(d);
    for (int32_t round = 0; round < 8 * ROUNDS; round++) {
        bool agreed = true;
        for (int32_t i = 0; i < count; i++) {
            double excess = excess_of(&stops[i], d);
            if (excess > slack) {
                d = v3_madd(d, excess / stops[i].weight, stops[i].normal);
                agreed = false;
            }
        }
        if (agreed) {
            return d;
        }
        d = round < ROUNDS ? d : v3_mul(0.5, d);
    }
    return v3(0, 0, 0);
}

bight_vec3 bi_sheets_stop(const bight_world *world, const bi_rope *rope, int32_t node, bight_vec3 d)
{
    if (world->sheet_count == 0 || !world->near_valid) {
        return d;
    }
    stop stops[MOST_STOPS];
    return keep_off(stops, find_stops(world, rope, node, v3_length(d), stops), d);
}
