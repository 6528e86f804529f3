// SPDX-License-Identifier: MIT
// What the header of a PLY file says, for the reader of its body.

#pragma once

#include "io/mesh_builder.h"
#include "io/text.h"

typedef enum bi_ply_type {
    BI_PLY_INT8,
    BI_PLY_UINT8,
    BI_PLY_INT16,
    BI_PLY_UINT16,
    BI_PLY_INT32,
    BI_PLY_UINT32,
    BI_PLY_FLOAT32,
    BI_PLY_FLOAT64,
    BI_PLY_NO_TYPE
} bi_ply_type;

// What a property is to us.
typedef enum bi_ply_role {
    BI_PLY_SKIPPED,
    BI_PLY_X,
    BI_PLY_Y,
    BI_PLY_Z,
    BI_PLY_U,
    BI_PLY_V,
    BI_PLY_CORNERS,
    BI_PLY_CORNER_UVS,
    BI_PLY_FIRST_END,
    BI_PLY_SECOND_END,
    BI_PLY_ROLES
} bi_ply_role;

typedef struct bi_ply_property {
    bi_ply_type type, count_type; // count_type is BI_PLY_NO_TYPE unless it is a list
    bi_ply_role role;
} bi_ply_property;

typedef enum bi_ply_element { BI_PLY_OTHER, BI_PLY_VERTEX, BI_PLY_FACE, BI_PLY_EDGE } bi_ply_element;

// More than this in one element is no mesh.
#define BI_PLY_MOST_PROPERTIES 256
#define BI_PLY_MOST_ELEMENTS 64

typedef struct bi_ply_layout {
    bi_ply_element element;
    int64_t count;
    int32_t first, end; // of its properties
} bi_ply_layout;

/// What one file says, and where in it the reader is.
typedef struct bi_ply_reader {
    bi_mesh_builder *builder;
    bi_text text; // in a binary body only `at` and `end` mean something
    bi_word line; // the rest of the line, in text
    bool binary, big;
    bi_ply_property properties[BI_PLY_MOST_PROPERTIES];
    bi_ply_layout elements[BI_PLY_MOST_ELEMENTS];
    int32_t property_count, element_count;
    int32_t *vertex, *uv; // (BI_MOST_CORNERS) corners of one face
    double *places;       // (BI_MOST_CORNERS x 2)
} bi_ply_reader;

/// Read up to end_header.
bight_status bi_ply_header(bi_ply_reader *reader);

/// Does any such element have a property of that role?
bool bi_ply_has(const bi_ply_reader *reader, bi_ply_element element, bi_ply_role role);

size_t bi_ply_size(bi_ply_type type);

/// BIGHT_ERROR_PARSE with the line, where there are lines.
bight_status bi_ply_fail(const bi_ply_reader *reader, const char *words);

/// Likewise; the word takes the place of the @.
bight_status bi_ply_fail_word(const bi_ply_reader *reader, const char *words, bi_word word);
