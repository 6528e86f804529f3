// SPDX-License-Identifier: MIT

#include "sim/ftl/gravity.h"

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/load.h"
#include "sim/ftl/run.h"

#define NEWTON_STEPS 16

// Tension makes a run stiff against moving sideways, by tension / length in each link. The projection sees
// that only at the end of its step, so with much of it a step overshoots and the run would tremble for
// ever. The motion is therefore taken as an implicit step would take it: the old motion m becomes m' with (1
// + K) m' = m, K the stiffness of the chain (tridiagonal, held ends do not move). Nothing changes where the
// run rests, for there m is zero.
static void smooth_motion(const bi_run_solver *s, const bight_vec3 *saved, const double *stiffness)
{
    int32_t n = s->nodes;
    double eliminated = 0.0;
    bight_vec3 previous = v3(0, 0, 0);
    for (int32_t k = s->i; k <= s->j; k++) {
        double before = k > s->i ? stiffness[(k - 1) % n] : 0.0, after = k < s->j ? stiffness[k % n] : 0.0;
        bight_vec3 moved = v3_sub(s->at[k % n], saved[k % n]);
        if (bi_run_mobility(s, k) == 0.0) {
            eliminated = 0.0;
            previous = v3(0, 0, 0);
        } else {
            double diagonal = 1.0 + before + after - before * eliminated;
            previous = v3_mul(1.0 / diagonal, v3_madd(moved, before, previous));
            eliminated = after / diagonal;
        }
        s->link[k % n] = previous;
        s->solve[k % n].x = eliminated;
    }
    bight_vec3 next = v3(0, 0, 0);
    for (int32_t k = s->j; k >= s->i; k--) {
        next = v3_madd(s->link[k % n], s->solve[k % n].x, next);
        s->at[k % n] = bi_run_mobility(s, k) == 0.0 ? s->at[k % n] : v3_add(saved[k % n], next);
    }
}

// How far the loads of a rope move its nodes in this cycle: NULL when it has none.
static const bight_vec3 *load_steps(const bight_world *world, const bi_rope *rope)
{
    if (!rope->loaded) {
        return NULL;
    }
    bight_vec3 *step = bi_load_scratch(rope);
    for (int32_t i = 0; i < rope->count; i++) {
        step[i] = bi_load_step(world, rope, i);
    }
    return step;
}

// Scratch of one rope, its first node at index 0.
typedef struct sink_scratch {
    bight_vec3 *saved;        // where nodes were before they sink
    bight_vec3 *link, *solve; // of the solver
    double *stiffness;        // tension / length of each link
} sink_scratch;

static void sink(bight_world *world, const bi_rope *rope, const sink_scratch *scratch, bi_sinking sinking,
                 int32_t i, int32_t j, bool held_i, bool held_j)
{
    bight_vec3 *saved = scratch->saved;
    double *stiffness = scratch->stiffness;
    bi_run_solver s = {.at = world->at + rope->first,
                       .link = scratch->link,
                       .solve = scratch->solve,
                       .i = i,
                       .j = j,
                       .nodes = rope->count,
                       .held_i = held_i,
                       .held_j = held_j,
                       .length = rope->length};
    if (j <= i + (held_i && held_j)) {
        return; // no free node
    }

    // the tensions that hold the run as it is, and its stiffness tension / length against sideways motion
    bi_run_solve(&s, BI_SOFTENING, sinking);
    for (int32_t k = i; k <= j; k++) {
        saved[k % s.nodes] = s.at[k % s.nodes];
        stiffness[k % s.nodes] = bi_max(s.solve[k % s.nodes].y, 0.0) / s.length;
    }

    // one step along the tensions with all nodes sunk by their weight, then lengths exactly
    bi_run_apply(&s, 1.0);
    for (int32_t k = i; k <= j; k++) {
        bight_vec3 by = sinking.all;
        by = sinking.each != NULL ? v3_add(by, sinking.each[k % s.nodes]) : by;
        s.at[k % s.nodes] = v3_madd(s.at[k % s.nodes], bi_run_mobility(&s, k), by);
    }

    bi_run_restore(&s, NEWTON_STEPS, 1e-9);

    // (1 + K) m' = m, and lengths once more
    smooth_motion(&s, saved, stiffness);
    bi_run_restore(&s, NEWTON_STEPS, 1e-9);
}

// Nothing holds it: it falls as it is, but for what its loads differ by. Lengths are restored with equal
// mobility of all nodes, so that its middle moves by the mean of all. A closed rope has no end to begin at:
// its first node is held meanwhile, and the whole is then put where its middle belongs.
static void sink_free(bight_world *world, const bi_rope *rope, const sink_scratch *scratch,
                      bi_sinking sinking)
{
    bight_vec3 *at = world->at + rope->first, by = sinking.all;
    int32_t n = rope->count;
    if (sinking.each != NULL && !rope->closed) {
        sink(world, rope, scratch, sinking, 0, n - 1, false, false);
        return;
    }
    if (sinking.each != NULL) {
        bight_vec3 mean = v3(0, 0, 0), went = v3(0, 0, 0);
        for (int32_t i = 0; i < n; i++) {
            mean = v3_madd(mean, 1.0 / n, sinking.each[i]);
            went = v3_madd(went, -1.0 / n, at[i]);
        }
        sink(world, rope, scratch, (bi_sinking){v3_mul(-1.0, mean), sinking.each}, 0, n, true, true);
        for (int32_t i = 0; i < n; i++) {
            went = v3_madd(went, 1.0 / n, at[i]);
        }
        by = v3_add(by, v3_sub(mean, went));
    }
    for (int32_t i = 0; i < n; i++) {
        at[i] = v3_add(at[i], by);
    }
}

static void sink_rope(bight_world *world, const bi_rope *rope, const sink_scratch *scratch)
{
    const uint8_t *held = world->held + rope->first;
    bi_sinking sinking = {world->def.gravity, load_steps(world, rope)};
    int32_t first = -1, last = -1;
    for (int32_t i = 0; i < rope->count; i++) {
        if (held[i] == 0) {
            continue;
        }
        if (first < 0) {
            first = i;
            if (i > 0 && !rope->closed) {
                sink(world, rope, scratch, sinking, 0, i, false, true);
            }
        } else {
            sink(world, rope, scratch, sinking, last, i, true, true);
        }
        last = i;
    }
    if (first < 0) {
        sink_free(world, rope, scratch, sinking);
    } else if (rope->closed) {
        sink(world, rope, scratch, sinking, last, first + rope->count, true, true);
    } else if (last < rope->count - 1) {
        sink(world, rope, scratch, sinking, last, rope->count - 1, true, false);
    }
}

void bi_sink(bight_world *world)
{
    bight_vec3 g = world->def.gravity;
    bool all = !(g.x == 0.0 && g.y == 0.0 && g.z == 0.0);
    size_t mark = bi_arena_mark(world);
    bight_vec3 *saved = bi_arena_take(world, sizeof *saved), *link = bi_arena_take(world, sizeof *link);
    bight_vec3 *solve = bi_arena_take(world, sizeof *solve);
    double *stiffness = bi_arena_take(world, sizeof *stiffness);
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->model == BIGHT_MODEL_FTL && rope->engaged == 0 && (all || rope->loaded)) {
            sink_scratch own = {saved + rope->first, link + rope->first, solve + rope->first,
                                stiffness + rope->first};
            sink_rope(world, rope, &own);
        }
    }
    bi_arena_release(world, mark);
}
