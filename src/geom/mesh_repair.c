// SPDX-License-Identifier: MIT
// bight_mesh_repair(): one fault after another, in the order of BIGHT_MESH_FAULT_LIST.

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/mesh_faults.h"
#include "geom/mesh_parts.h"

#include <string.h>

// Turning the sides of needles is tried again while it helps, but not for ever.
#define MOST_PASSES 16

typedef struct repair {
    const bight_allocator *allocator;
    bi_watch watch;
    bight_cloth_mesh *mesh;
    bi_surface surface;
    int32_t *numbers; // (3 x triangle_count, and at least vertex_count) room to work in
    size_t room;
} repair;

// Connections follow the triangles: after each change of those.
static bight_status connect(repair *r)
{
    bi_surface_free(r->allocator, &r->surface);
    if (bi_watch_ask(&r->watch)) {
        return BIGHT_ERROR_STOPPED;
    }
    return bi_surface_make(r->allocator, r->mesh->triangles, r->mesh->triangle_count, r->mesh->vertex_count,
                           &r->surface);
}

// ---- vertices that are no numbers ------------------------------------------------------------------------

// The middle of the neighbours that are somewhere; false when there are none.
static bool between_neighbours(const repair *r, int32_t vertex, bight_vec3 *middle)
{
    const bi_surface *s = &r->surface;
    bight_vec3 sum = v3(0, 0, 0);
    double count = 0.0;
    for (int32_t i = s->vertex_first[vertex]; i < s->vertex_first[vertex + 1]; i++) {
        const int32_t *corner = s->triangles + s->vertex_corners[i] / 3 * 3;
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 p = r->mesh->positions[corner[k]];
            if (corner[k] != vertex && bi_is_placed(p)) {
                sum = v3_add(sum, p);
                count += 1.0;
            }
        }
    }
    *middle = count > 0.0 ? v3_mul(1.0 / count, sum) : sum;
    return count > 0.0;
}

// From the rim of a bad patch inwards: who has a neighbour that is somewhere comes first, then its own
// neighbours.
static void place_vertices(repair *r)
{
    const bi_surface *s = &r->surface;
    int32_t *waiting = r->numbers, *queue = r->numbers + s->vertex_count, count = 0;
    for (int32_t v = 0; v < s->vertex_count; v++) {
        bight_vec3 middle;
        waiting[v] = !bi_is_placed(r->mesh->positions[v]);
        if (waiting[v] && between_neighbours(r, v, &middle)) {
            waiting[v] = 0;
            queue[count++] = v;
        }
    }
    for (int32_t next = 0; next < count; next++) {
        int32_t v = queue[next];
        bight_vec3 middle;
        if (between_neighbours(r, v, &middle)) {
            r->mesh->positions[v] = middle;
        }
        for (int32_t i = s->vertex_first[v]; i < s->vertex_first[v + 1]; i++) {
            const int32_t *corner = s->triangles + s->vertex_corners[i] / 3 * 3;
            for (int32_t k = 0; k < 3; k++) {
                if (waiting[corner[k]]) {
                    waiting[corner[k]] = 0;
                    queue[count++] = corner[k];
                }
            }
        }
    }
}

// ---- triangles that are removed ---------------------------------------------------------------------

// Faces keep their order and are numbered again.
static bight_status remove_repeated(repair *r)
{
    bight_cloth_mesh *mesh = r->mesh;
    bight_status status = bi_find_duplicates(r->allocator, &r->surface, r->numbers);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t kept = 0, last_face = -1, face = -1;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if ((r->surface.owned[t] & BI_FOLDED) || r->numbers[t] != t) {
            continue;
        }
        face += mesh->faces[t] != last_face;
        last_face = mesh->faces[t];
        memmove(mesh->triangles + 3 * (size_t)kept, mesh->triangles + 3 * (size_t)t, 3 * sizeof(int32_t));
        memmove(mesh->uv_triangles + 3 * (size_t)kept, mesh->uv_triangles + 3 * (size_t)t,
                3 * sizeof(int32_t));
        mesh->groups[kept] = mesh->groups[t];
        mesh->faces[kept++] = face;
    }
    mesh->triangle_count = kept;
    mesh->face_count = face + 1;
    return connect(r);
}

// ---- needles ----------------------------------------------------------------------------------------

static int32_t longest_side(const bight_cloth_mesh *mesh, int32_t t)
{
    double most = -1.0;
    int32_t longest = 3 * t;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 a = mesh->positions[mesh->triangles[3 * (size_t)t + (size_t)k]];
        bight_vec3 b = mesh->positions[mesh->triangles[3 * (size_t)t + (size_t)(k == 2 ? 0 : k + 1)]];
        double squared = v3_length_squared(v3_sub(b, a));
        if (squared > most) {
            most = squared;
            longest = 3 * t + k;
        }
    }
    return longest;
}

static int32_t turn_of(int32_t side, int32_t by)
{
    return side - side % 3 + (side % 3 + by) % 3;
}

// The triangle p q r with its neighbour q p s across its longest side become p s r and s q r, if neither is a
// needle and nothing else has the edge r s.
static bool turn_side(repair *r, int32_t t)
{
    bight_cloth_mesh *mesh = r->mesh;
    const bi_surface *s = &r->surface;
    int32_t side = longest_side(mesh, t), edge = s->triangle_edges[side];
    if (bi_edge_triangles(s, edge) != 2) {
        return false;
    }

    int32_t first = s->edge_sides[s->edge_first[edge]], second = s->edge_sides[s->edge_first[edge] + 1];
    int32_t other = first == side ? second : first, u = other / 3;
    if (u == t || r->numbers[t] || r->numbers[u] || mesh->triangles[side] == mesh->triangles[other]) {
        return false; // in use, or turned against each other
    }

    const int32_t corners[4] = {side, turn_of(side, 1), turn_of(side, 2), turn_of(other, 2)}; // p q r s
    int32_t vertex[4], uv[4];
    for (int32_t i = 0; i < 4; i++) {
        vertex[i] = mesh->triangles[corners[i]];
        uv[i] = mesh->uv_triangles[corners[i]];
    }

    bool seam = uv[0] != mesh->uv_triangles[turn_of(other, 1)] || uv[1] != mesh->uv_triangles[other];
    int32_t one[3] = {vertex[0], vertex[3], vertex[2]}, two[3] = {vertex[3], vertex[1], vertex[2]};
    if (seam || vertex[2] == vertex[3] || bi_surface_find_edge(s, vertex[2], vertex[3]) >= 0 ||
        bi_is_needle(mesh->positions, one) || bi_is_needle(mesh->positions, two)) {
        return false;
    }

    const int32_t uv_one[3] = {uv[0], uv[3], uv[2]}, uv_two[3] = {uv[3], uv[1], uv[2]};
    memcpy(mesh->triangles + 3 * (size_t)t, one, sizeof one);
    memcpy(mesh->triangles + 3 * (size_t)u, two, sizeof two);
    memcpy(mesh->uv_triangles + 3 * (size_t)t, uv_one, sizeof uv_one);
    memcpy(mesh->uv_triangles + 3 * (size_t)u, uv_two, sizeof uv_two);
    r->numbers[t] = r->numbers[u] = 1;
    return true;
}

// A turned pair, and the triangles around it, wait for the next pass: their connections are out of date.
static bight_status turn_needles(repair *r)
{
    bool any = true;
    for (int32_t pass = 0; any && pass < MOST_PASSES; pass++) {
        any = false;
        memset(r->numbers, 0, (size_t)r->mesh->triangle_count * sizeof *r->numbers);
        for (int32_t t = 0; t < r->mesh->triangle_count && !bi_watch_stops(&r->watch, 100); t++) {
            bool needle = !(r->surface.owned[t] & BI_FOLDED) && !r->numbers[t] &&
                          bi_is_needle(r->mesh->positions, r->mesh->triangles + 3 * (size_t)t);
            if (!needle || !turn_side(r, t)) {
                continue;
            }
            any = true;
            for (size_t k = 0; k < 3; k++) {
                int32_t v = r->mesh->triangles[3 * (size_t)t + k];
                for (int32_t i = r->surface.vertex_first[v]; i < r->surface.vertex_first[v + 1]; i++) {
                    r->numbers[r->surface.vertex_corners[i] / 3] = 1;
                }
            }
        }
        bight_status status = any ? connect(r) : BIGHT_OK;
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

// ---- copies of vertices -----------------------------------------------------------------------------

// The first fan of a vertex keeps it, every other gets a copy.
static bight_status separate_fans(repair *r)
{
    bight_cloth_mesh *mesh = r->mesh;
    const bi_surface *s = &r->surface;
    int32_t *fans = r->numbers;
    bi_corner_fans(s, true, fans);
    for (int32_t v = 0; v < s->vertex_count; v++) {
        int32_t keeper = -1;
        for (int32_t i = s->vertex_first[v]; i < s->vertex_first[v + 1]; i++) {
            int32_t corner = s->vertex_corners[i], root = bi_set_find(fans, corner);
            if (s->owned[corner / 3] & BI_FOLDED) {
                continue;
            }
            keeper = keeper < 0 ? root : keeper;
            if (root == keeper) {
                continue;
            }
            if (root == corner) {
                bight_status status = bi_reserve(r->allocator, &mesh->positions, &mesh->capacities[0],
                                                 (int64_t)mesh->vertex_count + 1, sizeof *mesh->positions);
                if (status != BIGHT_OK) {
                    return status;
                }
                mesh->positions[mesh->vertex_count++] = mesh->positions[v];
            }

            // the lowest corner of a fan comes first and has its copy by now
            mesh->triangles[corner] = root == corner ? mesh->vertex_count - 1 : mesh->triangles[root];
        }
    }
    return connect(r);
}

// ---- turns and vertices without faces ---------------------------------------------------------------------

static bight_status turn_over(repair *r)
{
    bight_cloth_mesh *mesh = r->mesh;
    size_t triangles = (size_t)mesh->triangle_count;
    bi_turns turns = {.turned = bi_new_array(r->allocator, triangles, sizeof *turns.turned),
                      .queue = bi_new_array(r->allocator, triangles, sizeof *turns.queue),
                      .one_sided = bi_new_array(r->allocator, triangles, sizeof *turns.one_sided)};
    bool good = turns.turned != NULL && turns.queue != NULL && turns.one_sided != NULL;
    if (good) {
        bi_find_turns(&r->surface, &turns);
    }
    for (size_t t = 0; t < triangles && good; t++) {
        if (turns.turned[t] == 1) {
            int32_t *lists[2] = {mesh->triangles + 3 * t, mesh->uv_triangles + 3 * t};
            for (int32_t i = 0; i < 2; i++) {
                int32_t corner = lists[i][1];
                lists[i][1] = lists[i][2];
                lists[i][2] = corner;
            }
        }
    }
    bi_free_array(r->allocator, turns.turned, triangles, sizeof *turns.turned);
    bi_free_array(r->allocator, turns.queue, triangles, sizeof *turns.queue);
    bi_free_array(r->allocator, turns.one_sided, triangles, sizeof *turns.one_sided);
    return good ? connect(r) : BIGHT_ERROR_NO_MEMORY;
}

static void remove_unused(repair *r)
{
    bight_cloth_mesh *mesh = r->mesh;
    int32_t kept = 0, seams = 0;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        bool used = r->surface.vertex_first[v] < r->surface.vertex_first[v + 1];
        r->numbers[v] = used ? kept : -1;
        if (used) {
            mesh->positions[kept++] = mesh->positions[v];
        }
    }
    mesh->vertex_count = kept;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        mesh->triangles[i] = r->numbers[mesh->triangles[i]];
    }
    for (int32_t i = 0; i < mesh->seam_count; i++) {
        int32_t a = r->numbers[mesh->seams[2 * (size_t)i]], b = r->numbers[mesh->seams[2 * (size_t)i + 1]];
        if (a >= 0 && b >= 0) {
            mesh->seams[2 * (size_t)seams] = a;
            mesh->seams[2 * (size_t)seams++ + 1] = b;
        }
    }
    mesh->seam_count = seams;
}

// ---- all of it --------------------------------------------------------------------------------------

static bight_status count_faults(repair *r, int32_t counts[BIGHT_MESH_FAULT_COUNT])
{
    bight_mesh_report report = {0};
    bight_status status = connect(r);
    if (status == BIGHT_OK) {
        status = bi_find_faults(r->allocator, &r->watch, r->mesh, &r->surface, &report);
    }
    memcpy(counts, report.counts, sizeof report.counts);
    bight_mesh_report_free(r->allocator, &report);
    return status;
}

static bight_status mend(repair *r)
{
    place_vertices(r);
    bight_status status = remove_repeated(r);
    status = status == BIGHT_OK ? turn_needles(r) : status;
    status = status == BIGHT_OK ? separate_fans(r) : status;
    status = status == BIGHT_OK ? turn_over(r) : status;
    if (status == BIGHT_OK) {
        // separating may have made more vertices than there was room for
        size_t room = (size_t)r->mesh->vertex_count;
        int32_t *numbers = bi_new_array(r->allocator, room, sizeof *numbers);
        if (numbers == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
        bi_free_array(r->allocator, r->numbers, r->room, sizeof *r->numbers);
        r->numbers = numbers;
        r->room = room;
        remove_unused(r);
    }
    return status;
}

bight_status bight_mesh_repair(const bight_env *env, bight_cloth_mesh *mesh, int32_t *mended,
                               bight_error *error)
{
    repair r = {.allocator = env == NULL ? NULL : &env->allocator, .watch = bi_watch_from(env), .mesh = mesh};
    int32_t before[BIGHT_MESH_FAULT_COUNT] = {0}, after[BIGHT_MESH_FAULT_COUNT] = {0};
    bight_status status = count_faults(&r, before);
    r.room = 3 * (size_t)mesh->triangle_count + (size_t)mesh->vertex_count;
    r.numbers = status == BIGHT_OK ? bi_new_array(r.allocator, r.room, sizeof *r.numbers) : NULL;
    status = status == BIGHT_OK && r.numbers == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    status = status == BIGHT_OK ? mend(&r) : status;
    status = status == BIGHT_OK ? count_faults(&r, after) : status;
    bi_free_array(r.allocator, r.numbers, r.room, sizeof *r.numbers);
    bi_surface_free(r.allocator, &r.surface);
    for (int32_t i = 0; i < BIGHT_MESH_FAULT_COUNT && mended != NULL; i++) {
        mended[i] = before[i] > after[i] ? before[i] - after[i] : 0;
    }
    if (status != BIGHT_OK) {
        const char *words = status == BIGHT_ERROR_INVALID   ? "a triangle names a vertex that does not exist"
                            : status == BIGHT_ERROR_STOPPED ? "stopped before the mesh was mended"
                                                            : "no memory to mend the mesh";
        return bi_fail(error, status, 0, "%s", words);
    }
    return BIGHT_OK;
}
