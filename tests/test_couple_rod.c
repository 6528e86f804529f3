// SPDX-License-Identifier: MIT
// Elastic rods and cloth: each feels the other's weight and friction, in newtons.

#include "bight/rod_force.h"
#include "couple_scene.h"
#include "scene.h"

#include <math.h>
#include <string.h>

#define G 9.81

enum { MOST_HELD = 400 };

// A sheet of which `held` vertices are in hands.
typedef struct hammock {
    pair p;
    grid g;
    bight_cloth_id cloth;
    bight_cloth_hand_id hands[MOST_HELD];
    int32_t held;
} hammock;

static bool at_border(const grid *g, int32_t i)
{
    int32_t column = i % g->columns, row = i / g->columns;
    return column == 0 || row == 0 || column == g->columns - 1 || row == g->rows - 1;
}

// @param own Of ropes on this sheet; below 0: none.
static bight_cloth_id add_rubbing(bight_cloth_world *world, const grid *g, double own)
{
    bight_cloth_def def = bight_cloth_def_default();
    bight_cloth_id id;
    bight_error error = {0};
    def.positions = g->positions;
    def.triangles = g->triangles;
    def.uv = g->uv;
    def.vertex_count = g->vertex_count;
    def.triangle_count = g->triangle_count;
    def.rope_friction = 10.5;
    CHECK(bight_cloth_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "rope_friction") != NULL);
    def.rope_friction = own;
    CHECK(bight_cloth_create(world, &def, &id, NULL) == BIGHT_OK);
    return id;
}

// Without weight of its own, held at its border.
static hammock make_hammock(int32_t columns, int32_t rows, double width, double length, double friction,
                            double own)
{
    hammock h = {.p = pair_make(0.001, NULL), .g = grid_make(columns, rows, width, length)};
    bight_cloth_world_def def = bight_cloth_world_get_def(h.p.cloth);
    def.friction = friction;
    CHECK(bight_cloth_world_set_def(h.p.cloth, &def, NULL) == BIGHT_OK);
    h.cloth = add_rubbing(h.p.cloth, &h.g, own);
    for (int32_t i = 0; i < h.g.vertex_count; i++) {
        if (at_border(&h.g, i)) {
            CHECK(h.held < MOST_HELD);
            CHECK(bight_cloth_grasp(h.p.cloth, h.cloth, i, &h.hands[h.held++], NULL) == BIGHT_OK);
        }
    }
    return h;
}

static bight_vec3 pull_of(const hammock *h)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t k = 0; k < h->held; k++) {
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(h->p.cloth, h->hands[k], &state) == BIGHT_OK);
        sum = v3_add(sum, state.pull);
    }
    return sum;
}

static double weight_of(const bight_world *world, bight_rope_id rope)
{
    bight_rod_state state;
    CHECK(bight_rope_rod_state(world, rope, &state) == BIGHT_OK);
    return G * state.mass;
}

static void free_hammock(hammock *h)
{
    pair_free(&h->p);
    grid_free(&h->g);
}

static int32_t straight(bight_vec3 *points, bight_vec3 from, bight_vec3 to, int32_t links)
{
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_lerp(from, to, (double)i / links);
    }
    return links + 1;
}

static bight_rope_id rod_in(bight_world *world, const bight_vec3 *points, int32_t count, double density,
                            double friction, double weight)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, count, false};
    def.radius = 0.004;
    def.link_length = v3_distance(points[0], points[1]);
    def.model = BIGHT_MODEL_ROD;
    def.rod.density = density;
    def.rod.friction = friction;
    def.rod.gravity = v3(0, -weight, 0);
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

// Hands at the border of a cloth bear the weight of the rod that lies on it, light or heavy, and nothing sideways.
TEST(cloth_bears_a_rod)
{
    const double densities[] = {0.1, 0.5};
    for (int32_t d = 0; d < 2; d++) {
        hammock h = make_hammock(21, 21, 0.1, 0.1, 0.3, -1.0);
        bight_vec3 points[16];
        int32_t count = straight(points, v3(-0.03, 0.0052, 0.001), v3(0.03, 0.0052, 0.001), 15);
        bight_rope_id rope = rod_in(h.p.ropes, points, count, densities[d], 0.3, G);
        pair_tie(&h.p, NULL);
        double low = HUGE_VAL, high = -HUGE_VAL, side = 0.0;
        for (int32_t i = 0; i < 500; i++) {
            pair_step(&h.p);
            if (i >= 450) {
                bight_vec3 pull = pull_of(&h);
                low = fmin(low, -pull.y);
                high = fmax(high, -pull.y);
                side = fmax(side, hypot(pull.x, pull.z));
            }
        }
        double weight = weight_of(h.p.ropes, rope);
        print_message("%g kg/m: %.5f to %.5f of the weight, sideways %.1e\n", densities[d], low / weight,
                      high / weight, side / weight);
        CHECK(fabs(low / weight - 1.0) < 1e-3 && fabs(high / weight - 1.0) < 1e-3 && side < 1e-3 * weight);
        free_hammock(&h);
    }
}

// A rod is drawn along a strip of cloth that is held at its sides: the hand pulls with mu times what presses, and that pulls the
// cloth. The last has a friction of its own, for ropes.
TEST(a_rod_drags_cloth)
{
    const double friction[] = {0.1, 0.3, 0.6, 0.2};
    for (int32_t d = 0; d < 4; d++) {
        hammock h = d < 3 ? make_hammock(51, 7, 0.15, 0.024, friction[d], -1.0)
                          : make_hammock(51, 7, 0.15, 0.024, 0.7, friction[d]);
        bight_vec3 points[26];
        int32_t count = straight(points, v3(-0.06, 0.0052, 0.001), v3(0.02, 0.0052, 0.001), 20);
        bight_rope_id rope = rod_in(h.p.ropes, points, count, 0.1, 0.3, G);
        pair_tie(&h.p, NULL);
        for (int32_t i = 0; i < 100; i++) {
            pair_step(&h.p);
        }
        bight_hand_id hand = scene_grasp(h.p.ropes, rope, count - 1);
        bight_vec3 at = scene_hand(h.p.ropes, hand), sum = v3(0, 0, 0), felt = v3(0, 0, 0);
        for (int32_t i = 0; i < 300; i++) {
            at.x += 0.0001;
            CHECK(bight_hand_set_target(h.p.ropes, hand, at) == BIGHT_OK);
            pair_step(&h.p);
            if (i >= 150) {
                bight_vec3 force;
                CHECK(bight_hand_force(h.p.ropes, hand, &force) == BIGHT_OK);
                sum = v3_madd(sum, 1.0 / 150, pull_of(&h));
                felt = v3_madd(felt, 1.0 / 150, force);
            }
        }
        double weight = weight_of(h.p.ropes, rope), pressing = -sum.y / weight;
        print_message("friction %g: the hand pulls with %.4f, the cloth is pulled with %.4f, and pressed "
                      "with %.4f of the weight\n",
                      friction[d], felt.x / weight, sum.x / weight, pressing);
        CHECK_NEAR(felt.x / weight / pressing, friction[d], 0.05 * friction[d]);
        CHECK_NEAR(sum.x / weight / pressing, friction[d], 0.1 * friction[d]);
        CHECK_NEAR(pressing + felt.y / weight, 1.0, 0.02);
        free_hammock(&h);
    }
}

// Cloth hangs over a taut rod, half of it on each side. One end of the rod is held, the other is pulled level, so that it bears
// no weight: T y' is the weight that hangs beyond. The middle is lower by W / T (b + 3/8 w), b the length of rod before the
// cloth and w its width, and the hand bears W.
TEST(cloth_sags_a_rod)
{
    double tension = 20.0, density = 0.4, width = 0.4, length = 0.2;
    pair p = pair_make(0.001, NULL);
    bight_cloth_world_def world = bight_cloth_world_get_def(p.cloth);
    world.gravity = v3(0, -G, 0);
    world.friction = 0.5;
    CHECK(bight_cloth_world_set_def(p.cloth, &world, NULL) == BIGHT_OK);
    grid g = grid_make(41, 21, width, length);
    const double r = 0.0047, half = 0.5 * 3.14159265358979 * r;
    for (int32_t i = 0; i < g.vertex_count; i++) {
        double s = g.positions[i].z, a = s / r;
        g.positions[i] = fabs(s) <= half ? v3(g.positions[i].x, r * cos(a), r * sin(a))
                                         : v3(g.positions[i].x, -(fabs(s) - half), s > 0.0 ? r : -r);
    }
    bight_cloth_material material = bight_cloth_material_default();
    material.density = density;
    cloth_add(p.cloth, &g, &material);
    bight_vec3 points[64];
    int32_t count = straight(points, v3(-0.25, 0, 0), v3(0.25, 0, 0), 60);
    bight_rope_id rope = rod_in(p.ropes, points, count, 0.05, 0.3, 0.0);
    bight_hand_id hands[2] = {scene_grasp(p.ropes, rope, 0), scene_grasp(p.ropes, rope, count - 1)};
    CHECK(bight_hand_set_force(p.ropes, hands[1], v3(tension, 0, 0), NULL) == BIGHT_OK);
    pair_tie(&p, NULL);
    for (int32_t i = 0; i < 600; i++) {
        pair_step(&p);
    }
    double weight = density * width * length * G, sag = -bight_rope_curve(p.ropes, rope).points[30].y;
    double law = weight / tension * (0.05 + 0.375 * width);
    bight_vec3 force;
    CHECK(bight_hand_force(p.ropes, hands[0], &force) == BIGHT_OK);
    print_message("sag %.5f m, the law %.5f; the hand bears %.4f of the weight\n", sag, law,
                  force.y / weight);
    CHECK_NEAR(sag, law, 0.06 * law);
    CHECK_NEAR(force.y, weight, 5e-3 * weight);
    pair_free(&p);
    grid_free(&g);
}

RUN_TESTS(unit(cloth_bears_a_rod), unit(a_rod_drags_cloth), unit(cloth_sags_a_rod))
