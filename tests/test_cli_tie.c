// SPDX-License-Identifier: MIT
// The built command ties knots by name and lists them.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "command.h"
#include "stl_check.h"

// Each file is what its name says.
static void check_file(const char *folder, const char *name, const char *begins)
{
    char path[300], first[16] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("%s is missing", path);
    }
    CHECK(fread(first, 1, strlen(begins), file) == strlen(begins));
    fclose(file);
    if (memcmp(first, begins, strlen(begins)) != 0) {
        fail_msg("%s does not begin with %s", path, begins);
    }
}

static void check_files(const char *folder, bool diagram)
{
    static char path[300];
    bight_bytes stl;
    check_file(folder, "final.glb", "glTF");
    check_file(folder, "run.glb", "glTF");
    check_file(folder, "scene.json", "{");
    if (diagram) {
        check_file(folder, "diagram.svg", "<");
    }
    snprintf(path, sizeof path, "%s/rope.stl", folder);
    CHECK(bight_read_file(NULL, path, 0, &stl, NULL) == BIGHT_OK);
    check_closed(&stl);
    bight_bytes_free(NULL, &stl);
    for (int32_t i = 0; i < 2; i++) {
        bight_bytes xyz;
        bight_curves curves;
        snprintf(path, sizeof path, "%s/%s.xyz", folder, i == 0 ? "start" : "final");
        CHECK(bight_read_file(NULL, path, 0, &xyz, NULL) == BIGHT_OK);
        CHECK(bight_read_xyz(NULL, xyz.data, xyz.size, &curves, NULL) == BIGHT_OK && curves.point_count > 50);
        bight_curves_free(NULL, &curves);
        bight_bytes_free(NULL, &xyz);
    }
}

TEST(everyday_knots_are_tied_and_listed)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_bend");
    CHECK_RUN(&r, 0, "sheet bend: Make a bight", "", "tie", "weaver's knot", "--out", "cli_bend");
    slurp("cli_bend/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"wanted\": \"weaver's knot\"") != NULL);
    CHECK(strstr(summary, "\"name\": \"sheet bend\"") != NULL && strstr(summary, "\"rope.stl\"") != NULL);
    check_files("cli_bend", true);
    CHECK_RUN(&r, 0, "done: ", "", "run", "cli_bend/scene.json", "--quiet");
    remove_folder("cli_bend");
    CHECK_RUN(&r, 0, "\"category\": \"hitch\"", "", "tie", "half hitch", "--json");
    RUN(&r, "tie", "stevedore", "--quiet"); // by its type
    check_result(&r, 0, "done: ", "");
    CHECK_RUN(&r, 2, "", "is tied by its scene, bowline.json", "tie", "bowline", "--ideal");
    CHECK_RUN(&r, 3, "", "did you mean sheet bend?", "tie", "sheet bent");
    CHECK_RUN(&r, 3, "", "did you mean carrick bend?", "tie", "carick bend");
    CHECK_RUN(&r, 0, "Hangs a loop on a ring or bar. Also: lark's head, girth hitch.", "", "list",
              "--category", "hitch");
    CHECK_RUN(&r, 0, "\"tied_by\": \"start shape\"", "", "list", "--json");
    CHECK_RUN(&r, 3, "", "no_such_folder: the book of knots has no index.txt", "list", "--knots",
              "no_such_folder");
    CHECK_RUN(&r, 3, "", "give the folder with --knots, or in BIGHT_KNOTS", "tie", "bowline", "--knots",
              "no_such_folder");
    RUN(&r, "tie", "3_1", "--knots", "no_such_folder", "--quiet"); // needs no book
    check_result(&r, 0, "done: ", "");

    // a book of one's own, by the environment
    mkdir("cli_book", 0777);
    put_text("cli_book/index.txt", "mine.json\n");
    put_text("cli_book/mine.json", "{\"knot\": {\"name\": \"my own knot\", \"category\": \"bend\", \"type\": "
                                   "\"4_1\", \"use\": \"u\", \"sequence\": \"s\", \"source\": \"o\"}}");
    setenv("BIGHT_KNOTS", "cli_book", 1);
    CHECK_RUN(&r, 0, "my own knot", "", "list");
    CHECK_RUN(&r, 0, "\"knot\": \"4_1\"", "", "tie", "my own", "--json");
    unsetenv("BIGHT_KNOTS");
    remove_folder("cli_book");
}

TEST(tie_leaves_a_tight_knot)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_tie");
    CHECK_RUN(&r, 0, "found 3_1", "", "tie", "3_1", "--out", "cli_tie", "--frames", "3");
    check_files("cli_tie", true);
    if (there("cli_tie/tight.png")) { // in a build with pictures
        check_file("cli_tie", "loose.png", "\x89PNG");
        check_file("cli_tie", "tight.png", "\x89PNG");
        check_file("cli_tie", "close.png", "\x89PNG");
        CHECK(there("cli_tie/run.mp4"));
    }
    slurp("cli_tie/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"knot\": \"3_1\"") != NULL && strstr(summary, "\"done\": true") != NULL);
    CHECK(strstr(summary, "\"ideal_closed_diameters\": 16.37") != NULL);
    CHECK_RUN(&r, 0, "3_1", "", "identify", "cli_tie/final.xyz");
    CHECK_RUN(&r, 0, "done: ", "", "run", "cli_tie/scene.json", "--quiet");
    remove_folder("cli_tie");
    CHECK_RUN(&r, 0, "\"knot\": \"4_1\"", "", "tie", "--dt", "4 6 8 2", "--json");
    RUN(&r, "tie", "overhand", "--quiet"); // plays its scene
    check_result(&r, 0, "done: ", "");
    CHECK_RUN(&r, 0, "square knot", "", "tie", "3_1 # m3_1", "--closed");
}

TEST(tie_refuses_what_it_does_not_know)
{
    static result r;
    CHECK_RUN(&r, 2, "", "tie takes one knot, not 0", "tie");
    CHECK_RUN(&r, 2, "", "tie takes one knot, not 2", "tie", "3_1", "--dt", "4 6 2");
    CHECK_RUN(&r, 3, "", "did you mean bowline?", "tie", "bowlin");
    CHECK_RUN(&r, 3, "", "bight: ", "tie", "--dt", "4 6 3");
    CHECK_RUN(&r, 3, "", "only described", "tie", "sheepshank");
    CHECK_RUN(&r, 2, "", "add --out DIR", "tie", "3_1", "--frames", "3");
    CHECK_RUN(&r, 2, "", "give stopper or bend", "list", "--category", "bends");
    CHECK_RUN(&r, 0, "sheet bend", "", "list", "--category", "bend");
}

// The same for a knot that is being tied: the rope's file is whole, and the name is still that of the knot.
TEST(an_interrupted_knot_leaves_whole_files)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_stop_tie");
    const char *const arguments[] = {"bight", "tie",          "10_123 # 10_123 # 10_123 # 10_123",
                                     "--out", "cli_stop_tie", NULL};
    interrupt(arguments, "cli_stop_tie", &r);
    check_result(&r, 130, "interrupted: ", "");
    slurp("cli_stop_tie/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"interrupted\": true") != NULL);
    check_files("cli_stop_tie", true);
    CHECK_RUN(&r, 0, "10_123", "", "identify", "cli_stop_tie/final.xyz");
    remove_folder("cli_stop_tie");
}

RUN_TESTS(unit(everyday_knots_are_tied_and_listed), unit(tie_leaves_a_tight_knot),
          unit(tie_refuses_what_it_does_not_know), unit(an_interrupted_knot_leaves_whole_files))
