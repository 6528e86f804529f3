// SPDX-License-Identifier: MIT
// bight tabulate: all prime knots, from nothing.

#include "bight/knot_table.h"
#include "bight/link.h"
#include "bight/tie.h"
#include "cli/atlas_make.h"
#include "cli/knots.h"
#include "bight/knot_atlas.h"

#include <string.h>

enum { OUT, FROM, THREADS, UNCHECKED, ALIASES };
static const cli_option options[] = {
    {"--out", "FILE",
     "Write the table there, as the C source that the library includes; with --from the atlas."},
    {"--from", "FOLDER",
     "Make an atlas of 13 to N crossings from the lists `alternating` and `nonalternating` there, see "
     "docs/knots.md. "
     "Goes on from FILE.part and FILE."},
    {"--threads", "N", "Of --from: 1 to 64. Default: all processors."},
    {"--unchecked", NULL, "Of --from: write the rows as far as they are proved."},
    {"--aliases", "SECONDS",
     "Of --from: then look for other diagrams of the knots, so long. A later run goes on."},
    {NULL, NULL, NULL},
};

static void report(void *user, const bight_knot_counts *counts)
{
    bool *short_of = user;
    int32_t knots = counts->alternating + counts->nonalternating;
    printf("%d crossings: %d knots, %d alternating, %d not, %d amphichiral; %d shadows, %d diagrams kept of "
           "%d%s\n",
           (int)counts->crossings, (int)knots, (int)counts->alternating, (int)counts->nonalternating,
           (int)counts->amphichiral, (int)counts->shadows, (int)counts->kept, (int)counts->diagrams,
           knots == counts->published ? "" : " (not the published count)");
    fflush(stdout);
    *short_of = *short_of || knots != counts->published;
}

static bool write_table(const cli_args *args, bight_bytes *text)
{
    if (args->values[OUT] != NULL) {
        return cli_write_bytes(".", args->values[OUT], text);
    }
    bight_bytes_free(NULL, text);
    return true;
}

// After a signal there is nothing to say.
static int stopped_or_failed(const bight_error *error)
{
    if (error->status == BIGHT_ERROR_STOPPED) {
        return CLI_INTERRUPTED;
    }
    cli_say(NULL, 0, "%s", error->message);
    return CLI_FAILED;
}

static void report_links(void *user, const bight_link_counts *counts)
{
    bool *short_of = user;
    int32_t links = counts->alternating + counts->nonalternating;
    printf("%d crossings: %d prime links of several components, %d alternating, %d not; %d diagrams%s\n",
           (int)counts->crossings, (int)links, (int)counts->alternating, (int)counts->nonalternating,
           (int)counts->diagrams, links == counts->published ? "" : " (not the published count)");
    fflush(stdout);
    *short_of = *short_of || links != counts->published;
}

static int tabulate_links(const cli_args *args)
{
    int64_t crossings = 9;
    bool short_of = false;
    bight_bytes text;
    bight_error error = {0};
    if (args->file_count > 2 ||
        (args->file_count == 2 &&
         !cli_integer("N", args->files[1], 2, BIGHT_LINK_TABLE_CROSSINGS, &crossings))) {
        return CLI_USAGE;
    }
    if (bight_link_tabulate(cli_env(), (int32_t)crossings, report_links, &short_of, &text, &error) !=
        BIGHT_OK) {
        return stopped_or_failed(&error);
    }
    bool good = write_table(args, &text);
    return good && !short_of ? CLI_DONE : CLI_FAILED;
}

static int make_atlas(const cli_args *args)
{
    int64_t crossings = BIGHT_ATLAS_CROSSINGS, threads = cli_processors(), aliases = 0;
    if (args->values[OUT] == NULL || args->file_count > 1) {
        cli_say(NULL, 0,
                "tabulate --from wants one N and a file: bight tabulate 16 --from FOLDER --out knots16.bin");
        return CLI_USAGE;
    }
    if (!cli_integer("N", args->file_count > 0 ? args->files[0] : NULL, BIGHT_ATLAS_LEAST,
                     BIGHT_ATLAS_CROSSINGS, &crossings) ||
        !cli_integer("--threads", args->values[THREADS], 1, 64, &threads) ||
        !cli_integer("--aliases", args->values[ALIASES], 1, 10000000, &aliases)) {
        return CLI_USAGE;
    }
    const atlas_wish wish = {args->values[FROM],
                             args->values[OUT],
                             (int32_t)crossings,
                             (int32_t)threads,
                             args->values[UNCHECKED] != NULL,
                             (double)aliases};
    return atlas_make(&wish);
}

static void report_sailor(void *user, const char *name, int32_t rows)
{
    (void)user;
    printf("%s: %d marks\n", name, (int)rows);
    fflush(stdout);
}

static int tabulate_sailor(const cli_args *args)
{
    bight_book *book;
    bight_bytes text;
    bight_error error = {0};
    int code = args->file_count > 1 ? CLI_USAGE : cli_open_book(NULL, &book);
    if (code != CLI_DONE) {
        return code;
    }
    bight_status status = bight_sailor_tabulate(cli_env(), book, report_sailor, NULL, &text, &error);
    bight_book_close(book);
    if (status != BIGHT_OK) {
        return stopped_or_failed(&error);
    }
    return write_table(args, &text) ? CLI_DONE : CLI_FAILED;
}

static int tabulate(const cli_args *args)
{
    if (args->values[FROM] != NULL) {
        return make_atlas(args);
    }
    if (args->file_count > 0 && strcmp(args->files[0], "links") == 0) {
        return tabulate_links(args);
    }
    if (args->file_count > 0 && strcmp(args->files[0], "sailor") == 0) {
        return tabulate_sailor(args);
    }
    int64_t crossings = 10;
    if (args->file_count > 1 ||
        (args->file_count == 1 &&
         !cli_integer("N", args->files[0], 3, BIGHT_TABULATE_MAX_CROSSINGS, &crossings))) {
        return CLI_USAGE;
    }
    bool short_of = false;
    bight_bytes text;
    bight_error error = {0};
    bight_status status =
        bight_knot_tabulate(cli_env(), (int32_t)crossings, report, &short_of, &text, &error);
    if (status != BIGHT_OK) {
        return stopped_or_failed(&error);
    }
    bool good = write_table(args, &text);
    return good && !short_of ? CLI_DONE : CLI_FAILED;
}

const cli_verb cli_verb_tabulate = {
    "tabulate",
    "tabulate [links | sailor] [N] [--from FOLDER] [--aliases SECONDS] [--out FILE]",
    "Enumerate the prime knots with up to N crossings (default 10), or the prime links (to 11, default 9), or "
    "make the table by which knots of the book are told, from the book.",
    options,
    tabulate,
    NULL};
