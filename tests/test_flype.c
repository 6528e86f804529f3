// SPDX-License-Identifier: MIT
// Flypes: exactly those that there are, counted over all sets of crossings, and enough of them to lead from
// any reduced alternating diagram of a knot to all others (Menasco, Thistlethwaite 1993).

#include "knot/canon.h"
#include "knot/dictionary.h"
#include "knot/neighbours.h"
#include "test.h"

#include <string.h>

#define MOST 10

static bi_diagram diagram;
static bi_neighbour_scratch neighbours;

typedef struct collection {
    bi_code codes[400];
    int32_t count, visits;
    const bi_dictionary_knot *knot; ///< that all of them must be
} collection;

static bool collect(void *user, bi_diagram *made)
{
    collection *all = user;
    int32_t scratch[64 * MOST];
    bi_code code;
    bi_dictionary_knot knot;
    CHECK(bi_diagram_is_sound(made, scratch) && made->crossings == diagram.crossings);
    int32_t hands = bi_code_of(made, &code);
    CHECK(bi_dictionary_find(&code, hands, &knot));
    CHECK(knot.number == all->knot->number && knot.handedness == all->knot->handedness);
    all->visits++;
    for (int32_t i = 0; i < all->count; i++) {
        if (bi_code_compare(&all->codes[i], &code) == 0) {
            return true;
        }
    }
    CHECK(all->count < 400);
    all->codes[all->count++] = code;
    return true;
}

// A set of crossings and a crossing beside it make a flype when just four arcs leave the set, two of them to
// neighbouring darts of that crossing, and more than one crossing is on either side.
static int32_t count_flypes(void)
{
    int32_t n = diagram.crossings, flypes = 0;
    for (int32_t set = 1; set < 1 << n; set++) {
        int32_t ends = 0, size = 0, there[4 * MOST] = {0};
        for (int32_t c = 0; c < n; c++) {
            size += set >> c & 1;
        }
        for (int32_t dart = 0; dart < 4 * n; dart++) {
            int32_t mate = diagram.mate[dart];
            there[mate] = (set >> (dart >> 2) & 1) && !(set >> (mate >> 2) & 1);
            ends += there[mate];
        }
        if (ends != 4 || size < 2 || size > n - 2) {
            continue;
        }
        for (int32_t c = 0; c < n; c++) {
            const int32_t *at = &there[4 * c];
            bool two = at[0] + at[1] + at[2] + at[3] == 2, apart = (at[0] && at[2]) || (at[1] && at[3]);
            flypes += two && !apart;
        }
    }
    return flypes;
}

// The diagram of an entry of the dictionary whose first crossing is right-handed.
static void draw_entry(int32_t n, int32_t shadow, int32_t d)
{
    bi_code code = {.crossings = n, .pattern = bi_dictionary[n].patterns[d]};
    for (int32_t i = 0; i < n; i++) {
        code.entries[i] =
            (uint8_t)((bi_dictionary_shadow(&bi_dictionary[n], shadow) >> (60 - 4 * i) & 15) + 1);
    }
    CHECK(bi_code_diagram(&diagram, &code, 1) == BIGHT_OK);
}

TEST(flypes_are_all_there)
{
    int32_t with_two = 0;
    CHECK(bi_neighbour_scratch_reserve(&neighbours, MOST) == BIGHT_OK);
    for (int32_t n = BI_DICTIONARY_LEAST; n <= 8; n++) {
        const bi_dictionary_level *level = &bi_dictionary[n];
        for (int32_t s = 0; s < level->shadow_count; s++) {
            for (int32_t d = bi_dictionary_first(level, s); d < bi_dictionary_first(level, s + 1); d++) {
                static collection all;
                bi_code code;
                bi_dictionary_knot knot;
                draw_entry(n, s, d);
                CHECK(bi_dictionary_find(&code, bi_code_of(&diagram, &code), &knot));
                all = (collection){.knot = &knot};
                CHECK(bi_flypes(&diagram, &neighbours, collect, &all));
                CHECK_SEED(all.visits == count_flypes(), (uint64_t)n << 32 | (uint32_t)d);
                with_two += all.visits > 0;
            }
        }
    }
    CHECK(with_two > 20);
}

// As many diagrams as the dictionary has of the knot, which is all that there are, from each of them.
TEST(flypes_lead_to_all_alternating_diagrams)
{
    for (int32_t n = BI_DICTIONARY_LEAST; n <= 9; n++) {
        const bi_dictionary_level *level = &bi_dictionary[n];
        for (int32_t number = 0; number < level->alternating; number++) {
            static collection all;
            bi_code code;
            bi_dictionary_knot knot = {0};
            int32_t wanted = 0;
            for (int32_t s = 0; s < level->shadow_count; s++) {
                for (int32_t d = bi_dictionary_first(level, s); d < bi_dictionary_first(level, s + 1); d++) {
                    bool own = level->knots[d] >> 2 == number;
                    wanted += own;
                    if (own) {
                        draw_entry(n, s, d);
                    }
                }
            }
            all = (collection){.knot = &knot};
            CHECK(bi_dictionary_find(&code, bi_code_of(&diagram, &code), &knot));
            collect(&all, &diagram);
            for (int32_t i = 0; i < all.count; i++) {
                int32_t hands = 0;
                for (int32_t sign = 1; sign >= -1 && hands == 0; sign -= 2) {
                    bi_dictionary_knot side;
                    CHECK(bi_code_diagram(&diagram, &all.codes[i], sign) == BIGHT_OK);
                    CHECK(bi_dictionary_find(&code, bi_code_of(&diagram, &code), &side));
                    hands = side.handedness == knot.handedness;
                }
                CHECK(bi_flypes(&diagram, &neighbours, collect, &all));
            }
            CHECK_SEED(all.count == wanted, (uint64_t)n << 32 | (uint32_t)number);
        }
    }
    bi_diagram_free(&diagram);
    bi_neighbour_scratch_free(&neighbours);
}

RUN_TESTS(unit(flypes_are_all_there), unit(flypes_lead_to_all_alternating_diagrams))
