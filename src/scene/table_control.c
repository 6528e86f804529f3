// SPDX-License-Identifier: MIT
// Keys of manoeuvres: strands, crossing, winding, tightening (Wang, Komura 2012, table 1), and programs.

#include "scene/table.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define NONE .fallback = (double)NAN
#define NAME .low = 1, .high = 60

static const char *const end_words[] = {"first", "last", NULL};
static const char *const sign_words[] = {"positive", "negative", NULL};

static const bi_field strand_fields[] = {
    {AT(bight_scene_strand, name), BI_STRING, BI_REQUIRED, NAME, .doc = "What the script calls it."},
    {AT(bight_scene_strand, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_strand, rope), BI_STRING, NAME, .doc = "Default: the first rope. An open one."},
    {AT(bight_scene_strand, end), BI_CHOICE, .words = end_words, .fallback = 1,
     .doc = "Which end of the rope is its tip."},
    {AT(bight_scene_strand, tail), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Rope from the tip to the point that is brought to the crossing. Where the rest is too short to "
            "get there, less of it "
            "is taken: half at least, and what is wound then. Default: 40 radii."},
    {AT(bight_scene_strand, bottom), BI_NODE,
     .doc =
         "The node that stays where it is while the strand is lifted. Default: where the strand comes out of "
         "a tangle (to lie beside another rope is none), else where a hand holds it, else two fifths of the "
         "way to the other strand's crossing "
         "point or the "
         "rope's other end."},
};
const bi_table bi_strand_table = {TABLE("strand", bight_scene_strand, strand_fields),
                                  .doc = "One end of a rope, as manoeuvres take it in hand.",
                                  .choice_offset = BI_NOWHERE,
                                  .line_offset = offsetof(bight_scene_strand, text_line)};

static const bi_field cross_fields[] = {
    {AT(bight_scene_cross, active), BI_STRING, BI_REQUIRED, NAME, .doc = "The strand that will be wound."},
    {AT(bight_scene_cross, target), BI_STRING, BI_REQUIRED, NAME, .doc = "The one it will be wound round."},
    {AT(bight_scene_cross, sign), BI_CHOICE, .words = sign_words, .fallback = 0,
     .doc = "Positive: so that a positive winding follows on, active behind target."},
    {AT(bight_scene_cross, at), BI_ONE_POINT, .high = BI_FAR, .unit = "metres",
     .doc = "Where they cross. Default: above the middle of the two bottoms."},
    {AT(bight_scene_cross, height), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "How far above the higher bottom, against gravity (without gravity: along y). Default: as far as "
            "half of the rope allows."},
    {AT(bight_scene_cross, tail), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Instead of the strands' own."},
    {AT(bight_scene_cross, speed), BI_NUMBER, BI_ABOVE, .high = 1, .fallback = 0.8, .unit = "speed limits",
     .doc = "Of the fastest node that is held."},
    {AT(bight_scene_cross, patience), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 1000, .unit = "cycles",
     .doc = "Without coming nearer, until the step gives up."},
    {AT(bight_scene_cross, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 50000, .unit = "cycles",
     .doc = "Not crossed after so many: the step has failed."},
};
const bi_table bi_cross_table = {TABLE("cross", bight_scene_cross, cross_fields),
                                 .doc = "Two strands are lifted and brought to a cross.",
                                 .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field wind_fields[] = {
    {AT(bight_scene_wind, active), BI_STRING, BI_REQUIRED, NAME,
     .doc =
         "The strand that is wound; or, in a script, a hand that holds cloth and leads it round a capsule."},
    {AT(bight_scene_wind, target), BI_STRING, BI_REQUIRED, NAME,
     .doc = "The strand that it is wound round, or an obstacle: a capsule, a torus, or a box along its "
            "longest side."},
    {AT(bight_scene_wind, sign), BI_CHOICE, .words = sign_words, .fallback = 0,
     .doc = "Positive windings are right-handed screws."},
    {AT(bight_scene_wind, turns), BI_NUMBER, BI_ABOVE, .high = 1000, .fallback = 1, .unit = "turns",
     .doc = "The winding integral that is wanted, the crossing not counted."},
    {AT(bight_scene_wind, angle), BI_NUMBER, .low = 5, .high = 85, .fallback = 60, .unit = "degrees",
     .doc = "From the target's direction to the winding's: a small angle spreads it, a large one makes it "
            "tight."},
    {AT(bight_scene_wind, lead), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc =
         "Rope that is led straight ahead of the contact; the rest of the tail trails. Default: half of the "
         "tail, at least 8 radii."},
    {AT(bight_scene_wind, speed), BI_NUMBER, BI_ABOVE, .high = 1, .fallback = 0.6, .unit = "speed limits",
     .doc = "Of the fastest node that is led."},
    {AT(bight_scene_wind, patience), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 1000, .unit = "cycles",
     .doc = "Without progress, until the step gives up."},
    {AT(bight_scene_wind, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 50000, .unit = "cycles",
     .doc = "Not wound after so many: the step has failed."},
    {AT(bight_scene_wind, moving), BI_BOOLEAN, .fallback = 0,
     .doc = "True: the target strand moves by itself or is moved by others, and is neither held nor "
            "straightened. Obstacles may "
            "always move."},
    {AT(bight_scene_wind, meanwhile), BI_LIST, .count_offset = offsetof(bight_scene_wind, meanwhile.count),
     .low = 1, .high = 64, .table = &bi_move_table,
     .doc =
         "Moves of hands and obstacles at the same time; the step ends when they are done too. Not inside a "
         "program. Without it and without moving a target strand is held still and straight."},
};
const bi_table bi_wind_table = {
    TABLE("wind", bight_scene_wind, wind_fields),
    .doc = "A strand is wound round another, or round an obstacle, along a geodesic, node after node.",
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field tighten_fields[] = {
    {AT(bight_scene_tighten, strands), BI_NAMES, BI_REQUIRED, .low = 1, .high = 8,
     .doc = "Which are pulled."},
    {AT(bight_scene_tighten, directions), BI_POINTS, BI_DIRECTION, .low = 1, .high = BI_FAR,
     .doc = "One for each strand. Default: along the line on which they were crossed, each away from the "
            "crossing."},
    {AT(bight_scene_tighten, speed), BI_NUMBER, BI_ABOVE, .high = 1, .fallback = 0.4, .unit = "speed limits",
     .doc = "Of each tip."},
    {AT(bight_scene_tighten, cycles), BI_INTEGER, .low = 1, .high = 1e9, .fallback = 20000, .unit = "cycles",
     .doc = "Not tight after so many: the step has failed."},
    {AT(bight_scene_tighten, window), BI_INTEGER, .low = 10, .high = 1e6, .fallback = 150, .unit = "cycles",
     .doc = "It is tight when the tips got no farther for this long."},
    {AT(bight_scene_tighten, progress), BI_NUMBER, BI_ABOVE, .high = 1000, .fallback = 0.2, .unit = "radii",
     .doc = "What the tips must gain together in a window, or it does not count as getting farther."},
    {AT(bight_scene_tighten, hold), BI_BOOLEAN, .fallback = 0,
     .doc = "Keep hold of tips and bottoms afterwards."},
};
const bi_table bi_tighten_table = {TABLE("tighten", bight_scene_tighten, tighten_fields),
                                   .doc = "Strands are pulled by their tips until nothing gives any more.",
                                   .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// ---- programs ---------------------------------------------------------------------------------------

static const bi_field try_fields[] = {
    {AT(bight_scene_try, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_try, angle), BI_NUMBER, .low = 5, .high = 85, NONE, .unit = "degrees",
     .doc = "Of its windings."},
    {AT(bight_scene_try, lead), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Of its windings."},
    {AT(bight_scene_try, tail), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Of its crossings."},
    {AT(bight_scene_try, height), BI_NUMBER, BI_ABOVE, .high = BI_FAR, NONE, .unit = "metres",
     .doc = "Of its crossings."},
    {AT(bight_scene_try, speed), BI_NUMBER, BI_ABOVE, .high = 1, NONE, .unit = "speed limits",
     .doc = "Of all its steps."},
};
static const bi_table try_table = {TABLE("try", bight_scene_try, try_fields),
                                   .doc = "Other values for a call that has failed. Default: as they were.",
                                   .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

#define CALL_FIELDS                                                                                          \
    {AT(bight_scene_call, strands),                                                                          \
     BI_NAMES,                                                                                               \
     BI_REQUIRED,                                                                                            \
     .low = 1,                                                                                               \
     .high = 8,                                                                                              \
     .doc = "As many as the program has; the first is the first to be active."},                             \
        {AT(bight_scene_call, obstacles), BI_NAMES, .low = 1, .high = 8,                                     \
         .doc = "As many as the program has. Default: none."},                                               \
        {AT(bight_scene_call, mirror), BI_BOOLEAN, .fallback = 0,                                            \
         .doc = "Positive becomes negative and the other way round: the mirror image."},                     \
        {AT(bight_scene_call, angle),                                                                        \
         BI_NUMBER,                                                                                          \
         .low = 5,                                                                                           \
         .high = 85,                                                                                         \
         NONE,                                                                                               \
         .unit = "degrees",                                                                                  \
         .doc = "Of all windings. Default: as the program says."},                                           \
        {AT(bight_scene_call, speed),                                                                        \
         BI_NUMBER,                                                                                          \
         BI_ABOVE,                                                                                           \
         .high = 1,                                                                                          \
         NONE,                                                                                               \
         .unit = "speed limits",                                                                             \
         .doc = "Of all steps. Default: as the program says."},                                              \
        {AT(bight_scene_call, state), BI_STRING, NAME, .doc = "What is reached by it, for the summary."},    \
        {AT(bight_scene_call, retry),                                                                        \
         BI_LIST,                                                                                            \
         .count_offset = offsetof(bight_scene_call, retry.count),                                            \
         .low = 1,                                                                                           \
         .high = 16,                                                                                         \
         .table = &try_table,                                                                                \
         .doc = "When it fails, everything is put back to where it began, and these are tried in turn."},    \
    {                                                                                                        \
        AT(bight_scene_call, timeout), BI_INTEGER, .low = 0, .high = 1e9, .fallback = 0, .unit = "cycles",   \
                                                   .doc = "That all of it may take. 0: what its steps may."  \
    }

static const bi_field call_fields[] = {
    {AT(bight_scene_call, name), BI_STRING, BI_REQUIRED, NAME,
     .doc = "One of manoeuvres, or of the library's."},
    CALL_FIELDS,
};
const bi_table bi_call_table = {TABLE("call", bight_scene_call, call_fields), .doc = "Carry out a program.",
                                .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field knot_fields[] = {CALL_FIELDS};
const bi_table bi_knot_table = {TABLE("knot_call", bight_scene_call, knot_fields),
                                .doc = "Carry out the library's program of this name.",
                                .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

static const bi_field goal_fields[] = {
    {AT(bight_scene_goal, strand), BI_STRING, BI_REQUIRED, NAME, .doc = "Its rope is looked at."},
    {AT(bight_scene_goal, knot), BI_STRING, BI_ANY_OF, NAME,
     .doc = "The knot of the rope alone: \"3_1\", or an everyday name of it."},
    {AT(bight_scene_goal, everyday), BI_STRING, BI_ANY_OF, NAME,
     .doc = "What it is called with what it holds: \"square knot\", \"clove hitch\"."},
};
static const bi_table goal_table = {TABLE("goal", bight_scene_goal, goal_fields),
                                    .doc = "What must have been reached, or the program has failed.",
                                    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE};

// in the order of bight_scene_action_kind
static const bi_field action_fields[] = {
    {AT(bight_scene_action, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_action, cross), BI_OBJECT, BI_ONE_OF, .table = &bi_cross_table, .doc = "As in a script."},
    {AT(bight_scene_action, wind), BI_OBJECT, BI_ONE_OF, .table = &bi_wind_table, .doc = "As in a script."},
    {AT(bight_scene_action, tighten), BI_OBJECT, BI_ONE_OF, .table = &bi_tighten_table,
     .doc = "As in a script."},
    {AT(bight_scene_action, let_go), BI_NAMES, BI_ONE_OF, .low = 1, .high = 8, .doc = "As in a script."},
    {AT(bight_scene_action, manoeuvre), BI_OBJECT, BI_ONE_OF, .table = &bi_call_table,
     .doc = "Another program."},
    {AT(bight_scene_action, goal), BI_OBJECT, BI_ONE_OF, .table = &goal_table,
     .doc = "What must be true now."},
};
static const bi_table action_table = {TABLE("action", bight_scene_action, action_fields),
                                      .doc = "One step of a program; strands go by the program's own names.",
                                      .choice_offset = offsetof(bight_scene_action, kind),
                                      .line_offset = BI_NOWHERE};

static const bi_field program_fields[] = {
    {AT(bight_scene_manoeuvre, name), BI_STRING, BI_REQUIRED, NAME,
     .doc = "What the script calls it; not one of the library's."},
    {AT(bight_scene_manoeuvre, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_manoeuvre, strands), BI_NAMES, BI_REQUIRED, .low = 1, .high = 8,
     .doc = "Its own names for the strands that it is called with."},
    {AT(bight_scene_manoeuvre, obstacles), BI_NAMES, .low = 1, .high = 8,
     .doc = "Its own names for the obstacles that it is called with. Default: none."},
    {AT(bight_scene_manoeuvre, steps), BI_LIST, BI_REQUIRED,
     .count_offset = offsetof(bight_scene_manoeuvre, steps.count), .low = 1, .high = 1000,
     .table = &action_table, .doc = "What is done, step after step."},
};
const bi_table bi_program_table = {TABLE("manoeuvre", bight_scene_manoeuvre, program_fields),
                                   .doc = "A program: manoeuvres one after another, as data.",
                                   .choice_offset = BI_NOWHERE,
                                   .line_offset = offsetof(bight_scene_manoeuvre, text_line)};
