// SPDX-License-Identifier: MIT
// What cloth does to obstacles, meshes and smooth shapes alike: it weighs on them, and slides off them.

#include "cloth/world.h"
#include "cloth_grid.h"

static const double density = 0.2, gravity = 9.81;

static bight_cloth_obstacle_id add_obstacle(bight_cloth_world *world, const bight_cloth_obstacle_def *def)
{
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, def, &id, NULL) == BIGHT_OK);
    return id;
}

static bight_vec3 force_on(const bight_cloth_world *world, bight_cloth_obstacle_id id)
{
    bight_vec3 force;
    CHECK(bight_cloth_obstacle_get(world, id, NULL, &force) == BIGHT_OK);
    return force;
}

// A grid as an obstacle, turned about z.
static bight_cloth_obstacle_id add_grid(bight_cloth_world *world, const grid *g, double friction,
                                        double angle)
{
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = BIGHT_SHAPE_MESH;
    def.points = g->positions;
    def.triangles = g->triangles;
    def.point_count = g->vertex_count;
    def.triangle_count = g->triangle_count;
    def.friction = friction;
    def.pose.rotation[2] = sin(0.5 * angle);
    def.pose.rotation[3] = cos(0.5 * angle);
    return add_obstacle(world, &def);
}

// ---- weight ----------------------------------------------------------------------------------------------

// On a table of coarser and of finer triangles than its own, and from either side of the triangles: weight is
// area times density times gravity, whatever touches what.
TEST(a_mesh_table_bears_the_weight)
{
    for (int32_t n = 0; n < 3; n++) {
        grid cloth = grid_make(16, 16, 0.075, 0.075);
        int32_t side = n == 1 ? 60 : 4;
        grid table = grid_make(side, side, 0.2, 0.17);
        for (int32_t i = 0; i < cloth.vertex_count; i++) {
            cloth.positions[i].y = 0.002;
        }
        for (int32_t i = 0; i < table.triangle_count && n == 2; i++) {
            int32_t *t = table.triangles + 3 * (size_t)i, first = t[0];
            t[0] = t[1];
            t[1] = first;
        }
        bight_cloth_world_def def = bight_cloth_world_def_default();
        bight_cloth_world *world = cloth_world(&def);
        cloth_add(world, &cloth, NULL);
        bight_cloth_obstacle_def far = bight_cloth_obstacle_def_default();
        far.size.x = 0.01;
        far.pose.position.y = 1.0;
        bight_cloth_obstacle_id away = add_obstacle(world, &far);
        bight_cloth_obstacle_id id = add_grid(world, &table, -1.0, 0.0);
        bight_cloth_settle_report settled;
        CHECK(bight_cloth_world_settle(world, 2000, NULL, NULL, &settled) == BIGHT_OK);
        CHECK_SEED(settled.outcome == BIGHT_CLOTH_SETTLED, n);
        bight_cloth_report report = cloth_steps(world, 1);
        CHECK(report.contacts > 100 && report.intersections == 0);
        double weight = 0.075 * 0.075 * density * gravity;
        bight_vec3 force = force_on(world, id);
        CHECK_NEAR(force.y / weight, -1.0, 0.01);
        CHECK_NEAR(force.x / weight, 0.0, 0.01);
        CHECK_NEAR(force.z / weight, 0.0, 0.01);
        CHECK(v3_length(force_on(world, away)) == 0.0);
        bight_cloth_world_destroy(world);
        grid_free(&cloth);
        grid_free(&table);
    }
}

// ---- a ball, smooth and of triangles ----------------------------------------------------------------

// Octahedron whose sides are divided n times, every vertex on a sphere.
static void make_ball(int32_t n, double radius, grid *ball)
{
    int32_t corners = (n + 1) * (n + 1);
    ball->vertex_count = ball->triangle_count = 0;
    ball->positions = malloc(8 * (size_t)corners * sizeof *ball->positions);
    ball->triangles = malloc(24 * (size_t)(n * n) * sizeof *ball->triangles);
    ball->uv = NULL;
    for (int32_t octant = 0; octant < 8; octant++) {
        double sx = octant & 1 ? -1.0 : 1.0, sy = octant & 2 ? -1.0 : 1.0, sz = octant & 4 ? -1.0 : 1.0;
        int32_t first = ball->vertex_count;
        for (int32_t j = 0; j <= n; j++) {
            for (int32_t i = 0; i <= n - j; i++) {
                bight_vec3 p = v3(sx * i, sy * j, sz * (n - i - j));
                ball->positions[ball->vertex_count++] = v3_mul(radius / v3_length(p), p);
            }
        }
        int32_t row = first;
        for (int32_t j = 0; j < n; j++) {
            for (int32_t i = 0; i < n - j; i++) {
                int32_t a = row + i, b = a + 1, c = row + n - j + 1 + i;
                bool turned = sx * sy * sz < 0.0;
                const int32_t up[3] = {a, turned ? c : b, turned ? b : c};
                memcpy(ball->triangles + 3 * (size_t)ball->triangle_count++, up, sizeof up);
                if (i + 1 < n - j) {
                    const int32_t down[3] = {b, turned ? c : c + 1, turned ? c + 1 : c};
                    memcpy(ball->triangles + 3 * (size_t)ball->triangle_count++, down, sizeof down);
                }
            }
            row += n - j + 1;
        }
    }
}

typedef struct rest {
    bight_vec3 force;
    double height; // mean of the vertices
    double moved;  // in the last step
} rest;

static rest drape(bool smooth)
{
    const double radius = 0.04;
    grid cloth = grid_make(25, 25, 0.1, 0.1), ball;
    make_ball(16, radius, &ball);
    for (int32_t i = 0; i < cloth.vertex_count; i++) {
        cloth.positions[i].y = radius + 0.0011;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = 0.5;
    def.solve_iterations = 100;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &cloth, NULL);
    bight_cloth_obstacle_def obstacle = bight_cloth_obstacle_def_default();
    obstacle.kind = smooth ? BIGHT_SHAPE_SPHERE : BIGHT_SHAPE_MESH;
    obstacle.size.x = radius;
    obstacle.points = ball.positions;
    obstacle.triangles = ball.triangles;
    obstacle.point_count = ball.vertex_count;
    obstacle.triangle_count = ball.triangle_count;
    bight_cloth_obstacle_id at = add_obstacle(world, &obstacle);
    double moved = cloth_steps(world, 600).moved;
    rest r = {.force = force_on(world, at), .moved = moved};
    for (int32_t i = 0; i < cloth.vertex_count; i++) {
        r.height += bight_cloth_positions(world, id, NULL)[i].y / cloth.vertex_count;
    }
    bight_cloth_world_destroy(world);
    grid_free(&cloth);
    grid_free(&ball);
    return r;
}

// The mesh's chords lie up to radius (1 - cos) = 0.1 mm below the sphere; beyond that nothing differs. Cloth
// comes to rest on both.
TEST(a_ball_of_triangles_is_a_ball)
{
    rest smooth = drape(true), mesh = drape(false);
    double weight = 0.1 * 0.1 * density * gravity;
    CHECK_NEAR(smooth.force.y / weight, -1.0, 0.01);
    CHECK_NEAR(mesh.force.y / weight, -1.0, 0.01);
    CHECK_NEAR(v3_distance(smooth.force, mesh.force) / weight, 0.0, 0.02);
    CHECK(smooth.moved < 1e-7 && mesh.moved < 4e-6);
    CHECK_NEAR(smooth.height, mesh.height, 0.001);
}

// ---- friction of its own ----------------------------------------------------------------------------

// How far a sheet goes in 100 steps down a mesh at 20 degrees.
static double slide(double world_friction, double own_friction)
{
    const double angle = 0.349, c = cos(angle), s = sin(angle);
    grid cloth = grid_make(9, 9, 0.06, 0.06), ramp = grid_make(5, 5, 0.5, 0.3);
    for (int32_t i = 0; i < cloth.vertex_count; i++) {
        bight_vec3 p = cloth.positions[i];
        cloth.positions[i] = v3(p.x * c - 0.00099 * s, p.x * s + 0.00099 * c, p.z);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = world_friction;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &cloth, NULL);
    add_grid(world, &ramp, own_friction, angle);
    cloth_steps(world, 50);
    bight_vec3 before = bight_cloth_positions(world, id, NULL)[40];
    cloth_steps(world, 100);
    double way = v3_distance(bight_cloth_positions(world, id, NULL)[40], before);
    bight_cloth_world_destroy(world);
    grid_free(&cloth);
    grid_free(&ramp);
    return way;
}

// tan 20 degrees = 0.364: friction beyond it holds, below it does not; the mesh's own counts where it has
// one.
TEST(a_mesh_has_friction_of_its_own)
{
    CHECK(slide(0.5, -1.0) < 1e-4);
    CHECK(slide(0.1, -1.0) > 0.005);
    CHECK(slide(0.1, 0.5) < 1e-4);
    CHECK(slide(0.5, 0.1) > 0.005);
}

// ---- settling while an obstacle moves --------------------------------------------------------------------

// A table goes up under a sheet, so that earlier states have less energy: what settling gives back has the
// table where it went, and the sheet on it.
TEST(settling_gives_back_no_state_from_before_an_obstacle_moved)
{
    for (int32_t mesh = 0; mesh < 2; mesh++) {
        grid cloth = grid_make(9, 9, 0.04, 0.04), top = grid_make(5, 5, 0.1, 0.1);
        for (int32_t i = 0; i < cloth.vertex_count; i++) {
            cloth.positions[i].y = 0.001;
        }
        bight_cloth_world_def def = bight_cloth_world_def_default();
        bight_cloth_world *world = cloth_world(&def);
        bight_cloth_id id = cloth_add(world, &cloth, NULL);
        bight_cloth_obstacle_def table = bight_cloth_obstacle_def_default();
        table.kind = mesh ? BIGHT_SHAPE_MESH : BIGHT_SHAPE_BOX;
        table.size = v3(0.05, 0.05, 0.05);
        table.pose.position.y = mesh ? 0.0 : -0.05;
        table.points = top.positions;
        table.triangles = top.triangles;
        table.point_count = top.vertex_count;
        table.triangle_count = top.triangle_count;
        bight_cloth_obstacle_id obstacle = add_obstacle(world, &table);
        bight_pose to = table.pose, at;
        to.position.y += 0.02;
        CHECK(bight_cloth_obstacle_set_target(world, obstacle, to) == BIGHT_OK);
        bight_cloth_settle_report settled;
        CHECK(bight_cloth_world_settle(world, 30, NULL, NULL, &settled) == BIGHT_OK);
        CHECK_SEED(settled.outcome != BIGHT_CLOTH_SETTLED && settled.intersections == 0, mesh);
        CHECK(bight_cloth_obstacle_get(world, obstacle, &at, NULL) == BIGHT_OK);
        double risen = at.position.y - table.pose.position.y;
        CHECK_SEED(risen > 0.002 && risen < 0.02, mesh);
        for (int32_t i = 0; i < cloth.vertex_count; i++) {
            CHECK_SEED(bight_cloth_positions(world, id, NULL)[i].y > risen, mesh);
        }
        for (int32_t i = 0; i < top.vertex_count && mesh; i++) {
            CHECK_NEAR(world->at[cloth.vertex_count + i].y, risen, 1e-12);
        }
        bight_cloth_world_destroy(world);
        grid_free(&cloth);
        grid_free(&top);
    }
}

RUN_TESTS(unit(a_mesh_table_bears_the_weight), unit(a_ball_of_triangles_is_a_ball),
          unit(a_mesh_has_friction_of_its_own),
          unit(settling_gives_back_no_state_from_before_an_obstacle_moved))
