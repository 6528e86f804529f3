// SPDX-License-Identifier: MIT

#include "garment/delaunay_flip.h"

#include "core/memory.h"
#include "geom/predicates.h"

bool bi_in_circle(const double a[2], const double b[2], const double c[2], const double d[2])
{
    bight_vec3 lifted[4];
    const double *const places[4] = {a, b, c, d};
    for (int32_t i = 0; i < 4; i++) {
        double x = places[i][0], y = places[i][1];
        lifted[i] = (bight_vec3){x, y, x * x + y * y};
    }
    return bi_orient3d(lifted[0], lifted[1], lifted[2], lifted[3]) < 0;
}

int32_t bi_delaunay_index(const bi_delaunay *mesh, int32_t t, int32_t u)
{
    return mesh->across[3 * t] == u ? 0 : mesh->across[3 * t + 1] == u ? 1 : 2;
}

bight_status bi_delaunay_push(bi_delaunay *mesh, int32_t t, int32_t k)
{
    bight_status status = bi_reserve(mesh->allocator, &mesh->stack, &mesh->capacities[5],
                                     (int64_t)mesh->stack_count + 1, sizeof *mesh->stack);
    if (status == BIGHT_OK) {
        mesh->stack[mesh->stack_count++] = 3 * t + k;
    }
    return status;
}

static void join(bi_delaunay *mesh, int32_t t, int32_t k, int32_t beside, int32_t old, bool held)
{
    mesh->across[3 * t + k] = beside;
    mesh->fixed[3 * t + k] = held;
    if (beside >= 0 && old != t) {
        mesh->across[3 * beside + bi_delaunay_index(mesh, beside, old)] = t;
    }
}

//       c                c
//     / | \            /   \       t = (a, b, c) and u = (d, c, b) become
//    a  |  d    ->    a --- d      t = (a, b, d) and u = (a, d, c)
//     \ | /            \   /
//       b                b
void bi_delaunay_flip(bi_delaunay *mesh, int32_t t, int32_t k)
{
    int32_t u = mesh->across[3 * t + k], j = bi_delaunay_index(mesh, u, t);
    int32_t a = mesh->corners[3 * t + k], b = mesh->corners[3 * t + (k + 1) % 3],
            c = mesh->corners[3 * t + (k + 2) % 3], d = mesh->corners[3 * u + j];
    int32_t ca = 3 * t + (k + 1) % 3, ab = 3 * t + (k + 2) % 3;
    int32_t bd = 3 * u + (j + 1) % 3, dc = 3 * u + (j + 2) % 3;
    int32_t beside[4] = {mesh->across[ab], mesh->across[bd], mesh->across[dc], mesh->across[ca]};
    bool held[4] = {mesh->fixed[ab], mesh->fixed[bd], mesh->fixed[dc], mesh->fixed[ca]};

    const int32_t first[3] = {a, b, d}, second[3] = {a, d, c};
    for (int32_t i = 0; i < 3; i++) {
        mesh->corners[3 * t + i] = first[i];
        mesh->corners[3 * u + i] = second[i];
    }
    join(mesh, t, 0, beside[1], u, held[1]);
    join(mesh, t, 1, u, t, false);
    join(mesh, t, 2, beside[0], t, held[0]);
    join(mesh, u, 0, beside[2], u, held[2]);
    join(mesh, u, 1, beside[3], t, held[3]);
    join(mesh, u, 2, t, u, false);
    mesh->star[a] = mesh->star[b] = mesh->star[d] = t;
    mesh->star[c] = u;
}

static bool is_wrong(const bi_delaunay *mesh, int32_t t, int32_t k)
{
    int32_t u = mesh->across[3 * t + k];
    if (u < 0 || mesh->fixed[3 * t + k]) {
        return false;
    }
    const double *const x = mesh->points;
    const int32_t *corner = mesh->corners + 3 * t;
    int32_t d = mesh->corners[3 * u + bi_delaunay_index(mesh, u, t)];
    return bi_in_circle(x + 2 * corner[0], x + 2 * corner[1], x + 2 * corner[2], x + 2 * d);
}

bight_status bi_delaunay_flip_all(bi_delaunay *mesh)
{
    bight_status status = BIGHT_OK;
    while (mesh->stack_count > 0 && status == BIGHT_OK) {
        int32_t edge = mesh->stack[--mesh->stack_count], t = edge / 3, k = edge % 3;
        if (!is_wrong(mesh, t, k)) {
            continue;
        }
        int32_t u = mesh->across[edge];
        bi_delaunay_flip(mesh, t, k);

        // the four sides of the quadrangle may have become wrong
        status = bi_delaunay_push(mesh, t, 0);
        status = status == BIGHT_OK ? bi_delaunay_push(mesh, t, 2) : status;
        status = status == BIGHT_OK ? bi_delaunay_push(mesh, u, 0) : status;
        status = status == BIGHT_OK ? bi_delaunay_push(mesh, u, 1) : status;
    }
    mesh->stack_count = 0;
    return status;
}
