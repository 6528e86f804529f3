// SPDX-License-Identifier: MIT

#include "cli/identify_progress.h"

#include <unistd.h>

// A run that is over by then needs no bar.
#define QUIET_SECONDS 0.5

void identify_progress_step(identify_progress *progress, const identify_reader *reader)
{
    progress->printed++;
    if (!progress->known) {
        progress->known = true;
        progress->began = cli_seconds();
        progress->shown = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    }
    if (!progress->shown || cli_seconds() - progress->began < QUIET_SECONDS) {
        return;
    }

    // the files that are still to come are taken to hold what the others did:
    // all = added / part of the work that has been read
    double part = reader->read >= 0.0 ? (reader->file + reader->read) / reader->files : -1.0;
    double fraction = part > 0.0 ? (double)progress->printed * part / (double)reader->added : -1.0;
    char words[80];
    snprintf(words, sizeof words, "%lld curve%s named", (long long)progress->printed,
             progress->printed == 1 ? "" : "s");
    cli_progress(fraction < 1.0 ? fraction : 1.0, words);
}
