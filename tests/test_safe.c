// SPDX-License-Identifier: MIT
// From a clean state, never an intersection: neither at the end of a step nor on the way.

#include "cloth/safe.h"
#include "sheets.h"

static int32_t crossings_of(const sheet *s, const bight_vec3 *positions)
{
    sheet copy = *s;
    bi_box_tree_refit(&copy.tree, s->triangles, positions, NULL, 1);
    bi_sheet one = {&s->surface, positions, &copy.tree};
    bi_crossings found = {0};
    CHECK(bi_crossings_find(NULL, &one, NULL, 1, &found) == BIGHT_OK);
    int32_t count = found.count;
    bi_crossings_free(NULL, &found);
    return count;
}

// Both meshes as one, the second's vertices behind the first's.
static sheet join_sheets(const sheet *a, const sheet *b)
{
    sheet s = new_sheet(a->vertex_count + b->vertex_count, a->triangle_count + b->triangle_count);
    memcpy(s.x, a->x, (size_t)a->vertex_count * sizeof *s.x);
    memcpy(s.x + a->vertex_count, b->x, (size_t)b->vertex_count * sizeof *s.x);
    memcpy(s.triangles, a->triangles, 12 * (size_t)a->triangle_count);
    for (int32_t i = 0; i < 3 * b->triangle_count; i++) {
        s.triangles[3 * a->triangle_count + i] = b->triangles[i] + a->vertex_count;
    }
    return s;
}

static const bi_safe_options careful = {.reach = 0.1, .substeps = 4, .threads = 1, .assert_exact = true};

// Vertices want to go anywhere, far enough to cross everything; along the way from each state to the next
// nothing crosses either.
TEST(random_motion_never_crosses)
{
    double moved = 0.0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        bi_random random = bi_random_from(seed);
        sheet low = grid_sheet(6, 1.0), high = grid_sheet(7, 1.1);
        for (int32_t i = 0; i < high.vertex_count; i++) {
            high.x[i] = v3_add(high.x[i], v3(-0.03, 0.02, 0.02 + 0.05 * bi_random_unit(&random)));
        }
        sheet s = join_sheets(&low, &high);
        finish_sheet(&s);
        size_t bytes = (size_t)s.vertex_count * sizeof(bight_vec3);
        bight_vec3 *x = malloc(bytes), *next = malloc(bytes), *between = malloc(bytes);
        memcpy(x, s.x, bytes);
        bi_safe safe;
        CHECK(bi_safe_make(NULL, &s.surface, x, &safe) == BIGHT_OK);
        CHECK(bi_safe_start(&safe, x, 1) == BIGHT_OK);
        for (int32_t step = 0; step < 25; step++) {
            double size = exp2(bi_random_range(&random, -8.0, 1.0));
            for (int32_t i = 0; i < s.vertex_count; i++) {
                next[i] = v3_add(x[i], bi_random_vec3(&random, size));
                next[i].z = step % 2 == 0 ? 0.02 * bi_random_unit(&random) : next[i].z; // all into one plane
            }
            bi_safe_options options = careful;
            options.substeps = 1 + step % 3;
            bi_safe_report report;
            CHECK_SEED(bi_safe_step(&safe, x, next, &options, &report) == BIGHT_OK, seed);
            CHECK_SEED(report.backtracks == 0, seed);
            for (int32_t part = 1; part <= 4 && options.substeps == 1; part++) {
                for (int32_t i = 0; i < s.vertex_count; i++) {
                    between[i] = v3_lerp(x[i], next[i], 0.25 * part);
                }
                CHECK_SEED(crossings_of(&s, between) == 0, seed);
            }
            CHECK_SEED(crossings_of(&s, next) == 0, seed);
            for (int32_t i = 0; i < s.vertex_count; i++) {
                moved += v3_distance(x[i], next[i]);
            }
            memcpy(x, next, bytes);
        }
        bi_safe_free(&safe);
        free(x);
        free(next);
        free(between);
        drop_sheet(&s);
        drop_sheet(&low);
        drop_sheet(&high);
    }
    CHECK(moved > 100.0);
}

// A patch of three triangles is shot at a sheet at 50 gaps a step.
static sheet patch_over_sheet(double height)
{
    sheet low = grid_sheet(20, 1.0), patch = new_sheet(5, 3);
    const bight_vec3 x[5] = {v3(0.41, 0.42, 0), v3(0.47, 0.41, 0), v3(0.49, 0.46, 0), v3(0.45, 0.5, 0),
                             v3(0.4, 0.47, 0)};
    const int32_t triangles[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    memcpy(patch.triangles, triangles, sizeof triangles);
    for (int32_t i = 0; i < 5; i++) {
        patch.x[i] = v3_add(x[i], v3(0, 0, height));
    }
    sheet s = join_sheets(&low, &patch);
    drop_sheet(&low);
    drop_sheet(&patch);
    return s;
}

static double height_of_patch(const sheet *s, const bight_vec3 *x)
{
    double sum = 0.0;
    for (int32_t i = s->vertex_count - 5; i < s->vertex_count; i++) {
        sum += x[i].z / 5.0;
    }
    return sum;
}

TEST(a_patch_is_shot_at_a_sheet)
{
    double gap = 0.001;
    bi_safe_options options = careful;
    options.reach = 0.03;
    sheet s = patch_over_sheet(20.0 * gap);
    finish_sheet(&s);
    size_t bytes = (size_t)s.vertex_count * sizeof(bight_vec3);
    bight_vec3 *x = malloc(bytes), *next = malloc(bytes);

    // the end of the step is clean, so a test there, with backtracking or without, lets the patch jump across
    memcpy(x, s.x, bytes);
    for (int32_t i = s.vertex_count - 5; i < s.vertex_count; i++) {
        x[i].z -= 50.0 * gap;
    }
    CHECK(crossings_of(&s, s.x) == 0 && crossings_of(&s, x) == 0);
    CHECK(height_of_patch(&s, x) < -20.0 * gap);

    // safe mode lets it come near, step after step, and never through
    memcpy(x, s.x, bytes);
    bi_safe safe;
    CHECK(bi_safe_make(NULL, &s.surface, x, &safe) == BIGHT_OK);
    CHECK(bi_safe_start(&safe, x, 1) == BIGHT_OK);
    for (int32_t step = 0; step < 200; step++) {
        memcpy(next, x, bytes);
        for (int32_t i = s.vertex_count - 5; i < s.vertex_count; i++) {
            next[i].z -= 50.0 * gap;
        }
        bi_safe_report report;
        CHECK(bi_safe_step(&safe, x, next, &options, &report) == BIGHT_OK);
        CHECK(report.backtracks == 0 && report.stopped > 0 && report.missed > 0.9 * 50.0 * gap - 20.0 * gap);
        memcpy(x, next, bytes);
        for (int32_t i = s.vertex_count - 5; i < s.vertex_count; i++) {
            CHECK(x[i].z > 0.0);
        }
    }
    CHECK(height_of_patch(&s, x) < 0.1 * gap); // it did come near
    CHECK(crossings_of(&s, x) == 0);
    bi_safe_free(&safe);
    free(x);
    free(next);
    drop_sheet(&s);
}

// Where nothing is near, nothing is held back, and bounds are found anew every eight steps at most.
TEST(free_motion_is_not_hindered)
{
    sheet s = grid_sheet(10, 1.0);
    finish_sheet(&s);
    size_t bytes = (size_t)s.vertex_count * sizeof(bight_vec3);
    bight_vec3 *x = malloc(bytes), *next = malloc(bytes);
    memcpy(x, s.x, bytes);
    bi_safe safe;
    CHECK(bi_safe_make(NULL, &s.surface, x, &safe) == BIGHT_OK && bi_safe_start(&safe, x, 1) == BIGHT_OK);
    int32_t detections = 0;
    for (int32_t step = 0; step < 32; step++) {
        for (int32_t i = 0; i < s.vertex_count; i++) {
            next[i] = v3_add(x[i], v3(0.0, 0.001, -0.002));
        }
        bi_safe_report report;
        CHECK(bi_safe_step(&safe, x, next, &careful, &report) == BIGHT_OK);
        CHECK(report.stopped == 0 && report.missed == 0.0);
        detections += report.detections;
        memcpy(x, next, bytes);
    }
    CHECK(detections == 4);

    // a fall of a fifth of the size in one step takes more than one look
    for (int32_t i = 0; i < s.vertex_count; i++) {
        next[i].z -= 0.06;
    }
    bi_safe_report report;
    CHECK(bi_safe_step(&safe, x, next, &careful, &report) == BIGHT_OK);
    CHECK(report.stopped == 0 && report.detections >= 1);
    bi_safe_free(&safe);
    free(x);
    free(next);
    drop_sheet(&s);
}

// Two linked bands pulled apart stay linked: their axes' linking number is that of the crossings of one
// band's middle line with a disc in the other, but simply nothing ever crosses.
TEST(linked_bands_stay_linked_on_any_number_of_threads)
{
    enum { N = 24 };
    sheet s = new_sheet(4 * N, 4 * N);
    for (int32_t band = 0; band < 2; band++) {
        for (int32_t i = 0; i < N; i++) {
            double a = 2.0 * acos(-1.0) * i / N, c = cos(a), d = sin(a);
            int32_t v = 2 * N * band + 2 * i, w = 2 * N * band + 2 * ((i + 1) % N);
            s.x[v] = band == 0 ? v3(c, d, -0.1) : v3(1.0 + c, -0.1, d);
            s.x[v + 1] = band == 0 ? v3(c, d, 0.1) : v3(1.0 + c, 0.1, d);
            int32_t quad[6] = {v, w, w + 1, v, w + 1, v + 1};
            memcpy(s.triangles + 6 * (N * band + i), quad, sizeof quad);
        }
    }
    finish_sheet(&s);
    size_t bytes = (size_t)s.vertex_count * sizeof(bight_vec3);
    bight_vec3 *x[3], *next = malloc(bytes);
    for (int32_t threads = 1; threads <= 3; threads++) {
        bight_vec3 *at = x[threads - 1] = malloc(bytes);
        memcpy(at, s.x, bytes);
        bi_safe safe;
        CHECK(bi_safe_make(NULL, &s.surface, at, &safe) == BIGHT_OK &&
              bi_safe_start(&safe, at, threads) == BIGHT_OK);
        bi_safe_options options = careful;
        options.threads = threads;
        for (int32_t step = 0; step < 60; step++) {
            for (int32_t i = 0; i < s.vertex_count; i++) {
                next[i] = v3_add(at[i], v3(i < 2 * N ? -0.2 : 0.2, 0, 0));
            }
            CHECK(bi_safe_step(&safe, at, next, &options, NULL) == BIGHT_OK);
            memcpy(at, next, bytes);
        }
        CHECK(crossings_of(&s, at) == 0);
        bi_safe_free(&safe);
    }
    assert_memory_equal(x[0], x[1], bytes);
    assert_memory_equal(x[0], x[2], bytes);

    // the rightmost of the left band is still to the right of the leftmost of the right one
    double right = -HUGE_VAL, left = HUGE_VAL;
    for (int32_t i = 0; i < s.vertex_count; i++) {
        right = i < 2 * N ? fmax(right, x[0][i].x) : right;
        left = i >= 2 * N ? fmin(left, x[0][i].x) : left;
    }
    CHECK(right > left && x[0][N].x < -1.2);
    for (int32_t i = 0; i < 3; i++) {
        free(x[i]);
    }
    free(next);
    drop_sheet(&s);
}

TEST(a_tangled_start_is_refused)
{
    sheet s = patch_over_sheet(0.0);
    s.x[s.vertex_count - 1].z = 0.01;
    s.x[s.vertex_count - 2].z = -0.01;
    finish_sheet(&s);
    bi_safe safe;
    CHECK(bi_safe_make(NULL, &s.surface, s.x, &safe) == BIGHT_OK);
    CHECK(bi_safe_start(&safe, s.x, 1) == BIGHT_ERROR_INVALID);
    bi_safe_free(&safe);
    drop_sheet(&s);
}

// Positions that something else has moved out of their bounds are taken anew.
TEST(bounds_follow_where_others_put_the_mesh)
{
    sheet s = patch_over_sheet(0.05);
    finish_sheet(&s);
    size_t bytes = (size_t)s.vertex_count * sizeof(bight_vec3);
    bight_vec3 *x = malloc(bytes), *next = malloc(bytes);
    memcpy(x, s.x, bytes);
    bi_safe safe;
    bi_safe_report report;
    CHECK(bi_safe_make(NULL, &s.surface, x, &safe) == BIGHT_OK && bi_safe_start(&safe, x, 1) == BIGHT_OK);
    memcpy(next, x, bytes);
    CHECK(bi_safe_step(&safe, x, next, &careful, &report) == BIGHT_OK && report.detections == 1);
    CHECK(bi_safe_step(&safe, x, next, &careful, &report) == BIGHT_OK && report.detections == 0);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        x[i].y += 7.0;
    }
    for (int32_t i = s.vertex_count - 5; i < s.vertex_count; i++) {
        x[i].z = 0.001;
    }
    memcpy(next, x, bytes);
    for (int32_t i = s.vertex_count - 5; i < s.vertex_count; i++) {
        next[i].z = -0.05;
    }
    CHECK(bi_safe_step(&safe, x, next, &careful, &report) == BIGHT_OK && report.detections >= 1);
    CHECK(next[s.vertex_count - 1].z > 0.0 && next[0].y == x[0].y);
    bi_safe_free(&safe);
    free(x);
    free(next);
    drop_sheet(&s);
}

RUN_TESTS(unit(random_motion_never_crosses), unit(a_patch_is_shot_at_a_sheet),
          unit(free_motion_is_not_hindered), unit(linked_bands_stay_linked_on_any_number_of_threads),
          unit(a_tangled_start_is_refused), unit(bounds_follow_where_others_put_the_mesh))
