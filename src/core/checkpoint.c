// SPDX-License-Identifier: MIT

#include "core/checkpoint.h"

#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

// Before each block, so that its number is found from its address. As large as memory must be aligned.
typedef union head {
    int32_t number;
    max_align_t align;
} head;

typedef struct block {
    head *at; ///< NULL: the number is not in use
    size_t size;
    int32_t level; ///< Marks that there were when it was made: it is in those from there on.
    bool freed;    ///< By its owner; some mark may need it.
} block;

typedef struct copy {
    int32_t number;
    void *bytes;
} copy;

typedef struct mark {
    copy *copies; ///< (count)
    int32_t count, capacity;
} mark;

struct bi_checkpoint {
    bight_allocator base;
    block *blocks;   ///< (count)
    int32_t *unused; ///< (unused_count) numbers
    mark *marks;     ///< (mark_count)
    int32_t count, capacity, unused_count, unused_capacity, mark_count, mark_capacity;
};

bi_checkpoint *bi_checkpoint_new(const bight_allocator *base)
{
    bi_checkpoint *c = bi_new_array(base, 1, sizeof *c);
    if (c != NULL && base != NULL) {
        c->base = *base;
    }
    return c;
}

static void release(bi_checkpoint *c, int32_t number)
{
    block *b = &c->blocks[number];
    bi_resize(&c->base, b->at, sizeof(head) + b->size, 0);
    *b = (block){0};
    c->unused[c->unused_count++] = number; // has room for all numbers
}

static void *make(bi_checkpoint *c, size_t size)
{
    if (size > SIZE_MAX - sizeof(head) ||
        bi_reserve(&c->base, &c->blocks, &c->capacity, (int64_t)c->count + 1, sizeof *c->blocks) !=
            BIGHT_OK ||
        bi_reserve(&c->base, &c->unused, &c->unused_capacity, (int64_t)c->count + 1, sizeof *c->unused) !=
            BIGHT_OK) {
        return NULL;
    }
    head *at = bi_resize(&c->base, NULL, 0, sizeof(head) + size);
    if (at == NULL) {
        return NULL;
    }
    int32_t number = c->unused_count > 0 ? c->unused[--c->unused_count] : c->count++;
    at->number = number;
    c->blocks[number] = (block){.at = at, .size = size, .level = c->mark_count};
    return at + 1;
}

static void give_back(bi_checkpoint *c, int32_t number)
{
    if (c->blocks[number].level < c->mark_count) {
        c->blocks[number].freed = true;
    } else {
        release(c, number);
    }
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    bi_checkpoint *c = user;
    int32_t number = old != NULL ? ((head *)old - 1)->number : -1;
    if (new_size == 0) {
        if (old != NULL) {
            give_back(c, number);
        }
        return NULL;
    }
    if (old == NULL) {
        return make(c, new_size);
    }
    BI_ASSERT(c->blocks[number].size == old_size && !c->blocks[number].freed);

    // one that a mark may need stays as it is
    if (c->blocks[number].level < c->mark_count) {
        void *other = make(c, new_size);
        if (other != NULL) {
            memcpy(other, old, old_size < new_size ? old_size : new_size);
            give_back(c, number);
        }
        return other;
    }
    if (new_size > SIZE_MAX - sizeof(head)) {
        return NULL;
    }
    head *at = bi_resize(&c->base, c->blocks[number].at, sizeof(head) + old_size, sizeof(head) + new_size);
    if (at == NULL) {
        return NULL;
    }
    c->blocks[number].at = at;
    c->blocks[number].size = new_size;
    return at + 1;
}

bight_allocator bi_checkpoint_allocator(bi_checkpoint *checkpoint)
{
    return (bight_allocator){resize, checkpoint};
}

static void forget(bi_checkpoint *c, mark *m)
{
    for (int32_t i = 0; i < m->count; i++) {
        bi_resize(&c->base, m->copies[i].bytes, c->blocks[m->copies[i].number].size, 0);
    }
    bi_free_array(&c->base, m->copies, (size_t)m->capacity, sizeof *m->copies);
    *m = (mark){0};
}

int32_t bi_checkpoint_keep(bi_checkpoint *c)
{
    if (bi_reserve(&c->base, &c->marks, &c->mark_capacity, (int64_t)c->mark_count + 1, sizeof *c->marks) !=
        BIGHT_OK) {
        return -1;
    }
    mark *m = &c->marks[c->mark_count];
    *m = (mark){0};
    bool good =
        bi_reserve(&c->base, &m->copies, &m->capacity, (int64_t)c->count + 1, sizeof *m->copies) == BIGHT_OK;
    for (int32_t i = 0; i < c->count && good; i++) {
        const block *b = &c->blocks[i];
        if (b->at != NULL && !b->freed) {
            void *bytes = bi_resize(&c->base, NULL, 0, b->size);
            good = bytes != NULL;
            if (good) {
                memcpy(bytes, b->at + 1, b->size);
                m->copies[m->count++] = (copy){i, bytes};
            }
        }
    }
    if (!good) {
        forget(c, m);
        return -1;
    }
    return c->mark_count++;
}

// Free what no mark is left for.
static void settle(bi_checkpoint *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        block *b = &c->blocks[i];
        if (b->at != NULL && b->level >= c->mark_count) {
            b->level = c->mark_count;
            if (b->freed) {
                release(c, i);
            }
        }
    }
}

void bi_checkpoint_drop(bi_checkpoint *c, int32_t number)
{
    BI_ASSERT(number >= 0 && number < c->mark_count);
    while (c->mark_count > number) {
        forget(c, &c->marks[--c->mark_count]);
    }
    settle(c);
}

void bi_checkpoint_restore(bi_checkpoint *c, int32_t number)
{
    BI_ASSERT(number >= 0 && number < c->mark_count);
    while (c->mark_count > number + 1) {
        forget(c, &c->marks[--c->mark_count]);
    }

    // what came since goes, and what was there is as it was
    const mark *m = &c->marks[number];
    for (int32_t i = 0; i < c->count; i++) {
        if (c->blocks[i].at != NULL && c->blocks[i].level > number) {
            release(c, i);
        }
    }
    for (int32_t i = 0; i < m->count; i++) {
        block *b = &c->blocks[m->copies[i].number];
        memcpy(b->at + 1, m->copies[i].bytes, b->size);
        b->freed = false;
    }
}

void bi_checkpoint_free(bi_checkpoint *c)
{
    if (c == NULL) {
        return;
    }
    if (c->mark_count > 0) {
        bi_checkpoint_drop(c, 0);
    }
    for (int32_t i = 0; i < c->count; i++) {
        if (c->blocks[i].at != NULL) {
            bi_resize(&c->base, c->blocks[i].at, sizeof(head) + c->blocks[i].size, 0);
        }
    }
    bight_allocator base = c->base;
    bi_free_array(&base, c->blocks, (size_t)c->capacity, sizeof *c->blocks);
    bi_free_array(&base, c->unused, (size_t)c->unused_capacity, sizeof *c->unused);
    bi_free_array(&base, c->marks, (size_t)c->mark_capacity, sizeof *c->marks);
    bi_free_array(&base, c, 1, sizeof *c);
}
