// SPDX-License-Identifier: MIT

#define _DEFAULT_SOURCE // mknod

#include "bight/io.h"
#include "surface.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static int32_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    int32_t count = 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(directory);
    return count;
}

TEST(what_is_written_is_read)
{
    mkdir("file_test", 0777);
    uint8_t data[100000];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i * i >> 3);
    }
    bight_bytes bytes;
    for (size_t size = 0; size <= sizeof data; size += 25000) {
        CHECK(bight_write_file(NULL, "file_test/a", data, size, NULL) == BIGHT_OK);
        CHECK(bight_read_file(NULL, "file_test/a", 0, &bytes, NULL) == BIGHT_OK);
        CHECK(bytes.size == size && (size == 0 || memcmp(bytes.data, data, size) == 0));
        bight_bytes_free(NULL, &bytes);
    }
    assert_int_equal(files_in("file_test"), 1);
    CHECK(bight_read_file(NULL, "file_test/a", 1000, &bytes, NULL) == BIGHT_ERROR_TOO_LARGE &&
          bytes.data == NULL);
    unlink("file_test/a");
}

// The target is a folder that is not empty: the rename fails, and the temporary file goes away.
TEST(a_failed_write_leaves_nothing)
{
    bight_error error;
    mkdir("file_test/full", 0777);
    mkdir("file_test/full/inside", 0777);
    CHECK(bight_write_file(NULL, "file_test/full", "x", 1, &error) == BIGHT_ERROR_IO);
    CHECK(strstr(error.message, "file_test/full") != NULL);
    assert_int_equal(files_in("file_test"), 1);
    CHECK(bight_write_file(NULL, "no/such/folder/a", "x", 1, &error) == BIGHT_ERROR_IO);
    rmdir("file_test/full/inside");
    rmdir("file_test/full");
}

TEST(a_missing_file_is_an_error)
{
    bight_bytes bytes;
    bight_error error;
    CHECK(bight_read_file(NULL, "file_test/none", 0, &bytes, &error) == BIGHT_ERROR_IO && bytes.data == NULL);
    CHECK(bight_read_file(NULL, "file_test", 0, &bytes, &error) == BIGHT_ERROR_IO && bytes.data == NULL);
}

TEST(running_out_of_memory_leaks_nothing)
{
    for (int64_t n = 1; n < 100; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_bytes bytes = {0};
        bight_status status = bight_write_file(&env, "file_test/b", "text", 4, NULL);
        if (status == BIGHT_OK) {
            status = bight_read_file(&env, "file_test/b", 0, &bytes, NULL);
        }
        bight_bytes_free(&env.allocator, &bytes);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            unlink("file_test/b");
            assert_int_equal(files_in("file_test"), 0);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

// ---- what stands at the path already ----------------------------------------------------------------

static void check_content(const char *path, const char *content)
{
    bight_bytes bytes;
    CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
    CHECK(bytes.size == strlen(content) && memcmp(bytes.data, content, bytes.size) == 0);
    bight_bytes_free(NULL, &bytes);
}

static mode_t kind_of(const char *path)
{
    struct stat about;
    CHECK(lstat(path, &about) == 0);
    return about.st_mode & S_IFMT;
}

static void write_text(const char *path, const char *text)
{
    bight_error error = {0};
    if (bight_write_file(NULL, path, text, strlen(text), &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
}

TEST(links_are_followed_and_stay)
{
    mkdir("file_test", 0777);
    mkdir("file_test/far", 0777);
    write_text("file_test/far/old", "old");
    CHECK(symlink("far/old", "file_test/one") == 0);
    CHECK(symlink("one", "file_test/two") == 0);
    CHECK(symlink("far/new", "file_test/dangling") == 0);
    char here[3000], path[4000];
    CHECK(getcwd(here, sizeof here) != NULL);
    snprintf(path, sizeof path, "%s/file_test/far/absolute", here);
    CHECK(symlink(path, "file_test/absolute") == 0);
    write_text("file_test/two", "by two links");
    write_text("file_test/dangling", "made");
    write_text("file_test/absolute", "from the root");
    check_content("file_test/far/old", "by two links");
    check_content("file_test/far/new", "made");
    check_content("file_test/far/absolute", "from the root");
    const char *const links[] = {"file_test/one", "file_test/two", "file_test/dangling",
                                 "file_test/absolute"};
    for (size_t i = 0; i < 4; i++) {
        CHECK(kind_of(links[i]) == S_IFLNK);
        unlink(links[i]);
    }
    assert_int_equal(files_in("file_test/far"), 3);

    // a ring of links, and a link to a folder
    CHECK(symlink("ring", "file_test/ring") == 0 && symlink("far", "file_test/folder") == 0);
    bight_error error;
    CHECK(bight_write_file(NULL, "file_test/ring", "x", 1, &error) == BIGHT_ERROR_IO);
    CHECK(bight_write_file(NULL, "file_test/folder", "x", 1, &error) == BIGHT_ERROR_IO);
    CHECK(kind_of("file_test/ring") == S_IFLNK && kind_of("file_test/folder") == S_IFLNK);
    const char *const rest[] = {"ring", "folder", "far/old", "far/new", "far/absolute", "far"};
    for (size_t i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "file_test/%s", rest[i]);
        CHECK(remove(path) == 0);
    }
}

TEST(a_fifo_stays_one)
{
    CHECK(mkfifo("file_test/pipe", 0600) == 0 && symlink("pipe", "file_test/link") == 0);
    int reader = open("file_test/pipe", O_RDWR | O_NONBLOCK);
    CHECK(reader >= 0);
    char got[16] = "";
    write_text("file_test/pipe", "straight");
    CHECK(read(reader, got, sizeof got) == 8 && memcmp(got, "straight", 8) == 0);
    write_text("file_test/link", "linked");
    CHECK(read(reader, got, sizeof got) == 6 && memcmp(got, "linked", 6) == 0);
    CHECK(kind_of("file_test/pipe") == S_IFIFO && kind_of("file_test/link") == S_IFLNK);
    close(reader);
    unlink("file_test/link");
    unlink("file_test/pipe");
    assert_int_equal(files_in("file_test"), 0);
}

// Nodes of our own for what /dev/null and /dev/full are: a library that replaced them would harm nobody.
TEST(a_device_stays_one)
{
    bool made = mknod("file_test/null", S_IFCHR | 0666, makedev(1, 3)) == 0 &&
                mknod("file_test/full", S_IFCHR | 0666, makedev(1, 7)) == 0;
    int file = made ? open("file_test/null", O_WRONLY) : -1;
    close(file);
    if (file >= 0) {
        write_text("file_test/null", "gone");
        CHECK(kind_of("file_test/null") == S_IFCHR);
        bight_error error;
        CHECK(bight_write_file(NULL, "file_test/full", "x", 1, &error) == BIGHT_ERROR_IO);
        CHECK(strstr(error.message, "No space left on device") != NULL);
        CHECK(kind_of("file_test/full") == S_IFCHR);
    }
    unlink("file_test/null");
    unlink("file_test/full");
    if (file < 0) {
        skip(); // not root, or a file system without devices
    }
    assert_int_equal(files_in("file_test"), 0);
}

// In a child, whose standard output is a file that has a line already: the rest follows it.
TEST(our_own_output_is_continued)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int file = open("file_test/out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(file, STDOUT_FILENO);
        bool good = write(STDOUT_FILENO, "first\n", 6) == 6;
        good = good && bight_write_file(NULL, "/dev/stdout", "second\n", 7, NULL) == BIGHT_OK;
        good = good && write(STDOUT_FILENO, "third\n", 6) == 6;
        _exit(good ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_content("file_test/out", "first\nsecond\nthird\n");
    unlink("file_test/out");
}

TEST(a_new_file_is_as_private_as_the_old_one)
{
    struct stat about;
    write_text("file_test/mine", "1");
    CHECK(chmod("file_test/mine", 0600) == 0);
    write_text("file_test/mine", "2");
    CHECK(stat("file_test/mine", &about) == 0 && (about.st_mode & 0777) == 0600);
    if (geteuid() != 0) { // to root nothing is protected
        CHECK(chmod("file_test/mine", 0400) == 0);
        CHECK(bight_write_file(NULL, "file_test/mine", "3", 1, NULL) == BIGHT_ERROR_IO);
    }
    check_content("file_test/mine", "2");
    unlink("file_test/mine");
}

TEST(the_longest_names_can_be_written)
{
    char path[300] = "file_test/";
    size_t length = strlen(path);
    memset(path + length, 'n', 256);
    path[length + 255] = '\0';
    write_text(path, "long");
    check_content(path, "long");
    unlink(path);
    path[length + 255] = 'n';
    path[length + 256] = '\0';
    bight_error error;
    CHECK(bight_write_file(NULL, path, "x", 1, &error) == BIGHT_ERROR_IO);
    CHECK(strstr(error.message, "File name too long") != NULL);
    assert_int_equal(files_in("file_test"), 0);
}

// What a full disk does, too: the write comes back short, and then not at all.
TEST(a_limit_leaves_the_old_file)
{
    static uint8_t data[100000];
    write_text("file_test/kept", "old");
    struct rlimit before, small;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 8192;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    bight_error error;
    bight_status status = bight_write_file(NULL, "file_test/kept", data, sizeof data, &error);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(status == BIGHT_ERROR_IO && strstr(error.message, "File too large") != NULL);
    check_content("file_test/kept", "old");
    unlink("file_test/kept");
    assert_int_equal(files_in("file_test"), 0);
}

RUN_TESTS(unit(what_is_written_is_read), unit(a_failed_write_leaves_nothing),
          unit(a_missing_file_is_an_error), unit(running_out_of_memory_leaks_nothing),
          unit(links_are_followed_and_stay), unit(a_fifo_stays_one), unit(a_device_stays_one),
          unit(our_own_output_is_continued), unit(a_new_file_is_as_private_as_the_old_one),
          unit(the_longest_names_can_be_written), unit(a_limit_leaves_the_old_file))
