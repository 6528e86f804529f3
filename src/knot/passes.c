// SPDX-License-Identifier: MIT
// Every way to lay a run along a shortest path, one after the other.

#include "knot/neighbours.h"
#include "knot/pass_run.h"
#include "core/memory.h"

void bi_neighbour_scratch_init(bi_neighbour_scratch *scratch, const bight_allocator *allocator)
{
    *scratch = (bi_neighbour_scratch){0};
    bi_diagram_init(&scratch->lifted, allocator);
    bi_diagram_init(&scratch->out, allocator);
    bi_move_scratch_init(&scratch->moves, allocator);
}

void bi_neighbour_scratch_free(bi_neighbour_scratch *scratch)
{
    bight_allocator allocator = scratch->lifted.allocator;
    bi_free_array(&allocator, scratch->inside, 3 * (size_t)scratch->capacity + 2, sizeof *scratch->inside);
    bi_diagram_free(&scratch->lifted);
    bi_diagram_free(&scratch->out);
    bi_move_scratch_free(&scratch->moves);
    *scratch = (bi_neighbour_scratch){0};
}

bight_status bi_neighbour_scratch_reserve(bi_neighbour_scratch *scratch, int32_t crossings)
{
    if (crossings <= scratch->capacity) {
        return BIGHT_OK;
    }
    const bight_allocator *allocator = &scratch->lifted.allocator;
    bight_status status = bi_diagram_reserve(&scratch->lifted, crossings);
    status = status == BIGHT_OK ? bi_diagram_reserve(&scratch->out, crossings) : status;
    status = status == BIGHT_OK ? bi_move_scratch_reserve(&scratch->moves, crossings) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bi_free_array(allocator, scratch->inside, 3 * (size_t)scratch->capacity + 2, sizeof *scratch->inside);
    scratch->capacity = 0;
    scratch->inside = bi_new_array(allocator, 3 * (size_t)crossings + 2, sizeof *scratch->inside);
    if (scratch->inside == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    scratch->stack = scratch->inside + crossings;
    scratch->capacity = crossings;
    return BIGHT_OK;
}

// Steps from every face to the face where the run ends.
static void measure(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t end)
{
    int32_t read = 0, write = 0;
    scratch->distance[end] = 0;
    scratch->queue[write++] = end;
    while (read < write) {
        int32_t face = scratch->queue[read++], dart = scratch->first[face];
        do {
            int32_t next = scratch->face[diagram->mate[dart]];
            if (scratch->distance[next] < 0) {
                scratch->distance[next] = scratch->distance[face] + 1;
                scratch->queue[write++] = next;
            }
            dart = bi_next_with_ends(diagram, dart);
        } while (dart != scratch->first[face]);
    }
}

// Depth-first over the shortest paths: via[i] is the dart looked at on level i, path[i] the one taken.
static bool lay_all(bi_neighbour_scratch *scratch, bi_pass_run s, int32_t from, bi_neighbour visit,
                    void *user)
{
    bi_move_scratch *moves = &scratch->moves;
    const bi_diagram *lifted = &scratch->lifted;
    int32_t length = moves->distance[from], level = 0, *face_at = scratch->stack;

    face_at[0] = from;
    moves->via[0] = -1;
    while (level >= 0) {
        // a whole path: lay the run along it in a copy, loose ends included
        if (level == length) {
            if (bi_diagram_copy(&scratch->out, lifted) != BIGHT_OK) {
                return false;
            }
            int32_t start = 4 * lifted->crossings;
            for (int32_t i = 0; i < 2; i++) {
                scratch->out.mate[start + i] = lifted->mate[start + i];
            }
            bi_lay_run(&scratch->out, moves, s, length);
            bi_diagram_compact(&scratch->out);
            if (!visit(user, &scratch->out)) {
                return false;
            }
            level--;
            continue;
        }

        // the next side of this level's face; after the last one, back to the level before
        int32_t face = face_at[level], first = moves->first[face], dart = moves->via[level];
        dart = dart < 0 ? first : bi_next_with_ends(lifted, dart);
        if (moves->via[level] >= 0 && dart == first) {
            level--;
            continue;
        }
        moves->via[level] = dart;

        // on a shortest path each step lowers the distance to the end by one
        int32_t next = moves->face[lifted->mate[dart]];
        if (moves->distance[next] == moves->distance[face] - 1) {
            moves->path[level] = dart;
            face_at[++level] = next;
            if (level < length) {
                moves->via[level] = -1;
            }
        }
    }
    return true;
}

bool bi_passes(const bi_diagram *diagram, bi_neighbour_scratch *scratch, bi_neighbour visit, void *user)
{
    int32_t darts = 4 * diagram->crossings;
    for (int32_t tail = 0; tail < darts; tail++) {
        if (!bi_is_out(diagram, tail)) {
            continue;
        }
        int32_t longest = bi_take_run(diagram, &scratch->moves, tail, diagram->crossings).length;
        for (int32_t length = 1; length <= longest; length++) {
            bi_pass_run s = bi_take_run(diagram, &scratch->moves, tail, length);
            if (s.length != length || bi_diagram_copy(&scratch->lifted, diagram) != BIGHT_OK) {
                break;
            }
            if (!bi_lift_run(&scratch->lifted, &scratch->moves, s)) {
                break;
            }
            int32_t from = scratch->moves.face[darts], to = scratch->moves.face[darts + 1];
            measure(&scratch->lifted, &scratch->moves, to);
            if (!lay_all(scratch, s, from, visit, user)) {
                return false;
            }
        }
    }
    return true;
}
