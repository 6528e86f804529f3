// SPDX-License-Identifier: MIT
// What links alone have: summands and their components, the Alexander polynomial in one variable and in several.

#include "cli/identify.h"

#include <stdlib.h>
#include <string.h>

static void add_text(bight_bytes *text, const char *part)
{
    size_t length = strlen(part);
    char *longer = realloc(text->data, text->size + length + 1);
    if (longer != NULL) {
        memcpy(longer + text->size, part, length + 1);
        text->data = (uint8_t *)longer;
        text->size += length;
        text->capacity = (int32_t)(text->size + 1);
    }
}

// Coefficients from the lowest power on, as those of a knot; "0" for none.
static void write_one(const bight_polynomial *polynomial, bight_bytes *text)
{
    char part[32];
    int32_t power = 0;
    for (int32_t i = 0; i < polynomial->count; i++) {
        for (; power < polynomial->exponents[i]; power++) {
            add_text(text, "0 ");
        }
        snprintf(part, sizeof part, "%lld%s", (long long)polynomial->coefficients[i],
                 i + 1 < polynomial->count ? " " : "");
        add_text(text, part);
        power++;
    }
    if (polynomial->count == 0) {
        add_text(text, "0");
    }
}

void identify_find_alexander(identify_job *job, const bight_diagram *diagram)
{
    bight_polynomial one = {0};
    bight_error error = {0};
    bight_status status =
        bight_diagram_alexander_link(cli_env(), diagram, true, &job->wish->budget, &one, &error);
    if (status == BIGHT_OK) {
        write_one(&one, &job->alexander);
    } else if (status != BIGHT_ERROR_STOPPED) {
        snprintf(job->no_alexander, sizeof job->no_alexander, "%s", error.message);
    }
    bight_polynomial_free(cli_env(), &one);
    if (status != BIGHT_ERROR_STOPPED) {
        status = bight_diagram_alexander_link(cli_env(), diagram, false, &job->wish->budget, &job->several,
                                              &error);
        job->has_several = status == BIGHT_OK;
    }
    if (status == BIGHT_ERROR_STOPPED) {
        job->status = status;
    } else if (status != BIGHT_OK) {
        snprintf(job->no_several, sizeof job->no_several, "%s", error.message);
    }
}

void identify_print_several(const identify_job *job)
{
    const bight_polynomial *p = &job->several;
    if (!job->has_several) {
        printf(", no multivariable alexander (%s)", job->no_several);
        return;
    }
    printf(", multivariable alexander%s", p->count == 0 ? " 0" : "");
    for (int32_t i = 0; i < p->count; i++) {
        long long c = (long long)p->coefficients[i], size = c < 0 ? -c : c;
        bool bare = true;
        printf("%s", c < 0 ? " - " : i == 0 ? " " : " + ");
        for (int32_t v = 0; v < p->variables; v++) {
            bare = bare && p->exponents[i * p->variables + v] == 0;
        }
        if (size != 1 || bare) {
            printf("%lld", size);
        }
        for (int32_t v = 0; v < p->variables; v++) {
            int32_t power = p->exponents[i * p->variables + v];
            if (power == 1) {
                printf("t%d", (int)v + 1);
            } else if (power > 1) {
                printf("t%d^%d", (int)v + 1, (int)power);
            }
        }
    }
}

void identify_json_several(cli_json *json, const identify_job *job)
{
    const bight_polynomial *p = &job->several;
    if (!job->has_several) {
        cli_json_text(json, "multivariable_alexander", NULL);
        cli_json_text(json, "multivariable_alexander_reason", job->no_several);
        return;
    }
    cli_json_open(json, "multivariable_alexander", '[');
    for (int32_t i = 0; i < p->count; i++) {
        cli_json_open(json, NULL, '[');
        for (int32_t v = 0; v < p->variables; v++) {
            cli_json_integer(json, NULL, p->exponents[i * p->variables + v]);
        }
        cli_json_integer(json, NULL, p->coefficients[i]);
        cli_json_close(json, ']');
    }
    cli_json_close(json, ']');
}

void identify_json_members(cli_json *json, const identify_job *job, int32_t part)
{
    bool known = true;
    for (int32_t i = 0; i < job->makeup.components; i++) {
        known = known && job->makeup.part_of[i] >= 0;
    }
    if (!known) {
        cli_json_text(json, "members", NULL);
        return;
    }
    cli_json_open(json, "members", '[');
    for (int32_t i = 0; i < job->makeup.components; i++) {
        if (job->makeup.part_of[i] == part) {
            cli_json_integer(json, NULL, i + 1);
        }
    }
    cli_json_close(json, ']');
}

void identify_json_summands(cli_json *json, const identify_job *job)
{
    cli_json_open(json, "summands", '[');
    for (int32_t i = 0; i < job->makeup.count; i++) {
        const bight_link_summand *summand = &job->makeup.summands[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", summand->name);
        cli_json_text(json, "chirality", bight_handedness_text(summand->handedness));
        cli_json_integer(json, "crossings", summand->crossings);
        cli_json_integer(json, "part", summand->part + 1);
        if (summand->member_count == 0) {
            cli_json_text(json, "members", NULL);
        } else {
            cli_json_open(json, "members", '[');
            for (int32_t k = 0; k < summand->member_count; k++) {
                cli_json_integer(json, NULL, summand->members[k] + 1);
            }
            cli_json_close(json, ']');
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}
