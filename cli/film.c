// SPDX-License-Identifier: MIT

#include "bight/video.h"
#include "cli/stage.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)512 << 20)
#define SAMPLES 2 // a pixel: films hide noise that stills would show

bool cli_film_open(cli_film *film, const bight_scene *scene, int32_t frames)
{
    *film = (cli_film){.scene = scene,
                       .wanted = frames,
                       .stride = 1,
                       .last = -1,
                       .width = scene->view->film_width,
                       .height = scene->view->film_height};
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
    film->unpacked = malloc(sizeof *film->unpacked * film->nodes);
    film->moment.curves = malloc(sizeof *film->moment.curves * (size_t)scene->rope_count);
    if (film->points == NULL || film->poses == NULL || film->unpacked == NULL ||
        film->moment.curves == NULL) {
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
    free(film->unpacked);
    free(film->moment.curves);
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

int32_t cli_film_frames(const cli_film *film)
{
    return film->count < film->wanted ? film->count : film->wanted;
}

const cli_moment *cli_film_moment(void *user, int32_t index)
{
    cli_film *film = user;
    int32_t frames = cli_film_frames(film), last = film->count - 1;
    int32_t from = frames > 1 ? (int32_t)((int64_t)index * last / (frames - 1)) : last;
    const float *in = film->points + 3 * film->nodes * (size_t)from;
    for (size_t k = 0; k < film->nodes; k++, in += 3) {
        film->unpacked[k] = (bight_vec3){(double)in[0], (double)in[1], (double)in[2]};
    }
    bight_vec3 *points = film->unpacked;
    for (int32_t i = 0; i < film->scene->rope_count; i++) {
        bight_curve shape = film->scene->ropes[i].curve;
        film->moment.curves[i] = (bight_curve){points, shape.count, shape.closed};
        points += shape.count;
    }
    film->moment.poses = film->poses + (size_t)film->scene->obstacle_count * (size_t)from;
    return &film->moment;
}

bool cli_write_film(cli_stage *stage, const cli_frames *frames, const char *path, int32_t fps,
                    bool *unsupported)
{
    bight_error error = {0};
    bight_video *video = NULL;
    bight_camera camera;
    uint8_t *rgb = malloc(3 * (size_t)stage->width * (size_t)stage->height);
    bight_status status =
        rgb != NULL && cli_stage_camera(stage, frames, &camera) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    bight_env env = {.threads = cli_processors()};
    if (status == BIGHT_OK) {
        cli_hold_signals(true);
        status = bight_video_open(&env, path, stage->width, stage->height, fps, &video, &error);
        cli_hold_signals(false);
    }
    for (int32_t i = 0; i < frames->count && status == BIGHT_OK && !(cli_interrupted() && i > 0); i++) {
        status = cli_stage_picture(stage, frames->look(frames->user, i), &camera, SAMPLES, rgb, &error);
        if (status == BIGHT_OK) {
            status = bight_video_frame(video, rgb, &error);
        }
        char words[60];
        snprintf(words, sizeof words, "drawing frame %d of %d", (int)i + 1, (int)frames->count);
        cli_progress((double)i / frames->count, words);
    }
    bight_status closed = bight_video_close(video, status == BIGHT_OK, status == BIGHT_OK ? &error : NULL);
    status = status != BIGHT_OK ? status : closed;
    free(rgb);
    cli_progress(0.0, NULL);
    *unsupported = status == BIGHT_ERROR_UNSUPPORTED;
    if (status != BIGHT_OK) {
        cli_say(path, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
    }
    return status == BIGHT_OK;
}

bool cli_film_write(cli_film *film, cli_stage *stage, const char *path, int32_t fps, bool *unsupported)
{
    cli_frames frames = {cli_film_frames(film), cli_film_moment, film};
    int32_t still_width = stage->width, still_height = stage->height;
    stage->width = film->width;
    stage->height = film->height;
    bool good = cli_write_film(stage, &frames, path, fps, unsupported);
    stage->width = still_width;
    stage->height = still_height;
    return good;
}
