// SPDX-License-Identifier: MIT
// The points of a layout, numbered along the faces of its diagram.

#include "knot/layout.h"

int32_t bi_layout_point(const bi_faces *faces, int32_t dart, int32_t step)
{
    const bi_diagram *diagram = faces->diagram;
    if (step == 0 || step == BI_LAYOUT_STEPS + 1) {
        return bi_crossing(step == 0 ? dart : diagram->mate[dart]);
    }
    int32_t place = bi_is_out(diagram, dart) ? step - 1 : BI_LAYOUT_STEPS - step;
    return diagram->crossings + BI_LAYOUT_STEPS * faces->arc[dart] + place;
}

static void number_arcs(bi_faces *faces)
{
    int32_t arcs = 0;
    for (int32_t dart = 0; dart < 4 * faces->diagram->crossings; dart++) {
        if (bi_is_out(faces->diagram, dart)) {
            faces->arc[dart] = faces->arc[faces->diagram->mate[dart]] = arcs++;
        }
        faces->at_dart[dart] = -1;
    }
}

void bi_layout_find_faces(bi_faces *faces)
{
    const bi_diagram *diagram = faces->diagram;
    int32_t filled = 0;
    number_arcs(faces);
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        if (faces->at_dart[dart] >= 0) {
            continue;
        }
        faces->start[faces->faces++] = filled;
        for (int32_t d = dart; faces->at_dart[d] < 0; d = bi_next_in_face(diagram, d)) {
            faces->at_dart[d] = filled;
            for (int32_t step = 0; step <= BI_LAYOUT_STEPS; step++) {
                faces->corner[filled++] = bi_layout_point(faces, d, step);
            }
        }
        int32_t size = filled - faces->start[faces->faces - 1];
        int32_t most = faces->start[faces->outer + 1] - faces->start[faces->outer];
        faces->start[faces->faces] = filled;
        faces->outer = faces->faces == 1 || size > most ? faces->faces - 1 : faces->outer;
    }
}
