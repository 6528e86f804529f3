// SPDX-License-Identifier: MIT
// Runs the built command as a shell does, with pipes and several in a line.

#pragma once

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// What a line prints, and how it ends.
typedef struct output {
    char text[65536];
    int code; ///< -1: not by itself
} output;

/// Run a line in which `bight` stands for the command under test. Needs _POSIX_C_SOURCE.
/// @param behind Added behind the line: "2>&1" joins what it prints as errors.
/// @return Borrowed until the next call.
static inline const output *shell_with(const char *line, const char *behind)
{
    static output out;
    char command[4096];
    snprintf(command, sizeof command, "bight() { \"%s\" \"$@\"; }; { %s; } %s", BIGHT_COMMAND, line, behind);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL);
    size_t size = fread(out.text, 1, sizeof out.text - 1, pipe);
    out.text[size] = '\0';
    int status = pclose(pipe);
    out.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return &out;
}
