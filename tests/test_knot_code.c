// SPDX-License-Identifier: MIT
// Codes come back as they went in, and what no curve can be is refused with its reason.

#include "bight/knot_code.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/random.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static bight_error error;

static bool sound(const bight_diagram *diagram)
{
    int32_t *scratch = calloc(10 * (size_t)diagram->map.crossings + 1, sizeof *scratch);
    bool good = bi_diagram_is_sound(&diagram->map, scratch);
    free(scratch);
    return good;
}

// Writhe: equal diagrams have equal ones, mirror images opposite ones.
static int32_t writhe(const bight_diagram *diagram)
{
    return bi_diagram_writhe(&diagram->map);
}

TEST(dt_codes_of_small_knots)
{
    static const struct {
        int32_t entries[5], crossings, writhe;
    } cases[] = {{{4, 6, 2}, 3, 3}, {{4, 6, 8, 2}, 4, 0}, {{6, 8, 10, 2, 4}, 5, 5}};
    for (int32_t i = 0; i < 3; i++) {
        bight_diagram *diagram;
        CHECK(bight_diagram_from_dt(NULL, cases[i].entries, cases[i].crossings, NULL, 1, NULL, &diagram,
                                    &error) == BIGHT_OK);
        CHECK(sound(diagram) && bi_diagram_is_alternating(&diagram->map));
        CHECK(writhe(diagram) == cases[i].writhe && bight_diagram_components(diagram) == 1);
        int32_t entries[5], length;
        int8_t signs[5];
        CHECK(bight_diagram_to_dt(diagram, entries, &length, signs, &error) == BIGHT_OK);
        CHECK(length == cases[i].crossings);
        bight_diagram *again;
        CHECK(bight_diagram_from_dt(NULL, entries, length, NULL, 1, signs, &again, &error) == BIGHT_OK);
        CHECK(writhe(again) == cases[i].writhe);
        bight_diagram_free(again);
        bight_diagram_free(diagram);
    }
}

TEST(bad_codes_are_refused)
{
    bight_diagram *diagram;
    static const int32_t torus[] = {1, 4, 2, 5, 5, 2, 6, 3, 6, 3, 1, 4}, curl[] = {1, 4, 2, 1, 2, 4, 3, 3};
    CHECK(bight_diagram_from_pd(NULL, torus, 3, false, 0, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(diagram == NULL && strstr(error.message, "genus 1") != NULL);
    CHECK(bight_diagram_from_pd(NULL, curl, 2, false, 0, &diagram, &error) == BIGHT_OK);
    bight_diagram_free(diagram);

    // the shortest sequence with the right parities that no plane curve has
    static const int32_t unreal[] = {4, 6, 8, 10, 2}, twice[] = {4, 4, 2}, uneven[] = {4, 3, 2},
                         large[] = {4, 8, 2};
    CHECK(bight_diagram_from_dt(NULL, twice, 3, NULL, 1, NULL, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "entry 2") != NULL);
    CHECK(bight_diagram_from_dt(NULL, uneven, 3, NULL, 1, NULL, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_diagram_from_dt(NULL, large, 3, NULL, 1, NULL, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_diagram_from_dt(NULL, unreal, 5, NULL, 1, NULL, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "no closed curve") != NULL);
    static const int32_t gauss[] = {1, -2, -1, 2}, odd[] = {1, -1, 2};
    CHECK(bight_diagram_from_gauss(NULL, gauss, (int32_t[]){4}, 1, NULL, &diagram, &error) ==
          BIGHT_ERROR_INVALID);
    CHECK(bight_diagram_from_gauss(NULL, odd, (int32_t[]){3}, 1, NULL, &diagram, &error) ==
          BIGHT_ERROR_INVALID);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 0}, 2, 0, &diagram, &error) == BIGHT_ERROR_INVALID);
}

// Same signs at every crossing that is met in the same order from some start: compared through the Gauss
// code.
static bool same(const bight_diagram *a, const bight_diagram *b)
{
    int32_t n = a->map.crossings;
    if (b->map.crossings != n || a->components != b->components) {
        return false;
    }
    int32_t *e = calloc(4 * (size_t)n + 1, sizeof *e), *f = e + 2 * n, la[64], lb[64];
    int8_t sa[128], sb[128];
    bight_diagram_to_gauss(a, e, la, sa);
    bight_diagram_to_gauss(b, f, lb, sb);
    bool equal = memcmp(e, f, 2 * (size_t)n * sizeof *e) == 0 && memcmp(sa, sb, (size_t)n) == 0;
    free(e);
    return equal;
}

// Random braids, through every code and both PD orientations, come back as the same diagram.
TEST(codes_come_back)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t word[60], length = 1 + bi_random_below(&random, 60), width = 2 + bi_random_below(&random, 6);
        for (int32_t i = 0; i < length; i++) {
            word[i] = (1 + bi_random_below(&random, width - 1)) * (bi_random_below(&random, 2) == 0 ? 1 : -1);
        }
        bight_diagram *braid, *again;
        CHECK(bight_diagram_from_braid(NULL, word, length, width, &braid, &error) == BIGHT_OK);
        CHECK_SEED(sound(braid), seed);
        int32_t labels[240], entries[120], lengths[64];
        int8_t signs[60];
        for (int32_t clockwise = 0; clockwise < 2; clockwise++) {
            // a component that is never under and has two arcs only is read in either direction
            bight_diagram_to_pd(braid, clockwise, labels);
            CHECK_SEED(bight_diagram_from_pd(NULL, labels, length, clockwise, braid->map.circles, &again,
                                             &error) == BIGHT_OK,
                       seed);
            CHECK_SEED(sound(again) && again->components == braid->components, seed);
            CHECK_SEED(braid->components > 1 || same(again, braid), seed);
            bight_diagram_free(again);
        }
        bight_diagram_to_gauss(braid, entries, lengths, signs);
        CHECK_SEED(bight_diagram_from_gauss(NULL, entries, lengths, braid->components, signs, &again,
                                            &error) == BIGHT_OK,
                   seed);
        CHECK_SEED(sound(again) && same(again, braid), seed);
        bight_diagram_free(again);
        CHECK_SEED(bight_diagram_from_gauss(NULL, entries, lengths, braid->components, NULL, &again,
                                            &error) == BIGHT_OK,
                   seed);
        CHECK_SEED(sound(again), seed);
        bight_diagram_free(again);
        bight_status status = bight_diagram_to_dt(braid, entries, lengths, signs, &error);
        CHECK_SEED((status == BIGHT_OK) == (braid->map.circles == 0), seed);
        if (status == BIGHT_OK) {
            CHECK_SEED(bight_diagram_from_dt(NULL, entries, length, lengths, braid->components, signs, &again,
                                             &error) == BIGHT_OK,
                       seed);
            CHECK_SEED(sound(again) && writhe(again) == writhe(braid), seed);
            bight_diagram_free(again);
            CHECK_SEED(bight_diagram_from_dt(NULL, entries, length, lengths, braid->components, NULL, &again,
                                             &error) == BIGHT_OK,
                       seed);
            CHECK_SEED(sound(again), seed);
            bight_diagram_free(again);
        }
        bight_diagram_free(braid);
    }
}

// Brute force: a sequence of few passages is planar for some signs exactly when the drawing succeeds.
TEST(drawing_fails_only_when_it_must)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 3 + bi_random_below(&random, 5), entries[8], length = n;
        for (int32_t i = 0; i < n; i++) {
            int32_t j = bi_random_below(&random, i + 1);
            entries[i] = entries[j];
            entries[j] = 2 * i + 2;
        }
        bight_diagram *diagram;
        bool drawn = bight_diagram_from_dt(NULL, entries, n, &length, 1, NULL, &diagram, &error) == BIGHT_OK;
        CHECK_SEED(!drawn || sound(diagram), seed);
        bight_diagram_free(diagram);
        bool possible = false;
        for (int32_t mask = 0; mask < 1 << n && !possible; mask++) {
            int8_t signs[8];
            for (int32_t i = 0; i < n; i++) {
                signs[i] = (mask >> i & 1) != 0 ? 1 : -1;
            }
            possible =
                bight_diagram_from_dt(NULL, entries, n, &length, 1, signs, &diagram, &error) == BIGHT_OK;
            bight_diagram_free(diagram);
        }
        CHECK_SEED(possible == drawn, seed);
    }
}

RUN_TESTS(unit(dt_codes_of_small_knots), unit(bad_codes_are_refused), unit(codes_come_back),
          unit(drawing_fails_only_when_it_must))
