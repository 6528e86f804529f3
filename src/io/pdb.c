// SPDX-License-Identifier: MIT
// PDB: fixed columns. The grammar is in docs/formats.md.

#include "io/chain.h"

#include "core/error.h"

#include <string.h>

// Columns are counted from 1 in the format's own description.
static bi_word columns(bi_word line, size_t first, size_t last)
{
    size_t from = first - 1, to = last < line.length ? last : line.length;
    return from >= to ? (bi_word){line.start + line.length, 0} : (bi_word){line.start + from, to - from};
}

static bi_word trimmed(bi_word word)
{
    bi_word inner = {word.start, 0};
    bi_word_next(&word, &inner);
    return inner;
}

static bool is_record(bi_word line, const char *name)
{
    return bi_word_is(trimmed(columns(line, 1, 6)), name);
}

// A hybrid-36 or negative number is as good a name for a residue as any; blanks inside it are kept.
static bi_word residue_of(bi_word line)
{
    bi_word word = columns(line, 23, 27);
    while (word.length > 0 && word.start[0] == ' ') {
        word.start++, word.length--;
    }
    while (word.length > 0 && word.start[word.length - 1] == ' ') {
        word.length--;
    }
    return word;
}

static bight_status read_atom(bi_chain_reader *reader, bi_word line, int32_t number)
{
    bi_alpha alpha = {.chain = columns(line, 22, 22), .residue = residue_of(line), .line = number};
    alpha.key = alpha.residue;
    alpha.alternate = columns(line, 17, 17);
    double *place[3] = {&alpha.place.x, &alpha.place.y, &alpha.place.z};
    for (size_t i = 0; i < 3; i++) {
        bi_word word = columns(line, 31 + 8 * i, 38 + 8 * i);
        if (!bi_parse_double(trimmed(word), place[i])) {
            return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, number,
                           "`%s` in columns %d to %d is not a coordinate: keep the format's columns",
                           bi_word_show(word).text, (int)(31 + 8 * i), (int)(38 + 8 * i));
        }
    }
    if (!bi_parse_double(trimmed(columns(line, 55, 60)), &alpha.occupancy)) {
        alpha.occupancy = 1.0; // older programs leave it out
    }
    return bi_chain_add(reader, &alpha);
}

// After TER a chain's name may come again, for water, ions and ligands: those are no chain.
static bool has_ended(const char ended[256], bi_word line)
{
    bi_word chain = columns(line, 22, 22);
    return chain.length == 1 && ended[(unsigned char)chain.start[0]];
}

bight_status bi_read_pdb(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    bi_text text = {bytes, bytes + length, 0};
    bi_chain_reader reader = {.list = list};
    char ended[256] = {0};
    bi_word line;
    bight_status status = BIGHT_OK;
    list->curves->frames = true;
    while (status == BIGHT_OK && bi_text_line(&text, &line)) {
        bool atom = is_record(line, "ATOM"), other = is_record(line, "HETATM");
        if ((atom || other) && bi_word_is(columns(line, 13, 16), " CA ") && !has_ended(ended, line)) {
            status = read_atom(&reader, line, text.line);
        } else if (is_record(line, "TER")) {
            status = bi_chain_end(&reader);
            if (reader.last.chain.length == 1) {
                ended[(unsigned char)reader.last.chain.start[0]] = 1;
            }
        } else if (is_record(line, "MODEL")) {
            status = bi_chain_end(&reader);
            memset(ended, 0, sizeof ended);
            reader.model++;
        } else if (is_record(line, "ENDMDL") && !options->all_models) {
            break;
        }
    }
    return status == BIGHT_OK ? bi_chain_finish(&reader, text.line) : status;
}
