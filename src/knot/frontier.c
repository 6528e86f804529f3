// SPDX-License-Identifier: MIT

#include "knot/frontier.h"

#include <string.h>

void bi_frontier_begin(bi_frontier *f, const bi_diagram *diagram)
{
    *f = (bi_frontier){.diagram = diagram};
}

int32_t bi_frontier_place(const bi_frontier *f, int32_t dart)
{
    for (int32_t i = 0; i < f->ends; i++) {
        if (f->boundary[i] == dart) {
            return i;
        }
    }
    return -1;
}

// How many ends a crossing has on the boundary, if they are neighbours there; first is the last of them,
// counter-clockwise, seen from the disc. 0 when they are not.
static int32_t contact(const bi_frontier *f, int32_t at, int32_t *first)
{
    int32_t met = 0, runs = 0;
    for (int32_t slot = 0; slot < 4; slot++) {
        met += f->seen[bi_crossing(f->diagram->mate[4 * at + slot])];
    }
    for (int32_t i = 0; i < f->ends; i++) {
        bool here = bi_crossing(f->diagram->mate[f->boundary[i]]) == at;
        bool next = bi_crossing(f->diagram->mate[f->boundary[(i + 1) % f->ends]]) == at;
        if (here && (!next || met == f->ends)) {
            runs++;
            *first = f->diagram->mate[f->boundary[i]];
        }
    }
    return runs == 1 || (met == f->ends && met > 0) ? met : 0;
}

int32_t bi_frontier_next(const bi_frontier *f, int32_t *first)
{
    int32_t best = -1, best_met = 0;
    *first = -1;
    if (f->ends == 0 && !f->seen[0]) {
        return 0;
    }
    for (int32_t at = 0; at < f->diagram->crossings; at++) {
        int32_t meets = -1, met = f->seen[at] ? 0 : contact(f, at, &meets);
        if (met > best_met) {
            best = at;
            best_met = met;
            *first = meets;
        }
    }
    return best;
}

bool bi_frontier_lay(bi_frontier *f, int32_t at, int32_t first)
{
    if (f->ends + 4 > BI_FRONTIER_ENDS) {
        return false;
    }

    // all four ends take the place just before the boundary's dart that meets the first
    int32_t place = first < 0 ? 0 : bi_frontier_place(f, f->diagram->mate[first]) + 1,
            dart = first < 0 ? 4 * at : first;
    memmove(f->boundary + place + 4, f->boundary + place, (size_t)(f->ends - place) * sizeof *f->boundary);
    for (int32_t i = 0; i < 4; i++) {
        f->boundary[place + i] = bi_turn(dart, i);
    }
    f->ends += 4;
    f->seen[at] = true;
    return true;
}

bool bi_frontier_pair(const bi_frontier *f, int32_t *dart, int32_t *next)
{
    for (int32_t i = 0; i < f->ends; i++) {
        *dart = f->boundary[i];
        *next = f->boundary[(i + 1) % f->ends];
        if (f->diagram->mate[*dart] == *next) {
            return true;
        }
    }
    return false;
}

void bi_frontier_remove(bi_frontier *f, int32_t dart)
{
    int32_t place = bi_frontier_place(f, dart);
    memmove(f->boundary + place, f->boundary + place + 1,
            (size_t)(f->ends - place - 1) * sizeof *f->boundary);
    f->ends--;
}
