// SPDX-License-Identifier: MIT
// glTF 2.0, JSON or binary: the surfaces of its meshes, where its nodes put them. Lines are seams.

#include "core/error.h"
#include "io/mesh_builder.h"

#include "core/hash.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/gltf_walk.h"

#include <string.h>

enum { LINES = 1, LINE_LOOP = 2, LINE_STRIP = 3, TRIANGLES = 4, TRIANGLE_STRIP = 5, TRIANGLE_FAN = 6 };

typedef struct mesh_reader {
    bi_mesh_builder *builder;
    bi_gltf_walk walk;
    int32_t *slots; // (slot_count) hash table of positions: vertex + 1, 0 is free
    size_t slot_count;
    int32_t *vertex; // (vertex_capacity) vertex of each position of the primitive
    int32_t vertex_capacity;
} mesh_reader;

// ---- vertices at one position are one vertex ------------------------------------------------------------

static size_t slot_of(const mesh_reader *reader, bight_vec3 p)
{
    size_t slot = (size_t)bi_hash_vec3(BI_HASH_START, p) & (reader->slot_count - 1);
    for (; reader->slots[slot] != 0; slot = (slot + 1) & (reader->slot_count - 1)) {
        bight_vec3 q = reader->builder->mesh.positions[reader->slots[slot] - 1];
        if (memcmp(&p, &q, sizeof p) == 0) {
            break;
        }
    }
    return slot;
}

// Keep the table at most half full.
static bight_status grow_table(mesh_reader *reader, int64_t vertices)
{
    size_t size = reader->slot_count == 0 ? 64 : reader->slot_count;
    while (size / 2 < (size_t)vertices) {
        size *= 2;
    }
    if (size == reader->slot_count) {
        return BIGHT_OK;
    }
    int32_t *slots = bi_new_array(reader->walk.gltf.allocator, size, sizeof *slots);
    if (slots == NULL) {
        return bi_fail(reader->walk.gltf.error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %lld vertices",
                       (long long)vertices);
    }
    bi_free_array(reader->walk.gltf.allocator, reader->slots, reader->slot_count, sizeof *reader->slots);
    reader->slots = slots;
    reader->slot_count = size;
    for (int32_t i = 0; i < reader->builder->mesh.vertex_count; i++) {
        reader->slots[slot_of(reader, reader->builder->mesh.positions[i])] = i + 1;
    }
    return BIGHT_OK;
}

// The vertices of all positions of a primitive.
static bight_status take_positions(mesh_reader *reader, const bi_accessor *positions, const bi_affine *map)
{
    bight_cloth_mesh *mesh = &reader->builder->mesh;
    bight_status status = bi_reserve(reader->walk.gltf.allocator, &reader->vertex, &reader->vertex_capacity,
                                     positions->count, sizeof *reader->vertex);
    if (status != BIGHT_OK) {
        return bi_fail(reader->walk.gltf.error, status, 0, "no memory for %d positions", positions->count);
    }
    status = grow_table(reader, (int64_t)mesh->vertex_count + positions->count);
    for (int32_t i = 0; i < positions->count && status == BIGHT_OK; i++) {
        bight_vec3 p;
        status = bi_gltf_skin_point(&reader->walk.gltf, &reader->walk.skin, map, i,
                                    bi_accessor_point(positions, i), &p);
        if (status != BIGHT_OK) {
            return status;
        }
        p = v3_add(p, v3(0, 0, 0)); // turns -0 into +0, which is the same place
        size_t slot = slot_of(reader, p);
        if (reader->slots[slot] == 0) {
            status = bi_build_vertex(reader->builder, 0, p);
            reader->slots[slot] = status == BIGHT_OK ? mesh->vertex_count : 0;
        }
        reader->vertex[i] = reader->slots[slot] - 1;
    }
    return status;
}

// ---- primitives -----------------------------------------------------------------------------------------

typedef struct primitive {
    bi_accessor positions, places, indices; // counts of 0 where there are none
    int32_t mode, count, mesh, first_place;
} primitive;

static bight_status corner_at(mesh_reader *reader, const primitive *p, int32_t i, int32_t *vertex,
                              int32_t *place)
{
    uint32_t index = p->indices.count > 0 ? bi_accessor_index(&p->indices, i) : (uint32_t)i;
    if (index >= (uint32_t)p->positions.count) {
        return bi_gltf_fail(&reader->walk.gltf, "meshes", p->mesh, "index %u, but it has %d positions", index,
                            p->positions.count);
    }
    *vertex = reader->vertex[index];
    *place = p->places.count > 0 ? p->first_place + (int32_t)index : -1;
    return BIGHT_OK;
}

static bight_status read_elements(mesh_reader *reader, const primitive *p)
{
    bool lines = p->mode <= LINE_STRIP;
    int32_t corners = lines ? 2 : 3, step = p->mode == LINES || p->mode == TRIANGLES ? corners : 1;
    int32_t elements = p->mode == LINE_LOOP ? p->count : (p->count - corners + step) / step;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < elements && status == BIGHT_OK; i++) {
        int32_t vertex[3], place[3];
        for (int32_t k = 0; k < corners && status == BIGHT_OK; k++) {
            // a strip turns every other triangle, a fan starts each at its first corner, a loop ends at its
            // first
            int32_t at = i * step + k;
            at = p->mode == TRIANGLE_STRIP && i % 2 == 1 && k > 0 ? i + 3 - k : at;
            at = p->mode == TRIANGLE_FAN && k == 0 ? 0 : at;
            at = p->mode == LINE_LOOP ? at % p->count : at;
            status = corner_at(reader, p, at, &vertex[k], &place[k]);
        }
        if (status == BIGHT_OK) {
            status = lines ? bi_build_seam(reader->builder, 0, vertex[0], vertex[1])
                           : bi_build_face(reader->builder, 0, vertex, place, 3);
        }
    }
    return status;
}

static bight_status read_primitive(void *user, const bi_json *object, int32_t mesh, const bi_affine *map,
                                   const char *name)
{
    (void)name; // of the group that begin_group() has opened
    mesh_reader *reader = user;
    primitive p = {.mesh = mesh, .mode = (int32_t)bi_gltf_integer(object, "mode", TRIANGLES)};
    if (p.mode < LINES || p.mode > TRIANGLE_FAN) {
        return BIGHT_OK;
    }

    // positions, places on the pattern, and the indices of the corners into both
    const bi_json *attributes = bi_json_get(object, "attributes");
    bight_status status = bi_gltf_accessor(&reader->walk.gltf, bi_gltf_integer(attributes, "POSITION", -1),
                                           BI_POSITIONS, &p.positions);
    p.count = p.positions.count;
    if (status == BIGHT_OK && bi_json_get(attributes, "TEXCOORD_0") != NULL && p.mode >= TRIANGLES) {
        status = bi_gltf_accessor(&reader->walk.gltf, bi_gltf_integer(attributes, "TEXCOORD_0", -1),
                                  BI_PLACES, &p.places);
        if (status == BIGHT_OK && p.places.count != p.positions.count) {
            return bi_gltf_fail(&reader->walk.gltf, "meshes", mesh, "%d texture coordinates for %d positions",
                                p.places.count, p.positions.count);
        }
    }
    if (status == BIGHT_OK && bi_json_get(object, "indices") != NULL) {
        status = bi_gltf_accessor(&reader->walk.gltf, bi_gltf_integer(object, "indices", -1), BI_INDICES,
                                  &p.indices);
        p.count = p.indices.count;
    }

    // skin, if the node has one
    status = status == BIGHT_OK ? bi_gltf_skin_primitive(&reader->walk.gltf, &reader->walk.skin, attributes,
                                                         p.positions.count)
                                : status;

    // lists have 2 or 3 corners of their own for each element; strips, loops and fans share them
    int32_t whole = p.mode == LINES ? 2 : p.mode == TRIANGLES ? 3 : 1;
    if (status == BIGHT_OK && p.count % whole != 0) {
        return bi_gltf_fail(&reader->walk.gltf, "meshes", mesh, "%d corners: they come in %ss", p.count,
                            whole == 2 ? "pair" : "three");
    }

    // elements refer to the vertices and places that are added here
    status = status == BIGHT_OK ? take_positions(reader, &p.positions, map) : status;
    p.first_place = reader->builder->mesh.uv_count;
    for (int32_t i = 0; i < p.places.count && status == BIGHT_OK; i++) {
        bight_vec3 place = bi_accessor_place(&p.places, i);
        // v runs down in glTF (3.8.3), and up on a pattern as in OBJ and PLY
        status = bi_build_uv(reader->builder, 0, place.x, 1.0 - place.y);
    }
    return status == BIGHT_OK ? read_elements(reader, &p) : status;
}

static bight_status begin_group(void *user, const char *name)
{
    mesh_reader *reader = user;
    name = name == NULL ? "" : name;
    return bi_build_group(reader->builder, 0, name, strlen(name));
}

bight_status bi_read_gltf_mesh(bi_mesh_builder *builder, const char *bytes, size_t length)
{
    mesh_reader reader = {.builder = builder,
                          .walk = {.gltf = {.allocator = builder->allocator, .error = builder->error},
                                   .begin = begin_group,
                                   .primitive = read_primitive}};
    reader.walk.user = &reader;
    bight_status status = bi_gltf_walk_all(&reader.walk, bytes, length);
    status = status == BIGHT_OK ? bi_build_join_uv(builder) : status;
    bi_free_array(builder->allocator, reader.slots, reader.slot_count, sizeof *reader.slots);
    if (reader.vertex_capacity > 0) {
        bi_free_array(builder->allocator, reader.vertex, (size_t)reader.vertex_capacity,
                      sizeof *reader.vertex);
    }
    bi_gltf_walk_end(&reader.walk);
    return status;
}
