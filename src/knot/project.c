// SPDX-License-Identifier: MIT

#include "knot/project.h"
#include "knot/touch.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/vec3.h"
#include "geom/predicates.h"

#define VIEWS 6
#define ATTEMPTS 64
#define VIEWS_UP_TO 300 // vertices: beyond, counting for several views costs more than it saves

// how far plane coordinates computed in doubles can be from the truth, for points within 64 of the origin
#define ROUNDING 1e-12

typedef enum outcome { CLEAR, DEGENERATE, MEETS_ITSELF, NO_ROOM, TOO_MANY, STOPPED } outcome;

void bi_projection_init(bi_projection *projection, const bight_allocator *allocator)
{
    *projection = (bi_projection){0};
    if (allocator != NULL) {
        projection->allocator = *allocator;
    }
}

void bi_projection_free(bi_projection *p)
{
    bi_free_array(&p->allocator, p->meetings, (size_t)p->meeting_capacity, sizeof *p->meetings);
    bi_free_array(&p->allocator, p->passages, (size_t)p->passage_capacity, sizeof *p->passages);
    bi_free_array(&p->allocator, p->first_passage, (size_t)p->first_capacity, sizeof *p->first_passage);
    bi_free_array(&p->allocator, p->flat, (size_t)p->flat_capacity, sizeof *p->flat);
    bi_projection_init(p, NULL);
}

// A direction with 21 bits a coordinate: few enough for exact arithmetic to stay short, enough to be generic.
static bight_vec3 random_view(bi_random *random)
{
    double x = bi_random_below(random, 2000001) - 1000000, y = bi_random_below(random, 2000001) - 1000000;
    double z = bi_random_below(random, 2000001) - 1000000;
    return x == 0.0 && y == 0.0 && z == 0.0 ? v3(1, 2, 3) : v3(x * 0x1p-20, y * 0x1p-20, z * 0x1p-20);
}

static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double upper(double a, double b)
{
    return a > b ? a : b;
}

// Plane coordinates and edge boxes, widened by what rounding may have done: a filter, not a decision.
static void flatten(bi_projection *projection, const bi_polygon *polygon, bight_vec3 view)
{
    bight_vec3 n = v3_unit(view, v3(0, 0, 1)), e1 = v3_perpendicular(n), e2 = v3_cross(n, e1);
    double *u = projection->flat, *v = u + polygon->count, *box = v + polygon->count;
    for (int32_t i = 0; i < polygon->count; i++) {
        u[i] = v3_dot(polygon->points[i], e1);
        v[i] = v3_dot(polygon->points[i], e2);
    }
    for (int32_t i = 0; i < polygon->count; i++) {
        int32_t j = polygon->next[i];
        box[4 * i] = lower(u[i], u[j]) - ROUNDING;
        box[4 * i + 1] = upper(u[i], u[j]) + ROUNDING;
        box[4 * i + 2] = lower(v[i], v[j]) - ROUNDING;
        box[4 * i + 3] = upper(v[i], v[j]) + ROUNDING;
    }
}

static bool boxes_apart(const double *a, const double *b)
{
    return a[0] > b[1] || b[0] > a[1] || a[2] > b[3] || b[2] > a[3];
}

static double flat_turn(const double *u, const double *v, int32_t a, int32_t b, int32_t c)
{
    return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
}

// Crossings in this view, up to `enough`, counted in doubles: good enough to choose a view.
static int32_t estimate_crossings(const bi_projection *projection, const bi_polygon *polygon, int32_t enough)
{
    const double *u = projection->flat, *v = u + polygon->count, *box = v + polygon->count;
    int32_t crossings = 0;
    for (int32_t a = 0; a < polygon->count && crossings < enough; a++) {
        int32_t b = polygon->next[a];
        for (int32_t c = a + 1; c < polygon->count; c++) {
            int32_t d = polygon->next[c];
            if (!boxes_apart(box + 4 * a, box + 4 * c) && c != b && d != a &&
                flat_turn(u, v, a, b, c) * flat_turn(u, v, a, b, d) < 0 &&
                flat_turn(u, v, c, d, a) * flat_turn(u, v, c, d, b) < 0) {
                crossings++;
            }
        }
    }
    return crossings;
}

static bight_vec3 choose_view(bi_projection *projection, const bi_polygon *polygon, bi_random *random)
{
    bight_vec3 best = random_view(random);
    int32_t fewest = INT32_MAX, views = polygon->count <= VIEWS_UP_TO ? VIEWS : 0;
    for (int32_t i = 0; i < views; i++) {
        bight_vec3 view = i == 0 ? best : random_view(random);
        flatten(projection, polygon, view);
        int32_t crossings = estimate_crossings(projection, polygon, fewest);
        if (crossings < fewest) {
            fewest = crossings;
            best = view;
        }
    }
    return best;
}

// Two edges that share the vertex b fold back on each other when a and c are on the same side of b.
static bool folds(const bi_polygon *polygon, int32_t a, int32_t b, int32_t c, bight_vec3 view)
{
    const bight_vec3 *p = polygon->points;
    if (bi_orient_along(p[a], p[b], p[c], view) != 0) {
        return false;
    }

    // cosine of the turn in the plane; a view in which it is not clearly straight on is given up
    bight_vec3 n = v3_unit(view, v3(0, 0, 1)), in = v3_sub(p[b], p[a]), out = v3_sub(p[c], p[b]);
    in = v3_madd(in, -v3_dot(in, n), n);
    out = v3_madd(out, -v3_dot(out, n), n);
    return !(v3_dot(in, out) > 1e-6 * v3_length(in) * v3_length(out));
}

static outcome examine_pair(const bi_polygon *polygon, int32_t a, int32_t c, bight_vec3 view,
                            bi_meeting *found)
{
    int32_t b = polygon->next[a], d = polygon->next[c];
    const bight_vec3 *p = polygon->points;
    found->sign = 0;
    if (b == c || d == a) {
        bool fold = b == c ? folds(polygon, a, b, d, view) : folds(polygon, c, a, b, view);
        return fold ? DEGENERATE : CLEAR;
    }

    // edges cross when each has its ends on different sides of the other's line in the view
    int32_t c_side = bi_orient_along(p[a], p[b], p[c], view),
            d_side = bi_orient_along(p[a], p[b], p[d], view);
    if (c_side != 0 && c_side == d_side) {
        return CLEAR;
    }

    int32_t a_side = bi_orient_along(p[c], p[d], p[a], view),
            b_side = bi_orient_along(p[c], p[d], p[b], view);
    if (a_side != 0 && a_side == b_side) {
        return CLEAR;
    }
    if (a_side == 0 || b_side == 0 || c_side == 0 || d_side == 0) {
        return DEGENERATE;
    }

    // c, d passes from the right of a, b to its left when d_side > 0, and above it when the volume of
    // a, b, c, d has the other sign
    int32_t volume = bi_orient3d(p[a], p[b], p[c], p[d]);
    if (volume == 0) {
        return MEETS_ITSELF;
    }

    bool cd_above = volume * d_side < 0;
    *found = (bi_meeting){{a, c}, cd_above ? 1 : 0, cd_above ? -d_side : d_side};
    return CLEAR;
}

static outcome find_meetings(bi_projection *projection, const bi_polygon *polygon, bight_vec3 view)
{
    flatten(projection, polygon, view);
    const double *box = projection->flat + 2 * (size_t)polygon->count;

    // boxes in doubles rule out most pairs of edges, exact predicates decide the others
    projection->count = 0;
    for (int32_t a = 0; a < polygon->count; a++) {
        if (bi_watch_stops(polygon->watch, 2 * ((int64_t)polygon->count - a))) {
            return STOPPED;
        }
        for (int32_t c = a + 1; c < polygon->count; c++) {
            if (boxes_apart(box + 4 * (size_t)a, box + 4 * (size_t)c)) {
                continue;
            }
            if (bi_watch_stops(polygon->watch, 200)) {
                return STOPPED;
            }

            // a degenerate pair spoils the view
            bi_meeting meeting;
            outcome result = examine_pair(polygon, a, c, view, &meeting);
            if (result != CLEAR) {
                return result;
            }
            if (meeting.sign == 0) {
                continue;
            }

            if (projection->count >= BI_MAX_CROSSINGS) {
                return TOO_MANY;
            }
            if (bi_reserve(&projection->allocator, &projection->meetings, &projection->meeting_capacity,
                           (int64_t)projection->count + 1, sizeof meeting) != BIGHT_OK) {
                return NO_ROOM;
            }
            projection->meetings[projection->count++] = meeting;
        }
    }
    return CLEAR;
}

// Which of two passages along edge a comes first?
static int32_t order(const bi_projection *projection, const bi_polygon *polygon, int32_t a, bi_passage x,
                     bi_passage y, bight_vec3 view)
{
    const bight_vec3 *p = polygon->points;
    int32_t c = projection->meetings[x.crossing].edge[1 - x.side];
    int32_t e = projection->meetings[y.crossing].edge[1 - y.side];
    bight_vec3 first[2] = {p[c], p[polygon->next[c]]}, second[2] = {p[e], p[polygon->next[e]]};
    return bi_order_along(p[a], p[polygon->next[a]], first, second, view);
}

// Sorts each edge's passages along it; there are few on one edge, so by insertion.
static outcome sort_passages(bi_projection *projection, const bi_polygon *polygon, bight_vec3 view)
{
    int32_t *first = projection->first_passage;

    // counting sort by edge: those of edge a are first[a] .. first[a + 1] - 1
    for (int32_t i = 0; i <= polygon->count; i++) {
        first[i] = 0;
    }

    for (int32_t i = 0; i < projection->count; i++) {
        first[projection->meetings[i].edge[0]]++;
        first[projection->meetings[i].edge[1]]++;
    }

    for (int32_t i = 0, sum = 0; i <= polygon->count; i++) {
        sum += first[i];
        first[i] = sum;
    }

    for (int32_t i = 0; i < projection->count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            int32_t place = --first[projection->meetings[i].edge[side]];
            projection->passages[place] = (bi_passage){i, side};
        }
    }

    // along the edge by exact comparison; two passages at one point make the view degenerate
    for (int32_t a = 0; a < polygon->count; a++) {
        for (int32_t i = first[a] + 1; i < first[a + 1]; i++) {
            bi_passage passage = projection->passages[i];
            int32_t j = i;
            for (; j > first[a]; j--) {
                if (bi_watch_stops(polygon->watch, 400)) {
                    return STOPPED;
                }
                int32_t sign = order(projection, polygon, a, projection->passages[j - 1], passage, view);
                if (sign == 0) {
                    return DEGENERATE;
                }
                if (sign < 0) {
                    break;
                }
                projection->passages[j] = projection->passages[j - 1];
            }
            projection->passages[j] = passage;
        }
    }
    return CLEAR;
}

static int32_t entry_of(const bi_projection *projection, bi_passage passage)
{
    const bi_meeting *meeting = &projection->meetings[passage.crossing];
    return bi_entry(passage.crossing, meeting->upper == passage.side, meeting->sign);
}

// Strings the passages of each component together.
static void build_diagram(const bi_projection *projection, const bi_polygon *polygon, bi_diagram *diagram)
{
    diagram->crossings = projection->count;
    diagram->circles = 0;
    for (int32_t i = 0; i < projection->count; i++) {
        diagram->sign[i] = (int8_t)projection->meetings[i].sign;
    }
    for (int32_t k = 0; k < polygon->components; k++) {
        int32_t begin = projection->first_passage[polygon->start[k]];
        int32_t end = projection->first_passage[polygon->start[k + 1]];
        diagram->circles += begin == end;
        for (int32_t i = begin; i < end; i++) {
            int32_t from = bi_opposite(entry_of(projection, projection->passages[i]));
            int32_t to = entry_of(projection, projection->passages[i + 1 < end ? i + 1 : begin]);
            diagram->mate[from] = to;
            diagram->mate[to] = from;
        }
    }
}

static outcome try_view(bi_projection *projection, const bi_polygon *polygon, bight_vec3 view,
                        bi_diagram *diagram)
{
    outcome result = find_meetings(projection, polygon, view);
    if (result != CLEAR) {
        return result;
    }
    if (bi_reserve(&projection->allocator, &projection->passages, &projection->passage_capacity,
                   2 * (int64_t)projection->count, sizeof *projection->passages) != BIGHT_OK ||
        bi_diagram_reserve(diagram, projection->count) != BIGHT_OK) {
        return NO_ROOM;
    }
    result = sort_passages(projection, polygon, view);
    if (result == CLEAR) {
        build_diagram(projection, polygon, diagram);
    }
    return result;
}

bight_status bi_project(bi_projection *projection, const bi_polygon *polygon, uint64_t seed,
                        bi_diagram *diagram, bight_error *error)
{
    const bight_allocator *allocator = &projection->allocator;
    bight_status status = bi_reserve(allocator, &projection->flat, &projection->flat_capacity,
                                     6 * (int64_t)polygon->count, sizeof *projection->flat);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &projection->first_passage, &projection->first_capacity,
                            (int64_t)polygon->count + 1, sizeof *projection->first_passage);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to project %d vertices", (int)polygon->count);
    }

    bi_random random = bi_random_from(seed);
    bight_vec3 view = choose_view(projection, polygon, &random);
    outcome result = DEGENERATE;
    for (int32_t i = 0; i < ATTEMPTS && result == DEGENERATE; i++) {
        result = try_view(projection, polygon, view, diagram);
        view = random_view(&random);

        // a curve that touches itself looks degenerate from everywhere
        int32_t one, two;
        if ((result == MEETS_ITSELF || (result == DEGENERATE && i == 2)) &&
            bi_find_touch(polygon, &one, &two)) {
            return bi_refuse_touch(polygon, one, two, error);
        }
        result = bi_watch_status(polygon->watch, BIGHT_OK) == BIGHT_OK ? result : STOPPED;
    }

    switch (result) {
    case CLEAR:
        return BIGHT_OK;
    case STOPPED:
        return bi_fail(error, BIGHT_ERROR_STOPPED, 0, "stopped while %d vertices were projected",
                       (int)polygon->count);
    case NO_ROOM:
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %d crossings", (int)projection->count);
    case TOO_MANY:
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                       "the shrunk curve has more than %d crossings: too tangled to name", BI_MAX_CROSSINGS);
    default:
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the curve meets itself, or nearly, in every view: "
                       "move its strands apart");
    }
}
