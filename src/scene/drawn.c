// SPDX-License-Identifier: MIT
// Ropes that are drawn flat: all of them together, among the poles and rings that lie in the drawing.

#include "scene/build.h"

#include "core/memory.h"
#include "geom/drawing.h"
#include "geom/path.h"
#include "geom/pose.h"
#include "geom/segment.h"

#include <string.h>

#define FLAT 1e-9 // metres, and sine of an angle: an obstacle that is nearer to the plane lies in it

// Poles and rings in the plane z = 0 that stand still.
static int32_t find_bars(const bi_parsed_scene *scene, bi_drawn_bar *bars)
{
    int32_t count = 0;
    for (int32_t i = 0; i < scene->said.obstacle_count; i++) {
        const bight_scene_obstacle *o = &scene->obstacles[i];
        bight_pose pose = bi_pose_normalised(o->def.pose);
        bight_vec3 axis = bi_pose_turn(&pose, v3(0, 1, 0));
        bool level = fabs(pose.position.z) < FLAT && o->motion == NULL;
        if (level && o->kind == BIGHT_SHAPE_CAPSULE && fabs(axis.z) < FLAT) {
            bars[count++] = (bi_drawn_bar){v3_madd(pose.position, -o->def.size.y, axis),
                                           v3_madd(pose.position, o->def.size.y, axis), 0.0, o->def.size.x};
        } else if (level && o->kind == BIGHT_SHAPE_TORUS && fabs(axis.x) + fabs(axis.y) < FLAT) {
            bars[count++] = (bi_drawn_bar){pose.position, pose.position, o->def.size.x, o->def.size.y};
        }
    }
    return count;
}

static bight_status round_path(const bi_reader *reader, const bight_scene_rope *rope,
                               const bi_json_path *path, bi_drawn_rope *out)
{
    bight_curve corners = {rope->drawn->path.at, rope->drawn->path.count, rope->closed};
    if (rope->closed && corners.count < 3) {
        return bi_read_fail(reader, path, " is closed and has %d points: give at least 3",
                            (int)corners.count);
    }
    for (int32_t i = rope->closed ? 0 : 1; i < corners.count; i++) {
        int32_t before = i > 0 ? i - 1 : corners.count - 1;
        if (!(v3_distance(corners.points[before], corners.points[i]) > 0.0)) {
            bi_json_path drawn = {path, "drawn", 0}, list = {&drawn, "path", 0}, element = {&list, NULL, i};
            return bi_read_fail(reader, &element, ": points %d and %d are in one place: leave one out",
                                (int)before, (int)i);
        }
    }
    int64_t count = bi_path_round_count(corners.count, corners.closed);
    bight_vec3 *round = bi_pool_new(reader->pool, (size_t)count, sizeof *round);
    if (round == NULL) {
        return bi_read_no_memory(reader);
    }
    bi_path_round(corners, round);
    *out = (bi_drawn_rope){round,        (int32_t)count,      rope->closed,
                           rope->radius, rope->drawn->passes, rope->drawn->round};
    return BIGHT_OK;
}

static bight_status say_fault(const bi_reader *reader, const bi_parsed_scene *scene, const int32_t *which,
                              const bi_drawn_fault *fault)
{
    bool round = fault->trouble == BI_DRAWN_ROUND;
    bi_json_path ropes = {NULL, "ropes", 0}, rope = {&ropes, NULL, which[fault->rope]};
    bi_json_path drawn = {&rope, "drawn", 0}, key = {&drawn, round ? "round" : "passes", 0};
    const bight_scene_drawn *d = scene->ropes[which[fault->rope]].drawn;
    const bi_json_path *path = (round ? d->round : d->passes) != NULL ? &key : &drawn;
    if (fault->trouble == BI_DRAWN_AGREE) {
        return bi_read_fail(reader, path,
                            ": letter %d of \"%.60s\" and letter %d of \"%.60s\" are one crossing, at [%.4g, "
                            "%.4g]: let one be over and the other under, as the poles between them ask",
                            (int)fault->found, scene->ropes[which[fault->rope]].name, (int)fault->given,
                            scene->ropes[which[fault->other]].name, fault->place.x, fault->place.y);
    }
    return bi_read_fail(reader, path, " has %d letters and the path %s %d times: %s [%.4g, %.4g]",
                        (int)fault->given, round ? "comes to a pole or ring" : "crosses", (int)fault->found,
                        fault->found > fault->given ? "give o or u also for" : "the last is at",
                        fault->place.x, fault->place.y);
}

// ---- room -------------------------------------------------------------------------------------------

// Links of one rope that are this many diameters apart along it may lie in one bend.
#define ONE_BEND 3.0

// Of the sum of the radii: the world eases ropes apart that press into each other a little.
#define PRESS 0.9

static bight_status check_pair(const bi_reader *reader, const bi_parsed_scene *scene, int32_t r, int32_t q)
{
    const bight_scene_rope *a = &scene->ropes[r], *b = &scene->ropes[q];
    double least = PRESS * (a->radius + b->radius);
    int32_t links_a = a->curve.count - !a->curve.closed, links_b = b->curve.count - !b->curve.closed;
    double link = v3_distance(a->curve.points[0], a->curve.points[1]);
    int32_t bend = 2 + (int32_t)(ONE_BEND * 2.0 * a->radius / link);
    for (int32_t i = 0; i < links_a; i++) {
        bight_vec3 p = a->curve.points[i], p1 = a->curve.points[(i + 1) % a->curve.count];
        for (int32_t j = r == q ? i + bend : 0; j < links_b; j++) {
            if (r == q && a->curve.closed && j - i > links_a - bend) {
                continue;
            }
            bight_vec3 s = b->curve.points[j], s1 = b->curve.points[(j + 1) % b->curve.count];
            bi_segment_pair pair = bi_segment_closest(p, p1, s, s1);
            if (pair.distance_squared < least * least) {
                bi_json_path ropes = {NULL, "ropes", 0}, path = {&ropes, NULL, r},
                             drawn = {&path, "drawn", 0};
                return bi_read_fail(
                    reader, &drawn,
                    " comes within %.3g of \"%.60s\" at [%.4g, %.4g]: draw them farther apart, "
                    "or crossings farther from each other",
                    sqrt(pair.distance_squared), b->name, p.x, p.y);
            }
        }
    }
    return BIGHT_OK;
}

// ---- all of them ------------------------------------------------------------------------------------

static bight_status draw(const bi_reader *reader, const bi_parsed_scene *scene, int32_t count)
{
    bight_scene_rope *ropes = scene->ropes;
    bi_drawn_rope *drawn_ropes = bi_pool_new(reader->pool, (size_t)count, sizeof *drawn_ropes);
    int32_t *which = bi_pool_new(reader->pool, (size_t)count, sizeof *which), drawn = 0, points = 0;
    bi_drawn_bar *bars = bi_pool_new(reader->pool, (size_t)scene->said.obstacle_count + 1, sizeof *bars);
    if (drawn_ropes == NULL || which == NULL || bars == NULL) {
        return bi_read_no_memory(reader);
    }

    // each path with its corners rounded; drawn rope k is rope which[k]
    bi_json_path list = {NULL, "ropes", 0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < scene->said.rope_count && status == BIGHT_OK; i++) {
        bi_json_path path = {&list, NULL, i};
        if (ropes[i].curve_kind != BIGHT_CURVE_DRAWN) {
            continue;
        }
        points += ropes[i].drawn->path.count;
        if (points > BI_MOST_PLAN) {
            return bi_read_fail(reader, &path, " brings the drawing to %d points: give at most %d",
                                (int)points, BI_MOST_PLAN);
        }
        which[drawn] = i;
        status = round_path(reader, &ropes[i], &path, &drawn_ropes[drawn++]);
    }

    // heights: at each crossing one rope lies above the other or above a bar, as its letters say
    bi_drawn_fault fault = {0};
    if (status == BIGHT_OK) {
        status = bi_draw(&reader->pool->allocator, drawn_ropes, count, bars, find_bars(scene, bars), &fault);
        status = status == BIGHT_OK ? status : bi_read_no_memory(reader);
    }

    if (status == BIGHT_OK && fault.trouble != BI_DRAWN_WELL) {
        return say_fault(reader, scene, which, &fault);
    }

    // nodes at the spacing of the rope's links
    for (int32_t k = 0; k < count && status == BIGHT_OK; k++) {
        bi_json_path path = {&list, NULL, which[k]};
        bight_curve curve = {drawn_ropes[k].points, drawn_ropes[k].count, drawn_ropes[k].closed};
        status = bi_scene_cut_rope(reader, &ropes[which[k]], curve, &path);
        if (status == BIGHT_OK && ropes[which[k]].curve.count > BIGHT_MAX_DRAWN_NODES) {
            return bi_read_fail(reader, &path, " comes to %d nodes: a drawing has at most %d",
                                (int)ropes[which[k]].curve.count, BIGHT_MAX_DRAWN_NODES);
        }
    }

    // room: d >= PRESS (r_a + r_b) for all pairs of ropes, each with itself too
    for (int32_t k = 0; k < count; k++) {
        for (int32_t l = k; l < count && status == BIGHT_OK; l++) {
            status = check_pair(reader, scene, which[k], which[l]);
        }
    }
    return status;
}

bight_status bi_scene_draw_ropes(const bi_reader *reader, const bi_parsed_scene *scene)
{
    int32_t count = 0;
    for (int32_t i = 0; i < scene->said.rope_count; i++) {
        count += scene->ropes[i].curve_kind == BIGHT_CURVE_DRAWN;
    }
    return count > 0 ? draw(reader, scene, count) : BIGHT_OK;
}
