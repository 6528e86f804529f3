// SPDX-License-Identifier: MIT
// Pipes: rings, transport, caps, places.

#include "bight/pipe.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "geom/mesh.h"
#include "test.h"

#include <string.h>

// A trefoil, closed or without its closing link.
static void trefoil(bight_vec3 *points, double *radii, int32_t count, double radius)
{
    for (int32_t k = 0; k < count; k++) {
        double t = 2.0 * PI * k / count;
        points[k] = v3(sin(t) + 2.0 * sin(2.0 * t), cos(t) - 2.0 * cos(2.0 * t), -sin(3.0 * t));
        radii[k] = radius * (1.0 + 0.3 * sin(5.0 * t));
    }
}

static bight_pipe pipe_of(const bight_vec3 *points, const double *radii, int32_t count, bool closed,
                          const bight_pipe_options *options)
{
    bight_axis_strand strand = {.points = points, .radii = radii, .count = count, .closed = closed};
    bight_axis axis = {&strand, 1};
    bight_pipe pipe;
    bight_error error = {0};
    if (bight_pipe_make(NULL, &axis, options, &pipe, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return pipe;
}

// The directions of a ring across link `link`, as angles from vertex 0: they must be 2 pi j / sides.
static double worst_angle(const bight_pipe *pipe, int32_t ring, bight_vec3 d)
{
    const bight_vec3 *p = pipe->positions + (size_t)ring * (size_t)pipe->sides;
    bight_vec3 e1 = v3(0, 0, 0), e2 = e1;
    double worst = 0.0;
    for (int32_t j = 0; j < pipe->sides; j++) {
        bight_vec3 w = v3_sub(p[j], pipe->rings[ring].centre);
        w = v3_madd(w, -v3_dot(w, d), d);
        if (j == 0) {
            e1 = v3_unit(w, w);
            e2 = v3_cross(d, e1);
        }
        double angle = atan2(v3_dot(w, e2), v3_dot(w, e1)), wanted = 2.0 * PI * j / pipe->sides;
        double off = remainder(angle - wanted, 2.0 * PI);
        worst = fmax(worst, fabs(off));
    }
    return worst;
}

// Note T2: every vertex at its radius in its plane, rings without twist seen along each link, equal angles.
TEST(rings_lie_in_their_planes_without_twist)
{
    enum { COUNT = 200 };
    bight_vec3 points[COUNT];
    double radii[COUNT];
    static const int32_t sides[] = {3, 4, 7, 24, 256};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (int32_t closed = 0; closed < 2; closed++) {
            trefoil(points, radii, COUNT, 0.25);
            bight_pipe_options options = {.sides = sides[i], .orientation = 0.3};
            bight_pipe pipe = pipe_of(points, radii, COUNT, closed != 0, &options);
            int32_t links = closed ? COUNT : COUNT - 1;
            for (int32_t k = 0; k < COUNT; k++) {
                const bight_pipe_ring *ring = &pipe.rings[k];
                for (int32_t j = 0; j < pipe.sides; j++) {
                    bight_vec3 w = v3_sub(pipe.positions[k * pipe.sides + j], ring->centre);
                    CHECK_NEAR(v3_length(w), ring->radius, 1e-12 * 4.0);
                    CHECK_NEAR(v3_dot(w, ring->normal), 0.0, 1e-12 * 4.0);
                }
            }
            for (int32_t k = 0; k < links; k++) {
                int32_t next = (k + 1) % COUNT;
                bight_vec3 d = v3_unit(v3_sub(points[next], points[k]), v3(1, 0, 0));
                CHECK(worst_angle(&pipe, k, d) < 1e-10);
                CHECK(worst_angle(&pipe, next, d) < 1e-10);

                // twist of a link: from vertex 0 of its first ring to that of its second
                bight_vec3 a = v3_sub(pipe.positions[k * pipe.sides], pipe.rings[k].centre);
                bight_vec3 b = v3_sub(pipe.positions[next * pipe.sides], pipe.rings[next].centre);
                a = v3_unit(v3_madd(a, -v3_dot(a, d), d), d);
                b = v3_unit(v3_madd(b, -v3_dot(b, d), d), d);
                double twist = atan2(v3_dot(v3_cross(a, b), d), v3_dot(a, b));
                double from = pipe.rings[k].twist, to = pipe.rings[next].twist;
                if (next == 0) {
                    // what is left over after once round is spread evenly: the last link has its share too
                    double link = pipe.strands[0].length - pipe.rings[k].arc;
                    to = from + pipe.rings[1].twist * link / pipe.rings[1].arc;
                }
                CHECK_NEAR(twist, to - from, 1e-10);
            }
            CHECK(closed || pipe.rings[COUNT - 1].twist == 0.0);
            CHECK(!closed || fabs(pipe.rings[COUNT - 1].twist) > 0.01);
            bight_pipe_free(NULL, &pipe);
        }
    }
}

// Note T3: one ring step of orientation renames the vertices; once round is nothing.
TEST(orientation_turns_the_rings)
{
    enum { COUNT = 80, SIDES = 12 };
    bight_vec3 points[COUNT];
    double radii[COUNT];
    trefoil(points, radii, COUNT, 0.2);
    bight_pipe_options options = {.sides = SIDES};
    bight_pipe pipe = pipe_of(points, radii, COUNT, false, &options);
    options.orientation = 2.0 * PI / SIDES;
    bight_pipe step = pipe_of(points, radii, COUNT, false, &options);
    options.orientation = 2.0 * PI;
    bight_pipe round = pipe_of(points, radii, COUNT, false, &options);
    for (int32_t k = 0; k < COUNT; k++) {
        for (int32_t j = 0; j < SIDES; j++) {
            bight_vec3 p = step.positions[k * SIDES + j];
            CHECK_NEAR(v3_distance(p, pipe.positions[k * SIDES + (j + 1) % SIDES]), 0.0, 1e-12);
            CHECK_NEAR(v3_distance(round.positions[k * SIDES + j], pipe.positions[k * SIDES + j]), 0.0,
                       1e-12);
        }
    }
    bight_pipe_free(NULL, &pipe);
    bight_pipe_free(NULL, &step);
    bight_pipe_free(NULL, &round);
}

// Note T4: a rigid motion of the axis moves the surface rigidly: its edges keep their lengths, up to the
// turn of the first ring, and the distance of vertices of two rings keeps that of their centres in view.
TEST(rigid_motion_moves_the_pipe_rigidly)
{
    enum { COUNT = 100, SIDES = 16 };
    bight_vec3 points[COUNT], moved[COUNT];
    double radii[COUNT];
    trefoil(points, radii, COUNT, 0.2);
    bight_pipe_options options = {.sides = SIDES};
    bight_pipe pipe = pipe_of(points, radii, COUNT, false, &options);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 u = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)),
                   shift = bi_random_vec3(&random, 3.0);
        double angle = bi_random_range(&random, -PI, PI);
        for (int32_t k = 0; k < COUNT; k++) {
            // Rodrigues
            bight_vec3 p = points[k], c = v3_cross(u, p);
            p = v3_madd(v3_madd(v3_mul(cos(angle), p), sin(angle), c), (1.0 - cos(angle)) * v3_dot(u, p), u);
            moved[k] = v3_add(p, shift);
        }

        // the turn of the first ring is not that of the motion: measured, and taken back
        bight_pipe other = pipe_of(moved, radii, COUNT, false, &options);
        bight_vec3 w = v3_sub(pipe.positions[0], points[0]), c = v3_cross(u, w);
        w = v3_madd(v3_madd(v3_mul(cos(angle), w), sin(angle), c), (1.0 - cos(angle)) * v3_dot(u, w), u);
        bight_vec3 e = v3_sub(other.positions[0], moved[0]), d = other.rings[0].normal;
        options.orientation = atan2(v3_dot(v3_cross(e, w), d), v3_dot(e, w));
        bight_pipe_free(NULL, &other);
        other = pipe_of(moved, radii, COUNT, false, &options);
        for (int32_t v = 0; v < pipe.vertex_count; v++) {
            bight_vec3 p = pipe.positions[v];
            c = v3_cross(u, p);
            p = v3_madd(v3_madd(v3_mul(cos(angle), p), sin(angle), c), (1.0 - cos(angle)) * v3_dot(u, p), u);
            CHECK_SEED(v3_distance(v3_add(p, shift), other.positions[v]) < 1e-10, seed);
        }
        options.orientation = 0.0;
        bight_pipe_free(NULL, &other);
    }
    bight_pipe_free(NULL, &pipe);
}

// Note T5: the other way along, the same surface up to orientation.
TEST(reversed_strand_has_the_same_surface)
{
    enum { COUNT = 90, SIDES = 10 };
    bight_vec3 points[COUNT], back[COUNT];
    double radii[COUNT], radii_back[COUNT];
    trefoil(points, radii, COUNT, 0.2);
    for (int32_t k = 0; k < COUNT; k++) {
        back[k] = points[COUNT - 1 - k];
        radii_back[k] = radii[COUNT - 1 - k];
    }
    bight_pipe_options options = {.sides = SIDES};
    bight_pipe pipe = pipe_of(points, radii, COUNT, false, &options);
    bight_pipe other = pipe_of(back, radii_back, COUNT, false, &options);

    // what its first ring is turned by against the other's last
    bight_vec3 a = v3_sub(other.positions[0], back[0]), d = other.rings[0].normal;
    bight_vec3 b = v3_sub(pipe.positions[(COUNT - 1) * SIDES], points[COUNT - 1]);
    options.orientation = atan2(v3_dot(v3_cross(a, b), d), v3_dot(a, b));
    bight_pipe_free(NULL, &other);
    other = pipe_of(back, radii_back, COUNT, false, &options);
    for (int32_t k = 0; k < COUNT; k++) {
        for (int32_t j = 0; j < SIDES; j++) {
            bight_vec3 p = pipe.positions[(COUNT - 1 - k) * SIDES + (SIDES - j) % SIDES];
            CHECK_NEAR(v3_distance(p, other.positions[k * SIDES + j]), 0.0, 1e-10);
        }
    }
    bight_pipe_free(NULL, &pipe);
    bight_pipe_free(NULL, &other);
}

// Note T5: a straight strand is a prism of area 2 res r L sin(pi / res), closed, with its volume outward.
TEST(straight_strand_is_a_prism)
{
    static const bight_vec3 ways[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.3, -0.99, 1e-7}, {-2, 1, 3}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        enum { COUNT = 7 };
        bight_vec3 points[COUNT];
        double radii[COUNT];
        bight_vec3 way = v3_unit(ways[w], v3(1, 0, 0));
        for (int32_t k = 0; k < COUNT; k++) {
            points[k] = v3_mul(0.5 * k * k / 18.0, way);
            radii[k] = 0.1;
        }
        for (int32_t sides = 3; sides < 40; sides += 6) {
            bight_pipe_options options = {.sides = sides, .open_ends = true};
            bight_pipe pipe = pipe_of(points, radii, COUNT, false, &options);
            bight_mesh mesh = {.positions = pipe.positions, .triangles = pipe.triangles};
            mesh.vertex_count = pipe.vertex_count;
            mesh.triangle_count = pipe.triangle_count;
            double area = 2.0 * sides * 0.1 * 1.0 * sin(PI / sides);
            CHECK_NEAR(bi_mesh_area(&mesh), area, 1e-12);
            bight_pipe_free(NULL, &pipe);

            options.open_ends = false;
            pipe = pipe_of(points, radii, COUNT, false, &options);
            mesh = (bight_mesh){.positions = pipe.positions, .triangles = pipe.triangles};
            mesh.vertex_count = pipe.vertex_count;
            mesh.triangle_count = pipe.triangle_count;
            double across = 0.5 * sides * 0.01 * sin(2.0 * PI / sides);
            CHECK_NEAR(bi_mesh_area(&mesh), area + 2.0 * across, 1e-12);
            CHECK_NEAR(bi_mesh_volume(&mesh), across, 1e-12);
            bight_error error = {0};
            CHECK(bi_mesh_check_closed(NULL, &mesh, &error) == BIGHT_OK);
            bight_pipe_free(NULL, &pipe);
        }
    }
}

// A fat trefoil goes through itself, a thin one does not; a closed one is watertight.
TEST(crossings_are_counted)
{
    enum { COUNT = 160 };
    bight_vec3 points[COUNT];
    double radii[COUNT];
    int64_t pairs = -1;
    int32_t place[2] = {-1, -1};
    for (int32_t closed = 0; closed < 2; closed++) {
        trefoil(points, radii, COUNT, 0.25);
        bight_pipe pipe = pipe_of(points, radii, COUNT, closed != 0, NULL);
        CHECK(bight_pipe_crossings(NULL, &pipe, &pairs, place) == BIGHT_OK);
        CHECK(pairs == 0);
        bight_mesh mesh = {.positions = pipe.positions, .triangles = pipe.triangles};
        mesh.vertex_count = pipe.vertex_count;
        mesh.triangle_count = pipe.triangle_count;
        CHECK(bi_mesh_check_closed(NULL, &mesh, NULL) == BIGHT_OK);
        CHECK(bi_mesh_volume(&mesh) > 0.0);
        bight_pipe_free(NULL, &pipe);
        trefoil(points, radii, COUNT, 0.9);
        pipe = pipe_of(points, radii, COUNT, closed != 0, NULL);
        CHECK(bight_pipe_crossings(NULL, &pipe, &pairs, place) == BIGHT_OK);
        CHECK(pairs > 0 && place[0] == 0 && place[1] == 0);
        bight_pipe_free(NULL, &pipe);
    }
}

// A place lies on the triangle that it names, at the arc and the angle asked for.
TEST(places_lie_on_their_triangles)
{
    enum { COUNT = 60 };
    bight_vec3 points[COUNT];
    double radii[COUNT];
    trefoil(points, radii, COUNT, 0.2);
    bight_pipe_options options = {.sides = 9};
    for (int32_t closed = 0; closed < 2; closed++) {
        bight_pipe pipe = pipe_of(points, radii, COUNT, closed != 0, &options);
        double length = pipe.strands[0].length;
        for (uint64_t seed = 1; seed <= 2000; seed++) {
            bi_random random = bi_random_from(seed);
            double arc = bi_random_range(&random, -0.2, 1.2) * length;
            double angle = bi_random_range(&random, -20.0, 20.0);
            bight_pipe_place place = bight_pipe_at(&pipe, 0, arc, angle);
            CHECK(!(bight_pipe_radius(&pipe, 0, arc) < place.radius) &&
                  !(bight_pipe_radius(&pipe, 0, arc) > place.radius));
            const int32_t *corner = pipe.triangles + 3 * (size_t)place.triangle;
            bight_vec3 a = pipe.positions[corner[0]], b = pipe.positions[corner[1]];
            bight_vec3 c = pipe.positions[corner[2]];
            bight_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
            double area = v3_length(n);
            CHECK_SEED(fabs(v3_dot(v3_sub(place.point, a), n)) < 1e-12 * area * 10.0, seed);

            // weights of the corners are not negative
            double wa = v3_dot(v3_cross(v3_sub(b, place.point), v3_sub(c, place.point)), n);
            double wb = v3_dot(v3_cross(v3_sub(c, place.point), v3_sub(a, place.point)), n);
            double wc = v3_dot(v3_cross(v3_sub(a, place.point), v3_sub(b, place.point)), n);
            double slack = -1e-9 * area * area;
            CHECK_SEED(wa >= slack && wb >= slack && wc >= slack, seed);
            CHECK_SEED(v3_dot(n, place.outward) > 0.0 && fabs(v3_dot(place.outward, place.along)) < 1e-12,
                       seed);
        }

        // at rings and corners it is the vertex
        for (int32_t k = 0; k < COUNT - 1; k++) {
            for (int32_t j = 0; j < 9; j++) {
                bight_vec3 p = bight_pipe_at(&pipe, 0, pipe.rings[k].arc, 2.0 * PI * j / 9).point;
                CHECK_NEAR(v3_distance(p, pipe.positions[9 * k + j]), 0.0, 1e-12);
            }
        }
        bight_pipe_free(NULL, &pipe);
    }
}

// Oracle: the last ring that is not behind the place, looked for one by one.
TEST(places_between_uneven_rings_are_found)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t count = 2 + (int32_t)(bi_random_bits(&random) % 40);
        bight_vec3 points[41];
        double radii[41], x = 0.0;
        for (int32_t i = 0; i < count; i++) {
            points[i] = v3(x, 0, 0);
            radii[i] = 0.001 + 0.001 * bi_random_unit(&random);
            x += bi_random_unit(&random) < 0.3 ? 0.3 : 0.003;
        }
        bight_pipe pipe = pipe_of(points, radii, count, false, &(bight_pipe_options){.sides = 3});
        for (int32_t i = 0; i <= 60; i++) {
            double arc = pipe.strands[0].length * (i - 5) / 50.0;
            int32_t ring = 0;
            while (ring + 2 < pipe.strands[0].ring_count && pipe.rings[ring + 1].arc <= arc) {
                ring++;
            }
            const bight_pipe_ring *r = &pipe.rings[ring];
            double t = (arc - r[0].arc) / (r[1].arc - r[0].arc);
            t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
            double found = bight_pipe_radius(&pipe, 0, arc);
            CHECK_SEED(fabs(found - (r[0].radius + t * (r[1].radius - r[0].radius))) < 1e-15, seed);
        }
        bight_pipe_free(NULL, &pipe);
    }
}

TEST(bad_axes_are_refused)
{
    bight_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    double radii[4] = {0.1, 0.1, 0.1, 0.1};
    bight_axis_strand strand = {.points = points, .radii = radii, .count = 4};
    bight_axis axis = {&strand, 1};
    bight_pipe_options options = {0};
    bight_pipe pipe;
    bight_error error;
#define REFUSED(word)                                                                                        \
    do {                                                                                                     \
        error = (bight_error){0};                                                                            \
        CHECK(bight_pipe_make(NULL, &axis, &options, &pipe, &error) == BIGHT_ERROR_INVALID);                 \
        CHECK(strstr(error.message, word) != NULL && pipe.vertex_count == 0 && pipe.positions == NULL);      \
    } while (0)
    options.sides = 2;
    REFUSED("3 to 256");
    options.sides = 257;
    REFUSED("3 to 256");
    options = (bight_pipe_options){.orientation = (double)NAN};
    REFUSED("orientation");
    options = (bight_pipe_options){0};
    radii[2] = 0.0;
    REFUSED("node 2 of strand 0");
    radii[2] = 0.1;
    points[1].y = (double)NAN;
    REFUSED("node 1 of strand 0");
    points[1] = points[0];
    REFUSED("link 0 of strand 0");
    points[1] = v3(1, 0, 0);
    points[3] = v3(1, 0.01, 0);
    REFUSED("node 2");
    strand.count = 1;
    REFUSED("2 to 4096");
    axis.strand_count = 0;
    REFUSED("1 to 16");
}

RUN_TESTS(unit(rings_lie_in_their_planes_without_twist), unit(orientation_turns_the_rings),
          unit(rigid_motion_moves_the_pipe_rigidly), unit(reversed_strand_has_the_same_surface),
          unit(straight_strand_is_a_prism), unit(crossings_are_counted), unit(places_lie_on_their_triangles),
          unit(places_between_uneven_rings_are_found), unit(bad_axes_are_refused))
