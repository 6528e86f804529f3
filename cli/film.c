// SPDX-License-Identifier: MIT

#include "bight/video.h"
#include "cli/stage.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)512 << 20)
#define SAMPLES 2 // a pixel: films hide noise that stills would show

bool cli_film_open(cli_film *film, const bight_scene *scene, int32_t frames)
{
    *film = (cli_film){.scene = scene, .wanted = frames, .stride = 1, .last = -1};
    if (frames == 0) {
        return true;
    }
    for (int32_t i = 0; i < scene->rope_count; i++) {
        film->nodes += (size_t)scene->ropes[i].curve.count;
    }
    size_t moment =
        3 * sizeof *film->points * film->nodes + sizeof *film->poses * (size_t)scene->obstacle_count;
    size_t most = MOST_BYTES / (2 * moment);
    if (most < (size_t)frames) {
        film->wanted = most < 2 ? 2 : (int32_t)most;
        cli_say(NULL, 0, "%d frames are more than fit into memory: %d are made", (int)frames,
                (int)film->wanted);
    }
    film->capacity = 2 * film->wanted;
    film->points = malloc(3 * sizeof *film->points * film->nodes * (size_t)film->capacity);
    film->poses = malloc(sizeof *film->poses * ((size_t)scene->obstacle_count * (size_t)film->capacity + 1));
    if (film->points == NULL || film->poses == NULL) {
        cli_say(NULL, 0, "no memory for %d frames: ask for fewer with --frames", (int)frames);
        cli_film_close(film);
        return false;
    }
    return true;
}

void cli_film_close(cli_film *film)
{
    free(film->points);
    free(film->poses);
    *film = (cli_film){0};
}

// ---- taking -----------------------------------------------------------------------------------------

static void copy_moment(cli_film *film, int32_t to, int32_t from)
{
    size_t points = 3 * film->nodes, poses = (size_t)film->scene->obstacle_count;
    memcpy(film->points + (size_t)to * points, film->points + (size_t)from * points,
           points * sizeof *film->points);
    memcpy(film->poses + (size_t)to * poses, film->poses + (size_t)from * poses, poses * sizeof *film->poses);
}

void cli_film_see(cli_film *film, const bight_play *play, bool always)
{
    int64_t cycle = bight_play_get_progress(play).cycles;
    if (film->wanted == 0 || cycle == film->last || (!always && cycle % film->stride != 0)) {
        return;
    }
    if (film->count == film->capacity) {
        for (int32_t i = 1; 2 * i < film->count; i++) {
            copy_moment(film, i, 2 * i);
        }
        film->count = (film->count + 1) / 2;
        film->stride *= 2;
        if (!always && cycle % film->stride != 0) {
            return;
        }
    }
    float *out = film->points + 3 * film->nodes * (size_t)film->count;
    for (int32_t i = 0; i < film->scene->rope_count; i++) {
        bight_curve curve = bight_play_curve(play, i);
        for (int32_t k = 0; k < curve.count; k++) {
            *out++ = (float)curve.points[k].x;
            *out++ = (float)curve.points[k].y;
            *out++ = (float)curve.points[k].z;
        }
    }
    bight_pose *poses = film->poses + (size_t)film->scene->obstacle_count * (size_t)film->count;
    for (int32_t i = 0; i < film->scene->obstacle_count; i++) {
        poses[i] = bight_play_pose(play, i);
    }
    film->count++;
    film->last = cycle;
}

// ---- drawing ----------------------------------------------------------------------------------------

// Moment `index` unpacked into buffers that the caller keeps.
static void unpack(const cli_film *film, int32_t index, bight_vec3 *points, cli_moment *moment)
{
    const float *in = film->points + 3 * film->nodes * (size_t)index;
    for (size_t k = 0; k < film->nodes; k++, in += 3) {
        points[k] = (bight_vec3){(double)in[0], (double)in[1], (double)in[2]};
    }
    for (int32_t i = 0; i < film->scene->rope_count; i++) {
        bight_curve shape = film->scene->ropes[i].curve;
        moment->curves[i] = (bight_curve){points, shape.count, shape.closed};
        points += shape.count;
    }
    moment->poses = film->poses + (size_t)film->scene->obstacle_count * (size_t)index;
}

// one camera for the whole film: it sees a sample of all moments
static bool film_camera(const cli_film *film, cli_stage *stage, bight_camera *camera)
{
    enum { SAMPLED = 32 };
    int32_t count = film->count < SAMPLED ? film->count : SAMPLED;
    size_t ropes = (size_t)film->scene->rope_count;
    bight_vec3 *all = malloc(sizeof *all * film->nodes * (size_t)count);
    bight_curve *curves = malloc(sizeof *curves * ropes * (size_t)count);
    cli_moment moments[SAMPLED];
    bool good = all != NULL && curves != NULL;
    for (int32_t i = 0; i < count && good; i++) {
        int32_t index = count > 1 ? (int32_t)((int64_t)i * (film->count - 1) / (count - 1)) : 0;
        moments[i].curves = curves + ropes * (size_t)i;
        unpack(film, index, all + film->nodes * (size_t)i, &moments[i]);
    }
    good = good && cli_stage_camera(stage, moments, count, camera);
    free(all);
    free(curves);
    return good;
}

bool cli_film_write(cli_film *film, cli_stage *stage, const char *path, int32_t fps, bool *unsupported)
{
    bight_error error = {0};
    bight_video *video = NULL;
    bight_camera camera;
    cli_moment moment = {0};
    uint8_t *rgb = malloc(3 * (size_t)stage->width * (size_t)stage->height);
    bight_vec3 *points = malloc(sizeof *points * film->nodes);
    moment.curves = malloc(sizeof *moment.curves * (size_t)film->scene->rope_count);
    bight_status status =
        rgb != NULL && points != NULL && moment.curves != NULL && film_camera(film, stage, &camera)
            ? BIGHT_OK
            : BIGHT_ERROR_NO_MEMORY;
    bight_env env = {.threads = cli_processors()};
    if (status == BIGHT_OK) {
        cli_hold_signals(true);
        status = bight_video_open(&env, path, stage->width, stage->height, fps, &video, &error);
        cli_hold_signals(false);
    }
    int32_t frames = film->count < film->wanted ? film->count : film->wanted;
    for (int32_t i = 0; i < frames && status == BIGHT_OK && !(cli_interrupted() && i > 0); i++) {
        int32_t index =
            frames > 1 ? (int32_t)((int64_t)i * (film->count - 1) / (frames - 1)) : film->count - 1;
        unpack(film, index, points, &moment);
        status = cli_stage_picture(stage, &moment, &camera, SAMPLES, rgb, &error);
        if (status == BIGHT_OK) {
            status = bight_video_frame(video, rgb, &error);
        }
        char words[60];
        snprintf(words, sizeof words, "drawing frame %d of %d", (int)i + 1, (int)frames);
        cli_progress((double)i / frames, words);
    }
    bight_status closed = bight_video_close(video, status == BIGHT_OK, status == BIGHT_OK ? &error : NULL);
    status = status != BIGHT_OK ? status : closed;
    free(rgb);
    free(points);
    free(moment.curves);
    cli_progress(0.0, NULL);
    *unsupported = status == BIGHT_ERROR_UNSUPPORTED;
    if (status != BIGHT_OK) {
        cli_say(path, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
    }
    return status == BIGHT_OK;
}
