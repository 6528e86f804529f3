// SPDX-License-Identifier: MIT
// What a run came to: summary.json, and a line for people. Keys are listed in docs/cli.md.

#pragma once

#include "bight/play.h"
#include "cli/cli.h"

/// A rope's knot from some cycle on.
typedef struct cli_named {
    int64_t cycle;
    int32_t rope;
    bight_play_knot knot;
} cli_named;

typedef struct cli_summary {
    const char *path;
    const bight_scene *scene;
    int64_t seed;
    cli_named *named; ///< (named_count)
    char (*files)[100];
    int32_t named_count, named_capacity, file_count, file_capacity;

    bight_sailor_name *everyday; ///< (everyday_count) of each rope at the end
    int32_t everyday_count;
    const bight_play *play;   ///< Set by cli_summary_end(), until the play is destroyed.
    const bight_world *world; ///< Of the play.
    bight_world_stats stats;
    bight_world_worst worst;
    bight_play_progress progress;
    uint64_t hash;
    bight_status status;
    bight_error error;
    double seconds;
    bool own_seconds; ///< `more` prints seconds itself.
    bool interrupted;
    bool tension; ///< final.glb is in colours of tension, and the summary tells their scale.
    void (*more)(void *user, const bight_play *play, cli_json *json); ///< Prints keys of its own. Nullable.
    void *more_user;
} cli_summary;

void cli_summary_begin(cli_summary *summary, const char *path, const bight_scene *scene, int64_t seed);
void cli_summary_free(cli_summary *summary);
void cli_summary_knot(cli_summary *summary, int64_t cycle, int32_t rope, const bight_play_knot *knot);
void cli_summary_file(cli_summary *summary, const char *name);

/// The play has ended, with this status after so many seconds (without pictures).
void cli_summary_end(cli_summary *summary, bight_play *play, bight_status status, const bight_error *error,
                     double seconds);

/// Print the cloth's part, where there is any (summary_cloth.c).
void cli_summary_cloth(cli_json *json, const cli_summary *summary);

void cli_summary_print(const cli_summary *summary, FILE *out);
void cli_summary_line(const cli_summary *summary, FILE *out);

/// Say on stderr what was worse than BIGHT_WORST_STRETCH, _GAP or _MOTION, with place and cycle.
void cli_summary_warn(const cli_summary *summary);

/// FOLDER/summary.json. Says what is wrong and returns false.
bool cli_summary_write(const cli_summary *summary, const char *folder);
