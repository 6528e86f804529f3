// SPDX-License-Identifier: MIT
// Keys of a program's file.

#include "scene/pleat_fields.h"
#include "wrap/program.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define SAID(member)                                                                                         \
    .name = #member, .offset = offsetof(bi_parsed_wrap, said) + offsetof(bight_wrap_program, member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define PLAIN .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE
#define NONE .fallback = (double)NAN
#define SIDES .unit = "sides of the cloth"
#define NO_UNIT .unit = NULL

// ---- parts ------------------------------------------------------------------------------------------

static const bi_field cloth_fields[] = {
    {AT(bight_wrap_cloth, size), BI_NUMBER, BI_ABOVE, .high = 100, .fallback = 1, .unit = "metres",
     .doc = "Its side."},
    {AT(bight_wrap_cloth, columns), BI_INTEGER, .low = 8, .high = 400, .fallback = 40,
     .doc = "Squares along a side; an even number."},
    {AT(bight_wrap_cloth, preview), BI_INTEGER, .low = 8, .high = 400, .fallback = 40,
     .doc = "Likewise, with `--preview`."},
    {AT(bight_wrap_cloth, thickness), BI_NUMBER, BI_ABOVE, .high = 0.1, .fallback = 0.002, SIDES,
     .doc = "So that a larger cloth is thicker; `--thickness` gives it in metres."},
    {AT(bight_wrap_cloth, friction), BI_NUMBER, .high = 2, .fallback = 0.3,
     .doc = "Of cloth on cloth and on the object."},
    {AT(bight_wrap_cloth, bend), BI_NUMBER, .high = 1, .fallback = 1e-5, .unit = "newton metres",
     .doc = "Bending stiffness."},
    {AT(bight_wrap_cloth, shear), BI_NUMBER, .high = 1e6, .fallback = 60, .unit = "newtons per metre",
     .doc = "Resistance of its threads to being turned against each other."},
    {AT(bight_wrap_cloth, compress), BI_NUMBER, .high = 1, .fallback = 1,
     .doc = "Share of its stiffness with which it resists being shortened; below 1 because "
            "real cloth buckles in folds smaller than the mesh."},
};
static const bi_table cloth_table = {TABLE("cloth", bight_wrap_cloth, cloth_fields), PLAIN,
                                     .doc = "A square cloth."};

static const bi_field place_fields[] = {
    {AT(bight_wrap_place, room), BI_POINT, BI_REQUIRED, .high = 10, SIDES,
     .doc = "Length, height and depth of the box that the object must fit into. Unless told it is as long as "
            "fits there on "
            "a cloth of the program's size."},
    {AT(bight_wrap_place, at), BI_POINT, .high = 10, SIDES,
     .doc = "The middle of that box's floor. The middle of the cloth lies, or is folded, at the origin."},
    {AT(bight_wrap_place, lie), BI_BOOLEAN,
     .doc = "The object's longest side lies along x and its shortest one is upright. False: it stands on its "
            "foot."},
};
static const bi_table place_table = {TABLE("place", bight_wrap_place, place_fields), PLAIN,
                                     .doc = "Where the object is when the program begins."};

// The pleats of scenes, with lengths in sides of the cloth; what is held is as large as the object.
static const bi_field hold_fields[] = {BI_HOLD_FIELDS(
    NO_UNIT, SIDES, "Of scenes; in a wrap the object says it, and it must be left out.", "Likewise.")};
static const bi_table hold_table = {
    TABLE("hold", bight_scene_hold, hold_fields), PLAIN,
    .doc = "A bag is kept free of the lying cylinder round the object, and turns about it."};

static const bi_field pleat_fields[] = {BI_PLEAT_FIELDS(
    SIDES, hold_table,
    "A template that comes along, by its name (\"reef\"), of two open strands that are joined at their "
    "first ends.",
    "Which two are gathered: a and c, or b and d.",
    "The bag is made round the object, where `bag` is above 0. Default: the knot hangs into it.")};
static const bi_table pleat_table = {
    TABLE("pleats", bight_scene_pleat, pleat_fields), PLAIN,
    .doc =
        "Two corners of the cloth, or with `above` all four, begin folded in pleats and tied by templates; "
        "`docs/cloth.md`, \"Gathered corners\"."};

static const bi_field knot_fields[] = {
    {AT(bight_wrap_knot, lines), BI_NAMES, BI_REQUIRED, .low = 2, .high = 2,
     .doc = "The corners of both lines, opposite ones."},
    {AT(bight_wrap_knot, wanted), BI_STRING, BI_REQUIRED, .low = 1, .high = 60,
     .doc = "Knot type of the line from tip to tip, its ends joined far outside."},
};
static const bi_table knot_table = {TABLE("knot", bight_wrap_knot, knot_fields), PLAIN,
                                    .doc = "Two lines that are knotted."};

// ---- steps ------------------------------------------------------------------------------------------

static const bi_field move_fields[] = {
    {AT(bight_wrap_move, corner), BI_STRING, BI_REQUIRED, .low = 1, .high = 4,
     .doc = "a, b, c, d or knot; it is held."},
    {AT(bight_wrap_move, by), BI_POINT, BI_REQUIRED, .high = 10, SIDES, .doc = "From where it is."},
};
static const bi_table move_table = {TABLE("move", bight_wrap_move, move_fields), PLAIN,
                                    .doc = "A corner goes straight on."};

static const bi_field set_fields[] = {
    {AT(bight_wrap_set, gravity), BI_NUMBER, BI_ANY_OF, .low = 0, .high = 100, NONE,
     .unit = "metres per second squared", .doc = "Downwards."},
    {AT(bight_wrap_set, friction), BI_NUMBER, BI_ANY_OF, .low = 0, .high = 2, NONE,
     .doc = "Of cloth on cloth."},
};
static const bi_table set_table = {TABLE("set", bight_wrap_set, set_fields), PLAIN, .doc = "From here on."};

static const bi_field step_fields[] = {
    {AT(bight_wrap_step, state), BI_STRING, BI_ONE_OF, .low = 1, .high = 40,
     .doc = "A state is reached: it gets a picture, is saved, and must be clean, proved and knotted."},
    {AT(bight_wrap_step, hold), BI_NAMES, BI_ONE_OF, .low = 1, .high = 5,
     .doc = "Hands take corners, each by a patch of a twentieth of the side; with pleats also knot, the "
            "upper side of it."},
    {AT(bight_wrap_step, release), BI_NAMES, BI_ONE_OF, .low = 1, .high = 5, .doc = "Hands let corners go."},
    {AT(bight_wrap_step, settle), BI_INTEGER, BI_ONE_OF, .low = 1, .high = 100000, NONE, .unit = "cycles",
     .doc = "The cloth settles, at most so long."},
    {AT(bight_wrap_step, move), BI_LIST, BI_ONE_OF, .count_offset = offsetof(bight_wrap_step, move_count),
     .low = 1, .high = 5, .table = &move_table, .doc = "Held corners are led, all at once."},
    {AT(bight_wrap_step, set), BI_OBJECT, BI_ONE_OF, .table = &set_table,
     .doc = "Gravity or friction change."},
    {AT(bight_wrap_step, cycles), BI_INTEGER, .low = 1, .high = 100000, .fallback = 1000, .unit = "cycles",
     .doc = "With move: cut off when those of all steps so far are over."},
};
_Static_assert(BIGHT_WRAP_STATE == 0 && BIGHT_WRAP_MOVE == 4 && BIGHT_WRAP_SET == 5, "ranks are verbs");
static const bi_table step_table = {
    TABLE("step", bight_wrap_step, step_fields), .choice_offset = offsetof(bight_wrap_step, verb),
    .line_offset = offsetof(bight_wrap_step, text_line), .doc = "What is done next."};

// ---- all of it --------------------------------------------------------------------------------------

static const bi_field wrap_fields[] = {
    {.name = "bight",
     .offset = offsetof(bi_parsed_wrap, version),
     BI_INTEGER,
     BI_REQUIRED,
     .low = 1,
     .high = 1,
     NONE,
     .doc = "Version of this format."},
    {.name = "$schema",
     .offset = offsetof(bi_parsed_wrap, schema),
     BI_STRING,
     .high = 1000,
     .doc = "For editors that check while one types; does nothing."},
    {.name = "wrap",
     .offset = offsetof(bi_parsed_wrap, said) + offsetof(bight_wrap_program, name),
     BI_STRING,
     BI_REQUIRED,
     .low = 1,
     .high = 60,
     .doc = "Its name for the command."},
    {SAID(title), BI_STRING, BI_REQUIRED, .low = 1, .high = 100, .doc = "Its name for people."},
    {SAID(source), BI_STRING, .low = 1, .high = 300, .doc = "Where it is from."},
    {SAID(note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {SAID(object), BI_STRING, BI_REQUIRED, .low = 1, .high = 60,
     .doc = "What is wrapped unless told otherwise."},
    {SAID(mass), BI_NUMBER, BI_ABOVE, .high = 1e3, .fallback = 0.1, .unit = "kg", .doc = "Of the object."},
    {SAID(table), BI_BOOLEAN, .doc = "The cloth lies on a table; the lift leaves it below."},
    {SAID(gravity), BI_NUMBER, .high = 100, .fallback = 9.81, .unit = "metres per second squared",
     .doc = "At the start; a cloth that begins tied settles better without."},
    {SAID(cloth), BI_OBJECT, BI_ALWAYS, .table = &cloth_table, .doc = "The cloth."},
    {SAID(place), BI_OBJECT, BI_REQUIRED, .table = &place_table, .doc = "Where the object is."},
    {SAID(pleats), BI_OBJECT, .table = &pleat_table,
     .doc =
         "Two corners, or with `above` all four, begin folded and tied, as in scenes, by templates that come "
         "along; tail is in sides of the cloth. Without: the cloth lies flat."},
    {SAID(knots), BI_LIST,
     .count_offset = offsetof(bi_parsed_wrap, said) + offsetof(bight_wrap_program, knot_count), .high = 2,
     .table = &knot_table,
     .doc = "What is tied from the start, and must be at each state; with pleats. Two with `above`, the "
            "first is the lower one. "
            "Default: nothing."},
    {SAID(steps), BI_LIST, BI_REQUIRED,
     .count_offset = offsetof(bi_parsed_wrap, said) + offsetof(bight_wrap_program, step_count), .low = 1,
     .high = BIGHT_WRAP_MAX_STEPS, .table = &step_table,
     .doc =
         "One after another, a state last. The command adds the lift: all held corners go up 0.2 m, and hang "
         "for 300 cycles."},
};
const bi_table bi_wrap_table = {TABLE("wrap", bi_parsed_wrap, wrap_fields), PLAIN,
                                .doc = "A program of wrapping an object in cloth."};
