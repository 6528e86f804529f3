// SPDX-License-Identifier: MIT
// A second opinion, by a program that nobody here wrote (gtscheck of the GNU Triangulated Surface library, Debian: libgts-bin): pipes
// of all templates, cloth laid on one, and the knot that it is tied to, do not go through themselves.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "command.h"
#include "geom/surface.h"

#define CROSSES 3 // gtscheck's exit codes: 0, 1 not read, 2 not a manifold that has two sides

// Write a mesh as GTS has it: vertices, edges, and faces as three edges each, all counted from 1.
static void write_gts(const char *path, const bight_cloth_mesh *mesh)
{
    bi_surface surface;
    CHECK(bi_surface_make(NULL, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface) ==
          BIGHT_OK);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "%d %d %d GtsSurface GtsFace GtsEdge GtsVertex\n", (int)surface.vertex_count,
            (int)surface.edge_count, (int)surface.triangle_count);
    for (int32_t v = 0; v < surface.vertex_count; v++) {
        bight_vec3 p = mesh->positions[v];
        fprintf(file, "%.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (int32_t e = 0; e < surface.edge_count; e++) {
        fprintf(file, "%d %d\n", (int)surface.edges[2 * e] + 1, (int)surface.edges[2 * e + 1] + 1);
    }
    for (int32_t t = 0; t < surface.triangle_count; t++) {
        const int32_t *side = surface.triangle_edges + 3 * t;
        fprintf(file, "%d %d %d\n", (int)side[0] + 1, (int)side[1] + 1, (int)side[2] + 1);
    }
    CHECK(fclose(file) == 0);
    bi_surface_free(NULL, &surface);
}

static int gts_of_obj(const char *path, int32_t least_vertices)
{
    bight_bytes obj;
    bight_cloth_mesh mesh;
    CHECK(bight_read_file(NULL, path, 0, &obj, NULL) == BIGHT_OK);
    CHECK(bight_read_cloth_mesh(NULL, obj.data, obj.size, path, &mesh, NULL) == BIGHT_OK);
    CHECK(mesh.vertex_count >= least_vertices);
    write_gts("second.gts", &mesh);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_bytes_free(NULL, &obj);
    int status = system("gtscheck < second.gts > /dev/null 2>&1");
    unlink("second.gts");
    CHECK(status != -1 && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void ask_for_gts(void)
{
    if (system("command -v gtscheck > /dev/null 2>&1") != 0) {
        print_message("gtscheck is not installed: no second opinion\n");
        skip();
    }
}

// What is known to cross is found: else nothing below says anything.
TEST(gts_sees_a_crossing)
{
    ask_for_gts();
    put_text("cross.obj",
             "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 1 2 3\nf 4 5 6\n");
    CHECK(gts_of_obj("cross.obj", 6) == CROSSES);
    put_text("cross.obj",
             "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 1\nv 0.3 0.2 2\nv 0.2 0.3 2\nf 1 2 3\nf 4 5 6\n");
    CHECK(gts_of_obj("cross.obj", 6) == 0);
    unlink("cross.obj");
}

TEST(pipes_of_all_templates)
{
    ask_for_gts();
    DIR *entries = opendir(BIGHT_TEMPLATES);
    CHECK(entries != NULL);
    int32_t count = 0;
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0) {
            char name[80];
            result r;
            snprintf(name, sizeof name, "%.*s", (int)length - 5, entry->d_name);
            CHECK_RUN(&r, 0, "", "", "template", "show", name, "-o", "second.obj");
            int code = gts_of_obj("second.obj", 500);
            if (code != 0) {
                fail_msg("%s: gtscheck ends with %d", name, code);
            }
            count++;
        }
    }
    closedir(entries);
    unlink("second.obj");
    CHECK(count >= 16);
}

// Laid on the pipe, then settled and led: both as `run` writes them.
TEST(cloth_on_a_pipe_and_its_knot)
{
    ask_for_gts();
    static const char *const scripts[2] = {"{\"expect\": {\"dressed\": \"knot\"}}",
                                           "{\"settle\": {\"cycles\": 20, \"arrive\": false}}, {\"lead\": "
                                           "{\"cycles\": 40}}, {\"expect\": {\"dressed\": \"knot\"}}"};
    for (int32_t i = 0; i < 2; i++) {
        char text[2048];
        result r;
        snprintf(
            text, sizeof text,
            "{\"bight\": 1, \"cloth\": {\"thickness\": 0.001, \"friction\": 0.1, \"gravity\": [0, 0, 0], "
            "\"time_step\": "
            "0.1}, \"view\": {\"width\": 64, \"height\": 48}, \"cloths\": [{\"name\": \"c\", \"grid\": "
            "{\"width\": 1.1, "
            "\"height\": 0.072, \"columns\": 122, \"rows\": 8}, \"material\": {\"bend\": 2e-5}}], \"dress\": "
            "[{\"name\": \"knot\", \"template\": \"overhand\", \"regions\": [{\"rectangle\": {\"u\": 0.55, "
            "\"v\": "
            "0.036, \"length\": 1.1, \"width\": 0.072}}]}], \"script\": [%s]}",
            scripts[i]);
        put_text("second.json", text);
        remove_folder("second");
        CHECK_RUN(&r, 0, "", "", "run", "second.json", "--out", "second", "--frames", "4");
        CHECK(gts_of_obj("second/final.obj", 1000) == 0);
    }
    remove_folder("second");
    unlink("second.json");
}

RUN_TESTS(unit(gts_sees_a_crossing), unit(pipes_of_all_templates), unit(cloth_on_a_pipe_and_its_knot))
