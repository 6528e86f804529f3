// SPDX-License-Identifier: MIT

#include "cloth/growth.h"

#include "cloth/kinematic.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

#define RINGS 8       // around an island, over which shortening fades out
#define MANY_RINGS 24 // the same in the second try in which an island does not move
#define FEW_RINGS 5   // the same while cloth relaxes that began above BI_GROWTH_MOST
#define HALVINGS 2    // tries that halve the motion of an island
#define STANDSTILLS 2 // and then those in which it does not move
#define FIRST_DAMPING 0.01f
#define LEAST_DAMPING 0.003f
#define MOST_DAMPING 1000.0f
#define LESS 0.5f // each step

// What has an excess of e may have at the end of the iteration.
static double allowed(const bight_cloth_world *world, double e)
{
    double part = bi_min(bi_max((BI_GROWTH_MOST - e) / 0.04, 0.2), 1.0);
    return e > BI_GROWTH_MOST ? world->growth.ceiling
                              : bi_max(BI_GROWTH_FREE, bi_min(e + 0.005 * part, BI_GROWTH_MOST));
}

// ---- looking --------------------------------------------------------------------------------------------

static void measure(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    double most = -1.0, before = -1.0;
    int32_t end = bi_cloth_block_end(block, world->sheets.triangle_count);
    for (int32_t t = block * BI_CLOTH_BLOCK; t < end; t++) {
        double limit = world->sheets.items[world->sheets.rests[t].sheet].material.strain_limit;
        world->growth.after[t] = (float)(bi_cloth_stretch(world, t) - limit);
        most = bi_max(most, (double)world->growth.after[t]);
        before = bi_max(before, (double)world->growth.before[t]);
    }
    world->block_sums[2 * block] = most;
    world->block_sums[2 * block + 1] = before;
}

// What pulls by a rule of its own is let be: vertices near intersections, of open stitches, and on cords, which
// stop by themselves as cloth near them stretches (couple/).
static void excuse(bight_cloth_world *world)
{
    uint8_t *excused = world->growth.excused;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        excused[i] = (world->flags[i] & BI_TANGLED) != 0;
    }
    for (int32_t i = 0; i < world->seams.count; i++) {
        int32_t a = world->welds.into[world->seams.items[i].v[0]],
                b = world->welds.into[world->seams.items[i].v[1]];
        if (a != b) {
            excused[a] = excused[b] = 1;
        }
    }
    for (int32_t i = world->contacts.count - 1; i >= 0 && world->contacts.items[i].kind == BI_ROW_CORD; i--) {
        for (int32_t k = 0; k < 3; k++) {
            excused[world->contacts.items[i].v[k]] = 1;
        }
    }
}

// All triangles above BI_GROWTH_FREE that hang together with `first`, appended to islands[from...].
// @return The end of the list. *excused: some vertex of the island is.
static int32_t find_island(bight_cloth_world *world, int32_t first, int32_t from, double *e0, double *e1,
                           bool *excused)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t *islands = world->growth.islands, end = from;
    islands[end++] = first;
    world->growth.mark[first] = 1;
    *e0 = *e1 = -1.0;
    *excused = false;
    for (int32_t n = from; n < end; n++) {
        *e0 = bi_max(*e0, (double)world->growth.before[islands[n]]);
        *e1 = bi_max(*e1, (double)world->growth.after[islands[n]]);
        const int32_t *v = world->topology.triangles + 3 * (size_t)islands[n];
        for (int32_t k = 0; k < 3; k++) {
            *excused = *excused || world->growth.excused[v[k]] != 0;
            for (int32_t c = surface->vertex_first[v[k]]; c < surface->vertex_first[v[k] + 1]; c++) {
                int32_t t = surface->vertex_corners[c] / 3;
                if (t < world->sheets.triangle_count && world->growth.mark[t] == 0 &&
                    (double)world->growth.after[t] > BI_GROWTH_FREE) {
                    world->growth.mark[t] = 1;
                    islands[end++] = t;
                }
            }
        }
    }
    return end;
}

bool bi_growth_accepts(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    int32_t triangles = world->sheets.triangle_count, blocks = bi_cloth_blocks(triangles), end = 0;
    bi_parallel_for(bi_cloth_threads(world), blocks, measure, world);
    double most = -1.0, worst = -1.0;
    for (int32_t i = 0; i < blocks; i++) {
        most = bi_max(most, world->block_sums[2 * i]);
        worst = bi_max(worst, world->block_sums[2 * i + 1]);
    }

    // the ceiling falls when all is below it, and rises only with what came from outside of steps
    double *ceiling = &world->growth.ceiling;
    *ceiling = worst <= BI_GROWTH_MOST ? BI_GROWTH_MOST : bi_max(*ceiling, worst);
    if (most <= BI_GROWTH_FREE) {
        return true;
    }

    excuse(world);

    // island after island; those that are refused stay in the list
    memset(world->growth.mark, 0, (size_t)triangles);
    for (int32_t t = 0; t < triangles; t++) {
        if (world->growth.mark[t] == 0 && (double)world->growth.after[t] > BI_GROWTH_FREE) {
            double e0, e1;
            bool excused;
            int32_t to = find_island(world, t, end, &e0, &e1, &excused);
            bool refused = !excused && e1 > allowed(world, e0);
            end = refused ? to : end;
        }
    }
    world->growth.refused = end;
    return end == 0;
}

// ---- shortening -----------------------------------------------------------------------------------------

// Vertices of refused islands, then ring after ring around them; ends[k] of ring k. Fewer when there are no
// more.
static int32_t spread(bight_cloth_world *world, int32_t most, int32_t *ends)
{
    int32_t *around = world->growth.around, count = 0, ring = 0;
    memset(world->growth.mark, 0, (size_t)world->vertex_count);
    for (int32_t n = 0; n < world->growth.refused; n++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)world->growth.islands[n];
        for (int32_t k = 0; k < 3; k++) {
            around[count] = v[k];
            count += world->growth.mark[v[k]] == 0;
            world->growth.mark[v[k]] = 1;
        }
    }
    ends[0] = count;
    for (int32_t from = 0; ring < most && from < count; ring++) {
        int32_t to = count;
        for (int32_t n = from; n < to; n++) {
            for (int32_t e = world->topology.row_first[around[n]];
                 e < world->topology.row_first[around[n] + 1]; e++) {
                int32_t v = world->topology.columns[e];
                around[count] = v;
                count += world->growth.mark[v] == 0;
                world->growth.mark[v] = 1;
            }
        }
        from = to;
        ends[ring < MANY_RINGS ? ring + 1 : MANY_RINGS] = count;
    }
    return ring < MANY_RINGS ? ring : MANY_RINGS;
}

static void hold_everything(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->growth.share[i] = 0.0f;
    }
    memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    bi_kinematic_return(world);
}

bool bi_growth_shorten(bight_cloth_world *world, int32_t tries)
{
    BI_ASSERT(world->growth.refused > 0 && tries >= 0);
    if (tries > HALVINGS + STANDSTILLS) {
        hold_everything(world);
        return false;
    }

    // halves, then stands still; the share grows to 1 over the rings. In the last try all that hangs together
    bool last = tries == HALVINGS + STANDSTILLS;
    bool relaxing = world->growth.ceiling > BI_GROWTH_MOST;
    int32_t fades = tries > HALVINGS ? MANY_RINGS
                    : relaxing       ? FEW_RINGS
                                     : RINGS,
            doubted = relaxing ? 1 : RINGS;
    int32_t ends[MANY_RINGS + 1], rings = spread(world, last ? world->vertex_count : fades, ends), ring = 0;
    for (int32_t n = 0; n < ends[rings]; n++) {
        int32_t v = world->growth.around[n];
        while (n >= ends[ring]) {
            ring++;
        }
        float least = last ? 0.0f : tries < HALVINGS ? 0.5f : 0.0f;
        float fade = last ? 0.0f : (1.0f - least) * (float)ring / (float)(fades + 1);
        bool stops = tries >= 2 && (world->flags[v] & BI_GRASPED) != 0;
        world->growth.share[v] = stops ? 0.0f : world->growth.share[v] * (least + fade);
        world->growth.doubted[v] = world->growth.doubted[v] != 0 || ring <= doubted;
    }

    // what one hand holds moves alike
    for (int32_t i = 0; i < world->hands.count; i++) {
        const bi_cloth_hand *hand = &world->hands.items[i];
        float least = 1.0f;
        for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
            float share = world->growth.share[world->hands.grips[n].vertex];
            least = share < least ? share : least;
        }
        for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
            world->growth.share[world->hands.grips[n].vertex] = least;
        }
    }

    // everything but obstacles starts again, along its share of the way
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if ((world->flags[i] & BI_BODY) == 0) {
            double share = (double)world->growth.share[i];
            world->at[i] = share < 1.0 ? v3_lerp(world->start[i], world->growth.proposed[i], share)
                                       : world->growth.proposed[i];
        }
    }
    return true;
}

void bi_growth_propose(bight_cloth_world *world)
{
    memcpy(world->growth.proposed, world->at, (size_t)world->vertex_count * sizeof *world->at);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->growth.share[i] = 1.0f;
    }
}

// ---- damping ----------------------------------------------------------------------------------------------

void bi_growth_learn(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        float q = world->growth.damping[i];
        if (world->growth.doubted[i] != 0) {
            q = 4.0f * q > FIRST_DAMPING ? 4.0f * q : FIRST_DAMPING;
            q = q < MOST_DAMPING ? q : MOST_DAMPING;
        } else {
            q = q > LEAST_DAMPING ? LESS * q : 0.0f;
        }
        world->growth.damping[i] = q;
        world->growth.doubted[i] = 0;
    }
}

bight_status bi_growth_build(bight_cloth_world *world)
{
    int64_t vertices = world->vertex_count, triangles = world->sheets.triangle_count;
    BI_CLOTH_RESERVE(world, growth.before, triangles);
    BI_CLOTH_RESERVE(world, growth.after, triangles);
    BI_CLOTH_RESERVE(world, growth.islands, triangles);
    BI_CLOTH_RESERVE(world, growth.around, vertices + 1);
    BI_CLOTH_RESERVE(world, growth.proposed, vertices);
    BI_CLOTH_RESERVE(world, growth.share, vertices);
    BI_CLOTH_RESERVE(world, growth.damping, vertices);
    BI_CLOTH_RESERVE(world, growth.mark, vertices > triangles ? vertices : triangles);
    BI_CLOTH_RESERVE(world, growth.doubted, vertices);
    BI_CLOTH_RESERVE(world, growth.excused, vertices);
    for (int64_t i = 0; i < vertices; i++) {
        world->growth.damping[i] = 0.0f;
        world->growth.doubted[i] = 0;
    }
    return BIGHT_OK;
}
