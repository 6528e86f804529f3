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
    CHECK(curves.numbers != NULL && curves.numbers[0] == 1 && curves.numbers[4] == 5 &&
          curves.numbers[7] == 3);
    assert_string_equal(notes_of(&curves, notes),
                        "1 C-alpha of HETATM records behind or far from the end of their chain left out\n");
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

#define LOOP                                                                                                 \
    "data_X\nloop_\n_atom_site.group_PDB\n_atom_site.label_atom_id\n_atom_site.label_alt_id\n"               \
    "_atom_site.auth_asym_id\n_atom_site.label_seq_id\n_atom_site.auth_seq_id\n_atom_site.Cartn_x\n"         \
    "_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.occupancy\n_atom_site.pdbx_PDB_model_num\n"

// Chosen atoms and parts, of PDB and mmCIF alike: an RNA strand R of six nucleotides and a protein A.
TEST(any_atoms_can_be_chosen)
{
    static const struct {
        const char *atoms, *select;
        int32_t curves, points, first_number;
    } cases[] = {
        {NULL, NULL, 1, 4, 1},
        {"P", NULL, 1, 6, -1},
        {"P,C4'", NULL, 1, 12, -1},
        {"P,C4*", "R", 1, 12, -1},
        {"P", "R:-1-1", 1, 3, -1},
        {"P", "R:0-2,A", 1, 3, 0},
        {NULL, "R:-1-2:P,A:2-4", 2, 7, -1},
        {"N,CA", "*:1-3", 1, 6, 1},
    };
    protein pdb = {.text = ""};
    char cif[8192] = LOOP;
    for (int i = -1; i <= 4; i++) {
        double x = 6.0 * i;
        atom(&pdb, "ATOM", " P  ", ' ', 'R', i, x, 0, 1);
        atom(&pdb, "ATOM", " C4'", ' ', 'R', i, x + 3, 0, 1);
        size_t used = strlen(cif);
        snprintf(cif + used, sizeof cif - used,
                 "ATOM P . R %d %d %g 0 0 1 1\nATOM \"C4'\" . R %d %d %g 0 0 1 1\n", i + 2, i, x, i + 2, i,
                 x + 3);
    }
    strand(&pdb, 'A', 1, 4);
    for (int i = 1; i <= 4; i++) {
        size_t used = strlen(cif);
        snprintf(cif + used, sizeof cif - used, "ATOM N . A %d %d %g 0 0 1 1\nATOM CA . A %d %d %g 0 0 1 1\n",
                 i, i, 3.8 * i - 1, i, i, 3.8 * i);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            bight_read_options options = {.format =
                                              kind == 0 ? BIGHT_CURVE_FORMAT_PDB : BIGHT_CURVE_FORMAT_CIF};
            const char *text = kind == 0 ? pdb.text : cif;
            bight_curves curves;
            options.atoms = cases[i].atoms;
            options.select = cases[i].select;
            bool missed = i == 5; // chain A has no P
            bight_error error = {0};
            bight_status status = bight_read_curves(NULL, text, strlen(text), &options, &curves, &error);
            CHECK_SEED((status == BIGHT_OK) != missed, i);
            if (missed) {
                CHECK(strstr(error.message, "select: no atom P in A") != NULL);
                continue;
            }
            CHECK_SEED(curves.curve_count == cases[i].curves && curves.point_count == cases[i].points, i);
            CHECK_SEED(curves.numbers[0] == cases[i].first_number, i);
            bight_curves_free(NULL, &curves);
        }
    }
}

// Bonds that files list: within a chain they are two vertices, between chains or beyond the file they are none.
TEST(bonds_of_files)
{
    protein p = {.text = ""};
    line(&p, "SSBOND   1 CYS A    2    CYS A    5                          1555   1555  2.03");
    line(&p, "SSBOND   2 CYS A    1    CYS B    3                          1555   1555  2.03");
    line(&p, "LINK         NZ  LYS B   1                 CG  ASN B   3     1555   1555  1.33");
    line(&p, "LINK         SG  CYS A   4                ZN    ZN A 900     1555   1555  2.30");
    line(&p, "SSBOND   3 CYS A   -1    CYS A");
    strand(&p, 'A', 1, 5);
    line(&p, "TER");
    strand(&p, 'B', 1, 3);
    const char *cif =
        "data_X\nloop_\n_struct_conn.id\n_struct_conn.conn_type_id\n_struct_conn.ptnr1_auth_asym_id\n"
        "_struct_conn.ptnr1_auth_seq_id\n_struct_conn.ptnr2_auth_asym_id\n_struct_conn.ptnr2_auth_seq_id\n"
        "1 disulf A 5 A 2\n2 disulf A 1 B 3\n3 covale B 1 B 3\n4 hydrog A 1 A 4\n5 metalc A 4 A 900\n";
    const char *lone = "_struct_conn.conn_type_id disulf\n_struct_conn.ptnr1_auth_asym_id "
                       "A\n_struct_conn.ptnr2_auth_asym_id A\n"
                       "_struct_conn.ptnr1_auth_seq_id 2\n_struct_conn.ptnr2_auth_seq_id 5\n";
    for (int32_t kind = 0; kind < 3; kind++) {
        char text[16384];
        size_t used = (size_t)snprintf(text, sizeof text, "%s", kind == 0 ? p.text : kind == 1 ? cif : lone);
        if (kind > 0) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", LOOP);
            for (int i = 1; i <= 8; i++) {
                int residue = i <= 5 ? i : i - 5;
                used += (size_t)snprintf(text + used, sizeof text - used, "ATOM CA . %c %d %d %g 0 0 1 1\n",
                                         i <= 5 ? 'A' : 'B', residue, residue, 3.8 * residue);
            }
        }
        bight_curves curves;
        CHECK_SEED(read_as(kind == 0 ? BIGHT_CURVE_FORMAT_PDB : BIGHT_CURVE_FORMAT_CIF, text, &curves,
                           NULL) == BIGHT_OK,
                   kind);
        int32_t within = 0, curve, ends[2];
        for (int32_t i = 0; i < curves.bond_count; i++) {
            if (bight_curves_bond(&curves, i, &curve, ends)) {
                within++;
                CHECK_SEED(curve == 0 ? ends[0] == 1 && ends[1] == 4
                                      : curve == 1 && ends[0] == 0 && ends[1] == 2,
                           kind);
            }
        }
        CHECK_SEED(within == (kind == 2 ? 1 : 2), kind);
        bight_curves_free(NULL, &curves);
    }
}

TEST(bad_choices_are_refused)
{
    static const char *const parts[] = {"A:", "A:x", ":1-2", "A:3-1", "A:1-2:P:Q", "A,,B", "A:-", "A:1-"};
    bight_error error = {0};
    for (size_t i = 1; i < sizeof parts / sizeof *parts; i++) {
        const bight_read_options options = {.select = parts[i]};
        CHECK_SEED(bight_read_options_check(&options, &error) == BIGHT_ERROR_INVALID, i);
        CHECK(strstr(error.message, "CHAIN:FIRST-LAST") != NULL);
    }
    const bight_read_options good = {.select = "A:,*:-5--2:CA", .atoms = "P"};
    CHECK(bight_read_options_check(&good, &error) == BIGHT_OK);
    const bight_read_options atoms = {.atoms = "P,,CA"},
                             xyz = {.atoms = "P", .format = BIGHT_CURVE_FORMAT_XYZ};
    CHECK(bight_read_options_check(&atoms, &error) == BIGHT_ERROR_INVALID);
    bight_curves curves;
    CHECK(bight_read_curves(NULL, "0 0 0\n1 0 0\n", 12, &xyz, &curves, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "only PDB and mmCIF") != NULL);
    protein p = {.text = ""};
    atom(&p, "ATOM", " P  ", ' ', 'R', 1, 0, 0, 1);
    atom(&p, "ATOM", " P  ", ' ', 'R', 2, 6, 0, 1);
    CHECK(read_as(BIGHT_CURVE_FORMAT_PDB, p.text, &curves, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "For RNA and DNA ask for the atoms P") != NULL);
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

RUN_TESTS(unit(bonds_of_files), unit(any_atoms_can_be_chosen), unit(bad_choices_are_refused),
          unit(a_stray_ter_ends_no_chain), unit(alternate_locations_in_blocks),
          unit(a_model_ends_where_the_next_begins), unit(what_is_left_out_is_counted), unit(columns_are_kept),
          unit(cif_quotes_and_models), unit(each_chain_is_a_curve), unit(breaks_and_alternates_are_told),
          unit(first_model_or_all), unit(bad_pdb_is_refused), unit(mmcif), unit(bad_mmcif_is_refused))
