// SPDX-License-Identifier: MIT
// The order of a hierarchy's leaves: halved along the longest side again and again.

#include "geom/box_tree.h"

#include "core/assert.h"
#include "core/vec3.h"

typedef struct sorting {
    const int32_t *triangles;
    const bight_vec3 *positions;
    int32_t *order;
} sorting;

static double coordinate(bight_vec3 p, int32_t axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Twice the middle of the triangle's extent along an axis.
static double middle(const sorting *s, int32_t triangle, int32_t axis)
{
    const int32_t *corner = s->triangles + 3 * (size_t)triangle;
    double a = coordinate(s->positions[corner[0]], axis), b = coordinate(s->positions[corner[1]], axis);
    double c = coordinate(s->positions[corner[2]], axis);
    return bi_min(bi_min(a, b), c) + bi_max(bi_max(a, b), c);
}

static int32_t longest_axis(const sorting *s, int32_t from, int32_t to)
{
    double size[3];
    for (int32_t axis = 0; axis < 3; axis++) {
        double low = middle(s, s->order[from], axis), high = low;
        for (int32_t i = from + 1; i < to; i++) {
            double at = middle(s, s->order[i], axis);
            low = bi_min(low, at);
            high = bi_max(high, at);
        }
        size[axis] = high - low;
    }
    double x = size[0], y = size[1], z = size[2];
    return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
}

// By key, ties by number: a strict order, so that the outcome does not depend on how it was reached.
static bool less(double key_a, int32_t a, double key_b, int32_t b)
{
    return key_a < key_b || (key_a == key_b && a < b);
}

// Hoare's selection: afterwards the `place` lowest are in front.
static void select_lowest(const sorting *s, int32_t from, int32_t to, int32_t place, int32_t axis)
{
    int32_t *order = s->order, low = from, high = to - 1;
    while (low < high) {
        int32_t pivot = order[low + (high - low) / 2], i = low, j = high;
        double key = middle(s, pivot, axis);
        while (i <= j) {
            while (less(middle(s, order[i], axis), order[i], key, pivot)) {
                i++;
            }
            while (less(key, pivot, middle(s, order[j], axis), order[j])) {
                j--;
            }
            if (i <= j) {
                int32_t swapped = order[i];
                order[i++] = order[j];
                order[j--] = swapped;
            }
        }
        if (place <= j) {
            high = j;
        } else if (place >= i) {
            low = i;
        } else {
            break;
        }
    }
}

// A node with n leaves keeps the largest power of two below n on its left, as the levels are laid out.
void bi_triangle_order(int32_t *order, int32_t count, const int32_t *triangles, const bight_vec3 *positions)
{
    BI_ASSERT(count >= 0 && (count == 0 || (order != NULL && triangles != NULL && positions != NULL)));
    sorting s = {triangles, positions, order};
    for (int32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    struct {
        int32_t from, to;
    } stack[BI_TREE_LEVELS + 1] = {{0, count}};
    int32_t depth = 1;
    while (depth > 0) {
        depth--;
        int32_t from = stack[depth].from, to = stack[depth].to;
        if (to - from < 2) {
            continue;
        }
        int32_t left = 1;
        while (2 * left < to - from) {
            left *= 2;
        }
        select_lowest(&s, from, to, from + left, longest_axis(&s, from, to));
        stack[depth].from = from + left;
        stack[depth++].to = to;
        stack[depth].from = from;
        stack[depth++].to = from + left;
    }
}
