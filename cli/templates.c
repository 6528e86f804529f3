// SPDX-License-Identifier: MIT

#include "cli/templates.h"

#include "bight/suggest.h"
#include "cli/shelf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static int open_shelf(const char *folder, char path[CLI_MOST_PATH], cli_shelf *shelf)
{
    *shelf = (cli_shelf){.path = path,
                         .one = "template",
                         .many = "templates",
                         .option = "--templates",
                         .environment = "BIGHT_TEMPLATES",
                         .list = "bight template list",
                         .is_same = is_same};
    return cli_templates_folder(folder, path, CLI_MOST_PATH) ? CLI_DONE : CLI_INPUT;
}

int cli_list_templates(const char *folder, char (*names)[CLI_NAME], int32_t *count)
{
    char path[CLI_MOST_PATH];
    cli_shelf shelf;
    *count = 0;
    int code = open_shelf(folder, path, &shelf);
    return code == CLI_DONE ? cli_list_names(&shelf, names, count) : code;
}

static int find_file(const char *folder, const char *name, char path[CLI_MOST_PATH])
{
    char own[CLI_MOST_PATH];
    cli_shelf shelf;
    int code = open_shelf(folder, own, &shelf);
    return code == CLI_DONE ? cli_find_name(&shelf, name, path) : code;
}

int cli_open_template(const char *folder, const char *name, bight_template_file **file)
{
    char path[CLI_MOST_PATH];
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
    char name[CLI_NAME], all[400] = "";
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
