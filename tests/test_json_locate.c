// SPDX-License-Identifier: MIT

#include "io/json_locate.h"
#include "test.h"

#include <string.h>

static const char text[] = "{\n"                           // 1
                           "  \"a\": [1, 2,\n"             // 2
                           "        {\"b\": \"}]\\\"\",\n" // 3
                           "         \"c\": [\n"           // 4
                           "          [], {},\n"           // 5
                           "          true]}],\n"          // 6
                           "  \"long\": {\"a\":\n"         // 7
                           "    -1.5e3}\n"                 // 8
                           "}\n";                          // 9

static int32_t line_of(const bi_json_path *path)
{
    return bi_json_line(text, strlen(text), path);
}

TEST(lines_are_those_of_keys_and_elements)
{
    bi_json_path a = {NULL, "a", 0}, a1 = {&a, NULL, 1}, a2 = {&a, NULL, 2};
    bi_json_path b = {&a2, "b", 0}, c = {&a2, "c", 0}, c0 = {&c, NULL, 0}, c2 = {&c, NULL, 2};
    bi_json_path longer = {NULL, "long", 0}, inner = {&longer, "a", 0};
    CHECK(line_of(NULL) == 1);
    CHECK(line_of(&a) == 2 && line_of(&a1) == 2 && line_of(&a2) == 3);
    CHECK(line_of(&b) == 3 && line_of(&c) == 4 && line_of(&c0) == 5 && line_of(&c2) == 6);
    CHECK(line_of(&longer) == 7 && line_of(&inner) == 7);
}

// What is not there has the line of the nearest thing around it that is.
TEST(missing_values_have_the_line_of_what_is_around_them)
{
    bi_json_path a = {NULL, "a", 0}, a2 = {&a, NULL, 2}, missing = {&a2, "x", 0}, far = {&missing, NULL, 7};
    bi_json_path nothing = {NULL, "nothing", 0}, beyond = {&a, NULL, 99};
    CHECK(line_of(&missing) == 3 && line_of(&far) == 3);
    CHECK(line_of(&nothing) == 1 && line_of(&beyond) == 2);
}

TEST(element_lines_in_one_pass)
{
    bi_json_path a = {NULL, "a", 0}, a2 = {&a, NULL, 2}, c = {&a2, "c", 0};
    int32_t lines[3];
    bi_json_element_lines(text, strlen(text), &a, lines, 3);
    CHECK(lines[0] == 2 && lines[1] == 2 && lines[2] == 3);
    bi_json_element_lines(text, strlen(text), &c, lines, 3);
    CHECK(lines[0] == 5 && lines[1] == 5 && lines[2] == 6);
}

TEST(paths_have_words)
{
    bi_json_path ropes = {NULL, "ropes", 0}, first = {&ropes, NULL, 12}, radius = {&first, "radius", 0};
    char words[40], few[8];
    bi_json_path_text(&radius, words, sizeof words);
    CHECK(strcmp(words, "ropes[12].radius") == 0);
    bi_json_path_text(&radius, few, sizeof few);
    CHECK(strlen(few) == 7 && strncmp(few, "ropes[12", 7) == 0);
    bi_json_path_text(NULL, words, sizeof words);
    CHECK(words[0] == '\0');
}

// Not JSON at all: still a line inside the text.
TEST(any_bytes_give_some_line)
{
    static const char *const odd[] = {"", "\"", "{\"", "[[[", "{\"a\"", "{\"a\":", "]", "\\", "{\"a\":\"\\"};
    bi_json_path a = {NULL, "a", 0}, inner = {&a, NULL, 3};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        CHECK(bi_json_line(odd[i], strlen(odd[i]), &inner) == 1);
        int32_t lines[4];
        bi_json_element_lines(odd[i], strlen(odd[i]), &a, lines, 4);
        CHECK(lines[3] == 1);
    }
}

// A NUL is in no set of characters: a walk that takes it for one of its stops stands still for ever.
TEST(a_nul_anywhere_ends)
{
    char spoiled[sizeof text];
    bi_json_path a = {NULL, "a", 0}, a2 = {&a, NULL, 2}, c = {&a2, "c", 0}, longer = {NULL, "long", 0};
    for (size_t i = 0; i < strlen(text); i++) {
        memcpy(spoiled, text, sizeof text);
        spoiled[i] = '\0';
        int32_t lines[4], line = bi_json_line(spoiled, strlen(text), &c);
        CHECK(line >= 1 && line <= 10);
        line = bi_json_line(spoiled, strlen(text), &longer);
        CHECK(line >= 1 && line <= 10);
        bi_json_element_lines(spoiled, strlen(text), &a, lines, 4);
        CHECK(lines[3] >= 1 && lines[3] <= 10);
    }
}

RUN_TESTS(unit(a_nul_anywhere_ends), unit(lines_are_those_of_keys_and_elements),
          unit(missing_values_have_the_line_of_what_is_around_them), unit(element_lines_in_one_pass),
          unit(paths_have_words), unit(any_bytes_give_some_line))
