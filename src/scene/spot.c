// SPDX-License-Identifier: MIT
// Vertices of a cloth by their place on its pattern.

#include "scene/build.h"

#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The pattern of a cloth: a vertex may lie at several places of it, as along the seam of a tube.
typedef struct pattern {
    const double *uv;        ///< (count x 2)
    const int32_t *corners;  ///< (corner_count) places
    const int32_t *vertices; ///< (corner_count) and their vertices
    int32_t corner_count;
    double low[2], high[2];
} pattern;

static bight_status look_at(const bi_reader *reader, const bi_json_path *path, const bight_scene_cloth *cloth,
                            pattern *p)
{
    const bight_cloth_def *def = &cloth->def;
    if (def->uv == NULL) {
        return bi_read_fail(reader, path,
                            " is a place on the pattern of \"%s\", which has none: give numbers of "
                            "vertices",
                            cloth->name);
    }
    *p = (pattern){.uv = def->uv,
                   .corners = def->uv_triangles != NULL ? def->uv_triangles : def->triangles,
                   .vertices = def->triangles,
                   .corner_count = 3 * def->triangle_count,
                   .low = {HUGE_VAL, HUGE_VAL},
                   .high = {-HUGE_VAL, -HUGE_VAL}};
    for (int32_t i = 0; i < p->corner_count; i++) {
        for (int32_t k = 0; k < 2; k++) {
            double x = p->uv[2 * (size_t)p->corners[i] + (size_t)k];
            p->low[k] = fmin(p->low[k], x);
            p->high[k] = fmax(p->high[k], x);
        }
    }
    return BIGHT_OK;
}

// The vertex nearest to where the pattern is so far from its least u and v, of its whole size.
static int32_t nearest(const pattern *p, double u, double v)
{
    double at[2] = {p->low[0] + u * (p->high[0] - p->low[0]), p->low[1] + v * (p->high[1] - p->low[1])};
    double least = HUGE_VAL;
    int32_t found = p->vertices[0];
    for (int32_t i = 0; i < p->corner_count; i++) {
        const double *x = p->uv + 2 * (size_t)p->corners[i];
        double square = (x[0] - at[0]) * (x[0] - at[0]) + (x[1] - at[1]) * (x[1] - at[1]);
        if (square < least || (square == least && p->vertices[i] < found)) {
            least = square;
            found = p->vertices[i];
        }
    }
    return found;
}

static int32_t corner(const pattern *p, bight_spot_kind kind)
{
    int32_t bits = (int32_t)kind - BIGHT_SPOT_U0V0;
    return kind == BIGHT_SPOT_MIDDLE ? nearest(p, 0.5, 0.5) : nearest(p, bits & 1, bits >> 1);
}

// ---- edges ------------------------------------------------------------------------------------------

typedef struct edge_vertex {
    double along;
    int32_t vertex;
} edge_vertex;

static int by_place(const void *a, const void *b)
{
    const edge_vertex *x = a, *y = b;
    if (x->along != y->along) {
        return x->along < y->along ? -1 : 1;
    }
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

typedef struct vertex_list {
    int32_t *at;    ///< (count) room for all vertices
    uint8_t *taken; ///< (vertex_count)
    int32_t count;
} vertex_list;

static void add(vertex_list *list, int32_t vertex)
{
    if (!list->taken[vertex]) {
        list->taken[vertex] = 1;
        list->at[list->count++] = vertex;
    }
}

/// @param edges (corner_count) scratch
static void add_edge(const pattern *p, bight_spot_kind kind, edge_vertex *edges, vertex_list *list)
{
    int32_t axis = kind == BIGHT_SPOT_V0 || kind == BIGHT_SPOT_V1 ? 1 : 0, count = 0;
    double end = kind == BIGHT_SPOT_U0 || kind == BIGHT_SPOT_V0 ? p->low[axis] : p->high[axis];
    double slack = 1e-9 * (p->high[axis] - p->low[axis]);
    for (int32_t i = 0; i < p->corner_count; i++) {
        const double *x = p->uv + 2 * (size_t)p->corners[i];
        if (fabs(x[axis] - end) <= slack) {
            edges[count++] = (edge_vertex){x[1 - axis], p->vertices[i]};
        }
    }
    qsort(edges, (size_t)count, sizeof *edges, by_place);
    for (int32_t i = 0; i < count; i++) {
        add(list, edges[i].vertex);
    }
}

// ---- all of them ------------------------------------------------------------------------------------

bight_status bi_scene_spot(const bi_reader *reader, const bi_json_path *path, const bight_scene_cloth *cloth,
                           bight_scene_spot spot, int32_t *vertex)
{
    BI_ASSERT(cloth->def.vertex_count > 0 && vertex != NULL);
    int32_t count = cloth->def.vertex_count;
    if (spot.kind == BIGHT_SPOT_INDEX) {
        *vertex = spot.index < 0 ? count + spot.index : spot.index;
        return *vertex >= 0 && *vertex < count
                   ? BIGHT_OK
                   : bi_read_fail(reader, path, " is %d, but \"%s\" has %d vertices: give %d to %d",
                                  (int)spot.index, cloth->name, (int)count, (int)-count, (int)count - 1);
    }
    pattern p;
    bight_status status = look_at(reader, path, cloth, &p);
    if (status == BIGHT_OK) {
        *vertex = corner(&p, spot.kind);
    }
    return status;
}

static bight_status add_spot(const bi_reader *reader, const bi_json_path *path,
                             const bight_scene_cloth *cloth, bight_scene_spot spot, edge_vertex *edges,
                             vertex_list *list)
{
    int32_t vertex;
    pattern p;
    bight_status status = BIGHT_OK;

    // add() takes each vertex once, so spots may overlap
    switch (spot.kind) {
    case BIGHT_SPOT_ALL:
        for (int32_t i = 0; i < cloth->def.vertex_count; i++) {
            add(list, i);
        }
        return BIGHT_OK;

    case BIGHT_SPOT_KNOT:
        if (cloth->pleats == NULL) {
            return bi_read_fail(
                reader, path, " is the knot of \"%s\", which has no pleats: give it some, or other vertices",
                cloth->name);
        }
        for (int32_t i = 0; i < cloth->pleats->folded->upper_count; i++) {
            add(list, cloth->pleats->folded->upper[i]);
        }
        return BIGHT_OK;

    // corners and edges are of the pattern, in its u and v
    case BIGHT_SPOT_CORNERS:
        status = look_at(reader, path, cloth, &p);
        for (int32_t kind = BIGHT_SPOT_U0V0; kind <= BIGHT_SPOT_U1V1 && status == BIGHT_OK; kind++) {
            add(list, corner(&p, (bight_spot_kind)kind));
        }
        return status;
    case BIGHT_SPOT_U0:
    case BIGHT_SPOT_U1:
    case BIGHT_SPOT_V0:
    case BIGHT_SPOT_V1:
        status = look_at(reader, path, cloth, &p);
        if (status == BIGHT_OK) {
            add_edge(&p, spot.kind, edges, list);
        }
        return status;

    // one vertex: its number, a corner's word or "middle"
    default:
        status = bi_scene_spot(reader, path, cloth, spot, &vertex);
        if (status == BIGHT_OK) {
            add(list, vertex);
        }
        return status;
    }
}

bight_status bi_scene_spots(const bi_reader *reader, const bi_json_path *path, const bight_scene_cloth *cloth,
                            bight_scene_spots spots, bight_scene_vertices *vertices)
{
    BI_ASSERT(cloth->def.vertex_count > 0 && vertices != NULL);
    const bight_allocator *allocator = &reader->pool->allocator;
    size_t count = (size_t)cloth->def.vertex_count, corners = 3 * (size_t)cloth->def.triangle_count;
    vertex_list list = {.at = bi_new_array(allocator, count, sizeof *list.at),
                        .taken = bi_new_array(allocator, count, sizeof *list.taken)};
    edge_vertex *edges = bi_new_array(allocator, corners, sizeof *edges);
    bight_status status =
        list.at != NULL && list.taken != NULL && edges != NULL ? BIGHT_OK : bi_read_no_memory(reader);
    for (int32_t i = 0; i < spots.count && status == BIGHT_OK; i++) {
        bi_json_path inner = {path, NULL, i};
        status = add_spot(reader, &inner, cloth, spots.at[i], edges, &list);
    }
    int32_t *kept =
        status == BIGHT_OK ? bi_pool_new(reader->pool, (size_t)list.count + 1, sizeof *kept) : NULL;
    if (kept != NULL) {
        memcpy(kept, list.at, (size_t)list.count * sizeof *kept);
        *vertices = (bight_scene_vertices){kept, list.count};
    } else if (status == BIGHT_OK) {
        status = bi_read_no_memory(reader);
    }
    bi_free_array(allocator, list.at, count, sizeof *list.at);
    bi_free_array(allocator, list.taken, count, sizeof *list.taken);
    bi_free_array(allocator, edges, corners, sizeof *edges);
    return status;
}
