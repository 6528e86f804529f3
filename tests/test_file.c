// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "surface.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static int32_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    int32_t count = 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += entry->d_name[0] != '.';
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

RUN_TESTS(unit(what_is_written_is_read), unit(a_failed_write_leaves_nothing),
          unit(a_missing_file_is_an_error), unit(running_out_of_memory_leaks_nothing))
