// SPDX-License-Identifier: MIT
// Names of knots and links, their pictures, and the lists of what there is.

#include "web_book.h"
#include "web_state.h"

#include "bight/knot_atlas.h"
#include "bight/knot_words.h"
#include "bight/sailor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SAILED 1500 // vertices of a rope whose everyday name is looked for while it moves

static bight_knot_workspace *workspace; // naming again and again takes no memory
static bight_knot_atlas *atlas;         // NULL until the page has fetched it
static bight_knot_result knot;
static bight_knot_words words; // of the knot
static bight_link_result found_link;

bight_knot_workspace *bw_workspace(void)
{
    workspace = workspace != NULL ? workspace : bight_knot_workspace_new(NULL);
    return workspace;
}

static bight_curve curve_of(const double *points, int32_t count, bool closed)
{
    return (bight_curve){(const bight_vec3 *)points, count, closed};
}

int32_t bw_atlas(const void *bytes, size_t size)
{
    bight_error error = {0};
    bight_knot_atlas *opened = NULL;
    if (bight_knot_atlas_open(NULL, bytes, size, &opened, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    bight_knot_atlas_close(atlas);
    atlas = opened;
    return 0;
}

int32_t bw_around(int32_t rope)
{
    bight_knot_around around = bight_play_around(bw_now.play, rope);
    bw_numbers[0] = around.poles;
    bw_numbers[1] = around.rings;
    bw_numbers[2] = around.objects;
    bw_numbers[3] = around.ropes;
    bw_numbers[4] = around.cloths;
    return 0;
}

int32_t bw_name(const double *points, int32_t count, int32_t closed, int32_t poles, int32_t rings,
                int32_t objects, int32_t ropes, int32_t cloths)
{
    bight_curve curve = curve_of(points, count, closed != 0);
    const bight_knot_options options = {.atlas = atlas};
    bight_error error = {0};
    if (bight_knot_identify(NULL, bw_workspace(), &curve, 1, &options, &knot, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    bight_knot_around around = {.closed = closed != 0,
                                .poles = poles,
                                .rings = rings,
                                .objects = objects,
                                .ropes = ropes,
                                .cloths = cloths};
    around.crossings = curve.closed ? 0 : bight_curve_least_crossings(curve, knot.crossings);
    bight_knot_words_of(&knot, &around, &words);
    if (poles + rings + objects + ropes + cloths == 0 && count <= MOST_SAILED) {
        bight_sailor_words(NULL, bw_workspace(), &curve, &words, NULL); // a bowline, a noose
    }
    bw_numbers[0] = knot.proved;
    bw_numbers[1] = knot.crossings;
    bw_numbers[2] = knot.factor_count;
    bw_numbers[3] = words.complete;
    return 0;
}

const char *bw_knot_name(void)
{
    return knot.name;
}

const char *bw_knot_everyday(void)
{
    return words.everyday;
}

const char *bw_knot_qualifier(void)
{
    return words.qualifier;
}

const char *bw_knot_reason(void)
{
    return knot.reason;
}

const char *bw_knot_hand(void)
{
    bool left = false, right = false;
    for (int32_t i = 0; i < knot.factor_count; i++) {
        if (i >= BIGHT_KNOT_MAX_FACTORS || knot.factors[i].handedness == BIGHT_HANDEDNESS_UNKNOWN) {
            return "unknown";
        }
        left = left || knot.factors[i].handedness == BIGHT_HANDEDNESS_LEFT;
        right = right || knot.factors[i].handedness == BIGHT_HANDEDNESS_RIGHT;
    }
    return !knot.proved ? "unknown" : left && right ? "mixed" : left ? "left" : right ? "right" : "none";
}

int32_t bw_make_svg(void)
{
    bight_bytes_free(NULL, &bw_made);
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    bight_status status = bight_knot_diagram(NULL, &knot, &diagram, &error);
    if (status == BIGHT_OK) {
        status = bight_write_knot_svg(NULL, diagram, NULL, &bw_made, &error);
    }
    bight_diagram_free(diagram);
    return status == BIGHT_OK ? 0 : bw_fail(&error);
}

int32_t bw_make_picture(const char *name)
{
    bight_bytes_free(NULL, &bw_made);
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    bight_status status = bight_tie_diagram(NULL, bw_book(), name, false, &diagram, &error);
    if (status == BIGHT_OK) {
        status = bight_write_knot_svg(NULL, diagram, NULL, &bw_made, &error);
    }
    bight_diagram_free(diagram);
    return status == BIGHT_OK ? 0 : bw_fail(&error);
}

double bw_confidence(const double *points, int32_t count, int32_t directions)
{
    bight_curve curve = curve_of(points, count, false);
    static bight_knot_spectrum spectrum;
    const bight_knot_options options = {.atlas = atlas};
    if (bight_knot_identify_sphere(NULL, bw_workspace(), &curve, directions, &options, &spectrum, NULL) !=
        BIGHT_OK) {
        return 0.0;
    }
    int32_t same = 0;
    for (int32_t i = 0; i < spectrum.share_count; i++) {
        const bight_knot_share *share = &spectrum.shares[i];
        bool hand = knot.factor_count != 1 || share->handedness == knot.factors[0].handedness;
        same += strcmp(share->name, knot.name) == 0 && hand ? share->count : 0;
    }
    int32_t tried = spectrum.directions - spectrum.left_out;
    return tried > 0 ? (double)same / tried : 0.0;
}

int32_t bw_link(const double *points, int32_t first, int32_t first_closed, int32_t second,
                int32_t second_closed, int32_t closure)
{
    bight_curve curves[2] = {curve_of(points, first, first_closed != 0),
                             curve_of(points + 3 * (size_t)first, second, second_closed != 0)};
    const bight_knot_options options = {.closure = (bight_knot_closure)closure};
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    bight_status status =
        bight_diagram_from_curves(NULL, bw_workspace(), curves, 2, &options, &diagram, &error);
    if (status == BIGHT_OK) {
        status = bight_link_identify(NULL, diagram, NULL, &found_link, NULL, &error);
    }
    bight_diagram_free(diagram);
    return status == BIGHT_OK ? 0 : bw_fail(&error);
}

const char *bw_link_name(void)
{
    return found_link.name;
}

const char *bw_link_traditional(void)
{
    return found_link.traditional;
}

// ---- lists ------------------------------------------------------------------------------------------

int32_t bw_table_count(int32_t crossings)
{
    return bight_knot_table_count(crossings);
}

const char *bw_table_name(int32_t crossings, int32_t index)
{
    static char name[16];
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    if (bight_knot_table_diagram(NULL, crossings, index, false, name, &diagram, &error) != BIGHT_OK) {
        bw_fail(&error);
        return "";
    }
    bight_diagram_free(diagram);
    return name;
}
