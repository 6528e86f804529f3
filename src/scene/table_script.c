// SPDX-License-Identifier: MIT
// Keys of what happens: the steps of a script.

#include "scene/parsed.h"
#include "scene/table.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define SAID(type, member) .name = #member, .offset = offsetof(type, said.member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define NONE .fallback = (double)NAN
#define NAME .low = 1, .high = 60

// ---- hands ------------------------------------------------------------------------------------------

static const bi_field grasp_fields[] = {
    {AT(bight_scene_grasp, hand), BI_STRING, BI_REQUIRED, NAME, .doc = "A name for the hand, free before."},
    {AT(bight_scene_grasp, rope), BI_STRING, NAME, .doc = "Default: the first rope."},
    {AT(bight_scene_grasp, node), BI_NODE, BI_ONE_OF,
     .doc = "\"first\", \"last\", \"middle\", an index from 0, or from the end: -1 is the last."},
    {AT(bight_scene_grasp, near), BI_ONE_POINT, BI_ONE_OF, .high = BI_FAR, .unit = "metres",
     .doc = "The node, or vertex of cloth, nearest to this point."},
    {AT(bight_scene_grasp, vertex), BI_SPOT, BI_ONE_OF,
     .doc = "Of cloth: its number, or a word for its place on the pattern."},
    {AT(bight_scene_grasp, vertices), BI_SPOTS, BI_ONE_OF, .low = 1, .high = 100000,
     .doc = "Of cloth: an edge (\"u0\"), or a list of vertices and edges, all in one hand that moves without "
            "turning."},
    {AT(bight_scene_grasp, cloth), BI_STRING, NAME,
     .doc =
         "A cloth instead of a rope. With vertex or vertices, or without ropes, default: the first cloth."},
    {AT(bight_scene_grasp, twist), BI_BOOLEAN, .fallback = 0,
     .doc = "Of an elastic rod with twist: hold the link at the node against turning about itself."},
    {AT(bight_scene_grasp, roll), BI_NUMBER, .low = -10000, .high = 10000, .fallback = 0, .unit = "turns",
     .doc = "Hold it, and turn it about itself from then on, by 0.05 radians in a cycle: positive is "
            "anticlockwise seen from where it points to."},
    {AT(bight_scene_grasp, point), BI_ONE_POINT, BI_DIRECTION, .high = BI_FAR,
     .doc = "Of an elastic rod: turn the link in this direction and hold it there. Default: any will do."},
    {AT(bight_scene_grasp, needle), BI_BOOLEAN, .fallback = 0,
     .doc =
         "Of a needle: hold it so that it does not turn in the hand. A move with turns then turns it too."},
};
static const bi_table grasp_table = {
    TABLE("grasp", bight_scene_grasp, grasp_fields),
    .doc = "A hand takes hold of a node, a vertex or several, and holds them where they are.",
    .choice_offset = offsetof(bight_scene_grasp, kind), .line_offset = BI_NOWHERE};

static const bi_field move_fields[] = {
    {AT(bight_scene_move, hand), BI_STRING, NAME, .doc = "Which hand moves; it holds something."},
    {AT(bight_scene_move, obstacle), BI_STRING, NAME, .doc = "Or which obstacle."},
    {AT(bight_scene_move, to), BI_PATH, BI_ONE_OF, .low = 1, .high = BI_FAR, .unit = "metres",
     .doc = "One point or a list of points to go through."},
    {AT(bight_scene_move, by), BI_PATH, BI_ONE_OF, .low = 1, .high = BI_FAR, .unit = "metres",
     .doc = "The same, counted from where the step finds it."},
    {AT(bight_scene_move, turns), BI_NUMBER, BI_ONE_OF, .low = -10000, .high = 10000, NONE,
     .doc = "Go round axis; an obstacle, and a needle that the hand holds, turns as it goes. Positive is "
            "anticlockwise seen from the axis's tip."},
    {AT(bight_scene_move, axis), BI_POINT, BI_DIRECTION, .high = BI_FAR, .fallback_point = {0, 1, 0},
     .doc = "What turns go round."},
    {AT(bight_scene_move, center), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "A point of the axis. Default: the origin for a hand, an obstacle's own position."},
    {AT(bight_scene_move, rise), BI_NUMBER, .low = -BI_FAR, .high = BI_FAR, .fallback = 0, .unit = "metres",
     .doc = "How far turns climb along axis, all together."},
    {AT(bight_scene_move, smooth), BI_BOOLEAN, .fallback = 0,
     .doc = "Bend round through the points instead of turning corners."},
    {AT(bight_scene_move, speed), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1e6, .fallback = 0.5,
     .unit = "speed limits",
     .doc =
         "Along the path. Above 1 the target runs ahead and the hand follows as fast as it may. An obstacle "
         "that turns takes it as the speed of its farthest point from the axis."},
    {AT(bight_scene_move, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 0, .unit = "cycles",
     .doc = "Take this long, instead of speed."},
    {AT(bight_scene_move, arrive), BI_BOOLEAN, .fallback = 1,
     .doc = "False: go as far as the rope lets it; being stopped is not a failure."},
    {AT(bight_scene_move, patience), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 500, .unit = "cycles",
     .doc = "Without coming nearer, until the step gives up."},
};
const bi_table bi_move_table = {
    TABLE("move", bight_scene_move, move_fields),
    .doc = "A hand or an obstacle goes along a path. The step ends when it is there.",
    .choice_offset = offsetof(bight_scene_move, kind), .line_offset = BI_NOWHERE};

static const bi_field target_fields[] = {
    {AT(bight_scene_target, hand), BI_STRING, BI_REQUIRED, NAME, .doc = "Which hand; it holds something."},
    {AT(bight_scene_target, at), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "Where it should go. Until it has another target it goes there as fast as it may, and stays."},
};
static const bi_table target_table = {
    TABLE("target", bight_scene_target, target_fields),
    .doc = "Where a hand should go from now on. Takes no time: the way there is made while other steps take "
           "theirs, as in recordings of a hand.",
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field wait_fields[] = {
    {AT(bight_scene_wait, cycles), BI_INTEGER, BI_REQUIRED, .low = 1, .high = 1e9, NONE, .unit = "cycles",
     .doc = "How long."},
    {AT(bight_scene_wait, settle), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1, NONE, .unit = "radii per cycle",
     .doc = "Go on at once when no node moved farther than this in ten cycles running."},
};
static const bi_table wait_table = {TABLE("wait", bight_scene_wait, wait_fields), .doc = "Time passes.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field pull_fields[] = {
    {AT(bight_scene_pull, hands), BI_NAMES, BI_REQUIRED, .low = 1, .high = 64, .doc = "Who pulls."},
    {AT(bight_scene_pull, directions), BI_POINTS, BI_DIRECTION, .low = 1, .high = BI_FAR,
     .doc = "One for each hand. Default: each away from the middle of them all."},
    {AT(bight_scene_pull, speed), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1, .fallback = 0.5,
     .unit = "speed limits", .doc = "Of each hand."},
    {AT(bight_scene_pull, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 20000, .unit = "cycles",
     .doc = "Not tight after so many: the step has failed."},
    {AT(bight_scene_pull, window), BI_INTEGER, .low = 10, .high = 1e6, .fallback = 200, .unit = "cycles",
     .doc = "It is tight when the hands got no farther for this long."},
    {AT(bight_scene_pull, progress), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1000, .fallback = 0.1,
     .unit = "radii",
     .doc = "What the hands must gain together in a window, or it does not count as getting farther."},
};
static const bi_table pull_table = {TABLE("pull_tight", bight_scene_pull, pull_fields),
                                    .doc = "Hands pull until nothing gives any more.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const char *const end_words[] = {"first", "last", NULL};

static const bi_field force_fields[] = {
    {AT(bight_scene_force, hand), BI_STRING, NAME,
     .doc = "A hand that holds an elastic rod: it goes where its force takes it, until it moves or pulls "
            "tight."},
    {AT(bight_scene_force, rope), BI_STRING, NAME, .doc = "Or a spring rope. Default: the first rope."},
    {AT(bight_scene_force, end), BI_CHOICE, .words = end_words, .fallback = -1,
     .doc = "Which end of a spring rope; required without hand."},
    {AT(bight_scene_force, section), BI_NUMBER, .low = 0, .high = BI_FAR, .fallback = 0, .unit = "metres",
     .doc = "How much rope, at rest, the force is spread over, by mass. 0: the end's own control point."},
    {AT(bight_scene_force, force), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "newtons",
     .doc = "It stays until the next pull there; zero ends it."},
    {AT(bight_scene_force, cycles), BI_INTEGER, .low = 0, .high = 1e9, .fallback = 0, .unit = "cycles",
     .doc = "How long it takes to become this one, evenly."},
};
static const bi_table force_table = {TABLE("pull", bight_scene_force, force_fields),
                                     .doc = "A force on the end of a spring rope, or of a hand on a rod.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- expectations -----------------------------------------------------------------------------------

static const char *const about_words[] = {"axis", "tube", NULL};
static const char *const chirality_words[] = {"left", "right", "none", "mixed", NULL};

static const bi_field winding_fields[] = {
    {AT(bight_scene_winding, rope), BI_STRING, NAME, .doc = "Default: the first rope."},
    {AT(bight_scene_winding, obstacle), BI_STRING, NAME, .doc = "What it is wound on: an obstacle."},
    {AT(bight_scene_winding, target), BI_STRING, NAME,
     .doc = "Or another rope. Right-handed windings are positive when the nodes of both run the same way."},
    {AT(bight_scene_winding, turns), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE, .unit = "turns",
     .doc = "Signed: positive is anticlockwise seen from the tip of the axis, in the direction of the nodes. "
            "Round "
            "a rope: the winding integral, or Gauss's when the target turns by 90 degrees or more."},
    {AT(bight_scene_winding, tolerance), BI_NUMBER, .low = 0, .high = 1e6, .fallback = 0.25, .unit = "turns",
     .doc = "Either way."},
    {AT(bight_scene_winding, about), BI_CHOICE, .words = about_words, .fallback = -1,
     .doc =
         "The obstacle's axis (its local y), or the tube of a torus. Default: tube for a torus, else axis."},
    {AT(bight_scene_winding, least_spread), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "With target: at least so much of it lies between the first and the last place where the rope is "
            "wound on, at most half a radius off."},
    {AT(bight_scene_winding, most_spread), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "At most so much."},
    {AT(bight_scene_winding, from), BI_NUMBER, .low = 0, .high = 1, .fallback = 0, .unit = "of its links",
     .doc = "With obstacle: where the part of the rope begins that is looked at, as tails that hang free go "
            "round "
            "in part, too."},
    {AT(bight_scene_winding, to), BI_NUMBER, .low = 0, .high = 1, .fallback = 1, .unit = "of its links",
     .doc = "Where it ends, beyond from."},
    {AT(bight_scene_winding, line), BI_SPOTS, .low = 1, .high = 100000,
     .doc = "Of cloth instead of a rope, round an obstacle: vertices one after another, or an edge, \"v0\"."},
    {AT(bight_scene_winding, cloth), BI_STRING, NAME, .doc = "With line: whose. Default: the first cloth."},
};
static const bi_table winding_table = {TABLE("winding", bight_scene_winding, winding_fields),
                                       .doc = "How often a rope goes round an obstacle or another rope.",
                                       .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field linking_fields[] = {
    {AT(bight_scene_linking, ropes), BI_NAMES, BI_REQUIRED, .low = 2, .high = 2, .doc = "Which two."},
    {AT(bight_scene_linking, number), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE,
     .doc = "Gauss's linking integral; a whole number when both ropes are closed."},
    {AT(bight_scene_linking, tolerance), BI_NUMBER, .low = 0, .high = 1e6, .fallback = 0.1,
     .doc = "Either way."},
};
static const bi_table linking_table = {TABLE("linking", bight_scene_linking, linking_fields),
                                       .doc = "How often two ropes go through each other.",
                                       .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field joined_fields[] = {
    {AT(bight_scene_joined, ropes), BI_NAMES, BI_REQUIRED, .low = 2, .high = 2,
     .doc = "Two open ropes: the last node of the first is joined to an end of the second."},
    {AT(bight_scene_joined, to), BI_CHOICE, .words = end_words, .fallback = 1,
     .doc = "Which end of the second."},
    {AT(bight_scene_joined, knot), BI_STRING, BI_REQUIRED, .low = 1, .high = 120,
     .doc = "Name of the knot, as in expect."},
};
static const bi_table joined_table = {TABLE("joined", bight_scene_joined, joined_fields),
                                      .doc = "The knot of two ropes made one, by an arc far outside.",
                                      .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field slack_fields[] = {
    {AT(bight_scene_slack, hands), BI_NAMES, .low = 2, .high = 2,
     .doc = "Two that hold one rope. Default: the ends of the rope that expect names."},
    {AT(bight_scene_slack, max), BI_NUMBER, .low = -BI_FAR, .high = BI_FAR, NONE, .unit = "rope diameters",
     .doc = "At most. What a tight knot takes up is slack in this sense."},
    {AT(bight_scene_slack, min), BI_NUMBER, .low = -BI_FAR, .high = BI_FAR, NONE, .unit = "rope diameters",
     .doc = "At least."},
};
static const bi_table slack_table = {TABLE("slack", bight_scene_slack, slack_fields),
                                     .doc =
                                         "Rope between two hands, or ends, minus the distance between them.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field place_fields[] = {
    {AT(bight_scene_place, rope), BI_STRING, NAME, .doc = "Default: the first rope."},
    {AT(bight_scene_place, node), BI_NODE, BI_REQUIRED, .doc = "As in grasp."},
    {AT(bight_scene_place, point), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "Where it should be."},
    {AT(bight_scene_place, within), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .low = 0, .high = BI_FAR, NONE,
     .unit = "metres", .doc = "Greatest distance."},
};
static const bi_table place_table = {TABLE("place", bight_scene_place, place_fields),
                                     .doc = "Where a node is.", .choice_offset = BI_NOWHERE,
                                     .line_offset = BI_NOWHERE};

static const bi_field extension_fields[] = {
    {AT(bight_scene_extension, rope), BI_STRING, NAME, .doc = "Default: the first rope."},
    {AT(bight_scene_extension, from), BI_NUMBER, .low = 0, .high = 1, .fallback = 0,
     .unit = "of the rope at rest", .doc = "Where the part begins."},
    {AT(bight_scene_extension, to), BI_NUMBER, .low = 0, .high = 1, .fallback = 1,
     .unit = "of the rope at rest", .doc = "Where it ends, beyond from."},
    {AT(bight_scene_extension, min), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .doc = "At least."},
    {AT(bight_scene_extension, max), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .doc = "At most."},
};
static const bi_table extension_table = {TABLE("extension", bight_scene_extension, extension_fields),
                                         .doc = "Length of a part of a rope over its length at rest.",
                                         .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field seat_fields[] = {
    {AT(bight_scene_seat, rope), BI_STRING, NAME, .doc = "Default: the first rope."},
    {AT(bight_scene_seat, obstacle), BI_STRING, BI_REQUIRED, NAME,
     .doc = "What the knot should lie on; no mesh."},
    {AT(bight_scene_seat, min), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "At least."},
    {AT(bight_scene_seat, max), BI_NUMBER, .low = 0, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "At most."},
};
static const bi_table seat_table = {TABLE("seat", bight_scene_seat, seat_fields),
                                    .doc = "How far a knot is from what it should hold, surface to surface: "
                                           "its nearest place where the rope lies on "
                                           "itself. More than a diameter is called an air knot.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field worst_fields[] = {
    {AT(bight_scene_worst, gap), BI_NUMBER, BI_ANY_OF, .low = 0, .high = 1, NONE, .unit = "of touching",
     .doc = "Least distance of two links or of a link from an obstacle, at least: 1 touches."},
    {AT(bight_scene_worst, stretch), BI_NUMBER, BI_ANY_OF, .low = 1, .high = 100, NONE,
     .doc = "Longest link over its rest length, at most."},
    {AT(bight_scene_worst, motion), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE,
     .unit = "speed limits", .doc = "Farthest way of a node in a cycle, at most."},
    {AT(bight_scene_worst, jammed), BI_INTEGER, BI_ANY_OF, .low = 0, .high = INT32_MAX, .fallback = -1,
     .doc = "Most pairs below 0.98 of touching that a cycle did not open."},
    {AT(bight_scene_worst, pull), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE,
     .doc = "Greatest pull of a hand, at most, in the force of one that moves."},
};
static const bi_table worst_table = {TABLE("worst", bight_scene_worst, worst_fields),
                                     .doc = "The worst of all cycles since the start.",
                                     .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field expect_fields[] = {
    {SAID(bi_parsed_expect, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {SAID(bi_parsed_expect, rope), BI_STRING, NAME, .doc = "Whose knot. Default: the first rope."},
    {SAID(bi_parsed_expect, knot), BI_STRING, BI_ANY_OF, .low = 1, .high = 120,
     .doc = "Its name: \"0_1\" is no knot, \"3_1\" the overhand knot, \"3_1 # 4_1\" a sum; or an everyday "
            "name, \"reef\"."},
    {SAID(bi_parsed_expect, chirality), BI_CHOICE, BI_ANY_OF, .words = chirality_words, .fallback = -1,
     .doc =
         "Its handedness; none for a knot that is its own mirror image, mixed for left and right factors."},
    {SAID(bi_parsed_expect, tight), BI_BOOLEAN, BI_ANY_OF, .fallback = 0,
     .doc = "True: the last pull_tight ended because nothing gave any more, and with the solved response "
            "each of its "
            "hands was stopped by the force of its rope."},
    {SAID(bi_parsed_expect, rests), BI_BOOLEAN, BI_ANY_OF, .fallback = 0,
     .doc = "True: all ropes and obstacles have been still for 16 cycles, to 1e-6 radii a cycle."},
    {SAID(bi_parsed_expect, overlap), BI_NUMBER, BI_ANY_OF, .low = 0, .high = 1, NONE,
     .unit = "rope diameters", .doc = "Deepest that the surfaces of ropes may overlap, now."},
    {SAID(bi_parsed_expect, stretch), BI_NUMBER, BI_ANY_OF, .low = 1, .high = 100, NONE,
     .doc = "Longest link over its rest length, now."},
    {SAID(bi_parsed_expect, lag), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE, .unit = "radii",
     .doc = "Farthest any hand may be from its target, now."},
    {SAID(bi_parsed_expect, kinetic), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE, .unit = "joules",
     .doc = "Kinetic energy of all spring ropes together, at most, now."},
    {SAID(bi_parsed_expect, fastest), BI_NUMBER, BI_ANY_OF, .low = 0, .high = BI_FAR, NONE,
     .unit = "speed limits", .doc = "Farthest any node has moved in one cycle, since the start."},
    {SAID(bi_parsed_expect, cuts), BI_INTEGER, BI_ANY_OF, .low = 0, .high = INT32_MAX, .fallback = -1,
     .doc = "Most cycles that were cut short, since the start."},
    {SAID(bi_parsed_expect, rollbacks), BI_INTEGER, BI_ANY_OF, .low = 0, .high = INT32_MAX, .fallback = -1,
     .doc = "Most cycles that could not move at all, since the start."},
    {AT(bi_parsed_expect, winding), BI_OBJECT, BI_ANY_OF, .table = &winding_table,
     .doc = "How often a rope goes round an obstacle or another rope."},
    {AT(bi_parsed_expect, linking), BI_OBJECT, BI_ANY_OF, .table = &linking_table,
     .doc = "How often two ropes go through each other."},
    {AT(bi_parsed_expect, slack), BI_OBJECT, BI_ANY_OF, .table = &slack_table,
     .doc = "Rope between two hands, or ends, minus the distance between them."},
    {AT(bi_parsed_expect, place), BI_OBJECT, BI_ANY_OF, .table = &place_table, .doc = "Where a node is."},
    {AT(bi_parsed_expect, joined), BI_OBJECT, BI_ANY_OF, .table = &joined_table,
     .doc = "The knot of two ropes whose ends are joined."},
    {AT(bi_parsed_expect, extension), BI_OBJECT, BI_ANY_OF, .table = &extension_table,
     .doc = "Length of a part of a rope over its length at rest, now."},
    {AT(bi_parsed_expect, seat), BI_OBJECT, BI_ANY_OF, .table = &seat_table,
     .doc = "How far a knot is from what it should hold."},
    {AT(bi_parsed_expect, worst), BI_OBJECT, BI_ANY_OF, .table = &worst_table,
     .doc = "The worst of all cycles since the start."},
    {AT(bi_parsed_expect, cloth), BI_OBJECT, BI_ANY_OF, .table = &bi_cloth_expect_table,
     .doc = "What must be true of cloth."},
    {SAID(bi_parsed_expect, dressed), BI_NAMES, BI_ANY_OF, .low = 1, .high = 100,
     .doc = "One knot in cloth or a list: each is the knot of its template, by the middle lines of its "
            "regions; no cloth "
            "goes through cloth; and since that was first so every cycle is certified."},
};
static const bi_table expect_table = {
    TABLE("expect", bi_parsed_expect, expect_fields), .passing = true,
    .doc = "What must be true now. All that is given must hold, or the run fails.",
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- settings and steps -----------------------------------------------------------------------------

static const bi_field set_fields[] = {
#define X(field, text, words, least, most, standard)                                                         \
    {AT(bight_scene_set, field), BI_NUMBER, BI_ANY_OF, .low = (least), .high = (most), NONE, .unit = (text), \
     .doc = "As in world."},
    BIGHT_WORLD_FIELDS(X)
#undef X
        {AT(bight_scene_set, gravity), BI_ONE_POINT, BI_ANY_OF, .high = BI_FAR, .unit = "metres per cycle",
         .doc = "As in world."},
    {AT(bight_scene_set, cloth), BI_OBJECT, BI_ANY_OF, .table = &bi_set_cloth_table,
     .doc = "Settings of cloth, as in cloth at the top."},
};
static const bi_table set_table = {TABLE("set", bight_scene_set, set_fields),
                                   .doc = "Change settings of the world and of cloth, from here on.",
                                   .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// the verbs stand in the order of bight_scene_verb; others may stand between
static const bi_field step_fields[] = {
    {SAID(bi_parsed_step, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bi_parsed_step, grasp), BI_OBJECT, BI_ONE_OF, .table = &grasp_table,
     .doc = "A hand takes hold of a node."},
    {AT(bi_parsed_step, move), BI_OBJECT, BI_ONE_OF, .table = &bi_move_table,
     .doc = "A hand or an obstacle goes along a path."},
    {AT(bi_parsed_step, together), BI_LIST, BI_ONE_OF,
     .count_offset = offsetof(bi_parsed_step, together.count), .low = 1, .high = 64, .table = &bi_move_table,
     .doc = "Several moves at the same time. The step ends with the last of them."},
    {AT(bi_parsed_step, target), BI_OBJECT, BI_ONE_OF, .table = &target_table,
     .doc = "A hand has a new target; takes no time."},
    {SAID(bi_parsed_step, release), BI_NAMES, BI_ONE_OF, .low = 1, .high = 64,
     .doc = "One hand or a list lets go."},
    {SAID(bi_parsed_step, wait), BI_OBJECT, BI_ONE_OF, .table = &wait_table, .doc = "Time passes."},
    {AT(bi_parsed_step, pull_tight), BI_OBJECT, BI_ONE_OF, .table = &pull_table,
     .doc = "Hands pull until nothing gives any more."},
    {AT(bi_parsed_step, expect), BI_OBJECT, BI_ONE_OF, .table = &expect_table,
     .doc = "What must be true now."},
    {SAID(bi_parsed_step, still), BI_STRING, BI_ONE_OF, NAME,
     .doc = "Take a picture with this name, of letters, digits, - and _."},
    {SAID(bi_parsed_step, close), BI_NUMBER, BI_ABOVE, .low = 0, .high = 1e6, NONE, .unit = "rope diameters",
     .doc = "With still: show at most so much around the most tangled place. Default: all knots."},
    {SAID(bi_parsed_step, set), BI_OBJECT, BI_ONE_OF, .table = &set_table,
     .doc = "Change settings of the world."},
    {AT(bi_parsed_step, pull), BI_LIST, BI_ONE_OF, .count_offset = offsetof(bi_parsed_step, pull.count),
     .low = 1, .high = 64, .table = &force_table,
     .doc = "Forces on the ends of spring ropes and of hands on rods. The step ends when all have become "
            "what they are to be."},
    {AT(bi_parsed_step, pin), BI_OBJECT, BI_ONE_OF, .table = &bi_pin_table,
     .doc = "Vertices of a cloth are held where they are from now on."},
    {AT(bi_parsed_step, unpin), BI_OBJECT, BI_ONE_OF, .table = &bi_pin_table,
     .doc = "Vertices of a cloth are free again."},
    {SAID(bi_parsed_step, settle), BI_OBJECT, BI_ONE_OF, .table = &bi_settle_table,
     .doc = "Cycles pass until cloth rests."},
    {AT(bi_parsed_step, lead), BI_OBJECT, BI_ONE_OF, .table = &bi_lead_table,
     .doc = "Tighten a knot in cloth: its ends are led apart."},
    {AT(bi_parsed_step, redress), BI_OBJECT, BI_ONE_OF, .table = &bi_redress_table,
     .doc = "Put another knot where one is, or the same one otherwise."},
    {AT(bi_parsed_step, model), BI_OBJECT, BI_ONE_OF, .table = &bi_model_table,
     .doc = "Ropes go on as ropes of another model, from the place where they are, at rest."},
    {SAID(bi_parsed_step, cross), BI_OBJECT, BI_ONE_OF, .table = &bi_cross_table,
     .doc = "Lift two strands and cross them."},
    {AT(bi_parsed_step, wind), BI_OBJECT, BI_ONE_OF, .table = &bi_wind_table,
     .doc = "Wind a strand round another."},
    {SAID(bi_parsed_step, tighten), BI_OBJECT, BI_ONE_OF, .table = &bi_tighten_table,
     .doc = "Pull strands by their ends until nothing gives."},
    {SAID(bi_parsed_step, let_go), BI_NAMES, BI_ONE_OF, .low = 1, .high = 64,
     .doc = "One strand or a list: manoeuvres keep hold of them no longer."},
    {SAID(bi_parsed_step, manoeuvre), BI_OBJECT, BI_ONE_OF, .table = &bi_call_table,
     .doc = "Carry out a program by its name."},
    {SAID(bi_parsed_step, half_knot), BI_OBJECT, BI_ONE_OF, .table = &bi_knot_table,
     .doc = "Cross, wind once, tighten."},
    {SAID(bi_parsed_step, self_knot), BI_OBJECT, BI_ONE_OF, .table = &bi_knot_table,
     .doc = "An overhand knot of a rope's two ends."},
    {SAID(bi_parsed_step, granny_knot), BI_OBJECT, BI_ONE_OF, .table = &bi_knot_table,
     .doc = "Two half knots of one hand."},
    {SAID(bi_parsed_step, reef_knot), BI_OBJECT, BI_ONE_OF, .table = &bi_knot_table,
     .doc = "Two half knots of opposite hands."},
    {SAID(bi_parsed_step, surgeons_knot), BI_OBJECT, BI_ONE_OF, .table = &bi_knot_table,
     .doc = "A reef knot whose first half is wound twice."},
    {SAID(bi_parsed_step, until), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 0, .unit = "cycles",
     .doc =
         "With move, together, wait, settle, lead, pull and pull_tight: the step is cut off, wherever it is, "
         "when so "
         "many cycles "
         "are done since the start of the script. Hands keep the targets that they have then."},
};
const bi_table bi_step_table = {TABLE("step", bi_parsed_step, step_fields), .passing = true,
                                .doc = "One step of the script: one verb.",
                                .choice_offset = offsetof(bi_parsed_step, said.verb),
                                .line_offset = offsetof(bi_parsed_step, said.text_line)};

const char *bight_scene_verb_name(bight_scene_verb verb)
{
    int32_t rank = 0;
    for (int32_t i = 0; i < BI_COUNT(step_fields); i++) {
        if (step_fields[i].flags & BI_ONE_OF && rank++ == (int32_t)verb) {
            return step_fields[i].name;
        }
    }
    return "step";
}
