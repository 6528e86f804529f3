// SPDX-License-Identifier: MIT
// bight bench: how fast is it, and does it hold?

#include "bench/bench.h"
#include "bight/suggest.h"
#include "cli/cli.h"

#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} benches[] = {{"rope", bench_rope},
               {"torture", bench_torture},
               {"identify", bench_identify},
               {"knots", bench_knots},
               {"tie", bench_tie},
               {"spring", bench_spring},
               {"projection", bench_projection},
               {"rod", bench_rod},
               {"hold", bench_hold},
               {"cloth", bench_cloth},
               {"cloth-frames", bench_cloth_frames},
               {"template", bench_template},
               {"dress", bench_dress},
               {"wrap", bench_wrap}};

enum { BENCH_COUNT = sizeof benches / sizeof *benches };

static int bench(int argc, char **argv)
{
    const char *name = argc > 0 ? argv[0] : "";
    for (int32_t i = 0; i < BENCH_COUNT; i++) {
        if (strcmp(name, benches[i].name) == 0) {
            return benches[i].run(argc - 1, argv + 1);
        }
    }
    const char *guess = bight_suggest(name, &benches[0].name, BENCH_COUNT, sizeof *benches);
    if (argc == 0) {
        cli_say(NULL, 0,
                "bench of what: rope, spring, projection, rod, hold, cloth, torture, identify, knots, tie, "
                "template, dress or wrap");
    } else {
        cli_say(NULL, 0, "there is no bench \"%.60s\": %s%s", name, guess != NULL ? "did you mean " : "give ",
                guess != NULL ? guess
                              : "rope, spring, projection, rod, hold, cloth, torture, identify, knots, tie, "
                                "template, dress or wrap");
    }
    return CLI_USAGE;
}

const cli_verb cli_verb_bench = {
    "bench",
    "bench NAME [...]",
    "Measure the speed of ropes, cloth and of naming knots, or put them to the test. NAME: rope, spring,\n"
    "projection, rod, hold, cloth, torture, identify, knots, tie, template, dress or wrap.\n"
    "rod takes --nodes N for one knot of N nodes, with where its memory goes.",
    NULL,
    NULL,
    bench};
