// SPDX-License-Identifier: MIT
// Untangling: the gradient of contour length, and sheets that start through each other.

#include "cloth/near.h"
#include "cloth/world.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/contour.h"

// ---- crossings judged apart from the solver's own lists ---------------------------------------------

// Proper edge-face pairs of all sheets of a world, by brute force with the exact test.
static int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    const bi_surface *surface = &world->topology.surface;
    for (int32_t e = 0; e < surface->edge_count; e++) {
        const int32_t *end = surface->edges + 2 * (size_t)e;
        bight_vec3 p = world->at[end[0]], q = world->at[end[1]];
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            const int32_t ranks[5] = {end[0], end[1], v[0], v[1], v[2]};
            const bight_vec3 x[5] = {p, q, world->at[v[0]], world->at[v[1]], world->at[v[2]]};
            bool common = false, far = false;
            for (int32_t k = 0; k < 3; k++) {
                common = common || v[k] == end[0] || v[k] == end[1];
            }
            far = (x[2].x > bi_max(p.x, q.x) && x[3].x > bi_max(p.x, q.x) && x[4].x > bi_max(p.x, q.x)) ||
                  (x[2].x < bi_min(p.x, q.x) && x[3].x < bi_min(p.x, q.x) && x[4].x < bi_min(p.x, q.x)) ||
                  (x[2].z > bi_max(p.z, q.z) && x[3].z > bi_max(p.z, q.z) && x[4].z > bi_max(p.z, q.z)) ||
                  (x[2].z < bi_min(p.z, q.z) && x[3].z < bi_min(p.z, q.z) && x[4].z < bi_min(p.z, q.z));
            count += !common && !far && bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

// ---- T11: the gradient ------------------------------------------------------------------------------

// A wavy sheet across a flat one, both of the same sheet as far as the world knows.
typedef struct pair_of_sheets {
    grid flat, wavy;
    bight_cloth_world *world;
} pair_of_sheets;

static pair_of_sheets two_sheets(uint64_t seed)
{
    pair_of_sheets pair = {.flat = grid_make(9, 9, 0.08, 0.08), .wavy = grid_make(8, 8, 0.05, 0.05)};
    bi_random random = bi_random_from(seed);
    for (int32_t i = 0; i < pair.wavy.vertex_count; i++) {
        bight_vec3 p = pair.wavy.positions[i];
        pair.wavy.positions[i] =
            v3_add(v3(p.x + 0.002 * sin(90.0 * p.z), p.z + 0.001, 0.3 * p.x + 0.004 * sin(70.0 * p.z)),
                   bi_random_vec3(&random, 2e-4));
    }
    for (int32_t i = 0; i < pair.flat.vertex_count; i++) {
        pair.flat.positions[i] = v3_add(pair.flat.positions[i], bi_random_vec3(&random, 1e-3));
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    pair.world = cloth_world(&def);
    cloth_add(pair.world, &pair.flat, NULL);
    cloth_add(pair.world, &pair.wavy, NULL);
    CHECK(bight_cloth_world_step(pair.world, NULL) == BIGHT_OK); // lists what is near
    memcpy(pair.world->at, pair.flat.positions, (size_t)pair.flat.vertex_count * sizeof(bight_vec3));
    memcpy(pair.world->at + pair.flat.vertex_count, pair.wavy.positions,
           (size_t)pair.wavy.vertex_count * sizeof(bight_vec3));
    return pair;
}

static void free_sheets(pair_of_sheets *pair)
{
    bight_cloth_world_destroy(pair->world);
    grid_free(&pair->flat);
    grid_free(&pair->wavy);
}

static double contour_length(bight_cloth_world *world)
{
    CHECK(bi_near_update(world, NULL) == BIGHT_OK);
    CHECK(bi_tangle_find(world) == BIGHT_OK);
    return world->tangle.contour_length;
}

static bight_vec3 face_normal(const bight_cloth_world *world, int32_t triangle)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    return v3_unit(
        v3_cross(v3_sub(world->at[v[1]], world->at[v[0]]), v3_sub(world->at[v[2]], world->at[v[0]])),
        v3(0, 0, 0));
}

static bight_vec3 along_of(const bight_cloth_world *world, const bi_crossing *crossing,
                           bi_crossing_place *place, bight_vec3 *e)
{
    bi_sheet all = {&world->topology.surface, world->at, NULL};
    *place = bi_crossing_locate(&all, NULL, crossing);
    const bi_surface *surface = &world->topology.surface;
    const int32_t *end = surface->edges + 2 * (size_t)crossing->edge;
    bight_vec3 corners[2];
    int32_t count = 0;
    for (int32_t i = surface->edge_first[crossing->edge]; i < surface->edge_first[crossing->edge + 1]; i++) {
        int32_t t = surface->edge_sides[i] / 3, k = surface->edge_sides[i] % 3;
        corners[count++] = world->at[world->topology.triangles[3 * t + (k + 2) % 3]];
    }
    *e = v3_unit(v3_sub(world->at[end[1]], world->at[end[0]]), v3(0, 0, 0));
    return bi_tangle_along(place->point, world->at[end[0]], world->at[end[1]],
                           face_normal(world, crossing->triangle), corners, count);
}

// Every vertex near the contour, every axis: the sum of the exact gradients of all crossings against
// differences of the length that another part of the program measures.
TEST(contour_gradient_against_differences)
{
    pair_of_sheets pair = two_sheets(1);
    bight_cloth_world *world = pair.world;
    CHECK(contour_length(world) > 0.03 && world->tangle.contours.count == 1);
    int32_t vertices = world->vertex_count;
    bight_vec3 *gradient = calloc((size_t)vertices, sizeof *gradient);
    for (int32_t i = 0; i < world->tangle.pierced.count; i++) {
        const bi_crossing *crossing = &world->tangle.pierced.items[i];
        bi_crossing_place place;
        bight_vec3 e, edge, face;
        bight_vec3 s = along_of(world, crossing, &place, &e);
        bi_tangle_gradient(s, e, face_normal(world, crossing->triangle), &edge, &face);
        const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
        const int32_t *corner = world->topology.triangles + 3 * (size_t)crossing->triangle;
        gradient[end[0]] = v3_madd(gradient[end[0]], 1.0 - place.t, edge);
        gradient[end[1]] = v3_madd(gradient[end[1]], place.t, edge);
        for (int32_t k = 0; k < 3; k++) {
            gradient[corner[k]] = v3_madd(gradient[corner[k]], place.w[k], face);
        }
    }
    int32_t tested = 0;
    for (int32_t i = 0; i < vertices; i++) {
        for (int32_t axis = 0; axis < 3; axis++) {
            double *x = axis == 0 ? &world->at[i].x : axis == 1 ? &world->at[i].y : &world->at[i].z;
            double found = axis == 0 ? gradient[i].x : axis == 1 ? gradient[i].y : gradient[i].z;
            double here = *x, h = 1e-8;
            *x = here + h;
            double plus = contour_length(world);
            *x = here - h;
            double minus = contour_length(world);
            *x = here;
            CHECK_NEAR((plus - minus) / (2.0 * h), found, 1e-6);
            tested += found != 0.0;
        }
    }
    CHECK(tested > 60);
    free(gradient);
    free_sheets(&pair);
}

// The pairwise form gives each pair equal and opposite pushes at one point: no net force, no net torque. And
// -1/2 of their sum is the derivative of the length when one sheet is shifted rigidly (note, section 7.3).
TEST(pairwise_form_is_balanced_and_means_a_shift)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pair_of_sheets pair = two_sheets(seed);
        bight_cloth_world *world = pair.world;
        contour_length(world);
        bight_vec3 force = v3(0, 0, 0), torque = v3(0, 0, 0), shift = v3(0, 0, 0);
        for (int32_t i = 0; i < world->tangle.pierced.count; i++) {
            const bi_crossing *crossing = &world->tangle.pierced.items[i];
            bi_crossing_place place;
            bight_vec3 e;
            bight_vec3 s = along_of(world, crossing, &place, &e);
            bight_vec3 push = bi_tangle_push(s, e, face_normal(world, crossing->triangle));
            const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
            const int32_t *corner = world->topology.triangles + 3 * (size_t)crossing->triangle;
            const int32_t v[5] = {end[0], end[1], corner[0], corner[1], corner[2]};
            const double w[5] = {1.0 - place.t, place.t, -place.w[0], -place.w[1], -place.w[2]};
            for (int32_t k = 0; k < 5; k++) {
                force = v3_madd(force, w[k], push);
                torque = v3_madd(torque, w[k], v3_cross(world->at[v[k]], push));
            }
            bool of_wavy = end[0] >= pair.flat.vertex_count;
            shift = v3_madd(shift, of_wavy ? -0.5 : 0.5, push);
        }
        CHECK_SEED(v3_length(force) <= 1e-12 && v3_length(torque) <= 1e-12, seed);
        for (int32_t axis = 0; axis < 3; axis++) {
            double length[2], h = 1e-7;
            for (int32_t n = 0; n < 2; n++) {
                for (int32_t i = pair.flat.vertex_count; i < world->vertex_count; i++) {
                    double *x = axis == 0 ? &world->at[i].x : axis == 1 ? &world->at[i].y : &world->at[i].z;
                    *x += n == 0 ? h : -2.0 * h;
                }
                length[n] = contour_length(world);
            }
            for (int32_t i = pair.flat.vertex_count; i < world->vertex_count; i++) {
                double *x = axis == 0 ? &world->at[i].x : axis == 1 ? &world->at[i].y : &world->at[i].z;
                *x += h;
            }
            double found = axis == 0 ? shift.x : axis == 1 ? shift.y : shift.z;
            CHECK_NEAR((length[0] - length[1]) / (2.0 * h), found, 1e-5);
        }
        free_sheets(&pair);
    }
}

// ---- T12: sheets that start through each other ------------------------------------------------------

typedef enum tangle { UPRIGHT_1G, UPRIGHT_5G, CORNER, POKE, SLANTED, BORDERS, PARALLEL } tangle;

// Where the second sheet (25 x 25, 120 mm) is, against the first in the plane y = 0.
static bight_vec3 place(tangle kind, bight_vec3 p)
{
    double u = p.x + 0.06, v = p.z + 0.06, c = sqrt(0.5), r2 = (p.x * p.x + p.z * p.z) / 4e-4;
    switch (kind) {
    case UPRIGHT_1G:
    case UPRIGHT_5G:
        return v3(0.9 * p.x + 0.0013, v - (kind == UPRIGHT_1G ? 0.001 : 0.005), 0.0007 + 0.1 * p.x);
    case CORNER:
        return v3(c * (u - v) + 0.0003, c * (u + v) - 0.012, 0.0011);
    case POKE: // a bump whose tip is 9.5 thicknesses through
        return v3(p.x + 0.0011, 0.003 - 0.0125 / (1.0 + r2 + 0.5 * r2 * r2), p.z + 0.0017);
    case SLANTED: // each is 5 mm through the other at its border
        return v3(p.x + 0.0003, 0.005 * p.x / 0.06, p.z + 0.0002);
    case BORDERS: // each border bent down like an L, one hooked under the other
        return v3(u + 0.0003, 0.005 - (u < 0.02 ? 0.5 * (0.02 - u) : 0.0), p.z + 0.0011);
    default: // parallel, and pushed 5 mm through in a wave
        return v3(p.x + 0.0009, 0.005 * (p.x / 0.06) * (1.0 - 0.5 * r2 / 9.0) - 0.0004, p.z + 0.0013);
    }
}

// How a contour went: what a step added to it at most, and how long it was at most.
typedef struct course {
    double start, last, longest, rise, late_rise; // metres; late: after step 20
} course;

static void follow(course *c, int32_t step, double length)
{
    c->start = step == 0 ? length : c->start;
    c->longest = bi_max(c->longest, length);
    if (step > 0) {
        c->rise = bi_max(c->rise, length - c->last);
    }
    if (step > 20) {
        c->late_rise = bi_max(c->late_rise, length - c->last);
    }
    c->last = length;
}

// The length falls to zero. On the way a contour may grow where cloth turns before it comes out: by less than
// half an edge (5 mm) a step and a tenth in all, and not at all after step 20 (T12). Sheets that are all
// but parallel cross along a curve that small motions send far, so nothing is asked of its length but that it
// ends.
TEST(sheets_come_apart)
{
    for (tangle kind = UPRIGHT_1G; kind <= PARALLEL; kind++) {
        grid first = grid_make(25, 25, 0.12, 0.12), second = grid_make(25, 25, 0.12, 0.12);
        for (int32_t i = 0; i < second.vertex_count; i++) {
            second.positions[i] = place(kind, second.positions[i]);
        }
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.gravity = v3(0, 0, 0);
        bight_cloth_world *world = cloth_world(&def);
        cloth_add(world, &first, NULL);
        cloth_add(world, &second, NULL);
        bight_cloth_report report = {0};
        CHECK(bi_cloth_build(world) == BIGHT_OK);
        int32_t clean = 0, steps = 0, at_start = count_crossings(world);
        course length = {0};
        for (; steps < 200 && clean < 20; steps++) {
            report = cloth_steps(world, 1);
            follow(&length, steps, report.contour_length);
            clean = report.intersections == 0 ? clean + 1 : 0;
        }
        CHECK(at_start > 10);
        CHECK_SEED(clean == 20 && count_crossings(world) == 0, kind);
        CHECK_SEED(length.start > 0.02 && length.last == 0.0, kind);
        if (kind <= CORNER) {
            CHECK_SEED(length.rise < 0.0025 && length.longest < 1.1 * length.start, kind);
            CHECK_SEED(length.late_rise <= 0.0, kind);
        }

        // and stay so
        report = cloth_steps(world, 30);
        CHECK_SEED(report.intersections == 0 && count_crossings(world) == 0, kind);
        bight_cloth_world_destroy(world);
        grid_free(&first);
        grid_free(&second);
    }
}

// Is this one of the intersections that there were between the first two sheets?
static bool is_of_first_two(const bight_cloth_world *world, const bi_crossing *crossing, int32_t third)
{
    const int32_t *end = world->topology.surface.edges + 2 * (size_t)crossing->edge;
    const int32_t *corner = world->topology.triangles + 3 * (size_t)crossing->triangle;
    return end[0] < third && corner[0] < third;
}

// Two sheets that are each 5 mm through the other at their borders, and a third close over both: whichever of
// the two goes up comes against the third, which is never crossed.
TEST(a_third_layer_is_not_crossed)
{
    grid sheets[3] = {grid_make(25, 25, 0.12, 0.12), grid_make(25, 25, 0.12, 0.12),
                      grid_make(25, 25, 0.12, 0.12)};
    for (int32_t i = 0; i < sheets[0].vertex_count; i++) {
        bight_vec3 p = place(SLANTED, sheets[1].positions[i]);
        sheets[1].positions[i] = p;
        sheets[2].positions[i] = v3_add(v3(p.x, bi_max(p.y, 0.0), p.z), v3(0.0004, 0.0003, 0.0003));
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    bight_cloth_world *world = cloth_world(&def);
    for (int32_t n = 0; n < 3; n++) {
        cloth_add(world, &sheets[n], NULL);
    }
    int32_t third = 2 * sheets[0].vertex_count, steps = 0, others = 0, first = -1;
    bight_cloth_report report;
    do {
        report = cloth_steps(world, 1);
        first = first < 0 ? report.intersections : first;
        for (int32_t i = 0; i < world->tangle.pierced.count; i++) {
            others += !is_of_first_two(world, &world->tangle.pierced.items[i], third);
        }
    } while (report.intersections > 0 && ++steps < 300);
    CHECK(first > 50 && others == 0 && report.intersections == 0);
    bight_cloth_world_destroy(world);
    for (int32_t n = 0; n < 3; n++) {
        grid_free(&sheets[n]);
    }
}

// The solver's own list of crossings against brute force, on a sheet crumpled at random.
TEST(crossings_are_all_found)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        grid g = grid_make(15, 15, 0.1, 0.1);
        bi_random random = bi_random_from(seed);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i] = v3_add(v3_mul(0.6, g.positions[i]), bi_random_vec3(&random, 0.01));
        }
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.gravity = v3(0, 0, 0);
        bight_cloth_world *world = cloth_world(&def);
        cloth_add(world, &g, NULL);
        for (int32_t i = 0; i < 5; i++) {
            bight_cloth_report report = cloth_steps(world, 1);
            int32_t expected = count_crossings(world);
            CHECK_SEED(report.intersections == expected && (i > 0 || expected > 20), seed);
        }
        bight_cloth_world_destroy(world);
        grid_free(&g);
    }
}

RUN_TESTS(unit(contour_gradient_against_differences), unit(pairwise_form_is_balanced_and_means_a_shift),
          unit(sheets_come_apart), unit(a_third_layer_is_not_crossed), unit(crossings_are_all_found))
