// SPDX-License-Identifier: MIT
// From a name to a diagram.

#include "bight/knot_table.h"
#include "bight/suggest.h"
#include "bight/tie.h"

#include "core/error.h"
#include "core/memory.h"
#include "knot/dictionary.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAME 128
#define MOST_TABLE 256
#define MOST_ALIASES 16
#define MOST_TORUS 1000 // crossings
#define BLANKS " \t"

typedef struct prime {
    int32_t crossings, index;
    bool mirrored;
} prime;

// A table name as the library writes it, from the ways in which others do: "K11n34", "11n34", "12n0242" and
// "9-42" are "11n_34", "11n_34", "12n_242" and "9_42". What is no such name stays as it is.
static void write_as_table(char *to, size_t size, const char *text)
{
    char *end;
    const char *at = text + ((text[0] == 'K' || text[0] == 'k') && isdigit((unsigned char)text[1]));
    long crossings = isdigit((unsigned char)at[0]) ? strtol(at, &end, 10) : 0;
    char kind[2] = "";
    snprintf(to, size, "%s", text);
    if (crossings < 1 || crossings > 99) {
        return;
    }
    at = end;
    if (tolower((unsigned char)at[0]) == 'a' || tolower((unsigned char)at[0]) == 'n') {
        kind[0] = (char)tolower((unsigned char)*at++);
    }
    bool apart = at[0] == '_' || at[0] == '-';
    at += apart;
    if (isdigit((unsigned char)at[0]) && (apart || kind[0] != '\0')) {
        long index = strtol(at, &end, 10);
        if (*end == '\0' && index > 0) {
            snprintf(to, size, "%ld%s_%ld", crossings, kind, index);
        }
    }
}

// A table name such as "10_132", with an `m` in front for the mirror image.
static bool find_prime(const char *given, prime *found)
{
    char text[MOST_NAME];
    found->mirrored = given[0] == 'm';
    write_as_table(text, sizeof text, given + found->mirrored);
    for (int32_t n = BI_DICTIONARY_LEAST; n <= BI_DICTIONARY_CROSSINGS; n++) {
        for (int32_t i = 0; i < bight_knot_table_count(n); i++) {
            char name[16];
            bi_dictionary_name(&(bi_dictionary_knot){n, i, BIGHT_HANDEDNESS_RIGHT}, name);
            if (strcmp(name, text) == 0) {
                found->crossings = n;
                found->index = i;
                return true;
            }
        }
    }
    return false;
}

// The word most like it among table names to 10 crossings and everyday names with their aliases.
static bight_status unknown(const bight_env *env, const bight_book *book, const char *text,
                            bight_error *error)
{
    char names[MOST_TABLE][16];
    int32_t count = 0, tables = 0, everyday_count;
    const bight_book_knot *everyday = bight_book_knots(book, &everyday_count);
    int32_t room = MOST_TABLE + everyday_count * (1 + MOST_ALIASES);

    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    int crossings;
    char kind, under;
    if (sscanf(text, "L%d%c%d", &crossings, &kind, &(int){0}) == 3) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%.60s is a link of several ropes, and not a knot", text);
    }
    bool is_table = sscanf(text, "%d%c_%d", &crossings, &kind, &(int){0}) == 3 ||
                    sscanf(text, "%d%c%d", &crossings, &under, &(int){0}) == 3;
    if (is_table && crossings > 12) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the tables have the diagrams of knots to 12 crossings, not that of %.60s", text);
    }
    const char **words = bi_new_array(allocator, (size_t)room, sizeof *words);
    if (words == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to look for a name");
    }

    // table names to 10 crossings
    for (int32_t n = BI_DICTIONARY_LEAST; n <= 10; n++) {
        for (int32_t i = 0; i < bight_knot_table_count(n) && tables < MOST_TABLE; i++, tables++) {
            bi_dictionary_name(&(bi_dictionary_knot){n, i, BIGHT_HANDEDNESS_RIGHT}, names[tables]);
            words[count++] = names[tables];
        }
    }

    // everyday names and their aliases
    for (int32_t i = 0; i < everyday_count; i++) {
        const bight_scene_card *card = &everyday[i].card;
        words[count++] = card->name;
        for (int32_t k = 0; k < card->aliases.count && k < MOST_ALIASES; k++) {
            words[count++] = card->aliases.at[k];
        }
    }

    // the nearest by edit distance, if any is near enough to be meant
    const char *guess = bight_suggest(text, words, count, sizeof *words);
    bight_status status = bi_fail(
        error, BIGHT_ERROR_INVALID, 0, "there is no knot \"%.60s\": %s%s%s", text,
        guess != NULL ? "did you mean " : "",
        guess != NULL ? guess : "give a name such as 3_1, 10_132, 11a_5 or \"3_1 # 4_1\", or see bight list",
        guess != NULL ? "?" : "");

    bi_free_array(allocator, words, (size_t)room, sizeof *words);
    return status;
}

// Adds the factors of one prime knot to a sum.
static bight_status add_factor(const bight_env *env, const bight_book *book, const char *text, bool left,
                               bight_knot_result *sum, bight_error *error)
{
    prime p;
    if (strcmp(text, "0_1") == 0) {
        return BIGHT_OK;
    }
    if (!find_prime(text, &p)) {
        return unknown(env, book, text, error);
    }
    if (sum->factor_count == BIGHT_KNOT_MAX_FACTORS) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "a sum of more than %d knots",
                       BIGHT_KNOT_MAX_FACTORS);
    }
    bight_diagram *diagram = NULL;
    bight_knot_result one;
    bight_status status =
        bight_knot_table_diagram(env, p.crossings, p.index, p.mirrored != left, NULL, &diagram, error);
    if (status == BIGHT_OK) {
        status = bight_knot_identify_diagram(env, NULL, diagram, NULL, &one, error);
    }
    if (status == BIGHT_OK) {
        sum->factors[sum->factor_count++] = one.factors[0];
    }
    bight_diagram_free(diagram);
    return status;
}

// "T(3,7)", with an `m` in front for the mirror image: p strands, fewer than q turns, which have no common divisor.
static bool read_torus(const char *text, int32_t *p, int32_t *q, bool *mirrored)
{
    int one = 0, two = 0, end = 0;
    *mirrored = text[0] == 'm';
    text += *mirrored;
    if (sscanf(text, "T(%4d,%4d)%n", &one, &two, &end) != 2 || end == 0 || text[end] != '\0') {
        return false;
    }
    *p = one < two ? one : two;
    *q = one < two ? two : one;
    int32_t a = *q, b = *p;
    while (b > 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return *p >= 2 && a == 1 && (*p - 1) * *q <= MOST_TORUS;
}

// The closed braid (s_1 ... s_p-1)^q, whose crossings are right-handed, or its mirror image.
static bight_status make_torus(const bight_env *env, int32_t p, int32_t q, bool mirrored,
                               bight_diagram **diagram, bight_error *error)
{
    int32_t word[MOST_TORUS], length = (p - 1) * q;
    for (int32_t i = 0; i < length; i++) {
        word[i] = mirrored ? -(i % (p - 1)) - 1 : i % (p - 1) + 1;
    }
    return bight_diagram_from_braid(env, word, length, p, diagram, error);
}

bight_status bight_tie_diagram(const bight_env *env, const bight_book *book, const char *name, bool left,
                               bight_diagram **diagram, bight_error *error)
{
    if (name == NULL || diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", name == NULL ? "name" : "diagram");
    }

    // an everyday name stands for its type in the tables; any other is taken for a name of the tables
    *diagram = NULL;
    const bight_book_knot *known = bight_book_find(book, name);
    const char *type = known != NULL ? known->card.type : name;
    char text[MOST_NAME];
    int length = snprintf(text, sizeof text, "%s", type != NULL ? type : name);
    if (length < 0 || (size_t)length >= sizeof text) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a name of more than %d letters", MOST_NAME - 1);
    }

    // no diagram: nothing in front of a #, or an everyday knot that is no knot in one rope held by its ends
    if (name[0] == '#' && known == NULL) {
        return unknown(env, book, name, error);
    }
    if (type == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is no knot in one rope held by its two ends: %s%s",
                       known->card.name,
                       known->way == BIGHT_BOOK_SCENE ? "play its scene, "
                                                      : "it is only described, see bight list",
                       known->way == BIGHT_BOOK_SCENE ? known->file : "");
    }

    int32_t p, q;
    bool mirrored;
    if (read_torus(text, &p, &q, &mirrored)) {
        return make_torus(env, p, q, mirrored != left, diagram, error);
    }

    // a sum of knots: the factors between the # signs, without blanks round them
    bight_knot_result sum = {0};
    bight_status status = BIGHT_OK;
    char *at = text;
    while (status == BIGHT_OK && at != NULL) {
        char *next = strchr(at, '#');
        if (next != NULL) {
            *next++ = '\0';
        }
        at += strspn(at, BLANKS);
        size_t end = strlen(at);
        while (end > 0 && strchr(BLANKS, at[end - 1]) != NULL) {
            at[--end] = '\0';
        }
        status = add_factor(env, book, at, left, &sum, error);
        at = next;
    }

    return status == BIGHT_OK ? bight_knot_diagram(env, &sum, diagram, error) : status;
}

double bight_ideal_length(const char *name)
{
    static const struct {
        const char *name;
        double length;
    } ideal[] = {{"0_1", 3.1416}, {"3_1", 16.37}, {"4_1", 21.04}, {"5_1", 23.60}, {"5_2", 24.74},
                 {"6_1", 28.35},  {"6_2", 28.51}, {"6_3", 28.92}, {"7_1", 30.70}};
    for (size_t i = 0; name != NULL && i < sizeof ideal / sizeof *ideal; i++) {
        if (strcmp(ideal[i].name, name) == 0) {
            return ideal[i].length;
        }
    }
    return (double)NAN;
}
