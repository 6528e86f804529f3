// SPDX-License-Identifier: MIT
// The nodes of a rope, from a line, points or a file.

#include "scene/build.h"

#include "bight/io.h"
#include "core/assert.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/path.h"
#include "geom/validate.h"

#include <string.h>

static bight_status file_points(const bi_reader *reader, const bight_scene_files *files,
                                bight_scene_rope *rope, const bi_json_path *path)
{
    bi_json_path inner = {path, "file", 0};
    const void *bytes;
    size_t length;
    bight_status status = bi_scene_fetch(reader, files, &inner, rope->file, &bytes, &length);
    if (status != BIGHT_OK) {
        return status;
    }

    bight_env env = {.allocator = reader->pool->allocator};
    bight_curves curves = {0};
    bight_error cause = {0};
    status = bight_read_xyz(&env, bytes, length, &curves, &cause);
    if (files->release != NULL) {
        files->release(files->user, bytes, length);
    }

    if (status != BIGHT_OK) {
        return bi_scene_file_fail(reader, &inner, rope->file, &cause);
    }

    // of a trajectory the last frame counts; several ropes in one file would need several names
    if (curves.curve_count > 1 && !curves.frames) {
        status = bi_read_fail(reader, &inner, " \"%.60s\" holds %d curves: give each rope a file of its own",
                              rope->file, (int)curves.curve_count);
    } else {
        bight_curve curve = bight_curves_at(&curves, curves.curve_count - 1);
        bight_vec3 *points = bi_pool_new(reader->pool, (size_t)curve.count, sizeof *points);
        if (points != NULL) {
            memcpy(points, curve.points, (size_t)curve.count * sizeof *points);
            rope->points = (bight_scene_points){points, curve.count};
            rope->closed = rope->closed || curve.closed;
        } else {
            status = bi_read_no_memory(reader);
        }
    }

    bight_curves_free(&env.allocator, &curves);
    return status;
}

// How many links the rope is to have, 0 to take the points as they are.
static bight_status count_links(const bi_reader *reader, const bight_scene_rope *rope, double length,
                                const bi_json_path *path, int32_t *links)
{
    bool by_length = !isnan(rope->link_length);
    bool line = rope->curve_kind == BIGHT_CURVE_LINE || rope->curve_kind == BIGHT_CURVE_DRAWN;
    if (rope->links > 0 && by_length) {
        return bi_read_fail(reader, path, " has both links and link_length: give one");
    }
    *links = rope->links;
    if (by_length || (line && rope->links == 0)) {
        double wanted = length / (by_length ? rope->link_length : 2.0 * rope->radius);
        if (!(wanted < BIGHT_MAX_NODES - 1)) {
            return bi_read_fail(reader, path, " comes to %.3g links: give at most %d", wanted,
                                BIGHT_MAX_NODES - 1);
        }
        *links = wanted < 1.5 ? 1 : (int32_t)(wanted + 0.5);
    }
    if (rope->smooth && *links == 0) {
        return bi_read_fail(reader, path, " is smooth but has no number of links: add links or link_length");
    }
    if (rope->closed && *links > 0 && *links < 3) {
        return bi_read_fail(reader, path, " is closed and has %d links: give at least 3", (int)*links);
    }
    return BIGHT_OK;
}

static double length_of(bight_curve curve)
{
    double length = 0.0;
    for (int32_t i = 1; i < curve.count; i++) {
        length += v3_distance(curve.points[i - 1], curve.points[i]);
    }
    return curve.closed ? length + v3_distance(curve.points[curve.count - 1], curve.points[0]) : length;
}

static bight_status resample(const bi_reader *reader, bight_scene_rope *rope, bight_curve curve,
                             int32_t links)
{
    // the scratch lives as long as the scene; ropes are resampled once
    bight_vec3 *nodes = bi_pool_new(reader->pool, (size_t)links + 1, sizeof *nodes);
    double *places = bi_pool_new(reader->pool, 2 * ((size_t)links + 1), sizeof *places);
    double *lengths = bi_pool_new(reader->pool, (size_t)curve.count + 1, sizeof *lengths);
    if (nodes == NULL || places == NULL || lengths == NULL) {
        return bi_read_no_memory(reader);
    }
    bi_path_lengths(curve, lengths);
    bi_path_resample(curve, lengths, links, places, nodes);
    rope->curve = (bight_curve){nodes, rope->closed ? links : links + 1, rope->closed};
    return BIGHT_OK;
}

static bight_status lay_out(const bi_reader *reader, bight_scene_rope *rope, const bi_json_path *path)
{
    bight_curve curve = {rope->points.at, rope->points.count, rope->closed};
    for (int32_t i = rope->closed ? 0 : 1; i < curve.count; i++) {
        int32_t before = i > 0 ? i - 1 : curve.count - 1;
        if (!(v3_distance(curve.points[before], curve.points[i]) > 0.0)) {
            bi_json_path list = {path, "points", 0}, element = {&list, NULL, i};
            return bi_read_fail(reader, rope->file != NULL ? path : &element,
                                ": points %d and %d are in one place: leave one out", (int)before, (int)i);
        }
    }
    if (rope->smooth) {
        int64_t count = bi_path_round_count(curve.count, curve.closed);
        bight_vec3 *round = count <= BIGHT_MAX_NODES * (int64_t)BI_ROUND_PIECES
                                ? bi_pool_new(reader->pool, (size_t)count, sizeof *round)
                                : NULL;
        if (round == NULL) {
            return bi_read_no_memory(reader);
        }
        bi_path_round(curve, round);
        curve = (bight_curve){round, (int32_t)count, curve.closed};
    }
    return bi_scene_cut_rope(reader, rope, curve, path);
}

bight_status bi_scene_cut_rope(const bi_reader *reader, bight_scene_rope *rope, bight_curve curve,
                               const bi_json_path *path)
{
    BI_VALIDATE(bi_curve_is_valid(curve));
    int32_t links = 0;
    bight_status status = count_links(reader, rope, length_of(curve), path, &links);
    rope->curve = curve;
    if (status == BIGHT_OK && links > 0) {
        status = resample(reader, rope, curve, links);
    }
    return status == BIGHT_OK && rope->needle != NULL ? bi_scene_add_needle(reader, rope, path) : status;
}

bight_status bi_scene_build_rope(const bi_reader *reader, const bight_scene_files *files,
                                 bight_scene_rope *rope, int32_t index)
{
    bi_json_path ropes = {NULL, "ropes", 0}, path = {&ropes, NULL, index};
    bight_status status = BIGHT_OK;
    if (rope->material != NULL) {
        status = bi_scene_use_material(reader, rope, index);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (rope->projection != NULL && rope->model != BIGHT_MODEL_PROJECTION) {
        bi_json_path inner = {&path, "projection", 0};
        return bi_read_fail(reader, &inner,
                            " is for the model \"projection\": give that model or leave it out");
    }

    if (rope->curve_kind == BIGHT_CURVE_DRAWN) {
        return status; // bi_scene_draw_ropes() lays out all of them together
    }

    // the points that the rope runs through: read, or the two ends of a line
    if (rope->curve_kind == BIGHT_CURVE_FILE) {
        status = file_points(reader, files, rope, &path);
    } else if (rope->curve_kind == BIGHT_CURVE_LINE) {
        bight_vec3 *ends = bi_pool_new(reader->pool, 2, sizeof *ends);
        if (ends == NULL) {
            return bi_read_no_memory(reader);
        }
        ends[0] = rope->line->from;
        ends[1] = rope->line->to;
        rope->points = (bight_scene_points){ends, 2};
        if (rope->closed || rope->smooth) {
            return bi_read_fail(reader, &path, " is a line that is %s: give points instead",
                                rope->closed ? "closed" : "smooth");
        }
    }

    // a ring through two points would run back along itself
    if (status == BIGHT_OK && rope->closed && rope->points.count < 3) {
        return bi_read_fail(reader, &path, " is closed and has %d points: give at least 3",
                            (int)rope->points.count);
    }

    if (status == BIGHT_OK) {
        status = lay_out(reader, rope, &path);
    }
    return status;
}
