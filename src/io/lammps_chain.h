// SPDX-License-Identifier: MIT
// Chains of the atoms of a LAMMPS data file.

#pragma once

#include "io/curve_list.h"
#include "io/periodic_box.h"

/// An atom of a data file.
typedef struct bi_lammps_atom {
    int64_t id, molecule;
    bight_vec3 at;
    int32_t line;
    int32_t bonds, to[2]; ///< with which atoms, by place in the sorted list; more than two are only counted
    bool taken;
} bi_lammps_atom;

/// What was read of a data file.
typedef struct bi_lammps_data {
    bi_curve_list *list;
    bi_text text;
    bi_lammps_atom *atoms; ///< (count)
    int32_t count, capacity;
    bi_periodic_box box;
    double low[3], high[3], tilt[3];
    bool sides[3], images;
    int32_t style; ///< columns before x: 2 atomic, 3 molecular or charge, 4 full; 0: not told
    bool molecules;
    int32_t branched; ///< atoms with more than two bonds
    int64_t joined, alone;
} bi_lammps_data;

/// For qsort(): by id, equal ones by line.
int bi_lammps_by_id(const void *one, const void *two);

/// All chains and rings of the atoms, which are sorted by id, and notes of what was decided.
bight_status bi_lammps_add_chains(bi_lammps_data *d);
