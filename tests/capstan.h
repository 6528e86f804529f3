// SPDX-License-Identifier: MIT
// Pulling a strip round something: for the ratio exp(friction angle) of the pulls at its ends.

#pragma once

#include "cloth_grid.h"

/// Hold the first five vertices of a sheet and pull its last five 8 mm down, slower and slower, so that
/// nothing slides on of itself. @param pull Receives what is pulled then at the end that is held and at the
/// other, N, along y.
static inline void capstan_pulls(bight_cloth_world *world, bight_cloth_id cloth, double pull[2])
{
    bight_cloth_hand_id hands[2][5];
    bight_cloth_hand_state hand;
    bight_vec3 start[5];
    int32_t count;
    bight_cloth_positions(world, cloth, &count);
    for (int32_t i = 0; i < 5; i++) {
        CHECK(bight_cloth_grasp(world, cloth, i, &hands[0][i], NULL) == BIGHT_OK);
        CHECK(bight_cloth_grasp(world, cloth, count - 1 - i, &hands[1][i], NULL) == BIGHT_OK);
        CHECK(bight_cloth_hand_get(world, hands[1][i], &hand) == BIGHT_OK);
        start[i] = hand.position;
    }
    for (int32_t step = 1; step <= 600; step++) {
        double rest = 1.0 - bi_min(step / 500.0, 1.0);
        for (int32_t i = 0; i < 5; i++) {
            bight_vec3 down = v3(0, 0.008 * (1.0 - rest * rest), 0);
            bight_cloth_hand_set_target(world, hands[1][i], v3_sub(start[i], down));
        }
        cloth_steps(world, 1);
    }
    for (int32_t k = 0; k < 2; k++) {
        pull[k] = 0.0;
        for (int32_t i = 0; i < 5; i++) {
            CHECK(bight_cloth_hand_get(world, hands[k][i], &hand) == BIGHT_OK);
            pull[k] += hand.pull.y;
        }
    }
}
