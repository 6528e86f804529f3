// SPDX-License-Identifier: MIT
// One curve, link or code, from a file to a line on stdout.

#pragma once

#include "bight/chain.h"
#include "bight/code_text.h"
#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_svg.h"
#include "bight/knot_words.h"
#include "bight/knot_matrix.h"
#include "bight/link.h"
#include "cli/cli.h"
#include "cli/identify_fields.h"

/// A file's content, which its jobs share. The last job to be printed frees it.
typedef struct identify_source {
    char *file;          ///< as it was given; owned
    bight_bytes bytes;   ///< codes point into it
    bight_curves curves; ///< empty for codes
    size_t front;        ///< bytes that were put in front of a code that was given as an option: its keyword
    int32_t jobs;        ///< not printed yet, one more while the file is being read
} identify_source;

/// Most components whose linking numbers are listed.
#define IDENTIFY_MOST_LINKING 64

/// Most bridges of a chain that are asked for, and most piercings of a lasso that are listed.
#define IDENTIFY_MOST_BRIDGES 64
#define IDENTIFY_MOST_PIERCINGS 64

/// What is asked of every job.
typedef struct identify_wish {
    bight_knot_options options;
    bight_budget budget; ///< of each polynomial
    const char *closure; ///< as it is printed
    int32_t directions;  ///< for a spectrum; 0 for none
    bight_knot_way way;  ///< of these
    bool localise;
    const char *matrix; ///< where the knot matrix goes, NULL for none
    int32_t step;       ///< of the matrix
    int32_t threads;    ///< for one curve's matrix
    int32_t knotoids;   ///< directions to look along, 0 for none
    bool bridges_of_file;
    int32_t bridges[IDENTIFY_MOST_BRIDGES][2], bridge_count; ///< residues of those asked for
    char table;         ///< what is between the fields of a table, 0 for none
    bool json, diagram; ///< diagram: codes, invariants or a picture are wanted
    uint32_t fields;    ///< computed and printed
    const char *svg;    ///< where pictures go, NULL for none
} identify_wish;

/// A shortest stretch that holds a knot; see bight_knot_stretch.
typedef struct identify_core {
    char name[BIGHT_KNOT_MAX_NAME];
    bight_handedness hand;
    bight_knot_role role;
    int32_t first, last;           ///< vertices of the curve, from 0
    int32_t long_first, long_last; ///< -1: not looked for
    int64_t cells;                 ///< subchains of this kind, 0: not looked for
} identify_core;

/// What some directions see of an open curve.
typedef struct identify_knotoid {
    bight_knotoid knotoid;
    int32_t count;
} identify_knotoid;

/// A bridge of the chain: see bight/chain.h.
typedef struct identify_bridge {
    int32_t first, last; ///< vertices
    char cycles[BIGHT_THETA_CYCLES][BIGHT_KNOT_MAX_NAME];
    char trouble[256]; ///< why there are no cycles, or ""
    bool has_lasso;
    bight_piercing piercings[IDENTIFY_MOST_PIERCINGS]; ///< (deep[0] + deep[1])
    int32_t deep[2];
    double area;
} identify_bridge;

typedef struct identify_job {
    const identify_wish *wish;
    identify_source *source;
    int32_t first, count; ///< curves of the source that make the link; count 0: a code
    bight_code_item item; ///< the code
    bight_code_kind kind; ///< of it
    int32_t number;       ///< of the job within its source, from 0
    int32_t frame;        ///< which of the file's, from 1; 0 for none
    bool alone;           ///< the source has no other job

    // what came of it
    bight_status status;
    bight_error error;
    bight_knot_result result; ///< of a link: name, everyday name, crossings, proved and reason only
    bight_knot_words words;   ///< of one component; of a link the everyday name alone
    bight_link_result link;   ///< of two components or more
    bight_link_makeup makeup; ///< of the same
    int32_t *linking;         ///< (components x components) linking numbers of a link; owned, NULL for none
    bight_curve_name name;    ///< what the file calls it
    int32_t components, before, points;
    bool has_range;
    int32_t range[2];             ///< first and last vertex of the stretch that holds the knot, from 0
    identify_core *cores;         ///< (core_count) owned
    int32_t core_count;
    identify_bridge *bridges; ///< (bridge_count) owned
    int32_t bridge_count;
    identify_knotoid *knotoids; ///< (knotoid_count) owned
    int32_t knotoid_count, knotoids_left_out;
    double writhe, crossing_number; ///< of one curve, when asked for
    double *gauss;                  ///< (components x components) linking integrals; owned, NULL for none
    bight_bytes matrix; ///< the file, empty for none
    int64_t matrix_cells, matrix_named;
    bight_knot_spectrum spectrum; ///< share_count 0 when not asked for
    bight_terms jones, homfly, kauffman; ///< count 0 when not asked for or not possible
    char (*candidates)[16];       ///< (candidate_count) what an unknown factor may be; owned
    int32_t candidate_count;
    bool no_candidates;      ///< they were not found, as a polynomial was not
    char no_polynomial[256]; ///< why not; "" when it was not asked for or is there
    bight_bytes alexander, determinant; ///< in decimal; empty when not asked for or not possible
    bight_polynomial several; ///< of a link: the Alexander polynomial in one variable for each component
    bool has_several, has_signature;
    int32_t signature;
    char no_alexander[256], no_determinant[256], no_signature[256], no_several[256],
        no_kauffman[256];    ///< as no_polynomial
    bight_bytes pd, dt, svg; ///< empty when not asked for or not possible
    double ms;
} identify_job;

/// Do the work, in any thread.
void identify_work(bight_knot_workspace *workspace, identify_job *job);

/// The Alexander polynomials of a link, in one variable and in several.
void identify_find_alexander(identify_job *job, const bight_diagram *diagram);

/// "2v^2 - v^4 + v^2z^2"; in the letter and z, or where it is t in its half powers. Nothing for no terms.
void identify_write_terms(FILE *out, const bight_terms *terms, const char *letter);

/// Is any of its curves open?
bool identify_is_open(const identify_job *job);

/// Is this field asked for?
bool identify_wants(const identify_job *job, int32_t field);

/// How many factors of a result stand in its list, which has an end.
int32_t identify_listed(const bight_knot_result *result);

/// Which curve of which file and frame it is, in an object that is open.
void identify_json_place(cli_json *json, const identify_job *job);

/// The job as one line of JSON on standard output.
void identify_json(const identify_job *job);

/// Which components are in a part of the link, and the link's summands.
void identify_json_members(cli_json *json, const identify_job *job, int32_t part);
void identify_json_summands(cli_json *json, const identify_job *job);

/// That in several variables, on the line or in the object.
void identify_print_several(const identify_job *job);
void identify_json_several(cli_json *json, const identify_job *job);

/// How many files of a kind were written.
typedef struct identify_pictures {
    int32_t svg, matrix;
} identify_pictures;

/// Print the job, write its picture and its matrix. @return CLI_DONE or what went wrong, after saying so.
/// @param pictures How many were written before; counts on.
int identify_print(const identify_job *job, identify_pictures *pictures);

/// Free what the job owns, and its source when it was the last.
void identify_free(identify_job *job);
void identify_release(identify_source *source);
