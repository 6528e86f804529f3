// SPDX-License-Identifier: MIT
// Stills: framed on knots, with close-ups of those that would be small, and their names.

#include "cli/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 1.5        // rope diameters around what matters
#define SMALL 0.25      // of the width of a still: a knot below that has a close-up
#define STRIP 0.30      // of its height: what shows all, above close-ups
#define GAP 6           // pixels between panels, in a still of 720 lines
#define GREY 190        // of what lies between them
#define LETTERS 0.030   // of the height of a still: a capital
#define MOST_NAMED 5000 // points of a region that is named

// ---- the plan ---------------------------------------------------------------------------------------

static double thickest(const bight_scene *scene)
{
    double radius = 0.0;
    for (int32_t i = 0; i < scene->rope_count; i++) {
        radius = fmax(radius, scene->ropes[i].radius);
    }
    return 2.0 * radius;
}

void cli_box_on_panel(const cli_plan *plan, const cli_panel *panel, const cli_box *box, double edges[4])
{
    const cli_axes *axes = &plan->axes;
    const bight_vec3 *eye = &panel->camera.eye;
    double from[3] = {eye->x * axes->right.x + eye->y * axes->right.y + eye->z * axes->right.z,
                      eye->x * axes->up.x + eye->y * axes->up.y + eye->z * axes->up.z,
                      eye->x * axes->back.x + eye->y * axes->back.y + eye->z * axes->back.z};

    // each corner of the box: x / depth and y / depth, in halves of the panel's height
    edges[0] = edges[1] = (double)INFINITY;
    edges[2] = edges[3] = -(double)INFINITY;
    for (int32_t k = 0; k < 8; k++) {
        double x = (k & 1 ? box->high[0] : box->low[0]) - from[0];
        double y = (k & 2 ? box->high[1] : box->low[1]) - from[1];
        double scale = 0.5 * panel->height / (CLI_TANGENT * (from[2] - (k & 4 ? box->high[2] : box->low[2])));
        double px = panel->x + 0.5 * panel->width + scale * x,
               py = panel->y + 0.5 * panel->height - scale * y;
        edges[0] = fmin(edges[0], px);
        edges[1] = fmin(edges[1], py);
        edges[2] = fmax(edges[2], px);
        edges[3] = fmax(edges[3], py);
    }
}

static cli_panel look_at(const cli_stage *stage, const cli_plan *plan, const cli_box *box, double most)
{
    cli_panel panel = {.width = stage->width, .height = stage->height, .region = -1};
    cli_lens lens = cli_lens_on(box, (double)panel.width / panel.height, stage->scene->view->margin,
                                ROOM * thickest(stage->scene));
    lens.half = fmin(lens.half, most);
    panel.camera = cli_camera_at(&plan->axes, &lens);
    return panel;
}

static cli_box join_all(const cli_plan *plan)
{
    cli_box all = cli_box_empty();
    for (int32_t i = 0; i < plan->region_count; i++) {
        cli_box_join(&all, &plan->regions[i].box);
    }
    return all;
}

// How much of the still's width the narrowest region takes.
static double least_share(const cli_plan *plan, const cli_panel *panel)
{
    double least = 1.0;
    for (int32_t i = 0; i < plan->region_count; i++) {
        double edges[4];
        cli_box_on_panel(plan, panel, &plan->regions[i].box, edges);
        least = fmin(least, fmax(edges[2] - edges[0], edges[3] - edges[1]) / panel->width);
    }
    return least;
}

// The regions that get close-ups: those with the most crossings, from left to right.
static int32_t best_regions(const cli_plan *plan, int32_t most, int32_t *chosen)
{
    int32_t count = 0;
    for (int32_t i = 0; i < plan->region_count; i++) {
        int32_t better = 0;
        for (int32_t k = 0; k < plan->region_count; k++) {
            int32_t more = plan->regions[k].crossings - plan->regions[i].crossings;
            better += more > 0 || (more == 0 && k < i);
        }
        if (better < most) {
            chosen[count++] = i;
        }
    }
    return count;
}

static void plan_close_ups(const cli_stage *stage, cli_plan *plan)
{
    int32_t gap = GAP * stage->height / 720 + 1, strip = (int32_t)(STRIP * stage->height);
    int32_t chosen[CLI_MOST_REGIONS], count = best_regions(plan, CLI_MOST_PANELS - 1, chosen);
    double aspect = (double)stage->width / strip, room = ROOM * thickest(stage->scene);
    cli_box all = join_all(plan);
    cli_lens lens = cli_lens_on(&all, aspect, stage->scene->view->margin, 2.0 * room);
    plan->panels[0] = (cli_panel){0, 0, stage->width, strip, cli_camera_at(&plan->axes, &lens), -1};
    plan->panel_count = 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t x = i * (stage->width + gap) / count, end = (i + 1) * (stage->width + gap) / count - gap;
        int32_t y = strip + gap, width = end - x, height = stage->height - y;
        lens = cli_lens_on(&plan->regions[chosen[i]].box, (double)width / height, stage->scene->view->margin,
                           0.7 * room);
        plan->panels[plan->panel_count++] =
            (cli_panel){x, y, width, height, cli_camera_at(&plan->axes, &lens), chosen[i]};
    }
}

// The region that holds the most tangled place, or is nearest to it.
static int32_t region_near(const cli_plan *plan, bight_vec3 place)
{
    cli_box at = cli_box_empty();
    cli_box_add(&at, &plan->axes, place, 0.0);
    int32_t best = 0;
    double least = (double)INFINITY;
    for (int32_t i = 0; i < plan->region_count; i++) {
        const cli_box *box = &plan->regions[i].box;
        double x = 0.5 * (box->low[0] + box->high[0]) - at.low[0],
               y = 0.5 * (box->low[1] + box->high[1]) - at.low[1];
        if (hypot(x, y) < least) {
            least = hypot(x, y);
            best = i;
        }
    }
    return best;
}

bool cli_plan_still(cli_stage *stage, double close, cli_plan *plan)
{
    *plan = (cli_plan){.axes = cli_axes_of(stage->scene->view), .panel_count = 1};
    plan->region_count = cli_regions(stage, &stage->moment, &plan->axes, plan->regions);
    if (plan->region_count < 0) {
        return false;
    }

    // a close-up shows one knot, and no more than was asked for
    bool knots = plan->region_count > 0 && stage->scene->cloth_count == 0;
    if (!isnan(close) && knots) {
        double reach = close * stage->scene->ropes[0].radius;
        bight_vec3 place;
        if (!cli_most_tangled(stage, reach, &place)) {
            return false;
        }
        int32_t region = region_near(plan, place);
        plan->panels[0] = look_at(stage, plan, &plan->regions[region].box, reach);
        plan->panels[0].region = region;
        return true;
    }

    if (!isnan(close)) {
        plan->region_count = 0;
        plan->panels[0] = (cli_panel){.width = stage->width, .height = stage->height, .region = -1};
        return cli_stage_close_up(stage, close, &plan->panels[0].camera);
    }

    // knots, or all that there is
    cli_box box = knots ? join_all(plan) : cli_everything(stage, &stage->moment, &plan->axes);
    plan->region_count = knots ? plan->region_count : 0;
    plan->panels[0] = look_at(stage, plan, &box, (double)INFINITY);
    if (plan->region_count > 1 && least_share(plan, &plan->panels[0]) < SMALL) {
        plan_close_ups(stage, plan);
    }
    return true;
}

// ---- names ------------------------------------------------------------------------------------------

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

// The prime factors in names like "3_1 # m3_1 # 4_1"; unknots are none. Marks of mirror images do not count,
// for a knot alone has none.
static int32_t factors(const char *name, char (*out)[32], int32_t count, int32_t most)
{
    while (*name != '\0' && count < most) {
        size_t length = strcspn(name, " #");
        if (*name == 'm') {
            name++;
            length--;
        }
        if (length > 0 && !(length == 3 && strncmp(name, "0_1", 3) == 0)) {
            snprintf(out[count++], sizeof *out, "%.*s", (int)(length < 31 ? length : 31), name);
        }
        name += length;
        name += strspn(name, " #");
    }
    return count;
}

static bool name_one(bight_curve curve, bight_play_knot *knot)
{
    bight_error error = {0};
    return curve.count <= MOST_NAMED && bight_play_name_curve(NULL, curve, 0, knot, &error) == BIGHT_OK &&
           knot->proved;
}

void cli_name_regions(const cli_moment *moment, const cli_plan *plan, cli_names *names)
{
    enum { MOST = 64 };
    static char parts[MOST][32], whole[MOST][32]; // one thread draws
    memset(names, 0, sizeof *names);
    for (int32_t rope = 0, more = 1; more > 0; rope++) {
        int32_t found = 0;
        bool certain = true;
        more = 0;
        for (int32_t i = 0; i < plan->region_count; i++) {
            const cli_region *region = &plan->regions[i];
            more += region->rope > rope;
            if (region->rope != rope) {
                certain = certain && region->rope >= 0;
                continue;
            }
            bight_curve curve = moment->curves[rope];
            if (!curve.closed) {
                // to the middle of what lies between it and the next, so that the ends are outside
                int32_t first = 0, last = curve.count - 1;
                for (int32_t k = 0; k < plan->region_count; k++) {
                    const cli_region *other = &plan->regions[k];
                    if (k != i && other->rope == rope && other->last <= region->first) {
                        int32_t half = (other->last + region->first) / 2;
                        first = half > first ? half : first;
                    } else if (k != i && other->rope == rope && other->first >= region->last) {
                        int32_t half = (other->first + region->last) / 2;
                        last = half < last ? half : last;
                    } else if (k != i && other->rope == rope) {
                        certain = false; // they share a part of the rope
                    }
                }
                curve = (bight_curve){curve.points + first, last - first + 1, false};
            }
            bight_play_knot knot;
            certain = certain && !region->held && name_one(curve, &knot);
            if (certain && strcmp(knot.name, "0_1") != 0) {
                found = factors(knot.name, parts, found, MOST);
                const char *everyday = knot.words.everyday;
                snprintf(names->words[i], sizeof names->words[i], "%s%s%s", everyday,
                         everyday[0] != '\0' ? ", " : "", knot.name);
            }
        }

        // the parts are named one by one: together they must be what the rope is
        bight_play_knot knot;
        certain = certain && (found == 0 || name_one(moment->curves[rope], &knot));
        if (certain && found > 0) {
            int32_t all = factors(knot.name, whole, 0, MOST);
            qsort(parts, (size_t)found, sizeof *parts, by_text);
            qsort(whole, (size_t)all, sizeof *whole, by_text);
            certain = all == found;
            for (int32_t k = 0; k < found && certain; k++) {
                certain = strcmp(parts[k], whole[k]) == 0;
            }
        }
        for (int32_t i = 0; i < plan->region_count && !certain; i++) {
            if (plan->regions[i].rope == rope) {
                names->words[i][0] = '\0';
            }
        }
    }
}

void cli_label_regions(const cli_stage *stage, const cli_plan *plan, const char *called, cli_names *names)
{
    memset(names, 0, sizeof *names);
    if (called == NULL && stage->scene->knot == NULL) {
        cli_name_regions(&stage->moment, plan, names);
    } else if (called != NULL && plan->region_count > 0) {
        int32_t main = 0;
        best_regions(plan, 1, &main);
        snprintf(names->words[main], sizeof names->words[main], "%s", called);
    }
}

// ---- drawing ----------------------------------------------------------------------------------------

// How uneven the canvas is where a line of text would lie: the spread of its brightness.
static double unrest(cli_canvas canvas, double x, double y, double width, double size)
{
    double sum = 0.0, squares = 0.0, count = 0.0;
    int32_t x0 = (int32_t)fmax(x, 0.0), x1 = (int32_t)fmin(x + width, canvas.width);
    int32_t y0 = (int32_t)fmax(y - 1.3 * size, 0.0), y1 = (int32_t)fmin(y + 0.5 * size, canvas.height);
    for (int32_t py = y0; py < y1; py += 2) {
        for (int32_t px = x0; px < x1; px += 2) {
            const uint8_t *pixel = canvas.rgb + 3 * ((size_t)py * (size_t)canvas.width + (size_t)px);
            double light = (pixel[0] + pixel[1] + pixel[2]) / 3.0;
            sum += light;
            squares += light * light;
            count += 1.0;
        }
    }
    return count > 0.0 ? sqrt(fmax(squares / count - sum / count * (sum / count), 0.0)) : 1000.0;
}

// Near the knot, inside the panel, and where the picture is quiet: below it, above it, or to a side of that.
static void write_name(const cli_plan *plan, const cli_panel *panel, const cli_box *box, const char *words,
                       double size, cli_canvas canvas)
{
    double edges[4], width = cli_text_width(words, size);
    if (width > 0.92 * panel->width) {
        size *= 0.92 * panel->width / width;
        width = 0.92 * panel->width;
    }
    cli_box_on_panel(plan, panel, box, edges);
    double room = 1.2 * size, middle = 0.5 * (edges[0] + edges[2] - width);
    double best_x = 0.0, best_y = 0.0, least = (double)INFINITY;
    for (int32_t i = 0; i < 10; i++) {
        static const double sides[5] = {0.0, -0.5, 0.5, -1.0, 1.0};
        double x = middle + sides[i / 2] * (edges[2] - edges[0] + width);
        double y = i % 2 == 0 ? edges[3] + 2.2 * size : edges[1] - room;
        x = fmin(fmax(x, panel->x + room), panel->x + panel->width - width - room);
        y = fmin(fmax(y, panel->y + 2.0 * size), panel->y + panel->height - room);
        double cost = unrest(canvas, x, y, width, size) + 1.0 * i;
        if (cost < least) {
            least = cost;
            best_x = x;
            best_y = y;
        }
    }
    cli_text_draw(canvas, best_x, best_y, size, words);
}

static bight_status draw_panel(cli_stage *stage, const cli_panel *panel, cli_canvas canvas,
                               bight_error *error)
{
    int32_t width = stage->width, height = stage->height;
    uint8_t *part = malloc(3 * (size_t)panel->width * (size_t)panel->height);
    if (part == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    stage->width = panel->width;
    stage->height = panel->height;
    bight_status status = cli_stage_picture(stage, &stage->moment, &panel->camera, 0, part, error);
    stage->width = width;
    stage->height = height;
    for (int32_t y = 0; y < panel->height && status == BIGHT_OK; y++) {
        memcpy(canvas.rgb + 3 * ((size_t)(panel->y + y) * (size_t)canvas.width + (size_t)panel->x),
               part + 3 * (size_t)y * (size_t)panel->width, 3 * (size_t)panel->width);
    }
    free(part);
    return status;
}

bight_status cli_draw_still(cli_stage *stage, const cli_plan *plan, const cli_names *names, cli_canvas canvas,
                            bight_error *error)
{
    bight_status status = BIGHT_OK;
    memset(canvas.rgb, GREY, 3 * (size_t)canvas.width * (size_t)canvas.height);
    for (int32_t i = 0; i < plan->panel_count && status == BIGHT_OK; i++) {
        status = draw_panel(stage, &plan->panels[i], canvas, error);
    }
    for (int32_t i = 0; i < plan->panel_count && status == BIGHT_OK; i++) {
        const cli_panel *panel = &plan->panels[i];
        for (int32_t k = 0; k < plan->region_count; k++) {
            bool here = panel->region == k || (panel->region < 0 && plan->panel_count == 1);
            if (here && names->words[k][0] != '\0') {
                write_name(plan, panel, &plan->regions[k].box, names->words[k], LETTERS * canvas.height,
                           canvas);
            }
        }
    }
    return status;
}

bool cli_write_still(cli_stage *stage, const char *folder, const char *name, double close, const char *called,
                     bool *unsupported)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    cli_plan plan;
    cli_names names = {0};
    cli_canvas canvas = {malloc(3 * (size_t)stage->width * (size_t)stage->height), stage->width,
                         stage->height};
    cli_stage_pose(stage, &stage->moment);
    bight_status status =
        canvas.rgb != NULL && cli_plan_still(stage, close, &plan) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        cli_label_regions(stage, &plan, called, &names);
    }
    status = status == BIGHT_OK ? cli_draw_still(stage, &plan, &names, canvas, &error) : status;
    if (status == BIGHT_OK) {
        status = bight_write_png(NULL, canvas.rgb, canvas.width, canvas.height, 3, &bytes, &error);
    }
    free(canvas.rgb);
    *unsupported = status == BIGHT_ERROR_UNSUPPORTED;
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
        return false;
    }
    return cli_write_bytes(folder, name, &bytes);
}
