// SPDX-License-Identifier: MIT

#include "knot/table/values.h"
#include "core/memory.h"

#include <stdlib.h>

#define PRIME UINT64_C(0x7FFFFFFF)

// Two places (v, z), chosen at random.
static const uint64_t places[2][2] = {{1278153931, 694102857}, {340185773, 1950276641}};

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
        result = (exponent & 1) != 0 ? result * base % PRIME : result;
        base = base * base % PRIME;
    }
    return result;
}

// The sum of c v^i z^j by Horner's rule, times v^v_size; z is even for knots.
static uint64_t value_at(const bi_homfly *p, uint64_t v, uint64_t z, bool mirror)
{
    uint64_t sum = 0, square = z * z % PRIME;
    for (int32_t i = p->v_size; i >= -p->v_size; i--) {
        uint64_t row = 0;
        for (int32_t j = p->z_size / 2; j >= 0; j--) {
            int64_t c = bi_homfly_at(p, mirror ? -i : i, 2 * j) % (int64_t)PRIME;
            row = (row * square + (uint64_t)(c < 0 ? c + (int64_t)PRIME : c)) % PRIME;
        }
        sum = (sum * v + row) % PRIME;
    }
    return sum * power(power(v, (uint64_t)p->v_size), PRIME - 2) % PRIME;
}

static uint64_t times(uint64_t a, uint64_t b)
{
    return (a >> 32) * (b >> 32) % PRIME << 32 | (a & PRIME) * (b & PRIME) % PRIME;
}

static bight_status add(bi_values *values, uint64_t here, uint64_t mirror, int32_t label)
{
    bight_status status = bi_reserve(&values->allocator, &values->list, &values->capacity,
                                     (int64_t)values->count + 1, sizeof *values->list);
    if (status == BIGHT_OK) {
        values->list[values->count++] =
            (bi_value){here < mirror ? here : mirror, here < mirror ? mirror : here, 0, label};
    }
    return status;
}

void bi_values_init(bi_values *values, const bight_allocator *allocator, bi_watch *watch)
{
    *values = (bi_values){0};
    if (allocator != NULL) {
        values->allocator = *allocator;
    }
    bi_homfly_init(&values->polynomial, allocator);
    values->polynomial.watch = watch;
}

void bi_values_free(bi_values *values)
{
    bi_free_array(&values->allocator, values->list, (size_t)values->capacity, sizeof *values->list);
    bi_homfly_free(&values->polynomial);
    *values = (bi_values){0};
}

bight_status bi_values_add(bi_values *values, const bi_diagram *diagram, int32_t label)
{
    bi_homfly *p = &values->polynomial;
    bight_status status = bi_homfly_of(diagram, p);
    uint64_t here = 0, mirror = 0;
    for (int32_t k = 0; k < 2 && status == BIGHT_OK; k++) {
        here = here << 32 | value_at(p, places[k][0], places[k][1], false);
        mirror = mirror << 32 | value_at(p, places[k][0], places[k][1], true);
    }
    return status == BIGHT_OK ? add(values, here, mirror, label) : status;
}

bight_status bi_values_add_sums(bi_values *values, int32_t crossings)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0, count = values->count; i < count; i++) {
        for (int32_t k = 0; k <= i && status == BIGHT_OK; k++) {
            bi_value a = values->list[i], b = values->list[k];
            if (a.label + b.label != crossings) {
                continue;
            }

            // with either mirror image of the second
            status = add(values, times(a.low, b.low), times(a.high, b.high), crossings);
            status = status == BIGHT_OK ? add(values, times(a.low, b.high), times(a.high, b.low), crossings)
                                        : status;
        }
    }
    return status;
}

int bi_value_compare(const bi_value *a, const bi_value *b)
{
    int order = (a->low > b->low) - (a->low < b->low);
    order = order != 0 ? order : (a->high > b->high) - (a->high < b->high);
    return order != 0 ? order : (a->homs > b->homs) - (a->homs < b->homs);
}

static int compare(const void *a, const void *b)
{
    const bi_value *x = a, *y = b;
    int order = bi_value_compare(x, y);
    return order != 0 ? order : (x->label > y->label) - (x->label < y->label);
}

static int compare_values(const void *a, const void *b)
{
    return bi_value_compare(a, b);
}

void bi_values_sort(bi_values *values)
{
    if (values->count > 0) {
        qsort(values->list, (size_t)values->count, sizeof *values->list, compare);
    }
}

bool bi_values_hold(const bi_values *values, const bi_value *value)
{
    return values->count > 0 &&
           bsearch(value, values->list, (size_t)values->count, sizeof *values->list, compare_values) != NULL;
}

int32_t bi_values_end(const bi_values *values, int32_t first)
{
    int32_t end = first + 1;
    while (end < values->count && bi_value_compare(&values->list[first], &values->list[end]) == 0) {
        end++;
    }
    return end;
}
