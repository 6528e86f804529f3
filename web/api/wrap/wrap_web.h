// SPDX-License-Identifier: MIT
// What the page's wrap tab calls, in a WebAssembly module of its own that is fetched when the tab is opened: programs, objects,
// rehearsal, the scene that the engine then plays, and what is covered. Box, texts and failures as in bight_web.h.

#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__EMSCRIPTEN__)
#define BW_API __attribute__((used, visibility("default")))
#else
#define BW_API
#endif

BW_API void *bw_take(size_t size); ///< NULL when there is no memory.
BW_API void bw_give(void *memory);
BW_API double *bw_box(void);       ///< (64)
BW_API const char *bw_error(void); ///< Of the last call that failed.
BW_API int32_t bw_error_line(void);
BW_API const uint8_t *bw_bytes(void); ///< What the last bw_wrap_scene() or bw_wrap_object_file() left.
BW_API size_t bw_bytes_size(void);

BW_API int32_t bw_wrap_object_count(void);
BW_API const char *bw_wrap_object_name(int32_t object);
BW_API const char *bw_wrap_object_words(int32_t object);

/// Read a program; the one before is let go. Box: size, vertices along a side, of a preview, whether it begins folded.
BW_API int32_t bw_wrap_program(const char *text, size_t size);
BW_API const char *bw_wrap_title(void);
BW_API const char *bw_wrap_object(void); ///< What it wraps unless told.

/// What is wrapped: an object by its name, or an OBJ file.
BW_API int32_t bw_wrap_make(const char *name);
BW_API int32_t bw_wrap_load(const void *bytes, size_t size);

/// Set that object down and judge the wrap; the object must be made or loaded anew before it is done again. 0 for a number: what
/// the program says. Box: the object's extent x y z, its foot x y z, metres of a line, needed, of the four over the object, side
/// and thickness of the cloth, vertices along a side, side that is needed, share that a good wrap covers, metres of the lift; then BIGHT_WRAP_MOST_STRETCH
/// and the three limits after it.
/// @param vertices Along a side of the cloth, an odd number.
BW_API int32_t bw_wrap_rehearse(double size, int32_t vertices, double thickness, double length,
                                int32_t preview);

/// Points of a line over the object, in its frame: how many. bw_wrap_line_points(): (points x 3) until the next rehearsal.
BW_API int32_t bw_wrap_line(int32_t corner);
BW_API const double *bw_wrap_line_points(int32_t corner);

BW_API int32_t bw_wrap_scene(void);       ///< bw_bytes(): the scene's text
BW_API int32_t bw_wrap_object_file(void); ///< bw_bytes(): the object, as the scene names it "object.obj"

/// Box: the share of the rehearsed object that is behind cloth, how often edges of it and of the cloth go through triangles of the
/// other. Refused where nothing was rehearsed since the last program.
/// @param cloth (count x 3) @param sides (side_count x 3) @param pose (7) of the object: position, quaternion x y z w
BW_API int32_t bw_wrap_judge(const double *cloth, int32_t count, const int32_t *sides, int32_t side_count,
                             const double *pose);
