// SPDX-License-Identifier: MIT

#include "garment/even.h"

#include "geom/predicates.h"

#include <math.h>

// The greatest cosine of an angle of the triangles around a point, if it were at `place`; 2 when one is turned over.
static double worst_cosine(const bi_delaunay *mesh, int32_t point, const double place[2])
{
    int32_t first = mesh->star[point], t = first;
    double worst = -1.0;
    for (int32_t turn = 0; turn < 256; turn++) {
        const int32_t *corner = mesh->corners + 3 * t;
        int32_t k = corner[0] == point ? 0 : corner[1] == point ? 1 : 2;
        const double *x[3] = {place, mesh->points + 2 * corner[(k + 1) % 3],
                              mesh->points + 2 * corner[(k + 2) % 3]};
        if (bi_orient2d(x[0], x[1], x[2]) <= 0) {
            return 2.0;
        }
        for (int32_t i = 0; i < 3; i++) {
            const double *a = x[i], *b = x[(i + 1) % 3], *c = x[(i + 2) % 3];
            double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
            worst = fmax(worst, (bx * cx + by * cy) / sqrt((bx * bx + by * by) * (cx * cx + cy * cy)));
        }
        t = mesh->across[3 * t + (k + 1) % 3];
        if (t == first || t < 0) {
            return t < 0 ? 2.0 : worst;
        }
    }
    return 2.0;
}

static void mean_of_neighbours(const bi_delaunay *mesh, int32_t point, double mean[2])
{
    int32_t first = mesh->star[point], t = first, count = 0;
    double x = 0.0, y = 0.0;
    do {
        const int32_t *corner = mesh->corners + 3 * t;
        int32_t k = corner[0] == point ? 0 : corner[1] == point ? 1 : 2;
        const double *other = mesh->points + 2 * corner[(k + 1) % 3];
        x += other[0];
        y += other[1];
        count++;
        t = mesh->across[3 * t + (k + 1) % 3];
    } while (t != first && t >= 0 && count < 256);
    mean[0] = mesh->grid * nearbyint(x / count / mesh->grid);
    mean[1] = mesh->grid * nearbyint(y / count / mesh->grid);
}

bight_status bi_even(bi_delaunay *mesh, int32_t first)
{
    for (int32_t point = first; point < mesh->point_count; point++) {
        double place[2], *now = mesh->points + 2 * point;
        mean_of_neighbours(mesh, point, place);
        double after = worst_cosine(mesh, point, place);
        if (after <= 0.766 || (after < 2.0 && after <= worst_cosine(mesh, point, now))) {
            now[0] = place[0];
            now[1] = place[1];
        }
    }
    return bi_delaunay_mend(mesh);
}
