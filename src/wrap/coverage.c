// SPDX-License-Identifier: MIT
// How much of an object is behind cloth, by rays straight out of its surface.

#include "bight/wrap.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/box_tree.h"
#include "geom/crossing.h"
#include "wrap/points.h"

#define USUAL_RAYS 4096
#define MOST_RAYS 1000000

typedef struct rays {
    const bight_wrap_view *view;
    bi_box_tree tree;  // over the cloth
    double *area;      // (triangle_count) of the object's triangles up to and with each
    bight_vec3 middle; // of the cloth
    double reach;      // from there to its farthest vertex
} rays;

// ---- one ray ----------------------------------------------------------------------------------------

// Does the segment come near a box? Boxes are made a little larger, so that rounding loses none.
static bool near_box(const bi_box *box, bight_vec3 from, bight_vec3 way, double slack)
{
    const double p[3] = {from.x, from.y, from.z}, d[3] = {way.x, way.y, way.z};
    double first = 0.0, last = 1.0;
    for (int32_t k = 0; k < 3; k++) {
        double low = (double)box->low[k] - slack - p[k], high = (double)box->high[k] + slack - p[k];
        if (fabs(d[k]) <= slack) {
            if (low > slack || high < -slack) {
                return false;
            }
            continue;
        }
        double a = low / d[k], b = high / d[k];
        first = bi_max(first, bi_min(a, b));
        last = bi_min(last, bi_max(a, b));
    }
    return first <= last + 1e-9;
}

static bool meets(const rays *r, int32_t triangle, bight_vec3 from, bight_vec3 to)
{
    const bight_wrap_view *view = r->view;
    const int32_t *corner = view->cloth_sides + 3 * (size_t)triangle;
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
        return false;
    }
    const bight_vec3 x[5] = {from, to, bi_wrap_trimmed(view->cloth[corner[0]]),
                             bi_wrap_trimmed(view->cloth[corner[1]]),
                             bi_wrap_trimmed(view->cloth[corner[2]])};
    // triangles with a common edge agree on which side of it the ray goes by, as its ends rank last in all of them
    const int32_t ranks[5] = {view->cloth_count, view->cloth_count + 1, corner[0], corner[1], corner[2]};
    return bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
}

static bool is_covered(const rays *r, bight_vec3 from, bight_vec3 normal)
{
    // as far as any of the cloth can be
    double length = v3_distance(from, r->middle) + r->reach, slack = 1e-9 * length;
    bight_vec3 to = bi_wrap_trimmed(v3_madd(from, length, normal)), way = v3_sub(to, from);
    const bi_box_tree *tree = &r->tree;
    struct {
        int32_t level, node;
    } wait[2 * BI_TREE_LEVELS];
    int32_t count = 0;
    wait[count].level = tree->level_count - 1;
    wait[count++].node = 0;
    while (count > 0) {
        int32_t level = wait[--count].level, node = wait[count].node;
        if (!near_box(&tree->boxes[tree->level_first[level] + node], from, way, slack)) {
            continue;
        }
        if (level == 0) {
            if (meets(r, tree->order[node], from, to)) {
                return true;
            }
            continue;
        }
        int32_t below = tree->level_first[level] - tree->level_first[level - 1];
        for (int32_t k = 0; k < 2 && 2 * node + k < below; k++) {
            wait[count].level = level - 1;
            wait[count++].node = 2 * node + k;
        }
    }
    return false;
}

// ---- all of them ------------------------------------------------------------------------------------

static bight_vec3 across(const bight_wrap_view *view, int32_t triangle)
{
    const int32_t *corner = view->triangles + 3 * (size_t)triangle;
    bight_vec3 a = view->points[corner[0]];
    return v3_cross(v3_sub(view->points[corner[1]], a), v3_sub(view->points[corner[2]], a));
}

// Place i of so many: its triangle by steps of equal area, its weights by a sequence that fills the unit square evenly (Roberts,
// "The unreasonable effectiveness of quasirandom sequences", 2018).
static bight_vec3 place(const rays *r, int32_t i, int32_t count, bight_vec3 *normal)
{
    const bight_wrap_view *view = r->view;
    double goal = r->area[view->triangle_count - 1] * ((i + 0.5) / count);
    int32_t low = 0, high = view->triangle_count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (r->area[middle] > goal) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    double u = (i + 1) * 0.7548776662466927, v = (i + 1) * 0.5698402909980532;
    u -= floor(u);
    v -= floor(v);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    const int32_t *corner = view->triangles + 3 * (size_t)low;
    bight_vec3 a = view->points[corner[0]], b = view->points[corner[1]], c = view->points[corner[2]];
    *normal = v3_unit(across(view, low), v3(0, 1, 0));
    return bi_wrap_trimmed(v3_add(a, v3_add(v3_mul(u, v3_sub(b, a)), v3_mul(v, v3_sub(c, a)))));
}

static bool is_sound(const bight_vec3 *points, int32_t point_count, const int32_t *triangles,
                     int32_t triangle_count)
{
    for (int32_t i = 0; i < point_count; i++) {
        if (!(fabs(points[i].x) <= 0x1p100 && fabs(points[i].y) <= 0x1p100 && fabs(points[i].z) <= 0x1p100)) {
            return false;
        }
    }
    for (int64_t i = 0; i < 3 * (int64_t)triangle_count; i++) {
        if (triangles[i] < 0 || triangles[i] >= point_count) {
            return false;
        }
    }
    return true;
}

static void measure(rays *r)
{
    const bight_wrap_view *view = r->view;
    double sum = 0.0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        sum += 0.5 * v3_length(across(view, t));
        r->area[t] = sum;
    }
    r->middle = view->cloth[0];
    for (int32_t i = 0; i < view->cloth_count; i++) {
        r->reach = bi_max(r->reach, v3_distance(r->middle, view->cloth[i]));
    }
}

static double count_rays(const rays *r, int32_t count)
{
    const bight_wrap_view *view = r->view;
    bool all = v3_length_squared(view->up) == 0.0;
    int32_t looked = 0, covered = 0;
    for (int32_t i = 0; i < count && r->area[view->triangle_count - 1] > 0.0; i++) {
        bight_vec3 normal, from = place(r, i, count, &normal);
        if (all || v3_dot(view->up, from) < view->below) {
            looked++;
            covered += is_covered(r, from, normal);
        }
    }
    return looked > 0 ? (double)covered / looked : (double)NAN;
}

bight_status bight_wrap_coverage(const bight_env *env, const bight_wrap_view *view, double *coverage,
                                 bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *coverage = (double)NAN;
    if (view->rays < 0 || view->rays > MOST_RAYS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d rays: 1 to %d are cast", (int)view->rays,
                       MOST_RAYS);
    }
    if (view->triangle_count < 1 || view->cloth_side_count < 1 ||
        !is_sound(view->points, view->point_count, view->triangles, view->triangle_count) ||
        !is_sound(view->cloth, view->cloth_count, view->cloth_sides, view->cloth_side_count) ||
        view->cloth_count > INT32_MAX - 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "an object and a cloth have triangles of places that are there, and finite");
    }
    rays r = {.view = view};
    r.area = bi_new_array(allocator, (size_t)view->triangle_count, sizeof *r.area);
    bight_status status = r.area != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, view->cloth_sides, view->cloth_side_count, view->cloth, &r.tree);
    }
    if (status == BIGHT_OK) {
        measure(&r);
        *coverage = count_rays(&r, view->rays > 0 ? view->rays : USUAL_RAYS);
    }
    bi_box_tree_free(allocator, &r.tree);
    bi_free_array(allocator, r.area, (size_t)view->triangle_count, sizeof *r.area);
    return status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory to look at what cloth covers");
}

// ---- frames -----------------------------------------------------------------------------------------

void bight_wrap_below_rim(bight_wrap_view *view, const bight_wrap_plan *plan, double rim)
{
    view->up = rim < 1.0 ? plan->up : v3(0, 0, 0);
    view->below = rim < 1.0 ? plan->low + rim * (plan->high - plan->low) : 0.0;
}

void bight_wrap_local(const bight_pose *pose, const bight_vec3 *points, int32_t count, bight_vec3 *local)
{
    // with q of the rotation back: v + 2 w (q x v) + 2 q x (q x v)
    const bight_vec3 q = v3(-pose->rotation[0], -pose->rotation[1], -pose->rotation[2]);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 v = v3_sub(points[i], pose->position), c = v3_cross(q, v);
        local[i] = v3_madd(v3_madd(v, 2.0 * pose->rotation[3], c), 2.0, v3_cross(q, c));
    }
}
