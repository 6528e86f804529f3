// SPDX-License-Identifier: MIT
// Knotoids of an open curve, seen from many sides.

#include "cli/identify_chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// One more answer, or one more time the same.
static void count_knotoid(identify_job *job, const bight_knotoid *knotoid)
{
    for (int32_t i = 0; i < job->knotoid_count; i++) {
        if (memcmp(job->knotoids[i].knotoid.coefficients, knotoid->coefficients,
                   sizeof knotoid->coefficients) == 0) {
            job->knotoids[i].count++;
            return;
        }
    }
    identify_knotoid *longer =
        realloc(job->knotoids, ((size_t)job->knotoid_count + 1) * sizeof *job->knotoids);
    if (longer == NULL) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return;
    }
    job->knotoids = longer;
    longer[job->knotoid_count++] = (identify_knotoid){*knotoid, 1};
}

// Directions spread evenly: a spiral of equal areas (golden angle), turned a little from the axes.
static bight_vec3 direction(int32_t i, int32_t count)
{
    double z = 1.0 - 2.0 * (i + 0.5) / count, r = sqrt(1.0 - z * z), angle = 2.399963229728653 * i + 0.1234;
    double x = r * cos(angle), y = r * sin(angle);
    return (bight_vec3){0.96 * x + 0.28 * z, y, 0.96 * z - 0.28 * x};
}

static int compare(const void *a, const void *b)
{
    const identify_knotoid *x = a, *y = b;
    return y->count - x->count;
}

void identify_knotoids(identify_job *job, const bight_curve *curve)
{
    int32_t count = job->wish->knotoids;
    bight_knotoid *one = count > 0 && !curve->closed ? malloc(sizeof *one) : NULL;
    for (int32_t i = 0; i < count && one != NULL && job->status == BIGHT_OK; i++) {
        bight_error trouble = {0};
        bight_status status = bight_knotoid_of(cli_env(), curve, direction(i, count), one, &trouble);
        if (status == BIGHT_OK) {
            count_knotoid(job, one);
        } else if (status == BIGHT_ERROR_TOO_LARGE || status == BIGHT_ERROR_INVALID) {
            job->knotoids_left_out++;
        } else {
            job->status = status;
            job->error = trouble;
        }
    }
    free(one);
    if (job->knotoid_count > 1) {
        qsort(job->knotoids, (size_t)job->knotoid_count, sizeof *job->knotoids, compare);
    }
}

static void print_power(const char *letter, int32_t power)
{
    if (power == 1) {
        printf("%s", letter);
    } else if (power != 0) {
        printf("%s^%d", letter, (int)power);
    }
}

void identify_print_knotoids(const identify_job *job)
{
    for (int32_t i = 0; i < job->knotoid_count && i < 3; i++) {
        const bight_knotoid *knotoid = &job->knotoids[i].knotoid;
        bool any = false;
        printf("%s %d of %d: ", i == 0 ? "; knotoids" : ",", (int)job->knotoids[i].count,
               (int)job->wish->knotoids);
        for (int32_t a = -BIGHT_KNOTOID_HALF; a <= BIGHT_KNOTOID_HALF; a++) {
            for (int32_t u = -BIGHT_KNOTOID_MOST; u <= BIGHT_KNOTOID_MOST; u++) {
                long long c = knotoid->coefficients[a + BIGHT_KNOTOID_HALF][u + BIGHT_KNOTOID_MOST];
                if (c == 0) {
                    continue;
                }
                printf("%s", c < 0 ? (any ? " - " : "-") : any ? " + " : "");
                if ((c != 1 && c != -1) || (a == 0 && u == 0)) {
                    printf("%lld", c < 0 ? -c : c);
                }
                print_power("A", a);
                print_power("u", u);
                any = true;
            }
        }
    }
    if (job->knotoid_count > 3) {
        printf(" and %d other polynomials", (int)job->knotoid_count - 3);
    }
    if (job->knotoids_left_out > 0) {
        printf(", %d directions with more than %d crossings left out", (int)job->knotoids_left_out,
               BIGHT_KNOTOID_MOST);
    }
}

void identify_json_knotoids(cli_json *json, const identify_job *job)
{
    if (job->wish->knotoids == 0) {
        return;
    }
    cli_json_open(json, "knotoids", '[');
    for (int32_t i = 0; i < job->knotoid_count; i++) {
        const bight_knotoid *knotoid = &job->knotoids[i].knotoid;
        cli_json_open(json, NULL, '{');
        cli_json_integer(json, "count", job->knotoids[i].count);
        cli_json_open(json, "polynomial", '[');
        for (int32_t a = -BIGHT_KNOTOID_HALF; a <= BIGHT_KNOTOID_HALF; a++) {
            for (int32_t u = -BIGHT_KNOTOID_MOST; u <= BIGHT_KNOTOID_MOST; u++) {
                int64_t c = knotoid->coefficients[a + BIGHT_KNOTOID_HALF][u + BIGHT_KNOTOID_MOST];
                if (c != 0) {
                    cli_json_open(json, NULL, '[');
                    cli_json_integer(json, NULL, a);
                    cli_json_integer(json, NULL, u);
                    cli_json_integer(json, NULL, c);
                    cli_json_close(json, ']');
                }
            }
        }
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_integer(json, "knotoids_left_out", job->knotoids_left_out);
}
