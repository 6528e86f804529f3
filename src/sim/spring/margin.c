// SPDX-License-Identifier: MIT

#include "core/vec3.h"
#include "sim/spring/spring.h"

// Farthest that a list looks, in least radii.
#define WIDEST 16.0

bi_near_margin bi_springs_margin(const bight_world *world, bi_near_margin others)
{
    // the next step may be a little faster than this one
    double wanted = 1.2 * 2.0 * BI_SPRING_SPEED_UP * world->spring_most;
    others.links = bi_max(others.links, bi_min(wanted, WIDEST * bi_thinnest(world)));
    return others;
}
