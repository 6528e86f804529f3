// SPDX-License-Identifier: MIT

#include "core/error.h"
#include "core/vec3.h"
#include "sim/model.h"
#include "sim/no_crossing.h"
#include "sim/response/response.h"
#include "sim/rod/rod.h"
#include "sim/spring/spring.h"
#include "sim/validate.h"
#include "sim/world_state.h"

#include <string.h>

// In radii. Beyond this the spacing of numbers comes near the distance that counts as a crossing.
#define FARTHEST 1e9

#define ROPE_COOKIE 0x4096E000u

bight_rope_def bight_rope_def_default(void)
{
    return (bight_rope_def){.radius = BIGHT_ROPE_RADIUS,
                            .projection = bight_projection_def_default(),
                            .spring = bi_spring_def_default(),
                            .rod = bi_rod_def_default(),
                            .cookie = ROPE_COOKIE};
}

static double mean_link(const bight_curve *curve)
{
    double total = 0.0;
    int32_t links = curve->closed ? curve->count : curve->count - 1;
    for (int32_t i = 0; i < links; i++) {
        total += v3_distance(curve->points[i], curve->points[i + 1 < curve->count ? i + 1 : 0]);
    }
    return total / links;
}

static bight_status check_links(const bight_curve *curve, double length, bight_error *error)
{
    int32_t links = curve->closed ? curve->count : curve->count - 1;
    for (int32_t i = 0; i < links; i++) {
        double link = v3_distance(curve->points[i], curve->points[i + 1 < curve->count ? i + 1 : 0]);
        if (!(link >= 0.5 * length && link <= 1.5 * length)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "link %d is %g long, the rest length is %g: space the points evenly", i, link,
                           length);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_world *world, const bight_rope_def *def, double *length,
                          bight_error *error)
{
    if (def->cookie != ROPE_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the rope definition was not initialised: start from bight_rope_def_default()");
    }

    // one comparison whether the compiler makes the enumeration signed or not
    if ((unsigned)def->model >= BIGHT_MODEL_COUNT) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "rope model %d is not known: give BIGHT_MODEL_FTL, _SPRING, _PROJECTION or _ROD",
                       (int)def->model);
    }

    // the curve: enough points, all of them finite and not too far away
    int32_t least = def->curve.closed ? 3 : 2;
    if (def->curve.points == NULL || def->curve.count < least) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the rope has %d points: give at least %d",
                       def->curve.points == NULL ? 0 : def->curve.count, least);
    }

    if (def->curve.count > BIGHT_MAX_NODES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                       "no room for a rope of %d nodes: at most %d in a world", def->curve.count,
                       BIGHT_MAX_NODES);
    }

    for (int32_t i = 0; i < def->curve.count; i++) {
        bight_vec3 at = def->curve.points[i];
        if (!v3_is_finite(at)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "point %d of the rope is not finite", i);
        }
        double far = bi_max(bi_max(fabs(at.x), fabs(at.y)), fabs(at.z));
        if (def->radius > 0.0 && !(far <= FARTHEST * def->radius)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d of the rope is %g from the origin: at most %g times the radius", i, far,
                           FARTHEST);
        }
    }

    // lengths: links as long as they should be, a radius that suits them
    *length = def->link_length != 0.0 ? def->link_length : mean_link(&def->curve);
    if (!(*length > 0.0 && isfinite(*length))) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "link_length is %g: give a length above 0", *length);
    }

    if (!(def->radius > 0.0 && def->radius <= 16.0 * *length)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "radius is %g: give a length above 0, at most 16 links of %g", def->radius, *length);
    }

    bight_status status = check_links(&def->curve, *length, error);

    // what the model asks for besides
    if (status == BIGHT_OK && bi_models[def->model]->check != NULL) {
        bight_rope_def whole = *def;
        whole.link_length = *length;
        status = bi_models[def->model]->check(world, &whole, error);
    }
    return status;
}

static bight_status take_slot(bight_world *world, int32_t *slot)
{
    for (int32_t i = 0; i < world->rope_count; i++) {
        // only the last nodes can be handed out again, so that ropes stay in the order of their nodes
        if (!world->ropes[i].alive && i == world->rope_count - 1) {
            *slot = i;
            return BIGHT_OK;
        }
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->ropes, &world->rope_capacity,
                                     (int64_t)world->rope_count + 1, sizeof *world->ropes);
    if (status == BIGHT_OK) {
        *slot = world->rope_count++;
        world->ropes[*slot] = (bi_rope){0};
    }
    return status;
}

// The rope behind all others: its hierarchy, its nodes, and what its model keeps besides. There is room for
// the nodes. On failure it owns nothing.
static bight_status build(bight_world *world, const bight_rope_def *def, bi_rope *rope)
{
    BI_ASSERT(rope->first == world->node_count && rope->first + rope->room <= world->node_capacity);
    const bight_allocator *allocator = &world->def.env.allocator;
    const bi_model *model = bi_model_of(rope);

    // a hierarchy with memory for the most links there may be
    int32_t most_links = rope->room - rope->count + bi_link_count(rope);
    bight_status status = bi_chain_tree_make(allocator, &rope->tree, most_links);
    if (status != BIGHT_OK) {
        bi_chain_tree_free(allocator, &rope->tree);
        return status;
    }
    bi_chain_tree_set_links(&rope->tree, bi_link_count(rope));

    // the model finds the nodes in their place; those beyond count are finite and at rest
    memcpy(world->at + rope->first, def->curve.points, (size_t)rope->count * sizeof *world->at);
    for (int32_t i = rope->first + rope->count; i < rope->first + rope->room; i++) {
        world->at[i] = v3(0, 0, 0);
    }
    status = model->make != NULL ? model->make(world, rope, def) : BIGHT_OK;
    if (status != BIGHT_OK) {
        bi_chain_tree_free(allocator, &rope->tree);
    }
    return status;
}

// From here on the rope is one of the world's.
static void join_world(bight_world *world, int32_t slot, const bi_rope *rope)
{
    for (int32_t i = rope->first; i < rope->first + rope->room; i++) {
        world->held[i] = 0;
        world->rope_of[i] = slot;
        world->cluster[i] = -1;
        world->touched[i] = 0;
    }
    world->ropes[slot] = *rope;
    world->node_count += rope->room;
    world->model_count[rope->model]++;
}

// The rope, its nodes and what it owned are no longer the world's.
static void leave_world(bight_world *world, int32_t slot)
{
    // hands on it let go
    bi_rope *rope = &world->ropes[slot];
    int32_t first = rope->first, count = rope->room;
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        hand->alive = hand->alive && hand->rope != slot;
    }

    // close the gap in the node arrays
    bi_response_remove_nodes(world, first, count);
    size_t behind = (size_t)(world->node_count - first - count);
#define X(type, name) memmove(world->name + first, world->name + first + count, behind * sizeof(type));
    BI_NODE_ARRAYS(X)
#undef X
    for (int32_t i = 0; i < world->rope_count; i++) {
        if (world->ropes[i].first > first) {
            world->ropes[i].first -= count;
        }
    }

    world->node_count -= count;

    // what it owned
    bi_chain_tree_free(&world->def.env.allocator, &rope->tree);
    if (bi_model_of(rope)->free != NULL) {
        bi_model_of(rope)->free(&world->def.env.allocator, rope);
    }

    world->model_count[rope->model]--;
    bi_free_array(&world->def.env.allocator, rope->load, BI_LOADS * (size_t)rope->room, sizeof *rope->load);
    rope->load = NULL;
    rope->loaded = rope->resists = false;
    rope->alive = false;
    rope->count = rope->room = 0;
}

bight_status bight_rope_create(bight_world *world, const bight_rope_def *def, bight_rope_id *id,
                               bight_error *error)
{
    *id = (bight_rope_id){0};
    double length = 0.0;
    bight_status status = check(world, def, &length, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // room for its nodes, now and later
    const bi_model *model = bi_models[def->model];
    int64_t room = def->curve.count;
    if (model->room != NULL) {
        room = model->room(def, length * def->curve.count);
    }

    status = bi_world_reserve_nodes(world, room);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for a rope of %lld nodes: at most %d in a world",
                       (long long)room, BIGHT_MAX_NODES);
    }

    // the rope itself
    bi_rope rope = {.alive = true,
                    .closed = def->curve.closed,
                    .model = def->model,
                    .first = world->node_count,
                    .count = def->curve.count,
                    .room = (int32_t)room,
                    .radius = def->radius,
                    .length = length};
    int32_t slot = 0;
    status = take_slot(world, &slot);
    if (status == BIGHT_OK) {
        rope.generation = world->ropes[slot].generation + 1;
        status = build(world, def, &rope);
    }

    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a rope of %d nodes", def->curve.count);
    }

    join_world(world, slot, &rope);

    // refused where it meets anything: the world is as it was
    status = bi_check_no_crossing(world, error);
    if (status != BIGHT_OK) {
        leave_world(world, slot);
        bi_world_restored(world);
        return status;
    }

    bi_world_edited(world);
    *id = (bight_rope_id){(uint32_t)slot + 1, rope.generation};
    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}

bool bight_rope_destroy(bight_world *world, bight_rope_id id)
{
    if (bi_find_rope(world, id) == NULL) {
        return false;
    }
    leave_world(world, (int32_t)id.index1 - 1);
    bi_world_edited(world);
    BI_VALIDATE(bi_world_is_valid(world));
    return true;
}

bight_curve bight_rope_curve(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return (bight_curve){0};
    }
    return (bight_curve){world->at + rope->first, rope->count, rope->closed};
}

bight_rope_model bight_rope_get_model(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    return rope != NULL ? rope->model : BIGHT_MODEL_FTL;
}

double bight_rope_radius(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    return rope != NULL ? rope->radius : 0.0;
}

double bight_rope_link_length(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    return rope != NULL ? rope->length : 0.0;
}

double bight_rope_stretch(const bight_world *world, bight_rope_id id, double from, double to)
{
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL || !(from >= 0.0 && from < to && to <= 1.0)) {
        return 0.0;
    }
    const bi_model *model = bi_model_of(rope);
    int32_t links = bi_link_count(rope);
    double total = rope->length * links, start = 0.0, length = 0.0, rest = 0.0;
    for (int32_t i = 0; i < links; i++) {
        double here = model->rest_length != NULL ? model->rest_length(rope, i) : rope->length;
        int32_t a = rope->first + i;
        double part = bi_min(start + here, to * total) - bi_max(start, from * total);
        if (part > 0.0) {
            length += part / here * v3_distance(world->at[a], world->at[bi_next(rope, a)]);
            rest += part;
        }
        start += here;
    }
    return rest > 0.0 ? length / rest : 0.0;
}
