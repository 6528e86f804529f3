// SPDX-License-Identifier: MIT

#include "dress/bisect.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/surface.h"

#define MOST_VERTICES 2000000

typedef struct bisection {
    const bight_allocator *allocator;
    bight_cloth_mesh *mesh;
    int32_t *
        across; // (triangle_count x 3) side k of t, from corner k to k + 1, is side across[3 t + k]; -1 at a border
    int32_t room;
} bisection;

static bight_status pair_sides(bisection *b)
{
    bight_cloth_mesh *mesh = b->mesh;
    bi_surface surface;
    bight_status status =
        bi_surface_make(b->allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bi_reserve(b->allocator, &b->across, &b->room, mesh->triangle_count, 3 * sizeof *b->across);
    for (int32_t i = 0; i < 3 * mesh->triangle_count && status == BIGHT_OK; i++) {
        b->across[i] = -1;
    }
    for (int32_t e = 0; e < surface.edge_count && status == BIGHT_OK; e++) {
        if (bi_edge_triangles(&surface, e) == 2) {
            int32_t one = surface.edge_sides[surface.edge_first[e]],
                    two = surface.edge_sides[surface.edge_first[e] + 1];
            b->across[one] = two;
            b->across[two] = one;
        }
    }
    bi_surface_free(b->allocator, &surface);
    return status;
}

static int32_t after(int32_t side)
{
    return side - side % 3 + (side + 1) % 3;
}

static double side_length(const bight_cloth_mesh *mesh, int32_t side)
{
    const double *a = mesh->uv + 2 * mesh->uv_triangles[side],
                 *c = mesh->uv + 2 * mesh->uv_triangles[after(side)];
    return bi_length_2d(c[0] - a[0], c[1] - a[1]);
}

static double edge_length(const bisection *b, int32_t side)
{
    double length = side_length(b->mesh, side);
    return b->across[side] < 0 ? length : bi_max(length, side_length(b->mesh, b->across[side]));
}

// Is an edge before another in the order of their lengths, then of their vertices?
static bool is_shorter(const bisection *b, int32_t one, int32_t two)
{
    double p = edge_length(b, one), q = edge_length(b, two);
    if (p != q) {
        return p < q;
    }
    const int32_t *v = b->mesh->triangles;
    int32_t a = v[one], c = v[after(one)], d = v[two], e = v[after(two)];
    int32_t low = bi_min_int(a, c), other = bi_min_int(d, e);
    return low != other ? low < other : a + c - low < d + e - other;
}

static int32_t longest_side(const bisection *b, int32_t t)
{
    int32_t best = 3 * t;
    for (int32_t k = 1; k < 3; k++) {
        best = is_shorter(b, best, 3 * t + k) ? 3 * t + k : best;
    }
    return best;
}

static bight_status make_room(bisection *b)
{
    bight_cloth_mesh *mesh = b->mesh;
    int32_t *room = mesh->capacities;
    int64_t triangles = (int64_t)mesh->triangle_count + 2;
    if (mesh->vertex_count >= MOST_VERTICES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status = bi_reserve(b->allocator, &mesh->positions, &room[0],
                                     (int64_t)mesh->vertex_count + 1, sizeof *mesh->positions);
    status = status != BIGHT_OK ? status
                                : bi_reserve(b->allocator, &mesh->uv, &room[1], (int64_t)mesh->uv_count + 2,
                                             2 * sizeof *mesh->uv);
    status = status != BIGHT_OK ? status
                                : bi_reserve(b->allocator, &mesh->triangles, &room[2], triangles,
                                             3 * sizeof *mesh->triangles);
    status = status != BIGHT_OK ? status
                                : bi_reserve(b->allocator, &mesh->uv_triangles, &room[3], triangles,
                                             3 * sizeof *mesh->uv_triangles);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(b->allocator, &mesh->faces, &room[4], triangles, sizeof *mesh->faces);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(b->allocator, &mesh->groups, &room[5], triangles, sizeof *mesh->groups);
    return status != BIGHT_OK
               ? status
               : bi_reserve(b->allocator, &b->across, &b->room, triangles, 3 * sizeof *b->across);
}

static int32_t add_place(bight_cloth_mesh *mesh, int32_t one, int32_t two)
{
    for (int32_t k = 0; k < 2; k++) {
        mesh->uv[2 * mesh->uv_count + k] = 0.5 * (mesh->uv[2 * one + k] + mesh->uv[2 * two + k]);
    }
    return mesh->uv_count++;
}

static void pair(bisection *b, int32_t one, int32_t two)
{
    b->across[one] = two;
    if (two >= 0) {
        b->across[two] = one;
    }
}

// Side k of t, from p to q with r across it, gets vertex m in its middle: t = (p, m, r) keeps its number, (m, q, r) is new.
// @return the new triangle. Sides p-m and m-q are left for the caller to pair.
static int32_t halve(bisection *b, int32_t side, int32_t m, int32_t place)
{
    bight_cloth_mesh *mesh = b->mesh;
    int32_t t = side / 3, fresh = mesh->triangle_count++, next = after(side), last = after(next);
    int32_t q = mesh->triangles[next], r = mesh->triangles[last], beyond = b->across[next];
    int32_t q_place = mesh->uv_triangles[next], r_place = mesh->uv_triangles[last];
    mesh->groups[fresh] = mesh->groups[t];
    const int32_t corners[3] = {m, q, r}, places[3] = {place, q_place, r_place};
    for (int32_t k = 0; k < 3; k++) {
        mesh->triangles[3 * fresh + k] = corners[k];
        mesh->uv_triangles[3 * fresh + k] = places[k];
    }
    mesh->triangles[next] = m;
    mesh->uv_triangles[next] = place;
    pair(b, 3 * fresh + 1, beyond);
    pair(b, 3 * fresh + 2, next);
    return fresh;
}

static bight_status split_edge(bisection *b, int32_t side)
{
    bight_status status = make_room(b);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_cloth_mesh *mesh = b->mesh;
    int32_t other = b->across[side], m = mesh->vertex_count++, far = after(side);
    mesh->positions[m] =
        v3_lerp(mesh->positions[mesh->triangles[side]], mesh->positions[mesh->triangles[far]], 0.5);
    int32_t p_place = mesh->uv_triangles[side], q_place = mesh->uv_triangles[far];
    int32_t place = add_place(mesh, p_place, q_place), other_place = place;
    if (other >= 0) {
        int32_t one = mesh->uv_triangles[other], two = mesh->uv_triangles[after(other)];
        bool same = (one == q_place && two == p_place) || (one == p_place && two == q_place);
        other_place = same ? place : add_place(mesh, one, two);
    }

    // does the neighbour run against this side, as it does where both face one way?
    bool against = other >= 0 && mesh->triangles[other] != mesh->triangles[side];
    int32_t fresh = halve(b, side, m, place);
    if (other < 0) {
        pair(b, side, -1);
        pair(b, 3 * fresh, -1);
        return BIGHT_OK;
    }
    int32_t beyond = halve(b, other, m, other_place);
    pair(b, side, against ? 3 * beyond : other);
    pair(b, 3 * fresh, against ? other : 3 * beyond);
    return BIGHT_OK;
}

// Halve t: along the path of triangles with ever longer longest edges, the last edge first.
static bight_status halve_triangle(bisection *b, int32_t t)
{
    while (true) {
        int32_t side = longest_side(b, t), at = side;
        while (b->across[at] >= 0) {
            int32_t next = longest_side(b, b->across[at] / 3);
            if (next == b->across[at]) {
                break;
            }
            at = next;
        }
        bight_status status = split_edge(b, at);
        bool done = at == side;
        if (status != BIGHT_OK || done) {
            return status;
        }
    }
}

bight_status bi_bisect(const bight_allocator *allocator, bight_cloth_mesh *mesh, bi_edge_limit *limit,
                       const void *user, int32_t *added)
{
    bisection b = {.allocator = allocator, .mesh = mesh};
    int32_t before = mesh->vertex_count;
    bight_status status = pair_sides(&b);

    // second halves come behind and are looked at in their turn; first halves at once
    for (int32_t t = 0; t < mesh->triangle_count && status == BIGHT_OK; t++) {
        while (status == BIGHT_OK) {
            double places[6], longest = 0.0;
            for (int32_t k = 0; k < 3; k++) {
                places[2 * k] = mesh->uv[2 * mesh->uv_triangles[3 * t + k]];
                places[2 * k + 1] = mesh->uv[2 * mesh->uv_triangles[3 * t + k] + 1];
                longest = bi_max(longest, side_length(mesh, 3 * t + k));
            }
            if (longest <= limit(user, places)) {
                break;
            }
            status = halve_triangle(&b, t);
        }
    }
    bi_free_array(allocator, b.across, (size_t)b.room, 3 * sizeof *b.across);
    *added = mesh->vertex_count - before;
    for (int32_t t = 0; *added > 0 && t < mesh->triangle_count; t++) {
        mesh->faces[t] = t;
    }
    mesh->face_count = *added > 0 ? mesh->triangle_count : mesh->face_count;
    return status;
}
