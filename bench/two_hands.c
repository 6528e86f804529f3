// SPDX-License-Identifier: MIT

#include "bench/two_hands.h"

#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double bench_seconds(int32_t threads)
{
    if (threads <= 1) {
        return (double)clock() / CLOCKS_PER_SEC;
    }
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bench_rope_world bench_rope_make(const char *name, const bight_world_def *world_def, bight_rope_model model,
                                 const bight_vec3 *points, int32_t links)
{
    bench_rope_world bench = {.threads = world_def->env.threads};
    bight_error error = {0};
    bight_rope_def rope = bight_rope_def_default();
    rope.model = model;
    rope.curve = (bight_curve){points, links + 1, false};
    const int32_t nodes[2] = {0, links};
    bool made = bight_world_create(world_def, &bench.world, &error) == BIGHT_OK &&
                bight_rope_create(bench.world, &rope, &bench.rope, &error) == BIGHT_OK;
    for (int32_t i = 0; i < 2 && made; i++) {
        made = bight_hand_grasp(bench.world, bench.rope, nodes[i], &bench.hand[i], &error) == BIGHT_OK;
        bench.home[i] = points[nodes[i]];
    }
    if (!made) {
        cli_say(NULL, 0, "bench %s: %s", name, error.message);
        exit(1);
    }
    return bench;
}

// A hand leads by so much each cycle, metres.
#define LEAD 0.4

void bench_rope_tighten(bench_rope_world *bench, int32_t cycles, bool taut)
{
    bight_hand_state hand[2];
    for (int32_t i = 0; i < cycles && !cli_interrupted(); i++) {
        for (int32_t k = 0; k < 2; k++) {
            bight_hand_get(bench->world, bench->hand[k], &hand[k]);
        }
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 here = hand[k].position, other = hand[1 - k].position;
            bight_vec3 away = {here.x - other.x, here.y - other.y, here.z - other.z};
            double share = LEAD / sqrt(away.x * away.x + away.y * away.y + away.z * away.z);
            bight_hand_set_target(
                bench->world, bench->hand[k],
                (bight_vec3){here.x + share * away.x, here.y + share * away.y, here.z + share * away.z});
        }
        bight_world_step(bench->world, NULL);
        if (taut && i > 200 && i % 50 == 0 && hand[0].stretched && hand[1].stretched) {
            break;
        }
    }
    for (int32_t k = 0; k < 2; k++) {
        bight_hand_get(bench->world, bench->hand[k], &hand[k]);
        bench->home[k] = hand[k].position;
    }
}
