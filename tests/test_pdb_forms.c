// SPDX-License-Identifier: MIT
// PDB and mmCIF as programs write them: calcium, ligands, chains without letters, models without records, tags in capitals.

#include "read_text.h"

#include <stdio.h>

typedef struct file {
    char text[8192];
} file;

static void line(file *f, const char *text)
{
    size_t used = strlen(f->text);
    snprintf(f->text + used, sizeof f->text - used, "%s\n", text);
}

// One atom; element NULL: the line ends before column 77.
static void atom(file *f, const char *record, const char *name, const char *residue, char chain, int number,
                 double y, const char *element)
{
    char row[128];
    int used = snprintf(row, sizeof row, "%-6s%5d %-4s %3s %c%4d    %8.3f%8.3f%8.3f%6.2f%6.2f", record,
                        number, name, residue, chain, number, 3.8 * number, y, 0.0, 1.0, 20.0);
    if (element != NULL) {
        snprintf(row + used, sizeof row - (size_t)used, "          %2s", element);
    }
    line(f, row);
}

static void strand(file *f, char chain, int first, int last, double y)
{
    for (int i = first; i <= last; i++) {
        atom(f, "ATOM", " CA ", "ALA", chain, i, y, NULL);
    }
}

// Points of each curve, with blanks between, then the notes.
static void check_file(const char *text, const bight_read_options *options, const char *expected)
{
    bight_curves curves;
    bight_error error = {0};
    char notes[1024], found[2048] = "";
    if (bight_read_curves(NULL, text, strlen(text), options, &curves, &error) != BIGHT_OK) {
        fail_msg("%s\nis refused: %s", text, error.message);
    }
    for (int32_t i = 0; i < curves.curve_count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s@%d:%d", i > 0 ? " " : "", curves.names[i].text,
                 (int)curves.frame_of[i], (int)bight_curves_at(&curves, i).count);
    }
    size_t used = strlen(found);
    snprintf(found + used, sizeof found - used, "\n%s", notes_of(&curves, notes));
    bight_curves_free(NULL, &curves);
    if (strcmp(found, expected) != 0) {
        fail_msg("%s\nholds\n%snot\n%s", text, found, expected);
    }
}

// Calcium and C-alpha have the same letters.
TEST(an_element_tells_calcium)
{
    static const struct {
        const char *record, *name, *residue, *element;
        int points;
    } cases[] = {
        {"HETATM", " CA ", " CA", "CA", 4}, {"HETATM", "CA  ", " CA", "CA", 4},
        {"HETATM", " CA ", " CA", NULL, 4}, {"HETATM", "CA  ", "CA2", NULL, 4},
        {"HETATM", "CA  ", "XYZ", NULL, 4}, {"ATOM", "CA  ", " CA", NULL, 4},
        {"ATOM", "CA  ", "ALA", "Ca", 4},   {"ATOM", "CA  ", "ALA", "C", 5},
        {"ATOM", "CA  ", "ALA", NULL, 5},   {"ATOM", " CA ", "ALA", "C", 5},
        {"HETATM", " CA ", "MSE", "C", 5},  {"HETATM", " CA ", "MSE", NULL, 5},
        {"ATOM", " CA ", "CAM", NULL, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file f = {.text = ""};
        char expected[32];
        strand(&f, 'A', 1, 4, 0);
        atom(&f, cases[i].record, cases[i].name, cases[i].residue, 'A', 5, 0, cases[i].element);
        snprintf(expected, sizeof expected, "A@0:%d\n", cases[i].points);
        check_file(f.text, NULL, expected);
    }

    // other names are what they say, when they are asked for
    file iron = {.text = ""};
    const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_PDB, .atoms = "FE,ZN"};
    atom(&iron, "HETATM", "FE  ", "HEM", 'A', 1, 0, "FE");
    atom(&iron, "HETATM", "ZN  ", " ZN", 'A', 2, 0, "ZN");
    check_file(iron.text, &options, "A@0:2\n");
}

// A HETATM far from the chain's end is a ligand, unless the chain goes on behind it.
TEST(ligands_without_a_ter)
{
    file f = {.text = ""};
    strand(&f, 'A', 1, 4, 0);
    atom(&f, "HETATM", " CA ", "MSE", 'A', 12, 0, "C"); // behind a gap
    strand(&f, 'A', 13, 14, 0);
    atom(&f, "HETATM", " CA ", "LIG", 'A', 201, 0, "C");
    atom(&f, "HETATM", " CA ", "LIG", 'A', 301, 0, "C");
    check_file(f.text, NULL,
               "A@0:7\nchain A breaks between residues 4 and 12: bridged by a straight line\n"
               "2 C-alphas of HETATM records behind or far from the end of their chain left out\n");
    strand(&f, 'B', 1, 4, 9); // of another chain: A does not go on
    check_file(f.text, NULL,
               "A@0:7 B@0:4\nchain A breaks between residues 4 and 12: bridged by a straight line\n"
               "2 C-alphas of HETATM records behind or far from the end of their chain left out\n");
}

// Chains without letters start again where their residues' numbers do.
TEST(chains_without_letters)
{
    file f = {.text = ""};
    strand(&f, ' ', 1, 4, 0);
    strand(&f, ' ', 1, 5, 30);
    check_file(f.text, NULL,
               "-@0:4 -@0:5\nchains without letters: residue 1 behind 4, far from it, begins another\n");

    // numbers that go on are a gap, and so is everything in a chain that has a letter
    file gap = {.text = ""};
    strand(&gap, ' ', 1, 4, 0);
    strand(&gap, ' ', 9, 10, 0);
    strand(&gap, 'A', 5, 8, 0);
    strand(&gap, 'A', 1, 2, 50);
    check_file(gap.text, NULL,
               "-@0:6 A@0:6\nchain - breaks between residues 4 and 9: bridged by a straight line\n"
               "chain A breaks between residues 8 and 1: bridged by a straight line\n");
}

// Models that end and do not begin.
TEST(models_without_their_records)
{
    static const char *const ends[] = {"ENDMDL", "END"};
    const bight_read_options all = {.all_models = true};
    for (int32_t k = 0; k < 2; k++) {
        file f = {.text = ""};
        for (int i = 0; i < 3; i++) {
            strand(&f, 'A', 1, 4 + i, 0);
            line(&f, ends[k]);
        }
        check_file(f.text, NULL, "A@1:4\nthe first of 3 models is read\n");
        check_file(f.text, &all, "A@1:4 2/A@2:5 3/A@3:6\n");
    }

    // an END behind the last ENDMDL is no model
    file f = {.text = ""};
    for (int i = 0; i < 2; i++) {
        line(&f, "MODEL        1");
        strand(&f, 'A', 1, 4 + i, 0);
        line(&f, "ENDMDL");
    }
    line(&f, "END");
    check_file(f.text, NULL, "A@1:4\nthe first of 2 models is read\n");
    check_file(f.text, &all, "A@1:4 2/A@2:5\n");
}

#define ROWS(y)                                                                                              \
    "ATOM C CA A 1 3.8 " y " 0\nATOM C CA A 2 7.6 " y " 0\nATOM c CA A 3 11.4 " y                            \
    " 0\nHETATM CA CA A 4 15 " y " 0\n"

// Tags and keywords in capitals, two structures in one file.
TEST(mmcif_in_any_case)
{
    check_file("DATA_X\nLOOP_\n_ATOM_SITE.GROUP_PDB\n_atom_site.Type_Symbol\n_Atom_Site.label_ATOM_id\n"
               "_atom_site.LABEL_asym_id\n_atom_site.label_seq_id\n_atom_site.CARTN_X\n_atom_site.cartn_y\n"
               "_atom_site.Cartn_Z\n" ROWS("0"),
               NULL, "A@1:3\n");
    check_file(
        "loop_\n_atom_site.group_PDB\n_atom_site.type_symbol\n_atom_site.label_atom_id\n_atom_site.label_"
        "asym_id\n"
        "_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n" ROWS(
            "0") "data_Y\nloop_\n_atom_site.group_PDB\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
                 "_atom_site.label_asym_id\n_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n"
                 "_atom_site.Cartn_z\n" ROWS("9"),
        NULL, "A@1:3 A@1:3\n");
}

RUN_TESTS(unit(an_element_tells_calcium), unit(ligands_without_a_ter), unit(chains_without_letters),
          unit(models_without_their_records), unit(mmcif_in_any_case))
