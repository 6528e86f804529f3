// SPDX-License-Identifier: MIT
// A rope with what it holds, as numbers: from the instance that has the scene to the one that names.
//
// Numbers: ropes, rings, poles, held vertices; of each rope its points, index in the scene and whether its last end bears the load;
// of each ring its points; then the points of all of them, of each pole a point and its direction, and the vertices.

#include "web_state.h"

#include "bight/sailor.h"

#include <string.h>

#define MOST_RINGS 8
#define MOST_HELD 16

static bight_sailor_name sailed;
static bight_sailor_verdict verdict;
static char phrase[64];

// ---- to numbers ---------------------------------------------------------------------------------------

static int32_t index_of(const bight_curve *rope)
{
    for (int32_t i = 0; i < bw_now.scene->rope_count; i++) {
        if (bight_play_curve(bw_now.play, i).points == rope->points) {
            return i;
        }
    }
    return -1;
}

static size_t points_in(const bight_sailor_setting *s)
{
    size_t count = 0;
    for (int32_t i = 0; i < s->rope_count; i++) {
        count += (size_t)s->ropes[i].count;
    }
    for (int32_t i = 0; i < s->ring_count; i++) {
        count += (size_t)s->rings[i].count;
    }
    return count;
}

static double *put_points(double *at, const bight_curve *curve)
{
    memcpy(at, curve->points, (size_t)curve->count * sizeof *curve->points);
    return at + 3 * (size_t)curve->count;
}

static void write_setting(const bight_sailor_setting *s, double *at)
{
    *at++ = s->rope_count;
    *at++ = s->ring_count;
    *at++ = s->pole_count;
    *at++ = s->held_count;
    for (int32_t i = 0; i < s->rope_count; i++) {
        *at++ = s->ropes[i].count;
        *at++ = index_of(&s->ropes[i]);
        *at++ = s->ropes[i].closed;
        *at++ = s->loads[i] == BIGHT_SAILOR_LOAD_LAST;
    }
    for (int32_t i = 0; i < s->ring_count; i++) {
        *at++ = s->rings[i].count;
    }
    for (int32_t i = 0; i < s->rope_count; i++) {
        at = put_points(at, &s->ropes[i]);
    }
    for (int32_t i = 0; i < s->ring_count; i++) {
        at = put_points(at, &s->rings[i]);
    }
    for (int32_t i = 0; i < s->pole_count; i++) {
        const bight_vec3 both[2] = {s->poles[i].point, s->poles[i].along};
        at = put_points(at, &(bight_curve){both, 2, false});
    }
    for (int32_t i = 0; i < s->held_count; i++) {
        *at++ = s->held[i];
    }
}

int32_t bw_make_setting(int32_t rope)
{
    bight_bytes_free(NULL, &bw_made);
    bight_sailor_setting *s = NULL;
    bight_error error = {0};
    if (bight_play_setting(bw_now.play, rope, &s, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    if (s == NULL) {
        return 0;
    }
    size_t numbers = 4 + 4 * (size_t)s->rope_count + (size_t)s->ring_count + 3 * points_in(s) +
                     6 * (size_t)s->pole_count + (size_t)s->held_count;
    double *out = bw_take(numbers * sizeof *out);
    if (out == NULL) {
        bight_play_setting_free(bw_now.play, s);
        return bw_fail_words("There is no memory for what the rope holds.");
    }
    write_setting(s, out);
    bight_play_setting_free(bw_now.play, s);
    bw_made = (bight_bytes){(uint8_t *)out, numbers * sizeof *out, (int32_t)(numbers * sizeof *out)};
    return 1;
}

// ---- from numbers -------------------------------------------------------------------------------------

typedef struct given {
    bight_sailor_setting setting;
    bight_curve ropes[2], rings[MOST_RINGS];
    bight_sailor_load loads[2];
    bight_sailor_pole pole;
    int32_t held[MOST_HELD], index[2];
} given;

static bight_curve take_curve(const double **at, double count, bool closed)
{
    bight_curve curve = {(const bight_vec3 *)*at, (int32_t)count, closed};
    *at += 3 * (size_t)curve.count;
    return curve;
}

static void read_setting(const double *numbers, given *g)
{
    const double *at = numbers + 4;
    bight_sailor_setting *s = &g->setting;
    *s = (bight_sailor_setting){.ropes = g->ropes,
                                .rope_count = (int32_t)numbers[0],
                                .loads = g->loads,
                                .rings = g->rings,
                                .ring_count = (int32_t)numbers[1],
                                .poles = &g->pole,
                                .pole_count = (int32_t)numbers[2],
                                .held = g->held,
                                .held_count = (int32_t)numbers[3]};
    const double *ropes = at, *rings = at + 4 * (size_t)s->rope_count;
    at = rings + s->ring_count;
    for (int32_t i = 0; i < s->rope_count; i++) {
        g->ropes[i] = take_curve(&at, ropes[4 * i], ropes[4 * i + 2] != 0.0);
        g->index[i] = (int32_t)ropes[4 * i + 1];
        g->loads[i] = ropes[4 * i + 3] != 0.0 ? BIGHT_SAILOR_LOAD_LAST : BIGHT_SAILOR_LOAD_FIRST;
    }
    for (int32_t i = 0; i < s->ring_count; i++) {
        g->rings[i] = take_curve(&at, rings[i], true);
    }
    if (s->pole_count > 0) {
        g->pole = (bight_sailor_pole){{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
        at += 6;
    }
    for (int32_t i = 0; i < s->held_count; i++) {
        g->held[i] = (int32_t)*at++;
    }
}

const char *bw_sail(const double *numbers)
{
    given g;
    read_setting(numbers, &g);
    bight_error error = {0};
    phrase[0] = '\0';
    if (bight_sailor_identify(NULL, bw_workspace(), &g.setting, &sailed, &error) == BIGHT_OK) {
        bight_sailor_phrase(&g.setting, &sailed, phrase);
    }
    return phrase;
}

int32_t bw_check(const double *numbers, const char *intended)
{
    given g;
    read_setting(numbers, &g);
    bight_error error = {0};
    if (bight_sailor_check(NULL, bw_workspace(), &g.setting, intended, &verdict, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    const bight_sailor_near *near = &verdict.near;
    int32_t marks = near->name[0] == '\0'              ? 0
                    : near->flips > BIGHT_SAILOR_MARKS ? BIGHT_SAILOR_MARKS
                                                       : near->flips;
    bw_numbers[0] = verdict.right;
    bw_numbers[1] = marks;
    for (int32_t i = 0; i < marks; i++) {
        const bight_sailor_mark *m = &near->marks[i];
        bw_numbers[2 + 3 * i] = g.index[m->rope];
        bw_numbers[3 + 3 * i] = m->node;
        bw_numbers[4 + 3 * i] = m->over;
    }
    return marks;
}

const char *bw_check_words(void)
{
    return verdict.words;
}

const char *bw_check_name(void)
{
    return verdict.name.name;
}
