// SPDX-License-Identifier: MIT
// Templates as pictures, meshes, curves and files.

#include "cli/template_out.h"

#include "bight/render.h"
#include "bight/template_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool said(const char *path, bight_status status, const bight_error *error)
{
    if (status != BIGHT_OK) {
        cli_say(path, 0, "%s", error->message[0] != '\0' ? error->message : bight_status_text(status));
    }
    return status == BIGHT_OK;
}

static bool written(const char *path, bight_bytes *bytes)
{
    bool good = cli_write_file(path, bytes->data, bytes->size);
    bight_bytes_free(NULL, bytes);
    return good;
}

// ---- picture ----------------------------------------------------------------------------------------

// One strand of the pipe as a mesh with smooth normals.
static bool strand_mesh(const bight_pipe *pipe, int32_t index, bight_mesh *mesh)
{
    const bight_pipe_strand *s = &pipe->strands[index];
    int32_t count = s->ring_count * pipe->sides + s->cap_vertices;
    *mesh = (bight_mesh){.positions = calloc((size_t)count, sizeof *mesh->positions),
                         .normals = calloc((size_t)count, sizeof *mesh->normals),
                         .triangles = calloc((size_t)s->triangle_count, 3 * sizeof *mesh->triangles),
                         .vertex_count = count,
                         .triangle_count = s->triangle_count};
    if (mesh->positions == NULL || mesh->normals == NULL || mesh->triangles == NULL) {
        return false;
    }
    memcpy(mesh->positions, pipe->positions + s->first_vertex, (size_t)count * sizeof *mesh->positions);
    for (int32_t i = 0; i < 3 * s->triangle_count; i++) {
        mesh->triangles[i] = pipe->triangles[3 * (size_t)s->first_triangle + (size_t)i] - s->first_vertex;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t ring = i / pipe->sides;
        bool cap = ring >= s->ring_count;
        const bight_pipe_ring *r = &pipe->rings[s->first_ring + (cap ? s->ring_count - 1 : ring)];
        bight_vec3 p = mesh->positions[i];
        double d[3] = {p.x - r->centre.x, p.y - r->centre.y, p.z - r->centre.z};
        double length = cap ? 0.0 : sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        mesh->normals[i] =
            length > 0.0 ? (bight_vec3){d[0] / length, d[1] / length, d[2] / length} : r->normal;
    }
    return true;
}

static bight_mesh bar_mesh(const bight_template_bar *bar)
{
    bight_mesh mesh = {0};
    bight_vec3 ends[2] = {bar->from, bar->to};
    bight_tube tube = {.curve = {ends, 2, false}, .radius = bar->radius, .sides = 64, .flat_caps = true};
    bight_tube_mesh(NULL, &tube, &mesh, NULL);
    return mesh;
}

bool cli_template_png(const bight_template *made, int32_t sides, const char *path)
{
    static const double wood[3] = {0.72, 0.6, 0.45};
    const bight_template_def *def = bight_template_definition(made);
    enum { MOST = BIGHT_PIPE_MAX_STRANDS + BIGHT_TEMPLATE_MAX_BARS, WIDTH = 960, HEIGHT = 720 };
    bight_mesh meshes[MOST] = {{0}};
    bight_picture_mesh looks[MOST] = {{0}};
    bight_pipe pipe;
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_pipe_options options = {.sides = sides};
    bight_status status = bight_template_pipe(made, &options, &pipe, &error);
    for (int32_t i = 0; i < def->strand_count && status == BIGHT_OK; i++) {
        status = strand_mesh(&pipe, i, &meshes[i]) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
        looks[i] = (bight_picture_mesh){.mesh = &meshes[i], .gloss = 0.2};
        bight_rope_colour(i + 4, looks[i].colour);
    }
    for (int32_t i = 0; i < def->bar_count && status == BIGHT_OK; i++) {
        int32_t at = def->strand_count + i;
        meshes[at] = bar_mesh(&def->bars[i]);
        looks[at] =
            (bight_picture_mesh){.mesh = &meshes[at], .colour = {wood[0], wood[1], wood[2]}, .gloss = 0.1};
    }
    uint8_t *rgb = malloc((size_t)3 * WIDTH * HEIGHT);
    if (status == BIGHT_OK) {
        // seen as it is worn: from the front, a little from above and aside
        bight_picture picture = {.meshes = looks,
                                 .mesh_count = def->strand_count + def->bar_count,
                                 .from = {0.15, 0.2, 1.0},
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .samples = 4};
        status = rgb != NULL ? bight_render(NULL, &picture, rgb, &error) : BIGHT_ERROR_NO_MEMORY;
    }
    status = status == BIGHT_OK ? bight_write_png(NULL, rgb, WIDTH, HEIGHT, 3, &bytes, &error) : status;
    free(rgb);
    for (int32_t i = 0; i < MOST; i++) {
        bight_mesh_free(NULL, &meshes[i]);
    }
    bight_pipe_free(NULL, &pipe);
    return said(path, status, &error) && written(path, &bytes);
}

// ---- files ------------------------------------------------------------------------------------------

bool cli_template_obj(const bight_template *made, int32_t sides, const char *path)
{
    bight_pipe pipe;
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_pipe_options options = {.sides = sides};
    bight_status status = bight_template_pipe(made, &options, &pipe, &error);
    bight_mesh mesh = {.positions = pipe.positions,
                       .triangles = pipe.triangles,
                       .vertex_count = pipe.vertex_count,
                       .triangle_count = pipe.triangle_count};
    status = status == BIGHT_OK ? bight_write_obj(NULL, &mesh, &bytes, &error) : status;
    bight_pipe_free(NULL, &pipe);
    return said(path, status, &error) && written(path, &bytes);
}

bool cli_template_xyz(const bight_template *made, const char *path)
{
    bight_axis axis = bight_template_axis(made);
    bight_curve curves[BIGHT_PIPE_MAX_STRANDS];
    bight_error error = {0};
    bight_bytes bytes = {0};
    for (int32_t i = 0; i < axis.strand_count; i++) {
        curves[i] = (bight_curve){axis.strands[i].points, axis.strands[i].count, axis.strands[i].closed};
    }
    bight_status status = bight_write_xyz(NULL, curves, axis.strand_count,
                                          bight_template_definition(made)->title, &bytes, &error);
    return said(path, status, &error) && written(path, &bytes);
}

bool cli_template_json(const bight_template *made, const char *path)
{
    bight_template_def def = *bight_template_definition(made);
    bight_template_parameter parameters[BIGHT_TEMPLATE_MAX_PARAMETERS];
    bight_error error = {0};
    bight_bytes bytes = {0};
    for (int32_t i = 0; i < def.parameter_count; i++) {
        parameters[i] = def.parameters[i];
        parameters[i].value = bight_template_values(made)[i];
    }
    def.parameters = parameters;
    bight_status status = bight_template_write(NULL, &def, &bytes, &error);
    return said(path, status, &error) && written(path, &bytes);
}
