// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "bight/video.h"
#include "render/film_check.h"
#include "surface.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "video_test";

static int32_t files_in_folder(void)
{
    DIR *directory = opendir(folder);
    int32_t count = 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const char *name = entry->d_name; // .bin holds the ffmpegs of the tests
        count += strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strcmp(name, ".bin") != 0;
    }
    closedir(directory);
    return count;
}

static bool has_ffmpeg(void)
{
    bight_video *video;
    bight_status status = bight_video_open(NULL, "video_test/try.mp4", 16, 16, 10, &video, NULL);
    bight_video_close(video, false, NULL);
    return status == BIGHT_OK;
}

TEST(a_film_appears_when_it_is_complete)
{
    mkdir(folder, 0777);
    if (!has_ffmpeg()) {
        skip();
    }
    static uint8_t frame[64 * 48 * 3];
    bight_video *video;
    bight_error error;
    CHECK(bight_video_open(NULL, "video_test/a:b.mp4", 64, 48, 25, &video, &error) == BIGHT_OK);
    for (int32_t i = 0; i < 25; i++) {
        memset(frame, 10 * i, sizeof frame);
        CHECK(bight_video_frame(video, frame, &error) == BIGHT_OK);
    }
    CHECK(access("video_test/a:b.mp4", F_OK) != 0);
    bight_status status = bight_video_close(video, true, &error);
    if (status != BIGHT_OK && strstr(error.message, "libx264") != NULL) {
        skip(); // an ffmpeg without H.264
    }
    CHECK(status == BIGHT_OK);
    bight_bytes bytes;
    CHECK(bight_read_file(NULL, "video_test/a:b.mp4", 0, &bytes, NULL) == BIGHT_OK);
    CHECK(bytes.size > 500 && memcmp(bytes.data + 4, "ftyp", 4) == 0);

    // fast start: the index comes before the data
    const uint8_t *moov = NULL, *mdat = NULL;
    for (size_t i = 0; i + 4 <= bytes.size; i++) {
        moov = moov == NULL && memcmp(bytes.data + i, "moov", 4) == 0 ? bytes.data + i : moov;
        mdat = mdat == NULL && memcmp(bytes.data + i, "mdat", 4) == 0 ? bytes.data + i : mdat;
    }
    CHECK(moov != NULL && mdat != NULL && moov < mdat);
    bight_bytes_free(NULL, &bytes);
    assert_int_equal(files_in_folder(), 1);
    unlink("video_test/a:b.mp4");
}

TEST(a_film_given_up_leaves_nothing)
{
    if (!has_ffmpeg()) {
        skip();
    }
    static uint8_t frame[64 * 48 * 3];
    bight_video *video;
    CHECK(bight_video_open(NULL, "video_test/gone.mp4", 64, 48, 25, &video, NULL) == BIGHT_OK);
    CHECK(bight_video_frame(video, frame, NULL) == BIGHT_OK);
    CHECK(bight_video_close(video, false, NULL) == BIGHT_OK);
    assert_int_equal(files_in_folder(), 0);
}

// An ffmpeg that dies at once: frames fail with words, no signal ends the program, nothing is left.
TEST(a_dead_encoder_is_an_error)
{
    mkdir("video_test/.bin", 0777);
    const char script[] = "#!/bin/sh\necho no such codec >&2\nexit 1\n";
    CHECK(bight_write_file(NULL, "video_test/.bin/ffmpeg", script, sizeof script - 1, NULL) == BIGHT_OK);
    CHECK(chmod("video_test/.bin/ffmpeg", 0777) == 0);
    char path[4096], *before = getenv("PATH") == NULL ? "/usr/bin:/bin" : getenv("PATH");
    char *kept = strdup(before);
    snprintf(path, sizeof path, "video_test/.bin:%s", kept);
    setenv("PATH", path, 1);
    static uint8_t frame[1024 * 1024 * 3];
    bight_video *video;
    bight_error error;
    CHECK(bight_video_open(NULL, "video_test/dead.mp4", 1024, 1024, 25, &video, &error) == BIGHT_OK);
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 10 && status == BIGHT_OK; i++) {
        status = bight_video_frame(video, frame, &error);
    }
    CHECK(status == BIGHT_ERROR_IO && bight_video_frame(video, frame, NULL) == BIGHT_ERROR_IO);
    CHECK(bight_video_close(video, true, &error) == BIGHT_ERROR_IO);
    assert_int_equal(files_in_folder(), 0);

    // and none at all is unsupported, with the package to install
    setenv("PATH", "/nonexistent", 1);
    status = bight_video_open(NULL, "video_test/none.mp4", 16, 16, 25, &video, &error);
    CHECK(status == BIGHT_ERROR_UNSUPPORTED && strstr(error.message, "Debian") != NULL && video == NULL);
    assert_int_equal(files_in_folder(), 0);
    setenv("PATH", kept, 1);
    free(kept);
}

// ---- films that are not whole -----------------------------------------------------------------------

// Frames of noise, which no encoder makes small. What the last call said is in error.
static bight_status noisy_film(const char *path, int32_t frames, bight_error *error)
{
    static uint8_t frame[160 * 120 * 3];
    uint32_t state = 1;
    bight_video *video;
    bight_status status = bight_video_open(NULL, path, 160, 120, 25, &video, error);
    for (int32_t i = 0; i < frames && status == BIGHT_OK; i++) {
        for (size_t k = 0; k < sizeof frame; k++) {
            state = 1664525u * state + 1013904223u;
            frame[k] = (uint8_t)(state >> 24);
        }
        status = bight_video_frame(video, frame, error);
    }
    bight_status closed = bight_video_close(video, status == BIGHT_OK, error);
    return status == BIGHT_OK ? closed : status;
}

static const char *fault_of(const char *path, int64_t frames)
{
    FILE *film = fopen(path, "rb");
    CHECK(film != NULL);
    const char *fault = bi_film_fault(film, frames);
    fclose(film);
    return fault;
}

static bool has_encoder(void)
{
    bight_error error = {0};
    bool good = noisy_film("video_test/try.mp4", 2, &error) == BIGHT_OK;
    unlink("video_test/try.mp4");
    return good;
}

// Every beginning of a film is seen to be one; so are too few frames.
TEST(a_torn_film_is_seen)
{
    if (!has_encoder()) {
        skip();
    }
    bight_error error = {0};
    bight_bytes bytes;
    CHECK(noisy_film("video_test/whole.mp4", 5, &error) == BIGHT_OK);
    CHECK(fault_of("video_test/whole.mp4", 5) == NULL);
    CHECK(fault_of("video_test/whole.mp4", 6) != NULL && fault_of("video_test/whole.mp4", 4) != NULL);
    CHECK(bight_read_file(NULL, "video_test/whole.mp4", 0, &bytes, NULL) == BIGHT_OK);
    for (size_t size = 0; size < bytes.size; size += 1 + size / 7) {
        CHECK(bight_write_file(NULL, "video_test/torn.mp4", bytes.data, size, NULL) == BIGHT_OK);
        CHECK(fault_of("video_test/torn.mp4", 5) != NULL);
    }
    bight_bytes_free(NULL, &bytes);
    unlink("video_test/torn.mp4");
    unlink("video_test/whole.mp4");
}

// An ffmpeg that ends well and yet was unlucky: `after` is what its script does when the film is made.
static bight_status with_ffmpeg(const char *after, bight_error *error)
{
    char script[600], path[4096], *kept = strdup(getenv("PATH") == NULL ? "/usr/bin:/bin" : getenv("PATH"));
    int length = snprintf(
        script, sizeof script,
        "#!/bin/sh\nPATH='%s'\nffmpeg \"$@\" || exit\nfor film; do :; done\nfilm=${film#file:}\n%s\n", kept,
        after);
    CHECK(length > 0 && (size_t)length < sizeof script);
    mkdir("video_test/.bin", 0777);
    CHECK(bight_write_file(NULL, "video_test/.bin/ffmpeg", script, (size_t)length, NULL) == BIGHT_OK);
    CHECK(chmod("video_test/.bin/ffmpeg", 0777) == 0);
    snprintf(path, sizeof path, "video_test/.bin:%s", kept);
    setenv("PATH", path, 1);
    bight_status status = noisy_film("video_test/unlucky.mp4", 3, error);
    setenv("PATH", kept, 1);
    free(kept);
    return status;
}

TEST(what_ffmpeg_wrote_and_said_is_looked_at)
{
    if (!has_encoder()) {
        skip();
    }
    bight_error error = {0};
    CHECK(with_ffmpeg("", &error) == BIGHT_OK);
    CHECK(remove("video_test/unlucky.mp4") == 0);
    CHECK(with_ffmpeg("head -c 8192 \"$film\" >\"$film.part\"; mv \"$film.part\" \"$film\"", &error) ==
          BIGHT_ERROR_IO);
    CHECK(strstr(error.message, "cut off") != NULL);
    CHECK(with_ffmpeg("echo No space left on device >&2; echo Conversion failed! >&2", &error) ==
          BIGHT_ERROR_IO);
    CHECK(strstr(error.message, "No space left on device") != NULL);
    CHECK(with_ffmpeg("rm \"$film\"", &error) == BIGHT_ERROR_IO);
    CHECK(with_ffmpeg("echo 'ffmpeg: libtinfo.so.6: no version information available' >&2", &error) ==
          BIGHT_OK);
    CHECK(remove("video_test/unlucky.mp4") == 0);
    assert_int_equal(files_in_folder(), 0);
}

TEST(a_film_beyond_a_limit_is_an_error)
{
    if (!has_encoder()) {
        skip();
    }
    struct rlimit before, small;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 8192;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    bight_error error = {0};
    bight_status status = noisy_film("video_test/large.mp4", 10, &error);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(status == BIGHT_ERROR_IO && strstr(error.message, "ffmpeg: ") != NULL);
    assert_int_equal(files_in_folder(), 0);
}

// ffmpeg itself cannot write there: its index goes to the front.
TEST(a_film_can_go_into_a_pipe)
{
    if (!has_encoder()) {
        skip();
    }
    CHECK(mkfifo("video_test/pipe.mp4", 0600) == 0);
    FILE *copy = popen("cat video_test/pipe.mp4 >video_test/copy.mp4", "w");
    CHECK(copy != NULL);
    bight_error error = {0};
    CHECK(noisy_film("video_test/pipe.mp4", 4, &error) == BIGHT_OK);
    CHECK(pclose(copy) == 0);
    CHECK(fault_of("video_test/copy.mp4", 4) == NULL);
    struct stat about;
    CHECK(lstat("video_test/pipe.mp4", &about) == 0 && S_ISFIFO(about.st_mode));
    unlink("video_test/pipe.mp4");
    unlink("video_test/copy.mp4");
    assert_int_equal(files_in_folder(), 0);
}

TEST(bad_films_are_refused)
{
    bight_video *video;
    CHECK(bight_video_open(NULL, "x.mp4", 15, 16, 25, &video, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_video_open(NULL, "x.mp4", 16, 16, 0, &video, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_video_open(NULL, "", 16, 16, 25, &video, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_video_open(NULL, "no/such/folder/x.mp4", 16, 16, 25, &video, NULL) == BIGHT_ERROR_IO);
    CHECK(bight_video_close(NULL, true, NULL) == BIGHT_OK);
}

RUN_TESTS(unit(a_film_appears_when_it_is_complete), unit(a_film_given_up_leaves_nothing),
          unit(a_dead_encoder_is_an_error), unit(a_torn_film_is_seen),
          unit(what_ffmpeg_wrote_and_said_is_looked_at), unit(a_film_beyond_a_limit_is_an_error),
          unit(a_film_can_go_into_a_pipe), unit(bad_films_are_refused))
