// SPDX-License-Identifier: MIT
// Tips that are pulled out of a hem (Guo et al. 2025, figures 1 d, e): half a circle of cloth goes all round its strand, leaves it
// towards the garment, and is drawn to it without being stretched.

#include "bight/dress_knot.h"
#include "bight/garment.h"
#include "bight/template_file.h"
#include "core/pi.h"

#include "core/vec3.h"
#include "dress/check.h"
#include "failing_memory.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define RADIUS 0.12

static bight_template *open_tips(void)
{
    bight_bytes bytes;
    bight_error error = {0};
    bight_template_file *file;
    bight_template *made;
    assert_int_equal(bight_read_file(NULL, BIGHT_TEMPLATES "/tips.json", 1 << 22, &bytes, &error), BIGHT_OK);
    assert_int_equal(bight_template_read(NULL, bytes.data, bytes.size, &file, &error), BIGHT_OK);
    bight_bytes_free(NULL, &bytes);
    assert_int_equal(bight_template_make(NULL, bight_template_file_def(file), NULL, &made, &error), BIGHT_OK);
    bight_template_close(file);
    return made;
}

// A wide T-shirt, and two places on the hem of its front.
static void set_shirt(double edge, bight_cloth_mesh *mesh, bight_dress_region regions[2])
{
    bight_error error = {0};
    const double sizes[3] = {1.25, 0.8, 0.4};
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("tshirt"), edge, sizes, mesh, NULL, &error),
                     BIGHT_OK);
    double low = 1e9, high = -1e9;
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        double u = mesh->uv[2 * mesh->uv_triangles[i]];
        bool front = strcmp(mesh->names[mesh->groups[i / 3]].text, "front") == 0;
        low = front ? fmin(low, u) : low;
        high = front ? fmax(high, u) : high;
    }
    for (int32_t k = 0; k < 2; k++) {
        regions[k] = (bight_dress_region){
            .kind = BIGHT_REGION_CIRCLE, .strand = k, .radius = RADIUS, .angle = 0.5 * PI};
        regions[k].centre[0] = 0.5 * (low + high) + (k == 0 ? -0.165 : 0.165);
        regions[k].centre[1] = 0.003;
    }
}

static bight_dress_knot lay(const bight_template *made, const bight_dress_region regions[2],
                            bight_cloth_mesh *mesh)
{
    const bight_dress_knot_options options = {.mapping = {.thickness = 0.0005, .graded = true}};
    bight_dress_knot knot;
    bight_error error = {0};
    if (bight_dress_knot_make(NULL, mesh, made, regions, 2, &options, &knot, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return knot;
}

TEST(half_a_circle_goes_all_round)
{
    bight_template *made = open_tips();
    bight_axis axis = bight_template_axis(made);
    bight_pipe pipe;
    bight_error error = {0};
    bight_cloth_mesh mesh;
    bight_dress_region regions[2];
    assert_int_equal(bight_pipe_make(NULL, &axis, &(bight_pipe_options){.sides = 16}, &pipe, &error),
                     BIGHT_OK);
    set_shirt(0.02, &mesh, regions);
    regions[1].centre[1] = 0.4; // in the middle of the shirt there is cloth all round
    regions[1].spin = 0.3;
    const bight_dress_options options = {.thickness = 0.0005, .fill = 0.6};
    bi_region begun[2];
    if (bi_dress_check(&mesh, &pipe, regions, 2, &options, begun, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    for (int32_t k = 0; k < 2; k++) {
        double first = 0.0, before = 0.0;
        for (int32_t i = -40; i <= 40; i++) {
            double t = 0.5 * PI * (i / 40.0) + 0.5 * PI, arc, angle;
            const double place[2] = {regions[k].centre[0] + 0.9 * RADIUS * cos(t),
                                     regions[k].centre[1] + 0.9 * RADIUS * sin(t)};
            bi_region_lay(&begun[k], place, &arc, &angle);
            CHECK_NEAR(arc, 0.9 * pipe.strands[k].length, 1e-9);
            angle = k == 1 ? remainder(angle - regions[k].spin, 2.0 * PI) : angle;
            first = i == -40 ? angle : first;
            CHECK(i == -40 || fabs(angle - before) < 0.2); // no jump: one sheet
            before = angle;
        }
        print_message("region %d: %.3f of a turn\n", (int)k, fabs(before - first) / (2.0 * PI));
        CHECK(k == 0 ? fabs(before - first) > 0.93 * 2.0 * PI && fabs(before - first) < 2.0 * PI
                     : fabs(fabs(before - first) - PI) < 1e-9);
    }
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
    bight_template_free(made);
}

// However a tip is turned at first, it ends up as the garment has it. Nothing is stretched round a strand, the cloth on the pipes
// does not go through itself, and the border of the garment is drawn to the knot's.
TEST(tips_turn_towards_their_garment)
{
    bight_template *made = open_tips();
    bight_cloth_mesh mesh[2];
    bight_dress_region regions[2];
    bight_dress_knot knot[2];
    for (int32_t pass = 0; pass < 2; pass++) {
        set_shirt(0.012, &mesh[pass], regions);
        regions[0].spin = pass * 2.0;
        regions[1].spin = pass * -1.3;
        knot[pass] = lay(made, regions, &mesh[pass]);
        print_message("%d vertices, crossings %d mapped, %d placed, %d closed\n",
                      (int)mesh[pass].vertex_count, (int)knot[pass].intersections[0],
                      (int)knot[pass].intersections[1], (int)knot[pass].intersections[2]);
        print_message("%d of %d sewn are spread, %.3g m left\n", (int)knot[pass].cloth.spread,
                      (int)knot[pass].cloth.sewn_count, knot[pass].cloth.residual[1]);
        CHECK(knot[pass].before.kept);
        CHECK(knot[pass].intersections[0] <= 10);
        CHECK(knot[pass].cloth.spread == knot[pass].cloth.sewn_count && knot[pass].cloth.residual[1] == 0.0);
        for (int32_t k = 0; k < 2; k++) {
            CHECK(knot[pass].map.fits[k].hoop[1] < 1.1 && knot[pass].map.fits[k].least_room >= 1.0);
        }
    }
    assert_int_equal(mesh[0].vertex_count, mesh[1].vertex_count);
    double apart = 0.0;
    for (int32_t v = 0; v < mesh[0].vertex_count; v++) {
        apart = fmax(apart, v3_distance(knot[0].map.positions[v], knot[1].map.positions[v]));
    }
    print_message("%.2g m apart\n", apart);
    CHECK(apart < 0.008); // of rings of 16 mm radius, turned by 2.0 and 1.3
    for (int32_t pass = 0; pass < 2; pass++) {
        bight_dress_knot_free(NULL, &knot[pass]);
        bight_cloth_mesh_free(NULL, &mesh[pass]);
    }
    bight_template_free(made);
}

TEST(memory_may_fail)
{
    bight_template *made = open_tips();
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t at = 1; status != BIGHT_OK; at += at < 8 ? 1 : at) {
        failing_allocator state = {.fail_at = 0, .fail_after = true};
        bight_env env = failing_env(&state);
        const double sizes[3] = {1.25, 0.8, 0.4};
        bight_cloth_mesh mesh, unused;
        bight_dress_region regions[2];
        bight_dress_knot knot;
        bight_error error = {0};
        set_shirt(0.03, &unused, regions);
        bight_cloth_mesh_free(NULL, &unused);
        assert_int_equal(
            bight_garment_make(&env, bight_garment_find("tshirt"), 0.03, sizes, &mesh, NULL, &error),
            BIGHT_OK);
        int32_t vertices = mesh.vertex_count;
        state.fail_at = state.calls + at;
        const bight_dress_knot_options options = {.mapping = {.thickness = 0.0005, .graded = true}};
        status = bight_dress_knot_make(&env, &mesh, made, regions, 2, &options, &knot, &error);
        state.fail_at = 0;
        if (status == BIGHT_OK) {
            bight_dress_knot_free(&env.allocator, &knot);
        } else {
            assert_int_equal(status, BIGHT_ERROR_NO_MEMORY);
            assert_int_equal(mesh.vertex_count, vertices);
            CHECK(error.message[0] != '\0');
        }
        bight_cloth_mesh_free(&env.allocator, &mesh);
        assert_int_equal(state.held, 0);
    }
    bight_template_free(made);
}

RUN_TESTS(unit(half_a_circle_goes_all_round), unit(tips_turn_towards_their_garment), unit(memory_may_fail))
