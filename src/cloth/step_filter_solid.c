// SPDX-License-Identifier: MIT
// Safe mode against spheres, capsules, boxes and rings. All happens in the obstacle's own frame, where
// corners move straight from their places in it at the start to those at the end.

#include "cloth/step_filter_pair.h"

#include "cloth/kinematic.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/pose.h"
#include "geom/solid_triangle.h"

#include <string.h>

typedef struct solid_job {
    bight_cloth_world *world;
    bi_cloth_obstacle *obstacle;
    double way, least; // of the obstacle; what likely directions must leave
} solid_job;

// A triangle as the obstacle sees it, at the start and at the end.
typedef struct relative_triangle {
    bight_vec3 x[2][3];
} relative_triangle;

// ---- vertices -------------------------------------------------------------------------------------------

// How near each vertex comes at most: its distance less how far it moves. For a box also which faces it stays
// beyond.
static void look_at_vertices(void *data, int32_t block)
{
    const solid_job *job = data;
    const bight_cloth_world *world = job->world;
    const bi_solid *solid = &job->obstacle->solid;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bight_vec3 p = bi_pose_in(&job->obstacle->start, world->start[i]);
        bight_vec3 q = bi_pose_in(&job->obstacle->pose, world->at[i]);
        world->filter.solid_slack[i] =
            bi_solid_from_core(solid, p) - bi_solid_core_radius(solid) - v3_distance(p, q);
        uint8_t beyond = 0;
        if (solid->kind == BIGHT_SHAPE_BOX) {
            bight_vec3 e =
                v3(solid->size.x + job->least, solid->size.y + job->least, solid->size.z + job->least);
            beyond = (uint8_t)((p.x > e.x && q.x > e.x) | (p.y > e.y && q.y > e.y) << 1 |
                               (p.z > e.z && q.z > e.z) << 2 | (p.x < -e.x && q.x < -e.x) << 3 |
                               (p.y < -e.y && q.y < -e.y) << 4 | (p.z < -e.z && q.z < -e.z) << 5);
        }
        world->filter.solid_beyond[i] = beyond;
    }
}

// ---- one triangle ---------------------------------------------------------------------------------------

static bool separates_along(const bi_solid *solid, const relative_triangle *s, bight_vec3 n, double least)
{
    return bi_solid_gap_along(solid, s->x[0], n) >= least && bi_solid_gap_along(solid, s->x[1], n) >= least;
}

static void load(const solid_job *job, int32_t triangle, relative_triangle *s)
{
    const int32_t *v = job->world->topology.triangles + 3 * (size_t)triangle;
    for (int32_t k = 0; k < 3; k++) {
        s->x[0][k] = bi_pose_in(&job->obstacle->start, job->world->start[v[k]]);
        s->x[1][k] = bi_pose_in(&job->obstacle->pose, job->world->at[v[k]]);
    }
}

// Distance at the start that is sure (geom/segment.h: right to 1e-7 of the size), metres.
static double sure_distance(const solid_job *job, const relative_triangle *s, bight_vec3 *direction,
                            double *found)
{
    const bi_solid *solid = &job->obstacle->solid;
    double size = job->obstacle->bound + v3_length(s->x[0][0]);
    *found = bi_solid_triangle_distance(solid, s->x[0], direction);
    return *found - 1e-7 * size;
}

static double farthest(const bight_cloth_world *world, const int32_t *v)
{
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        most = bi_max(most, v3_distance(world->at[v[k]], world->start[v[k]]));
    }
    return most;
}

static bool goes_beyond(const solid_job *job, double room)
{
    return job->way > room * (BI_FILTER_PROVED_SHARE / BI_FILTER_SHARE);
}

static int32_t judge_closely(const solid_job *job, int32_t triangle)
{
    const bight_cloth_world *world = job->world;
    const bi_solid *solid = &job->obstacle->solid;
    relative_triangle s;
    bight_vec3 direction;
    load(job, triangle, &s);
    double found, distance = sure_distance(job, &s, &direction, &found),
                  floor = BI_FILTER_FLOOR * world->thickness;
    if (distance < 0.5 * floor) {
        return BI_FILTER_TOUCHING;
    }
    if (goes_beyond(job, bi_filter_body_room(world, distance))) {
        floor = BI_FILTER_BODY_FLOOR * world->thickness;
    }
    double least = bi_min(floor, (1.0 - 1e-6) * found); // it stays as far as it was, see step_filter_pair.c
    double room = BI_FILTER_PROVED_SHARE * bi_max(distance - floor, 0.0);
    bool near = farthest(world, world->topology.triangles + 3 * (size_t)triangle) <= room && job->way <= room;
    if (near || separates_along(solid, &s, direction, least)) {
        return BI_FILTER_PROVED;
    }
    bi_solid_triangle_distance(solid, s.x[1], &direction);
    return separates_along(solid, &s, direction, least) ? BI_FILTER_PROVED : BI_FILTER_FAILED;
}

static int32_t judge(const solid_job *job, int32_t triangle)
{
    const bight_cloth_world *world = job->world;
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    if ((world->filter.solid_beyond[v[0]] & world->filter.solid_beyond[v[1]] &
         world->filter.solid_beyond[v[2]]) != 0) {
        return BI_FILTER_PROVED;
    }
    const bight_vec3 start[3] = {world->start[v[0]], world->start[v[1]], world->start[v[2]]};
    const bight_vec3 end[3] = {world->at[v[0]], world->at[v[1]], world->at[v[2]]};
    // sides are never longer on the way than at both ends
    double side = bi_max(bi_longest_side_squared(start), bi_longest_side_squared(end));
    double corner = bi_min(world->filter.solid_slack[v[0]],
                           bi_min(world->filter.solid_slack[v[1]], world->filter.solid_slack[v[2]]));
    double radius = bi_solid_core_radius(&job->obstacle->solid), core = bi_max(corner + radius, 0.0);
    double above = bi_max(corner - job->least, 0.0);
    if (above * above > side / 3.0 ||
        (radius > 0.0 && core * core - side / 3.0 > (radius + job->least) * (radius + job->least))) {
        return BI_FILTER_PROVED;
    }
    return judge_closely(job, triangle);
}

static void judge_block(void *data, int32_t block)
{
    const solid_job *job = data;
    const bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->sheets.triangle_count), failed = 0, touching = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        int32_t verdict = judge(job, i);
        failed += verdict == BI_FILTER_FAILED;
        touching += verdict == BI_FILTER_TOUCHING;
    }
    world->filter.solid_counts[2 * block] = failed;
    world->filter.solid_counts[2 * block + 1] = touching;
}

// ---- all of them ----------------------------------------------------------------------------------------

static solid_job look(bight_cloth_world *world, bi_cloth_obstacle *obstacle)
{
    double way = bi_kinematic_way(obstacle);
    double least = (way > 0.0 ? BI_FILTER_BODY_FLOOR : BI_FILTER_FLOOR) * world->thickness;
    solid_job job = {.world = world, .obstacle = obstacle, .way = way, .least = least};
    bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(world->vertex_count), look_at_vertices, &job);
    return job;
}

int32_t bi_filter_solid(bight_cloth_world *world, bi_cloth_obstacle *obstacle, int32_t *touching)
{
    BI_ASSERT(obstacle->solid.kind != BIGHT_SHAPE_MESH && touching != NULL);
    solid_job job = look(world, obstacle);
    int32_t blocks = bi_cloth_blocks(world->sheets.triangle_count), failed = 0;
    if (!bi_cloth_run(world, blocks, judge_block, &job)) {
        return 0;
    }
    for (int32_t i = 0; i < blocks; i++) {
        failed += world->filter.solid_counts[2 * i];
        *touching += world->filter.solid_counts[2 * i + 1];
    }
    obstacle->unproved = failed > 0;
    return failed;
}

void bi_filter_solid_shorten(bight_cloth_world *world, bi_cloth_obstacle *obstacle)
{
    BI_ASSERT(obstacle->solid.kind != BIGHT_SHAPE_MESH);
    if (!obstacle->unproved) {
        return;
    }
    solid_job job = look(world, obstacle);
    for (int32_t i = 0; i < world->sheets.triangle_count; i++) {
        if (judge(&job, i) != BI_FILTER_FAILED) {
            continue;
        }
        relative_triangle s;
        bight_vec3 direction;
        load(&job, i, &s);
        double found, distance = sure_distance(&job, &s, &direction, &found),
                      floor = BI_FILTER_FLOOR * world->thickness;
        double room = bi_filter_body_room(world, distance);
        if (goes_beyond(&job, room)) {
            bi_filter_shorten_body(world, obstacle, room);
            job = look(world, obstacle);
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            bi_filter_shorten_vertex(world, world->topology.triangles[3 * (size_t)i + (size_t)k],
                                     BI_FILTER_SHARE * bi_max(distance - floor, 0.0));
        }
    }
}
