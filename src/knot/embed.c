// SPDX-License-Identifier: MIT
// A diagram drawn with straight lines. Crossings, the middles of arcs, and faces are the vertices of a
// triangulation of the sphere, one triangle for each half arc and side. The largest face is taken out and its
// border laid on a circle; every other vertex in the mean of its neighbours (Tutte, "How to draw a graph",
// 1963). No triangle is then turned over, so the drawing is plane.

#include "bight/knot_code.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/watch.h"

#include <math.h>

#define MOST_CROSSINGS 200

// Vertices: crossings, then arcs (by the lower dart, numbered), then faces.
typedef struct layout {
    const bi_diagram *map;
    int32_t *face, *arc; ///< (4 crossings)
    int32_t *row;        ///< (vertices) place among the unknowns, -1 when fixed
    double *x, *y;       ///< (vertices)
    double *matrix;      ///< (unknowns (unknowns + 2))
    int32_t crossings, arcs, faces, vertices, unknowns, outer;
    bi_watch watch;
} layout;

static void number(layout *l)
{
    const bi_diagram *map = l->map;
    int32_t darts = 4 * map->crossings, sides[4 * MOST_CROSSINGS] = {0};
    l->faces = bi_diagram_faces(map, l->face);
    for (int32_t dart = 0; dart < darts; dart++) {
        l->arc[dart] = map->mate[dart] < dart ? l->arc[map->mate[dart]] : l->arcs++;
        sides[l->face[dart]]++;
    }
    l->vertices = l->crossings + l->arcs + l->faces;
    for (int32_t f = 0; f < l->faces; f++) {
        l->outer = sides[f] > sides[l->outer] ? f : l->outer;
    }
}

// The border of the outer face on the circle, clockwise, for the face lies outside the circle.
static void fix_border(layout *l)
{
    int32_t start = 0, sides = 0;
    for (int32_t v = 0; v < l->vertices; v++) {
        l->row[v] = 0;
    }
    while (l->face[start] != l->outer) {
        start++;
    }
    int32_t dart = start;
    do {
        sides++;
        dart = bi_next_in_face(l->map, dart);
    } while (dart != start);
    for (int32_t i = 0; i < sides; i++, dart = bi_next_in_face(l->map, dart)) {
        int32_t vertex[2] = {bi_crossing(dart), l->crossings + l->arc[dart]};
        for (int32_t k = 0; k < 2; k++) {
            double angle = -3.14159265358979 * (2 * i + k) / sides;
            l->x[vertex[k]] = l->crossings * cos(angle);
            l->y[vertex[k]] = l->crossings * sin(angle);
            l->row[vertex[k]] = -1;
        }
    }
    l->row[l->crossings + l->arcs + l->outer] = -1;
    for (int32_t v = 0; v < l->vertices; v++) {
        l->row[v] = l->row[v] == 0 ? l->unknowns++ : -1;
    }
}

// vertex wants to be in the mean of its neighbours: one of them
static void tie(layout *l, int32_t vertex, int32_t neighbour)
{
    int32_t row = l->row[vertex], width = l->unknowns + 2;
    if (row < 0 || neighbour == l->crossings + l->arcs + l->outer) {
        return;
    }
    double *line = l->matrix + (size_t)row * (size_t)width;
    line[row] += 1.0;
    if (l->row[neighbour] >= 0) {
        line[l->row[neighbour]] -= 1.0;
    } else {
        line[l->unknowns] += l->x[neighbour];
        line[l->unknowns + 1] += l->y[neighbour];
    }
}

// Elimination; the matrix is diagonally dominant, so no pivots are exchanged.
static void solve(layout *l)
{
    int32_t n = l->unknowns, width = n + 2;
    for (int32_t i = 0; i < n && !bi_watch_stops(&l->watch, (int64_t)n * (n - i)); i++) {
        double *pivot = l->matrix + (size_t)i * (size_t)width;
        for (int32_t k = i + 1; k < n; k++) {
            double *line = l->matrix + (size_t)k * (size_t)width, factor = line[i] / pivot[i];
            for (int32_t j = i; j < width && factor != 0.0; j++) {
                line[j] -= factor * pivot[j];
            }
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        double *line = l->matrix + (size_t)i * (size_t)width;
        for (int32_t side = 0; side < 2; side++) {
            double sum = line[n + side];
            for (int32_t j = i + 1; j < n; j++) {
                sum -= line[j] * l->matrix[(size_t)j * (size_t)width + (size_t)(n + side)];
            }
            line[n + side] = sum / line[i];
        }
    }
    for (int32_t v = 0; v < l->vertices; v++) {
        if (l->row[v] >= 0) {
            l->x[v] = l->matrix[(size_t)l->row[v] * (size_t)width + (size_t)n];
            l->y[v] = l->matrix[(size_t)l->row[v] * (size_t)width + (size_t)n + 1];
        }
    }
}

static void place_vertices(layout *l)
{
    fix_border(l);
    for (int32_t dart = 0; dart < 4 * l->crossings; dart++) {
        int32_t c = bi_crossing(dart), arc = l->crossings + l->arc[dart],
                face = l->crossings + l->arcs + l->face[dart];
        tie(l, c, arc);
        tie(l, arc, c);
        tie(l, c, face);
        tie(l, face, c);
        tie(l, arc, face);
        tie(l, face, arc);
    }
    solve(l);
}

static void write_points(const layout *l, bool *seen, bight_vec3 *points)
{
    const bi_diagram *map = l->map;
    int32_t count = 0;
    for (int32_t start = 0; start < 4 * l->crossings; start++) {
        if (bi_is_out(map, start) || seen[start]) {
            continue;
        }
        for (int32_t dart = start; !seen[dart]; dart = map->mate[bi_opposite(dart)]) {
            int32_t c = bi_crossing(dart), arc = l->crossings + l->arc[bi_opposite(dart)];
            seen[dart] = true;
            points[count++] = (bight_vec3){l->x[c], l->y[c], bi_is_over(dart) ? 1.0 : -1.0};
            points[count++] = (bight_vec3){l->x[arc], l->y[arc], 0.0};
        }
    }
}

// Does a face meet a crossing twice, or have an arc on both sides?
static bool is_plain(const layout *l)
{
    for (int32_t dart = 0; dart < 4 * l->crossings; dart++) {
        if (l->face[dart] == l->face[bi_turn(dart, 1)] || l->face[dart] == l->face[bi_turn(dart, 2)]) {
            return false;
        }
    }
    return true;
}

bight_status bight_diagram_embed(const bight_env *env, const bight_diagram *diagram, bight_vec3 *points,
                                 bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    layout l = {.map = &diagram->map, .crossings = diagram->map.crossings, .watch = bi_watch_from(env)};
    if (l.crossings < 2 || l.crossings > MOST_CROSSINGS) {
        return bi_fail(error, l.crossings < 2 ? BIGHT_ERROR_UNSUPPORTED : BIGHT_ERROR_TOO_LARGE, 0,
                       "a diagram of %d crossings: 2 to %d can be laid out", (int)l.crossings,
                       MOST_CROSSINGS);
    }

    // n + 2 n + n + 2 vertices for crossings, arcs and faces; a dense system with x and y on its right side
    size_t n = (size_t)l.crossings, whole = 4 * n + 4 * n + 4 * n + 2, most = 4 * n + 2;
    size_t reals = 2 * most + most * (most + 2);
    l.face = bi_new_array(allocator, whole, sizeof *l.face);
    l.x = bi_new_array(allocator, reals, sizeof *l.x);
    bool *seen = bi_new_array(allocator, 4 * n, sizeof *seen);
    bight_status status = l.face != NULL && l.x != NULL && seen != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;

    // the drawing needs a connected map whose faces meet no crossing twice
    if (status == BIGHT_OK) {
        l.arc = l.face + 4 * n;
        l.row = l.arc + 4 * n;
        l.y = l.x + most;
        l.matrix = l.y + most;
        int32_t pieces = bi_diagram_pieces(l.map, l.face, l.arc);
        number(&l);
        status = pieces == 1 && l.map->circles == 0 && is_plain(&l) ? BIGHT_OK : BIGHT_ERROR_UNSUPPORTED;
    }

    // the outer face on a circle, every other vertex in the mean of its neighbours
    if (status == BIGHT_OK) {
        place_vertices(&l);
        write_points(&l, seen, points);
        status = bi_watch_status(&l.watch, status);
    }

    bi_free_array(allocator, l.face, whole, sizeof *l.face);
    bi_free_array(allocator, l.x, reals, sizeof *l.x);
    bi_free_array(allocator, seen, 4 * n, sizeof *seen);
    return status == BIGHT_OK
               ? BIGHT_OK
               : bi_fail(error, status, 0, "the diagram was not laid out: %s",
                         status == BIGHT_ERROR_UNSUPPORTED ? "it is not connected, or has a loop"
                                                           : bight_status_text(status));
}
