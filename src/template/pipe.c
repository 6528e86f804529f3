// SPDX-License-Identifier: MIT
// From an axis to a pipe: parallel transport by projection (Guo et al. 2025, section 4.2).
//
// A ring is a set of unit vectors w in the plane of its node, each times the radius. With d the direction of
// the link between two rings and n the normal of the next ring's plane, n = unit(d + d'), the next vectors are
//
//     w' = unit(w - (w . n / d . n) d)
//
// that is w moved along the link into that plane. Moved on along d' to a plane across d' the vectors are those
// across d, turned by the least rotation that takes d to d': no twist, and equal angles on every link.

#include "bight/pipe.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"

#include <string.h>

#define TURN 6.283185307179586476925
#define CUSP 0.2 // |d + d'|: a turn of 168 degrees
#define MOST_ORIENTATION 1000.0

typedef struct sweep {
    const bight_axis_strand *axis;
    const bight_pipe_strand *strand;
    bight_pipe *pipe;
    bight_vec3 *links; // (count) unit directions; the last one is that of the closing link
} sweep;

void bight_pipe_free(const bight_allocator *allocator, bight_pipe *pipe)
{
    if (pipe == NULL) {
        return;
    }
    bi_free_array(allocator, pipe->positions, (size_t)pipe->vertex_count, sizeof *pipe->positions);
    bi_free_array(allocator, pipe->triangles, (size_t)pipe->triangle_count, 3 * sizeof *pipe->triangles);
    bi_free_array(allocator, pipe->rings, (size_t)pipe->ring_count, sizeof *pipe->rings);
    bi_free_array(allocator, pipe->strands, (size_t)pipe->strand_count, sizeof *pipe->strands);
    *pipe = (bight_pipe){0};
}

// ---- what can be swept ------------------------------------------------------------------------------

static bight_status check_strand(const bight_axis_strand *axis, int32_t strand, bight_error *error)
{
    if (axis->count < (axis->closed ? 3 : 2) || axis->count > BIGHT_PIPE_MAX_NODES) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "strand %d has %d nodes: give %d to %d", (int)strand,
                       (int)axis->count, axis->closed ? 3 : 2, BIGHT_PIPE_MAX_NODES);
    }
    for (int32_t k = 0; k < axis->count; k++) {
        if (!v3_is_finite(axis->points[k]) || !isfinite(axis->radii[k]) || !(axis->radii[k] > 0.0)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "node %d of strand %d is not finite, or its radius is not above 0", (int)k,
                           (int)strand);
        }
    }
    return BIGHT_OK;
}

// Directions of all links, then the planes of all rings.
static bight_status find_planes(const sweep *s, int32_t strand, bight_error *error)
{
    const bight_axis_strand *axis = s->axis;
    int32_t count = axis->count, links = axis->closed ? count : count - 1;
    bight_pipe_ring *rings = s->pipe->rings + s->strand->first_ring;
    double arc = 0.0;
    for (int32_t k = 0; k < links; k++) {
        bight_vec3 step = v3_sub(axis->points[(k + 1) % count], axis->points[k]);
        double length = v3_length(step);
        if (!(length > 1e-100) || !isfinite(length)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "link %d of strand %d has no length: take a node out", (int)k, (int)strand);
        }
        s->links[k] = v3_mul(1.0 / length, step);
        rings[k].arc = arc;
        arc += length;
    }
    if (!axis->closed) {
        rings[count - 1].arc = arc;
        s->links[count - 1] = s->links[count - 2];
    }

    for (int32_t k = 0; k < count; k++) {
        bool inside = axis->closed || (k > 0 && k < count - 1);
        bight_vec3 sum = s->links[k];
        if (inside) {
            sum = v3_add(s->links[(k + count - 1) % count], s->links[k]);
            if (!(v3_length(sum) >= CUSP)) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "strand %d turns back at node %d, %.4g from its start: a cusp has no pipe",
                               (int)strand, (int)k, rings[k].arc);
            }
        }
        rings[k].centre = axis->points[k];
        rings[k].radius = axis->radii[k];
        rings[k].normal = v3_unit(sum, s->links[k]);
    }
    s->pipe->strands[strand].length = arc;
    return BIGHT_OK;
}

// ---- the sweep --------------------------------------------------------------------------------------

// The image of the x axis under the least rotation that takes the y axis to d (Moeller and Hughes 1999):
// R = I + [v] + [v]^2 / (1 + d.y) with v = y x d. Half a turn about x when d = -y.
static bight_vec3 across_first(bight_vec3 d)
{
    if (d.y < -1.0 + 1e-12) {
        return v3(1, 0, 0);
    }
    bight_vec3 v = v3_cross(v3(0, 1, 0), d), x = v3(1, 0, 0);
    bight_vec3 vx = v3_cross(v, x);
    bight_vec3 e = v3_madd(v3_add(x, vx), 1.0 / (1.0 + d.y), v3_cross(v, vx));
    return v3_unit(v3_madd(e, -v3_dot(e, d), d), v3_perpendicular(d));
}

// w moved along d into the plane with normal n.
static bight_vec3 moved_along(bight_vec3 w, bight_vec3 d, bight_vec3 n)
{
    return v3_unit(v3_madd(w, -v3_dot(w, n) / v3_dot(d, n), d), w);
}

static bight_vec3 turned_about(bight_vec3 w, bight_vec3 d, bi_turn turn)
{
    bight_vec3 flat = v3_madd(w, -v3_dot(w, d), d);
    return v3_madd(v3_mul(turn.cosine, flat), turn.sine, v3_cross(d, flat));
}

// How far a closed strand is turned when it comes round, in turns: its holonomy.
static double holonomy(const sweep *s, bight_vec3 first)
{
    int32_t count = s->axis->count;
    const bight_pipe_ring *rings = s->pipe->rings + s->strand->first_ring;
    bight_vec3 w = first;
    for (int32_t k = 1; k <= count; k++) {
        w = moved_along(w, s->links[k - 1], rings[k % count].normal);
    }
    bight_vec3 d = s->links[0];
    bight_vec3 flat = v3_madd(w, -v3_dot(w, d), d);
    return bi_turn_to(v3_dot(flat, first), v3_dot(flat, v3_cross(d, first)));
}

static void sweep_rings(const sweep *s, double orientation)
{
    const bight_axis_strand *axis = s->axis;
    int32_t sides = s->pipe->sides, count = axis->count;
    bight_pipe_ring *rings = s->pipe->rings + s->strand->first_ring;
    bight_vec3 *to = s->pipe->positions + s->strand->first_vertex;
    bight_vec3 d = s->links[0], e1 = across_first(d), e2 = v3_cross(d, e1);
    double left_over = axis->closed ? holonomy(s, e1) : 0.0;

    // ring 0: angles across the first link, moved along it into the ring's own plane
    for (int32_t j = 0; j < sides; j++) {
        bi_turn turn = bi_turn_of((double)j / sides + orientation / TURN);
        bight_vec3 w = v3_madd(v3_mul(turn.cosine, e1), turn.sine, e2);
        to[j] = moved_along(w, d, rings[0].normal);
    }

    // each next ring from the one before; a closed strand is turned back a little on every link
    for (int32_t k = 1; k < count; k++) {
        bi_turn back = {1.0, 0.0};
        if (axis->closed) {
            rings[k].twist = -left_over * TURN * (rings[k].arc / s->strand->length);
            back = bi_turn_of((rings[k].twist - rings[k - 1].twist) / TURN);
        }
        const bight_vec3 *before = to + (size_t)(k - 1) * (size_t)sides;
        bight_vec3 *now = to + (size_t)k * (size_t)sides;
        d = s->links[k - 1];
        for (int32_t j = 0; j < sides; j++) {
            bight_vec3 w = axis->closed ? turned_about(before[j], d, back) : before[j];
            now[j] = moved_along(w, d, rings[k].normal);
        }
    }

    // from directions to positions
    for (int32_t k = 0; k < count; k++) {
        for (int32_t j = 0; j < sides; j++) {
            bight_vec3 *p = to + (size_t)k * (size_t)sides + j;
            *p = v3_madd(rings[k].centre, rings[k].radius, *p);
        }
    }
    if (s->strand->cap_vertices == 2) {
        to[(size_t)count * (size_t)sides] = rings[0].centre;
        to[(size_t)count * (size_t)sides + 1] = rings[count - 1].centre;
    }
}

static int32_t *put_triangle(int32_t *at, int32_t a, int32_t b, int32_t c)
{
    at[0] = a;
    at[1] = b;
    at[2] = c;
    return at + 3;
}

// Quads between rings, all cut along the same diagonal, then fans at the ends.
static void put_triangles(const sweep *s)
{
    int32_t sides = s->pipe->sides, count = s->axis->count, first = s->strand->first_vertex;
    int32_t links = s->axis->closed ? count : count - 1;
    int32_t *at = s->pipe->triangles + 3 * (size_t)s->strand->first_triangle;
    for (int32_t k = 0; k < links; k++) {
        int32_t here = first + k * sides, next = first + (k + 1) % count * sides;
        for (int32_t j = 0; j < sides; j++) {
            int32_t i = (j + 1) % sides;
            at = put_triangle(at, here + j, here + i, next + i);
            at = put_triangle(at, here + j, next + i, next + j);
        }
    }
    if (s->strand->cap_vertices == 2) {
        int32_t last = first + (count - 1) * sides, centre = first + count * sides;
        for (int32_t j = 0; j < sides; j++) {
            at = put_triangle(at, centre, first + (j + 1) % sides, first + j);
        }
        for (int32_t j = 0; j < sides; j++) {
            at = put_triangle(at, centre + 1, last + j, last + (j + 1) % sides);
        }
    }
}

// ---- all of it --------------------------------------------------------------------------------------

// Where each strand begins, and the sizes of all arrays.
static void lay_out(const bight_axis *axis, bool caps, bight_pipe *pipe)
{
    for (int32_t i = 0; i < axis->strand_count; i++) {
        const bight_axis_strand *from = &axis->strands[i];
        bool capped = caps && !from->closed;
        int32_t links = from->closed ? from->count : from->count - 1;
        bight_pipe_strand *to = &pipe->strands[i];
        *to = (bight_pipe_strand){.first_ring = pipe->ring_count,
                                  .ring_count = from->count,
                                  .first_vertex = pipe->vertex_count,
                                  .cap_vertices = capped ? 2 : 0,
                                  .first_triangle = pipe->triangle_count,
                                  .triangle_count = 2 * (links + capped) * pipe->sides,
                                  .closed = from->closed};
        pipe->ring_count += from->count;
        pipe->vertex_count += from->count * pipe->sides + to->cap_vertices;
        pipe->triangle_count += to->triangle_count;
    }
}

static bight_status make_pipe(const bight_allocator *allocator, const bight_axis *axis, bool caps,
                              double orientation, bight_pipe *pipe, bight_error *error)
{
    pipe->strand_count = axis->strand_count;
    pipe->strands = bi_new_array(allocator, (size_t)axis->strand_count, sizeof *pipe->strands);
    if (pipe->strands == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a pipe");
    }
    lay_out(axis, caps, pipe);
    pipe->positions = bi_new_array(allocator, (size_t)pipe->vertex_count, sizeof *pipe->positions);
    pipe->triangles = bi_new_array(allocator, (size_t)pipe->triangle_count, 3 * sizeof *pipe->triangles);
    pipe->rings = bi_new_array(allocator, (size_t)pipe->ring_count, sizeof *pipe->rings);
    bight_vec3 *links = bi_new_array(allocator, BIGHT_PIPE_MAX_NODES, sizeof *links);
    bight_status status = BIGHT_OK;
    if (pipe->positions == NULL || pipe->triangles == NULL || pipe->rings == NULL || links == NULL) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a pipe");
    }
    for (int32_t i = 0; i < axis->strand_count && status == BIGHT_OK; i++) {
        sweep s = {&axis->strands[i], &pipe->strands[i], pipe, links};
        status = find_planes(&s, i, error);
        if (status == BIGHT_OK) {
            sweep_rings(&s, orientation);
            put_triangles(&s);
        }
    }
    bi_free_array(allocator, links, BIGHT_PIPE_MAX_NODES, sizeof *links);
    return status;
}

bight_status bight_pipe_make(const bight_env *env, const bight_axis *axis, const bight_pipe_options *options,
                             bight_pipe *pipe, bight_error *error)
{
    static const bight_pipe_options defaults = {0};
    options = options != NULL ? options : &defaults;
    if (axis == NULL || pipe == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", pipe == NULL ? "pipe" : "axis");
    }

    *pipe = (bight_pipe){.sides = options->sides != 0 ? options->sides : 24};
    if (axis->strand_count < 1 || axis->strand_count > BIGHT_PIPE_MAX_STRANDS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an axis of %d strands: give 1 to %d",
                       (int)axis->strand_count, BIGHT_PIPE_MAX_STRANDS);
    }
    if (pipe->sides < BIGHT_PIPE_MIN_SIDES || pipe->sides > BIGHT_PIPE_MAX_SIDES) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a pipe of %d sides: give %d to %d", (int)pipe->sides,
                       BIGHT_PIPE_MIN_SIDES, BIGHT_PIPE_MAX_SIDES);
    }
    if (!(fabs(options->orientation) <= MOST_ORIENTATION)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an orientation of %g radians: give -%g to %g",
                       options->orientation, MOST_ORIENTATION, MOST_ORIENTATION);
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < axis->strand_count && status == BIGHT_OK; i++) {
        status = check_strand(&axis->strands[i], i, error);
    }

    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    if (status == BIGHT_OK) {
        status = make_pipe(allocator, axis, !options->open_ends, options->orientation, pipe, error);
    }
    if (status != BIGHT_OK) {
        bight_pipe_free(allocator, pipe);
    }
    return status;
}
