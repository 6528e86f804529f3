// SPDX-License-Identifier: MIT
// Closing an open curve without inventing crossings.
//
// Each end leaves the curve's convex hull through the nearest of its facets, runs on to a sphere far outside,
// and the two are joined there. An end on the hull, where a hand holds it, leaves without passing anything,
// and then every choice of directions closes to the same knot (Tubiana, Orlandini, Micheletti, Progress of
// Theoretical Physics Supplement 191, 2011).
//
// The closure depends on the curve alone. Which facet is nearest is decided exactly; when an end has the same
// distance from two facets, the vertices are asked one after the other, from that end on, which of the two
// they are nearer to. Two facets that all vertices are equally far from are mirror images of each other in a
// plane that holds the curve, and a curve in a plane is no knot. So the answer does not change with the order
// of the points, with the direction in which the curve is run through, or when the curve is turned or
// reflected so that its coordinates stay exact.

#include "knot/polygon.h"
#include "knot/closing.h"
#include "geom/expansion.h"
#include "geom/predicates.h"
#include "core/memory.h"
#include "core/vec3.h"

#define FAR 16.0

// Coordinates are rounded to multiples of 2^-99 of the curve's size: a product of ten of them is then exact.
// Those of 2^-47 and more are such multiples already.
#define ROUNDER 0x1.8p-46
#define EXACT_FROM 0x1p-47

// A straight way out would run into strands just above, where a curve follows a lattice; it leans by this
// much.
#define LEAN 0x1p-10
#define MOST_LEANS 16

// The curve as seen from one of its ends.
typedef struct view {
    const bight_vec3 *points; ///< (count) rounded
    const bi_hull *hull;
    int32_t count, end;
    bi_watch *watch;
} view;

static bight_vec3 vertex(const view *v, int32_t steps)
{
    return v->points[v->end == 0 ? steps : v->end - steps];
}

// A facet's plane: corners, normal outwards, and how far the normal's parts may be from the truth.
typedef struct plane {
    bight_vec3 a, b, c, normal;
    double error;
} plane;

// The distance from the plane is certainly within low .. high.
typedef struct range {
    double low, high;
} range;

static double largest(bight_vec3 v)
{
    double most = fabs(v.x) > fabs(v.y) ? fabs(v.x) : fabs(v.y);
    return most > fabs(v.z) ? most : fabs(v.z);
}

static plane plane_of(const view *v, int32_t face)
{
    const int32_t *corner = v->hull->corners + 3 * (size_t)face;
    plane p = {.a = v->points[corner[0]], .b = v->points[corner[1]], .c = v->points[corner[2]]};
    bight_vec3 u = v3_sub(p.b, p.a), w = v3_sub(p.c, p.a);
    p.normal = v3_cross(u, w);
    p.error = 0x1p-49 * largest(u) * largest(w);
    return p;
}

// distance = |normal . (q - a)| / |normal|; the sum of three products of parts below 4 in size errs by less
// than 2^-46 times the largest products.
static range range_of(const plane *p, bight_vec3 q)
{
    bight_vec3 d = v3_sub(q, p->a);
    double length = v3_length(p->normal), slack = 4.0 * p->error;
    double height = fabs(v3_dot(p->normal, d)), size = largest(d);
    double error = 0x1p-48 * largest(p->normal) * size + 4.0 * p->error * size;
    if (length <= 2.0 * slack) {
        return (range){0.0, HUGE_VAL};
    }
    double low = height > error ? (height - error) / (length + slack) : 0.0;
    return (range){0.999999999999 * low, 1.000000000001 * (height + error) / (length - slack)};
}

static void exact_product(bi_expansion *out, const bi_expansion *a, const bi_expansion *b,
                          const bi_expansion *c, const bi_expansion *d)
{
    bi_expansion left, right;
    bi_expansion_multiply(&left, a, b);
    bi_expansion_multiply(&right, c, d);
    bi_expansion_add(out, &left, &right, true);
}

// squares[0] = (normal . (q - a))^2, squares[1] = |normal|^2, both exact
static void exact_squares(const plane *p, bight_vec3 q, bi_expansion squares[2])
{
    bi_expansion u[3], w[3], d[3], normal[3], part, sum, height = {0};
    const double a[3] = {p->a.x, p->a.y, p->a.z}, b[3] = {p->b.x, p->b.y, p->b.z};
    const double c[3] = {p->c.x, p->c.y, p->c.z}, to[3] = {q.x, q.y, q.z};
    for (int32_t i = 0; i < 3; i++) {
        bi_expansion_difference(&u[i], b[i], a[i]);
        bi_expansion_difference(&w[i], c[i], a[i]);
        bi_expansion_difference(&d[i], to[i], a[i]);
    }
    squares[1].count = 0;
    for (int32_t i = 0; i < 3; i++) {
        int32_t j = (i + 1) % 3, k = (i + 2) % 3;
        exact_product(&normal[i], &u[j], &w[k], &u[k], &w[j]);
        bi_expansion_multiply(&part, &normal[i], &d[i]);
        bi_expansion_add(&sum, &height, &part, false);
        height = sum;
        bi_expansion_multiply(&part, &normal[i], &normal[i]);
        bi_expansion_add(&sum, &squares[1], &part, false);
        squares[1] = sum;
    }
    bi_expansion_multiply(&squares[0], &height, &height);
}

// Which plane is q nearer to? -1 the first, 1 the second, 0 neither.
static int32_t compare_distance(const plane *one, const plane *two, bight_vec3 q)
{
    range first = range_of(one, q), second = range_of(two, q);
    if (first.high < second.low || second.high < first.low) {
        return first.high < second.low ? -1 : 1;
    }
    bi_expansion a[2], b[2], difference;
    exact_squares(one, q, a);
    exact_squares(two, q, b);
    exact_product(&difference, &a[0], &b[1], &b[0], &a[1]);
    return bi_expansion_sign(&difference);
}

static bool same_plane(const plane *one, const plane *two)
{
    return bi_orient3d(one->a, one->b, one->c, two->a) == 0 &&
           bi_orient3d(one->a, one->b, one->c, two->b) == 0 &&
           bi_orient3d(one->a, one->b, one->c, two->c) == 0;
}

// Is the second plane nearer, seen from the end, or the first that some later vertex is nearer to?
static bool is_nearer(const view *v, const plane *best, const plane *other)
{
    int32_t order = compare_distance(best, other, vertex(v, 0));
    if (order == 0 && !same_plane(best, other)) {
        for (int32_t i = 1; i < v->count && order == 0 && !bi_watch_stops(v->watch, 2000); i++) {
            order = compare_distance(best, other, vertex(v, i));
        }
    }
    return order > 0;
}

// The normal of the nearest facet. A curve on a line has none: its ends run straight on.
static bight_vec3 nearest_normal(const view *v)
{
    bight_vec3 straight = v3_sub(vertex(v, 0), vertex(v, 1));
    plane best = {.error = 0.0};
    bool any = false;
    double least = HUGE_VAL; // no facet that is certainly beyond counts
    for (int32_t face = 0; face < v->hull->count && !bi_watch_stops(v->watch, 100); face++) {
        plane p = plane_of(v, face);
        range r = range_of(&p, vertex(v, 0));
        if (r.low > least || bi_collinear(p.a, p.b, p.c)) {
            continue;
        }
        least = r.high < least ? r.high : least;
        if (!any || is_nearer(v, &best, &p)) {
            best = p;
            any = true;
        }
    }
    return v3_unit(any ? best.normal : straight, v3_unit(straight, v3(0, 0, 1)));
}

// Two directions across the way out, taken from the curve itself so that they turn and are reflected with it:
// towards the first vertex that is not straight ahead, and the first that is not in the plane of both.
static void find_sides(const view *v, bight_vec3 normal, bight_vec3 sides[2])
{
    int32_t found = 0;
    bight_vec3 from = vertex(v, 0);
    sides[0] = sides[1] = v3(0, 0, 0);
    for (int32_t i = 1; i < v->count && found < 2; i++) {
        bight_vec3 to = v3_sub(vertex(v, i), from), across = v3_madd(to, -v3_dot(to, normal), normal);
        across = found == 1 ? v3_madd(across, -v3_dot(across, sides[0]), sides[0]) : across;
        if (v3_length(across) > 1e-6 * v3_length(to)) {
            sides[found++] = v3_unit(across, normal);
        }
    }
}

// Does the way from the end to `to` meet the curve, but for the end itself?
static bool meets_curve(const view *v, const bight_vec3 *points, bight_vec3 to)
{
    bool meets = false;
    int32_t end = v->end;
    for (int32_t i = 0; i + 1 < v->count && !meets && !bi_watch_stops(v->watch, 100); i++) {
        meets = i != end && i + 1 != end && bi_segments_meet(points[i], points[i + 1], points[end], to);
    }
    return meets;
}

// The far end of the way out, at distance `radius` from the curve's end.
static bight_vec3 way_out(const view *v, const bight_vec3 *points, double radius)
{
    bight_vec3 normal = nearest_normal(v), sides[2], to = v3_madd(points[v->end], radius, normal);
    find_sides(v, normal, sides);
    for (int32_t i = 0; i < MOST_LEANS; i++) {
        // ratios that no lattice has
        double lean = LEAN / (1.0 + 0.3819660112501051 * i);
        bight_vec3 way = v3_madd(v3_madd(normal, lean, sides[0]), 0.6180339887498949 * lean, sides[1]);
        to = v3_madd(points[v->end], radius, v3_unit(way, normal));
        if (!meets_curve(v, points, to)) {
            break;
        }
    }
    return to;
}

static double rounded(double x)
{
    return fabs(x) < EXACT_FROM ? x + ROUNDER - ROUNDER : x;
}

// Rounded points and their hull. Fewer than four points have none, and their ends run straight on.
static bight_status look(bi_polygon *polygon, const bight_vec3 *points, int32_t count)
{
    bight_status status = bi_reserve(&polygon->allocator, &polygon->rounded, &polygon->rounded_capacity,
                                     count, sizeof *polygon->rounded);
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        polygon->rounded[i] = v3(rounded(points[i].x), rounded(points[i].y), rounded(points[i].z));
    }
    polygon->hull.count = 0;
    polygon->hull.watch = polygon->watch;
    return status == BIGHT_OK && count >= 4 ? bi_hull_make(&polygon->hull, polygon->rounded, count) : status;
}

bight_status bi_polygon_close_far(bi_polygon *polygon)
{
    int32_t k = polygon->components - 1, start = polygon->start[k], count = polygon->start[k + 1] - start;
    const bight_vec3 *points = polygon->points + start;
    bight_status status = look(polygon, points, count);
    if (status != BIGHT_OK) {
        return status;
    }

    // the curve lies in the unit cube: a sphere of radius 16 and its chords are far outside, also of
    // the paths of other curves, which get other radii
    double radius = FAR + 4.0 * k;
    view head = {polygon->rounded, &polygon->hull, count, 0, polygon->watch}, tail = head;
    tail.end = count - 1;
    bight_vec3 path[5], first = way_out(&head, points, radius), last = way_out(&tail, points, radius);
    path[0] = last;
    bi_arc_between(path + 1, v3_unit(last, v3(0, 0, 1)), v3_unit(first, v3(0, 0, 1)));
    for (int32_t i = 1; i < 4; i++) {
        path[i] = v3_mul(radius, path[i]);
    }
    path[4] = first;

    status = bi_watch_status(polygon->watch, BIGHT_OK);
    if (status != BIGHT_OK) {
        return status;
    }

    // the path belongs to the component, but its points to no point of the curve: origin -1
    status = bi_polygon_reserve(polygon, (int64_t)polygon->count + 5);
    for (int32_t i = 0; i < 5 && status == BIGHT_OK; i++) {
        polygon->origin[polygon->count] = -1;
        polygon->points[polygon->count++] = path[i];
    }

    polygon->start[k + 1] = polygon->count;
    return status;
}
