// SPDX-License-Identifier: MIT
// A diagram as the sequence of its passages, which all linear codes come down to.

#pragma once

#include "core/watch.h"
#include "knot/diagram.h"

/// Build a diagram from its passages.
/// @param passages   (2 crossings) 2 c + (1 when over), in order along each component
/// @param lengths    (components) passages of each; 0 is a circle
/// @param signs      (crossings) Nullable: then signs are found that make the diagram planar.
/// @param watch      Nullable. Asked while signs are found: their number of steps is quadratic.
bight_status bi_diagram_from_passages(bi_diagram *diagram, const int32_t *passages, int32_t crossings,
                                      const int32_t *lengths, int32_t components, const int8_t *signs,
                                      bi_watch *watch, bight_error *error);

/// Signs that make the sequence planar. The first crossing met is +1, and so is the first of each part that
/// can be turned over on its own.
bight_status bi_realise(const bight_allocator *allocator, const int32_t *passages, int32_t crossings,
                        const int32_t *lengths, int32_t components, int8_t *signs, bi_watch *watch,
                        bight_error *error);

/// Genus of the surface that the diagram's faces close up to, summed over its pieces.
/// @param scratch (6 crossings)
int32_t bi_diagram_genus(const bi_diagram *diagram, int32_t *scratch);

/// Read the passages off a diagram, from the first dart of each component on.
/// @param passages (2 crossings) @param lengths (components with crossings)
/// @param seen (4 crossings) scratch
/// @return the number of components with crossings
int32_t bi_diagram_passages(const bi_diagram *diagram, int32_t *passages, int32_t *lengths, int32_t *seen);

/// Linking number of two components, counted from 0 in the order of bi_diagram_passages(); 0 for one with
/// itself.
/// @param owner (4 crossings) scratch
int32_t bi_diagram_linking(const bi_diagram *diagram, int32_t one, int32_t two, int32_t *owner);
