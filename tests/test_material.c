// SPDX-License-Identifier: MIT
// Materials of ropes: the table is that of data/materials, scenes take it and override it, and rods are as stiff as it says.

#include "bight/material.h"
#include "bight/play.h"
#include "bight/scene.h"
#include "play_through.h"
#include "rod_scene.h"

#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

static bight_scene *read_text(const char *text)
{
    bight_scene *scene;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return scene;
}

// The number behind "key": {"value": in a file's text, NaN when the key is not there.
static double value_in(const char *text, const char *key)
{
    char words[80];
    double value = (double)NAN;
    snprintf(words, sizeof words, "\"%s\": {\"value\": ", key);
    const char *at = strstr(text, words);
    return at != NULL && sscanf(at + strlen(words), "%lf", &value) == 1 ? value : (double)NAN;
}

// Every value of the table stands in its file, with a source; every file is in the table (scripts/make_materials.py).
TEST(the_table_is_that_of_the_files)
{
    int32_t count;
    const bight_material *materials = bight_materials(&count);
    CHECK(count == 11);
    for (int32_t i = 0; i < count; i++) {
        const bight_material *m = &materials[i];
        char path[1024], text[1 << 14];
        snprintf(path, sizeof path, "%s/data/materials/%s.json", BIGHT_SOURCE_DIR, m->name);
        FILE *file = fopen(path, "rb");
        CHECK(file != NULL);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        CHECK(m->radius == value_in(text, "radius") && m->density == value_in(text, "density"));
        CHECK(m->stretch == value_in(text, "stretch") && m->bend == value_in(text, "bend"));
        CHECK(m->friction == value_in(text, "friction") && m->twist == value_in(text, "twist"));
        CHECK(m->hand_force == 0.0 ? isnan(value_in(text, "hand_force"))
                                   : m->hand_force == value_in(text, "hand_force"));
        CHECK(m->rest_curvature == 0.0 ? isnan(value_in(text, "rest_curvature"))
                                       : m->rest_curvature == value_in(text, "rest_curvature"));
        CHECK(bight_material_find(m->name) == m);
        CHECK(i == 0 || strcmp(materials[i - 1].name, m->name) < 0);

        // a thread of fibres is no stiffer than a solid one of the same stretching stiffness: B <= EA r^2 / 4, a tube's
        // is at most twice that
        CHECK(m->bend <= 0.5 * m->stretch * m->radius * m->radius * 1.2);
        CHECK(m->friction > 0.0 && m->friction < 1.0);
    }
    CHECK(bight_material_find("wood") == NULL && bight_material_find(NULL) == NULL);
}

#define HEAD                                                                                                 \
    "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"line\": {\"from\": [0, 0, 0], \"to\": [0.2, 0, 0]}, "

TEST(scenes_take_a_material_and_override_it)
{
    const bight_material *paracord = bight_material_find("paracord");
    bight_scene *scene = read_text(HEAD "\"material\": \"paracord\"}]}");
    const bight_scene_rope *rope = &scene->ropes[0];
    CHECK(rope->radius == paracord->radius && rope->rod->density == paracord->density);
    CHECK(rope->rod->stretch == paracord->stretch && rope->rod->bend == paracord->bend);
    CHECK(rope->rod->friction == paracord->friction && rope->rod->hand_force == 20.0);
    CHECK(rope->curve.count == 51); // links as long as it is thick
    bight_scene_destroy(scene);

    // what is said counts, also when it is what is usual
    scene = read_text(
        HEAD
        "\"material\": \"paracord\", \"radius\": 0.005, \"rod\": {\"bend\": 0.001, \"friction\": 0.1}}]}");
    rope = &scene->ropes[0];
    CHECK(rope->radius == 0.005 && rope->rod->bend == 0.001 && rope->rod->friction == 0.1);
    CHECK(rope->rod->density == paracord->density);
    bight_scene_destroy(scene);

    // one that is bent at rest needs its twist
    scene = read_text(HEAD "\"material\": \"monofilament\"}]}");
    rope = &scene->ropes[0];
    CHECK(rope->rod->rest_curvature == 20.0 &&
          rope->rod->twist == bight_material_find("monofilament")->twist);
    bight_scene_destroy(scene);
    scene = read_text(HEAD "\"material\": \"monofilament\", \"rod\": {\"rest_shape\": 1}}]}");
    rope = &scene->ropes[0];
    CHECK(rope->rod->rest_curvature == 0.0 && rope->rod->rest_shape == 1.0 && rope->rod->twist > 0.0);
    bight_scene_destroy(scene);

    bight_error error = {0};
    static const char wrong[] = HEAD "\"material\": \"parachord\"}]}";
    CHECK(bight_scene_parse(wrong, strlen(wrong), NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "did you mean paracord?") != NULL &&
          strstr(error.message, "ropes[0].material") != NULL);
}

// Ropes of every material are pulled straight by a hand: as much longer as force / E A, within 1 %. A rubber tube becomes a
// tenth longer.
TEST(ropes_stretch_as_their_material_does)
{
    int32_t count;
    const bight_material *materials = bight_materials(&count);
    for (int32_t i = 0; i < count; i++) {
        const bight_material *m = &materials[i];
        bight_vec3 points[21];
        bight_world *world = scene_world();
        bight_rope_def def = rod_def(points, 21, false);
        def.radius = m->radius;
        bight_material_apply(m, &def.rod);
        CHECK(def.rod.density == m->density && def.rod.time_step == 0.002);
        def.rod.drag = m->density;
        line_of(points, 21, v3(0, 0, 0), v3(40.0 * m->radius, 0, 0));
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, 20)};
        double force = fmin(0.1 * m->stretch, 20.0);
        CHECK(bight_hand_set_force(world, hand[1], v3(force, 0, 0), NULL) == BIGHT_OK);
        run_rods(world, 6000);
        double longer = scene_hand(world, hand[1]).x / (40.0 * m->radius) - 1.0;
        if (!(fabs(longer / (force / m->stretch) - 1.0) < 0.01)) {
            fail_msg("%s: %g longer, wanted %g", m->name, longer, force / m->stretch);
        }
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(the_table_is_that_of_the_files), unit(scenes_take_a_material_and_override_it),
          unit(ropes_stretch_as_their_material_does))
