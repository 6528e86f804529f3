// SPDX-License-Identifier: MIT
// An atlas of random knots of 13 to 16 crossings: made, proved, opened, and knots named by it.

#include "bight/knot.h"
#include "bight/knot_invariant.h"
#include "knot/atlas.h"
#include "knot/homfly.h"
#include "knot/public_diagram.h"
#include "core/random.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define MOST 80 // of one kind
#define PRIME UINT64_C(0x7FFFFFFF)

static bight_error error;

// Knots of one kind as rows of a list.
typedef struct rows {
    bi_code codes[MOST];
    uint8_t bytes[10 * MOST], state[MOST];
    int32_t count;
} rows;

static rows all[8];
static bight_atlas_list lists[8];
static bight_bytes file;
static bight_atlas_aliases aliases;

static bool see(void *user, const bi_orbit_key *key, int32_t hands)
{
    bi_orbit_key *least = user;
    (void)hands;
    *least = bi_orbit_compare(key, least) < 0 ? *key : *least;
    return true;
}

static int compare(const void *a, const void *b)
{
    return bi_code_compare(a, b);
}

// A random reduced prime diagram of that many crossings, from a random braid; false when the braid gives none.
static bool random_diagram(bi_random *random, int32_t crossings, bool alternating, bight_diagram **diagram)
{
    // a closed braid of an even number of strands is a knot only when its word is odd, and the other way round
    int32_t word[24], length = crossings + bi_random_below(random, alternating ? 1 : 4);
    int32_t strands = (length % 2 == 0 ? 3 : 4) + 2 * bi_random_below(random, 2);
    for (int32_t i = 0; i < length; i++) {
        int32_t strand = bi_random_below(random, strands - 1);
        int32_t sign = alternating ? (strand % 2 == 0 ? 1 : -1) : (bi_random_below(random, 2) == 0 ? 1 : -1);
        word[i] = sign * (1 + strand);
    }
    CHECK(bight_diagram_from_braid(NULL, word, length, strands, diagram, &error) == BIGHT_OK);
    bi_diagram *map = &(*diagram)->map;
    bi_move_scratch moves;
    bi_move_scratch_init(&moves, NULL);
    CHECK(bi_move_scratch_reserve(&moves, length) == BIGHT_OK);
    bool good = bight_diagram_components(*diagram) == 1 && map->circles == 0;
    if (good) {
        bi_pass_all(map, &moves);
        bi_factor(map, &moves);
        int32_t scratch[64];
        good = map->crossings == crossings && bi_diagram_pieces(map, scratch, scratch + 32) == 1 &&
               bi_diagram_is_alternating(map) == alternating;
    }
    bi_move_scratch_free(&moves);
    return good;
}

// Adds the least code of the orbit, once; false when the orbit leads to a smaller diagram.
static void add(bi_orbit *orbit, rows *to, const bi_diagram *diagram)
{
    bi_orbit_key least = {UINT64_MAX, 0};
    bi_orbit_end end;
    CHECK(bi_orbit_walk(orbit, diagram, 100000, see, &least, &end) == BIGHT_OK);
    if (end != BI_ORBIT_WHOLE) {
        return;
    }
    bi_code code = bi_orbit_code_of(&least, diagram->crossings);
    for (int32_t i = 0; i < to->count; i++) {
        if (bi_code_compare(&to->codes[i], &code) == 0) {
            return;
        }
    }
    to->codes[to->count++] = code;
}

static void write_rows(rows *r, int32_t crossings, bool alternating)
{
    size_t size = alternating ? 8 : 10;
    memset(r->bytes, 0, sizeof r->bytes);
    qsort(r->codes, (size_t)r->count, sizeof *r->codes, compare);
    for (int32_t k = 0; k < r->count; k++) {
        uint8_t *at = r->bytes + (size_t)k * size;
        for (int32_t i = 0; i < crossings; i++) {
            at[i / 2] |= (uint8_t)((r->codes[k].entries[i] & 15) << (i % 2 == 0 ? 4 : 0));
            if (!alternating && bi_code_mark(&r->codes[k], i) == 0) {
                at[(crossings + 1) / 2 + i / 8] |= (uint8_t)(128 >> i % 8);
            }
        }
    }
}

// 14n_8: its orbit does not hold its mirror image, but its signature is 0 and its HOMFLY polynomial the same in the mirror.
static const bi_code no_hand = {{2, 4, 5, 7, 1, 8, 10, 3, 12, 6, 13, 9, 14, 11}, 1524, 14};

// Two knots whose minimal diagrams fall into several orbits: 13n_148 and 13n_1821.
static const bi_code several[2] = {{{2, 4, 5, 8, 1, 10, 12, 3, 11, 7, 13, 9, 6}, 223, 13},
                                   {{2, 5, 7, 8, 9, 1, 11, 10, 12, 13, 3, 6, 4}, 825, 13}};

// With these random numbers 60 detours lead from the row to another orbit.
static const uint64_t seeds[2] = {(UINT64_C(13) << 32) + 147, (UINT64_C(13) << 32) + 1820};

static int32_t row_of(const rows *r, const bi_code *code)
{
    int32_t row = 0;
    while (row < r->count && bi_code_compare(&r->codes[row], code) != 0) {
        row++;
    }
    CHECK(row < r->count);
    return row;
}

// Some knots of each kind, once for all tests.
static void make(void)
{
    if (file.size > 0) {
        return;
    }
    bi_orbit orbit;
    bi_orbit_init(&orbit, NULL);
    bi_random random = bi_random_from(7);
    for (int32_t i = 0; i < 8; i++) {
        int32_t crossings = 13 + i / 2,
                wanted = i % 2 == 0 ? LESS_WHEN_CHECKED(70, 20) : LESS_WHEN_CHECKED(20, 6);
        for (int32_t tries = 0; all[i].count < wanted; tries++) {
            CHECK(tries < 200000);
            bight_diagram *diagram;
            if (random_diagram(&random, crossings, i % 2 == 0, &diagram)) {
                add(&orbit, &all[i], &diagram->map);
            }
            bight_diagram_free(diagram);
        }
        if (i == 3) {
            all[i].codes[all[i].count++] = no_hand;
        }
        for (int32_t k = 0; k < 2 && i == 1; k++) {
            all[i].codes[all[i].count++] = several[k];
        }
        write_rows(&all[i], crossings, i % 2 == 0);
        lists[i] = (bight_atlas_list){crossings, i % 2 == 0, all[i].bytes, all[i].count, all[i].state};
    }
    bi_orbit_free(&orbit);
    for (int32_t k = 0; k < 2; k++) {
        bight_atlas_aliases found = {0};
        CHECK(bight_atlas_find_aliases(NULL, &lists[1], row_of(&all[1], &several[k]), 60, seeds[k], &found,
                                       &error) == BIGHT_OK);
        CHECK(found.count > 0);
        CHECK(bight_atlas_merge_aliases(NULL, &aliases, &found, &error) == BIGHT_OK);
        bight_atlas_aliases_free(NULL, &found);
    }
    aliases.done = 1234;
    CHECK(bight_atlas_write(NULL, lists, 8, &aliases, &file, &error) == BIGHT_OK);
}

// Every code is found with its number, none that is not there, and the file holds what was written.
TEST(codes_are_found)
{
    make();
    bight_knot_atlas *atlas;
    CHECK(bight_knot_atlas_open(NULL, file.data, file.size, &atlas, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_check(atlas, &error) == BIGHT_OK);
    for (int32_t i = 0; i < 8; i++) {
        CHECK(bight_knot_atlas_count(atlas, lists[i].crossings, i % 2 == 0) == all[i].count);
        for (int32_t k = 0; k < all[i].count; k++) {
            bi_atlas_knot knot;
            bi_orbit_key key = bi_orbit_key_of(&all[i].codes[k]), again;
            CHECK(bi_atlas_find(atlas, &key, lists[i].crossings, &knot) && knot.number == k);
            CHECK(bi_atlas_at(atlas, lists[i].crossings, i % 2 == 0, k, &again) &&
                  bi_orbit_compare(&key, &again) == 0);
            key.shadow ^= 1;
            CHECK(!bi_atlas_find(atlas, &key, lists[i].crossings, &knot));
        }
    }
    CHECK(bight_knot_atlas_count(atlas, 12, true) == 0 && bight_knot_atlas_count(atlas, 17, true) == 0);
    bight_knot_atlas_close(atlas);
}

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1, base = base * base % PRIME) {
        result = (exponent & 1) != 0 ? result * base % PRIME : result;
    }
    return result;
}

// P at v = 12345 or its inverse and z = 678, modulo a prime.
static uint64_t homfly_at(const bi_diagram *diagram, bool inverse)
{
    bi_homfly p;
    bi_homfly_init(&p, NULL);
    CHECK(bi_homfly_of(diagram, &p) == BIGHT_OK);
    uint64_t sum = 0;
    for (int32_t i = -p.v_size; i <= p.v_size; i++) {
        for (int32_t j = 0; j <= p.z_size; j += 2) {
            int64_t c = bi_homfly_at(&p, i, j) % (int64_t)PRIME;
            int32_t v = (inverse ? -i : i) + 1000;
            uint64_t term = power(12345, (uint64_t)v) * power(678, (uint64_t)j) % PRIME;
            sum = (sum + term * (uint64_t)(c < 0 ? c + (int64_t)PRIME : c)) % PRIME;
        }
    }
    bi_homfly_free(&p);
    return sum;
}

static bight_knot_result name_it(const bight_knot_atlas *atlas, const bi_code *code, int32_t sign)
{
    bight_diagram *diagram;
    bight_knot_result result;
    CHECK(bight_diagram_from_braid(NULL, NULL, 0, 1, &diagram, NULL) == BIGHT_OK);
    CHECK(bi_code_diagram(&diagram->map, code, sign) == BIGHT_OK);
    diagram->map.circles = 0;
    const bight_knot_options options = {.atlas = atlas, .effort = -1};
    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, &options, &result, &error) == BIGHT_OK);
    bight_diagram_free(diagram);
    return result;
}

// An alias has the polynomial of its row, or of the row's mirror image, and the row's name and hand without any search; an
// atlas without aliases does not know it.
TEST(aliases_are_their_rows)
{
    make();
    bight_knot_atlas *atlas, *without;
    bight_bytes plain;
    CHECK(bight_atlas_write(NULL, lists, 8, NULL, &plain, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_open(NULL, plain.data, plain.size, &without, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_open(NULL, file.data, file.size, &atlas, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_check(atlas, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_alias_count(atlas) == aliases.count && bight_knot_atlas_alias_count(without) == 0);
    bi_diagram here, there;
    bi_diagram_init(&here, NULL);
    bi_diagram_init(&there, NULL);
    int32_t mirrored = 0;
    for (int32_t i = 0; i < aliases.count; i++) {
        const bight_atlas_alias *alias = &aliases.list[i];
        const bi_orbit_key key = {alias->shadow, alias->pattern};
        bi_code code = bi_orbit_code_of(&key, alias->crossings);
        const bi_code *row = &all[1].codes[alias->row];
        CHECK(bi_code_diagram(&here, &code, 1) == BIGHT_OK && bi_code_diagram(&there, row, 1) == BIGHT_OK);
        CHECK_SEED(homfly_at(&here, alias->mirrored) == homfly_at(&there, false), i);
        CHECK_SEED(homfly_at(&here, !alias->mirrored) != homfly_at(&there, false), i);
        mirrored += alias->mirrored;
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            bight_knot_result a = name_it(atlas, &code, sign),
                              b = name_it(atlas, row, alias->mirrored ? -sign : sign);
            CHECK_SEED(a.proved && strcmp(a.name, b.name) == 0 && strncmp(a.name, "13n_", 4) == 0, i);
            CHECK_SEED(a.factors[0].handedness == b.factors[0].handedness, i);
            CHECK_SEED(a.factors[0].handedness == BIGHT_HANDEDNESS_RIGHT ||
                           a.factors[0].handedness == BIGHT_HANDEDNESS_LEFT,
                       i);
            CHECK_SEED(strcmp(name_it(without, &code, sign).name, "unknown") == 0, i);
        }
    }
    CHECK(mirrored > 0 && mirrored < aliases.count);
    bi_diagram_free(&here);
    bi_diagram_free(&there);
    bight_knot_atlas_close(atlas);
    bight_knot_atlas_close(without);
    bight_bytes_free(NULL, &plain);
}

// What is proved in an atlas is taken up again, and its aliases; a row that is another one in it is not.
TEST(an_atlas_is_gone_on_from)
{
    make();
    bight_knot_atlas *atlas;
    bight_bytes bytes;
    for (int32_t k = 0; k < all[1].count; k++) {
        all[1].state[k] = (uint8_t)(k % 3);
    }
    CHECK(bight_atlas_write(NULL, lists, 8, &aliases, &bytes, &error) == BIGHT_OK);
    CHECK(bight_knot_atlas_open(NULL, bytes.data, bytes.size, &atlas, &error) == BIGHT_OK);
    memset(all[1].state, 0, sizeof all[1].state);
    all[1].state[2] = BIGHT_ATLAS_CHIRAL;
    rows moved = all[1];
    bight_atlas_list shifted = {13, false, moved.bytes + 10, all[1].count - 1, moved.state};
    bight_atlas_aliases again = {0};
    int64_t taken;
    CHECK(bight_atlas_take(NULL, atlas, lists, 8, &again, &taken, &error) == BIGHT_OK);
    for (int32_t k = 0; k < all[1].count; k++) {
        CHECK_SEED(all[1].state[k] == (k == 2 ? BIGHT_ATLAS_CHIRAL : k % 3), k);
    }
    CHECK(taken == all[1].count - (all[1].count + 2) / 3 - 1);
    CHECK(again.count == aliases.count && again.done == 1234);
    CHECK(memcmp(again.list, aliases.list, (size_t)again.count * sizeof *again.list) == 0);
    CHECK(bight_atlas_take(NULL, atlas, &shifted, 1, &again, &taken, &error) == BIGHT_OK && taken == 0);
    memset(all[1].state, 0, sizeof all[1].state);
    bight_atlas_aliases_free(NULL, &again);
    bight_bytes_free(NULL, &bytes);
    bight_knot_atlas_close(atlas);
}

// The one amphichiral knot of 15 crossings (Hoste, Thistlethwaite, Weeks 1998), 15n_139717: no flype and no pass leads to its
// mirror image; detours do.
TEST(a_mirror_image_is_reached)
{
    rows one = {.count = 1};
    one.codes[0] = (bi_code){{3, 5, 11, 13, 1, 8, 12, 10, 14, 6, 2, 7, 15, 4, 9}, 2986, 15};
    write_rows(&one, 15, false);
    bight_atlas_list list = {15, false, one.bytes, 1, one.state};
    bight_atlas_aliases none = {0};
    CHECK(bight_atlas_prove(NULL, &list, 0, 1, NULL, &error) == BIGHT_OK);
    CHECK(one.state[0] == BIGHT_ATLAS_CHIRAL);
    CHECK(bight_atlas_find_aliases(NULL, &list, 0, 1000, (UINT64_C(15) << 32) + 139716, &none, &error) ==
          BIGHT_OK);
    CHECK(one.state[0] == BIGHT_ATLAS_AMPHICHIRAL && none.count == 0);
}

// Aliases are kept once; two rows with one are one knot, and so are two rows of which one's orbit is found from the other.
TEST(rows_that_are_one_knot)
{
    make();
    bight_atlas_aliases two = {0};
    CHECK(bight_atlas_merge_aliases(NULL, &two, &aliases, &error) == BIGHT_OK);
    CHECK(bight_atlas_merge_aliases(NULL, &two, &aliases, &error) == BIGHT_OK && two.count == aliases.count);
    two.list[0].row++;
    CHECK(bight_atlas_merge_aliases(NULL, &two, &aliases, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "are one knot") != NULL);

    rows both = {.count = 2};
    const bi_orbit_key key = {aliases.list[0].shadow, aliases.list[0].pattern};
    both.codes[0] = all[1].codes[aliases.list[0].row];
    both.codes[1] = bi_orbit_code_of(&key, 13);
    write_rows(&both, 13, false);
    bight_atlas_list list = {13, false, both.bytes, 2, both.state};
    CHECK(bight_atlas_find_aliases(NULL, &list, 0, 60, seeds[0], &two, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "is the knot of another row, too") != NULL);
    CHECK(bight_atlas_find_aliases(NULL, &list, 2, 10, 1, &two, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_atlas_find_aliases(NULL, &lists[0], 0, 10, 1, &two, &error) == BIGHT_ERROR_INVALID);
    bight_atlas_aliases_free(NULL, &two);
}

// Scrambled diagrams of knots of the atlas, and sums, have their names; of a knot and its mirror image the hands differ
// unless it is its own; other knots stay unknown.
TEST(knots_are_named)
{
    make();
    bight_knot_atlas *atlas;
    CHECK(bight_knot_atlas_open(NULL, file.data, file.size, &atlas, &error) == BIGHT_OK);
    bight_knot_options options = {.atlas = atlas};
    int32_t told = 0;
    for (int32_t i = 0; i < 8; i++) {
        for (int32_t k = 0; k < all[i].count; k += i == 3 ? 1 : LESS_WHEN_CHECKED(3, 5)) {
            bight_handedness hands[2];
            for (int32_t left = 0; left < 2; left++) {
                char name[16];
                bight_diagram *diagram, *larger;
                bight_knot_result result;
                CHECK(bight_knot_atlas_diagram(NULL, atlas, lists[i].crossings, i % 2 == 0, k, left == 1,
                                               name, &diagram, &error) == BIGHT_OK);
                CHECK(bight_diagram_scramble(NULL, diagram, lists[i].crossings + 8, (uint64_t)k, &larger,
                                             &error) == BIGHT_OK);
                options.seed = (uint64_t)k;
                CHECK(bight_knot_identify_diagram(NULL, NULL, larger, &options, &result, &error) == BIGHT_OK);
                CHECK_SEED(strcmp(result.name, name) == 0 && result.proved, k);
                CHECK_SEED(result.factors[0].crossings == lists[i].crossings, k);
                hands[left] = result.factors[0].handedness;
                CHECK(bight_knot_identify_diagram(NULL, NULL, larger, NULL, &result, &error) == BIGHT_OK);
                bool family = result.name[0] == 'C' || result.name[0] == 'T'; // known without a table
                CHECK_SEED(family ? result.proved : strcmp(result.name, "unknown") == 0 && !result.proved, k);
                bight_diagram_free(diagram);
                bight_diagram_free(larger);
            }
            bool same = i == 3 && bi_code_compare(&all[i].codes[k], &no_hand) == 0;
            CHECK_SEED(!same || (hands[0] == BIGHT_HANDEDNESS_UNKNOWN && hands[1] == hands[0]), k);
            told += same;
            bool own = hands[0] == BIGHT_HANDEDNESS_AMPHICHIRAL || hands[0] == BIGHT_HANDEDNESS_UNKNOWN;
            CHECK_SEED(own ? hands[1] == hands[0] : hands[0] == BIGHT_HANDEDNESS_RIGHT, k);
            CHECK_SEED(own || hands[1] == BIGHT_HANDEDNESS_LEFT, k);
        }
    }
    CHECK(told == 1);
    bight_knot_atlas_close(atlas);
}

// Rows are proved; a row that is not the least code of its orbit, or a copy, is not; a stop keeps what was done.
TEST(rows_are_proved)
{
    make();
    for (int32_t i = 0; i < 4; i++) {
        int64_t diagrams = 0;
        memset(all[i].state, 0, sizeof all[i].state);
        CHECK(bight_atlas_prove(NULL, &lists[i], 0, all[i].count, &diagrams, &error) == BIGHT_OK);
        CHECK(diagrams >= all[i].count);
        for (int32_t k = 0; k < all[i].count; k++) {
            CHECK_SEED(all[i].state[k] == BIGHT_ATLAS_CHIRAL || all[i].state[k] == BIGHT_ATLAS_AMPHICHIRAL,
                       k);
        }
    }

    // a second code of the same orbit, alone in a list
    bi_orbit orbit;
    bi_orbit_init(&orbit, NULL);
    bi_diagram diagram;
    bi_diagram_init(&diagram, NULL);
    int32_t wrong = 0;
    for (int32_t k = 0; k < all[0].count; k++) {
        bi_orbit_key least = {UINT64_MAX, 0};
        bi_orbit_end end;
        CHECK(bi_code_diagram(&diagram, &all[0].codes[k], 1) == BIGHT_OK);
        CHECK(bi_orbit_walk(&orbit, &diagram, 100000, see, &least, &end) == BIGHT_OK);
        for (int32_t other = 0; other < orbit.count && other < 3; other++) {
            rows one = {.count = 1};
            one.codes[0] = bi_orbit_code_of(&orbit.nodes[other].key, 13);
            if (bi_code_compare(&one.codes[0], &all[0].codes[k]) == 0) {
                continue;
            }
            write_rows(&one, 13, true);
            bight_atlas_list list = {13, true, one.bytes, 1, one.state};
            CHECK(bight_atlas_prove(NULL, &list, 0, 1, NULL, &error) == BIGHT_OK);
            CHECK(one.state[0] == BIGHT_ATLAS_WRONG);
            wrong++;
        }
    }
    CHECK(wrong > 10);
    bi_orbit_free(&orbit);
    bi_diagram_free(&diagram);

    // rows that do not grow, and nibbles that are no code
    rows two = {.count = 2};
    two.codes[0] = two.codes[1] = all[0].codes[0];
    write_rows(&two, 13, true);
    bight_atlas_list list = {13, true, two.bytes, 2, two.state};
    CHECK(bight_atlas_prove(NULL, &list, 0, 2, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "row 2 of 13 crossings, alternating, does not come after") != NULL);
    two.bytes[0] = two.bytes[1];
    CHECK(bight_atlas_prove(NULL, &list, 0, 1, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "is no code") != NULL);
}

// Every way to cut the file short, and 3,000 broken ones: an error or fewer names, and nothing is read beyond the end
// (the copy has exactly its size, for the sanitizers).
TEST(broken_files)
{
    make();
    bi_random random = bi_random_from(3);
    for (int32_t run = 0; run < LESS_WHEN_CHECKED(3000, 1000); run++) {
        size_t size = run < 400 ? file.size * (size_t)run / 400 : file.size;
        uint8_t *copy = malloc(size + 1);
        CHECK(copy != NULL);
        uint8_t *at = copy + 1; // so that no access is aligned by chance
        memcpy(at, file.data, size);
        for (int32_t i = 0; i < 4 && run >= 400; i++) {
            int32_t reach = i % 2 == 0 ? 300 : (int32_t)size;
            at[bi_random_below(&random, reach)] = (uint8_t)bi_random_below(&random, 256);
        }
        bight_knot_atlas *atlas;
        if (size > 0 && bight_knot_atlas_open(NULL, at, size, &atlas, &error) == BIGHT_OK) {
            bight_knot_atlas_check(atlas, &error);
            for (int32_t i = 0; i < 8; i++) {
                bi_atlas_knot knot;
                bi_orbit_key key = bi_orbit_key_of(&all[i].codes[0]);
                bi_atlas_find(atlas, &key, lists[i].crossings, &knot);
                bi_atlas_at(atlas, lists[i].crossings, i % 2 == 0, all[i].count - 1, &key);
            }
            bight_knot_atlas_close(atlas);
        }
        free(copy);
    }
    bight_knot_atlas *atlas;
    CHECK(bight_knot_atlas_open(NULL, "bightkn0", 8, &atlas, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "bight tabulate 16 --from") != NULL);
}

// Memory that is refused leaves nothing behind.
TEST(atlas_without_memory)
{
    make();
    for (int32_t what = 0; what < 5; what++) {
        bool done = false;
        for (int64_t fail = 1; !done; fail++) {
            failing_allocator memory = {.fail_at = fail};
            bight_env env = failing_env(&memory);
            bight_knot_atlas *atlas = NULL;
            bight_bytes bytes = {0};
            uint8_t state = 0;
            int64_t taken;
            bight_atlas_aliases found = {0};
            bight_atlas_list list = {13, true, all[0].bytes, 1, &state};
            if (what == 4) {
                CHECK(bight_knot_atlas_open(NULL, file.data, file.size, &atlas, &error) == BIGHT_OK);
            }
            bight_status status =
                what == 0   ? bight_knot_atlas_open(&env, file.data, file.size, &atlas, &error)
                : what == 1 ? bight_atlas_write(&env, lists, 8, &aliases, &bytes, &error)
                : what == 2 ? bight_atlas_prove(&env, &list, 0, 1, NULL, &error)
                : what == 3 ? bight_atlas_find_aliases(&env, &lists[1], row_of(&all[1], &several[0]), 60,
                                                       seeds[0], &found, &error)
                            : bight_atlas_take(&env, atlas, lists, 8, &found, &taken, &error);
            bight_atlas_aliases_free(&env, &found);
            done = status == BIGHT_OK;
            CHECK_SEED(done || status == BIGHT_ERROR_NO_MEMORY, fail);
            bight_knot_atlas_close(atlas);
            bight_bytes_free(&env.allocator, &bytes);
            CHECK_SEED(memory.held == 0, fail);
        }
    }
    bight_bytes_free(NULL, &file);
    bight_atlas_aliases_free(NULL, &aliases);
}

RUN_TESTS(unit(codes_are_found), unit(knots_are_named), unit(rows_are_proved), unit(aliases_are_their_rows),
          unit(an_atlas_is_gone_on_from), unit(rows_that_are_one_knot), unit(a_mirror_image_is_reached),
          unit(broken_files), unit(atlas_without_memory))
