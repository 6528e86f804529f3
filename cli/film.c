// SPDX-License-Identifier: MIT

#include "bight/video.h"
#include "cli/shots.h"
#include "cli/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PIECES 20000
#define MOST_BYTES ((size_t)512 << 20)
#define SAMPLES 2       // a pixel: films hide noise that stills would show
#define CLOTH_SAMPLES 4 // cloth throws wide soft shadows, in which noise visibly crawls

// A spring rope divides itself as it moves; its moments are cut into as many pieces as it ever needs.
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
    film->hands = malloc(3 * sizeof *film->hands * ((size_t)scene->hand_count * (size_t)film->capacity + 1));
    film->posed = malloc(sizeof *film->posed * ((size_t)scene->obstacle_count + 1));
    film->unpacked = malloc(sizeof *film->unpacked * film->nodes);
    film->moment.curves = malloc(sizeof *film->moment.curves * ((size_t)scene->rope_count + 1));
    film->moment.cloths = malloc(sizeof *film->moment.cloths * ((size_t)scene->cloth_count + 1));
    if (film->moment.cloths == NULL || film->points == NULL || film->poses == NULL || film->hands == NULL ||
        film->posed == NULL || film->unpacked == NULL || film->moment.curves == NULL) {
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
    free(film->hands);
    free(film->posed);
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
    size_t hands = 3 * (size_t)film->scene->hand_count;
    memcpy(film->hands + (size_t)to * hands, film->hands + (size_t)from * hands, hands * sizeof *film->hands);
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

static void take_hands(const cli_film *film, bight_play *play, float *out)
{
    for (int32_t i = 0; i < film->scene->hand_count; i++, out += 3) {
        bight_hand_state state;
        bool holds = bight_hand_get(bight_play_world(play), bight_play_hand(play, i), &state) == BIGHT_OK;
        out[0] = holds ? (float)state.position.x : NAN;
        out[1] = holds ? (float)state.position.y : NAN;
        out[2] = holds ? (float)state.position.z : NAN;
    }
}

void cli_film_see(cli_film *film, bight_play *play, bool always)
{
    int64_t cycle = bight_play_get_progress(play).cycles;
    if (film->count > 0 && cycle < film->last) {
        // something is tried again: what came of it before is not shown
        int64_t before = (cycle + film->stride - 1) / film->stride;
        film->count = before < film->count ? (int32_t)before : film->count;
        film->last = -1;
    }
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

    take_hands(film, play, film->hands + 3 * (size_t)film->scene->hand_count * (size_t)film->count);
    film->count++;
    film->last = cycle;
}

// ---- drawing ----------------------------------------------------------------------------------------

int32_t cli_film_frames(const cli_film *film)
{
    return film->count < film->wanted ? film->count : film->wanted;
}

// Between two poses: the mean of places and, as they are near each other, of quaternions, made unit again
// where it is used; q and -q are the same turn.
static bight_pose between(const bight_pose *a, const bight_pose *b, double t)
{
    double same = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        same += a->rotation[k] * b->rotation[k];
    }
    bight_pose pose = {.position = {a->position.x + t * (b->position.x - a->position.x),
                                    a->position.y + t * (b->position.y - a->position.y),
                                    a->position.z + t * (b->position.z - a->position.z)}};
    for (int32_t k = 0; k < 4; k++) {
        pose.rotation[k] = (1.0 - t) * a->rotation[k] + (same < 0.0 ? -t : t) * b->rotation[k];
    }
    return pose;
}

const cli_moment *cli_film_at(cli_film *film, double place)
{
    int32_t from = (int32_t)place, to = from + 1 < film->count ? from + 1 : from;
    double t = place - from;
    const float *a = film->points + 3 * film->nodes * (size_t)from;
    const float *b = film->points + 3 * film->nodes * (size_t)to;
    for (size_t k = 0; k < film->nodes; k++, a += 3, b += 3) {
        film->unpacked[k] =
            (bight_vec3){(double)a[0] + t * (double)(b[0] - a[0]), (double)a[1] + t * (double)(b[1] - a[1]),
                         (double)a[2] + t * (double)(b[2] - a[2])};
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

    size_t poses = (size_t)film->scene->obstacle_count;
    for (size_t i = 0; i < poses; i++) {
        film->posed[i] =
            between(&film->poses[poses * (size_t)from + i], &film->poses[poses * (size_t)to + i], t);
    }

    film->moment.poses = film->posed;
    return &film->moment;
}

const cli_moment *cli_film_moment(void *user, int32_t index)
{
    cli_film *film = user;
    int32_t frames = cli_film_frames(film), last = film->count - 1;
    return cli_film_at(film, frames > 1 ? (int32_t)((int64_t)index * last / (frames - 1)) : last);
}

bool cli_write_film(cli_stage *stage, const cli_frames *frames, const char *path, int32_t fps,
                    bool *unsupported)
{
    bight_error error = {0};
    bight_video *video = NULL;
    bight_camera camera;
    uint8_t *rgb = malloc(3 * (size_t)stage->width * (size_t)stage->height);
    bight_status status = rgb != NULL && (frames->cameras != NULL || cli_stage_camera(stage, frames, &camera))
                              ? BIGHT_OK
                              : BIGHT_ERROR_NO_MEMORY;
    bight_env env = {.threads = cli_processors()};
    int32_t samples = stage->scene->cloth_count > 0 ? CLOTH_SAMPLES : SAMPLES;
    if (status == BIGHT_OK) {
        cli_hold_on(true);
        cli_unfinished(path);
        status = bight_video_open(&env, path, stage->width, stage->height, fps, &video, &error);
    }

    for (int32_t i = 0; i < frames->count && status == BIGHT_OK && !(cli_interrupted() && i > 0); i++) {
        const uint8_t *picture = frames->ending;
        if (frames->ending == NULL || i < frames->count - frames->held) {
            const bight_camera *from = frames->cameras != NULL ? &frames->cameras[i] : &camera;
            status = cli_stage_picture(stage, frames->look(frames->user, i), from, samples, rgb, &error);
            picture = rgb;
        }
        if (status == BIGHT_OK) {
            status = bight_video_frame(video, picture, &error);
        }
        char words[60];
        snprintf(words, sizeof words, "drawing frame %d of %d", (int)i + 1, (int)frames->count);
        cli_progress((double)i / frames->count, words);
    }

    bight_status closed = bight_video_close(video, status == BIGHT_OK, status == BIGHT_OK ? &error : NULL);
    cli_unfinished(NULL);
    status = status != BIGHT_OK ? status : closed;
    free(rgb);
    cli_progress(0.0, NULL);
    *unsupported = status == BIGHT_ERROR_UNSUPPORTED;
    if (status != BIGHT_OK) {
        // ffmpeg's errors name the film
        cli_say(status == BIGHT_ERROR_IO ? NULL : path, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
    }
    return status == BIGHT_OK;
}

// A film that is being written: the place of each frame among the moments.
typedef struct shooting {
    cli_film *film;
    double *places;
} shooting;

static const cli_moment *look_at_place(void *user, int32_t index)
{
    shooting *s = user;
    return cli_film_at(s->film, s->places[index]);
}

// The last moment's still, as large as the stage; false when it cannot be drawn.
static bool draw_ending(cli_film *film, cli_stage *stage, const char *called, uint8_t *rgb, cli_box *box)
{
    bight_error error;
    cli_plan plan;
    cli_names names = {0};
    cli_moment before = stage->moment;
    stage->moment = *cli_film_at(film, film->count - 1);
    cli_stage_pose(stage, &stage->moment);
    bool good = cli_plan_still(stage, (double)NAN, &plan);
    *box = cli_box_empty();
    if (good) {
        cli_label_regions(stage, &plan, called, &names);
        good = cli_draw_still(stage, &plan, &names, (cli_canvas){rgb, stage->width, stage->height}, &error) ==
               BIGHT_OK;
        for (int32_t i = 0; i < plan.region_count && plan.panel_count == 1; i++) {
            cli_box_join(box, &plan.regions[i].box);
        }
    }
    stage->moment = before;
    return good;
}

bool cli_film_shots(cli_film *film, cli_stage *stage, const cli_box *ending, int32_t moving, double *places,
                    bight_camera *cameras)
{
    const bight_scene_view *view = stage->scene->view;
    cli_axes axes = cli_axes_of(view);
    cli_box *sights = malloc(sizeof *sights * (size_t)film->count);
    double *change = malloc(sizeof *change * (size_t)film->count);
    cli_box *boxes = malloc(sizeof *boxes * (size_t)moving);
    cli_lens *lenses = malloc(sizeof *lenses * (size_t)moving);
    bool good = sights != NULL && change != NULL && boxes != NULL && lenses != NULL &&
                cli_film_sights(film, stage, &axes, sights, change);
    if (good) {
        if (!cli_box_is_empty(ending)) {
            sights[film->count - 1] = *ending;
        }
        cli_film_places(change, film->count, moving, places);
        for (int32_t i = 0; i < moving; i++) {
            int32_t at = (int32_t)places[i];
            boxes[i] = sights[at];
            if (places[i] > at) {
                cli_box_join(&boxes[i], &sights[at + 1]);
            }
        }
        double radius = 0.0;
        for (int32_t i = 0; i < stage->scene->rope_count; i++) {
            radius = fmax(radius, stage->scene->ropes[i].radius);
        }
        good = cli_follow(boxes, moving, (double)stage->width / stage->height, view->margin, 3.0 * radius,
                          10.0 * radius, lenses);
    }

    for (int32_t i = 0; i < moving && good; i++) {
        cameras[i] = cli_camera_at(&axes, &lenses[i]);
    }
    free(sights);
    free(change);
    free(boxes);
    free(lenses);
    return good;
}

bool cli_film_write(cli_film *film, cli_stage *stage, const char *path, int32_t fps, const char *called,
                    bool *unsupported)
{
    int32_t still_width = stage->width, still_height = stage->height, count = cli_film_frames(film);
    int32_t held = fps < count / 6 ? fps : count / 6;
    stage->width = film->width;
    stage->height = film->height;
    shooting s = {film, malloc(sizeof *s.places * (size_t)count)};
    bight_camera *cameras = malloc(sizeof *cameras * (size_t)count);
    uint8_t *ending = malloc(3 * (size_t)film->width * (size_t)film->height);
    bool good = s.places != NULL && cameras != NULL && ending != NULL;
    cli_box box = cli_box_empty();
    held = cli_interrupted() ? 0 : held; // of which the first frame is all that will be drawn
    if (good && held > 0 && !draw_ending(film, stage, called, ending, &box)) {
        held = 0; // then drawing the others will print the fault
    }

    good = good && cli_film_shots(film, stage, &box, count - held, s.places, cameras);
    if (good) {
        cli_frames frames = {count, look_at_place, &s, cameras, held > 0 ? ending : NULL, held};
        good = cli_write_film(stage, &frames, path, fps, unsupported);
    } else {
        *unsupported = false;
        cli_say(path, 0, "no memory for the film");
    }

    free(s.places);
    free(cameras);
    free(ending);
    stage->width = still_width;
    stage->height = still_height;
    return good;
}
