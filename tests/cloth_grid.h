// SPDX-License-Identifier: MIT
// Rectangular sheets for tests of cloth.

#pragma once

#include "bight/cloth.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct grid {
    int32_t columns, rows; // vertices along u and along v
    bight_vec3 *positions;
    double *uv;
    int32_t *triangles;
    int32_t vertex_count, triangle_count;
} grid;

// width along u (x), length along v (z), around the origin, facing up; diagonals alternate
static inline grid grid_make(int32_t columns, int32_t rows, double width, double length)
{
    grid g = {.columns = columns, .rows = rows};
    g.vertex_count = columns * rows;
    g.triangle_count = 2 * (columns - 1) * (rows - 1);
    g.positions = malloc((size_t)g.vertex_count * sizeof *g.positions);
    g.uv = malloc(2 * (size_t)g.vertex_count * sizeof *g.uv);
    g.triangles = malloc(3 * (size_t)g.triangle_count * sizeof *g.triangles);
    int32_t *t = g.triangles;
    for (int32_t j = 0; j < rows; j++) {
        for (int32_t i = 0; i < columns; i++) {
            int32_t a = j * columns + i, b = a + 1, c = a + columns, d = c + 1;
            double u = width * i / (columns - 1), v = length * j / (rows - 1);
            g.positions[a] = (bight_vec3){u - 0.5 * width, 0.0, v - 0.5 * length};
            g.uv[2 * a] = u;
            g.uv[2 * a + 1] = v;
            if (i + 1 < columns && j + 1 < rows) {
                const int32_t odd[6] = {a, c, b, b, c, d}, even[6] = {a, c, d, a, d, b};
                memcpy(t, (i + j) % 2 ? odd : even, sizeof odd);
                t += 6;
            }
        }
    }
    return g;
}

static inline void grid_free(grid *g)
{
    free(g->positions);
    free(g->uv);
    free(g->triangles);
    *g = (grid){0};
}

static inline bight_cloth_world *cloth_world(const bight_cloth_world_def *def)
{
    bight_cloth_world *world = NULL;
    bight_error error = {0};
    if (bight_cloth_world_create(def, &world, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

static inline bight_cloth_id cloth_add(bight_cloth_world *world, const grid *g,
                                       const bight_cloth_material *material)
{
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = g->positions;
    def.triangles = g->triangles;
    def.uv = g->uv;
    def.vertex_count = g->vertex_count;
    def.triangle_count = g->triangle_count;
    def.material = material != NULL ? *material : def.material;
    bight_cloth_id id;
    bight_error error = {0};
    if (bight_cloth_create(world, &def, &id, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return id;
}

static inline bight_cloth_report cloth_steps(bight_cloth_world *world, int32_t count)
{
    bight_cloth_report report = {0};
    for (int32_t i = 0; i < count; i++) {
        CHECK(bight_cloth_world_step(world, &report) == BIGHT_OK);
    }
    return report;
}
