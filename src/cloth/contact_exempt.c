// SPDX-License-Identifier: MIT

#include "cloth/contact_exempt.h"
#include "cloth/world.h"

#include <string.h>

// Edges between an intersection and what may cross with it.
#define RINGS 1

// A label names a contour and one of its two surfaces: 2 contour + surface.
static bight_status note(bight_cloth_world *world, int32_t vertex, int32_t label, int32_t *count)
{
    BI_CLOTH_RESERVE(world, exempt.found, (int64_t)*count + 1);
    world->exempt.found[(*count)++] = (bi_exempt_label){vertex, label};
    world->exempt.seen[vertex] = label;
    world->exempt.first[vertex]++;
    world->flags[vertex] |= BI_TANGLED;
    return BIGHT_OK;
}

static bight_status note_new(bight_cloth_world *world, int32_t vertex, int32_t label, int32_t *count)
{
    return world->exempt.seen[vertex] == label ? BIGHT_OK : note(world, vertex, label, count);
}

// The vertices of one surface that the contour touches, then those around them, ring after ring.
static bight_status spread(bight_cloth_world *world, int32_t contour, int32_t surface, int32_t *count)
{
    const bi_contours *contours = &world->tangle.contours;
    int32_t label = 2 * contour + surface, from = *count;
    bight_status status = BIGHT_OK;
    for (int32_t i = contours->starts[contour]; i < contours->starts[contour + 1]; i++) {
        const bi_crossing *crossing = &world->tangle.pierced.items[contours->crossings[i]];
        bool edge = world->yield.roles[i] == surface;
        const int32_t *v = edge ? world->topology.surface.edges + 2 * (size_t)crossing->edge
                                : world->topology.triangles + 3 * (size_t)crossing->triangle;
        for (int32_t k = 0; k < (edge ? 2 : 3) && status == BIGHT_OK; k++) {
            status = note_new(world, v[k], label, count);
        }
    }
    // on the third rung of the ladder more
    for (int32_t ring = 0; ring < RINGS + world->settle.rings; ring++) {
        int32_t to = *count;
        for (; from < to; from++) {
            int32_t vertex = world->exempt.found[from].vertex, end = world->topology.row_first[vertex + 1];
            for (int32_t n = world->topology.row_first[vertex]; n < end && status == BIGHT_OK; n++) {
                status = note_new(world, world->topology.columns[n], label, count);
            }
        }
    }
    return status;
}

// From (vertex, label) in the order of labels to the labels of each vertex, ascending.
static bight_status sort_labels(bight_cloth_world *world, int32_t count)
{
    BI_CLOTH_RESERVE(world, exempt.labels, (int64_t)count);
    int32_t sum = 0;
    for (int32_t i = 0; i <= world->vertex_count; i++) {
        int32_t here = i < world->vertex_count ? world->exempt.first[i] : 0;
        world->exempt.first[i] = sum;
        sum += here;
    }
    for (int32_t i = 0; i < count; i++) {
        world->exempt.labels[world->exempt.first[world->exempt.found[i].vertex]++] =
            world->exempt.found[i].label;
    }
    // each is now where the next begins
    memmove(world->exempt.first + 1, world->exempt.first,
            (size_t)world->vertex_count * sizeof *world->exempt.first);
    world->exempt.first[0] = 0;
    return BIGHT_OK;
}

bight_status bi_exempt_find(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->flags[i] &= (uint8_t)~BI_TANGLED;
    }
    if (world->tangle.pierced.count == 0) {
        return BIGHT_OK;
    }
    BI_CLOTH_RESERVE(world, exempt.seen, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, exempt.first, (int64_t)world->vertex_count + 1);
    memset(world->exempt.seen, -1, (size_t)world->vertex_count * sizeof *world->exempt.seen);
    memset(world->exempt.first, 0, ((size_t)world->vertex_count + 1) * sizeof *world->exempt.first);
    int32_t count = 0;
    bight_status status = BIGHT_OK;
    for (int32_t label = 0; label < 2 * world->tangle.contours.count && status == BIGHT_OK; label++) {
        status = spread(world, label / 2, label % 2, &count);
    }
    return status == BIGHT_OK ? sort_labels(world, count) : status;
}

// Has one vertex a label of the other surface of a contour of the other's?
static bool face_each_other(const bight_cloth_world *world, int32_t a, int32_t b)
{
    const int32_t *x = world->exempt.labels + world->exempt.first[a],
                  *x_end = world->exempt.labels + world->exempt.first[a + 1];
    const int32_t *y = world->exempt.labels + world->exempt.first[b],
                  *y_end = world->exempt.labels + world->exempt.first[b + 1];
    while (x < x_end && y < y_end) {
        int32_t contour = *x / 2, other = *y / 2;
        if (contour == other) {
            bool both = (x + 1 < x_end && x[1] / 2 == contour) || (y + 1 < y_end && y[1] / 2 == contour);
            if (both || *x != *y) {
                return true;
            }
        }
        x += contour <= other;
        y += other <= contour;
    }
    return false;
}

static bool any_tangled(const bight_cloth_world *world, const int32_t *v, int32_t count)
{
    bool tangled = false;
    for (int32_t i = 0; i < count; i++) {
        tangled = tangled || (world->flags[v[i]] & BI_TANGLED) != 0;
    }
    return tangled;
}

bool bi_exempt_between(const bight_cloth_world *world, const int32_t *a, int32_t a_count, const int32_t *b,
                       int32_t b_count)
{
    BI_ASSERT(a_count >= 1 && b_count >= 1);
    if (world->tangle.pierced.count == 0 || !any_tangled(world, a, a_count) ||
        !any_tangled(world, b, b_count)) {
        return false;
    }
    for (int32_t i = 0; i < a_count; i++) {
        for (int32_t k = 0; k < b_count; k++) {
            if (face_each_other(world, a[i], b[k])) {
                return true;
            }
        }
    }
    return false;
}
