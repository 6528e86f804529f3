// SPDX-License-Identifier: MIT
// The built command ties knots in garments, and refuses what cannot be tied.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

#define REGION "strand:rect:0.55,0.036,0,1.1,0.072"

static void make_ribbon(void)
{
    result r;
    CHECK_RUN(&r, 0, "", "", "garment", "make", "ribbon", "-o", "ribbon.obj", "--edge", "0.0066", "--size",
              "length=1.1", "--size", "width=0.072");
}

// The text behind "KEY": in a summary, to the end of its line.
static void value_of(const char *summary, const char *key, char *value, size_t size)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(summary, quoted);
    CHECK(at != NULL);
    snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
}

// Lines of an OBJ that begin so.
static int32_t count_lines(const char *text, const char *begin)
{
    int32_t count = 0;
    for (const char *line = text; line != NULL && *line != '\0';
         line = strchr(line, '\n') != NULL ? strchr(line, '\n') + 1 : NULL) {
        count += strncmp(line, begin, strlen(begin)) == 0;
    }
    return count;
}

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    char *text = malloc((size_t)size + 1);
    rewind(file);
    CHECK(fread(text, 1, (size_t)size, file) == (size_t)size);
    text[size] = '\0';
    fclose(file);
    return text;
}

// The keys of the outermost object of a JSON text, or of one in it, are these and no others, in this order. It is read letter
// by letter, so that a key of an inner object does not pass for one of an outer one.
static void keys_of(const char *text, const char *object, char *keys, size_t size)
{
    int32_t depth = 0, inside = object == NULL ? 1 : 0;
    keys[0] = '\0';
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"') {
            const char *end = at + 1;
            while (*end != '"') {
                end += *end == '\\' ? 2 : 1;
            }
            int length = (int)(end - at - 1);
            bool key = end[1] == ':';
            if (key && depth == inside && inside > 0) {
                size_t used = strlen(keys);
                snprintf(keys + used, size - used, "%.*s ", length, at + 1);
            }
            if (key && depth == 1 && object != NULL && (int)strlen(object) == length &&
                strncmp(object, at + 1, strlen(object)) == 0 && end[3] == '{') {
                inside = 2;
            }
            at = end;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (object != NULL && inside == 2 && depth == 1 && *at == '}') {
            return;
        }
    }
}

// What docs/dress.md lists, each in its own object.
static void check_keys(const char *summary)
{
    static const struct {
        const char *object, *keys;
    } wanted[] = {
        {"packing", "radius least "},
        {"push_out", "iterations moved pairs "},
        {"intersections", "mapped placed closed final "},
        {"settle", "steps outcome level clean uncertified "},
        {"knot", "wanted before after kept "},
        {"seconds", "map place settle verify "},
    };
    static const char *const outer[] = {
        "vertices",    "refined",  "hoop",          "axial",  "packing",   "bend",    "scale",
        "edge_needed", "push_out", "intersections", "settle", "certified", "stretch", "border_residual",
        "knot",        "seconds",  "files",         "hash",   "cycles"};
    char keys[2000], padded[2002], one[60];
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        keys_of(summary, wanted[i].object, keys, sizeof keys);
        assert_string_equal(keys, wanted[i].keys);
    }
    keys_of(summary, NULL, keys, sizeof keys);
    snprintf(padded, sizeof padded, " %s", keys);
    for (size_t i = 0; i < sizeof outer / sizeof *outer; i++) {
        snprintf(one, sizeof one, " %s ", outer[i]);
        const char *found = strstr(padded, one);
        if (found == NULL || strstr(found + 1, one) != NULL) {
            fail_msg("\"%s\" is not there once: %s", outer[i], keys);
        }
    }
}

// Each file that a summary lists is there.
static void check_files(const char *summary, const char *place)
{
    const char *at = strstr(summary, "\"files\": [");
    CHECK(at != NULL);
    const char *end = strchr(at, ']');
    int32_t count = 0;
    for (at = strchr(at, '['); (at = strchr(at, '"')) != NULL && at < end; count++) {
        char path[200];
        int length = (int)strcspn(at + 1, "\"");
        snprintf(path, sizeof path, "%s/%.*s", place, length, at + 1);
        if (!there(path)) {
            fail_msg("%s is listed and not there", path);
        }
        at += length + 2;
    }
    CHECK(count >= 12);
}

// Not at rest after three cycles is exit code 1, and all is written: the garment in its own order with its own places on the
// pattern, and a scene that plays to the same hash.
TEST(a_knot_is_tied_in_a_ribbon)
{
    result r, again;
    make_ribbon();
    CHECK_RUN(&r, 1, "\"kept\": true", "all cloth at rest, found ", "garment", "knot", "ribbon.obj",
              "--template", "overhand", "--region", REGION, "--set", "knot.turn=10", "--cycles", "3", "--out",
              "tied", "--json");
    static const char *const files[] = {"garment.obj",  "pipe.obj",  "settle.glb", "settle.pc2",
                                        "scene.json",   "cloth.obj", "final.glb",  "template.json",
                                        "summary.json", "tied.png"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[80];
        snprintf(path, sizeof path, "tied/%s", files[i]);
        if (!there(path)) {
            fail_msg("%s is not there", path);
        }
    }
    char value[2][200];
    char *summary = read_whole("tied/summary.json");
    check_keys(r.out), check_keys(summary);
    check_files(summary, "tied");
    free(summary);
    value_of(r.out, "hash", value[0], sizeof *value);
    RUN(&again, "run", "tied/scene.json", "--json");
    value_of(again.out, "hash", value[1], sizeof *value);
    assert_string_equal(value[0], value[1]);

    // the first lines of places on the pattern are the ribbon's, new ones come last
    char *before = read_whole("ribbon.obj"), *after = read_whole("tied/garment.obj");
    int32_t old_vertices = count_lines(before, "v "), vertices = count_lines(after, "v ");
    value_of(r.out, "vertices", value[0], sizeof *value);
    snprintf(value[1], sizeof *value, "\"vertices\": %d,", vertices);
    assert_string_equal(value[0], value[1]);
    CHECK(vertices > old_vertices &&
          count_lines(after, "vt ") == vertices - old_vertices + count_lines(before, "vt "));
    const char *a = strstr(before, "\nvt "), *b = strstr(after, "\nvt ");
    CHECK(a != NULL && b != NULL);
    size_t length = (size_t)(strstr(before, "\nf ") - a);
    const char *end = strstr(a, "\ng ");
    length = end != NULL && (size_t)(end - a) < length ? (size_t)(end - a) : length;
    CHECK(strncmp(a, b, length) == 0);
    free(before), free(after);
}

// A ribbon with one more face over the edge in the middle of it: three faces at one edge. It is read by lines: sanitizers measure
// all the text that is left at each strstr() and sscanf().
static void put_three(void)
{
    char *text = read_whole("ribbon.obj"), places[2][40] = {"", ""}, line[256];
    size_t size = strlen(text) + 400;
    char *whole = malloc(size);
    int32_t vertices = count_lines(text, "v "), uvs = count_lines(text, "vt "), read = 0;
    double(*uv)[2] = malloc((size_t)uvs * sizeof *uv), nearest = 1e9;
    FILE *file = fopen("ribbon.obj", "r");
    CHECK(whole != NULL && uv != NULL && file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        char corners[2][40];
        if (strncmp(line, "vt ", 3) == 0) {
            CHECK(sscanf(line, "vt %lf %lf", &uv[read][0], &uv[read][1]) == 2);
            read++;
        } else if (strncmp(line, "f ", 2) == 0) {
            // the places on the pattern of its first two corners
            CHECK(read == uvs && sscanf(line, "f %39s %39s", corners[0], corners[1]) == 2);
            double far = 0.0;
            for (int32_t k = 0; k < 2; k++) {
                const double *at = uv[strtol(strchr(corners[k], '/') + 1, NULL, 10) - 1];
                far += hypot(at[0] - 0.55, at[1] - 0.036);
            }
            if (far < nearest) {
                nearest = far;
                memcpy(places, corners, sizeof places);
            }
        }
    }
    fclose(file);
    snprintf(whole, size, "%s\nv 0 9 0\nvt 9 9\nf %s %s %d/%d\n", text, places[1], places[0], vertices + 1,
             uvs + 1);
    put_text("three.obj", whole);
    free(text), free(whole), free(uv);
}

TEST(what_cannot_be_tied_is_refused)
{
    static const struct {
        int code;
        const char *words, *garment, *template, *region, *option;
    } bad[] = {
        {3, "did you mean overhand?", "ribbon.obj", "overhnd", REGION, "--json"},
        {3, "template overhand has no such strand, but strand", "ribbon.obj", "overhand",
         "rope:rect:0,0,0,1,1", "--json"},
        {2, "give STRAND:rect:U,V,ANGLE,L,W", "ribbon.obj", "overhand", "strand:rect:0,0,0,1", "--json"},
        {2, "give STRAND:rect:U,V,ANGLE,L,W", "ribbon.obj", "overhand", "strand:rect:0,0,0,1,x", "--json"},
        {3, "--region: number 5 is nan", "ribbon.obj", "overhand", "strand:rect:0,0,0,1,nan", "--json"},
        {3, "--region: number 1 is inf", "ribbon.obj", "overhand", "strand:circle:inf,0,0.01", "--json"},
        {3, "--pose: number 2 is nan", "ribbon.obj", "overhand", REGION, "--pose=0,nan,0"},
        {3, "--scale: number 1 is nan", "ribbon.obj", "overhand", REGION, "--scale=nan"},
        {3, "--thickness: number 1 is nan", "ribbon.obj", "overhand", REGION, "--thickness=nan"},
        {3, "radius is \"nan\": give 0.6 to 1.6 x", "ribbon.obj", "overhand", REGION, "--set=radius=nan"},
        {3, "part nan to 1 of its strand", "ribbon.obj", "overhand", "strand@nan-1:rect:0.5,0.036,0,1,0.072",
         "--json"},
        {3, "length and width must be above 0", "ribbon.obj", "overhand", "strand:rect:0.5,0.036,0,-1,0.072",
         "--json"},
        {2, "give STRAND:rect:U,V,ANGLE,L,W", "ribbon.obj", "overhand", "strand:round:0,0,1", "--json"},
        {3, "off the pattern", "ribbon.obj", "overhand", "strand:rect:3,0.036,0,1.1,0.072", "--json"},
        {3, "edges of at most", "ribbon.obj", "overhand", REGION, "--keep-mesh"},
        {3, "did you mean knot.turn?", "ribbon.obj", "overhand", REGION, "--set=knot.tur=1"},
        {3, "give -30 to 30 deg", "ribbon.obj", "overhand", REGION, "--set=knot.turn=31"},
        {2, "X,Y,Z", "ribbon.obj", "overhand", REGION, "--pose=1,2"},
        {3, "strand 1 has no region: give one for each strand", "ribbon.obj", "reef",
         "left:rect:0.55,0.036,0,1.1,0.072", "--json"},
        {3, "needs a radius", "ribbon.obj", "overhand", REGION, "--scale=0.4"},
        {3, "UV", "flat.obj", "overhand", REGION, "--json"},
        {3, "absent.obj", "absent.obj", "overhand", REGION, "--json"},
        {3, "not a number", "nan.obj", "overhand", REGION, "--json"},
        {3, "across a cut", "bag.obj", "overhand", "strand:rect:0.345,0.15,0,0.25,0.05", "--json"},
        {3, "overlap", "ribbon.obj", "reef", "left:rect:0.3,0.036,0,0.5,0.072",
         "--region=right:rect:0.5,0.036,0,0.5,0.072"},
        {3, "shorter than twice the thickness", "ribbon.obj", "overhand", REGION, "--thickness=0.01"},
        {3, "too sharply", "ribbon.obj", "cusp.json", "s:rect:0.55,0.036,0,1.1,0.072", "--json"},
        {3, "has 3 faces", "three.obj", "overhand", "strand:rect:0.55,0.036,0,1.1,0.04", "--json"},
        {2, "--template, --out and 1 to 32 times --region", "ribbon.obj", "overhand", NULL, "--json"},
    };
    result bag;
    make_ribbon();
    put_three();
    CHECK_RUN(&bag, 0, "", "", "garment", "make", "handbag", "-o", "bag.obj", "--edge", "0.01");
    put_text("cusp.json", "{\"bight\": 1, \"template\": \"c\", \"title\": \"C\", \"strands\": [{\"name\": "
                          "\"s\", \"radius\": 0.01,\n"
                          "\"points\": [[0,0,0],[1,0,0],[1,0,0],[0,0,0.001]]}]}\n");
    put_text("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    put_text("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        result r;
        RUN(&r, "garment", "knot", bad[i].garment, "--template", bad[i].template, "--out", "no",
            bad[i].option, bad[i].region != NULL ? "--region" : NULL, bad[i].region);
        if (r.code != bad[i].code || strstr(r.err, bad[i].words) == NULL || there("no")) {
            fail_msg("%d: exit %d, wanted %d: \"%s\" should have \"%s\"", (int)i, r.code, bad[i].code, r.err,
                     bad[i].words);
        }
    }
}

// What a garment is worn on becomes an obstacle of the scene, and cloth has weight on it.
TEST(a_body_is_lain_on)
{
    result r;
    char text[65536];
    remove_folder("worn");
    CHECK_RUN(&r, 0, "", "", "garment", "make", "ribbon", "-o", "scarf.obj", "--edge", "0.011", "--size",
              "length=2.2", "--size", "width=0.04");
    CHECK_RUN(&r, 0, "", "", "garment", "make", "torso", "-o", "torso.obj", "--edge", "0.03", "--size",
              "arm=0.3");
    RUN(&r, "garment", "knot", "scarf.obj", "--template", "double", "--region",
        "scarf:rect:1.1,0.02,0,2.2002,0.0402,0.019362", "--body", "torso.obj", "--pose",
        "0,1.34108,0.16676,1,0,0,-25", "--cycles", "2", "--out", "worn", "--json");
    CHECK(r.code == 1 && strstr(r.out, "\"kept\": true") != NULL && there("worn/body.obj"));
    slurp("worn/scene.json", text, sizeof text);
    CHECK(strstr(text, "\"body.obj\"") != NULL && strstr(text, "-9.81") != NULL);
    remove_folder("worn");
}

// A wide top is made; a size without its option is told where it belongs.
TEST(sizes_have_an_option)
{
    result r;
    CHECK_RUN(&r, 0, "", "", "garment", "make", "tshirt", "-o", "wide.obj", "--edge", "0.03", "--size",
              "chest=1.3");
    CHECK_RUN(&r, 2, "", "a size is given by --size chest=1.3", "garment", "make", "tshirt", "chest=1.3",
              "-o", "wide.obj");
}

RUN_TESTS(unit(a_knot_is_tied_in_a_ribbon), unit(what_cannot_be_tied_is_refused), unit(a_body_is_lain_on),
          unit(sizes_have_an_option))
