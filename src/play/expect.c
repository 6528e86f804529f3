// SPDX-License-Identifier: MIT
// Expectations: what was asked, what was found.

#include "play/expect.h"

#include "bight/knot.h"
#include "core/memory.h"
#include "geom/pose.h"
#include "geom/winding.h"
#include "play/dress.h"
#include "play/hand.h"
#include "play/measure.h"
#include "play/obstacle.h"
#include "play/seat.h"
#include "play/sheets_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_status record_near(bight_play *play, const char *what, double found, double wanted,
                                double tolerance)
{
    char expected[80], words[40];
    snprintf(expected, sizeof expected, "%.6g within %.6g", wanted, tolerance);
    snprintf(words, sizeof words, "%.6g", found);
    return bi_expect_record(play, what, fabs(found - wanted) <= tolerance, expected, words);
}

// ---- knots ------------------------------------------------------------------------------------------

#define MOST_FACTORS BIGHT_KNOT_MAX_FACTORS

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Splits "4_1 # 3_1" into sorted factors inside buffer. Blanks do not count.
static int32_t split_name(const char *name, char *buffer, size_t size, const char **factors)
{
    size_t used = 0;
    int32_t count = 0;
    bool fresh = true;
    for (; *name != '\0' && used + 1 < size; name++) {
        if (*name == '#') {
            buffer[used++] = '\0';
            fresh = true;
        } else if (*name != ' ') {
            if (fresh && count < MOST_FACTORS) {
                factors[count++] = buffer + used;
            }
            fresh = false;
            buffer[used++] = *name;
        }
    }
    buffer[used] = '\0';
    qsort(factors, (size_t)count, sizeof *factors, by_text);
    return count;
}

// Does any factor have the m of a mirror image?
static bool has_marks(const char *const *factors, int32_t count)
{
    bool marked = false;
    for (int32_t i = 0; i < count; i++) {
        marked = marked || factors[i][0] == 'm';
    }
    return marked;
}

// A wish without an m leaves open which factors are mirror images: chirality asks for that.
static bool same_knot(const char *wish, const char *found)
{
    char wish_buffer[BIGHT_KNOT_MAX_NAME], found_buffer[BIGHT_KNOT_MAX_NAME];
    const char *wished[MOST_FACTORS], *factors[MOST_FACTORS];
    int32_t count = split_name(wish, wish_buffer, sizeof wish_buffer, wished);
    if (count != split_name(found, found_buffer, sizeof found_buffer, factors)) {
        return false;
    }
    if (!has_marks(wished, count)) {
        for (int32_t i = 0; i < count; i++) {
            factors[i] += factors[i][0] == 'm';
        }
        qsort(factors, (size_t)count, sizeof *factors, by_text);
    }
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(wished[i], factors[i]) != 0) {
            return false;
        }
    }
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// length of a name before a " knot" at its end
static size_t without_knot(const char *name, size_t length)
{
    return length > 5 && memcmp(name + length - 5, " knot", 5) == 0 ? length - 5 : length;
}

// Is the text, whatever its case, one of the names in "square knot (reef)", with or without "knot"?
static bool same_everyday_name(const char *text, const char *traditional)
{
    const char *end = strstr(traditional, " (");
    size_t lengths[2] = {end != NULL ? (size_t)(end - traditional) : strlen(traditional), 0};
    const char *names[2] = {traditional, end != NULL ? end + 2 : traditional};
    lengths[1] = strcspn(names[1], ")");
    size_t text_length = without_knot(text, strlen(text));
    for (int32_t i = 0; i < 2; i++) {
        size_t length = without_knot(names[i], lengths[i]), k = 0;
        while (length == text_length && k < length && lower(text[k]) == lower(names[i][k])) {
            k++;
        }
        if (length > 0 && length == text_length && k == length) {
            return true;
        }
    }
    return false;
}

bool bi_expect_is_knot(const char *wanted, const bight_play_knot *knot)
{
    return same_knot(wanted, knot->name) || same_everyday_name(wanted, knot->traditional);
}

static bight_status check_knot(bight_play *play, const bight_scene_expect *expect)
{
    bight_play_knot knot;
    bight_error why = {0};
    bight_status status = bight_play_name(play, expect->rope_index, &knot, &why);
    if (status == BIGHT_ERROR_NO_MEMORY) {
        return bi_play_fail(play, status, "no memory to name the knot");
    }
    char found[136];
    if (status != BIGHT_OK) {
        snprintf(found, sizeof found, "unknown: %.120s", why.message);
    } else {
        const char *words = knot.words.everyday[0] != '\0' ? knot.words.everyday : knot.words.qualifier;
        snprintf(found, sizeof found, "%.70s%s%.50s%s", knot.name, words[0] != '\0' ? ", " : "", words,
                 knot.proved ? "" : " (not proved)");
    }
    status = BIGHT_OK;
    if (expect->knot != NULL) {
        status = bi_expect_record(play, "knot", bi_expect_is_knot(expect->knot, &knot), expect->knot, found);
    }
    if (status == BIGHT_OK && expect->chirality != BIGHT_CHIRALITY_ANY) {
        bight_play_chirality wanted = expect->chirality;
        status =
            bi_expect_record(play, "chirality", knot.chirality == wanted, bight_play_chirality_name(wanted),
                             bight_play_chirality_name(knot.chirality));
    }
    return status;
}

// ---- shape ------------------------------------------------------------------------------------------

static bight_status check_overlap(bight_play *play, double most)
{
    int32_t count = play->scene->rope_count;
    bi_thick *ropes = bi_new_array(&play->def.env.allocator, (size_t)count, sizeof *ropes);
    if (ropes == NULL) {
        return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory to look for overlaps");
    }
    for (int32_t i = 0; i < count; i++) {
        ropes[i] = (bi_thick){bight_play_curve(play, i), play->scene->ropes[i].radius};
    }
    bi_overlap overlap;
    bight_status status = bi_measure_overlap(&play->def.env, ropes, count, &overlap);
    bi_free_array(&play->def.env.allocator, ropes, (size_t)count, sizeof *ropes);
    if (status != BIGHT_OK) {
        return bi_play_fail(play, status, "no memory to look for overlaps");
    }
    char where[80] = "";
    if (overlap.rope[0] >= 0) {
        snprintf(where, sizeof where, " (link %d of rope %d and link %d of rope %d)", (int)overlap.link[0],
                 (int)overlap.rope[0], (int)overlap.link[1], (int)overlap.rope[1]);
    }
    return bi_expect_most(play, "overlap", overlap.depth, most, where);
}

static bight_status check_stretch(bight_play *play, double most)
{
    double worst = 0.0;
    char where[60] = "";
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        int32_t link;
        double rest = bight_rope_link_length(play->world, play->ropes[i]);
        double stretch = bi_measure_stretch(bight_play_curve(play, i), rest, &link);
        bight_spring_state state;
        bool springs = bight_rope_spring_state(play->world, play->ropes[i], &state) == BIGHT_OK;
        stretch = springs ? state.stretch : stretch; // springs differ in rest length
        if (stretch > worst && springs) {
            snprintf(where, sizeof where, " (a spring of rope %d)", (int)i);
        } else if (stretch > worst) {
            snprintf(where, sizeof where, " (link %d of rope %d)", (int)link, (int)i);
        }
        worst = fmax(worst, stretch);
    }
    return bi_expect_most(play, "stretch", worst, most, where);
}

static bight_status check_lag(bight_play *play, double most)
{
    double worst = 0.0;
    for (int32_t i = 0; i < play->scene->hand_count; i++) {
        double lag;
        if (bi_hand_holds(&play->hands[i])) {
            bi_hand_position(play, &play->hands[i], &lag);
            worst = fmax(worst, lag / bi_hand_grain(play, &play->hands[i]));
        }
    }
    return bi_expect_most(play, "lag", worst, most, "");
}

static bight_status check_rope_winding(bight_play *play, const bight_scene_winding *winding)
{
    bight_curve coil = bight_play_curve(play, winding->rope_index);
    bight_curve target = bight_play_curve(play, winding->target_index);
    double turns = bi_measure_rope_winding(coil, target);
    bight_status status = record_near(play, "winding", turns, winding->turns, winding->tolerance);
    if (status != BIGHT_OK || (isnan(winding->least_spread) && isnan(winding->most_spread))) {
        return status;
    }
    double r = play->scene->ropes[winding->rope_index].radius;
    double spread =
        bi_measure_spread(coil, target, 1.5 * r + play->scene->ropes[winding->target_index].radius);
    char expected[80], found[40];
    double least = isnan(winding->least_spread) ? 0.0 : winding->least_spread;
    if (isnan(winding->most_spread)) {
        snprintf(expected, sizeof expected, "at least %.6g", least);
    } else {
        snprintf(expected, sizeof expected, "%.6g to %.6g", least, winding->most_spread);
    }
    snprintf(found, sizeof found, "%.6g", spread);
    return bi_expect_record(play, "spread", spread >= least && !(spread > winding->most_spread), expected,
                            found);
}

// Of a line of a cloth's vertices, link by link: nothing is kept of it.
static bight_status check_line_winding(bight_play *play, const bight_scene_winding *winding)
{
    int32_t count, links = winding->vertices.count - 1;
    const bight_vec3 *at =
        bight_cloth_positions(play->cloth_world, play->cloths[winding->cloth_index], &count);
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, winding->obstacle_index, NULL));
    double ring = play->scene->obstacles[winding->obstacle_index].def.size.x, turns = 0.0;
    int32_t first = (int32_t)lround(winding->from * links), last = (int32_t)lround(winding->to * links);
    for (int32_t i = first; i < last; i++) {
        const bight_vec3 link[2] = {at[winding->vertices.at[i]], at[winding->vertices.at[i + 1]]};
        bight_curve curve = {link, 2, false};
        turns += winding->about == BIGHT_ABOUT_TUBE ? bi_measure_tube_winding(curve, &pose, ring)
                                                    : bi_measure_winding(curve, &pose);
    }
    return record_near(play, "winding", turns, winding->turns, winding->tolerance);
}

static bight_status check_winding(bight_play *play, const bight_scene_winding *winding)
{
    if (winding->target_index >= 0) {
        return check_rope_winding(play, winding);
    }
    if (winding->cloth_index >= 0) {
        return check_line_winding(play, winding);
    }
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, winding->obstacle_index, NULL));
    bight_curve rope = bight_play_curve(play, winding->rope_index), curve = rope;
    if (winding->to - winding->from < 1.0) {
        int32_t first = (int32_t)lround(winding->from * (rope.count - 1));
        int32_t last = (int32_t)lround(winding->to * (rope.count - 1));
        curve = (bight_curve){rope.points + first, last - first + 1, false};
    }
    double ring = play->scene->obstacles[winding->obstacle_index].def.size.x;
    double turns = winding->about == BIGHT_ABOUT_TUBE ? bi_measure_tube_winding(curve, &pose, ring)
                                                      : bi_measure_winding(curve, &pose);
    return record_near(play, "winding", turns, winding->turns, winding->tolerance);
}

static bight_status check_linking(bight_play *play, const bight_scene_linking *linking)
{
    double number = bi_gauss_linking(bight_play_curve(play, linking->rope_indices[0]),
                                     bight_play_curve(play, linking->rope_indices[1]));
    return record_near(play, "linking", number, linking->number, linking->tolerance);
}

static bight_status check_joined(bight_play *play, const bight_scene_joined *joined)
{
    bight_curve a = bight_play_curve(play, joined->rope_indices[0]), whole = {0};
    bight_curve b = bight_play_curve(play, joined->rope_indices[1]);
    bight_error why = {0};
    bight_play_knot knot = {.name = "unknown"};
    bight_status status = bi_measure_joined(&play->def.env, a, b, joined->to == 0, &whole);
    if (status == BIGHT_OK) {
        status = play->def.name != NULL
                     ? play->def.name(play->def.user, whole, &knot)
                     : bight_play_name_curve(&play->def.env, whole, play->def.seed, &knot, &why);
    }
    bi_free_array(&play->def.env.allocator, (void *)(uintptr_t)whole.points, (size_t)whole.count,
                  sizeof *whole.points);
    if (status == BIGHT_ERROR_NO_MEMORY) {
        return bi_play_fail(play, status, "no memory to name the knot");
    }
    bool same = status == BIGHT_OK &&
                (same_knot(joined->knot, knot.name) || same_everyday_name(joined->knot, knot.traditional));
    char found[136];
    snprintf(found, sizeof found, "%.60s%s%.60s", knot.name, why.message[0] != '\0' ? ": " : "", why.message);
    return bi_expect_record(play, "joined", same, joined->knot, found);
}

static bight_status check_slack(bight_play *play, const bight_scene_slack *slack, int32_t rope)
{
    bight_hand_state hands[2];
    int32_t nodes[2] = {0, bight_play_curve(play, rope).count - 1};
    if (slack->hands.count > 0) {
        rope = play->hands[slack->hand_indices[0]].rope;
        for (int32_t i = 0; i < 2; i++) {
            bight_hand_get(play->world, play->hands[slack->hand_indices[i]].rope_hand, &hands[i]);
            nodes[i] = hands[i].node;
        }
    }
    bight_curve curve = bight_play_curve(play, rope);
    bight_vec3 a = curve.points[nodes[0]], b = curve.points[nodes[1]];
    double length = bi_measure_length(curve, nodes[0], nodes[1]);
    double found = (length - v3_distance(a, b)) / (2.0 * play->scene->ropes[rope].radius);
    char expected[80], words[120];
    if (isnan(slack->min)) {
        snprintf(expected, sizeof expected, "at most %.6g diameters", slack->max);
    } else if (isnan(slack->max)) {
        snprintf(expected, sizeof expected, "at least %.6g diameters", slack->min);
    } else {
        snprintf(expected, sizeof expected, "%.6g to %.6g diameters", slack->min, slack->max);
    }
    snprintf(words, sizeof words, "%.6g diameters (%.6g of rope over a distance of %.6g)", found, length,
             v3_distance(a, b));
    bool holds = !(found < slack->min) && !(found > slack->max);
    return bi_expect_record(play, "slack", holds, expected, words);
}

static bight_status check_place(bight_play *play, const bight_scene_place *place)
{
    bight_curve curve = bight_play_curve(play, place->rope_index);
    bight_vec3 at = curve.points[bi_play_node(play, place->rope_index, place->node)];
    double distance = v3_distance(at, place->point);
    char expected[120], found[120];
    snprintf(expected, sizeof expected, "within %.6g of [%.6g, %.6g, %.6g]", place->within, place->point.x,
             place->point.y, place->point.z);
    snprintf(found, sizeof found, "[%.6g, %.6g, %.6g], %.6g away", at.x, at.y, at.z, distance);
    return bi_expect_record(play, "place", distance <= place->within, expected, found);
}

static bight_status check_kinetic(bight_play *play, double most)
{
    double sum = 0.0;
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        bight_spring_state state;
        bight_rope_spring_state(play->world, play->ropes[i], &state);
        sum += state.kinetic;
    }
    return bi_expect_most(play, "kinetic", sum, most, "");
}

static bight_status check_extension(bight_play *play, const bight_scene_extension *extension)
{
    double found =
        bight_rope_stretch(play->world, play->ropes[extension->rope_index], extension->from, extension->to);
    char expected[80], words[80];
    if (isnan(extension->min)) {
        snprintf(expected, sizeof expected, "at most %.6g", extension->max);
    } else if (isnan(extension->max)) {
        snprintf(expected, sizeof expected, "at least %.6g", extension->min);
    } else {
        snprintf(expected, sizeof expected, "%.6g to %.6g", extension->min, extension->max);
    }
    snprintf(words, sizeof words, "%.6g (from %.3g to %.3g of the rope)", found, extension->from,
             extension->to);
    bool holds = !(found < extension->min) && !(found > extension->max);
    return bi_expect_record(play, "extension", holds, expected, words);
}

// The worst of all cycles. A gap that nothing had is more than any.
static bight_status check_worst(bight_play *play, const bight_scene_worst *asked)
{
    bight_world_worst worst = bight_world_get_worst(play->world);
    bight_status status = BIGHT_OK;
    if (!isnan(asked->gap)) {
        char expected[60], found[80];
        snprintf(expected, sizeof expected, "at least %.6g", asked->gap);
        snprintf(found, sizeof found, "%.6g (cycle %lld)", worst.gap, (long long)worst.gap_cycle);
        status = bi_expect_record(play, "worst gap", worst.gap >= asked->gap, expected, found);
    }
    const struct {
        const char *what;
        double found, most;
        int64_t cycle;
    } others[] = {
        {"worst stretch", worst.stretch, asked->stretch, worst.stretch_cycle},
        {"worst motion", worst.motion, asked->motion, worst.motion_cycle},
        {"worst jammed", worst.jammed, asked->jammed >= 0 ? asked->jammed : (double)NAN, worst.jammed_cycle},
        {"worst pull", worst.pull, asked->pull, worst.pull_cycle}};
    for (size_t i = 0; i < sizeof others / sizeof *others && status == BIGHT_OK; i++) {
        if (!isnan(others[i].most)) {
            char where[60];
            snprintf(where, sizeof where, " (cycle %lld)", (long long)others[i].cycle);
            status = bi_expect_most(play, others[i].what, others[i].found, others[i].most, where);
        }
    }
    return status;
}

// ---- all of them ------------------------------------------------------------------------------------

bight_status bi_expect_check(bight_play *play, const bight_scene_expect *expect)
{
    bight_world_stats stats = bight_world_get_stats(play->world);
    bight_status status = BIGHT_OK;
    if (expect->knot != NULL || expect->chirality != BIGHT_CHIRALITY_ANY) {
        status = check_knot(play, expect);
    }
    if (status == BIGHT_OK && expect->tight) {
        status = bi_expect_record(play, "tight", play->tight,
                                  "the last pull_tight ended with nothing giving any more",
                                  play->tight ? "it did" : "it did not, or not by force, or there was none");
    }

    if (status == BIGHT_OK && expect->rests) {
        char found[80];
        snprintf(found, sizeof found, "%s: a node moved %.3g metres in the last cycle",
                 play->report.rests ? "it is" : "it is not", play->report.moved);
        status = bi_expect_record(play, "rests", play->report.rests, "all is still", found);
    }
    if (status == BIGHT_OK && expect->worst != NULL) {
        status = check_worst(play, expect->worst);
    }

    // as it is now: overlap, strain, lag of hands, kinetic energy
    if (status == BIGHT_OK && !isnan(expect->overlap)) {
        status = check_overlap(play, expect->overlap);
    }
    if (status == BIGHT_OK && !isnan(expect->stretch)) {
        status = check_stretch(play, expect->stretch);
    }
    if (status == BIGHT_OK && !isnan(expect->lag)) {
        status = check_lag(play, expect->lag);
    }
    if (status == BIGHT_OK && !isnan(expect->kinetic)) {
        status = check_kinetic(play, expect->kinetic);
    }

    // over the whole play: the longest motion in a cycle, in parts of the speed limit; cuts and rollbacks
    if (status == BIGHT_OK && !isnan(expect->fastest)) {
        double limit = play->scene->world->speed_limit * play->thinnest;
        status = bi_expect_most(play, "fastest", play->fastest / limit, expect->fastest, "");
    }

    if (status == BIGHT_OK && expect->cuts >= 0) {
        status = bi_expect_most(play, "cuts", (double)stats.cuts, expect->cuts, "");
    }
    if (status == BIGHT_OK && expect->rollbacks >= 0) {
        status = bi_expect_most(play, "rollbacks", (double)stats.rollbacks, expect->rollbacks, "");
    }

    // turns round something, the linking number, the knot of two ropes joined, slack
    if (status == BIGHT_OK && expect->winding != NULL) {
        status = check_winding(play, expect->winding);
    }
    if (status == BIGHT_OK && expect->linking != NULL) {
        status = check_linking(play, expect->linking);
    }
    if (status == BIGHT_OK && expect->joined != NULL) {
        status = check_joined(play, expect->joined);
    }
    if (status == BIGHT_OK && expect->slack != NULL) {
        status = check_slack(play, expect->slack, expect->rope_index);
    }

    // where things are, and everything about cloth
    if (status == BIGHT_OK && expect->place != NULL) {
        status = check_place(play, expect->place);
    }
    if (status == BIGHT_OK && expect->extension != NULL) {
        status = check_extension(play, expect->extension);
    }

    if (status == BIGHT_OK && expect->seat != NULL) {
        status = bi_seat_check(play, expect->seat);
    }
    if (status == BIGHT_OK && expect->cloth != NULL) {
        status = bi_sheets_check(play, expect->cloth);
    }
    if (status == BIGHT_OK && expect->dressed.count > 0) {
        status = bi_dressed_check(play, expect->dressed_indices, expect->dressed.count);
    }
    return status;
}
