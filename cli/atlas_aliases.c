// SPDX-License-Identifier: MIT

#include "cli/atlas_aliases.h"

#include "cli/cli.h"
#include "cli/pool.h"

#include <stdlib.h>

#define PIECE 16 // rows that a worker takes at once
#define TRIES 60 // detours of one row in one round

typedef struct finding {
    bight_atlas_aliases *aliases;
    int64_t rows; // in one round
    double end;
    int code;
} finding;

// Rows one after the other, all of one list.
typedef struct piece {
    finding *f;
    const bight_atlas_list *list;
    int32_t first, count;
    uint64_t round;
    bight_atlas_aliases found;
    bight_status status;
    bight_error error;
} piece;

static void work(void *worker, void *job)
{
    piece *p = job;
    (void)worker;
    p->status = cli_interrupted() ? BIGHT_ERROR_STOPPED : BIGHT_OK;
    for (int32_t row = p->first; row < p->first + p->count && p->status == BIGHT_OK; row++) {
        uint64_t seed = (p->round << 40) + ((uint64_t)p->list->crossings << 32) + (uint64_t)row;
        p->status = bight_atlas_find_aliases(cli_env(), p->list, row, TRIES, seed, &p->found, &p->error);
    }
}

// In the order of the rows. Behind a piece that was stopped nothing counts: a later run begins there.
static void done(void *user, void *job)
{
    finding *f = user;
    piece *p = job;
    if (f->code == CLI_DONE && p->status == BIGHT_OK) {
        p->status = bight_atlas_merge_aliases(NULL, f->aliases, &p->found, &p->error);
    }
    if (f->code == CLI_DONE && p->status == BIGHT_OK) {
        f->aliases->done += p->count;
        char words[96];
        snprintf(words, sizeof words, "%d crossings, %lld rows searched, %d aliases", (int)p->list->crossings,
                 (long long)f->aliases->done, (int)f->aliases->count);
        cli_progress((double)(f->aliases->done % f->rows) / (double)f->rows, words);
    } else if (f->code == CLI_DONE) {
        f->code = p->status == BIGHT_ERROR_STOPPED ? CLI_INTERRUPTED : CLI_FAILED;
        if (f->code == CLI_FAILED) {
            cli_say(NULL, 0, "%s", p->error.message);
        }
    }
    bight_atlas_aliases_free(NULL, &p->found);
    free(p);
}

// The list and the row of a place in the rounds.
static const bight_atlas_list *list_at(const bight_atlas_list *lists, int32_t list_count, int64_t *place)
{
    for (int32_t i = 1; i < list_count; i += 2) {
        if (*place < lists[i].count) {
            return &lists[i];
        }
        *place -= lists[i].count;
    }
    return NULL;
}

int atlas_aliases_find(const bight_atlas_list *lists, int32_t list_count, int32_t threads, double seconds,
                       bight_atlas_aliases *aliases)
{
    finding f = {.aliases = aliases, .end = cli_seconds() + seconds};
    for (int32_t i = 1; i < list_count; i += 2) {
        f.rows += lists[i].count;
    }
    const cli_pool_def def = {threads, NULL, NULL, work, done, &f};
    cli_pool *pool = cli_pool_open(&def);
    bool room = pool != NULL;
    for (int64_t next = aliases->done;
         room && f.code == CLI_DONE && !cli_interrupted() && cli_seconds() < f.end;) {
        int64_t place = next % f.rows;
        const bight_atlas_list *list = list_at(lists, list_count, &place);
        int32_t count = (int32_t)(list->count - place < PIECE ? list->count - place : PIECE);
        piece *p = calloc(1, sizeof *p);
        room = p != NULL;
        if (!room) {
            break;
        }
        *p = (piece){.f = &f,
                     .list = list,
                     .first = (int32_t)place,
                     .count = count,
                     .round = (uint64_t)(next / f.rows)};
        cli_pool_add(pool, p);
        next += count;
    }
    cli_pool_close(pool);
    cli_progress(1.0, NULL);
    if (!room) {
        cli_say(NULL, 0, "no memory to look for aliases");
        return CLI_FAILED;
    }
    return f.code == CLI_INTERRUPTED ? CLI_DONE : f.code;
}

void atlas_aliases_report(const bight_atlas_list *lists, int32_t list_count,
                          const bight_atlas_aliases *aliases)
{
    int64_t rows = 0;
    int32_t at = 0;
    for (int32_t i = 1; i < list_count; i += 2) {
        int32_t count = 0;
        for (; at < aliases->count && aliases->list[at].crossings == lists[i].crossings; at++) {
            count++;
        }
        printf("%d crossings: %d aliases\n", (int)lists[i].crossings, (int)count);
        rows += lists[i].count;
    }
    printf("%lld rows of %lld searched, in %.2f rounds\n", (long long)aliases->done, (long long)rows,
           (double)aliases->done / (double)rows);
}
