// SPDX-License-Identifier: MIT
// Every scene in examples/ does what it expects of itself, and obeys the published schema.

#include "folder.h"
#include "play_through.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER BIGHT_SOURCE_DIR "/examples"

static void run_example(const char *name)
{
    folder text = {.path = FOLDER}, examples = {.path = FOLDER};
    bight_scene_files files = folder_files(&examples);
    bight_error error = {0};
    const void *bytes;
    size_t length;
    if (folder_read(&text, name, &bytes, &length, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    play_through(name, bytes, length, &files);
    folder_release(&text, bytes, length);
}

// With checks of every access all takes ten times as long: then of each kind only the shortest are played.
static bool is_played(const char *name)
{
    static const char *const long_ones[] = {
        "dress_overhand.json",     "cloth_fold.json",       "cloth_tangle.json",    "cloth_drape.json",
        "cloth_on_ropes.json",     "laundry_line.json",     "scarf.json",           "suture_two_vessels.json",
        "manoeuvre_programs.json", "spring_reef.json",      "spring_fall.json",     "geodesic_reef.json",
        "winding_tight.json",      "cloth_carry.json",      "dress_windsor.json",   "dress_noose.json",
        "dress_body.json",         "alpine_butterfly.json", "prusik.json",          "clove_and_trefoil.json",
        "dress_bow_to_noose.json", "suture_knot.json",      "suture_air_knot.json", "corners_half_knot.json",
        "wrap_half_knot.json"};
    bool is_long = false;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        is_long = is_long || strcmp(name, long_ones[i]) == 0;
    }
    return LESS_WHEN_CHECKED(true, !is_long);
}

TEST(every_example_does_what_it_expects)
{
    DIR *entries = opendir(FOLDER);
    int32_t count = 0;
    for (struct dirent *entry = entries != NULL ? readdir(entries) : NULL; entry != NULL;
         entry = readdir(entries)) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0 && is_played(entry->d_name)) {
            run_example(entry->d_name);
            count++;
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    print_message("%d examples\n", (int)count);
}

// An independent reader of the schema: Debian's python3-jsonschema, where it is there.
TEST(every_example_obeys_the_schema)
{
    static const char program[] = "python3 -W ignore -c \""
                                  "import glob, json, sys\n"
                                  "from jsonschema import Draft202012Validator as V\n"
                                  "schema = json.load(open(sys.argv[1] + '/docs/scene.schema.json'))\n"
                                  "V.check_schema(schema)\n"
                                  "bad = 0\n"
                                  "for path in sorted(glob.glob(sys.argv[1] + '/examples/*.json')):\n"
                                  "    for error in V(schema).iter_errors(json.load(open(path))):\n"
                                  "        print(path, list(error.path), error.message[:200])\n"
                                  "        bad += 1\n"
                                  "good = {'bight': 1, 'ropes': [{'points': [[0, 0, 0], [1, 0, 0]]}]}\n"
                                  "assert V(schema).is_valid(good)\n"
                                  "for key, value in (('robes', 1), ('bight', 2), ('ropes', []), ('script', "
                                  "[{}]), ('script', [{'still': 1}])):\n"
                                  "    assert not V(schema).is_valid({**good, key: value}), key\n"
                                  "sys.exit(bad > 0)\" " BIGHT_SOURCE_DIR;
    if (system("python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null") != 0) {
        print_message("python3-jsonschema is not installed: the schema is not checked\n");
        skip();
    }
    CHECK(system(program) == 0);
}

RUN_TESTS(unit(every_example_does_what_it_expects), unit(every_example_obeys_the_schema))
