// SPDX-License-Identifier: MIT
// bight run --forces: the table of a rope that lies on a table and is held at one end.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

#include <math.h>

// 21 nodes, 0.2 m of 78 g/m on a floor whose name has a comma and a quote.
static const char scene[] =
    "{\"bight\": 1, \"ropes\": [{\"name\": \"rope\", \"model\": \"rod\", \"radius\": 0.005, "
    "\"rod\": {\"gravity\": [0, -9.81, 0]}, "
    "\"line\": {\"from\": [-0.1, 0.0051, 0], \"to\": [0.1, 0.0051, 0]}}], "
    "\"obstacles\": [{\"name\": \"a \\\"wide\\\", floor\", \"box\": {\"size\": [2, 2, 2]}, "
    "\"position\": [0, -1, 0]}], "
    "\"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}, {\"wait\": {\"cycles\": 1050}}]}";

typedef struct sums {
    int32_t rows, links, hands, contacts;
    double normal, hand;
} sums;

// The field of a row; none of those before the names at the end has quotes.
static double field(const char *row, int32_t index)
{
    for (; index > 0; index--) {
        row = strchr(row, ',');
        CHECK(row != NULL);
        row++;
    }
    return strtod(row, NULL);
}

static sums look(char *text, int32_t cycle)
{
    sums s = {0};
    char *row = strchr(text, '\n');
    CHECK(row != NULL && strncmp(text, "cycle,what,rope,index,", 22) == 0);
    for (row = strtok(row, "\n"); row != NULL; row = strtok(NULL, "\n")) {
        s.rows++;
        if ((int32_t)field(row, 0) != cycle) {
            continue;
        }
        const char *what = strchr(row, ',') + 1, *floor = strstr(row, ",\"a \"\"wide\"\", floor\",,");
        s.links += strncmp(what, "link,rope,", 10) == 0;
        if (strncmp(what, "hand,rope,0,", 12) == 0) {
            s.hands++;
            s.hand += field(row, 11);
            CHECK(strstr(row, ",h,,,,,") != NULL);
        } else if (strncmp(what, "contact,rope,", 13) == 0) {
            CHECK(floor != NULL);
            const char *rest = floor + strlen(",\"a \"\"wide\"\", floor\",,");
            s.contacts++;
            s.normal += field(rest, 0);
            CHECK(field(rest, 1) <= 0.3001 * field(rest, 0));    // the usual friction of a rod
            CHECK(fabs(field(row, 11) - field(rest, 0)) < 1e-6); // upwards
        }
    }
    return s;
}

TEST(forces_are_a_table)
{
    static result r;
    static char text[1 << 20];
    put_text("cli_forces.json", scene);
    remove("cli_forces.csv");
    RUN(&r, "run", "cli_forces.json", "--forces", "cli_forces.csv", "--forces-every", "500", "--quiet");
    check_result(&r, 0, "done: ", "");
    slurp("cli_forces.csv", text, sizeof text);
    sums s = look(text, 1050);
    CHECK(s.links == 20 && s.hands == 1 && s.contacts > 5);
    CHECK_NEAR(s.normal + s.hand, 0.2 * 0.078 * 9.81, 2e-3 * 0.2 * 0.078 * 9.81);

    // three looks: after 500 and 1000 cycles and at the end
    CHECK(s.rows >= 3 * 21 && s.rows < 3 * 70);
    slurp("cli_forces.csv", text, sizeof text);
    CHECK(look(text, 500).links == 20);
    slurp("cli_forces.csv", text, sizeof text);
    CHECK(look(text, 1000).links == 20);
    slurp("cli_forces.csv", text, sizeof text);
    CHECK(look(text, 100).links == 0);
    remove("cli_forces.csv");
}

TEST(forces_need_rods_and_a_file)
{
    static result r;
    put_text("cli_no_rods.json",
             "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}], "
             "\"script\": [{\"wait\": {\"cycles\": 3}}]}");
    CHECK_RUN(&r, 0, "done: ", "it has no rows", "run", "cli_no_rods.json", "--forces", "cli_forces.csv");
    remove("cli_forces.csv");
    CHECK_RUN(&r, 2, "", "add --forces FILE.csv", "run", "cli_no_rods.json", "--forces-every", "3");
    CHECK_RUN(&r, 2, "", "--forces-every", "run", "cli_no_rods.json", "--forces", "x.csv", "--forces-every",
              "0");
    CHECK_RUN(&r, 1, "", "no_such_folder", "run", "cli_no_rods.json", "--forces", "no_such_folder/x.csv");
}

RUN_TESTS(unit(forces_are_a_table), unit(forces_need_rods_and_a_file))
