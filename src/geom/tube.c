// SPDX-License-Identifier: MIT
// The swept tube. Vertices lie in rings of sides + 1: the last repeats the first at u = 1.
//
//   open:    [cap rings from the tip] body rings [cap rings to the tip]
//   closed:  body rings, then the first one again at the end of v
//
// so that neighbouring rings are joined by a strip of quads all the way, whatever they belong to.

#include "geom/mesh.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "geom/smooth_curve.h"

typedef struct tube_builder {
    const bi_smooth_curve *smooth;
    const bight_vec3 *across; // (smooth->count)
    const bight_tube *tube;
    double v_per_length;
    int32_t sides, samples; // samples: of a link
    int32_t ring; // next ring to write
    bight_mesh *mesh;
} tube_builder;

// How thick the tube is at a sample. smooth_curve.c: an open curve begins with its first point, its last two are the middle of
// the last link and its end; between them each point but those two has `samples`, from the middle of the link before it.
static double radius_at(const tube_builder *b, int32_t sample)
{
    const double *radii = b->tube->radii;
    if (radii == NULL) {
        return b->tube->radius;
    }
    int32_t last = b->tube->curve.count - 1;
    double at = sample == 0                      ? 0.0
                : sample == b->smooth->count - 1 ? last
                                                 : 0.5 + (double)(sample - 1) / b->samples;
    int32_t point = at < last ? (int32_t)at : last - 1;
    return radii[point] + (at - point) * (radii[point + 1] - radii[point]);
}

// How much thinner it becomes along its length at a sample.
static double taper_at(const tube_builder *b, int32_t sample)
{
    int32_t before = sample > 0 ? sample - 1 : 0;
    int32_t after = sample < b->smooth->count - 1 ? sample + 1 : sample;
    double along = b->smooth->arc[after] - b->smooth->arc[before];
    return b->tube->radii != NULL && along > 0.0 ? (radius_at(b, before) - radius_at(b, after)) / along : 0.0;
}

// Write a ring about `centre`. A vertex is centre + out_radius (radial direction); its normal leans by
// (radial, axial), a vector in the plane of radius and tangent.
static void add_ring(tube_builder *b, bight_vec3 centre, bight_vec3 across, bight_vec3 tangent,
                     double out_radius, double radial, double axial, double v)
{
    bight_mesh *mesh = b->mesh;
    bight_vec3 sideways = v3_cross(tangent, across);
    size_t start = (size_t)b->ring * (size_t)(b->sides + 1);
    for (int32_t k = 0; k <= b->sides; k++) {
        // the seam's angle is exactly zero both times: its two vertices agree to the last bit
        double angle = k == b->sides ? 0.0 : 2.0 * PI * k / b->sides;
        bight_vec3 out = v3_madd(v3_mul(cos(angle), across), sin(angle), sideways);
        size_t at = start + (size_t)k;
        mesh->positions[at] = v3_madd(centre, out_radius, out);
        mesh->normals[at] = v3_unit(v3_madd(v3_mul(radial, out), axial, tangent), out);
        mesh->uv[2 * at] = (double)k / b->sides;
        mesh->uv[2 * at + 1] = v;
    }
    b->ring++;
}

// Rings of one end. Round: latitudes from the rim to the tip of a half sphere, without the rim, which is
// the body's own ring. Flat: the rim again with its normal along the axis, then the centre.
static void add_cap(tube_builder *b, bool at_end, int32_t rings, bool flat)
{
    int32_t sample = at_end ? b->smooth->count - 1 : 0;
    double sign = at_end ? 1.0 : -1.0;
    double v_rim = at_end ? b->smooth->length * b->v_per_length : 0.0;
    double radius = radius_at(b, sample);
    bight_vec3 p = b->smooth->points[sample], t = b->smooth->tangents[sample];
    for (int32_t i = 0; i < rings; i++) {
        int32_t step = at_end ? i + 1 : rings - i; // 1 is next to the rim, `rings` is the tip
        if (flat) {
            double out = step == 1 ? radius : 0.0;
            add_ring(b, p, b->across[sample], t, out, 0.0, sign,
                     v_rim + sign * (radius - out) * b->v_per_length);
        } else {
            // the tip closes exactly: a rounded cosine would leave a pinhole
            double latitude = 0.5 * PI * step / rings, cosine = step == rings ? 0.0 : cos(latitude);
            bight_vec3 centre = v3_madd(p, sign * radius * sin(latitude), t);
            add_ring(b, centre, b->across[sample], t, radius * cosine, cosine, sign * sin(latitude),
                     v_rim + sign * radius * latitude * b->v_per_length);
        }
    }
}

static void add_body(tube_builder *b)
{
    const bi_smooth_curve *smooth = b->smooth;
    for (int32_t i = 0; i < smooth->count; i++) {
        add_ring(b, smooth->points[i], b->across[i], smooth->tangents[i], radius_at(b, i), 1.0,
                 taper_at(b, i), smooth->arc[i] * b->v_per_length);
    }
    if (smooth->closed) {
        add_ring(b, smooth->points[0], b->across[0], smooth->tangents[0], b->tube->radius, 1.0, 0.0,
                 smooth->length * b->v_per_length);
    }
}

// Join ring to ring. The half of a quad that has two corners in a tip is left out.
static void join_rings(const tube_builder *b, int32_t rings, bool tips)
{
    int32_t at = 0, row = b->sides + 1;
    for (int32_t ring = 0; ring + 1 < rings; ring++) {
        for (int32_t k = 0; k < b->sides; k++) {
            int32_t a = ring * row + k, d = a + row;
            if (!(tips && ring == 0)) {
                int32_t *t = b->mesh->triangles + 3 * (size_t)at++;
                t[0] = a, t[1] = a + 1, t[2] = d;
            }
            if (!(tips && ring + 2 == rings)) {
                int32_t *t = b->mesh->triangles + 3 * (size_t)at++;
                t[0] = a + 1, t[1] = d + 1, t[2] = d;
            }
        }
    }
}

static bight_status check_tube(const bight_tube *tube, int32_t sides, int32_t samples, bight_error *error)
{
    if (!(tube->radius > 0.0) || !isfinite(tube->radius)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "tube radius is %g: it must be above 0", tube->radius);
    }
    if (sides < 3 || sides > 256) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "tube has %d sides: 3 to 256 can be drawn", sides);
    }
    if (samples < 1 || samples > 64) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "tube has %d samples a link: 1 to 64 can be drawn",
                       samples);
    }
    if (tube->radii != NULL && tube->curve.closed) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a closed tube is as thick everywhere: leave out radii");
    }
    for (int32_t i = 0; tube->radii != NULL && i < tube->curve.count; i++) {
        if (!(tube->radii[i] > 0.0) || !isfinite(tube->radii[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "tube radius %d is %g: it must be above 0", i + 1,
                           tube->radii[i]);
        }
    }
    return BIGHT_OK;
}

bight_status bight_tube_mesh(const bight_env *env, const bight_tube *tube, bight_mesh *mesh,
                             bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    int32_t sides = tube->sides == 0 ? 24 : tube->sides;
    int32_t samples = tube->samples_per_link == 0 ? 4 : tube->samples_per_link;
    *mesh = (bight_mesh){0};
    bi_smooth_curve smooth;
    bight_status status = check_tube(tube, sides, samples, error);
    if (status == BIGHT_OK) {
        status = bi_smooth_curve_make(allocator, &tube->curve, samples, &smooth, error);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // between two rings, two triangles a side, or one where a ring is the tip of a cap
    bool closed = tube->curve.closed;
    int32_t cap_rings = closed ? 0 : tube->flat_caps ? 2 : (sides + 3) / 4;
    int64_t rings = (int64_t)smooth.count + (closed ? 1 : 2 * cap_rings);
    int64_t triangles = 2 * (rings - 1) * sides - (closed ? 0 : 2 * sides);

    size_t frame_count = (size_t)smooth.count;
    bight_vec3 *across = bi_new_array(allocator, frame_count, sizeof *across);
    status = across == NULL ? BIGHT_ERROR_NO_MEMORY
                            : bi_mesh_make(allocator, rings * (sides + 1), triangles, mesh);

    // v is arc length over circumference; round a closed tube it ends at a whole number
    if (status == BIGHT_OK) {
        bi_smooth_curve_frames(&smooth, across);
        double v_per_length = 1.0 / (2.0 * PI * tube->radius), v_end = smooth.length * v_per_length;
        if (closed && v_end >= 1.0) {
            v_per_length *= floor(v_end + 0.5) / v_end;
        }
        tube_builder builder = {&smooth, across, tube, v_per_length, sides, samples, 0, mesh};
        add_cap(&builder, false, cap_rings, tube->flat_caps);
        add_body(&builder);
        add_cap(&builder, true, cap_rings, tube->flat_caps);
        join_rings(&builder, (int32_t)rings, !closed);
    } else {
        bi_fail(error, status, 0, "a tube of %lld rings is beyond the memory there is", (long long)rings);
    }

    bi_free_array(allocator, across, frame_count, sizeof *across);
    bi_smooth_curve_free(allocator, &smooth);
    return status;
}
