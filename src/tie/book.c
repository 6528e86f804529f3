// SPDX-License-Identifier: MIT
// A book of knots: an index, and a file for each knot with a card and, mostly, the scene that ties it.

#include "bight/tie.h"

#include "core/error.h"
#include "core/memory.h"
#include "scene/read.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bight_book {
    bi_pool pool;
    bight_book_knot *knots; // (count) in the pool
    int32_t count;
};

const char *bight_category_name(bight_knot_category category)
{
    static const char *const names[BIGHT_CATEGORY_COUNT] = {"stopper", "bend",    "loop",
                                                            "hitch",   "binding", "decorative"};
    return category >= 0 && category < BIGHT_CATEGORY_COUNT ? names[category] : "";
}

const char *bight_book_way_name(bight_book_way way)
{
    return way == BIGHT_BOOK_SCENE ? "scene" : way == BIGHT_BOOK_START ? "start shape" : "described only";
}

const bight_book_knot *bight_book_knots(const bight_book *book, int32_t *count)
{
    *count = book != NULL ? book->count : 0;
    return book != NULL ? book->knots : NULL;
}

void bight_book_close(bight_book *book)
{
    if (book != NULL) {
        bi_pool pool = book->pool;
        bi_pool_free(&pool);
        bi_free_array(&pool.allocator, book, 1, sizeof *book);
    }
}

// ---- names ------------------------------------------------------------------------------------------

// The next letter or digit in lower case, 0 at the end.
static int next_letter(const char **at)
{
    while (**at != '\0' && !isalnum((unsigned char)**at)) {
        (*at)++;
    }
    return **at == '\0' ? 0 : tolower((unsigned char)*(*at)++);
}

// The same word? A final "knot" on either side does not count.
static bool is_same(const char *name, const char *listed)
{
    int a, b;
    do {
        a = next_letter(&name);
        b = next_letter(&listed);
    } while (a == b && a != 0);
    if (a == b) {
        return true;
    }
    const char *rest = a != 0 ? name : listed;
    return (a == 0 || b == 0) && a + b == 'k' && next_letter(&rest) == 'n' && next_letter(&rest) == 'o' &&
           next_letter(&rest) == 't' && next_letter(&rest) == 0;
}

static bool is_called(const bight_scene_card *card, const char *name)
{
    bool called = is_same(name, card->name);
    for (int32_t k = 0; k < card->aliases.count && !called; k++) {
        called = is_same(name, card->aliases.at[k]);
    }
    return called;
}

// By its number in The Ashley Book of Knots (1944): "#1010". NULL when it is none, or no card has it.
static const bight_book_knot *by_number(const bight_book *book, const char *name)
{
    char *end;
    long number = name[0] == '#' ? strtol(name + 1, &end, 10) : 0;
    for (int32_t i = 0; number > 0 && *end == '\0' && i < book->count; i++) {
        if (book->knots[i].card.abok == number) {
            return &book->knots[i];
        }
    }
    return NULL;
}

// The name with digits that stand alone in words: "figure 8" is "figure eight".
static void spell_digits(char *to, size_t size, const char *name)
{
    static const char *const words[10] = {"zero", "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
    size_t used = 0;
    for (size_t i = 0; name[i] != '\0' && used + 8 < size; i++) {
        bool alone = isdigit((unsigned char)name[i]) && !isalnum((unsigned char)name[i + 1]) &&
                     (i == 0 || !isalnum((unsigned char)name[i - 1]));
        const char part[2] = {name[i], '\0'}, *more = alone ? words[name[i] - '0'] : part;
        memcpy(to + used, more, strlen(more));
        used += strlen(more);
    }
    to[used] = '\0';
}

// Is the listed name the one given and a word for what kind of knot it is?
static bool is_begun(const char *name, const char *listed)
{
    static const char *const kinds[] = {"knot", "bend", "hitch", "loop", "stopper", "noose"};
    size_t length = strlen(listed);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t kind = strlen(kinds[i]);
        char begun[64];
        if (length > kind + 1 && length - kind < sizeof begun &&
            strcmp(listed + length - kind, kinds[i]) == 0) {
            snprintf(begun, sizeof begun, "%.*s", (int)(length - kind), listed);
            if (is_same(name, begun)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_card_begun(const bight_scene_card *card, const char *name)
{
    bool begun = is_begun(name, card->name);
    for (int32_t k = 0; k < card->aliases.count && !begun; k++) {
        begun = is_begun(name, card->aliases.at[k]);
    }
    return begun;
}

const bight_book_knot *bight_book_find(const bight_book *book, const char *name)
{
    char spelled[96];
    const bight_book_knot *found = NULL;
    int32_t begun = 0;
    if (book != NULL && name != NULL && (found = by_number(book, name)) != NULL) {
        return found;
    }
    spell_digits(spelled, sizeof spelled, name != NULL ? name : "");
    const char *start = spelled;
    bool letters = next_letter(&start) != 0;
    for (int32_t i = 0; book != NULL && letters && i < book->count; i++) {
        if (is_called(&book->knots[i].card, spelled)) {
            return &book->knots[i];
        }
    }

    // "munter" is a munter hitch as long as nothing else is called so
    for (int32_t i = 0; book != NULL && letters && i < book->count; i++) {
        if (is_card_begun(&book->knots[i].card, spelled)) {
            found = &book->knots[i];
            begun++;
        }
    }
    return begun == 1 ? found : NULL;
}

// ---- reading ----------------------------------------------------------------------------------------

static bight_status no_memory(bight_error *error)
{
    return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the book of knots");
}

// A file of the book, copied into its pool with a zero at the end.
static bight_status fetch(bight_book *book, const bight_scene_files *files, const char *name,
                          const char **text, size_t *length, bight_error *error)
{
    const void *bytes = NULL;
    bight_error cause = {.status = BIGHT_ERROR_IO, .message = "it cannot be read"};
    bight_status status = files->read(files->user, name, &bytes, length, &cause);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, cause.line, "the book of knots has no %.60s: %.150s", name,
                       cause.message);
    }
    char *copy = NULL;
    if (*length > BIGHT_BOOK_MAX_BYTES) {
        status = bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "%.60s has %zu bytes: a book's file has at most %d",
                         name, *length, BIGHT_BOOK_MAX_BYTES);
    } else {
        copy = bi_pool_new(&book->pool, *length + 1, 1);
        status = copy != NULL ? BIGHT_OK : no_memory(error);
    }
    if (copy != NULL && *length > 0) {
        memcpy(copy, bytes, *length);
    }
    if (files->release != NULL) {
        files->release(files->user, bytes, *length);
    }
    *text = copy;
    return status;
}

static bight_status read_card(bight_book *book, bight_book_knot *knot, bight_error *error)
{
    bight_error inner = {0};
    bi_json_error cause;
    bi_json *json =
        bi_json_parse(&book->pool.allocator, knot->text, knot->text_length, BI_JSON_LIST_ROOT, &cause);
    if (json == NULL) {
        bool memory = cause.fault == BI_JSON_NO_MEMORY;
        return memory ? no_memory(error)
                      : bi_fail(error, BIGHT_ERROR_PARSE, cause.line, "%.60s is not JSON: %.120s", knot->file,
                                cause.text);
    }
    bi_reader reader = {&book->pool, NULL, json, &inner};
    bi_json_path path = {NULL, "knot", 0};
    const bi_json *card = bi_json_get(json, "knot");
    bight_status status =
        card != NULL
            ? bi_read_object(&reader, card, &path, &bi_card_table, &knot->card)
            : bi_fail(&inner, BIGHT_ERROR_PARSE, 1,
                      "there is no key \"knot\": add it, or leave the file out of %s", BIGHT_BOOK_INDEX);
    knot->way = bi_json_get(json, "ropes") != NULL ? BIGHT_BOOK_SCENE
                : knot->card.type != NULL          ? BIGHT_BOOK_START
                                                   : BIGHT_BOOK_WORDS;
    bi_json_free(json);
    return status == BIGHT_OK
               ? status
               : bi_fail(error, status, inner.line, "%.60s: %.180s", knot->file, inner.message);
}

// The names in the index, a line each; blank lines do not count.
static bight_status read_index(bight_book *book, const char *text, bight_error *error)
{
    int32_t lines = 1;
    for (const char *at = text; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    if (lines > BIGHT_BOOK_MAX_FILES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "%s has %d lines: a book has at most %d files",
                       BIGHT_BOOK_INDEX, (int)lines, BIGHT_BOOK_MAX_FILES);
    }
    book->knots = bi_pool_new(&book->pool, (size_t)lines, sizeof *book->knots);
    for (const char *at = text; book->knots != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\r\n");
        if (length > 0) {
            char *name = bi_pool_new(&book->pool, length + 1, 1);
            if (name == NULL) {
                return no_memory(error);
            }
            memcpy(name, at, length);
            book->knots[book->count++].file = name;
        }
        at += length + strspn(at + length, "\r\n");
    }
    return book->knots != NULL ? BIGHT_OK : no_memory(error);
}

static int by_category(const void *left, const void *right)
{
    const bight_book_knot *a = left, *b = right;
    if (a->card.category != b->card.category) {
        return a->card.category < b->card.category ? -1 : 1;
    }
    return strcmp(a->card.name, b->card.name);
}

// A name or alias means one knot.
static bight_status check_names(const bight_book *book, bight_error *error)
{
    for (int32_t i = 0; i < book->count; i++) {
        const bight_scene_card *card = &book->knots[i].card;
        for (int32_t k = -1; k < card->aliases.count; k++) {
            const char *name = k < 0 ? card->name : card->aliases.at[k];
            for (int32_t j = 0; j < i; j++) {
                if (is_called(&book->knots[j].card, name)) {
                    return bi_fail(error, BIGHT_ERROR_PARSE, 0,
                                   "%.60s and %.60s both have a knot called \"%.60s\": rename one",
                                   book->knots[j].file, book->knots[i].file, name);
                }
            }
        }
    }
    return BIGHT_OK;
}

static bight_status read_book(bight_book *book, const bight_scene_files *files, bight_error *error)
{
    const char *index;
    size_t length;
    bight_status status = fetch(book, files, BIGHT_BOOK_INDEX, &index, &length, error);
    status = status == BIGHT_OK ? read_index(book, index, error) : status;
    for (int32_t i = 0; i < book->count && status == BIGHT_OK; i++) {
        bight_book_knot *knot = &book->knots[i];
        status = fetch(book, files, knot->file, &knot->text, &knot->text_length, error);
        status = status == BIGHT_OK ? read_card(book, knot, error) : status;
    }
    if (status == BIGHT_OK && book->count > 1) {
        qsort(book->knots, (size_t)book->count, sizeof *book->knots, by_category);
    }
    return status == BIGHT_OK ? check_names(book, error) : status;
}

bight_status bight_book_open(const bight_env *env, const bight_scene_files *files, bight_book **book,
                             bight_error *error)
{
    if (book == NULL || files == NULL || files->read == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a book needs files to read and a place to put it");
    }
    bight_allocator allocator = env != NULL ? env->allocator : (bight_allocator){0};
    bight_book *made = bi_new_array(&allocator, 1, sizeof *made);
    *book = NULL;
    if (made == NULL) {
        return no_memory(error);
    }
    made->pool.allocator = allocator;
    bight_status status = read_book(made, files, error);
    if (status != BIGHT_OK) {
        bight_book_close(made);
        return status;
    }
    *book = made;
    return BIGHT_OK;
}
