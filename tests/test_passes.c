// SPDX-License-Identifier: MIT
// Passes: with flypes they lead from one diagram of a knot that does not alternate to all others that the dictionary
// has, and to no diagram of another knot; and what the search takes it gives back.

#include "failing_memory.h"
#include "knot/canon.h"
#include "knot/dictionary.h"
#include "knot/neighbours.h"
#include "test.h"

#define MOST 10

static bi_diagram diagram;

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

static bool stop_at_once(void *user, bi_diagram *made)
{
    int32_t *asked = user;
    (void)made;
    ++*asked;
    return false;
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

TEST(passes_and_flypes_lead_to_all_diagrams)
{
    int32_t knots = 0, found = 0;
    bi_neighbour_scratch neighbours;
    bi_neighbour_scratch_init(&neighbours, NULL);
    CHECK(bi_neighbour_scratch_reserve(&neighbours, MOST) == BIGHT_OK);
    for (int32_t n = 8; n <= 9; n++) {
        const bi_dictionary_level *level = &bi_dictionary[n];
        for (int32_t number = level->alternating; number < level->alternating + 8; number++) {
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
            if (wanted == 0) {
                continue;
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
                CHECK(bi_passes(&diagram, &neighbours, collect, &all));
            }
            CHECK_SEED(all.count == wanted, 1000 * n + number);
            knots++;
            found += all.count;
        }
    }
    CHECK(knots == 3 + 8 && found > 100); // 8_19 to 8_21, 9_42 to 9_49
    bi_diagram_free(&diagram);
    bi_neighbour_scratch_free(&neighbours);
}

// Room grows, stays when less is asked for, and is given back to the byte; each request refused in turn.
TEST(room_is_given_back)
{
    draw_entry(8, 0, 0);
    bool done = false;
    for (int64_t fail = 1; !done; fail++) {
        failing_allocator memory = {.fail_at = fail};
        bight_env env = failing_env(&memory);
        bi_neighbour_scratch neighbours;
        bi_neighbour_scratch_init(&neighbours, &env.allocator);
        static const int32_t sizes[3] = {8, 5, 12};
        bight_status status = BIGHT_OK;
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            int64_t before = memory.calls;
            status = bi_neighbour_scratch_reserve(&neighbours, sizes[i]);
            CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, fail);
            CHECK_SEED(i != 1 || memory.calls == before, fail);
        }
        done = status == BIGHT_OK;
        CHECK_SEED(done == (memory.calls < fail), fail);
        if (done) {
            int64_t before = memory.calls;
            int32_t asked = 0;
            CHECK(!bi_passes(&diagram, &neighbours, stop_at_once, &asked) && asked == 1);
            CHECK(!bi_flypes(&diagram, &neighbours, stop_at_once, &asked) || asked == 1);
            CHECK(memory.calls == before); // all room was there
        }
        bi_neighbour_scratch_free(&neighbours);
        CHECK_SEED(memory.held == 0, fail);
    }
    bi_diagram_free(&diagram);
}

RUN_TESTS(unit(room_is_given_back), unit(passes_and_flypes_lead_to_all_diagrams))
