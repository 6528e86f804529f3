// SPDX-License-Identifier: MIT

#include "play/dress.h"

#include "core/memory.h"
#include "play/expect.h"
#include "play/sheets.h"

#include <stdio.h>
#include <string.h>

static const bight_scene_dress *scene_dress(const bight_play *play, int32_t index)
{
    return &play->scene->dress[index];
}

static const bight_template *template_of(const bight_play *play, int32_t index)
{
    return play->dressed[index].own ? play->dressed[index].made : scene_dress(play, index)->made;
}

static const bight_dress_knot *knot_of(const bight_play *play, int32_t index)
{
    return play->dressed[index].own ? &play->dressed[index].knot : scene_dress(play, index)->knot;
}

static const bight_dress_region *regions_of(const bight_play *play, int32_t index)
{
    return play->dressed[index].own ? play->dressed[index].regions : scene_dress(play, index)->given;
}

static const bight_vec3 *positions_of(const bight_play *play, int32_t index)
{
    int32_t count;
    return bight_play_cloth_positions(play, scene_dress(play, index)->cloth_index, &count);
}

bight_status bi_dressed_make(bight_play *play, bight_error *error)
{
    size_t count = (size_t)play->scene->dress_count;
    play->dressed = bi_new_array(&play->def.env.allocator, count, sizeof *play->dressed);
    return play->dressed != NULL ? BIGHT_OK
                                 : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to play the scene");
}

static void forget(const bight_play *play, bi_dressed *dressed)
{
    bight_template_free(dressed->made);
    bight_dress_knot_free(&play->def.env.allocator, &dressed->knot);
    *dressed = (bi_dressed){0};
}

void bi_dressed_free(bight_play *play)
{
    for (int32_t i = 0; i < play->scene->dress_count && play->dressed != NULL; i++) {
        forget(play, &play->dressed[i]);
    }
    bi_free_array(&play->def.env.allocator, play->dressed, (size_t)play->scene->dress_count,
                  sizeof *play->dressed);
}

// ---- lead -----------------------------------------------------------------------------------------------

static bight_status find_leads(const bight_play *play, int32_t index, bight_dress_leads *leads,
                               bight_error *error)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    const bight_dress_knot *knot = knot_of(play, index);
    const bight_scene_dress *dress = scene_dress(play, index);
    size_t count = (size_t)knot->lines.firsts[knot->lines.strand_count];
    bight_vec3 *places = bi_new_array(allocator, count, sizeof *places);
    if (places == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to lead a knot's ends");
    }
    bight_dress_lines_at(&knot->lines, positions_of(play, index), dress->mesh->triangles, places);
    bight_status status = bight_dress_leads_make(
        &play->def.env, dress->mesh, &knot->pipe, regions_of(play, index), dress->region_count, &knot->map,
        template_of(play, index), knot->scale, &knot->lines, places, leads, error);
    bi_free_array(allocator, places, count, sizeof *places);
    return status;
}

bight_status bi_lead_start(bight_play *play, const bight_scene_lead *lead)
{
    bight_dress_leads leads;
    bight_error error = {0};
    bight_status status = find_leads(play, lead->dress_index, &leads, &error);
    play->lead_count = 0;
    play->lead_lag = HUGE_VAL;
    play->lead_way = 0.0;
    play->lead_nearer_at = 0;
    for (int32_t i = 0; i < leads.count && status == BIGHT_OK; i++) {
        const bight_dress_lead *one = &leads.items[i];
        bight_cloth_hand_id *hand = &play->lead_hands[i];
        status = bight_cloth_grasp_many(play->cloth_world,
                                        play->cloths[scene_dress(play, lead->dress_index)->cloth_index],
                                        leads.vertices + one->first, one->count, hand, &error);
        if (status == BIGHT_OK) {
            play->lead_count = i + 1;
            bight_cloth_hand_state state;
            bight_cloth_hand_get(play->cloth_world, *hand, &state);
            bight_cloth_hand_set_target(play->cloth_world, *hand, v3_add(state.position, one->way));
            play->lead_way += v3_length(one->way);
        }
    }
    bight_dress_leads_free(&play->def.env.allocator, &leads);
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

// Hands that in so many cycles came nearer by less than this part of their way are held by a knot that is tight.
#define JAMMED_CYCLES 60
#define JAMMED_PART 0.01

void bi_lead_look(bight_play *play, const bight_scene_lead *lead, bool *over)
{
    // the way that is left, of all hands
    double lag = 0.0;
    for (int32_t i = 0; i < play->lead_count; i++) {
        bight_cloth_hand_state state;
        bight_cloth_hand_get(play->cloth_world, play->lead_hands[i], &state);
        lag += state.lag;
    }

    // it is over when they arrive, or are held
    int64_t cycles = play->cycles - play->entered_at;
    if (lag < play->lead_lag - JAMMED_PART * play->lead_way) {
        play->lead_lag = lag;
        play->lead_nearer_at = cycles;
    }
    *over = lag <= 1e-9 || cycles - play->lead_nearer_at >= JAMMED_CYCLES || cycles >= lead->cycles;
    if (*over) {
        snprintf(play->words, sizeof play->words, "%d ends led for %lld cycles%s", (int)play->lead_count,
                 (long long)cycles, lag > 1e-9 ? ", not all the way" : "");
    }
}

void bi_lead_end(bight_play *play)
{
    for (int32_t i = 0; i < play->lead_count; i++) {
        bight_cloth_release(play->cloth_world, play->lead_hands[i]);
    }
    play->lead_count = 0;
}

// ---- redress --------------------------------------------------------------------------------------------

// A template of its own with the values that are wanted, on a way that is proved.
static bight_status edit_template(bight_play *play, const bight_scene_redress *redress, bi_dressed *next,
                                  bight_error *error)
{
    const bight_template *now = template_of(play, redress->dress_index);
    const bight_template_def *def =
        redress->definition != NULL ? redress->definition : bight_template_definition(now);
    const bight_template_limits limits = {.uniform = scene_dress(play, redress->dress_index)->uniform};
    bight_status status = bight_template_make(&play->def.env, def, &limits, &next->made, error);
    if (status == BIGHT_OK && redress->definition == NULL) {
        status = bight_template_return(next->made, bight_template_values(now), error);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    memcpy(values, bight_template_values(next->made), (size_t)def->parameter_count * sizeof *values);
    for (int32_t i = 0; i < redress->set_count; i++) {
        values[bight_template_find(next->made, redress->set[i].parameter)] = redress->set[i].value;
    }
    bight_template_edit edit;
    status = bight_template_set(next->made, values, &edit, error);
    return status == BIGHT_OK && edit.stopped
               ? bi_fail(error, BIGHT_ERROR_EXPECT, 0, "the template stops at %.0f %% of the way: %.120s",
                         100.0 * edit.reached, edit.reason)
               : status;
}

// Other cloths where they are now.
static bight_mesh *take_bodies(const bight_play *play, const bight_scene_dress *dress)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    bight_mesh *bodies = bi_new_array(allocator, (size_t)dress->body_count, sizeof *bodies);
    int32_t first = dress->body_count - play->scene->cloth_count;
    for (int32_t i = 0; i < dress->body_count && bodies != NULL; i++) {
        int32_t count;
        bodies[i] = dress->bodies[i];
        if (i >= first && bodies[i].vertex_count > 0) {
            // only read
            bodies[i].positions =
                (bight_vec3 *)(uintptr_t)bight_play_cloth_positions(play, i - first, &count);
        }
    }
    return bodies;
}

// The mesh where it is now; all else is the scene's.
static bight_status lay(bight_play *play, const bight_scene_redress *redress, bi_dressed *next,
                        bight_error *error)
{
    int32_t index = redress->dress_index;
    const bight_scene_dress *dress = scene_dress(play, index);
    const bight_allocator *allocator = &play->def.env.allocator;
    for (int32_t i = 0; i < dress->region_count; i++) {
        next->regions[i] = redress->given != NULL ? redress->given[i] : regions_of(play, index)[i];
        next->regions[i].padding = isnan(redress->padding) ? next->regions[i].padding : redress->padding;
    }
    bight_cloth_mesh mesh = *dress->mesh;
    size_t count = (size_t)mesh.vertex_count;
    mesh.positions = bi_new_array(allocator, count, sizeof *mesh.positions);
    if (mesh.positions == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to lay a knot anew");
    }
    memcpy(mesh.positions, positions_of(play, index), count * sizeof *mesh.positions);
    uint8_t *held = bi_new_array(allocator, count, sizeof *held);
    bight_mesh *bodies = take_bodies(play, dress);
    if (held == NULL || bodies == NULL) {
        bi_free_array(allocator, held, count, sizeof *held);
        bi_free_array(allocator, bodies, (size_t)dress->body_count, sizeof *bodies);
        bi_free_array(allocator, mesh.positions, count, sizeof *mesh.positions);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to lay a knot anew");
    }
    const bight_scene_vertices *pinned = &play->scene->cloths[dress->cloth_index].pinned;
    for (int32_t i = 0; i < pinned->count; i++) {
        held[pinned->at[i]] = 1;
    }
    bight_pose pose = knot_of(play, index)->pose;
    const bight_dress_knot_options options = {
        .mapping = {.thickness = bight_cloth_world_get_def(play->cloth_world).thickness,
                    .keep_mesh = true,
                    .graded = dress->graded},
        .scale = dress->scale,
        .sides = dress->sides,
        .pose = &pose,
        .bodies = bodies,
        .body_count = dress->body_count,
        .held = held,
        .held_count = mesh.vertex_count};
    bight_status status = bight_dress_knot_lay(&play->def.env, &mesh, next->made, next->regions,
                                               dress->region_count, &options, &next->knot, error);
    bi_free_array(allocator, held, count, sizeof *held);
    bi_free_array(allocator, bodies, (size_t)dress->body_count, sizeof *bodies);
    bi_free_array(allocator, mesh.positions, count, sizeof *mesh.positions);
    return status;
}

bight_status bi_redress(bight_play *play, const bight_scene_redress *redress)
{
    int32_t cloth = scene_dress(play, redress->dress_index)->cloth_index;
    bi_dressed next = {.own = true};
    bight_error error = {0};
    bight_status status = edit_template(play, redress, &next, &error);
    status = status == BIGHT_OK ? lay(play, redress, &next, &error) : status;
    status =
        status == BIGHT_OK ? bi_sheets_begin_again(play, cloth, next.knot.cloth.positions, &error) : status;
    if (status != BIGHT_OK) {
        forget(play, &next);
        return bi_play_fail(play, status == BIGHT_ERROR_INVALID ? BIGHT_ERROR_EXPECT : status, "%.200s",
                            error.message);
    }
    forget(play, &play->dressed[redress->dress_index]);
    play->dressed[redress->dress_index] = next;
    return BIGHT_OK;
}

// ---- dressed --------------------------------------------------------------------------------------------

bight_status bight_play_dress(const bight_play *play, int32_t dress, bight_dress_verdict *verdict,
                              bight_error *error)
{
    return bight_dress_knot_judge(&play->def.env, scene_dress(play, dress)->mesh, template_of(play, dress),
                                  knot_of(play, dress), positions_of(play, dress), verdict, error);
}

const bight_dress_knot *bight_play_dress_knot(const bight_play *play, int32_t dress)
{
    return knot_of(play, dress);
}

static bight_status check_one(bight_play *play, int32_t index)
{
    bight_dress_verdict verdict;
    bight_error error = {0};
    bight_status status = bight_play_dress(play, index, &verdict, &error);
    if (status == BIGHT_ERROR_NO_MEMORY || status == BIGHT_ERROR_STOPPED) {
        return bi_play_fail(play, status, "%s", error.message);
    }
    // lines that meet themselves are no knot at all
    return bi_expect_record(play, "dressed", status == BIGHT_OK && verdict.kept,
                            status == BIGHT_OK ? verdict.wanted : "a knot",
                            status != BIGHT_OK           ? error.message
                            : verdict.failure[0] != '\0' ? verdict.failure
                                                         : verdict.name);
}

bight_status bi_dressed_check(bight_play *play, const int32_t *indices, int32_t count)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = check_one(play, indices[i]);
    }
    if (status == BIGHT_OK && play->cycles == 0) {
        return status; // nothing has moved yet
    }
    if (status == BIGHT_OK && play->cloth_totals.clean < 0) {
        status = bi_expect_record(play, "cloth through cloth", false, "clean in some cycle", "never");
    } else if (status == BIGHT_OK) {
        char where[60];
        snprintf(where, sizeof where, " since cycle %lld", (long long)play->cloth_totals.clean);
        status =
            bi_expect_most(play, "cycles not certified", (double)play->cloth_totals.doubtful, 0.0, where);
    }
    return status;
}
