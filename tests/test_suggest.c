// SPDX-License-Identifier: MIT

#include "bight/suggest.h"
#include "test.h"

#include <string.h>

static const char *const words[] = {"radius", NULL, "points", "closed", "color", "link_length", "links"};

static const char *guess(const char *word)
{
    const char *found = bight_suggest(word, words, 7, sizeof *words);
    return found != NULL ? found : "";
}

TEST(near_words_are_found)
{
    CHECK(strcmp(guess("raduis"), "radius") == 0); // swapped
    CHECK(strcmp(guess("radus"), "radius") == 0);  // left out
    CHECK(strcmp(guess("pointss"), "points") == 0);
    CHECK(strcmp(guess("colour"), "color") == 0);
    CHECK(strcmp(guess("Closed"), "closed") == 0); // case does not count
    CHECK(strcmp(guess("link"), "links") == 0);
    CHECK(strcmp(guess("linklength"), "link_length") == 0);
}

TEST(far_words_are_not)
{
    CHECK(strcmp(guess(""), "") == 0);
    CHECK(strcmp(guess("gravity"), "") == 0);
    CHECK(strcmp(guess("x"), "") == 0);
    CHECK(strcmp(guess("a word that is much longer than any key could ever be"), "") == 0);
    CHECK(bight_suggest("radius", NULL, 0, sizeof *words) == NULL);
}

RUN_TESTS(unit(near_words_are_found), unit(far_words_are_not))
