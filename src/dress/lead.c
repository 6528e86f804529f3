// SPDX-License-Identifier: MIT
// Which rows of vertices are led away to tighten a knot, and how far.

#include "bight/dress_knot.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "dress/check.h"

#define SIZE 16.0 // mean radii of the pipe that ends are led at tightness 1

typedef struct leading {
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_dress_region *regions;
    int32_t region_count;
    const bight_dress_map *map;
    const bi_region *begun;
    bool *border; // (vertex_count) cloth outside all regions is there
    bool *seen;   // (vertex_count) taken into the present row
    const bight_dress_lines *lines;
    const bight_vec3 *places;
    double distance;
    bight_dress_leads *leads;
    int32_t capacity;
} leading;

static bight_vec3 middle_of(const leading *l, int32_t strand)
{
    int32_t first = l->lines->firsts[strand], end = l->lines->firsts[strand + 1];
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = first; i < end; i++) {
        sum = v3_madd(sum, 1.0 / (end - first), l->places[i]);
    }
    return sum;
}

static bight_vec3 line_at(const leading *l, int32_t strand, double arc)
{
    int32_t first = l->lines->firsts[strand], end = l->lines->firsts[strand + 1], nearest = first;
    for (int32_t i = first; i < end; i++) {
        if (fabs(l->lines->points[i].arc - arc) < fabs(l->lines->points[nearest].arc - arc)) {
            nearest = i;
        }
    }
    return l->places[nearest];
}

// Vertices of a strand's cloth within half an edge of an arc length, along the strand.
static bight_status take_row(leading *l, int32_t strand, double arc, bight_dress_lead *lead)
{
    bight_dress_leads *leads = l->leads;
    lead->first = leads->vertex_count;
    for (int32_t v = 0; v < l->mesh->vertex_count; v++) {
        l->seen[v] = false;
    }
    for (int32_t i = 0; i < 3 * l->mesh->triangle_count; i++) {
        int32_t owner = l->map->regions[i / 3], v = l->mesh->triangles[i];
        if (owner < 0 || l->regions[owner].strand != strand || l->seen[v]) {
            continue;
        }
        double there, angle,
            stretch = l->begun[owner].length / (l->regions[owner].kind == BIGHT_REGION_CIRCLE
                                                    ? l->regions[owner].radius
                                                    : l->regions[owner].length);
        bi_region_lay(&l->begun[owner], l->mesh->uv + 2 * l->mesh->uv_triangles[i], &there, &angle);
        l->seen[v] = fabs(there - arc) <= 0.55 * l->map->fits[owner].longest_edge * stretch;
    }
    for (int32_t v = 0; v < l->mesh->vertex_count; v++) {
        if (!l->seen[v]) {
            continue;
        }
        if (l->border[v]) { // sewn to the cloth round the knot: it is held by that
            leads->vertex_count = lead->first;
            break;
        }
        bight_status status = bi_reserve(l->allocator, &leads->vertices, &l->capacity,
                                         (int64_t)leads->vertex_count + 1, sizeof *leads->vertices);
        if (status != BIGHT_OK) {
            return status;
        }
        leads->vertices[leads->vertex_count++] = v;
    }
    lead->count = leads->vertex_count - lead->first;
    return BIGHT_OK;
}

static bight_status lead_one(leading *l, int32_t strand, double arc)
{
    bight_dress_lead lead = {.strand = strand, .arc = arc};
    bight_status status =
        l->leads->count < BIGHT_DRESS_MAX_LEADS ? take_row(l, strand, arc, &lead) : BIGHT_OK;
    if (status == BIGHT_OK && lead.count > 0) {
        bight_vec3 away = v3_sub(line_at(l, strand, arc), middle_of(l, strand));
        lead.way = v3_mul(l->distance, v3_unit(away, v3(0, -1, 0)));
        l->leads->items[l->leads->count++] = lead;
    }
    return status;
}

static bight_status lead_all(leading *l, const bight_pipe *pipe, const bight_template *made, double scale)
{
    const bight_template_topology *t = &bight_template_definition(made)->topology;
    bight_status status = BIGHT_OK;
    for (int32_t s = 0; s < pipe->strand_count && status == BIGHT_OK; s++) {
        double ends[2] = {0.0, pipe->strands[s].length};
        for (int32_t i = 0; i < t->part_count; i++) {
            if (t->parts[i].strand == s) {
                ends[0] = scale * bight_template_arc(made, s, t->parts[i].from);
                ends[1] = scale * bight_template_arc(made, s, t->parts[i].to);
            }
        }
        for (int32_t k = 0; k < 2 && status == BIGHT_OK && !pipe->strands[s].closed; k++) {
            status = lead_one(l, s, ends[k]);
        }
    }
    return status;
}

// The mean over all rings of the pipe: a knot's own size.
static double mean_radius(const bight_pipe *pipe)
{
    double sum = 0.0;
    for (int32_t i = 0; i < pipe->ring_count; i++) {
        sum += pipe->rings[i].radius;
    }
    return sum / pipe->ring_count;
}

bight_status bight_dress_leads_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                    const bight_pipe *pipe, const bight_dress_region *regions,
                                    int32_t region_count, const bight_dress_map *map,
                                    const bight_template *made, double scale, const bight_dress_lines *lines,
                                    const bight_vec3 *places, bight_dress_leads *leads, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *leads = (bight_dress_leads){0};
    double tightness = bight_template_tightness(made);
    if (!(tightness > 0.0)) {
        return BIGHT_OK;
    }
    bi_region begun[BIGHT_DRESS_MAX_REGIONS];
    for (int32_t i = 0; i < region_count; i++) {
        int32_t shared = 0;
        for (int32_t k = 0; k < region_count; k++) {
            shared += regions[k].strand == regions[i].strand;
        }
        begun[i] = bi_region_begin(pipe, &regions[i], 0.001, 0.6, shared > 1, false);
    }
    size_t count = (size_t)mesh->vertex_count;
    leading l = {.allocator = allocator,
                 .mesh = mesh,
                 .regions = regions,
                 .region_count = region_count,
                 .map = map,
                 .begun = begun,
                 .lines = lines,
                 .places = places,
                 .distance = tightness * SIZE * mean_radius(pipe),
                 .leads = leads,
                 .border = bi_new_array(allocator, count, sizeof *l.border),
                 .seen = bi_new_array(allocator, count, sizeof *l.seen)};
    bight_status status = l.border != NULL && l.seen != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    for (int32_t i = 0; i < 3 * mesh->triangle_count && status == BIGHT_OK; i++) {
        l.border[mesh->triangles[i]] |= map->regions[i / 3] < 0;
    }
    status = status == BIGHT_OK ? lead_all(&l, pipe, made, scale) : status;
    bi_free_array(allocator, l.border, count, sizeof *l.border);
    bi_free_array(allocator, l.seen, count, sizeof *l.seen);

    // as many as there are, so that they can be given back by their number
    int32_t *grown = leads->vertices;
    if (grown != NULL && status == BIGHT_OK) {
        leads->vertices = bi_new_array(allocator, (size_t)leads->vertex_count, sizeof *leads->vertices);
        status = leads->vertices != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
        for (int32_t i = 0; i < leads->vertex_count && status == BIGHT_OK; i++) {
            leads->vertices[i] = grown[i];
        }
    }
    bi_free_array(allocator, grown, (size_t)l.capacity, sizeof *grown);
    if (status != BIGHT_OK) {
        *leads = (bight_dress_leads){0};
        return bi_fail(error, status, 0, "no memory to choose the ends of a knot");
    }
    return BIGHT_OK;
}

void bight_dress_leads_free(const bight_allocator *allocator, bight_dress_leads *leads)
{
    if (leads != NULL) {
        bi_free_array(allocator, leads->vertices, (size_t)leads->vertex_count, sizeof *leads->vertices);
        *leads = (bight_dress_leads){0};
    }
}
