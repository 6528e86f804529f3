// SPDX-License-Identifier: MIT
// Safe mode in the world of cloth: from a clean state nothing goes through anything, at the end of a step or
// on the way. Judged by the exact test at the ends and by motion_judge.h on the way, both on all pairs.

#include "cloth/near.h"
#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/tangle.h"
#include "cloth_safe_stage.h"

// ---- thin layers ----------------------------------------------------------------------------------------

// Three triangles, 5 vertices, at a height over the middle of a sheet in the plane y = 0.
static bight_cloth_id add_patch(bight_cloth_world *world, double height, double density)
{
    bight_cloth_material material = bight_cloth_material_default();
    material.density = density;
    static const double x[5][2] = {{0.0, 0.0}, {6.0, -1.0}, {8.0, 4.0}, {4.0, 8.0}, {-1.0, 5.0}};
    bight_vec3 positions[5];
    for (int32_t i = 0; i < 5; i++) {
        positions[i] = v3(1e-3 * x[i][0] - 0.0031, height, 1e-3 * x[i][1] - 0.0033);
    }
    int32_t triangles[9] = {0, 2, 1, 0, 3, 2, 0, 4, 3};
    grid g = {.positions = positions, .triangles = triangles, .vertex_count = 5, .triangle_count = 3};
    return cloth_add(world, &g, &material);
}

// A patch is asked to go to the other side of a sheet that is nearer than a step is long. The state at the
// end is as clean as that at the start, so a test there with backtracking, as in Guo et al. (2025),
// section 6.2, has nothing to take back: the patch has jumped across. Safe mode stops it.
TEST(a_thin_layer_is_not_jumped_across)
{
    grid g = grid_make(12, 12, 0.055, 0.055);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    bight_cloth_world *world = cloth_world(&def);
    cloth_add(world, &g, NULL);
    add_patch(world, 0.0003, 0.2);
    CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK);
    int32_t first = g.vertex_count, count = world->vertex_count;
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = i < first ? g.positions[i] : world->at[i];
        world->at[i] = v3(p.x, i < first ? 0.0 : 0.0003, p.z);
    }
    world->near.listed = false;
    CHECK(bi_near_update(world, NULL) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
    CHECK(world->tangle.pierced.count == 0);
    memcpy(world->start, world->at, (size_t)count * sizeof *world->at);
    for (int32_t i = first; i < count; i++) {
        world->at[i].y = -0.0003;
    }
    CHECK(0.0006 < bi_filter_reach(world)); // no more than vertices may go

    // the old way: clean at the end, and yet through
    CHECK(bi_tangle_find(world) == BIGHT_OK && world->tangle.pierced.count == 0 &&
          count_crossings(world) == 0);
    CHECK(meetings(world, world->start) > 0);

    // safe mode
    bight_cloth_report report = {0};
    int32_t rounds = 0;
    CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK && rounds > 0 && report.unproved == 0);
    CHECK(meetings(world, world->start) == 0 && count_crossings(world) == 0);
    int32_t held = 0;
    for (int32_t i = 0; i < count; i++) {
        held += (world->flags[i] & BI_HELD) != 0;
        CHECK(i < first || (world->at[i].y > 0.0 && world->at[i].y < 0.0003));
    }
    CHECK(held >= 4);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// The note's oracle T12: a patch of three triangles shot at a sheet, so hard that contact does not stop it.
TEST(a_patch_is_shot_at_a_sheet)
{
    grid g = grid_make(12, 12, 0.055, 0.055);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    def.inertia = 1.0;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    add_patch(world, 0.004, 100.0);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        CHECK(bight_cloth_pin(world, id, i, true, NULL) == BIGHT_OK);
    }
    int32_t first = g.vertex_count, held = 0;
    for (int32_t step = 0; step < LESS_WHEN_CHECKED(150, 40); step++) {
        for (int32_t i = first; i < world->vertex_count; i++) {
            world->velocity[i] = v3(0, -5.0 / def.time_step, 0);
        }
        held += judged_step(world, (uint64_t)step).held;
        for (int32_t i = first; i < world->vertex_count; i++) {
            CHECK(world->at[i].y > 0.0);
        }
    }
    CHECK(held > 0);
    CHECK(world->at[first].y < def.thickness); // it did come near
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- hands ----------------------------------------------------------------------------------------------

// A strip in three layers, as a letter is folded; a vertex of the middle one is jerked up and down.
TEST(a_hand_drags_a_folded_sheet_through_its_layers)
{
    grid g = grid_make(10, 40, 0.036, 0.16);
    double leg = 0.045, gap = 0.0022, radius = 0.5 * gap, arc = acos(-1.0) * radius;
    for (int32_t i = 0; i < g.vertex_count; i++) {
        double s = g.positions[i].z + 0.08, period = leg + arc;
        int32_t layer = (int32_t)(s / period);
        double t = s - layer * period, turn = t > leg ? (t - leg) / radius : 0.0;
        double out = t > leg ? leg + radius * sin(turn) : t, up = t > leg ? radius * (1.0 - cos(turn)) : 0.0;
        g.positions[i] = v3(g.positions[i].x, layer * gap + up, layer % 2 == 0 ? out : leg - out);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    for (int32_t i = 0; i < g.vertex_count; i++) { // the outer layers cannot get away
        double s = g.uv[2 * i + 1];
        CHECK(bight_cloth_pin(world, id, i, s < leg || s > 2.0 * (leg + arc), NULL) == BIGHT_OK);
    }
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp(world, id, 17 * 10 + 5, &hand, NULL) == BIGHT_OK);
    int32_t held = 0;
    double lag = 0.0;
    for (int32_t step = 0; step < LESS_WHEN_CHECKED(160, 60); step++) {
        bight_vec3 to = v3(0.01 * (step / 40 % 2), step / 20 % 2 == 0 ? 0.06 : -0.06, 0.02);
        CHECK(bight_cloth_hand_set_target(world, hand, to) == BIGHT_OK);
        held += judged_step(world, (uint64_t)step).held;
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(world, hand, &state) == BIGHT_OK);
        lag = bi_max(lag, state.lag);
    }
    CHECK(held > 0 && lag > 0.03);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- obstacles ------------------------------------------------------------------------------------------

// How far a shape without a mesh is from a sheet: points on a fine grid of each triangle.
static double sampled_distance(const bight_cloth_world *world, const bi_cloth_obstacle *obstacle)
{
    enum { N = 12 };
    double least = HUGE_VAL;
    for (int32_t t = 0; t < world->sheets.triangle_count; t++) {
        const int32_t *v = world->topology.triangles + 3 * t;
        for (int32_t i = 0; i <= N; i++) {
            for (int32_t k = 0; k <= N - i; k++) {
                bight_vec3 p = v3_mul(1.0 * i / N, world->at[v[0]]);
                p = v3_madd(p, 1.0 * k / N, world->at[v[1]]);
                p = v3_madd(p, 1.0 * (N - i - k) / N, world->at[v[2]]);
                p = bi_pose_in(&obstacle->pose, p);
                least = bi_min(least, bi_solid_closest(&obstacle->solid, p, p).distance);
            }
        }
    }
    return least;
}

// A fast obstacle, turning on its way, comes down on a sheet. While all of the sheet is pinned it waits
// above, and says how far it has to go; when only the border is, it goes on, with the cloth before it.
TEST(obstacles_wait_for_cloth_that_cannot_get_away)
{
    for (bight_shape_kind kind = LESS_WHEN_CHECKED(BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_MESH);
         kind <= BIGHT_SHAPE_MESH; kind++) {
        grid g = grid_make(13, 13, 0.06, 0.06);
        bight_cloth_world_def def = bight_cloth_world_def_default();
        bight_cloth_world *world = cloth_world(&def);
        bight_cloth_id id = cloth_add(world, &g, NULL);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            CHECK(bight_cloth_pin(world, id, i, true, NULL) == BIGHT_OK);
        }
        bight_cloth_obstacle_def shape = obstacle_of(kind);
        shape.pose.position = v3(0.0007, 0.03, 0.0011);
        bight_cloth_obstacle_id obstacle;
        CHECK(bight_cloth_obstacle_create(world, &shape, &obstacle, NULL) == BIGHT_OK);
        bight_pose target = {.position = v3(0.0007, -0.3, 0.0011), .rotation = {0.5, 0.0, 0.3, 0.81}}, pose;
        CHECK(bight_cloth_obstacle_set_target(world, obstacle, target) == BIGHT_OK);
        bight_cloth_report report = {0};
        double height[2] = {0, 0};
        for (int32_t step = 0; step < 300; step++) {
            if (step == 150) {
                CHECK(bight_cloth_obstacle_get(world, obstacle, &pose, NULL) == BIGHT_OK);
                height[0] = pose.position.y;
                CHECK_SEED(report.lag > 0.29 && report.lag < 0.4, kind);
                for (int32_t i = 0; i < g.vertex_count; i++) {
                    bool inside = i % 13 > 0 && i % 13 < 12 && i / 13 > 0 && i / 13 < 12;
                    CHECK(bight_cloth_pin(world, id, i, !inside, NULL) == BIGHT_OK);
                }
            }
            report = judged_step(world, (uint64_t)kind);
            if (kind != BIGHT_SHAPE_MESH && step % 10 == 9) {
                // it stays a tenth of the thickness away from what is pinned; from the rest at least clear of
                // it
                double distance = sampled_distance(world, &world->obstacles.items[0]);
                CHECK_SEED(distance > (step < 150 ? 0.09 : 0.0) * def.thickness, kind);
                CHECK_SEED(step < 140 || distance < def.thickness, kind);
            }
        }
        CHECK(bight_cloth_obstacle_get(world, obstacle, &pose, NULL) == BIGHT_OK);
        height[1] = pose.position.y;
        CHECK_SEED(height[0] < 0.025 && height[1] < height[0] - 0.002 && height[1] > -0.06, kind);
        bight_cloth_world_destroy(world);
        grid_free(&g);
    }
}

// ---- memory ---------------------------------------------------------------------------------------------

static void *count_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    ++*(int64_t *)user;
    return realloc(old, new_size);
}

// Where safe mode has to shorten things, over and over.
TEST(warm_steps_that_shorten_take_no_memory)
{
    int64_t calls = 0;
    const bight_allocator allocator = {count_resize, &calls};
    grid g = grid_make(12, 12, 0.055, 0.055);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.inertia = 1.0;
    def.env.allocator = allocator;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    add_patch(world, 0.003, 100.0);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        CHECK(bight_cloth_pin(world, id, i, true, NULL) == BIGHT_OK);
    }
    int64_t warm = 0, held = 0;
    for (int32_t step = 0; step < 120; step++) {
        for (int32_t i = g.vertex_count; i < world->vertex_count; i++) {
            world->velocity[i] = v3(0, (step / 10 % 2 == 0 ? -5.0 : 0.002) / def.time_step, 0);
        }
        int32_t stopped = cloth_steps(world, 1).held;
        held += step >= 60 ? stopped : 0;
        warm = step < 60 ? calls : warm;
    }
    CHECK(held > 0 && calls == warm);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- tangled worlds -------------------------------------------------------------------------------------

// Two sheets start through each other. Two others, far from them, are clean, and stay so, however they are
// jerked.
TEST(clean_parts_of_a_tangled_world_stay_clean)
{
    grid g = grid_make(9, 9, 0.04, 0.04);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id[4];
    for (int32_t n = 0; n < 4; n++) {
        grid moved = grid_make(9, 9, 0.04, 0.04);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            bight_vec3 p = g.positions[i];
            moved.positions[i] = n < 2    ? v3(p.x + 0.0001 * n, 0.0013 * n, p.z)
                                 : n == 2 ? v3(p.x + 0.2, 0.0, p.z)
                                          : v3(0.2 + 0.0007 + 0.1 * p.z, p.x, p.z + 0.0003);
        }
        id[n] = cloth_add(world, &moved, NULL);
        grid_free(&moved);
    }
    for (int32_t i = 0; i < 9; i++) { // those that cross are held through each other
        CHECK(bight_cloth_pin(world, id[2], 9 * i, true, NULL) == BIGHT_OK);
        CHECK(bight_cloth_pin(world, id[2], 9 * i + 8, true, NULL) == BIGHT_OK);
        CHECK(bight_cloth_pin(world, id[3], 9 * i, true, NULL) == BIGHT_OK);
        CHECK(bight_cloth_pin(world, id[3], 9 * i + 8, true, NULL) == BIGHT_OK);
    }
    for (int32_t i = 0; i < 81; i++) { // a sheet that cannot get away
        CHECK(bight_cloth_pin(world, id[0], i, true, NULL) == BIGHT_OK);
    }
    bight_cloth_hand_id hands[2];
    CHECK(bight_cloth_grasp(world, id[1], 40, &hands[0], NULL) == BIGHT_OK);
    CHECK(bight_cloth_grasp(world, id[1], 10, &hands[1], NULL) == BIGHT_OK);
    bight_vec3 *from = malloc((size_t)world->vertex_count * sizeof *from);
    int32_t held = 0, tangled = 0;
    for (int32_t step = 0; step < 80; step++) {
        for (int32_t n = 0; n < 2; n++) {
            bight_cloth_hand_set_target(world, hands[n], v3(0.002, step / 10 % 2 == n ? -0.05 : 0.01, 0.0));
        }
        memcpy(from, world->at, (size_t)world->vertex_count * sizeof *from);
        bight_cloth_report report = cloth_steps(world, 1);
        CHECK(!report.rolled_back && (report.intersections == 0 || !report.certified));
        tangled += report.intersections > 0;
        held += report.held;
        // the clean ones come first: 162 vertices, 256 triangles; edges are sorted by their lower end
        int32_t edges = 0;
        while (world->topology.surface.edges[2 * edges] < 162) {
            edges++;
        }
        CHECK(judge_motion(from, world->at, 162, world->topology.triangles, 256,
                           world->topology.surface.edges, edges, 162) == 0);
    }
    CHECK(tangled == 80 && held > 0);
    free(from);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(a_thin_layer_is_not_jumped_across), unit(a_patch_is_shot_at_a_sheet),
          unit(a_hand_drags_a_folded_sheet_through_its_layers),
          unit(obstacles_wait_for_cloth_that_cannot_get_away), unit(warm_steps_that_shorten_take_no_memory),
          unit(clean_parts_of_a_tangled_world_stay_clean))
