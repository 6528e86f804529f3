// SPDX-License-Identifier: MIT
// Keys of a template's file.

#include "scene/parsed_template.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define LIST(type, member, number, inner)                                                                    \
    .name = #member, .offset = offsetof(type, member), .kind = BI_LIST,                                      \
    .count_offset = offsetof(type, number), .table = &(inner)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list),                       \
    .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE
#define NONE .fallback = (double)NAN
#define NAME(type, member, words)                                                                            \
    {                                                                                                        \
        AT(type, member), BI_STRING, BI_REQUIRED, .low = 1, .high = 60, .doc = (words)                       \
    }

static const char *const ends[] = {"first", "last", NULL};
static const char *const effects[] = {
#define X(name, word, doc) word,
    BIGHT_TEMPLATE_EFFECT_LIST(X)
#undef X
        NULL};
const char *const bi_template_units[] = {"", "x", "m", "deg", NULL};

// ---- strands and bars -------------------------------------------------------------------------------

static const bi_field radius_fields[] = {
    {AT(bi_parsed_radius, joint), BI_INTEGER, BI_REQUIRED, .high = BIGHT_TEMPLATE_MAX_PIECES, NONE,
     .doc = "Number of the joint."},
    {AT(bi_parsed_radius, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 10, NONE, .unit = "metres",
     .doc = "There; between joints that are given it is linear."},
};
static const bi_table radius_table = {TABLE("radius", bi_parsed_radius, radius_fields),
                                      .doc = "The radius at one joint."};

static const bi_field strand_fields[] = {
    NAME(bi_parsed_strand, name, "Its name in this template."),
    {AT(bi_parsed_strand, points), BI_POINTS, BI_REQUIRED, .low = 4, .high = 1000, .unit = "metres",
     .doc = "Joint, handle, handle, joint and so on: cubic Bézier pieces. 3 n + 1 points, 3 n when closed."},
    {AT(bi_parsed_strand, closed), BI_BOOLEAN, .doc = "The last piece ends at the first joint."},
    {AT(bi_parsed_strand, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 10, NONE, .unit = "metres",
     .doc = "Of the pipe, where `radii` says nothing else."},
    {LIST(bi_parsed_strand, radii, radius_count, radius_table), .high = BIGHT_TEMPLATE_MAX_PIECES + 1,
     .doc = "Other radii at some joints, by rising numbers. Default: none."},
    {AT(bi_parsed_strand, first_end), BI_NUMBER, .high = 10, .fallback = 0, .unit = "metres",
     .doc = "Straight pipe before the first joint."},
    {AT(bi_parsed_strand, last_end), BI_NUMBER, .high = 10, .fallback = 0, .unit = "metres",
     .doc = "Straight pipe behind the last joint."},
};
static const bi_table strand_table = {TABLE("strand", bi_parsed_strand, strand_fields),
                                      .doc = "The middle line of a pipe."};

static const bi_field bar_fields[] = {
    NAME(bi_parsed_bar, name, "Its name in this template."),
    {AT(bi_parsed_bar, from), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "One end of its axis."},
    {AT(bi_parsed_bar, to), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres", .doc = "The other end."},
    {AT(bi_parsed_bar, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 10, NONE, .unit = "metres",
     .doc = "Its radius."},
};
static const bi_table bar_table = {TABLE("bar", bi_parsed_bar, bar_fields),
                                   .doc = "A pole that strands go round. It never moves."};

// ---- components and parameters ----------------------------------------------------------------------

static const bi_field joints_fields[] = {
    NAME(bi_parsed_joints, strand, "Which strand."),
    {AT(bi_parsed_joints, first), BI_INTEGER, BI_REQUIRED, .high = BIGHT_TEMPLATE_MAX_PIECES, NONE,
     .doc = "First joint."},
    {AT(bi_parsed_joints, last), BI_INTEGER, BI_REQUIRED, .high = BIGHT_TEMPLATE_MAX_PIECES, NONE,
     .doc = "Last joint."},
};
static const bi_table joints_table = {TABLE("joints", bi_parsed_joints, joints_fields),
                                      .doc = "Joints of a strand, with their handles."};

static const bi_field component_fields[] = {
    NAME(bi_parsed_component, name, "Its name in this template."),
    {AT(bi_parsed_component, label), BI_STRING, BI_REQUIRED, .low = 1, .high = 60, .doc = "For people."},
    {AT(bi_parsed_component, pivot), BI_POINT, BI_REQUIRED, .high = BI_FAR, .unit = "metres",
     .doc = "What it is scaled and turned about."},
    {LIST(bi_parsed_component, joints, joints_count, joints_table), .flags = BI_REQUIRED, .low = 1,
     .high = 64, .doc = "What belongs to it."},
};
static const bi_table component_table = {TABLE("component", bi_parsed_component, component_fields),
                                         .doc = "A part of the template that moves as one."};

static const bi_field does_fields[] = {
    {AT(bi_parsed_does, effect), BI_CHOICE, BI_REQUIRED, .words = effects, .doc = "What it changes."},
    {AT(bi_parsed_does, of), BI_STRING, .low = 1, .high = 60,
     .doc = "Of which component (scale, turn, shift) or strand (end, radius). A radius without it: of all "
            "strands."},
    {AT(bi_parsed_does, end), BI_CHOICE, .words = ends, .fallback = 0, .doc = "Which end of the strand."},
    {AT(bi_parsed_does, along), BI_POINT, .high = BI_FAR, .doc = "Axis of a turn, direction of a shift."},
    {AT(bi_parsed_does, by), BI_NUMBER, .low = -1000, .high = 1000, .fallback = 1,
     .doc = "How much of it, for one unit of the parameter; of a factor 1, or -1 to divide."},
};
static const bi_table does_table = {TABLE("does", bi_parsed_does, does_fields),
                                    .doc = "One thing that a parameter changes."};

static const bi_field parameter_fields[] = {
    NAME(bi_parsed_parameter, name, "Its name, as in `--set loops.scale=1.2`."),
    {AT(bi_parsed_parameter, label), BI_STRING, BI_REQUIRED, .low = 1, .high = 60, .doc = "Of its slider."},
    {AT(bi_parsed_parameter, unit), BI_CHOICE, BI_REQUIRED, .words = bi_template_units,
     .doc = "\"x\" for a factor, metres, degrees, or none."},
    {AT(bi_parsed_parameter, low), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE,
     .doc = "Least value."},
    {AT(bi_parsed_parameter, high), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE,
     .doc = "Greatest value."},
    {AT(bi_parsed_parameter, value), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE,
     .doc = "Default."},
    {LIST(bi_parsed_parameter, does, does_count, does_table), .flags = BI_REQUIRED, .low = 1, .high = 64,
     .doc = "What it changes."},
};
static const bi_table parameter_table = {TABLE("parameter", bi_parsed_parameter, parameter_fields),
                                         .doc = "A slider."};

// ---- topology ---------------------------------------------------------------------------------------

static const bi_field type_fields[] = {
    NAME(bi_parsed_type, strand, "Which strand."),
    NAME(bi_parsed_type, type, "Its knot with its ends closed far outside, as in \"3_1\"."),
};
static const bi_table type_table = {TABLE("type", bi_parsed_type, type_fields),
                                    .doc = "The knot of a strand."};

static const bi_field linking_fields[] = {
    {AT(bi_parsed_link, strands), BI_NAMES, BI_REQUIRED, .low = 2, .high = 2, .doc = "Two strands."},
    {AT(bi_parsed_link, number), BI_INTEGER, BI_REQUIRED, .low = -1000, .high = 1000, NONE,
     .doc = "Their linking number, both closed as for their types."},
};
static const bi_table linking_table = {TABLE("linking", bi_parsed_link, linking_fields),
                                       .doc = "How two strands are linked."};

static const bi_field joined_fields[] = {
    NAME(bi_parsed_joined, knot, "The knot that strands 0 and 1 make, joined."),
    {AT(bi_parsed_joined, first), BI_CHOICE, .words = ends, .fallback = 0,
     .doc = "Which end of strand 0 is joined"},
    {AT(bi_parsed_joined, other), BI_CHOICE, .words = ends, .fallback = 0, .doc = "to which of strand 1."},
};
static const bi_table joined_table = {TABLE("joined", bi_parsed_joined, joined_fields),
                                      .doc = "Two strands as one rope."};

static const bi_field part_fields[] = {
    NAME(bi_parsed_part, strand, "Which strand."),
    {AT(bi_parsed_part, from), BI_NUMBER, BI_REQUIRED, .high = BIGHT_TEMPLATE_MAX_PIECES, NONE,
     .doc = "Joint where it begins; 2.5 is half way between joints 2 and 3."},
    {AT(bi_parsed_part, to), BI_NUMBER, BI_REQUIRED, .high = BIGHT_TEMPLATE_MAX_PIECES, NONE,
     .doc = "Joint where it ends."},
    NAME(bi_parsed_part, type, "Its knot, as of a strand."),
    {AT(bi_parsed_part, why), BI_STRING, BI_REQUIRED, .low = 1, .high = 200,
     .doc = "What it tells: a bow from loop to loop is a reef knot."},
};
static const bi_table part_table = {TABLE("part", bi_parsed_part, part_fields),
                                    .doc = "The knot of a part of a strand."};

static const bi_field turns_fields[] = {
    NAME(bi_parsed_turns, strand, "Which strand."),
    NAME(bi_parsed_turns, bar, "Which bar."),
    {AT(bi_parsed_turns, turns), BI_NUMBER, BI_REQUIRED, .low = -100, .high = 100, NONE, .unit = "turns",
     .doc = "Right-handed along the bar, to the nearest quarter."},
};
static const bi_table turns_table = {TABLE("turns", bi_parsed_turns, turns_fields),
                                     .doc = "Turns round a bar."};

static const bi_field topology_fields[] = {
    NAME(bi_parsed_topology, name, "Everyday name of the knot."),
    {LIST(bi_parsed_topology, types, type_count, type_table), .flags = BI_REQUIRED, .low = 1,
     .high = BIGHT_PIPE_MAX_STRANDS, .doc = "Of each strand."},
    {LIST(bi_parsed_topology, linking, linking_count, linking_table), .high = 120,
     .doc = "Of pairs of strands; those left out are not linked. Default: not asked."},
    {AT(bi_parsed_topology, joined), BI_OBJECT, .table = &joined_table,
     .doc = "Of two strands that are one knot."},
    {LIST(bi_parsed_topology, parts, part_count, part_table), .high = 16, .doc = "Of parts of strands."},
    {LIST(bi_parsed_topology, turns, turns_count, turns_table), .high = 128, .doc = "Round bars."},
};
static const bi_table topology_table = {TABLE("topology", bi_parsed_topology, topology_fields),
                                        .doc = "What the knot must be, whatever the sliders say."};

// ---- all of it --------------------------------------------------------------------------------------

static const bi_field template_fields[] = {
    {.name = "bight",
     .offset = offsetof(bi_parsed_template, version),
     BI_INTEGER,
     BI_REQUIRED,
     .low = 1,
     .high = 1,
     NONE,
     .doc = "Version of this format."},
    {.name = "$schema",
     .offset = offsetof(bi_parsed_template, schema),
     BI_STRING,
     .high = 1000,
     .doc = "For editors that check while one types; does nothing."},
    {.name = "template",
     .offset = offsetof(bi_parsed_template, name),
     BI_STRING,
     BI_REQUIRED,
     .low = 1,
     .high = 60,
     .doc = "Its name for the command."},
    {AT(bi_parsed_template, title), BI_STRING, BI_REQUIRED, .low = 1, .high = 100,
     .doc = "Its name for people."},
    {AT(bi_parsed_template, source), BI_STRING, .low = 1, .high = 300, .doc = "Where the shape is from."},
    {AT(bi_parsed_template, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bi_parsed_template, paper), BI_BOOLEAN, .doc = "One of the seven knots of Guo et al. 2025."},
    {AT(bi_parsed_template, orientation), BI_NUMBER, .low = -3600, .high = 3600, .fallback = 0,
     .unit = "degrees", .doc = "Of the first vertex of every ring about the axis."},
    {AT(bi_parsed_template, tightness), BI_NUMBER, .high = 1, .fallback = 0.5,
     .doc = "How far ends are led when the cloth is tightened: 0 loose to 1 tight."},
    {AT(bi_parsed_template, gap), BI_NUMBER, .high = 1, .fallback = 0.001, .unit = "metres",
     .doc = "What surfaces of strands keep."},
    {AT(bi_parsed_template, least_radius), BI_NUMBER, BI_ABOVE, .low = 1e-6, .high = 10, .fallback = 0.002,
     .unit = "metres", .doc = "No radius is reduced below it."},
    {LIST(bi_parsed_template, strands, strand_count, strand_table), .flags = BI_REQUIRED, .low = 1,
     .high = BIGHT_PIPE_MAX_STRANDS, .doc = "Its strands."},
    {LIST(bi_parsed_template, bars, bar_count, bar_table), .high = BIGHT_TEMPLATE_MAX_BARS, .doc = "Poles."},
    {LIST(bi_parsed_template, components, component_count, component_table),
     .high = BIGHT_TEMPLATE_MAX_COMPONENTS, .doc = "Parts that move."},
    {LIST(bi_parsed_template, parameters, parameter_count, parameter_table),
     .high = BIGHT_TEMPLATE_MAX_PARAMETERS, .doc = "Sliders."},
    {AT(bi_parsed_template, topology), BI_OBJECT, .table = &topology_table,
     .doc = "What it must be. Without it nothing is asked."},
};
const bi_table bi_template_table = {TABLE("template", bi_parsed_template, template_fields),
                                    .doc = "A knot template."};
