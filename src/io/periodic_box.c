// SPDX-License-Identifier: MIT

#include "io/periodic_box.h"

#include "core/vec3.h"

#define MOST_BOXES 1e6 // farther away a box is a mistake, and its edge may be too small to divide by

bool bi_box_lay_out(bi_periodic_box *box, const double low[3], const double high[3], const double tilt[3])
{
    // of a tilted box the bounds are those of all of it: xlo = bound - min(0, xy, xz, xy + xz), and so on
    double xy = tilt[0], xz = tilt[1], yz = tilt[2];
    double x0 = low[0] - bi_min(bi_min(0.0, xy), bi_min(xz, xy + xz));
    double x1 = high[0] - bi_max(bi_max(0.0, xy), bi_max(xz, xy + xz));
    double y0 = low[1] - bi_min(0.0, yz), y1 = high[1] - bi_max(0.0, yz);
    box->known = true;
    box->low = v3(x0, y0, low[2]);
    box->edges[0] = v3(x1 - x0, 0, 0);
    box->edges[1] = v3(xy, y1 - y0, 0);
    box->edges[2] = v3(xz, yz, high[2] - low[2]);
    return box->edges[0].x > 0.0 && box->edges[1].y > 0.0 && box->edges[2].z > 0.0;
}

bight_vec3 bi_box_way(const bi_periodic_box *box, const double parts[3])
{
    bight_vec3 x = v3(0, 0, 0);
    for (int32_t i = 0; i < 3; i++) {
        x = v3_madd(x, parts[i], box->edges[i]);
    }
    return x;
}

bight_vec3 bi_box_beside(const bi_periodic_box *box, bight_vec3 x, bight_vec3 before, bool *moved)
{
    double *at[3] = {&x.x, &x.y, &x.z};
    const double from[3] = {before.x, before.y, before.z};
    const double edges[3] = {box->edges[0].x, box->edges[1].y, box->edges[2].z};
    *moved = false;
    for (int32_t i = 0; i < 3; i++) {
        double boxes = box->periodic[i] ? floor((*at[i] - from[i]) / edges[i] + 0.5) : 0.0;
        boxes = fabs(boxes) <= MOST_BOXES ? boxes : 0.0;
        *at[i] -= boxes * edges[i];
        *moved = *moved || boxes != 0.0;
    }
    return x;
}
