// SPDX-License-Identifier: MIT
// Codes see the diagram and not its numbering; moves keep the HOMFLY polynomial.

#include "knot/canon.h"
#include "knot/homfly.h"
#include "knot/neighbours.h"
#include "core/random.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static bi_diagram diagram, other;
static bi_move_scratch moves;
static bi_neighbour_scratch neighbours;
static bi_homfly first, second;

static void random_knot(bi_random *random, int32_t most)
{
    int32_t word[64], seen[256];
    do {
        int32_t length = 4 + bi_random_below(random, most - 3), width = 2 + bi_random_below(random, 4);
        for (int32_t i = 0; i < length; i++) {
            word[i] = (1 + bi_random_below(random, width - 1)) * (bi_random_below(random, 2) == 0 ? 1 : -1);
        }
        CHECK(bi_diagram_from_braid(&diagram, word, length, width) == BIGHT_OK);
    } while (diagram.circles > 0 || bi_diagram_count_components(&diagram, seen) != 1);
}

static bool same_polynomial(const bi_homfly *a, const bi_homfly *b, bool mirrored)
{
    for (int32_t i = -200; i <= 200; i++) {
        for (int32_t j = -70; j <= 70; j++) {
            if (bi_homfly_at(a, i, j) != bi_homfly_at(b, mirrored ? -i : i, j)) {
                return false;
            }
        }
    }
    return true;
}

// Switch all crossings: dart 4 c + k becomes the one a quarter turn on.
static void mirror(void)
{
    CHECK(bi_diagram_copy(&other, &diagram) == BIGHT_OK);
    for (int32_t dart = 0; dart < 4 * diagram.crossings; dart++) {
        // the over strand, now under, comes in by slot 3 (sign +) or 1
        int32_t mate = diagram.mate[dart];
        int32_t turn1 = diagram.sign[dart >> 2] > 0 ? 1 : 3, turn2 = diagram.sign[mate >> 2] > 0 ? 1 : 3;
        other.mate[bi_turn(dart, turn1)] = bi_turn(mate, turn2);
    }
    for (int32_t c = 0; c < diagram.crossings; c++) {
        other.sign[c] = (int8_t)-diagram.sign[c];
    }
}

// Renumber the crossings and turn the direction of the knot round.
static void renumber(bi_random *random)
{
    int32_t n = diagram.crossings, place[64];
    for (int32_t i = 0; i < n; i++) {
        int32_t j = bi_random_below(random, i + 1);
        place[i] = i;
        place[i] = place[j];
        place[j] = i;
    }
    CHECK(bi_diagram_copy(&other, &diagram) == BIGHT_OK);
    for (int32_t dart = 0; dart < 4 * n; dart++) {
        int32_t mate = diagram.mate[dart];
        other.mate[4 * place[dart >> 2] + ((dart + 2) & 3)] = 4 * place[mate >> 2] + ((mate + 2) & 3);
    }
    for (int32_t c = 0; c < n; c++) {
        other.sign[place[c]] = diagram.sign[c];
    }
}

TEST(codes_do_not_see_numbers)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        bi_random random = bi_random_from(seed);
        random_knot(&random, 40);
        bi_code a, b;
        int32_t hands = bi_code_of(&diagram, &a);
        renumber(&random);
        CHECK_SEED(bi_code_of(&other, &b) == hands && bi_code_compare(&a, &b) == 0, seed);
        mirror();
        int32_t swapped = ((hands & 1) << 1) | hands >> 1;
        CHECK_SEED(bi_code_of(&other, &b) == swapped && bi_code_compare(&a, &b) == 0, seed);
        CHECK_SEED(bi_code_diagram(&other, &a, hands == BI_HAND_LEFT ? -1 : 1) == BIGHT_OK, seed);
        CHECK_SEED(bi_code_of(&other, &b) == hands || bi_code_compare(&a, &b) == 0, seed);
    }
}

// Both give v^-1 P(L+) - v P(L-) = z P(L0) with the values that Freyd et al. print for the smallest knots.
TEST(homfly_of_small_knots)
{
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, 1, 1}, 3, 2) == BIGHT_OK);
    CHECK(bi_homfly_of(&diagram, &first) == BIGHT_OK);
    CHECK(bi_homfly_at(&first, 2, 0) == 2 && bi_homfly_at(&first, 4, 0) == -1 &&
          bi_homfly_at(&first, 2, 2) == 1);
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, -2, 1, -2}, 4, 3) == BIGHT_OK);
    CHECK(bi_homfly_of(&diagram, &first) == BIGHT_OK);
    CHECK(bi_homfly_at(&first, -2, 0) == 1 && bi_homfly_at(&first, 0, 0) == -1 &&
          bi_homfly_at(&first, 0, 2) == -1 && bi_homfly_at(&first, 2, 0) == 1);
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, 1}, 2, 2) == BIGHT_OK);
    CHECK(bi_homfly_of(&diagram, &first) == BIGHT_OK);
    CHECK(bi_homfly_at(&first, 1, -1) == 1 && bi_homfly_at(&first, 1, 1) == 1 &&
          bi_homfly_at(&first, 3, -1) == -1);
}

static bool check_neighbour(void *user, bi_diagram *neighbour)
{
    int32_t scratch[640];
    CHECK_SEED(bi_diagram_is_sound(neighbour, scratch), *(uint64_t *)user);
    if (neighbour->crossings == 0) {
        return true;
    }
    CHECK_SEED(bi_homfly_of(neighbour, &second) == BIGHT_OK && same_polynomial(&first, &second, false),
               *(uint64_t *)user);
    return true;
}

// Every flype, every pass and every finger move keeps the polynomial; the mirror image reflects it.
TEST(moves_keep_the_polynomial)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        bi_random random = bi_random_from(seed);
        do {
            random_knot(&random, 16);
            CHECK(bi_move_scratch_reserve(&moves, diagram.crossings + 2) == BIGHT_OK);
            bi_reduce(&diagram, NULL);
            bi_factor(&diagram, &moves);
            int32_t piece[64], stack[64];
            if (diagram.crossings > 0 && bi_diagram_pieces(&diagram, piece, stack) > 1) {
                diagram.crossings = 0;
            }
        } while (diagram.crossings < 4 || bi_homfly_of(&diagram, &first) != BIGHT_OK);
        CHECK(bi_neighbour_scratch_reserve(&neighbours, diagram.crossings) == BIGHT_OK);
        CHECK_SEED(bi_flypes(&diagram, &neighbours, check_neighbour, &seed), seed);
        CHECK_SEED(bi_passes(&diagram, &neighbours, check_neighbour, &seed), seed);
        mirror();
        CHECK_SEED(bi_homfly_of(&other, &second) == BIGHT_OK && same_polynomial(&first, &second, true), seed);
        for (int32_t i = 0; i < 20; i++) {
            CHECK(bi_diagram_copy(&other, &diagram) == BIGHT_OK);
            CHECK(bi_grow(&other, &random) == BIGHT_OK);
            if (bi_homfly_of(&other, &second) == BIGHT_OK) {
                CHECK_SEED(same_polynomial(&first, &second, false), seed);
            }
        }
    }
}

// Codes are in one order: by their entries, then by their patterns; asked the other way round it is turned.
TEST(codes_are_in_order)
{
    bi_random random = bi_random_from(9);
    for (int32_t n = 0; n < 2000; n++) {
        bi_code a = {.crossings = 4}, b = {.crossings = 4};
        for (int32_t i = 0; i < 4; i++) {
            a.entries[i] = (uint8_t)(1 + bi_random_below(&random, 2));
            b.entries[i] = (uint8_t)(1 + bi_random_below(&random, 2));
        }
        a.pattern = (uint64_t)bi_random_below(&random, 4);
        b.pattern = (uint64_t)bi_random_below(&random, 4);
        bool same_entries = memcmp(a.entries, b.entries, 4) == 0,
             same = same_entries && a.pattern == b.pattern;
        int32_t one = bi_code_compare(&a, &b), other_way = bi_code_compare(&b, &a);
        CHECK_SEED((one == 0) == same && (one > 0) == (other_way < 0) && (one < 0) == (other_way > 0), n);
        bi_code c = b;
        c.pattern = same_entries ? c.pattern : a.pattern; // patterns count only where entries are the same
        CHECK_SEED((bi_code_compare(&a, &c) > 0) == (one > 0), n);
    }
}

static int set_up(void **state)
{
    (void)state;
    bi_diagram_init(&diagram, NULL);
    bi_diagram_init(&other, NULL);
    bi_move_scratch_init(&moves, NULL);
    bi_neighbour_scratch_init(&neighbours, NULL);
    bi_homfly_init(&first, NULL);
    bi_homfly_init(&second, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    bi_diagram_free(&diagram);
    bi_diagram_free(&other);
    bi_move_scratch_free(&moves);
    bi_neighbour_scratch_free(&neighbours);
    bi_homfly_free(&first);
    bi_homfly_free(&second);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {unit(codes_are_in_order), unit(codes_do_not_see_numbers),
                                       unit(homfly_of_small_knots), unit(moves_keep_the_polynomial)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
