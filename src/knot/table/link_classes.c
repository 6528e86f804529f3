// SPDX-License-Identifier: MIT

#include "knot/table/link_classes.h"
#include "knot/invariant.h"
#include "knot/passages.h"
#include "knot/table/link_dt.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rounds of detours, and detours from each class in the first and the last round.
#define ROUNDS 12
#define FIRST_TRIES 60
#define LAST_TRIES 4000

// The first node of a class and of its mirror image.
static bool leads(const bi_link_census *census, int32_t node)
{
    return bi_link_census_root(census, node) == node && bi_link_census_root(census, node ^ 1) >= node &&
           !census->drop[node];
}

bi_link_counts bi_link_census_count(const bi_link_census *census)
{
    bi_link_counts counts = {0, 0};
    for (int32_t node = 0; node < 2 * census->count; node++) {
        bool alternating = census->entries[node / 2].alternating;
        counts.alternating += leads(census, node) && alternating;
        counts.nonalternating += leads(census, node) && !alternating;
    }
    return counts;
}

// Random detours from a diagram of the class; what they lead to is joined. From there the next one starts.
static bight_status detour(bi_link_census *census, bi_diagram *start, int32_t node, uint64_t seed,
                           int32_t tries)
{
    bi_diagram *trial = &census->reduced;
    bi_move_scratch *moves = &census->scratch.moves;
    bi_random random = bi_random_from(seed);
    bight_status status =
        bi_link_code_diagram(start, &census->entries[node / 2].code, census->crossings, (node & 1) != 0);
    for (int32_t t = 0; t < tries && status == BIGHT_OK; t++) {
        if (bi_watch_stops(census->watch, 20000)) {
            return BIGHT_ERROR_STOPPED;
        }

        // one to three finger moves up, random passes, then passes down until none shortens it
        status = bi_diagram_copy(trial, start);
        for (int32_t i = 0; i <= t % 3 && status == BIGHT_OK; i++) {
            status = bi_grow(trial, &random);
        }
        for (int32_t i = 0; i < 6 + t % 24 && status == BIGHT_OK; i++) {
            bi_shuffle(trial, moves, &random);
        }
        bi_pass_all(trial, moves);
        if (status != BIGHT_OK || trial->crossings > census->crossings) {
            continue;
        }
        if (!bi_link_census_meet(census, node, trial)) {
            return BIGHT_OK;
        }
        if (census->drop[bi_link_census_root(census, node)]) {
            return BIGHT_OK;
        }
        status = bi_diagram_copy(start, trial);
    }
    return status;
}

bight_status bi_link_census_search(bi_link_census *census, int32_t goal)
{
    bi_diagram start;
    bi_diagram_init(&start, &census->allocator);
    bight_status status = bi_move_scratch_reserve(&census->scratch.moves, census->crossings + 6);
    int32_t tries = FIRST_TRIES;
    for (int32_t round = 0; round < ROUNDS && status == BIGHT_OK; round++) {
        if (bi_link_census_count(census).nonalternating <= goal) {
            break;
        }

        // alternating diagrams of one link are joined by flypes already (Menasco, Thistlethwaite)
        for (int32_t node = 0; node < 2 * census->count && status == BIGHT_OK; node++) {
            if (!census->entries[node / 2].alternating && leads(census, node)) {
                uint64_t seed = (uint64_t)node + UINT64_C(1000003) * (uint64_t)round;
                status = detour(census, &start, node, seed, tries);
            }
        }
        tries = 2 * tries < LAST_TRIES ? 2 * tries : LAST_TRIES;
    }
    for (int32_t node = 0; node < 2 * census->count; node++) {
        int32_t here = bi_link_census_root(census, node);
        census->drop[here] = census->drop[here] || census->drop[bi_link_census_root(census, node ^ 1)];
    }
    bi_diagram_free(&start);
    return status;
}

// A link of the census.
typedef struct link {
    int32_t leader, components;
    bool alternating;
    bi_link_dt dt;
    int32_t number; ///< from 1 among those that alternate or do not; 0 when it has none
} link;

static int compare(const void *a, const void *b)
{
    const link *x = a, *y = b;
    int order = (int)y->alternating - (int)x->alternating;
    order = order == 0 ? x->components - y->components : order;
    return order == 0 ? bi_link_dt_compare(&x->dt, &y->dt) : order;
}

// Signature + linking number of all pairs of components, which does not depend on directions (Murasugi 1970): 0, or of
// different sign for mirror images.
static bight_status bent(const bi_diagram *diagram, bi_invariant_scratch *scratch, int32_t *sum)
{
    int32_t passages[2 * BI_LINK_CROSSINGS], lengths[BI_LINK_CROSSINGS], seen[4 * BI_LINK_CROSSINGS];
    int32_t components = bi_diagram_passages(diagram, passages, lengths, seen);
    bight_status status = bi_signature(diagram, scratch, sum);
    for (int32_t i = 0; i < components; i++) {
        for (int32_t k = 0; k < i; k++) {
            *sum += bi_diagram_linking(diagram, i, k, seen);
        }
    }
    return status;
}

// The published table of 11 crossings has one link twice, L11n437 is the mirror image of L11n432, and lacks one, whose
// least code is DT[kcbgbcdFgHJabKEI]. That one gets no number, and the duplicate's number is not given.
#define TWICE 437
static const bi_link_dt unlisted = {
    {2, 7, 2}, {3, 4, 6, 7, 8, 10, 1, 2, 11, 5, 9}, 1 << 8 | 1 << 6 | 1 << 5 | 1 << 2 | 1 << 1 | 1};

static void give_numbers(link *links, int32_t count, int32_t crossings)
{
    int32_t last = 0;
    for (int32_t i = 0; i < count; i++) {
        last = i > 0 && links[i - 1].alternating == links[i].alternating ? last : 0;
        if (crossings == 11 && !links[i].alternating) {
            if (bi_link_dt_compare(&links[i].dt, &unlisted) == 0) {
                continue;
            }
            last += last + 1 == TWICE;
        }
        links[i].number = ++last;
    }
}

// Every link with its least code and number.
static bight_status number_links(bi_link_census *census, link *links, int32_t *index)
{
    int32_t n = census->crossings, count = 0, seen[4 * BI_LINK_CROSSINGS];
    bight_status status = BIGHT_OK;
    for (int32_t node = 0; node < 2 * census->count; node++) {
        index[node] = -1;
        if (leads(census, node)) {
            index[node] = count;
            links[count++] = (link){.leader = node, .alternating = census->entries[node / 2].alternating};
        }
    }
    for (int32_t i = 0; i < census->count && status == BIGHT_OK; i++) {
        int32_t one = bi_link_census_root(census, 2 * i), two = bi_link_census_root(census, 2 * i + 1);
        if (census->drop[one]) {
            continue;
        }
        link *l = &links[index[one < two ? one : two]];
        status = bi_link_code_diagram(&census->diagram, &census->entries[i].code, n, false);
        if (status == BIGHT_OK) {
            bi_link_dt dt;
            bi_link_dt_of(&census->diagram, &dt);
            l->dt = l->components == 0 || bi_link_dt_compare(&dt, &l->dt) < 0 ? dt : l->dt;
            l->components = bi_diagram_count_components(&census->diagram, seen);
        }
    }
    if (count > 0) {
        qsort(links, (size_t)count, sizeof *links, compare);
    }
    for (int32_t i = 0; i < count; i++) {
        index[links[i].leader] = i;
    }
    give_numbers(links, count, n);
    return status;
}

static bight_status append(bight_bytes *text, const bight_allocator *allocator, const char *part)
{
    size_t length = strlen(part);
    bight_status status =
        bi_reserve(allocator, &text->data, &text->capacity, (int64_t)(text->size + length), 1);
    if (status == BIGHT_OK) {
        memcpy(text->data + text->size, part, length);
        text->size += length;
    }
    return status;
}

// One line: crossings, number, negative when the link does not alternate, 0 when it has none, hand, code.
static bight_status print_line(bi_link_census *census, const link *l, int32_t entry, int32_t hand,
                               bight_bytes *text)
{
    char part[64 + 5 * BI_LINK_CROSSINGS];
    int32_t n = census->crossings, at = snprintf(part, sizeof part, "{%d, %d, %d, \"", (int)n,
                                                 (int)(l->alternating ? l->number : -l->number), (int)hand);
    for (int32_t k = 0; k < 5 * n; k++) {
        part[at++] = (char)('0' + census->entries[entry].code.bytes[k]);
    }
    snprintf(part + at, sizeof part - (size_t)at, "\"},\n");
    return append(text, &census->allocator, part);
}

static bight_status print_links(bi_link_census *census, const int32_t *orbit, const link *links,
                                const int32_t *index, bi_invariant_scratch *scratch, bight_bytes *text)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < census->count && status == BIGHT_OK; i++) {
        int32_t one = bi_link_census_root(census, 2 * i), two = bi_link_census_root(census, 2 * i + 1);
        bool least = orbit[2 * i] == 2 * i || orbit[2 * i + 1] == 2 * i || orbit[2 * i] == 2 * i + 1 ||
                     orbit[2 * i + 1] == 2 * i + 1;
        if (census->drop[one] || !least) {
            continue;
        }

        // right-handed is the one whose signature and linking number sum to less than 0; when that is 0, the leader
        int32_t leader = one < two ? one : two, hand = 0, sum = 0;
        if (one != two) {
            status =
                bi_link_code_diagram(&census->diagram, &census->entries[i].code, census->crossings, false);
            status = status == BIGHT_OK ? bent(&census->diagram, scratch, &sum) : status;
            hand = (sum != 0 ? sum < 0 : one == leader) ? 1 : 2;
        }
        status = status == BIGHT_OK ? print_line(census, &links[index[leader]], i, hand, text) : status;
    }
    return status;
}

bight_status bi_link_census_print(bi_link_census *census, const int32_t *orbit, bight_bytes *text)
{
    size_t nodes = 2 * (size_t)census->count + 1;
    link *links = bi_new_array(&census->allocator, nodes, sizeof *links);
    int32_t *index = bi_new_array(&census->allocator, nodes, sizeof *index);
    bi_invariant_scratch scratch;
    bi_invariant_scratch_init(&scratch, &census->allocator);
    bight_status status = links != NULL && index != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? number_links(census, links, index) : status;
    status = status == BIGHT_OK ? print_links(census, orbit, links, index, &scratch, text) : status;
    bi_invariant_scratch_free(&scratch);
    bi_free_array(&census->allocator, links, nodes, sizeof *links);
    bi_free_array(&census->allocator, index, nodes, sizeof *index);
    return status;
}
