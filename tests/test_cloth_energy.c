// SPDX-License-Identifier: MIT
// Energies against finite differences and closed forms; the matrix and its solver against themselves in
// double.

#include "cloth/bending.h"
#include "cloth/elastic.h"
#include "cloth/membrane.h"
#include "cloth/rows.h"
#include "cloth/solve.h"
#include "cloth/world.h"
#include "cloth/topology.h"
#include "cloth_grid.h"
#include "core/random.h"

static bight_cloth_material random_material(bi_random *random)
{
    bight_cloth_material material = bight_cloth_material_default();
    material.stretch_u = bi_random_range(random, 10.0, 500.0);
    material.stretch_v = bi_random_range(random, 10.0, 500.0);
    material.shear = bi_random_range(random, 1.0, 100.0);
    material.limit_stiffness = bi_random_range(random, 10.0, 500.0);
    material.compress = bi_random_range(random, 0.0, 1.0);
    return material;
}

static double total(const bight_cloth_material *material, const double x[6])
{
    bi_membrane_energy e = bi_membrane(material, 1.0, v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]), NULL, NULL);
    return e.stretch + e.limit;
}

// a and b near unit and at right angles, pulled or squeezed, turned anywhere
static void random_state(bi_random *random, double x[6], double low, double high)
{
    bight_vec3 a = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    bight_vec3 b = v3_madd(v3_perpendicular(a), bi_random_range(random, -0.2, 0.2), a);
    a = v3_mul(bi_random_range(random, low, high), a);
    b = v3_mul(bi_random_range(random, low, high), b);
    const double values[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
    memcpy(x, values, sizeof values);
}

TEST(membrane_force_is_the_gradient)
{
    for (uint64_t seed = 1; seed <= 500; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_material material = random_material(&random);
        double x[6];
        random_state(&random, x, 0.7, 1.4);
        bi_membrane_pull pull;
        bi_membrane(&material, 1.0, v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]), &pull, NULL);
        for (int32_t i = 0; i < 6; i++) {
            double plus[6], minus[6], h = 1e-6;
            memcpy(plus, x, sizeof plus);
            memcpy(minus, x, sizeof minus);
            plus[i] += h;
            minus[i] -= h;
            double expected = (total(&material, plus) - total(&material, minus)) / (2.0 * h);
            double found = (double)(i < 3 ? pull.fa[i] : pull.fb[i - 3]);
            CHECK_SEED(fabs(found - expected) <= 1e-4 + 1e-5 * fabs(expected), seed);
        }
    }
}

static double entry(const bi_membrane_pull *pull, int32_t i, int32_t j)
{
    static const int32_t at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    if (i < 3 && j < 3) {
        return (double)pull->aa[at[i][j]];
    }
    if (i >= 3 && j >= 3) {
        return (double)pull->bb[at[i - 3][j - 3]];
    }
    return (double)(i < 3 ? pull->ab[3 * i + j - 3] : pull->ab[3 * j + i - 3]);
}

// The residuals of the energy: their Jacobian, by finite differences, gives the Gauss-Newton matrix.
static void residuals(const bight_cloth_material *m, const double x[6], double r[5])
{
    bight_vec3 a = v3(x[0], x[1], x[2]), b = v3(x[3], x[4], x[5]);
    double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b);
    double spread = sqrt(0.25 * (aa - bb) * (aa - bb) + ab * ab);
    double high = sqrt(0.5 * (aa + bb) + spread), low = sqrt(0.5 * (aa + bb) - spread);
    r[0] = sqrt(m->stretch_u * (v3_length(a) < 1.0 ? m->compress : 1.0)) * (v3_length(a) - 1.0);
    r[1] = sqrt(m->stretch_v * (v3_length(b) < 1.0 ? m->compress : 1.0)) * (v3_length(b) - 1.0);
    r[2] = sqrt(m->shear) * ab;
    r[3] = sqrt(m->limit_stiffness) * bi_max(0.0, high - m->strain_limit);
    r[4] = sqrt(m->limit_stiffness) * bi_max(0.0, low - m->strain_limit);
}

// Squeezed cloth has no term across the pull: there the matrix is J'J exactly.
TEST(membrane_stiffness_is_gauss_newton)
{
    for (uint64_t seed = 1; seed <= 500; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_material material = random_material(&random);
        double x[6], jacobian[5][6];
        random_state(&random, x, 0.7, 0.98);
        bi_membrane_pull pull;
        bi_membrane(&material, 1.0, v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]), &pull, NULL);
        for (int32_t i = 0; i < 6; i++) {
            double plus[6], minus[6], high[5], low[5], h = 1e-6;
            memcpy(plus, x, sizeof plus);
            memcpy(minus, x, sizeof minus);
            plus[i] += h;
            minus[i] -= h;
            residuals(&material, plus, high);
            residuals(&material, minus, low);
            for (int32_t k = 0; k < 5; k++) {
                jacobian[k][i] = (high[k] - low[k]) / (2.0 * h);
            }
        }
        for (int32_t i = 0; i < 6; i++) {
            for (int32_t j = 0; j < 6; j++) {
                double expected = 0.0;
                for (int32_t k = 0; k < 5; k++) {
                    expected += jacobian[k][i] * jacobian[k][j];
                }
                CHECK_SEED(fabs(entry(&pull, i, j) - expected) <= 1e-3 + 1e-5 * fabs(expected), seed);
            }
        }
    }
}

// Pure stretch (no shear, no limit, pulled): the stiffness is the exact second derivative of the energy.
TEST(membrane_stiffness_is_exact_in_pure_stretch)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_material material = random_material(&random);
        material.shear = 0.0;
        material.strain_limit = 10.0;
        double x[6], h = 1e-4;
        random_state(&random, x, 1.05, 1.4);
        bi_membrane_pull pull;
        bi_membrane(&material, 1.0, v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]), &pull, NULL);
        for (int32_t i = 0; i < 6; i++) {
            for (int32_t j = 0; j < 6; j++) {
                double sum = 0.0;
                for (int32_t n = 0; n < 4; n++) {
                    double y[6];
                    memcpy(y, x, sizeof y);
                    y[i] += n & 1 ? h : -h;
                    y[j] += n & 2 ? h : -h;
                    sum += (n == 0 || n == 3 ? 1.0 : -1.0) * total(&material, y);
                }
                CHECK_SEED(fabs(entry(&pull, i, j) - sum / (4.0 * h * h)) <= 1e-2, seed);
            }
        }
    }
}

// Never indefinite, whatever the state: z'Kz >= 0 for random z and the worst of many.
TEST(membrane_stiffness_is_never_negative)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_material material = random_material(&random);
        bight_vec3 a = bi_random_vec3(&random, 1.5), b = bi_random_vec3(&random, 1.5);
        bi_membrane_pull pull;
        bi_membrane(&material, 1.0, a, b, &pull, NULL);
        for (int32_t n = 0; n < 20; n++) {
            double z[6], sum = 0.0, scale = 0.0;
            for (int32_t i = 0; i < 6; i++) {
                z[i] = bi_random_range(&random, -1.0, 1.0);
            }
            for (int32_t i = 0; i < 6; i++) {
                for (int32_t j = 0; j < 6; j++) {
                    sum += z[i] * entry(&pull, i, j) * z[j];
                    scale += fabs(entry(&pull, i, j));
                }
            }
            CHECK_SEED(sum >= -1e-5 * scale, seed);
        }
    }
}

TEST(bending_knows_flat_and_stays_when_turned)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        double y = bi_random_range(&random, 0.2, 1.0), z = -bi_random_range(&random, 0.2, 1.0);
        double p = bi_random_range(&random, -0.5, 1.5), q = bi_random_range(&random, -0.5, 1.5);
        // the second triangle lies elsewhere in the pattern, turned by a quarter
        const double rest[2][3][2] = {{{0, 0}, {1, 0}, {p, y}}, {{5, 5}, {5, 6}, {5 - z, 5 + q}}};
        bi_hinge hinge = bi_hinge_make(1.0, rest);
        double sum = 0.0, x = 0.0, w = 0.0, size = 0.0;
        const double flat[4][2] = {{0, 0}, {1, 0}, {p, y}, {q, z}};
        for (int32_t i = 0; i < 4; i++) {
            sum += hinge.weight[i];
            x += hinge.weight[i] * flat[i][0];
            w += hinge.weight[i] * flat[i][1];
            size += fabs(hinge.weight[i]);
        }
        CHECK_SEED(fabs(sum) <= 1e-12 * size && fabs(x) <= 1e-12 * size && fabs(w) <= 1e-12 * size, seed);
        // folded by an angle about the edge: |c x| is 2 sin(angle / 2) times the edge's length
        double angle = bi_random_range(&random, -3.0, 3.0);
        double up = hinge.weight[3] * z * sin(angle),
               back = hinge.weight[2] * y + hinge.weight[3] * z * cos(angle);
        CHECK_SEED(fabs(sqrt(up * up + back * back) - 2.0 * fabs(sin(0.5 * angle))) <= 1e-9, seed);
    }
}

static bight_cloth_world *built(const grid *g, const bight_cloth_material *material)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    cloth_add(world, g, material);
    CHECK(bi_cloth_build(world) == BIGHT_OK);
    world->control.dt = def.time_step;
    memcpy(world->goal, world->at, (size_t)world->vertex_count * sizeof *world->at);
    world->contacts.count = 0;
    bi_rows_clear(world);
    CHECK(bi_rows_finish(world) == BIGHT_OK);
    return world;
}

// Energy of a sheet rolled to a cylinder is bend/2 curvature^2 area: on average over the directions in which
// it is rolled, for squares cut along changing diagonals and for regular triangles.
TEST(bending_energy_of_a_cylinder)
{
    bight_cloth_material material = bight_cloth_material_default();
    material.bend = 1e-3;
    double radius = 0.3;
    for (int32_t mesh = 0; mesh < 2; mesh++) {
        double mean = 0.0, least = (double)INFINITY, most = 0.0;
        for (int32_t way = 0; way < 12; way++) {
            grid g = grid_make(41, 41, 0.2, 0.2);
            double c = cos(way * 3.14159265358979 / 12), s = sin(way * 3.14159265358979 / 12);
            for (int32_t i = 0; i < g.vertex_count; i++) {
                double *uv = g.uv + 2 * i;
                uv[0] += mesh == 1 ? 0.0025 * (i / 41 % 2) : 0.0;
                uv[1] *= mesh == 1 ? sqrt(0.75) : 1.0;
                double across = c * uv[0] + s * uv[1], along = -s * uv[0] + c * uv[1];
                g.positions[i] = v3(radius * sin(across / radius), radius * cos(across / radius), along);
            }
            // rows of regular triangles are cut so that every side is a side of the grid
            for (int32_t q = 0; q < g.triangle_count / 2 && mesh == 1; q++) {
                int32_t j = q / 40, a = j * 41 + q % 40, b = a + 1, e = a + 41, d = e + 1;
                const int32_t odd[6] = {a, e, d, a, d, b}, even[6] = {a, e, b, b, e, d};
                memcpy(g.triangles + 6 * q, j % 2 ? odd : even, sizeof odd);
            }
            bight_cloth_world *world = built(&g, &material);
            double area = mesh == 1 ? 0.04 * sqrt(0.75) : 0.04;
            double ratio = bight_cloth_world_energy(world).bend / (0.5 * 1e-3 / (radius * radius) * area);
            mean += ratio / 12.0;
            least = bi_min(least, ratio);
            most = bi_max(most, ratio);
            bight_cloth_world_destroy(world);
            grid_free(&g);
        }
        // hinges along the border have no partner: their share of the area is missing
        CHECK_NEAR(mean, 1.0, 0.05);
        CHECK(least > (mesh == 1 ? 0.93 : 0.4) && most < (mesh == 1 ? 1.07 : 1.8));
    }
}

// The whole right side against differences of the whole energy.
TEST(force_of_a_sheet_is_the_gradient)
{
    grid g = grid_make(6, 5, 0.05, 0.04);
    bi_random random = bi_random_from(7);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_add(v3_mul(1.1, g.positions[i]), bi_random_vec3(&random, 0.002));
    }
    bight_cloth_material material = bight_cloth_material_default();
    material.bend = 1e-3;
    bight_cloth_world *world = built(&g, &material);
    bi_cloth_elastic(world);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        for (int32_t axis = 0; axis < 3; axis++) {
            double *x = axis == 0 ? &world->at[i].x : axis == 1 ? &world->at[i].y : &world->at[i].z;
            double here = *x, h = 1e-7;
            *x = here + h;
            bight_cloth_energy plus = bi_cloth_energy(world);
            *x = here - h;
            bight_cloth_energy minus = bi_cloth_energy(world);
            *x = here;
            double slope =
                (plus.stretch + plus.limit + plus.bend - minus.stretch - minus.limit - minus.bend) /
                (2.0 * h);
            const bi_float4 *f = &world->elastic.force[i];
            double found = (double)(axis == 0 ? f->x : axis == 1 ? f->y : f->z);
            CHECK_NEAR(found, -slope, 1e-4 + 1e-4 * fabs(slope));
        }
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

static void set_direction(bight_cloth_world *world, int32_t vertex, int32_t axis)
{
    memset(world->solver.direction, 0, (size_t)world->vertex_count * sizeof *world->solver.direction);
    bi_float4 *d = &world->solver.direction[vertex];
    *(axis == 0 ? &d->x : axis == 1 ? &d->y : &d->z) = 1.0f;
}

static float get(const bi_float4 *v, int32_t axis)
{
    return axis == 0 ? v->x : axis == 1 ? v->y : v->z;
}

// Column after column: symmetric, positive on the diagonal, and what the solver returns solves the system.
TEST(solver_solves)
{
    grid g = grid_make(6, 5, 0.05, 0.04);
    bi_random random = bi_random_from(8);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_add(v3_mul(1.02, g.positions[i]), bi_random_vec3(&random, 0.001));
    }
    bight_cloth_world *world = built(&g, NULL);
    world->flags[3] |= BI_PINNED;
    bi_cloth_elastic(world);
    bi_rows_clear(world);
    CHECK(bi_rows_reserve(world, 2, 10) == BIGHT_OK);
    float k[6];
    bi_rows_stiffness(k, 500.0, 20.0, v3_unit(v3(1, 2, 3), v3(1, 0, 0)));
    const int32_t five[5] = {0, 7, 12, 13, 29}, two[2] = {3, 20};
    const float weights[5] = {0.3f, 0.7f, -0.2f, -0.5f, -0.3f}, pair[2] = {1.0f, -1.0f};
    bi_rows_add(world, five, weights, 5, k, v3(0.1, -0.2, 0.05));
    bi_rows_add(world, two, pair, 2, k, v3(0.0, 0.3, 0.0));
    CHECK(bi_rows_finish(world) == BIGHT_OK);

    int32_t n = 3 * world->vertex_count;
    float *matrix = calloc((size_t)(n * n), sizeof *matrix);
    for (int32_t column = 0; column < n; column++) {
        set_direction(world, column / 3, column % 3);
        if (column / 3 == 3) {
            continue; // pinned: the solver never moves along it
        }
        bi_cloth_multiply(world);
        for (int32_t row = 0; row < n; row++) {
            matrix[row * n + column] = get(&world->solver.product[row / 3], row % 3);
        }
    }
    for (int32_t row = 0; row < n; row++) {
        for (int32_t column = 0; column < row; column++) {
            float scale = matrix[row * n + row] + matrix[column * n + column];
            CHECK(fabsf(matrix[row * n + column] - matrix[column * n + row]) <= 1e-5f * scale);
        }
        CHECK(row / 3 == 3 || matrix[row * n + row] > 0.0f);
    }

    bi_solve_report report = bi_cloth_solve(world, &(bi_solve_settings){.most = 1000, .tolerance = 1e-6});
    CHECK(!report.broken && report.residual <= 1e-6);
    double worst = 0.0, largest = 0.0;
    for (int32_t row = 0; row < n; row++) {
        double sum = 0.0;
        for (int32_t column = 0; column < n; column++) {
            sum +=
                (double)matrix[row * n + column] * (double)get(&world->solver.move[column / 3], column % 3);
        }
        double right = row / 3 == 3 ? 0.0 : (double)get(&world->elastic.force[row / 3], row % 3);
        worst = bi_max(worst, fabs(sum - right));
        largest = bi_max(largest, fabs(right));
    }
    CHECK(worst <= 1e-4 * largest);
    CHECK(world->solver.move[3].x == 0.0f && world->solver.move[3].y == 0.0f &&
          world->solver.move[3].z == 0.0f);

    // what a hand is given to move is in the product of the others: A move = force for all that are free
    world->flags[3] = BI_GRASPED;
    world->solver.move[3] = (bi_float4){1e-3f, -2e-3f, 3e-3f, 0.0f};
    bi_rows_clear(world);
    bi_cloth_elastic(world);
    CHECK(bi_rows_reserve(world, 2, 10) == BIGHT_OK);
    bi_rows_add(world, five, weights, 5, k, v3(0.1, -0.2, 0.05));
    bi_rows_add(world, two, pair, 2, k, v3(0.0, 0.3, 0.0));
    CHECK(bi_rows_finish(world) == BIGHT_OK);
    report = bi_cloth_solve(world, &(bi_solve_settings){.most = 1000, .tolerance = 1e-6, .led = true});
    CHECK(!report.broken && world->solver.move[3].y == -2e-3f);
    memcpy(world->solver.direction, world->solver.move,
           (size_t)world->vertex_count * sizeof *world->solver.move);
    bi_cloth_multiply(world);
    worst = largest = 0.0;
    for (int32_t row = 0; row < n; row++) {
        double right = row / 3 == 3 ? 0.0 : (double)get(&world->elastic.force[row / 3], row % 3);
        worst = bi_max(worst, fabs((double)get(&world->solver.product[row / 3], row % 3) - right));
        largest = bi_max(largest, fabs(right));
    }
    CHECK(worst <= 1e-4 * largest);

    // and it matters: the row between the hand and vertex 20, and the triangles around
    float led = world->solver.move[20].y;
    world->solver.move[3] = (bi_float4){0};
    bi_cloth_solve(world, &(bi_solve_settings){.most = 1000, .tolerance = 1e-6});
    CHECK(fabsf(world->solver.move[20].y - led) > 0.01f * fabsf(led) && world->solver.move[3].y == 0.0f);
    free(matrix);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(membrane_force_is_the_gradient), unit(membrane_stiffness_is_gauss_newton),
          unit(membrane_stiffness_is_exact_in_pure_stretch), unit(membrane_stiffness_is_never_negative),
          unit(bending_knows_flat_and_stays_when_turned), unit(bending_energy_of_a_cylinder),
          unit(force_of_a_sheet_is_the_gradient), unit(solver_solves))
