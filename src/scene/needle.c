// SPDX-License-Identifier: MIT
// The nodes of a needle, which go on from a rope's end, and how thick it is drawn.

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/needle_nodes.h"
#include "scene/build.h"

#include <string.h>

// Fewer links are no arc.
#define LEAST_ARC 6

// A tighter arc touches itself, rope radii.
#define LEAST_RADIUS 3.0

// A needle tapers over so many diameters, and no more than this part of its length; its point is round, with this part of its radius.
#define TAPER 10.0
#define TAPER_MOST 0.5
#define POINT 0.06

// The direction of link j of m that turn from `along` by a part of a turn in all, towards `side`.
static bight_vec3 direction_of(bight_vec3 along, bight_vec3 side, double part, int32_t j, int32_t m)
{
    bi_turn turn = bi_turn_of(part * (j + 0.5) / m);
    return v3_madd(v3_mul(turn.cosine, along), turn.sine, side);
}

static bight_status check(const bi_reader *reader, const bight_scene_rope *rope, const bi_json_path *path)
{
    const bight_scene_needle *needle = rope->needle;
    bool arc = needle->kind == BIGHT_NEEDLE_ARC;
    if (rope->model != BIGHT_MODEL_ROD) {
        return bi_read_fail(reader, path, " needs an elastic rod: give \"model\": \"rod\"");
    }
    if (rope->closed) {
        return bi_read_fail(reader, path, " needs an end, and the rope is closed: leave out one of the two");
    }
    if (arc && needle->side.count == 0) {
        return bi_read_fail(reader, path, " needs side: where the circle's centre lies");
    }
    if (!arc && needle->side.count > 0) {
        return bi_read_fail(reader, path, " has a side, and is no arc: leave it out, or give radius");
    }
    if (arc && needle->radius < LEAST_RADIUS * rope->radius) {
        return bi_read_fail(reader, path, " has a radius of %g: give at least %g, %g of the rope's",
                            needle->radius, LEAST_RADIUS * rope->radius, LEAST_RADIUS);
    }
    double least = BI_NEEDLE_LEAST_DIAMETER * rope->radius, most = BI_NEEDLE_MOST_DIAMETER * rope->radius;
    if (needle->diameter != 0.0 && !(needle->diameter >= least && needle->diameter <= most)) {
        return bi_read_fail(
            reader, path,
            " has a diameter of %g: give %g to %g, a tenth of the rope's radius to twenty times as "
            "much, or 0 for that of the rope",
            needle->diameter, least, most);
    }
    if (rope->rod->rest_curvature > 0.0 || rope->rod->rest_shape > 0.0) {
        const char *field = rope->rod->rest_curvature > 0.0 ? "rest_curvature" : "rest_shape";
        return bi_read_fail(
            reader, path,
            " needs a rope that is straight at rest: its rod has a %s of %g; give \"rod\": {\"%s\": 0}, "
            "or \"material\": \"silk_suture\"",
            field, rope->rod->rest_curvature > 0.0 ? rope->rod->rest_curvature : rope->rod->rest_shape,
            field);
    }
    if (rope->rod->twist_friction > 0.0) {
        return bi_read_fail(
            reader, path,
            " needs a rope that friction does not roll: its rod has a twist_friction of %g, leave it out, "
            "or give 0",
            rope->rod->twist_friction);
    }
    return BIGHT_OK;
}

// So many links of the rope are its needle.
static bight_status say(const bi_reader *reader, bight_scene_rope *rope, int32_t links)
{
    bight_rod_def *rod = bi_pool_new(reader->pool, 1, sizeof *rod);
    if (rod == NULL) {
        return bi_read_no_memory(reader);
    }
    *rod = *rope->rod;
    rod->needle = (bight_needle_def){links, rope->needle->end, rope->needle->diameter};
    rope->rod = rod;
    return BIGHT_OK;
}

bight_status bi_scene_add_needle(const bi_reader *reader, bight_scene_rope *rope, const bi_json_path *path)
{
    const bight_scene_needle *needle = rope->needle;
    bi_json_path at = {path, "needle", 0}, side_at = {&at, "side", 0}, links_at = {&at, "links", 0};
    bight_status status = check(reader, rope, &at);
    if (status != BIGHT_OK) {
        return status;
    }

    // its own links, or as many of the thread's length as fit best
    const bight_vec3 *x = rope->curve.points;
    int32_t n = rope->curve.count;
    bool arc = needle->kind == BIGHT_NEEDLE_ARC, last = needle->end == BIGHT_END_LAST;
    if (needle->kind == BIGHT_NEEDLE_LINKS) {
        return needle->links < n - 1 ? say(reader, rope, needle->links)
                                     : bi_read_fail(reader, &links_at,
                                                    " is %d of the rope's %d: give fewer, the rest is thread",
                                                    (int)needle->links, (int)(n - 1));
    }
    double link = 0.0, part = arc ? needle->arc / 360.0 : 0.0;
    for (int32_t i = 1; i < n; i++) {
        link += v3_distance(x[i - 1], x[i]) / (n - 1);
    }
    double length = arc ? 6.283185307179586 * part * needle->radius : needle->length;
    int32_t least = arc ? LEAST_ARC : BI_NEEDLE_LEAST_LINKS;
    double wanted = length / link + 0.5;
    if (!(wanted >= least)) {
        return bi_read_fail(reader, &at,
                            " is %.3g long, and links are %.3g: give a link_length of at most %.3g", length,
                            link, length / least);
    }
    if (!(wanted < BIGHT_MAX_NODES - n)) {
        return bi_read_fail(reader, &at, " comes to %.3g links: the rope may have %d in all", wanted,
                            BIGHT_MAX_NODES - 1);
    }
    int32_t m = (int32_t)wanted;

    // on from the thread's end
    bight_vec3 end = last ? x[n - 1] : x[0];
    bight_vec3 along = v3_unit(v3_sub(end, last ? x[n - 2] : x[1]), v3(0, 0, 0)), side = v3(0, 0, 0);
    if (arc) {
        bight_vec3 given = v3_unit(needle->side.at[0], v3(0, 0, 0));
        side = v3_madd(given, -v3_dot(given, along), along);
        if (v3_length(side) < 1e-3) {
            return bi_read_fail(reader, &side_at, " lies along the thread's end: give one across it");
        }
        side = v3_unit(side, side);
    }
    bight_vec3 *nodes = bi_pool_new(reader->pool, (size_t)(n + m), sizeof *nodes);
    if (nodes == NULL) {
        return bi_read_no_memory(reader);
    }
    memcpy(nodes + (last ? 0 : m), x, (size_t)n * sizeof *x);
    for (int32_t j = 0; j < m; j++) {
        int32_t from = last ? n - 1 + j : m - j, to = last ? from + 1 : from - 1;
        nodes[to] = v3_madd(nodes[from], link, direction_of(along, side, part, j, m));
    }
    rope->curve = (bight_curve){nodes, n + m, false};
    return say(reader, rope, m);
}

int32_t bight_scene_needle_radii(const bight_scene_rope *rope, double *radii)
{
    const bight_needle_def *needle = &rope->rod->needle;
    bool last = needle->end == BIGHT_END_LAST;
    int32_t links = needle->links, first = bi_needle_first_node(last, links, rope->curve.count);
    const bight_vec3 *x = rope->curve.points + first;
    double radius = needle->diameter > 0.0 ? 0.5 * needle->diameter : rope->radius, length = 0.0;
    for (int32_t i = 1; i <= links; i++) {
        length += v3_distance(x[i - 1], x[i]);
    }
    // a parabola that goes over into the wire: u (2 - u), u from 0 at the point to 1
    double taper = bi_min(2.0 * TAPER * radius, TAPER_MOST * length), along = 0.0;
    for (int32_t k = 0; k <= links; k++) {
        int32_t i = last ? links - k : k;
        double u = bi_min(along / taper, 1.0);
        radii[i] = radius * (POINT + (1.0 - POINT) * u * (2.0 - u));
        along += k < links ? v3_distance(x[i], x[last ? i - 1 : i + 1]) : 0.0;
    }
    return first;
}
