// SPDX-License-Identifier: MIT
// Geodesics on meshes through the public header: great circles both ways round, helices of several turns, hulls, offsets.

#include "bight/geodesic.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct body {
    bight_vec3 x[12000];
    int32_t triangles[3 * 24000];
    bight_cloth_mesh mesh;
} body;

static body b;

static void begin(void)
{
    b.mesh = (bight_cloth_mesh){.positions = b.x, .triangles = b.triangles};
}

static void put(int32_t p, int32_t q, int32_t r)
{
    int32_t *t = b.triangles + 3 * b.mesh.triangle_count++;
    t[0] = p;
    t[1] = q;
    t[2] = r;
}

// Each side's vertices are its own, so that edges of the cube are seams of vertices at one place.
static void make_cube(int32_t m, bool round)
{
    begin();
    for (int32_t side = 0; side < 6; side++) {
        int32_t first = b.mesh.vertex_count, axis = side / 2;
        for (int32_t i = 0; i < (m + 1) * (m + 1); i++) {
            double p[3];
            p[axis] = side % 2;
            p[(axis + 1) % 3] = (double)(i % (m + 1)) / m;
            p[(axis + 2) % 3] = (double)(i / (m + 1)) / m;
            bight_vec3 at = v3(p[0], p[1], p[2]);
            if (round) {
                bight_vec3 q = v3(tan(0.25 * PI * (2 * at.x - 1)), tan(0.25 * PI * (2 * at.y - 1)),
                                  tan(0.25 * PI * (2 * at.z - 1)));
                at = v3_unit(q, v3(1, 0, 0));
                // the same from each side
                at = v3(ldexp(nearbyint(ldexp(at.x, 30)), -30), ldexp(nearbyint(ldexp(at.y, 30)), -30),
                        ldexp(nearbyint(ldexp(at.z, 30)), -30));
            }
            b.x[b.mesh.vertex_count++] = at;
        }
        for (int32_t i = 0; i < m * m; i++) {
            int32_t p = first + i / m * (m + 1) + i % m, q = p + 1, r = p + m + 2, s = p + m + 1;
            put(p, side % 2 ? q : r, side % 2 ? r : q);
            put(p, side % 2 ? r : s, side % 2 ? s : r);
        }
    }
}

// Open, of radius 1, round the y axis from 0 to `high`.
static void make_cylinder(int32_t around, int32_t along, double high)
{
    begin();
    for (int32_t i = 0; i < around * (along + 1); i++) {
        double a = 2 * PI * (i % around) / around;
        b.x[b.mesh.vertex_count++] = v3(cos(a), high * (i / around) / along, -sin(a));
    }
    for (int32_t i = 0; i < around * along; i++) {
        int32_t p = i, q = i / around * around + (i + 1) % around;
        put(p, q, q + around);
        put(p, q + around, p + around);
    }
}

static bight_geodesic find(const bight_geodesic_def *def)
{
    bight_geodesic way;
    bight_error error = {0};
    if (bight_geodesic_find(NULL, &b.mesh, def, &way, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return way;
}

// On a sphere all straight ways are great circles: the shorter one is d long, the other way round 2 pi - d.
TEST(both_ways_round_a_sphere)
{
    make_cube(29, true); // 10,092 triangles
    bi_random random = bi_random_from(3);
    double worst[2] = {0, 0};
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(20, 4); i++) {
        bight_vec3 p = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)),
                   q = v3_unit(bi_random_vec3(&random, 1.0), v3(0, 1, 0));
        double d = atan2(v3_length(v3_cross(p, q)), v3_dot(p, q));
        if (d < 0.4 || d > 2.6) {
            continue;
        }
        bight_vec3 away = v3_sub(p, q);
        bight_geodesic_def def = {.from = p, .to = &q};
        bight_geodesic one = find(&def);
        CHECK(one.turned == 0.0 && one.bend == 0.0 && !one.stopped);
        def.along = &away;
        def.length = 7.0;
        bight_geodesic other = find(&def);
        worst[0] = fmax(worst[0], fabs(one.length / d - 1.0));
        worst[1] = fmax(worst[1], fabs(other.length / (2 * PI - d) - 1.0));
        CHECK_SEED(v3_distance(v3_unit(other.points[other.count - 1], p), q) < 0.01, i);
        CHECK_SEED(fabs(other.turned) < 0.02 && other.bend < 0.001, i);
        bight_geodesic_free(NULL, &one);
        bight_geodesic_free(NULL, &other);
    }
    print_message("sphere, 10,092 faces: shorter way %.2g, longer way %.2g\n", worst[0], worst[1]);
    CHECK(worst[0] < 1e-3 && worst[1] < 1e-3);
}

// k whole turns more: sqrt((a + 2 pi k)^2 + h^2), by the direction in which it sets out.
TEST(helices_of_several_turns)
{
    make_cylinder(160, 60, 4.0); // 19,200 triangles
    bight_vec3 to = v3(cos(1.0), 3.5, -sin(1.0));
    for (int32_t k = -1; k <= 2; k++) {
        double turn = 1.0 + 2 * PI * k, exact = sqrt(turn * turn + 9.0);
        bight_vec3 along = v3(0, 3.0 + 0.02 * turn, -turn); // a little beside it
        bight_geodesic_def def = {.from = v3(1, 0.5, 0), .to = &to, .along = &along, .length = exact + 1.0};
        bight_geodesic way = find(&def);
        CHECK_NEAR(way.length, exact, 1e-3 * exact);
        CHECK(v3_distance(way.points[way.count - 1], to) < 1e-3);
        CHECK(fabs(way.turned) > 1e-4 && fabs(way.turned) < 0.05);
        bight_geodesic_free(NULL, &way);
    }
}

// The hull of a cube and of points within is the cube; points out of the surface are so far from it.
TEST(hulls_and_offsets)
{
    begin();
    bi_random random = bi_random_from(5);
    for (int32_t i = 0; i < 300; i++) {
        bight_vec3 r = bi_random_vec3(&random, 0.49);
        b.x[b.mesh.vertex_count++] =
            i < 8 ? v3(i & 1, i >> 1 & 1, i >> 2) : v3(0.5 + r.x, 0.5 + r.y, 0.5 + r.z);
    }
    put(0, 1, 9); // its own surface is not a cube at all
    bight_vec3 to = v3(1, 1, 1), up = v3(0, 1, 0.2);
    bight_geodesic_def def = {.from = v3(0, 0, 0), .to = &to, .hull = true};
    bight_geodesic way = find(&def);
    CHECK_NEAR(way.length, sqrt(5.0), 1e-9);
    CHECK(way.triangles == 12);
    bight_geodesic_free(NULL, &way);

    make_cube(6, false);
    def = (bight_geodesic_def){.from = v3(0.5, 0.5, 1), .along = &up, .length = 3.0, .offset = 0.25};
    way = find(&def);
    CHECK_NEAR(way.length, 3.0, 1e-12);
    for (int32_t i = 0; i < way.count; i++) {
        bight_vec3 p = way.points[i];
        bight_vec3 in = v3(fmin(1, fmax(0, p.x)), fmin(1, fmax(0, p.y)), fmin(1, fmax(0, p.z)));
        CHECK_SEED(fabs(v3_distance(p, in) - 0.25) < 1e-9, i);
    }
    bight_geodesic_free(NULL, &way);
}

// A cube whose sides are full of points, as it is and turned: on the hull of them opposite corners are sqrt 5 apart, whatever points
// lie between.
TEST(hulls_with_many_points_in_a_plane)
{
    bi_random random = bi_random_from(5);
    double worst = 0.0;
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(120, 24); i++) {
        make_cube(1 + i % 12, false);
        bight_vec3 x = v3(1, 0, 0), y = v3(0, 1, 0), z = v3(0, 0, 1);
        if (i % 2 == 0) { // then no side is in one plane to the last bit
            x = v3_unit(bi_random_vec3(&random, 1.0), x);
            y = v3_unit(v3_cross(x, bi_random_vec3(&random, 1.0)), y);
            z = v3_cross(x, y);
        }
        for (int32_t v = 0; v < b.mesh.vertex_count; v++) {
            bight_vec3 p = b.x[v];
            b.x[v] = v3_add(v3_mul(p.x, x), v3_add(v3_mul(p.y, y), v3_mul(p.z, z)));
        }
        bight_vec3 far = v3_add(x, v3_add(y, z));
        bight_geodesic_def corners = {.to = &far, .hull = true};
        bight_geodesic one = find(&corners);
        worst = fmax(worst, fabs(one.length - sqrt(5.0)));
        CHECK_SEED(fabs(one.length - sqrt(5.0)) < 1e-8, i);
        CHECK_SEED(one.triangles == 12, i);
        bight_geodesic_free(NULL, &one);
    }
    print_message("cubes with points in their sides: %.2g\n", worst);
}

TEST(what_cannot_be_found_is_said)
{
    make_cylinder(40, 10, 1.0);
    double half = PI / 40;
    bight_vec3 to = v3(-1, 0.5, 0), out = v3(cos(half), 0, -sin(half)), down = v3(0, -1, 0),
               nowhere = v3((double)NAN, 0, 0);
    const struct {
        bight_geodesic_def def;
        const char *words;
    } cases[] = {
        {{.from = v3(1, 0.5, 0)}, "nothing says where the way leads"},
        {{.from = v3(1, 0.5, 0), .along = &down}, "give a place to come to, or a direction and a length"},
        {{.from = v3(1, 0.5, 0), .to = &nowhere}, "must be numbers"},
        {{.from = v3(cos(half), 0.53, -sin(half)), .along = &out, .length = 1}, "square to the surface"},
        {{.from = v3(1, 0.5, 0), .to = &to, .along = &down, .length = 1.0},
         "no straight way of 1 m or less comes there"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_geodesic way;
        bight_error error = {0};
        CHECK(bight_geodesic_find(NULL, &b.mesh, &cases[i].def, &way, &error) == BIGHT_ERROR_INVALID);
        CHECK(way.points == NULL);
        if (strstr(error.message, cases[i].words) == NULL) {
            fail_msg("%s", error.message);
        }
    }
    bight_geodesic_def def = {.from = v3(1, 0.5, 0), .along = &down, .length = 4};
    bight_geodesic way = find(&def);
    CHECK(way.stopped);
    CHECK_NEAR(way.length, 0.5, 1e-6);
    bight_geodesic_free(NULL, &way);
}

TEST(memory_may_fail)
{
    make_cube(4, false);
    bight_vec3 to = v3(0.4, 0.5, 0), up = v3(0, 1, 0); // which no vertex is in the way of
    for (int32_t kind = 0; kind < 3; kind++) {
        bight_geodesic_def def = {
            .from = v3(0.5, 0.5, 1), .to = &to, .along = kind == 1 ? &up : NULL, .hull = kind == 2};
        for (int64_t fail = 1; fail < 60; fail++) {
            failing_allocator state = {.fail_at = fail};
            bight_env env = failing_env(&state);
            bight_geodesic way;
            bight_status status = bight_geodesic_find(&env, &b.mesh, &def, &way, NULL);
            CHECK_SEED(status == (state.calls < fail ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY), fail);
            bight_geodesic_free(&env.allocator, &way);
            CHECK_SEED(state.held == 0, fail);
        }
    }
}

RUN_TESTS(unit(both_ways_round_a_sphere), unit(helices_of_several_turns), unit(hulls_and_offsets),
          unit(hulls_with_many_points_in_a_plane), unit(what_cannot_be_found_is_said), unit(memory_may_fail))
