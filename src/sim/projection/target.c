// SPDX-License-Identifier: MIT
// What a controller asks of a projection rope.

#include "core/error.h"
#include "core/vec3.h"
#include "sim/projection/rope.h"

static bight_status find(const bight_world *world, bight_rope_id id, const bi_rope **rope, bight_error *error)
{
    *rope = bi_find_rope(world, id);
    if (*rope == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such rope");
    }
    if ((*rope)->projection == NULL) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "this rope has another model: make it with BIGHT_MODEL_PROJECTION");
    }
    return BIGHT_OK;
}

static bight_status check_target(const bi_rope *rope, int32_t i, int32_t node, bight_vec3 point,
                                 double weight, bight_error *error)
{
    if (node < 0 || node >= rope->count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "target %d: node %d does not exist: the rope has nodes 0 to %d", i, node,
                       rope->count - 1);
    }
    if (!v3_is_finite(point)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "target %d: its point is not finite", i);
    }
    if (!(weight >= 0.0 && weight <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "target %d: weight is %g: give 0 to 1e6", i, weight);
    }
    if (rope->projection->listed[node]) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "target %d: node %d has a target already", i, node);
    }
    return BIGHT_OK;
}

bight_status bight_rope_set_targets(bight_world *world, bight_rope_id id, const int32_t *nodes,
                                    const bight_vec3 *points, const double *weights, int32_t count,
                                    bight_error *error)
{
    const bi_rope *rope;
    bight_status status = find(world, id, &rope, error);
    if (status != BIGHT_OK) {
        return status;
    }

    bi_projection_rope *p = rope->projection;
    if (count < 0 || count > rope->count || (count > 0 && (nodes == NULL || points == NULL))) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d targets: give 0 to %d with their nodes and points",
                       count, rope->count);
    }

    // all are looked at before the first is taken
    int32_t good = 0;
    for (; good < count && status == BIGHT_OK; good += status == BIGHT_OK) {
        double weight = weights != NULL ? weights[good] : p->def.target_weight;
        status = check_target(rope, good, nodes[good], points[good], weight, error);
        if (status == BIGHT_OK) {
            p->listed[nodes[good]] = 1;
        }
    }

    // `listed` is clear again, whatever the answer
    for (int32_t i = 0; i < good; i++) {
        p->listed[nodes[i]] = 0;
    }
    if (status != BIGHT_OK) {
        return status;
    }

    for (int32_t i = 0; i < count; i++) {
        p->targets[i] = (bi_target){nodes[i], weights != NULL ? weights[i] : p->def.target_weight, points[i]};
    }
    p->target_count = count;
    bi_world_woken(world);
    return BIGHT_OK;
}

bight_status bight_rope_set_projection(bight_world *world, bight_rope_id id, const bight_projection_def *def,
                                       bight_error *error)
{
    const bi_rope *rope;
    bight_status status = find(world, id, &rope, error);
    if (status == BIGHT_OK) {
        status = bi_projection_rope_check(def, error);
    }
    if (status == BIGHT_OK) {
        rope->projection->def = *def;
        bi_world_woken(world);
    }
    return status;
}

bight_projection_def bight_rope_get_projection(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    return rope != NULL && rope->projection != NULL ? rope->projection->def : (bight_projection_def){0};
}
