// SPDX-License-Identifier: MIT
// Names from files and arguments hold what they like; what the command prints holds lines of text.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

// Escape, a bell, a new line, delete, a control character of two bytes (CSI), a byte that is no character.
#define EVIL "a\x1b[2J\x07\nb\x7f\xc2\x9b\xff"
#define LONG                                                                                                 \
    "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2"   \
    "\x82\xac\xe2\x82\xac" // cut somewhere
#define EVIL_JSON "a\\u001b[2J\\u0007\\nb\\u007f\\u009b"

// No control character but the end of a line, and nothing that is not UTF-8; by the ranges of RFC 3629.
static void check_text(const char *text, const char *what)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c != 0) {
        int32_t more = *c < 0x80 ? 0 : *c < 0xe0 ? 1 : *c < 0xf0 ? 2 : 3;
        uint32_t point = more == 0 ? *c : *c & (0x3fU >> more);
        bool good = *c < 0x80 || (*c >= 0xc2 && *c <= 0xf4);
        for (c++; more > 0; more--, c++) {
            good = good && (*c & 0xc0) == 0x80;
            point = point << 6 | (*c & 0x3fU);
        }
        if (!good || (point < 0x20 && point != '\n') || (point >= 0x7f && point < 0xa0)) {
            fail_msg("%s: character %x at %d of: %s", what, (unsigned)point, (int)((const char *)c - text),
                     text);
        }
    }
}

// Runs it; the name stands in one of the streams, on one line, and both are text.
static void check_said(const char *const *arguments)
{
    static result r;
    finish(start(arguments), &r);
    check_text(r.out, arguments[1]);
    check_text(r.err, arguments[1]);
    if (strstr(r.out, "[2J") == NULL && strstr(r.err, "[2J") == NULL) {
        fail_msg("bight %s %s: the name is not said: %s%s", arguments[1], arguments[2], r.out, r.err);
    }
    for (const char *at = r.out; (at = strchr(at, '\n')) != NULL; at++) {
        CHECK(at[1] != 'b' || strncmp(at + 1, "bight", 5) == 0); // EVIL's second line
    }
}

#define SAID(...) check_said((const char *const[]){"bight", __VA_ARGS__, NULL})

TEST(files_of_any_name)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    put_text(EVIL ".obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
    put_text(EVIL ".pd", "X[1,5,2,4] X[3,1,4,6] X[5,3,6,2]\n");
    SAID("mesh", "check", EVIL ".obj");
    SAID("mesh", "repair", EVIL ".obj", "--out", "cli_names.obj");
    SAID("mesh", "check", EVIL ".obj", "--json");
    SAID("identify", EVIL ".pd");
    SAID("identify", EVIL ".pd", "--json");
    SAID("run", EVIL);
    SAID("identify", EVIL);
    SAID("convert", EVIL, "--to", "dt");
    SAID("render", EVIL, "-o", "x.png");
    SAID("mesh", "check", EVIL);
    remove(EVIL ".obj");
    remove(EVIL ".pd");
    remove("cli_names.obj");
}

TEST(arguments_of_any_kind)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    SAID(EVIL, "x");
    SAID("tie", EVIL);
    SAID("list", EVIL);
    SAID("list", "--category", EVIL);
    SAID("help", EVIL);
    SAID("tabulate", EVIL);
    SAID("run", "--" EVIL);
    SAID("run", "x.json", "--seed", EVIL);
    SAID("bench", EVIL);
    SAID("bench", "rope", EVIL);
    SAID("bench", "spring", EVIL);
    SAID("bench", "wrap", "--" EVIL);
    SAID("bench", "projection", EVIL);
    SAID("bench", "cloth", EVIL);
    SAID("bench", "cloth", "--only-untangle", "--untangle", EVIL);
    SAID("bench", "cloth-frames", "fold", "--out", EVIL);
    SAID("bench", "torture", EVIL);
    SAID("identify", "--braid", "1 1 1 " EVIL);
}

// The worst of a run is told with the rope's name, checks with the obstacle's, faults with any word of the scene.
TEST(scenes_with_any_names)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    put_text("names.json", "{\"bight\": 1, \"world\": {\"stretch_limit\": 1.5, \"response\": \"paper\"},\n"
                           "\"ropes\": [{\"name\": \"" EVIL_JSON LONG
                           "\", \"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}, \"radius\": 0.3}],\n"
                           "\"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}, {\"grasp\": "
                           "{\"hand\": \"k\", \"node\": "
                           "\"last\"}},\n"
                           "{\"move\": {\"hand\": \"h\", \"by\": [-60, 0, 0], \"speed\": 0.9}}]}\n");
    SAID("run", "names.json");
    SAID("run", "names.json", "--json");
    static const char *const broken[] = {
        "{\"bight\": 1, \"" EVIL_JSON "\": 1}",
        "{\"bight\": 1, \"ropes\": [{\"name\": \"r\", \"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}],"
        "\"script\": [{\"move\": {\"hand\": \"" EVIL_JSON "\", \"by\": [1, 0, 0]}}]}",
        "{\"bight\": 1, \"ropes\": [{\"name\": \"r\", \"model\": \"" EVIL_JSON
        "\", \"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}]}",
        "{\"bight\": 1, \"ropes\": [{\"name\": \"r\", \"file\": \"" EVIL_JSON "\"}]}"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        static result r;
        put_text("broken.json", broken[i]);
        RUN(&r, "run", "broken.json");
        CHECK(r.code == 3);
        check_text(r.out, broken[i]);
        check_text(r.err, broken[i]);
        CHECK(strchr(r.err, '\n') == r.err + strlen(r.err) - 1); // one line
    }
    remove("names.json");
    remove("broken.json");
}

TEST(a_book_with_any_names)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    remove_folder("cli_book");
    CHECK(mkdir("cli_book", 0777) == 0);
    put_text("cli_book/index.txt", "evil.json\n");
    put_text("cli_book/evil.json",
             "{\"bight\": 1, \"knot\": {\"name\": \"" EVIL_JSON "\", \"aliases\": [\"other " EVIL_JSON
             "\"], \"category\": \"loop\", \"use\": \"Use " EVIL_JSON "\", \"sequence\": \"How " EVIL_JSON
             "\", \"source\": \"Who " EVIL_JSON "\"}}\n");
    SAID("list", "--knots", "cli_book");
    SAID("list", "--knots", "cli_book", "--json");
    SAID("tie", EVIL, "--knots", "cli_book");
    put_text(
        "cli_book/evil.json",
        "{\"bight\": 1, \"knot\": {\"name\": \"evil\", \"category\": \"loop\", \"use\": \"x\", \"sequence\": "
        "\"How " EVIL_JSON "\", \"source\": \"x\"},\n"
        "\"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}], \"script\": [{\"wait\": "
        "{\"cycles\": "
        "1}}]}\n");
    SAID("tie", "evil", "--knots", "cli_book");
    remove_folder("cli_book");
}

RUN_TESTS(unit(files_of_any_name), unit(arguments_of_any_kind), unit(scenes_with_any_names),
          unit(a_book_with_any_names))
