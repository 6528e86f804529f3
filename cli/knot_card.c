// SPDX-License-Identifier: MIT

#include "cli/knot_card.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Bounds of the braid index: half the spread of v in the HOMFLY polynomial and one more (Morton 1986; Franks, Williams
// 1987), and the number of Seifert circles (Yamada 1987).
static int32_t braid_bound(const bight_terms *homfly)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int32_t i = 0; i < homfly->count; i++) {
        low = homfly->terms[i].v < low ? homfly->terms[i].v : low;
        high = homfly->terms[i].v > high ? homfly->terms[i].v : high;
    }
    return homfly->count > 0 ? (high - low) / 2 + 1 : 1;
}

static int32_t count_blanks(const bight_bytes *text)
{
    int32_t blanks = 0;
    for (size_t i = 0; i < text->size; i++) {
        blanks += text->data[i] == ' ';
    }
    return blanks;
}

// Every code; one that a diagram does not have stays empty.
static void find_codes(knot_card *card, const bight_diagram *diagram)
{
    for (int32_t kind = BIGHT_CODE_AUTO + 1; kind < BIGHT_CODE_COUNT; kind++) {
        bight_error ignored;
        bight_code_write(NULL, diagram, (bight_code_kind)kind, false, &card->codes[kind], &ignored);
    }
}

static bight_status find_numbers(knot_card *card, const bight_diagram *diagram, bight_error *error)
{
    int32_t *word = NULL, length = 0;
    bight_status status = bight_diagram_determinant(cli_env(), diagram, NULL, &card->determinant, error);
    status = status == BIGHT_OK ? bight_diagram_signature(cli_env(), diagram, NULL, &card->signature, error)
                                : status;
    status = status == BIGHT_OK ? bight_diagram_alexander(cli_env(), diagram, NULL, &card->alexander, error)
                                : status;
    if (status == BIGHT_OK &&
        bight_diagram_homfly(cli_env(), diagram, NULL, &card->homfly, NULL) == BIGHT_OK) {
        bight_jones_from_homfly(cli_env(), &card->homfly, &card->jones, NULL);
    }
    if (status == BIGHT_OK) {
        bight_error dear = {0};
        bight_status done = bight_diagram_kauffman(cli_env(), diagram, NULL, &card->kauffman, &dear);
        snprintf(card->no_kauffman, sizeof card->no_kauffman, "%s", dear.message);
        status = done == BIGHT_ERROR_STOPPED ? done : status;
    }
    status = status == BIGHT_OK
                 ? bight_diagram_to_braid(cli_env(), diagram, &word, &length, &card->strands, error)
                 : status;
    free(word);
    return status;
}

int knot_card_make(knot_card *card, const bight_diagram *diagram, const bight_knot_atlas *atlas)
{
    const bight_knot_options options = {.atlas = atlas, .name_only = true};
    bight_error error = {0};
    *card = (knot_card){0};
    bight_status status =
        bight_knot_identify_diagram(cli_env(), NULL, diagram, &options, &card->result, &error);
    bight_diagram *reduced = NULL;
    status = status == BIGHT_OK ? bight_knot_diagram(cli_env(), &card->result, &reduced, &error) : status;
    status = status == BIGHT_OK ? find_numbers(card, reduced, &error) : status;
    if (status == BIGHT_OK) {
        find_codes(card, reduced);
        if (card->result.factor_count == 1) {
            bight_diagram_two_bridge(cli_env(), reduced, &card->bridge);
        }
        card->alternating = card->result.factor_count <= BIGHT_KNOT_MAX_FACTORS;
        for (int32_t i = 0; i < card->result.factor_count && card->alternating; i++) {
            card->alternating = card->result.factors[i].alternating;
        }

        // Seifert's surface has genus (n - s + 1) / 2; half the span of the Alexander polynomial is no more than the genus,
        // and equal to it for alternating knots (Crowell 1959, Murasugi 1958)
        card->genus_low = count_blanks(&card->alexander) / 2;
        card->genus_high =
            card->alternating ? card->genus_low : (card->result.crossings - card->strands + 1) / 2;
        card->braid_low = braid_bound(&card->homfly);
        card->braid_high = card->strands;
        card->ideal = bight_ideal_length(card->result.name);
    }
    bight_diagram_free(reduced);
    error.status = status;
    return status == BIGHT_OK              ? CLI_DONE
           : status == BIGHT_ERROR_STOPPED ? CLI_INTERRUPTED
                                           : cli_input_error(NULL, &error);
}

void knot_card_free(knot_card *card)
{
    for (int32_t kind = 0; kind < BIGHT_CODE_COUNT; kind++) {
        bight_bytes_free(NULL, &card->codes[kind]);
    }
    bight_bytes_free(NULL, &card->determinant);
    bight_bytes_free(NULL, &card->alexander);
    bight_terms_free(NULL, &card->jones);
    bight_terms_free(NULL, &card->homfly);
    bight_terms_free(NULL, &card->kauffman);
}

// ---- in words ---------------------------------------------------------------------------------------

static void print_bytes(const char *what, const bight_bytes *bytes)
{
    if (bytes->size > 0) {
        printf("%-13s %.*s\n", what, (int)bytes->size, (const char *)bytes->data);
    }
}

static void print_range(const char *what, int32_t low, int32_t high)
{
    if (low == high) {
        printf("%-13s %d\n", what, (int)low);
    } else {
        printf("%-13s %d to %d\n", what, (int)low, (int)high);
    }
}

// Factors of one hand and those of the other.
static const char *hand_of(const knot_card *card)
{
    const bight_knot_result *result = &card->result;
    return result->factor_count == 0   ? "amphichiral"
           : result->factor_count == 1 ? bight_handedness_text(result->factors[0].handedness)
                                       : "of its factors";
}

static void print_conway(FILE *out, const bight_two_bridge *bridge)
{
    fputs("C(", out);
    for (int32_t i = 0; i < bridge->count; i++) {
        fprintf(out, "%s%d", i > 0 ? " " : "", (int)bridge->terms[i]);
    }
    fputs(")", out);
}

// In a letter and z, or where it is t in whole powers, which terms count by halves.
static void print_terms(FILE *out, const bight_terms *terms, const char *letter)
{
    bool two = letter[0] != 't';
    for (int32_t i = 0; i < terms->count; i++) {
        const bight_term *term = &terms->terms[i];
        const char *sign = term->coefficient < 0 ? (i == 0 ? "-" : " - ") : (i == 0 ? "" : " + ");
        int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
        int32_t powers[2] = {two ? term->v : term->v / 2, two ? term->z : 0};
        fputs(sign, out);
        if (size != 1 || (powers[0] == 0 && powers[1] == 0)) {
            fprintf(out, "%lld", (long long)size);
        }
        for (int32_t k = 0; k < 2; k++) {
            if (powers[k] == 1) {
                fputs(k == 0 ? letter : "z", out);
            } else if (powers[k] != 0) {
                fprintf(out, "%s^%d", k == 0 ? letter : "z", (int)powers[k]);
            }
        }
    }
}

void knot_card_print(const knot_card *card)
{
    const bight_knot_result *result = &card->result;
    printf("%s%s%s\n", result->name, result->traditional[0] != '\0' ? ", " : "", result->traditional);
    printf("%-13s %d, %s\n", "crossings", (int)result->crossings,
           card->alternating ? "alternating" : "not alternating");
    printf("%-13s %s\n", "hand", hand_of(card));
    print_bytes("dt", &card->codes[BIGHT_CODE_DT]);
    print_bytes("dt-letters", &card->codes[BIGHT_CODE_DT_LETTERS]);
    print_bytes("pd", &card->codes[BIGHT_CODE_PD]);
    print_bytes("gauss", &card->codes[BIGHT_CODE_GAUSS]);
    print_bytes("braid", &card->codes[BIGHT_CODE_BRAID]);
    print_bytes("determinant", &card->determinant);
    printf("%-13s %d\n%-13s %d\n", "signature", (int)card->signature, "arf",
           (int)bight_arf_of_text(&card->determinant));
    print_bytes("alexander", &card->alexander);
    printf("%-13s ", "jones");
    print_terms(stdout, &card->jones, "t");
    printf("\n%-13s ", "homfly");
    print_terms(stdout, &card->homfly, "v");
    printf("\n%-13s ", "kauffman");
    print_terms(stdout, &card->kauffman, "a");
    printf("%s\n", card->kauffman.count > 0 ? "" : card->no_kauffman);
    print_range("genus", card->genus_low, card->genus_high);
    print_range("braid index", card->braid_low, card->braid_high);
    if (card->bridge.count > 0) {
        printf("%-13s 2, ", "bridge index");
        print_conway(stdout, &card->bridge);
        printf(", S(%lld, %lld)\n", (long long)card->bridge.p, (long long)card->bridge.q);
    }
    if (isfinite(card->ideal)) {
        printf("%-13s %.6g diameters (Ashton, Cantarella, Piatek, Rawdon 2011)\n", "ropelength", card->ideal);
    }
}

// ---- as data ----------------------------------------------------------------------------------------

static void json_terms(cli_json *json, const char *key, const bight_terms *terms, bool two)
{
    if (terms->count == 0) {
        cli_json_text(json, key, NULL); // not computed
        return;
    }
    cli_json_open(json, key, '[');
    for (int32_t i = 0; i < terms->count; i++) {
        cli_json_open(json, NULL, '[');
        cli_json_integer(json, NULL, two ? terms->terms[i].v : terms->terms[i].v / 2);
        if (two) {
            cli_json_integer(json, NULL, terms->terms[i].z);
        }
        cli_json_integer(json, NULL, terms->terms[i].coefficient);
        cli_json_close(json, ']');
    }
    cli_json_close(json, ']');
}

static void json_range(cli_json *json, const char *key, int32_t low, int32_t high)
{
    cli_json_open(json, key, '[');
    cli_json_integer(json, NULL, low);
    cli_json_integer(json, NULL, high);
    cli_json_close(json, ']');
}

void knot_card_print_json(const knot_card *card)
{
    const bight_knot_result *result = &card->result;
    cli_json json = {.out = stdout, .line = true};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "name", result->name);
    cli_json_text(&json, "traditional", result->traditional[0] != '\0' ? result->traditional : NULL);
    cli_json_integer(&json, "crossings", result->crossings);
    cli_json_boolean(&json, "alternating", card->alternating);
    cli_json_text(&json, "hand", hand_of(card));
    for (int32_t kind = BIGHT_CODE_AUTO + 1; kind < BIGHT_CODE_COUNT; kind++) {
        if (card->codes[kind].size > 0) {
            cli_json_text_sized(&json, bight_code_kind_name((bight_code_kind)kind),
                                (const char *)card->codes[kind].data, card->codes[kind].size);
        }
    }
    cli_json_decimal(&json, "determinant", (const char *)card->determinant.data, card->determinant.size);
    cli_json_integer(&json, "signature", card->signature);
    cli_json_integer(&json, "arf", bight_arf_of_text(&card->determinant));
    cli_json_decimals(&json, "alexander", &card->alexander);
    json_terms(&json, "jones", &card->jones, false);
    json_terms(&json, "homfly", &card->homfly, true);
    json_terms(&json, "kauffman", &card->kauffman, true);
    if (card->kauffman.count == 0) {
        cli_json_text(&json, "kauffman_reason", card->no_kauffman);
    }
    json_range(&json, "genus", card->genus_low, card->genus_high);
    json_range(&json, "braid_index", card->braid_low, card->braid_high);
    if (card->bridge.count > 0) {
        cli_json_open(&json, "two_bridge", '[');
        cli_json_integer(&json, NULL, card->bridge.p);
        cli_json_integer(&json, NULL, card->bridge.q);
        cli_json_close(&json, ']');
        cli_json_open(&json, "conway", '[');
        for (int32_t i = 0; i < card->bridge.count; i++) {
            cli_json_integer(&json, NULL, card->bridge.terms[i]);
        }
        cli_json_close(&json, ']');
    } else {
        cli_json_text(&json, "two_bridge", NULL);
        cli_json_text(&json, "conway", NULL);
    }
    cli_json_number(&json, "ropelength", card->ideal);
    cli_json_close(&json, '}');
}

void knot_card_print_head(void)
{
    puts("name,traditional,crossings,alternating,amphichiral,dt,braid,determinant,signature,arf,alexander,"
         "jones,"
         "homfly,kauffman,genus_low,genus_high,braid_index_low,braid_index_high,conway,p,q,ropelength");
}

void knot_card_print_row(const knot_card *card)
{
    const bight_knot_result *result = &card->result;
    bool amphichiral =
        result->factor_count == 1 && result->factors[0].handedness == BIGHT_HANDEDNESS_AMPHICHIRAL;
    const bight_bytes *dt = &card->codes[BIGHT_CODE_DT], *braid = &card->codes[BIGHT_CODE_BRAID];
    printf("%s,%s,%d,%d,%d,%.*s,%.*s,%.*s,%d,%d,%.*s,", result->name, result->traditional,
           (int)result->crossings, card->alternating, amphichiral, (int)dt->size, (const char *)dt->data,
           (int)braid->size, (const char *)braid->data, (int)card->determinant.size,
           (const char *)card->determinant.data, (int)card->signature,
           (int)bight_arf_of_text(&card->determinant), (int)card->alexander.size,
           (const char *)card->alexander.data);
    print_terms(stdout, &card->jones, "t");
    fputs(",", stdout);
    print_terms(stdout, &card->homfly, "v");
    fputs(",", stdout);
    print_terms(stdout, &card->kauffman, "a");
    printf(",%d,%d,%d,%d,", (int)card->genus_low, (int)card->genus_high, (int)card->braid_low,
           (int)card->braid_high);
    if (card->bridge.count > 0) {
        print_conway(stdout, &card->bridge);
        printf(",%lld,%lld,", (long long)card->bridge.p, (long long)card->bridge.q);
    } else {
        fputs(",,,", stdout);
    }
    if (isfinite(card->ideal)) {
        printf("%.6g", card->ideal);
    }
    puts("");
}
