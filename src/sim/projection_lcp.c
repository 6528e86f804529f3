// SPDX-License-Identifier: MIT

#include "sim/projection_lcp.h"

#include "core/vec3.h"

#include <string.h>

// Added to the diagonal, as a share of it: contacts that say the same (two triangles of one plane) share the
// load.
#define COMPLIANCE 1e-9

// Block exchanges at most, and how many that make nothing better.
#define EXCHANGES 24
#define PATIENCE 3

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

// w = S l + q
static void gaps(int32_t n, const double *s, const double *q, const double *l, double *w)
{
    for (int32_t i = 0; i < n; i++) {
        w[i] = q[i];
    }
    for (int32_t i = 0; i < n; i++) {
        const double *row = s + (int64_t)i * (i + 1) / 2;
        double sum = 0.0, li = l[i];
        for (int32_t j = 0; j < i; j++) {
            sum += row[j] * l[j];
            w[j] += row[j] * li;
        }
        w[i] += sum + row[i] * li;
    }
}

// One block exchange: solve for the rows marked in w, find what is wrong with the answer and mark anew.
// @return How many rows were wrong: contacts that pull, or gaps that close.
static int32_t exchange(int32_t n, const double *s, const double *q, double *l, double enough,
                        const bi_complement_work *work)
{
    int32_t count = 0;
    for (int32_t i = 0; i < n; i++) {
        l[i] = 0.0;
        if (work->w[i] > 0.0) {
            work->active[count++] = i;
        }
    }
    for (int32_t k = 0; k < count; k++) {
        factor_row(k, work->active, s, work->factor);
    }
    solve_active(count, work->active, q, work->factor, l);
    gaps(n, s, q, l, work->w);
    int32_t wrong = 0, k = 0;
    for (int32_t i = 0; i < n; i++) {
        bool active = k < count && work->active[k] == i;
        k += active;
        bool bad = active ? l[i] < 0.0 : work->w[i] < -enough;
        wrong += bad;
        work->w[i] = active != bad ? 1.0 : 0.0;
    }
    return wrong;
}

// Go from l towards the z of the active rows as far as no contact pulls, and take out those that would.
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

// Rows come in one by one, the worst first, and the sum 1/2 l S l + q l falls with each (Lawson, Hanson 1974,
// chapter 23): slower than exchanges, but it cannot go round in circles when rows depend on each other.
// @return False when it took too long; l is then the best so far.
static bool one_by_one(int32_t n, const double *s, const double *q, double *l, double enough,
                       const bi_complement_work *work)
{
    int32_t count = 0;
    double *z = work->z;
    memset(l, 0, (size_t)n * sizeof *l);
    memset(z, 0, (size_t)n * sizeof *z);
    for (int32_t turn = 0; turn < 3 * n; turn++) {
        gaps(n, s, q, l, work->w);
        for (int32_t k = 0; k < count; k++) {
            work->w[work->active[k]] = 0.0;
        }
        int32_t worst = 0;
        for (int32_t i = 1; i < n; i++) {
            worst = work->w[i] < work->w[worst] ? i : worst;
        }
        if (!(work->w[worst] < -enough)) {
            return true;
        }
        work->active[count] = worst;
        factor_row(count, work->active, s, work->factor);
        count++;
        for (int32_t before = count + 1; before > count && count > 0;) {
            before = count;
            solve_active(count, work->active, q, work->factor, z);
            count = retreat(count, s, l, z, work);
        }
    }
    return false;
}

bool bi_complement(int32_t n, const double *s, const double *q, double *l, double enough,
                   const bi_complement_work *work)
{
    int32_t least = n + 1, patience = PATIENCE;
    for (int32_t i = 0; i < n; i++) {
        work->w[i] = l[i] > 0.0 || q[i] < 0.0 ? 1.0 : 0.0;
    }
    for (int32_t i = 0; i < EXCHANGES && patience > 0; i++) {
        int32_t wrong = exchange(n, s, q, l, enough, work);
        if (wrong == 0) {
            return true;
        }
        patience = wrong < least ? PATIENCE : patience - 1;
        least = wrong < least ? wrong : least;
    }
    return one_by_one(n, s, q, l, enough, work);
}
