// SPDX-License-Identifier: MIT

#include "knot/modular.h"

#include "core/assert.h"

// the largest primes below 2^31
const uint32_t bi_primes[BI_PRIMES] = {
    2147483647u, 2147483629u, 2147483587u, 2147483579u, 2147483563u, 2147483549u, 2147483543u, 2147483497u,
    2147483489u, 2147483477u, 2147483423u, 2147483399u, 2147483353u, 2147483323u, 2147483269u, 2147483249u,
};

uint32_t bi_mod_inverse(uint32_t a, uint32_t p)
{
    uint32_t power = 1;
    for (uint32_t e = p - 2; e > 0; e >>= 1) {
        power = (e & 1) != 0 ? bi_mod_multiply(power, a, p) : power;
        a = bi_mod_multiply(a, a, p);
    }
    return power;
}

static void swap_rows(uint32_t *matrix, int32_t n, int32_t a, int32_t b)
{
    for (int32_t j = 0; j < n; j++) {
        uint32_t kept = matrix[a * n + j];
        matrix[a * n + j] = matrix[b * n + j];
        matrix[b * n + j] = kept;
    }
}

uint32_t bi_mod_determinant(uint32_t *matrix, int32_t n, uint32_t p)
{
    uint32_t determinant = 1;

    // Gauss: the determinant is the product of the pivots, negated by each exchange of rows
    for (int32_t k = 0; k < n; k++) {
        int32_t pivot = k;
        while (pivot < n && matrix[pivot * n + k] == 0) {
            pivot++;
        }
        if (pivot == n) {
            return 0;
        }
        if (pivot != k) {
            swap_rows(matrix, n, pivot, k);
            determinant = bi_mod_subtract(0, determinant, p);
        }

        // row_i -= (m_ik / m_kk) row_k
        determinant = bi_mod_multiply(determinant, matrix[k * n + k], p);
        uint32_t inverse = bi_mod_inverse(matrix[k * n + k], p);
        for (int32_t i = k + 1; i < n; i++) {
            if (matrix[i * n + k] == 0) {
                continue;
            }
            uint32_t factor = bi_mod_multiply(matrix[i * n + k], inverse, p);
            for (int32_t j = k; j < n; j++) {
                uint32_t product = bi_mod_multiply(factor, matrix[k * n + j], p);
                matrix[i * n + j] = bi_mod_subtract(matrix[i * n + j], product, p);
            }
        }
    }
    return determinant;
}

// Similar to the matrix, and zero below the first subdiagonal.
static void to_hessenberg(uint32_t *matrix, int32_t n, uint32_t p)
{
    // a pivot below the diagonal in each column; rows and columns are exchanged alike, which is a similarity
    for (int32_t k = 1; k + 1 < n; k++) {
        int32_t pivot = k;
        while (pivot < n && matrix[pivot * n + k - 1] == 0) {
            pivot++;
        }
        if (pivot == n) {
            continue;
        }
        if (pivot != k) {
            swap_rows(matrix, n, pivot, k);
            for (int32_t i = 0; i < n; i++) {
                uint32_t kept = matrix[i * n + pivot];
                matrix[i * n + pivot] = matrix[i * n + k];
                matrix[i * n + k] = kept;
            }
        }

        // f = h_(i,k-1) / h_(k,k-1): row_i -= f row_k, and column_k += f column_i to stay similar
        uint32_t inverse = bi_mod_inverse(matrix[k * n + k - 1], p);
        for (int32_t i = k + 1; i < n; i++) {
            uint32_t factor = bi_mod_multiply(matrix[i * n + k - 1], inverse, p);
            if (factor == 0) {
                continue;
            }
            for (int32_t j = 0; j < n; j++) {
                uint32_t product = bi_mod_multiply(factor, matrix[k * n + j], p);
                matrix[i * n + j] = bi_mod_subtract(matrix[i * n + j], product, p);
            }
            for (int32_t j = 0; j < n; j++) {
                uint32_t product = bi_mod_multiply(factor, matrix[j * n + i], p);
                matrix[j * n + k] = bi_mod_add(matrix[j * n + k], product, p);
            }
        }
    }
}

// With H the Hessenberg form and q_k the polynomial of its leading k x k block,
//   q_k = (t - H_kk) q_(k-1) - sum over i < k of H_ik (H_(i+1,i) ... H_(k,k-1)) q_(i-1).
// Source: Cohen, A Course in Computational Algebraic Number Theory (1993), algorithm 2.2.9.
void bi_mod_characteristic(uint32_t *matrix, int32_t n, uint32_t p, uint32_t *coefficients, uint32_t *scratch)
{
    BI_ASSERT(n >= 0 && p > 1);
    to_hessenberg(matrix, n, p);
    int32_t width = n + 1;
    for (int32_t i = 0; i < width * width; i++) {
        scratch[i] = 0;
    }
    scratch[0] = 1;
    for (int32_t k = 1; k <= n; k++) {
        uint32_t *q = scratch + k * width;
        const uint32_t *previous = q - width;
        uint32_t diagonal = matrix[(k - 1) * n + k - 1], chain = 1;
        for (int32_t j = 0; j < k; j++) {
            q[j] = bi_mod_subtract(q[j], bi_mod_multiply(diagonal, previous[j], p), p);
            q[j + 1] = bi_mod_add(q[j + 1], previous[j], p);
        }
        for (int32_t i = k - 1; i >= 1; i--) {
            chain = bi_mod_multiply(chain, matrix[i * n + i - 1], p);
            uint32_t factor = bi_mod_multiply(chain, matrix[(i - 1) * n + k - 1], p);
            for (int32_t j = 0; j < i && factor != 0; j++) {
                q[j] = bi_mod_subtract(q[j], bi_mod_multiply(factor, scratch[(i - 1) * width + j], p), p);
            }
        }
    }
    for (int32_t j = 0; j <= n; j++) {
        coefficients[j] = scratch[n * width + j];
    }
}

void bi_mod_digits(uint32_t *residues, int32_t primes, int32_t *digits)
{
    for (int32_t k = 0; k < primes; k++) {
        uint32_t p = bi_primes[k], digit = residues[k];
        digits[k] = digit > p / 2 ? (int32_t)digit - (int32_t)p : (int32_t)digit;

        // the remaining digits are those of the rest divided by p, modulo each later prime
        for (int32_t i = k + 1; i < primes; i++) {
            uint32_t q = bi_primes[i], rest = bi_mod_subtract(residues[i], bi_mod_from(digits[k], q), q);
            residues[i] = bi_mod_multiply(rest, bi_mod_inverse(p % q, q), q);
        }
    }
}

int32_t bi_mod_sign(const int32_t *digits, int32_t primes)
{
    BI_ASSERT(primes >= 1);
    // a digit outweighs all before it, because these are at most half their primes
    for (int32_t k = primes - 1; k >= 0; k--) {
        if (digits[k] != 0) {
            return digits[k] > 0 ? 1 : -1;
        }
    }
    return 0;
}

bool bi_mod_value(const int32_t *digits, int32_t primes, int64_t *value)
{
    for (int32_t k = 2; k < primes; k++) {
        if (digits[k] != 0) {
            return false;
        }
    }
    *value = digits[0] + (primes > 1 ? (int64_t)digits[1] * bi_primes[0] : 0);
    return true;
}
