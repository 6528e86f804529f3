// SPDX-License-Identifier: MIT

#include "render/camera.h"

#include "core/assert.h"
#include "core/pi.h"
#include "core/vec3.h"

// right and up for a line of sight; up may be zero or along it
static void basis(bight_vec3 back, bight_vec3 up, bight_vec3 *right, bight_vec3 *true_up)
{
    up = v3_unit(up, v3(0, 1, 0));
    bight_vec3 across = v3_cross(up, back);
    *right = v3_length(across) > 1e-6 ? v3_unit(across, v3(1, 0, 0))
                                      : v3_unit(v3_cross(v3(0, 0, -1), back), v3_perpendicular(back));
    *true_up = v3_cross(back, *right);
}

static double half_tangent(double fov_degrees)
{
    double degrees = fov_degrees > 0.0 ? fov_degrees : 24.0;
    return tan(fmin(fmax(degrees, 1.0), 120.0) * PI / 360.0);
}

bool bi_pinhole_make(const bight_camera *camera, int32_t width, int32_t height, bi_pinhole *pinhole)
{
    BI_ASSERT(width > 0 && height > 0);
    bight_vec3 back = v3_sub(camera->eye, camera->target);
    if (!v3_is_finite(back) || !v3_is_finite(camera->up) || !isfinite(camera->fov_degrees) ||
        !(v3_length(back) > 1e-150)) {
        return false;
    }
    pinhole->eye = camera->eye;
    pinhole->back = v3_unit(back, v3(0, 0, 1));
    basis(pinhole->back, camera->up, &pinhole->right, &pinhole->up);
    pinhole->tan_y = half_tangent(camera->fov_degrees);
    pinhole->tan_x = pinhole->tan_y * width / height;
    pinhole->pixel = 2.0 * pinhole->tan_y / height;
    return true;
}

bight_vec3 bi_pinhole_ray(const bi_pinhole *pinhole, double x, double y)
{
    bight_vec3 sideways = v3_mul((2.0 * x - 1.0) * pinhole->tan_x, pinhole->right);
    bight_vec3 upwards = v3_mul((1.0 - 2.0 * y) * pinhole->tan_y, pinhole->up);
    return v3_unit(v3_sub(v3_add(sideways, upwards), pinhole->back), v3_mul(-1.0, pinhole->back));
}

// Along one axis of the picture, with x across and z towards the viewer, an eye at (c, d) sees the ball of
// radius r around (x, z) when |x - c| + r sqrt(1 + t^2) <= t (d - z), t = tangent of half the angle. With
//   A = max(x + t z) + r sqrt(1 + t^2),   B = max(-x + t z) + r sqrt(1 + t^2)
// that is c + t d >= A and -c + t d >= B: the nearest eye has d = (A + B) / 2 t, c = (A - B) / 2.
typedef struct slab {
    double a, b;
} slab;

static slab fit_axis(const bight_vec3 *points, int32_t count, bight_vec3 axis, bight_vec3 back, double t,
                     double r)
{
    slab s = {-(double)INFINITY, -(double)INFINITY};
    for (int32_t i = 0; i < count; i++) {
        double x = v3_dot(points[i], axis), z = v3_dot(points[i], back);
        s.a = fmax(s.a, x + t * z);
        s.b = fmax(s.b, -x + t * z);
    }
    double margin = r * sqrt(1.0 + t * t);
    return (slab){s.a + margin, s.b + margin};
}

bight_camera bight_camera_fit(const bight_vec3 *points, int32_t count, double radius, bight_vec3 from,
                              bight_vec3 up, double fov_degrees, double aspect)
{
    bight_vec3 back = v3_unit(from, v3_unit(v3(0.35, 0.55, 1.0), v3(0, 0, 1))), right, true_up;
    basis(back, up, &right, &true_up);

    // frame a little more than the points: 8 % of the picture stays free all around
    double tan_y = 0.92 * half_tangent(fov_degrees), tan_x = tan_y * aspect;
    slab x = fit_axis(points, count, right, back, tan_x, radius);
    slab y = fit_axis(points, count, true_up, back, tan_y, radius);
    double distance = fmax((x.a + x.b) / (2.0 * tan_x), (y.a + y.b) / (2.0 * tan_y));

    double middle = 0.0;
    for (int32_t i = 0; i < count; i++) {
        middle += v3_dot(points[i], back) / count;
    }
    double ahead = fmax(distance - middle, radius + 1e-6);
    bight_vec3 centre = v3_madd(v3_mul(0.5 * (x.a - x.b), right), 0.5 * (y.a - y.b), true_up);
    return (bight_camera){.eye = v3_madd(centre, middle + ahead, back),
                          .target = v3_madd(centre, middle, back),
                          .up = true_up,
                          .fov_degrees = fov_degrees};
}
