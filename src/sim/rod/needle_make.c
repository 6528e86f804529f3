// SPDX-License-Identifier: MIT
// What a needle is made of.

#include "sim/rod/needle.h"

#include "core/error.h"
#include "core/hash.h"
#include "geom/needle_nodes.h"
#include "sim/rod/rod.h"

// Of steel: newtons per square metre, kilograms per cubic metre.
#define YOUNG 2e11
#define STEEL 7850.0

bight_status bi_needle_check(const bight_rope_def *rope, bight_error *error)
{
    const bight_rod_def *def = &rope->rod;
    const bight_needle_def *needle = &def->needle;
    int32_t links = rope->curve.count - 1;
    if (needle->links == 0) {
        return BIGHT_OK;
    }
    if (rope->curve.closed) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.needle.links is %d and the rope is closed: a needle is at an end of an open one",
                       (int)needle->links);
    }
    if (needle->links < BI_NEEDLE_LEAST_LINKS || needle->links >= links) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.needle.links is %d of the rope's %d: give %d to %d, the rest is thread",
                       (int)needle->links, (int)links, BI_NEEDLE_LEAST_LINKS,
                       (int)bi_max(links - 1, BI_NEEDLE_LEAST_LINKS));
    }
    if (needle->end != BIGHT_END_FIRST && needle->end != BIGHT_END_LAST) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.needle.end is %d: give BIGHT_END_FIRST or BIGHT_END_LAST", (int)needle->end);
    }
    double least = BI_NEEDLE_LEAST_DIAMETER * rope->radius, most = BI_NEEDLE_MOST_DIAMETER * rope->radius;
    if (!(needle->diameter == 0.0 || (needle->diameter >= least && needle->diameter <= most))) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.needle.diameter is %g: give %g to %g, a tenth of the rope's radius to twenty "
                       "times as much, or 0 for that of the rope",
                       needle->diameter, least, most);
    }
    bool curved = def->rest_curvature > 0.0, bent = curved || def->rest_shape > 0.0;
    if (bent || def->twist_friction > 0.0) {
        const char *field = curved ? "rest_curvature" : bent ? "rest_shape" : "twist_friction";
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.%s is %g: the thread of a needle is straight at rest, and friction does not roll "
                       "it: give 0, or another material, as silk_suture",
                       field,
                       curved ? def->rest_curvature
                       : bent ? def->rest_shape
                              : def->twist_friction);
    }
    return BIGHT_OK;
}

bight_status bi_needle_make(const bight_allocator *allocator, bi_rope *rope, const bight_vec3 *x)
{
    bi_rod *rod = rope->rod;
    const bight_needle_def *def = &rod->def.needle;
    rod->needle = NULL;
    if (def->links == 0) {
        return BIGHT_OK;
    }
    bi_needle *made = bi_new_array(allocator, 1, sizeof *made);
    rod->needle = made;
    if (made == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    double d = def->diameter > 0.0 ? def->diameter : 2.0 * rope->radius;
    double section = 0.78539816339744831 * d * d;
    *made = (bi_needle){.first = bi_needle_first_node(def->end == BIGHT_END_LAST, def->links, rope->count),
                        .links = def->links,
                        .stretch = YOUNG * section,
                        .density = STEEL * section,
                        .turn = {0.0, 0.0, 0.0, 1.0},
                        .now = {0.0, 0.0, 0.0, 1.0},
                        .hand = -1,
                        .run = -1};
    made->shape = bi_new_array(allocator, (size_t)made->links, sizeof *made->shape);
    if (made->shape == NULL) {
        bi_needle_free(allocator, rope);
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t j = 0; j < made->links; j++) {
        bight_vec3 e = v3_sub(x[made->first + j + 1], x[made->first + j]);
        made->shape[j] = v3_mul(rope->length, v3_unit(e, v3(1, 0, 0)));
    }
    return BIGHT_OK;
}

void bi_needle_free(const bight_allocator *allocator, bi_rope *rope)
{
    bi_needle *needle = rope->rod->needle;
    if (needle != NULL) {
        bi_free_array(allocator, needle->shape, (size_t)needle->links, sizeof *needle->shape);
        bi_free_array(allocator, needle, 1, sizeof *needle);
        rope->rod->needle = NULL;
    }
}

size_t bi_needle_bytes(const bi_rope *rope)
{
    const bi_needle *needle = rope->rod->needle;
    return needle != NULL ? sizeof *needle + (size_t)needle->links * sizeof *needle->shape : 0;
}

uint64_t bi_needle_hash(uint64_t hash, const bi_rope *rope)
{
    const bi_needle *needle = rope->rod->needle;
    if (needle == NULL) {
        return hash;
    }
    hash = bi_hash_double(bi_hash_word(hash, (uint64_t)needle->first), needle->stretch);
    for (int32_t j = 0; j < needle->links; j++) {
        hash = bi_hash_vec3(hash, needle->shape[j]);
    }
    for (int32_t k = 0; k < 4; k++) {
        hash = bi_hash_double(hash, needle->turn[k]);
    }
    return hash;
}
