// SPDX-License-Identifier: MIT
// Every knot of the book is tied and does what its scene expects; the book is read from anywhere, and what is
// wrong with one is said.

#include "book.h"
#include "play_through.h"
#include "surface.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

// Of the knots, so many to one that is tied.
#define EVERY LESS_WHEN_CHECKED(1, 4)

static void play_start(const bight_book *book, const bight_book_knot *knot)
{
    bight_diagram *diagram;
    bight_start start;
    bight_bytes text;
    CHECK(bight_tie_diagram(NULL, book, knot->card.name, false, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, diagram, NULL, &start, NULL) == BIGHT_OK);
    CHECK(bight_start_scene(NULL, &start, knot->card.name, knot->card.type, &text, NULL) == BIGHT_OK);
    play_through(knot->card.name, (const char *)text.data, text.size, NULL);
    bight_bytes_free(NULL, &text);
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
}

static bool is_example(const char *file)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/examples/%s", BIGHT_SOURCE_DIR, file);
    FILE *there = fopen(path, "rb");
    if (there != NULL) {
        fclose(there);
    }
    return there != NULL;
}

// Those that are examples are played by test_examples.
TEST(every_knot_is_tied)
{
    bight_book *book = open_book();
    int32_t count, tied = 0, of[BIGHT_CATEGORY_COUNT] = {0};
    const bight_book_knot *knots = bight_book_knots(book, &count);
    for (int32_t i = 0; i < count; i++) {
        tied += knots[i].way != BIGHT_BOOK_WORDS;
        of[knots[i].card.category] += knots[i].way != BIGHT_BOOK_WORDS;
        if (i % EVERY != 0) {
            continue;
        }
        if (knots[i].way == BIGHT_BOOK_SCENE && !is_example(knots[i].file)) {
            play_through(knots[i].file, knots[i].text, knots[i].text_length, NULL);
        } else if (knots[i].way == BIGHT_BOOK_START) {
            play_start(book, &knots[i]);
        }
    }
    CHECK(tied >= 40);
    CHECK(of[BIGHT_CATEGORY_STOPPER] >= 5 && of[BIGHT_CATEGORY_BEND] >= 5 && of[BIGHT_CATEGORY_LOOP] >= 5);
    CHECK(of[BIGHT_CATEGORY_HITCH] >= 5 && of[BIGHT_CATEGORY_BINDING] >= 5);
    bight_book_close(book);
}

// docs/cli.md promises these pictures of every knot that a scene ties.
TEST(every_scene_takes_the_pictures_that_are_promised)
{
    static const char *const promised[] = {"loose", "tight", "close"};
    bight_book *book = open_book();
    int32_t count;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    for (int32_t i = 0; i < count; i++) {
        bight_scene *scene = NULL;
        bight_error error;
        if (knots[i].way != BIGHT_BOOK_SCENE) {
            continue;
        }
        CHECK(bight_scene_parse(knots[i].text, knots[i].text_length, NULL, NULL, &scene, &error) == BIGHT_OK);
        for (size_t p = 0; p < sizeof promised / sizeof *promised; p++) {
            bool taken = false;
            for (int32_t k = 0; k < scene->script_count; k++) {
                taken = taken ||
                        (scene->script[k].still != NULL && strcmp(scene->script[k].still, promised[p]) == 0);
            }
            if (!taken) {
                fail_msg("%s takes no picture \"%s\"", knots[i].file, promised[p]);
            }
        }
        bight_scene_destroy(scene);
    }
    bight_book_close(book);
}

TEST(knots_are_in_order_and_found)
{
    bight_book *book = open_book();
    int32_t count;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    for (int32_t i = 0; i < count; i++) {
        const bight_scene_card *card = &knots[i].card;
        CHECK(card->name[0] != '\0' && card->use[0] != '\0' && card->sequence[0] != '\0' &&
              card->source[0] != '\0');
        CHECK(bight_category_name((bight_knot_category)card->category)[0] != '\0');
        CHECK(bight_book_find(book, card->name) == &knots[i]);
        for (int32_t k = 0; k < card->aliases.count; k++) {
            CHECK(bight_book_find(book, card->aliases.at[k]) == &knots[i]);
        }
        for (int32_t k = 0; k < card->relatives.count; k++) {
            const bight_book_knot *relative = bight_book_find(book, card->relatives.at[k]);
            CHECK_SEED(relative != NULL && relative != &knots[i], i);
            CHECK_SEED(strcmp(relative->card.name, card->relatives.at[k]) == 0, i);
        }
        if (card->abok != 0) {
            char number[16];
            snprintf(number, sizeof number, "#%d", (int)card->abok);
            CHECK_SEED(bight_book_find(book, number) == &knots[i], i);
        }
        if (i > 0) {
            const bight_scene_card *before = &knots[i - 1].card;
            CHECK(before->category < card->category ||
                  (before->category == card->category && strcmp(before->name, card->name) < 0));
        }
        if (card->type != NULL) {
            bight_diagram *diagram;
            CHECK(bight_tie_diagram(NULL, NULL, card->type, false, &diagram, NULL) == BIGHT_OK);
            bight_diagram_free(diagram);
        }
    }
    CHECK(bight_book_find(book, "Reef Knot") == bight_book_find(book, "square"));
    CHECK(bight_book_find(book, "FIGURE EIGHT") == bight_book_find(book, "figure-eight knot"));

    // as people type them: without the kind of knot, with a digit, by Ashley's number; never a table's name
    static const char *const typed[][2] = {{"munter", "munter hitch"},
                                           {"zeppelin", "zeppelin bend"},
                                           {"Zeppelin", "zeppelin bend"},
                                           {"figure 8", "figure-eight knot"},
                                           {"figure-8 knot", "figure-eight knot"},
                                           {"figure 8 loop", "figure-eight loop"},
                                           {"klemheist", "klemheist knot"},
                                           {"#1010", "bowline"},
                                           {"#514", "overhand knot"},
                                           {"#1431", "sheet bend"},
                                           {"constrictor", "constrictor knot"}};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        const bight_book_knot *found = bight_book_find(book, typed[i][0]);
        CHECK_SEED(found != NULL && found == bight_book_find(book, typed[i][1]), i);
    }
    static const char *const unknown[] = {"1010", "10_10", "#10",   "#9999", "#",
                                          "8",    "knot",  "hitch", "bend",  "double"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK_SEED(bight_book_find(book, unknown[i]) == NULL, i);
    }
    CHECK(bight_book_find(book, "") == NULL && bight_book_find(book, NULL) == NULL);
    CHECK(bight_book_find(book, "kno") == NULL && bight_book_find(NULL, "bowline") == NULL);
    bight_book_close(book);
    bight_book_close(NULL);
}

// Nothing in data/knots is left out of the index.
TEST(the_index_names_every_file)
{
    bight_book *book = open_book();
    int32_t count, found = 0;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    DIR *entries = opendir(BIGHT_SOURCE_DIR "/data/knots");
    CHECK(entries != NULL);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        bool listed = strstr(entry->d_name, ".json") == NULL;
        found += !listed;
        for (int32_t i = 0; i < count && !listed; i++) {
            listed = strcmp(knots[i].file, entry->d_name) == 0;
        }
        if (!listed) {
            fail_msg("%s is not in the index: configure again", entry->d_name);
        }
    }
    closedir(entries);
    CHECK(found > 40);
    bight_book_close(book);
}

// An independent reader of the schema, where it is installed: cards alone obey the definition of a card.
TEST(every_card_obeys_the_schema)
{
    static const char program[] =
        "python3 -W ignore -c \""
        "import glob, json, sys\n"
        "from jsonschema import Draft202012Validator as V\n"
        "schema = json.load(open(sys.argv[1] + '/docs/scene.schema.json'))\n"
        "d = chr(36)\n"
        "card = {d + 'defs': schema[d + 'defs'], d + 'ref': '#/' + d + 'defs/knot'}\n"
        "bad = 0\n"
        "for path in sorted(glob.glob(sys.argv[1] + '/data/knots/*.json')):\n"
        "    knot = json.load(open(path))\n"
        "    scene = 'ropes' in knot\n"
        "    for error in V(schema if scene else card).iter_errors(knot if scene else knot['knot']):\n"
        "        print(path, list(error.path), error.message[:200])\n"
        "        bad += 1\n"
        "assert not V(card).is_valid({'name': 'x', 'category': 'bends', 'use': 'x', 'sequence': 'x', "
        "'source': 'x'})\n"
        "sys.exit(bad > 0)\" " BIGHT_SOURCE_DIR;
    if (system("python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null") != 0) {
        print_message("python3-jsonschema is not installed: the schema is not checked\n");
        skip();
    }
    CHECK(system(program) == 0);
}

// ---- books from memory ------------------------------------------------------------------------------

typedef struct page {
    const char *name, *text;
} page;

typedef struct pages {
    const page *at;
    int32_t open;
} pages;

static bight_status read_page(void *user, const char *name, const void **bytes, size_t *length,
                              bight_error *error)
{
    pages *p = user;
    for (const page *at = p->at; at->name != NULL; at++) {
        if (strcmp(at->name, name) == 0) {
            *bytes = at->text;
            *length = strlen(at->text);
            p->open++;
            return BIGHT_OK;
        }
    }
    snprintf(error->message, sizeof error->message, "there is no such page");
    return BIGHT_ERROR_IO;
}

static void release_page(void *user, const void *bytes, size_t length)
{
    (void)bytes, (void)length;
    ((pages *)user)->open--;
}

#define CARD(name)                                                                                           \
    "{\"bight\": 1, \"knot\": {\"name\": \"" name "\", \"category\": \"hitch\", \"use\": \"u\", "            \
    "\"sequence\": \"s\", \"source\": \"o\"}}"

static void check_refused(const page *at, bight_status status, const char *words)
{
    pages p = {at, 0};
    bight_scene_files files = {read_page, release_page, &p};
    bight_error error = {0};
    bight_book *book;
    CHECK(bight_book_open(NULL, &files, &book, &error) == status);
    CHECK(book == NULL && p.open == 0);
    if (strstr(error.message, words) == NULL) {
        fail_msg("expected \"%s\", got \"%s\"", words, error.message);
    }
}

TEST(bad_books_are_refused_in_words)
{
    check_refused((page[]){{NULL, NULL}}, BIGHT_ERROR_IO, "has no index.txt: there is no such page");
    check_refused((page[]){{"index.txt", "a.json\n"}, {NULL, NULL}}, BIGHT_ERROR_IO, "has no a.json");
    check_refused((page[]){{"index.txt", "a.json\n"}, {"a.json", "{"}, {NULL, NULL}}, BIGHT_ERROR_PARSE,
                  "a.json is not JSON");
    check_refused((page[]){{"index.txt", "a.json\n"}, {"a.json", "{}"}, {NULL, NULL}}, BIGHT_ERROR_PARSE,
                  "a.json: there is no key \"knot\"");
    check_refused((page[]){{"index.txt", "a.json"}, {"a.json", "{\"knot\": {\"nam\": 1}}"}, {NULL, NULL}},
                  BIGHT_ERROR_PARSE, "knot.nam is not a key of the scene format: did you mean \"name\"?");
    check_refused((page[]){{"index.txt", "a.json\r\nb.json\r\n"},
                           {"a.json", CARD("tie-up knot")},
                           {"b.json", CARD("Tie up")},
                           {NULL, NULL}},
                  BIGHT_ERROR_PARSE, "both have a knot called");
    bight_book *book;
    CHECK(bight_book_open(NULL, NULL, &book, NULL) == BIGHT_ERROR_INVALID);
}

TEST(every_allocation_may_fail)
{
    static const page at[] = {{"index.txt", "a.json\n\nb.json"},
                              {"a.json", CARD("one")},
                              {"b.json", "{\"knot\": {\"name\": \"two\", \"aliases\": [\"zwei\", \"deux\"], "
                                         "\"category\": \"bend\", \"type\": \"4_1\", \"use\": \"u\", "
                                         "\"sequence\": \"s\", \"source\": \"o\"}}"},
                              {NULL, NULL}};
    for (int64_t fail = 1; fail < 1000; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        pages p = {at, 0};
        bight_scene_files files = {read_page, release_page, &p};
        bight_book *book;
        bight_status status = bight_book_open(&env, &files, &book, NULL);
        CHECK_SEED(p.open == 0, fail);
        if (status == BIGHT_OK) {
            const bight_book_knot *two = bight_book_find(book, "Deux");
            CHECK(two != NULL && two->way == BIGHT_BOOK_START && strcmp(two->card.name, "two") == 0);
            CHECK(bight_book_find(book, "one")->way == BIGHT_BOOK_WORDS);
            bight_book_close(book);
            CHECK(state.held == 0 && fail > 2);
            return;
        }
        CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY && state.held == 0, fail);
    }
    CHECK(false);
}

RUN_TESTS(unit(every_knot_is_tied), unit(every_scene_takes_the_pictures_that_are_promised),
          unit(knots_are_in_order_and_found), unit(the_index_names_every_file),
          unit(every_card_obeys_the_schema), unit(bad_books_are_refused_in_words),
          unit(every_allocation_may_fail))
