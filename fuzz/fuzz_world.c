// SPDX-License-Identifier: MIT
// Any bytes as a program of calls on a world of ropes: ids of things that are gone or never were, numbers out
// of range, memory that runs out in the middle. Refused calls change nothing, positions stay finite, closed
// ropes stay linked as they were, and all memory comes back.

#include "bench/oracle.h"
#include "bight/sheet.h"
#include "bight/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_IDS = 24, MOST_NODES = 14, MOST_ROPES = 6, MOST_STEPS = 200, MOST_CALLS = 400 };

typedef struct memory {
    int64_t held, left; // bytes out; requests that are still granted, below 0 for all
} memory;

typedef struct program {
    const uint8_t *at, *end;
    memory memory;
    bight_world *world;
    bight_rope_id ropes[MOST_IDS];
    bight_obstacle_id obstacles[MOST_IDS];
    bight_sheet_id sheets[MOST_IDS];
    bight_hand_id hands[MOST_IDS];
    bool rope_alive[MOST_IDS], obstacle_alive[MOST_IDS], sheet_alive[MOST_IDS], hand_alive[MOST_IDS];
    int32_t rope_of[MOST_IDS]; // of a hand
    int32_t rope_count, obstacle_count, sheet_count, hand_count, steps;
    double linking[MOST_IDS][MOST_IDS];
} program;

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

// ---- bytes ------------------------------------------------------------------------------------------

static uint8_t byte(program *p)
{
    return p->at < p->end ? *p->at++ : 0;
}

// Mostly small numbers, now and then one that nobody should give.
static double number(program *p)
{
    uint8_t b = byte(p);
    static const double odd[8] = {0.0, -1.0, 1e300, -1e18, 1e-300, 1e9, (double)NAN, (double)INFINITY};
    return b >= 248 ? odd[b - 248] : ((double)b - 124.0) / 16.0;
}

static double positive(program *p)
{
    uint8_t b = byte(p);
    return b >= 250 ? number(p) : ((double)b + 1.0) / 64.0;
}

static bight_vec3 point(program *p)
{
    double x = number(p), y = number(p), z = number(p);
    return (bight_vec3){x, y, z};
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    memory *m = user;
    if (new_size == 0) {
        m->held -= (int64_t)old_size;
        free(old);
        return NULL;
    }
    if (m->left == 0 || new_size > (size_t)64 << 20) {
        return NULL;
    }
    m->left -= m->left > 0;
    void *fresh = realloc(old, new_size);
    m->held += fresh != NULL ? (int64_t)new_size - (int64_t)old_size : 0;
    return fresh;
}

// Which of the ids so far, or one that never was.
static int32_t pick(program *p, int32_t count)
{
    uint8_t b = byte(p);
    return count == 0 || b == 255 ? MOST_IDS - 1 : b % count;
}

// ---- making and removing ----------------------------------------------------------------------------

static double linking(const program *p, int32_t i, int32_t k)
{
    bight_curve a = bight_rope_curve(p->world, p->ropes[i]), b = bight_rope_curve(p->world, p->ropes[k]);
    bool both = a.points != NULL && b.points != NULL && a.closed && b.closed;
    return both ? oracle_gauss_linking(a, b) : 0.0;
}

static void make_rope(program *p)
{
    bight_vec3 at[MOST_NODES];
    bight_rope_def def = bight_rope_def_default();
    uint8_t kind = byte(p);
    int32_t count = 2 + byte(p) % (MOST_NODES - 2), alive = 0;
    for (int32_t i = 0; i < p->rope_count; i++) {
        alive += p->rope_alive[i];
    }
    if (p->rope_count == MOST_IDS - 1 || alive == MOST_ROPES) {
        return;
    }
    bight_vec3 start = point(p), way = point(p);
    bool ring = (kind & 4) != 0, raw = (kind & 8) != 0;
    double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z),
           around = 0.5 / sin(3.141592653589793 / count);
    for (int32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count, c = around * cos(angle), s = around * sin(angle);
        at[i] = raw    ? point(p)
                : ring ? (bight_vec3){start.x + c, start.y + (kind & 16 ? s : 0.0),
                                      start.z + (kind & 16 ? 0.0 : s)}
                       : (bight_vec3){start.x + way.x / length * i, start.y + way.y / length * i,
                                      start.z + way.z / length * i};
    }
    def.curve = (bight_curve){at, count, ring};
    def.radius = positive(p);
    def.link_length = kind & 32 ? positive(p) : 0.0;
    def.model = (bight_rope_model)(kind % 4);
    uint64_t before = bight_world_hash(p->world);
    bight_error error = {0};
    bight_rope_id id;
    bight_status status = bight_rope_create(p->world, &def, &id, &error);
    check((status == BIGHT_OK) == (id.index1 != 0));
    if (status != BIGHT_OK) {
        check(error.message[0] != '\0' && bight_world_hash(p->world) == before);
        return;
    }
    p->ropes[p->rope_count] = id;
    p->rope_alive[p->rope_count++] = true;
    for (int32_t i = 0; i < p->rope_count; i++) {
        p->linking[i][p->rope_count - 1] = linking(p, i, p->rope_count - 1);
    }
}

static void make_obstacle(program *p)
{
    static const bight_vec3 corner[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const int32_t triangle[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                         2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    bight_obstacle_def def = bight_obstacle_def_default();
    uint8_t kind = byte(p);
    def.kind = (bight_shape_kind)(kind % 6);
    def.size.x = positive(p);
    def.size.y = positive(p);
    def.size.z = positive(p);
    def.pose.position = point(p);
    def.pose.rotation[kind % 4] = number(p);
    bight_vec3 points[6];
    int32_t triangles[24];
    for (int32_t i = 0; i < 6; i++) {
        points[i] =
            (bight_vec3){corner[i].x * def.size.x, corner[i].y * def.size.y, corner[i].z * def.size.z};
    }
    memcpy(triangles, triangle, sizeof triangles);
    if (kind & 64) {
        triangles[byte(p) % 24] = (int8_t)byte(p);
    }
    def.points = points;
    def.point_count = 6;
    def.triangles = triangles;
    def.triangle_count = kind & 128 ? 7 : 8;
    if (p->obstacle_count == MOST_IDS - 1) {
        return;
    }
    uint64_t before = bight_world_hash(p->world);
    bight_error error = {0};
    bight_obstacle_id id;
    bight_status status = bight_obstacle_create(p->world, &def, &id, &error);
    check((status == BIGHT_OK) == (id.index1 != 0));
    if (status != BIGHT_OK) {
        check(error.message[0] != '\0' && bight_world_hash(p->world) == before);
        return;
    }
    p->obstacles[p->obstacle_count] = id;
    p->obstacle_alive[p->obstacle_count++] = true;
}

static void make_sheet(program *p)
{
    bight_vec3 points[9];
    int32_t triangles[24], count = 0;
    bight_vec3 start = point(p);
    double step = positive(p);
    for (int32_t i = 0; i < 9; i++) {
        points[i] = (bight_vec3){start.x + step * (double)(i % 3), start.y + number(p) / 16.0,
                                 start.z + step * (double)(i / 3)};
    }
    for (int32_t i = 0; i < 4; i++) {
        int32_t low = i % 2 + 3 * (i / 2), quad[6] = {low, low + 1, low + 4, low, low + 4, low + 3};
        memcpy(triangles + count, quad, sizeof quad);
        count += 6;
    }
    bight_sheet_def def = bight_sheet_def_default();
    def.points = points;
    def.triangles = triangles;
    def.point_count = 9;
    def.triangle_count = 8;
    def.margin = positive(p) / 64.0;
    def.slip = byte(p) & 1 ? -1.0 : 0.01;
    if (p->sheet_count == MOST_IDS - 1) {
        return;
    }
    uint64_t before = bight_world_hash(p->world);
    bight_error error = {0};
    bight_sheet_id id;
    bight_status status = bight_sheet_create(p->world, &def, &id, &error);
    check((status == BIGHT_OK) == (id.index1 != 0));
    if (status != BIGHT_OK) {
        check(error.message[0] != '\0' && bight_world_hash(p->world) == before);
        return;
    }
    p->sheets[p->sheet_count] = id;
    p->sheet_alive[p->sheet_count++] = true;
}

static void remove_thing(program *p)
{
    uint8_t kind = byte(p) % 4;
    if (kind == 0) {
        int32_t i = pick(p, p->rope_count);
        check(bight_rope_destroy(p->world, p->ropes[i]) == p->rope_alive[i]);
        p->rope_alive[i] = false;
        check(bight_rope_curve(p->world, p->ropes[i]).points == NULL);
        for (int32_t k = 0; k < p->hand_count; k++) {
            p->hand_alive[k] = p->hand_alive[k] && p->rope_of[k] != i;
        }
    } else if (kind == 1) {
        int32_t i = pick(p, p->obstacle_count);
        check(bight_obstacle_destroy(p->world, p->obstacles[i]) == p->obstacle_alive[i]);
        p->obstacle_alive[i] = false;
    } else if (kind == 2) {
        int32_t i = pick(p, p->sheet_count);
        check(bight_sheet_destroy(p->world, p->sheets[i]) == p->sheet_alive[i]);
        p->sheet_alive[i] = false;
    } else {
        int32_t i = pick(p, p->hand_count);
        check(bight_hand_release(p->world, p->hands[i]) == p->hand_alive[i]);
        p->hand_alive[i] = false;
    }
}

// ---- leading ----------------------------------------------------------------------------------------

static void grasp(program *p)
{
    int32_t i = pick(p, p->rope_count);
    int32_t node = (int8_t)byte(p) % 16;
    bight_hand_id id;
    bight_error error = {0};
    if (p->hand_count == MOST_IDS - 1) {
        return;
    }
    bight_status status = bight_hand_grasp(p->world, p->ropes[i], node, &id, &error);
    check((status == BIGHT_OK) == (id.index1 != 0) && (status == BIGHT_ERROR_STALE) == !p->rope_alive[i]);
    if (status == BIGHT_OK) {
        p->hands[p->hand_count] = id;
        p->rope_of[p->hand_count] = i;
        p->hand_alive[p->hand_count++] = true;
    }
}

static void lead(program *p)
{
    uint8_t kind = byte(p) % 3;
    if (kind == 0) {
        int32_t i = pick(p, p->hand_count);
        bight_hand_state state;
        bight_status status = bight_hand_set_target(p->world, p->hands[i], point(p));
        check((status == BIGHT_ERROR_STALE) == !p->hand_alive[i]);
        check((bight_hand_get(p->world, p->hands[i], &state) == BIGHT_OK) == p->hand_alive[i]);
    } else if (kind == 1) {
        int32_t i = pick(p, p->obstacle_count);
        bight_pose pose = {.position = point(p), .rotation = {0, 0, 0, 1}};
        pose.rotation[byte(p) % 3] = number(p);
        bight_status status = bight_obstacle_set_target(p->world, p->obstacles[i], pose);
        check((status == BIGHT_ERROR_STALE) == !p->obstacle_alive[i]);
        check((bight_obstacle_get(p->world, p->obstacles[i], &pose, NULL) == BIGHT_OK) ==
              p->obstacle_alive[i]);
    } else {
        int32_t i = pick(p, p->sheet_count), count;
        bight_vec3 moved[9];
        bight_vec3 by = point(p);
        const bight_vec3 *points = bight_sheet_points(p->world, p->sheets[i], &count);
        check((points != NULL) == p->sheet_alive[i] && count == (points != NULL ? 9 : 0));
        for (int32_t k = 0; k < 9; k++) {
            bight_vec3 from = k < count ? points[k] : by;
            moved[k] = (bight_vec3){from.x + by.x / 64.0, from.y + by.y / 64.0, from.z + by.z / 64.0};
        }
        uint64_t before = bight_world_hash(p->world);
        bight_status status = bight_sheet_move(p->world, p->sheets[i], moved, NULL);
        check((status == BIGHT_ERROR_STALE) == !p->sheet_alive[i]);
        check(status == BIGHT_OK || bight_world_hash(p->world) == before);
    }
}

static void load(program *p)
{
    int32_t i = pick(p, p->rope_count), count = bight_rope_curve(p->world, p->ropes[i]).count;
    bight_vec3 force = point(p), all[512];
    for (int32_t k = 0; k < 512; k++) {
        all[k] = force;
    }
    uint8_t kind = byte(p) % 3;
    bight_status status;
    if (kind == 0) {
        int32_t given = byte(p) % 8 == 0 ? count + 1 : count;
        status = given <= 512 ? bight_rope_set_load(p->world, p->ropes[i], all, given, NULL) : BIGHT_OK;
        check(given > 512 || (status == BIGHT_ERROR_STALE) == !p->rope_alive[i]);
    } else if (kind == 1) {
        status = bight_rope_pull(p->world, p->ropes[i], i % 3, positive(p), force, NULL);
        check((status == BIGHT_ERROR_STALE) == !p->rope_alive[i]);
    } else {
        int32_t nodes[2] = {byte(p) % 16, i};
        status = bight_rope_set_targets(p->world, p->ropes[i], nodes, all, NULL, byte(p) % 3, NULL);
        check((status == BIGHT_ERROR_STALE) == !p->rope_alive[i]);
    }
}

static void set(program *p)
{
    bight_world_def def = bight_world_get_def(p->world);
    uint8_t kind = byte(p);
    def.slip = kind & 1 ? positive(p) / 8.0 : def.slip;
    def.speed_limit = kind & 2 ? positive(p) : def.speed_limit;
    def.stretch_limit = kind & 4 ? 1.0 + positive(p) / 8.0 : def.stretch_limit;
    if (kind & 8) {
        bight_vec3 down = point(p);
        def.gravity = (bight_vec3){down.x / 64.0, down.y / 64.0, down.z / 64.0};
    }
    uint64_t before = bight_world_hash(p->world);
    check(bight_world_set_def(p->world, &def, NULL) == BIGHT_OK || bight_world_hash(p->world) == before);
}

// ---- stepping ---------------------------------------------------------------------------------------

static void look(const program *p)
{
    for (int32_t i = 0; i < p->rope_count; i++) {
        bight_curve curve = bight_rope_curve(p->world, p->ropes[i]);
        check((curve.points != NULL) == p->rope_alive[i]);
        for (int32_t k = 0; k < curve.count; k++) {
            bight_vec3 x = curve.points[k];
            check(isfinite(x.x) && isfinite(x.y) && isfinite(x.z));
        }
        for (int32_t k = i + 1; k < p->rope_count; k++) {
            bool both = p->rope_alive[i] && p->rope_alive[k];
            check(!both || !(fabs(linking(p, i, k) - p->linking[i][k]) > 0.5));
        }
    }
}

static void step(program *p)
{
    bool spring = false;
    for (int32_t i = 0; i < p->rope_count; i++) {
        spring = spring || bight_rope_get_model(p->world, p->ropes[i]) == BIGHT_MODEL_SPRING;
    }
    for (int32_t times = 1 + byte(p) % 8; times > 0 && p->steps < MOST_STEPS; times--, p->steps++) {
        bight_step_report report;
        uint64_t before = bight_world_hash(p->world);
        bight_status status = bight_world_step(p->world, &report);
        check(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY || status == BIGHT_ERROR_DIVERGED);

        // points of springs that were made before it failed stay
        check(status == BIGHT_OK || spring || bight_world_hash(p->world) == before);
        check(status != BIGHT_ERROR_NO_MEMORY || p->memory.left == 0);
        look(p);
        bight_world_worst worst = bight_world_get_worst(p->world);
        check(isfinite(worst.stretch) && isfinite(worst.motion) && worst.gap >= 0.0);
    }
}

static bool run(program *p)
{
    switch (byte(p) % 12) {
    case 0:
    case 1:
        make_rope(p);
        break;
    case 2:
        make_obstacle(p);
        break;
    case 3:
        make_sheet(p);
        break;
    case 4:
        remove_thing(p);
        break;
    case 5:
        grasp(p);
        break;
    case 6:
    case 7:
        lead(p);
        break;
    case 8:
        load(p);
        break;
    case 9:
        set(p);
        break;
    case 10:
        // so many requests more, or as many as one likes
        p->memory.left = (int64_t)byte(p) - 1;
        p->memory.left = p->memory.left > 40 ? -1 : p->memory.left;
        break;
    default:
        step(p);
        break;
    }
    return p->at < p->end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static program p;
    memset(&p, 0, sizeof p);
    p.at = data;
    p.end = data + size;
    p.memory.left = -1;
    bight_world_def def = bight_world_def_default();
    def.env.allocator = (bight_allocator){resize, &p.memory};
    check(bight_world_create(&def, &p.world, NULL) == BIGHT_OK);
    p.ropes[MOST_IDS - 1] = (bight_rope_id){3, 9};
    p.obstacles[MOST_IDS - 1] = (bight_obstacle_id){0, 0};
    p.sheets[MOST_IDS - 1] = (bight_sheet_id){1, 77};
    p.hands[MOST_IDS - 1] = (bight_hand_id){4000000000u, 1};
    for (int32_t calls = 0; calls < MOST_CALLS && run(&p); calls++) {
    }
    check(bight_world_memory(p.world) <= (size_t)p.memory.held);
    bight_world_destroy(p.world);
    check(p.memory.held == 0);
    return 0;
}
