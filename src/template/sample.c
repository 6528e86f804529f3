// SPDX-License-Identifier: MIT
// From curves to nodes. A link may be as long as the radius and turn by 15 degrees; so the wanted length is
//
//     h = min(r, 15 degrees / curvature)
//
// made to change by at most a fifth of the way gone along the curve, and nodes lie where the integral of
// 1 / h is a whole number. Kept as nodes for each cell of a curve's parameter, two poses can share their nodes.

#include "core/memory.h"
#include "template/model.h"

#include <string.h>

#define MOST_TURN 0.2617993877991494      // 15 degrees
#define TAN_HALF_TURN 0.13165249758739583 // of half of that
#define GRADING 0.2
#define SHARE 0.85 // of what is allowed that is asked for at first
#define NO_LENGTH 1e-12

static int32_t cell_count(const bi_posed *posed)
{
    int32_t count = 0;
    for (int32_t i = 0; i < posed->strand_count; i++) {
        count += posed->strands[i].pieces * BI_PIECE_CELLS;
    }
    return count;
}

bight_status bi_density_make(const bight_allocator *allocator, const bi_posed *posed, bi_density *density)
{
    density->cell_count = cell_count(posed);
    density->cells = bi_new_array(allocator, (size_t)density->cell_count, 3 * sizeof *density->cells);
    if (density->cells == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    density->lengths = density->cells + density->cell_count;
    density->steps = density->lengths + density->cell_count;
    return BIGHT_OK;
}

void bi_density_free(const bight_allocator *allocator, bi_density *density)
{
    bi_free_array(allocator, density->cells, (size_t)density->cell_count, 3 * sizeof *density->cells);
    *density = (bi_density){0};
}

void bi_density_clear(bi_density *density)
{
    memset(density->cells, 0, (size_t)density->cell_count * sizeof *density->cells);
}

// Length of each cell, and the step that is wanted in it.
static void measure(const bi_posed_strand *strand, double finer, double *lengths, double *steps)
{
    for (int32_t piece = 0; piece < strand->pieces; piece++) {
        bool wraps = strand->closed && piece == strand->pieces - 1;
        const bight_vec3 *p = strand->points + 3 * piece;
        bight_vec3 end = wraps ? strand->points[0] : p[3];
        bight_vec3 a = v3_sub(p[1], p[0]), b = v3_sub(p[2], p[1]), c = v3_sub(end, p[2]);
        double r0 = strand->radii[piece], r1 = wraps ? strand->radii[0] : strand->radii[piece + 1];
        for (int32_t cell = 0; cell < BI_PIECE_CELLS; cell++) {
            // first and second derivative in the middle of the cell, over 3 and over 6
            double u = (cell + 0.5) / BI_PIECE_CELLS, v = 1.0 - u;
            bight_vec3 d = v3_madd(v3_madd(v3_mul(v * v, a), 2.0 * u * v, b), u * u, c);
            bight_vec3 dd = v3_madd(v3_mul(v, v3_sub(b, a)), u, v3_sub(c, b));
            double speed = v3_length(d), bend = v3_length(v3_cross(d, dd));
            double step = SHARE * (v * r0 + u * r1);
            if (bend > 0.0) {
                // curvature = |d x dd| 3 6 / (3 |d|)^3
                step = bi_min(step, SHARE * MOST_TURN * 1.5 * speed * speed * speed / bend);
            }
            int32_t at = piece * BI_PIECE_CELLS + cell;
            lengths[at] = 3.0 * speed / BI_PIECE_CELLS;
            steps[at] = bi_max(step / finer, 1e-9);
        }
    }
}

// Make steps change slowly along the curve: forwards, backwards, and once more where it is closed.
static void grade(double *steps, const double *lengths, int32_t count, bool closed)
{
    for (int32_t round = 0; round < (closed ? 2 : 1); round++) {
        for (int32_t i = closed ? 0 : 1; i < count; i++) {
            int32_t before = (i + count - 1) % count;
            steps[i] = bi_min(steps[i], steps[before] + GRADING * lengths[before]);
        }
        for (int32_t i = closed ? count - 1 : count - 2; i >= 0; i--) {
            int32_t next = (i + 1) % count;
            steps[i] = bi_min(steps[i], steps[next] + GRADING * lengths[next]);
        }
    }
}

void bi_density_add(bi_density *density, const bi_posed *posed, double finer)
{
    int32_t first = 0;
    for (int32_t i = 0; i < posed->strand_count; i++) {
        const bi_posed_strand *strand = &posed->strands[i];
        int32_t count = strand->pieces * BI_PIECE_CELLS;
        double *lengths = density->lengths + first, *steps = density->steps + first;
        measure(strand, finer, lengths, steps);
        grade(steps, lengths, count, strand->closed);
        for (int32_t k = 0; k < count; k++) {
            double nodes = lengths[k] > NO_LENGTH ? lengths[k] / steps[k] : 0.0;
            density->cells[first + k] = bi_max(density->cells[first + k], nodes);
        }
        first += count;
    }
}

// ---- nodes ------------------------------------------------------------------------------------------

void bi_nodes_free(const bight_allocator *allocator, bi_nodes *nodes)
{
    bi_free_array(allocator, nodes->points, (size_t)nodes->capacity, sizeof *nodes->points);
    bi_free_array(allocator, nodes->radii, (size_t)nodes->capacity, 4 * sizeof *nodes->radii);
    *nodes = (bi_nodes){0};
}

static bight_status reserve(const bight_allocator *allocator, bi_nodes *nodes, int32_t needed)
{
    if (needed <= nodes->capacity) {
        return BIGHT_OK;
    }
    bi_nodes_free(allocator, nodes);
    int32_t capacity = needed + needed / 2;
    nodes->points = bi_new_array(allocator, (size_t)capacity, sizeof *nodes->points);
    nodes->radii = bi_new_array(allocator, (size_t)capacity, 4 * sizeof *nodes->radii);
    nodes->capacity = capacity;
    if (nodes->points == NULL || nodes->radii == NULL) {
        bi_nodes_free(allocator, nodes);
        return BIGHT_ERROR_NO_MEMORY;
    }
    nodes->wanted = nodes->radii + capacity;
    nodes->arc = nodes->wanted + capacity;
    nodes->place = nodes->arc + capacity;
    return BIGHT_OK;
}

// Links of a strand whose cells hold `total` nodes.
static double links_of(double total, bool closed)
{
    double least = closed ? 8.0 : 3.0, links = ceil(total);
    return links > least ? links : least;
}

// The places of a strand's nodes: at every total / links of the running sum.
static void choose(const double *cells, int32_t count, bool closed, double total, double links, double *place)
{
    int32_t nodes = (int32_t)links + (closed ? 0 : 1);
    double sum = 0.0;
    int32_t cell = 0;
    for (int32_t k = 0; k < nodes; k++) {
        double wanted = total * k / links;
        while (cell < count - 1 && sum + cells[cell] <= wanted) {
            sum += cells[cell++];
        }
        double part = cells[cell] > 0.0 ? bi_min(1.0, (wanted - sum) / cells[cell]) : 0.0;
        place[k] = (cell + part) / BI_PIECE_CELLS;
    }
    // the last cell that has any length ends the strand
    if (!closed) {
        int32_t end = count;
        while (end > 1 && !(cells[end - 1] > 0.0)) {
            end--;
        }
        place[nodes - 1] = (double)end / BI_PIECE_CELLS;
    }
}

bight_status bi_nodes_choose(const bight_allocator *allocator, const bi_density *density,
                             const bi_posed *posed, bi_nodes *nodes)
{
    double total[BIGHT_PIPE_MAX_STRANDS];
    int32_t first = 0, count = 0;
    int32_t starts[BIGHT_PIPE_MAX_STRANDS + 1] = {0};
    for (int32_t i = 0; i < posed->strand_count; i++) {
        const bi_posed_strand *strand = &posed->strands[i];
        total[i] = 0.0;
        for (int32_t k = 0; k < strand->pieces * BI_PIECE_CELLS; k++) {
            total[i] += density->cells[first + k];
        }
        if (!(links_of(total[i], strand->closed) < BIGHT_PIPE_MAX_NODES)) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        first += strand->pieces * BI_PIECE_CELLS;
        count += (int32_t)links_of(total[i], strand->closed) + (strand->closed ? 0 : 1);
        starts[i + 1] = count;
    }

    bight_status status = reserve(allocator, nodes, count);
    if (status != BIGHT_OK) {
        return status;
    }
    nodes->strand_count = posed->strand_count;
    memcpy(nodes->first, starts, sizeof starts);
    first = 0;
    for (int32_t i = 0; i < posed->strand_count; i++) {
        const bi_posed_strand *strand = &posed->strands[i];
        int32_t cells = strand->pieces * BI_PIECE_CELLS;
        nodes->closed[i] = strand->closed;
        choose(density->cells + first, cells, strand->closed, total[i], links_of(total[i], strand->closed),
               nodes->place + starts[i]);
        first += cells;
    }
    bi_nodes_set(nodes, posed);
    return BIGHT_OK;
}

void bi_nodes_set(bi_nodes *nodes, const bi_posed *posed)
{
    for (int32_t i = 0; i < nodes->strand_count; i++) {
        double arc = 0.0;
        int32_t from = nodes->first[i], to = nodes->first[i + 1];
        for (int32_t k = from; k < to; k++) {
            nodes->points[k] = bi_posed_point(&posed->strands[i], nodes->place[k], &nodes->wanted[k]);
            nodes->radii[k] = nodes->wanted[k];
            arc += k > from ? v3_distance(nodes->points[k - 1], nodes->points[k]) : 0.0;
            nodes->arc[k] = arc;
        }
        nodes->length[i] =
            arc + (nodes->closed[i] ? v3_distance(nodes->points[to - 1], nodes->points[from]) : 0.0);
    }
}

int32_t bi_nodes_strand(const bi_nodes *nodes, int32_t node)
{
    int32_t strand = 0;
    while (node >= nodes->first[strand + 1]) {
        strand++;
    }
    return strand;
}

int32_t bi_nodes_next(const bi_nodes *nodes, int32_t strand, int32_t node)
{
    return node + 1 < nodes->first[strand + 1] ? node + 1 : nodes->closed[strand] ? nodes->first[strand] : -1;
}

int32_t bi_nodes_before(const bi_nodes *nodes, int32_t strand, int32_t node)
{
    return node > nodes->first[strand] ? node - 1 : nodes->closed[strand] ? nodes->first[strand + 1] - 1 : -1;
}

double bi_nodes_half_turn(const bi_nodes *nodes, int32_t strand, int32_t node, double *length)
{
    int32_t before = bi_nodes_before(nodes, strand, node), next = bi_nodes_next(nodes, strand, node);
    *length = 1.0;
    if (before < 0 || next < 0) {
        return 0.0;
    }
    bight_vec3 a = v3_sub(nodes->points[node], nodes->points[before]);
    bight_vec3 b = v3_sub(nodes->points[next], nodes->points[node]);
    double la = v3_length(a), lb = v3_length(b);
    *length = 0.5 * (la + lb);
    if (!(la > NO_LENGTH && lb > NO_LENGTH)) {
        return 0.0; // on an end that has no length yet
    }
    return v3_half_turn(a, b);
}

// Are all turns and links as small as they must be?
static bool is_fine(const bi_nodes *nodes)
{
    for (int32_t i = 0; i < nodes->strand_count; i++) {
        for (int32_t k = nodes->first[i]; k < nodes->first[i + 1]; k++) {
            int32_t next = bi_nodes_next(nodes, i, k);
            double mean;
            if (bi_nodes_half_turn(nodes, i, k, &mean) > TAN_HALF_TURN ||
                (next >= 0 && v3_distance(nodes->points[k], nodes->points[next]) >
                                  bi_max(nodes->wanted[k], nodes->wanted[next]))) {
                return false;
            }
        }
    }
    return true;
}

bight_status bi_nodes_sample(const bight_allocator *allocator, bi_density *density, const bi_posed *posed,
                             bi_nodes *nodes)
{
    // a corner turns as much however short its links are: it is left to the bound on bends
    bight_status status = BIGHT_OK;
    double finer = 1.0;
    for (int32_t round = 0; round < 4; round++) {
        bi_density_clear(density);
        bi_density_add(density, posed, finer);
        status = bi_nodes_choose(allocator, density, posed, nodes);
        if (status != BIGHT_OK || is_fine(nodes)) {
            break;
        }
        finer *= 1.5;
    }
    return status;
}
