// SPDX-License-Identifier: MIT

#include "bench/cloth_sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bench_sheet bench_sheet_make(int32_t side)
{
    bench_sheet s = {
        .side = side, .vertex_count = side * side, .triangle_count = 2 * (side - 1) * (side - 1)};
    s.size = BENCH_EDGE * (side - 1);
    s.positions = malloc((size_t)s.vertex_count * sizeof *s.positions);
    s.uv = malloc(2 * (size_t)s.vertex_count * sizeof *s.uv);
    s.triangles = malloc(3 * (size_t)s.triangle_count * sizeof *s.triangles);
    if (s.positions == NULL || s.uv == NULL || s.triangles == NULL) {
        fputs("bight: bench cloth: no memory\n", stderr);
        exit(1);
    }
    int32_t *t = s.triangles;
    for (int32_t j = 0; j < side; j++) {
        for (int32_t i = 0; i < side; i++) {
            int32_t a = j * side + i, b = a + 1, c = a + side, d = c + 1;
            s.uv[2 * a] = BENCH_EDGE * i;
            s.uv[2 * a + 1] = BENCH_EDGE * j;
            if (i + 1 < side && j + 1 < side) {
                const int32_t odd[6] = {a, c, b, b, c, d}, even[6] = {a, c, d, a, d, b};
                memcpy(t, (i + j) % 2 ? odd : even, sizeof odd);
                t += 6;
            }
        }
    }
    return s;
}

void bench_sheet_free(bench_sheet *s)
{
    free(s->positions);
    free(s->uv);
    free(s->triangles);
}

void bench_sheet_lay_flat(bench_sheet *s)
{
    for (int32_t i = 0; i < s->vertex_count; i++) {
        s->positions[i] = (bight_vec3){s->uv[2 * i] - 0.5 * s->size, 0.0, s->uv[2 * i + 1] - 0.5 * s->size};
    }
}

void bench_sheet_lay_folded(bench_sheet *s)
{
    double length = 0.05, rise = 0.0022, run = sqrt(length * length - rise * rise) / length;
    for (int32_t i = 0; i < s->vertex_count; i++) {
        double along = s->uv[2 * i + 1], layer = floor(along / length + 1e-9), rest = along - layer * length;
        double x = run * (fmod(layer, 2.0) < 0.5 ? rest : length - rest);
        s->positions[i] = (bight_vec3){s->uv[2 * i] - 0.5 * s->size, 0.00101 + rise * along / length, x};
    }
}
