// SPDX-License-Identifier: MIT
// Which links come near each other: boxes around blocks of eight links, then around links.

#include "core/memory.h"
#include "template/model.h"

#define BLOCK 8

typedef struct box {
    bight_vec3 low, high;
} box;

typedef struct block {
    box around;
    int32_t first, count; // links, by their first nodes
} block;

static void widen(box *b, bight_vec3 p, double reach)
{
    b->low = v3(bi_min(b->low.x, p.x - reach), bi_min(b->low.y, p.y - reach), bi_min(b->low.z, p.z - reach));
    b->high =
        v3(bi_max(b->high.x, p.x + reach), bi_max(b->high.y, p.y + reach), bi_max(b->high.z, p.z + reach));
}

static bool is_apart(const box *a, const box *b)
{
    return a->low.x > b->high.x || b->low.x > a->high.x || a->low.y > b->high.y || b->low.y > a->high.y ||
           a->low.z > b->high.z || b->low.z > a->high.z;
}

static box link_box(const bi_nodes *nodes, const bight_vec3 *moved, const double *reach, double all,
                    int32_t strand, int32_t link)
{
    int32_t next = bi_nodes_next(nodes, strand, link);
    double r = reach != NULL ? bi_max(reach[link], reach[next]) : all;
    bight_vec3 p = nodes->points[link];
    box b = {p, p};
    widen(&b, p, r);
    widen(&b, nodes->points[next], r);
    if (moved != NULL) {
        widen(&b, moved[link], r);
        widen(&b, moved[next], r);
    }
    return b;
}

// Boxes of all links, then of blocks of them. @return how many blocks
static int32_t make_blocks(const bi_nodes *nodes, const bight_vec3 *moved, const double *reach, double all,
                           box *links, block *blocks)
{
    int32_t count = 0;
    for (int32_t i = 0; i < nodes->strand_count; i++) {
        int32_t end = nodes->first[i + 1] - (nodes->closed[i] ? 0 : 1);
        for (int32_t at = nodes->first[i]; at < end; at++) {
            links[at] = link_box(nodes, moved, reach, all, i, at);
            if ((at - nodes->first[i]) % BLOCK == 0) {
                blocks[count++] = (block){links[at], at, 0};
            }
            block *b = &blocks[count - 1];
            widen(&b->around, links[at].low, 0.0);
            widen(&b->around, links[at].high, 0.0);
            b->count++;
        }
    }
    return count;
}

static bool are_neighbours(const bi_nodes *nodes, int32_t a, int32_t b)
{
    int32_t strand = bi_nodes_strand(nodes, a);
    return b < nodes->first[strand + 1] &&
           (bi_nodes_next(nodes, strand, a) == b || bi_nodes_next(nodes, strand, b) == a);
}

bight_status bi_links_near(const bight_allocator *allocator, const bi_nodes *nodes, const bight_vec3 *moved,
                           const double *reach, double all, bi_link_visitor *visit, void *data)
{
    int32_t count = nodes->first[nodes->strand_count];
    size_t most = (size_t)(count / BLOCK + nodes->strand_count);
    box *links = bi_new_array(allocator, (size_t)count, sizeof *links);
    block *blocks = bi_new_array(allocator, most, sizeof *blocks);
    bight_status status = links != NULL && blocks != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    int32_t block_count = status == BIGHT_OK ? make_blocks(nodes, moved, reach, all, links, blocks) : 0;
    for (int32_t i = 0; i < block_count; i++) {
        for (int32_t j = i; j < block_count; j++) {
            if (is_apart(&blocks[i].around, &blocks[j].around)) {
                continue;
            }
            for (int32_t a = blocks[i].first; a < blocks[i].first + blocks[i].count; a++) {
                int32_t from = i == j ? a + 1 : blocks[j].first;
                for (int32_t b = from; b < blocks[j].first + blocks[j].count; b++) {
                    if (!is_apart(&links[a], &links[b]) && !are_neighbours(nodes, a, b)) {
                        visit(data, a, b);
                    }
                }
            }
        }
    }
    bi_free_array(allocator, blocks, most, sizeof *blocks);
    bi_free_array(allocator, links, (size_t)count, sizeof *links);
    return status;
}

double bi_links_between(const bi_nodes *nodes, int32_t a, int32_t b)
{
    int32_t strand = bi_nodes_strand(nodes, a);
    if (b < nodes->first[strand] || b >= nodes->first[strand + 1]) {
        return (double)INFINITY;
    }
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    int32_t low_end = bi_nodes_next(nodes, strand, low), high_end = bi_nodes_next(nodes, strand, high);
    double between = nodes->arc[high] - nodes->arc[low_end];
    if (nodes->closed[strand]) {
        double end = high_end == nodes->first[strand] ? nodes->length[strand] : nodes->arc[high_end];
        between = bi_min(between, nodes->length[strand] - end + nodes->arc[low]);
    }
    return bi_max(between, 0.0);
}
