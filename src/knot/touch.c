// SPDX-License-Identifier: MIT

#include "knot/touch.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/vec3.h"
#include "geom/predicates.h"

bool bi_find_touch(const bi_polygon *polygon, int32_t *one, int32_t *two)
{
    const bight_vec3 *p = polygon->points;
    for (int32_t a = 0; a < polygon->count; a++) {
        for (int32_t c = a + 1; c < polygon->count && !bi_watch_stops(polygon->watch, 60); c++) {
            int32_t b = polygon->next[a], d = polygon->next[c];
            bool meet;
            if (b == c || d == a) {
                int32_t before = b == c ? a : c, at = b == c ? b : a, after = b == c ? d : b;
                meet = bi_collinear(p[before], p[at], p[after]) &&
                       v3_dot(v3_sub(p[at], p[before]), v3_sub(p[after], p[at])) < 0.0;
            } else {
                meet = bi_segments_meet(p[a], p[b], p[c], p[d]);
            }
            if (meet) {
                *one = a;
                *two = c;
                return true;
            }
        }
    }
    return false;
}

static int32_t component_of(const bi_polygon *polygon, int32_t vertex)
{
    int32_t k = 0;
    while (vertex >= polygon->start[k + 1]) {
        k++;
    }
    return k;
}

bight_status bi_refuse_touch(const bi_polygon *polygon, int32_t one, int32_t two, bight_error *error)
{
    BI_ASSERT(one >= 0 && two >= 0);
    int32_t a = polygon->origin[one], b = polygon->origin[two];
    int32_t first = component_of(polygon, one), second = component_of(polygon, two);
    if (a < 0 || b < 0) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the path that joins the ends of the curve meets it%s near point %d: close it in another way",
            a < 0 && b < 0 ? " or itself" : "", (a > b ? a : b) + 1);
    }
    if (first != second) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "curve %d meets curve %d near their points %d and %d (counted from 1): move them apart",
            first + 1, second + 1, a + 1, b + 1);
    }
    return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                   "the curve meets itself near points %d and %d (counted from 1), so it has no knot type: "
                   "move them apart",
                   a + 1, b + 1);
}
