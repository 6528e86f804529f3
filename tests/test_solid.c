// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "geom/solid.h"
#include "test.h"

static double sphere_at(const bi_solid *solid, bight_vec3 x)
{
    return v3_length(x) - solid->size.x;
}

static double capsule_at(const bi_solid *solid, bight_vec3 x)
{
    double y = fmax(-solid->size.y, fmin(solid->size.y, x.y));
    return v3_distance(x, v3(0, y, 0)) - solid->size.x;
}

static double box_at(const bi_solid *solid, bight_vec3 x)
{
    bight_vec3 e = solid->size;
    return v3_length(v3(fmax(fabs(x.x) - e.x, 0), fmax(fabs(x.y) - e.y, 0), fmax(fabs(x.z) - e.z, 0)));
}

static double torus_at(const bi_solid *solid, bight_vec3 x)
{
    double out = sqrt(x.x * x.x + x.z * x.z) - solid->size.x;
    return sqrt(out * out + x.y * x.y) - solid->size.y;
}

static double (*const distance_at[])(const bi_solid *, bight_vec3) = {sphere_at, capsule_at, box_at,
                                                                      torus_at};

// A segment of any size and place; every fourth runs along an axis, a face, an edge or has no length.
static void random_segment(bi_random *random, uint64_t seed, bight_vec3 *p, bight_vec3 *q)
{
    double size = exp2(bi_random_range(random, -4.0, 3.0));
    *p = bi_random_vec3(random, 4.0);
    *q = v3_add(*p, bi_random_vec3(random, size));
    switch (seed % 16) {
    case 1:
        *q = *p;
        break;
    case 2:
        *q = v3(p->x, p->y, -p->z);
        break;
    case 3:
        *q = v3(p->x + 1.0, p->y, p->z);
        break;
    case 4:
        *p = v3(0, p->y, 0);
        *q = v3(0, -p->y, 0);
        break;
    case 5:
        *p = v3(p->x, 0, p->z);
        *q = v3(-p->x, 0, -p->z);
        break;
    default:
        break;
    }
}

// Sampling with step w can be off by at most w / 2 times the length: the answer lies between.
static void against_samples(bight_shape_kind kind, uint64_t seeds, double too_small)
{
    enum { SAMPLES = 2000 };
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid solid = {kind, v3(bi_random_range(&random, 0.5, 2.0), bi_random_range(&random, 0.05, 0.49),
                                   bi_random_range(&random, 0.1, 2.0))};
        bight_vec3 p, q;
        random_segment(&random, seed, &p, &q);
        bi_solid_gap gap = bi_solid_closest(&solid, p, q);
        CHECK_SEED(gap.s >= 0.0 && gap.s <= 1.0, seed);

        // never below any sample by more than rounding, and close to the least of them
        double least = HUGE_VAL;
        for (int32_t i = 0; i <= SAMPLES; i++) {
            least = fmin(least, distance_at[kind](&solid, v3_lerp(p, q, (double)i / SAMPLES)));
        }
        double slack = 0.5 * v3_distance(p, q) / SAMPLES, allowed = too_small * solid.size.y + 1e-12;
        CHECK_SEED(gap.distance <= least + 1e-12, seed);
        CHECK_SEED(gap.distance >= least - slack - allowed, seed);

        // the normal leads away from the surface
        bight_vec3 at = v3_lerp(p, q, gap.s);
        if (gap.distance > 1e-6 && seed % 16 != 4) { // on the axis of a torus every way is away
            CHECK_SEED(fabs(v3_length(gap.normal) - 1.0) < 1e-12, seed);
            double farther = distance_at[kind](&solid, v3_madd(at, 0.01, gap.normal));
            CHECK_SEED(fabs(farther - gap.distance - 0.01) < 1e-6 + allowed, seed);
        }
        CHECK_SEED(v3_length(at) - bi_solid_bound(&solid) <= gap.distance + 1e-9 + allowed, seed);
    }
}

TEST(sphere_against_samples)
{
    against_samples(BIGHT_SHAPE_SPHERE, 1500, 0.0);
}

TEST(capsule_against_samples)
{
    against_samples(BIGHT_SHAPE_CAPSULE, 1500, 0.0);
}

TEST(box_against_samples)
{
    against_samples(BIGHT_SHAPE_BOX, 3000, 0.0);
}

TEST(torus_against_samples)
{
    against_samples(BIGHT_SHAPE_TORUS, 1500, 2e-4);
}

TEST(closed_forms)
{
    bi_solid sphere = {BIGHT_SHAPE_SPHERE, {2, 0, 0}}, box = {BIGHT_SHAPE_BOX, {1, 2, 3}};
    bi_solid torus = {BIGHT_SHAPE_TORUS, {3, 0.5, 0}}, capsule = {BIGHT_SHAPE_CAPSULE, {0.5, 2, 0}};
    CHECK_NEAR(bi_solid_closest(&sphere, v3(-5, 3, 0), v3(5, 3, 0)).distance, 1.0, 1e-14);
    CHECK_NEAR(bi_solid_closest(&sphere, v3(0, 0, 0), v3(0.5, 0, 0)).distance, -2.0, 1e-14);
    CHECK_NEAR(bi_solid_closest(&box, v3(-5, 3, 0), v3(5, 3, 0)).distance, 1.0, 1e-14);
    CHECK_NEAR(bi_solid_closest(&box, v3(2, 3, -9), v3(2, 3, 9)).distance, sqrt(2.0), 1e-14);
    CHECK(bi_solid_closest(&box, v3(0, 0, 0), v3(9, 9, 9)).distance == 0.0);
    CHECK_NEAR(bi_solid_closest(&torus, v3(0, -9, 0), v3(0, 9, 0)).distance, 2.5, 1e-3);
    CHECK_NEAR(bi_solid_closest(&torus, v3(3, -9, 0), v3(3, 9, 0)).distance, -0.5, 1e-4);
    CHECK_NEAR(bi_solid_closest(&capsule, v3(0, 4, -1), v3(0, 4, 1)).distance, 1.5, 1e-14);
}

RUN_TESTS(unit(sphere_against_samples), unit(capsule_against_samples), unit(box_against_samples),
          unit(torus_against_samples), unit(closed_forms))
