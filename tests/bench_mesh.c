// SPDX-License-Identifier: MIT
// Times of the geometry of meshes on this machine, against bounds; not a test. Run: tests/bench_mesh
// [THREADS]

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "geom/close_pairs.h"
#include "geom/contour.h"
#include "geom/segment.h"
#include "reference_data.h"
#include "sheets.h"

#include <time.h>

// Of the processor when there is one thread, so that other jobs count for less.
static clockid_t which_clock = CLOCK_MONOTONIC;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(which_clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { REPEATS = 7 };

// The least of a few runs: what the work takes when nothing disturbs it.
#define LEAST(seconds_, work)                                                                                \
    do {                                                                                                     \
        seconds_ = HUGE_VAL;                                                                                 \
        for (int32_t repeat_ = 0; repeat_ < REPEATS; repeat_++) {                                            \
            double start_ = seconds();                                                                       \
            work;                                                                                            \
            seconds_ = fmin(seconds_, seconds() - start_);                                                   \
        }                                                                                                    \
    } while (0)

// Nanoseconds of one distance of two edges and of a vertex and a triangle, alone and in the cache.
static void time_distances(double *edges, double *faces)
{
    enum { COUNT = 4096 };
    static bight_vec3 x[COUNT + 8];
    bi_random random = bi_random_from(1);
    for (int32_t i = 0; i < COUNT + 8; i++) {
        x[i] = bi_random_vec3(&random, 1.0);
    }
    double sum = 0.0, time;
    LEAST(
        time, for (int32_t i = 0; i < COUNT;
                   i++) { sum += bi_segment_closest(x[i], x[i + 1], x[i + 2], x[i + 3]).distance_squared; });
    *edges = 1e9 * time / COUNT;
    LEAST(
        time, for (int32_t i = 0; i < COUNT; i++) {
            sum += bi_point_triangle_closest(x[i], x[i + 1], x[i + 2], x[i + 3]).distance_squared;
        });
    *faces = 1e9 * time / COUNT + 0.0 * sum;
}

// Bytes per second that one thread copies from and to memory.
static double time_memory(void)
{
    size_t size = (size_t)64 << 20;
    char *from = calloc(size, 1), *to = calloc(size, 1);
    double time;
    LEAST(time, memcpy(to, from, size));
    free(from);
    free(to);
    return 2.0 * (double)size / time;
}

static double mean_edge(const sheet *s)
{
    double sum = 0.0;
    for (int32_t e = 0; e < s->surface.edge_count; e++) {
        sum += v3_distance(s->x[s->surface.edges[2 * e]], s->x[s->surface.edges[2 * e + 1]]);
    }
    return sum / s->surface.edge_count;
}

static void run(const char *name, sheet *s, double share, int32_t threads, double memory, double edge_ns,
                double face_ns)
{
    finish_sheet(s);
    double surface, tree, refit, crossing, close;
    bi_surface other;
    LEAST(surface, {
        CHECK(bi_surface_make(NULL, s->triangles, s->triangle_count, s->vertex_count, &other) == BIGHT_OK);
        bi_surface_free(NULL, &other);
    });
    LEAST(tree, bi_box_tree_sort(&s->tree, s->triangles, s->x));
    LEAST(refit, bi_box_tree_refit(&s->tree, s->triangles, s->x, NULL, threads));
    bi_sheet one = see(s);
    bi_crossings crossings = {0};
    bi_close_pairs pairs = {0};
    double reach = share * mean_edge(s);
    LEAST(crossing, CHECK(bi_crossings_find(NULL, NULL, &one, NULL, threads, &crossings) == BIGHT_OK));
    LEAST(close, CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, reach, threads, &pairs) == BIGHT_OK));

    // a refit reads indices, order, positions and boxes, and writes boxes, once; a search at least computes
    // the distance of every pair that it lists
    double n = s->triangle_count;
    double refit_bound = (n * (12.0 + 4.0 + 3.0 * 24.0) + 3.0 * 24.0 * n) / memory / threads;
    double close_bound =
        1e-9 * (edge_ns * pairs.edge_edge.count + face_ns * pairs.vertex_triangle.count) / threads;
    printf("%-22s %7d vertices %7d triangles: edges %.1f ms, order %.1f ms, refit %.2f ms (bound %.2f)\n",
           name, s->vertex_count, s->triangle_count, 1e3 * surface, 1e3 * tree, 1e3 * refit,
           1e3 * refit_bound);
    printf("%-22s exact self-test %.1f ms (%d crossings); pairs within %.2f edges %.1f ms (bound %.1f): %d "
           "vertex-triangle, %d edge-edge\n",
           "", 1e3 * crossing, crossings.count, share, 1e3 * close, 1e3 * close_bound,
           pairs.vertex_triangle.count, pairs.edge_edge.count);
    bi_close_pairs_free(NULL, &pairs);
    bi_crossings_free(NULL, &crossings);
    drop_sheet(s);
}

// A square of cloth: flat and rippled, or folded twice into four layers.
static sheet cloth_sheet(int32_t n, bool folded)
{
    sheet s = grid_sheet(n, 1.0);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        double x = s.x[i].x, y = s.x[i].y, z = 0.01 * sin(40.0 * x) * cos(33.0 * y);
        if (folded) {
            double layer = 0.3 / n;
            bool right = x > 0.5, top = y > 0.5;
            z = 0.3 * z + (right ? layer : 0.0) + (top ? 3.0 * layer - (right ? 2.0 * layer : 0.0) : 0.0);
            x = right ? 1.0 - x : x;
            y = top ? 1.0 - y : y;
        }
        s.x[i] = v3(0.8 * x + 0.1 * z, y, z - 0.3 * x);
    }
    return s;
}

int main(int argc, char **argv)
{
    int32_t threads = argc > 1 ? (int32_t)strtol(argv[1], NULL, 10) : 2;
    which_clock = threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    double edge_ns, face_ns, memory = time_memory();
    time_distances(&edge_ns, &face_ns);
    printf(
        "%d threads; memory %.1f GB/s a thread; distance of edges %.1f ns, of vertex and triangle %.1f ns\n",
        threads, 1e-9 * memory, edge_ns, face_ns);
    const int32_t sizes[2] = {110, 339}; // 12,321 and 115,600 vertices
    for (int32_t i = 0; i < 2; i++) {
        sheet loose = cloth_sheet(sizes[i], false), folded = cloth_sheet(sizes[i], true);
        run("rippled", &loose, 0.3, threads, memory, edge_ns, face_ns);
        run("folded twice", &folded, 0.3, threads, memory, edge_ns, face_ns);
    }
    FILE *file = reference_pipe("meshes/cloth_ball92.ply.gz", "gzip -dc '%s'");
    if (file != NULL) {
        size_t room = 1 << 22;
        char *bytes = malloc(room);
        size_t size = fread(bytes, 1, room, file);
        pclose(file);
        bight_cloth_mesh mesh;
        CHECK(bight_read_cloth_mesh(NULL, bytes, size, "ply", &mesh, NULL) == BIGHT_OK);
        sheet ball = new_sheet(mesh.vertex_count, mesh.triangle_count);
        memcpy(ball.x, mesh.positions, (size_t)mesh.vertex_count * sizeof *ball.x);
        memcpy(ball.triangles, mesh.triangles, 12 * (size_t)mesh.triangle_count);
        run("cloth_ball92", &ball, 0.15, threads, memory, edge_ns, face_ns);
        bight_cloth_mesh_free(NULL, &mesh);
        free(bytes);
    }
    return 0;
}
