// SPDX-License-Identifier: MIT

#include "sim/contact.h"

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/model.h"
#include "sim/near.h"
#include "sim/response/response.h"
#include "sim/sheet/sheet.h"

#include <string.h>

static void set_held(bight_world *world, bool held)
{
    for (int32_t i = 0; i < 2 * world->contact_count; i++) {
        int32_t link = world->contact_links[i];
        if (link < 0) {
            continue;
        }
        int32_t end = bi_link_end(world, link);
        if (held) {
            world->held[link] |= BI_IN_CONTACT;
            world->held[end] |= BI_IN_CONTACT;
        } else {
            world->held[link] &= (uint8_t)~BI_IN_CONTACT;
            world->held[end] &= (uint8_t)~BI_IN_CONTACT;
        }
    }
}

void bi_hold_contacts(bight_world *world)
{
    set_held(world, true);
}

void bi_free_contacts(bight_world *world)
{
    set_held(world, false);
}

static bool holds(const bight_world *world, int32_t link)
{
    return bi_link_model(world, link)->holds;
}

// The pair has been solved for (sim/response), or will be from the next cycle on: it is not shifted. A shift opens a
// pair beyond touching and takes the length from the links beside it.
static bool is_solved(const bight_world *world, const bi_near *near)
{
    if (!bi_response_is_solved(world)) {
        return false;
    }
    if (near->distance >= BI_RESPONSE_FREE_GAP * near->reach && bi_response_may_solve_pair(world, near)) {
        return true;
    }
    return bi_response_may_solve_pair(world, near) && world->ropes[world->rope_of[near->a]].engaged > 0 &&
           (near->obstacle >= 0 || world->ropes[world->rope_of[near->b]].engaged > 0);
}

// The model whose own law of contact decides a pair, that of a before that of b. NULL: the usual law.
static const bi_model *law_of(const bight_world *world, const bi_near *near)
{
    const bi_model *a = bi_link_model(world, near->a);
    if (is_solved(world, near)) {
        return NULL;
    }
    if (a->shift != NULL || near->obstacle >= 0) {
        return a->shift != NULL ? a : NULL;
    }
    const bi_model *b = bi_link_model(world, near->b);
    return b->shift != NULL ? b : NULL;
}

// Closer than this share of touching a pair that was solved for counts as a contact.
#define SOLVED_TOUCH 1.01

static bool in_contact(const bight_world *world, const bi_near *near)
{
    return near->distance < near->reach ||
           (near->distance < SOLVED_TOUCH * near->reach && is_solved(world, near));
}

// The paper's epsilon lets a contact open by itself; ropes whose contacts are constraints need none.
static double slip_of(const bight_world *world, const bi_near *near)
{
    bool all = holds(world, near->a) && (near->obstacle >= 0 || holds(world, near->b));
    return all ? world->def.slip : 0.0;
}

// Room for one more contact, and as much in the list that the next cycle writes: warm cycles take no memory.
static bight_status reserve(bight_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    int64_t needed = (int64_t)world->contact_count + 1;
    bight_status status =
        bi_reserve(allocator, &world->contacts, &world->contact_capacity, needed, sizeof *world->contacts);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &world->contact_links, &world->contact_links_capacity, 2 * needed,
                            sizeof *world->contact_links);
    }
    bi_contact_list *next = &world->last_contacts;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &next->contacts, &next->capacity, world->contact_capacity,
                            sizeof *next->contacts);
    }
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &next->links, &next->links_capacity, world->contact_links_capacity,
                            sizeof *next->links);
    }
    return status;
}

static bight_status record(bight_world *world, const bi_near *near, bight_vec3 point)
{
    BI_ASSERT(in_contact(world, near));
    bight_status status = reserve(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // the contact as the user sees it: rope and link, and what they touch
    int32_t rope = world->rope_of[near->a];
    world->ropes[rope].knotted = BI_KNOTTED_CYCLES;
    bight_contact *contact = &world->contacts[world->contact_count];
    *contact = (bight_contact){.rope = {bi_rope_id_of(world, rope)},
                               .link = {near->a - world->ropes[rope].first},
                               .distance = near->distance,
                               .point = point};
    if (near->obstacle >= 0) {
        const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
        uint32_t index1 = (uint32_t)near->obstacle + 1;
        if (obstacle->sheet != NULL) {
            contact->sheet = (bight_sheet_id){index1, obstacle->generation};
            contact->triangle = obstacle->sheet->number[near->b];
        } else {
            contact->obstacle = (bight_obstacle_id){index1, obstacle->generation};
        }
    } else {
        int32_t other = world->rope_of[near->b];
        world->ropes[other].knotted = BI_KNOTTED_CYCLES;
        contact->rope[1] = bi_rope_id_of(world, other);
        contact->link[1] = near->b - world->ropes[other].first;
    }

    // the same for the next cycle, whose clusters are made of links that hold
    int32_t a = holds(world, near->a) ? near->a : BI_OTHER_LINK;
    int32_t b = near->obstacle >= 0 ? BI_OBSTACLE_LINK : holds(world, near->b) ? near->b : BI_OTHER_LINK;
    world->contact_links[2 * world->contact_count] = a >= 0 ? a : b;
    world->contact_links[2 * world->contact_count + 1] = a >= 0 ? b : a;
    world->contact_count++;
    return BIGHT_OK;
}

// What contacts want of each node, in the step arena. Only nodes of pairs in contact are filled in.
typedef struct shifts_of_nodes {
    bight_vec3 *sum; // of all shifts
    int32_t *count;  // of them
} shifts_of_nodes;

static void shift_link(const bight_world *world, const shifts_of_nodes *shifts, int32_t link, bight_vec3 by)
{
    int32_t end = bi_link_end(world, link);
    shifts->sum[link] = v3_add(shifts->sum[link], by);
    shifts->sum[end] = v3_add(shifts->sum[end], by);
    shifts->count[link]++;
    shifts->count[end]++;
}

// The line of closest points, from b to a. The certificate keeps centrelines apart, so it has a direction;
// the cross product is for the last few ulps.
static bight_vec3 line_of_contact(const bight_world *world, const bight_vec3 *at, const bi_near *near,
                                  bight_vec3 on_a, bight_vec3 on_b)
{
    bight_vec3 across = v3_cross(v3_sub(at[bi_link_end(world, near->a)], at[near->a]),
                                 v3_sub(at[bi_link_end(world, near->b)], at[near->b]));
    return v3_unit(v3_sub(on_a, on_b), v3_unit(across, v3(0, 1, 0)));
}

// Two links at d < reach: each is shifted by (reach - d + slip) / 2, the paper's R - d/2 + epsilon/2.
static bight_status separate_links(bight_world *world, const bight_vec3 *at, const shifts_of_nodes *shifts,
                                   const bi_near *near)
{
    const bi_model *law = law_of(world, near);
    bight_vec3 on_a = v3_lerp(at[near->a], at[bi_link_end(world, near->a)], (double)near->s);
    bight_vec3 on_b = v3_lerp(at[near->b], at[bi_link_end(world, near->b)], (double)near->t);
    bight_vec3 normal = line_of_contact(world, at, near, on_a, on_b);
    double shift = law != NULL ? law->shift(world, near)
                   : is_solved(world, near)
                       ? 0.0
                       : 0.5 * (near->reach - near->distance + slip_of(world, near) * near->reach);
    if (shift > 0.0) {
        shift_link(world, shifts, near->a, v3_mul(shift, normal));
        shift_link(world, shifts, near->b, v3_mul(-shift, normal));
    }
    if (law != NULL && shift > 0.0) {
        law->strike(world, near, normal);
    }
    return near->bend ? BIGHT_OK : record(world, near, v3_lerp(on_a, on_b, 0.5));
}

// Metres beyond touching that a link is put from an obstacle: epsilon.
static double slip_off(const bight_world *world, const bi_near *near)
{
    const bi_sheet_part *sheet = world->obstacles[near->obstacle].sheet;
    if (sheet != NULL) {
        double slip = sheet->slip >= 0.0 ? sheet->slip : world->def.slip;
        double radius = world->ropes[world->rope_of[near->a]].radius;
        return holds(world, near->a) ? slip * 2.0 * radius : 0.0;
    }
    return slip_of(world, near) * 2.0 * near->reach;
}

// A link at d < R from an obstacle: shifted by R - d + epsilon.
static bight_status leave_obstacle(bight_world *world, const bight_vec3 *at, const shifts_of_nodes *shifts,
                                   const bi_near *near)
{
    bight_vec3 on_a = v3_lerp(at[near->a], at[bi_link_end(world, near->a)], (double)near->s);
    const bi_model *law = law_of(world, near);
    bool sheet = world->obstacles[near->obstacle].sheet != NULL;
    double touching = sheet ? bi_sheet_touching(world, near) : near->reach;
    bool solved = is_solved(world, near);
    double shift = law != NULL ? law->shift(world, near)
                   : solved    ? 0.0
                               : touching - near->distance + slip_off(world, near);
    if (law != NULL && shift > 0.0) {
        law->strike(world, near, near->normal);
    }
    shift_link(world, shifts, near->a, v3_mul(shift, near->normal));
    return near->distance >= touching * (solved ? SOLVED_TOUCH : 1.0)
               ? BIGHT_OK
               : record(world, near, v3_madd(on_a, -near->distance, near->normal));
}

// Of the triangles of one mesh that a link touches only the closest shifts it: the facets of a smooth
// surface are one contact, not many. Marks the others by a reach below any distance.
static void keep_closest_triangles(bight_world *world)
{
    size_t mark = bi_arena_mark(world);
    int32_t *best = bi_arena_take(world, sizeof *best); // of a link: its closest pair so far
    for (int32_t i = 0; i < world->near_count; i++) {
        bi_near *near = &world->near[i];
        if (near->obstacle >= 0 && in_contact(world, near)) {
            best[near->a] = -1;
        }
    }
    for (int32_t i = 0; i < world->near_count; i++) {
        bi_near *near = &world->near[i];
        if (near->obstacle < 0 || !in_contact(world, near) ||
            world->obstacles[near->obstacle].sheet != NULL) {
            continue;
        }
        int32_t other = best[near->a];
        if (other < 0 || world->near[other].obstacle != near->obstacle) {
            best[near->a] = i;
        } else if (near->distance < world->near[other].distance) {
            world->near[other].reach = -HUGE_VAL;
            best[near->a] = i;
        } else {
            near->reach = -HUGE_VAL;
        }
    }
    bi_arena_release(world, mark);
}

// The nodes of a pair in contact: nothing has shifted them yet.
static void touch(const bight_world *world, const bi_near *near, const shifts_of_nodes *shifts)
{
    for (int32_t side = 0; in_contact(world, near) && side < (near->obstacle < 0 ? 2 : 1); side++) {
        int32_t link = side == 0 ? near->a : near->b, end = bi_link_end(world, link);
        shifts->sum[link] = shifts->sum[end] = v3(0, 0, 0);
        shifts->count[link] = shifts->count[end] = 0;
    }
}

// Each node moves by the mean of its shifts; one in a hand stays.
static void apply(const bight_world *world, const bight_vec3 *at, const shifts_of_nodes *shifts,
                  const bi_near *near, bight_vec3 *to)
{
    for (int32_t side = 0; in_contact(world, near) && side < (near->obstacle < 0 ? 2 : 1); side++) {
        int32_t link = side == 0 ? near->a : near->b, end = bi_link_end(world, link);
        for (int32_t k = 0; k < 2; k++) {
            int32_t node = k == 0 ? link : end, count = shifts->count[node];
            if (count > 0 && !(world->held[node] & BI_IN_HAND)) {
                to[node] = v3_madd(at[node], 1.0 / count, shifts->sum[node]);
            }
        }
    }
}

// Where a model has its own law links may touch without being shifted.
static bool stays(const bight_world *world, const bi_near *near)
{
    const bi_model *law = law_of(world, near);
    return law != NULL ? law->shift(world, near) <= 0.0 : is_solved(world, near);
}

void bi_swap_contacts(bight_world *world)
{
    bi_contact_list *last = &world->last_contacts,
                    now = {world->contacts,      world->contact_count,          world->contact_capacity,
                           world->contact_links, world->contact_links_capacity, false};
    world->contacts = last->contacts;
    world->contact_count = last->count;
    world->contact_capacity = last->capacity;
    world->contact_links = last->links;
    world->contact_links_capacity = last->links_capacity;
    *last = now;
}

bight_status bi_respond(bight_world *world, const bight_vec3 *at, bight_vec3 *to, bool *shifts)
{
    BI_ASSERT(world->near_valid && at != to);

    // those of the cycle before are kept, in case that this one fails
    bi_swap_contacts(world);
    world->last_contacts.kept = true;
    world->contact_count = 0;

    // most cycles touch nothing
    bool any = false;
    *shifts = false;
    for (int32_t i = 0; i < world->near_count && !*shifts; i++) {
        bool touching = in_contact(world, &world->near[i]);
        any = any || touching;
        *shifts = touching && !stays(world, &world->near[i]);
    }
    if (!any) {
        return BIGHT_OK;
    }

    // one contact for each side of a surface, not one for each triangle
    keep_closest_triangles(world);
    bi_sheets_choose(world, at);

    // record every contact and sum up the shifts that it asks for
    size_t mark = bi_arena_mark(world);
    shifts_of_nodes wanted = {.sum = bi_arena_take(world, sizeof *wanted.sum),
                              .count = bi_arena_take(world, sizeof *wanted.count)};
    for (int32_t i = 0; i < world->near_count; i++) {
        touch(world, &world->near[i], &wanted);
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->near_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[i];
        if (in_contact(world, near)) {
            status = near->obstacle >= 0 ? leave_obstacle(world, at, &wanted, near)
                                         : separate_links(world, at, &wanted, near);
        }
    }

    // to = at + mean of the shifts
    if (*shifts) {
        memcpy(to, at, (size_t)world->node_count * sizeof *at);
    }
    for (int32_t i = 0; i < world->near_count && *shifts; i++) {
        apply(world, at, &wanted, &world->near[i], to);
    }
    bi_arena_release(world, mark);
    bi_sheets_restore(world);
    return status;
}
