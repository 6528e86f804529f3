// SPDX-License-Identifier: MIT
// Runs the built command, and looks at the files it leaves.

#pragma once

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

static inline void slurp(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
}

static inline pid_t start_to(const char *const *arguments, const char *stdout_path)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        int out = open(stdout_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int err = open("cli.err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        execv(BIGHT_COMMAND, (char *const *)(uintptr_t)arguments);
        _exit(99);
    }
    return child;
}

static inline pid_t start(const char *const *arguments)
{
    return start_to(arguments, "cli.out");
}

static inline void finish(pid_t child, result *r)
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

static inline void check_result(const result *r, int code, const char *out, const char *err)
{
    if (r->code != code || strstr(r->out, out) == NULL || strstr(r->err, err) == NULL) {
        fail_msg("exit %d (wanted %d)\nstdout: %s\nwanted in it: %s\nstderr: %s\nwanted in it: %s", r->code,
                 code, r->out, out, r->err, err);
    }
}

/// Run it, and see how it ends and what it says on either stream.
#define CHECK_RUN(r, code, out, err, ...)                                                                    \
    do {                                                                                                     \
        RUN(r, __VA_ARGS__);                                                                                 \
        check_result(r, code, out, err);                                                                     \
    } while (0)

/// Ctrl-C, a little after the folder that it makes is there.
static inline void interrupt(const char *const *arguments, const char *folder, result *r)
{
    struct stat about;
    pid_t child = start(arguments);
    for (int32_t i = 0; i < 6000 && stat(folder, &about) != 0; i++) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    CHECK(kill(child, SIGINT) == 0);
    finish(child, r);
}

// ---- files ------------------------------------------------------------------------------------------

static inline void put(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(bytes, 1, length, file) == length);
    CHECK(fclose(file) == 0);
}

static inline void put_text(const char *path, const char *text)
{
    put(path, text, strlen(text));
}

static inline bool there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static inline void remove_folder(const char *path)
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

static inline int count_files(const char *path)
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
