// SPDX-License-Identifier: MIT
// ffmpeg reads raw frames from a socket that is its standard input. A socket, because a pipe to a process
// that has died raises SIGPIPE, which is the program's and not the library's to handle; send() can ask for
// an error instead. Its messages are kept in an unnamed file, to be quoted when it fails. It may leave a torn
// film and still end well (a full disk): its messages, and the film itself, are looked at before it gets its
// name.

#define _POSIX_C_SOURCE 200809L

#include "bight/video.h"

#include "core/error.h"

#if defined(__unix__) && !defined(__EMSCRIPTEN__)

#include "core/memory.h"
#include "io/file.h"
#include "io/text.h"
#include "render/film_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct bight_video {
    bight_allocator allocator;
    bi_output output;          // the file that the film becomes
    bight_bytes path, scratch; // terminated; what ffmpeg writes, with "file:" in front
    FILE *words;               // what ffmpeg says
    size_t frame_size;
    int64_t frames; // sent whole
    pid_t process;  // 0 when there is none
    int socket;     // -1 when closed
    bool opened, failed;
};

// ffmpeg's first line, which is the cause; later ones follow from it. False when it said nothing. The
// loader's remark about a library without versions is not ffmpeg's.
static bool first_words(FILE *words, char *text, size_t size)
{
    text[0] = '\0';
    bool begins = true; // a line
    char part[160];
    if (words == NULL || fseek(words, 0, SEEK_SET) != 0) {
        return false;
    }
    while (text[0] == '\0' && fgets(part, sizeof part, words) != NULL) {
        size_t length = strcspn(part, "\r\n");
        if (begins && length > 0 && strstr(part, "no version information available") == NULL) {
            snprintf(text, size, "%.*s", (int)length, part);
        }
        begins = part[length] != '\0';
    }
    return text[0] != '\0';
}

// In ffmpeg's words, or the system's reason when it said nothing.
static bight_status video_error(bight_video *video, const char *otherwise, bight_error *error)
{
    char text[160];
    bool said = first_words(video->words, text, sizeof text);
    video->failed = true;
    return bi_fail(error, BIGHT_ERROR_IO, 0, "%.70s: ffmpeg: %s", (const char *)video->path.data,
                   said ? text : otherwise);
}

// Run ffmpeg with its end of the socket as input. 0, or the error number of the spawn.
static int spawn(bight_video *video, int input, char **arguments)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed != 0) {
        return failed;
    }
    failed = posix_spawn_file_actions_adddup2(&actions, input, 0);
    failed = failed ? failed : posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&actions, fileno(video->words), 2);
    failed = failed ? failed : posix_spawnp(&video->process, "ffmpeg", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        video->process = 0;
    }
    return failed;
}

static int start(bight_video *video, int32_t width, int32_t height, int32_t fps, int32_t threads)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return errno;
    }

    // ours must not be open in ffmpeg too, or it would never see the end of its input
    video->socket = ends[0];
    if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 || fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0) {
        int reason = errno;
        close(ends[1]);
        return reason;
    }

    char size[32], rate[16], workers[16];
    snprintf(size, sizeof size, "%dx%d", (int)width, (int)height);
    snprintf(rate, sizeof rate, "%d", (int)fps);
    snprintf(workers, sizeof workers, "%d", (int)threads);
    char *arguments[] = {
        "ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-xerror",
        // in
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate, "-i", "pipe:0",
        // colours: say which matrix turns them back, or players guess by the size
        "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries",
        "bt709", "-color_trc", "bt709", "-color_range", "tv",
        // out
        "-an", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-preset", "medium", "-threads",
        workers, "-movflags", "+faststart", "-f", "mp4", (char *)video->scratch.data, NULL};

    int failed = spawn(video, ends[1], arguments);
    close(ends[1]);
    return failed;
}

static const char *scratch_path(const bight_video *video)
{
    return (const char *)video->scratch.data + 5;
}

// ffmpeg seeks back to the beginning of its file, which no device allows: it then writes a file
// elsewhere, which is copied. "file:" in front of the name, so that ffmpeg takes neither a dash nor a colon
// in it for its own.
static bight_status name_files(bight_video *video, const char *path, bight_error *error)
{
    const bight_allocator *allocator = &video->allocator;
    bight_status status = bi_output_open(&video->output, allocator, path, error);
    if (status != BIGHT_OK) {
        return status;
    }
    video->opened = true;

    // beside a device no file can be made: ffmpeg writes one in the folder of temporary files instead
    bight_bytes elsewhere = {0};
    if (video->output.temporary.size == 0) {
        const char *folder = getenv("TMPDIR");
        char begin[4096];
        int length = snprintf(begin, sizeof begin, "%s/", folder == NULL ? "/tmp" : folder), file = -1;
        bool fits = length > 0 && (size_t)length < sizeof begin;
        status = fits ? bi_temporary_file(allocator, begin, (size_t)length, &elsewhere, &file, error)
                      : BIGHT_ERROR_IO;
        if (status == BIGHT_ERROR_IO) {
            return bi_fail(error, status, 0, "%.120s: no file can be made there: set TMPDIR", begin);
        }
        if (status != BIGHT_OK) {
            return status;
        }
        close(file);
    }

    const bight_bytes *name = elsewhere.size > 0 ? &elsewhere : &video->output.temporary;
    status = bi_bytes_append(allocator, &video->path, path, strlen(path) + 1);
    status = status == BIGHT_OK ? bi_bytes_append(allocator, &video->scratch, "file:", 5) : status;
    status =
        status == BIGHT_OK ? bi_bytes_append(allocator, &video->scratch, name->data, name->size) : status;
    if (status != BIGHT_OK) {
        if (elsewhere.size > 0) {
            unlink((const char *)elsewhere.data);
        }
        video->scratch.size = 0;
        bi_fail(error, status, 0, "no memory for a file name");
    }

    bight_bytes_free(allocator, &elsewhere);
    return status;
}

bight_status bight_video_open(const bight_env *env, const char *path, int32_t width, int32_t height,
                              int32_t fps, bight_video **out, bight_error *error)
{
    bight_env defaults = {0};
    env = env == NULL ? &defaults : env;
    *out = NULL;
    if (path == NULL || path[0] == '\0' || width < 2 || width > 8192 || height < 2 || height > 8192 ||
        width % 2 != 0 || height % 2 != 0 || fps < 1 || fps > 240) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "film of %d x %d at %d frames a second: even sizes from 2 to 8192 and 1 to 240 frames a "
            "second can be written",
            width, height, fps);
    }

    bight_video *video = bi_new_array(&env->allocator, 1, sizeof *video);
    if (video == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a film");
    }
    *video = (bight_video){
        .allocator = env->allocator, .socket = -1, .frame_size = 3 * (size_t)width * (size_t)height};

    // ffmpeg starts last: it needs the film's name and a file for its words
    bight_status status = name_files(video, path, error);
    if (status == BIGHT_OK) {
        video->words = tmpfile();
        int reason = video->words == NULL
                         ? errno
                         : start(video, width, height, fps, env->threads < 1 ? 1 : env->threads);
        if (reason == ENOENT) {
            status =
                bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0, "films need ffmpeg: install it (Debian: ffmpeg)");
        } else if (reason != 0) {
            status = video_error(video, strerror(reason), error);
        }
    }

    if (status != BIGHT_OK) {
        bight_video_close(video, false, NULL);
        return status;
    }

    *out = video;
    return BIGHT_OK;
}

bight_status bight_video_frame(bight_video *video, const uint8_t *rgb, bight_error *error)
{
    size_t left = video->failed ? 0 : video->frame_size;
    while (left > 0) {
        ssize_t sent = send(video->socket, rgb, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return video_error(video, "stopped before the film was complete", error);
        }
        rgb += sent;
        left -= (size_t)sent;
    }
    video->frames += !video->failed;
    return video->failed ? bi_fail(error, BIGHT_ERROR_IO, 0, "the film had failed before this frame")
                         : BIGHT_OK;
}

// Wait for ffmpeg, and see how it ended, what it said and what it left.
static bight_status wait_and_look(bight_video *video, bool keep, bight_error *error)
{
    if (!keep) {
        kill(video->process, SIGKILL);
    }
    int ended = 0;
    while (waitpid(video->process, &ended, 0) < 0 && errno == EINTR) {
    }
    if (!keep || video->failed) {
        return BIGHT_OK;
    }
    char text[160];
    if (!(WIFEXITED(ended) && WEXITSTATUS(ended) == 0) || first_words(video->words, text, sizeof text)) {
        return video_error(video, "ended with an error", error);
    }
    FILE *film = fopen(scratch_path(video), "rb");
    const char *fault = film == NULL ? strerror(errno) : bi_film_fault(film, video->frames);
    if (film != NULL) {
        fclose(film);
    }
    return fault == NULL ? BIGHT_OK : video_error(video, fault, error);
}

// What was written elsewhere, into the device that it is for.
static bool copy_film(bight_video *video)
{
    uint8_t block[16384];
    size_t got = 0;
    FILE *film = fopen(scratch_path(video), "rb");
    bool good = film != NULL;
    while (good && (got = fread(block, 1, sizeof block, film)) > 0) {
        good = bi_output_write(&video->output, block, got);
    }
    good = good && ferror(film) == 0;
    int reason = errno;
    if (film != NULL) {
        fclose(film);
    }
    errno = reason;
    return good;
}

bight_status bight_video_close(bight_video *video, bool keep, bight_error *error)
{
    if (video == NULL) {
        return BIGHT_OK;
    }

    // without its socket ffmpeg sees the end of its input, writes the rest and ends
    bight_status status =
        video->failed ? bi_fail(error, BIGHT_ERROR_IO, 0, "the film had failed before") : BIGHT_OK;
    if (video->socket >= 0) {
        close(video->socket); // the end of the film for ffmpeg
    }
    if (video->process != 0) {
        bight_status looked = wait_and_look(video, keep && status == BIGHT_OK, error);
        status = status == BIGHT_OK ? looked : status;
    }

    // a film written elsewhere is copied to its device; errno stays that of the copy
    bool good = keep && status == BIGHT_OK;
    bool copied = video->scratch.size > 0 && video->output.temporary.size == 0;
    if (copied) {
        bool whole = !good || copy_film(video);
        int reason = errno;
        unlink(scratch_path(video));
        errno = reason;
        good = good && whole;
    }

    // the film takes its name only if all went well
    if (video->opened) {
        bight_status closed =
            bi_output_close(&video->output, &video->allocator, (const char *)video->path.data, good,
                            keep && status == BIGHT_OK ? error : NULL);
        status = keep && status == BIGHT_OK ? closed : status;
    }

    if (video->words != NULL) {
        fclose(video->words);
    }
    bight_allocator allocator = video->allocator;
    bight_bytes_free(&allocator, &video->path);
    bight_bytes_free(&allocator, &video->scratch);
    bi_free_array(&allocator, video, 1, sizeof *video);
    return status;
}

#else

bight_status bight_video_open(const bight_env *env, const char *path, int32_t width, int32_t height,
                              int32_t fps, bight_video **video, bight_error *error)
{
    (void)env, (void)path, (void)width, (void)height, (void)fps;
    *video = NULL;
    return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0, "films need a system that can run ffmpeg");
}

bight_status bight_video_frame(bight_video *video, const uint8_t *rgb, bight_error *error)
{
    (void)video, (void)rgb;
    return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0, "films need a system that can run ffmpeg");
}

bight_status bight_video_close(bight_video *video, bool keep, bight_error *error)
{
    (void)video, (void)keep, (void)error;
    return BIGHT_OK;
}

#endif
