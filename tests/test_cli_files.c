// SPDX-License-Identifier: MIT
// The built command and what it writes to: full disks, limits, devices, long names, closed streams.

#define _DEFAULT_SOURCE // mknod

#include "command.h"

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>

static const char tiny[] =
    "{\"bight\": 1, \"ropes\": [{\"points\": [[-0.2, 0, 0], [0.2, 0, 0]], \"radius\": 0.005, "
    "\"links\": 40}],\n\"view\": {\"width\": 64, \"height\": 36, \"film_width\": 64, \"film_height\": 36},\n"
    "\"script\": [{\"wait\": {\"cycles\": 3}}, {\"still\": \"one\"}]}\n";
static const char sheet[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

static void in_folder(const char *name)
{
    char path[300];
    mkdir("files", 0777);
    snprintf(path, sizeof path, "files/%s", name);
    remove_folder(path);
    CHECK(mkdir(path, 0777) == 0);
}

static void write_inputs(void)
{
    put_text("tiny.json", tiny);
    put_text("sheet.obj", sheet);
    put_text("code.dt", "4 6 2\n");
}

static int32_t lines_in(const char *text)
{
    int32_t count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '\n';
    }
    return count;
}

// ---- standard output --------------------------------------------------------------------------------

static const char *const spoken[][8] = {
    {"--version"},
    {"--help"},
    {"help"},
    {"help", "scene"},
    {"help", "scene", "--schema"},
    {"help", "run"},
    {"identify", "--help"},
    {"run", "tiny.json"},
    {"run", "tiny.json", "--json"},
    {"identify", "--dt", "4 6 2"},
    {"identify", "--dt", "4 6 2", "--json"},
    {"convert", "code.dt", "--to", "pd"},
    {"tie", "3_1", "--closed"},
    {"mesh", "check", "sheet.obj"},
    {"mesh", "check", "sheet.obj", "--json"},
    {"list"},
    {"list", "--json"},
    {"tabulate", "4"},
    {"bench", "torture", "--count", "1", "--cycles", "1"},
};

enum { SPOKEN = sizeof spoken / sizeof *spoken };

// What a verb would have printed is lost: that is said in one line, and exit code 1.
TEST(lost_results_are_a_failure)
{
    static result r;
    write_inputs();
    for (size_t i = 0; i < SPOKEN; i++) {
        const char *arguments[10] = {"bight"};
        memcpy(arguments + 1, spoken[i], sizeof spoken[i]);
        pid_t child = start_to(arguments, "/dev/full");
        remove("cli.out");
        finish(child, &r);
        if (r.code != 1 || strstr(r.err, "bight: stdout: the results could not be written") == NULL ||
            lines_in(r.err) != 1) {
            fail_msg("bight %s %s: exit %d: %s", spoken[i][0], spoken[i][1] != NULL ? spoken[i][1] : "",
                     r.code, r.err);
        }
        finish(start(arguments), &r);
        assert_int_equal(r.code, 0);
    }
}

// A file opened when standard output is closed must not become standard output.
TEST(a_closed_output_is_a_failure_and_no_file)
{
    write_inputs();
    in_folder("closed");
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int err = open("cli.err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(err, STDERR_FILENO);
        close(err);
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        execl(BIGHT_COMMAND, "bight", "identify", "--dt", "4 6 2", "--svg", "files/closed/a.svg",
              (char *)NULL);
        _exit(99);
    }
    static result r;
    remove("cli.out");
    finish(child, &r);
    check_result(&r, 1, "", "the results could not be written");
    static char text[100000];
    slurp("files/closed/a.svg", text, sizeof text);
    CHECK(strncmp(text, "<svg", 4) == 0 || strncmp(text, "<?xml", 5) == 0);
    CHECK(strstr(text, "3_1, overhand") == NULL && count_files("files/closed") == 1);
}

// ---- devices and links ------------------------------------------------------------------------------

TEST(devices_stay_devices)
{
    static result r;
    write_inputs();
    in_folder("dev");
    // a node of our own: a command that replaced it would harm nobody
    bool made = mknod("files/dev/null", S_IFCHR | 0666, makedev(1, 3)) == 0;
    int file = made ? open("files/dev/null", O_WRONLY) : -1;
    close(file);
    if (file < 0) {
        remove_folder("files/dev");
        skip(); // not root, or a file system without devices
    }
    const char *const names[] = {"null.svg", "null.obj", "null.png", "null.c"};
    char link[100];
    for (size_t i = 0; i < 4; i++) {
        snprintf(link, sizeof link, "files/dev/%s", names[i]);
        CHECK(symlink("null", link) == 0);
    }
    CHECK_RUN(&r, 0, "", "", "identify", "--dt", "4 6 2", "--svg", "files/dev/null");
    CHECK_RUN(&r, 0, "", "", "identify", "--dt", "4 6 2", "--svg", "files/dev/null.svg");
    CHECK_RUN(&r, 0, "", "", "tabulate", "3", "--out", "files/dev/null");
    CHECK_RUN(&r, 0, "", "", "mesh", "convert", "sheet.obj", "--out", "files/dev/null.obj");
    RUN(&r, "render", "tiny.json", "-o", "files/dev/null.png", "--width", "16", "--height", "16");
    CHECK(r.code == 0 || strstr(r.err, "need") != NULL); // a build without pictures
    CHECK_RUN(&r, 1, "", "not a folder", "run", "tiny.json", "--out", "files/dev/null");

    // files of --out may be links, too
    CHECK(mkdir("files/dev/out", 0777) == 0);
    CHECK(symlink("../null", "files/dev/out/final.glb") == 0);
    CHECK(symlink("../there", "files/dev/out/final.xyz") == 0);
    CHECK_RUN(&r, 0, "", "", "run", "tiny.json", "--out", "files/dev/out");
    struct stat about;
    CHECK(lstat("files/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    CHECK(lstat("files/dev/out/final.glb", &about) == 0 && S_ISLNK(about.st_mode));
    CHECK(lstat("files/dev/out/final.xyz", &about) == 0 && S_ISLNK(about.st_mode));
    CHECK(lstat("files/dev/there", &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 100);
    for (size_t i = 0; i < 4; i++) {
        snprintf(link, sizeof link, "files/dev/%s", names[i]);
        CHECK(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
    }
    remove_folder("files/dev/out");
    remove_folder("files/dev");
}

// ---- too little room --------------------------------------------------------------------------------

// Each file that is there is whole: it is one of those that a run without limits leaves.
static void check_whole(const char *folder, const char *whole)
{
    DIR *directory = opendir(folder);
    CHECK(directory != NULL);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        static char a[4 << 20], b[4 << 20];
        char path[700];
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "summary.json") == 0) {
            continue; // the summary has times in it
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct stat one, other;
        CHECK(stat(path, &one) == 0);
        slurp(path, a, sizeof a);
        snprintf(path, sizeof path, "%s/%s", whole, entry->d_name);
        if (stat(path, &other) != 0 || one.st_size != other.st_size) {
            fail_msg("%s is not whole", path);
        }
        slurp(path, b, sizeof b);
        CHECK(memcmp(a, b, (size_t)one.st_size) == 0);
    }
    closedir(directory);
}

TEST(a_limit_on_files_leaves_whole_ones)
{
    static result r;
    write_inputs();
    in_folder("whole");
    in_folder("limited");
    CHECK_RUN(&r, 0, "", "", "run", "tiny.json", "--out", "files/whole", "--frames", "2");
    struct rlimit before, small;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 6000;
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const char *const arguments[] = {"bight",    "run", "tiny.json", "--out", "files/limited",
                                     "--frames", "2",   "--quiet",   NULL};
    pid_t child = start(arguments);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    finish(child, &r);
    check_result(&r, 1, "", "final.glb: cannot be written: File too large");
    check_whole("files/limited", "files/whole");
    CHECK(there("files/limited/final.xyz") && there("files/limited/summary.json"));

    // what is printed meets it too, without a signal
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    child = start((const char *const[]){"bight", "list", NULL});
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    finish(child, &r);
    check_result(&r, 1, "", "the results could not be written");
}

TEST(a_full_disk_leaves_whole_files)
{
    static result r;
    write_inputs();
    umount("files/disk"); // of a test that failed
    in_folder("whole");
    in_folder("disk");
    if (mount("none", "files/disk", "tmpfs", 0, "size=64k") != 0) {
        skip(); // not root, or not allowed
    }
    static char block[4096];
    memset(block, 'x', sizeof block);
    int filled = 0;
    for (; filled < 12; filled++) { // a page of room for each of a few files
        char path[100];
        snprintf(path, sizeof path, "files/disk/fill%d", filled);
        put(path, block, sizeof block);
    }
    RUN(&r, "run", "tiny.json", "--out", "files/disk/out", "--frames", "2", "--quiet");
    int left = there("files/disk/out") ? count_files("files/disk/out") : -1;
    bool half = false;
    DIR *directory = opendir("files/disk/out");
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        half = half || strstr(entry->d_name, ".tmp") != NULL;
    }
    if (directory != NULL) {
        closedir(directory);
    }
    static result all;
    RUN(&all, "run", "tiny.json", "--out", "files/whole", "--frames", "2");
    if (left >= 0 && !half) {
        check_whole("files/disk/out", "files/whole");
    }
    CHECK(umount("files/disk") == 0);
    CHECK(all.code == 0 && left >= 0 && !half);
    check_result(&r, 1, "", "No space left on device");
}

TEST(names_as_long_as_they_can_be)
{
    static result r;
    write_inputs();
    in_folder("long");
    char path[400] = "files/long/";
    size_t length = strlen(path);
    memset(path + length, 'n', 254);
    memcpy(path + length + 250, ".svg", 5);
    CHECK_RUN(&r, 0, "3_1", "", "identify", "--dt", "4 6 2", "--svg", path);
    CHECK(there(path) && count_files("files/long") == 1);
    remove(path);
    memset(path + length, 'n', 254);
    path[length + 254] = '\0';
    CHECK_RUN(&r, 0, "", "", "run", "tiny.json", "--out", path);
    char inside[500];
    snprintf(inside, sizeof inside, "%s/summary.json", path);
    CHECK(there(inside));
    remove_folder(path);
    memset(path + length, 'n', 300);
    path[length + 300] = '\0';
    CHECK_RUN(&r, 1, "", "File name too long", "identify", "--dt", "4 6 2", "--svg", path);
    CHECK_RUN(&r, 1, "", "File name too long", "run", "tiny.json", "--out", path);
    assert_int_equal(count_files("files/long"), 0);
}

// ---- words ------------------------------------------------------------------------------------------

// One fault, one line, one reason, one mend; the file is named once.
TEST(one_message_is_one_message)
{
    static result r;
    write_inputs();
    put_text("names.json",
             "{\"bight\": 1, \"ropes\": [{\"points\": [[0, 0, 0], [1, 0, 0]], \"radius\": 0.01, "
             "\"links\": 10}],\n\"obstacles\": [{\"mesh\": {\"file\": \"nosuch.obj\"}}]}\n");
    CHECK_RUN(&r, 3, "",
              "bight: /nosuch/book: the book of knots has no index.txt: it cannot be read (No such file or "
              "directory): give the folder with --knots, or in BIGHT_KNOTS\n",
              "list", "--knots", "/nosuch/book");
    CHECK_RUN(&r, 3, "", "nosuch.obj: it cannot be read (No such file or directory)\n", "run", "names.json");
    RUN(&r, "render", "tiny.json", "-o", "/nosuch/film.mp4", "--frames", "2");
    CHECK(r.code == 1);
    const char *first = strstr(r.err, "/nosuch/film.mp4");
    CHECK(first != NULL && strstr(first + 1, "/nosuch/film.mp4") == NULL);
}

RUN_TESTS(unit(lost_results_are_a_failure), unit(a_closed_output_is_a_failure_and_no_file),
          unit(devices_stay_devices), unit(a_limit_on_files_leaves_whole_ones),
          unit(a_full_disk_leaves_whole_files), unit(names_as_long_as_they_can_be),
          unit(one_message_is_one_message))
