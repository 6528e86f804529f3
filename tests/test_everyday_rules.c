// SPDX-License-Identifier: MIT
// What a name depends on: ends, loads, poles; what has none; which crossing is wrong; and where the table comes from.

#include "book.h"
#include "everyday.h"
#include "failing_memory.h"
#include "play/holding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(7)

// ---- scenes at their end ------------------------------------------------------------------------------

// A card's scene as its still `tight` sees it.
static void on_tight(void *user, const bight_play *play, const bight_play_event *event)
{
    dressed *d = user;
    bi_holding holding;
    if (event->kind == BIGHT_PLAY_STILL && strcmp(event->words, "tight") == 0 &&
        bi_holding_of(play, 0, &holding)) {
        const linear same = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        uint64_t state = 1;
        dress_setting(d, &holding.setting, &same, 0.0, &state);
        d->setting.held_count = 0;
        d->setting.loads = NULL;
    }
}

static void tie(const char *name, dressed *d)
{
    bight_book *book = open_book();
    const bight_book_knot *knot = bight_book_find(book, name);
    CHECK(knot != NULL && knot->way == BIGHT_BOOK_SCENE);
    bight_scene *scene;
    bight_play *play;
    bight_play_def def = bight_play_def_default();
    def.event = on_tight;
    def.user = d;
    d->setting.rope_count = 0;
    CHECK(bight_scene_parse(knot->text, knot->text_length, NULL, NULL, &scene, NULL) == BIGHT_OK);
    CHECK(bight_play_create(scene, &def, &play, NULL) == BIGHT_OK);
    bool more = true;
    while (more && d->setting.rope_count == 0 && bight_play_step(play, &more, NULL) == BIGHT_OK) {
    }
    CHECK(d->setting.rope_count > 0);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    bight_book_close(book);
}

static void must_be(const bight_sailor_setting *setting, const char *expected)
{
    bight_sailor_name name;
    bight_error error = {0};
    if (bight_sailor_identify(NULL, NULL, setting, &name, &error) != BIGHT_OK) {
        fail_msg("%s: %s", expected, error.message);
    }
    assert_string_equal(name.name, expected);
    CHECK((name.mirror == BIGHT_SAILOR_MIRROR_UNKNOWN) == (expected[0] == '\0'));
    CHECK(name.basis[0] != '\0');
}

static void turn_about(bight_curve *rope)
{
    bight_vec3 *points = (bight_vec3 *)(uintptr_t)rope->points;
    for (int32_t i = 0, k = rope->count - 1; i < k; i++, k--) {
        bight_vec3 p = points[i];
        points[i] = points[k];
        points[k] = p;
    }
}

// ---- ends and loads -----------------------------------------------------------------------------------

// A rope run through from its other end, which bears the load then, is the same knot; with the load left where it was
// counted from, it is `otherwise`, where that has a name.
static void must_be_from_either_end(const char *name, const char *otherwise)
{
    static dressed d;
    tie(name, &d);
    must_be(&d.setting, name);
    turn_about(&d.curves[0]);
    if (otherwise != NULL) {
        must_be(&d.setting, otherwise);
    }
    const bight_sailor_load last = BIGHT_SAILOR_LOAD_LAST;
    d.setting.loads = &last;
    must_be(&d.setting, name);
}

TEST(the_loaded_end_tells_a_noose_from_a_slipped_overhand_knot)
{
    must_be_from_either_end("noose", "slipped overhand knot");
}

TEST(a_bowline_is_one_from_either_end)
{
    must_be_from_either_end("bowline", NULL);
}

TEST(words_say_bowline_where_the_curve_does_not_tell)
{
    static dressed d;
    tie("bowline", &d);
    bight_knot_result knot;
    CHECK(bight_knot_identify(NULL, NULL, d.curves, 1, NULL, &knot, NULL) == BIGHT_OK);
    assert_string_equal(knot.name, "8_20");
    bight_knot_words words;
    bight_knot_words_of(&knot, NULL, &words);
    assert_string_equal(words.everyday, "");
    CHECK(bight_sailor_words(NULL, NULL, d.curves, &words, NULL) == BIGHT_OK);
    assert_string_equal(words.everyday, "bowline");
}

// The two differ by which end of one rope bears the load, and by nothing else (Ashley 1944, 1207).
TEST(a_thief_knot_loaded_at_the_other_end_is_a_square_knot)
{
    static dressed d;
    tie("thief knot", &d);
    must_be(&d.setting, "thief knot");
    const bight_sailor_load loads[2] = {BIGHT_SAILOR_LOAD_FIRST, BIGHT_SAILOR_LOAD_LAST};
    const bight_sailor_load both[2] = {BIGHT_SAILOR_LOAD_LAST, BIGHT_SAILOR_LOAD_LAST};
    d.setting.loads = loads;
    must_be(&d.setting, "square knot");
    d.setting.loads = both;
    must_be(&d.setting, "thief knot");
}

// A bowline is a sheet bend in one rope (Ashley 1944, 1010 and 1431): two cards that were drawn apart.
TEST(a_bowline_cut_at_its_loop_is_a_sheet_bend)
{
    static dressed d;
    bight_sailor_name name;
    tie("bowline", &d);
    CHECK(bight_sailor_identify(NULL, NULL, &d.setting, &name, NULL) == BIGHT_OK && name.loop > 110 &&
          name.loop < 170);
    const bight_curve rope = d.curves[0];
    const bight_curve parts[2] = {{rope.points, 126, false}, {rope.points + 155, rope.count - 155, false}};
    const bight_sailor_setting bend = {.ropes = parts, .rope_count = 2};
    must_be(&bend, "sheet bend");

    tie("double bowline", &d);
    const bight_curve rope2 = d.curves[0];
    const bight_curve parts2[2] = {{rope2.points, 219, false},
                                   {rope2.points + 302, rope2.count - 302, false}};
    const bight_sailor_setting twice = {.ropes = parts2, .rope_count = 2};
    must_be(&twice, "double sheet bend");
}

TEST(the_other_side_of_a_sheet_bend_is_left_handed)
{
    static dressed d;
    tie("sheet bend", &d);
    must_be(&d.setting, "sheet bend");
    const bight_sailor_load loads[2] = {BIGHT_SAILOR_LOAD_LAST, BIGHT_SAILOR_LOAD_FIRST};
    d.setting.loads = loads;
    must_be(&d.setting, "left-hand sheet bend");
}

// A left-hand bowline is such a bend in one rope, and is told from a bowline.
TEST(a_left_hand_bowline_cut_at_its_loop_is_a_left_hand_sheet_bend)
{
    static dressed d;
    bight_sailor_name name;
    bight_sailor_verdict verdict;
    tie("left-hand bowline", &d);
    CHECK(bight_sailor_identify(NULL, NULL, &d.setting, &name, NULL) == BIGHT_OK);
    CHECK(strcmp(name.name, "left-hand bowline") == 0 && name.loop > 0);
    CHECK(bight_sailor_check(NULL, NULL, &d.setting, "bowline", &verdict, NULL) == BIGHT_OK &&
          !verdict.right && strstr(verdict.words, "the tail lies outside the loop") != NULL);
    const bight_curve rope = d.curves[0];
    const bight_curve parts[2] = {{rope.points, name.loop, false},
                                  {rope.points + name.loop + 1, rope.count - name.loop - 1, false}};
    const bight_sailor_setting bend = {.ropes = parts, .rope_count = 2};
    must_be(&bend, "left-hand sheet bend");
}

TEST(a_hitch_needs_its_pole)
{
    static dressed d;
    tie("clove hitch", &d);
    must_be(&d.setting, "clove hitch");
    d.pole.along = (bight_vec3){-d.pole.along.x, -d.pole.along.y, -d.pole.along.z};
    must_be(&d.setting, "clove hitch");
    d.setting.pole_count = 0;
    must_be(&d.setting, "");
}

// ---- none ---------------------------------------------------------------------------------------------

TEST(what_is_not_tied_has_no_name)
{
    const bight_vec3 a[] = {{-10, 0, 0}, {-3, 0, 0.1}, {0, 0, 0}, {4, 0.2, 0}, {10, 0, 0}};
    const bight_vec3 b[] = {{0, -10, 1}, {0, -4, 1.1}, {0.2, 0, 1}, {0, 5, 1}, {0, 10, 1}};
    const bight_curve ropes[2] = {{a, 5, false}, {b, 5, false}};
    const bight_sailor_pole pole = {{0, 0, -2}, {0, 1, 0}};
    bight_sailor_setting setting = {.ropes = ropes, .rope_count = 1};
    must_be(&setting, "");
    setting.poles = &pole;
    setting.pole_count = 1;
    must_be(&setting, "");
    setting.rope_count = 2;
    must_be(&setting, ""); // two ropes at a pole
    setting.pole_count = 0;
    must_be(&setting, "");

    // a round turn is no knot
    const bight_vec3 c[] = {{-10, 0, 2}, {0, 0, 2}, {2, 1, 0}, {0, 2, -2}, {-2, 3, 0}, {0, 4, 2}, {10, 4, 2}};
    const bight_curve turn = {c, 7, false};
    const bight_sailor_pole middle = {{0, 0, 0}, {0, 1, 0}};
    setting = (bight_sailor_setting){.ropes = &turn, .rope_count = 1, .poles = &middle, .pole_count = 1};
    must_be(&setting, "");
}

// A bow has the curve of an overhand knot.
TEST(a_bow_is_no_overhand_knot)
{
    static dressed d;
    tie("bowknot", &d);
    must_be(&d.setting, "");
}

TEST(what_is_no_setting_is_refused)
{
    bight_sailor_name name;
    bight_error error = {0};
    bight_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}};
    bight_curve ropes[3] = {{points, 3, false}, {points, 3, false}, {points, 3, false}};
    bight_sailor_setting setting = {.ropes = ropes, .rope_count = 3};
    CHECK(bight_sailor_identify(NULL, NULL, &setting, &name, &error) == BIGHT_ERROR_INVALID);
    setting.rope_count = 0;
    CHECK(bight_sailor_identify(NULL, NULL, &setting, &name, &error) == BIGHT_ERROR_INVALID);
    setting.rope_count = 1;
    points[1].x = (double)NAN;
    CHECK(bight_sailor_identify(NULL, NULL, &setting, &name, &error) == BIGHT_ERROR_INVALID);
    assert_string_equal(name.name, "");
}

// ---- which crossing is wrong --------------------------------------------------------------------------

static void must_be_near(const bight_sailor_setting *setting, const char *intended, int32_t most,
                         const char *half)
{
    bight_sailor_near near;
    CHECK(bight_sailor_nearest(NULL, NULL, setting, intended, &near, NULL) == BIGHT_OK);
    assert_string_equal(near.name, intended);
    print_message("%s: %d flips of %d, %s\n", near.name, (int)near.flips, (int)near.crossings, near.words);
    CHECK(near.flips >= 1 && near.flips <= most && near.first >= 0 && near.first < near.crossings);
    CHECK(half == NULL || strstr(near.words, half) != NULL);
    CHECK(near.rope >= 0 && near.rope < setting->rope_count && near.node >= 0 &&
          near.node < setting->ropes[near.rope].count);
}

TEST(the_half_that_is_wrong_is_found)
{
    static dressed d;
    tie("granny knot", &d);
    must_be_near(&d.setting, "square knot", 4, "second half is reversed");
    tie("clove hitch", &d);
    must_be_near(&d.setting, "cow hitch", 4, NULL);
    bight_sailor_near near;
    CHECK(bight_sailor_nearest(NULL, NULL, &d.setting, "clove hitch", &near, NULL) == BIGHT_OK);
    assert_string_equal(near.name, ""); // nothing is wrong
}

// ---- the table ----------------------------------------------------------------------------------------

// A few files of the book; `bight tabulate sailor` makes all of it.
static bight_status read_few(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    static const char few[] = "noose.json\ncow_hitch.json\nsheet_bend.json\nthief_knot.json\nsquare.json\n"
                              "overhand.json\nclove_hitch.json\nmunter_hitch.json\nendless_knot.json\n";
    if (strcmp(name, BIGHT_BOOK_INDEX) != 0) {
        return folder_read(user, name, bytes, length, error);
    }
    *bytes = few;
    *length = sizeof few - 1;
    return BIGHT_OK;
}

static void release_few(void *user, const void *bytes, size_t length)
{
    if (length > 0 && ((const char *)bytes)[0] == '{') {
        folder_release(user, bytes, length);
    }
}

static int32_t lines_of(const char *text, const char *start)
{
    int32_t count = 0;
    for (const char *at = strstr(text, start); at != NULL; at = strstr(at + 1, start)) {
        count++;
    }
    return count;
}

TEST(the_table_is_made_from_the_book)
{
    folder knots = {.path = BIGHT_KNOTS};
    bight_scene_files files = {read_few, release_few, &knots};
    bight_book *book;
    bight_bytes made = {0};
    bight_error error = {0};
    CHECK(bight_book_open(NULL, &files, &book, &error) == BIGHT_OK);
    if (bight_sailor_tabulate(NULL, book, NULL, NULL, &made, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }

    // each row made is in the table that is used, and that has no more of these knots
    static char used[1 << 17], fresh[1 << 17];
    FILE *file = fopen(BIGHT_SOURCE_DIR "/src/knot/sailor_table.inc", "rb");
    CHECK(file != NULL && made.size < sizeof fresh);
    used[fread(used, 1, sizeof used - 1, file)] = '\0';
    fclose(file);
    memcpy(fresh, made.data, made.size);
    fresh[made.size] = '\0';
    int32_t rows = 0, count;
    for (char *line = strtok(fresh, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (line[0] == '{') {
            rows++;
            if (strstr(used, line) == NULL) {
                fail_msg("not in the table: %s", line);
            }
        }
    }
    const bight_book_knot *all = bight_book_knots(book, &count);
    int32_t kept = lines_of(used, "{\"left-hand sheet bend\"");
    for (int32_t i = 0; i < count; i++) {
        char start[64];
        snprintf(start, sizeof start, "{\"%s\"", all[i].card.name);
        kept += lines_of(used, start);
    }
    CHECK(count == 9 && rows > 30 && rows == kept);
    bight_bytes_free(NULL, &made);
    bight_book_close(book);
}

// Refuses requests of one size.
static void *without_size(void *user, void *old, size_t old_size, size_t new_size)
{
    failing_allocator memory = {0};
    bool refused = old == NULL && (int64_t)new_size == *(const int64_t *)user;
    return refused ? NULL : failing_resize(&memory, old, old_size, new_size);
}

// Without memory there is an error and no name, never another name; and nothing is kept.
TEST(without_memory_there_is_no_name)
{
    enum { TRIES = LESS_WHEN_CHECKED(60, 12) };
    static dressed d;
    tie("bowline", &d);
    failing_allocator memory = {0};
    bight_env env = failing_env(&memory);
    bight_sailor_name name;
    CHECK(bight_sailor_identify(&env, NULL, &d.setting, &name, NULL) == BIGHT_OK && memory.held == 0);
    assert_string_equal(name.name, "bowline");
    int64_t all = memory.calls;
    int32_t refused = 0;
    for (int64_t i = 0; i < TRIES; i++) {
        // the first ones, then spread over all
        memory =
            (failing_allocator){.fail_at = i < TRIES / 3 ? i + 1 : all * i / TRIES, .fail_after = i % 2 == 0};
        env = failing_env(&memory);
        bight_status status = bight_sailor_identify(&env, NULL, &d.setting, &name, NULL);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, i);
        CHECK_SEED(strcmp(name.name, status == BIGHT_OK ? "bowline" : "") == 0, i);
        CHECK_SEED(memory.held == 0, i);
        refused += status == BIGHT_ERROR_NO_MEMORY;
    }
    CHECK(refused > TRIES / 2);

    // and where the loops of the rope are looked for: a mark for each vertex
    int64_t marks = d.curves[0].count;
    env = (bight_env){.allocator = {without_size, &marks}};
    CHECK(bight_sailor_identify(&env, NULL, &d.setting, &name, NULL) == BIGHT_ERROR_NO_MEMORY);
    assert_string_equal(name.name, "");
}

RUN_TESTS(unit(without_memory_there_is_no_name),
          unit(the_loaded_end_tells_a_noose_from_a_slipped_overhand_knot),
          unit(a_bowline_is_one_from_either_end), unit(words_say_bowline_where_the_curve_does_not_tell),
          unit(a_thief_knot_loaded_at_the_other_end_is_a_square_knot),
          unit(a_bowline_cut_at_its_loop_is_a_sheet_bend),
          unit(a_left_hand_bowline_cut_at_its_loop_is_a_left_hand_sheet_bend),
          unit(the_other_side_of_a_sheet_bend_is_left_handed), unit(a_hitch_needs_its_pole),
          unit(what_is_not_tied_has_no_name), unit(a_bow_is_no_overhand_knot),
          unit(what_is_no_setting_is_refused), unit(the_half_that_is_wrong_is_found),
          unit(the_table_is_made_from_the_book))
