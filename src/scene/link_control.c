// SPDX-License-Identifier: MIT
// Strands and programs: names become indices, and each manoeuvre of a script is unfolded into crossings,
// windings and tightenings of the scene's own strands.

#include "scene/meant.h"

#include "core/assert.h"
#include "scene/manoeuvre_library.h"

#include <math.h>
#include <string.h>

#define MOST_DEPTH 8
#define MOST_ACTIONS 1000

// ---- strands ----------------------------------------------------------------------------------------

bight_status bi_link_strands(const bi_linker *l)
{
    const bight_scene *scene = l->scene;
    bight_scene_strand *strands = l->parsed->strands;
    bi_json_path list = {NULL, "strands", 0};
    for (int32_t i = 0; i < scene->strand_count; i++) {
        bi_json_path path = {&list, NULL, i}, name = {&path, "name", 0}, bottom = {&path, "bottom", 0};
        bight_scene_strand *strand = &strands[i];
        bight_status status = bi_link_rope(l, &path, strand->rope, &strand->rope_index);
        if (status != BIGHT_OK) {
            return status;
        }

        // a strand is a free end of a rope whose nodes stay the same: neither closed nor a spring rope
        const bight_scene_rope *rope = &scene->ropes[strand->rope_index];
        if (rope->curve.closed) {
            return bi_read_fail(l->reader, &path, " is an end of \"%s\", which is closed: name an open rope",
                                rope->name);
        }
        if (rope->model == BIGHT_MODEL_SPRING) {
            return bi_read_fail(
                l->reader, &path,
                " is an end of \"%s\", a spring rope, whose nodes come and go: take the model "
                "\"ftl\" or \"projection\"",
                rope->name);
        }

        // no two strands share a name or an end of a rope
        if (bi_find_name(strand->name, &strands->name, i, sizeof *strands) >= 0) {
            return bi_read_fail(l->reader, &name,
                                " is \"%s\", as another is called too: give it a name of its own",
                                strand->name);
        }
        for (int32_t k = 0; k < i; k++) {
            if (strands[k].rope_index == strand->rope_index && strands[k].end == strand->end) {
                return bi_read_fail(l->reader, &path, " is the same end of \"%s\" as strands[%d]: drop one",
                                    rope->name, (int)k);
            }
        }

        // the node at its bottom is one of the rope's
        if (strand->bottom.given && bight_scene_node(strand->bottom, rope->curve.count) < 0) {
            return bi_read_fail(l->reader, &bottom, " is %d, but \"%s\" has %d nodes: give %d to %d",
                                (int)strand->bottom.index, rope->name, (int)rope->curve.count,
                                (int)-rope->curve.count, (int)rope->curve.count - 1);
        }
    }
    return BIGHT_OK;
}

// ---- programs ---------------------------------------------------------------------------------------

static bight_status library_failed(const bi_linker *l)
{
    return bi_read_no_memory(l->reader); // its text is tested: only memory can fail
}

// the library's programs, read like a scene's
static bight_status read_library(bi_linker *l)
{
    if (l->library != NULL) {
        return BIGHT_OK;
    }
    bight_scene *library = bi_pool_new(l->reader->pool, 1, sizeof *library);
    bi_json_error cause;
    bi_json *json = bi_json_parse(&l->reader->pool->allocator, bi_manoeuvre_library,
                                  strlen(bi_manoeuvre_library), BI_JSON_LIST_ROOT, &cause);
    if (library == NULL || json == NULL) {
        bi_json_free(json);
        return library_failed(l);
    }
    bi_reader reader = {l->reader->pool, l->reader->passing, json, NULL};
    bight_status status = bi_read_object(&reader, json, NULL, &bi_library_table, library);
    bi_json_free(json);
    l->library = library;
    return status == BIGHT_OK ? BIGHT_OK : library_failed(l);
}

static const bight_scene_manoeuvre *find_in(const bight_scene *scene, const char *name)
{
    int32_t i = scene->manoeuvre_count > 0 ? bi_find_name(name, &scene->manoeuvres->name,
                                                          scene->manoeuvre_count, sizeof *scene->manoeuvres)
                                           : -1;
    return i >= 0 ? &scene->manoeuvres[i] : NULL;
}

static bight_status find_program(bi_linker *l, const bi_json_path *path, const char *name,
                                 const bight_scene_manoeuvre **program)
{
    bight_status status = read_library(l);
    if (status != BIGHT_OK) {
        return status;
    }
    const bight_scene_manoeuvre *own = find_in(l->scene, name), *stored = find_in(l->library, name);
    *program = own != NULL ? own : stored;
    if (*program != NULL) {
        return BIGHT_OK;
    }

    // near names of both lists
    const char *names[MOST_ACTIONS + 16];
    int32_t count = 0;
    for (int32_t i = 0; i < l->scene->manoeuvre_count; i++) {
        names[count++] = l->scene->manoeuvres[i].name;
    }
    for (int32_t i = 0; i < l->library->manoeuvre_count; i++) {
        names[count++] = l->library->manoeuvres[i].name;
    }
    return bi_unknown_name(l, path, "manoeuvre", name, names, count, sizeof *names);
}

typedef struct unfolding {
    bi_linker *l;
    bight_scene_action *actions; ///< (MOST_ACTIONS)
    int32_t count;
    bight_scene_span spans[BIGHT_SCENE_MAX_SPANS];
    int32_t span_count;
} unfolding;

static bight_scene_sign signed_as(const bi_frame *f, bight_scene_sign sign)
{
    bight_scene_sign other = sign == BIGHT_SIGN_POSITIVE ? BIGHT_SIGN_NEGATIVE : BIGHT_SIGN_POSITIVE;
    return f->mirror ? other : sign;
}

// one crossing, winding or tightening, with the calls' changes
static bight_status unfold_simple(unfolding *u, const bi_frame *f, const bight_scene_action *action)
{
    if (u->count == MOST_ACTIONS) {
        return bi_read_fail(u->l->reader, f->path, " comes to more than %d actions: use smaller programs",
                            MOST_ACTIONS);
    }

    // every call has its own copy of the action, since its strands and changes differ
    bi_pool *pool = u->l->reader->pool;
    bight_scene_action *out = &u->actions[u->count++];
    *out = (bight_scene_action){
        .kind = action->kind, .note = action->note, .program = f->program != NULL ? f->program->name : NULL};

    // a mirrored call turns each sign round; its angle and speed replace the program's
    switch (action->kind) {
    case BIGHT_ACTION_CROSS: {
        bight_scene_cross *cross = bi_pool_new(pool, 1, sizeof *cross);
        if (cross == NULL) {
            return bi_read_no_memory(u->l->reader);
        }
        *cross = *action->cross;
        cross->sign = signed_as(f, cross->sign);
        cross->speed = isnan(f->speed) ? cross->speed : f->speed;
        out->cross = cross;
        return bi_meant_pair(u->l, f, cross->active, cross->target, &cross->active_index,
                             &cross->target_index);
    }

    case BIGHT_ACTION_WIND: {
        bight_scene_wind *wind = bi_pool_new(pool, 1, sizeof *wind);
        if (wind == NULL) {
            return bi_read_no_memory(u->l->reader);
        }
        *wind = *action->wind;
        wind->sign = signed_as(f, wind->sign);
        wind->angle = isnan(f->angle) ? wind->angle : f->angle;
        wind->speed = isnan(f->speed) ? wind->speed : f->speed;
        out->wind = wind;
        if (f->program != NULL && wind->meanwhile.count > 0) {
            return bi_meant_fail(u->l, f,
                                 "moves other things meanwhile, which only a script can: take it out of",
                                 f->program->name);
        }
        return bi_meant_winding(u->l, f, wind);
    }

    case BIGHT_ACTION_TIGHTEN: {
        bight_scene_tighten *tighten = bi_pool_new(pool, 1, sizeof *tighten);
        if (tighten == NULL) {
            return bi_read_no_memory(u->l->reader);
        }
        *tighten = *action->tighten;
        tighten->speed = isnan(f->speed) ? tighten->speed : f->speed;
        out->tighten = tighten;
        if (tighten->directions.count > 0 && tighten->directions.count != tighten->strands.count) {
            return bi_meant_fail(u->l, f, "must give one direction for each strand or none in", "tighten");
        }
        return bi_meant_strands(u->l, f, "strands", tighten->strands, &tighten->strand_indices);
    }

    case BIGHT_ACTION_GOAL: {
        bight_scene_goal *goal = bi_pool_new(pool, 1, sizeof *goal);
        if (goal == NULL) {
            return bi_read_no_memory(u->l->reader);
        }
        *goal = *action->goal;
        out->goal = goal;
        return bi_meant_strand(u->l, f, "strand", goal->strand, &goal->strand_index);
    }

    default:
        out->let_go = action->let_go;
        return bi_meant_strands(u->l, f, NULL, action->let_go, &out->let_go_indices);
    }
}

static bight_status unfold_call(unfolding *u, const bi_frame *f, const char *name,
                                const bight_scene_call *call)
{
    const bight_scene_manoeuvre *program;
    bight_status status = find_program(u->l, f->path, name, &program);
    if (status != BIGHT_OK) {
        return status;
    }

    // a program that calls itself stops here
    if (f->depth == MOST_DEPTH) {
        return bi_meant_fail(u->l, f, "calls programs within programs too deeply (does one call itself?), at",
                             name);
    }

    if (call->strands.count != program->strands.count) {
        return bi_read_fail(u->l->reader, f->path, " calls \"%s\" with %d strands: it works with %d", name,
                            (int)call->strands.count, (int)program->strands.count);
    }

    if (call->obstacles.count != program->obstacles.count) {
        return bi_read_fail(u->l->reader, f->path, " calls \"%s\" with %d obstacles: it works with %d", name,
                            (int)call->obstacles.count, (int)program->obstacles.count);
    }

    // changes compose down the calls: two mirrors cancel, and the outermost angle and speed count
    bi_frame inner = *f;
    status = bi_meant_strands(u->l, f, "strands", call->strands, &inner.strands);
    status = status == BIGHT_OK ? bi_meant_obstacles(u->l, f, call->obstacles, &inner.obstacles) : status;
    inner.program = program;
    inner.mirror = f->mirror != call->mirror;
    inner.angle = isnan(f->angle) ? call->angle : f->angle;
    inner.speed = isnan(f->speed) ? call->speed : f->speed;
    inner.depth = f->depth + 1;

    int32_t span = -1;
    if (status == BIGHT_OK && (call->state != NULL || call->retry.count > 0 || call->timeout > 0)) {
        if (u->span_count == BIGHT_SCENE_MAX_SPANS) {
            return bi_read_fail(u->l->reader, f->path,
                                " comes to more than %d calls with a state, tries or a time-out",
                                BIGHT_SCENE_MAX_SPANS);
        }
        span = u->span_count++;
        u->spans[span] = (bight_scene_span){.name = name, .call = call, .first = u->count};
    }
    for (int32_t i = 0; i < program->steps.count && status == BIGHT_OK; i++) {
        // recursion is bounded by MOST_DEPTH
        const bight_scene_action *action = &program->steps.at[i];
        status = action->kind == BIGHT_ACTION_MANOEUVRE
                     ? unfold_call(u, &inner, action->manoeuvre->name, action->manoeuvre)
                     : unfold_simple(u, &inner, action);
    }
    if (span >= 0) {
        u->spans[span].end = u->count;
    }
    return status;
}

static const bight_scene_call *call_of(const bight_scene_step *step)
{
    switch (step->verb) {
    case BIGHT_VERB_MANOEUVRE:
        return step->manoeuvre;
    case BIGHT_VERB_HALF_KNOT:
        return step->half_knot;
    case BIGHT_VERB_SELF_KNOT:
        return step->self_knot;
    case BIGHT_VERB_GRANNY_KNOT:
        return step->granny_knot;
    case BIGHT_VERB_REEF_KNOT:
        return step->reef_knot;
    default:
        return step->surgeons_knot;
    }
}

bight_status bi_link_manoeuvre(bi_linker *l, bight_scene_step *step, const bi_json_path *path)
{
    BI_ASSERT(step->verb >= BIGHT_VERB_CROSS);
    // scratch for the longest unfolding, shared by all steps
    if (l->actions == NULL) {
        l->actions = bi_pool_new(l->reader->pool, MOST_ACTIONS, sizeof *l->actions);
        if (l->actions == NULL) {
            return bi_read_no_memory(l->reader);
        }
    }

    // a script's step has no program around it, and changes nothing: no mirror, angle and speed NaN
    unfolding u = {.l = l, .actions = l->actions};
    bi_frame f = {.angle = (double)NAN, .speed = (double)NAN, .path = path};
    bight_scene_action action = {.cross = step->cross, .wind = step->wind, .tighten = step->tighten};
    bight_status status;

    // one action of its own, or a call: a knot's verb calls the library's program of that name
    switch (step->verb) {
    case BIGHT_VERB_CROSS:
    case BIGHT_VERB_WIND:
    case BIGHT_VERB_TIGHTEN:
        action.kind = step->verb == BIGHT_VERB_CROSS  ? BIGHT_ACTION_CROSS
                      : step->verb == BIGHT_VERB_WIND ? BIGHT_ACTION_WIND
                                                      : BIGHT_ACTION_TIGHTEN;
        status = unfold_simple(&u, &f, &action);
        break;
    case BIGHT_VERB_LET_GO:
        action.kind = BIGHT_ACTION_LET_GO;
        action.let_go = step->let_go;
        status = unfold_simple(&u, &f, &action);
        break;
    default: {
        const bight_scene_call *call = call_of(step);
        const char *name = call->name != NULL ? call->name : bight_scene_verb_name(step->verb);
        status = unfold_call(&u, &f, name, call);
        break;
    }
    }

    if (status != BIGHT_OK) {
        return status;
    }

    // the scene keeps as many actions as the step unfolds to
    bight_scene_action *kept = bi_pool_new(l->reader->pool, (size_t)u.count, sizeof *kept);
    if (kept == NULL) {
        return bi_read_no_memory(l->reader);
    }

    memcpy(kept, u.actions, (size_t)u.count * sizeof *kept);
    step->program = (bight_scene_program){.at = kept, .count = u.count};
    if (u.span_count > 0) {
        bight_scene_span *spans = bi_pool_new(l->reader->pool, (size_t)u.span_count, sizeof *spans);
        if (spans == NULL) {
            return bi_read_no_memory(l->reader);
        }
        memcpy(spans, u.spans, (size_t)u.span_count * sizeof *spans);
        step->program.spans = spans;
        step->program.span_count = u.span_count;
    }
    return BIGHT_OK;
}

// ---- the scene's own programs -----------------------------------------------------------------------

bight_status bi_check_programs(bi_linker *l)
{
    const bight_scene *scene = l->scene;
    bi_json_path list = {NULL, "manoeuvres", 0};
    for (int32_t i = 0; i < scene->manoeuvre_count; i++) {
        bi_json_path path = {&list, NULL, i}, name = {&path, "name", 0};
        bight_status status = read_library(l);
        if (status != BIGHT_OK) {
            return status;
        }
        const char *own = scene->manoeuvres[i].name;
        if (find_in(l->library, own) != NULL) {
            return bi_read_fail(l->reader, &name, " is \"%s\", which the library has: take another name",
                                own);
        }
        if (bi_find_name(own, &scene->manoeuvres->name, i, sizeof *scene->manoeuvres) >= 0) {
            return bi_read_fail(l->reader, &name,
                                " is \"%s\", as another is called too: give it a name of its own", own);
        }
    }
    return BIGHT_OK;
}
