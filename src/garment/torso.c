// SPDX-License-Identifier: MIT

#include "garment/torso.h"

#include "core/turn.h"
#include "core/vec3.h"

bi_torso bi_torso_standard(void)
{
    return (bi_torso){.height = 1.46,
                      .chest = 0.90,
                      .waist = 0.74,
                      .hips = 0.94,
                      .shoulders = 0.38,
                      .neck = 0.36,
                      .arm = 0.58,
                      .angle = 32.0};
}

// The smaller of two distances, rounded over a length (Quilez' polynomial).
static double blend(double a, double b, double length)
{
    double h = bi_max(length - fabs(a - b), 0.0) / length;
    return bi_min(a, b) - 0.25 * h * h * length;
}

// An ellipse of half axes a, c has the girth 2 pi sqrt((a^2 + c^2) / 2) within a hundredth, for trunks.
static double half_width(double girth, double flatness)
{
    return girth / 6.283185307179586 * sqrt(2.0 / (1.0 + flatness * flatness));
}

void bi_torso_trunk(const bi_torso *torso, double y, double *width, double *depth)
{
    // heights above the floor as parts of the neck's, half widths and depths there
    double chest = half_width(torso->chest, 0.72), waist = half_width(torso->waist, 0.74);
    double hips = half_width(torso->hips, 0.70), neck = torso->neck / 6.283185307179586;
    const double rows[8][3] = {{0.46, 0.88 * hips, 0.66 * hips},
                               {0.58, hips, 0.70 * hips},
                               {0.735, waist, 0.74 * waist},
                               {0.86, chest, 0.72 * chest},
                               {0.91, 0.485 * torso->shoulders, 0.60 * chest},
                               {0.955, 0.44 * torso->shoulders, 0.46 * chest},
                               {0.985, 0.26 * torso->shoulders, 0.38 * chest},
                               {1.01, neck, neck}};
    double at = y / torso->height;
    int32_t i = 0;
    while (i < 6 && at > rows[i + 1][0]) {
        i++;
    }
    double t = bi_min(1.0, bi_max(0.0, (at - rows[i][0]) / (rows[i + 1][0] - rows[i][0])));
    t = t * t * (3.0 - 2.0 * t);
    *width = rows[i][1] + t * (rows[i + 1][1] - rows[i][1]);
    *depth = rows[i][2] + t * (rows[i + 1][2] - rows[i][2]);
}

// A ball that rolls from a to b while its radius goes from r to s.
static double rounded(bight_vec3 p, bight_vec3 a, bight_vec3 b, double r, double s)
{
    bight_vec3 way = v3_sub(b, a);
    double t = bi_min(1.0, bi_max(0.0, v3_dot(v3_sub(p, a), way) / v3_dot(way, way)));
    return v3_length(v3_sub(p, v3_madd(a, t, way))) - r - t * (s - r);
}

double bi_torso_distance(const bi_torso *torso, bight_vec3 p)
{
    double y0 = 0.5 * torso->height, y1 = 1.005 * torso->height;
    double y = bi_min(y1, bi_max(y0, p.y)), width, depth;
    bi_torso_trunk(torso, y, &width, &depth);

    // an ellipse's own measure, made a distance by its gradient: (q - 1) q / |grad|
    double x = p.x / width, z = p.z / depth, q = sqrt(x * x + z * z);
    double gx = x / width, gz = z / depth, gradient = sqrt(gx * gx + gz * gz);
    double side = gradient > 1e-9 ? (q - 1.0) * q / gradient : -depth;
    double over = p.y > y1 ? p.y - y1 : p.y < y0 ? y0 - p.y : -1.0;
    double trunk = over <= 0.0 ? side : side <= 0.0 ? over : sqrt(side * side + over * over);
    trunk = over <= 0.0 ? -blend(-side, bi_min(p.y - y0, y1 - p.y), 0.04) : trunk;

    double neck = torso->neck / 6.283185307179586, h = torso->height;
    double stem = rounded(p, v3(0.0, 0.955 * h, -0.01), v3(0.0, 1.06 * h, 0.005), neck, 0.95 * neck);
    bight_vec3 skull = v3(p.x / 0.075, (p.y - 1.135 * h) / 0.115, (p.z - 0.012) / 0.095);
    double head = (v3_length(skull) - 1.0) * 0.08;

    bi_turn turn = bi_turn_of(torso->angle / 360.0);
    double c = turn.cosine, s = turn.sine;
    bight_vec3 shoulder = v3(0.45 * torso->shoulders, 0.925 * h, -0.005);
    bight_vec3 hand = v3(shoulder.x + torso->arm * c, shoulder.y - torso->arm * s, 0.0);
    bight_vec3 right = v3(fabs(p.x), p.y, p.z);
    double arm = rounded(right, shoulder, hand, 0.052, 0.030);

    return blend(blend(blend(trunk, arm, 0.05), stem, 0.05), head, 0.03);
}

bight_vec3 bi_torso_out(const bi_torso *torso, bight_vec3 p)
{
    double h = 1e-4;
    bight_vec3 g =
        v3(bi_torso_distance(torso, v3(p.x + h, p.y, p.z)) - bi_torso_distance(torso, v3(p.x - h, p.y, p.z)),
           bi_torso_distance(torso, v3(p.x, p.y + h, p.z)) - bi_torso_distance(torso, v3(p.x, p.y - h, p.z)),
           bi_torso_distance(torso, v3(p.x, p.y, p.z + h)) - bi_torso_distance(torso, v3(p.x, p.y, p.z - h)));
    double length = v3_length(g);
    return length > 0.0 ? v3_mul(1.0 / length, g) : v3(0.0, 0.0, 1.0);
}
