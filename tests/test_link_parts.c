// SPDX-License-Identifier: MIT
// Which components are in which part and summand of a link, and that strands keep their component's number.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_svg.h"
#include "bight/link.h"
#include "core/random.h"
#include "core/vec3.h"
#include "knot/link_names.h"
#include "knot/public_diagram.h"
#include "knot/table/link_dt.h"
#include "knot/table/link_tabulate.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

// Which components are in which part and summand, told by the braid: strand k + 1 is component k where all letters are
// squares of generators; and from scrambles, which keep the order of no code, by linking numbers.
TEST(parts_and_summands_know_their_components)
{
    // rings 0-1-2 in a row, a trefoil tied in 2 (strands 2, 3), then rings 3 and 4 linked twice, then ring 5 alone
    static const int32_t word[] = {1, 1, 2, 2, 3, 3, 3, 5, 5, 5, 5};
    bight_diagram *diagram, *scrambled;
    bight_link_result result;
    bight_link_makeup makeup;
    CHECK(bight_diagram_from_braid(NULL, word, 11, 7, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify_makeup(NULL, diagram, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
    assert_string_equal(result.name, "L4a1 | L2a1 # L2a1 # 3_1 | 0_1");
    static const int32_t parts[] = {1, 1, 1, 0, 0, 2};
    CHECK(makeup.components == 6 && makeup.count == 4);
    CHECK(memcmp(makeup.part_of, parts, sizeof parts) == 0);

    // a summand of two components is of two that are linked
    for (int32_t i = 0; i < 4; i++) {
        const bight_link_summand *summand = &makeup.summands[i];
        CHECK_SEED(summand->part == (i == 0 ? 0 : 1), i);
        CHECK_SEED(summand->member_count == (i == 3 ? 1 : 2), i);
        if (i < 3) {
            CHECK_SEED(abs(bight_diagram_linking(diagram, summand->members[0], summand->members[1])) ==
                           (i == 0 ? 2 : 1),
                       i);
        }
    }
    bight_link_makeup_free(NULL, &makeup);

    // two summands along one component share it, and linking numbers of the scrambled diagram are theirs
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 12); seed++) {
        CHECK(bight_diagram_scramble(NULL, diagram, 30, seed, &scrambled, &error) == BIGHT_OK);
        CHECK(bight_link_identify_makeup(NULL, scrambled, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, "L4a1 | L2a1 # L2a1 # 3_1 | 0_1");
        for (int32_t i = 0; i < makeup.components; i++) {
            for (int32_t k = 0; k < i; k++) {
                int32_t linking = abs(bight_diagram_linking(scrambled, i, k)), together = 0;
                for (int32_t j = 0; j < makeup.count; j++) {
                    const bight_link_summand *s = &makeup.summands[j];
                    bool both = s->member_count == 2 && s->members[0] == k && s->members[1] == i;
                    together += both ? (strcmp(s->name, "L4a1") == 0 ? 2 : 1) : 0;
                }
                CHECK_SEED(linking == together, seed);
                CHECK_SEED(linking == 0 || makeup.part_of[i] == makeup.part_of[k], seed);
            }
        }
        bight_link_makeup_free(NULL, &makeup);
        bight_diagram_free(scrambled);
    }
    bight_diagram_free(diagram);
}

// Of curves in their order: two trefoils, a ring through the second, and a ring alone, in every order.
TEST(parts_are_told_by_the_curves)
{
    static bight_vec3 points[4][60];
    static const int32_t orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    for (int32_t i = 0; i < 60; i++) {
        double a = 6.283185307179586 * i / 60 + 0.05;
        bight_vec3 knot = {sin(a) + 2.0 * sin(2.0 * a), cos(a) - 2.0 * cos(2.0 * a), -sin(3.0 * a)};
        points[0][i] = knot;
        points[1][i] = v3_add(knot, (bight_vec3){20.0, 0.1, 0.2});
        points[3][i] = (bight_vec3){40.0 + cos(a), sin(a), 0.3};
    }

    // a ring around one strand of the second trefoil, upright to it
    bight_vec3 at = points[1][7], along = v3_sub(points[1][8], points[1][6]);
    along = v3_mul(1.0 / v3_length(along), along);
    bight_vec3 side = v3_cross(along, (bight_vec3){0.0, 0.0, 1.0});
    side = v3_mul(1.0 / v3_length(side), side);
    bight_vec3 up = v3_cross(along, side);
    for (int32_t i = 0; i < 60; i++) {
        double a = 6.283185307179586 * i / 60;
        points[2][i] = v3_add(at, v3_add(v3_mul(0.3 * cos(a), side), v3_mul(0.3 * sin(a), up)));
    }
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        bight_curve curves[4];
        int32_t place[4];
        for (int32_t i = 0; i < 4; i++) {
            curves[i] = (bight_curve){points[orders[k][i]], 60, true};
            place[orders[k][i]] = i;
        }
        bight_diagram *diagram;
        bight_link_result result;
        bight_link_makeup makeup;
        CHECK(bight_diagram_from_curves(NULL, NULL, curves, 4, NULL, &diagram, &error) == BIGHT_OK);
        CHECK(bight_link_identify_makeup(NULL, diagram, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, "3_1 | L2a1 # 3_1 | 0_1");
        const int32_t parts[4] = {0, 1, 1, 2};
        for (int32_t i = 0; i < 4; i++) {
            CHECK_SEED(makeup.part_of[place[i]] == parts[i], k);
        }
        CHECK_SEED(makeup.count == 3 && makeup.summands[0].members[0] == place[0], k);
        CHECK_SEED(makeup.summands[1].member_count == 2 && makeup.summands[2].member_count == 1, k);
        CHECK_SEED(makeup.summands[2].members[0] == place[1], k);
        bight_link_makeup_free(NULL, &makeup);
        bight_diagram_free(diagram);
    }
}

// Two links of the table side by side, or summed along an arc of each, scrambled: named by both, in the order of link.h.
static void expected_name(const bi_link_name two[2], const char *joint, char *text, size_t size)
{
    int order = two[0].crossings - two[1].crossings;
    order = order == 0 ? (int)strlen(two[0].name) - (int)strlen(two[1].name) : order;
    order = order == 0 ? strcmp(two[0].name, two[1].name) : order;
    const bi_link_name *a = &two[order <= 0 ? 0 : 1], *b = &two[order <= 0 ? 1 : 0];
    bool both =
        a->handedness != BIGHT_HANDEDNESS_AMPHICHIRAL && b->handedness != BIGHT_HANDEDNESS_AMPHICHIRAL;
    snprintf(text, size, "%s %s %s%s", a->name, joint, both && a->handedness != b->handedness ? "m" : "",
             b->name);
}

TEST(pairs_of_links)
{
    bi_random random = bi_random_from(11);
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(300, 40); i++) {
        bight_diagram *diagram, *scrambled;
        bight_link_result result;
        bi_diagram one, two;
        bi_link_name names[2];
        char wanted[64];
        int32_t components = 0, seen[8 * BI_LINK_CROSSINGS];
        CHECK(bight_diagram_from_braid(NULL, NULL, 0, 1, &diagram, &error) == BIGHT_OK);
        bi_diagram_init(&one, NULL);
        bi_diagram_init(&two, NULL);
        for (int32_t k = 0; k < 2; k++) {
            bi_diagram *map = k == 0 ? &one : &two;
            int32_t n, number;
            bool alternating;
            do {
                n = 2 + bi_random_below(&random, 9);
                alternating = bi_random_below(&random, 2) == 0;
            } while (bi_link_table_count(n, alternating) == 0);
            number = 1 + bi_random_below(&random, bi_link_table_count(n, alternating));
            CHECK(bi_link_table_diagram(map, n, alternating, number, bi_random_below(&random, 2) == 0) ==
                  BIGHT_OK);
            bi_link_orbit orbit;
            bi_orbit_end end;
            bi_link_orbit_init(&orbit, NULL);
            CHECK(bi_link_look_up(&orbit, map, &names[k], &end) == BIGHT_OK && end == BI_ORBIT_FOUND);
            bi_link_orbit_free(&orbit);
            components += bi_diagram_count_components(map, seen);
        }
        bool sum = i % 2 == 0;
        int32_t shift = 4 * one.crossings;
        CHECK(bi_diagram_append(&one, &two) == BIGHT_OK);
        if (sum) {
            // the tail of an arc of each is joined to the head of the other
            int32_t a = bi_random_below(&random, shift),
                    b = shift + bi_random_below(&random, 4 * two.crossings);
            a = bi_is_out(&one, a) ? a : one.mate[a];
            b = bi_is_out(&one, b) ? b : one.mate[b];
            int32_t head_a = one.mate[a], head_b = one.mate[b];
            one.mate[a] = head_b;
            one.mate[head_b] = a;
            one.mate[b] = head_a;
            one.mate[head_a] = b;
        }
        CHECK(bi_diagram_copy(&diagram->map, &one) == BIGHT_OK);
        diagram->components = components - sum;
        CHECK(bight_diagram_scramble(NULL, diagram, one.crossings + 12, (uint64_t)i, &scrambled, &error) ==
              BIGHT_OK);
        CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
        expected_name(names, sum ? "#" : "|", wanted, sizeof wanted);
        assert_string_equal(result.name, wanted);
        CHECK_SEED(result.part_count == (sum ? 1 : 2) && result.components == components - sum, i);
        bi_diagram_free(&one);
        bi_diagram_free(&two);
        bight_diagram_free(diagram);
        bight_diagram_free(scrambled);
    }
}

// Whatever moves do, all strands of a component keep its number, and no two components have the same.
static void check_owners(const bi_diagram *map, uint64_t seed)
{
    int32_t seen[4 * 64] = {0}, met = 0;
    CHECK_SEED(map->owned && map->crossings <= 64, seed);
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (seen[start] != 0) {
            continue;
        }
        int32_t owner = map->owner[bi_strand(start)];
        CHECK_SEED(owner >= 0 && owner < 8 && (met >> owner & 1) == 0, seed);
        met |= 1 << owner;
        for (int32_t dart = start; seen[dart] == 0; dart = map->mate[bi_opposite(dart)]) {
            CHECK_SEED(map->owner[bi_strand(dart)] == owner, seed);
            seen[dart] = seen[bi_opposite(dart)] = 1;
        }
    }
}

TEST(owners_follow_moves)
{
    bi_diagram map, copy;
    bi_move_scratch moves;
    bi_diagram_init(&map, NULL);
    bi_diagram_init(&copy, NULL);
    bi_move_scratch_init(&moves, NULL);
    CHECK(bi_move_scratch_reserve(&moves, 64) == BIGHT_OK);
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(200, 40); seed++) {
        bi_random random = bi_random_from(seed);
        CHECK(bi_link_table_diagram(&map, 9 + (int32_t)(seed % 3), true, 50 + (int32_t)seed % 5, false) ==
              BIGHT_OK);
        int32_t next = 0;
        map.owned = true;
        CHECK(bi_diagram_reserve(&map, map.crossings) == BIGHT_OK);
        for (int32_t strand = 0; strand < 2 * map.crossings; strand++) {
            map.owner[strand] = -1;
        }
        for (int32_t dart = 0; dart < 4 * map.crossings; dart++) {
            if (map.owner[bi_strand(dart)] < 0) {
                for (int32_t d = dart; map.owner[bi_strand(d)] < 0; d = map.mate[bi_opposite(d)]) {
                    map.owner[bi_strand(d)] = next;
                }
                next++;
            }
        }
        for (int32_t i = 0; i < 60; i++) {
            if (map.crossings < 40 && bi_random_below(&random, 3) == 0) {
                CHECK(bi_grow(&map, &random) == BIGHT_OK);
            } else {
                bi_shuffle(&map, &moves, &random);
            }
            CHECK(bi_diagram_copy(&copy, &map) == BIGHT_OK);
            check_owners(&copy, seed);
        }
        bi_pass_all(&map, &moves);
        check_owners(&map, seed);
    }
    bi_diagram_free(&map);
    bi_diagram_free(&copy);
    bi_move_scratch_free(&moves);
}

RUN_TESTS(unit(parts_and_summands_know_their_components), unit(parts_are_told_by_the_curves), unit(pairs_of_links),
          unit(owners_follow_moves))
