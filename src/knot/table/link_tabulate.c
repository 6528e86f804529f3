// SPDX-License-Identifier: MIT

#include "knot/table/link_tabulate.h"
#include "knot/table/link_classes.h"
#include "core/error.h"
#include "core/memory.h"

// Prime links by crossing number, alternating and not: Thistlethwaite's table.
static const int32_t published[BI_LINK_CROSSINGS + 1][2] = {
    [2] = {1, 0},  [4] = {1, 0},   [5] = {1, 0},      [6] = {5, 1},      [7] = {7, 2},
    [8] = {21, 8}, [9] = {55, 28}, [10] = {174, 113}, [11] = {548, 459},
};

static bight_status tabulate_level(const bi_shadows *shadows, bight_link_counts *counts, bight_bytes *text,
                                   const bight_allocator *allocator)
{
    bi_link_census census;
    int32_t n = shadows->crossings;
    bight_status status = bi_link_census_make(&census, shadows, allocator);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bi_link_census_connect(&census);

    // orbits as flypes and passes left them, then classes
    size_t nodes = 2 * (size_t)census.count + 1;
    int32_t *orbit = bi_new_array(allocator, nodes, sizeof *orbit);
    status = orbit == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    for (int32_t i = 0; i < 2 * census.count && status == BIGHT_OK; i++) {
        orbit[i] = bi_link_census_root(&census, i);
    }
    status = status == BIGHT_OK ? bi_link_census_search(&census, published[n][1]) : status;
    bi_link_counts found = bi_link_census_count(&census);
    *counts = (bight_link_counts){n, census.count, found.alternating, found.nonalternating,
                                  published[n][0] + published[n][1]};
    status = status == BIGHT_OK ? bi_link_census_print(&census, orbit, text) : status;
    bi_free_array(allocator, orbit, nodes, sizeof *orbit);
    bi_link_census_free(&census);
    return status;
}

bight_status bi_link_tabulate(const bight_allocator *allocator, bi_watch *watch, int32_t crossings,
                              void (*report)(void *user, const bight_link_counts *counts), void *user,
                              bight_bytes *text)
{
    const bight_allocator standard = {0};
    allocator = allocator != NULL ? allocator : &standard;
    bi_shadows shadows;
    *text = (bight_bytes){0};
    bight_status status = bi_shadows_first(&shadows, allocator);
    shadows.watch = watch;
    while (status == BIGHT_OK && shadows.crossings <= crossings) {
        bight_link_counts counts;
        status = tabulate_level(&shadows, &counts, text, allocator);
        if (status == BIGHT_OK && report != NULL) {
            report(user, &counts);
        }
        status = status == BIGHT_OK && shadows.crossings < crossings ? bi_shadows_next(&shadows) : status;
        if (counts.crossings == crossings) {
            break;
        }
    }
    bi_shadows_free(&shadows);
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, text);
    }
    return status;
}

bight_status bight_link_tabulate(const bight_env *env, int32_t crossings,
                                 void (*report)(void *user, const bight_link_counts *counts), void *user,
                                 bight_bytes *text, bight_error *error)
{
    if (text == NULL || crossings < 2 || crossings > BIGHT_LINK_TABLE_CROSSINGS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d crossings: 2 to %d are possible", (int)crossings,
                       BIGHT_LINK_TABLE_CROSSINGS);
    }
    bi_watch watch = bi_watch_from(env);
    bight_status status =
        bi_link_tabulate(env != NULL ? &env->allocator : NULL, &watch, crossings, report, user, text);
    return status == BIGHT_OK ? BIGHT_OK
                              : bi_fail(error, status, 0, "links of %d crossings were not tabulated: %s",
                                        (int)crossings, bight_status_text(status));
}
