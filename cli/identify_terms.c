// SPDX-License-Identifier: MIT

#include "cli/identify.h"

static void write_power(FILE *out, const char *letter, int32_t power)
{
    if (power == 1) {
        fputs(letter, out);
    } else if (power != 0) {
        fprintf(out, "%s^%d", letter, (int)power);
    }
}

void identify_write_terms(FILE *out, const bight_terms *terms, const char *letter)
{
    bool halves = letter[0] == 't';
    for (int32_t i = 0; i < terms->count; i++) {
        const bight_term *term = &terms->terms[i];
        int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
        const char *sign = term->coefficient < 0 ? (i == 0 ? "-" : " - ") : i == 0 ? "" : " + ";
        fputs(sign, out);
        if (size != 1 || (term->v == 0 && term->z == 0)) {
            fprintf(out, "%lld", (long long)size);
        }
        if (halves && term->v % 2 != 0) {
            fprintf(out, "t^(%d/2)", (int)term->v);
        } else {
            write_power(out, letter, halves ? term->v / 2 : term->v);
        }
        write_power(out, "z", term->z);
    }
}
