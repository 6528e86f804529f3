// SPDX-License-Identifier: MIT

#include "sim/certify.h"

#include "core/parallel.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "geom/sweep.h"
#include "sim/bend.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/obstacle_mesh.h"

// Parts of the nodes that are measured side by side.
#define MEASURE_PARTS 64

// One motion to be proved.
typedef struct motion {
    bight_world *world;
    const bight_vec3 *from, *to;
    bool with_poses;
    double floor;
} motion;

static bi_moving_segment moving_link(const motion *m, int32_t link)
{
    int32_t end = bi_link_end(m->world, link);
    return (bi_moving_segment){m->from[link], m->from[end], m->to[link], m->to[end]};
}

static double link_moved(const bight_world *world, int32_t link)
{
    return sqrt(bi_max(world->moved[link], world->moved[bi_link_end(world, link)]));
}

// ---- islands: union-find over ropes and obstacles --------------------------------------------------------

static bi_island *island_at(const bight_world *world, int32_t index)
{
    return index < world->rope_count ? &world->ropes[index].island
                                     : &world->obstacles[index - world->rope_count].island;
}

static int32_t island_root(const bight_world *world, int32_t index)
{
    while (island_at(world, index)->parent != index) {
        index = island_at(world, index)->parent;
    }
    return index;
}

static void join_islands(const bight_world *world, int32_t a, int32_t b)
{
    BI_ASSERT(a >= 0 && b >= 0 && a < world->rope_count + world->obstacle_count);
    a = island_root(world, a);
    b = island_root(world, b);
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    island_at(world, high)->parent = low;
    island_at(world, low)->part = bi_min(island_at(world, low)->part, island_at(world, high)->part);
}

static void reset_islands(const bight_world *world, double part)
{
    for (int32_t i = 0; i < world->rope_count + world->obstacle_count; i++) {
        island_at(world, i)->parent = i;
        island_at(world, i)->part = part;
    }
}

static void limit_island(const bight_world *world, int32_t index, double part)
{
    bi_island *root = island_at(world, island_root(world, index));
    root->part = bi_min(root->part, part);
}

// Give every member its island's part; the least of all.
static double share_parts(const bight_world *world)
{
    double least = 1.0;
    for (int32_t i = 0; i < world->rope_count + world->obstacle_count; i++) {
        bi_island *island = island_at(world, i);
        island->part = island_at(world, island_root(world, i))->part;
        least = bi_min(least, island->part);
    }
    return least;
}

// ---- pairs -----------------------------------------------------------------------------------------------

// Two links: the distance bound with both motions, then with their relative motion, then the sweep.
// @param distance Not more than how far apart they are.
static void prove_links(const motion *m, int32_t a, int32_t b, double distance)
{
    bight_world *world = m->world;
    if (distance > link_moved(world, a) + link_moved(world, b) + m->floor) {
        return;
    }
    int32_t rope_a = world->rope_of[a], rope_b = world->rope_of[b];
    if (rope_a != rope_b) {
        join_islands(world, rope_a, rope_b);
    }
    bi_moving_segment link_a = moving_link(m, a), link_b = moving_link(m, b);
    if (distance > bi_relative_motion(&link_a, &link_b) + m->floor) {
        return;
    }
    world->stats.swept_tests++;
    limit_island(world, rope_a, bi_sweep_segments(&link_a, &link_b, m->floor));
}

typedef struct link_and_solid {
    const bi_solid *solid;
    const bi_moving_segment *link;
} link_and_solid;

static double distance_to_solid(const void *data, double t)
{
    const link_and_solid *pair = data;
    return bi_solid_closest(pair->solid, v3_lerp(pair->link->p0, pair->link->p1, t),
                            v3_lerp(pair->link->q0, pair->link->q1, t))
        .distance;
}

double bi_surface_floor(const bight_world *world)
{
    return 10.0 * bi_crossing_floor(world);
}

// Closer than this to a surface counts as touching: well above what bi_solid_closest() may be wrong by.
static double obstacle_floor(const motion *m, const bi_obstacle *obstacle)
{
    double floor = 10.0 * m->floor;
    return obstacle->solid.kind == BIGHT_SHAPE_TORUS ? bi_max(floor, 4e-4 * obstacle->solid.size.y) : floor;
}

// A link and an obstacle, in the obstacle's own frame: there the link moves straight from its place at the
// beginning to its place at the end. That way differs from the one in the world only by a
// deformation as small as the turn of one cycle, with the same ends.
static void prove_obstacle(const motion *m, const bi_near *near)
{
    BI_ASSERT(near->obstacle >= 0 && near->obstacle < m->world->obstacle_count);
    const bi_obstacle *obstacle = &m->world->obstacles[near->obstacle];
    if (obstacle->sheet != NULL &&
        near->distance > link_moved(m->world, near->a) + obstacle_floor(m, obstacle)) {
        return; // it rests
    }

    // the link's motion in the obstacle's frame, where the obstacle rests
    const bight_pose *pose0 = m->with_poses ? &obstacle->before : &obstacle->pose, *pose1 = &obstacle->pose;
    bi_moving_segment link = moving_link(m, near->a);
    bi_moving_segment seen = {bi_pose_in(pose0, link.p0), bi_pose_in(pose0, link.q0),
                              bi_pose_in(pose1, link.p1), bi_pose_in(pose1, link.q1)};
    bi_moving_segment rest = {v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)};
    double floor = obstacle_floor(m, obstacle), speed = bi_relative_motion(&seen, &rest);

    // one that moves is part of the island of what it might meet
    int32_t rope = m->world->rope_of[near->a];
    double travel = m->with_poses ? bi_pose_travel(pose0, pose1, obstacle->bound) : 0.0;
    if (travel > 0.0 && !(near->distance > link_moved(m->world, near->a) + travel + floor)) {
        join_islands(m->world, rope, m->world->rope_count + near->obstacle);
    }

    // further apart than their relative motion, or else the continuous test
    if (near->distance > speed + floor) {
        return;
    }

    m->world->stats.swept_tests++;
    double part;
    if (obstacle->solid.kind == BIGHT_SHAPE_MESH) {
        bight_vec3 corner[3];
        bi_obstacle_triangle(obstacle, near->b, corner);
        part = bi_sweep_segment_triangle(&seen, corner, floor);
    } else {
        link_and_solid pair = {&obstacle->solid, &seen};
        part = bi_sweep(distance_to_solid, &pair, speed, floor);
    }

    limit_island(m->world, rope, part);
}

// Second neighbours: the list leaves out those that a straight link kept apart when it was made, and some of
// them may have bent since. So all are looked at, by the middle link's length or else by their distance.
static void prove_second_neighbours(const motion *m)
{
    const bight_world *world = m->world;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        bool listed = rope->alive && bi_bend_links(rope) == 0;
        int32_t pairs = listed ? bi_second_neighbours(rope) : 0;
        for (int32_t i = 0; i < pairs; i++) {
            int32_t a = rope->first + i, middle = bi_next(rope, a), b = bi_next(rope, middle);
            int32_t end = bi_next(rope, b);
            const bight_vec3 *at = m->from;
            bight_vec3 u = v3_sub(at[middle], at[a]), v = v3_sub(at[b], at[middle]),
                       w = v3_sub(at[end], at[b]);
            bool straight = v3_dot(u, v) > 0.0 && v3_dot(v, w) > 0.0;
            double distance =
                straight ? v3_length(v)
                         : sqrt(bi_segment_closest(at[a], at[middle], at[b], at[end]).distance_squared);
            prove_links(m, a, b, distance);
        }
    }
}

// Pairs of a piece of rope: each of `links` links from `link` on, with those up to `bend` + 1 after it.
static void prove_bend(const motion *m, const bi_rope *rope, int32_t link, int32_t links, int32_t bend)
{
    const bight_vec3 *at = m->from;
    int32_t count = bi_link_count(rope);
    for (int32_t i = link; i < link + links; i++) {
        for (int32_t k = i + 2; k <= i + bend + 1 && (rope->closed || k < count); k++) {
            int32_t a = rope->first + i, b = rope->first + (k < count ? k : k - count);
            bi_segment_pair pair = bi_segment_closest(at[a], at[bi_next(rope, a)], at[b], at[bi_next(rope, b)]);
            prove_links(m, a, b, sqrt(pair.distance_squared));
        }
    }
}

// Bends of rods, which are not listed: piece by piece, and pair by pair where a piece turns too far.
static void prove_bends(const motion *m)
{
    const bight_world *world = m->world;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t bend = rope->alive ? bi_bend_links(rope) : 0, count = bi_link_count(rope);
        int32_t stride = bend > 4 ? bend / 2 : 2;
        for (int32_t i = 0; i < count && bend > 0; i += stride) {
            int32_t first = bi_min_int(stride, count - i), links = first + bend + 1;
            links = rope->closed ? links : bi_min_int(links, count - i);
            if (!bi_bend_runs_one_way(rope, m->from, m->to, 2.0 * m->floor, i, links)) {
                prove_bend(m, rope, i, first, bend);
            }
        }
    }
}

// How far each node moves, squared, and the most of all.
typedef struct measure_job {
    const motion *motion;
    int32_t nodes_a_part;
    double most[MEASURE_PARTS]; // NaN anywhere gives infinity
} measure_job;

static void measure_part(void *data, int32_t part)
{
    measure_job *job = data;
    const motion *m = job->motion;
    const bight_vec3 *from = m->from, *to = m->to;
    int32_t end = bi_min_int((part + 1) * job->nodes_a_part, m->world->node_count);
    double most = 0.0, *moved = m->world->moved;
    bool sound = true;
    for (int32_t i = part * job->nodes_a_part; i < end; i++) {
        double squared = v3_length_squared(v3_sub(to[i], from[i]));
        sound = sound & (squared < HUGE_VAL);
        moved[i] = squared;
        most = squared > most ? squared : most;
    }
    job->most[part] = sound ? most : HUGE_VAL;
}

static double measure(const motion *m)
{
    int32_t nodes = m->world->node_count, least = (nodes + MEASURE_PARTS - 1) / MEASURE_PARTS;
    measure_job job;
    job.motion = m;
    job.nodes_a_part = least > BI_PARALLEL_BLOCK ? least : BI_PARALLEL_BLOCK;
    int32_t parts = (nodes + job.nodes_a_part - 1) / job.nodes_a_part;
    bi_parallel_for(m->world->def.env.threads, parts, measure_part, &job);
    double most = 0.0;
    for (int32_t part = 0; part < parts; part++) {
        most = bi_max(job.most[part], most);
    }
    return sqrt(most);
}

static double fastest_obstacle(const bight_world *world)
{
    double fastest = 0.0;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        if (obstacle->alive) {
            fastest = bi_max(fastest, bi_pose_travel(&obstacle->before, &obstacle->pose, obstacle->bound));
        }
    }
    return fastest;
}

bight_status bi_certify(bight_world *world, const bight_vec3 *from, const bight_vec3 *to, bool with_poses,
                        double *least)
{
    BI_ASSERT(world->node_count > 0);
    motion m = {world, from, to, with_poses, bi_crossing_floor(world)};
    *least = 0.0;

    // how far everything moves; a position that is no number proves nothing
    reset_islands(world, 0.0);
    double most = measure(&m), travel = with_poses ? fastest_obstacle(world) : 0.0;
    if (!(most < HUGE_VAL)) {
        return BIGHT_OK;
    }

    // pairs that are not listed are apart by near_links and near_obstacles: is that more than they move?
    double room = 11.0 * m.floor;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        room = bi_max(room, 1.1 * obstacle_floor(&m, &world->obstacles[i]));
    }
    bool second = 2.0 * most + room >= world->shortest_middle;

    // if not, list again, as wide as the motion
    if (2.0 * most + room >= world->near_links || most + travel + room >= world->near_obstacles) {
        double thinnest = bi_thinnest(world);
        bi_near_margin wide = {.links = bi_max(0.0, 2.0 * (most + room - thinnest)) + 0.1 * thinnest,
                               .obstacles =
                                   bi_max(0.0, most + 2.0 * travel + room - thinnest) + 0.1 * thinnest,
                               .all_neighbours = false,
                               .before = with_poses};
        bight_status status = bi_find_near(world, from, wide);
        if (status != BIGHT_OK) {
            return status;
        }
        second = true;
    }

    // every listed pair limits the part that is proved of its island
    reset_islands(world, 1.0);
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle >= 0) {
            prove_obstacle(&m, near);
        } else {
            prove_links(&m, near->a, near->b, near->distance);
        }
    }
    if (second) {
        prove_second_neighbours(&m);
    }
    prove_bends(&m);

    *least = share_parts(world);
    world->farthest = most;
    return BIGHT_OK;
}

void bi_near_moved(bight_world *world, double most)
{
    BI_ASSERT(most >= 0.0);
    for (int32_t i = 0; i < world->near_count; i++) {
        bi_near *near = &world->near[i];
        near->distance -=
            link_moved(world, near->a) + (near->obstacle < 0 ? link_moved(world, near->b) : 0.0);
    }
    world->near_links -= 2.0 * most;
    world->near_obstacles -= most;
    world->shortest_middle -= 2.0 * most;
}
