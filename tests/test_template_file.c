// SPDX-License-Identifier: MIT
// Files of templates: reading, writing, and each template that comes with the library.

#include "bight/io.h"
#include "bight/template_check.h"
#include "bight/template_file.h"
#include "core/hash.h"
#include "core/random.h"
#include "failing_memory.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define SETTINGS 72 // of each of 16 templates: 1,000 in all

// A whole file with a zero at its end; the caller frees it.
static char *read_text(const char *path)
{
    bight_bytes bytes = {0};
    CHECK(bight_read_file(NULL, path, 1 << 22, &bytes, NULL) == BIGHT_OK);
    char *text = malloc(bytes.size + 1);
    CHECK(text != NULL);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = '\0';
    bight_bytes_free(NULL, &bytes);
    return text;
}

typedef void see_template(const char *name, const char *text, const bight_template_def *def);

static void for_each(see_template *see)
{
    char path[1024], name[64];
    snprintf(path, sizeof path, "%s/index.txt", BIGHT_TEMPLATES);
    char *index = read_text(path), *at = index;
    int32_t count = 0;
    while (sscanf(at, "%63s", name) == 1) {
        at = strstr(at, name) + strlen(name);
        snprintf(path, sizeof path, "%s/%s", BIGHT_TEMPLATES, name);
        char *text = read_text(path);
        bight_template_file *file;
        bight_error error = {0};
        if (bight_template_read(NULL, text, strlen(text), &file, &error) != BIGHT_OK) {
            fail_msg("%s:%d: %s", name, (int)error.line, error.message);
        }
        see(name, text, bight_template_file_def(file));
        bight_template_close(file);
        free(text);
        count++;
    }
    free(index);
    CHECK(count == 16);
}

static void check_sound(const char *name, const bight_template *made, int32_t setting, bool knot)
{
    bight_pipe pipe;
    bight_pipe_options options = {.sides = 10};
    bight_error error = {0};
    int64_t pairs = -1;
    bight_template_verdict verdict;
    CHECK(bight_template_pipe(made, &options, &pipe, NULL) == BIGHT_OK);
    CHECK(bight_pipe_crossings(NULL, &pipe, &pairs, NULL) == BIGHT_OK);
    bight_pipe_free(NULL, &pipe);
    if (pairs != 0) {
        fail_msg("%s, setting %d: the pipe goes through itself in %lld pairs", name, (int)setting,
                 (long long)pairs);
    }
    if (knot) {
        CHECK(bight_template_check(NULL, made, &verdict, &error) == BIGHT_OK);
        if (!verdict.kept) {
            fail_msg("%s, setting %d: %s", name, (int)setting, verdict.failure);
        }
    }
}

// Clean at its defaults with no radius reduced by more than a quarter, the right knot, and asked enough.
static void see_defaults(const char *name, const char *text, const bight_template_def *def)
{
    (void)text;
    bight_template *made;
    bight_error error = {0};
    if (bight_template_make(NULL, def, NULL, &made, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    check_sound(name, made, 0, true);
    CHECK(def->topology.types != NULL && def->topology.name != NULL && def->parameter_count >= 5);
    bight_axis axis = bight_template_axis(made);
    for (int32_t i = 0; i < axis.strand_count; i++) {
        for (int32_t k = 0; k < axis.strands[i].count; k++) {
            if (!(axis.strands[i].radii[k] >= 0.5 * axis.strands[i].wanted[k])) {
                fail_msg("%s: radius %g of %g at %g m", name, axis.strands[i].radii[k],
                         axis.strands[i].wanted[k], axis.strands[i].arc[k]);
            }
        }
    }

    // fully round, at the greatest bend that a pipe may have, and at the finest
    bight_template_limits limits = {.bend = 0.95};
    CHECK(bight_template_set_limits(made, &limits, NULL) == BIGHT_OK);
    check_sound(name, made, -1, false);
    limits.uniform = true;
    CHECK(bight_template_set_limits(made, &limits, NULL) == BIGHT_OK);
    check_sound(name, made, -2, false);
    bight_template_free(made);
}

TEST(templates_are_what_they_say)
{
    for_each(see_defaults);
}

// Random settings, each from the last: nothing ever touches, and the knot stays.
static void see_settings(const char *name, const char *text, const bight_template_def *def)
{
    (void)text;
    bight_template *made;
    CHECK(bight_template_make(NULL, def, NULL, &made, NULL) == BIGHT_OK);
    bi_random random = bi_random_from(15);
    int32_t settings = LESS_WHEN_CHECKED(SETTINGS, 2), reached = 0;
    for (int32_t i = 1; i <= settings; i++) {
        double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
        bight_template_edit edit;
        for (int32_t k = 0; k < def->parameter_count; k++) {
            values[k] = bi_random_range(&random, def->parameters[k].low, def->parameters[k].high);
        }
        CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
        reached += !edit.stopped;
        check_sound(name, made, i, i % 4 == 0);
    }
    if (reached * 2 < settings) {
        fail_msg("%s: %d of %d settings were reached", name, (int)reached, (int)settings);
    }
    bight_template_free(made);
}

TEST(random_settings_stay_sound)
{
    for_each(see_settings);
}

// Every slider is of use: its ends change the pipe, or the tightness.
static void see_sliders(const char *name, const char *text, const bight_template_def *def)
{
    (void)text;
    for (int32_t k = 0; k < def->parameter_count; k++) {
        bight_template *made;
        CHECK(bight_template_make(NULL, def, NULL, &made, NULL) == BIGHT_OK);
        double values[BIGHT_TEMPLATE_MAX_PARAMETERS], tightness = bight_template_tightness(made);
        bight_template_edit edit;
        memcpy(values, bight_template_values(made), (size_t)def->parameter_count * sizeof *values);
        bight_pipe before, after;
        CHECK(bight_template_pipe(made, NULL, &before, NULL) == BIGHT_OK);
        values[k] = 0.5 * (def->parameters[k].high + def->parameters[k].value);
        CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
        CHECK(bight_template_pipe(made, NULL, &after, NULL) == BIGHT_OK);
        bool same =
            before.vertex_count == after.vertex_count &&
            memcmp(before.positions, after.positions, (size_t)before.vertex_count * sizeof(bight_vec3)) == 0;
        if (same && tightness == bight_template_tightness(made)) {
            fail_msg("%s: %s does nothing (%s)", name, def->parameters[k].name, edit.reason);
        }
        bight_pipe_free(NULL, &before);
        bight_pipe_free(NULL, &after);
        bight_template_free(made);
    }
}

TEST(every_slider_does_something)
{
    for_each(see_sliders);
}

static uint64_t hash_of(const bight_template_def *def)
{
    bight_template *made;
    bight_pipe pipe;
    CHECK(bight_template_make(NULL, def, NULL, &made, NULL) == BIGHT_OK);
    CHECK(bight_template_pipe(made, NULL, &pipe, NULL) == BIGHT_OK);
    uint64_t hash = BI_HASH_START;
    for (int32_t i = 0; i < pipe.vertex_count; i++) {
        hash = bi_hash_vec3(hash, pipe.positions[i]);
    }
    bight_pipe_free(NULL, &pipe);
    bight_template_free(made);
    return hash;
}

// Written and read again: the same bits, and the same text.
static void see_written(const char *name, const char *text, const bight_template_def *def)
{
    (void)text;
    bight_bytes first = {0}, second = {0};
    bight_error error = {0};
    CHECK(bight_template_write(NULL, def, &first, &error) == BIGHT_OK);
    bight_template_file *file;
    if (bight_template_read(NULL, first.data, first.size, &file, &error) != BIGHT_OK) {
        fail_msg("%s:%d: %s", name, (int)error.line, error.message);
    }
    const bight_template_def *again = bight_template_file_def(file);
    CHECK(hash_of(def) == hash_of(again));
    CHECK(bight_template_write(NULL, again, &second, &error) == BIGHT_OK);
    CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    bight_bytes_free(NULL, &first);
    bight_bytes_free(NULL, &second);
    bight_template_close(file);
}

TEST(what_is_written_is_read_again)
{
    for_each(see_written);
}

// A template that says of itself what is not so is found out, whatever it says.
static void see_wrong(const char *name, const char *text, const bight_template_def *def)
{
    (void)text;
    const char *types[BIGHT_PIPE_MAX_STRANDS];
    int32_t linking[4] = {0, 7, 7, 0};
    double turns[1] = {1.0};
    bight_template_part part = {0, 0.0, 2.0, "5_2", "a part"};
    for (int32_t i = 0; i < BIGHT_PIPE_MAX_STRANDS; i++) {
        types[i] = "7_1";
    }
    for (int32_t fault = 0; fault < 5; fault++) {
        bight_template_def wrong = *def;
        wrong.topology.types = fault == 0 ? types : def->topology.types;
        wrong.topology.linking = fault == 1 && def->strand_count == 2 ? linking : def->topology.linking;
        wrong.topology.joined = fault == 2 && def->strand_count == 2 ? "6_1" : def->topology.joined;
        wrong.topology.turns = fault == 3 && def->bar_count == 1 ? turns : def->topology.turns;
        if (fault == 4) {
            wrong.topology.parts = &part;
            wrong.topology.part_count = 1;
        }
        bool same = memcmp(&wrong, def, sizeof wrong) == 0;
        bight_template *made;
        bight_template_verdict verdict;
        CHECK(bight_template_make(NULL, &wrong, NULL, &made, NULL) == BIGHT_OK);
        CHECK(bight_template_check(NULL, made, &verdict, NULL) == BIGHT_OK);
        if (verdict.kept != same || (verdict.failure[0] == '\0') != same) {
            fail_msg("%s, fault %d: %s", name, (int)fault, verdict.failure);
        }
        bight_template_free(made);
    }
}

TEST(another_knot_is_found_out)
{
    for_each(see_wrong);
}

// ---- bad files --------------------------------------------------------------------------------------

static const char good[] =
    "{\"bight\": 1, \"template\": \"t\", \"title\": \"T\",\n"
    " \"strands\": [{\"name\": \"s\", \"radius\": 0.01, \"radii\": [{\"joint\": 1, \"radius\": 0.02}],\n"
    "   \"points\": [[0,0,0],[0.1,0,0],[0.2,0,0],[0.3,0,0],[0.4,0,0],[0.5,0,0],[0.6,0,0]]}],\n"
    " \"bars\": [{\"name\": \"b\", \"from\": [0,1,0], \"to\": [1,1,0], \"radius\": 0.1}],\n"
    " \"components\": [{\"name\": \"c\", \"label\": \"C\", \"pivot\": [0,0,0],\n"
    "   \"joints\": [{\"strand\": \"s\", \"first\": 0, \"last\": 1}]}],\n"
    " \"parameters\": [{\"name\": \"p\", \"label\": \"P\", \"unit\": \"deg\", \"low\": 0, \"high\": 90, "
    "\"value\": 0,\n"
    "   \"does\": [{\"effect\": \"turn\", \"of\": \"c\", \"along\": [0,0,1]}]}],\n"
    " \"topology\": {\"name\": \"none\", \"types\": [{\"strand\": \"s\", \"type\": \"0_1\"}]}}\n";

TEST(bad_files_are_refused_with_place_and_mend)
{
    static const struct {
        const char *from, *to, *word;
        int32_t line;
    } faults[] = {
        {"\"bight\": 1", "\"bight\": 2", "bight", 1},
        {"\"title\": \"T\"", "\"titel\": \"T\"", "title", 1},
        {"\"radius\": 0.01", "\"radius\": 0", "strands[0].radius", 2},
        {"\"joint\": 1", "\"joint\": 9", "strands[0].radii[0].joint", 2},
        {",[0.6,0,0]", "", "3 n + 1", 3},
        {"[0.1,0,0]", "[0.1,0]", "strands[0].points[1]", 3},
        {"\"from\": [0,1,0]", "\"from\": \"x\"", "bars[0].from", 4},
        {"\"strand\": \"s\", \"first\": 0", "\"strand\": \"t\", \"first\": 0", "no strand of that name", 6},
        {"\"unit\": \"deg\"", "\"unit\": \"grad\"", "parameters[0].unit", 7},
        {"\"effect\": \"turn\"", "\"effect\": \"twist\"", "effect", 8},
        {"\"of\": \"c\", ", "", "name the component", 8},
        {"\"of\": \"c\"", "\"of\": \"d\"", "no component of that name", 8},
        {"\"types\": [{\"strand\": \"s\"", "\"types\": [{\"strand\": \"q\"", "no strand of that name", 9},
        {"}}\n", "}", "JSON", 9},
    };
    bight_template_file *file;
    bight_error error = {0};
    CHECK(bight_template_read(NULL, good, strlen(good), &file, &error) == BIGHT_OK);
    const bight_template_strand *s = bight_template_file_def(file)->strands;
    CHECK(s->pieces == 2 && s->radii[0] == 0.02 && s->radii[2] == 0.02);
    CHECK(bight_template_file_def(file)->gap == 0.001 && bight_template_file_def(file)->tightness == 0.5);
    bight_template_close(file);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char text[4096];
        const char *at = strstr(good, faults[i].from);
        CHECK(at != NULL);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, faults[i].to,
                 at + strlen(faults[i].from));
        error = (bight_error){0};
        bight_status status = bight_template_read(NULL, text, strlen(text), &file, &error);
        if (status != BIGHT_ERROR_PARSE || strstr(error.message, faults[i].word) == NULL ||
            error.line != faults[i].line) {
            fail_msg("%s: status %d, line %d: %s", faults[i].to, (int)status, (int)error.line, error.message);
        }
        CHECK(file == NULL);
    }
}

TEST(memory_may_run_out_while_reading)
{
    for (int64_t at = 1;; at++) {
        failing_allocator state = {.fail_at = at};
        bight_env env = failing_env(&state);
        bight_template_file *file;
        bight_error error = {0};
        bight_status status = bight_template_read(&env, good, strlen(good), &file, &error);
        if (status == BIGHT_OK) {
            bight_bytes bytes = {0};
            state.fail_at = 0;
            CHECK(bight_template_write(&env, bight_template_file_def(file), &bytes, &error) == BIGHT_OK);
            bight_bytes_free(&env.allocator, &bytes);
            bight_template_close(file);
            CHECK(state.held == 0 && at > 5);
            break;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY && file == NULL && state.held == 0);
    }
}

// bight template list --schema > docs/template.schema.json
static void compare(void *user, const char *text, size_t length)
{
    const char **at = user;
    CHECK(strncmp(*at, text, length) == 0);
    *at += length;
}

TEST(committed_schema_is_the_generated_one)
{
    char *committed = read_text(BIGHT_SOURCE_DIR "/docs/template.schema.json");
    const char *at = committed;
    bight_template_schema(compare, &at);
    CHECK(*at == '\0');
    free(committed);
}

RUN_TESTS(unit(committed_schema_is_the_generated_one), unit(templates_are_what_they_say),
          unit(random_settings_stay_sound), unit(every_slider_does_something),
          unit(what_is_written_is_read_again), unit(another_knot_is_found_out),
          unit(bad_files_are_refused_with_place_and_mend), unit(memory_may_run_out_while_reading))
