// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/summary.h"
#include "cli/everyday.h"
#include "cli/tension.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- collecting -------------------------------------------------------------------------------------

void cli_summary_begin(cli_summary *summary, const char *path, const bight_scene *scene, int64_t seed)
{
    *summary = (cli_summary){.path = path, .scene = scene, .seed = seed};
}

void cli_summary_free(cli_summary *summary)
{
    free(summary->named);
    free(summary->files);
    free(summary->everyday);
    *summary = (cli_summary){0};
}

// Room for one more; without memory the entry is left out of the summary.
static bool grow(void **array, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    int32_t wanted = *capacity > 0 ? 2 * *capacity : 16;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

void cli_summary_knot(cli_summary *summary, int64_t cycle, int32_t rope, const bight_play_knot *knot)
{
    void *array = summary->named;
    while (summary->named_count > 0 && summary->named[summary->named_count - 1].cycle > cycle) {
        summary->named_count--; // something was tried again
    }
    if (grow(&array, summary->named_count, &summary->named_capacity, sizeof *summary->named)) {
        summary->named = array;
        summary->named[summary->named_count++] = (cli_named){cycle, rope, *knot};
    }
}

void cli_summary_file(cli_summary *summary, const char *name)
{
    void *array = summary->files;
    if (grow(&array, summary->file_count, &summary->file_capacity, sizeof *summary->files)) {
        summary->files = array;
        snprintf(summary->files[summary->file_count++], sizeof *summary->files, "%s", name);
    }
}

// What cannot be named has no name.
static void name_ropes(cli_summary *summary)
{
    int32_t count = summary->scene->rope_count;
    summary->everyday = count > 0 ? calloc((size_t)count, sizeof *summary->everyday) : NULL;
    summary->everyday_count = summary->everyday != NULL ? count : 0;
    for (int32_t i = 0; i < summary->everyday_count; i++) {
        if (bight_play_curve(summary->play, i).count <= EVERYDAY_MOST_POINTS) {
            bight_error error = {0};
            bight_play_sailor(summary->play, i, &summary->everyday[i], &error);
        }
    }
}

void cli_summary_end(cli_summary *summary, bight_play *play, bight_status status, const bight_error *error,
                     double seconds)
{
    summary->play = play;
    summary->world = bight_play_world(play);
    summary->stats = bight_world_get_stats(bight_play_world(play));
    summary->worst = bight_world_get_worst(bight_play_world(play));
    summary->progress = bight_play_get_progress(play);
    summary->hash = bight_play_hash(play);
    summary->status = status;
    summary->error = *error;
    summary->seconds = seconds;
    summary->interrupted = status == BIGHT_ERROR_STOPPED;
    if (!summary->interrupted) {
        name_ropes(summary);
    }
}

// ---- printing ---------------------------------------------------------------------------------------

static double cycles_per_second(const cli_summary *summary)
{
    return summary->seconds > 0.0 ? (double)summary->stats.cycles / summary->seconds : 0.0;
}

// Cycles in which everything was proved, cloth included. In one that begins with cloth through cloth nothing is: those
// before the first clean one are not counted.
static int64_t certified(const cli_summary *summary)
{
    return summary->scene->cloth_count > 0 ? bight_play_get_cloth_totals(summary->play).all_certified
                                           : summary->stats.certified;
}

static void print_stats(cli_json *json, const cli_summary *summary)
{
    const bight_world_stats *stats = &summary->stats;
    cli_json_integer(json, "cycles", stats->cycles);
    cli_json_integer(json, "certified", certified(summary));
    cli_json_integer(json, "cuts", stats->cuts);
    cli_json_integer(json, "rollbacks", stats->rollbacks);
    cli_json_open(json, "stats", '{');
    cli_json_integer(json, "response_cuts", stats->response_cuts);
    cli_json_integer(json, "swept_tests", stats->swept_tests);
    cli_json_integer(json, "contacts", stats->contacts);
    cli_json_integer(json, "stretch_stops", stats->stretch_stops);
    cli_json_close(json, '}');
}

// ---- the worst of it ----------------------------------------------------------------------------------

// What the scene calls a rope or an obstacle.
static const char *rope_name(const cli_summary *summary, bight_rope_id id)
{
    for (int32_t i = 0; i < summary->scene->rope_count; i++) {
        bight_rope_id rope = bight_play_rope(summary->play, i);
        if (rope.index1 == id.index1 && rope.generation == id.generation) {
            return summary->scene->ropes[i].name;
        }
    }
    return "?";
}

static const char *obstacle_name(const cli_summary *summary, bight_obstacle_id id)
{
    for (int32_t i = 0; i < summary->scene->obstacle_count; i++) {
        bight_obstacle_id obstacle = bight_play_obstacle(summary->play, i);
        if (obstacle.index1 == id.index1 && obstacle.generation == id.generation) {
            return summary->scene->obstacles[i].name;
        }
    }
    return "?";
}

static const char *hand_name(const cli_summary *summary, bight_hand_id id)
{
    for (int32_t i = 0; i < summary->scene->hand_count; i++) {
        bight_hand_id hand = bight_play_hand(summary->play, i);
        if (hand.index1 == id.index1 && hand.generation == id.generation) {
            return summary->scene->hands[i];
        }
    }
    return "?"; // it has let go since
}

static bool gap_counts(const bight_world_worst *worst)
{
    return worst->gap_cycle > 0;
}

// What the colours of final.glb mean, in newtons.
static void print_tension(cli_json *json, const cli_summary *summary)
{
    double most = cli_tension_most(summary->play, summary->scene);
    cli_json_open(json, "tension_colours", '[');
    for (int32_t i = 0; i < 3; i++) {
        char colour[8];
        snprintf(colour, sizeof colour, "#%06x", (unsigned)cli_tension_scale[i]);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "colour", colour);
        cli_json_number(json, "newtons", 0.5 * i * most);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_worst(cli_json *json, const cli_summary *summary)
{
    const bight_world_worst *worst = &summary->worst;
    bool ropes = worst->stretch_cycle > 0;
    cli_json_open(json, "worst", '{');
    cli_json_number(json, "stretch", ropes ? worst->stretch : (double)NAN);
    if (ropes) {
        cli_json_text(json, "stretch_rope", rope_name(summary, worst->stretch_rope));
        cli_json_integer(json, "stretch_link", worst->stretch_link);
        cli_json_integer(json, "stretch_cycle", worst->stretch_cycle);
    }

    cli_json_number(json, "gap", gap_counts(worst) ? worst->gap : (double)NAN);
    if (gap_counts(worst)) {
        cli_json_text(json, "gap_rope", rope_name(summary, worst->gap_rope[0]));
        cli_json_integer(json, "gap_link", worst->gap_link[0]);
        if (worst->gap_obstacle.index1 != 0) {
            cli_json_text(json, "gap_obstacle", obstacle_name(summary, worst->gap_obstacle));
        } else {
            cli_json_text(json, "gap_other_rope", rope_name(summary, worst->gap_rope[1]));
            cli_json_integer(json, "gap_other_link", worst->gap_link[1]);
        }
        cli_json_integer(json, "gap_cycle", worst->gap_cycle);
    }

    cli_json_number(json, "motion", ropes ? worst->motion : (double)NAN);
    if (ropes && worst->motion_cycle > 0) {
        cli_json_text(json, "motion_rope", rope_name(summary, worst->motion_rope));
        cli_json_integer(json, "motion_node", worst->motion_node);
        cli_json_integer(json, "motion_cycle", worst->motion_cycle);
    }

    cli_json_integer(json, "jammed", worst->jammed);
    if (worst->jammed > 0) {
        cli_json_integer(json, "jammed_cycle", worst->jammed_cycle);
    }

    cli_json_number(json, "pull", worst->pull);
    if (worst->pull_cycle > 0) {
        cli_json_text(json, "pull_hand", hand_name(summary, worst->pull_hand));
        cli_json_integer(json, "pull_cycle", worst->pull_cycle);
    }

    cli_json_close(json, '}');
}

// As it is after the last cycle: still, and what the last pull_tight has left.
static void print_end(cli_json *json, const cli_summary *summary)
{
    cli_json_open(json, "end", '{');
    cli_json_boolean(json, "rests", bight_play_get_report(summary->play).rests);
    cli_json_boolean(json, "tight", bight_play_is_tight(summary->play));
    cli_json_close(json, '}');
}

void cli_summary_warn(const cli_summary *summary)
{
    const bight_world_worst *worst = &summary->worst;
    char words[3][160] = {"", "", ""};
    if (worst->stretch > BIGHT_WORST_STRETCH) {
        snprintf(words[0], sizeof words[0],
                 " stretched to %.3g times its length (link %d of \"%.40s\", above %g);", worst->stretch,
                 (int)worst->stretch_link, rope_name(summary, worst->stretch_rope), BIGHT_WORST_STRETCH);
    }
    if (gap_counts(worst) && worst->gap < BIGHT_WORST_GAP) {
        snprintf(words[1], sizeof words[1],
                 " pressed in to %.2g of the distance at touching (link %d of \"%.40s\", below %g);",
                 worst->gap, (int)worst->gap_link[0], rope_name(summary, worst->gap_rope[0]),
                 BIGHT_WORST_GAP);
    }
    if (worst->motion > BIGHT_WORST_MOTION) {
        snprintf(words[2], sizeof words[2],
                 " thrown %.3g speed limits in a cycle (node %d of \"%.40s\", above %g);", worst->motion,
                 (int)worst->motion_node, rope_name(summary, worst->motion_rope), BIGHT_WORST_MOTION);
    }
    if (words[0][0] != '\0' || words[1][0] != '\0' || words[2][0] != '\0') {
        cli_say(
            summary->path, 0,
            "warning: rope was%s%s%s nothing went through anything, but do not trust lengths and thickness "
            "there: lead the hands more slowly",
            words[0], words[1], words[2]);
    }
}

// Spring ropes only: their mechanics at the end, and what was done meanwhile.
static void print_springs(cli_json *json, const cli_summary *summary)
{
    const bight_world *world = summary->world;
    bool open = false;
    for (int32_t i = 0; i < summary->scene->rope_count; i++) {
        bight_spring_state s;
        if (bight_rope_spring_state(world, bight_play_rope(summary->play, i), &s) != BIGHT_OK) {
            continue;
        }
        if (!open) {
            cli_json_open(json, "springs", '[');
            open = true;
        }
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "rope", summary->scene->ropes[i].name);
        const struct {
            const char *key;
            double value;
        } numbers[] = {{"time", s.time},       {"mass", s.mass},       {"rest_length", s.rest_length},
                       {"length", s.length},   {"stretch", s.stretch}, {"kinetic", s.kinetic},
                       {"elastic", s.elastic}, {"gravity", s.gravity}};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            cli_json_number(json, numbers[k].key, numbers[k].value);
        }
        cli_json_open(json, "momentum", '[');
        cli_json_number(json, NULL, s.momentum.x);
        cli_json_number(json, NULL, s.momentum.y);
        cli_json_number(json, NULL, s.momentum.z);
        cli_json_close(json, ']');
        const struct {
            const char *key;
            int64_t value;
        } counts[] = {{"points", bight_rope_curve(world, bight_play_rope(summary->play, i)).count},
                      {"inserts", s.inserts},
                      {"deletes", s.deletes},
                      {"kept", s.kept},
                      {"events", s.events},
                      {"stale", s.stale},
                      {"secondary", s.secondary},
                      {"overlaps", s.overlaps},
                      {"stopped", s.stopped},
                      {"strikes", s.strikes}};
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            cli_json_integer(json, counts[k].key, counts[k].value);
        }
        cli_json_close(json, '}');
    }

    if (open) {
        cli_json_close(json, ']');
    }
}

// What calls of programs came to.
static void print_states(cli_json *json, const cli_summary *summary)
{
    int32_t count;
    const bight_play_state *states = bight_play_states(summary->play, &count);
    if (count == 0) {
        return;
    }
    cli_json_open(json, "states", '[');
    for (int32_t i = 0; i < count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", states[i].name);
        cli_json_integer(json, "step", states[i].step + 1);
        cli_json_integer(json, "cycle", states[i].cycle);
        cli_json_integer(json, "tries", states[i].tries);
        cli_json_text(json, "outcome", states[i].reached ? "reached" : "failed");
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

// The cloth as it is after the last cycle.
static void print_checks(cli_json *json, const cli_summary *summary)
{
    int32_t count;
    const bight_play_check *checks = bight_play_checks(summary->play, &count);
    cli_json_open(json, "expects", '[');
    for (int32_t i = 0; i < count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_integer(json, "step", checks[i].step + 1);
        cli_json_integer(json, "line", summary->scene->script[checks[i].step].text_line);
        cli_json_integer(json, "cycle", checks[i].cycle);
        cli_json_text(json, "what", checks[i].what);
        cli_json_text(json, "expected", checks[i].expected);
        cli_json_text(json, "found", checks[i].found);
        cli_json_boolean(json, "holds", checks[i].holds);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_knots(cli_json *json, const cli_summary *summary)
{
    cli_json_open(json, "knots", '[');
    for (int32_t i = 0; i < summary->named_count; i++) {
        const cli_named *named = &summary->named[i];
        cli_json_open(json, NULL, '{');
        cli_json_integer(json, "cycle", named->cycle);
        cli_json_text(json, "rope", summary->scene->ropes[named->rope].name);
        cli_json_text(json, "name", named->knot.name);
        cli_json_text(json, "traditional", named->knot.words.everyday);
        cli_json_text(json, "qualifier", named->knot.words.qualifier);
        cli_json_text(json, "chirality", bight_play_chirality_name(named->knot.chirality));
        cli_json_boolean(json, "proved", named->knot.proved);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_everyday(cli_json *json, const cli_summary *summary)
{
    cli_json_open(json, "everyday", '[');
    for (int32_t i = 0; i < summary->everyday_count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "rope", summary->scene->ropes[i].name);
        everyday_json(json, &summary->everyday[i], NULL);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void cli_summary_print(const cli_summary *summary, FILE *out)
{
    cli_json json = {.out = out};
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->hash);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "version", bight_version());
    cli_json_text(&json, "scene", summary->path);
    cli_json_text(&json, "title", summary->scene->title);
    cli_json_integer(&json, "seed", summary->seed);
    cli_json_boolean(&json, "done", summary->status == BIGHT_OK);
    cli_json_boolean(&json, "interrupted", summary->interrupted);
    cli_json_text(&json, "failure", summary->error.message[0] != '\0' ? summary->error.message : NULL);
    cli_json_open(&json, "notes", '[');
    for (int32_t i = 0; i < summary->scene->doubt_count; i++) {
        cli_json_text(&json, NULL, summary->scene->doubts[i]);
    }

    cli_json_close(&json, ']');
    cli_json_integer(&json, "steps", summary->progress.step_count);
    cli_json_integer(&json, "steps_done", summary->progress.step);
    print_stats(&json, summary);
    if (!summary->own_seconds) {
        cli_json_number(&json, "seconds", summary->seconds);
    }
    cli_json_number(&json, "cycles_per_second", cycles_per_second(summary));
    cli_json_text(&json, "hash", hash);
    print_worst(&json, summary);
    if (summary->tension && summary->play != NULL) {
        print_tension(&json, summary);
    }
    print_end(&json, summary);
    print_springs(&json, summary);
    cli_summary_cloth(&json, summary);
    print_checks(&json, summary);
    print_states(&json, summary);
    print_knots(&json, summary);
    print_everyday(&json, summary);
    if (summary->more != NULL) {
        summary->more(summary->more_user, summary->play, &json);
    }

    cli_json_open(&json, "files", '[');
    for (int32_t i = 0; i < summary->file_count; i++) {
        cli_json_text(&json, NULL, summary->files[i]);
    }

    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
}

// The hand that cloth pulled most.
static void print_strongest(const cli_summary *summary, FILE *out)
{
    int32_t strongest = -1;
    double most = 0.0;
    for (int32_t i = 0; i < summary->scene->hand_count; i++) {
        double force = bight_play_hand_force(summary->play, i).most;
        strongest = force > most ? i : strongest;
        most = fmax(most, force);
    }
    if (strongest >= 0) {
        fprintf(out, "; cloth pulled \"%s\" with up to %.3g N",
                cli_show_start(summary->scene->hands[strongest], 40).text, most);
    }
}

// Cycles of cloth without a proof: how many are only those before it was clean for the first time.
static void print_uncertified(const cli_summary *summary, FILE *out)
{
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(summary->play);
    if (totals.certified == totals.cycles) {
        return;
    }
    if (totals.clean < 0) {
        fputs("; cloth went through cloth after every cycle", out);
    } else {
        fprintf(out, "; cloth clean since cycle %lld, %lld uncertified since", (long long)totals.clean,
                (long long)totals.doubtful);
    }
}

void cli_summary_line(const cli_summary *summary, FILE *out)
{
    const char *word = summary->interrupted ? "interrupted" : summary->status == BIGHT_OK ? "done" : "failed";
    fprintf(out, "%s: %lld cycles, %lld certified, %lld cut short, %lld rolled back, %.3g s, %.0f cycles/s",
            word, (long long)summary->stats.cycles, (long long)certified(summary),
            (long long)summary->stats.cuts, (long long)summary->stats.rollbacks, summary->seconds,
            cycles_per_second(summary));
    print_uncertified(summary, out);
    const bight_world_worst *worst = &summary->worst;
    const char *before = "; at worst";
    if (worst->stretch_cycle > 0) {
        fprintf(out, "%s stretch %.3g (%s, link %d, cycle %lld)", before, worst->stretch,
                cli_show_start(rope_name(summary, worst->stretch_rope), 40).text, (int)worst->stretch_link,
                (long long)worst->stretch_cycle);
        before = ",";
    }
    if (gap_counts(worst)) {
        fprintf(out, "%s gap %.3g (%s, link %d, cycle %lld)", before, worst->gap,
                cli_show_start(rope_name(summary, worst->gap_rope[0]), 40).text, (int)worst->gap_link[0],
                (long long)worst->gap_cycle);
        before = ",";
    }
    if (worst->motion_cycle > 0) {
        fprintf(out, "%s motion %.3g (%s, node %d, cycle %lld)", before, worst->motion,
                cli_show_start(rope_name(summary, worst->motion_rope), 40).text, (int)worst->motion_node,
                (long long)worst->motion_cycle);
        before = ",";
    }
    if (worst->jammed > 0) {
        fprintf(out, "%s %d pairs jammed (cycle %lld)", before, (int)worst->jammed,
                (long long)worst->jammed_cycle);
        before = ",";
    }
    if (worst->pull_cycle > 0) {
        fprintf(out, "%s pull %.3g (cycle %lld)", before, worst->pull, (long long)worst->pull_cycle);
    }
    // of cloth, settle tells whether it rests
    bool rests = summary->scene->rope_count > 0 && bight_play_get_report(summary->play).rests;
    fprintf(out, "%s%s", rests ? "; at rest" : "", bight_play_is_tight(summary->play) ? "; tight" : "");
    print_strongest(summary, out);
    fputc('\n', out);
}

bool cli_summary_write(const cli_summary *summary, const char *folder)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        cli_say("summary.json", 0, "no memory to write it");
        return false;
    }
    cli_summary_print(summary, memory);
    bool good = fclose(memory) == 0;
    char path[4096];
    if (!good) {
        cli_say("summary.json", 0, "no memory to write it");
    } else if (!cli_join(path, sizeof path, folder, "summary.json")) {
        cli_say("summary.json", 0, "the path is too long: give a shorter one");
        good = false;
    }
    good = good && cli_write_file(path, text, size);
    free(text);
    return good;
}
