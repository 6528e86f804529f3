// SPDX-License-Identifier: MIT
// What contacts do: the push along their normals, friction from where they stuck, and the rows of both.

#include "cloth/contact.h"
#include "cloth/contact_law.h"
#include "cloth/elastic.h"
#include "cloth/rows.h"
#include "cloth/cord.h"
#include "cloth/rigid.h"
#include "cloth/world.h"
#include "geom/pose.h"

#include <string.h>

// What a contact does to its obstacle, when it pushes a vertex of weight one with a force. Weights sum to one
// over what touches a solid, to one over either thing otherwise (of opposite sign).
static void press(bight_cloth_world *world, const bi_contact *contact, int32_t obstacle, bight_vec3 force)
{
    bool first = contact->kind != BI_ROW_SOLID && world->topology.owner[contact->v[0]] >= 0;
    bight_vec3 *sum = &world->obstacles.items[obstacle].force;
    *sum = first ? v3_add(*sum, force) : v3_sub(*sum, force);
}

static void set_anchor(const bight_cloth_world *world, bi_contact *contact)
{
    bi_anchor *anchor = &contact->anchor;
    *anchor = (bi_anchor){.set = true};
    memcpy(anchor->weight, contact->weight, sizeof anchor->weight);
    if (contact->kind == BI_ROW_SOLID || contact->kind == BI_ROW_CORD) {
        bight_vec3 x = v3(0, 0, 0);
        for (int32_t i = 0; i < 3; i++) {
            x = v3_madd(x, (double)contact->weight[i], world->at[contact->v[i]]);
        }
        if (contact->kind == BI_ROW_CORD) {
            anchor->link = contact->b;
            anchor->along = contact->along;
            x = v3_sub(x, bi_cord_anchor(world, anchor, v3(0, 0, 0)));
        } else {
            x = bi_pose_in(&world->obstacles.items[contact->b].pose, x);
        }
        anchor->local[0] = (float)x.x;
        anchor->local[1] = (float)x.y;
        anchor->local[2] = (float)x.z;
    }
}

static void hang_back(bi_anchor *anchor, bight_vec3 offset)
{
    anchor->offset[0] = (float)offset.x;
    anchor->offset[1] = (float)offset.y;
    anchor->offset[2] = (float)offset.z;
}

// Drag the anchor along: the material points become those that touch now, the offset what friction can hold.
static void drag(bight_cloth_world *world, bi_contact *contact, bight_vec3 held)
{
    const float slid[2] = {contact->anchor.slid[0], contact->anchor.slid[1]};
    set_anchor(world, contact);
    hang_back(&contact->anchor, held);
    memcpy(contact->anchor.slid, slid, sizeof slid);
}

// How the obstacle of a contact has moved since the last system was made, at the anchor: what that took from
// the offset.
static bight_vec3 obstacle_motion(const bight_cloth_world *world, const bi_contact *contact, int32_t index)
{
    const bi_cloth_obstacle *obstacle = &world->obstacles.items[index];
    const bi_anchor *anchor = &contact->anchor;
    if (contact->kind == BI_ROW_SOLID) {
        bight_vec3 l = v3((double)anchor->local[0], (double)anchor->local[1], (double)anchor->local[2]);
        return v3_sub(bi_pose_out(&obstacle->pose, l), bi_pose_out(&obstacle->rubbed, l));
    }
    bight_vec3 moved = v3(0, 0, 0);
    for (int32_t i = 0; i < 4; i++) {
        int32_t at = contact->v[i] - obstacle->first_vertex;
        if (world->topology.owner[contact->v[i]] == index) {
            bight_vec3 was =
                bi_pose_out(&obstacle->rubbed, world->obstacles.locals[obstacle->first_local + at]);
            moved = v3_madd(moved, -(double)anchor->weight[i], v3_sub(world->at[contact->v[i]], was));
        }
    }
    return moved;
}

// What moves by itself and took the anchor along: `moved` is no sliding yet.
typedef struct carrier {
    bight_vec3 moved; // along the surface, since the last system was made
    bool now, before; // has it moved since then, and before?
    bool fresh;       // the contact is new
    bool single;      // a step makes one system
    double staying;   // how far the contact slides if the cloth moves on as it did
} carrier;

static carrier carrier_of(const bight_cloth_world *world, const bi_contact *contact, int32_t obstacle,
                          bight_vec3 n, bool fresh)
{
    carrier c = {.fresh = fresh, .single = world->def.newton_iterations == 1};
    if (contact->kind == BI_ROW_CORD) {
        const bi_cord *cord = &world->cords.items[world->cords.cord_of[contact->b]];
        c.now = cord->moved;
        c.before = cord->moved_before;
        c.moved = bi_cord_motion(world, &contact->anchor);
    } else if (obstacle >= 0 &&
               (world->obstacles.items[obstacle].moved || world->obstacles.items[obstacle].moved_before)) {
        c.now = world->obstacles.items[obstacle].moved;
        c.before = world->obstacles.items[obstacle].moved_before;
        c.moved = obstacle_motion(world, contact, obstacle);
    }
    c.moved = v3_madd(c.moved, -v3_dot(c.moved, n), n);
    bight_vec3 apart = c.moved;
    for (int32_t i = 0; i < 4 && contact->kind != BI_ROW_CORD; i++) {
        double w = world->topology.owner[contact->v[i]] < 0 ? (double)contact->anchor.weight[i] : 0.0;
        apart = v3_madd(apart, -w * world->control.dt, world->velocity[contact->v[i]]);
    }
    c.staying = v3_length(v3_madd(apart, -v3_dot(apart, n), n));
    return c;
}

// This step will tell what comes of the carrier's motion, so how far it slides is foretold. A cord moves
// before some steps and rests in others: from the last of its own kind, and where there was none the cloth is
// taken to stay behind.
static double foretell_cord(bi_anchor *anchor, const bi_touch *touch, const carrier *c)
{
    anchor->slid[c->before] = (float)touch->slid;
    bool unlike = c->now && (c->fresh || !c->before);
    return unlike ? bi_max(c->staying - touch->most, 0.0) : (double)anchor->slid[c->now];
}

// Other contacts slide as in the last step, plus its excess over the one before. New ones, and those on an
// obstacle that sets out or stops, slide as the cloth moves. Where a step makes several systems an
// obstacle may move between some of them: from the last of its own kind, as on a cord.
static double foretell_other(bi_anchor *anchor, const bi_touch *touch, const carrier *c)
{
    double longer = bi_max(touch->slid - (double)anchor->slid[c->before], 0.0);
    anchor->slid[c->before] = (float)touch->slid;
    if (c->fresh || (c->now != c->before && c->single)) {
        return bi_max(c->staying - touch->most, 0.0);
    }
    return c->now == c->before ? touch->slid + longer : (double)anchor->slid[c->now];
}

// A contact's row, between its vertices and the points of its body.
static void add_both(bight_cloth_world *world, const bi_contact *contact, int32_t obstacle, const float k[6],
                     bight_vec3 force)
{
    int32_t v[8], first = -1;
    float weight[8];
    memcpy(v, contact->v, sizeof contact->v);
    memcpy(weight, contact->weight, sizeof contact->weight);
    first = bi_rigid_entries(world, contact, obstacle, weight + 4);
    for (int32_t i = 0; i < 4; i++) {
        v[4 + i] = first + i;
    }
    bi_rows_add(world, v, weight, first < 0 ? 4 : 8, k, force);
}

static void add_row(bight_cloth_world *world, bi_contact *contact)
{
    bight_vec3 n = v3((double)contact->normal[0], (double)contact->normal[1], (double)contact->normal[2]);
    double friction = bi_contact_friction(world, contact);
    bight_vec3 offset = v3(0, 0, 0);
    bool cord = contact->kind == BI_ROW_CORD, rubs = friction > 0.0 && world->settle.softness >= 1.0;
    int32_t obstacle = bi_contact_obstacle(world, contact);
    // a body with mass moves in the solve, like cloth: it is no carrier
    bool told = obstacle >= 0 && !(world->obstacles.items[obstacle].rigid.mass > 0.0);
    carrier c = {.moved = offset};

    // offset from the anchor, without the carrier's motion, which is no sliding yet; of a new contact zero
    if (rubs) {
        bool fresh = !contact->anchor.set;
        if (fresh) {
            set_anchor(world, contact);
        }
        c = carrier_of(world, contact, told ? obstacle : -1, n, fresh);
        if (fresh) {
            hang_back(&contact->anchor, v3_mul(-1.0, c.moved));
        }
        offset = v3_add(bi_contact_offset(world, contact, n), c.moved);
    }

    // k_n, k_t = min(grip, mu N / |offset|), and what friction holds of the offset
    bi_touch touch = bi_contact_touch(contact, friction, world->settle.softness, n, offset);

    // on a cord or obstacle the secant reaches as far as the slide is foretold: k_t = mu N / (most + next)
    if (rubs && (cord || told)) {
        double next =
            cord ? foretell_cord(&contact->anchor, &touch, &c) : foretell_other(&contact->anchor, &touch, &c);
        touch.tangential =
            next > 0.0 ? friction * (double)contact->load / (touch.most + next) : (double)contact->grip;
    }

    // beyond mu N the anchor is dragged along; left: the offset now, with the carrier where it has moved to
    bight_vec3 left = v3_sub(touch.held, c.moved);
    if (touch.slid > 0.0) {
        contact->slip += (float)touch.slid;
        drag(world, contact, left);
    }

    // k = k_n n n' + k_t (1 - n n'), f = N n - k_t left
    bight_vec3 force = v3_madd(touch.force, -touch.tangential, left);
    float k[6];
    bi_rows_stiffness(k, touch.normal, touch.tangential, n);
    add_both(world, contact, obstacle, k, force);
    if (obstacle >= 0) {
        press(world, contact, obstacle, force);
    }

    // an edge that rocks on a cord: stiffness N rho / t^2 between its ends, along n (cloth/cord.h)
    double rocking = cord ? bi_cord_rocking(world, contact) : 0.0;
    if (rocking > 0.0) {
        const float weights[2] = {-1.0f, 1.0f};
        bi_rows_stiffness(k, rocking, 0.0, n);
        bi_rows_add(world, contact->v, weights, 2, k, v3(0, 0, 0));
    }
}

bight_status bi_contact_rows(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && world->control.dt > 0.0);
    int64_t rocking = world->cords.pair_count, contacts = world->contacts.count;
    bight_status status = bi_rows_reserve(world, contacts + rocking,
                                          (bi_rigid_count(world) > 0 ? 8 : 4) * contacts + 2 * rocking);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        obstacle->force = v3(0, 0, 0);
        obstacle->moved = bi_pose_travel(&obstacle->rubbed, &obstacle->pose, obstacle->bound) > 0.0;
    }
    for (int32_t i = 0; i < world->contacts.count; i++) {
        add_row(world, &world->contacts.items[i]);
    }
    return BIGHT_OK;
}
