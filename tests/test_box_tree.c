// SPDX-License-Identifier: MIT

#include "geom/box_tree.h"
#include "sheets.h"

typedef struct seen_pairs {
    const bi_box_tree *a, *b;
    unsigned char *hits; // (triangles of a x triangles of b)
    int32_t width;
} seen_pairs;

static void mark(void *data, int32_t leaf_a, int32_t leaf_b)
{
    seen_pairs *seen = data;
    seen->hits[seen->a->order[leaf_a] * seen->width + seen->b->order[leaf_b]]++;
}

// By axes, in double, from the definition: how far apart boxes of two triangles are at most.
static double gap(const bight_vec3 *x, const int32_t *s, const bight_vec3 *y, const int32_t *t)
{
    double most = -HUGE_VAL;
    for (int32_t axis = 0; axis < 3; axis++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int32_t k = 0; k < 6; k++) {
            bight_vec3 p = k < 3 ? x[s[k]] : y[t[k - 3]];
            double at = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
            low[k / 3] = fmin(low[k / 3], at), high[k / 3] = fmax(high[k / 3], at);
        }
        most = fmax(most, fmax(low[0] - high[1], low[1] - high[0]));
    }
    return most;
}

// Pairs within the slack are all visited once, pairs beyond it by more than rounding are not.
static void check_pairs(const sheet *a, const sheet *b, bool self, double slack, double size, uint64_t seed)
{
    seen_pairs seen = {&a->tree, &b->tree, NULL, b->triangle_count};
    seen.hits = calloc((size_t)a->triangle_count * (size_t)b->triangle_count + 1, 1);
    bi_pair_list parts = {0};
    const bi_box_tree *other = self ? NULL : &b->tree;
    float reach = bi_float_above(slack);
    CHECK_SEED(bi_box_tree_parts(NULL, &a->tree, other, reach, &parts) == BIGHT_OK, seed);
    for (int32_t i = 0; i < parts.count; i++) {
        bi_box_tree_visit(&a->tree, other, reach, parts.pairs[i], mark, &seen);
    }
    for (int32_t s = 0; s < a->triangle_count; s++) {
        for (int32_t t = self ? s + 1 : 0; t < b->triangle_count; t++) {
            int32_t hits = seen.hits[s * seen.width + t] + (self ? seen.hits[t * seen.width + s] : 0);
            double apart = gap(a->x, a->triangles + 3 * s, b->x, b->triangles + 3 * t);
            CHECK_SEED(hits == 1 || (hits == 0 && apart > slack), seed);
            CHECK_SEED(hits == 0 || apart <= slack + 1e-6 * size, seed);
        }
        CHECK_SEED(!self || seen.hits[s * seen.width + s] == 0, seed);
    }
    free(seen.hits);
    bi_free_array(NULL, parts.pairs, (size_t)parts.capacity, sizeof *parts.pairs);
}

TEST(every_near_pair_is_visited_once)
{
    for (uint64_t seed = 1; seed <= 80; seed++) {
        bi_random random = bi_random_from(seed);
        double size = seed % 3 == 0 ? 1e4 : 1.0;
        sheet a = soup_sheet(&random, 60, bi_random_below(&random, 400), size);
        sheet b = soup_sheet(&random, 60, 1 + bi_random_below(&random, (int32_t)seed), size);
        if (seed % 2 == 0) {
            // small triangles: most pairs are far
            for (int32_t i = 0; i < 3 * a.triangle_count; i++) {
                a.triangles[i] = (a.triangles[i] % 3 + i / 3) % a.vertex_count;
                a.x[i % a.vertex_count] = v3_mul(size, v3(i % a.vertex_count * 0.1, 0, 0));
            }
        }
        finish_sheet(&a);
        finish_sheet(&b);
        double slack = seed % 4 == 0 ? 0.0 : 0.1 * size * bi_random_unit(&random);
        check_pairs(&a, &a, true, slack, size, seed);
        check_pairs(&a, &b, false, slack, size, seed);
        check_pairs(&b, &a, false, slack, size, seed);
        drop_sheet(&a);
        drop_sheet(&b);
    }
}

static bool holds(const bi_box *box, bight_vec3 p)
{
    return (double)box->low[0] <= p.x && p.x <= (double)box->high[0] && (double)box->low[1] <= p.y &&
           p.y <= (double)box->high[1] && (double)box->low[2] <= p.z && p.z <= (double)box->high[2];
}

// Refitted boxes hold their triangles on every level, at both ends of a motion, and do not depend on threads.
TEST(refitted_boxes_hold_their_triangles)
{
    for (int32_t n = 1; n <= 81; n += 16) {
        sheet s = grid_sheet(n, 1.0);
        finish_sheet(&s);
        bight_vec3 *moved = calloc((size_t)s.vertex_count, sizeof *moved);
        bi_random random = bi_random_from((uint64_t)n);
        for (int32_t i = 0; i < s.vertex_count; i++) {
            s.x[i] = bi_random_vec3(&random, i % 2 == 0 ? 1e-30 : 1e10);
            moved[i] = v3_add(s.x[i], bi_random_vec3(&random, 0.5));
        }
        size_t total = (size_t)s.tree.level_first[s.tree.level_count];
        bi_box *first = calloc(total, sizeof *first);
        for (int32_t threads = 1; threads <= 4; threads++) {
            bi_box_tree_refit(&s.tree, s.triangles, s.x, moved, threads);
            if (threads == 1) {
                memcpy(first, s.tree.boxes, total * sizeof *first);
            }
            CHECK(memcmp(first, s.tree.boxes, total * sizeof *first) == 0);
        }
        for (int32_t leaf = 0; leaf < s.tree.leaf_count; leaf++) {
            for (int32_t level = 0; level < s.tree.level_count; level++) {
                const bi_box *box = s.tree.boxes + s.tree.level_first[level] + (leaf >> level);
                for (int32_t k = 0; k < 3; k++) {
                    int32_t v = s.triangles[3 * s.tree.order[leaf] + k];
                    CHECK(holds(box, s.x[v]) && holds(box, moved[v]));
                }
            }
        }
        free(first);
        free(moved);
        drop_sheet(&s);
    }
}

// The order is a permutation, and keeps neighbours together: the boxes of a flat grid shrink level by level.
TEST(order_is_a_permutation_and_compact)
{
    sheet s = grid_sheet(64, 1.0);
    finish_sheet(&s);
    unsigned char *seen = calloc((size_t)s.triangle_count, 1);
    for (int32_t i = 0; i < s.tree.leaf_count; i++) {
        seen[s.tree.order[i]]++;
    }
    CHECK(memchr(seen, 0, (size_t)s.triangle_count) == NULL);
    double area = 0.0;
    int32_t level = 5;
    for (int32_t i = s.tree.level_first[level]; i < s.tree.level_first[level + 1]; i++) {
        const bi_box *box = &s.tree.boxes[i];
        area += (double)(box->high[0] - box->low[0]) * (double)(box->high[1] - box->low[1]);
    }
    CHECK(area < 1.6); // 1 is perfect: 16 squares of 1 / 64 in each of the 256 nodes
    free(seen);
    drop_sheet(&s);
}

TEST(slack_is_rounded_up)
{
    CHECK((double)bi_float_above(0.1) >= 0.1 && bi_float_above(0.25) == 0.25f &&
          bi_float_above(1e-60) > 0.0f);
}

RUN_TESTS(unit(every_near_pair_is_visited_once), unit(refitted_boxes_hold_their_triangles),
          unit(order_is_a_permutation_and_compact), unit(slack_is_rounded_up))
