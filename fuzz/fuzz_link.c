// SPDX-License-Identifier: MIT
// Any bytes as codes of links, connected or not: each is named, braided, scrambled and reduced, and a
// name that is proved is the name of the same link from another diagram.

#include "bight/code_text.h"
#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/link.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CROSSINGS 14
#define MOST_COMPONENTS 12

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static bool same_terms(const bight_terms *a, const bight_terms *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->terms, b->terms, (size_t)a->count * sizeof *a->terms) == 0);
}

static void check_polynomials(const bight_diagram *one, const bight_diagram *two)
{
    bight_terms first = {0}, second = {0};
    if (bight_diagram_homfly(NULL, one, NULL, &first, NULL) == BIGHT_OK &&
        bight_diagram_homfly(NULL, two, NULL, &second, NULL) == BIGHT_OK) {
        check(same_terms(&first, &second));
    }
    bight_terms_free(NULL, &first);
    bight_terms_free(NULL, &second);
}

static void check_link(const bight_diagram *diagram)
{
    const bight_knot_options options = {.effort = 8};
    static bight_link_result result, again;
    bight_diagram *reduced = NULL, *scrambled = NULL, *braided = NULL;
    bight_status status = bight_link_identify(NULL, diagram, &options, &result, &reduced, NULL);
    check(status == (bight_diagram_components(diagram) > 0 ? BIGHT_OK : BIGHT_ERROR_INVALID));
    if (status != BIGHT_OK) {
        return;
    }
    int32_t crossings = bight_diagram_crossings(diagram), sum = 0;
    for (int32_t i = 0; i < result.part_count; i++) {
        sum += result.parts[i].components;
    }
    check(sum == result.components && result.components == bight_diagram_components(reduced));
    check(result.proved == (strcmp(result.name, "unknown") != 0) &&
          result.proved == (result.reason[0] == '\0'));
    check(bight_diagram_crossings(reduced) == result.crossings && result.crossings <= crossings);
    check_polynomials(diagram, reduced);

    check(bight_diagram_scramble(NULL, diagram, crossings + 6, 1, &scrambled, NULL) == BIGHT_OK);
    check(bight_link_identify(NULL, scrambled, &options, &again, NULL, NULL) == BIGHT_OK);
    check(!result.proved || !again.proved || strcmp(result.name, again.name) == 0);
    check_polynomials(diagram, scrambled);

    int32_t *word, letters, strands;
    if (bight_diagram_to_braid(NULL, diagram, &word, &letters, &strands, NULL) == BIGHT_OK) {
        check(bight_diagram_from_braid(NULL, word, letters, strands, &braided, NULL) == BIGHT_OK);
        check(bight_diagram_components(braided) == result.components);
        check_polynomials(diagram, braided);
        free(word);
    }
    bight_vec3 points[4 * MOST_CROSSINGS + 2];
    bight_diagram_embed(NULL, diagram, points, NULL);
    bight_diagram_free(reduced);
    bight_diagram_free(scrambled);
    bight_diagram_free(braided);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;
    int32_t line = 0, left = 3;
    bight_code_item item;
    while (left > 0 && bight_code_next(data, size, &at, &line, &item)) {
        bight_diagram *diagram;
        if (bight_code_read(NULL, &item, BIGHT_CODE_AUTO, NULL, &diagram, NULL) != BIGHT_OK) {
            continue;
        }
        if (bight_diagram_crossings(diagram) <= MOST_CROSSINGS &&
            bight_diagram_components(diagram) <= MOST_COMPONENTS) {
            check_link(diagram);
            left--;
        }
        bight_diagram_free(diagram);
    }
    return 0;
}
