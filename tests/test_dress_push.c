// SPDX-License-Identifier: MIT
// Pushing a knot out: pairs by brute force, pushes by finite differences, lives, knots in sheets and bodies, memory.

#include "bight/dress.h"

#include "core/memory.h"
#include "core/random.h"
#include "core/vec3.h"
#include "dress/push_lives.h"
#include "failing_memory.h"
#include "geom/contour.h"
#include "sheets.h"

#include <string.h>

// Cloth of two sheets: the first is the knot, which stands elsewhere than the cloth has it. Borrows nothing.
typedef struct stage {
    bight_cloth_mesh mesh;
    bight_dress_map map;
} stage;

static stage set_stage(const sheet *knot, const sheet *rest)
{
    int32_t vertices = knot->vertex_count + rest->vertex_count,
            triangles = knot->triangle_count + rest->triangle_count;
    stage s = {.mesh = {.vertex_count = vertices, .triangle_count = triangles},
               .map = {.vertex_count = vertices, .triangle_count = triangles, .region_count = 1}};
    s.mesh.positions = calloc((size_t)vertices + 1, sizeof *s.mesh.positions);
    s.mesh.triangles = calloc((size_t)triangles + 1, 3 * sizeof *s.mesh.triangles);
    s.map.positions = calloc((size_t)vertices + 1, sizeof *s.map.positions);
    s.map.regions = calloc((size_t)triangles + 1, sizeof *s.map.regions);
    s.map.owners = calloc((size_t)vertices + 1, sizeof *s.map.owners);
    for (int32_t v = 0; v < vertices; v++) {
        bool own = v < knot->vertex_count;
        s.map.positions[v] = own ? knot->x[v] : rest->x[v - knot->vertex_count];
        s.mesh.positions[v] = own ? v3(7, 7, 7) : s.map.positions[v];
        s.map.owners[v] = own ? 0 : -1;
    }
    for (int32_t c = 0; c < 3 * triangles; c++) {
        bool own = c < 3 * knot->triangle_count;
        s.mesh.triangles[c] =
            own ? knot->triangles[c] : rest->triangles[c - 3 * knot->triangle_count] + knot->vertex_count;
        s.map.regions[c / 3] = own ? 0 : -1;
    }
    return s;
}

static void strike(stage *s)
{
    free(s->mesh.positions);
    free(s->mesh.triangles);
    free(s->map.positions);
    free(s->map.regions);
    free(s->map.owners);
}

static bight_mesh body_of(const sheet *s)
{
    return (bight_mesh){.positions = s->x,
                        .triangles = s->triangles,
                        .vertex_count = s->vertex_count,
                        .triangle_count = s->triangle_count};
}

// ---- brute force ----------------------------------------------------------------------------------------

static bool folded(const int32_t *c)
{
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

// Was this side of a triangle there before, as a side of an earlier one of the same list?
static bool seen_before(const int32_t *triangles, const int32_t *of, int32_t wanted, int32_t t, int32_t k)
{
    int32_t a = triangles[3 * t + k], b = triangles[3 * t + (k + 1) % 3];
    for (int32_t s = 0; s < t; s++) {
        for (int32_t i = 0; i < 3 && of[s] == wanted; i++) {
            int32_t c = triangles[3 * s + i], d = triangles[3 * s + (i + 1) % 3];
            if (((a == c && b == d) || (a == d && b == c)) && !folded(triangles + 3 * s)) {
                return true;
            }
        }
    }
    return false;
}

// All edges of one side against all triangles of the other: a whole cloth with its knot and one body.
static void count_pairs(const stage *s, const bight_mesh *body, bight_vec3 shift, int32_t *pairs,
                        int32_t *at_border)
{
    int32_t n = s->mesh.vertex_count, more = body->vertex_count, own = s->mesh.triangle_count,
            all = own + body->triangle_count;
    int32_t *triangles = calloc((size_t)all + 1, 3 * sizeof *triangles), *of = calloc((size_t)all + 1, 4);
    bight_vec3 *x[2] = {calloc((size_t)(n + more) + 1, sizeof(bight_vec3)),
                        calloc((size_t)(n + more) + 1, sizeof(bight_vec3))};
    bool *has[2] = {calloc((size_t)(n + more) + 1, 1), calloc((size_t)(n + more) + 1, 1)};
    for (int32_t v = 0; v < n; v++) {
        x[0][v] = v3_add(s->map.positions[v], shift);
        x[1][v] = s->mesh.positions[v];
    }
    for (int32_t v = 0; v < more; v++) {
        x[1][n + v] = body->positions[v];
    }
    for (int32_t c = 0; c < 3 * all; c++) {
        triangles[c] = c < 3 * own ? s->mesh.triangles[c] : n + body->triangles[c - 3 * own];
        of[c / 3] = c < 3 * own && s->map.regions[c / 3] >= 0 ? 0 : 1;
        has[of[c / 3]][triangles[c]] = true;
    }
    *pairs = *at_border = 0;
    for (int32_t i = 0; i < 3 * all; i++) {
        const int32_t *t = triangles + 3 * (i / 3);
        int32_t side = of[i / 3], a = t[i % 3], b = t[(i + 1) % 3], low = a < b ? a : b, high = a < b ? b : a;
        if (folded(t) || seen_before(triangles, of, side, i / 3, i % 3)) {
            continue;
        }
        for (int32_t k = 0; k < all; k++) {
            const int32_t *w = triangles + 3 * k;
            if (of[k] == side || folded(w) || a == w[0] || a == w[1] || a == w[2] || b == w[0] || b == w[1] ||
                b == w[2]) {
                continue;
            }
            int32_t up = n + more;
            const bight_vec3 points[5] = {x[side][low], x[side][high], x[1 - side][w[0]], x[1 - side][w[1]],
                                          x[1 - side][w[2]]};
            const int32_t ranks[5] = {low + (side ? up : 0), high + (side ? up : 0), w[0] + (side ? 0 : up),
                                      w[1] + (side ? 0 : up), w[2] + (side ? 0 : up)};
            if (bi_edge_meets_triangle(points, ranks) == BI_CROSSING) {
                bool edge_at = (has[0][low] && has[1][low]) || (has[0][high] && has[1][high]),
                     face_at = false;
                for (int32_t c = 0; c < 3; c++) {
                    face_at = face_at || (has[0][w[c]] && has[1][w[c]]);
                }
                *at_border += edge_at && face_at;
                *pairs += !(edge_at && face_at);
            }
        }
    }
    for (int32_t i = 0; i < 2; i++) {
        free(x[i]);
        free(has[i]);
    }
    free(triangles);
    free(of);
}

// Soups in cloth and body, some of them on a grid, with a border and without: as many pairs as by brute force at every shift,
// and what is reported is what is left.
TEST(pairs_are_those_of_brute_force)
{
    int32_t found = 0, at_border = 0, out = 0, clear = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        bi_random random = bi_random_from(seed);
        sheet knot = soup_sheet(&random, 9, 8, 1.0), rest = soup_sheet(&random, 9, 7, 1.0),
              solid = soup_sheet(&random, 8, 6, 1.0);
        if (seed % 3 == 0) {
            snap(&knot, 0.5);
            snap(&rest, 0.5);
            snap(&solid, 0.5);
        }
        stage s = set_stage(&knot, &rest);
        for (int32_t c = 0; c < 3 * knot.triangle_count && seed % 2 == 0; c += 5) {
            s.mesh.triangles[c] = knot.vertex_count + c % rest.vertex_count; // corners that both sides have
            s.map.owners[s.mesh.triangles[c]] = 0;
        }
        bight_mesh body = body_of(&solid);
        bi_push_sides sides;
        bi_push_pairs pairs = {0};
        CHECK_SEED(bi_push_sides_make(NULL, &s.mesh, &s.map, &body, 1, 0.25, &sides) == BIGHT_OK, seed);
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 shift = k == 0 ? v3(0, 0, 0) : k == 1 ? v3(0.25, 0, 0) : bi_random_vec3(&random, 0.2);
            int32_t wanted, border;
            count_pairs(&s, &body, shift, &wanted, &border);
            CHECK_SEED(bi_push_pairs_find(NULL, &sides, shift, &pairs) == BIGHT_OK, seed);
            CHECK_SEED(pairs.count == wanted && pairs.border == border, seed);
            found += wanted;
            at_border += border;
        }

        // outwards in small steps, so that what went through each other before still does, or no longer
        bight_vec3 way = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0));
        for (int32_t k = 0; k <= 12; k++) {
            bight_vec3 shift = v3_mul(0.25 * sides.extent * (seed % 4 == 0 ? 12 - k : k) / 12.0, way);
            int32_t wanted, border;
            bool is_clear;
            count_pairs(&s, &body, shift, &wanted, &border);
            CHECK_SEED(bi_push_is_clear(NULL, &sides, shift, &pairs, &is_clear) == BIGHT_OK, seed);
            CHECK_SEED(is_clear == (wanted == 0) && (!is_clear || pairs.border == border), seed);
            clear += is_clear;
        }
        bi_push_pairs_free(NULL, &pairs);
        bi_push_sides_free(NULL, &sides);

        bight_vec3 before[18];
        memcpy(before, s.map.positions, sizeof before);
        bight_dress_push report;
        int32_t first, left, border;
        count_pairs(&s, &body, v3(0, 0, 0), &first, &border);
        CHECK_SEED(bight_dress_push_out(NULL, &s.mesh, &s.map, &body, 1, 0.01, &report, NULL) == BIGHT_OK,
                   seed);
        count_pairs(&s, &body, v3(0, 0, 0), &left, &border);
        CHECK_SEED(report.pairs_before == first && report.pairs == left && report.border_pairs == border,
                   seed);
        CHECK_SEED(report.contour <= report.contour_before || left == 0, seed);
        for (int32_t v = 0; v < 18; v++) {
            bight_vec3 moved = s.map.owners[v] >= 0 ? v3_add(before[v], report.shift) : before[v];
            CHECK_SEED(memcmp(&s.map.positions[v], &moved, sizeof moved) == 0, seed);
        }
        out += first > 0 && left == 0;
        strike(&s);
        drop_sheet(&knot);
        drop_sheet(&rest);
        drop_sheet(&solid);
    }
    CHECK(found > 1000 && at_border > 20 && out > 3 && clear > 20);
}

// ---- pushes ---------------------------------------------------------------------------------------------

static bight_mesh tilted(sheet *s, bi_random *random)
{
    for (int32_t i = 0; i < s->vertex_count; i++) {
        s->x[i] = v3_add(s->x[i], bi_random_vec3(random, 0.03));
    }
    return body_of(s);
}

// sum G = -2 d(length) / d(shift); lengths also as contours joined elsewhere have them.
TEST(pushes_are_the_slope_of_the_length)
{
    const sheet none = {0};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        bi_random random = bi_random_from(seed);
        sheet knot = ball_sheet(v3(0.5, 0.5, bi_random_range(&random, -0.2, 0.2)), 0.3),
              plate = grid_sheet(7, 1.0);
        tilted(&knot, &random);
        bight_mesh body = tilted(&plate, &random);
        stage s = set_stage(&knot, &none);
        bi_push_sides sides;
        bi_push_pairs pairs = {0};
        CHECK_SEED(bi_push_sides_make(NULL, &s.mesh, &s.map, &body, 1, 0.25, &sides) == BIGHT_OK, seed);
        CHECK_SEED(bi_push_pairs_find(NULL, &sides, v3(0, 0, 0), &pairs) == BIGHT_OK && pairs.count > 0,
                   seed);
        bight_vec3 sum = v3(0, 0, 0);
        for (int32_t i = 0; i < pairs.count; i++) {
            sum = v3_add(sum, pairs.items[i].push);
            CHECK_SEED(fabs(v3_length(pairs.items[i].normal) - 1.0) < 1e-12, seed);
        }
        const double got[3] = {sum.x, sum.y, sum.z}, step = 1e-6;
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 by = v3(k == 0 ? step : 0, k == 1 ? step : 0, k == 2 ? step : 0);
            CHECK(bi_push_pairs_find(NULL, &sides, by, &pairs) == BIGHT_OK);
            double more = pairs.length;
            CHECK(bi_push_pairs_find(NULL, &sides, v3_mul(-1, by), &pairs) == BIGHT_OK);
            CHECK_SEED(fabs(got[k] + (more - pairs.length) / step) < 1e-4, seed);
        }

        finish_sheet(&knot);
        finish_sheet(&plate);
        bi_sheet a = see(&knot), b = see(&plate);
        bi_crossings crossings = {0};
        bi_contours contours = {0};
        double length = 0.0;
        CHECK(bi_crossings_find(NULL, NULL, &a, &b, 1, &crossings) == BIGHT_OK);
        CHECK(bi_contours_link(NULL, &a, &b, &crossings, &contours) == BIGHT_OK);
        for (int32_t i = 0; i < contours.count; i++) {
            length += bi_contour_length(&a, &b, &crossings, &contours, i);
        }
        CHECK(bi_push_pairs_find(NULL, &sides, v3(0, 0, 0), &pairs) == BIGHT_OK);
        CHECK_SEED(crossings.count == pairs.count && fabs(length - pairs.length) < 1e-9, seed);
        bi_crossings_free(NULL, &crossings);
        bi_contours_free(NULL, &contours);
        bi_push_pairs_free(NULL, &pairs);
        bi_push_sides_free(NULL, &sides);
        strike(&s);
        drop_sheet(&knot);
        drop_sheet(&plate);
    }
}

// Weights are 1.2^life up to life 30; a pair is remembered for one iteration in which it is not seen, with what it was.
TEST(old_pairs_weigh_more)
{
    bi_push_pair both[2] = {
        {.edge = 3, .triangle = 4, .push = {0.4, 0, 0}, .normal = {0, 0, 1}},
        {.edge = 3, .triangle = 4, .of_rest = 1, .push = {0, 0.8, 0}, .normal = {0, 0, 1}}};
    bi_push_pairs seen = {.items = both, .count = 1};
    bi_push_lives lives = {0};
    for (int32_t k = 0; k < 40; k++) {
        CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK);
        CHECK(lives.count == 1 && lives.items[0].life == (k < 30 ? k + 1 : 30));
    }
    seen.count = 2;
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK);
    double old = pow(1.2, 30), young = 1.2;
    bight_vec3 way = bi_push_lives_way(&lives);
    CHECK_NEAR(way.x, 0.4 * old / (old + young), 1e-12);
    CHECK_NEAR(way.y, 0.8 * young / (old + young), 1e-12);

    // unseen once: still there; seen again: it goes on; unseen twice: gone
    seen = (bi_push_pairs){.items = both + 1, .count = 1};
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK && lives.count == 2);
    seen = (bi_push_pairs){.items = both, .count = 2};
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK && lives.count == 2);
    CHECK(lives.items[0].life == 30 && lives.items[1].life == 3);
    seen.count = 0;
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK && lives.count == 2);
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK && lives.count == 0);
    CHECK(v3_length(bi_push_lives_way(&lives)) <= 0.0);

    // nothing pushes: aside, off the sheet
    both[0].push = both[1].push = v3(0, 0, 0);
    seen.count = 2;
    CHECK(bi_push_lives_next(NULL, &lives, &seen) == BIGHT_OK);
    CHECK(v3_distance(bi_push_lives_way(&lives), v3(0, 0, 0.1)) < 1e-12);
    bi_push_lives_free(NULL, &lives);
}

// ---- knots ----------------------------------------------------------------------------------------------

// A flat ball a part of which is in a sheet, or in the side of a larger ball, half in at most: it comes out by about its depth, on
// the side where its middle is.
TEST(what_sits_in_a_sheet_comes_out)
{
    const double depths[5] = {0.04, 0.06, 0.1, 0.13, 0.15};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        double depth = depths[seed % 5], radius = 0.25, height = 0.15;
        bool solid = seed % 2 == 0;
        sheet knot = ball_sheet(v3(0, 0, 0), radius), plate = grid_sheet(16, 2.0),
              ball = ball_sheet(v3(0, 0, 0), 0.9);
        bight_vec3 at =
            v3(bi_random_range(&random, 0.7, 1.3), bi_random_range(&random, 0.7, 1.3), height - depth);
        if (solid) { // the flat middle of the large ball's face
            at = v3_mul(0.9 / 3 + (height - depth) / sqrt(3.0), v3(1, 1, 1));
        }
        for (int32_t v = 0; v < knot.vertex_count; v++) { // pole to the sheet, or to the face
            knot.x[v] = v3_add(at, v3_mul(radius, v3_unit(knot.x[v], v3(0, 0, 1))));
            bight_vec3 up = solid ? v3_mul(1 / sqrt(3.0), v3(1, 1, 1)) : v3(0, 0, 1);
            knot.x[v] = v3_madd(knot.x[v], -0.4 * v3_dot(v3_sub(knot.x[v], at), up), up);
        }
        double deepest = 0.0;
        for (int32_t v = 0; v < knot.vertex_count; v++) {
            bight_vec3 p = knot.x[v];
            deepest = bi_max(deepest, solid ? (0.9 - p.x - p.y - p.z) / sqrt(3.0) : -p.z);
        }
        const sheet none = {0};
        stage s = set_stage(&knot, solid ? &none : &plate);
        bight_mesh body = body_of(&ball);
        bight_dress_push report;
        int32_t left, border;
        CHECK_SEED(bight_dress_push_out(NULL, &s.mesh, &s.map, solid ? &body : NULL, solid, 0.002, &report,
                                        NULL) == BIGHT_OK,
                   seed);
        CHECK_SEED(report.pairs_before > 0 && report.pairs == 0 && report.contour <= 0.0, seed);
        const bight_mesh empty = {0};
        count_pairs(&s, solid ? &body : &empty, v3(0, 0, 0), &left, &border);
        CHECK_SEED(left == 0, seed);
        double out = solid ? v3_dot(report.shift, v3_unit(v3(1, 1, 1), v3(0, 0, 0))) : report.shift.z;
        // no less than the deepest vertex was under the plane; half in there is no best side
        CHECK_SEED(out >= deepest - 1e-12 || depth >= height, seed);
        CHECK_SEED(report.moved < 2.0 * depth + 0.05 && report.iterations < 200, seed);
        strike(&s);
        drop_sheet(&knot);
        drop_sheet(&plate);
        drop_sheet(&ball);
    }
}

// A plate through two walls that end close above it: the curves are as long at any height, and the walls push it to and fro. There
// is no way down their length, but there is a place nearby that is clear.
TEST(what_no_walk_leads_out_of_comes_out)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        bi_random random = bi_random_from(seed);
        double above = bi_random_range(&random, 0.03, 0.2), tilt = bi_random_range(&random, 0.0, 0.02);
        sheet knot = grid_sheet(9, 2.0), walls[2] = {grid_sheet(7, 2.6), grid_sheet(7, 2.6)};
        for (int32_t v = 0; v < knot.vertex_count; v++) {
            knot.x[v].z += tilt * knot.x[v].x;
        }
        bight_mesh bodies[2];
        for (int32_t i = 0; i < 2; i++) {
            for (int32_t v = 0; v < walls[i].vertex_count; v++) {
                bight_vec3 p = walls[i].x[v];
                walls[i].x[v] = v3(i == 0 ? 0.513 : 1.487, p.y - 0.3, p.x - 2.6 + above);
            }
            bodies[i] = body_of(&walls[i]);
        }
        const sheet none = {0};
        stage s = set_stage(&knot, &none);
        bight_dress_push report;
        CHECK_SEED(bight_dress_push_out(NULL, &s.mesh, &s.map, bodies, 2, 0.002, &report, NULL) == BIGHT_OK,
                   seed);
        int32_t left, border;
        for (int32_t i = 0; i < 2; i++) {
            count_pairs(&s, &bodies[i], v3(0, 0, 0), &left, &border);
            CHECK_SEED(left == 0, seed);
        }
        CHECK_SEED(report.pairs_before > 0 && report.pairs == 0 && report.contour <= 0.0, seed);
        CHECK_SEED(report.shift.z > 0.0 && report.moved < above + 0.05, seed); // by about its depth
        strike(&s);
        drop_sheet(&knot);
        drop_sheet(&walls[0]);
        drop_sheet(&walls[1]);
    }
}

// A knot that goes through nothing stays; one far too deep goes no farther than a quarter of its extent, and is no worse.
TEST(what_cannot_come_out_is_no_worse)
{
    sheet knot = ball_sheet(v3(1, 1, 1.5), 0.2), plate = grid_sheet(10, 2.0);
    stage s = set_stage(&knot, &plate);
    bight_dress_push report;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, NULL, 0, 0.0, &report, NULL) == BIGHT_OK);
    CHECK(report.pairs_before == 0 && report.moved <= 0.0 && report.iterations == 1);
    for (int32_t v = 0; v < knot.vertex_count; v++) { // a needle through the sheet
        s.map.positions[v].z = 30 * (s.map.positions[v].z - 1.5);
    }
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, NULL, 0, 0.001, &report, NULL) == BIGHT_OK);
    CHECK(report.pairs_before > 0 && report.contour <= report.contour_before);
    CHECK(report.moved <= 0.25 * sqrt(144 + 2 * 0.16) * (1 + 1e-12) && report.iterations <= 200);
    strike(&s);
    drop_sheet(&knot);
    drop_sheet(&plate);
}

TEST(bad_input_and_lost_memory_leave_the_map)
{
    sheet knot = ball_sheet(v3(1, 1, 0.1), 0.2), plate = grid_sheet(10, 2.0);
    stage s = set_stage(&knot, &plate);
    bight_mesh body = body_of(&plate);
    bight_dress_push report;
    bight_vec3 before = s.map.positions[0];
    bool done = false;
    int64_t calls = 0;
    while (!done) {
        failing_allocator state = {.fail_at = ++calls};
        bight_env env = failing_env(&state);
        bight_status status = bight_dress_push_out(&env, &s.mesh, &s.map, &body, 1, 0.001, &report, NULL);
        done = status == BIGHT_OK;
        CHECK(done || status == BIGHT_ERROR_NO_MEMORY);
        CHECK(done || memcmp(&before, &s.map.positions[0], sizeof before) == 0);
        CHECK(state.held == 0);
    }
    CHECK(calls > 20);

    bight_error error = {0};
    plate.triangles[5] = plate.vertex_count;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, &body, 1, 0.001, NULL, &error) == BIGHT_ERROR_INVALID);
    plate.triangles[5] = 0;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, NULL, 1, 0.001, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, &body, 1, -1.0, NULL, &error) == BIGHT_ERROR_INVALID);
    plate.x[3].y = (double)NAN;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, &body, 1, 0.0, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "vertex 4 of body 1") != NULL);
    s.mesh.positions[2].x = HUGE_VAL;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, NULL, 0, 0.0, NULL, &error) == BIGHT_ERROR_INVALID);
    s.map.vertex_count--;
    CHECK(bight_dress_push_out(NULL, &s.mesh, &s.map, NULL, 0, 0.0, NULL, &error) == BIGHT_ERROR_INVALID);
    strike(&s);
    drop_sheet(&knot);
    drop_sheet(&plate);
}

RUN_TESTS(unit(pairs_are_those_of_brute_force), unit(pushes_are_the_slope_of_the_length),
          unit(old_pairs_weigh_more), unit(what_sits_in_a_sheet_comes_out),
          unit(what_no_walk_leads_out_of_comes_out), unit(what_cannot_come_out_is_no_worse),
          unit(bad_input_and_lost_memory_leave_the_map))
