// SPDX-License-Identifier: MIT

#include "dress/check.h"

#include "core/error.h"
#include "core/pi.h"
#include "core/vec3.h"

void bi_triangle_places(const bight_cloth_mesh *mesh, int32_t triangle, double places[6])
{
    for (int32_t k = 0; k < 3; k++) {
        const double *uv = mesh->uv + 2 * mesh->uv_triangles[3 * triangle + k];
        places[2 * k] = uv[0];
        places[2 * k + 1] = uv[1];
    }
}

// A circle with cloth round more of it than this, to either side of its direction, has cloth all round.
#define MOST_SECTOR 2.4

// ---- numbers --------------------------------------------------------------------------------------------

static bight_status check_region(const bight_dress_region *r, int32_t i, const bight_pipe *pipe,
                                 bight_error *error)
{
    bool circle = r->kind == BIGHT_REGION_CIRCLE;
    if (!circle && r->kind != BIGHT_REGION_RECTANGLE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "region %d is neither a rectangle nor a circle", i + 1);
    }
    const double numbers[8] = {r->centre[0], r->centre[1], r->angle,  r->length,
                               r->width,     r->padding,   r->radius, r->spin};
    for (int32_t k = 0; k < 8; k++) {
        if (!(fabs(numbers[k]) <= 1e6)) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "region %d has a number that is not one, or beyond 1,000,000: give places in metres", i + 1);
        }
    }
    if (circle ? !(r->radius > 0.0) : !(r->length > 0.0 && r->width > 0.0 && r->padding >= 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       circle ? "region %d: its radius must be above 0"
                              : "region %d: length and width must be above 0, padding not below",
                       i + 1);
    }
    if (r->strand < 0 || r->strand >= pipe->strand_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "region %d is for strand %d: there are strands 0 to %d",
                       i + 1, r->strand, pipe->strand_count - 1);
    }
    double part[2];
    bi_region_part(r, false, part);
    if (!(part[0] >= 0.0 && part[1] <= 1.0 && part[1] - part[0] >= 0.001)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "region %d lies on the part %g to %g of its strand: give two numbers from 0 to 1, the "
                       "smaller first",
                       i + 1, part[0], part[1]);
    }
    if (circle && part[r->end == 1] != (r->end == 1 ? 1.0 : 0.0)) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "region %d: the tip of a circle is an end of the strand: its part begins at 0 or ends at 1",
            i + 1);
    }
    if (circle && (pipe->strands[r->strand].closed || r->end < 0 || r->end > 1)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "region %d: a circle needs an end of an open strand, 0 or 1", i + 1);
    }
    return BIGHT_OK;
}

static bool share(const bight_dress_region *one, const bight_dress_region *two)
{
    double a[2], b[2];
    bool halves =
        one->kind == BIGHT_REGION_CIRCLE && two->kind == BIGHT_REGION_CIRCLE && one->end != two->end;
    bi_region_part(one, halves, a);
    bi_region_part(two, halves, b);
    return a[1] <= b[0] || b[1] <= a[0];
}

static bight_status check_strands(const bight_dress_region *given, int32_t count, const bight_pipe *pipe,
                                  bight_error *error)
{
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < i; k++) {
            if (given[i].strand == given[k].strand && !share(&given[k], &given[i])) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "regions %d and %d are both for strand %d: only two circles, one at each end, "
                               "share one, or regions that say which part of it (from, to)",
                               k + 1, i + 1, given[i].strand);
            }
        }
    }
    for (int32_t s = 0; s < pipe->strand_count; s++) {
        bool found = false;
        for (int32_t i = 0; i < count; i++) {
            found = found || given[i].strand == s;
        }
        if (!found) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "strand %d has no region: give one for each strand",
                           s);
        }
    }
    return BIGHT_OK;
}

static bool is_finite_place(const double uv[2])
{
    return fabs(uv[0]) <= 1e6 && fabs(uv[1]) <= 1e6;
}

static bight_status check_mesh(const bight_cloth_mesh *mesh, bight_error *error)
{
    if (mesh->triangle_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the mesh has no triangles");
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t v = mesh->triangles[i], place = mesh->uv_triangles[i];
        if (v < 0 || v >= mesh->vertex_count || place >= mesh->uv_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "face %d has a corner that is not there",
                           mesh->faces[i / 3] + 1);
        }
        if (place < 0) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "face %d has no place on the pattern: a garment needs one (UV) at every corner, in metres",
                mesh->faces[i / 3] + 1);
        }
        bight_vec3 p = mesh->positions[v];
        if (!is_finite_place(mesh->uv + 2 * place) ||
            !(fabs(p.x) <= 1e6 && fabs(p.y) <= 1e6 && fabs(p.z) <= 1e6)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "vertex %d is not a number, on the pattern or in space, or beyond 1,000,000 m: "
                           "bight mesh repair",
                           v + 1);
        }
    }
    return BIGHT_OK;
}

// ---- places ---------------------------------------------------------------------------------------------

// How much of a region lies on the pattern, and whether the pattern runs clockwise there.
static bight_status check_place(const bight_cloth_mesh *mesh, const bi_region *region, int32_t i,
                                bool *flipped, double *share, double *sector, bight_error *error)
{
    const bight_dress_region *given = region->given;
    double thickness = region->thickness;
    double covered = 0.0, turned = 0.0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        double p[6];
        bi_triangle_places(mesh, t, p);
        double part = bi_region_cover(region, p);
        if (!(part > 0.0)) {
            continue;
        }
        bool clockwise = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]) < 0.0;
        covered += part;
        turned += clockwise ? part : 0.0;
        *sector = bi_max(*sector, bi_region_sector(region, p));
        for (int32_t k = 0; k < 3; k++) {
            const double *a = p + 2 * k, *b = p + 2 * ((k + 1) % 3);
            double edge = bi_length_2d(b[0] - a[0], b[1] - a[1]);
            if (edge < 2.0 * thickness) {
                return bi_fail(
                    error, BIGHT_ERROR_INVALID, 0,
                    "region %d has an edge of %.3g m at (%.4g, %.4g) of the pattern, shorter than twice the "
                    "thickness %.3g m: take a coarser mesh or thinner cloth",
                    i + 1, edge, a[0], a[1], thickness);
            }
        }
    }
    double area = bi_region_area(given);
    // a tip is pulled out of a hem by a circle round a place on it, of which less than half may be cloth
    if (covered < (given->kind == BIGHT_REGION_CIRCLE ? 0.3 : 0.5) * area) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "region %d at (%.4g, %.4g) is off the pattern: only %.0f %% of it is on cloth; move "
                       "it, or make it smaller "
                       "(what is beside the cloth is padding)",
                       i + 1, given->centre[0], given->centre[1], 100.0 * covered / area);
    }
    if (turned > 0.01 * covered && turned < 0.99 * covered) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "region %d at (%.4g, %.4g): the pattern is folded there, or two pieces lie over each "
                       "other: lay its "
                       "pieces apart",
                       i + 1, given->centre[0], given->centre[1]);
    }
    *flipped = turned > 0.5 * covered;
    *share = bi_min(1.0, covered / area);
    *sector = *sector < MOST_SECTOR ? *sector : PI;
    return BIGHT_OK;
}

bight_dress_options bi_dress_chosen(const bight_dress_options *options)
{
    bight_dress_options chosen = options == NULL ? (bight_dress_options){0} : *options;
    chosen.thickness = chosen.thickness == 0.0 ? 0.001 : chosen.thickness;
    chosen.fill = chosen.fill == 0.0 ? 0.6 : chosen.fill;
    return chosen;
}

bight_status bi_dress_check(const bight_cloth_mesh *mesh, const bight_pipe *pipe,
                            const bight_dress_region *given, int32_t region_count,
                            const bight_dress_options *options, bi_region *regions, bight_error *error)
{
    if (region_count < 1 || region_count > BIGHT_DRESS_MAX_REGIONS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there must be 1 to %d regions, not %d",
                       BIGHT_DRESS_MAX_REGIONS, region_count);
    }
    if (!(options->thickness >= 1e-6 && options->thickness <= 0.1) ||
        !(options->fill >= 0.1 && options->fill <= 0.9)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the thickness must be 1e-6 to 0.1 m, the fill 0.1 to 0.9");
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < region_count && status == BIGHT_OK; i++) {
        status = check_region(&given[i], i, pipe, error);
    }
    status = status == BIGHT_OK ? check_strands(given, region_count, pipe, error) : status;
    status = status == BIGHT_OK ? check_mesh(mesh, error) : status;
    for (int32_t i = 0; i < region_count && status == BIGHT_OK; i++) {
        bool flipped = false, shared = false;
        for (int32_t j = 0; j < region_count; j++) {
            shared = shared || (j != i && given[j].strand == given[i].strand);
        }
        regions[i] = bi_region_begin(pipe, &given[i], options->thickness, options->fill, shared, false);
        double share = 1.0, sector = 0.0;
        status = check_place(mesh, &regions[i], i, &flipped, &share, &sector, error);
        regions[i] = bi_region_begin(pipe, &given[i], options->thickness, options->fill, shared, flipped);
        regions[i].graded = options->graded;
        regions[i].share = share;
        regions[i].sector = sector;
    }
    return status;
}

// ---- what was measured ----------------------------------------------------------------------------------

bight_status bi_dress_judge(const bight_cloth_mesh *mesh, const bi_region *regions,
                            const bight_dress_map *map, bool keep_mesh, bight_error *error)
{
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        int32_t i = map->regions[t];
        if (i < 0) {
            continue;
        }
        double p[6], limit;
        bi_triangle_places(mesh, t, p);
        limit = bi_region_limit(&regions[i], p);
        for (int32_t k = 0; k < 3; k++) {
            double r = bi_region_radius(&regions[i], p + 2 * k),
                   needed = bi_region_packing(&regions[i], p + 2 * k);
            if (r < needed) {
                double arc, angle;
                bi_region_lay(&regions[i], p + 2 * k, &arc, &angle);
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "region %d needs a radius of %.4g m and has %.4g m, %.3g m along strand %d: "
                               "widen the pipe, or "
                               "take narrower or thinner cloth",
                               i + 1, needed, r, arc, regions[i].given->strand);
            }
        }
        for (int32_t k = 0; k < 3 && keep_mesh; k++) {
            double edge =
                bi_length_2d(p[2 * ((k + 1) % 3)] - p[2 * k], p[2 * ((k + 1) % 3) + 1] - p[2 * k + 1]);
            if (edge > limit) {
                return bi_fail(
                    error, BIGHT_ERROR_INVALID, 0,
                    "region %d has an edge of %.4g m at (%.4g, %.4g) of the pattern, too long for its pipe: "
                    "edges of "
                    "at most %.4g m are needed; refine it (without --keep-mesh) or take a finer mesh",
                    i + 1, edge, p[2 * k], p[2 * k + 1], map->fits[i].edge_needed);
            }
        }
    }
    return BIGHT_OK;
}
