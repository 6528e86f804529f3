// SPDX-License-Identifier: MIT
// bight run --forces: the table of a rope that lies on a table and is held at one end.

#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "glb_read.h"

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
    CHECK_RUN(&r, 1, "", "there is no folder none_such: make it first", "run", "cli_no_rods.json", "--forces",
              "none_such/forces.csv");
    CHECK(strstr(r.out, "done") == NULL); // before anything is played
    CHECK_RUN(&r, 2, "", "--forces-every", "run", "cli_no_rods.json", "--forces", "x.csv", "--forces-every",
              "0");
    CHECK_RUN(&r, 1, "", "no_such_folder", "run", "cli_no_rods.json", "--forces", "no_such_folder/x.csv");
}

// ---- colours ----------------------------------------------------------------------------------------

// The number behind a name in the first primitive; views and accessors have the same numbers.
static int32_t view_of(const char *json, const char *name)
{
    const char *at = strstr(json, name);
    CHECK(at != NULL);
    return (int32_t)strtol(at + strlen(name), NULL, 10);
}

static double linear_light(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

// A rope that hangs bears the weight of what is below: 19.5 links' under the first link of 20, half a link's under the last.
// Vertices at height y have the colour of that weight on the scale that the summary tells, from blue over white to red.
TEST(tension_is_told_by_colours)
{
    static result r;
    static char text[1 << 20];
    put_text("cli_hang.json",
             "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"radius\": 0.002, \"links\": 20, "
             "\"rod\": {\"gravity\": [0, -9.81, 0]}, "
             "\"points\": [[0, 0, 0], [0, -0.2, 0]]}], \"script\": ["
             "{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}, {\"wait\": {\"cycles\": 500}}]}");
    CHECK_RUN(&r, 2, "", "add --out DIR", "run", "cli_hang.json", "--tension");
    CHECK_RUN(&r, 0, "done: ", "", "run", "cli_hang.json", "--quiet", "--tension", "--out", "cli_hang");
    slurp("cli_hang/summary.json", text, sizeof text);
    const char *legend = strstr(text, "\"tension_colours\"");
    CHECK(legend != NULL && strstr(legend, "#2166ac") < strstr(legend, "#f7f7f7"));
    const char *most = strstr(legend, "#b2182b");
    CHECK(most != NULL);
    CHECK_NEAR(strtod(strstr(most, "\"newtons\": ") + 11, NULL), 19.5 * 0.01 * 0.078 * 9.81, 2e-4);

    bight_bytes glb;
    const uint8_t *data;
    size_t size;
    CHECK(bight_read_file(NULL, "cli_hang/final.glb", 1 << 20, &glb, NULL) == BIGHT_OK);
    char *json = glb_open(&glb, &data, &size);
    int32_t places = view_of(json, "\"POSITION\":"), colours = view_of(json, "\"COLOR_0\":");
    const char *count = strstr(json, "\"count\":");
    CHECK(count != NULL && strstr(json, "\"baseColorFactor\":[1,1,1,1]") != NULL);
    size_t vertices = strtoul(count + 8, NULL, 10);
    static const double scale[3][3] = {{0x21 / 255.0, 0x66 / 255.0, 0xac / 255.0},
                                       {0xf7 / 255.0, 0xf7 / 255.0, 0xf7 / 255.0},
                                       {0xb2 / 255.0, 0x18 / 255.0, 0x2b / 255.0}};
    int32_t seen = 0;
    for (size_t i = 0; i < vertices; i++) {
        double at = -glb_float(json, data, places, 3 * i + 1) / 0.01;
        double link = floor(at);
        if (at < 0.05 || at > 19.95 || at - link < 0.05 || at - link > 0.95) {
            continue; // caps, and rings between two links
        }
        double part = 2.0 * (19.5 - link) / 19.5;
        int32_t half = part < 1.0 ? 0 : 1;
        for (int32_t k = 0; k < 3; k++) {
            double colour = scale[half][k] + (part - half) * (scale[half + 1][k] - scale[half][k]);
            CHECK_NEAR(glb_float(json, data, colours, 3 * i + (size_t)k), linear_light(colour), 5e-3);
        }
        seen++;
    }
    print_message("%d vertices\n", (int)seen);
    CHECK(seen > 1000);
    free(json);
    bight_bytes_free(NULL, &glb);

    // without the option ropes have their own colours
    CHECK_RUN(&r, 0, "done: ", "", "run", "cli_hang.json", "--quiet", "--out", "cli_hang");
    slurp("cli_hang/summary.json", text, sizeof text);
    CHECK(strstr(text, "tension_colours") == NULL);
}

RUN_TESTS(unit(tension_is_told_by_colours), unit(forces_are_a_table), unit(forces_need_rods_and_a_file))
