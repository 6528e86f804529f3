// SPDX-License-Identifier: MIT

#include "cloth/kinematic.h"
#include "cloth/cord.h"
#include "couple/sides.h"

#include <string.h>

int32_t bi_couple_panel_count(const bight_cloth_world *cloth)
{
    return cloth->sheets.count;
}

bi_panel_view bi_couple_panel(const bight_cloth_world *cloth, int32_t index)
{
    const bi_cloth_sheet *panel = &cloth->sheets.items[index];
    return (bi_panel_view){cloth->at + panel->first_vertex,
                           cloth->sheets.triangles + 3 * (size_t)panel->first_triangle,
                           panel->vertex_count,
                           panel->triangle_count,
                           panel->near_cords,
                           panel->rope_friction};
}

double bi_couple_stretch(const bight_cloth_world *cloth)
{
    double most = 0.0;
    for (int32_t i = 0; i < cloth->sheets.count; i++) {
        const bight_cloth_material *material = &cloth->sheets.items[i].material;
        most = bi_max(most, 0.5 * (material->stretch_u + material->stretch_v));
    }
    return most;
}

double bi_couple_thickness(const bight_cloth_world *cloth)
{
    return cloth->topology.built ? cloth->thickness : cloth->def.thickness;
}

double bi_couple_nearest(const bight_cloth_world *cloth)
{
    return cloth->cords.node_count > 0 ? cloth->cords.nearest : 1.0;
}

const double *bi_couple_stiffness(const bight_cloth_world *cloth, bight_cloth_cord_id cord)
{
    return bi_cord_stiffness(cloth, cord);
}

const double *bi_couple_hold(const bight_cloth_world *cloth, bight_cloth_cord_id cord,
                             const bight_vec3 **carry)
{
    return bi_cord_hold(cloth, cord, carry);
}

const bight_vec3 *bi_couple_cord(const bight_cloth_world *cloth, bight_cloth_cord_id id, int32_t *count)
{
    const bi_cord *cord = bi_find_cord(cloth, id);
    *count = cord != NULL ? cord->count : 0;
    return cord != NULL ? cloth->cords.nodes + cord->first : NULL;
}

void bi_couple_put_back(bight_cloth_world *cloth)
{
    memcpy(cloth->at, cloth->before, (size_t)cloth->vertex_count * sizeof *cloth->at);
    memset(cloth->velocity, 0, (size_t)cloth->vertex_count * sizeof *cloth->velocity);
    bi_kinematic_undo(cloth);
    cloth->near.listed = cloth->tangle.known = false;
}
