// SPDX-License-Identifier: MIT
// Each world gets what the other contains: ropes as cords, cloth as sheets.

#include "core/error.h"
#include "core/vec3.h"
#include "couple/couple.h"

#include <string.h>

// A link of a rope under Follow The Leader that touches a sheet is put twice the slip, in radii, beyond
// touching: by no more than this part of the thickness, or the cloth would not feel it press.
#define SLIP_IN_GAP 0.1

// ---- ropes in the world of cloth ------------------------------------------------------------------------

static bight_status show_rope(bight_couple *couple, bi_rope_tie *tie, const bi_rope_view *view,
                              bight_error *error)
{
    const bight_curve *curve = &view->curve;
    int32_t known;
    const bight_vec3 *points = bi_couple_cord(couple->cloth, tie->cord, &known);
    if (points != NULL && known == curve->count &&
        memcmp(points, curve->points, (size_t)known * sizeof *points) == 0) {
        return BIGHT_OK;
    }
    if (tie->cord.index1 != 0) {
        return bight_cloth_cord_move(couple->cloth, tie->cord, curve->points, curve->count, error);
    }
    bight_cloth_cord_def def = bight_cloth_cord_def_default();
    def.points = curve->points;
    def.count = curve->count;
    def.closed = curve->closed;
    def.radius = view->radius;
    def.friction = couple->def.friction;
    tie->rope = view->id;
    return bight_cloth_cord_create(couple->cloth, &def, &tie->cord, error);
}

bight_status bi_couple_show_ropes(bight_couple *couple, bight_error *error)
{
    int32_t slots = bi_couple_rope_slots(couple->ropes);
    bight_status status =
        bi_reserve(&couple->allocator, &couple->ties, &couple->tie_capacity, slots, sizeof *couple->ties);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for %d ropes", slots);
    }
    while (couple->tie_count < slots) {
        couple->ties[couple->tie_count++] = (bi_rope_tie){0};
    }
    for (int32_t i = 0; i < slots && status == BIGHT_OK; i++) {
        bi_rope_tie *tie = &couple->ties[i];
        bi_rope_view view = {0};
        bool alive = bi_couple_rope(couple->ropes, i, &view);
        if (tie->cord.index1 != 0 && !(alive && bi_same_rope(tie->rope, view.id))) {
            bight_cloth_cord_destroy(couple->cloth, tie->cord);
            *tie = (bi_rope_tie){0};
        }
        if (alive) {
            status = show_rope(couple, tie, &view, error);
        }
    }
    return status;
}

// ---- cloth in the world of ropes ------------------------------------------------------------------------

static double thickest_rope(const bight_couple *couple)
{
    double radius = 0.0;
    for (int32_t i = 0; i < bi_couple_rope_slots(couple->ropes); i++) {
        bi_rope_view view = {0};
        if (bi_couple_rope(couple->ropes, i, &view)) {
            radius = bi_max(radius, view.radius);
        }
    }
    return radius;
}

static bight_status add_sheet(bight_couple *couple, bight_sheet_id *id, const bi_panel_view *view,
                              bight_error *error)
{
    bight_sheet_def def = bight_sheet_def_default();
    def.points = view->positions;
    def.triangles = view->triangles;
    def.point_count = view->vertex_count;
    def.triangle_count = view->triangle_count;

    def.friction = view->friction;

    // slip: no more than a part of the thickness, or the cloth would not feel the rope press
    double radius = thickest_rope(couple), slip = bight_world_get_def(couple->ropes).slip;
    double gap = SLIP_IN_GAP * bi_couple_thickness(couple->cloth);
    def.slip = radius > 0.0 ? bi_min(slip, 0.5 * gap / radius) : slip;
    return bight_sheet_create(couple->ropes, &def, id, error);
}

// A rope presses cloth as hard as it may come near: its surface stops at this distance from the sheet, and
// the cloth pushes back from the thickness inwards.
#define LEAST_MARGIN 0.05

static void set_margins(bight_couple *couple)
{
    double thickness = bi_couple_thickness(couple->cloth), limit = couple->def.stretch;
    for (int32_t i = 0; i < couple->sheet_count; i++) {
        bi_panel_view view = bi_couple_panel(couple->cloth, i);
        double over = 2.0 * (view.stretch - 1.0) / (limit - 1.0) - 1.0;
        bi_couple_set_margin(couple->ropes, couple->sheets[i],
                             bi_min(bi_max(over, LEAST_MARGIN), 1.0) * thickness);
    }
}

bight_status bi_couple_show_cloth(bight_couple *couple, bight_error *error)
{
    int32_t panels = bi_couple_panel_count(couple->cloth);
    bight_status status = bi_reserve(&couple->allocator, &couple->sheets, &couple->sheet_capacity, panels,
                                     sizeof *couple->sheets);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for %d sheets", panels);
    }
    while (couple->sheet_count < panels) {
        couple->sheets[couple->sheet_count++] = (bight_sheet_id){0};
    }

    // sheets whose points changed; one that cannot move there is made again
    for (int32_t i = 0; i < panels && status == BIGHT_OK; i++) {
        bi_panel_view view = bi_couple_panel(couple->cloth, i);
        int32_t count;
        const bight_vec3 *known = bight_sheet_points(couple->ropes, couple->sheets[i], &count);
        if (known != NULL && memcmp(known, view.positions, (size_t)count * sizeof *known) == 0) {
            continue;
        }
        // what was put elsewhere need not have come there on a way
        bool moved = known != NULL &&
                     bight_sheet_move(couple->ropes, couple->sheets[i], view.positions, NULL) == BIGHT_OK;
        if (!moved) {
            bight_sheet_destroy(couple->ropes, couple->sheets[i]);
            status = add_sheet(couple, &couple->sheets[i], &view, error);
        }
    }
    set_margins(couple);
    return status;
}

bight_status bi_couple_follow_cloth(bight_couple *couple, bool *proved, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < couple->sheet_count && status == BIGHT_OK; i++) {
        bi_panel_view view = bi_couple_panel(couple->cloth, i);
        status = bight_sheet_move(couple->ropes, couple->sheets[i], view.positions, error);
    }
    *proved = status == BIGHT_OK;
    return status == BIGHT_ERROR_INVALID ? BIGHT_OK : status;
}

void bi_couple_untie(bight_couple *couple)
{
    for (int32_t i = 0; i < couple->tie_count; i++) {
        bight_rope_set_load(couple->ropes, couple->ties[i].rope, NULL, 0, NULL);
        bight_cloth_cord_destroy(couple->cloth, couple->ties[i].cord);
    }
    for (int32_t i = 0; i < couple->sheet_count; i++) {
        bight_sheet_destroy(couple->ropes, couple->sheets[i]);
    }
    bight_allocator allocator = couple->allocator;
    bi_free_array(&allocator, couple->ties, (size_t)couple->tie_capacity, sizeof *couple->ties);
    bi_free_array(&allocator, couple->sheets, (size_t)couple->sheet_capacity, sizeof *couple->sheets);
    bi_free_array(&allocator, couple->loads, (size_t)couple->load_capacity, sizeof *couple->loads);
    couple->ties = NULL;
    couple->sheets = NULL;
    couple->loads = NULL;
    couple->tie_count = couple->sheet_count = couple->tie_capacity = couple->sheet_capacity = 0;
    couple->load_capacity = 0;
}
