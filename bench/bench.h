// SPDX-License-Identifier: MIT
// The benches behind `bight bench NAME`.

#pragma once

/// Each takes the arguments after the bench's name, prints to stdout and returns an exit code.
int bench_rope(int argc, char **argv);
int bench_identify(int argc, char **argv);
int bench_knots(int argc, char **argv);
int bench_torture(int argc, char **argv);
int bench_tie(int argc, char **argv);
int bench_spring(int argc, char **argv);
