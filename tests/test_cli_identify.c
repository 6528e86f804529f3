// SPDX-License-Identifier: MIT
// The verbs identify and convert as a shell runs them: files, streams, codes, order, exit codes.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const output *shell(const char *line)
{
    return shell_with(line, "2>&1");
}

static void check_shell(const char *line, int code, const char *const *words)
{
    const output *out = shell(line);
    for (int32_t i = 0; words[i] != NULL; i++) {
        if (strstr(out->text, words[i]) == NULL) {
            fail_msg("%s\nhas no \"%s\":\n%s", line, words[i], out->text);
        }
    }
    if (out->code != code) {
        fail_msg("%s\nends with %d: %s", line, out->code, out->text);
    }
}

#define CHECK_SHELL(line, code, ...) check_shell(line, code, (const char *const[]){__VA_ARGS__, NULL})

static void write_text(const char *path, const char *text)
{
    CHECK(bight_write_file(NULL, path, text, strlen(text), NULL) == BIGHT_OK);
}

// A trefoil through six of its points twice over, plain and with an index.
static const char plain[] = "0 2 0.2\n1.9 -0.6 -1\n-1.3 -2.5 0.8\n-2.4 0.9 -0.9\n0.8 2.9 1\n2.6 -1.8 0.1\n"
                            "-0.6 -1.2 -0.9\n-1.7 1.5 0.9\n";

TEST(codes_as_arguments)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("bight identify --dt '4 6 2'", 0,
                "4 6 2: 3_1, overhand knot (trefoil), right, 3 crossings, 3 reduced\n");
    CHECK_SHELL("bight identify --conway '2 2' | sed 's/^/</'", 0, "<2 2: 4_1, figure-eight knot");
    CHECK_SHELL("bight identify --dt '4 6 2 / ---'", 0, "3_1", "left");
    CHECK_SHELL("bight identify --pd '[(1,4,2,1),(2,4,3,3)]'", 0, "0_1, unknot", "2 crossings, 0 reduced");
    CHECK_SHELL("bight identify --gauss 'O1+U2+O3+U1+O2+U3+' --braid '1 -2 1 -2'", 0, "3_1",
                "4_1, figure-eight");
    CHECK_SHELL("bight identify --pd '[[1,4,2,5],[5,2,6,3],[6,3,1,4]]'", 3, "not planar", "genus 1");
    CHECK_SHELL("bight identify --dt '4 6 2' --json", 0, "\"file\": null", "\"name\": \"3_1\"",
                "\"factors\": [{\"name\": \"3_1\", \"chirality\": \"right\", \"crossings\": 3, "
                "\"likeness\": \"mirror image\"}]",
                "\"dt\": \"4 6 2\"", "\"signature\": -2, \"arf\": 1",
                "\"pd\": \"[[1,5,2,4],[3,1,4,6],[5,3,6,2]]\"", "\"confidence\": \"proved\"", "\"ms\": ");
}

// Links have Thistlethwaite's and Rolfsen's names, from codes and from curves.
TEST(links)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("bight identify --braid '1 1'", 0,
                "1 1: L2a1 (2^2_1), Hopf link, linking number 1, 2 crossings, 2 reduced\n");
    CHECK_SHELL("bight identify --braid '1 -2 1 -2 -2' --json", 0, "\"name\": \"L5a1\"",
                "\"rolfsen\": \"5^2_1\"", "\"traditional\": \"Whitehead link\"", "\"factors\": []",
                "\"thistlethwaite\": \"L5a1\"", "\"linking\": 0", "\"confidence\": \"proved\"");
    CHECK_SHELL("bight identify --braid '1 -1'", 0, "0_1 | 0_1 (0^2_1), unlink, linking number 0");
    CHECK_SHELL("bight identify --braid '1 2 1 2 1 2'", 0,
                "L6n1 (6^3_3), linking numbers 1-2: 1, 1-3: 1, 2-3: 1");
    CHECK_SHELL("bight identify --braid '1 1 2 2 3 3 3'", 0, ": L2a1 # L2a1 # 3_1, linking numbers");
    CHECK_SHELL("bight identify --braid '1 1 1 1 1 1' --json", 0, "\"name\": \"L6a3\"",
                "\"chirality\": \"right\", \"parts\"");
    write_text("cli_rings.xyz", "1 0 0\n0 1 0\n-1 0 0\n0 -1 0\n1 0 0\n\n"
                                "0.2 0 1\n1 0 2\n4 0.1 0\n1.1 0.1 -2\n0.2 0 -1\n0.2 0 1\n");
    CHECK_SHELL("bight identify cli_rings.xyz", 0,
                "cli_rings.xyz: L2a1 (2^2_1), Hopf link, linking number 1");
    CHECK_SHELL("bight identify cli_rings.xyz --apart", 0, "curve 1: 0_1", "curve 2: 0_1");
    CHECK_SHELL("bight identify cli_rings.xyz --json", 0, "\"linking\": 1", "\"pd\": \"[[");
    unlink("cli_rings.xyz");
}

// Chains of a PDB stand alone unless they are named together: three rings in a row, open at their tops, and one apart.
TEST(chains_together)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL(
        "awk 'BEGIN { split(\"A B C D\", name, \" \"); for (k = 1; k <= 4; k++) { for (i = 0; i < 24; i++) { "
        "a = 6.283185 * i / 24 + 1.7; x = (k == 4 ? 60 : 8 * k - 8) + 6 * cos(a); y = 6 * sin(a); "
        "printf \"ATOM  %5d  CA  ALA %s%4d    %8.3f%8.3f%8.3f\\n\", i + 1, name[k], i + 1, x, "
        "k == 2 ? 0.3 : y, k == 2 ? y : 0 }; print \"TER\" } print \"END\" }' > cli_chains.pdb; "
        "bight identify cli_chains.pdb --together",
        0, "cli_chains.pdb A B C D: L2a1 # L2a1 | 0_1, linking numbers 1-2: ");
    CHECK_SHELL("bight identify cli_chains.pdb --together --json", 0, "\"label\": \"A B C D\"",
                "\"components\": 3, \"crossings\": 4, \"members\": [1, 2, 3]}, {\"name\": \"0_1\"",
                "\"part\": 1, \"members\": [1, 2]}", "\"part\": 1, \"members\": [2, 3]}",
                "\"multivariable_alexander\": []", "\"determinant\": 0", "\"confidence\": \"closure\"");
    CHECK_SHELL("bight identify cli_chains.pdb", 0, "A: 0_1", "B: 0_1", "C: 0_1", "D: 0_1");
    CHECK_SHELL("bight identify cli_chains.pdb --together --apart", 2,
                "--together and --apart: leave one of them out");
    unlink("cli_chains.pdb");
    CHECK_SHELL(
        "bight identify --braid '1 -2 1 -2 -2' --fields alexander,determinant,signature", 0,
        "alexander 1 -3 3 -1, multivariable alexander 1 - t1 - t2 + t1t2, determinant 8, signature 1");
    CHECK_SHELL("bight identify --braid '1 1 2 2' --json", 0, "\"alexander\": [1, -2, 1]",
                "\"multivariable_alexander\": [[0, 0, 0, 1], [1, 0, 0, -1]]", "\"signature\": -2",
                "\"arf\": null");
}

// What cannot be named has its code, its invariants, and no candidates that its crossing number rules out.
TEST(beyond_the_table)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("bight identify --braid '1 1 1 1 1 1 1 1 1 1 1 1 1' --json", 0, "\"name\": \"T(2,13)\"",
                "\"traditional\": \"torus knot\"", "\"confidence\": \"proved\"", "\"determinant\": 13",
                "\"dt\": \"14 16 18 ");
    CHECK_SHELL("bight identify --braid '1 2 1 2 1 2 1 2 1 2 1 2 1 2'", 0, "T(3,7), torus knot, right");
    CHECK_SHELL("bight identify --gauss '1 -2 3 -1 2 -3 4 -5 6 -7 8 -4 5 -6 9 -8 7 -9'", 0, " # ");
    CHECK_SHELL("bight identify --braid '1 1 1 -3 -3 2 -3 2 2 2 2 2 2 2 -3 2 2'", 0,
                "3_1 # (unknown, 14 crossings), ", "the table ends at 12");
    CHECK_SHELL("bight identify --dt '10 12 -14 18 20 16 -24 22 2 8 26 4 -6' --json", 0,
                "\"name\": \"unknown\"", "\"candidates\": [\"12n_372\"]",
                "a factor has at most 13 crossings");
}

TEST(files_and_columns)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    char indexed[1024] = "", line[128], copy[sizeof plain];
    memcpy(copy, plain, sizeof plain);
    int32_t number = 10;
    for (char *row = strtok(copy, "\n"); row != NULL; row = strtok(NULL, "\n")) {
        snprintf(line, sizeof line, "%d %s\n", (int)number++, row);
        strcat(indexed, line);
    }
    write_text("cli_plain.xyz", plain);
    write_text("cli_indexed.xyz", indexed);
    char first[256], second[256];
    const output *out = shell("bight identify - < cli_plain.xyz");
    CHECK(out->code == 0);
    snprintf(first, sizeof first, "%.200s", out->text);
    out =
        shell("bight identify - < cli_indexed.xyz 2>cli_notes.txt; cat cli_notes.txt >&2; rm cli_notes.txt");
    snprintf(second, sizeof second, "%.*s", (int)(strlen(first) % 250), out->text);
    assert_string_equal(first, second);
    CHECK(strstr(out->text, "columns 2, 3, 4 are x, y, z; column 1 counts the points") != NULL);

    write_text("cli_promise.xyz", "600\nhead\n0 0 0\n1 0 0\n\n\n\n");
    CHECK_SHELL("bight identify cli_promise.xyz", 3,
                "cli_promise.xyz:5: frame 1: a blank line after 2 of the 600 points");
    CHECK_SHELL("bight identify cli_missing.xyz cli_plain.xyz", 3,
                "bight: cli_missing.xyz: cannot be read: ", "cli_plain.xyz: ");
    CHECK(bight_write_file(NULL, "cli_binary.pd", "[[1\n2\0]", 8, NULL) == BIGHT_OK);
    CHECK_SHELL("bight identify cli_binary.pd", 3, "bight: cli_binary.pd:2: a zero byte");
    CHECK_SHELL("bight convert cli_binary.pd --to dt", 3, "bight: cli_binary.pd:2: a zero byte");
    unlink("cli_binary.pd");
    write_text("cli_two_lines.pd", "[[1,5,2,4],\n[3,1,4,?]]\n");
    CHECK_SHELL("bight identify cli_two_lines.pd", 3, "bight: cli_two_lines.pd:2: `?]]` has no meaning");
    unlink("cli_two_lines.pd");
    CHECK_SHELL("bight identify --format nonsense cli_plain.xyz", 2, "--format is");
    unlink("cli_plain.xyz");
    unlink("cli_indexed.xyz");
    unlink("cli_promise.xyz");
}

// Many curves through one process: answers come in order, for any number of threads, and before the end.
TEST(streams_keep_their_order)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    char first[4096];
    const char *codes =
        "i=0; while [ $i -lt 40 ]; do echo 'dt: 4 6 2'; echo 'braid: 1 -2 1 -2'; i=$((i+1)); done";
    snprintf(first, sizeof first,
             "(%s) | bight identify - --threads 4 > cli_four.txt; (%s) | bight identify - "
             "--threads 1 > cli_one.txt; cmp cli_four.txt cli_one.txt && wc -l < cli_one.txt",
             codes, codes);
    CHECK_SHELL(first, 0, "80");
    CHECK_SHELL("sed -n '1p;80p' cli_one.txt", 0, "- code 1: 3_1", "- code 80: 4_1");
    CHECK_SHELL("rm cli_one.txt cli_four.txt", 0, "");
    CHECK_SHELL(
        "printf '3\\n\\n0 0 0\\n1 0 0\\n1 1 0\\n3\\n\\n0 0 0\\n1 0 0\\n1 1 nan\\n' | bight identify -", 3,
        "- curve 1: 0_1", "-:10: frame 2: `nan`");
    // the first answer is there while the stream is still open
    CHECK_SHELL(
        "{ echo 'dt: 4 6 2'; i=0; until test -s cli_live.txt || test $i = 600; do sleep 0.1; i=$((i + 1)); done; "
        "test -s cli_live.txt && echo early >&3; } 3>&2 | bight identify - > cli_live.txt; rm cli_live.txt",
        0, "early");
}

TEST(convert_between_codes)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("echo '4 6 2' | bight convert - --from dt --to pd", 0, "[[1,5,2,4],[3,1,4,6],[5,3,6,2]]\n");
    CHECK_SHELL("echo '4 6 2 / ---' | bight convert - --from dt --to gauss-signed", 0,
                "O1-U2-O3-U1-O2-U3-\n");
    CHECK_SHELL("echo '4 6 2 / ---' | bight convert - --from dt --to dt --plain", 0, "4 6 2\n");
    CHECK_SHELL("echo 'a: dt: 4 6 2' | bight convert - --to dt-letters", 0, "a: bca\n");
    CHECK_SHELL("echo '[(1,4,2,1),(2,4,3,3)]' | bight convert - --to dt --reduce", 0, "[]\n");
    CHECK_SHELL("echo '4 6 2' | bight convert -", 2, "--to is missing");
    CHECK_SHELL("printf '4 6 2\\n4 8 2\\n' | bight convert - --from dt --to pd", 3, "[[1,5", "-:2:");
}

TEST(pictures_are_numbered)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL(
        "bight identify --dt '4 6 2' --braid '1 -2 1 -2' --svg cli_picture.svg && cat cli_picture.svg "
        "cli_picture-2.svg && rm cli_picture.svg cli_picture-2.svg",
        0, "<title>3_1</title>", "<title>4_1</title>");
}

// Whatever names and labels hold, JSON is valid UTF-8, and neither it nor text has control characters.
TEST(names_are_made_fit_to_print)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    write_text(
        "cli_names.pd",
        "N\xe4ht \"q\"\\\x1b\x01\x7f\xc2\x9b\xed\xa0\x80\xe2\x82\xac: [[1,5,2,4],[3,1,4,6],[5,3,6,2]]\n");
    CHECK_SHELL(
        "bight identify cli_names.pd --json", 0,
        "\"label\": \"N\\ufffdht \\\"q\\\"\\\\\\u001b\\u0001\\u007f\\u009b\\ufffd\\ufffd\\ufffd\xe2\x82\xac\"");
    CHECK_SHELL("bight identify cli_names.pd", 0, "cli_names.pd N\xef\xbf\xbdht \"q\"\\\xef\xbf\xbd\xef\xbf\xbd");
    CHECK_SHELL("bight convert cli_names.pd --to dt", 0, "N\xef\xbf\xbdht");
    CHECK_SHELL("bight identify \"$(printf 'no\\033[2Jfile')\"", 3, "no\xef\xbf\xbd[2Jfile");
    unlink("cli_names.pd");
}

// An interrupted run ends at once, with whole lines and 130; polynomials end by their budget.
TEST(long_work_can_be_stopped)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    write_text("cli_open.xyz",
               "-6 5 -9\n7 -7 1\n-8 1 -2\n5 5 -7\n-6 -9 7\n-2 2 -5\n3 4 8\n-7 -7 -7\n9 0 1\n");
    // once both signals are blocked, as the command does first of all, one that is sent is heard
#define HEARS "until grep -q '^SigBlk:.*4002$' /proc/$!/status; do sleep 0.02; done; "
    CHECK_SHELL("\"" BIGHT_COMMAND "\" identify cli_open.xyz --closure sphere:100000 & " HEARS
                "kill -TERM $!; wait $!; echo ended with $?",
                0, "ended with 130");
    CHECK_SHELL("\"" BIGHT_COMMAND "\" tabulate 13 & " HEARS "kill -INT $!; wait $!; echo ended with $?", 0,
                "ended with");
    CHECK_SHELL(
        "bight identify --braid '1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 "
        "1 2 3 4 5 6 1 2 3 4 5 6' --json --memory 5",
        0, "\"homfly\": null, \"homfly_reason\": \"the HOMFLY polynomial of a diagram of",
        "more than 5 MB of memory", "\"name\": \"T(7,8)\"", "\"jones\": null");
    CHECK_SHELL("bight identify --braid '1 1 1' --timeout 0", 2, "--timeout is");
    unlink("cli_open.xyz");
}

// What is asked for is printed and nothing else, the same in words and as JSON; what is beyond its budget says why.
TEST(fields_are_chosen)
{
    CHECK_SHELL(
        "bight identify --dt '4 6 2' --fields name,dt,determinant,signature,alexander,jones,homfly,arf", 0,
        "3 reduced, dt 4 6 2, alexander 1 -1 1, jones t + t^3 - t^4, homfly 2v^2 + v^2z^2 - v^4, determinant "
        "3, "
        "signature -2, arf 1\n");
    CHECK_SHELL("bight identify --dt '4 6 2' --fields kauffman", 0,
                ", kauffman a^-5z - a^-4 + a^-4z^2 + a^-3z - 2a^-2 + a^-2z^2\n");
    CHECK_SHELL("bight identify --dt '4 6 2' --json --fields kauffman", 0,
                "\"kauffman\": [[-5, 1, 1], [-4, 0, -1], [-4, 2, 1], [-3, 1, 1], [-2, 0, -2], [-2, 2, 1]]}");
    CHECK_SHELL(
        "bight identify --dt '4 6 2' --json --fields kauffman --memory 0.001", 0,
        "\"kauffman\": null, \"kauffman_reason\": \"the Kauffman polynomial of a diagram of 3 crossings was "
        "not computed: it takes more than 0.001 MB of memory\"");
    CHECK_SHELL("bight identify --dt '4 6 2' --json | grep -c kauffman", 1, "0\n");
    CHECK_SHELL("bight identify --dt '4 6 2' --json --fields name,determinant", 0,
                "{\"file\": null, \"curve\": 1, \"frame\": null, \"label\": null, \"components\": 1, "
                "\"name\": \"3_1\", "
                "\"traditional\": "
                "\"overhand knot (trefoil)\", \"qualifier\": null, \"determinant\": 3}\n");
    CHECK_SHELL("bight identify --dt '4 6 2' --fields nme", 2, "did you mean name?");
    CHECK_SHELL("bight identify --dt '4 6 2' --effort -1", 2, "--effort is");
    CHECK_SHELL("bight identify --braid \"$(seq -s ' ' 4000 | sed 's/[0-9]*[13579]\\b/1/g; "
                "s/[0-9]*[02468]\\b/-2/g')\" "
                "--json --fields alexander,signature --timeout 0.01",
                0,
                "\"alexander\": null, \"alexander_reason\": \"the Alexander polynomial of a diagram of 4000 "
                "crossings was "
                "not computed: it takes more than 0.01 seconds\"");
}

// The name of an open chain is that of most of its closures; each of them is proved, which one it has is not.
TEST(open_chains_have_a_majority)
{
    write_text("cli_arc.xyz", plain);
    CHECK_SHELL("bight identify cli_arc.xyz --closure sphere:40 --json", 0,
                "\"majority\": {\"count\": ", "\"closures\": 40, \"low\": 0.", "\"confidence\": \"closure\"");
    CHECK_SHELL("bight identify cli_arc.xyz --closure sphere:40", 0, "; the name is that of ",
                " % of closures (");
    CHECK_SHELL(
        "bight identify cli_arc.xyz --closure sphere:40 --json | python3 -c \"import json, sys; r = "
        "json.load(sys.stdin); print(r['name'] == r['spectrum'][0]['name'], r['majority']['count'] == "
        "r['spectrum'][0]['count'])\"",
        0, "True True");
    CHECK_SHELL("bight identify cli_arc.xyz --json", 0, "\"confidence\": \"closure\"");
    unlink("cli_arc.xyz");
}

// Closures by two points, the matrix as a table and as pictures, and where it says knots are.
TEST(chains_have_a_matrix)
{
    write_text("cli_arc.xyz", plain);
    CHECK_SHELL("bight identify cli_arc.xyz --closure two-point:40 --json", 0,
                "\"closure\": \"two-point:40\"",
                "\"majority\": {\"count\": ", "\"closures\": 40, \"low\": 0.");
    CHECK_SHELL("bight identify cli_arc.xyz --closure two-point", 2, "two-point:N");
    CHECK_SHELL("bight identify cli_arc.xyz --matrix cli_m.csv --json", 0, "\"matrix\": {\"subchains\": ",
                "\"cores\": [{\"name\": \"3_1\", \"chirality\": \"left\", \"role\": \"whole\", \"range\": [");
    CHECK_SHELL(
        "head -n 2 cli_m.csv; awk -F, 'NF != 6' cli_m.csv | wc -l; grep -c ',3_1,left,1,1' cli_m.csv > "
        "cli_n.txt && echo knotted",
        0, "first,last,name,chirality,count,closures\n1,2,0_1,,1,1\n0\nknotted\n");
    CHECK_SHELL("bight identify cli_arc.xyz --matrix cli_m.svg && cat cli_m.svg "
                "| tr -d '\\n' | "
                "grep -c '<svg xmlns.*3_1 left.*</svg>'",
                0, "1\n");
    CHECK_SHELL("bight identify cli_arc.xyz --localise --closure sphere:9 --json", 0, "\"role\": \"whole\"");
    CHECK_SHELL("bight identify cli_arc.xyz --matrix cli_m.pdf", 2,
                "give a file that ends in .csv, .svg or .png");
    CHECK_SHELL("bight identify --dt '4 6 2' --matrix cli_m.csv", 3, "--matrix: a code has no subchains");
    unlink("cli_arc.xyz");
    unlink("cli_m.csv");
    unlink("cli_m.svg");
    unlink("cli_n.txt");
}

// Bridges, lassos, knotoids and linking integrals of open chains, in words and as JSON.
TEST(open_chains_as_they_are)
{
    write_text("cli_lasso.xyz", "2 0 0\n1 1.7 0\n-1 1.7 0\n-2 0 0\n-1 -1.7 0\n1 -1.7 0\n3 -3 1\n2 -2 3\n0 "
                                "0.3 2\n0.2 0.1 -2\n5 0 -3\n");
    CHECK_SHELL("bight identify cli_lasso.xyz --bridge 1,6", 0,
                "; bridge 1 to 6: loop 0_1, rest 0_1, whole 0_1, lasso L1 -9");
    CHECK_SHELL("bight identify cli_lasso.xyz --bridge 1,6 --json", 0, "\"bridges\": [{\"range\": [1, 6]",
                "\"lasso\": \"L1\"", "\"piercings\": [{\"vertex\": 9, \"sign\": -1}]");
    CHECK_SHELL("bight identify cli_lasso.xyz --bridge 1,60", 3,
                "the curve has no vertex 60: they run from 1 to 11");
    CHECK_SHELL("bight identify cli_lasso.xyz --bridge 1-6", 2, "--bridge is");
    CHECK_SHELL("bight identify cli_lasso.xyz --knotoid 20 --fields name,gauss", 0, "; knotoids ",
                " of 20: ", ", writhe ");
    CHECK_SHELL("bight identify cli_lasso.xyz --knotoid 5 --json", 0,
                "\"knotoids\": [{\"count\": ", "\"polynomial\": [[");
    write_text("cli_hopf.xyz", "1 0 0\n-1 1 0\n-1 -1 0\n1 0 0\n\n0 0 1\n-2 0 1\n-2 0 -1\n0 0 -1\n0 0 1\n");
    CHECK_SHELL("bight identify cli_hopf.xyz --fields gauss", 0, ", gauss 1-2: ");
    CHECK_SHELL(
        "bight identify cli_hopf.xyz --json --fields gauss,linking | python3 -c \"import json, sys; r = "
        "json.load(sys.stdin); print(round(r['gauss'][0][1], 9) == r['linking'])\"",
        0, "True");
    unlink("cli_lasso.xyz");
    unlink("cli_hopf.xyz");
}

// A knot by its name; a name where a file belongs is told apart from a file that is missing.
TEST(knots_by_name)
{
    CHECK_SHELL("bight knot 8_19", 0, "8_19\ncrossings     8, not alternating\nhand          right\n",
                "dt            8 -14 10 16 4 6 -2 -12\n", "determinant   3\n", "signature     -6\n",
                "genus         3\n", "braid index   3\n");
    CHECK_SHELL("bight knot m6_1 3_1#4_1", 0, "stevedore knot", "C(4 2), S(9, 2)", "ropelength    28.35",
                "of its factors");
    CHECK_SHELL("bight knot 8_19 --left --json", 0, "\"hand\": \"left\"", "\"signature\": 6",
                "\"genus\": [3, 3]", "\"kauffman\": [[6, 0, -5], ");
    CHECK_SHELL("bight knot --all --csv | wc -l", 0, "2978");
    CHECK_SHELL("bight knot --all --csv | awk -F, 'NR > 1 && NF != 22' | wc -l", 0, "0\n");
    CHECK_SHELL("bight knot 8_22", 2, "8_22");
    CHECK_SHELL("bight knot", 2, "bight knot 8_19");
    CHECK_SHELL("bight identify 8_19", 3,
                "there is no file 8_19: bight knot 8_19 tells what is known of that knot");
    CHECK_SHELL("bight convert 8_19 --to pd", 3, "bight knot 8_19");
}

// Parts of links, from curves and codes, in words and in JSON.
TEST(split_links)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("bight identify --braid '1 1 1 3 3 3'", 0,
                "3_1 | 3_1, linking number 0, 6 crossings, 6 reduced\n");
    CHECK_SHELL(
        "bight identify --braid '1 1 1 -3 -3 -3' --json", 0, "\"name\": \"3_1 | m3_1\"",
        "\"parts\": [{\"name\": \"3_1\", \"chirality\": \"right\", \"components\": 1, \"crossings\": 3, ",
        "\"members\": [1]}, {\"name\": \"3_1\", \"chirality\": \"left\"",
        "\"linking_numbers\": [[0, 0], [0, 0]]", "\"confidence\": \"proved\"");
    CHECK_SHELL("bight identify --gauss '[],[],[]'", 0,
                "0_1 | 0_1 | 0_1 (0^3_1), unlink, linking numbers 1-2: 0, 1-3: 0, 2-3: 0");
    CHECK_SHELL("bight identify --braid '1 -2 1 -2 1 -2' --json", 0, "\"name\": \"L6a4\"",
                "\"traditional\": \"Borromean rings\"", "\"chirality\": \"amphichiral\"", "\"linking\": null",
                "\"linking_numbers\": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]");
    CHECK_SHELL(
        "bight identify --braid '1 1 1 1 1 1 1 1 1 1 1 1' --json", 0, "\"name\": \"unknown\"",
        "\"reason\": \"a link of 2 components and 12 crossings: a prime summand of 2 components needs 12 ");
    CHECK_SHELL("bight identify --gauss '[-1,2,-3,1,-2,3],[]' --svg cli_split.svg", 0, "3_1 | 0_1");
    unlink("cli_split.svg");
}

// A stream in small pieces and in one is the same as a file: frames, codes, and what is read to its end.
TEST(streams_are_cut_where_they_may_be)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK_SHELL("awk 'BEGIN { for (f = 0; f < 3000; f++) { print \"4\\nframe \" f; for (i = 0; i < 4; i++) "
                "print i % 2, int(i / 2), i * f } }' > cli_frames.xyz; bight identify cli_frames.xyz | sed "
                "'s/^cli_frames.xyz/-/' > cli_one.txt; bight identify - < cli_frames.xyz > cli_two.txt; "
                "(dd bs=777 2> /dev/null < cli_frames.xyz) | bight identify - > cli_three.txt; "
                "cmp cli_one.txt cli_two.txt && cmp cli_two.txt cli_three.txt && wc -l < cli_one.txt",
                0, "3000");
    CHECK_SHELL("awk 'BEGIN { for (i = 0; i < 40000; i++) print 1000 * cos(i / 90), 1000 * sin(i / 90), i }' "
                "> cli_long.xyz; "
                "bight identify cli_long.xyz | sed 's/^cli_long.xyz/-/' > cli_one.txt; cat cli_long.xyz | "
                "bight identify - > "
                "cli_two.txt; cmp cli_one.txt cli_two.txt && wc -l < cli_one.txt",
                0, "1");
    CHECK_SHELL("rm cli_frames.xyz cli_long.xyz cli_one.txt cli_two.txt cli_three.txt", 0, "");
}

RUN_TESTS(unit(open_chains_have_a_majority), unit(chains_have_a_matrix), unit(open_chains_as_they_are),
          unit(fields_are_chosen), unit(knots_by_name), unit(names_are_made_fit_to_print),
          unit(long_work_can_be_stopped), unit(split_links), unit(streams_are_cut_where_they_may_be),
          unit(codes_as_arguments), unit(links), unit(chains_together), unit(beyond_the_table), unit(files_and_columns),
          unit(streams_keep_their_order), unit(convert_between_codes), unit(pictures_are_numbered))
