// SPDX-License-Identifier: MIT
// Whole files, read and written at once. POSIX: a rename within a folder replaces the old file in one step.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"

#include "core/error.h"
#include "io/file.h"
#include "io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bight_status io_error(bight_error *error, const char *path, const char *doing)
{
    // strerror is only unsafe when threads ask for unknown numbers at the same time
    return bi_fail(error, BIGHT_ERROR_IO, 0, "%.120s: %s: %.80s: check the path and its permissions", path,
                   doing, strerror(errno));
}

bight_status bi_temporary_name(const bight_allocator *allocator, const char *path, bight_bytes *name,
                               int *file, bight_error *error)
{
    *name = (bight_bytes){0};
    for (int32_t attempt = 0; attempt < 100; attempt++) {
        name->size = 0;
        bight_status status = bi_bytes_append(allocator, name, path, strlen(path));
        status = status == BIGHT_OK
                     ? bi_bytes_print(allocator, name, ".%ld-%d.tmp", (long)getpid(), (int)attempt)
                     : status;
        status = status == BIGHT_OK ? bi_bytes_append(allocator, name, "", 1) : status;
        if (status != BIGHT_OK) {
            bight_bytes_free(allocator, name);
            return bi_fail(error, status, 0, "no memory for a file name");
        }
        *file = open((const char *)name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*file >= 0) {
            return BIGHT_OK;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    bight_status status = io_error(error, path, "cannot be written");
    bight_bytes_free(allocator, name);
    return status;
}

static bool write_all(int file, const uint8_t *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        data += written;
        size -= (size_t)written;
    }
    return true;
}

bight_status bight_write_file(const bight_env *env, const char *path, const void *data, size_t size,
                              bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bight_bytes name;
    int file;
    bight_status status = bi_temporary_name(allocator, path, &name, &file, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // close reports what a network file system could not keep
    const char *temporary = (const char *)name.data;
    bool good = write_all(file, data, size);
    int reason = errno;
    if (close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        unlink(temporary);
        errno = reason;
        status = io_error(error, path, "cannot be written");
    }
    bight_bytes_free(allocator, &name);
    return status;
}

bight_status bight_read_file(const bight_env *env, const char *path, size_t limit, bight_bytes *bytes,
                             bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    limit = limit == 0 ? (size_t)1 << 30 : limit;
    *bytes = (bight_bytes){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return io_error(error, path, "cannot be read");
    }
    bight_status status = BIGHT_OK;
    uint8_t block[16384];
    size_t got;
    while (status == BIGHT_OK && (got = fread(block, 1, sizeof block, file)) > 0) {
        status =
            bytes->size + got > limit ? BIGHT_ERROR_TOO_LARGE : bi_bytes_append(allocator, bytes, block, got);
        if (status != BIGHT_OK) {
            bi_fail(error, status, 0, "%.120s: the file is larger than %llu bytes", path,
                    (unsigned long long)(status == BIGHT_ERROR_TOO_LARGE ? limit : bytes->size));
        }
    }
    if (status == BIGHT_OK && ferror(file)) {
        status = io_error(error, path, "cannot be read");
    }
    fclose(file);
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
    }
    return status;
}
