// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"
#include "bight/video.h"
#include "surface.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "video_test";

static int32_t files_in_folder(void)
{
    DIR *directory = opendir(folder);
    int32_t count = 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += entry->d_name[0] != '.';
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
          unit(a_dead_encoder_is_an_error), unit(bad_films_are_refused))
