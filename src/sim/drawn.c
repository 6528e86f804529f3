// SPDX-License-Identifier: MIT

#include "bight/drawn.h"

#include "core/error.h"
#include "core/vec3.h"
#include "sim/world_state.h"

#include <string.h>

#define COOKIE UINT32_C(0x6472776e)

#define PACE 0.9    // of the fastest that a hand may go
#define SPACING 0.5 // radii between the places of the line that are looked at
#define AHEAD 14.0  // radii of the line ahead that are looked at
#define BEHIND 4.0

// A corner of the line, on the plane.
typedef struct corner {
    bight_vec3 at;
    double along;    // metres of line up to it
    bight_side side; // of strands crossed on the way to it
} corner;

struct bight_drawn {
    bight_world *world;
    bight_hand_id hand;
    bight_drawn_def def;
    corner *corners;
    int32_t count, capacity;
    int32_t leg;       // the hand is between this corner and the next
    double along;      // where it is on the line
    bight_vec3 target; // of the last step
    int32_t waiting;
};

bight_drawn_def bight_drawn_def_default(void)
{
    return (bight_drawn_def){.up = {0, 0, 1}, .clearance = 0.3, .slope = 1.0, .cookie = COOKIE};
}

static bool in_range(double x, double low, double high)
{
    return x >= low && x <= high;
}

static bight_status check(const bight_drawn_def *def, bight_error *error)
{
    const char *wrong = !v3_is_finite(def->origin)                              ? "origin is not finite"
                        : !v3_is_finite(def->up) || !(v3_length(def->up) > 0.0) ? "up is not a direction"
                        : !in_range(def->clearance, 0.0, 10.0) ? "clearance is not from 0 to 10"
                        : !in_range(def->slope, 0.05, 20.0)    ? "slope is not from 0.05 to 20"
                        : def->cookie != COOKIE
                            ? "the definition was not begun with bight_drawn_def_default()"
                            : NULL;
    return wrong == NULL ? BIGHT_OK : bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s", wrong);
}

// ---- the line -------------------------------------------------------------------------------------------

static double height_of(const bight_drawn *drawn, bight_vec3 p)
{
    return v3_dot(v3_sub(p, drawn->def.origin), drawn->def.up);
}

static bight_vec3 on_plane(const bight_drawn *drawn, bight_vec3 p)
{
    return v3_madd(p, -height_of(drawn, p), drawn->def.up);
}

static bight_status append(bight_drawn *drawn, bight_vec3 point, bight_side side, bight_error *error)
{
    bight_status status = bi_reserve(&drawn->world->def.env.allocator, &drawn->corners, &drawn->capacity,
                                     (int64_t)drawn->count + 1, sizeof *drawn->corners);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a longer line");
    }
    corner next = {on_plane(drawn, point), 0.0, side};
    if (drawn->count > 0) {
        const corner *last = &drawn->corners[drawn->count - 1];
        next.along = last->along + v3_distance(last->at, next.at);
    }
    drawn->corners[drawn->count++] = next;
    return BIGHT_OK;
}

bight_status bight_drawn_create(bight_world *world, bight_hand_id hand, const bight_drawn_def *def,
                                bight_drawn **drawn, bight_error *error)
{
    *drawn = NULL;
    bight_hand_state state;
    bight_status status = check(def, error);
    if (status == BIGHT_OK && bight_hand_get(world, hand, &state) != BIGHT_OK) {
        status = bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such hand");
    }
    if (status != BIGHT_OK) {
        return status;
    }
    bight_drawn *made = bi_new_array(&world->def.env.allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a line");
    }
    *made = (bight_drawn){.world = world, .hand = hand, .def = *def, .target = state.position};
    made->def.up = v3_unit(def->up, v3(0, 0, 1));
    status = append(made, state.position, BIGHT_OVER, error);
    if (status != BIGHT_OK) {
        bight_drawn_free(made);
        return status;
    }
    *drawn = made;
    return BIGHT_OK;
}

void bight_drawn_free(bight_drawn *drawn)
{
    if (drawn != NULL) {
        bight_allocator allocator = drawn->world->def.env.allocator;
        bi_free_array(&allocator, drawn->corners, (size_t)drawn->capacity, sizeof *drawn->corners);
        bi_free_array(&allocator, drawn, 1, sizeof *drawn);
    }
}

bight_status bight_drawn_to(bight_drawn *drawn, bight_vec3 point, bight_side side, bight_error *error)
{
    if (!v3_is_finite(point)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a point of the line is not finite");
    }
    if (side != BIGHT_OVER && side != BIGHT_UNDER) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a line goes over or under");
    }
    return append(drawn, point, side, error);
}

static double end_of(const bight_drawn *drawn)
{
    return drawn->corners[drawn->count - 1].along;
}

// The place of the line at `along`; *side that of its leg. Walks from *leg, either way.
static bight_vec3 place_at(const bight_drawn *drawn, double along, int32_t *leg, bight_side *side)
{
    const corner *c = drawn->corners;
    while (*leg + 2 < drawn->count && c[*leg + 1].along < along) {
        (*leg)++;
    }
    while (*leg > 0 && c[*leg].along > along) {
        (*leg)--;
    }
    if (drawn->count == 1) {
        *side = c[0].side;
        return c[0].at;
    }
    const corner *a = &c[*leg], *b = a + 1;
    double length = b->along - a->along, t = length > 0.0 ? (along - a->along) / length : 1.0;
    *side = b->side;
    return v3_lerp(a->at, b->at, bi_min(bi_max(t, 0.0), 1.0));
}

void bight_drawn_cut(bight_drawn *drawn)
{
    bight_side side;
    bight_vec3 here = place_at(drawn, drawn->along, &drawn->leg, &side);
    if (drawn->leg + 1 < drawn->count) {
        drawn->count = drawn->leg + 2;
        drawn->corners[drawn->count - 1] = (corner){here, drawn->along, side};
    }
}

// ---- crossings ------------------------------------------------------------------------------------------

// How high the hand may be: at least `low` for what it crosses over, at most `high` for what it crosses under.
typedef struct bounds {
    double low, high;
    double nearest; // metres along the line to the crossing that is named
    bight_side side;
    int32_t rope, link;
} bounds;

// One place of the line, `off` metres from where the hand is.
typedef struct place {
    bight_vec3 at;
    double off;
    bight_side side;
} place;

// A strand within both radii and the gap R of a place asks for R above or below it there, less by the slope
// times the way until then.
static void look_at_link(const bight_drawn *drawn, const bi_rope *own, int32_t rope_index, int32_t link,
                         const place *here, bounds *b)
{
    const bi_rope *rope = &drawn->world->ropes[rope_index];
    const bight_vec3 *x = drawn->world->at + rope->first;
    bight_vec3 p = x[link], q = x[link + 1 < rope->count ? link + 1 : 0];
    bight_vec3 p2 = on_plane(drawn, p), way = v3_sub(on_plane(drawn, q), p2);
    double reach = (1.0 + drawn->def.clearance) * (own->radius + rope->radius);
    double length2 = v3_length_squared(way);
    double s = length2 > 0.0 ? v3_dot(v3_sub(here->at, p2), way) / length2 : 0.0;
    s = bi_min(bi_max(s, 0.0), 1.0);
    if (v3_distance(here->at, v3_madd(p2, s, way)) >= reach) {
        return;
    }
    double strand = height_of(drawn, v3_lerp(p, q, s)), ease = drawn->def.slope * fabs(here->off);
    if (here->side == BIGHT_OVER) {
        b->low = bi_max(b->low, strand + reach - ease);
    } else {
        b->high = bi_min(b->high, strand - reach + ease);
    }
    if (fabs(here->off) < b->nearest) {
        b->nearest = fabs(here->off);
        b->side = here->side;
        b->rope = rope_index;
        b->link = link;
    }
}

// The rope that follows the hand lies along the line behind it: links that near along the rope are never crossed.
static bool is_beside_hand(const bight_drawn *drawn, const bi_rope *rope, int32_t node, int32_t link)
{
    int32_t links = rope->closed ? rope->count : rope->count - 1;
    int32_t apart = link < node ? node - 1 - link : link - node;
    apart = rope->closed && links - apart < apart ? links - apart : apart;
    double reach = (1.0 + drawn->def.clearance) * 2.0 * rope->radius;
    return apart * rope->length <= BEHIND * rope->radius + reach + rope->length;
}

static bounds look(const bight_drawn *drawn, const bi_rope_hand *hand)
{
    const bight_world *world = drawn->world;
    const bi_rope *own = &world->ropes[hand->rope];
    bounds b = {.low = -HUGE_VAL, .high = HUGE_VAL, .nearest = HUGE_VAL, .rope = -1};

    // places of the line around the hand
    enum { MOST = 64 };
    place places[MOST];
    int32_t count = 0, leg = drawn->leg;
    double step = SPACING * own->radius, end = end_of(drawn);
    for (double off = -BEHIND * own->radius; off <= AHEAD * own->radius && count < MOST; off += step) {
        double along = drawn->along + off;
        if (along >= 0.0 && along <= end + step) {
            places[count].at = place_at(drawn, bi_min(along, end), &leg, &places[count].side);
            places[count].off = off;
            count++;
        }
    }

    // against all strands that are not the hand's own neighbours
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t links = !rope->alive ? 0 : rope->closed ? rope->count : rope->count - 1;
        double far = (AHEAD + BEHIND) * own->radius + rope->length + 11.0 * (own->radius + rope->radius);
        for (int32_t i = 0; i < links; i++) {
            if ((r == hand->rope && is_beside_hand(drawn, rope, hand->node, i)) ||
                v3_length_squared(v3_sub(on_plane(drawn, world->at[rope->first + i]), places[0].at)) >
                    far * far) {
                continue;
            }
            for (int32_t k = 0; k < count; k++) {
                look_at_link(drawn, own, r, i, &places[k], &b);
            }
        }
    }
    return b;
}

// ---- a step ---------------------------------------------------------------------------------------------

// The plane's height where it is allowed. Where a crossing over and one under ask for both, the nearer one counts.
static double height_wanted(const bounds *b)
{
    if (b->low > b->high) {
        return b->side == BIGHT_OVER ? b->low : b->high;
    }
    return bi_max(b->low, bi_min(b->high, 0.0));
}

bight_status bight_drawn_step(bight_drawn *drawn, bight_drawn_state *state)
{
    bight_hand_state hand;
    bight_drawn_state unused;
    state = state != NULL ? state : &unused;
    *state = (bight_drawn_state){0};
    if (bight_hand_get(drawn->world, drawn->hand, &hand) != BIGHT_OK) {
        return BIGHT_ERROR_STALE;
    }
    const bi_rope_hand *held = &drawn->world->hands[drawn->hand.index1 - 1];
    const bi_rope *rope = &drawn->world->ropes[held->rope];
    double pace = PACE * drawn->world->def.speed_limit * rope->radius;

    // a hand that is held back is waited for
    bounds b = look(drawn, held);
    double height = height_of(drawn, hand.position), wanted = height_wanted(&b), rise = wanted - height;
    bool late = v3_distance(hand.position, drawn->target) > pace;
    drawn->waiting = late ? drawn->waiting + 1 : 0;
    if (!late) {
        // first up or down, and on by what is left of the pace
        double up = bi_min(bi_max(rise, -pace), pace), on = sqrt(bi_max(pace * pace - up * up, 0.0));
        drawn->along = bi_min(drawn->along + (fabs(rise) > pace ? 0.0 : on), end_of(drawn));
        bight_side side;
        bight_vec3 at = place_at(drawn, drawn->along, &drawn->leg, &side);
        drawn->target = v3_madd(at, height + up, drawn->def.up);
    }
    *state = (bight_drawn_state){.left = end_of(drawn) - drawn->along,
                                 .height = height,
                                 .crossing = b.rope >= 0,
                                 .side = b.side,
                                 .link = b.link,
                                 .waiting = drawn->waiting};
    if (b.rope >= 0) {
        state->rope = (bight_rope_id){(uint32_t)b.rope + 1, drawn->world->ropes[b.rope].generation};
    }
    return bight_hand_set_target(drawn->world, drawn->hand, drawn->target);
}
