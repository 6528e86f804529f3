// SPDX-License-Identifier: MIT

#include "cli/tension.h"

#include <math.h>
#include <stdlib.h>

const int32_t cli_tension_scale[3] = {0x2166ac, 0xf7f7f7, 0xb2182b};

static bool is_rod(const bight_play *play, int32_t rope)
{
    bight_rod_state state;
    return bight_rope_rod_state(bight_play_world((bight_play *)(uintptr_t)play), bight_play_rope(play, rope),
                                &state) == BIGHT_OK;
}

double cli_tension_most(const bight_play *play, const bight_scene *scene)
{
    double most = 0.0;
    for (int32_t i = 0; i < scene->rope_count; i++) {
        bight_rod_state state;
        if (bight_rope_rod_state(bight_play_world((bight_play *)(uintptr_t)play), bight_play_rope(play, i),
                                 &state) == BIGHT_OK) {
            most = fmax(most, state.tension);
        }
    }
    return most;
}

double *cli_tension_colours(const bight_play *play, int32_t rope, int32_t first, bight_curve curve,
                            double most, const bight_mesh *mesh)
{
    const bight_world *world = bight_play_world((bight_play *)(uintptr_t)play);
    double *colours = is_rod(play, rope) ? malloc(3 * (size_t)mesh->vertex_count * sizeof *colours) : NULL;
    if (colours == NULL) {
        return NULL;
    }

    // rings from the first cap's tip to the last one's: those of the body are spread evenly over the links
    int32_t row = CLI_TENSION_SIDES + 1, rings = mesh->vertex_count / row;
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    int32_t cap = curve.closed ? 0 : (rings - links * CLI_TENSION_SAMPLES - 1) / 2;
    for (int32_t i = 0; i < rings; i++) {
        int32_t link = i < cap ? 0 : (i - cap) / CLI_TENSION_SAMPLES;
        link = link < links ? link : links - 1;
        double tension = bight_rope_tension(world, bight_play_rope(play, rope), first + link);
        double part = most > 0.0 ? 2.0 * fmin(fmax(tension / most, 0.0), 1.0) : 0.0;
        int32_t half = part < 1.0 ? 0 : 1;
        for (int32_t k = 0; k < 3 * row; k++) {
            int32_t shift = 16 - 8 * (k % 3);
            double from = (cli_tension_scale[half] >> shift) & 255,
                   to = (cli_tension_scale[half + 1] >> shift) & 255;
            colours[3 * row * i + k] = (from + (part - half) * (to - from)) / 255.0;
        }
    }
    return colours;
}
