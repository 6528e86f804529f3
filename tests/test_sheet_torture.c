// SPDX-License-Identifier: MIT
// Random hands and loads on ropes of all models, random motion of the sheets that they touch, and a judge
// after every motion. A sheet's own motion is straight, so it is judged by the roots of cubics; a cycle of
// the ropes is not, so they are judged by the side they are on, which only a crossing changes.

#include "core/random.h"
#include "scene_memory.h"
#include "sheet_judge.h"

#define R 0.005
#define LINK 0.01
#define ROPES 4
#define NODES 9

typedef struct torture {
    bight_world *world;
    bi_random random;
    cover sheet, ball;
    bight_vec3 *wanted; // where the sheet goes next
    bight_rope_id ropes[ROPES];
    bight_hand_id hands[ROPES];
    bool held[ROPES];
    int32_t side[ROPES];
    int32_t moves, refusals;
    int64_t contacts;
} torture;

// An octahedron with each face cut into four.
static cover balloon(bight_vec3 at, double radius)
{
    static const int32_t faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                        {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    cover c = {.points = 18, .count = 32};
    c.x = calloc(18, sizeof *c.x);
    c.triangles = calloc(96, sizeof *c.triangles);
    int32_t middle[6][6], next = 6;
    for (int32_t i = 0; i < 6; i++) {
        double r = i % 2 == 0 ? radius : -radius;
        c.x[i] = v3_add(at, v3(i / 2 == 0 ? r : 0, i / 2 == 1 ? r : 0, i / 2 == 2 ? r : 0));
    }
    for (int32_t i = 0; i < 6; i++) {
        for (int32_t k = i + 1; k < 6; k++) {
            if (k / 2 != i / 2) {
                middle[i][k] = middle[k][i] = next;
                bight_vec3 out = v3_sub(v3_lerp(c.x[i], c.x[k], 0.5), at);
                c.x[next++] = v3_madd(at, radius / v3_length(out), out);
            }
        }
    }
    for (int32_t i = 0; i < 8; i++) {
        int32_t a = faces[i][0], b = faces[i][1], d = faces[i][2];
        int32_t ab = middle[a][b], bd = middle[b][d], da = middle[d][a];
        int32_t four[12] = {a, ab, da, ab, b, bd, da, bd, d, ab, bd, da};
        memcpy(c.triangles + 12 * i, four, sizeof four);
    }
    return c;
}

// Below the sheet, and in no plane with its edges and a node.
static const bight_vec3 apex = {1.3, -50, 0.7};

// Rope 3 is in the balloon, the others are above and below the sheet.
static const cover *cover_of(const torture *t, int32_t rope)
{
    return rope == 3 ? &t->ball : &t->sheet;
}

static int32_t side_of(const torture *t, int32_t rope, bight_vec3 at)
{
    return judge_side(at, cover_of(t, rope), rope == 3 ? NULL : &apex);
}

static void begin(torture *t, uint64_t seed, bight_allocator *allocator, int32_t threads, int32_t squares)
{
    *t = (torture){.random = bi_random_from(seed)};
    bight_world_def def = bight_world_def_default();
    def.env.threads = threads;
    if (allocator != NULL) {
        def.env.allocator = *allocator;
    }
    CHECK(bight_world_create(&def, &t->world, NULL) == BIGHT_OK);
    t->sheet = cover_grid(squares, 0.8, 0, 0);
    t->ball = balloon(v3(0, 0.5, 0), 0.06);
    t->wanted = calloc((size_t)t->sheet.points, sizeof *t->wanted);
    cover_add(t->world, &t->sheet);
    cover_add(t->world, &t->ball);
    for (int32_t r = 0; r < ROPES; r++) {
        bight_vec3 points[NODES], from = v3(-0.04, r == 3 ? 0.5 : r == 1 ? -0.02 : 0.02 + 0.02 * r, 0.01 * r);
        for (int32_t i = 0; i < NODES; i++) {
            points[i] = v3_madd(from, LINK * i, v3(1, 0, 0));
        }
        bight_rope_def rope = bight_rope_def_default();
        rope.model = (bight_rope_model)(r == 3 ? (int32_t)(seed % 3) : r);
        rope.radius = R;
        rope.curve = (bight_curve){points, NODES, false};
        rope.spring.drag = 100.0;
        rope.spring.restitution = 0.3;
        bight_error error = {0};
        if (bight_rope_create(t->world, &rope, &t->ropes[r], &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        t->side[r] = side_of(t, r, points[0]);
    }
}

static void end(torture *t)
{
    bight_world_destroy(t->world);
    cover_free(&t->sheet);
    cover_free(&t->ball);
    free(t->wanted);
}

// Hands take hold, go anywhere and let go; loads change.
static void whims(torture *t)
{
    for (int32_t r = 0; r < ROPES; r++) {
        bight_curve curve = bight_rope_curve(t->world, t->ropes[r]);
        bool spring = bight_rope_get_model(t->world, t->ropes[r]) == BIGHT_MODEL_SPRING;
        if (bi_random_below(&t->random, 25) == 0) {
            if (t->held[r]) {
                bight_hand_release(t->world, t->hands[r]);
            } else {
                int32_t node = bi_random_below(&t->random, curve.count);
                CHECK(bight_hand_grasp(t->world, t->ropes[r], node, &t->hands[r], NULL) == BIGHT_OK);
            }
            t->held[r] = !t->held[r];
        }
        if (t->held[r]) {
            bight_vec3 at = scene_hand(t->world, t->hands[r]);
            bight_vec3 middle = v3(0, r == 3 ? 0.5 : 0.0, 0);
            bight_vec3 far = v3_add(middle, bi_random_vec3(&t->random, spring ? 0.05 : 0.12));
            bight_vec3 to = spring ? v3_lerp(at, far, 0.01) : far;
            CHECK(bight_hand_set_target(t->world, t->hands[r], to) == BIGHT_OK);
        }
        if (bi_random_below(&t->random, 10) == 0) {
            bight_vec3 load[SCENE_NODES], all = bi_random_vec3(&t->random, spring ? 0.004 : 0.8 * R);
            all = v3_madd(all, spring ? -0.01 : -0.05, v3_sub(curve.points[0], v3(0, r == 3 ? 0.5 : 0.0, 0)));
            for (int32_t i = 0; i < curve.count; i++) {
                load[i] = v3_add(all, bi_random_vec3(&t->random, spring ? 0.001 : 0.2 * R));
            }
            CHECK(bight_rope_set_load(t->world, t->ropes[r], load, curve.count, NULL) == BIGHT_OK);
        }
    }
}

// One sheet goes to `wanted`, or half as far, and so on.
static void move(torture *t, cover *c, uint64_t seed)
{
    bool moved = false;
    for (int32_t half = 0; half < 6 && !moved; half++) {
        int32_t met = 0;
        for (int32_t r = 0; r < ROPES; r++) {
            met += judge_move(bight_rope_curve(t->world, t->ropes[r]), c, t->wanted, 0.0);
        }
        moved = bight_sheet_move(t->world, c->id, t->wanted, NULL) == BIGHT_OK;
        CHECK_SEED(!moved || met == 0, seed);
        t->moves += moved;
        t->refusals += !moved;
        for (int32_t i = 0; i < c->points; i++) {
            t->wanted[i] = moved ? t->wanted[i] : v3_lerp(c->x[i], t->wanted[i], 0.5);
        }
    }
    if (moved) {
        memcpy(c->x, t->wanted, (size_t)c->points * sizeof *c->x);
    }
}

// Bumps come and go; all but the border may move, now and then far. The balloon is kneaded.
static void move_sheets(torture *t, uint64_t seed)
{
    double size = R * exp2(bi_random_range(&t->random, -4.0, 3.5));
    bight_vec3 at = bi_random_vec3(&t->random, 0.15), push = bi_random_vec3(&t->random, size);
    for (int32_t i = 0; i < t->sheet.points; i++) {
        bight_vec3 x = t->sheet.x[i], flat = v3(x.x - at.x, 0, x.z - at.z);
        double near = 1.0 - v3_length_squared(flat) / 0.01;
        t->wanted[i] = near > 0.0 ? v3_madd(x, near * near, push) : x;
        t->wanted[i].y *= near > 0.0 ? 0.98 : 1.0;
    }
    move(t, &t->sheet, seed);
    for (int32_t i = 0; i < t->ball.points; i++) {
        bight_vec3 out = v3_sub(t->ball.x[i], v3(0, 0.5, 0));
        double back = 0.05 * (0.06 / v3_length(out) - 1.0);
        t->wanted[i] = v3_add(t->ball.x[i], v3_madd(bi_random_vec3(&t->random, 0.5 * size), back, out));
    }
    move(t, &t->ball, seed);
}

static void judge(const torture *t, uint64_t seed)
{
    for (int32_t r = 0; r < ROPES; r++) {
        bight_curve curve = bight_rope_curve(t->world, t->ropes[r]);
        CHECK_SEED(judge_state(curve, &t->sheet) == 0 && judge_state(curve, &t->ball) == 0, seed);
        for (int32_t i = 0; i < curve.count; i++) {
            CHECK_SEED(v3_is_finite(curve.points[i]), seed);
            CHECK_SEED(r == 3 || v3_length(curve.points[i]) < 0.39, seed); // the border is nowhere near
            CHECK_SEED(side_of(t, r, curve.points[i]) == t->side[r], seed);
        }
    }
}

TEST(random_ropes_and_sheets_never_cross)
{
    int32_t moves = 0, refusals = 0, divergences = 0;
    int64_t contacts = 0, cuts = 0, touched[ROPES] = {0};
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(9, 3); seed++) {
        torture t;
        begin(&t, seed, NULL, 1, 16);
        CHECK(t.side[0] == 0 && t.side[1] != 0 && t.side[2] == 0 && t.side[3] != 0);
        for (int32_t cycle = 0; cycle < 150; cycle++) {
            whims(&t);
            bight_status status = bight_world_step(t.world, NULL);
            if (status == BIGHT_ERROR_DIVERGED) {
                divergences++; // a spring that was pulled too hard: the world is as it was
                break;
            }
            CHECK_SEED(status == BIGHT_OK, seed);
            judge(&t, seed);
            int32_t count;
            const bight_contact *list = bight_world_contacts(t.world, &count);
            for (int32_t i = 0; i < count; i++) {
                for (int32_t r = 0; r < ROPES && list[i].sheet.index1 != 0; r++) {
                    touched[r] += list[i].rope[0].index1 == t.ropes[r].index1;
                }
            }
            move_sheets(&t, seed);
            judge(&t, seed);
        }
        moves += t.moves;
        refusals += t.refusals;
        bight_world_stats stats = bight_world_get_stats(t.world);
        contacts += stats.contacts;
        cuts += stats.cuts + stats.response_cuts;
        end(&t);
    }
    print_message(
        "%d moves, %d refused, %lld contacts (%lld %lld %lld and %lld within), %lld cuts, %d diverged\n",
        moves, refusals, (long long)contacts, (long long)touched[0], (long long)touched[1],
        (long long)touched[2], (long long)touched[3], (long long)cuts, divergences);
    CHECK(refusals > LESS_WHEN_CHECKED(50, 15) && cuts > LESS_WHEN_CHECKED(20, 6) && divergences < 2);
    CHECK(touched[0] > 50 && touched[1] > 50 && touched[2] > 50 && touched[3] > 50);
}

static uint64_t run(int32_t threads)
{
    torture t;
    begin(&t, 5, NULL, threads, 60); // more triangles than a block
    uint64_t hash = 0;
    for (int32_t cycle = 0; cycle < 40; cycle++) {
        whims(&t);
        CHECK(bight_world_step(t.world, NULL) == BIGHT_OK);
        move_sheets(&t, 5);
        hash = hash * 31 + bight_world_hash(t.world);
    }
    end(&t);
    return hash;
}

TEST(threads_change_nothing)
{
    uint64_t one = run(1);
    CHECK(run(2) == one);
    CHECK(run(3) == one);
}

// Ropes of all models lie on a sheet that breathes.
TEST(warm_cycles_take_no_memory)
{
    if (LESS_WHEN_CHECKED(false, true)) {
        skip(); // counts of requests are the same without checks of every access
    }
    failing_allocator memory = {0};
    bight_allocator allocator = {failing_resize, &memory};
    torture t;
    begin(&t, 3, &allocator, 1, 16);
    bight_vec3 load[SCENE_NODES], *flat = calloc((size_t)t.sheet.points, sizeof *flat);
    memcpy(flat, t.sheet.x, (size_t)t.sheet.points * sizeof *flat);
    int64_t calls = 0;
    int32_t touched = 0;
    for (int32_t cycle = 0; cycle < 1900; cycle++) {
        for (int32_t r = 0; r < 3; r++) {
            bool spring = bight_rope_get_model(t.world, t.ropes[r]) == BIGHT_MODEL_SPRING;
            int32_t count = bight_rope_curve(t.world, t.ropes[r]).count;
            for (int32_t i = 0; i < count; i++) {
                load[i] = v3(0, (spring ? 0.002 : -0.1 * R), 0);
            }
            CHECK(bight_rope_set_load(t.world, t.ropes[r], load, count, NULL) == BIGHT_OK);
        }
        if (bight_world_step(t.world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", cycle, bight_world_error(t.world).message);
        }
        for (int32_t i = 0; i < t.sheet.points; i++) {
            t.wanted[i] = v3_add(flat[i], v3(0, 0.2 * R * sin(0.3 * cycle + 20.0 * flat[i].x), 0));
        }
        CHECK(bight_sheet_move(t.world, t.sheet.id, t.wanted, NULL) == BIGHT_OK);
        calls = cycle < 1700 ? memory.calls : calls;
        int32_t count;
        bight_world_contacts(t.world, &count);
        touched += cycle < 1700 ? 0 : count;
    }
    print_message("%d touches, %lld of %lld requests late\n", touched, (long long)(memory.calls - calls),
                  (long long)memory.calls);
    CHECK(touched > 200);
    CHECK(memory.calls == calls);
    CHECK((size_t)memory.held == bight_world_memory(t.world));
    free(flat);
    end(&t);
    CHECK(memory.held == 0);
}

TEST(running_out_of_memory_leaks_nothing)
{
    // making a sheet, at each request
    for (int64_t n = 1; n < 40; n++) {
        failing_allocator memory = {0};
        bight_world *world = scene_counted_world(&memory);
        scene_line(world, v3(-0.04, 0.02, 0), v3(1, 0, 0), 8, R, LINK);
        cover c = cover_grid(8, 0.3, 0, 0);
        bight_sheet_def def = cover_def(&c);
        uint64_t before = bight_world_hash(world);
        memory.fail_at = memory.calls + n;
        bight_status status = bight_sheet_create(world, &def, &c.id, NULL);
        memory.fail_at = 0;
        CHECK(status == BIGHT_OK || (status == BIGHT_ERROR_NO_MEMORY && bight_world_hash(world) == before));
        bight_world_destroy(world);
        cover_free(&c);
        CHECK(memory.held == 0 && (n > 5 || status == BIGHT_ERROR_NO_MEMORY));
    }

    // moving it and stepping, at each request
    failing_allocator memory = {0};
    bight_allocator allocator = {failing_resize, &memory};
    torture t;
    begin(&t, 1, &allocator, 1, 30);
    int32_t failures = 0;
    for (int32_t i = 0; i < t.sheet.points; i++) {
        t.wanted[i] = v3_add(t.sheet.x[i], v3(0, 0.012, 0)); // near the ropes above it
    }
    for (int64_t n = 1; n < 60; n++) {
        uint64_t before = bight_world_hash(t.world);
        memory.fail_at = memory.calls + n;
        memory.fail_after = true;
        bight_status status = bight_sheet_move(t.world, t.sheet.id, t.wanted, NULL);
        memory.fail_at = 0;
        if (status == BIGHT_OK) {
            break;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY && bight_world_hash(t.world) == before);
        failures++;
    }
    failures += scene_step_through_failures(t.world, &memory, false);
    print_message("%d failures\n", failures);
    CHECK(failures > 3);
    memcpy(t.sheet.x, t.wanted, (size_t)t.sheet.points * sizeof *t.wanted);
    for (int32_t cycle = 0; cycle < 10; cycle++) {
        CHECK(bight_world_step(t.world, NULL) == BIGHT_OK);
        judge(&t, 1);
    }
    end(&t);
    CHECK(memory.held == 0);
}

RUN_TESTS(unit(random_ropes_and_sheets_never_cross), unit(threads_change_nothing),
          unit(warm_cycles_take_no_memory), unit(running_out_of_memory_leaks_nothing))
