// SPDX-License-Identifier: MIT

#include "cloth/yield_side.h"

#include "cloth/arena.h"
#include "cloth/world.h"

#include <string.h>

// A contour runs through two surfaces, and in each it has two sides. The four are numbered 4 contour
// + 2 surface + (1 on the side of the other surface's normal).
static int32_t side_number(int32_t contour, int32_t surface, bool above)
{
    return 4 * contour + 2 * surface + (above ? 1 : 0);
}

bight_vec3 bi_yield_side_normal(const bight_cloth_world *world, int32_t triangle)
{
    BI_ASSERT(triangle >= 0 && triangle < world->topology.triangle_count);
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    bight_vec3 p = v3_sub(world->at[v[1]], world->at[v[0]]), q = v3_sub(world->at[v[2]], world->at[v[0]]);
    return v3_unit(v3_cross(p, q), v3(0, 0, 0));
}

// Is the first end of the edge above the face that it pierces?
static bool first_is_above(const bight_cloth_world *world, const bi_crossing *crossing)
{
    const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
    bight_vec3 n = bi_yield_side_normal(world, crossing->triangle);
    return v3_dot(n, v3_sub(world->at[end[0]], world->at[end[1]])) > 0.0;
}

// Along a contour the pierced face either stays, or the next edge is one of its own: then the surfaces change
// roles.
bight_status bi_yield_side_roles(bight_cloth_world *world)
{
    BI_ASSERT(world->tangle.contours.count > 0);
    const bi_contours *contours = &world->tangle.contours;
    const bi_crossing *items = world->tangle.pierced.items;
    BI_CLOTH_RESERVE(world, yield.roles, (int64_t)contours->starts[contours->count]);
    for (int32_t c = 0; c < contours->count; c++) {
        int32_t from = contours->starts[c];
        for (int32_t i = from; i < contours->starts[c + 1]; i++) {
            const int32_t *at = &contours->crossings[i];
            bool same = i == from || items[at[-1]].triangle == items[at[0]].triangle;
            uint8_t before = i == from ? 0 : world->yield.roles[i - 1];
            world->yield.roles[i] = same ? before : (uint8_t)(1 - before);
        }
    }
    return BIGHT_OK;
}

// ---- territories ------------------------------------------------------------------------------------------

static void flood_from(bight_cloth_world *world, int32_t vertex, int32_t side, int32_t *count)
{
    if (world->yield.side_of[vertex] < 0) {
        world->yield.side_of[vertex] = side;
        world->yield.queue[(*count)++] = vertex;
    }
}

// Each vertex belongs to the side of a contour that is fewest edges away.
static bight_status flood_sides(bight_cloth_world *world)
{
    const bi_contours *contours = &world->tangle.contours;
    BI_CLOTH_RESERVE(world, yield.side_of, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, yield.side_size, 4 * (int64_t)contours->count);
    memset(world->yield.side_of, -1, (size_t)world->vertex_count * sizeof *world->yield.side_of);
    memset(world->yield.side_size, 0, 4 * (size_t)contours->count * sizeof *world->yield.side_size);
    int32_t count = 0;
    for (int32_t c = 0; c < contours->count; c++) {
        for (int32_t i = contours->starts[c]; i < contours->starts[c + 1]; i++) {
            const bi_crossing *crossing = &world->tangle.pierced.items[contours->crossings[i]];
            const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
            bool above = first_is_above(world, crossing);
            flood_from(world, end[0], side_number(c, world->yield.roles[i], above), &count);
            flood_from(world, end[1], side_number(c, world->yield.roles[i], !above), &count);
        }
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t vertex = world->yield.queue[i];
        world->yield.side_size[world->yield.side_of[vertex]]++;
        for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1]; n++) {
            flood_from(world, world->topology.columns[n], world->yield.side_of[vertex], &count);
        }
    }
    return BIGHT_OK;
}

// ---- what a contour cuts off ------------------------------------------------------------------------------

// Two floods of one surface, from either side of a contour. Queues grow from both ends of one array.
typedef struct floods {
    bight_cloth_world *world;
    int32_t mark;    // above 0; of vertices: 4 mark + 2 when they lie at the contour + side
    int32_t next[2]; // to be looked at, counted from their own end
    int32_t count[2];
    bool met; // round the end of the contour: nothing is cut off
} floods;

static int32_t *queue_at(const floods *f, int32_t side, int32_t i)
{
    return &f->world->yield.queue[side == 0 ? i : f->world->vertex_count - 1 - i];
}

static void reach(floods *f, int32_t side, int32_t vertex, bool at_contour, bool from_contour)
{
    int32_t *mark = &f->world->yield.reached[vertex];
    if (*mark / 4 != f->mark) {
        *mark = 4 * f->mark + (at_contour ? 2 : 0) + side;
        *queue_at(f, side, f->count[side]++) = vertex;
    } else if (*mark % 2 != side && !at_contour) {
        // an edge between two vertices at the contour is one that it cuts
        f->met = f->met || !(from_contour && (*mark & 2) != 0);
    }
}

static void look_around(floods *f, int32_t side)
{
    const bight_cloth_world *world = f->world;
    int32_t vertex = *queue_at(f, side, f->next[side]++);
    bool from_contour = (world->yield.reached[vertex] & 2) != 0;
    for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1] && !f->met;
         n++) {
        reach(f, side, world->topology.columns[n], false, from_contour);
    }
}

// How many vertices each side of a contour has in a surface; the larger one as many as all, and both when it
// cuts nothing off. The floods continue in turn until the smaller side is full.
static void measure(bight_cloth_world *world, int32_t contour, int32_t surface, int32_t size[2])
{
    const bi_contours *contours = &world->tangle.contours;
    floods f = {.world = world, .mark = 2 * contour + surface + 1};
    for (int32_t i = contours->starts[contour]; i < contours->starts[contour + 1]; i++) {
        if (world->yield.roles[i] == surface) {
            const bi_crossing *crossing = &world->tangle.pierced.items[contours->crossings[i]];
            const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
            bool above = first_is_above(world, crossing);
            reach(&f, above ? 1 : 0, end[0], true, true);
            reach(&f, above ? 0 : 1, end[1], true, true);
        }
    }
    int32_t side = 0;
    while (!f.met && f.next[side] < f.count[side]) {
        look_around(&f, side);
        side = 1 - side;
    }
    size[0] = size[1] = world->vertex_count;
    if (!f.met) {
        size[side] = f.count[side];
    }
}

// ---- who yields -------------------------------------------------------------------------------------------

// Measures of the two surfaces of a contour.
typedef struct surfaces {
    bool body[2];         // is it of an obstacle?
    bight_vec3 normal[2]; // sum of the unit normals that its edges pierce
    int32_t edges[2];
    int32_t kept[4]; // ends of edges on each side that yielded the last time
    int32_t ends[4];
} surfaces;

static void count_end(const bight_cloth_world *world, int32_t vertex, int32_t side, surfaces *both)
{
    both->ends[side]++;
    both->kept[side] += world->yield.yields[vertex] != 0;
}

static surfaces look_along(const bight_cloth_world *world, int32_t contour)
{
    surfaces both = {0};
    const bi_contours *contours = &world->tangle.contours;
    for (int32_t i = contours->starts[contour]; i < contours->starts[contour + 1]; i++) {
        const bi_crossing *crossing = &world->tangle.pierced.items[contours->crossings[i]];
        const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
        int32_t s = world->yield.roles[i], first = 2 * s + (first_is_above(world, crossing) ? 1 : 0);
        both.body[s] |= (world->flags[end[0]] & BI_BODY) != 0;
        both.body[1 - s] |=
            (world->flags[world->topology.triangles[3 * (size_t)crossing->triangle]] & BI_BODY) != 0;
        both.normal[s] = v3_add(both.normal[s], bi_yield_side_normal(world, crossing->triangle));
        both.edges[s]++;
        count_end(world, end[0], first, &both);
        count_end(world, end[1], first ^ 1, &both);
    }
    return both;
}

// The side that is sent back: small, and with one way to go. The wall of a deep poke has all ways to go, and
// its tip only one. A side that yielded before yields again, or nothing would get anywhere. Obstacles
// are not sent anywhere.
static int32_t choose(const surfaces *both, const int32_t size[4])
{
    double least = HUGE_VAL;
    int32_t best = -1;
    for (int32_t side = 0; side < 4; side++) {
        int32_t s = side / 2;
        if (both->body[s] || both->edges[s] == 0) {
            continue;
        }
        double score = size[side] * (1.05 - v3_length(both->normal[s]) / both->edges[s]);
        score *= 1.0 - 0.75 * both->kept[side] / both->ends[side];
        if (score < least) {
            least = score;
            best = side;
        }
    }
    return best;
}

static int32_t choose_side(bight_cloth_world *world, int32_t contour)
{
    surfaces both = look_along(world, contour);
    int32_t size[4];
    for (int32_t s = 0; s < 2; s++) {
        size[2 * s] = size[2 * s + 1] = world->vertex_count;
        if (both.edges[s] > 0 && !both.body[s]) {
            measure(world, contour, s, size + 2 * s);
        }
    }
    bool cut = false;
    for (int32_t side = 0; side < 4; side++) {
        cut = cut || size[side] < world->vertex_count;
    }
    return choose(&both, cut ? size : world->yield.side_size + 4 * (size_t)contour);
}

// Edges of the surface that yields are sent back through the face; where the face is that surface's, it moves
// as the last such edge did, and the edge against it.
static void send_back(bight_cloth_world *world, int32_t contour)
{
    const bi_contours *contours = &world->tangle.contours;
    int32_t from = contours->starts[contour], count = contours->starts[contour + 1] - from;
    int32_t side = choose_side(world, contour);
    bight_vec3 way = v3(0, 0, 0), sum = v3(0, 0, 0);
    // the second time round, crossings before the first edge of the surface know its way too
    for (int32_t i = 0; i < 2 * count && side >= 0; i++) {
        int32_t n = from + i % count, at = contours->crossings[n];
        bight_vec3 normal = bi_yield_side_normal(world, world->tangle.pierced.items[at].triangle);
        if (world->yield.roles[n] == side / 2) {
            way = (side & 1) != 0 ? v3_mul(-1.0, normal) : normal;
            world->yield.send[at] = way;
            sum = v3_add(sum, way);
        } else {
            world->yield.send[at] = v3_mul(-v3_dot(normal, way), normal);
        }
    }
    world->yield.sides[contour] = (bi_yield_side){side, v3_unit(sum, v3(0, 0, 0))};
}

// Remember which vertices yield: those behind an edge that is sent back, and their neighbours.
static void remember(bight_cloth_world *world)
{
    const bi_contours *contours = &world->tangle.contours;
    memset(world->yield.yields, 0, (size_t)world->vertex_count * sizeof *world->yield.yields);
    for (int32_t c = 0; c < contours->count; c++) {
        int32_t side = world->yield.sides[c].side;
        for (int32_t i = contours->starts[c]; i < contours->starts[c + 1] && side >= 0; i++) {
            const bi_crossing *crossing = &world->tangle.pierced.items[contours->crossings[i]];
            if (world->yield.roles[i] != side / 2) {
                continue;
            }
            const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
            int32_t vertex = first_is_above(world, crossing) == ((side & 1) != 0) ? end[0] : end[1];
            world->yield.yields[vertex] = 1;
            for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1];
                 n++) {
                bool beyond = world->topology.columns[n] == end[0] || world->topology.columns[n] == end[1];
                world->yield.yields[world->topology.columns[n]] |= !beyond;
            }
        }
    }
}

static bight_status find(bight_cloth_world *world)
{
    world->yield.queue = bi_cloth_arena_claim(world, world->vertex_count, sizeof *world->yield.queue);
    if (world->yield.queue == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bight_status status = flood_sides(world);
    if (status != BIGHT_OK) {
        return status;
    }
    BI_CLOTH_RESERVE(world, yield.send, (int64_t)world->tangle.pierced.count);
    BI_CLOTH_RESERVE(world, yield.sides, (int64_t)world->tangle.contours.count);
    BI_CLOTH_RESERVE(world, yield.reached, (int64_t)world->vertex_count);
    memset(world->yield.send, 0, (size_t)world->tangle.pierced.count * sizeof *world->yield.send);
    memset(world->yield.reached, 0, (size_t)world->vertex_count * sizeof *world->yield.reached);
    for (int32_t i = 0; i < world->tangle.contours.count; i++) {
        send_back(world, i);
    }
    remember(world);
    return BIGHT_OK;
}

bight_status bi_yield_side_find(bight_cloth_world *world)
{
    BI_ASSERT(world->tangle.pierced.count > 0);
    size_t mark = bi_cloth_arena_mark(world);
    bight_status status = find(world);
    bi_cloth_arena_release(world, mark);
    world->yield.queue = NULL;
    return status;
}
