// SPDX-License-Identifier: MIT
// Tying a knot by its name: from a diagram to a loose rope, and from there to a scene that pulls it tight.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/io.h"
#include "bight/knot.h"
#include "bight/knot_code.h"
#include "bight/scene.h"
#include "bight/start.h"

/// Knots that people tie, as cards with their scenes. Made by bight_book_open().
typedef struct bight_book bight_book;

// ---- which knot -------------------------------------------------------------------------------------

/// The diagram of a knot by its name: "3_1", "10_132", "11a_5", sums such as "3_1 # 4_1", "0_1"; torus
/// knots "T(3,7)" of up to 1,000 crossings, which are no factors of sums. A prime knot
/// is right-handed (see bight_handedness); an `m` in front, as in "m3_1", takes its mirror image.
/// @param book    Nullable: everyday names are then not known.
/// @param name    As above, or the name in the book of a knot that is one of these ("figure eight",
///                "stevedore").
/// @param left    All factors the other way round.
/// @param diagram Receives the diagram; free it with bight_diagram_free().
/// @return BIGHT_ERROR_INVALID for a name that is not known; the message has one that you may have meant.
BIGHT_API bight_status bight_tie_diagram(const bight_env *env, const bight_book *book, const char *name,
                                         bool left, bight_diagram **diagram, bight_error *error);

// ---- start shapes: bight/start.h ----------------------------------------------------------------------

/// A scene (see docs/scene.md) in which two hands take the ends of an open start shape and pull it tight; a
/// spring rope is pulled by forces at its ends instead, and comes to rest longer. A closed shape is only
/// looked at; a closed rod settles first.
/// @param title Nullable.
/// @param knot  What its knot must be called before and after; NULL: not asked.
/// @param text  Receives the JSON; free it with bight_bytes_free().
BIGHT_API bight_status bight_start_scene(const bight_env *env, const bight_start *start, const char *title,
                                         const char *knot, bight_bytes *text, bight_error *error);

/// Rope length in the knot: what two ends that pull apart along a line cannot have. For an open curve it is
/// its length less the distance of its ends; for a closed curve its length.
BIGHT_API double bight_rope_in_knot(bight_curve curve);

/// Rope length over diameter of the tightest closed curve of that type that is known, or NaN. (Ashton,
/// Cantarella, Piatek, Rawdon: Knot tightening by constrained gradient descent, 2011.)
BIGHT_API double bight_ideal_length(const char *name);

// ---- everyday knots ---------------------------------------------------------------------------------

/// Name of the file that lists a book's other files, one name a line.
#define BIGHT_BOOK_INDEX "index.txt"

/// Most files of a book.
#define BIGHT_BOOK_MAX_FILES 1000
/// Most bytes of one file of a book.
#define BIGHT_BOOK_MAX_BYTES (1 << 20)

/// How a knot of a book can be tied.
typedef enum bight_book_way {
    BIGHT_BOOK_SCENE, ///< Its file is a scene that ties it.
    BIGHT_BOOK_START, ///< It is a knot type of one rope held by its ends: bight_start_make() makes it.
    BIGHT_BOOK_WORDS  ///< It is only described.
} bight_book_way;

/// "scene", "start shape", "described only". A string constant.
BIGHT_API const char *bight_book_way_name(bight_book_way way);

/// A knot of a book. All of it is owned by the book.
typedef struct bight_book_knot {
    bight_scene_card card;
    bight_book_way way;
    const char *file; ///< As the index names it.
    const char *text; ///< (length) the file; when it is a scene, bight_scene_parse() reads it
    size_t text_length;
} bight_book_knot;

/// "stopper", "bend" and so on. A string constant.
BIGHT_API const char *bight_category_name(bight_knot_category category);

/// Read a book of knots: the file BIGHT_BOOK_INDEX, then the files that it names. Each is a scene with the
/// key `knot` (see docs/scene.md), or that key alone beside `bight`.
/// @param files Reads them all: from a folder, from memory, from the network. Its release is called for each.
/// @param book  Receives the book, or NULL on failure. Close it with bight_book_close().
/// @param error Nullable. Names file and line.
/// @return BIGHT_ERROR_PARSE, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY, or what files->read returned.
BIGHT_API bight_status bight_book_open(const bight_env *env, const bight_scene_files *files,
                                       bight_book **book, bight_error *error);

/// Free a book and all in it. NULL is fine.
BIGHT_API void bight_book_close(bight_book *book);

/// Borrow its knots, sorted by category, then by name. NULL has none.
BIGHT_API const bight_book_knot *bight_book_knots(const bight_book *book, int32_t *count);

/// By name or alias; case, blanks, hyphens and a final "knot" do not count. NULL when there is none.
/// @param book Nullable.
BIGHT_API const bight_book_knot *bight_book_find(const bight_book *book, const char *name);

/// Make the table by which bight_sailor_identify() knows the knots of a book, from the book alone: every scene is played, and
/// the rope with what it holds is closed in all ways that names are made of, where it lies loose and where it is tight, and in
/// the mirror. A knot type of one rope is made as a start shape. So are a few cousins that need no scene: a bend whose rope bears
/// its load at the other end.
/// @param report Nullable. Called for each knot, with the number of rows that it has.
/// @param text   Receives the table as C source, as the library includes it. Free it with bight_bytes_free().
/// @return BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED; what playing and naming return
BIGHT_API bight_status bight_sailor_tabulate(const bight_env *env, const bight_book *book,
                                             void (*report)(void *user, const char *name, int32_t rows),
                                             void *user, bight_bytes *text, bight_error *error);
