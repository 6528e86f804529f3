// SPDX-License-Identifier: MIT
// Reading an atlas: nothing in the file is believed before it is checked against the file's end.

#include "knot/atlas.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

#define SECTIONS (2 * (BIGHT_ATLAS_CROSSINGS - BIGHT_ATLAS_LEAST + 1))

typedef struct section {
    int32_t count, blocks;
    const uint8_t *index, *states, *data, *end; ///< end: of the data
} section;

struct bight_knot_atlas {
    section sections[SECTIONS]; ///< 13 alternating, 13 others, ...
    const uint8_t *aliases;     ///< (alias_count, 16 bytes)
    int32_t alias_count;
    int64_t searched;
    bight_allocator allocator;
};

static uint64_t number_at(const uint8_t *at, int32_t bytes)
{
    uint64_t number = 0;
    for (int32_t i = bytes - 1; i >= 0; i--) {
        number = number << 8 | at[i];
    }
    return number;
}

// Does a part of so many bytes from `at` on lie in the file?
static bool fits(uint64_t at, uint64_t bytes, size_t size)
{
    return at <= size && bytes <= size - at;
}

static bool read_section(const uint8_t *file, size_t size, const uint8_t *head, bool last,
                         const uint8_t *next, section *s)
{
    uint64_t count = number_at(head, 4), blocks = number_at(head + 4, 4);
    uint64_t index = number_at(head + 8, 8), states = number_at(head + 16, 8), data = number_at(head + 24, 8);
    uint64_t end = last ? size : number_at(next + 8, 8); // data end where the next section's index begins
    if (count > 10000000 || blocks != (count + BI_ATLAS_BLOCK - 1) / BI_ATLAS_BLOCK ||
        !fits(index, blocks * BI_ATLAS_INDEX, size) || !fits(states, (count + 3) / 4, size) || data > end ||
        !fits(data, end - data, size)) {
        return false;
    }
    *s = (section){(int32_t)count, (int32_t)blocks, file + index, file + states, file + data, file + end};
    for (uint64_t b = 0; b < blocks; b++) {
        if (number_at(s->index + b * BI_ATLAS_INDEX + 8, 4) > end - data) {
            return false;
        }
    }
    return true;
}

bight_atlas_alias bi_atlas_alias_at(const bight_knot_atlas *atlas, int32_t i)
{
    const uint8_t *at = atlas->aliases + (size_t)i * BI_ATLAS_ALIAS;
    return (bight_atlas_alias){number_at(at, 8), (uint16_t)number_at(at + 8, 2), at[10], at[11] != 0,
                               (int32_t)number_at(at + 12, 4)};
}

int bi_atlas_alias_compare(const bight_atlas_alias *a, const bight_atlas_alias *b)
{
    if (a->crossings != b->crossings) {
        return a->crossings < b->crossings ? -1 : 1;
    }
    return bi_orbit_compare(&(bi_orbit_key){a->shadow, a->pattern}, &(bi_orbit_key){b->shadow, b->pattern});
}

int32_t bight_knot_atlas_alias_count(const bight_knot_atlas *atlas)
{
    return atlas != NULL ? atlas->alias_count : 0;
}

int64_t bi_atlas_searched(const bight_knot_atlas *atlas)
{
    return atlas->searched;
}

static bool read_aliases(const uint8_t *file, size_t size, uint64_t sections, bight_knot_atlas *atlas)
{
    uint64_t at = BI_ATLAS_HEAD + sections * BI_ATLAS_SECTION, there = number_at(file + 12, 4);
    if (there == 0) {
        return true;
    }
    if (there != 1 || !fits(at, 16, size)) {
        return false;
    }
    uint64_t count = number_at(file + at, 4), searched = number_at(file + at + 8, 8);
    if (number_at(file + at + 4, 4) != 0 || count > 10000000 || searched > INT64_MAX ||
        !fits(at + 16, count * BI_ATLAS_ALIAS, size)) {
        return false;
    }
    atlas->aliases = file + at + 16;
    atlas->alias_count = (int32_t)count;
    atlas->searched = (int64_t)searched;
    return true;
}

bight_status bight_knot_atlas_open(const bight_env *env, const void *bytes, size_t size,
                                   bight_knot_atlas **atlas, bight_error *error)
{
    const uint8_t *file = bytes;
    if (atlas == NULL || bytes == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", atlas == NULL ? "atlas" : "bytes");
    }
    *atlas = NULL;
    if (size < BI_ATLAS_HEAD || memcmp(file, BI_ATLAS_MAGIC, 8) != 0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "not an atlas of knots: bight tabulate 16 --from makes one");
    }
    uint64_t sections = number_at(file + 8, 4);
    if (sections < 2 || sections > SECTIONS || sections % 2 != 0 ||
        !fits(BI_ATLAS_HEAD, sections * BI_ATLAS_SECTION, size)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the atlas has %llu sections, or ends before them",
                       (unsigned long long)sections);
    }
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bight_knot_atlas *made = bi_new_array(allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for an atlas");
    }
    made->allocator = *allocator;
    for (uint64_t i = 0; i < sections; i++) {
        const uint8_t *head = file + BI_ATLAS_HEAD + i * BI_ATLAS_SECTION;
        if (!read_section(file, size, head, i + 1 == sections, head + BI_ATLAS_SECTION, &made->sections[i])) {
            bight_knot_atlas_close(made);
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "section %d of the atlas does not lie in the file: was it cut short?", (int)i + 1);
        }
    }
    if (!read_aliases(file, size, sections, made)) {
        bight_knot_atlas_close(made);
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the aliases of the atlas do not lie in the file: was it cut short?");
    }
    *atlas = made;
    return BIGHT_OK;
}

void bight_knot_atlas_close(bight_knot_atlas *atlas)
{
    if (atlas != NULL) {
        bight_allocator allocator = atlas->allocator;
        bi_free_array(&allocator, atlas, 1, sizeof *atlas);
    }
}

static const section *section_of(const bight_knot_atlas *atlas, int32_t crossings, bool alternating)
{
    bool inside = atlas != NULL && crossings >= BIGHT_ATLAS_LEAST && crossings <= BIGHT_ATLAS_CROSSINGS;
    return inside ? &atlas->sections[2 * (crossings - BIGHT_ATLAS_LEAST) + (alternating ? 0 : 1)] : NULL;
}

int32_t bight_knot_atlas_count(const bight_knot_atlas *atlas, int32_t crossings, bool alternating)
{
    const section *s = section_of(atlas, crossings, alternating);
    return s != NULL ? s->count : 0;
}

// Is each of 1 .. n there once?
static bool is_permutation(const bi_orbit_key *key, int32_t crossings)
{
    uint32_t seen = 0;
    for (int32_t i = 0; i < 16; i++) {
        uint32_t entry = (uint32_t)(key->shadow >> (60 - 4 * i) & 15);
        if (i < crossings) {
            seen |= UINT32_C(1) << entry;
        } else if (entry != 0) {
            return false;
        }
    }
    return seen == (UINT32_C(1) << crossings) - 1;
}

// The codes of a block, one after the other.
typedef struct cursor {
    const uint8_t *at, *end;
    bi_orbit_key key;
    bool alternating;
} cursor;

static cursor begin_block(const section *s, int32_t block, bool alternating)
{
    const uint8_t *entry = s->index + (size_t)block * BI_ATLAS_INDEX;
    return (cursor){s->data + number_at(entry + 8, 4),
                    s->end,
                    {number_at(entry, 8), (uint16_t)number_at(entry + 12, 2)},
                    alternating};
}

static bool next_code(cursor *c)
{
    uint64_t by = 0;
    int32_t shift = 0;
    do {
        if (c->at == c->end || shift > 63) {
            return false;
        }
        by |= (uint64_t)(*c->at & 127) << shift;
        shift += 7;
    } while ((*c->at++ & 128) != 0);
    c->key.shadow += by;
    if (!c->alternating) {
        if (c->end - c->at < 2) {
            return false;
        }
        c->key.pattern = (uint16_t)number_at(c->at, 2);
        c->at += 2;
    }
    return true;
}

static bight_atlas_row state_of(const section *s, int32_t number)
{
    int32_t state = s->states[number / 4] >> (2 * (number % 4)) & 3;
    return state <= BIGHT_ATLAS_AMPHICHIRAL ? (bight_atlas_row)state : BIGHT_ATLAS_UNCHECKED;
}

static bool find_alias(const bight_knot_atlas *atlas, const bi_orbit_key *key, int32_t crossings,
                       bi_atlas_knot *knot)
{
    const bight_atlas_alias wanted = {
        .shadow = key->shadow, .pattern = key->pattern, .crossings = (uint8_t)crossings};
    int32_t low = 0, high = atlas->alias_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        bight_atlas_alias here = bi_atlas_alias_at(atlas, middle);
        int order = bi_atlas_alias_compare(&here, &wanted);
        const section *s = section_of(atlas, crossings, false);
        if (order == 0 && here.row >= 0 && here.row < s->count) {
            *knot = (bi_atlas_knot){crossings, here.row, false, state_of(s, here.row), true, here.mirrored};
            return true;
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return false;
}

static bool find_row(const bight_knot_atlas *atlas, const bi_orbit_key *key, int32_t crossings,
                     bi_atlas_knot *knot)
{
    bool alternating = key->pattern == 0;
    const section *s = section_of(atlas, crossings, alternating);
    if (s == NULL || s->count == 0) {
        return false;
    }

    // the last block that does not begin behind the code, then code after code
    int32_t low = 0, high = s->blocks;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        cursor here = begin_block(s, middle, alternating);
        *(bi_orbit_compare(&here.key, key) <= 0 ? &low : &high) = middle;
    }
    cursor c = begin_block(s, low, alternating);
    int32_t number = low * BI_ATLAS_BLOCK;
    for (int32_t i = 0; i < BI_ATLAS_BLOCK && number < s->count; i++, number++) {
        int32_t order = i > 0 && !next_code(&c) ? 1 : bi_orbit_compare(&c.key, key);
        if (order == 0) {
            *knot = (bi_atlas_knot){crossings, number, alternating, state_of(s, number), false, false};
            return true;
        }
        if (order > 0) {
            break;
        }
    }
    return false;
}

bool bi_atlas_find(const bight_knot_atlas *atlas, const bi_orbit_key *key, int32_t crossings,
                   bi_atlas_knot *knot)
{
    return find_row(atlas, key, crossings, knot) ||
           (atlas != NULL && key->pattern != 0 && find_alias(atlas, key, crossings, knot));
}

bool bi_atlas_at(const bight_knot_atlas *atlas, int32_t crossings, bool alternating, int32_t number,
                 bi_orbit_key *key)
{
    const section *s = section_of(atlas, crossings, alternating);
    if (s == NULL || number < 0 || number >= s->count) {
        return false;
    }
    cursor c = begin_block(s, number / BI_ATLAS_BLOCK, alternating);
    for (int32_t i = number % BI_ATLAS_BLOCK; i > 0; i--) {
        if (!next_code(&c)) {
            return false;
        }
    }
    *key = c.key;
    return is_permutation(key, crossings);
}

void bi_atlas_name(const bi_atlas_knot *knot, char name[16])
{
    snprintf(name, 16, "%u%c_%u", (unsigned)knot->crossings & 31u, knot->alternating ? 'a' : 'n',
             (unsigned)(knot->number + 1) & 0xFFFFFFu);
}

static bight_status check_aliases(const bight_knot_atlas *atlas, bight_error *error)
{
    for (int32_t i = 0; i < atlas->alias_count; i++) {
        bight_atlas_alias here = bi_atlas_alias_at(atlas, i), before = here;
        bi_orbit_key key = {here.shadow, here.pattern};
        bi_atlas_knot knot;
        if (i > 0) {
            before = bi_atlas_alias_at(atlas, i - 1);
        }
        int32_t rows = bight_knot_atlas_count(atlas, here.crossings, false);
        bool good = here.row >= 0 && here.row < rows &&
                    atlas->aliases[(size_t)i * BI_ATLAS_ALIAS + 11] <= 1 &&
                    is_permutation(&key, here.crossings) && here.pattern != 0 &&
                    here.pattern >> (here.crossings - 1) == 0 &&
                    (i == 0 || bi_atlas_alias_compare(&before, &here) < 0) &&
                    !find_row(atlas, &key, here.crossings, &knot);
        if (!good) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "alias %d is broken, out of order, or the code of a row", (int)i + 1);
        }
    }
    return BIGHT_OK;
}

bight_status bight_knot_atlas_check(const bight_knot_atlas *atlas, bight_error *error)
{
    for (int32_t i = 0; i < SECTIONS; i++) {
        const section *s = &atlas->sections[i];
        int32_t crossings = BIGHT_ATLAS_LEAST + i / 2, number = 0;
        bi_orbit_key before = {0};
        for (int32_t b = 0; b < s->blocks; b++) {
            cursor c = begin_block(s, b, i % 2 == 0);
            for (int32_t k = 0; k < BI_ATLAS_BLOCK && number < s->count; k++, number++) {
                bool good = k == 0 || next_code(&c);
                good = good && is_permutation(&c.key, crossings) && (c.key.pattern == 0) == (i % 2 == 0) &&
                       (number == 0 || bi_orbit_compare(&before, &c.key) < 0);
                if (!good) {
                    return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                                   "code %d of %d crossings, %s, is broken or out of order", (int)number + 1,
                                   (int)crossings, i % 2 == 0 ? "alternating" : "not alternating");
                }
                before = c.key;
            }
        }
    }
    return check_aliases(atlas, error);
}
