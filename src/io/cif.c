// SPDX-License-Identifier: MIT
// mmCIF: the loop of atoms, found among all the others. The grammar is in docs/formats.md.

#include "io/chain.h"

#include "core/error.h"

#include <string.h>

#define MOST_COLUMNS 128

typedef enum token_kind { END, VALUE, TAG, LOOP, BLOCK, UNENDED } token_kind;

typedef struct scanner {
    const char *at, *end, *start;
    int32_t line;     // where `at` stands
    bi_word word;     // the token, without quotes
    bool quoted;      // a value in quotes is never "." or "?"
    int32_t began_at; // line of the token
} scanner;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// One character on; CR LF counts as one line.
static void step(scanner *s)
{
    bool ends_line = *s->at == '\n' || (*s->at == '\r' && !(s->end - s->at > 1 && s->at[1] == '\n'));
    s->line += ends_line && s->line < INT32_MAX;
    s->at++;
}

static bool at_line_start(const scanner *s)
{
    return s->at == s->start || s->at[-1] == '\n' || s->at[-1] == '\r';
}

static void skip_space(scanner *s)
{
    while (s->at < s->end && (is_space(*s->at) || *s->at == '#')) {
        bool comment = *s->at == '#';
        while (comment && s->at < s->end && *s->at != '\n' && *s->at != '\r') {
            s->at++;
        }
        if (s->at < s->end) {
            step(s);
        }
    }
}

// A text field lies between two semicolons, each the first of its line.
static token_kind scan_text(scanner *s)
{
    const char *from = ++s->at;
    while (s->at < s->end && !(*s->at == ';' && at_line_start(s))) {
        step(s);
    }
    s->word = (bi_word){from, (size_t)(s->at - from)};
    if (s->at == s->end) {
        return UNENDED;
    }
    s->at++;
    return VALUE;
}

// A quote ends the value only in front of white space, and never on another line.
static token_kind scan_quoted(scanner *s)
{
    char quote = *s->at;
    const char *from = ++s->at;
    while (s->at < s->end && *s->at != '\n' && *s->at != '\r') {
        if (*s->at == quote && (s->at + 1 == s->end || is_space(s->at[1]))) {
            s->word = (bi_word){from, (size_t)(s->at++ - from)};
            return VALUE;
        }
        s->at++;
    }
    return UNENDED;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Tags and keywords mean the same in either case.
static bool starts_with(bi_word word, const char *text)
{
    size_t length = strlen(text);
    bool same = word.length >= length;
    for (size_t i = 0; i < length && same; i++) {
        same = lower(word.start[i]) == lower(text[i]);
    }
    return same;
}

static bool is_tag(bi_word word, const char *text)
{
    return word.length == strlen(text) && starts_with(word, text);
}

static token_kind scan(scanner *s)
{
    skip_space(s);
    s->began_at = s->line;
    s->quoted = s->at < s->end && (*s->at == '\'' || *s->at == '"' || (*s->at == ';' && at_line_start(s)));
    if (s->at == s->end) {
        return END;
    }
    if (s->quoted) {
        return *s->at == ';' ? scan_text(s) : scan_quoted(s);
    }
    const char *from = s->at;
    while (s->at < s->end && !is_space(*s->at)) {
        s->at++;
    }
    s->word = (bi_word){from, (size_t)(s->at - from)};
    return *from == '_'                                                     ? TAG
           : is_tag(s->word, "loop_")                                       ? LOOP
           : starts_with(s->word, "data_") || starts_with(s->word, "save_") ? BLOCK
                                                                            : VALUE;
}

// The columns that are read, as the standard dictionary names them.
enum {
    GROUP,
    ATOM,
    AUTHOR_ATOM,
    ELEMENT,
    ALTERNATE,
    CHAIN,
    AUTHOR_CHAIN,
    SEQUENCE,
    AUTHOR_SEQUENCE,
    INSERTION,
    X_COLUMN,
    Y_COLUMN,
    Z_COLUMN,
    OCCUPANCY,
    MODEL,
    WANTED
};
static const char *const wanted[WANTED] = {
    "group_PDB",     "label_atom_id", "auth_atom_id", "type_symbol", "label_alt_id",
    "label_asym_id", "auth_asym_id",  "label_seq_id", "auth_seq_id", "pdbx_PDB_ins_code",
    "Cartn_x",       "Cartn_y",       "Cartn_z",      "occupancy",   "pdbx_PDB_model_num"};

// Of the bonds between residues.
enum { BOND_TYPE, BOND_CHAIN, BOND_OTHER_CHAIN, BOND_RESIDUE, BOND_OTHER_RESIDUE, BOND_WANTED };
static const char *const bond_wanted[BOND_WANTED] = {
    "conn_type_id", "ptnr1_auth_asym_id", "ptnr2_auth_asym_id", "ptnr1_auth_seq_id", "ptnr2_auth_seq_id"};

typedef struct cif_reader {
    scanner scanner;
    token_kind kind; // of the token in hand
    bi_chain_reader chain;
    int32_t column[WANTED]; // -1 when the loop has none
    int32_t bond_column[BOND_WANTED];
    bi_word bond[BOND_WANTED]; // of the row in hand
    bi_word first_model, model;
    bool all_models;
} cif_reader;

static void advance(cif_reader *reader)
{
    reader->kind = scan(&reader->scanner);
}

static bool is_nothing(bi_word word)
{
    return word.length == 0 || bi_word_is(word, ".") || bi_word_is(word, "?");
}

static bool same(bi_word a, bi_word b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

// What stands in the first of two columns, or else in the second.
static bi_word either(const bi_word cells[WANTED], int32_t one, int32_t other)
{
    return is_nothing(cells[one]) ? cells[other] : cells[one];
}

// An atom of the name that is asked for; CA is carbon, not calcium. Water and ligands have no place in a sequence.
static bool is_wanted(cif_reader *reader, const bi_word cells[WANTED])
{
    bi_word atom = either(cells, ATOM, AUTHOR_ATOM);
    bool carbon = !bi_word_is(atom, "CA") || is_nothing(cells[ELEMENT]) || is_tag(cells[ELEMENT], "C");
    bool chain = !bi_word_is(cells[GROUP], "HETATM") || !is_nothing(cells[SEQUENCE]);
    return carbon && chain && bi_select_has_atom(&reader->chain.select, atom) &&
           bi_select_takes(&reader->chain.select, either(cells, AUTHOR_CHAIN, CHAIN),
                           either(cells, AUTHOR_SEQUENCE, SEQUENCE), atom);
}

static bight_status read_atom(cif_reader *reader, const bi_word cells[WANTED], int32_t line)
{
    bi_word model = cells[MODEL];
    bight_status status = BIGHT_OK;
    if (reader->chain.model == 0 || !same(model, reader->model)) {
        status = bi_chain_end(&reader->chain);
        reader->first_model = reader->chain.model == 0 ? model : reader->first_model;
        reader->model = model;
        reader->chain.model++;
        bi_curve_frame(reader->chain.list);
    }
    if (status != BIGHT_OK || (!reader->all_models && !same(model, reader->first_model))) {
        return status;
    }
    bi_alpha alpha = {.chain = either(cells, AUTHOR_CHAIN, CHAIN), .line = line, .occupancy = 1.0};
    alpha.residue = either(cells, AUTHOR_SEQUENCE, SEQUENCE);
    alpha.key = either(cells, SEQUENCE, AUTHOR_SEQUENCE);
    alpha.atom = either(cells, ATOM, AUTHOR_ATOM);
    alpha.alternate = cells[ALTERNATE];
    double *place[3] = {&alpha.place.x, &alpha.place.y, &alpha.place.z};
    for (int32_t i = 0; i < 3; i++) {
        status = bi_curve_number(reader->chain.list, cells[X_COLUMN + i], line, place[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (!is_nothing(cells[OCCUPANCY])) {
        status = bi_curve_number(reader->chain.list, cells[OCCUPANCY], line, &alpha.occupancy);
    }
    return status == BIGHT_OK ? bi_chain_add(&reader->chain, &alpha) : status;
}

// Of all connections only those that hold a chain together for good.
static bight_status take_bond(cif_reader *reader)
{
    bi_word type = reader->bond[BOND_TYPE];
    bool holds = starts_with(type, "disulf") || starts_with(type, "covale");
    bight_status status =
        holds ? bi_curve_bond(reader->chain.list, &reader->bond[BOND_CHAIN], &reader->bond[BOND_RESIDUE])
              : BIGHT_OK;
    for (int32_t i = 0; i < BOND_WANTED; i++) {
        reader->bond[i] = (bi_word){"", 0};
    }
    return status;
}

// Which of a bond's columns a tag is, -1 for none.
static int32_t bond_column(bi_word tag)
{
    static const char start[] = "_struct_conn.";
    if (!starts_with(tag, start)) {
        return -1;
    }
    bi_word rest = {tag.start + strlen(start), tag.length - strlen(start)};
    int32_t i = 0;
    while (i < BOND_WANTED && !is_tag(rest, bond_wanted[i])) {
        i++;
    }
    return i < BOND_WANTED ? i : -1;
}

// The tags of a loop; *columns receives how many.
static bight_status read_tags(cif_reader *reader, bool *atoms, bool *bonds, int32_t *columns)
{
    *atoms = *bonds = false;
    *columns = 0;
    for (int32_t i = 0; i < BOND_WANTED; i++) {
        reader->bond_column[i] = -1;
        reader->bond[i] = (bi_word){"", 0};
    }
    for (int32_t i = 0; i < WANTED; i++) {
        reader->column[i] = -1;
    }

    // column c of the loop is that of its c-th tag; the reader keeps those it wants
    for (; reader->kind == TAG; advance(reader)) {
        bi_word tag = reader->scanner.word;
        int32_t bond = bond_column(tag);
        if (bond >= 0) {
            *bonds = true;
            reader->bond_column[bond] = *columns;
        }
        if (starts_with(tag, "_atom_site.")) {
            *atoms = true;
            tag.start += strlen("_atom_site."), tag.length -= strlen("_atom_site.");
            for (int32_t i = 0; i < WANTED; i++) {
                reader->column[i] = is_tag(tag, wanted[i]) ? *columns : reader->column[i];
            }
        }
        *columns += *columns <= MOST_COLUMNS;
    }

    // an atom needs three coordinates and a name
    const int32_t *column = reader->column;
    bight_error *error = reader->chain.list->error;
    if (*atoms && *columns > MOST_COLUMNS) {
        return bi_fail(error, BIGHT_ERROR_PARSE, reader->scanner.began_at,
                       "the loop of atoms has more than %d columns", MOST_COLUMNS);
    }

    for (int32_t i = X_COLUMN; i <= Z_COLUMN && *atoms; i++) {
        if (column[i] < 0) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->scanner.began_at,
                           "the loop of atoms has no column _atom_site.%s", wanted[i]);
        }
    }

    if (*atoms && column[ATOM] < 0 && column[AUTHOR_ATOM] < 0) {
        return bi_fail(error, BIGHT_ERROR_PARSE, reader->scanner.began_at,
                       "the loop of atoms has no column _atom_site.label_atom_id");
    }
    return BIGHT_OK;
}

static bight_status read_loop(cif_reader *reader)
{
    bool atoms, bonds;
    int32_t columns;
    bight_status status = read_tags(reader, &atoms, &bonds, &columns);
    while (status == BIGHT_OK && reader->kind == VALUE) {
        if (bonds && columns <= MOST_COLUMNS) {
            int32_t cell = 0;
            for (; cell < columns && reader->kind == VALUE; cell++, advance(reader)) {
                for (int32_t i = 0; i < BOND_WANTED; i++) {
                    reader->bond[i] = reader->bond_column[i] == cell ? reader->scanner.word : reader->bond[i];
                }
            }
            status = cell == columns ? take_bond(reader) : BIGHT_OK;
            continue;
        }
        if (!atoms) {
            advance(reader);
            continue;
        }
        bi_word cells[WANTED] = {{NULL, 0}};
        int32_t line = reader->scanner.began_at, filled = 0;
        for (; filled < columns && reader->kind == VALUE; filled++, advance(reader)) {
            for (int32_t i = 0; i < WANTED; i++) {
                cells[i] = reader->column[i] == filled ? reader->scanner.word : cells[i];
            }
        }
        if (filled < columns && reader->kind != UNENDED) {
            return bi_fail(reader->chain.list->error, BIGHT_ERROR_PARSE, line,
                           "an atom of %d values: the loop has %d columns", filled, columns);
        }
        status = filled == columns && is_wanted(reader, cells) ? read_atom(reader, cells, line) : BIGHT_OK;
    }
    return status;
}

bight_status bi_read_cif(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    cif_reader reader = {.scanner = {.at = bytes, .end = bytes + length, .start = bytes, .line = 1}};
    reader.chain.list = list;
    reader.all_models = options->all_models;
    list->curves->frames = true;
    bool lone = false;
    bight_status status = bi_chain_begin(&reader.chain, options);
    for (advance(&reader); status == BIGHT_OK && reader.kind != END;) {
        if (reader.kind == UNENDED) {
            status = bi_fail(list->error, BIGHT_ERROR_PARSE, reader.scanner.began_at,
                             "a quoted value that begins here never ends");
            break;
        }
        bool loop = reader.kind == LOOP;
        if (reader.kind == BLOCK && starts_with(reader.scanner.word, "data_")) {
            status = bi_chain_end(&reader.chain); // another structure
        }
        int32_t bond = reader.kind == TAG ? bond_column(reader.scanner.word) : -1;
        advance(&reader);
        if (bond >= 0 && reader.kind == VALUE) {
            reader.bond[bond] = reader.scanner.word; // a single bond, tag by tag
            lone = true;
        }
        if (loop && lone) {
            lone = false;
            status = take_bond(&reader);
        }
        status = loop && status == BIGHT_OK ? read_loop(&reader) : status;
    }
    status = status == BIGHT_OK && lone ? take_bond(&reader) : status;
    if (status == BIGHT_OK) {
        bi_curve_frames_end(list);
        status = bi_chain_finish(&reader.chain, reader.scanner.line);
    }
    if (status == BIGHT_OK && reader.chain.model > 1 && !reader.all_models) {
        status = bi_curve_note(list, "the first of %d models is read", reader.chain.model);
    }
    bi_chain_free(&reader.chain);
    return status;
}
