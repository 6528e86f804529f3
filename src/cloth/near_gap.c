// SPDX-License-Identifier: MIT

#include "cloth/near_gap.h"

#include "cloth/seam.h"
#include "cloth/world.h"
#include "geom/segment.h"

#include <string.h>

void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4])
{
    BI_ASSERT(a >= 0 && b >= 0 && a < (edges ? world->topology.surface.edge_count : world->vertex_count));
    BI_ASSERT(b < (edges ? world->topology.surface.edge_count : world->topology.triangle_count));
    if (edges) {
        memcpy(v, world->topology.surface.edges + 2 * (size_t)a, 2 * sizeof *v);
        memcpy(v + 2, world->topology.surface.edges + 2 * (size_t)b, 2 * sizeof *v);
    } else {
        v[0] = a;
        memcpy(v + 1, world->topology.triangles + 3 * (size_t)b, 3 * sizeof *v);
    }
}

// ---- margins ----------------------------------------------------------------------------------------------

double bi_near_free_margin(const bight_cloth_world *world)
{
    return bi_max(world->thickness, 0.25 * world->edge_length);
}

double bi_near_most_margin(const bight_cloth_world *world)
{
    double thickness = world->thickness;
    return world->def.reach > 0.0
               ? world->def.reach * thickness
               : bi_max(world->near.room * bi_near_free_margin(world), BI_NEAR_LEAST_MARGIN * thickness);
}

// ---- how near neighbours in the sheet may come ----------------------------------------------------------

static bight_vec3 rest_of(const bight_cloth_world *world, int32_t vertex)
{
    const float *r = world->rest + 3 * (size_t)vertex;
    return v3((double)r[0], (double)r[1], (double)r[2]);
}

static bool is_one_of(int32_t vertex, const int32_t *of, int32_t count)
{
    bool found = false;
    for (int32_t i = 0; i < count; i++) {
        found |= vertex == of[i];
    }
    return found;
}

// Within three edges of each other?
static bool within_rings(const bight_cloth_world *world, int32_t from, const int32_t *to, int32_t count)
{
    const int32_t *first = world->topology.row_first, *columns = world->topology.columns;
    for (int32_t a = first[from]; a < first[from + 1]; a++) {
        if (is_one_of(columns[a], to, count)) {
            return true;
        }
        for (int32_t b = first[columns[a]]; b < first[columns[a] + 1]; b++) {
            bool found = is_one_of(columns[b], to, count);
            for (int32_t c = first[columns[b]]; c < first[columns[b] + 1]; c++) {
                found |= is_one_of(columns[c], to, count);
            }
            if (found) {
                return true;
            }
        }
    }
    return false;
}

static double rest_distance_squared(bool edges, const bight_vec3 r[4])
{
    return edges ? bi_segment_closest(r[0], r[1], r[2], r[3]).distance_squared
                 : bi_point_triangle_closest(r[0], r[1], r[2], r[3]).distance_squared;
}

double bi_pairs_neighbour_gap(const bight_cloth_world *world, bool edges, const int32_t v[4])
{
    bight_vec3 r[4];
    for (int32_t i = 0; i < 4; i++) {
        r[i] = rest_of(world, v[i]);
    }
    double gap = bi_min(world->thickness, 0.5 * sqrt(rest_distance_squared(edges, r)));
    // across a seam a vertex may lie on an edge at rest
    return bi_seam_welded_gap(world, v) < HUGE_VAL ? BI_SEAM_GAP * world->thickness : gap;
}

// Pairs one to three rings apart push each other below half their distance at rest, or cloth would push
// itself wider than it is.
double bi_pairs_gap(const bight_cloth_world *world, bool edges, const int32_t v[4])
{
    double gap = world->thickness, welded = bi_seam_welded_gap(world, v);
    bight_vec3 r[4];

    // a pair at a weld has no common rest shape, so it has a gap of its own (cloth/seam.h)
    if (welded < HUGE_VAL) {
        return bi_seam_gap(world, edges ? 2 : 1, v, welded);
    }

    for (int32_t i = 0; i < 4; i++) {
        r[i] = rest_of(world, v[i]);
    }

    // in most pairs even the nearest corners are far apart at rest
    double least = HUGE_VAL, longest = 0.0;
    int32_t first = edges ? 2 : 1;
    for (int32_t i = 0; i < first; i++) {
        for (int32_t k = first; k < 4; k++) {
            least = bi_min(least, v3_length_squared(v3_sub(r[i], r[k])));
        }
    }
    for (int32_t k = first + 1; k < 4; k++) {
        longest = bi_max(longest, v3_length_squared(v3_sub(r[k], r[first])));
    }
    longest = edges ? bi_max(longest, v3_length_squared(v3_sub(r[1], r[0]))) : longest;

    // every point of either has a corner within the longest side from the first corner
    double far = 2.0 * (gap + sqrt(longest));
    if (least >= far * far) {
        return bi_seam_gap(world, first, v, gap);
    }

    // neighbours within three edges: gap = min(h, d_rest / 2)
    double apart2 = rest_distance_squared(edges, r);
    if (apart2 < 4.0 * gap * gap && within_rings(world, v[0], v + first, 4 - first)) {
        gap = 0.5 * sqrt(apart2);
    }

    return bi_seam_gap(world, first, v, gap);
}

// An end that moves by m shifts the closest points by at most m / sin(angle); edges that are all but parallel
// are left to their vertices.
bool bi_pairs_may_cross(const bight_vec3 p[2], const bight_vec3 q[2], double margin)
{
    BI_ASSERT(margin >= 0.0);
    bight_vec3 a = v3_sub(p[1], p[0]), b = v3_sub(q[1], q[0]), r = v3_sub(p[0], q[0]);
    double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b), det = aa * bb - ab * ab;
    if (!(det > 1e-3 * aa * bb)) {
        return false;
    }
    double ar = v3_dot(a, r), br = v3_dot(b, r), s = (ab * br - bb * ar) / det, t = (aa * br - ab * ar) / det;
    double shift = 4.0 * margin * sqrt(aa * bb / det), ds = shift / sqrt(aa), dt = shift / sqrt(bb);
    return s > -ds && s < 1.0 + ds && t > -dt && t < 1.0 + dt;
}
