// SPDX-License-Identifier: MIT

#include "io/chain.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

// How far back a residue's first location is looked for when it is not where blocks have it.
#define LOOK_BACK 1024

bight_status bi_chain_begin(bi_chain_reader *reader, const bight_read_options *options)
{
    return bi_select_read(&reader->select, options->atoms, options->select, reader->list->error);
}

void bi_chain_free(bi_chain_reader *reader)
{
    bi_free_array(reader->list->allocator, reader->residues, (size_t)reader->residue_capacity,
                  sizeof *reader->residues);
    reader->residues = NULL;
    reader->residue_count = reader->residue_capacity = 0;
}

bool bi_chain_reaches(const bi_chain_reader *reader, bight_vec3 place)
{
    const bight_curves *curves = reader->list->curves;
    return bi_curve_points(reader->list) > 0 &&
           v3_distance(curves->points[curves->point_count - 1], place) <= reader->select.reach;
}

static bool same(bi_word a, bi_word b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

// "A", or "2/A" in the second model; "-" for a blank one.
static void write_name(const bi_chain_reader *reader, char *name, size_t size)
{
    bi_shown chain = bi_word_show(reader->last.chain);
    if (bi_line_is_blank(reader->last.chain)) {
        snprintf(chain.text, sizeof chain.text, "-");
    }
    if (reader->model > 1) {
        snprintf(name, size, "%d/%.24s", (int)reader->model, chain.text);
    } else {
        snprintf(name, size, "%.24s", chain.text);
    }
}

bight_status bi_chain_end(bi_chain_reader *reader)
{
    int32_t count = bi_curve_points(reader->list), alternates = reader->alternates;
    char name[48];
    write_name(reader, name, sizeof name);
    reader->alternates = reader->residue_count = reader->expected = 0;
    if (count == 0) {
        return BIGHT_OK;
    }
    if (count == 1) {
        bi_curve_drop(reader->list);
        return bi_curve_note(reader->list, "chain %s has one residue: left out", name);
    }
    bight_status status = bi_curve_end(reader->list, BI_ENDS_OPEN, reader->last.line);
    if (status == BIGHT_OK) {
        bi_curve_name_last(reader->list, (bi_word){name, strlen(name)});
    }
    if (status == BIGHT_OK && alternates > 0) {
        status = bi_curve_note(reader->list,
                               "chain %s: %d residue%s in alternate locations, the most occupied taken", name,
                               alternates, alternates == 1 ? "" : "s");
    }
    return status;
}

static bool has_location(const bi_alpha *alpha)
{
    return !bi_line_is_blank(alpha->alternate) && !bi_word_is(alpha->alternate, ".") &&
           !bi_word_is(alpha->alternate, "?");
}

static bool is_place(const bi_alternate *residue, const bi_alpha *alpha)
{
    return same(residue->key, alpha->key) && same(residue->atom, alpha->atom);
}

// The residue that this is another location of, or -1. Files give the locations residue by residue, or in
// blocks: A of several residues, then B of the same ones.
static int32_t find_residue(const bi_chain_reader *reader, const bi_alpha *alpha)
{
    int32_t count = reader->residue_count, next = reader->expected;
    if (next < count && is_place(&reader->residues[next], alpha)) {
        return next;
    }
    for (int32_t i = count - 1; i >= 0 && count - i <= LOOK_BACK; i--) {
        if (is_place(&reader->residues[i], alpha)) {
            return i;
        }
    }
    return -1;
}

// The same residue again: a better place for it, or another copy of the old one.
static bight_status add_alternate(bi_chain_reader *reader, const bi_alpha *alpha, bi_alternate *residue)
{
    bight_curves *curves = reader->list->curves;
    if (same(alpha->alternate, residue->alternate)) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, alpha->line,
                       "residue %s of chain %s has a second %s: mark alternate locations",
                       bi_word_show(alpha->residue).text, bi_word_show(alpha->chain).text,
                       bi_word_is(alpha->atom, "CA") ? "C-alpha" : bi_word_show(alpha->atom).text);
    }
    reader->alternates += !residue->counted;
    residue->counted = true;
    reader->expected = (int32_t)(residue - reader->residues) + 1;
    if (alpha->occupancy > residue->occupancy) {
        curves->points[residue->point] = alpha->place;
        residue->occupancy = alpha->occupancy;
        residue->alternate = alpha->alternate;
    }
    return BIGHT_OK;
}

static bight_status remember(bi_chain_reader *reader, const bi_alpha *alpha)
{
    bight_status status = bi_reserve(reader->list->allocator, &reader->residues, &reader->residue_capacity,
                                     (int64_t)reader->residue_count + 1, sizeof *reader->residues);
    if (status != BIGHT_OK) {
        return bi_fail(reader->list->error, status, alpha->line, "no memory for a chain");
    }
    reader->residues[reader->residue_count++] = (bi_alternate){
        alpha->key, alpha->atom, alpha->alternate, alpha->occupancy, reader->list->curves->point_count,
        false};
    return BIGHT_OK;
}

bight_status bi_chain_add(bi_chain_reader *reader, const bi_alpha *alpha)
{
    bight_status status = BIGHT_OK;
    bool inside = bi_curve_points(reader->list) > 0;
    if (inside && !same(alpha->chain, reader->last.chain)) {
        status = bi_chain_end(reader);
        inside = false;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    bool again = inside && same(alpha->key, reader->last.key) && same(alpha->atom, reader->last.atom);
    int32_t old = inside && (again || has_location(alpha)) ? find_residue(reader, alpha) : -1;
    if (old >= 0 && (again || !same(alpha->alternate, reader->residues[old].alternate))) {
        return add_alternate(reader, alpha, &reader->residues[old]);
    }
    if (inside && !bi_chain_reaches(reader, alpha->place)) {
        char name[48];
        write_name(reader, name, sizeof name);
        status = bi_curve_note(reader->list,
                               "chain %s breaks between residues %s and %s: bridged by a straight line", name,
                               bi_word_show(reader->last.residue).text, bi_word_show(alpha->residue).text);
    }
    reader->last = *alpha;
    status = status == BIGHT_OK ? remember(reader, alpha) : status;
    status = status == BIGHT_OK ? bi_curve_add(reader->list, alpha->place, alpha->line) : status;
    return status == BIGHT_OK ? bi_curve_number_last(reader->list, alpha->residue, alpha->line) : status;
}

bight_status bi_chain_finish(bi_chain_reader *reader, int32_t line)
{
    bight_status status = bi_chain_end(reader);
    bight_error *error = reader->list->error;
    const bi_select_item *missed = bi_select_missed(&reader->select);
    if (status == BIGHT_OK && missed != NULL) {
        bool whole = missed->first == INT64_MIN && missed->last == INT64_MAX;
        char range[48] = "";
        if (!whole) {
            snprintf(range, sizeof range, ":%lld-%lld", (long long)missed->first, (long long)missed->last);
        }
        return bi_fail(
            error, BIGHT_ERROR_PARSE, line,
            "select: no atom %s in %s%s: chains and residues are those of the file's own numbers%s",
            missed->atom.length > 0 ? bi_word_show(missed->atom).text : bi_select_words(&reader->select).text,
            bi_word_show(missed->chain).text, range,
            reader->select.asked ? "" : "; for RNA and DNA ask for the atoms P");
    }
    if (status == BIGHT_OK && reader->list->curves->curve_count == 0) {
        return reader->select.asked
                   ? bi_fail(error, BIGHT_ERROR_PARSE, line,
                             "no chain with two atoms %s: ask for atoms by the names that the file has",
                             bi_select_words(&reader->select).text)
                   : bi_fail(error, BIGHT_ERROR_PARSE, line,
                             "no chain with two C-alpha atoms: is this a protein? For RNA and DNA ask for "
                             "the atoms P");
    }
    return status;
}
