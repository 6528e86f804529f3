// SPDX-License-Identifier: MIT
// How often a curve crosses over itself, seen from the side where that is least.

#include "bight/knot_words.h"
#include "core/vec3.h"

#define REACH 2 // directions are all with whole coordinates up to this, up to their length and sign
#define MOST_BLOCKS 256
#define LEAST_BLOCK 16

// The curve seen along a direction, its segments in blocks with their boxes.
typedef struct view {
    bight_curve curve;
    bight_vec3 across, up;
    int32_t segments, block, blocks;
    double low[MOST_BLOCKS][2], high[MOST_BLOCKS][2];
} view;

typedef struct flat {
    double x, y;
} flat;

static flat at(const view *v, int32_t node)
{
    bight_vec3 p = v->curve.points[node % v->curve.count];
    return (flat){v3_dot(v->across, p), v3_dot(v->up, p)};
}

// Twice the area of a, b, c: which side of the line through a and b is c?
static double side(flat a, flat b, flat c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool apart(double a, double b, double c, double d)
{
    return bi_max(a, b) < bi_min(c, d) || bi_max(c, d) < bi_min(a, b);
}

// Do the segments meet? Those that touch or lie on each other do.
static bool meet(const view *v, int32_t i, int32_t k)
{
    flat a = at(v, i), b = at(v, i + 1), c = at(v, k), d = at(v, k + 1);
    if (apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y)) {
        return false;
    }
    return side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0;
}

static void look(view *v, bight_vec3 direction)
{
    // two directions across: lengths do not matter for what crosses
    bight_vec3 other = fabs(direction.x) < fabs(direction.y) ? v3(1, 0, 0) : v3(0, 1, 0);
    v->across = v3_cross(direction, other);
    v->up = v3_cross(direction, v->across);
    for (int32_t b = 0; b < v->blocks; b++) {
        int32_t end = bi_min_int((b + 1) * v->block, v->segments);
        flat p = at(v, b * v->block);
        double low[2] = {p.x, p.y}, high[2] = {p.x, p.y};
        for (int32_t i = b * v->block + 1; i <= end; i++) {
            p = at(v, i);
            low[0] = bi_min(low[0], p.x), high[0] = bi_max(high[0], p.x);
            low[1] = bi_min(low[1], p.y), high[1] = bi_max(high[1], p.y);
        }
        for (int32_t axis = 0; axis < 2; axis++) {
            v->low[b][axis] = low[axis];
            v->high[b][axis] = high[axis];
        }
    }
}

static bool blocks_meet(const view *v, int32_t a, int32_t b)
{
    return v->low[a][0] <= v->high[b][0] && v->low[b][0] <= v->high[a][0] && v->low[a][1] <= v->high[b][1] &&
           v->low[b][1] <= v->high[a][1];
}

// Crossings of two blocks, of which a is b or before it. Stops counting beyond `most`.
static int32_t count_between(const view *v, int32_t a, int32_t b, int32_t most)
{
    int32_t count = 0;
    for (int32_t i = a * v->block; i < bi_min_int((a + 1) * v->block, v->segments); i++) {
        // neighbours share a node
        int32_t first = b * v->block > i + 2 ? b * v->block : i + 2;
        for (int32_t k = first; k < bi_min_int((b + 1) * v->block, v->segments) && count <= most; k++) {
            bool joined = v->curve.closed && i == 0 && k == v->segments - 1;
            count += !joined && meet(v, i, k) ? 1 : 0;
        }
    }
    return count;
}

static int32_t count_all(const view *v, int32_t most)
{
    int32_t count = 0;
    for (int32_t a = 0; a < v->blocks; a++) {
        for (int32_t b = a; b < v->blocks && count <= most; b++) {
            count += blocks_meet(v, a, b) ? count_between(v, a, b, most - count) : 0;
        }
    }
    return count;
}

static int32_t common_factor(int32_t a, int32_t b)
{
    return b == 0 ? (a < 0 ? -a : a) : common_factor(b, a % b);
}

int32_t bight_curve_least_crossings(bight_curve curve, int32_t most)
{
    view v = {.curve = curve, .segments = curve.closed ? curve.count : curve.count - 1};
    if (v.segments < 3) {
        return 0;
    }
    v.block = (v.segments + MOST_BLOCKS - 1) / MOST_BLOCKS;
    v.block = v.block < LEAST_BLOCK ? LEAST_BLOCK : v.block;
    v.blocks = (v.segments + v.block - 1) / v.block;

    // each line through the origin once; the axis of pictures, z, first
    int32_t least = most + 1;
    for (int32_t z = REACH; z >= 0; z--) {
        for (int32_t y = z > 0 ? -REACH : 0; y <= REACH; y++) {
            for (int32_t x = z > 0 || y > 0 ? -REACH : 1; x <= REACH && least > 0; x++) {
                if (common_factor(common_factor(x, y), z) == 1) {
                    look(&v, v3(x, y, z));
                    least = bi_min_int(least, count_all(&v, least - 1));
                }
            }
        }
    }
    return least;
}
