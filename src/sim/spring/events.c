// SPDX-License-Identifier: MIT

#include "sim/spring/events.h"

#include "core/assert.h"

#include <string.h>

// Part of an overlap that is taken back in one step.
#define PUSH 0.25

// Two balls come closer to each other when their distance shrinks by more than this, in sums of radii a step.
// What a collision leaves over by rounding is less.
#define APPROACH 1e-12

#define NEVER 2.0

void bi_events_free(const bight_allocator *allocator, bi_events *events)
{
    bi_free_array(allocator, events->balls, (size_t)events->ball_capacity, sizeof *events->balls);
    bi_free_array(allocator, events->pairs, (size_t)events->pair_capacity, sizeof *events->pairs);
    bi_free_array(allocator, events->neighbours, (size_t)events->neighbour_capacity,
                  sizeof *events->neighbours);
    bi_free_array(allocator, events->queue, (size_t)events->queue_capacity, sizeof *events->queue);
    bi_free_array(allocator, events->counts, (size_t)events->rope_capacity, sizeof *events->counts);
    *events = (bi_events){0};
}

size_t bi_events_bytes(const bi_events *events)
{
    return (size_t)events->ball_capacity * sizeof *events->balls +
           (size_t)events->pair_capacity * sizeof *events->pairs +
           (size_t)events->neighbour_capacity * sizeof *events->neighbours +
           (size_t)events->queue_capacity * sizeof *events->queue +
           (size_t)events->rope_capacity * sizeof *events->counts;
}

bight_status bi_events_start(const bight_allocator *allocator, bi_events *events, int32_t balls,
                             int32_t ropes)
{
    bight_status status =
        bi_reserve(allocator, &events->balls, &events->ball_capacity, balls, sizeof *events->balls);
    if (status == BIGHT_OK) {
        status =
            bi_reserve(allocator, &events->counts, &events->rope_capacity, ropes, sizeof *events->counts);
    }
    if (status == BIGHT_OK) {
        events->ball_count = balls;
        events->pair_count = events->queue_count = 0;
        memset(events->counts, 0, (size_t)ropes * sizeof *events->counts);
    }
    return status;
}

bight_status bi_events_pair(const bight_allocator *allocator, bi_events *events, int32_t a, int32_t b)
{
    BI_ASSERT(a != b && a >= 0 && b >= 0 && a < events->ball_count && b < events->ball_count);
    bight_status status = bi_reserve(allocator, &events->pairs, &events->pair_capacity,
                                     (int64_t)events->pair_count + 1, sizeof *events->pairs);
    if (status == BIGHT_OK) {
        events->pairs[events->pair_count++] = a < b ? (bi_ball_pair){a, b} : (bi_ball_pair){b, a};
    }
    return status;
}

// ---- the queue -------------------------------------------------------------------------------------------

// A total order: two predictions for one pair differ in their stamps, and then one of them is stale.
static bool before(const bi_event *x, const bi_event *y)
{
    if (x->time != y->time) {
        return x->time < y->time;
    }
    if (x->a != y->a) {
        return x->a < y->a;
    }
    if (x->b != y->b) {
        return x->b < y->b;
    }
    return x->stamp_a != y->stamp_a ? x->stamp_a < y->stamp_a : x->stamp_b < y->stamp_b;
}

static bight_status push(const bight_allocator *allocator, bi_events *events, bi_event event)
{
    bight_status status = bi_reserve(allocator, &events->queue, &events->queue_capacity,
                                     (int64_t)events->queue_count + 1, sizeof *events->queue);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_event *heap = events->queue;
    int32_t hole = events->queue_count++;
    while (hole > 0 && before(&event, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = event;
    return BIGHT_OK;
}

static bi_event pop(bi_events *events)
{
    BI_ASSERT(events->queue_count > 0);
    bi_event *heap = events->queue, first = heap[0], last = heap[--events->queue_count];
    int32_t hole = 0, count = events->queue_count;
    for (int32_t child = 1; child < count; child = 2 * hole + 1) {
        child += child + 1 < count && before(&heap[child + 1], &heap[child]);
        if (!before(&heap[child], &last)) {
            break;
        }
        heap[hole] = heap[child];
        hole = child;
    }
    if (count > 0) {
        heap[hole] = last;
    }
    return first;
}

// ---- prediction ------------------------------------------------------------------------------------------

static bight_vec3 place_at(const bi_ball *ball, double time)
{
    return v3_madd(ball->at, time - ball->time, ball->move);
}

// |x + t w| = R from the later of both balls' times on, x the difference of places and w of moves: of the two
// roots the earlier one, written so that nothing cancels.
double bi_ball_meeting(const bi_ball *a, const bi_ball *b)
{
    double start = bi_max(a->time, b->time), both = a->radius + b->radius;
    bight_vec3 x = v3_sub(place_at(b, start), place_at(a, start)), w = v3_sub(b->move, a->move);
    double squared = v3_length_squared(w), shrinking = -v3_dot(x, w),
           gap = v3_length_squared(x) - both * both;
    if (!(shrinking > APPROACH * both * both)) {
        return NEVER;
    }
    if (gap <= 0.0) {
        return start;
    }
    double root = shrinking * shrinking - squared * gap;
    if (root < 0.0) {
        return NEVER;
    }
    double time = start + gap / (shrinking + sqrt(root));
    return time <= 1.0 ? time : NEVER;
}

static bi_event_counts *counts_of(bi_events *events, const bi_ball *ball)
{
    return &events->counts[ball->rope];
}

static bight_status predict(const bight_allocator *allocator, bi_events *events, int32_t a, int32_t b,
                            bool secondary)
{
    bi_ball *first = &events->balls[a], *second = &events->balls[b];
    if (first->inverse + second->inverse == 0.0) {
        return BIGHT_OK; // nothing could deflect them
    }
    double time = bi_ball_meeting(first, second);
    if (!(time <= 1.0)) {
        return BIGHT_OK;
    }
    if (secondary) {
        counts_of(events, first)->secondary++;
        counts_of(events, second)->secondary += second->rope != first->rope;
    }
    bi_event event = a < b ? (bi_event){time, a, b, first->stamp, second->stamp}
                           : (bi_event){time, b, a, second->stamp, first->stamp};
    return push(allocator, events, event);
}

// ---- collision -------------------------------------------------------------------------------------------

static bight_vec3 line_of_centres(const bi_ball *a, const bi_ball *b)
{
    return v3_unit(v3_sub(b->at, a->at), v3(0, 1, 0));
}

// A quarter of the overlap ends in this step, shared as the masses would share an impulse.
static void push_apart(bi_events *events, bi_ball *a, bi_ball *b)
{
    double both = a->radius + b->radius, depth = both - v3_distance(a->at, b->at);
    double give = a->inverse + b->inverse;
    if (!(depth > 1e-9 * both) || give == 0.0) {
        return;
    }
    bight_vec3 push_b = v3_mul(PUSH * depth * b->inverse / give, line_of_centres(a, b));
    bight_vec3 push_a = v3_mul(-PUSH * depth * a->inverse / give, line_of_centres(a, b));
    a->pushed = v3_add(a->pushed, push_a);
    b->pushed = v3_add(b->pushed, push_b);
    counts_of(events, a)->overlaps++;
    counts_of(events, b)->overlaps += b->rope != a->rope;
}

static void deflect(bi_events *events, bi_ball *ball, bight_vec3 by)
{
    ball->stamp++;
    ball->move = v3_add(ball->move, by);
    if (ball->inverse > 0.0 && ++ball->hits >= BI_BALL_HARD) {
        ball->stopped = true;
        ball->kept = ball->move;
        ball->move = v3(0, 0, 0);
        ball->inverse = 0.0;
        counts_of(events, ball)->stopped++;
    }
}

// Mirtich's impulse (1996) for two spheres: along the line of centres n, of size (1 + e) m u with u the speed
// of approach and 1 / m = 1 / m_a + 1 / m_b.
static void collide(bi_events *events, bi_ball *a, bi_ball *b, double time)
{
    a->at = place_at(a, time);
    b->at = place_at(b, time);
    a->time = b->time = time;
    bight_vec3 n = line_of_centres(a, b);
    double approach = -v3_dot(v3_sub(b->move, a->move), n);
    bool soft = a->hits >= BI_BALL_SOFT || b->hits >= BI_BALL_SOFT;
    double restitution = soft ? 0.0 : bi_min(a->restitution, b->restitution);
    double impulse = (1.0 + restitution) * approach / (a->inverse + b->inverse);
    counts_of(events, a)->events++;
    counts_of(events, b)->events += b->rope != a->rope;
    double to_a = -impulse * a->inverse, to_b = impulse * b->inverse;
    deflect(events, a, v3_mul(to_a, n));
    deflect(events, b, v3_mul(to_b, n));
}

// ---- the step --------------------------------------------------------------------------------------------

// Lists of neighbours, by counting sort: balls keep where their own end, then begin.
static bight_status list_neighbours(const bight_allocator *allocator, bi_events *events)
{
    bight_status status = bi_reserve(allocator, &events->neighbours, &events->neighbour_capacity,
                                     2 * (int64_t)events->pair_count, sizeof *events->neighbours);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < events->ball_count; i++) {
        events->balls[i].neighbour = 0;
    }
    for (int32_t i = 0; i < events->pair_count; i++) {
        events->balls[events->pairs[i].a].neighbour++;
        events->balls[events->pairs[i].b].neighbour++;
    }
    int32_t end = 0;
    for (int32_t i = 0; i < events->ball_count; i++) {
        end += events->balls[i].neighbour;
        events->balls[i].neighbour = end;
    }
    for (int32_t i = events->pair_count - 1; i >= 0; i--) {
        bi_ball_pair pair = events->pairs[i];
        events->neighbours[--events->balls[pair.a].neighbour] = pair.b;
        events->neighbours[--events->balls[pair.b].neighbour] = pair.a;
    }
    return BIGHT_OK;
}

static bight_status predict_all(const bight_allocator *allocator, bi_events *events, int32_t ball,
                                int32_t except)
{
    int32_t end = ball + 1 < events->ball_count ? events->balls[ball + 1].neighbour : 2 * events->pair_count;
    bight_status status = BIGHT_OK;
    for (int32_t i = events->balls[ball].neighbour; i < end && status == BIGHT_OK; i++) {
        if (events->neighbours[i] != except) {
            status = predict(allocator, events, ball, events->neighbours[i], true);
        }
    }
    return status;
}

bight_status bi_events_run(const bight_allocator *allocator, bi_events *events, bi_event *log,
                           int32_t log_room, int32_t *log_count)
{
    bight_status status = list_neighbours(allocator, events);

    // overlaps at the beginning
    for (int32_t i = 0; i < events->pair_count; i++) {
        push_apart(events, &events->balls[events->pairs[i].a], &events->balls[events->pairs[i].b]);
    }
    for (int32_t i = 0; i < events->ball_count; i++) {
        events->balls[i].move = v3_add(events->balls[i].move, events->balls[i].pushed);
    }

    // first predictions
    for (int32_t i = 0; i < events->pair_count && status == BIGHT_OK; i++) {
        status = predict(allocator, events, events->pairs[i].a, events->pairs[i].b, false);
    }

    // earliest first; a prediction is stale when a ball was deflected since
    int32_t logged = 0;
    while (events->queue_count > 0 && status == BIGHT_OK) {
        bi_event event = pop(events);
        bi_ball *a = &events->balls[event.a], *b = &events->balls[event.b];
        if (event.stamp_a != a->stamp || event.stamp_b != b->stamp) {
            counts_of(events, a)->stale++;
            counts_of(events, b)->stale += b->rope != a->rope;
            continue;
        }

        // both move differently now: predict what they meet next
        collide(events, a, b, event.time);
        if (log != NULL && logged < log_room) {
            log[logged++] = event;
        }
        status = predict_all(allocator, events, event.a, -1);
        if (status == BIGHT_OK) {
            status = predict_all(allocator, events, event.b, event.a);
        }
    }

    // straight on to the end of the step
    if (log_count != NULL) {
        *log_count = logged;
    }
    for (int32_t i = 0; i < events->ball_count && status == BIGHT_OK; i++) {
        bi_ball *ball = &events->balls[i];
        ball->at = place_at(ball, 1.0);
        ball->time = 1.0;
    }
    return status;
}
