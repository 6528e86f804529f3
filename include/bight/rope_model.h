// SPDX-License-Identifier: MIT
// The models of ropes and the settings of each.

#pragma once

#include "bight/curve.h"

/// How a rope moves. All models share geometry, obstacles, hands, contacts' certificate and naming.
typedef enum bight_rope_model {
    BIGHT_MODEL_FTL,        ///< Follow The Leader (Brown, Latombe, Montgomery 2004).
    BIGHT_MODEL_SPRING,     ///< Dynamic springs with adaptive control points (Phillips, Ladd, Kavraki 2002).
    BIGHT_MODEL_PROJECTION, ///< Rigid rods under constraint projection (Wang, Komura 2012, section 4).
    BIGHT_MODEL_ROD,        ///< An elastic rod with mass, stiffness and friction, in SI units.
    BIGHT_MODEL_COUNT
} bight_rope_model;

/// Settings of projection: type, field, unit, meaning, least, most, default. One list for checks and documents; the weights
/// are the paper's values (equation 6).
#define BIGHT_PROJECTION_FIELDS(X)                                                                           \
    X(double, stretch_weight, NULL,                                                                          \
      "How strongly links of the right length weigh against moving at all (a of the paper, at rest).", 0.0,  \
      1e6, 1.0)                                                                                              \
    X(double, stretch_growth, NULL,                                                                          \
      "stretch_weight grows by exp(stretch_growth abs(C)), C = (link / rest length)^2 - 1.", 0.0, 100.0,     \
      10.0)                                                                                                  \
    X(double, bend_weight, NULL, "Likewise for straightness (b); 0 hangs like a chain.", 0.0, 1e6, 2000.0)   \
    X(double, target_weight, NULL, "Likewise for hands (c).", 0.0, 1e6, 3000.0)                              \
    X(double, tolerance, "link lengths", "Iterate until links are right to this.", 1e-9, 0.5, 1e-3)          \
    X(int32_t, iterations, NULL, "At most so many times a cycle.", 1, 100, 4)

/// How a projection rope weighs its constraints against moving at all. Weights have no unit: lengths count in
/// links. Start from bight_projection_def_default(). Ranges and defaults: BIGHT_PROJECTION_FIELDS.
typedef struct bight_projection_def {
    double stretch_weight; ///< The paper's a at rest.
    double stretch_growth; ///< a grows by exp(stretch_growth |Ce|), Ce = (link / rest length)^2 - 1.
    double bend_weight;    ///< The paper's b. 0 hangs like a chain.
    double target_weight;  ///< The paper's c: how strongly hands and targets pull.
    double tolerance;   ///< Iterate until links are right to this share of their length and overlaps to this
                        ///< share of touching.
    int32_t iterations; ///< But so many times a cycle at most.
    bool rigid; ///< Default true: the stretch weight counts a million times, and the links' tension is
                ///< carried over from cycle to cycle, so that at rest they are as long as they should be.
                ///< False: the paper's soft links, to the letter with iterations 1.
    uint32_t cookie; ///< Set by bight_projection_def_default(). Leave it alone.
} bight_projection_def;

/// The paper's weights.
BIGHT_API bight_projection_def bight_projection_def_default(void);

/// Of spring ropes: field, unit, meaning, least, most, default. One list, as above; the density is that of a
/// 10 mm cord.
#define BIGHT_SPRING_FIELDS(X)                                                                               \
    X(stiffness, "newtons",                                                                                  \
      "Hooke's constant of one metre of rope: a spring of rest length d0 has this over d0.", 1e-9, 1e15,     \
      10.0)                                                                                                  \
    X(hooke, "newtons per metre",                                                                            \
      "Above 0: the same constant for every spring instead. Rope that was divided while taut stays longer.", \
      0.0, 1e15, 0.0)                                                                                        \
    X(damping, "newton seconds", "Dashpot along one metre of rope, likewise.", 0.0, 1e15, 0.001)             \
    X(drag, "1/s", "Deceleration by the air, times the speed.", 0.0, 1e9, 0.0)                               \
    X(density, "kilograms per metre", "Mass.", 1e-9, 1e9, 0.078)                                             \
    X(alpha, "radii",                                                                                        \
      "A control point is contracted when its neighbours come closer to each other. Below beta.", 1e-3, 2.0, \
      1.5)                                                                                                   \
    X(beta, "radii", "Longer springs are divided.", 1e-3, 2.0, 2.0)                                          \
    X(time_step, "seconds", "Of a cycle; the same for all spring ropes.", 1e-9, 10.0, 0.0002)                \
    X(restitution, NULL, "Of collisions: 1 is elastic.", 0.0, 1.0, 1.0)                                      \
    X(longest, NULL, "A spring longer than this times its rest length has diverged: the run fails.", 1.001,  \
      1e6, 4.0)

/// What a spring rope is made of. Ropes of other models do not look at it. Ranges and defaults:
/// BIGHT_SPRING_FIELDS.
typedef struct bight_spring_def {
    double stiffness; ///< Hooke's constant of one metre of rope, newtons: a spring of rest length d0 has
                      ///< k = stiffness / d0, so that a spring and its pieces pull alike.
    double hooke;   ///< Or the paper's own law: newtons per metre, the same k for every spring. Rope that was
                    ///< divided while taut is then softer and stays longer. 0: stiffness counts.
    double damping; ///< Dashpot along one metre of rope, newton seconds: a spring has damping / d0. It also
                    ///< brings the left and right velocities of a point together.
    double drag;    ///< Deceleration by the air, 1/s: a = -drag v.
    double density; ///< Mass of one metre of rope, kg.
    double alpha; ///< Radii, below beta: a control point is contracted when its two neighbours come closer to
                  ///< each other than this.
    double beta;  ///< Radii: longer springs are divided. At 2 the spheres of neighbours still meet.
    double time_step;   ///< Seconds in a cycle; the same for all spring ropes of a world.
    double restitution; ///< Of a collision; 1 is elastic.
    double longest;     ///< Length over rest length beyond which a spring has diverged.
    /// Metres per second squared. Default zero. (The world's gravity moves other models.)
    bight_vec3 gravity;
} bight_spring_def;

/// Of elastic rods: field, unit, meaning, least, most, default. One list, as above; the defaults are those of a 10 mm
/// climbing rope.
#define BIGHT_ROD_FIELDS(X)                                                                                  \
    X(density, "kilograms per metre", "Mass.", 1e-9, 1e9, 0.078)                                             \
    X(stretch, "newtons", "Stretching stiffness E A: the force that would make the rope twice as long.",     \
      1e-6, 1e12, 1e5)                                                                                       \
    X(bend, "newton square metres", "Bending stiffness B: moment over curvature.", 0.0, 1e9, 1e-3)           \
    X(twist, "newton square metres", "Twisting stiffness C: moment over twist. 0: no twist is carried.",     \
      0.0, 1e9, 0.0)                                                                                         \
    X(rest_twist, "radians per metre", "Twist at rest, right-handed when positive.", -1e6, 1e6, 0.0)         \
    X(turns, "turns",                                                                                        \
      "Twist that it is made with beyond that at rest, in all; the ends keep it where held.", -1e6, 1e6,     \
      0.0)                                                                                                   \
    X(friction, NULL,                                                                                        \
      "Coulomb's coefficient, on obstacles and on itself; between two rods the square root of the product.", \
      0.0, 10.0, 0.3)                                                                                        \
    X(drag, "newton seconds per square metre", "Drag of the air: force on a metre of rope over its speed.",  \
      0.0, 1e9, 0.02)                                                                                        \
    X(bed, "newtons per metre",                                                                              \
      "Of a bed in which rope stays where it is laid, as in sand: force against sideways motion, a "         \
      "twentieth of it along the rope.",                                                                     \
      0.0, 1e9, 0.0)                                                                                         \
    X(damping, "seconds", "Internal damping: bending resists as if curvature were `damping` ahead.", 0.0,    \
      100.0, 0.0)                                                                                            \
    X(hand_force, "newtons",                                                                                 \
      "The most that a hand pulls with while it moves. At rest it holds against any.", 1e-9, 1e12, 20.0)     \
    X(time_step, "seconds", "Of a cycle; the same for all rods.", 1e-9, 1.0, 0.002)                          \
    X(rest_curvature, "per metre",                                                                           \
      "Curvature at rest, in one direction of the material; below 1 / radius. Needs `twist`.", 0.0, 1e6,     \
      0.0)                                                                                                   \
    X(rest_shape, NULL,                                                                                      \
      "How much of the shape that it has when it is made it keeps at rest: 1 all, 0 is straight. Needs "     \
      "`twist`.",                                                                                            \
      0.0, 1.0, 0.0)                                                                                         \
    X(twist_friction, NULL,                                                                                  \
      "Where friction acts, radii from the axis: 1 rolls and twists the rope, 0 does neither. Needs "        \
      "`twist`.",                                                                                            \
      0.0, 1.0, 0.0)

/// An end of a rope.
typedef enum bight_rope_end { BIGHT_END_FIRST, BIGHT_END_LAST } bight_rope_end;

/// A needle: links at an end of an elastic rod that keep the shape that they are made with, as a rigid thing of steel wire.
/// For contacts it is as thick as the rope.
typedef struct bight_needle_def {
    int32_t links;      ///< 0, the default: none. Else at least 3, and fewer than the rope has.
    bight_rope_end end; ///< At which end. Default BIGHT_END_FIRST.
    /// Of the wire, metres: what it weighs, and how little it gives way: strain = force / (2e11 N/m^2 x section).
    /// A tenth of the rope's radius to 20 radii; 0, the default: that of the rope.
    double diameter;
} bight_needle_def;

/// What an elastic rod is made of (docs/models/rod.md). Ropes of other models do not look at it. Ranges and defaults:
/// BIGHT_ROD_FIELDS.
typedef struct bight_rod_def {
    double density;    ///< Mass of one metre of rope, kg.
    double stretch;    ///< Stretching stiffness E A, newtons.
    double bend;       ///< Bending stiffness B, newton square metres.
    double twist;      ///< Twisting stiffness C, newton square metres; 0: no twist is carried.
    double rest_twist; ///< Twist at rest, radians per metre, right-handed when positive.
    /// Twist that it is made with beyond that, turns in all; where no hand holds an end it goes.
    double turns;
    double friction;   ///< Coulomb's coefficient.
    double drag;       ///< Of the air: force on a metre over its speed, N s/m^2.
    double bed;        ///< Of a bed: what a metre resists sideways motion with, N/m; a twentieth along it.
    double damping;    ///< Internal damping of bending, seconds.
    double hand_force; ///< The most that a hand pulls with while it moves, newtons.
    double time_step;  ///< Seconds in a cycle; the same for all rods of a world.
    /// At rest, 1 / m, in one direction of the material, which the rod's own bend gives when it is
    /// made; times the radius below 1, times a link at most 1. Needs twist > 0.
    double rest_curvature;
    /// Share of its bends when it is made that it has at rest, 0 to 1: it remembers its spool. Needs
    /// twist > 0 and no rest_curvature.
    double rest_shape;
    /// Where friction acts, radii from the axis, 0 to 1: at 1 it rolls and twists the rope as its surface is
    /// rubbed; at 0 twist passes through contacts. Needs twist > 0.
    double twist_friction;
    /// Metres per second squared. Default zero. (The world's gravity moves other models.)
    bight_vec3 gravity;
    /// Steps of second order (BDF2) where it touches nothing: what swings goes on swinging. Default
    /// false: implicit Euler always.
    bool second_order;
    bight_needle_def needle; ///< Default: none. Needs an open rope, straight at rest, twist_friction 0.
} bight_rod_def;
