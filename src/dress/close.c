// SPDX-License-Identifier: MIT
// Closing a placed knot to its garment: borders become double, and small distances are spread into the cloth round them.

#include "bight/dress_knot.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/surface.h"

#include <string.h>

#define NEAR_EDGES 4.0 // of a border, within which its distance is spread into so many rings:
#define RINGS 10
#define MOST_ITERATIONS 2000

// Moves of neighbours differ by at most this share of their edge: a border beyond that is spread into more rings, where the
// cloth is deep enough.
#define MOST_SHEAR 0.4

typedef struct closing {
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_dress_map *map;
    bight_dress_cloth *cloth;
    bi_surface surface;
    int32_t *copies; // (vertex_count) the copy of a border vertex, -1 for others
    int32_t *root;   // (vertex_count) union-find over border edges
    int32_t *rings;  // (vertex_count) steps from a border that is spread; -1: beyond
    double *edges;   // (vertex_count) at a root: sum of border edges, metres on the pattern
    double *wide;    // (vertex_count) at a root: greatest distance of its border from it in the garment, and
    double *laid;    // (vertex_count) on the pipe
    double *far;     // (vertex_count) at a root: greatest distance across
    int32_t *counts; // (vertex_count) at a root: border edges
    int32_t *source; // (vertex_count) the root of the border that is nearest, -1 for none
    int32_t
        *depth; // (vertex_count) at a root: rings of cloth that are nearest to it; then those to spread into
    bight_vec3 *way; // (vertex_count) how far cloth is moved
    bight_vec3 *rest, *step, *flow; // (vertex_count) of the solver
} closing;

// Is side `corner` of a region's triangle a border: cloth outside all regions on its other side?
static bool is_border(const closing *c, int32_t edge, int32_t *inside)
{
    int32_t s = c->surface.edge_first[edge];
    if (bi_edge_triangles(&c->surface, edge) != 2) {
        return false;
    }
    int32_t one = c->surface.edge_sides[s], two = c->surface.edge_sides[s + 1];
    bool first = c->map->regions[one / 3] >= 0, second = c->map->regions[two / 3] >= 0;
    *inside = first ? one : two;
    return first != second;
}

// ---- double borders -------------------------------------------------------------------------------------

// A vertex with triangles in a region and outside all has two places.
static void count_copies(closing *c)
{
    const bight_cloth_mesh *mesh = c->mesh;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        c->copies[v] = -1;
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t v = mesh->triangles[i];
        if (c->map->regions[i / 3] < 0 && c->map->owners[v] >= 0) {
            c->copies[v] = -2;
        }
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        c->copies[v] = c->copies[v] == -2 ? mesh->vertex_count + c->cloth->sewn_count++ : -1;
    }
}

static bight_status part(closing *c)
{
    const bight_cloth_mesh *mesh = c->mesh;
    bight_dress_cloth *cloth = c->cloth;
    cloth->mesh_vertices = mesh->vertex_count;
    cloth->triangle_count = mesh->triangle_count;
    count_copies(c);
    cloth->vertex_count = mesh->vertex_count + cloth->sewn_count;
    cloth->positions = bi_new_array(c->allocator, (size_t)cloth->vertex_count, sizeof *cloth->positions);
    cloth->triangles = bi_new_array(c->allocator, 3 * (size_t)mesh->triangle_count, sizeof *cloth->triangles);
    cloth->sewn = bi_new_array(c->allocator, 2 * (size_t)cloth->sewn_count, sizeof *cloth->sewn);
    if (cloth->positions == NULL || cloth->triangles == NULL || cloth->sewn == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        cloth->positions[v] = c->map->owners[v] >= 0 ? c->map->positions[v] : mesh->positions[v];
        if (c->copies[v] >= 0) {
            int32_t *pair = cloth->sewn + 2 * (c->copies[v] - mesh->vertex_count);
            pair[0] = v;
            pair[1] = c->copies[v];
            cloth->positions[c->copies[v]] = mesh->positions[v];
        }
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t v = mesh->triangles[i];
        cloth->triangles[i] = c->map->regions[i / 3] < 0 && c->copies[v] >= 0 ? c->copies[v] : v;
    }
    return BIGHT_OK;
}

// ---- pieces of border -----------------------------------------------------------------------------------

static double gap_of(const closing *c, int32_t v)
{
    return v3_distance(c->map->positions[v], c->mesh->positions[v]);
}

// Join border vertices along border edges, and measure each piece.
static void measure_borders(closing *c)
{
    const bight_cloth_mesh *mesh = c->mesh;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        c->root[v] = v;
        c->rings[v] = -1;
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t side;
        if (is_border(c, e, &side)) {
            bi_set_join(c->root, c->surface.edges[2 * e], c->surface.edges[2 * e + 1]);
        }
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t side;
        if (is_border(c, e, &side)) {
            int32_t end = side - side % 3 + (side + 1) % 3,
                    root = bi_set_root(c->root, c->surface.edges[2 * e]);
            const double *a = mesh->uv + 2 * mesh->uv_triangles[side],
                         *b = mesh->uv + 2 * mesh->uv_triangles[end];
            c->edges[root] += bi_length_2d(b[0] - a[0], b[1] - a[1]);
            c->counts[root]++;
        }
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        if (c->copies[v] >= 0) {
            int32_t root = bi_set_root(c->root, v);
            c->far[root] = bi_max(c->far[root], gap_of(c, v));
            c->wide[root] =
                bi_max(c->wide[root], v3_distance(c->mesh->positions[v], c->mesh->positions[root]));
            c->laid[root] = bi_max(c->laid[root], v3_distance(c->map->positions[v], c->map->positions[root]));
            c->cloth->residual[0] = bi_max(c->cloth->residual[0], gap_of(c, v));
        }
    }
}

// ---- the harmonic field ---------------------------------------------------------------------------------

// Does cloth outside all regions lie on an edge? In how many triangles.
static int32_t cloth_at(const closing *c, int32_t edge)
{
    int32_t cloth = 0;
    for (int32_t s = c->surface.edge_first[edge]; s < c->surface.edge_first[edge + 1]; s++) {
        cloth += c->map->regions[c->surface.edge_sides[s] / 3] < 0 ? 1 : 0;
    }
    return cloth;
}

// Rings of the cloth outside, counted along edges from all borders; each vertex belongs to the nearest.
static void count_rings(closing *c)
{
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        bool border = c->copies[v] >= 0 && c->counts[bi_set_root(c->root, v)] > 0;
        c->rings[v] = border ? 0 : -1;
        c->source[v] = border ? bi_set_root(c->root, v) : -1;
    }
    bool more = true;
    for (int32_t ring = 1; more; ring++) {
        more = false;
        for (int32_t e = 0; e < c->surface.edge_count; e++) {
            int32_t a = c->surface.edges[2 * e], b = c->surface.edges[2 * e + 1];
            bool to_a = c->rings[b] == ring - 1 && c->rings[a] < 0 && c->copies[a] < 0;
            bool to_b = c->rings[a] == ring - 1 && c->rings[b] < 0 && c->copies[b] < 0;
            if ((to_a || to_b) && cloth_at(c, e) > 0) {
                int32_t near = to_a ? b : a, far = to_a ? a : b;
                c->rings[far] = ring;
                c->source[far] = c->source[near];
                c->depth[c->source[far]] = ring;
                more = true;
            }
        }
    }
}

// A border that is near is spread into ten rings. One beyond that into so many that no edge is stretched by more than
// MOST_SHEAR of its length, if there are more than that; one that is gathered, to less than half its width
// as a tip's is, into all there is; else it is left to threads.
static void choose_borders(closing *c)
{
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        if (c->counts[v] > 0) {
            double edges = c->far[v] * c->counts[v] / c->edges[v]; // how many it is away
            double wanted = bi_max(RINGS, ceil(edges / MOST_SHEAR));
            bool gathered = c->laid[v] < 0.5 * c->wide[v] && c->depth[v] > RINGS;
            c->depth[v] = edges < NEAR_EDGES     ? RINGS
                          : c->depth[v] > wanted ? (int32_t)wanted
                          : gathered             ? c->depth[v]
                                                 : 0;
        }
    }
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        bool spread = c->source[v] >= 0 && c->rings[v] < c->depth[c->source[v]];
        c->rings[v] = spread ? c->rings[v] : -1;
        if (c->rings[v] == 0) {
            c->way[v] = v3_sub(c->map->positions[v], c->mesh->positions[v]);
            c->cloth->spread++;
        }
    }
}

// out_v = sum over v's edges of their triangles times (x_v - x_w), for vertices that are free.
static void apply(const closing *c, const bight_vec3 *x, bight_vec3 *out)
{
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        out[v] = v3(0, 0, 0);
    }
    for (int32_t e = 0; e < c->surface.edge_count; e++) {
        int32_t a = c->surface.edges[2 * e], b = c->surface.edges[2 * e + 1];
        if (c->rings[a] > 0 || c->rings[b] > 0) {
            bight_vec3 flow = v3_mul(cloth_at(c, e), v3_sub(x[a], x[b]));
            out[a] = v3_add(out[a], flow);
            out[b] = v3_sub(out[b], flow);
        }
    }
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        out[v] = c->rings[v] > 0 ? out[v] : v3(0, 0, 0);
    }
}

// u_v = the mean of u over v's neighbours, an edge inside counting twice, one at the rim once; u is given on ring 0 and 0 beyond
// the last: conjugate gradients, all three coordinates at once.
static void solve(closing *c)
{
    double target = 0.0, rr = 0.0;
    apply(c, c->way, c->flow);
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        c->rest[v] = v3_mul(-1.0, c->flow[v]);
        c->step[v] = c->rest[v];
        rr += v3_dot(c->rest[v], c->rest[v]);
    }
    target = 1e-24 * rr;
    for (int32_t i = 0; i < MOST_ITERATIONS && rr > target && rr > 0.0; i++) {
        apply(c, c->step, c->flow);
        double curve = 0.0, next = 0.0;
        for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
            curve += v3_dot(c->step[v], c->flow[v]);
        }
        double a = curve > 0.0 ? rr / curve : 0.0;
        for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
            if (c->rings[v] > 0) {
                c->way[v] = v3_madd(c->way[v], a, c->step[v]);
                c->rest[v] = v3_madd(c->rest[v], -a, c->flow[v]);
                next += v3_dot(c->rest[v], c->rest[v]);
            }
        }
        double b = next / rr;
        for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
            c->step[v] = c->rings[v] > 0 ? v3_madd(c->rest[v], b, c->step[v]) : v3(0, 0, 0);
        }
        rr = a > 0.0 ? next : 0.0;
    }
}

static void spread(closing *c)
{
    solve(c);
    for (int32_t v = 0; v < c->mesh->vertex_count; v++) {
        if (c->rings[v] == 0) {
            c->cloth->positions[c->copies[v]] = c->map->positions[v];
            c->cloth->eased++;
        } else if (c->rings[v] > 0) {
            c->cloth->positions[v] = v3_add(c->mesh->positions[v], c->way[v]);
            c->cloth->eased++;
        }
    }
}

// ---- all of it ------------------------------------------------------------------------------------------

static bight_status take(closing *c)
{
    size_t count = (size_t)c->mesh->vertex_count;
    c->copies = bi_new_array(c->allocator, count, sizeof *c->copies);
    c->root = bi_new_array(c->allocator, count, sizeof *c->root);
    c->rings = bi_new_array(c->allocator, count, sizeof *c->rings);
    c->edges = bi_new_array(c->allocator, count, sizeof *c->edges);
    c->wide = bi_new_array(c->allocator, count, sizeof *c->wide);
    c->laid = bi_new_array(c->allocator, count, sizeof *c->laid);
    c->far = bi_new_array(c->allocator, count, sizeof *c->far);
    c->counts = bi_new_array(c->allocator, count, sizeof *c->counts);
    c->source = bi_new_array(c->allocator, count, sizeof *c->source);
    c->depth = bi_new_array(c->allocator, count, sizeof *c->depth);
    c->way = bi_new_array(c->allocator, count, sizeof *c->way);
    c->rest = bi_new_array(c->allocator, count, sizeof *c->rest);
    c->step = bi_new_array(c->allocator, count, sizeof *c->step);
    c->flow = bi_new_array(c->allocator, count, sizeof *c->flow);
    return c->copies == NULL || c->root == NULL || c->rings == NULL || c->edges == NULL || c->wide == NULL ||
                   c->laid == NULL || c->far == NULL || c->counts == NULL || c->source == NULL ||
                   c->depth == NULL || c->way == NULL || c->rest == NULL || c->step == NULL || c->flow == NULL
               ? BIGHT_ERROR_NO_MEMORY
               : BIGHT_OK;
}

static void give_back(closing *c)
{
    size_t count = (size_t)c->mesh->vertex_count;
    bi_free_array(c->allocator, c->copies, count, sizeof *c->copies);
    bi_free_array(c->allocator, c->root, count, sizeof *c->root);
    bi_free_array(c->allocator, c->rings, count, sizeof *c->rings);
    bi_free_array(c->allocator, c->edges, count, sizeof *c->edges);
    bi_free_array(c->allocator, c->wide, count, sizeof *c->wide);
    bi_free_array(c->allocator, c->laid, count, sizeof *c->laid);
    bi_free_array(c->allocator, c->far, count, sizeof *c->far);
    bi_free_array(c->allocator, c->counts, count, sizeof *c->counts);
    bi_free_array(c->allocator, c->source, count, sizeof *c->source);
    bi_free_array(c->allocator, c->depth, count, sizeof *c->depth);
    bi_free_array(c->allocator, c->way, count, sizeof *c->way);
    bi_free_array(c->allocator, c->rest, count, sizeof *c->rest);
    bi_free_array(c->allocator, c->step, count, sizeof *c->step);
    bi_free_array(c->allocator, c->flow, count, sizeof *c->flow);
    bi_surface_free(c->allocator, &c->surface);
}

void bight_dress_cloth_free(const bight_allocator *allocator, bight_dress_cloth *cloth)
{
    if (cloth != NULL) {
        bi_free_array(allocator, cloth->positions, (size_t)cloth->vertex_count, sizeof *cloth->positions);
        bi_free_array(allocator, cloth->triangles, 3 * (size_t)cloth->triangle_count,
                      sizeof *cloth->triangles);
        bi_free_array(allocator, cloth->sewn, 2 * (size_t)cloth->sewn_count, sizeof *cloth->sewn);
        *cloth = (bight_dress_cloth){0};
    }
}

bight_status bight_dress_close(const bight_env *env, const bight_cloth_mesh *mesh, const bight_dress_map *map,
                               bight_dress_cloth *cloth, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *cloth = (bight_dress_cloth){0};
    if (mesh->vertex_count != map->vertex_count || mesh->triangle_count != map->triangle_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the map was made of another mesh: it has %d vertices, this one %d", map->vertex_count,
                       mesh->vertex_count);
    }
    closing c = {.allocator = allocator, .mesh = mesh, .map = map, .cloth = cloth};
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &c.surface);
    status = status == BIGHT_OK ? take(&c) : status;
    status = status == BIGHT_OK ? part(&c) : status;
    if (status == BIGHT_OK) {
        measure_borders(&c);
        count_rings(&c);
        choose_borders(&c);
        spread(&c);
        for (int32_t i = 0; i < cloth->sewn_count; i++) {
            const int32_t *pair = cloth->sewn + 2 * i;
            cloth->residual[1] =
                bi_max(cloth->residual[1], v3_distance(cloth->positions[pair[0]], cloth->positions[pair[1]]));
        }
    }
    give_back(&c);
    if (status != BIGHT_OK) {
        bight_dress_cloth_free(allocator, cloth);
        return bi_fail(error, status, 0, "no memory to close the border of a knot");
    }
    return BIGHT_OK;
}
