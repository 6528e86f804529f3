// SPDX-License-Identifier: MIT

#include "cli/needles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUGHNESS 0.35

const double cli_steel[3] = {0.5, 0.52, 0.56};

bool cli_needles_open(cli_stage *stage)
{
    const bight_scene *scene = stage->scene;
    stage->needles = calloc((size_t)scene->rope_count + 1, sizeof *stage->needles);
    for (int32_t i = 0; stage->needles != NULL && i < scene->rope_count; i++) {
        const bight_scene_rope *rope = &scene->ropes[i];
        int32_t links = rope->rod != NULL ? rope->rod->needle.links : 0; // no rod: a curve that was read
        if (links > 0) {
            cli_needle *needle = &stage->needles[stage->needle_count++];
            *needle = (cli_needle){.rope = i, .links = links};
            snprintf(needle->name, sizeof needle->name, "%.60s needle", rope->name);
            needle->radii = calloc((size_t)links + 1, sizeof *needle->radii);
            if (needle->radii == NULL) {
                return false;
            }
            needle->last = bight_scene_needle_radii(rope, needle->radii) > 0;
        }
    }
    return stage->needles != NULL;
}

void cli_needles_close(cli_stage *stage)
{
    for (int32_t k = 0; k < stage->needle_count; k++) {
        free(stage->needles[k].radii);
    }
    free(stage->needles);
}

// Its links now: a rope that a script made another model of may have fewer nodes.
static int32_t links_of(const cli_needle *needle, bight_curve whole)
{
    return needle->links < whole.count - 1 ? needle->links : whole.count - 2;
}

bight_curve cli_thread(const cli_stage *stage, int32_t rope, bight_curve whole, int32_t *first)
{
    int32_t from = 0, count = whole.count;
    for (int32_t k = 0; k < stage->needle_count; k++) {
        const cli_needle *needle = &stage->needles[k];
        if (needle->rope == rope) {
            from = needle->last ? 0 : links_of(needle, whole);
            count -= links_of(needle, whole);
        }
    }
    if (first != NULL) {
        *first = from;
    }
    return (bight_curve){whole.points + from, count, whole.closed};
}

bight_tube cli_needle_tube(const cli_stage *stage, int32_t k, const cli_moment *moment)
{
    const cli_needle *needle = &stage->needles[k];
    bight_curve whole = moment->curves[needle->rope];
    int32_t links = links_of(needle, whole), begin = needle->last ? whole.count - 1 - links : 0;
    return (bight_tube){.curve = {whole.points + begin, links + 1, false},
                        .radius = needle->radii[needle->last ? 0 : needle->links],
                        .radii = needle->radii + (needle->last ? needle->links - links : 0)};
}

bight_glb_mesh cli_needle_look(const cli_stage *stage, int32_t k, const bight_mesh *mesh)
{
    static const double polished[3] = {0.75, 0.76, 0.78};
    // all light that metal shows is reflected: brighter than steel in a picture
    bight_glb_mesh look = {
        .name = stage->needles[k].name, .mesh = mesh, .roughness = ROUGHNESS, .metallic = 1.0};
    memcpy(look.colour, polished, sizeof look.colour);
    return look;
}
