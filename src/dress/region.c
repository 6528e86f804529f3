// SPDX-License-Identifier: MIT

#include "dress/region.h"

#include "core/pi.h"
#include "core/vec3.h"

#define SIDES 64

void bi_region_part(const bight_dress_region *given, bool shared, double part[2])
{
    bool half = given->kind == BIGHT_REGION_CIRCLE && shared, last = given->end == 1;
    part[0] = half && last ? 0.5 : 0.0;
    part[1] = half && !last ? 0.5 : 1.0;
    if (given->part[0] != 0.0 || given->part[1] != 0.0) {
        part[0] = given->part[0];
        part[1] = given->part[1];
    }
}

bi_region bi_region_begin(const bight_pipe *pipe, const bight_dress_region *given, double thickness,
                          double fill, bool shared, bool flipped)
{
    double length = pipe->strands[given->strand].length, part[2];
    bool circle = given->kind == BIGHT_REGION_CIRCLE, last = circle && given->end == 1;
    bi_region_part(given, shared, part);
    return (bi_region){.given = given,
                       .pipe = pipe,
                       .length = (part[1] - part[0]) * length,
                       .start = last ? part[1] * length : part[0] * length,
                       .way = last ? -1.0 : 1.0,
                       // angles grow so that the front is outside: see bi_region_lay()
                       .turn = (circle && !last ? -1.0 : 1.0) * (flipped ? -1.0 : 1.0),
                       .thickness = thickness,
                       .share = 1.0,
                       .sector = PI,
                       .fill = fill,
                       .axes = bi_turn_of(given->angle / (2.0 * PI))};
}

// x along the region's direction a, y to the right of it: the frame that becomes (along, round) on a pipe, whose outside is
// then the pattern's front.
static void to_frame(const bi_region *region, const double place[2], double *x, double *y)
{
    bi_turn a = region->axes;
    double u = place[0] - region->given->centre[0], v = place[1] - region->given->centre[1];
    *x = u * a.cosine + v * a.sine;
    *y = u * a.sine - v * a.cosine;
}

bool bi_region_holds(const bi_region *region, const double place[2])
{
    const bight_dress_region *given = region->given;
    double x, y;
    to_frame(region, place, &x, &y);
    if (given->kind == BIGHT_REGION_CIRCLE) {
        return x * x + y * y <= given->radius * given->radius * (1.0 + 2e-6);
    }
    return fabs(x) <= 0.5 * given->length * (1.0 + 2e-6) && fabs(y) <= 0.5 * given->width * (1.0 + 2e-6);
}

// ---- cover ----------------------------------------------------------------------------------------------

static int32_t outline(const bight_dress_region *given, double corners[2 * SIDES])
{
    bool circle = given->kind == BIGHT_REGION_CIRCLE;
    for (int32_t i = 0; i < SIDES && circle; i++) {
        bi_turn t = bi_turn_of((double)i / SIDES);
        corners[2 * i] = given->radius * t.cosine;
        corners[2 * i + 1] = given->radius * t.sine;
    }
    for (int32_t i = 0; i < 4 && !circle; i++) {
        corners[2 * i] = (i == 1 || i == 2 ? 0.5 : -0.5) * given->length;
        corners[2 * i + 1] = (i < 2 ? -0.5 : 0.5) * given->width;
    }
    return circle ? SIDES : 4;
}

static double polygon_area(const double *p, int32_t count)
{
    double twice = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % count);
        twice += a[0] * b[1] - a[1] * b[0];
    }
    return 0.5 * twice;
}

double bi_region_area(const bight_dress_region *given)
{
    double corners[2 * SIDES];
    return polygon_area(corners, outline(given, corners));
}

// Circles about both that do not meet: most triangles.
static bool is_apart(const bight_dress_region *given, const double places[6])
{
    double reach = given->kind == BIGHT_REGION_CIRCLE ? given->radius
                                                      : 0.5 * bi_length_2d(given->length, given->width),
           far = 0.0;
    double x = (places[0] + places[2] + places[4]) / 3.0, y = (places[1] + places[3] + places[5]) / 3.0;
    for (int32_t k = 0; k < 3; k++) {
        far = bi_max(far, bi_length_2d(places[2 * k] - x, places[2 * k + 1] - y));
    }
    return bi_length_2d(x - given->centre[0], y - given->centre[1]) > reach + far;
}

// Nothing of it is cut off: (x, y) of its corners. A circle's polygon has radius R cos(pi / 64) inside.
static bool is_inside(const bight_dress_region *given, const double p[6])
{
    double rim = 0.998 * given->radius, half_length = 0.5 * given->length, half_width = 0.5 * given->width;
    for (int32_t k = 0; k < 3; k++) {
        double x = p[2 * k], y = p[2 * k + 1];
        if (given->kind == BIGHT_REGION_CIRCLE ? x * x + y * y > rim * rim
                                               : fabs(x) > half_length || fabs(y) > half_width) {
            return false;
        }
    }
    return true;
}

// The triangle cut by one side of the region after the other (Sutherland and Hodgman 1974).
double bi_region_cover(const bi_region *region, const double places[6])
{
    const bight_dress_region *given = region->given;
    double border[2 * SIDES], p[2 * (SIDES + 4)], q[2 * (SIDES + 4)];
    if (is_apart(given, places)) {
        return 0.0;
    }
    for (int32_t k = 0; k < 3; k++) {
        to_frame(region, places + 2 * k, &p[2 * k], &p[2 * k + 1]);
    }
    if (is_inside(given, p)) {
        return fabs(polygon_area(p, 3));
    }
    int32_t sides = outline(given, border), count = 3;
    for (int32_t s = 0; s < sides && count > 0; s++) {
        const double *a = border + 2 * s, *b = border + 2 * ((s + 1) % sides);
        int32_t kept = 0;
        for (int32_t i = 0; i < count; i++) {
            const double *one = p + 2 * i, *two = p + 2 * ((i + 1) % count);
            double d = (b[0] - a[0]) * (one[1] - a[1]) - (b[1] - a[1]) * (one[0] - a[0]);
            double e = (b[0] - a[0]) * (two[1] - a[1]) - (b[1] - a[1]) * (two[0] - a[0]);
            if (d >= 0.0) {
                q[2 * kept] = one[0];
                q[2 * kept++ + 1] = one[1];
            }
            if ((d > 0.0 && e < 0.0) || (d < 0.0 && e > 0.0)) {
                double t = d / (d - e);
                q[2 * kept] = one[0] + t * (two[0] - one[0]);
                q[2 * kept++ + 1] = one[1] + t * (two[1] - one[1]);
            }
        }
        count = kept;
        for (int32_t i = 0; i < 2 * kept; i++) {
            p[i] = q[i];
        }
    }
    return fabs(polygon_area(p, count));
}

double bi_region_sector(const bi_region *region, const double places[6])
{
    const bight_dress_region *given = region->given;
    double most = 0.0;
    for (int32_t k = 0; given->kind == BIGHT_REGION_CIRCLE && k < 3; k++) {
        double x, y;
        to_frame(region, places + 2 * k, &x, &y);
        double rho = bi_length_2d(x, y);
        if (rho > 0.1 * given->radius && rho <= given->radius) {
            most = bi_max(most, 2.0 * PI * bi_turn_to(x, fabs(y)));
        }
    }
    return most;
}

// ---- mapping --------------------------------------------------------------------------------------------

// With (t, e, r) along the axis, round it and outwards, e x t = r. The pattern's a x right = -front, so along = a and
// round = right has its front outside. In a circle with its tip first, along = away from the tip and round = against phi; with
// its tip last the other way.
void bi_region_lay(const bi_region *region, const double place[2], double *arc, double *angle)
{
    const bight_dress_region *given = region->given;
    double x, y;
    to_frame(region, place, &x, &y);
    if (given->kind == BIGHT_REGION_CIRCLE) {
        double rho = sqrt(x * x + y * y),
               phi = 2.0 * PI * bi_turn_to(x, -y); // -y is to the left: phi as u towards v
        *arc = region->start + region->way * rho * region->length / given->radius;
        if (region->sector < PI) {
            // a sector goes all round too; its two borders meet but for a slit
            double most = PI - region->thickness / bight_pipe_radius(region->pipe, given->strand, *arc);
            phi = phi > PI ? phi - 2.0 * PI : phi;
            phi = bi_max(-most, bi_min(most, phi * most / region->sector));
        }
        *angle = region->turn * phi + given->spin;
        return;
    }

    // a closed wrap leaves a slit of two thicknesses between its borders
    *arc = region->start + (x / given->length + 0.5) * region->length;
    double whole = given->width + 2.0 * given->padding;
    double r = bight_pipe_radius(region->pipe, given->strand, *arc);
    double most = bi_max(PI, 2.0 * PI - 2.0 * region->thickness / r);
    double rate = bi_min(2.0 * PI / whole, most / given->width);
    *angle = PI + region->turn * y * rate + given->spin;
}

bight_vec3 bi_region_map(const bi_region *region, const double place[2], bight_vec3 *outward)
{
    const bight_dress_region *given = region->given;
    double arc, angle;
    bi_region_lay(region, place, &arc, &angle);
    bight_pipe_place there = bight_pipe_at(region->pipe, given->strand, arc, angle);
    *outward = there.outward;
    if (given->kind == BIGHT_REGION_RECTANGLE) {
        return there.point;
    }

    // a tip is a cone: no farther from the axis than from the tip in the cloth, so that nothing is stretched round it
    // r = k rho, with k the part of a whole turn that cloth is
    double k = region->sector / PI, rho = fabs(arc - region->start) * given->radius / region->length;
    double part = bi_min(1.0, k * rho / there.radius);
    if (part < 1.0) {
        // s = rho L / R: the normal of the cone is (L / R) outward - k (away from the tip)
        *outward =
            v3_madd(v3_mul(region->length / given->radius, there.outward), -k * region->way, there.along);
    }
    return v3_madd(there.point, -(1.0 - part) * there.radius, there.outward);
}

double bi_region_radius(const bi_region *region, const double place[2])
{
    // the arc of bi_region_lay(), whose angle is not needed
    const bight_dress_region *given = region->given;
    double x, y;
    to_frame(region, place, &x, &y);
    double arc = given->kind == BIGHT_REGION_CIRCLE
                     ? region->start + region->way * sqrt(x * x + y * y) * region->length / given->radius
                     : region->start + (x / given->length + 0.5) * region->length;
    return bight_pipe_radius(region->pipe, given->strand, arc);
}

double bi_region_edge(const bi_region *region, double r)
{
    return bi_min(0.5 * r, 2.0 * sqrt(r * region->thickness));
}

double bi_region_packing(const bi_region *region, const double place[2])
{
    const bight_dress_region *given = region->given;
    if (given->kind == BIGHT_REGION_RECTANGLE) {
        return sqrt(given->width * region->thickness / (PI * region->fill));
    }
    double x = place[0] - given->centre[0], y = place[1] - given->centre[1], rho = sqrt(x * x + y * y);
    return rho < 4.0 * region->thickness / region->fill
               ? 0.0
               : sqrt(2.0 * rho * region->share * region->thickness / region->fill);
}

// ---- how fine -------------------------------------------------------------------------------------------

// How much too long an edge is; 1 is just right. Two rules (design note 5.3), for an edge of length h that turns by t on the pipe,
// its direction out of it or along it: t <= 1/2, and it leaves the surface by h t / 8 <= g / 2. Along a straight piece nothing
// turns, and h <= r is asked for what the cloth will do.
static double coarseness(const bi_region *region, const double *a, const double *b)
{
    double arc, angle, h = bi_length_2d(b[0] - a[0], b[1] - a[1]);
    double r = bi_min(bi_region_radius(region, a), bi_region_radius(region, b));
    bi_region_lay(region, a, &arc, &angle);
    bight_pipe_place one = bight_pipe_at(region->pipe, region->given->strand, arc, angle);
    bi_region_lay(region, b, &arc, &angle);
    bight_pipe_place two = bight_pipe_at(region->pipe, region->given->strand, arc, angle);
    double out = v3_distance(one.outward, two.outward), along = v3_distance(one.along, two.along);
    double turn = bi_max(out, along), worst = bi_max(h / r, 2.0 * turn);
    return bi_max(worst, sqrt(bi_max(h, v3_distance(one.point, two.point)) * turn / (4.0 * region->thickness)));
}

// Round a tube, where t = h / r, both rules are h <= min(r / 2, 2 sqrt(r g)), which is taken in every direction unless cloth is
// to be graded, and for tips, which turn all at once. Else a triangle's longest edge over how much too coarse it is.
double bi_region_limit(const bi_region *region, const double places[6])
{
    double longest = 0.0, worst = 0.0, least = HUGE_VAL;
    bool graded = region->graded && region->given->kind == BIGHT_REGION_RECTANGLE;
    for (int32_t k = 0; k < 3; k++) {
        const double *a = places + 2 * k, *b = places + 2 * ((k + 1) % 3);
        least = graded ? least : bi_min(least, bi_region_radius(region, a));
        worst = graded ? bi_max(worst, coarseness(region, a, b)) : worst;
        longest = bi_max(longest, bi_length_2d(b[0] - a[0], b[1] - a[1]));
    }
    return !graded ? bi_region_edge(region, least) : worst > 0.0 ? longest / worst : HUGE_VAL;
}
