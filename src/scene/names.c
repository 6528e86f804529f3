// SPDX-License-Identifier: MIT

#include "scene/names.h"

#include "bight/suggest.h"
#include "core/assert.h"

#include <string.h>

int32_t bi_find_name(const char *name, const void *first, int32_t count, size_t stride)
{
    BI_ASSERT(name != NULL && stride >= sizeof(char *) && (count == 0 || first != NULL));
    for (int32_t i = 0; i < count; i++) {
        const char *candidate;
        memcpy(&candidate, (const char *)first + (size_t)i * stride, sizeof candidate);
        if (strcmp(candidate, name) == 0) {
            return i;
        }
    }
    return -1;
}

bight_status bi_unknown_name(const bi_linker *l, const bi_json_path *path, const char *what, const char *name,
                             const void *first, int32_t count, size_t stride)
{
    const char *guess = count > 0 ? bight_suggest(name, first, count, stride) : NULL;
    return bi_read_fail(l->reader, path, " is \"%s\", and there is no such %s: %s%s%s", name, what,
                        guess != NULL ? "did you mean \"" : "name one that the scene has",
                        guess != NULL ? guess : "", guess != NULL ? "\"?" : "");
}

bight_status bi_link_rope(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index)
{
    const bight_scene *scene = l->scene;
    bi_json_path path = {parent, "rope", 0};
    const void *first = scene->rope_count > 0 ? (const void *)&scene->ropes->name : NULL;
    *index = 0;
    if (name == NULL) {
        return scene->rope_count > 0
                   ? BIGHT_OK
                   : bi_read_fail(l->reader, parent,
                                  " is about a rope, and the scene has none: add \"ropes\"");
    }
    *index = bi_find_name(name, first, scene->rope_count, sizeof *scene->ropes);
    return *index >= 0
               ? BIGHT_OK
               : bi_unknown_name(l, &path, "rope", name, first, scene->rope_count, sizeof *scene->ropes);
}

bight_status bi_link_obstacle(const bi_linker *l, const bi_json_path *parent, const char *name,
                              int32_t *index)
{
    const bight_scene *scene = l->scene;
    bi_json_path path = {parent, "obstacle", 0};
    const void *first = scene->obstacle_count > 0 ? (const void *)&scene->obstacles->name : NULL;
    *index = bi_find_name(name, first, scene->obstacle_count, sizeof *scene->obstacles);
    return *index >= 0 ? BIGHT_OK
                       : bi_unknown_name(l, &path, "obstacle", name, first, scene->obstacle_count,
                                         sizeof *scene->obstacles);
}

// a hand that must hold something here
bight_status bi_link_hand(const bi_linker *l, const bi_json_path *path, const char *name, int32_t *index)
{
    *index = bi_find_name(name, l->hands, l->scene->hand_count, sizeof *l->hands);
    if (*index < 0) {
        return bi_unknown_name(l, path, "hand", name, l->hands, l->scene->hand_count, sizeof *l->hands);
    }
    return l->held_rope[*index] >= 0
               ? BIGHT_OK
               : bi_read_fail(l->reader, path, " is \"%s\", which holds nothing here: grasp something first",
                              name);
}

bight_status bi_link_hands(const bi_linker *l, const bi_json_path *parent, const char *key,
                           bight_scene_names names, int32_t *indices)
{
    bi_json_path list = {parent, key, 0};
    for (int32_t i = 0; i < names.count; i++) {
        bi_json_path path = {&list, NULL, i};
        bight_status status = bi_link_hand(l, &path, names.at[i], &indices[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

bight_status bi_link_node(const bi_linker *l, const bi_json_path *parent, bight_scene_node_ref node,
                          int32_t rope, int32_t *index)
{
    BI_ASSERT(rope >= 0 && rope < l->scene->rope_count);
    int32_t count = l->scene->ropes[rope].curve.count;
    *index = bight_scene_node(node, count);
    bi_json_path path = {parent, "node", 0};
    return *index >= 0 ? BIGHT_OK
                       : bi_read_fail(l->reader, &path, " is %d, but \"%s\" has %d nodes: give %d to %d",
                                      (int)node.index, l->scene->ropes[rope].name, (int)count, (int)-count,
                                      (int)count - 1);
}
int32_t bight_scene_node(bight_scene_node_ref node, int32_t count)
{
    int32_t index = node.middle ? count / 2 : node.index < 0 ? count + node.index : node.index;
    return index >= 0 && index < count ? index : -1;
}
