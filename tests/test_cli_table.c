// SPDX-License-Identifier: MIT
// bight identify --csv, --tsv and --frames as a shell runs them; which frame a message is about.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "shell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const output *shell(const char *line)
{
    return shell_with(line, "");
}

static void check_whole(const char *line, int code, const char *text)
{
    const output *out = shell(line);
    if (strcmp(out->text, text) != 0 || out->code != code) {
        fail_msg("%s\nends with %d and prints\n%snot\n%s", line, out->code, out->text, text);
    }
}

// Seven frames: trefoils and, as the fourth, a curve that meets itself.
static void write_frames(const char *path)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (int32_t f = 1; f <= 7; f++) {
        fprintf(file, "25\nframe %d\n", (int)f);
        for (int32_t i = 0; i < 25; i++) {
            double t = 6.283185307179586 / 24 * (f == 4 && i == 5 ? 15 : i % 24);
            fprintf(file, "%.6f %.6f %.6f\n", sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t));
        }
    }
    CHECK(fclose(file) == 0);
}

#define HEAD "file,curve,frame,label,components,name,traditional,error\n"

TEST(a_row_for_each_frame)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    write_frames("cli_table.xyz");
    check_whole(
        "bight identify cli_table.xyz --csv --fields name --frames 3:5 2> /dev/null", 3,
        HEAD "cli_table.xyz,3,3,,1,3_1,overhand knot (trefoil),\n"
             "cli_table.xyz,4,4,,1,,,\"the curve meets itself near points 5 and 15 (counted from 1), so it "
             "has no knot type: move them apart\"\n"
             "cli_table.xyz,5,5,,1,3_1,overhand knot (trefoil),\n");
    check_whole(
        "bight identify - --tsv --fields crossings --frames ::3 2> /dev/null < cli_table.xyz", 3,
        "file\tcurve\tframe\tlabel\tcomponents\tcrossings_before\tcrossings\terror\n"
        "-\t1\t1\t\t1\t3\t3\t\n"
        "-\t4\t4\t\t1\t\t\tthe curve meets itself near points 5 and 15 (counted from 1), so it has no knot "
        "type: move them apart\n"
        "-\t7\t7\t\t1\t3\t3\t\n");
    check_whole(
        "bight identify - --frames 4 --csv 2>&1 > /dev/null < cli_table.xyz", 3,
        "bight: -: frame 4: the curve meets itself near points 5 and 15 (counted from 1), so it has no knot "
        "type: move them apart\n");
    unlink("cli_table.xyz");
}

// A file that is read whole, the same as a stream, and its shares have the frames that were asked for and no others.
TEST(frames_are_those_asked_for)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    static const struct {
        const char *asked, *frames;
    } cases[] = {{"1:3", "1 2 3 "},   {"2", "2 "},        {"6:", "6 7 "},
                 {":2", "1 2 "},      {"2::2", "2 4 6 "}, {"::", "1 2 3 4 5 6 7 "},
                 {"5:100:2", "5 7 "}, {"7:7:9", "7 "}};
    write_frames("cli_frames.xyz");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[1024];
        const char *ways[] = {"cli_frames.xyz", "- < cli_frames.xyz"};
        for (int32_t k = 0; k < 2; k++) {
            snprintf(line, sizeof line,
                     "bight identify --tsv --fields name --frames %s %s 2> /dev/null | awk 'NR > 1 { printf "
                     "\"%%s \", "
                     "$3 }'",
                     cases[i].asked, ways[k]);
            check_whole(line, 0, cases[i].frames);
        }
        snprintf(
            line, sizeof line,
            "for k in 1 2; do bight identify --fields name --frames %s cli_frames.xyz --shard $k/2 --out "
            "cli_shares 2> /dev/null; done; cat cli_shares/*.jsonl | sed -n '/\"components\"/s/.*\"frame\": "
            "\\([0-9]*\\),.*/\\1/p' | sort | tr '\\n' ' '; rm -r cli_shares",
            cases[i].asked);
        const char *shared = strcmp(cases[i].asked, "2::2") == 0 ? "2 6 " // 4 is an error line
                             : strcmp(cases[i].asked, "::") == 0 ? "1 2 3 5 6 7 "
                                                                 : cases[i].frames;
        check_whole(line, 0, shared);
    }
    check_whole("bight identify cli_frames.xyz --frames 8: 2>&1", 3,
                "bight: cli_frames.xyz: --frames: the file has 7 frames, and none of these\n");
    check_whole("bight identify --frames 2:1 cli_frames.xyz 2>&1", 2,
                "bight: --frames 2:1 ends before it begins: the last frame is not below the first\n");
    static const char *const wrong[] = {"a",    "1:2:3:4", "-1",  "1:b",        "1.5",
                                        "1:2:", "0",       "::0", "99999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[128];
        snprintf(line, sizeof line, "bight identify '--frames=%s' cli_frames.xyz > /dev/null 2>&1", wrong[i]);
        bool good = strcmp(wrong[i], "1:2:") == 0;
        CHECK(shell(line)->code == (good ? 0 : 2));
    }
    check_whole(
        "printf '0 0 0\\n1 0 0\\n1 1 0\\n' > cli_plain.xyz; bight identify cli_plain.xyz --frames 1 2>&1", 3,
        "bight: cli_plain.xyz: no frames in this file: leave out --frames\n");
    check_whole("bight identify --dt '4 6 2' --frames 1 2>&1", 3,
                "bight: a code has no frames: leave out --frames\n");
    unlink("cli_plain.xyz");
    unlink("cli_frames.xyz");
}

// What cannot be read says its frame, in files and in streams.
TEST(messages_name_their_frame)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    shell("printf '2\\n\\n0 0 0\\n1 0 0\\n2\\n\\n0 0 0\\n1 0 x\\n' > cli_bad.xyz");
    check_whole("bight identify cli_bad.xyz 2>&1", 3,
                "bight: cli_bad.xyz:8: frame 2: `x` is not a number: write decimals like -1.5e-3\n");
    check_whole("bight identify - < cli_bad.xyz 2>&1 > /dev/null", 3,
                "bight: -:8: frame 2: `x` is not a number: write decimals like -1.5e-3\n");
    unlink("cli_bad.xyz");
}

// Labels with quotes, commas and bytes that are no characters.
TEST(cells_are_quoted)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    shell("printf 'a\\377\"b,c: DT: 4 6 2\\n' > cli_cells.dt");
    check_whole("bight identify cli_cells.dt --csv --fields pd,name", 0,
                "file,curve,frame,label,components,name,traditional,pd,error\n"
                "cli_cells.dt,1,,\"a\xef\xbf\xbd\"\"b,c\",1,3_1,overhand knot (trefoil),"
                "\"[[1,5,2,4],[3,1,4,6],[5,3,6,2]]\",\n");
    check_whole("bight identify cli_cells.dt --tsv --fields jones,alexander", 0,
                "file\tcurve\tframe\tlabel\tcomponents\talexander\tjones\terror\n"
                "cli_cells.dt\t1\t\ta\xef\xbf\xbd\"b,c\t1\t1 -1 1\tt + t^3 - t^4\t\n");
    check_whole("bight identify --csv --tsv cli_cells.dt 2>&1", 2,
                "bight: --tsv has no place for --csv: leave one of them out\n");
    check_whole("bight identify --csv --knotoid 5 cli_cells.dt 2>&1", 2,
                "bight: --csv has no place for --knotoid: use --json\n");
    unlink("cli_cells.dt");
}

// Frames that hold several chains: one link a frame, when asked.
TEST(chains_of_a_frame_together)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    shell("awk 'BEGIN { for (f = 1; f <= 2; f++) { print \"ITEM: TIMESTEP\\n\" f * 10 \"\\nITEM: NUMBER OF "
          "ATOMS\\n26\\nITEM: BOX BOUNDS ff ff ff\\n-9 9\\n-9 9\\n-9 9\\nITEM: ATOMS id mol x y z\"; for (m "
          "= 1; m <= 2; "
          "m++) for (i = 0; i <= 12; i++) { a = 6.283185307 * (i % 12) / 12 + 0.1; x = cos(a) + (m == 2) * "
          "(f == 1 ? 1 : 5); "
          "print 13 * m + i, m, x, m == 1 ? sin(a) : 0, m == 1 ? 0 : sin(a) } } }' > cli_rings.lammpstrj");
    check_whole("bight identify cli_rings.lammpstrj --together --csv --fields name 2> /dev/null", 0,
                HEAD "cli_rings.lammpstrj,1,1,step10.mol1 step10.mol2,2,L2a1,Hopf link,\n"
                     "cli_rings.lammpstrj,2,2,step20.mol1 step20.mol2,2,0_1 | 0_1,unlink,\n");
    check_whole("bight identify cli_rings.lammpstrj --csv --fields points --frames 2 2> /dev/null", 0,
                "file,curve,frame,label,components,points,closed,error\n"
                "cli_rings.lammpstrj,3,2,step20.mol1,1,12,true,\n"
                "cli_rings.lammpstrj,4,2,step20.mol2,1,12,true,\n");
    unlink("cli_rings.lammpstrj");
}

RUN_TESTS(unit(a_row_for_each_frame), unit(frames_are_those_asked_for), unit(messages_name_their_frame),
          unit(cells_are_quoted), unit(chains_of_a_frame_together))
