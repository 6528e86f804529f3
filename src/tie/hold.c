// SPDX-License-Identifier: MIT
// A knot is tied and set by its scene, once; each pull begins from there, in a world of its own.

#include "tie/hold.h"

#include "bight/play.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

#define USUAL_STRESS 4e6 // pascals times the square of the radius

// ---- tying ------------------------------------------------------------------------------------------

static int32_t hand_named(const bight_scene *scene, const char *name)
{
    for (int32_t i = 0; i < scene->hand_count; i++) {
        if (strcmp(scene->hands[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static bight_status add_loads(bight_hold *hold, const bight_play *play, const bight_scene_names *names,
                              bool pulls, bight_error *error)
{
    for (int32_t i = 0; i < names->count; i++) {
        int32_t hand = hand_named(hold->scene, names->at[i]);
        bight_hand_state state = {0};
        bool held = hand >= 0 && bight_hand_get(bight_play_world((bight_play *)play),
                                                bight_play_hand(play, hand), &state) == BIGHT_OK;
        int32_t rope = 0;
        while (held && rope < hold->scene->rope_count &&
               bight_play_rope(play, rope).index1 != state.rope.index1) {
            rope++;
        }
        if (!held || hold->load_count == BI_HOLD_MOST) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "the load of the card names \"%.60s\", which holds no rope in the end",
                           names->at[i]);
        }
        hold->loads[hold->load_count++] = (bi_loaded){.rope = rope, .node = state.node, .pulls = pulls};
    }
    return BIGHT_OK;
}

// An end is pulled on along its rope unless the card says where to; a place in the middle away from all other places that
// are loaded.
static void find_ways(bight_hold *hold)
{
    const bight_scene_points *directions = &hold->scene->knot->load->directions;
    for (int32_t i = 0; i < hold->load_count; i++) {
        bi_loaded *l = &hold->loads[i];
        const bight_vec3 *x = hold->set[l->rope];
        int32_t last = bi_hold_nodes(hold, l->rope) - 1, back = last < 4 ? last : 4;
        bight_vec3 middle = {0, 0, 0};
        bool closed = hold->scene->ropes[l->rope].curve.closed;
        if (!closed && (l->node == 0 || l->node == last)) {
            middle = x[l->node == 0 ? back : last - back];
        } else {
            int32_t others = hold->load_count - 1;
            for (int32_t k = 0; k < hold->load_count; k++) {
                const bi_loaded *other = &hold->loads[k];
                middle = k != i ? v3_madd(middle, 1.0 / others, hold->set[other->rope][other->node]) : middle;
            }
        }
        l->way = v3_unit(v3_sub(x[l->node], middle), v3(1, 0, 0));
        if (l->pulls && directions->count > 0) {
            l->way = v3_unit(directions->at[i], l->way);
        }
    }
}

#define TOUCHES 2.6 // radii between strands of a set knot that touch
#define NEAR 6.0    // radii along the rope: nodes that are nearer touch in any case

static bool outer_strands_touch(const bight_hold *hold, int32_t rope, const int32_t between[2])
{
    const bight_vec3 *x = hold->set[rope];
    double radius = hold->scene->ropes[rope].radius, most = TOUCHES * radius;
    for (int32_t i = 0; i <= between[0]; i++) {
        for (int32_t k = between[1]; k < bi_hold_nodes(hold, rope); k++) {
            if ((k - i) * hold->length[rope] > NEAR * radius && v3_distance(x[i], x[k]) < most) {
                return true;
            }
        }
    }
    return false;
}

// Two places inside a rope, one that pulls and one that holds, whose outer strands touch: the knot is there and binds what
// lies between, as a reef knot does. Pulled apart it is a bend of two ropes: what lies between is left out. Where those strands
// do not touch the knot lies between the two places, and the rope is whole.
static bool is_cut(const bight_hold *hold, int32_t rope, int32_t between[2])
{
    int32_t count = 0, last = bi_hold_nodes(hold, rope) - 1;
    bool pulls[2] = {false, false};
    for (int32_t i = 0; i < hold->load_count; i++) {
        const bi_loaded *l = &hold->loads[i];
        if (l->rope == rope) {
            if (count == 2 || l->node == 0 || l->node == last) {
                return false;
            }
            pulls[count] = l->pulls;
            between[count++] = l->node;
        }
    }
    if (count == 2 && between[0] > between[1]) {
        int32_t swap = between[0];
        between[0] = between[1];
        between[1] = swap;
    }
    return count == 2 && pulls[0] != pulls[1] && between[0] != between[1] &&
           !hold->scene->ropes[rope].curve.closed && outer_strands_touch(hold, rope, between);
}

static void make_pieces(bight_hold *hold)
{
    for (int32_t r = 0; r < hold->scene->rope_count; r++) {
        int32_t between[2], nodes = bi_hold_nodes(hold, r);
        if (is_cut(hold, r, between)) {
            hold->pieces[hold->piece_count++] = (bi_piece){r, 0, between[0] + 1, false};
            hold->pieces[hold->piece_count++] = (bi_piece){r, between[1], nodes - between[1], false};
        } else {
            hold->pieces[hold->piece_count++] = (bi_piece){r, 0, nodes, hold->scene->ropes[r].curve.closed};
        }
    }
}

static bight_status keep(bight_hold *hold, const bight_play *play, bight_error *error)
{
    int32_t ropes = hold->scene->rope_count;
    for (int32_t r = 0; r < ropes; r++) {
        bight_curve curve = bight_play_curve(play, r);
        size_t n = (size_t)bi_hold_nodes(hold, r);
        hold->set[r] = bi_new_array(&hold->allocator, n, sizeof **hold->set);
        hold->now[r] = bi_new_array(&hold->allocator, n, sizeof **hold->now);
        hold->tension[r] = bi_new_array(&hold->allocator, n, sizeof **hold->tension);
        if (hold->set[r] == NULL || hold->now[r] == NULL || hold->tension[r] == NULL) {
            return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to hold a knot");
        }
        memcpy(hold->set[r], curve.points, n * sizeof **hold->set);
        memcpy(hold->now[r], curve.points, n * sizeof **hold->now);
        hold->length[r] =
            bight_rope_link_length(bight_play_world((bight_play *)play), bight_play_rope(play, r));
    }
    return BIGHT_OK;
}

bight_status bi_hold_ask(const bight_hold *hold, bight_error *error)
{
    bool stop = hold->watch.stop != NULL && hold->watch.stop(hold->watch.user);
    return stop ? bi_fail(error, BIGHT_ERROR_STOPPED, 0, "stopped by the caller") : BIGHT_OK;
}

static bight_status tie(bight_hold *hold, const bight_env *env, bight_error *error)
{
    bight_play_def def = bight_play_def_default();
    def.env = env != NULL ? *env : def.env;
    bight_play *play;
    bight_status status = bight_play_create(hold->scene, &def, &play, error);
    bool more = true;
    while (status == BIGHT_OK && more) {
        status = bi_hold_ask(hold, error);
        status = status == BIGHT_OK ? bight_play_step(play, &more, error) : status;
    }
    const bight_scene_load *load = hold->scene->knot->load;
    status = status == BIGHT_OK ? keep(hold, play, error) : status;
    if (status == BIGHT_OK && load->directions.count > 0 && load->directions.count != load->pull.count) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0,
                         "the load of the card has %d directions for %d hands that pull",
                         (int)load->directions.count, (int)load->pull.count);
    }
    status = status == BIGHT_OK ? add_loads(hold, play, &load->pull, true, error) : status;
    status = status == BIGHT_OK ? add_loads(hold, play, &load->hold, false, error) : status;
    if (status == BIGHT_OK) {
        find_ways(hold);
        make_pieces(hold);
    }
    bight_play_destroy(play);
    return status;
}

bight_status bight_hold_make(const bight_env *env, const char *text, size_t length,
                             const bight_hold_options *options, bight_hold **hold, bight_error *error)
{
    *hold = NULL;
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bight_rod_scene_options rods = {0};
    if (options != NULL) {
        rods = (bight_rod_scene_options){.radius = options->radius, .material = options->material};
        const double numbers[] = {options->load, options->ramp, options->hold};
        static const char *const names[] = {"load", "ramp", "hold"};
        for (int32_t i = 0; i < 3; i++) {
            if (!(numbers[i] >= 0.0 && numbers[i] <= 1e6)) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is %g: give 0 to 1e6", names[i],
                               numbers[i]);
            }
        }
    }
    bight_bytes written;
    bight_status status = bight_scene_with_rods(env, text, length, NULL, &rods, &written, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_hold *made = bi_new_array(allocator, 1, sizeof *made);
    if (made == NULL) {
        bight_bytes_free(allocator, &written);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to hold a knot");
    }
    *made = (bight_hold){.options = options != NULL ? *options : (bight_hold_options){0}};
    made->allocator = allocator != NULL ? *allocator : (bight_allocator){0};
    made->watch = env != NULL ? env->watch : (bight_watch){0};
    made->options.material = NULL; // the caller's; the scene has it
    status = bight_scene_parse(written.data, written.size, NULL, env, &made->scene, error);
    bight_bytes_free(allocator, &written);
    if (status == BIGHT_OK && (made->scene->knot == NULL || made->scene->knot->load == NULL)) {
        status = bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                         "the card of the knot does not say how it is loaded: give it "
                         "\"load\": {\"pull\": [\"left\", \"right\"]}");
    }
    if (status == BIGHT_OK) {
        size_t ropes = (size_t)made->scene->rope_count;
        made->set = bi_new_array(&made->allocator, ropes, sizeof *made->set);
        made->now = bi_new_array(&made->allocator, ropes, sizeof *made->now);
        made->tension = bi_new_array(&made->allocator, ropes, sizeof *made->tension);
        made->length = bi_new_array(&made->allocator, ropes, sizeof *made->length);
        made->pieces = bi_new_array(&made->allocator, 2 * ropes, sizeof *made->pieces);
        bool whole = made->set != NULL && made->now != NULL && made->tension != NULL &&
                     made->length != NULL && made->pieces != NULL;
        for (size_t r = 0; r < ropes && whole; r++) {
            made->set[r] = made->now[r] = NULL;
            made->tension[r] = NULL;
        }
        status = whole ? tie(made, env, error)
                       : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to hold a knot");
    }
    if (status != BIGHT_OK) {
        bight_hold_free(made);
        return status;
    }
    double radius = made->scene->ropes[0].radius;
    made->options.load = made->options.load > 0.0 ? made->options.load : USUAL_STRESS * radius * radius;
    made->options.ramp = made->options.ramp > 0.0 ? made->options.ramp : 1.0;
    made->options.hold = made->options.hold > 0.0 ? made->options.hold : 3.0;
    *hold = made;
    return BIGHT_OK;
}

void bight_hold_free(bight_hold *hold)
{
    if (hold == NULL) {
        return;
    }
    bight_allocator allocator = hold->allocator;
    int32_t ropes = hold->scene != NULL ? hold->scene->rope_count : 0;
    bool whole = hold->set != NULL && hold->now != NULL && hold->tension != NULL && hold->length != NULL &&
                 hold->pieces != NULL;
    for (int32_t r = 0; r < ropes && whole; r++) {
        size_t n = (size_t)bi_hold_nodes(hold, r);
        bi_free_array(&allocator, hold->set[r], n, sizeof **hold->set);
        bi_free_array(&allocator, hold->now[r], n, sizeof **hold->now);
        bi_free_array(&allocator, hold->tension[r], n, sizeof **hold->tension);
    }
    bi_free_array(&allocator, hold->set, (size_t)ropes, sizeof *hold->set);
    bi_free_array(&allocator, hold->now, (size_t)ropes, sizeof *hold->now);
    bi_free_array(&allocator, hold->tension, (size_t)ropes, sizeof *hold->tension);
    bi_free_array(&allocator, hold->length, (size_t)ropes, sizeof *hold->length);
    bi_free_array(&allocator, hold->pieces, 2 * (size_t)ropes, sizeof *hold->pieces);
    bight_scene_destroy(hold->scene);
    bi_free_array(&allocator, hold, 1, sizeof *hold);
}

// ---- looking ----------------------------------------------------------------------------------------

bight_hold_verdict bight_hold_judge(const bight_hold_pull *pull)
{
    return pull->holds ? BIGHT_HOLD_HOLDS : pull->lost ? BIGHT_HOLD_RUNS_OUT : BIGHT_HOLD_SLIPS;
}

const bight_scene *bight_hold_scene(const bight_hold *hold)
{
    return hold->scene;
}

const double *bight_hold_tension(const bight_hold *hold, int32_t rope, int32_t *count)
{
    bool there = hold->pulled && rope >= 0 && rope < hold->scene->rope_count;
    *count = there ? bi_hold_links(hold, rope) : 0;
    return there ? hold->tension[rope] : NULL;
}

bight_curve bight_hold_curve(const bight_hold *hold, int32_t rope)
{
    bool there = rope >= 0 && rope < hold->scene->rope_count;
    return there ? (bight_curve){hold->now[rope], bi_hold_nodes(hold, rope),
                                 hold->scene->ropes[rope].curve.closed}
                 : (bight_curve){0};
}
