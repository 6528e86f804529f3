// SPDX-License-Identifier: MIT
// Adaptive reduction of radii (Guo et al. 2025, section 4.3.2): a pipe does not meet itself when
//
//     bends:   r kappa <= bend,  kappa = 2 tan(turn / 2) / mean length of the links beside the node
//     folds:   r sin(turn / 2) + r' sin(turn' / 2) < length of the link
//     discs:   of rings nearer than half a turn along a strand, one lies on one side of the other's plane: with
//              theta between the normals n and n', and v from centre to centre,
//              v . n >= r' sin theta, or v . n' >= r sin theta, or |v| >= r + r'
//     strands: distance of two links >= the larger radius of one + the larger radius of the other + gap,
//              for links of two strands, or with at least half a turn, pi r, of strand between them: nearer
//              ones are kept apart by their bends (Schur: a chord is at least 2 R sin(s / 2 R))
//
// Radii only ever become smaller, at the nodes that break a rule, and as little as that rule asks for; and
// from node to node by a slope of at most 20 degrees. So it ends.

#include "core/memory.h"
#include "core/pi.h"
#include "geom/segment.h"
#include "template/model.h"

#include <string.h>

#define SLOPE 0.36397023426620234 // tan 20 degrees
#define ROUNDS 200
#define FOLD 0.98
#define LESS (1.0 - 1e-9) // below a bound, so that rounding does not break it

typedef struct near_pair {
    int32_t a, b; // links; b: -1 - bar when it is a bar
    double distance, between;
} near_pair;

typedef struct fitting {
    const bight_allocator *allocator;
    const bight_template_def *def;
    const bight_template_limits *limits;
    bi_nodes *nodes;
    near_pair *pairs; // (pair_count of pair_capacity)
    int32_t pair_count, pair_capacity;
    bight_vec3 *normals; // (node count) of the rings' planes
    double least;
    bight_status status;
    bi_trouble *trouble;
} fitting;

double bi_least_radius(const bight_template_def *def, const bight_template_limits *limits)
{
    return bi_max(def->least_radius, limits->packing);
}

// ---- pairs ------------------------------------------------------------------------------------------

static int32_t next_of(const bi_nodes *nodes, int32_t link)
{
    return bi_nodes_next(nodes, bi_nodes_strand(nodes, link), link);
}

static double link_most(const bi_nodes *nodes, const double *radii, int32_t link)
{
    return bi_max(radii[link], radii[next_of(nodes, link)]);
}

static double link_radius(const bi_nodes *nodes, int32_t link)
{
    return link_most(nodes, nodes->radii, link);
}

static void keep_pair(fitting *f, near_pair pair)
{
    if (f->status == BIGHT_OK) {
        f->status = bi_reserve(f->allocator, &f->pairs, &f->pair_capacity, (int64_t)f->pair_count + 1,
                               sizeof *f->pairs);
    }
    if (f->status == BIGHT_OK) {
        f->pairs[f->pair_count++] = pair;
    }
}

static void see_links(void *data, int32_t a, int32_t b)
{
    fitting *f = data;
    bi_nodes *n = f->nodes;
    double between = bi_links_between(n, a, b);
    if (between < PI * f->least) {
        return;
    }
    double distance = sqrt(
        bi_segment_closest(n->points[a], n->points[next_of(n, a)], n->points[b], n->points[next_of(n, b)])
            .distance_squared);
    if (distance < link_radius(n, a) + link_radius(n, b) + f->def->gap) {
        keep_pair(f, (near_pair){a, b, distance, between});
    }
}

static void see_bars(fitting *f)
{
    const bi_nodes *n = f->nodes;
    for (int32_t bar = 0; bar < f->def->bar_count; bar++) {
        const bight_template_bar *pole = &f->def->bars[bar];
        for (int32_t i = 0; i < n->strand_count; i++) {
            for (int32_t k = n->first[i]; k < n->first[i + 1]; k++) {
                int32_t next = bi_nodes_next(n, i, k);
                if (next < 0) {
                    continue;
                }
                double distance = sqrt(
                    bi_segment_closest(n->points[k], n->points[next], pole->from, pole->to).distance_squared);
                if (distance < link_radius(n, k) + pole->radius + f->def->gap) {
                    keep_pair(f, (near_pair){k, -1 - bar, distance - pole->radius, (double)INFINITY});
                }
            }
        }
    }
}

// ---- rules ------------------------------------------------------------------------------------------

static void blame(fitting *f, const char *reason, int32_t a, int32_t b)
{
    if (f->trouble->reason != NULL) {
        return;
    }
    const bi_nodes *n = f->nodes;
    *f->trouble =
        (bi_trouble){.reason = reason, .strands = {bi_nodes_strand(n, a), -1}, .place = n->points[a]};
    f->trouble->arcs[0] = n->arc[a];
    if (b >= 0) {
        f->trouble->strands[1] = bi_nodes_strand(n, b);
        f->trouble->arcs[1] = n->arc[b];
    } else if (b < -1) {
        f->trouble->strands[1] = n->strand_count - 2 - b;
    }
}

// Take a radius down to `most`. Below the least there is trouble.
static bool lower(fitting *f, int32_t node, double most, const char *reason, int32_t a, int32_t b)
{
    if (f->nodes->radii[node] <= most) {
        return false;
    }
    f->nodes->radii[node] = bi_max(most, 0.0) * LESS;
    if (f->nodes->radii[node] < f->least) {
        blame(f, reason, a, b);
    }
    return true;
}

static const char too_sharp[] = "a strand bends too sharply for its least radius";
static const char no_room[] = "two strands have no room for their least radius";

static bool keep_bends(fitting *f)
{
    bi_nodes *n = f->nodes;
    bool changed = false;
    for (int32_t i = 0; i < n->strand_count; i++) {
        for (int32_t k = n->first[i]; k < n->first[i + 1]; k++) {
            double length, tangent = bi_nodes_half_turn(n, i, k, &length);
            if (tangent > 0.0) {
                changed |= lower(f, k, f->limits->bend * length / (2.0 * tangent), too_sharp, k, -1);
            }
        }
    }
    return changed;
}

// sin of an angle from its tangent
static double sine_of(double tangent)
{
    return tangent / sqrt(1.0 + tangent * tangent);
}

static bool keep_folds(fitting *f)
{
    bi_nodes *n = f->nodes;
    bool changed = false;
    for (int32_t i = 0; i < n->strand_count; i++) {
        for (int32_t k = n->first[i]; k < n->first[i + 1]; k++) {
            int32_t next = bi_nodes_next(n, i, k);
            if (next < 0) {
                continue;
            }
            double mean, a = sine_of(bi_nodes_half_turn(n, i, k, &mean));
            double b = sine_of(bi_nodes_half_turn(n, i, next, &mean));
            double length = v3_distance(n->points[k], n->points[next]);
            double taken = n->radii[k] * a + n->radii[next] * b;
            if (taken > FOLD * length) {
                double factor = FOLD * length / taken;
                changed |= lower(f, k, factor * n->radii[k], too_sharp, k, -1);
                changed |= lower(f, next, factor * n->radii[next], too_sharp, k, -1);
            }
        }
    }
    return changed;
}

static void find_normals(fitting *f)
{
    bi_nodes *n = f->nodes;
    for (int32_t i = 0; i < n->strand_count; i++) {
        for (int32_t k = n->first[i]; k < n->first[i + 1]; k++) {
            int32_t before = bi_nodes_before(n, i, k), next = bi_nodes_next(n, i, k);
            bight_vec3 a = v3(0, 0, 0), b = a;
            if (before >= 0) {
                a = v3_unit(v3_sub(n->points[k], n->points[before]), a);
            }
            if (next >= 0) {
                b = v3_unit(v3_sub(n->points[next], n->points[k]), b);
            }
            f->normals[k] = v3_unit(v3_add(a, b), v3(0, 1, 0));
        }
    }
}

// Two rings, j behind i along the strand. The one that loses less gives way.
static bool keep_discs(fitting *f, int32_t i, int32_t j)
{
    bi_nodes *n = f->nodes;
    bight_vec3 v = v3_sub(n->points[j], n->points[i]);
    double cosine = v3_dot(f->normals[i], f->normals[j]), sine = sqrt(bi_max(0.0, 1.0 - cosine * cosine));
    double ahead = FOLD * v3_dot(v, f->normals[i]), behind = FOLD * v3_dot(v, f->normals[j]);
    double apart = v3_length(v), ri = n->radii[i], rj = n->radii[j];
    if ((cosine > 0.0 || sine > 0.1) && (ahead >= rj * sine || behind >= ri * sine)) {
        return false;
    }
    if (apart >= ri + rj) {
        return false;
    }

    // what remains of either when it alone is reduced, and of both when both are
    double keep_j = sine > 0.1 ? ahead / sine / rj : 0.0, keep_i = sine > 0.1 ? behind / sine / ri : 0.0;
    double both = apart / (ri + rj);
    if (keep_j >= keep_i && keep_j > both) {
        return lower(f, j, keep_j * rj, too_sharp, j, -1);
    }
    if (keep_i > both) {
        return lower(f, i, keep_i * ri, too_sharp, i, -1);
    }
    bool changed = lower(f, i, both * ri, too_sharp, i, -1);
    return lower(f, j, both * rj, too_sharp, j, -1) || changed;
}

static bool keep_rings(fitting *f)
{
    bi_nodes *n = f->nodes;
    bool changed = false;
    for (int32_t s = 0; s < n->strand_count; s++) {
        int32_t count = n->first[s + 1] - n->first[s];
        for (int32_t i = n->first[s]; i < n->first[s + 1]; i++) {
            int32_t j = bi_nodes_next(n, s, i);
            double between = 0.0;
            for (int32_t step = 1; j >= 0 && step < count / 2; step++) {
                int32_t next = bi_nodes_next(n, s, j);
                between = step == 1 ? v3_distance(n->points[i], n->points[j]) : between;
                if (between > PI * bi_max(n->radii[i], n->radii[j])) {
                    break;
                }
                changed |= keep_discs(f, i, j);
                between += next >= 0 ? v3_distance(n->points[j], n->points[next]) : 0.0;
                j = next;
            }
        }
    }
    return changed;
}

static bool keep_apart(fitting *f)
{
    bi_nodes *n = f->nodes;
    bool changed = false;
    for (int32_t i = 0; i < f->pair_count; i++) {
        const near_pair *pair = &f->pairs[i];
        double ra = link_radius(n, pair->a), rb = pair->b >= 0 ? link_radius(n, pair->b) : 0.0;
        double room = pair->distance - f->def->gap;
        if (ra + rb <= room || pair->between < PI * bi_max(ra, rb)) {
            continue;
        }

        // an equal share of what either wanted; one that takes less leaves the rest to the other
        double wa = link_most(n, n->wanted, pair->a),
               wb = pair->b >= 0 ? link_most(n, n->wanted, pair->b) : 0.0;
        double share = bi_max(room, 0.0) / (wa + wb), most_a = share * wa, most_b = share * wb;
        if (ra <= most_a) {
            most_b = room - ra;
        } else if (pair->b >= 0 && rb <= most_b) {
            most_a = room - rb;
        }
        changed |= lower(f, pair->a, most_a, no_room, pair->a, pair->b);
        changed |= lower(f, next_of(n, pair->a), most_a, no_room, pair->a, pair->b);
        if (pair->b >= 0) {
            changed |= lower(f, pair->b, most_b, no_room, pair->a, pair->b);
            changed |= lower(f, next_of(n, pair->b), most_b, no_room, pair->a, pair->b);
        }
    }
    return changed;
}

// Where a radius was reduced, its neighbours come down along a slope. Slopes that are wanted stay.
static bool keep_slopes(fitting *f)
{
    bi_nodes *n = f->nodes;
    bool changed = false;
    for (int32_t i = 0; i < n->strand_count; i++) {
        int32_t count = n->first[i + 1] - n->first[i];
        for (int32_t way = 0; way < 2; way++) {
            for (int32_t j = 0; j < 2 * count; j++) {
                int32_t k = n->first[i] + (way == 0 ? j % count : count - 1 - j % count);
                int32_t from = way == 0 ? bi_nodes_before(n, i, k) : bi_nodes_next(n, i, k);
                if (from < 0 || n->radii[from] >= n->wanted[from]) {
                    continue;
                }
                double most = n->radii[from] + SLOPE * v3_distance(n->points[from], n->points[k]);
                most = bi_max(most, n->radii[from] / n->wanted[from] * n->wanted[k]);
                if (n->radii[k] > most) {
                    n->radii[k] = most;
                    changed = true;
                }
            }
        }
    }
    return changed;
}

// One factor for all: the least that any rule asks for.
static void make_uniform(bi_nodes *n)
{
    double factor = 1.0;
    int32_t count = n->first[n->strand_count];
    for (int32_t k = 0; k < count; k++) {
        factor = bi_min(factor, n->radii[k] / n->wanted[k]);
    }
    for (int32_t k = 0; k < count; k++) {
        n->radii[k] = factor * n->wanted[k];
    }
}

bight_status bi_fit_radii(const bight_allocator *allocator, const bight_template_def *def,
                          const bight_template_limits *limits, bi_nodes *nodes, bi_trouble *trouble)
{
    int32_t count = nodes->first[nodes->strand_count];
    fitting f = {allocator, def, limits, nodes, .least = bi_least_radius(def, limits), .trouble = trouble};
    *trouble = (bi_trouble){.strands = {-1, -1}};
    memcpy(nodes->radii, nodes->wanted, (size_t)count * sizeof *nodes->radii);
    for (int32_t k = 0; k < count; k++) {
        if (nodes->radii[k] < f.least) {
            blame(&f, "a wanted radius is below the least", k, -1);
        }
    }

    f.normals = bi_new_array(allocator, (size_t)count, sizeof *f.normals);
    if (f.normals == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    find_normals(&f);

    // bends first: they are not a matter of pairs, and make fewer pairs near
    keep_bends(&f);
    f.status = bi_links_near(allocator, nodes, NULL, nodes->radii, 0.0, see_links, &f) == BIGHT_OK
                   ? f.status
                   : BIGHT_ERROR_NO_MEMORY;
    if (f.status == BIGHT_OK) {
        see_bars(&f);
    }
    bool changed = f.status == BIGHT_OK && trouble->reason == NULL;
    for (int32_t round = 0; round < ROUNDS && changed && trouble->reason == NULL; round++) {
        changed = keep_apart(&f);
        changed |= keep_slopes(&f);
        changed |= keep_folds(&f);
        changed |= keep_rings(&f);
        changed |= round == 0;
    }
    if (changed && trouble->reason == NULL) {
        blame(&f, no_room, 0, -1);
    }
    if (limits->uniform) {
        make_uniform(nodes);
        for (int32_t k = 0; k < count; k++) {
            if (nodes->radii[k] < f.least) {
                blame(&f, no_room, k, -1);
            }
        }
    }
    bi_free_array(allocator, f.normals, (size_t)count, sizeof *f.normals);
    bi_free_array(allocator, f.pairs, (size_t)f.pair_capacity, sizeof *f.pairs);
    return f.status;
}
