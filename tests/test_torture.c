// SPDX-License-Identifier: MIT

#include "bench/oracle.h"
#include "bench/torture.h"
#include "bench/torture_scene.h"
#include "test.h"

// The judge must know one knot from another, and not mind how it lies.
TEST(the_judge_tells_knots_apart)
{
    const uint32_t determinant[5] = {1, 3, 5, 5, 3}; // ring, trefoil, figure-eight, five crossings, trefoil
    oracle_knot seen[5];
    for (int32_t kind = 0; kind < 5; kind++) {
        bight_vec3 nodes[200];
        torture_knot(kind, 200, nodes);
        seen[kind] = oracle_knot_of((bight_curve){nodes, 200, true});
        CHECK(seen[kind].sound && seen[kind].determinant == determinant[kind]);
        for (int32_t i = 0; i < 200; i++) {
            nodes[i] = (bight_vec3){-nodes[i].z, 0.6 * nodes[i].x - 0.8 * nodes[i].y,
                                    0.8 * nodes[i].x + 0.6 * nodes[i].y};
        }
        oracle_knot turned = oracle_knot_of((bight_curve){nodes, 200, true});
        CHECK(turned.sound && !oracle_knots_differ(turned, seen[kind]));
    }
    CHECK(oracle_knots_differ(seen[2], seen[3]) && oracle_knots_differ(seen[0], seen[1]));
    CHECK(!oracle_knots_differ(seen[1], seen[4]));
}

TEST(random_hands_break_nothing)
{
    double least_gap = HUGE_VAL, stretch = 0.0, mean = 0.0, fastest = 0.0;
    int32_t cuts = 0, rollbacks = 0, longest_stop = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(24, 8); seed++) {
        torture_result result = torture_run(seed, 120);
        if (result.failed) {
            fail_msg("seed %llu: %s", (unsigned long long)seed, result.message);
        }
        least_gap = fmin(least_gap, result.least_gap);
        stretch = fmax(stretch, result.greatest_stretch);
        mean = fmax(mean, result.greatest_mean_stretch);
        fastest = fmax(fastest, result.fastest);
        cuts += result.cuts;
        rollbacks += result.rollbacks;
        longest_stop = result.longest_stop > longest_stop ? result.longest_stop : longest_stop;
    }
    print_message(
        "least gap %.4f of touching, longest link %.3f, longest rope %.4f of rest, fastest node %.2f radii, "
        "%d cuts, %d rollbacks, %d at most in a row\n",
        least_gap, stretch, mean, fastest, cuts, rollbacks, longest_stop);
}

RUN_TESTS(unit(the_judge_tells_knots_apart), unit(random_hands_break_nothing))
