// SPDX-License-Identifier: MIT
// A real sewing pattern and a real body (GarmentCode; reference data): the shirt is cut, sewn, put on the body, settles until
// nothing goes through anything, and a scarf is tied in a bow over it. The body goes through itself; that never counts.

#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "reference_data.h"

// Sewn, the shirt has sunk by 6 cm and forwards by 3.5: the panels lie far from the body, and their seams drew them together.
#define SHIRT                                                                                                \
    "{\"bight\": 1, \"title\": \"A shirt on its body\", \"cloth\": {\"thickness\": 0.002, \"friction\": "    \
    "0.3, "                                                                                                  \
    "\"gravity\": [0, 0, 0], \"time_step\": 0.03}, \"cloths\": [{\"name\": \"shirt\", \"position\": [0, "    \
    "0.06, -0.035], \"mesh\": {\"file\": \"shirt.obj\", \"pattern\": 1}, \"material\": {\"bend\": 2e-5}}], " \
    "\"obstacles\": [{\"name\": \"body\", \"mesh\": {\"file\": \"body.obj\"}}], \"script\": [{\"settle\": "  \
    "{\"cycles\": 100, \"arrive\": false}}, {\"expect\": {\"cloth\": {\"intersections\": 0, \"stretch\": "   \
    "1.5}}}]}"

#define BOW                                                                                                  \
    "{\"bight\": 1, \"title\": \"A bow over a shirt\", \"cloth\": {\"thickness\": 0.001, \"friction\": "     \
    "0.1, "                                                                                                  \
    "\"time_step\": 0.1}, \"obstacles\": [{\"name\": \"body\", \"mesh\": {\"file\": \"body.obj\"}}], "       \
    "\"cloths\": [{\"name\": \"shirt\", \"pins\": \"all\", \"mesh\": {\"file\": \"sewn/final.obj\", "        \
    "\"pattern\": 0}}, {\"name\": \"scarf\", \"mesh\": {\"garment\": {\"name\": \"hoodie\", \"edge\": "      \
    "0.007, "                                                                                                \
    "\"sizes\": [{\"size\": \"scarf\", \"value\": 3.0}, {\"size\": \"scarf_width\", \"value\": 0.03}], "     \
    "\"pieces\": [\"scarf\"]}}, \"material\": {\"bend\": 2e-5}}], \"dress\": [{\"name\": \"knot\", "         \
    "\"cloth\": \"scarf\", \"template\": \"bow\", \"graded\": true, \"set\": [{\"parameter\": "              \
    "\"neck.scale\", \"value\": 1.15}], \"regions\": [{\"rectangle\": {\"u\": 5.151887, \"v\": 0.015, "      \
    "\"length\": 3.0002, \"width\": 0.0302, \"padding\": 0.018681}}], \"position\": [0, 1.375, 0.185], "     \
    "\"rotation\": {\"axis\": [1, 0, 0], \"degrees\": -25}}], \"script\": [{\"expect\": {\"dressed\": "      \
    "\"knot\"}}, {\"settle\": {\"cycles\": 12, \"arrive\": false}}, {\"expect\": {\"dressed\": \"knot\", "   \
    "\"cloth\": {\"intersections\": 0}}}]}"

// The whole number behind a key that stands in the summary's object "cloth".
static int32_t cloth_count(const char *summary, const char *key)
{
    const char *at = strstr(summary, "\"cloth\": {");
    at = at != NULL ? strstr(at, key) : NULL;
    CHECK(at != NULL);
    return (int32_t)strtol(at + strlen(key), NULL, 10);
}

TEST(a_shirt_is_sewn_on_a_body_and_a_bow_tied_over_it)
{
    char spec[1024], packed[1024], command[1200];
    if (!LESS_WHEN_CHECKED(true, false) ||
        !reference_path("garments/shirt_mean_specification.json", spec, sizeof spec) ||
        !reference_path("garments/mean_all_body.obj.gz", packed, sizeof packed)) {
        return;
    }
    snprintf(command, sizeof command, "gzip -dc '%s' > body.obj", packed);
    assert_int_equal(system(command), 0);
    result r;
    CHECK_RUN(&r, 1, "119 intersections", "", "mesh", "check", "body.obj");
    CHECK_RUN(&r, 0, "8 pieces, 0 stitches, 0 intersections", "", "garment", "pattern", spec, "--join",
              "--edge", "0.025", "-o", "shirt.obj");
    put_text("shirt.json", SHIRT);
    CHECK_RUN(&r, 0, "\"intersections\": 0", "", "run", "shirt.json", "--out", "sewn", "--frames", "2",
              "--json");
    int32_t clean = cloth_count(r.out, "\"clean\": ");
    CHECK(clean > 0 && clean < 100 && cloth_count(r.out, "\"uncertified\": ") == 0);
    put_text("bow.json", BOW);
    CHECK_RUN(&r, 0, "\"found\": \"3_1", "", "run", "bow.json", "--json");
    CHECK(cloth_count(r.out, "\"clean\": ") >= 0 && cloth_count(r.out, "\"uncertified\": ") == 0);
    remove_folder("sewn");
}

RUN_TESTS(unit(a_shirt_is_sewn_on_a_body_and_a_bow_tied_over_it))
