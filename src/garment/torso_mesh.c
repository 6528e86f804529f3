// SPDX-License-Identifier: MIT
// The surface of the torso: cells of a grid are cut into tetrahedra, and these by the surface (Doi and Koide 1991), which
// is closed and a manifold whatever the shape; then its vertices are evened out on it.

#include "garment/torso.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

typedef struct net {
    const bight_allocator *allocator;
    const bi_torso *torso;
    bight_cloth_mesh *mesh;
    double *value; // (columns x rows x layers) at the corners
    int32_t
        *cut; // (as many x 7) the vertex on the grid edge to the corner of the cell at 1 to 7, -1 for none
    int32_t size[3];
    bight_vec3 low;
    double edge;
} net;

static size_t corner(const net *n, int32_t x, int32_t y, int32_t z)
{
    return (size_t)x + (size_t)n->size[0] * ((size_t)y + (size_t)n->size[1] * (size_t)z);
}

static bight_vec3 place(const net *n, double x, double y, double z)
{
    return v3(n->low.x + x * n->edge, n->low.y + y * n->edge, n->low.z + z * n->edge);
}

// Where the surface cuts a grid edge: from a corner (0 to 7 of a cell) to another whose bits include its own.
static bight_status find_vertex(net *n, const int32_t at[3], int32_t from, int32_t to, int32_t *vertex)
{
    int32_t low[3], high[3];
    for (int32_t k = 0; k < 3; k++) {
        low[k] = at[k] + (from >> k & 1);
        high[k] = at[k] + (to >> k & 1);
    }
    int32_t *known = &n->cut[7 * corner(n, low[0], low[1], low[2]) + (size_t)((from ^ to) - 1)];
    if (*known < 0) {
        bight_cloth_mesh *mesh = n->mesh;
        bight_status status = bi_reserve(n->allocator, &mesh->positions, &mesh->capacities[0],
                                         (int64_t)mesh->vertex_count + 1, sizeof *mesh->positions);
        if (status != BIGHT_OK) {
            return status;
        }
        double u = n->value[corner(n, low[0], low[1], low[2])],
               v = n->value[corner(n, high[0], high[1], high[2])];
        bight_vec3 a = place(n, low[0], low[1], low[2]), b = place(n, high[0], high[1], high[2]);
        *known = mesh->vertex_count;
        mesh->positions[mesh->vertex_count++] = v3_lerp(a, b, bi_min(0.9, bi_max(0.1, u / (u - v))));
    }
    *vertex = *known;
    return BIGHT_OK;
}

static bight_status add_triangle(net *n, int32_t a, int32_t b, int32_t c)
{
    bight_cloth_mesh *mesh = n->mesh;
    int64_t needed = (int64_t)mesh->triangle_count + 1;
    int32_t *room = mesh->capacities, t = mesh->triangle_count;
    bight_status status =
        bi_reserve(n->allocator, &mesh->triangles, &room[2], needed, 3 * sizeof *mesh->triangles);
    status = status != BIGHT_OK ? status
                                : bi_reserve(n->allocator, &mesh->uv_triangles, &room[3], needed,
                                             3 * sizeof *mesh->uv_triangles);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(n->allocator, &mesh->faces, &room[4], needed, sizeof *mesh->faces);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(n->allocator, &mesh->groups, &room[5], needed, sizeof *mesh->groups);
    if (status != BIGHT_OK) {
        return status;
    }
    const int32_t corners[3] = {a, b, c};
    for (int32_t k = 0; k < 3; k++) {
        mesh->triangles[3 * t + k] = corners[k];
        mesh->uv_triangles[3 * t + k] = -1;
    }
    mesh->faces[t] = t;
    mesh->groups[t] = 0;
    mesh->triangle_count++;
    mesh->face_count++;
    return BIGHT_OK;
}

// One of the six tetrahedra of a cell: its corners lie on a way along the axes from 0 to 7.
static bight_status cut_tetrahedron(net *n, const int32_t at[3], const int32_t way[4])
{
    int32_t in[4], out[4], ins = 0, outs = 0, v[4];
    for (int32_t i = 0; i < 4; i++) {
        int32_t c = way[i];
        if (n->value[corner(n, at[0] + (c & 1), at[1] + (c >> 1 & 1), at[2] + (c >> 2))] < 0.0) {
            in[ins++] = i;
        } else {
            out[outs++] = i;
        }
    }
    if (ins == 0 || outs == 0) {
        return BIGHT_OK;
    }

    // each edge between inside and outside has one vertex; two and two: their ring is i0 o0, i0 o1, i1 o1, i1 o0
    static const int32_t rings[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    int32_t count = ins == 2 ? 4 : 3;
    for (int32_t i = 0; i < count; i++) {
        int32_t p = ins == 2 ? in[rings[i][0]] : ins == 1 ? in[0] : in[i];
        int32_t q = ins == 2 ? out[rings[i][1]] : ins == 1 ? out[i] : out[0];
        bight_status status = find_vertex(n, at, way[p < q ? p : q], way[p < q ? q : p], &v[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // the edge from inside to the last corner outside goes through vertex 0, 1 or 2: that corner is strictly in front
    int32_t c = way[out[outs - 1]];
    bight_vec3 front = place(n, at[0] + (c & 1), at[1] + (c >> 1 & 1), at[2] + (c >> 2));
    const bight_vec3 *x = n->mesh->positions;
    bool turned =
        v3_dot(v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]])), v3_sub(front, x[v[0]])) < 0.0;
    bight_status status = turned ? add_triangle(n, v[0], v[2], v[1]) : add_triangle(n, v[0], v[1], v[2]);
    if (status == BIGHT_OK && count == 4) {
        status = turned ? add_triangle(n, v[0], v[3], v[2]) : add_triangle(n, v[0], v[2], v[3]);
    }
    return status;
}

static bight_status cut_cell(net *n, const int32_t at[3])
{
    static const int32_t ways[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                       {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 4, 6, 7}};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 6 && status == BIGHT_OK; i++) {
        status = cut_tetrahedron(n, at, ways[i]);
    }
    return status;
}

static bight_status make_surface(net *n)
{
    for (int32_t z = 0; z < n->size[2]; z++) {
        for (int32_t y = 0; y < n->size[1]; y++) {
            for (int32_t x = 0; x < n->size[0]; x++) {
                n->value[corner(n, x, y, z)] = bi_torso_distance(n->torso, place(n, x, y, z));
                for (size_t k = 0; k < 7; k++) {
                    n->cut[7 * corner(n, x, y, z) + k] = -1;
                }
            }
        }
    }
    bight_status status = BIGHT_OK;
    for (int32_t z = 0; z + 1 < n->size[2] && status == BIGHT_OK; z++) {
        for (int32_t y = 0; y + 1 < n->size[1] && status == BIGHT_OK; y++) {
            for (int32_t x = 0; x + 1 < n->size[0] && status == BIGHT_OK; x++) {
                status = cut_cell(n, (const int32_t[3]){x, y, z});
            }
        }
    }
    return status;
}

// Vertices go to the mean of their neighbours, and back onto the surface, four times: even triangles.
static bight_status even_out(net *n)
{
    bight_cloth_mesh *mesh = n->mesh;
    size_t count = (size_t)mesh->vertex_count;
    bight_vec3 *sum = bi_new_array(n->allocator, count, sizeof *sum);
    int32_t *shares = bi_new_array(n->allocator, count, sizeof *shares);
    for (int32_t round = 0; round < 4 && sum != NULL && shares != NULL; round++) {
        for (size_t v = 0; v < count; v++) {
            sum[v] = v3(0.0, 0.0, 0.0);
            shares[v] = 0;
        }
        for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            int32_t a = mesh->triangles[i], b = mesh->triangles[i - i % 3 + (i + 1) % 3];
            sum[a] =
                v3_add(sum[a], mesh->positions[b]); // each neighbour once: the other half runs the other way
            shares[a]++;
        }
        for (size_t v = 0; v < count; v++) {
            bight_vec3 p = v3_mul(1.0 / shares[v], sum[v]);
            for (int32_t i = 0; i < 3; i++) {
                p = v3_madd(p, -bi_torso_distance(n->torso, p), bi_torso_out(n->torso, p));
            }
            mesh->positions[v] = p;
        }
    }
    bight_status status = sum == NULL || shares == NULL ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK;
    bi_free_array(n->allocator, sum, count, sizeof *sum);
    bi_free_array(n->allocator, shares, count, sizeof *shares);
    return status;
}

bight_status bi_torso_mesh(const bight_allocator *allocator, const bi_torso *torso, double edge,
                           bight_cloth_mesh *mesh, bight_error *error)
{
    *mesh = (bight_cloth_mesh){0};
    edge *= 1.6; // cells: their diagonals and parts are edges, too
    double reach = torso->arm + 0.5 * torso->shoulders + 0.1, bottom = 0.5 * torso->height - 0.05;
    double top = 1.35 * torso->height, deep = 0.3;
    net n = {
        .allocator = allocator, .torso = torso, .mesh = mesh, .low = v3(-reach, bottom, -deep), .edge = edge};
    const double span[3] = {2.0 * reach, top - bottom, 2.0 * deep};
    double all = 1.0;
    for (int32_t k = 0; k < 3; k++) {
        double cells = span[k] / edge + 2.0;
        all *= cells;
        n.size[k] = cells < 1e6 ? (int32_t)cells : 0;
    }
    if (all > 3e7) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                       "a torso with edges of %g m is too fine: 0.003 m will do", edge);
    }
    size_t count = (size_t)n.size[0] * (size_t)n.size[1] * (size_t)n.size[2];
    n.value = bi_new_array(allocator, count, sizeof *n.value);
    n.cut = bi_new_array(allocator, count, 7 * sizeof *n.cut);
    bight_status status = n.value == NULL || n.cut == NULL ? BIGHT_ERROR_NO_MEMORY : make_surface(&n);
    status = status == BIGHT_OK ? even_out(&n) : status;
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->names, &mesh->capacities[6], 1, sizeof *mesh->names);
    bi_free_array(allocator, n.value, count, sizeof *n.value);
    bi_free_array(allocator, n.cut, count, 7 * sizeof *n.cut);
    if (status != BIGHT_OK) {
        bight_cloth_mesh_free(allocator, mesh);
        return bi_fail(error, status, 0, "no memory for a torso with edges of %g m", edge);
    }
    mesh->names[0] = (bight_mesh_group){"torso"};
    mesh->group_count = 1;
    return BIGHT_OK;
}
