// SPDX-License-Identifier: MIT
// Knots in cloth from templates: middle lines on the pattern, the judge against shapes that are known, rows that are led.

#include "bight/dress_knot.h"
#include "bight/garment.h"
#include "core/pi.h"

#include "core/vec3.h"
#include "failing_memory.h"
#include "open_template.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A ribbon for each strand, side by side on one pattern: as long as the strand and as wide as its pipe is round.
typedef struct stage {
    bight_template *made;
    bight_cloth_mesh mesh;
    bight_dress_region regions[2];
    int32_t count;
} stage;

static void append(bight_cloth_mesh *mesh, const bight_cloth_mesh *more, double across)
{
    int32_t v = mesh->vertex_count, u = mesh->uv_count, t = mesh->triangle_count;
    bight_cloth_mesh sum = {.vertex_count = v + more->vertex_count,
                            .uv_count = u + more->uv_count,
                            .triangle_count = t + more->triangle_count,
                            .face_count = t + more->triangle_count,
                            .group_count = 1};
    sum.positions = malloc((size_t)sum.vertex_count * sizeof *sum.positions);
    sum.uv = malloc(2 * (size_t)sum.uv_count * sizeof *sum.uv);
    sum.triangles = malloc(3 * (size_t)sum.triangle_count * sizeof *sum.triangles);
    sum.uv_triangles = malloc(3 * (size_t)sum.triangle_count * sizeof *sum.uv_triangles);
    sum.faces = malloc((size_t)sum.triangle_count * sizeof *sum.faces);
    sum.groups = calloc((size_t)sum.triangle_count, sizeof *sum.groups);
    sum.names = calloc(1, sizeof *sum.names);
    sum.capacities[0] = sum.vertex_count;
    sum.capacities[1] = sum.uv_count;
    sum.capacities[2] = sum.capacities[3] = sum.capacities[4] = sum.capacities[5] = sum.triangle_count;
    sum.capacities[6] = 1;
    memcpy(sum.positions, mesh->positions, (size_t)v * sizeof *sum.positions);
    memcpy(sum.uv, mesh->uv, 2 * (size_t)u * sizeof *sum.uv);
    memcpy(sum.triangles, mesh->triangles, 3 * (size_t)t * sizeof *sum.triangles);
    memcpy(sum.uv_triangles, mesh->uv_triangles, 3 * (size_t)t * sizeof *sum.uv_triangles);
    for (int32_t i = 0; i < more->vertex_count; i++) {
        sum.positions[v + i] = v3_add(more->positions[i], v3(0, 0, across));
    }
    for (int32_t i = 0; i < more->uv_count; i++) {
        sum.uv[2 * (u + i)] = more->uv[2 * i];
        sum.uv[2 * (u + i) + 1] = more->uv[2 * i + 1] + across;
    }
    for (int32_t i = 0; i < 3 * more->triangle_count; i++) {
        sum.triangles[3 * t + i] = more->triangles[i] + v;
        sum.uv_triangles[3 * t + i] = more->uv_triangles[i] + u;
    }
    for (int32_t i = 0; i < sum.triangle_count; i++) {
        sum.faces[i] = i;
    }
    bight_cloth_mesh_free(NULL, mesh);
    *mesh = sum;
}

static stage set_stage(const char *name, double edge)
{
    stage s = {.made = open_template(name)};
    bight_axis axis = bight_template_axis(s.made);
    s.count = axis.strand_count;
    for (int32_t i = 0; i < s.count; i++) {
        double size[2] = {axis.strands[i].length, 2 * PI * 0.0115}, across = i * 0.2;
        bight_cloth_mesh one;
        assert_int_equal(bight_garment_make(NULL, bight_garment_find("ribbon"), edge, size, &one, NULL, NULL),
                         BIGHT_OK);
        s.regions[i] = (bight_dress_region){.kind = BIGHT_REGION_RECTANGLE,
                                            .strand = i,
                                            .centre = {0.5 * size[0], across + 0.5 * size[1]},
                                            .length = size[0],
                                            .width = size[1]};
        if (i == 0) {
            s.mesh = one;
        } else {
            append(&s.mesh, &one, across);
            bight_cloth_mesh_free(NULL, &one);
        }
    }
    return s;
}

static void strike(stage *s)
{
    bight_template_free(s->made);
    bight_cloth_mesh_free(NULL, &s->mesh);
}

static bight_dress_knot make_knot(stage *s, double thickness)
{
    const bight_dress_knot_options options = {.mapping = {.thickness = thickness}, .sides = 24};
    bight_dress_knot knot;
    bight_error error = {0};
    bight_status status =
        bight_dress_knot_make(NULL, &s->mesh, s->made, s->regions, s->count, &options, &knot, &error);
    if (status != BIGHT_OK) {
        fail_msg("%s: %s", bight_template_definition(s->made)->name, error.message);
    }
    return knot;
}

// ---- lines ----------------------------------------------------------------------------------------------

// On the pattern the line is the region's middle, from end to end, each point in the triangle that it names and on the border of
// the one before.
TEST(a_line_runs_along_the_middle_of_the_pattern)
{
    stage s = set_stage("overhand", 0.006);
    bight_dress_knot knot = make_knot(&s, 0.001);
    const bight_dress_region *r = &s.regions[0];
    double before = -1.0;
    for (int32_t i = 0; i < knot.lines.firsts[1]; i++) {
        const bight_dress_point *p = &knot.lines.points[i];
        double at[2] = {0, 0}, sum = 0.0;
        CHECK(knot.map.regions[p->triangle] == 0);
        for (int32_t k = 0; k < 3; k++) {
            const double *uv = s.mesh.uv + 2 * s.mesh.uv_triangles[3 * p->triangle + k];
            CHECK(p->weights[k] >= 0.0);
            sum += p->weights[k];
            at[0] += p->weights[k] * uv[0];
            at[1] += p->weights[k] * uv[1];
        }
        CHECK_NEAR(sum, 1.0, 1e-12);
        CHECK_NEAR(at[1], r->centre[1], 1e-9);
        CHECK(at[0] > before);
        CHECK_NEAR(p->arc, at[0] / r->length * knot.pipe.strands[0].length, 1e-9);
        before = at[0];
        if (i > 0) { // it entered here from the triangle before: so that has an edge through this place
            const double *q[3];
            double least = 1.0;
            for (int32_t k = 0; k < 3; k++) {
                q[k] = s.mesh.uv + 2 * s.mesh.uv_triangles[3 * knot.lines.points[i - 1].triangle + k];
            }
            for (int32_t k = 0; k < 3; k++) {
                const double *a = q[k], *b = q[(k + 1) % 3];
                double cross = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
                least = fmin(least, fabs(cross) / hypot(b[0] - a[0], b[1] - a[1]));
            }
            CHECK(least < 1e-9);
        }
    }
    CHECK_NEAR(before, r->length, 1e-9);
    CHECK_NEAR(knot.lines.points[0].arc, 0.0, 1e-9);
    bight_dress_knot_free(NULL, &knot);
    strike(&s);
}

// ---- all templates --------------------------------------------------------------------------------------

// Cloth on every template is its knot, does not meet itself, and is as long as its strand.
TEST(cloth_on_every_template_is_its_knot)
{
    static const char *const names[] = {"double", "pretzel",  "bow",         "double_bow",   "overhand",
                                        "noose",  "windsor",  "reef",        "four_in_hand", "half_windsor",
                                        "sailor", "shoelace", "clove_hitch", "carrick_bend", "half_knot"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i += LESS_WHEN_CHECKED(1, 5)) {
        stage s = set_stage(names[i], 0.0055);
        bight_dress_knot knot = make_knot(&s, 0.001);
        CHECK_NEAR(knot.scale, 1.0, 1e-6);
        assert_int_equal(knot.intersections[0], 0);
        assert_int_equal(knot.intersections[2], 0);
        CHECK(knot.before.kept && knot.before.asked > 0);
        assert_string_equal(knot.before.name, knot.before.wanted);

        // laid flat it is none of these knots, and the judge says which strand
        bight_dress_verdict verdict;
        bight_error error = {0};
        assert_int_equal(
            bight_dress_knot_judge(NULL, &s.mesh, s.made, &knot, s.mesh.positions, &verdict, &error),
            BIGHT_OK);
        CHECK(!verdict.kept && verdict.failure[0] != '\0');
        CHECK(strncmp(verdict.name, "0_1", 3) == 0);
        bight_dress_knot_free(NULL, &knot);
        strike(&s);
    }
}

// ---- the judge ------------------------------------------------------------------------------------------

// Cloth of one row of squares along a polygon: its middle line is the polygon.
static void judge_curve(const bight_template *made, const bight_vec3 *points, int32_t count,
                        bight_dress_verdict *verdict)
{
    bight_dress_point *fixed = calloc((size_t)count, sizeof *fixed);
    int32_t *triangles = calloc((size_t)count, 3 * sizeof *triangles), firsts[2] = {0, count};
    bight_vec3 *places = calloc((size_t)count, sizeof *places);
    for (int32_t i = 0; i < count; i++) {
        fixed[i] = (bight_dress_point){.triangle = i, .weights = {1, 0, 0}, .arc = i};
        triangles[3 * i] = triangles[3 * i + 1] = triangles[3 * i + 2] = i;
    }
    const bight_dress_lines lines = {fixed, firsts, 1};
    bight_dress_lines_at(&lines, points, triangles, places);
    bight_error error = {0};
    assert_int_equal(bight_dress_judge(NULL, made, 1.0, NULL, &lines, places, verdict, &error), BIGHT_OK);
    free(fixed), free(triangles), free(places);
}

// An open trefoil, (2 + cos 3t) round a torus, from its outside to its outside; and with an end led back inside, where the
// nearest way out of the hull goes through the loops: most closures still say what it is.
TEST(the_judge_names_open_lines)
{
    bight_template *overhand = open_template("overhand");
    bight_vec3 points[240];
    int32_t count = 0;
    for (int32_t i = 0; i <= 200; i++) {
        double t = 2 * PI * (0.02 + 0.96 * i / 200.0);
        points[count++] = v3(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t));
    }
    bight_dress_verdict verdict;
    judge_curve(overhand, points, count, &verdict);
    CHECK(verdict.kept);
    assert_string_equal(verdict.name, "3_1");

    // pulled straight
    bight_vec3 straight[3] = {{0, 0, 0}, {1, 0.1, 0}, {2, 0, 0}};
    judge_curve(overhand, straight, 3, &verdict);
    CHECK(!verdict.kept);
    assert_string_equal(verdict.name, "0_1");
    assert_string_equal(verdict.wanted, "3_1");
    CHECK(strstr(verdict.failure, "is 0_1 and should be 3_1, about [1, 0.03333, 0]") != NULL);

    // a figure-eight knot: (2 + cos 2t) cos 3t, (2 + cos 2t) sin 3t, sin 4t, opened
    count = 0;
    for (int32_t i = 0; i <= 230; i++) {
        double t = 2 * PI * (0.01 + 0.97 * i / 230.0);
        points[count++] = v3((2 + cos(2 * t)) * cos(3 * t), (2 + cos(2 * t)) * sin(3 * t), sin(4 * t));
    }
    judge_curve(overhand, points, count, &verdict);
    CHECK(!verdict.kept);
    bight_template_free(overhand);
}

// ---- leading --------------------------------------------------------------------------------------------

TEST(ends_are_led_and_bows_by_their_loops)
{
    stage s = set_stage("overhand", 0.006);
    bight_dress_knot knot = make_knot(&s, 0.001);
    double radius = 0.0;
    for (int32_t i = 0; i < knot.pipe.ring_count; i++) {
        radius += knot.pipe.rings[i].radius / knot.pipe.ring_count;
    }
    assert_int_equal(knot.leads.count, 2);
    double towards = 0.0;
    for (int32_t k = 0; k < 2; k++) {
        const bight_dress_lead *lead = &knot.leads.items[k];
        double end = k == 0 ? 0.0 : s.regions[0].length, farthest = 0.0;
        CHECK(lead->count >= 5);
        CHECK_NEAR(v3_length(lead->way), 0.5 * 16 * radius, 1e-9);
        for (int32_t i = 0; i < 3 * s.mesh.triangle_count; i++) {
            int32_t v = s.mesh.triangles[i];
            double away = fabs(s.mesh.uv[2 * s.mesh.uv_triangles[i]] - end);
            bool led = false;
            for (int32_t n = 0; n < lead->count; n++) {
                led = led || knot.leads.vertices[lead->first + n] == v;
            }
            CHECK(led || away > 1e-9); // the whole end
            farthest = led ? fmax(farthest, away) : farthest;
        }
        CHECK(farthest < 0.006);
        towards = k == 0 ? towards : v3_dot(lead->way, knot.leads.items[0].way);
    }
    CHECK(towards < 0.0);
    bight_dress_knot_free(NULL, &knot);
    strike(&s);

    s = set_stage("bow", 0.0055);
    knot = make_knot(&s, 0.001);
    assert_int_equal(knot.leads.count, 2);
    for (int32_t k = 0; k < 2; k++) {
        const bight_template_part *part = &bight_template_definition(s.made)->topology.parts[0];
        double arc = bight_template_arc(s.made, 0, k == 0 ? part->from : part->to);
        CHECK_NEAR(knot.leads.items[k].arc, arc, 1e-6);
        CHECK(arc > 0.2 && arc < knot.pipe.strands[0].length - 0.2);
        CHECK((k == 0 ? -1.0 : 1.0) * knot.leads.items[k].way.x * knot.leads.items[0].way.x <= 0.0);
    }
    bight_dress_knot_free(NULL, &knot);
    strike(&s);
}

// ---- refused --------------------------------------------------------------------------------------------

// A knot in the middle of a long ribbon: the longer half stays to the bit, the knot is brought to it, and the other half to the
// knot, rigidly, leaving it as the strand does. A held piece stays.
TEST(a_loose_half_goes_with_the_knot)
{
    const double size[2] = {1.6, 0.05};
    for (int32_t turn = 0; turn < 2; turn++) {
        bight_cloth_mesh mesh, before;
        bight_error error = {0};
        int32_t ribbon = bight_garment_find("ribbon");
        assert_int_equal(bight_garment_make(NULL, ribbon, 0.006, size, &mesh, NULL, &error), BIGHT_OK);
        assert_int_equal(bight_garment_make(NULL, ribbon, 0.006, size, &before, NULL, &error), BIGHT_OK);
        bight_template *made = open_template("overhand");
        const bight_dress_region region = {.kind = BIGHT_REGION_RECTANGLE,
                                           .centre = {0.7, 0.025},
                                           .length = 1.0,
                                           .width = 0.05,
                                           .padding = 0.04};
        uint8_t *held = calloc((size_t)mesh.vertex_count, 1);
        int32_t short_end = -1, held_count = mesh.vertex_count;
        for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
            bool first = mesh.uv[2 * mesh.uv_triangles[i]] == 0.0;
            short_end = first ? mesh.triangles[i] : short_end;
        }
        assert_true(short_end >= 0);
        held[short_end] = turn == 1;
        const bight_dress_knot_options options = {.held = held, .held_count = held_count};
        bight_dress_knot knot;
        assert_int_equal(bight_dress_knot_make(NULL, &mesh, made, &region, 1, &options, &knot, &error),
                         BIGHT_OK);
        int32_t moved = 0, stayed = 0;
        for (int32_t v = 0; v < before.vertex_count; v++) {
            bool same = memcmp(&mesh.positions[v], &before.positions[v], sizeof(bight_vec3)) == 0;
            CHECK(same == (knot.map.carried[v] == 0));
            moved += !same;
            stayed += same && knot.map.owners[v] < 0;
        }
        if (turn == 1) {
            CHECK(moved == 0 && knot.cloth.residual[0] > 0.1);
        } else {
            CHECK(moved > 200 && stayed > 400 && knot.cloth.residual[0] < 0.05);
            for (int32_t i = 0; i < 3 * before.triangle_count; i++) { // rigid
                int32_t a = before.triangles[i], b = before.triangles[i - i % 3 + (i + 1) % 3];
                if (knot.map.carried[a] != 0 && knot.map.carried[b] != 0) {
                    CHECK_NEAR(v3_distance(mesh.positions[a], mesh.positions[b]),
                               v3_distance(before.positions[a], before.positions[b]), 1e-12);
                }
            }

            // from the border on the way of the strand: its first link points back to where the loose end lies
            const bight_pipe_ring *rings = knot.pipe.rings;
            bight_vec3 out = v3_unit(v3_sub(rings[0].centre, rings[1].centre), v3(0, 0, 0));
            bight_vec3 end = v3_sub(mesh.positions[short_end], rings[0].centre);
            CHECK(v3_dot(out, end) > 0.19 && v3_length(end) < 0.21);
        }
        free(held);
        bight_dress_knot_free(NULL, &knot);
        bight_template_free(made);
        bight_cloth_mesh_free(NULL, &mesh);
        bight_cloth_mesh_free(NULL, &before);
    }
}

// Two ends of one ribbon on the two ends of a strand; the neck between them lies on no part of it. The line goes on through that
// neck, so its knot is told although a chord from root to root would go through it. Parts that overlap are refused.
TEST(two_ends_share_a_strand_and_leave_its_middle_free)
{
    const double size[2] = {2.4, 0.04};
    bight_cloth_mesh mesh;
    bight_error error = {0};
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("ribbon"), 0.006, size, &mesh, NULL, &error),
                     BIGHT_OK);

    // the neck is a half circle behind, so that the ends of the ribbon stand in front
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        const double *at = mesh.uv + 2 * mesh.uv_triangles[i];
        double x = at[0] - 1.2, t = fmin(0.45, fmax(-0.45, x)) / 0.9 * PI,
               on = fabs(x) > 0.45 ? fabs(x) - 0.45 : 0.0;
        mesh.positions[mesh.triangles[i]] = v3(0.9 / PI * sin(t), at[1], -0.9 / PI * cos(t) + on);
    }
    bight_template *made = open_template("double");
    bight_dress_region regions[2] = {{.kind = BIGHT_REGION_RECTANGLE,
                                      .centre = {0.35, 0.02},
                                      .length = 0.7,
                                      .width = 0.042,
                                      .padding = 0.03,
                                      .part = {0.0, 0.325}},
                                     {.kind = BIGHT_REGION_RECTANGLE,
                                      .centre = {2.05, 0.02},
                                      .length = 0.7,
                                      .width = 0.042,
                                      .padding = 0.03,
                                      .part = {0.675, 1.0}}};
    const bight_pose front = {.position = {0, 0, 0.3}, .rotation = {0, 0, 0, 1}};
    const bight_dress_knot_options options = {.pose = &front};
    bight_dress_knot knot;
    if (bight_dress_knot_make(NULL, &mesh, made, regions, 2, &options, &knot, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(knot.before.kept && strstr(knot.before.name, "3_1 # m3_1") != NULL);
    int32_t outside = 0;
    double arc = -1.0;
    for (int32_t i = 0; i < knot.lines.firsts[1]; i++) {
        outside += knot.map.regions[knot.lines.points[i].triangle] < 0;
        CHECK(knot.lines.points[i].arc >= arc);
        arc = knot.lines.points[i].arc;
    }
    CHECK(outside > 100); // 0.9 m of neck in edges of 6 mm

    // the ends lie on their parts alone: nothing on the neck's
    double length = knot.pipe.strands[0].length;
    CHECK_NEAR(knot.scale, 1.4 / (0.65 * length / knot.scale), 1e-9);
    bight_dress_knot_free(NULL, &knot);
    regions[1].part[0] = 0.3;
    assert_int_equal(bight_dress_knot_make(NULL, &mesh, made, regions, 2, &options, &knot, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "both for strand 0") != NULL);
    regions[1].part[0] = 1.2;
    assert_int_equal(bight_dress_knot_make(NULL, &mesh, made, regions, 2, &options, &knot, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "part 1.2 to 1") != NULL);
    bight_template_free(made);
    bight_cloth_mesh_free(NULL, &mesh);
}

// Two tips pulled out of the hem of a shirt (figures 1 d, e): the cloth of a circle is gathered, so the pipe is made as wide as it
// needs although its strand is then longer than the cloth; half a circle needs half the room.
TEST(tips_of_a_shirt_get_room)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    int32_t shirt = bight_garment_find("tshirt");
    assert_int_equal(bight_garment_make(NULL, shirt, 0.03, NULL, &mesh, NULL, &error), BIGHT_OK);
    double low[2] = {1e9, 1e9}, high = -1e9;
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        const double *p = mesh.uv + 2 * mesh.uv_triangles[i];
        bool front = strcmp(mesh.names[mesh.groups[i / 3]].text, "front") == 0;
        low[0] = front ? fmin(low[0], p[0]) : low[0];
        low[1] = front ? fmin(low[1], p[1]) : low[1];
        high = front ? fmax(high, p[0]) : high;
    }
    bight_template *made = open_template("half_knot");
    bight_dress_region regions[2];
    for (int32_t k = 0; k < 2; k++) {
        regions[k] = (bight_dress_region){
            .kind = BIGHT_REGION_CIRCLE, .strand = k, .end = 1, .radius = 0.1, .part = {0.12, 1.0}};
        regions[k].centre[0] = 0.5 * (low[0] + high) + (k == 0 ? -0.13 : 0.13);
        regions[k].centre[1] = low[1] + 0.012;
    }
    const bight_pose front = {.position = {0, 0.8, 0.25}, .rotation = {0, 0, 0, 1}};
    bight_dress_knot_options options = {.mapping = {.thickness = 0.0005}, .pose = &front};
    bight_dress_knot knot;
    if (bight_dress_knot_make(NULL, &mesh, made, regions, 2, &options, &knot, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(knot.before.kept);
    double length = 0.88 * knot.pipe.strands[0].length, scale = knot.scale;
    CHECK(length > 0.2);
    for (int32_t k = 0; k < 2; k++) {
        // half of 2 pi R g fills at most 0.6 of pi r^2
        const bight_dress_fit *fit = &knot.map.fits[k];
        CHECK(fit->least_room >= 1.0 && fit->border_edges > 10);
        double half = sqrt(0.1 * 0.0005 / 0.6);
        CHECK(fit->packing > 0.9 * half && fit->packing < 1.2 * half);
    }
    bight_dress_knot_free(NULL, &knot);

    // a size that is asked for is taken: as long as the cloth it is too narrow, and is refused
    options.scale = scale * 0.1 / length;
    assert_int_equal(bight_dress_knot_make(NULL, &mesh, made, regions, 2, &options, &knot, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "needs a radius of") != NULL);
    bight_template_free(made);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(memory_may_fail_and_the_mesh_stays)
{
    stage s = set_stage("overhand", 0.012);
    int32_t vertices = s.mesh.vertex_count;
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    const bight_dress_knot_options options = {.mapping = {.thickness = 0.001}, .sides = 12};
    for (int64_t at = 1; status != BIGHT_OK; at += at < 20 ? 1 : 1 + at / 4) {
        failing_allocator state = {.fail_at = at, .fail_after = true};
        bight_env env = failing_env(&state);
        bight_dress_knot knot;
        bight_error error = {0};
        // the mesh is the allocator's own, as it is given back by it
        bight_cloth_mesh mesh;
        const double size[2] = {s.regions[0].length, s.regions[0].width};
        state.fail_at = 0;
        assert_int_equal(
            bight_garment_make(&env, bight_garment_find("ribbon"), 0.012, size, &mesh, NULL, NULL), BIGHT_OK);
        state.fail_at = state.calls + at;
        status = bight_dress_knot_make(&env, &mesh, s.made, s.regions, 1, &options, &knot, &error);
        CHECK(status == BIGHT_OK || (status == BIGHT_ERROR_NO_MEMORY && error.message[0] != '\0'));
        CHECK(status == BIGHT_OK ? mesh.vertex_count > vertices : mesh.vertex_count == vertices);
        bight_dress_knot_free(&env.allocator, &knot);
        bight_cloth_mesh_free(&env.allocator, &mesh);
        if (state.held != 0) {
            fail_msg("request %d (%d): %lld bytes are held", (int)at, (int)status, (long long)state.held);
        }
    }
    strike(&s);
}

RUN_TESTS(unit(a_line_runs_along_the_middle_of_the_pattern), unit(cloth_on_every_template_is_its_knot),
          unit(the_judge_names_open_lines), unit(ends_are_led_and_bows_by_their_loops),
          unit(a_loose_half_goes_with_the_knot), unit(two_ends_share_a_strand_and_leave_its_middle_free),
          unit(tips_of_a_shirt_get_room), unit(memory_may_fail_and_the_mesh_stays))
