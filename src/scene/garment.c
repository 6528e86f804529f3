// SPDX-License-Identifier: MIT
// Garments that a scene names: made by code, all of it or some of its pieces.

#include "scene/build.h"

#include <string.h>

#define MOST_SIZES 16

static bight_status find_garment(const bi_reader *reader, const bi_json_path *path,
                                 const bight_scene_garment *said, int32_t *garment)
{
    bi_json_path name = {path, "name", 0};
    *garment = bight_garment_find(said->name);
    return *garment >= 0
               ? BIGHT_OK
               : bi_read_fail(reader, &name, " is \"%.60s\", which is no garment: see bight garment list",
                              said->name);
}

static bight_status take_sizes(const bi_reader *reader, const bi_json_path *path,
                               const bight_scene_garment *said, int32_t garment, double sizes[MOST_SIZES])
{
    bi_json_path list = {path, "sizes", 0};
    int32_t count;
    const bight_garment_size *known = bight_garment_sizes(garment, &count);
    for (int32_t i = 0; i < count; i++) {
        sizes[i] = known[i].standard;
    }
    for (int32_t s = 0; s < said->size_count; s++) {
        bi_json_path item = {&list, NULL, s}, name = {&item, "size", 0}, value = {&item, "value", 0};
        int32_t found = -1;
        for (int32_t i = 0; i < count; i++) {
            found = strcmp(known[i].name, said->sizes[s].size) == 0 ? i : found;
        }
        if (found < 0) {
            return bi_read_fail(reader, &name,
                                " is \"%.60s\", which %.40s does not have: see bight garment list",
                                said->sizes[s].size, said->name);
        }
        if (!(said->sizes[s].value >= known[found].least && said->sizes[s].value <= known[found].most)) {
            return bi_read_fail(reader, &value, " is %g: give %g to %g", said->sizes[s].value,
                                known[found].least, known[found].most);
        }
        sizes[found] = said->sizes[s].value;
    }
    return BIGHT_OK;
}

bight_status bi_scene_garment(const bi_reader *reader, const bi_json_path *parent,
                              const bight_scene_garment *said, bight_cloth_mesh *mesh)
{
    bi_json_path path = {parent, "garment", 0};
    double sizes[MOST_SIZES];
    int32_t garment;
    *mesh = (bight_cloth_mesh){0};
    bight_status status = find_garment(reader, &path, said, &garment);
    status = status == BIGHT_OK ? take_sizes(reader, &path, said, garment, sizes) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bight_env env = {.allocator = reader->pool->allocator};
    bight_error cause = {0};
    status = bight_garment_make_pieces(&env, garment, said->edge, sizes, said->pieces.at, said->pieces.count,
                                       mesh, &cause);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_read_no_memory(reader)
                                               : bi_read_fail(reader, &path, ": %.200s", cause.message);
    }
    return BIGHT_OK;
}
