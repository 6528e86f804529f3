// SPDX-License-Identifier: MIT
// The certificate at its edges: motions that end just nearer than allowed and begin just beyond what is
// listed, ropes that were straight when the list was made and bend since, and how near each kind of thing may
// come. Places are chosen so that distances can be written down.

#include "sim/certify.h"

#include "near_world.h"
#include "sim/near.h"
#include "sim/obstacle.h"

#include "bight/sheet.h"

#include <string.h>

static const bight_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

static void list(bight_world *world)
{
    for (int32_t o = 0; o < world->obstacle_count; o++) {
        world->obstacles[o].before = world->obstacles[o].pose;
    }
    CHECK(bi_find_near(world, world->at, bi_usual_margin(world)) == BIGHT_OK);
}

static double certify(bight_world *world, const bight_vec3 *to, bool with_poses)
{
    double least;
    CHECK(bi_certify(world, world->at, to, with_poses, &least) == BIGHT_OK);
    return least;
}

static void shift_obstacle(bi_obstacle *obstacle, bight_vec3 by)
{
    obstacle->pose.position = v3_add(obstacle->pose.position, by);
    bi_obstacle_place(obstacle);
}

static int32_t root(const bight_world *world, int32_t i)
{
    int32_t parent = i < world->rope_count ? world->ropes[i].island.parent
                                           : world->obstacles[i - world->rope_count].island.parent;
    return parent == i ? i : root(world, parent);
}

// ---- just beyond the list ---------------------------------------------------------------------------

// A link along x, and one along z above it, `apart` from each other.
static bight_world *two_links(double radius, double apart)
{
    bight_world *world = scene_world();
    scene_line(world, v3(-0.5, 0, 0), X, 1, radius, 1.0);
    scene_line(world, v3(0, apart, -0.5), Z, 1, radius, 1.0);
    return world;
}

// Both move towards each other and would end half a floor apart: nearer than allowed, though nothing is
// listed and their motion alone would not use the margin up.
TEST(unlisted_links_come_no_nearer_than_the_floor)
{
    static const double radii[3] = {0.01, 0.1, 0.4};
    for (int32_t i = 0; i < 3; i++) {
        double floor = 1e-4 * radii[i], apart = 2.5 * radii[i] + 0.1 * floor,
               each = 0.5 * (apart - 0.5 * floor);
        bight_world *world = two_links(radii[i], apart);
        bight_vec3 to[4] = {world->at[0], world->at[1], world->at[2], world->at[3]};
        for (int32_t k = 0; k < 4; k++) {
            to[k].y += k < 2 ? each : -each;
        }
        list(world);
        CHECK(world->near_count == 0);
        double least = certify(world, to, false), gap = apart - 2.0 * each * least;
        CHECK(least < 1.0 && gap >= floor * (1.0 - 1e-6) && gap <= 1.02 * floor);
        CHECK_NEAR(world->farthest, each, 1e-15);
        bight_world_destroy(world);
    }
}

// The same for a ball, in whichever way the motion is shared: ten floors.
TEST(an_unlisted_ball_comes_no_nearer_than_ten_floors)
{
    for (int32_t i = 0; i < 3; i++) {
        double radius = 0.1, floor = 1e-3 * radius, apart = 2.4 * radius + 0.01 * floor,
               way = apart - 0.5 * floor;
        bight_world *world = scene_world();
        scene_line(world, v3(-0.5, 0, 0), X, 1, radius, 1.0);
        scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.3, 0, 0), v3(0, 0.3 + apart, 0));
        list(world);
        CHECK(world->near_count == 0);
        double share = 0.5 * i;
        bight_vec3 to[2] = {v3(-0.5, share * way, 0), v3(0.5, share * way, 0)};
        shift_obstacle(&world->obstacles[0], v3(0, -(1.0 - share) * way, 0));
        double least = certify(world, to, true), gap = apart - way * least;
        CHECK(least < 1.0 && gap >= floor * (1.0 - 1e-6) && gap <= 1.02 * floor);
        CHECK(root(world, 0) == (i < 2 ? root(world, 1) : 0));
        bight_world_destroy(world);
    }
}

// A straight piece of a thick rope whose middle link is pushed together, to half a floor or through itself.
TEST(second_neighbours_come_no_nearer_than_their_middle_link)
{
    for (int32_t variant = 0; variant < 3; variant++) {
        bight_world *world = scene_world();
        scene_line(world, v3(-1, 0, 0), X, 3, 2.0, 1.0);
        double floor = 2e-4, each = variant == 0 ? 0.5 - 0.25 * floor : variant == 1 ? 0.6 : 0.9;
        bight_vec3 to[4] = {world->at[0], v3(each, 0, 0), v3(1.0 - each, 0, 0), world->at[3]};
        list(world);
        double least = certify(world, to, false);
        CHECK(least < 1.0 && 1.0 - 2.0 * each * least >= floor * (1.0 - 1e-6));
        bight_world_destroy(world);
    }
}

// Straight when the list was made, bent since, at one end or at the other, and now on its way through itself.
TEST(links_that_have_bent_since_are_seen)
{
    for (int32_t mirrored = 0; mirrored < 2; mirrored++) {
        bight_world *world = scene_world();
        scene_line(world, v3(0, 0, 0), X, 3, 2.0, 1.0);
        list(world);
        bight_vec3 bent[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(2, 0, 0), v3(0.8, 0.3, 0)};
        bight_vec3 across[4] = {v3(0, 0.3, 0), v3(1, 0.3, 0), v3(2, 0, 0), v3(0.8, -0.3, 0)};
        if (mirrored) {
            for (int32_t i = 0; i < 2; i++) {
                bight_vec3 a = bent[i], b = across[i];
                bent[i] = bent[3 - i], bent[3 - i] = a;
                across[i] = across[3 - i], across[3 - i] = b;
            }
        }
        bight_vec3 back[4];
        for (int32_t i = 0; i < 4; i++) {
            back[i] = world->at[mirrored ? 3 - i : i];
        }
        memcpy(world->at, back, sizeof back);
        list(world);
        CHECK(certify(world, bent, false) == 1.0);
        memcpy(world->at, bent, sizeof bent);
        bi_near_moved(world, world->farthest);
        double least = certify(world, across, false);
        plain_thing first = {{bent[0], bent[1]}, {across[0], across[1]}, 2, 0.0};
        plain_thing last = {{bent[2], bent[3]}, {across[2], across[3]}, 2, 0.0};
        CHECK(!plain_stays(&first, &last, 2e-4 * 0.999));
        for (int32_t k = 0; k < 2; k++) {
            first.to[k] = v3_lerp(first.from[k], first.to[k], least);
            last.to[k] = v3_lerp(last.from[k], last.to[k], least);
        }
        CHECK(least < 1.0 && plain_stays(&first, &last, 2e-4 * 0.999));
        bight_world_destroy(world);
    }
}

// ---- how near ---------------------------------------------------------------------------------------

// A short link comes straight down on each kind of thing: it stops at that kind's floor.
TEST(each_kind_has_its_floor)
{
    static const bight_vec3 corner[4] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, -1, 0}};
    static const int32_t triangle[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    for (int32_t kind = 0; kind < 4; kind++) {
        double radius = 0.01, top = kind == 1 ? 0.5 : 0.0, floor = kind == 2 ? 4e-4 * 0.5 : 1e-3 * radius;
        bight_world *world = scene_world();
        scene_line(world, v3(kind == 2 ? 2.0 : 0.0, 1.5, 0), Y, 1, radius, 1.0);
        bight_obstacle_def def = bight_obstacle_def_default();
        def.kind = kind == 0   ? BIGHT_SHAPE_BOX
                   : kind == 1 ? BIGHT_SHAPE_SPHERE
                   : kind == 2 ? BIGHT_SHAPE_TORUS
                               : BIGHT_SHAPE_MESH;
        def.size = kind == 0 ? v3(1, 1, 1) : kind == 1 ? v3(0.5, 0, 0) : v3(2, 0.5, 0);
        def.points = corner, def.point_count = 4, def.triangles = triangle, def.triangle_count = 4;
        if (kind == 0) {
            def.pose.position = v3(0, -10, 0);
        }
        bight_obstacle_id id;
        CHECK(bight_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
        if (kind == 0) {
            bight_world_destroy(world); // where the top of a box is, is docs/scene.md's to say
            continue;
        }
        top = kind == 2 ? 0.5 : top;
        bight_vec3 to[2] = {v3_sub(world->at[0], v3(0, 2, 0)), v3_sub(world->at[1], v3(0, 2, 0))};
        list(world);
        double least = certify(world, to, false), gap = 1.5 - 2.0 * least - top;
        double slack = kind == 2 ? 2e-4 * 0.5 : 0.0; // the torus's distance may be too small by that
        CHECK(least < 1.0 && gap >= floor * (1.0 - 1e-6) && gap <= 1.02 * floor + slack);
        CHECK_NEAR(bi_surface_floor(world), 1e-3 * radius, 1e-18);
        bight_world_destroy(world);
    }
}

// A resting sheet stops what comes through it, from both sides, whether obstacles move or not.
TEST(a_resting_sheet_stops_a_link)
{
    for (int32_t variant = 0; variant < 8; variant++) {
        bight_world *world = scene_world();
        double side = variant & 1 ? -1.0 : 1.0, radius = 0.05, far = variant & 4 ? 0.3 : 0.01;
        scene_line(world, v3(-0.2, far * side, 0.1), X, 1, radius, 0.4);
        bight_vec3 points[4] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
        int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
        bight_sheet_def def = bight_sheet_def_default();
        bight_sheet_id sheet;
        def.points = points, def.point_count = 4, def.triangles = triangles, def.triangle_count = 2;
        CHECK(bight_sheet_create(world, &def, &sheet, NULL) == BIGHT_OK);
        list(world);
        bight_vec3 to[2] = {v3_sub(world->at[0], v3(0, 2.0 * far * side, 0)),
                            v3_sub(world->at[1], v3(0, 2.0 * far * side, 0))};
        double least = certify(world, to, (variant & 2) != 0), gap = far - 2.0 * far * least;
        CHECK(least < 1.0 && gap >= 1e-3 * radius * (1.0 - 1e-6) && gap <= 1.02e-3 * radius);
        to[0] = v3_add(world->at[0], v3(0.1, 0.5 * far * side, 0));
        to[1] = v3_add(world->at[1], v3(0.1, 0.5 * far * side, 0));
        CHECK(certify(world, to, (variant & 2) != 0) == 1.0);
        bight_world_destroy(world);
    }
}

// ---- who shares a part ------------------------------------------------------------------------------

// What may come within the floor of each other, whatever part of its way each takes, shares one part; what
// cannot does not.
TEST(only_what_may_meet_is_joined)
{
    for (int32_t variant = 0; variant < 4; variant++) {
        double radius = 0.1, floor = 1e-4 * radius, each = 0.02, over = variant < 2 ? 0.5 : 2.0;
        bight_world *world;
        int32_t other;
        bight_vec3 to[4];
        if (variant % 2 == 0) {
            world = two_links(radius, 2.0 * each + over * floor);
            list(world);
            memcpy(to, world->at, sizeof to);
            other = 1;
        } else {
            floor *= 10.0;
            world = scene_world();
            scene_line(world, v3(-0.5, 0, 0), X, 1, radius, 1.0);
            scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.3, 0, 0),
                           v3(0, 0.3 + 2.0 * each + over * floor, 0));
            list(world);
            memcpy(to, world->at, 2 * sizeof *to);
            shift_obstacle(&world->obstacles[0],
                           v3(0, each, 0)); // away: no meeting, but the bound does not know
            other = 1;
        }
        for (int32_t k = 0; k < world->node_count; k++) {
            to[k].y -= k < 2 ? each : -each; // away from each other
        }
        CHECK(certify(world, to, true) == 1.0);
        CHECK((root(world, other) == root(world, 0)) == (variant < 2));
        bight_world_destroy(world);
    }
}

// ---- numbers that are none, and ageing --------------------------------------------------------------

TEST(what_is_no_number_is_not_proved)
{
    static const double odd[4] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e200};
    for (int32_t i = 0; i < 16; i++) {
        bight_world *world = two_links(0.1, 0.6);
        scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.3, 0, 0), v3(3, 0, 0));
        list(world);
        bight_vec3 to[4];
        memcpy(to, world->at, sizeof to);
        to[i / 4].z = odd[i % 4];
        CHECK(certify(world, to, true) == 0.0);
        CHECK(world->ropes[0].island.part == 0.0 && world->ropes[1].island.part == 0.0);
        bight_world_destroy(world);
    }
}

// Each bound ages by what was moved, and by no more: a list that ages too fast is made anew for nothing.
TEST(a_list_ages_by_what_was_moved)
{
    bight_world *world = two_links(0.1, 0.15);
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.3, 0, 0), v3(0, -0.45, 0));
    list(world);
    CHECK(world->near_count == 2);
    bight_vec3 to[4];
    memcpy(to, world->at, sizeof to);
    to[0].y += 0.004, to[2].x += 0.002, to[3].x += 0.001;
    CHECK(certify(world, to, false) == 1.0);
    double links = world->near_links, obstacles = world->near_obstacles,
           middle = world->shortest_middle = 0.7;
    double distance[2] = {world->near[0].distance, world->near[1].distance};
    bi_near_moved(world, 0.004);
    CHECK_NEAR(world->near_links, links - 0.008, 1e-15);
    CHECK_NEAR(world->near_obstacles, obstacles - 0.004, 1e-15);
    CHECK_NEAR(world->shortest_middle, middle - 0.008, 1e-15);
    for (int32_t i = 0; i < 2; i++) {
        CHECK_NEAR(world->near[i].distance, distance[i] - (world->near[i].obstacle < 0 ? 0.006 : 0.004),
                   1e-15);
    }
    bight_world_destroy(world);
}

// ---- pairs not tested -------------------------------------------------------------------------------

// A list is kept while nothing that it leaves out can have come near, and rebuilt just before something
// can. Both ends of the span are given with a little room: it is a matter of floors.
TEST(a_list_is_kept_as_long_as_it_is_wide_enough)
{
    for (int32_t variant = 0; variant < 2; variant++) {
        double radius = 0.1, floor = 1e-4 * radius;
        bight_world *world = two_links(radius, 5.0);
        list(world);
        double links = world->near_links, obstacles = world->near_obstacles;
        CHECK(world->near_count == 0);
        double left = fmin(0.5 * links, obstacles), each = left - (variant == 0 ? 7.0 : 4.0) * floor;
        bight_vec3 to[4];
        memcpy(to, world->at, sizeof to);
        to[1].x += each; // along the link
        CHECK(certify(world, to, false) == 1.0);
        bool kept = world->near_links == links && world->near_obstacles == obstacles;
        CHECK(kept == (variant == 0));
        bight_world_destroy(world);
    }
}

// Things further apart than they move are not tested, whether it is a link or a ball.
TEST(only_what_may_meet_is_swept)
{
    for (int32_t variant = 0; variant < 4; variant++) {
        double radius = 0.1, apart = 0.12, way = variant < 2 ? 0.05 : 0.13;
        bight_world *world = two_links(radius, variant % 2 == 0 ? apart : 5.0);
        scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.3, 0, 0), v3(0, -5.0, 0));
        if (variant % 2 == 1) {
            shift_obstacle(&world->obstacles[0], v3(0, 4.7 - apart, 0));
        }
        list(world);
        CHECK(world->near_count == 1);
        bight_vec3 to[4];
        memcpy(to, world->at, sizeof to);
        for (int32_t k = 0; k < 2; k++) {
            to[k].y += variant % 2 == 0 ? way : -way;
        }
        int64_t before = world->stats.swept_tests;
        double least = certify(world, to, false);
        CHECK((least == 1.0) == (variant < 2));
        CHECK(world->stats.swept_tests == before + (variant < 2 ? 0 : 1));
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(unlisted_links_come_no_nearer_than_the_floor),
          unit(an_unlisted_ball_comes_no_nearer_than_ten_floors),
          unit(second_neighbours_come_no_nearer_than_their_middle_link),
          unit(links_that_have_bent_since_are_seen), unit(each_kind_has_its_floor),
          unit(a_resting_sheet_stops_a_link), unit(only_what_may_meet_is_joined),
          unit(what_is_no_number_is_not_proved), unit(a_list_ages_by_what_was_moved),
          unit(a_list_is_kept_as_long_as_it_is_wide_enough), unit(only_what_may_meet_is_swept))
