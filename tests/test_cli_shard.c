// SPDX-License-Identifier: MIT
// bight identify --shard: the shares of one piece of work are together what one run says, each curve once, whatever
// fails or is killed between.

#define _DEFAULT_SOURCE // kill, nanosleep

#include "command.h"

#define CURVES 60

// Torus knots T(2, 3), T(2, 5) and rings in turn; the line `broken` is no point (-1: none).
static void write_frames(const char *path, int32_t first, int32_t count, int32_t broken)
{
    static const int32_t turns[] = {3, 5, 1};
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    for (int32_t k = 0; k < count; k++) {
        fprintf(file, "25\nframe\n");
        for (int32_t i = 0; i < 25; i++) {
            double t = 6.283185307179586 * (i % 24) / 24.0, a = turns[(first + k) % 3] * t;
            if (k == broken && i == 7) {
                fprintf(file, "1 2 none\n");
            } else {
                fprintf(file, "%.5f %.5f %.5f\n", (2.0 + cos(a)) * cos(2.0 * t),
                        (2.0 + cos(a)) * sin(2.0 * t), sin(a));
            }
        }
    }
    CHECK(fclose(file) == 0);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The lines of a text in order of their bytes; those that end shares are left out when asked. Cuts the text.
static int32_t sort_lines(char *text, char **lines, int32_t most, bool no_ends)
{
    int32_t count = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (no_ends && strncmp(line, "{\"shard\": ", 10) == 0) {
            continue;
        }
        CHECK(count < most);
        lines[count++] = line;
    }
    qsort(lines, (size_t)count, sizeof *lines, compare_lines);
    return count;
}

static char whole[65536], shares[65536];

// Reads the shares of the folder into `shares`, one behind the other.
static void read_shares(int32_t count)
{
    size_t used = 0;
    for (int32_t i = 1; i <= count; i++) {
        char path[64];
        snprintf(path, sizeof path, "shards/shard-%d-of-%d.jsonl", (int)i, (int)count);
        CHECK(there(path));
        slurp(path, shares + used, sizeof shares - used);
        used += strlen(shares + used);
    }
}

// What one run printed, and all shares together, line for line.
static void check_same(int32_t count)
{
    static char *a[4 * CURVES], *b[4 * CURVES];
    read_shares(count);
    int32_t lines = sort_lines(whole, a, 4 * CURVES, false);
    assert_int_equal(sort_lines(shares, b, 4 * CURVES, true), lines);
    for (int32_t i = 0; i < lines; i++) {
        assert_string_equal(a[i], b[i]);
    }
}

static void run_shard(result *r, const char *share, int code)
{
    CHECK_RUN(r, code, "", "", "identify", "frames.xyz", "--shard", share, "--out", "shards", "--fields",
              "name", "--threads", "2");
    assert_string_equal(r->out, ""); // all goes into the file
}

TEST(shares_are_the_whole)
{
    static result r;
    write_frames("frames.xyz", 0, CURVES, -1);
    remove_folder("shards");
    RUN(&r, "identify", "frames.xyz", "--json", "--fields", "name");
    snprintf(whole, sizeof whole, "%s", r.out);
    run_shard(&r, "1/4", 0);
    run_shard(&r, "2/4", 0);
    run_shard(&r, "3/4", 0);
    run_shard(&r, "4/4", 0);
    assert_int_equal(count_files("shards"), 4);
    check_same(4);
    slurp("shards/shard-2-of-4.jsonl", shares, sizeof shares);
    CHECK(strstr(shares,
                 "{\"shard\": 2, \"of\": 4, \"dealt\": \"curves\", \"had\": 15, \"all\": 60, \"lines\": 15, "
                 "\"failed\": 0, \"request\": \"") != NULL);
    remove_folder("shards");
}

// With a file for each share nobody opens another's.
TEST(files_are_dealt_whole)
{
    static result r;
    static const char *const names[] = {"frames_a.xyz", "frames_b.xyz", "frames_c.xyz"};
    for (int32_t i = 0; i < 3; i++) {
        write_frames(names[i], i, 5 + i, -1);
    }
    remove_folder("shards");
    RUN(&r, "identify", names[0], names[1], names[2], "--json", "--fields", "name");
    snprintf(whole, sizeof whole, "%s", r.out);
    CHECK_RUN(&r, 0, "", "", "identify", names[0], names[1], names[2], "--fields", "name", "--shard", "1/2",
              "--out", "shards");
    CHECK_RUN(&r, 0, "", "", "identify", names[0], names[1], names[2], "--fields", "name", "--shard", "2/2",
              "--out", "shards");
    check_same(2);
    slurp("shards/shard-1-of-2.jsonl", shares, sizeof shares);
    CHECK(strstr(shares, "\"dealt\": \"files\", \"had\": 2, \"all\": 3, \"lines\": 12") != NULL);
    CHECK(strstr(shares, names[1]) == NULL);

    // a share whose file is missing is not there; that of the others is
    remove_folder("shards");
    unlink(names[1]);
    CHECK_RUN(&r, 0, "", "", "identify", names[0], names[1], names[2], "--shard", "1/2", "--out", "shards");
    CHECK_RUN(&r, 3, "", "frames_b.xyz: cannot be read", "identify", names[0], names[1], names[2], "--shard",
              "2/2", "--out", "shards");
    assert_int_equal(count_files("shards"), 1);
    remove_folder("shards");
    unlink(names[0]);
    unlink(names[2]);
}

// Two rings, a link, in a glTF file whose buffer is a file beside it.
TEST(files_beside_a_gltf_are_read)
{
    static result r;
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    put_text(
        "square.gltf",
        "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"mesh\": 0}, {\"mesh\": 0, \"translation\": [5, "
        "0, 0]}], "
        "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"mode\": 2}]}], \"accessors\": "
        "[{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"}], \"bufferViews\": "
        "[{\"buffer\": 0, \"byteLength\": 48}], \"buffers\": [{\"byteLength\": 48, \"uri\": "
        "\"square.bin\"}]}");
    FILE *file = fopen("square.bin", "wb");
    CHECK(file != NULL && fwrite(square, sizeof square, 1, file) == 1);
    fclose(file);
    remove_folder("shards");
    RUN(&r, "identify", "square.gltf", "--json", "--fields", "name");
    snprintf(whole, sizeof whole, "%s", r.out);
    CHECK_RUN(&r, 0, "", "", "identify", "square.gltf", "--fields", "name", "--shard", "1/2", "--out",
              "shards");
    CHECK_RUN(&r, 0, "", "", "identify", "square.gltf", "--fields", "name", "--shard", "2/2", "--out",
              "shards");
    check_same(2);
    slurp("shards/shard-1-of-2.jsonl", shares, sizeof shares);
    CHECK(strstr(shares, "\"had\": 1, \"all\": 1, \"lines\": 1, \"failed\": 0") != NULL);
    remove_folder("shards");
    unlink("square.gltf");
    unlink("square.bin");
}

// A frame that cannot be read is a line of the share whose turn it is, and moves no other curve.
TEST(faults_have_their_line)
{
    static result r;
    write_frames("frames.xyz", 0, 12, 5);
    remove_folder("shards");
    run_shard(&r, "1/3", 0);
    run_shard(&r, "2/3", 0);
    run_shard(&r, "3/3", 3); // frame 6
    CHECK(strstr(r.err, "frames.xyz:145: frame 6: `none` is not a number") != NULL);
    read_shares(3);
    CHECK(strstr(shares, "{\"file\": \"frames.xyz\", \"curve\": 6, \"frame\": 6, \"error\": \"frame 6: "
                         "`none` is not a number") != NULL);
    CHECK(strstr(shares, "\"curve\": 12, \"frame\": 12, \"label\": null, \"components\": 1, \"name\": \"0_1\"") != NULL);
    CHECK(strstr(shares, "\"had\": 4, \"all\": 12, \"lines\": 4, \"failed\": 1") != NULL);

    // and a share that is there gives the same exit code
    CHECK_RUN(&r, 3, "", "", "identify", "frames.xyz", "--shard", "3/3", "--out", "shards", "--fields",
              "name", "--resume");
    remove_folder("shards");
}

TEST(what_is_there_is_not_done_again)
{
    static result r;
    struct stat before, after;
    write_frames("frames.xyz", 0, 12, -1);
    remove_folder("shards");
    run_shard(&r, "1/2", 0);
    CHECK(stat("shards/shard-1-of-2.jsonl", &before) == 0);
    CHECK_RUN(&r, 0, "", "", "identify", "frames.xyz", "--shard", "1/2", "--out", "shards", "--fields",
              "name", "--resume");
    CHECK(stat("shards/shard-1-of-2.jsonl", &after) == 0);
    CHECK(before.st_ino == after.st_ino); // a file that is written anew is another one
    run_shard(&r, "1/2", 0);
    CHECK(stat("shards/shard-1-of-2.jsonl", &after) == 0);
    CHECK(before.st_ino != after.st_ino);

    // shares of other options and of other files are not mixed with these
    CHECK_RUN(&r, 3, "", "of other files, options", "identify", "frames.xyz", "--shard", "1/2", "--out",
              "shards", "--fields", "name,dt", "--resume");
    write_frames("frames.xyz", 0, 13, -1);
    CHECK_RUN(&r, 3, "", "of other files, options", "identify", "frames.xyz", "--shard", "1/2", "--out",
              "shards", "--fields", "name", "--resume");
    put_text("shards/shard-1-of-2.jsonl", "{\"file\": \"frames.xyz\", \"cur");
    CHECK_RUN(&r, 3, "", "of other files, options", "identify", "frames.xyz", "--shard", "1/2", "--out",
              "shards", "--fields", "name", "--resume");
    remove_folder("shards");
}

// Killed or interrupted in the middle, a share is not there.
TEST(half_a_share_is_none)
{
    static result r;
    write_frames("frames.xyz", 0, 6000, -1);
    static const int signals[] = {SIGINT, SIGKILL};
    for (int32_t i = 0; i < 2; i++) {
        const char *const arguments[] = {"bight", "identify", "frames.xyz", "--shard",   "1/1",
                                         "--out", "shards",   "--closure",  "sphere:50", NULL};
        remove_folder("shards");
        pid_t child = start(arguments);
        for (int32_t k = 0; k < 6000 && (!there("shards") || count_files("shards") == 0); k++) {
            nanosleep(&(struct timespec){0, 10000000}, NULL);
        }
        CHECK(kill(child, signals[i]) == 0);
        int status;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(signals[i] == SIGKILL ? WIFSIGNALED(status) : WIFEXITED(status) && WEXITSTATUS(status) == 130);
        CHECK(!there("shards/shard-1-of-1.jsonl"));
        assert_int_equal(count_files("shards"), signals[i] == SIGKILL); // what nobody could remove
    }
    write_frames("frames.xyz", 0, 6, -1);
    run_shard(&r, "1/1", 0);
    CHECK(there("shards/shard-1-of-1.jsonl"));
    remove_folder("shards");
}

TEST(wrong_shares_are_refused)
{
    static result r;
    static const char *const wrong[] = {"0/3",   "4/3", "3",  "a/b",  "1/0",
                                        "1/2/3", "/3",  "1/", "-1/3", "1/1000001"};
    write_frames("frames.xyz", 0, 3, -1);
    remove_folder("shards");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_RUN(&r, 2, "", "--shard", "identify", "frames.xyz", "--shard", wrong[i], "--out", "shards");
    }
    CHECK_RUN(&r, 2, "", "give one with --out", "identify", "frames.xyz", "--shard", "1/2");
    CHECK_RUN(&r, 2, "", "--resume belongs to --shard", "identify", "frames.xyz", "--resume");
    CHECK_RUN(&r, 2, "", "leave out --svg", "identify", "frames.xyz", "--shard", "1/2", "--out", "shards",
              "--svg", "a.svg");
    CHECK(!there("shards"));
    put_text("shards", "no folder");
    CHECK_RUN(&r, 1, "", "not a folder", "identify", "frames.xyz", "--shard", "1/2", "--out", "shards");
    unlink("shards");
    unlink("frames.xyz");
}

RUN_TESTS(unit(files_beside_a_gltf_are_read), unit(shares_are_the_whole), unit(files_are_dealt_whole),
          unit(faults_have_their_line), unit(what_is_there_is_not_done_again), unit(half_a_share_is_none),
          unit(wrong_shares_are_refused))
