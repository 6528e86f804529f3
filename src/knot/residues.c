// SPDX-License-Identifier: MIT

#include "knot/residues.h"
#include "knot/modular.h"
#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

#define MOST_PRIMES 20000
#define LIMB 1000000000 // of a decimal number that is being written

void bi_residues_init(bi_residues *r, const bight_allocator *allocator)
{
    *r = (bi_residues){0};
    if (allocator != NULL) {
        r->allocator = *allocator;
    }
}

void bi_residues_free(bi_residues *r)
{
    bi_free_array(&r->allocator, r->primes, (size_t)r->prime_capacity, sizeof *r->primes);
    bi_free_array(&r->allocator, r->inverse, (size_t)r->inverse_capacity, sizeof *r->inverse);
    bi_free_array(&r->allocator, r->digits, (size_t)r->digit_capacity, sizeof *r->digits);
    bi_residues_init(r, NULL);
}

// The strong test to the bases 2, 3, 5, 7, which no composite number below 3.2e9 passes (Jaeschke 1993).
static bool is_prime(uint32_t n)
{
    static const uint32_t bases[4] = {2, 3, 5, 7};
    uint32_t odd = n - 1;
    int32_t twos = 0;
    for (; odd % 2 == 0; odd /= 2) {
        twos++;
    }
    for (int32_t i = 0; i < 4; i++) {
        uint32_t power = 1, a = bases[i];
        for (uint32_t e = odd; e > 0; e >>= 1) {
            power = (e & 1) != 0 ? bi_mod_multiply(power, a, n) : power;
            a = bi_mod_multiply(a, a, n);
        }
        bool passes = power == 1 || power == n - 1;
        for (int32_t k = 1; k < twos && !passes; k++) {
            power = bi_mod_multiply(power, power, n);
            passes = power == n - 1;
        }
        if (!passes) {
            return false;
        }
    }
    return true;
}

bight_status bi_residues_reserve(bi_residues *r, int32_t count)
{
    if (count > MOST_PRIMES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status = bi_reserve(&r->allocator, &r->primes, &r->prime_capacity, count, sizeof *r->primes);
    status = status == BIGHT_OK ? bi_reserve(&r->allocator, &r->inverse, &r->inverse_capacity,
                                             (int64_t)count * (count - 1) / 2 + 1, sizeof *r->inverse)
                                : status;
    for (; r->count < count && status == BIGHT_OK; r->count++) {
        int32_t k = r->count;
        uint32_t p = k > 0 ? r->primes[k - 1] - 2 : UINT32_C(2147483647);
        while (!is_prime(p)) {
            p -= 2;
        }
        r->primes[k] = p;
        for (int32_t i = 0; i < k; i++) {
            r->inverse[(size_t)k * (size_t)(k - 1) / 2 + (size_t)i] = bi_mod_inverse(r->primes[i] % p, p);
        }
        status = bi_watch_stops(r->watch, 20000 + 400 * (int64_t)k) ? BIGHT_ERROR_STOPPED : status;
    }
    return status;
}

int32_t bi_residues_needed(double bits)
{
    return (int32_t)((bits + 2.0) / 30.9) + 1; // each prime is above 2^30.9
}

void bi_residues_digits(const bi_residues *r, uint32_t *residues, int32_t count, int32_t stride,
                        int32_t *digits)
{
    BI_ASSERT(count <= r->count);
    for (int32_t k = 0; k < count; k++) {
        // what is left of the residue once the digits before are taken off, each step divided by its prime
        uint32_t p = r->primes[k], digit = residues[(size_t)k * (size_t)stride];
        const uint32_t *inverse = r->inverse + (size_t)k * (size_t)(k > 0 ? k - 1 : 0) / 2;
        for (int32_t i = 0; i < k; i++) {
            uint32_t before = digits[i] < 0 ? (uint32_t)(digits[i] + (int64_t)p) : (uint32_t)digits[i];
            digit = bi_mod_multiply(bi_mod_subtract(digit, before, p), inverse[i], p);
        }
        digits[k] = digit > p / 2 ? (int32_t)digit - (int32_t)p : (int32_t)digit;
    }
}

static bight_status append(bi_residues *r, bight_bytes *text, char letter)
{
    bight_status status = bi_reserve(&r->allocator, &text->data, &text->capacity, (int64_t)text->size + 1, 1);
    if (status == BIGHT_OK) {
        text->data[text->size++] = (uint8_t)letter;
    }
    return status;
}

// Horner's rule from the last digit: number = number p_k + d_k, in limbs of nine decimals. Digits of both signs come
// up, so the number is kept as its magnitude, with all digits negated when it is negative.
bight_status bi_residues_text(bi_residues *r, const int32_t *digits, int32_t count, bight_bytes *text)
{
    int32_t high = count - 1;
    while (high > 0 && digits[high] == 0) {
        high--;
    }
    bool negative = digits[high] < 0;
    bight_status status =
        bi_reserve(&r->allocator, &r->digits, &r->digit_capacity, 2 * (int64_t)count + 2, sizeof *r->digits);
    int32_t limbs = 0, *limb = r->digits;
    for (int32_t k = high; k >= 0 && status == BIGHT_OK; k--) {
        int64_t carry = negative ? -(int64_t)digits[k] : digits[k];
        for (int32_t i = 0; i < limbs; i++) {
            // below 2^30 2^31 + 2^31; a negative carry borrows from the limbs above
            int64_t sum = (int64_t)limb[i] * r->primes[k] + carry;
            int64_t rest = sum % LIMB;
            rest = rest < 0 ? rest + LIMB : rest;
            limb[i] = (int32_t)rest;
            carry = (sum - rest) / LIMB;
        }
        for (; carry > 0; carry /= LIMB) {
            limb[limbs++] = (int32_t)(carry % LIMB);
        }
        status = bi_watch_stops(r->watch, 10 + 20 * (int64_t)limbs) ? BIGHT_ERROR_STOPPED : status;
    }

    // the first limb without zeros in front
    bool started = false;
    status = status == BIGHT_OK && negative ? append(r, text, '-') : status;
    for (int32_t i = limbs - 1; i >= 0 && status == BIGHT_OK; i--) {
        for (int32_t place = LIMB / 10; place > 0 && status == BIGHT_OK; place /= 10) {
            int32_t digit = limb[i] / place % 10;
            started = started || digit != 0;
            status = started ? append(r, text, (char)('0' + digit)) : status;
        }
    }
    return status == BIGHT_OK && !started ? append(r, text, '0') : status;
}

double bi_log2_above(double number)
{
    // without libm: the exponent of the next power of two of its eighth power, an eighth
    int exponent;
    double square = number * number, fourth = square * square;
    frexp(fourth * fourth, &exponent);
    return exponent / 8.0;
}
