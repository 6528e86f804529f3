// SPDX-License-Identifier: MIT
// ISO/IEC 14496-12: a file is a row of boxes: size (4 bytes, big-endian, itself included), name (4 bytes),
// content. Size 1: eight more bytes hold the size; 0: up to the end.

#define _POSIX_C_SOURCE 200809L

#include "render/film_check.h"

#include "core/assert.h"

#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

typedef struct box {
    char name[4];
    int64_t content, end; // offsets in the file
} box;

static bool read_number(FILE *film, int32_t bytes, uint64_t *number)
{
    *number = 0;
    for (int32_t i = 0; i < bytes; i++) {
        int byte = getc(film);
        if (byte == EOF) {
            return false;
        }
        *number = *number << 8 | (uint64_t)(unsigned char)byte;
    }
    return true;
}

// The box that begins at `at` and must end at `limit` or before. False when it is torn.
static bool read_box(FILE *film, int64_t at, int64_t limit, box *b)
{
    uint64_t size;
    if (fseeko(film, (off_t)at, SEEK_SET) != 0 || !read_number(film, 4, &size) ||
        fread(b->name, 1, 4, film) != 4) {
        return false;
    }
    b->content = at + 8;
    if (size == 1) {
        if (!read_number(film, 8, &size)) {
            return false;
        }
        b->content = at + 16;
    }
    if (size == 0) {
        size = (uint64_t)(limit - at);
    }
    if (size < (uint64_t)(b->content - at) || size > (uint64_t)(limit - at)) {
        return false;
    }
    b->end = at + (int64_t)size;
    return true;
}

// The first box of this name between two offsets. False when there is none or one before it is torn.
static bool find_box(FILE *film, int64_t from, int64_t to, const char *name, box *found)
{
    for (int64_t at = from; at < to; at = found->end) {
        if (!read_box(film, at, to, found)) {
            return false;
        }
        if (memcmp(found->name, name, 4) == 0) {
            return true;
        }
    }
    return false;
}

// moov / trak / mdia / minf / stbl / stsz: the sizes of all pictures.
static bool find_sizes(FILE *film, const box *index, box *sizes)
{
    static const char *const way[] = {"trak", "mdia", "minf", "stbl", "stsz"};
    *sizes = *index;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        if (!find_box(film, sizes->content, sizes->end, way[i], sizes)) {
            return false;
        }
    }
    return true;
}

static const char *check_sizes(FILE *film, const box *sizes, int64_t frames, int64_t most)
{
    uint64_t flags, each, count, sum = 0;
    if (fseeko(film, (off_t)sizes->content, SEEK_SET) != 0 || !read_number(film, 4, &flags) ||
        !read_number(film, 4, &each) || !read_number(film, 4, &count)) {
        return "its index is torn";
    }
    if ((int64_t)count != frames) {
        return "it holds not all of its frames";
    }
    for (uint64_t i = 0; i < count; i++) {
        uint64_t size = each;
        if (each == 0 && !read_number(film, 4, &size)) {
            return "its index is torn";
        }
        sum += size;
    }
    return sum > (uint64_t)most ? "its pictures are cut off" : NULL;
}

const char *bi_film_fault(FILE *film, int64_t frames)
{
    BI_ASSERT(film != NULL);
    if (fseeko(film, 0, SEEK_END) != 0) {
        return "it cannot be read again";
    }
    int64_t size = (int64_t)ftello(film), data = 0;
    box b, index = {.end = 0};
    for (int64_t at = 0; at < size; at = b.end) {
        if (!read_box(film, at, size, &b)) {
            return "it is cut off";
        }
        if (memcmp(b.name, "mdat", 4) == 0) {
            data += b.end - b.content;
        }
        if (memcmp(b.name, "moov", 4) == 0) {
            index = b;
        }
    }
    box sizes;
    if (index.end == 0 || !find_sizes(film, &index, &sizes)) {
        return "its index is missing";
    }
    return check_sizes(film, &sizes, frames, data);
}
