// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/cloths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FINE_TRIANGLES 120000 // of all skins together, at most four times as many
#define TILE 256              // pixels of a weave's tile
#define SEAT 0.1              // of the wider side: the weave repeats after so much

// ---- looks ------------------------------------------------------------------------------------------

static void set_colour(int32_t color, double colour[3])
{
    for (int32_t i = 0; i < 3 && color >= 0; i++) {
        colour[i] = ((color >> (16 - 8 * i)) & 0xFF) / 255.0;
    }
}

// how much of the pattern until the weave repeats; 0 without a pattern
static double repeat_of(const bight_scene_cloth *cloth)
{
    const bight_cloth_def *def = &cloth->def;
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int32_t i = 0; def->uv != NULL && i < 2 * def->uv_count; i++) {
        low[i % 2] = fmin(low[i % 2], def->uv[i]);
        high[i % 2] = fmax(high[i % 2], def->uv[i]);
    }
    double wide = def->uv != NULL ? SEAT * fmax(high[0] - low[0], high[1] - low[1]) : 0.0;
    return def->uv == NULL || isnan(cloth->look->repeat) ? wide : cloth->look->repeat;
}

bool cli_cloths_open(cli_stage *stage)
{
    const bight_scene *scene = stage->scene;
    size_t count = (size_t)scene->cloth_count + 1;
    stage->skins = calloc(count, sizeof *stage->skins);
    stage->sheets = calloc(count, sizeof *stage->sheets);
    stage->moment.cloths = calloc(count, sizeof *stage->moment.cloths);
    if (stage->skins == NULL || stage->sheets == NULL || stage->moment.cloths == NULL) {
        return false;
    }
    int64_t triangles = 0;
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        const bight_scene_look *look = scene->cloths[i].look;
        bight_picture_cloth *sheet = &stage->sheets[i];
        sheet->mesh = &stage->skins[i];
        sheet->weave = look->weave;
        sheet->repeat = repeat_of(&scene->cloths[i]);
        bight_rope_colour(scene->rope_count + i + 1, sheet->colour);
        set_colour(look->color, sheet->colour);
        set_colour(look->back, sheet->back);
        set_colour(look->accent, sheet->accent);
        triangles += scene->cloths[i].def.triangle_count;
    }
    stage->level = triangles > FINE_TRIANGLES ? 0 : triangles > FINE_TRIANGLES / 4 ? 1 : 2;
    return true;
}

void cli_cloths_close(cli_stage *stage)
{
    for (int32_t i = 0; stage->skins != NULL && i < stage->scene->cloth_count; i++) {
        bight_mesh_free(NULL, &stage->skins[i]);
    }
    free(stage->skins);
    free(stage->sheets);
    free(stage->moment.cloths);
}

bight_status cli_cloths_skin(cli_stage *stage, const cli_moment *moment, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < stage->scene->cloth_count && status == BIGHT_OK; i++) {
        bight_mesh_free(NULL, &stage->skins[i]);
        status = bight_cloth_skin(NULL, &stage->scene->cloths[i].def, moment->cloths[i], stage->level,
                                  &stage->skins[i], error);
    }
    return status;
}

// ---- glTF -------------------------------------------------------------------------------------------

bight_status cli_cloth_mesh(const bight_scene_cloth *cloth, const bight_vec3 *positions, double repeat,
                            int32_t level, bight_mesh *mesh, bight_error *error)
{
    bight_status status = bight_cloth_skin(NULL, &cloth->def, positions, level, mesh, error);
    for (int32_t i = 0; status == BIGHT_OK && mesh->uv != NULL && i < 2 * mesh->vertex_count; i++) {
        mesh->uv[i] = repeat > 0.0 ? mesh->uv[i] / repeat : 0.0;
    }
    return status;
}

bight_status cli_cloth_look(const cli_stage *stage, int32_t cloth, bight_glb_mesh *mesh, bight_bytes *texture,
                            bight_error *error)
{
    const bight_picture_cloth *sheet = &stage->sheets[cloth];
    mesh->roughness = 0.9;
    mesh->two_sided = true;
    memcpy(mesh->colour, sheet->colour, sizeof mesh->colour);
    if (!(sheet->repeat > 0.0) || sheet->weave == BIGHT_WEAVE_NONE) {
        return BIGHT_OK;
    }
    uint8_t *rgb = malloc(3 * (size_t)TILE * TILE);
    bight_status status =
        rgb != NULL ? bight_weave_texture(sheet->weave, sheet->colour, sheet->accent, TILE, rgb, error)
                    : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? bight_write_png(NULL, rgb, TILE, TILE, 3, texture, error) : status;
    free(rgb);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        return BIGHT_OK; // without libpng it is of one colour
    }
    if (status == BIGHT_OK) {
        mesh->colour[0] = mesh->colour[1] = mesh->colour[2] = 1.0;
        mesh->texture_png = texture->data;
        mesh->texture_size = texture->size;
    }
    return status;
}

// ---- files ------------------------------------------------------------------------------------------

static void print_cloths(const cli_stage *stage, FILE *out)
{
    const bight_scene *scene = stage->scene;
    cli_json json = {.out = out, .line = true};
    cli_json_open(&json, NULL, '{');
    cli_json_open(&json, "cloths", '[');
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "name", scene->cloths[i].name);
        cli_json_open(&json, "positions", '[');
        for (int32_t k = 0; k < scene->cloths[i].def.vertex_count; k++) {
            bight_vec3 p = stage->moment.cloths[i][k];
            cli_json_open(&json, NULL, '[');
            cli_json_exact(&json, p.x);
            cli_json_exact(&json, p.y);
            cli_json_exact(&json, p.z);
            cli_json_close(&json, ']');
        }
        cli_json_close(&json, ']');
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
}

bool cli_write_cloths(const cli_stage *stage, const char *folder, const char *name)
{
    char *text = NULL, path[4096];
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        cli_say(name, 0, "no memory to write it");
        return false;
    }
    print_cloths(stage, memory);
    bool good = fclose(memory) == 0;
    if (!good) {
        cli_say(name, 0, "no memory to write it");
    } else if (!cli_join(path, sizeof path, folder, name)) {
        cli_say(name, 0, "the path is too long: give a shorter one");
        good = false;
    }
    good = good && cli_write_file(path, text, size);
    free(text);
    return good;
}
