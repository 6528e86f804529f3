// SPDX-License-Identifier: MIT
// The atlas: prime knots with 13 to 16 crossings, in a file of their own (docs/formats.md).

#pragma once

#include "bight/base.h"
#include "bight/knot_code.h"

/// Fewest crossings of the knots in an atlas.
#define BIGHT_ATLAS_LEAST 13
/// Most crossings of them.
#define BIGHT_ATLAS_CROSSINGS 16

/// Most diagrams of one knot that are looked at.
#define BIGHT_ATLAS_MAX_ORBIT 100000

/// An open atlas. Never changes, so threads may share it.
typedef struct bight_knot_atlas bight_knot_atlas;

/// Open an atlas. What it says is checked where it is read: a broken file gives an error or fewer names, nothing else.
/// @param bytes (size) the file, borrowed until the atlas is closed; may be mapped memory
/// @param atlas Receives it, NULL on failure. Close it with bight_knot_atlas_close().
/// @return BIGHT_ERROR_INVALID with the reason; BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_knot_atlas_open(const bight_env *env, const void *bytes, size_t size,
                                             bight_knot_atlas **atlas, bight_error *error);

/// NULL is fine.
BIGHT_API void bight_knot_atlas_close(bight_knot_atlas *atlas);

/// Knots with that many crossings, alternating or not; 0 for those that it does not have.
BIGHT_API int32_t bight_knot_atlas_count(const bight_knot_atlas *atlas, int32_t crossings, bool alternating);

/// Diagrams with as many crossings as their knots need that are not in the orbits of the rows, as far as they are known.
BIGHT_API int32_t bight_knot_atlas_alias_count(const bight_knot_atlas *atlas);

/// The least diagram of a knot of an atlas; as bight_knot_table_diagram().
/// @param index 0 .. bight_knot_atlas_count() - 1: the number in its name less 1
BIGHT_API bight_status bight_knot_atlas_diagram(const bight_env *env, const bight_knot_atlas *atlas,
                                                int32_t crossings, bool alternating, int32_t index, bool left,
                                                char name[16], bight_diagram **diagram, bight_error *error);

/// Read the whole file through: are all codes there, in order, each a permutation?
/// @return BIGHT_ERROR_INVALID with the first fault
BIGHT_API bight_status bight_knot_atlas_check(const bight_knot_atlas *atlas, bight_error *error);

/// The state of one row of a list.
typedef enum bight_atlas_row {
    BIGHT_ATLAS_UNCHECKED,
    BIGHT_ATLAS_CHIRAL,      ///< the row is the least code of its orbit, which does not hold its mirror image
    BIGHT_ATLAS_AMPHICHIRAL, ///< the same, and the mirror image is in the orbit
    BIGHT_ATLAS_WRONG,       ///< not the least code, a sum, or it needs fewer crossings
    BIGHT_ATLAS_SPENT,       ///< more than BIGHT_ATLAS_MAX_ORBIT diagrams
} bight_atlas_row;

/// A list of codes in naming order, one kind and one number of crossings.
typedef struct bight_atlas_list {
    int32_t crossings;
    bool alternating;
    const uint8_t *
        rows; ///< (count, 8 or 10 bytes) halves of the even numbers as nibbles, 0 for 16; then for knots that do
              ///< not alternate, from the next whole byte on, a bit for each sign, 1 for plus
    int32_t count;
    uint8_t *state; ///< (count) bight_atlas_row of each; receives the result
} bight_atlas_list;

/// Prove rows of a list: walk the orbit of each row that is unchecked. When each row is the least code of its orbit, and
/// the rows grow, no two rows are in one orbit, and the numbers are those of Hoste, Thistlethwaite and Weeks (1998).
/// @param first, count The rows.
/// @param diagrams     Nullable. The number of diagrams that were seen is added.
/// @return BIGHT_ERROR_INVALID when rows are out of order or no codes (the message says which), BIGHT_ERROR_STOPPED with
///         the rows before done, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_atlas_prove(const bight_env *env, const bight_atlas_list *list, int32_t first,
                                         int32_t count, int64_t *diagrams, bight_error *error);

/// A diagram of a knot with as many crossings as the knot needs that flypes and passes do not lead to from its row.
typedef struct bight_atlas_alias {
    uint64_t shadow;   ///< of the least code of its orbit: entry i, less 1, in bits 60 - 4 i ..
    uint16_t pattern;  ///< the marks of the code, the first entry's in bit crossings - 1
    uint8_t crossings; ///< BIGHT_ATLAS_LEAST to BIGHT_ATLAS_CROSSINGS
    bool mirrored;     ///< drawn with a right-handed first crossing, the two codes are mirror images
    int32_t row;       ///< from 0 among those with as many crossings that do not alternate
} bight_atlas_alias;

/// The aliases of an atlas. Zero it; free it with bight_atlas_aliases_free().
typedef struct bight_atlas_aliases {
    bight_atlas_alias *list; ///< (count) sorted by crossings, shadow, then the larger pattern first
    int32_t count, capacity;
    int64_t done; ///< rows that were searched so far, in a caller's order; kept in the file
} bight_atlas_aliases;

/// NULL is fine.
BIGHT_API void bight_atlas_aliases_free(const bight_env *env, bight_atlas_aliases *aliases);

/// Look for aliases of one row by random detours over larger diagrams. Each is reached from the row by moves, so it is the
/// same knot. When its own mirror image is reached, the row's state becomes BIGHT_ATLAS_AMPHICHIRAL.
/// @param list    Not alternating.
/// @param tries   Detours.
/// @param seed    Of the random numbers.
/// @param aliases Receives them.
/// @return BIGHT_ERROR_INVALID when the row needs fewer crossings, or is a knot of another row too (the message says which);
///         BIGHT_ERROR_STOPPED, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_atlas_find_aliases(const bight_env *env, const bight_atlas_list *list,
                                                int32_t row, int32_t tries, uint64_t seed,
                                                bight_atlas_aliases *aliases, bight_error *error);

/// Put aliases among others, each once. Of two that differ in `mirrored` alone one stays: the knot is its own mirror image.
/// @return BIGHT_ERROR_INVALID when two rows have one alias, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_atlas_merge_aliases(const bight_env *env, bight_atlas_aliases *aliases,
                                                 const bight_atlas_aliases *more, bight_error *error);

/// Take over what an atlas has: the states of rows with the same code at the same place that are unchecked here, and
/// aliases, which take the place of those given.
/// @param taken Receives the number of states.
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_atlas_take(const bight_env *env, const bight_knot_atlas *atlas,
                                        const bight_atlas_list *lists, int32_t count,
                                        bight_atlas_aliases *aliases, int64_t *taken, bight_error *error);

/// Write an atlas of lists, in the order of crossings, alternating ones first. Rows that are wrong are refused.
/// @param aliases Nullable. Those with more crossings than the lists are left out.
BIGHT_API bight_status bight_atlas_write(const bight_env *env, const bight_atlas_list *lists, int32_t count,
                                         const bight_atlas_aliases *aliases, bight_bytes *bytes,
                                         bight_error *error);
