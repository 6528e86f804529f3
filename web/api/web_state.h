// SPDX-License-Identifier: MIT
// What the files of the page's C side share.

#pragma once

#include "bight_web.h"

#include "bight/cloth_mesh_file.h"
#include "bight/drawn.h"

typedef struct bw_hand_slot {
    bight_hand_id rope_hand;        ///< Null when it holds no rope.
    bight_cloth_hand_id cloth_hand; ///< Null when it holds no cloth.
    char name[24];
} bw_hand_slot;

// A line that a hand follows.
typedef struct bw_line {
    int32_t hand;
    bight_drawn *drawn;
    bight_drawn_state state; ///< of the last cycle
} bw_line;

typedef struct bw_session {
    bight_scene *scene;
    bight_scene **before; ///< (before_count) earlier readings of it that the play may still look at
    int32_t before_count;
    bight_play *play;
    bight_world *world;       ///< Of the play.
    bight_cloth_world *cloth; ///< Of the play; NULL without cloth.
    double *began;            ///< (script_count) cycle or -1
    bight_play_knot *known;
    bw_hand_slot *hands; ///< (hand_count) made here, after those of the script
    int32_t hand_count;
    bw_line *lines; ///< (line_count)
    int32_t line_count;
    bool asking; ///< Names come from known.
    bool rubbed; ///< Rods have the friction below instead of the scene's.
    double friction;
} bw_session;

extern bw_session bw_now;
extern double bw_numbers[64];
extern bight_bytes bw_made;

/// Keep the error and answer -1.
int32_t bw_fail(const bight_error *error);
int32_t bw_fail_words(const char *words);

/// A file that the open scene may name: its bytes are borrowed while the scene is open. As in
/// bight_scene_files.
bight_status bw_read_file(void *user, const char *name, const void **bytes, size_t *length,
                          bight_error *error);

/// The rope's hand behind a hand of the page; null when it holds none.
bight_hand_id bw_rope_hand(int32_t hand);

/// For naming again and again without taking memory. NULL when there is none: then each call takes its own.
bight_knot_workspace *bw_workspace(void);

/// All cloth of the scene as one mesh, into bw_made.
bight_status bw_make_cloth(bight_mesh_format format, bight_error *error);

static inline void bw_put_vec3(int32_t at, bight_vec3 v)
{
    bw_numbers[at] = v.x;
    bw_numbers[at + 1] = v.y;
    bw_numbers[at + 2] = v.z;
}
