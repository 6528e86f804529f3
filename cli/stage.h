// SPDX-License-Identifier: MIT
// From a scene being played to pictures, films and meshes.

#pragma once

#include "bight/play.h"
#include "bight/render.h"
#include "cli/cli.h"

/// All ropes, obstacles and cloths at one moment.
typedef struct cli_moment {
    bight_curve *curves;       ///< (rope_count)
    bight_pose *poses;         ///< (obstacle_count)
    const bight_vec3 **cloths; ///< (cloth_count) where the vertices of each are
} cli_moment;

/// What a scene looks like. Borrows the scene.
typedef struct cli_stage {
    const bight_scene *scene;
    bight_mesh *meshes; ///< (obstacle_count) each in its own frame
    bight_mesh *posed;  ///< (obstacle_count) where they are in the picture
    bight_picture_tube *tubes;
    bight_picture_mesh *pictures;
    struct cli_needle *needles; ///< (needle_count)
    int32_t needle_count;
    bight_mesh *skins;           ///< (cloth_count) as they are drawn
    bight_picture_cloth *sheets; ///< (cloth_count)
    int32_t level;               ///< How fine skins are; see bight_cloth_skin().
    cli_moment moment;           ///< Filled in by cli_stage_look().
    int32_t width, height;
    const bight_play
        *tension;          ///< Its ropes are coloured by tension in GLB files; NULL: by their own colours.
    struct cli_film *reel; ///< Moments of the play; NULL while it runs.
} cli_stage;

/// Prints the fault and returns false.
bool cli_stage_open(cli_stage *stage, const bight_scene *scene);
void cli_stage_close(cli_stage *stage);

/// Point stage->moment at the play's present state. Good until its next step.
void cli_stage_look(cli_stage *stage, const bight_play *play);

/// A picture of a moment, (height x width x 3) bytes into rgb.
bight_status cli_stage_picture(cli_stage *stage, const cli_moment *moment, const bight_camera *camera,
                               int32_t samples, uint8_t *rgb, bight_error *error);

/// Moments one after another.
typedef struct cli_frames {
    int32_t count;
    const cli_moment *(*look)(void *user, int32_t index); ///< Its answer is good until it is asked again.
    void *user;
    const bight_camera *cameras; ///< (count) One for each; NULL: one for all, cli_stage_camera().
    const uint8_t *ending;       ///< (height x width x 3) The picture of the last `held` frames; NULL: none.
    int32_t held;
} cli_frames;

/// The one camera for all frames: it sees the ropes whole in a sample of them. False without memory.
bool cli_stage_camera(const cli_stage *stage, const cli_frames *frames, bight_camera *camera);

/// The camera that sees so many rope diameters around the most tangled place of stage->moment.
bool cli_stage_close_up(cli_stage *stage, double diameters, bight_camera *camera);

/// The middle of the place where, within `reach` metres, strands of stage->moment touch each other or a posed
/// mesh most often; where nothing touches, where a rope is most bent. False without memory.
bool cli_most_tangled(const cli_stage *stage, double reach, bight_vec3 *place);

/// Set `touched` for the points that lie within `near` of a mesh's surface; others are left as they are.
/// @param points, near, touched (count)
void cli_points_on_mesh(const bight_mesh *mesh, const bight_vec3 *points, const double *near, int32_t count,
                        bool *touched);

/// Put the obstacles where a moment has them: stage->posed.
void cli_stage_pose(cli_stage *stage, const cli_moment *moment);

/// Write stage->moment as FOLDER/NAME; a picture shows so many diameters, all when that is NaN. Says what is
/// wrong and returns false; *unsupported is then set when this build cannot make pictures at all.
bool cli_write_png(cli_stage *stage, const char *folder, const char *name, double close, bool *unsupported);
bool cli_write_glb(cli_stage *stage, const char *folder, const char *name);
bool cli_write_xyz(cli_stage *stage, const char *folder, const char *name, const char *comment);

/// Draw frames into the film PATH, as large as the stage says. Stops early, with a good film, when
/// interrupted. Prints the fault and returns false.
bool cli_write_film(cli_stage *stage, const cli_frames *frames, const char *path, int32_t fps,
                    bool *unsupported);

// ---- films of a play --------------------------------------------------------------------------------

/// Moments of a play, evenly spaced however long it turns out to be: when there are twice as many as wanted,
/// every other one is dropped and from then on only every other one is taken.
typedef struct cli_film {
    const bight_scene *scene;
    int32_t wanted, count, capacity;
    int64_t stride, last;  ///< Cycles between moments; cycle of the newest.
    int32_t width, height; ///< Of its pictures; the scene's film size unless changed before writing.
    size_t nodes;          ///< Of all ropes and cloths.
    float *points;         ///< (capacity x nodes x 3)
    float *hands;          ///< (capacity x hand_count x 3) NaN for one that holds no rope
    bight_pose *poses;     ///< (capacity x obstacle_count)
    bight_vec3 *unpacked;  ///< (nodes) the points of the moment that is being drawn
    bight_pose *posed;     ///< (obstacle_count) and its poses
    cli_moment moment;     ///< That moment.
} cli_film;

/// Room for `frames` frames, fewer when they would take more than half a gigabyte. 0 frames: no film.
bool cli_film_open(cli_film *film, const bight_scene *scene, int32_t frames);
void cli_film_close(cli_film *film);

/// Look at the play after a cycle; `always` for the last.
void cli_film_see(cli_film *film, bight_play *play, bool always);

/// A moment by its index, 0 to count - 1; between two of them, what lies between. Good until the next is
/// asked for.
const cli_moment *cli_film_at(cli_film *film, double place);

/// How many frames it has, and one of them, unpacked into buffers that the film keeps until the next.
int32_t cli_film_frames(const cli_film *film);
const cli_moment *cli_film_moment(void *user, int32_t index);

/// Write an animation of the frames as FOLDER/NAME: ropes as coarse tubes that change their shape, obstacles
/// that go their way. Fewer frames are taken when it would become large. Prints the fault and returns
/// false.
bool cli_write_motion(cli_film *film, const cli_stage *stage, const char *folder, const char *name,
                      bool *left_out);

/// Draw a film into PATH, at the film's own size: its time is given to what changes, its camera follows that,
/// and it ends with about a second of the last moment's still.
/// @param called As for cli_write_still().
bool cli_film_write(cli_film *film, cli_stage *stage, const char *path, int32_t fps, const char *called,
                    bool *unsupported);
