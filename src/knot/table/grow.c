// SPDX-License-Identifier: MIT
// A way out when nothing shortens a diagram: a finger of one arc is pushed across another arc of the same
// face (second Reidemeister move), and random passes look for another way down.

#include "knot/pass_run.h"

// The strand that leaves dart `loose` runs through the crossing; returns the dart it leaves by.
static int32_t run_through(bi_diagram *diagram, int32_t loose, int32_t crossing, bool over)
{
    int32_t entry = bi_entry(crossing, over, diagram->sign[crossing]);
    diagram->mate[loose] = entry;
    diagram->mate[entry] = loose;
    return bi_opposite(entry);
}

void bi_finger(bi_diagram *diagram, int32_t a, int32_t b, bool over)
{
    int32_t first = diagram->crossings, second = first + 1;
    bool along = bi_is_out(diagram, a);
    int32_t tail = along ? a : diagram->mate[a], head = diagram->mate[tail], far = diagram->mate[b];
    diagram->crossings += 2;
    for (int32_t c = first; c <= second && diagram->owned; c++) {
        diagram->owner[2 * c + (over ? 1 : 0)] = diagram->owner[bi_strand(a)];
        diagram->owner[2 * c + (over ? 0 : 1)] = diagram->owner[bi_strand(b)];
    }

    // seen from the face, arc a runs against arc b: what leaves a first meets the part of b near its far end
    bi_insert_crossing(diagram, first, b, over);
    bi_insert_crossing(diagram, second, along ? diagram->mate[b] : far, over);
    int32_t loose = run_through(diagram, tail, first, over);
    loose = run_through(diagram, loose, second, over);
    diagram->mate[loose] = head;
    diagram->mate[head] = loose;
}

bight_status bi_grow(bi_diagram *diagram, bi_random *random)
{
    if (diagram->crossings == 0) {
        return BIGHT_OK;
    }
    bight_status status = bi_diagram_reserve(diagram, diagram->crossings + 2);
    int32_t a = bi_random_below(random, 4 * diagram->crossings), b = a, sides = 0;
    for (int32_t d = bi_next_in_face(diagram, a); d != a; d = bi_next_in_face(diagram, d)) {
        sides++;
    }
    if (status != BIGHT_OK || sides == 0) {
        return status;
    }
    for (int32_t step = 1 + bi_random_below(random, sides); step > 0; step--) {
        b = bi_next_in_face(diagram, b);
    }
    if (b != diagram->mate[a]) {
        bi_finger(diagram, a, b, bi_random_below(random, 2) == 0);
    }
    return BIGHT_OK;
}

// The strand runs through the new crossing twice; the darts it leaves by and comes back by are neighbours
// whatever the sign.
bight_status bi_twist(bi_diagram *diagram, bi_random *random)
{
    int32_t c = diagram->crossings;
    bool over = bi_random_below(random, 2) == 0;
    bight_status status = bi_diagram_reserve(diagram, c + 1);
    if (status != BIGHT_OK || (c == 0 && diagram->circles == 0)) {
        return status;
    }
    diagram->sign[c] = bi_random_below(random, 2) == 0 ? 1 : -1;
    diagram->crossings++;
    int32_t first = bi_entry(c, over, diagram->sign[c]), second = bi_entry(c, !over, diagram->sign[c]);
    bool circle = diagram->circles > 0 && bi_random_below(random, c + 1) == 0;
    int32_t tail = bi_opposite(second), head = first;
    if (circle) {
        diagram->circles--;
    } else {
        tail = bi_random_below(random, 4 * c);
        tail = bi_is_out(diagram, tail) ? tail : diagram->mate[tail];
        head = diagram->mate[tail];
    }
    for (int32_t i = 0; i < 2 && diagram->owned; i++) {
        diagram->owner[2 * c + i] = circle ? -1 : diagram->owner[bi_strand(tail)];
    }
    int32_t loose = run_through(diagram, tail, c, over);
    loose = run_through(diagram, loose, c, !over);
    if (!circle) {
        diagram->mate[loose] = head;
        diagram->mate[head] = loose;
    }
    return BIGHT_OK;
}
