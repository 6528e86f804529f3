// SPDX-License-Identifier: MIT
// bight hold: does a knot hold? Tied, set and pulled with elastic rods.

#include "bight/hold.h"
#include "cli/knots.h"

#include <math.h>
#include <string.h>

enum { MATERIAL, FRICTION, LOAD, ROLLING, KNOTS, QUIET, JSON };
static const cli_option options[] = {
    {"--material", "NAME", "What its ropes are made of: bight help materials. Default: a rope of 10 mm."},
    {"--friction", "RANGE",
     "Where the critical friction is looked for, as in 0.05:0.6, the default; one number: only there."},
    {"--load", "N",
     "Newtons on each end that is pulled. Default: 4 MPa times the radius squared, 100 on a rope of 10 mm."},
    {"--rolling", NULL,
     "Friction rolls strands and twists them, too; several times slower; loaded ends hold the twist."},
    {"--knots", "DIR", CLI_KNOTS_DOC},
    {"--quiet", NULL, "No lines while it is pulled."},
    {"--json", NULL, "One JSON object."},
    {NULL, NULL, NULL},
};

#define STANDS_ON                                                                                            \
    "Elastic rods, links as long as the rope is thick, Coulomb friction, no fibres, no heat; "               \
    "a load that grows "                                                                                     \
    "in 1 s while free ends are held, which are let go in 1 s, then 3 to 12 s; the material's estimates. "   \
    "No "                                                                                                    \
    "breaking strength."

typedef struct holding {
    bight_hold *hold;
    double low, high; // as they were asked for
    double from, to;  // the hundredths that are tried
    bool range;
    bight_hold_pull at_own; // with the material's friction, or the one number
    double critical;
    int32_t tries;
} holding;

// Only hundredths are tried.
static bool to_hundredths(const char *text, holding *h)
{
    h->from = ceil(100.0 * h->low - 1e-9) / 100.0;
    h->to = floor(100.0 * h->high + 1e-9) / 100.0;
    if (h->from > h->to) {
        cli_say(NULL, 0,
                "--friction is \"%.40s\": hundredths are tried, and none is in there: give a wider range",
                text);
    }
    return h->from <= h->to;
}

static bool read_range(const char *text, holding *h)
{
    h->low = 0.05;
    h->high = 0.6;
    h->from = h->low;
    h->to = h->high;
    h->range = true;
    if (text == NULL) {
        return true;
    }
    char first[40];
    const char *colon = strchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    if (length < sizeof first) {
        memcpy(first, text, length);
        first[length] = '\0';
        h->range = colon != NULL;
        if (cli_numbers(first, &h->low, 1) == 1 &&
            (colon == NULL || cli_numbers(colon + 1, &h->high, 1) == 1) && h->low >= 0.0 && h->low <= 10.0 &&
            (colon == NULL || (h->high > h->low && h->high <= 10.0))) {
            return colon == NULL || to_hundredths(text, h);
        }
    }
    cli_say(NULL, 0, "--friction is \"%.40s\": give 0 to 10, or two such numbers as in 0.05:0.6", text);
    return false;
}

// ---- what it says -----------------------------------------------------------------------------------

static const char *const verdict_words[] = {"holds", "slips", "slips, and runs out"};

static const char *end_word(const bight_hold_pull *pull)
{
    return pull->slip_end == BIGHT_END_FIRST ? "first" : "last";
}

static void print_json(const bight_book_knot *knot, const char *material, const holding *h)
{
    const bight_scene *scene = bight_hold_scene(h->hold);
    const bight_hold_pull *pull = &h->at_own;
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "knot", knot->card.name);
    cli_json_text(&json, "material", material);
    cli_json_number(&json, "radius", scene->ropes[0].radius);
    cli_json_number(&json, "load", pull->load);
    if (h->range) {
        cli_json_number(&json, "critical_friction", h->critical);
        cli_json_number(&json, "friction_from", h->from);
        cli_json_number(&json, "friction_to", h->to);
        cli_json_integer(&json, "pulls", h->tries + 1);
    }
    cli_json_number(&json, "friction", pull->friction);
    cli_json_text(&json, "verdict", verdict_words[bight_hold_judge(pull)]);
    cli_json_boolean(&json, "holds", pull->holds);
    cli_json_boolean(&json, "lost", pull->lost);
    cli_json_number(&json, "drawn_diameters", pull->drawn);
    cli_json_number(&json, "tail_force", pull->tail_force);
    cli_json_text(&json, "slips_first", pull->slip_rope >= 0 ? scene->ropes[pull->slip_rope].name : NULL);
    cli_json_text(&json, "slips_first_end", pull->slip_rope >= 0 ? end_word(pull) : NULL);
    cli_json_text(&json, "capsized",
                  pull->capsized_rope >= 0 ? scene->ropes[pull->capsized_rope].name : NULL);
    cli_json_number(&json, "capsized_load", pull->capsized_load);
    cli_json_open(&json, "tension", '[');
    for (int32_t r = 0; r < scene->rope_count; r++) {
        int32_t count;
        const double *tension = bight_hold_tension(h->hold, r, &count);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "rope", scene->ropes[r].name);
        cli_json_open(&json, "links", '[');
        for (int32_t i = 0; i < count; i++) {
            cli_json_number(&json, NULL, tension[i]);
        }
        cli_json_close(&json, ']');
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_text(&json, "stands_on", STANDS_ON);
    cli_json_close(&json, '}');
    puts("");
}

static void print_lines(const bight_book_knot *knot, const holding *h)
{
    const bight_scene *scene = bight_hold_scene(h->hold);
    const bight_hold_pull *pull = &h->at_own;
    printf("%s, %g mm, %.4g N on each end that is pulled\n", cli_show(knot->card.name).text,
           2e3 * scene->ropes[0].radius, pull->load);
    if (h->range && isfinite(h->critical)) {
        printf(h->critical > h->from
                   ? "holds from a friction of %.2f on (looked for from %.2f to %.2f, %d pulls)\n"
                   : "holds at a friction of %.2f already (looked for from %.2f to %.2f, %d pulls)\n",
               h->critical, h->from, h->to, (int)h->tries);
    } else if (h->range) {
        printf("does not hold at a friction of %.2f, nor of %.2f\n", h->to, h->from);
    }
    printf("friction %.4g: %s; %.1f diameters of its free ends were drawn in\n", pull->friction,
           verdict_words[bight_hold_judge(pull)], pull->drawn);
    if (pull->slip_rope >= 0) {
        printf("first drawn in by a diameter: the %s end of \"%s\", while it was held with %.3g N\n",
               end_word(pull), cli_show(scene->ropes[pull->slip_rope].name).text, pull->tail_force);
    }

    if (pull->capsized_rope >= 0) {
        printf("capsized at %.3g N: \"%s\" became straight, and the rest goes round it, or runs off%s\n",
               pull->capsized_load, cli_show(scene->ropes[pull->capsized_rope].name).text,
               pull->lost ? "; it ran when capsized" : "");
    }

    // ten places along each rope
    for (int32_t r = 0; r < scene->rope_count; r++) {
        int32_t count;
        const double *tension = bight_hold_tension(h->hold, r, &count);
        printf("tension along \"%s\", N:", cli_show(scene->ropes[r].name).text);
        for (int32_t i = 0; i <= 10 && count > 0; i++) {
            printf(" %.3g", tension[(int32_t)((double)i / 10 * (count - 1))]);
        }
        printf("\n");
    }
    printf("%s\n", STANDS_ON);
}

// ---- pulling ----------------------------------------------------------------------------------------

static int pull(const cli_args *args, const bight_book_knot *knot, holding *h)
{
    bight_error error = {0};
    bight_hold_options how = {.material = args->values[MATERIAL], .rolls = args->values[ROLLING] != NULL};
    bool quiet = args->values[QUIET] != NULL || args->values[JSON] != NULL;
    if (args->values[LOAD] != NULL && !cli_positive("--load", args->values[LOAD], &how.load)) {
        return CLI_USAGE;
    }
    bight_status status = bight_hold_make(cli_env(), knot->text, knot->text_length, &how, &h->hold, &error);
    if (status != BIGHT_OK) {
        return cli_input_error(knot->file, &error);
    }
    if (!quiet) {
        printf("%s: tied and set\n", cli_show(knot->card.name).text);
        fflush(stdout);
    }
    if (h->range) {
        status = bight_hold_critical(h->hold, h->low, h->high, &h->critical, &h->tries, &error);
    }
    double own = h->range ? (double)NAN : h->low;
    status = status == BIGHT_OK ? bight_hold_try(h->hold, own, &h->at_own, &error) : status;
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(knot->file, &error);
}

static int hold(const cli_args *args)
{
    holding h = {0};
    if (args->file_count != 1) {
        cli_say(NULL, 0, "hold takes one knot of the book, not %d: bight hold bowline",
                (int)args->file_count);
        return CLI_USAGE;
    }
    if (!read_range(args->values[FRICTION], &h)) {
        return CLI_USAGE;
    }
    bight_book *book = NULL;
    int code = cli_open_book(args->values[KNOTS], &book);
    if (code != CLI_DONE) {
        return code;
    }
    const bight_book_knot *knot = cli_find_knot(book, args->files[0]);
    code = knot == NULL ? CLI_INPUT : CLI_DONE;
    if (knot != NULL && (knot->way != BIGHT_BOOK_SCENE || knot->card.load == NULL)) {
        cli_say(NULL, 0, "the book does not say %s %s: docs/holding.md has the knots that can be pulled",
                knot->way != BIGHT_BOOK_SCENE ? "how to tie" : "what pulls at", knot->card.name);
        code = CLI_INPUT;
    }
    code = code == CLI_DONE ? pull(args, knot, &h) : code;
    if (code == CLI_DONE) {
        if (args->values[JSON] != NULL) {
            print_json(knot, args->values[MATERIAL], &h);
        } else {
            print_lines(knot, &h);
        }
    }
    bight_hold_free(h.hold);
    bight_book_close(book);
    return code;
}

const cli_verb cli_verb_hold = {
    "hold",
    "hold NAME [--material NAME] [--friction RANGE] [--load N] [--rolling] [--knots DIR] [--quiet] [--json]",
    "Say whether a knot of the book holds: tied, set and pulled with elastic rods, by friction.",
    options,
    hold,
    NULL};
