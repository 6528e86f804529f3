// SPDX-License-Identifier: MIT

#include "cli/cli.h"

#include <math.h>
#include <string.h>

// Valid UTF-8 without control characters, whatever the text holds: a byte that belongs to no character
// becomes the replacement character.
static void quoted(FILE *out, const char *text, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        size_t size = cli_character(text + i, length - i);
        unsigned char c = (unsigned char)text[i];
        if (size == 0) {
            fputs("\\ufffd", out);
            size = 1;
        } else if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            fprintf(out, "\\u%04x", c);
        } else if (c == 0xc2 && (unsigned char)text[i + 1] < 0xa0) {
            fprintf(out, "\\u%04x", (unsigned char)text[i + 1]);
        } else {
            fwrite(text + i, 1, size, out);
        }
        i += size;
    }
    fputc('"', out);
}

static void begin(cli_json *json, const char *key)
{
    if (json->started) {
        fputs(json->line ? ", " : ",", json->out);
    }
    if (json->depth > 0 && !json->line) {
        fprintf(json->out, "\n%*s", 2 * (int)json->depth, "");
    }
    json->started = true;
    if (key != NULL) {
        quoted(json->out, key, strlen(key));
        fputs(": ", json->out);
    }
}

void cli_json_open(cli_json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->started = false;
}

void cli_json_close(cli_json *json, char bracket)
{
    json->depth--;
    if (json->started && !json->line) {
        fprintf(json->out, "\n%*s", 2 * (int)json->depth, "");
    }
    fputc(bracket, json->out);
    json->started = true;
    if (json->depth == 0) {
        fputc('\n', json->out);
    }
}

void cli_json_text(cli_json *json, const char *key, const char *value)
{
    begin(json, key);
    if (value != NULL) {
        quoted(json->out, value, strlen(value));
    } else {
        fputs("null", json->out);
    }
}

void cli_json_text_sized(cli_json *json, const char *key, const char *value, size_t length)
{
    begin(json, key);
    quoted(json->out, value, length);
}

void cli_json_number(cli_json *json, const char *key, double value)
{
    begin(json, key);
    if (isfinite(value)) {
        fprintf(json->out, "%.12g", value);
    } else {
        fputs("null", json->out);
    }
}

void cli_json_exact(cli_json *json, double value)
{
    begin(json, NULL);
    fprintf(json->out, "%.17g", value);
}

void cli_json_integer(cli_json *json, const char *key, int64_t value)
{
    begin(json, key);
    fprintf(json->out, "%lld", (long long)value);
}

void cli_json_decimal(cli_json *json, const char *key, const char *digits, size_t length)
{
    begin(json, key);
    fwrite(digits, 1, length, json->out);
}

void cli_json_decimals(cli_json *json, const char *key, const bight_bytes *text)
{
    const char *at = (const char *)text->data, *end = at + text->size;
    cli_json_open(json, key, '[');
    while (at < end) {
        const char *stop = memchr(at, ' ', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        cli_json_decimal(json, NULL, at, (size_t)(stop - at));
        at = stop + 1;
    }
    cli_json_close(json, ']');
}

void cli_json_boolean(cli_json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}
