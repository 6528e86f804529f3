// SPDX-License-Identifier: MIT
// Keys of gathered corners, which scenes and programs of wrapping have in common: lengths are metres in a scene, and sides of the
// cloth in a program, where what is held is as large as the object.

#pragma once

#include "scene/table.h"

/// Fields of bight_scene_hold.
/// @param metres, lengths Units, as `.unit = "metres"`: of what only a scene gives, and of what both give.
/// @param of_length, of_height Where these come from, in words.
#define BI_HOLD_FIELDS(metres, lengths, of_length, of_height)                                                \
    {.name = "length",                                                                                       \
     .offset = offsetof(bight_scene_hold, length),                                                           \
     BI_NUMBER,                                                                                              \
     .high = 100,                                                                                            \
     .fallback = 0,                                                                                          \
     metres,                                                                                                 \
     .doc = of_length},                                                                                      \
        {.name = "height",                                                                                   \
         .offset = offsetof(bight_scene_hold, height),                                                       \
         BI_NUMBER,                                                                                          \
         .high = 100,                                                                                        \
         .fallback = 0,                                                                                      \
         metres,                                                                                             \
         .doc = of_height},                                                                                  \
    {                                                                                                        \
        .name = "below", .offset = offsetof(bight_scene_hold, below), BI_NUMBER, .high = 100, .fallback = 0, \
        lengths, .doc = "Not with `above`: from the knot's middle down to it."                               \
    }

/// Fields of bight_scene_pleat.
/// @param lengths As above. @param hold_of (bi_table) Of bight_scene_hold. @param of_template, of_corners, of_hold Docs.
#define BI_PLEAT_FIELDS(lengths, hold_of, of_template, of_corners, of_hold)                                  \
    {.name = "template",                                                                                     \
     .offset = offsetof(bight_scene_pleat, file),                                                            \
     BI_STRING,                                                                                              \
     BI_REQUIRED,                                                                                            \
     .low = 1,                                                                                               \
     .high = 1000,                                                                                           \
     .doc = of_template},                                                                                    \
        {.name = "set",                                                                                      \
         .offset = offsetof(bight_scene_pleat, set),                                                         \
         BI_LIST,                                                                                            \
         .count_offset = offsetof(bight_scene_pleat, set_count),                                             \
         .high = BIGHT_TEMPLATE_MAX_PARAMETERS,                                                              \
         .table = &bi_setting_table,                                                                         \
         .doc = "Values of its parameters. Default: its own."},                                              \
        {.name = "above",                                                                                    \
         .offset = offsetof(bight_scene_pleat, above),                                                       \
         BI_STRING,                                                                                          \
         .low = 1,                                                                                           \
         .high = 1000,                                                                                       \
         .doc = "Likewise a template, which ties the two other corners over the first knot. All four then "  \
                "rise out of a bag round the box that `hold` tells; tail, open and bag have no place."},     \
        {.name = "corners",                                                                                  \
         .offset = offsetof(bight_scene_pleat, corners),                                                     \
         BI_CHOICE,                                                                                          \
         .words = bi_pleat_corners,                                                                          \
         .fallback = 0,                                                                                      \
         .doc = of_corners},                                                                                 \
        {.name = "squares",                                                                                  \
         .offset = offsetof(bight_scene_pleat, squares),                                                     \
         BI_INTEGER,                                                                                         \
         .low = 0,                                                                                           \
         .high = 1000,                                                                                       \
         .fallback = 0,                                                                                      \
         .doc = "Width of a pleat, in diagonals of the grid's squares. 0: so that the strand is as wide as " \
                "thick."},                                                                                   \
        {.name = "tail",                                                                                     \
         .offset = offsetof(bight_scene_pleat, tail),                                                        \
         BI_NUMBER,                                                                                          \
         .low = 0,                                                                                           \
         .high = 1e4,                                                                                        \
         .fallback = 0,                                                                                      \
         lengths,                                                                                            \
         .doc = "Cloth beyond the knot. 0: 0.22 of the way from the middle to a tip."},                      \
        {.name = "open",                                                                                     \
         .offset = offsetof(bight_scene_pleat, open),                                                        \
         BI_NUMBER,                                                                                          \
         .low = 0,                                                                                           \
         .high = 0.9,                                                                                        \
         .fallback = 0,                                                                                      \
         .doc = "Part of its width that the middle keeps at most; less where folds would be stretched. 0: "  \
                "half."},                                                                                    \
        {.name = "bag",                                                                                      \
         .offset = offsetof(bight_scene_pleat, bag),                                                         \
         BI_NUMBER,                                                                                          \
         .low = 0,                                                                                           \
         .high = 150,                                                                                        \
         .fallback = 0,                                                                                      \
         .unit = "degrees",                                                                                  \
         .doc = "How far the middle goes round, as a bag below the knot, on the way to each corner that is " \
                "left. 0: not at all, it opens side by side."},                                              \
    {                                                                                                        \
        .name = "hold", .offset = offsetof(bight_scene_pleat, hold), BI_OBJECT, .table = &(hold_of),         \
        .doc = of_hold                                                                                       \
    }

/// Which two corners: places of the pattern, in pairs. Ends in NULL.
extern const char *const bi_pleat_corners[];
