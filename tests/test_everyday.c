// SPDX-License-Identifier: MIT
// Every knot of the book has its own name in every dressing, of either hand, turned, skewed and shaken; none has another's.

#include "book.h"
#include "everyday.h"
#include "play/holding.h"

#include <stdio.h>
#include <stdlib.h>

#define SEED UINT64_C(20261129)
#define EVERY LESS_WHEN_CHECKED(1, 6)

typedef struct judge {
    const char *name; // of the card
    double radius;
    int32_t cases, right, unknown, wrong;
    bight_knot_workspace *space;
    dressed *d;
    uint64_t state;
} judge;

static void judge_one(judge *j, const bight_sailor_setting *setting, int32_t way, bool mirror)
{
    linear map = random_linear(way == 2 ? 0.2 : 0.0, mirror, &j->state);
    dress_setting(j->d, setting, &map, way > 0 ? 0.25 * j->radius : 0.0, &j->state);
    if (way == 2) {
        j->d->setting.held_count = 0; // and nobody says where the loop is
    }
    bight_sailor_name name;
    bight_error error = {0};
    if (bight_sailor_identify(NULL, j->space, &j->d->setting, &name, &error) != BIGHT_OK) {
        fail_msg("%s: %s", j->name, error.message);
    }
    bight_sailor_mirror hand = mirror ? BIGHT_SAILOR_MIRRORED : BIGHT_SAILOR_SAME;
    bool right =
        strcmp(name.name, j->name) == 0 && (name.mirror == hand || name.mirror == BIGHT_SAILOR_EITHER);
    bool wrong = name.name[0] != '\0' && !right;
    j->cases++;
    j->right += right;
    j->unknown += !right && !wrong;
    j->wrong += wrong;
    if (wrong) {
        print_message("%s, way %d, mirror %d, seed %llu: \"%s\", %s\n", j->name, (int)way, (int)mirror,
                      (unsigned long long)SEED, name.name, bight_sailor_mirror_text(name.mirror));
    }
}

static void judge_all(judge *j, const bight_sailor_setting *setting)
{
    for (int32_t way = 0; way < 3; way++) {
        judge_one(j, setting, way, false);
        judge_one(j, setting, way, true);
    }
}

static void on_event(void *user, const bight_play *play, const bight_play_event *event)
{
    judge *j = user;
    bi_holding holding;
    bool dressing = event->kind == BIGHT_PLAY_STILL &&
                    (strcmp(event->words, "loose") == 0 || strcmp(event->words, "drawn") == 0 ||
                     strcmp(event->words, "tight") == 0);
    if (dressing && bi_holding_of(play, 0, &holding)) {
        judge_all(j, &holding.setting);
    }
}

static void judge_scene(judge *j, const bight_book_knot *knot)
{
    bight_scene *scene;
    bight_play *play;
    bight_play_def def = bight_play_def_default();
    def.event = on_event;
    def.user = j;
    CHECK(bight_scene_parse(knot->text, knot->text_length, NULL, NULL, &scene, NULL) == BIGHT_OK);
    j->radius = scene->ropes[0].radius;
    CHECK(bight_play_create(scene, &def, &play, NULL) == BIGHT_OK);
    bool more = true;
    while (more && bight_play_step(play, &more, NULL) == BIGHT_OK) {
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

static void judge_start(judge *j, const bight_book *book, const bight_book_knot *knot)
{
    bight_diagram *diagram;
    bight_start start;
    CHECK(bight_tie_diagram(NULL, book, knot->card.name, false, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, diagram, NULL, &start, NULL) == BIGHT_OK);
    const bight_curve rope = {start.points, start.count, false};
    const bight_sailor_setting setting = {.ropes = &rope, .rope_count = 1};
    j->radius = start.radius;
    judge_all(j, &setting);
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
}

TEST(every_knot_of_the_book_has_its_name_and_no_other)
{
    bight_book *book = open_book();
    int32_t count, knots = 0, named = 0, cases = 0, right = 0;
    const bight_book_knot *all = bight_book_knots(book, &count);
    judge j = {.space = bight_knot_workspace_new(NULL), .d = malloc(sizeof *j.d), .state = SEED};
    CHECK(j.d != NULL);
    for (int32_t i = 0; i < count; i += EVERY) {
        j.name = all[i].card.name;
        j.cases = j.right = j.unknown = 0;
        if (all[i].way == BIGHT_BOOK_SCENE) {
            judge_scene(&j, &all[i]);
        } else if (all[i].way == BIGHT_BOOK_START) {
            judge_start(&j, book, &all[i]);
        }
        if (j.cases > 0) {
            print_message("%-34s %3d cases, %3d right, %3d unknown\n", j.name, (int)j.cases, (int)j.right,
                          (int)j.unknown);
            knots++;
            named += 2 * j.right > j.cases;
        }
        cases += j.cases;
        right += j.right;
    }
    print_message("%d cases, %d right, %d wrong\n", (int)cases, (int)right, (int)j.wrong);
    CHECK(j.wrong == 0);
    CHECK(named >=
          knots - 3); // the bow and the prusik knot need two things held at once, and a triple overhand knot
    CHECK(right >= cases - cases / 8);
    bight_knot_workspace_free(j.space);
    free(j.d);
    bight_book_close(book);
}

RUN_TESTS(unit(every_knot_of_the_book_has_its_name_and_no_other))
