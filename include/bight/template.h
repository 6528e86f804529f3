// SPDX-License-Identifier: MIT
// Knots as templates: strands of cubic Bézier pieces with a radius at each joint, parts that move, and
// sliders that move them. What is built of a template is its axis (nodes with radii) and its pipe, the tube
// of triangles that cloth is put on. Source: Guo et al. 2025, section 4; docs/templates.md says where we
// differ.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/pipe.h"

#define BIGHT_TEMPLATE_MAX_PIECES 512    ///< Bézier pieces of a strand
#define BIGHT_TEMPLATE_MAX_COMPONENTS 32 ///< of a template
#define BIGHT_TEMPLATE_MAX_PARAMETERS 32 ///< of a template
#define BIGHT_TEMPLATE_MAX_BARS 8        ///< of a template

// ---- what a template is made of -------------------------------------------------------------------------

/// A strand. Borrowed, like all that a bight_template_def points to.
typedef struct bight_template_strand {
    const char *name;
    const bight_vec3 *points; ///< (3 pieces + 1, or 3 pieces when closed) metres. Point 3 i is a joint; the
                              ///< two between joints are the handles of the piece.
    const double *radii;      ///< (pieces + 1, or pieces when closed) metres, at the joints; linear between
    int32_t pieces;           ///< 1 to BIGHT_TEMPLATE_MAX_PIECES
    bool closed;
    double ends[2]; ///< metres of straight pipe before the first and behind the last joint, 0 to 10; 0 when
                    ///< closed
} bight_template_strand;

/// A pole that strands go round. It never moves.
typedef struct bight_template_bar {
    const char *name;
    bight_vec3 from, to; ///< ends of its axis
    double radius;       ///< metres, > 0
} bight_template_bar;

/// Some joints of a strand, both ends included, with the handles beside them.
typedef struct bight_template_span {
    int32_t strand, first, last; ///< 0 <= first <= last: numbers of joints
} bight_template_span;

/// Joints that move together: p' = pivot + shift + scale * turn(p - pivot). No joint is in two components.
/// A joint moves with its handles, so a strand that was smooth stays so.
typedef struct bight_template_component {
    const char *name, *label;
    bight_vec3 pivot;
    const bight_template_span *spans; ///< (span_count)
    int32_t span_count;               ///< at least 1
} bight_template_component;

/// What a parameter may change, with the word for it and the unit of the parameter.
#define BIGHT_TEMPLATE_EFFECT_LIST(X)                                                                        \
    X(RADIUS, "radius", "all radii of a strand, or of all: times the value, or by it when `by` is -1")       \
    X(ORIENTATION, "orientation", "turns the pipe about its axis: degrees times `by`")                       \
    X(TIGHTNESS, "tightness", "sets the tightness: the value times `by`")                                    \
    X(END, "end", "adds to the length of an end of a strand: metres times `by`")                             \
    X(SCALE, "scale", "scales a component about its pivot by the value, or one by it when `by` is -1")       \
    X(TURN, "turn", "turns a component about `along` through its pivot: degrees times `by`")                 \
    X(SHIFT, "shift", "shifts a component along `along`: metres times `by`")

/// What a parameter does to a target.
typedef enum bight_template_effect {
#define X(name, word, doc) BIGHT_TEMPLATE_##name,
    BIGHT_TEMPLATE_EFFECT_LIST(X)
#undef X
        BIGHT_TEMPLATE_EFFECT_COUNT ///< how many there are
} bight_template_effect;

/// One thing that a parameter does.
typedef struct bight_template_target {
    bight_template_effect effect;
    int32_t index;    ///< RADIUS, END: the strand, RADIUS also -1 for all; SCALE, TURN, SHIFT: the component
    int32_t end;      ///< END: 0 the first, 1 the last
    bight_vec3 along; ///< TURN, SHIFT: a direction, made unit
    double by;        ///< not 0
} bight_template_target;

/// A slider. At its default it changes nothing, except ends, orientation and tightness.
typedef struct bight_template_parameter {
    const char *name;                     ///< "loops.scale"
    const char *label;                    ///< "Loop size"
    const char *unit;                     ///< "x" for a factor, "m", "deg", or "" for none
    double low, high;                     ///< low < high; a factor's low > 0
    double value;                         ///< default
    const bight_template_target *targets; ///< (target_count)
    int32_t target_count;                 ///< at least 1
} bight_template_parameter;

/// Part of a strand that is looked at by itself: a bow between the tips of its loops is a reef knot.
typedef struct bight_template_part {
    int32_t strand;
    double from, to; ///< joints of the strand, 0 <= from < to: 2.5 is half way between joints 2 and 3
    const char *type;
    const char *why; ///< "from loop tip to loop tip"
} bight_template_part;

/// What the knot must be, always. Names are those of bight_knot_identify().
typedef struct bight_template_topology {
    const char *name;                 ///< everyday name
    const char *const *types;         ///< (strand_count) of each strand, its ends closed far outside
    const int32_t *linking;           ///< (strand_count x strand_count) or NULL: not asked
    const char *joined;               ///< strands 0 and 1 joined end to end: name of the knot, or NULL
    int32_t joined_ends[2];           ///< which ends are joined, 0 first and 1 last; the other two are closed
    const bight_template_part *parts; ///< (part_count)
    int32_t part_count;
    const double *turns; ///< (strand_count x bar_count) turns round each bar, right-handed along it from its
                         ///< `from` to its `to`; NULL: not asked
} bight_template_topology;

/// A template as data: what a file says.
typedef struct bight_template_def {
    const char *name;                           ///< "bow"
    const char *title;                          ///< "Bow knot"
    const char *source;                         ///< where the shape is from, or NULL
    bool paper;                                 ///< one of the seven of Guo et al. 2025
    const bight_template_strand *strands;       ///< (strand_count)
    const bight_template_bar *bars;             ///< (bar_count)
    const bight_template_component *components; ///< (component_count)
    const bight_template_parameter *parameters; ///< (parameter_count)
    int32_t strand_count, bar_count, component_count, parameter_count;
    bight_template_topology topology;
    double orientation;  ///< degrees, of ring vertex 0 about the axis
    double tightness;    ///< 0 loose to 1 pulled tight: how far ends are led when the cloth is tightened
    double gap;          ///< metres that surfaces of strands keep, >= 0. Default 0.001.
    double least_radius; ///< metres: no radius is reduced below it, > 0. Default 0.002.
} bight_template_def;

// ---- a template, and its edits --------------------------------------------------------------------------

/// A template with the values of its parameters. Always valid: its strands never touch.
typedef struct bight_template bight_template;

/// Bounds that radii keep. All zero is a good default.
typedef struct bight_template_limits {
    double bend;    ///< most radius x curvature, 0.05 to 0.95; 0 means 0.6, where cloth is mapped well.
                    ///< At 0.95 the pipe is sound, but cloth on the inside of a bend is crushed.
    double packing; ///< metres: least radius that holds the cloth; counts when above least_radius
    bool uniform;   ///< reduce all radii by one factor, not only where it is needed (figure 7 a)
} bight_template_limits;

/// What became of an edit.
typedef struct bight_template_edit {
    bool stopped;        ///< The values asked for were not reached: strands would cross, or have no room.
    double reached;      ///< 0 to 1: part of the way from the old values to the new ones that was gone
    const char *reason;  ///< "" or why it stopped, a string constant
    int32_t strands[2];  ///< between which it stopped; -1 for neither, strand_count + i for bar i
    double arcs[2];      ///< metres along them
    bight_vec3 place;    ///< about where
    int32_t reduced;     ///< nodes with a radius below the wanted one
    double least_factor; ///< least of reduced over wanted radius
    int32_t steps;       ///< sub-steps proved
} bight_template_edit;

/// Make a template from its definition, which is copied, and set it to its defaults.
/// @param limits Nullable.
/// @param made   Receives the template; free it with bight_template_free().
/// @return BIGHT_ERROR_INVALID for a broken range, a cusp, a bend that is too sharp or strands that are too
///         near at the defaults: the message has the place; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_template_make(const bight_env *env, const bight_template_def *def,
                                           const bight_template_limits *limits, bight_template **made,
                                           bight_error *error);

/// NULL is fine.
BIGHT_API void bight_template_free(bight_template *made);

/// The definition, owned by the template.
BIGHT_API const bight_template_def *bight_template_definition(const bight_template *made);

/// Number of a parameter by its name, -1 when there is none.
BIGHT_API int32_t bight_template_find(const bight_template *made, const char *name);

/// The values that hold. (parameter_count), owned by the template.
BIGHT_API const double *bight_template_values(const bight_template *made);

/// Turn of the fabric about the strands' axes, degrees.
BIGHT_API double bight_template_orientation(const bight_template *made);

/// How far later steps lead the ends apart, 0 to 1; it does not change the pipe.
BIGHT_API double bight_template_tightness(const bight_template *made);

/// Set the parameters. On the way from the values that hold to the new ones every motion of the axis is
/// proved not to take a strand through a strand or a bar; then radii are reduced where there is no room for
/// the wanted ones. Where a strand would pass through another, or a radius would fall below its least, the
/// template stops before, with values on the way, and says between which strands.
/// The wanted radii are kept: values set back give the old radii back, to the bit.
/// @param values (parameter_count) each in its range
/// @param edit   Nullable. Receives what was done.
/// @return BIGHT_OK also when it stopped; BIGHT_ERROR_INVALID for a value out of range: nothing is changed;
///         BIGHT_ERROR_NO_MEMORY: likewise.
BIGHT_API bight_status bight_template_set(bight_template *made, const double *values,
                                          bight_template_edit *edit, bight_error *error);

/// Go back to values that this template had before, without a proof on the way: undo and redo.
/// @return As bight_template_set(); BIGHT_ERROR_INVALID also when strands have no room: nothing is changed.
BIGHT_API bight_status bight_template_return(bight_template *made, const double *values, bight_error *error);

/// Change the limits. @return BIGHT_ERROR_INVALID when radii would fall below their least: nothing is changed.
BIGHT_API bight_status bight_template_set_limits(bight_template *made, const bight_template_limits *limits,
                                                 bight_error *error);

/// The axis that holds, owned by the template: good until it is next changed.
BIGHT_API bight_axis bight_template_axis(const bight_template *made);

/// Where a joint of a strand is on the axis that holds: its arc length, metres.
/// @param strand 0 to strand_count - 1
/// @param joint  0 to the last; 2.5 is half way between joints 2 and 3 in the parameter of the piece. The
///               ends of an open strand lie beyond its first and last joint.
BIGHT_API double bight_template_arc(const bight_template *made, int32_t strand, double joint);

/// The pipe of the axis that holds, at its orientation; options->orientation is added to it.
BIGHT_API bight_status bight_template_pipe(const bight_template *made, const bight_pipe_options *options,
                                           bight_pipe *pipe, bight_error *error);

// ---- making templates -----------------------------------------------------------------------------------

/// Strands of Bézier pieces, made by bight_strands_fit(). Owned: bight_strands_free().
typedef struct bight_strands {
    bight_template_strand *strands;             ///< (count) with names "strand 1" and so on, ends 0
    bight_vec3 *points[BIGHT_PIPE_MAX_STRANDS]; ///< (count) those of the strands, to be moved or scaled
    double *radii[BIGHT_PIPE_MAX_STRANDS];      ///< (count) likewise
    int32_t count;
    void *block; ///< the library's own business
    size_t block_size;
} bight_strands;

/// Fit Bézier strands to polygons: to a start shape, a rope of a scene, a file of points. Pieces are halved
/// until each is within `tolerance` of its points; joints have one tangent (Schneider 1990).
/// @param curves    (count) 1 to BIGHT_PIPE_MAX_STRANDS
/// @param radius    metres, of all joints, > 0
/// @param tolerance metres, > 0; 0 means a fifth of the radius
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_TOO_LARGE for more pieces than a strand may have: raise the
///         tolerance; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_strands_fit(const bight_env *env, const bight_curve *curves, int32_t count,
                                         double radius, double tolerance, bight_strands *strands,
                                         bight_error *error);

/// NULL is fine.
BIGHT_API void bight_strands_free(const bight_allocator *allocator, bight_strands *strands);
