// SPDX-License-Identifier: MIT
// PNG through libpng, in memory. libpng reports errors by longjmp: everything that must survive the jump
// lives in png_job, outside the frame that calls setjmp.

#include "bight/io.h"

#include "core/error.h"
#include "core/memory.h"
#include "io/text.h"

#define MAX_SIDE 32768

#ifdef BIGHT_HAS_PNG

#include <png.h>
#include <stddef.h>
#include <string.h>

typedef struct png_job {
    const bight_allocator *allocator;
    bight_bytes *bytes;
    png_structp png;
    png_infop info;
    const uint8_t *pixels;
    int32_t width, height, channels;
    bight_status status;
    char message[160];
} png_job;

static void on_error(png_structp png, png_const_charp message)
{
    png_job *job = png_get_error_ptr(png);
    size_t length = strlen(message), limit = sizeof job->message - 1;
    length = length < limit ? length : limit;
    memcpy(job->message, message, length);
    job->message[length] = '\0';
    job->status = job->status == BIGHT_OK ? BIGHT_ERROR_NO_MEMORY : job->status;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void on_write(png_structp png, png_bytep data, size_t size)
{
    png_job *job = png_get_io_ptr(png);
    job->status = bi_bytes_append(job->allocator, job->bytes, data, size);
    if (job->status != BIGHT_OK) {
        png_error(png, "out of memory");
    }
}

static void on_flush(png_structp png)
{
    (void)png;
}

// Blocks for libpng remember their size in front, because bight_allocator wants it back.
typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

static png_voidp on_malloc(png_structp png, png_alloc_size_t size)
{
    const png_job *job = png_get_mem_ptr(png);
    if (size > SIZE_MAX - sizeof(block_head)) {
        return NULL;
    }
    block_head *block = bi_resize(job->allocator, NULL, 0, size + sizeof *block);
    if (block == NULL) {
        return NULL;
    }
    block->size = size + sizeof *block;
    return block + 1;
}

static void on_free(png_structp png, png_voidp pointer)
{
    const png_job *job = png_get_mem_ptr(png);
    if (pointer != NULL) {
        block_head *block = (block_head *)pointer - 1;
        bi_resize(job->allocator, block, block->size, 0);
    }
}

// Only this function is jumped back into, and it has no local variables to lose.
static void encode(png_job *job)
{
    if (setjmp(png_jmpbuf(job->png)) != 0) {
        return;
    }
    png_set_write_fn(job->png, job, on_write, on_flush);
    png_set_compression_level(job->png, 6);
    png_set_IHDR(job->png, job->info, (png_uint_32)job->width, (png_uint_32)job->height, 8,
                 job->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(job->png, job->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(job->png, job->info);
    for (; job->height > 0; job->height--) {
        png_write_row(job->png, job->pixels);
        job->pixels += (size_t)job->width * (size_t)job->channels;
    }
    png_write_end(job->png, job->info);
}

static bight_status write_png(png_job *job, bight_error *error)
{
    job->png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, job, on_error, on_warning, job, on_malloc, on_free);
    job->info = job->png == NULL ? NULL : png_create_info_struct(job->png);
    if (job->info == NULL) {
        job->status = BIGHT_ERROR_NO_MEMORY;
    } else {
        encode(job);
    }
    if (job->png != NULL) {
        png_destroy_write_struct(&job->png, &job->info);
    }
    if (job->status != BIGHT_OK) {
        bight_bytes_free(job->allocator, job->bytes);
        return bi_fail(error, job->status, 0, "PNG of %d pixels a row: %s", job->width,
                       job->message[0] == '\0' ? "out of memory" : job->message);
    }
    return BIGHT_OK;
}

#else

typedef struct png_job {
    const bight_allocator *allocator;
    bight_bytes *bytes;
    const uint8_t *pixels;
    int32_t width, height, channels;
} png_job;

static bight_status write_png(png_job *job, bight_error *error)
{
    (void)job;
    return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                   "this build cannot write PNG: install libpng (Debian: libpng-dev) and build again");
}

#endif

bight_status bight_write_png(const bight_env *env, const uint8_t *pixels, int32_t width, int32_t height,
                             int32_t channels, bight_bytes *bytes, bight_error *error)
{
    *bytes = (bight_bytes){0};
    if (pixels == NULL || width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE ||
        (channels != 3 && channels != 4)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "PNG of %d x %d x %d: 1 to %d pixels a side and 3 or 4 channels can be written", width,
                       height, channels, MAX_SIDE);
    }
    png_job job = {.allocator = env == NULL ? NULL : &env->allocator,
                   .bytes = bytes,
                   .pixels = pixels,
                   .width = width,
                   .height = height,
                   .channels = channels};
    return write_png(&job, error);
}
