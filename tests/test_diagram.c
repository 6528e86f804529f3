// SPDX-License-Identifier: MIT

#include "knot/simplify.h"
#include "knot/pass_run.h"
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

// Arcs to cross between the faces at two darts of a map from which a strand was lifted, by relaxing every arc
// until nothing changes. The last two darts are the loose ends.
static int32_t plain_distance(const bi_diagram *lifted, int32_t from, int32_t to)
{
    int32_t darts = 4 * lifted->crossings + 2, faces = 0;
    int32_t *face = malloc((size_t)darts * sizeof *face),
            *distance = malloc((size_t)darts * sizeof *distance);
    for (int32_t d = 0; d < darts; d++) {
        face[d] = d < darts - 2 && lifted->sign[d / 4] == 0 ? -2 : -1;
    }
    for (int32_t d = 0; d < darts; d++) {
        for (int32_t e = d; face[e] == -1;) {
            face[e] = faces;
            int32_t other = lifted->mate[e];
            e = other >= darts - 2 ? other : other / 4 * 4 + (other + 3) % 4;
        }
        faces += face[d] == faces;
    }
    for (int32_t f = 0; f < faces; f++) {
        distance[f] = f == face[from] ? 0 : darts;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t d = 0; d < darts; d++) {
            if (face[d] >= 0 && distance[face[d]] + 1 < distance[face[lifted->mate[d]]]) {
                distance[face[lifted->mate[d]]] = distance[face[d]] + 1;
                changed = true;
            }
        }
    }
    int32_t found = distance[face[to]];
    free(face);
    free(distance);
    return found;
}

// When passes are done no strand that runs over or under all it meets has a shorter way.
TEST(no_strand_is_left_that_has_a_shorter_way)
{
    bi_diagram diagram, lifted;
    bi_move_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_diagram_init(&lifted, NULL);
    bi_move_scratch_init(&scratch, NULL);
    int32_t asked = 0, left = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        random_braid(&diagram, &random, 20 + bi_random_below(&random, 60), 3 + bi_random_below(&random, 4));
        CHECK(bi_move_scratch_reserve(&scratch, diagram.crossings) == BIGHT_OK);
        bi_pass_all(&diagram, &scratch);
        int32_t darts = 4 * diagram.crossings;
        left += diagram.crossings > 0;
        for (int32_t tail = 0; tail < darts; tail++) {
            if (!bi_is_out(&diagram, tail)) {
                continue;
            }
            bi_pass_run s = bi_take_run(&diagram, &scratch, tail, diagram.crossings);
            if (s.length == 0 || bi_diagram_copy(&lifted, &diagram) != BIGHT_OK ||
                !bi_lift_run(&lifted, &scratch, s)) {
                continue;
            }
            CHECK_SEED(plain_distance(&lifted, darts, darts + 1) >= s.length, seed);
            asked++;
        }
    }
    CHECK(asked > 1000 && left > 100);
    bi_diagram_free(&diagram);
    bi_diagram_free(&lifted);
    bi_move_scratch_free(&scratch);
}

// Marks are numbers that go up; when they are used up they begin at one again, and old ones mean nothing.
TEST(marks_begin_anew)
{
    bi_diagram one, other;
    bi_move_scratch fresh, used;
    bi_diagram_init(&one, NULL);
    bi_diagram_init(&other, NULL);
    bi_move_scratch_init(&fresh, NULL);
    bi_move_scratch_init(&used, NULL);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed), again = bi_random_from(seed);
        random_braid(&one, &random, 50, 5);
        random_braid(&other, &again, 50, 5);
        CHECK(bi_move_scratch_reserve(&fresh, 50) == BIGHT_OK &&
              bi_move_scratch_reserve(&used, 50) == BIGHT_OK);
        used.stamp = INT32_MAX - (int32_t)(seed % 5);
        for (int32_t i = 0; i < 200; i++) {
            used.mark[i] = used.member[i] = 1 + i % 8;
        }
        bi_pass_all(&one, &fresh);
        bi_pass_all(&other, &used);
        CHECK_SEED(one.crossings == other.crossings && one.circles == other.circles, seed);
        CHECK_SEED(memcmp(one.mate, other.mate, 4 * (size_t)one.crossings * sizeof *one.mate) == 0, seed);
    }
    bi_diagram_free(&one);
    bi_diagram_free(&other);
    bi_move_scratch_free(&fresh);
    bi_move_scratch_free(&used);
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

RUN_TESTS(unit(pd_codes), unit(braids_close), unit(moves_keep_the_map_sound),
          unit(no_strand_is_left_that_has_a_shorter_way), unit(marks_begin_anew), unit(sums_come_apart))
