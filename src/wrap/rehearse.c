// SPDX-License-Identifier: MIT
// What can be known of a wrap before any cloth moves: room, length of lines, reach, thickness.

#include "bight/wrap.h"

#include "core/error.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "wrap/points.h"

#define LIFT 0.2 // metres
#define LIFT_CYCLES 700
#define HOLD_CYCLES 300
#define PREVIEW_LIFT 0.05
#define PREVIEW_CYCLES 120
#define PREVIEW_HOLD 60
#define PACKED 0.6  // share of a gathered strand that is cloth (docs/cloth.md)
#define KNOT_AT 0.2 // sides of the cloth from its corner to a knot
#define MOST_EDGE 1.5 // radii of a packed strand, that an edge is long
#define MOST_EDGE_OF_FOUR 2.0
#define LEAST_SIZE 1e-3 // metres
#define MOST_SIZE 100.0
#define LEAST_THICKNESS 1e-6
#define MOST_THICKNESS 1.0
#define ROOT_TWO 1.4142135623730951

typedef struct rehearsal {
    const bight_env *env;
    const bight_wrap_program *program;
    const bight_wrap_wish *wish;
    bight_mesh *mesh;
    bight_wrap_plan *plan;
    bight_error *error;
} rehearsal;

// ---- the object in its place ------------------------------------------------------------------------

// Longest side along x, shortest along y, by quarter turns.
static void lie_down(rehearsal *r)
{
    bight_vec3 middle, e = bi_wrap_extent(r->mesh, &middle);
    const double wide[3] = {e.x, e.y, e.z};
    int32_t order[3] = {0, 2, 1}; // what becomes x, z, y
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 2; k++) {
            if (wide[order[k]] < wide[order[k + 1]]) {
                int32_t other = order[k];
                order[k] = order[k + 1];
                order[k + 1] = other;
            }
        }
    }
    const int32_t to[3] = {order[0], order[2], order[1]}; // x, y, z
    bool odd = (to[1] - to[0] + 3) % 3 != 1;
    for (int32_t i = 0; i < r->mesh->vertex_count; i++) {
        bight_vec3 p = r->mesh->positions[i];
        const double at[3] = {p.x, p.y, p.z};
        r->mesh->positions[i] = v3(at[to[0]], at[to[1]], odd ? -at[to[2]] : at[to[2]]);
    }
    const double up[3] = {0, 1, 0};
    r->plan->up = v3(up[to[0]], up[to[1]], odd ? -up[to[2]] : up[to[2]]);
    e = bi_wrap_extent(r->mesh, &middle);
    bight_vec3 foot = v3(middle.x, middle.y - 0.5 * e.y, middle.z);
    for (int32_t i = 0; i < r->mesh->vertex_count; i++) {
        r->mesh->positions[i] = v3_sub(r->mesh->positions[i], foot);
    }
    r->plan->stand.extent = e;
    r->plan->stand.area = r->plan->stand.margin = 0.0; // it does not rest on its stand
}

// How much larger it could be in a room.
static double fits(bight_vec3 extent, bight_vec3 room)
{
    return bi_min(room.x / extent.x, bi_min(room.y / extent.y, room.z / extent.z));
}

// A bag holds the lying cylinder round the object, `below` the knot, and the object has its middle on that axis.
static void hang(rehearsal *r)
{
    bight_wrap_plan *plan = r->plan;
    double middle = 0.5 * plan->stand.extent.y, radius = 0.0;
    for (int32_t i = 0; i < r->mesh->vertex_count; i++) {
        bight_vec3 p = r->mesh->positions[i];
        radius = bi_max(radius, bi_length_2d(p.y - middle, p.z));
    }
    plan->hold = *r->program->pleats->hold;
    plan->hold.below *= plan->size;
    plan->hold.length = plan->stand.extent.x;
    plan->hold.height = 2.0 * radius;
    plan->at.y -= plan->hold.below + radius + middle;
}

// Below two knots it lies in a bag that is as wide as it is long.
static void box_in(rehearsal *r)
{
    bight_vec3 e = r->plan->stand.extent;
    r->plan->hold = (bight_scene_hold){.length = bi_max(e.x, e.z), .height = e.y};
}

static bight_status set_down(rehearsal *r)
{
    bight_wrap_plan *plan = r->plan;
    const bight_wrap_place *place = r->program->place;
    bight_status status = bight_wrap_set_down(r->env, r->mesh, 1.0, &plan->stand, r->error);
    if (status != BIGHT_OK) {
        return status;
    }
    plan->up = v3(0, 1, 0);
    if (place->lie) {
        lie_down(r);
    }
    bight_vec3 e = plan->stand.extent;
    double usual = fits(e, v3_mul(r->program->cloth->size, place->room)),
           longest = bi_max(e.x, bi_max(e.y, e.z));
    double scale = r->wish->length > 0.0 ? r->wish->length / longest : 0.999 * usual;
    for (int32_t i = 0; i < r->mesh->vertex_count; i++) {
        r->mesh->positions[i] = bi_wrap_trimmed(v3_mul(scale, r->mesh->positions[i]));
    }
    plan->stand.extent = v3_mul(scale, e);
    plan->stand.area *= scale * scale;
    plan->stand.margin *= scale;
    plan->stand.volume *= scale * scale * scale;
    plan->low = HUGE_VAL;
    plan->high = -HUGE_VAL;
    for (int32_t i = 0; i < r->mesh->vertex_count; i++) {
        double height = v3_dot(plan->up, r->mesh->positions[i]);
        plan->low = bi_min(plan->low, height);
        plan->high = bi_max(plan->high, height);
    }
    plan->at = v3_mul(plan->size, place->at);
    if (r->program->pleats == NULL) {
        plan->at.y += 1.75 * plan->thickness; // on cloth that lies three quarters of it above the table
    } else if (r->program->pleats->above != NULL) {
        box_in(r);
    } else if (r->program->pleats->hold != NULL) {
        hang(r);
    }
    return BIGHT_OK;
}

// What is advised has four digits and a thousandth to spare, so that it can be taken at its word.
static bight_status check_room(rehearsal *r)
{
    bight_wrap_plan *plan = r->plan;
    bight_vec3 e = plan->stand.extent, room = v3_mul(plan->size, r->program->place->room);
    double wide = bi_max(e.x, e.z), free = fits(e, room);
    double most = 0.999 * bi_min(free, plan->line / wide) * bi_max(wide, e.y);
    plan->needed_size = bi_max(plan->needed_size, bi_max(plan->size / free, ROOT_TWO * wide));
    if (wide > plan->line) {
        return bi_fail(r->error, BIGHT_ERROR_INVALID, 0,
                       "the object is %.3g m wide, and half the cloth's diagonal is %.3g m: take a cloth of "
                       "%.4g m, or an object of at most %.4g m",
                       wide, plan->line, 1.001 * plan->needed_size, most);
    }
    if (free < 1.0) {
        return bi_fail(r->error, BIGHT_ERROR_INVALID, 0,
                       "the object, %.3g x %.3g x %.3g m, has no room in a cloth of %.3g m, which holds %.3g "
                       "x %.3g x %.3g m: "
                       "take a cloth of %.4g m, or an object of at most %.4g m",
                       e.x, e.y, e.z, plan->size, room.x, room.y, room.z, 1.001 * plan->needed_size, most);
    }
    return BIGHT_OK;
}

// ---- lines ------------------------------------------------------------------------------------------

static bight_status measure_lines(rehearsal *r)
{
    bight_geodesic ways[BIGHT_WRAP_CORNERS];
    bight_status status = bight_wrap_lines(r->env, r->mesh, r->plan, ways, r->error);
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        r->plan->over[k] = ways[k].length;
        bight_geodesic_free(r->env != NULL ? &r->env->allocator : NULL, &ways[k]);
    }
    return status;
}

// A strand of cloth that is gathered at a distance from its corner has this radius (docs/cloth.md): the section is 2 rho g.
static double packed(double thickness, double size)
{
    return sqrt(2.0 * KNOT_AT * size * thickness / (PI * PACKED));
}

// In sides of the cloth.
static double tail_of(const bight_wrap_program *program)
{
    return program->pleats->tail > 0.0 ? program->pleats->tail : 0.11 * ROOT_TWO;
}

// What a line has beyond the top of the object: a turn round the other strand and the tail, or room for a hand.
static double beyond(const rehearsal *r, double thickness, double size)
{
    double edge = size / r->plan->columns, tail = 0.0;
    if (r->program->pleats != NULL) {
        tail = tail_of(r->program) * size + 2.0 * PI * (packed(thickness, size) + thickness);
    }
    return tail + 4.0 * edge;
}

static bight_status check_lines(rehearsal *r)
{
    bight_wrap_plan *plan = r->plan;
    bight_status status = measure_lines(r);
    double most = 0.0;
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        most = bi_max(most, plan->over[k]);
    }
    plan->needed_line = most + beyond(r, plan->thickness, plan->size);
    // both grow with the cloth: the size at which half its diagonal is enough, by halving
    double low = 0.0, high = 1e3;
    for (int32_t i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        double thickness = r->wish->thickness > 0.0 ? plan->thickness : r->program->cloth->thickness * middle;
        if (middle / ROOT_TWO < most + beyond(r, thickness, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    plan->needed_size = bi_max(plan->needed_size, high);
    if (plan->needed_line > plan->line && high > MOST_SIZE) {
        return r->program->pleats != NULL
                   ? bi_fail(r->error, BIGHT_ERROR_INVALID, 0,
                             "no cloth is large enough with a tail of %.3g sides: give a shorter one",
                             tail_of(r->program))
                   : bi_fail(
                         r->error, BIGHT_ERROR_INVALID, 0,
                         "no cloth is large enough for an object of %.3g x %.3g x %.3g m: take a smaller one",
                         plan->stand.extent.x, plan->stand.extent.y, plan->stand.extent.z);
    }
    if (plan->needed_line > plan->line) {
        return bi_fail(r->error, BIGHT_ERROR_INVALID, 0,
                       "the cloth is too small: its lines are %.3g m from the middle to a corner, and %.3g m "
                       "are needed, %.3g m of "
                       "them over the object; take a cloth of %.4g m",
                       plan->line, plan->needed_line, most, 1.001 * plan->needed_size);
    }
    return BIGHT_OK;
}

static bight_status check_cloth(rehearsal *r)
{
    bight_wrap_plan *plan = r->plan;
    // contact needs edges of twice the thickness; what is gathered needs edges that go round its strand
    double edge = plan->size / plan->columns;
    plan->most_thickness = 0.5 * edge;
    plan->least_columns = 12;
    if (r->program->pleats != NULL) {
        // four strands are thinner, and their pleats a square wide if need be
        double edges = r->program->pleats->above != NULL ? MOST_EDGE_OF_FOUR : MOST_EDGE;
        double least = plan->size / (edges * packed(plan->thickness, plan->size));
        int32_t columns = 2 * (int32_t)(0.5 * least + 0.999);
        plan->least_columns = columns > plan->least_columns ? columns : plan->least_columns;
    }
    if (plan->thickness > plan->most_thickness) {
        return bi_fail(
            r->error, BIGHT_ERROR_INVALID, 0,
            "the cloth is %.3g m thick, too thick for edges of %.3g m: at most %.4g m, or fewer columns",
            plan->thickness, edge, 0.999 * plan->most_thickness);
    }
    if (plan->columns < plan->least_columns) {
        return bi_fail(
            r->error, BIGHT_ERROR_INVALID, 0,
            "the cloth is too coarse for this wrap: %d x %d vertices, and at least %d x %d are needed",
            (int)plan->columns + 1, (int)plan->columns + 1, (int)plan->least_columns + 1,
            (int)plan->least_columns + 1);
    }
    return BIGHT_OK;
}

// ---- reach ------------------------------------------------------------------------------------------

// What hands may hold; of a flat cloth its corners, in sides of it. Where a corner is is known while it is held since before the first move: what hangs free,
// or is taken later, may have been drawn along.
typedef struct corners {
    bight_vec3 at[BIGHT_WRAP_HANDS];
    double line[BIGHT_WRAP_CORNERS]; // from what is under the object, on the pattern
    bool known[BIGHT_WRAP_HANDS];
    bool moved; // one was
} corners;

static void take_and_let_go(corners *c, const bight_wrap_step *step)
{
    for (int32_t i = 0; step->verb == BIGHT_WRAP_HOLD && i < step->hold.count; i++) {
        c->known[bight_wrap_hand(step->hold.at[i])] = !c->moved;
    }
    for (int32_t i = 0; step->verb == BIGHT_WRAP_RELEASE && i < step->release.count; i++) {
        c->known[bight_wrap_hand(step->release.at[i])] = false;
        c->moved = true;
    }
}

static bight_status check_from_object(rehearsal *r, const corners *c, int32_t step, int32_t k)
{
    double size = r->plan->size,
           far = v3_distance(c->at[k], v3(r->program->place->at.x, 0, r->program->place->at.z));
    return !c->known[k] || far <= 1.001 * c->line[k]
               ? BIGHT_OK
               : bi_fail(r->error, BIGHT_ERROR_INVALID, r->program->steps[step].text_line,
                         "steps[%d]: corner %c is out of reach: it would be %.3g m from under the object, "
                         "and its "
                         "line is %.3g m long; lead it nearer",
                         (int)step, 'a' + (int)k, size * far, size * c->line[k]);
}

static bight_status check_apart(rehearsal *r, const corners *c, int32_t step, int32_t k, int32_t m)
{
    double most = (k - m) % 2 == 0 ? ROOT_TWO : 1.0, apart = v3_distance(c->at[k], c->at[m]);
    return !c->known[k] || !c->known[m] || apart <= 1.001 * most
               ? BIGHT_OK
               : bi_fail(r->error, BIGHT_ERROR_INVALID, r->program->steps[step].text_line,
                         "steps[%d]: corners %c and %c are out of each other's reach: %.3g m apart, and the "
                         "cloth "
                         "between is %.3g m long; lead them nearer",
                         (int)step, 'a' + (int)m, 'a' + (int)k, r->plan->size * apart, r->plan->size * most);
}

// A corner of a flat cloth never gets farther from what is under the object than its line there is long, nor two corners farther apart
// than on the pattern. Where a cloth begins folded no place is known.
static bight_status check_reach(rehearsal *r)
{
    corners c = {.moved = false};
    bight_vec3 under = v3(r->program->place->at.x, 0, r->program->place->at.z);
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        c.at[k] = v3(k == 1 || k == 2 ? 0.5 : -0.5, 0, k < 2 ? 0.5 : -0.5);
        c.line[k] = v3_distance(c.at[k], under);
    }
    for (int32_t i = 0; i < r->program->step_count && r->program->pleats == NULL; i++) {
        const bight_wrap_step *step = &r->program->steps[i];
        take_and_let_go(&c, step);
        for (int32_t m = 0; step->verb == BIGHT_WRAP_MOVE && m < step->move_count; m++) {
            int32_t k = bight_wrap_hand(step->move[m].corner);
            c.at[k] = v3_add(c.at[k], step->move[m].by);
            c.moved = true;
        }
        for (int32_t k = 0; k < BIGHT_WRAP_CORNERS && status == BIGHT_OK; k++) {
            status = check_from_object(r, &c, i, k);
            for (int32_t m = 0; m < k && status == BIGHT_OK; m++) {
                status = check_apart(r, &c, i, k, m);
            }
        }
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

bight_status bight_wrap_rehearse(const bight_env *env, const bight_wrap_program *program,
                                 const bight_wrap_wish *wish, bight_mesh *mesh, bight_wrap_plan *plan,
                                 bight_error *error)
{
    rehearsal r = {env, program, wish, mesh, plan, error};
    bool preview = wish->preview;
    *plan = (bight_wrap_plan){.preview = preview,
                              .lift = preview ? PREVIEW_LIFT : LIFT,
                              .lift_cycles = preview ? PREVIEW_CYCLES : LIFT_CYCLES,
                              .hold_cycles = preview ? PREVIEW_HOLD : HOLD_CYCLES};
    plan->size = wish->size > 0.0 ? wish->size : program->cloth->size;
    plan->columns = wish->columns > 0 ? wish->columns
                    : preview         ? program->cloth->preview
                                      : program->cloth->columns;
    plan->thickness = wish->thickness > 0.0 ? wish->thickness : program->cloth->thickness * plan->size;
    plan->line = plan->size / ROOT_TWO;
    if (!(plan->size >= LEAST_SIZE && plan->size <= MOST_SIZE) ||
        !(plan->thickness >= LEAST_THICKNESS && plan->thickness <= MOST_THICKNESS) ||
        !(wish->length >= 0.0 && wish->length <= MOST_SIZE) || plan->columns > 1000 || plan->columns < 2 ||
        plan->columns % 2 != 0) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "a cloth of %g m, %g m thick, with %d x %d vertices round an object of %g m is not made: "
            "give %g to %g m, %g to %g m, odd numbers from 3 to 1001, and at most %g m",
            plan->size, plan->thickness, (int)plan->columns + 1, (int)plan->columns + 1, wish->length,
            LEAST_SIZE, MOST_SIZE, LEAST_THICKNESS, MOST_THICKNESS, MOST_SIZE);
    }
    bight_status status = set_down(&r);
    status = status == BIGHT_OK ? check_room(&r) : status;
    status = status == BIGHT_OK ? check_cloth(&r) : status;
    status = status == BIGHT_OK ? check_lines(&r) : status;
    return status == BIGHT_OK ? check_reach(&r) : status;
}
