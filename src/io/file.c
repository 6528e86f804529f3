// SPDX-License-Identifier: MIT
// Whole files, read and written at once. POSIX: a rename within a folder replaces the old file in one step.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"

#include "core/assert.h"
#include "core/error.h"
#include "io/file.h"
#include "io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 // as Linux follows
#define PATH_BYTES 4096

static bight_status io_error(bight_error *error, const char *path, const char *doing)
{
    // strerror is only unsafe when threads ask for unknown numbers at the same time
    return bi_fail(error, BIGHT_ERROR_IO, 0, "%.120s: %s: %.80s: check the path and its permissions", path,
                   doing, strerror(errno));
}

// ---- where to write ---------------------------------------------------------------------------------

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

// The last part of a path may be a symbolic link, also one that leads to nothing yet: replace it by what it
// says until it is none. The kernel does so when it opens a file, but not when it renames one.
static bool follow_links(const char *path, char target[PATH_BYTES])
{
    char says[PATH_BYTES];
    struct stat about;
    size_t length = strlen(path);
    if (length >= PATH_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target, path, length + 1);
    for (int32_t i = 0; lstat(target, &about) == 0 && S_ISLNK(about.st_mode); i++) {
        ssize_t size = i < MOST_LINKS ? readlink(target, says, sizeof says) : -1;
        if (size < 0) {
            errno = i < MOST_LINKS ? errno : ELOOP;
            return false;
        }
        size_t folder = says[0] == '/' ? 0 : folder_length(target);
        if (folder + (size_t)size >= PATH_BYTES) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(target + folder, says, (size_t)size);
        target[folder + (size_t)size] = '\0';
    }
    return true;
}

// A device, a FIFO, a file that only a descriptor still names: what can only be written straight. `about` is
// what `path` leads to.
static int open_straight(const char *path, const struct stat *about)
{
    // our own output shares its position, also where it cannot be opened again (a socket)
    for (int standard = STDOUT_FILENO; standard <= STDERR_FILENO; standard++) {
        struct stat ours;
        if (fstat(standard, &ours) == 0 && same_file(&ours, about)) {
            return fcntl(standard, F_DUPFD_CLOEXEC, 3);
        }
    }
    return open(path, O_WRONLY | O_CLOEXEC);
}

static bool is_own_output(const struct stat *about)
{
    struct stat out, err;
    return (fstat(STDOUT_FILENO, &out) == 0 && same_file(&out, about)) ||
           (fstat(STDERR_FILENO, &err) == 0 && same_file(&err, about));
}

bight_status bi_temporary_file(const bight_allocator *allocator, const char *folder, size_t length,
                               bight_bytes *name, int *file, bight_error *error)
{
    *name = (bight_bytes){0};
    *file = -1;
    for (int32_t attempt = 0; attempt < 100; attempt++) {
        name->size = 0;
        bight_status status = bi_bytes_append(allocator, name, folder, length);
        // short whatever the file is to be called: a name of 255 bytes leaves no room for an ending
        status = status == BIGHT_OK
                     ? bi_bytes_print(allocator, name, "bight-%ld-%d.tmp", (long)getpid(), (int)attempt)
                     : status;
        status = status == BIGHT_OK ? bi_bytes_append(allocator, name, "", 1) : status;
        if (status != BIGHT_OK) {
            bight_bytes_free(allocator, name);
            return bi_fail(error, status, 0, "no memory for a file name");
        }

        // O_EXCL: never a file or link that is there already
        *file = open((const char *)name->data, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*file >= 0) {
            return BIGHT_OK;
        }
        if (errno != EEXIST) {
            break;
        }
    }

    // errno says why, and releasing memory may change it
    int reason = errno;
    bight_bytes_free(allocator, name);
    errno = reason;
    return BIGHT_ERROR_IO;
}

// ---- an output --------------------------------------------------------------------------------------

// The new file is as private as the old one, and belongs to the same user where we may say so.
static void keep_owner(int file, const struct stat *old)
{
    if (fchown(file, old->st_uid, old->st_gid) != 0) {
        return; // somebody else's file in a folder of ours: the new one is ours
    }
    (void)fchmod(file, old->st_mode & 0777);
}

static bool opens(bi_output *output, const bight_allocator *allocator, const char *path, bight_status *status,
                  bight_error *error)
{
    char target[PATH_BYTES];
    struct stat about, followed;
    bool there = stat(path, &about) == 0;
    if (there && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return false;
    }

    if (there && (!S_ISREG(about.st_mode) || is_own_output(&about))) {
        output->file = open_straight(path, &about);
        return output->file >= 0;
    }
    if (!follow_links(path, target)) {
        return false;
    }

    // a link of /proc says a name that may lead to another file by now, or to none
    if (there && (stat(target, &followed) != 0 || !same_file(&about, &followed))) {
        output->file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
        return output->file >= 0;
    }

    // a rename asks only the folder; whoever protects a file means it
    if (there && access(target, W_OK) != 0) {
        return false;
    }
    *status = bi_bytes_append(allocator, &output->target, target, strlen(target) + 1);
    if (*status != BIGHT_OK) {
        bi_fail(error, *status, 0, "no memory for a file name");
        return false;
    }

    *status =
        bi_temporary_file(allocator, target, folder_length(target), &output->temporary, &output->file, error);
    if (*status == BIGHT_OK && there) {
        keep_owner(output->file, &about);
    }
    return *status == BIGHT_OK;
}

bight_status bi_output_open(bi_output *output, const bight_allocator *allocator, const char *path,
                            bight_error *error)
{
    BI_ASSERT(output != NULL && path != NULL);
    *output = (bi_output){.file = -1};
    bight_status status = BIGHT_ERROR_IO;
    if (opens(output, allocator, path, &status, error)) {
        return BIGHT_OK;
    }
    if (status == BIGHT_ERROR_IO) {
        io_error(error, path, "cannot be written");
    }
    bight_bytes_free(allocator, &output->temporary);
    bight_bytes_free(allocator, &output->target);
    return status;
}

bool bi_output_write(bi_output *output, const void *data, size_t size)
{
    BI_ASSERT(size == 0 || data != NULL);
    const uint8_t *from = data;
    while (size > 0) {
        ssize_t written = write(output->file, from, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        from += written;
        size -= (size_t)written;
    }
    return true;
}

bight_status bi_output_close(bi_output *output, const bight_allocator *allocator, const char *path, bool keep,
                             bight_error *error)
{
    // close reports what a network file system could not keep
    int reason = errno;
    bool good = keep;
    if (output->file >= 0 && close(output->file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (output->temporary.size > 0) {
        const char *temporary = (const char *)output->temporary.data;
        if (good && rename(temporary, (const char *)output->target.data) != 0) {
            good = false;
            reason = errno;
        }
        if (!good) {
            unlink(temporary);
        }
    }
    bight_bytes_free(allocator, &output->temporary);
    bight_bytes_free(allocator, &output->target);
    output->file = -1;
    errno = reason;
    return good ? BIGHT_OK : io_error(error, path, "cannot be written");
}

bight_status bight_write_file(const bight_env *env, const char *path, const void *data, size_t size,
                              bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bi_output output;
    bight_status status = bi_output_open(&output, allocator, path, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bool good = bi_output_write(&output, data, size);
    return bi_output_close(&output, allocator, path, good, error);
}

bight_status bight_read_file(const bight_env *env, const char *path, size_t limit, bight_bytes *bytes,
                             bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;

    // 1 GiB unless a limit is given
    limit = limit == 0 ? (size_t)1 << 30 : limit;
    *bytes = (bight_bytes){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return io_error(error, path, "cannot be read");
    }

    // block by block: a pipe has no size to ask for
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

    // fread() ends alike at the end of a file and at an error
    if (status == BIGHT_OK && ferror(file)) {
        status = io_error(error, path, "cannot be read");
    }
    fclose(file);
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
    }
    return status;
}
