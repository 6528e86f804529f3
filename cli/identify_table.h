// SPDX-License-Identifier: MIT
// Answers as a table, CSV or TSV: a row of names, then a row for each curve.

#pragma once

#include "cli/identify.h"

/// What a table shows when --fields does not say it.
#define IDENTIFY_TABLE_FIELDS                                                                                \
    (UINT32_C(1) << IDENTIFY_POINTS | UINT32_C(1) << IDENTIFY_NAME | UINT32_C(1) << IDENTIFY_FACTORS |       \
     UINT32_C(1) << IDENTIFY_LINKING | UINT32_C(1) << IDENTIFY_CROSSINGS |                                   \
     UINT32_C(1) << IDENTIFY_CONFIDENCE)

/// The names of the columns on stdout. wish->table is what stands between them.
void identify_table_head(const identify_wish *wish);

/// A row on stdout: what came of the job, or in the last column why nothing did.
void identify_table_row(const identify_job *job);
