// SPDX-License-Identifier: MIT

#include "wrap_web.h"

#include "bight/wrap.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
    bight_wrap_file *file;
    bight_mesh mesh;
    bight_wrap_plan plan;
    bight_geodesic ways[BIGHT_WRAP_CORNERS];
    double coverage, rim; // wanted, and of what
    bool fresh;           // the mesh was not set down yet
    bool rehearsed;
} wrap;

static double numbers[64];
static bight_bytes made;
static bight_error last_error;

static int32_t answer(bight_status status)
{
    if (status == BIGHT_OK) {
        return 0;
    }
    if (last_error.message[0] == '\0') {
        snprintf(last_error.message, sizeof last_error.message, "%s", bight_status_text(status));
    }
    return -1;
}

// ---- memory and messages ----------------------------------------------------------------------------

void *bw_take(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void bw_give(void *memory)
{
    free(memory);
}

double *bw_box(void)
{
    return numbers;
}

const char *bw_error(void)
{
    return last_error.message;
}

int32_t bw_error_line(void)
{
    return last_error.line;
}

const uint8_t *bw_bytes(void)
{
    return made.data;
}

size_t bw_bytes_size(void)
{
    return made.size;
}

// ---- programs and objects ---------------------------------------------------------------------------

int32_t bw_wrap_object_count(void)
{
    int32_t count = 0;
    while (bight_wrap_object_at(count) != NULL) {
        count++;
    }
    return count;
}

const char *bw_wrap_object_name(int32_t object)
{
    return bight_wrap_object_at(object)->name;
}

const char *bw_wrap_object_words(int32_t object)
{
    return bight_wrap_object_at(object)->words;
}

static const bight_wrap_program *program(void)
{
    return bight_wrap_file_program(wrap.file);
}

int32_t bw_wrap_program(const char *text, size_t size)
{
    last_error = (bight_error){0};
    bight_wrap_file *file;
    bight_status status = bight_wrap_read(NULL, text, size, &file, &last_error);
    if (status == BIGHT_OK) {
        bight_wrap_close(wrap.file);
        wrap.file = file;
        wrap.rehearsed = false;
        numbers[0] = program()->cloth->size;
        numbers[1] = program()->cloth->columns + 1;
        numbers[2] = program()->cloth->preview + 1;
        numbers[3] = program()->pleats != NULL;
    }
    return answer(status);
}

const char *bw_wrap_title(void)
{
    return program()->title;
}

const char *bw_wrap_object(void)
{
    return program()->object;
}

static void forget_object(void)
{
    bight_mesh_free(NULL, &wrap.mesh);
    wrap.mesh = (bight_mesh){0};
    wrap.fresh = wrap.rehearsed = false;
    wrap.coverage = bight_wrap_wanted(NULL)->coverage;
    wrap.rim = bight_wrap_wanted(NULL)->rim;
    last_error = (bight_error){0};
}

int32_t bw_wrap_make(const char *name)
{
    forget_object();
    wrap.coverage = bight_wrap_wanted(name)->coverage;
    wrap.rim = bight_wrap_wanted(name)->rim;
    bight_status status = bight_wrap_object_make(NULL, name, &wrap.mesh, &last_error);
    wrap.fresh = status == BIGHT_OK;
    return answer(status);
}

int32_t bw_wrap_load(const void *bytes, size_t size)
{
    forget_object();
    bight_status status = bight_read_obj(NULL, bytes, size, &wrap.mesh, &last_error);
    wrap.fresh = status == BIGHT_OK;
    return answer(status);
}

// ---- rehearsal --------------------------------------------------------------------------------------

static void put(int32_t at, bight_vec3 v)
{
    numbers[at] = v.x;
    numbers[at + 1] = v.y;
    numbers[at + 2] = v.z;
}

static void put_plan(void)
{
    const bight_wrap_plan *plan = &wrap.plan;
    put(0, plan->stand.extent);
    put(3, plan->at);
    numbers[6] = plan->line;
    numbers[7] = plan->needed_line;
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        numbers[8 + k] = plan->over[k];
    }
    numbers[12] = plan->size;
    numbers[13] = plan->thickness;
    numbers[14] = plan->columns + 1;
    numbers[15] = plan->needed_size;
    numbers[16] = wrap.coverage;
    numbers[17] = plan->lift;
    numbers[18] = BIGHT_WRAP_MOST_STRETCH;
    numbers[19] = BIGHT_WRAP_MOST_SINKING;
    numbers[20] = BIGHT_WRAP_LEAST_LIFT;
    numbers[21] = BIGHT_WRAP_LEAST_MOVED;
}

int32_t bw_wrap_rehearse(double size, int32_t vertices, double thickness, double length, int32_t preview)
{
    bight_wrap_wish wish = {.size = size,
                            .columns = vertices > 0 ? vertices - 1 : 0,
                            .thickness = thickness,
                            .length = length,
                            .preview = preview != 0};
    last_error = (bight_error){0};
    wrap.rehearsed = false;
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        bight_geodesic_free(NULL, &wrap.ways[k]);
        wrap.ways[k] = (bight_geodesic){0};
    }
    if (wrap.file == NULL || !wrap.fresh) {
        snprintf(last_error.message, sizeof last_error.message, "choose a wrap and an object first");
        return -1;
    }
    wrap.fresh = false;
    bight_status status = bight_wrap_rehearse(NULL, program(), &wish, &wrap.mesh, &wrap.plan, &last_error);
    status =
        status == BIGHT_OK ? bight_wrap_lines(NULL, &wrap.mesh, &wrap.plan, wrap.ways, &last_error) : status;
    wrap.rehearsed = status == BIGHT_OK;
    put_plan();
    return answer(status);
}

int32_t bw_wrap_line(int32_t corner)
{
    return wrap.ways[corner].count;
}

const double *bw_wrap_line_points(int32_t corner)
{
    return wrap.ways[corner].count > 0 ? &wrap.ways[corner].points->x : NULL;
}

int32_t bw_wrap_scene(void)
{
    last_error = (bight_error){0};
    bight_bytes_free(NULL, &made);
    made = (bight_bytes){0};
    return answer(wrap.rehearsed ? bight_wrap_scene(NULL, program(), &wrap.plan, &made, &last_error)
                                 : BIGHT_ERROR_INVALID);
}

int32_t bw_wrap_object_file(void)
{
    last_error = (bight_error){0};
    bight_bytes_free(NULL, &made);
    made = (bight_bytes){0};
    return answer(wrap.rehearsed ? bight_write_obj(NULL, &wrap.mesh, &made, &last_error)
                                 : BIGHT_ERROR_INVALID);
}

// ---- what became of it ------------------------------------------------------------------------------

int32_t bw_wrap_judge(const double *cloth, int32_t count, const int32_t *sides, int32_t side_count,
                      const double *pose)
{
    last_error = (bight_error){0};
    if (!wrap.rehearsed) {
        snprintf(last_error.message, sizeof last_error.message, "choose a wrap and an object first");
        return -1;
    }
    bight_vec3 *local = count > 0 ? malloc((size_t)count * sizeof *local) : NULL;
    if (local == NULL) {
        return answer(BIGHT_ERROR_NO_MEMORY);
    }
    const bight_pose at = {{pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5], pose[6]}};
    for (int32_t i = 0; i < count; i++) {
        local[i] = (bight_vec3){cloth[3 * i], cloth[3 * i + 1], cloth[3 * i + 2]};
    }
    bight_wrap_local(&at, local, count, local);
    bight_wrap_view view = {.points = wrap.mesh.positions,
                            .triangles = wrap.mesh.triangles,
                            .point_count = wrap.mesh.vertex_count,
                            .triangle_count = wrap.mesh.triangle_count,
                            .cloth = local,
                            .cloth_sides = sides,
                            .cloth_count = count,
                            .cloth_side_count = side_count};
    int64_t meetings = 0;
    bight_status status = bight_wrap_meetings(NULL, &view, &meetings, &last_error);
    bight_wrap_below_rim(&view, &wrap.plan, wrap.rim);
    status = status == BIGHT_OK ? bight_wrap_coverage(NULL, &view, &numbers[0], &last_error) : status;
    numbers[1] = (double)meetings;
    free(local);
    return answer(status);
}
