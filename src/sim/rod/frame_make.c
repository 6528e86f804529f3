// SPDX-License-Identifier: MIT
// What a rod that is bent at rest or that friction rolls begins with.

#include "sim/rod/frame.h"

#include "core/hash.h"

#define TURN 6.283185307179586476925

bight_status bi_frame_make(const bight_allocator *allocator, bi_rod *rod)
{
    size_t n = (size_t)rod->count;
    bi_frame *made = bi_new_array(allocator, 1, sizeof *made);
    rod->twist->frame = made;
    if (made == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    *made = (bi_frame){0};
    made->director = bi_new_array(allocator, n, sizeof *made->director);
    made->now = bi_new_array(allocator, n, sizeof *made->now);
    made->rest = bi_new_array(allocator, 2 * n, sizeof *made->rest);
    made->force = bi_new_array(allocator, n, sizeof *made->force);
    made->angle = bi_new_array(allocator, n, sizeof *made->angle);
    made->line = bi_new_array(allocator, n, sizeof *made->line);
    made->row = bi_new_array(allocator, n, sizeof *made->row);
    made->turns = bi_new_array(allocator, n / 3 + 1, sizeof *made->turns);
    bool whole = made->director != NULL && made->now != NULL && made->rest != NULL && made->force != NULL &&
                 made->angle != NULL && made->line != NULL && made->row != NULL && made->turns != NULL;
    for (size_t j = 0; whole && j < n; j++) {
        made->line[j] = (bi_line){0};
        made->angle[j] = 0.0;
    }
    return whole ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

void bi_frame_free(const bight_allocator *allocator, bi_rod *rod)
{
    bi_frame *f = rod->twist->frame;
    size_t n = (size_t)rod->count;
    if (f != NULL) {
        bi_free_array(allocator, f->director, n, sizeof *f->director);
        bi_free_array(allocator, f->now, n, sizeof *f->now);
        bi_free_array(allocator, f->rest, 2 * n, sizeof *f->rest);
        bi_free_array(allocator, f->force, n, sizeof *f->force);
        bi_free_array(allocator, f->angle, n, sizeof *f->angle);
        bi_free_array(allocator, f->line, n, sizeof *f->line);
        bi_free_array(allocator, f->row, n, sizeof *f->row);
        bi_free_array(allocator, f->turns, n / 3 + 1, sizeof *f->turns);
        bi_free_array(allocator, f, 1, sizeof *f);
        rod->twist->frame = NULL;
    }
}

size_t bi_frame_bytes(const bi_rod *rod)
{
    const bi_frame *f = rod->twist->frame;
    size_t each = f != NULL ? sizeof *f->director + sizeof *f->now + 2 * sizeof *f->rest + sizeof *f->force +
                                  sizeof *f->angle + sizeof *f->line + sizeof *f->row
                            : 0;
    return f != NULL ? sizeof *f + (size_t)rod->count * each + ((size_t)rod->count / 3 + 1) * sizeof *f->turns
                     : 0;
}

uint64_t bi_frame_hash(uint64_t hash, const bi_rope *rope)
{
    const bi_frame *f = rope->rod->twist->frame;
    for (int32_t j = 0; f != NULL && j < bi_link_count(rope); j++) {
        hash = f->bent ? bi_hash_vec3(hash, f->director[j]) : hash;
        hash = bi_rod_rolls(rope) ? bi_hash_double(hash, f->line[j].speed) : hash;
    }
    for (int32_t i = 0; f != NULL && f->bent && i < 2 * rope->count; i++) {
        hash = bi_hash_vec3(hash, f->rest[i]);
    }
    return hash;
}

// ---- where it begins -------------------------------------------------------------------------------------------

// Directions from link to link as the twist has it, then all of them turned so that the rod's own bends lie, in the mean,
// along them.
static void lay_directors(const bi_rope *rope, const bight_vec3 *x)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    bight_vec3 *d = f->director;
    double p = 0.0, q = 0.0;
    for (int32_t j = 0; j < bi_link_count(rope); j++) {
        bight_vec3 t = twist->now[j];
        if (j == 0) {
            d[0] = v3_perpendicular(t);
        } else {
            bight_vec3 from = bi_carried(twist->now[j - 1], t, d[j - 1]);
            d[j] = bi_straightened(
                t, bi_turned(t, bi_straightened(t, from), bi_turn_of(twist->angle[j] / TURN)));
        }
        bight_vec3 bend = bi_is_inner(rope, j) ? bi_bend_at(x, rope, j) : v3(0, 0, 0);
        p += v3_dot(bend, d[j]);
        q += v3_dot(bend, v3_cross(t, d[j]));
    }
    double size = bi_length_2d(p, q);
    for (int32_t j = 0; j < bi_link_count(rope) && size > 1e-9 * rope->length; j++) {
        d[j] = bi_straightened(twist->now[j], bi_turned(twist->now[j], d[j], (bi_turn){p / size, q / size}));
    }
}

// What a node's bend is in a ring, or a helix, of curvature k in one material direction:
//     l sin a in that direction, l (1 - cos a) along the link, 2 sin(a / 2) = l k
// The twist between its two links is half before and half behind that direction.
static void set_even(const bi_rope *rope, double k)
{
    bi_frame *f = rope->rod->twist->frame;
    double l = rope->length, half = 0.5 * l * k, sine = 2.0 * half * sqrt(1.0 - half * half);
    bi_turn m = bi_turn_of(0.5 * rope->rod->def.rest_twist * l / TURN);
    for (int32_t i = 0; i < rope->count; i++) {
        bool inner = bi_is_inner(rope, i);
        f->rest[2 * i] = f->rest[2 * i + 1] = v3(0, 0, 0);
        if (inner) {
            f->rest[2 * i] = v3(l * sine * m.cosine, l * sine * m.sine, -2.0 * l * half * half);
            f->rest[2 * i + 1] = v3(l * sine * m.cosine, -l * sine * m.sine, 2.0 * l * half * half);
        }
    }
}

// A share of what it is now.
static void set_from_shape(const bi_rope *rope, const bight_vec3 *x, double share)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    for (int32_t i = 0; i < rope->count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            int32_t j = side == 0 ? bi_node_before(rope, i) : i;
            bight_vec3 *to = &f->rest[2 * i + side];
            *to = v3(0, 0, 0);
            if (bi_is_inner(rope, i)) {
                bight_vec3 bend = v3_mul(share, bi_bend_at(x, rope, i)), t = twist->now[j],
                           d = f->director[j];
                *to = v3(v3_dot(bend, d), v3_dot(bend, v3_cross(t, d)), v3_dot(bend, t));
            }
        }
    }
}

void bi_frame_start(const bi_rope *rope, const bight_vec3 *x)
{
    const bight_rod_def *def = &rope->rod->def;
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    for (int32_t j = 0; j < bi_link_count(rope); j++) {
        twist->now[j] = v3_unit(v3_sub(x[bi_node_behind(rope, j)], x[j]), v3(1, 0, 0));
    }
    lay_directors(rope, x);
    f->bent = def->rest_curvature > 0.0 || def->rest_shape > 0.0;
    if (def->rest_shape > 0.0) {
        set_from_shape(rope, x, def->rest_shape);
    } else {
        set_even(rope, def->rest_curvature);
    }
}
