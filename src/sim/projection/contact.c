// SPDX-License-Identifier: MIT

#include "sim/projection/contact.h"

#include "core/vec3.h"

#include <string.h>

// Rows of S at most, and numbers in their columns: a Cholesky factor of so many rows takes some ten
// milliseconds, the columns a quarter of a gigabyte. What is left out is pushed apart by the contact
// response, or comes first in the next iteration.
#define MOST_ROWS 512
#define MOST_NUMBERS (1 << 25)

// Times that rows are added because the motion found so far would close their gaps.
#define ROUNDS 8

// Gaps up to this share of the reach are looked at first.
#define TOUCHING 0.1

// A gap may close by this share of the reach before it counts.
#define ENOUGH 1e-7

#define PROJECTOR_ARRAYS(X)                                                                                  \
    X(pairs, pair_capacity)                                                                                  \
    X(touches, touch_capacity)                                                                               \
    X(gaps, gap_capacity)                                                                                    \
    X(pushed, pushed_capacity)                                                                               \
    X(chosen, chosen_capacity)                                                                               \
    X(columns, column_capacity)                                                                              \
    X(s, s_capacity)                                                                                         \
    X(factor, factor_capacity)                                                                               \
    X(q, q_capacity)                                                                                         \
    X(l, l_capacity)                                                                                         \
    X(w, w_capacity)                                                                                         \
    X(z, z_capacity)                                                                                         \
    X(applied, applied_capacity)                                                                             \
    X(active, active_capacity)

void bi_projection_solver_free(const bight_allocator *allocator, bi_projection_solver *solver)
{
    if (solver == NULL) {
        return;
    }
#define X(array, capacity)                                                                                   \
    bi_free_array(allocator, solver->array, (size_t)solver->capacity, sizeof *solver->array);
    PROJECTOR_ARRAYS(X)
#undef X
    bi_free_array(allocator, solver, 1, sizeof *solver);
}

size_t bi_projection_solver_bytes(const bi_projection_solver *solver)
{
    if (solver == NULL) {
        return 0;
    }
    size_t bytes = sizeof *solver;
#define X(array, capacity) bytes += (size_t)solver->capacity * sizeof *solver->array;
    PROJECTOR_ARRAYS(X)
#undef X
    return bytes;
}

// ---- columns ---------------------------------------------------------------------------------------

// sum_k share[k] normal . x[row[k]] over the nodes on one rope.
static double row_times(const bi_contact_row *touch, int32_t side, const double *x, int32_t stride)
{
    int32_t first = 2 * side, end = side == 0 && touch->rope[1] < 0 ? 4 : first + 2;
    double sum = 0.0;
    for (int32_t k = first; k < end; k++) {
        if (touch->row[k] >= 0) {
            const double *v = x + (int64_t)touch->row[k] * stride;
            sum += touch->share[k] *
                   (touch->normal.x * v[0] + touch->normal.y * v[stride] + touch->normal.z * v[2 * stride]);
        }
    }
    return sum;
}

static double gap_after(const bight_world *world, const bi_contact_row *touch)
{
    double gap = touch->gap;
    for (int32_t side = 0; side < 2; side++) {
        if (touch->rope[side] >= 0) {
            gap += row_times(touch, side, world->ropes[touch->rope[side]].projection->step, 1);
        }
    }
    return gap;
}

// Jc_i H^-1 Jc_j'
static double coupling(const bi_projection_solver *p, const bi_contact_row *i, const bi_contact_row *j)
{
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t other = 0; other < 2 && i->rope[side] >= 0; other++) {
            if (j->rope[other] == i->rope[side]) {
                sum += row_times(i, side, p->columns + j->column[other], BI_BAND_LANES);
            }
        }
    }
    return sum;
}

// Put row `touch` as right side into a lane.
// @return The first row of the band that it fills.
static int32_t put_row(const bi_contact_row *touch, int32_t side, double *lane)
{
    int32_t first = 2 * side, end = side == 0 && touch->rope[1] < 0 ? 4 : first + 2, lowest = INT32_MAX;
    for (int32_t k = first; k < end; k++) {
        if (touch->row[k] >= 0) {
            double *v = lane + (int64_t)touch->row[k] * BI_BAND_LANES;
            v[0] += touch->share[k] * touch->normal.x;
            v[BI_BAND_LANES] += touch->share[k] * touch->normal.y;
            v[2 * BI_BAND_LANES] += touch->share[k] * touch->normal.z;
            lowest = bi_min_int(lowest, touch->row[k]);
        }
    }
    return lowest;
}

// Solve the columns on one rope of the rows chosen from `first` on, four at a time.
static bight_status solve_columns(bight_world *world, bi_projection_solver *p, int32_t rope, int32_t first)
{
    const bi_band *band = &world->ropes[rope].projection->band;
    int32_t size = band->rows * BI_BAND_LANES, lane = 0, lowest = INT32_MAX;
    double *block = NULL;

    // right sides go into lanes; a full block is solved at once
    for (int32_t i = first; i < p->chosen_count; i++) {
        bi_contact_row *touch = &p->touches[p->chosen[i]];
        for (int32_t side = 0; side < 2; side++) {
            if (touch->rope[side] != rope) {
                continue;
            }

            // a new block
            if (lane == 0) {
                bight_status status = bi_reserve(&world->def.env.allocator, &p->columns, &p->column_capacity,
                                                 (int64_t)p->column_size + size, sizeof *p->columns);
                if (status != BIGHT_OK) {
                    return status;
                }
                block = p->columns + p->column_size;
                memset(block, 0, (size_t)size * sizeof *block);
            }

            touch->column[side] = (int64_t)p->column_size + lane;
            lowest = bi_min_int(lowest, put_row(touch, side, block + lane));
            if (++lane == BI_BAND_LANES) {
                bi_band_solve_lanes(band, block, lowest);
                p->column_size += size;
                lane = 0;
                lowest = INT32_MAX;
            }
        }
    }

    // the last block may have empty lanes
    if (lane > 0) {
        bi_band_solve_lanes(band, block, lowest);
        p->column_size += size;
    }
    return BIGHT_OK;
}

// ---- the active set --------------------------------------------------------------------------------

static bight_status reserve_rows(bight_world *world, bi_projection_solver *p, int32_t rows)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    int64_t packed = (int64_t)rows * (rows + 1) / 2;
    bight_status status = BIGHT_OK;
#define RESERVE(array, capacity, count)                                                                      \
    status = status == BIGHT_OK ? bi_reserve(allocator, &p->array, &p->capacity, count, sizeof *p->array)    \
                                : status
    RESERVE(chosen, chosen_capacity, rows);
    RESERVE(s, s_capacity, packed);
    RESERVE(factor, factor_capacity, packed);
    RESERVE(q, q_capacity, rows);
    RESERVE(l, l_capacity, rows);
    RESERVE(w, w_capacity, rows);
    RESERVE(z, z_capacity, rows);
    RESERVE(applied, applied_capacity, rows);
    RESERVE(active, active_capacity, rows);
#undef RESERVE
    return status;
}

// Two rows that say the same: where links meet, both may be closest to something in their common node.
static bool same_row(const bi_contact_row *i, const bi_contact_row *j)
{
    bool same = i->gap == j->gap && i->rope[0] == j->rope[0] && i->rope[1] == j->rope[1];
    for (int32_t k = 0; k < 4 && same; k++) {
        same = i->row[k] == j->row[k] && i->share[k] == j->share[k];
    }
    return same;
}

static bool chosen_already(const bi_projection_solver *p, const bi_contact_row *touch)
{
    bool found = false;
    for (int32_t i = 0; i < p->chosen_count && !found; i++) {
        found = same_row(&p->touches[p->chosen[i]], touch);
    }
    return found;
}

// What to choose from: the pairs that pushed in the last iteration, those that touch, or all.
typedef enum choice { PUSHED, NEAR, ALL } choice;

static bool eligible(const bi_projection_solver *p, const bi_contact_row *touch, choice from)
{
    return from == ALL ||
           (from == PUSHED ? p->pushed[touch->pair] != 0 : touch->gap < TOUCHING * touch->reach);
}

// Choose the rows whose gaps the motion found so far would close, up to `most` in all.
// @return BIGHT_ERROR_NO_MEMORY.
static bight_status choose_rows(bight_world *world, bi_projection_solver *p, choice from, int32_t most)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->touch_count && p->chosen_count < most && status == BIGHT_OK; i++) {
        bi_contact_row *touch = &p->touches[i];
        if (touch->chosen || !eligible(p, touch, from) ||
            !(gap_after(world, touch) < -ENOUGH * touch->reach) || chosen_already(p, touch)) {
            continue;
        }
        status = reserve_rows(world, p, p->chosen_count + 1);
        if (status == BIGHT_OK) {
            touch->chosen = true;
            p->l[p->chosen_count] = 1.0; // a guess
            p->applied[p->chosen_count] = 0.0;
            p->chosen[p->chosen_count++] = i;
        }
    }
    return status;
}

// Rows `first` and on of S, and q: the gaps without any contact.
static void extend(bight_world *world, bi_projection_solver *p, int32_t first)
{
    for (int32_t i = first; i < p->chosen_count; i++) {
        const bi_contact_row *touch = &p->touches[p->chosen[i]];
        double q = gap_after(world, touch);
        for (int32_t j = 0; j <= i; j++) {
            double entry = coupling(p, touch, &p->touches[p->chosen[j]]);
            p->s[bi_packed(i, j)] = entry;
            q -= p->applied[j] * entry;
        }
        p->q[i] = q;
    }
}

// step += H^-1 Jc' (l - applied)
static void apply(bight_world *world, bi_projection_solver *p)
{
    for (int32_t i = 0; i < p->chosen_count; i++) {
        const bi_contact_row *touch = &p->touches[p->chosen[i]];
        double change = p->l[i] - p->applied[i];
        for (int32_t side = 0; side < 2 && change != 0.0; side++) {
            if (touch->rope[side] >= 0) {
                const bi_projection_rope *rope = world->ropes[touch->rope[side]].projection;
                const double *column = p->columns + touch->column[side];
                for (int32_t row = 0; row < rope->band.rows; row++) {
                    rope->step[row] += change * column[(int64_t)row * BI_BAND_LANES];
                }
            }
        }
        p->applied[i] = p->l[i];
    }
}

// How many rows there may be on the ropes of a group.
static int32_t most_rows(const bight_world *world, int32_t root)
{
    int64_t nodes = 1;
    for (int32_t r = root; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        nodes += rope->alive && rope->projection != NULL && rope->projection->group == root ? rope->count : 0;
    }
    int64_t most = MOST_NUMBERS / (3 * nodes);
    return most < MOST_ROWS ? (int32_t)most : MOST_ROWS;
}

bight_status bi_projection_rope_contacts(bight_world *world, bi_projection_solver *p, int32_t root,
                                         bool again)
{
    BI_ASSERT(world->ropes[root].projection != NULL && world->ropes[root].projection->group == root);
    int32_t most = most_rows(world, root);
    p->chosen_count = 0;
    p->column_size = 0;
    bight_status status = BIGHT_OK;
    for (int32_t round = 0; round < ROUNDS && status == BIGHT_OK; round++) {
        // motion without any contacts would close many more gaps than motion with them, so first what is
        // likely
        int32_t first = p->chosen_count;
        status = choose_rows(world, p, round > 0 ? ALL : again ? PUSHED : NEAR, most);
        if (round == 0 && p->chosen_count == 0 && status == BIGHT_OK) {
            status = choose_rows(world, p, ALL, most);
        }
        if (p->chosen_count == first) {
            break;
        }

        // their columns H^-1 Jc', their rows of S, and the multipliers that push
        for (int32_t r = root; r < world->rope_count && status == BIGHT_OK; r++) {
            const bi_rope *rope = &world->ropes[r];
            if (rope->alive && rope->projection != NULL && rope->projection->group == root) {
                status = solve_columns(world, p, r, first);
            }
        }
        if (status == BIGHT_OK) {
            extend(world, p, first);
            bi_complement_work work = {p->factor, p->w, p->z, p->active};
            bi_complement(p->chosen_count, p->s, p->q, p->l, 0.5 * ENOUGH * p->touches[p->chosen[0]].reach,
                          &work);
            apply(world, p);
        }
    }

    // what pushed is tried first in the next iteration
    if (world->ropes[root].projection->pair_count > 0) {
        memset(p->pushed, 0, (size_t)world->ropes[root].projection->pair_count);
    }

    for (int32_t i = 0; i < p->chosen_count; i++) {
        p->pushed[p->touches[p->chosen[i]].pair] |= p->l[i] > 0.0;
    }
    return status;
}
