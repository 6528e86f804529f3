// SPDX-License-Identifier: MIT
// Singular values of a 3 x 3 matrix.

#pragma once

/// m = u diag(s) v', rows first; s[0] >= s[1] >= s[2] >= 0, u and v orthogonal, mirror images or not. One-sided Jacobi
/// (Hestenes 1958): columns are turned against each other until they are orthogonal.
void bi_svd(const double m[9], double u[9], double s[3], double v[9]);
