// SPDX-License-Identifier: MIT

#include "cloth/rigid.h"

#include "cloth/world.h"
#include "geom/pose.h"

#include <string.h>

static const double signs[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};

int32_t bi_rigid_count(const bight_cloth_world *world)
{
    int32_t count = world->obstacles.count;
    while (count > 0 && !(world->obstacles.items[count - 1].rigid.mass > 0.0)) {
        count--;
    }
    return count;
}

int64_t bi_rigid_unknowns(const bight_cloth_world *world)
{
    return (int64_t)world->vertex_count + 4 * (int64_t)bi_rigid_count(world);
}

void bi_rigid_set(bight_cloth_world *world, int32_t index, double mass)
{
    BI_ASSERT(mass > 0.0 && index >= 0 && index < world->obstacles.count);
    bi_cloth_obstacle *obstacle = &world->obstacles.items[index];
    bi_rigid *rigid = &obstacle->rigid;
    bi_spread spread = bi_spread_of_solid(&obstacle->solid);
    if (obstacle->solid.kind == BIGHT_SHAPE_MESH) {
        bi_spread_of_mesh(world->obstacles.locals + obstacle->first_local, obstacle->vertex_count,
                          world->obstacles.triangles + 3 * (size_t)obstacle->first_triangle,
                          obstacle->triangle_count, &spread);
    }
    BI_ASSERT(spread.volume > 0.0);
    *rigid = (bi_rigid){.mass = mass, .spread = spread};
    for (int32_t k = 0; k < 4; k++) {
        rigid->local[k] = spread.centre;
        for (int32_t axis = 0; axis < 3; axis++) {
            rigid->local[k] =
                v3_madd(rigid->local[k], signs[k][axis] * sqrt(spread.second[axis]), spread.axes[axis]);
        }
    }
    rigid->size = sqrt(spread.second[0] + spread.second[1] + spread.second[2]);
    world->topology.built = false;
}

// f = -m/4 / dt^2 (x - y), y = x0 + kept v + dt^2 gravity, x0 where the step began
void bi_rigid_forces(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    double dt = world->control.dt;
    for (int32_t i = 0; i < count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        bi_rigid *rigid = &obstacle->rigid;
        bi_float4 *force = world->elastic.force + world->vertex_count + 4 * (size_t)i;
        bight_vec3 middle = bi_pose_out(&obstacle->pose, rigid->spread.centre);
        memset(force, 0, 4 * sizeof *force);
        for (int32_t k = 0; k < 4 && rigid->mass > 0.0; k++) {
            bight_vec3 x = bi_pose_out(&obstacle->pose, rigid->local[k]);
            bight_vec3 y = v3_madd(bi_pose_out(&obstacle->began, rigid->local[k]), world->control.kept,
                                   rigid->velocity[k]);
            y = v3_madd(y, dt * dt, world->def.gravity);
            bight_vec3 f = v3_mul(-0.25 * rigid->mass / (dt * dt), v3_sub(x, y));
            force[k] = (bi_float4){(float)f.x, (float)f.y, (float)f.z, 0.0f};
            rigid->arm[k] = v3_sub(x, middle);
        }
    }
}

// Where the contact acts: the mean p of its vertices of cloth. The body has minus their weight, sum of w_i, spread over its
// points by l_k(p).
int32_t bi_rigid_entries(const bight_cloth_world *world, const bi_contact *contact, int32_t index,
                         float weights[4])
{
    if (index < 0 || !(world->obstacles.items[index].rigid.mass > 0.0)) {
        return -1;
    }
    const bi_cloth_obstacle *obstacle = &world->obstacles.items[index];
    const bi_spread *spread = &obstacle->rigid.spread;
    bight_vec3 p = v3(0, 0, 0);
    double sum = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        if ((world->flags[contact->v[i]] & BI_BODY) == 0) {
            p = v3_madd(p, (double)contact->weight[i], world->at[contact->v[i]]);
            sum += (double)contact->weight[i];
        }
    }
    if (sum == 0.0) {
        return -1;
    }
    bight_vec3 local = v3_sub(bi_pose_in(&obstacle->pose, v3_mul(1.0 / sum, p)), spread->centre);
    for (int32_t k = 0; k < 4; k++) {
        double l = 1.0;
        for (int32_t axis = 0; axis < 3; axis++) {
            l += signs[k][axis] * v3_dot(local, spread->axes[axis]) / sqrt(spread->second[axis]);
        }
        weights[k] = (float)(-0.25 * sum * l);
    }
    return world->vertex_count + 4 * index;
}

// Shift t and turn w from the moves d_k of the points: t their mean, (sum of |r|^2 - r r') w = sum of r x d, diagonal
// along the principal axes.
static void motion_of(const bight_cloth_world *world, int32_t index, bight_vec3 *shift, bight_vec3 *turn)
{
    const bi_cloth_obstacle *obstacle = &world->obstacles.items[index];
    const bi_rigid *rigid = &obstacle->rigid;
    bight_vec3 sum = v3(0, 0, 0), moment = v3(0, 0, 0);
    for (int32_t k = 0; k < 4; k++) {
        const bi_float4 *m = &world->solver.move[world->vertex_count + 4 * index + k];
        bight_vec3 d = v3((double)m->x, (double)m->y, (double)m->z);
        sum = v3_madd(sum, 0.25, d);
        moment = v3_add(moment, v3_cross(rigid->arm[k], d));
    }
    *shift = sum;
    *turn = v3(0, 0, 0);
    const double *s = rigid->spread.second;
    for (int32_t axis = 0; axis < 3; axis++) {
        bight_vec3 u = bi_pose_turn(&obstacle->pose, rigid->spread.axes[axis]);
        double inertia = 4.0 * (s[(axis + 1) % 3] + s[(axis + 2) % 3]);
        *turn = v3_madd(*turn, v3_dot(moment, u) / inertia, u);
    }
}

void bi_rigid_aim(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        if (!(obstacle->rigid.mass > 0.0)) {
            continue;
        }
        bight_vec3 shift, w;
        motion_of(world, i, &shift, &w);
        bight_vec3 centre = obstacle->rigid.spread.centre;
        bight_vec3 middle = v3_add(bi_pose_out(&obstacle->pose, centre), shift);
        const bight_pose turned =
            bi_pose_normalised((bight_pose){.rotation = {0.5 * w.x, 0.5 * w.y, 0.5 * w.z, 1.0}});
        const bight_pose here = {.rotation = {obstacle->pose.rotation[0], obstacle->pose.rotation[1],
                                              obstacle->pose.rotation[2], obstacle->pose.rotation[3]}};
        bight_pose next = bi_pose_normalised(bi_pose_after(&turned, &here));
        next.position = v3_sub(middle, bi_pose_turn(&next, centre));
        obstacle->target = next;
    }
}

void bi_rigid_rest(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        obstacle->target = obstacle->rigid.mass > 0.0 ? obstacle->pose : obstacle->target;
    }
}

double bi_rigid_finish(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    double most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        for (int32_t k = 0; k < 4 && obstacle->rigid.mass > 0.0; k++) {
            bight_vec3 x = bi_pose_out(&obstacle->pose, obstacle->rigid.local[k]);
            bight_vec3 d = v3_sub(x, bi_pose_out(&obstacle->began, obstacle->rigid.local[k]));
            most = bi_max(most, v3_length(d));
            obstacle->rigid.velocity[k] = v3_mul(1.0 / world->control.dt, d);
        }
    }
    return most;
}
