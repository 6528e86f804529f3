// SPDX-License-Identifier: MIT

#include "geom/surface.h"
#include "sheets.h"

static int32_t end_of(const sheet *s, int32_t side)
{
    return s->triangles[side % 3 == 2 ? side - 2 : side + 1];
}

static void check_surface(const sheet *s, uint64_t seed)
{
    const bi_surface *m = &s->surface;
    for (int32_t e = 0; e < m->edge_count; e++) {
        const int32_t *edge = m->edges + 2 * e;
        CHECK_SEED(edge[0] <= edge[1], seed);
        CHECK_SEED(e == 0 || edge[-2] < edge[0] || (edge[-2] == edge[0] && edge[-1] < edge[1]), seed);
        CHECK_SEED(bi_surface_find_edge(m, edge[1], edge[0]) == e, seed);
        CHECK_SEED(bi_edge_triangles(m, e) >= 1, seed);
        for (int32_t i = m->edge_first[e]; i < m->edge_first[e + 1]; i++) {
            CHECK_SEED(m->triangle_edges[m->edge_sides[i]] == e, seed);
            CHECK_SEED(i == m->edge_first[e] || m->edge_sides[i - 1] < m->edge_sides[i], seed);
        }
    }
    int32_t *seen = calloc((size_t)(m->edge_count + m->vertex_count), sizeof *seen);
    for (int32_t side = 0; side < 3 * s->triangle_count; side++) {
        int32_t a = s->triangles[side], b = end_of(s, side), e = m->triangle_edges[side];
        CHECK_SEED((m->edges[2 * e] == a && m->edges[2 * e + 1] == b) ||
                       (m->edges[2 * e] == b && m->edges[2 * e + 1] == a),
                   seed);
        CHECK_SEED(((m->owned[side / 3] & BI_FOLDED) != 0) == is_folded(s, side / 3), seed);
        seen[e] += (m->owned[side / 3] & BI_OWNS_EDGE(side % 3)) != 0;
        seen[m->edge_count + a] += (m->owned[side / 3] & BI_OWNS_VERTEX(side % 3)) != 0;
    }

    // what has a triangle that is not folded has one owner
    for (int32_t side = 0; side < 3 * s->triangle_count; side++) {
        int32_t wanted = is_folded(s, side / 3) ? 0 : 1;
        CHECK_SEED(seen[m->triangle_edges[side]] == 1 || wanted == 0, seed);
        CHECK_SEED(seen[m->edge_count + s->triangles[side]] == 1 || wanted == 0, seed);
    }
    for (int32_t i = 0; i < m->edge_count + m->vertex_count; i++) {
        CHECK_SEED(seen[i] <= 1, seed);
    }
    free(seen);
    for (int32_t v = 0; v < s->vertex_count; v++) {
        for (int32_t i = m->vertex_first[v]; i < m->vertex_first[v + 1]; i++) {
            CHECK_SEED(s->triangles[m->vertex_corners[i]] == v, seed);
            CHECK_SEED(i == m->vertex_first[v] || m->vertex_corners[i - 1] < m->vertex_corners[i], seed);
        }
    }
    CHECK_SEED(m->vertex_first[s->vertex_count] == 3 * s->triangle_count, seed);
}

TEST(every_side_is_in_its_edge)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t vertices = 1 + bi_random_below(&random, 40);
        sheet s = soup_sheet(&random, vertices, bi_random_below(&random, 300), 1.0);
        finish_sheet(&s);
        check_surface(&s, seed);
        drop_sheet(&s);
    }
}

// A fan around one vertex sorts many sides of one lower vertex; Euler counts the edges.
TEST(fans_and_grids)
{
    sheet fan = new_sheet(501, 500);
    for (int32_t i = 0; i < 500; i++) {
        int32_t t[3] = {0, 1 + (i * 7) % 500, 1 + (i * 7 + 1) % 500};
        memcpy(fan.triangles + 3 * i, t, sizeof t);
    }
    finish_sheet(&fan);
    check_surface(&fan, 0);
    CHECK(fan.surface.edge_count == 1000);
    drop_sheet(&fan);

    sheet grid = grid_sheet(20, 1.0);
    finish_sheet(&grid);
    check_surface(&grid, 1);
    CHECK(grid.vertex_count - grid.surface.edge_count + grid.triangle_count == 1);
    drop_sheet(&grid);
}

TEST(bad_indices_are_refused)
{
    const int32_t low[3] = {0, -1, 2}, high[3] = {0, 1, 3};
    bi_surface surface;
    CHECK(bi_surface_make(NULL, low, 1, 3, &surface) == BIGHT_ERROR_INVALID);
    CHECK(bi_surface_make(NULL, high, 1, 3, &surface) == BIGHT_ERROR_INVALID && surface.edges == NULL);
    CHECK(bi_surface_make(NULL, high, 0, 0, &surface) == BIGHT_OK && surface.edge_count == 0);
    bi_surface_free(NULL, &surface);
}

RUN_TESTS(unit(every_side_is_in_its_edge), unit(fans_and_grids), unit(bad_indices_are_refused))
