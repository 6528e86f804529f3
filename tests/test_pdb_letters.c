// SPDX-License-Identifier: MIT
// Column 21 of PDB files: the first letter of a chain's name, or the fourth of a residue's.

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

// Residues of these names (three letters and column 21 each) of one chain, 3.8 angstroms apart.
static void strand(file *f, const char *names, char chain, double y)
{
    for (int i = 0; names[5 * i] != '\0'; i++) {
        char row[96];
        snprintf(row, sizeof row, "ATOM  %5d  CA  %.4s%c%4d    %8.3f%8.3f%8.3f%6.2f%6.2f", i + 1,
                 names + 5 * i, chain, i + 1, 3.8 * i, y, 0.0, 1.0, 20.0);
        line(f, row);
        if (names[5 * i + 4] == '\0') {
            break;
        }
    }
}

// The curves as "AB:3 ", then the notes.
static void check_file(const file *f, const bight_read_options *options, const char *expected)
{
    bight_curves curves;
    bight_error error = {0};
    char notes[1024], found[2048] = "";
    if (bight_read_curves(NULL, f->text, strlen(f->text), options, &curves, &error) != BIGHT_OK) {
        fail_msg("%s\nis refused: %s", f->text, error.message);
    }
    for (int32_t i = 0; i < curves.curve_count; i++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s:%d ", curves.names[i].text,
                 (int)bight_curves_at(&curves, i).count);
    }
    size_t used = strlen(found);
    snprintf(found + used, sizeof found - used, "\n%s", notes_of(&curves, notes));
    bight_curves_free(NULL, &curves);
    if (strcmp(found, expected) != 0) {
        fail_msg("%s\nholds\n%snot\n%s", f->text, found, expected);
    }
}

// Without a TER too, chains with the same letter in column 22 are apart; bridges, counts and selections know both letters.
TEST(chains_of_two_letters)
{
    static file f;
    f = (file){""};
    line(&f, "SEQRES   1AB    4  LYS GLY ALA SER");
    line(&f, "SSBOND   1 CYSAB    1    CYSAB    3");
    strand(&f, "LYSA GLYA CYSA", 'B', 0);
    strand(&f, "LYSC GLYC HISC ALAC", 'B', 90);
    strand(&f, "VAL  GLY ", 'B', 180);
    line(&f, "TER");
    strand(&f, "LYSD LYSD LYSD", 'B', 270); // others have told
    check_file(&f, NULL, "AB:3 CB:4 B:2 DB:3 \nchain AB: 3 of the 4 residues that SEQRES lists\n");
    bight_read_options options = {.select = "CB"};
    check_file(&f, &options, "CB:4 \n");

    bight_curves curves;
    int32_t curve = -1, ends[2] = {-1, -1};
    CHECK(bight_read_curves(NULL, f.text, strlen(f.text), NULL, &curves, NULL) == BIGHT_OK);
    CHECK(curves.bond_count == 1 && bight_curves_bond(&curves, 0, &curve, ends));
    CHECK(curve == 0 && ends[0] == 0 && ends[1] == 2);
    bight_curves_free(NULL, &curves);

    // a TER too many, and a chain that comes again: said by its two letters
    f = (file){""};
    strand(&f, "GLYA ALAA", 'B', 0);
    line(&f, "TER");
    strand(&f, "GLYA ALAA", 'B', 90);
    check_file(&f, NULL,
               "AB:2 AB:2 \nchain AB comes again behind its TER, far from its end: another curve\n");
}

// The fourth letter of a residue's name: it changes between neighbours, or the three in front are no residue.
TEST(letters_of_residues)
{
    static file f;
    static const char *const names[] = {"GLY  LYSH ALA  VAL ", "LYSH GLYX ALAY", "GLYP POPC ALAP",
                                        "GLYA ALA  SERA"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        f = (file){""};
        strand(&f, names[i], 'B', 0);
        check_file(&f, NULL, i == 0 ? "B:4 \n" : "B:3 \n");
    }
    f = (file){""};
    strand(&f, "GLYA ALAA SERA", ' ', 0); // no letter behind it
    check_file(&f, NULL, "-:3 \n");
}

// Nothing but residues that programs give a letter: it is said.
TEST(letters_that_may_be_either)
{
    static file f;
    f = (file){""};
    strand(&f, "LYSH LYSH HISH", 'B', 0);
    check_file(&f, NULL,
               "B:3 \ncolumn 21 may be of the residues' names or of the chains': read as the residues', so "
               "that chains have one "
               "letter; write mmCIF when they have two\n");
}

RUN_TESTS(unit(chains_of_two_letters), unit(letters_of_residues), unit(letters_that_may_be_either))
