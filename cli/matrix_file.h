// SPDX-License-Identifier: MIT
// A knot matrix as a file.

#pragma once

#include "cli/identify_chain.h"

/// Append text, a line or less. false: no memory, or more than 1 GB.
bool matrix_print(bight_bytes *bytes, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
