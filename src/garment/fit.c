// SPDX-License-Identifier: MIT

#include "garment/fit.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdlib.h>

// An edge, or the two corners across an edge, and how far apart they are on the pattern.
typedef struct link {
    int32_t a, b, far; // far: the corner across, for finding hinges
    double rest;
    double far_place[2], a_place[2], b_place[2];
} link;

static int by_ends(const void *one, const void *two)
{
    const link *p = one, *q = two;
    return p->a != q->a   ? (p->a > q->a) - (p->a < q->a)
           : p->b != q->b ? (p->b > q->b) - (p->b < q->b)
                          : (p->far > q->far) - (p->far < q->far);
}

typedef struct spring {
    int32_t a, b;
    double rest;
} spring;

typedef struct fitting {
    spring *edges, *creases;
    int32_t edge_count, crease_count, room;
    bool *moves; // (vertex_count)
} fitting;

static void free_fitting(const bight_allocator *allocator, fitting *f, int32_t vertices)
{
    bi_free_array(allocator, f->edges, (size_t)f->room, sizeof *f->edges);
    bi_free_array(allocator, f->creases, (size_t)f->room, sizeof *f->creases);
    bi_free_array(allocator, f->moves, (size_t)vertices, sizeof *f->moves);
}

static double apart(const double *a, const double *b)
{
    return bi_length_2d(b[0] - a[0], b[1] - a[1]);
}

static int32_t list_links(const bight_cloth_mesh *mesh, int32_t groups, link *links, bool *moves)
{
    int32_t count = 0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        for (int32_t k = 0; mesh->groups[t] < groups && k < 3; k++) {
            int32_t i = 3 * t + (k + 1) % 3, j = 3 * t + (k + 2) % 3;
            bool swap = mesh->triangles[i] > mesh->triangles[j];
            int32_t p = swap ? j : i, q = swap ? i : j;
            const double *a = mesh->uv + 2 * mesh->uv_triangles[p], *b = mesh->uv + 2 * mesh->uv_triangles[q],
                         *c = mesh->uv + 2 * mesh->uv_triangles[3 * t + k];
            links[count++] = (link){mesh->triangles[p], mesh->triangles[q], mesh->triangles[3 * t + k],
                                    apart(a, b),        {c[0], c[1]},       {a[0], a[1]},
                                    {b[0], b[1]}};
            moves[mesh->triangles[i]] = true;
        }
    }
    qsort(links, (size_t)count, sizeof *links, by_ends);
    return count;
}

static bight_status prepare(const bight_allocator *allocator, const bight_cloth_mesh *mesh, int32_t groups,
                            fitting *f)
{
    f->room = 3 * mesh->triangle_count;
    f->edges = bi_new_array(allocator, (size_t)f->room, sizeof *f->edges);
    f->creases = bi_new_array(allocator, (size_t)f->room, sizeof *f->creases);
    f->moves = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *f->moves);
    link *links = bi_new_array(allocator, (size_t)f->room, sizeof *links);
    if (f->edges == NULL || f->creases == NULL || f->moves == NULL || links == NULL) {
        bi_free_array(allocator, links, (size_t)f->room, sizeof *links);
        return BIGHT_ERROR_NO_MEMORY;
    }
    int32_t count = list_links(mesh, groups, links, f->moves);
    for (int32_t i = 0; i < count; i++) {
        const link *one = &links[i], *two = i + 1 < count ? &links[i + 1] : one;
        bool shared = two != one && one->a == two->a && one->b == two->b;
        double rest = shared ? 0.5 * (one->rest + two->rest) : one->rest;
        f->edges[f->edge_count++] = (spring){one->a, one->b, rest};

        // across an edge: flat, the corners are as far apart as on the pattern (across a seam: as if it were flat there)
        if (shared) {
            double heights = 0.0, along = 0.0;
            for (int32_t s = 0; s < 2; s++) {
                const link *side = s == 0 ? one : two;
                double x = (side->b_place[0] - side->a_place[0]) / side->rest,
                       y = (side->b_place[1] - side->a_place[1]) / side->rest;
                double px = side->far_place[0] - side->a_place[0], py = side->far_place[1] - side->a_place[1];
                heights += fabs(x * py - y * px);
                along = px * x + py * y - along;
            }
            f->creases[f->crease_count++] = (spring){one->far, two->far, bi_length_2d(heights, along)};
            i++;
        }
    }
    bi_free_array(allocator, links, (size_t)f->room, sizeof *links);
    return BIGHT_OK;
}

// Move both ends towards their distance at rest: each by half of `part` of what is missing.
static void ease(bight_vec3 *x, const spring *s, double part)
{
    bight_vec3 way = v3_sub(x[s->b], x[s->a]);
    double length = v3_length(way);
    if (length > 0.0) {
        double by = 0.5 * part * (length - s->rest) / length;
        x[s->a] = v3_madd(x[s->a], by, way);
        x[s->b] = v3_madd(x[s->b], -by, way);
    }
}

static void push_out(bight_vec3 *x, const fitting *f, int32_t count, const bi_torso *torso)
{
    for (int32_t v = 0; v < count; v++) {
        double d = f->moves[v] ? bi_torso_distance(torso, x[v]) : 1.0;
        if (d < 0.008) {
            x[v] = v3_madd(x[v], 0.5 * (0.008 - d), bi_torso_out(torso, x[v]));
        }
    }
}

bight_status bi_fit(const bight_allocator *allocator, bight_cloth_mesh *mesh, const bi_torso *torso,
                    int32_t groups, int32_t rounds)
{
    fitting f = {0};
    bight_status status = prepare(allocator, mesh, groups, &f);
    for (int32_t round = 0; round < rounds && status == BIGHT_OK; round++) {
        // forwards and backwards in turn, so that neither direction is preferred
        for (int32_t i = 0; i < f.edge_count; i++) {
            ease(mesh->positions, &f.edges[round % 2 == 0 ? i : f.edge_count - 1 - i], 0.9);
        }
        for (int32_t i = 0; i < f.crease_count; i++) {
            ease(mesh->positions, &f.creases[round % 2 == 0 ? i : f.crease_count - 1 - i], 0.08);
        }
        if (torso != NULL && round % 2 == 0) {
            push_out(mesh->positions, &f, mesh->vertex_count, torso);
        }
    }
    free_fitting(allocator, &f, mesh->vertex_count);
    return status;
}

bight_status bight_sewing_ease(const bight_env *env, bight_cloth_mesh *mesh, bight_error *error)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if (mesh->uv_triangles[i] < 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "face %d has no place on the pattern",
                           mesh->faces[i / 3] + 1);
        }
    }
    bight_status status = bi_fit(env == NULL ? NULL : &env->allocator, mesh, NULL, mesh->group_count, 800);
    return status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory to ease a mesh");
}
