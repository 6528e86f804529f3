// SPDX-License-Identifier: MIT
// No strand passes through a strand on the way of an edit (Guo et al. 2025, section 4.3.1, mended).
//
// Parameters are interpolated, not positions: a part that is turned by half a turn would otherwise pass
// through itself. On each sub-step the nodes, at the same places of the curve before and after, move along
// straight lines, and additive continuous collision detection (geom/sweep.h) proves for each pair of links that
// they stay two least radii apart. Straight motion of a polygon that meets itself nowhere is an isotopy, so the
// knot stays what it was. Links nearer than half a turn of the least radius along a strand are kept apart by
// their bend, which is checked at each sub-step. What cannot be proved is tried in halves, down to 1 / 1024.

#include "core/memory.h"
#include "core/pi.h"
#include "geom/sweep.h"
#include "template/model.h"

#define FIRST_STEP (BI_WAY_STEPS / 8)
#define NEAR_BEND 0.95

typedef struct motion {
    const bight_template *made;
    bi_nodes *before;
    bight_vec3 *after; // (count)
    double floor;      // two least radii
    bool hit;
    bi_trouble *trouble;
} motion;

// a^(1 - t) b^t for t = k / 1024 by square roots alone: the same bits everywhere.
static double in_proportion(double a, double b, int32_t k)
{
    double root = b / a, value = a;
    if (k == BI_WAY_STEPS) {
        return b;
    }
    for (int32_t bit = BI_WAY_STEPS / 2; bit > 0; bit /= 2) {
        root = sqrt(root);
        value = k & bit ? value * root : value;
    }
    return value;
}

static bool is_factor(const bight_template_parameter *parameter)
{
    for (int32_t i = 0; i < parameter->target_count; i++) {
        bight_template_effect effect = parameter->targets[i].effect;
        if (effect == BIGHT_TEMPLATE_SCALE || effect == BIGHT_TEMPLATE_RADIUS) {
            return true;
        }
    }
    return false;
}

void bi_way_values(const bi_way *way, int32_t t, double *values)
{
    for (int32_t i = 0; i < way->made->def.parameter_count; i++) {
        double a = way->from[i], b = way->to[i];
        values[i] = a == b || t == 0                           ? a
                    : t == BI_WAY_STEPS                        ? b
                    : is_factor(&way->made->def.parameters[i]) ? in_proportion(a, b, t)
                                                               : a + (b - a) * ((double)t / BI_WAY_STEPS);
    }
}

static void blame(motion *m, const char *reason, int32_t a, int32_t strand_b, double arc_b)
{
    m->hit = true;
    *m->trouble = (bi_trouble){.reason = reason,
                               .strands = {bi_nodes_strand(m->before, a), strand_b},
                               .arcs = {m->before->arc[a], arc_b},
                               .place = m->before->points[a]};
}

static bi_moving_segment moving(const motion *m, int32_t link)
{
    int32_t next = bi_nodes_next(m->before, bi_nodes_strand(m->before, link), link);
    return (bi_moving_segment){m->before->points[link], m->before->points[next], m->after[link],
                               m->after[next]};
}

static void sweep_links(void *data, int32_t a, int32_t b)
{
    motion *m = data;
    if (m->hit || bi_links_between(m->before, a, b) < 0.5 * PI * m->floor) {
        return;
    }
    bi_moving_segment sa = moving(m, a), sb = moving(m, b);
    if (bi_sweep_segments(&sa, &sb, m->floor) < 1.0) {
        int32_t strand = bi_nodes_strand(m->before, b);
        blame(m, "strands would cross", a, strand, m->before->arc[b]);
    }
}

static void sweep_bars(motion *m)
{
    const bight_template_def *def = &m->made->def;
    for (int32_t bar = 0; bar < def->bar_count; bar++) {
        const bight_template_bar *pole = &def->bars[bar];
        bi_moving_segment still = {pole->from, pole->to, pole->from, pole->to};
        double floor = 0.5 * m->floor + pole->radius;
        for (int32_t i = 0; i < m->before->strand_count; i++) {
            for (int32_t k = m->before->first[i]; k < m->before->first[i + 1] && !m->hit; k++) {
                if (bi_nodes_next(m->before, i, k) < 0) {
                    continue;
                }
                bi_moving_segment link = moving(m, k);
                if (bi_sweep_segments(&link, &still, floor) < 1.0) {
                    blame(m, "a strand would go through a bar", k, def->strand_count + bar, 0.0);
                }
            }
        }
    }
}

// Bends of the nodes before: no sharper than the least radius allows.
static void check_bends(motion *m)
{
    for (int32_t i = 0; i < m->before->strand_count; i++) {
        for (int32_t k = m->before->first[i]; k < m->before->first[i + 1] && !m->hit; k++) {
            double length, tangent = bi_nodes_half_turn(m->before, i, k, &length);
            if (0.5 * m->floor * 2.0 * tangent > NEAR_BEND * length) {
                blame(m, "a strand would bend too sharply", k, -1, 0.0);
            }
        }
    }
}

// Prove the straight motion from m->before to m->after.
static bight_status prove(motion *m)
{
    m->hit = false;
    check_bends(m);
    if (m->hit) {
        return BIGHT_OK;
    }
    bight_status status =
        bi_links_near(&m->made->allocator, m->before, m->after, NULL, 0.5 * m->floor, sweep_links, m);
    if (status == BIGHT_OK && !m->hit) {
        sweep_bars(m);
    }
    return status;
}

// Nodes dense enough for both ends of the way and its middle, at the pose of its start.
static bight_status choose_nodes(const bi_way *way, bi_posed *posed, bi_nodes *nodes)
{
    const bight_allocator *allocator = &way->made->allocator;
    bi_density density = {0};
    bight_status status = bi_density_make(allocator, posed, &density);
    if (status == BIGHT_OK) {
        for (int32_t t = BI_WAY_STEPS; t >= 0; t -= BI_WAY_STEPS / 2) {
            bi_way_values(way, t, way->at);
            bi_posed_set(&way->made->def, way->at, posed);
            bi_density_add(&density, posed, 1.0);
        }
        status = bi_nodes_choose(allocator, &density, posed, nodes);
    }
    bi_density_free(allocator, &density);
    return status;
}

static bight_status go(const bi_way *way, bi_posed *posed, motion *m, int32_t *reached, int32_t *steps)
{
    bi_nodes *nodes = m->before;
    bight_status status = BIGHT_OK;
    for (int32_t step = FIRST_STEP; *reached < BI_WAY_STEPS && step > 0 && status == BIGHT_OK;) {
        int32_t to = *reached + step < BI_WAY_STEPS ? *reached + step : BI_WAY_STEPS;
        bi_way_values(way, to, way->at);
        bi_posed_set(&way->made->def, way->at, posed);
        for (int32_t i = 0; i < nodes->strand_count; i++) {
            for (int32_t k = nodes->first[i]; k < nodes->first[i + 1]; k++) {
                double radius;
                m->after[k] = bi_posed_point(&posed->strands[i], nodes->place[k], &radius);
            }
        }
        status = prove(m);
        ++*steps;
        if (status != BIGHT_OK || m->hit) {
            step /= 2;
            continue;
        }

        // what is proved is where the next step begins
        *reached = to;
        bi_nodes_set(nodes, posed);
        step = step < FIRST_STEP ? 2 * step : step;
    }
    return status;
}

bight_status bi_guard(const bi_way *way, int32_t *reached, int32_t *steps, bi_trouble *trouble)
{
    const bight_template *made = way->made;
    const bight_allocator *allocator = &made->allocator;
    bi_posed posed = {0};
    bi_nodes nodes = {0};
    *reached = 0;
    *trouble = (bi_trouble){.strands = {-1, -1}};

    bight_status status = bi_posed_make(allocator, &made->def, &posed);
    status = status == BIGHT_OK ? choose_nodes(way, &posed, &nodes) : status;
    motion m = {.made = made,
                .before = &nodes,
                .floor = 2.0 * bi_least_radius(&made->def, &made->limits),
                .trouble = trouble};
    size_t count = status == BIGHT_OK ? (size_t)nodes.first[nodes.strand_count] : 0;
    m.after = status == BIGHT_OK ? bi_new_array(allocator, count, sizeof *m.after) : NULL;
    if (status == BIGHT_OK) {
        status = m.after != NULL ? go(way, &posed, &m, reached, steps) : BIGHT_ERROR_NO_MEMORY;
    }

    // a sub-step that failed and was then done in parts is no trouble
    if (*reached == BI_WAY_STEPS) {
        *trouble = (bi_trouble){.strands = {-1, -1}};
    }
    bi_free_array(allocator, m.after, count, sizeof *m.after);
    bi_nodes_free(allocator, &nodes);
    bi_posed_free(allocator, &posed);
    return status;
}
