// SPDX-License-Identifier: MIT
// The scene that an instance runs.

#include "web_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bw_session bw_now;
double bw_numbers[64];
bight_bytes bw_made;
static bight_error last_error;

// ---- memory and messages ----------------------------------------------------------------------------

void *bw_take(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void bw_give(void *memory)
{
    free(memory);
}

double *bw_box(void)
{
    return bw_numbers;
}

const char *bw_error(void)
{
    return last_error.message;
}

int32_t bw_error_line(void)
{
    return last_error.line;
}

const char *bw_version(void)
{
    return bight_version();
}

int32_t bw_fail(const bight_error *error)
{
    last_error = *error;
    if (last_error.message[0] == '\0') {
        snprintf(last_error.message, sizeof last_error.message, "%s", bight_status_text(error->status));
    }
    return -1;
}

int32_t bw_fail_words(const char *words)
{
    bight_error error = {.status = BIGHT_ERROR_INVALID};
    snprintf(error.message, sizeof error.message, "%s", words);
    return bw_fail(&error);
}

const uint8_t *bw_bytes(void)
{
    return bw_made.data;
}

size_t bw_bytes_size(void)
{
    return bw_made.size;
}

// ---- files that a scene names -----------------------------------------------------------------------

typedef struct web_file {
    struct web_file *next;
    char *name;
    void *bytes;
    size_t size;
} web_file;

static web_file *coming; // for the next scene
static web_file *files;  // of the open scene

static void forget(web_file **list)
{
    while (*list != NULL) {
        web_file *file = *list;
        *list = file->next;
        free(file->name);
        free(file->bytes);
        free(file);
    }
}

int32_t bw_file(const char *name, const void *bytes, size_t size)
{
    web_file *file = calloc(1, sizeof *file);
    char *copied_name = malloc(strlen(name) + 1);
    void *copied = malloc(size > 0 ? size : 1);
    if (file == NULL || copied_name == NULL || copied == NULL) {
        free(file);
        free(copied_name);
        free(copied);
        return bw_fail_words("no memory for the file");
    }
    strcpy(copied_name, name);
    memcpy(copied, bytes, size);
    *file = (web_file){coming, copied_name, copied, size};
    coming = file;
    return 0;
}

bight_status bw_read_file(void *user, const char *name, const void **bytes, size_t *length,
                          bight_error *error)
{
    (void)user;
    for (const web_file *file = files; file != NULL; file = file->next) {
        if (strcmp(file->name, name) == 0) {
            *bytes = file->bytes;
            *length = file->size;
            return BIGHT_OK;
        }
    }
    error->status = BIGHT_ERROR_IO;
    snprintf(error->message, sizeof error->message, "the file \"%.80s\" is not here: drop it with the scene",
             name);
    return BIGHT_ERROR_IO;
}

// ---- opening ----------------------------------------------------------------------------------------

static void listen(void *user, const bight_play *play, const bight_play_event *event)
{
    (void)user;
    (void)play;
    if (event->kind == BIGHT_PLAY_STEP_BEGINS && bw_now.began != NULL) {
        bw_now.began[event->step] = (double)event->cycle;
    }
}

// in a practice task names come from the thread that finds them anyway
static bight_status name(void *user, bight_curve curve, bight_play_knot *knot)
{
    (void)user;
    for (int32_t i = 0; bw_now.asking && i < bw_now.scene->rope_count; i++) {
        if (bight_play_curve(bw_now.play, i).points == curve.points) {
            *knot = bw_now.known[i];
            return BIGHT_OK;
        }
    }
    return bight_play_name_curve(NULL, curve, 0, knot, NULL);
}

static void free_session(bw_session *session)
{
    for (int32_t i = 0; i < session->line_count; i++) {
        bight_drawn_free(session->lines[i].drawn); // before the world that it is in
    }
    free(session->lines);
    bight_play_destroy(session->play);
    bight_scene_destroy(session->scene);
    for (int32_t i = 0; i < session->before_count; i++) {
        bight_scene_destroy(session->before[i]);
    }
    free(session->before);
    free(session->began);
    free(session->known);
    free(session->hands);
    *session = (bw_session){0};
}

void bw_close(void)
{
    free_session(&bw_now);
    forget(&files);
}

static bight_status begin(const char *text, size_t size, bw_session *next, bight_error *error)
{
    const bight_scene_files from = {.read = bw_read_file};
    bight_status status = bight_scene_parse(text, size, &from, NULL, &next->scene, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_play_def def = bight_play_def_default();
    def.event = listen;
    def.name = name;
    status = bight_play_create(next->scene, &def, &next->play, error);
    if (status != BIGHT_OK) {
        return status;
    }
    next->began = malloc(((size_t)next->scene->script_count + 1) * sizeof *next->began);
    next->known = calloc((size_t)next->scene->rope_count + 1, sizeof *next->known);
    if (next->began == NULL || next->known == NULL) {
        error->status = BIGHT_ERROR_NO_MEMORY;
        return error->status;
    }
    for (int32_t i = 0; i < next->scene->script_count; i++) {
        next->began[i] = -1.0;
    }
    next->world = bight_play_world(next->play);
    next->cloth = bight_play_cloth_world(next->play);
    return BIGHT_OK;
}

// The scene before goes when the next one is there, so that there is nothing to bring back when it fails.
int32_t bw_open(const char *text, size_t size)
{
    web_file *before = files;
    bw_session next = {0};
    bight_error error = {0};
    files = coming;
    coming = NULL;
    if (begin(text, size, &next, &error) != BIGHT_OK) {
        free_session(&next);
        forget(&files);
        files = before;
        return bw_fail(&error);
    }
    free_session(&bw_now);
    forget(&before);
    bw_now = next;
    return 0;
}

int32_t bw_go_on(const char *text, size_t size)
{
    const bight_scene_files from = {.read = bw_read_file};
    bight_error error = {0};
    bight_scene *next = NULL;
    if (bight_scene_parse(text, size, &from, NULL, &next, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    size_t steps = (size_t)next->script_count;
    double *began = realloc(bw_now.began, (steps + 1) * sizeof *began);
    bw_now.began = began != NULL ? began : bw_now.began;
    bight_scene **before = realloc(bw_now.before, ((size_t)bw_now.before_count + 1) * sizeof *before);
    bw_now.before = before != NULL ? before : bw_now.before;
    if (began == NULL || before == NULL) {
        bight_scene_destroy(next);
        return bw_fail_words("no memory for the scene");
    }
    for (int32_t i = bight_play_get_progress(bw_now.play).step + 1; i < next->script_count; i++) {
        began[i] = -1.0;
    }
    before[bw_now.before_count++] = bw_now.scene;
    bw_now.scene = next;
    return bight_play_go_on(bw_now.play, next, &error) == BIGHT_OK ? 0 : bw_fail(&error);
}

// ---- time -------------------------------------------------------------------------------------------

int32_t bw_play(int32_t most)
{
    bight_error error = {0};
    bool more = true;
    int32_t done = 0;
    bight_status status = BIGHT_OK;
    while (done < most && more && status == BIGHT_OK) {
        status = bight_play_step(bw_now.play, &more, &error);
        done += more && status == BIGHT_OK;
    }
    bw_numbers[0] = status != BIGHT_OK ? 2.0 : more ? 0.0 : 1.0;
    if (status != BIGHT_OK) {
        bw_fail(&error);
    }
    return done;
}

int32_t bw_coast(int32_t cycles)
{
    bight_error error = {0};
    for (int32_t i = 0; i < cycles; i++) {
        if (bight_play_coast(bw_now.play, &error) != BIGHT_OK) {
            return bw_fail(&error);
        }
    }
    return cycles;
}

int32_t bw_progress(void)
{
    bight_play_progress progress = bight_play_get_progress(bw_now.play);
    bight_world_stats stats = bight_world_get_stats(bw_now.world);
    int32_t checks, failed = 0;
    const bight_play_check *check = bight_play_checks(bw_now.play, &checks);
    for (int32_t i = 0; i < checks; i++) {
        failed += !check[i].holds;
    }
    bw_numbers[0] = (double)progress.cycles;
    bw_numbers[1] = (double)progress.expected;
    bw_numbers[2] = progress.step;
    bw_numbers[3] = progress.step < progress.step_count && bw_now.began[progress.step] >= 0.0;
    bw_numbers[4] = (double)stats.cuts;
    bw_numbers[5] = (double)stats.rollbacks;
    bw_numbers[6] = checks;
    bw_numbers[7] = failed;
    return 0;
}

int32_t bw_report(void)
{
    bight_step_report report = bight_play_get_report(bw_now.play);
    bw_numbers[0] = report.gap < HUGE_VAL ? report.gap : -1.0;
    bw_numbers[1] = report.stretch;
    bw_numbers[2] = report.jammed;
    bw_numbers[3] = report.rests;
    bw_numbers[4] = report.tight;
    bw_numbers[5] = report.pull;
    return 0;
}

int32_t bw_holds(int32_t step)
{
    bight_error error = {0};
    bool holds;
    bw_now.asking = true;
    bight_status status = bight_play_holds(bw_now.play, step, &holds, &error);
    bw_now.asking = false;
    return status == BIGHT_OK ? holds : bw_fail(&error);
}

void bw_know(int32_t rope, const char *name_text, int32_t chirality)
{
    if (rope >= 0 && rope < bw_rope_count()) {
        bight_play_knot *knot = &bw_now.known[rope];
        snprintf(knot->name, sizeof knot->name, "%s", name_text);
        knot->chirality = (bight_play_chirality)chirality;
        knot->proved = strcmp(name_text, "unknown") != 0;
    }
}

const char *bw_hash(void)
{
    static char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)bight_play_hash(bw_now.play));
    return text;
}

int32_t bw_contacts(float *list, int32_t most)
{
    int32_t count;
    const bight_contact *contacts = bight_world_contacts(bw_now.world, &count);
    count = count < most ? count : most;
    for (int32_t i = 0; i < count; i++) {
        const bight_contact *contact = &contacts[i];
        double radius = bight_rope_radius(bw_now.world, contact->rope[0]), reach = radius;
        if (contact->rope[1].index1 != 0) {
            double other = bight_rope_radius(bw_now.world, contact->rope[1]);
            reach += other;
            radius = other < radius ? other : radius;
        }
        double depth = (reach - contact->distance) / radius;
        list[4 * i] = (float)contact->point.x;
        list[4 * i + 1] = (float)contact->point.y;
        list[4 * i + 2] = (float)contact->point.z;
        list[4 * i + 3] = (float)(depth > 0.0 ? depth : 0.0);
    }
    return count;
}
