// SPDX-License-Identifier: MIT
// Memory that is given back all at once: what a scene is made of.

#pragma once

#include "bight/base.h"

typedef struct bi_pool_block bi_pool_block;
typedef struct bi_pool_debt bi_pool_debt;

/// Start from {0} with env's allocator set. Nothing is ever freed alone.
typedef struct bi_pool {
    bight_allocator allocator;
    bi_pool_block *blocks;
    bi_pool_debt *debts;
} bi_pool;

/// count zeroed elements that live as long as the pool, or NULL.
void *bi_pool_new(bi_pool *pool, size_t count, size_t element_size);

/// A copy of a string that lives as long as the pool, or NULL.
char *bi_pool_string(bi_pool *pool, const char *text);

/// Something that is given back with the pool, before its memory: give_back(allocator, what). Without memory to
/// remember that it is given back at once.
/// @return false then.
bool bi_pool_owe(bi_pool *pool, void (*give_back)(const bight_allocator *allocator, void *what), void *what);

/// Give everything back. The pool is then empty.
void bi_pool_free(bi_pool *pool);
