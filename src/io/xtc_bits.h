// SPDX-License-Identifier: MIT
// Coordinates packed as GROMACS packs them: the published scheme of xdr3dfcoord.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What stands in front of the packed bytes of a frame.
typedef struct bi_xtc_pack {
    int32_t low[3], high[3]; ///< bounds of the whole numbers
    int32_t small;           ///< index of the size of a small step, 9 to 72
    const uint8_t *bytes;    ///< (size)
    size_t size;
} bi_xtc_pack;

/// Where the unpacking is.
typedef struct bi_xtc_bits {
    const bi_xtc_pack *pack;
    size_t bit;              ///< read so far
    uint32_t range[3];       ///< of the numbers
    int32_t whole, parts[3]; ///< bits of all three together, or, when `whole` is 0, of each
    int32_t small, run;      ///< run: atoms that follow by small steps
    int64_t waiting[9][3];   ///< (count) unpacked and not handed out, from `next` on
    int32_t count, next;
} bi_xtc_bits;

/// @return false for bounds or a size that no frame has.
bool bi_xtc_open(bi_xtc_bits *bits, const bi_xtc_pack *pack);

/// The next atom's numbers, in units of 1 / precision. @return false when the bytes end or make no sense.
bool bi_xtc_next(bi_xtc_bits *bits, int64_t place[3]);
