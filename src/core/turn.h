// SPDX-License-Identifier: MIT
// Sine and cosine of a part of a turn, and back, with the same bits everywhere: only + - * / and sqrt in a
// fixed order.

#pragma once

#include <math.h>

typedef struct bi_turn {
    double cosine, sine;
} bi_turn;

/// cos and sin of 2 pi t, for |t| below 1e15; the error is below 4e-16. Quarter turns are exact.
static inline bi_turn bi_turn_of(double t)
{
    // t = quarters / 4 + rest, |rest| <= 1/8 of a turn; nearbyint and the differences are exact
    double quarters = nearbyint(4.0 * (t - floor(t)));
    double x = 6.283185307179586476925 * ((t - floor(t)) - 0.25 * quarters);

    // Taylor polynomials by Horner's rule; at |x| <= pi/4 the first term left out is below 1e-17
    double y = x * x;
    double s = 1.0 - y / 210.0 * (1.0 - y / 272.0);
    s = x * (1.0 -
             y / 6.0 *
                 (1.0 - y / 20.0 *
                            (1.0 - y / 42.0 * (1.0 - y / 72.0 * (1.0 - y / 110.0 * (1.0 - y / 156.0 * s))))));
    double c = 1.0 - y / 182.0 * (1.0 - y / 240.0 * (1.0 - y / 306.0));
    c = 1.0 -
        y / 2.0 *
            (1.0 - y / 12.0 * (1.0 - y / 30.0 * (1.0 - y / 56.0 * (1.0 - y / 90.0 * (1.0 - y / 132.0 * c)))));

    switch ((int)quarters & 3) {
    case 0:
        return (bi_turn){c, s};
    case 1:
        return (bi_turn){-s, c};
    case 2:
        return (bi_turn){-c, -s};
    default:
        return (bi_turn){s, -c};
    }
}

/// The turn from (1, 0) to (x, y), between -1/2 and 1/2; the error is below 1e-16 turns. 0 at the origin.
static inline double bi_turn_to(double x, double y)
{
    // t = tan of the angle to the nearer axis, 0 to 1
    double ax = fabs(x), ay = fabs(y);
    double most = ax > ay ? ax : ay, least = ax > ay ? ay : ax;
    if (!(most > 0.0)) {
        return 0.0;
    }
    double t = least / most;

    // twice tan(a / 2) = t / (1 + sqrt(1 + t^2)): t <= tan(pi / 16), where the first term left out is below
    // 1e-17
    t = t / (1.0 + sqrt(1.0 + t * t));
    t = t / (1.0 + sqrt(1.0 + t * t));
    double u = t * t, sum = 0.0;
    for (int i = 10; i >= 0; i--) {
        sum = 1.0 / (2 * i + 1) - u * sum;
    }
    double turn = 4.0 * t * sum / 6.283185307179586476925;
    turn = ay > ax ? 0.25 - turn : turn;
    turn = x < 0.0 ? 0.5 - turn : turn;
    return y < 0.0 ? -turn : turn;
}
