// SPDX-License-Identifier: MIT
// What changes in figures 4, 5, 7, 9, 12, 13 and 14 of Guo et al. 2025, on a ribbon: turns, sizes, radii, padding, another knot.

#include "bight/dress_knot.h"
#include "bight/garment.h"
#include "bight/play.h"
#include "bight/template_file.h"
#include "core/pi.h"

#include "core/vec3.h"
#include "folder.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct setting {
    const char *name;
    double value;
} setting;

// A ribbon on a template with some of its values; as wide as `part` of the pipe's girth, as long as the strand.
typedef struct dressed {
    bight_template *made;
    bight_cloth_mesh mesh;
    bight_dress_knot knot;
    bight_vec3 *line;
    int32_t line_count;
} dressed;

static bight_template *open_template(const char *name, bool uniform, const setting *set, int32_t count)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s.json", BIGHT_TEMPLATES, name);
    bight_bytes bytes;
    bight_template_file *file;
    bight_error error = {0};
    assert_int_equal(bight_read_file(NULL, path, 1 << 22, &bytes, &error), BIGHT_OK);
    assert_int_equal(bight_template_read(NULL, bytes.data, bytes.size, &file, &error), BIGHT_OK);
    bight_bytes_free(NULL, &bytes);
    const bight_template_limits limits = {.uniform = uniform};
    bight_template *made;
    assert_int_equal(bight_template_make(NULL, bight_template_file_def(file), &limits, &made, &error),
                     BIGHT_OK);
    bight_template_close(file);
    const bight_template_def *def = bight_template_definition(made);
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    memcpy(values, bight_template_values(made), (size_t)def->parameter_count * sizeof *values);
    for (int32_t i = 0; i < count; i++) {
        int32_t at = bight_template_find(made, set[i].name);
        assert_true(at >= 0);
        values[at] = set[i].value;
    }
    bight_template_edit edit;
    assert_int_equal(bight_template_set(made, values, &edit, &error), BIGHT_OK);
    assert_false(edit.stopped);
    return made;
}

static bight_status dress(const char *name, bool uniform, const setting *set, int32_t count, double length,
                          double width, double padding, double edge, bool keep_mesh, dressed *d,
                          bight_error *error)
{
    const double size[2] = {length, width};
    *d = (dressed){.made = open_template(name, uniform, set, count)};
    assert_int_equal(
        bight_garment_make(NULL, bight_garment_find("ribbon"), edge, size, &d->mesh, NULL, error), BIGHT_OK);
    const bight_dress_region region = {.kind = BIGHT_REGION_RECTANGLE,
                                       .centre = {0.5 * length, 0.5 * width},
                                       .length = length + 1e-6,
                                       .width = width + 1e-6,
                                       .padding = padding};
    const bight_dress_knot_options options = {
        .mapping = {.thickness = 0.0004, .keep_mesh = keep_mesh, .graded = true}};
    bight_status status =
        bight_dress_knot_make(NULL, &d->mesh, d->made, &region, 1, &options, &d->knot, error);
    if (status == BIGHT_OK) {
        d->line_count = d->knot.lines.firsts[1];
        d->line = calloc((size_t)d->line_count, sizeof *d->line);
        bight_dress_lines_at(&d->knot.lines, d->knot.cloth.positions, d->mesh.triangles, d->line);
        assert_int_equal(d->knot.intersections[0], 0);
        CHECK(d->knot.before.kept);
    }
    return status;
}

static dressed dress_well(const char *name, bool uniform, const setting *set, int32_t count, double length,
                          double width, double padding, double edge)
{
    dressed d;
    bight_error error = {0};
    if (dress(name, uniform, set, count, length, width, padding, edge, false, &d, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return d;
}

static void undress(dressed *d)
{
    free(d->line);
    bight_dress_knot_free(NULL, &d->knot);
    bight_cloth_mesh_free(NULL, &d->mesh);
    bight_template_free(d->made);
}

static double extent(const dressed *d, int32_t axis, double from, double to)
{
    double low = 1e9, high = -1e9, length = d->knot.pipe.strands[0].length;
    for (int32_t i = 0; i < d->line_count; i++) {
        double arc = d->knot.lines.points[i].arc / length;
        double x = axis == 0 ? d->line[i].x : axis == 1 ? d->line[i].y : d->line[i].z;
        if (arc >= from && arc <= to) {
            low = fmin(low, x);
            high = fmax(high, x);
        }
    }
    return high - low;
}

// Figures 4 and 12 a, b: the orientation turns the cloth about the strand by as much; nothing else changes.
TEST(orientation_turns_the_cloth_about_its_strand)
{
    const char *const names[2] = {"pretzel", "double"};
    const double degrees[2] = {90.0, -180.0};
    for (int32_t n = 0; n < 2; n++) {
        const setting turn = {"orientation", degrees[n]};
        double length = n == 0 ? 1.2 : 2.1;
        dressed plain = dress_well(names[n], false, NULL, 0, length, 0.03, 0.02, 0.0055);
        dressed turned = dress_well(names[n], false, &turn, 1, length, 0.03, 0.02, 0.0055);
        const bight_pipe *pipe = &plain.knot.pipe;
        CHECK_NEAR(pipe->strands[0].length, turned.knot.pipe.strands[0].length, 1e-12);
        assert_string_equal(plain.knot.before.name, turned.knot.before.name);
        int32_t seen = 0;
        double cosine = cos(degrees[n] * PI / 180.0);
        for (int32_t v = 0; v < plain.mesh.vertex_count && v < turned.mesh.vertex_count; v++) {
            // the ring that a vertex is nearest to: the angle between its places, seen along the strand
            double least = 1e9;
            int32_t ring = 0;
            bight_vec3 p = plain.knot.map.positions[v], q = turned.knot.map.positions[v];
            for (int32_t i = 0; i < pipe->ring_count; i++) {
                double far = v3_distance(p, pipe->rings[i].centre) + v3_distance(q, pipe->rings[i].centre);
                ring = far < least ? i : ring;
                least = fmin(least, far);
            }
            bight_vec3 normal = pipe->rings[ring].normal;
            bight_vec3 a = v3_sub(p, pipe->rings[ring].centre), b = v3_sub(q, pipe->rings[ring].centre);
            a = v3_unit(v3_madd(a, -v3_dot(a, normal), normal), v3(0, 0, 0));
            b = v3_unit(v3_madd(b, -v3_dot(b, normal), normal), v3(0, 0, 0));
            if (v < 1000 && fabs(v3_dot(a, b) - cosine) < 0.25) {
                seen++;
            }
        }
        CHECK(seen > 900); // of a thousand: near sharp bends the nearest ring is not the vertex's
        undress(&plain);
        undress(&turned);
    }
}

// Figure 5: bows of one piece of cloth. Its pattern stays; loops, droop and tails are what their sliders say.
TEST(bows_of_one_cloth_follow_their_sliders)
{
    const setting wide = {"loops.scale", 1.25}, droop = {"loops.turn", 20.0}, spread = {"tails.spread", 25.0};
    dressed plain = dress_well("bow", false, NULL, 0, 3.3, 0.03, 0.02, 0.009);
    dressed large = dress_well("bow", false, &wide, 1, 3.3, 0.03, 0.02, 0.009);
    dressed down = dress_well("bow", false, &droop, 1, 3.3, 0.03, 0.02, 0.009);
    dressed open = dress_well("bow", false, &spread, 1, 3.3, 0.03, 0.02, 0.009);
    dressed *all[3] = {&large, &down, &open};
    for (int32_t i = 0; i < 3; i++) {
        assert_string_equal(all[i]->knot.before.name, plain.knot.before.name);
        int32_t given = plain.mesh.vertex_count - plain.knot.map.refined;
        CHECK(all[i]->mesh.vertex_count - all[i]->knot.map.refined == given);
        CHECK(memcmp(all[i]->mesh.uv, plain.mesh.uv, (size_t)given * 2 * sizeof *plain.mesh.uv) == 0);
    }

    // loops are the widest part, tails the lowest; in the template's own size
    double loops = extent(&plain, 0, 0.1, 0.9) / plain.knot.scale, tails = extent(&plain, 0, 0.0, 0.05);
    CHECK(extent(&large, 0, 0.1, 0.9) / large.knot.scale > 1.05 * loops);
    CHECK(extent(&down, 0, 0.1, 0.9) / down.knot.scale < 0.97 * loops);
    CHECK(extent(&open, 0, 0.0, 0.05) > tails + 0.02);
    undress(&plain), undress(&large), undress(&down), undress(&open);
}

// Figure 7: where there is no room radii go down there only; all alike, cloth far away is pressed together as well.
TEST(radii_go_down_only_where_there_is_no_room)
{
    const setting thick = {"radius", 1.3};
    dressed near = dress_well("overhand", false, &thick, 1, 1.0, 0.03, 0.02, 0.0045);
    dressed all = dress_well("overhand", true, &thick, 1, 1.0, 0.03, 0.02, 0.0045);
    const bight_pipe *a = &near.knot.pipe, *b = &all.knot.pipe;
    double least[2] = {1e9, 1e9}, most[2] = {0, 0};
    for (int32_t i = 0; i < a->ring_count; i++) {
        least[0] = fmin(least[0], a->rings[i].radius);
        most[0] = fmax(most[0], a->rings[i].radius);
    }
    for (int32_t i = 0; i < b->ring_count; i++) {
        least[1] = fmin(least[1], b->rings[i].radius);
        most[1] = fmax(most[1], b->rings[i].radius);
    }
    CHECK(least[0] < 0.95 * most[0]);                      // the adaptive one has a thin place
    CHECK_NEAR(most[1], least[1], 1e-12 + 1e-6 * most[1]); // the uniform one is thin everywhere
    CHECK(most[1] < 0.95 * most[0] && near.knot.map.fits[0].hoop[1] > 1.05 * all.knot.map.fits[0].hoop[1]);
    undress(&near), undress(&all);
}

// Figure 9: without padding a tube, with it a strip that is nearly flat.
TEST(padding_opens_the_tube)
{
    const double paddings[3] = {0.0, 0.02, 0.08};
    double across[3];
    for (int32_t k = 0; k < 3; k++) {
        dressed d = dress_well("overhand", false, NULL, 0, 1.0, 0.06, paddings[k], 0.005);
        // from long border to long border, at the strand's first end: the corners of the pattern
        int32_t low = -1, high = -1;
        for (int32_t i = 0; i < 3 * d.mesh.triangle_count; i++) {
            const double *p = d.mesh.uv + 2 * d.mesh.uv_triangles[i];
            low = hypot(p[0], p[1]) < 1e-6 ? d.mesh.triangles[i] : low;
            high = hypot(p[0], p[1] - 0.06) < 1e-6 ? d.mesh.triangles[i] : high;
        }
        assert_true(low >= 0 && high >= 0);
        across[k] =
            v3_distance(d.knot.map.positions[low], d.knot.map.positions[high]) / d.knot.pipe.rings[0].radius;
        undress(&d);
    }
    // chords 2 sin(pi w / (w + 2 p)) of the pipe's radius: nothing but the slit, then more
    CHECK(across[0] < 0.4);
    CHECK_NEAR(across[1], 2.0 * sin(PI * 0.06 / 0.10), 0.05);
    CHECK_NEAR(across[2], 2.0 * sin(PI * 0.06 / 0.22), 0.05);
}

// Figure 12 c, d: a smaller knot on the same scarf, and a wider neck.
TEST(knot_and_neck_have_sizes_of_their_own)
{
    const setting knot = {"knot.scale", 1.2}, neck = {"neck.scale", 1.25};
    dressed plain = dress_well("double", false, NULL, 0, 2.1, 0.03, 0.02, 0.0055);
    dressed large = dress_well("double", false, &knot, 1, 2.1, 0.03, 0.02, 0.005);
    dressed wide = dress_well("double", false, &neck, 1, 2.1, 0.03, 0.02, 0.0055);
    double to_neck = extent(&plain, 0, 0.4, 0.6) / plain.knot.scale, to_knot = extent(&plain, 0, 0.12, 0.3);
    CHECK(extent(&wide, 0, 0.4, 0.6) / wide.knot.scale > 1.15 * to_neck);
    CHECK(extent(&large, 0, 0.12, 0.3) / large.knot.scale > 1.03 * to_knot / plain.knot.scale);
    CHECK(fabs(extent(&large, 0, 0.45, 0.55) / large.knot.scale -
               extent(&plain, 0, 0.45, 0.55) / plain.knot.scale) < 0.05);
    undress(&plain), undress(&large), undress(&wide);
}

// Figure 13: a bow that has begun to settle becomes a noose, without starting over.
TEST(a_bow_becomes_a_noose)
{
    static const char text[] = "{\"bight\": 1, \"cloth\": {\"thickness\": 0.001, \"friction\": 0.1, "
                               "\"gravity\": [0, 0, 0], \"time_step\": 0.1}, "
                               "\"cloths\": [{\"grid\": {\"width\": 2.8, \"height\": 0.02, \"columns\": 700, "
                               "\"rows\": 5}, \"material\": {\"bend\": 2e-5}}], "
                               "\"dress\": [{\"name\": \"knot\", \"template\": \"bow\", \"regions\": "
                               "[{\"rectangle\": {\"u\": 1.4, \"v\": 0.01, \"length\": 2.8, "
                               "\"width\": 0.02, \"padding\": 0.02}}]}], \"script\": [{\"settle\": "
                               "{\"cycles\": 12, \"arrive\": false}}, {\"expect\": "
                               "{\"dressed\": \"knot\"}}, {\"redress\": {\"template\": \"noose\"}}, "
                               "{\"settle\": {\"cycles\": 25, \"arrive\": false}}, "
                               "{\"expect\": {\"dressed\": \"knot\", \"cloth\": {\"intersections\": 0}}}]}";
    folder none = {.path = BIGHT_SOURCE_DIR};
    bight_scene_files files = folder_files(&none);
    bight_scene *scene;
    bight_play *play;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), &files, NULL, &scene, &error) != BIGHT_OK ||
        bight_play_create(scene, NULL, &play, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    bight_dress_verdict first = {0}, last = {0};
    for (bool more = true, seen = false; more;) {
        if (bight_play_step(play, &more, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        if (!seen && bight_play_get_progress(play).cycles == 12) {
            assert_int_equal(bight_play_dress(play, 0, &first, &error), BIGHT_OK);
            seen = true;
        }
    }
    assert_int_equal(bight_play_dress(play, 0, &last, &error), BIGHT_OK);
    CHECK(first.kept && strstr(first.name, "3_1 # m3_1") != NULL);
    CHECK(last.kept && strncmp(last.name, "0_1", 3) == 0 && strstr(last.name, "in part 3_1") != NULL);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// Figure 14: a mesh that is too coarse for its pipe is refused with the length that is needed, and one of that length is clean.
TEST(coarse_cloth_is_refused_with_the_length_it_needs)
{
    dressed d;
    bight_error error = {0};
    assert_int_equal(dress("double", false, NULL, 0, 2.1, 0.06, 0.004, 0.02, true, &d, &error),
                     BIGHT_ERROR_INVALID);
    const char *at = strstr(error.message, "edges of at most ");
    assert_non_null(at);
    double needed = strtod(at + strlen("edges of at most "), NULL);
    CHECK(needed > 0.002 && needed < 0.008);
    undress(&d);

    // even triangles: the longest edge is at most twice the mean
    assert_int_equal(dress("double", false, NULL, 0, 2.1, 0.06, 0.004, 0.5 * needed, true, &d, &error),
                     BIGHT_OK);
    assert_int_equal(d.knot.map.refined, 0);
    undress(&d);
}

RUN_TESTS(unit(orientation_turns_the_cloth_about_its_strand), unit(bows_of_one_cloth_follow_their_sliders),
          unit(radii_go_down_only_where_there_is_no_room), unit(padding_opens_the_tube),
          unit(knot_and_neck_have_sizes_of_their_own), unit(a_bow_becomes_a_noose),
          unit(coarse_cloth_is_refused_with_the_length_it_needs))
