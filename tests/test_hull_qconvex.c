// SPDX-License-Identifier: MIT
// A second opinion on convex hulls, by a program that nobody here wrote (qconvex of Qhull, Debian: qhull-bin): planes of facets, area
// and volume, for points in general position, many in one plane, and many in one place.

#define _POSIX_C_SOURCE 200809L

#include "core/random.h"
#include "core/vec3.h"
#include "geom/hull.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 400

typedef struct plane {
    bight_vec3 normal; // outward
    double offset;     // normal . x = offset
} plane;

static bi_hull hull;

// Clouds, balls, lattices, cubes with points within their sides, and points that are there several times.
static int32_t make_points(uint64_t seed, bight_vec3 *points)
{
    bi_random random = bi_random_from(seed);
    int32_t kind = (int32_t)(seed % 5), count = 8 + bi_random_below(&random, MOST - 8);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = bi_random_vec3(&random, 0.9);
        switch (kind) {
        case 0:
            break;
        case 1:
            p = v3_mul(0.75, v3_unit(p, v3(0, 0, 1)));
            break;
        case 2:
            p = v3(0.25 * bi_random_below(&random, 4), 0.25 * bi_random_below(&random, 4),
                   0.25 * bi_random_below(&random, 4));
            break;
        case 3:
            p = i % 3 == 0   ? v3(p.x < 0 ? -1 : 1, p.y, p.z)
                : i % 3 == 1 ? v3(p.x, p.y < 0 ? -1 : 1, p.z)
                             : v3(p.x, p.y, p.z < 0 ? -1 : 1);
            break;
        default:
            p = i > 8 && bi_random_below(&random, 2) == 0 ? points[bi_random_below(&random, i)] : p;
        }
        points[i] = p;
    }
    return count;
}

// ---- ours -------------------------------------------------------------------------------------------

static int32_t our_planes(const bight_vec3 *points, plane *planes, double *area, double *volume)
{
    int32_t count = 0;
    *area = *volume = 0.0;
    for (int32_t f = 0; f < hull.count; f++) {
        bight_vec3 a = points[hull.corners[3 * f]], b = points[hull.corners[3 * f + 1]],
                   c = points[hull.corners[3 * f + 2]];
        bight_vec3 across = v3_cross(v3_sub(b, a), v3_sub(c, a));
        double size = v3_length(across);
        *area += 0.5 * size;
        *volume += v3_dot(a, v3_cross(b, c)) / 6.0;
        if (size > 1e-9) {
            planes[count].normal = v3_mul(1.0 / size, across);
            planes[count].offset = v3_dot(planes[count].normal, a);
            count++;
        }
    }
    return count;
}

// ---- theirs -----------------------------------------------------------------------------------------

static FILE *ask(const char *what)
{
    char command[100];
    snprintf(command, sizeof command, "qconvex %s < points.txt 2> /dev/null", what);
    FILE *answer = popen(command, "r");
    CHECK(answer != NULL);
    return answer;
}

static int32_t their_planes(plane *planes)
{
    FILE *answer = ask("n");
    int32_t dimension = 0, count = 0;
    CHECK(fscanf(answer, "%d %d", &dimension, &count) == 2 && dimension == 4 && count <= 4 * MOST);
    for (int32_t i = 0; i < count; i++) {
        double offset;
        CHECK(fscanf(answer, "%lf %lf %lf %lf", &planes[i].normal.x, &planes[i].normal.y, &planes[i].normal.z,
                     &offset) == 4);
        planes[i].offset = -offset;
    }
    CHECK(pclose(answer) == 0);
    return count;
}

static void their_sizes(double *area, double *volume)
{
    FILE *answer = ask("FS");
    int32_t zero, two;
    CHECK(fscanf(answer, "%d %d %lf %lf", &zero, &two, area, volume) == 4);
    CHECK(pclose(answer) == 0);
}

static bool is_among(const plane *p, const plane *planes, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (v3_distance(p->normal, planes[i].normal) < 1e-6 && fabs(p->offset - planes[i].offset) < 1e-6) {
            return true;
        }
    }
    return false;
}

TEST(qconvex_finds_the_same_hulls)
{
    if (system("command -v qconvex > /dev/null 2>&1") != 0) {
        print_message("qconvex is not installed: no second opinion\n");
        skip();
    }
    static plane ours[4 * MOST], theirs[4 * MOST];
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 10); seed++) {
        bight_vec3 points[MOST];
        int32_t count = make_points(seed, points);
        FILE *file = fopen("points.txt", "w");
        CHECK(file != NULL);
        fprintf(file, "3\n%d\n", (int)count);
        for (int32_t i = 0; i < count; i++) {
            fprintf(file, "%.17g %.17g %.17g\n", points[i].x, points[i].y, points[i].z);
        }
        CHECK(fclose(file) == 0);

        CHECK_SEED(bi_hull_make(&hull, points, count) == BIGHT_OK, seed);
        double area, volume, their_area, their_volume;
        int32_t our_count = our_planes(points, ours, &area, &volume), their_count = their_planes(theirs);
        their_sizes(&their_area, &their_volume);
        CHECK_SEED(fabs(area - their_area) < 1e-6 * their_area, seed);
        CHECK_SEED(fabs(volume - their_volume) < 1e-6 * their_volume, seed);
        for (int32_t i = 0; i < their_count; i++) {
            CHECK_SEED(is_among(&theirs[i], ours, our_count), seed);
        }
        for (int32_t i = 0; i < our_count; i++) {
            CHECK_SEED(is_among(&ours[i], theirs, their_count), seed);
        }
    }
    unlink("points.txt");
    bi_hull_free(&hull);
}

RUN_TESTS(unit(qconvex_finds_the_same_hulls))
