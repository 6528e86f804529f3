// SPDX-License-Identifier: MIT
// Edges that must stay, and what lies inside them.

#include "garment/delaunay.h"

#include "core/memory.h"
#include "garment/delaunay_flip.h"
#include "geom/predicates.h"

#include <string.h>

static int32_t orient(const bi_delaunay *mesh, int32_t a, int32_t b, int32_t c)
{
    return bi_orient2d(mesh->points + 2 * a, mesh->points + 2 * b, mesh->points + 2 * c);
}

static int32_t corner_of(const bi_delaunay *mesh, int32_t t, int32_t point)
{
    const int32_t *corner = mesh->corners + 3 * t;
    return corner[0] == point ? 0 : corner[1] == point ? 1 : corner[2] == point ? 2 : -1;
}

// The edge a-b as 3 t + k, or -1. One of the two is inside the box: its triangles go all the way round it.
static int32_t find_edge(const bi_delaunay *mesh, int32_t a, int32_t b)
{
    if (a < 4) {
        int32_t corner = a;
        a = b;
        b = corner;
    }
    int32_t first = mesh->star[a], t = first;
    do {
        int32_t k = corner_of(mesh, t, a);
        if (mesh->corners[3 * t + (k + 1) % 3] == b) {
            return 3 * t + (k + 2) % 3;
        }
        t = mesh->across[3 * t +
                         (k + 1) % 3]; // counter-clockwise: across the edge from a to its third corner
    } while (t != first && t >= 0);
    return -1;
}

static void hold(bi_delaunay *mesh, int32_t edge)
{
    int32_t t = edge / 3, u = mesh->across[edge];
    mesh->fixed[edge] = true;
    if (u >= 0) {
        mesh->fixed[3 * u + bi_delaunay_index(mesh, u, t)] = true;
    }
}

// The edge of a triangle at a through which the way to b leaves it; -1 when a point lies on the way.
static int32_t first_crossed(const bi_delaunay *mesh, int32_t a, int32_t b)
{
    int32_t first = mesh->star[a], t = first;
    do {
        int32_t k = corner_of(mesh, t, a);
        int32_t right = mesh->corners[3 * t + (k + 1) % 3], left = mesh->corners[3 * t + (k + 2) % 3];
        if (orient(mesh, a, b, right) < 0 && orient(mesh, a, b, left) > 0) {
            return 3 * t + k;
        }
        t = mesh->across[3 * t + (k + 1) % 3];
    } while (t != first && t >= 0);
    return -1;
}

// All edges that a-b crosses, as pairs of points in stack.
static bight_status list_crossed(bi_delaunay *mesh, int32_t a, int32_t b)
{
    mesh->stack_count = 0;
    int32_t edge = first_crossed(mesh, a, b);
    while (edge >= 0) {
        int32_t t = edge / 3, k = edge % 3, u = mesh->across[edge];
        if (mesh->fixed[edge] || u < 0) {
            return BIGHT_ERROR_INVALID;
        }
        bight_status status = bi_delaunay_push(mesh, 0, mesh->corners[3 * t + (k + 1) % 3]);
        status = status == BIGHT_OK ? bi_delaunay_push(mesh, 0, mesh->corners[3 * t + (k + 2) % 3]) : status;
        if (status != BIGHT_OK) {
            return status;
        }
        int32_t j = bi_delaunay_index(mesh, u, t), far = mesh->corners[3 * u + j];
        if (far == b) {
            return BIGHT_OK;
        }

        // which of the two edges behind leaves the triangle on the side of b
        int32_t where = orient(mesh, a, b, far);
        if (where == 0) {
            return BIGHT_ERROR_INVALID;
        }
        edge = 3 * u + (where > 0 ? (j + 2) % 3 : (j + 1) % 3);
        // the edge must have one end on each side: the far point and the end on the other side
        int32_t p = mesh->corners[edge - edge % 3 + (edge % 3 + 1) % 3];
        int32_t q = mesh->corners[edge - edge % 3 + (edge % 3 + 2) % 3];
        if (orient(mesh, a, b, p) == orient(mesh, a, b, q)) {
            edge = 3 * u + (where > 0 ? (j + 1) % 3 : (j + 2) % 3);
        }
    }
    return BIGHT_ERROR_INVALID;
}

// Sloan (1993): turn crossed edges whose quadrangle is convex, put the others off, until none is left.
bight_status bi_delaunay_fix(bi_delaunay *mesh, int32_t a, int32_t b)
{
    int32_t edge = find_edge(mesh, a, b);
    if (edge >= 0) {
        hold(mesh, edge);
        return BIGHT_OK;
    }
    bight_status status = list_crossed(mesh, a, b);
    if (status != BIGHT_OK) {
        mesh->stack_count = 0;
        return status;
    }

    int32_t count = mesh->stack_count / 2, room = mesh->stack_count;
    int32_t *queue = bi_new_array(mesh->allocator, (size_t)room, sizeof *queue);
    if (queue == NULL) {
        mesh->stack_count = 0;
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(queue, mesh->stack, (size_t)room * sizeof *queue);
    mesh->stack_count = 0;
    int64_t patience = 64 + (int64_t)count * count * 4;
    for (int32_t at = 0; count > 0 && patience > 0; patience--) {
        int32_t p = queue[2 * at], q = queue[2 * at + 1];
        int32_t here = find_edge(mesh, p, q), t = here / 3, k = here % 3,
                u = here < 0 ? -1 : mesh->across[here];
        if (u < 0) {
            break; // unreachable: what is in the queue is an edge inside the box
        }
        int32_t near = mesh->corners[3 * t + k], far = mesh->corners[3 * u + bi_delaunay_index(mesh, u, t)];
        bool convex = orient(mesh, near, far, p) * orient(mesh, near, far, q) < 0;
        if (convex) {
            bi_delaunay_flip(mesh, t, k);
        }

        // what still crosses a-b stays in the queue
        bool crosses = !convex;
        if (convex && near != a && near != b && far != a && far != b &&
            orient(mesh, a, b, near) * orient(mesh, a, b, far) < 0) {
            queue[2 * at] = near;
            queue[2 * at + 1] = far;
            crosses = true;
        }
        if (!crosses) {
            count--;
            queue[2 * at] = queue[2 * count];
            queue[2 * at + 1] = queue[2 * count + 1];
        }
        at = count == 0 ? 0 : (crosses ? at + 1 : at) % count;
    }
    bi_free_array(mesh->allocator, queue, (size_t)room, sizeof *queue);
    edge = find_edge(mesh, a, b);
    if (edge < 0) {
        return BIGHT_ERROR_INVALID;
    }
    hold(mesh, edge);
    return bi_delaunay_mend(mesh);
}

// Which side of how many fixed edges each triangle lies on, from the box inwards, one layer after another.
static bight_status count_layers(bi_delaunay *mesh, int32_t *layer)
{
    int32_t *next = bi_new_array(mesh->allocator, (size_t)mesh->triangle_count, sizeof *next);
    if (next == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        layer[t] = -1;
    }
    bight_status status = bi_delaunay_push(mesh, mesh->star[0], 0);
    int32_t waiting = 0, depth = 0;
    while (status == BIGHT_OK && mesh->stack_count > 0) {
        while (mesh->stack_count > 0 && status == BIGHT_OK) {
            int32_t t = mesh->stack[--mesh->stack_count] / 3;
            if (layer[t] >= 0) {
                continue;
            }
            layer[t] = depth;
            for (int32_t k = 0; k < 3 && status == BIGHT_OK; k++) {
                int32_t u = mesh->across[3 * t + k];
                if (u < 0 || layer[u] >= 0) {
                    continue;
                }
                if (!mesh->fixed[3 * t + k]) {
                    status = bi_delaunay_push(mesh, u, 0);
                } else if (layer[u] == -1) {
                    layer[u] = -2; // waits once
                    next[waiting++] = u;
                }
            }
        }
        for (; waiting > 0 && status == BIGHT_OK; waiting--) {
            status = bi_delaunay_push(mesh, next[waiting - 1], 0);
        }
        depth++;
    }
    mesh->stack_count = 0;
    bi_free_array(mesh->allocator, next, (size_t)mesh->triangle_count, sizeof *next);
    return status;
}

bight_status bi_delaunay_carve(bi_delaunay *mesh)
{
    int32_t count = mesh->triangle_count, kept = 0;
    int32_t *layer = bi_new_array(mesh->allocator, (size_t)count, sizeof *layer);
    bight_status status = layer == NULL ? BIGHT_ERROR_NO_MEMORY : count_layers(mesh, layer);
    if (status != BIGHT_OK) {
        bi_free_array(mesh->allocator, layer, (size_t)count, sizeof *layer);
        return status;
    }

    // new numbers, -1 for what goes
    for (int32_t t = 0; t < count; t++) {
        layer[t] = layer[t] % 2 == 1 ? kept++ : -1;
    }
    for (int32_t p = 0; p < mesh->point_count; p++) {
        mesh->star[p] = -1;
    }
    for (int32_t t = 0; t < count; t++) {
        for (int32_t k = 0; layer[t] >= 0 && k < 3; k++) {
            int32_t u = mesh->across[3 * t + k], to = 3 * layer[t] + k;
            mesh->corners[to] = mesh->corners[3 * t + k];
            mesh->across[to] = u < 0 ? -1 : layer[u];
            mesh->fixed[to] = mesh->fixed[3 * t + k];
            mesh->star[mesh->corners[to]] = layer[t];
        }
    }
    mesh->triangle_count = kept;
    mesh->last = 0;
    bi_free_array(mesh->allocator, layer, (size_t)count, sizeof *layer);
    return BIGHT_OK;
}
