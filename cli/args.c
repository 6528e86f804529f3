// SPDX-License-Identifier: MIT

#include "cli/cli.h"

#include "bight/suggest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int usage(const cli_verb *verb)
{
    fprintf(stderr, "usage: bight %s\n", verb->synopsis);
    return CLI_USAGE;
}

static int32_t option_count(const cli_verb *verb)
{
    int32_t count = 0;
    while (verb->options[count].name != NULL) {
        count++;
    }
    return count;
}

// "--out=DIR" and "--out" both name the option "--out"
static int32_t find_option(const cli_verb *verb, const char *argument)
{
    size_t length = strcspn(argument, "=");
    for (int32_t i = 0; i < option_count(verb); i++) {
        if (strlen(verb->options[i].name) == length &&
            strncmp(verb->options[i].name, argument, length) == 0) {
            return i;
        }
    }
    return -1;
}

static int unknown_option(const cli_verb *verb, const char *argument)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    const char *guess = bight_suggest(name, &verb->options->name, option_count(verb), sizeof *verb->options);
    if (guess != NULL) {
        cli_say(NULL, 0, "%s is not an option of %s: did you mean %s?", name, verb->name, guess);
    } else {
        cli_say(NULL, 0, "%s is not an option of %s: see bight help %s", name, verb->name, verb->name);
    }
    return CLI_USAGE;
}

// What stands for a value that is a number, or several, in the help: by it they are known.
static bool is_number(const cli_option *option)
{
    static const char *const kinds[] = {"N",     "M",   "S",       "R",     "B",
                                        "D",     "T",   "MB",      "X,Y,Z", "I/N",
                                        "A:B:C", "CxR", "SECONDS", "RANGE", "X,Y,Z[,AX,AY,AZ,DEG]"};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        known = known || strcmp(option->value, kinds[i]) == 0;
    }
    return known;
}

bool cli_finite(const char *option, const char *text)
{
    for (int32_t i = 1; text != NULL; i++) {
        char *end;
        double number = strtod(text, &end);
        bool whole = end != text && (*end == '\0' || strchr(",:/x", *end) != NULL);
        if (whole && !isfinite(number)) {
            cli_say(NULL, 0, "%s: number %d is %.*s: give a finite number, as 0.05 or 3", option, (int)i,
                    (int)(end - text < 20 ? end - text : 20), text);
            return false;
        }
        size_t next = strcspn(text, ",:/x");
        text = text[next] != '\0' ? text + next + 1 : NULL;
    }
    return true;
}

int cli_parse(const cli_verb *verb, int argc, char **argv, cli_args *args)
{
    *args = (cli_args){.files = argv};
    bool options_end = false;
    for (int i = 0; i < argc; i++) {
        char *argument = argv[i];
        if (options_end || argument[0] != '-' || argument[1] == '\0') {
            args->files[args->file_count++] = argument; // never ahead of i
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            options_end = true;
            continue;
        }
        int32_t option = find_option(verb, argument);
        if (option < 0) {
            return unknown_option(verb, argument);
        }
        const char *name = verb->options[option].name, *value = strchr(argument, '=');
        if (args->values[option] != NULL) {
            cli_say(NULL, 0, "%s is given twice: give it once", name);
            return usage(verb);
        }
        if (verb->options[option].value == NULL) {
            if (value != NULL) {
                cli_say(NULL, 0, "%s takes no value: leave out %s", name, value);
                return usage(verb);
            }
            args->values[option] = "";
            continue;
        }
        value = value != NULL ? value + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (value == NULL || value[0] == '\0') {
            cli_say(NULL, 0, "%s has no value: write %s %s", name, name, verb->options[option].value);
            return usage(verb);
        }
        if (is_number(&verb->options[option]) && !cli_finite(name, value)) {
            return CLI_INPUT;
        }
        args->values[option] = value;
    }
    return CLI_DONE;
}

bool cli_integer(const char *option, const char *text, int64_t low, int64_t high, int64_t *value)
{
    if (text == NULL) {
        return true;
    }
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || end == text || number < low || number > high) {
        cli_say(NULL, 0, "%s is \"%s\": give a whole number from %lld to %lld", option, text, (long long)low,
                (long long)high);
        return false;
    }
    *value = number;
    return true;
}

bool cli_positive(const char *option, const char *text, double *value)
{
    if (text == NULL) {
        return true;
    }
    char *end;
    double number = strtod(text, &end);
    if (*end != '\0' || end == text || !(number > 0.0) || !(number <= 1e9)) {
        cli_say(NULL, 0, "%s is \"%s\": give a number above 0, at most 1e9", option, text);
        return false;
    }
    *value = number;
    return true;
}

int32_t cli_word(const char *option, const char *text, const char *const *words, int32_t count)
{
    char list[100] = "";
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0) {
            return i;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? " or " : "", words[i]);
    }
    cli_say(NULL, 0, "%s is \"%.60s\": give %s", option, text, list);
    return -1;
}

void cli_print_help(const cli_verb *verb)
{
    printf("usage: bight %s\n\n%s\n", verb->synopsis, verb->doc);
    for (int32_t i = 0; verb->options != NULL && verb->options[i].name != NULL; i++) {
        const cli_option *option = &verb->options[i];
        char left[40];
        snprintf(left, sizeof left, "%s%s%s", option->name, option->value != NULL ? " " : "",
                 option->value != NULL ? option->value : "");
        printf("%s  %-16s  %s\n", i == 0 ? "\n" : "", left, option->doc);
    }
}

int32_t cli_numbers(const char *text, double *numbers, int32_t most)
{
    int32_t count = 0;
    while (count < most) {
        char *end;
        numbers[count] = strtod(text, &end);
        if (end == text || !isfinite(numbers[count])) {
            return -1;
        }
        count++;
        if (*end == '\0') {
            return count;
        }
        if (*end != ',') {
            return -1;
        }
        text = end + 1;
    }
    return -1;
}
