// SPDX-License-Identifier: MIT
// Scenes with a mistake: each is refused with its line, its key and a reason.

#include "scene_faults.h"
#include "scene_text.h"

static const bad_scene bad_scenes[] = {
    // the text
    {"", 1, "empty"},
    {" \n\n ", 3, "empty"},
    {"{\"bight\": 1,\n\"ropes\": [", 2, "cut off"},
    {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [10, 0", 2, "cut off"},
    {"{\"bight\": 1,\n\"ropes\": x}", 2, "not JSON"},
    {"\n{\"bight\": NaN}", 2, "not JSON"},
    {"{\"bight\": 1, \"bight\": 1}", 1, "twice"},
    {"{\"bight\": 1e999}", 1, "too large"},
    {"{\"bight\": 99999999999999999999}", 1, "too large"},
    {"{\"bight\": 1, " ROPE "}}", 1, "more text"},
    {"\x01\x02\x03", 1, "byte 1 is 0x01"},
    {"{\n\"title\": \"\xFF\"}", 2, "not UTF-8"},
    {"{\n\"title\": \"\xC0\xAF\"}", 2, "not UTF-8"},
    {"{\n\"title\": \"\xED\xA0\x80\"}", 2, "not UTF-8"},
    {"[]", 1, "the scene is not an object"},
    {"7", 1, "the scene is not an object"},
    // keys
    {"{\n" ROPE "}", 1, "the scene has no \"bight\""},
    {"{\"bight\": 2,\n" ROPE "}", 1, "bight is 2"},
    {"{\"bight\": 1}", 1, "has none of ropes, cloths: give one"},
    {"{\"bight\": 1, \"ropes\": []}", 1, "ropes is not a list of at least 1"},
    {"{\"bight\": 1,\n\"robes\": 1, " ROPE "}", 2,
     "robes is not a key of the scene format: did you mean \"ropes\"?"},
    {"{\"bight\": 1,\n" ROPE ",\n\"qqqqqqqqqq\": 1}", 3, "the keys here are bight, "},
    {"{\"bight\": 1, " ROPE ",\n\"world\":\n{\"slip\":\n0.7}}", 3,
     "world.slip is 0.7: give a number from 0 to 0.5"},
    {"{\"bight\": 1, " ROPE ",\n\"world\": 3}", 2, "world is not an object"},
    {"{\"bight\": 1, " ROPE ",\n\"world\": {\"gravity\": [0, -3, 0]}}", 2,
     "world.gravity is 3 long: give at most 0.45"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"width\": 101}}", 2, "view.width is 101: give an even number"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"film_height\": 33}}", 2, "view.film_height is 33: give an even"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"up\": [0.4, 0.6, 1]}}", 2, "up parallel to from"},
    // ropes
    {"{\"bight\": 1, \"ropes\": [\n{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"radius\": -1}]}", 3,
     "ropes[0].radius is -1: give a number above 0"},
    {"{\"bight\": 1, \"ropes\": [\n{\"radius\": 1}]}", 2, "ropes[0] has none of line, points, file"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"a\", \"points\": [[0,0,0],[1,0,0]]}]}", 2,
     "has more than one of line, points, file"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"links\": 1000000000}]}",
     2, "ropes[0].links is 1000000000: give a whole number from 1 to 3999999"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"links\": 2.5}]}", 2,
     "ropes[0].links is 2.5"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]}, \"link_length\": 1e-9}]}",
     1, "comes to 1e+09 links"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1e10,0,0]}}]}", 1,
     "ropes[0].line.to[0] is 1e+10"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [0,0,0]}}]}", 1, "in one place"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0],\n[1,0,0]]}]}", 2,
     "points 1 and 2 are in one place"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],\n[1,0]]}]}", 2,
     "points[1] is a list of 2: give three numbers"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0]]}]}", 1, "at least 2 points"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"closed\": true}]}", 1, "give at least 3"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"smooth\": true}]}", 1, "add links"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"smooth\": 1}]}", 1, "give true or false"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"color\": \"red\"}]}", 1,
     "a colour such as"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"silk\"}]}", 1,
     "is \"silk\": give one of \"ftl\", \"spring\""},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"projection\": {}}]}", 1,
     "projection is for the model \"projection\": give that model"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"projection\",\n"
     "\"projection\": {\"bend_weight\": -1}}]}",
     2, "bend_weight is -1"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"links\": 2, \"link_length\": 1}]}", 1,
     "both"},
    {"{\"bight\": 1, \"ropes\": [{\"name\": \"a\", \"points\": [[0,0,0],[1,0,0]]},\n"
     "{\"name\": \"a\", \"points\": [[0,0,5],[1,0,5]]}]}",
     2, "ropes[1].name is \"a\", as another"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"none.xyz\"}]}", 2, "none.xyz: there is no such file"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"bad.xyz\"}]}", 2, "bad.xyz:2:"},
    // obstacles
    {"{\"bight\": 1, " ROPE ",\n\"obstacles\": [\n{\"sphere\": {\"radius\": 0}}]}", 3,
     "obstacles[0].sphere.radius is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {}}]}", 1,
     "obstacles[0].sphere has no \"radius\""},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"torus\": {\"radius\": 1, \"tube\": 2}}]}", 1, "tube is 2"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"box\": {\"size\": [1, 0, 1]}}]}", 1,
     "not above 0 in all three"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"along\": [0,0,0]}]}", 1,
     "no direction"},
    {"{\"bight\": 1, " ROPE
     ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"along\": [0,0,1], \"rotation\": "
     "{\"axis\": [0,0,1], \"degrees\": 3}}]}",
     1, "more than one of along, rotation"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"motion\": {\"period\": 0}}]}",
     1, "period is 0"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"mesh\": {\"file\": \"none.obj\"}}]}", 1, "no such file"},
    // scripts
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{}]}", 2, "script[0] has none of grasp, move, together"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"still\": \"a\", \"wait\": {\"cycles\": 1}}]}", 2,
     "more than one of"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grap\": {}}]}", 2, "did you mean \"grasp\"?"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"rope\": \"lime\", \"node\": 0}}]}",
     2, "script[0].grasp.rope is \"lime\", and there is no such rope: did you mean \"line\"?"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 11}}]}", 2,
     "node is 11, but \"line\" has 11 nodes: give -11 to 10"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": \"fist\"}}]}", 2,
     "node is \"fist\": give \"first\""},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 0}},\n"
     "{\"grasp\": {\"hand\": \"a\", \"node\": 1}}]}",
     3, "holds something already"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 10}},\n"
     "{\"grasp\": {\"hand\": \"b\", \"node\": \"last\"}}]}",
     3, "\"a\" holds already"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"release\": \"left\"}]}", 2, "there is no such hand"},
    {"{\"bight\": 1, " ROPE ", \"script\": [{\"grasp\": {\"hand\": \"left\", \"node\": 0}},\n"
     "{\"move\": {\"hand\": \"leff\", \"to\": [0,0,0]}}]}",
     2, "did you mean \"left\"?"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"left\", \"node\": 0}}, {\"release\": \"left\"},\n"
     "{\"move\": {\"hand\": \"left\", \"to\": [0,0,0]}}]}",
     2, "holds nothing here"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"move\": {\"to\": [0,0,0]}}]}", 2,
     "either a hand or an obstacle"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"move\": {\"obstacle\": \"x\", \"to\": [0,0,0]}}]}", 2,
     "there is no such obstacle"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"name\": \"o\", \"sphere\": {\"radius\": 1}, \"motion\": "
     "{\"period\": 9}}], \"script\": [\n{\"move\": {\"obstacle\": \"o\", \"to\": [0,0,0]}}]}",
     2, "a motion of its own"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [\n{\"sphere\": {\"radius\": 1}, \"mass\": 1}]}", 2,
     "needs cloth"},
    {"{\"bight\": 1, " ROPE
     ", \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": 2}}],\n"
     "\"obstacles\": [{\"sphere\": {\"radius\": 1}, \"mass\": 1}]}",
     2, "without ropes"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": 2}}],\n"
     "\"obstacles\": [{\"sphere\": {\"radius\": 1}, \"mass\": 1, \"motion\": {\"period\": 9}}]}",
     2, "lets it move as forces say"},
    {"{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": 2}}],\n"
     "\"obstacles\": [{\"name\": \"o\", \"sphere\": {\"radius\": 1}, \"mass\": 1}], \"script\": [\n"
     "{\"move\": {\"obstacle\": \"o\", \"to\": [0,0,0]}}]}",
     3, "has a mass"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"move\": {\"hand\": \"l\", "
     "\"to\": [0,0,0], \"speed\": 0}}]}",
     2, "speed is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"pull_tight\": {\"hands\": "
     "\"l\"}}]}",
     2, "no directions"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"pull_tight\": {\"hands\": "
     "[\"l\", \"l\"]}}]}",
     2, "name each only once"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"still\": \"a/b\"}]}", 2, "letters, digits"},
    {"{\"bight\": 1, " ROPE ", \"script\": [{\"still\": \"a\"},\n{\"still\": \"a\"}]}", 2, "a second time"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"wait\": {\"cycles\": 1}, \"close\": 3}]}", 2,
     "with still only"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {}}]}", 2, "has none of knot"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {\"chirality\": \"up\"}}]}", 2, "one of \"left\""},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"winding\": {\"obstacle\": \"q\", \"turns\": 1}}}]}",
     2, "there is no such obstacle"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"wait\": {\"cycles\": 0}}]}", 2, "wait.cycles is 0"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"set\": {}}]}", 2, "has none of slip"},
    // spring ropes
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"density\": "
     "0}}]}",
     2, "ropes[0].spring.density is 0: give a number from 1e-09"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"beta\": "
     "3}}]}",
     2, "ropes[0].spring.beta is 3: give a number from 0.001 to 2"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"dumping\": "
     "3}}]}",
     2, "did you mean \"damping\"?"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"end\": \"first\", \"force\": [1,0,0]}]}]}", 2,
     "which is no spring rope: give it"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"force\": [1,0,0]}]}]}", 2,
     "has neither hand nor end: say which"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"end\": \"middle\", \"force\": [1,0,0]}]}]}", 2,
     "give one of \"first\", \"last\""},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[9,0,0],[5,8,0]], \"closed\": true, \"links\": 30, "
     "\"model\": "
     "\"spring\"}], \"script\": [\n{\"pull\": [{\"end\": \"first\", \"force\": [1,0,0]}]}]}",
     2, "which is closed: only an end can be pulled"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {\"extension\": {}}}]}", 2, "neither min nor max"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"extension\": {\"min\": 1, \"from\": 0.5, \"to\": 0.2}}}]}",
     2, "to must be greater"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"extension\": {\"min\": 1, \"rope\": \"lime\"}}}]}",
     2, "did you mean \"line\"?"},
    // manoeuvres
    {"{\"bight\": 1, " ROPE ",\n\"strands\": [{\"name\": \"a\", \"rope\": \"lime\"}]}", 2,
     "strands[0].rope is \"lime\", and there is no such rope: did you mean \"line\"?"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [{\"name\": \"a\"},\n{\"name\": \"b\"}]}", 2,
     "strands[1] is the same end of \"line\" as strands[0]"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [{\"name\": \"a\"},\n{\"name\": \"a\", \"end\": \"first\"}]}", 2,
     "strands[1].name is \"a\", as another"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [\n{\"name\": \"a\", \"tail\": 0}]}", 2,
     "strands[0].tail is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [\n{\"name\": \"a\", \"bottom\": 99}]}", 2,
     "strands[0].bottom is 99, but \"line\" has 11 nodes"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0],[0,1,0]], \"closed\": true}],\n\"strands\": "
     "[{\"name\": \"a\"}]}",
     2, "strands[0] is an end of \"rope1\", which is closed"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"spring\"}],\n\"strands\": "
     "[{\"name\": \"a\"}]}",
     2, "a spring rope, whose nodes come and go"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"rigth\"}}]}",
     2, "script[0].cross.target is \"rigth\", and there is no such strand: did you mean \"right\"?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"left\"}}]}",
     2, "one strand as active and target: \"left\""},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"angle\": 90}}]}",
     2, "script[0].wind.angle is 90: give a number from 5 to 85 (degrees)"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"turns\": -1}}]}",
     2, "turns is -1: give a number above 0"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
     "\"sign\": 1}}]}",
     2, "sign is 1: give one of \"positive\", \"negative\""},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"tighten\": {\"strands\": [\"left\", \"right\"], "
     "\"directions\": [[1, 0, 0]]}}]}",
     2, "one direction for each strand"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"let_go\": \"lift\"}]}", 2,
     "script[0].let_go is \"lift\", and there is no such strand: did you mean \"left\"?"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"manoeuvre\": {\"name\": \"grany_knot\", \"strands\": [\"left\", "
     "\"right\"]}}]}",
     2, "there is no such manoeuvre: did you mean \"granny_knot\"?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"reef_knot\": {\"strands\": \"left\"}}]}", 2,
     "calls \"reef_knot\" with 1 strands: it works with 2"},
    {"{\"bight\": 1, " STRANDS ",\n\"manoeuvres\": [{\"name\": \"reef_knot\", \"strands\": \"a\", \"steps\": "
     "[{\"let_go\": \"a\"}]}]}",
     2, "manoeuvres[0].name is \"reef_knot\", which the library has"},
    {"{\"bight\": 1, " STRANDS
     ", \"manoeuvres\": [{\"name\": \"m\", \"strands\": \"a\", \"steps\": [{\"let_go\": "
     "\"b\"}]}],\n\"script\": [\n{\"manoeuvre\": {\"name\": \"m\", \"strands\": \"left\"}}]}",
     3, "the manoeuvre \"m\" works with a strand that is not in its list of strands: \"b\""},
    {"{\"bight\": 1, " STRANDS
     ", \"manoeuvres\": [{\"name\": \"m\", \"strands\": \"a\", \"steps\": [{\"manoeuvre\": "
     "{\"name\": \"m\", \"strands\": \"a\"}}]}],\n\"script\": [\n{\"manoeuvre\": {\"name\": \"m\", "
     "\"strands\": "
     "\"left\"}}]}",
     3, "does one call itself?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"meanwhile\": [{\"hand\": \"h\", \"to\": [0, 0, 0]}]}}]}",
     2, "there is no such hand"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"expect\": {\"winding\": {\"target\": \"line\", \"turns\": 1}}}]}",
     2, "is the rope itself"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"expect\": {\"winding\": {\"target\": \"right\", \"turns\": 1, "
     "\"to\": 0.5}}}]}",
     2, "a part of the rope, which goes with obstacle only"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"expect\": {\"winding\": {\"target\": \"right\", \"turns\": 1, "
     "\"from\": 0.5, \"to\": 0.5}}}]}",
     2, "goes from 0.5 to 0.5: to must be greater"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"expect\": {\"winding\": {\"turns\": 1}}}]}", 2,
     "either an obstacle or a target"},
};

TEST(bad_scenes_get_line_key_and_reason)
{
    check_bad_scenes(bad_scenes, sizeof bad_scenes / sizeof *bad_scenes, &folder);
}

RUN_TESTS(unit(bad_scenes_get_line_key_and_reason))
