// SPDX-License-Identifier: MIT
// The Alexander polynomial of links: in one variable and in one for each component.

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
