// SPDX-License-Identifier: MIT

#include "cloth/validate.h"

#include "geom/pose.h"

static bool is_index(int32_t index, int32_t count)
{
    return index >= 0 && index < count;
}

// ---- what the caller gave -------------------------------------------------------------------------------

static bool sheets_are_valid(const bight_cloth_world *world)
{
    int32_t triangles = 0;
    bool sound = true;
    for (int32_t i = 0; i < world->sheets.count && sound; i++) {
        const bi_cloth_sheet *sheet = &world->sheets.items[i];
        sound = sheet->first_triangle == triangles && sheet->first_vertex >= 0 && sheet->vertex_count >= 3 &&
                sheet->vertex_count <= world->vertex_count - sheet->first_vertex;
        for (int32_t k = 0; k < 3 * sheet->triangle_count && sound; k++) {
            sound = is_index(world->sheets.triangles[3 * (size_t)triangles + (size_t)k], sheet->vertex_count);
        }
        triangles += sheet->triangle_count;
    }
    return sound && triangles == world->sheets.triangle_count;
}

static bool obstacles_are_valid(const bight_cloth_world *world)
{
    int32_t locals = 0;
    bool sound = true;
    for (int32_t i = 0; i < world->obstacles.count && sound; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        sound = bi_pose_is_finite(&obstacle->pose) && bi_pose_is_finite(&obstacle->target) &&
                obstacle->bound >= 0.0 && obstacle->first_vertex >= 0 &&
                obstacle->vertex_count <= world->vertex_count - obstacle->first_vertex;
        locals += obstacle->vertex_count;
    }
    return sound && locals == world->obstacles.local_count;
}

// Positions, welds, and what holds vertices.
static bool vertices_are_valid(const bight_cloth_world *world)
{
    bool sound = true;
    for (int32_t i = 0; i < world->vertex_count && sound; i++) {
        int32_t one = world->welds.into[i];
        sound = v3_is_finite(world->at[i]) && v3_is_finite(world->velocity[i]) && one >= 0 && one <= i &&
                world->welds.into[one] == one;
    }
    for (int32_t i = 0; i < world->hands.count && sound; i++) {
        const bi_cloth_hand *hand = &world->hands.items[i];
        sound = !hand->alive || (hand->count > 0 && hand->first >= 0 && v3_is_finite(hand->target) &&
                                 hand->first <= world->hands.grip_count - hand->count);
    }
    for (int32_t n = 0; n < world->hands.grip_count && sound; n++) {
        int32_t vertex = world->hands.grips[n].vertex;
        sound = is_index(vertex, world->vertex_count) && (world->flags[vertex] & BI_GRASPED) != 0;
    }
    for (int32_t i = 0; i < world->seams.count && sound; i++) {
        const int32_t *v = world->seams.items[i].v;
        sound = is_index(v[0], world->vertex_count) && is_index(v[1], world->vertex_count) && v[0] != v[1];
    }
    return sound;
}

static bool cords_are_valid(const bight_cloth_world *world)
{
    const bi_cords *cords = &world->cords;
    int32_t nodes = 0;
    bool sound = true;
    for (int32_t c = 0; c < cords->count && sound; c++) {
        const bi_cord *cord = &cords->items[c];
        nodes += cord->alive ? cord->count : 0;
        sound = !cord->alive || (cord->first >= 0 && cord->count >= (cord->closed ? 3 : 2) &&
                                 cord->radius > 0.0 && cord->count <= cords->node_count - cord->first);
        for (int32_t i = cord->first; cord->alive && sound && i < cord->first + cord->count; i++) {
            int32_t next = cords->links[3 * (size_t)i + 1];
            sound = cords->cord_of[i] == c && v3_is_finite(cords->nodes[i]) &&
                    cords->links[3 * (size_t)i] == i && is_index(next - cord->first, cord->count);
        }
    }
    return sound && nodes == cords->node_count;
}

// ---- topology ------------------------------------------------------------------------------------------

bool bi_topology_is_valid(const bight_cloth_world *world)
{
    const bi_topology *topology = &world->topology;
    int32_t vertices = world->vertex_count;
    bool sound = topology->surface.vertex_count == vertices &&
                 topology->surface.triangle_count == topology->triangle_count &&
                 topology->sheet_tree.leaf_count == world->sheets.triangle_count &&
                 topology->body_tree.leaf_count == topology->triangle_count - world->sheets.triangle_count &&
                 topology->row_first[0] == 0 && topology->flap_first[0] == 0;
    for (int32_t k = 0; k < 3 * topology->triangle_count && sound; k++) {
        sound = is_index(topology->triangles[k], vertices);
    }

    // rows of neighbours along edges ascend; flaps are the vertices across hinges
    for (int32_t i = 0; i < vertices && sound; i++) {
        int32_t first = topology->row_first[i], end = topology->row_first[i + 1];
        for (int32_t n = first; n < end && sound; n++) {
            sound = is_index(topology->columns[n], vertices) && topology->columns[n] != i &&
                    (n == first || topology->columns[n - 1] < topology->columns[n]);
        }
        for (int32_t n = topology->flap_first[i]; n < topology->flap_first[i + 1] && sound; n++) {
            sound = is_index(topology->flaps[n].index, vertices) && isfinite(topology->flaps[n].weight);
        }
        sound = sound && first <= end && topology->flap_first[i] <= topology->flap_first[i + 1] &&
                topology->mass[i] >= 0.0f && isfinite(topology->mass[i]) && topology->step_limit[i] > 0.0f &&
                topology->owner[i] >= -1 && topology->owner[i] < world->obstacles.count;
    }
    return sound && bi_box_tree_is_valid(&topology->sheet_tree) && bi_box_tree_is_valid(&topology->body_tree);
}

// ---- lists ----------------------------------------------------------------------------------------------

static bool shares_vertex(const int32_t *a, int32_t a_count, const int32_t *b, int32_t b_count)
{
    bool shares = false;
    for (int32_t i = 0; i < a_count; i++) {
        for (int32_t k = 0; k < b_count; k++) {
            shares = shares || a[i] == b[k];
        }
    }
    return shares;
}

bool bi_near_lists_are_valid(const bight_cloth_world *world)
{
    const bi_near_lists *near = &world->near;
    const bi_topology *topology = &world->topology;
    int32_t vertices = world->vertex_count, edges = topology->surface.edge_count;
    bool sound = near->motion >= 0.0 && near->margin > 0.0 && near->clear_unit > 0.0;

    // triangles near each other
    for (int32_t i = 0; i < near->close_count && sound; i++) {
        int32_t a = bi_close_first(near->close[i]), b = bi_close_second(near->close[i]);
        sound = is_index(a, topology->triangle_count) && is_index(b, topology->triangle_count) && a != b;
    }

    // pairs that may touch: vertex and face, edge and edge, and either with a solid
    for (int32_t i = 0; i < near->vertex_face_count && sound; i++) {
        const bi_near_pair *pair = &near->vertex_faces[i];
        sound = is_index(pair->a, vertices) && is_index(pair->b, topology->triangle_count) &&
                pair->gap >= 0.0f && pair->contact >= -1 && pair->contact < world->contacts.count &&
                !shares_vertex(&pair->a, 1, topology->triangles + 3 * (size_t)pair->b, 3);
    }
    for (int32_t i = 0; i < near->edge_edge_count && sound; i++) {
        const bi_near_pair *pair = &near->edge_edges[i];
        const int32_t *ends = topology->surface.edges;
        sound = pair->a >= 0 && pair->a < pair->b && pair->b < edges && pair->gap >= 0.0f &&
                pair->contact >= -1 && pair->contact < world->contacts.count &&
                !shares_vertex(ends + 2 * (size_t)pair->a, 2, ends + 2 * (size_t)pair->b, 2);
    }
    for (int32_t i = 0; i < near->solid_count && sound; i++) {
        const bi_near_pair *pair = &near->solids[i];
        sound = is_index(pair->a, vertices + edges) && is_index(pair->b, world->obstacles.count) &&
                pair->contact >= -1 && pair->contact < world->contacts.count;
    }

    return sound;
}

bool bi_contacts_are_valid(const bight_cloth_world *world)
{
    bool sound = true;
    for (int32_t i = 0; i < world->contacts.count && sound; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        bool rests = contact->kind == BI_ROW_SOLID || contact->kind == BI_ROW_CORD;
        double sum = 0.0, length2 = 0.0;
        for (int32_t k = 0; k < 4 && sound; k++) {
            sound = is_index(contact->v[k], world->vertex_count);
            sum += (double)contact->weight[k];
        }
        for (int32_t k = 0; k < 3; k++) {
            length2 += (double)contact->normal[k] * (double)contact->normal[k];
        }
        sound = sound && (rests || contact->kind == BI_ROW_VF || contact->kind == BI_ROW_EE) &&
                fabs(sum - (rests ? 1.0 : 0.0)) < 1e-4 && fabs(length2 - 1.0) < 1e-4 && contact->gap > 0.0f &&
                contact->distance <= contact->gap && contact->stiffness >= 0.0f && contact->load >= 0.0f;
    }
    return sound;
}

bool bi_cloth_world_is_valid(const bight_cloth_world *world)
{
    bool sound = world->arena.used == 0 && sheets_are_valid(world) && obstacles_are_valid(world) &&
                 vertices_are_valid(world) && cords_are_valid(world) && bi_contacts_are_valid(world);
    if (!sound || !world->topology.built) {
        return sound;
    }
    return bi_topology_is_valid(world) && (!world->near.listed || bi_near_lists_are_valid(world));
}
