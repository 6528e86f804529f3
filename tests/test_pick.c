// SPDX-License-Identifier: MIT
// Picking by a ray, against a judge that walks along every rope in small steps.

#include "near_world.h"

// Distance of a point from a half-line, and where on it.
static double from_ray(bight_vec3 at, bight_vec3 o, bight_vec3 d, double *t)
{
    *t = fmax(v3_dot(v3_sub(at, o), d), 0.0);
    return v3_distance(at, v3_madd(o, *t, d));
}

typedef struct seen {
    double hit, beside; // front of what the ray meets, and how far the nearest surface is else
} seen;

// By small steps: what the ray meets first, and what is nearest to it.
static seen look(const bight_world *world, bight_vec3 o, bight_vec3 d)
{
    enum { STEPS = 400 };
    seen all = {HUGE_VAL, HUGE_VAL};
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t l = 0; l < bi_link_count(rope) && rope->alive; l++) {
            int32_t a = rope->first + l, b = bi_next(rope, a);

            // the nearest of this link
            double off = HUGE_VAL, on = 0.0;
            for (int32_t k = 0; k <= STEPS; k++) {
                double t, here = from_ray(v3_lerp(world->at[a], world->at[b], (double)k / STEPS), o, d, &t);
                on = here < off ? t : on;
                off = fmin(off, here);
            }
            if (off <= rope->radius) {
                all.hit = fmin(all.hit, on - sqrt(rope->radius * rope->radius - off * off));
            }
            all.beside = fmin(all.beside, off - rope->radius);
        }
    }
    return all;
}

TEST(a_ray_picks_what_is_in_front)
{
    int32_t hits = 0, near = 0, nothing = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        near_world made = near_world_make(seed);
        bi_random random = bi_random_from(seed);
        for (int32_t k = 0; k < 30; k++) {
            bight_vec3 o = bi_random_vec3(&random, 4.0);
            bight_vec3 d = v3_unit(v3_sub(bi_random_vec3(&random, 2.0), o), v3(1, 0, 0));
            double reach = k % 2 == 0 ? 0.0 : bi_random_range(&random, 0.0, 0.5);
            bight_pick pick;
            bool any = bight_world_pick(made.world, o, v3_mul(3.0, d), reach, &pick);
            seen all = look(made.world, o, d);

            // the judge's step along a link, and what that is in the distance from the ray
            const double step = 0.005, rough = 0.02;
            if (!any) {
                CHECK_SEED(all.beside > reach - 1e-9 && pick.rope.index1 == 0, seed);
                nothing++;
                continue;
            }
            const bi_rope *rope = bi_find_rope(made.world, pick.rope);
            CHECK_SEED(rope != NULL && pick.node >= 0 && pick.node < rope->count, seed);

            // place, distance and off say the same, and the node is the nearer end of the link
            int32_t link = (int32_t)pick.place;
            link = link < bi_link_count(rope) ? link : link - 1;
            int32_t a = rope->first + link, b = bi_next(rope, a);
            bight_vec3 at = v3_lerp(made.world->at[a], made.world->at[b], pick.place - link);
            double t, off = from_ray(at, o, d, &t);
            CHECK_SEED(fabs(off - pick.off) < 1e-9 && fabs(t - pick.distance) < 1e-9, seed);
            CHECK_SEED(pick.node == (pick.place - link < 0.5 ? a : b) - rope->first, seed);
            if (off <= rope->radius) {
                double front = t - sqrt(rope->radius * rope->radius - off * off);
                CHECK_SEED(front <= all.hit + step, seed);
                hits++;
            } else {
                CHECK_SEED(all.beside > -1e-9 * rope->radius && off - rope->radius <= all.beside + 1e-9,
                           seed);
                CHECK_SEED(off - rope->radius >= all.beside - rough && off - rope->radius <= reach, seed);
                near++;
            }
        }
        bight_world_destroy(made.world);
    }
    print_message("%d rays met a rope, %d were near one, %d neither\n", (int)hits, (int)near, (int)nothing);
    CHECK(hits > 200 && near > 100 && nothing > 200);
}

// Two ropes one behind the other, from both sides; one that is thinner and nearer to the ray, but not met.
TEST(the_front_rope_wins)
{
    bight_world *world = scene_world();
    bight_rope_id front = scene_line(world, v3(-5, 0, 4), v3(1, 0, 0), 10, 0.5, 1.0);
    bight_rope_id back = scene_line(world, v3(-5, 0.2, -4), v3(1, 0, 0), 10, 0.5, 1.0);
    bight_pick pick;
    CHECK(bight_world_pick(world, v3(1.2, 0.3, 20), v3(0, 0, -2), 0.1, &pick));
    CHECK(pick.rope.index1 == front.index1 && pick.node == 6);
    CHECK_NEAR(pick.place, 6.2, 1e-12);
    CHECK_NEAR(pick.distance, 16.0, 1e-12);
    CHECK_NEAR(pick.off, 0.3, 1e-12);
    CHECK(bight_world_pick(world, v3(-3.4, 0.3, -20), v3(0, 0, 1), 0.1, &pick));
    CHECK(pick.rope.index1 == back.index1 && pick.node == 2);

    // above the front rope's surface, but on that of the one behind
    CHECK(bight_world_pick(world, v3(0, 0.6, 20), v3(0, 0, -1), 0.3, &pick) &&
          pick.rope.index1 == back.index1);

    // nothing behind the eye, and nothing from what is no number
    CHECK(!bight_world_pick(world, v3(0, 0, 20), v3(0, 0, 1), 0.1, &pick) && pick.rope.index1 == 0);
    CHECK(!bight_world_pick(world, v3(0, 0, (double)NAN), v3(0, 0, -1), 0.1, &pick));
    CHECK(!bight_world_pick(world, v3(0, 0, 20), v3(0, 0, 0), 0.1, &pick));
    CHECK(!bight_world_pick(world, v3(0, 0, 20), v3(0, 0, -1), -1.0, &pick));
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_ray_picks_what_is_in_front), unit(the_front_rope_wins))
