// SPDX-License-Identifier: MIT

#include "geom/mesh_faults.h"

#include "core/hash.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/mesh_parts.h"
#include "geom/predicates.h"

#include <math.h>

static const struct {
    const char *name, *text, *mend;
} kinds[BIGHT_MESH_FAULT_COUNT] = {
#define X(kind, word, doc, mend) {word, doc, mend},
    BIGHT_MESH_FAULT_LIST(X)
#undef X
};

const char *bight_mesh_fault_name(bight_mesh_fault_kind kind)
{
    return kinds[kind].name;
}

const char *bight_mesh_fault_text(bight_mesh_fault_kind kind)
{
    return kinds[kind].text;
}

const char *bight_mesh_fault_mend(bight_mesh_fault_kind kind)
{
    return kinds[kind].mend;
}

bool bi_is_placed(bight_vec3 p)
{
    return fabs(p.x) <= BI_LARGEST && fabs(p.y) <= BI_LARGEST && fabs(p.z) <= BI_LARGEST;
}

// With n the cross product of two sides, |n| / l is the height over the longest side l.
static bool flat(bight_vec3 ab, bight_vec3 ac)
{
    bight_vec3 bc = v3_sub(ac, ab), n = v3_cross(ab, ac);
    double longest = bi_max(bi_max(v3_dot(ab, ab), v3_dot(ac, ac)), v3_dot(bc, bc));
    return !(v3_dot(n, n) > 1e-12 * longest * longest);
}

bool bi_is_needle(const bight_vec3 *positions, const int32_t *corner)
{
    bight_vec3 a = positions[corner[0]], b = positions[corner[1]], c = positions[corner[2]];
    return bi_is_placed(a) && bi_is_placed(b) && bi_is_placed(c) && flat(v3_sub(b, a), v3_sub(c, a));
}

// ---- listing --------------------------------------------------------------------------------------------

typedef struct fault_finder {
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bi_surface *surface;
    bight_mesh_report *report;
    bight_status status;
} fault_finder;

// A face of several triangles has a fault once.
static void add(fault_finder *finder, bight_mesh_fault fault)
{
    bight_mesh_report *report = finder->report;
    const bight_mesh_fault *last = report->fault_count > 0 ? &report->faults[report->fault_count - 1] : NULL;
    bool again = last != NULL && last->kind == fault.kind && last->face == fault.face && fault.face >= 0 &&
                 last->vertex[0] == fault.vertex[0] && last->vertex[1] == fault.vertex[1];
    if (finder->status != BIGHT_OK || again) {
        return;
    }
    finder->status = bi_reserve(finder->allocator, &report->faults, &report->fault_capacity,
                                (int64_t)report->fault_count + 1, sizeof *report->faults);
    if (finder->status == BIGHT_OK) {
        report->faults[report->fault_count++] = fault;
        report->counts[fault.kind]++;
    }
}

static void add_face(fault_finder *finder, bight_mesh_fault_kind kind, int32_t triangle, int32_t other)
{
    const int32_t *faces = finder->mesh->faces;
    add(finder, (bight_mesh_fault){kind, faces[triangle], other < 0 ? -1 : faces[other], {-1, -1}, 0});
}

static int32_t first_face(const fault_finder *finder, int32_t vertex)
{
    const bi_surface *s = finder->surface;
    bool used = s->vertex_first[vertex] < s->vertex_first[vertex + 1];
    return used ? finder->mesh->faces[s->vertex_corners[s->vertex_first[vertex]] / 3] : -1;
}

static void find_not_finite(fault_finder *finder)
{
    for (int32_t v = 0; v < finder->mesh->vertex_count; v++) {
        if (!bi_is_placed(finder->mesh->positions[v])) {
            add(finder,
                (bight_mesh_fault){BIGHT_MESH_FAULT_NOT_FINITE, first_face(finder, v), -1, {v, -1}, 0});
        }
    }
}

static void find_needles(fault_finder *finder)
{
    for (int32_t t = 0; t < finder->mesh->triangle_count; t++) {
        bool folded = (finder->surface->owned[t] & BI_FOLDED) != 0;
        if (!folded && bi_is_needle(finder->mesh->positions, finder->mesh->triangles + 3 * (size_t)t)) {
            add_face(finder, BIGHT_MESH_FAULT_DEGENERATE, t, -1);
        }
    }
}

bight_status bi_find_duplicates(const bight_allocator *allocator, const bi_surface *surface, int32_t *first)
{
    size_t size = 16;
    while (size < 2 * (size_t)surface->triangle_count) {
        size *= 2;
    }

    int32_t *slots = bi_new_array(allocator, size, sizeof *slots);
    if (slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    for (int32_t t = 0; t < surface->triangle_count; t++) {
        // three vertices are known by two of their edges
        const int32_t *edge = surface->triangle_edges + 3 * (size_t)t;
        int32_t low = bi_min_int(bi_min_int(edge[0], edge[1]), edge[2]);
        int32_t high = edge[0] > edge[1] ? edge[0] : edge[1];
        high = edge[2] > high ? edge[2] : high;
        first[t] = t;
        if (surface->owned[t] & BI_FOLDED) {
            continue;
        }

        uint64_t word = (uint64_t)(uint32_t)low << 32 | (uint32_t)high;
        size_t slot = (size_t)bi_hash_word(BI_HASH_START, word) & (size - 1);
        for (; slots[slot] != 0; slot = (slot + 1) & (size - 1)) {
            const int32_t *there = surface->triangle_edges + 3 * (size_t)(slots[slot] - 1);
            bool has_low = there[0] == low || there[1] == low || there[2] == low;
            bool has_high = there[0] == high || there[1] == high || there[2] == high;
            if (has_low && has_high) {
                first[t] = slots[slot] - 1;
                break;
            }
        }
        slots[slot] = first[t] == t ? t + 1 : slots[slot];
    }

    bi_free_array(allocator, slots, size, sizeof *slots);
    return BIGHT_OK;
}

// From here on duplicates count as folded: they are faults of their own, and not found again in other ways.
static void find_repeated(fault_finder *finder, int32_t *first, uint8_t *owned)
{
    for (int32_t t = 0; t < finder->mesh->triangle_count; t++) {
        if (finder->surface->owned[t] & BI_FOLDED) {
            add_face(finder, BIGHT_MESH_FAULT_FOLDED, t, -1);
        }
    }
    bight_status status = bi_find_duplicates(finder->allocator, finder->surface, first);
    finder->status = finder->status == BIGHT_OK ? status : finder->status;
    for (int32_t t = 0; t < finder->mesh->triangle_count && finder->status == BIGHT_OK; t++) {
        owned[t] = finder->surface->owned[t];
        if (first[t] != t) {
            add_face(finder, BIGHT_MESH_FAULT_DUPLICATE, t, first[t]);
            owned[t] |= BI_FOLDED;
        }
    }
}

static void find_edges(fault_finder *finder)
{
    const bi_surface *s = finder->surface;
    for (int32_t e = 0; e < s->edge_count && finder->status == BIGHT_OK; e++) {
        int32_t count = 0, faces[2] = {-1, -1};
        for (int32_t i = s->edge_first[e]; i < s->edge_first[e + 1]; i++) {
            int32_t t = s->edge_sides[i] / 3;
            if (s->owned[t] & BI_FOLDED) {
                continue;
            }
            if (count < 2) {
                faces[count] = finder->mesh->faces[t];
            }
            count++;
        }
        finder->report->borders += count == 1;
        if (count > 2) {
            const int32_t *end = s->edges + 2 * (size_t)e;
            add(finder, (bight_mesh_fault){
                            BIGHT_MESH_FAULT_NON_MANIFOLD, faces[0], faces[1], {end[0], end[1]}, count});
        }
    }
}

static void find_pinched(fault_finder *finder, int32_t *fans)
{
    const bi_surface *s = finder->surface;
    bi_corner_fans(s, false, fans);
    for (int32_t v = 0; v < s->vertex_count && finder->status == BIGHT_OK; v++) {
        int32_t count = 0;
        for (int32_t i = s->vertex_first[v]; i < s->vertex_first[v + 1]; i++) {
            int32_t corner = s->vertex_corners[i];
            count += !(s->owned[corner / 3] & BI_FOLDED) && bi_set_find(fans, corner) == corner;
        }
        if (count > 1) {
            add(finder,
                (bight_mesh_fault){BIGHT_MESH_FAULT_PINCHED, first_face(finder, v), -1, {v, -1}, count});
        }
    }
}

static void find_turned(fault_finder *finder, bi_turns *turns)
{
    const bi_surface *s = finder->surface;
    bi_find_turns(s, turns);
    for (int32_t t = 0; t < s->triangle_count; t++) {
        if (turns->turned[t] == 1) {
            add_face(finder, BIGHT_MESH_FAULT_FLIPPED, t, -1);
        }
    }
    for (int32_t i = 0; i < turns->one_sided_count; i++) {
        int32_t e = turns->one_sided[i], side = s->edge_sides[s->edge_first[e]];
        int32_t other = s->edge_sides[s->edge_first[e] + 1];
        const int32_t *end = s->edges + 2 * (size_t)e, *faces = finder->mesh->faces;
        add(finder, (bight_mesh_fault){
                        BIGHT_MESH_FAULT_ONE_SIDED, faces[side / 3], faces[other / 3], {end[0], end[1]}, 0});
    }
}

static void find_unused(fault_finder *finder)
{
    for (int32_t v = 0; v < finder->mesh->vertex_count; v++) {
        if (finder->surface->vertex_first[v] == finder->surface->vertex_first[v + 1]) {
            add(finder, (bight_mesh_fault){BIGHT_MESH_FAULT_UNUSED, -1, -1, {v, -1}, 0});
        }
    }
}

static bight_vec3 place_of(const bight_cloth_mesh *mesh, int32_t place)
{
    return v3(mesh->uv[2 * (size_t)place], mesh->uv[2 * (size_t)place + 1], 0.0);
}

static void find_pattern(fault_finder *finder, bight_mesh_fault_kind kind)
{
    const bight_cloth_mesh *mesh = finder->mesh;
    for (int32_t t = 0; t < mesh->triangle_count && mesh->uv_count > 0; t++) {
        const int32_t *uv = mesh->uv_triangles + 3 * (size_t)t;
        bool lacking = uv[0] < 0 || uv[1] < 0 || uv[2] < 0, bad = lacking;
        if (kind == BIGHT_MESH_FAULT_FLAT_PATTERN) {
            bad = !lacking && flat(v3_sub(place_of(mesh, uv[1]), place_of(mesh, uv[0])),
                                   v3_sub(place_of(mesh, uv[2]), place_of(mesh, uv[0])));
        }
        if (bad) {
            add_face(finder, kind, t, -1);
        }
    }
}

// Twice the area of a triangle seen along an axis, and which axis its face looks along most.
static bight_vec3 area_of(const bight_cloth_mesh *mesh, int32_t t)
{
    const int32_t *v = mesh->triangles + 3 * (size_t)t;
    bight_vec3 a = mesh->positions[v[0]];
    return v3_cross(v3_sub(mesh->positions[v[1]], a), v3_sub(mesh->positions[v[2]], a));
}

// Only an outline that crosses itself leaves a reader a triangle that is turned against its face; decided
// exactly, seen along the axis that the face looks along most.
static void find_crossed(fault_finder *finder)
{
    const bight_cloth_mesh *mesh = finder->mesh;
    for (int32_t t = 0, end; t < mesh->triangle_count; t = end) {
        bight_vec3 sum = v3(0, 0, 0);
        for (end = t; end < mesh->triangle_count && mesh->faces[end] == mesh->faces[t]; end++) {
            sum = v3_add(sum, area_of(mesh, end));
        }
        double n[3] = {sum.x, sum.y, sum.z};
        int32_t axis = fabs(n[1]) > fabs(n[0]) ? 1 : 0;
        axis = fabs(n[2]) > fabs(n[axis]) ? 2 : axis;
        bool crossed = false, known = end - t > 1 && v3_is_finite(sum) && n[axis] != 0.0;
        for (int32_t k = t; k < end && known && !crossed; k++) {
            double flat[3][2];
            for (int32_t i = 0; i < 3; i++) {
                bight_vec3 p = mesh->positions[mesh->triangles[3 * (size_t)k + (size_t)i]];
                known = known && bi_is_placed(p);
                const double x[3] = {p.x, p.y, p.z};
                flat[i][0] = x[(axis + 1) % 3], flat[i][1] = x[(axis + 2) % 3];
            }
            crossed = known && bi_orient2d(flat[0], flat[1], flat[2]) * (n[axis] > 0.0 ? 1 : -1) < 0;
        }
        if (crossed) {
            add_face(finder, BIGHT_MESH_FAULT_CROSSED, t, -1);
        }
    }
}

static void find_others(fault_finder *finder, bi_watch *watch, int32_t *fans, bi_turns *turns)
{
    for (int32_t i = 0; i < 8 && finder->status == BIGHT_OK; i++) {
        if (bi_watch_ask(watch)) {
            finder->status = BIGHT_ERROR_STOPPED;
            return;
        }

        // in the order of BIGHT_MESH_FAULT_LIST, after the kinds that were found before
        switch (i) {
        case 0:
            find_needles(finder);
            break;
        case 1:
            find_edges(finder);
            break;
        case 2:
            find_pinched(finder, fans);
            break;
        case 3:
            find_turned(finder, turns);
            break;
        case 4:
            find_unused(finder);
            break;
        case 5:
            find_pattern(finder, BIGHT_MESH_FAULT_NO_PATTERN);
            break;
        case 6:
            find_pattern(finder, BIGHT_MESH_FAULT_FLAT_PATTERN);
            break;
        default:
            find_crossed(finder);
            break;
        }
    }
}

bight_status bi_find_faults(const bight_allocator *allocator, bi_watch *watch, const bight_cloth_mesh *mesh,
                            const bi_surface *surface, bight_mesh_report *report)
{
    fault_finder finder = {allocator, mesh, surface, report, BIGHT_OK};
    size_t triangles = (size_t)mesh->triangle_count;
    int32_t *first = bi_new_array(allocator, 3 * triangles, sizeof *first);
    uint8_t *owned = bi_new_array(allocator, triangles, sizeof *owned);
    bi_surface kept = *surface;
    bi_turns turns = {.turned = bi_new_array(allocator, triangles, sizeof *turns.turned),
                      .queue = bi_new_array(allocator, triangles, sizeof *turns.queue),
                      .one_sided = bi_new_array(allocator, triangles, sizeof *turns.one_sided)};
    if (first == NULL || owned == NULL || turns.turned == NULL || turns.queue == NULL ||
        turns.one_sided == NULL) {
        finder.status = BIGHT_ERROR_NO_MEMORY;
    } else {
        find_not_finite(&finder);
        find_repeated(&finder, first, owned);
        kept.owned = owned;
        finder.surface = &kept;
        find_others(&finder, watch, first, &turns);
    }
    bi_free_array(allocator, first, 3 * triangles, sizeof *first);
    bi_free_array(allocator, owned, triangles, sizeof *owned);
    bi_free_array(allocator, turns.turned, triangles, sizeof *turns.turned);
    bi_free_array(allocator, turns.queue, triangles, sizeof *turns.queue);
    bi_free_array(allocator, turns.one_sided, triangles, sizeof *turns.one_sided);
    return finder.status;
}
