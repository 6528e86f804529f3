// SPDX-License-Identifier: MIT
// mmCIF token by token: line ends, quotes that never end, loops of other things, names of columns.

#include "read_text.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS                                                                                              \
    "_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"                  \
    "_atom_site.label_atom_id\n"
#define ATOMS "1 0 0 0 CA\n2 3.8 0 0 CA\n3 7.6 0 0 CA\n"

// A copy without room behind it, where the sanitizers see what reads on.
static bight_status read_exactly(const char *text, bight_curves *curves, bight_error *error)
{
    size_t size = strlen(text);
    char *exact = malloc(size);
    CHECK(exact != NULL);
    memcpy(exact, text, size);
    const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_CIF};
    bight_status status = bight_read_curves(NULL, exact, size, &options, curves, error);
    free(exact);
    return status;
}

// Whatever stands around the loop of atoms, and however its lines end.
TEST(other_things_are_passed_over)
{
    static const char *const texts[] = {
        "data_X\nloop_\n" COLUMNS ATOMS,
        "data_X\nloop_\n_cell.a\n_cell.b\n1 2\n3 4\nloop_\n" COLUMNS ATOMS "loop_\n_cell.c\n5\n6\n",
        "data_X\n_entry.id 7\n_entry.text\n;\nloop_\n;\nloop_\n" COLUMNS ATOMS "_after.x 'it''s'",
        "data_X # a comment\nloop_\n" COLUMNS "# another\n" ATOMS "# the last",
        "data_X\rloop_\r_atom_site.auth_atom_id\r_atom_site.Cartn_x _atom_site.Cartn_y _atom_site.Cartn_z\r"
        "_atom_site.label_seq_id\rCA 0 0 0 1\rCA 3.8 0 0 2 'CA' 7.6 0 0 3\r\n\r\n",
        "loop_\n_atom_site.Cartn_z\n_atom_site.Cartn_y\n_atom_site.Cartn_x\n_atom_site.auth_seq_id\n"
        "_atom_site.auth_atom_id\n0 0 0 1 CA 0 0 3.8 2 CA 0 0 7.6 3 CA",
        "data_X\n_a.b ;x\n_a.c x;y\n_a.d ' ; '\nloop_\n" COLUMNS
            ATOMS, // no text fields: not first in their lines
        "data_X\n_a.b 'it's \"so\"'\n_a.c \"6' 2\"\"\nloop_\n" COLUMNS ATOMS,
        "data_X\n_a.b\n;\n';'\n_x ;\n;\nloop_\n" COLUMNS ATOMS "save_Y\n_z.z 1",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bight_curves curves;
        bight_error error = {0};
        if (read_exactly(texts[i], &curves, &error) != BIGHT_OK) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
        CHECK(curves.curve_count == 1 && curves.point_count == 3 && curves.frames);
        CHECK(curves.points[1].x == 3.8 && curves.points[2].x == 7.6 && curves.points[2].z == 0.0);
        bight_curves_free(NULL, &curves);
    }
}

// An atom belongs to the chain when it is an alpha carbon: a hetero atom too where it has a number in the sequence, as a
// modified residue has (selenomethionine), but no calcium ion, and no atom of another name.
TEST(what_belongs_to_the_chain)
{
#define HEAD                                                                                                 \
    "loop_\n_atom_site.group_PDB\n_atom_site.label_seq_id\n_atom_site.label_atom_id\n_atom_site.type_"       \
    "symbol\n"                                                                                               \
    "_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
    static const struct {
        const char *atom;
        int32_t points;
    } middle[] = {{"ATOM 2 CA C", 3},    {"HETATM 2 CA C", 3}, {"HETATM . CA C", 2},   {"HETATM ? CA C", 2},
                  {"HETATM . CA CA", 2}, {"ATOM 2 CA CA", 2},  {"ATOM 2 CB C", 2},     {"ATOM 2 CA .", 3},
                  {"ATOM 2 CA ?", 3},    {"HETATM 2 CB C", 2}, {"ATOM 2 'CA' 'C'", 3}, {"ATOM 2 CAA C", 2}};
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++) {
        char text[500];
        snprintf(text, sizeof text, HEAD "ATOM 1 CA C 0 0 0\n%s 3.8 0 0\nATOM 3 CA C 7.6 0 0\n",
                 middle[i].atom);
        bight_curves curves;
        bight_error error = {0};
        CHECK(read_exactly(text, &curves, &error) == BIGHT_OK);
        if (curves.point_count != middle[i].points) {
            fail_msg("%s: %d points", middle[i].atom, (int)curves.point_count);
        }
        bight_curves_free(NULL, &curves);
    }
}

// Lines are counted whether they end in LF, CR LF or CR, and never twice.
TEST(faults_are_found_on_their_line)
{
    static const char *const ends[3] = {"\n", "\r\n", "\r"};
    static const struct {
        const char *text, *words;
        int32_t line;
    } bad[] = {{"data_X\n_a.b 1\n_a.c 'never", "never ends", 3},
               {"data_X\n_a.b 1\n_a.c \"never\n", "never ends", 3},
               {"data_X\n# no\n_a.b\n;never\nends\n", "never ends", 4},
               {"data_X\n_a.b\n;one\ntwo\n;\n'never", "never ends", 6},
               {"loop_\n_atom_site.label_atom_id\nCA\n", "no column _atom_site.Cartn_x", 3},
               {"loop_\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n0 0 0\n",
                "no column _atom_site.label_atom_id", 5},
               {"loop_\n" COLUMNS "1 0 0 0 CA 2 3.8 0\n", "an atom of 3 values: the loop has 5 columns", 7},
               {"loop_\n" COLUMNS "1 0 0 0 CA\n2 3.8 x 0 CA\n", "`x`", 8}};
    for (size_t i = 0; i < 3 * sizeof bad / sizeof *bad; i++) {
        char text[512];
        size_t used = 0;
        for (const char *c = bad[i / 3].text; *c != '\0'; c++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%.*s", *c == '\n' ? 2 : 1,
                                     *c == '\n' ? ends[i % 3] : c);
        }
        bight_curves curves;
        bight_error error = {0};
        CHECK(read_exactly(text, &curves, &error) == BIGHT_ERROR_PARSE && curves.points == NULL);
        if (error.line != bad[i / 3].line || strstr(error.message, bad[i / 3].words) == NULL) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
    }
}

// A second model is said; a first one alone is not.
TEST(models_are_counted)
{
    for (int32_t models = 1; models <= 3; models++) {
        char text[2048], notes[1024], words[64];
        int32_t used = snprintf(text, sizeof text, "loop_\n_atom_site.pdbx_PDB_model_num\n" COLUMNS);
        for (int32_t m = 1; m <= models; m++) {
            for (int32_t i = 1; i <= 3; i++) {
                used += snprintf(text + used, sizeof text - (size_t)used, "%d %d %g 0 0 CA\n", (int)m, (int)i,
                                 3.8 * i);
            }
        }
        bight_curves curves;
        CHECK(read_exactly(text, &curves, NULL) == BIGHT_OK && curves.curve_count == 1);
        snprintf(words, sizeof words, "the first of %d models is read\n", (int)models);
        assert_string_equal(notes_of(&curves, notes), models > 1 ? words : "");
        bight_curves_free(NULL, &curves);
    }
}

RUN_TESTS(unit(other_things_are_passed_over), unit(what_belongs_to_the_chain),
          unit(faults_are_found_on_their_line), unit(models_are_counted))
