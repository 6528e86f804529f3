// SPDX-License-Identifier: MIT

#include "cloth/guard_share.h"

#include "cloth/drift.h"
#include "cloth/kinematic.h"
#include "cloth/near.h"
#include "cloth/parting.h"
#include "core/parallel.h"
#include "geom/crossing.h"

#include <string.h>

// Distances are right to this part of the size of a pair (geom/segment.h).
#define DISTANCE_ERROR 1e-7

// Rounds of shortening; what is not proved then does not move at all.
#define MOST_ROUNDS 24

// And of holding clusters; after these all are held.
#define MOST_HOLDS 6

// From this round on what fails stays where it was: in packed layers shortening one thing takes the proof
// from the next, and so on.
#define PATIENT_ROUNDS 8

typedef struct guarding {
    bight_cloth_world *world;
    bool again;   // not the first round: only pairs whose vertices were shortened in the last one
    bool moving;  // some obstacle mesh moves
    bool failed;  // some pair is not proved
    double drift; // at the end (cloth/drift.h)
} guarding;

double bi_guard_reach(const bight_cloth_world *world)
{
    // pairs that are not listed are farther apart than what is left of the distance up to which they are
    double left = world->proof - 2.0 * world->drift - BI_GUARD_BODY_FLOOR * world->thickness;
    return BI_GUARD_SHARE * bi_max(left, 0.0);
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
    const int32_t *v = world->triangles + 3 * (size_t)a, *w = world->triangles + 3 * (size_t)b;
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

static bool crosses_at_end(const bight_cloth_world *world, int32_t a, int32_t b, const bi_moving_pair *pair)
{
    const int32_t *v = world->triangles + 3 * (size_t)a, *w = world->triangles + 3 * (size_t)b;
    return edges_cross(v, pair->x[1], w, pair->y[1]) || edges_cross(w, pair->y[1], v, pair->x[1]);
}

double bi_guard_body_room(const bight_cloth_world *world, double distance)
{
    return BI_GUARD_SHARE * bi_max(distance - BI_GUARD_BODY_FLOOR * world->thickness, 0.0);
}

// Which obstacle a triangle belongs to when it goes farther than `most`, NULL else.
static bi_cloth_obstacle *body_beyond(bight_cloth_world *world, int32_t b, double most)
{
    if (b < world->sheet_triangle_count) {
        return NULL;
    }
    int32_t vertex = world->triangles[3 * (size_t)b], i = 0;
    while (vertex >= world->obstacles[i].first_vertex + world->obstacles[i].vertex_count) {
        i++;
    }
    bi_cloth_obstacle *body = &world->obstacles[i];
    return bi_kinematic_way(body) > most * (BI_GUARD_PROVED_SHARE / BI_GUARD_SHARE) ? body : NULL;
}

// What a few likely directions do not prove.
static int32_t judge_closely(bight_cloth_world *world, int32_t a, int32_t b, const bi_moving_pair *pair)
{
    double floor = BI_GUARD_FLOOR * world->thickness;
    bight_vec3 direction;
    double distance = sure_distance(pair, &direction);
    if (distance < 0.5 * floor) {
        return crosses_at_end(world, a, b, pair) ? BI_GUARD_FAILED : BI_GUARD_TOUCHING;
    }
    if (body_beyond(world, b, bi_guard_body_room(world, distance)) != NULL) {
        floor = BI_GUARD_BODY_FLOOR * world->thickness;
    }
    // what is nearer than the floor may separate or stay
    double least = bi_min(floor, (1.0 - 1e-6) * distance),
           room = BI_GUARD_PROVED_SHARE * bi_max(distance - floor, 0.0);
    if (farthest(pair->x[0], pair->x[1]) <= room && farthest(pair->y[0], pair->y[1]) <= room) {
        return BI_GUARD_PROVED;
    }
    if (bi_pair_parts_along(pair, direction, least)) {
        return BI_GUARD_PROVED;
    }
    bight_vec3 last;
    double left = bi_pair_distance(pair, 1, &last);
    bool parts = bi_pair_parts_along(pair, last, least) ||
                 (left > 0.0 && bi_pair_parts_turning(pair, direction, last, least));
    return parts ? BI_GUARD_PROVED : BI_GUARD_FAILED;
}

int32_t bi_guard_judge(bight_cloth_world *world, int32_t a, int32_t b, double least)
{
    // contours move on from triangle to triangle; what else is tangled is kept apart by contacts alone, or
    // it would be locked
    if (world->pierced.count > 0 && (flags_of(world, a) & flags_of(world, b) & BI_TANGLED) != 0) {
        return BI_GUARD_TOUCHING;
    }
    bi_moving_pair pair;
    load_pair(world, a, b, &pair);
    return bi_pair_parts(&pair, least) ? BI_GUARD_PROVED : judge_closely(world, a, b, &pair);
}

static void judge_block(void *data, int32_t block)
{
    const guarding *job = data;
    bight_cloth_world *world = job->world;
    double floor = BI_GUARD_FLOOR * world->thickness;
    double body_floor = job->moving ? BI_GUARD_BODY_FLOOR * world->thickness : floor;
    // relative motion since pairs were listed is convex in time: greatest at the start or at the end
    double unit = bi_near_level(world), gone = 2.0 * bi_max(world->drift, job->drift);
    int32_t end = bi_cloth_block_end(block, world->close_count), failed = 0, touching = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_close_triangles pair = world->close[i];
        int32_t verdict = BI_GUARD_PROVED, a = bi_close_first(pair), b = bi_close_second(pair);
        if (job->again && !((flags_of(world, a) | flags_of(world, b)) & BI_SHORTENED)) {
            verdict = world->verdicts[i];
        } else if (job->again || unit * bi_close_level(pair) <= gone + body_floor) {
            verdict = bi_guard_judge(world, a, b, b < world->sheet_triangle_count ? floor : body_floor);
        }
        world->verdicts[i] = (uint8_t)verdict;
        failed += verdict == BI_GUARD_FAILED;
        touching += verdict == BI_GUARD_TOUCHING;
    }
    world->verdict_counts[2 * block] = failed;
    world->verdict_counts[2 * block + 1] = touching;
}

// ---- shortening -----------------------------------------------------------------------------------------

// Back into the ball around the start.
void bi_guard_shorten_vertex(bight_cloth_world *world, int32_t vertex, double room)
{
    bight_vec3 way = v3_sub(world->at[vertex], world->start[vertex]);
    double length = v3_length(way);
    if (length > room * (BI_GUARD_PROVED_SHARE / BI_GUARD_SHARE)) {
        world->at[vertex] = v3_madd(world->start[vertex], room / length, way);
        world->flags[vertex] |= BI_SHORTENED | BI_HELD;
    }
}

void bi_guard_shorten_body(bight_cloth_world *world, bi_cloth_obstacle *body, double room)
{
    bi_kinematic_shorten(world, body, room);
    for (int32_t i = 0; i < body->vertex_count; i++) {
        world->flags[body->first_vertex + i] |= BI_SHORTENED;
    }
}

void bi_guard_shorten_pair(bight_cloth_world *world, int32_t a, int32_t b)
{
    bi_moving_pair pair;
    load_pair(world, a, b, &pair);
    double distance = sure_distance(&pair, NULL), floor = BI_GUARD_FLOOR * world->thickness;
    distance = distance < 0.5 * floor ? 0.0 : distance;
    bi_cloth_obstacle *body = body_beyond(world, b, bi_guard_body_room(world, distance));
    if (body != NULL) {
        bi_guard_shorten_body(world, body, bi_guard_body_room(world, distance));
        return;
    }
    const int32_t triangles[2] = {a, b};
    double room = world->impatient ? 0.0 : BI_GUARD_SHARE * bi_max(distance - floor, 0.0);
    for (int32_t n = 0; n < (b < world->sheet_triangle_count ? 2 : 1); n++) {
        for (int32_t k = 0; k < 3; k++) {
            bi_guard_shorten_vertex(world, world->triangles[3 * (size_t)triangles[n] + (size_t)k], room);
        }
    }
}

static void forget_shortened(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->flags[i] &= (uint8_t)~BI_SHORTENED;
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

// Measure how far things have come at the end, and hold those that might meet what they are not listed with.
// Where nothing can go that far no shortening changes that.
static void hold_unlisted(guarding *job)
{
    double farthest;
    int32_t held = job->again && bi_drift_all_held(job->world) ? 0 : 1;
    for (int32_t round = 0; held > 0 && !bi_watch_ask(&job->world->watch); round++) {
        job->drift = bi_drift(job->world, true, &farthest);
        held = bi_drift_hold(job->world, round == MOST_HOLDS || farthest > job->world->range);
    }
}

// Look at everything; whether all is proved. Counts what no proof covers. Means nothing once the watch has
// stopped.
static bool all_proved(guarding *job, int32_t *touching)
{
    bight_cloth_world *world = job->world;
    int32_t blocks = bi_cloth_blocks(world->close_count), failed = 0;
    hold_unlisted(job);
    *touching = 0;
    if (!bi_cloth_run(world, blocks, judge_block, job)) {
        return false;
    }
    for (int32_t i = 0; i < blocks; i++) {
        failed += world->verdict_counts[2 * i];
        *touching += world->verdict_counts[2 * i + 1];
    }
    job->failed = failed > 0;
    failed += bi_guard_fans(world, job->again, touching);
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bool solid = world->obstacles[i].solid.kind != BIGHT_SHAPE_MESH;
        failed += solid ? bi_guard_solid(world, &world->obstacles[i], touching) : 0;
    }
    return failed == 0;
}

static void shorten_all(const guarding *job)
{
    bight_cloth_world *world = job->world;
    int32_t blocks = bi_cloth_blocks(world->close_count);
    forget_shortened(world);
    for (int32_t i = 0; i < blocks && job->failed; i++) {
        int32_t end = bi_cloth_block_end(i, world->close_count);
        for (int32_t k = i * BI_CLOTH_BLOCK; k < end && world->verdict_counts[2 * i] > 0; k++) {
            if (world->verdicts[k] == BI_GUARD_FAILED) {
                bi_guard_shorten_pair(world, bi_close_first(world->close[k]),
                                      bi_close_second(world->close[k]));
            }
        }
    }
    bi_guard_fans_shorten(world);
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        if (world->obstacles[i].solid.kind != BIGHT_SHAPE_MESH) {
            bi_guard_solid_shorten(world, &world->obstacles[i]);
        }
    }
}

bight_status bi_guard(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    int32_t items = world->close_capacity > world->sheet_triangle_count ? world->close_capacity
                                                                        : world->sheet_triangle_count;
    BI_CLOTH_RESERVE(world, verdicts, (int64_t)items);
    BI_CLOTH_RESERVE(world, verdict_counts, 2 * (int64_t)bi_cloth_blocks(items));
    BI_CLOTH_RESERVE(world, solid_slack, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, solid_beyond, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, fan_counts, 2 * (int64_t)bi_cloth_blocks(world->vertex_count));
    BI_CLOTH_RESERVE(world, solid_counts, 2 * (int64_t)bi_cloth_blocks(world->sheet_triangle_count));
    guarding job = {.world = world, .moving = any_body_moves(world)};
    int32_t touching = 0;
    *rounds = 0;
    forget_shortened(world);
    bool proved = all_proved(&job, &touching);
    for (; !proved && *rounds < MOST_ROUNDS && !bi_watch_ask(&world->watch); (*rounds)++) {
        world->impatient = *rounds >= PATIENT_ROUNDS;
        shorten_all(&job);
        job.again = true;
        proved = all_proved(&job, &touching);
    }
    world->impatient = false;
    if (world->watch.stopped) {
        return BIGHT_ERROR_STOPPED;
    }
    if (!proved) {
        hold_all(world);
    }
    // the guess for the next lists
    world->pace = bi_max(0.5 * world->pace, job.drift - world->drift);
    report->unproved += touching;
    report->rounds = *rounds > report->rounds ? *rounds : report->rounds;
    return BIGHT_OK;
}
