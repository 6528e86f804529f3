// SPDX-License-Identifier: MIT

#include "cloth/kinematic.h"
#include "cloth/strand.h"
#include "couple/sides.h"

#include <string.h>

int32_t bi_couple_panel_count(const bight_cloth_world *cloth)
{
    return cloth->panel_count;
}

bi_panel_view bi_couple_panel(const bight_cloth_world *cloth, int32_t index)
{
    const bi_panel *panel = &cloth->panels[index];
    return (bi_panel_view){cloth->at + panel->first_vertex,
                           cloth->sheet_triangles + 3 * (size_t)panel->first_triangle, panel->vertex_count,
                           panel->triangle_count, panel->near_strands};
}

double bi_couple_stretch(const bight_cloth_world *cloth)
{
    double most = 0.0;
    for (int32_t i = 0; i < cloth->panel_count; i++) {
        const bight_cloth_material *material = &cloth->panels[i].material;
        most = bi_max(most, 0.5 * (material->stretch_u + material->stretch_v));
    }
    return most;
}

double bi_couple_thickness(const bight_cloth_world *cloth)
{
    return cloth->built ? cloth->thickness : cloth->def.thickness;
}

double bi_couple_nearest(const bight_cloth_world *cloth)
{
    return cloth->strand_node_count > 0 ? cloth->strand_nearest : 1.0;
}

const double *bi_couple_stiffness(const bight_cloth_world *cloth, bight_cloth_strand_id strand)
{
    return bi_strand_stiffness(cloth, strand);
}

const bight_vec3 *bi_couple_strand(const bight_cloth_world *cloth, bight_cloth_strand_id id, int32_t *count)
{
    const bi_cloth_strand *strand = bi_find_strand(cloth, id);
    *count = strand != NULL ? strand->count : 0;
    return strand != NULL ? cloth->strand_nodes + strand->first : NULL;
}

void bi_couple_put_back(bight_cloth_world *cloth)
{
    memcpy(cloth->at, cloth->before, (size_t)cloth->vertex_count * sizeof *cloth->at);
    memset(cloth->velocity, 0, (size_t)cloth->vertex_count * sizeof *cloth->velocity);
    bi_kinematic_undo(cloth);
    cloth->listed_once = cloth->looked = false;
}
