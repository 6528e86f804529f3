// SPDX-License-Identifier: MIT
// The coarse level of the linear solver: it solves what it says, it leads to the same solution, sooner.

#include "cloth/coarse.h"
#include "cloth/contact.h"
#include "cloth/elastic.h"
#include "cloth/rows.h"
#include "cloth/solve.h"
#include "cloth/world.h"
#include "cloth_grid.h"

// A sheet of 60 x 60 vertices over a ball, held at two corners, and a small one that lies on it.
static bight_cloth_world *make(int32_t threads, int32_t iterations)
{
    grid g = grid_make(60, 60, 0.295, 0.295), small = grid_make(9, 7, 0.04, 0.03);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        bight_vec3 p = g.positions[i];
        g.positions[i].y = 0.002 * sin(40.0 * p.x) * cos(55.0 * p.z);
    }
    for (int32_t i = 0; i < small.vertex_count; i++) {
        small.positions[i].y += 0.0025;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.threads = threads;
    def.solve_iterations = iterations;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    cloth_add(world, &small, NULL);
    bight_cloth_pin(world, id, 0, true, NULL);
    bight_cloth_pin(world, id, 59, true, NULL);
    bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
    ball.size.x = 0.08;
    ball.pose.position.y = -0.083;
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK);
    grid_free(&g);
    grid_free(&small);
    return world;
}

TEST(cells_are_whole_and_share_the_sheets_out)
{
    bight_cloth_world *world = make(1, 200);
    cloth_steps(world, 1);
    CHECK(world->coarse.cell_count > 50 && world->coarse.cell_count <= 160);
    int32_t members = 0;
    for (int32_t c = 0; c < world->coarse.cell_count; c++) {
        int32_t count = world->coarse.cell_first[c + 1] - world->coarse.cell_first[c];
        members += count;
        CHECK_SEED(count >= 1 && count < 200, c);
        for (int32_t n = world->coarse.cell_first[c]; n < world->coarse.cell_first[c + 1]; n++) {
            CHECK(world->coarse.cell_of[world->coarse.cell_members[n]] == c);
        }
    }
    CHECK(members == 60 * 60 + 63);
    bight_cloth_world_destroy(world);

    // not where it would cost more than it gains
    world = make(1, 40);
    cloth_steps(world, 1);
    CHECK(world->coarse.cell_count == 0);
    bight_cloth_world_destroy(world);
}

static void sum_cells(const bight_cloth_world *world, const bi_float4 *from, double *to)
{
    memset(to, 0, 3 * (size_t)world->coarse.cell_count * sizeof *to);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (world->coarse.cell_of[i] >= 0 && bi_cloth_is_free(world, i)) {
            double *at = to + 3 * (size_t)world->coarse.cell_of[i];
            at[0] += (double)from[i].x;
            at[1] += (double)from[i].y;
            at[2] += (double)from[i].z;
        }
    }
}

// The system at the present positions.
static void assemble(bight_cloth_world *world)
{
    bi_cloth_elastic(world);
    CHECK(bi_contact_find(world) == BIGHT_OK);
    bi_rows_clear(world);
    CHECK(bi_contact_rows(world) == BIGHT_OK && bi_rows_finish(world) == BIGHT_OK);
}

// P' A P, with A as the solver itself multiplies by it: elastic blocks, hinges, contacts. And its solution.
TEST(the_small_matrix_is_the_large_one_between_cells)
{
    bight_cloth_world *world = make(2, 200);
    bight_cloth_report report = cloth_steps(world, 12);
    assemble(world); // a step gives its rows back
    CHECK(report.contacts > 50 && world->rows.count > 50);
    int32_t size = 3 * world->coarse.cell_count;
    double *matrix = malloc((size_t)size * (size_t)size * sizeof *matrix);
    double *found = malloc((size_t)size * sizeof *found);
    bi_coarse_assemble(world);
    memcpy(matrix, world->coarse.matrix, (size_t)size * (size_t)size * sizeof *matrix);
    for (int32_t column = 0; column < size; column += LESS_WHEN_CHECKED(1, 7)) {
        memset(world->coarse.right, 0, (size_t)size * sizeof *world->coarse.right);
        world->coarse.right[column] = 1.0;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            world->solver.direction[i] = bi_coarse_correction(world, i);
        }
        bi_cloth_multiply(world);
        sum_cells(world, world->solver.product, found);
        for (int32_t row = 0; row < size; row++) {
            double scale = matrix[row * size + row] + matrix[column * size + column];
            CHECK_NEAR(matrix[row * size + column] / scale, found[row] / scale,
                       1e-4); // products are in float
            CHECK_NEAR(matrix[row * size + column] / scale, matrix[column * size + row] / scale, 1e-6);
        }
    }

    // a residual in one vertex of each cell
    double energy = 0.0, worst = 0.0;
    memset(world->solver.residual, 0, (size_t)world->vertex_count * sizeof *world->solver.residual);
    for (int32_t c = 0; c < world->coarse.cell_count; c++) {
        world->solver.residual[world->coarse.cell_members[world->coarse.cell_first[c + 1] - 1]] =
            (bi_float4){0.5f, -0.25f * (float)(c % 3), 1, 0};
    }
    sum_cells(world, world->solver.residual, found);
    bi_coarse_factor(world);
    double returned = bi_coarse_solve(world);
    for (int32_t row = 0; row < size; row++) {
        double sum = 0.0;
        for (int32_t column = 0; column < size; column++) {
            sum += matrix[row * size + column] * world->coarse.right[column];
        }
        worst = bi_max(worst, fabs(sum - found[row]));
        energy += found[row] * world->coarse.right[row];
    }
    CHECK(worst < 1e-6);
    CHECK_NEAR(returned / energy, 1.0, 1e-3);
    free(matrix);
    free(found);
    bight_cloth_world_destroy(world);
}

// The system of one state, solved with one level and with two.
TEST(two_levels_lead_to_the_same_solution_sooner)
{
    bight_cloth_world *world = make(1, 2000);
    cloth_steps(world, 12);
    assemble(world);
    size_t size = (size_t)world->vertex_count * sizeof *world->solver.move;
    bi_float4 *one = malloc(size);
    int32_t iterations[2];
    for (int32_t n = 0; n < 2; n++) {
        memset(world->solver.move, 0, size);
        world->solver.slow = n == 1;
        bi_solve_report solved = bi_cloth_solve(world, &(bi_solve_settings){.most = 2000, .tolerance = 1e-4});
        CHECK(!solved.broken && solved.residual <= 1e-4);
        iterations[n] = solved.iterations;
        if (n == 0) {
            memcpy(one, world->solver.move, size);
        }
    }
    double apart = 0.0, most = 0.0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bight_vec3 a = v3((double)one[i].x, (double)one[i].y, (double)one[i].z);
        bight_vec3 b = v3((double)world->solver.move[i].x, (double)world->solver.move[i].y,
                          (double)world->solver.move[i].z);
        apart = bi_max(apart, v3_distance(a, b));
        most = bi_max(most, v3_length(a));
    }
    CHECK(most > 1e-5 && apart < 0.01 * most);
    CHECK(3 * iterations[1] < 2 * iterations[0]);
    free(one);
    bight_cloth_world_destroy(world);
}

TEST(same_bits_for_any_number_of_threads)
{
    uint64_t one = 0;
    const int32_t threads[4] = {1, 2, 3, 8};
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(4, 2); i++) {
        bight_cloth_world *world = make(threads[i], 300);
        int32_t coarse = 0;
        for (int32_t k = 0; k < 8; k++) {
            coarse += world->solver.slow;
            cloth_steps(world, 1);
        }
        CHECK(coarse > 0);
        one = i == 0 ? bight_cloth_world_hash(world) : one;
        CHECK_SEED(bight_cloth_world_hash(world) == one, i);
        bight_cloth_world_destroy(world);
    }
}

RUN_TESTS(unit(cells_are_whole_and_share_the_sheets_out),
          unit(the_small_matrix_is_the_large_one_between_cells),
          unit(two_levels_lead_to_the_same_solution_sooner), unit(same_bits_for_any_number_of_threads))
