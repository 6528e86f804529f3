// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "io/text.h"
#include "surface.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static bi_word word(const char *text)
{
    return (bi_word){text, strlen(text)};
}

static void check_numbers(void)
{
    const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0.0},      {"-1.5e-3", -0.0015},   {"+.5", 0.5},
                {"5.", 5.0},     {"1E2", 100.0},         {"1e+2", 100.0},
                {"00012", 12.0}, {"4.9e-324", 4.9e-324}, {"1e-999", 0.0},
                {"0.1", 0.1},    {"-0", -0.0},           {"1.7976931348623157e308", 1.7976931348623157e308}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double value = (double)NAN;
        CHECK(bi_parse_double(word(good[i].text), &value));
        CHECK(value == good[i].value);
    }
    const char *bad[] = {"",     "+",   ".",   "-.",   "e5",       "1e",    "1e+",   "1.2.3",
                         "0x10", "nan", "inf", "-inf", "infinity", "NaN",   "1e999", "1,5",
                         "1 ",   " 1",  "1f",  "1d0",  "--1",      "1e5.0", "\0001"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double value;
        CHECK(!bi_parse_double(word(bad[i]), &value));
    }
}

TEST(numbers_are_decimal_and_finite)
{
    check_numbers();
    char many[300];
    memset(many, '1', sizeof many);
    double value;
    CHECK(bi_parse_double((bi_word){many, 200}, &value) && value > 1e199);
    CHECK(!bi_parse_double((bi_word){many, 201}, &value));
}

TEST(integers_do_not_overflow)
{
    int64_t value;
    CHECK(bi_parse_integer(word("-17"), &value) && value == -17);
    CHECK(bi_parse_integer(word("9223372036854775807"), &value) && value == INT64_MAX);
    CHECK(bi_parse_integer(word("-9223372036854775807"), &value) && value == -INT64_MAX);
    CHECK(bi_parse_integer(word("-9223372036854775808"), &value) && value == INT64_MIN);
    CHECK(!bi_parse_integer(word("9223372036854775808"), &value));
    CHECK(!bi_parse_integer(word("-9223372036854775809"), &value));
    CHECK(!bi_parse_integer(word("99999999999999999999999"), &value));
    CHECK(!bi_parse_integer(word("1.0"), &value) && !bi_parse_integer(word(""), &value));
    CHECK(!bi_parse_integer(word("-"), &value) && !bi_parse_integer(word("0x1"), &value));
}

// What C and other programs write for numbers that are none; and an empty word at the end of what is readable.
TEST(numbers_that_are_none_have_many_names)
{
    static const char *const none[] = {"nan", "-NaN", "nan(ind)", "1.#QNAN", "-1.#IND", "1.#INF"};
    static const char *const others[] = {"",    "-",    "n",       "na",       "nano", "abc",
                                         "in",  "infi", "infinit", "infinite", "1.",   "1.#",
                                         "1.0", "x",    "nam",     "ind",      "--inf"};
    double value = 0.0;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        value = 0.0;
        CHECK(bi_parse_not_finite(word(none[i]), &value) && isnan(value));
    }
    CHECK(bi_parse_not_finite(word("INF"), &value) && value == HUGE_VAL);
    CHECK(bi_parse_not_finite(word("+Infinity"), &value) && value == HUGE_VAL);
    CHECK(bi_parse_not_finite(word("-inf"), &value) && value == -HUGE_VAL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        value = 7.0;
        CHECK_SEED(!bi_parse_not_finite(word(others[i]), &value) && value == 7.0, i);
    }
    char *end = malloc(1);
    int64_t integer;
    CHECK(!bi_parse_integer((bi_word){end + 1, 0}, &integer) &&
          !bi_parse_double((bi_word){end + 1, 0}, &value));
    free(end);
}

TEST(what_is_printed_fits_or_is_refused)
{
    bight_bytes bytes = {0};
    CHECK(bi_bytes_print(NULL, &bytes, "%0255d", 7) == BIGHT_OK && bytes.size == 255);
    CHECK(bi_bytes_print(NULL, &bytes, "%0256d", 7) == BIGHT_ERROR_TOO_LARGE && bytes.size == 255);
    CHECK(bi_bytes_print(NULL, &bytes, "%d", 12) == BIGHT_OK && bytes.size == 257);
    CHECK(memcmp(bytes.data + 254, "712", 3) == 0);
    bight_bytes_free(NULL, &bytes);
}

static void check_round_trip(uint64_t seed)
{
    bi_random random = bi_random_from(seed);
    uint64_t bits = bi_random_bits(&random);
    double value, back;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) {
        return;
    }
    bight_bytes bytes = {0};
    CHECK(bi_bytes_number(NULL, &bytes, value, 17) == BIGHT_OK);
    CHECK_SEED(bi_parse_double((bi_word){(const char *)bytes.data, bytes.size}, &back), seed);
    CHECK_SEED(back == value, seed);
    bight_bytes_free(NULL, &bytes);
}

TEST(numbers_survive_the_round_trip)
{
    for (uint64_t seed = 1; seed <= 5000; seed++) {
        check_round_trip(seed);
    }
}

// Short numbers are not left to strtod: the same bits as its.
TEST(short_numbers_are_rounded_as_long_ones)
{
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        char text[64];
        int32_t digits = 1 + (int32_t)(bi_random_bits(&random) % 18), size = 0;
        int32_t point = (int32_t)(bi_random_bits(&random) % (uint64_t)(digits + 2));
        size += bi_random_bits(&random) % 2 ? snprintf(text, sizeof text, "-") : 0;
        for (int32_t i = 0; i < digits; i++) {
            size += snprintf(text + size, sizeof text - (size_t)size, i == point ? ".%d" : "%d",
                             (int)(bi_random_bits(&random) % 10));
        }
        if (bi_random_bits(&random) % 2) {
            snprintf(text + size, sizeof text - (size_t)size, "e%d",
                     (int)(bi_random_bits(&random) % 61) - 30);
        }
        double value = (double)NAN, wanted = strtod(text, NULL);
        CHECK_SEED(bi_parse_double(word(text), &value), seed);
        CHECK_SEED(memcmp(&value, &wanted, sizeof value) == 0, seed);
    }
}

// Under a locale with a decimal comma, when the machine has one.
TEST(no_locale_bends_numbers)
{
    const char *locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    bool found = false;
    for (size_t i = 0; i < sizeof locales / sizeof *locales && !found; i++) {
        found = setlocale(LC_ALL, locales[i]) != NULL;
    }
    if (!found) {
        skip();
    }
    check_numbers();
    for (uint64_t seed = 1; seed <= 200; seed++) {
        check_round_trip(seed);
    }
    setlocale(LC_ALL, "C");
}

TEST(lines_end_in_three_ways)
{
    const char text[] = "a\nb\r\nc\rd\n\ne";
    bi_text walk = {text, text + sizeof text - 1, 0};
    bi_word line;
    const char *lines[] = {"a", "b", "c", "d", "", "e"};
    for (int32_t i = 0; i < 6; i++) {
        CHECK(bi_text_line(&walk, &line) && bi_word_is(line, lines[i]));
        assert_int_equal(walk.line, i + 1);
    }
    CHECK(!bi_text_line(&walk, &line));
}

TEST(shown_words_are_printable)
{
    CHECK(strcmp(bi_word_show(word("ab\x01\xFF")).text, "ab??") == 0);
    char many[100];
    memset(many, 'x', sizeof many);
    CHECK(strlen(bi_word_show((bi_word){many, 100}).text) == 43);
}

RUN_TESTS(unit(numbers_are_decimal_and_finite), unit(integers_do_not_overflow),
          unit(numbers_that_are_none_have_many_names), unit(what_is_printed_fits_or_is_refused),
          unit(numbers_survive_the_round_trip), unit(short_numbers_are_rounded_as_long_ones),
          unit(no_locale_bends_numbers), unit(lines_end_in_three_ways), unit(shown_words_are_printable))
