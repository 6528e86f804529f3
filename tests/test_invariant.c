// SPDX-License-Identifier: MIT

#include "knot/invariant.h"
#include "knot/modular.h"
#include "knot/simplify.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// A random braid word whose closure is a knot.
static void random_knot(bi_diagram *diagram, bi_random *random, int32_t length)
{
    int32_t word[64], seen[256];
    do {
        int32_t width = 2 + bi_random_below(random, 4);
        for (int32_t i = 0; i < length; i++) {
            word[i] = (1 + bi_random_below(random, width - 1)) * (bi_random_below(random, 3) != 0 ? 1 : -1);
        }
        CHECK(bi_diagram_from_braid(diagram, word, length, width) == BIGHT_OK);
    } while (bi_diagram_count_components(diagram, seen) + diagram->circles != 1);
}

// Both invariants before and after every kind of move; and, since Murasugi (1965), the value of the
// normalised polynomial at -1 is positive exactly when 4 divides the signature.
TEST(invariants_do_not_see_moves)
{
    bi_diagram diagram;
    bi_move_scratch moves;
    bi_invariant_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_move_scratch_init(&moves, NULL);
    bi_invariant_scratch_init(&scratch, NULL);
    int32_t knotted = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        random_knot(&diagram, &random, 3 + bi_random_below(&random, 40));
        bi_polynomial before, after;
        int32_t signature_before, signature_after;
        CHECK(bi_alexander(&diagram, &scratch, &before) == BIGHT_OK);
        CHECK(bi_signature(&diagram, &scratch, &signature_before) == BIGHT_OK);
        CHECK(bi_move_scratch_reserve(&moves, diagram.crossings) == BIGHT_OK);
        for (int32_t i = 0; i < 5; i++) {
            bi_shuffle(&diagram, &moves, &random);
        }
        bi_pass_all(&diagram, &moves);
        CHECK(bi_alexander(&diagram, &scratch, &after) == BIGHT_OK);
        CHECK(bi_signature(&diagram, &scratch, &signature_after) == BIGHT_OK);
        CHECK_SEED(before.degree == after.degree, seed);
        int64_t at_minus_one = 0;
        for (int32_t i = 0; i <= 2 * before.degree; i++) {
            CHECK_SEED(before.coefficients[i] == after.coefficients[i], seed);
            CHECK_SEED(before.coefficients[i] == before.coefficients[2 * before.degree - i], seed);
            at_minus_one += (i + before.degree) % 2 == 0 ? before.coefficients[i] : -before.coefficients[i];
        }
        CHECK_SEED(signature_before == signature_after && signature_before % 2 == 0, seed);
        CHECK_SEED(at_minus_one != 0 && (at_minus_one > 0) == (signature_before % 4 == 0), seed);
        CHECK_SEED(abs(signature_before) <= 2 * before.degree || before.degree == 0, seed);
        knotted += before.degree > 0;
    }
    CHECK(knotted > 100);
    bi_diagram_free(&diagram);
    bi_move_scratch_free(&moves);
    bi_invariant_scratch_free(&scratch);
}

// T(2, n): coefficients 1, -1, 1, ...; T(3, 4) and T(3, 5) from the closed form of torus knots.
TEST(torus_knots_have_their_polynomials)
{
    bi_diagram diagram;
    bi_invariant_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_invariant_scratch_init(&scratch, NULL);
    int32_t word[64], signature;
    bi_polynomial p;
    for (int32_t n = 3; n <= 63; n += 4) {
        for (int32_t i = 0; i < n; i++) {
            word[i] = -1;
        }
        CHECK(bi_diagram_from_braid(&diagram, word, n, 2) == BIGHT_OK);
        CHECK(bi_alexander(&diagram, &scratch, &p) == BIGHT_OK && p.degree == (n - 1) / 2);
        CHECK(bi_signature(&diagram, &scratch, &signature) == BIGHT_OK && signature == n - 1);
        for (int32_t i = 0; i < n; i++) {
            CHECK(p.coefficients[i] == (i % 2 == 0 ? 1 : -1));
        }
        CHECK(bi_polynomial_determinant(&p) == n);
    }
    static const int32_t t35[9] = {1, -1, 0, 1, -1, 1, 0, -1, 1};
    for (int32_t i = 0; i < 10; i++) {
        word[i] = 1 + i % 2;
    }
    CHECK(bi_diagram_from_braid(&diagram, word, 10, 3) == BIGHT_OK);
    CHECK(bi_alexander(&diagram, &scratch, &p) == BIGHT_OK && p.degree == 4);
    for (int32_t i = 0; i < 9; i++) {
        CHECK(p.coefficients[i] == t35[i]);
    }
    CHECK(bi_signature(&diagram, &scratch, &signature) == BIGHT_OK && signature == -8);
    bi_diagram_free(&diagram);
    bi_invariant_scratch_free(&scratch);
}

// The closed braid of (s1 s2^-1)^k is its own mirror image, so its signature is 0, and that of any knot changes its
// sign in the mirror: up to 64 crossings, where the matrix has numbers that need more primes.
TEST(signatures_of_mirror_images)
{
    bi_diagram diagram;
    bi_invariant_scratch scratch;
    bi_diagram_init(&diagram, NULL);
    bi_invariant_scratch_init(&scratch, NULL);
    int32_t word[64], signature, mirrored;
    for (int32_t k = 2; k <= 32; k += k % 3 == 1 ? 1 : 2) {
        for (int32_t i = 0; i < 2 * k; i++) {
            word[i] = i % 2 == 0 ? 1 : -2;
        }
        CHECK(bi_diagram_from_braid(&diagram, word, 2 * k, 3) == BIGHT_OK);
        CHECK_SEED(bi_signature(&diagram, &scratch, &signature) == BIGHT_OK && signature == 0, k);
    }
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t seen[256];
        do {
            for (int32_t i = 0; i < 60; i++) { // alternating: many faces of either colour
                int32_t strand = bi_random_below(&random, 4);
                word[i] = (1 + strand) * (strand % 2 == 0 ? 1 : -1);
            }
            CHECK(bi_diagram_from_braid(&diagram, word, 60, 5) == BIGHT_OK);
        } while (bi_diagram_count_components(&diagram, seen) + diagram.circles != 1);
        CHECK(bi_signature(&diagram, &scratch, &signature) == BIGHT_OK);
        for (int32_t i = 0; i < 60; i++) {
            word[i] = -word[i];
        }
        CHECK(bi_diagram_from_braid(&diagram, word, 60, 5) == BIGHT_OK);
        CHECK(bi_signature(&diagram, &scratch, &mirrored) == BIGHT_OK);
        CHECK_SEED(mirrored == -signature, seed);
    }
    bi_diagram_free(&diagram);
    bi_invariant_scratch_free(&scratch);
}

// Without memory there is no value, and the error says so.
TEST(invariants_without_memory)
{
    static const int32_t word[3] = {1, 1, 1};
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    CHECK(bi_diagram_from_braid(&diagram, word, 3, 2) == BIGHT_OK);
    for (int64_t at = 1; at <= 2; at++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            failing_allocator memory = {.fail_at = at};
            bight_env env = failing_env(&memory);
            bi_invariant_scratch scratch;
            bi_invariant_scratch_init(&scratch, &env.allocator);
            bi_polynomial p;
            int32_t signature;
            CHECK((kind == 0 ? bi_alexander(&diagram, &scratch, &p)
                             : bi_signature(&diagram, &scratch, &signature)) == BIGHT_ERROR_NO_MEMORY);
            CHECK(memory.calls == at);
            bi_invariant_scratch_free(&scratch);
            CHECK(memory.held == 0);
        }
    }
    bi_diagram_free(&diagram);
}

TEST(residues_become_integers)
{
    static const int64_t values[] = {
        0, 1, -1, 1073741824, -1073741824, INT64_C(1) << 60, -(INT64_C(1) << 60), 123456789012345678};
    for (int32_t i = 0; i < 8; i++) {
        uint32_t residues[4];
        int32_t digits[4];
        for (int32_t k = 0; k < 4; k++) {
            residues[k] = bi_mod_from(values[i], bi_primes[k]);
        }
        bi_mod_digits(residues, 4, digits);
        int64_t value;
        CHECK(bi_mod_value(digits, 4, &value) && value == values[i]);
        CHECK(bi_mod_sign(digits, 4) == (values[i] > 0) - (values[i] < 0));
    }
}

// A 3 x 3 matrix by hand: (t - 2) (t^2 - 4 t + 4).
TEST(characteristic_polynomial)
{
    uint32_t p = bi_primes[0], coefficients[4], scratch[16];
    uint32_t matrix[9] = {3, p - 1, 1, 1, 1, 0, 0, 0, 2};
    bi_mod_characteristic(matrix, 3, p, coefficients, scratch);
    CHECK(coefficients[3] == 1 && coefficients[2] == p - 6 && coefficients[1] == 12 &&
          coefficients[0] == p - 8);
}

RUN_TESTS(unit(signatures_of_mirror_images), unit(invariants_without_memory),
          unit(invariants_do_not_see_moves), unit(torus_knots_have_their_polynomials),
          unit(residues_become_integers), unit(characteristic_polynomial))
