// SPDX-License-Identifier: MIT

#include "sim/projection/lcp.h"

#include "core/assert.h"
#include "core/vec3.h"

// Added to the diagonal, as a share of it: contacts that say the same (two triangles of one plane) share the
// load.
#define COMPLIANCE 1e-9

// Row k of the Cholesky factor of the rows of S in the active list, packed, 1 / L(k, k) on the diagonal.
static void factor_row(int32_t k, const int32_t *active, const double *s, double *factor)
{
    double *row = factor + (int64_t)k * (k + 1) / 2;
    for (int32_t j = 0; j <= k; j++) {
        const double *other = factor + (int64_t)j * (j + 1) / 2;
        double entry = s[bi_packed(active[k], active[j])], sum = entry;
        for (int32_t i = 0; i < j; i++) {
            sum -= row[i] * other[i];
        }
        row[j] =
            j < k ? sum * other[j] : 1.0 / sqrt(bi_max(sum + COMPLIANCE * entry, 0.5 * COMPLIANCE * entry));
    }
}

// S_AA z_A = -q_A from the factor.
static void solve_active(int32_t count, const int32_t *active, const double *q, const double *factor,
                         double *z)
{
    for (int32_t i = 0; i < count; i++) {
        const double *row = factor + (int64_t)i * (i + 1) / 2;
        double sum = -q[active[i]];
        for (int32_t k = 0; k < i; k++) {
            sum -= row[k] * z[active[k]];
        }
        z[active[i]] = sum * row[i];
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        const double *row = factor + (int64_t)i * (i + 1) / 2;
        double value = z[active[i]] * row[i];
        z[active[i]] = value;
        for (int32_t k = 0; k < i; k++) {
            z[active[k]] -= row[k] * value;
        }
    }
}

// w = S l + q, l being zero outside the active rows.
static void gaps(int32_t n, int32_t count, const double *s, const double *q, const double *l,
                 const bi_complement_work *work)
{
    for (int32_t i = 0; i < n; i++) {
        double sum = q[i];
        for (int32_t k = 0; k < count; k++) {
            sum += s[bi_packed(i, work->active[k])] * l[work->active[k]];
        }
        work->w[i] = sum;
    }
    for (int32_t k = 0; k < count; k++) {
        work->w[work->active[k]] = 0.0;
    }
}

// Move from l towards the z of the active rows until a contact would pull, and take out those that would.
// @return How many rows stay active.
static int32_t retreat(int32_t count, const double *s, double *l, const double *z,
                       const bi_complement_work *work)
{
    double part = 1.0;
    for (int32_t k = 0; k < count; k++) {
        int32_t i = work->active[k];
        part = z[i] < 0.0 ? bi_min(part, l[i] / (l[i] - z[i])) : part;
    }
    int32_t kept = 0, first = count;
    for (int32_t k = 0; k < count; k++) {
        int32_t i = work->active[k];
        bool out = z[i] < 0.0 && l[i] / (l[i] - z[i]) <= part;
        l[i] = out ? 0.0 : l[i] + part * (z[i] - l[i]);
        first = out && k < first ? k : first;
        if (!out) {
            work->active[kept++] = i;
        }
    }
    for (int32_t k = first; k < kept; k++) {
        factor_row(k, work->active, s, work->factor);
    }
    return kept;
}

// Until the active rows are all contacts that push. Rows only go out.
// @return How many they are.
static int32_t settle(int32_t count, const double *s, const double *q, double *l,
                      const bi_complement_work *work)
{
    for (int32_t before = count + 1; before > count && count > 0;) {
        before = count;
        solve_active(count, work->active, q, work->factor, work->z);
        count = retreat(count, s, l, work->z, work);
    }
    return count;
}

bool bi_complement(int32_t n, const double *s, const double *q, double *l, double enough,
                   const bi_complement_work *work)
{
    BI_ASSERT(n >= 0 && enough >= 0.0);
    int32_t count = 0;
    for (int32_t i = 0; i < n; i++) {
        if (l[i] > 0.0) {
            work->active[count] = i;
            factor_row(count, work->active, s, work->factor);
            count++;
        }
        l[i] = 0.0;
    }

    // of the guess only contacts that push
    count = settle(count, s, q, l, work);
    for (int32_t turn = 0; turn < 3 * n; turn++) {
        gaps(n, count, s, q, l, work);

        // w = S l + q: the gap that is closed the most comes in
        int32_t worst = 0;
        for (int32_t i = 1; i < n; i++) {
            worst = work->w[i] < work->w[worst] ? i : worst;
        }
        if (!(work->w[worst] < -enough)) {
            return true;
        }
        work->active[count] = worst;
        factor_row(count, work->active, s, work->factor);
        count = settle(count + 1, s, q, l, work);
    }
    return false;
}
