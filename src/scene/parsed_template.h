// SPDX-License-Identifier: MIT
// What the text of a template says, before its names mean anything.

#pragma once

#include "bight/scene_value.h"
#include "bight/template_file.h"
#include "scene/table.h"

typedef struct bi_parsed_radius {
    int32_t joint;
    double radius;
} bi_parsed_radius;

typedef struct bi_parsed_strand {
    const char *name;
    bight_scene_points points;
    bool closed;
    double radius;
    const bi_parsed_radius *radii; // (radius_count)
    int32_t radius_count;
    double first_end, last_end;
} bi_parsed_strand;

typedef struct bi_parsed_bar {
    const char *name;
    bight_vec3 from, to;
    double radius;
} bi_parsed_bar;

typedef struct bi_parsed_joints {
    const char *strand;
    int32_t first, last;
} bi_parsed_joints;

typedef struct bi_parsed_component {
    const char *name, *label;
    bight_vec3 pivot;
    const bi_parsed_joints *joints; // (joints_count)
    int32_t joints_count;
} bi_parsed_component;

typedef struct bi_parsed_does {
    int32_t effect; // bight_template_effect
    const char *of;
    int32_t end;
    bight_vec3 along;
    double by;
} bi_parsed_does;

typedef struct bi_parsed_parameter {
    const char *name, *label;
    int32_t unit;
    double low, high, value;
    const bi_parsed_does *does; // (does_count)
    int32_t does_count;
} bi_parsed_parameter;

typedef struct bi_parsed_link {
    bight_scene_names strands;
    int32_t number;
} bi_parsed_link;

typedef struct bi_parsed_joined {
    const char *knot;
    int32_t first, other; // ends: 0 first, 1 last
} bi_parsed_joined;

typedef struct bi_parsed_part {
    const char *strand, *type, *why;
    double from, to;
} bi_parsed_part;

typedef struct bi_parsed_turns {
    const char *strand, *bar;
    double turns;
} bi_parsed_turns;

typedef struct bi_parsed_topology {
    const char *name;
    const struct bi_parsed_type *types; // (type_count)
    const bi_parsed_link *linking;
    const bi_parsed_joined *joined;
    const bi_parsed_part *parts;
    const bi_parsed_turns *turns;
    int32_t type_count, linking_count, part_count, turns_count;
} bi_parsed_topology;

typedef struct bi_parsed_type {
    const char *strand, *type;
} bi_parsed_type;

typedef struct bi_parsed_template {
    int32_t version;
    const char *schema, *name, *title, *source, *note;
    bool paper;
    double orientation, tightness, gap, least_radius;
    const bi_parsed_strand *strands;
    const bi_parsed_bar *bars;
    const bi_parsed_component *components;
    const bi_parsed_parameter *parameters;
    int32_t strand_count, bar_count, component_count, parameter_count;
    const bi_parsed_topology *topology;
} bi_parsed_template;

extern const bi_table bi_template_table;      ///< bi_parsed_template
extern const char *const bi_template_units[]; ///< ends in NULL
