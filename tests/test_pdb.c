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
    assert_string_equal(notes_of(&curves, notes), "");
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

RUN_TESTS(unit(each_chain_is_a_curve), unit(breaks_and_alternates_are_told), unit(first_model_or_all),
          unit(bad_pdb_is_refused), unit(mmcif), unit(bad_mmcif_is_refused))
