// SPDX-License-Identifier: MIT
// Prints the golden hashes, and the name of a trefoil, from WebAssembly (scripts/test_wasm.sh).

#include "bight/knot.h"
#include "golden_couple.h"
#include "golden_dress.h"
#include "golden_mixed.h"
#include "golden_rods.h"
#include "golden_template.h"

#include <stdio.h>

int main(void)
{
    static const bight_vec3 trefoil[6] = {{-3, 0, 1},   {3, 1, -1}, {0, 4, 1},
                                          {-1, -3, -1}, {2, -2, 1}, {1, 3, -1}};
    bight_curve curve = {trefoil, 6, true};
    bight_knot_result knot;
    bight_error error = {0};
    if (bight_knot_identify(NULL, NULL, &curve, 1, NULL, &knot, &error) != BIGHT_OK) {
        puts(error.message);
        return 1;
    }
    const uint64_t hashes[] = {golden_scene(1, GOLDEN_CYCLES),
                               golden_springs(1, GOLDEN_SPRING_CYCLES),
                               golden_projection(1, GOLDEN_PROJECTION_CYCLES),
                               golden_rods(1, GOLDEN_RODS_CYCLES),
                               golden_mixed(1, GOLDEN_MIXED_CYCLES),
                               golden_cloth(1, GOLDEN_CLOTH_STEPS, NULL),
                               golden_couple(1, GOLDEN_COUPLE_CYCLES, NULL),
                               golden_template(),
                               golden_dress()};
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        printf("0x%08X%08X ", (unsigned)(hashes[i] >> 32), (unsigned)hashes[i]);
    }
    puts(knot.name);
    return 0;
}
