// SPDX-License-Identifier: MIT
// C-alpha traces from PDB and mmCIF.

#include "read_text.h"

#include <stdio.h>

typedef struct protein {
    char text[16384];
} protein;

static void line(protein *p, const char *text)
{
    size_t used = strlen(p->text);
    snprintf(p->text + used, sizeof p->text - used, "%s\n", text);
}

// One atom, laid out by the columns of the format.
static void atom(protein *p, const char *record, const char *name, char alternate, char chain, int residue,
                 double x, double y, double occupancy)
{
    char row[96];
    snprintf(row, sizeof row, "%-6s%5d %-4s%c%3s %c%4d    %8.3f%8.3f%8.3f%6.2f%6.2f", record, residue, name,
             alternate, "ALA", chain, residue, x, y, 0.0, occupancy, 20.0);
    line(p, row);
}

static void strand(protein *p, char chain, int first, int last)
{
    for (int i = first; i <= last; i++) {
        atom(p, "ATOM", " N  ", ' ', chain, i, 3.8 * i - 1, 0, 1);
        atom(p, "ATOM", " CA ", ' ', chain, i, 3.8 * i, 0, 1);
    }
}

TEST(each_chain_is_a_curve)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    strand(&p, 'A', 1, 5);
    line(&p, "TER");
    strand(&p, 'B', 1, 3);
    line(&p, "TER");
    atom(&p, "HETATM", "CA  ", ' ', 'A', 200, 1, 1, 1); // calcium
    atom(&p, "HETATM", " CA ", ' ', 'A', 201, 1, 1, 1); // a ligand, behind the end of its chain
    line(&p, "END");
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.starts[1] == 5 && curves.point_count == 8 && curves.frames);
    assert_string_equal(curves.names[0].text, "A");
    assert_string_equal(curves.names[1].text, "B");
    assert_string_equal(notes_of(&curves, notes),
                        "1 C-alpha of HETATM records behind the end of their chain left out\n");
    bight_curves_free(NULL, &curves);
}

// A TER too many inside a chain, as some programs write at a gap in the numbers.
TEST(a_stray_ter_ends_no_chain)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    strand(&p, 'A', 1, 4);
    line(&p, "TER");
    strand(&p, 'A', 5, 9);
    line(&p, "TER");
    strand(&p, 'B', 20, 22);
    line(&p, "TER");
    strand(&p, 'A', 40, 43); // another chain of the same name, far away
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 3 && curves.starts[1] == 9 && curves.starts[2] == 12 &&
          curves.point_count == 16);
    notes_of(&curves, notes);
    CHECK(strstr(notes, "chain A: a TER behind residue 4, but residue 5 goes on from there: joined") != NULL);
    CHECK(strstr(notes, "chain A comes again behind its TER, far from its end: another curve") != NULL);
    CHECK(strstr(notes, "residue 9,") == NULL);
    bight_curves_free(NULL, &curves);
}

// All residues of location A, then all of B: one chain, and of each residue the most occupied place.
TEST(alternate_locations_in_blocks)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    strand(&p, 'A', 1, 2);
    for (int32_t block = 0; block < 3; block++) {
        for (int i = 3; i <= 5; i++) {
            atom(&p, "ATOM", " CA ", (char)('A' + block), 'A', i, 3.8 * i, block,
                 i == 4 && block == 1 ? 0.6 : 0.2);
        }
    }
    strand(&p, 'A', 6, 7);
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && curves.point_count == 7);
    for (int32_t i = 0; i < 7; i++) {
        CHECK_NEAR(curves.points[i].x, 3.8 * (i + 1), 1e-9);
        CHECK(curves.points[i].y == (i == 3 ? 1.0 : 0.0));
    }
    assert_string_equal(notes_of(&curves, notes),
                        "chain A: 3 residues in alternate locations, the most occupied taken\n");
    bight_curves_free(NULL, &curves);
}

TEST(a_model_ends_where_the_next_begins)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    for (int i = 0; i < 3; i++) {
        line(&p, "MODEL        1");
        strand(&p, 'A', 1, 4 + i);
    }
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && curves.point_count == 4);
    assert_string_equal(notes_of(&curves, notes), "the first of 3 models is read\n");
    bight_curves_free(NULL, &curves);
    const bight_read_options all = {.all_models = true};
    CHECK(bight_read_curves(NULL, p.text, strlen(p.text), &all, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 3 && curves.point_count == 15);
    assert_string_equal(notes_of(&curves, notes), "");
    bight_curves_free(NULL, &curves);
}

TEST(what_is_left_out_is_counted)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    line(&p, "SEQRES   1 A    9  ALA ALA ALA ALA ALA ALA ALA ALA ALA");
    line(&p, "SEQRES   1 B    3  ALA ALA ALA");
    line(&p, "REMARK   1 B    9  ALA ALA ALA"); // promises nothing
    strand(&p, 'A', 1, 5);
    strand(&p, 'B', 11, 13);
    atom(&p, "ATOM", " P  ", ' ', 'C', 1, 0, 0, 1); // a strand of DNA
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    assert_string_equal(notes_of(&curves, notes), "chain A: 5 of the 9 residues that SEQRES lists\n"
                                                  "1 chain without C-alpha atoms left out\n");
    bight_curves_free(NULL, &curves);
}

// Coordinates stand in columns 31-38, 39-46, 47-54 without blanks between them.
TEST(columns_are_kept)
{
    protein p = {.text = ""};
    bight_curves curves;
    static const struct {
        char alternate, insertion;
        int residue;
        double z, occupancy;
    } rows[] = {{'A', ' ', 1, 1000.25, 0.25},
                {'B', ' ', 1, 1000.5, 0.75},
                {' ', ' ', 2, 1004.5, 1.0},
                {' ', 'A', 2, 1008.5, 1.0}};
    for (size_t i = 0; i < 4; i++) {
        char row[96];
        snprintf(row, sizeof row, "%-6s%5d %-4s%c%3s %c%4d%c   %8.3f%8.3f%8.3f%6.2f%6.2f", "ATOM", 1, " CA ",
                 rows[i].alternate, "ALA", 'A', rows[i].residue, rows[i].insertion, -123.456, 2345.678,
                 rows[i].z, rows[i].occupancy, 20.0);
        CHECK(strlen(row) == 66);
        line(&p, row);
    }
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.point_count == 3 && curves.points[0].x == -123.456 && curves.points[0].y == 2345.678);
    CHECK(curves.points[0].z == 1000.5 && curves.points[1].z == 1004.5 && curves.points[2].z == 1008.5);
    bight_curves_free(NULL, &curves);
}

TEST(breaks_and_alternates_are_told)
{
    protein p = {.text = ""};
    bight_curves curves;
    char notes[1024];
    strand(&p, 'A', 1, 3);
    atom(&p, "ATOM", " CA ", 'A', 'A', 4, 15.2, 0, 0.4);
    atom(&p, "ATOM", " CA ", 'B', 'A', 4, 15.2, 1, 0.6);
    strand(&p, 'A', 9, 10);
    atom(&p, "HETATM", " CA ", ' ', 'A', 11, 41.8, 0, 1); // a modified residue belongs to the chain
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && curves.point_count == 7 && curves.points[3].y == 1.0);
    notes_of(&curves, notes);
    CHECK(strstr(notes, "chain A breaks between residues 4 and 9") != NULL);
    CHECK(strstr(notes, "chain A: 1 residue in alternate locations") != NULL);
    bight_curves_free(NULL, &curves);
}

TEST(first_model_or_all)
{
    protein p = {.text = ""};
    for (int i = 0; i < 3; i++) {
        line(&p, "MODEL        1");
        strand(&p, 'A', 1, 4);
        line(&p, "TER");
        line(&p, "ENDMDL");
    }
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1);
    bight_curves_free(NULL, &curves);
    const bight_read_options all = {.all_models = true};
    CHECK(bight_read_curves(NULL, p.text, strlen(p.text), &all, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 3);
    assert_string_equal(curves.names[0].text, "A");
    assert_string_equal(curves.names[2].text, "3/A");
    bight_curves_free(NULL, &curves);
}

TEST(bad_pdb_is_refused)
{
    const char *good = "ATOM      1  CA  ALA A   1       0.000   0.000   0.000";
    char twice[256], words[256];
    snprintf(twice, sizeof twice, "%s\n%s\n", good, good);
    snprintf(words, sizeof words, "%s\nATOM      2  CA  ALA A   2       3.8oo   0.000   0.000\n", good);
    const bad_text bad[] = {
        {"", "no chain", 0},
        {"HEADER\nEND\n", "no chain", 2},
        {"ATOM      1  CA  ALA A   1\n", "columns 31 to 38", 1},
        {twice, "second C-alpha", 2},
        {words, "not a coordinate", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_PDB, bad);
}

#define LOOP                                                                                                 \
    "data_X\nloop_\n_atom_site.group_PDB\n_atom_site.label_atom_id\n_atom_site.label_alt_id\n"               \
    "_atom_site.auth_asym_id\n_atom_site.label_seq_id\n_atom_site.auth_seq_id\n_atom_site.Cartn_x\n"         \
    "_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.occupancy\n_atom_site.pdbx_PDB_model_num\n"

TEST(mmcif)
{
    const char *text =
        "_entry.id 'it''s ; data_'\n_b.c\n;\nloop_\n;\n" LOOP "ATOM N . A 1 11 0 0 0 1 1\n"
        "ATOM CA . A 1 11 0 0 0 1 1\nATOM \"CA\" A A 2 12\n 3.8 0 0 .4 1 ATOM CA B A 2 12 3.8 1 0 .6 1\n"
        "ATOM CA . B 1 11 0 0 0 1 1\nATOM CA . B 7 17 30 0 0 1 1 # gap\n"
        "HETATM CA . A . 301 9 9 9 1 1\nATOM CA . A 1 11 0 0 5 1 2\nATOM CA . A 2 12 3.8 0 5 1 2\n"
        "_after.x 1\n";
    bight_curves curves;
    char notes[1024];
    CHECK(read_as(BIGHT_CURVE_FORMAT_CIF, text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.point_count == 4 && curves.points[1].y == 1.0);
    assert_string_equal(curves.names[1].text, "B");
    notes_of(&curves, notes);
    CHECK(strstr(notes, "chain B breaks between residues 11 and 17") != NULL);
    CHECK(strstr(notes, "chain A: 1 residue in alternate") != NULL);
    bight_curves_free(NULL, &curves);
    const bight_read_options all = {.format = BIGHT_CURVE_FORMAT_CIF, .all_models = true};
    CHECK(bight_read_curves(NULL, text, strlen(text), &all, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 3);
    assert_string_equal(curves.names[2].text, "2/A");
    bight_curves_free(NULL, &curves);
}

// A quote ends a value at the end of the file as it does in front of a blank; a text field and a loop too.
TEST(cif_quotes_and_models)
{
    const char *head = "data_X\nloop_\n_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n"
                       "_atom_site.Cartn_z\n_atom_site.label_atom_id\n_atom_site.pdbx_PDB_model_num\n";
    static const char *const ends[] = {"2 3.8 0 0 CA '1'", "2 3.8 0 0 CA \"1\"", "2 3.8 0 0 CA\n;1\n;",
                                       "2 3.8 0 0 'CA' 1 1 9 9 9 CA 2 1 8 8 8 \"CA\" 3",
                                       "2 3.8 0 0 CA 1 # '"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[512], notes[1024];
        bight_curves curves;
        bight_error error = {0};
        snprintf(text, sizeof text, "%s1 0 0 0 CA %s\n%s", head, i == 2 ? "\n;1\n;" : "1", ends[i]);
        if (read_as(BIGHT_CURVE_FORMAT_CIF, text, &curves, &error) != BIGHT_OK) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
        CHECK(curves.curve_count == 1 && curves.point_count == 2 && curves.points[1].x == 3.8);
        CHECK(strcmp(notes_of(&curves, notes), i == 3 ? "the first of 3 models is read\n" : "") == 0);
        bight_curves_free(NULL, &curves);
    }
}

TEST(bad_mmcif_is_refused)
{
    const bad_text bad[] = {
        {"data_X\n", "no chain", 2},
        {"data_X\n_a.b 'x\n", "never ends", 2},
        {"data_X\n_a.b\n;x\n\n", "never ends", 3},
        {"data_X\nloop_\n_atom_site.Cartn_x\n1\n", "no column _atom_site.Cartn_y", 4},
        {LOOP "ATOM CA . A\n", "an atom of 4 values", 14},
        {LOOP "ATOM CA . A 1 11 0 zero 0 1 1\n", "`zero`", 14},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_CIF, bad);
}

RUN_TESTS(unit(a_stray_ter_ends_no_chain), unit(alternate_locations_in_blocks),
          unit(a_model_ends_where_the_next_begins), unit(what_is_left_out_is_counted), unit(columns_are_kept),
          unit(cif_quotes_and_models), unit(each_chain_is_a_curve), unit(breaks_and_alternates_are_told),
          unit(first_model_or_all), unit(bad_pdb_is_refused), unit(mmcif), unit(bad_mmcif_is_refused))
