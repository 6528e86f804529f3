// SPDX-License-Identifier: MIT

#include "dress/svd.h"

#include <math.h>

static double dot(const double *a, int i, int j)
{
    return a[i] * a[j] + a[3 + i] * a[3 + j] + a[6 + i] * a[6 + j];
}

static void turn_columns(double *a, int i, int j, double c, double s)
{
    for (int row = 0; row < 9; row += 3) {
        double x = a[row + i], y = a[row + j];
        a[row + i] = c * x - s * y;
        a[row + j] = s * x + c * y;
    }
}

static void swap_columns(double *a, int i, int j)
{
    for (int row = 0; row < 9; row += 3) {
        double x = a[row + i];
        a[row + i] = a[row + j];
        a[row + j] = x;
    }
}

// Column k becomes a unit vector across the two others.
static void complete(double *u, int k)
{
    int i = (k + 1) % 3, j = (k + 2) % 3;
    for (int row = 0; row < 3; row++) {
        int y = 3 * ((row + 1) % 3), z = 3 * ((row + 2) % 3);
        u[3 * row + k] = u[y + i] * u[z + j] - u[z + i] * u[y + j];
    }
}

void bi_svd(const double m[9], double u[9], double s[3], double v[9])
{
    double scale = 0.0;
    for (int i = 0; i < 9; i++) {
        scale = fmax(scale, fabs(m[i]));
    }
    for (int i = 0; i < 9; i++) {
        u[i] = scale > 0.0 ? m[i] / scale : 0.0;
        v[i] = i % 4 == 0 ? 1.0 : 0.0;
    }

    // turn columns i and j by the angle that makes them orthogonal: cot 2a = (|j|^2 - |i|^2) / (2 i.j)
    for (int sweep = 0; sweep < 40; sweep++) {
        for (int pair = 0; pair < 3; pair++) {
            int i = pair == 2 ? 1 : 0, j = pair == 0 ? 1 : 2;
            double p = dot(u, i, j), q = dot(u, j, j) - dot(u, i, i);
            if (fabs(p) > 1e-300) {
                double z = q / (2.0 * p), t = (z < 0.0 ? -1.0 : 1.0) / (fabs(z) + sqrt(1.0 + z * z));
                double c = 1.0 / sqrt(1.0 + t * t);
                turn_columns(u, i, j, c, c * t);
                turn_columns(v, i, j, c, c * t);
            }
        }
    }

    // the longest column first; columns without length are filled up
    for (int pass = 0; pass < 3; pass++) {
        int i = pass == 1 ? 1 : 0, j = i + 1;
        if (dot(u, j, j) > dot(u, i, i)) {
            swap_columns(u, i, j);
            swap_columns(v, i, j);
        }
    }
    for (int k = 0; k < 3; k++) {
        double length = sqrt(dot(u, k, k));
        s[k] = scale * length;
        for (int row = 0; row < 9 && length > 1e-14; row += 3) {
            u[row + k] /= length;
        }
        if (length > 1e-14) {
            continue;
        }
        s[k] = 0.0;
        if (k == 0) { // all zero
            for (int i = 0; i < 9; i++) {
                u[i] = i % 4 == 0 ? 1.0 : 0.0;
            }
            s[1] = s[2] = 0.0;
            return;
        }
        if (k == 1) { // any direction across the first: that of the axis it leans to least
            int least = fabs(u[0]) <= fabs(u[3]) && fabs(u[0]) <= fabs(u[6]) ? 0
                        : fabs(u[3]) <= fabs(u[6])                           ? 3
                                                                             : 6;
            double along = u[least], size = sqrt(1.0 - along * along);
            for (int row = 0; row < 9; row += 3) {
                u[row + 1] = ((row == least ? 1.0 : 0.0) - along * u[row]) / size;
            }
        } else {
            complete(u, 2);
        }
    }
}
