// SPDX-License-Identifier: MIT
// A piece of a diagram is cut into triangles, these are packed with circles, and the circles' centres are
// then made even.

#include "knot/layout.h"

#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

#define STEPS BI_LAYOUT_STEPS
#define TURN 6.283185307179586

void bi_layout_init(bi_layout *layout, const bight_allocator *allocator)
{
    *layout = (bi_layout){0};
    if (allocator != NULL) {
        layout->allocator = *allocator;
    }
}

void bi_layout_free(bi_layout *layout)
{
    const bight_allocator *allocator = &layout->allocator;
    bi_free_array(allocator, layout->points, (size_t)layout->point_capacity, sizeof *layout->points);
    bi_free_array(allocator, layout->level, (size_t)layout->level_capacity, sizeof *layout->level);
    bi_free_array(allocator, layout->starts, (size_t)layout->start_capacity, sizeof *layout->starts);
    bi_watch *watch = layout->watch;
    bi_layout_init(layout, NULL);
    layout->watch = watch;
}

// ---- triangles --------------------------------------------------------------------------------------
// Each face has a vertex in its middle and a ring around that, one vertex for each side: a face may meet a
// crossing twice, and without the ring two circles would have to touch twice. The outer face has a ring and
// no middle: the ring is the edge of the disk.

typedef struct complex {
    bi_faces faces;
    int32_t *ring;   // (faces) number of the face's first ring vertex
    int32_t *middle; // (faces) number of its middle vertex, -1 for the outer face
    int32_t *owner;  // (corners) the face each place in faces.corner belongs to
    int32_t points;  // crossings and points of arcs
    int32_t vertices, petals;
    bi_packing packing;
} complex;

static int32_t face_size(const complex *x, int32_t face)
{
    return x->faces.start[face + 1] - x->faces.start[face];
}

static void number_vertices(complex *x)
{
    x->vertices = x->points;
    for (int32_t face = 0; face < x->faces.faces; face++) {
        x->ring[face] = x->vertices;
        x->vertices += face_size(x, face);
        x->middle[face] = face == x->faces.outer ? -1 : x->vertices++;
        for (int32_t i = x->faces.start[face]; i < x->faces.start[face + 1]; i++) {
            x->owner[i] = face;
        }
    }
}

static void add_petal(complex *x, int32_t vertex)
{
    x->packing.petals[x->petals++] = vertex;
}

static int32_t ring_vertex(const complex *x, int32_t face, int32_t i)
{
    int32_t size = face_size(x, face);
    return x->ring[face] + (i + size) % size;
}

// What a face puts beside its corner at `place`, counter-clockwise from the corner after it to the one
// before.
static void add_sector(complex *x, int32_t place)
{
    int32_t face = x->owner[place], i = place - x->faces.start[face];
    add_petal(x, ring_vertex(x, face, i));
    add_petal(x, ring_vertex(x, face, i - 1));
}

static void surround_points(complex *x)
{
    const bi_faces *faces = &x->faces;
    const bi_diagram *diagram = faces->diagram;
    for (int32_t c = 0; c < diagram->crossings; c++) {
        x->packing.first[c] = x->petals;
        for (int32_t dart = 4 * c; dart < 4 * c + 4; dart++) {
            add_petal(x, bi_layout_point(faces, dart, 1));
            add_sector(x, faces->at_dart[dart]);
        }
    }
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        if (!bi_is_out(diagram, dart)) {
            continue;
        }
        int32_t mate = diagram->mate[dart];
        for (int32_t step = 1; step <= STEPS; step++) {
            x->packing.first[bi_layout_point(faces, dart, step)] = x->petals;
            add_petal(x, bi_layout_point(faces, dart, step - 1));
            add_sector(x, faces->at_dart[mate] + STEPS + 1 - step);
            add_petal(x, bi_layout_point(faces, dart, step + 1));
            add_sector(x, faces->at_dart[dart] + step);
        }
    }
}

static void surround_faces(complex *x)
{
    for (int32_t face = 0; face < x->faces.faces; face++) {
        const int32_t *corner = x->faces.corner + x->faces.start[face];
        int32_t size = face_size(x, face);
        for (int32_t i = 0; i < size; i++) {
            x->packing.first[x->ring[face] + i] = x->petals;
            add_petal(x, corner[i]);
            add_petal(x, corner[(i + 1) % size]);
            add_petal(x, ring_vertex(x, face, i + 1));
            add_petal(x, x->middle[face]); // -1 outside
            add_petal(x, ring_vertex(x, face, i - 1));
        }
        if (x->middle[face] < 0) {
            continue;
        }
        x->packing.first[x->middle[face]] = x->petals;
        for (int32_t i = 0; i < size; i++) {
            add_petal(x, ring_vertex(x, face, i));
        }
    }
    x->packing.first[x->vertices] = x->petals;
}

static void pack(complex *x, bi_watch *watch)
{
    int32_t outer = x->faces.outer, size = face_size(x, outer);
    x->petals = 0;
    surround_points(x);
    surround_faces(x);
    x->packing.count = x->vertices;
    for (int32_t v = 0; v < x->vertices; v++) {
        x->packing.angle[v] = TURN;
        x->packing.radius[v] = 1.0;
    }
    for (int32_t i = 0; i < size; i++) {
        x->packing.angle[x->ring[outer] + i] = TURN / 2.0 - TURN / size;
    }
    bi_pack(&x->packing, x->middle[outer == 0 ? 1 : 0], watch);
}

// ---- memory -----------------------------------------------------------------------------------------

// One block of each type, cut up: sizes depend on the crossings alone.
static bight_status add_piece(bi_layout *layout, const bi_diagram *piece)
{
    const bight_allocator *allocator = &layout->allocator;

    // n crossings, 2 n arcs of STEPS points, n + 2 faces with a middle and a ring vertex for each corner
    size_t n = (size_t)piece->crossings, corners = 4 * n * (STEPS + 1), points = n + 2 * n * STEPS;
    size_t vertices = points + corners + n + 2, petals = 12 * n + 12 * n * STEPS + 6 * corners;
    size_t integers = 12 * n + 3 * (n + 3) + 2 * corners + 2 * vertices + 1 + petals;

    int32_t *numbers = bi_new_array(allocator, integers, sizeof *numbers);
    double *reals = bi_new_array(allocator, 2 * vertices, sizeof *reals);
    bi_point *places = bi_new_array(allocator, vertices + 2 * points, sizeof *places);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (numbers != NULL && reals != NULL && places != NULL) {
        complex x = {.faces = {.diagram = piece}, .points = (int32_t)points};
        int32_t *at = numbers, *seen = at;
        x.faces.arc = at += 4 * n;
        x.faces.at_dart = at += 4 * n;
        x.faces.start = at += 4 * n;
        x.ring = at += n + 3;
        x.middle = at += n + 3;
        x.faces.corner = at += n + 3;
        x.owner = at += corners;
        x.packing.first = at += corners;
        x.packing.queue = at += vertices + 1;
        x.packing.petals = at += vertices;
        x.packing.angle = reals;
        x.packing.radius = reals + vertices;
        x.packing.centre = places;

        // circles packed in the triangulated faces, then relaxed to even loops
        bi_layout_find_faces(&x.faces);
        number_vertices(&x);
        pack(&x, layout->watch);
        bi_layout_relax(&x.faces, places, x.points, places + vertices, reals, layout->watch);
        status = bi_watch_status(layout->watch, BIGHT_OK);
        status = status == BIGHT_OK ? bi_layout_append(layout, &x.faces, places, x.points, seen) : status;
    }

    bi_free_array(allocator, numbers, integers, sizeof *numbers);
    bi_free_array(allocator, reals, 2 * vertices, sizeof *reals);
    bi_free_array(allocator, places, vertices + 2 * points, sizeof *places);
    return status;
}

bight_status bi_layout_make(bi_layout *layout, const bi_diagram *diagram)
{
    BI_VALIDATE(bi_diagram_is_valid(diagram));
    layout->point_count = layout->loop_count = 0;
    if (diagram->crossings > BI_LAYOUT_CROSSINGS || diagram->circles > BI_LAYOUT_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    const bight_allocator *allocator = &layout->allocator;
    size_t n = (size_t)diagram->crossings;
    int32_t *piece = bi_new_array(allocator, 2 * n, sizeof *piece);
    bi_diagram part;
    bi_diagram_init(&part, allocator);
    bight_status status = piece == NULL && n > 0 ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK;
    int32_t pieces = status == BIGHT_OK && n > 0 ? bi_diagram_pieces(diagram, piece, piece + n) : 0;
    for (int32_t i = 0; i < pieces && status == BIGHT_OK; i++) {
        status = bi_diagram_extract(&part, diagram, piece, i, piece + n);
        status = status == BIGHT_OK ? add_piece(layout, &part) : status;
    }
    for (int32_t i = 0; i < diagram->circles && status == BIGHT_OK; i++) {
        status = bi_layout_append_circle(layout);
    }
    bi_diagram_free(&part);
    bi_free_array(allocator, piece, 2 * n, sizeof *piece);
    return status;
}
