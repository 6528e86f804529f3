// SPDX-License-Identifier: MIT
// The rows of table 1 of Guo et al. 2025 (examples/rows), each played in short: laid on its garment, untangled, tightened, the knot
// that it was, clean and proved. scripts/make_rows.py writes them; docs/dress.md has what they come to in full.

#include "folder.h"
#include "play_through.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER BIGHT_SOURCE_DIR "/examples/rows"

// A number behind a key, made smaller: digits that are left over become blanks.
static void shorten(char *text, const char *from, const char *to)
{
    for (char *at = strstr(text, from); at != NULL; at = strstr(at + 1, from)) {
        memset(at, ' ', strlen(from));
        memcpy(at, to, strlen(to));
    }
}

static void play_row(const char *name)
{
    // with checks of every access all takes ten times as long: then one speaks for all
    if (!LESS_WHEN_CHECKED(true, strcmp(name, "blouse_overhand.json") == 0)) {
        return;
    }
    folder text = {.path = FOLDER}, files = {.path = FOLDER};
    bight_scene_files named = folder_files(&files);
    bight_error error = {0};
    const void *bytes;
    size_t length;
    if (folder_read(&text, name, &bytes, &length, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    char *copy = calloc(length + 1, 1);
    memcpy(copy, bytes, length);
    folder_release(&text, bytes, length);
    shorten(copy, "\"cycles\": 120", "\"cycles\": 24");
    shorten(copy, "\"cycles\": 200", "\"cycles\": 12");
    shorten(copy, "\"cycles\": 150", "\"cycles\": 6");
    play_through(name, copy, length, &named);
    free(copy);
}

#define ROW(id)                                                                                              \
    TEST(id)                                                                                                 \
    {                                                                                                        \
        play_row(#id ".json");                                                                               \
    }

ROW(bag_double_bow)
ROW(blouse_double)
ROW(blouse_overhand)
ROW(coat_bow)
ROW(coat_pretzel)
ROW(hoodie_bow)
ROW(hoodie_double)
ROW(shirt_noose)
ROW(shirt_overhand)
ROW(shirt_windsor)

RUN_TESTS(unit(bag_double_bow), unit(blouse_double), unit(blouse_overhand), unit(coat_bow),
          unit(coat_pretzel), unit(hoodie_bow), unit(hoodie_double), unit(shirt_noose), unit(shirt_overhand),
          unit(shirt_windsor))
