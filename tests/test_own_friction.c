// SPDX-License-Identifier: MIT
// Obstacles and sheets with friction of their own: the capstan, slopes of two materials, ropes of both kinds that are solved
// for, changes while a rope rests, and what is refused.

#include "bight/rod_force.h"
#include "bight/play.h"
#include "bight/scene.h"
#include "bight/sheet.h"
#include "core/pi.h"
#include "rod_scene.h"

#include <math.h>
#include <stdio.h>

#define G 9.81

enum { COUNT = 101, MOST = 400 };

// ---- the capstan -----------------------------------------------------------------------------------------

// A limp rope of friction 0.6 hangs over a bar of friction 0.2 by half a turn, with a load at each end. @return How far the
// lighter one has gone up.
static double went_over(double share_of_law)
{
    const double own = 0.2, bar = 0.05;
    bight_vec3 points[COUNT], load[COUNT] = {{0}};
    bight_world *world = scene_world();
    bight_obstacle_id id = scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(bar, 0.5, 0), v3(0, 0, 0));
    CHECK(bight_obstacle_set_friction(world, id, own) == BIGHT_OK);
    double r = bar + 1.002 * R, length = 0.5, arc = PI * r, hang = 0.5 * (length - arc);
    for (int32_t i = 0; i < COUNT; i++) {
        double s = length * i / (COUNT - 1) - hang, angle = s / r, y = 0.02 * s / length;
        points[i] = s < 0.0      ? v3(-r, y, s)
                    : angle > PI ? v3(r, y, -(s - arc))
                                 : v3(-r * cos(angle), y, r * sin(angle));
    }
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 1e-6;
    def.rod.friction = 0.6;
    def.rod.drag = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    load[0] = v3(0, 0, -2.0);
    load[COUNT - 1] = v3(0, 0, -2.0 * exp(own * PI) * share_of_law);
    CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
    run_rods(world, 300);
    double z = bight_rope_curve(world, rope).points[0].z;
    run_rods(world, 100);
    z = bight_rope_curve(world, rope).points[0].z - z;
    bight_world_destroy(world);
    return z;
}

// T1 / T0 = exp(friction of the bar x angle), whatever the rope's own.
TEST(a_bar_holds_by_its_own_friction)
{
    double below = went_over(0.95), above = went_over(1.05);
    print_message("below the law %.2e m, above %.3f m\n", below, above);
    CHECK(fabs(below) < 1e-6);
    CHECK(above > 0.01 && above < 0.1);
}

// ---- slopes ----------------------------------------------------------------------------------------------

// A box of which the top, a plane through z that falls towards +x, covers so much of it.
static bight_obstacle_id slope(bight_world *world, double angle, double from, double to, double friction)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id id;
    double middle = 0.5 * (from + to);
    def.kind = BIGHT_SHAPE_BOX;
    def.size = v3(0.5 * (to - from), 0.1, 1);
    def.pose.position =
        v3(middle * cos(angle) - 0.1 * sin(angle), -middle * sin(angle) - 0.1 * cos(angle), 0);
    def.pose.rotation[2] = -sin(0.5 * angle);
    def.pose.rotation[3] = cos(0.5 * angle);
    def.friction = friction;
    CHECK(bight_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
    return id;
}

// A rod of friction `own` and 0.4 m lies along the slope, half of it above x = 0 and half below.
static bight_rope_id lying(bight_world *world, double angle, double own)
{
    bight_vec3 points[COUNT], way = v3(cos(angle), -sin(angle), 0), up = v3(sin(angle), cos(angle), 0);
    line_of(points, COUNT, v3_madd(v3_mul(-0.2, way), 1.002 * R, up),
            v3_madd(v3_mul(0.2, way), 1.002 * R, up));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.friction = own;
    def.rod.drag = 0.0;
    return make_rod(world, &def);
}

// Friction is 0.1 on one side of a line across the rope, 0.5 on the other. The line is at x = 0, or half a link beside it,
// where no node lies. The rope holds while tan(angle) < 0.3. Steeper it slides onto what is rough. After the way d its mean
// friction is 0.3 + d (0.5 - 0.1) / 0.4 m, so d'' = g cos(angle) (tan(angle) - 0.3 - d / m): half a swing, to
// d = 2 m (tan(angle) - 0.3), where it stays.
TEST(a_rope_lies_on_two_materials)
{
    for (int32_t slides = 0; slides < 2; slides++) {
        double steep = slides ? 0.34 : 0.285, angle = atan(steep);
        bight_world *world = scene_world();
        slope(world, angle, -3.0, 0.002, 0.1);
        bight_obstacle_id rough = slope(world, angle, 0.002, 3.0, 0.5);
        bight_rope_id rope = lying(world, angle, 0.9);
        bight_vec3 from = bight_rope_curve(world, rope).points[20];
        run_rods(world, 700);
        double way = v3_distance(bight_rope_curve(world, rope).points[20], from);
        print_message("%s: %.3e m\n", slides ? "steeper" : "less steep", way);
        CHECK(slides ? fabs(way / (2.0 * (steep - 0.3)) - 1.0) < 0.05 : way < 2e-5);

        bight_contact_force forces[MOST];
        int32_t count = bight_world_contact_forces(world, forces, MOST), on_rough = 0;
        CHECK(count > 20 && count <= MOST);
        for (int32_t i = 0; i < count; i++) {
            bool is_rough = forces[i].obstacle.index1 == rough.index1;
            CHECK(forces[i].coefficient == (is_rough ? 0.5 : 0.1));
            on_rough += is_rough;
        }
        CHECK(on_rough > count / 3 && on_rough < count);
        bight_vec3 there = bight_rope_curve(world, rope).points[20];
        run_rods(world, 200);
        CHECK(v3_distance(bight_rope_curve(world, rope).points[20], there) < 1e-6);
        bight_world_destroy(world);
    }
}

// A rope that rests begins to slide when what it lies on becomes smooth, and stops when it is rough again.
TEST(a_change_of_friction_wakes)
{
    double angle = atan(0.2);
    bight_world *world = scene_world();
    bight_obstacle_id id = slope(world, angle, -3.0, 3.0, -1.0);
    bight_rope_id rope = lying(world, angle, 0.4);
    run_rods(world, 1500);
    bight_vec3 from = bight_rope_curve(world, rope).points[0];
    run_rods(world, 1);
    CHECK(v3_distance(bight_rope_curve(world, rope).points[0], from) < 1e-8);
    uint64_t hash = bight_world_hash(world);
    CHECK(bight_obstacle_set_friction(world, id, 0.05) == BIGHT_OK && bight_world_hash(world) != hash);
    run_rods(world, 100);
    bight_vec3 on = bight_rope_curve(world, rope).points[0];
    CHECK(v3_distance(on, from) > 0.01);
    CHECK(bight_obstacle_set_friction(world, id, -1.0) == BIGHT_OK);
    run_rods(world, 300);
    on = bight_rope_curve(world, rope).points[0];
    run_rods(world, 100);
    CHECK(v3_distance(bight_rope_curve(world, rope).points[0], on) < 1e-6);
    bight_world_destroy(world);
}

// A sheet of two triangles that slopes, and a rod on it: it lies below the angle of the sheet's friction, and slides above.
TEST(a_sheet_has_friction_of_its_own)
{
    const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    for (int32_t slides = 0; slides < 2; slides++) {
        double angle = atan(slides ? 0.21 : 0.19), c = cos(angle), s = sin(angle);
        bight_vec3 corners[4] = {v3(-c, s, -1), v3(c, -s, -1), v3(c, -s, 1), v3(-c, s, 1)};
        bight_world *world = scene_world();
        bight_sheet_def def = bight_sheet_def_default();
        bight_sheet_id sheet;
        def.points = corners;
        def.point_count = 4;
        def.triangles = triangles;
        def.triangle_count = 2;
        def.friction = 0.2;
        CHECK(bight_sheet_create(world, &def, &sheet, NULL) == BIGHT_OK);
        bight_rope_id rope = lying(world, angle, 0.9);
        run_rods(world, 300);
        bight_vec3 from = bight_rope_curve(world, rope).points[20];
        run_rods(world, 100);
        double way = v3_distance(bight_rope_curve(world, rope).points[20], from);
        print_message("%s: %.3e m\n", slides ? "steeper" : "less steep", way);
        CHECK(slides ? way > 0.01 : way < 1e-6);
        CHECK(bight_sheet_set_friction(world, sheet, (double)NAN) == BIGHT_ERROR_INVALID);
        CHECK(bight_sheet_set_friction(world, sheet, slides ? 0.9 : 0.0) == BIGHT_OK);
        run_rods(world, 150);
        from = bight_rope_curve(world, rope).points[20];
        run_rods(world, 50);
        way = v3_distance(bight_rope_curve(world, rope).points[20], from);
        CHECK(slides ? way < 1e-6 : way > 0.01);
        CHECK(bight_sheet_destroy(world, sheet));
        CHECK(bight_sheet_set_friction(world, sheet, 0.5) == BIGHT_ERROR_STALE);
        bight_world_destroy(world);
    }
}

// A Follow The Leader rope on a level floor of friction 0.1 under oblique gravity; the world's friction is 0.3.
TEST(ropes_that_follow_feel_it)
{
    for (int32_t slides = 0; slides < 2; slides++) {
        double steep = slides ? 0.105 : 0.095, weight = 0.02, c = 1.0 / sqrt(1.0 + steep * steep);
        bight_world_def def = bight_world_def_default();
        bight_world *world;
        def.gravity = v3(weight * steep * c, -weight * c, 0);
        CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
        bight_obstacle_id floor = scene_obstacle(world, BIGHT_SHAPE_BOX, v3(400, 2, 400), v3(0, -2, 0));
        CHECK(bight_obstacle_set_friction(world, floor, 0.1) == BIGHT_OK);
        bight_rope_id rope = scene_line(world, v3(-10, 0.51, 0), v3(1, 0, 0), 20, 0.5, 1.0);
        run_rods(world, 300);
        double x = bight_rope_curve(world, rope).points[10].x;
        run_rods(world, 500);
        x = bight_rope_curve(world, rope).points[10].x - x;
        print_message("%s: %.3e\n", slides ? "steeper" : "less steep", x);
        CHECK(slides ? x > 0.02 : fabs(x) < 1e-6);
        bight_world_destroy(world);
    }
}

// ---- what is refused, and what nothing given does --------------------------------------------------------

TEST(wrong_friction_is_refused)
{
    const double wrong[] = {10.01, (double)NAN, (double)INFINITY, -(double)INFINITY};
    bight_world *world = scene_world();
    bight_error error = {0};
    for (int32_t i = 0; i < 4; i++) {
        bight_obstacle_def def = bight_obstacle_def_default();
        bight_obstacle_id id;
        def.friction = wrong[i];
        CHECK(bight_obstacle_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
        CHECK(strstr(error.message, "friction") != NULL);
        id = scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, 0, 0));
        CHECK(bight_obstacle_set_friction(world, id, wrong[i]) == BIGHT_ERROR_INVALID);
        CHECK(bight_obstacle_destroy(world, id));
        CHECK(bight_obstacle_set_friction(world, id, 0.3) == BIGHT_ERROR_STALE);

        const bight_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        const int32_t triangle[3] = {0, 1, 2};
        bight_sheet_def sheet = bight_sheet_def_default();
        bight_sheet_id sheet_id;
        sheet.points = corners;
        sheet.point_count = 3;
        sheet.triangles = triangle;
        sheet.triangle_count = 1;
        sheet.friction = wrong[i];
        CHECK(bight_sheet_create(world, &sheet, &sheet_id, &error) == BIGHT_ERROR_INVALID);
        CHECK(strstr(error.message, "friction") != NULL);
    }
    bight_world_destroy(world);
}

static bight_scene *read_scene(const char *friction, bight_error *error)
{
    char text[1500];
    bight_scene *scene = NULL;
    int length =
        snprintf(text, sizeof text,
                 "{\"bight\": 1, \"cloth\": {\"thickness\": 0.004, \"friction\": 0.6, \"inertia\": 1},"
                 " \"ropes\": [{\"line\": {\"from\": [-0.2, 0.0051, 0.2], \"to\": [0.2, 0.0051, 0.2]}, "
                 "\"radius\": 0.005,"
                 "  \"link_length\": 0.01, \"model\": \"rod\", \"rod\": {\"friction\": 0.6, \"gravity\": [3, "
                 "-9, 0]}}],"
                 " \"cloths\": [{\"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 6, \"rows\": 6},"
                 "  \"position\": [0, 0.0035, -0.2]}],"
                 " \"obstacles\": [{\"box\": {\"size\": [4, 1, 4]}, \"position\": [0, -0.5, 0]%s}],"
                 " \"script\": [{\"wait\": {\"cycles\": 150}}]}",
                 friction);
    bight_status status = bight_scene_parse(text, (size_t)length, NULL, NULL, &scene, error);
    CHECK((status == BIGHT_OK) == (scene != NULL));
    return scene;
}

// A rope and a cloth lie on one box; gravity is oblique by a third. Said of the box, friction is that of both.
TEST(a_scene_gives_an_obstacle_friction)
{
    bight_error error = {0};
    CHECK(read_scene(", \"friction\": 11", &error) == NULL && strstr(error.message, "friction") != NULL);
    CHECK(read_scene(", \"friction\": -1", &error) == NULL && strstr(error.message, "friction") != NULL);
    for (int32_t smooth = 0; smooth < 2; smooth++) {
        bight_scene *scene = read_scene(smooth ? ", \"friction\": 0.1" : "", &error);
        if (scene == NULL) {
            fail_msg("%s", error.message);
        }
        CHECK(scene->obstacles[0].def.friction == (smooth ? 0.1 : -1.0));
        bight_play *play = NULL;
        if (bight_play_create(scene, NULL, &play, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        bight_cloth_world_def cloth = bight_cloth_world_get_def(bight_play_cloth_world(play));
        cloth.gravity = v3(3, -9, 0);
        CHECK(bight_cloth_world_set_def(bight_play_cloth_world(play), &cloth, NULL) == BIGHT_OK);
        for (bool more = true; more;) {
            if (bight_play_step(play, &more, &error) != BIGHT_OK) {
                fail_msg("%s", error.message);
            }
        }
        int32_t count;
        double rope = bight_rope_curve(bight_play_world(play), bight_play_rope(play, 0)).points[0].x + 0.2;
        double sheet = bight_play_cloth_positions(play, 0, &count)[24].x;
        print_message("%s: the rope went %.2e m, the cloth %.2e m\n", smooth ? "smooth" : "rough", rope,
                      sheet);
        CHECK(smooth ? rope > 0.02 && sheet > 0.02 : fabs(rope) < 1e-4 && fabs(sheet) < 1e-3);
        bight_play_destroy(play);
        bight_scene_destroy(scene);
    }
}

RUN_TESTS(unit(a_bar_holds_by_its_own_friction), unit(a_rope_lies_on_two_materials),
          unit(a_change_of_friction_wakes), unit(a_sheet_has_friction_of_its_own),
          unit(ropes_that_follow_feel_it), unit(wrong_friction_is_refused),
          unit(a_scene_gives_an_obstacle_friction))
