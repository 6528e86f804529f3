// SPDX-License-Identifier: MIT
// Closed knots that a soft rod without friction and bending draws tight, against the least ropelengths that are known.

#include "rod_scene.h"

enum { MOST = 300 };

#define PI 3.14159265358979323846

// A polygon of `count` equal links along a curve, by dividing it anew some times.
static void even_out(bight_vec3 *points, int32_t count)
{
    static bight_vec3 made[MOST];
    for (int32_t round = 0; round < 20; round++) {
        double total = 0.0, done = 0.0;
        for (int32_t i = 0; i < count; i++) {
            total += v3_distance(points[i], points[(i + 1) % count]);
        }
        int32_t link = 0;
        for (int32_t i = 0; i < count; i++) {
            double want = total * i / count, l = v3_distance(points[link], points[(link + 1) % count]);
            while (done + l < want) {
                done += l;
                link++;
                l = v3_distance(points[link], points[(link + 1) % count]);
            }
            made[i] = v3_lerp(points[link], points[(link + 1) % count], (want - done) / l);
        }
        memcpy(points, made, (size_t)count * sizeof *points);
    }
}

// The greatest curvature times the radius, of which no more than 1 fits a rope that does not sink into itself.
static double greatest_bend(const bight_vec3 *points, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 a = v3_sub(points[i], points[(i + count - 1) % count]);
        bight_vec3 b = v3_sub(points[(i + 1) % count], points[i]);
        double l = 0.5 * (v3_length(a) + v3_length(b));
        most = fmax(most, R * v3_length(v3_sub(b, a)) / (l * l));
    }
    return most;
}

// Shrink it again and again, by 1.5 % and near the end by 0.3 %; each time a soft rod is made of it, whose strands contacts part,
// until they no longer can. Length over diameter, the least distance of strands, at the least.
// @param near_end Where the end is near. @param bend Receives the greatest curvature there.
static double tighten(bight_vec3 *points, int32_t count, double near_end, double *bend)
{
    double best = HUGE_VAL, last = 0.0;
    for (int32_t round = 0; round < 200 && last < 1.002 * best; round++) {
        even_out(points, count);
        for (int32_t i = 0; i < count; i++) {
            points[i] = v3_mul(best > near_end ? 0.985 : 0.997, points[i]);
        }
        bight_world *world = scene_world();
        bight_rope_def def = rod_def(points, count, true);
        def.rod.bend = 1e-9;
        def.rod.friction = 0.0;
        def.rod.stretch = 20.0;
        def.rod.drag = 5.0;
        bight_rope_id rope = make_rod(world, &def);
        bight_step_report report = {0};
        for (int32_t i = 0; i < 100; i++) {
            report = scene_step(world);
        }
        bight_curve curve = bight_rope_curve(world, rope);
        memcpy(points, curve.points, (size_t)count * sizeof *points);
        double length = 0.0;
        for (int32_t i = 0; i < count; i++) {
            length += v3_distance(points[i], points[(i + 1) % count]);
        }
        last = report.gap < 1.01 ? length / (2.0 * R * report.gap) : 0.0;
        if (last > 0.0 && last < best) {
            best = last;
            *bend = greatest_bend(points, count);
        }
        bight_world_destroy(world);
    }
    return best;
}

TEST(tight_knots_are_as_long_as_they_must_be)
{
    static const struct {
        const char *name;
        int32_t count, crossings; // 3_1 is the torus knot T(2, 3), 4_1 none
        double least, more;
    } knots[] = {{"3_1", 144, 3, 16.3729, 0.005}, {"4_1", 160, 4, 21.0433, 0.005}};
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[MOST];
        int32_t n = knots[k].count, c = knots[k].crossings;
        for (int32_t i = 0; i < n; i++) {
            double t = 2.0 * PI * i / n, wide = c == 4 ? 2.0 + cos(2.0 * t) : 0.9 * c + cos(c * t),
                   a = (c == 4 ? 3.0 : 2.0) * t;
            points[i] =
                v3_mul(c == 4 ? 2.0 * R : 1.2 * R, v3(wide * cos(a), wide * sin(a), 1.2 * sin(c * t)));
        }
        double bend = 0.0, length = tighten(points, n, 1.08 * knots[k].least, &bend),
               ratio = length / knots[k].least;
        print_message("%s: %.4f diameters, %.4f of the least known; curvature %.3f / radius\n", knots[k].name,
                      length, ratio, bend);
        CHECK(ratio > 0.998 && ratio < 1.0 + knots[k].more && bend < 1.02);
    }
}

RUN_TESTS(unit(tight_knots_are_as_long_as_they_must_be))
