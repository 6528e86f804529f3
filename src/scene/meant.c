// SPDX-License-Identifier: MIT

#include "scene/meant.h"

bight_status bi_meant_fail(const bi_linker *l, const bi_frame *f, const char *words, const char *name)
{
    if (f->program == NULL) {
        return bi_read_fail(l->reader, f->path, " %s \"%s\"", words, name);
    }
    return bi_read_fail(l->reader, f->path, ": the manoeuvre \"%s\" %s \"%s\"", f->program->name, words,
                        name);
}

// ---- one ------------------------------------------------------------------------------------------------

// The index that a name has in a program's list or in the scene's, -1 for none.
static int32_t look_up(const bi_frame *f, const char *name, const bight_scene_names *own,
                       const int32_t *called, const void *first, int32_t count, size_t stride)
{
    if (f->program == NULL) {
        return first != NULL ? bi_find_name(name, first, count, stride) : -1;
    }
    int32_t i = own->count > 0 ? bi_find_name(name, own->at, own->count, sizeof(char *)) : -1;
    return i >= 0 ? called[i] : -1;
}

static const void *strand_names(const bight_scene *scene)
{
    return scene->strand_count > 0 ? (const void *)&scene->strands->name : NULL;
}

static const void *obstacle_names(const bight_scene *scene)
{
    return scene->obstacle_count > 0 ? (const void *)&scene->obstacles->name : NULL;
}

static int32_t find_strand(const bi_linker *l, const bi_frame *f, const char *name)
{
    const bight_scene *scene = l->scene;
    const bight_scene_names *own = f->program != NULL ? &f->program->strands : NULL;
    return look_up(f, name, own, f->strands, strand_names(scene), scene->strand_count,
                   sizeof *scene->strands);
}

static int32_t find_obstacle(const bi_linker *l, const bi_frame *f, const char *name)
{
    const bight_scene *scene = l->scene;
    const bight_scene_names *own = f->program != NULL ? &f->program->obstacles : NULL;
    return look_up(f, name, own, f->obstacles, obstacle_names(scene), scene->obstacle_count,
                   sizeof *scene->obstacles);
}

bight_status bi_meant_strand(const bi_linker *l, const bi_frame *f, const char *key, const char *name,
                             int32_t *index)
{
    const bight_scene *scene = l->scene;
    bi_json_path inner = {f->path, key, 0};
    *index = find_strand(l, f, name);
    if (*index >= 0) {
        return BIGHT_OK;
    }
    return f->program != NULL
               ? bi_meant_fail(l, f, "works with a strand that is not in its list of strands:", name)
               : bi_unknown_name(l, key != NULL ? &inner : f->path, "strand", name, strand_names(scene),
                                 scene->strand_count, sizeof *scene->strands);
}

// ---- several --------------------------------------------------------------------------------------------

bight_status bi_meant_strands(const bi_linker *l, const bi_frame *f, const char *key, bight_scene_names names,
                              const int32_t **indices)
{
    int32_t *found = bi_pool_new(l->reader->pool, (size_t)names.count, sizeof *found);
    if (found == NULL) {
        return bi_read_no_memory(l->reader);
    }
    *indices = found;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < names.count && status == BIGHT_OK; i++) {
        status = bi_meant_strand(l, f, key, names.at[i], &found[i]);
    }
    return status;
}

bight_status bi_meant_obstacles(const bi_linker *l, const bi_frame *f, bight_scene_names names,
                                const int32_t **indices)
{
    const bight_scene *scene = l->scene;
    bi_json_path inner = {f->path, "obstacles", 0};
    int32_t *found =
        names.count > 0 ? bi_pool_new(l->reader->pool, (size_t)names.count, sizeof *found) : NULL;
    if (names.count > 0 && found == NULL) {
        return bi_read_no_memory(l->reader);
    }
    *indices = found;
    for (int32_t i = 0; i < names.count; i++) {
        found[i] = find_obstacle(l, f, names.at[i]);
        if (found[i] < 0) {
            return f->program != NULL
                       ? bi_meant_fail(l, f, "works with an obstacle that is not in its list of obstacles:",
                                       names.at[i])
                       : bi_unknown_name(l, &inner, "obstacle", names.at[i], obstacle_names(scene),
                                         scene->obstacle_count, sizeof *scene->obstacles);
        }
    }
    return BIGHT_OK;
}

bight_status bi_meant_pair(const bi_linker *l, const bi_frame *f, const char *active, const char *target,
                           int32_t *active_index, int32_t *target_index)
{
    bight_status status = bi_meant_strand(l, f, "active", active, active_index);
    if (status == BIGHT_OK) {
        status = bi_meant_strand(l, f, "target", target, target_index);
    }
    if (status == BIGHT_OK && *active_index == *target_index) {
        return bi_meant_fail(l, f,
                             "has one strand as active and target:", l->scene->strands[*active_index].name);
    }
    return status;
}

// A hand of the script that holds cloth now.
static bool holds_cloth(const bi_linker *l, const bi_frame *f, const char *name, int32_t *hand)
{
    *hand = f->program == NULL ? bi_find_name(name, l->hands, l->scene->hand_count, sizeof *l->hands) : -1;
    if (*hand >= 0 && l->held_rope[*hand] >= l->scene->rope_count) {
        return true;
    }
    *hand = -1;
    return false;
}

bight_status bi_meant_winding(const bi_linker *l, const bi_frame *f, bight_scene_wind *wind)
{
    wind->target_index = wind->hand_index = -1;
    wind->obstacle_index = find_obstacle(l, f, wind->target);
    if (wind->obstacle_index < 0) {
        return bi_meant_pair(l, f, wind->active, wind->target, &wind->active_index, &wind->target_index);
    }
    if (find_strand(l, f, wind->target) >= 0) {
        return bi_meant_fail(l, f, "could mean a strand or an obstacle: give one of them another name than",
                             wind->target);
    }
    const bight_scene_obstacle *obstacle = &l->scene->obstacles[wind->obstacle_index];
    if (obstacle->def.kind == BIGHT_SHAPE_SPHERE || obstacle->def.kind == BIGHT_SHAPE_MESH) {
        return bi_meant_fail(
            l, f, "winds round a ball or a mesh, which has no axis: take a capsule, a box or a torus for",
            obstacle->name);
    }
    if (find_strand(l, f, wind->active) < 0 && holds_cloth(l, f, wind->active, &wind->hand_index)) {
        wind->active_index = -1;
        return obstacle->def.kind == BIGHT_SHAPE_CAPSULE
                   ? BIGHT_OK
                   : bi_meant_fail(l, f, "winds cloth round a box or a torus: take a capsule for",
                                   obstacle->name);
    }
    return bi_meant_strand(l, f, "active", wind->active, &wind->active_index);
}
