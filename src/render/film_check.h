// SPDX-License-Identifier: MIT
// Is an MP4 film whole?

#pragma once

#include <stdint.h>
#include <stdio.h>

/// Walk the boxes of a film of one track: they fill the file, the index and the data are there, the index
/// lists `frames` pictures, and these are not more than the data.
/// @return NULL when so; else the fault, a string constant.
const char *bi_film_fault(FILE *film, int64_t frames);
