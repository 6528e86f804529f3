// SPDX-License-Identifier: MIT

#include "cloth/bend_friction.h"

#include "cloth/world.h"

#include <string.h>

// B_f against the elastic bend.
#define STIFFER 50.0

// ---- while the topology is built ----------------------------------------------------------------------------

static int32_t place_of(const bight_cloth_world *world, int32_t i, int32_t j)
{
    int32_t at = world->topology.row_first[i];
    while (world->topology.columns[at] != j) {
        at++;
    }
    return at;
}

bight_status bi_bend_friction_reserve(bight_cloth_world *world)
{
    bool any = false;
    for (int32_t i = 0; i < world->sheets.count; i++) {
        any = any || world->sheets.items[i].material.bend_friction > 0.0;
    }
    world->bend_friction.count = 0;
    BI_CLOTH_RESERVE(world, bend_friction.hinges, any ? (int64_t)world->topology.surface.edge_count : 0);
    return BIGHT_OK;
}

bool bi_bend_friction_add(bight_cloth_world *world, int32_t edge, const int32_t v[4], const bi_hinge *hinge,
                          int32_t sheet)
{
    const bi_cloth_sheet *panel = &world->sheets.items[sheet];
    const bight_cloth_material *material = &panel->material;
    if (!(material->bend_friction > 0.0 && hinge->stiffness > 0.0)) {
        return false;
    }
    // kept with the side whose sheet's material it has, also across a seam
    const int32_t *sides = world->topology.surface.edge_sides + world->topology.surface.edge_first[edge];
    int32_t low = world->topology.triangles[sides[0]] == v[0] ? 0 : 1;
    const double *c = hinge->weight;
    bi_friction_hinge *h = &world->bend_friction.hinges[world->bend_friction.count++];
    *h = (bi_friction_hinge){.v = {v[low], v[1 - low], v[2], v[3]},
                             .side = sides[1],
                             .weight = {(float)c[low], (float)c[1 - low], (float)c[2], (float)c[3]},
                             .area = (float)hinge->area,
                             .stiffness = (float)(STIFFER * hinge->stiffness),
                             .limit = (float)(panel->friction_scale / panel->bend_scale *
                                              material->bend_friction / (STIFFER * material->bend))};
    int32_t n = 0;
    for (int32_t a = 0; a < 4; a++) {
        for (int32_t b = 0; b < 4; b++) {
            if (a != b && a + b != 5) {
                h->at[n++] = place_of(world, h->v[a], h->v[b]);
            }
        }
    }
    return true;
}

void bi_bend_friction_place(bight_cloth_world *world, int32_t low, int32_t high)
{
    BI_ASSERT(world->bend_friction.count > 0);
    bi_friction_hinge *h = &world->bend_friction.hinges[world->bend_friction.count - 1];
    h->at[10] = low;
    h->at[11] = high;
}

bight_status bi_bend_friction_keep(bight_cloth_world *world)
{
    bi_bend_friction *f = &world->bend_friction;
    if (f->count == 0) {
        return BIGHT_OK;
    }
    int32_t vertices = world->vertex_count;
    int64_t edges = world->topology.row_first[vertices], flaps = world->topology.flap_first[vertices];
    BI_CLOTH_RESERVE(world, bend_friction.force, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, bend_friction.elastic_edge, edges);
    BI_CLOTH_RESERVE(world, bend_friction.elastic_flap, flaps);
    BI_CLOTH_RESERVE(world, bend_friction.elastic_diagonal, (int64_t)vertices);
    memcpy(f->elastic_edge, world->topology.bend_edge, (size_t)edges * sizeof *f->elastic_edge);
    memcpy(f->elastic_diagonal, world->topology.bend_diagonal, (size_t)vertices * sizeof *f->elastic_diagonal);
    for (int64_t n = 0; n < flaps; n++) {
        f->elastic_flap[n] = world->topology.flaps[n].weight;
    }
    return BIGHT_OK;
}

// ---- in a step ----------------------------------------------------------------------------------------------

// Unit, between the normals of both triangles; zero where they face each other.
static bight_vec3 normal(const bight_cloth_world *world, const bi_friction_hinge *h)
{
    bight_vec3 x = world->at[h->v[0]], e = v3_sub(world->at[h->v[1]], x);
    bight_vec3 p = v3_cross(e, v3_sub(world->at[h->v[2]], x)), q = v3_cross(v3_sub(world->at[h->v[3]], x), e);
    double pl = v3_length(p), ql = v3_length(q);
    if (!(pl > 0.0 && ql > 0.0)) {
        return v3(0, 0, 0);
    }
    bight_vec3 n = v3_add(v3_mul(1.0 / pl, p), v3_mul(1.0 / ql, q));
    double length = v3_length(n);
    return length > 1e-3 ? v3_mul(1.0 / length, n) : v3(0, 0, 0);
}

// 1/m; as weights sum to zero differences of positions are enough.
static double curvature(const bight_cloth_world *world, const bi_friction_hinge *h, bight_vec3 n)
{
    bight_vec3 x = world->at[h->v[0]], b = v3(0, 0, 0);
    for (int32_t k = 1; k < 4; k++) {
        b = v3_madd(b, (double)h->weight[k], v3_sub(world->at[h->v[k]], x));
    }
    return v3_dot(b, n) / (double)h->area;
}

// What slips goes on about as far as in the last step, against the same moment: so far less stiff it is.
static void add_stiffness(bight_cloth_world *world, const bi_friction_hinge *h, float stiffness)
{
    int32_t n = 0;
    for (int32_t a = 0; a < 4; a++) {
        world->topology.bend_diagonal[h->v[a]] += stiffness * h->weight[a] * h->weight[a];
        for (int32_t b = 0; b < 4; b++) {
            if (a != b && a + b != 5) {
                world->topology.bend_edge[h->at[n++]] += stiffness * h->weight[a] * h->weight[b];
            }
        }
    }
    float across = stiffness * h->weight[2] * h->weight[3];
    world->topology.flaps[h->at[10]].weight += across;
    world->topology.flaps[h->at[11]].weight += across;
}

void bi_bend_friction_assemble(bight_cloth_world *world)
{
    bi_bend_friction *f = &world->bend_friction;
    if (f->count == 0) {
        return;
    }
    int32_t vertices = world->vertex_count;
    int32_t edges = world->topology.row_first[vertices], flaps = world->topology.flap_first[vertices];
    memcpy(world->topology.bend_edge, f->elastic_edge, (size_t)edges * sizeof *f->elastic_edge);
    memcpy(world->topology.bend_diagonal, f->elastic_diagonal, (size_t)vertices * sizeof *f->elastic_diagonal);
    for (int32_t n = 0; n < flaps; n++) {
        world->topology.flaps[n].weight = f->elastic_flap[n];
    }
    for (int32_t i = 0; i < vertices; i++) {
        f->force[i] = v3(0, 0, 0);
    }
    for (int32_t i = 0; i < f->count; i++) {
        const bi_friction_hinge *h = &f->hinges[i];
        bight_vec3 n = normal(world, h);
        double limit = (double)h->limit, bent = curvature(world, h, n) - (double)f->slipped[h->side];
        bent = bi_max(-limit, bi_min(limit, bent));
        bight_vec3 pull = v3_mul(-(double)h->stiffness * (double)h->area * bent, n);
        for (int32_t k = 0; k < 4; k++) {
            f->force[h->v[k]] = v3_madd(f->force[h->v[k]], (double)h->weight[k], pull);
        }
        add_stiffness(world, h, f->share[h->side] * h->stiffness);
    }
}

void bi_bend_friction_slip(bight_cloth_world *world)
{
    bi_bend_friction *f = &world->bend_friction;
    for (int32_t i = 0; i < f->count; i++) {
        const bi_friction_hinge *h = &f->hinges[i];
        double k = curvature(world, h, normal(world, h)), limit = (double)h->limit;
        double bent = k - (double)f->slipped[h->side], size = fabs(bent);
        f->share[h->side] = size > limit ? (float)(limit / size) : 1.0f;
        if (size > limit) {
            f->slipped[h->side] = (float)(bent > 0.0 ? k - limit : k + limit);
        }
    }
}

void bi_bend_friction_forget(bight_cloth_world *world, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; i++) {
        world->bend_friction.slipped[i] = 0.0f;
        world->bend_friction.share[i] = 1.0f;
    }
}
