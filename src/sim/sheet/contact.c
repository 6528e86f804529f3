// SPDX-License-Identifier: MIT
// Which triangles of a sheet push a link. The closest triangle alone, as for meshes that are solid, would
// push a link that lies in a fold out of one layer and into the other. Where layers are closer than a
// diameter the pushes of both meet half way, also when only one of them is touched yet.

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/obstacle.h"
#include "sim/sheet/sheet.h"

// Pushes that a link takes from one sheet at most. Three planes hold a point.
#define MOST_SIDES 4

// A push clears a triangle when it leaves no more of the overlap than this share of touching: on a hollow
// surface the neighbours of the closest triangle stay a little nearer.
#define CLEARED 0.95

// The closest pair of a chain, the first on the list of those equally close, taken out of it.
static int32_t take_closest(bi_near *list, int32_t *head)
{
    int32_t best = -1;
    for (int32_t i = *head; i >= 0; i = list[i].next) {
        bool closer = best < 0 || list[i].distance < list[best].distance ||
                      (list[i].distance == list[best].distance && i < best);
        best = closer ? i : best;
    }
    int32_t *from = head;
    while (*from != best) {
        from = &list[*from].next;
    }
    *from = list[best].next;
    return best;
}

// Is the link beyond reach of this triangle, on the side where it was, once it has been pushed from another?
static bool cleared(const bight_world *world, const bi_near *near, const bi_near *pushing,
                    const bight_vec3 *at)
{
    bool same_way = v3_dot(pushing->normal, near->normal) > 0.0, touching = near->distance < near->reach;
    double way = pushing->reach - pushing->distance;
    if (!touching && (same_way || near->distance - way >= CLEARED * near->reach)) {
        return true;
    }
    if (touching && !same_way) {
        return false;
    }
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_next(&world->ropes[world->rope_of[near->a]], near->a);
    bi_solid_gap gap =
        bi_obstacle_gap(obstacle, &obstacle->pose, near->b, v3_madd(at[near->a], way, pushing->normal),
                        v3_madd(at[end], way, pushing->normal));
    return gap.distance >= CLEARED * near->reach && v3_dot(gap.normal, near->normal) > 0.0;
}

// Marks a pair as none of this cycle's contacts.
static void leave_out(bi_near *near)
{
    near->reach = near->distance < near->reach ? -HUGE_VAL : near->reach;
}

// Choose among the pairs of one link with one sheet.
static void choose(const bight_world *world, const bight_vec3 *at, int32_t head)
{
    bi_near *list = world->near;
    for (int32_t side = 0; side < MOST_SIDES && head >= 0; side++) {
        bi_near *best = &list[take_closest(list, &head)];
        if (best->distance >= best->reach) {
            if (side == 0) {
                return; // it touches nothing
            }
            best->reach = best->distance * (1.0 + 0x1p-40); // what pushes it this way is on its other side
            continue;
        }
        int32_t *from = &head;
        while (*from >= 0) {
            bi_near *near = &list[*from];
            if (cleared(world, near, best, at)) {
                leave_out(near);
                *from = near->next;
            } else {
                from = &near->next;
            }
        }
    }
    for (; head >= 0; head = list[head].next) {
        leave_out(&list[head]);
    }
}

// The list has the pairs of one rope and one sheet behind one another. A link's chain hangs on its own
// number.
void bi_sheets_choose(bight_world *world, const bight_vec3 *at)
{
    size_t mark = bi_arena_mark(world);
    int32_t *head = bi_arena_take(world, sizeof *head); // of a link: the first pair of its chain, or -1
    int32_t from = world->sheet_count > 0 ? 0 : world->near_count;
    while (from < world->near_count) {
        const bi_near *first = &world->near[from];

        // the pairs of one rope with one obstacle
        int32_t rope = world->rope_of[first->a], end = from + 1;
        while (end < world->near_count && world->near[end].obstacle == first->obstacle &&
               world->rope_of[world->near[end].a] == rope) {
            end++;
        }
        if (first->obstacle >= 0 && world->obstacles[first->obstacle].sheet != NULL) {
            // chain them by link
            for (int32_t i = from; i < end; i++) {
                head[world->near[i].a] = -1;
            }

            for (int32_t i = from; i < end; i++) {
                bi_near *near = &world->near[i];
                near->next = head[near->a];
                head[near->a] = i;
            }

            // each link chooses among its own
            for (int32_t i = from; i < end; i++) {
                int32_t link = world->near[i].a;
                if (head[link] >= 0) {
                    choose(world, at, head[link]);
                    head[link] = -1;
                }
            }
        }
        from = end;
    }

    bi_arena_release(world, mark);
}

void bi_sheets_restore(bight_world *world)
{
    for (int32_t i = 0; i < world->near_count && world->sheet_count > 0; i++) {
        bi_near *near = &world->near[i];
        if (near->obstacle >= 0 && world->obstacles[near->obstacle].sheet != NULL) {
            near->reach = bi_sheet_touching(world, near);
        }
    }
}
