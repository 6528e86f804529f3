// SPDX-License-Identifier: MIT
// Programs of calls on a world of cloth, with ropes or without: sheets, obstacles, cords, seams, hands,
// pins, steps, stale ids, an allocator that fails. What must hold after each call: places are finite, ids of
// nothing are refused, a step that is certified leaves no edge through a face (the exact test, on all pairs),
// and in the end no byte is held.

#include "bight/couple.h"
#include "cloth/world.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHEETS = 5, MOST_THINGS = 4, MOST_VERTICES = 150, MOST_STEPS = 16, MOST_CALLS = 60 };

typedef struct memory {
    int64_t held, left; // bytes; allocations until one fails, below 0: none does
} memory;

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    memory *m = user;
    if (new_size > old_size && m->left >= 0 && m->left-- == 0) {
        return NULL;
    }
    if (new_size == 0) {
        m->held -= (int64_t)old_size;
        free(old);
        return NULL;
    }
    void *made = realloc(old, new_size);
    m->held += made != NULL ? (int64_t)new_size - (int64_t)old_size : 0;
    return made;
}

typedef struct program {
    const uint8_t *at, *end;
    memory memory;
    bight_world *ropes;
    bight_cloth_world *cloth;
    bight_couple *couple;
    bight_cloth_id sheets[MOST_SHEETS];
    bight_cloth_hand_id hands[MOST_THINGS];
    bight_cloth_obstacle_id obstacles[MOST_THINGS];
    bight_cloth_cord_id cords[MOST_THINGS];
    bight_rope_id rope;
    int32_t vertices[MOST_SHEETS], sheet_count, vertex_count, steps;
} program;

static uint8_t take(program *p)
{
    return p->at < p->end ? *p->at++ : 0;
}

static double take_length(program *p)
{
    return 0.0005 * (double)((int32_t)take(p) - 128);
}

static bight_vec3 take_place(program *p)
{
    double x = take_length(p), y = take_length(p), z = take_length(p);
    return v3(x, y, z);
}

static bight_pose take_pose(program *p)
{
    bight_pose pose = {take_place(p), {0, 0, 0, 1}};
    for (int32_t k = 0; k < 4; k++) {
        pose.rotation[k] += k < 3 ? 10.0 * take_length(p) : 0.0;
    }
    return pose;
}

static void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

// ---- judges ---------------------------------------------------------------------------------------------

static void check_finite(const program *p)
{
    for (int32_t i = 0; i < p->cloth->vertex_count; i++) {
        must(v3_is_finite(p->cloth->at[i]));
    }
}

static bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * (size_t)e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * (size_t)t;
            bool bodies = (world->flags[v[0]] & world->flags[w[0]] & BI_BODY) != 0;
            if (bodies || has(w, v[0]) || has(w, v[1]) ||
                (world->topology.surface.owned[t] & BI_FOLDED) != 0) {
                continue;
            }
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            count += bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

// An edge of folded triangles alone is no surface: its crossings are not counted by the world either.
static void check_step(const program *p, const bight_cloth_report *report)
{
    must(!report->rolled_back);
    if (report->certified && p->cloth->topology.built && p->cloth->sheets.triangle_count > 0) {
        must(report->intersections == 0 && count_crossings(p->cloth) == 0);
    }
}

// ---- calls ----------------------------------------------------------------------------------------------

static void add_sheet(program *p)
{
    int32_t columns = 2 + take(p) % 4, rows = 2 + take(p) % 4, lie = take(p), count = columns * rows;
    bight_vec3 origin = take_place(p), at[25];
    double shake = take(p) % 4 == 0 ? 0.002 : 0.0;
    int32_t triangles[3 * 2 * 16], *t = triangles;
    if (p->sheet_count == MOST_SHEETS || p->vertex_count + count > MOST_VERTICES) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        double u = 0.01 * (i % columns), v = 0.01 * (i / columns);
        bight_vec3 q = lie % 3 == 0 ? v3(u, 0, v) : lie % 3 == 1 ? v3(u, v, 0) : v3(0.3 * u, u, v);
        q = shake > 0.0 ? v3_madd(q, shake / 0.064, take_place(p)) : q;
        at[i] = v3_add(origin, q);
        if (i % columns + 1 < columns && i / columns + 1 < rows) {
            const int32_t two[6] = {i, i + columns, i + 1, i + 1, i + columns, i + columns + 1};
            memcpy(t, two, sizeof two);
            t += 6;
        }
    }
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = at;
    def.triangles = triangles;
    def.vertex_count = count;
    def.triangle_count = (int32_t)(t - triangles) / 3;
    bight_cloth_id id;
    if (bight_cloth_create(p->cloth, &def, &id, NULL) == BIGHT_OK) {
        p->vertices[p->sheet_count] = count;
        p->sheets[p->sheet_count++] = id;
        p->vertex_count += count;
    } else {
        must(id.index1 == 0);
    }
}

static void add_obstacle(program *p)
{
    static const bight_vec3 points[4] = {
        {0.0, 0.012, 0.0}, {0.015, -0.01, 0.0}, {-0.01, -0.01, 0.012}, {-0.01, -0.01, -0.012}};
    static const int32_t triangles[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    int32_t slot = take(p) % MOST_THINGS;
    def.kind = (bight_shape_kind)(take(p) % 6);
    def.size = v3(0.001 * take(p), 0.0003 * take(p), 0.001 * take(p));
    def.pose = take_pose(p);
    def.points = points;
    def.triangles = triangles;
    def.point_count = 4;
    def.triangle_count = 4;
    bight_cloth_obstacle_id id;
    if (p->couple == NULL && p->cloth->obstacles.count < 6 &&
        bight_cloth_obstacle_create(p->cloth, &def, &id, NULL) == BIGHT_OK) {
        p->obstacles[slot] = id;
    }
}

static int32_t take_points(program *p, bight_vec3 points[6])
{
    int32_t count = take(p) % 7;
    bight_vec3 from = take_place(p), step = v3_mul(0.2, take_place(p));
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_madd(from, i, step);
    }
    return count;
}

static void add_cord(program *p)
{
    bight_vec3 points[6];
    bight_cloth_cord_def def = bight_cloth_cord_def_default();
    int32_t slot = take(p) % MOST_THINGS;
    def.count = take_points(p, points);
    def.points = points;
    def.closed = take(p) % 4 == 0;
    def.radius = 0.0001 * take(p);
    bight_cloth_cord_id id;
    if (bight_cloth_cord_create(p->cloth, &def, &id, NULL) == BIGHT_OK) {
        bight_cloth_cord_destroy(p->cloth, p->cords[slot]);
        p->cords[slot] = id;
    }
}

static void move_cord(program *p)
{
    bight_vec3 points[6];
    int32_t slot = take(p) % MOST_THINGS, count = take_points(p, points);
    bight_cloth_cord_move(p->cloth, p->cords[slot], points, count, NULL);
}

static int32_t take_sheet(program *p)
{
    return take(p) % MOST_SHEETS;
}

static void sew(program *p)
{
    int32_t a = take_sheet(p), b = take_sheet(p), v = take(p) % 25, w = take(p) % 25;
    bight_cloth_sew(p->cloth, p->sheets[a], v, p->sheets[b], w, (double)take(p), NULL);
}

static void put(program *p)
{
    int32_t sheet = take_sheet(p), other = take_sheet(p), count, others;
    const bight_vec3 *now = bight_cloth_positions(p->cloth, p->sheets[sheet], &count);
    const bight_vec3 *there = bight_cloth_positions(p->cloth, p->sheets[other], &others);
    bight_vec3 at[25], by = take_place(p);
    bool same = take(p) % 2 == 0;
    for (int32_t i = 0; i < count; i++) {
        at[i] = same && i < others ? there[i] : v3_add(now[i], v3_mul(0.2, by));
    }
    if (now != NULL) {
        bight_cloth_set_positions(p->cloth, p->sheets[sheet], at, NULL);
    }
}

static void set_def(program *p)
{
    bight_cloth_world_def def = bight_cloth_world_get_def(p->cloth);
    def.thickness = 1e-4 * take(p);
    def.friction = 0.01 * take(p);
    def.inertia = take(p) / 255.0;
    def.newton_iterations = take(p) % 4;
    def.reach = take(p) % 3;
    def.gravity = v3_mul(200.0, take_place(p));
    bight_cloth_world_set_def(p->cloth, &def, NULL);
}

static bool stop(void *user)
{
    program *p = user;
    return ++p->steps >= MOST_STEPS;
}

static void settle(program *p)
{
    bight_cloth_settle_report report;
    bight_status status = bight_cloth_world_settle(p->cloth, 1 + take(p) % 6, stop, p, &report);
    must(status == BIGHT_OK || status == BIGHT_ERROR_STOPPED || status == BIGHT_ERROR_NO_MEMORY ||
         status == BIGHT_ERROR_TOO_LARGE);
    must(status != BIGHT_OK || report.outcome != BIGHT_CLOTH_SETTLED || report.intersections == 0);
}

static void step(program *p)
{
    for (int32_t i = take(p) % 4; i >= 0 && p->steps < MOST_STEPS; i--) {
        bight_cloth_report report;
        p->steps++;
        bight_status status = p->couple != NULL ? bight_couple_step(p->couple, NULL, &report)
                                                : bight_cloth_world_step(p->cloth, &report);
        if (status == BIGHT_OK) {
            check_step(p, &report);
        }
        check_finite(p);
    }
}

static void stale(program *p)
{
    uint32_t index = 1 + take(p) % 5u, generation = 200u + take(p);
    bight_cloth_hand_state state;
    int32_t count;
    must(bight_cloth_positions(p->cloth, (bight_cloth_id){index, generation}, &count) == NULL && count == 0);
    must(bight_cloth_pin(p->cloth, (bight_cloth_id){index, generation}, 0, true, NULL) == BIGHT_ERROR_STALE);
    must(!bight_cloth_release(p->cloth, (bight_cloth_hand_id){index, generation}));
    must(bight_cloth_hand_get(p->cloth, (bight_cloth_hand_id){index, generation}, &state) != BIGHT_OK);
    must(!bight_cloth_cord_destroy(p->cloth, (bight_cloth_cord_id){index, generation}));
    must(bight_cloth_obstacle_get(p->cloth, (bight_cloth_obstacle_id){index, generation}, NULL, NULL) ==
         BIGHT_ERROR_STALE);
}

static void tie(program *p)
{
    bight_vec3 points[6];
    bight_rope_def rope = bight_rope_def_default();
    rope.curve = (bight_curve){points, take_points(p, points), false};
    rope.radius = 1e-5 * take(p);
    rope.model = take(p) % 3 == 0 ? BIGHT_MODEL_PROJECTION : BIGHT_MODEL_FTL;
    if (p->couple != NULL) {
        bight_couple_destroy(p->couple);
        p->couple = NULL;
        return;
    }
    bight_rope_destroy(p->ropes, p->rope);
    bight_rope_create(p->ropes, &rope, &p->rope, NULL);
    bight_couple_def def = bight_couple_def_default();
    if (bight_couple_create(p->ropes, p->cloth, &def, &p->couple, NULL) != BIGHT_OK) {
        must(p->couple == NULL);
    }
}

static void call(program *p)
{
    int32_t slot;
    switch (take(p) % 18) {
    case 0:
    case 1:
        add_sheet(p);
        break;
    case 2:
        add_obstacle(p);
        break;
    case 3:
        add_cord(p);
        break;
    case 4:
        move_cord(p);
        break;
    case 5:
        bight_cloth_cord_destroy(p->cloth, p->cords[take(p) % MOST_THINGS]);
        break;
    case 6:
        sew(p);
        break;
    case 7: {
        bight_cloth_hand_id id;
        slot = take(p) % MOST_THINGS;
        int32_t sheet = take_sheet(p);
        if (bight_cloth_grasp(p->cloth, p->sheets[sheet], take(p) % 25, &id, NULL) == BIGHT_OK) {
            bight_cloth_release(p->cloth, p->hands[slot]);
            p->hands[slot] = id;
        }
        break;
    }
    case 8:
        slot = take(p) % MOST_THINGS;
        bight_cloth_hand_set_target(p->cloth, p->hands[slot], take_place(p));
        break;
    case 9:
        slot = take_sheet(p);
        bight_cloth_pin(p->cloth, p->sheets[slot], take(p) % 25, take(p) % 3 != 0, NULL);
        break;
    case 10:
        put(p);
        break;
    case 11:
        slot = take(p) % MOST_THINGS;
        bight_cloth_obstacle_set_target(p->cloth, p->obstacles[slot], take_pose(p));
        break;
    case 12:
        set_def(p);
        break;
    case 13:
        settle(p);
        break;
    case 14:
        stale(p);
        bight_cloth_release(p->cloth, p->hands[take(p) % MOST_THINGS]);
        break;
    case 15:
        tie(p);
        break;
    default:
        step(p);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    program p = {.at = data, .end = data + size, .memory = {0, -1}};
    bight_cloth_world_def cloth = bight_cloth_world_def_default();
    bight_world_def ropes = bight_world_def_default();
    cloth.env.allocator = ropes.env.allocator = (bight_allocator){resize, &p.memory};
    cloth.inertia = take(&p) % 2;
    must(bight_cloth_world_create(&cloth, &p.cloth, NULL) == BIGHT_OK);
    must(bight_world_create(&ropes, &p.ropes, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < MOST_CALLS && p.at < p.end && p.steps < MOST_STEPS; i++) {
        uint8_t fails = take(&p);
        p.memory.left = fails >= 224 ? 3 * (fails - 224) : -1;
        call(&p);
        p.memory.left = -1;
        check_finite(&p);
        must(bight_cloth_world_hash(p.cloth) == bight_cloth_world_hash(p.cloth));
    }
    bight_couple_destroy(p.couple);
    bight_cloth_world_destroy(p.cloth);
    bight_world_destroy(p.ropes);
    must(p.memory.held == 0);
    return 0;
}
