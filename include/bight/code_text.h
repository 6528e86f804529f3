// SPDX-License-Identifier: MIT
// Codes of diagrams as people write them: text in, diagrams out, and back. The grammar is in docs/formats.md.

#pragma once

#include "bight/base.h"
#include "bight/io.h"
#include "bight/knot_code.h"

/// Name, file ending, and what it is. The one list behind the enum, bight_code_kind_name() and
/// bight_code_kind_find().
#define BIGHT_CODE_LIST(X)                                                                                   \
    X(AUTO, "auto", "", "what the text says")                                                                \
    X(PD, "pd", "pd", "planar diagram, arcs counter-clockwise from the incoming under strand")               \
    X(PD_CLOCKWISE, "pd-cw", "", "the same, clockwise")                                                      \
    X(DT, "dt", "dt", "Dowker-Thistlethwaite, numbers")                                                      \
    X(DT_LETTERS, "dt-letters", "", "Dowker-Thistlethwaite, letters")                                        \
    X(GAUSS, "gauss", "gauss", "Gauss, c above and -c below")                                                \
    X(GAUSS_SIGNED, "gauss-signed", "", "Gauss, O1+U2+... with the sign of each crossing")                   \
    X(BRAID, "braid", "braid", "braid word, closed")

/// A kind of code.
typedef enum bight_code_kind {
#define X(name, word, ending, doc) BIGHT_CODE_##name,
    BIGHT_CODE_LIST(X)
#undef X
        BIGHT_CODE_COUNT ///< how many there are, not a kind
} bight_code_kind;

/// "pd", "dt" and so on; "auto" for what is no kind. A string constant: never free it.
BIGHT_API const char *bight_code_kind_name(bight_code_kind kind);

/// The kind with this name; BIGHT_CODE_COUNT when there is none.
BIGHT_API bight_code_kind bight_code_kind_find(const char *name);

/// The kind of code in a file: by its ending, else AUTO when the text starts with a bracket or a keyword of
/// codes, else BIGHT_CODE_COUNT: not a file of codes.
/// @param bytes     (length); may be NULL when length is 0.
/// @param file_name Nullable.
BIGHT_API bight_code_kind bight_code_detect(const void *bytes, size_t length, const char *file_name);

/// One code of a text.
typedef struct bight_code_item {
    const char *text; ///< (length) inside the text that was split
    size_t length;
    int32_t line; ///< 1-based, where it begins
} bight_code_item;

/// The next code of a text: a line, or several as long as brackets are open. Blank lines and comments (from
/// `#` on) are passed over. False when there is no more.
/// @param at   Where to go on, in bytes; start from 0.
/// @param line Lines passed so far; start from 0.
BIGHT_API bool bight_code_next(const void *bytes, size_t length, size_t *at, int32_t *line,
                               bight_code_item *item);

/// Read one code.
/// @param kind    AUTO: by its keyword, else by what the numbers can be; a braid needs its keyword.
/// @param name    Receives what stands in front of a colon, cut when longer; "" for nothing. Nullable.
/// @param diagram Receives the diagram, NULL on failure. The caller frees it with bight_diagram_free().
/// @return BIGHT_ERROR_PARSE for text that is no code, with the line inside it where that is known, else its
///         first; BIGHT_ERROR_INVALID with that line for a code that no diagram has; BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_code_read(const bight_env *env, const bight_code_item *item,
                                       bight_code_kind kind, bight_curve_name *name, bight_diagram **diagram,
                                       bight_error *error);

/// Write one code, without a line end. A DT or Gauss code that would be read back as another mirror image of
/// the diagram, or of a part of it, ends in ` / ` and the crossings' signs.
/// @param kind  Not AUTO.
/// @param plain Leave the signs out all the same.
/// @param bytes Receives the text, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for the kind; BIGHT_ERROR_UNSUPPORTED for letters beyond 26 crossings, and for
///         what the code cannot say (see bight_diagram_to_dt()); BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_code_write(const bight_env *env, const bight_diagram *diagram,
                                        bight_code_kind kind, bool plain, bight_bytes *bytes,
                                        bight_error *error);
