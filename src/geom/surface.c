// SPDX-License-Identifier: MIT

#include "geom/surface.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/vec3.h"

void bi_surface_free(const bight_allocator *allocator, bi_surface *surface)
{
    size_t triangles = (size_t)surface->triangle_count, edges = (size_t)surface->edge_count;
    size_t vertices = (size_t)surface->vertex_count;
    bi_free_array(allocator, surface->edges, edges, 2 * sizeof(int32_t));
    bi_free_array(allocator, surface->triangle_edges, triangles, 3 * sizeof(int32_t));
    bi_free_array(allocator, surface->edge_first, edges + 1, sizeof(int32_t));
    bi_free_array(allocator, surface->edge_sides, triangles, 3 * sizeof(int32_t));
    bi_free_array(allocator, surface->vertex_first, vertices + 1, sizeof(int32_t));
    bi_free_array(allocator, surface->vertex_corners, triangles, 3 * sizeof(int32_t));
    bi_free_array(allocator, surface->owned, triangles, sizeof(uint8_t));
    *surface = (bi_surface){0};
}

static int32_t side_end(const int32_t *triangles, int32_t side)
{
    return triangles[side % 3 == 2 ? side - 2 : side + 1];
}

static int32_t side_low(const int32_t *triangles, int32_t side)
{
    return bi_min_int(triangles[side], side_end(triangles, side));
}

static int32_t side_high(const int32_t *triangles, int32_t side)
{
    int32_t a = triangles[side], b = side_end(triangles, side);
    return a > b ? a : b;
}

// Counting sort of the numbers 0 .. count - 1 by a vertex each; equal ones keep their order.
static void sort_by_vertex(const int32_t *triangles, int32_t count,
                           int32_t (*vertex)(const int32_t *, int32_t), int32_t vertex_count, int32_t *first,
                           int32_t *sorted)
{
    for (int32_t v = 0; v <= vertex_count; v++) {
        first[v] = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        first[vertex(triangles, i)]++;
    }
    int32_t sum = 0;
    for (int32_t v = 0; v <= vertex_count; v++) {
        int32_t here = first[v];
        first[v] = sum;
        sum += here;
    }
    for (int32_t i = 0; i < count; i++) {
        sorted[first[vertex(triangles, i)]++] = i;
    }
    for (int32_t v = vertex_count; v > 0; v--) {
        first[v] = first[v - 1];
    }
    first[0] = 0;
}

static int32_t corner_vertex(const int32_t *triangles, int32_t corner)
{
    return triangles[corner];
}

// Sides of one lower vertex, a handful, by their upper vertex.
static void insertion_sort(const int32_t *triangles, int32_t *sides, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        int32_t side = sides[i], high = side_high(triangles, side), at = i;
        for (; at > 0 && side_high(triangles, sides[at - 1]) > high; at--) {
            sides[at] = sides[at - 1];
        }
        sides[at] = side;
    }
}

// Sides of a vertex with very many of them: a heap needs no room and no luck.
static void heap_sort(const int32_t *triangles, int32_t *sides, int32_t count)
{
    for (int32_t built = count / 2, end = count; end > 1;) {
        if (built > 0) {
            built--;
        } else {
            end--;
            int32_t last = sides[end];
            sides[end] = sides[0];
            sides[0] = last;
        }
        for (int32_t at = built, child; (child = 2 * at + 1) < end; at = child) {
            int32_t left = sides[child], right = child + 1 < end ? sides[child + 1] : left;
            int32_t left_high = side_high(triangles, left), right_high = side_high(triangles, right);
            if (right_high > left_high || (right_high == left_high && right > left)) {
                child++;
            }
            int32_t here = sides[at], below = sides[child];
            int32_t here_high = side_high(triangles, here), below_high = side_high(triangles, below);
            if (here_high > below_high || (here_high == below_high && here > below)) {
                break;
            }
            sides[at] = below;
            sides[child] = here;
        }
    }
}

// Sides by (lower, upper vertex, number) in edge_sides; vertex_first is borrowed for the counting.
static int32_t sort_sides(bi_surface *surface)
{
    const int32_t *triangles = surface->triangles;
    int32_t sides = 3 * surface->triangle_count, edges = 0;
    sort_by_vertex(triangles, sides, side_low, surface->vertex_count, surface->vertex_first,
                   surface->edge_sides);
    for (int32_t v = 0; v < surface->vertex_count; v++) {
        int32_t first = surface->vertex_first[v], count = surface->vertex_first[v + 1] - first;
        (count <= 32 ? insertion_sort : heap_sort)(triangles, surface->edge_sides + first, count);
    }
    for (int32_t i = 0; i < sides; i++) {
        int32_t side = surface->edge_sides[i], before = i > 0 ? surface->edge_sides[i - 1] : side;
        bool same = i > 0 && side_low(triangles, side) == side_low(triangles, before) &&
                    side_high(triangles, side) == side_high(triangles, before);
        edges += !same;
        surface->triangle_edges[side] = edges - 1;
    }
    return edges;
}

static void name_edges(bi_surface *surface)
{
    int32_t sides = 3 * surface->triangle_count, last = -1;
    for (int32_t i = 0; i < sides; i++) {
        int32_t side = surface->edge_sides[i], edge = surface->triangle_edges[side];
        if (edge != last) {
            surface->edge_first[edge] = i;
            surface->edges[2 * (size_t)edge] = side_low(surface->triangles, side);
            surface->edges[2 * (size_t)edge + 1] = side_high(surface->triangles, side);
            last = edge;
        }
    }
    surface->edge_first[surface->edge_count] = sides;
}

// Of the triangles that are a surface, the first in file order owns.
static void assign_owners(bi_surface *surface)
{
    for (int32_t t = 0; t < surface->triangle_count; t++) {
        const int32_t *c = surface->triangles + 3 * (size_t)t;
        surface->owned[t] = c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ? BI_FOLDED : 0;
    }
    for (int32_t v = 0; v < surface->vertex_count; v++) {
        for (int32_t i = surface->vertex_first[v]; i < surface->vertex_first[v + 1]; i++) {
            int32_t corner = surface->vertex_corners[i];
            if (!(surface->owned[corner / 3] & BI_FOLDED)) {
                surface->owned[corner / 3] |= (uint8_t)BI_OWNS_VERTEX(corner % 3);
                break;
            }
        }
    }
    for (int32_t e = 0; e < surface->edge_count; e++) {
        for (int32_t i = surface->edge_first[e]; i < surface->edge_first[e + 1]; i++) {
            int32_t side = surface->edge_sides[i];
            if (!(surface->owned[side / 3] & BI_FOLDED)) {
                surface->owned[side / 3] |= (uint8_t)BI_OWNS_EDGE(side % 3);
                break;
            }
        }
    }
}

bight_status bi_surface_make(const bight_allocator *allocator, const int32_t *triangles,
                             int32_t triangle_count, int32_t vertex_count, bi_surface *surface)
{
    *surface = (bi_surface){0};
    if (triangle_count > INT32_MAX / 3 || vertex_count == INT32_MAX) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    for (int32_t i = 0; i < 3 * triangle_count; i++) {
        if (triangles[i] < 0 || triangles[i] >= vertex_count) {
            return BIGHT_ERROR_INVALID;
        }
    }
    *surface =
        (bi_surface){.triangles = triangles, .vertex_count = vertex_count, .triangle_count = triangle_count};

    // arrays whose sizes follow from those of the mesh
    size_t sides = (size_t)triangle_count, vertices = (size_t)vertex_count;
    surface->triangle_edges = bi_new_array(allocator, sides, 3 * sizeof(int32_t));
    surface->edge_sides = bi_new_array(allocator, sides, 3 * sizeof(int32_t));
    surface->vertex_first = bi_new_array(allocator, vertices + 1, sizeof(int32_t));
    surface->vertex_corners = bi_new_array(allocator, sides, 3 * sizeof(int32_t));
    surface->owned = bi_new_array(allocator, sides, sizeof(uint8_t));
    if (surface->triangle_edges == NULL || surface->edge_sides == NULL || surface->vertex_first == NULL ||
        surface->vertex_corners == NULL || surface->owned == NULL) {
        bi_surface_free(allocator, surface);
        return BIGHT_ERROR_NO_MEMORY;
    }

    // sides with the same two vertices are one edge: sorted by vertices they are neighbours
    surface->edge_count = sort_sides(surface);
    surface->edges = bi_new_array(allocator, (size_t)surface->edge_count, 2 * sizeof(int32_t));
    surface->edge_first = bi_new_array(allocator, (size_t)surface->edge_count + 1, sizeof(int32_t));
    if (surface->edges == NULL || surface->edge_first == NULL) {
        bi_surface_free(allocator, surface);
        return BIGHT_ERROR_NO_MEMORY;
    }

    // each edge lists its sides, each vertex its corners; then each of them is owned by one triangle
    name_edges(surface);
    sort_by_vertex(triangles, 3 * triangle_count, corner_vertex, vertex_count, surface->vertex_first,
                   surface->vertex_corners);
    assign_owners(surface);
    return BIGHT_OK;
}

void bi_surface_mark_bodies(bi_surface *surface, const uint8_t *still)
{
    for (int32_t t = 0; t < surface->triangle_count; t++) {
        const int32_t *c = surface->triangles + 3 * (size_t)t;
        bool body = still != NULL && still[c[0]] && still[c[1]] && still[c[2]];
        surface->owned[t] = (uint8_t)((surface->owned[t] & ~BI_STILL) | (body ? BI_STILL : 0));
    }
}

int32_t bi_surface_find_edge(const bi_surface *surface, int32_t a, int32_t b)
{
    BI_ASSERT(a >= 0 && b >= 0);
    int32_t low = a < b ? a : b, high = a < b ? b : a, from = 0, to = surface->edge_count;
    while (from < to) {
        int32_t middle = from + (to - from) / 2;
        const int32_t *edge = surface->edges + 2 * (size_t)middle;
        if (edge[0] < low || (edge[0] == low && edge[1] < high)) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    bool found = from < surface->edge_count && surface->edges[2 * (size_t)from] == low &&
                 surface->edges[2 * (size_t)from + 1] == high;
    return found ? from : -1;
}
