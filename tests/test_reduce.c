// SPDX-License-Identifier: MIT
// Reducing a diagram: what it gives, without memory, and stopped.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "failing_memory.h"
#include "test.h"

static bight_diagram *braid(const int32_t *word, int32_t letters, int32_t strands)
{
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, word, letters, strands, &diagram, NULL) == BIGHT_OK);
    return diagram;
}

// Figure eight with three curls more, two rings linked with a curl, and three rings apart.
TEST(curls_go_and_components_stay)
{
    static const int32_t eight[7] = {1, -2, 1, -2, 3, -4, 5}, hopf[3] = {1, 1, 2};
    bight_diagram *from[3] = {braid(eight, 7, 6), braid(hopf, 3, 3), braid(NULL, 0, 3)}, *to;
    static const int32_t crossings[3] = {4, 2, 0}, components[3] = {1, 2, 3};
    for (int32_t i = 0; i < 3; i++) {
        CHECK(bight_diagram_reduce(NULL, NULL, from[i], &to, NULL) == BIGHT_OK);
        CHECK(bight_diagram_crossings(to) == crossings[i] && bight_diagram_components(to) == components[i]);
        bight_diagram_free(to);
        bight_diagram_free(from[i]);
    }
}

// Each request for memory fails in turn: then there is no diagram, an error that says so, and nothing is kept.
TEST(no_request_may_be_refused_unnoticed)
{
    static const int32_t word[9] = {1, 1, 1, -2, 1, 3, -2, 4, -5};
    bight_diagram *diagram = braid(word, 9, 6);
    int32_t refused = 0, good = 0;
    for (int32_t own = 0; own < 2; own++) {
        for (int64_t at = 1; at < 400 && good == own; at++) {
            failing_allocator memory = {.fail_at = at, .fail_after = at % 2 == 0};
            bight_env env = failing_env(&memory);
            bight_error error = {0};
            bight_diagram *to = diagram;
            bight_knot_workspace *space = own == 1 ? bight_knot_workspace_new(&env) : NULL;
            if (own == 1 && space == NULL) {
                CHECK(memory.held == 0);
                continue;
            }
            bight_status status = bight_diagram_reduce(&env, space, diagram, &to, &error);
            CHECK_SEED(status == (memory.calls >= at ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK), at);
            CHECK_SEED((to != NULL) == (status == BIGHT_OK), at);
            CHECK_SEED((error.message[0] != '\0') == (status != BIGHT_OK), at);
            refused += status != BIGHT_OK;
            good += status == BIGHT_OK;
            bight_diagram_free(to);
            bight_knot_workspace_free(space);
            CHECK_SEED(memory.held == 0, at);
        }
    }
    CHECK(good == 2 && refused > 10);
    bight_diagram_free(diagram);
}

// The second question: the first is asked before the work begins.
static bool at_the_second(void *user)
{
    return ++*(int32_t *)user >= 2;
}

// Stopped in the midst of it, there is no diagram, and the workspace serves again.
TEST(stopped_there_is_no_diagram)
{
    // the torus knot T(3, 2999), among as many crossings again that go away one pass after the other
    enum { LETTERS = 5998 };
    static int32_t word[LETTERS];
    for (int32_t i = 0; i < LETTERS; i++) {
        word[i] = 1 + i % 2;
    }
    bight_diagram *torus = braid(word, LETTERS, 3), *big, *to;
    CHECK(bight_diagram_scramble(NULL, torus, 3 * LETTERS, 7, &big, NULL) == BIGHT_OK);
    to = big;
    int32_t asked = 0;
    bight_env env = {.watch = {at_the_second, &asked}};
    bight_error error = {0};
    bight_knot_workspace *space = bight_knot_workspace_new(NULL);
    CHECK(bight_diagram_reduce(&env, space, big, &to, &error) == BIGHT_ERROR_STOPPED);
    CHECK(to == NULL && asked == 2 && error.message[0] != '\0');
    CHECK(bight_diagram_reduce(NULL, space, big, &to, &error) == BIGHT_OK);
    CHECK(bight_diagram_components(to) == 1 && bight_diagram_crossings(to) >= LETTERS);
    CHECK(bight_diagram_crossings(to) < bight_diagram_crossings(big));
    bight_diagram_free(torus);
    bight_diagram_free(to);
    bight_diagram_free(big);
    bight_knot_workspace_free(space);
}

RUN_TESTS(unit(curls_go_and_components_stay), unit(no_request_may_be_refused_unnoticed),
          unit(stopped_there_is_no_diagram))
