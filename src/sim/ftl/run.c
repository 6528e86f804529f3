// SPDX-License-Identifier: MIT

#include "sim/ftl/run.h"

#include "core/assert.h"
#include "core/vec3.h"

// Where softening begins once it is needed.
#define FIRST_SOFTENING 1e-3

double bi_run_mobility(const bi_run_solver *s, int32_t k)
{
    return (k == s->i && s->held_i) || (k == s->j && s->held_j) ? 0.0 : 1.0;
}

// The node behind one, over the seam of a closed rope. Nodes are walked along, as a remainder for each is
// slow.
static int32_t after(const bi_run_solver *s, int32_t node)
{
    return node + 1 < s->nodes ? node + 1 : 0;
}

// v3_unit() of a vector whose length is known.
static bight_vec3 unit_of(bight_vec3 reach, double length, bight_vec3 otherwise)
{
    return length > 1e-150 ? v3_mul(1.0 / length, reach) : otherwise;
}

// By how much the sinking of its ends makes a link from a to b along u longer.
static double lengthened(const bi_sinking *sinking, int32_t a, int32_t b, double w0, double w1, bight_vec3 u)
{
    if (sinking->each == NULL) {
        return (w1 - w0) * v3_dot(u, sinking->all);
    }
    return w1 * v3_dot(u, v3_add(sinking->all, sinking->each[b])) -
           w0 * v3_dot(u, v3_add(sinking->all, sinking->each[a]));
}

// One Newton step of |v_{k+1} - v_k| = L for all links, least change of positions (fast projection,
// Goldenthal et al. 2007): (J W J^T) tension = C is tridiagonal with w_k + w_{k+1} on the diagonal and
// -w_{k+1} u_k . u_{k+1} beside it. C is the length error with all free nodes shifted by `sinking` but seen
// along the directions before: then weight and tensions balance at rest to the last digit.
void bi_run_solve(const bi_run_solver *s, double softening, bi_sinking sinking)
{
    BI_ASSERT(s->i >= 0 && s->i < s->j && s->j <= s->i + s->nodes && s->length > 0.0);
    // the loop carries node k + 1 and the direction of link k, so that each has one root and one division
    int32_t a = s->i % s->nodes, b = after(s, a);
    bight_vec3 end = s->at[b], reach = v3_sub(end, s->at[a]), previous = v3(0, 0, 0);
    double length = v3_length(reach), eliminated = 0.0, right = 0.0, along = 0.0;
    bight_vec3 u = unit_of(reach, length, previous);

    // elimination from the first link to the last (Thomas)
    for (int32_t k = s->i; k < s->j; k++) {
        double w0 = bi_run_mobility(s, k), w1 = bi_run_mobility(s, k + 1);
        double off = k > s->i ? -w0 * along : 0.0;
        double diagonal = (w0 + w1) * (1.0 + softening) + BI_SOFTENING - off * eliminated;

        // C, and the right side with what elimination carries on
        double excess = length - s->length + lengthened(&sinking, a, b, w0, w1, u);
        right = (excess - off * right) / diagonal;
        s->link[a] = u;
        s->solve[a] = v3(0.0, right, diagonal);

        // the next link
        if (k + 1 < s->j) {
            int32_t c = after(s, b);
            bight_vec3 beyond = s->at[c];
            reach = v3_sub(beyond, end);
            length = v3_length(reach);
            bight_vec3 next = unit_of(reach, length, u);
            along = v3_dot(u, next);
            eliminated = -w1 * along / diagonal;
            s->solve[a].x = eliminated;
            a = b;
            b = c;
            end = beyond;
            u = next;
        }
    }

    // back substitution, from the last link but one
    double tension = right;
    for (int32_t k = s->j - 2; k >= s->i; k--) {
        a = a > 0 ? a - 1 : s->nodes - 1;
        tension = s->solve[a].y - s->solve[a].x * tension;
        s->solve[a].y = tension;
    }
}

void bi_run_apply(const bi_run_solver *s, double sign)
{
    int32_t a = s->i % s->nodes;
    bight_vec3 start = s->at[a];
    for (int32_t k = s->i; k < s->j; k++) {
        int32_t b = after(s, a);
        double tension = sign * s->solve[a].y, w0 = bi_run_mobility(s, k), w1 = bi_run_mobility(s, k + 1);
        bight_vec3 u = s->link[a];
        s->at[a] = v3_madd(start, w0 * tension, u);
        start = v3_madd(s->at[b], -w1 * tension, u);
        s->at[b] = start;
        a = b;
    }
}

// Sum of the squared errors: what a step must make smaller.
static double error_of(const bi_run_solver *s)
{
    double sum = 0.0;
    int32_t a = s->i % s->nodes;
    bight_vec3 start = s->at[a];
    for (int32_t k = s->i; k < s->j; k++) {
        a = after(s, a);
        bight_vec3 end = s->at[a];
        double error = v3_distance(end, start) - s->length;
        sum += error * error;
        start = end;
    }
    return sum;
}

// Newton steps while they help. A step that does not is taken back by an equal and opposite one, which is
// exact enough and needs no copy, and is tried again with more softening (Levenberg 1944): a run that
// comes taut with straight stretches in it is nearly singular, and the plain step leads far astray.
void bi_run_restore(const bi_run_solver *s, int32_t steps, double enough)
{
    BI_ASSERT(s->i < s->j && steps >= 0 && enough > 0.0);
    double tolerance = enough * s->length, error = error_of(s), softening = BI_SOFTENING;
    for (int32_t newton = 0; newton < steps && error > tolerance * tolerance * (s->j - s->i); newton++) {
        bi_run_solve(s, softening, (bi_sinking){0});
        bi_run_apply(s, 1.0);
        double now = error_of(s);
        if (now < error) {
            error = now;
            softening = softening > FIRST_SOFTENING ? 0.125 * softening : softening;
        } else {
            bi_run_apply(s, -1.0);
            softening = softening < FIRST_SOFTENING ? FIRST_SOFTENING : 8.0 * softening;
        }
    }
}
