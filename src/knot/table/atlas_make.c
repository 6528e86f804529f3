// SPDX-License-Identifier: MIT
// From lists of codes in naming order to an atlas: what is to be proved of each row, and the file.

#include "knot/atlas.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

static size_t row_size(const bight_atlas_list *list)
{
    return list->alternating ? 8 : 10;
}

// A row as a code: nibbles from the high end, then signs, of which the first is a plus. false when it is none.
bool bi_atlas_list_row(const bight_atlas_list *list, int32_t row, bi_code *code)
{
    const uint8_t *at = list->rows + (size_t)row * row_size(list);
    int32_t n = list->crossings;
    uint32_t seen = 0;
    *code = (bi_code){.crossings = n};
    for (int32_t i = 0; i < n; i++) {
        int32_t half = i % 2 == 0 ? at[i / 2] >> 4 : at[i / 2] & 15;
        code->entries[i] = (uint8_t)(half == 0 ? 16 : half);
        seen |= UINT32_C(1) << (code->entries[i] - 1);
    }
    for (int32_t i = 0; i < n && !list->alternating; i++) {
        uint32_t plus = at[(n + 1) / 2 + i / 8] >> (7 - i % 8) & 1;
        code->pattern = code->pattern << 1 | (1 - plus);
    }
    return seen == (UINT32_C(1) << n) - 1 && (code->pattern == 0) == list->alternating &&
           (code->pattern >> (n - 1) & 1) == 0;
}

static bight_status bad_row(const bight_atlas_list *list, int32_t row, const char *what, bight_error *error)
{
    return bi_fail(error, BIGHT_ERROR_INVALID, 0, "row %d of %d crossings, %s, %s", (int)row + 1,
                   (int)list->crossings, list->alternating ? "alternating" : "not alternating", what);
}

static bight_status check_list(const bight_atlas_list *list, bight_error *error)
{
    bool good = list != NULL && list->rows != NULL && list->state != NULL &&
                list->crossings >= BIGHT_ATLAS_LEAST && list->crossings <= BIGHT_ATLAS_CROSSINGS &&
                list->count > 0;
    return good ? BIGHT_OK
                : bi_fail(error, BIGHT_ERROR_INVALID, 0,
                          "pass lists of %d to %d crossings with rows and states", BIGHT_ATLAS_LEAST,
                          BIGHT_ATLAS_CROSSINGS);
}

// The walk in hand: is the row the least code, and with which hands?
typedef struct proof {
    bi_orbit_key row;
    int32_t hands;
    bool least;
} proof;

static bool visit(void *user, const bi_orbit_key *key, int32_t hands)
{
    proof *p = user;
    int32_t order = bi_orbit_compare(key, &p->row);
    p->hands |= order == 0 ? hands : 0;
    p->least = p->least && order >= 0;
    return p->least;
}

static bight_status prove_row(bi_orbit *orbit, bi_diagram *diagram, const bi_code *code, uint8_t *state)
{
    proof p = {bi_orbit_key_of(code), 0, true};
    bi_orbit_end end;
    bight_status status = bi_code_diagram(diagram, code, 1);
    if (status == BIGHT_ERROR_INVALID) {
        *state = BIGHT_ATLAS_WRONG;
        return BIGHT_OK;
    }
    status =
        status == BIGHT_OK ? bi_orbit_walk(orbit, diagram, BIGHT_ATLAS_MAX_ORBIT, visit, &p, &end) : status;
    if (status == BIGHT_OK) {
        bool both = p.hands == (BI_HAND_RIGHT | BI_HAND_LEFT);
        *state = (uint8_t)(end == BI_ORBIT_SPENT                   ? BIGHT_ATLAS_SPENT
                           : end != BI_ORBIT_WHOLE || p.hands == 0 ? BIGHT_ATLAS_WRONG
                           : both                                  ? BIGHT_ATLAS_AMPHICHIRAL
                                                                   : BIGHT_ATLAS_CHIRAL);
    }
    return status;
}

bight_status bight_atlas_prove(const bight_env *env, const bight_atlas_list *list, int32_t first,
                               int32_t count, int64_t *diagrams, bight_error *error)
{
    bight_status status = check_list(list, error);
    if (status != BIGHT_OK || first < 0 || count < 0 || first > list->count - count) {
        return status != BIGHT_OK ? status : bi_fail(error, BIGHT_ERROR_INVALID, 0, "rows out of range");
    }
    bi_orbit orbit;
    bi_diagram diagram;
    bi_watch watch = bi_watch_from(env);
    bi_orbit_init(&orbit, env != NULL ? &env->allocator : NULL);
    bi_diagram_init(&diagram, env != NULL ? &env->allocator : NULL);
    orbit.watch = &watch;
    for (int32_t row = first; row < first + count && status == BIGHT_OK; row++) {
        bi_code code, before;
        if (!bi_atlas_list_row(list, row, &code)) {
            status = bad_row(list, row, "is no code", error);
        } else if (row > 0 &&
                   (!bi_atlas_list_row(list, row - 1, &before) || bi_code_compare(&before, &code) >= 0)) {
            status = bad_row(list, row, "does not come after the one before", error);
        } else if (list->state[row] == BIGHT_ATLAS_UNCHECKED) {
            status = prove_row(&orbit, &diagram, &code, &list->state[row]);
            if (diagrams != NULL) {
                *diagrams += orbit.count;
            }
            if (status != BIGHT_OK) {
                status = bi_fail(error, status, 0, "%s", bight_status_text(status));
            }
        }
    }
    bi_diagram_free(&diagram);
    bi_orbit_free(&orbit);
    return status;
}

// ---- the file ---------------------------------------------------------------------------------------

static bight_status put(const bight_allocator *allocator, bight_bytes *bytes, uint64_t number, int32_t size)
{
    bight_status status =
        bi_reserve(allocator, &bytes->data, &bytes->capacity, (int64_t)bytes->size + size, 1);
    for (int32_t i = 0; i < size && status == BIGHT_OK; i++) {
        bytes->data[bytes->size++] = (uint8_t)(number >> (8 * i));
    }
    return status;
}

static void set(bight_bytes *bytes, size_t at, uint64_t number, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        bytes->data[at + (size_t)i] = (uint8_t)(number >> (8 * i));
    }
}

// A code after the one before it in its block.
static bight_status put_code(const bight_allocator *allocator, bight_bytes *bytes, const bi_orbit_key *before,
                             const bi_orbit_key *key, bool alternating)
{
    uint64_t by = key->shadow - before->shadow;
    bight_status status = BIGHT_OK;
    do {
        status = put(allocator, bytes, (by & 127) | (by > 127 ? 128 : 0), 1);
        by >>= 7;
    } while (by > 0 && status == BIGHT_OK);
    return status == BIGHT_OK && !alternating ? put(allocator, bytes, key->pattern, 2) : status;
}

// Index and states first, with places filled in as the data are written.
static bight_status put_section(const bight_allocator *allocator, const bight_atlas_list *list, size_t head,
                                bight_bytes *bytes, bight_error *error)
{
    size_t blocks = ((size_t)list->count + BI_ATLAS_BLOCK - 1) / BI_ATLAS_BLOCK, index = bytes->size;
    size_t states = index + blocks * BI_ATLAS_INDEX, data = states + ((size_t)list->count + 3) / 4;
    bight_status status = bi_reserve(allocator, &bytes->data, &bytes->capacity, (int64_t)data, 1);
    if (status != BIGHT_OK) {
        return status;
    }
    memset(bytes->data + index, 0, data - index);
    bytes->size = data;
    set(bytes, head, (uint64_t)list->count, 4);
    set(bytes, head + 4, blocks, 4);
    set(bytes, head + 8, index, 8);
    set(bytes, head + 16, states, 8);
    set(bytes, head + 24, data, 8);
    bi_orbit_key before = {0};
    for (int32_t row = 0; row < list->count && status == BIGHT_OK; row++) {
        bi_code code;
        if (!bi_atlas_list_row(list, row, &code)) {
            return bad_row(list, row, "is no code", error);
        }
        bi_orbit_key key = bi_orbit_key_of(&code);
        if ((row > 0 && bi_orbit_compare(&before, &key) >= 0) || list->state[row] == BIGHT_ATLAS_WRONG) {
            return bad_row(list, row,
                           list->state[row] == BIGHT_ATLAS_WRONG ? "is not the least code of a prime knot"
                                                                 : "does not come after the one before",
                           error);
        }
        if (row % BI_ATLAS_BLOCK == 0) {
            size_t entry = index + (size_t)(row / BI_ATLAS_BLOCK) * BI_ATLAS_INDEX;
            set(bytes, entry, key.shadow, 8);
            set(bytes, entry + 8, bytes->size - data, 4);
            set(bytes, entry + 12, key.pattern, 2);
        } else {
            status = put_code(allocator, bytes, &before, &key, list->alternating);
        }
        uint8_t state = list->state[row] <= BIGHT_ATLAS_AMPHICHIRAL ? list->state[row] : 0;
        bytes->data[states + (size_t)row / 4] |= (uint8_t)(state << (2 * (row % 4)));
        before = key;
    }
    return status;
}

// Those with as many crossings as the lists. They are sorted by crossings.
static bight_status put_aliases(const bight_allocator *allocator, const bight_atlas_aliases *aliases,
                                int32_t crossings, bight_bytes *bytes)
{
    int32_t count = 0;
    while (count < aliases->count && aliases->list[count].crossings <= crossings) {
        count++;
    }
    bight_status status = put(allocator, bytes, (uint64_t)count, 8);
    status = status == BIGHT_OK ? put(allocator, bytes, (uint64_t)aliases->done, 8) : status;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        const bight_atlas_alias *a = &aliases->list[i];
        const uint64_t word = a->pattern | (uint64_t)a->crossings << 16 | (uint64_t)a->mirrored << 24 |
                              (uint64_t)(uint32_t)a->row << 32;
        status = put(allocator, bytes, a->shadow, 8);
        status = status == BIGHT_OK ? put(allocator, bytes, word, 8) : status;
    }
    return status;
}

bight_status bight_atlas_write(const bight_env *env, const bight_atlas_list *lists, int32_t count,
                               const bight_atlas_aliases *aliases, bight_bytes *bytes, bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    if (bytes == NULL || lists == NULL || count < 2 ||
        count > 2 * (BIGHT_ATLAS_CROSSINGS - BIGHT_ATLAS_LEAST + 1)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "pass two lists for each number of crossings from %d on", BIGHT_ATLAS_LEAST);
    }
    *bytes = (bight_bytes){0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = check_list(&lists[i], error);
        if (status == BIGHT_OK &&
            (lists[i].crossings != BIGHT_ATLAS_LEAST + i / 2 || lists[i].alternating != (i % 2 == 0))) {
            status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "list %d is out of order", (int)i + 1);
        }
    }
    size_t heads = BI_ATLAS_HEAD + (size_t)count * BI_ATLAS_SECTION;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &bytes->data, &bytes->capacity, (int64_t)heads, 1);
    }
    if (status == BIGHT_OK) {
        memset(bytes->data, 0, heads);
        bytes->size = heads;
        memcpy(bytes->data, BI_ATLAS_MAGIC, 8);
        set(bytes, 8, (uint64_t)count, 4);
        set(bytes, 12, aliases != NULL ? 1 : 0, 4);
    }
    if (status == BIGHT_OK && aliases != NULL) {
        status = put_aliases(allocator, aliases, lists[count - 1].crossings, bytes);
    }
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status =
            put_section(allocator, &lists[i], BI_ATLAS_HEAD + (size_t)i * BI_ATLAS_SECTION, bytes, error);
    }
    if (status == BIGHT_ERROR_NO_MEMORY) {
        bi_fail(error, status, 0, "no memory for an atlas");
    }
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
        *bytes = (bight_bytes){0};
    }
    return status;
}
