// SPDX-License-Identifier: MIT
// What a scene may say, and probably does not mean.

#include "scene/build.h"

#include "core/vec3.h"

#include <math.h>
#include <stdio.h>

// Cloth is in metres: nothing that is worn is larger, or smaller.
#define LARGEST_CLOTH 20.0
#define SMALLEST_CLOTH 0.005

// The longest side of the box around the vertices.
static double extent(const bight_cloth_def *def)
{
    bight_vec3 low = def->positions[0], high = low;
    for (int32_t i = 1; i < def->vertex_count; i++) {
        bight_vec3 p = def->positions[i];
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    bight_vec3 size = v3_sub(high, low);
    return fmax(size.x, fmax(size.y, size.z));
}

bight_status bi_scene_doubt(const bi_reader *reader, bight_scene *scene)
{
    const char **words = bi_pool_new(reader->pool, (size_t)scene->cloth_count + 1, sizeof *words);
    if (words == NULL) {
        return bi_read_no_memory(reader);
    }

    // at most one doubt for each cloth
    scene->doubts = words;

    // far too large or too small for a garment is mostly a unit: millimetres taken for metres
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        const bight_scene_cloth *cloth = &scene->cloths[i];
        double size = cloth->def.vertex_count > 0 ? extent(&cloth->def) : 1.0;
        char text[240];
        if (size > LARGEST_CLOTH) {
            snprintf(text, sizeof text, "cloth \"%.60s\" is %.4g metres across: if that was not meant, %s",
                     cloth->name, size,
                     cloth->mesh != NULL ? "give its file's unit as \"scale\", 0.001 for millimetres"
                                         : "give its sizes in metres");
        } else if (size < SMALLEST_CLOTH) {
            snprintf(text, sizeof text,
                     "cloth \"%.60s\" is %.4g millimetres across: if that was not meant, %s", cloth->name,
                     1000.0 * size,
                     cloth->mesh != NULL ? "give its file's unit as \"scale\"" : "give its sizes in metres");
        } else {
            continue;
        }

        // the scene keeps a copy
        const char *kept = bi_pool_string(reader->pool, text);
        if (kept == NULL) {
            return bi_read_no_memory(reader);
        }
        words[scene->doubt_count++] = kept;
    }
    return BIGHT_OK;
}
