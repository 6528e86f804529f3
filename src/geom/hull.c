// SPDX-License-Identifier: MIT
// Quickhull. Which point comes next is decided in floating point, for speed alone; what it sees is decided
// exactly, in a displaced world in which no four points lie in one plane. The faces that a point sees are
// then one connected patch, its border one closed line, and the point becomes the tip of a cone over that
// line.

#include "geom/hull.h"
#include "core/assert.h"
#include "geom/predicates.h"
#include "core/memory.h"
#include "core/vec3.h"

void bi_hull_init(bi_hull *hull, const bight_allocator *allocator)
{
    *hull = (bi_hull){0};
    if (allocator != NULL) {
        hull->allocator = *allocator;
    }
}

void bi_hull_free(bi_hull *hull)
{
    const bight_allocator *allocator = &hull->allocator;
    bi_free_array(allocator, hull->corners, (size_t)hull->corner_capacity, sizeof *hull->corners);
    bi_free_array(allocator, hull->faces, (size_t)hull->face_capacity, sizeof *hull->faces);
    bi_free_array(allocator, hull->next, (size_t)hull->next_capacity, sizeof *hull->next);
    bi_free_array(allocator, hull->start, (size_t)hull->start_capacity, sizeof *hull->start);
    bi_free_array(allocator, hull->stack, (size_t)hull->stack_capacity, sizeof *hull->stack);
    bi_free_array(allocator, hull->seen, (size_t)hull->seen_capacity, sizeof *hull->seen);
    bi_free_array(allocator, hull->free, (size_t)hull->free_capacity, sizeof *hull->free);
    bi_hull_init(hull, NULL);
}

static bight_status push(const bi_hull *hull, int32_t **list, int32_t *capacity, int32_t *count,
                         int32_t value)
{
    bight_status status = bi_reserve(&hull->allocator, list, capacity, (int64_t)*count + 1, sizeof **list);
    if (status == BIGHT_OK) {
        (*list)[(*count)++] = value;
    }
    return status;
}

// Does the point lie beyond the face?
static bool sees(const bi_hull *hull, const bight_vec3 *points, int32_t point, int32_t face)
{
    const int32_t *c = hull->faces[face].corner;
    const bight_vec3 four[4] = {points[c[0]], points[c[1]], points[c[2]], points[point]};
    const int32_t ranks[4] = {c[0], c[1], c[2], point};
    return bi_orient3d_displaced(four, ranks) > 0;
}

static double volume(const bight_vec3 *points, const int32_t corner[3], int32_t point)
{
    bight_vec3 a = points[corner[0]];
    bight_vec3 normal = v3_cross(v3_sub(points[corner[1]], a), v3_sub(points[corner[2]], a));
    return v3_dot(normal, v3_sub(points[point], a));
}

static bight_status add_face(bi_hull *hull, int32_t a, int32_t b, int32_t c, int32_t *face)
{
    if (hull->free_count > 0) {
        *face = hull->free[--hull->free_count];
    } else {
        bight_status status = bi_reserve(&hull->allocator, &hull->faces, &hull->face_capacity,
                                         (int64_t)hull->face_count + 1, sizeof *hull->faces);
        if (status != BIGHT_OK) {
            return status;
        }
        *face = hull->face_count++;
    }
    hull->faces[*face] = (bi_hull_face){{a, b, c}, {-1, -1, -1}, -1, 0};
    return BIGHT_OK;
}

// ---- the first four ---------------------------------------------------------------------------------

// Four different points that span as much as can be found in one pass each.
static void choose_four(const bight_vec3 *points, int32_t count, int32_t four[4])
{
    int32_t low = 0, high = 0;
    for (int32_t i = 1; i < count; i++) {
        low = points[i].x < points[low].x ? i : low;
        high = points[i].x > points[high].x ? i : high;
    }
    four[0] = low;
    four[1] = high != low ? high : low == 0 ? 1 : 0;
    for (int32_t k = 2; k < 4; k++) {
        double most = -1.0;
        bight_vec3 a = points[four[0]], line = v3_sub(points[four[1]], a);
        for (int32_t i = 0; i < count; i++) {
            bool taken = i == four[0] || i == four[1] || (k == 3 && i == four[2]);
            double span = taken    ? -2.0
                          : k == 2 ? v3_length_squared(v3_cross(line, v3_sub(points[i], a)))
                                   : fabs(volume(points, four, i));
            if (span > most) {
                most = span;
                four[k] = i;
            }
        }
    }
}

static bight_status start(bi_hull *hull, const bight_vec3 *points, int32_t count)
{
    int32_t four[4] = {0, 1, 2, 3};
    choose_four(points, count, four);
    const bight_vec3 corners[4] = {points[four[0]], points[four[1]], points[four[2]], points[four[3]]};
    if (bi_orient3d_displaced(corners, four) > 0) {
        int32_t first = four[0];
        four[0] = four[1];
        four[1] = first;
    }

    // the fourth now lies behind the first three; each pair of faces shares a side
    static const int32_t sides[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int32_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    bight_status status = BIGHT_OK;
    for (int32_t f = 0; f < 4 && status == BIGHT_OK; f++) {
        int32_t face;
        status = add_face(hull, four[sides[f][0]], four[sides[f][1]], four[sides[f][2]], &face);
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            hull->faces[face].across[i] = across[f][i];
        }
    }

    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        bool corner = i == four[0] || i == four[1] || i == four[2] || i == four[3];
        if (bi_watch_stops(hull->watch, 200)) {
            return BIGHT_ERROR_STOPPED;
        }
        for (int32_t f = 0; f < 4 && !corner; f++) {
            if (sees(hull, points, i, f)) {
                hull->next[i] = hull->faces[f].outside;
                hull->faces[f].outside = i;
                break;
            }
        }
    }
    return status;
}

// ---- one point more ---------------------------------------------------------------------------------

// The waiting point that seems farthest out; it leaves the list.
static int32_t take_farthest(bi_hull *hull, const bight_vec3 *points, int32_t face)
{
    int32_t *link = &hull->faces[face].outside, *best = link;
    double most = -HUGE_VAL;
    for (; *link >= 0; link = &hull->next[*link]) {
        double far = volume(points, hull->faces[face].corner, *link);
        if (far > most) {
            most = far;
            best = link;
        }
    }
    int32_t point = *best;
    *best = hull->next[point];
    return point;
}

// All faces that the point sees, from one of them on, into hull->seen. Marks: 2 p + 2 seen, 2 p + 3 not.
static bight_status look(bi_hull *hull, const bight_vec3 *points, int32_t point, int32_t face, int32_t *count)
{
    int32_t mark = 2 * point + 2, depth = 0;
    bight_status status = push(hull, &hull->seen, &hull->seen_capacity, count, face);
    hull->faces[face].mark = mark;
    for (; depth < *count && status == BIGHT_OK; depth++) {
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            int32_t other = hull->faces[hull->seen[depth]].across[i];
            if (hull->faces[other].mark == mark || hull->faces[other].mark == mark + 1) {
                continue;
            }
            bool seen = sees(hull, points, point, other);
            hull->faces[other].mark = seen ? mark : mark + 1;
            status = seen ? push(hull, &hull->seen, &hull->seen_capacity, count, other) : BIGHT_OK;
        }
    }
    return status;
}

// A face from each side of the border to the point. The new faces are the last ones in hull->stack.
static bight_status raise_cone(bi_hull *hull, int32_t point, int32_t seen_count, int32_t *depth)
{
    int32_t mark = 2 * point + 2, first = *depth;
    bight_status status = BIGHT_OK;

    // across the border from a to b, the new face (a, b, point) takes the place of the face that was seen
    for (int32_t k = 0; k < seen_count && status == BIGHT_OK; k++) {
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            const bi_hull_face *old = &hull->faces[hull->seen[k]];
            int32_t a = old->corner[i], b = old->corner[(i + 1) % 3], beyond = old->across[i], made;
            if (hull->faces[beyond].mark == mark) {
                continue;
            }
            status = add_face(hull, a, b, point, &made);
            status =
                status == BIGHT_OK ? push(hull, &hull->stack, &hull->stack_capacity, depth, made) : status;
            if (status == BIGHT_OK) {
                hull->faces[made].across[0] = beyond;
                hull->start[a] = made;
                for (int32_t j = 0; j < 3; j++) {
                    bool shared =
                        hull->faces[beyond].corner[j] == b && hull->faces[beyond].corner[(j + 1) % 3] == a;
                    hull->faces[beyond].across[j] = shared ? made : hull->faces[beyond].across[j];
                }
            }
        }
    }

    // neighbours round the cone: beyond the side from b to the point lies the new face that starts at b
    for (int32_t k = first; k < *depth && status == BIGHT_OK; k++) {
        int32_t here = hull->stack[k], after = hull->start[hull->faces[here].corner[1]];
        hull->faces[here].across[1] = after;
        hull->faces[after].across[2] = here;
    }
    return status;
}

// Points that waited beyond faces that are gone wait beyond the first new face that they see, or are inside.
static bight_status hand_over(bi_hull *hull, const bight_vec3 *points, int32_t seen_count, int32_t first,
                              int32_t depth)
{
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < seen_count && status == BIGHT_OK; k++) {
        bi_hull_face *gone = &hull->faces[hull->seen[k]];
        for (int32_t p = gone->outside, next; p >= 0; p = next) {
            next = hull->next[p];
            if (bi_watch_stops(hull->watch, 50 * ((int64_t)depth - first))) {
                return BIGHT_ERROR_STOPPED;
            }
            for (int32_t i = first; i < depth; i++) {
                if (sees(hull, points, p, hull->stack[i])) {
                    hull->next[p] = hull->faces[hull->stack[i]].outside;
                    hull->faces[hull->stack[i]].outside = p;
                    break;
                }
            }
        }
        gone->outside = -1;
        gone->mark = -1;
        status = push(hull, &hull->free, &hull->free_capacity, &hull->free_count, hull->seen[k]);
    }
    return status;
}

static bight_status grow(bi_hull *hull, const bight_vec3 *points)
{
    int32_t depth = 0;
    bight_status status = BIGHT_OK;
    for (int32_t f = 0; f < 4 && status == BIGHT_OK; f++) {
        status = push(hull, &hull->stack, &hull->stack_capacity, &depth, f);
    }
    while (depth > 0 && status == BIGHT_OK) {
        int32_t face = hull->stack[depth - 1];
        if (hull->faces[face].mark < 0 || hull->faces[face].outside < 0) {
            depth--;
            continue;
        }
        int32_t point = take_farthest(hull, points, face), seen = 0, first = depth;
        status = look(hull, points, point, face, &seen);
        status = status == BIGHT_OK ? raise_cone(hull, point, seen, &depth) : status;
        status = status == BIGHT_OK ? hand_over(hull, points, seen, first, depth) : status;
    }
    return status;
}

bight_status bi_hull_make(bi_hull *hull, const bight_vec3 *points, int32_t count)
{
    BI_ASSERT(count >= 0 && (count == 0 || points != NULL));
    hull->count = hull->face_count = hull->free_count = 0;
    if (count < 4 || count > (INT32_MAX - 3) / 2) {
        return count < 4 ? BIGHT_ERROR_INVALID : BIGHT_ERROR_TOO_LARGE;
    }
    const bight_allocator *allocator = &hull->allocator;
    bight_status status = bi_reserve(allocator, &hull->next, &hull->next_capacity, count, sizeof *hull->next);
    status = status == BIGHT_OK
                 ? bi_reserve(allocator, &hull->start, &hull->start_capacity, count, sizeof *hull->start)
                 : status;
    status = status == BIGHT_OK ? start(hull, points, count) : status;
    status = status == BIGHT_OK ? grow(hull, points) : status;
    status = status == BIGHT_OK ? bi_reserve(allocator, &hull->corners, &hull->corner_capacity,
                                             3 * (int64_t)hull->face_count, sizeof *hull->corners)
                                : status;
    for (int32_t f = 0; f < hull->face_count && status == BIGHT_OK; f++) {
        for (int32_t i = 0; i < 3 && hull->faces[f].mark >= 0; i++) {
            hull->corners[3 * hull->count + i] = hull->faces[f].corner[i];
        }
        hull->count += hull->faces[f].mark >= 0;
    }
    return status;
}
