// SPDX-License-Identifier: MIT
// Linking integrals against numerical integration, theta-curves with known cycles, lassos against flat loops.

#include "bight/chain.h"
#include "bight/knot_invariant.h"
#include "bight/link.h"
#include "core/random.h"
#include "shapes.h"
#include "test.h"

#include <math.h>

#define MOST 24

static int32_t random_curve(bi_random *random, bight_vec3 *points, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = bi_random_vec3(random, 1.0);
    }
    return count;
}

// Gauss's double integral by the midpoint rule with Richardson's step, nothing shared with the closed form.
static double integral_of(const bight_curve *one, const bight_curve *two, int32_t pieces)
{
    double sum = 0.0;
    int32_t n = one->count - !one->closed, m = two->count - !two->closed;
    for (int32_t i = 0; i < n; i++) {
        bight_vec3 a = one->points[i], u = v3_sub(one->points[(i + 1) % one->count], a);
        for (int32_t k = 0; k < m; k++) {
            bight_vec3 b = two->points[k], v = v3_sub(two->points[(k + 1) % two->count], b);
            for (int32_t s = 0; s < pieces; s++) {
                for (int32_t t = 0; t < pieces; t++) {
                    bight_vec3 p = v3_madd(a, (s + 0.5) / pieces, u), q = v3_madd(b, (t + 0.5) / pieces, v);
                    bight_vec3 r = v3_sub(p, q);
                    double l = v3_length(r);
                    sum += v3_dot(r, v3_cross(u, v)) / (l * l * l);
                }
            }
        }
    }
    return sum / pieces / pieces / 12.566370614359172954;
}

TEST(the_integral_is_that_of_gauss)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 p[MOST], q[MOST];
        int32_t n = random_curve(&random, p, 3 + bi_random_below(&random, 3));
        int32_t m = random_curve(&random, q, 3 + bi_random_below(&random, 3));
        for (int32_t k = 0; k < m; k++) {
            q[k].x += 1.7; // apart enough for the midpoint rule
        }
        bight_curve one = {p, n, seed % 2 == 0}, two = {q, m, seed % 3 == 0};
        double value, coarse = integral_of(&one, &two, 40), fine = integral_of(&one, &two, 80);
        CHECK(bight_curves_gauss(NULL, &one, &two, &value) == BIGHT_OK);
        double exact = fine + (fine - coarse) / 3.0;
        CHECK_SEED(fabs(value - exact) < 1e-3 * (1.0 + fabs(exact)), seed);
    }
}

// Of closed curves it is the linking number; the writhe of a curve and its crossings by looking from many sides.
TEST(closed_curves_and_writhe)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        bi_random random = bi_random_from(100 + seed);
        bight_vec3 p[MOST], q[MOST];
        int32_t n = random_curve(&random, p, 8), m = random_curve(&random, q, 8), linking[4];
        bight_curve pair[2] = {{p, n, true}, {q, m, true}};
        double value;
        CHECK(bight_curves_linking(NULL, NULL, pair, 2, NULL, linking, NULL) == BIGHT_OK);
        CHECK(bight_curves_gauss(NULL, &pair[0], &pair[1], &value) == BIGHT_OK);
        CHECK_SEED(fabs(value - linking[1]) < 1e-9, seed);
    }

    // mean over directions of the signed crossings in the plane, for one open curve
    bi_random random = bi_random_from(7);
    bight_vec3 p[MOST];
    bight_curve curve = {p, random_curve(&random, p, 9), false};
    double writhe, crossings, signs = 0.0, count = 0.0;
    int32_t looks = LESS_WHEN_CHECKED(40000, 20000);
    CHECK(bight_curve_writhe(NULL, &curve, &writhe, &crossings) == BIGHT_OK);
    for (int32_t look = 0; look < looks; look++) {
        bight_vec3 d;
        do {
            d = bi_random_vec3(&random, 1.0);
        } while (v3_length(d) > 1.0 || v3_length(d) < 0.1);
        for (int32_t i = 0; i + 1 < curve.count; i++) {
            for (int32_t k = i + 2; k + 1 < curve.count; k++) {
                bight_vec3 a = p[i], b = p[i + 1], e = p[k], f = p[k + 1];
                double s1 = v3_dot(d, v3_cross(v3_sub(b, a), v3_sub(e, a)));
                double s2 = v3_dot(d, v3_cross(v3_sub(b, a), v3_sub(f, a)));
                double s3 = v3_dot(d, v3_cross(v3_sub(f, e), v3_sub(a, e)));
                double s4 = v3_dot(d, v3_cross(v3_sub(f, e), v3_sub(b, e)));
                if (s1 * s2 < 0.0 && s3 * s4 < 0.0) {
                    double side = v3_dot(v3_sub(e, a), v3_cross(v3_sub(b, a), v3_sub(f, e)));
                    signs += side > 0.0 ? 1.0 : -1.0;
                    count += 1.0;
                }
            }
        }
    }
    CHECK(fabs(fabs(signs / looks) - fabs(writhe)) < 0.05 && fabs(count / looks - crossings) < 0.05);
}

// A trefoil's closed braid cut by a bridge between two points of an outer strand, which is short, so that one cycle keeps
// the whole knot and the other is a small unknot.
TEST(theta_curves_have_three_cycles)
{
    static shape s;
    static const int32_t word[] = {1, 1, 1, 0};
    shape_braid(&s, word);
    s.points[0].x -= 1.0; // off the straight line of the outer strand
    s.points[s.count - 1].x -= 1.5;
    bight_knot_result cycles[BIGHT_THETA_CYCLES];
    for (int32_t closed = 0; closed < 2; closed++) {
        bight_curve curve = shape_curve(&s, closed == 1);
        int32_t named = 0;
        for (int32_t first = 0; first + 2 < s.count; first++) {
            bight_error error = {0};
            bight_status status =
                bight_theta_identify(NULL, NULL, &curve, first, first + 2, NULL, cycles, &error);
            CHECK(status == BIGHT_OK || status == BIGHT_ERROR_INVALID);
            if (status != BIGHT_OK) {
                continue;
            }
            named++;
            CHECK(strcmp(cycles[BIGHT_THETA_WHOLE].name, "3_1") == 0);
            CHECK(strcmp(cycles[BIGHT_THETA_LOOP].name, "0_1") == 0); // a triangle
        }
        CHECK(named > 5);

        // a bridge between its ends leaves the whole knot in the loop, and a bridge alone for the rest
        int32_t last = s.count - 1 - closed;
        CHECK(bight_theta_identify(NULL, NULL, &curve, 0, last, NULL, cycles, NULL) == BIGHT_OK);
        CHECK(strcmp(cycles[BIGHT_THETA_LOOP].name, "3_1") == 0);
        CHECK(strcmp(cycles[BIGHT_THETA_REST].name, "0_1") == 0);
    }
    bight_curve curve = shape_curve(&s, false);
    CHECK(bight_theta_identify(NULL, NULL, &curve, 3, 4, NULL, cycles, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_theta_identify(NULL, NULL, &curve, 3, s.count, NULL, cycles, NULL) == BIGHT_ERROR_INVALID);
}

// A flat convex loop's surface is the loop's inside: the tails are counted where they go through its plane there.
TEST(tails_go_through_flat_loops)
{
    int32_t through = 0;
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 10); seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[60];
        int32_t loop = 12, tails = 6 + bi_random_below(&random, 8), before = (int32_t)(seed % 3) * tails / 2;
        double turn = bi_random_range(&random, 0.0, 6.0);
        for (int32_t i = 0; i < loop; i++) {
            double angle = turn + 6.283185307179586 * i / loop;
            points[before + i] = v3(cos(angle), sin(angle), 0.0);
        }
        for (int32_t i = 0; i < before + tails; i++) {
            int32_t place = i < before ? i : i + loop;
            points[place] = bi_random_vec3(&random, 1.3);
        }
        bight_curve curve = {points, before + loop + tails, false};
        bight_piercing piercings[60];
        int32_t count, expected = 0;
        double area;
        CHECK(bight_lasso_piercings(NULL, &curve, before, before + loop - 1, piercings, 60, &count, &area,
                                    NULL) == BIGHT_OK);
        CHECK_SEED(fabs(area - 6.0 * sin(6.283185307179586 / 12)) < 1e-3, seed);
        for (int32_t e = 0; e + 1 < curve.count; e++) {
            bool of_loop = e >= before && e < before + loop - 1,
                 touches = e == before - 1 || e == before + loop - 1;
            bight_vec3 p = points[e], q = points[e + 1];
            if (of_loop || touches || (p.z > 0.0) == (q.z > 0.0)) {
                continue;
            }
            double t = p.z / (p.z - q.z), x = p.x + t * (q.x - p.x), y = p.y + t * (q.y - p.y);
            bool inside = true;
            for (int32_t i = 0; i < loop; i++) {
                bight_vec3 a = points[before + i], b = points[before + (i + 1) % loop];
                inside = inside && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0.0;
            }
            if (inside) {
                CHECK_SEED(expected < count && piercings[expected].vertex == e, seed);
                CHECK_SEED(piercings[expected].sign == (q.z > 0.0 ? 1 : -1), seed);
                expected++;
            }
        }
        CHECK_SEED(count == expected, seed);
        through += count;
    }
    CHECK(through > LESS_WHEN_CHECKED(60, 10));
}

// A saddle's surface has less area than the cone over it; and tails that come back at once do not count.
TEST(surfaces_shrink_and_pairs_cancel)
{
    bight_vec3 points[40];
    for (int32_t i = 0; i < 36; i++) {
        double angle = 6.283185307179586 * i / 36;
        points[i] = v3(cos(angle), sin(angle), 0.5 * cos(2.0 * angle));
    }
    points[36] = v3(3, 0, 0);
    bight_curve curve = {points, 37, false};
    bight_piercing piercings[8] = {{0, 1}};
    int32_t count, deep[2];
    double area, cone = 0.0;
    CHECK(bight_lasso_piercings(NULL, &curve, 0, 35, piercings, 8, &count, &area, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < 36; i++) {
        cone += 0.5 * v3_length(v3_cross(points[i], points[(i + 1) % 36]));
    }
    CHECK(count == 0 && area < 0.99 * cone && area > 3.0);
    bight_piercing list[7] = {{2, 1}, {5, -1}, {20, 1}, {22, -1}, {24, -1}, {45, 1}, {49, 1}};
    bight_lasso_deep(list, 7, 10, 10, deep);
    CHECK(deep[0] == 0 && deep[1] == 3 && list[0].vertex == 24 && list[0].sign == -1 && list[2].vertex == 49);
    CHECK(bight_lasso_piercings(NULL, &curve, 5, 6, piercings, 8, &count, &area, NULL) ==
          BIGHT_ERROR_INVALID);
}

static bight_knotoid one, two;

// The closure of a braid, cut open at its outside, seen from above: its polynomial is the knot's Jones polynomial in t = A^-4,
// which is computed in another way; and the ends do not meet the shortcut.
TEST(knotoids_of_cut_knots_have_jones_polynomials)
{
    static const int32_t words[4][12] = {
        {1, 1, 1, 0}, {1, -2, 1, -2, 0}, {-1, -1, -1, -1, -1, 0}, {1, 1, 1, 2, -1, 2, 0}};
    static shape s;
    for (int32_t k = 0; k < 4; k++) {
        int32_t length = 0;
        while (words[k][length] != 0) {
            length++;
        }
        bight_diagram *diagram = NULL;
        bight_terms jones = {0};
        bight_error error = {0};
        CHECK(bight_diagram_from_braid(NULL, words[k], length, 0, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, NULL) == BIGHT_OK);
        shape_braid(&s, words[k]);
        bight_curve curve = shape_curve(&s, false);
        bight_status status = BIGHT_ERROR_INVALID;
        for (int32_t look = 1; look <= 4 && status == BIGHT_ERROR_INVALID; look++) {
            status = bight_knotoid_of(NULL, &curve, v3(0.0113 * look, 0.00717, 1), &one, &error);
        }
        CHECK_SEED(status == BIGHT_OK, k);
        int32_t found = 0, nonzero = 0;
        for (int32_t a = 0; a <= 2 * BIGHT_KNOTOID_HALF; a++) {
            for (int32_t u = 0; u <= 2 * BIGHT_KNOTOID_MOST; u++) {
                nonzero += one.coefficients[a][u] != 0;
            }
        }
        for (int32_t i = 0; i < jones.count; i++) {
            int32_t a = -4 * jones.terms[i].v / 2;
            found +=
                one.coefficients[a + BIGHT_KNOTOID_HALF][BIGHT_KNOTOID_MOST] == jones.terms[i].coefficient;
        }
        CHECK_SEED(found == jones.count && nonzero == found, k);
        bight_terms_free(NULL, &jones);
        bight_diagram_free(diagram);
    }
}

// What is seen stays the same when the curve moves freely of the lines through its ends, and has another shortcut when the
// picture is turned over (the curve seen from behind has the mirror image's picture with levels exchanged: the same knotoid).
TEST(knotoids_do_not_change_with_the_picture)
{
    int32_t several = 0, compared = 0;
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(150, 20); seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[MOST], fine[3 * MOST];
        int32_t n = random_curve(&random, points, 9 + bi_random_below(&random, 6)), count = 0;
        bight_curve curve = {points, n, false};
        if (bight_knotoid_of(NULL, &curve, v3(0, 0, 1), &one, NULL) != BIGHT_OK) {
            continue;
        }

        // a bulge on each edge, where nothing is in its way, undoes nothing; so does subdividing
        for (int32_t i = 0; i + 1 < n; i++) {
            fine[count++] = points[i];
            bight_vec3 middle = v3_lerp(points[i], points[i + 1], 0.5);
            fine[count++] = v3_madd(middle, 1e-6, bi_random_vec3(&random, 1.0));
        }
        fine[count++] = points[n - 1];
        bight_curve again = {fine, count, false};
        bight_status status = bight_knotoid_of(NULL, &again, v3(0, 0, 1), &two, NULL);
        CHECK_SEED(status == BIGHT_OK, seed);
        CHECK_SEED(memcmp(one.coefficients, two.coefficients, sizeof one.coefficients) == 0, seed);

        // the sum of all coefficients is that of V(1) = 1, as A -> 1 makes each smoothing the same
        int64_t sum = 0;
        int32_t terms = 0;
        for (int32_t a = 0; a <= 2 * BIGHT_KNOTOID_HALF; a++) {
            for (int32_t u = 0; u <= 2 * BIGHT_KNOTOID_MOST; u++) {
                sum += one.coefficients[a][u];
                terms += one.coefficients[a][u] != 0;
            }
        }
        CHECK_SEED(sum == 1, seed);
        compared++;
        several += terms > 1;

        // the mirror image has A -> 1 / A
        for (int32_t i = 0; i < n; i++) {
            points[i].z = -points[i].z;
        }
        CHECK(bight_knotoid_of(NULL, &curve, v3(0, 0, 1), &two, NULL) == BIGHT_OK);
        for (int32_t a = 0; a <= 2 * BIGHT_KNOTOID_HALF; a++) {
            CHECK_SEED(memcmp(one.coefficients[a], two.coefficients[2 * BIGHT_KNOTOID_HALF - a],
                              sizeof one.coefficients[a]) == 0,
                       seed);
        }
    }
    print_message("%d of them, %d with several terms\n", (int)compared, (int)several);
    CHECK(compared > LESS_WHEN_CHECKED(140, 18) && several > LESS_WHEN_CHECKED(20, 2));
}

// A simple knotoid that is no cut knot: two crossings, one end inside (Turaev's 2_1): its polynomial has a power of u.
TEST(an_end_inside_shows)
{
    const bight_vec3 points[] = {{0.0, 0.05, 0.0}, {3, 0, 0},         {3.2, 2.5, 0.5},
                                 {-0.8, 2.3, 1.2}, {1.2, -1.5, -1.0}, {2.0, 1.1, 1.0}};
    bight_curve curve = {points, 6, false};
    CHECK(bight_knotoid_of(NULL, &curve, v3(0.001, 0.002, 1), &one, NULL) == BIGHT_OK);
    bight_curve line = {points, 3, false};
    CHECK(bight_knotoid_of(NULL, &line, v3(0.001, 0.002, 1), &two, NULL) == BIGHT_OK);
    CHECK(two.crossings == 0 && two.coefficients[BIGHT_KNOTOID_HALF][BIGHT_KNOTOID_MOST] == 1);
    CHECK(bight_knotoid_of(NULL, &curve, v3(0, 0, 0), &one, NULL) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(knotoids_of_cut_knots_have_jones_polynomials), unit(knotoids_do_not_change_with_the_picture),
          unit(an_end_inside_shows), unit(the_integral_is_that_of_gauss), unit(closed_curves_and_writhe),
          unit(theta_curves_have_three_cycles), unit(tails_go_through_flat_loops),
          unit(surfaces_shrink_and_pairs_cancel))
