// SPDX-License-Identifier: MIT

#include "bight/suggest.h"

#include <ctype.h>
#include <string.h>

#define LONGEST 40

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// Edits that turn a into b: insert, delete, replace, swap neighbours (Damerau 1964, restricted form).
// d[i][j] is the distance of the first i letters of a from the first j of b.
static int32_t distance(const char *a, const char *b)
{
    int32_t d[LONGEST + 1][LONGEST + 1];
    int32_t rows = (int32_t)strlen(a), columns = (int32_t)strlen(b);
    for (int32_t i = 0; i <= rows; i++) {
        for (int32_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            d[i][j] = least(d[i - 1][j - 1] + (x != y), 1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2])) {
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[rows][columns];
}

const char *bight_suggest(const char *word, const char *const *words, int32_t count, size_t stride)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST) {
        return NULL;
    }

    // one wrong letter in three is still a guess
    int32_t best = 1 + (int32_t)length / 3;
    const char *guess = NULL;
    for (int32_t i = 0; i < count; i++) {
        const char *candidate;
        memcpy(&candidate, (const char *)words + (size_t)i * stride, sizeof candidate);
        if (candidate == NULL || strlen(candidate) > LONGEST) {
            continue;
        }
        int32_t edits = distance(word, candidate);
        if (edits < best || (edits == best && guess == NULL)) {
            best = edits;
            guess = candidate;
        }
    }
    return guess;
}
