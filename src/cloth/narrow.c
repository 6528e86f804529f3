// SPDX-License-Identifier: MIT

#include "cloth/narrow.h"

#include "core/assert.h"
#include "geom/segment.h"

int32_t bi_vertex_side(const bight_vec3 x[4])
{
    bight_vec3 n = v3_cross(v3_sub(x[2], x[1]), v3_sub(x[3], x[1]));
    double h = v3_dot(n, v3_sub(x[0], x[1]));
    return h > 0.0 ? 1 : h < 0.0 ? -1 : 0;
}

// Beyond side k: is the vertex in the open wedge between this prism and the neighbour's, and is it ours?
static bool beyond(const bight_vec3 x[4], int32_t k, const bight_vec3 *across, int32_t side,
                   bi_facing *facing)
{
    if (across == NULL) {
        return false;
    }
    bight_vec3 p = x[1 + k], q = x[1 + (k + 1) % 3];
    double t = bi_segment_closest_to_point(p, q, x[0]);
    bight_vec3 foot = v3_lerp(p, q, t), away = v3_sub(x[0], foot), along = v3_sub(q, p);
    double length = v3_length_squared(along);
    bight_vec3 inward = v3_sub(*across, foot);
    inward = v3_madd(inward, length > 0.0 ? -v3_dot(inward, along) / length : 0.0, along);
    double distance = v3_length(away);
    if (v3_dot(away, inward) > 0.0 || !(distance > 0.0)) {
        return false;
    }
    bight_vec3 n = v3_cross(v3_sub(x[2], x[1]), v3_sub(x[3], x[1]));
    if (side != 0 && side * v3_dot(n, away) < 0.0) {
        return false;
    }
    facing->weight[0] = 1.0;
    facing->weight[1] = facing->weight[2] = facing->weight[3] = 0.0;
    facing->weight[1 + k] = -(1.0 - t);
    facing->weight[1 + (k + 1) % 3] = -t;
    facing->distance = distance;
    facing->normal = v3_mul(1.0 / distance, away);
    facing->share = 1.0;
    return true;
}

bool bi_face_vertex(const bight_vec3 x[4], int32_t side, const bight_vec3 *const across[3], bi_facing *facing)
{
    BI_ASSERT(side >= -1 && side <= 1 && facing != NULL);
    bight_vec3 p = v3_sub(x[2], x[1]), q = v3_sub(x[3], x[1]), r = v3_sub(x[0], x[1]);
    bight_vec3 n = v3_cross(p, q);
    double area = v3_length_squared(n);
    if (!(area > 0.0)) {
        return false;
    }
    // barycentric coordinates of the projection by ratios of areas
    double b2 = v3_dot(v3_cross(r, q), n) / area, b3 = v3_dot(v3_cross(p, r), n) / area, b1 = 1.0 - b2 - b3;
    if (b1 < 0.0 || b2 < 0.0 || b3 < 0.0) {
        // side k is across from corner k + 2
        int32_t k = b3 <= b1 && b3 <= b2 ? 0 : b1 <= b2 ? 1 : 2;
        return across != NULL && beyond(x, k, across[k], side, facing);
    }
    double length = sqrt(area), height = v3_dot(r, n) / length;
    int32_t up = side != 0 ? side : height < 0.0 ? -1 : 1;
    *facing = (bi_facing){{1.0, -b1, -b2, -b3}, up * height, v3_mul(up / length, n), 1.0};
    return true;
}

int32_t bi_edge_side(const bight_vec3 x[4])
{
    bight_vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[3], x[2]));
    double h = v3_dot(n, v3_sub(x[0], x[2]));
    return h > 0.0 ? 1 : h < 0.0 ? -1 : 0;
}

bool bi_face_edge(const bight_vec3 x[4], int32_t side, bi_facing *facing)
{
    BI_ASSERT(side >= -1 && side <= 1 && facing != NULL);
    bight_vec3 a = v3_sub(x[1], x[0]), b = v3_sub(x[3], x[2]), r = v3_sub(x[0], x[2]);
    double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b);
    double det = aa * bb - ab * ab;
    if (!(det > 1e-6 * aa * bb)) {
        return false;
    }
    double ar = v3_dot(a, r), br = v3_dot(b, r);
    double s = (ab * br - bb * ar) / det, t = (aa * br - ab * ar) / det;
    if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) {
        return false;
    }
    bight_vec3 n = v3_cross(a, b);
    double length = v3_length(n), height = v3_dot(n, r) / length;
    int32_t up = side != 0 ? side : height < 0.0 ? -1 : 1;
    // sin^2 of the angle between them, full from 0.1 rad on
    double share = bi_min(1.0, 100.0 * det / (aa * bb));
    *facing = (bi_facing){{1.0 - s, s, t - 1.0, -t}, up * height, v3_mul(up / length, n), share};
    return true;
}
