// SPDX-License-Identifier: MIT
// Walks over larger diagrams join diagrams of one knot that flypes and passes leave apart, and never those of two.

#include "knot/table/classes.h"
#include "knot/table/homs.h"
#include "knot/table/larger.h"
#include "knot/table/values.h"
#include "bight/knot_table.h"
#include "knot/public_diagram.h"
#include "test.h"

#include <string.h>

// What a walk told.
typedef struct told {
    int32_t same[2], downs, smaller; ///< same: as they are, mirrored
    bi_code code;                    ///< the last one below
} told;

static void same(void *user, int32_t owner, int32_t other, bool mirrored)
{
    told *t = user;
    CHECK(owner != other);
    t->same[mirrored ? 1 : 0]++;
}

static void down(void *user, int32_t owner, const bi_diagram *diagram)
{
    told *t = user;
    (void)owner;
    t->downs++;
    t->smaller += diagram->crossings < t->code.crossings;
}

static bool asks(void *user, int32_t owner)
{
    (void)user;
    (void)owner;
    return true;
}

static told walk(const bi_code *starts, int32_t count, int32_t most)
{
    static const int32_t owners[] = {10, 11, 12};
    told t = {.code = starts[0]};
    bi_larger larger;
    bi_larger_init(&larger, NULL, NULL);
    const bi_larger_visitor visitor = {&t, same, down, asks};
    CHECK(bi_larger_walk(&larger, starts, owners, count, most, &visitor) == BIGHT_OK);
    bi_larger_free(&larger);
    return t;
}

// A knot by its place among those with as many crossings.
static bi_code code_of(int32_t crossings, int32_t index)
{
    bight_diagram *diagram;
    char name[16];
    CHECK(bight_knot_table_diagram(NULL, crossings, index, false, name, &diagram, NULL) == BIGHT_OK);
    bi_code code;
    bi_code_of(&diagram->map, &code);
    bight_diagram_free(diagram);
    return code;
}

// One class too many at 10 crossings: Perko's pair.
TEST(the_pair_of_perko_is_one_knot)
{
    bi_shadows shadows;
    CHECK(bi_shadows_first(&shadows, NULL) == BIGHT_OK);
    bi_values known;
    bi_values_init(&known, NULL, NULL);
    while (shadows.crossings < 10) {
        int32_t alternating, amphichiral;
        static const int32_t joined[] = {0, 0, 0, 1, 1, 2, 3, 7, 21, 49, 166},
                             knots[] = {0, 0, 0, 1, 1, 2, 3, 7, 21, 49, 165};
        CHECK(bi_shadows_next(&shadows) == BIGHT_OK);
        bi_census census;
        CHECK(bi_census_make(&census, &shadows, NULL) == BIGHT_OK && bi_census_connect(&census) == BIGHT_OK);
        CHECK(bi_census_knots(&census, &alternating, &amphichiral) == joined[shadows.crossings]);
        int64_t changes = census.changes;
        CHECK(bi_census_search(&census, &known, knots[shadows.crossings]) == BIGHT_OK);
        CHECK(bi_census_knots(&census, &alternating, &amphichiral) == knots[shadows.crossings]);
        CHECK((census.changes > changes) == (shadows.crossings == 10));

        // told to go on, it finds nothing more
        if (shadows.crossings >= 8) {
            CHECK(bi_census_search(&census, &known, -1) == BIGHT_OK);
            CHECK(bi_census_knots(&census, &alternating, &amphichiral) == knots[shadows.crossings]);
        }
        CHECK(bi_census_values(&census, &known) == BIGHT_OK);
        bi_census_free(&census);
    }
    bi_values_free(&known);
    bi_shadows_free(&shadows);
}

// Conway's knot and that of Kinoshita and Terasaka have one polynomial and are two knots.
TEST(mutants_stay_apart)
{
    bi_code both[2] = {code_of(11, 367 + 33), code_of(11, 367 + 41)};
    bi_values values;
    bi_values_init(&values, NULL, NULL);
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    for (int32_t i = 0; i < 2; i++) {
        CHECK(bi_code_diagram(&diagram, &both[i], i == 0 ? 1 : -1) == BIGHT_OK);
        CHECK(bi_values_add(&values, &diagram, i) == BIGHT_OK);
    }
    CHECK(bi_value_compare(&values.list[0], &values.list[1]) == 0);
    told t = walk(both, 2, LESS_WHEN_CHECKED(3000, 300));
    CHECK(t.same[0] == 0 && t.same[1] == 0 && t.downs > 0 && t.smaller == 0);
    bi_diagram_free(&diagram);
    bi_values_free(&values);
}

// Counts of homomorphisms: the same for other diagrams of a knot and mirror images, and not the same for
// the two mutants.
TEST(homomorphisms_tell_mutants_apart)
{
    static bi_homs homs;
    bi_homs_init(&homs);
    static const int32_t sizes[] = {40, 45, 90, 90, 144};
    for (int32_t k = 0; k < BI_HOMS_CLASSES; k++) {
        CHECK(homs.size[k] == sizes[k]);
    }
    uint64_t values[5];
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    const bi_code codes[5] = {code_of(3, 0), code_of(4, 0), code_of(5, 0), code_of(11, 367 + 33),
                              code_of(11, 367 + 41)};
    for (int32_t i = 0; i < 5; i++) {
        CHECK(bi_code_diagram(&diagram, &codes[i], 1) == BIGHT_OK);
        values[i] = bi_homs_of(&homs, &diagram);
        CHECK(bi_code_diagram(&diagram, &codes[i], -1) == BIGHT_OK);
        CHECK_SEED(bi_homs_of(&homs, &diagram) == values[i], i);
        for (int32_t k = 0; k < i; k++) {
            CHECK_SEED(values[k] != values[i], i);
        }
    }

    // scrambled diagrams with up to 16 crossings
    int32_t compared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        bight_diagram *plain, *scrambled;
        int32_t which = (int32_t)(seed % 3);
        CHECK(bight_knot_table_diagram(NULL, which + 3, 0, false, NULL, &plain, NULL) == BIGHT_OK);
        CHECK(bight_diagram_scramble(NULL, plain, 14, seed, &scrambled, NULL) == BIGHT_OK);
        if (bight_diagram_crossings(scrambled) <= BI_HOMS_CROSSINGS) {
            CHECK_SEED(bi_homs_of(&homs, &scrambled->map) == values[which], seed);
            compared++;
        }
        bight_diagram_free(plain);
        bight_diagram_free(scrambled);
    }
    CHECK(compared > 30);
    bi_diagram_free(&diagram);
}

// Two starts that are one diagram meet at once, and the mirror images of one that is its own mirror image.
TEST(equal_starts_meet)
{
    bi_code twice[2] = {code_of(8, 18), code_of(8, 18)}, own[2] = {code_of(4, 0), code_of(4, 0)};
    told t = walk(twice, 2, 100);
    CHECK(t.same[0] > 0 && t.same[1] == 0);
    t = walk(own, 2, 100);
    CHECK(t.same[0] > 0 && t.same[1] > 0);
}

// P of a sum is a product; of mirror images it is one value, and of different knots not.
TEST(values_of_sums)
{
    bi_values values;
    bi_values_init(&values, NULL, NULL);
    static const int32_t crossings[] = {3, 4, 5};
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    for (int32_t i = 0; i < 3; i++) {
        bi_code code = code_of(crossings[i], 0);
        CHECK(bi_code_diagram(&diagram, &code, 1) == BIGHT_OK);
        CHECK(bi_values_add(&values, &diagram, code.crossings) == BIGHT_OK);
    }
    CHECK(bi_values_add_sums(&values, 6) == BIGHT_OK && values.count == 5);
    CHECK(bi_values_add_sums(&values, 7) == BIGHT_OK && values.count == 7);

    // granny and square knot as closed braids, either hand of the granny, and 3_1 # 4_1
    static const int32_t words[4][7] = {
        {1, 1, 1, 2, 2, 2}, {-1, -1, -1, -2, -2, -2}, {1, 1, 1, -2, -2, -2}, {1, 1, 1, 2, -3, 2, -3}};
    bi_values sums;
    bi_values_init(&sums, NULL, NULL);
    for (int32_t i = 0; i < 4; i++) {
        bight_diagram *sum;
        CHECK(bight_diagram_from_braid(NULL, words[i], i == 3 ? 7 : 6, 0, &sum, NULL) == BIGHT_OK);
        CHECK(bi_values_add(&sums, &sum->map, i) == BIGHT_OK);
        bight_diagram_free(sum);
    }
    CHECK(bi_value_compare(&sums.list[0], &values.list[3]) == 0);
    CHECK(bi_value_compare(&sums.list[1], &values.list[3]) == 0);
    CHECK(bi_value_compare(&sums.list[2], &values.list[4]) == 0);
    CHECK(bi_value_compare(&sums.list[3], &values.list[5]) == 0);
    CHECK(bi_value_compare(&values.list[5], &values.list[6]) == 0); // 4_1 is its own mirror image
    bi_values_sort(&values);
    for (int32_t i = 0; i < 4; i++) {
        CHECK(bi_values_hold(&values, &sums.list[i]));
        for (int32_t k = 0; k < i; k++) {
            CHECK((bi_value_compare(&sums.list[i], &sums.list[k]) == 0) == (i == 1 && k == 0));
        }
    }
    bi_diagram_free(&diagram);
    bi_values_free(&sums);
    bi_values_free(&values);
}

RUN_TESTS(unit(the_pair_of_perko_is_one_knot), unit(mutants_stay_apart),
          unit(homomorphisms_tell_mutants_apart), unit(equal_starts_meet), unit(values_of_sums))
