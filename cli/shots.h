// SPDX-License-Identifier: MIT
// The shots of a film: which moment each frame shows, and where from.

#pragma once

#include "cli/interest.h"

#define CLI_PAN 0.08 ///< The most that a camera moves from frame to frame, in half heights of its picture;
#define CLI_ZOOM                                                                                             \
    0.07 ///< and that what it sees grows or shrinks, as a part of it: for films of 200 frames or more.

/// Such a bound for a film of so many frames: less time, faster.
double cli_most_change(double bound, int32_t frames);

/// What matters in each moment of a film, as a box along the axes: the knots that change their shape, hands
/// that do something to them (a hand that only pulls at a straight end does not), and before there is a knot,
/// what moves; of cloth, all. A moment in which nothing happens shows what the next or the last one shows.
/// @param boxes  (film->count)
/// @param change (film->count) how much the picture changes until the next moment: root mean square way of
/// what is
///               in the box, in halves of its size
/// @return false without memory
bool cli_film_sights(cli_film *film, cli_stage *stage, const cli_axes *axes, cli_box *boxes, double *change);

/// Share the time of a film out by change: places[k] is the moment of frame k, from 0 to moments - 1, never
/// falling. Stretches in which nothing changes pass quickly.
/// @param change (moments)
/// @param places (frames)
void cli_film_places(const double *change, int32_t moments, int32_t frames, double *places);

/// A camera's smooth path past boxes, one a frame. Each box lies whole in its picture, and the camera moves
/// no faster than CLI_PAN and CLI_ZOOM allow.
/// @param aspect Width / height.
/// @param margin, room As for cli_lens_on().
/// @param least  No picture is less than twice this high, metres.
/// @param lenses (count)
/// @return false without memory
bool cli_follow(const cli_box *boxes, int32_t count, double aspect, double margin, double room, double least,
                cli_lens *lenses);

/// All shots of a film's moving frames: their places among its moments and their cameras, at the stage's
/// size.
/// @param ending What the last one shows; empty: what matters then.
/// @param places, cameras (moving)
/// @return false without memory
bool cli_film_shots(cli_film *film, cli_stage *stage, const cli_box *ending, int32_t moving, double *places,
                    bight_camera *cameras);
