// SPDX-License-Identifier: MIT
// What safe mode asks about one pair of triangles, and how a motion is shortened.

#include "cloth/step_filter_pair.h"

#include "cloth/kinematic.h"
#include "cloth/separation.h"
#include "cloth/world.h"
#include "geom/crossing.h"

// Distances are right to this part of the size of a pair (geom/segment.h).
#define DISTANCE_ERROR 1e-7

double bi_filter_reach(const bight_cloth_world *world)
{
    // unlisted pairs are at least as far apart as the distance of listing less the motion since then
    double left = world->near.proof - 2.0 * world->near.motion - BI_FILTER_BODY_FLOOR * world->thickness;
    return BI_FILTER_SHARE * bi_max(left, 0.0);
}

// ---- one pair -------------------------------------------------------------------------------------------

static inline void load(const bight_cloth_world *world, const int32_t *v, bight_vec3 start[3],
                        bight_vec3 end[3])
{
    for (int32_t k = 0; k < 3; k++) {
        start[k] = world->start[v[k]];
        end[k] = world->at[v[k]];
    }
}

static inline int32_t corner_of(const int32_t *v, int32_t vertex)
{
    return v[0] == vertex ? 0 : v[1] == vertex ? 1 : v[2] == vertex ? 2 : -1;
}

static inline void load_pair(const bight_cloth_world *world, int32_t a, int32_t b, bi_moving_pair *pair)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)a,
                  *w = world->topology.triangles + 3 * (size_t)b;
    load(world, v, pair->x[0], pair->x[1]);
    load(world, w, pair->y[0], pair->y[1]);
    int32_t m = corner_of(w, v[0]), k = m >= 0 ? 0 : -1;
    for (int32_t i = 1; i < 3; i++) {
        int32_t found = corner_of(w, v[i]);
        k = found >= 0 ? i : k;
        m = found >= 0 ? found : m;
    }
    pair->x_shared = k;
    pair->y_shared = m;
}

static double size_of(const bi_moving_pair *pair)
{
    double size = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        size = bi_max(size, v3_length_squared(v3_sub(pair->x[0][k], pair->x[0][0])));
        size = bi_max(size, v3_length_squared(v3_sub(pair->y[0][k], pair->x[0][0])));
    }
    return sqrt(size);
}

// What is sure of a distance, metres.
static double sure_of(const bi_moving_pair *pair, double distance)
{
    return bi_max(distance - DISTANCE_ERROR * size_of(pair), 0.0);
}

static double farthest(const bight_vec3 start[3], const bight_vec3 end[3])
{
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        most = bi_max(most, v3_length_squared(v3_sub(end[k], start[k])));
    }
    return sqrt(most);
}

static bool edges_cross(const int32_t *v, const bight_vec3 x[3], const int32_t *w, const bight_vec3 y[3])
{
    for (int32_t k = 0; k < 3; k++) {
        int32_t l = k < 2 ? k + 1 : 0;
        bool common =
            v[k] == w[0] || v[k] == w[1] || v[k] == w[2] || v[l] == w[0] || v[l] == w[1] || v[l] == w[2];
        const int32_t ranks[5] = {v[k], v[l], w[0], w[1], w[2]};
        const bight_vec3 points[5] = {x[k], x[l], y[0], y[1], y[2]};
        if (!common && bi_edge_meets_triangle(points, ranks) == BI_CROSSING) {
            return true;
        }
    }
    return false;
}

static bool crosses_at_end(const bight_cloth_world *world, int32_t a, int32_t b, const bi_moving_pair *pair)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)a,
                  *w = world->topology.triangles + 3 * (size_t)b;
    return edges_cross(v, pair->x[1], w, pair->y[1]) || edges_cross(w, pair->y[1], v, pair->x[1]);
}

double bi_filter_body_room(const bight_cloth_world *world, double distance)
{
    return BI_FILTER_SHARE * bi_max(distance - BI_FILTER_BODY_FLOOR * world->thickness, 0.0);
}

// Which obstacle a triangle belongs to when it moves more than `most`, NULL else.
static bi_cloth_obstacle *body_beyond(bight_cloth_world *world, int32_t b, double most)
{
    if (b < world->sheets.triangle_count) {
        return NULL;
    }
    int32_t vertex = world->topology.triangles[3 * (size_t)b], i = 0;
    while (vertex >= world->obstacles.items[i].first_vertex + world->obstacles.items[i].vertex_count) {
        i++;
    }
    bi_cloth_obstacle *body = &world->obstacles.items[i];
    return bi_kinematic_way(body) > most * (BI_FILTER_PROVED_SHARE / BI_FILTER_SHARE) ? body : NULL;
}

// What a few likely directions do not prove.
static int32_t judge_closely(bight_cloth_world *world, int32_t a, int32_t b, const bi_moving_pair *pair)
{
    double floor = BI_FILTER_FLOOR * world->thickness;
    bight_vec3 direction;
    double found = bi_pair_distance(pair, 0, &direction), distance = sure_of(pair, found);
    if (distance < 0.5 * floor) {
        return crosses_at_end(world, a, b, pair) ? BI_FILTER_FAILED : BI_FILTER_TOUCHING;
    }
    if (body_beyond(world, b, bi_filter_body_room(world, distance)) != NULL) {
        floor = BI_FILTER_BODY_FLOOR * world->thickness;
    }
    // a pair below the floor may separate or stay: at the distance that was found, or it would lose its error in each step
    double least = bi_min(floor, (1.0 - 1e-6) * found),
           room = BI_FILTER_PROVED_SHARE * bi_max(distance - floor, 0.0);
    if (farthest(pair->x[0], pair->x[1]) <= room && farthest(pair->y[0], pair->y[1]) <= room) {
        return BI_FILTER_PROVED;
    }
    if (bi_pair_separates_along(pair, direction, least)) {
        return BI_FILTER_PROVED;
    }
    // a distance that is all rounding has no direction
    bight_vec3 last;
    bi_pair_distance(pair, 1, &last);
    bool turns = v3_length_squared(direction) > 0.0 && v3_length_squared(last) > 0.0;
    bool parts = bi_pair_separates_along(pair, last, least) ||
                 (turns && bi_pair_separates_turning(pair, direction, last, least));
    return parts ? BI_FILTER_PROVED : BI_FILTER_FAILED;
}

int32_t bi_filter_judge(bight_cloth_world *world, int32_t a, int32_t b, double least)
{
    BI_ASSERT(a >= 0 && b >= 0 && a != b && a < world->topology.triangle_count);
    BI_ASSERT(b < world->topology.triangle_count && least >= 0.0);
    // contours move on from triangle to triangle; what else is tangled is kept apart by contacts alone, or
    // it would be locked
    if (world->tangle.pierced.count > 0 &&
        (bi_filter_flags(world, a) & bi_filter_flags(world, b) & BI_TANGLED) != 0) {
        return BI_FILTER_TOUCHING;
    }
    bi_moving_pair pair;
    load_pair(world, a, b, &pair);
    return bi_pair_separates(&pair, least) ? BI_FILTER_PROVED : judge_closely(world, a, b, &pair);
}

// ---- shortening -----------------------------------------------------------------------------------------

// Back into the ball around the start.
void bi_filter_shorten_vertex(bight_cloth_world *world, int32_t vertex, double room)
{
    BI_ASSERT(vertex >= 0 && vertex < world->vertex_count && room >= 0.0);
    bight_vec3 way = v3_sub(world->at[vertex], world->start[vertex]);
    double length = v3_length(way);
    if (length > room * (BI_FILTER_PROVED_SHARE / BI_FILTER_SHARE)) {
        world->at[vertex] = v3_madd(world->start[vertex], room / length, way);
        world->flags[vertex] |= BI_SHORTENED | BI_HELD;
    }
}

void bi_filter_shorten_body(bight_cloth_world *world, bi_cloth_obstacle *body, double room)
{
    BI_ASSERT(room >= 0.0);
    bi_kinematic_shorten(world, body, room);
    for (int32_t i = 0; i < body->vertex_count; i++) {
        world->flags[body->first_vertex + i] |= BI_SHORTENED;
    }
}

void bi_filter_shorten_pair(bight_cloth_world *world, int32_t a, int32_t b)
{
    BI_ASSERT(a >= 0 && a < world->sheets.triangle_count);
    BI_ASSERT(b >= 0 && b < world->topology.triangle_count && a != b);
    bi_moving_pair pair;
    load_pair(world, a, b, &pair);
    double distance = sure_of(&pair, bi_pair_distance(&pair, 0, NULL)),
           floor = BI_FILTER_FLOOR * world->thickness;
    distance = distance < 0.5 * floor ? 0.0 : distance;
    bi_cloth_obstacle *body = body_beyond(world, b, bi_filter_body_room(world, distance));
    if (body != NULL) {
        bi_filter_shorten_body(world, body, bi_filter_body_room(world, distance));
        return;
    }
    const int32_t triangles[2] = {a, b};
    double room = world->filter.impatient ? 0.0 : BI_FILTER_SHARE * bi_max(distance - floor, 0.0);
    for (int32_t n = 0; n < (b < world->sheets.triangle_count ? 2 : 1); n++) {
        for (int32_t k = 0; k < 3; k++) {
            bi_filter_shorten_vertex(world, world->topology.triangles[3 * (size_t)triangles[n] + (size_t)k],
                                     room);
        }
    }
}
