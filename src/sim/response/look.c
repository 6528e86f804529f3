// SPDX-License-Identifier: MIT
// How far the listed pairs are apart now: once for the contacts of a pass, for whether it will do, and for whether the
// motion fits.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/obstacle.h"

double bi_response_opened(const bight_world *world, const bi_near *near, double start)
{
    bool sheet = near->obstacle >= 0 && world->obstacles[near->obstacle].sheet != NULL;
    double radius = near->obstacle >= 0 ? near->reach : 0.5 * near->reach;
    double most = sheet ? world->def.speed_limit : BI_RESPONSE_OPEN_MOST;
    return bi_min(BI_RESPONSE_AIM * near->reach, start + most * radius);
}

bool bi_response_passed(const bight_world *world, const bi_near *near, bight_vec3 normal)
{
    return world->obstacles[near->obstacle].solid.kind == BIGHT_SHAPE_MESH && near->distance > 0.0 &&
           v3_dot(normal, near->normal) < 0.0 && v3_length_squared(near->normal) > 0.0;
}

static bight_vec3 between(const bight_world *world, const bight_vec3 *x, const bi_near *near,
                          bi_segment_pair *pair)
{
    int32_t a_end = bi_link_end(world, near->a), b_end = bi_link_end(world, near->b);
    *pair = bi_segment_closest(x[near->a], x[a_end], x[near->b], x[b_end]);
    return v3_sub(v3_lerp(x[near->a], x[a_end], pair->s), v3_lerp(x[near->b], x[b_end], pair->t));
}

// Where the cycle began. A rope beside the group has moved by its own law since, and stays where it is now.
static void look_back(const bight_world *world, const bi_near *near, bool beside, bi_sight *sight)
{
    bi_segment_pair pair;
    sight->side = between(world, beside ? world->at : world->before, near, &pair);
    sight->s = pair.s;
    sight->t = pair.t;
    sight->start = sight->distance = sqrt(pair.distance_squared);
}

// A side that was passed through is not changed: the distance is then negative.
static void look_at_links(const bight_world *world, const bi_near *near, bi_sight *sight)
{
    bi_segment_pair pair;
    bight_vec3 way = between(world, world->at, near, &pair);
    sight->s = pair.s;
    sight->t = pair.t;
    sight->distance = sqrt(pair.distance_squared);
    if (v3_dot(way, sight->side) < 0.0) {
        sight->distance = -sight->distance;
    }
}

static void look_at_obstacle(const bight_world *world, const bi_near *near, bi_sight *sight)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    bight_vec3 p = world->at[near->a], q = world->at[bi_link_end(world, near->a)];
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, q);
    sight->distance = bi_response_passed(world, near, gap.normal) ? -gap.distance : gap.distance;
    sight->start = near->distance;
}

// Links that were so far apart when the cycle began, in touching, that they are no contact and nearer than no contact,
// whatever the group has done since: that they are listed so is all that one needs to know. Contacts may go farther.
#define FAR (1.0 + BI_RESPONSE_ENTER + 1e-6)
#define FAR_OF_GRIPS (1.0 + BI_RESPONSE_KEEP + 1e-6)

static bool is_far(const bi_response *r, const bi_near *near, double distance)
{
    return distance > FAR * near->reach && (distance > FAR_OF_GRIPS * near->reach ||
                                            bi_response_find_grip(r, &r->now, near->a, near->b, -1) == NULL);
}

// One side of a pair of links belongs to a rope that is not of the group.
static bool is_beside(const bight_world *world, const bi_near *near)
{
    return near->obstacle < 0 && !(bi_response_solves(world, world->rope_of[near->a]) &&
                                   bi_response_solves(world, world->rope_of[near->b]));
}

double bi_response_look(bight_world *world, bool first)
{
    bi_response *r = world->response;
    double worst = 0.0, way = first ? 0.0 : 2.0 * r->went_most;
    r->close_count = 0;
    for (int32_t g = 0; g < r->pair_count; g++) {
        const bi_near *near = &world->near[r->pairs[g]];
        bi_sight *sight = &r->sights[r->pairs[g]];
        if (first) {
            sight->start = sight->distance = near->distance;
            sight->s = -1.0;
            if (is_beside(world, near)) {
                look_back(world, near, true, sight); // how far it was listed says nothing any more
            }
        }
        if (near->obstacle >= 0) {
            look_at_obstacle(world, near, sight);
        } else if (is_far(r, near, sight->start - way)) {
            sight->distance = sight->start;
            continue;
        } else {
            if (sight->s < 0.0) {
                look_back(world, near, false, sight);
            }
            if (!first) {
                look_at_links(world, near, sight);
            }
        }
        r->close[r->close_count++] = r->pairs[g];
        worst = bi_min(worst, (sight->distance - bi_response_opened(world, near, sight->start)) / near->reach);
    }
    r->looked = true;
    return worst;
}
