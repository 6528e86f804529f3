// SPDX-License-Identifier: MIT
// Signature and determinant from a checkerboard colouring (Gordon, Litherland, "On the signature of a link", 1978): the
// signature of the Goeritz matrix of the white faces, corrected at the crossings where the dark surface does not follow
// the knot's direction; its determinant is the knot's.
//
// Both are exact. The matrix is eliminated symmetrically modulo as many primes as its minors need; their signs from the
// Chinese remainder theorem count the negative eigenvalues (Jacobi): a pivot m_k / m_(k-1) has the sign of one, and a
// pair of rows with diagonal 0 has one of each sign.

#include "knot/invariant.h"
#include "knot/modular.h"
#include "core/assert.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

// Of elimination: a prime that happens to divide a minor begins the next one.
#define MOST_ATTEMPTS 8

int32_t bi_colour_faces(const bi_diagram *diagram, const int32_t *face, int32_t faces, int32_t *colour,
                        int32_t *stack)
{
    int32_t ones = 0, depth = 0, *seen = stack + diagram->crossings;
    for (int32_t f = 0; f < faces; f++) {
        colour[f] = -1;
    }
    memset(seen, 0, (size_t)diagram->crossings * sizeof *seen);

    // the map is connected: from crossing to crossing, by a dart whose face has its colour
    colour[face[0]] = 0;
    stack[depth++] = 0;
    seen[0] = 1;
    while (depth > 0) {
        int32_t dart = stack[--depth];
        for (int32_t i = 0; i < 4; i++) {
            int32_t here = bi_turn(dart, i), there = diagram->mate[here];
            colour[face[here]] = i % 2 == 0 ? colour[face[dart]] : 1 - colour[face[dart]];
            if (!seen[bi_crossing(there)]) {
                colour[face[there]] = 1 - colour[face[here]];
                seen[bi_crossing(there)] = 1;
                stack[depth++] = there;
            }
        }
    }
    for (int32_t f = 0; f < faces; f++) {
        ones += colour[f];
    }
    return 2 * ones <= faces ? 1 : 0;
}

double bi_tree_bits(const bi_diagram *diagram, const int32_t *face, const int32_t *colour, int32_t faces,
                    int32_t white, int32_t *degree)
{
    for (int32_t f = 0; f < faces; f++) {
        degree[f] = 0;
    }
    for (int32_t c = 0; c < diagram->crossings; c++) {
        int32_t corner = colour[face[4 * c]] == white ? 0 : 1;
        int32_t one = face[4 * c + corner], two = face[4 * c + corner + 2];
        degree[one] += one != two;
        degree[two] += one != two;
    }
    double bits = 0.0;
    int32_t most = 0;
    for (int32_t f = 0; f < faces; f++) {
        bits += colour[f] == white && degree[f] > 1 ? bi_log2_above(degree[f]) : 0.0;
        most = colour[f] == white && degree[f] > most ? degree[f] : most;
    }
    return most > 1 ? bits - bi_log2_above(most) : bits;
}

// An edge of the white graph: rows a < b, -1 for the face that is left out.
typedef struct edge {
    int32_t a, b, type;
} edge;

static int compare(const void *x, const void *y)
{
    const edge *e = x, *f = y;
    return e->a != f->a ? (e->a > f->a) - (e->a < f->a) : (e->b > f->b) - (e->b < f->b);
}

// The Goeritz matrix, entry by entry.
typedef struct goeritz {
    int32_t size, entries, correction;
    double bits;     ///< of its minors
    int32_t *degree; ///< (size) edges at each row's face
} goeritz;

// row[f] for each face; the white face with the most edges is left out.
static int32_t number_rows(const int32_t *colour, const int32_t *degree, int32_t faces, int32_t white,
                           int32_t *row)
{
    int32_t left_out = -1, size = 0;
    for (int32_t f = 0; f < faces; f++) {
        bool more = colour[f] == white && (left_out < 0 || degree[f] > degree[left_out]);
        left_out = more ? f : left_out;
    }
    for (int32_t f = 0; f < faces; f++) {
        row[f] = colour[f] == white && f != left_out ? size++ : -1;
    }
    return size;
}

// Corner i of a crossing lies between slots i and i + 1; the face to the left of dart i is at corner i. Turned
// counter-clockwise the over line sweeps corners 1 and 3.
static int32_t list_edges(const bi_diagram *diagram, const int32_t *face, const int32_t *colour,
                          int32_t white, const int32_t *row, edge *edges, int32_t *diagonal)
{
    int32_t correction = 0;
    for (int32_t c = 0; c < diagram->crossings; c++) {
        int32_t corner = colour[face[4 * c]] == white ? 0 : 1;
        int32_t type = corner == 0 ? 1 : -1; // dark corners are swept
        bool loop = face[4 * c + corner] == face[4 * c + corner + 2];
        int32_t one = row[face[4 * c + corner]], two = row[face[4 * c + corner + 2]];
        edges[c] = (edge){one < two ? one : two, one < two ? two : one, loop ? 0 : type};
        for (int32_t i = 0; i < 2; i++) {
            int32_t here = i == 0 ? one : two;
            if (here >= 0 && !loop) {
                diagonal[here] += type;
            }
        }

        // the knot enters the dark corner pair at one end and leaves at the other unless the pair lies
        // between in and out darts: corner 1 is between an over dart and the outgoing under dart
        bool out_at_one = bi_is_out(diagram, 4 * c + 1);
        bool dark_is_beside = corner == 0 ? !out_at_one : out_at_one;
        correction += dark_is_beside ? 0 : type;
    }
    return correction;
}

// Room: (n + 2) faces, 4 n darts, 3 n numbers of edges, one value for each entry.
static bight_status make_room(const bi_diagram *diagram, bi_invariant_scratch *s)
{
    int64_t n = diagram->crossings;
    bight_status status =
        bi_reserve(&s->allocator, &s->numbers, &s->number_capacity, 15 * n + 16, sizeof *s->numbers);
    return status == BIGHT_OK
               ? bi_reserve(&s->allocator, &s->places, &s->place_capacity, 3 * n + 4, sizeof *s->places)
               : status;
}

// Places and numbers of all entries; the numbers stand at s->numbers from the start.
static goeritz make_matrix(const bi_diagram *diagram, bi_invariant_scratch *s)
{
    int32_t n = diagram->crossings, *entry = s->numbers, *face = entry + 3 * n + 4, *colour = face + 4 * n;
    int32_t *degree = colour + n + 2, *row = degree + n + 2, *rest = row + n + 2;
    int32_t faces = bi_diagram_faces(diagram, face);
    int32_t white = bi_colour_faces(diagram, face, faces, colour, rest);
    goeritz g = {.bits = bi_tree_bits(diagram, face, colour, faces, white, degree)};
    g.size = number_rows(colour, degree, faces, white, row);

    // edges that join the same faces are one entry
    edge *edges = (edge *)rest;
    memset(entry, 0, (size_t)g.size * sizeof *entry);
    g.correction = list_edges(diagram, face, colour, white, row, edges, entry);
    qsort(edges, (size_t)n, sizeof *edges, compare);
    for (int32_t i = 0; i < g.size; i++) {
        s->places[g.entries++] = (bi_entry_place){i, i};
    }
    for (int32_t i = 0; i < n;) {
        int32_t first = i, sum = 0;
        for (; i < n && compare(&edges[i], &edges[first]) == 0; i++) {
            sum += edges[i].type;
        }
        if (edges[first].a >= 0 && sum != 0 && edges[first].a != edges[first].b) {
            entry[g.entries] = entry[g.entries + 1] = -sum;
            s->places[g.entries++] = (bi_entry_place){edges[first].a, edges[first].b};
            s->places[g.entries++] = (bi_entry_place){edges[first].b, edges[first].a};
        }
    }
    g.degree = face;
    for (int32_t f = 0; f < faces; f++) {
        if (row[f] >= 0) {
            g.degree[row[f]] = degree[f];
        }
    }
    return g;
}

// minors[step primes + k]: of the matrix modulo prime k, after each step. Bad is a prime that divides one, or -1.
static bight_status find_minors(bi_invariant_scratch *s, const goeritz *g, int32_t primes, int32_t *bad)
{
    bi_elimination *e = &s->elimination;
    int64_t room = (int64_t)e->rank * (primes + BI_LANES) + (int64_t)g->entries * BI_LANES;
    bight_status status =
        bi_reserve(&s->allocator, &s->values, &s->value_capacity, room + 1, sizeof *s->values);
    if (status != BIGHT_OK) {
        return status;
    }
    uint32_t *minors = s->values, *some = minors + (size_t)e->rank * (size_t)primes,
             *values = some + (size_t)e->rank * BI_LANES;
    *bad = -1;
    for (int32_t from = 0; from < primes && status == BIGHT_OK && *bad < 0; from += BI_LANES) {
        int32_t lanes = primes - from < BI_LANES ? primes - from : BI_LANES;
        for (int32_t i = 0; i < g->entries * lanes; i++) {
            values[i] = bi_mod_from(s->numbers[i / lanes], s->residues.primes[from + i % lanes]);
        }
        bi_elimination_result result;
        status = bi_elimination_run(e, values, g->entries, lanes, s->residues.primes + from, some, &result);
        for (int32_t l = 0; l < lanes && status == BIGHT_OK; l++) {
            *bad = !result.good[l] ? from + l : *bad;
            for (int32_t k = 0; k < e->rank; k++) {
                minors[(size_t)k * (size_t)primes + (size_t)(from + l)] = some[k * lanes + l];
            }
        }
    }
    return status;
}

static int32_t sign_of(const int32_t *digits, int32_t primes)
{
    for (int32_t k = primes - 1; k >= 0; k--) {
        if (digits[k] != 0) {
            return digits[k] > 0 ? 1 : -1;
        }
    }
    return 0;
}

// Positive less negative eigenvalues. The digits of the last minor stay. false: a pair has a positive determinant, so
// its diagonal was not 0 after all.
static bool count_signs(bi_invariant_scratch *s, const goeritz *g, int32_t primes, int32_t *signature)
{
    const int32_t *step = s->elimination.plan;
    int32_t before = 1, rank = s->elimination.rank;
    double bits = 0.0; // a minor is at most the product of the degrees of its rows
    *signature = 0;
    for (int32_t k = 0; k < rank; k++) {
        int32_t degree = step[1] < g->entries ? g->degree[s->places[step[1]].row] : 0;
        bits = degree > 0 ? bits + bi_log2_above(degree) : g->bits;
        if (step[0] != BI_STEP_FIRST) {
            int32_t few = k + 1 < rank ? bi_residues_needed(bits) : primes;
            few = few < primes ? few : primes;
            bi_residues_digits(&s->residues, s->values + (size_t)k * (size_t)primes, few, 1, s->digits);
            int32_t sign = sign_of(s->digits, few);
            if (step[0] == BI_STEP_SECOND && sign == before) {
                return false;
            }
            *signature += step[0] == BI_STEP_ALONE ? sign * before : 0;
            before = sign;
        }
        step += 4 + step[2] + step[3] + step[2] * step[3];
    }
    return true;
}

static bight_status one_number(bi_invariant_scratch *s, int32_t value, bi_large *number)
{
    bight_status status = bi_reserve(&s->allocator, &s->digits, &s->digit_capacity, 1, sizeof *s->digits);
    status = status == BIGHT_OK ? bi_residues_reserve(&s->residues, 1) : status;
    if (status == BIGHT_OK && number != NULL) {
        s->digits[0] = value;
        *number = (bi_large){s->digits, 1, 1};
    }
    return status;
}

bight_status bi_signature_large(const bi_diagram *diagram, bi_invariant_scratch *s, int32_t *signature,
                                bi_large *determinant)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    *signature = 0;
    if (diagram->crossings == 0) {
        return one_number(s, 1, determinant);
    }
    bight_status status = make_room(diagram, s);
    if (status != BIGHT_OK) {
        return status;
    }
    goeritz g = make_matrix(diagram, s);
    int32_t primes = bi_residues_needed(g.bits), bad = 0;
    *signature = -g.correction;
    if (g.size == 0) {
        return one_number(s, 1, determinant);
    }
    status = bi_residues_reserve(&s->residues, primes);
    status = status == BIGHT_OK
                 ? bi_reserve(&s->allocator, &s->digits, &s->digit_capacity, primes, sizeof *s->digits)
                 : status;

    // signature of the knot = that of the Goeritz matrix - correction
    for (int32_t attempt = 0; attempt < MOST_ATTEMPTS && status == BIGHT_OK; attempt++) {
        uint32_t p = s->residues.primes[bad];
        status = bi_reserve(&s->allocator, &s->values, &s->value_capacity, g.entries, sizeof *s->values);
        for (int32_t i = 0; i < g.entries && status == BIGHT_OK; i++) {
            s->values[i] = bi_mod_from(s->numbers[i], p);
        }
        status = status == BIGHT_OK
                     ? bi_elimination_plan(&s->elimination, g.size, s->places, s->values, g.entries, p, true)
                     : status;
        status = status == BIGHT_OK ? find_minors(s, &g, primes, &bad) : status;
        int32_t plain = 0;
        if (status == BIGHT_OK && bad < 0) {
            if (!count_signs(s, &g, primes, &plain)) {
                bad = attempt + 1 < primes ? attempt + 1 : 0;
                continue;
            }
            *signature = plain - g.correction;
            if (s->elimination.rank < g.size) {
                return one_number(s, 0, determinant);
            }
            if (determinant != NULL) {
                *determinant = (bi_large){s->digits, 1, primes};
            }
            return BIGHT_OK;
        }
    }
    return status == BIGHT_OK ? BIGHT_ERROR_TOO_LARGE : status;
}

bight_status bi_signature(const bi_diagram *diagram, bi_invariant_scratch *scratch, int32_t *signature)
{
    return bi_signature_large(diagram, scratch, signature, NULL);
}

bool bi_large_value(const bi_large *large, int32_t which, int64_t *value)
{
    const int32_t *digits = large->digits + (size_t)which * (size_t)large->primes;
    return bi_mod_value(digits, large->primes, value);
}
