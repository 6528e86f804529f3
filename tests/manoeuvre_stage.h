// SPDX-License-Identifier: MIT
// A scene with manoeuvres, played to its end.

#pragma once

#include "bight/play.h"
#include "core/vec3.h"
#include "scene_memory.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
    bight_status status;
    bight_error error;
    char words[400];  // how the last step ended
    int64_t calls[2]; // of the allocator, when the fiftieth cycle was done and at the end
    failing_allocator *memory;
} stage;

static inline void listen(void *user, const bight_play *play, const bight_play_event *event)
{
    stage *s = user;
    (void)play;
    if (event->kind == BIGHT_PLAY_STEP_ENDS) {
        snprintf(s->words, sizeof s->words, "%s", event->words);
    }
    if (event->kind == BIGHT_PLAY_CYCLE && s->memory != NULL) {
        s->calls[event->cycle > 50] = s->memory->calls;
    }
}

static inline void play_on(stage *s, const char *text, failing_allocator *memory, int32_t threads)
{
    memset(s, 0, sizeof *s);
    s->memory = memory;
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s->scene, &s->error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
    bight_play_def def = bight_play_def_default();
    def.event = listen;
    def.user = s;
    def.env.threads = threads;
    if (memory != NULL) {
        def.env.allocator = (bight_allocator){failing_resize, memory};
    }
    s->status = bight_play_create(s->scene, &def, &s->play, &s->error);
    bool more = s->status == BIGHT_OK;
    while (more) {
        s->status = bight_play_step(s->play, &more, &s->error);
    }
}

static inline void play(stage *s, const char *text)
{
    play_on(s, text, NULL, 1);
}

static inline void must_be_done(const stage *s)
{
    if (s->status != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
}

static inline void end(stage *s)
{
    bight_play_destroy(s->play);
    bight_scene_destroy(s->scene);
}

static inline void expect_clean(const stage *s)
{
    bight_world_stats stats = bight_world_get_stats(bight_play_world(s->play));
    CHECK(stats.rollbacks == 0 && stats.certified == stats.cycles);
}

static inline void expect_knot(stage *s, const char *name, bight_play_chirality chirality)
{
    bight_play_knot knot;
    CHECK(bight_play_name(s->play, 0, &knot, NULL) == BIGHT_OK);
    if (strcmp(knot.name, name) != 0 || knot.chirality != chirality || !knot.proved) {
        fail_msg("%s, %s instead of %s", knot.name, bight_play_chirality_name(knot.chirality), name);
    }
}

// One rope along x with its two ends as strands; `rope` and `world` add keys.
#define ONE_ROPE(rope, world, half, tail)                                                                    \
    "{\"bight\": 1" world ",\n \"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-" #half               \
    ", 0, 0], \"to\": [" #half ", 0, 0]}" rope "}],\n"                                                       \
    " \"strands\": [{\"name\": \"left\", \"end\": \"first\", \"tail\": " #tail "},"                          \
    " {\"name\": \"right\", \"end\": \"last\", \"tail\": " #tail "}],\n"

#define PROJECTION ", \"model\": \"projection\""
#define GRAVITY ", \"world\": {\"gravity\": [0, -0.02, 0]}"
#define BOTH "{\"strands\": [\"left\", \"right\"]}"
#define MIRROR "{\"strands\": [\"left\", \"right\"], \"mirror\": true}"

// Two ropes across each other, the target held at both ends, the active one at its lower end.
#define TWO_ROPES(model, sign)                                                                               \
    "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"line\": {\"from\": [-30, 0, 0], \"to\": [30, 0, "      \
    "0]}" model "},\n {\"name\": \"blue\", \"line\": {\"from\": [-14, -20, " sign                            \
    "1.1], \"to\": [4, 40, " sign "1.1]}" model "}],\n \"strands\": [{\"name\": \"target\", \"rope\": "      \
    "\"red\"}, {\"name\": \"active\", \"rope\": \"blue\"}],\n"                                               \
    " \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": \"first\"}},"                  \
    "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}},"                                 \
    "{\"grasp\": {\"hand\": \"c\", \"rope\": \"blue\", \"node\": \"first\"}},\n"

#define CROSS "{\"cross\": {\"active\": \"left\", \"target\": \"right\"}}"
#define WIND(keys) "{\"wind\": {\"active\": \"active\", \"target\": \"target\"" keys "}}"
