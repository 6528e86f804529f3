// SPDX-License-Identifier: MIT
// The names of knots in cloth: in steps and expectations.

#include "scene/names.h"

#include "bight/suggest.h"

#include <math.h>
#include <string.h>

static bight_status find_dress(const bi_linker *l, const bi_json_path *path, const char *name, int32_t *index)
{
    const bight_scene *scene = l->scene;
    const void *first = scene->dress_count > 0 ? (const void *)&scene->dress->name : NULL;
    *index = bi_find_name(name, first, scene->dress_count, sizeof *scene->dress);
    return *index >= 0
               ? BIGHT_OK
               : bi_unknown_name(l, path, "dress", name, first, scene->dress_count, sizeof *scene->dress);
}

bight_status bi_link_dress(const bi_linker *l, const bi_json_path *parent, const char *name, int32_t *index)
{
    bi_json_path path = {parent, "dress", 0};
    *index = 0;
    if (name != NULL) {
        return find_dress(l, &path, name, index);
    }
    return l->scene->dress_count > 0
               ? BIGHT_OK
               : bi_read_fail(l->reader, parent,
                              " is about a knot in cloth, and the scene has none: add \"dress\"");
}

// Values of the template that the cloth has: of another one they were looked at when that was fetched.
static bight_status check_set(const bi_linker *l, const bi_json_path *path,
                              const bight_scene_redress *redress)
{
    const bight_scene_dress *dress = &l->scene->dress[redress->dress_index];
    const bight_template_def *def = bight_template_definition(dress->made);
    bi_json_path list = {path, "set", 0}, file = {path, "template", 0};
    if (redress->definition != NULL) {
        int32_t most = -1;
        for (int32_t i = 0; i < dress->region_count; i++) {
            most = dress->given[i].strand > most ? dress->given[i].strand : most;
        }
        return redress->definition->strand_count == most + 1
                   ? BIGHT_OK
                   : bi_read_fail(
                         l->reader, &file,
                         " is \"%.60s\", which has %d strands, and \"%.40s\" has regions for %d: name "
                         "a template with as many",
                         redress->file, (int)redress->definition->strand_count, dress->name, (int)most + 1);
    }
    for (int32_t i = 0; i < redress->set_count; i++) {
        bi_json_path at = {&list, NULL, i}, name = {&at, "parameter", 0}, value = {&at, "value", 0};
        int32_t found = bight_template_find(dress->made, redress->set[i].parameter);
        if (found < 0) {
            return bi_read_fail(l->reader, &name,
                                " is \"%.60s\", which template %.40s does not have: see bight "
                                "template list",
                                redress->set[i].parameter, def->name);
        }
        const bight_template_parameter *p = &def->parameters[found];
        if (!(redress->set[i].value >= p->low && redress->set[i].value <= p->high)) {
            return bi_read_fail(l->reader, &value, " is %g: give %g to %g%s%s", redress->set[i].value, p->low,
                                p->high, p->unit[0] != '\0' ? " " : "", p->unit);
        }
    }
    return redress->set_count > 0 || redress->region_count > 0 || !isnan(redress->padding)
               ? BIGHT_OK
               : bi_read_fail(l->reader, path, " changes nothing: give template, set, padding or regions");
}

bight_status bi_link_redress(bi_linker *l, const bi_json_path *path, bight_scene_redress *redress)
{
    bight_status status = bi_link_dress(l, path, redress->dress, &redress->dress_index);
    for (int32_t i = 0; i < l->scene->hand_count && status == BIGHT_OK; i++) {
        if (l->held_rope[i] >= l->scene->rope_count) {
            status = bi_read_fail(l->reader, path, " lays cloth anew that \"%s\" holds: release it first",
                                  l->hands[i]);
        }
    }
    return status == BIGHT_OK ? check_set(l, path, redress) : status;
}

bight_status bi_link_dressed(const bi_linker *l, const bi_json_path *path, bight_scene_expect *expect)
{
    bi_json_path list = {path, "dressed", 0};
    int32_t *indices = bi_pool_new(l->reader->pool, (size_t)expect->dressed.count, sizeof *indices);
    bight_status status = indices != NULL ? BIGHT_OK : bi_read_no_memory(l->reader);
    for (int32_t i = 0; i < expect->dressed.count && status == BIGHT_OK; i++) {
        bi_json_path at = {&list, NULL, i};
        status = find_dress(l, &at, expect->dressed.at[i], &indices[i]);
    }
    expect->dressed_indices = indices;
    return status;
}
