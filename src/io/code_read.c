// SPDX-License-Identifier: MIT
// From the numbers of a code to a diagram.

#include "io/ascii_art.h"
#include "io/code_scan.h"

#include "core/error.h"
#include "core/memory.h"
#include "io/code_dialect.h"
#include "io/curve_list.h"
#include "io/points.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *ending;
} kinds[BIGHT_CODE_COUNT] = {
#define X(name, word, ending, doc) {word, ending},
    BIGHT_CODE_LIST(X)
#undef X
};

const char *bight_code_kind_name(bight_code_kind kind)
{
    bool known = (int)kind >= 0 && kind < BIGHT_CODE_COUNT;
    return kinds[known ? kind : BIGHT_CODE_AUTO].name;
}

bight_code_kind bight_code_kind_find(const char *name)
{
    int32_t i = 0;
    while (i < BIGHT_CODE_COUNT && strcmp(name, kinds[i].name) != 0) {
        i++;
    }
    return (bight_code_kind)i;
}

// `{` opens a list of numbers, or an object of JSON, whose next character is a quote or its end.
static bool is_object(const bight_code_item *item)
{
    bi_word rest = {item->text, item->length}, word;
    bi_word_next(&rest, &word);
    size_t i = (size_t)(word.start - item->text);
    if (i >= item->length || item->text[i] != '{') {
        return false;
    }
    for (i++; i < item->length && strchr(" \t\r\n{[(", item->text[i]) != NULL && item->text[i] != '\0';) {
        i++;
    }
    return i == item->length || strchr("+-0123456789", item->text[i]) == NULL || item->text[i] == '\0';
}

bight_code_kind bight_code_detect(const void *bytes, size_t length, const char *file_name)
{
    const char *dot = file_name != NULL ? strrchr(file_name, '.') : NULL;
    for (int32_t i = 1; i < BIGHT_CODE_COUNT && dot != NULL && dot[1] != '\0'; i++) {
        if (strcmp(dot + 1, kinds[i].ending) == 0) {
            return (bight_code_kind)i;
        }
    }
    const char *start = length == 0 ? "" : bytes;
    size_t mark = bi_text_mark(start, length);
    if (bi_points_look(start + mark, length - mark) || bi_gro_look(start + mark, length - mark) ||
        bi_ascii_look(start + mark, length - mark)) {
        return BIGHT_CODE_COUNT;
    }
    bight_code_item item;
    size_t at = 0;
    int32_t line = 0;
    if (!bight_code_next(bytes, length, &at, &line, &item)) {
        return BIGHT_CODE_COUNT;
    }
    if (bi_code_dialect(&item) != BI_DIALECT_NONE) {
        return BIGHT_CODE_AUTO;
    }
    bi_word rest = {item.text, item.length}, word;
    bi_word_next(&rest, &word);
    size_t letters = 0;
    while (letters < word.length &&
           (word.start[letters] == '\0' || strchr("[({:", word.start[letters]) == NULL)) {
        letters++;
    }
    bool opens = letters < word.length && (letters == 0 ? word.start[0] != ':' && !is_object(&item) : true);
    bi_word head = {word.start, letters};
    bool keyword = bi_code_keyword(head) != BIGHT_CODE_AUTO || bi_word_is(head, "X") || bi_word_is(head, "V");
    bool named = letters > 0 && opens && word.start[letters] == ':' && !bi_word_is(head, "ITEM");
    return opens && (letters == 0 || keyword || named) ? BIGHT_CODE_AUTO : BIGHT_CODE_COUNT;
}

// ---- letters ----------------------------------------------------------------------------------------

static int32_t letter_value(char c)
{
    return c >= 'a' ? c - 'a' + 1 : 'A' - 1 - c;
}

static bight_status add(bi_scanned_code *code, int32_t **array, int32_t *capacity, int32_t *count, int32_t value)
{
    bight_status status = bi_reserve(code->allocator, array, capacity, (int64_t)*count + 1, sizeof **array);
    if (status != BIGHT_OK) {
        return bi_fail(code->error, status, code->line, "no memory for a code of %d numbers", *count);
    }
    (*array)[(*count)++] = value;
    return BIGHT_OK;
}

// Either a header (crossings, components, crossings of each component) and then the entries, or the entries
// of a knot alone. In the first the word is longer than its first letter says, in the second every letter up
// to its length comes once: never both.
static bight_status expand_letters(bi_scanned_code *code)
{
    const char *letter = code->letters.start;
    int32_t length = (int32_t)code->letters.length, sum = 0, header = 0;
    int32_t crossings = letter_value(letter[0]), components = length > 1 ? letter_value(letter[1]) : 0;

    // a header fits when length = 2 + components + crossings, each part is above 0 and the sum agrees
    bool headed = crossings > 0 && components > 0 && length == 2 + components + crossings;
    for (int32_t i = 0; i < components && headed; i++) {
        int32_t part = letter_value(letter[2 + i]);
        headed = part > 0;
        sum += part;
        if (headed) {
            bight_status status = add(code, &code->ends, &code->end_capacity, &code->groups, sum);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }

    // without one, all letters are one component
    if (headed && sum == crossings) {
        header = 2 + components;
    } else {
        code->groups = 0;
        bight_status status = add(code, &code->ends, &code->end_capacity, &code->groups, length);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // entries of a DT code are even: letter k is 2 k, its capital -2 k
    for (int32_t i = header; i < length; i++) {
        bight_status status =
            add(code, &code->numbers, &code->number_capacity, &code->count, 2 * letter_value(letter[i]));
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

// Braid letters: a is the first right-handed crossing, A its inverse.
static bight_status expand_braid(bi_scanned_code *code)
{
    bight_status status = BIGHT_OK;
    for (size_t i = 0; i < code->letters.length && status == BIGHT_OK; i++) {
        status = add(code, &code->numbers, &code->number_capacity, &code->count,
                     letter_value(code->letters.start[i]));
    }
    return status;
}

// ---- which kind -------------------------------------------------------------------------------------

// Are the numbers each of 2, 4, ..., 2 n once (step 2), or each of 1 .. n once with either sign (step 1)?
static bool is_permutation(const bi_scanned_code *code, int32_t step, int8_t *seen)
{
    int32_t n = step == 2 ? code->count : code->count / 2;
    memset(seen, 0, (size_t)code->count);
    for (int32_t i = 0; i < code->count; i++) {
        int32_t value = code->numbers[i], size = value < 0 ? -value : value;
        int32_t place = step == 2 ? size / 2 - 1 : size - 1;
        int8_t bit = step == 1 && value < 0 ? 2 : 1;
        if (size == 0 || size % step != 0 || place >= n || (seen[place] & bit) != 0) {
            return false;
        }
        seen[place] |= bit;
    }
    return code->count == n * (3 - step);
}

static bight_status guess_kind(bi_scanned_code *code, bight_code_kind *kind)
{
    if (code->letters.length > 0 || code->mark_count > 0) {
        *kind = code->letters.length > 0 ? BIGHT_CODE_DT : BIGHT_CODE_GAUSS;
        return BIGHT_OK;
    }
    bool fours = code->count > 0 && code->groups > 1;
    for (int32_t i = 0; i < code->groups; i++) {
        fours = fours && code->ends[i] == 4 * (i + 1);
    }
    int8_t *seen = bi_new_array(code->allocator, (size_t)code->count, sizeof *seen);
    if (seen == NULL && code->count > 0) {
        return bi_fail(code->error, BIGHT_ERROR_NO_MEMORY, code->line, "no memory for a code");
    }
    bool dt = code->count > 0 && is_permutation(code, 2, seen);
    bool gauss = !dt && is_permutation(code, 1, seen);
    bi_free_array(code->allocator, seen, (size_t)code->count, sizeof *seen);
    *kind = dt                           ? BIGHT_CODE_DT
            : gauss                      ? BIGHT_CODE_GAUSS
            : fours || code->circles > 0 ? BIGHT_CODE_PD
                                         : BIGHT_CODE_AUTO;
    if (*kind == BIGHT_CODE_AUTO) {
        return bi_fail(
            code->error, BIGHT_ERROR_PARSE, code->line,
            "these numbers could be several codes or none: write pd:, dt:, gauss: or braid: before them");
    }
    return BIGHT_OK;
}

// ---- to diagrams ------------------------------------------------------------------------------------

static bight_status read_pd(const bight_env *env, const bi_scanned_code *code, bool clockwise,
                            bight_diagram **diagram)
{
    if (code->count % 4 != 0) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line,
                       "a PD code of %d numbers: each crossing takes 4", code->count);
    }
    bool whole = code->groups == 1 && code->ends[0] == code->count;
    for (int32_t i = 0; i < code->groups && !whole && code->count > 0; i++) {
        int32_t size = code->ends[i] - (i > 0 ? code->ends[i - 1] : 0);
        if (size != 4) {
            return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line,
                           "crossing %d of the PD code has %d arcs: it has 4", i + 1, size);
        }
    }
    int32_t circles = code->count == 0 && code->circles == 0 ? 1 : code->circles;
    return bight_diagram_from_pd(env, code->numbers, code->count / 4, clockwise, circles, diagram,
                                 code->error);
}

// One sign for each crossing, in order; those of a Gauss code's passages must agree.
static bight_status find_signs(const bi_scanned_code *code, int32_t crossings, int8_t *signs, bool *given)
{
    *given = code->sign_count > 0;
    if (*given && code->sign_count != crossings) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line, "%d signs for %d crossings",
                       code->sign_count, crossings);
    }
    for (int32_t i = 0; i < code->sign_count; i++) {
        signs[i] = (int8_t)code->signs[i];
    }
    for (int32_t i = 0; i < code->mark_count && code->mark_count == code->count; i++) {
        int32_t value = code->numbers[i], size = value < 0 ? -value : value, mark = code->marks[i];
        if (size < 1 || size > crossings) {
            continue; // the reader of the code will say so
        }
        if (mark == 0 || (signs[size - 1] != 0 && signs[size - 1] != mark)) {
            return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line, "crossing %d has %s", size,
                           mark == 0 ? "no sign here: give each passage its sign, or none"
                                     : "two different signs");
        }
        signs[size - 1] = (int8_t)mark;
        *given = true;
    }
    return BIGHT_OK;
}

static bool any_mark(const bi_scanned_code *code)
{
    for (int32_t i = 0; i < code->mark_count; i++) {
        if (code->marks[i] != 0) {
            return true;
        }
    }
    return false;
}

static bight_status read_passages(const bight_env *env, bi_scanned_code *code, bool gauss, bight_diagram **diagram)
{
    int32_t crossings = gauss ? code->count / 2 : code->count;

    // without crossings: an unknotted circle
    if (code->count == 0 && (!gauss || code->groups == 0)) {
        return bight_diagram_from_pd(env, NULL, 0, false, 1, diagram, code->error);
    }
    if (code->mark_count > 0 && !any_mark(code)) {
        code->mark_count = 0;
    }

    // lengths of the components, and one sign for each crossing when there are any
    size_t sign_room = (size_t)crossings + 1, length_room = (size_t)code->groups;
    int8_t *signs = bi_new_array(code->allocator, sign_room, sizeof *signs);
    int32_t *lengths = bi_new_array(code->allocator, length_room, sizeof *lengths);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    bool given = false;
    if (signs == NULL || lengths == NULL) {
        bi_fail(code->error, status, code->line, "no memory for a code of %d crossings", crossings);
    } else {
        for (int32_t i = 0; i < code->groups; i++) {
            lengths[i] = code->ends[i] - (i > 0 ? code->ends[i - 1] : 0);
        }
        status = find_signs(code, crossings, signs, &given);
    }

    if (status == BIGHT_OK && gauss) {
        status = bight_diagram_from_gauss(env, code->numbers, lengths, code->groups, given ? signs : NULL,
                                          diagram, code->error);
    } else if (status == BIGHT_OK) {
        status = bight_diagram_from_dt(env, code->numbers, crossings, lengths, code->groups,
                                       given ? signs : NULL, diagram, code->error);
    }

    bi_free_array(code->allocator, signs, sign_room, sizeof *signs);
    bi_free_array(code->allocator, lengths, length_room, sizeof *lengths);
    return status;
}

// BR[3, {1, -2}] has the strands in a group of their own.
static bight_status read_braid(const bight_env *env, bi_scanned_code *code, bight_diagram **diagram)
{
    bight_status status = code->letters.length > 0 ? expand_braid(code) : BIGHT_OK;
    if (status != BIGHT_OK) {
        return status;
    }
    bool strands = code->groups == 2 && code->ends[0] == 1;
    if (code->groups > 1 && !strands) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line,
                       "a braid of %d lists: write 1 -2 1 -2 or BR[3,{1,-2,1,-2}]", code->groups);
    }
    int32_t skip = strands ? 1 : 0;
    if (code->count == skip && !strands) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line,
                       "a braid without letters: say its strands, BR[1,{}]");
    }
    return bight_diagram_from_braid(env, code->numbers + skip, code->count - skip,
                                    strands ? code->numbers[0] : 0, diagram, code->error);
}

static bight_status read_kind(const bight_env *env, bi_scanned_code *code, bight_code_kind kind,
                              bight_diagram **diagram)
{
    bool letters = code->letters.length > 0;
    bool dt = kind == BIGHT_CODE_DT || kind == BIGHT_CODE_DT_LETTERS;
    if (letters && !dt && kind != BIGHT_CODE_BRAID) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, code->line,
                       "`%s`: letters are a DT code or a braid, not %s", bi_word_show(code->letters).text,
                       bight_code_kind_name(kind));
    }
    if (kind == BIGHT_CODE_PD || kind == BIGHT_CODE_PD_CLOCKWISE) {
        return read_pd(env, code, kind == BIGHT_CODE_PD_CLOCKWISE, diagram);
    }
    if (kind == BIGHT_CODE_BRAID) {
        return read_braid(env, code, diagram);
    }
    bight_status status = letters ? expand_letters(code) : BIGHT_OK;
    return status == BIGHT_OK ? read_passages(env, code, !dt, diagram) : status;
}

bight_status bight_code_read(const bight_env *env, const bight_code_item *item, bight_code_kind kind,
                             bight_curve_name *name, bight_diagram **diagram, bight_error *error)
{
    *diagram = NULL;
    bight_error found = {0};
    bi_scanned_code code = {.allocator = env == NULL ? NULL : &env->allocator, .error = &found};
    bight_code_item plain = *item;
    bight_bytes text = {0};
    bight_status status = BIGHT_OK;
    if (bi_code_dialect(item) != BI_DIALECT_NONE) {
        status = bi_code_translate(code.allocator, item, &text, &found);
        plain = (bight_code_item){(const char *)text.data, text.size, item->line};
    }
    status = status == BIGHT_OK ? bi_code_scan(&code, &plain) : status;
    if (name != NULL) {
        size_t length = code.name.length < sizeof name->text ? code.name.length : sizeof name->text - 1;
        memcpy(name->text, length > 0 ? code.name.start : "", length);
        name->text[length] = '\0';
    }
    // a keyword and a kind that was asked for must agree, the PD conventions aside
    if (status == BIGHT_OK && kind == BIGHT_CODE_AUTO) {
        kind = code.kind;
        status = kind == BIGHT_CODE_AUTO ? guess_kind(&code, &kind) : BIGHT_OK;
    }
    if (status == BIGHT_OK) {
        status = read_kind(env, &code, kind, diagram);
    }
    bi_code_free(&code);
    bight_bytes_free(code.allocator, &text);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, found.line > 0 ? found.line : item->line, "%s", found.message);
    }
    return BIGHT_OK;
}
