// SPDX-License-Identifier: MIT

#include "garment/delaunay.h"

#include "core/memory.h"
#include "garment/delaunay_flip.h"
#include "geom/predicates.h"

#include <math.h>
#include <string.h>

void bi_delaunay_free(bi_delaunay *mesh)
{
    const bight_allocator *allocator = mesh->allocator;
    bi_free_array(allocator, mesh->points, (size_t)mesh->capacities[0], 2 * sizeof *mesh->points);
    bi_free_array(allocator, mesh->star, (size_t)mesh->capacities[1], sizeof *mesh->star);
    bi_free_array(allocator, mesh->corners, (size_t)mesh->capacities[2], 3 * sizeof *mesh->corners);
    bi_free_array(allocator, mesh->across, (size_t)mesh->capacities[3], 3 * sizeof *mesh->across);
    bi_free_array(allocator, mesh->fixed, (size_t)mesh->capacities[4], 3 * sizeof *mesh->fixed);
    bi_free_array(allocator, mesh->stack, (size_t)mesh->capacities[5], sizeof *mesh->stack);
    *mesh = (bi_delaunay){.allocator = allocator};
}

static bight_status make_room(bi_delaunay *mesh, int32_t points, int32_t triangles)
{
    const bight_allocator *allocator = mesh->allocator;
    int32_t *room = mesh->capacities;
    bight_status status = bi_reserve(allocator, &mesh->points, &room[0], points, 2 * sizeof *mesh->points);
    status = status != BIGHT_OK ? status
                                : bi_reserve(allocator, &mesh->star, &room[1], points, sizeof *mesh->star);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->corners, &room[2], triangles, 3 * sizeof *mesh->corners);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->across, &room[3], triangles, 3 * sizeof *mesh->across);
    return status != BIGHT_OK
               ? status
               : bi_reserve(allocator, &mesh->fixed, &room[4], triangles, 3 * sizeof *mesh->fixed);
}

static void set_triangle(bi_delaunay *mesh, int32_t t, const int32_t corners[3], const int32_t across[3])
{
    memcpy(mesh->corners + 3 * t, corners, 3 * sizeof *corners);
    memcpy(mesh->across + 3 * t, across, 3 * sizeof *across);
    for (int32_t k = 0; k < 3; k++) {
        mesh->fixed[3 * t + k] = false;
        mesh->star[corners[k]] = t;
    }
}

bight_status bi_delaunay_begin(const bight_allocator *allocator, const double low[2], const double high[2],
                               bi_delaunay *mesh)
{
    *mesh = (bi_delaunay){.allocator = allocator};
    bight_status status = make_room(mesh, 4, 2);
    if (status != BIGHT_OK) {
        bi_delaunay_free(mesh);
        return status;
    }

    // all points have |x|, |y| <= half; the box's corners lie at 2 half = 2^25 grid, whose square has 50 bits
    double half = 0.5 * fmax(high[0] - low[0], high[1] - low[1]);
    int exponent;
    (void)frexp(half, &exponent);
    mesh->grid = ldexp(1.0, exponent - 24);
    mesh->origin[0] = 0.5 * (low[0] + high[0]);
    mesh->origin[1] = 0.5 * (low[1] + high[1]);
    double wide = ldexp(1.0, exponent + 1);
    const double box[8] = {-wide, -wide, wide, -wide, wide, wide, -wide, wide};
    memcpy(mesh->points, box, sizeof box);
    mesh->point_count = 4;
    mesh->triangle_count = 2;
    set_triangle(mesh, 0, (const int32_t[3]){0, 1, 2}, (const int32_t[3]){-1, 1, -1});
    set_triangle(mesh, 1, (const int32_t[3]){0, 2, 3}, (const int32_t[3]){-1, -1, 0});
    return BIGHT_OK;
}

void bi_delaunay_round(const bi_delaunay *mesh, const double place[2], double rounded[2])
{
    for (int32_t k = 0; k < 2; k++) {
        rounded[k] = mesh->grid * nearbyint((place[k] - mesh->origin[k]) / mesh->grid);
    }
}

static int32_t side(const bi_delaunay *mesh, int32_t t, int32_t k, const double place[2])
{
    const int32_t *corner = mesh->corners + 3 * t;
    return bi_orient2d(mesh->points + 2 * corner[(k + 1) % 3], mesh->points + 2 * corner[(k + 2) % 3], place);
}

int32_t bi_delaunay_find(bi_delaunay *mesh, const double rounded[2])
{
    // walk towards the place; walks in a triangulation that is not Delaunay could go round, so they have a limit
    int32_t t = mesh->last < mesh->triangle_count ? mesh->last : 0;
    for (int32_t step = 0; step < 4 * mesh->triangle_count + 16; step++) {
        int32_t way = -1;
        for (int32_t k = 0; k < 3; k++) {
            int32_t at = (k + step) % 3;
            if (side(mesh, t, at, rounded) < 0) {
                way = at;
                break;
            }
        }
        if (way < 0) {
            mesh->last = t;
            return t;
        }
        if (mesh->across[3 * t + way] < 0) {
            return -1;
        }
        t = mesh->across[3 * t + way];
    }
    return -1; // unreachable in practice: the caller treats it as outside
}

// the triangle beside edge k of t learns that t has become `fresh`
static void tell(bi_delaunay *mesh, int32_t beside, int32_t old, int32_t fresh)
{
    for (int32_t k = 0; beside >= 0 && k < 3; k++) {
        if (mesh->across[3 * beside + k] == old) {
            mesh->across[3 * beside + k] = fresh;
            return;
        }
    }
}

// point p inside t: three triangles
static bight_status split_face(bi_delaunay *mesh, int32_t t, int32_t p)
{
    int32_t corner[3], beside[3], one = mesh->triangle_count, two = one + 1;
    bool held[3];
    memcpy(corner, mesh->corners + 3 * t, sizeof corner);
    memcpy(beside, mesh->across + 3 * t, sizeof beside);
    memcpy(held, mesh->fixed + 3 * t, sizeof held);
    mesh->triangle_count += 2;
    set_triangle(mesh, t, (const int32_t[3]){p, corner[0], corner[1]},
                 (const int32_t[3]){beside[2], one, two});
    set_triangle(mesh, one, (const int32_t[3]){p, corner[1], corner[2]},
                 (const int32_t[3]){beside[0], two, t});
    set_triangle(mesh, two, (const int32_t[3]){p, corner[2], corner[0]},
                 (const int32_t[3]){beside[1], t, one});
    mesh->fixed[3 * t] = held[2];
    mesh->fixed[3 * one] = held[0];
    mesh->fixed[3 * two] = held[1];
    tell(mesh, beside[0], t, one);
    tell(mesh, beside[1], t, two);
    bight_status status = bi_delaunay_push(mesh, t, 0);
    status = status == BIGHT_OK ? bi_delaunay_push(mesh, one, 0) : status;
    return status == BIGHT_OK ? bi_delaunay_push(mesh, two, 0) : status;
}

// point p on the edge opposite corner k of t, which is not fixed and has a triangle on its other side: four triangles
static bight_status split_edge(bi_delaunay *mesh, int32_t t, int32_t k, int32_t p)
{
    int32_t u = mesh->across[3 * t + k], j = bi_delaunay_index(mesh, u, t);
    int32_t next = (k + 1) % 3, after = (k + 2) % 3, beyond = (j + 1) % 3, last = (j + 2) % 3;
    int32_t a = mesh->corners[3 * t + k], b = mesh->corners[3 * t + next], c = mesh->corners[3 * t + after];
    int32_t d = mesh->corners[3 * u + j];
    int32_t ab = mesh->across[3 * t + after], ca = mesh->across[3 * t + next];
    int32_t bd = mesh->across[3 * u + beyond], dc = mesh->across[3 * u + last];
    bool held[4] = {mesh->fixed[3 * t + after], mesh->fixed[3 * t + next], mesh->fixed[3 * u + beyond],
                    mesh->fixed[3 * u + last]};

    int32_t one = mesh->triangle_count, two = one + 1;
    mesh->triangle_count += 2;
    set_triangle(mesh, t, (const int32_t[3]){p, a, b}, (const int32_t[3]){ab, u, one});
    set_triangle(mesh, one, (const int32_t[3]){p, c, a}, (const int32_t[3]){ca, t, two});
    set_triangle(mesh, two, (const int32_t[3]){p, d, c}, (const int32_t[3]){dc, one, u});
    set_triangle(mesh, u, (const int32_t[3]){p, b, d}, (const int32_t[3]){bd, two, t});
    mesh->fixed[3 * t] = held[0];
    mesh->fixed[3 * one] = held[1];
    mesh->fixed[3 * u] = held[2];
    mesh->fixed[3 * two] = held[3];
    tell(mesh, ca, t, one);
    tell(mesh, dc, u, two);

    const int32_t four[4] = {t, one, two, u};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 4 && status == BIGHT_OK; i++) {
        status = bi_delaunay_push(mesh, four[i], 0);
    }
    return status;
}

bight_status bi_delaunay_insert(bi_delaunay *mesh, const double rounded[2], int32_t *point, bool *fresh)
{
    int32_t t = bi_delaunay_find(mesh, rounded);
    if (t < 0) {
        return BIGHT_ERROR_INVALID;
    }

    // at a corner, on an edge, or inside
    int32_t on = -1, zeros = 0;
    for (int32_t k = 0; k < 3; k++) {
        const double *corner = mesh->points + 2 * mesh->corners[3 * t + k];
        if (corner[0] == rounded[0] && corner[1] == rounded[1]) {
            *point = mesh->corners[3 * t + k];
            *fresh = false;
            return BIGHT_OK;
        }
        if (side(mesh, t, k, rounded) == 0) {
            on = k;
            zeros++;
        }
    }
    if (on >= 0 && (zeros > 1 || mesh->fixed[3 * t + on] || mesh->across[3 * t + on] < 0)) {
        return BIGHT_ERROR_INVALID;
    }

    bight_status status = make_room(mesh, mesh->point_count + 1, mesh->triangle_count + 2);
    if (status != BIGHT_OK) {
        return status;
    }
    *point = mesh->point_count++;
    *fresh = true;
    memcpy(mesh->points + 2 * *point, rounded, 2 * sizeof *rounded);
    status = on < 0 ? split_face(mesh, t, *point) : split_edge(mesh, t, on, *point);
    return status == BIGHT_OK ? bi_delaunay_flip_all(mesh) : status;
}

bight_status bi_delaunay_mend(bi_delaunay *mesh)
{
    bight_status status = BIGHT_OK;
    for (int32_t t = 0; t < mesh->triangle_count && status == BIGHT_OK; t++) {
        for (int32_t k = 0; k < 3 && status == BIGHT_OK; k++) {
            status = bi_delaunay_push(mesh, t, k);
        }
    }
    return status == BIGHT_OK ? bi_delaunay_flip_all(mesh) : status;
}
