// SPDX-License-Identifier: MIT

#include "sim/projection_lcp.h"

#include "core/vec3.h"

// Added to the diagonal, as a share of it: contacts that say the same (two triangles of one plane) share the
// load.
#define COMPLIANCE 1e-9

#define BLOCK_TRIES 3
#define SWEEPS 200

// Cholesky factor of the active rows of S, packed, 1 / L(i, i) on the diagonal; then S_AA l_A = -q_A.
static void solve_active(int32_t count, const int32_t *active, const double *s, const double *q,
                         double *factor, double *l)
{
    for (int32_t i = 0; i < count; i++) {
        double *row = factor + (int64_t)i * (i + 1) / 2;
        for (int32_t j = 0; j <= i; j++) {
            const double *other = factor + (int64_t)j * (j + 1) / 2;
            double sum = s[bi_packed(active[i], active[j])];
            double least = 0.5 * COMPLIANCE * sum;
            sum += i == j ? COMPLIANCE * sum : 0.0;
            for (int32_t k = 0; k < j; k++) {
                sum -= row[k] * other[k];
            }
            row[j] = i == j ? 1.0 / sqrt(bi_max(sum, least)) : sum * other[j];
        }
    }
    for (int32_t i = 0; i < count; i++) {
        const double *row = factor + (int64_t)i * (i + 1) / 2;
        double sum = -q[active[i]];
        for (int32_t k = 0; k < i; k++) {
            sum -= row[k] * l[active[k]];
        }
        l[active[i]] = sum * row[i];
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        const double *row = factor + (int64_t)i * (i + 1) / 2;
        double value = l[active[i]] * row[i];
        l[active[i]] = value;
        for (int32_t k = 0; k < i; k++) {
            l[active[k]] -= row[k] * value;
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

// Projected Gauss-Seidel: always comes nearer.
static void relax(int32_t n, const double *s, const double *q, double *l)
{
    for (int32_t i = 0; i < n; i++) {
        l[i] = bi_max(l[i], 0.0);
    }
    for (int32_t sweep = 0; sweep < SWEEPS; sweep++) {
        for (int32_t i = 0; i < n; i++) {
            double sum = q[i];
            for (int32_t j = 0; j < n; j++) {
                sum += s[bi_packed(i, j)] * l[j];
            }
            l[i] = bi_max(0.0, l[i] - sum / s[bi_packed(i, i)]);
        }
    }
}

bool bi_complement(int32_t n, const double *s, const double *q, double *l, double enough,
                   const bi_complement_work *work)
{
    int32_t count = 0, least = n + 1, tries = BLOCK_TRIES;
    for (int32_t i = 0; i < n; i++) {
        work->w[i] = l[i] > 0.0 || q[i] < 0.0 ? 1.0 : 0.0;
    }
    for (int32_t exchange = 0; exchange < 2 * n + 40; exchange++) {
        count = 0;
        for (int32_t i = 0; i < n; i++) {
            if (work->w[i] > 0.0) {
                work->active[count++] = i;
            }
            l[i] = 0.0;
        }
        solve_active(count, work->active, s, q, work->factor, l);

        // what is wrong: contacts that pull, and gaps that close
        gaps(n, s, q, l, work->w);
        int32_t wrong = 0, last = -1, k = 0;
        for (int32_t i = 0; i < n; i++) {
            bool active = k < count && work->active[k] == i;
            k += active;
            bool bad = active ? l[i] < 0.0 : work->w[i] < -enough;
            wrong += bad;
            last = bad ? i : last;
        }
        if (wrong == 0) {
            return true;
        }
        tries = wrong < least ? BLOCK_TRIES : tries - 1;
        least = wrong < least ? wrong : least;
        k = 0;
        for (int32_t i = 0; i < n; i++) {
            bool active = k < count && work->active[k] == i;
            k += active;
            bool bad = active ? l[i] < 0.0 : work->w[i] < -enough;
            bool swap = bad && (tries >= 0 || i == last);
            work->w[i] = active != swap ? 1.0 : 0.0;
        }
    }
    relax(n, s, q, l);
    return false;
}
