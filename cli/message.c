// SPDX-License-Identifier: MIT
// Messages and the progress bar: both live on stderr and must not run into each other.

#include "cli/cli.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#define BAR_WIDTH 24
#define BAR_SECONDS 0.1

// the command is one process with one terminal
static struct {
    bool shown, quiet;
    double drawn_at;
} bar;

void cli_progress_quiet(bool quiet)
{
    bar.quiet = quiet;
}

void cli_progress(double fraction, const char *words)
{
    if (words == NULL) {
        if (bar.shown) {
            fputs("\r\033[K", stderr);
            fflush(stderr);
        }
        bar.shown = false;
        return;
    }
    double now = cli_seconds();
    if (bar.quiet || !isatty(STDERR_FILENO) || (bar.shown && now - bar.drawn_at < BAR_SECONDS)) {
        return;
    }
    char line[BAR_WIDTH + 1];
    int32_t full = (int32_t)(fraction * BAR_WIDTH);
    for (int32_t i = 0; i < BAR_WIDTH; i++) {
        line[i] = i < full ? '#' : '.';
    }
    line[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r\033[K[%s] %3.0f %%  %.100s", line, 100.0 * fraction, words);
    fflush(stderr);
    bar.shown = true;
    bar.drawn_at = now;
}

void cli_say(const char *file, int32_t line, const char *format, ...)
{
    char words[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    cli_progress(0.0, NULL);
    if (file != NULL && line > 0) {
        fprintf(stderr, "bight: %s:%d: %s\n", file, (int)line, words);
    } else if (file != NULL) {
        fprintf(stderr, "bight: %s: %s\n", file, words);
    } else {
        fprintf(stderr, "bight: %s\n", words);
    }
}

int cli_input_error(const char *file, const bight_error *error)
{
    cli_say(file, error->line, "%s",
            error->message[0] != '\0' ? error->message : bight_status_text(error->status));
    return error->status == BIGHT_ERROR_NO_MEMORY ? CLI_FAILED : CLI_INPUT;
}
