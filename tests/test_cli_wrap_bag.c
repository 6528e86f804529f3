// SPDX-License-Identifier: MIT
// A whole tied bag, played by the built command: folded, drawn up, lifted and held.

#define _POSIX_C_SOURCE 200809L

#include "bight/base.h"
#include "command.h"

#define COLUMNS 32
#define CORNERS ((COLUMNS + 1) * (COLUMNS + 1))

// Of what is read here the places of the first vertices of a mesh.
static int32_t read_places(const char *path, bight_vec3 *at, int32_t most)
{
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    char line[256];
    int32_t count = 0;
    while (count < most && fgets(line, sizeof line, file) != NULL) {
        count += sscanf(line, "v %lf %lf %lf", &at[count].x, &at[count].y, &at[count].z) == 3;
    }
    fclose(file);
    return count;
}

// The line of the pattern from tip to tip, as a curve of its own.
static void write_line(const char *from, const char *to)
{
    static bight_vec3 at[CORNERS];
    CHECK(read_places(from, at, CORNERS) == CORNERS);
    FILE *file = fopen(to, "w");
    CHECK(file != NULL);
    fprintf(file, "%d\n\n", COLUMNS + 1);
    for (int32_t i = 0; i <= COLUMNS; i++) {
        bight_vec3 p = at[i * (COLUMNS + 2)];
        fprintf(file, "C %.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    fclose(file);
}

static double mean_height(const char *path)
{
    static bight_vec3 at[CORNERS];
    int32_t count = read_places(path, at, CORNERS);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        sum += at[i].y;
    }
    return sum / count;
}

// Its knot is named from the mesh, the lift is measured on the mesh, and another number of threads plays the same bits.
TEST(a_bag_is_tied_lifted_and_held)
{
    put_text(
        "bag.json",
        "{\"bight\": 1, \"wrap\": \"bag\", \"title\": \"A small bag of thick cloth\", \"object\": \"box\",\n"
        "\"mass\": 0.05, \"gravity\": 0,\n"
        "\"cloth\": {\"size\": 1, \"columns\": 32, \"preview\": 32, \"thickness\": 0.004, "
        "\"friction\": 0.1},\n"
        "\"place\": {\"room\": [0.06, 0.03, 0.06], \"lie\": true},\n"
        "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 140, \"hold\": {\"below\": "
        "0.09}},\n"
        "\"knots\": [{\"lines\": [\"a\", \"c\"], \"wanted\": \"3_1\"}],\n"
        "\"steps\": [{\"state\": \"folded\"}, {\"hold\": [\"a\", \"c\"]}, {\"settle\": 10},\n"
        "{\"set\": {\"gravity\": 9.81, \"friction\": 0.3}},\n"
        "{\"move\": [{\"corner\": \"a\", \"by\": [-0.06, 0.03, 0]}, {\"corner\": \"c\", \"by\": [0.06, "
        "0.03, 0]}], \"cycles\": 40},\n"
        "{\"state\": \"tight\"}]}\n");
    result r;
    CHECK_RUN(&r, 0, "", "", "wrap", "bag.json", "--preview", "--out", "bag", "--quiet");
    static const char *const states[] = {"folded", "tight", "lifted", "held"};
    for (int32_t i = 0; i < 4; i++) {
        char path[64];
        snprintf(path, sizeof path, "bag/%s.obj", states[i]);
        write_line(path, "line.xyz");
        CHECK_RUN(&r, 0, "3_1", "", "identify", "line.xyz");
    }
    double tight = mean_height("bag/tight.obj"), lifted = mean_height("bag/lifted.obj"),
           held = mean_height("bag/held.obj");
    CHECK(lifted - tight > 0.045 && lifted - tight < 0.055);
    CHECK(fabs(held - lifted) < 0.005);
    char ours[65536], theirs[65536];
    slurp("bag/summary.json", ours, sizeof ours);
    CHECK(strstr(ours, "\"problem\": null") != NULL && strstr(ours, "\"open_most\": 0.") != NULL);
    CHECK_RUN(&r, 0, "", "", "run", "bag/scene.json", "--out", "again", "--threads", "2", "--quiet");
    slurp("again/summary.json", theirs, sizeof theirs);
    const char *one = strstr(ours, "\"hash\": \""), *other = strstr(theirs, "\"hash\": \"");
    CHECK(one != NULL && other != NULL && strncmp(one, other, 26) == 0);
}

RUN_TESTS(unit(a_bag_is_tied_lifted_and_held))
