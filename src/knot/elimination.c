// SPDX-License-Identifier: MIT

#include "knot/elimination.h"
#include "knot/modular.h"
#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

// Of a plan: 400 million numbers would be 1.6 GB.
#define MOST_PLAN 400000000

void bi_elimination_init(bi_elimination *e, const bight_allocator *allocator)
{
    *e = (bi_elimination){0};
    if (allocator != NULL) {
        e->allocator = *allocator;
    }
}

void bi_elimination_free(bi_elimination *e)
{
    bi_free_array(&e->allocator, e->plan, (size_t)e->plan_capacity, sizeof *e->plan);
    bi_free_array(&e->allocator, e->rest, (size_t)e->rest_capacity, sizeof *e->rest);
    bi_free_array(&e->allocator, e->links, (size_t)e->link_capacity, sizeof *e->links);
    bi_free_array(&e->allocator, e->marks, (size_t)e->mark_capacity, sizeof *e->marks);
    bi_free_array(&e->allocator, e->values, (size_t)e->value_capacity, sizeof *e->values);
    bi_elimination_init(e, NULL);
}

// ---- the plan ---------------------------------------------------------------------------------------

// An entry in its row's and its column's list; its number is its slot.
enum { ROW, COLUMN, NEXT_IN_ROW, NEXT_IN_COLUMN, FIELDS };

// The matrix while its order is chosen. Lists are cleared of dead entries as they are walked.
typedef struct planning {
    bi_elimination *e;
    uint32_t p;
    int32_t *row_first, *column_first; ///< (size) -1 at a list's end
    int32_t *row_count, *column_count; ///< (size) living entries, -1: eliminated
    int32_t *where;                    ///< (size) -1, but for the row in hand
} planning;

static int32_t *link_of(const planning *m, int32_t slot)
{
    return m->e->links + (size_t)slot * FIELDS;
}

static bight_status add_entry(planning *m, int32_t row, int32_t column, uint32_t value, int32_t *slot)
{
    bi_elimination *e = m->e;
    bight_status status = bi_reserve(&e->allocator, &e->links, &e->link_capacity,
                                     ((int64_t)e->slots + 1) * FIELDS, sizeof *e->links);
    status = status == BIGHT_OK ? bi_reserve(&e->allocator, &e->values, &e->value_capacity,
                                             (int64_t)e->slots + 1, sizeof *e->values)
                                : status;
    if (status != BIGHT_OK) {
        return status;
    }
    *slot = e->slots++;
    int32_t *link = link_of(m, *slot);
    link[ROW] = row;
    link[COLUMN] = column;
    link[NEXT_IN_ROW] = m->row_first[row];
    link[NEXT_IN_COLUMN] = m->column_first[column];
    m->row_first[row] = m->column_first[column] = *slot;
    m->row_count[row]++;
    m->column_count[column]++;
    e->values[*slot] = value;
    return BIGHT_OK;
}

// The first living entry of a list from `from` on, NEXT_IN_ROW or NEXT_IN_COLUMN.
static int32_t living(const planning *m, int32_t from, int32_t next)
{
    const int32_t *count = next == NEXT_IN_ROW ? m->column_count : m->row_count;
    while (from >= 0 && count[link_of(m, from)[next == NEXT_IN_ROW ? COLUMN : ROW]] < 0) {
        from = link_of(m, from)[next];
    }
    return from;
}

static int32_t first_of(planning *m, int32_t which, int32_t next)
{
    int32_t *first = next == NEXT_IN_ROW ? &m->row_first[which] : &m->column_first[which];
    return *first = living(m, *first, next);
}

static int32_t next_of(planning *m, int32_t slot, int32_t next)
{
    int32_t *link = link_of(m, slot);
    return link[next] = living(m, link[next], next);
}

// Of the rows with the fewest entries the first; in it the entry whose column has the fewest. -1: singular.
static int32_t choose(planning *m)
{
    int32_t best_row = -1, best = -1;
    for (int32_t row = 0; row < m->e->size; row++) {
        if (m->row_count[row] >= 0 && (best_row < 0 || m->row_count[row] < m->row_count[best_row])) {
            best_row = row;
        }
    }
    for (int32_t s = best_row >= 0 ? first_of(m, best_row, NEXT_IN_ROW) : -1; s >= 0;
         s = next_of(m, s, NEXT_IN_ROW)) {
        int32_t column = link_of(m, s)[COLUMN];
        if (m->e->values[s] != 0 &&
            (best < 0 || m->column_count[column] < m->column_count[link_of(m, best)[COLUMN]])) {
            best = s;
        }
    }
    return best;
}

// The entry on the diagonal, in a row with few others; where all are 0, any other entry, to be taken with its mirror
// image.
static int32_t choose_symmetric(planning *m)
{
    int32_t best = -1, other = -1;
    for (int32_t row = 0; row < m->e->size; row++) {
        if (m->row_count[row] < 0 ||
            (best >= 0 && m->row_count[row] >= m->row_count[link_of(m, best)[ROW]])) {
            continue;
        }
        for (int32_t s = first_of(m, row, NEXT_IN_ROW); s >= 0; s = next_of(m, s, NEXT_IN_ROW)) {
            if (m->e->values[s] != 0) {
                *(link_of(m, s)[COLUMN] == row ? &best : &other) = s;
            }
        }
    }
    return best >= 0 ? best : other;
}

static int32_t find(planning *m, int32_t row, int32_t column)
{
    int32_t s = first_of(m, row, NEXT_IN_ROW);
    while (s >= 0 && link_of(m, s)[COLUMN] != column) {
        s = next_of(m, s, NEXT_IN_ROW);
    }
    return s;
}

// One row of the elimination: target_j -= factor u_j for all entries u_j of the pivot's row, whose slots stand in the
// plan from `upper` on. The targets' are written from `at` on.
static bight_status eliminate_row(planning *m, int32_t row, uint32_t factor, int32_t upper, int32_t columns,
                                  int32_t at)
{
    bi_elimination *e = m->e;
    for (int32_t s = first_of(m, row, NEXT_IN_ROW); s >= 0; s = next_of(m, s, NEXT_IN_ROW)) {
        m->where[link_of(m, s)[COLUMN]] = s;
    }
    bight_status status = BIGHT_OK;
    for (int32_t j = 0; j < columns && status == BIGHT_OK; j++) {
        int32_t u = e->plan[upper + j], column = link_of(m, u)[COLUMN], target = m->where[column];
        status = target < 0 ? add_entry(m, row, column, 0, &target) : status;
        if (status == BIGHT_OK) {
            uint32_t product = bi_mod_multiply(factor, e->values[u], m->p);
            e->values[target] = bi_mod_subtract(e->values[target], product, m->p);
            e->plan[at + j] = target;
        }
    }
    for (int32_t s = first_of(m, row, NEXT_IN_ROW); s >= 0; s = next_of(m, s, NEXT_IN_ROW)) {
        m->where[link_of(m, s)[COLUMN]] = -1;
    }
    return status;
}

// Takes the pivot's row and column out, and writes the step down.
static bight_status eliminate(planning *m, int32_t pivot, int32_t kind)
{
    bi_elimination *e = m->e;
    int32_t row = link_of(m, pivot)[ROW], column = link_of(m, pivot)[COLUMN];
    int64_t rows = m->column_count[column] - 1, columns = m->row_count[row] - 1;
    int64_t size = 4 + rows + columns + rows * columns;
    if (e->plan_count + size > MOST_PLAN) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status =
        bi_reserve(&e->allocator, &e->plan, &e->plan_capacity, e->plan_count + size, sizeof *e->plan);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t start = e->plan_count, at = start + 4;
    const int32_t head[4] = {kind, pivot, (int32_t)rows, (int32_t)columns};
    memcpy(e->plan + start, head, sizeof head);

    // the slots below the pivot and beside it
    int32_t lower = at;
    for (int32_t s = first_of(m, column, NEXT_IN_COLUMN); s >= 0; s = next_of(m, s, NEXT_IN_COLUMN)) {
        if (s != pivot) {
            e->plan[at++] = s;
            m->row_count[link_of(m, s)[ROW]]--;
        }
    }
    int32_t upper = at;
    for (int32_t s = first_of(m, row, NEXT_IN_ROW); s >= 0; s = next_of(m, s, NEXT_IN_ROW)) {
        if (s != pivot) {
            e->plan[at++] = s;
            m->column_count[link_of(m, s)[COLUMN]]--;
        }
    }
    BI_ASSERT(at == start + 4 + rows + columns);
    m->row_count[row] = m->column_count[column] = -1;

    // row_i -= (l_i / pivot) row
    uint32_t inverse = bi_mod_inverse(e->values[pivot], m->p);
    for (int32_t i = 0; i < rows && status == BIGHT_OK; i++, at += (int32_t)columns) {
        int32_t slot = e->plan[lower + i];
        uint32_t factor = bi_mod_multiply(e->values[slot], inverse, m->p);
        status = eliminate_row(m, link_of(m, slot)[ROW], factor, upper, (int32_t)columns, at);
    }
    e->plan_count = at;
    e->rank++;
    return status;
}

// Is the permutation that takes each pivot's row to its column odd? Cycles of even length are.
static bool is_odd(const int32_t *to, int32_t *seen, int32_t size)
{
    bool odd = false;
    for (int32_t i = 0; i < size; i++) {
        seen[i] = 0;
    }
    for (int32_t i = 0; i < size; i++) {
        int32_t length = 0;
        for (int32_t k = i; to[k] >= 0 && seen[k] == 0; k = to[k]) {
            seen[k] = 1;
            length++;
        }
        odd = length > 0 && length % 2 == 0 ? !odd : odd;
    }
    return odd;
}

static bight_status list_rest(planning *m)
{
    bi_elimination *e = m->e;
    e->rest_count = 0;
    for (int32_t row = 0; row < e->size; row++) {
        for (int32_t s = m->row_count[row] >= 0 ? first_of(m, row, NEXT_IN_ROW) : -1; s >= 0;
             s = next_of(m, s, NEXT_IN_ROW)) {
            bight_status status = bi_reserve(&e->allocator, &e->rest, &e->rest_capacity,
                                             (int64_t)e->rest_count + 1, sizeof *e->rest);
            if (status != BIGHT_OK) {
                return status;
            }
            e->rest[e->rest_count++] = s;
        }
    }
    return BIGHT_OK;
}

bight_status bi_elimination_plan(bi_elimination *e, int32_t size, const bi_entry_place *places,
                                 const uint32_t *values, int32_t count, uint32_t p, bool symmetric)
{
    BI_ASSERT(size >= 0 && count >= 0 && p > 2);
    e->size = size;
    e->rank = e->slots = e->plan_count = e->rest_count = 0;
    bight_status status =
        bi_reserve(&e->allocator, &e->marks, &e->mark_capacity, 7 * (int64_t)size + 1, sizeof *e->marks);
    if (status != BIGHT_OK) {
        return status;
    }
    planning m = {.e = e, .p = p, .row_first = e->marks};
    m.column_first = m.row_first + size;
    m.row_count = m.column_first + size;
    m.column_count = m.row_count + size;
    m.where = m.column_count + size;
    int32_t *to = m.where + size, *seen = to + size;
    for (int32_t i = 0; i < size; i++) {
        m.row_first[i] = m.column_first[i] = m.where[i] = to[i] = -1;
        m.row_count[i] = m.column_count[i] = 0;
    }
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        int32_t slot;
        status = add_entry(&m, places[i].row, places[i].column, values[i], &slot);
    }

    // pivot after pivot, until all rows are done or nothing but zeros is left
    while (status == BIGHT_OK && e->rank < size) {
        int32_t before = e->plan_count, pivot = symmetric ? choose_symmetric(&m) : choose(&m);
        if (pivot < 0) {
            break;
        }
        int32_t row = link_of(&m, pivot)[ROW], column = link_of(&m, pivot)[COLUMN];
        bool pair = symmetric && row != column;
        to[row] = column;
        status = eliminate(&m, pivot, pair ? BI_STEP_FIRST : BI_STEP_ALONE);
        int32_t mirror = pair && status == BIGHT_OK ? find(&m, column, row) : -1;
        if (mirror >= 0) {
            to[column] = row;
            status = eliminate(&m, mirror, BI_STEP_SECOND);
        }
        int64_t steps = (int64_t)size + 2 * (e->plan_count - before);
        status = bi_watch_stops(e->watch, steps) ? BIGHT_ERROR_STOPPED : status;
    }
    status = status == BIGHT_OK && symmetric ? list_rest(&m) : status;
    e->odd = is_odd(to, seen, size);
    return status;
}

// ---- a run ------------------------------------------------------------------------------------------

// Arithmetic in Montgomery's form (1985): x stands for x / 2^32 modulo p, so that no division is needed.
typedef struct field {
    uint32_t p, negative; ///< -1 / p modulo 2^32
    uint32_t one, square; ///< 2^32 and 2^64 modulo p
} field;

static field field_of(uint32_t p)
{
    uint32_t inverse = p; // correct to 3 bits, each round doubles them
    for (int32_t i = 0; i < 4; i++) {
        inverse *= 2 - p * inverse;
    }
    field f = {.p = p, .negative = 0 - inverse, .one = (uint32_t)((UINT64_C(1) << 32) % p)};
    f.square = bi_mod_multiply(f.one, f.one, p);
    return f;
}

static inline uint32_t multiply(uint32_t a, uint32_t b, uint32_t p, uint32_t negative)
{
    uint64_t product = (uint64_t)a * b;
    uint32_t m = (uint32_t)product * negative;
    uint32_t reduced = (uint32_t)((product + (uint64_t)m * p) >> 32);
    return reduced >= p ? reduced - p : reduced;
}

// a^(p - 2) = 1 / a
static uint32_t inverse_of(uint32_t a, const field *f)
{
    uint32_t power = f->one;
    for (uint32_t e = f->p - 2; e > 0; e >>= 1) {
        power = (e & 1) != 0 ? multiply(power, a, f->p, f->negative) : power;
        a = multiply(a, a, f->p, f->negative);
    }
    return power;
}

// Targets minus factor times upper slots, in every lane.
static void update(uint32_t *x, const int32_t *targets, const int32_t *upper, int32_t columns, int32_t lanes,
                   const uint32_t *factor, const field *f)
{
    for (int32_t j = 0; j < columns; j++) {
        uint32_t *to = x + (size_t)targets[j] * (size_t)lanes;
        const uint32_t *from = x + (size_t)upper[j] * (size_t)lanes;
        for (int32_t l = 0; l < lanes; l++) {
            uint32_t product = multiply(factor[l], from[l], f[l].p, f[l].negative);
            to[l] = to[l] >= product ? to[l] - product : to[l] + (f[l].p - product);
        }
    }
}

bight_status bi_elimination_run(bi_elimination *e, const uint32_t *values, int32_t count, int32_t lanes,
                                const uint32_t *primes, uint32_t *minors, bi_elimination_result *result)
{
    BI_ASSERT(lanes >= 1 && lanes <= BI_LANES && count <= e->slots);
    bight_status status = bi_reserve(&e->allocator, &e->values, &e->value_capacity, (int64_t)e->slots * lanes,
                                     sizeof *e->values);
    if (status != BIGHT_OK) {
        return status;
    }

    // into Montgomery's form; what comes up on the way begins at 0
    field f[BI_LANES];
    uint32_t product[BI_LANES], factor[BI_LANES], inverse[BI_LANES], *x = e->values;
    for (int32_t l = 0; l < lanes; l++) {
        f[l] = field_of(primes[l]);
        product[l] = e->odd ? f[l].p - f[l].one : f[l].one;
        result->good[l] = true;
    }
    memset(x + (size_t)count * (size_t)lanes, 0, (size_t)(e->slots - count) * (size_t)lanes * sizeof *x);
    for (int32_t i = 0; i < count * lanes; i++) {
        const field *here = &f[i % lanes];
        x[i] = multiply(values[i], here->square, here->p, here->negative);
    }

    // A minor's sign: the pairs of a symmetric matrix are transpositions, each finished by its second step.
    bool flipped = false;
    const int32_t *step = e->plan;
    for (int32_t k = 0; k < e->rank; k++) {
        int32_t kind = step[0], pivot = step[1], rows = step[2], columns = step[3];
        const int32_t *lower = step + 4, *upper = lower + rows, *targets = upper + columns;
        flipped = kind == BI_STEP_FIRST ? !flipped : flipped;
        for (int32_t l = 0; l < lanes; l++) {
            uint32_t value = x[(size_t)pivot * (size_t)lanes + (size_t)l];
            product[l] = multiply(product[l], value, f[l].p, f[l].negative);
            inverse[l] = rows > 0 && columns > 0 ? inverse_of(value, &f[l]) : 0;
            result->good[l] =
                result->good[l] && (value != 0 || (minors == NULL && (rows == 0 || columns == 0)));
            if (minors != NULL) {
                uint32_t plain = multiply(product[l], 1, f[l].p, f[l].negative);
                bool negative = e->odd != flipped; // product[] begins with the sign of the whole
                minors[k * lanes + l] = negative && plain != 0 ? f[l].p - plain : plain;
            }
        }
        for (int32_t i = 0; i < rows && columns > 0; i++, targets += columns) {
            const uint32_t *below = x + (size_t)lower[i] * (size_t)lanes;
            for (int32_t l = 0; l < lanes; l++) {
                factor[l] = multiply(below[l], inverse[l], f[l].p, f[l].negative);
            }
            update(x, targets, upper, columns, lanes, factor, f);
        }
        if (bi_watch_stops(e->watch, 20 + (int64_t)lanes * (200 + 2 * (int64_t)rows * columns))) {
            return BIGHT_ERROR_STOPPED;
        }
        step = upper + columns + rows * columns;
    }

    // with rows left over: are they 0 here as well?
    for (int32_t l = 0; l < lanes; l++) {
        result->determinant[l] = multiply(product[l], 1, f[l].p, f[l].negative);
        for (int32_t i = 0; i < e->rest_count; i++) {
            result->good[l] = result->good[l] && x[(size_t)e->rest[i] * (size_t)lanes + (size_t)l] == 0;
        }
    }
    return BIGHT_OK;
}
