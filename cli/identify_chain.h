// SPDX-License-Identifier: MIT
// Open chains: closures from all sides, the knot matrix, where the knot is.

#pragma once

#include "bight/knot_matrix.h"
#include "cli/identify.h"

/// Closures, matrix and stretches of one curve, as the job wishes. Takes the majority's name where it counts.
void identify_chain(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve);

/// What the file calls a vertex of the job's curve, from 0: its residue's number, else its place from 1.
int32_t identify_number(const identify_job *job, int32_t vertex);

/// Theta-curves and lassos of the bridges that are asked for.
void identify_bridges(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve);

/// Read "file" or "31,96;40,112". Prints the fault and returns false.
bool identify_read_bridges(const char *text, identify_wish *wish);

/// "L0", "L1", "LS2", "LL1,2": tails that go through the loop, as Niemyska et al. (2016) name it.
const char *identify_lasso_class(const identify_bridge *bridge, char text[24]);

void identify_print_bridges(const identify_job *job);
void identify_json_bridges(cli_json *json, const identify_job *job);

/// Knotoids from the sides that are asked for.
void identify_knotoids(identify_job *job, const bight_curve *curve);
void identify_print_knotoids(const identify_job *job);
void identify_json_knotoids(cli_json *json, const identify_job *job);

/// The matrix as a file: by the ending of the path, csv, png or svg.
bight_status identify_matrix_csv(const identify_job *job, const bight_knot_matrix *matrix,
                                 bight_bytes *bytes);
bight_status identify_matrix_picture(const identify_job *job, const bight_knot_matrix *matrix, bool png,
                                     bight_bytes *bytes, bight_error *error);
