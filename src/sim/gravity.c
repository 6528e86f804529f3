// SPDX-License-Identifier: MIT

#include "sim/gravity.h"

#include "core/vec3.h"

// Newton steps of the projection; each squares the error, which starts small.
#define NEWTON_STEPS 16

// A taut straight strand has a singular system (tension may be added all along it); this share of the
// diagonal keeps the elimination away from zero and changes no position to first order.
#define SOFTENING 1e-9
#define FIRST_SOFTENING 1e-3

// Nodes i .. j of one rope, both counted from the rope's first. held_i, held_j: the end does not move.
typedef struct strand {
    bight_vec3 *at;
    bight_vec3 *link;     // unit direction of link k, joining nodes k and k + 1
    bight_vec3 *solve;    // x: eliminated off-diagonal, y: right side, then tension
    bight_vec3 *saved;    // positions before the strand sank
    double *stiffness;    // of each link against moving sideways
    int32_t i, j, nodes;  // nodes wrap over the seam of a closed rope
    bool held_i, held_j;
    double length;
} strand;

static double mobility(const strand *s, int32_t k)
{
    return (k == s->i && s->held_i) || (k == s->j && s->held_j) ? 0.0 : 1.0;
}

// One Newton step of |v_{k+1} - v_k| = L for all links, least change of positions (fast projection,
// Goldenthal et al. 2007): (J W J^T) tension = C is tridiagonal with w_k + w_{k+1} on the diagonal and
// -w_{k+1} u_k . u_{k+1} beside it. C is the length error with all free nodes shifted by `sinking` but seen along
// the directions before: then weight and tensions balance at rest to the last digit.
static void solve(const strand *s, double softening, bight_vec3 sinking)
{
    int32_t n = s->nodes;
    double eliminated = 0.0, right = 0.0;
    bight_vec3 previous = v3(0, 0, 0);
    for (int32_t k = s->i; k < s->j; k++) {
        bight_vec3 reach = v3_sub(s->at[(k + 1) % n], s->at[k % n]);
        double length = v3_length(reach), w0 = mobility(s, k), w1 = mobility(s, k + 1);
        bight_vec3 u = v3_unit(reach, previous);
        double off = k > s->i ? -w0 * v3_dot(previous, u) : 0.0;
        double diagonal = (w0 + w1) * (1.0 + softening) + SOFTENING - off * eliminated;
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

// Move the nodes by `sign` times what the tensions ask.
static void apply(const strand *s, double sign)
{
    int32_t n = s->nodes;
    for (int32_t k = s->i; k < s->j; k++) {
        double tension = sign * s->solve[k % n].y, w0 = mobility(s, k), w1 = mobility(s, k + 1);
        bight_vec3 u = s->link[k % n];
        s->at[k % n] = v3_madd(s->at[k % n], w0 * tension, u);
        s->at[(k + 1) % n] = v3_madd(s->at[(k + 1) % n], -w1 * tension, u);
    }
}

// Sum of the squared errors: what a step must make smaller.
static double error_of(const strand *s)
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
static void restore_lengths(strand *s)
{
    double error = error_of(s), enough = 1e-18 * s->length * s->length * (s->j - s->i), softening = SOFTENING;
    for (int32_t newton = 0; newton < NEWTON_STEPS && error > enough; newton++) {
        solve(s, softening, v3(0, 0, 0));
        apply(s, 1.0);
        double now = error_of(s);
        if (now < error) {
            error = now;
            softening = softening > FIRST_SOFTENING ? 0.125 * softening : softening;
        } else {
            apply(s, -1.0);
            softening = softening < FIRST_SOFTENING ? FIRST_SOFTENING : 8.0 * softening;
        }
    }
}

// Tension makes a strand stiff against moving sideways, by tension / length in each link. The projection sees
// that only at the end of its step, so with much of it a step overshoots and the strand would tremble for ever.
// The motion is therefore taken as an implicit step would take it: the old motion m becomes m' with
// (1 + K) m' = m, K the stiffness of the chain (tridiagonal, held ends do not move). Nothing changes where the
// strand rests, for there m is zero.
static void smooth_motion(const strand *s)
{
    int32_t n = s->nodes;
    double eliminated = 0.0;
    bight_vec3 previous = v3(0, 0, 0);
    for (int32_t k = s->i; k <= s->j; k++) {
        double before = k > s->i ? s->stiffness[(k - 1) % n] : 0.0, after = k < s->j ? s->stiffness[k % n] : 0.0;
        bight_vec3 moved = v3_sub(s->at[k % n], s->saved[k % n]);
        if (mobility(s, k) == 0.0) {
            eliminated = 0.0;
            previous = v3(0, 0, 0);
        } else {
            double diagonal = 1.0 + before + after - before * eliminated;
            previous = v3_mul(1.0 / diagonal, v3_madd(moved, before, previous));
            eliminated = after / diagonal;
        }
        s->link[k % n] = previous;
        s->solve[k % n].x = eliminated;
    }
    bight_vec3 next = v3(0, 0, 0);
    for (int32_t k = s->j; k >= s->i; k--) {
        next = v3_madd(s->link[k % n], s->solve[k % n].x, next);
        s->at[k % n] = mobility(s, k) == 0.0 ? s->at[k % n] : v3_add(s->saved[k % n], next);
    }
}

static void sink(bight_world *world, const bi_rope *rope, int32_t i, int32_t j, bool held_i, bool held_j)
{
    strand s = {.at = world->at + rope->first,
                .link = world->left + rope->first,
                .solve = world->right + rope->first,
                .saved = world->saved + rope->first,
                .stiffness = world->moved + rope->first,
                .i = i,
                .j = j,
                .nodes = rope->count,
                .held_i = held_i,
                .held_j = held_j,
                .length = rope->length};
    if (j <= i + (held_i && held_j)) {
        return; // no free node
    }
    solve(&s, SOFTENING, world->def.gravity);
    for (int32_t k = i; k <= j; k++) {
        s.saved[k % s.nodes] = s.at[k % s.nodes];
        s.stiffness[k % s.nodes] = bi_max(s.solve[k % s.nodes].y, 0.0) / s.length;
    }
    apply(&s, 1.0);
    for (int32_t k = i; k <= j; k++) {
        s.at[k % s.nodes] = v3_madd(s.at[k % s.nodes], mobility(&s, k), world->def.gravity);
    }
    restore_lengths(&s);
    smooth_motion(&s);
    restore_lengths(&s);
}

void bi_sink(bight_world *world)
{
    bight_vec3 g = world->def.gravity;
    if (g.x == 0.0 && g.y == 0.0 && g.z == 0.0) {
        return;
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (!rope->alive) {
            continue;
        }
        const uint8_t *held = world->held + rope->first;
        int32_t first = -1, last = -1;
        for (int32_t i = 0; i < rope->count; i++) {
            if (held[i] == 0) {
                continue;
            }
            if (first < 0) {
                first = i;
                if (i > 0 && !rope->closed) {
                    sink(world, rope, 0, i, false, true);
                }
            } else {
                sink(world, rope, last, i, true, true);
            }
            last = i;
        }
        if (first < 0) {
            // nothing holds it: it falls as it is
            for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
                world->at[i] = v3_add(world->at[i], g);
            }
        } else if (rope->closed) {
            sink(world, rope, last, first + rope->count, true, true);
        } else if (last < rope->count - 1) {
            sink(world, rope, last, rope->count - 1, true, false);
        }
    }
}
