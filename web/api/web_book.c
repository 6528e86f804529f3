// SPDX-License-Identifier: MIT

#include "web_book.h"

#include "web_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_book *book;

static bight_status read_embedded(void *user, const char *name, const void **bytes, size_t *length,
                                  bight_error *error)
{
    (void)user;
    for (int32_t i = 0; i < web_book_file_count; i++) {
        if (strcmp(web_book_files[i].name, name) == 0) {
            *bytes = web_book_files[i].bytes;
            *length = web_book_files[i].size;
            return BIGHT_OK;
        }
    }
    error->status = BIGHT_ERROR_INVALID;
    snprintf(error->message, sizeof error->message, "the page has no file \"%.60s\"", name);
    return BIGHT_ERROR_INVALID;
}

const bight_book *bw_book(void)
{
    if (book == NULL) {
        const bight_scene_files files = {.read = read_embedded};
        bight_book_open(NULL, &files, &book, NULL);
    }
    return book;
}

int32_t bw_everyday_count(void)
{
    int32_t count;
    bight_book_knots(bw_book(), &count);
    return count;
}

// "a, b, c"
static const char *joined(const bight_scene_names *names)
{
    static char text[1024];
    size_t used = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < names->count && used < sizeof text; i++) {
        int more = snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "", names->at[i]);
        used += more > 0 ? (size_t)more : 0;
    }
    return text;
}

const char *bw_everyday(int32_t index, int32_t what)
{
    int32_t count;
    const bight_book_knot *one = bight_book_knots(bw_book(), &count) + index;
    const char *words = one->card.name;
    switch (what) {
    case BW_ALIASES:
        return joined(&one->card.aliases);
    case BW_CATEGORY:
        return bight_category_name((bight_knot_category)one->card.category);
    case BW_TYPE:
        words = one->card.type;
        break;
    case BW_USE:
        words = one->card.use;
        break;
    case BW_TIED:
        return bight_book_way_name(one->way);
    default:
        break;
    }
    return words != NULL ? words : "";
}

int32_t bw_everyday_find(const char *name)
{
    int32_t count;
    const bight_book_knot *list = bight_book_knots(bw_book(), &count);
    const bight_book_knot *found = bight_book_find(bw_book(), name);
    return found != NULL ? (int32_t)(found - list) : -1;
}

int32_t bw_make_everyday_scene(int32_t index)
{
    bight_bytes_free(NULL, &bw_made);
    int32_t count;
    const bight_book_knot *one = bight_book_knots(bw_book(), &count) + index;
    if (one->way != BIGHT_BOOK_SCENE) {
        return 0;
    }
    // bw_made is owned: a copy
    bight_error error = {0};
    uint8_t *copy = malloc(one->text_length);
    if (copy == NULL) {
        error.status = BIGHT_ERROR_NO_MEMORY;
        return bw_fail(&error);
    }
    memcpy(copy, one->text, one->text_length);
    bw_made = (bight_bytes){copy, one->text_length, (int32_t)one->text_length};
    return 1;
}
