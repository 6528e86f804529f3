// SPDX-License-Identifier: MIT

#include "geom/skin.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/surface.h"

#include <string.h>

/// What is refined: places in space and on the pattern have edges of their own.
typedef struct skin {
    const bight_allocator *allocator;
    bight_vec3 *positions, *normals; // (vertex_count)
    double *uv;                      // (uv_count x 2), NULL without a pattern
    int32_t *triangles, *corners;    // (triangle_count x 3) into positions; into uv
    int32_t vertex_count, triangle_count, uv_count;
} skin;

static void let_go(skin *s)
{
    bi_free_array(s->allocator, s->positions, (size_t)s->vertex_count, sizeof *s->positions);
    bi_free_array(s->allocator, s->normals, (size_t)s->vertex_count, sizeof *s->normals);
    bi_free_array(s->allocator, s->uv, (size_t)s->uv_count, 2 * sizeof *s->uv);
    bi_free_array(s->allocator, s->triangles, 3 * (size_t)s->triangle_count, sizeof *s->triangles);
    bi_free_array(s->allocator, s->corners, 3 * (size_t)s->triangle_count, sizeof *s->corners);
    *s = (skin){.allocator = s->allocator};
}

static bool take(skin *s, bool pattern)
{
    s->positions = bi_new_array(s->allocator, (size_t)s->vertex_count, sizeof *s->positions);
    s->normals = bi_new_array(s->allocator, (size_t)s->vertex_count, sizeof *s->normals);
    s->triangles = bi_new_array(s->allocator, 3 * (size_t)s->triangle_count, sizeof *s->triangles);
    s->uv = pattern ? bi_new_array(s->allocator, (size_t)s->uv_count, 2 * sizeof *s->uv) : NULL;
    s->corners =
        pattern ? bi_new_array(s->allocator, 3 * (size_t)s->triangle_count, sizeof *s->corners) : NULL;
    return s->positions != NULL && s->normals != NULL && s->triangles != NULL &&
           (!pattern || (s->uv != NULL && s->corners != NULL));
}

// Sums of the triangles' normals, each by its area.
static void set_normals(skin *s)
{
    memset(s->normals, 0, (size_t)s->vertex_count * sizeof *s->normals);
    for (int32_t t = 0; t < s->triangle_count; t++) {
        const int32_t *v = s->triangles + 3 * (size_t)t;
        bight_vec3 a = s->positions[v[0]];
        bight_vec3 n = v3_cross(v3_sub(s->positions[v[1]], a), v3_sub(s->positions[v[2]], a));
        for (int32_t k = 0; k < 3; k++) {
            s->normals[v[k]] = v3_add(s->normals[v[k]], n);
        }
    }
    for (int32_t i = 0; i < s->vertex_count; i++) {
        s->normals[i] = v3_unit(s->normals[i], v3(0, 1, 0));
    }
}

// ---- refining ---------------------------------------------------------------------------------------

// The middle of the cubic from a to b whose ends lie in the planes across na and nb (Vlachos et al. 2001, PN
// triangles): (a + b) / 2 + ((d . nb) nb - (d . na) na) / 8, d = b - a.
static bight_vec3 middle(bight_vec3 a, bight_vec3 b, bight_vec3 na, bight_vec3 nb)
{
    bight_vec3 d = v3_sub(b, a), m = v3_lerp(a, b, 0.5);
    return v3_madd(v3_madd(m, 0.125 * v3_dot(d, nb), nb), -0.125 * v3_dot(d, na), na);
}

// Four triangles for each: corners first, then the one between the middles.
static void split(const bi_surface *surface, int32_t *out)
{
    int32_t first = surface->vertex_count;
    for (int32_t t = 0; t < surface->triangle_count; t++, out += 12) {
        const int32_t *v = surface->triangles + 3 * (size_t)t, *e = surface->triangle_edges + 3 * (size_t)t;
        const int32_t m[3] = {first + e[0], first + e[1], first + e[2]};
        const int32_t four[12] = {v[0], m[0], m[2], m[0], v[1], m[1], m[2], m[1], v[2], m[0], m[1], m[2]};
        memcpy(out, four, sizeof four);
    }
}

static bight_status refine(skin *s)
{
    bi_surface space = {0}, flat = {0};
    bool pattern = s->uv != NULL;

    // edges in space and on the pattern: along a seam one of the former is two of the latter
    bight_status status =
        s->triangle_count > INT32_MAX / 48
            ? BIGHT_ERROR_TOO_LARGE
            : bi_surface_make(s->allocator, s->triangles, s->triangle_count, s->vertex_count, &space);
    if (status == BIGHT_OK && pattern) {
        status = bi_surface_make(s->allocator, s->corners, s->triangle_count, s->uv_count, &flat);
    }

    // each edge adds one vertex, each triangle three more triangles
    skin fine = {.allocator = s->allocator,
                 .vertex_count = s->vertex_count + space.edge_count,
                 .uv_count = s->uv_count + flat.edge_count,
                 .triangle_count = 4 * s->triangle_count};
    if (status == BIGHT_OK && !take(&fine, pattern)) {
        status = BIGHT_ERROR_NO_MEMORY;
    }

    // new vertices lie in the middle of a cubic along the edge
    if (status == BIGHT_OK) {
        memcpy(fine.positions, s->positions, (size_t)s->vertex_count * sizeof *s->positions);
        for (int32_t i = 0; i < space.edge_count; i++) {
            const int32_t *v = space.edges + 2 * (size_t)i;
            fine.positions[s->vertex_count + i] =
                middle(s->positions[v[0]], s->positions[v[1]], s->normals[v[0]], s->normals[v[1]]);
        }
        split(&space, fine.triangles);
        set_normals(&fine);
    }

    // the pattern is refined in its plane: (a + b) / 2
    if (status == BIGHT_OK && pattern) {
        memcpy(fine.uv, s->uv, 2 * (size_t)s->uv_count * sizeof *s->uv);
        for (int32_t i = 0; i < 2 * flat.edge_count; i++) {
            const int32_t *v = flat.edges + 2 * (size_t)(i / 2);
            fine.uv[2 * s->uv_count + i] = 0.5 * (s->uv[2 * v[0] + i % 2] + s->uv[2 * v[1] + i % 2]);
        }
        split(&flat, fine.corners);
    }

    bi_surface_free(s->allocator, &space);
    bi_surface_free(s->allocator, &flat);
    if (status != BIGHT_OK) {
        let_go(&fine);
        return status;
    }

    let_go(s);
    *s = fine;
    return BIGHT_OK;
}

// ---- one vertex for each place in space and on the pattern ------------------------------------------

static bight_status join(const skin *s, bight_mesh *mesh)
{
    // places of a vertex are chained: first[vertex] is the newest vertex of the mesh that lies there
    size_t corners = 3 * (size_t)s->triangle_count;
    int32_t *first = bi_new_array(s->allocator, (size_t)s->vertex_count, sizeof *first);
    int32_t *next = bi_new_array(s->allocator, corners, sizeof *next);
    int32_t *from = bi_new_array(s->allocator, corners, 2 * sizeof *from);
    mesh->triangles = bi_new_array(s->allocator, corners, sizeof *mesh->triangles);
    bool good = first != NULL && next != NULL && from != NULL && mesh->triangles != NULL;

    int32_t count = 0;
    for (int32_t i = 0; good && i < s->vertex_count; i++) {
        first[i] = -1;
    }

    for (size_t c = 0; good && c < corners; c++) {
        int32_t v = s->triangles[c], w = s->uv != NULL ? s->corners[c] : 0, at = first[v];
        while (at >= 0 && from[2 * at + 1] != w) {
            at = next[at];
        }
        if (at < 0) {
            at = count++;
            from[2 * at] = v;
            from[2 * at + 1] = w;
            next[at] = first[v];
            first[v] = at;
        }
        mesh->triangles[c] = at;
    }

    mesh->triangle_count = s->triangle_count;
    mesh->vertex_count = count;
    if (good) {
        mesh->positions = bi_new_array(s->allocator, (size_t)count, sizeof *mesh->positions);
        mesh->normals = bi_new_array(s->allocator, (size_t)count, sizeof *mesh->normals);
        mesh->uv = s->uv != NULL ? bi_new_array(s->allocator, (size_t)count, 2 * sizeof *mesh->uv) : NULL;
        good = mesh->positions != NULL && mesh->normals != NULL && (s->uv == NULL || mesh->uv != NULL);
    }

    for (int32_t i = 0; good && i < count; i++) {
        mesh->positions[i] = s->positions[from[2 * i]];
        mesh->normals[i] = s->normals[from[2 * i]];
        if (s->uv != NULL) {
            memcpy(mesh->uv + 2 * i, s->uv + 2 * (size_t)from[2 * i + 1], 2 * sizeof *mesh->uv);
        }
    }

    bi_free_array(s->allocator, first, (size_t)s->vertex_count, sizeof *first);
    bi_free_array(s->allocator, next, corners, sizeof *next);
    bi_free_array(s->allocator, from, corners, 2 * sizeof *from);
    return good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

bight_status bi_skin_make(const bight_allocator *allocator, const bi_skin_source *source, int32_t level,
                          bight_mesh *mesh)
{
    BI_ASSERT(level >= 0 && level <= 4);
    *mesh = (bight_mesh){0};
    bool pattern = source->uv != NULL;
    const int32_t *corners = source->uv_triangles != NULL ? source->uv_triangles : source->triangles;
    skin s = {.allocator = allocator,
              .vertex_count = source->vertex_count,
              .triangle_count = source->triangle_count,
              .uv_count = !pattern               ? 0
                          : source->uv_count > 0 ? source->uv_count
                                                 : source->vertex_count};

    // each index must name a vertex and, with a pattern, a place on it
    bight_status status = take(&s, pattern) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    size_t indices = 3 * (size_t)s.triangle_count;
    for (size_t i = 0; i < indices && status == BIGHT_OK; i++) {
        bool good = source->triangles[i] >= 0 && source->triangles[i] < s.vertex_count &&
                    (!pattern || (corners[i] >= 0 && corners[i] < s.uv_count));
        status = good ? BIGHT_OK : BIGHT_ERROR_INVALID;
    }

    // level 0 is the source itself; each level after it makes four triangles of one
    if (status == BIGHT_OK) {
        memcpy(s.positions, source->positions, (size_t)s.vertex_count * sizeof *s.positions);
        memcpy(s.triangles, source->triangles, indices * sizeof *s.triangles);
        set_normals(&s);
    }

    if (status == BIGHT_OK && pattern) {
        memcpy(s.uv, source->uv, 2 * (size_t)s.uv_count * sizeof *s.uv);
        memcpy(s.corners, corners, indices * sizeof *s.corners);
    }
    for (int32_t i = 0; i < level && status == BIGHT_OK; i++) {
        status = refine(&s);
    }

    // vertices of the mesh are the pairs (vertex, place on the pattern) that occur
    status = status == BIGHT_OK ? join(&s, mesh) : status;
    let_go(&s);
    if (status != BIGHT_OK) {
        bight_mesh_free(allocator, mesh);
    }
    return status;
}
