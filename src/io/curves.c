// SPDX-License-Identifier: MIT
// Which format is it? Then on to its reader.

#include "io/ascii_art.h"
#include "io/curve_list.h"
#include "io/lammps_data.h"
#include "io/points.h"
#include "io/select.h"

#include "core/error.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *endings;
} formats[BIGHT_CURVE_FORMAT_COUNT] = {
#define X(name, word, endings, doc) {word, endings},
    BIGHT_CURVE_FORMAT_LIST(X)
#undef X
};

static bi_curve_reader *const readers[BIGHT_CURVE_FORMAT_COUNT] = {
    [BIGHT_CURVE_FORMAT_XYZ] = bi_read_xyz,           [BIGHT_CURVE_FORMAT_CSV] = bi_read_csv,
    [BIGHT_CURVE_FORMAT_PDB] = bi_read_pdb,           [BIGHT_CURVE_FORMAT_CIF] = bi_read_cif,
    [BIGHT_CURVE_FORMAT_VECT] = bi_read_vect,         [BIGHT_CURVE_FORMAT_GLTF] = bi_read_gltf,
    [BIGHT_CURVE_FORMAT_KNOTPLOT] = bi_read_knotplot, [BIGHT_CURVE_FORMAT_LAMMPS] = bi_read_lammps,
    [BIGHT_CURVE_FORMAT_OBJ] = bi_read_obj_lines,     [BIGHT_CURVE_FORMAT_PLY] = bi_read_ply_edges,
    [BIGHT_CURVE_FORMAT_LIST] = bi_read_points,       [BIGHT_CURVE_FORMAT_GRO] = bi_read_gro,
    [BIGHT_CURVE_FORMAT_XTC] = bi_read_xtc,           [BIGHT_CURVE_FORMAT_DCD] = bi_read_dcd,
    [BIGHT_CURVE_FORMAT_ASCII] = bi_read_ascii,
};

const char *bight_curve_format_name(bight_curve_format format)
{
    bool known = (int)format >= 0 && format < BIGHT_CURVE_FORMAT_COUNT;
    return formats[known ? format : BIGHT_CURVE_FORMAT_AUTO].name;
}

bight_curve_format bight_curve_format_find(const char *name)
{
    int32_t i = 0;
    while (i < BIGHT_CURVE_FORMAT_COUNT && strcmp(name, formats[i].name) != 0) {
        i++;
    }
    return (bight_curve_format)i;
}

static bool starts_with(bi_word text, const char *start)
{
    size_t length = strlen(start);
    return text.length >= length && memcmp(text.start, start, length) == 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool starts_with_any_case(bi_word text, const char *start)
{
    size_t length = strlen(start), i = 0;
    while (i < length && i < text.length && lower(text.start[i]) == start[i]) {
        i++;
    }
    return i == length;
}

static bool contains(bi_word text, char c)
{
    return text.length > 0 && memchr(text.start, c, text.length) != NULL;
}

// Records that can stand first in a PDB file.
static bool is_pdb_record(bi_word line)
{
    static const char *const records[] = {
        "HEADER", "OBSLTE", "TITLE ", "SPLIT ", "CAVEAT", "COMPND", "SOURCE", "KEYWDS", "EXPDTA", "NUMMDL",
        "MDLTYP", "AUTHOR", "REVDAT", "REMARK", "SEQRES", "CRYST1", "MODEL ", "ATOM  ", "HETATM"};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        if (starts_with(line, records[i])) {
            return true;
        }
    }
    return false;
}

static bight_curve_format by_content(const char *bytes, size_t length)
{
    bi_text text = {bytes, bytes + length, 0};
    bi_word line, word;

    // magic bytes
    if (starts_with((bi_word){bytes, length}, "glTF")) {
        return BIGHT_CURVE_FORMAT_GLTF;
    }
    if (length >= 8 && memcmp(bytes + 4, "CORD", 4) == 0) {
        return BIGHT_CURVE_FORMAT_DCD;
    }
    if (length >= 4 && memcmp(bytes, "\0\0\x07\xcb", 4) == 0) { // 1995
        return BIGHT_CURVE_FORMAT_XTC;
    }
    if (starts_with((bi_word){bytes, length}, "KnotPlot 1.0")) {
        return BIGHT_CURVE_FORMAT_KNOTPLOT;
    }
    if (length >= 4 && memcmp(bytes, "ply", 3) == 0 && (bytes[3] == '\n' || bytes[3] == '\r')) {
        return BIGHT_CURVE_FORMAT_PLY;
    }
    if (bi_lammps_data_look(bytes, length)) {
        return BIGHT_CURVE_FORMAT_LAMMPS;
    }
    if (bi_gro_look(bytes, length)) {
        return BIGHT_CURVE_FORMAT_GRO;
    }
    if (bi_ascii_look(bytes, length)) {
        return BIGHT_CURVE_FORMAT_ASCII;
    }
    if (bi_points_look(bytes, length)) {
        return BIGHT_CURVE_FORMAT_LIST;
    }

    // the first line that is neither blank nor a comment
    if (!bi_find_line(&text, &line)) {
        return BIGHT_CURVE_FORMAT_AUTO;
    }
    if (starts_with(line, "ITEM: ")) {
        return BIGHT_CURVE_FORMAT_LAMMPS;
    }
    if (is_pdb_record(line)) {
        return BIGHT_CURVE_FORMAT_PDB;
    }

    // its first word: other JSON is glTF, the others are keywords of their formats
    bi_word rest = line;
    bi_word_next(&rest, &word);
    if (word.start[0] == '{') {
        return BIGHT_CURVE_FORMAT_GLTF;
    }
    if (bi_word_is(word, "v") || bi_word_is(word, "o") || bi_word_is(word, "mtllib")) {
        return BIGHT_CURVE_FORMAT_OBJ;
    }
    if (bi_word_is(word, "VECT")) {
        return BIGHT_CURVE_FORMAT_VECT;
    }
    if (starts_with_any_case(word, "data_") || starts_with_any_case(word, "loop_") ||
        starts_with_any_case(word, "_atom_site.")) {
        return BIGHT_CURVE_FORMAT_CIF;
    }

    // a line with separators is a table; tabs alone are only when it starts with a word
    double number;
    bool words = !bi_parse_double(word, &number) && contains(line, '\t');
    return words || contains(line, ',') || contains(line, ';') ? BIGHT_CURVE_FORMAT_CSV
                                                               : BIGHT_CURVE_FORMAT_AUTO;
}

// Is the file name's ending, in any case, one of the words of the list?
static bool ends_in_one_of(const char *file_name, const char *list)
{
    const char *dot = file_name != NULL ? strrchr(file_name, '.') : NULL;
    bi_word rest = {list, strlen(list)}, word;
    while (dot != NULL && bi_word_next(&rest, &word)) {
        bool same = strlen(dot + 1) == word.length;
        for (size_t i = 0; i < word.length && same; i++) {
            same = lower(dot[1 + i]) == word.start[i];
        }
        if (same) {
            return true;
        }
    }
    return false;
}

bight_curve_format bight_curve_format_detect(const void *bytes, size_t length, const char *file_name)
{
    size_t mark = bi_text_mark(bytes, length);
    bight_curve_format found = by_content(length == 0 ? "" : (const char *)bytes + mark, length - mark);
    for (int32_t i = 1; i < BIGHT_CURVE_FORMAT_COUNT && found == BIGHT_CURVE_FORMAT_AUTO; i++) {
        found = ends_in_one_of(file_name, formats[i].endings) ? (bight_curve_format)i : found;
    }
    return found == BIGHT_CURVE_FORMAT_AUTO ? BIGHT_CURVE_FORMAT_XYZ : found;
}

// Formats that are known, and not read.
static bight_status refuse_by_name(const char *bytes, size_t length, bight_error *error)
{
    if (bi_text_is_wide(bytes, length)) {
        return bi_fail(error, BIGHT_ERROR_PARSE, 1, BI_TEXT_WIDE);
    }
    return BIGHT_OK;
}

// "frame 12: ...". An mmCIF file of one structure numbers it as a model, too, which says nothing.
static void name_frame(bight_curve_format format, int32_t frame, bight_error *error)
{
    char message[sizeof error->message];
    bool model = format == BIGHT_CURVE_FORMAT_PDB || format == BIGHT_CURVE_FORMAT_CIF;
    if (model && frame == 1) {
        return;
    }
    memcpy(message, error->message, sizeof message);
    snprintf(error->message, sizeof error->message, "%s %d: %.*s", model ? "model" : "frame", (int)frame,
             (int)(sizeof message - sizeof "frame : " - 11), message);
}

bight_status bight_read_options_check(const bight_read_options *options, bight_error *error)
{
    bi_select select;
    return bi_select_read(&select, options->atoms, options->select, error);
}

bight_status bight_read_curves(const bight_env *env, const void *bytes, size_t length,
                               const bight_read_options *options, bight_curves *curves, bight_error *error)
{
    static const bight_read_options defaults = {0};
    options = options != NULL ? options : &defaults;
    *curves = (bight_curves){0};
    bight_curve_format format = options->format;
    if ((int)format < 0 || format >= BIGHT_CURVE_FORMAT_COUNT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "options.format is %d: see bight_curve_format",
                       (int)format);
    }
    if (format == BIGHT_CURVE_FORMAT_AUTO) {
        format = bight_curve_format_detect(bytes, length, options->file_name);
    }
    if ((options->atoms != NULL || options->select != NULL) && format != BIGHT_CURVE_FORMAT_PDB &&
        format != BIGHT_CURVE_FORMAT_CIF) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a file of format %s has no atoms to choose from: only PDB and mmCIF have",
                       bight_curve_format_name(format));
    }
    bi_curve_list list = {env == NULL ? NULL : &env->allocator, curves, error, false};
    curves->frame = options->frames_before;
    const char *start = length == 0 ? "" : bytes;
    size_t mark = bi_text_mark(start, length);
    bight_status status = refuse_by_name(start + mark, length - mark, error);
    if (status == BIGHT_OK && options->format == BIGHT_CURVE_FORMAT_AUTO) {
        status = bight_refuse_foreign(start + mark, length - mark, error);
    }
    status = status == BIGHT_OK ? readers[format](&list, start + mark, length - mark, options) : status;
    if (status != BIGHT_OK && list.in_frame && error != NULL) {
        name_frame(format, curves->frame, error);
    }
    status = status == BIGHT_OK ? bi_curve_doubts(&list, format) : status;
    if (status != BIGHT_OK) {
        bight_curves_free(list.allocator, curves);
    }
    return status;
}

bight_status bight_read_xyz(const bight_env *env, const void *bytes, size_t length, bight_curves *curves,
                            bight_error *error)
{
    const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_XYZ};
    return bight_read_curves(env, bytes, length, &options, curves, error);
}
