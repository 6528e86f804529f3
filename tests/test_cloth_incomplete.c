// SPDX-License-Identifier: MIT
// The incomplete factor that solves patches of cloth: it is what it says, it is solved with, and it leads farther.

#include "cloth/contact.h"
#include "cloth/elastic.h"
#include "cloth/incomplete.h"
#include "cloth/rows.h"
#include "cloth/solve.h"
#include "cloth/world.h"
#include "cloth_grid.h"

// A limp sheet of 37 x 23 vertices, curled, over a box, with a pinned corner and a small sheet on it.
static bight_cloth_world *make(int32_t threads, int32_t patch, int32_t steps)
{
    grid g = grid_make(37, 23, 0.18, 0.11), small = grid_make(9, 7, 0.04, 0.03);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        bight_vec3 p = g.positions[i];
        g.positions[i] = (bight_vec3){0.05 * sin(p.x / 0.05), 0.05 - 0.05 * cos(p.x / 0.05), p.z};
    }
    for (int32_t i = 0; i < small.vertex_count; i++) {
        small.positions[i].y += 0.015;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.threads = threads;
    def.solve_patch = patch;
    def.time_step = 0.01;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_material limp = bight_cloth_material_default();
    limp.bend = 2e-5;
    bight_cloth_id id = cloth_add(world, &g, &limp);
    cloth_add(world, &small, &limp);
    bight_cloth_pin(world, id, 0, true, NULL);
    bight_cloth_obstacle_def box = bight_cloth_obstacle_def_default();
    box.size = (bight_vec3){0.02, 0.02, 0.02};
    box.pose.position.y = -0.021;
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &box, &obstacle, NULL) == BIGHT_OK);
    grid_free(&g);
    grid_free(&small);
    if (steps > 0) {
        cloth_steps(world, steps);
    }
    return world;
}

static void assemble(bight_cloth_world *world)
{
    bi_cloth_elastic(world);
    CHECK(bi_contact_find(world) == BIGHT_OK);
    bi_rows_clear(world);
    CHECK(bi_contact_rows(world) == BIGHT_OK && bi_rows_finish(world) == BIGHT_OK);
}

// ---- L, D and A as dense matrices, from the lists of the world ------------------------------------------------

enum { SIZE = 3 * (37 * 23 + 63) };

static double *dense(void)
{
    double *m = calloc((size_t)SIZE * SIZE, sizeof *m);
    CHECK(m != NULL);
    return m;
}

static double *at(double *m, int32_t row, int32_t column)
{
    return &m[(size_t)row * SIZE + (size_t)column];
}

// D from the inverses that are kept, by Cramer's rule in double.
static void pivot_of(const bi_float4 *kept, double d[3][3])
{
    double i[3][3] = {{(double)kept[0].x, (double)kept[1].x, (double)kept[1].y},
                      {(double)kept[1].x, (double)kept[0].y, (double)kept[1].z},
                      {(double)kept[1].y, (double)kept[1].z, (double)kept[0].z}};
    double det = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        det += i[0][k] * (i[1][(k + 1) % 3] * i[2][(k + 2) % 3] - i[1][(k + 2) % 3] * i[2][(k + 1) % 3]);
    }
    for (int32_t r = 0; r < 3; r++) {
        for (int32_t c = 0; c < 3; c++) {
            int32_t r1 = (c + 1) % 3, r2 = (c + 2) % 3, c1 = (r + 1) % 3, c2 = (r + 2) % 3;
            d[r][c] = (i[r1][c1] * i[r2][c2] - i[r1][c2] * i[r2][c1]) / det;
        }
    }
}

// Incomplete factors without fill agree with the matrix wherever they have entries (Saad 2003, theorem 10.2).
TEST(the_factor_is_the_matrix_where_it_has_entries)
{
    bight_cloth_world *world = make(1, 256, 12);
    assemble(world);
    CHECK(world->rows.count > 0 && 3 * world->incomplete.count == SIZE);
    const bi_incomplete *c = &world->incomplete;
    for (int32_t b = 0; b < bi_incomplete_blocks(world); b++) {
        bi_incomplete_factor(world, b);
    }
    double *l = dense(), *ld = dense();
    for (int32_t i = 0; i < c->count; i++) {
        double d[3][3];
        bool free = bi_cloth_is_free(world, c->order[i]);
        if (free) {
            pivot_of(&c->pivot[2 * i], d);
        }
        for (int32_t k = 0; k < 3; k++) {
            *at(l, 3 * i + k, 3 * i + k) = 1.0;
            for (int32_t j = 0; j < 3 && free; j++) {
                *at(ld, 3 * i + k, 3 * i + j) = d[k][j];
            }
        }
        for (int32_t e = c->first[i]; e < c->first[i + 1]; e++) {
            CHECK(c->lower[e] < i && c->lower[e] / 256 == i / 256);
            for (int32_t k = 0; k < 9; k++) {
                *at(l, 3 * i + k % 3, 3 * c->lower[e] + k / 3) = (double)c->factor[e].column[k / 3][k % 3];
            }
        }
    }

    // L D L' at each entry, against the blocks of the matrix; diagonals are larger by one part in all of them
    int32_t entries = 0, flaps = 0;
    double enlarged = 0.0;
    for (int32_t i = 0; i < c->count; i++) {
        enlarged = i % 512 == 0 ? 0.0 : enlarged; // of its block of work
        for (int32_t e = c->first[i]; e <= c->first[i + 1]; e++) {
            bool own = e == c->first[i + 1];
            int32_t j = own ? i : c->lower[e];
            if (!bi_cloth_is_free(world, c->order[i]) || !bi_cloth_is_free(world, c->order[j])) {
                continue;
            }
            // along an edge, or across a hinge
            bool flap = !own && c->from[e] < 0;
            const bi_row_entry *across = flap ? &world->topology.flaps[-1 - c->from[e]] : NULL;
            float b = flap ? across->weight : 0.0f;
            const bi_block bending = {{{b, 0.0f, 0.0f}, {0.0f, b, 0.0f}, {0.0f, 0.0f, b}}};
            const bi_block *block = own    ? &world->elastic.diagonal[c->order[i]]
                                    : flap ? &bending
                                           : &world->elastic.blocks[c->from[e]];
            CHECK(own || (flap ? across->index : world->topology.columns[c->from[e]]) == c->order[j]);
            flaps += flap;
            double scale = (double)world->elastic.diagonal[c->order[i]].column[0][0] +
                           (double)world->elastic.diagonal[c->order[i]].column[1][1] +
                           (double)world->elastic.diagonal[c->order[i]].column[2][2];
            for (int32_t k = 0; k < 9; k++) {
                int32_t row = 3 * i + k % 3, column = 3 * j + k / 3;
                double expected = (double)block->column[k / 3][k % 3], found = 0.0;
                if (own) { // with the rows that touch it
                    int32_t first = world->rows.touch_first[c->order[i]];
                    static const int32_t place[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
                    for (int32_t n = first; n < world->rows.touch_first[c->order[i] + 1]; n++) {
                        double w = (double)world->rows.touches[n].weight;
                        expected +=
                            w * w * (double)world->rows.items[world->rows.touches[n].index].k[place[k]];
                    }
                }
                for (int32_t f = c->first[i]; f <= c->first[i + 1]; f++) {
                    int32_t m = f == c->first[i + 1] ? i : c->lower[f];
                    for (int32_t a = 0; a < 9; a++) {
                        found += *at(l, row, 3 * m + a / 3) * *at(ld, 3 * m + a / 3, 3 * m + a % 3) *
                                 *at(l, column, 3 * m + a % 3);
                    }
                }
                if (own) { // as the first free vertex says
                    enlarged = enlarged == 0.0 && k == 0 ? found / expected : enlarged;
                    expected *= enlarged;
                }
                CHECK_SEED(fabs(found - expected) < 2e-4 * scale, i);
            }
            entries++;
        }
    }
    CHECK(entries > 4 * c->count && flaps > c->count);
    CHECK(enlarged > 1.09 && enlarged < 2.01);

    // and what it solves is what it says: L D L' z = r
    int32_t size = c->count;
    double sum = 0.0, energy = 0.0, *y = calloc(SIZE, sizeof *y);
    CHECK(y != NULL);
    for (int32_t i = 0; i < size; i++) {
        bool free = bi_cloth_is_free(world, c->order[i]);
        float s = (float)((i * 7919) % 101) / 101.0f - 0.5f;
        world->solver.residual[c->order[i]] = free ? (bi_float4){s, 0.25f - s, s * s, 0} : (bi_float4){0};
    }
    for (int32_t b = 0; b < bi_incomplete_blocks(world); b++) {
        sum += bi_incomplete_solve(world, b);
    }
    for (int32_t column = 0; column < SIZE; column++) { // y = L' z
        for (int32_t i = column / 3; i < size; i++) {
            const bi_float4 *z = &world->solver.solved[c->order[i]];
            y[column] += *at(l, 3 * i, column) * (double)z->x + *at(l, 3 * i + 1, column) * (double)z->y +
                         *at(l, 3 * i + 2, column) * (double)z->z;
        }
    }
    for (int32_t k = 0; k < SIZE; k++) {
        for (int32_t j = 3 * (k / 3); j < 3 * (k / 3) + 3; j++) {
            energy += y[k] * *at(ld, k, j) * y[j];
        }
    }
    CHECK(sum > 0.0);
    CHECK_NEAR(energy / sum, 1.0, 1e-3);
    free(y);
    free(l);
    free(ld);
    bight_cloth_world_destroy(world);
}

// f.x - x.A x / 2 of what `most` iterations find: how far they go towards the least energy.
static double reached(int32_t patch, int32_t most)
{
    bight_cloth_world *world = make(1, 1, 12);
    bight_cloth_world_def def = bight_cloth_world_get_def(world);
    def.solve_patch = patch;
    CHECK(bight_cloth_world_set_def(world, &def, NULL) == BIGHT_OK);
    CHECK(bi_cloth_build(world) == BIGHT_OK && bi_near_update(world, NULL) == BIGHT_OK);
    world->control.dt = def.time_step;
    assemble(world);
    bi_solve_report solved = bi_cloth_solve(world, &(bi_solve_settings){.most = most, .tolerance = 1e-8});
    CHECK(!solved.broken);
    double gain = 0.0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->solver.direction[i] = bi_cloth_is_free(world, i) ? world->solver.move[i] : (bi_float4){0};
    }
    bi_cloth_multiply(world);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        const bi_float4 *x = &world->solver.direction[i], *f = &world->elastic.force[i],
                        *q = &world->solver.product[i];
        gain += (double)x->x * ((double)f->x - 0.5 * (double)q->x) +
                (double)x->y * ((double)f->y - 0.5 * (double)q->y) +
                (double)x->z * ((double)f->z - 0.5 * (double)q->z);
    }
    bight_cloth_world_destroy(world);
    return gain;
}

TEST(patches_go_farther)
{
    double all = reached(1, 2000), alone = reached(1, 20), patches = reached(256, 20);
    CHECK(all > 0.0 && alone < all && patches < 1.001 * all);
    CHECK(all - patches < 0.5 * (all - alone));
    CHECK_NEAR(reached(512, 2000) / all, 1.0, 1e-3); // to the same place in the end
}

TEST(same_bits_for_any_number_of_threads)
{
    uint64_t one = 0;
    for (int32_t threads = 1; threads <= 4; threads++) {
        bight_cloth_world *world = make(threads, 100, 10);
        uint64_t hash = bight_cloth_world_hash(world);
        one = threads == 1 ? hash : one;
        CHECK_SEED(hash == one, threads);
        bight_cloth_world_destroy(world);
    }
}

// Every vertex of a sheet has one place, whatever the size of patches.
TEST(patches_share_the_sheets_out)
{
    static const int32_t sizes[] = {2, 7, 100, 512};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        bight_cloth_world *world = make(1, sizes[k], 2);
        bool *seen = calloc((size_t)world->vertex_count, sizeof *seen);
        CHECK(seen != NULL && world->incomplete.count == world->vertex_count);
        for (int32_t i = 0; i < world->incomplete.count; i++) {
            CHECK(!seen[world->incomplete.order[i]]);
            seen[world->incomplete.order[i]] = true;
        }
        free(seen);
        bight_cloth_world_destroy(world);
    }
}

RUN_TESTS(unit(the_factor_is_the_matrix_where_it_has_entries), unit(patches_go_farther),
          unit(same_bits_for_any_number_of_threads), unit(patches_share_the_sheets_out))
