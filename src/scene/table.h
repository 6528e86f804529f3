// SPDX-License-Identifier: MIT
// The one list of what a scene may say. Reader, JSON Schema and manual are all made from these tables.

#pragma once

#include "bight/scene.h"

/// What a value is, and the C type of the field that receives it.
typedef enum bi_kind {
    BI_NUMBER,    ///< double, low to high
    BI_INTEGER,   ///< int32_t, low to high
    BI_BOOLEAN,   ///< bool
    BI_STRING,    ///< const char *, low to high bytes
    BI_CHOICE,    ///< an enum, index into words
    BI_COLOR,     ///< int32_t, "#rrggbb"
    BI_NODE,      ///< bight_scene_node_ref
    BI_POINT,     ///< bight_vec3, coordinates from -high to high
    BI_ONE_POINT, ///< bight_scene_points with one point, or none when not given
    BI_POINTS,    ///< bight_scene_points, low to BIGHT_MAX_NODES of them
    BI_PLAN,      ///< bight_scene_points in the plane z = 0, low to BI_MOST_PLAN of them, written [x, y]
    BI_PATH,      ///< bight_scene_points: one point or a list of them
    BI_NAMES,     ///< bight_scene_names: one string or a list of low to high
    BI_SPOT,      ///< bight_scene_spot: one vertex of a cloth, its number or a word
    BI_SPOTS,     ///< bight_scene_spots: one of them or a list of low to high, words for edges too
    BI_PAIRS,     ///< bight_scene_pairs: low to high of them, written [i, j]
    BI_OBJECT,    ///< const struct *, see table
    BI_LIST       ///< const struct * and int32_t count, see table
} bi_kind;

_Static_assert(sizeof(bight_scene_verb) == sizeof(int32_t) && sizeof(bight_play_chirality) == sizeof(int32_t),
               "words and ranks are stored as int32_t into enums");

enum {
    BI_REQUIRED = 1,  ///< Must be given.
    BI_ABOVE = 2,     ///< The lower limit itself is not allowed.
    BI_ONE_OF = 4,    ///< Exactly one of the fields with this flag; its rank among them is stored.
    BI_AT_MOST = 8,   ///< At most one of the fields with this flag.
    BI_ANY_OF = 16,   ///< At least one of the fields with this flag.
    BI_ALWAYS = 32,   ///< An object that is read from its defaults when not given.
    BI_DIRECTION = 64 ///< A point that is not the origin.
};

typedef struct bi_field {
    const char *name;
    size_t offset;
    bi_kind kind;
    int32_t flags;
    size_t count_offset; ///< BI_LIST: offset of the count.
    double low, high;    ///< Of a number, or of the length of a string or list.
    double fallback;     ///< Number, integer, boolean or choice when not given. NaN: none.
    bight_vec3 fallback_point;
    const char *unit; ///< Nullable.
    const char *doc;
    const struct bi_table *table; ///< BI_OBJECT, BI_LIST
    const char *const *words;     ///< BI_CHOICE, ends in NULL
} bi_field;

typedef struct bi_table {
    const char *name; ///< Of the schema's definition.
    const char *doc;
    size_t size; ///< Of the C struct.
    const bi_field *fields;
    int32_t field_count;
    size_t choice_offset; ///< Offset of the rank of the BI_ONE_OF field (int32_t), or BI_NOWHERE.
    size_t line_offset;   ///< Offset of the line of the text (int32_t), or BI_NOWHERE.
    bool passing;         ///< A struct of scene/parsed.h: given back when the scene is linked.
} bi_table;

#define BI_NOWHERE SIZE_MAX
#define BI_FAR 1e9       ///< Greatest coordinate.
#define BI_MOST_PLAN 512 ///< Points of a drawing.
#define BI_COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

extern const bi_table bi_scene_table;        ///< bi_parsed_scene
extern const bi_table bi_rope_table;         ///< bight_scene_rope
extern const bi_table bi_obstacle_table;     ///< bight_scene_obstacle
extern const bi_table bi_step_table;         ///< bi_parsed_step
extern const bi_table bi_move_table;         ///< bight_scene_move
extern const bi_table bi_strand_table;       ///< bight_scene_strand
extern const bi_table bi_program_table;      ///< bight_scene_manoeuvre
extern const bi_table bi_library_table;      ///< bight_scene, its manoeuvres alone
extern const bi_table bi_cross_table;        ///< bight_scene_cross
extern const bi_table bi_wind_table;         ///< bight_scene_wind
extern const bi_table bi_tighten_table;      ///< bight_scene_tighten
extern const bi_table bi_call_table;         ///< bight_scene_call, with a name
extern const bi_table bi_knot_table;         ///< bight_scene_call, without
extern const bi_table bi_card_table;         ///< bight_scene_card
extern const bi_table bi_setting_table;      ///< bight_scene_setting
extern const bi_table bi_pleat_table;        ///< bight_scene_pleat
extern const bi_table bi_rotation_table;     ///< bight_scene_rotation
extern const bi_table bi_garment_table;      ///< bight_scene_garment
extern const bi_table bi_cloth_world_table;  ///< bight_scene_cloth_world
extern const bi_table bi_set_cloth_table;    ///< bight_scene_set_cloth
extern const bi_table bi_cloth_table;        ///< bight_scene_cloth
extern const bi_table bi_seam_table;         ///< bight_scene_seam
extern const bi_table bi_pin_table;          ///< bight_scene_pin
extern const bi_table bi_settle_table;       ///< bight_scene_settle
extern const bi_table bi_dress_table;        ///< bight_scene_dress
extern const bi_table bi_lead_table;         ///< bight_scene_lead
extern const bi_table bi_redress_table;      ///< bight_scene_redress
extern const bi_table bi_model_table;        ///< bight_scene_model
extern const bi_table bi_cloth_expect_table; ///< bi_parsed_cloth_expect

/// The JSON Schema of a file whose root is such an object, piece by piece.
void bi_table_schema(const bi_table *root, void (*write)(void *user, const char *text, size_t length),
                     void *user);
