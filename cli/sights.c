// SPDX-License-Identifier: MIT
// What matters in each moment of a film.

#include "cli/shots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STILL 1e-3   // diameters from moment to moment: nothing moves
#define ACTIVE 0.25  // of the greatest change of a knot's shape: those below are not looked at
#define MOVING 0.3   // of the greatest way: what moves, before there is a knot
#define NEAR 6.0     // diameters from a knot: a hand is at it
#define STRAIGHT 1.1 // rope between a hand and a knot, by their distance: less is only pulled

typedef struct sights {
    cli_film *film;
    cli_stage *stage;
    const cli_axes *axes;
    double diameter;
    int32_t at; // the moment
    const cli_moment *moment;
    cli_region regions[CLI_MOST_REGIONS];
    int32_t count;
    bight_vec3 *hands; // (hand_count) that are busy
} sights;

static const float *points_of(const cli_film *film, int32_t moment)
{
    return film->points + 3 * film->nodes * (size_t)moment;
}

// the way of a node to the next moment; to the last from the one before
static bight_vec3 way_of(const sights *s, size_t node)
{
    int32_t from = s->at + 1 < s->film->count ? s->at : s->at > 0 ? s->at - 1 : 0;
    int32_t to = from + 1 < s->film->count ? from + 1 : from;
    const float *a = points_of(s->film, from) + 3 * node, *b = points_of(s->film, to) + 3 * node;
    return (bight_vec3){(double)(b[0] - a[0]), (double)(b[1] - a[1]), (double)(b[2] - a[2])};
}

static double length(bight_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static bool inside(const sights *s, const cli_box *box, bight_vec3 at)
{
    cli_box p = cli_box_empty();
    cli_box_add(&p, s->axes, at, 0.0);
    return p.low[0] >= box->low[0] && p.low[0] <= box->high[0] && p.low[1] >= box->low[1] &&
           p.low[1] <= box->high[1];
}

// Root mean square way of the nodes in a box; `shape`: without the mean way, that of the whole.
static double change_in(const sights *s, const cli_box *box, bool shape)
{
    bight_vec3 sum = {0, 0, 0};
    double squares = 0.0, count = 0.0;
    for (size_t k = 0; k < s->film->nodes; k++) {
        if (inside(s, box, s->film->unpacked[k])) {
            bight_vec3 way = way_of(s, k);
            sum = (bight_vec3){sum.x + way.x, sum.y + way.y, sum.z + way.z};
            squares += way.x * way.x + way.y * way.y + way.z * way.z;
            count += 1.0;
        }
    }
    if (count == 0.0) {
        return 0.0;
    }
    double mean = length(sum) / count;
    return sqrt(fmax(squares / count - (shape ? mean * mean : 0.0), 0.0));
}

// ---- hands ------------------------------------------------------------------------------------------

static const float *hand_at(const cli_film *film, int32_t moment, int32_t hand)
{
    return film->hands + 3 * ((size_t)film->scene->hand_count * (size_t)moment + (size_t)hand);
}

static bight_vec3 vector(const float *p)
{
    return (bight_vec3){(double)p[0], (double)p[1], (double)p[2]};
}

static double distance(bight_vec3 a, bight_vec3 b)
{
    return length((bight_vec3){a.x - b.x, a.y - b.y, a.z - b.z});
}

// Does a hand move around this moment?
static bool moves(const sights *s, int32_t hand)
{
    int32_t a = s->at > 0 ? s->at - 1 : 0, b = s->at + 1 < s->film->count ? s->at + 1 : s->at;
    bight_vec3 from = vector(hand_at(s->film, a, hand)), to = vector(hand_at(s->film, b, hand));
    return distance(from, to) > STILL * s->diameter; // false when it holds nothing
}

// Does a hand more than pull at a straight piece of rope that leads to a knot?
static bool is_busy(const sights *s, bight_vec3 hand)
{
    int32_t rope = 0, node = 0;
    double least = (double)INFINITY;
    for (int32_t i = 0; i < s->film->scene->rope_count; i++) {
        for (int32_t k = 0; k < s->moment->curves[i].count; k++) {
            double away = distance(s->moment->curves[i].points[k], hand);
            if (away < least) {
                least = away;
                rope = i;
                node = k;
            }
        }
    }

    // along the rope both ways, to the first knot
    bight_curve curve = s->moment->curves[rope];
    for (int32_t step = -1; step <= 1; step += 2) {
        double arc = 0.0;
        bool reached = false;
        for (int32_t k = node; k >= 0 && k < curve.count && !reached; k += step) {
            arc += k != node ? distance(curve.points[k], curve.points[k - step]) : 0.0;
            for (int32_t r = 0; r < s->count && !reached; r++) {
                reached = inside(s, &s->regions[r].box, curve.points[k]);
            }
            if (reached && arc < STRAIGHT * distance(curve.points[k], hand) + 2.0 * s->diameter) {
                return false;
            }
        }
    }
    return true;
}

// ---- moments ----------------------------------------------------------------------------------------

// How far a node moves sideways: a rope that is drawn along itself looks the same.
static double sideways(const sights *s, size_t node, bight_vec3 along)
{
    bight_vec3 way = way_of(s, node);
    double square = along.x * along.x + along.y * along.y + along.z * along.z;
    double t = square > 0.0 ? (way.x * along.x + way.y * along.y + way.z * along.z) / square : 0.0;
    return length((bight_vec3){way.x - t * along.x, way.y - t * along.y, way.z - t * along.z});
}

// What moves sideways.
static void see_motion(const sights *s, cli_box *box)
{
    double most = 0.0;
    for (int32_t pass = 0; pass < 2 && (pass == 0 || most > STILL * s->diameter); pass++) {
        for (int32_t i = 0; i < s->film->scene->rope_count; i++) {
            bight_curve curve = s->moment->curves[i];
            for (int32_t k = 0; k < curve.count; k++) {
                bight_vec3 a = curve.points[k > 0 ? k - 1 : 0],
                           b = curve.points[k + 1 < curve.count ? k + 1 : k];
                double way = sideways(s, (size_t)(curve.points + k - s->film->unpacked),
                                      (bight_vec3){b.x - a.x, b.y - a.y, b.z - a.z});
                if (pass == 0) {
                    most = fmax(most, way);
                } else if (way >= MOVING * most) {
                    cli_box_add(box, s->axes, curve.points[k], 0.5 * s->diameter);
                }
            }
        }
    }
}

// how far a point is from a box, in the picture
static double away_from(const sights *s, const cli_box *box, bight_vec3 at)
{
    cli_box p = cli_box_empty();
    cli_box_add(&p, s->axes, at, 0.0);
    return hypot(fmax(fmax(box->low[0] - p.low[0], p.low[0] - box->high[0]), 0.0),
                 fmax(fmax(box->low[1] - p.low[1], p.low[1] - box->high[1]), 0.0));
}

// Knots that change their shape about as much as anything does, and those that a busy hand is at.
static void see_knots(sights *s, const bight_vec3 *hands, int32_t busy, cli_box *box)
{
    double shape[CLI_MOST_REGIONS], most = STILL * s->diameter;
    for (int32_t i = 0; i < s->count; i++) {
        shape[i] = change_in(s, &s->regions[i].box, true);
        most = fmax(most, shape[i]);
    }
    for (size_t k = 0; k < s->film->nodes && busy > 0; k++) {
        most = fmax(most, length(way_of(s, k)));
    }
    for (int32_t i = 0; i < s->count; i++) {
        const cli_box *region = &s->regions[i].box;
        double size = hypot(region->high[0] - region->low[0], region->high[1] - region->low[1]);
        bool near = false;
        for (int32_t k = 0; k < busy; k++) {
            near = near || away_from(s, region, hands[k]) < 2.0 * size + NEAR * s->diameter;
        }
        if (near || shape[i] >= ACTIVE * most) {
            cli_box_join(box, region);
        }
    }
}

static bool see_moment(sights *s, cli_box *box)
{
    s->moment = cli_film_at(s->film, s->at);
    cli_stage_pose(s->stage, s->moment);
    if (s->film->scene->cloth_count > 0 || s->film->scene->rope_count == 0) {
        *box = cli_everything(s->stage, s->moment, s->axes);
        return true;
    }
    s->count = cli_regions(s->stage, s->moment, s->axes, s->regions);
    if (s->count < 0) {
        return false;
    }
    int32_t busy = 0;
    for (int32_t i = 0; i < s->film->scene->hand_count; i++) {
        bight_vec3 hand = vector(hand_at(s->film, s->at, i));
        if (moves(s, i) && is_busy(s, hand)) {
            cli_box_add(box, s->axes, hand, 1.5 * s->diameter);
            s->hands[busy++] = hand;
        }
    }
    see_knots(s, s->hands, busy, box);
    if (s->count == 0 || busy > 0) {
        see_motion(s, box);
    }
    return true;
}

bool cli_film_sights(cli_film *film, cli_stage *stage, const cli_axes *axes, cli_box *boxes, double *change)
{
    sights s = {.film = film, .stage = stage, .axes = axes};
    s.hands = malloc(sizeof *s.hands * ((size_t)film->scene->hand_count + 1));
    bool good = s.hands != NULL;
    for (int32_t i = 0; i < film->scene->rope_count; i++) {
        s.diameter = fmax(s.diameter, 2.0 * film->scene->ropes[i].radius);
    }

    for (s.at = 0; s.at < film->count && good; s.at++) {
        cli_box *box = &boxes[s.at];
        *box = cli_box_empty();
        good = cli_interrupted() || see_moment(&s, box); // then nobody will see it
        change[s.at] = 0.0;
        if (!cli_box_is_empty(box)) {
            double size = hypot(box->high[0] - box->low[0], box->high[1] - box->low[1]) + 4.0 * s.diameter;
            change[s.at] = size > 0.0 ? change_in(&s, box, false) / (0.5 * size) : 0.0;
        }
    }

    free(s.hands);
    if (!good) {
        return false;
    }

    // where nothing happens the view stays as it was; at first, as it will be
    for (int32_t i = 1; i < film->count; i++) {
        boxes[i] = cli_box_is_empty(&boxes[i]) ? boxes[i - 1] : boxes[i];
    }
    for (int32_t i = film->count - 2; i >= 0; i--) {
        boxes[i] = cli_box_is_empty(&boxes[i]) ? boxes[i + 1] : boxes[i];
    }

    if (film->count > 0 && cli_box_is_empty(&boxes[0])) {
        for (int32_t i = 0; i < film->count; i++) {
            boxes[i] = cli_everything(stage, cli_film_at(film, i), axes);
        }
    }
    return true;
}
