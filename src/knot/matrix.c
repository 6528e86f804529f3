// SPDX-License-Identifier: MIT
// The knot of every subchain: classes of subchains that are the same knot for sure, one of each named, and the votes of
// several closures counted.

#include "knot/matrix.h"
#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "knot/closing.h"
#include "knot/matrix_cells.h"

#include <math.h>
#include <string.h>

#define MOST_CLOSURES 1000
#define MOST_BYTES ((size_t)2000000000)

// Subchains that are named by one thread before the watch is asked again, and before their names are looked up.
#define BLOCK 16
#define BATCH 2048

// smaller than this beside a largest coordinate of about 1 counts as zero: see the range in predicates.h
#define TINY 0x1p-120

typedef struct maker {
    const bight_env *env;
    const bight_allocator *allocator;
    const bight_curve *curve;
    bight_knot_matrix_def def;
    bight_knot_matrix *matrix;
    bi_matrix_grid grid;
    bight_vec3 *scaled; ///< (points) for the predicates
    int32_t *parent;    ///< (cells) disjoint sets
    uint16_t *layers;   ///< (closures x cells) kinds
    size_t cells;
    bi_watch watch;

    // the batch in hand
    bight_vec3 path[BIGHT_KNOT_MAX_PATH]; ///< in the caller's unit
    int32_t path_count;                   ///< 0: options.closure closes
    int32_t batch[BATCH], batch_count;    ///< cells
    bight_knot_kind *found; ///< (BATCH) what they are; factor_count -1 when the closure meets the curve
    bight_status failed[BATCH / BLOCK];
} maker;

static void cell_of(size_t at, int32_t *first, int32_t *last)
{
    // last (last - 1) / 2 <= at < last (last + 1) / 2
    int32_t j = (int32_t)(0.5 * (1.0 + sqrt(1.0 + 8.0 * (double)at)));
    while (bight_knot_matrix_at(0, j) > at) {
        j--;
    }
    while (bight_knot_matrix_at(0, j + 1) <= at) {
        j++;
    }
    *last = j;
    *first = (int32_t)(at - bight_knot_matrix_at(0, j));
}

bight_status bi_kind_of(const bight_env *env, bight_knot_workspace *workspace, const bight_curve *curve,
                        const bight_knot_options *options, bight_knot_kind *kind)
{
    bight_knot_result result;
    *kind = (bight_knot_kind){.factor_count = -1};
    bight_status status = bight_knot_identify(env, workspace, curve, 1, options, &result, NULL);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_INVALID ? BIGHT_OK : status;
    }
    memcpy(kind->name, result.name, sizeof kind->name);
    kind->factor_count = result.factor_count;
    kind->proved = result.proved;
    kind->handedness = result.factor_count == 1 ? result.factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
    return BIGHT_OK;
}

// Names some of the batch, in any thread.
static void name_block(void *data, int32_t block)
{
    maker *m = data;
    bight_env env = m->env != NULL ? *m->env : (bight_env){0};
    env.watch = (bight_watch){0};
    env.threads = 1;
    size_t room = (size_t)m->curve->count + BIGHT_KNOT_MAX_PATH;
    bight_knot_workspace *workspace = bight_knot_workspace_new(&env);
    bight_vec3 *points = bi_new_array(m->allocator, room, sizeof *points);
    bight_status status = workspace != NULL && points != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    int32_t end = (block + 1) * BLOCK < m->batch_count ? (block + 1) * BLOCK : m->batch_count;
    for (int32_t i = block * BLOCK; i < end && status == BIGHT_OK; i++) {
        int32_t first, last;
        cell_of((size_t)m->batch[i], &first, &last);
        first = m->matrix->vertices[first];
        last = m->matrix->vertices[last];
        int32_t count = last - first + 1;
        memcpy(points, m->curve->points + first, (size_t)count * sizeof *points);
        memcpy(points + count, m->path, (size_t)m->path_count * sizeof *points);
        bight_curve part = {points, count + m->path_count, m->path_count > 0};
        status = bi_kind_of(&env, workspace, &part, &m->def.options, &m->found[i]);
    }
    m->failed[block] = status;
    bi_free_array(m->allocator, points, room, sizeof *points);
    bight_knot_workspace_free(workspace);
}

// The number of the kind, which may be new.
static bight_status look_up(bight_knot_matrix *matrix, const bight_allocator *allocator,
                            const bight_knot_kind *kind, uint16_t *number)
{
    if (kind->factor_count < 0) {
        *number = BIGHT_KNOT_MATRIX_NONE;
        return BIGHT_OK;
    }
    for (int32_t i = 0; i < matrix->kind_count; i++) {
        const bight_knot_kind *known = &matrix->kinds[i];
        if (known->handedness == kind->handedness && strcmp(known->name, kind->name) == 0) {
            *number = (uint16_t)i;
            return BIGHT_OK;
        }
    }
    if (matrix->kind_count == BIGHT_KNOT_MATRIX_NONE) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status = bi_reserve(allocator, &matrix->kinds, &matrix->kind_capacity,
                                     (int64_t)matrix->kind_count + 1, sizeof *matrix->kinds);
    if (status == BIGHT_OK) {
        *number = (uint16_t)matrix->kind_count;
        matrix->kinds[matrix->kind_count++] = *kind;
    }
    return status;
}

static bight_status name_batch(maker *m, uint16_t *layer)
{
    int32_t blocks = (m->batch_count + BLOCK - 1) / BLOCK, threads = m->env != NULL ? m->env->threads : 1;
    bool all = bi_parallel_for_watched(&m->watch, threads > 1 ? threads : 1, blocks, name_block, m);
    bight_status status = all ? BIGHT_OK : BIGHT_ERROR_STOPPED;
    for (int32_t i = 0; i < m->batch_count && status == BIGHT_OK; i++) {
        status = m->failed[i / BLOCK];
        if (status == BIGHT_OK) {
            status = look_up(m->matrix, m->allocator, &m->found[i], &layer[m->batch[i]]);
        }
    }
    m->matrix->named += m->batch_count;
    m->batch_count = 0;
    return status;
}

// Into the range of the predicates, by a power of two: x / 2^exponent.
static void scale_points(const bight_vec3 *from, int32_t count, int exponent, bight_vec3 *to)
{
    for (int32_t i = 0; i < count; i++) {
        double part[3] = {from[i].x, from[i].y, from[i].z};
        for (int32_t k = 0; k < 3; k++) {
            part[k] = ldexp(part[k], -exponent);
            part[k] = fabs(part[k]) < TINY ? 0.0 : part[k];
        }
        to[i] = v3(part[0], part[1], part[2]);
    }
}

static double largest(const bight_vec3 *points, int32_t count, double most)
{
    for (int32_t i = 0; i < count; i++) {
        most = fmax(most, fmax(fabs(points[i].x), fmax(fabs(points[i].y), fabs(points[i].z))));
    }
    return most;
}

// Classes of cells, each cell's root; where each subchain has a way out of its own each cell is a class.
static bight_status find_classes(maker *m)
{
    if (m->path_count == 0 && m->def.options.closure == BIGHT_KNOT_CLOSURE_DIRECT) {
        int exponent;
        frexp(largest(m->curve->points, m->curve->count, 0.0), &exponent);
        scale_points(m->curve->points, m->curve->count, exponent, m->scaled);
        int32_t threads = m->env != NULL && m->env->threads > 1 ? m->env->threads : 1;
        return bi_matrix_join_direct(&m->grid, m->parent, threads, m->allocator, &m->watch);
    }
    if (m->path_count > 0) {
        int exponent;
        frexp(largest(m->path, m->path_count, largest(m->curve->points, m->curve->count, 0.0)), &exponent);
        scale_points(m->curve->points, m->curve->count, exponent, m->scaled);
        scale_points(m->path, m->path_count, exponent, m->grid.path);
        m->grid.path_count = m->path_count;
        return bi_matrix_join(&m->grid, m->parent, &m->watch);
    }
    for (size_t i = 0; i < m->cells; i++) {
        m->parent[i] = (int32_t)i;
    }
    return BIGHT_OK;
}

// Names one cell of each class, the shortest; the others take its name.
static bight_status name_layer(maker *m, uint16_t *layer)
{
    const int32_t *vertices = m->matrix->vertices;
    int32_t side = m->matrix->side;
    bight_status status = find_classes(m);

    // from the diagonal on, so that the first cell of a class that comes up is its shortest; short chains are unknots
    memset(layer, 0xff, m->cells * sizeof *layer);
    int32_t *chosen = status == BIGHT_OK ? bi_new_array(m->allocator, m->cells, sizeof *chosen) : NULL;
    if (status == BIGHT_OK && chosen == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t d = 1; d < side && status == BIGHT_OK; d++) {
        for (int32_t i = 0; i + d < side && status == BIGHT_OK; i++) {
            size_t at = bight_knot_matrix_at(i, i + d);
            int32_t root = bi_set_root(m->parent, (int32_t)at);
            bool trivial = vertices[i + d] - vertices[i] <= BI_MATRIX_TRIVIAL;
            if (trivial && chosen[root] == 0) {
                chosen[root] = -1;
            } else if (chosen[root] == 0) {
                chosen[root] = (int32_t)at + 1;
                m->batch[m->batch_count++] = (int32_t)at;
                status = m->batch_count == BATCH ? name_batch(m, layer) : status;
            }
        }
    }
    status = status == BIGHT_OK && m->batch_count > 0 ? name_batch(m, layer) : status;
    for (size_t i = 0; i < m->cells && status == BIGHT_OK; i++) {
        int32_t cell = chosen[bi_set_root(m->parent, (int32_t)i)];
        layer[i] = cell < 0 ? 0 : layer[cell - 1];
    }
    bi_free_array(m->allocator, chosen, m->cells, sizeof *chosen);
    return bi_watch_status(&m->watch, status);
}

// Among kinds of equal count the first by name, then by hand: as in a spectrum.
static bool goes_before(const bight_knot_kind *a, const bight_knot_kind *b)
{
    int order = strcmp(a->name, b->name);
    return order != 0 ? order < 0 : a->handedness < b->handedness;
}

// The kind that most closures of a cell have.
static bight_status count_votes(maker *m)
{
    bight_knot_matrix *matrix = m->matrix;
    size_t kinds = (size_t)matrix->kind_count;
    int32_t *votes = bi_new_array(m->allocator, kinds, sizeof *votes);
    if (votes == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < m->cells; i++) {
        uint16_t best = BIGHT_KNOT_MATRIX_NONE;
        for (int32_t k = 0; k < matrix->closures; k++) {
            uint16_t kind = m->layers[(size_t)k * m->cells + i];
            if (kind != BIGHT_KNOT_MATRIX_NONE) {
                votes[kind]++;
            }
        }
        for (int32_t k = 0; k < matrix->closures; k++) {
            uint16_t kind = m->layers[(size_t)k * m->cells + i];
            bool better =
                kind != BIGHT_KNOT_MATRIX_NONE &&
                (best == BIGHT_KNOT_MATRIX_NONE || votes[kind] > votes[best] ||
                 (votes[kind] == votes[best] && goes_before(&matrix->kinds[kind], &matrix->kinds[best])));
            best = better ? kind : best;
        }
        matrix->cells[i] = best;
        matrix->counts[i] = best != BIGHT_KNOT_MATRIX_NONE ? (uint16_t)votes[best] : 0;
        if (best != BIGHT_KNOT_MATRIX_NONE) {
            matrix->kinds[best].cells++;
        }
        for (int32_t k = 0; k < matrix->closures; k++) {
            uint16_t kind = m->layers[(size_t)k * m->cells + i];
            if (kind != BIGHT_KNOT_MATRIX_NONE) {
                votes[kind] = 0;
            }
        }
    }
    bi_free_array(m->allocator, votes, kinds, sizeof *votes);
    return BIGHT_OK;
}

static bight_status check(const bight_curve *curve, const bight_knot_matrix_def *def, int32_t side,
                          bight_error *error)
{
    if (curve->closed || curve->count < 3 || def->step < 0 || def->closures < 0 ||
        def->closures > MOST_CLOSURES) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       curve->closed
                           ? "a closed curve has no subchains of its own: cut it open first"
                           : "a matrix needs an open curve of 3 points or more, a step of 1 or more and "
                             "1 to 1000 closures");
    }
    for (int32_t i = 0; i < curve->count; i++) {
        if (!v3_is_finite(curve->points[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d is not finite: every coordinate must be a number", (int)i + 1);
        }
    }
    size_t bytes = 2 * bight_knot_matrix_at(0, side) * (size_t)(def->closures > 1 ? def->closures : 1);
    if (side > BIGHT_KNOT_MATRIX_MOST || bytes > MOST_BYTES) {
        return bi_fail(
            error, BIGHT_ERROR_TOO_LARGE, 0,
            "a matrix of %d x %d subchains in %d closures: take a larger step, %d or so, or fewer closures",
            (int)side, (int)side, (int)(def->closures > 1 ? def->closures : 1),
            (int)(curve->count / 1000 + 1));
    }
    return BIGHT_OK;
}

// Memory, the sampled vertices, and the unknot as the first kind.
static bight_status begin(maker *m, int32_t step, int32_t side)
{
    bight_knot_matrix *matrix = m->matrix;
    int32_t points = m->curve->count;
    *matrix = (bight_knot_matrix){.side = side, .points = points};
    matrix->closures = m->def.closures > 0 ? m->def.closures : 1;
    m->cells = bight_knot_matrix_at(0, side);
    matrix->vertices = bi_new_array(m->allocator, (size_t)side, sizeof *matrix->vertices);
    matrix->cells = bi_new_array(m->allocator, m->cells, sizeof *matrix->cells);
    matrix->counts = bi_new_array(m->allocator, m->cells, sizeof *matrix->counts);
    m->layers = bi_new_array(m->allocator, m->cells * (size_t)matrix->closures, sizeof *m->layers);
    m->parent = bi_new_array(m->allocator, m->cells, sizeof *m->parent);
    m->scaled = bi_new_array(m->allocator, (size_t)points, sizeof *m->scaled);
    m->grid.grown = bi_new_array(m->allocator, (size_t)points, sizeof *m->grid.grown);
    m->grid.cut = bi_new_array(m->allocator, (size_t)points, sizeof *m->grid.cut);
    m->found = bi_new_array(m->allocator, BATCH, sizeof *m->found);
    if (matrix->vertices == NULL || matrix->cells == NULL || matrix->counts == NULL || m->layers == NULL ||
        m->parent == NULL || m->scaled == NULL || m->grid.grown == NULL || m->grid.cut == NULL ||
        m->found == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < side; i++) {
        matrix->vertices[i] = i + 1 < side ? i * step : points - 1;
    }
    m->grid.points = m->scaled;
    m->grid.count = points;
    m->grid.vertices = matrix->vertices;
    m->grid.side = side;
    uint16_t unknot;
    const bight_knot_kind kind = {.name = "0_1", .proved = true};
    return look_up(matrix, m->allocator, &kind, &unknot);
}

static void finish(maker *m)
{
    size_t closures = (size_t)m->matrix->closures, points = (size_t)m->curve->count;
    bi_free_array(m->allocator, m->layers, m->cells * closures, sizeof *m->layers);
    bi_free_array(m->allocator, m->parent, m->cells, sizeof *m->parent);
    bi_free_array(m->allocator, m->scaled, points, sizeof *m->scaled);
    bi_free_array(m->allocator, m->grid.grown, points, sizeof *m->grid.grown);
    bi_free_array(m->allocator, m->grid.cut, points, sizeof *m->grid.cut);
    bi_free_array(m->allocator, m->found, BATCH, sizeof *m->found);
}

bight_status bight_knot_matrix_make(const bight_env *env, const bight_curve *curve,
                                    const bight_knot_matrix_def *def, bight_knot_matrix *matrix,
                                    bight_error *error)
{
    if (curve == NULL || curve->points == NULL || matrix == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", matrix == NULL ? "matrix" : "curve");
    }
    *matrix = (bight_knot_matrix){0};
    bight_knot_matrix_def wanted = def != NULL ? *def : (bight_knot_matrix_def){0};
    wanted.options.name_only = true;
    int32_t step = wanted.step > 1 ? wanted.step : 1,
            side = curve->count < 2 ? 2 : (curve->count - 2) / step + 2;
    bight_status status = check(curve, &wanted, side, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // one layer a closure, then the votes
    const bight_allocator standard = {0};
    maker *m = bi_new_array(env != NULL ? &env->allocator : &standard, 1, sizeof *m);
    if (m == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a knot matrix");
    }
    *m = (maker){.env = env, .curve = curve, .def = wanted, .matrix = matrix};
    m->allocator = env != NULL ? &env->allocator : &standard;
    m->watch = bi_watch_from(env);
    status = begin(m, step, side);
    bi_closing closing = bi_closing_begin(curve, wanted.way, wanted.options.seed);
    for (int32_t k = 0; k < matrix->closures && status == BIGHT_OK; k++) {
        m->path_count = wanted.closures > 0 ? bi_closing_next(&closing, m->path) : 0;
        status = name_layer(m, m->layers + (size_t)k * m->cells);
    }
    status = status == BIGHT_OK ? count_votes(m) : status;

    finish(m);
    bi_free_array(m->allocator, m, 1, sizeof *m);
    if (status != BIGHT_OK) {
        bight_knot_matrix_free(env, matrix);
        return bi_fail(error, status, 0, "the knot matrix was not made: %s", bight_status_text(status));
    }
    return BIGHT_OK;
}

void bight_knot_matrix_free(const bight_env *env, bight_knot_matrix *matrix)
{
    if (matrix == NULL) {
        return;
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    size_t side = (size_t)matrix->side, cells = side * (side - (side > 0 ? 1 : 0)) / 2;
    bi_free_array(allocator, matrix->vertices, side, sizeof *matrix->vertices);
    bi_free_array(allocator, matrix->cells, cells, sizeof *matrix->cells);
    bi_free_array(allocator, matrix->counts, cells, sizeof *matrix->counts);
    bi_free_array(allocator, matrix->kinds, (size_t)matrix->kind_capacity, sizeof *matrix->kinds);
    *matrix = (bight_knot_matrix){0};
}
