// SPDX-License-Identifier: MIT
// Contacts of projection ropes. Oracles: finite differences of the true distances, and equation (8) as one
// dense system solved by elimination.

#include "core/random.h"
#include "dense.h"
#include "geom/segment.h"
#include "scene.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/projection/contact.h"

#include <string.h>

#define NODES 14
#define MOST_SIZE 300

static bight_rope_id rods(bight_world *world, const bight_vec3 *points, int32_t count, bool closed)
{
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope;
    bight_error error = {0};
    def.model = BIGHT_MODEL_PROJECTION;
    def.curve = (bight_curve){points, count, closed};
    def.radius = 0.4;
    def.link_length = 1.0;
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

// Two open ropes that cross each other close by, a ring around both, and a ball; then shaken.
static bight_world *tangle(bi_random *random)
{
    bight_world *world = scene_world();
    bight_vec3 points[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(i - 6.5, 0.45, 0.0);
    }
    rods(world, points, NODES, false);
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(0.3, -0.45, i - 6.5);
    }
    rods(world, points, NODES, false);
    double around = NODES / 6.283185307179586;
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(around * cos(i / around) + 2.0, around * sin(i / around) + 1.9, 1.0);
    }
    rods(world, points, NODES, true);
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 1, 1), v3(-3, 1.9, 0));
    for (int32_t i = 0; i < world->node_count; i++) {
        world->at[i] = v3_add(world->at[i], bi_random_vec3(random, 0.15));
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        world->obstacles[i].before = world->obstacles[i].pose;
    }
    bi_near_margin wide = {.links = 1.5, .obstacles = 1.5};
    CHECK(bi_find_near(world, world->at, wide) == BIGHT_OK);

    // all in one group, named by rope 0
    bi_projection_solver *p = world->projection;
    CHECK(bi_reserve(NULL, &p->pairs, &p->pair_capacity, world->near_count, sizeof *p->pairs) == BIGHT_OK);
    for (int32_t i = 0; i < world->near_count; i++) {
        p->pairs[i] = i;
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].projection->group = 0;
    }
    world->ropes[0].projection->first_pair = 0;
    world->ropes[0].projection->pair_count = world->near_count;
    CHECK(bi_projection_rope_touches(world, p, 0) == BIGHT_OK);
    return world;
}

static double *coordinate(bight_world *world, int32_t i)
{
    bight_vec3 *at = &world->at[i / 3];
    return i % 3 == 0 ? &at->x : i % 3 == 1 ? &at->y : &at->z;
}

// Row of Jc for all coordinates of all nodes of the world.
static void whole_row(const bight_world *world, const bi_contact_row *touch, double *row)
{
    memset(row, 0, 3 * (size_t)world->node_count * sizeof *row);
    for (int32_t k = 0; k < 4; k++) {
        int32_t rope = k < 2 || touch->rope[1] < 0 ? touch->rope[0] : touch->rope[1];
        if (touch->row[k] < 0 || rope < 0) {
            continue;
        }
        const bi_rope *owner = &world->ropes[rope];
        for (int32_t i = 0; i < owner->count; i++) {
            if (bi_projection_rope_row(owner->projection, owner->closed, i) == touch->row[k]) {
                double *at = row + 3 * (owner->first + i);
                at[0] += touch->share[k] * touch->normal.x;
                at[1] += touch->share[k] * touch->normal.y;
                at[2] += touch->share[k] * touch->normal.z;
            }
        }
    }
}

static double true_gap(const bight_world *world, const bi_near *near)
{
    const bi_rope *rope = &world->ropes[world->rope_of[near->a]];
    bight_vec3 a = world->at[near->a], a_end = world->at[bi_next(rope, near->a)];
    if (near->obstacle >= 0) {
        const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
        return bi_obstacle_gap(obstacle, &obstacle->pose, near->b, a, a_end).distance - near->reach;
    }
    bight_vec3 b = world->at[near->b],
               b_end = world->at[bi_next(&world->ropes[world->rope_of[near->b]], near->b)];
    return sqrt(bi_segment_closest(a, a_end, b, b_end).distance_squared) - near->reach;
}

TEST(rows_are_the_slopes_of_the_distances)
{
    int32_t rows = 0, further = 0;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = tangle(&random);
        const bi_projection_solver *p = world->projection;
        CHECK_SEED(p->touch_count >= world->near_count, seed);
        double closest = -HUGE_VAL;
        for (int32_t n = 0, pair = 0; n < p->touch_count && pair < world->near_count; n++) {
            double row[3 * 3 * NODES], h = 1e-6;
            const bi_near *near = &world->near[pair];
            if (fabs(p->touches[n].gap - true_gap(world, near)) > 1e-12) {
                further++; // the end of a link that lies beside another: farther than the closest points
                CHECK_SEED(p->touches[n].gap >= closest - 1e-12, seed);
                continue;
            }
            closest = p->touches[n].gap;
            pair++;
            whole_row(world, &p->touches[n], row);
            bool smooth = true;
            double worst = 0.0;
            for (int32_t i = 0; i < 3 * world->node_count; i++) {
                double *x = coordinate(world, i), here = *x, middle = true_gap(world, near);
                *x = here + h;
                double more = true_gap(world, near);
                *x = here - h;
                double less = true_gap(world, near);
                *x = here;

                // where the closest point jumps from one link's end to another there is no slope
                smooth = smooth && fabs((more - middle) - (middle - less)) < 1e-9;
                worst = fmax(worst, fabs((more - less) / (2.0 * h) - row[i]));
            }
            rows += smooth;
            CHECK_SEED(!smooth || worst < 1e-5, seed);
        }
        bight_world_destroy(world);
    }
    print_message("%d rows, %d more for ends\n", rows, further);
    CHECK(rows > 300 && further > 30);
}

// H without contacts, and its right side, for all nodes.
static void whole_matrix(const bight_world *world, double *h, double *f)
{
    int32_t size = 3 * world->node_count;
    memset(h, 0, (size_t)(size * size) * sizeof *h);
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        const bi_projection_rope *p = rope->projection;
        for (int32_t i = 0; i < 3 * rope->count; i++) {
            int32_t a = bi_projection_rope_row(p, rope->closed, i / 3) + i % 3, row = 3 * rope->first + i;
            f[row] = p->step[a];
            for (int32_t j = 0; j < 3 * rope->count; j++) {
                int32_t b = bi_projection_rope_row(p, rope->closed, j / 3) + j % 3,
                        column = 3 * rope->first + j;
                if (a >= b && a - b <= p->band.width) {
                    h[row * size + column] = h[column * size + row] = *bi_band_at(&p->band, a, b);
                }
            }
        }
    }
}

static double step_of(const bight_world *world, int32_t i)
{
    const bi_rope *rope = &world->ropes[world->rope_of[i / 3]];
    return rope->projection
        ->step[bi_projection_rope_row(rope->projection, rope->closed, i / 3 - rope->first) + i % 3];
}

// The answer is the dense system's with the rows that push as equations; rows that do not push stay open.
TEST(steps_are_those_of_the_dense_system)
{
    static double h[126 * 126], f[126], row[MOST_SIZE][126], give[MOST_SIZE], kkt[MOST_SIZE * MOST_SIZE],
        x[MOST_SIZE];
    int32_t pushing = 0, open = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = tangle(&random);
        bi_projection_solver *p = world->projection;
        int32_t size = 3 * world->node_count, active = 0;
        CHECK(size == 126);
        for (int32_t r = 0; r < world->rope_count; r++) {
            bi_rope *rope = &world->ropes[r];
            rope->projection->def.rigid = seed % 2 == 0;
            for (int32_t i = 0; i < 2; i++) {
                int32_t node = bi_random_below(&random, rope->count);
                rope->projection->aims[i] = (bi_target){
                    node, 3000.0, v3_add(world->at[rope->first + node], bi_random_vec3(&random, 0.4))};
            }
            rope->projection->aim_count = 2;
            bi_projection_rope_assemble(rope->projection, rope->closed, rope->length, world->at + rope->first,
                                        world->at + rope->first);
        }
        whole_matrix(world, h, f);
        for (int32_t r = 0; r < world->rope_count; r++) {
            CHECK_SEED(bi_band_factor(&world->ropes[r].projection->band), seed);
            bi_band_solve(&world->ropes[r].projection->band, world->ropes[r].projection->step);
        }
        CHECK(bi_projection_rope_contacts(world, p, 0, false) == BIGHT_OK);

        // no gap closes, whether its row was chosen or not
        for (int32_t n = 0; n < p->touch_count; n++) {
            double gap = p->touches[n].gap;
            whole_row(world, &p->touches[n], row[0]);
            for (int32_t i = 0; i < size; i++) {
                gap += row[0][i] * step_of(world, i);
            }
            CHECK_SEED(gap > -1e-6, seed);
            open += gap > 1e-3;
        }

        // [H -J'; J e] [step; l] = [f; -gap] for the rows that push; e is 1e-9 of S, as some rows are equal:
        // where two links of a rope meet, both may be closest to a third in their common node
        for (int32_t n = 0; n < p->chosen_count; n++) {
            CHECK_SEED(p->l[n] >= 0.0, seed);
            if (p->l[n] > 0.0) {
                whole_row(world, &p->touches[p->chosen[n]], row[active]);
                give[active] = 1e-9 * p->s[bi_packed(n, n)];
                x[size + active++] = -p->touches[p->chosen[n]].gap;
            }
        }
        pushing += active;
        int32_t whole = size + active;
        CHECK(whole <= MOST_SIZE);
        for (int32_t i = 0; i < whole; i++) {
            for (int32_t j = 0; j < whole; j++) {
                kkt[i * whole + j] = i < size && j < size ? h[i * size + j]
                                     : i < size           ? -row[j - size][i]
                                     : j < size           ? row[i - size][j]
                                     : i == j             ? give[i - size]
                                                          : 0.0;
            }
            x[i] = i < size ? f[i] : x[i];
        }
        CHECK_SEED(dense_solve(whole, kkt, x), seed);
        for (int32_t i = 0; i < size; i++) {
            CHECK_SEED(fabs(step_of(world, i) - x[i]) < 1e-5, seed);
        }
        bight_world_destroy(world);
    }
    print_message("%d rows push, %d gaps stay open\n", pushing, open);
    CHECK(pushing > 100 && open > 1000);
}

RUN_TESTS(unit(rows_are_the_slopes_of_the_distances), unit(steps_are_those_of_the_dense_system))
