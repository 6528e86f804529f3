// SPDX-License-Identifier: MIT
// What every part of bight shares: status codes, errors, vectors, memory and log callbacks.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define BIGHT_EXTERN extern "C"
#else
#define BIGHT_EXTERN extern
#endif

#if defined(BIGHT_SHARED) && defined(__GNUC__)
#define BIGHT_API BIGHT_EXTERN __attribute__((visibility("default")))
#else
#define BIGHT_API BIGHT_EXTERN
#endif

/// Raised when callers have to change their code.
#define BIGHT_VERSION_MAJOR 0
/// Raised when there is something new.
#define BIGHT_VERSION_MINOR 1
/// Raised when something was mended.
#define BIGHT_VERSION_PATCH 0

/// The library's version as "major.minor.patch". A string constant: never free it.
BIGHT_API const char *bight_version(void);

/// Name, and the sentence that explains it. The one list behind the enum and bight_status_text().
#define BIGHT_STATUS_LIST(X)                                                                                 \
    X(OK, "done")                                                                                            \
    X(ERROR_INVALID, "an argument is outside its documented range")                                          \
    X(ERROR_TOO_LARGE, "a size is beyond what this build can hold")                                          \
    X(ERROR_NO_MEMORY, "the allocator returned NULL")                                                        \
    X(ERROR_PARSE, "the text or file breaks its grammar")                                                    \
    X(ERROR_IO, "a file could not be read or written")                                                       \
    X(ERROR_STALE, "the id names something that was destroyed or never existed")                             \
    X(ERROR_UNSUPPORTED, "this build was made without the library that is needed")                           \
    X(ERROR_STOPPED, "the caller asked to stop")                                                             \
    X(ERROR_EXPECT, "a scene's expectation did not hold")                                                    \
    X(ERROR_DIVERGED, "a simulation's numbers ran away")

/// The answer of every call that can fail. Zero is success.
typedef enum bight_status {
#define X(name, text) BIGHT_##name,
    BIGHT_STATUS_LIST(X)
#undef X
} bight_status;

/// One sentence in English for a status. A string constant: never free it.
BIGHT_API const char *bight_status_text(bight_status status);

/// What went wrong, in words. Calls that take one accept NULL; on success they leave it alone.
typedef struct bight_error {
    bight_status status;
    int32_t line;      ///< 1-based line of the input, 0 when there is no line to speak of.
    char message[248]; ///< "what is wrong: how to mend it", no trailing newline, always terminated.
} bight_error;

/// Position or direction in metres (or in any one unit the caller keeps to), right-handed, y up.
typedef struct bight_vec3 {
    double x, y, z;
} bight_vec3;

/// Memory comes from here. Zero-initialised means malloc, realloc and free.
typedef struct bight_allocator {
    /// Resize like realloc: old may be NULL, new_size 0 frees and returns NULL. Returns NULL on failure
    /// and then leaves old alone. old_size is what was asked for before.
    void *(*resize)(void *user, void *old, size_t old_size, size_t new_size);
    void *user; ///< Handed to resize untouched. Nullable.
} bight_allocator;

/// Bytes that a writer made. Free them with bight_bytes_free().
typedef struct bight_bytes {
    uint8_t *data;    ///< (size); NULL when empty
    size_t size;      ///< bytes in use
    int32_t capacity; ///< bytes allocated, the library's own business
} bight_bytes;

/// Give the bytes back and leave none. Empty bytes, or NULL, are fine.
BIGHT_API void bight_bytes_free(const bight_allocator *allocator, bight_bytes *bytes);

/// How serious a log line is.
typedef enum bight_log_level {
    BIGHT_LOG_DEBUG,
    BIGHT_LOG_INFO,
    BIGHT_LOG_WARNING,
    BIGHT_LOG_ERROR
} bight_log_level;

/// Where words go. Zero-initialised means nowhere: the library never prints.
typedef struct bight_log {
    void (*write)(void *user, bight_log_level level, const char *message);
    void *user; ///< Handed to write untouched. Nullable.
} bight_log;

/// How a caller stops work that has become long. Zero-initialised means never.
typedef struct bight_watch {
    /// Asked within every 50 ms of work, in the thread that works; must be quick. true: stop. The call then
    /// leaves everything in order and answers BIGHT_ERROR_STOPPED.
    bool (*stop)(void *user);
    void *user; ///< Handed to stop untouched. Nullable.
} bight_watch;

/// What a call may use of the outside world. All zero is a working default. Copied, never kept by address.
typedef struct bight_env {
    bight_allocator allocator;
    bight_log log;
    int32_t threads;   ///< 1 to 64; 0 means 1. Results never depend on it.
    bight_watch watch; ///< Asked by all that names, draws, tabulates and changes knots, by steps of cloth and
                       ///< by checks and repairs of meshes.
} bight_env;
