// SPDX-License-Identifier: MIT

#include "bight/material.h"

#include "bight/suggest.h"
#include "core/vec3.h"
#include "scene/build.h"

#include <string.h>

static const bight_material materials[] = {
#include "scene/materials.inc"
};
#define COUNT ((int32_t)(sizeof materials / sizeof *materials))

const bight_material *bight_materials(int32_t *count)
{
    *count = COUNT;
    return materials;
}

const bight_material *bight_material_find(const char *name)
{
    for (int32_t i = 0; i < COUNT && name != NULL; i++) {
        if (strcmp(materials[i].name, name) == 0) {
            return &materials[i];
        }
    }
    return NULL;
}

// What a material says of a rod.
#define FIELDS(X) X(density) X(stretch) X(bend) X(friction) X(hand_force)

void bight_material_apply(const bight_material *material, bight_rod_def *rod)
{
#define X(field) rod->field = material->field > 0.0 ? material->field : rod->field;
    FIELDS(X)
#undef X
    if (material->rest_curvature > 0.0) {
        rod->twist = material->twist;
        rod->rest_curvature = material->rest_curvature;
        rod->rest_shape = 0.0;
    }
}

// Each field that the rope says itself counts, whether or not it is the usual one: only the text knows.
bight_status bi_scene_use_material(const bi_reader *reader, bight_scene_rope *rope, int32_t index)
{
    bi_json_path ropes = {NULL, "ropes", 0}, path = {&ropes, NULL, index}, name = {&path, "material", 0};
    const bight_material *material = bight_material_find(rope->material);
    if (material == NULL) {
        const char *guess = bight_suggest(rope->material, &materials[0].name, COUNT, sizeof *materials);
        return bi_read_fail(reader, &name, " is \"%.40s\", which is no material: %s%s%s", rope->material,
                            guess != NULL ? "did you mean " : "see bight help materials",
                            guess != NULL ? guess : "", guess != NULL ? "?" : "");
    }
    bight_rod_def *rod = bi_pool_new(reader->pool, 1, sizeof *rod);
    if (rod == NULL) {
        return bi_read_no_memory(reader);
    }
    const bi_json *json = bi_json_at(bi_json_get(reader->root, "ropes"), (size_t)index);
    const bi_json *given = bi_json_get(json, "rod");
    *rod = *rope->rod;
    bight_material_apply(material, rod);
#define X(field) rod->field = bi_json_get(given, #field) != NULL ? rope->rod->field : rod->field;
    FIELDS(X)
    X(twist)
    X(rest_curvature)
    X(rest_shape)
#undef X
    rod->rest_curvature =
        rod->rest_shape > 0.0 && bi_json_get(given, "rest_curvature") == NULL ? 0.0 : rod->rest_curvature;
    rope->rod = rod;
    rope->radius = bi_json_get(json, "radius") != NULL ? rope->radius : material->radius;
    return BIGHT_OK;
}
