// SPDX-License-Identifier: MIT
// Safe mode in the world of cloth: from a clean state nothing goes through anything, at the end of a step or
// on the way. Judged by the exact test at the ends and by motion_judge.h on the way, both on all pairs.

#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/near.h"
#include "cloth/separation.h"
#include "cloth/world.h"
#include "cloth/tangle.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/pose.h"
#include "motion_judge.h"

// ---- judges ---------------------------------------------------------------------------------------------

// Edges through triangles of a world, on all pairs but those of two bodies.
static int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * t;
            bool common = false;
            for (int32_t k = 0; k < 3; k++) {
                common = common || w[k] == v[0] || w[k] == v[1];
            }
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            bool bodies = (world->flags[v[0]] & world->flags[w[0]] & BI_BODY) != 0;
            double low = bi_min(x[0].y, x[1].y), high = bi_max(x[0].y, x[1].y);
            bool far = (x[2].y > high && x[3].y > high && x[4].y > high) ||
                       (x[2].y < low && x[3].y < low && x[4].y < low);
            count += !common && !bodies && !far && bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

static int32_t first_body_vertex(const bight_cloth_world *world)
{
    int32_t i = 0;
    while (i < world->vertex_count && (world->flags[i] & BI_BODY) == 0) {
        i++;
    }
    return i;
}

static int32_t meetings(const bight_cloth_world *world, const bight_vec3 *from)
{
    return judge_motion(from, world->at, world->vertex_count, world->topology.triangles,
                        world->topology.triangle_count, world->topology.surface.edges,
                        world->topology.surface.edge_count, first_body_vertex(world));
}

// One step under both judges.
static bight_cloth_report judged_step(bight_cloth_world *world, uint64_t seed)
{
    bight_vec3 *from = malloc((size_t)world->vertex_count * sizeof *from);
    memcpy(from, world->at, (size_t)world->vertex_count * sizeof *from);
    bight_cloth_report report = cloth_steps(world, 1);
    CHECK_SEED(report.certified && !report.rolled_back && report.intersections == 0, seed);
    CHECK_SEED(count_crossings(world) == 0, seed);
    CHECK_SEED(meetings(world, from) == 0, seed);
    free(from);
    return report;
}

// ---- the proof for one pair -----------------------------------------------------------------------------

static bool triangles_meet(const bi_moving_pair *pair)
{
    bool meet = false;
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t side = 0; side < 2; side++) {
            const bight_vec3(*x)[3] = side == 0 ? pair->x : pair->y, (*y)[3] = side == 0 ? pair->y : pair->x;
            const bight_vec3 a[4] = {x[0][k], y[0][0], y[0][1], y[0][2]};
            const bight_vec3 b[4] = {x[1][k], y[1][0], y[1][1], y[1][2]};
            meet = meet || (k != (side == 0 ? pair->x_shared : pair->y_shared) && judge_vertex_meets(a, b));
        }
        for (int32_t m = 0; m < 3; m++) {
            int32_t l = (k + 1) % 3, n = (m + 1) % 3;
            bool common =
                (k == pair->x_shared || l == pair->x_shared) && (m == pair->y_shared || n == pair->y_shared);
            const bight_vec3 a[4] = {pair->x[0][k], pair->x[0][l], pair->y[0][m], pair->y[0][n]};
            const bight_vec3 b[4] = {pair->x[1][k], pair->x[1][l], pair->y[1][m], pair->y[1][n]};
            meet = meet || (!common && judge_edge_meets(a, b));
        }
    }
    return meet;
}

// Two triangles that go anywhere, some with a common corner, some flying along or turning together: what is
// proved never meets, and most of what does not meet is proved.
TEST(what_is_parted_never_meets)
{
    bi_random random = bi_random_from(1);
    int32_t met = 0, apart = 0, proved = 0, turned = 0;
    const int32_t pairs = LESS_WHEN_CHECKED(60000, 6000);
    for (int32_t n = 0; n < pairs; n++) {
        bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
        double motion = exp2(bi_random_range(&random, -6.0, 0.0)), together = n % 3 == 0 ? 5.0 : 0.0;
        bight_vec3 way = bi_random_vec3(&random, together), off = bi_random_vec3(&random, 0.5);
        for (int32_t k = 0; k < 3; k++) {
            pair.x[0][k] = bi_random_vec3(&random, 1.0);
            pair.y[0][k] = v3_add(off, bi_random_vec3(&random, 1.0));
            pair.x[1][k] = v3_add(v3_add(pair.x[0][k], way), bi_random_vec3(&random, motion));
            pair.y[1][k] = v3_add(v3_add(pair.y[0][k], way), bi_random_vec3(&random, motion));
        }
        if (n % 2 == 0) {
            pair.x_shared = bi_random_below(&random, 3);
            pair.y_shared = bi_random_below(&random, 3);
            pair.y[0][pair.y_shared] = pair.x[0][pair.x_shared];
            pair.y[1][pair.y_shared] = pair.x[1][pair.x_shared];
        }
        if (n % 5 == 0) { // turning together, up to half round
            double angle = bi_random_range(&random, -3.0, 3.0), c = cos(angle), s = sin(angle);
            for (int32_t k = 0; k < 6; k++) {
                bight_vec3 *p = k < 3 ? &pair.x[1][k] : &pair.y[1][k - 3];
                *p = v3(c * p->x - s * p->y, s * p->x + c * p->y, p->z);
            }
        }
        bight_vec3 direction, last;
        double distance = bi_pair_distance(&pair, 0, &direction), least = 1e-6;
        double left = bi_pair_distance(&pair, 1, &last);
        bool parted = bi_pair_separates(&pair, least) || bi_pair_separates_along(&pair, direction, least);
        if (!parted && distance > 0.0 && left > 0.0 &&
            bi_pair_separates_turning(&pair, direction, last, least)) {
            parted = true;
            turned++;
        }
        if (triangles_meet(&pair)) {
            CHECK_SEED(!parted, n);
            met++;
        } else if (distance > 1e-6) {
            apart++;
            proved += parted;
        }
    }
    CHECK(met > pairs / 12 && apart > pairs / 12);
    CHECK(proved > apart / 2 && turned > pairs / 120);
}

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

static const bight_vec3 wedge_points[6] = {{-0.012, 0.011, -0.009}, {0.013, 0.011, -0.01},
                                           {0.012, 0.011, 0.012},   {-0.011, 0.011, 0.009},
                                           {-0.008, 0.0, 0.001},    {0.009, 0.0, -0.001}};
static const int32_t wedge_triangles[24] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4,
                                            2, 3, 4, 2, 4, 5, 0, 4, 3, 1, 2, 5};

static bight_cloth_obstacle_def obstacle_of(bight_shape_kind kind)
{
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = kind;
    def.size = kind == BIGHT_SHAPE_CAPSULE ? v3(0.006, 0.008, 0)
               : kind == BIGHT_SHAPE_BOX   ? v3(0.009, 0.006, 0.007)
               : kind == BIGHT_SHAPE_TORUS ? v3(0.012, 0.005, 0)
                                           : v3(0.01, 0, 0);
    if (kind == BIGHT_SHAPE_MESH) {
        def.points = wedge_points;
        def.triangles = wedge_triangles;
        def.point_count = 6;
        def.triangle_count = 8;
    }
    return def;
}

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

// ---- torture --------------------------------------------------------------------------------------------

typedef struct torture {
    bi_random random;
    grid g[2];
    bight_cloth_world *world;
    bight_cloth_id cloth[2];
    bight_cloth_hand_id hands[4];
    bight_cloth_obstacle_id obstacles[2];
    int64_t held;
} torture;

static torture torture_make(uint64_t seed, int32_t threads, const bight_allocator *allocator)
{
    torture t = {.random = bi_random_from(seed)};
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.inertia = seed % 2 == 0 ? 1.0 : 0.0;
    def.friction = bi_random_range(&t.random, 0.0, 0.6);
    def.env.threads = threads;
    def.solve_iterations = seed % 3 == 0 ? 4 : 40; // too few, so that motion is wild
    if (allocator != NULL) {
        def.env.allocator = *allocator;
    }
    t.world = cloth_world(&def);
    for (int32_t n = 0; n < 2; n++) {
        t.g[n] = grid_make(11 - n, 11 - n, 0.05, 0.045);
        for (int32_t i = 0; i < t.g[n].vertex_count; i++) {
            t.g[n].positions[i].y = 0.0015 * n + 0.0004 * bi_random_unit(&t.random);
        }
        t.cloth[n] = cloth_add(t.world, &t.g[n], NULL);
    }
    for (int32_t n = 0; n < 4; n++) {
        int32_t vertex = bi_random_below(&t.random, 25) + 25 * (n / 2);
        while (bight_cloth_grasp(t.world, t.cloth[n % 2], vertex, &t.hands[n], NULL) != BIGHT_OK) {
            vertex++;
        }
    }
    bight_cloth_obstacle_def shape = obstacle_of(BIGHT_SHAPE_MESH);
    shape.pose.position = v3(0.01, 0.02, 0.0);
    CHECK(bight_cloth_obstacle_create(t.world, &shape, &t.obstacles[0], NULL) == BIGHT_OK);
    shape = obstacle_of(BIGHT_SHAPE_SPHERE);
    shape.pose.position = v3(-0.01, -0.02, 0.0);
    CHECK(bight_cloth_obstacle_create(t.world, &shape, &t.obstacles[1], NULL) == BIGHT_OK);
    return t;
}

static void torture_orders(torture *t, int32_t step)
{
    if (step % 6 != 0) {
        return;
    }
    for (int32_t n = 0; n < 4; n++) {
        bight_cloth_hand_set_target(t->world, t->hands[n], bi_random_vec3(&t->random, 0.05));
    }
    for (int32_t n = 0; n < 2; n++) {
        bight_pose to = {.position = bi_random_vec3(&t->random, 0.03),
                         .rotation = {bi_random_unit(&t->random), bi_random_unit(&t->random), 0.2, 0.5}};
        bight_cloth_obstacle_set_target(t->world, t->obstacles[n], to);
    }
}

static void torture_free(torture *t)
{
    bight_cloth_world_destroy(t->world);
    grid_free(&t->g[0]);
    grid_free(&t->g[1]);
}

TEST(torture_never_crosses)
{
    int64_t held = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(6, 2); seed++) {
        torture t = torture_make(seed, 1, NULL);
        for (int32_t step = 0; step < LESS_WHEN_CHECKED(150, 80); step++) {
            torture_orders(&t, step);
            held += judged_step(t.world, seed).held;
        }
        torture_free(&t);
    }
    CHECK(held > LESS_WHEN_CHECKED(100, 30)); // it was needed
}

TEST(same_bits_for_any_number_of_threads)
{
    uint64_t hash[3] = {0, 0, 0};
    for (int32_t threads = 1; threads <= LESS_WHEN_CHECKED(3, 2); threads++) {
        torture t = torture_make(6, threads, NULL);
        for (int32_t step = 0; step < LESS_WHEN_CHECKED(120, 60); step++) {
            torture_orders(&t, step);
            t.held += cloth_steps(t.world, 1).held;
        }
        CHECK(t.held > 0);
        hash[threads - 1] = bight_cloth_world_hash(t.world);
        torture_free(&t);
    }
    CHECK(hash[0] == hash[1] && hash[0] == LESS_WHEN_CHECKED(hash[2], hash[1]));
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

RUN_TESTS(unit(what_is_parted_never_meets), unit(a_thin_layer_is_not_jumped_across),
          unit(a_patch_is_shot_at_a_sheet), unit(a_hand_drags_a_folded_sheet_through_its_layers),
          unit(obstacles_wait_for_cloth_that_cannot_get_away), unit(torture_never_crosses),
          unit(same_bits_for_any_number_of_threads), unit(warm_steps_that_shorten_take_no_memory),
          unit(clean_parts_of_a_tangled_world_stay_clean))
