// SPDX-License-Identifier: MIT

#include "dress/pleat_slack.h"

#include "core/vec3.h"

#define BORNE 1.09 // what is stretched less is let be; cloth bears 1.10
#define WANTED 1.05
#define LEAST 0.3      // of the cloth's length, that the curve is long
#define MOST_CUT 0.85  // in one round
#define MOST_GAIN 1.02 // the same where it may be longer again
#define SMOOTH 4       // links to either side that links are evened out with

#define LINKS (BI_PLEAT_NODES - 1)

// F'F = [e m; m g] on the pattern, s^2 = (e + g) / 2 +- sqrt((e - g)^2 / 4 + m^2).
void bi_pleat_stretch(const bight_vec3 x[3], const double s[3], const double y[3], double stretch[2])
{
    double a = s[1] - s[0], b = y[1] - y[0], c = s[2] - s[0], d = y[2] - y[0], det = a * d - b * c;
    if (det == 0.0) {
        return;
    }
    bight_vec3 one = v3_sub(x[1], x[0]), two = v3_sub(x[2], x[0]);
    bight_vec3 fs = v3_mul(1.0 / det, v3_sub(v3_mul(d, one), v3_mul(b, two)));
    bight_vec3 fy = v3_mul(1.0 / det, v3_sub(v3_mul(a, two), v3_mul(c, one)));
    double e = v3_dot(fs, fs), m = v3_dot(fs, fy), g = v3_dot(fy, fy);
    double middle = 0.5 * (e + g), root = sqrt(0.25 * (e - g) * (e - g) + m * m);
    stretch[0] = sqrt(bi_max(0.0, middle - root));
    stretch[1] = sqrt(middle + root);
}

// Each link by the greatest stretch of what lies over it, then evened out with its neighbours.
static void change_links(bi_pleat_axis *axis, const double *most)
{
    double changed[LINKS];
    for (int32_t i = 0; i < LINKS; i++) {
        double by = most[i] > 0.0 ? WANTED / most[i] : 1.0;
        double link = axis->links[i] * bi_max(MOST_CUT, bi_min(MOST_GAIN, by));
        changed[i] = bi_max(LEAST * axis->spacing, bi_min(axis->spacing, link));
    }
    for (int32_t i = 0; i < LINKS; i++) {
        double sum = 0.0, count = 0.0;
        for (int32_t k = (i > SMOOTH ? i - SMOOTH : 0); k <= bi_min_int(LINKS - 1, i + SMOOTH); k++) {
            sum += changed[k];
            count += 1.0;
        }
        axis->links[i] = sum / count;
    }
}

// Links below a triangle see its stretch.
static void see(const bi_pleat_axis *axis, const double s[3], double stretch, double *most)
{
    double low = bi_min(s[0], bi_min(s[1], s[2])), high = bi_max(s[0], bi_max(s[1], s[2]));
    int32_t from = (int32_t)bi_max(0.0, low / axis->spacing + 0.5 * LINKS);
    int32_t to = bi_min_int(LINKS - 1, (int32_t)(high / axis->spacing + 0.5 * LINKS));
    for (int32_t i = from; i <= to; i++) {
        most[i] = bi_max(most[i], stretch);
    }
}

bool bi_pleat_slack(const bi_pleat_laid *laid, bi_pleat_axis *axis, double stretch[2])
{
    double most[LINKS] = {0};
    stretch[0] = HUGE_VAL;
    stretch[1] = 0.0;
    for (int32_t t = 0; t < laid->mesh->triangle_count; t++) {
        const int32_t *v = laid->mesh->triangles + 3 * (size_t)t;
        bight_vec3 x[3];
        double s[3], y[3], here[2] = {1.0, 1.0};
        for (int32_t k = 0; k < 3; k++) {
            x[k] = laid->positions[v[k]];
            s[k] = laid->along[v[k]];
            y[k] = laid->aside[v[k]];
        }
        bi_pleat_stretch(x, s, y, here);
        see(axis, s, here[1], most);
        stretch[0] = bi_min(stretch[0], here[0]);
        stretch[1] = bi_max(stretch[1], here[1]);
    }
    if (stretch[1] <= BORNE) {
        return false;
    }
    change_links(axis, most);
    return true;
}
