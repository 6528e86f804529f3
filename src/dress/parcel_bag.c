// SPDX-License-Identifier: MIT
// Rings are squares with round corners. As long as a ring has room for all of its cloth, that lies flat; what has no room is in
// pleats at the corners, folds along h, which meet those of the next side on the line h = |y| at right angles (four creases of
// angles 45, 45, 135 and 135 degrees fold flat: Kawasaki). Towards the neck all of it is pleated.

#include "dress/parcel_bag.h"

#include "core/pi.h"
#include "core/turn.h"
#include "core/vec3.h"

#define TURN 6.283185307179586476925
#define SOFT 2.0  // pleats, within which cloth goes from flat to pleated
#define DEEP 0.95 // of the depth of a pleat, where flat cloth goes over into it

// ---- outline ------------------------------------------------------------------------------------------------

// Pieces of the outline: floor, edge, wall, rim, top, throat; beyond, the neck goes straight up.
typedef struct pieces {
    double floor, edge, wall, rim, top, throat;
} pieces;

static pieces pieces_of(const bi_parcel_bag *b)
{
    return (pieces){b->wide - b->floor,
                    0.5 * PI * b->floor,
                    b->high - b->floor - b->rim,
                    0.5 * PI * b->rim,
                    b->wide - b->rim - b->corner - b->throat,
                    0.5 * PI * b->throat};
}

void bi_parcel_bag_make(bi_parcel_bag *b)
{
    pieces p = pieces_of(b);
    b->length = p.floor + p.edge + p.wall + p.rim + p.top + p.throat;
    b->gone[0] = 0.0;
    for (int32_t i = 1; i < BI_PARCEL_NODES; i++) {
        b->gone[i] = b->gone[i - 1] + b->links[i - 1];
    }
}

bi_parcel_outline bi_parcel_bag_outline(const bi_parcel_bag *b, double s)
{
    pieces p = pieces_of(b);
    if (s <= p.floor) {
        return (bi_parcel_outline){s, 0.0, 1.0, 0.0};
    }
    s -= p.floor;
    if (s <= p.edge) {
        bi_turn t = bi_turn_of(s / b->floor / TURN);
        return (bi_parcel_outline){b->wide - b->floor + b->floor * t.sine, b->floor * (1.0 - t.cosine),
                                   t.cosine, t.sine};
    }
    s -= p.edge;
    if (s <= p.wall) {
        return (bi_parcel_outline){b->wide, b->floor + s, 0.0, 1.0};
    }
    s -= p.wall;
    if (s <= p.rim) {
        bi_turn t = bi_turn_of(s / b->rim / TURN);
        return (bi_parcel_outline){b->wide - b->rim * (1.0 - t.cosine), b->high - b->rim * (1.0 - t.sine),
                                   -t.sine, t.cosine};
    }
    s -= p.rim;
    if (s <= p.top) {
        return (bi_parcel_outline){b->wide - b->rim - s, b->high, -1.0, 0.0};
    }
    s -= p.top;
    if (s <= p.throat) {
        bi_turn t = bi_turn_of(s / b->throat / TURN);
        return (bi_parcel_outline){b->corner + b->throat * (1.0 - t.sine),
                                   b->high + b->throat * (1.0 - t.cosine), -t.cosine, t.sine};
    }
    return (bi_parcel_outline){b->corner, b->high + b->throat + (s - p.throat), 0.0, 1.0};
}

// ---- rings --------------------------------------------------------------------------------------------------

double bi_parcel_zigzag(double y, double pleat)
{
    double turns = y / (2.0 * pleat), part = turns - floor(turns);
    return part < 0.5 ? 4.0 * part - 1.0 : 3.0 - 4.0 * part;
}

double bi_parcel_ease(double t)
{
    t = bi_max(0.0, bi_min(1.0, t));
    return t * t * (3.0 - 2.0 * t);
}

double bi_parcel_neck_rate(const bi_parcel_bag *b)
{
    return bi_max(b->shut, 0.25 * PI * b->corner / (0.5 * b->half));
}

// Folds are flat strips: fold k, from k to k + 1 pleats beside the middle of a side, goes on at one rate, so that nothing is
// stretched along a ring. Folds in the middle lie flat, from `flat` on they shut within `soft`, to `rate`.
typedef struct spread {
    double pleat, flat, soft, rate;
} spread;

static double rate_of(const spread *s, int32_t fold)
{
    return 1.0 - (1.0 - s->rate) * bi_parcel_ease(((fold + 0.5) * s->pleat - s->flat) / s->soft);
}

static double reached(const spread *s, double y)
{
    double p = s->pleat, gone = 0.0;
    int32_t last = (int32_t)(y / p), k = bi_min_int(last, (int32_t)bi_max(0.0, s->flat / p - 0.5));
    gone = k * p;
    for (; k < last && rate_of(s, k) > s->rate; k++) {
        gone += rate_of(s, k) * p;
    }
    return gone + (last - k) * s->rate * p + rate_of(s, last) * (y - last * p);
}

// How far crease k stands out: no farther than the folds on either side of it can go aside.
static double crease(const spread *s, int32_t k)
{
    double rate = rate_of(s, k > 0 ? k - 1 : 0),
           out = 0.5 * DEEP * s->pleat * sqrt(bi_max(0.0, 1.0 - rate * rate));
    return k % 2 == 0 ? -out : out;
}

// The ring has `room` for `h` of cloth: `flat` by halving.
static void find_flat(spread *s, double h, double room)
{
    double low = -s->soft, high = h;
    for (int32_t i = 0; i < 32; i++) {
        double middle = 0.5 * (low + high);
        s->flat = middle;
        if (reached(s, h) < room) {
            low = middle;
        } else {
            high = middle;
        }
    }
    s->flat = 0.5 * (low + high);
}

static double gone_at(const bi_parcel_bag *b, double h)
{
    double at = bi_max(0.0, h / (0.5 * b->half) * (BI_PARCEL_NODES - 1));
    int32_t i = bi_min_int(BI_PARCEL_NODES - 2, (int32_t)at);
    return b->gone[i] + (at - i) * b->links[i];
}

bight_vec3 bi_parcel_bag_at(const bi_parcel_bag *b, double h, double y)
{
    double s = gone_at(b, h), wall_top = b->length - pieces_of(b).top - pieces_of(b).throat;
    bi_parcel_outline o = bi_parcel_bag_outline(b, s);
    double corner = bi_min(o.out, b->corner * bi_parcel_ease(s / b->wide));
    double room = o.out - corner + 0.25 * PI * corner, side = y < 0.0 ? -1.0 : 1.0;
    double on_top = bi_parcel_ease((s - wall_top) / (b->length - wall_top));
    spread sp = {b->pleat, h + SOFT * b->pleat, SOFT * b->pleat,
                 b->shut + on_top * (bi_parcel_neck_rate(b) - b->shut)};
    y = fabs(y);
    double u = y, d = 0.0;
    if (room < h) {
        find_flat(&sp, h, room);
        int32_t fold = (int32_t)(y / b->pleat);
        u = bi_min(1.0, room / reached(&sp, h)) * reached(&sp, y);
        d = crease(&sp, fold) + (y / b->pleat - fold) * (crease(&sp, fold + 1) - crease(&sp, fold));
    } else if (h > 0.0) {
        u = y * room / h;
    }

    // out, aside and the outer side there: along a straight side or round a corner
    double straight = o.out - corner, out = o.out, aside = u;
    bi_turn t = {.cosine = 1.0};
    if (u > straight && corner > 0.0) {
        t = bi_turn_of((u - straight) / corner / TURN);
        out = straight + corner * t.cosine;
        aside = straight + corner * t.sine;
    }
    double outward = o.to_up, upward = -o.to_out;
    return v3(out + d * outward * t.cosine, o.up + d * upward, side * (aside + d * outward * t.sine));
}
