// SPDX-License-Identifier: MIT

#include "io/gltf_skin.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>

#define MOST_JOINTS 65536

void bi_gltf_skin_free(bi_gltf *gltf, bi_gltf_skin *skin)
{
    bi_free_array(gltf->allocator, skin->maps, (size_t)skin->joint_count, sizeof *skin->maps);
    *skin = (bi_gltf_skin){0};
}

// Joint j carries the mesh from where it was bound: world(j) after inverse_bind(j).
static bight_status read_joints(bi_gltf *gltf, const bi_gltf_nodes *nodes, int32_t number,
                                const bi_json *joints, const bi_accessor *inverse, bi_gltf_skin *skin)
{
    for (int32_t i = 0; i < skin->joint_count; i++) {
        const bi_json *joint = bi_json_at(joints, (size_t)i);
        int64_t node = bi_json_is(joint, BI_JSON_INTEGER) ? bi_json_integer(joint) : -1;
        if (node < 0 || node >= nodes->count) {
            return bi_gltf_fail(gltf, "skins", number, "joint %d is not a node", (int)i + 1);
        }
        bight_status status = bi_gltf_world(gltf, nodes, (int32_t)node, &skin->maps[i]);
        if (status != BIGHT_OK) {
            return status;
        }
        if (inverse->count > 0) {
            bi_affine bind = bi_accessor_matrix(inverse, i);
            skin->maps[i] = bi_affine_after(&skin->maps[i], &bind);
        }
    }
    return BIGHT_OK;
}

bight_status bi_gltf_skin_of(bi_gltf *gltf, const bi_gltf_nodes *nodes, int32_t node, bi_gltf_skin *skin)
{
    *skin = (bi_gltf_skin){.node = node};
    const bi_json *object = bi_gltf_element(gltf, "nodes", node);
    if (bi_json_get(object, "skin") == NULL) {
        return BIGHT_OK;
    }
    int64_t which = bi_gltf_integer(object, "skin", -1);
    const bi_json *own = bi_gltf_element(gltf, "skins", which);
    if (own == NULL) {
        return bi_gltf_fail(gltf, "nodes", node, "there is no skins[%lld]", (long long)which);
    }

    // the joints are nodes of the scene
    const bi_json *joints = bi_json_get(own, "joints");
    size_t count = bi_json_count(joints);
    if (count < 1 || count > MOST_JOINTS) {
        return bi_gltf_fail(gltf, "skins", (int32_t)which, "%zu joints: it needs 1 to %d", count,
                            MOST_JOINTS);
    }

    // one inverse bind matrix for each joint; none at all stands for identities
    bi_accessor inverse = {0};
    if (bi_json_get(own, "inverseBindMatrices") != NULL) {
        bight_status status =
            bi_gltf_accessor(gltf, bi_gltf_integer(own, "inverseBindMatrices", -1), BI_MATRICES, &inverse);
        if (status != BIGHT_OK) {
            return status;
        }
        if ((size_t)inverse.count < count) {
            return bi_gltf_fail(gltf, "skins", (int32_t)which, "%d inverse bind matrices for %zu joints",
                                inverse.count, count);
        }
    }

    // joint map M_j = world(j) inverse_bind(j)
    skin->maps = bi_new_array(gltf->allocator, count, sizeof *skin->maps);
    if (skin->maps == NULL) {
        return bi_fail(gltf->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %zu joints", count);
    }

    skin->joint_count = (int32_t)count;
    return read_joints(gltf, nodes, (int32_t)which, joints, &inverse, skin);
}

bight_status bi_gltf_skin_primitive(bi_gltf *gltf, bi_gltf_skin *skin, const bi_json *attributes,
                                    int32_t count)
{
    skin->sets = 0;

    // set k holds four joints and four weights for each position
    for (int32_t set = 0; skin->joint_count > 0; set++) {
        char joints[16], weights[16];
        snprintf(joints, sizeof joints, "JOINTS_%d", (int)set);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", (int)set);

        // sets are numbered without gaps, and the first must be there
        bool more = bi_json_get(attributes, joints) != NULL;
        if (!more && set > 0) {
            break;
        }
        if (!more || set == BI_SKIN_SETS) {
            return bi_gltf_fail(gltf, "nodes", skin->node,
                                more ? "more than 8 joints for each position: apply the skin before"
                                     : "it has a skin, but its mesh has no JOINTS_0");
        }

        // x = sum w_j M_j p / sum w_j needs a weight for each joint of each position
        bight_status status =
            bi_gltf_accessor(gltf, bi_gltf_integer(attributes, joints, -1), BI_JOINTS, &skin->joints[set]);
        if (status == BIGHT_OK) {
            status = bi_gltf_accessor(gltf, bi_gltf_integer(attributes, weights, -1), BI_WEIGHTS,
                                      &skin->weights[set]);
        }
        if (status != BIGHT_OK) {
            return status;
        }
        if (skin->joints[set].count != count || skin->weights[set].count != count) {
            return bi_gltf_fail(gltf, "nodes", skin->node, "%d joints and %d weights for %d positions",
                                skin->joints[set].count, skin->weights[set].count, count);
        }
        skin->sets++;
    }
    return BIGHT_OK;
}

bight_status bi_gltf_skin_point(bi_gltf *gltf, const bi_gltf_skin *skin, const bi_affine *map, int32_t i,
                                bight_vec3 own, bight_vec3 *point)
{
    *point = bi_affine_point(map, own);
    if (skin->joint_count == 0) {
        return BIGHT_OK;
    }
    bight_vec3 sum = v3(0, 0, 0);
    double total = 0.0;
    for (int32_t k = 0; k < 4 * skin->sets; k++) {
        double weight = bi_accessor_number(&skin->weights[k / 4], i, (size_t)k % 4);
        int32_t joint = (int32_t)bi_accessor_number(&skin->joints[k / 4], i, (size_t)k % 4);
        if (weight == 0.0) {
            continue;
        }
        if (joint >= skin->joint_count) {
            return bi_gltf_fail(gltf, "nodes", skin->node, "position %d names joint %d of %d", i, joint,
                                skin->joint_count);
        }
        sum = v3_add(sum, v3_mul(weight, bi_affine_point(&skin->maps[joint], own)));
        total += weight;
    }
    if (!(total > 0.0)) {
        return bi_gltf_fail(gltf, "nodes", skin->node, "position %d has no joint with a weight above 0", i);
    }
    *point = v3_mul(1.0 / total, sum); // weights are rounded: their sum is 1 but for that
    return BIGHT_OK;
}
