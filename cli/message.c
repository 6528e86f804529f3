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
    if (fraction < 0.0) {
        fprintf(stderr, "\r\033[K%s", cli_show_start(words, 100).text);
    } else {
        fprintf(stderr, "\r\033[K[%s] %3.0f %%  %s", line, 100.0 * fraction, cli_show_start(words, 100).text);
    }
    fflush(stderr);
    bar.shown = true;
    bar.drawn_at = now;
}

size_t cli_character(const char *text, size_t length)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t size = length == 0   ? 0
                  : c[0] < 0x80 ? 1
                  : c[0] < 0xc2 ? 0
                  : c[0] < 0xe0 ? 2
                  : c[0] < 0xf0 ? 3
                  : c[0] < 0xf5 ? 4
                                : 0;
    if (size > length) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }

    // longer than need be, halves of pairs, beyond the last character
    bool odd = size > 2 && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
                            (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f));
    return odd ? 0 : size;
}

// The next piece of a text and its length: a character as it is, or a replacement for what is none or controls.
static const char *next_piece(const char *text, size_t length, size_t *used, size_t *size)
{
    *used = *size = cli_character(text, length);
    unsigned char c = (unsigned char)text[0];
    bool control =
        *size == 1 ? c < 0x20 || c == 0x7f : *size == 2 && c == 0xc2 && (unsigned char)text[1] < 0xa0;
    if (*size > 0 && !control) {
        return text;
    }
    *used = *used > 0 ? *used : 1;
    *size = 3;
    return "\xef\xbf\xbd"; // the replacement character
}

void cli_put_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0, used, size; i < length; i += used) {
        const char *piece = next_piece(text + i, length - i, &used, &size);
        fwrite(piece, 1, size, out);
    }
}

cli_shown cli_show(const char *text)
{
    return cli_show_start(text, SIZE_MAX);
}

cli_shown cli_show_start(const char *text, size_t most)
{
    cli_shown shown;
    size_t length = strlen(text), put = 0;
    for (size_t i = 0, used, size; i < length; i += used) {
        const char *piece = next_piece(text + i, length - i, &used, &size);
        if (put + size > most || put + size >= sizeof shown.text) {
            break;
        }
        memcpy(shown.text + put, piece, size);
        put += size;
    }
    shown.text[put] = '\0';
    return shown;
}

void cli_say(const char *file, int32_t line, const char *format, ...)
{
    char words[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    cli_progress(0.0, NULL);
    fputs("bight: ", stderr);
    if (file != NULL) {
        cli_put_text(stderr, file, strlen(file));
        if (line > 0) {
            fprintf(stderr, ":%d", (int)line);
        }
        fputs(": ", stderr);
    }

    cli_put_text(stderr, words, strlen(words));
    fputc('\n', stderr);
}

int cli_input_error(const char *file, const bight_error *error)
{
    if (error->status == BIGHT_ERROR_STOPPED) {
        return CLI_INTERRUPTED; // by a signal: there is nothing to say about the file
    }
    cli_say(file, error->line, "%s",
            error->message[0] != '\0' ? error->message : bight_status_text(error->status));
    return error->status == BIGHT_ERROR_NO_MEMORY ? CLI_FAILED : CLI_INPUT;
}
