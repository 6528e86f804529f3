// SPDX-License-Identifier: MIT

#include "knot/simplify.h"
#include "core/memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static bool sound(const bi_diagram *diagram)
{
    int32_t *scratch = calloc(10 * (size_t)diagram->crossings + 1, sizeof *scratch);
    bool good = bi_diagram_is_sound(diagram, scratch);
    free(scratch);
    return good;
}

static int32_t strands(const bi_diagram *diagram)
{
    int32_t *seen = calloc(4 * (size_t)diagram->crossings + 1, sizeof *seen);
    int32_t count = bi_diagram_count_components(diagram, seen);
    free(seen);
    return count;
}

TEST(pd_codes)
{
    static const int32_t trefoil[] = {1, 4, 2, 5, 3, 6, 4, 1, 5, 2, 6, 3}; // left-handed
    static const int32_t hopf[] = {1, 4, 2, 3, 3, 2, 4, 1};
    static const int32_t torus_genus[] = {1, 4, 2, 5, 5, 2, 6, 3, 6, 3, 1, 4};
    static const int32_t curl[] = {1, 4, 2, 1, 2, 4, 3, 3};
    static const int32_t odd[] = {1, 4, 2, 5, 3, 6, 4, 1, 5, 2, 6, 7};
    bi_diagram diagram;
    bight_error error = {0};
    bi_diagram_init(&diagram, NULL);
    CHECK(bi_diagram_from_pd(&diagram, trefoil, 3, &error) == BIGHT_OK);
    CHECK(sound(&diagram) && bi_diagram_writhe(&diagram) == -3 && bi_diagram_is_alternating(&diagram));
    CHECK(bi_diagram_from_pd(&diagram, hopf, 2, &error) == BIGHT_OK && strands(&diagram) == 2);
    CHECK(bi_diagram_from_pd(&diagram, curl, 2, &error) == BIGHT_OK);
    bi_reduce(&diagram, NULL);
    CHECK(diagram.crossings == 0 && diagram.circles == 1);
    CHECK(bi_diagram_from_pd(&diagram, torus_genus, 3, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "planar") != NULL || strstr(error.message, "against itself") != NULL);
    CHECK(bi_diagram_from_pd(&diagram, odd, 3, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "exactly twice") != NULL);
    bi_diagram_free(&diagram);
}

TEST(braids_close)
{
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, 1, 1}, 3, 2) == BIGHT_OK);
    CHECK(sound(&diagram) && strands(&diagram) == 1 && bi_diagram_writhe(&diagram) == 3);
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, -2, 1, -2, 1, -2}, 6, 3) == BIGHT_OK);
    CHECK(sound(&diagram) && strands(&diagram) == 3 && bi_diagram_is_alternating(&diagram));
    CHECK(bi_diagram_from_braid(&diagram, NULL, 0, 4) == BIGHT_OK && diagram.circles == 4);
    bi_diagram_free(&diagram);
}

// A random braid word whose closure is planar by construction.
static void random_braid(bi_diagram *diagram, bi_random *random, int32_t length, int32_t width)
{
    int32_t word[200];
    for (int32_t i = 0; i < length; i++) {
        word[i] = (1 + bi_random_below(random, width - 1)) * (bi_random_below(random, 2) == 0 ? 1 : -1);
    }
    CHECK(bi_diagram_from_braid(diagram, word, length, width) == BIGHT_OK);
}

// Linking number summed over pairs of components, twice: crossings of different components, signed. The total
// writhe of knots changes under moves, so components are told apart by walking.
static int32_t linking(const bi_diagram *diagram)
{
    int32_t *owner = calloc(4 * (size_t)diagram->crossings + 1, sizeof *owner), next = 0, sum = 0;
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        if (owner[dart] == 0) {
            next++;
            for (int32_t d = dart; owner[d] == 0; d = diagram->mate[d ^ 2]) {
                owner[d] = owner[d ^ 2] = next;
            }
        }
    }
    for (int32_t c = 0; c < diagram->crossings; c++) {
        sum += owner[4 * c] != owner[4 * c + 1] ? diagram->sign[c] : 0;
    }
    free(owner);
    return sum;
}

// Moves keep the map planar, the number of components and all linking; they never add a crossing.
TEST(moves_keep_the_map_sound)
{
    bi_diagram diagram;
    bi_move_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_move_scratch_init(&scratch, NULL);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t width = 2 + bi_random_below(&random, 6);
        random_braid(&diagram, &random, 2 + bi_random_below(&random, 60), width);
        CHECK_SEED(sound(&diagram), seed);
        int32_t components = strands(&diagram) + diagram.circles, link = linking(&diagram);
        CHECK(bi_move_scratch_reserve(&scratch, diagram.crossings) == BIGHT_OK);
        for (int32_t i = 0; i < 20; i++) {
            int32_t before = diagram.crossings;
            bi_shuffle(&diagram, &scratch, &random);
            CHECK_SEED(sound(&diagram) && diagram.crossings <= before, seed);
            CHECK_SEED(strands(&diagram) + diagram.circles == components, seed);
            CHECK_SEED(linking(&diagram) == link, seed);
        }
        bi_pass_all(&diagram, &scratch);
        CHECK_SEED(sound(&diagram) && strands(&diagram) + diagram.circles == components, seed);
        CHECK_SEED(linking(&diagram) == link, seed);
        int32_t pieces = strands(&diagram);
        bi_factor(&diagram, &scratch);
        CHECK_SEED(sound(&diagram) && strands(&diagram) + diagram.circles >= pieces, seed);
        CHECK_SEED(linking(&diagram) == link, seed);
    }
    bi_diagram_free(&diagram);
    bi_move_scratch_free(&scratch);
}

// A trefoil, its mirror image and a figure-eight on one string come apart into three pieces.
TEST(sums_come_apart)
{
    bi_diagram diagram;
    bi_move_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_move_scratch_init(&scratch, NULL);
    CHECK(bi_diagram_from_braid(&diagram, (int32_t[]){1, 1, 1, -2, -2, -2, 3, -4, 3, -4}, 10, 5) == BIGHT_OK);
    CHECK(strands(&diagram) == 1 && bi_move_scratch_reserve(&scratch, 10) == BIGHT_OK);
    bi_factor(&diagram, &scratch);
    int32_t piece[10], stack[10];
    CHECK(diagram.crossings == 10 && bi_diagram_pieces(&diagram, piece, stack) == 3);
    bi_diagram_free(&diagram);
    bi_move_scratch_free(&scratch);
}

RUN_TESTS(unit(pd_codes), unit(braids_close), unit(moves_keep_the_map_sound), unit(sums_come_apart))
