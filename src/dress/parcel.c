// SPDX-License-Identifier: MIT
// A cloth folded into a bag out of which all four corners rise, tied in pairs. A pattern's place is (s, y), along the first line
// from tip to tip, from its middle, and to the side of it; h = max(|s|, |y|), v the other one: four wedges, one for each corner.
// Folds of a wedge run along h. On |s| = |y| they meet those of the next one at right angles, with creases at 45, 45, 135 and 135
// degrees, which fold flat (Kawasaki). Rings h = const are closed up to half of the way to the tips; beyond there are four strands.

#include "bight/pleat.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "dress/folded.h"
#include "dress/parcel_arms.h"
#include "dress/parcel_bag.h"
#include "dress/pleat_slack.h"

#include <string.h>

#define NODES BI_PARCEL_NODES
#define LINKS (NODES - 1)
#define BAG BI_PARCEL_ARMS // behind the four strands
#define PITCH 1.3          // thicknesses from layer to layer
#define DEEP 0.95          // of the depth of a pleat, that it stands out
#define NECK 1.15          // what a neck's circumference is of its shut folds
#define SLIT 3.0           // pleats, within which strands go from the neck's curvature to straight
#define WALLS 1.3          // pleats between what is held and the walls round it
#define ABOVE 1.2          // the same above it
#define BELOW 0.8          // the same below it
#define ROUNDS 48          // that make curves shorter
#define BORNE 1.09         // as pleat_slack.c
#define WANTED 1.05
#define LEAST 0.3     // of the cloth's length, that a curve is long
#define MOST_CUT 0.85 // in one round
#define MOST_GAIN 1.02
#define SMOOTH 2   // links to either side that links are evened out with
#define NECKS 0.02 // of half of the way to a tip, that the neck must be upright
#define TOUCH 1.15 // of both radii: strands are in the knot

static const double rooms[] = {1.12, 1.25, 1.4, 1.6};

typedef struct parcel {
    const bight_env *env;
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_template *const *made;
    const bight_pleat_options *options;
    bight_pleats *pleats;
    bi_parcel_bag *bag;
    bi_parcel_arms *arms;
    double *s, *y; // (vertex_count) metres
    double half;   // from the middle to a tip
    double thickness;
    bight_error *error;
} parcel;

// ---- the pattern ----------------------------------------------------------------------------------------

static bight_status check(const parcel *p)
{
    const bight_pleat_options *o = p->options;
    for (int32_t k = 0; k < 2; k++) {
        if (!bi_folded_ties(p->made[k])) {
            return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                           "template %.40s does not tie two corners: take one of two open strands that are "
                           "joined at their first ends, as half_knot or reef",
                           bight_template_definition(p->made[k])->name);
        }
    }
    if (!(o->hold[0] > 0.0 && o->hold[0] <= 100.0 && o->hold[1] > 0.0 && o->hold[1] <= 100.0)) {
        return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                       "what four corners are tied over is %g m wide and %g m high: give hold a length and a "
                       "height, above 0 to 100 m",
                       o->hold[0], o->hold[1]);
    }
    if (o->bag != 0.0 || o->below != 0.0 || o->tail != 0.0 || o->open != 0.0) {
        return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                       "where four corners are tied the bag goes round what it holds and tails are what is "
                       "left: give no tail, open, bag and below");
    }
    if (!(p->half > 0.0 && p->half <= 1e4 && p->thickness >= 1e-6 && p->thickness <= 0.1 &&
          o->grain >= 1e-6 * p->half && o->grain <= 100.0 && o->grains >= 0 && o->grains <= 10000)) {
        return bi_fail(
            p->error, BIGHT_ERROR_INVALID, 0,
            "tips %g m apart, a thickness of %g m, a grain of %g m and %d of them: give tips up to "
            "2e4 m apart, 1e-6 to 0.1 m, above 0 to 100 m, 0 to 10000",
            2.0 * p->half, p->thickness, o->grain, (int)o->grains);
    }
    return BIGHT_OK;
}

// s along the line, y to the left of it; the cloth is a square that stands on a tip
static bight_status lay_flat(parcel *p)
{
    const double(*tips)[2] = p->options->tips;
    const bight_cloth_mesh *mesh = p->mesh;
    double u = (tips[1][0] - tips[0][0]) / (2.0 * p->half), v = (tips[1][1] - tips[0][1]) / (2.0 * p->half);
    double x = 0.5 * (tips[0][0] + tips[1][0]), y = 0.5 * (tips[0][1] + tips[1][1]), far = 0.0;
    for (int32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        int32_t vertex = mesh->triangles[c], place = mesh->uv_triangles[c];
        if (place < 0 || place >= mesh->uv_count) {
            return bi_fail(p->error, BIGHT_ERROR_INVALID, 0, "face %d has no place on the pattern",
                           (int)(c / 3 + 1));
        }
        double a = mesh->uv[2 * place] - x, b = mesh->uv[2 * place + 1] - y;
        if (!isfinite(a) || !isfinite(b)) {
            return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                           "a corner of face %d has no number for its place on the pattern",
                           (int)(c / 3 + 1));
        }
        p->s[vertex] = a * u + b * v;
        p->y[vertex] = b * u - a * v;
        far = bi_max(far, fabs(p->s[vertex]) + fabs(p->y[vertex]));
    }
    return far <= p->half * (1.0 + 1e-6) && far >= p->half * (1.0 - 1e-6)
               ? BIGHT_OK
               : bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                         "the tips are %.4g m apart, and the cloth is no square between them: give opposite "
                         "corners of a square cloth",
                         2.0 * p->half);
}

// ---- how wide and how thick -----------------------------------------------------------------------------

static void measure(parcel *p)
{
    double w = p->pleats->pleat, shut = PITCH * p->thickness / w;
    bi_parcel_bag *bag = p->bag;
    *bag = (bi_parcel_bag){.half = p->half,
                           .pleat = w,
                           .shut = shut,
                           .wide = 0.5 * p->options->hold[0] + WALLS * w,
                           .high = p->options->hold[1] + (BELOW + ABOVE) * w,
                           .corner = 0.5 * w + NECK * 4.0 / PI * shut * 0.5 * p->half,
                           .floor = w,
                           .rim = w,
                           .throat = w};
    p->arms->spacing = 0.5 * p->half / LINKS;
    p->arms->neck = bag->corner;
    for (int32_t i = 0; i < LINKS; i++) {
        bag->links[i] = p->arms->spacing;
    }
    bi_parcel_bag_make(bag);
}

static void give_room(parcel *p, double room)
{
    bi_parcel_arms *arms = p->arms;
    for (int32_t i = 0; i < NODES; i++) {
        double d = (LINKS - i) * arms->spacing, wide = bi_min(0.5 * p->bag->pleat, d),
               high = d * p->bag->shut;
        for (int32_t a = 0; a < BI_PARCEL_ARMS; a++) {
            arms->arm[a].radii[i] = room * bi_max(2.0 * p->thickness, sqrt(wide * wide + high * high));
            arms->arm[a].links[bi_min_int(i, LINKS - 1)] = arms->spacing;
        }
    }
    p->pleats->room = room;
}

// ---- folding --------------------------------------------------------------------------------------------

// Which wedge, and how far it is out and aside there.
static int32_t wedge(double s, double y, double *h, double *v)
{
    bool first = fabs(s) >= fabs(y);
    *h = first ? fabs(s) : fabs(y);
    *v = first ? y : s;
    return first ? (s >= 0.0 ? 0 : 1) : (y > 0.0 ? 2 : 3);
}

// Across a strand cloth goes round an arc, near the neck that of the neck, which gets straight along the strand.
static bight_vec3 in_strand(const parcel *p, int32_t arm, double d, double v)
{
    const bi_parcel_bag *bag = p->bag;
    bight_vec3 at, out, aside;
    bi_parcel_arm_at(p->arms, arm, d, &at, &out, &aside);
    double straight = bi_parcel_ease(d / (SLIT * bag->pleat)), neck = bi_parcel_neck_rate(bag);
    double rate = neck + straight * (bag->shut - neck), curved = (1.0 - straight) / bag->corner, u = rate * v;
    bi_turn t = {.cosine = 1.0};
    if (curved > 1e-9) {
        t = bi_turn_of(0.5 / PI * curved * u);
        at = v3_madd(v3_madd(at, t.sine / curved, aside), -(1.0 - t.cosine) / curved, out);
    } else {
        at = v3_madd(at, u, aside);
    }
    double stands = 0.5 * DEEP * bag->pleat * sqrt(bi_max(0.0, 1.0 - rate * rate));
    return v3_madd(at, stands * bi_parcel_zigzag(v, bag->pleat),
                   v3_madd(v3_mul(t.cosine, out), t.sine, aside));
}

static void fold(parcel *p)
{
    for (int32_t i = 0; i < p->mesh->vertex_count; i++) {
        double h, v;
        int32_t arm = wedge(p->s[i], p->y[i], &h, &v);
        if (h > 0.5 * p->half) {
            p->pleats->positions[i] = in_strand(p, arm, h - 0.5 * p->half, v);
        } else {
            bight_vec3 at = bi_parcel_bag_at(p->bag, h, v);
            bight_vec3 x = v3_madd(v3_mul(at.x, bi_parcel_out(arm)), at.z, bi_parcel_aside(arm));
            p->pleats->positions[i] = v3(x.x, at.y, x.z);
        }
    }
}

// Links of the bag, which all wedges share, and of each strand see the stretch of what lies over them.
static void see(const parcel *p, const int32_t *corners, double stretch, double (*most)[LINKS])
{
    double low = HUGE_VAL, high = 0.0;
    int32_t arm = 0;
    for (int32_t k = 0; k < 3; k++) {
        double h, v;
        int32_t which = wedge(p->s[corners[k]], p->y[corners[k]], &h, &v);
        arm = h >= high ? which : arm;
        low = bi_min(low, h);
        high = bi_max(high, h);
    }
    int32_t from = (int32_t)(low / p->arms->spacing), to = (int32_t)(high / p->arms->spacing);
    for (int32_t i = from; i <= bi_min_int(to, 2 * LINKS - 1); i++) {
        double *link = i < LINKS ? &most[BAG][i] : &most[arm][i - LINKS];
        *link = bi_max(*link, stretch);
    }
}

static void change_links(const parcel *p, const double *most, double *links)
{
    double changed[LINKS], spacing = p->arms->spacing;
    for (int32_t i = 0; i < LINKS; i++) {
        double by = most[i] > 0.0 ? WANTED / most[i] : 1.0;
        double link = links[i] * bi_max(MOST_CUT, bi_min(MOST_GAIN, by));
        changed[i] = bi_max(LEAST * spacing, bi_min(spacing, link));
    }
    for (int32_t i = 0; i < LINKS; i++) {
        double sum = 0.0, count = 0.0;
        for (int32_t k = i > SMOOTH ? i - SMOOTH : 0; k <= bi_min_int(LINKS - 1, i + SMOOTH); k++) {
            sum += changed[k];
            count += 1.0;
        }
        links[i] = sum / count;
    }
}

// Returns false when nothing is stretched too far: links stay as they are.
static bool slacken(parcel *p)
{
    double most[BAG + 1][LINKS] = {{0.0}}, *stretch = p->pleats->stretch;
    stretch[0] = HUGE_VAL;
    stretch[1] = 0.0;
    for (int32_t t = 0; t < p->mesh->triangle_count; t++) {
        const int32_t *corners = p->mesh->triangles + 3 * (size_t)t;
        bight_vec3 x[3];
        double s[3], y[3], here[2] = {1.0, 1.0};
        for (int32_t k = 0; k < 3; k++) {
            x[k] = p->pleats->positions[corners[k]];
            s[k] = p->s[corners[k]];
            y[k] = p->y[corners[k]];
        }
        bi_pleat_stretch(x, s, y, here);
        see(p, corners, here[1], most);
        stretch[0] = bi_min(stretch[0], here[0]);
        stretch[1] = bi_max(stretch[1], here[1]);
    }
    if (stretch[1] <= BORNE) {
        return false;
    }
    for (int32_t a = 0; a <= BAG; a++) {
        change_links(p, most[a], a < BAG ? p->arms->arm[a].links : p->bag->links);
    }
    return true;
}

// Cloth left between the neck's throat and where it parts into strands; below 0 there is no neck.
static double neck_left(const parcel *p)
{
    return p->bag->gone[LINKS] - p->bag->length;
}

static void raise_neck(parcel *p)
{
    bi_parcel_bag_make(p->bag);
    p->arms->top = bi_parcel_bag_outline(p->bag, p->bag->gone[LINKS]).up;
}

static bool has_neck(const parcel *p)
{
    return neck_left(p) >= NECKS * p->half;
}

// Folded, and the curves made shorter until nothing is stretched beyond what cloth bears.
static bool lay(parcel *p, const bight_axis axes[2])
{
    raise_neck(p);
    if (!bi_parcel_arms_make(axes, p->arms)) {
        return false;
    }
    fold(p);
    for (int32_t k = 0; has_neck(p) && slacken(p) && k < ROUNDS; k++) {
        raise_neck(p);
        bi_parcel_arms_again(p->arms);
        fold(p);
    }
    return true;
}

// ---- what came of it ------------------------------------------------------------------------------------

// The knot above: from where its strands first touch to where they last do, what lies over its middle.
static bight_status take_upper(parcel *p)
{
    const bi_parcel_arm *arms = p->arms->arm;
    bight_pleats *pleats = p->pleats;
    int32_t first[2] = {LINKS, LINKS}, last[2] = {0, 0};
    double height = 0.0, count = 0.0;
    for (int32_t i = 0; i < NODES; i++) {
        for (int32_t j = 0; j < NODES; j++) {
            double wanted = TOUCH * (arms[2].radii[i] + arms[3].radii[j]);
            if (v3_distance(arms[2].points[i], arms[3].points[j]) < wanted) {
                first[0] = bi_min_int(first[0], i);
                first[1] = bi_min_int(first[1], j);
                last[0] = i;
                last[1] = j > last[1] ? j : last[1];
                height += arms[2].points[i].y + arms[3].points[j].y;
                count += 2.0;
            }
        }
    }
    height = count > 0.0 ? height / count : 0.0;
    pleats->upper = bi_new_array(p->allocator, (size_t)pleats->vertex_count, sizeof *pleats->upper);
    if (pleats->upper == NULL) {
        return bi_fail(p->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for pleats");
    }
    for (int32_t i = 0; i < pleats->vertex_count; i++) {
        double h, v;
        int32_t arm = wedge(p->s[i], p->y[i], &h, &v) - 2;
        double at = (h - 0.5 * p->half) / p->arms->spacing;
        if (arm >= 0 && at >= first[arm] && at <= last[arm] && pleats->positions[i].y > height) {
            pleats->upper[pleats->upper_count++] = i;
        }
    }
    return BIGHT_OK;
}

// The middle of the floor of what is held becomes the origin.
static void set_down(parcel *p)
{
    double floor = BELOW * p->bag->pleat;
    for (int32_t i = 0; i < p->mesh->vertex_count; i++) {
        p->pleats->positions[i].y -= floor;
    }
}

static bool tied(const parcel *p)
{
    return strcmp(p->pleats->knot, bight_template_definition(p->made[0])->topology.joined) == 0 &&
           strcmp(p->pleats->knot_above, bight_template_definition(p->made[1])->topology.joined) == 0;
}

static bight_status refuse(const parcel *p, bool laid)
{
    const bight_pleats *q = p->pleats;
    if (!has_neck(p)) {
        return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                       "the bag is %.3g m from the middle of its floor to its neck, and folded cloth goes "
                       "%.3g m before it parts into four: take a larger or thinner cloth, or hold less",
                       p->bag->length, p->bag->gone[LINKS]);
    }
    if (!laid) {
        return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                       "the knots leave %.3g m and %.3g m of cloth for tails, and %.3g m are needed: take a "
                       "larger or thinner cloth",
                       p->arms->tails[0], p->arms->tails[1], BI_PARCEL_TAIL * 0.5 * p->half);
    }
    if (q->intersections != 0 || q->stretch[1] > BORNE) {
        return bi_fail(p->error, BIGHT_ERROR_INVALID, 0,
                       "cloth goes through cloth %lld times and is stretched to %.3g, pleats %.3g m wide and "
                       "strands bent to %.3g m: take finer, thinner or larger cloth",
                       (long long)q->intersections, q->stretch[1], q->pleat, p->arms->bend);
    }
    return bi_fail(
        p->error, BIGHT_ERROR_INVALID, 0,
        "the lines from tip to tip are %.40s and above it %.40s, and should be %.40s and %.40s: take "
        "thinner, larger or finer cloth",
        q->knot, q->knot_above, bight_template_definition(p->made[0])->topology.joined,
        bight_template_definition(p->made[1])->topology.joined);
}

// Where strands were crowded a curve may have lost its knot: more room, then.
static bight_status try_rooms(parcel *p, bool *good)
{
    bight_axis axes[2] = {bight_template_axis(p->made[0]), bight_template_axis(p->made[1])};
    bight_pleats *q = p->pleats;
    bight_status status = BIGHT_OK;
    bool laid = true;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && status == BIGHT_OK && !*good; i++) {
        measure(p);
        give_room(p, rooms[i]);
        laid = lay(p, axes);
        if (!laid || !has_neck(p)) {
            break;
        }
        status = bi_folded_crossings(p->env, p->mesh, q->positions, &q->intersections, p->error);
        if (status == BIGHT_OK && q->intersections == 0 && q->stretch[1] <= BORNE) {
            status = bight_pleat_name(p->env, q, q->positions, q->knot, p->error);
            status = status == BIGHT_OK
                         ? bight_pleat_name_above(p->env, q, q->positions, q->knot_above, p->error)
                         : status;
            *good = status == BIGHT_OK && tied(p);
        }
    }
    return status != BIGHT_OK || *good ? status : refuse(p, laid);
}

// A strand is as wide as thick half of the way along it, where cloth is as wide as L / 2. Cloth may have no room to turn in narrow pleats, and a knot none for wide ones: those as wide as wanted, then wider ones.
static bight_status try_pleats(parcel *p)
{
    const bight_pleat_options *o = p->options;
    double wanted = sqrt(0.5 * p->half * p->thickness * PITCH);
    int32_t rounded = (int32_t)(wanted / o->grain + 0.5), usual = rounded > 0 ? rounded : 1;
    bool good = false;
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < 2 && !good && (k == 0 || (status == BIGHT_ERROR_INVALID && o->grains == 0));
         k++) {
        bight_error why = {0};
        bight_error *error = p->error;
        p->pleats->pleat = (o->grains > 0 ? o->grains : usual + k) * o->grain;
        p->error = &why;
        bight_status now = try_rooms(p, &good);
        p->error = error;
        // of what is wrong with both the first is told
        if (now != BIGHT_OK && now != status && error != NULL) {
            *error = why;
        }
        status = now;
    }
    if (status == BIGHT_OK) {
        p->pleats->bend = p->arms->bend;
        status = take_upper(p); // by the curves, which are not set down
        set_down(p);
    }
    return status;
}

// Vertices of both lines.
static bight_status take_lines(parcel *p)
{
    bight_pleats *q = p->pleats;
    bight_status status = bi_folded_line(p->allocator, p->s, p->y, q->vertex_count, p->half, &q->line,
                                         &q->line_count, p->error);
    return status == BIGHT_OK ? bi_folded_line(p->allocator, p->y, p->s, q->vertex_count, p->half, &q->above,
                                               &q->above_count, p->error)
                              : status;
}

bight_status bight_parcel_make(const bight_env *env, const bight_cloth_mesh *mesh,
                               const bight_template *const made[2], const bight_pleat_options *options,
                               bight_pleats *pleats, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    size_t count = (size_t)mesh->vertex_count;
    double u = options->tips[1][0] - options->tips[0][0], v = options->tips[1][1] - options->tips[0][1];
    *pleats = (bight_pleats){.vertex_count = mesh->vertex_count};
    parcel p = {.env = env,
                .allocator = allocator,
                .mesh = mesh,
                .made = made,
                .options = options,
                .pleats = pleats,
                .bag = bi_new_array(allocator, 1, sizeof *p.bag),
                .arms = bi_new_array(allocator, 1, sizeof *p.arms),
                .s = bi_new_array(allocator, count, sizeof *p.s),
                .y = bi_new_array(allocator, count, sizeof *p.y),
                .half = 0.5 * bi_length_2d(u, v),
                .thickness = options->thickness != 0.0 ? options->thickness : 0.001,
                .error = error};
    pleats->positions = bi_new_array(allocator, count, sizeof *pleats->positions);
    bool room = p.bag != NULL && p.arms != NULL && p.s != NULL && p.y != NULL && pleats->positions != NULL;
    bight_status status = room ? check(&p) : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for pleats");
    status = status == BIGHT_OK ? lay_flat(&p) : status;
    status = status == BIGHT_OK ? take_lines(&p) : status;
    status = status == BIGHT_OK ? try_pleats(&p) : status;
    bi_free_array(allocator, p.bag, 1, sizeof *p.bag);
    bi_free_array(allocator, p.arms, 1, sizeof *p.arms);
    bi_free_array(allocator, p.s, count, sizeof *p.s);
    bi_free_array(allocator, p.y, count, sizeof *p.y);
    if (status != BIGHT_OK) {
        bight_pleat_free(allocator, pleats);
    }
    return status;
}
