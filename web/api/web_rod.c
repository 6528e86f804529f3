// SPDX-License-Identifier: MIT
// Elastic rods: what ropes are made of, and what pulls in them.

#include "web_state.h"

#include "bight/material.h"

int32_t bw_material_count(void)
{
    int32_t count;
    bight_materials(&count);
    return count;
}

static const bight_material *material_at(int32_t index)
{
    int32_t count;
    return &bight_materials(&count)[index];
}

int32_t bw_material(int32_t index)
{
    const bight_material *m = material_at(index);
    bw_numbers[0] = m->radius;
    bw_numbers[1] = m->density;
    bw_numbers[2] = m->bend;
    bw_numbers[3] = m->friction;
    return 0;
}

const char *bw_material_name(int32_t index)
{
    return material_at(index)->name;
}

const char *bw_material_title(int32_t index)
{
    return material_at(index)->title;
}

int32_t bw_rod(int32_t rope)
{
    const bight_scene_rope *given = &bw_now.scene->ropes[rope];
    bw_numbers[0] = bight_rope_get_model(bw_now.world, bight_play_rope(bw_now.play, rope));
    bw_numbers[1] = given->rod->density;
    bw_numbers[2] = given->rod->bend;
    bw_numbers[3] = bw_now.rubbed ? bw_now.friction : given->rod->friction;
    bw_numbers[4] = given->rod->time_step;
    bw_numbers[5] = given->rod->needle.links;
    bw_numbers[6] = -given->rod->gravity.y;
    return 0;
}

const char *bw_rope_material(int32_t rope)
{
    const char *name = bw_now.scene->ropes[rope].material;
    return name != NULL ? name : "";
}

int32_t bw_needle(int32_t rope, double *list)
{
    return bight_scene_needle_radii(&bw_now.scene->ropes[rope], list) > 0;
}

// As the step "model" does with friction, so that a recording comes to the same bits.
int32_t bw_rub(double friction)
{
    bight_error error = {0};
    for (int32_t r = 0; r < bw_rope_count(); r++) {
        bight_rope_id id = bight_play_rope(bw_now.play, r);
        if (bight_rope_get_model(bw_now.world, id) != BIGHT_MODEL_ROD) {
            continue;
        }
        bight_rope_def def = bight_rope_def_default();
        def.model = BIGHT_MODEL_ROD;
        def.rod = *bw_now.scene->ropes[r].rod;
        def.rod.friction = friction;
        if (bight_rope_set_model(bw_now.world, id, &def, &error) != BIGHT_OK) {
            return bw_fail(&error);
        }
    }
    bw_now.rubbed = true;
    bw_now.friction = friction;
    return 0;
}

int32_t bw_tensions(int32_t rope, float *list)
{
    bight_rope_id id = bight_play_rope(bw_now.play, rope);
    bight_curve curve = bight_rope_curve(bw_now.world, id);
    for (int32_t i = 0; i < curve.count; i++) {
        list[i] = (float)bight_rope_tension(bw_now.world, id, i); // 0 for the link after the last
    }
    return curve.count;
}

// angle = l (M / C + rest)
int32_t bw_twists(int32_t rope, float *list)
{
    bight_rope_id id = bight_play_rope(bw_now.play, rope);
    const bight_rod_def *def = bw_now.scene->ropes[rope].rod;
    bight_curve curve = bight_rope_curve(bw_now.world, id);
    bool twists = bight_rope_get_model(bw_now.world, id) == BIGHT_MODEL_ROD && def->twist > 0.0;
    double length = bight_rope_link_length(bw_now.world, id);
    for (int32_t i = 0; i < curve.count; i++) {
        bool end = !curve.closed && (i == 0 || i == curve.count - 1);
        list[i] = 0.0f;
        if (twists && !end) {
            double moment = bight_rope_twist(bw_now.world, id, i);
            list[i] = (float)(length * (moment / def->twist + def->rest_twist));
        }
    }
    return twists ? curve.count : 0;
}
