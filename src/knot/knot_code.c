// SPDX-License-Identifier: MIT
// The public face of the codes: checks of what callers pass.

#include "bight/knot_code.h"
#include "knot/public_diagram.h"
#include "knot/passages.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static bight_status begin(const bight_env *env, int32_t crossings, bight_diagram **diagram,
                          bight_error *error)
{
    if (diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "diagram is NULL: pass where to write the answer");
    }
    *diagram = NULL;
    if (crossings < 0 || crossings > BIGHT_DIAGRAM_MAX_CROSSINGS) {
        return bi_fail(error, crossings < 0 ? BIGHT_ERROR_INVALID : BIGHT_ERROR_TOO_LARGE, 0,
                       "%d crossings: 0 to %d are possible", (int)crossings, BIGHT_DIAGRAM_MAX_CROSSINGS);
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *diagram = bi_new_array(allocator, 1, sizeof **diagram);
    if (*diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a diagram");
    }
    bi_diagram_init(&(*diagram)->map, allocator);
    return BIGHT_OK;
}

// Counts components, or throws away a diagram that failed.
static bight_status end(bight_diagram **diagram, bight_status status)
{
    if (status != BIGHT_OK) {
        bight_diagram_free(*diagram);
        *diagram = NULL;
        return status;
    }
    bi_diagram *map = &(*diagram)->map;
    size_t total = 4 * (size_t)map->crossings + 1;
    int32_t *seen = bi_new_array(&map->allocator, total, sizeof *seen);
    if (seen == NULL) {
        return end(diagram, BIGHT_ERROR_NO_MEMORY);
    }
    (*diagram)->components = bi_diagram_count_components(map, seen) + map->circles;
    bi_free_array(&map->allocator, seen, total, sizeof *seen);
    return BIGHT_OK;
}

void bight_diagram_free(bight_diagram *diagram)
{
    if (diagram != NULL) {
        bight_allocator allocator = diagram->map.allocator;
        bi_diagram_free(&diagram->map);
        bi_free_array(&allocator, diagram, 1, sizeof *diagram);
    }
}

static bight_status check_signs(const int8_t *signs, int32_t crossings, bight_error *error)
{
    for (int32_t c = 0; signs != NULL && c < crossings; c++) {
        if (signs[c] != 1 && signs[c] != -1) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "sign %d is %d: it must be +1 or -1", (int)c + 1,
                           (int)signs[c]);
        }
    }
    return BIGHT_OK;
}

bight_status bight_diagram_from_pd(const bight_env *env, const int32_t *labels, int32_t crossings,
                                   bool clockwise, int32_t circles, bight_diagram **diagram,
                                   bight_error *error)
{
    bight_status status = begin(env, crossings, diagram, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_diagram *map = &(*diagram)->map;
    size_t total = 4 * (size_t)crossings + 1;
    int32_t *turned = bi_new_array(&map->allocator, total, sizeof *turned);
    if (turned == NULL) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a PD code"));
    }
    for (int32_t i = 0; i < 4 * crossings; i++) {
        turned[i] = labels[clockwise ? (i & ~3) + ((4 - i) & 3) : i];
    }
    status = bi_diagram_from_pd(map, turned, crossings, error);
    map->circles += circles > 0 ? circles : 0;
    bi_free_array(&map->allocator, turned, total, sizeof *turned);
    return end(diagram, status);
}

static bight_status check_entries(const int32_t *entries, int32_t crossings, const int32_t *lengths,
                                  int32_t components, int32_t *passages, bight_error *error)
{
    for (int32_t i = 0; i < 2 * crossings; i++) {
        passages[i] = -1;
    }

    // n entries in all, at least one for each component
    int64_t sum = 0;
    for (int32_t k = 0; k < components; k++) {
        if (lengths[k] < 1) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "component %d has no entries: a DT code cannot say that", (int)k + 1);
        }
        sum += lengths[k];
    }

    if (sum != crossings) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the components have %lld entries, the code has %d",
                       (long long)sum, (int)crossings);
    }

    // entry i pairs odd number 2 i + 1 with an even one, each used once; positive: the odd passage is over
    for (int32_t i = 0; i < crossings; i++) {
        int64_t even = entries[i] < 0 ? -(int64_t)entries[i] : entries[i];
        if (even < 2 || even > 2 * crossings || even % 2 != 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "entry %d is %d: entries are 2, 4, ..., %d with a sign", (int)i + 1,
                           (int)entries[i], 2 * (int)crossings);
        }
        if (passages[even - 1] >= 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "entry %d, %d, was used before by entry %d",
                           (int)i + 1, (int)entries[i], (passages[even - 1] >> 1) + 1);
        }
        bool odd_over = entries[i] > 0;
        passages[2 * i] = 2 * i + (odd_over ? 1 : 0);
        passages[even - 1] = 2 * i + (odd_over ? 0 : 1);
    }
    return BIGHT_OK;
}

bight_status bight_diagram_from_dt(const bight_env *env, const int32_t *entries, int32_t crossings,
                                   const int32_t *lengths, int32_t components, const int8_t *signs,
                                   bight_diagram **diagram, bight_error *error)
{
    bight_status status = begin(env, crossings, diagram, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (crossings == 0) {
        (*diagram)->map.circles = 1;
        return end(diagram, BIGHT_OK);
    }

    // without lengths all entries are of one component
    int32_t one = crossings;
    components = lengths == NULL ? 1 : components;
    lengths = lengths == NULL ? &one : lengths;
    if (components < 1 || components > crossings) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d components of %d crossings",
                                    (int)components, (int)crossings));
    }

    // the passage at each of the numbers 1 to 2 n
    bi_diagram *map = &(*diagram)->map;
    size_t total = 2 * (size_t)crossings + (size_t)components;
    int32_t *passages = bi_new_array(&map->allocator, total, sizeof *passages), *doubled = NULL;
    if (passages == NULL) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a DT code"));
    }
    status = check_entries(entries, crossings, lengths, components, passages, error);
    status = status == BIGHT_OK ? check_signs(signs, crossings, error) : status;

    // m entries of a component are 2 m passages along it
    if (status == BIGHT_OK) {
        doubled = passages + 2 * (size_t)crossings;
        for (int32_t k = 0; k < components; k++) {
            doubled[k] = 2 * lengths[k];
        }
        bi_watch watch = bi_watch_from(env);
        status =
            bi_diagram_from_passages(map, passages, crossings, doubled, components, signs, &watch, error);
    }

    bi_free_array(&map->allocator, passages, total, sizeof *passages);
    return end(diagram, status);
}

static bight_status read_gauss(const int32_t *entries, int32_t count, int32_t crossings, int32_t *passages,
                               int32_t *used, bight_error *error)
{
    for (int32_t i = 0; i < 2 * crossings; i++) {
        used[i] = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        int64_t name = entries[i] < 0 ? -(int64_t)entries[i] : entries[i];
        if (name < 1 || name > crossings) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "entry %d is %d: crossings are 1 to %d with a sign",
                           (int)i + 1, (int)entries[i], (int)crossings);
        }
        int32_t passage = 2 * (int32_t)(name - 1) + (entries[i] > 0 ? 1 : 0);
        if (used[passage] > 0) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "entry %d, %d, was met before as entry %d: each crossing is met once above and once below",
                (int)i + 1, (int)entries[i], (int)used[passage]);
        }
        used[passage] = i + 1;
        passages[i] = passage;
    }
    return BIGHT_OK;
}

bight_status bight_diagram_from_gauss(const bight_env *env, const int32_t *entries, const int32_t *lengths,
                                      int32_t components, const int8_t *signs, bight_diagram **diagram,
                                      bight_error *error)
{
    int64_t count = 0;
    for (int32_t k = 0; k < components; k++) {
        count += lengths[k];
        if (lengths[k] < 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "component %d has %d passages", (int)k + 1,
                           (int)lengths[k]);
        }
    }

    // each crossing is passed twice; the count stays within int32 for begin(), which refuses too many
    int64_t crossings = count / 2 > BIGHT_DIAGRAM_MAX_CROSSINGS ? BIGHT_DIAGRAM_MAX_CROSSINGS + 1 : count / 2;
    bight_status status = begin(env, (int32_t)crossings, diagram, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (count % 2 != 0 || components < 1) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_INVALID, 0,
                                    "%lld passages in %d components: each crossing is met twice",
                                    (long long)count, (int)components));
    }

    // entries as passages, which are joined along each component
    bi_diagram *map = &(*diagram)->map;
    size_t total = 2 * (size_t)count + 1;
    int32_t *passages = bi_new_array(&map->allocator, total, sizeof *passages);
    if (passages == NULL) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a Gauss code"));
    }

    status = read_gauss(entries, (int32_t)count, (int32_t)crossings, passages, passages + count, error);
    status = status == BIGHT_OK ? check_signs(signs, (int32_t)crossings, error) : status;
    if (status == BIGHT_OK) {
        bi_watch watch = bi_watch_from(env);
        status = bi_diagram_from_passages(map, passages, (int32_t)crossings, lengths, components, signs,
                                          &watch, error);
    }

    bi_free_array(&map->allocator, passages, total, sizeof *passages);
    return end(diagram, status);
}

bight_status bight_diagram_from_braid(const bight_env *env, const int32_t *word, int32_t length,
                                      int32_t strands, bight_diagram **diagram, bight_error *error)
{
    bight_status status = begin(env, length, diagram, error);
    if (status != BIGHT_OK) {
        return status;
    }
    int64_t least = 1;
    for (int32_t i = 0; i < length; i++) {
        int64_t letter = word[i] < 0 ? -(int64_t)word[i] : word[i];
        if (letter == 0 || letter >= BIGHT_DIAGRAM_MAX_CROSSINGS || (strands > 0 && letter >= strands)) {
            return end(diagram, bi_fail(error, BIGHT_ERROR_INVALID, 0,
                                        "letter %d of the braid is %d: letters are 1 to %d with a sign",
                                        (int)i + 1, (int)word[i],
                                        strands > 0 ? (int)strands - 1 : BIGHT_DIAGRAM_MAX_CROSSINGS - 1));
        }
        least = letter + 1 > least ? letter + 1 : least;
    }
    if (strands < 0 || strands > BIGHT_DIAGRAM_MAX_CROSSINGS) {
        return end(diagram, bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d strands: 1 to %d are possible",
                                    (int)strands, BIGHT_DIAGRAM_MAX_CROSSINGS));
    }
    status = bi_diagram_from_braid(&(*diagram)->map, word, length, strands > 0 ? strands : (int32_t)least);
    return end(diagram, status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory for a braid"));
}

int32_t bight_diagram_crossings(const bight_diagram *diagram)
{
    return diagram->map.crossings;
}

int32_t bight_diagram_components(const bight_diagram *diagram)
{
    return diagram->components;
}

int32_t bight_diagram_circles(const bight_diagram *diagram)
{
    return diagram->map.circles;
}

const int32_t *bight_diagram_mates(const bight_diagram *diagram)
{
    return diagram->map.mate;
}

const int8_t *bight_diagram_signs(const bight_diagram *diagram)
{
    return diagram->map.sign;
}
