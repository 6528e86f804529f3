// SPDX-License-Identifier: MIT
// The library's JSON reader: values, lines, refusals, memory; and jansson beside it as a judge, where it is
// installed.

#include "bight/io.h"
#include "core/random.h"
#include "failing_memory.h"
#include "io/json_path.h"
#include "test.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#if defined(HAS_JANSSON)
#include <jansson.h>
#endif

// ---- values -----------------------------------------------------------------------------------------

static bi_json *parse(const char *text)
{
    bi_json_error error;
    bi_json *json = bi_json_parse(NULL, text, strlen(text), BI_JSON_ANY_ROOT, &error);
    if (json == NULL) {
        fail_msg("%s: line %d: %s", text, (int)error.line, error.text);
    }
    return json;
}

TEST(values_of_all_kinds)
{
    bi_json *json = parse("{\"s\": \"a\\u00e9\\ud83d\\ude00\\n\", \"i\": -9223372036854775808, \"r\": -0.0,\n"
                          "\"l\": [true, false, null, 9223372036854775807], \"o\": {}, \"\": 1}");
    CHECK(bi_json_kind_of(json) == BI_JSON_OBJECT);
    const bi_json *s = bi_json_get(json, "s"), *l = bi_json_get(json, "l");
    CHECK(strcmp(bi_json_string(s), "a\xc3\xa9\xf0\x9f\x98\x80\n") == 0 && bi_json_length(s) == 8);
    CHECK(bi_json_integer(bi_json_get(json, "i")) == INT64_MIN);
    CHECK(bi_json_number(bi_json_get(json, "i")) == -9223372036854775808.0);
    CHECK(signbit(bi_json_number(bi_json_get(json, "r"))) &&
          bi_json_is(bi_json_get(json, "r"), BI_JSON_REAL));
    CHECK(bi_json_count(l) == 4 && bi_json_is(bi_json_at(l, 0), BI_JSON_TRUE));
    CHECK(bi_json_is_boolean(bi_json_at(l, 1)) && bi_json_is(bi_json_at(l, 2), BI_JSON_NULL));
    CHECK(bi_json_integer(bi_json_at(l, 3)) == INT64_MAX && bi_json_at(l, 4) == NULL);
    CHECK(bi_json_is(bi_json_get(json, "o"), BI_JSON_OBJECT) && bi_json_integer(bi_json_get(json, "")) == 1);
    CHECK(bi_json_get(json, "t") == NULL && bi_json_get(l, "s") == NULL && bi_json_get(NULL, "s") == NULL);

    // an object is no array, and the other way round
    CHECK(bi_json_count(json) == 0 && bi_json_at(json, 0) == NULL && bi_json_member(l, 0).key == NULL);
    CHECK(bi_json_string(l) == NULL && bi_json_number(s) == 0.0 && !bi_json_is_number(s));

    // members in the order of the text, whatever order they are looked up in
    static const char *const keys[] = {"s", "i", "r", "l", "o", ""};
    for (size_t i = 0; i < 6; i++) {
        bi_json_pair member = bi_json_member(json, i), found = bi_json_find(json, keys[i]);
        CHECK(strcmp(member.key, keys[i]) == 0 && member.value == found.value);
        CHECK(member.line == (i < 3 ? 1 : 2) && bi_json_line(member.value) == member.line);
    }
    CHECK(bi_json_member(json, 6).key == NULL && bi_json_member(json, 6).value == NULL);
    bi_json_free(json);
}

TEST(numbers_to_the_last_bit)
{
    // the decimal of 2^-1074 + a hair, halfway cases, many digits
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0.1", 0x1.999999999999ap-4},
        {"1e23", 0x1.52d02c7e14af6p+76},
        {"8.41e21", 0x1.c7e83209e90b2p+72},
        {"9007199254740993.0", 0x1p53},
        {"9007199254740993.0000000000000000000000000000000000000000000000000000000000000000000000000000001",
         0x1.0000000000001p+53},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
        {"5e-324", 0x1p-1074},
        {"1e-400", 0.0},
        {"1.7976931348623157e308", 0x1.fffffffffffffp+1023}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bi_json *json = parse(cases[i].text);
        if (bi_json_number(json) != cases[i].value) {
            fail_msg("%s: %a", cases[i].text, bi_json_number(json));
        }
        bi_json_free(json);
    }

    // longer than any buffer: 0.000...1 with its exponent
    char text[1200] = "0.";
    memset(text + 2, '0', 999);
    snprintf(text + 1001, sizeof text - 1001, "25e1000");
    bi_json *json = parse(text);
    CHECK(bi_json_number(json) == 2.5);
    bi_json_free(json);

    // numbers obey no locale
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL || setlocale(LC_NUMERIC, "fr_FR.UTF-8") != NULL) {
        json = parse("0.5");
        CHECK(bi_json_number(json) == 0.5);
        bi_json_free(json);
    }
    setlocale(LC_NUMERIC, "C");
}

// ---- lines ------------------------------------------------------------------------------------------

static const char text[] = "{\n"                           // 1
                           "  \"a\": [1, 2,\n"             // 2
                           "        {\"b\": \"}]\\\"\",\n" // 3
                           "         \"c\": [\n"           // 4
                           "          [], {},\n"           // 5
                           "          true]}],\n"          // 6
                           "  \"l\\u006fng\": {\"a\":\n"   // 7
                           "    -1.5e3}\n"                 // 8
                           "}\n";                          // 9

TEST(lines_are_those_of_keys_and_elements)
{
    bi_json *json = parse(text);
    bi_json_path a = {NULL, "a", 0}, a1 = {&a, NULL, 1}, a2 = {&a, NULL, 2};
    bi_json_path b = {&a2, "b", 0}, c = {&a2, "c", 0}, c0 = {&c, NULL, 0}, c2 = {&c, NULL, 2};
    bi_json_path longer = {NULL, "long", 0}, inner = {&longer, "a", 0};
    const struct {
        const bi_json_path *path;
        int32_t line;
    } there[] = {{NULL, 1}, {&a, 2},  {&a1, 2}, {&a2, 3},     {&b, 3},
                 {&c, 4},   {&c0, 5}, {&c2, 6}, {&longer, 7}, {&inner, 7}};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        CHECK_SEED(bi_json_path_line(json, there[i].path) == there[i].line, i);
    }

    // the value's own line: below its key
    CHECK(bi_json_line(bi_json_get(bi_json_get(json, "long"), "a")) == 8);
    CHECK(bi_json_line(NULL) == 0);

    // what is not there has the line of the nearest thing around it that is
    bi_json_path missing = {&a2, "x", 0}, far = {&missing, NULL, 7}, below = {&a, NULL, -1};
    bi_json_path nothing = {NULL, "nothing", 0}, beyond = {&a, NULL, 99}, odd = {&a1, "x", 0};
    CHECK(bi_json_path_line(json, &missing) == 3 && bi_json_path_line(json, &far) == 3);
    CHECK(bi_json_path_line(json, &nothing) == 1 && bi_json_path_line(json, &beyond) == 2);
    CHECK(bi_json_path_line(json, &odd) == 2 && bi_json_path_line(json, &below) == 2);
    bi_json_free(json);

    json = parse("\r\n\n  7");
    CHECK(bi_json_line(json) == 3);
    bi_json_free(json);
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

// ---- refusals ---------------------------------------------------------------------------------------

#define T(literal) literal, sizeof literal - 1

TEST(refusals_name_the_place)
{
    static const struct {
        const char *text;
        size_t length;
        bi_json_fault fault;
        int32_t line, column;
        const char *words;
    } cases[] = {
        {T(""), BI_JSON_CUT_OFF, 1, 1, "unexpected token near end of file"},
        {T("{\"a\": 1,\n \"a\": 2}"), BI_JSON_DUPLICATE_KEY, 2, 2, "duplicate object key near '\"a\"'"},
        {T("{\"a\\\"\": 1,\n\n \"\\u0061\\\"\":\n [2]}"), BI_JSON_DUPLICATE_KEY, 3, 2,
         "duplicate object key near '\"\\u0061\\\"\"'"},
        {T("{\"b\": 1, \"a\": 1, \"a\": 1,\n\"b\": 1}"), BI_JSON_DUPLICATE_KEY, 1, 18,
         "duplicate object key near '\"a\"'"},
        {T("[1,\n  2"), BI_JSON_CUT_OFF, 2, 4, "']' expected near end of file"},
        {T("[1,\n  2,]"), BI_JSON_SYNTAX, 2, 5, "unexpected token near ']'"},
        {T("{\"a\" 1}"), BI_JSON_SYNTAX, 1, 6, "':' expected near '1'"},
        {T("[01]"), BI_JSON_SYNTAX, 1, 2, "invalid token near '0'"},
        {T("[1.]"), BI_JSON_SYNTAX, 1, 2, "invalid token near '1.'"},
        {T("[9223372036854775808]"), BI_JSON_TOO_LARGE, 1, 2, "too big integer near '9223372036854775808'"},
        {T("[-9223372036854775809]"), BI_JSON_TOO_LARGE, 1, 2,
         "too big negative integer near '-9223372036854775809'"},
        {T("[1e309]"), BI_JSON_TOO_LARGE, 1, 2, "real number overflow near '1e309'"},
        {T("[\"a\nb\"]"), BI_JSON_SYNTAX, 1, 2, "unexpected newline near '\"a'"},
        {T("[\"\\u0000\"]"), BI_JSON_NUL, 1, 2, "\\u0000 is not allowed near '\"\\u0000\"'"},
        {T("{\"a\\u0000\": 1}"), BI_JSON_NUL, 1, 2, "\\u0000 is not allowed near '\"a\\u0000\"'"},
        {T("[\"\\ud83dx\"]"), BI_JSON_SYNTAX, 1, 2, "invalid Unicode '\\uD83D' near '\"\\ud83dx\"'"},
        {T("[\"\xc3\"]"), BI_JSON_NOT_UTF8, 1, 2, "unable to decode byte 0xc3 near '\"'"},
        {T("[\xff]"), BI_JSON_NOT_UTF8, 1, 2, "unable to decode byte 0xff"},
        {T("[\"\xed\xa0\x80\"]"), BI_JSON_NOT_UTF8, 1, 2, "unable to decode byte 0xed near '\"'"},
        {T("[1\0]"), BI_JSON_SYNTAX, 1, 3, "']' expected near '"},
        {T("[\"\0\"]"), BI_JSON_SYNTAX, 1, 2, "control character 0x0 near '\"'"},
        {T("\0"), BI_JSON_SYNTAX, 1, 1, "invalid token near '"},
        {T("[1] 2"), BI_JSON_MORE_TEXT, 1, 5, "end of file expected near '2'"},
        {T("[1]\n\0"), BI_JSON_MORE_TEXT, 2, 1, "end of file expected near '"},
        {T("[truey]"), BI_JSON_SYNTAX, 1, 2, "invalid token near 'truey'"},
        {T("[\"abc"), BI_JSON_CUT_OFF, 1, 2, "premature end of input near '\"abc'"},
        {T("[\"abc\\"), BI_JSON_SYNTAX, 1, 2, "invalid escape near '\"abc\\'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bi_json_error error;
        bi_json *json = bi_json_parse(NULL, cases[i].text, cases[i].length, BI_JSON_ANY_ROOT, &error);
        if (json != NULL || error.fault != cases[i].fault || error.line != cases[i].line ||
            error.column != cases[i].column ||
            strncmp(error.text, cases[i].words, strlen(cases[i].words)) != 0) {
            fail_msg("%s: fault %d, %d:%d, %s", cases[i].text, (int)error.fault, (int)error.line,
                     (int)error.column, error.text);
        }
    }
    bi_json_error error;
    CHECK(bi_json_parse(NULL, "1", 1, BI_JSON_LIST_ROOT, &error) == NULL);
    CHECK(strcmp(error.text, "'[' or '{' expected near '1'") == 0);
}

typedef struct meter {
    size_t held, most;
} meter;

static void *measured(void *user, void *old, size_t old_size, size_t new_size)
{
    meter *m = user;
    m->held += new_size - old_size;
    m->most = m->held > m->most ? m->held : m->most;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

// The text may stop at any byte: nothing beyond it is read.
TEST(every_beginning_is_refused)
{
    for (size_t length = 0; length + 2 < strlen(text); length++) {
        char *copy = malloc(length + 1); // exactly as long, so that a sanitizer sees more
        bi_json_error error;
        meter m = {0, 0};
        bight_allocator allocator = {measured, &m};
        memcpy(copy, text, length);
        copy = realloc(copy, length > 0 ? length : 1);
        CHECK_SEED(bi_json_parse(&allocator, copy, length, BI_JSON_ANY_ROOT, &error) == NULL, length);
        CHECK_SEED(m.held == 0, length);
        CHECK_SEED(error.line >= 1 && error.column >= 1 && error.text[0] != '\0', length);
        free(copy);
    }
}

TEST(depth_has_a_limit)
{
    size_t size = 4000000;
    char *deep = malloc(size);
    const struct {
        size_t depth;
        bool good;
    } cases[] = {{BI_JSON_MOST_DEPTH, true}, {BI_JSON_MOST_DEPTH + 1, false}, {size / 2, false}};
    for (int32_t i = 0; i < 3; i++) {
        memset(deep, '[', cases[i].depth);
        memset(deep + cases[i].depth, ']', cases[i].depth);
        bi_json_error error;
        bi_json *json = bi_json_parse(NULL, deep, 2 * cases[i].depth, BI_JSON_LIST_ROOT, &error);
        CHECK_SEED((json != NULL) == cases[i].good, i);
        CHECK_SEED(cases[i].good || error.fault == BI_JSON_TOO_DEEP, i);
        bi_json_free(json);
    }
    free(deep);
}

// ---- memory -----------------------------------------------------------------------------------------

TEST(running_out_of_memory_leaks_nothing)
{
    bool done = false;
    for (int64_t n = 1; n < 100 && !done; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bi_json_error error;
        bi_json *json = bi_json_parse(&env.allocator, text, strlen(text), BI_JSON_ANY_ROOT, &error);
        CHECK_SEED(json != NULL || (error.fault == BI_JSON_NO_MEMORY && error.text[0] != '\0'), n);
        done = json != NULL;
        bi_json_free(json);
        CHECK_SEED(state.held == 0, n);
    }
    CHECK(done);
}

// The texts that ask for most memory for each byte.
TEST(memory_is_bounded_by_the_text)
{
    static const char *const parts[] = {"1,",    "[],", "{},", "\"\",", "[[[1]]],", "{\"\":{\"\":1}},",
                                        "1.5e3,"};
    size_t length = 300000;
    char *list = malloc(length + 16);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t part = strlen(parts[i]), used = 1;
        list[0] = '[';
        while (used + part + 2 < length) {
            memcpy(list + used, parts[i], part);
            used += part;
        }
        list[used - 1] = ']';
        meter m = {0, 0};
        bight_allocator allocator = {measured, &m};
        bi_json_error error;
        bi_json *json = bi_json_parse(&allocator, list, used, BI_JSON_LIST_ROOT, &error);
        CHECK_SEED(json != NULL, i);
        if (m.most > 200 * used + 100000) {
            fail_msg("%s: %zu bytes for %zu", parts[i], m.most, used);
        }
        bi_json_free(json);
        CHECK_SEED(m.held == 0, i);
    }
    free(list);
}

// ---- the judge --------------------------------------------------------------------------------------

#if defined(HAS_JANSSON)

static bi_json_fault fault_of(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_stack_overflow:
        return BI_JSON_TOO_DEEP;
    case json_error_invalid_utf8:
        return BI_JSON_NOT_UTF8;
    case json_error_premature_end_of_input:
        return BI_JSON_CUT_OFF;
    case json_error_end_of_input_expected:
        return BI_JSON_MORE_TEXT;
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return BI_JSON_NUL;
    case json_error_duplicate_key:
        return BI_JSON_DUPLICATE_KEY;
    case json_error_numeric_overflow:
        return BI_JSON_TOO_LARGE;
    default:
        return BI_JSON_SYNTAX;
    }
}

// The same kinds and values, to the last bit.
static bool same(const bi_json *ours, json_t *theirs)
{
    static const bi_json_kind kinds[] = {
        [JSON_OBJECT] = BI_JSON_OBJECT,   [JSON_ARRAY] = BI_JSON_ARRAY, [JSON_STRING] = BI_JSON_STRING,
        [JSON_INTEGER] = BI_JSON_INTEGER, [JSON_REAL] = BI_JSON_REAL,   [JSON_TRUE] = BI_JSON_TRUE,
        [JSON_FALSE] = BI_JSON_FALSE,     [JSON_NULL] = BI_JSON_NULL,
    };
    if (!bi_json_is(ours, kinds[json_typeof(theirs)])) {
        return false;
    }
    bool good = true;
    size_t i = 0;
    const char *key;
    json_t *value;
    double a = bi_json_number(ours), b = json_number_value(theirs);
    switch (bi_json_kind_of(ours)) {
    case BI_JSON_OBJECT:
        json_object_foreach(theirs, key, value)
        {
            bi_json_pair pair = bi_json_member(ours, i++);
            good = good && pair.key != NULL && strcmp(pair.key, key) == 0 && same(pair.value, value) &&
                   bi_json_get(ours, key) == pair.value;
        }
        return good && bi_json_member(ours, i).key == NULL;
    case BI_JSON_ARRAY:
        for (; i < json_array_size(theirs) && good; i++) {
            good = same(bi_json_at(ours, i), json_array_get(theirs, i));
        }
        return good && bi_json_count(ours) == i;
    case BI_JSON_STRING:
        return bi_json_length(ours) == json_string_length(theirs) &&
               memcmp(bi_json_string(ours), json_string_value(theirs), bi_json_length(ours)) == 0;
    case BI_JSON_INTEGER:
        return bi_json_integer(ours) == json_integer_value(theirs) && memcmp(&a, &b, sizeof a) == 0;
    default:
        return memcmp(&a, &b, sizeof a) == 0;
    }
}

// The same value, or the same refusal: kind, line and words. In objects of some size jansson sees a key that
// is given twice at once, ours at the closing bracket: what else is wrong between the two may then come
// first.
static void judge(const char *bytes, size_t length, bi_json_root roots)
{
    bi_json_error our_error;
    json_error_t their_error;
    size_t flags = JSON_REJECT_DUPLICATES | (roots == BI_JSON_ANY_ROOT ? JSON_DECODE_ANY : 0);
    bi_json *ours = bi_json_parse(NULL, bytes, length, roots, &our_error);
    json_t *theirs = json_loadb(bytes, length, flags, &their_error);
    bool equal = (ours != NULL) == (theirs != NULL);
    if (ours != NULL && theirs != NULL) {
        equal = same(ours, theirs);
    } else if (equal) {
        bool broken =
            strstr(our_error.text, "\\\n'") != NULL; // the line end itself is at fault: theirs is below it
        equal = our_error.fault == fault_of(&their_error) && our_error.line + broken == their_error.line;
        // of a NUL jansson names the flag that would let it pass
        equal = equal && (our_error.fault == BI_JSON_NUL || strcmp(our_error.text, their_error.text) == 0);
        bool later =
            json_error_code(&their_error) == json_error_duplicate_key && our_error.line >= their_error.line;
        equal = equal || (later && our_error.fault != BI_JSON_DUPLICATE_KEY);
    }
    if (!equal) {
        size_t shown = length < 60 ? length : 60;
        fail_msg("...%.*s\n  jansson: %d, line %d: %s\n  ours: %d, line %d: %s", (int)shown,
                 bytes + length - shown, theirs != NULL ? 0 : (int)fault_of(&their_error), their_error.line,
                 theirs != NULL ? "a value" : their_error.text, (int)our_error.fault, (int)our_error.line,
                 ours != NULL ? "a value" : our_error.text);
    }
    bi_json_free(ours);
    json_decref(theirs);
}

TEST(judged_by_jansson_on_odd_texts)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        " [ ] ",
        "[1, -0, 0, 12345678901234567, -5]",
        "[-0.0, 1e3, 1E+3, 1.5e-3, 0.1, 3.0]",
        "[9223372036854775807, -9223372036854775808]",
        "[9223372036854775808]",
        "[-9223372036854775809]",
        "[1e308, 1.7976931348623157e308, 5e-324, 1e-400]",
        "[1e309]",
        "[-1e999]",
        "[01]",
        "[1.]",
        "[.5]",
        "[+1]",
        "[-]",
        "[1e]",
        "[1e+]",
        "[0x10]",
        "[1a]",
        "[NaN]",
        "[nul]",
        "[true, false, null]",
        "[truey]",
        "[True]",
        "{\"a\": 1, \"b\": {\"a\": [1, 2, {\"c\": \"d\"}]}}",
        "{\"a\": 1,\n \"a\": 2}",
        "{\"a\" 1}",
        "{\"a\" 01}",
        "{\"a\": }",
        "{\"a\": 1,}",
        "{,}",
        "{1: 2}",
        "[1, 2,]",
        "[,]",
        "[1 2]",
        "[1",
        "{\"a\"",
        "{\"a\": 1",
        "{",
        "[",
        "]",
        "",
        " ",
        "\"",
        "\"abc",
        "[\"a\\u0041\\n\\t\\\"\\/\\\\\\b\\f\\r\"]",
        "[\"\\u00e9\\u20ac\\ud83d\\ude00\"]",
        "[\"\\ud83d\"]",
        "[\"\\ud83dx\"]",
        "[\"\\ude00\"]",
        "[\"\\ud83d\\u0041\"]",
        "[\"\\u0000\"]",
        "[\"\\u12g4\"]",
        "[\"\\x\"]",
        "[\"a\nb\"]",
        "[\"\t\"]",
        "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]",
        "[1] 2",
        "[1] x",
        "[1] 1.",
        "{} {}",
        "1",
        "\"a\"",
        "true",
        "[1,\n2,\n\n3 x]",
        "[0.30000000000000004, 1e23, 8.41e21]",
        "[\"a\\",
        "[0.1234567890123456789, 123456789012345678.9, 2.2250738585072011e-308]",
        "/* */ []",
        "[1] // no",
        "[\n\n\n",
        "{\"a\": 1,\n\"b\": [1,\n\n2,\n*]}",
        "[\"a long text of more than twenty bytes\" \"another one of that kind\"]",
        "[1, \"unfinished and longer than twenty bytes",
        "[\xc3\xa9]",
        "[\x01]",
        "[~]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        judge(texts[i], strlen(texts[i]), BI_JSON_ANY_ROOT);
        judge(texts[i], strlen(texts[i]), BI_JSON_LIST_ROOT);
    }
}

TEST(judged_by_jansson_on_many_keys)
{
    size_t size = 1 << 18, used = 0;
    char *many = malloc(size);
    used += (size_t)snprintf(many, size, "{\"k0\": 0");
    for (int32_t i = 1; i < 3000; i++) {
        used += (size_t)snprintf(many + used, size - used, ",\n \"k%d\": %d", (int)i, (int)i);
    }
    size_t good = used + (size_t)snprintf(many + used, size - used, "}");
    judge(many, good, BI_JSON_LIST_ROOT);
    used += (size_t)snprintf(many + used, size - used, ", \"k1500\": 1,\n \"k7\": 3}");
    judge(many, used, BI_JSON_LIST_ROOT);
    free(many);
}

TEST(judged_by_jansson_on_examples_and_their_mutations)
{
    static const char *const files[] = {"examples/overhand.json", "examples/bowline.json",
                                        "examples/prusik.json", "examples/demo.json",
                                        "fuzz/corpus/gltf/strip.gltf"};
    bi_random random = bi_random_from(7);
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[500];
        snprintf(path, sizeof path, "%s/%s", BIGHT_SOURCE_DIR, files[f]);
        bight_bytes bytes;
        CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
        char *bent = (char *)bytes.data;
        size_t length = bytes.size;
        judge(bent, length, BI_JSON_ANY_ROOT);
        for (int32_t i = 0; i < LESS_WHEN_CHECKED(3000, 300); i++) {
            size_t at = (size_t)(bi_random_bits(&random) % length);
            char kept = bent[at];
            bent[at] = "{}[]\",:0-9.eE\\ut x\n"[bi_random_bits(&random) % 19];
            judge(bent, length, BI_JSON_ANY_ROOT);
            judge(bent, at, BI_JSON_ANY_ROOT);
            bent[at] = kept;
        }
        bight_bytes_free(NULL, &bytes);
    }
}

// Texts made of pieces of JSON in any order: most are wrong soon, some are not.
TEST(judged_by_jansson_on_random_texts)
{
    static const char *const pieces[] = {
        "{", "}",      "[",    "]",    ":",  ",", "\"a\"",  "\"b\"", "\"a\":", "\"\\u00e9\":",
        "1", "-2.5e3", "true", "null", "\n", " ", "\"\\\"", "0",     "[1,2]",  "{\"c\":[]}"};
    bi_random random = bi_random_from(11);
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(200000, 20000); i++) {
        char bytes[256];
        size_t used = 0, count = 1 + (size_t)(bi_random_bits(&random) % 12);
        for (size_t k = 0; k < count; k++) {
            const char *piece = pieces[bi_random_bits(&random) % (sizeof pieces / sizeof *pieces)];
            memcpy(bytes + used, piece, strlen(piece));
            used += strlen(piece);
        }
        judge(bytes, used, BI_JSON_ANY_ROOT);
    }
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(100000, 10000); i++) {
        // numbers of all sizes
        char bytes[80];
        uint64_t bits = bi_random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        int32_t digits = 1 + (int32_t)(bi_random_bits(&random) % 20);
        if (isfinite(value)) {
            int32_t used = (int32_t)snprintf(bytes, sizeof bytes, "[%.*e, %lld]", (int)digits, value,
                                             (long long)(bits >> bi_random_bits(&random) % 64));
            judge(bytes, (size_t)used, BI_JSON_ANY_ROOT);
        }
    }
}

#define JUDGED                                                                                               \
    , unit(judged_by_jansson_on_odd_texts), unit(judged_by_jansson_on_many_keys),                            \
        unit(judged_by_jansson_on_examples_and_their_mutations), unit(judged_by_jansson_on_random_texts)
#else
#define JUDGED
#endif

RUN_TESTS(unit(values_of_all_kinds), unit(numbers_to_the_last_bit),
          unit(lines_are_those_of_keys_and_elements), unit(paths_have_words), unit(refusals_name_the_place),
          unit(every_beginning_is_refused), unit(depth_has_a_limit),
          unit(running_out_of_memory_leaks_nothing), unit(memory_is_bounded_by_the_text) JUDGED)
