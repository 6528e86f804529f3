// SPDX-License-Identifier: MIT
// What is where on a pipe, and whether it goes through itself.

#include "bight/pipe.h"

#include "core/assert.h"
#include "core/vec3.h"
#include "geom/crossing.h"

#define TURN 6.283185307179586476925

// The link that holds `arc`, and how far along it is. *arc is first brought into the strand.
static int32_t find_link(const bight_pipe_strand *strand, const bight_pipe_ring *rings, double *arc,
                         double *t)
{
    int32_t count = strand->ring_count, low = 0, high = strand->closed ? count : count - 1;
    if (strand->closed) {
        *arc -= strand->length * floor(*arc / strand->length);
    }
    *arc = *arc > 0.0 ? bi_min(*arc, strand->length) : 0.0;

    // ring low is at or before the place, ring high behind it; rings are nearly even, so they are first looked for in
    // steps that double, from where the place would be if they were
    double part = strand->length > 0.0 ? *arc / strand->length : 0.0;
    int32_t guess = (int32_t)(part * high);
    guess = guess < 1 ? 1 : bi_min_int(guess, high - 1);
    for (int32_t step = 1; guess > low && guess < high; step *= 2) {
        if (rings[guess].arc <= *arc) {
            low = guess;
            guess += step;
        } else {
            high = guess;
            guess -= step;
        }
    }
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (rings[middle].arc <= *arc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double from = rings[low].arc, to = high == count ? strand->length : rings[high].arc;
    *t = to > from ? bi_min((*arc - from) / (to - from), 1.0) : 0.0;
    return low;
}

bight_pipe_place bight_pipe_at(const bight_pipe *pipe, int32_t strand_index, double arc, double angle)
{
    BI_ASSERT(strand_index >= 0 && strand_index < pipe->strand_count && isfinite(arc) && isfinite(angle));
    const bight_pipe_strand *strand = &pipe->strands[strand_index];
    const bight_pipe_ring *rings = pipe->rings + strand->first_ring;
    double t;
    int32_t link = find_link(strand, rings, &arc, &t);

    // which quad round the ring, and how far across it
    int32_t sides = pipe->sides;
    double round = angle / TURN, side = (round - floor(round)) * sides, whole = floor(side), f = side - whole;
    int32_t j = bi_min_int((int32_t)whole, sides - 1);
    f = side - j > 1.0 ? 1.0 : f;

    // corners a b at this ring, d c at the next; the quad is cut along a c
    int32_t next_link = (link + 1) % strand->ring_count, i = (j + 1) % sides;
    const bight_vec3 *here = pipe->positions + strand->first_vertex + (size_t)link * (size_t)sides;
    const bight_vec3 *next = pipe->positions + strand->first_vertex + (size_t)next_link * (size_t)sides;
    bight_vec3 a = here[j], b = here[i], c = next[i], d = next[j];
    bool low = f >= t;
    bight_vec3 corner = low ? v3_madd(a, f, v3_sub(b, a)) : v3_madd(a, t, v3_sub(d, a));
    const bight_pipe_ring *r0 = &rings[link], *r1 = &rings[next_link];

    bight_pipe_place place = {.point =
                                  low ? v3_madd(corner, t, v3_sub(c, b)) : v3_madd(corner, f, v3_sub(c, d)),
                              .along = v3_unit(v3_lerp(r0->normal, r1->normal, t), r0->normal),
                              .triangle = strand->first_triangle + 2 * (link * sides + j) + (low ? 0 : 1),
                              .radius = r0->radius + t * (r1->radius - r0->radius)};
    bight_vec3 out = v3_sub(place.point, v3_lerp(r0->centre, r1->centre, t));
    out = v3_madd(out, -v3_dot(out, place.along), place.along);
    place.outward = v3_unit(out, v3_perpendicular(place.along));
    return place;
}

double bight_pipe_radius(const bight_pipe *pipe, int32_t strand_index, double arc)
{
    BI_ASSERT(strand_index >= 0 && strand_index < pipe->strand_count && isfinite(arc));
    const bight_pipe_strand *strand = &pipe->strands[strand_index];
    const bight_pipe_ring *rings = pipe->rings + strand->first_ring;
    double t;
    int32_t link = find_link(strand, rings, &arc, &t), next_link = (link + 1) % strand->ring_count;
    return rings[link].radius + t * (rings[next_link].radius - rings[link].radius);
}

// The strand that a triangle is of.
static int32_t strand_of(const bight_pipe *pipe, int32_t triangle)
{
    int32_t strand = 0;
    while (strand + 1 < pipe->strand_count && pipe->strands[strand + 1].first_triangle <= triangle) {
        strand++;
    }
    return strand;
}

bight_status bight_pipe_crossings(const bight_env *env, const bight_pipe *pipe, int64_t *pairs,
                                  int32_t place[2])
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    int32_t threads = env != NULL && env->threads > 1 ? env->threads : 1;
    bi_watch watch = bi_watch_from(env);
    bi_surface surface = {0};
    bi_box_tree tree = {0};
    bi_crossings crossings = {0};
    *pairs = 0;
    if (pipe->triangle_count == 0) {
        return BIGHT_OK;
    }

    bight_status status =
        bi_surface_make(allocator, pipe->triangles, pipe->triangle_count, pipe->vertex_count, &surface);
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, pipe->triangles, pipe->triangle_count, pipe->positions, &tree);
    }
    bi_sheet sheet = {&surface, pipe->positions, &tree};
    if (status == BIGHT_OK) {
        status = bi_crossings_find(allocator, &watch, &sheet, NULL, threads, &crossings);
    }
    if (status == BIGHT_OK) {
        *pairs = crossings.count + crossings.touching;
        if (place != NULL && crossings.count > 0) {
            int32_t edge = crossings.items[0].edge;
            place[0] = strand_of(pipe, surface.edge_sides[surface.edge_first[edge]] / 3);
            place[1] = strand_of(pipe, crossings.items[0].triangle);
        }
    }

    bi_crossings_free(allocator, &crossings);
    bi_box_tree_free(allocator, &tree);
    bi_surface_free(allocator, &surface);
    return status;
}
