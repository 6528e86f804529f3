// SPDX-License-Identifier: MIT
// Keys of the scene itself and of its parts: world, view, ropes, obstacles.

#include "geom/needle_nodes.h"
#include "scene/parsed.h"
#include "scene/table.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define SAID(type, member) .name = #member, .offset = offsetof(type, said.member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define NONE .fallback = (double)NAN

// rows of the public lists of fields
#define RANGE(text, words, least, most) .unit = (text), .doc = (words), .low = (least), .high = (most)
#define KIND_double BI_NUMBER
#define KIND_int32_t BI_INTEGER

// ---- settings ---------------------------------------------------------------------------------------

static const char *const responses[] = {"paper", "solved", NULL}; // bight_response

static const bi_field world_fields[] = {
#define X(field, unit, words, least, most, standard)                                                         \
    {AT(bight_scene_world, field), BI_NUMBER, RANGE(unit, words, least, most), .fallback = (standard)},
    BIGHT_WORLD_FIELDS(X)
#undef X
        {AT(bight_scene_world, response), BI_CHOICE, .words = responses, .fallback = BIGHT_RESPONSE_SOLVED,
         .doc =
             "What ropes do where they touch: shift overlaps apart as in the paper, with slip, or solve for "
             "lengths, gaps and friction together. Other models than follow have their own."},
    {AT(bight_scene_world, gravity), BI_POINT, .high = BI_FAR, .unit = "metres per cycle",
     .doc = "How far an unsupported node sinks in one cycle."},
};
static const bi_table world_table = {TABLE("world", bight_scene_world, world_fields),
                                     .doc = "Settings of the simulation.", .choice_offset = BI_NOWHERE,
                                     .line_offset = BI_NOWHERE};

static const bi_field view_fields[] = {
    {AT(bight_scene_view, from), BI_POINT, BI_DIRECTION, .high = BI_FAR, .fallback_point = {0.4, 0.6, 1.0},
     .doc = "Direction from the middle of the scene to the camera."},
    {AT(bight_scene_view, up), BI_POINT, BI_DIRECTION, .high = BI_FAR, .fallback_point = {0, 1, 0},
     .doc = "Direction that is up in the picture, not parallel to from."},
    {AT(bight_scene_view, margin), BI_NUMBER, .low = 0, .high = 0.9, .fallback = 0.1,
     .unit = "fraction of the picture", .doc = "Room left around the ropes."},
    {AT(bight_scene_view, width), BI_INTEGER, .low = 16, .high = 8192, .fallback = 1280, .unit = "pixels",
     .doc = "Of stills. Even."},
    {AT(bight_scene_view, height), BI_INTEGER, .low = 16, .high = 8192, .fallback = 720, .unit = "pixels",
     .doc = "Of stills. Even."},
    {AT(bight_scene_view, film_width), BI_INTEGER, .low = 16, .high = 8192, .fallback = 640, .unit = "pixels",
     .doc = "Of films. Even."},
    {AT(bight_scene_view, film_height), BI_INTEGER, .low = 16, .high = 8192, .fallback = 360,
     .unit = "pixels", .doc = "Of films. Even."},
    {AT(bight_scene_view, fps), BI_INTEGER, .low = 1, .high = 240, .fallback = 30,
     .unit = "frames per second", .doc = "Of the video."},
    {AT(bight_scene_view, frames), BI_INTEGER, .low = 0, .high = 100000, .fallback = 0,
     .doc = "How many frames of video to spread over the run; 0 for none unless the command asks."},
};
static const bi_table view_table = {TABLE("view", bight_scene_view, view_fields),
                                    .doc = "How pictures of the scene are taken.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- ropes ------------------------------------------------------------------------------------------

static const bi_field line_fields[] = {
    {AT(bight_scene_line, from), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "First node."},
    {AT(bight_scene_line, to), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres", .doc = "Last node."},
};
static const bi_table line_table = {TABLE("line", bight_scene_line, line_fields), .doc = "A straight rope.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field drawn_fields[] = {
    {AT(bight_scene_drawn, path), BI_PLAN, BI_REQUIRED, .low = 2, .high = BI_FAR, .unit = "metres",
     .doc = "Points that the rope bends round through."},
    {AT(bight_scene_drawn, passes), BI_STRING, .high = 2000,
     .doc =
         "One letter for each crossing with a drawn rope, in the order of the path: o over, u under. Blanks "
         "do not count."},
    {AT(bight_scene_drawn, round), BI_STRING, .high = 2000,
     .doc = "One letter for each time that the path comes to a pole or ring that lies in the plane: o in "
            "front of it, u behind it."},
};
static const bi_table drawn_table = {TABLE("drawn", bight_scene_drawn, drawn_fields),
                                     .doc = "A rope drawn flat in the plane z = 0, seen from +z, as in a "
                                            "book of knots. All drawn ropes of a scene "
                                            "make one drawing.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field spring_fields[] = {
#define X(field, unit, words, least, most, standard)                                                         \
    {AT(bight_spring_def, field), BI_NUMBER, RANGE(unit, words, least, most), .fallback = (standard)},
    BIGHT_SPRING_FIELDS(X)
#undef X
        {AT(bight_spring_def, gravity), BI_POINT, .high = BI_FAR, .unit = "metres per second squared",
         .doc = "Pulls spring ropes; the world's gravity does not."},
};
static const bi_table spring_table = {TABLE("spring", bight_spring_def, spring_fields),
                                      .doc = "What a spring rope is made of.", .choice_offset = BI_NOWHERE,
                                      .line_offset = BI_NOWHERE};

static const bi_field rod_fields[] = {
#define X(field, unit, words, least, most, standard)                                                         \
    {AT(bight_rod_def, field), BI_NUMBER, RANGE(unit, words, least, most), .fallback = (standard)},
    BIGHT_ROD_FIELDS(X)
#undef X
        {AT(bight_rod_def, gravity), BI_POINT, .high = BI_FAR, .unit = "metres per second squared",
         .doc = "Pulls elastic rods; the world's gravity does not."},
    {AT(bight_rod_def, second_order), BI_BOOLEAN, .fallback = 0,
     .doc = "Steps of second order where it touches nothing: what swings goes on swinging."},
};
static const bi_table rod_table = {TABLE("rod", bight_rod_def, rod_fields),
                                   .doc = "What an elastic rod is made of.", .choice_offset = BI_NOWHERE,
                                   .line_offset = BI_NOWHERE};

static const char *const models[] = {"ftl", "spring", "projection", "rod", NULL};

static const char *const turned[] = {"ftl", "projection", "rod", NULL}; // see bi_link_model()
static const bi_field model_fields[] = {
    {AT(bight_scene_model, to), BI_CHOICE, BI_REQUIRED, .words = turned, NONE,
     .doc = "How they move from now on, as their own `projection` or `rod` says. Spring ropes keep their "
            "model."},
    {AT(bight_scene_model, ropes), BI_NAMES, .low = 1, .high = 64, .doc = "Which. Default: all."},
    {AT(bight_scene_model, friction), BI_NUMBER, .high = 10, NONE,
     .doc = "Of rods from now on, instead of their own: 0.05 works a knot into shape, the next step of this "
            "kind "
            "gives it back."},
};
const bi_table bi_model_table = {TABLE("model", bight_scene_model, model_fields),
                                 .doc = "Ropes change their model. Loads are forgotten; hands stay.",
                                 .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const char *const ends[] = {"first", "last", NULL};
static const bi_field needle_fields[] = {
    {AT(bight_scene_needle, end), BI_CHOICE, .words = ends, .fallback = 0,
     .doc = "At which end of the rope."},
    {AT(bight_scene_needle, radius), BI_NUMBER, BI_ONE_OF | BI_ABOVE, .low = 0, .high = 1e6, NONE,
     .unit = "metres", .doc = "Of the arc along which it is bent; its links make it a little more or less."},
    {AT(bight_scene_needle, length), BI_NUMBER, BI_ONE_OF | BI_ABOVE, .low = 0, .high = 1e6, NONE,
     .unit = "metres", .doc = "Of a straight one."},
    {AT(bight_scene_needle, links), BI_INTEGER, BI_ONE_OF, .low = BI_NEEDLE_LEAST_LINKS,
     .high = BIGHT_MAX_NODES - 1, .fallback = 0,
     .doc = "Or so many of the rope's own links at that end, in the shape that the rope is given."},
    {AT(bight_scene_needle, arc), BI_NUMBER, .low = 20, .high = 300, .fallback = 180, .unit = "degrees",
     .doc = "How far round: 135 are three eighths of a circle."},
    {AT(bight_scene_needle, side), BI_ONE_POINT, BI_DIRECTION, .high = BI_FAR,
     .doc =
         "Where the circle's centre lies, seen from the end of the thread, which it goes on from without a "
         "corner. Needed for an arc."},
    {AT(bight_scene_needle, diameter), BI_NUMBER, .high = 1e6, .fallback = 0, .unit = "metres",
     .doc = "Of its steel wire, which says what it weighs and how little it gives way; what it touches feels "
            "the rope's. "
            "0: that of the rope."},
};
static const bi_table needle_table = {
    TABLE("needle", bight_scene_needle, needle_fields),
    .doc = "A rigid needle at an end of a rod, beyond the nodes that the "
           "rope is given, or of the last of these. A hand that grasps it with "
           "`needle` turns it.",
    .choice_offset = offsetof(bight_scene_needle, kind), .line_offset = BI_NOWHERE};

static const bi_field projection_fields[] = {
#define X(type, field, unit, words, least, most, standard)                                                   \
    {AT(bight_scene_projection, field), KIND_##type, RANGE(unit, words, least, most), .fallback = (standard)},
    BIGHT_PROJECTION_FIELDS(X)
#undef X
        {AT(bight_scene_projection, rigid), BI_BOOLEAN, .fallback = 1,
         .doc = "Links keep their length. false: they are as soft as stretch_weight says."},
};
static const bi_table projection_table = {TABLE("projection", bight_scene_projection, projection_fields),
                                          .doc = "Weights of a rope whose model is \"projection\".",
                                          .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field rope_fields[] = {
    {AT(bight_scene_rope, name), BI_STRING, .low = 1, .high = 60,
     .doc = "What the script calls it. Default \"rope1\", \"rope2\" and so on, in order."},
    {AT(bight_scene_rope, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_rope, model), BI_CHOICE, .words = models, .fallback = 0,
     .doc = "How it moves: Follow The Leader, springs with mass, rods under constraint projection, or an "
            "elastic "
            "rod with mass, stiffness and friction."},
    {AT(bight_scene_rope, projection), BI_OBJECT, .table = &projection_table,
     .doc = "Weights of the model \"projection\". Default: those of Wang and Komura (2012)."},
    {AT(bight_scene_rope, spring), BI_OBJECT, BI_ALWAYS, .table = &spring_table,
     .doc = "For the spring model."},
    {AT(bight_scene_rope, rod), BI_OBJECT, BI_ALWAYS, .table = &rod_table, .doc = "For the model \"rod\"."},
    {AT(bight_scene_rope, needle), BI_OBJECT, .table = &needle_table,
     .doc = "Of the model \"rod\". Default: none."},
    {AT(bight_scene_rope, material), BI_STRING, .low = 1, .high = 60,
     .doc = "What it is made of (docs/materials.md): its radius and `rod`, but for what the rope says of "
            "these itself."},
    {AT(bight_scene_rope, radius), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1e6, .fallback = BIGHT_ROPE_RADIUS,
     .unit = "metres", .doc = "At most 16 link lengths."},
    {AT(bight_scene_rope, color), BI_COLOR, .fallback = -1, .doc = "In pictures. Default: one of a palette."},
    {AT(bight_scene_rope, line), BI_OBJECT, BI_ONE_OF, .table = &line_table, .doc = "A straight rope."},
    {AT(bight_scene_rope, points), BI_POINTS, BI_ONE_OF, .low = 2, .high = BI_FAR, .unit = "metres",
     .doc = "Its nodes, or corners to put nodes between when links or link_length is given."},
    {AT(bight_scene_rope, file), BI_STRING, BI_ONE_OF, .low = 1, .high = 1000,
     .doc = "Points from an .xyz file, found from the scene's own folder."},
    {AT(bight_scene_rope, drawn), BI_OBJECT, BI_ONE_OF, .table = &drawn_table,
     .doc = "A drawing with over and under."},
    {AT(bight_scene_rope, closed), BI_BOOLEAN, .fallback = 0,
     .doc = "Join the last point to the first, which is not repeated. Not with line."},
    {AT(bight_scene_rope, smooth), BI_BOOLEAN, .fallback = 0,
     .doc = "Bend round through the points instead of turning corners. Needs links or link_length."},
    {AT(bight_scene_rope, links), BI_INTEGER, .low = 1, .high = BIGHT_MAX_NODES - 1, .fallback = 0,
     .doc =
         "How many equal links. Default: for a line or drawing as many as make a link one diameter long; for "
         "points one between each two."},
    {AT(bight_scene_rope, link_length), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1e6, NONE, .unit = "metres",
     .doc = "Instead of links: about this long, so that a whole number of them fits."},
};
const bi_table bi_rope_table = {TABLE("rope", bight_scene_rope, rope_fields), .doc = "A rope.",
                                .choice_offset = offsetof(bight_scene_rope, curve_kind),
                                .line_offset = offsetof(bight_scene_rope, text_line)};

// ---- obstacles --------------------------------------------------------------------------------------

static const bi_field sphere_fields[] = {
    {AT(bight_scene_sphere, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = BI_FAR, NONE,
     .unit = "metres", .doc = "Of the ball."},
};
static const bi_table sphere_table = {TABLE("sphere", bight_scene_sphere, sphere_fields), .doc = "A ball.",
                                      .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field capsule_fields[] = {
    {AT(bight_scene_capsule, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = BI_FAR, NONE,
     .unit = "metres", .doc = "Of the pole and its round ends."},
    {AT(bight_scene_capsule, length), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = BI_FAR, NONE,
     .unit = "metres", .doc = "Of the straight part."},
};
static const bi_table capsule_table = {TABLE("capsule", bight_scene_capsule, capsule_fields),
                                       .doc = "A pole with round ends, along its local y.",
                                       .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field box_fields[] = {
    {AT(bight_scene_box, size), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "Whole edges along local x, y and z, each above 0."},
};
static const bi_table box_table = {TABLE("box", bight_scene_box, box_fields),
                                   .doc = "A box around its position.", .choice_offset = BI_NOWHERE,
                                   .line_offset = BI_NOWHERE};

static const bi_field torus_fields[] = {
    {AT(bight_scene_torus, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "From the middle of the ring to the middle of its tube."},
    {AT(bight_scene_torus, tube), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Radius of the tube, less than radius."},
};
static const bi_table torus_table = {TABLE("torus", bight_scene_torus, torus_fields),
                                     .doc = "A ring; its axis is local y.", .choice_offset = BI_NOWHERE,
                                     .line_offset = BI_NOWHERE};

static const bi_field mesh_fields[] = {
    {AT(bight_scene_mesh, file), BI_STRING, BI_ONE_OF, .low = 1, .high = 1000,
     .doc = "An .obj file with a closed surface, found from the scene's own folder."},
    {AT(bight_scene_mesh, garment), BI_OBJECT, BI_ONE_OF, .table = &bi_garment_table,
     .doc = "Made by code: the torso that garments are cut for."},
    {AT(bight_scene_mesh, scale), BI_NUMBER, BI_ABOVE, .high = BI_FAR, .fallback = 1,
     .unit = "metres per unit of the file", .doc = "Size."},
};
static const bi_table mesh_table = {
    TABLE("mesh", bight_scene_mesh, mesh_fields), .doc = "A closed triangle mesh.",
    .choice_offset = offsetof(bight_scene_mesh, kind), .line_offset = BI_NOWHERE};

static const bi_field rotation_fields[] = {
    {AT(bight_scene_rotation, axis), BI_POINT, BI_REQUIRED | BI_DIRECTION, .high = BI_FAR,
     .doc = "What to turn round."},
    {AT(bight_scene_rotation, degrees), BI_NUMBER, BI_REQUIRED, .low = -3600, .high = 3600, NONE,
     .unit = "degrees", .doc = "Anticlockwise seen from the axis's tip."},
};
const bi_table bi_rotation_table = {TABLE("rotation", bight_scene_rotation, rotation_fields),
                                    .doc = "A turn.", .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field motion_fields[] = {
    {AT(bight_scene_motion, path), BI_POINTS, BI_ONE_OF, .low = 1, .high = BI_FAR, .unit = "metres",
     .doc = "Points to visit, from the obstacle's position and back to it, for ever."},
    {AT(bight_scene_motion, period), BI_NUMBER, BI_ONE_OF, .low = -1e9, .high = 1e9, NONE, .unit = "cycles",
     .doc = "Time for one turn round axis; negative turns the other way. Not 0."},
    {AT(bight_scene_motion, axis), BI_POINT, BI_DIRECTION, .high = BI_FAR, .fallback_point = {0, 1, 0},
     .doc = "What a turn goes round."},
    {AT(bight_scene_motion, center), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "A point of the axis. Default: the obstacle's position."},
    {AT(bight_scene_motion, speed), BI_NUMBER, BI_ABOVE, .high = 1, .fallback = 0.5, .unit = "speed limits",
     .doc = "Along the path."},
    {AT(bight_scene_motion, smooth), BI_BOOLEAN, .fallback = 0, .doc = "Bend round through the points."},
};
static const bi_table motion_table = {TABLE("motion", bight_scene_motion, motion_fields),
                                      .doc = "A motion that goes on from the first cycle to the last.",
                                      .choice_offset = offsetof(bight_scene_motion, kind),
                                      .line_offset = BI_NOWHERE};

static const bi_field obstacle_fields[] = {
    {AT(bight_scene_obstacle, name), BI_STRING, .low = 1, .high = 60,
     .doc = "What the script calls it. Default \"obstacle1\", \"obstacle2\" and so on, in order."},
    {AT(bight_scene_obstacle, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_obstacle, color), BI_COLOR, .fallback = -1, .doc = "In pictures. Default: grey."},
    {AT(bight_scene_obstacle, sphere), BI_OBJECT, BI_ONE_OF, .table = &sphere_table, .doc = "A ball."},
    {AT(bight_scene_obstacle, capsule), BI_OBJECT, BI_ONE_OF, .table = &capsule_table, .doc = "A pole."},
    {AT(bight_scene_obstacle, box), BI_OBJECT, BI_ONE_OF, .table = &box_table, .doc = "A box."},
    {AT(bight_scene_obstacle, torus), BI_OBJECT, BI_ONE_OF, .table = &torus_table, .doc = "A ring."},
    {AT(bight_scene_obstacle, mesh), BI_OBJECT, BI_ONE_OF, .table = &mesh_table,
     .doc = "A mesh from a file, or a garment."},
    {AT(bight_scene_obstacle, position), BI_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "Where its middle (a mesh's own origin) is."},
    {AT(bight_scene_obstacle, along), BI_ONE_POINT, BI_AT_MOST | BI_DIRECTION, .high = BI_FAR,
     .doc = "Direction that its local y takes, by the shortest turn."},
    {AT(bight_scene_obstacle, rotation), BI_OBJECT, BI_AT_MOST, .table = &bi_rotation_table,
     .doc = "Any other turn about its position."},
    {AT(bight_scene_obstacle, mass), BI_NUMBER, .low = 0, .high = 1e6, .fallback = 0, .unit = "kg",
     .doc = "Above 0 it falls and is carried by cloth (docs/cloth.md); a mesh must be closed. Only without "
            "ropes."},
    {AT(bight_scene_obstacle, friction), BI_NUMBER, .low = 0, .high = 10, NONE,
     .doc = "Coulomb's coefficient of all ropes and cloth on it, whatever they are made of. Default: a rod's "
            "own, the world's for other ropes, that of cloth for cloth."},
    {AT(bight_scene_obstacle, motion), BI_OBJECT, .table = &motion_table, .doc = "Default: it stands still."},
};
const bi_table bi_obstacle_table = {TABLE("obstacle", bight_scene_obstacle, obstacle_fields),
                                    .doc = "Something rigid that ropes cannot enter.",
                                    .choice_offset = offsetof(bight_scene_obstacle, kind),
                                    .line_offset = offsetof(bight_scene_obstacle, text_line)};

// ---- a knot that people tie -------------------------------------------------------------------------

static const char *const categories[] = {"stopper", "bend", "loop", "hitch", "binding", "decorative", NULL};

static const bi_field load_fields[] = {
    {AT(bight_scene_load, pull), BI_NAMES, BI_REQUIRED, .low = 1, .high = 8,
     .doc = "Hands that pull on along their ropes; in the middle of a rope away from the other hands that "
            "are named."},
    {AT(bight_scene_load, hold), BI_NAMES, .low = 1, .high = 8, .doc = "Hands that stay where they are."},
    {AT(bight_scene_load, directions), BI_POINTS, BI_DIRECTION, .low = 1, .high = BI_FAR,
     .doc = "Where to, one for each hand that pulls. Default: along their ropes."},
};
static const bi_table load_table = {
    TABLE("load", bight_scene_load, load_fields),
    .doc = "How a knot is loaded (`bight hold`), by hands that hold it when the script ends.",
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field card_fields[] = {
    {AT(bight_scene_card, name), BI_STRING, BI_REQUIRED, .low = 1, .high = 60,
     .doc = "What it is called most, in lower case."},
    {AT(bight_scene_card, aliases), BI_NAMES, .low = 1, .high = 16, .doc = "Other names."},
    {AT(bight_scene_card, category), BI_CHOICE, BI_REQUIRED, .words = categories, .doc = "What kind it is."},
    {AT(bight_scene_card, type), BI_STRING, .low = 3, .high = 120,
     .doc = "Knot type of one rope held by its two ends, as in \"6_1\"."},
    {AT(bight_scene_card, use), BI_STRING, BI_REQUIRED, .low = 1, .high = 300, .doc = "What it is for."},
    {AT(bight_scene_card, sequence), BI_STRING, BI_REQUIRED, .low = 1, .high = 600,
     .doc = "How it is tied, in a sentence or two."},
    {AT(bight_scene_card, source), BI_STRING, BI_REQUIRED, .low = 1, .high = 300,
     .doc = "Where that way of tying comes from."},
    {AT(bight_scene_card, warning), BI_STRING, .low = 1, .high = 300, .doc = "When it is not safe."},
    {AT(bight_scene_card, mistakes), BI_STRING, .low = 1, .high = 300, .doc = "How it goes wrong."},
    {AT(bight_scene_card, relatives), BI_NAMES, .low = 1, .high = 16,
     .doc = "Knots that are like it, by the names of their cards."},
    {AT(bight_scene_card, abok), BI_INTEGER, .low = 1, .high = 3854, .fallback = 0,
     .doc = "Its number in *The Ashley Book of Knots*."},
    {AT(bight_scene_card, load), BI_OBJECT, .table = &load_table,
     .doc = "How it is loaded. Default: not said."},
};
const bi_table bi_card_table = {TABLE("knot", bight_scene_card, card_fields),
                                .doc = "A knot that people tie: `bight list` shows it, `bight tie` ties it.",
                                .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- the whole --------------------------------------------------------------------------------------

static const bi_field scene_fields[] = {
    {.name = "bight",
     .offset = offsetof(bi_parsed_scene, said.version),
     BI_INTEGER,
     BI_REQUIRED,
     .low = 1,
     .high = 1,
     NONE,
     .doc = "Version of this format."},
    {.name = "$schema",
     .offset = offsetof(bi_parsed_scene, said.schema),
     BI_STRING,
     .high = 1000,
     .doc = "For editors that check while one types; does nothing."},
    {SAID(bi_parsed_scene, title), BI_STRING, .low = 1, .high = 200,
     .doc = "A line that says what it shows."},
    {SAID(bi_parsed_scene, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {SAID(bi_parsed_scene, knot), BI_OBJECT, .table = &bi_card_table,
     .doc = "The everyday knot that this scene ties, for the list of knots."},
    {SAID(bi_parsed_scene, world), BI_OBJECT, BI_ALWAYS, .table = &world_table,
     .doc = "Settings of the simulation."},
    {SAID(bi_parsed_scene, view), BI_OBJECT, BI_ALWAYS, .table = &view_table,
     .doc = "How pictures are taken."},
    {AT(bi_parsed_scene, ropes), BI_LIST, BI_ANY_OF,
     .count_offset = offsetof(bi_parsed_scene, said.rope_count), .low = 1, .high = 10000,
     .table = &bi_rope_table, .doc = "Ropes."},
    {AT(bi_parsed_scene, cloths), BI_LIST, BI_ANY_OF,
     .count_offset = offsetof(bi_parsed_scene, said.cloth_count), .low = 1, .high = 1000,
     .table = &bi_cloth_table, .doc = "Sheets of cloth."},
    {AT(bi_parsed_scene, seams), BI_LIST, .count_offset = offsetof(bi_parsed_scene, said.seam_count),
     .high = 10000, .table = &bi_seam_table, .doc = "What is sewn together. Default: nothing."},
    {SAID(bi_parsed_scene, cloth), BI_OBJECT, BI_ALWAYS, .table = &bi_cloth_world_table,
     .doc = "How cloth is simulated."},
    {AT(bi_parsed_scene, dress), BI_LIST, .count_offset = offsetof(bi_parsed_scene, said.dress_count),
     .high = 100, .table = &bi_dress_table, .doc = "Knots that cloths are dressed with. Default: none."},
    {AT(bi_parsed_scene, obstacles), BI_LIST, .count_offset = offsetof(bi_parsed_scene, said.obstacle_count),
     .high = 10000, .table = &bi_obstacle_table, .doc = "Default: none."},
    {AT(bi_parsed_scene, strands), BI_LIST, .count_offset = offsetof(bi_parsed_scene, said.strand_count),
     .high = 1000, .table = &bi_strand_table,
     .doc = "Ends of ropes that manoeuvres work with. Default: none."},
    {SAID(bi_parsed_scene, manoeuvres), BI_LIST,
     .count_offset = offsetof(bi_parsed_scene, said.manoeuvre_count), .high = 1000,
     .table = &bi_program_table, .doc = "Programs of your own. Default: none."},
    {AT(bi_parsed_scene, script), BI_LIST, .count_offset = offsetof(bi_parsed_scene, said.script_count),
     .high = BIGHT_MAX_SCENE_STEPS, .table = &bi_step_table, .doc = "What happens, step after step."},
};
static const bi_field library_fields[] = {
    {AT(bight_scene, manoeuvres), BI_LIST, .count_offset = offsetof(bight_scene, manoeuvre_count),
     .high = 1000, .table = &bi_program_table, .doc = "Programs."},
};
const bi_table bi_library_table = {TABLE("library", bight_scene, library_fields),
                                   .doc = "The library's programs.", .choice_offset = BI_NOWHERE,
                                   .line_offset = BI_NOWHERE};

const bi_table bi_scene_table = {TABLE("scene", bi_parsed_scene, scene_fields), .passing = true,
                                 .doc = "A scene.", .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};
