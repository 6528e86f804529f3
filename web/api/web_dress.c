// SPDX-License-Identifier: MIT
// Knots in the cloth of the scene, and the templates that they are made of.

#include "web_state.h"

#include "bight/template_file.h"

#include <stdio.h>

static bight_dress_verdict verdict; // of the knot that was asked for last

int32_t bw_dress_count(void)
{
    return bw_now.scene != NULL ? bw_now.scene->dress_count : 0;
}

int32_t bw_dress(int32_t dress)
{
    bight_error error = {0};
    const bight_dress_knot *knot = bight_play_dress_knot(bw_now.play, dress);
    // cloth whose middle line cannot be judged has not kept its knot: it is told, and no reason to stop the page
    if (bight_play_get_progress(bw_now.play).cycles == 0) {
        verdict = knot->before; // as it was laid
    } else if (bight_play_dress(bw_now.play, dress, &verdict, &error) != BIGHT_OK) {
        verdict = (bight_dress_verdict){.kept = false};
        snprintf(verdict.failure, sizeof verdict.failure, "%.200s", error.message);
    }
    const bight_template_edit *edit = &bw_now.scene->dress[dress].edit;
    bw_numbers[0] = verdict.kept;
    bw_numbers[1] = edit->stopped;
    bw_numbers[2] = edit->reached;
    bw_numbers[3] = knot->pipe.vertex_count;
    bw_numbers[4] = knot->pipe.triangle_count;
    bw_put_vec3(5, verdict.place);
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(bw_now.play);
    bw_numbers[8] = totals.clean < 0 && totals.cycles > 0 ? -1.0 : (double)totals.doubtful;
    bw_numbers[9] = bight_play_settled(bw_now.play) == BIGHT_CLOTH_SETTLED;
    return 0;
}

const char *bw_dress_words(int32_t dress, int32_t what)
{
    switch (what) {
    case BW_DRESS_NAME: return verdict.name;
    case BW_DRESS_WANTED: return verdict.wanted;
    case BW_DRESS_FAILURE: return verdict.failure;
    default: return bw_now.scene->dress[dress].edit.reason;
    }
}

const double *bw_dress_points(int32_t dress)
{
    return &bight_play_dress_knot(bw_now.play, dress)->pipe.positions->x;
}

const int32_t *bw_dress_triangles(int32_t dress)
{
    return bight_play_dress_knot(bw_now.play, dress)->pipe.triangles;
}

int32_t bw_template(const char *text, size_t size)
{
    bight_error error = {0};
    bight_template_file *file = NULL;
    bight_template *made = NULL;
    bight_status status = bight_template_read(NULL, text, size, &file, &error);
    status = status == BIGHT_OK
                 ? bight_template_make(NULL, bight_template_file_def(file), NULL, &made, &error)
                 : status;
    int32_t count = -1;
    if (status == BIGHT_OK) {
        bight_axis axis = bight_template_axis(made);
        count = axis.strand_count;
        for (int32_t i = 0; i < count; i++) {
            const bight_axis_strand *strand = &axis.strands[i];
            double sum = 0.0;
            for (int32_t k = 0; k < strand->count; k++) {
                sum += strand->radii[k];
            }
            bw_numbers[2 * i] = strand->length;
            bw_numbers[2 * i + 1] = sum / strand->count;
        }
    }
    bight_template_free(made);
    bight_template_close(file);
    return status == BIGHT_OK ? count : bw_fail(&error);
}
