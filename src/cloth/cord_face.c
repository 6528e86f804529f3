// SPDX-License-Identifier: MIT
// Where a feature of the cloth and a link of a cord face each other, and what a cord does to an anchor.

#include "cloth/cord.h"
#include "cloth/world.h"
#include "geom/segment.h"

// Edges and faces begin to push where they are nearer than their own borders by something, and push fully
// where by this part of the gap: what its vertices carry, an edge need not.
#define RAMP 0.25

static bight_vec3 node(const bight_cloth_world *world, int32_t index)
{
    return world->cords.nodes[index];
}

// ---- facing ---------------------------------------------------------------------------------------------

// At an end of a link the cloth touches a corner of the cord, where x lies beyond the end of both links;
// the link that begins there minds it, and the last one an open end. Inside a link always.
static bool minds(const bight_cloth_world *world, int32_t link, double t, bight_vec3 x)
{
    const int32_t *ends = world->cords.links + 3 * (size_t)link;
    if (t > 0.0 && t < 1.0) {
        return true;
    }
    if (t >= 1.0) {
        return bi_cord_after(world, link) < 0;
    }
    int32_t before = bi_cord_before(world, link);
    if (before < 0) {
        return true;
    }
    bight_vec3 p = node(world, ends[0]);
    return v3_dot(v3_sub(x, p), v3_sub(p, node(world, before))) >= 0.0;
}

static void spread(const int32_t *from, int32_t count, int32_t v[4])
{
    for (int32_t k = 0; k < 4; k++) {
        v[k] = from[k < count ? k : 0];
    }
}

static double ramp(double nearer_by, double gap)
{
    return bi_min(bi_max(nearer_by / (RAMP * gap), 0.0), 1.0);
}

// From a point of the cord's axis to a point of the cloth.
static bool away(bight_vec3 axis, bight_vec3 x, double radius, bi_facing *facing)
{
    bight_vec3 d = v3_sub(x, axis);
    double length = v3_length(d);
    if (!(length > 0.0)) {
        return false;
    }
    facing->distance = length - radius;
    facing->normal = v3_mul(1.0 / length, d);
    return true;
}

static bool face_vertex(const bight_cloth_world *world, int32_t vertex, int32_t link, double radius,
                        bi_facing *facing, double *along)
{
    const int32_t *ends = world->cords.links + 3 * (size_t)link;
    bight_vec3 p = node(world, ends[0]), q = node(world, ends[1]), x = world->at[vertex];
    *along = bi_segment_closest_to_point(p, q, x);
    *facing = (bi_facing){.weight = {1.0}, .share = 1.0};
    return minds(world, link, *along, x) && away(v3_lerp(p, q, *along), x, radius, facing);
}

static double distance_to_link(bight_vec3 x, bight_vec3 p, bight_vec3 q)
{
    return v3_distance(x, v3_lerp(p, q, bi_segment_closest_to_point(p, q, x)));
}

static bool face_edge(const bight_cloth_world *world, const int32_t v[2], int32_t link, double radius,
                      bi_facing *facing, double *along)
{
    const int32_t *ends = world->cords.links + 3 * (size_t)link;
    bight_vec3 p = node(world, ends[0]), q = node(world, ends[1]);
    bight_vec3 a = world->at[v[0]], b = world->at[v[1]];
    bi_segment_pair at = bi_segment_closest(a, b, p, q);
    *along = at.t;
    *facing = (bi_facing){.weight = {1.0 - at.s, at.s}};
    bight_vec3 x = v3_lerp(a, b, at.s);
    if (!(at.s > 0.0 && at.s < 1.0) || !minds(world, link, at.t, x) ||
        !away(v3_lerp(p, q, at.t), x, radius, facing)) {
        return false;
    }
    double border = bi_min(distance_to_link(a, p, q), distance_to_link(b, p, q)) - radius;
    facing->share = ramp(border - facing->distance, world->thickness);
    return true;
}

// The node over the inside of the face.
static bool face_face(const bight_cloth_world *world, const int32_t v[3], int32_t at, double radius,
                      bi_facing *facing)
{
    bight_vec3 a = world->at[v[0]], b = world->at[v[1]], c = world->at[v[2]], p = node(world, at);
    bight_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), r = v3_sub(p, a), n = v3_cross(ab, ac);
    double area = v3_length_squared(n);
    if (!(area > 0.0)) {
        return false;
    }
    double wb = v3_dot(v3_cross(r, ac), n) / area, wc = v3_dot(v3_cross(ab, r), n) / area;
    double wa = 1.0 - wb - wc;
    if (!(wa > 0.0 && wb > 0.0 && wc > 0.0)) {
        return false;
    }
    *facing = (bi_facing){.weight = {wa, wb, wc}};
    bight_vec3 foot = v3_madd(v3_madd(a, wb, ab), wc, ac);
    if (!away(p, foot, radius, facing)) {
        return false;
    }
    double border =
        bi_min(distance_to_link(p, a, b), bi_min(distance_to_link(p, b, c), distance_to_link(p, c, a)));
    facing->share = ramp(border - radius - facing->distance, world->thickness);
    return true;
}

bool bi_cord_face(const bight_cloth_world *world, int32_t feature, int32_t link, int32_t v[4],
                  bi_facing *facing, float *along)
{
    BI_ASSERT(link >= 0 && link < world->cords.node_count && feature >= 0);
    double radius = world->cords.items[world->cords.cord_of[link]].radius, at = 0.0;
    int32_t edge = feature - world->vertex_count, face = edge - world->topology.surface.edge_count;
    bool faces;
    if (edge < 0) {
        spread(&feature, 1, v);
        faces = face_vertex(world, feature, link, radius, facing, &at);
    } else if (face < 0) {
        spread(world->topology.surface.edges + 2 * (size_t)edge, 2, v);
        faces = face_edge(world, v, link, radius, facing, &at);
    } else {
        spread(world->topology.triangles + 3 * (size_t)face, 3, v);
        faces = face_face(world, v, link, radius, facing);
    }
    if (along != NULL) {
        *along = (float)at;
    }
    return faces;
}

bight_vec3 bi_cord_anchor(const bight_cloth_world *world, const bi_anchor *anchor, bight_vec3 local)
{
    BI_ASSERT(anchor->link >= 0 && anchor->link < world->cords.node_count);
    const int32_t *ends = world->cords.links + 3 * (size_t)anchor->link;
    return v3_add(v3_lerp(node(world, ends[0]), node(world, ends[1]), (double)anchor->along), local);
}

double bi_cord_rocking(const bight_cloth_world *world, const bi_contact *contact)
{
    BI_ASSERT(contact->kind == BI_ROW_CORD && contact->b >= 0);
    if (contact->a < world->vertex_count ||
        contact->a >= world->vertex_count + world->topology.surface.edge_count) {
        return 0.0;
    }
    const int32_t *ends = world->cords.links + 3 * (size_t)contact->b;
    bight_vec3 n = v3((double)contact->normal[0], (double)contact->normal[1], (double)contact->normal[2]);
    bight_vec3 u = v3_unit(v3_sub(node(world, ends[1]), node(world, ends[0])), v3(0, 0, 0));
    bight_vec3 around = v3_cross(n, u), e = v3_sub(world->at[contact->v[1]], world->at[contact->v[0]]);
    double t = v3_dot(e, around), rho = world->cords.items[world->cords.cord_of[contact->b]].radius;
    rho = bi_max(rho + (double)contact->distance, 0.0);
    double k = (double)contact->load * rho / bi_max(t * t, 1e-4 * v3_length_squared(e));
    return bi_min(k, (double)contact->grip);
}

bight_vec3 bi_cord_motion(const bight_cloth_world *world, const bi_anchor *anchor)
{
    BI_ASSERT(anchor->link >= 0 && anchor->link < world->cords.node_count);
    const int32_t *ends = world->cords.links + 3 * (size_t)anchor->link;
    const bight_vec3 *was = world->cords.was;
    return v3_sub(bi_cord_anchor(world, anchor, v3(0, 0, 0)),
                  v3_lerp(was[ends[0]], was[ends[1]], (double)anchor->along));
}
