// SPDX-License-Identifier: MIT
// Invariants as numbers of any size: against closed formulas, against each other, and under moves.

#include "bight/knot_invariant.h"
#include "knot/elimination.h"
#include "knot/modular.h"
#include "knot/residues.h"
#include "core/random.h"
#include "failing_memory.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 10000

static bight_error error;
static int32_t word[MOST];

// A braid's closure, which must be a knot.
static bight_diagram *knot_of(int32_t length, int32_t strands)
{
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, word, length, strands, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_components(diagram) == 1);
    return diagram;
}

static void check_text(const bight_bytes *text, const char *wanted)
{
    CHECK(text->size == strlen(wanted) && memcmp(text->data, wanted, text->size) == 0);
}

// A decimal number, least digit first.
typedef struct decimal {
    char digits[2400];
    int32_t count;
} decimal;

static void add(decimal *sum, const decimal *a, const decimal *b)
{
    int32_t carry = 0;
    decimal result = {.count = 0};
    for (int32_t i = 0; i < a->count || i < b->count || carry > 0; i++) {
        carry += (i < a->count ? a->digits[i] : 0) + (i < b->count ? b->digits[i] : 0);
        result.digits[result.count++] = (char)(carry % 10);
        carry /= 10;
    }
    *sum = result;
}

// The closure of (s1 s2^-1)^k has determinant L(2 k) - 2, with Lucas's numbers L(0) = 2, L(1) = 1, and signature 0, as
// it is its own mirror image.
TEST(turks_heads)
{
    static const int32_t sizes[] = {
        2, 4, 5, 32, 200, LESS_WHEN_CHECKED(1999, 400), LESS_WHEN_CHECKED(5000, 500)};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int32_t k = sizes[s], signature = 1;
        for (int32_t i = 0; i < 2 * k; i++) {
            word[i] = i % 2 == 0 ? 1 : -2;
        }
        bight_diagram *diagram = knot_of(2 * k, 3);
        bight_bytes text;
        decimal a = {{2}, 1}, b = {{1}, 1}, c;
        for (int32_t i = 0; i < 2 * k; i++) {
            add(&c, &a, &b);
            a = b;
            b = c;
        }
        int32_t borrow = 2;
        for (int32_t i = 0; i < a.count; i++) {
            int32_t digit = a.digits[i] - borrow;
            borrow = digit < 0;
            a.digits[i] = (char)(digit < 0 ? digit + 10 : digit);
        }
        CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
        while (a.count > 1 && a.digits[a.count - 1] == 0) {
            a.count--;
        }
        CHECK_SEED(text.size == (size_t)a.count, k);
        for (int32_t i = 0; i < a.count; i++) {
            CHECK_SEED(text.data[i] == '0' + a.digits[a.count - 1 - i], k);
        }
        CHECK(bight_diagram_signature(NULL, diagram, NULL, &signature, &error) == BIGHT_OK && signature == 0);
        bight_bytes_free(NULL, &text);
        bight_diagram_free(diagram);
    }
}

// T(2, n): determinant n, signature 1 - n for right-handed crossings, coefficients 1, -1, 1, ...
TEST(torus_knots_of_two_strands)
{
    static const int32_t sizes[] = {1, 3, 65, 501, 9999};
    for (int32_t s = 0; s < 5; s++) {
        int32_t n = sizes[s], signature;
        char wanted[16];
        for (int32_t i = 0; i < n; i++) {
            word[i] = 1;
        }
        bight_diagram *diagram = knot_of(n, 2);
        bight_bytes text;
        snprintf(wanted, sizeof wanted, "%d", (int)n);
        CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
        check_text(&text, wanted);
        CHECK(bight_arf_of_text(&text) == bight_arf(n));
        bight_bytes_free(NULL, &text);
        CHECK(bight_diagram_signature(NULL, diagram, NULL, &signature, &error) == BIGHT_OK &&
              signature == 1 - n);
        if (n <= 501) {
            CHECK(bight_diagram_alexander(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
            size_t at = 0;
            for (int32_t i = 0; i < n; i++) {
                const char *part = i % 2 == 0 ? "1 " : "-1 ";
                size_t length = strlen(part) - (i + 1 == n);
                CHECK(text.size >= at + length && memcmp(text.data + at, part, length) == 0);
                at += length;
            }
            CHECK(at == text.size);
            bight_bytes_free(NULL, &text);
        }
        bight_diagram_free(diagram);
    }
}

#define PRIME INT64_C(1000000007)

// The value at -1 of coefficients in decimal, the middle one positive, modulo a prime. Their number is put down.
static int64_t at_minus_one(const bight_bytes *text, int32_t *count)
{
    int64_t value = 0, number = 0;
    bool negative = false;
    *count = 0;
    for (size_t i = 0; i <= text->size; i++) {
        if (i == text->size || text->data[i] == ' ') {
            number = negative ? PRIME - number : number;
            value = (*count % 2 == 0 ? value + number : value - number + PRIME) % PRIME;
            (*count)++;
            number = 0;
            negative = false;
        } else if (text->data[i] == '-') {
            negative = true;
        } else {
            number = (10 * number + (text->data[i] - '0')) % PRIME;
        }
    }
    return *count % 4 == 3 ? (PRIME - value) % PRIME : value;
}

// Random knots of 65 to 300 crossings: the determinant from Goeritz's matrix is the value of the Alexander polynomial at
// -1 from Fox's; its sign there tells whether 4 divides the signature (Murasugi 1965); and the signature is at most the
// degree. A scrambled diagram has the same of each.
TEST(two_ways_to_the_determinant)
{
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(24, 6); seed++) {
        bi_random random = bi_random_from(seed);
        int32_t length = 65 + bi_random_below(&random, 236), count;
        bight_diagram *diagram = NULL, *other = NULL;
        do {
            bight_diagram_free(diagram);
            int32_t width = 3 + bi_random_below(&random, 4);
            for (int32_t i = 0; i < length; i++) {
                word[i] =
                    (1 + bi_random_below(&random, width - 1)) * (bi_random_below(&random, 4) != 0 ? 1 : -1);
            }
            CHECK(bight_diagram_from_braid(NULL, word, length, width, &diagram, &error) == BIGHT_OK);
        } while (bight_diagram_components(diagram) != 1);
        CHECK(bight_diagram_scramble(NULL, diagram, length + 20, seed, &other, &error) == BIGHT_OK);
        bight_bytes determinant[2], alexander[2];
        int32_t signature[2];
        for (int32_t k = 0; k < 2; k++) {
            const bight_diagram *it = k == 0 ? diagram : other;
            CHECK(bight_diagram_determinant(NULL, it, NULL, &determinant[k], &error) == BIGHT_OK);
            CHECK(bight_diagram_alexander(NULL, it, NULL, &alexander[k], &error) == BIGHT_OK);
            CHECK(bight_diagram_signature(NULL, it, NULL, &signature[k], &error) == BIGHT_OK);
        }
        CHECK_SEED(signature[0] == signature[1], seed);
        CHECK_SEED(determinant[0].size == determinant[1].size && alexander[0].size == alexander[1].size,
                   seed);
        CHECK_SEED(memcmp(determinant[0].data, determinant[1].data, determinant[0].size) == 0, seed);
        CHECK_SEED(memcmp(alexander[0].data, alexander[1].data, alexander[0].size) == 0, seed);
        int64_t wanted = 0, found = at_minus_one(&alexander[0], &count);
        for (size_t i = 0; i < determinant[0].size; i++) {
            wanted = (10 * wanted + (determinant[0].data[i] - '0')) % PRIME;
        }
        bool four = signature[0] % 4 == 0;
        CHECK_SEED(found == (four ? wanted : (PRIME - wanted) % PRIME), seed);
        CHECK_SEED(count % 2 == 1 && abs(signature[0]) <= count - 1, seed);
        for (int32_t k = 0; k < 2; k++) {
            bight_bytes_free(NULL, &determinant[k]);
            bight_bytes_free(NULL, &alexander[k]);
        }
        bight_diagram_free(diagram);
        bight_diagram_free(other);
    }
}

// Determinants of random sparse matrices against the full elimination; symmetric ones with zeros on the diagonal, and
// singular ones, against their own minors.
TEST(elimination_of_random_matrices)
{
    bi_elimination e;
    bi_elimination_init(&e, NULL);
    int32_t singular = 0, pairs = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + bi_random_below(&random, 20), count = 0;
        bool symmetric = seed % 2 == 0;
        static uint32_t full[20 * 20], values[400 * BI_LANES], minors[20 * BI_LANES];
        static bi_entry_place places[400];
        uint32_t plain[400], p = bi_primes[seed % 16];
        memset(full, 0, sizeof full);
        for (int32_t i = 0; i < n; i++) {
            for (int32_t j = symmetric ? i : 0; j < n; j++) {
                if (bi_random_below(&random, n) >= 3) {
                    continue;
                }
                uint32_t value =
                    (uint32_t)bi_random_below(&random, 3) + (bi_random_below(&random, 2) ? 0 : p - 3);
                for (int32_t side = 0; side < (symmetric && i != j ? 2 : 1); side++) {
                    places[count] = (bi_entry_place){side ? j : i, side ? i : j};
                    full[places[count].row * n + places[count].column] = plain[count] = value;
                    count++;
                }
            }
        }
        CHECK(bi_elimination_plan(&e, n, places, plain, count, p, symmetric) == BIGHT_OK);
        uint32_t primes[BI_LANES];
        for (int32_t l = 0; l < BI_LANES; l++) {
            primes[l] = p;
        }
        for (int32_t i = 0; i < count * BI_LANES; i++) {
            values[i] = plain[i / BI_LANES];
        }
        bi_elimination_result result;
        CHECK(bi_elimination_run(&e, values, count, BI_LANES, primes, symmetric ? minors : NULL, &result) ==
              BIGHT_OK);
        uint32_t wanted = bi_mod_determinant(full, n, p);
        CHECK_SEED((e.rank < n) == (wanted == 0) || !symmetric, seed);
        for (int32_t l = 0; l < BI_LANES; l++) {
            CHECK_SEED(result.good[l] || (!symmetric && e.rank < n), seed);
            CHECK_SEED(e.rank < n || result.determinant[l] == wanted, seed);
            CHECK_SEED(e.rank < n || !symmetric || minors[(n - 1) * BI_LANES + l] == wanted, seed);
        }
        singular += e.rank < n;
        pairs += symmetric && e.rank > 0 && e.plan[0] == BI_STEP_FIRST;
    }
    CHECK(singular > 10 && pairs > 2);
    bi_elimination_free(&e);
}

// Numbers come back from their residues modulo forty primes: +-2^i, in decimal by doubling.
TEST(numbers_from_residues)
{
    bi_residues r;
    bi_residues_init(&r, NULL);
    CHECK(bi_residues_reserve(&r, 40) == BIGHT_OK);
    for (int32_t k = 0; k < 16; k++) {
        CHECK(r.primes[k] == bi_primes[k]);
    }
    decimal power = {{1}, 1};
    for (int32_t i = 0; i <= 1200; i++) {
        for (int32_t sign = 0; sign < 2 && (i < 64 || i % 97 == 0); sign++) {
            uint32_t residues[40];
            int32_t digits[40];
            for (int32_t k = 0; k < 40; k++) {
                uint32_t value = 1;
                for (int32_t d = 0; d < i; d++) {
                    value = bi_mod_add(value, value, r.primes[k]);
                }
                residues[k] = sign ? bi_mod_subtract(0, value, r.primes[k]) : value;
            }
            bight_bytes text = {0};
            bi_residues_digits(&r, residues, 40, 1, digits);
            CHECK(bi_residues_text(&r, digits, 40, &text) == BIGHT_OK);
            CHECK_SEED(text.size == (size_t)(power.count + sign) && (text.data[0] == '-') == (sign == 1), i);
            for (int32_t d = 0; d < power.count; d++) {
                CHECK_SEED(text.data[d + sign] == '0' + power.digits[power.count - 1 - d], i);
            }
            bight_bytes_free(NULL, &text);
        }
        add(&power, &power, &power);
    }
    int32_t zeros[40] = {0};
    bight_bytes text = {0};
    CHECK(bi_residues_text(&r, zeros, 40, &text) == BIGHT_OK);
    check_text(&text, "0");
    bight_bytes_free(NULL, &text);
    CHECK(bi_residues_needed(0.0) == 1 && bi_residues_needed(29.0) == 2);
    bi_residues_free(&r);
}

// Budgets, stops, links, and memory that is refused: each with its word, nothing held.
TEST(what_is_refused)
{
    bight_diagram *diagram;
    bight_bytes text;
    for (int32_t i = 0; i < 3000; i++) {
        word[i] = i % 2 == 0 ? 1 : -2;
    }
    diagram = knot_of(3000 - 2, 3);
    const bight_budget little = {.bytes = 100000}, brief = {.seconds = 1e-3};
    CHECK(bight_diagram_alexander(NULL, diagram, &little, &text, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "the Alexander polynomial of a diagram of 2998 crossings was not computed") !=
              NULL &&
          strstr(error.message, "memory") != NULL && text.data == NULL);
    CHECK(bight_diagram_determinant(NULL, diagram, &little, &text, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(bight_diagram_alexander(NULL, diagram, &brief, &text, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "0.001 seconds") != NULL);
    bight_diagram_free(diagram);

    word[0] = word[1] = 1;
    CHECK(bight_diagram_from_braid(NULL, word, 2, 2, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK); // of the Hopf link
    CHECK(text.size == 1 && text.data[0] == '2');
    bight_bytes_free(NULL, &text);
    bight_diagram_free(diagram);

    for (int32_t i = 0; i < 40; i++) {
        word[i] = i % 2 == 0 ? 1 : -2;
    }
    diagram = knot_of(40, 3);
    for (int32_t what = 0; what < 3; what++) {
        bool done = false;
        for (int64_t fail = 1; !done; fail++) {
            failing_allocator memory = {.fail_at = fail};
            bight_env env = failing_env(&memory);
            int32_t signature;
            text = (bight_bytes){0};
            bight_status status = what == 0 ? bight_diagram_determinant(&env, diagram, NULL, &text, &error)
                                  : what == 1
                                      ? bight_diagram_alexander(&env, diagram, NULL, &text, &error)
                                      : bight_diagram_signature(&env, diagram, NULL, &signature, &error);
            done = status == BIGHT_OK;
            CHECK_SEED(done || (status == BIGHT_ERROR_NO_MEMORY && text.size == 0), fail);
            bight_bytes_free(&env.allocator, &text);
            CHECK_SEED(memory.held == 0, fail);
        }
    }
    bight_diagram_free(diagram);
}

RUN_TESTS(unit(turks_heads), unit(torus_knots_of_two_strands), unit(two_ways_to_the_determinant),
          unit(elimination_of_random_matrices), unit(numbers_from_residues), unit(what_is_refused))
