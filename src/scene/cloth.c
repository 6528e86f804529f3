// SPDX-License-Identifier: MIT
// The vertices, triangles and pattern of a cloth, from a grid, a tube or a file.

#include "scene/build.h"

#include "bight/cloth_mesh_file.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/pose.h"

#include <string.h>

// ---- memory -----------------------------------------------------------------------------------------

typedef struct sheet {
    bight_vec3 *positions;
    double *uv;
    int32_t *triangles, *uv_triangles; // the second is NULL where both are the same
    int32_t vertex_count, triangle_count, uv_count;
} sheet;

static bight_status take(const bi_reader *reader, sheet *s, bool own_corners)
{
    size_t corners = 3 * (size_t)s->triangle_count;
    s->positions = bi_pool_new(reader->pool, (size_t)s->vertex_count, sizeof *s->positions);
    s->triangles = bi_pool_new(reader->pool, corners, sizeof *s->triangles);
    s->uv = s->uv_count > 0 ? bi_pool_new(reader->pool, (size_t)s->uv_count, 2 * sizeof *s->uv) : NULL;
    s->uv_triangles = own_corners ? bi_pool_new(reader->pool, corners, sizeof *s->uv_triangles) : NULL;
    bool good = s->positions != NULL && s->triangles != NULL && (s->uv_count == 0 || s->uv != NULL) &&
                (!own_corners || s->uv_triangles != NULL);
    return good ? BIGHT_OK : bi_read_no_memory(reader);
}

static bight_status check_size(const bi_reader *reader, const bi_json_path *path, int64_t vertices)
{
    return vertices <= BIGHT_MAX_SCENE_VERTICES
               ? BIGHT_OK
               : bi_read_fail(reader, path, " has %lld vertices: all cloths together have at most %d",
                              (long long)vertices, BIGHT_MAX_SCENE_VERTICES);
}

// ---- shapes -----------------------------------------------------------------------------------------

// Two triangles on the square of corners a, b (along u), c, d (back along u), turned in every other square:
// then no diagonal is stiffer than the other.
static int32_t *put_square(int32_t *out, bool turned, int32_t a, int32_t b, int32_t c, int32_t d)
{
    const int32_t corners[2][6] = {{a, b, c, a, c, d}, {a, b, d, b, c, d}};
    memcpy(out, corners[turned], sizeof corners[0]);
    return out + 6;
}

static bight_status lay_grid(const bi_reader *reader, const bi_json_path *path, const bight_scene_grid *grid,
                             sheet *s)
{
    int32_t across = grid->columns + 1;
    bight_status status = check_size(reader, path, (int64_t)across * (grid->rows + 1));
    if (status != BIGHT_OK) {
        return status;
    }
    s->vertex_count = s->uv_count = across * (grid->rows + 1);
    s->triangle_count = 2 * grid->columns * grid->rows;
    status = take(reader, s, false);
    for (int32_t i = 0; i < s->vertex_count && status == BIGHT_OK; i++) {
        double u = (double)(i % across) / grid->columns, v = (double)(i / across) / grid->rows;
        s->positions[i] = v3(grid->width * (u - 0.5), 0.0, -grid->height * (v - 0.5));
        s->uv[2 * i] = grid->width * u;
        s->uv[2 * i + 1] = grid->height * v;
    }
    int32_t *out = s->triangles;
    for (int32_t i = 0; i < grid->columns * grid->rows && status == BIGHT_OK; i++) {
        int32_t column = i % grid->columns, row = i / grid->columns, a = column + row * across;
        out = put_square(out, (column + row) % 2 == 1, a, a + 1, a + 1 + across, a + across);
    }
    return status;
}

static bight_status lay_tube(const bi_reader *reader, const bi_json_path *path,
                             const bight_scene_sleeve *tube, sheet *s)
{
    int32_t around = tube->around;
    bight_status status = check_size(reader, path, (int64_t)around * (tube->along + 1));
    if (status != BIGHT_OK) {
        return status;
    }

    s->vertex_count = around * (tube->along + 1);
    s->uv_count = (around + 1) * (tube->along + 1);
    s->triangle_count = 2 * around * tube->along;
    status = take(reader, s, true);
    for (int32_t i = 0; i < s->vertex_count && status == BIGHT_OK; i++) {
        bi_turn turn = bi_turn_of((double)(i % around) / around);
        s->positions[i] =
            v3(tube->radius * turn.cosine, tube->length * ((double)(i / around) / tube->along - 0.5),
               -tube->radius * turn.sine);
    }

    // flat squares: their sides are chords
    double side = 2.0 * tube->radius * bi_turn_of(0.5 / around).sine;
    for (int32_t i = 0; i < s->uv_count && status == BIGHT_OK; i++) {
        s->uv[2 * i] = side * (i % (around + 1));
        s->uv[2 * i + 1] = tube->length * ((double)(i / (around + 1)) / tube->along);
    }

    int32_t *out = s->triangles, *uv_out = s->uv_triangles;
    for (int32_t i = 0; i < around * tube->along && status == BIGHT_OK; i++) {
        int32_t column = i % around, row = i / around, next = (column + 1) % around;
        int32_t below = row * around, above = below + around, a = column + row * (around + 1);
        bool turned = (column + row) % 2 == 1;
        out = put_square(out, turned, column + below, next + below, next + above, column + above);
        uv_out = put_square(uv_out, turned, a, a + 1, a + around + 2, a + around + 1);
    }
    return status;
}

// ---- files ------------------------------------------------------------------------------------------

static double mesh_area(const bight_cloth_mesh *mesh)
{
    double area = 0.0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *v = mesh->triangles + 3 * (size_t)t;
        bight_vec3 a = mesh->positions[v[0]];
        area += 0.5 * v3_length(v3_cross(v3_sub(mesh->positions[v[1]], a), v3_sub(mesh->positions[v[2]], a)));
    }
    return area;
}

static double pattern_area(const bight_cloth_mesh *mesh)
{
    double area = 0.0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *w = mesh->uv_triangles + 3 * (size_t)t;
        const double *a = mesh->uv + 2 * (size_t)w[0], *b = mesh->uv + 2 * (size_t)w[1];
        const double *c = mesh->uv + 2 * (size_t)w[2];
        area += 0.5 * fabs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
    }
    return area;
}

// Does each corner have a place on the pattern? Which triangle has a corner without one, or -1.
static int32_t corner_without_pattern(const bight_cloth_mesh *mesh)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if (mesh->uv_triangles[i] < 0) {
            return i / 3;
        }
    }
    return -1;
}

static bight_status copy_mesh(const bi_reader *reader, const bi_json_path *path,
                              const bight_scene_cloth_file *from, const bight_cloth_mesh *mesh, sheet *s,
                              bight_scene_cloth *cloth)
{
    bi_json_path pattern = {path, "pattern", 0}, file = {path, "file", 0};
    bight_status status = check_size(reader, path, mesh->vertex_count);
    if (status != BIGHT_OK) {
        return status;
    }

    // the pattern is taken when its scale is above 0, or when the file has one and no scale is given
    bool wanted = from->pattern > 0.0 || (isnan(from->pattern) && mesh->uv_count > 0);
    if (wanted && mesh->uv_count == 0) {
        return bi_read_fail(reader, &pattern, " is %g, but the file has no texture coordinates: leave it out",
                            from->pattern);
    }

    // rest shapes are measured on the pattern, so each corner needs a place on it
    int32_t bare = wanted ? corner_without_pattern(mesh) : -1;
    if (bare >= 0) {
        return bi_read_fail(reader, &file,
                            " is \"%.60s\", where face %d has no texture coordinates though others have: add "
                            "\"pattern\": 0",
                            from->file, (int)mesh->faces[bare] + 1);
    }

    // the pattern has corners of its own: a vertex where pieces meet has a place on each
    s->vertex_count = mesh->vertex_count;
    s->triangle_count = mesh->triangle_count;
    s->uv_count = wanted ? mesh->uv_count : 0;
    status = take(reader, s, wanted);
    int32_t *sewn = bi_pool_new(reader->pool, 2 * (size_t)mesh->seam_count + 1, sizeof *sewn);
    if (status != BIGHT_OK || sewn == NULL) {
        return bi_read_no_memory(reader);
    }

    // x = s X, s the file's unit in metres
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        s->positions[i] = v3_mul(from->scale, mesh->positions[i]);
    }

    // pattern scale not given: equal areas, scale = s sqrt(A_mesh / A_pattern)
    double scale = from->pattern;
    if (wanted && isnan(scale)) {
        double flat = pattern_area(mesh);
        scale = flat > 0.0 ? from->scale * sqrt(mesh_area(mesh) / flat) : 1.0;
    }
    for (int32_t i = 0; i < 2 * s->uv_count; i++) {
        s->uv[i] = scale * mesh->uv[i];
    }

    // topology and seams are the file's
    size_t corners = 3 * (size_t)mesh->triangle_count * sizeof *s->triangles;
    if (corners > 0) {
        memcpy(s->triangles, mesh->triangles, corners);
    }
    if (wanted && corners > 0) {
        memcpy(s->uv_triangles, mesh->uv_triangles, corners);
    }

    if (mesh->seam_count > 0) {
        memcpy(sewn, mesh->seams, 2 * (size_t)mesh->seam_count * sizeof *sewn);
        cloth->sewn = (bight_scene_pairs){sewn, mesh->seam_count};
    }
    return BIGHT_OK;
}

static void free_mesh(const bight_allocator *allocator, void *what)
{
    bight_cloth_mesh_free(allocator, what);
}

// The scene keeps the mesh as it was read, to write it that way again.
static bight_status keep(const bi_reader *reader, bight_scene_cloth *cloth, bight_cloth_mesh *mesh)
{
    bight_cloth_mesh *kept = bi_pool_new(reader->pool, 1, sizeof *kept);
    if (kept == NULL) {
        bight_cloth_mesh_free(&reader->pool->allocator, mesh);
        return bi_read_no_memory(reader);
    }
    *kept = *mesh;
    *mesh = (bight_cloth_mesh){0};
    if (!bi_pool_owe(reader->pool, free_mesh, kept)) {
        return bi_read_no_memory(reader);
    }
    cloth->read = kept;
    return BIGHT_OK;
}

static bight_status fetch(const bi_reader *reader, const bight_scene_files *files, const bi_json_path *path,
                          bight_scene_cloth *cloth, sheet *s)
{
    bi_json_path inner = {path, "file", 0};
    const bight_scene_cloth_file *from = cloth->mesh;
    const void *bytes;
    size_t length;
    bight_env env = {.allocator = reader->pool->allocator};
    bight_cloth_mesh mesh = {0};
    bight_error cause = {0};
    bight_status status;
    if (from->garment != NULL) {
        bight_scene_cloth_file metres = *from;
        metres.pattern = isnan(from->pattern) ? from->scale : from->pattern;
        metres.file = from->garment->name;
        status = bi_scene_garment(reader, path, from->garment, &mesh);
        status = status == BIGHT_OK ? copy_mesh(reader, path, &metres, &mesh, s, cloth) : status;
        bight_cloth_mesh_free(&env.allocator, &mesh);
        return status;
    }
    status = bi_scene_fetch(reader, files, &inner, from->file, &bytes, &length);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bight_read_cloth_mesh(&env, bytes, length, from->file, &mesh, &cause);
    if (files->release != NULL) {
        files->release(files->user, bytes, length);
    }
    if (status != BIGHT_OK) {
        return bi_scene_file_fail(reader, &inner, from->file, &cause);
    }
    status = mesh.triangle_count > 0 ? copy_mesh(reader, path, from, &mesh, s, cloth)
                                     : bi_read_fail(reader, &inner,
                                                    " is \"%.60s\", which has no faces: name a "
                                                    "file with a surface",
                                                    from->file);
    if (status == BIGHT_OK) {
        return keep(reader, cloth, &mesh);
    }
    bight_cloth_mesh_free(&env.allocator, &mesh);
    return status;
}

// ---- all of it --------------------------------------------------------------------------------------

double bi_scene_shortest_edge(const bight_cloth_def *def)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        int32_t next = i % 3 == 2 ? i - 2 : i + 1;
        if (def->uv != NULL) {
            const int32_t *corners = def->uv_triangles != NULL ? def->uv_triangles : def->triangles;
            const double *a = def->uv + 2 * (size_t)corners[i], *b = def->uv + 2 * (size_t)corners[next];
            double u = a[0] - b[0], v = a[1] - b[1];
            least = fmin(least, sqrt(u * u + v * v));
        } else {
            least = fmin(
                least, v3_distance(def->positions[def->triangles[i]], def->positions[def->triangles[next]]));
        }
    }
    return least;
}

bight_status bi_scene_build_cloth(const bi_reader *reader, const bight_scene_files *files,
                                  bight_scene_cloth *cloth, int32_t index)
{
    static const char *const keys[] = {"grid", "tube", "mesh"};
    bi_json_path cloths = {NULL, "cloths", 0}, path = {&cloths, NULL, index};
    bi_json_path inner = {&path, keys[cloth->shape], 0};
    sheet s = {0};
    bight_status status = cloth->shape == BIGHT_CLOTH_GRID   ? lay_grid(reader, &inner, cloth->grid, &s)
                          : cloth->shape == BIGHT_CLOTH_TUBE ? lay_tube(reader, &inner, cloth->tube, &s)
                                                             : fetch(reader, files, &inner, cloth, &s);
    if (status != BIGHT_OK) {
        return status;
    }

    // x = R s + t: shapes are laid out about their own origin
    bight_pose pose = bi_scene_pose(cloth->position, cloth->along, cloth->rotation);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        s.positions[i] = bi_pose_out(&pose, s.positions[i]);
    }

    // the resolution, on the pattern where there is one: hands and settling are measured in it
    cloth->def = bight_cloth_def_default();
    cloth->def.positions = s.positions;
    cloth->def.triangles = s.triangles;
    cloth->def.uv = s.uv;
    cloth->def.uv_triangles = s.uv_triangles;
    cloth->def.vertex_count = s.vertex_count;
    cloth->def.triangle_count = s.triangle_count;
    cloth->def.uv_count = s.uv_count;
    cloth->def.material = *cloth->material;
    cloth->def.rope_friction = isnan(cloth->rope_friction) ? cloth->def.rope_friction : cloth->rope_friction;
    cloth->edge = bi_scene_shortest_edge(&cloth->def);
    return BIGHT_OK;
}

bight_status bi_scene_find_pins(const bi_reader *reader, bight_scene_cloth *cloth, int32_t index)
{
    bi_json_path cloths = {NULL, "cloths", 0}, path = {&cloths, NULL, index}, pins = {&path, "pins", 0};
    return cloth->pins.count > 0 ? bi_scene_spots(reader, &pins, cloth, cloth->pins, &cloth->pinned)
                                 : BIGHT_OK;
}
