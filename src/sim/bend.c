// SPDX-License-Identifier: MIT

#include "sim/bend.h"

#include "core/vec3.h"
#include "sim/near.h"

int32_t bi_bend_links(const bi_rope *rope)
{
    if (rope->rod == NULL) {
        return 0;
    }

    // as for bi_near.bend: less rope between them than BI_BEND_ARC radii
    double most = BI_BEND_ARC * rope->radius / rope->length;
    int32_t links = most < rope->count ? (int32_t)most : rope->count;
    links -= links > 0 && links * rope->length >= BI_BEND_ARC * rope->radius;

    // on a closed rope that is so short that both ways round are bends, all are listed
    return rope->closed && 3 * (links + 2) > rope->count ? 0 : links;
}

// Node `i` after the rope's first one; of a closed rope the first comes after the last.
static bight_vec3 node_at(const bi_rope *rope, const bight_vec3 *x, int32_t i)
{
    return x[rope->first + (i < rope->count ? i : i - rope->count)];
}

bool bi_bend_runs_one_way(const bi_rope *rope, const bight_vec3 *from, const bight_vec3 *to, double floor,
                          int32_t link, int32_t links)
{
    BI_ASSERT(link >= 0 && links >= 1 && links < rope->count);
    bight_vec3 a = node_at(rope, from, link), b = node_at(rope, to, link);
    bight_vec3 u = v3_sub(node_at(rope, from, link + links), a);
    double least = floor * v3_length(u);
    for (int32_t i = link + 1; i <= link + links; i++) {
        bight_vec3 next_a = node_at(rope, from, i), next_b = node_at(rope, to, i);
        if (!(v3_dot(v3_sub(next_a, a), u) > least) || !(v3_dot(v3_sub(next_b, b), u) > least)) {
            return false;
        }
        a = next_a;
        b = next_b;
    }
    return true;
}
