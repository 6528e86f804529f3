// SPDX-License-Identifier: MIT
// A fold at y stands rate(s) y to the side of the strand, and its neighbours a pleat along the cloth from it: pleats that go apart
// get shallow. In a bag folds go round a line beside the knot instead, which stretches none of them.

#include "dress/pleat_open.h"

#include "core/turn.h"
#include "core/vec3.h"

#define OPENED 0.78 // of the way to where strands come near each other the bight is opened
#define SLANT 0.55  // of an opening fold, which stretches it by 1.14 at most
#define RAMP 3.0    // pleats of strand beyond a bag, in which folds curl
#define MOST_SPREAD 0.2
#define MOST 0.95   // of its y that a fold stands aside
#define TURN 6.283185307179586476925

// ---- side by side ---------------------------------------------------------------------------------------

// How far a fold stands to the side, over its y: `shut` in the strand, more towards the middle of the bight. A fold at y is
// stretched by sqrt(1 + (y rate')^2) where it goes aside, and y is at most half - s there: so rate' = SLANT w / (half - s), w
// smooth and 0 at both ends of the bight, and less where it would open beyond what was asked for.
void bi_pleat_open_make(bi_pleat_open *open)
{
    double shut = open->shut, reach = OPENED * open->axis->reach;
    double step = reach / BI_PLEAT_OPENINGS, rate = shut;
    for (int32_t i = BI_PLEAT_OPENINGS; i >= 0; i--) {
        double t = (i - 0.5) / BI_PLEAT_OPENINGS, u = (2.0 * t - 1.0) * (2.0 * t - 1.0);
        open->rates[i] = rate;
        rate += step * SLANT * (1.0 - u * u) / (open->half - t * reach);
    }
    double most = open->rates[0] - shut;
    double part = most > 0.0 ? bi_min(1.0, bi_max(0.0, open->open - shut) / most) : 0.0;
    for (int32_t i = 0; i <= BI_PLEAT_OPENINGS; i++) {
        open->rates[i] = bi_min(0.9, shut + part * (open->rates[i] - shut));
    }

    bight_vec3 middle, inward, across;
    bi_pleat_axis_at(open->axis, 0.0, &middle, &inward, &across);
    open->up = v3_unit(v3_madd(v3_mul(-1.0, middle), v3_dot(middle, across), across), inward);

    // as far as the bight is below that line
    open->whole = 0.0;
    for (double s = 0.0; s < open->axis->reach; s += open->axis->spacing) {
        bi_pleat_axis_at(open->axis, s, &middle, &inward, &across);
        if (v3_dot(middle, open->up) > -open->line) {
            break;
        }
        open->whole = s;
    }

    // what holds something is as wide where strands begin as that: rate / c sin(end) = wide
    open->strap = RAMP * open->pleat;
    open->spread = shut;
    if (open->end > 0.0) {
        open->strap = bi_max(open->strap, OPENED * open->axis->reach - open->whole);
        double c = bi_min(open->bag / open->half, open->end / (open->half - open->whole));
        open->spread = bi_max(shut, bi_min(MOST_SPREAD, open->wide * c / bi_turn_of(open->end / TURN).sine));
    }
}

static double rate_at(const bi_pleat_open *open, double s)
{
    double reach = OPENED * open->axis->reach;
    double at = reach > 0.0 ? fabs(s) / reach * BI_PLEAT_OPENINGS : BI_PLEAT_OPENINGS;
    int32_t i = at < BI_PLEAT_OPENINGS ? (int32_t)at : BI_PLEAT_OPENINGS - 1;
    double t = bi_min(1.0, at - i);
    return open->rates[i] + t * (open->rates[i + 1] - open->rates[i]);
}

// ---- a bag ----------------------------------------------------------------------------------------------

// 0 to 1 as t goes from 0 to 1, level at both.
static double ease(double t)
{
    t = bi_max(0.0, bi_min(1.0, t));
    return t * t * (3.0 - 2.0 * t);
}

// A bag is the bight turned about a line from strand to strand: the fold at y by the angle c y. Turning keeps the length of every
// fold; across them, at a distance r of the line, they stand c r y aside, and in the strand shut y: the line is so high that
// r = H + shut / c, H how far below `line` the bight is. Above that c goes to 0, on the strand's own way, and folds lie on an arc of
// radius shut / c.
static double bag_turn(const bi_pleat_open *open, double s)
{
    double c = open->bag / open->half, at = fabs(s);
    if (open->end > 0.0 && open->whole > 0.0) {
        double least = bi_min(c, open->end / (open->half - open->whole));
        c = least + (c - least) * ease(1.0 - at / open->whole);
    }
    return c * ease(1.0 - (at - open->whole) / open->strap);
}

// ---- both -----------------------------------------------------------------------------------------------

// From -1 to 1 and back as y grows by two pleats.
static double zigzag(double y, double pleat)
{
    double turns = y / (2.0 * pleat), part = turns - floor(turns);
    return part < 0.5 ? 4.0 * part - 1.0 : 3.0 - 4.0 * part;
}

bight_vec3 bi_pleat_open_at(const bi_pleat_open *open, double s, double y)
{
    bight_vec3 point, inward, across;
    bi_pleat_axis_at(open->axis, s, &point, &inward, &across);
    double c = open->bag > 0.0 ? bag_turn(open, s) : 0.0,
           rate = open->bag > 0.0 ? open->shut : rate_at(open, s);
    if (c > 0.0) {
        rate += (open->spread - open->shut) * ease(1.0 - (fabs(s) - open->whole) / open->strap);
        // in the plane of `across` and n; what of `inward` is square to it stays
        bight_vec3 n = v3_unit(v3_madd(open->up, -v3_dot(open->up, across), across), inward);
        rate = bi_min(MOST, rate + c * bi_max(0.0, -v3_dot(point, open->up) - open->line));
        bi_turn turn = bi_turn_of(c * y / TURN);
        double radius = rate / c, along_n = v3_dot(inward, n);
        point = v3_madd(v3_madd(point, radius * turn.sine, across), radius * (1.0 - turn.cosine), n);
        inward = v3_madd(v3_madd(inward, along_n * (turn.cosine - 1.0), n), -along_n * turn.sine, across);
    } else {
        point = v3_madd(point, rate * y, across);
    }

    // a pleat's two folds are a pleat apart: b to the side and a = sqrt(p^2 - b^2) inwards
    double deep = 0.5 * open->pleat * sqrt(1.0 - rate * rate);
    return v3_madd(point, deep * zigzag(y, open->pleat), inward);
}
