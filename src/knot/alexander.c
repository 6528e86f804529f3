// SPDX-License-Identifier: MIT
// The Alexander polynomial as a determinant over the integers modulo primes.
//
// One unknown for each over-arc; a crossing with over-arc k, and under-arcs i (to the right of the over
// strand's direction) and j (to its left), says (1 - t) k + t i - j = 0. The determinant without one row and
// column is the polynomial up to +-t^m (Crowell, Fox 1963, chapter VIII).
//
// The polynomial is symmetric, so it is one in x = t + 1/t, whose degree g is at most half the rank of a Seifert
// surface, (n - s + 1) / 2 with s Seifert circles. It is evaluated at g + 1 places and interpolated, modulo as many
// primes as its coefficients need: together they are no more than Kauffman's states, see bi_tree_bits().

#include "knot/invariant.h"
#include "core/assert.h"
#include "knot/modular.h"
#include "core/memory.h"

#include <assert.h>

// Of a place or a prime where a pivot happens to be 0.
#define MOST_ATTEMPTS 8

// Places to evaluate at begin here; all stay below 46,340, so no two of them are inverse to each other.
#define FIRST_PLACE 3

void bi_invariant_scratch_init(bi_invariant_scratch *scratch, const bight_allocator *allocator)
{
    *scratch = (bi_invariant_scratch){0};
    if (allocator != NULL) {
        scratch->allocator = *allocator;
    }
    bi_elimination_init(&scratch->elimination, allocator);
    bi_residues_init(&scratch->residues, allocator);
}

void bi_invariant_scratch_free(bi_invariant_scratch *scratch)
{
    const bight_allocator *allocator = &scratch->allocator;
    bi_free_array(allocator, scratch->numbers, (size_t)scratch->number_capacity, sizeof *scratch->numbers);
    bi_free_array(allocator, scratch->places, (size_t)scratch->place_capacity, sizeof *scratch->places);
    bi_free_array(allocator, scratch->values, (size_t)scratch->value_capacity, sizeof *scratch->values);
    bi_free_array(allocator, scratch->digits, (size_t)scratch->digit_capacity, sizeof *scratch->digits);
    bi_elimination_free(&scratch->elimination);
    bi_residues_free(&scratch->residues);
    bi_invariant_scratch_init(scratch, NULL);
}

void bi_invariant_scratch_watch(bi_invariant_scratch *scratch, bi_watch *watch)
{
    scratch->watch = scratch->elimination.watch = scratch->residues.watch = watch;
}

// ---- the matrix -------------------------------------------------------------------------------------

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

// An entry is constant + slope t.
typedef struct fox {
    int32_t size, entries; ///< places stand in the scratch
    int32_t *constant, *slope;
    int32_t genus; ///< bound on the degree
    double bits;   ///< bound on the sum of all coefficients
} fox;

// The over-arc that meets most crossings is left out, as the last one, and so is the last crossing.
static void leave_out_longest(const bi_diagram *diagram, int32_t *arc, int32_t *count)
{
    int32_t n = diagram->crossings, longest = 0;
    for (int32_t c = 0; c < n; c++) {
        count[c] = 0;
    }
    for (int32_t dart = 0; dart < 4 * n; dart++) {
        count[arc[dart]]++;
    }
    for (int32_t c = 1; c < n; c++) {
        longest = count[c] > count[longest] ? c : longest;
    }
    for (int32_t dart = 0; dart < 4 * n; dart++) {
        arc[dart] = arc[dart] == longest ? n - 1 : arc[dart] == n - 1 ? longest : arc[dart];
    }
}

static void list_entries(const bi_diagram *diagram, bi_invariant_scratch *s, const int32_t *arc, fox *m)
{
    m->size = diagram->crossings - 1;
    m->entries = 0;
    for (int32_t c = 0; c < m->size; c++) {
        // the under strand comes from the right of a right-handed crossing's over strand
        bool from_right = diagram->sign[c] > 0;
        const int32_t columns[3] = {arc[4 * c + 1], arc[4 * c + (from_right ? 0 : 2)],
                                    arc[4 * c + (from_right ? 2 : 0)]};
        static const int32_t constants[3] = {1, 0, -1}, slopes[3] = {-1, 1, 0};
        int32_t first = m->entries;
        for (int32_t i = 0; i < 3; i++) {
            int32_t k = first;
            while (k < m->entries && s->places[k].column != columns[i]) {
                k++;
            }
            if (k == m->entries && columns[i] < m->size) {
                s->places[m->entries] = (bi_entry_place){c, columns[i]};
                m->constant[m->entries] = m->slope[m->entries] = 0;
                m->entries++;
            }
            if (k < m->entries) {
                m->constant[k] += constants[i];
                m->slope[k] += slopes[i];
            }
        }
    }
}

// Circles of the diagram with every crossing smoothed along its strands.
static int32_t seifert_circles(const bi_diagram *diagram, int32_t *seen)
{
    int32_t circles = 0;
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        seen[dart] = 0;
    }
    for (int32_t start = 0; start < 4 * diagram->crossings; start++) {
        if (seen[start] || !bi_is_out(diagram, start)) {
            continue;
        }
        circles++;
        for (int32_t out = start; !seen[out];) {
            seen[out] = 1;

            // what comes in on the under strand goes out on the over strand, and the other way round
            int32_t in = diagram->mate[out], c = bi_crossing(in);
            out = bi_opposite(bi_entry(c, !bi_is_over(in), diagram->sign[c]));
        }
    }
    return circles;
}

static bight_status make_matrix(const bi_diagram *diagram, bi_invariant_scratch *s, fox *m)
{
    int64_t n = diagram->crossings;
    bight_status status =
        bi_reserve(&s->allocator, &s->numbers, &s->number_capacity, 20 * n + 16, sizeof *s->numbers);
    status = status == BIGHT_OK
                 ? bi_reserve(&s->allocator, &s->places, &s->place_capacity, 3 * n + 4, sizeof *s->places)
                 : status;
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t *scratch = s->numbers, *face = scratch + 4 * n, *colour = face + 4 * n, *degree = colour + n + 2;
    int32_t faces = bi_diagram_faces(diagram, face);
    int32_t white = bi_colour_faces(diagram, face, faces, colour, scratch);
    m->bits = bi_tree_bits(diagram, face, colour, faces, white, degree);
    m->genus = ((int32_t)n - seifert_circles(diagram, scratch) + 1) / 2;

    int32_t *arc = scratch;
    m->constant = face;
    m->slope = face + 3 * n + 4;
    number_arcs(diagram, arc);
    leave_out_longest(diagram, arc, face);
    list_entries(diagram, s, arc, m);
    return BIGHT_OK;
}

// ---- values -----------------------------------------------------------------------------------------

static uint32_t entry_at(const fox *m, int32_t entry, uint32_t t, uint32_t p)
{
    return bi_mod_from(m->constant[entry] + (int64_t)m->slope[entry] * t, p);
}

// The determinant at some places, all modulo p.
static bight_status evaluate(bi_invariant_scratch *s, const fox *m, const uint32_t *t, int32_t lanes,
                             uint32_t p, bi_elimination_result *result)
{
    bight_status status = bi_reserve(&s->allocator, &s->values, &s->value_capacity,
                                     (int64_t)m->entries * lanes + 1, sizeof *s->values);
    uint32_t primes[BI_LANES];
    for (int32_t l = 0; l < lanes; l++) {
        primes[l] = p;
    }
    for (int32_t i = 0; i < m->entries * lanes && status == BIGHT_OK; i++) {
        s->values[i] = entry_at(m, i / lanes, t[i % lanes], p);
    }
    return status == BIGHT_OK
               ? bi_elimination_run(&s->elimination, s->values, m->entries, lanes, primes, NULL, result)
               : status;
}

// An order of elimination that works, and the exponent e with det(t) = t^e det(1 / t): the determinant is t^(e / 2)
// times the symmetric polynomial. A place t serves when no power up to the largest e is 1.
static bight_status prepare(bi_invariant_scratch *s, const fox *m, int32_t *exponent)
{
    uint32_t p = s->residues.primes[0];
    for (uint32_t attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        uint32_t t[2] = {123456789 + 1000003 * attempt, 0};
        t[1] = bi_mod_inverse(t[0], p);
        bight_status status =
            bi_reserve(&s->allocator, &s->values, &s->value_capacity, m->entries + 1, sizeof *s->values);
        for (int32_t i = 0; i < m->entries && status == BIGHT_OK; i++) {
            s->values[i] = entry_at(m, i, t[0], p);
        }
        status = status == BIGHT_OK ? bi_elimination_plan(&s->elimination, m->size, s->places, s->values,
                                                          m->entries, p, false)
                                    : status;
        bi_elimination_result result;
        if (status == BIGHT_OK && s->elimination.rank == m->size) {
            status = evaluate(s, m, t, 2, p, &result);
        } else if (status == BIGHT_OK) {
            continue;
        }
        if (status != BIGHT_OK) {
            return status;
        }
        if (!result.good[0] || !result.good[1] || result.determinant[0] == 0 || result.determinant[1] == 0) {
            continue;
        }
        uint32_t ratio = bi_mod_multiply(result.determinant[0], bi_mod_inverse(result.determinant[1], p), p);
        uint32_t power = 1;
        int32_t found = -1;
        bool order_is_large = true;
        for (int32_t e = 0; e <= 2 * m->size; e++) {
            order_is_large = order_is_large && (e == 0 || power != 1);
            found = found < 0 && power == ratio ? e : found;
            power = bi_mod_multiply(power, t[0], p);
        }
        if (order_is_large && found >= 0 && found % 2 == 0) {
            *exponent = found;
            return BIGHT_OK;
        }
    }
    return BIGHT_ERROR_INVALID; // unreachable for a knot
}

static uint32_t power_of(uint32_t a, int32_t exponent, uint32_t p)
{
    uint32_t power = 1;
    for (; exponent > 0; exponent >>= 1) {
        power = (exponent & 1) != 0 ? bi_mod_multiply(power, a, p) : power;
        a = bi_mod_multiply(a, a, p);
    }
    return power;
}

// g + 1 places x = t + 1 / t and the polynomial's values there, modulo p.
static bight_status find_values(bi_invariant_scratch *s, const fox *m, int32_t exponent, uint32_t p,
                                uint32_t *x, uint32_t *y)
{
    int32_t have = 0, wanted = m->genus + 1;
    uint32_t next = FIRST_PLACE;
    while (have < wanted) {
        uint32_t t[BI_LANES];
        int32_t lanes = wanted - have < BI_LANES ? wanted - have : BI_LANES;
        for (int32_t l = 0; l < lanes; l++) {
            t[l] = next++;
        }
        bi_elimination_result result;
        bight_status status = next < 46340 ? evaluate(s, m, t, lanes, p, &result) : BIGHT_ERROR_TOO_LARGE;
        if (status != BIGHT_OK) {
            return status;
        }
        for (int32_t l = 0; l < lanes; l++) {
            if (result.good[l]) {
                uint32_t inverse = bi_mod_inverse(t[l], p);
                x[have] = bi_mod_add(t[l], inverse, p);
                y[have++] = bi_mod_multiply(result.determinant[l], power_of(inverse, exponent / 2, p), p);
            }
        }
    }
    return BIGHT_OK;
}

// Lagrange's interpolation: with M = prod (x - x_j), the polynomial is the sum of y_j / M'(x_j) M / (x - x_j).
// @param work (2 count + 2) @param c (count) receives coefficients, lowest first
static void interpolate(const uint32_t *x, const uint32_t *y, int32_t count, uint32_t p, uint32_t *work,
                        uint32_t *c)
{
    uint32_t *master = work, *quotient = work + count + 1;
    master[0] = 1;
    for (int32_t k = 0; k < count; k++) {
        // master *= x - x_k
        master[k + 1] = master[k];
        for (int32_t i = k; i >= 0; i--) {
            uint32_t product = bi_mod_multiply(master[i], x[k], p);
            master[i] = bi_mod_subtract(i > 0 ? master[i - 1] : 0, product, p);
        }
        c[k] = 0;
    }
    for (int32_t j = 0; j < count; j++) {
        // division by x - x_j from the top, and the quotient's value at x_j, which is M'(x_j)
        uint32_t value = 0;
        quotient[count - 1] = master[count];
        for (int32_t i = count - 2; i >= 0; i--) {
            quotient[i] = bi_mod_add(master[i + 1], bi_mod_multiply(quotient[i + 1], x[j], p), p);
        }
        for (int32_t i = count - 1; i >= 0; i--) {
            value = bi_mod_add(bi_mod_multiply(value, x[j], p), quotient[i], p);
        }
        uint32_t weight = bi_mod_multiply(y[j], bi_mod_inverse(value, p), p);
        for (int32_t i = 0; i < count; i++) {
            c[i] = bi_mod_add(c[i], bi_mod_multiply(weight, quotient[i], p), p);
        }
    }
}

// From powers of x = t + 1 / t to those of t, by Horner's rule; a[i] belongs to t^i and t^-i. Then with sum 1.
static bool to_powers_of_t(const uint32_t *c, int32_t count, uint32_t p, uint32_t *a)
{
    for (int32_t i = 0; i < count; i++) {
        a[i] = 0;
    }
    for (int32_t k = count - 1; k >= 0; k--) {
        // (t + 1 / t) a: b_i = a_(i - 1) + a_(i + 1), b_0 = 2 a_1
        uint32_t before = count > 1 ? a[1] : 0;
        for (int32_t i = 0; i < count; i++) {
            uint32_t here = a[i];
            a[i] = bi_mod_add(before, i + 1 < count ? a[i + 1] : 0, p);
            before = here;
        }
        a[0] = bi_mod_add(a[0], c[k], p);
    }
    uint32_t sum = a[0];
    for (int32_t i = 1; i < count; i++) {
        sum = bi_mod_add(sum, bi_mod_add(a[i], a[i], p), p);
    }
    for (int32_t i = 0; i < count && sum != 1; i++) {
        a[i] = bi_mod_subtract(0, a[i], p);
    }
    return sum == 1 || sum == p - 1;
}

bight_status bi_alexander_large(const bi_diagram *diagram, bi_invariant_scratch *s, bi_large *polynomial)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    // a knot: without crossings it may be one circle
    assert(diagram->circles == 0 || (diagram->crossings == 0 && diagram->circles == 1));
    fox m = {.genus = 0};
    bight_status status = diagram->crossings > 2 ? make_matrix(diagram, s, &m) : BIGHT_OK;
    int32_t primes = bi_residues_needed(m.bits), count = m.genus + 1, exponent = 0;
    status = status == BIGHT_OK ? bi_residues_reserve(&s->residues, primes) : status;
    status = status == BIGHT_OK
                 ? bi_reserve(&s->allocator, &s->digits, &s->digit_capacity,
                              (int64_t)count * primes + 7 * (int64_t)count + 4, sizeof *s->digits)
                 : status;
    if (status != BIGHT_OK) {
        return status;
    }
    *polynomial = (bi_large){s->digits, count, primes};
    if (count == 1) {
        s->digits[0] = 1;
        return BIGHT_OK; // a knot with at most two crossings is trivial, and so is one of genus 0
    }
    status = prepare(s, &m, &exponent);

    // residues[k count + i]: of coefficient i modulo prime k
    uint32_t *residues = (uint32_t *)s->digits, *work;
    work = (uint32_t *)(s->digits + (size_t)count * (size_t)primes);
    for (int32_t k = 0; k < primes && status == BIGHT_OK; k++) {
        uint32_t p = s->residues.primes[k], *x = work, *y = x + count, *c = y + count, *rest = c + count;
        status = find_values(s, &m, exponent, p, x, y);
        if (status == BIGHT_OK) {
            interpolate(x, y, count, p, rest, c);
            status = to_powers_of_t(c, count, p, x) ? BIGHT_OK : BIGHT_ERROR_INVALID;
            for (int32_t i = 0; i < count; i++) {
                residues[(size_t)i * (size_t)primes + (size_t)k] = x[i];
            }
        }
        if (bi_watch_stops(s->watch, 20 * (int64_t)count * count)) {
            return BIGHT_ERROR_STOPPED;
        }
    }

    // digits take the residues' places: each is read before its place is written
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        bi_residues_digits(&s->residues, residues + (size_t)i * (size_t)primes, primes, 1,
                           s->digits + (size_t)i * (size_t)primes);
        status = bi_watch_stops(s->watch, 5 * (int64_t)primes * primes) ? BIGHT_ERROR_STOPPED : status;
    }
    return status;
}

bight_status bi_alexander(const bi_diagram *diagram, bi_invariant_scratch *scratch, bi_polynomial *polynomial)
{
    bi_large large;
    if (diagram->crossings > BI_INVARIANT_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    *polynomial = (bi_polynomial){0, {0}};
    bight_status status = bi_alexander_large(diagram, scratch, &large);
    int64_t half[BI_INVARIANT_CROSSINGS];
    for (int32_t i = 0; i < large.count && status == BIGHT_OK; i++) {
        status = bi_large_value(&large, i, &half[i]) ? BIGHT_OK : BIGHT_ERROR_TOO_LARGE;
        polynomial->degree = status == BIGHT_OK && half[i] != 0 ? i : polynomial->degree;
    }
    for (int32_t i = 0; i <= polynomial->degree && status == BIGHT_OK; i++) {
        polynomial->coefficients[polynomial->degree + i] = polynomial->coefficients[polynomial->degree - i] =
            half[i];
    }
    return status;
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
