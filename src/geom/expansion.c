// SPDX-License-Identifier: MIT

#include "geom/expansion.h"

#include <string.h>

// x + *error is exactly a + b (Knuth's branch-free sum)
static double two_sum(double a, double b, double *error)
{
    double x = a + b;
    double b_part = x - a;
    double a_part = x - b_part;
    *error = (a - a_part) + (b - b_part);
    return x;
}

// the same for |a| >= |b|
static double fast_two_sum(double a, double b, double *error)
{
    double x = a + b;
    *error = b - (x - a);
    return x;
}

// a = high + low with at most 26 bits each (Dekker), so that products of halves are exact
static double split(double a, double *low)
{
    double c = 134217729.0 * a; // 2^27 + 1
    double high = c - (c - a);
    *low = a - high;
    return high;
}

// x + *error is exactly a b
static double two_product(double a, double b, double *error)
{
    double x = a * b, a_low, b_low;
    double a_high = split(a, &a_low), b_high = split(b, &b_low);
    *error = a_low * b_low - (((x - a_high * b_high) - a_low * b_high) - a_high * b_low);
    return x;
}

static void push(bi_expansion *out, double term)
{
    if (term != 0.0) {
        out->terms[out->count++] = term;
    }
}

// Down: gather what fits in one double; up: leave only what does not (Shewchuk's COMPRESS).
static void compress(bi_expansion *a)
{
    if (a->count < 2) {
        return;
    }
    int32_t bottom = a->count - 1;
    double q = a->terms[bottom], error;
    for (int32_t i = a->count - 2; i >= 0; i--) {
        q = fast_two_sum(q, a->terms[i], &error);
        if (error != 0.0) {
            a->terms[bottom--] = q;
            q = error;
        }
    }
    a->terms[bottom] = q;
    int32_t top = 0;
    for (int32_t i = bottom + 1; i < a->count; i++) {
        q = fast_two_sum(a->terms[i], q, &error);
        if (error != 0.0) {
            a->terms[top++] = error;
        }
    }
    a->terms[top] = q;
    a->count = top + 1;
}

void bi_expansion_difference(bi_expansion *out, double a, double b)
{
    double error, x = two_sum(a, -b, &error);
    out->count = 0;
    push(out, error);
    push(out, x);
}

// Merges the terms by size, then sweeps the running sum upwards, leaving exact roundoffs behind.
void bi_expansion_add(bi_expansion *out, const bi_expansion *a, const bi_expansion *b, bool subtract)
{
    double sign = subtract ? -1.0 : 1.0, sum = 0.0;
    int32_t i = 0, j = 0;
    out->count = 0;
    while (i < a->count || j < b->count) {
        bool from_a = j >= b->count;
        if (i < a->count && j < b->count) {
            double x = a->terms[i], y = b->terms[j];
            from_a = (x < 0.0 ? -x : x) < (y < 0.0 ? -y : y);
        }
        double error;
        sum = two_sum(sum, from_a ? a->terms[i++] : sign * b->terms[j++], &error);
        push(out, error);
    }
    push(out, sum);
    compress(out);
}

void bi_expansion_scale(bi_expansion *out, const bi_expansion *a, double b)
{
    out->count = 0;
    if (a->count == 0 || b == 0.0) {
        return;
    }
    double error, sum = two_product(a->terms[0], b, &error);
    push(out, error);
    for (int32_t i = 1; i < a->count; i++) {
        double low, high = two_product(a->terms[i], b, &low);
        sum = two_sum(sum, low, &error);
        push(out, error);
        sum = fast_two_sum(high, sum, &error);
        push(out, error);
    }
    push(out, sum);
    compress(out);
}

void bi_expansion_multiply(bi_expansion *out, const bi_expansion *a, const bi_expansion *b)
{
    bi_expansion sums[2], row;
    int32_t current = 0;
    sums[0].count = 0;
    for (int32_t j = 0; j < b->count; j++) {
        bi_expansion_scale(&row, a, b->terms[j]);
        bi_expansion_add(&sums[1 - current], &sums[current], &row, false);
        current = 1 - current;
    }
    out->count = sums[current].count;
    memcpy(out->terms, sums[current].terms, (size_t)out->count * sizeof(double));
}
