// SPDX-License-Identifier: MIT
// The Alexander polynomial of a link in several variables, from Fox's free calculus ("Free differential calculus II",
// 1954). One unknown for each over-arc; a crossing with over-arc k and under-arcs i, j says x_j = x_k x_i x_k^-1, so its
// row has 1 - t_i at k, t_k at i and -1 at j, where t is the variable of the arc's component. With several variables the
// determinant without a row and the column of an arc is the polynomial times t - 1 for that arc's component (Torres 1953).
//
// It is evaluated on a grid of places modulo as many primes as its coefficients need, and interpolated variable by
// variable.

#include "bight/knot_invariant.h"
#include "knot/budget.h"
#include "knot/modular.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

#define MOST_CROSSINGS 256
#define MOST_PLACES 1000000
#define MOST_VARIABLES 20

// Places are FIRST_PLACE, FIRST_PLACE + 1, ...: not 1, where the divisor is 0.
#define FIRST_PLACE 2

typedef struct fox {
    int32_t crossings, variables;
    int32_t *arc;      ///< (4 crossings) over-arc of each dart
    int32_t *variable; ///< (crossings) of each over-arc
    int32_t sizes[MOST_VARIABLES]; ///< places in each variable, one more than the degree may be
    int32_t places, primes;
    bool divided; ///< several variables
    uint32_t *matrix; ///< (crossings^2)
    uint32_t *values; ///< (places primes) at first by prime, then residues by place
    bight_allocator allocator;
    bi_watch *watch;
} fox;

// An over-arc runs from one undercrossing to the next. @return false: a component is over everywhere, which splits it off
static bool number_arcs(const bi_diagram *map, fox *f, const int32_t *component)
{
    int32_t darts = 4 * map->crossings;
    for (int32_t d = 0; d < darts; d++) {
        f->arc[d] = -1;
    }
    for (int32_t c = 0; c < map->crossings; c++) {
        int32_t dart = 4 * c + 2;
        f->variable[c] = f->variables > 1 ? component[dart] : 0;
        f->arc[dart] = c;
        for (dart = map->mate[dart]; bi_is_over(dart); dart = map->mate[bi_opposite(dart)]) {
            f->arc[dart] = f->arc[bi_opposite(dart)] = c;
        }
        f->arc[dart] = c;
    }
    bool all = true;
    for (int32_t d = 0; d < darts; d++) {
        all = all && f->arc[d] >= 0;
    }
    return all;
}

// component[dart], in the order of the Gauss code.
static void number_components(const bi_diagram *map, int32_t *component)
{
    int32_t components = 0;
    for (int32_t d = 0; d < 4 * map->crossings; d++) {
        component[d] = -1;
    }
    for (int32_t c = 0; c < map->crossings; c++) {
        for (int32_t over = 0; over < 2; over++) {
            int32_t start = bi_entry(c, over != 0, map->sign[c]), dart = start;
            if (component[start] >= 0) {
                continue;
            }
            do {
                component[dart] = component[bi_opposite(dart)] = components;
                dart = map->mate[bi_opposite(dart)];
            } while (dart != start);
            components++;
        }
    }
}

// Each row is linear in the variables of its two components; bits bounds the coefficients by Hadamard's inequality on
// the torus: a row's entries are at most 2, 1, 1.
static bool choose_sizes(fox *f, const bi_diagram *map)
{
    double places = 1.0, bits = 0.5 * log2(6.0) * map->crossings + 8.0;
    for (int32_t v = 0; v < f->variables; v++) {
        f->sizes[v] = 1;
    }
    for (int32_t c = 0; c < map->crossings - 1; c++) {
        int32_t over = f->variable[f->arc[4 * c + 1]], under = f->variable[f->arc[4 * c]];
        f->sizes[over]++;
        f->sizes[under] += under != over;
    }
    for (int32_t v = 0; v < f->variables; v++) {
        places *= f->sizes[v];
    }
    f->primes = (int32_t)(bits / 30.0) + 1;
    f->places = places <= MOST_PLACES ? (int32_t)places : 0;
    return f->places > 0 && f->primes <= BI_PRIMES;
}

static void fill(const fox *f, const bi_diagram *map, const uint32_t *t, uint32_t p)
{
    int32_t size = map->crossings - 1;
    memset(f->matrix, 0, (size_t)size * (size_t)size * sizeof *f->matrix);
    for (int32_t c = 0; c < size; c++) {
        // the under strand comes from the right of a right-handed crossing's over strand
        bool from_right = map->sign[c] > 0;
        int32_t k = f->arc[4 * c + 1], i = f->arc[4 * c + (from_right ? 0 : 2)],
                j = f->arc[4 * c + (from_right ? 2 : 0)];
        uint32_t over = t[f->variable[k]], under = t[f->variable[i]];
        const int32_t columns[3] = {k, i, j};
        const uint32_t entries[3] = {bi_mod_subtract(1, under, p), over, p - 1};
        for (int32_t e = 0; e < 3; e++) {
            if (columns[e] < size) {
                uint32_t *to = &f->matrix[(size_t)c * (size_t)size + (size_t)columns[e]];
                *to = bi_mod_add(*to, entries[e], p);
            }
        }
    }
}

static bight_status evaluate(const fox *f, const bi_diagram *map, uint32_t p, uint32_t *values)
{
    int32_t size = map->crossings - 1, last = f->variable[size];
    for (int32_t place = 0; place < f->places; place++) {
        uint32_t t[MOST_VARIABLES];
        for (int32_t v = 0, rest = place; v < f->variables; v++) {
            t[v] = FIRST_PLACE + (uint32_t)(rest % f->sizes[v]);
            rest /= f->sizes[v];
        }
        fill(f, map, t, p);
        values[place] = size > 0 ? bi_mod_determinant(f->matrix, size, p) : 1;
        if (f->divided) {
            values[place] = bi_mod_multiply(values[place], bi_mod_inverse(bi_mod_subtract(t[last], 1, p), p), p);
        }
        if (bi_watch_stops(f->watch, 3 * (int64_t)size * size * size + 100)) {
            return BIGHT_ERROR_STOPPED;
        }
    }
    return BIGHT_OK;
}

// Newton's divided differences, then to powers: (count) values at FIRST_PLACE, FIRST_PLACE + 1, ..., `step` apart in
// memory, become coefficients.
static void interpolate(uint32_t *values, int32_t count, int32_t step, const uint32_t *inverse, uint32_t p)
{
    for (int32_t order = 1; order < count; order++) {
        for (int32_t i = count - 1; i >= order; i--) {
            uint32_t *here = &values[(size_t)i * (size_t)step], before = here[-(ptrdiff_t)step];
            *here = bi_mod_multiply(bi_mod_subtract(*here, before, p), inverse[order], p);
        }
    }

    // Horner's rule: the polynomial so far times (x - place), plus the next difference
    for (int32_t i = count - 2; i >= 0; i--) {
        for (int32_t k = i; k < count - 1; k++) {
            uint32_t *here = &values[(size_t)k * (size_t)step];
            uint32_t down = bi_mod_multiply(here[step], FIRST_PLACE + (uint32_t)i, p);
            *here = bi_mod_subtract(*here, down, p);
        }
    }
}

static bight_status find_residues(const fox *f, const bi_diagram *map, uint32_t p, uint32_t *values)
{
    uint32_t inverse[2 * MOST_CROSSINGS + 2];
    for (uint32_t i = 1; i < 2 * MOST_CROSSINGS + 2; i++) {
        inverse[i] = bi_mod_inverse(i, p);
    }
    bight_status status = evaluate(f, map, p, values);
    for (int32_t v = 0, step = 1; v < f->variables && status == BIGHT_OK; step *= f->sizes[v++]) {
        for (int32_t place = 0; place < f->places; place++) {
            if (place / step % f->sizes[v] == 0) {
                interpolate(values + place, f->sizes[v], step, inverse, p);
            }
        }
        status = bi_watch_stops(f->watch, 10 * (int64_t)f->places * f->sizes[v]) ? BIGHT_ERROR_STOPPED : status;
    }
    return status;
}

// The terms that are not 0, each variable's lowest power 0. Places run through the first variable fastest; terms are in
// the order of the last variable's powers first.
static bight_status collect(const fox *f, bight_polynomial *out)
{
    int32_t lowest[MOST_VARIABLES], sign = 0;
    out->variables = f->variables;
    for (int32_t v = 0; v < f->variables; v++) {
        lowest[v] = INT32_MAX;
    }
    for (int32_t place = 0; place < f->places; place++) {
        uint32_t residues[BI_PRIMES];
        int32_t digits[BI_PRIMES];
        int64_t value;
        for (int32_t k = 0; k < f->primes; k++) {
            residues[k] = f->values[(size_t)k * (size_t)f->places + (size_t)place];
        }
        bi_mod_digits(residues, f->primes, digits);
        if (!bi_mod_value(digits, f->primes, &value)) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        if (value == 0) {
            continue;
        }
        sign = sign == 0 ? (value > 0 ? 1 : -1) : sign;
        bight_status status = bi_reserve(&f->allocator, &out->coefficients, &out->coefficient_capacity,
                                         (int64_t)out->count + 1, sizeof *out->coefficients);
        status = status == BIGHT_OK
                     ? bi_reserve(&f->allocator, &out->exponents, &out->exponent_capacity,
                                  ((int64_t)out->count + 1) * f->variables, sizeof *out->exponents)
                     : status;
        if (status != BIGHT_OK) {
            return status;
        }
        int32_t *exponents = out->exponents + (size_t)out->count * (size_t)f->variables;
        out->coefficients[out->count++] = sign * value;
        for (int32_t v = 0, rest = place; v < f->variables; v++) {
            exponents[v] = rest % f->sizes[v];
            rest /= f->sizes[v];
            lowest[v] = exponents[v] < lowest[v] ? exponents[v] : lowest[v];
        }
    }
    for (int32_t i = 0; i < out->count * f->variables; i++) {
        out->exponents[i] -= lowest[i % f->variables];
    }
    return BIGHT_OK;
}

static bight_status compute(fox *f, const bi_diagram *map, int32_t components, bool one, bight_polynomial *out)
{
    size_t darts = 4 * (size_t)map->crossings, size = (size_t)map->crossings * (size_t)map->crossings;
    int32_t *numbers = bi_new_array(&f->allocator, 3 * darts, sizeof *numbers);
    bight_status status = numbers != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    size_t values = 0;
    f->crossings = map->crossings;
    f->variables = one ? 1 : components;
    f->divided = !one && components > 1;
    f->arc = numbers;
    f->variable = numbers != NULL ? numbers + darts : NULL;
    if (status == BIGHT_OK) {
        // pieces that lie apart, or a component over everything: the polynomial is 0
        out->variables = f->variables;
        bool split = bi_diagram_pieces(map, numbers, numbers + darts) > 1;
        number_components(map, numbers + 2 * darts);
        if (split || !number_arcs(map, f, numbers + 2 * darts)) {
            bi_free_array(&f->allocator, numbers, 3 * darts, sizeof *numbers);
            return BIGHT_OK;
        }
        status = choose_sizes(f, map) ? BIGHT_OK : BIGHT_ERROR_TOO_LARGE;
    }
    if (status == BIGHT_OK) {
        values = (size_t)f->places * (size_t)f->primes;
        f->matrix = bi_new_array(&f->allocator, size, sizeof *f->matrix);
        f->values = bi_new_array(&f->allocator, values, sizeof *f->values);
        status = f->matrix != NULL && f->values != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t k = 0; k < f->primes && status == BIGHT_OK; k++) {
        status = find_residues(f, map, bi_primes[k], f->values + (size_t)k * (size_t)f->places);
    }
    status = status == BIGHT_OK ? collect(f, out) : status;
    bi_free_array(&f->allocator, f->matrix, size, sizeof *f->matrix);
    bi_free_array(&f->allocator, f->values, values, sizeof *f->values);
    bi_free_array(&f->allocator, numbers, 3 * darts, sizeof *numbers);
    return status;
}

void bight_polynomial_free(const bight_env *env, bight_polynomial *polynomial)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    if (polynomial != NULL) {
        bi_free_array(allocator, polynomial->exponents, (size_t)polynomial->exponent_capacity,
                      sizeof *polynomial->exponents);
        bi_free_array(allocator, polynomial->coefficients, (size_t)polynomial->coefficient_capacity,
                      sizeof *polynomial->coefficients);
        *polynomial = (bight_polynomial){0};
    }
}

// A circle alone has the polynomial 1, circles beside anything 0.
static bight_status without_crossings(const bi_diagram *map, bool one, const bight_allocator *allocator,
                                      bight_polynomial *out)
{
    out->variables = one ? 1 : map->circles < MOST_VARIABLES ? map->circles : MOST_VARIABLES;
    if (map->circles > 1) {
        return BIGHT_OK;
    }
    bight_status status = bi_reserve(allocator, &out->coefficients, &out->coefficient_capacity, 1,
                                     sizeof *out->coefficients);
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &out->exponents, &out->exponent_capacity, 1, sizeof *out->exponents)
                 : status;
    if (status == BIGHT_OK) {
        out->coefficients[0] = 1;
        out->exponents[0] = 0;
        out->count = 1;
    }
    return status;
}

bight_status bight_diagram_alexander_link(const bight_env *env, const bight_diagram *diagram, bool one,
                                          const bight_budget *budget, bight_polynomial *polynomial,
                                          bight_error *error)
{
    if (diagram == NULL || polynomial == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", diagram == NULL ? "diagram" : "polynomial");
    }
    *polynomial = (bight_polynomial){0};
    const bi_diagram *map = &diagram->map;
    if (diagram->components < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an empty diagram has no polynomial");
    }
    if (map->crossings > MOST_CROSSINGS || (!one && diagram->components > MOST_VARIABLES)) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                       "%d crossings and %d components: %d and %d are possible", (int)map->crossings,
                       (int)diagram->components, MOST_CROSSINGS, MOST_VARIABLES);
    }
    bi_budget book;
    bi_budget_begin(&book, env, budget);
    fox f = {.allocator = bi_budget_allocator(&book), .watch = &book.watch};
    bight_status status = BIGHT_OK;
    if (map->crossings == 0) {
        status = without_crossings(map, one, &f.allocator, polynomial);
    } else if (map->circles > 0) {
        polynomial->variables = one ? 1 : diagram->components;
    } else {
        status = compute(&f, map, diagram->components, one, polynomial);
    }
    status = bi_watch_status(&book.watch, status);
    if (status != BIGHT_OK) {
        bight_polynomial_free(env, polynomial);
        return status == BIGHT_ERROR_TOO_LARGE && f.places == 0
                   ? bi_fail(error, status, 0, "the Alexander polynomial in %d variables has more than %d powers to try",
                             (int)f.variables, MOST_PLACES)
                   : bi_budget_refuse(&book, status, "the Alexander polynomial of a link", error);
    }
    return BIGHT_OK;
}
