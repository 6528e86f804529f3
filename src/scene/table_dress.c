// SPDX-License-Identifier: MIT
// Keys of knots in cloth: templates, regions, what is done with them.

#include "scene/parsed.h"
#include "scene/pleat_fields.h"
#include "scene/table.h"

#include <math.h>

#define AT(type, member) .name = #member, .offset = offsetof(type, member)
#define TABLE(text, type, list)                                                                              \
    .name = text, .size = sizeof(type), .fields = list, .field_count = BI_COUNT(list)
#define PLAIN .choice_offset = BI_NOWHERE, .line_offset = BI_NOWHERE
#define NONE .fallback = (double)NAN
#define NAME .low = 1, .high = 60
#define METRES .unit = "metres"

static const char *const end_words[] = {"first", "last", NULL};

static const bi_field setting_fields[] = {
    {AT(bight_scene_setting, parameter), BI_STRING, BI_REQUIRED, NAME,
     .doc = "Its name, as `bight template list` has it."},
    {AT(bight_scene_setting, value), BI_NUMBER, BI_REQUIRED, .low = -1e6, .high = 1e6, NONE,
     .doc = "In the parameter's range and unit."},
};
const bi_table bi_setting_table = {TABLE("setting", bight_scene_setting, setting_fields),
                                   .doc = "A value of a template's parameter.", PLAIN};

static const bi_field rectangle_fields[] = {
    {AT(bight_scene_rectangle, u), BI_NUMBER, BI_REQUIRED, .low = -1e4, .high = 1e4, NONE, METRES,
     .doc = "Its middle on the pattern."},
    {AT(bight_scene_rectangle, v), BI_NUMBER, BI_REQUIRED, .low = -1e4, .high = 1e4, NONE, METRES,
     .doc = "Its middle on the pattern."},
    {AT(bight_scene_rectangle, angle), BI_NUMBER, .low = -3600, .high = 3600, .fallback = 0,
     .unit = "degrees", .doc = "The way along the strand, from u towards v."},
    {AT(bight_scene_rectangle, length), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e4, NONE, METRES,
     .doc = "Along the strand."},
    {AT(bight_scene_rectangle, width), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e4, NONE, METRES,
     .doc = "Round the strand."},
    {AT(bight_scene_rectangle, padding), BI_NUMBER, .low = 0, .high = 1e4, .fallback = 0, METRES,
     .doc = "On either side of the width: with it cloth goes less far round, and lies flatter."},
};
static const bi_table rectangle_table = {TABLE("rectangle", bight_scene_rectangle, rectangle_fields),
                                         .doc = "A rectangle of the pattern.", PLAIN};

static const bi_field circle_fields[] = {
    {AT(bight_scene_circle, u), BI_NUMBER, BI_REQUIRED, .low = -1e4, .high = 1e4, NONE, METRES,
     .doc = "Its middle on the pattern, which becomes a tip."},
    {AT(bight_scene_circle, v), BI_NUMBER, BI_REQUIRED, .low = -1e4, .high = 1e4, NONE, METRES,
     .doc = "Likewise."},
    {AT(bight_scene_circle, radius), BI_NUMBER, BI_REQUIRED | BI_ABOVE, .high = 1e4, NONE, METRES,
     .doc = "From the tip to where the strand begins."},
    {AT(bight_scene_circle, angle), BI_NUMBER, .low = -3600, .high = 3600, .fallback = 0, .unit = "degrees",
     .doc = "What lies at angle 0 of the pipe."},
    {AT(bight_scene_circle, end), BI_CHOICE, .words = end_words, .fallback = 0,
     .doc = "The strand's end that is the tip. Two circles share a strand, half each."},
};
static const bi_table circle_table = {TABLE("circle", bight_scene_circle, circle_fields),
                                      .doc = "A circle of the pattern: a tip that is pulled out of it.",
                                      PLAIN};

static const bi_field region_fields[] = {
    {AT(bight_scene_region, strand), BI_STRING, NAME, .doc = "Of the template. Default: its only one."},
    {AT(bight_scene_region, rectangle), BI_OBJECT, BI_ONE_OF, .table = &rectangle_table,
     .doc = "Cloth along a strand."},
    {AT(bight_scene_region, circle), BI_OBJECT, BI_ONE_OF, .table = &circle_table,
     .doc = "A tip that is pulled out of cloth."},
    {AT(bight_scene_region, from), BI_NUMBER, .low = 0, .high = 1, .fallback = 0,
     .doc = "Part of the strand's length where the cloth begins."},
    {AT(bight_scene_region, to), BI_NUMBER, .low = 0, .high = 1, .fallback = 0,
     .doc = "Where it ends. Both 0: all of the strand, or half for each of two circles."},
};
static const bi_table region_table = {TABLE("region", bight_scene_region, region_fields),
                                      .doc = "Which part of the pattern lies on which strand.",
                                      .choice_offset = offsetof(bight_scene_region, kind),
                                      .line_offset = BI_NOWHERE};

#define TEMPLATE_DOC                                                                                         \
    "A template that comes along, by its name (\"bow\"), or a file, found from the scene's own folder."

static const bi_field dress_fields[] = {
    {AT(bight_scene_dress, name), BI_STRING, NAME,
     .doc = "What the script calls it. Default \"dress1\", \"dress2\" and so on, in order."},
    {AT(bight_scene_dress, note), BI_STRING, .high = 2000, .doc = "For the reader; does nothing."},
    {AT(bight_scene_dress, cloth), BI_STRING, NAME,
     .doc = "That is dressed. Default: the first cloth. It needs a pattern, and may be refined."},
    {.name = "template",
     .offset = offsetof(bight_scene_dress, file),
     BI_STRING,
     BI_REQUIRED,
     .low = 1,
     .high = 1000,
     .doc = TEMPLATE_DOC},
    {AT(bight_scene_dress, set), BI_LIST, .count_offset = offsetof(bight_scene_dress, set_count),
     .high = BIGHT_TEMPLATE_MAX_PARAMETERS, .table = &bi_setting_table,
     .doc = "Values of its parameters. Default: its own."},
    {AT(bight_scene_dress, regions), BI_LIST, BI_REQUIRED,
     .count_offset = offsetof(bight_scene_dress, region_count), .low = 1, .high = BIGHT_DRESS_MAX_REGIONS,
     .table = &region_table, .doc = "At least one for each strand."},
    {AT(bight_scene_dress, position), BI_POINT, .high = BI_FAR, METRES,
     .doc = "Where the template stands. Cloth that goes on beyond its regions decides that itself."},
    {AT(bight_scene_dress, along), BI_ONE_POINT, BI_AT_MOST | BI_DIRECTION, .high = BI_FAR,
     .doc = "Direction that its local y takes, by the shortest turn."},
    {AT(bight_scene_dress, rotation), BI_OBJECT, BI_AT_MOST, .table = &bi_rotation_table,
     .doc = "Any other turn."},
    {AT(bight_scene_dress, scale), BI_NUMBER, .low = 0, .high = 1e4, .fallback = 0,
     .doc = "Size of the template. 0: so that its strands are as long as the cloth on them."},
    {AT(bight_scene_dress, sides), BI_INTEGER, .low = 3, .high = BIGHT_PIPE_MAX_SIDES, .fallback = 48,
     .doc = "Vertices of a ring of the pipe."},
    {AT(bight_scene_dress, keep_mesh), BI_BOOLEAN, .fallback = 0,
     .doc = "True: cloth that is too coarse for the pipe is refused, not refined."},
    {AT(bight_scene_dress, graded), BI_BOOLEAN, .fallback = 0,
     .doc = "True: cloth is refined only where and as much as the pipe bends. Then a redress may find it too "
            "coarse."},
    {AT(bight_scene_dress, uniform), BI_BOOLEAN, .fallback = 0,
     .doc = "True: where the pipe has no room all its radii are reduced alike, not only those there."},
};
const bi_table bi_dress_table = {TABLE("dress", bight_scene_dress, dress_fields),
                                 .doc = "A knot in a cloth: regions of its pattern are laid on the pipe of a "
                                        "template, where the scene begins.",
                                 .choice_offset = BI_NOWHERE,
                                 .line_offset = offsetof(bight_scene_dress, text_line)};

const char *const bi_pleat_corners[] = {"u0v0 u1v1", "u1v0 u0v1", NULL};

static const bi_field hold_fields[] = {BI_HOLD_FIELDS(
    METRES, METRES,
    "From strand to strand; with `above` the width of a square box. In a wrap: 0, the object says it.",
    "Its diameter, or the box's height. Likewise.")};
static const bi_table hold_table = {
    TABLE("hold", bight_scene_hold, hold_fields), PLAIN,
    .doc = "A lying cylinder that a bag is kept free of, and turns about; with `above` a box."};

static const bi_field pleat_fields[] = {BI_PLEAT_FIELDS(
    METRES, hold_table,
    TEMPLATE_DOC " Of two open strands that are joined at their first ends, as half_knot, reef.",
    "Which two are gathered.", "What a bag is to hold. Default: nothing, and the knot hangs into it.")};
const bi_table bi_pleat_table = {
    TABLE("pleats", bight_scene_pleat, pleat_fields),
    .doc = "Two corners of a square grid, or with `above` all four, are folded in pleats and tied by "
           "templates where the scene begins; `docs/cloth.md`, \"Gathered corners\".",
    PLAIN};

static const bi_field lead_fields[] = {
    {AT(bight_scene_lead, dress), BI_STRING, NAME, .doc = "Default: the first one."},
    {AT(bight_scene_lead, cycles), BI_INTEGER, .low = 1, .high = 1e6, .fallback = 600, .unit = "cycles",
     .doc = "At most: a knot that is tight stops the hands before."},
};
const bi_table bi_lead_table = {
    TABLE("lead", bight_scene_lead, lead_fields),
    .doc = "Hands take the ends of a knot's strands, or of the part that its template names, as the loops of "
           "a bow, "
           "lead them away from its middle by tightness times 16 mean radii of its pipe, and let go.",
    PLAIN};

static const bi_field redress_fields[] = {
    {AT(bight_scene_redress, dress), BI_STRING, NAME, .doc = "Default: the first one."},
    {.name = "template",
     .offset = offsetof(bight_scene_redress, file),
     BI_STRING,
     .low = 1,
     .high = 1000,
     .doc = TEMPLATE_DOC " Default: the same one, with the values that it has."},
    {AT(bight_scene_redress, set), BI_LIST, .count_offset = offsetof(bight_scene_redress, set_count),
     .high = BIGHT_TEMPLATE_MAX_PARAMETERS, .table = &bi_setting_table,
     .doc = "New values of its parameters."},
    {AT(bight_scene_redress, padding), BI_NUMBER, .low = 0, .high = 1e4, NONE, METRES,
     .doc = "New padding of all rectangles."},
    {AT(bight_scene_redress, regions), BI_LIST, .count_offset = offsetof(bight_scene_redress, region_count),
     .high = BIGHT_DRESS_MAX_REGIONS, .table = &region_table,
     .doc = "Other regions of the pattern, as many. Default: where it was."},
};
const bi_table bi_redress_table = {TABLE("redress", bight_scene_redress, redress_fields),
                                   .doc = "The cloth of all regions is laid on the new pipe, the rest stays "
                                          "where it is; all cloth is then at rest, "
                                          "pinned as the scene says, and no hand may hold it.",
                                   PLAIN};
