// SPDX-License-Identifier: MIT
// Flypes. Crossing c has two neighbouring darts, SE and NE, that lead into a tangle; the tangle's other two
// ends are arcs that share a face M beyond it:
//
//      N                                    N
//   .   .---------.                  .---------.   .
//    . . NE       |---- e1       ----|         |. .
//     c           |     M    ->      |  turned | c     M
//    . . SE       |---- e2       ----|         |. .
//   .   .---------.                  .---------.   .
//      S                                    S
//
// Half a turn about the horizontal axis reflects the tangle's map and exchanges over and under in it. Signs
// stay.

#include "knot/neighbours.h"

#include <string.h>

// What a dart of the tangle becomes when its crossing is turned: the order of the darts is reversed and the
// over strand becomes the under strand, so 0 U in, 1 O out, 2 U out, 3 O in (sign +) map to 3, 2, 1, 0; for
// sign - to 1, 0, 3, 2.
static int32_t turned(const bi_diagram *diagram, int32_t dart)
{
    return dart ^ (diagram->sign[dart >> 2] > 0 ? 3 : 1);
}

// Marks the crossings reached from the crossing of `from` without crossing arcs cut1, cut2 and without c.
static int32_t fill(const bi_diagram *diagram, bi_neighbour_scratch *scratch, int32_t from, int32_t c,
                    int32_t cut1, int32_t cut2)
{
    int32_t depth = 0, size = 1;
    memset(scratch->inside, 0, (size_t)diagram->crossings * sizeof *scratch->inside);
    scratch->inside[from >> 2] = 1;
    scratch->stack[depth++] = from >> 2;
    while (depth > 0) {
        int32_t here = scratch->stack[--depth];
        for (int32_t dart = 4 * here; dart < 4 * here + 4; dart++) {
            int32_t mate = diagram->mate[dart];
            bool cut = dart == cut1 || mate == cut1 || dart == cut2 || mate == cut2;
            if (!cut && mate >> 2 != c && !scratch->inside[mate >> 2]) {
                scratch->inside[mate >> 2] = 1;
                scratch->stack[depth++] = mate >> 2;
                size++;
            }
        }
    }
    return size;
}

static void set_mates(bi_diagram *diagram, int32_t a, int32_t b)
{
    diagram->mate[a] = b;
    diagram->mate[b] = a;
}

// Puts crossing c between four darts given counter-clockwise from the south-west; strand SW - NE is over or
// not.
static void place(bi_diagram *diagram, int32_t c, const int32_t ends[4], const bool end_is_out[4],
                  bool rising_over)
{
    // the under strand comes in where a line that leaves its own crossing arrives
    int32_t under = rising_over ? 1 : 0;
    int32_t zero = end_is_out[under] ? under : under + 2;
    bool first_is_out = !end_is_out[(zero + 1) & 3];
    diagram->sign[c] = first_is_out ? 1 : -1;
    for (int32_t i = 0; i < 4; i++) {
        set_mates(diagram, 4 * c + i, ends[(zero + i) & 3]);
    }
}

// in1, in2 are the inner darts of the cut arcs, north and south. The tangle is marked.
static void flype(const bi_diagram *from, bi_diagram *to, const int32_t *inside, int32_t south_east,
                  int32_t in1, int32_t in2)
{
    int32_t c = bi_crossing(south_east), north_east = bi_turn(south_east, 1);
    int32_t out_nw = from->mate[bi_turn(south_east, 2)], out_sw = from->mate[bi_turn(south_east, 3)];
    int32_t t_nw = from->mate[north_east], t_sw = from->mate[south_east];
    int32_t out1 = from->mate[in1], out2 = from->mate[in2];

    // the tangle is turned in place, the rest copied
    to->crossings = from->crossings;
    to->circles = from->circles;
    memcpy(to->sign, from->sign, (size_t)from->crossings);
    for (int32_t dart = 0; dart < 4 * from->crossings; dart++) {
        int32_t mate = from->mate[dart];
        if (inside[dart >> 2] && inside[mate >> 2]) {
            to->mate[turned(from, dart)] = turned(from, mate);
        } else if (!inside[dart >> 2] && !inside[mate >> 2]) {
            to->mate[dart] = mate;
        }
    }
    bool rising_over = bi_is_over(north_east);
    bool outs[4] = {bi_is_out(from, in1), bi_is_out(from, out2), bi_is_out(from, out1), bi_is_out(from, in2)};
    int32_t ends[4] = {turned(from, in1), out2, out1, turned(from, in2)};

    // the lines that met at c run straight on into the tangle, whose western ends changed places
    set_mates(to, out_nw, turned(from, t_sw));
    set_mates(to, out_sw, turned(from, t_nw));
    place(to, c, ends, outs, rising_over);
}

bool bi_flypes(const bi_diagram *diagram, bi_neighbour_scratch *scratch, bi_neighbour visit, void *user)
{
    int32_t *face = scratch->moves.face, darts = 4 * diagram->crossings;
    bi_diagram_faces(diagram, face);

    // every crossing in its four turns: NE and SE lead to other crossings, N and S are different faces
    for (int32_t south_east = 0; south_east < darts; south_east++) {
        int32_t c = bi_crossing(south_east), north_east = bi_turn(south_east, 1);
        int32_t north = face[north_east], south = face[bi_turn(south_east, 3)];
        int32_t t_nw = diagram->mate[north_east], t_sw = diagram->mate[south_east];
        if (bi_crossing(t_nw) == c || bi_crossing(t_sw) == c || north == south) {
            continue;
        }

        // arc e1 between N and a face M, arc e2 between M and S; neither ends at c
        int32_t below = bi_turn(south_east, 3);
        for (int32_t a = bi_next_in_face(diagram, north_east); a != north_east;
             a = bi_next_in_face(diagram, a)) {
            int32_t beyond = face[diagram->mate[a]];
            if (bi_crossing(a) == c || bi_crossing(diagram->mate[a]) == c || beyond == south) {
                continue;
            }
            for (int32_t b = bi_next_in_face(diagram, below); b != below; b = bi_next_in_face(diagram, b)) {
                if (face[diagram->mate[b]] != beyond || bi_crossing(b) == c ||
                    bi_crossing(diagram->mate[b]) == c) {
                    continue;
                }

                // the crossings reached from NE once e1 and e2 are cut and c is left out
                int32_t size = fill(diagram, scratch, t_nw, c, a, b);
                const int32_t *inside = scratch->inside;
                int32_t in1 = inside[a >> 2] ? a : diagram->mate[a],
                        in2 = inside[b >> 2] ? b : diagram->mate[b];

                // a tangle of 2 to n - 2 crossings: c leads into it twice, e1 and e2 leave it
                bool good = size > 1 && size < diagram->crossings - 1 && inside[t_sw >> 2] &&
                            inside[in1 >> 2] && inside[in2 >> 2] && !inside[diagram->mate[in1] >> 2] &&
                            !inside[diagram->mate[in2] >> 2];
                if (good) {
                    flype(diagram, &scratch->out, inside, south_east, in1, in2);
                    if (!visit(user, &scratch->out)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}
