// SPDX-License-Identifier: MIT

#include "cli/identify_fields.h"

#include "bight/suggest.h"
#include "cli/cli.h"

#include <string.h>

static const char *const words[IDENTIFY_FIELD_COUNT] = {
#define WORD(constant, word) word,
    IDENTIFY_FIELDS(WORD)};

bool identify_read_fields(const char *text, uint32_t *fields)
{
    if (text == NULL) {
        return true;
    }
    *fields = 0;
    if (strcmp(text, "all") == 0) {
        *fields = IDENTIFY_ALL;
        return true;
    }
    while (true) {
        char word[32];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
        int32_t field = 0;
        while (field < IDENTIFY_FIELD_COUNT && strcmp(words[field], word) != 0) {
            field++;
        }
        if (field == IDENTIFY_FIELD_COUNT) {
            const char *guess = bight_suggest(word, words, IDENTIFY_FIELD_COUNT, sizeof *words);
            cli_say(NULL, 0, "--fields has \"%s\": %s%s%s", cli_show(word).text,
                    guess != NULL ? "did you mean " : "see bight help identify for the fields there are",
                    guess != NULL ? guess : "", guess != NULL ? "?" : "");
            return false;
        }
        *fields |= UINT32_C(1) << field;
        text += length;
        if (*text == '\0') {
            return true;
        }
        text++;
    }
}
