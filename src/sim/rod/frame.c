// SPDX-License-Identifier: MIT
// Material directions of the links of a rod that is bent at rest or that friction rolls. Each link has one across it, d, and e = t x d; they turn
// with the link and, against that, by as much as twist asks for. At node i the bend b = x- - 2 x + x+ is at rest what it is in
// the coordinates (d, e, t) of the link before and of that behind, r- and r+ in the world's:
//     E = sum B/(4 l^3) (|b - r-|^2 + |b - r+|^2) + C/(2 l) (m - l rest)^2
// So a rod in its rest shape has no energy at all. Twist is at rest in each cycle (twist.c), but no longer the same along a
// run: the angles by which links turn about themselves make E least for the nodes where they are. Forces are then those at
// fixed angles:
//     d E = B/(2 l^3) (2 b - r- - r+) . d b - (q x t) . d t + sum M d m,   q = B/(2 l^3) sum r x b of the link's two nodes

#include "sim/rod/frame.h"

#include "core/turn.h"
#include "core/vec3.h"
#include "sim/response/response.h"

#include <string.h>

#define TURN 6.283185307179586476925

// ---- twist at rest -----------------------------------------------------------------------------------------------

// How a link's own bends pull at its angle: q . t at the angle where it is, and the most that this changes by a radian.
static double torque_of(const bi_rope *rope, const bight_vec3 *x, int32_t j, double *most)
{
    const bi_twist *twist = rope->rod->twist;
    const bi_frame *f = twist->frame;
    double p = 0.0, q = 0.0, l = rope->length, k = 0.5 * rope->rod->def.bend / (l * l * l);
    for (int32_t side = 0; side < 2 && f->bent; side++) {
        int32_t i = side == 0 ? bi_node_behind(rope, j) : j; // the node behind the link has it before itself
        if (bi_is_inner(rope, i)) {
            bight_vec3 bend = bi_bend_at(x, rope, i), r = f->rest[2 * i + side];
            double b = v3_dot(bend, f->now[j]), c = v3_dot(bend, v3_cross(twist->now[j], f->now[j]));
            p += r.x * b + r.y * c;
            q += r.x * c - r.y * b;
        }
    }
    *most = k * bi_length_2d(p, q);
    return k * q;
}

// The first node of which both links are in the range that twists.
static int32_t first_node(const bi_rope *rope)
{
    return rope->closed ? 0 : rope->rod->twist->frame->first + 1;
}

static void turn_link(const bi_rope *rope, int32_t j, double by)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    if (f->bent) {
        f->now[j] =
            bi_straightened(twist->now[j], bi_turned(twist->now[j], f->now[j], bi_turn_of(by / TURN)));
    }
    f->angle[j] += bi_is_inner(rope, j) ? by : 0.0;
    int32_t i = bi_node_behind(rope, j);
    f->angle[i] -= bi_is_inner(rope, i) ? by : 0.0;
}

// Two links of a closed rod are coupled twice, by both of its ends: that between the last and the first is the border.
//     (2 C/l + most) by - C/l by- - C/l by+ = torque
static void solve_line(const bi_rope *rope)
{
    bi_frame *f = rope->rod->twist->frame;
    bi_line *a = f->line;
    int32_t first = f->first, links = f->end, n = rope->closed ? links - 1 : links;
    for (int32_t j = first; j < n; j++) {
        a[j].border = rope->closed && j == 0 ? a[links - 1].next : 0.0;
        a[j].border += rope->closed && j == n - 1 ? a[n - 1].next : 0.0;
    }
    for (int32_t j = first + 1; j < n; j++) {
        double by = a[j - 1].next / a[j - 1].diagonal;
        a[j].diagonal -= by * a[j - 1].next;
        a[j].right -= by * a[j - 1].right;
        a[j].border -= by * a[j - 1].border;
    }
    double x = 0.0;
    if (rope->closed) {
        bi_line *last = &a[links - 1];
        for (int32_t j = 0; j < n; j++) {
            last->diagonal -= a[j].border * a[j].border / a[j].diagonal;
            last->right -= a[j].border * a[j].right / a[j].diagonal;
        }
        x = last->right /= last->diagonal;
    }
    for (int32_t j = n - 1; j >= first; j--) {
        double next = j + 1 < n ? a[j].next * a[j + 1].right : 0.0;
        a[j].right = (a[j].right - a[j].border * x - next) / a[j].diagonal;
    }
}

// Rounds, the turn of a link in one of them, and the turn below which it is at rest, radians.
#define ROUNDS 12
#define TURN_MOST 0.4
#define TURN_LEAST 1e-11

// What acts on link j: its bends, and the twist on both sides.
static double twisted_by(const bi_rope *rope, const bight_vec3 *x, int32_t j, double *couples)
{
    const bi_rod *rod = rope->rod;
    const bi_frame *f = rod->twist->frame;
    double stiff = rod->def.twist / rope->length, rest = rod->def.rest_twist * rope->length, most;
    double torque = torque_of(rope, x, j, &most);
    int32_t i = bi_node_behind(rope, j);
    *couples = most + 1e-9 * stiff;
    if (bi_is_inner(rope, j)) {
        torque -= stiff * (f->angle[j] - rest);
        *couples += stiff;
    }
    if (bi_is_inner(rope, i)) {
        torque += stiff * (f->angle[i] - rest);
        *couples += stiff;
    }
    return torque;
}

// One step towards the least energy over the angles; the matrix is more than the second derivative is anywhere, so each goes
// down. @return The greatest turn.
static double relax(const bi_rope *rope, const bight_vec3 *x)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    double stiff = rope->rod->def.twist / rope->length;
    for (int32_t j = f->first; j < f->end; j++) {
        bi_line *a = &f->line[j];
        int32_t i = bi_node_behind(rope, j);
        bool fixed = bi_link_is_fixed(twist, j);
        double couples, torque = twisted_by(rope, x, j, &couples);
        a->next = !bi_is_inner(rope, i) || fixed || bi_link_is_fixed(twist, i) ? 0.0 : -stiff;
        a->diagonal = fixed ? 1.0 : couples;
        a->right = fixed ? 0.0 : torque;
    }
    solve_line(rope);
    double far = 0.0;
    for (int32_t j = f->first; j < f->end; j++) {
        far = bi_max(far, fabs(f->line[j].right));
    }
    double part = far > TURN_MOST ? TURN_MOST / far : 1.0;
    for (int32_t j = f->first; j < f->end; j++) {
        f->line[j].turned += part * f->line[j].right;
        turn_link(rope, j, part * f->line[j].right);
    }
    return far;
}

// ---- contacts ----------------------------------------------------------------------------------------------------

// Which links friction turns, and the range of links that twist.
static void find_rubbed(const bight_world *world, const bi_rope *rope, const bi_grip_list *grips)
{
    bi_line *line = rope->rod->twist->frame->line;
    bi_frame_mark(rope);
    for (int32_t j = 0; j < rope->count; j++) {
        line[j].rubbed = false;
        line[j].torque = 0.0;
        line[j].turned = bi_rod_rolls(rope) ? line[j].turned : 0.0;
    }
    for (int32_t g = 0; g < grips->count; g++) {
        const bi_grip *grip = &grips->grips[g];
        for (int32_t k = 0; k < grip->links; k++) {
            if (&world->ropes[world->rope_of[grip->link[k]]] == rope) {
                line[grip->link[k] - rope->first].rubbed = true;
                bi_frame_mark_link(rope, grip->link[k] - rope->first);
            }
        }
    }
}

// A rod that is straight at rest and open has no twist beyond the outermost links that friction turns or hands hold.
void bi_frame_mark(const bi_rope *rope)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    int32_t links = bi_link_count(rope);
    bool all = rope->closed || f->bent;
    f->first = all ? 0 : links;
    f->end = all ? links : 0;
    for (int32_t h = 0; h < twist->held_count; h++) {
        bi_frame_mark_link(rope, twist->held_link[h]);
    }
}

void bi_frame_mark_link(const bi_rope *rope, int32_t link)
{
    bi_frame *f = rope->rod->twist->frame;
    f->first = bi_min_int(f->first, link);
    f->end = link + 1 > f->end ? link + 1 : f->end;
}

double bi_rod_turned(const bi_rope *rope, int32_t link)
{
    return bi_rod_is_framed(rope) ? rope->rod->twist->frame->line[link].turned : 0.0;
}

double bi_rod_speed(const bi_rope *rope, int32_t link)
{
    return bi_rod_rolls(rope) ? rope->rod->twist->frame->line[link].speed : 0.0;
}

bool bi_rod_angle_place(const bight_world *world, int32_t link, int32_t *node, int32_t *row)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    int32_t j = link - rope->first;
    const bi_frame *f = rope->rod->twist->frame;
    *node = f->place + (j - f->first) / 3;
    *row = (j - f->first) % 3;
    return !bi_link_is_held(rope->rod->twist, j);
}

void bi_rod_add_torque(const bight_world *world, int32_t link, double torque)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    int32_t j = link - rope->first;
    bool held = bi_link_is_held(rope->rod->twist, j);
    rope->rod->twist->frame->line[j].torque += held ? 0.0 : torque;
}

// Where a hand holds a link it turns as the hand does: the first Newton step begins with that.
static void take_held(const bi_rope *rope)
{
    const bi_twist *twist = rope->rod->twist;
    for (int32_t h = 0; bi_rod_rolls(rope) && h < twist->held_count; h++) {
        twist->frame->line[twist->held_link[h]].turned = twist->held_roll[h];
    }
}

void bi_rods_turn(const bight_world *world, double part, double step)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t j = 0; bi_rod_rolls(rope) && j < bi_link_count(rope); j++) {
            bi_line *line = &rope->rod->twist->frame->line[j];
            line->turned = part * line->turned + step * line->step;
        }
        if (rope->rod != NULL) {
            take_held(rope);
        }
    }
}

void bi_rod_turn_part(const bi_rope *rope, double part)
{
    for (int32_t j = 0; bi_rod_rolls(rope) && j < bi_link_count(rope); j++) {
        rope->rod->twist->frame->line[j].turned *= part;
    }
}

void bi_rods_stay(const bight_world *world)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t j = 0; bi_rod_rolls(rope) && j < bi_link_count(rope); j++) {
            int32_t a = rope->first + j, b = bi_next(rope, a);
            bight_vec3 from = v3_sub(world->at[a], world->before[a]),
                       to = v3_sub(world->at[b], world->before[b]);
            if (v3_length_squared(from) + v3_length_squared(to) == 0.0) {
                rope->rod->twist->frame->line[j].turned = 0.0;
            }
        }
    }
}

// ---- forces ------------------------------------------------------------------------------------------------------

static void add_forces(const bi_rope *rope, const bight_vec3 *x)
{
    const bi_rod *rod = rope->rod;
    const bi_twist *twist = rod->twist;
    bi_frame *f = twist->frame;
    double l = rope->length, k = 0.5 * rod->def.bend / (l * l * l), stiff = rod->def.twist / l;
    for (int32_t i = 0; i < rope->count; i++) {
        f->force[i] = v3(0, 0, 0);
    }
    for (int32_t i = first_node(rope); i < f->end; i++) {
        if (!bi_is_inner(rope, i)) {
            continue;
        }
        int32_t from = bi_node_before(rope, i), to = bi_node_behind(rope, i);
        bight_vec3 e[2] = {v3_sub(x[i], x[from]), v3_sub(x[to], x[i])};
        double length[2] = {v3_length(e[0]), v3_length(e[1])};

        // bends at rest, and how they turn with their links
        bight_vec3 bend = bi_bend_at(x, rope, i), on[2] = {v3(0, 0, 0), v3(0, 0, 0)};
        for (int32_t side = 0; side < 2 && f->bent; side++) {
            int32_t j = side == 0 ? from : i;
            bight_vec3 t = twist->now[j], r = bi_in_frame(f->rest[2 * i + side], t, f->now[j]);
            f->force[from] = v3_madd(f->force[from], k, r);
            f->force[i] = v3_madd(f->force[i], -2.0 * k, r);
            f->force[to] = v3_madd(f->force[to], k, r);
            on[side] = v3_mul(k / length[side], v3_cross(v3_cross(r, bend), t));
        }

        // -M d m / d e
        double moment = stiff * (f->angle[i] - rod->def.rest_twist * l);
        bight_vec3 half = bi_half_binormal(twist->now[from], twist->now[i]);
        for (int32_t side = 0; side < 2; side++) {
            on[side] = v3_madd(on[side], -moment / length[side], half);
        }
        f->force[from] = v3_sub(f->force[from], on[0]);
        f->force[i] = v3_add(f->force[i], v3_sub(on[0], on[1]));
        f->force[to] = v3_add(f->force[to], on[1]);
    }
}

// Beyond its outermost links that friction turns or hands hold a rod that is straight at rest has no twist, and links turn with
// those.
static void rest_beyond(const bi_rope *rope)
{
    bi_frame *f = rope->rod->twist->frame;
    double rest = rope->rod->def.rest_twist * rope->length;
    int32_t links = bi_link_count(rope);
    bool any = f->first < f->end;
    for (int32_t j = 0; j < links && !rope->closed; j++) {
        if (j < f->first || j >= f->end) {
            f->line[j].turned = any ? f->line[j < f->first ? f->first : f->end - 1].turned : 0.0;
        }
        if (bi_is_inner(rope, j) && (j <= f->first || j >= f->end)) {
            f->angle[j] = rest;
        }
    }
}

void bi_frame_update(const bight_world *world, const bi_rope *rope, const bi_grip_list *grips)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    const bight_vec3 *x = world->at + rope->first;
    find_rubbed(world, rope, grips);
    for (int32_t h = 0; h < twist->held_count; h++) {
        f->line[twist->held_link[h]].turned = twist->held_roll[h];
    }
    int32_t first = f->first, end = f->end;
    bi_look_at_some_links(world, rope, first, end, twist->now);
    bool stays = memcmp(x, world->before + rope->first, (size_t)rope->count * sizeof *x) == 0;
    for (int32_t j = first; j < end; j++) {
        stays = stays && f->line[j].turned == 0.0;
    }

    // as they were when the cycle began, carried to where the links are
    for (int32_t j = first; j < end && f->bent; j++) {
        f->now[j] =
            stays ? f->director[j]
                  : bi_straightened(twist->now[j], bi_carried(twist->was[j], twist->now[j], f->director[j]));
    }
    for (int32_t i = first_node(rope); i < end; i++) {
        f->angle[i] = twist->angle[i];
        if (bi_is_inner(rope, i) && !stays) {
            int32_t from = bi_node_before(rope, i);
            f->angle[i] += bi_twist_area(twist->was[from], twist->was[i], twist->now[i], twist->now[from]);
        }
    }
    for (int32_t j = first; j < end; j++) {
        if (f->line[j].turned != 0.0) {
            turn_link(rope, j, f->line[j].turned);
        }
    }
    rest_beyond(rope);

    // what rests rests to the last bit
    bool more = !stays || !f->settled;
    for (int32_t round = 0; round < ROUNDS && more; round++) {
        more = relax(rope, x) > TURN_LEAST;
    }
    f->still = !more;
    for (int32_t j = first; j < end; j++) {
        double couples;
        if (f->line[j].rubbed && !bi_link_is_held(twist, j)) {
            double way = rope->rod->def.time_step * f->line[j].speed - f->line[j].turned;
            f->line[j].torque = twisted_by(rope, x, j, &couples) + bi_link_inertia(rope) * way;
        }
    }
    add_forces(rope, x);
}

void bi_frame_commit(const bi_rope *rope)
{
    const bi_twist *twist = rope->rod->twist;
    bi_frame *f = twist->frame;
    if (f->bent) {
        memcpy(f->director, f->now, (size_t)bi_link_count(rope) * sizeof *f->now);
    }
    memcpy(twist->angle, f->angle, (size_t)rope->count * sizeof *f->angle);
    f->settled = f->still;
    for (int32_t j = 0; j < bi_link_count(rope); j++) {
        bi_line *line = &f->line[j];
        line->speed = line->rubbed ? line->turned / rope->rod->def.time_step : 0.0;
    }
}

// ---- what one asks for ---------------------------------------------------------------------------------------------

bight_vec3 bi_frame_rest_bend(const bi_rope *rope, const bight_vec3 *x, int32_t i, int32_t side)
{
    const bi_frame *f = rope->rod->twist != NULL ? rope->rod->twist->frame : NULL;
    if (f == NULL || !f->bent || !bi_is_inner(rope, i)) {
        return v3(0, 0, 0);
    }
    int32_t j = side == 0 ? bi_node_before(rope, i) : i;
    bight_vec3 t = v3_unit(v3_sub(x[bi_node_behind(rope, j)], x[j]), v3(1, 0, 0));
    return bi_in_frame(f->rest[2 * i + side], t, f->director[j]);
}
