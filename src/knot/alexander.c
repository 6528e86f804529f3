// SPDX-License-Identifier: MIT
// The Alexander polynomial as a determinant over the integers modulo primes.
//
// One unknown for each over-arc; a crossing with over-arc k, and under-arcs i (to the right of the over
// strand's direction) and j (to its left), says (1 - t) k + t i - j = 0. The determinant without one row and
// column is the polynomial up to +-t^m (Crowell, Fox 1963, chapter VIII). Evaluated at n points,
// interpolated, and lifted from the primes: for |t| = 1 a row has norm at most sqrt(4 + 1 + 1), so by
// Hadamard no coefficient exceeds 6^((n - 1) / 2).

#include "knot/invariant.h"
#include "core/assert.h"
#include "knot/modular.h"
#include "core/memory.h"

#include <assert.h>

void bi_invariant_scratch_init(bi_invariant_scratch *scratch, const bight_allocator *allocator)
{
    *scratch = (bi_invariant_scratch){0};
    if (allocator != NULL) {
        scratch->allocator = *allocator;
    }
}

void bi_invariant_scratch_free(bi_invariant_scratch *scratch)
{
    bi_free_array(&scratch->allocator, scratch->numbers, (size_t)scratch->number_capacity, sizeof(int32_t));
    bi_free_array(&scratch->allocator, scratch->matrix, (size_t)scratch->matrix_capacity, sizeof(uint32_t));
    bi_invariant_scratch_init(scratch, NULL);
}

// arc[d] for each dart: which over-arc it belongs to. An over-arc runs from one undercrossing to the next.
static void number_arcs(const bi_diagram *diagram, int32_t *arc)
{
    int32_t arcs = 0;
    for (int32_t c = 0; c < diagram->crossings; c++) {
        int32_t dart = 4 * c + 2;
        arc[dart] = arcs;
        dart = diagram->mate[dart];
        arc[dart] = arcs;
        while (bi_is_over(dart)) {
            dart = bi_opposite(dart);
            arc[dart] = arcs;
            dart = diagram->mate[dart];
            arc[dart] = arcs;
        }
        arcs++;
    }
}

// The determinant at t, modulo p, without the last row and column.
static uint32_t evaluate(const bi_diagram *diagram, const int32_t *arc, uint32_t *matrix, uint32_t t,
                         uint32_t p)
{
    int32_t size = diagram->crossings - 1;
    for (int32_t i = 0; i < size * size; i++) {
        matrix[i] = 0;
    }
    for (int32_t c = 0; c < size; c++) {
        // the under strand comes from the right of a right-handed crossing's over strand
        bool from_right = diagram->sign[c] > 0;
        int32_t over = arc[4 * c + 1], right = arc[4 * c + (from_right ? 0 : 2)];
        int32_t left = arc[4 * c + (from_right ? 2 : 0)];
        const int32_t columns[3] = {over, right, left};
        const uint32_t values[3] = {bi_mod_subtract(1, t, p), t, p - 1};
        for (int32_t i = 0; i < 3; i++) {
            if (columns[i] < size) {
                uint32_t *entry = &matrix[c * size + columns[i]];
                *entry = bi_mod_add(*entry, values[i], p);
            }
        }
    }
    return bi_mod_determinant(matrix, size, p);
}

// Newton's interpolation through the points 2 .. count + 1; values become coefficients, lowest first.
static void interpolate(uint32_t *values, int32_t count, uint32_t p)
{
    for (int32_t order = 1; order < count; order++) {
        uint32_t inverse = bi_mod_inverse((uint32_t)order, p);
        for (int32_t i = count - 1; i >= order; i--) {
            values[i] = bi_mod_multiply(bi_mod_subtract(values[i], values[i - 1], p), inverse, p);
        }
    }
    for (int32_t k = count - 2; k >= 0; k--) {
        for (int32_t i = k; i < count - 1; i++) {
            uint32_t product = bi_mod_multiply((uint32_t)k + 2, values[i + 1], p);
            values[i] = bi_mod_subtract(values[i], product, p);
        }
    }
}

// +-t^m times a symmetric polynomial, made symmetric with sum 1.
static bool normalise(const int64_t *raw, int32_t count, bi_polynomial *polynomial)
{
    int32_t low = 0, high = count - 1;
    int64_t sum = 0;
    while (low < count && raw[low] == 0) {
        low++;
    }
    while (high > low && raw[high] == 0) {
        high--;
    }
    for (int32_t i = low; i <= high; i++) {
        sum += raw[i];
    }
    if (low == count || (high - low) % 2 != 0 || (sum != 1 && sum != -1)) {
        return false; // unreachable for a knot
    }
    polynomial->degree = (high - low) / 2;
    for (int32_t i = low; i <= high; i++) {
        polynomial->coefficients[i - low] = sum * raw[i];
    }
    return true;
}

static int32_t primes_needed(int32_t crossings)
{
    // 2 * 6^((n - 1) / 2) < product of the primes, each above 2^30.9; log2(6) / 2 < 1.293
    return (int32_t)((1.293 * (crossings - 1) + 2.0) / 30.9) + 1;
}

bight_status bi_alexander(const bi_diagram *diagram, bi_invariant_scratch *scratch, bi_polynomial *polynomial)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    int32_t n = diagram->crossings;
    // a knot: without crossings it may be one circle
    assert(diagram->circles == 0 || (n == 0 && diagram->circles == 1));
    if (n > BI_INVARIANT_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    *polynomial = (bi_polynomial){0, {1}};
    if (n <= 2) {
        return BIGHT_OK; // a knot with at most two crossings is trivial
    }

    bight_status status = bi_reserve(&scratch->allocator, &scratch->numbers, &scratch->number_capacity,
                                     4 * (int64_t)n, sizeof *scratch->numbers);
    if (status == BIGHT_OK) {
        status = bi_reserve(&scratch->allocator, &scratch->matrix, &scratch->matrix_capacity, (int64_t)n * n,
                            sizeof *scratch->matrix);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // the determinant at t = 2 .. n + 1 modulo each prime gives the polynomial by interpolation
    number_arcs(diagram, scratch->numbers);
    uint32_t values[BI_PRIMES][BI_INVARIANT_CROSSINGS];
    int32_t primes = primes_needed(n);
    for (int32_t k = 0; k < primes; k++) {
        for (int32_t i = 0; i < n; i++) {
            if (bi_watch_stops(scratch->watch, 1000 + (int64_t)n * n * n)) {
                return BIGHT_ERROR_STOPPED;
            }
            values[k][i] =
                evaluate(diagram, scratch->numbers, scratch->matrix, (uint32_t)i + 2, bi_primes[k]);
        }
        interpolate(values[k], n, bi_primes[k]);
    }

    // coefficients as integers, by the Chinese remainder theorem
    int64_t raw[BI_INVARIANT_CROSSINGS];
    for (int32_t i = 0; i < n; i++) {
        uint32_t residues[BI_PRIMES];
        int32_t digits[BI_PRIMES];
        for (int32_t k = 0; k < primes; k++) {
            residues[k] = values[k][i];
        }
        bi_mod_digits(residues, primes, digits);
        if (!bi_mod_value(digits, primes, &raw[i])) {
            return BIGHT_ERROR_TOO_LARGE;
        }
    }
    return normalise(raw, n, polynomial) ? BIGHT_OK : BIGHT_ERROR_INVALID;
}

// a + b c, all below 2^62 in magnitude
static bool add_product(int64_t *a, int64_t b, int64_t c)
{
    const int64_t limit = INT64_C(1) << 62;
    int64_t size_b = b < 0 ? -b : b, size_c = c < 0 ? -c : c;
    if (size_b != 0 && size_c >= limit / size_b) {
        return false;
    }
    int64_t sum = *a + b * c;
    if (sum >= limit || sum <= -limit) {
        return false;
    }
    *a = sum;
    return true;
}

bool bi_polynomial_multiply(bi_polynomial *product, const bi_polynomial *a, const bi_polynomial *b)
{
    bi_polynomial result = {a->degree + b->degree, {0}};
    if (result.degree > BI_INVARIANT_CROSSINGS) {
        return false;
    }
    for (int32_t i = 0; i <= 2 * a->degree; i++) {
        for (int32_t j = 0; j <= 2 * b->degree; j++) {
            if (!add_product(&result.coefficients[i + j], a->coefficients[i], b->coefficients[j])) {
                return false;
            }
        }
    }
    *product = result;
    return true;
}

int64_t bi_polynomial_determinant(const bi_polynomial *polynomial)
{
    int64_t sum = 0;
    for (int32_t i = 0; i <= 2 * polynomial->degree; i++) {
        if (!add_product(&sum, polynomial->coefficients[i], i % 2 == 0 ? 1 : -1)) {
            return -1;
        }
    }
    return sum < 0 ? -sum : sum;
}
