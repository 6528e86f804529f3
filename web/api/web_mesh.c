// SPDX-License-Identifier: MIT
// Meshes of cloth out of files: what is in them, what is wrong with them, and mending it.

#include "web_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FITS 1.25 // an edge on the pattern fits when it is so many times longer or shorter than in space

static bight_cloth_mesh mesh;
static bight_mesh_report report;

// ---- reading ----------------------------------------------------------------------------------------

int32_t bw_mesh_read(const void *bytes, size_t size, const char *file_name)
{
    bight_error error = {0};
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);
    error.status = bight_read_cloth_mesh(NULL, bytes, size, file_name, &mesh, &error);
    return error.status == BIGHT_OK ? mesh.triangle_count : bw_fail(&error);
}

const double *bw_mesh_points(void)
{
    return &mesh.positions->x;
}

// ---- measures ---------------------------------------------------------------------------------------

static double apart(const double *a, const double *b, int32_t dimensions)
{
    double sum = 0.0;
    for (int32_t i = 0; i < dimensions; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

static double area_of(double a, double b, double c)
{
    // Heron, ordered so that needles do not lose all digits
    double s = 0.5 * (a + b + c), square = s * (s - a) * (s - b) * (s - c);
    return square > 0.0 ? sqrt(square) : 0.0;
}

typedef struct lengths {
    double space[3], flat[3];
    bool patterned; ///< All corners have a place on the pattern.
} lengths;

static lengths lengths_of(int32_t triangle)
{
    const int32_t *v = mesh.triangles + 3 * (size_t)triangle, *w = mesh.uv_triangles + 3 * (size_t)triangle;
    lengths l = {.patterned = w[0] >= 0 && w[1] >= 0 && w[2] >= 0};
    for (int32_t i = 0; i < 3; i++) {
        int32_t next = (i + 1) % 3;
        l.space[i] = apart(&mesh.positions[v[i]].x, &mesh.positions[v[next]].x, 3);
        l.flat[i] = l.patterned ? apart(mesh.uv + 2 * (size_t)w[i], mesh.uv + 2 * (size_t)w[next], 2) : 0.0;
    }
    return l;
}

int32_t bw_mesh(void)
{
    bw_numbers[0] = mesh.vertex_count;
    bw_numbers[1] = mesh.face_count;
    bw_numbers[2] = mesh.triangle_count;
    bw_numbers[3] = mesh.seam_count;
    bw_numbers[4] = mesh.uv_count;
    double space = 0.0, flat = 0.0, shortest = HUGE_VAL, shortest_flat = HUGE_VAL;
    bool patterned = mesh.uv_count > 0;
    for (int32_t t = 0; t < mesh.triangle_count; t++) {
        lengths l = lengths_of(t);
        space += area_of(l.space[0], l.space[1], l.space[2]);
        flat += area_of(l.flat[0], l.flat[1], l.flat[2]);
        patterned = patterned && l.patterned;
        for (int32_t i = 0; i < 3; i++) {
            shortest = fmin(shortest, l.space[i]);
            shortest_flat = fmin(shortest_flat, l.flat[i]);
        }
    }
    patterned = patterned && flat > 0.0 && isfinite(space);
    double scale = patterned ? sqrt(space / flat) : 0.0;
    int64_t fits = 0;
    for (int32_t t = 0; t < mesh.triangle_count && patterned; t++) {
        lengths l = lengths_of(t);
        for (int32_t i = 0; i < 3; i++) {
            fits += scale * l.flat[i] < FITS * l.space[i] && l.space[i] < FITS * scale * l.flat[i];
        }
    }
    bw_numbers[5] = patterned ? (double)fits / (3.0 * mesh.triangle_count) : 0.0;
    bw_numbers[6] = isfinite(shortest) ? shortest : 0.0;
    bw_numbers[7] = patterned && isfinite(shortest_flat) ? scale * shortest_flat : 0.0;
    return 0;
}

// ---- faults -----------------------------------------------------------------------------------------

int32_t bw_mesh_check(void)
{
    bight_error error = {0};
    bight_mesh_report_free(NULL, &report);
    error.status = bight_mesh_check(NULL, &mesh, &report, &error);
    if (error.status != BIGHT_OK) {
        return bw_fail(&error);
    }
    bw_numbers[0] = report.panels;
    bw_numbers[1] = report.borders;
    bw_numbers[2] = (double)report.intersections;
    bw_numbers[3] = report.contours;
    bw_numbers[4] = report.closed_contours;
    bw_numbers[5] = (double)report.touching;
    bw_numbers[6] = report.left_out;
    return report.fault_count;
}

int32_t bw_mesh_repair(void)
{
    int32_t mended[BIGHT_MESH_FAULT_COUNT] = {0};
    bight_error error = {0};
    error.status = bight_mesh_repair(NULL, &mesh, mended, &error);
    if (error.status != BIGHT_OK) {
        return bw_fail(&error);
    }
    for (int32_t kind = 0; kind < BIGHT_MESH_FAULT_COUNT; kind++) {
        bw_numbers[kind] = mended[kind];
    }
    return BIGHT_MESH_FAULT_COUNT;
}

const char *bw_mesh_fault_words(int32_t kind, int32_t what)
{
    bight_mesh_fault_kind fault = (bight_mesh_fault_kind)kind;
    return what == BW_FAULT_NAME   ? bight_mesh_fault_name(fault)
           : what == BW_FAULT_TEXT ? bight_mesh_fault_text(fault)
                                   : bight_mesh_fault_mend(fault);
}

int32_t bw_mesh_fault_kind(int32_t fault)
{
    return (int32_t)report.faults[fault].kind;
}

// People count faces and vertices from 1, as OBJ does and `bight mesh check` too.
const char *bw_mesh_fault_place(int32_t fault)
{
    static char text[128];
    const bight_mesh_fault *at = &report.faults[fault];
    size_t size = sizeof text, end = 0;
    text[0] = '\0';
    if (at->face >= 0) {
        end += (size_t)snprintf(text + end, size - end, "face %d", (int)at->face + 1);
    }
    if (at->other >= 0) {
        end += (size_t)snprintf(text + end, size - end, " and face %d", (int)at->other + 1);
    }
    if (at->vertex[0] >= 0) {
        end += (size_t)snprintf(text + end, size - end, end > 0 ? ", " : "");
    }
    if (at->vertex[1] >= 0) {
        end += (size_t)snprintf(text + end, size - end, "edge of vertices %d and %d", (int)at->vertex[0] + 1,
                                (int)at->vertex[1] + 1);
    } else if (at->vertex[0] >= 0) {
        end += (size_t)snprintf(text + end, size - end, "vertex %d", (int)at->vertex[0] + 1);
    }
    if (at->count > 0) {
        snprintf(text + end, size - end, " (%d)", (int)at->count);
    }
    return text;
}

int32_t bw_mesh_write(void)
{
    bight_bytes_free(NULL, &bw_made);
    bight_error error = {0};
    error.status = bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_OBJ, NULL, &bw_made, &error);
    return error.status == BIGHT_OK ? 0 : bw_fail(&error);
}
