// SPDX-License-Identifier: MIT
// The cycle.

#include "core/error.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/certify.h"
#include "sim/cluster.h"
#include "sim/contact.h"
#include "sim/follow.h"
#include "sim/hands.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/strain.h"
#include "sim/gravity.h"

#include <string.h>

// A motion of which less than this part can be proved is not made at all.
#define LEAST_PART 0.02

// Take only a part of the way from `before`: everything moves on the straight line that was proved.
static void shorten(bight_world *world, double part)
{
    for (int32_t i = 0; i < world->node_count; i++) {
        world->at[i] = v3_lerp(world->before[i], world->at[i], part);
        world->moved[i] *= part;
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_obstacle *obstacle = &world->obstacles[i];
        if (obstacle->alive) {
            obstacle->pose = bi_pose_blend(&obstacle->before, &obstacle->pose, part);
            bi_obstacle_place(obstacle);
        }
    }
}

// Steps 1 and 2 of the paper's cycle: hands, Follow The Leader, clusters, gravity.
static bight_status propose(bight_world *world, bight_step_report *report)
{
    bi_obstacles_advance(world, world->def.speed_limit * bi_thinnest(world));
    bi_hold_contacts(world);
    if (world->contact_count > 0) {
        report->clusters = bi_group_clusters(world);
    }
    report->stretch_stops = bi_move_hands(world);
    for (int32_t i = 0; i < world->rope_count; i++) {
        if (world->ropes[i].alive) {
            bi_follow(world, &world->ropes[i]);
        }
    }
    bight_status status = BIGHT_OK;
    if (world->contact_count > 0) {
        status = bi_move_clusters(world);
    }
    bi_sink(world);
    bi_free_contacts(world);
    return status;
}

static bool any_obstacle_turns(const bight_world *world)
{
    bool turns = false;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        turns = turns || (obstacle->alive && memcmp(obstacle->before.rotation, obstacle->pose.rotation,
                                                    sizeof obstacle->pose.rotation) != 0);
    }
    return turns;
}

// Times that a cut motion is looked at again.
#define PROOFS 4

// Prove the proposed motion, or the part of it that can be proved.
static bight_status prove(bight_world *world, bight_step_report *report)
{
    double advanced = 1.0;
    for (int32_t proof = 0; proof < PROOFS && advanced > 0.0; proof++) {
        double part;
        bight_status status = bi_certify(world, world->before, world->at, true, &part);
        if (status != BIGHT_OK) {
            return status;
        }
        if (part >= 1.0) {
            break;
        }

        // stop well before the crossing, so that the overlap it makes can push the links apart
        part *= 0.5;
        bool last = proof + 1 == PROOFS;
        part = advanced * part >= LEAST_PART && !last ? part : 0.0;
        advanced *= part;
        if (part == 0.0) {
            memcpy(world->at, world->before, (size_t)world->node_count * sizeof *world->at);
        }
        shorten(world, part);

        // half of a straight way is proved with the whole; half of a turn does not lie on the way that was
        if (!any_obstacle_turns(world)) {
            break;
        }
    }
    report->advanced = advanced;
    report->cut = advanced > 0.0 && advanced < 1.0;
    report->rolled_back = advanced == 0.0;
    return BIGHT_OK;
}

// Steps 3 and 4: find collisions, remove overlaps. The shifts are proved like any other motion.
static bight_status remove_overlaps(bight_world *world)
{
    bight_status status = bi_find_near(world, world->at, bi_usual_margin(world));
    bool shifts = false;
    if (status == BIGHT_OK) {
        status = bi_respond(world, world->at, world->right, &shifts);
    }
    if (status != BIGHT_OK || !shifts) {
        return status;
    }
    bi_limit_strain(world, world->right, BI_GRASPED);
    double part;
    status = bi_certify(world, world->at, world->right, false, &part);
    if (status != BIGHT_OK) {
        return status;
    }
    if (part < 1.0) {
        world->stats.response_cuts++;
        for (int32_t i = 0; i < world->node_count; i++) {
            world->moved[i] *= 0.5 * part;
        }
        part *= 0.5;
    }
    for (int32_t i = 0; i < world->node_count; i++) {
        world->at[i] = part < 1.0 ? v3_lerp(world->at[i], world->right[i], part) : world->right[i];
    }
    bi_near_moved(world);
    return BIGHT_OK;
}

static void publish(bight_world *world, bight_step_report *report)
{
    double most = 0.0;
    for (int32_t i = 0; i < world->node_count; i++) {
        double squared = v3_length_squared(v3_sub(world->at[i], world->before[i]));
        most = squared > most ? squared : most;
    }
    report->moved = sqrt(most);
    report->contacts = world->contact_count;
    for (int32_t i = 0; i < world->handle_count; i++) {
        bi_handle *handle = &world->handles[i];
        if (!handle->alive) {
            continue;
        }
        bight_vec3 at = world->at[world->ropes[handle->rope].first + handle->node];
        double lag = v3_distance(at, handle->target);
        handle->blocked = lag > 0.0 && (report->cut || report->rolled_back);
        report->blocked += handle->blocked;
        report->lag = lag > report->lag ? lag : report->lag;
    }
    bight_world_stats *stats = &world->stats;
    stats->cycles++;
    stats->certified++;
    stats->cuts += report->cut;
    stats->rollbacks += report->rolled_back;
    stats->contacts += report->contacts;
    stats->stretch_stops += report->stretch_stops;
}

bight_status bight_world_step(bight_world *world, bight_step_report *report)
{
    bight_step_report local = {.advanced = 1.0};
    bight_status status = BIGHT_OK;
    if (world->node_count > 0) {
        if (!world->near_valid) {
            status = bi_find_near(world, world->at, bi_usual_margin(world));
        }
        if (status != BIGHT_OK) {
            return status;
        }
        memcpy(world->before, world->at, (size_t)world->node_count * sizeof *world->at);
        status = propose(world, &local);
        if (status == BIGHT_OK) {
            status = prove(world, &local);
        }
        if (status == BIGHT_OK) {
            status = remove_overlaps(world);
        }
        if (status != BIGHT_OK) {
            memcpy(world->at, world->before, (size_t)world->node_count * sizeof *world->at);
            for (int32_t i = 0; i < world->obstacle_count; i++) {
                if (world->obstacles[i].alive) {
                    world->obstacles[i].pose = world->obstacles[i].before;
                    bi_obstacle_place(&world->obstacles[i]);
                }
            }
            bi_world_edited(world);
            return status;
        }
    }
    publish(world, &local);
    if (report != NULL) {
        *report = local;
    }
    return BIGHT_OK;
}
