// SPDX-License-Identifier: MIT

#include "cli/templates.h"

#include "bight/suggest.h"
#include "cli/knots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PATH 4096

static int find_folder(const char *folder, char *path)
{
    return cli_templates_folder(folder, path, MOST_PATH) ? CLI_DONE : CLI_INPUT;
}

int cli_list_templates(const char *folder, char (*names)[CLI_TEMPLATE_NAME], int32_t *count)
{
    char path[MOST_PATH], index[MOST_PATH];
    bight_bytes bytes = {0};
    bight_error error = {0};
    *count = 0;
    int code = find_folder(folder, path);
    if (code != CLI_DONE) {
        return code;
    }
    if (!cli_join(index, sizeof index, path, "index.txt") ||
        bight_read_file(NULL, index, BIGHT_TEMPLATE_MAX_BYTES, &bytes, &error) != BIGHT_OK) {
        cli_say(path, 0,
                "there are no templates here: give the folder with --templates, or in BIGHT_TEMPLATES");
        return CLI_INPUT;
    }
    size_t at = 0;
    while (at < bytes.size && *count < CLI_MOST_TEMPLATES) {
        size_t end = at;
        while (end < bytes.size && bytes.data[end] != '\n' && bytes.data[end] != '\r') {
            end++;
        }
        size_t length = end - at;
        if (length > 5 && length - 5 < CLI_TEMPLATE_NAME && memcmp(bytes.data + end - 5, ".json", 5) == 0) {
            memcpy(names[*count], bytes.data + at, length - 5);
            names[(*count)++][length - 5] = '\0';
        }
        at = end + 1;
    }
    bight_bytes_free(NULL, &bytes);
    return CLI_DONE;
}

// "half-Windsor", "Half Windsor" and "half_windsor" are one name.
static bool is_same(const char *a, const char *b)
{
    for (;; a++, b++) {
        char ca = *a == ' ' || *a == '-' ? '_' : *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
        if (ca != *b) {
            return false;
        }
        if (ca == '\0') {
            return true;
        }
    }
}

// The path of a template that is named.
static int find_file(const char *folder, const char *name, char *path)
{
    char(*names)[CLI_TEMPLATE_NAME] = calloc(CLI_MOST_TEMPLATES, sizeof *names);
    const char **list = calloc(CLI_MOST_TEMPLATES, sizeof *list);
    int32_t count = 0;
    int code = names != NULL && list != NULL ? cli_list_templates(folder, names, &count) : CLI_FAILED;
    int32_t found = -1;
    for (int32_t i = 0; i < count; i++) {
        list[i] = names[i];
        found = is_same(name, names[i]) ? i : found;
    }
    if (code == CLI_DONE && found < 0) {
        const char *guess = bight_suggest(name, list, count, sizeof *list);
        cli_say(NULL, 0, "there is no template \"%s\": %s%s%s", cli_show_start(name, 60).text,
                guess != NULL ? "did you mean " : "see bight template list", guess != NULL ? guess : "",
                guess != NULL ? "?" : "");
        code = CLI_INPUT;
    }
    if (code == CLI_DONE) {
        char base[MOST_PATH], file[CLI_TEMPLATE_NAME + 8];
        snprintf(file, sizeof file, "%s.json", names[found]);
        code = find_folder(folder, base);
        if (code == CLI_DONE && !cli_join(path, MOST_PATH, base, file)) {
            code = CLI_INPUT;
        }
    }
    free(list);
    free(names);
    return code;
}

int cli_open_template(const char *folder, const char *name, bight_template_file **file)
{
    char path[MOST_PATH];
    bight_bytes bytes = {0};
    bight_error error = {0};
    *file = NULL;
    bool is_file = cli_ends_in(name, "json") || strcmp(name, "-") == 0;
    int code = is_file ? CLI_DONE : find_file(folder, name, path);
    if (code == CLI_DONE) {
        code = cli_read_input(is_file ? name : path, &bytes);
    }
    if (code != CLI_DONE) {
        return code;
    }
    if (cli_refuse_binary(is_file ? name : path, &bytes)) {
        code = CLI_INPUT;
    } else if (bight_template_read(NULL, bytes.data, bytes.size, file, &error) != BIGHT_OK) {
        code = cli_input_error(is_file ? name : path, &error);
    }
    bight_bytes_free(NULL, &bytes);
    return code;
}

int cli_set_parameter(const char *text, const bight_template_def *def, double *values)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        cli_say(NULL, 0, "--set is \"%s\": give NAME=VALUE", cli_show_start(text, 60).text);
        return CLI_USAGE;
    }
    size_t length = (size_t)(equals - text);
    for (int32_t i = 0; i < def->parameter_count; i++) {
        const bight_template_parameter *p = &def->parameters[i];
        if (strlen(p->name) != length || strncmp(p->name, text, length) != 0) {
            continue;
        }
        char *end;
        double value = strtod(equals + 1, &end);
        if (end == equals + 1 || *end != '\0' || !(value >= p->low && value <= p->high)) {
            cli_say(NULL, 0, "%s is \"%s\": give %g to %g%s%s", p->name, cli_show_start(equals + 1, 40).text,
                    p->low, p->high, p->unit[0] != '\0' ? " " : "", p->unit);
            return CLI_INPUT;
        }
        values[i] = value;
        return CLI_DONE;
    }
    char name[CLI_TEMPLATE_NAME], all[400] = "";
    size_t used = 0;
    snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), text);
    const char *guess =
        def->parameter_count > 0
            ? bight_suggest(name, &def->parameters->name, def->parameter_count, sizeof *def->parameters)
            : NULL;
    for (int32_t i = 0; i < def->parameter_count && used < sizeof all; i++) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                 def->parameters[i].name);
    }
    cli_say(NULL, 0, "%s has no parameter \"%s\": %s%s%s", def->name, cli_show(name).text,
            guess != NULL ? "did you mean " : "it has ", guess != NULL ? guess : all,
            guess != NULL ? "?" : "");
    return CLI_INPUT;
}
