// SPDX-License-Identifier: MIT
// What every verb of a play needs: how it fails and tells, what it looks at, and the results of expectations.

#include "play/play_state.h"

#include "core/assert.h"
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>

void bi_play_tell(const bight_play *play, bight_play_event event)
{
    if (play->def.event != NULL) {
        event.step = play->step;
        event.cycle = play->cycles;
        event.words = event.words != NULL ? event.words : "";
        play->def.event(play->def.user, play, &event);
    }
}

bight_status bi_play_fail(bight_play *play, bight_status status, const char *format, ...)
{
    char words[248];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (play->step < play->scene->script_count) {
        const bight_scene_step *step = &play->scene->script[play->step];
        return bi_fail(&play->failure, status, step->text_line, "step %d (%s): %s", (int)play->step + 1,
                       bight_scene_verb_name(step->verb), words);
    }
    return bi_fail(&play->failure, status, 0, "%s", words);
}

double bi_play_hand_limit(const bight_play *play, int32_t rope)
{
    BI_ASSERT(rope >= 0 && rope < play->scene->rope_count);
    return play->speed_limit * play->scene->ropes[rope].radius;
}

int32_t bi_play_node(const bight_play *play, int32_t rope, bight_scene_node_ref node)
{
    BI_ASSERT(rope >= 0 && rope < play->scene->rope_count);
    int32_t count = play->scene->ropes[rope].curve.count, now = bight_play_curve(play, rope).count;
    int64_t index = bight_scene_node(node, count);
    if (now == count || index < 0) {
        return (int32_t)index;
    }
    bool closed = play->scene->ropes[rope].curve.closed;
    int64_t spans = closed ? count : count - 1, spans_now = closed ? now : now - 1;
    return (int32_t)((2 * index * spans_now + spans) / (2 * spans));
}

bight_world *bight_play_world(bight_play *play)
{
    return play->world;
}

bight_rope_id bight_play_rope(const bight_play *play, int32_t rope)
{
    return rope >= 0 && rope < play->scene->rope_count ? play->ropes[rope] : (bight_rope_id){0};
}

bight_obstacle_id bight_play_obstacle(const bight_play *play, int32_t obstacle)
{
    return obstacle >= 0 && obstacle < play->scene->obstacle_count ? play->obstacles[obstacle]
                                                                   : (bight_obstacle_id){0};
}

bool bight_play_carried(const bight_play *play, int32_t obstacle, bight_pose *pose, bight_vec3 *force)
{
    BI_ASSERT(obstacle >= 0 && obstacle < play->scene->obstacle_count);
    return play->cloth_world != NULL &&
           bight_cloth_obstacle_get(play->cloth_world, play->cloth_obstacles[obstacle], pose, force) ==
               BIGHT_OK;
}

bight_curve bight_play_curve(const bight_play *play, int32_t rope)
{
    return bight_rope_curve(play->world, bight_play_rope(play, rope));
}

bight_status bi_expect_record(bight_play *play, const char *what, bool holds, const char *expected,
                              const char *found)
{
    bight_status status = bi_reserve(&play->def.env.allocator, &play->checks, &play->check_capacity,
                                     (int64_t)play->check_count + 1, sizeof *play->checks);
    if (status != BIGHT_OK) {
        return bi_play_fail(play, status, "no memory for its results");
    }
    bight_play_check *check = &play->checks[play->check_count++];
    *check = (bight_play_check){.step = play->step, .cycle = play->cycles, .holds = holds, .what = what};
    snprintf(check->expected, sizeof check->expected, "%s", expected);
    snprintf(check->found, sizeof check->found, "%s", found);
    play->failed_checks += !holds;
    bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_CHECK, .check = check});
    return BIGHT_OK;
}

bight_status bi_expect_most(bight_play *play, const char *what, double found, double most, const char *where)
{
    char expected[64], words[136];
    snprintf(expected, sizeof expected, "at most %.6g", most);
    snprintf(words, sizeof words, "%.6g%s", found, where);
    return bi_expect_record(play, what, found <= most, expected, words);
}
