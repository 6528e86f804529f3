// SPDX-License-Identifier: MIT
// A bowline in an elastic rod, on a ring, under load.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_bowline {
    int32_t nodes;
    double newtons;            ///< Greatest pull.
    double real_time, hardest; ///< Over all, and in the hardest second.
    double slowest;            ///< Milliseconds of the slowest step.
    double gap, stretch;       ///< Least, diameters; greatest, from a tenth of a second on.
    double crept; ///< How far the pulled end went in the last second, under the whole pull, diameters.
    double tail;  ///< Likewise, how far the end of the tail went.
    int64_t cuts;
    bool holds; ///< Neither went a tenth of a diameter.
} bench_bowline;

/// Tie the bowline of the book of knots as `bight tie bowline --model rod` does, lay its loop round a ring, and pull the
/// standing part with a force that grows to 200 N in four seconds and stays for two. Prints what is wrong.
/// @return CLI_DONE; CLI_INPUT without a book; CLI_FAILED; CLI_INTERRUPTED.
int bench_rod_bowline(bench_bowline *row);

/// As JSON, an object, or as lines.
void bench_bowline_print(const bench_bowline *row, bool json);
