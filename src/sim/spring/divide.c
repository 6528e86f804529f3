// SPDX-License-Identifier: MIT

#include "sim/spring/divide.h"

#include "core/vec3.h"

// A closed chain keeps a triangle and one more, so that second neighbours are different points.
#define LEAST_CLOSED 4

bi_control_point bi_insert_point(bi_control_point *a, bight_vec3 at_a, bi_control_point *c, bight_vec3 at_c,
                                 bight_vec3 *at)
{
    BI_ASSERT(a->right_mass > 0.0 && c->left_mass > 0.0 && a->rest > 0.0);
    double share = c->left_mass / (a->right_mass + c->left_mass);
    *at = v3_lerp(at_a, at_c, share);
    a->right_mass *= 0.5;
    c->left_mass *= 0.5;
    double rest = share * a->rest;
    bi_control_point made = {.left_mass = a->right_mass,
                             .right_mass = c->left_mass,
                             .left_velocity = a->right_velocity,
                             .right_velocity = c->left_velocity,
                             .left_step = a->right_step,
                             .right_step = c->left_step,
                             .rest = a->rest - rest,
                             .touched = true};
    a->rest = rest;
    a->touched = c->touched = true;
    return made;
}

// One side takes up what faced it: (m v + m' v') / (m + m').
static void merge(double *mass, bight_vec3 *velocity, bight_vec3 *step, double other,
                  bight_vec3 other_velocity, bight_vec3 other_step)
{
    double both = *mass + other, share = other / both;
    *velocity = v3_lerp(*velocity, other_velocity, share);
    *step = v3_lerp(*step, other_step, share);
    *mass = both;
}

void bi_delete_point(bi_control_point *a, const bi_control_point *b, bi_control_point *c)
{
    merge(&a->right_mass, &a->right_velocity, &a->right_step, b->left_mass, b->left_velocity, b->left_step);
    merge(&c->left_mass, &c->left_velocity, &c->left_step, b->right_mass, b->right_velocity, b->right_step);
    a->rest += b->rest;
    a->touched = c->touched = true;
}

static bool apart(bight_vec3 a, bight_vec3 b, double distance)
{
    return v3_length_squared(v3_sub(b, a)) > distance * distance;
}

static bool closer(bight_vec3 a, bight_vec3 b, double distance)
{
    return v3_length_squared(v3_sub(b, a)) < distance * distance;
}

bool bi_division_needed(const bi_division *d)
{
    const bight_vec3 *at = d->at;
    int32_t n = d->count, springs = d->closed ? n : n - 1;
    bool needed = false;
    for (int32_t i = 0; i < springs && !needed; i++) {
        int32_t next = i + 1 < n ? i + 1 : i + 1 - n;
        needed = apart(at[i], at[next], d->beta);
    }
    bool may_contract = !d->closed || n > LEAST_CLOSED;
    for (int32_t i = 0; i + 2 < n + d->closed && !needed && may_contract; i++) {
        bool held = d->held != NULL && d->held[i + 1] != 0;
        needed = !held && closer(at[i], at[i + 2 < n ? i + 2 : 0], d->alpha);
    }
    return needed;
}

static void keep(bi_division *d, int32_t *in)
{
    d->to_at[d->to_count] = d->at[*in];
    d->to[d->to_count] = d->point[*in];
    d->moved_to[*in] = d->to_count++;
    (*in)++;
}

// Masses m and m' at the ends of a spring of rest length d0: divided at its centre of mass the side of m is
// m' / (m + m') d0 long and keeps the mass m.
static bool even_enough(const bi_division *d, int32_t middle, const bi_control_point *second)
{
    const bi_control_point *a = &d->to[d->to_count - 1], *b = &d->point[middle];
    double left = a->right_mass + b->left_mass, right = b->right_mass + second->left_mass;
    double least = bi_min(left, right), most = left + right - least;
    return least * (left + right) >= d->density * most * (a->rest + b->rest);
}

static bool may_go(bi_division *d, int32_t middle, const bi_control_point *second)
{
    int32_t left = d->to_count + d->count - middle;
    if ((d->held != NULL && d->held[middle] != 0) || (d->closed && left <= LEAST_CLOSED)) {
        return false;
    }
    bool even = even_enough(d, middle, second);
    if (!even || (d->may_contract != NULL && !d->may_contract(d->user, d, middle))) {
        d->kept++;
        return false;
    }
    return true;
}

// The chain so far is `to`, ending in point i; point i + 1 is the next of the given ones.
void bi_divide(bi_division *d)
{
    BI_ASSERT(d->count >= 2 && d->count <= d->room && d->to_at != NULL);
    d->to_count = d->inserts = d->deletes = d->kept = d->refused = 0;
    int32_t in = 0, n = d->count;
    keep(d, &in);

    while (in < n + d->closed) {
        int32_t i = d->to_count - 1;
        bool last = in == n; // the spring that closes the chain
        bight_vec3 *next_at = last ? &d->to_at[0] : &d->at[in];
        bi_control_point *next = last ? &d->to[0] : &d->point[in];

        // INSERT: the spring to the next point is too long
        if (apart(d->to_at[i], *next_at, d->beta)) {
            if (d->to_count + (n - in) < d->room) {
                bight_vec3 at;
                bi_control_point made = bi_insert_point(&d->to[i], d->to_at[i], next, *next_at, &at);
                d->to_at[d->to_count] = at;
                d->to[d->to_count++] = made;
                d->inserts++;
                continue;
            }
            d->refused++;
        } else if (in + 1 < n + d->closed) {
            // DELETE: the points on both sides of the next are close to each other
            bool beyond = in + 1 == n;
            bight_vec3 *second_at = beyond ? &d->to_at[0] : &d->at[in + 1];
            bi_control_point *second = beyond ? &d->to[0] : &d->point[in + 1];
            if (closer(d->to_at[i], *second_at, d->alpha) && may_go(d, in, second)) {
                bi_delete_point(&d->to[i], &d->point[in], second);
                d->moved_to[in++] = -1;
                d->deletes++;

                if (in < n) {
                    keep(d, &in); // i = i + 1
                }
            }
        }
        if (in < n) {
            keep(d, &in);
        } else {
            break;
        }
    }
}
