// SPDX-License-Identifier: MIT
// Layouts and pictures. The oracle lifts the drawn loops off the page, over above under, and names the
// polygon: if a loop crossed another where it should not, or the drawing were a mirror image, the name or
// the handedness would change.

#include "bight/code_text.h"
#include "bight/knot_svg.h"
#include "core/random.h"
#include "knot/layout.h"
#include "knot/public_diagram.h"
#include "surface.h"

#include "bight/knot.h"

static bight_diagram *diagram_of(const char *code, bight_code_kind kind)
{
    bight_diagram *diagram;
    bight_code_item item = {code, strlen(code), 1};
    bight_error error = {0};
    if (bight_code_read(NULL, &item, kind, NULL, &diagram, &error) != BIGHT_OK) {
        fail_msg("%s: %s", code, error.message);
    }
    return diagram;
}

static double cross(bi_point a, bi_point b, bi_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool meet(bi_point a, bi_point b, bi_point c, bi_point d)
{
    return (cross(a, b, c) > 0) != (cross(a, b, d) > 0) && (cross(c, d, a) > 0) != (cross(c, d, b) > 0);
}

// Point i and the one after it on its loop.
static int32_t after(const bi_layout *layout, int32_t i)
{
    int32_t loop = 0;
    while (layout->starts[loop + 1] <= i) {
        loop++;
    }
    return i + 1 < layout->starts[loop + 1] ? i + 1 : layout->starts[loop];
}

// Links meet at crossings only: a pair that has no end in common by place must be apart.
static bool is_planar(const bi_layout *layout)
{
    for (int32_t i = 0; i < layout->point_count; i++) {
        for (int32_t k = 0; k < i; k++) {
            bi_point a = layout->points[i], b = layout->points[after(layout, i)];
            bi_point c = layout->points[k], d = layout->points[after(layout, k)];
            bool shared = (a.x == c.x && a.y == c.y) || (a.x == d.x && a.y == d.y) ||
                          (b.x == c.x && b.y == c.y) || (b.x == d.x && b.y == d.y);
            if (!shared && meet(a, b, c, d)) {
                return false;
            }
        }
    }
    return true;
}

static bool same_name(const bight_diagram *diagram, const bi_layout *layout)
{
    bight_vec3 *points = malloc((size_t)layout->point_count * sizeof *points);
    for (int32_t i = 0; i < layout->point_count; i++) {
        points[i] = (bight_vec3){layout->points[i].x, layout->points[i].y, layout->level[i]};
    }
    bight_knot_result drawn, meant;
    const bight_curve curve = {points, layout->point_count, true};
    CHECK(bight_knot_identify(NULL, NULL, &curve, 1, NULL, &drawn, NULL) == BIGHT_OK);
    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &meant, NULL) == BIGHT_OK);
    free(points);
    bool same = strcmp(drawn.name, meant.name) == 0 && drawn.factor_count == meant.factor_count &&
                drawn.signature == meant.signature && drawn.determinant == meant.determinant;
    for (int32_t i = 0; i < meant.factor_count && same; i++) {
        same = drawn.factors[i].handedness == meant.factors[i].handedness;
    }
    return same;
}

static const char *const words[] = {"1 1 1",           "-1 -1 -1",          "1 -2 1 -2",
                                    "1 1 1 2 2 2",     "1 1 1 -2 -2 -2",    "1 1 1 1 1 1 1",
                                    "1 2 1 2 1 2 1 2", "1 -2 3 -2 1 -2 -3", "1",
                                    "1 2 -3",          "1 -1 1 2 -2 2",     "1 1 1 -2 1 -2 3 -2 3"};

TEST(drawings_are_what_they_should_be)
{
    bi_layout layout;
    bi_layout_init(&layout, NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bight_diagram *diagram = diagram_of(words[i], BIGHT_CODE_BRAID);
        CHECK(bi_layout_make(&layout, &diagram->map) == BIGHT_OK);
        CHECK_SEED(is_planar(&layout), i);
        CHECK_SEED(layout.loop_count == bight_diagram_components(diagram), i);
        if (bight_diagram_components(diagram) == 1) {
            CHECK_SEED(same_name(diagram, &layout), i);
        }
        bight_diagram_free(diagram);
    }
    bi_layout_free(&layout);
}

// Random braids, loops and nugatory crossings among them.
TEST(random_diagrams_stay_planar)
{
    bi_layout layout;
    bi_layout_init(&layout, NULL);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t word[24], length = 3 + bi_random_below(&random, 9);
        int32_t loops = 3 + bi_random_below(&random, 3);
        for (int32_t i = 0; i < length; i++) {
            int32_t letter = 1 + bi_random_below(&random, loops - 1);
            word[i] = bi_random_below(&random, 2) ? letter : -letter;
        }
        bight_diagram *diagram;
        CHECK(bight_diagram_from_braid(NULL, word, length, loops, &diagram, NULL) == BIGHT_OK);
        CHECK(bi_layout_make(&layout, &diagram->map) == BIGHT_OK);
        CHECK_SEED(is_planar(&layout), seed);
        CHECK_SEED(layout.loop_count == bight_diagram_components(diagram), seed);
        bight_diagram_free(diagram);
    }
    bi_layout_free(&layout);
}

static int32_t count_of(const bight_bytes *bytes, const char *what)
{
    int32_t count = 0;
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= bytes->size; i++) {
        count += memcmp(bytes->data + i, what, length) == 0;
    }
    return count;
}

TEST(strands_stop_at_under_crossings)
{
    bight_diagram *diagram = diagram_of("1 -2 1 -2", BIGHT_CODE_BRAID);
    bight_bytes bytes;
    const bight_svg_options options = {.title = "4_1 <&> \"knot\"", .width = 300};
    CHECK(bight_write_knot_svg(NULL, diagram, &options, &bytes, NULL) == BIGHT_OK);
    CHECK(count_of(&bytes, "<path") == 1 && count_of(&bytes, "M") == 4 && count_of(&bytes, "Z") == 0);
    CHECK(count_of(&bytes, "width=\"300\"") == 1 &&
          count_of(&bytes, "4_1 &lt;&amp;&gt; &quot;knot&quot;") == 1);
    CHECK(count_of(&bytes, "nan") == 0 && count_of(&bytes, "</svg>\n") == 1);
    bight_bytes_free(NULL, &bytes);
    bight_diagram_free(diagram);

    diagram = diagram_of("[4,1,3,2],[2,3,1,4],Loop[9]", BIGHT_CODE_PD);
    CHECK(bight_write_knot_svg(NULL, diagram, NULL, &bytes, NULL) == BIGHT_OK);
    CHECK(count_of(&bytes, "<path") == 3 && count_of(&bytes, "Z") == 1);
    bight_bytes_free(NULL, &bytes);
    const bight_svg_options bad = {.stroke = 5.0};
    CHECK(bight_write_knot_svg(NULL, diagram, &bad, &bytes, NULL) == BIGHT_ERROR_INVALID);
    bight_diagram_free(diagram);
}

TEST(running_out_of_memory_leaks_nothing)
{
    bight_diagram *diagram = diagram_of("1 1", BIGHT_CODE_BRAID);
    for (int64_t n = 1; n < 1000; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_bytes bytes;
        bight_status status = bight_write_knot_svg(&env, diagram, NULL, &bytes, NULL);
        bight_bytes_free(&env.allocator, &bytes);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            CHECK(n > 4);
            bight_diagram_free(diagram);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

RUN_TESTS(unit(drawings_are_what_they_should_be), unit(random_diagrams_stay_planar),
          unit(strands_stop_at_under_crossings), unit(running_out_of_memory_leaks_nothing))
