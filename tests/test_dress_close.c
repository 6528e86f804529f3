// SPDX-License-Identifier: MIT
// Closing a knot's border: which vertices become double, the harmonic field by its own definition, and threads that close it.

#include "bight/cloth.h"
#include "bight/dress_knot.h"
#include "bight/garment.h"

#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "golden_dress.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH 0.5
#define WIDTH 0.12
#define EDGE 0.01

// A flat ribbon whose middle is a region that stands elsewhere. Positions of the map are the caller's to move.
typedef struct stage {
    bight_cloth_mesh mesh;
    bight_pipe pipe;
    bight_dress_map map;
} stage;

static stage set_stage(void)
{
    stage s;
    const double sizes[2] = {LENGTH, WIDTH}, radii[2] = {0.03, 0.03};
    const bight_vec3 points[2] = {{0, 0, 0}, {0.2, 0, 0}};
    const bight_axis_strand strand = {.points = points, .radii = radii, .count = 2};
    const bight_axis axis = {&strand, 1};
    const bight_dress_region region = {.kind = BIGHT_REGION_RECTANGLE,
                                       .centre = {0.5 * LENGTH, 0.5 * WIDTH},
                                       .length = 0.2,
                                       .width = 0.06,
                                       .padding = 0.06};
    bight_error error = {0};
    assert_int_equal(
        bight_garment_make(NULL, bight_garment_find("ribbon"), EDGE, sizes, &s.mesh, NULL, &error), BIGHT_OK);
    assert_int_equal(bight_pipe_make(NULL, &axis, NULL, &s.pipe, &error), BIGHT_OK);
    assert_int_equal(bight_dress_map_make(NULL, &s.mesh, &s.pipe, &region, 1, NULL, &s.map, &error),
                     BIGHT_OK);
    return s;
}

// The region lies flat where the cloth has it, moved by `shift` and a little more for each vertex.
static void lay(stage *s, bight_vec3 shift, double noise, uint64_t seed)
{
    bi_random random = bi_random_from(seed);
    for (int32_t v = 0; v < s->mesh.vertex_count; v++) {
        bight_vec3 more = v3(bi_random_range(&random, -noise, noise), bi_random_range(&random, -noise, noise),
                             bi_random_range(&random, -noise, noise));
        s->map.positions[v] = v3_add(s->mesh.positions[v], v3_add(shift, more));
    }
}

static void strike(stage *s)
{
    bight_dress_map_free(NULL, &s->map);
    bight_pipe_free(NULL, &s->pipe);
    bight_cloth_mesh_free(NULL, &s->mesh);
}

// Of each vertex: has it triangles in the region, and outside?
static void look_at_sides(const stage *s, bool *inside, bool *outside)
{
    memset(inside, 0, (size_t)s->mesh.vertex_count * sizeof *inside);
    memset(outside, 0, (size_t)s->mesh.vertex_count * sizeof *outside);
    for (int32_t i = 0; i < 3 * s->mesh.triangle_count; i++) {
        (s->map.regions[i / 3] >= 0 ? inside : outside)[s->mesh.triangles[i]] = true;
    }
}

// Steps along edges of triangles outside from the border, a wave of one step at a time; big where nothing leads.
static void walk(const stage *s, const bool *inside, const bool *outside, int32_t *steps)
{
    for (int32_t v = 0; v < s->mesh.vertex_count; v++) {
        steps[v] = inside[v] && outside[v] ? 0 : 1 << 20;
    }
    for (int32_t round = 0; round < 40; round++) {
        for (int32_t i = 0; i < 3 * s->mesh.triangle_count; i++) {
            int32_t v = s->mesh.triangles[i], w = s->mesh.triangles[i - i % 3 + (i + 1) % 3];
            if (s->map.regions[i / 3] < 0) {
                steps[w] = steps[w] > steps[v] + 1 ? steps[v] + 1 : steps[w];
                steps[v] = steps[v] > steps[w] + 1 ? steps[w] + 1 : steps[v];
            }
        }
    }
}

TEST(borders_become_double_and_the_field_is_harmonic)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        stage s = set_stage();
        lay(&s, v3(0.004, 0.01, -0.006), 0.004, seed);
        bight_dress_cloth cloth;
        bight_error error = {0};
        assert_int_equal(bight_dress_close(NULL, &s.mesh, &s.map, &cloth, &error), BIGHT_OK);
        int32_t n = s.mesh.vertex_count;
        bool *inside = calloc((size_t)n, 1), *outside = calloc((size_t)n, 1);
        int32_t *steps = calloc((size_t)n, sizeof *steps), *copy = calloc((size_t)n, sizeof *copy);
        look_at_sides(&s, inside, outside);
        walk(&s, inside, outside, steps);

        // one copy for each vertex of the border, behind all others; triangles outside have the copies
        int32_t both = 0;
        for (int32_t v = 0; v < n; v++) {
            copy[v] = -1;
            both += inside[v] && outside[v];
        }
        assert_int_equal(cloth.sewn_count, both);
        assert_int_equal(cloth.vertex_count, n + both);
        assert_int_equal(cloth.mesh_vertices, n);
        for (int32_t i = 0; i < both; i++) {
            int32_t v = cloth.sewn[2 * i];
            CHECK_SEED(inside[v] && outside[v] && copy[v] < 0 && cloth.sewn[2 * i + 1] >= n, seed);
            copy[v] = cloth.sewn[2 * i + 1];
        }
        for (int32_t i = 0; i < 3 * s.mesh.triangle_count; i++) {
            int32_t v = s.mesh.triangles[i];
            int32_t wanted = s.map.regions[i / 3] < 0 && copy[v] >= 0 ? copy[v] : v;
            assert_int_equal(cloth.triangles[i], wanted);
        }

        // the knot stays; the border meets it; what is ten steps away stays, to the bit; each one between moves by the mean of
        // its neighbours, which edges with two triangles show twice
        double most = 0.0;
        for (int32_t v = 0; v < n; v++) {
            most = copy[v] >= 0 ? fmax(most, v3_distance(s.map.positions[v], s.mesh.positions[v])) : most;
        }
        CHECK_NEAR(cloth.residual[0], most, 1e-15);
        CHECK_SEED(cloth.residual[1] == 0.0 && cloth.spread == both, seed);
        bight_vec3 *sum = calloc((size_t)n, sizeof *sum), *way = calloc((size_t)n, sizeof *way);
        int32_t *count = calloc((size_t)n, sizeof *count), moved = 0;
        for (int32_t v = 0; v < n; v++) {
            bight_vec3 there = copy[v] >= 0 ? cloth.positions[copy[v]] : cloth.positions[v];
            way[v] = inside[v] && !outside[v] ? v3(0, 0, 0) : v3_sub(there, s.mesh.positions[v]);
        }
        for (int32_t i = 0; i < 3 * s.mesh.triangle_count; i++) {
            int32_t v = s.mesh.triangles[i], w = s.mesh.triangles[i - i % 3 + (i + 1) % 3];
            if (s.map.regions[i / 3] < 0) {
                sum[v] = v3_add(sum[v], way[w]);
                sum[w] = v3_add(sum[w], way[v]);
                count[v]++;
                count[w]++;
            }
        }
        for (int32_t v = 0; v < n; v++) {
            bight_vec3 at = cloth.positions[v];
            if (inside[v]) {
                CHECK_SEED(memcmp(&at, &s.map.positions[v], sizeof at) == 0, seed);
            } else if (steps[v] >= 10) {
                CHECK_SEED(memcmp(&at, &s.mesh.positions[v], sizeof at) == 0, seed);
            } else {
                bight_vec3 mean = v3_mul(1.0 / count[v], sum[v]);
                CHECK_SEED(v3_distance(mean, way[v]) <= 1e-7 * most, seed);
                CHECK_SEED(v3_length(way[v]) <= most, seed);
                moved++;
            }
        }
        assert_int_equal(cloth.eased, moved + both);
        CHECK_SEED(moved > 100, seed);
        free(inside), free(outside), free(steps), free(copy), free(sum), free(way), free(count);
        bight_dress_cloth_free(NULL, &cloth);
        strike(&s);
    }
}

// Beyond four edges the field is as deep as keeps it gentle: here as deep as the cloth allows.
TEST(a_farther_border_is_spread_deeper)
{
    stage s = set_stage();
    lay(&s, v3(0, 5 * EDGE, 0), 0.0, 1);
    bight_dress_cloth cloth;
    assert_int_equal(bight_dress_close(NULL, &s.mesh, &s.map, &cloth, NULL), BIGHT_OK);
    CHECK(cloth.spread == cloth.sewn_count && cloth.sewn_count > 0);
    CHECK_NEAR(cloth.residual[0], 5 * EDGE, 1e-12);
    CHECK(cloth.residual[1] == 0.0);
    int32_t moved = 0, n = s.mesh.vertex_count;
    bool *inside = calloc((size_t)n, 1), *outside = calloc((size_t)n, 1);
    int32_t *steps = calloc((size_t)n, sizeof *steps);
    look_at_sides(&s, inside, outside);
    walk(&s, inside, outside, steps);
    for (int32_t v = 0; v < n; v++) {
        bool went = memcmp(&cloth.positions[v], &s.mesh.positions[v], sizeof(bight_vec3)) != 0;
        CHECK(inside[v] || (went == (steps[v] < 13))); // 5 / 0.4, rounded up
        moved += !inside[v] && went;
    }
    CHECK(moved > 500);
    free(inside), free(outside), free(steps);
    bight_dress_cloth_free(NULL, &cloth);
    strike(&s);
}

// Beyond the depth of the cloth nothing is moved: threads have that to do.
TEST(a_far_border_stays_open)
{
    stage s = set_stage();
    lay(&s, v3(0, 12 * EDGE, 0), 0.0, 1);
    bight_dress_cloth cloth;
    assert_int_equal(bight_dress_close(NULL, &s.mesh, &s.map, &cloth, NULL), BIGHT_OK);
    assert_int_equal(cloth.spread, 0);
    assert_int_equal(cloth.eased, 0);
    CHECK_NEAR(cloth.residual[0], 12 * EDGE, 1e-12);
    CHECK_NEAR(cloth.residual[1], 12 * EDGE, 1e-12);
    for (int32_t i = 0; i < cloth.sewn_count; i++) {
        const int32_t *pair = cloth.sewn + 2 * i;
        CHECK(memcmp(&cloth.positions[pair[1]], &s.mesh.positions[pair[0]], sizeof(bight_vec3)) == 0);
    }
    bight_dress_cloth_free(NULL, &cloth);
    strike(&s);
}

static void simulate(bight_vec3 shift, int32_t steps, double most_stretch)
{
    stage s = set_stage();
    lay(&s, shift, 0.0, 1);
    bight_dress_cloth cloth;
    bight_error error = {0};
    assert_int_equal(bight_dress_close(NULL, &s.mesh, &s.map, &cloth, &error), BIGHT_OK);
    bight_cloth_world_def settings = bight_cloth_world_def_default();
    settings.gravity = v3(0, 0, 0);
    bight_cloth_world *world;
    assert_int_equal(bight_cloth_world_create(&settings, &world, &error), BIGHT_OK);
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = cloth.positions;
    def.triangles = cloth.triangles;
    def.vertex_count = cloth.vertex_count;
    def.triangle_count = cloth.triangle_count;
    def.uv = s.mesh.uv;
    def.uv_triangles = s.mesh.uv_triangles;
    def.uv_count = s.mesh.uv_count;
    bight_cloth_id id;
    assert_int_equal(bight_cloth_create(world, &def, &id, &error), BIGHT_OK);
    for (int32_t i = 0; i < cloth.sewn_count; i++) {
        assert_int_equal(
            bight_cloth_sew(world, id, cloth.sewn[2 * i], id, cloth.sewn[2 * i + 1], 0.0, &error), BIGHT_OK);
    }
    bight_cloth_report report = {0};
    int32_t at = 0, count;
    for (bool open = true; open && at < steps; at++) {
        assert_int_equal(bight_cloth_world_step(world, &report), BIGHT_OK);
        const bight_vec3 *x = bight_cloth_positions(world, id, &count);
        open = false;
        for (int32_t i = 0; i < cloth.sewn_count; i++) {
            open = open || memcmp(&x[cloth.sewn[2 * i]], &x[cloth.sewn[2 * i + 1]], sizeof(bight_vec3)) != 0;
        }
    }
    if (at >= steps || report.intersections != 0 || !(report.stretch <= most_stretch)) {
        fail_msg("%d steps, %d crossings, stretch %g", at, report.intersections, report.stretch);
    }
    bight_cloth_world_destroy(world);
    bight_dress_cloth_free(NULL, &cloth);
    strike(&s);
}

// What was spread is one sheet after a step or two; what was not is drawn together by threads.
TEST(threads_close_what_is_left)
{
    simulate(v3(0, 0.02, 0), 3, 1.6);
    simulate(v3(0, 0.05, 0), 3, 1.6);
    simulate(v3(0, 0.08, 0), 900, 1.9);
}

TEST(memory_may_fail)
{
    stage s = set_stage();
    lay(&s, v3(0.004, 0.01, 0), 0.0, 1);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t at = 1; status != BIGHT_OK; at++) {
        failing_allocator state = {.fail_at = at};
        bight_env env = failing_env(&state);
        bight_dress_cloth cloth;
        bight_error error = {0};
        status = bight_dress_close(&env, &s.mesh, &s.map, &cloth, &error);
        CHECK(status == BIGHT_OK ||
              (status == BIGHT_ERROR_NO_MEMORY && cloth.positions == NULL && error.message[0] != '\0'));
        bight_dress_cloth_free(&env.allocator, &cloth);
        assert_int_equal(state.held, 0);
    }
    strike(&s);
}

TEST(golden_dress_is_what_it_was)
{
    uint64_t hash = golden_dress();
    if (hash != GOLDEN_DRESS_HASH) {
        fail_msg("0x%08X%08X", (unsigned)(hash >> 32), (unsigned)hash);
    }
}

RUN_TESTS(unit(borders_become_double_and_the_field_is_harmonic), unit(a_farther_border_is_spread_deeper),
          unit(a_far_border_stays_open), unit(threads_close_what_is_left), unit(memory_may_fail),
          unit(golden_dress_is_what_it_was))
