// SPDX-License-Identifier: MIT

#include "cloth/layers.h"

#include "cloth/layer_stack.h"
#include "cloth/near.h"
#include "cloth/cord.h"
#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/world.h"

#include <string.h>

// Thicknesses from one flap to the next: contact pushes them on from there.
#define STRIDE 0.1

// ---- moving ---------------------------------------------------------------------------------------------

// How a vertex moves: along the mean of its flaps' ups by the middle of their heights, and out of a fold
// that spans others.
static bight_vec3 way_of(const bi_layer_job *job, const double *heights, int32_t vertex)
{
    const bight_cloth_world *world = job->world;
    const bi_surface *surface = &world->topology.surface;
    bight_vec3 up = v3(0, 0, 0), inward = v3(0, 0, 0);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t c = surface->vertex_first[vertex]; c < surface->vertex_first[vertex + 1]; c++) {
        int32_t t = surface->vertex_corners[c] / 3, f = job->flap_of[t];
        if (f < 0) {
            continue;
        }
        bight_vec3 x[3];
        bi_layer_corners(world, t, x);
        up = v3_madd(up, (double)job->flaps[f].up, bi_layer_normal(x));
        bight_vec3 middle = v3_mul(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2])));
        inward = v3_add(inward, v3_sub(middle, world->at[vertex]));
        low = bi_min(low, heights[f]);
        high = bi_max(high, heights[f]);
    }
    if (!(low <= high)) {
        return v3(0, 0, 0);
    }
    double stride = STRIDE * world->thickness, span = 0.5 * bi_max(high - low - 1.0, 0.0);
    bight_vec3 way = v3_mul(0.5 * (low + high) * stride, v3_unit(up, v3(0, 0, 0)));
    return v3_madd(way, -span * stride, v3_unit(inward, v3(0, 0, 0)));
}

static bight_status move_apart(bi_layer_job *job, bight_cloth_report *report)
{
    bight_cloth_world *world = job->world;
    double *heights = bi_new_array(&world->def.env.allocator, (size_t)job->flap_count, sizeof *heights);
    bight_vec3 *ways = bi_new_array(&world->def.env.allocator, (size_t)world->vertex_count, sizeof *ways);
    bight_status status = heights != NULL && ways != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;

    // a motion from `start` to `at`, as in a step, so that the step filter can prove it
    memcpy(world->before, world->at, (size_t)world->vertex_count * sizeof *world->at);
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    status = status == BIGHT_OK ? bi_cords_begin(world) : status;
    if (status == BIGHT_OK) {
        for (int32_t i = 0; i < job->flap_count; i++) {
            heights[i] = bi_layer_height(job, &job->flaps[i]);
        }
        for (int32_t i = 0; i < world->vertex_count; i++) {
            bool free = (world->flags[i] & BI_FIXED) == 0 && world->welds.into[i] == i;
            ways[i] = free ? way_of(job, heights, i) : v3(0, 0, 0);
        }

        // only now: all ways follow from the places before
        for (int32_t i = 0; i < world->vertex_count; i++) {
            world->at[i] = v3_add(world->at[i], ways[i]);
        }
        for (int32_t i = 0; i < world->obstacles.count; i++) {
            world->obstacles.items[i].start = world->obstacles.items[i].pose;
        }

        // what would leave its room near a cord or meet something else is shortened
        bi_cords_hold(world);
        bight_cloth_report unused = {0};
        int32_t rounds = 0;
        status = bi_step_filter(world, &unused, &rounds);
    }

    // a failure moves nothing
    if (status != BIGHT_OK) {
        memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    }
    for (int32_t i = 0; i < world->vertex_count && status == BIGHT_OK; i++) {
        report->parted += v3_distance(world->at[i], world->start[i]) > 0.0;
    }
    bi_free_array(&world->def.env.allocator, heights, (size_t)job->flap_count, sizeof *heights);
    bi_free_array(&world->def.env.allocator, ways, (size_t)world->vertex_count, sizeof *ways);
    return status;
}

static bight_status part(bi_layer_job *job, bight_cloth_report *report)
{
    bight_cloth_world *world = job->world;
    bight_status status = bi_layer_find_overlaps(job);
    if (status != BIGHT_OK || job->count == 0) {
        return status;
    }
    job->flap_of =
        bi_new_array(&world->def.env.allocator, (size_t)world->topology.triangle_count, sizeof(int32_t));
    status = job->flap_of != NULL ? bi_layer_find_flaps(job) : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        bi_layer_order_flaps(job);
        if (world->watch.stopped) {
            return BIGHT_ERROR_STOPPED;
        }
        bi_layer_stack_up(job);
        status = world->watch.stopped ? BIGHT_ERROR_STOPPED : move_apart(job, report);
    }
    // welded vertices follow, and pairs are listed again
    world->near.listed = world->tangle.known = false;
    return status;
}

bight_status bi_layers_part(bight_cloth_world *world, bight_cloth_report *report)
{
    BI_ASSERT(world->topology.built && report != NULL);
    if (world->layers.parted) {
        return BIGHT_OK;
    }
    // vertices were put elsewhere since crossings were found, and the lists do not tell
    world->tangle.known = false;
    bight_status status = bi_near_update(world, &report->listings);
    bi_layer_job job = {.world = world, .near = 0.5 * BI_FILTER_FLOOR * world->thickness};
    if (status == BIGHT_OK) {
        status = part(&job, report);
    }
    const bight_allocator *allocator = &world->def.env.allocator;
    if (job.overlap_capacity > 0) {
        bi_free_array(allocator, job.overlaps, (size_t)job.overlap_capacity, sizeof *job.overlaps);
    }
    if (job.flap_capacity > 0) {
        bi_free_array(allocator, job.flaps, (size_t)job.flap_capacity, sizeof *job.flaps);
    }
    if (job.queue_capacity > 0) {
        bi_free_array(allocator, job.queue, (size_t)job.queue_capacity, sizeof *job.queue);
    }
    bi_free_array(allocator, job.flap_of, (size_t)world->topology.triangle_count, sizeof *job.flap_of);
    world->layers.parted = status == BIGHT_OK;
    return status;
}

// ---- saying so ------------------------------------------------------------------------------------------

static void note(bight_cloth_report *report, bight_vec3 place, double distance)
{
    if (report->layers++ == 0 || distance < report->layer_distance) {
        report->layer_place = place;
        report->layer_distance = distance;
    }
}

void bi_layers_count(const bight_cloth_world *world, bight_cloth_report *report)
{
    report->layers = 0;
    report->layer_place = v3(0, 0, 0);
    report->layer_distance = 0.0;
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        if (contact->kind == BI_ROW_VF && (double)contact->distance < BI_LAYERS_NEAR * (double)contact->gap) {
            note(report, world->at[contact->v[0]], bi_max((double)contact->distance, 0.0));
        }
    }
    // what crosses already is reported as that
    for (int32_t i = 0; i < world->near.close_count && world->tangle.pierced.count == 0; i++) {
        if (world->filter.verdicts[i] == BI_FILTER_TOUCHING) {
            bight_vec3 x[3];
            bi_layer_corners(world, bi_close_first(world->near.close[i]), x);
            note(report, v3_mul(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2]))), 0.0);
        }
    }
}
