// SPDX-License-Identifier: MIT
// A braid for any diagram (Vogel, "Representation of links by braids: a new algorithm", 1990). While two arcs
// of one face belong to different Seifert circles and both have the face on the same side, one is pushed
// across the other. When no such pair is left the circles are nested in a row, each crossing joins neighbours
// in that row, and a cut across all of them shows the braid.

#include "bight/knot_code.h"
#include "knot/public_diagram.h"
#include "knot/simplify.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

// Most letters of a braid word.
#define MOST_LETTERS 100000

typedef struct braiding {
    bi_diagram map;  ///< one piece
    int32_t *memory; ///< the arrays below
    int32_t *circle; ///< (4 crossings) Seifert circle of the arc at each dart
    int32_t *face;   ///< (4 crossings)
    int32_t *level;  ///< (circles) place in the row
    int32_t
        *start; ///< (circles) by level: the dart by which the circle enters its first crossing after the cut
    int32_t *next;    ///< (circles) by level: where the reading is
    int32_t *left;    ///< (circles) by level: crossings not yet read
    int32_t capacity; ///< crossings
    int32_t circles;
    int32_t *word;
    int32_t length, word_capacity, strands;
    bi_watch watch;
} braiding;

// Resolved along the directions: in by the under strand, out by the over strand, and the other way round.
static int32_t resolved(const bi_diagram *map, int32_t entry)
{
    return bi_opposite(bi_entry(bi_crossing(entry), !bi_is_over(entry), map->sign[entry >> 2]));
}

static bight_status make_room(braiding *b)
{
    const bight_allocator *allocator = &b->map.allocator;
    if (b->map.crossings <= b->capacity) {
        return BIGHT_OK;
    }
    int32_t capacity = 2 * b->map.crossings;
    bi_free_array(allocator, b->memory, 20 * (size_t)b->capacity, sizeof *b->memory);
    b->capacity = 0;
    b->memory = bi_new_array(allocator, 20 * (size_t)capacity, sizeof *b->memory);
    if (b->memory == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    b->capacity = capacity;
    b->circle = b->memory;
    b->face = b->circle + 4 * (size_t)capacity;
    b->level = b->face + 4 * (size_t)capacity;
    b->start = b->level + 3 * (size_t)capacity;
    b->next = b->start + 3 * (size_t)capacity;
    b->left = b->next + 3 * (size_t)capacity;
    return BIGHT_OK;
}

static void number_circles(braiding *b)
{
    const bi_diagram *map = &b->map;
    b->circles = 0;
    for (int32_t dart = 0; dart < 4 * map->crossings; dart++) {
        b->circle[dart] = -1;
    }
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (bi_is_out(map, start) || b->circle[start] >= 0) {
            continue;
        }
        for (int32_t dart = start; b->circle[dart] < 0; dart = map->mate[resolved(map, dart)]) {
            b->circle[dart] = b->circle[map->mate[dart]] = b->circles;
        }
        b->circles++;
    }
}

// Two darts of one face, of different circles, both out or both in.
static bool find_pair(braiding *b, int32_t *one, int32_t *two)
{
    for (int32_t a = 0; a < 4 * b->map.crossings && !bi_watch_stops(&b->watch, 10); a++) {
        for (int32_t d = bi_next_in_face(&b->map, a); d != a; d = bi_next_in_face(&b->map, d)) {
            b->watch.steps += 5;
            if (b->circle[d] != b->circle[a] && bi_is_out(&b->map, d) == bi_is_out(&b->map, a)) {
                *one = a;
                *two = d;
                return true;
            }
        }
    }
    return false;
}

static bight_status nest(braiding *b)
{
    bight_status status = make_room(b);
    while (status == BIGHT_OK) {
        int32_t one = 0, two = 0;
        number_circles(b);
        bool pair = find_pair(b, &one, &two);
        if (bi_watch_stops(&b->watch, 40 * (int64_t)b->map.crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        if (!pair) {
            break;
        }
        if (b->map.crossings + 2 > MOST_LETTERS) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        status = bi_diagram_reserve(&b->map, b->map.crossings + 2);
        if (status == BIGHT_OK) {
            bi_finger(&b->map, one, two, true);
            status = make_room(b);
        }
    }
    return status;
}

// The circle at the other side of a crossing.
static int32_t neighbour(const braiding *b, int32_t entry)
{
    int32_t c = bi_crossing(entry);
    return b->circle[bi_entry(c, !bi_is_over(entry), b->map.sign[c])];
}

// Number the circles from one end of the row, which has one neighbour only.
static void find_levels(braiding *b)
{
    const bi_diagram *map = &b->map;
    int32_t end = 0;
    for (int32_t k = 0; k < b->circles && !bi_watch_stops(&b->watch, 10 * (int64_t)map->crossings); k++) {
        int32_t first = -1;
        bool alone = true;
        for (int32_t dart = 0; dart < 4 * map->crossings; dart++) {
            if (!bi_is_out(map, dart) && b->circle[dart] == k) {
                int32_t other = neighbour(b, dart);
                alone = alone && (first < 0 || first == other);
                first = other;
            }
        }
        end = alone ? k : end;
        b->level[k] = -1;
    }
    b->level[end] = 0;
    for (int32_t level = 1, here = end; level < b->circles; level++) {
        bi_watch_stops(&b->watch, 10 * (int64_t)map->crossings);
        for (int32_t dart = 0; dart < 4 * map->crossings; dart++) {
            if (!bi_is_out(map, dart) && b->circle[dart] == here && b->level[neighbour(b, dart)] < 0) {
                here = neighbour(b, dart);
                b->level[here] = level;
                break;
            }
        }
    }
}

// A way across all circles: from an arc of one level through a face to an arc of the next.
static void cut(braiding *b)
{
    const bi_diagram *map = &b->map;
    bi_diagram_faces(map, b->face);
    int32_t at = 0;
    while (bi_is_out(map, at) || b->level[b->circle[at]] != 0) {
        at++;
    }
    b->start[0] = at;
    for (int32_t level = 1; level < b->circles; level++) {
        // one of the arc's two faces has the next level
        int32_t found = -1;
        for (int32_t side = 0; side < 2 && found < 0; side++) {
            int32_t first = side == 0 ? at : map->mate[at], dart = first;
            do {
                found = b->level[b->circle[dart]] == level ? dart : found;
                dart = bi_next_in_face(map, dart);
            } while (dart != first);
        }
        at = bi_is_out(map, found) ? map->mate[found] : found;
        b->start[level] = at;
    }
}

// A crossing is read when it comes next on both of its circles.
static bight_status read_word(braiding *b)
{
    const bi_diagram *map = &b->map;

    // each circle is read from the cut on, and has as many passages as crossings that it meets
    memcpy(b->next, b->start, (size_t)b->circles * sizeof *b->next);
    memset(b->left, 0, (size_t)b->circles * sizeof *b->left);
    for (int32_t dart = 0; dart < 4 * map->crossings; dart++) {
        b->left[b->level[b->circle[dart]]] += bi_is_out(map, dart) ? 0 : 1;
    }
    for (int32_t read = 0; read < map->crossings; read++) {
        if (bi_watch_stops(&b->watch, 5 * (int64_t)b->circles)) {
            return BIGHT_ERROR_STOPPED;
        }

        // the first pair of neighbours in the row whose next crossing is the same
        int32_t level = 0, c = -1;
        for (; level + 1 < b->circles; level++) {
            c = bi_crossing(b->next[level]);
            if (c == bi_crossing(b->next[level + 1]) && b->left[level] > 0 && b->left[level + 1] > 0) {
                break;
            }
        }
        if (level + 1 >= b->circles) {
            return BIGHT_ERROR_TOO_LARGE; // unreachable for nested circles
        }

        // letter i: strands i and i + 1, numbered on from earlier pieces; positive when right-handed
        bight_status status =
            bi_reserve(&map->allocator, &b->word, &b->word_capacity, (int64_t)b->length + 1, sizeof *b->word);
        if (status != BIGHT_OK) {
            return status;
        }
        b->word[b->length++] = map->sign[c] > 0 ? b->strands + level + 1 : -(b->strands + level + 1);

        // both circles advance to their next crossing
        b->left[level]--;
        b->left[level + 1]--;
        b->next[level] = map->mate[resolved(map, b->next[level])];
        b->next[level + 1] = map->mate[resolved(map, b->next[level + 1])];
    }
    b->strands += b->circles;
    return BIGHT_OK;
}

static bight_status braid_pieces(braiding *b, const bi_diagram *map, int32_t *piece, int32_t *place)
{
    int32_t pieces = bi_diagram_pieces(map, piece, place);
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < pieces && status == BIGHT_OK; i++) {
        status = bi_diagram_extract(&b->map, map, piece, i, place);
        status = status == BIGHT_OK ? nest(b) : status;
        if (status == BIGHT_OK) {
            find_levels(b);
            status = bi_watch_status(&b->watch, BIGHT_OK);
        }
        if (status == BIGHT_OK) {
            cut(b);
            status = read_word(b);
        }
    }
    return status;
}

bight_status bight_diagram_to_braid(const bight_env *env, const bight_diagram *diagram, int32_t **word,
                                    int32_t *length, int32_t *strands, bight_error *error)
{
    const bi_diagram *map = &diagram->map;
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    braiding b = {.watch = bi_watch_from(env)};
    bi_diagram_init(&b.map, allocator);
    size_t total = 3 * (size_t)map->crossings + 1;
    int32_t *piece = bi_new_array(allocator, total, sizeof *piece);
    bight_status status =
        piece != NULL ? braid_pieces(&b, map, piece, piece + map->crossings) : BIGHT_ERROR_NO_MEMORY;
    *word = NULL;
    *length = b.length;
    *strands = b.strands + map->circles;

    // exactly as long as the caller is told
    if (status == BIGHT_OK && b.length > 0) {
        *word = bi_new_array(allocator, (size_t)b.length, sizeof **word);
        status = *word != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
        if (*word != NULL) {
            memcpy(*word, b.word, (size_t)b.length * sizeof **word);
        }
    }

    bi_free_array(allocator, b.word, (size_t)b.word_capacity, sizeof *b.word);
    bi_free_array(allocator, b.memory, 20 * (size_t)b.capacity, sizeof *b.memory);
    bi_free_array(allocator, piece, total, sizeof *piece);
    bi_diagram_free(&b.map);
    if (status != BIGHT_OK) {
        *length = *strands = 0;
        return bi_fail(error, status, 0, "the diagram was not braided: %s", bight_status_text(status));
    }
    return BIGHT_OK;
}
