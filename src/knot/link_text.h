// SPDX-License-Identifier: MIT
// What a link is made of, and how that is written.
//
// A link falls into parts that lie apart, and a part into prime summands. A list of summands is written
//     L2a1 # 3_1 | 0_1
// with an m before those of the other hand than most. Where that would be too long, more than three equal neighbours are
// counted: #99 L2a1, |5 0_1, |13 (#5 3_1).

#pragma once

#include "bight/link.h"

/// A prime knot or link.
typedef struct bi_summand {
    char name[BIGHT_KNOT_MAX_FACTOR_NAME];
    bight_handedness hand;
    int32_t crossings;
    int32_t member_count; ///< 0 when they are not known
    int32_t members[BIGHT_LINK_MAX_MEMBERS];
} bi_summand;

/// Part of a link that lies apart: a sum, or prime, or a knot without crossings (no summand).
typedef struct bi_link_part {
    int32_t first, count; ///< its summands
    int32_t components, crossings;
    bool known; ///< else the summands are some of it
    int32_t id; ///< parts are counted as they are found
    int32_t least; ///< of its components, -1 unknown
} bi_link_part;

typedef struct bi_link_list {
    bi_summand *summands;
    bi_link_part *parts;
    int32_t summand_count, summand_capacity, part_count, part_capacity;
    bight_allocator allocator;
} bi_link_list;

void bi_link_list_free(bi_link_list *list);
bight_status bi_link_list_add(bi_link_list *list, const bi_summand *summand);

/// The part's summands are those that were added since the last part.
bight_status bi_link_list_end_part(bi_link_list *list, bi_link_part part);

/// Bring parts and summands into the order of their names. @return BIGHT_ERROR_NO_MEMORY
bight_status bi_link_list_sort(bi_link_list *list);

/// Write the name of one part, or with part < 0 of all of them.
/// @return false when it has no room, or a part is not known; then *text is "unknown"
bool bi_link_list_write(const bi_link_list *list, int32_t part, char *text, size_t size);

/// Append a text whole, or as much of it as fits and answer false.
bool bi_add_text(char *text, size_t size, const char *more);
