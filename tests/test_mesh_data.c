// SPDX-License-Identifier: MIT
// Counts of the public meshes that are known, and of GTS, which nobody here wrote.

#define _POSIX_C_SOURCE 200809L // popen, for the reference data alone

#include "bight/cloth_mesh_file.h"
#include "reference_data.h"
#include "sheets.h"

#if defined(HAS_GTS)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <gts.h>
#pragma GCC diagnostic pop
#endif

static const struct {
    const char *name;
    int32_t vertices, faces;
    int64_t crossings;
    int32_t gts_faces; // that intersect others, published with the crossings
} known[] = {{"two-cubes-far", 262, 480, 0, 0},
             {"two-cubes-close", 262, 480, 0, 0},
             {"bunny", 2503, 5002, 0, 0},
             {"two-cubes-intersecting", 262, 480, 96, 89},
             {"cloth_ball92", 46598, 92230, 62655, 17317}};
#define KNOWN (sizeof known / sizeof *known)

static bool read_known(const char *name, bight_cloth_mesh *mesh)
{
    char path[64];
    snprintf(path, sizeof path, "meshes/%s.ply.gz", name);
    FILE *file = reference_pipe(path, "gzip -dc '%s'");
    if (file == NULL) {
        return false;
    }
    size_t size = 0, room = 1 << 24;
    char *bytes = malloc(room);
    for (size_t got; (got = fread(bytes + size, 1, room - size, file)) > 0;) {
        size += got;
    }
    pclose(file);
    bight_error error = {0};
    if (bight_read_cloth_mesh(NULL, bytes, size, name, mesh, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    free(bytes);
    return true;
}

TEST(crossings_of_public_meshes)
{
    for (size_t i = 0; i < KNOWN; i++) {
        bight_cloth_mesh mesh;
        if (!read_known(known[i].name, &mesh)) {
            skip();
        }
        CHECK(mesh.vertex_count == known[i].vertices && mesh.face_count == known[i].faces);
        bight_mesh_report first;
        for (int32_t threads = 1; threads <= 3; threads++) {
            const bight_env env = {.threads = threads};
            bight_mesh_report report;
            CHECK(bight_mesh_check(&env, &mesh, &report, NULL) == BIGHT_OK);
            first = threads == 1 ? report : first;
            CHECK(report.intersections == known[i].crossings && report.touching == 0);
            CHECK(report.contours == first.contours && report.closed_contours == first.closed_contours);
            if (threads == 1) {
                print_message("%s: %lld crossings, %d contours, %d of them closed\n", known[i].name,
                              (long long)report.intersections, report.contours, report.closed_contours);
            }
            bight_mesh_report_free(NULL, &report);
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

#if defined(HAS_GTS)
// GTS lists the faces that go through others.
static int32_t gts_count(const bi_surface *surface, const bight_vec3 *x)
{
    GtsSurface *gts =
        gts_surface_new(gts_surface_class(), gts_face_class(), gts_edge_class(), gts_vertex_class());
    GtsVertex **vertices = calloc((size_t)surface->vertex_count, sizeof *vertices);
    GtsEdge **edges = calloc((size_t)surface->edge_count, sizeof *edges);
    for (int32_t v = 0; v < surface->vertex_count; v++) {
        vertices[v] = gts_vertex_new(gts_vertex_class(), x[v].x, x[v].y, x[v].z);
    }
    for (int32_t e = 0; e < surface->edge_count; e++) {
        edges[e] = gts_edge_new(gts_edge_class(), vertices[surface->edges[2 * e]],
                                vertices[surface->edges[2 * e + 1]]);
    }
    for (int32_t t = 0; t < surface->triangle_count; t++) {
        const int32_t *side = surface->triangle_edges + 3 * t;
        gts_surface_add_face(gts,
                             gts_face_new(gts_face_class(), edges[side[0]], edges[side[1]], edges[side[2]]));
    }
    GtsSurface *bad = gts_surface_is_self_intersecting(gts);
    int32_t count = bad == NULL ? 0 : (int32_t)gts_surface_face_number(bad);
    if (bad != NULL) {
        gts_object_destroy(GTS_OBJECT(bad));
    }
    gts_object_destroy(GTS_OBJECT(gts));
    free(vertices);
    free(edges);
    return count;
}

// Ours, from the crossings: the face that is pierced, and the faces of the edge that pierces.
static int32_t faces_in_crossings(const sheet *s)
{
    bi_sheet one = see(s);
    bi_crossings found = {0};
    CHECK(bi_crossings_find(NULL, NULL, &one, NULL, 2, &found) == BIGHT_OK);
    bool *bad = calloc((size_t)s->triangle_count, sizeof *bad);
    int32_t count = 0;
    for (int32_t i = 0; i < found.count; i++) {
        int32_t e = found.items[i].edge;
        bad[found.items[i].triangle] = true;
        for (int32_t k = s->surface.edge_first[e]; k < s->surface.edge_first[e + 1]; k++) {
            bad[s->surface.edge_sides[k] / 3] = true;
        }
    }
    for (int32_t t = 0; t < s->triangle_count; t++) {
        count += bad[t];
    }
    free(bad);
    bi_crossings_free(NULL, &found);
    return count;
}

TEST(gts_agrees_on_public_meshes)
{
    for (size_t i = 0; i < KNOWN; i++) {
        bight_cloth_mesh mesh;
        if (!read_known(known[i].name, &mesh)) {
            skip();
        }
        sheet s = new_sheet(mesh.vertex_count, mesh.triangle_count);
        memcpy(s.x, mesh.positions, (size_t)mesh.vertex_count * sizeof *s.x);
        memcpy(s.triangles, mesh.triangles, 3 * (size_t)mesh.triangle_count * sizeof(int32_t));
        finish_sheet(&s);
        int32_t gts = gts_count(&s.surface, s.x), ours = faces_in_crossings(&s);
        print_message("%s: GTS %d faces, ours %d\n", known[i].name, gts, ours);
        CHECK(gts == known[i].gts_faces && ours == gts);
        drop_sheet(&s);
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

TEST(gts_agrees_on_crumpled_sheets)
{
    int32_t total = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        sheet s = grid_sheet(10, 1.0);
        for (int32_t i = 0; i < s.vertex_count; i++) {
            double fold = seed % 2 == 0 ? fabs(s.x[i].x - 0.5) : s.x[i].x;
            s.x[i] = v3_add(v3(fold, s.x[i].y, 0.0), bi_random_vec3(&random, 0.002 * (double)seed));
        }
        finish_sheet(&s);
        int32_t gts = gts_count(&s.surface, s.x);
        CHECK_SEED(gts == faces_in_crossings(&s), seed);
        total += gts;
        drop_sheet(&s);
    }
    CHECK(total > 500);
}
#else
TEST(gts_agrees_on_public_meshes)
{
    print_message("built without GTS (Debian: libgts-dev): skipped\n");
    skip();
}
#define gts_agrees_on_crumpled_sheets gts_agrees_on_public_meshes
#endif

RUN_TESTS(unit(crossings_of_public_meshes), unit(gts_agrees_on_public_meshes),
          unit(gts_agrees_on_crumpled_sheets))
