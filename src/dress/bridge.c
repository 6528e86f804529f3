// SPDX-License-Identifier: MIT

#include "dress/bridge.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/surface.h"

typedef struct search {
    const bight_cloth_mesh *mesh;
    const bight_dress_map *map;
    bi_surface surface;
    double *way;     // (vertex_count) metres on the pattern from the first vertex
    int32_t *before; // (vertex_count) -1 at the first vertex and where nothing leads
    int32_t *queue;  // (vertex_count + 1) a ring of vertices whose neighbours are to be looked at
    bool *waiting;   // (vertex_count) in the queue
} search;

static const double *place_of(const bight_cloth_mesh *mesh, int32_t corner)
{
    return mesh->uv + 2 * mesh->uv_triangles[corner];
}

// A vertex of a region that cloth outside is at, too, nearest to a place on the pattern; -1 for none.
static int32_t nearest_border(const search *s, int32_t region, const double place[2])
{
    int32_t best = -1;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 3 * s->mesh->triangle_count; i++) {
        int32_t v = s->mesh->triangles[i];
        if (s->map->regions[i / 3] >= 0 || s->map->owners[v] != region) {
            continue;
        }
        const double *p = place_of(s->mesh, i);
        double d = bi_length_2d(p[0] - place[0], p[1] - place[1]);
        if (d < least || (d == least && v < best)) {
            least = d;
            best = v;
        }
    }
    return best;
}

// Look at the neighbours of a vertex in triangles outside all regions.
static void look_on(search *s, int32_t v, int32_t *tail)
{
    int32_t room = s->mesh->vertex_count + 1;
    for (int32_t i = s->surface.vertex_first[v]; i < s->surface.vertex_first[v + 1]; i++) {
        int32_t corner = s->surface.vertex_corners[i], first = corner - corner % 3;
        if (s->map->regions[corner / 3] >= 0) {
            continue;
        }
        for (int32_t k = 1; k < 3; k++) {
            int32_t other = first + (corner + k) % 3, w = s->mesh->triangles[other];
            const double *a = place_of(s->mesh, corner), *b = place_of(s->mesh, other);
            double way = s->way[v] + bi_length_2d(b[0] - a[0], b[1] - a[1]);
            if (way < s->way[w]) {
                s->way[w] = way;
                s->before[w] = v;
                if (!s->waiting[w]) {
                    s->waiting[w] = true;
                    s->queue[*tail] = w;
                    *tail = (*tail + 1) % room;
                }
            }
        }
    }
}

static void run(search *s, int32_t first)
{
    int32_t head = 0, tail = 1, room = s->mesh->vertex_count + 1;
    for (int32_t v = 0; v < s->mesh->vertex_count; v++) {
        s->way[v] = HUGE_VAL;
        s->before[v] = -1;
    }
    s->way[first] = 0.0;
    s->queue[0] = first;
    s->waiting[first] = true;
    while (head != tail) {
        int32_t v = s->queue[head];
        head = (head + 1) % room;
        s->waiting[v] = false;
        look_on(s, v, &tail);
    }
}

bight_status bi_dress_bridge(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                             const bight_dress_map *map, const int32_t regions[2], const double from[2],
                             const double to[2], int32_t **path, int32_t *count, int32_t *room)
{
    size_t vertices = (size_t)mesh->vertex_count;
    search s = {.mesh = mesh, .map = map};
    *path = NULL;
    *count = *room = 0;
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &s.surface);
    s.way = bi_new_array(allocator, vertices, sizeof *s.way);
    s.before = bi_new_array(allocator, vertices, sizeof *s.before);
    s.queue = bi_new_array(allocator, vertices + 1, sizeof *s.queue);
    s.waiting = bi_new_array(allocator, vertices, sizeof *s.waiting);
    if (status == BIGHT_OK && (s.way == NULL || s.before == NULL || s.queue == NULL || s.waiting == NULL)) {
        status = BIGHT_ERROR_NO_MEMORY;
    }
    if (status == BIGHT_OK) {
        // from its end to its beginning, so that it reads forwards
        int32_t last = nearest_border(&s, regions[0], from), first = nearest_border(&s, regions[1], to);
        if (first >= 0 && last >= 0) {
            run(&s, first);
        }
        for (int32_t v = first >= 0 ? last : -1; v >= 0 && status == BIGHT_OK && s.way[v] < HUGE_VAL;
             v = s.before[v]) {
            status = bi_reserve(allocator, path, room, (int64_t)*count + 1, sizeof **path);
            if (status == BIGHT_OK) {
                (*path)[(*count)++] = v;
            }
        }
    }
    bi_free_array(allocator, s.way, vertices, sizeof *s.way);
    bi_free_array(allocator, s.before, vertices, sizeof *s.before);
    bi_free_array(allocator, s.queue, vertices + 1, sizeof *s.queue);
    bi_free_array(allocator, s.waiting, vertices, sizeof *s.waiting);
    bi_surface_free(allocator, &s.surface);
    if (status != BIGHT_OK) {
        bi_free_array(allocator, *path, (size_t)*room, sizeof **path);
        *path = NULL;
        *count = *room = 0;
    }
    return status;
}
