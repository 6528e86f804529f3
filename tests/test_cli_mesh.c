// SPDX-License-Identifier: MIT
// The built command checks, mends and converts meshes.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

#include <unistd.h>

// Two triangles through each other, one of them twice, and a vertex too many.
static const char bad_mesh[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv .5 .5 -1\nv .5 .5 1\nv 1.5 .5 1\nv 9 9 9\n"
                               "f 1 2 3\nf 4 5 6\nf 6 4 5\n";

TEST(mesh_checks_and_mends)
{
    result r;
    put_text("bad.obj", bad_mesh);
    CHECK_RUN(&r, 1, "\"vertices\": 7", "", "mesh", "check", "bad.obj", "--json");
    check_result(&r, 1, "\"faces\": 3", "");
    check_result(&r, 1, "\"kind\": \"duplicate\"", "");
    check_result(&r, 1, "\"face\": 3", "");
    check_result(&r, 1, "\"kind\": \"unused\"", "");
    check_result(&r, 1, "\"vertex\": 7", "");
    CHECK_RUN(&r, 1, "\"duplicate\": 1", "", "mesh", "repair", "bad.obj", "--out", "mended.ply",
              "--json"); // what goes through itself cannot be mended here
    check_result(&r, 1, "\"intersections\": 2", "");
    check_result(&r, 1, "\"contours\": 1", "");
    check_result(&r, 1, "\"faults\": []", "");
    CHECK_RUN(&r, 1, "6 vertices, 2 faces", "", "mesh", "check", "mended.ply");
    check_result(&r, 1, "2 intersections along 1 contour (0 closed), 0 touching", "");

    put_text("good.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    CHECK_RUN(&r, 0, "4 vertices, 1 faces, 2 triangles", "", "mesh", "check", "good.obj");
    CHECK_RUN(&r, 0, "", "", "mesh", "convert", "good.obj", "--out", "good.pc2");
    CHECK(there("good.pc2"));
    CHECK_RUN(&r, 2, "", "needs --out", "mesh", "repair", "good.obj");
    CHECK_RUN(&r, 2, "", "writes nothing", "mesh", "check", "good.obj", "--out", "x.obj");
    CHECK_RUN(&r, 2, "", "no mesh format", "mesh", "convert", "good.obj", "--out", "x.dae");
    CHECK_RUN(&r, 2, "", "check", "mesh", "chekc", "good.obj");
    put_text("broken.obj", "v 0 0 0\nf 1 1 2\n");
    CHECK_RUN(&r, 3, "", "broken.obj:2: vertex 2 does not exist", "mesh", "check", "broken.obj");
}

// Every verb's help begins with its own name.
TEST(help_names_its_verb)
{
    static const char *const verbs[] = {"run", "identify", "convert", "render", "bench",
                                        "tie", "mesh",     "list",    "help",   "tabulate"};
    result r;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char first[60];
        snprintf(first, sizeof first, "usage: bight %s ", verbs[i]);
        CHECK_RUN(&r, 0, first, "", verbs[i], "--help");
        CHECK(strncmp(r.out, first, strlen(first)) == 0);
        CHECK_RUN(&r, 0, first, "", "help", verbs[i]);
    }
}

// A garment drawn in millimetres, and one drawn in kilometres: said on stderr and in the summary.
TEST(the_size_of_cloth_is_said)
{
    static const struct {
        const char *size, *words;
    } cases[] = {{"\"width\": 700, \"height\": 300", "is 700 metres across"},
                 {"\"width\": 0.001, \"height\": 0.004", "is 4 millimetres across"}};
    result r;
    for (size_t i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"bight\": 1, \"cloths\": [{\"grid\": {%s, \"columns\": 4, \"rows\": 4}}]}",
                 cases[i].size);
        put_text("size.json", text);
        CHECK_RUN(&r, 0, cases[i].words, cases[i].words, "run", "size.json", "--json");
    }
    put_text("size.json", "{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 19, \"height\": 0.006, "
                          "\"columns\": 4, \"rows\": 1}}]}");
    CHECK_RUN(&r, 0, "\"notes\": []", "", "run", "size.json", "--json");
    CHECK(strstr(r.err, "across") == NULL);
}

// A tetrahedron: its edges are 2 long at the foot, and 2 from there to the top.
TEST(mesh_finds_ways)
{
    result r;
    put_text("tent.obj",
             "v 0 0 0\nv 2 0 0\nv 1 0 1.7320508075688772\nv 1 1.632993161855452 0.5773502691896257\n"
             "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n");
    CHECK_RUN(&r, 0, "2 m, ", "", "mesh", "path", "tent.obj", "--from", "0,0,0", "--to", "2,0,0");
    CHECK_RUN(&r, 0, "\"stopped\": false", "", "mesh", "path", "tent.obj", "--from", "1,0.1,0.1", "--along",
              "0,1,0", "--length", "3", "--offset", "0.1", "--hull", "--json", "--out", "way.xyz");
    CHECK(access("way.xyz", R_OK) == 0);
    CHECK_RUN(&r, 2, "", "mesh path needs --from X,Y,Z", "mesh", "path", "tent.obj");
    CHECK_RUN(&r, 2, "", "--to is \"1,2\": give X,Y,Z", "mesh", "path", "tent.obj", "--from", "0,0,0", "--to",
              "1,2");
    CHECK_RUN(&r, 2, "", "--hull goes with mesh path", "mesh", "check", "tent.obj", "--hull");
    CHECK_RUN(&r, 2, "", "mesh path writes .xyz", "mesh", "path", "tent.obj", "--from", "0,0,0", "--to",
              "2,0,0", "--out", "way.obj");
    CHECK_RUN(&r, 3, "", "nothing says where the way leads", "mesh", "path", "tent.obj", "--from", "0,0,0");
}

RUN_TESTS(unit(help_names_its_verb), unit(the_size_of_cloth_is_said), unit(mesh_checks_and_mends),
          unit(mesh_finds_ways))
