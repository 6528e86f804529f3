// SPDX-License-Identifier: MIT
// Orientation in a displaced world: geom/predicates.h.

#include "geom/predicates.h"

// Coordinate c of the vertex that comes r-th by rank is displaced by e^(2^(3 r + c)) with e > 0 infinitely
// small. The determinant of the rows (x y z 1) is then a polynomial in e, whose terms are its minors: for
// each choice of displaced entries, no two in a row or a column, the exponent is the sum of their powers of
// two, which is the choice itself read as a binary number. The first minor that is not zero, in that order,
// has the sign.

static double coordinate(bight_vec3 p, int32_t axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Sign of the minor that is left of the rows and the columns (the last one is all ones) that are not
// displaced.
static int32_t minor_sign(const bight_vec3 row[4], const bool row_used[4], const bool column_used[3])
{
    int32_t rows[4], columns[3], row_count = 0, column_count = 0;
    for (int32_t r = 0; r < 4; r++) {
        if (!row_used[r]) {
            rows[row_count++] = r;
        }
    }
    for (int32_t c = 0; c < 3; c++) {
        if (!column_used[c]) {
            columns[column_count++] = c;
        }
    }
    if (column_count == 0) {
        return 1;
    }
    double p[3][2];
    for (int32_t i = 0; i < row_count; i++) {
        for (int32_t k = 0; k < column_count; k++) {
            p[i][k] = coordinate(row[rows[i]], columns[k]);
        }
    }
    return column_count == 2 ? bi_orient2d(p[0], p[1], p[2]) : (p[0][0] > p[1][0]) - (p[0][0] < p[1][0]);
}

// Sign of the term of one choice, 0 when it is no choice or its minor vanishes. Moving the displaced entries
// of rows R and columns C to the front costs (-1)^(sum of R and C) and the order of C along R (Laplace).
static int32_t term_sign(const bight_vec3 row[4], int32_t choice)
{
    bool row_used[4] = {false}, column_used[3] = {false};
    int32_t sign = 1, columns[4], count = 0;
    for (int32_t bit = 0; bit < 12; bit++) {
        if (!(choice >> bit & 1)) {
            continue;
        }
        int32_t r = bit / 3, c = bit % 3;
        if (row_used[r] || column_used[c]) {
            return 0;
        }
        row_used[r] = column_used[c] = true;
        sign = (r + c) % 2 == 0 ? sign : -sign;
        for (int32_t i = 0; i < count; i++) {
            sign = columns[i] > c ? -sign : sign;
        }
        columns[count++] = c;
    }
    return sign * minor_sign(row, row_used, column_used);
}

int32_t bi_orient3d_displaced(const bight_vec3 points[4], const int32_t ranks[4])
{
    int32_t sign = bi_orient3d(points[0], points[1], points[2], points[3]);
    if (sign != 0) {
        return sign;
    }

    // by rank; every exchange of two rows turns the sign
    bight_vec3 row[4] = {points[0], points[1], points[2], points[3]};
    int32_t rank[4] = {ranks[0], ranks[1], ranks[2], ranks[3]}, parity = 1;
    for (int32_t i = 1; i < 4; i++) {
        for (int32_t k = i; k > 0 && rank[k - 1] > rank[k]; k--) {
            bight_vec3 point = row[k];
            row[k] = row[k - 1];
            row[k - 1] = point;
            int32_t number = rank[k];
            rank[k] = rank[k - 1];
            rank[k - 1] = number;
            parity = -parity;
        }
    }

    // taking the first row off the others leaves its 1 in the corner of the last column, which has an odd
    // place: the determinant of the rows (x y z 1) is minus that of bi_orient3d(). The last choice tried
    // displaces x of the first, y of the second and z of the third and leaves a 1.
    for (int32_t choice = 1; choice <= (1 | 1 << 4 | 1 << 8); choice++) {
        sign = term_sign(row, choice);
        if (sign != 0) {
            return -parity * sign;
        }
    }
    return 1; // unreachable
}
