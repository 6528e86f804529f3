// SPDX-License-Identifier: MIT

#include "cloth/guard.h"

#include "cloth/kinematic.h"
#include "cloth/near.h"
#include "cloth/parting.h"
#include "core/parallel.h"
#include "geom/crossing.h"

#include <string.h>

// Of the distance of a pair each side may use this much; a proof allows a little more, for rounding.
#define SHARE 0.45
#define PROVED_SHARE 0.46

// Nothing comes nearer than this part of the thickness by its own motion, and no obstacle nearer than that to
// what does not give way.
#define FLOOR 1e-4
#define BODY_FLOOR 0.1

// Distances are right to this part of the size of a pair (geom/segment.h).
#define DISTANCE_ERROR 1e-7

// Rounds of shortening; what is not proved then does not move at all.
#define MOST_ROUNDS 24

// Of a pair in a round.
enum { PROVED, TOUCHING, FAILED };

typedef struct guarding {
    bight_cloth_world *world;
    bool again;   // not the first round: only pairs whose vertices were shortened in the last one
    bool tangled; // something crosses already
    bool moving;  // some obstacle mesh moves
} guarding;

double bi_guard_reach(const bight_cloth_world *world)
{
    // pairs that are not listed are farther apart than the thickness and what is left of the margin
    return SHARE * (world->thickness + 2.0 * bi_max(world->margin - world->drift, 0.0));
}

// ---- one pair -------------------------------------------------------------------------------------------

static void load(const bight_cloth_world *world, const int32_t *v, bight_vec3 start[3], bight_vec3 end[3])
{
    for (int32_t k = 0; k < 3; k++) {
        start[k] = world->start[v[k]];
        end[k] = world->at[v[k]];
    }
}

static void load_pair(const bight_cloth_world *world, bi_leaf_pair close, bi_moving_pair *pair)
{
    const int32_t *v = world->triangles + 3 * (size_t)close.a, *w = world->triangles + 3 * (size_t)close.b;
    load(world, v, pair->x[0], pair->x[1]);
    load(world, w, pair->y[0], pair->y[1]);
    pair->x_shared = pair->y_shared = -1;
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t m = 0; m < 3; m++) {
            if (v[k] == w[m]) {
                pair->x_shared = k;
                pair->y_shared = m;
            }
        }
    }
}

static uint8_t flags_of(const bight_cloth_world *world, int32_t triangle)
{
    const int32_t *v = world->triangles + 3 * (size_t)triangle;
    return world->flags[v[0]] | world->flags[v[1]] | world->flags[v[2]];
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

// Distance at the start that is sure, metres.
static double sure_distance(const bi_moving_pair *pair, bight_vec3 *direction)
{
    return bi_max(bi_pair_distance(pair, 0, direction) - DISTANCE_ERROR * size_of(pair), 0.0);
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

static bool crosses_at_end(const bight_cloth_world *world, bi_leaf_pair close, const bi_moving_pair *pair)
{
    const int32_t *v = world->triangles + 3 * (size_t)close.a, *w = world->triangles + 3 * (size_t)close.b;
    return edges_cross(v, pair->x[1], w, pair->y[1]) || edges_cross(w, pair->y[1], v, pair->x[1]);
}

static double body_room(const bight_cloth_world *world, double distance)
{
    return SHARE * bi_max(distance - BODY_FLOOR * world->thickness, 0.0);
}

// Which obstacle a pair's second triangle belongs to when it goes farther than `most`, NULL else.
static bi_cloth_obstacle *body_beyond(bight_cloth_world *world, bi_leaf_pair close, double most)
{
    if (close.b < world->sheet_triangle_count) {
        return NULL;
    }
    int32_t vertex = world->triangles[3 * (size_t)close.b], i = 0;
    while (vertex >= world->obstacles[i].first_vertex + world->obstacles[i].vertex_count) {
        i++;
    }
    bi_cloth_obstacle *body = &world->obstacles[i];
    return bi_kinematic_way(body) > most * (PROVED_SHARE / SHARE) ? body : NULL;
}

// What a few likely directions do not prove.
static int32_t judge_closely(bight_cloth_world *world, bi_leaf_pair close, const bi_moving_pair *pair)
{
    double floor = FLOOR * world->thickness;
    bight_vec3 direction;
    double distance = sure_distance(pair, &direction);
    if (distance < 0.5 * floor) {
        return crosses_at_end(world, close, pair) ? FAILED : TOUCHING;
    }
    if (body_beyond(world, close, body_room(world, distance)) != NULL) {
        floor = BODY_FLOOR * world->thickness;
    }
    // what is nearer than the floor may separate or stay
    double least = bi_min(floor, (1.0 - 1e-6) * distance),
           room = PROVED_SHARE * bi_max(distance - floor, 0.0);
    if (farthest(pair->x[0], pair->x[1]) <= room && farthest(pair->y[0], pair->y[1]) <= room) {
        return PROVED;
    }
    if (bi_pair_parts_along(pair, direction, least)) {
        return PROVED;
    }
    bi_pair_distance(pair, 1, &direction);
    return bi_pair_parts_along(pair, direction, least) ? PROVED : FAILED;
}

static int32_t judge(const guarding *job, bi_leaf_pair close, int32_t before)
{
    bight_cloth_world *world = job->world;
    if (job->again && !((flags_of(world, close.a) | flags_of(world, close.b)) & BI_SHORTENED)) {
        return before;
    }
    if (job->tangled && ((flags_of(world, close.a) | flags_of(world, close.b)) & BI_TANGLED)) {
        return TOUCHING;
    }
    bi_moving_pair pair;
    load_pair(world, close, &pair);
    bool body = job->moving && close.b >= world->sheet_triangle_count;
    return bi_pair_parts(&pair, (body ? BODY_FLOOR : FLOOR) * world->thickness)
               ? PROVED
               : judge_closely(world, close, &pair);
}

static void judge_block(void *data, int32_t block)
{
    const guarding *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->close_count), failed = 0, touching = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        int32_t verdict = judge(job, world->close[i], world->verdicts[i]);
        world->verdicts[i] = (uint8_t)verdict;
        failed += verdict == FAILED;
        touching += verdict == TOUCHING;
    }
    world->verdict_counts[2 * block] = failed;
    world->verdict_counts[2 * block + 1] = touching;
}

// ---- shortening -----------------------------------------------------------------------------------------

// Back into the ball around the start.
static void shorten_vertex(bight_cloth_world *world, int32_t vertex, double room)
{
    bight_vec3 way = v3_sub(world->at[vertex], world->start[vertex]);
    double length = v3_length(way);
    if (length > room * (PROVED_SHARE / SHARE)) {
        world->at[vertex] = v3_madd(world->start[vertex], room / length, way);
        world->flags[vertex] |= BI_SHORTENED | BI_HELD;
    }
}

static void shorten_body(bight_cloth_world *world, bi_cloth_obstacle *body, double room)
{
    bi_kinematic_shorten(world, body, room);
    for (int32_t i = 0; i < body->vertex_count; i++) {
        world->flags[body->first_vertex + i] |= BI_SHORTENED;
    }
}

static void shorten_pair(bight_cloth_world *world, bi_leaf_pair close)
{
    bi_moving_pair pair;
    load_pair(world, close, &pair);
    double distance = sure_distance(&pair, NULL), floor = FLOOR * world->thickness;
    distance = distance < 0.5 * floor ? 0.0 : distance;
    bi_cloth_obstacle *body = body_beyond(world, close, body_room(world, distance));
    if (body != NULL) {
        shorten_body(world, body, body_room(world, distance));
        return;
    }
    const int32_t triangles[2] = {close.a, close.b};
    for (int32_t n = 0; n < (close.b < world->sheet_triangle_count ? 2 : 1); n++) {
        for (int32_t k = 0; k < 3; k++) {
            shorten_vertex(world, world->triangles[3 * (size_t)triangles[n] + (size_t)k],
                           SHARE * bi_max(distance - floor, 0.0));
        }
    }
}

static void forget_shortened(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->flags[i] &= (uint8_t)~BI_SHORTENED;
    }
}

static void shorten_block(bight_cloth_world *world, int32_t block)
{
    int32_t end = bi_cloth_block_end(block, world->close_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if (world->verdicts[i] == FAILED) {
            shorten_pair(world, world->close[i]);
        }
    }
}

// Nothing moves in this iteration; the next one tries half the time step.
static void hold_all(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bool moved = v3_distance(world->at[i], world->start[i]) > 0.0;
        world->flags[i] |= moved && !(world->flags[i] & BI_BODY) ? BI_HELD : 0;
    }
    bi_kinematic_return(world);
    memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    world->scale = bi_max(0.5 * world->scale, 1.0 / 64.0);
    world->calm = 0;
}

// ---- all of them ----------------------------------------------------------------------------------------

static bool any_body_moves(const bight_cloth_world *world)
{
    bool moves = false;
    for (int32_t i = 0; i < world->obstacle_count && !moves; i++) {
        moves = world->obstacles[i].vertex_count > 0 && bi_kinematic_way(&world->obstacles[i]) > 0.0;
    }
    return moves;
}

bight_status bi_guard(bight_cloth_world *world, bight_cloth_report *report)
{
    int32_t blocks = bi_cloth_blocks(world->close_count), rounds = 0;
    BI_CLOTH_RESERVE(world, verdicts, world->close_capacity);
    BI_CLOTH_RESERVE(world, verdict_counts, 2 * (int64_t)bi_cloth_blocks(world->close_capacity));
    guarding job = {.world = world, .tangled = world->pierced.count > 0, .moving = any_body_moves(world)};
    int32_t failed = 0, touching = 0;
    for (;;) {
        bi_parallel_for(bi_cloth_threads(world), blocks, judge_block, &job);
        failed = touching = 0;
        for (int32_t i = 0; i < blocks; i++) {
            failed += world->verdict_counts[2 * i];
            touching += world->verdict_counts[2 * i + 1];
        }
        if (failed == 0 || ++rounds == MOST_ROUNDS) {
            break;
        }
        if (job.again) {
            forget_shortened(world);
        }
        for (int32_t i = 0; i < blocks; i++) {
            if (world->verdict_counts[2 * i] > 0) {
                shorten_block(world, i);
            }
        }
        job.again = true;
    }
    if (job.again) {
        forget_shortened(world);
    }
    if (failed > 0) {
        hold_all(world);
    }
    report->unproved += touching;
    report->rounds = rounds > report->rounds ? rounds : report->rounds;
    return BIGHT_OK;
}
