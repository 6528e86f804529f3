// SPDX-License-Identifier: MIT

#include "cloth/contact_law.h"

#include "cloth/cord.h"
#include "cloth/world.h"
#include "geom/pose.h"

int32_t bi_contact_obstacle(const bight_cloth_world *world, const bi_contact *contact)
{
    if (contact->kind == BI_ROW_SOLID || contact->kind == BI_ROW_CORD) {
        return contact->kind == BI_ROW_SOLID ? contact->b : -1;
    }
    int32_t first = world->topology.owner[contact->v[0]], last = world->topology.owner[contact->v[3]];
    return first >= 0 ? first : last;
}

// What the sheet of a vertex has for cords; below 0: as the cord says.
static double sheet_friction(const bight_cloth_world *world, int32_t vertex)
{
    for (int32_t i = 0; i < world->sheets.count; i++) {
        const bi_cloth_sheet *sheet = &world->sheets.items[i];
        if (vertex >= sheet->first_vertex && vertex < sheet->first_vertex + sheet->vertex_count) {
            return sheet->rope_friction;
        }
    }
    return -1.0;
}

double bi_contact_friction(const bight_cloth_world *world, const bi_contact *contact)
{
    int32_t obstacle = bi_contact_obstacle(world, contact);
    double own = contact->kind == BI_ROW_CORD ? world->cords.items[world->cords.cord_of[contact->b]].friction
                 : obstacle >= 0              ? world->obstacles.items[obstacle].friction
                                              : -1.0;
    if (contact->kind == BI_ROW_CORD && world->sheets.any_friction) {
        double sheet = sheet_friction(world, contact->v[0]);
        own = sheet >= 0.0 ? sheet : own;
    }
    return own >= 0.0 ? own : world->def.friction;
}

bi_touch bi_contact_touch(const bi_contact *contact, double friction, double softness, bight_vec3 n,
                          bight_vec3 offset)
{
    BI_ASSERT(friction >= 0.0 && softness > 0.0);
    double load = (double)contact->load;
    bi_touch touch = {.normal = (double)contact->stiffness * softness};
    touch.force = v3_mul(load * softness, n);
    if (friction > 0.0 && softness >= 1.0) {
        touch.tangential = (double)contact->grip;
        double length = v3_length(offset);
        touch.most = friction * load / touch.tangential;
        touch.held = offset;
        if (length > touch.most) {
            // the secant through what friction can hold, at the offset that this step will end with if it
            // slides as far as the last one: a contact that slides evenly then feels mu times the push
            touch.slid = length - touch.most;
            touch.held = v3_mul(touch.most / length, offset);
            touch.tangential = friction * load / length;
        }
    }
    return touch;
}

// The push k (g - d)^2 / d, and its stiffness, at the contact's distance; below a tenth of the gap it is
// continued as a straight line. Against cords, k g (g/d - 1): contacts of a led cord change in every
// step, and a push that begins softly holds late.
void bi_contact_push(bi_contact *contact, double k)
{
    BI_ASSERT(k >= 0.0 && contact->gap > 0.0f && isfinite(contact->distance));
    double g = (double)contact->gap, d = (double)contact->distance, at = bi_max(d, 0.1 * g);
    double grip = k * (g * g / (at * at)), load = k * g * (g / at - 1.0), stiffness = grip;
    if (contact->kind != BI_ROW_CORD) {
        load *= 1.0 - at / g;
        stiffness = grip - k;
    }
    contact->grip = (float)grip;
    contact->stiffness = (float)stiffness;
    contact->load = (float)(load + stiffness * (at - d));
}

// Of the thing that does not move in a step, an obstacle or a cord: where its anchor is.
static bight_vec3 anchor_place(const bight_cloth_world *world, const bi_contact *contact)
{
    const float *local = contact->anchor.local;
    bight_vec3 l = v3((double)local[0], (double)local[1], (double)local[2]);
    return contact->kind == BI_ROW_CORD ? bi_cord_anchor(world, &contact->anchor, l)
                                        : bi_pose_out(&world->obstacles.items[contact->b].pose, l);
}

bight_vec3 bi_contact_offset(const bight_cloth_world *world, const bi_contact *contact, bight_vec3 n)
{
    const bi_anchor *anchor = &contact->anchor;
    if (!anchor->set) {
        return v3(0, 0, 0);
    }
    // sums of differences: weights of two things sum to zero
    bight_vec3 x = v3(0, 0, 0), origin = world->at[contact->v[0]];
    for (int32_t i = 0; i < 4; i++) {
        x = v3_madd(x, (double)anchor->weight[i], v3_sub(world->at[contact->v[i]], origin));
    }
    if (contact->kind == BI_ROW_SOLID || contact->kind == BI_ROW_CORD) {
        x = v3_sub(v3_add(x, origin), anchor_place(world, contact));
    }
    x = v3_add(x, v3((double)anchor->offset[0], (double)anchor->offset[1], (double)anchor->offset[2]));
    return v3_madd(x, -v3_dot(x, n), n);
}
