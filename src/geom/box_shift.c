// SPDX-License-Identifier: MIT
// Two trees compared while one of them is shifted as a whole.

#include "geom/box_tree.h"

#include "core/assert.h"
#include "core/vec3.h"

typedef struct shifted_pair {
    int32_t level_a, a, level_b, b;
} shifted_pair;

// Depth first, at most four children a visit, as in box_tree.c.
#define STACK_SIZE (2 * BI_TREE_LEVELS * 3 + 4)

static const bi_box *root_of(const bi_box_tree *tree)
{
    return tree->boxes + tree->level_first[tree->level_count - 1];
}

static double farthest(const bi_box *box)
{
    double most = 0.0;
    for (int32_t i = 0; i < 3; i++) {
        most = bi_max(most, bi_max(fabs((double)box->low[i]), fabs((double)box->high[i])));
    }
    return most;
}

static int32_t width_of(const bi_box_tree *tree, int32_t level)
{
    return tree->level_first[level + 1] - tree->level_first[level];
}

static bi_box shifted(const bi_box *box, const float by[3])
{
    return (bi_box){{box->low[0] + by[0], box->low[1] + by[1], box->low[2] + by[2]},
                    {box->high[0] + by[0], box->high[1] + by[1], box->high[2] + by[2]}};
}

void bi_box_tree_visit_shifted(const bi_box_tree *a, bight_vec3 shift, const bi_box_tree *b,
                               bi_leaf_seeker *seek, void *data)
{
    BI_ASSERT(v3_is_finite(shift));
    if (a->leaf_count == 0 || b->leaf_count == 0) {
        return;
    }

    // rounding the shift, and each sum with it, is off by less than 2^-24 of the largest number there is
    double size = farthest(root_of(a)) + fabs(shift.x) + fabs(shift.y) + fabs(shift.z);
    float slack = bi_float_above(0x1p-22 * size);
    const float by[3] = {(float)shift.x, (float)shift.y, (float)shift.z};

    shifted_pair stack[STACK_SIZE];
    int32_t depth = 0;
    stack[depth++] = (shifted_pair){a->level_count - 1, 0, b->level_count - 1, 0};
    bi_box root = shifted(root_of(a), by);
    if (!bi_boxes_near(&root, root_of(b), slack)) {
        return;
    }
    while (depth > 0) {
        shifted_pair at = stack[--depth];
        if (at.level_a == 0 && at.level_b == 0) {
            if (!seek(data, at.a, at.b)) {
                return;
            }
            continue;
        }

        // both go down together while they are on one level
        bool down_a = at.level_a >= at.level_b, down_b = at.level_b >= at.level_a;
        int32_t level_a = at.level_a - down_a, level_b = at.level_b - down_b;
        int32_t to_a = down_a ? bi_min_int(2 * at.a + 1, width_of(a, level_a) - 1) : at.a;
        int32_t to_b = down_b ? bi_min_int(2 * at.b + 1, width_of(b, level_b) - 1) : at.b;
        for (int32_t i = to_a; i >= (down_a ? 2 * at.a : at.a); i--) {
            bi_box box = shifted(&a->boxes[a->level_first[level_a] + i], by);
            for (int32_t k = to_b; k >= (down_b ? 2 * at.b : at.b); k--) {
                if (bi_boxes_near(&box, &b->boxes[b->level_first[level_b] + k], slack)) {
                    stack[depth++] = (shifted_pair){level_a, i, level_b, k};
                }
            }
        }
    }
}
