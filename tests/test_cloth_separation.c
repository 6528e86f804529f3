// SPDX-License-Identifier: MIT
// Whether a direction parts two triangles that move, with and without a common corner: against heights
// measured here, and distances of plain_motion.h. Pairs are made so that one likely direction alone parts
// them.

#include "cloth/separation.h"
#include "cloth/world.h"

#include "core/random.h"
#include "plain_motion.h"
#include "test.h"

typedef struct frame {
    bight_vec3 x, y, z, origin;
} frame;

static frame random_frame(bi_random *random)
{
    frame f;
    f.x = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    f.y = v3_unit(v3_cross(f.x, bi_random_vec3(random, 1.0)), v3(0, 1, 0));
    f.z = v3_cross(f.x, f.y);
    f.origin = bi_random_vec3(random, 2.0);
    return f;
}

static bight_vec3 seen(const frame *f, bight_vec3 p)
{
    return v3_madd(v3_madd(v3_madd(f->origin, p.x, f->x), p.y, f->y), p.z, f->z);
}

static bight_vec3 turned(bight_vec3 p, bight_vec3 axis, double angle)
{
    double c = cos(angle), s = sin(angle);
    bight_vec3 q = v3_add(v3_mul(c, p), v3_mul(s, v3_cross(axis, p)));
    return v3_madd(q, (1.0 - c) * v3_dot(axis, p), axis);
}

// ---- heights --------------------------------------------------------------------------------------------

// The least of how far all of y that counts lies above all of x that counts, along n (as long as it is):
// corner over corner, or over and under the common corner.
static double least_height(const bight_vec3 x[3], const bight_vec3 y[3], int32_t shared_x, int32_t shared_y,
                           bight_vec3 n)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3 && shared_x < 0; k++) {
            least = fmin(least, v3_dot(n, v3_sub(y[k], x[i])));
        }
        if (shared_x >= 0) {
            least = i != shared_x ? fmin(least, v3_dot(n, v3_sub(x[shared_x], x[i]))) : least;
            least = i != shared_y ? fmin(least, v3_dot(n, v3_sub(y[i], x[shared_x]))) : least;
        }
    }
    return least;
}

static double height_at(const bi_moving_pair *pair, double t, bight_vec3 n)
{
    bight_vec3 x[3], y[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_lerp(pair->x[0][k], pair->x[1][k], t);
        y[k] = v3_lerp(pair->y[0][k], pair->y[1][k], t);
    }
    return least_height(x, y, pair->x_shared, pair->y_shared, n);
}

// ---- distances ------------------------------------------------------------------------------------------

// Of what may meet: corners and triangles, edges and edges that have no corner in common.
static double plain_distance(const bi_moving_pair *pair, double t)
{
    bight_vec3 x[3], y[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_lerp(pair->x[0][k], pair->x[1][k], t);
        y[k] = v3_lerp(pair->y[0][k], pair->y[1][k], t);
    }
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 3; i++) {
        least = i != pair->x_shared ? fmin(least, plain_point_triangle(x[i], y)) : least;
        least = i != pair->y_shared ? fmin(least, plain_point_triangle(y[i], x)) : least;
        for (int32_t k = 0; k < 3; k++) {
            int32_t i2 = (i + 1) % 3, k2 = (k + 1) % 3;
            bool common = pair->x_shared >= 0 && (i == pair->x_shared || i2 == pair->x_shared) &&
                          (k == pair->y_shared || k2 == pair->y_shared);
            least = common ? least : fmin(least, plain_segments(x[i], x[i2], y[k], y[k2]));
        }
    }
    return least;
}

// Two triangles apart or with a common corner, a shake, and a turn of both.
static bi_moving_pair random_pair(bi_random *random, int32_t n, bight_vec3 *axis, double *angle)
{
    bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
    if (n % 2 == 0) {
        pair.x_shared = n / 2 % 3;
        pair.y_shared = n / 6 % 3;
    }
    bight_vec3 up = v3_unit(bi_random_vec3(random, 1.0), v3(0, 0, 1));
    double shake = n % 5 == 0 ? 0.0 : exp2(bi_random_range(random, -7.0, 0.0)),
           gap = bi_random_range(random, 0.0, 0.8);
    *axis = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    *angle = n % 3 == 0 ? 0.0 : bi_random_range(random, -0.6, 0.6);
    for (int32_t k = 0; k < 3; k++) {
        pair.x[0][k] = bi_random_vec3(random, 1.0);
        pair.y[0][k] = bi_random_vec3(random, 1.0);

        // mostly one on each side of a plane
        double below = v3_dot(pair.x[0][k], up), above = v3_dot(pair.y[0][k], up);
        pair.x[0][k] = below > -gap ? v3_madd(pair.x[0][k], -2.0 * below - gap, up) : pair.x[0][k];
        pair.y[0][k] = above < gap ? v3_madd(pair.y[0][k], -2.0 * above + gap, up) : pair.y[0][k];
    }
    if (pair.x_shared >= 0) {
        pair.x[0][pair.x_shared] = pair.y[0][pair.y_shared] = v3(0, 0, 0);
    }
    for (int32_t k = 0; k < 3; k++) {
        pair.x[1][k] = turned(v3_add(pair.x[0][k], bi_random_vec3(random, shake)), *axis, *angle);
        pair.y[1][k] = turned(v3_add(pair.y[0][k], bi_random_vec3(random, shake)), *axis, *angle);
    }
    if (pair.x_shared >= 0) {
        pair.y[1][pair.y_shared] = pair.x[1][pair.x_shared];
    }
    return pair;
}

// Along one direction: exactly when both ends are parted on the same side. Along one that turns: only when
// they are so all the way, and always when both triangles turn with it, little, and are well apart.
TEST(directions_part_what_lies_on_both_sides)
{
    bi_random random = bi_random_from(5);
    int32_t along = 0, turning = 0, rigid = 0, likely = 0;
    const int32_t pairs = LESS_WHEN_CHECKED(60000, 20000);
    for (int32_t n = 0; n < pairs; n++) {
        bight_vec3 axis;
        double angle, least = n % 7 == 0 ? 0.0 : bi_random_range(&random, 0.0, 0.3);
        bi_moving_pair pair = random_pair(&random, n, &axis, &angle);
        bight_vec3 way;
        double apart = bi_pair_distance(&pair, 0, &way);
        CHECK_SEED(fabs(apart - plain_distance(&pair, 0.0)) < 1e-9, n);
        CHECK_SEED(fabs(bi_pair_distance(&pair, 1, NULL) - plain_distance(&pair, 1.0)) < 1e-9, n);
        way = v3_unit(n % 4 == 0 ? bi_random_vec3(&random, 1.0) : way, v3(1, 0, 0));
        way = v3_mul(bi_random_below(&random, 2) == 0 ? -1.0 : 1.0, way);

        // one direction, of any length
        double up[2] = {height_at(&pair, 0.0, way), height_at(&pair, 1.0, way)};
        bight_vec3 back = v3_mul(-1.0, way);
        double down[2] = {height_at(&pair, 0.0, back), height_at(&pair, 1.0, back)};
        bool is = (up[0] > least && up[1] > least) || (down[0] > least && down[1] > least);
        double edge = fmin(fmin(fabs(up[0] - least), fabs(up[1] - least)),
                           fmin(fabs(down[0] - least), fabs(down[1] - least)));
        bool said = bi_pair_separates_along(&pair, v3_mul(exp2(n % 9 - 4), way), least);
        CHECK_SEED(edge < 1e-12 || said == is, n);
        along += said;

        // one that turns with them, or anyhow
        bight_vec3 to = turned(way, axis, angle);
        to = n % 4 == 1 ? v3_unit(v3_add(to, bi_random_vec3(&random, 0.3)), to) : to;
        said = bi_pair_separates_turning(&pair, v3_mul(2.0, way), v3_mul(0.3, to), least);
        for (int32_t s = 0; s <= 16 && said; s++) {
            CHECK_SEED(height_at(&pair, s / 16.0, v3_lerp(way, to, s / 16.0)) > least - 1e-12, n);
        }
        turning += said;
        if (n % 5 == 0 && n % 4 != 1 && fabs(angle) < 0.2 && up[0] > 1.1 * least + 0.1) {
            CHECK_SEED(said, n);
            rigid++;
        }

        // what is parted at all is so far apart all the way
        bool parts = bi_pair_separates(&pair, least);
        for (int32_t s = 0; s <= 8 && (parts || said); s++) {
            CHECK_SEED(plain_distance(&pair, s / 8.0) > least * (1.0 - 1e-9) - 1e-12, n);
        }
        likely += parts;
    }
    print_message("%d along, %d turning, %d of them rigid, %d likely\n", (int)along, (int)turning, (int)rigid,
                  (int)likely);
    CHECK(10 * along > pairs && 20 * turning > pairs && rigid > 300 && 10 * likely > pairs);
}

// ---- likely directions ------------------------------------------------------------------------------------

// Corners in any order, in any frame, on a common way; x and y may change places.
static void check_parted(const bight_vec3 x[3], const bight_vec3 y[3], bool common, double least,
                         bi_random *random)
{
    for (int32_t order = 0; order < 72; order++) {
        frame f = random_frame(random);
        bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
        const bight_vec3 *one = order % 2 == 0 ? x : y, *other = order % 2 == 0 ? y : x;
        int32_t first = order / 2 % 3, second = order / 6 % 3;
        bool flip_one = order / 18 % 2, flip_other = order / 36 % 2;
        for (int32_t k = 0; k < 3; k++) {
            int32_t i = flip_one ? (3 - k + first) % 3 : (k + first) % 3;
            int32_t m = flip_other ? (3 - k + second) % 3 : (k + second) % 3;
            pair.x[0][i] = seen(&f, one[k]);
            pair.y[0][m] = seen(&f, other[k]);
            if (common && k == 0) {
                pair.x_shared = i;
                pair.y_shared = m;
                pair.y[0][m] = pair.x[0][i];
            }
        }
        bight_vec3 way = bi_random_vec3(random, 3.0);
        for (int32_t k = 0; k < 3; k++) {
            pair.x[1][k] = v3_add(pair.x[0][k], way);
            pair.y[1][k] = v3_add(pair.y[0][k], way);
        }
        CHECK_SEED(bi_pair_separates(&pair, least), order);
        CHECK_SEED(!bi_pair_separates(&pair, 10.0), order);
    }
}

TEST(likely_directions_part_what_they_are_for)
{
    bi_random random = bi_random_from(11);

    // in one plane: a flat corner points at a long side from beside its middle; across that side alone
    const bight_vec3 long_side[3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1.5, 0}};
    const bight_vec3 flat_corner[3] = {{0.3, 0.06, 0}, {6.3, 0.58, 0}, {-1, 0.17, 0}};
    check_parted(long_side, flat_corner, false, 0.05, &random);

    // one above the other, tilted so that the normal of the lower one alone parts them
    const bight_vec3 floor[3] = {{-4, -4, 0}, {4, -4, 0}, {0, 5, 0}};
    const bight_vec3 tilted[3] = {{-1, 0, 0.1}, {3, 0.5, 1}, {0.5, 1, 3}};
    check_parted(floor, tilted, false, 0.05, &random);

    // around a corner: side by side, and one half open over the other
    const bight_vec3 left[3] = {{0, 0, 0}, {-1, -1, 0.2}, {-1, 1, 0.1}};
    const bight_vec3 right[3] = {{0, 0, 0}, {1, 1, -0.1}, {1, -1, 0.3}};
    check_parted(left, right, true, 0.5, &random);
    const bight_vec3 lower[3] = {{0, 0, 0}, {1, 1, -0.1}, {1, -1, -0.1}};
    const bight_vec3 upper[3] = {{0, 0, 0}, {3, 0.2, 0.1}, {3, -0.2, 0.1}};
    check_parted(lower, upper, true, 0.03, &random);
}

RUN_TESTS(unit(directions_part_what_lies_on_both_sides), unit(likely_directions_part_what_they_are_for))
