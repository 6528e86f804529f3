// SPDX-License-Identifier: MIT
// The signature from a checkerboard colouring (Gordon, Litherland, "On the signature of a link", 1978):
// the signature of the Goeritz matrix of the white faces, corrected at the crossings where the dark surface
// does not follow the knot's direction. The inertia of the integer matrix is exact: its characteristic
// polynomial has only real roots, so by Descartes' rule the sign changes count the positive ones.

#include "knot/invariant.h"
#include "core/assert.h"
#include "knot/modular.h"
#include "core/memory.h"

#include <math.h>

// Two-colours the faces: neighbours across an arc differ.
static void colour_faces(const bi_diagram *diagram, const int32_t *face, int32_t faces, int32_t *colour)
{
    for (int32_t f = 0; f < faces; f++) {
        colour[f] = -1;
    }

    // the map is connected, so a few rounds over the darts reach every face
    colour[face[0]] = 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
            int32_t here = face[dart], there = face[diagram->mate[dart]];
            if (colour[here] >= 0 && colour[there] < 0) {
                colour[there] = 1 - colour[here];
                changed = true;
            }
        }
    }
}

// Signature of a symmetric matrix with m rows from the characteristic polynomial.
static bight_status matrix_signature(const int32_t *goeritz, int32_t m, uint32_t *work, int32_t *signature)
{
    // |coefficients| <= prod (1 + |eigenvalue|) <= (1 + sqrt(|G|^2 / m))^m by the mean inequalities
    double squares = 0.0, bits = 2.0;
    for (int32_t i = 0; i < m * m; i++) {
        squares += (double)goeritz[i] * goeritz[i];
    }
    double factor = 1.0 + sqrt(squares / m);
    for (int32_t i = 0; i < m; i++) {
        // log2 from above, without libm: the exponent of the next power of two of factor^4, over 4
        int exponent;
        frexp(factor * factor * factor * factor, &exponent);
        bits += exponent / 4.0;
    }

    int32_t primes = (int32_t)(bits / 30.9) + 1;
    if (primes > BI_PRIMES) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    uint32_t coefficients[BI_PRIMES][BI_INVARIANT_CROSSINGS];
    for (int32_t k = 0; k < primes; k++) {
        for (int32_t i = 0; i < m * m; i++) {
            work[i] = bi_mod_from(goeritz[i], bi_primes[k]);
        }
        bi_mod_characteristic(work, m, bi_primes[k], coefficients[k], work + m * m);
    }

    // from the constant term up: leading zeros count zero eigenvalues, sign changes positive ones
    int32_t zeros = 0, changes = 0, last = 0;
    for (int32_t i = 0; i <= m; i++) {
        uint32_t residues[BI_PRIMES];
        int32_t digits[BI_PRIMES];
        for (int32_t k = 0; k < primes; k++) {
            residues[k] = coefficients[k][i];
        }
        bi_mod_digits(residues, primes, digits);
        int32_t sign = bi_mod_sign(digits, primes);
        zeros += sign == 0 && last == 0;
        changes += sign != 0 && last != 0 && sign != last;
        last = sign != 0 ? sign : last;
    }

    // positive - negative, where negative = m - positive - zero
    *signature = 2 * changes - (m - zeros);
    return BIGHT_OK;
}

bight_status bi_signature(const bi_diagram *diagram, bi_invariant_scratch *scratch, int32_t *signature)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    int32_t n = diagram->crossings;
    *signature = 0;
    if (n <= 2) {
        return BIGHT_OK;
    }
    if (n > BI_INVARIANT_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    int64_t numbers = 4 * (int64_t)n + 2 * ((int64_t)n + 2) + ((int64_t)n + 2) * (n + 2);
    bight_status status = bi_reserve(&scratch->allocator, &scratch->numbers, &scratch->number_capacity,
                                     numbers, sizeof *scratch->numbers);
    if (status == BIGHT_OK) {
        status = bi_reserve(&scratch->allocator, &scratch->matrix, &scratch->matrix_capacity,
                            2 * ((int64_t)n + 3) * (n + 3), sizeof *scratch->matrix);
    }

    if (status != BIGHT_OK) {
        return status;
    }
    int32_t *face = scratch->numbers, *colour = face + 4 * n, *row = colour + n + 2, *goeritz = row + n + 2;
    int32_t faces = bi_diagram_faces(diagram, face);
    colour_faces(diagram, face, faces, colour);

    // the colour with fewer faces is white; one white face is left out
    int32_t ones = 0;
    for (int32_t f = 0; f < faces; f++) {
        ones += colour[f];
    }

    int32_t white = 2 * ones <= faces ? 1 : 0, m = -1;
    for (int32_t f = 0; f < faces; f++) {
        row[f] = colour[f] == white ? m++ : -1;
    }
    for (int32_t i = 0; i < m * m; i++) {
        goeritz[i] = 0;
    }

    // Corner i of a crossing lies between slots i and i + 1; the face to the left of dart i is at corner i.
    // Turned counter-clockwise the over line sweeps corners 1 and 3.
    int32_t correction = 0;
    for (int32_t c = 0; c < n; c++) {
        int32_t corner = colour[face[4 * c]] == white ? 0 : 1;
        int32_t type = corner == 0 ? 1 : -1; // dark corners are swept
        int32_t one = row[face[4 * c + corner]], two = row[face[4 * c + corner + 2]];
        if (one != two) {
            for (int32_t i = 0; i < 2; i++) {
                int32_t a = i == 0 ? one : two, b = i == 0 ? two : one;
                if (a >= 0) {
                    goeritz[a * m + a] += type;
                    if (b >= 0) {
                        goeritz[a * m + b] -= type;
                    }
                }
            }
        }

        // the knot enters the dark corner pair at one end and leaves at the other unless the pair lies
        // between in and out darts: corner 1 is between an over dart and the outgoing under dart
        bool out_at_one = bi_is_out(diagram, 4 * c + 1);
        bool dark_is_beside = corner == 0 ? !out_at_one : out_at_one;
        correction += dark_is_beside ? 0 : type;
    }

    // signature of the link = that of the Goeritz matrix - correction
    int32_t plain = 0;
    status = m > 0 ? matrix_signature(goeritz, m, scratch->matrix, &plain) : BIGHT_OK;
    *signature = plain - correction;
    return status;
}
