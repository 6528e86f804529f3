// SPDX-License-Identifier: MIT

#include "scene/pool.h"

#include "core/assert.h"
#include "core/memory.h"

#include <stdalign.h>
#include <string.h>

#define BLOCK_ROOM ((size_t)16384)

struct bi_pool_block {
    bi_pool_block *next;
    size_t size; // of the whole allocation
    size_t used; // bytes handed out after the header
};

struct bi_pool_debt {
    bi_pool_debt *next;
    void (*give_back)(const bight_allocator *allocator, void *what);
    void *what;
};

static size_t round_up(size_t size)
{
    size_t step = alignof(max_align_t);
    return (size + step - 1) / step * step;
}

void *bi_pool_new(bi_pool *pool, size_t count, size_t element_size)
{
    BI_ASSERT(element_size > 0);
    size_t wanted, header = round_up(sizeof(bi_pool_block));
    if (!bi_size_mul(count == 0 ? 1 : count, element_size, &wanted) || wanted > SIZE_MAX / 2) {
        return NULL;
    }
    wanted = round_up(wanted);

    // a new block when the newest is full; large pieces get one of their own
    bi_pool_block *block = pool->blocks;
    if (block == NULL || block->size - header - block->used < wanted) {
        size_t size = header + (wanted > BLOCK_ROOM ? wanted : BLOCK_ROOM);
        block = bi_resize(&pool->allocator, NULL, 0, size);
        if (block == NULL) {
            return NULL;
        }
        memset(block, 0, size);
        *block = (bi_pool_block){pool->blocks, size, 0};
        pool->blocks = block;
    }
    void *piece = (char *)block + header + block->used;
    block->used += wanted;
    return piece;
}

char *bi_pool_string(bi_pool *pool, const char *text)
{
    BI_ASSERT(text != NULL);
    size_t size = strlen(text) + 1;
    char *copy = bi_pool_new(pool, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

bool bi_pool_owe(bi_pool *pool, void (*give_back)(const bight_allocator *allocator, void *what), void *what)
{
    bi_pool_debt *debt = bi_pool_new(pool, 1, sizeof *debt);
    if (debt == NULL) {
        give_back(&pool->allocator, what);
        return false;
    }
    *debt = (bi_pool_debt){pool->debts, give_back, what};
    pool->debts = debt;
    return true;
}

void bi_pool_free(bi_pool *pool)
{
    for (bi_pool_debt *debt = pool->debts; debt != NULL; debt = debt->next) {
        debt->give_back(&pool->allocator, debt->what);
    }
    pool->debts = NULL;
    while (pool->blocks != NULL) {
        bi_pool_block *next = pool->blocks->next;
        bi_resize(&pool->allocator, pool->blocks, pool->blocks->size, 0);
        pool->blocks = next;
    }
}
