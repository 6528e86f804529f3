// SPDX-License-Identifier: MIT
// What an installed command brings along.

#pragma once

#include "cli/cli.h"

/// The man page, in roff, on stdout.
void cli_print_man(void);

/// The completion of bash, zsh or fish, on stdout. Says what is wrong and returns false.
bool cli_print_completion(const char *shell);
