// SPDX-License-Identifier: MIT

#include "sim/projection/rope.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"

#include <string.h>

#define PROJECTION_COOKIE 0x9807EC7u

// Above this the matrix would leave too few digits to the bending.
#define MOST_WEIGHT 1e8

// What the stretch weight of rigid links counts more.
#define RIGID 1e6

bight_projection_def bight_projection_def_default(void)
{
    return (bight_projection_def){
#define X(type, field, unit, words, least, most, standard) .field = (standard),
        BIGHT_PROJECTION_FIELDS(X)
#undef X
            .rigid = true,
        .cookie = PROJECTION_COOKIE};
}

bight_status bi_projection_rope_check(const bight_projection_def *def, bight_error *error)
{
    if (def->cookie != PROJECTION_COOKIE) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the projection settings were not initialised: start from bight_projection_def_default()");
    }
#define X(type, field, unit, words, least, most, standard)                                                   \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, #field " of the projection is %g: give %g to %g",      \
                       (double)def->field, (double)(least), (double)(most));                                 \
    }
    BIGHT_PROJECTION_FIELDS(X)
#undef X
    return BIGHT_OK;
}

// Every array of a projection with its length.
#define ARRAYS(X)                                                                                            \
    X(band.entry, (size_t)(3 * (width + 1)) * (size_t)nodes)                                                 \
    X(step, (size_t)(3 * nodes))                                                                             \
    X(tension, (size_t)nodes)                                                                                \
    X(pull, (size_t)nodes)                                                                                   \
    X(weight, (size_t)nodes)                                                                                 \
    X(targets, (size_t)nodes)                                                                                \
    X(aims, (size_t)(2 * nodes))                                                                             \
    X(listed, (size_t)nodes)

bi_projection_rope *bi_projection_rope_make(const bight_allocator *allocator, const bight_projection_def *def,
                                            int32_t nodes, bool closed)
{
    bi_projection_rope *made = bi_new_array(allocator, 1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    int64_t width = closed ? 14 : 8;
    bool complete = true;
    *made =
        (bi_projection_rope){.def = *def, .nodes = nodes, .width = (int32_t)width, .ease = 1.0, .eased = 1.0};
    made->band.rows = 3 * nodes;
    made->band.width = (int32_t)width;
#define X(array, count)                                                                                      \
    made->array = bi_new_array(allocator, count, sizeof *made->array);                                       \
    complete = complete && made->array != NULL;
    ARRAYS(X)
#undef X
    if (!complete) {
        bi_projection_rope_free(allocator, made);
        return NULL;
    }
    return made;
}

void bi_projection_rope_free(const bight_allocator *allocator, bi_projection_rope *projection)
{
    if (projection == NULL) {
        return;
    }
    int64_t nodes = projection->nodes, width = projection->width;
#define X(array, count) bi_free_array(allocator, projection->array, count, sizeof *projection->array);
    ARRAYS(X)
#undef X
    bi_free_array(allocator, projection, 1, sizeof *projection);
}

size_t bi_projection_rope_bytes(const bi_projection_rope *projection)
{
    if (projection == NULL) {
        return 0;
    }
    int64_t nodes = projection->nodes, width = projection->width;
    size_t bytes = sizeof *projection;
#define X(array, count) bytes += (count) * sizeof *projection->array;
    ARRAYS(X)
#undef X
    return bytes;
}

uint64_t bi_projection_rope_hash(uint64_t hash, const bi_projection_rope *rods)
{
    for (int32_t i = 0; i < rods->nodes; i++) {
        hash = bi_hash_double(hash, rods->tension[i]);
    }
    hash = bi_hash_double(hash, rods->eased);
    for (int32_t i = 0; i < rods->target_count; i++) {
        hash = bi_hash_word(hash, (uint32_t)rods->targets[i].node);
        hash = bi_hash_double(hash, rods->targets[i].weight);
        hash = bi_hash_vec3(hash, rods->targets[i].point);
    }
    return hash;
}

// exp(x) = T(x / 256)^256, T the Taylor polynomial of degree 8: wrong by 1e-13 of itself at most.
double bi_projection_rope_exp(double x)
{
    double y = bi_min(bi_max(x, 0.0), 14.0) / 256.0;
    double power = 1.0;
    for (int32_t i = 8; i > 0; i--) {
        power = 1.0 + y / i * power;
    }
    for (int32_t i = 0; i < 8; i++) {
        power *= power;
    }
    return power;
}

// ---- the matrix ----------------------------------------------------------------------------------------

// Block (i, j) += s u u' + t I, and nothing of the upper triangle.
static void add_block(bi_band *band, int32_t row_i, int32_t row_j, double s, bight_vec3 u, double t)
{
    const double v[3] = {u.x, u.y, u.z};
    if (row_i < row_j) {
        int32_t swap = row_i;
        row_i = row_j;
        row_j = swap;
    }
    for (int32_t i = 0; i < 3; i++) {
        double *row = bi_band_at(band, row_i + i, row_j);
        int32_t end = row_i == row_j ? i + 1 : 3;
        for (int32_t j = 0; j < end; j++) {
            row[j] += s * v[i] * v[j] + (i == j ? t : 0.0);
        }
    }
}

// The constraint pulls b towards a (or away): +u at b, -u at a. Adds s u u' + t I to both diagonal blocks and
// takes it off the coupling.
static void add_pair(bi_band *band, int32_t row_a, int32_t row_b, double s, bight_vec3 u, double t)
{
    add_block(band, row_a, row_a, s, u, t);
    add_block(band, row_b, row_b, s, u, t);
    add_block(band, row_a, row_b, -s, u, -t);
}

static void push(double *step, int32_t row, double s, bight_vec3 u)
{
    step[row] += s * u.x;
    step[row + 1] += s * u.y;
    step[row + 2] += s * u.z;
}

double bi_projection_rope_assemble(bi_projection_rope *p, bool closed, double length, const bight_vec3 *at,
                                   const bight_vec3 *from)
{
    const bi_target *targets = p->aims;
    bi_band *band = &p->band;
    int32_t n = p->nodes, links = closed ? n : n - 1;
    double scale = 1.0 / length, worst = 0.0, rigid = p->def.rigid ? RIGID : 1.0;
    memset(band->entry, 0, (size_t)band->rows * (size_t)(band->width + 1) * sizeof *band->entry);
    for (int32_t i = 0; i < band->rows; i++) {
        *bi_band_at(band, i, i) = 1.0;
    }

    for (int32_t i = 0; i < n; i++) {
        double *step = p->step + bi_projection_rope_row(p, closed, i);
        step[0] = from[i].x - at[i].x;
        step[1] = from[i].y - at[i].y;
        step[2] = from[i].z - at[i].z;
    }

    // inextensibility (2), C = |d|^2 / r^2 - 1: gradient 2 d / r^2, weight a = exp(10 |C|) r^2
    int32_t row_a = bi_projection_rope_row(p, closed, 0);
    for (int32_t i = 0; i < links; i++) {
        int32_t k = i + 1 < n ? i + 1 : 0, row_b = bi_projection_rope_row(p, closed, k);
        bight_vec3 d = v3_mul(scale, v3_sub(at[k], at[i]));
        double squared = v3_length_squared(d), c = squared - 1.0;
        double a =
            bi_min(rigid * p->def.stretch_weight * bi_projection_rope_exp(p->def.stretch_growth * fabs(c)),
                   MOST_WEIGHT);
        add_pair(band, row_a, row_b, 4.0 * a, d, bi_max(p->pull[i], 0.0));
        double pull = (p->pull[i] + 2.0 * a * c) * length;
        push(p->step, row_b, -pull, d);
        push(p->step, row_a, pull, d);
        p->weight[i] = 2.0 * a;
        worst = bi_max(worst, fabs(sqrt(squared) - 1.0));
        row_a = row_b;
    }

    // bending (3), C = |d| / r - 2 from the node before to the node after: gradient u / r, weight b r^2
    double b = p->ease * p->def.bend_weight;
    int32_t first = closed ? 0 : 1, last = closed ? n : n - 1;
    for (int32_t i = first; i < last && b > 0.0; i++) {
        int32_t before = i > 0 ? i - 1 : n - 1, after = i + 1 < n ? i + 1 : 0;
        if (before == after) {
            continue;
        }
        bight_vec3 d = v3_mul(scale, v3_sub(at[after], at[before]));
        double chord = v3_length(d);
        bight_vec3 u = v3_unit(d, v3(0, 0, 0));
        int32_t row_0 = bi_projection_rope_row(p, closed, before),
                row_1 = bi_projection_rope_row(p, closed, after);
        add_pair(band, row_0, row_1, b, u, 0.0);
        push(p->step, row_1, b * (2.0 - chord) * length, u);
        push(p->step, row_0, -b * (2.0 - chord) * length, u);
    }

    // targets (4): |p - t|^2 as three equations p - t = 0, which is the same sum without a singular direction
    for (int32_t i = 0; i < p->aim_count; i++) {
        int32_t row = bi_projection_rope_row(p, closed, targets[i].node);
        add_block(band, row, row, 0.0, v3(0, 0, 0), targets[i].weight);
        push(p->step, row, targets[i].weight, v3_sub(targets[i].point, at[targets[i].node]));
    }
    return worst;
}

double bi_projection_rope_energy(const bight_projection_def *def, bool closed, double length,
                                 const bight_vec3 *at, int32_t nodes, const bi_target *targets,
                                 int32_t target_count)
{
    double sum = 0.0, r2 = length * length;
    for (int32_t i = 0; i < (closed ? nodes : nodes - 1); i++) {
        double c = v3_length_squared(v3_sub(at[(i + 1) % nodes], at[i])) / r2 - 1.0;
        sum += 0.5 * def->stretch_weight * r2 * c * c;
    }
    for (int32_t i = closed ? 0 : 1; i < (closed ? nodes : nodes - 1); i++) {
        double c = v3_distance(at[(i + 1) % nodes], at[(i + nodes - 1) % nodes]) / length - 2.0;
        sum += (i + 1) % nodes != (i + nodes - 1) % nodes ? 0.5 * def->bend_weight * r2 * c * c : 0.0;
    }
    for (int32_t i = 0; i < target_count; i++) {
        sum += 0.5 * targets[i].weight * v3_length_squared(v3_sub(at[targets[i].node], targets[i].point));
    }
    return sum;
}

void bi_projection_rope_account(bi_projection_rope *p, bool closed, double length, const bight_vec3 *at)
{
    int32_t n = p->nodes, links = closed ? n : n - 1, row_a = bi_projection_rope_row(p, closed, 0);
    double scale = 1.0 / length;
    for (int32_t i = 0; i < links; i++) {
        int32_t k = i + 1 < n ? i + 1 : 0, row_b = bi_projection_rope_row(p, closed, k);
        const double *a = p->step + row_a, *b = p->step + row_b;
        bight_vec3 d = v3_mul(scale, v3_sub(at[k], at[i]));
        bight_vec3 by = v3_mul(scale, v3(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
        double pull = p->pull[i] + p->weight[i] * (v3_length_squared(d) - 1.0 + 2.0 * v3_dot(d, by));
        p->pull[i] = p->def.rigid && fabs(pull) < MOST_WEIGHT ? pull : 0.0;
        row_a = row_b;
    }
}
