// SPDX-License-Identifier: MIT
// A polynomial of a diagram while memory is refused.

#pragma once

#include "bight/knot_invariant.h"
#include "failing_memory.h"
#include "test.h"

typedef bight_status terms_of(const bight_env *env, const bight_diagram *diagram, const bight_budget *budget,
                              bight_terms *terms, bight_error *error);

// Each request for memory refused in turn, once or from there on: an error, nothing held, and no answer.
static inline void refuse_memory(terms_of *polynomial, const bight_diagram *diagram)
{
    for (int32_t after = 0; after < 2; after++) {
        bool done = false;
        for (int64_t fail = 1; !done; fail++) {
            failing_allocator memory = {.fail_at = fail, .fail_after = after == 1};
            bight_env env = failing_env(&memory);
            bight_terms terms = {0};
            bight_error error = {0};
            bight_status status = polynomial(&env, diagram, NULL, &terms, &error);
            done = status == BIGHT_OK;
            CHECK_SEED(done == (memory.calls < fail), fail);
            CHECK_SEED(done || (status == BIGHT_ERROR_NO_MEMORY && terms.count == 0), fail);
            bight_terms_free(&env, &terms);
            CHECK_SEED(memory.held == 0, fail);
        }
    }
}
