// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/namer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// One rope as it was, and then its name.
typedef struct seen {
    bight_curve curve; // points are owned
    bight_knot_around around;
    bight_play_knot knot;
} seen;

typedef struct look {
    struct look *next;
    int64_t cycle;
    bool record, ready;
    seen ropes[]; // (rope_count)
} look;

struct cli_namer {
    cli_namer_def def;
    pthread_t thread;
    bool has_thread, closing;
    pthread_mutex_t lock;
    pthread_cond_t more, ready;
    look *first, *last;        // not told yet, oldest first
    look *work;                // the oldest that has no name yet; NULL for none
    bight_play_knot *recorded; // (rope_count)
};

static void name_all(const cli_namer *namer, look *l)
{
    for (int32_t i = 0; i < namer->def.rope_count; i++) {
        seen *rope = &l->ropes[i];
        bight_play_name_around(NULL, rope->curve, &rope->around, namer->def.seed, &rope->knot, NULL);
    }
}

static void free_look(const cli_namer *namer, look *l)
{
    for (int32_t i = 0; i < namer->def.rope_count; i++) {
        free((void *)(uintptr_t)l->ropes[i].curve.points);
    }
    free(l);
}

static void *run(void *argument)
{
    cli_namer *namer = argument;
    pthread_mutex_lock(&namer->lock);
    while (!namer->closing || namer->work != NULL) {
        look *l = namer->work;
        if (l == NULL) {
            pthread_cond_wait(&namer->more, &namer->lock);
            continue;
        }
        pthread_mutex_unlock(&namer->lock);
        name_all(namer, l);
        pthread_mutex_lock(&namer->lock);
        l->ready = true;
        namer->work = l->next;
        pthread_cond_signal(&namer->ready);
    }
    pthread_mutex_unlock(&namer->lock);
    return NULL;
}

cli_namer *cli_namer_open(const cli_namer_def *def)
{
    cli_namer *namer = calloc(1, sizeof *namer);
    bight_play_knot *recorded = calloc((size_t)def->rope_count + 1, sizeof *recorded);
    if (namer == NULL || recorded == NULL) {
        free(namer);
        free(recorded);
        return NULL;
    }
    namer->def = *def;
    namer->recorded = recorded;
    pthread_mutex_init(&namer->lock, NULL);
    pthread_cond_init(&namer->more, NULL);
    pthread_cond_init(&namer->ready, NULL);
    namer->has_thread = pthread_create(&namer->thread, NULL, run, namer) == 0;
    return namer;
}

static look *copy_ropes(const cli_namer *namer, const bight_play *play)
{
    size_t count = (size_t)namer->def.rope_count;
    look *l = calloc(1, sizeof *l + count * sizeof *l->ropes);
    bool good = l != NULL;
    for (size_t i = 0; i < count && good; i++) {
        bight_curve curve = bight_play_curve(play, (int32_t)i);
        size_t size = (size_t)curve.count * sizeof *curve.points;
        bight_vec3 *points = malloc(size + 1);
        good = points != NULL;
        if (good && size > 0) {
            memcpy(points, curve.points, size);
        }
        l->ropes[i].curve = (bight_curve){points, curve.count, curve.closed};
        l->ropes[i].around = bight_play_around(play, (int32_t)i);
    }
    if (!good && l != NULL) {
        free_look(namer, l);
        l = NULL;
    }
    return l;
}

void cli_namer_look(cli_namer *namer, const bight_play *play, int64_t cycle, bool record)
{
    pthread_mutex_lock(&namer->lock);
    bool behind = namer->work != NULL;
    pthread_mutex_unlock(&namer->lock);
    look *l = record || !behind ? copy_ropes(namer, play) : NULL;
    if (l == NULL) {
        return;
    }
    l->cycle = cycle;
    l->record = record;
    pthread_mutex_lock(&namer->lock);
    if (namer->last != NULL) {
        namer->last->next = l;
    } else {
        namer->first = l;
    }
    namer->last = l;
    namer->work = namer->work == NULL ? l : namer->work;
    pthread_cond_signal(&namer->more);
    pthread_mutex_unlock(&namer->lock);
}

static void tell(cli_namer *namer, const look *l)
{
    for (int32_t i = 0; i < namer->def.rope_count; i++) {
        const bight_play_knot *knot = &l->ropes[i].knot;
        bight_play_knot *before = &namer->recorded[i];
        bool changed =
            l->record && (strcmp(knot->name, before->name) != 0 || knot->chirality != before->chirality ||
                          strcmp(knot->words.qualifier, before->words.qualifier) != 0);
        if (changed) {
            *before = *knot;
        }
        namer->def.named(namer->def.user, l->cycle, i, knot, changed);
    }
}

// The oldest look, once it has its names; waits for them when told to. NULL when there is none.
static look *take(cli_namer *namer, bool wait)
{
    pthread_mutex_lock(&namer->lock);
    look *l = namer->first;
    if (l != NULL && !l->ready && !namer->has_thread) {
        name_all(namer, l);
        l->ready = true;
        namer->work = l->next;
    }
    while (l != NULL && !l->ready && wait) {
        pthread_cond_wait(&namer->ready, &namer->lock);
    }
    l = l != NULL && l->ready ? l : NULL;
    if (l != NULL) {
        namer->first = l->next;
        namer->last = namer->first == NULL ? NULL : namer->last;
    }
    pthread_mutex_unlock(&namer->lock);
    return l;
}

static void hear(cli_namer *namer, bool wait)
{
    for (look *l = take(namer, wait); l != NULL; l = take(namer, wait)) {
        tell(namer, l);
        free_look(namer, l);
    }
}

void cli_namer_hear(cli_namer *namer)
{
    hear(namer, false);
}

void cli_namer_close(cli_namer *namer)
{
    if (namer == NULL) {
        return;
    }
    hear(namer, true);
    pthread_mutex_lock(&namer->lock);
    namer->closing = true;
    pthread_cond_signal(&namer->more);
    pthread_mutex_unlock(&namer->lock);
    if (namer->has_thread) {
        pthread_join(namer->thread, NULL);
    }
    pthread_cond_destroy(&namer->more);
    pthread_cond_destroy(&namer->ready);
    pthread_mutex_destroy(&namer->lock);
    free(namer->recorded);
    free(namer);
}
