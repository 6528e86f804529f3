// SPDX-License-Identifier: MIT
// One pull, in a world of its own: the load grows while free ends are held, these are let go, and then it is looked at.

#include "tie/hold.h"

#include "core/error.h"
#include "core/memory.h"

#include <string.h>

#define RESTS 0.05  // diameters in a quarter of the time that it is looked at
#define QUARTERS 16 // as long as it is waited for rest
#define LOST 20.0  // diameters of one end
#define SOLID (2.0 / 3.0) // C / B of a round rod of Poisson's ratio 1/2
#define SLIPPED 5.0 // diameters of free ends: what becomes straight then is pulled out
#define LOOKS 10    // cycles between two looks at the knot's form

// A free end: held until the load is whole, then let go evenly.
typedef struct tail {
    bool free;
    bight_hand_id hand;
    bight_vec3 force; // that held it when the load was whole
    double drawn;     // metres that it has gone into the knot since
    int32_t node;     // the first from the end that touches something, -1 for none
} tail;

typedef struct pulling {
    bight_hold *hold;
    bight_world *world;
    bight_rope_id *ropes; // (piece_count)
    bight_hand_id hands[BI_HOLD_MOST];
    struct tail *tails; // (2 piece_count) of each piece its first end and its last
} pulling;

// The piece that has a node of a rope of the scene.
static int32_t piece_of(const bight_hold *hold, int32_t rope, int32_t node)
{
    int32_t k = 0;
    while (k + 1 < hold->piece_count &&
           (hold->pieces[k].rope != rope || node >= hold->pieces[k].first + hold->pieces[k].count)) {
        k++;
    }
    return k;
}

static bight_status make_world(pulling *p, double friction, bight_error *error)
{
    const bight_hold *hold = p->hold;
    const bight_scene *scene = hold->scene;
    bight_world_def settings = bight_world_def_default();
    settings.env.allocator = hold->allocator;
#define X(field, unit, words, least, most, standard) settings.field = scene->world->field;
    BIGHT_WORLD_FIELDS(X)
#undef X
    bight_status status = bight_world_create(&settings, &p->world, error);
    for (int32_t k = 0; k < hold->piece_count && status == BIGHT_OK; k++) {
        const bi_piece *piece = &hold->pieces[k];
        int32_t r = piece->rope;
        bight_rope_def def = bight_rope_def_default();
        def.curve = (bight_curve){hold->set[r] + piece->first, piece->count, piece->closed};
        def.radius = scene->ropes[r].radius;
        def.link_length = hold->length[r];
        def.model = BIGHT_MODEL_ROD;
        def.rod = *scene->ropes[r].rod;
        def.rod.friction = isnan(friction) ? def.rod.friction : friction;
        if (hold->options.rolls) {
            def.rod.twist = def.rod.twist > 0.0 ? def.rod.twist : SOLID * def.rod.bend;
            def.rod.twist_friction = 1.0;
        }
        status = bight_rope_create(p->world, &def, &p->ropes[k], error);
    }
    for (int32_t o = 0; o < scene->obstacle_count && status == BIGHT_OK; o++) {
        bight_obstacle_id obstacle;
        status = bight_obstacle_create(p->world, &scene->obstacles[o].def, &obstacle, error);
    }
    for (int32_t i = 0; i < hold->load_count && status == BIGHT_OK; i++) {
        const bi_loaded *l = &hold->loads[i];
        int32_t k = piece_of(hold, l->rope, l->node);
        status =
            bight_hand_grasp(p->world, p->ropes[k], l->node - hold->pieces[k].first, &p->hands[i], error);
        if (status == BIGHT_OK && hold->options.rolls) {
            bight_hand_hold_twist(p->world, p->hands[i], true); // as a clamp does; beyond three hands not
        }
    }
    return status;
}

static bool is_loaded(const bight_hold *hold, int32_t rope, int32_t node)
{
    for (int32_t i = 0; i < hold->load_count; i++) {
        if (hold->loads[i].rope == rope && hold->loads[i].node == node) {
            return true;
        }
    }
    return false;
}

static bight_status hold_tails(pulling *p, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < 2 * p->hold->piece_count && status == BIGHT_OK; k++) {
        const bi_piece *piece = &p->hold->pieces[k / 2];
        int32_t node = k % 2 == 0 ? 0 : piece->count - 1;
        p->tails[k] = (tail){.free = !piece->closed && !is_loaded(p->hold, piece->rope, piece->first + node)};
        if (p->tails[k].free) {
            status = bight_hand_grasp(p->world, p->ropes[k / 2], node, &p->tails[k].hand, error);
        }
    }
    return status;
}

// With what force each free end is held, just before it is let go.
static void weigh_tails(pulling *p)
{
    for (int32_t k = 0; k < 2 * p->hold->piece_count; k++) {
        tail *t = &p->tails[k];
        if (t->free) {
            bight_hand_force(p->world, t->hand, &t->force);
            t->drawn = 0.0;
        }
    }
}

// @param part 1: as they were held when the load was whole, 0: free.
static void let_go(pulling *p, double part)
{
    for (int32_t k = 0; k < 2 * p->hold->piece_count; k++) {
        tail *t = &p->tails[k];
        if (!t->free) {
            continue;
        }
        if (part > 0.0) {
            bight_hand_set_force(p->world, t->hand, v3_mul(part, t->force), NULL);
        } else {
            bight_hand_release(p->world, t->hand);
        }
    }
}

// How a node of a piece moved in the last cycle. hold->now is where all were before it.
static bight_vec3 motion_of(const pulling *p, int32_t k, int32_t node)
{
    const bi_piece *piece = &p->hold->pieces[k];
    return v3_sub(bight_rope_curve(p->world, p->ropes[k]).points[node],
                  p->hold->now[piece->rope][piece->first + node]);
}

static int32_t piece_with(const pulling *p, bight_rope_id id)
{
    int32_t k = 0;
    while (k < p->hold->piece_count && p->ropes[k].index1 != id.index1) {
        k++;
    }
    return k;
}

// How the knot moved: all links in contact with a rope, on average.
static bight_vec3 motion_of_knot(const pulling *p)
{
    int32_t contacts, count = 0;
    const bight_contact *at = bight_world_contacts(p->world, &contacts);
    bight_vec3 sum = {0, 0, 0};
    for (int32_t i = 0; i < contacts; i++) {
        for (int32_t side = 0; side < 2 && at[i].rope[1].index1 != 0; side++) {
            sum = v3_add(sum, motion_of(p, piece_with(p, at[i].rope[side]), at[i].link[side]));
            count++;
        }
    }
    return count > 0 ? v3_mul(1.0 / count, sum) : sum;
}

// Where each free end comes out of the knot.
static void find_exits(pulling *p)
{
    int32_t contacts;
    const bight_contact *at = bight_world_contacts(p->world, &contacts);
    for (int32_t k = 0; k < 2 * p->hold->piece_count; k++) {
        p->tails[k].node = -1;
    }
    for (int32_t i = 0; i < contacts; i++) {
        for (int32_t side = 0; side < 2 && at[i].rope[side].index1 != 0; side++) {
            int32_t r = piece_with(p, at[i].rope[side]), link = at[i].link[side];
            tail *first = &p->tails[2 * r], *last = first + 1;
            first->node = first->node < 0 || link < first->node ? link : first->node;
            last->node = link + 1 > last->node ? link + 1 : last->node;
        }
    }
}

// How much of the free ends goes into the knot: (v - v_knot) . t, v of the first node from the end that touches something,
// t the way into the rope: a free end swings, and what swings is not drawn in. Note which was first by a diameter.
// @return Whether one is drawn in as far as to be lost.
static bool look_at_tails(pulling *p, double part, bight_hold_pull *pull)
{
    bool out = false;
    bight_vec3 knot = motion_of_knot(p);
    find_exits(p);
    pull->drawn = 0.0;
    for (int32_t k = 0; k < 2 * p->hold->piece_count; k++) {
        tail *t = &p->tails[k];
        const bi_piece *piece = &p->hold->pieces[k / 2];
        int32_t r = piece->rope, last = piece->count - 1, end = k % 2 == 0 ? 0 : last,
                in_way = k % 2 == 0 ? 1 : -1;
        if (!t->free) {
            continue;
        }
        int32_t node = t->node >= 0 && t->node != last - end ? t->node : end;
        const bight_vec3 *x = bight_rope_curve(p->world, p->ropes[k / 2]).points;
        bight_vec3 in = v3_unit(v3_sub(x[node + in_way], x[node]), v3(0, 0, 0));
        t->drawn += v3_dot(v3_sub(motion_of(p, k / 2, node), knot), in);
        double drawn = t->drawn / (2.0 * p->hold->scene->ropes[r].radius);
        pull->drawn += fmax(drawn, 0.0);
        if (drawn >= 1.0 && pull->slip_rope < 0) {
            pull->slip_rope = r;
            pull->slip_end = (bight_rope_end)(k % 2);
            pull->tail_force = part * v3_length(t->force);
        }
        out = out || drawn > LOST;
    }
    return out;
}

static void keep_places(const pulling *p)
{
    for (int32_t k = 0; k < p->hold->piece_count; k++) {
        const bi_piece *piece = &p->hold->pieces[k];
        bight_curve curve = bight_rope_curve(p->world, p->ropes[k]);
        memcpy(p->hold->now[piece->rope] + piece->first, curve.points,
               (size_t)curve.count * sizeof *curve.points);
    }
}

// How far the hands that pull are along their ways, all together, metres.
static double way_of(const pulling *p)
{
    double sum = 0.0;
    for (int32_t i = 0; i < p->hold->load_count; i++) {
        const bi_loaded *l = &p->hold->loads[i];
        int32_t k = piece_of(p->hold, l->rope, l->node);
        bight_vec3 at = bight_rope_curve(p->world, p->ropes[k]).points[l->node - p->hold->pieces[k].first];
        sum += l->pulls ? v3_dot(v3_sub(at, p->hold->set[l->rope][l->node]), l->way) : 0.0;
    }
    return sum;
}

static bight_status set_load(const pulling *p, double load, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->hold->load_count && status == BIGHT_OK; i++) {
        const bi_loaded *l = &p->hold->loads[i];
        status =
            l->pulls ? bight_hand_set_force(p->world, p->hands[i], v3_mul(load, l->way), error) : BIGHT_OK;
    }
    return status;
}

// @param load Newtons on each end that is pulled, with which hold->now was reached.
static void look_at_form(pulling *p, double load, bight_hold_pull *pull)
{
    if (pull->capsized_rope < 0 && pull->drawn < SLIPPED) {
        pull->capsized_rope = bi_hold_straightened(p->hold);
        pull->capsized_load = pull->capsized_rope >= 0 ? load : (double)NAN;
    }
}

// Places and tensions as they are now.
static void look_back(pulling *p, bight_hold_pull *pull)
{
    bight_hold *hold = p->hold;
    keep_places(p);
    for (int32_t r = 0; r < hold->scene->rope_count; r++) {
        for (int32_t i = 0; i < bi_hold_nodes(hold, r); i++) {
            hold->tension[r][i] = 0.0;
        }
    }
    pull->tension = 0.0;
    for (int32_t k = 0; k < hold->piece_count; k++) {
        const bi_piece *piece = &hold->pieces[k];
        double *tension = hold->tension[piece->rope] + piece->first;
        for (int32_t i = 0; i < piece->count - !piece->closed; i++) {
            tension[i] = bight_rope_tension(p->world, p->ropes[k], i);
            pull->tension = fmax(pull->tension, tension[i]);
        }
    }
    hold->pulled = true;
}

static bight_status run(pulling *p, bight_hold_pull *pull, bight_error *error)
{
    const bight_hold *hold = p->hold;
    double step = hold->scene->ropes[0].rod->time_step, diameter = 2.0 * hold->scene->ropes[0].radius;
    int64_t ramp = (int64_t)(hold->options.ramp / step) + 1, free = 2 * ramp,
            quarter = (int64_t)(0.25 * hold->options.hold / step) + 1, all = free + QUARTERS * quarter + 1;
    double late = HUGE_VAL;
    bight_status status = hold_tails(p, error);
    for (int64_t i = 0; i < all && status == BIGHT_OK && !pull->lost && !pull->holds; i++) {

        // the load grows while free ends are held, then these are let go
        double part = i < ramp ? 1.0 : i < free ? 1.0 - (double)(i - ramp) / (double)ramp : 0.0;
        if (i < ramp) {
            status = set_load(p, hold->options.load * (double)(i + 1) / (double)ramp, error);
        } else if (i <= free) {
            if (i == ramp) {
                weigh_tails(p);
            }
            let_go(p, part);
        }
        keep_places(p);
        if (i % LOOKS == 0) {
            look_at_form(p, hold->options.load * bi_min(1.0, (double)i / (double)ramp), pull);
        }
        status = status == BIGHT_OK ? bi_hold_ask(hold, error) : status;
        status = status == BIGHT_OK ? bight_world_step(p->world, NULL) : status;
        if (status != BIGHT_OK || i < ramp) {
            continue;
        }
        double way = way_of(p) / diameter;
        pull->lost = look_at_tails(p, part, pull);
        if (i >= free && (i - free) % quarter == 0) {
            pull->holds = i >= free + 4 * quarter && !pull->lost && fabs(way - late) <= RESTS;
            late = way;
        }
        if (i >= free && (i + 1 - free) % BIGHT_HOLD_LOOK == 0 && hold->options.look != NULL) {
            look_back(p, pull);
            all = hold->options.look(hold->options.user, hold, i + 1 - free) ? all : i + 1;
        }
    }
    if (status == BIGHT_ERROR_NO_MEMORY) {
        bi_fail(error, status, 0, "no memory to pull a knot");
    }
    return status;
}

bight_status bight_hold_try(bight_hold *hold, double friction, bight_hold_pull *pull, bight_error *error)
{
    *pull = (bight_hold_pull){.slip_rope = -1, .tail_force = (double)NAN, .load = hold->options.load};
    pull->capsized_rope = -1;
    pull->capsized_load = (double)NAN;
    pull->friction = isnan(friction) ? hold->scene->ropes[0].rod->friction : friction;
    size_t ropes = (size_t)hold->piece_count;
    pulling p = {.hold = hold};
    p.ropes = bi_new_array(&hold->allocator, ropes, sizeof *p.ropes);
    p.tails = bi_new_array(&hold->allocator, 2 * ropes, sizeof *p.tails);
    bight_status status =
        p.ropes != NULL && p.tails != NULL ? make_world(&p, friction, error) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? run(&p, pull, error) : status;
    if (status == BIGHT_OK) {
        look_back(&p, pull);
    }
    bight_world_destroy(p.world);
    bi_free_array(&hold->allocator, p.ropes, ropes, sizeof *p.ropes);
    bi_free_array(&hold->allocator, p.tails, 2 * ropes, sizeof *p.tails);
    return status;
}
