// SPDX-License-Identifier: MIT
// What became of a wrap: its states while it is played, whether it is good, and its part of the summary.

#pragma once

#include "bight/wrap.h"
#include "cli/playing.h"

#define CLI_MOST_STATES (BIGHT_WRAP_MAX_STEPS + 2)

/// A state when it was reached.
typedef struct cli_wrap_state {
    char name[44];
    int32_t step; ///< of the scene's script
    int64_t cycle;
    double stretch, coverage;
    double open,
        open_most; ///< share of the object that is seen past the cloth, over all views and from the worst
    int64_t intersections;
    bight_vec3 object;              ///< metres: where its foot is
    double heights[BIGHT_WRAP_HANDS];   ///< metres: of the cloth's corners, and of the knot's upper side
    char knots[2][BIGHT_KNOT_MAX_NAME]; ///< of the pleats, and of those above; "" without
} cli_wrap_state;

/// A wrap that is made. Start from cli_wrap_begin() and fill in the rest of the first part.
typedef struct cli_wrapping {
    const bight_wrap_program *program;
    const bight_wrap_plan *plan;
    const bight_mesh *mesh;           ///< the object in its own frame
    const bight_bytes *text, *object; ///< scene.json and object.obj
    const char *called;               ///< the object, as it was asked for
    const char *folder;               ///< nullable
    double coverage, rim;             ///< what it should have, and of what
    double geodesics;                 ///< seconds that the rehearsal took
    double folding;                   ///< seconds that reading the scene took

    cli_wrap_state states[CLI_MOST_STATES]; ///< (state_count)
    int32_t state_count;
    double most_stretch;   ///< since the first cycle
    double stretch;        ///< in the last cycle that was played whole
    int64_t intersections; ///< then
    bool lost;           ///< a state could not be saved
    char problem[240];   ///< why it is no good wrap; "" when it is
} cli_wrapping;

/// Hooks of cli_playing.
void cli_wrap_see(void *user, cli_stage *stage, const bight_play *play, const bight_play_event *event);
bight_status cli_wrap_judge(void *user, const cli_summary *summary, bight_error *error);
bool cli_wrap_leave(void *user, const char *folder, cli_stage *stage, cli_summary *summary);
void cli_wrap_print(void *user, const bight_play *play, cli_json *json);

/// A state that was reached, by its name, or NULL.
const cli_wrap_state *cli_wrap_state_of(const cli_wrapping *w, const char *name);

/// Metres, NaN before they are known. How far the object sank while it hung; how far the lift took it, from the last state of the program;
/// how far what is held at the end went up in the lift, the least of it.
/// @param hand Receives which that is, as bight_wrap_hand() counts.
double cli_wrap_sinking(const cli_wrapping *w);
double cli_wrap_moved(const cli_wrapping *w);
double cli_wrap_risen(const cli_wrapping *w, int32_t *hand);

/// "41x41": vertices along both sides. NULL leaves *columns as it is. Says what is wrong and returns false.
/// @param columns Receives squares along a side.
bool cli_wrap_columns(const char *text, int32_t *columns);

/// A wrap of nothing so far, and what an object of that name should have. Both are borrowed.
/// @param object Nullable: the program's.
void cli_wrap_begin(cli_wrapping *w, const bight_wrap_program *program, const char *object);

/// Before anything moves: is what is tied what is wanted, is no vertex in two hands, and does the object not stand in the cloth?
/// @return BIGHT_ERROR_INVALID in words; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED by a signal.
bight_status cli_wrap_check_start(const cli_wrapping *w, const bight_scene *scene, bight_error *error);

/// The part that a rehearsal knows: keys `program`, `object`, `cloth`, `needed` of the object that is open.
void cli_wrap_print_plan(const cli_wrapping *w, cli_json *json);
