// SPDX-License-Identifier: MIT

#include "sim/projection/projection.h"

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/load.h"
#include "sim/near.h"
#include "sim/projection/contact.h"

#include <string.h>

// Times that the bending is made weaker in one cycle, and how fast it comes back.
#define EASES 8
#define EASE_BACK 2.0
#define EASE_HELPS 0.9

// An iteration that leaves more than this share of the error is the last: in a tight knot that is pulled hard
// the contacts that push change from one iteration to the next, and more of them only cost time.
#define HELPS 0.7

// ---- what there is to do ---------------------------------------------------------------------------------

static bight_vec3 towards(bight_vec3 from, bight_vec3 to, double most)
{
    double distance = v3_distance(from, to);
    return distance > most ? v3_lerp(from, to, most / distance) : to;
}

// Where targets and hands are to be after this cycle: the paper's intermediate points, a speed limit apart.
static void collect_aims(const bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        bi_projection_rope *p = rope->projection;
        if (!rope->alive || p == NULL) {
            continue;
        }
        p->aim_count = p->target_count;
        for (int32_t i = 0; i < p->target_count; i++) {
            p->aims[i] = p->targets[i];
            p->aims[i].point = towards(world->at[rope->first + p->targets[i].node], p->targets[i].point,
                                       world->def.speed_limit * rope->radius);
        }
    }
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        bi_projection_rope *p = hand->alive ? world->ropes[hand->rope].projection : NULL;
        if (p != NULL) {
            p->aims[p->aim_count++] = (bi_target){hand->node, p->def.target_weight, hand->aim};
        }
    }
}

static int32_t root_of(const bight_world *world, int32_t rope)
{
    while (world->ropes[rope].projection->group != rope) {
        rope = world->ropes[rope].projection->group;
    }
    return rope;
}

static const bi_projection_rope *projection_at(const bight_world *world, int32_t link)
{
    return world->ropes[world->rope_of[link]].projection;
}

// The projection rope that a pair belongs to, or -1. With a rod it is one of the rod's, which pushes this rope afterwards.
static int32_t owner(const bight_world *world, const bi_near *near)
{
    if (near->obstacle < 0 && (world->ropes[world->rope_of[near->a]].rod != NULL ||
                               world->ropes[world->rope_of[near->b]].rod != NULL)) {
        return -1;
    }
    if (projection_at(world, near->a) != NULL) {
        return world->rope_of[near->a];
    }
    return near->obstacle < 0 && projection_at(world, near->b) != NULL ? world->rope_of[near->b] : -1;
}

// Groups of ropes that near pairs join, each named by its lowest rope, and their pairs in the order of the
// list.
static bight_status group_ropes(bight_world *world)
{
    bi_projection_solver *solver = world->projection;

    // every rope is a group of its own
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_projection_rope *p = world->ropes[r].alive ? world->ropes[r].projection : NULL;
        if (p != NULL) {
            p->group = r;
            p->pair_count = 0;
        }
    }

    // a near pair of two projection ropes joins their groups
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle < 0 && projection_at(world, near->a) != NULL &&
            projection_at(world, near->b) != NULL) {
            int32_t a = root_of(world, world->rope_of[near->a]), b = root_of(world, world->rope_of[near->b]);
            int32_t low = a < b ? a : b, high = a < b ? b : a;
            world->ropes[high].projection->group = low;
        }
    }

    // count the pairs of each group
    for (int32_t i = 0; i < world->near_count; i++) {
        int32_t rope = owner(world, &world->near[i]);
        if (rope >= 0) {
            world->ropes[root_of(world, rope)].projection->pair_count++;
        }
    }

    // the groups' pairs lie behind each other
    int32_t first = 0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_projection_rope *p = world->ropes[r].alive ? world->ropes[r].projection : NULL;
        if (p != NULL) {
            p->group = root_of(world, r);
            p->first_pair = first;
            first += p->pair_count;
            p->pair_count = 0;
        }
    }

    // fill them in, in the order of the list
    bight_status status = bi_reserve(&world->def.env.allocator, &solver->pairs, &solver->pair_capacity,
                                     world->near_count, sizeof *solver->pairs);
    for (int32_t i = 0; i < world->near_count && status == BIGHT_OK; i++) {
        int32_t rope = owner(world, &world->near[i]);
        if (rope >= 0) {
            bi_projection_rope *p = world->ropes[world->ropes[rope].projection->group].projection;
            solver->pairs[p->first_pair + p->pair_count++] = i;
        }
    }
    return status;
}

// ---- one group -------------------------------------------------------------------------------------------

static bool in_group(const bi_rope *rope, int32_t root)
{
    return rope->alive && rope->projection != NULL && rope->projection->group == root;
}

// Where (8) would lead one rope without its contacts.
static void solve_rope(const bight_world *world, const bi_rope *rope)
{
    bi_projection_rope *p = rope->projection;
    p->stretch = bi_projection_rope_assemble(p, rope->closed, rope->length, world->at + rope->first,
                                             world->projection->sunk + rope->first);
    bi_band_factor(&p->band);
    bi_band_solve(&p->band, p->step);
}

static double longest_step(const bi_projection_rope *p)
{
    double most = 0.0;
    for (int32_t row = 0; row < p->band.rows; row += 3) {
        const double *step = p->step + row;
        most = bi_max(step[0] * step[0] + step[1] * step[1] + step[2] * step[2], most);
    }
    return sqrt(most);
}

// A bent rope that nothing holds would straighten at once, far beyond where its constraints are linear: its
// bending is made weaker for this cycle until no node moves more than `most`, and it straightens over
// cycles. Other reasons to move far, a straight rope that is pushed together above all, are none of the
// bending's.
static void find_ease(const bight_world *world, const bi_rope *rope, double most)
{
    bi_projection_rope *p = rope->projection;
    double start = bi_min(1.0, EASE_BACK * p->eased), before = HUGE_VAL;
    p->ease = start;
    p->solved = false;
    for (int32_t i = 0; i < EASES && !p->solved; i++) {
        solve_rope(world, rope);
        double far = longest_step(p);
        p->solved = !(far > most) || p->def.bend_weight == 0.0;
        if (!p->solved && far > EASE_HELPS * before) {
            p->ease = start;
            break;
        }
        p->ease *= p->solved ? 1.0 : bi_max(0.05, 0.7 * most / far);
        before = far;
    }
}

// Assemble and solve every rope of the group without its contacts, unless that is done.
// @return The worst link's stretch, in tolerances.
static double solve_ropes(bight_world *world, int32_t root)
{
    double worst = 0.0;
    for (int32_t r = root; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (in_group(rope, root)) {
            bi_projection_rope *p = rope->projection;
            if (!p->solved) {
                solve_rope(world, rope);
            }
            p->solved = false;
            worst = bi_max(worst, p->stretch / p->def.tolerance);
        }
    }
    return worst;
}

static void take_steps(bight_world *world, int32_t root)
{
    for (int32_t r = root; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (in_group(rope, root)) {
            bi_projection_rope *p = rope->projection;
            bight_vec3 *at = world->at + rope->first;
            bi_projection_rope_account(p, rope->closed, rope->length, at);
            for (int32_t i = 0; i < rope->count; i++) {
                const double *step = p->step + bi_projection_rope_row(p, rope->closed, i);
                at[i] = v3_add(at[i], v3(step[0], step[1], step[2]));
            }
        }
    }
}

// No node moves more than the thinnest radius in a cycle: then the list of near pairs holds every pair that
// can meet. The motion keeps its shape and is made shorter as a whole.
static void limit_motion(bight_world *world, int32_t root, double most)
{
    double farthest = 0.0;
    for (int32_t r = root; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t i = rope->first; i < rope->first + rope->count && in_group(rope, root); i++) {
            farthest = bi_max(v3_length_squared(v3_sub(world->at[i], world->before[i])), farthest);
        }
    }
    farthest = sqrt(farthest);
    for (int32_t r = root; r < world->rope_count && farthest > most; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t i = rope->first; i < rope->first + rope->count && in_group(rope, root); i++) {
            world->at[i] = v3_lerp(world->before[i], world->at[i], most / farthest);
        }
    }
}

// The deepest overlap, in shares of touching.
static double deepest(const bi_projection_solver *solver)
{
    double worst = 0.0;
    for (int32_t i = 0; i < solver->touch_count; i++) {
        worst = bi_max(worst, -solver->touches[i].gap / solver->touches[i].reach);
    }
    return worst;
}

static bight_status project_group(bight_world *world, int32_t root)
{
    BI_ASSERT(world->ropes[root].projection->group == root);
    const bight_projection_def *def = &world->ropes[root].projection->def;
    double before = HUGE_VAL;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < def->iterations && status == BIGHT_OK; i++) {
        double error = solve_ropes(world, root);
        status = bi_projection_rope_touches(world, world->projection, root);
        if (status != BIGHT_OK) {
            return status;
        }
        if (i > 0) {
            error = bi_max(error, deepest(world->projection) / def->tolerance);
            if (error <= 1.0 || error > HELPS * before) {
                break;
            }
            before = error;
        }
        status = bi_projection_rope_contacts(world, world->projection, root, i > 0);
        take_steps(world, root);
    }
    limit_motion(world, root, bi_thinnest(world));
    return status;
}

bight_status bi_move_rods(bight_world *world)
{
    BI_ASSERT(world->projection != NULL);
    size_t mark = bi_arena_mark(world);
    world->projection->sunk = bi_arena_take(world, sizeof *world->projection->sunk);

    // where hands and targets pull, and who may touch whom
    collect_aims(world);
    bight_status status = group_ropes(world);

    // gravity and loads, and each rope's bending weight for this cycle
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (!rope->alive || rope->projection == NULL) {
            continue;
        }
        for (int32_t i = 0; i < rope->count; i++) {
            bight_vec3 by = v3_add(world->def.gravity, bi_load_step(world, rope, i));
            world->at[rope->first + i] = v3_add(world->at[rope->first + i], by);
            world->projection->sunk[rope->first + i] = world->at[rope->first + i];
            rope->projection->pull[i] = rope->projection->tension[i];
        }
        find_ease(world, rope, bi_thinnest(world));
    }

    // equation (8), group by group
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        if (in_group(&world->ropes[r], r)) {
            status = project_group(world, r);
        }
    }
    world->projection->sunk = NULL;
    bi_arena_release(world, mark);
    return status;
}

void bi_commit_rods(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_projection_rope *p = world->ropes[r].alive ? world->ropes[r].projection : NULL;
        for (int32_t i = 0; p != NULL && i < p->nodes; i++) {
            p->tension[i] = p->pull[i];
        }
        if (p != NULL) {
            p->eased = p->ease;
        }
    }
}
