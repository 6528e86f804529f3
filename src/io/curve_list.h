// SPDX-License-Identifier: MIT
// What the curve readers share: curves that grow point by point, and the readers themselves, which
// bight_read_curves() chooses from.

#pragma once

#include "io/text.h"

/// Fills *curves. The first failure is in *error; the reader that sees one frees nothing, its caller does.
typedef struct bi_curve_list {
    const bight_allocator *allocator;
    bight_curves *curves;
    bight_error *error;
    bool in_frame; ///< what fails, fails in the frame in hand, and says so
} bi_curve_list;

/// What makes a curve closed.
typedef enum bi_ends {
    BI_ENDS_OPEN,    ///< nothing
    BI_ENDS_CLOSED,  ///< it is; a repeated first point is dropped
    BI_ENDS_REPEATED ///< four points or more, of which the last is the first, which is dropped
} bi_ends;

/// Points since the last curve ended.
int32_t bi_curve_points(const bi_curve_list *list);

/// @param line For the error, when memory runs out.
bight_status bi_curve_add(bi_curve_list *list, bight_vec3 point, int32_t line);

/// Number the last point as its residue is: decimal digits, perhaps with a sign, of which what follows is left out; any
/// other word counts as one more than the point before. Either all points are numbered or none.
bight_status bi_curve_number_last(bi_curve_list *list, bi_word word, int32_t line);

/// A bond between residues of two chains; a blank chain is "-", as in names of curves. Numbers that are none are passed over.
bight_status bi_curve_bond(bi_curve_list *list, const bi_word chains[2], const bi_word residues[2]);

/// All points since the last curve are a curve; fewer than two (three when closed) are an error.
bight_status bi_curve_end(bi_curve_list *list, bi_ends ends, int32_t line);

/// A frame of several, or a model, begins; the curves that end from here on are of it. Messages say its number.
void bi_curve_frame(bi_curve_list *list);

/// The curves so far, which were of no frame, are of the frame in hand.
void bi_curve_frame_all(bi_curve_list *list);

/// All points since the last curve are the one curve of a frame, named "frame" and its number; closed when its last point is
/// its first.
bight_status bi_curve_end_frame(bi_curve_list *list, int32_t frame);

/// All frames have been read: what is said from here on is about the file.
void bi_curve_frames_end(bi_curve_list *list);

/// Forget the points since the last curve.
void bi_curve_drop(bi_curve_list *list);

/// Name the last curve that ended. Bytes that are not printable ASCII become '?'.
void bi_curve_name_last(bi_curve_list *list, bi_word name);

/// A line for bight_curves.notes, up to 255 characters.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bight_status
bi_curve_note(bi_curve_list *list, const char *format, ...);

/// Look over all curves for what a file of one smooth rope does not have, and note it: steps several times as
/// long as the typical one (a ring wrapped in a periodic box, missing points), and an open curve whose ends are no farther
/// apart than its points are (a ring whose first point is not repeated). Proteins are left out: their reader names each break.
bight_status bi_curve_doubts(bi_curve_list *list, bight_curve_format format);

/// Read a decimal number, or record which word is not one.
bight_status bi_curve_number(bi_curve_list *list, bi_word word, int32_t line, double *number);

/// Does the line have no word? Does its first word start with `#`?
bool bi_line_is_blank(bi_word line);
bool bi_line_is_comment(bi_word line);

/// Move to the next line that is neither blank nor a comment, which *line receives; the walk stays in front
/// of it. False at the end.
bool bi_find_line(bi_text *text, bi_word *line);

/// The readers. Each gets a fresh list and leaves whatever it has read when it fails.
typedef bight_status bi_curve_reader(bi_curve_list *list, const char *bytes, size_t length,
                                     const bight_read_options *options);
bi_curve_reader bi_read_xyz, bi_read_knotplot, bi_read_csv, bi_read_pdb, bi_read_cif, bi_read_vect,
    bi_read_lammps, bi_read_gltf, bi_read_obj_lines, bi_read_ply_edges, bi_read_points, bi_read_gro,
    bi_read_dcd, bi_read_ascii, bi_read_xtc;

/// Do these bytes begin as GRO does: a title, a number of atoms, an atom?
bool bi_gro_look(const char *bytes, size_t length);
