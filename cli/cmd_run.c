// SPDX-License-Identifier: MIT
// bight run: play a scene and leave what came of it.

#include "cli/playing.h"

enum { OUT, FRAMES, PC2, TENSION, FORCES, FORCES_EVERY, THREADS, SEED, QUIET, JSON };
static const cli_option options[] = {
    {"--out", "DIR",
     "Leave final.xyz, final.glb, stills, run.mp4 and summary.json there. Default: no files."},
    {"--frames", "N",
     "Frames of run.mp4, spread over the whole run; 0: no film. Default: what the scene says."},
    {"--pc2", NULL,
     "Of cloth: also run.pc2, all vertices at the moments of run.glb, for Blender's mesh cache."},
    {"--tension", NULL,
     "Of elastic rods: the ropes of final.glb in colours of tension; summary.json has the scale."},
    {"--forces", "FILE",
     "Of elastic rods: a CSV table of tension and moments of links, of the forces of hands, and of "
     "contacts."},
    {"--forces-every", "N", "Cycles between two sets of rows; the last one is always there. Default 100."},
    {"--threads", "N", "Threads of the simulation, 1 to 64. Results do not depend on it. Default 1."},
    {"--seed", "S", "Steers the naming of knots, never a result. Default 0."},
    {"--quiet", NULL, "No progress, and no lines on stdout but a final one."},
    {"--json", NULL, "Print the summary as JSON on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static int run_scene(const cli_args *args)
{
    int64_t frames = -1, threads = 1, seed = 0, every = 100;
    if (args->file_count != 1) {
        cli_say(NULL, 0, "run takes one scene, not %d: bight run SCENE.json", (int)args->file_count);
        return CLI_USAGE;
    }

    if (!cli_integer("--frames", args->values[FRAMES], 0, 100000, &frames) ||
        !cli_integer("--threads", args->values[THREADS], 1, 64, &threads) ||
        !cli_integer("--forces-every", args->values[FORCES_EVERY], 1, INT32_MAX, &every) ||
        !cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &seed)) {
        return CLI_USAGE;
    }

    if (args->values[OUT] == NULL && frames > 0) {
        cli_say(NULL, 0, "--frames makes a film, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }

    if (args->values[OUT] == NULL && args->values[PC2] != NULL) {
        cli_say(NULL, 0, "--pc2 writes a file, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }

    if (args->values[OUT] == NULL && args->values[TENSION] != NULL) {
        cli_say(NULL, 0, "--tension colours a file, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }

    if (args->values[FORCES] == NULL && args->values[FORCES_EVERY] != NULL) {
        cli_say(NULL, 0, "--forces-every goes with a table: add --forces FILE.csv");
        return CLI_USAGE;
    }

    bight_scene *scene;
    int code = cli_read_scene(args->files[0], &scene);
    if (code != CLI_DONE) {
        return code;
    }

    cli_playing wish = {.path = args->files[0],
                        .folder = args->values[OUT],
                        .quiet = args->values[QUIET] != NULL,
                        .json = args->values[JSON] != NULL,
                        .pc2 = args->values[PC2] != NULL,
                        .tension = args->values[TENSION] != NULL,
                        .frames = frames,
                        .forces = args->values[FORCES],
                        .forces_every = every,
                        .threads = threads,
                        .seed = seed};
    code = cli_play(&wish, scene);
    bight_scene_destroy(scene);
    return code;
}

const cli_verb cli_verb_run = {
    "run",
    "run SCENE.json [--out DIR] [--frames N] [--pc2] [--tension] [--forces FILE.csv "
    "[--forces-every N]] [--threads N] [--seed S] [--quiet] [--json]",
    "Play a scene: make its world, follow its script, check what it expects.",
    options,
    run_scene,
    NULL};
