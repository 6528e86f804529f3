// SPDX-License-Identifier: MIT

#include "geom/sphere_tree.h"

#include "core/assert.h"
#include "core/vec3.h"

#include <float.h>

// Where each level starts. @return Spheres in all.
static int64_t lay_levels(bi_sphere_tree *tree, int32_t leaf_count)
{
    int64_t total = 0;
    int32_t width = leaf_count;
    tree->leaf_count = leaf_count;
    tree->level_count = 0;
    for (;;) {
        tree->level_first[tree->level_count++] = (int32_t)total;
        total += width;
        if (width <= 1) {
            break;
        }
        width = (width + 1) / 2;
    }
    if (total <= INT32_MAX) {
        tree->level_first[tree->level_count] = (int32_t)total;
    }
    return total;
}

bight_status bi_sphere_tree_make(const bight_allocator *allocator, bi_sphere_tree *tree, int32_t leaf_count)
{
    BI_ASSERT(leaf_count >= 0);
    *tree = (bi_sphere_tree){0};
    int64_t total = lay_levels(tree, leaf_count);
    if (total > INT32_MAX) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    tree->capacity = (int32_t)total;
    tree->spheres = bi_new_array(allocator, (size_t)total, sizeof *tree->spheres);
    return tree->spheres != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

void bi_sphere_tree_set_leaves(bi_sphere_tree *tree, int32_t leaf_count)
{
    lay_levels(tree, leaf_count);
}

void bi_sphere_tree_free(const bight_allocator *allocator, bi_sphere_tree *tree)
{
    bi_free_array(allocator, tree->spheres, (size_t)tree->capacity, sizeof *tree->spheres);
    *tree = (bi_sphere_tree){0};
}

// Room for the rounding of a centre to float and of a few operations on it.
static float outwards(float x, float y, float z, float r)
{
    return r + 4.0f * FLT_EPSILON * (fabsf(x) + fabsf(y) + fabsf(z) + r);
}

bi_sphere bi_sphere_around_segment(bight_vec3 a, bight_vec3 b, double reach)
{
    BI_ASSERT(reach >= 0.0);
    bight_vec3 c = v3_mul(0.5, v3_add(a, b));
    float x = (float)c.x, y = (float)c.y, z = (float)c.z, r = (float)(0.5 * v3_distance(a, b) + reach);
    return (bi_sphere){x, y, z, outwards(x, y, z, r)};
}

// Smallest sphere around two spheres. With g the distance of the centres and neither inside the other,
// r = (g + r1 + r2) / 2, and the centre lies (r - r1) / g of the way from c1 to c2.
static bi_sphere around_two(bi_sphere s1, bi_sphere s2)
{
    float dx = s2.x - s1.x, dy = s2.y - s1.y, dz = s2.z - s1.z;
    float gap = sqrtf(dx * dx + dy * dy + dz * dz);
    float r = 0.5f * (gap + s1.r + s2.r);
    if (r <= s1.r || !(gap > 0.0f)) {
        return s1.r >= s2.r ? s1 : s2;
    }
    if (r <= s2.r) {
        return s2;
    }
    float part = (r - s1.r) / gap;
    float x = s1.x + part * dx, y = s1.y + part * dy, z = s1.z + part * dz;
    return (bi_sphere){x, y, z, outwards(x, y, z, r)};
}

void bi_sphere_tree_refit(bi_sphere_tree *tree)
{
    for (int32_t level = 1; level < tree->level_count; level++) {
        const bi_sphere *below = tree->spheres + tree->level_first[level - 1];
        bi_sphere *here = tree->spheres + tree->level_first[level];
        int32_t width_below = tree->level_first[level] - tree->level_first[level - 1];
        for (int32_t i = 0; i < width_below / 2; i++) {
            here[i] = around_two(below[2 * i], below[2 * i + 1]);
        }
        if (width_below % 2 != 0) {
            here[width_below / 2] = below[width_below - 1];
        }
    }
}

// Two nodes still to be compared: level and index in each tree.
typedef struct work {
    int32_t level_a, a, level_b, b;
} work;

// Depth first, four children a visit: a pair leaves at most 3 siblings behind on each of its levels.
#define STACK_SIZE (2 * BI_TREE_LEVELS * 3 + 4)

static bight_status append(const bight_allocator *allocator, bi_pair_list *list, int32_t a, int32_t b)
{
    if (list->count == list->capacity) {
        bight_status status = bi_reserve(allocator, &list->pairs, &list->capacity, (int64_t)list->count + 1,
                                         sizeof *list->pairs);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    list->pairs[list->count++] = (bi_leaf_pair){a, b};
    return BIGHT_OK;
}

static int32_t level_width(const bi_sphere_tree *tree, int32_t level)
{
    return tree->level_first[level + 1] - tree->level_first[level];
}

bight_status bi_sphere_tree_cross_pairs(const bight_allocator *allocator, const bi_sphere_tree *tree_a,
                                        const bi_sphere_tree *tree_b, int32_t bottom, float slack,
                                        bi_pair_list *list)
{
    work stack[STACK_SIZE];
    int32_t depth = 0;
    bottom = bottom < tree_b->level_count ? bottom : tree_b->level_count - 1;

    // from the roots down, only below pairs of spheres that overlap
    stack[depth++] = (work){tree_a->level_count - 1, 0, tree_b->level_count - 1, 0};
    while (depth > 0) {
        work at = stack[--depth];
        if (!bi_spheres_overlap(tree_a->spheres[tree_a->level_first[at.level_a] + at.a],
                                tree_b->spheres[tree_b->level_first[at.level_b] + at.b], slack)) {
            continue;
        }

        // a leaf of a with a sphere of b's level `bottom` is listed; else the one with more levels is split
        if (at.level_a == 0 && at.level_b == bottom) {
            bight_status status = append(allocator, list, at.a, at.b);
            if (status != BIGHT_OK) {
                return status;
            }
        } else if (at.level_a >= at.level_b - bottom) {
            int32_t level = at.level_a - 1;
            for (int32_t a = 2 * at.a + 1; a >= 2 * at.a; a--) {
                if (a < level_width(tree_a, level)) {
                    stack[depth++] = (work){level, a, at.level_b, at.b};
                }
            }
        } else {
            int32_t level = at.level_b - 1;
            for (int32_t b = 2 * at.b + 1; b >= 2 * at.b; b--) {
                if (b < level_width(tree_b, level)) {
                    stack[depth++] = (work){at.level_a, at.a, level, b};
                }
            }
        }
    }
    return BIGHT_OK;
}
