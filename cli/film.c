// SPDX-License-Identifier: MIT

#include "bight/video.h"
#include "cli/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PIECES 20000
#define MOST_BYTES ((size_t)512 << 20)
#define SAMPLES 2       // a pixel: films hide noise that stills would show
#define CLOTH_SAMPLES 4 // cloth throws wide soft shadows, in which noise is seen to crawl

// A spring rope divides itself as it goes; its moments are cut into as many pieces as it ever needs.
static int32_t nodes_of(const bight_scene_rope *rope)
{
    double length = 0.0;
    for (int32_t i = 1; i < rope->curve.count; i++) {
        bight_vec3 a = rope->curve.points[i - 1], b = rope->curve.points[i];
        length += sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    }
    double pieces = rope->model == BIGHT_MODEL_SPRING ? 1.5 * length / rope->radius : 0.0;
    int32_t most = pieces < MOST_PIECES ? (int32_t)pieces : MOST_PIECES;
    return rope->curve.count > most ? rope->curve.count : most + 1;
}

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
        film->nodes += (size_t)nodes_of(&scene->ropes[i]);
    }
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        film->nodes += (size_t)scene->cloths[i].def.vertex_count;
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
    film->moment.curves = malloc(sizeof *film->moment.curves * ((size_t)scene->rope_count + 1));
    film->moment.cloths = malloc(sizeof *film->moment.cloths * ((size_t)scene->cloth_count + 1));
    if (film->moment.cloths == NULL || film->points == NULL || film->poses == NULL ||
        film->unpacked == NULL || film->moment.curves == NULL) {
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
    free(film->moment.cloths);
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

static double length_of(bight_curve curve, int32_t i)
{
    bight_vec3 a = curve.points[i], b = curve.points[(i + 1) % curve.count];
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// So many points of a curve into out, 3 numbers each: its own when it has so many, else evenly along it.
static float *take_points(bight_curve curve, int32_t count, float *out)
{
    int32_t links = curve.closed ? curve.count : curve.count - 1, at = 0;
    double whole = 0.0, before = 0.0;
    for (int32_t i = 0; i < links; i++) {
        whole += length_of(curve, i);
    }
    for (int32_t k = 0; k < count; k++) {
        bight_vec3 a = curve.points[k < curve.count ? k : 0], b = a;
        double part = 0.0;
        if (curve.count != count) {
            double place = whole * k / (curve.closed ? count : count - 1);
            while (at < links - 1 && before + length_of(curve, at) < place) {
                before += length_of(curve, at++);
            }
            double length = length_of(curve, at);
            a = curve.points[at];
            b = curve.points[(at + 1) % curve.count];
            part = length > 0.0 ? (place - before) / length : 0.0;
            part = part < 1.0 ? part : 1.0;
        }
        *out++ = (float)(a.x + part * (b.x - a.x));
        *out++ = (float)(a.y + part * (b.y - a.y));
        *out++ = (float)(a.z + part * (b.z - a.z));
    }
    return out;
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
        out = take_points(bight_play_curve(play, i), nodes_of(&film->scene->ropes[i]), out);
    }
    for (int32_t i = 0; i < film->scene->cloth_count; i++) {
        int32_t count;
        const bight_vec3 *at = bight_play_cloth_positions(play, i, &count);
        for (int32_t k = 0; k < count; k++, out += 3) {
            out[0] = (float)at[k].x;
            out[1] = (float)at[k].y;
            out[2] = (float)at[k].z;
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
        int32_t count = nodes_of(&film->scene->ropes[i]);
        film->moment.curves[i] = (bight_curve){points, count, shape.closed};
        points += count;
    }
    for (int32_t i = 0; i < film->scene->cloth_count; i++) {
        film->moment.cloths[i] = points;
        points += film->scene->cloths[i].def.vertex_count;
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
    int32_t samples = stage->scene->cloth_count > 0 ? CLOTH_SAMPLES : SAMPLES;
    if (status == BIGHT_OK) {
        cli_hold_signals(true);
        status = bight_video_open(&env, path, stage->width, stage->height, fps, &video, &error);
        cli_hold_signals(false);
    }
    for (int32_t i = 0; i < frames->count && status == BIGHT_OK && !(cli_interrupted() && i > 0); i++) {
        status = cli_stage_picture(stage, frames->look(frames->user, i), &camera, samples, rgb, &error);
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
