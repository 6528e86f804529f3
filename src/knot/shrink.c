// SPDX-License-Identifier: MIT
// Fewer vertices, same knot: a corner is cut off when nothing passes through its triangle. Boxes around runs
// of 8, 64, 512, ... edges leave few edges to look at. Source of the move: Reidemeister 1927; as a
// simplification of polymers: Koniaris, Muthukumar, Physical Review Letters 66 (1991).

#include "knot/polygon.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/predicates.h"

#define LEVELS 8
#define SWEEPS 200

typedef struct box_tree {
    bi_polygon_box *level[LEVELS + 1]; ///< level[l][i] holds edges i 8^l .. (i + 1) 8^l - 1; level 0 is not stored
    int32_t levels;
} box_tree;

static const bi_polygon_box nothing = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double upper(double a, double b)
{
    return a > b ? a : b;
}

static void include_point(bi_polygon_box *box, bight_vec3 p)
{
    box->low = v3(lower(box->low.x, p.x), lower(box->low.y, p.y), lower(box->low.z, p.z));
    box->high = v3(upper(box->high.x, p.x), upper(box->high.y, p.y), upper(box->high.z, p.z));
}

static bool apart(const bi_polygon_box *a, const bi_polygon_box *b)
{
    return a->high.x < b->low.x || b->high.x < a->low.x || a->high.y < b->low.y || b->high.y < a->low.y ||
           a->high.z < b->low.z || b->high.z < a->low.z;
}

static bool edge_apart(const bi_polygon_box *box, bight_vec3 p, bight_vec3 q)
{
    return upper(p.x, q.x) < box->low.x || lower(p.x, q.x) > box->high.x || upper(p.y, q.y) < box->low.y ||
           lower(p.y, q.y) > box->high.y || upper(p.z, q.z) < box->low.z || lower(p.z, q.z) > box->high.z;
}

static void include_edge(box_tree *tree, int32_t edge, bight_vec3 p)
{
    for (int32_t l = 1; l <= tree->levels; l++) {
        include_point(&tree->level[l][edge >> 3 * l], p);
    }
}

static void build_tree(const bi_polygon *polygon, box_tree *tree)
{
    bi_polygon_box *boxes = polygon->boxes;
    tree->levels = 0;
    for (int32_t blocks = polygon->count; blocks > 1 && tree->levels < LEVELS;) {
        blocks = (blocks + 7) / 8;
        tree->level[++tree->levels] = boxes;
        for (int32_t i = 0; i < blocks; i++) {
            boxes[i] = nothing;
        }
        boxes += blocks;
    }
    if (tree->levels == 0) {
        return;
    }
    for (int32_t i = 0; i < polygon->count; i++) {
        include_point(&tree->level[1][i >> 3], polygon->points[i]);
        include_point(&tree->level[1][i >> 3], polygon->points[polygon->next[i]]);
    }
    for (int32_t l = 2; l <= tree->levels; l++) {
        int32_t blocks = ((polygon->count - 1) >> 3 * (l - 1)) + 1;
        for (int32_t i = 0; i < blocks; i++) {
            include_point(&tree->level[l][i >> 3], tree->level[l - 1][i].low);
            include_point(&tree->level[l][i >> 3], tree->level[l - 1][i].high);
        }
    }
}

// An edge from the corner p of a triangle p, q, r to another point s: does it leave the triangle at once?
// Conservative: when s is in the triangle's plane, only if the triangle and s lie apart but for p.
static bool leaves_corner(bight_vec3 p, bight_vec3 q, bight_vec3 r, bight_vec3 s)
{
    if (bi_orient3d(p, q, r, s) != 0) {
        return true;
    }

    // in the plane: strictly to the far side of one of the two sides that meet in p
    bight_vec3 normal = v3_cross(v3_sub(q, p), v3_sub(r, p));
    bool z = fabs(normal.z) >= fabs(normal.x) && fabs(normal.z) >= fabs(normal.y);
    bool x = !z && fabs(normal.x) >= fabs(normal.y);
    double flat[4][2];
    bight_vec3 corners[4] = {p, q, r, s};
    for (int32_t i = 0; i < 4; i++) {
        flat[i][0] = z ? corners[i].x : x ? corners[i].y : corners[i].z;
        flat[i][1] = z ? corners[i].y : x ? corners[i].z : corners[i].x;
    }
    int32_t sense = bi_orient2d(flat[0], flat[1], flat[2]);
    return sense != 0 && (bi_orient2d(flat[0], flat[1], flat[3]) == -sense ||
                          bi_orient2d(flat[0], flat[3], flat[2]) == -sense);
}

// Does the edge that starts at slot e keep vertex b from being removed?
static bool blocks(const bi_polygon *polygon, int32_t e, int32_t b, const bight_vec3 triangle[3])
{
    int32_t a = polygon->previous[b], c = polygon->next[b], f = polygon->next[e];
    if (e == a || e == b) {
        return false;
    }
    const bight_vec3 *points = polygon->points;
    if (f == a && !leaves_corner(triangle[0], triangle[1], triangle[2], points[e])) {
        return true;
    }
    if (e == c && !leaves_corner(triangle[2], triangle[0], triangle[1], points[f])) {
        return true;
    }
    return f != a && e != c && !bi_triangle_free_of_segment(triangle, points[e], points[f]);
}

// The slot of an edge that keeps vertex b from being removed, or -1.
static int32_t find_blocker(const bi_polygon *polygon, const box_tree *tree, int32_t b,
                            const bight_vec3 triangle[3])
{
    bi_polygon_box box = nothing;
    for (int32_t i = 0; i < 3; i++) {
        include_point(&box, triangle[i]);
    }

    const bight_vec3 *points = polygon->points;
    for (int32_t e = 0; e < polygon->count;) {
        if (bi_watch_stops(polygon->watch, 20)) {
            return e;
        }

        // leave out the largest block that starts here and is out of reach
        int32_t l = tree->levels, width = 0;
        while (l > 0 && width == 0) {
            bool starts = (e & ((1 << 3 * l) - 1)) == 0;
            width = starts && apart(&tree->level[l][e >> 3 * l], &box) ? 1 << 3 * l : 0;
            l--;
        }
        if (width == 0) {
            width = 1;
            int32_t f = polygon->next[e];
            if (f >= 0 && !edge_apart(&box, points[e], points[f]) && blocks(polygon, e, b, triangle)) {
                return e;
            }
        }
        e += width;
    }
    return -1;
}

static bool between(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    return b.x >= lower(a.x, c.x) && b.x <= upper(a.x, c.x) && b.y >= lower(a.y, c.y) &&
           b.y <= upper(a.y, c.y) && b.z >= lower(a.z, c.z) && b.z <= upper(a.z, c.z);
}

static bool can_go(bi_polygon *polygon, const box_tree *tree, int32_t b)
{
    const bight_vec3 *points = polygon->points;
    int32_t a = polygon->previous[b], c = polygon->next[b], old = polygon->blocker[b];
    const bight_vec3 triangle[3] = {points[a], points[b], points[c]};

    // most vertices that stay are kept by the edge that kept them the last time
    if (old >= 0 && polygon->next[old] >= 0 && blocks(polygon, old, b, triangle)) {
        return false;
    }
    if (bi_collinear(triangle[0], triangle[1], triangle[2])) {
        return between(triangle[0], triangle[1], triangle[2]);
    }
    polygon->blocker[b] = find_blocker(polygon, tree, b, triangle);
    return polygon->blocker[b] < 0;
}

// One round over all vertices of a component. A removed slot has next -1.
static int32_t sweep(bi_polygon *polygon, box_tree *tree, int32_t k)
{
    int32_t start = polygon->start[k], left = polygon->start[k + 1] - start, removed = 0;
    for (int32_t b = start; b < polygon->start[k + 1] && left > 3 && !bi_watch_stops(polygon->watch, 50);
         b++) {
        if (!can_go(polygon, tree, b)) {
            continue;
        }
        int32_t a = polygon->previous[b], c = polygon->next[b];
        polygon->next[a] = c;
        polygon->previous[c] = a;
        polygon->next[b] = -1;
        include_edge(tree, a, polygon->points[c]);
        left--;
        removed++;
        b++; // every other vertex at most, so that triangles and boxes grow evenly
    }
    return removed;
}

// Closes the gaps that removed vertices leave.
static void pack(bi_polygon *polygon)
{
    // previous[] serves as the map from old places to new ones
    int32_t *place = polygon->previous, kept = 0;
    for (int32_t i = 0; i < polygon->count; i++) {
        place[i] = polygon->next[i] >= 0 ? kept++ : -1;
    }
    for (int32_t k = 0; k < polygon->components; k++) {
        int32_t from = polygon->start[k];
        while (place[from] < 0) {
            from++;
        }
        polygon->start[k] = place[from];
    }
    polygon->start[polygon->components] = kept;
    for (int32_t i = 0; i < polygon->count; i++) {
        if (place[i] >= 0) {
            int32_t blocker = polygon->blocker[i];
            polygon->points[place[i]] = polygon->points[i];
            polygon->origin[place[i]] = polygon->origin[i];
            polygon->blocker[place[i]] = blocker >= 0 ? place[blocker] : -1;
        }
    }
    polygon->count = kept;
}

static void link_cycles(bi_polygon *polygon)
{
    for (int32_t k = 0; k < polygon->components; k++) {
        int32_t start = polygon->start[k], end = polygon->start[k + 1];
        for (int32_t i = start; i < end; i++) {
            polygon->next[i] = i + 1 < end ? i + 1 : start;
            polygon->previous[i] = i > start ? i - 1 : end - 1;
        }
    }
}

bight_status bi_polygon_link(bi_polygon *polygon)
{
    bight_status status = bi_polygon_reserve(polygon, polygon->count);
    if (status == BIGHT_OK) {
        link_cycles(polygon);
    }
    return status;
}

bight_status bi_polygon_shrink(bi_polygon *polygon)
{
    bight_status status = bi_polygon_reserve(polygon, polygon->count);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < polygon->count; i++) {
        polygon->blocker[i] = -1;
    }
    int32_t removed = 1;
    for (int32_t round = 0; round < SWEEPS && removed > 0; round++) {
        box_tree tree;
        link_cycles(polygon);
        build_tree(polygon, &tree);
        removed = 0;
        for (int32_t k = 0; k < polygon->components; k++) {
            removed += sweep(polygon, &tree, k);
        }
        pack(polygon);
    }
    link_cycles(polygon);
    return bi_watch_status(polygon->watch, BIGHT_OK);
}
