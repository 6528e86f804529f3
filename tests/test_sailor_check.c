// SPDX-License-Identifier: MIT
// A knot of the book with one crossing turned: the crossing that is found wrong is that one, or turning what is found mends it.

#include "book.h"
#include "everyday.h"
#include "play/holding.h"

#include <stdio.h>
#include <stdlib.h>

#define SEED UINT64_C(20261130)
#define EVERY LESS_WHEN_CHECKED(2, 12)
#define NARROW 1e-3

typedef struct turned {
    bight_vec3 points[DRESSED_POINTS];
    bight_curve ropes[2];
    bight_sailor_setting setting;
    bight_vec3 where;
} turned;

typedef struct judge {
    const char *name;
    int32_t cases, right, same_place, mended, none;
    bight_knot_workspace *space;
    dressed *d;
    turned *t, *u;
    uint64_t state;
    bool done;
} judge;

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bight_vec3 sum(bight_vec3 a, double s, bight_vec3 b)
{
    return (bight_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

// A crossing of the picture seen along `eye`: where on an edge of a rope, and how far that is above the other strand.
typedef struct crossing {
    int32_t rope, edge;
    double at, gap;
    bight_vec3 where;
} crossing;

static bool cross(const bight_vec3 p[2], const bight_vec3 q[2], bight_vec3 eye, crossing *c)
{
    bight_vec3 u = fabs(eye.x) < 0.7 ? (bight_vec3){0.0, -eye.z, eye.y} : (bight_vec3){eye.z, 0.0, -eye.x};
    bight_vec3 v = {eye.y * u.z - eye.z * u.y, eye.z * u.x - eye.x * u.z, eye.x * u.y - eye.y * u.x};
    bight_vec3 d = sum(p[1], -1.0, p[0]), e = sum(q[1], -1.0, q[0]), r = sum(q[0], -1.0, p[0]);
    double area = dot(d, u) * dot(e, v) - dot(d, v) * dot(e, u);
    double a = (dot(r, u) * dot(e, v) - dot(r, v) * dot(e, u)) / area;
    double b = (dot(r, u) * dot(d, v) - dot(r, v) * dot(d, u)) / area;
    c->at = a;
    c->where = sum(p[0], a, d);
    c->gap = dot(c->where, eye) - dot(sum(q[0], b, e), eye);
    return a > 0.0 && a < 1.0 && b > 0.0 && b < 1.0;
}

#define MOST 300
typedef struct crossings {
    crossing at[MOST];
    int32_t count;
} crossings;

static void find_with(crossings *all, const bight_sailor_setting *s, int32_t rope, const bight_vec3 q[2],
                      bight_vec3 eye, int32_t not_near)
{
    for (int32_t i = 0; i + 1 < s->ropes[rope].count; i++) {
        crossing c = {.rope = rope, .edge = i};
        if (abs(i - not_near) > 1 && all->count < MOST && cross(&s->ropes[rope].points[i], q, eye, &c)) {
            all->at[all->count++] = c;
        }
    }
}

// All crossings of ropes with each other, rings and poles; those of two ropes from both strands.
static void find_all(const bight_sailor_setting *s, bight_vec3 eye, crossings *all)
{
    all->count = 0;
    for (int32_t r = 0; r < s->rope_count; r++) {
        for (int32_t w = 0; w < s->rope_count; w++) {
            for (int32_t k = 0; k + 1 < s->ropes[w].count; k++) {
                find_with(all, s, r, &s->ropes[w].points[k], eye, r == w ? k : -9);
            }
        }
        for (int32_t g = 0; g < s->ring_count; g++) {
            for (int32_t k = 0; k < s->rings[g].count; k++) {
                const bight_vec3 *p = s->rings[g].points, q[2] = {p[k], p[(k + 1) % s->rings[g].count]};
                find_with(all, s, r, q, eye, -9);
            }
        }
        if (s->pole_count > 0) {
            const bight_sailor_pole *pole = &s->poles[0];
            const bight_vec3 q[2] = {sum(pole->point, -1e4, pole->along), sum(pole->point, 1e4, pole->along)};
            find_with(all, s, r, q, eye, -9);
        }
    }
}

// The first strand of each crossing led past the second and back.
static void turn_them(const bight_sailor_setting *s, bight_vec3 eye, const crossing *const *turns,
                      int32_t count, double more, turned *out)
{
    int32_t used = 0;
    out->setting = *s;
    out->setting.ropes = out->ropes;
    out->setting.held_count = 0;
    for (int32_t r = 0; r < s->rope_count; r++) {
        int32_t first = used;
        for (int32_t i = 0; i < s->ropes[r].count; i++) {
            const bight_vec3 *p = &s->ropes[r].points[i];
            out->points[used++] = p[0];
            for (double last = 0.0; last < 1.0;) {
                const crossing *next = NULL;
                for (int32_t k = 0; k < count; k++) {
                    if (turns[k]->rope == r && turns[k]->edge == i && turns[k]->at > last &&
                        (next == NULL || turns[k]->at < next->at)) {
                        next = turns[k];
                    }
                }
                last = next != NULL ? next->at : 1.0;
                if (next != NULL) {
                    bight_vec3 d = sum(p[1], -1.0, p[0]);
                    double way = -(next->gap + (next->gap > 0.0 ? more : -more));
                    bight_vec3 before = sum(p[0], next->at - NARROW, d),
                               after = sum(p[0], next->at + NARROW, d);
                    out->points[used++] = before;
                    out->points[used++] = sum(before, way, eye);
                    out->points[used++] = sum(after, way, eye);
                    out->points[used++] = after;
                }
            }
        }
        out->ropes[r] = (bight_curve){out->points + first, used - first, s->ropes[r].closed};
    }
}

static double apart(bight_vec3 a, bight_vec3 b)
{
    bight_vec3 d = sum(a, -1.0, b);
    return sqrt(dot(d, d));
}

// Turn what was found, by other means than those of the library: is it the knot now?
static bool is_mended(judge *j, const bight_sailor_near *near, double more)
{
    static crossings all;
    const crossing *turns[BIGHT_SAILOR_MARKS];
    int32_t found = 0;
    find_all(&j->t->setting, near->eye, &all);
    for (int32_t m = 0; m < near->flips && m < BIGHT_SAILOR_MARKS; m++) {
        for (int32_t i = 0; i < all.count; i++) {
            if (apart(all.at[i].where, near->marks[m].where) < 1e-6) {
                turns[found++] = &all.at[i];
                break;
            }
        }
    }
    turn_them(&j->t->setting, near->eye, turns, found, more, j->u);
    bight_sailor_name name;
    return found == near->flips &&
           bight_sailor_identify(NULL, j->space, &j->u->setting, &name, NULL) == BIGHT_OK &&
           strcmp(name.name, j->name) == 0;
}

static void judge_one(judge *j, const bight_sailor_setting *setting, bool mirror, double radius)
{
    static crossings all;
    linear map = {{{mirror ? -1 : 1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const bight_vec3 eye = {0, 0, 1};
    dress_setting(j->d, setting, &map, 0.0, &j->state);
    j->d->setting.held_count = 0;
    find_all(&j->d->setting, eye, &all);
    if (all.count == 0 || j->d->setting.ropes[0].closed) {
        return;
    }
    const crossing *one = &all.at[(int32_t)((0.5 + 0.499 * dressed_random(&j->state)) * all.count)];
    turn_them(&j->d->setting, eye, &one, 1, 0.5 * radius, j->t);
    bight_sailor_verdict v;
    bight_error error = {0};
    if (bight_sailor_check(NULL, j->space, &j->t->setting, j->name, &v, &error) != BIGHT_OK) {
        fail_msg("%s: %s", j->name, error.message);
    }
    j->cases++;
    CHECK(v.words[0] != '\0' && v.right == (strcmp(v.name.name, j->name) == 0));
    if (v.right) {
        j->right++; // turned or not, it is this knot
    } else if (v.near.name[0] == '\0') {
        j->none++;
    } else {
        assert_string_equal(v.near.name, j->name);
        bool there = v.near.flips == 1 && apart(v.near.where, one->where) < 4.0 * radius + fabs(one->gap);
        j->same_place += there;
        if (!is_mended(j, &v.near, 0.5 * radius)) {
            fail_msg("%s, mirror %d, seed %llu: %s does not mend it", j->name, (int)mirror,
                     (unsigned long long)SEED, v.near.words);
        }
        j->mended++;
    }
}

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    judge *j = user;
    bi_holding holding;
    if (!j->done && event->kind == BIGHT_PLAY_STILL && strcmp(event->words, "loose") == 0 &&
        bi_holding_of(play, 0, &holding) && holding.ropes[0].count < DRESSED_POINTS / 3) {
        j->done = true;
        bight_sailor_name name;
        CHECK(bight_sailor_identify(NULL, j->space, &holding.setting, &name, NULL) == BIGHT_OK);
        if (strcmp(name.name, j->name) == 0) {
            judge_one(j, &holding.setting, false, 0.5);
            judge_one(j, &holding.setting, true, 0.5);
        }
    }
}

TEST(one_crossing_turned_is_found_or_mended_otherwise)
{
    bight_book *book = open_book();
    int32_t count;
    const bight_book_knot *all = bight_book_knots(book, &count);
    judge j = {.space = bight_knot_workspace_new(NULL),
               .d = malloc(sizeof *j.d),
               .t = malloc(sizeof *j.t),
               .u = malloc(sizeof *j.u),
               .state = SEED};
    CHECK(j.d != NULL && j.t != NULL && j.u != NULL);
    for (int32_t i = 0; i < count; i += EVERY) {
        if (all[i].way != BIGHT_BOOK_SCENE) {
            continue;
        }
        j.name = all[i].card.name;
        j.done = false;
        bight_scene *scene;
        bight_play *play;
        bight_play_def def = bight_play_def_default();
        def.event = on_event;
        def.user = &j;
        CHECK(bight_scene_parse(all[i].text, all[i].text_length, NULL, NULL, &scene, NULL) == BIGHT_OK);
        CHECK(bight_play_create(scene, &def, &play, NULL) == BIGHT_OK);
        bool more = true;
        while (more && !j.done && bight_play_step(play, &more, NULL) == BIGHT_OK) {
        }
        bight_play_destroy(play);
        bight_scene_destroy(scene);
    }
    print_message("%d cases: %d still that knot, %d mended (%d at the turned crossing), %d not found\n",
                  (int)j.cases, (int)j.right, (int)j.mended, (int)j.same_place, (int)j.none);
    CHECK(j.cases >= LESS_WHEN_CHECKED(20, 2) && 5 * j.none <= j.cases);
    bight_knot_workspace_free(j.space);
    free(j.d);
    free(j.t);
    free(j.u);
    bight_book_close(book);
}

TEST(a_phrase_says_what_the_knot_is_on)
{
    const bight_sailor_name name = {.name = "clove hitch"}, none = {0};
    bight_sailor_setting setting = {.pole_count = 1};
    char text[64];
    bight_sailor_phrase(&setting, &name, text);
    assert_string_equal(text, "clove hitch round the pole");
    bight_sailor_phrase(&setting, &none, text);
    assert_string_equal(text, "");
    setting = (bight_sailor_setting){.ring_count = 1};
    bight_sailor_phrase(&setting, &name, text);
    assert_string_equal(text, "clove hitch on the ring");
}

RUN_TESTS(unit(one_crossing_turned_is_found_or_mended_otherwise), unit(a_phrase_says_what_the_knot_is_on))
