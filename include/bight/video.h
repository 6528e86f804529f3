// SPDX-License-Identifier: MIT
// Films: frames handed to an ffmpeg process. POSIX only.

#pragma once

#include "bight/base.h"

/// A film that is being written. Made by bight_video_open(), ended by bight_video_close().
typedef struct bight_video bight_video;

/// Start an H.264 film in an MP4 file. It is written under a temporary name in the same folder until closed.
/// ffmpeg is found through PATH and run without a shell.
/// @param env   Nullable. The allocator and the number of threads are kept until the film is closed.
/// @param path  Ends up holding the film; an older file there is replaced when the film is complete. Links and
///              devices as for bight_write_file().
/// @param width, height even, 2 to 8192
/// @param fps   frames a second, 1 to 240
/// @param video Receives the film; NULL on failure.
/// @return BIGHT_ERROR_INVALID; BIGHT_ERROR_IO; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_UNSUPPORTED where there is
///         no ffmpeg, or no way to run it.
BIGHT_API bight_status bight_video_open(const bight_env *env, const char *path, int32_t width, int32_t height,
                                        int32_t fps, bight_video **video, bight_error *error);

/// Add a frame.
/// @param rgb (height x width x 3), top row first
/// @return BIGHT_ERROR_IO with ffmpeg's own words, when it has any; the film is then lost, but must still be
///         closed.
BIGHT_API bight_status bight_video_frame(bight_video *video, const uint8_t *rgb, bight_error *error);

/// End the film and free it.
/// @param keep  false throws the film away, and so does an earlier failure: nothing is left behind.
/// @param video NULL is fine.
/// @return BIGHT_ERROR_IO when the film could not be completed: ffmpeg ended with an error or complained, or the
///         file does not hold every frame.
BIGHT_API bight_status bight_video_close(bight_video *video, bool keep, bight_error *error);
