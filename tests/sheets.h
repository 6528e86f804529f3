// SPDX-License-Identifier: MIT
// Meshes for the tests of surfaces: made here, measured and compared by brute force.

#pragma once

#include "core/memory.h"
#include "core/random.h"
#include "core/vec3.h"
#include "geom/crossing.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/// A mesh with all that the library makes of it. Free with drop_sheet().
typedef struct sheet {
    bight_vec3 *x;
    int32_t *triangles;
    int32_t vertex_count, triangle_count;
    bi_surface surface;
    bi_box_tree tree;
} sheet;

static inline sheet new_sheet(int32_t vertex_count, int32_t triangle_count)
{
    sheet s = {.vertex_count = vertex_count, .triangle_count = triangle_count};
    s.x = calloc((size_t)vertex_count + 1, sizeof *s.x);
    s.triangles = calloc((size_t)triangle_count + 1, 3 * sizeof *s.triangles);
    return s;
}

/// After positions and triangles are set.
static inline void finish_sheet(sheet *s)
{
    CHECK(bi_surface_make(NULL, s->triangles, s->triangle_count, s->vertex_count, &s->surface) == BIGHT_OK);
    CHECK(bi_box_tree_make(NULL, s->triangles, s->triangle_count, s->x, &s->tree) == BIGHT_OK);
}

static inline void drop_sheet(sheet *s)
{
    bi_surface_free(NULL, &s->surface);
    bi_box_tree_free(NULL, &s->tree);
    free(s->x);
    free(s->triangles);
}

static inline bi_sheet see(const sheet *s)
{
    return (bi_sheet){&s->surface, s->x, &s->tree};
}

/// (n + 1) x (n + 1) vertices on a square in the plane z = 0, or what `place` makes of it; not finished.
static inline sheet grid_sheet(int32_t n, double size)
{
    sheet s = new_sheet((n + 1) * (n + 1), 2 * n * n);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        s.x[i] = v3(size * (i % (n + 1)) / n, size * (i / (n + 1)) / n, 0.0);
    }
    for (int32_t i = 0; i < n * n; i++) {
        int32_t a = i / n * (n + 1) + i % n, b = a + 1, c = a + n + 1, d = c + 1;
        int32_t quad[6] = {a, b, d, a, d, c};
        memcpy(s.triangles + 6 * i, quad, sizeof quad);
    }
    return s;
}

/// Vertices at random, triangles between any of them: edges of many triangles, folded triangles, all of it.
static inline sheet soup_sheet(bi_random *random, int32_t vertices, int32_t triangles, double size)
{
    sheet s = new_sheet(vertices, triangles);
    for (int32_t i = 0; i < vertices; i++) {
        s.x[i] = bi_random_vec3(random, size);
    }
    for (int32_t i = 0; i < 3 * triangles; i++) {
        s.triangles[i] = bi_random_below(random, vertices);
    }
    return s;
}

/// An octahedron around `at` with each face cut into four: closed, 18 vertices, 32 triangles; not finished.
static inline sheet ball_sheet(bight_vec3 at, double radius)
{
    static const int32_t faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                        {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    int32_t middle[6][6], next = 6;
    sheet s = new_sheet(18, 32);
    for (int32_t i = 0; i < 6; i++) {
        double r = i % 2 == 0 ? radius : -radius;
        s.x[i] = v3_add(at, v3(i / 2 == 0 ? r : 0, i / 2 == 1 ? r : 0, i / 2 == 2 ? r : 0));
    }
    for (int32_t i = 0; i < 6; i++) {
        for (int32_t k = i + 1; k < 6; k++) {
            if (k / 2 != i / 2) {
                middle[i][k] = middle[k][i] = next;
                s.x[next++] = v3_lerp(s.x[i], s.x[k], 0.5);
            }
        }
    }
    for (int32_t i = 0; i < 8; i++) {
        int32_t a = faces[i][0], b = faces[i][1], c = faces[i][2];
        int32_t ab = middle[a][b], bc = middle[b][c], ca = middle[c][a];
        int32_t four[12] = {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca};
        memcpy(s.triangles + 12 * i, four, sizeof four);
    }
    return s;
}

/// Round every coordinate to a multiple of step: everything becomes degenerate.
static inline void snap(sheet *s, double step)
{
    for (int32_t i = 0; i < s->vertex_count; i++) {
        s->x[i] = v3(step * floor(s->x[i].x / step + 0.5), step * floor(s->x[i].y / step + 0.5),
                     step * floor(s->x[i].z / step + 0.5));
    }
}

static inline bool is_folded(const sheet *s, int32_t t)
{
    const int32_t *c = s->triangles + 3 * t;
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}
