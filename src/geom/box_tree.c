// SPDX-License-Identifier: MIT

#include "geom/box_tree.h"

#include "core/assert.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "geom/validate.h"

#include <float.h>

// Parts of a comparison are pairs of nodes on the highest level that has at least this many, so that threads
// can share them, but of nodes with at least 2^5 leaves, so that they are worth sharing.
#define PART_NODES 64
#define LEAST_PART_LEVEL 5

#define MOST_TRIANGLES (INT32_C(1) << 29)

void bi_box_tree_free(const bight_allocator *allocator, bi_box_tree *tree)
{
    bi_free_array(allocator, tree->boxes, (size_t)tree->level_first[tree->level_count], sizeof *tree->boxes);
    bi_free_array(allocator, tree->order, (size_t)tree->leaf_count, sizeof *tree->order);
    *tree = (bi_box_tree){0};
}

int32_t bi_box_tree_layout(bi_box_tree *tree, int32_t leaf_count)
{
    BI_ASSERT(leaf_count >= 0 && leaf_count <= MOST_TRIANGLES);
    tree->leaf_count = leaf_count;
    tree->level_count = 0;
    int32_t total = 0;
    for (int32_t width = leaf_count; width > 0; width = width > 1 ? (width + 1) / 2 : 0) {
        tree->level_first[tree->level_count++] = total;
        total += width;
    }
    tree->level_first[tree->level_count] = total;
    return total;
}

bight_status bi_box_tree_make(const bight_allocator *allocator, const int32_t *triangles,
                              int32_t triangle_count, const bight_vec3 *positions, bi_box_tree *tree)
{
    *tree = (bi_box_tree){0};
    if (triangle_count > MOST_TRIANGLES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    int32_t total = bi_box_tree_layout(tree, triangle_count);
    tree->boxes = bi_new_array(allocator, (size_t)total, sizeof *tree->boxes);
    tree->order = bi_new_array(allocator, (size_t)triangle_count, sizeof *tree->order);
    if (tree->boxes == NULL || tree->order == NULL) {
        bi_box_tree_free(allocator, tree);
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_box_tree_sort(tree, triangles, positions);
    return BIGHT_OK;
}

static int32_t level_width(const bi_box_tree *tree, int32_t level)
{
    return tree->level_first[level + 1] - tree->level_first[level];
}

static const bi_box *node(const bi_box_tree *tree, int32_t level, int32_t index)
{
    return tree->boxes + tree->level_first[level] + index;
}

// ---- refit ----------------------------------------------------------------------------------------------

float bi_float_above(double x)
{
    float y = (float)x;
    return (double)y >= x ? y : nextafterf(y, INFINITY);
}

// x rounds to within half an ulp, which is at most |x| 2^-24, or 2^-150 near zero
static float below(double x)
{
    float y = (float)x;
    return y - (fabsf(y) * FLT_EPSILON + FLT_MIN);
}

static float above(double x)
{
    float y = (float)x;
    return y + (fabsf(y) * FLT_EPSILON + FLT_MIN);
}

static void extend(double low[3], double high[3], bight_vec3 p)
{
    const double x[3] = {p.x, p.y, p.z};
    for (int32_t i = 0; i < 3; i++) {
        low[i] = bi_min(low[i], x[i]);
        high[i] = bi_max(high[i], x[i]);
    }
}

static bi_box leaf_box(const int32_t *corner, const bight_vec3 *positions, const bight_vec3 *moved)
{
    bight_vec3 first = positions[corner[0]];
    double low[3] = {first.x, first.y, first.z}, high[3] = {first.x, first.y, first.z};
    extend(low, high, positions[corner[1]]);
    extend(low, high, positions[corner[2]]);
    for (int32_t k = 0; k < 3 && moved != NULL; k++) {
        extend(low, high, moved[corner[k]]);
    }
    return (bi_box){{below(low[0]), below(low[1]), below(low[2])},
                    {above(high[0]), above(high[1]), above(high[2])}};
}

static bi_box around_two(const bi_box *a, const bi_box *b)
{
    bi_box both;
    for (int32_t i = 0; i < 3; i++) {
        both.low[i] = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
        both.high[i] = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
    }
    return both;
}

typedef struct refit_job {
    bi_box_tree *tree;
    const int32_t *triangles;
    const bight_vec3 *positions, *moved;
    int32_t top; // the lowest level that is refitted by one thread
} refit_job;

static void refit_nodes(bi_box_tree *tree, int32_t level, int32_t from, int32_t to)
{
    const bi_box *below_here = tree->boxes + tree->level_first[level - 1];
    bi_box *here = tree->boxes + tree->level_first[level];
    int32_t width = level_width(tree, level), width_below = level_width(tree, level - 1);
    for (int32_t i = from; i < to && i < width; i++) {
        here[i] = 2 * i + 1 < width_below ? around_two(&below_here[2 * i], &below_here[2 * i + 1])
                                          : below_here[2 * i];
    }
}

// One block of 2^12 leaves and all levels over it alone, while they are in the cache.
static void refit_block(void *data, int32_t block)
{
    const refit_job *job = data;
    bi_box_tree *tree = job->tree;
    int32_t from = block * BI_PARALLEL_BLOCK, to = bi_min_int(from + BI_PARALLEL_BLOCK, tree->leaf_count);
    for (int32_t i = from; i < to; i++) {
        tree->boxes[i] = leaf_box(job->triangles + 3 * (size_t)tree->order[i], job->positions, job->moved);
    }
    for (int32_t level = 1; level < job->top; level++) {
        int32_t width = BI_PARALLEL_BLOCK >> level;
        refit_nodes(tree, level, block * width, (block + 1) * width);
    }
}

void bi_box_tree_refit(bi_box_tree *tree, const int32_t *triangles, const bight_vec3 *positions,
                       const bight_vec3 *moved, int32_t threads)
{
    BI_ASSERT(tree->leaf_count >= 0 && (tree->leaf_count == 0 || tree->boxes != NULL));
    int32_t blocks = (tree->leaf_count + BI_PARALLEL_BLOCK - 1) / BI_PARALLEL_BLOCK;
    refit_job job = {tree, triangles, positions, moved, bi_min_int(13, tree->level_count)};
    bi_parallel_for(threads, blocks, refit_block, &job);
    for (int32_t level = job.top; level < tree->level_count; level++) {
        refit_nodes(tree, level, 0, level_width(tree, level));
    }
}

// ---- traversal ------------------------------------------------------------------------------------------

static int32_t part_level(const bi_box_tree *tree)
{
    int32_t level = tree->level_count - 1;
    while (level > LEAST_PART_LEVEL && level_width(tree, level) < PART_NODES) {
        level--;
    }
    return level;
}

bight_status bi_box_tree_parts(const bight_allocator *allocator, const bi_box_tree *a, const bi_box_tree *b,
                               float slack, bi_pair_list *parts)
{
    BI_ASSERT(slack >= 0.0f && parts != NULL);
    parts->count = 0;
    bool self = b == NULL;
    b = self ? a : b;
    if (a->leaf_count == 0 || b->leaf_count == 0) {
        return BIGHT_OK;
    }
    int32_t level_a = part_level(a), level_b = part_level(b);
    for (int32_t i = 0; i < level_width(a, level_a); i++) {
        for (int32_t k = self ? i : 0; k < level_width(b, level_b); k++) {
            if (!bi_boxes_near(node(a, level_a, i), node(b, level_b, k), slack)) {
                continue;
            }
            bight_status status = bi_reserve(allocator, &parts->pairs, &parts->capacity,
                                             (int64_t)parts->count + 1, sizeof *parts->pairs);
            if (status != BIGHT_OK) {
                return status;
            }
            parts->pairs[parts->count++] = (bi_leaf_pair){i, k};
        }
    }
    return BIGHT_OK;
}

typedef struct work {
    int32_t level_a, a, level_b, b;
} work;

// Depth first, at most four children a visit: a pair leaves at most 3 siblings behind on each of its levels.
#define STACK_SIZE (2 * BI_TREE_LEVELS * 3 + 4)

static void visit_cross(const bi_box_tree *a, const bi_box_tree *b, float slack, work top,
                        bi_leaf_visitor *visit, void *data)
{
    work stack[STACK_SIZE];
    int32_t depth = 0;
    stack[depth++] = top;
    while (depth > 0) {
        work at = stack[--depth];
        if (at.level_a == 0 && at.level_b == 0) {
            visit(data, at.a, at.b);
            continue;
        }

        // both go down together while they are on one level
        bool down_a = at.level_a >= at.level_b, down_b = at.level_b >= at.level_a;
        int32_t level_a = at.level_a - down_a, level_b = at.level_b - down_b;
        int32_t from_a = down_a ? 2 * at.a : at.a, to_a = down_a ? 2 * at.a + 1 : at.a;
        int32_t from_b = down_b ? 2 * at.b : at.b, to_b = down_b ? 2 * at.b + 1 : at.b;
        to_a = bi_min_int(to_a, level_width(a, level_a) - 1);
        to_b = bi_min_int(to_b, level_width(b, level_b) - 1);
        for (int32_t i = to_a; i >= from_a; i--) {
            const bi_box *box = node(a, level_a, i);
            for (int32_t k = to_b; k >= from_b; k--) {
                if (bi_boxes_near(box, node(b, level_b, k), slack)) {
                    stack[depth++] = (work){level_a, i, level_b, k};
                }
            }
        }
    }
}

// A node with itself: both children with themselves, and one with the other.
static void visit_self(const bi_box_tree *tree, float slack, int32_t top, int32_t index,
                       bi_leaf_visitor *visit, void *data)
{
    struct {
        int32_t level, index;
    } stack[BI_TREE_LEVELS + 1];
    int32_t depth = 0;
    stack[depth].level = top;
    stack[depth++].index = index;
    while (depth > 0) {
        depth--;
        int32_t level = stack[depth].level - 1, left = 2 * stack[depth].index;
        if (level < 0) {
            continue;
        }
        bool two = left + 1 < level_width(tree, level);
        if (two && bi_boxes_near(node(tree, level, left), node(tree, level, left + 1), slack)) {
            visit_cross(tree, tree, slack, (work){level, left, level, left + 1}, visit, data);
        }
        if (two) {
            stack[depth].level = level;
            stack[depth++].index = left + 1;
        }
        stack[depth].level = level;
        stack[depth++].index = left;
    }
}

void bi_box_tree_visit(const bi_box_tree *a, const bi_box_tree *b, float slack, bi_leaf_pair part,
                       bi_leaf_visitor *visit, void *data)
{
    int32_t level = part_level(a);
    if (b != NULL) {
        visit_cross(a, b, slack, (work){level, part.a, part_level(b), part.b}, visit, data);
    } else if (part.a != part.b) {
        visit_cross(a, a, slack, (work){level, part.a, level, part.b}, visit, data);
    } else {
        visit_self(a, slack, level, part.a, visit, data);
    }
}

void bi_box_tree_sort(bi_box_tree *tree, const int32_t *triangles, const bight_vec3 *positions)
{
    bi_triangle_order(tree->order, tree->leaf_count, triangles, positions);
    bi_box_tree_refit(tree, triangles, positions, NULL, 1);
    BI_VALIDATE(bi_box_tree_is_valid(tree));
}
