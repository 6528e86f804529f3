// SPDX-License-Identifier: MIT

#include "sim/projection_contact.h"

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/obstacle.h"

#include <string.h>

// Rows of S at most. The Cholesky factor of so many takes some ten milliseconds; what is left out is pushed
// apart by the contact response, or comes first in the next iteration.
#define MOST_ROWS 512

// Times that rows are added because the motion found so far would close their gaps.
#define ROUNDS 8

// Rows of one pair at most, and how much farther apart than the closest points, in reaches, the ends of links
// that lie side by side are.
#define MOST_OF_PAIR 3
#define SIDE_BY_SIDE 0.25

// Gaps up to this share of the reach are looked at first.
#define TOUCHING 0.1

// A gap may close by this share of the reach before it counts.
#define ENOUGH 1e-7

#define PROJECTOR_ARRAYS(X)                                                                                  \
    X(pairs, pair_capacity)                                                                                  \
    X(touches, touch_capacity)                                                                               \
    X(pushed, pushed_capacity)                                                                               \
    X(chosen, chosen_capacity)                                                                               \
    X(columns, column_capacity)                                                                              \
    X(s, s_capacity)                                                                                         \
    X(factor, factor_capacity)                                                                               \
    X(q, q_capacity)                                                                                         \
    X(l, l_capacity)                                                                                         \
    X(w, w_capacity)                                                                                         \
    X(z, z_capacity)                                                                                         \
    X(applied, applied_capacity)                                                                             \
    X(active, active_capacity)

void bi_projector_free(const bight_allocator *allocator, bi_projector *projector)
{
    if (projector == NULL) {
        return;
    }
#define X(array, capacity)                                                                                   \
    bi_free_array(allocator, projector->array, (size_t)projector->capacity, sizeof *projector->array);
    PROJECTOR_ARRAYS(X)
#undef X
    bi_free_array(allocator, projector, 1, sizeof *projector);
}

size_t bi_projector_bytes(const bi_projector *projector)
{
    if (projector == NULL) {
        return 0;
    }
    size_t bytes = sizeof *projector;
#define X(array, capacity) bytes += (size_t)projector->capacity * sizeof *projector->array;
    PROJECTOR_ARRAYS(X)
#undef X
    return bytes;
}

// ---- rows
// --------------------------------------------------------------------------------------------------

// @param s Where on the link; an end alone has one node.
static void set_side(const bight_world *world, bi_touch *touch, int32_t side, int32_t link, double s,
                     double sign)
{
    int32_t index = world->rope_of[link];
    const bi_rope *rope = &world->ropes[index];
    const bi_rods *rods = rope->projection;
    if (rods == NULL) {
        return;
    }
    int32_t row_a = bi_rods_row(rods, rope->closed, link - rope->first);
    int32_t row_b = bi_rods_row(rods, rope->closed, bi_next(rope, link) - rope->first);
    touch->rope[side] = index;
    touch->row[2 * side] = s < 1.0 ? row_a : row_b;
    touch->share[2 * side] = s < 1.0 ? sign * (1.0 - s) : sign;
    touch->row[2 * side + 1] = s > 0.0 && s < 1.0 ? row_b : -1;
    touch->share[2 * side + 1] = s > 0.0 && s < 1.0 ? sign * s : 0.0;
}

// The next row to be filled in. There is room for MOST_OF_PAIR rows of each pair.
static bi_touch *next_row(bi_projector *p, const bi_near *near)
{
    bi_touch *touch = &p->touches[p->touch_count];
    *touch = (bi_touch){.rope = {-1, -1}, .row = {-1, -1, -1, -1}, .reach = near->reach, .column = {-1, -1}};
    return touch;
}

// One link with its ends.
typedef struct link {
    int32_t index;
    bight_vec3 a, b;
} link;

static link link_at(const bight_world *world, int32_t index)
{
    return (link){index, world->at[index], world->at[bi_next(&world->ropes[world->rope_of[index]], index)]};
}

// The distance of the points at s and t of two links and its gradient: n at one, -n at the other. For the
// closest points it is the gradient of the links' distance: how they slide does not matter to first order.
// For any other pair of points it holds all the more that they are apart.
static void points_row(const bight_world *world, bi_projector *p, const bi_near *near, const link *a,
                       const link *b, double s, double t)
{
    bi_touch *touch = next_row(p, near);
    bight_vec3 apart = v3_sub(v3_lerp(a->a, a->b, s), v3_lerp(b->a, b->b, t));
    bight_vec3 across = v3_cross(v3_sub(a->b, a->a), v3_sub(b->b, b->a));
    touch->normal = v3_unit(apart, v3_unit(across, v3(0, 1, 0)));
    touch->gap = v3_length(apart) - near->reach;
    set_side(world, touch, 0, a->index, s, 1.0);
    set_side(world, touch, 1, b->index, t, -1.0);
    if (touch->rope[0] == touch->rope[1]) {
        touch->rope[1] = -1; // one column for both sides
    }
    p->touch_count++;
}

// Side by side, links touch all along: one row at the closest points would let them turn about it, from cycle
// to cycle this way and that. So the ends have rows too, where they are hardly farther apart.
static void link_rows(const bight_world *world, bi_projector *p, const bi_near *near)
{
    link a = link_at(world, near->a), b = link_at(world, near->b);
    bi_segment_pair pair = bi_segment_closest(a.a, a.b, b.a, b.b);
    double distance = sqrt(pair.distance_squared), side = distance + SIDE_BY_SIDE * near->reach;
    points_row(world, p, near, &a, &b, pair.s, pair.t);
    double s = pair.s > 0.5 ? 0.0 : 1.0, t = pair.t > 0.5 ? 0.0 : 1.0;
    bight_vec3 end_a = s > 0.5 ? a.b : a.a, end_b = t > 0.5 ? b.b : b.a;
    double t_of_a = bi_segment_closest_to_point(b.a, b.b, end_a);
    double s_of_b = bi_segment_closest_to_point(a.a, a.b, end_b);
    if (v3_distance(end_a, v3_lerp(b.a, b.b, t_of_a)) < side) {
        points_row(world, p, near, &a, &b, s, t_of_a);
    }
    if (v3_distance(end_b, v3_lerp(a.a, a.b, s_of_b)) < side) {
        points_row(world, p, near, &a, &b, s_of_b, t);
    }
}

static void obstacle_row(const bight_world *world, bi_projector *p, const bi_near *near, double s,
                         bi_solid_gap gap)
{
    bi_touch *touch = next_row(p, near);
    touch->normal = gap.normal;
    touch->gap = gap.distance - near->reach;
    set_side(world, touch, 0, near->a, s, 1.0);
    p->touch_count += v3_length_squared(gap.normal) > 0.5; // deep inside it has no direction
}

// Likewise: the closest point, and the farther end when that is hardly farther.
static void obstacle_rows(const bight_world *world, bi_projector *p, const bi_near *near)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    link a = link_at(world, near->a);
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, a.a, a.b);
    obstacle_row(world, p, near, gap.s, gap);
    bight_vec3 end = gap.s > 0.5 ? a.a : a.b;
    bi_solid_gap other = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, end, end);
    if (other.distance < gap.distance + SIDE_BY_SIDE * near->reach) {
        obstacle_row(world, p, near, gap.s > 0.5 ? 0.0 : 1.0, other);
    }
}

bight_status bi_rods_touches(bight_world *world, bi_projector *p, int32_t root)
{
    const bi_rods *group = world->ropes[root].projection;
    bight_status status = bi_reserve(&world->def.env.allocator, &p->touches, &p->touch_capacity,
                                     (int64_t)MOST_OF_PAIR * group->pair_count, sizeof *p->touches);
    status = status == BIGHT_OK ? bi_reserve(&world->def.env.allocator, &p->pushed, &p->pushed_capacity,
                                             group->pair_count, sizeof *p->pushed)
                                : status;
    p->touch_count = 0;
    for (int32_t i = 0; i < group->pair_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[p->pairs[group->first_pair + i]];
        int32_t first = p->touch_count;
        if (near->obstacle >= 0) {
            obstacle_rows(world, p, near);
        } else {
            link_rows(world, p, near);
        }
        for (int32_t k = first; k < p->touch_count; k++) {
            p->touches[k].pair = i;
        }
    }
    return status;
}

// ---- columns
// -----------------------------------------------------------------------------------------------

// sum_k share[k] normal . x[row[k]] over the nodes on one rope.
static double row_times(const bi_touch *touch, int32_t side, const double *x, int32_t stride)
{
    int32_t first = 2 * side, end = side == 0 && touch->rope[1] < 0 ? 4 : first + 2;
    double sum = 0.0;
    for (int32_t k = first; k < end; k++) {
        if (touch->row[k] >= 0) {
            const double *v = x + (int64_t)touch->row[k] * stride;
            sum += touch->share[k] *
                   (touch->normal.x * v[0] + touch->normal.y * v[stride] + touch->normal.z * v[2 * stride]);
        }
    }
    return sum;
}

static double gap_after(const bight_world *world, const bi_touch *touch)
{
    double gap = touch->gap;
    for (int32_t side = 0; side < 2; side++) {
        if (touch->rope[side] >= 0) {
            gap += row_times(touch, side, world->ropes[touch->rope[side]].projection->step, 1);
        }
    }
    return gap;
}

// Jc_i H^-1 Jc_j'
static double coupling(const bi_projector *p, const bi_touch *i, const bi_touch *j)
{
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t other = 0; other < 2 && i->rope[side] >= 0; other++) {
            if (j->rope[other] == i->rope[side]) {
                sum += row_times(i, side, p->columns + j->column[other], BI_BAND_LANES);
            }
        }
    }
    return sum;
}

// Put row `touch` as right side into a lane.
// @return The first row of the band that it fills.
static int32_t put_row(const bi_touch *touch, int32_t side, double *lane)
{
    int32_t first = 2 * side, end = side == 0 && touch->rope[1] < 0 ? 4 : first + 2, lowest = INT32_MAX;
    for (int32_t k = first; k < end; k++) {
        if (touch->row[k] >= 0) {
            double *v = lane + (int64_t)touch->row[k] * BI_BAND_LANES;
            v[0] += touch->share[k] * touch->normal.x;
            v[BI_BAND_LANES] += touch->share[k] * touch->normal.y;
            v[2 * BI_BAND_LANES] += touch->share[k] * touch->normal.z;
            lowest = bi_min_int(lowest, touch->row[k]);
        }
    }
    return lowest;
}

// Solve the columns on one rope of the rows chosen from `first` on, four at a time.
static bight_status solve_columns(bight_world *world, bi_projector *p, int32_t rope, int32_t first)
{
    const bi_band *band = &world->ropes[rope].projection->band;
    int32_t size = band->rows * BI_BAND_LANES, lane = 0, lowest = INT32_MAX;
    double *block = NULL;
    for (int32_t i = first; i < p->chosen_count; i++) {
        bi_touch *touch = &p->touches[p->chosen[i]];
        for (int32_t side = 0; side < 2; side++) {
            if (touch->rope[side] != rope) {
                continue;
            }
            if (lane == 0) {
                bight_status status = bi_reserve(&world->def.env.allocator, &p->columns, &p->column_capacity,
                                                 (int64_t)p->column_size + size, sizeof *p->columns);
                if (status != BIGHT_OK) {
                    return status;
                }
                block = p->columns + p->column_size;
                memset(block, 0, (size_t)size * sizeof *block);
            }
            touch->column[side] = (int64_t)p->column_size + lane;
            lowest = bi_min_int(lowest, put_row(touch, side, block + lane));
            if (++lane == BI_BAND_LANES) {
                bi_band_solve_lanes(band, block, lowest);
                p->column_size += size;
                lane = 0;
                lowest = INT32_MAX;
            }
        }
    }
    if (lane > 0) {
        bi_band_solve_lanes(band, block, lowest);
        p->column_size += size;
    }
    return BIGHT_OK;
}

// ---- the active set
// ----------------------------------------------------------------------------------------

static bight_status reserve_rows(bight_world *world, bi_projector *p, int32_t rows)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    int64_t packed = (int64_t)rows * (rows + 1) / 2;
    bight_status status = BIGHT_OK;
#define RESERVE(array, capacity, count)                                                                      \
    status = status == BIGHT_OK ? bi_reserve(allocator, &p->array, &p->capacity, count, sizeof *p->array)    \
                                : status
    RESERVE(chosen, chosen_capacity, rows);
    RESERVE(s, s_capacity, packed);
    RESERVE(factor, factor_capacity, packed);
    RESERVE(q, q_capacity, rows);
    RESERVE(l, l_capacity, rows);
    RESERVE(w, w_capacity, rows);
    RESERVE(z, z_capacity, rows);
    RESERVE(applied, applied_capacity, rows);
    RESERVE(active, active_capacity, rows);
#undef RESERVE
    return status;
}

// Two rows that say the same: where links meet, both may be closest to something in their common node.
static bool same_row(const bi_touch *i, const bi_touch *j)
{
    bool same = i->gap == j->gap && i->rope[0] == j->rope[0] && i->rope[1] == j->rope[1];
    for (int32_t k = 0; k < 4 && same; k++) {
        same = i->row[k] == j->row[k] && i->share[k] == j->share[k];
    }
    return same;
}

static bool chosen_already(const bi_projector *p, const bi_touch *touch)
{
    bool found = false;
    for (int32_t i = 0; i < p->chosen_count && !found; i++) {
        found = same_row(&p->touches[p->chosen[i]], touch);
    }
    return found;
}

// What to choose from: the pairs that pushed in the last iteration, those that touch, or all.
typedef enum choice { PUSHED, NEAR, ALL } choice;

static bool eligible(const bi_projector *p, const bi_touch *touch, choice from)
{
    return from == ALL ||
           (from == PUSHED ? p->pushed[touch->pair] != 0 : touch->gap < TOUCHING * touch->reach);
}

// Choose the rows whose gaps the motion found so far would close.
// @return BIGHT_ERROR_NO_MEMORY.
static bight_status choose_rows(bight_world *world, bi_projector *p, choice from)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->touch_count && p->chosen_count < MOST_ROWS && status == BIGHT_OK; i++) {
        bi_touch *touch = &p->touches[i];
        if (touch->chosen || !eligible(p, touch, from) ||
            !(gap_after(world, touch) < -ENOUGH * touch->reach) || chosen_already(p, touch)) {
            continue;
        }
        status = reserve_rows(world, p, p->chosen_count + 1);
        if (status == BIGHT_OK) {
            touch->chosen = true;
            p->l[p->chosen_count] = 1.0; // a guess
            p->applied[p->chosen_count] = 0.0;
            p->chosen[p->chosen_count++] = i;
        }
    }
    return status;
}

// Rows `first` and on of S, and q: the gaps without any contact.
static void extend(bight_world *world, bi_projector *p, int32_t first)
{
    for (int32_t i = first; i < p->chosen_count; i++) {
        const bi_touch *touch = &p->touches[p->chosen[i]];
        double q = gap_after(world, touch);
        for (int32_t j = 0; j <= i; j++) {
            double entry = coupling(p, touch, &p->touches[p->chosen[j]]);
            p->s[bi_packed(i, j)] = entry;
            q -= p->applied[j] * entry;
        }
        p->q[i] = q;
    }
}

// step += H^-1 Jc' (l - applied)
static void apply(bight_world *world, bi_projector *p)
{
    for (int32_t i = 0; i < p->chosen_count; i++) {
        const bi_touch *touch = &p->touches[p->chosen[i]];
        double change = p->l[i] - p->applied[i];
        for (int32_t side = 0; side < 2 && change != 0.0; side++) {
            if (touch->rope[side] >= 0) {
                const bi_rods *rope = world->ropes[touch->rope[side]].projection;
                const double *column = p->columns + touch->column[side];
                for (int32_t row = 0; row < rope->band.rows; row++) {
                    rope->step[row] += change * column[(int64_t)row * BI_BAND_LANES];
                }
            }
        }
        p->applied[i] = p->l[i];
    }
}

bight_status bi_rods_contacts(bight_world *world, bi_projector *p, int32_t root, bool again)
{
    p->chosen_count = 0;
    p->column_size = 0;
    bight_status status = BIGHT_OK;
    for (int32_t round = 0; round < ROUNDS && status == BIGHT_OK; round++) {
        // motion without any contacts would close many more gaps than motion with them, so first what is
        // likely
        int32_t first = p->chosen_count;
        status = choose_rows(world, p, round > 0 ? ALL : again ? PUSHED : NEAR);
        if (round == 0 && p->chosen_count == 0 && status == BIGHT_OK) {
            status = choose_rows(world, p, ALL);
        }
        if (p->chosen_count == first) {
            break;
        }
        for (int32_t r = root; r < world->rope_count && status == BIGHT_OK; r++) {
            const bi_rope *rope = &world->ropes[r];
            if (rope->alive && rope->projection != NULL && rope->projection->group == root) {
                status = solve_columns(world, p, r, first);
            }
        }
        if (status == BIGHT_OK) {
            extend(world, p, first);
            bi_complement_work work = {p->factor, p->w, p->z, p->active};
            bi_complement(p->chosen_count, p->s, p->q, p->l, 0.5 * ENOUGH * p->touches[p->chosen[0]].reach,
                          &work);
            apply(world, p);
        }
    }
    if (world->ropes[root].projection->pair_count > 0) {
        memset(p->pushed, 0, (size_t)world->ropes[root].projection->pair_count);
    }
    for (int32_t i = 0; i < p->chosen_count; i++) {
        p->pushed[p->touches[p->chosen[i]].pair] |= p->l[i] > 0.0;
    }
    return status;
}
