// SPDX-License-Identifier: MIT
// What ropes are made of: data/materials, with the source of every value in docs/materials.md.

#pragma once

#include "bight/world.h"

/// A material of the table. All of it is constant.
typedef struct bight_material {
    const char *name;  ///< "paracord"
    const char *title; ///< "Paracord, type III"
    const char *note;
    double radius;     ///< Metres.
    double density;    ///< Kilograms per metre.
    double stretch;    ///< E A, newtons.
    double bend;       ///< Newton square metres.
    double twist;      ///< Newton square metres; 0: not known.
    double rest_curvature; ///< 1 / m; 0: straight at rest.
    double friction;       ///< Coulomb's coefficient.
    double hand_force; ///< Newtons; 0: as bight_rod_def has it.
} bight_material;

/// All materials, in the order of their names.
/// @param count Receives how many.
BIGHT_API const bight_material *bight_materials(int32_t *count);

/// The material of that name, NULL when there is none. Nullable: name.
BIGHT_API const bight_material *bight_material_find(const char *name);

/// Give a rod what a material has; its other fields stay. The caller takes the radius. Only a material with a curvature at
/// rest gives its twist: it cannot be without.
/// @param material Not NULL.
BIGHT_API void bight_material_apply(const bight_material *material, bight_rod_def *rod);
