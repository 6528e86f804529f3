// SPDX-License-Identifier: MIT
// PDB: fixed columns. The grammar is in docs/formats.md.

#include "io/chain.h"
#include "io/pdb_letters.h"
#include "io/pdb_record.h"

#include "core/error.h"
#include "core/memory.h"

#include <string.h>

// What is known of a chain's name, in the model in hand unless said otherwise.
typedef struct chain_state {
    bool ended;       // by TER
    bool atoms;       // has an ATOM record, in the first model that is read
    bool alphas;      // has a C-alpha, likewise
    const char *last,
        *end; // of its ATOM records: the last, and up to where it was looked for; NULL: not looked for
    int64_t promised; // residues that SEQRES lists; 0 for none
} chain_state;

typedef struct pdb_reader {
    bi_chain_reader chain;
    bool two;            // chains may have names of two letters
    chain_state *chains; // (chain_count) by the keys of their names
    uint32_t chain_count;
    bool ter;                // behind the chain in hand
    bool ended, skipping;    // behind the end of a model; inside one that is not read
    int32_t models, ligands; // ligands: C-alphas of HETATM records behind the end of their chain
} pdb_reader;

static bight_status end_chain(pdb_reader *reader)
{
    if (reader->ter && reader->chain.last.chain.length > 0) {
        reader->chains[bi_pdb_chain_key(reader->chain.last.chain)].ended = true;
    }
    reader->ter = false;
    return bi_chain_end(&reader->chain);
}

static bool is_wanted(const pdb_reader *reader, bi_word line)
{
    bi_word atom = bi_pdb_trimmed(bi_pdb_columns(line, 13, 16));
    return atom.length > 0 && bi_select_has_atom(&reader->chain.select, atom) && !bi_pdb_is_metal(line);
}

// TER ends a chain. Some programs write one too many, inside a chain: the next residue then is a neighbour of
// the last one all the same. Behind the true end the chain's name is repeated for water, ions and ligands,
// which are HETATM and no chain; or for another chain, in files that name all chains alike.
static bight_status go_on(pdb_reader *reader, const bi_alpha *alpha, uint32_t name, bool other, bool *skip)
{
    bi_curve_list *list = reader->chain.list;
    bi_word last = reader->chain.last.chain;
    bool same = bi_curve_points(list) > 0 && bi_pdb_chain_key(last) == name;
    bool left_open = reader->ter && same && bi_chain_reaches(&reader->chain, alpha->place);
    *skip = false;
    if (left_open) {
        reader->ter = false;
        return bi_curve_note(list,
                             "chain %s: a TER behind residue %s, but residue %s goes on from there: joined",
                             bi_pdb_chain_show(name).text, bi_word_show(reader->chain.last.residue).text,
                             bi_word_show(alpha->residue).text);
    }
    bight_status status = reader->ter ? end_chain(reader) : BIGHT_OK;
    if (status == BIGHT_OK && reader->chains[name].ended) {
        *skip = other;
        reader->ligands += other;
        if (!other) {
            reader->chains[name].ended = false;
            status =
                bi_curve_note(list, "chain %s comes again behind its TER, far from its end: another curve",
                              bi_pdb_chain_show(name).text);
        }
    }
    return status;
}

// A residue that is a HETATM, as selenomethionine, stands inside its chain. One far from its end, behind which no ATOM of the
// chain comes, is a ligand, whose TER is missing.
static bool is_ligand(pdb_reader *reader, const bi_text *text, bi_word line, const bi_alpha *alpha)
{
    uint32_t name = bi_pdb_chain(line, reader->two);
    chain_state *chain = &reader->chains[name];
    bi_word last = reader->chain.last.chain;
    bool inside =
        bi_curve_points(reader->chain.list) > 0 && last.length > 0 && bi_pdb_chain_key(last) == name;
    if (!inside || bi_chain_reaches(&reader->chain, alpha->place)) {
        return false;
    }
    if (chain->end == NULL || line.start > chain->end) {
        chain->last = bi_pdb_last_atom(*text, name, reader->two, alpha->atom, &chain->end);
    }
    return chain->last == NULL || chain->last < line.start;
}

// Chains without a letter are told apart by their residues: where the numbers start again, far away, another one begins.
static bight_status part_blank(pdb_reader *reader, const bi_alpha *alpha)
{
    const bi_alpha *last = &reader->chain.last;
    int64_t number, before;
    bool inside = bi_curve_points(reader->chain.list) > 0;
    bool anew = inside && bi_line_is_blank(alpha->chain) && bi_line_is_blank(last->chain) &&
                bi_line_is_blank(alpha->alternate) && bi_residue_number(alpha->residue, &number) &&
                bi_residue_number(last->residue, &before) && number < before &&
                !bi_chain_reaches(&reader->chain, alpha->place);
    if (!anew) {
        return BIGHT_OK;
    }
    bi_shown from = bi_word_show(last->residue);
    bight_status status = bi_chain_end(&reader->chain);
    return status == BIGHT_OK
               ? bi_curve_note(reader->chain.list,
                               "chains without letters: residue %s behind %s, far from it, begins another",
                               bi_word_show(alpha->residue).text, from.text)
               : status;
}

static bight_status read_atom(pdb_reader *pdb, const bi_text *text, bi_word line, bool other)
{
    int32_t number = text->line;
    bi_chain_reader *reader = &pdb->chain;
    uint32_t name = bi_pdb_chain(line, pdb->two);
    if (other && !pdb->ter && pdb->chains[name].ended) {
        pdb->ligands++;
        return BIGHT_OK;
    }

    // fields are at fixed columns: chain 22, alternate location 17, x, y, z 31 to 54, occupancy 55 to 60
    bi_alpha alpha = {
        .chain = bi_pdb_chain_name(line, 22, pdb->two), .residue = bi_pdb_residue(line), .line = number};
    alpha.atom = bi_pdb_trimmed(bi_pdb_columns(line, 13, 16));
    alpha.key = alpha.residue;
    alpha.alternate = bi_pdb_columns(line, 17, 17);
    double *place[3] = {&alpha.place.x, &alpha.place.y, &alpha.place.z};
    for (size_t i = 0; i < 3; i++) {
        bi_word word = bi_pdb_columns(line, 31 + 8 * i, 38 + 8 * i);
        if (!bi_parse_double(bi_pdb_trimmed(word), place[i])) {
            return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, number,
                           "`%s` in columns %d to %d is not a coordinate: keep the format's columns",
                           bi_word_show(word).text, (int)(31 + 8 * i), (int)(38 + 8 * i));
        }
    }
    if (!bi_parse_double(bi_pdb_trimmed(bi_pdb_columns(line, 55, 60)), &alpha.occupancy)) {
        alpha.occupancy = 1.0; // older programs leave it out
    }

    if (other && is_ligand(pdb, text, line, &alpha)) {
        pdb->ligands++;
        return BIGHT_OK;
    }
    bool skip;
    bight_status status = go_on(pdb, &alpha, name, other, &skip);
    if (status != BIGHT_OK || skip) {
        return status;
    }

    pdb->chains[name].alphas = true;
    status = part_blank(pdb, &alpha);
    return status == BIGHT_OK ? bi_chain_add(reader, &alpha) : status;
}

// Chains and residues of both ends: SSBOND 16, 18 to 21; 30, 32 to 35. LINK 22, 23 to 26; 52, 53 to 56.
static bight_status read_bond(pdb_reader *reader, bi_word line, bool link)
{
    const bi_word chains[2] = {bi_pdb_chain_name(line, link ? 22 : 16, reader->two),
                               bi_pdb_chain_name(line, link ? 52 : 30, reader->two)};
    const bi_word residues[2] = {
        bi_pdb_trimmed(link ? bi_pdb_columns(line, 23, 26) : bi_pdb_columns(line, 18, 21)),
        bi_pdb_trimmed(link ? bi_pdb_columns(line, 53, 56) : bi_pdb_columns(line, 32, 35))};
    return bi_curve_bond(reader->chain.list, chains, residues);
}

// SEQRES: each line repeats how many residues the chain has.
static void read_promise(pdb_reader *reader, bi_word line)
{
    bi_word chain = bi_pdb_chain_name(line, 12, reader->two);
    int64_t count;
    if (chain.length > 0 && bi_parse_integer(bi_pdb_trimmed(bi_pdb_columns(line, 14, 17)), &count) &&
        count > 0) {
        reader->chains[bi_pdb_chain_key(chain)].promised = count;
    }
}

// Residues of all curves of this name, which is the chain's in the first model.
static int64_t residues_of(const bight_curves *curves, uint32_t name)
{
    int64_t count = 0;
    for (int32_t i = 0; i < curves->curve_count; i++) {
        const char *text = curves->names[i].text;
        bool same = name != ' ' ? bi_pdb_chain_key((bi_word){text, strlen(text)}) == name && strlen(text) <= 2
                                : strcmp(text, "-") == 0;
        count += same ? bight_curves_at(curves, i).count : 0;
    }
    return count;
}

// What the file holds and the curves do not.
static bight_status note_left_out(const pdb_reader *reader, bool all_models)
{
    bi_curve_list *list = reader->chain.list;
    const bi_select *select = &reader->chain.select;
    const bi_shown words = bi_select_words(select);
    bight_status status = BIGHT_OK;
    int32_t without = 0;
    for (uint32_t c = 0; c < reader->chain_count && status == BIGHT_OK; c++) {
        const chain_state *chain = &reader->chains[c];
        bool all = select->item_count == 0 && select->atom_count == 1;
        int64_t count = all && chain->alphas && chain->promised > 0 ? residues_of(list->curves, c) : 0;
        without += chain->atoms && !chain->alphas;
        if (count > 0 && count < chain->promised) {
            status = bi_curve_note(list, "chain %s: %lld of the %lld residues that SEQRES lists",
                                   bi_pdb_chain_show(c).text, (long long)count, (long long)chain->promised);
        }
    }
    if (status == BIGHT_OK && without > 0) {
        status = bi_curve_note(list, "%d chain%s without %s atoms left out", without, without == 1 ? "" : "s",
                               words.text);
    }
    if (status == BIGHT_OK && reader->ligands > 0) {
        status = bi_curve_note(list,
                               "%d %s%s of HETATM records behind or far from the end of their chain left out",
                               reader->ligands, words.text, reader->ligands == 1 ? "" : "s");
    }
    if (status == BIGHT_OK && reader->models > 1 && !all_models) {
        status = bi_curve_note(list, "the first of %d models is read", reader->models);
    }
    return status;
}

static bight_status begin_model(pdb_reader *reader)
{
    bight_status status = end_chain(reader);
    for (uint32_t c = 0; c < reader->chain_count; c++) {
        reader->chains[c].ended = false;
        reader->chains[c].last = reader->chains[c].end = NULL;
    }
    reader->chain.model++;
    bi_curve_frame(reader->chain.list);
    return status;
}

// Atoms behind an ENDMDL or an END: another model, also where no MODEL says so. What came before then was the first.
static bight_status begin_unnamed(pdb_reader *reader, bool all_models)
{
    bight_status status = end_chain(reader);
    if (reader->models == 0) {
        reader->models = reader->chain.model = 1;
        bi_curve_frame(reader->chain.list);
        bi_curve_frame_all(reader->chain.list);
    }
    reader->ended = false;
    reader->skipping = !all_models;
    reader->models++;
    return status == BIGHT_OK && all_models ? begin_model(reader) : status;
}

static bight_status take_atom(pdb_reader *reader, const bi_text *text, bi_word line, bool other)
{
    chain_state *chain = &reader->chains[bi_pdb_chain(line, reader->two)];
    bi_word atom = bi_pdb_trimmed(bi_pdb_columns(line, 13, 16));
    bool wanted = is_wanted(reader, line);
    chain->atoms |= !other;
    chain->alphas |= !other && wanted;
    bool takes = wanted && bi_select_takes(&reader->chain.select, bi_pdb_chain_name(line, 22, reader->two),
                                           bi_pdb_residue(line), atom);
    return takes ? read_atom(reader, text, line, other) : BIGHT_OK;
}

// A model ends with ENDMDL or END, or where the next one begins.
static bight_status read_records(pdb_reader *reader, bi_text *text, bool all_models)
{
    bi_word line;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_text_line(text, &line)) {
        bool other = bi_pdb_is_record(line, "HETATM"), atom = other || bi_pdb_is_record(line, "ATOM");
        if (bi_pdb_is_record(line, "MODEL")) {
            reader->ended = false;
            reader->skipping = reader->skipping || (!all_models && reader->models > 0);
            reader->models++;
            status = reader->skipping ? BIGHT_OK : begin_model(reader);
        } else if (bi_pdb_is_record(line, "ENDMDL") || bi_pdb_is_record(line, "END")) {
            reader->ended = true;
        } else if (atom && reader->ended) {
            status = begin_unnamed(reader, all_models);
        }
        if (status != BIGHT_OK || reader->skipping) {
            continue;
        }
        if (atom) {
            status = take_atom(reader, text, line, other);
        } else if (bi_pdb_is_record(line, "TER")) {
            reader->ter = bi_curve_points(reader->chain.list) > 0;
        } else if (bi_pdb_is_record(line, "SSBOND") || bi_pdb_is_record(line, "LINK")) {
            status = read_bond(reader, line, bi_pdb_is_record(line, "LINK"));
        } else if (bi_pdb_is_record(line, "SEQRES")) {
            read_promise(reader, line);
        }
    }
    return status;
}

// Room for what is known of chains, and whether their names may have two letters.
static bight_status take_chains(pdb_reader *reader, bi_text text)
{
    bi_curve_list *list = reader->chain.list;
    bi_pdb_letters letters = bi_pdb_find_letters(text, &reader->chain.select);
    reader->two = letters == BI_PDB_TWO_LETTERS;
    reader->chain_count = reader->two ? BI_PDB_CHAINS : 256;
    reader->chains = bi_new_array(list->allocator, reader->chain_count, sizeof *reader->chains);
    if (reader->chains == NULL) {
        reader->chain_count = 0;
        return bi_fail(list->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the chains");
    }
    return letters != BI_PDB_EITHER
               ? BIGHT_OK
               : bi_curve_note(list, "column 21 may be of the residues' names or of the chains': read as the "
                                     "residues', so that "
                                     "chains have one letter; write mmCIF when they have two");
}

bight_status bi_read_pdb(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    bi_text text = {bytes, bytes + length, 0};
    pdb_reader reader = {.chain = {.list = list}};
    list->curves->frames = true;
    bight_status status = bi_chain_begin(&reader.chain, options);
    status = status == BIGHT_OK ? take_chains(&reader, text) : status;
    status = status == BIGHT_OK ? read_records(&reader, &text, options->all_models) : status;
    if (status == BIGHT_OK) {
        bi_curve_frames_end(list);
        status = bi_chain_finish(&reader.chain, text.line);
    }
    status = status == BIGHT_OK ? note_left_out(&reader, options->all_models) : status;
    bi_free_array(list->allocator, reader.chains, reader.chain_count, sizeof *reader.chains);
    bi_chain_free(&reader.chain);
    return status;
}
