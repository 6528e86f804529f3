// SPDX-License-Identifier: MIT
// Whole scenes by the solved response: knots of the book are tied and drawn tight, and ropes do not notice when another
// one goes.

#include "bench/start_shapes.h"
#include "bight/io.h"
#include "bight/play.h"
#include "scene.h"

#include <stdio.h>
#include <string.h>

// ---- cards ------------------------------------------------------------------------------------------

// The scene of a file, with the response that worlds have; all that it expects has to hold.
static void tie(const char *file, int32_t most_cycles)
{
    char path[1200];
    bight_bytes text;
    snprintf(path, sizeof path, "%s/%s", BIGHT_SOURCE_DIR, file);
    CHECK(bight_read_file(NULL, path, 0, &text, NULL) == BIGHT_OK);

    bight_error error = {0};
    bight_scene *scene;
    bight_play *play;
    CHECK(bight_scene_parse((const char *)text.data, text.size, NULL, NULL, &scene, &error) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &play, &error) == BIGHT_OK);
    bool more = true;
    bight_status status = BIGHT_OK;
    while (more && status == BIGHT_OK) {
        status = bight_play_step(play, &more, &error);
    }
    if (status != BIGHT_OK) {
        fail_msg("%s:%d: %s", file, (int)error.line, error.message);
    }

    bight_world_worst worst = bight_world_get_worst(bight_play_world(play));
    bight_world_stats stats = bight_world_get_stats(bight_play_world(play));
    int32_t checks;
    bight_play_checks(play, &checks);
    print_message("%s: %lld cycles, gap %.4f, link %.4f\n", file, (long long)stats.cycles, worst.gap,
                  worst.stretch);
    CHECK(checks > 0 && worst.gap >= 0.98 && worst.stretch <= 1.0201 && stats.rollbacks == 0);
    CHECK(stats.cycles <= most_cycles);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
}

// A bight drawn tight through an overhand knot: its strands lie beside each other and bend sharply, so that closest points
// are at shared nodes. Without a force at such a node nothing of it gives or holds, and it is never tight.
TEST(a_slipped_knot_is_drawn_tight)
{
    tie("data/knots/slipped_overhand_knot.json", 3000);
}

// Turns over turns round a pole, more contacts than freedoms.
TEST(a_binding_knot_is_drawn_tight)
{
    tie("data/knots/constrictor_knot.json", 1500);
}

// A figure-eight is tied in a rope that has a tight overhand knot: the hand leads that knot along, and the loop that it
// lays before it stays open.
TEST(a_loop_stays_open_beside_a_tight_knot)
{
    tie("examples/demo.json", 3000);
}

// ---- ropes that go ----------------------------------------------------------------------------------

typedef struct pulled {
    bight_world *world;
    bight_rope_id knot, other;
    bight_hand_id hand[2];
} pulled;

static bight_rope_id add_knot(bight_world *world)
{
    enum { LINKS = 40 };
    bight_vec3 points[LINKS + 1];
    bench_torus_knot(points, LINKS, 3);
    return scene_rope(world, points, LINKS + 1, false, 0.5, 1.0);
}

static void lead(const pulled *p, int32_t cycles)
{
    for (int32_t cycle = 0; cycle < cycles; cycle++) {
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 at = scene_hand(p->world, p->hand[k]);
            at.x += (k == 0 ? -1.0 : 1.0) * 0.05;
            at.y +=
                cycle % 2 == 0 ? 0.3 : -0.3; // to and fro, which a response sees that knows how nodes went
            CHECK(bight_hand_set_target(p->world, p->hand[k], at) == BIGHT_OK);
        }
        scene_step(p->world);
    }
}

// Of two ropes far from each other one goes, which was made before the other or after it: the other one moves on, to the
// last bit, in the same way. Its nodes have another place, its forces and the way it went have to follow.
TEST(the_others_do_not_notice_when_a_rope_goes)
{
    pulled p[2];
    for (int32_t after = 0; after < 2; after++) {
        bight_world_def def = bight_world_def_default();
        def.response = BIGHT_RESPONSE_SOLVED;
        CHECK(bight_world_create(&def, &p[after].world, NULL) == BIGHT_OK);
        for (int32_t k = 0; k < 2; k++) {
            if (k == after) {
                p[after].other = scene_line(p[after].world, v3(0, 0, 500), v3(1, 0, 0), 17, 0.5, 1.0);
            } else {
                p[after].knot = add_knot(p[after].world);
            }
        }
        p[after].hand[0] = scene_grasp(p[after].world, p[after].knot, 0);
        p[after].hand[1] = scene_grasp(p[after].world, p[after].knot, 40);
        lead(&p[after], 120);
        CHECK(bight_rope_destroy(p[after].world, p[after].other));
    }
    for (int32_t cycle = 0; cycle < 40; cycle++) {
        bight_curve a = bight_rope_curve(p[0].world, p[0].knot), b = bight_rope_curve(p[1].world, p[1].knot);
        CHECK(a.count == 41 && b.count == 41);
        if (memcmp(a.points, b.points, 41 * sizeof *a.points) != 0) {
            fail_msg("the two differ %d cycles after the other rope went", (int)cycle);
        }
        lead(&p[0], 2);
        lead(&p[1], 2);
    }
    bight_world_destroy(p[0].world);
    bight_world_destroy(p[1].world);
}

// A knot is solved for; then a long rope is made, touches nothing, and is drawn straight until its hands stop. From there
// on it is solved for as well, though nothing has told of its nodes before.
TEST(a_rope_made_later_is_drawn_straight)
{
    pulled p = {.world = scene_world()};
    p.knot = add_knot(p.world);
    p.hand[0] = scene_grasp(p.world, p.knot, 0);
    p.hand[1] = scene_grasp(p.world, p.knot, 40);
    lead(&p, 20);
    p.other = scene_line(p.world, v3(0, 0, 500), v3(1, 0, 0), 400, 0.5, 1.0);
    scene_grasp(p.world, p.other, 0);
    bight_hand_id end = scene_grasp(p.world, p.other, 400);
    CHECK(bight_hand_release(p.world, p.hand[0]) && bight_hand_release(p.world, p.hand[1]));
    CHECK(bight_rope_destroy(p.world, p.knot));
    CHECK(bight_hand_set_target(p.world, end, v3(420, 0, 500)) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 40; cycle++) {
        scene_step(p.world);
        bight_world_hash(p.world);
    }
    bight_hand_state state;
    CHECK(bight_hand_get(p.world, end, &state) == BIGHT_OK && state.pull > 0.9 && state.position.x < 400.9);
    bight_world_destroy(p.world);
}

RUN_TESTS(unit(a_rope_made_later_is_drawn_straight), unit(a_slipped_knot_is_drawn_tight),
          unit(a_binding_knot_is_drawn_tight), unit(a_loop_stays_open_beside_a_tight_knot),
          unit(the_others_do_not_notice_when_a_rope_goes))
