// SPDX-License-Identifier: MIT
// What a reader doubts about curves that it has read well.

#include "io/curve_list.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdlib.h>

#define FEWEST_STEPS 12 // fewer have no typical length: a stick knot's may differ by any factor
#define JUMP 5.0        // times the typical step
#define MEETS 1.5       // times the typical step: ends so near may be those of a closed curve

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct jumps {
    int32_t count, curves;        // steps, and curves that have one
    int32_t curve, from;          // of the longest for its curve, from 0
    double worst, longest, usual; // worst: longest / usual
    int32_t meet;                 // the first open curve whose ends are as near as neighbours, from 0; or -1
    double gap, step;             // between those ends, and its typical step
} jumps;

static double step_of(bight_curve curve, int32_t i)
{
    return v3_distance(curve.points[i], curve.points[(i + 1) % curve.count]);
}

// The typical step is the median, which a few wrapped or missing points do not move.
static void look_at(const bight_curves *curves, int32_t index, double *steps, jumps *found)
{
    bight_curve curve = bight_curves_at(curves, index);
    int32_t count = curve.count - (curve.closed ? 0 : 1), here = 0;
    if (count < FEWEST_STEPS) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        steps[i] = step_of(curve, i);
    }
    qsort(steps, (size_t)count, sizeof *steps, by_size);
    double usual = steps[count / 2];
    for (int32_t i = 0; i < count && usual > 0.0; i++) {
        double step = step_of(curve, i);
        here += step > JUMP * usual;
        if (step > JUMP * usual && step / usual > found->worst) {
            found->curve = index;
            found->from = i;
            found->worst = step / usual;
            found->longest = step;
            found->usual = usual;
        }
    }
    found->count += here;
    found->curves += here > 0;
    double gap = v3_distance(curve.points[0], curve.points[curve.count - 1]);
    if (!curve.closed && found->meet < 0 && gap > 0.0 && gap < MEETS * usual) {
        found->meet = index;
        found->gap = gap;
        found->step = usual;
    }
}

static bight_status note_jumps(bi_curve_list *list, const jumps *found)
{
    // points count from 1; the last step of a closed curve ends at point 1
    const bight_curves *curves = list->curves;
    bight_curve worst = bight_curves_at(curves, found->curve);
    int32_t frame = curves->frame_of[found->curve];
    return bi_curve_note(
        list,
        "%d step%s of %d curve%s longer than %g times the typical one, the longest from point "
        "%d to %d of %s %d, %.4g against %.4g: wrapped in a periodic box, or points missing?",
        found->count, found->count == 1 ? "" : "s", found->curves, found->curves == 1 ? "" : "s", JUMP,
        found->from + 1, (found->from + 1) % worst.count + 1, frame > 0 ? "frame" : "curve",
        frame > 0 ? frame : found->curve + 1, found->longest, found->usual);
}

static bight_status note_meeting(bi_curve_list *list, const jumps *found)
{
    int32_t frame = list->curves->frame_of[found->meet];
    return bi_curve_note(list,
                         "%s %d is taken as open, but its ends are %.4g apart, its steps %.4g: if it is closed, "
                         "write its first point once more at the end",
                         frame > 0 ? "frame" : "curve", frame > 0 ? frame : found->meet + 1, found->gap,
                         found->step);
}

bight_status bi_curve_doubts(bi_curve_list *list, bight_curve_format format)
{
    const bight_curves *curves = list->curves;

    // in a protein long steps are unresolved residues, noted as breaks of the chain while it is read
    if (format == BIGHT_CURVE_FORMAT_PDB || format == BIGHT_CURVE_FORMAT_CIF) {
        return BIGHT_OK;
    }

    // the median needs all steps of a curve at once
    int32_t most = 1;
    for (int32_t i = 0; i < curves->curve_count; i++) {
        int32_t count = bight_curves_at(curves, i).count;
        most = count > most ? count : most;
    }
    double *steps = bi_new_array(list->allocator, (size_t)most, sizeof *steps);
    if (steps == NULL) {
        return bi_fail(list->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to look over %d points", most);
    }

    // steps longer than JUMP medians of their curve, and the worst of all curves; ends that nearly meet
    jumps found = {.meet = -1};
    for (int32_t i = 0; i < curves->curve_count; i++) {
        look_at(curves, i, steps, &found);
    }
    bi_free_array(list->allocator, steps, (size_t)most, sizeof *steps);
    bight_status status = found.count > 0 ? note_jumps(list, &found) : BIGHT_OK;
    return status == BIGHT_OK && found.meet >= 0 ? note_meeting(list, &found) : status;
}
