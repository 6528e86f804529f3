// SPDX-License-Identifier: MIT
// The twist of a thread ends at its needle: the needle's link beside the thread, of direction u, is to the run what a link is that
// a hand holds, but that it turns about itself as the needle's frame does. With w the angles of the frame, s = 1 where the run ends
// at the needle and -1 where it begins there, and M the moment of the run,
//     d angle = s u . w,   so that twist turns the needle by -s M u

#include "sim/rod/needle.h"

#include "core/turn.h"
#include "sim/rod/frame.h"
#include "sim/rod/rod.h"

#define TURN 6.283185307179586476925

int32_t bi_needle_last_link(const bi_needle *needle)
{
    return needle->first == 0 ? needle->links - 1 : needle->first;
}

void bi_needle_find_run(const bi_rope *rope)
{
    bi_needle *needle = rope->rod->needle;
    const bi_twist *twist = rope->rod->twist;
    needle->run = -1;
    if (twist->run_count > 0) {
        needle->side = needle->first == 0 ? -1.0 : 1.0;
        needle->run = needle->first == 0 ? 0 : twist->run_count - 1;
    }
}

// The direction of the needle's last link in its own frame.
static bight_vec3 own_axis(const bi_needle *needle)
{
    return v3_unit(needle->shape[bi_needle_last_link(needle) - needle->first], v3(1, 0, 0));
}

double bi_needle_rolled(const bi_needle *needle)
{
    bight_vec3 axis = own_axis(needle), across = v3_perpendicular(axis);
    bight_vec3 a = bi_turned_by(needle->turn, axis), b = bi_turned_by(needle->now, axis);
    bight_vec3 from = bi_carried(a, b, bi_turned_by(needle->turn, across));
    bight_vec3 to = bi_turned_by(needle->now, across);
    return TURN * bi_turn_to(v3_dot(from, to), v3_dot(v3_cross(from, to), b));
}

double bi_needle_moment(const bi_needle *needle, double roll, bight_vec3 *axis)
{
    *axis = bi_turned_by(needle->now, own_axis(needle));
    return needle->winds * (needle->wound + needle->side * roll);
}

void bi_needle_couple(const bi_rope *rope, bi_block_system *blocks, bi_rod_solver *s)
{
    const bi_needle *needle = rope->rod->needle;
    const bi_twist *twist = rope->rod->twist;
    if (needle->run < 0 || needle->fixed || twist->unknowns == 0) {
        return;
    }
    bight_vec3 u = v3_mul(needle->side, bi_turned_by(needle->now, own_axis(needle)));
    s->pairs[blocks->pair_count] = (bi_sparse_pair){needle->kept, twist->kept};
    bi_mat3 *to = &s->block[blocks->pair_count++];
    *to = (bi_mat3){{0}};
    to->m[needle->run] = u.x;
    to->m[3 + needle->run] = u.y;
    to->m[6 + needle->run] = u.z;
}
