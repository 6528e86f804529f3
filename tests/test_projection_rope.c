// SPDX-License-Identifier: MIT
// One rope's part of equation (8). Oracle: finite differences of the energy and of the constraints.

#include "core/random.h"
#include "core/vec3.h"
#include "sim/projection/rope.h"
#include "test.h"

#include <string.h>

#define MOST 24

typedef struct sample {
    bight_projection_def def;
    bool closed;
    int32_t n;
    double length;
    bight_vec3 at[MOST];
    bi_target aims[3];
} sample;

static sample make(uint32_t seed)
{
    bi_random random = bi_random_from(seed);
    sample s = {
        .def = bight_projection_def_default(), .closed = seed % 2 == 0, .length = seed % 3 == 0 ? 0.01 : 2.0};
    s.n = (s.closed ? 5 : 2) + bi_random_below(&random, 15);
    s.def.rigid = false;
    s.def.stretch_growth = 0.0; // the gradient of the paper leaves out that a changes
    s.def.stretch_weight = 3.0;
    s.def.bend_weight = 20.0;
    double around = 6.283185307179586 / s.n;
    for (int32_t i = 0; i < s.n; i++) {
        bight_vec3 at = s.closed ? v3(cos(around * i) / around, sin(around * i) / around, 0) : v3(i, 0, 0);
        s.at[i] = v3_mul(s.length, v3_add(at, bi_random_vec3(&random, 0.3)));
    }
    for (int32_t i = 0; i < 3; i++) {
        s.aims[i] = (bi_target){bi_random_below(&random, s.n), 5.0 + i, bi_random_vec3(&random, s.length)};
    }
    return s;
}

static bi_projection_rope *assemble(const sample *s)
{
    bi_projection_rope *rods = bi_projection_rope_make(NULL, &s->def, s->n, s->closed);
    CHECK(rods != NULL);
    memcpy(rods->aims, s->aims, sizeof s->aims);
    rods->aim_count = 3;
    bi_projection_rope_assemble(rods, s->closed, s->length, s->at, s->at);
    return rods;
}

static double *coordinate(bight_vec3 *at, int32_t i)
{
    return i % 3 == 0 ? &at[i / 3].x : i % 3 == 1 ? &at[i / 3].y : &at[i / 3].z;
}

static int32_t row_of(const bi_projection_rope *rods, const sample *s, int32_t i)
{
    return bi_projection_rope_row(rods, s->closed, i / 3) + i % 3;
}

static double energy(const sample *s, const bight_vec3 *at)
{
    return bi_projection_rope_energy(&s->def, s->closed, s->length, at, s->n, s->aims, 3);
}

TEST(the_right_side_is_minus_the_gradient_of_the_energy)
{
    for (uint32_t seed = 1; seed <= 60; seed++) {
        sample s = make(seed);
        bi_projection_rope *rods = assemble(&s);
        for (int32_t i = 0; i < 3 * s.n; i++) {
            double h = 1e-5 * s.length, *x = coordinate(s.at, i), here = *x;
            *x = here + h;
            double more = energy(&s, s.at);
            *x = here - h;
            double less = energy(&s, s.at);
            *x = here;
            double slope = (more - less) / (2.0 * h), found = rods->step[row_of(rods, &s, i)];
            CHECK_SEED(fabs(slope + found) < 1e-5 * s.length * (10.0 + fabs(slope) / s.length), seed);
        }
        bi_projection_rope_free(NULL, rods);
    }
}

// All constraints, each times the root of its weight, so that the energy is half the sum of their squares.
static int32_t constraints(const sample *s, const bight_vec3 *at, double *c)
{
    int32_t count = 0, n = s->n;
    for (int32_t i = 0; i < (s->closed ? n : n - 1); i++) {
        double ratio = v3_distance(at[(i + 1) % n], at[i]) / s->length;
        c[count++] = sqrt(s->def.stretch_weight) * s->length * (ratio * ratio - 1.0);
    }
    for (int32_t i = s->closed ? 0 : 1; i < (s->closed ? n : n - 1); i++) {
        double ratio = v3_distance(at[(i + 1) % n], at[(i + n - 1) % n]) / s->length;
        c[count++] = sqrt(s->def.bend_weight) * s->length * (ratio - 2.0);
    }
    for (int32_t i = 0; i < 3; i++) {
        bight_vec3 d = v3_mul(sqrt(s->aims[i].weight), v3_sub(at[s->aims[i].node], s->aims[i].point));
        c[count++] = d.x;
        c[count++] = d.y;
        c[count++] = d.z;
    }
    return count;
}

// I + J' J with J from central differences.
TEST(the_matrix_is_the_one_of_equation_8)
{
    for (uint32_t seed = 1; seed <= 60; seed++) {
        sample s = make(seed);
        bi_projection_rope *rods = assemble(&s);
        static double slope[3 * MOST][3 * MOST];
        int32_t count = 0, size = 3 * s.n;
        for (int32_t i = 0; i < size; i++) {
            double more[3 * MOST], less[3 * MOST], h = 1e-5 * s.length, *x = coordinate(s.at, i), here = *x;
            *x = here + h;
            count = constraints(&s, s.at, more);
            *x = here - h;
            constraints(&s, s.at, less);
            *x = here;
            for (int32_t k = 0; k < count; k++) {
                slope[i][k] = (more[k] - less[k]) / (2.0 * h);
            }
        }
        for (int32_t i = 0; i < size; i++) {
            for (int32_t j = 0; j < size; j++) {
                int32_t a = row_of(rods, &s, i), b = row_of(rods, &s, j);
                double wanted = i == j ? 1.0 : 0.0, found = 0.0;
                for (int32_t k = 0; k < count; k++) {
                    wanted += slope[i][k] * slope[j][k];
                }
                if (a >= b && a - b <= rods->band.width) {
                    found = *bi_band_at(&rods->band, a, b);
                } else if (a < b) {
                    continue;
                }
                CHECK_SEED(fabs(found - wanted) < 1e-6 * (1.0 + fabs(wanted)), seed);
            }
        }
        bi_projection_rope_free(NULL, rods);
    }
}

// a = exp(10 |C|): the paper's weight, against the C library.
TEST(the_exponential_is_right)
{
    for (int32_t i = 0; i <= 1400; i++) {
        double x = 0.01 * i;
        CHECK_NEAR(bi_projection_rope_exp(x) / exp(x), 1.0, 1e-12);
    }
    CHECK(bi_projection_rope_exp(1e300) == bi_projection_rope_exp(14.0));
    CHECK(bi_projection_rope_exp((double)NAN) >= 1.0);
}

TEST(settings_out_of_range_are_named)
{
    const struct {
        size_t offset;
        const char *name;
    } fields[] = {{offsetof(bight_projection_def, stretch_weight), "stretch_weight"},
                  {offsetof(bight_projection_def, stretch_growth), "stretch_growth"},
                  {offsetof(bight_projection_def, bend_weight), "bend_weight"},
                  {offsetof(bight_projection_def, target_weight), "target_weight"},
                  {offsetof(bight_projection_def, tolerance), "tolerance"}};
    const double bad[] = {-1.0, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            bight_projection_def def = bight_projection_def_default();
            bight_error error = {0};
            memcpy((char *)&def + fields[i].offset, &bad[k], sizeof bad[k]);
            CHECK(bi_projection_rope_check(&def, &error) == BIGHT_ERROR_INVALID);
            CHECK(strstr(error.message, fields[i].name) != NULL);
        }
    }
    bight_projection_def def = bight_projection_def_default();
    CHECK(bi_projection_rope_check(&def, NULL) == BIGHT_OK);
    def.iterations = 0;
    CHECK(bi_projection_rope_check(&def, NULL) == BIGHT_ERROR_INVALID);
    def = (bight_projection_def){0};
    CHECK(bi_projection_rope_check(&def, NULL) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(the_right_side_is_minus_the_gradient_of_the_energy), unit(the_matrix_is_the_one_of_equation_8),
          unit(the_exponential_is_right), unit(settings_out_of_range_are_named))
