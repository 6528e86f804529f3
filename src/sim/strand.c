// SPDX-License-Identifier: MIT

#include "sim/strand.h"

#include "core/vec3.h"

// Where softening begins once it is needed.
#define FIRST_SOFTENING 1e-3

double bi_strand_mobility(const bi_strand_solver *s, int32_t k)
{
    return (k == s->i && s->held_i) || (k == s->j && s->held_j) ? 0.0 : 1.0;
}

// One Newton step of |v_{k+1} - v_k| = L for all links, least change of positions (fast projection,
// Goldenthal et al. 2007): (J W J^T) tension = C is tridiagonal with w_k + w_{k+1} on the diagonal and
// -w_{k+1} u_k . u_{k+1} beside it. C is the length error with all free nodes shifted by `sinking` but seen along
// the directions before: then weight and tensions balance at rest to the last digit.
void bi_strand_solve(const bi_strand_solver *s, double softening, bight_vec3 sinking)
{
    int32_t n = s->nodes;
    double eliminated = 0.0, right = 0.0;
    bight_vec3 previous = v3(0, 0, 0);
    for (int32_t k = s->i; k < s->j; k++) {
        bight_vec3 reach = v3_sub(s->at[(k + 1) % n], s->at[k % n]);
        double length = v3_length(reach), w0 = bi_strand_mobility(s, k), w1 = bi_strand_mobility(s, k + 1);
        bight_vec3 u = v3_unit(reach, previous);
        double off = k > s->i ? -w0 * v3_dot(previous, u) : 0.0;
        double diagonal = (w0 + w1) * (1.0 + softening) + BI_SOFTENING - off * eliminated;
        double excess = length - s->length + (w1 - w0) * v3_dot(u, sinking);
        right = (excess - off * right) / diagonal;
        double next_off = -w1; // times u_k . u_{k+1}, known one link later
        s->link[k % n] = u;
        s->solve[k % n] = v3(0.0, right, diagonal);
        if (k + 1 < s->j) {
            bight_vec3 next = v3_unit(v3_sub(s->at[(k + 2) % n], s->at[(k + 1) % n]), u);
            eliminated = next_off * v3_dot(u, next) / diagonal;
            s->solve[k % n].x = eliminated;
        }
        previous = u;
    }
    for (int32_t k = s->j - 2; k >= s->i; k--) {
        s->solve[k % n].y -= s->solve[k % n].x * s->solve[(k + 1) % n].y;
    }
}

void bi_strand_apply(const bi_strand_solver *s, double sign)
{
    int32_t n = s->nodes;
    for (int32_t k = s->i; k < s->j; k++) {
        double tension = sign * s->solve[k % n].y, w0 = bi_strand_mobility(s, k), w1 = bi_strand_mobility(s, k + 1);
        bight_vec3 u = s->link[k % n];
        s->at[k % n] = v3_madd(s->at[k % n], w0 * tension, u);
        s->at[(k + 1) % n] = v3_madd(s->at[(k + 1) % n], -w1 * tension, u);
    }
}

// Sum of the squared errors: what a step must make smaller.
static double error_of(const bi_strand_solver *s)
{
    double sum = 0.0;
    for (int32_t k = s->i; k < s->j; k++) {
        double error = v3_distance(s->at[(k + 1) % s->nodes], s->at[k % s->nodes]) - s->length;
        sum += error * error;
    }
    return sum;
}

// Newton steps while they help. A step that does not is taken back by an equal and opposite one, which is exact
// enough and needs no copy, and is tried again with more softening (Levenberg 1944): a strand that comes taut
// with straight stretches in it is nearly singular, and the plain step leads far astray.
void bi_strand_restore(const bi_strand_solver *s, int32_t steps, double enough)
{
    double tolerance = enough * s->length, error = error_of(s), softening = BI_SOFTENING;
    for (int32_t newton = 0; newton < steps && error > tolerance * tolerance * (s->j - s->i); newton++) {
        bi_strand_solve(s, softening, v3(0, 0, 0));
        bi_strand_apply(s, 1.0);
        double now = error_of(s);
        if (now < error) {
            error = now;
            softening = softening > FIRST_SOFTENING ? 0.125 * softening : softening;
        } else {
            bi_strand_apply(s, -1.0);
            softening = softening < FIRST_SOFTENING ? FIRST_SOFTENING : 8.0 * softening;
        }
    }
}
