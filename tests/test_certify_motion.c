// SPDX-License-Identifier: MIT
// What is proved to stay apart stays apart: small worlds are sent from one state straight to another, and
// each pair of links, or of a link and an obstacle, is followed on the part of its way that was proved. The
// judge is plain_motion.h, which shares nothing with what it judges.

#include "sim/certify.h"

#include "near_world.h"
#include "sim/near.h"
#include "sim/obstacle.h"

#include <string.h>

enum { MOST_NODES = 200, MOST_ISLANDS = 16 };

static plain_thing link_thing(const bight_world *world, const bight_vec3 *from, const bight_vec3 *to,
                              int32_t a, const double *part)
{
    int32_t end = near_world_end(world, a);
    double share = part[world->rope_of[a]];
    return (plain_thing){
        {from[a], from[end]}, {v3_lerp(from[a], to[a], share), v3_lerp(from[end], to[end], share)}, 2, 0.0};
}

// A piece of an obstacle that does not turn.
static plain_thing piece_thing(const near_world *made, int32_t o, int32_t piece, const double *part)
{
    const bight_world *world = made->world;
    const bi_obstacle *obstacle = &world->obstacles[o];
    bight_vec3 from = obstacle->before.position;
    bight_vec3 to = v3_lerp(from, obstacle->pose.position, part[world->rope_count + o]);
    if (obstacle->triangle_count == 0) {
        return (plain_thing){{from}, {to}, 1, made->ball};
    }
    plain_thing made_of = {.points = 3};
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 corner = obstacle->points[obstacle->triangles[3 * piece + k]];
        made_of.from[k] = v3_add(from, corner);
        made_of.to[k] = v3_add(to, corner);
    }
    return made_of;
}

// The promise for a gap: the floor, or a little less than where it starts.
static double promised(double start, double floor)
{
    return fmin(floor, 0.8 * start) * (1.0 - 1e-9);
}

static void join(int32_t *group, int32_t a, int32_t b, int32_t count)
{
    int32_t old = group[b], new = group[a];
    for (int32_t i = 0; i < count; i++) {
        group[i] = group[i] == old ? new : group[i];
    }
}

// What came of one judged motion.
typedef struct verdict {
    bool safe;      // nothing came closer than promised
    bool together;  // what may meet was given one part
    bool free_hurt; // somebody was held back although nothing came near anything in its company
    int32_t held;   // ropes that were held back
} verdict;

// @param part (ropes, obstacles) how much of its way each was given.
static verdict judge(const near_world *made, const bight_vec3 *from, const bight_vec3 *to, const double *part)
{
    const bight_world *world = made->world;
    verdict found = {.safe = true, .together = true};
    double floor = HUGE_VAL, whole[MOST_ISLANDS], thinnest = HUGE_VAL;
    int32_t ropes = world->rope_count, all = ropes + world->obstacle_count, group[MOST_ISLANDS];
    bool close[MOST_ISLANDS] = {false};
    for (int32_t i = 0; i < all; i++) {
        whole[i] = 1.0;
        group[i] = i;
        thinnest = i < ropes && world->ropes[i].alive ? fmin(thinnest, world->ropes[i].radius) : thinnest;
    }
    floor = 1e-4 * thinnest;
    int32_t link[MOST_NODES], count = near_world_links(world, link);
    for (int32_t i = 0; i < count; i++) {
        int32_t a = link[i], rope = world->rope_of[a];
        plain_thing moved = link_thing(world, from, to, a, part),
                    meant = link_thing(world, from, to, a, whole);
        for (int32_t k = i + 1; k < count; k++) {
            int32_t b = link[k], other = world->rope_of[b];
            if (near_world_between(world, a, b) == 0) {
                continue;
            }
            plain_thing partner = link_thing(world, from, to, b, part),
                        wished = link_thing(world, from, to, b, whole);
            double start = plain_gap_at(&moved, &partner, 0.0),
                   reach = plain_greatest_move(&meant) + plain_greatest_move(&wished);
            if (start > reach + 0.1 * thinnest) {
                continue;
            }
            found.safe = found.safe && plain_stays(&moved, &partner, promised(start, floor));
            if (start <= (reach + floor) * (1.0 - 1e-12)) {
                found.together = found.together && part[rope] == part[other];
            }
            join(group, rope, other, all);
            close[rope] = close[rope] || !plain_stays(&meant, &wished, 0.05 * thinnest);
        }
        for (int32_t o = 0; o < world->obstacle_count; o++) {
            const bi_obstacle *obstacle = &world->obstacles[o];
            int32_t pieces = !obstacle->alive               ? 0
                             : obstacle->triangle_count > 0 ? obstacle->triangle_count
                                                            : 1;
            for (int32_t piece = 0; piece < pieces; piece++) {
                plain_thing partner = piece_thing(made, o, piece, part),
                            wished = piece_thing(made, o, piece, whole);
                double start = plain_gap_at(&moved, &partner, 0.0);
                double reach = plain_greatest_move(&meant) + plain_greatest_move(&wished);
                if (start > reach + 0.1 * thinnest) {
                    continue;
                }
                found.safe = found.safe && plain_stays(&moved, &partner, promised(start, 10.0 * floor));
                if (plain_greatest_move(&wished) > 0.0 && start <= (reach + 10.0 * floor) * (1.0 - 1e-12)) {
                    found.together = found.together && part[rope] == part[ropes + o];
                }
                join(group, rope, ropes + o, all);
                close[rope] = close[rope] || !plain_stays(&meant, &wished, 0.05 * thinnest);
            }
        }
    }
    for (int32_t i = 0; i < all; i++) {
        bool reason = false;
        for (int32_t k = 0; k < ropes; k++) {
            reason = reason || (group[k] == group[i] && close[k]);
        }
        found.free_hurt = found.free_hurt || (part[i] < 1.0 && !reason);
        found.held += i < ropes && part[i] < 1.0;
    }
    return found;
}

// Where to: everybody anywhere, one rope, one node, one end of a link only, all alike but one, a shrinking to
// a point, or nobody but the obstacles.
static void send(const bight_world *world, bight_vec3 *to, bi_random *random, uint64_t seed)
{
    double size = exp2(bi_random_range(random, -7.0, 1.5));
    int32_t chosen = bi_random_below(random, world->rope_count), kind = (int32_t)(seed % 8);
    bight_vec3 common = bi_random_vec3(random, size);
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t one = bi_random_below(random, rope->count > 0 ? rope->count : 1);
        bight_vec3 own = bi_random_vec3(random, size);
        for (int32_t i = rope->first; i < rope->first + rope->count && rope->alive; i++) {
            bight_vec3 go = bi_random_vec3(random, size);
            bool moves = kind < 2 || kind == 7 || (kind == 2 && r == chosen) ||
                         (kind == 3 && r == chosen && i == rope->first + one) ||
                         (kind == 4 && i == rope->first + one) || kind == 5 ||
                         (kind == 6 && i % 2 == 0 && r == chosen);
            bight_vec3 way = kind == 1   ? own
                             : kind == 5 ? v3_add(common, i == rope->first + one ? go : v3(0, 0, 0))
                             : kind == 7 ? v3_mul(-bi_random_unit(random), to[i])
                                         : go;
            to[i] = moves ? v3_add(to[i], way) : to[i];
        }
    }
}

static void read_parts(const bight_world *world, double *part, bool half)
{
    for (int32_t i = 0; i < world->rope_count + world->obstacle_count; i++) {
        part[i] = i < world->rope_count ? world->ropes[i].island.part
                                        : world->obstacles[i - world->rope_count].island.part;
        CHECK(part[i] >= 0.0 && part[i] <= 1.0);
        part[i] = half && part[i] < 1.0 ? 0.5 * part[i] : part[i];
    }
}

static double least_part(const bight_world *world, const double *part)
{
    double least = 1.0;
    for (int32_t i = 0; i < world->rope_count + world->obstacle_count; i++) {
        least = fmin(least, part[i]);
    }
    return least;
}

// Worlds from `first` to `last`, each sent anywhere once.
static void send_and_judge(uint64_t first, uint64_t last, bool rods)
{
    int32_t judged = 0, held = 0, moved_obstacles = 0;
    for (uint64_t seed = first; seed <= last; seed++) {
        near_world made = near_world_make_of(seed, rods);
        bight_world *world = made.world;
        bi_random random = bi_random_from(seed * 77);
        bight_vec3 from[MOST_NODES], to[MOST_NODES];
        double part[MOST_ISLANDS], least;
        if (world->node_count == 0) {
            bight_world_destroy(world);
            continue;
        }
        CHECK(world->node_count <= MOST_NODES && world->rope_count + world->obstacle_count <= MOST_ISLANDS);
        memcpy(from, world->at, (size_t)world->node_count * sizeof *from);
        memcpy(to, world->at, (size_t)world->node_count * sizeof *to);

        // the list is that of the cycle before, in which the obstacles stood where they were
        for (int32_t o = 0; o < world->obstacle_count; o++) {
            world->obstacles[o].before = world->obstacles[o].pose;
        }
        CHECK(bi_find_near(world, from, bi_usual_margin(world)) == BIGHT_OK);
        send(world, to, &random, seed);
        bool with_poses = seed % 3 != 0;
        for (int32_t o = 0; o < world->obstacle_count && with_poses; o++) {
            bi_obstacle *obstacle = &world->obstacles[o];
            double rush = exp2(bi_random_range(&random, -6.0, 2.0));
            obstacle->pose.position = v3_add(obstacle->pose.position, bi_random_vec3(&random, rush));
            bi_obstacle_place(obstacle);
            moved_obstacles++;
        }
        CHECK(bi_certify(world, from, to, with_poses, &least) == BIGHT_OK);
        read_parts(world, part, false);
        CHECK_SEED(least == least_part(world, part), seed);
        verdict found = judge(&made, from, to, part);
        CHECK_SEED(found.safe, seed);
        CHECK_SEED(found.together, seed);
        CHECK_SEED(!found.free_hurt, seed);
        judged++;
        held += found.held;
        bight_world_destroy(world);
    }
    print_message("%d motions, %d ropes held back, %d obstacles on their way\n", judged, held,
                  moved_obstacles);
    CHECK(judged > (int32_t)(last - first) / 2 && held > judged / 4 && held < 2 * judged);
}

TEST(what_is_proved_stays_apart)
{
    send_and_judge(1, LESS_WHEN_CHECKED(5000, 1500), false);
}

// Bends of rods are not listed.
TEST(bends_of_rods_are_proved_without_a_list)
{
    send_and_judge(20001, 20000 + LESS_WHEN_CHECKED(4000, 1000), true);
}

// A straight rod in a plane, of which some nodes fold back over the others: straight but for the last link of a piece, at
// the start or at the end.
TEST(a_folding_rod_does_not_pass_through_itself)
{
    int32_t held = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(4000, 1000); seed++) {
        bi_random random = bi_random_from(seed);
        near_world made = {.world = scene_world()};
        bight_world *world = made.world;
        bight_vec3 from[24], to[24];
        int32_t count = 4 + bi_random_below(&random, 20), pivot = 1 + bi_random_below(&random, count - 2);
        int32_t moved = 1 + bi_random_below(&random, count - 1 - pivot);
        for (int32_t i = 0; i < count; i++) {
            from[i] = v3(i + bi_random_range(&random, -0.1, 0.1), bi_random_range(&random, -0.4, 0.4), 0);
            to[i] = from[i];
            if (i > pivot && i <= pivot + moved) {
                double back = bi_random_range(&random, 0.5, 2.5);
                to[i] = v3(pivot - back * (i - pivot), bi_random_range(&random, -0.3, 0.3), 0);
            }
        }
        bool open = seed % 2 == 0; // from folded to straight: only where it begins without a crossing
        bight_rope_def def = bight_rope_def_default();
        bight_rope_id rope;
        def.curve = (bight_curve){open ? to : from, count, false};
        def.radius = exp2(bi_random_range(&random, -2.0, 2.0));
        def.link_length = 1.0;
        def.model = BIGHT_MODEL_ROD;
        if (bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK) {
            double part[1], least;
            CHECK(bi_find_near(world, world->at, bi_usual_margin(world)) == BIGHT_OK);
            CHECK(bi_certify(world, open ? to : from, open ? from : to, false, &least) == BIGHT_OK);
            read_parts(world, part, false);
            verdict found = judge(&made, open ? to : from, open ? from : to, part);
            CHECK_SEED(found.safe, seed);
            CHECK_SEED(!found.free_hurt, seed);
            held += found.held;
        }
        bight_world_destroy(world);
    }
    print_message("%d held back\n", held);
    CHECK(held > 100);
}

// A list is aged by what was moved, and is good for the next motion, and the next, without being made anew.
TEST(an_aged_list_is_as_good)
{
    int32_t moves = 0, kept = 0, held = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(700, 200); seed++) {
        near_world made = near_world_make(seed);
        bight_world *world = made.world;
        bi_random random = bi_random_from(seed * 991);
        bight_vec3 from[MOST_NODES], to[MOST_NODES];
        double part[MOST_ISLANDS], least;
        if (world->node_count == 0) {
            bight_world_destroy(world);
            continue;
        }
        memcpy(from, world->at, (size_t)world->node_count * sizeof *from);
        for (int32_t o = 0; o < world->obstacle_count; o++) {
            world->obstacles[o].before = world->obstacles[o].pose;
        }
        CHECK(bi_find_near(world, from, bi_usual_margin(world)) == BIGHT_OK);
        double size = bi_thinnest(world) * exp2(bi_random_range(&random, -6.0, -1.0));
        bight_vec3 drift[MOST_NODES];
        for (int32_t i = 0; i < world->node_count; i++) {
            drift[i] = bi_random_vec3(&random, size);
        }
        for (int32_t step = 0; step < 12; step++) {
            for (int32_t i = 0; i < world->node_count; i++) {
                to[i] = v3_add(from[i], v3_add(drift[i], bi_random_vec3(&random, 0.3 * size)));
            }
            CHECK(bi_certify(world, from, to, false, &least) == BIGHT_OK);
            read_parts(world, part, true);
            verdict found = judge(&made, from, to, part);
            CHECK_SEED(found.safe, seed);
            held += found.held;
            double most = 0.0;
            for (int32_t i = 0; i < world->node_count; i++) {
                double share = part[world->rope_of[i]];
                from[i] = v3_lerp(from[i], to[i], share);
                world->moved[i] *= share * share;
                most = fmax(most, world->moved[i]);
            }
            bi_near_moved(world, sqrt(most));

            // what the aged list says is not more than the truth
            for (int32_t n = 0; n < world->near_count; n++) {
                const bi_near *near = &world->near[n];
                double one[MOST_ISLANDS];
                for (int32_t i = 0; i < MOST_ISLANDS; i++) {
                    one[i] = 1.0;
                }
                plain_thing link = link_thing(world, from, from, near->a, one);
                plain_thing other = near->obstacle < 0 ? link_thing(world, from, from, near->b, one)
                                                       : piece_thing(&made, near->obstacle, near->b, one);
                CHECK_SEED(near->distance <= plain_gap_at(&link, &other, 0.0) + 1e-9, seed);
                kept++;
            }
            moves++;
        }
        bight_world_destroy(world);
    }
    print_message("%d motions, %d ropes held back, %d aged pairs\n", moves, held, kept);
    CHECK(held > 100 && kept > 1000);
}

RUN_TESTS(unit(what_is_proved_stays_apart), unit(bends_of_rods_are_proved_without_a_list),
          unit(a_folding_rod_does_not_pass_through_itself), unit(an_aged_list_is_as_good))
