// SPDX-License-Identifier: MIT
// Keys of cloth: settings, sheets, seams, pins and settling, expectations.

#include "scene/parsed.h"
#include "scene/table.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define SAID(type, member) .name = #member, .offset = offsetof(type, said.member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define NONE .fallback = (double)NAN
#define NAME .low = 1, .high = 60
#define MOST_CELLS 2000
#define MOST_PINS 100000

// ---- settings ---------------------------------------------------------------------------------------

static const bi_field world_fields[] = {
#define X(field, words, least, most, standard)                                                               \
    {AT(bight_scene_cloth_world, field),                                                                     \
     BI_NUMBER,                                                                                              \
     .low = (least),                                                                                         \
     .high = (most),                                                                                         \
     .fallback = (standard),                                                                                 \
     .doc = words},
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
        {AT(bight_scene_cloth_world, gravity), BI_POINT, .high = 1e6, .fallback_point = {0, -9.81, 0},
         .unit = "metres per second squared",
         .doc = "Pulls cloth; the world's gravity, which pulls ropes, does not."},
#define X(field, words, least, most, standard)                                                               \
    {AT(bight_scene_cloth_world, field),                                                                     \
     BI_INTEGER,                                                                                             \
     .low = (least),                                                                                         \
     .high = (most),                                                                                         \
     .fallback = (standard),                                                                                 \
     .doc = words},
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
        {AT(bight_scene_cloth_world, steps), BI_INTEGER, .low = 1, .high = 100, .fallback = 1,
         .doc =
             "Of cloth, in each cycle; beside ropes up to four times as many while a rope presses into it."},
    {AT(bight_scene_cloth_world, rope_compliance), BI_NUMBER, .low = 0, .high = 1e6, .fallback = 0,
     .unit = "metres per newton",
     .doc = "How far a force of cloth moves a node of a rope without mass in one cycle. 0: so that both give "
            "way "
            "about as fast."},
    {AT(bight_scene_cloth_world, rope_friction), BI_NUMBER, .low = 0, .high = 10, NONE,
     .doc = "Coulomb, rope on cloth. Default: friction."},
};
const bi_table bi_cloth_world_table = {TABLE("cloth_settings", bight_scene_cloth_world, world_fields),
                                       .doc = "How cloth is simulated; see docs/cloth.md.",
                                       .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field set_fields[] = {
#define X(field, words, least, most, standard)                                                               \
    {AT(bight_scene_set_cloth, field),                                                                       \
     BI_NUMBER,                                                                                              \
     BI_ANY_OF,                                                                                              \
     .low = (least),                                                                                         \
     .high = (most),                                                                                         \
     NONE,                                                                                                   \
     .doc = words},
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
        {AT(bight_scene_set_cloth, gravity), BI_ONE_POINT, BI_ANY_OF, .high = 1e6,
         .unit = "metres per second squared", .doc = "Pulls cloth."},
#define X(field, words, least, most, standard)                                                               \
    {AT(bight_scene_set_cloth, field),                                                                       \
     BI_INTEGER,                                                                                             \
     BI_ANY_OF,                                                                                              \
     .low = (least),                                                                                         \
     .high = (most),                                                                                         \
     .fallback = 0,                                                                                          \
     .doc = words},
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
};
const bi_table bi_set_cloth_table = {TABLE("set_cloth", bight_scene_set_cloth, set_fields),
                                     .doc = "New settings of cloth; what is not named stays.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- sheets -----------------------------------------------------------------------------------------

static const bi_field grid_fields[] = {
    {AT(bight_scene_grid, width), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e5, NONE, .unit = "metres",
     .doc = "Along its warp, u: local x."},
    {AT(bight_scene_grid, height), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e5, NONE, .unit = "metres",
     .doc = "Along its weft, v: against local z."},
    {AT(bight_scene_grid, columns), BI_INTEGER, BI_REQUIRED, .low = 1, .high = MOST_CELLS, NONE,
     .doc = "Squares along u, each two triangles. Vertex i of row j has the number i + j (columns + 1)."},
    {AT(bight_scene_grid, rows), BI_INTEGER, BI_REQUIRED, .low = 1, .high = MOST_CELLS, NONE,
     .doc = "Squares along v."},
};
static const bi_table grid_table = {TABLE("grid", bight_scene_grid, grid_fields),
                                    .doc = "A rectangle around its position; its front looks along local y.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field tube_fields[] = {
    {AT(bight_scene_sleeve, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e5, NONE, .unit = "metres",
     .doc = "Of its corners from the axis."},
    {AT(bight_scene_sleeve, length), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e5, NONE, .unit = "metres",
     .doc = "Along v: local y."},
    {AT(bight_scene_sleeve, around), BI_INTEGER, BI_REQUIRED, .low = 3, .high = MOST_CELLS, NONE,
     .doc = "Squares round it, along u, from local x towards -z. Vertex i of ring j has the number i + j "
            "around."},
    {AT(bight_scene_sleeve, along), BI_INTEGER, BI_REQUIRED, .low = 1, .high = MOST_CELLS, NONE,
     .doc = "Squares along it."},
};
static const bi_table tube_table = {TABLE("cloth_tube", bight_scene_sleeve, tube_fields),
                                    .doc = "An open tube round local y and around its position.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field size_fields[] = {
    {AT(bight_scene_size, size), BI_STRING, BI_REQUIRED, NAME,
     .doc = "Its name, as `bight garment list` has it."},
    {AT(bight_scene_size, value), BI_NUMBER, BI_REQUIRED, .low = 0, .high = 1e4, NONE,
     .doc = "In the size's range and unit."},
};
static const bi_table size_table = {TABLE("size", bight_scene_size, size_fields),
                                    .doc = "A size of a garment.", .choice_offset = BI_NOWHERE,
                                    .line_offset = BI_NOWHERE};

static const bi_field garment_fields[] = {
    {AT(bight_scene_garment, name), BI_STRING, BI_REQUIRED, NAME,
     .doc = "As `bight garment list` has it: \"trench_coat\"."},
    {AT(bight_scene_garment, edge), BI_NUMBER, .low = 0, .high = 1, .fallback = 0, .unit = "metres",
     .doc = "Wanted length of edges. 0: the garment's own."},
    {AT(bight_scene_garment, sizes), BI_LIST, .count_offset = offsetof(bight_scene_garment, size_count),
     .high = 10, .table = &size_table, .doc = "Default: its own."},
    {AT(bight_scene_garment, pieces), BI_NAMES, .low = 1, .high = 16,
     .doc = "Take these alone, as [\"belt\"]. Default: all."},
};
const bi_table bi_garment_table = {TABLE("garment", bight_scene_garment, garment_fields),
                                   .doc = "A garment that is made by code; its pattern is in metres.",
                                   .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field file_fields[] = {
    {AT(bight_scene_cloth_file, file), BI_STRING, BI_ONE_OF, .low = 1, .high = 1000,
     .doc =
         "An .obj, .ply, .glb or .gltf file, found from the scene's own folder. Loose edges of an .obj are "
         "seams."},
    {AT(bight_scene_cloth_file, garment), BI_OBJECT, BI_ONE_OF, .table = &bi_garment_table,
     .doc = "Made by code, or some of its pieces."},
    {AT(bight_scene_cloth_file, scale), BI_NUMBER, BI_ABOVE, .high = 1e6, .fallback = 1,
     .unit = "metres per unit of the file", .doc = "Size."},
    {AT(bight_scene_cloth_file, pattern), BI_NUMBER, .low = 0, .high = 1e6, NONE,
     .unit = "metres per unit of its texture coordinates",
     .doc = "They are the flat pattern, which says how large each triangle is at rest. 0: as in the file's "
            "positions. Default: so that the pattern has the area of the mesh."},
};
static const bi_table file_table = {
    TABLE("cloth_mesh", bight_scene_cloth_file, file_fields), .doc = "Triangles from a file, or a garment.",
    .choice_offset = offsetof(bight_scene_cloth_file, kind), .line_offset = BI_NOWHERE};

static const bi_field material_fields[] = {
#define X(field, words, least, most, standard)                                                               \
    {AT(bight_cloth_material, field), BI_NUMBER,   .low = (least), .high = (most),                           \
     .fallback = (standard),          .doc = words},
    BIGHT_CLOTH_MATERIAL_FIELDS(X)
#undef X
};
static const bi_table material_table = {TABLE("material", bight_cloth_material, material_fields),
                                        .doc = "What a cloth is made of. Default: light cotton.",
                                        .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const char *const weaves[] = {"plain", "checks", "stripes", "none", NULL};

static const bi_field look_fields[] = {
    {AT(bight_scene_look, color), BI_COLOR, .fallback = -1,
     .doc = "Of its front. Default: one of a palette."},
    {AT(bight_scene_look, back), BI_COLOR, .fallback = -1, .doc = "Of its back. Default: paler than color."},
    {AT(bight_scene_look, accent), BI_COLOR, .fallback = -1,
     .doc = "The second colour of checks and stripes. Default: lighter than color."},
    {AT(bight_scene_look, weave), BI_CHOICE, .words = weaves, .fallback = BIGHT_WEAVE_CHECKS,
     .doc = "The pattern woven into it, which shows how it is stretched and folded."},
    {AT(bight_scene_look, repeat), BI_NUMBER, BI_ABOVE, .high = 1e5, NONE, .unit = "metres",
     .doc = "After how much cloth the pattern repeats. Default: a tenth of the wider side."},
};
static const bi_table look_table = {TABLE("look", bight_scene_look, look_fields),
                                    .doc = "How a cloth looks in pictures.", .choice_offset = BI_NOWHERE,
                                    .line_offset = BI_NOWHERE};

static const bi_field cloth_fields[] = {
    {AT(bight_scene_cloth, name), BI_STRING, NAME,
     .doc = "What the script calls it. Default \"cloth1\", \"cloth2\" and so on, in order."},
    {AT(bight_scene_cloth, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_cloth, grid), BI_OBJECT, BI_ONE_OF, .table = &grid_table, .doc = "A rectangle."},
    {AT(bight_scene_cloth, tube), BI_OBJECT, BI_ONE_OF, .table = &tube_table, .doc = "A tube."},
    {AT(bight_scene_cloth, mesh), BI_OBJECT, BI_ONE_OF, .table = &file_table,
     .doc = "A mesh from a file, or a garment."},
    {AT(bight_scene_cloth, position), BI_POINT, .high = 1e5, .unit = "metres",
     .doc = "Where its middle (a mesh's own origin) is."},
    {AT(bight_scene_cloth, along), BI_ONE_POINT, BI_AT_MOST | BI_DIRECTION, .high = BI_FAR,
     .doc = "Direction that its local y takes, by the shortest turn."},
    {AT(bight_scene_cloth, rotation), BI_OBJECT, BI_AT_MOST, .table = &bi_rotation_table,
     .doc = "Any other turn about its position."},
    {AT(bight_scene_cloth, pleats), BI_OBJECT, .table = &bi_pleat_table,
     .doc = "Of a square grid: two corners gathered and tied. Its position is then the knot's."},
    {AT(bight_scene_cloth, material), BI_OBJECT, BI_ALWAYS, .table = &material_table,
     .doc = "What it is made of."},
    {AT(bight_scene_cloth, rope_friction), BI_NUMBER, .low = 0, .high = 10, NONE,
     .doc = "Coulomb, ropes on it. Default: as `cloth` says."},
    {AT(bight_scene_cloth, look), BI_OBJECT, BI_ALWAYS, .table = &look_table, .doc = "How it looks."},
    {AT(bight_scene_cloth, pins), BI_SPOTS, .low = 1, .high = MOST_PINS,
     .doc = "Vertices that are held where they are."},
};
const bi_table bi_cloth_table = {TABLE("cloth", bight_scene_cloth, cloth_fields), .doc = "A sheet of cloth.",
                                 .choice_offset = offsetof(bight_scene_cloth, shape),
                                 .line_offset = offsetof(bight_scene_cloth, text_line)};

static const bi_field seam_fields[] = {
    {AT(bight_scene_seam, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_seam, cloths), BI_NAMES, BI_REQUIRED, .low = 1, .high = 2,
     .doc = "Two cloths, or one that is sewn to itself."},
    {AT(bight_scene_seam, edges), BI_SPOTS, BI_ONE_OF, .low = 2, .high = 2,
     .doc = "An edge of the first and one of the second, with as many vertices: \"u0\", \"u1\", \"v0\" or "
            "\"v1\"."},
    {AT(bight_scene_seam, pairs), BI_PAIRS, BI_ONE_OF, .low = 1, .high = MOST_PINS,
     .doc = "Numbers of vertices, of the first and of the second."},
    {AT(bight_scene_seam, turned), BI_BOOLEAN, .fallback = 0,
     .doc = "With edges: the second runs the other way."},
    {AT(bight_scene_seam, stiffness), BI_NUMBER, .low = 0, .high = 1e9, .fallback = 0,
     .unit = "newtons per metre", .doc = "Of the thread. 0: ten times the first cloth's stretch_u."},
};
const bi_table bi_seam_table = {
    TABLE("seam", bight_scene_seam, seam_fields), .doc = "Vertices sewn together.",
    .choice_offset = offsetof(bight_scene_seam, kind), .line_offset = offsetof(bight_scene_seam, text_line)};

// ---- what happens -----------------------------------------------------------------------------------

static const bi_field pin_fields[] = {
    {AT(bight_scene_pin, cloth), BI_STRING, NAME, .doc = "Default: the first cloth."},
    {AT(bight_scene_pin, vertices), BI_SPOTS, BI_REQUIRED, .low = 1, .high = MOST_PINS, .doc = "Which."},
};
const bi_table bi_pin_table = {TABLE("pin", bight_scene_pin, pin_fields), .doc = "Vertices of a cloth.",
                               .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field settle_fields[] = {
    {AT(bight_scene_settle, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 2000, .unit = "cycles",
     .doc = "At most."},
    {AT(bight_scene_settle, arrive), BI_BOOLEAN, .fallback = 1,
     .doc = "False: not to have settled by then is no failure."},
};
const bi_table bi_settle_table = {
    TABLE("settle", bight_scene_settle, settle_fields),
    .doc =
        "Cycles pass until, for 20 steps of cloth in a row, nothing crosses, moves or slides by more than a "
        "thousandth of an edge, changes its contacts or is stretched beyond 1.10, or until at most one "
        "vertex in 200 went "
        "half "
        "a thickness in 60 steps; cloth that stays tangled is helped apart, step by step more strongly.",
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- expectations -----------------------------------------------------------------------------------

static const bi_field place_fields[] = {
    {AT(bight_scene_vertex_place, cloth), BI_STRING, NAME, .doc = "Default: the first cloth."},
    {AT(bight_scene_vertex_place, vertex), BI_SPOT, BI_REQUIRED, .doc = "One vertex, as in grasp."},
    {AT(bight_scene_vertex_place, point), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "Where it should be, with within."},
    {AT(bight_scene_vertex_place, within), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Greatest distance from point."},
    {AT(bight_scene_vertex_place, low), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "Or a box: no coordinate below these."},
    {AT(bight_scene_vertex_place, high), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "No coordinate above these."},
};
static const bi_table place_table = {TABLE("vertex_place", bight_scene_vertex_place, place_fields),
                                     .doc = "Where a vertex is.", .choice_offset = BI_NOWHERE,
                                     .line_offset = BI_NOWHERE};

static const bi_field apart_fields[] = {
    {AT(bight_scene_apart, cloths), BI_NAMES, BI_REQUIRED, .low = 2, .high = 2, .doc = "Which two."},
    {AT(bight_scene_apart, min), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "At least."},
    {AT(bight_scene_apart, max), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "At most."},
};
static const bi_table apart_table = {TABLE("apart", bight_scene_apart, apart_fields),
                                     .doc = "The shortest distance between two cloths; 0 where they cross.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field expect_fields[] = {
    {SAID(bi_parsed_cloth_expect, intersections), BI_INTEGER, BI_ANY_OF, .low = 0, .high = INT32_MAX,
     .fallback = -1,
     .doc =
         "Pairs of an edge and a face of any cloths that go through each other, at most, by an exact test, "
         "now."},
    {SAID(bi_parsed_cloth_expect, contour), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE,
     .unit = "metres", .doc = "Length of the curves along which cloth goes through cloth, at most, now."},
    {SAID(bi_parsed_cloth_expect, uncertified), BI_INTEGER, BI_ANY_OF, .low = 0, .high = INT32_MAX,
     .fallback = -1,
     .doc = "Most cycles without a proof that nothing went through any cloth, since the start. Cloth that "
            "starts "
            "tangled has none until it is apart."},
    {SAID(bi_parsed_cloth_expect, settled), BI_BOOLEAN, BI_ANY_OF, .fallback = 0,
     .doc = "True: the last settle ended because all cloth rested."},
    {SAID(bi_parsed_cloth_expect, stretch), BI_NUMBER, BI_ANY_OF, .low = 1, .high = 100, NONE,
     .doc = "Greatest stretch of any triangle in any direction, now."},
    {SAID(bi_parsed_cloth_expect, tied), BI_BOOLEAN, BI_ANY_OF, .fallback = 0,
     .doc = "True: the line from tip to tip of each cloth with `pleats` is the knot of its template."},
    {AT(bi_parsed_cloth_expect, places), BI_LIST, BI_ANY_OF,
     .count_offset = offsetof(bi_parsed_cloth_expect, places.count), .low = 1, .high = 1000,
     .table = &place_table, .doc = "Where vertices are."},
    {AT(bi_parsed_cloth_expect, apart), BI_OBJECT, BI_ANY_OF, .table = &apart_table,
     .doc = "How far two cloths are from each other."},
};
const bi_table bi_cloth_expect_table = {TABLE("cloth_expect", bi_parsed_cloth_expect, expect_fields),
                                        .passing = true, .doc = "What must be true of cloth.",
                                        .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};
