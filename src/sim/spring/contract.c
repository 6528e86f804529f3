// SPDX-License-Identifier: MIT

#include "sim/spring/contract.h"

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/near.h"

typedef struct triangle {
    bight_vec3 a, b, c;
    double floor; // closer than this is touching
} triangle;

static bool misses(const triangle *t, bight_vec3 p, bight_vec3 q)
{
    return bi_segment_triangle_closest(p, q, t->a, t->b, t->c).distance_squared > t->floor * t->floor;
}

// Point i of the chain as it is given, or of what its beginning has become when it closes.
static bight_vec3 place(const bi_division *d, int32_t i)
{
    return i < d->count ? d->at[i] : d->to_at[i - d->count];
}

// Links beside the two: those next to them share a corner with the triangle and can lie in it only in its own
// plane; those after them are not on the near list while the rope is straight.
static bool misses_neighbours(const triangle *t, const bi_division *d, int32_t middle)
{
    int32_t so_far = d->to_count, end = middle + 3;
    bool clear = so_far < 3 || misses(t, d->to_at[so_far - 3], d->to_at[so_far - 2]);
    bool ends = end >= d->count + (d->closed ? so_far - 1 : 0);
    return clear && (ends || misses(t, place(d, end - 1), place(d, end)));
}

static int32_t apart_along(const bi_rope *rope, int32_t a, int32_t b)
{
    int32_t gap = a > b ? a - b : b - a;
    return rope->closed && rope->count - gap < gap ? rope->count - gap : gap;
}

bool bi_may_contract(void *user, const bi_division *d, int32_t middle)
{
    bi_contraction *asked = user;
    const bight_world *world = asked->world;
    const bi_rope *rope = asked->rope;
    int32_t before = rope->first + middle - 1, after = rope->first + middle;
    triangle t = {d->to_at[d->to_count - 1], d->at[middle], place(d, middle + 1), bi_crossing_floor(world)};

    // every point of the triangle is this near to one of the two links
    double within = 0.5 * v3_distance(t.a, t.c) + t.floor;
    if (asked->left <= 0 || !(bi_min(world->near_links, world->near_obstacles) > within) ||
        !misses_neighbours(&t, d, middle)) {
        return false;
    }

    // no link near one of the two may pass through the triangle
    asked->left--;
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        bool first = near->a == before || near->a == after;
        bool second = near->obstacle < 0 && (near->b == before || near->b == after);
        if ((!first && !second) || near->distance > within) {
            continue;
        }

        int32_t own = first ? near->a : near->b, other = first ? near->b : near->a;
        if (near->obstacle >= 0) {
            return false;
        }
        if (world->rope_of[other] == world->rope_of[own] && apart_along(rope, own, other) <= 2) {
            continue;
        }
        int32_t end = bi_next(&world->ropes[world->rope_of[other]], other);
        if (asked->changed[other] != 0 || !misses(&t, world->before[other], world->before[end])) {
            return false;
        }
    }

    // from here on both links are elsewhere than the list says
    asked->changed[before] = asked->changed[after] = 1;
    return true;
}
