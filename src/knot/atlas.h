// SPDX-License-Identifier: MIT

#pragma once

#include "bight/knot.h"
#include "bight/knot_atlas.h"
#include "knot/orbit.h"

/// A knot of the atlas.
typedef struct bi_atlas_knot {
    int32_t crossings, number; ///< number from 0 among its kind
    bool alternating;
    bight_atlas_row state;
    bool alias, mirrored; ///< an alias, see bight_atlas_alias
} bi_atlas_knot;

/// Look a code up, among the rows and the aliases.
bool bi_atlas_find(const bight_knot_atlas *atlas, const bi_orbit_key *key, int32_t crossings,
                   bi_atlas_knot *knot);

/// Alias i, 0 .. bight_knot_atlas_alias_count() - 1.
bight_atlas_alias bi_atlas_alias_at(const bight_knot_atlas *atlas, int32_t i);

/// The rows that were searched for aliases.
int64_t bi_atlas_searched(const bight_knot_atlas *atlas);

/// < 0, 0 or > 0: by crossings, then code.
int bi_atlas_alias_compare(const bight_atlas_alias *a, const bight_atlas_alias *b);

/// A row of a list as a code; false when it is none.
bool bi_atlas_list_row(const bight_atlas_list *list, int32_t row, bi_code *code);

/// The code of a knot by its number; false when the file has none there.
bool bi_atlas_at(const bight_knot_atlas *atlas, int32_t crossings, bool alternating, int32_t number,
                 bi_orbit_key *key);

/// "13a_4878", "16n_1008906".
void bi_atlas_name(const bi_atlas_knot *knot, char name[16]);

/// Codes in one block of the file, of which the first stands in the index.
#define BI_ATLAS_BLOCK 64

/// Of a search: the knot, and the row's code with the hands it was met with.
typedef struct bi_atlas_answer {
    bool found;
    bi_atlas_knot knot;
    bi_orbit_key key;
    int32_t hands;
} bi_atlas_answer;

/// Look for a prime diagram by its orbit, until a code of the atlas comes up; the whole orbit is walked when the atlas does
/// not know whether the knot is its own mirror image.
/// @param end How the walk ended. BI_ORBIT_FOUND may also stand for a whole orbit with a code of the atlas.
bight_status bi_atlas_search(const bight_knot_atlas *atlas, bi_orbit *orbit, const bi_diagram *piece,
                             bi_atlas_answer *answer, bi_orbit_end *end);

/// May the atlas have this diagram?
bool bi_atlas_covers(const bight_knot_atlas *atlas, const bi_diagram *piece);

/// The hand of what was found. @param diagram scratch
bight_status bi_atlas_hand(const bi_atlas_answer *answer, bi_diagram *diagram, bight_handedness *hand);

// The file, all numbers little-endian:
//   head          "bightkn1", then 2 (last - 12) sections: 13 alternating, 13 others, 14 alternating, ...; head of 16 bytes:
//                 magic, uint32 sections, uint32 1 when there are aliases, else 0
//   each section  32 bytes: uint32 count, uint32 blocks, uint64 where its index, its states and its data begin
//   index         16 bytes a block: uint64 shadow, uint32 where the block begins in the data, uint16 pattern, uint16 0
//   states        2 bits a knot: a bight_atlas_row, 0 to 2
//   data          for each code of a block but the first: the shadow less the one before, seven bits a byte from the low
//                 end, the high bit set where another byte follows; then, unless alternating, uint16 pattern
//   aliases       behind the heads of the sections, when there are any: uint32 count, uint32 0, uint64 rows searched; then 16
//                 bytes each: uint64 shadow, uint16 pattern, uint8 crossings, uint8 1 when mirrored, else 0, uint32 row.
//                 Sorted by crossings, shadow, then the larger pattern first
#define BI_ATLAS_HEAD 16
#define BI_ATLAS_SECTION 32
#define BI_ATLAS_INDEX 16
#define BI_ATLAS_ALIAS 16
#define BI_ATLAS_MAGIC "bightkn1"
