// SPDX-License-Identifier: MIT

#include "garment/refine.h"

#include "core/memory.h"
#include "core/turn.h"
#include "garment/border_bins.h"
#include "garment/delaunay.h"
#include "garment/even.h"

#include <math.h>
#include <string.h>

#define MOST_VERTICES 1000000

void bi_flat_free(const bight_allocator *allocator, bi_flat *flat)
{
    bi_free_array(allocator, flat->places, (size_t)flat->vertex_count, 2 * sizeof *flat->places);
    bi_free_array(allocator, flat->triangles, (size_t)flat->triangle_count, 3 * sizeof *flat->triangles);
    *flat = (bi_flat){0};
}

double bi_least_angle(const double *places, const int32_t *triangles, int32_t count)
{
    double cosine = -1.0;
    for (int32_t i = 0; i < 3 * count; i++) {
        int32_t t = i - i % 3;
        const double *a = places + 2 * triangles[i], *b = places + 2 * triangles[t + (i + 1) % 3],
                     *c = places + 2 * triangles[t + (i + 2) % 3];
        double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
        double lengths = sqrt((bx * bx + by * by) * (cx * cx + cy * cy));
        cosine = lengths > 0.0 ? fmax(cosine, (bx * cx + by * cy) / lengths) : 1.0;
    }
    cosine = fmin(cosine, 1.0);
    return 360.0 * bi_turn_to(cosine, sqrt(1.0 - cosine * cosine));
}

// ---- border ---------------------------------------------------------------------------------------------

static bight_status insert_border(bi_delaunay *mesh, const double *border, int32_t count, int32_t *fault)
{
    for (int32_t i = 0; i < count; i++) {
        double place[2];
        bool fresh;
        int32_t point;
        bi_delaunay_round(mesh, border + 2 * i, place);
        bight_status status = bi_delaunay_insert(mesh, place, &point, &fresh);
        if (status != BIGHT_OK || !fresh) {
            *fault = i;
            return status != BIGHT_OK ? status : BIGHT_ERROR_INVALID;
        }
    }
    return BIGHT_OK;
}

static bight_status fix_border(bi_delaunay *mesh, const int32_t *loops, int32_t loop_count, int32_t *fault)
{
    int32_t first = 0;
    for (int32_t l = 0; l < loop_count; l++) {
        for (int32_t i = 0; i < loops[l]; i++) {
            int32_t a = first + i, b = first + (i + 1) % loops[l];
            bight_status status = bi_delaunay_fix(mesh, 4 + a, 4 + b);
            if (status != BIGHT_OK) {
                *fault = a;
                return status;
            }
        }
        first += loops[l];
    }
    return BIGHT_OK;
}

// ---- inside ---------------------------------------------------------------------------------------------

static bight_status try_insert(bi_delaunay *mesh, const double place[2])
{
    int32_t point;
    bool fresh;
    bight_status status = bi_delaunay_insert(mesh, place, &point, &fresh);
    return status == BIGHT_ERROR_INVALID ? BIGHT_OK : status; // outside or on the border: not a fault here
}

// Rows that fit the height, points that fit the width: a rectangle gets a strip of even triangles.
static bight_status insert_rows(bi_delaunay *mesh, const bi_border_bins *bins, const double low[2],
                                const double high[2], double edge)
{
    double width = high[0] - low[0], height = high[1] - low[1];
    double rows = fmax(1.0, nearbyint(height / (0.8660254037844386 * edge)));
    double columns = fmax(1.0, nearbyint(width / edge));
    if (rows * columns > 4.0 * MOST_VERTICES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status = BIGHT_OK;
    for (int32_t row = 1; row < (int32_t)rows && status == BIGHT_OK; row++) {
        for (int32_t i = 0; i <= (int32_t)columns && status == BIGHT_OK; i++) {
            int32_t column =
                row % 4 < 2 ? i : (int32_t)columns - i; // to and fro: the next place is near the last
            double place[2] = {low[0] + (column + (row % 2 == 1 ? 0.5 : 0.0)) * width / columns,
                               low[1] + row * height / rows};
            double rounded[2];
            bi_delaunay_round(mesh, place, rounded);
            place[0] = rounded[0] + mesh->origin[0];
            place[1] = rounded[1] + mesh->origin[1];
            if (bi_border_distance(bins, place) > 0.62 * edge) {
                status = try_insert(mesh, rounded);
            }
        }
        status = mesh->point_count > MOST_VERTICES ? BIGHT_ERROR_TOO_LARGE : status;
    }
    return status;
}

// The middle of the circle through the corners, in the grid's frame. @return its radius, 0 without one.
static double circle(const bi_delaunay *mesh, int32_t t, double middle[2])
{
    middle[0] = middle[1] = 0.0;
    const double *a = mesh->points + 2 * mesh->corners[3 * t],
                 *b = mesh->points + 2 * mesh->corners[3 * t + 1],
                 *c = mesh->points + 2 * mesh->corners[3 * t + 2];
    double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
    double twice = 2.0 * (bx * cy - by * cx), bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    if (!(twice > 0.0)) {
        return 0.0;
    }
    double x = (cy * bb - by * cc) / twice, y = (bx * cc - cx * bb) / twice;
    middle[0] = a[0] + x;
    middle[1] = a[1] + y;
    return sqrt(x * x + y * y);
}

// Chew's rule: where a circle without points is wider than an edge's 0.85 there is room for one.
static bight_status insert_circles(bi_delaunay *mesh, const bi_border_bins *bins, double edge)
{
    bight_status status = BIGHT_OK;
    bool added = true;
    for (int32_t round = 0; round < 8 && added && status == BIGHT_OK; round++) {
        added = false;
        for (int32_t t = 0; t < mesh->triangle_count && status == BIGHT_OK; t++) {
            double middle[2], place[2], rounded[2];
            if (circle(mesh, t, middle) <= 0.85 * edge) {
                continue;
            }
            place[0] = middle[0] + mesh->origin[0];
            place[1] = middle[1] + mesh->origin[1];
            if (bi_border_distance(bins, place) < 0.5 * edge) {
                continue;
            }
            bi_delaunay_round(mesh, place, rounded);
            mesh->last = t;
            int32_t before = mesh->point_count;
            status = try_insert(mesh, rounded);
            added = added || mesh->point_count > before;
            status = mesh->point_count > MOST_VERTICES ? BIGHT_ERROR_TOO_LARGE : status;
        }
    }
    return status;
}

// ---- all of it ------------------------------------------------------------------------------------------

static bight_status give(bi_delaunay *mesh, const double *border, int32_t count, bi_flat *flat)
{
    const bight_allocator *allocator = mesh->allocator;
    int32_t vertices = mesh->point_count - 4;
    flat->places = bi_new_array(allocator, (size_t)vertices, 2 * sizeof *flat->places);
    flat->vertex_count = vertices;
    flat->triangles = bi_new_array(allocator, (size_t)mesh->triangle_count, 3 * sizeof *flat->triangles);
    flat->triangle_count = mesh->triangle_count;
    if (flat->places == NULL || flat->triangles == NULL) {
        bi_flat_free(allocator, flat);
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(flat->places, border, 2 * (size_t)count * sizeof *flat->places);
    for (int32_t i = count; i < vertices; i++) {
        flat->places[2 * i] = mesh->points[2 * (4 + i)] + mesh->origin[0];
        flat->places[2 * i + 1] = mesh->points[2 * (4 + i) + 1] + mesh->origin[1];
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        flat->triangles[i] = mesh->corners[i] - 4;
    }
    flat->least_angle = bi_least_angle(flat->places, flat->triangles, flat->triangle_count);
    return BIGHT_OK;
}

static bight_status refine(bi_delaunay *mesh, const double *border, const int32_t *loops, int32_t loop_count,
                           const double low[2], const double high[2], double edge, int32_t *fault)
{
    int32_t count = 0;
    for (int32_t l = 0; l < loop_count; l++) {
        count += loops[l];
    }
    bi_border_bins bins = {0};
    bight_status status = insert_border(mesh, border, count, fault);
    status = status == BIGHT_OK ? fix_border(mesh, loops, loop_count, fault) : status;
    status = status == BIGHT_OK ? bi_delaunay_carve(mesh) : status;
    status = status == BIGHT_OK
                 ? bi_border_bins_make(mesh->allocator, border, loops, loop_count, low, high, edge, &bins)
                 : status;
    status = status == BIGHT_OK ? insert_rows(mesh, &bins, low, high, edge) : status;
    status = status == BIGHT_OK ? insert_circles(mesh, &bins, edge) : status;
    bi_border_bins_free(mesh->allocator, &bins);
    for (int32_t round = 0; round < 6 && status == BIGHT_OK; round++) {
        status = bi_even(mesh, 4 + count);
    }
    return status;
}

bight_status bi_flat_make(const bight_allocator *allocator, const double *border, const int32_t *loops,
                          int32_t loop_count, double edge, bi_flat *flat, int32_t *fault)
{
    *flat = (bi_flat){0};
    *fault = -1;
    int32_t count = 0;
    double low[2] = {border[0], border[1]}, high[2] = {border[0], border[1]};
    for (int32_t l = 0; l < loop_count; l++) {
        for (int32_t i = 0; i < loops[l]; i++, count++) {
            for (int32_t k = 0; k < 2; k++) {
                low[k] = fmin(low[k], border[2 * count + k]);
                high[k] = fmax(high[k], border[2 * count + k]);
            }
        }
    }
    if (count > MOST_VERTICES) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    bi_delaunay mesh;
    bight_status status = bi_delaunay_begin(allocator, low, high, &mesh);
    if (status == BIGHT_OK) {
        status = refine(&mesh, border, loops, loop_count, low, high, edge, fault);
        status = status == BIGHT_OK ? give(&mesh, border, count, flat) : status;
        bi_delaunay_free(&mesh);
    }
    return status;
}
