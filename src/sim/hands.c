// SPDX-License-Identifier: MIT

#include "sim/hands.h"

#include "core/vec3.h"

// How far along p + s d, s in [0, 1], one may go and stay within `limit` of c. When p is outside already,
// only motion that does not lead farther out is allowed.
static double part_within(bight_vec3 p, bight_vec3 d, bight_vec3 c, double limit)
{
    bight_vec3 r = v3_sub(p, c);
    double dd = v3_dot(d, d), rd = v3_dot(r, d), outside = v3_dot(r, r) - limit * limit;
    if (!(dd > 0.0)) {
        return 1.0;
    }
    if (outside > 0.0) {
        // inwards until the distance would grow again
        return rd < 0.0 ? bi_min(1.0, -rd / dd) : 0.0;
    }

    // the root of |r + s d|^2 = limit^2 that is not negative, written without cancellation
    double root = sqrt(rd * rd - dd * outside);
    double s = rd > 0.0 ? -outside / (rd + root) : (root - rd) / dd;
    return s < 1.0 ? s : 1.0;
}

static bool in_same_cluster(const bight_world *world, const bi_rope *rope, int32_t node, int32_t other)
{
    if (world->contact_count == 0) {
        return false;
    }
    // a node belongs to the clusters of the links that start and end in it
    int32_t links = bi_link_count(rope), a = node - rope->first, b = other - rope->first;
    for (int32_t i = 0; i < 4; i++) {
        int32_t la = i % 2 == 0 ? a : a - 1, lb = i / 2 == 0 ? b : b - 1;
        la = la < 0 && rope->closed ? links - 1 : la;
        lb = lb < 0 && rope->closed ? links - 1 : lb;
        if (la < 0 || lb < 0 || la >= links || lb >= links) {
            continue;
        }
        int32_t ca = world->cluster[rope->first + la], cb = world->cluster[rope->first + lb];
        if (ca >= 0 && ca == cb) {
            return true;
        }
    }
    return false;
}

// Limit one hand on one side (forward 1 or -1). The nearest held node, k links away, may be neither farther in a
// straight line than k h links nor farther along the rope, which may run through a knot. Beyond it, up to the
// next hand, no piece of rope that begins at this one may be longer than its links allow: what a knot on the
// way has been stretched by is felt by the hands that stretch it.
static double limit_side(const bight_world *world, const bi_rope *rope, int32_t node, int32_t forward,
                         bight_vec3 d)
{
    bight_vec3 p = world->at[node], previous = p, first = p;
    double room = HUGE_VAL, room_to_held = HUGE_VAL, link = world->def.stretch_limit * rope->length;
    double length = 0.0, part = 1.0;
    int32_t i = node;
    for (int32_t k = 1; k < rope->count; k++) {
        i += forward;
        if (i < rope->first || i >= rope->first + rope->count) {
            if (!rope->closed) {
                room = room_to_held; // the rest dangles
                break;
            }
            i = i < rope->first ? rope->first + rope->count - 1 : rope->first;
        }
        length += v3_distance(world->at[i], previous);
        previous = world->at[i];
        first = k == 1 ? previous : first;
        if (room_to_held == HUGE_VAL) {
            // contacts of the same cluster travel with this hand; another hand never does
            bool travels = !(world->held[i] & BI_GRASPED) && in_same_cluster(world, rope, node, i);
            if (world->held[i] == 0 || travels) {
                continue;
            }
            part = part_within(p, d, world->at[i], k * link);
            room_to_held = k * link - length;
        }
        room = bi_min(room, k * link - length);
        if (world->held[i] & BI_GRASPED) {
            break;
        }
    }

    // moving away from the first link lengthens the rope by that much, unless it gives way
    double away = v3_dot(d, v3_unit(v3_sub(p, first), v3(0, 0, 0)));
    if (away > 0.0 && away > room) {
        part = bi_min(part, bi_max(0.0, room / away));
    }
    return part;
}

// From one point to another, shortened if its length could not be squared.
static bight_vec3 towards(bight_vec3 from, bight_vec3 to)
{
    bight_vec3 d = v3_sub(to, from);
    double most = bi_max(bi_max(fabs(d.x), fabs(d.y)), fabs(d.z));
    return most > 1e150 ? v3_mul(1e-200, d) : d;
}

int32_t bi_move_hands(bight_world *world)
{
    int32_t stopped = 0;
    for (int32_t i = 0; i < world->handle_count; i++) {
        bi_handle *handle = &world->handles[i];
        handle->stretched = false;
        if (!handle->alive) {
            continue;
        }
        const bi_rope *rope = &world->ropes[handle->rope];
        int32_t node = rope->first + handle->node;

        // the speed limit: delta is slightly below the radius
        bight_vec3 d = towards(world->at[node], handle->target);
        double distance = v3_length(d), most = world->def.speed_limit * rope->radius;
        if (distance > most) {
            d = v3_mul(most / distance, d);
        }

        // the stretch limit: k links between held nodes are never pulled beyond k h
        double part = bi_min(limit_side(world, rope, node, 1, d), limit_side(world, rope, node, -1, d));
        if (part < 1.0) {
            handle->stretched = true;
            stopped++;
        }
        world->at[node] = v3_madd(world->at[node], part, d);
    }
    return stopped;
}
