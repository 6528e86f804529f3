// SPDX-License-Identifier: MIT
// The man page and the completions of shells, from the table of verbs.

#include "cli/manual.h"

#include <string.h>

// Text in which some characters need another before them, and line ends become blanks.
static void put_escaped(const char *text, const char *special, const char *escape)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (strchr(special, *at) != NULL) {
            fputs(escape, stdout);
        }
        putchar(*at == '\n' ? ' ' : *at);
    }
}

// ---- man --------------------------------------------------------------------------------------------

// roff: a backslash is \e, a minus that is to be copied \-; a dot or an apostrophe that begins a line is a
// request.
static void put_roff(const char *text)
{
    if (*text == '.' || *text == '\'') {
        fputs("\\&", stdout);
    }
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\\') {
            fputs("\\e", stdout);
        } else {
            fputs(*at == '-' ? "\\" : "", stdout);
            putchar(*at == '\n' ? ' ' : *at);
        }
    }
}

static void man_verb(const cli_verb *verb)
{
    printf(".SS ");
    put_roff(verb->name);
    printf("\n.nh\n.B bight ");
    put_roff(verb->synopsis);
    printf("\n.hy\n.PP\n");
    put_roff(verb->doc);
    printf("\n");
    for (int32_t i = 0; verb->options != NULL && verb->options[i].name != NULL; i++) {
        const cli_option *option = &verb->options[i];
        printf(".TP\n.B ");
        put_roff(option->name);
        if (option->value != NULL) {
            printf(" \\fI");
            put_roff(option->value);
            printf("\\fR");
        }
        printf("\n");
        put_roff(option->doc);
        printf("\n");
    }
}

void cli_print_man(void)
{
    printf(".\\\" Made by bight help --man.\n"
           ".TH BIGHT 1 \"\" \"bight %s\" \"User Commands\"\n"
           ".SH NAME\nbight \\- simulate and identify knots in ropes and cloth\n"
           ".SH SYNOPSIS\n.B bight\n.I VERB\n[arguments]\n.br\n.B bight help\n[\n.I VERB\n]\n.br\n"
           ".B bight \\-\\-version\n"
           ".SH DESCRIPTION\nResults go to stdout, messages and the progress bar to stderr. Options may be "
           "written\n"
           ".B \\-\\-out DIR\nor\n.BR \\-\\-out=DIR ;\n.B \\-\\-\nends them.\n"
           ".SH VERBS\n",
           bight_version());
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        man_verb(cli_verbs[i]);
    }
    printf(
        ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nThe run failed, or something could not be written.\n"
        ".TP\n.B 2\nWrong usage.\n.TP\n.B 3\nBad input.\n.TP\n.B 130\nInterrupted by SIGINT or SIGTERM.\n"
        ".SH ENVIRONMENT\n.TP\n.B BIGHT_KNOTS\nFolder of the book of knots.\n"
        ".TP\n.B TMPDIR\nWhere a film is written first that goes into a device.\n"
        ".SH SEE ALSO\nThe scene format:\n.BR \"bight help scene\" .\n"
        "The documents that are installed beside the examples, in share/doc/bight.\n");
}

// ---- completions ------------------------------------------------------------------------------------

static void complete_bash(void)
{
    printf("# bash completion for bight. Made by bight help --completion bash.\n\n_bight()\n{\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} options=\n    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        printf("%s ", cli_verbs[i]->name);
    }
    printf("--help --version\" -- \"$cur\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        const cli_verb *verb = cli_verbs[i];
        printf("    %s) options=\"", verb->name);
        for (int32_t k = 0; verb->options != NULL && verb->options[k].name != NULL; k++) {
            printf("%s ", verb->options[k].name);
        }
        printf("--help\" ;;\n");
    }
    printf("    esac\n    case $cur in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n    "
           "esac\n}\n"
           "complete -o default -o bashdefault -F _bight bight\n");
}

// In single quotes, where an apostrophe is '\''; brackets and colons mean something to _arguments.
static void put_zsh(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\'') {
            fputs("'\\''", stdout);
        } else {
            fputs(strchr("[]:\\", *at) != NULL ? "\\" : "", stdout);
            putchar(*at == '\n' ? ' ' : *at);
        }
    }
}

static void complete_zsh(void)
{
    printf("#compdef bight\n# Made by bight help --completion zsh.\n\n_bight()\n{\n    local -a verbs\n"
           "    if (( CURRENT == 2 )); then\n        verbs=(\n");
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        printf("            '%s:", cli_verbs[i]->name);
        put_zsh(cli_verbs[i]->doc);
        printf("'\n");
    }

    printf("        )\n        _describe verb verbs\n        return\n    fi\n    shift words\n    (( "
           "CURRENT-- ))\n"
           "    case $words[1] in\n");
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        const cli_verb *verb = cli_verbs[i];
        printf("    %s)\n        _arguments", verb->name);
        for (int32_t k = 0; verb->options != NULL && verb->options[k].name != NULL; k++) {
            const cli_option *option = &verb->options[k];
            printf(" \\\n            '%s[", option->name);
            put_zsh(option->doc);
            printf("]");
            if (option->value != NULL) {
                printf(":");
                put_zsh(option->value);
                printf(":_files");
            }
            printf("'");
        }
        printf(" \\\n            '--help[Say more about it.]' '*:file:_files'\n        ;;\n");
    }

    printf("    esac\n}\n\n_bight \"$@\"\n");
}

static void complete_fish(void)
{
    printf("# fish completion for bight. Made by bight help --completion fish.\n"
           "complete -c bight -n __fish_use_subcommand -l version -d 'Print the version.'\n"
           "complete -c bight -l help -d 'Say more about it.'\n");
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        const cli_verb *verb = cli_verbs[i];
        printf("complete -c bight -n __fish_use_subcommand -f -a %s -d '", verb->name);
        put_escaped(verb->doc, "'\\", "\\");
        printf("'\n");
        for (int32_t k = 0; verb->options != NULL && verb->options[k].name != NULL; k++) {
            const cli_option *option = &verb->options[k];
            bool letter = option->name[1] != '-';
            printf("complete -c bight -n '__fish_seen_subcommand_from %s' -%s %s%s -d '", verb->name,
                   letter ? "s" : "l", option->name + (letter ? 1 : 2), option->value != NULL ? " -r" : "");
            put_escaped(option->doc, "'\\", "\\");
            printf("'\n");
        }
    }
}

bool cli_print_completion(const char *shell)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    void (*const print[])(void) = {complete_bash, complete_zsh, complete_fish};
    int32_t which = cli_word("--completion", shell, shells, 3);
    if (which >= 0) {
        print[which]();
    }
    return which >= 0;
}
