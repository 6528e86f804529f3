// SPDX-License-Identifier: MIT
// A template's pipe as a hash, the same on every compiler and machine and in WebAssembly.

#pragma once

#include "bight/template.h"
#include "core/hash.h"
#include "template_shapes.h"

/// golden_template(): changes when sampling, edits or pipes are meant to change.
#define GOLDEN_TEMPLATE_HASH UINT64_C(0x30F71E75D9D57927)

/// Two hooks, one of them closed to a ring; shifted, turned and scaled until radii are reduced. 0 when it fails.
static inline uint64_t golden_template(void)
{
    shape_strand hook, ring;
    shape_begin(&hook, v3(-0.4, -0.1, 0.013), 0.012);
    shape_line(&hook, v3(0, -0.1, 0));
    shape_turn(&hook, v3(0.1, 0, 0), v3(0, 0.1, 0));
    shape_turn(&hook, v3(0, 0.1, 0.01), v3(-0.1, 0, 0));
    shape_line(&hook, v3(-0.4, 0.13, 0.02));
    shape_begin(&ring, v3(0.16, 0.01, -0.1), 0.02);
    shape_turn(&ring, v3(-0.1, 0, 0), v3(0, 0, 0.1));
    shape_turn(&ring, v3(0, 0, 0.1), v3(0.1, 0, 0));
    shape_turn(&ring, v3(0.1, 0, 0), v3(0, 0.02, -0.1));
    shape_turn(&ring, v3(0, 0, -0.1), v3(-0.1, -0.02, 0));
    bight_template_strand strands[2] = {shape_strand_of("hook", &hook), shape_strand_of("ring", &ring)};
    strands[1].closed = true;
    const bight_template_span span = {1, 0, 3};
    const bight_template_component part = {"ring", "Ring", {0.1, 0.0, 0.0}, &span, 1};
    const bight_template_target does[] = {{BIGHT_TEMPLATE_TURN, 0, 0, {1, 2, 0.5}, 1.0},
                                          {BIGHT_TEMPLATE_SCALE, 0, 0, {0, 0, 0}, 1.0},
                                          {BIGHT_TEMPLATE_END, 0, 1, {0, 0, 0}, 1.0},
                                          {BIGHT_TEMPLATE_RADIUS, -1, 0, {0, 0, 0}, 1.0}};
    const bight_template_parameter parameters[] = {{"turn", "Turn", "deg", -90, 90, 0, &does[0], 1},
                                                   {"scale", "Size", "x", 0.5, 2, 1, &does[1], 1},
                                                   {"tail", "Tail", "m", 0, 1, 0, &does[2], 1},
                                                   {"radius", "Thickness", "x", 0.5, 4, 1, &does[3], 1}};
    const bight_template_def def = {.name = "golden",
                                    .strands = strands,
                                    .components = &part,
                                    .parameters = parameters,
                                    .strand_count = 2,
                                    .component_count = 1,
                                    .parameter_count = 4,
                                    .orientation = 17.0,
                                    .gap = 0.001,
                                    .least_radius = 0.002};
    bight_template *made;
    bight_template_edit edit;
    bight_pipe pipe;
    if (bight_template_make(NULL, &def, NULL, &made, NULL) != BIGHT_OK) {
        return 0;
    }
    const double values[4] = {33.0, 0.83, 0.21, 3.1};
    uint64_t hash = BI_HASH_START;
    if (bight_template_set(made, values, &edit, NULL) != BIGHT_OK || edit.reduced == 0 ||
        bight_template_pipe(made, NULL, &pipe, NULL) != BIGHT_OK) {
        bight_template_free(made);
        return 0;
    }
    for (int32_t i = 0; i < pipe.vertex_count; i++) {
        hash = bi_hash_vec3(hash, pipe.positions[i]);
    }
    hash = bi_hash_double(bi_hash_word(hash, (uint64_t)pipe.triangle_count), edit.reached);
    bight_pipe_free(NULL, &pipe);
    bight_template_free(made);
    return hash;
}
