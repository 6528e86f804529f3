// SPDX-License-Identifier: MIT
// Playing a scene: its world is made, its script is followed cycle by cycle, its expectations are checked.

#pragma once

#include "bight/base.h"
#include "bight/cloth.h"
#include "bight/knot_words.h"
#include "bight/sailor.h"
#include "bight/scene.h"
#include "bight/world.h"

/// A scene being played.
typedef struct bight_play bight_play;

/// "left", "right", "none", "mixed", "unknown". A string constant.
BIGHT_API const char *bight_play_chirality_name(bight_play_chirality chirality);

/// What a rope's knot is called.
typedef struct bight_play_knot {
    char name[BIGHT_KNOT_MAX_NAME]; ///< As in bight_knot_result.
    char traditional[64];           ///< Of the knot type, likewise: for expectations.
    bight_knot_words words;         ///< What this rope, where it is, may be called.
    bight_play_chirality chirality;
    bool proved; ///< False for "unknown".
} bight_play_knot;

/// One thing that a scene expected. Strings are owned by the play or constant.
typedef struct bight_play_check {
    int32_t step;  ///< Index into the script.
    int64_t cycle; ///< When it was checked.
    bool holds;
    const char *what;   ///< The scene's key: "knot", "overlap" and so on.
    char expected[136]; ///< In words or numbers.
    char found[136];    ///< Likewise: the evidence.
} bight_play_check;

/// What the caller is told.
typedef enum bight_play_event_kind {
    BIGHT_PLAY_STEP_BEGINS,
    BIGHT_PLAY_STEP_ENDS, ///< words say how, for example why pull_tight is satisfied; may be empty.
    BIGHT_PLAY_STILL,     ///< words is the picture's name.
    BIGHT_PLAY_CHECK,     ///< check is set.
    BIGHT_PLAY_KNOT,      ///< A rope's knot is not what it was: rope and knot are set.
    BIGHT_PLAY_CYCLE,     ///< A cycle was done.
    BIGHT_PLAY_RETRY ///< A call has failed, words say how, and is tried again: all goes back to where it began.
} bight_play_event_kind;

/// What a call of a program with a `state` has come to.
typedef struct bight_play_state {
    const char *name; ///< The scene's.
    int32_t step;     ///< Index into the script.
    int64_t cycle;
    int32_t tries; ///< 1 and more.
    bool reached;
} bight_play_state;

/// Something that the caller may want to know. Good only during the call.
typedef struct bight_play_event {
    bight_play_event_kind kind;
    int32_t step;  ///< Index into the script.
    int64_t cycle; ///< Cycles done.
    const char *words;
    const bight_play_check *check;
    int32_t rope;
    const bight_play_knot *knot;
} bight_play_event;

/// How to play. Start from bight_play_def_default().
typedef struct bight_play_def {
    bight_env env;       ///< For the world and for naming.
    uint64_t seed;       ///< For naming only: the simulation has no chance in it. Default 0.
    int32_t name_every;  ///< Cycles between two looks at the knots; 0, the default: never look by itself.
    int64_t cycle_limit; ///< The play fails beyond it; 0, the default: none.
    /// Called inside bight_play_create() never, inside bight_play_step() for each event. It may read the play
    /// but not step or destroy it. Nullable.
    void (*event)(void *user, const bight_play *play, const bight_play_event *event);
    /// Names a knot instead of bight_knot_identify(). Nullable.
    bight_status (*name)(void *user, bight_curve curve, bight_play_knot *knot);
    void *user; ///< Handed to both untouched.
} bight_play_def;

/// Quiet, without limits.
BIGHT_API bight_play_def bight_play_def_default(void);

/// Make the scene's world.
/// @param scene Borrowed: it must outlive the play.
/// @param def   Nullable.
/// @param play  Receives the play, or NULL on failure. Free it with bight_play_destroy().
/// @param error Nullable. Says which rope or obstacle the world refused, and its line.
/// @return What bight_world_create(), bight_rope_create() and bight_obstacle_create() return.
BIGHT_API bight_status bight_play_create(const bight_scene *scene, const bight_play_def *def,
                                         bight_play **play, bight_error *error);

/// Free a play and its world. NULL is fine.
BIGHT_API void bight_play_destroy(bight_play *play);

/// Do what the script says before the next cycle, then the cycle.
/// @param more  Receives false when the script is done; no cycle was made in that call.
/// @param error Nullable.
/// @return BIGHT_OK; BIGHT_ERROR_EXPECT when a step cannot be done ("step 7 (pull_tight): ..."), which ends
///         the play, or, together with *more = false, when the script is done and not all that it expected
///         came true; BIGHT_ERROR_NO_MEMORY. After an error each further call answers the same.
BIGHT_API bight_status bight_play_step(bight_play *play, bool *more, bight_error *error);

/// A cycle in which the script does nothing: obstacles with a motion go on, hands go to the targets that they
/// have. For callers that take over from a script by hand; what they do to the world in between is theirs.
/// @param error Nullable.
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_play_coast(bight_play *play, bight_error *error);

/// Go on with another script, from the state as it is: a knot is put into cloth otherwise without starting over. Steps before
/// the present one are taken as done. The present one ends when the new script says `until` and its time has come. What
/// follows and takes no time is done before this returns. What did not come true before is forgotten.
/// @param scene The scene that is played, read again with other steps: as many cloths, obstacles and knots, neither ropes nor
///              hands. Borrowed; the scene before must outlive the play, too.
/// @return BIGHT_ERROR_INVALID for another scene, or a script that ends before the present step; the play is then as it was.
///         BIGHT_ERROR_EXPECT when a step cannot be done, which ends the play; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_play_go_on(bight_play *play, const bight_scene *scene, bight_error *error);

/// Does what step `step` of the script expects hold now? Nothing is recorded.
/// @param step  Index of an expect step.
/// @param error Nullable.
/// @return BIGHT_ERROR_INVALID when the step is another; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_play_holds(bight_play *play, int32_t step, bool *holds, bight_error *error);

/// The world that is being played in, borrowed: read it between steps.
BIGHT_API bight_world *bight_play_world(bight_play *play);

/// Ropes and obstacles of the scene, by their index in it. The null id for an index out of range.
BIGHT_API bight_rope_id bight_play_rope(const bight_play *play, int32_t rope);
/// An obstacle of the scene in the play's world of ropes.
BIGHT_API bight_obstacle_id bight_play_obstacle(const bight_play *play, int32_t obstacle);

/// Where an obstacle stands in the world of cloth, and the force of the cloth on it in the last step, N. Either may be NULL.
/// @return false: the scene has no cloth; both are then left alone.
BIGHT_API bool bight_play_carried(const bight_play *play, int32_t obstacle, bight_pose *pose,
                                  bight_vec3 *force);

/// What a hand of the script holds by, by its index in the scene's hands; the null id when it holds nothing.
BIGHT_API bight_hand_id bight_play_hand(const bight_play *play, int32_t hand);

/// The world of cloth that is being played in, borrowed; NULL when the scene has no cloth.
BIGHT_API bight_cloth_world *bight_play_cloth_world(bight_play *play);

/// A cloth of the scene by its index in it. The null id for an index out of range.
BIGHT_API bight_cloth_id bight_play_cloth(const bight_play *play, int32_t cloth);

/// What a hand of the script holds a cloth by; the null id when it holds none.
BIGHT_API bight_cloth_hand_id bight_play_cloth_hand(const bight_play *play, int32_t hand);

/// Where the vertices of a cloth are now. NULL and count 0 for an index out of range. Good until the next
/// step.
BIGHT_API const bight_vec3 *bight_play_cloth_positions(const bight_play *play, int32_t cloth, int32_t *count);

/// What a hand feels of cloth.
typedef struct bight_play_force {
    double last, most; ///< N: in the last cycle in which it held cloth, and the greatest so far.
    bool felt;         ///< It has held cloth.
} bight_play_force;

/// The force of cloth on a hand of the scene; all zero for one that has held none.
BIGHT_API bight_play_force bight_play_hand_force(const bight_play *play, int32_t hand);

/// What the cloth did in the last cycle; all zero before the first, and without cloth.
BIGHT_API bight_cloth_report bight_play_cloth_report(const bight_play *play);

/// Sums over all cycles so far; all zero without cloth.
typedef struct bight_play_cloth_totals {
    int64_t cycles;
    int64_t certified;   ///< Cycles of which it is proved that nothing went through any cloth.
    int64_t all_certified; ///< And no rope through any rope, either.
    int64_t rolled_back; ///< Cycles in which a step was undone because the exact test contradicted the proof.
    int64_t held;        ///< Vertices that were stopped on their way, each time.
    /// The first cycle after which no cloth went through cloth, since the start or the last redress;
    /// -1: none yet.
    int64_t clean;
    /// Cycles after that one that are not certified, or after which cloth goes through cloth.
    int64_t doubtful;
    int32_t level; ///< Highest rung of the ladder that settling climbed, as in bight_cloth_watch.
} bight_play_cloth_totals;

/// Sums over all steps of cloth so far.
BIGHT_API bight_play_cloth_totals bight_play_get_cloth_totals(const bight_play *play);

/// Why the last settle ended: BIGHT_CLOTH_SETTLED when all rested, and before the first one.
BIGHT_API bight_cloth_settled bight_play_settled(const bight_play *play);

/// Judge a knot in cloth as it is now.
/// @param dress 0 to the scene's dress_count - 1
/// @return What bight_dress_judge() returns.
BIGHT_API bight_status bight_play_dress(const bight_play *play, int32_t dress, bight_dress_verdict *verdict,
                                        bight_error *error);

/// The knot that a cloth was last dressed with, before it moved. Good until it is dressed anew.
BIGHT_API const bight_dress_knot *bight_play_dress_knot(const bight_play *play, int32_t dress);

/// A hash of everything that decides the future: of the ropes' world alone in a scene without cloth, as
/// bight_world_hash() has it, else of both worlds.
BIGHT_API uint64_t bight_play_hash(const bight_play *play);

/// The centre line of a rope as it is now. Good until the next step.
BIGHT_API bight_curve bight_play_curve(const bight_play *play, int32_t rope);

/// Where an obstacle is now; no motion at all for an index out of range.
BIGHT_API bight_pose bight_play_pose(const bight_play *play, int32_t obstacle);

/// Name a rope's knot as it is now.
BIGHT_API bight_status bight_play_name(bight_play *play, int32_t rope, bight_play_knot *knot,
                                       bight_error *error);

/// What a rope may hold now, beside itself: obstacles, other ropes and cloths whose box meets the box of its
/// centre line. (A plane parts it from all others, so it can be drawn away from them.) around.crossings is not
/// set: naming finds it.
BIGHT_API bight_knot_around bight_play_around(const bight_play *play, int32_t rope);

/// Name a rope, as it lies now, as people who tie rope do: with the other rope that is near, the pole or the rings that it may
/// hold, the loops that hands hold and the end that they pull. See bight_sailor_identify().
/// @return What that returns. Beside cloth, other objects, or more ropes there is no name, and name->basis says so.
BIGHT_API bight_status bight_play_sailor(const bight_play *play, int32_t rope, bight_sailor_name *name,
                                         bight_error *error);

/// Which knot of the book would it be if a crossing or a few went the other way? See bight_sailor_nearest().
/// @param intended Nullable.
BIGHT_API bight_status bight_play_sailor_nearest(const bight_play *play, int32_t rope, const char *intended,
                                                 bight_sailor_near *near, bight_error *error);

/// Name any curve's knot as a play names its ropes: for another thread, which has its own copy of the curve.
/// @param env    Nullable.
/// @param around Nullable: a rope alone. As bight_play_around() found it.
/// @param seed   As bight_play_def.seed.
/// @return What bight_knot_identify() returns; *knot is then "unknown".
BIGHT_API bight_status bight_play_name_around(const bight_env *env, bight_curve curve,
                                              const bight_knot_around *around, uint64_t seed,
                                              bight_play_knot *knot, bight_error *error);

/// Name the knot of a rope alone: bight_play_name_around() without anything around.
/// @param env  Nullable.
/// @param seed As bight_play_def.seed.
/// @return What bight_knot_identify() returns; *knot is then "unknown".
BIGHT_API bight_status bight_play_name_curve(const bight_env *env, bight_curve curve, uint64_t seed,
                                             bight_play_knot *knot, bight_error *error);

/// How far it has come.
typedef struct bight_play_progress {
    int32_t step; ///< Index into the script; step_count when done.
    int32_t step_count;
    int64_t cycles;   ///< Done in all.
    int64_t expected; ///< A guess at how many it will be.
    double fraction;  ///< 0 to 1, never falling.
    double lag;       ///< Of the rope's hand farthest from its target in the last cycle, metres.
    double fastest;   ///< Farthest any node has moved in one cycle, metres.
} bight_play_progress;

/// How far a play is, for a bar.
BIGHT_API bight_play_progress bight_play_get_progress(const bight_play *play);

/// What the last cycle did to ropes; all zero before the first.
BIGHT_API bight_step_report bight_play_get_report(const bight_play *play);

/// What a pull_tight has left: its hands gained nothing any more, and the ropes stopped them.
BIGHT_API bool bight_play_is_tight(const bight_play *play);

/// Borrow the states reached so far, or given up, in order. Good until the next step.
BIGHT_API const bight_play_state *bight_play_states(const bight_play *play, int32_t *count);

/// Borrow the checks made so far, in order. Good until the next step.
BIGHT_API const bight_play_check *bight_play_checks(const bight_play *play, int32_t *count);

/// A rope with what it may hold, as bight_play_sailor() names it. Good until the play is stepped.
/// @param setting Receives it, or NULL when there is something around the rope that names do not know. Free it with
///                bight_play_setting_free().
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_play_setting(const bight_play *play, int32_t rope,
                                          bight_sailor_setting **setting, bight_error *error);

/// NULL is fine.
BIGHT_API void bight_play_setting_free(const bight_play *play, bight_sailor_setting *setting);
