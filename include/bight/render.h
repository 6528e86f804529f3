// SPDX-License-Identifier: MIT
// Ray-traced pictures of ropes and obstacles.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/mesh.h"

/// What a rope's surface looks like.
typedef enum bight_pattern {
    BIGHT_PATTERN_BRAID, ///< braided sheath with a tracer of another colour, so that twist can be read
    BIGHT_PATTERN_LAID,  ///< three strands laid around each other, one of them in the tracer's colour
    BIGHT_PATTERN_PLAIN, ///< a smooth tube
} bight_pattern;

/// A rope in a picture. All zero but curve and radius is a good start.
typedef struct bight_picture_tube {
    bight_curve curve; ///< borrowed during the call
    double radius;     ///< in the unit of the points, finite, > 0
    double colour[3];  ///< (3) red, green, blue as on a screen (sRGB), 0 to 1; all zero: bight_rope_colour()
    double tracer[3];  ///< (3) the same for the tracer; all zero: whatever stands out from colour
    bight_pattern pattern;
    const double *radii; ///< (curve.count) borrowed: as bight_tube has them; NULL: `radius` everywhere
    double gloss;        ///< 0 dull to 1 polished; 0.12 of a rope at least
} bight_picture_tube;

/// An obstacle in a picture.
typedef struct bight_picture_mesh {
    const bight_mesh *mesh; ///< borrowed during the call; without normals it is drawn in flat facets
    double colour[3];       ///< (3) sRGB, 0 to 1; all zero: a neutral grey
    double gloss;           ///< 0 dull to 1 polished
} bight_picture_mesh;

/// What is woven into a cloth, from its pattern, so that stretch and folds can be seen.
typedef enum bight_weave {
    BIGHT_WEAVE_PLAIN,   ///< threads over and under each other
    BIGHT_WEAVE_CHECKS,  ///< bands of another colour in warp and weft
    BIGHT_WEAVE_STRIPES, ///< bands along the weft
    BIGHT_WEAVE_NONE,    ///< smooth
} bight_weave;

/// A cloth in a picture. All zero but mesh is a good start.
typedef struct bight_picture_cloth {
    const bight_mesh *mesh; ///< borrowed during the call: bight_cloth_skin(); without uv nothing is woven
    double colour[3];       ///< (3) of its front, sRGB, 0 to 1; all zero: bight_rope_colour()
    double back[3];         ///< (3) of its back; all zero: paler than colour
    double accent[3];       ///< (3) of bands; all zero: lighter than colour
    bight_weave weave;
    double repeat; ///< how much of the pattern until the weave repeats, in its unit; 0: a tenth of its width
} bight_picture_cloth;

/// A floor that only shows shadows: it has the colour of the background and no horizon.
typedef enum bight_ground {
    BIGHT_GROUND_NONE,
    BIGHT_GROUND_BELOW,  ///< under the lowest point, across the camera's up
    BIGHT_GROUND_BEHIND, ///< a table seen from above: behind the farthest point, across the line of sight
} bight_ground;

/// Where a picture is taken from.
typedef struct bight_camera {
    bight_vec3 eye;     ///< in the unit of the points
    bight_vec3 target;  ///< what is in the middle; not eye
    bight_vec3 up;      ///< not along the line of sight; zero means (0, 1, 0)
    double fov_degrees; ///< vertical angle of view, 1 to 120; zero means 24
} bight_camera;

/// A picture to be made. All zero but tubes, meshes or cloths gives a 1280 x 720 still, framed by itself.
typedef struct bight_picture {
    const bight_picture_tube *tubes;             ///< (tube_count)
    const bight_picture_mesh *meshes;            ///< (mesh_count)
    const bight_picture_cloth *cloths;           ///< (cloth_count)
    int32_t tube_count, mesh_count, cloth_count; ///< at least 0
    bight_ground ground;
    bool ground_fixed;   ///< the ground is at ground_level, not at the lowest point: for films
    double ground_level; ///< where the ground crosses its normal: position . normal, finite
    bight_camera camera; ///< eye equal to target: framed automatically, with camera.up and camera.fov_degrees
    bight_vec3 from;     ///< for automatic framing: direction towards the camera; zero means (0.35, 0.55, 1)
    int32_t width;       ///< pixels, 1 to 16384; 0 means 1280
    int32_t height;      ///< pixels, 1 to 16384; 0 means 720. width x height at most 2^24
    int32_t samples;     ///< a pixel, 1 to 64, from 2 on four times that on edges; 0 means 4; 2 for films
    double background[3]; ///< (3) sRGB, 0 to 1; all zero: a light warm grey
} bight_picture;

/// The i-th default colour of a rope (sRGB): told apart also by the colour-blind (Okabe and Ito 2008).
/// Any i: the colours repeat after seven.
BIGHT_API void bight_rope_colour(int32_t i, double colour[3]);

/// The nearest camera that sees all points, each with `radius` around it, from a given direction.
/// Give it the points of all frames of a film, and it need never move.
/// @param points (count), finite; count at least 1
/// @param radius at least 0, finite
/// @param from   direction towards the camera; zero means (0.35, 0.55, 1)
/// @param up     zero means (0, 1, 0); along `from`, another axis is taken
/// @param fov_degrees vertical angle of view, 1 to 120; zero means 24
/// @param aspect width / height of the picture, > 0
BIGHT_API bight_camera bight_camera_fit(const bight_vec3 *points, int32_t count, double radius,
                                        bight_vec3 from, bight_vec3 up, double fov_degrees, double aspect);

/// Make a picture. The same picture gives the same bytes, whatever env.threads.
/// @param env Nullable.
/// @param rgb (height x width x 3) receives the pixels, sRGB, top row first. Untouched on failure.
/// @return BIGHT_ERROR_INVALID for a broken range; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY;
///         BIGHT_ERROR_UNSUPPORTED in a build without Embree.
BIGHT_API bight_status bight_render(const bight_env *env, const bight_picture *picture, uint8_t *rgb,
                                    bight_error *error);

/// One repeat of a weave as an image, u and v from 0 to 1.
/// @param colour, accent (3) sRGB, as in bight_picture_cloth
/// @param size  pixels a side, 16 to 4096
/// @param rgb   (size x size x 3) receives the pixels
/// @return BIGHT_ERROR_INVALID
BIGHT_API bight_status bight_weave_texture(bight_weave weave, const double colour[3], const double accent[3],
                                           int32_t size, uint8_t *rgb, bight_error *error);

/// A tile of a pattern as an image, to go with bight_tube's texture coordinates: u and v from 0 to 1.
/// @param colour, tracer (3) sRGB, as in bight_picture_tube
/// @param size  pixels a side, 16 to 4096
/// @param rgb   (size x size x 3) receives the pixels
/// @return BIGHT_ERROR_INVALID
BIGHT_API bight_status bight_pattern_texture(bight_pattern pattern, const double colour[3],
                                             const double tracer[3], int32_t size, uint8_t *rgb,
                                             bight_error *error);
