// SPDX-License-Identifier: MIT

#include "geom/chain_tree.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/parallel.h"

// Room for the rounding of centres to float, and of the few operations on them, in a comparison of distances.
#define ROUNDING 1e-5

static int32_t level_width(const bi_sphere_tree *tree, int32_t level)
{
    return tree->level_first[level + 1] - tree->level_first[level];
}

static size_t node_capacity(const bi_chain_tree *tree)
{
    return (size_t)tree->spheres.capacity;
}

static int32_t block_count(int32_t links)
{
    return links / BI_BLOCK + (links % BI_BLOCK != 0);
}

bight_status bi_chain_tree_make(const bight_allocator *allocator, bi_chain_tree *tree, int32_t links)
{
    BI_ASSERT(links >= 0);
    int32_t blocks = block_count(links);
    *tree = (bi_chain_tree){.links = links, .block_capacity = blocks};
    bight_status status = bi_sphere_tree_make(allocator, &tree->spheres, blocks);
    if (status != BIGHT_OK) {
        return status;
    }
    tree->directions = bi_new_array(allocator, node_capacity(tree), sizeof *tree->directions);
    tree->blocks = bi_new_array(allocator, (size_t)blocks, sizeof *tree->blocks);
    if (tree->directions == NULL || tree->blocks == NULL) {
        bi_chain_tree_free(allocator, tree);
        return BIGHT_ERROR_NO_MEMORY;
    }
    return BIGHT_OK;
}

void bi_chain_tree_set_links(bi_chain_tree *tree, int32_t links)
{
    tree->links = links;
    bi_sphere_tree_set_leaves(&tree->spheres, block_count(links));
}

void bi_chain_tree_free(const bight_allocator *allocator, bi_chain_tree *tree)
{
    bi_free_array(allocator, tree->directions, node_capacity(tree), sizeof *tree->directions);
    bi_free_array(allocator, tree->blocks, (size_t)tree->block_capacity, sizeof *tree->blocks);
    bi_sphere_tree_free(allocator, &tree->spheres);
    *tree = (bi_chain_tree){0};
}

size_t bi_chain_tree_bytes(const bi_chain_tree *tree)
{
    return node_capacity(tree) * (sizeof(bi_sphere) + sizeof *tree->directions) +
           (size_t)tree->block_capacity * sizeof *tree->blocks;
}

// ---- refit -----------------------------------------------------------------------------------------------

static int32_t links_in(const bi_chain_tree *tree, int32_t block)
{
    int32_t rest = tree->links - block * BI_BLOCK;
    return rest < BI_BLOCK ? rest : BI_BLOCK;
}

// The nodes of a block, one more than its links; `copy` is used where the chain closes.
static const bight_vec3 *nodes_of(const bi_chain *chain, int32_t block, int32_t links,
                                  bight_vec3 copy[BI_BLOCK + 1])
{
    int32_t first = block * BI_BLOCK;
    if (first + links < chain->nodes) {
        return chain->node + first;
    }
    for (int32_t i = 0; i < links; i++) {
        copy[i] = chain->node[first + i];
    }
    copy[links] = chain->node[0];
    return copy;
}

static bi_directions join(bi_directions a, bi_directions b)
{
    return (bi_directions){
        v3(bi_min(a.low.x, b.low.x), bi_min(a.low.y, b.low.y), bi_min(a.low.z, b.low.z)),
        v3(bi_max(a.high.x, b.high.x), bi_max(a.high.y, b.high.y), bi_max(a.high.z, b.high.z))};
}

// One pass over a block: its sphere, centred between its ends and its middle, the bounds of its links'
// vectors u, their lengths, and the turns: by a right angle or more where u . u' <= 0.
static void refit_block(bi_chain_tree *tree, const bi_chain *chain, int32_t block)
{
    bight_vec3 copy[BI_BLOCK + 1];
    int32_t links = links_in(tree, block), first = block * BI_BLOCK;
    const bight_vec3 *node = nodes_of(chain, block, links, copy);
    bight_vec3 p = node[0];
    bight_vec3 centre = v3_lerp(v3_lerp(p, node[links], 0.5), node[links / 2], 0.5);

    // the link before the block, if there is one
    int32_t before = first > 0 ? first - 1 : chain->nodes - 1;
    bight_vec3 u = v3_sub(node[1], p);
    bight_vec3 last = first > 0 || chain->closed ? v3_sub(p, chain->node[before]) : u;

    double shortest = HUGE_VAL, longest = 0.0, turn = HUGE_VAL, far = v3_length_squared(v3_sub(p, centre));
    bi_directions all = {u, u};
    for (int32_t i = 1; i <= links; i++) {
        bight_vec3 q = node[i];
        u = v3_sub(q, p);
        all = join(all, (bi_directions){u, u});
        double squared = v3_length_squared(u);
        shortest = bi_min(squared, shortest);
        longest = bi_max(squared, longest);
        turn = bi_min(v3_dot(last, u), turn);
        far = bi_max(v3_length_squared(v3_sub(q, centre)), far);
        p = q;
        last = u;
    }

    tree->blocks[block] = (bi_link_block){shortest, longest, !(turn > 0.0)};
    tree->directions[block] = all;
    tree->spheres.spheres[block] = bi_sphere_around_segment(centre, centre, sqrt(far) + tree->reach);
}

typedef struct refit_job {
    bi_chain_tree *tree;
    const bi_chain *chain;
} refit_job;

#define BLOCKS_A_PART (BI_PARALLEL_BLOCK / BI_BLOCK)

static void refit_part(void *data, int32_t part)
{
    const refit_job *job = data;
    int32_t end = bi_min_int((part + 1) * BLOCKS_A_PART, job->tree->spheres.leaf_count);
    for (int32_t block = part * BLOCKS_A_PART; block < end; block++) {
        refit_block(job->tree, job->chain, block);
    }
}

void bi_chain_tree_refit(bi_chain_tree *tree, const bi_chain *chain, double reach, int32_t threads)
{
    BI_ASSERT(reach >= 0.0);
    tree->reach = reach;
    refit_job job = {tree, chain};
    bi_parallel_for(threads, (tree->spheres.leaf_count + BLOCKS_A_PART - 1) / BLOCKS_A_PART, refit_part,
                    &job);
    bi_sphere_tree_refit(&tree->spheres);
    for (int32_t level = 1; level < tree->spheres.level_count; level++) {
        const bi_directions *below = tree->directions + tree->spheres.level_first[level - 1];
        bi_directions *here = tree->directions + tree->spheres.level_first[level];
        int32_t width_below = level_width(&tree->spheres, level - 1);
        for (int32_t i = 0; i < width_below / 2; i++) {
            here[i] = join(below[2 * i], below[2 * i + 1]);
        }
        if (width_below % 2 != 0) {
            here[width_below / 2] = below[width_below - 1];
        }
    }
}

// ---- traversal -------------------------------------------------------------------------------------------

// Between links i < j with at least two others between them lie at least two link vectors, all of them in a
// box. The mean of vectors in a box is in it, so their sum is at least twice as long as the box is far from
// zero, and seen along the direction to the box's nearest point the two links lie on different sides of that
// sum.
static bool goes_one_way(const bi_directions *box, double reach)
{
    double x = bi_max(bi_max(box->low.x, -box->high.x), 0.0),
           y = bi_max(bi_max(box->low.y, -box->high.y), 0.0);
    double z = bi_max(bi_max(box->low.z, -box->high.z), 0.0), apart = (1.0 + ROUNDING) * reach;
    return x * x + y * y + z * z > apart * apart;
}

static bool may_meet(const bi_chain_tree *tree, int32_t level, int32_t a, int32_t b)
{
    const bi_directions *directions = tree->directions + tree->spheres.level_first[level];
    if (a == b) {
        return !goes_one_way(&directions[a], tree->reach);
    }
    const bi_sphere *spheres = tree->spheres.spheres + tree->spheres.level_first[level];
    if (!bi_spheres_overlap(spheres[a], spheres[b], 0.0f)) {
        return false;
    }
    if (b > a + 1) {
        return true;
    }
    bi_directions both = join(directions[a], directions[b]);
    return !goes_one_way(&both, tree->reach);
}

// Depth first: a pair leaves at most 3 siblings behind on each level.
#define STACK_SIZE (3 * BI_TREE_LEVELS + 4)

bight_status bi_chain_tree_self_blocks(const bight_allocator *allocator, const bi_chain_tree *tree,
                                       bi_pair_list *list)
{
    struct {
        int32_t level, a, b;
    } stack[STACK_SIZE];
    int32_t depth = 0, root = tree->spheres.level_count - 1;
    if (may_meet(tree, root, 0, 0)) {
        stack[depth].level = root;
        stack[depth].a = stack[depth].b = 0;
        depth++;
    }

    while (depth > 0) {
        depth--;
        int32_t level = stack[depth].level - 1, a = stack[depth].a, b = stack[depth].b;
        if (level < 0) {
            bight_status status = bi_reserve(allocator, &list->pairs, &list->capacity,
                                             (int64_t)list->count + 1, sizeof *list->pairs);
            if (status != BIGHT_OK) {
                return status;
            }
            list->pairs[list->count++] = (bi_leaf_pair){a, b};
            continue;
        }

        // last pushed is first popped: Z-order
        int32_t width = level_width(&tree->spheres, level);
        for (int32_t i = 2 * a + 1; i >= 2 * a; i--) {
            for (int32_t k = 2 * b + 1; k >= (a == b ? i : 2 * b); k--) {
                if (i < width && k < width && may_meet(tree, level, i, k)) {
                    stack[depth].level = level;
                    stack[depth].a = i;
                    stack[depth++].b = k;
                }
            }
        }
    }
    return BIGHT_OK;
}

// ---- blocks ----------------------------------------------------------------------------------------------

// Unused places are so far away that nothing overlaps them.
static void clear(bi_sphere_block *out, int32_t count)
{
    out->count = count;
    for (int32_t i = count; i < BI_BLOCK; i++) {
        out->x[i] = out->y[i] = out->z[i] = 1e18f;
        out->r[i] = 0.0f;
    }
}

// The radius holds half the longest link of the block, so that there is one square root and not eight.
void bi_chain_block(const bi_chain_tree *tree, const bi_chain *chain, int32_t block, bight_vec3 origin,
                    bi_sphere_block *out)
{
    bight_vec3 copy[BI_BLOCK + 1];
    int32_t links = links_in(tree, block);
    const bight_vec3 *node = nodes_of(chain, block, links, copy);
    float r = (float)(0.5 * sqrt(tree->blocks[block].longest) + tree->reach);
    clear(out, links);
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 middle = v3_sub(v3_mul(0.5, v3_add(node[i], node[i + 1])), origin);
        out->x[i] = (float)middle.x;
        out->y[i] = (float)middle.y;
        out->z[i] = (float)middle.z;
        out->r[i] = r;
    }
}

void bi_sphere_block_of(const bi_sphere *spheres, int32_t count, float slack, bight_vec3 origin,
                        bi_sphere_block *out)
{
    clear(out, count);
    for (int32_t i = 0; i < count; i++) {
        out->x[i] = (float)((double)spheres[i].x - origin.x);
        out->y[i] = (float)((double)spheres[i].y - origin.y);
        out->z[i] = (float)((double)spheres[i].z - origin.z);
        out->r[i] = spheres[i].r + slack;
    }
}

// Bits k of a row are the even bits of the answer, the row's own number the odd ones.
static uint64_t z_order(int32_t i, int32_t k)
{
    int32_t z = (k & 1) | (i & 1) << 1 | (k & 2) << 1 | (i & 2) << 2 | (k & 4) << 2 | (i & 4) << 3;
    return (uint64_t)1 << z;
}

uint64_t bi_overlaps(const bi_sphere_block *a, const bi_sphere_block *b)
{
    uint64_t overlaps = 0;
    for (int32_t i = 0; i < a->count; i++) {
        // squared gaps: below zero is an overlap
        float gap[BI_BLOCK];
        int32_t apart = 0;
        for (int32_t k = 0; k < BI_BLOCK; k++) {
            float x = a->x[i] - b->x[k], y = a->y[i] - b->y[k], z = a->z[i] - b->z[k];
            float reach = (float)(1.0 + ROUNDING) * (a->r[i] + b->r[k]);
            gap[k] = x * x + y * y + z * z - reach * reach;
        }
        for (int32_t k = 0; k < BI_BLOCK; k++) {
            apart += gap[k] > 0.0f;
        }
        for (int32_t k = 0; k < b->count && apart < BI_BLOCK; k++) {
            // not a number counts as an overlap: the exact test decides
            overlaps |= gap[k] > 0.0f ? 0 : z_order(i, k);
        }
    }
    return overlaps;
}

uint64_t bi_pairs_apart(int32_t apart, int32_t least)
{
    uint64_t pairs = 0;
    for (int32_t i = 0; i < BI_BLOCK; i++) {
        for (int32_t k = 0; k < BI_BLOCK; k++) {
            pairs |= apart + k - i >= least ? z_order(i, k) : 0;
        }
    }
    return pairs;
}
