// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/pool.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST_THREADS 64
#define ROOM 256 // jobs on their way

typedef struct slot {
    void *job;
    bool ready;
} slot;

typedef struct worker {
    cli_pool *pool;
    void *state;
    pthread_t thread;
} worker;

struct cli_pool {
    cli_pool_def def;
    pthread_mutex_t lock;
    pthread_cond_t more, ready;
    slot ring[ROOM];
    int64_t added, taken, finished; // how many in all; finished: handed to done()
    bool closing;
    worker workers[MOST_THREADS];
    int32_t count, threads; // workers, and those that have a thread
};

static void *run_worker(void *argument)
{
    worker *w = argument;
    cli_pool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->taken == pool->added && !pool->closing) {
            pthread_cond_wait(&pool->more, &pool->lock);
        }
        if (pool->taken == pool->added) {
            break;
        }
        slot *s = &pool->ring[pool->taken++ % ROOM];
        pthread_mutex_unlock(&pool->lock);
        pool->def.work(w->state, s->job);
        pthread_mutex_lock(&pool->lock);
        s->ready = true;
        pthread_cond_signal(&pool->ready);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

cli_pool *cli_pool_open(const cli_pool_def *def)
{
    cli_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    pool->def = *def;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pthread_cond_init(&pool->ready, NULL);
    int32_t wanted = def->threads < 1 ? 1 : def->threads > MOST_THREADS ? MOST_THREADS : def->threads;
    for (int32_t i = 0; i < wanted; i++) {
        worker *w = &pool->workers[i];
        *w = (worker){.pool = pool,
                      .state = def->open_worker != NULL ? def->open_worker(def->user) : def->user};
        if (w->state == NULL) {
            break;
        }
        pool->count++;
        if (wanted == 1 || pthread_create(&w->thread, NULL, run_worker, w) != 0) {
            break;
        }
        pool->threads++;
    }
    if (pool->count == 0) {
        cli_pool_close(pool);
        return NULL;
    }
    return pool;
}

// Hands over the next results that are ready, in order; waits for the first when told to. The lock is held.
static void hand_over(cli_pool *pool, bool wait)
{
    while (pool->finished < pool->added) {
        slot *s = &pool->ring[pool->finished % ROOM];
        while (wait && !s->ready) {
            pthread_cond_wait(&pool->ready, &pool->lock);
        }
        if (!s->ready) {
            return;
        }
        void *job = s->job;
        *s = (slot){NULL, false};
        pool->finished++;
        wait = false;
        pthread_mutex_unlock(&pool->lock);
        pool->def.done(pool->def.user, job);
        pthread_mutex_lock(&pool->lock);
    }
}

void cli_pool_add(cli_pool *pool, void *job)
{
    if (pool->threads == 0) {
        pool->def.work(pool->workers[0].state, job);
        pool->def.done(pool->def.user, job);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    hand_over(pool, pool->added - pool->finished == ROOM);
    pool->ring[pool->added++ % ROOM] = (slot){job, false};
    pthread_cond_signal(&pool->more);
    pthread_mutex_unlock(&pool->lock);
}

bool cli_pool_drain(cli_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    hand_over(pool, false);
    bool more = pool->finished < pool->added;
    pthread_mutex_unlock(&pool->lock);
    return more;
}

void cli_pool_close(cli_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    while (pool->finished < pool->added) {
        hand_over(pool, true);
    }
    pool->closing = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int32_t i = 0; i < pool->threads; i++) {
        pthread_join(pool->workers[i].thread, NULL);
    }
    for (int32_t i = 0; i < pool->count; i++) {
        if (pool->def.close_worker != NULL) {
            pool->def.close_worker(pool->workers[i].state);
        }
    }
    pthread_cond_destroy(&pool->more);
    pthread_cond_destroy(&pool->ready);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
