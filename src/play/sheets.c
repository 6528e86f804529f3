// SPDX-License-Identifier: MIT

#include "play/sheets.h"

#include "core/assert.h"
#include "core/memory.h"
#include "geom/pose.h"
#include "play/obstacle.h"

#define COUPLE_STEPS 4 // times as many steps of cloth while a rope presses

// ---- making -----------------------------------------------------------------------------------------

static bight_status make_world(bight_play *play, bight_error *error)
{
    const bight_scene_cloth_world *settings = play->scene->cloth;
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env = play->def.env;
    def.gravity = settings->gravity;
#define X(field, words, least, most, standard) def.field = settings->field;
    BIGHT_CLOTH_WORLD_FIELDS(X)
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
    return bight_cloth_world_create(&def, &play->cloth_world, error);
}

static bight_status sew(bight_play *play, const int32_t cloths[2], bight_scene_pairs pairs, double stiffness,
                        bight_error *cause)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < pairs.count && status == BIGHT_OK; i++) {
        status = bight_cloth_sew(play->cloth_world, play->cloths[cloths[0]], pairs.at[2 * i],
                                 play->cloths[cloths[1]], pairs.at[2 * i + 1], stiffness, cause);
    }
    return status;
}

// @param places (scene->cloth_count) where each is; NULL: as the scene says
static bight_status make_sheets(bight_play *play, const bight_vec3 *const *places, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->cloth_count; i++) {
        const bight_scene_cloth *cloth = &play->scene->cloths[i];
        const int32_t itself[2] = {i, i};
        bight_cloth_def def = cloth->def;
        def.positions = places != NULL ? places[i] : def.positions;
        bight_error cause = {0};
        bight_status status = bight_cloth_create(play->cloth_world, &def, &play->cloths[i], &cause);

        // seams of the cloth with itself, and the vertices that do not move
        if (status == BIGHT_OK) {
            status = sew(play, itself, cloth->sewn, 0.0, &cause);
        }
        for (int32_t k = 0; k < cloth->pinned.count && status == BIGHT_OK; k++) {
            status = bight_cloth_pin(play->cloth_world, play->cloths[i], cloth->pinned.at[k], true, &cause);
        }

        if (status != BIGHT_OK) {
            return bi_fail(error, status, cloth->text_line, "cloths[%d] (\"%.40s\") cannot be made: %.160s",
                           (int)i, cloth->name, cause.message);
        }

        play->finest = i == 0 ? cloth->edge : fmin(play->finest, cloth->edge);
    }

    // seams between cloths, once all of them exist
    for (int32_t i = 0; i < play->scene->seam_count; i++) {
        const bight_scene_seam *seam = &play->scene->seams[i];
        bight_error cause = {0};
        bight_status status = sew(play, seam->cloth_indices, seam->sewn, seam->stiffness, &cause);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, seam->text_line, "seams[%d] cannot be sewn: %.180s", (int)i,
                           cause.message);
        }
    }
    return BIGHT_OK;
}

// @param poses (scene->obstacle_count) where each stands; NULL: as the scene says
static bight_status make_obstacles(bight_play *play, const bight_pose *poses, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        const bight_scene_obstacle *obstacle = &play->scene->obstacles[i];
        bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
        def.kind = obstacle->def.kind;
        def.size = obstacle->def.size;
        def.pose = poses != NULL ? poses[i] : obstacle->def.pose;
        def.points = obstacle->def.points;
        def.triangles = obstacle->def.triangles;
        def.point_count = obstacle->def.point_count;
        def.triangle_count = obstacle->def.triangle_count;
        def.mass = obstacle->mass;
        def.friction = obstacle->def.friction;
        bight_error cause = {0};
        bight_status status =
            bight_cloth_obstacle_create(play->cloth_world, &def, &play->cloth_obstacles[i], &cause);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, obstacle->text_line,
                           "obstacles[%d] (\"%.40s\") cannot be made for cloth: %.140s", (int)i,
                           obstacle->name, cause.message);
        }
        play->aims[i] = bi_pose_normalised(obstacle->def.pose);
        play->reaches[i] = bi_obstacle_reach(&obstacle->def);
    }
    return BIGHT_OK;
}

static bight_status tie(bight_play *play, bight_error *error)
{
    const bight_scene_cloth_world *settings = play->scene->cloth;
    bight_couple_def def = bight_couple_def_default();
    def.compliance = settings->rope_compliance;
    def.friction = isnan(settings->rope_friction) ? def.friction : settings->rope_friction;
    def.cloth_steps = COUPLE_STEPS * settings->steps < 64 ? COUPLE_STEPS * settings->steps : 64;
    bight_error cause = {0};
    bight_status status = bight_couple_create(play->world, play->cloth_world, &def, &play->couple, &cause);
    return status == BIGHT_OK ? status
                              : bi_fail(error, status, play->scene->cloths[0].text_line,
                                        "ropes and cloth cannot begin so: %.200s", cause.message);
}

bight_status bi_sheets_make(bight_play *play, bight_error *error)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    const bight_scene *scene = play->scene;
    if (scene->cloth_count == 0) {
        return BIGHT_OK;
    }
    size_t obstacles = (size_t)scene->obstacle_count + 1;
    play->cloths = bi_new_array(allocator, (size_t)scene->cloth_count, sizeof *play->cloths);
    play->cloth_obstacles = bi_new_array(allocator, obstacles, sizeof *play->cloth_obstacles);
    play->aims = bi_new_array(allocator, obstacles, sizeof *play->aims);
    play->reaches = bi_new_array(allocator, obstacles, sizeof *play->reaches);
    if (play->cloths == NULL || play->cloth_obstacles == NULL || play->aims == NULL ||
        play->reaches == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to play the scene");
    }
    bight_status status = make_world(play, error);
    status = status == BIGHT_OK ? make_sheets(play, NULL, error) : status;
    status = status == BIGHT_OK ? make_obstacles(play, NULL, error) : status;
    play->cloth_totals.clean = -1;
    return status == BIGHT_OK && scene->rope_count > 0 ? tie(play, error) : status;
}

static bight_status begin_again(bight_play *play, const bight_vec3 *const *places, const bight_pose *poses,
                                const bight_cloth_world_def *settings, bight_error *error)
{
    bight_status status = bight_cloth_world_create(settings, &play->cloth_world, error);
    status = status == BIGHT_OK ? make_sheets(play, places, error) : status;
    status = status == BIGHT_OK ? make_obstacles(play, poses, error) : status;
    return status == BIGHT_OK && play->scene->rope_count > 0 ? tie(play, error) : status;
}

bight_status bi_sheets_begin_again(bight_play *play, int32_t cloth, const bight_vec3 *positions,
                                   bight_error *error)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    size_t cloths = (size_t)play->scene->cloth_count, obstacles = (size_t)play->scene->obstacle_count;
    const bight_vec3 **places = bi_new_array(allocator, cloths, sizeof *places);
    bight_pose *poses = bi_new_array(allocator, obstacles, sizeof *poses), *aims = play->aims;
    bight_cloth_id *ids = play->cloths;
    bight_cloth_obstacle_id *solids = play->cloth_obstacles;
    bight_cloth_world *world = play->cloth_world;
    bight_couple *couple = play->couple;
    play->cloths = bi_new_array(allocator, cloths, sizeof *play->cloths);
    play->cloth_obstacles = bi_new_array(allocator, obstacles + 1, sizeof *play->cloth_obstacles);
    play->aims = bi_new_array(allocator, obstacles + 1, sizeof *play->aims);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    bight_error cause = {0};

    // the new world beside the old one, which is kept until this has worked
    if (places != NULL && poses != NULL && play->cloths != NULL && play->cloth_obstacles != NULL &&
        play->aims != NULL) {
        for (int32_t i = 0; i < play->scene->cloth_count; i++) {
            int32_t count;
            places[i] = i == cloth ? positions : bight_cloth_positions(world, ids[i], &count);
        }
        for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
            bight_cloth_obstacle_get(world, solids[i], &poses[i], NULL);
        }
        bight_cloth_world_def settings = bight_cloth_world_get_def(world);
        play->cloth_world = NULL;
        play->couple = NULL;
        status = begin_again(play, places, poses, &settings, &cause);
    }
    for (int32_t i = 0; i < play->scene->obstacle_count && status == BIGHT_OK; i++) {
        play->aims[i] = aims[i];
    }
    if (status != BIGHT_OK) {
        // a couple looks after ropes and cloth while it is there, so the new one goes first
        if (play->couple != couple) {
            bight_couple_destroy(play->couple);
        }
        if (play->cloth_world != world) {
            bight_cloth_world_destroy(play->cloth_world);
        }
    } else {
        bight_couple_destroy(couple);
        bight_cloth_world_destroy(world);
    }
    bool good = status == BIGHT_OK;
    bi_free_array(allocator, good ? ids : play->cloths, cloths, sizeof *ids);
    bi_free_array(allocator, good ? solids : play->cloth_obstacles, obstacles + 1, sizeof *solids);
    bi_free_array(allocator, good ? aims : play->aims, obstacles + 1, sizeof *aims);
    bi_free_array(allocator, places, cloths, sizeof *places);
    bi_free_array(allocator, poses, obstacles, sizeof *poses);
    if (!good) {
        play->cloths = ids;
        play->cloth_obstacles = solids;
        play->aims = aims;
        play->cloth_world = world;
        play->couple = couple;
        return bi_fail(error, status, 0, "cloth cannot begin again: %.160s",
                       cause.message[0] != '\0' ? cause.message : "no memory");
    }
    play->cloth_report = (bight_cloth_report){0};
    play->cloth_totals.clean = -1;
    play->cloth_totals.doubtful = 0;
    play->settled = false;
    return BIGHT_OK;
}

void bi_sheets_free(bight_play *play)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    size_t obstacles = (size_t)play->scene->obstacle_count + 1;
    bi_free_array(allocator, play->cloths, (size_t)play->scene->cloth_count, sizeof *play->cloths);
    bi_free_array(allocator, play->cloth_obstacles, obstacles, sizeof *play->cloth_obstacles);
    bi_free_array(allocator, play->aims, obstacles, sizeof *play->aims);
    bi_free_array(allocator, play->reaches, obstacles, sizeof *play->reaches);
    bight_couple_destroy(play->couple);
    bight_cloth_world_destroy(play->cloth_world);
}

// ---- stepping ---------------------------------------------------------------------------------------

// Counts add up, measures take the greatest, states the last.
static void add_report(bight_cloth_report *sum, const bight_cloth_report *step)
{
    bight_cloth_report all = *step;
    all.certified = step->certified && sum->certified;
    all.rolled_back = step->rolled_back || sum->rolled_back;
    all.moved = fmax(sum->moved, step->moved);
    all.slip = fmax(sum->slip, step->slip);
    all.stretch = fmax(sum->stretch, step->stretch);
    all.residual = fmax(sum->residual, step->residual);
    all.time += sum->time;
    all.iterations += sum->iterations;
    all.held += sum->held;
    all.rounds += sum->rounds;
    all.clamped += sum->clamped;
    all.parted += sum->parted;
    all.listings += sum->listings;
    all.breakdowns += sum->breakdowns;
    *sum = all;
}

static bight_status step_cloth(bight_play *play)
{
    bight_cloth_report sum = {.certified = true};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < play->scene->cloth->steps && status == BIGHT_OK; i++) {
        bight_cloth_report one;
        status = bight_cloth_world_step(play->cloth_world, &one);
        add_report(&sum, &one);
    }
    play->cloth_report = sum;
    return status;
}

static bight_status step_both(bight_play *play)
{
    if (play->couple != NULL) {
        return bight_couple_step(play->couple, &play->report, &play->cloth_report);
    }

    // no ropes: the other world's obstacles move as far as cloth let them
    bight_status status = step_cloth(play);
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        bight_pose pose;
        bight_cloth_obstacle_get(play->cloth_world, play->cloth_obstacles[i], &pose, NULL);
        bight_obstacle_set_target(play->world, play->obstacles[i], pose);
        // what cloth carries wants to be where it is
        play->aims[i] = play->scene->obstacles[i].mass > 0.0 ? pose : play->aims[i];
    }
    return status == BIGHT_OK ? bight_world_step(play->world, &play->report) : status;
}

bight_status bi_sheets_step(bight_play *play)
{
    bi_obstacles_lead(play);
    bight_world_stats before = bight_world_get_stats(play->world);
    bight_status status = step_both(play);
    if (status == BIGHT_OK) {
        // of ropes all cycles of this one must be
        bight_world_stats after = bight_world_get_stats(play->world);
        bool ropes = after.certified - before.certified == after.cycles - before.cycles;
        play->cloth_totals.cycles++;
        play->cloth_totals.certified += play->cloth_report.certified;
        play->cloth_totals.all_certified += play->cloth_report.certified && ropes;
        play->cloth_totals.rolled_back += play->cloth_report.rolled_back;
        play->cloth_totals.held += play->cloth_report.held;
        bool clean = play->cloth_report.intersections == 0;
        if (play->cloth_totals.clean >= 0) {
            play->cloth_totals.doubtful += !(clean && play->cloth_report.certified);
        } else if (clean) {
            play->cloth_totals.clean = play->cloth_totals.cycles;
        }
    }
    return status;
}

// ---- vertices ---------------------------------------------------------------------------------------

bight_status bi_sheets_pin(bight_play *play, const bight_scene_pin *pin, bool pinned)
{
    BI_ASSERT(pin->cloth_index >= 0 && pin->cloth_index < play->scene->cloth_count);
    bight_error error = {0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < pin->pinned.count && status == BIGHT_OK; i++) {
        status = bight_cloth_pin(play->cloth_world, play->cloths[pin->cloth_index], pin->pinned.at[i], pinned,
                                 &error);
    }
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

int32_t bi_sheets_nearest(const bight_play *play, int32_t cloth, bight_vec3 point)
{
    BI_ASSERT(cloth >= 0 && cloth < play->scene->cloth_count);
    int32_t count, nearest = 0;
    const bight_vec3 *at = bight_play_cloth_positions(play, cloth, &count);
    for (int32_t i = 1; i < count; i++) {
        if (v3_length_squared(v3_sub(at[i], point)) < v3_length_squared(v3_sub(at[nearest], point))) {
            nearest = i;
        }
    }
    return nearest;
}

// ---- looking ----------------------------------------------------------------------------------------

bight_cloth_world *bight_play_cloth_world(bight_play *play)
{
    return play->cloth_world;
}

bight_cloth_id bight_play_cloth(const bight_play *play, int32_t cloth)
{
    return cloth >= 0 && cloth < play->scene->cloth_count ? play->cloths[cloth] : (bight_cloth_id){0};
}

const bight_vec3 *bight_play_cloth_positions(const bight_play *play, int32_t cloth, int32_t *count)
{
    *count = 0;
    return play->cloth_world != NULL
               ? bight_cloth_positions(play->cloth_world, bight_play_cloth(play, cloth), count)
               : NULL;
}

bight_play_cloth_totals bight_play_get_cloth_totals(const bight_play *play)
{
    return play->cloth_totals;
}

bight_cloth_report bight_play_cloth_report(const bight_play *play)
{
    return play->cloth_report;
}

bight_cloth_settled bight_play_settled(const bight_play *play)
{
    bool short_of = play->watch.outcome == BIGHT_CLOTH_SETTLED && !play->settled && play->watch.steps > 0;
    return short_of ? BIGHT_CLOTH_MOVING : play->watch.outcome; // quiet, but not for long enough
}
