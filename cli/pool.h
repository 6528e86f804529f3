// SPDX-License-Identifier: MIT
// Jobs for several threads, whose results come out in the order in which the jobs went in.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_pool cli_pool;

/// What a pool does. Jobs and workers are the caller's own structures.
typedef struct cli_pool_def {
    int32_t threads;                    ///< 1 to 64; 1 works inside cli_pool_add()
    /// Once for each thread, in the caller's thread; NULL is a failure. Nullable: workers are then `user`.
    void *(*open_worker)(void *user);
    void (*close_worker)(void *worker);    ///< likewise; nullable
    void (*work)(void *worker, void *job); ///< in some thread
    void (*done)(void *user, void *job); ///< in the caller's thread, in order; the pool then forgets the job
    void *user;
} cli_pool_def;

/// NULL when there is no memory. Fewer threads than asked for are no failure.
cli_pool *cli_pool_open(const cli_pool_def *def);

/// Hand a job over; may wait for room, and calls done() for jobs that have become next in order.
void cli_pool_add(cli_pool *pool, void *job);

/// Call done() for whatever has become next in order, without waiting. @return Is any job still on its way?
bool cli_pool_drain(cli_pool *pool);

/// Wait for all jobs, stop the threads, free the pool. NULL is fine.
void cli_pool_close(cli_pool *pool);
