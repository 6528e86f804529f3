// SPDX-License-Identifier: MIT
// A template at work: its definition, posed control points, the nodes sampled from them.

#pragma once

#include "bight/template.h"

#include "core/vec3.h"

/// Cells of a piece in which the density of nodes is constant.
#define BI_PIECE_CELLS 24

/// A strand with the values of all parameters put in. The straight ends of an open strand are pieces of their
/// own, the first and the last, also when they have no length.
typedef struct bi_posed_strand {
    bight_vec3 *points; ///< (3 pieces + 1, or 3 pieces when closed)
    double *radii;      ///< (pieces + 1, or pieces)
    int32_t pieces;
    bool closed;
} bi_posed_strand;

/// All strands for one set of values. Start from {0} and bi_posed_make().
typedef struct bi_posed {
    bi_posed_strand strands[BIGHT_PIPE_MAX_STRANDS];
    int32_t strand_count;
    double orientation, tightness; ///< degrees; 0 to 1
    void *block;
    size_t block_size;
} bi_posed;

/// Nodes of all strands, one strand behind the other.
typedef struct bi_nodes {
    bight_vec3 *points; ///< (count)
    double *radii;      ///< (count) reduced where needed
    double *wanted;     ///< (count) as the values say
    double *arc;        ///< (count) along the strand
    double *place;      ///< (count) piece and parameter in it: 2.5 is in the middle of posed piece 2
    int32_t first[BIGHT_PIPE_MAX_STRANDS + 1]; ///< where each strand starts, and one past the end
    double length[BIGHT_PIPE_MAX_STRANDS];
    bool closed[BIGHT_PIPE_MAX_STRANDS];
    int32_t strand_count;
    int32_t capacity;
} bi_nodes;

/// What stops an edit, or a template from being made.
typedef struct bi_trouble {
    const char *reason; ///< a string constant, NULL when there is none
    int32_t strands[2]; ///< -1: none; strand_count + i: bar i
    double arcs[2];
    bight_vec3 place;
} bi_trouble;

struct bight_template {
    bight_allocator allocator;
    bight_template_def def; ///< its arrays are in block
    void *block;
    size_t block_size;
    bight_template_limits limits; ///< defaults filled in
    double *values;               ///< (parameter_count) that hold
    double *scratch;              ///< (4 x parameter_count)
    double orientation, tightness;
    bi_nodes nodes;                                 ///< that hold
    bight_axis_strand axis[BIGHT_PIPE_MAX_STRANDS]; ///< views of nodes
};

// ---- definition (copy.c, validate.c) --------------------------------------------------------------------

/// Check all that can be checked without building anything.
bight_status bi_template_validate(const bight_template_def *def, bight_error *error);

/// A copy of the definition and of all that it points to, in one block.
bight_status bi_template_copy(const bight_allocator *allocator, const bight_template_def *def,
                              bight_template_def *copy, void **block, size_t *block_size);

// ---- from values to curves (posed.c) --------------------------------------------------------------------

bight_status bi_posed_make(const bight_allocator *allocator, const bight_template_def *def, bi_posed *posed);
void bi_posed_free(const bight_allocator *allocator, bi_posed *posed);

/// Put values in. Takes no memory.
void bi_posed_set(const bight_template_def *def, const double *values, bi_posed *posed);

/// The point of a strand at `place`, see bi_nodes, and the radius there.
bight_vec3 bi_posed_point(const bi_posed_strand *strand, double place, double *radius);

// ---- from curves to nodes (sample.c) --------------------------------------------------------------------

/// How densely nodes must lie for each of some poses: nodes for each cell of each piece. Start from {0}.
typedef struct bi_density {
    double *cells;           ///< (cell_count) strand by strand, piece by piece
    double *lengths, *steps; ///< (cell_count) scratch
    int32_t cell_count;
} bi_density;

bight_status bi_density_make(const bight_allocator *allocator, const bi_posed *posed, bi_density *density);
void bi_density_free(const bight_allocator *allocator, bi_density *density);
void bi_density_clear(bi_density *density);

/// Make it at least as dense as this pose needs.
void bi_density_add(bi_density *density, const bi_posed *posed, double finer);

/// Choose places by the density, and put the nodes of a pose there.
/// @return BIGHT_ERROR_TOO_LARGE when a strand needs more than BIGHT_PIPE_MAX_NODES, BIGHT_ERROR_NO_MEMORY
bight_status bi_nodes_choose(const bight_allocator *allocator, const bi_density *density,
                             const bi_posed *posed, bi_nodes *nodes);

/// Put the nodes of a pose at the places that are chosen: points, wanted radii, arc.
void bi_nodes_set(bi_nodes *nodes, const bi_posed *posed);

/// Nodes dense enough for this pose: turns of at most 15 degrees and links no longer than the radius.
bight_status bi_nodes_sample(const bight_allocator *allocator, bi_density *density, const bi_posed *posed,
                             bi_nodes *nodes);

void bi_nodes_free(const bight_allocator *allocator, bi_nodes *nodes);

/// The next and the last node of a strand, -1 beyond the ends of an open one.
int32_t bi_nodes_next(const bi_nodes *nodes, int32_t strand, int32_t node);
int32_t bi_nodes_before(const bi_nodes *nodes, int32_t strand, int32_t node);

/// The strand that a node is of.
int32_t bi_nodes_strand(const bi_nodes *nodes, int32_t node);

/// Tangent of half the turn at a node, and the mean length of the links beside it: curvature is
/// 2 tangent / length. 0 at ends.
double bi_nodes_half_turn(const bi_nodes *nodes, int32_t strand, int32_t node, double *length);

// ---- pairs (near.c) -------------------------------------------------------------------------------------

/// Given links a < b by their first nodes, not neighbours on a strand.
typedef void bi_link_visitor(void *data, int32_t a, int32_t b);

/// Visit the pairs of links that come within the sum of their reaches, and some more.
/// @param moved Nullable: points at the end of a straight motion.
/// @param reach (count) of each node; a link reaches as far as the larger of its two. NULL: `all` each.
bight_status bi_links_near(const bight_allocator *allocator, const bi_nodes *nodes, const bight_vec3 *moved,
                           const double *reach, double all, bi_link_visitor *visit, void *data);

/// Length of strand between two links of one strand, the shorter way round; infinite for two strands.
double bi_links_between(const bi_nodes *nodes, int32_t a, int32_t b);

// ---- radii (radius.c) -----------------------------------------------------------------------------------

/// Reduce nodes->radii from nodes->wanted until the pipe is sound. With trouble: the pair that leaves a
/// radius below the least.
bight_status bi_fit_radii(const bight_allocator *allocator, const bight_template_def *def,
                          const bight_template_limits *limits, bi_nodes *nodes, bi_trouble *trouble);

/// The least radius that is allowed.
double bi_least_radius(const bight_template_def *def, const bight_template_limits *limits);

// ---- motion (guard.c) -----------------------------------------------------------------------------------

/// A way from one set of values to another.
typedef struct bi_way {
    const bight_template *made;
    const double *from, *to; ///< (parameter_count)
    double *at;              ///< (parameter_count) scratch
} bi_way;

/// Values part of the way along: factors in proportion, all others straight. @param t k / 1024
void bi_way_values(const bi_way *way, int32_t t, double *values);

#define BI_WAY_STEPS 1024

/// Prove that nothing crosses on the way. *reached: of BI_WAY_STEPS, how far it is proved. *steps counts.
bight_status bi_guard(const bi_way *way, int32_t *reached, int32_t *steps, bi_trouble *trouble);
