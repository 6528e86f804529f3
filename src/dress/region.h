// SPDX-License-Identifier: MIT
// Regions: which part of the pattern they are, where on the pipe its points go, and how much room these have.

#pragma once

#include "bight/dress.h"
#include "core/turn.h"

/// A region with what is known about its strand. Start with bi_region_begin().
typedef struct bi_region {
    const bight_dress_region *given;
    const bight_pipe *pipe;
    double length;    ///< metres of the strand that it covers
    double start;     ///< arc length where x or rho is 0
    double way;       ///< 1 or -1: how arc length grows from there
    double turn;      ///< 1 or -1: how the angle grows with y or phi
    double thickness; ///< of the cloth, metres
    double fill;
    double share; ///< of a circle: part of its area that is on cloth; half when its centre is on a hem
    /// of a circle: cloth lies within this angle of its direction, radians; pi when it is all round
    double sector;
    bi_turn axes; ///< of its angle
    bool graded; ///< edges need only suit the bends that there are
} bi_region;

/// @param shared  Another circle is on the strand: each covers half of it.
/// @param flipped The pattern runs clockwise there: cloth is seen from behind.
bi_region bi_region_begin(const bight_pipe *pipe, const bight_dress_region *given, double thickness,
                          double fill, bool shared, bool flipped);

/// Which part of its strand's length a region lies on, 0 to 1.
void bi_region_part(const bight_dress_region *given, bool shared, double part[2]);

/// Is a place of the pattern in the region, its border counted with it (within a millionth of its size)?
bool bi_region_holds(const bi_region *region, const double place[2]);

/// How much of the region's area on the pattern a triangle covers, metres^2. A circle counts as a polygon of 64 sides.
double bi_region_cover(const bi_region *region, const double places[6]);

/// The greatest angle to a circle's direction at which a triangle has a corner in it, radians, 0 to pi. What is nearer to the
/// centre than a tenth of its radius is not asked: there a triangle sees all directions.
double bi_region_sector(const bi_region *region, const double places[6]);

/// The area of the region, metres^2, of the same polygon.
double bi_region_area(const bight_dress_region *given);

/// Arc length and angle of a place on the pattern, which may be outside the region.
void bi_region_lay(const bi_region *region, const double place[2], double *arc, double *angle);

/// The point of the pipe for a place on the pattern, and the direction out of it there, not of unit length.
bight_vec3 bi_region_map(const bi_region *region, const double place[2], bight_vec3 *outward);

/// The pipe's radius at a place's arc length, metres.
double bi_region_radius(const bi_region *region, const double place[2]);

/// The longest edge that cloth may have where the pipe has radius r, metres. Two rules (design note 5.3): a triangle spans at
/// most half a radian, and stays within half a thickness of the round: h <= min(r / 2, 2 sqrt(r g)).
double bi_region_edge(const bi_region *region, double r);

/// The radius that the cloth of a cross-section needs at a place (design note 5.4): W cloth across and g thick fill the part
/// eta of it when r = sqrt(W g / (pi eta)); 2 rho g / eta under the root for a circle. 0 near a tip, which is a cone.
double bi_region_packing(const bi_region *region, const double place[2]);

/// The longest edge on the pattern that a triangle of a region may have on its pipe, metres: what is longer is too coarse.
double bi_region_limit(const bi_region *region, const double places[6]);
