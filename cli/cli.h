// SPDX-License-Identifier: MIT
// What the verbs of the command share: arguments, messages, files, signals, progress.

#pragma once

#include "bight/io.h"
#include "bight/scene.h"

#include <stdio.h>

/// Exit codes, as docs/cli.md lists them.
enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_INPUT = 3, CLI_INTERRUPTED = 130 };

#define CLI_MAX_OPTIONS 40

// ---- arguments --------------------------------------------------------------------------------------

typedef struct cli_option {
    const char *name;  ///< "--out" or "-o"
    const char *value; ///< What stands for its value in the help, NULL for a flag.
    const char *doc;
} cli_option;

typedef struct cli_args {
    const char
        *values[CLI_MAX_OPTIONS]; ///< In the verb's order: the value, "" for a flag, NULL if not given.
    char **files;                 ///< (file_count) arguments that are no options; borrowed from argv
    int32_t file_count;
} cli_args;

typedef struct cli_verb {
    const char *name, *synopsis, *doc;
    const cli_option *options; ///< ends in a NULL name
    int (*run)(const cli_args *args);
    int (*run_raw)(int argc, char **argv); ///< For verbs that read their arguments themselves.
} cli_verb;

extern const cli_verb cli_verb_run, cli_verb_identify, cli_verb_convert, cli_verb_knot, cli_verb_render,
    cli_verb_bench, cli_verb_tabulate, cli_verb_tie, cli_verb_mesh, cli_verb_garment, cli_verb_template,
    cli_verb_list, cli_verb_hold, cli_verb_wrap, cli_verb_help;
extern const cli_verb *const cli_verbs[]; ///< ends in NULL

/// Sort argv (without the program and verb) into options and files; moves files to the front of argv.
/// Prints the fault and returns CLI_USAGE, CLI_INPUT for a number that is none (nan, inf), or CLI_DONE.
int cli_parse(const cli_verb *verb, int argc, char **argv, cli_args *args);

/// Are the numbers of a value, with , : / or x between them, finite? One that is not (nan, inf, 1e999) is bad input, as it is in a
/// file: prints the fault and returns false. What is no number at all is wrong usage, which others say. NULL is fine.
bool cli_finite(const char *option, const char *text);

/// A whole number from low to high. Prints the fault and returns false otherwise. NULL text: *value stays.
bool cli_integer(const char *option, const char *text, int64_t low, int64_t high, int64_t *value);

/// Likewise for a number above 0.
bool cli_positive(const char *option, const char *text, double *value);

/// Which of the words it is, or -1 after printing the fault.
int32_t cli_word(const char *option, const char *text, const char *const *words, int32_t count);

/// Numbers with commas between them.
/// @return How many; -1 for more than `most`, for none, and for what is no number.
int32_t cli_numbers(const char *text, double *numbers, int32_t most);

void cli_print_help(const cli_verb *verb);

// ---- messages ---------------------------------------------------------------------------------------

/// Read a whole file, or all of stdin when the name is "-". @return CLI_DONE, or an exit code after saying
/// what is wrong. The caller frees bytes.
int cli_read_input(const char *file, bight_bytes *bytes);

/// The same for a file of curves or of a mesh: a glTF file comes with the buffers that it keeps in files beside it.
int cli_read_shape(const char *file, bight_bytes *bytes);

/// "bight: FILE:LINE: message" on stderr; file may be NULL, line 0. Clears the progress bar first.
void cli_say(const char *file, int32_t line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/// Bytes of the UTF-8 character at the start of the text, 0 when there is none.
size_t cli_character(const char *text, size_t length);

/// Write text for people: valid UTF-8 without control characters, whatever the text holds.
void cli_put_text(FILE *out, const char *text, size_t length);

/// The same for one %s of printf(): whatever comes from a file, an argument or the environment goes through this or
/// cli_put_text() on its way to people. Cut after 4,095 bytes; good until the end of the expression.
typedef struct cli_shown {
    char text[4096];
} cli_shown;
cli_shown cli_show(const char *text);

/// Likewise, at most so many bytes of whole characters: %.40s would cut one in two.
cli_shown cli_show_start(const char *text, size_t most);

/// Is there a zero byte, which no text has? Says so, naming the file.
bool cli_refuse_binary(const char *file, const bight_bytes *bytes);

/// Say what went wrong with an input file, and answer CLI_INPUT (CLI_FAILED for lack of memory). After a
/// signal it says nothing and answers CLI_INTERRUPTED.
int cli_input_error(const char *file, const bight_error *error);

// ---- files ------------------------------------------------------------------------------------------

/// Read a scene and the files that it names, which are found from its own folder.
/// @return CLI_DONE, or an exit code after printing the fault.
int cli_read_scene(const char *path, bight_scene **scene);

/// Read a file that another one names; the error says why not, and leaves the name and the mend to whoever asked.
bight_status cli_read_part(const char *path, size_t limit, bight_bytes *bytes, bight_error *error);

/// Make a folder and those above it. Prints the fault and returns false.
bool cli_make_folder(const char *path);

/// Write a whole file, or none. Prints the fault and returns false.
bool cli_write_file(const char *path, const void *data, size_t size);

/// Which file is being written from here on, NULL for none; cli_write_file() says so itself.
void cli_unfinished(const char *path);

/// Remove the traces of a file that is being written, from a thread that is about to end the process.
void cli_remove_unfinished(void);

/// Write bytes (and free them) as FOLDER/NAME. Prints the fault and returns false.
bool cli_write_bytes(const char *folder, const char *name, bight_bytes *bytes);

/// Where templates are: what the option says when it is not NULL, else BIGHT_TEMPLATES, else beside the command. Says what is
/// wrong and returns false.
bool cli_templates_folder(const char *option, char *path, size_t size);

/// Is the folder there that a file is to be written into? Says so when it is not.
bool cli_has_folder(const char *path);

/// FOLDER/NAME into buffer; false when it does not fit.
bool cli_join(char *buffer, size_t size, const char *folder, const char *name);

/// Does the name end in .ending (any case)?
bool cli_ends_in(const char *name, const char *ending);

// ---- signals, time, progress ------------------------------------------------------------------------

/// Once, first of all: standard streams that are closed fail rather than become the next file; from here on
/// SIGINT and SIGTERM set a flag, and end the process with 130 when it does not come to an end by itself within
/// 0.7 s, or at the second signal. Processes that are started never see them.
void cli_begin(void);

/// Has either signal come? Every loop of a verb asks.
bool cli_interrupted(void);

/// From here on, or no longer: what would be lost with what was reached, a still that is being drawn or the end that
/// writes files. It may take 8 s after a signal.
void cli_hold_on(bool on);

/// For library calls that may take long: they stop when a signal has come. Standard memory, one thread.
const bight_env *cli_env(void);

/// Seconds that only ever grow.
double cli_seconds(void);

/// Processors that are there, 1 to 64.
int32_t cli_processors(void);

/// Draw the bar, if stderr is a terminal and enough time has passed. NULL words clear it; a fraction below 0, that of work
/// without a known end, draws the words alone.
void cli_progress(double fraction, const char *words);
void cli_progress_quiet(bool quiet);

// ---- JSON out ---------------------------------------------------------------------------------------

/// Writes JSON with keys in the order of the calls, two blanks a level, or all in one line.
typedef struct cli_json {
    FILE *out;
    bool line; ///< one line for each outermost value
    int32_t depth;
    bool started; ///< Something stands before on this level.
} cli_json;

void cli_json_open(cli_json *json, const char *key, char bracket); ///< '{' or '['; key NULL inside a list
void cli_json_close(cli_json *json, char bracket);                 ///< '}' or ']'
void cli_json_text(cli_json *json, const char *key, const char *value); ///< NULL value: null
void cli_json_text_sized(cli_json *json, const char *key, const char *value, size_t length);
void cli_json_number(cli_json *json, const char *key, double value); ///< not finite: null
void cli_json_exact(cli_json *json, double value);                   ///< in a list, finite, to the last bit
void cli_json_integer(cli_json *json, const char *key, int64_t value);
/// A whole number of any length, in decimal digits.
void cli_json_decimal(cli_json *json, const char *key, const char *digits, size_t length);
/// Such numbers with blanks between, as a list.
void cli_json_decimals(cli_json *json, const char *key, const bight_bytes *text);
void cli_json_boolean(cli_json *json, const char *key, bool value);
