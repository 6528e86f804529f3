// SPDX-License-Identifier: MIT
// The built command runs scenes: files, films, exit codes, interruption.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "command.h"
#include "glb_read.h"

#define LINE "\"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}]"
static const char good[] =
    "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, " LINE
    ", \"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"last\"}}, {\"move\": {\"hand\": "
    "\"h\", \"by\": [0, 5, 0]}}, {\"still\": \"lifted\"}, {\"expect\": {\"knot\": \"0_1\"}}]}";

// ---- files -------------------------------------------------------------------------------------------

TEST(run_leaves_files_and_a_summary)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_run");
    put_text("good.json", good);
    CHECK_RUN(&r, 0, "step 4: knot: expected 0_1, found 0_1", "", "run", "good.json", "--out", "cli_run");
    CHECK(strstr(r.out, "done: ") != NULL);
    CHECK(there("cli_run/final.xyz") && there("cli_run/final.glb") && there("cli_run/summary.json"));
    slurp("cli_run/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"done\": true") != NULL && strstr(summary, "\"interrupted\": false") != NULL);
    CHECK(strstr(summary, "\"steps_done\": 4") != NULL && strstr(summary, "\"hash\": \"") != NULL);
    // with pictures there are five files, in a build without them four; never a temporary one
    bool pictures = there("cli_run/lifted.png");
    CHECK(there("cli_run/run.glb") && count_files("cli_run") == (pictures ? 5 : 4));
    remove_folder("cli_run");
}

// A needle is a mesh of its own, of metal, as thick as its wire, in GLB files; the thread ends where it begins. Its circle lies in
// the plane z = 0: the greatest z of a vertex is a radius.
TEST(a_needle_is_steel_in_glb_files)
{
    static result r;
    put_text("needle.json",
             "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, \"ropes\": [{\"name\": \"suture\", "
             "\"line\": {\"from\": [-0.03, 0, 0], \"to\": [0, 0, 0]}, \"link_length\": 0.0005, \"model\": "
             "\"rod\", "
             "\"material\": \"silk_suture\", \"needle\": {\"end\": \"last\", \"radius\": 0.008, \"side\": "
             "[0, 1, 0], "
             "\"arc\": 180, \"diameter\": 0.0006}}], \"script\": [{\"wait\": {\"cycles\": 3}}]}");
    for (int32_t pass = 0; pass < 2; pass++) {
        RUN(&r, "run", "needle.json", "--out", "cli_needle", pass == 0 ? "--quiet" : "--tension");
        CHECK(r.code == 0);
        for (int32_t k = 0; k < 2; k++) {
            static uint8_t file[2 << 20];
            FILE *in = fopen(k == 0 ? "cli_needle/final.glb" : "cli_needle/run.glb", "rb");
            CHECK(in != NULL);
            bight_bytes bytes = {.data = file, .size = fread(file, 1, sizeof file, in)};
            fclose(in);
            const uint8_t *data;
            size_t size;
            char *json = glb_open(&bytes, &data, &size);
            CHECK(strstr(json, "\"name\":\"suture\"") != NULL &&
                  strstr(json, "\"metallicFactor\":1,") != NULL);
            CHECK(strstr(json, "\"name\":\"suture needle\"") != NULL);
            double thickest = 0.0, thinnest = 1.0;
            for (const char *at = json; (at = strstr(at, "\"max\":[")) != NULL; at++) {
                double x, y, z;
                if (sscanf(at, "\"max\":[%lf,%lf,%lf", &x, &y, &z) == 3 && z > 1e-5) { // no morph target
                    thickest = fmax(thickest, z);
                    thinnest = fmin(thinnest, z);
                }
            }
            CHECK_NEAR(thickest, 0.0003, 1e-6);
            CHECK_NEAR(thinnest, 0.00016, 1e-6);
            free(json);
        }
        remove_folder("cli_needle");
    }
}

// A rope that is stretched, pressed in or thrown about is not passed over: the last line, the summary and a
// warning in words say so, each by the same limits.
TEST(a_run_says_the_worst_of_it)
{
    static result r;
    RUN(&r, "run", BIGHT_SOURCE_DIR "/tests/cases/stretch-4.6.json", "--json");
    CHECK(r.code == 0);
    static const char *const keys[3] = {"\"stretch\": ", "\"gap\": ", "\"motion\": "};
    double found[3];
    const char *worst = strstr(r.out, "\"worst\": {");
    CHECK(worst != NULL);
    for (int32_t i = 0; i < 3; i++) {
        const char *at = strstr(worst, keys[i]);
        CHECK(at != NULL);
        found[i] = strtod(at + strlen(keys[i]), NULL);
    }
    const char *at_jammed = strstr(worst, "\"jammed\": "), *at_pull = strstr(worst, "\"pull\": ");
    CHECK(at_jammed != NULL && at_pull != NULL && strstr(r.out, "\"end\": {") != NULL);
    double jammed = strtod(at_jammed + 10, NULL), pull = strtod(at_pull + 8, NULL);
    bool ends_tight = strstr(r.out, "\"tight\": true}") != NULL;
    CHECK((strstr(r.err, "warning: rope was") != NULL) ==
          (found[0] > 1.1 || found[1] < 0.9 || found[2] > 1.0));
    CHECK((strstr(r.err, " stretched to ") != NULL) == (found[0] > 1.1));
    CHECK((strstr(r.err, " pressed in to ") != NULL) == (found[1] < 0.9));
    CHECK((strstr(r.err, " thrown ") != NULL) == (found[2] > 1.0 + 1e-9));
    RUN(&r, "run", BIGHT_SOURCE_DIR "/tests/cases/stretch-4.6.json", "--quiet");
    char figure[64];
    snprintf(figure, sizeof figure, "; at worst stretch %.3g (r0, link ", found[0]);
    CHECK(strstr(r.out, figure) != NULL);
    snprintf(figure, sizeof figure, ", gap %.3g (", found[1]);
    CHECK(strstr(r.out, figure) != NULL);
    snprintf(figure, sizeof figure, ", motion %.3g (", found[2]);
    CHECK(strstr(r.out, figure) != NULL);

    CHECK((strstr(r.out, " pairs jammed (cycle ") != NULL) == (jammed > 0.0));
    snprintf(figure, sizeof figure, ", pull %.3g (cycle ", pull);
    CHECK(pull > 0.0 && strstr(r.out, figure) != NULL && ends_tight == (strstr(r.out, "; tight") != NULL));

    // nothing happens to a rope that is lifted slowly
    put_text("calm.json",
             "{\"bight\": 1, " LINE ", \"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"last\"}}, "
             "{\"wait\": {\"cycles\": 3}}]}");
    CHECK_RUN(&r, 0, "; at worst stretch 1 (", "", "run", "calm.json");
    CHECK(strstr(r.out, "warning") == NULL && strstr(r.err, "warning") == NULL);
}

// A mesh of quads, groups, a pattern and a seam comes out as it went in, but for where its vertices are; PC2 has them in the same
// order.
TEST(a_mesh_survives_a_run)
{
    static result r;
    static char text[65536];
    static const char faces[] =
        "vt 0 0\nvt 0.5 0\nvt 1 0\nvt 0 1\nvt 0.5 1\nvt 1 1\ng front\nf 1/1 2/2 5/5 4/4\ng back\n"
        "f 6/6 5/5 2/2 3/3\nl 1 4\n";
    remove_folder("cli_quads");
    snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\n%s", faces);
    put_text("quads.obj", text);
    put_text(
        "quads.json",
        "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, \"cloths\": [{\"name\": \"q\", \"mesh\": "
        "{\"file\": \"quads.obj\"}, \"pins\": \"u0\"}], \"script\": [{\"wait\": {\"cycles\": 20}}]}");
    RUN(&r, "run", "quads.json", "--out", "cli_quads", "--pc2");
    slurp("cli_quads/final.obj", text, sizeof text);
    const char *rest = strstr(text, "vt ");
    CHECK(rest != NULL);
    assert_string_equal(rest, faces);

    bight_bytes obj, pc2;
    bight_cloth_mesh mesh;
    CHECK(bight_read_file(NULL, "cli_quads/final.obj", 0, &obj, NULL) == BIGHT_OK);
    CHECK(bight_read_cloth_mesh(NULL, obj.data, obj.size, "final.obj", &mesh, NULL) == BIGHT_OK);
    CHECK(mesh.vertex_count == 6 && mesh.face_count == 2);
    CHECK(bight_read_file(NULL, "cli_quads/run.pc2", 0, &pc2, NULL) == BIGHT_OK);
    int32_t head[5];
    CHECK(pc2.size > 32 && memcmp(pc2.data, "POINTCACHE2", 12) == 0);
    memcpy(head, pc2.data + 12, sizeof head);
    CHECK(head[0] == 1 && head[1] == 6 && head[4] > 1);
    CHECK(pc2.size == 32 + 12 * 6 * (size_t)head[4]);
    for (int32_t i = 0; i < 6; i++) {
        float last[3];
        memcpy(last, pc2.data + pc2.size - 12 * (size_t)(6 - i), sizeof last);
        CHECK(last[0] == (float)mesh.positions[i].x && last[1] == (float)mesh.positions[i].y &&
              last[2] == (float)mesh.positions[i].z);
    }
    bight_bytes_free(NULL, &pc2);
    bight_bytes_free(NULL, &obj);
    bight_cloth_mesh_free(NULL, &mesh);

    // two cloths of one file: their names stand in front of the groups
    put_text(
        "two.json",
        "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, \"cloths\": [{\"name\": \"a\", \"mesh\": "
        "{\"file\": "
        "\"quads.obj\"}}, {\"name\": \"b\", \"position\": [0, 0, 3], \"grid\": {\"width\": 1, \"height\": 1, "
        "\"columns\": 1, \"rows\": 1}}], \"script\": [{\"wait\": {\"cycles\": 1}}]}");
    remove_folder("cli_quads");
    RUN(&r, "run", "two.json", "--out", "cli_quads");
    slurp("cli_quads/final.obj", text, sizeof text);
    CHECK(strstr(text, "g a.front\nf 1/1 2/2 5/5 4/4\ng a.back\nf 6/6 5/5 2/2 3/3\ng b\nf 7/7 ") != NULL);
    CHECK(!there("cli_quads/run.pc2"));
    CHECK_RUN(&r, 2, "", "add --out DIR", "run", "quads.json", "--pc2");
    remove_folder("cli_quads");
    unlink("quads.obj");
    unlink("quads.json");
    unlink("two.json");
}

// Cloth: its own files, which hold the very same numbers; nothing of ropes where there is none.
TEST(a_run_of_cloth_leaves_its_files)
{
    static result r;
    static char text[65536];
    remove_folder("cli_cloth");
    put_text("cloth.json", "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48, \"film_width\": 32, "
                           "\"film_height\": 32}, \"cloths\": "
                           "[{\"name\": \"flag\", \"grid\": {\"width\": 0.3, \"height\": 0.2, \"columns\": "
                           "4, \"rows\": 3}, \"pins\": "
                           "\"u0\"}], \"script\": [{\"wait\": {\"cycles\": 30}}, {\"still\": \"hanging\"}, "
                           "{\"expect\": {\"cloth\": "
                           "{\"intersections\": 0}}}]}");
    CHECK_RUN(&r, 0, "step 3: intersections: expected at most 0, found 0", "", "run", "cloth.json", "--out",
              "cli_cloth", "--frames", "4");
    CHECK(!there("cli_cloth/final.xyz"));
    CHECK(there("cli_cloth/final.glb") && there("cli_cloth/run.glb"));
    slurp("cli_cloth/summary.json", text, sizeof text);
    CHECK(strstr(text, "\"vertices\": 20") != NULL && strstr(text, "\"final.obj\"") != NULL);
    CHECK(strstr(text, "\"cloths.json\"") != NULL && strstr(text, "\"intersections\": 0") != NULL);

    bight_bytes obj;
    bight_cloth_mesh mesh;
    CHECK(bight_read_file(NULL, "cli_cloth/final.obj", 0, &obj, NULL) == BIGHT_OK);
    CHECK(bight_read_cloth_mesh(NULL, obj.data, obj.size, "final.obj", &mesh, NULL) == BIGHT_OK);
    CHECK(mesh.vertex_count == 20 && mesh.triangle_count == 24 && mesh.uv_count == 20);
    CHECK(strcmp(mesh.names[0].text, "flag") == 0);
    slurp("cli_cloth/cloths.json", text, sizeof text);
    CHECK(strstr(text, "{\"cloths\": [{\"name\": \"flag\", \"positions\": [[") == text);
    const char *at = strstr(text, "[[") + 2;
    for (int32_t i = 0; i < 20; i++) {
        for (int32_t k = 0; k < 3; k++) {
            char *end;
            const double place[3] = {mesh.positions[i].x, mesh.positions[i].y, mesh.positions[i].z};
            CHECK(strtod(at, &end) == place[k] && end != at);
            at = end + strcspn(end, "-0123456789");
        }
    }
    CHECK(mesh.positions[4].y < -0.01); // it hangs
    bight_cloth_mesh_free(NULL, &mesh);
    bight_bytes_free(NULL, &obj);

    // the same scene again: the same hash
    static char again[65536];
    RUN(&r, "run", "cloth.json", "--json", "--threads", "2");
    snprintf(again, sizeof again, "%s", r.out);
    slurp("cli_cloth/summary.json", text, sizeof text);
    const char *hash = strstr(text, "\"hash\": \"");
    CHECK(hash != NULL && strstr(again, "\"hash\": \"") != NULL);
    CHECK(memcmp(hash, strstr(again, "\"hash\": \""), 26) == 0);
    CHECK_RUN(&r, 2, "", "--close counts in rope diameters, and the scene has no rope: leave it out",
              "render", "cloth.json", "-o", "cloth.png", "--close", "3");
    remove_folder("cli_cloth");
}

static int64_t number_of(const char *json, const char *key)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(json, quoted);
    CHECK(at != NULL);
    return strtoll(at + strlen(quoted), NULL, 10);
}

// Sheets that start pushed through each other: no cycle counts before they are apart, each does after, and both the summary and
// the last line say so.
TEST(cycles_of_tangled_cloth_do_not_count)
{
    static const char text[] =
        "{\"bight\": 1, \"cloth\": {\"thickness\": 0.003, \"gravity\": [0, 0, 0]}, "
        "\"cloths\": [{\"name\": \"a\", \"grid\": {\"width\": 0.3, \"height\": 0.3, "
        "\"columns\": 10, \"rows\": 10}}, {\"name\": \"b\", \"grid\": {\"width\": 0.3, "
        "\"height\": 0.3, \"columns\": 10, \"rows\": 10}, \"position\": [0.07, -0.005, "
        "0.08], \"rotation\": {\"axis\": [0.2, 1, 0.1], \"degrees\": 12}}], \"script\": "
        "[{\"wait\": {\"cycles\": %d}}]}";
    static result r;
    char scene[1024], line[200];
    snprintf(scene, sizeof scene, text, 150);
    put_text("tangled.json", scene);
    CHECK_RUN(&r, 0, "\"cycles\": 150", "", "run", "tangled.json", "--json");
    const char *cloth = strstr(r.out, "\"cloth\": {");
    CHECK(cloth != NULL && number_of(cloth, "intersections") == 0);
    int64_t clean = number_of(cloth, "clean"), later = number_of(cloth, "uncertified");
    int64_t certified = number_of(r.out, "certified");
    CHECK(clean > 1 && clean < 140 && later == 0);
    CHECK(certified == 150 - clean && number_of(cloth, "certified") == certified);
    snprintf(line, sizeof line, "; cloth clean since cycle %d, 0 uncertified since", (int)clean);
    CHECK_RUN(&r, 0, line, "", "run", "tangled.json");

    snprintf(scene, sizeof scene, text, 1);
    put_text("tangled.json", scene);
    CHECK_RUN(&r, 0, "\"certified\": 0,", "", "run", "tangled.json", "--json");
    CHECK(number_of(strstr(r.out, "\"cloth\": {"), "clean") == -1);
    CHECK_RUN(&r, 0, "1 cycles, 0 certified, ", "", "run", "tangled.json");
    CHECK(strstr(r.out, "; cloth went through cloth after every cycle") != NULL);
    unlink("tangled.json");
}

TEST(run_without_out_writes_nothing)
{
    static result r;
    mkdir("cli_empty", 0777);
    put_text("cli_empty/scene.json", good);
    CHECK_RUN(&r, 0, "done: ", "", "run", "cli_empty/scene.json", "--quiet");
    CHECK(strstr(r.out, "step") == NULL && count_files("cli_empty") == 1);
    CHECK_RUN(&r, 0, "\"done\": true", "", "run", "cli_empty/scene.json", "--json");
    CHECK(r.out[0] == '{' && strstr(r.out, "}\n") != NULL);
    remove_folder("cli_empty");
}

TEST(files_are_found_from_the_scenes_folder)
{
    static result r;
    mkdir("cli_folder", 0777);
    put_text("cli_folder/curve.xyz", "0 0 0\n1 0 0\n2 0 0\n3 0 0\n");
    put_text("cli_folder/scene.json", "{\"bight\": 1, \"ropes\": [{\"file\": \"curve.xyz\"}]}");
    CHECK_RUN(&r, 0, "done: 0 cycles", "", "run", "cli_folder/scene.json");
    remove_folder("cli_folder");
}

// ---- films -------------------------------------------------------------------------------------------

// Width, height and number of frames as ffprobe finds them.
static void check_film(const char *path, const char *expected)
{
    char command[300], found[64];
    snprintf(command, sizeof command,
             "ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 %s "
             "> cli_frames.txt 2>/dev/null",
             path);
    if (!there(path) || system(command) != 0) {
        print_message("no film was made here, or there is no ffprobe: not checked\n");
        return;
    }
    slurp("cli_frames.txt", found, sizeof found);
    found[strcspn(found, "\n")] = '\0';
    assert_string_equal(found, expected);
}

TEST(a_film_has_the_frames_that_were_asked_for)
{
    static result r;
    remove_folder("cli_film");
    put_text("good.json", good);
    RUN(&r, "run", "good.json", "--out", "cli_film", "--frames", "7");
    CHECK(r.code == 0);
    check_film("cli_film/run.mp4", "640,360,7");
    RUN(&r, "render", "good.json", "-o", "cli_film/small.mp4", "--frames", "3", "--width", "96");
    check_film("cli_film/small.mp4", "96,360,3");
    remove_folder("cli_film");
}

TEST(a_trajectory_makes_a_film)
{
    static result r;
    remove_folder("cli_film");
    mkdir("cli_film", 0777);
    put_text("moves.xyz", "3\nfirst\n0 0 0\n1 0 0\n2 0 0\n4\nsecond\n0 0 0\n1 0 0\n2 1 0\n3 1 0\n");
    put_text("still.xyz", "0 0 0\n1 0 0\n2 1 0\n");
    RUN(&r, "render", "moves.xyz", "-o", "cli_film/moves.mp4", "--height", "64");
    check_film("cli_film/moves.mp4", "640,64,2");
    CHECK_RUN(&r, 3, "", "still.xyz: a film needs something that moves", "render", "still.xyz", "-o",
              "cli_film/still.mp4");
    CHECK(!there("cli_film/still.mp4"));
    remove_folder("cli_film");
}

// ---- runs that fail ---------------------------------------------------------------------------------

TEST(an_expectation_that_does_not_hold_is_exit_1)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_fails");
    put_text("fails.json", "{\"bight\": 1, " LINE ", \"script\": [\n{\"expect\": {\"knot\": \"3_1\"}}]}");
    CHECK_RUN(&r, 1, "found 0_1", "bight: fails.json:2: step 1 (expect): knot: expected 3_1, found 0_1",
              "run", "fails.json", "--out", "cli_fails");
    slurp("cli_fails/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"done\": false") != NULL && strstr(summary, "\"holds\": false") != NULL);
    remove_folder("cli_fails");
}

TEST(a_folder_that_cannot_be_made_is_exit_1)
{
    static result r;
    put_text("good.json", good);
    put_text("in_the_way", "x");
    CHECK_RUN(&r, 1, "", "give another with --out", "run", "good.json", "--out", "in_the_way/deeper");
    CHECK_RUN(&r, 1, "", "this is not a folder", "run", "good.json", "--out", "in_the_way");
}

// Ctrl-C: exit 130, whole files, a summary that says so.
TEST(an_interrupted_run_leaves_whole_files)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_stop");
    put_text("long.json", "{\"bight\": 1, " LINE ", \"script\": [{\"wait\": {\"cycles\": 1000000000}}]}");
    const char *const arguments[] = {"bight", "run", "long.json", "--out", "cli_stop", NULL};
    interrupt(arguments, "cli_stop", &r);
    check_result(&r, 130, "interrupted: ", "");
    slurp("cli_stop/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"interrupted\": true") != NULL && strstr(summary, "\"done\": false") != NULL);
    CHECK(there("cli_stop/final.xyz") && there("cli_stop/final.glb") && there("cli_stop/run.glb"));
    CHECK(count_files("cli_stop") == 4);
    remove_folder("cli_stop");
}

RUN_TESTS(unit(run_leaves_files_and_a_summary), unit(a_needle_is_steel_in_glb_files),
          unit(a_run_says_the_worst_of_it), unit(a_mesh_survives_a_run),
          unit(a_run_of_cloth_leaves_its_files), unit(cycles_of_tangled_cloth_do_not_count),
          unit(run_without_out_writes_nothing), unit(files_are_found_from_the_scenes_folder),
          unit(a_film_has_the_frames_that_were_asked_for), unit(a_trajectory_makes_a_film),
          unit(an_expectation_that_does_not_hold_is_exit_1), unit(a_folder_that_cannot_be_made_is_exit_1),
          unit(an_interrupted_run_leaves_whole_files))
