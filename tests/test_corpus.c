// SPDX-License-Identifier: MIT
// Every file of the fuzzers' corpus, whole, cut off after each byte, and with each byte spoiled: turned in a
// bit, and replaced by what ends strings, lists and files. The readers answer, and leave nothing behind.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "bight/code_text.h"
#include "bight/io.h"
#include "bight/scene.h"
#include "surface.h"

#include <dirent.h>
#include <stdio.h>

typedef void reader(const uint8_t *bytes, size_t size);

static void read_xyz(const uint8_t *bytes, size_t size)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    bight_curves curves;
    bight_error error = {0};
    bight_status status = bight_read_xyz(&env, bytes, size, &curves, &error);
    CHECK((status == BIGHT_OK) == (curves.curve_count > 0));
    CHECK(status == BIGHT_OK || error.message[0] != '\0');
    bight_curves_free(&env.allocator, &curves);
    CHECK(state.held == 0);
}

static void read_curves(const uint8_t *bytes, size_t size, bight_curve_format format)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    const bight_read_options options = {.format = format, .all_models = true};
    bight_curves curves;
    bight_error error = {0};
    bight_status status = bight_read_curves(&env, bytes, size, &options, &curves, &error);
    CHECK((status == BIGHT_OK) == (curves.curve_count > 0));
    CHECK(status == BIGHT_OK || error.message[0] != '\0');
    bight_curves_free(&env.allocator, &curves);
    CHECK(state.held == 0);
}

static void read_csv(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_CSV);
}

static void read_pdb(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_PDB);
}

static void read_cif(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_CIF);
}

static void read_vect(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_VECT);
}

static void read_lammps(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_LAMMPS);
}

static void read_gltf(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_GLTF);
}

static void read_gro(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_GRO);
}

static void read_dcd(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_DCD);
}

static void read_points(const uint8_t *bytes, size_t size)
{
    read_curves(bytes, size, BIGHT_CURVE_FORMAT_LIST);
}

static void read_lines(const uint8_t *bytes, size_t size)
{
    bool ply = size >= 3 && memcmp(bytes, "ply", 3) == 0;
    read_curves(bytes, size, ply ? BIGHT_CURVE_FORMAT_PLY : BIGHT_CURVE_FORMAT_OBJ);
}

static void read_codes(const uint8_t *bytes, size_t size)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    size_t at = 0;
    int32_t line = 0;
    bight_code_item item;
    while (bight_code_next(bytes, size, &at, &line, &item)) {
        bight_diagram *diagram;
        bight_error error = {0};
        bight_status status = bight_code_read(&env, &item, BIGHT_CODE_AUTO, NULL, &diagram, &error);
        CHECK((status == BIGHT_OK) == (diagram != NULL));
        CHECK(status == BIGHT_OK ||
              (error.message[0] != '\0' && error.line >= item.line && error.line <= line));
        bight_diagram_free(diagram);
    }
    CHECK(state.held == 0);
}

static void read_obj(const uint8_t *bytes, size_t size)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    bight_mesh mesh;
    bight_error error = {0};
    bight_status status = bight_read_obj(&env, bytes, size, &mesh, &error);
    CHECK((status == BIGHT_OK) == (mesh.triangle_count > 0));
    CHECK(status == BIGHT_OK || error.message[0] != '\0');
    bight_mesh_free(&env.allocator, &mesh);
    CHECK(state.held == 0);
}

static void read_mesh(const uint8_t *bytes, size_t size)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    bight_cloth_mesh mesh;
    bight_mesh_report report;
    bight_error error = {0};
    bight_status status = bight_read_cloth_mesh(&env, bytes, size, NULL, &mesh, &error);
    CHECK((status == BIGHT_OK) == (mesh.triangle_count > 0));
    CHECK(status == BIGHT_OK || error.message[0] != '\0');
    if (status == BIGHT_OK) {
        CHECK(bight_mesh_repair(&env, &mesh, NULL, &error) == BIGHT_OK);
        CHECK(bight_mesh_check(&env, &mesh, &report, &error) == BIGHT_OK);
        bight_mesh_report_free(&env.allocator, &report);
    }
    bight_cloth_mesh_free(&env.allocator, &mesh);
    CHECK(state.held == 0);
}

static void read_scene(const uint8_t *bytes, size_t size)
{
    bight_scene *scene;
    bight_error error = {0};
    bight_status status = bight_scene_parse(bytes, size, NULL, NULL, &scene, &error);
    CHECK((status == BIGHT_OK) == (scene != NULL));
    CHECK(status == BIGHT_OK || error.message[0] != '\0');
    bight_scene_destroy(scene);
}

// A copy of exactly this size, so that the sanitizer sees a read past its end.
static void read_copy(reader *read, const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    memcpy(copy, bytes, size);
    read(copy, size);
    free(copy);
}

static void replay(const char *format, reader *read)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/fuzz/corpus/%s", BIGHT_SOURCE_DIR, format);
    DIR *directory = opendir(path);
    CHECK(directory != NULL);
    int32_t files = 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        bight_bytes bytes;
        snprintf(path, sizeof path, "%s/fuzz/corpus/%s/%s", BIGHT_SOURCE_DIR, format, entry->d_name);
        CHECK(bight_read_file(NULL, path, 1 << 20, &bytes, NULL) == BIGHT_OK);
        for (size_t size = 0; size <= bytes.size; size++) {
            read_copy(read, bytes.data, size);
        }
        for (size_t i = 0; i < bytes.size; i++) {
            uint8_t kept = bytes.data[i];
            const uint8_t odd[] = {kept ^ (uint8_t)(1u << i % 8), 0, '"', '{', '}', 0x80};
            for (size_t k = 0; k < sizeof odd; k++) {
                bytes.data[i] = odd[k];
                read_copy(read, bytes.data, bytes.size);
            }
            bytes.data[i] = kept;
        }
        bight_bytes_free(NULL, &bytes);
        files++;
    }
    closedir(directory);
    CHECK(files >= 3);
}

TEST(xyz)
{
    replay("xyz", read_xyz);
}

TEST(obj)
{
    replay("obj", read_obj);
}

TEST(gro)
{
    replay("gro", read_gro);
}

TEST(dcd)
{
    replay("dcd", read_dcd);
}

TEST(points)
{
    replay("points", read_points);
}

TEST(lines)
{
    replay("lines", read_lines);
}

TEST(csv)
{
    replay("csv", read_csv);
}

TEST(pdb)
{
    replay("pdb", read_pdb);
}

TEST(cif)
{
    replay("cif", read_cif);
}

TEST(lammps)
{
    replay("lammps", read_lammps);
}

TEST(vect)
{
    replay("vect", read_vect);
}

TEST(gltf)
{
    replay("gltf", read_gltf);
}

TEST(scene)
{
    replay("scene", read_scene);
}

TEST(code)
{
    replay("code", read_codes);
}

TEST(meshes)
{
    replay("mesh_obj", read_mesh);
    replay("mesh_ply", read_mesh);
    replay("mesh_gltf", read_mesh);
    replay("obj", read_mesh);
}

RUN_TESTS(unit(scene), unit(meshes), unit(xyz), unit(gro), unit(dcd), unit(points), unit(lines), unit(csv),
          unit(pdb), unit(cif), unit(lammps), unit(vect), unit(gltf), unit(code), unit(obj))
