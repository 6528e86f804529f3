// SPDX-License-Identifier: MIT
// The built command, from outside: exit codes, messages, files.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh.h"
#include "bight/io.h"
#include "stl_check.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- running ----------------------------------------------------------------------------------------

typedef struct result {
    int code;
    char out[65536], err[4096];
} result;

static void slurp(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
}

static pid_t start(const char *const *arguments)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int out = open("cli.out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int err = open("cli.err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        execv(BIGHT_COMMAND, (char *const *)(uintptr_t)arguments);
        _exit(99);
    }
    return child;
}

static void finish(pid_t child, result *r)
{
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status)) {
        fail_msg("the command died of signal %d", WTERMSIG(status));
    }
    r->code = WEXITSTATUS(status);
    slurp("cli.out", r->out, sizeof r->out);
    slurp("cli.err", r->err, sizeof r->err);
}

#define RUN(r, ...)                                                                                          \
    do {                                                                                                     \
        const char *const arguments_[] = {"bight", __VA_ARGS__, NULL};                                       \
        finish(start(arguments_), r);                                                                        \
    } while (0)

static void check_result(const result *r, int code, const char *out, const char *err)
{
    if (r->code != code || strstr(r->out, out) == NULL || strstr(r->err, err) == NULL) {
        fail_msg("exit %d (wanted %d)\nstdout: %s\nwanted in it: %s\nstderr: %s\nwanted in it: %s", r->code,
                 code, r->out, out, r->err, err);
    }
}

// ---- files ------------------------------------------------------------------------------------------

static void put(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(bytes, 1, length, file) == length);
    CHECK(fclose(file) == 0);
}

static void put_text(const char *path, const char *text)
{
    put(path, text, strlen(text));
}

static bool there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return;
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char name[600];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.') {
            remove(name);
        }
    }
    closedir(folder);
    rmdir(path);
}

static int count_files(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    CHECK(folder != NULL);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(folder);
    return count;
}

#define LINE "\"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [20, 0, 0]}}]"
static const char good[] =
    "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, " LINE
    ", \"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": \"last\"}}, {\"move\": {\"hand\": "
    "\"h\", \"by\": [0, 5, 0]}}, {\"still\": \"lifted\"}, {\"expect\": {\"knot\": \"0_1\"}}]}";

// ---- usage ------------------------------------------------------------------------------------------

TEST(version_and_help)
{
    static result r;
    RUN(&r, "--version");
    check_result(&r, 0, "0.1.0\n", "");
    RUN(&r, "help");
    check_result(&r, 0, "bight identify FILE...", "");
    RUN(&r, "--help");
    check_result(&r, 0, "Exit codes", "");
    RUN(&r, "help", "run");
    check_result(&r, 0, "--frames N", "");
    RUN(&r, "render", "--help");
    check_result(&r, 0, "usage: bight render", "");
    RUN(&r, "help", "scene");
    check_result(&r, 0, "### pull_tight", "");
    RUN(&r, "help", "scene", "--schema");
    check_result(&r, 0, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"", "");
}

TEST(wrong_usage_is_exit_2_with_a_hint)
{
    static result r;
    const char *const alone[] = {"bight", NULL};
    finish(start(alone), &r);
    check_result(&r, 2, "", "no verb: see bight help");
    RUN(&r, "rum");
    check_result(&r, 2, "", "did you mean run?");
    RUN(&r, "xyzzy");
    check_result(&r, 2, "", "see bight help");
    RUN(&r, "help", "rnder");
    check_result(&r, 2, "", "did you mean render?");
    RUN(&r, "run");
    check_result(&r, 2, "", "run takes one scene");
    RUN(&r, "run", "a.json", "b.json");
    check_result(&r, 2, "", "run takes one scene, not 2");
    RUN(&r, "run", "a.json", "--fames", "3");
    check_result(&r, 2, "", "did you mean --frames?");
    RUN(&r, "run", "a.json", "--threads", "many");
    check_result(&r, 2, "", "--threads is \"many\": give a whole number from 1 to 64");
    RUN(&r, "run", "a.json", "--threads=65");
    check_result(&r, 2, "", "--threads is \"65\"");
    RUN(&r, "run", "a.json", "--frames", "10");
    check_result(&r, 2, "", "add --out DIR");
    RUN(&r, "run", "a.json", "--out");
    check_result(&r, 2, "", "--out has no value");
    RUN(&r, "run", "a.json", "--quiet", "--quiet");
    check_result(&r, 2, "", "given twice");
    RUN(&r, "run", "a.json", "--quiet=yes");
    check_result(&r, 2, "", "takes no value");
    RUN(&r, "identify");
    check_result(&r, 2, "", "identify has no file");
    RUN(&r, "identify", "a.xyz", "--closure", "near");
    check_result(&r, 2, "", "give far or direct");
    RUN(&r, "render", "a.xyz");
    check_result(&r, 2, "", "render takes one file and -o");
    RUN(&r, "render", "a.xyz", "-o", "a.gif");
    check_result(&r, 2, "", ".png or .mp4");
    RUN(&r, "render", "a.xyz", "-o", "a.png", "--radius", "-1");
    check_result(&r, 2, "", "--radius is \"-1\"");
    RUN(&r, "bench", "roop");
    check_result(&r, 2, "", "did you mean rope");
}

// ---- bad input --------------------------------------------------------------------------------------

// Every class of bad file: exit 3, file and line in the message, nothing on stdout, no output folder.
TEST(bad_scenes_are_exit_3_and_leave_nothing)
{
    static const struct {
        const char *bytes;
        size_t length; // 0: up to the terminating zero
        const char *err;
    } cases[] = {
        {"", 0, "bad.json:1: the scene is empty"},
        {"\x7F"
         "ELF\0\0\x01",
         7, "bad.json:1: byte 5 is 0x00"},
        {"{\"bight\": 1,\n\"x\xFF\"", 0, "bad.json:2: byte "},
        {"{\"bight\": 1,\n\"ropes\": [", 0, "bad.json:2: the text ends in the middle"},
        {"{\"bight\": 1,\n\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [NaN,0,0]}}]}", 0,
         "bad.json:3: "},
        {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"radius\": -1}]}", 0,
         "bad.json:2: ropes[0].radius is -1: give a number above 0"},
        {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"links\": "
         "1000000000}]}",
         0, "bad.json:2: ropes[0].links is 1000000000"},
        {"{\"bight\": 1,\n\"ropes\": [{\"file\": \"nowhere.xyz\"}]}", 0,
         "bad.json:2: ropes[0].file cannot be used"},
        {"{\"bight\": 1, \"ropes\": [\n{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"radius\": 1000}]}",
         0, "bad.json:2: ropes[0] (\"rope1\") cannot be made"},
    };
    static result r;
    remove_folder("cli_bad");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put("bad.json", cases[i].bytes, cases[i].length > 0 ? cases[i].length : strlen(cases[i].bytes));
        RUN(&r, "run", "bad.json", "--out", "cli_bad", "--frames", "5");
        check_result(&r, 3, "", cases[i].err);
        CHECK(strncmp(r.err, "bight: bad.json:", 16) == 0);
        CHECK(r.out[0] == '\0' && !there("cli_bad"));
        RUN(&r, "render", "bad.json", "-o", "cli_bad.png");
        check_result(&r, 3, "", cases[i].err);
        CHECK(!there("cli_bad.png"));
    }
    RUN(&r, "run", "no_such_scene.json");
    check_result(&r, 3, "", "bight: no_such_scene.json: ");
    RUN(&r, "run", ".");
    check_result(&r, 3, "", "bight: .: ");
}

TEST(bad_curves_are_exit_3)
{
    static result r;
    put_text("bad.xyz", "0 0 0\n1 0 0\n2 zero 0\n");
    put_text("line.xyz", "0 0 0\n1 0 0\n2 1 0\n");
    RUN(&r, "identify", "bad.xyz");
    check_result(&r, 3, "", "bight: bad.xyz:3: ");
    RUN(&r, "identify", "no.xyz");
    check_result(&r, 3, "", "bight: no.xyz: ");
    // the others are still named
    RUN(&r, "identify", "bad.xyz", "line.xyz");
    check_result(&r, 3, "line.xyz: 0_1", "bad.xyz:3");
    RUN(&r, "render", "bad.xyz", "-o", "bad_curve.png");
    check_result(&r, 3, "", "bad.xyz:3");
    CHECK(!there("bad_curve.png"));
}

// ---- good input -------------------------------------------------------------------------------------

TEST(identify_prints_lines_or_json)
{
    static result r;
    put_text("line.xyz", "0 0 0\n1 0 0\n2 1 0\n");
    RUN(&r, "identify", "line.xyz");
    check_result(&r, 0, "line.xyz: 0_1", "");
    RUN(&r, "identify", "--json", "line.xyz", "--closure=direct", "--seed", "7");
    check_result(&r, 0, "\"name\": \"0_1\"", "");
    CHECK(strstr(r.out, "\"confidence\": \"proved\"") != NULL && strchr(r.out, '\n')[1] == '\0');
}

TEST(run_leaves_files_and_a_summary)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_run");
    put_text("good.json", good);
    RUN(&r, "run", "good.json", "--out", "cli_run");
    check_result(&r, 0, "step 4: knot: expected 0_1, found 0_1", "");
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
    RUN(&r, "run", "cloth.json", "--out", "cli_cloth", "--frames", "4");
    check_result(&r, 0, "step 3: intersections: expected at most 0, found 0", "");
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
    RUN(&r, "render", "cloth.json", "-o", "cloth.png", "--close", "3");
    check_result(&r, 2, "", "--close counts in rope diameters, and the scene has no rope: leave it out");
    remove_folder("cli_cloth");
}

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
    RUN(&r, "tie", "weaver's knot", "--out", "cli_bend");
    check_result(&r, 0, "sheet bend: Make a bight", "");
    slurp("cli_bend/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"wanted\": \"weaver's knot\"") != NULL);
    CHECK(strstr(summary, "\"name\": \"sheet bend\"") != NULL && strstr(summary, "\"rope.stl\"") != NULL);
    check_files("cli_bend", true);
    RUN(&r, "run", "cli_bend/scene.json", "--quiet");
    check_result(&r, 0, "done: ", "");
    remove_folder("cli_bend");
    RUN(&r, "tie", "half hitch", "--json");
    check_result(&r, 0, "\"category\": \"hitch\"", "");
    RUN(&r, "tie", "stevedore", "--quiet"); // by its type
    check_result(&r, 0, "done: ", "");
    RUN(&r, "tie", "bowline", "--ideal");
    check_result(&r, 2, "", "is tied by its scene, bowline.json");
    RUN(&r, "tie", "sheet bent");
    check_result(&r, 3, "", "did you mean sheet bend?");
    RUN(&r, "tie", "carick bend");
    check_result(&r, 3, "", "did you mean carrick bend?");
    RUN(&r, "list", "--category", "hitch");
    check_result(&r, 0, "Hangs a loop on a ring or bar. Also: lark's head, girth hitch.", "");
    RUN(&r, "list", "--json");
    check_result(&r, 0, "\"tied_by\": \"start shape\"", "");
    RUN(&r, "list", "--knots", "no_such_folder");
    check_result(&r, 3, "", "no_such_folder: the book of knots has no index.txt");
    RUN(&r, "tie", "bowline", "--knots", "no_such_folder");
    check_result(&r, 3, "", "give the folder with --knots, or in BIGHT_KNOTS");
    RUN(&r, "tie", "3_1", "--knots", "no_such_folder", "--quiet"); // needs no book
    check_result(&r, 0, "done: ", "");

    // a book of one's own, by the environment
    mkdir("cli_book", 0777);
    put_text("cli_book/index.txt", "mine.json\n");
    put_text("cli_book/mine.json", "{\"knot\": {\"name\": \"my own knot\", \"category\": \"bend\", \"type\": "
                                   "\"4_1\", \"use\": \"u\", \"sequence\": \"s\", \"source\": \"o\"}}");
    setenv("BIGHT_KNOTS", "cli_book", 1);
    RUN(&r, "list");
    check_result(&r, 0, "my own knot", "");
    RUN(&r, "tie", "my own", "--json");
    check_result(&r, 0, "\"knot\": \"4_1\"", "");
    unsetenv("BIGHT_KNOTS");
    remove_folder("cli_book");
}

TEST(tie_leaves_a_tight_knot)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_tie");
    RUN(&r, "tie", "3_1", "--out", "cli_tie", "--frames", "3");
    check_result(&r, 0, "found 3_1", "");
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
    RUN(&r, "identify", "cli_tie/final.xyz");
    check_result(&r, 0, "3_1", "");
    RUN(&r, "run", "cli_tie/scene.json", "--quiet");
    check_result(&r, 0, "done: ", "");
    remove_folder("cli_tie");
    RUN(&r, "tie", "--dt", "4 6 8 2", "--json");
    check_result(&r, 0, "\"knot\": \"4_1\"", "");
    RUN(&r, "tie", "overhand", "--quiet"); // plays its scene
    check_result(&r, 0, "done: ", "");
    RUN(&r, "tie", "3_1 # m3_1", "--closed");
    check_result(&r, 0, "square knot", "");
}

TEST(tie_refuses_what_it_does_not_know)
{
    static result r;
    RUN(&r, "tie");
    check_result(&r, 2, "", "tie takes one knot, not 0");
    RUN(&r, "tie", "3_1", "--dt", "4 6 2");
    check_result(&r, 2, "", "tie takes one knot, not 2");
    RUN(&r, "tie", "bowlin");
    check_result(&r, 3, "", "did you mean bowline?");
    RUN(&r, "tie", "--dt", "4 6 3");
    check_result(&r, 3, "", "bight: ");
    RUN(&r, "tie", "sheepshank");
    check_result(&r, 3, "", "only described");
    RUN(&r, "tie", "3_1", "--frames", "3");
    check_result(&r, 2, "", "add --out DIR");
    RUN(&r, "list", "--category", "bends");
    check_result(&r, 2, "", "give stopper or bend");
    RUN(&r, "list", "--category", "bend");
    check_result(&r, 0, "sheet bend", "");
}

TEST(run_without_out_writes_nothing)
{
    static result r;
    mkdir("cli_empty", 0777);
    put_text("cli_empty/scene.json", good);
    RUN(&r, "run", "cli_empty/scene.json", "--quiet");
    check_result(&r, 0, "done: ", "");
    CHECK(strstr(r.out, "step") == NULL && count_files("cli_empty") == 1);
    RUN(&r, "run", "cli_empty/scene.json", "--json");
    check_result(&r, 0, "\"done\": true", "");
    CHECK(r.out[0] == '{' && strstr(r.out, "}\n") != NULL);
    remove_folder("cli_empty");
}

TEST(torture_is_summed_up)
{
    static result r, again;
    RUN(&r, "bench", "torture", "--count", "3", "--seed", "5", "--cycles", "20");
    check_result(&r, 0, "3 cases, 0 failed, 60 cycles", "");
    RUN(&r, "bench", "torture", "--count", "3", "--seed", "5", "--cycles", "20", "--json");
    check_result(&r, 0, "\"failures\": 0", "");
    RUN(&again, "bench", "torture", "--count=3", "--seed=5", "--cycles=20", "--json");
    assert_string_equal(r.out, again.out);
    RUN(&r, "bench", "torture", "--cuont", "3");
    check_result(&r, 2, "", "did you mean --count?");
    RUN(&r, "bench", "torture", "--count", "0");
    check_result(&r, 2, "", "give a whole number from 1");
    RUN(&r, "bench", "tortre");
    check_result(&r, 2, "", "did you mean torture");
}

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
    RUN(&r, "render", "still.xyz", "-o", "cli_film/still.mp4");
    check_result(&r, 3, "", "still.xyz: a film needs something that moves");
    CHECK(!there("cli_film/still.mp4"));
    remove_folder("cli_film");
}

TEST(files_are_found_from_the_scenes_folder)
{
    static result r;
    mkdir("cli_folder", 0777);
    put_text("cli_folder/curve.xyz", "0 0 0\n1 0 0\n2 0 0\n3 0 0\n");
    put_text("cli_folder/scene.json", "{\"bight\": 1, \"ropes\": [{\"file\": \"curve.xyz\"}]}");
    RUN(&r, "run", "cli_folder/scene.json");
    check_result(&r, 0, "done: 0 cycles", "");
    remove_folder("cli_folder");
}

// ---- runs that fail ---------------------------------------------------------------------------------

TEST(an_expectation_that_does_not_hold_is_exit_1)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_fails");
    put_text("fails.json", "{\"bight\": 1, " LINE ", \"script\": [\n{\"expect\": {\"knot\": \"3_1\"}}]}");
    RUN(&r, "run", "fails.json", "--out", "cli_fails");
    check_result(&r, 1, "found 0_1", "bight: fails.json:2: step 1 (expect): knot: expected 3_1, found 0_1");
    slurp("cli_fails/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"done\": false") != NULL && strstr(summary, "\"holds\": false") != NULL);
    remove_folder("cli_fails");
}

TEST(a_folder_that_cannot_be_made_is_exit_1)
{
    static result r;
    put_text("good.json", good);
    put_text("in_the_way", "x");
    RUN(&r, "run", "good.json", "--out", "in_the_way/deeper");
    check_result(&r, 1, "", "give another with --out");
    RUN(&r, "run", "good.json", "--out", "in_the_way");
    check_result(&r, 1, "", "this is not a folder");
}

// Ctrl-C: exit 130, whole files, a summary that says so.
TEST(an_interrupted_run_leaves_whole_files)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_stop");
    put_text("long.json", "{\"bight\": 1, " LINE ", \"script\": [{\"wait\": {\"cycles\": 1000000000}}]}");
    const char *const arguments[] = {"bight", "run", "long.json", "--out", "cli_stop", NULL};
    pid_t child = start(arguments);
    for (int32_t i = 0; i < 500 && !there("cli_stop"); i++) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    CHECK(kill(child, SIGINT) == 0);
    finish(child, &r);
    check_result(&r, 130, "interrupted: ", "");
    slurp("cli_stop/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"interrupted\": true") != NULL && strstr(summary, "\"done\": false") != NULL);
    CHECK(there("cli_stop/final.xyz") && there("cli_stop/final.glb") && there("cli_stop/run.glb"));
    CHECK(count_files("cli_stop") == 4);
    remove_folder("cli_stop");
}

// The same for a knot that is being tied: the rope's file is whole, and the name is still that of the knot.
TEST(an_interrupted_knot_leaves_whole_files)
{
    static result r;
    static char summary[65536];
    remove_folder("cli_stop_tie");
    const char *const arguments[] = {"bight", "tie",          "10_123 # 10_123 # 10_123 # 10_123",
                                     "--out", "cli_stop_tie", NULL};
    pid_t child = start(arguments);
    for (int32_t i = 0; i < 6000 && !there("cli_stop_tie"); i++) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    CHECK(kill(child, SIGINT) == 0);
    finish(child, &r);
    check_result(&r, 130, "interrupted: ", "");
    slurp("cli_stop_tie/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"interrupted\": true") != NULL);
    check_files("cli_stop_tie", true);
    RUN(&r, "identify", "cli_stop_tie/final.xyz");
    check_result(&r, 0, "10_123", "");
    remove_folder("cli_stop_tie");
}

// Two triangles through each other, one of them twice, and a vertex too many.
static const char bad_mesh[] = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv .5 .5 -1\nv .5 .5 1\nv 1.5 .5 1\nv 9 9 9\n"
                               "f 1 2 3\nf 4 5 6\nf 6 4 5\n";

TEST(mesh_checks_and_mends)
{
    result r;
    put_text("bad.obj", bad_mesh);
    RUN(&r, "mesh", "check", "bad.obj", "--json");
    check_result(&r, 1, "\"vertices\": 7", "");
    check_result(&r, 1, "\"faces\": 3", "");
    check_result(&r, 1, "\"kind\": \"duplicate\"", "");
    check_result(&r, 1, "\"face\": 3", "");
    check_result(&r, 1, "\"kind\": \"unused\"", "");
    check_result(&r, 1, "\"vertex\": 7", "");
    RUN(&r, "mesh", "repair", "bad.obj", "--out", "mended.ply", "--json");
    check_result(&r, 1, "\"duplicate\": 1", ""); // what goes through itself cannot be mended here
    check_result(&r, 1, "\"intersections\": 2", "");
    check_result(&r, 1, "\"contours\": 1", "");
    check_result(&r, 1, "\"faults\": []", "");
    RUN(&r, "mesh", "check", "mended.ply");
    check_result(&r, 1, "6 vertices, 2 faces", "");
    check_result(&r, 1, "2 intersections along 1 contour (0 closed), 0 touching", "");

    put_text("good.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    RUN(&r, "mesh", "check", "good.obj");
    check_result(&r, 0, "4 vertices, 1 faces, 2 triangles", "");
    RUN(&r, "mesh", "convert", "good.obj", "--out", "good.pc2");
    check_result(&r, 0, "", "");
    CHECK(there("good.pc2"));
    RUN(&r, "mesh", "repair", "good.obj");
    check_result(&r, 2, "", "needs --out");
    RUN(&r, "mesh", "check", "good.obj", "--out", "x.obj");
    check_result(&r, 2, "", "writes nothing");
    RUN(&r, "mesh", "convert", "good.obj", "--out", "x.dae");
    check_result(&r, 2, "", "no mesh format");
    RUN(&r, "mesh", "chekc", "good.obj");
    check_result(&r, 2, "", "check");
    put_text("broken.obj", "v 0 0 0\nf 1 1 2\n");
    RUN(&r, "mesh", "check", "broken.obj");
    check_result(&r, 3, "", "broken.obj:2: vertex 2 does not exist");
}

RUN_TESTS(unit(version_and_help), unit(mesh_checks_and_mends), unit(wrong_usage_is_exit_2_with_a_hint),
          unit(bad_scenes_are_exit_3_and_leave_nothing), unit(bad_curves_are_exit_3),
          unit(identify_prints_lines_or_json), unit(run_leaves_files_and_a_summary),
          unit(a_run_of_cloth_leaves_its_files), unit(run_without_out_writes_nothing),
          unit(tie_leaves_a_tight_knot), unit(tie_refuses_what_it_does_not_know),
          unit(a_film_has_the_frames_that_were_asked_for), unit(a_trajectory_makes_a_film),
          unit(torture_is_summed_up), unit(files_are_found_from_the_scenes_folder),
          unit(an_expectation_that_does_not_hold_is_exit_1), unit(a_folder_that_cannot_be_made_is_exit_1),
          unit(an_interrupted_run_leaves_whole_files), unit(an_interrupted_knot_leaves_whole_files),
          unit(everyday_knots_are_tied_and_listed))
