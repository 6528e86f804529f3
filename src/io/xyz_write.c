// SPDX-License-Identifier: MIT
// XYZ text, written as counted frames without labels.

#include "bight/io.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/text.h"

static bight_status write_point(const bight_allocator *allocator, bight_vec3 point, bight_bytes *bytes)
{
    const double numbers[3] = {point.x, point.y, point.z};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        status = bi_bytes_number(allocator, bytes, numbers[i], 17);
        status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, i < 2 ? " " : "\n", 1) : status;
    }
    return status;
}

static bight_status write_curve(const bight_allocator *allocator, const bight_curve *curve, bi_word comment,
                                bight_bytes *bytes)
{
    int64_t count = (int64_t)curve->count + curve->closed;
    bight_status status = bi_bytes_print(allocator, bytes, "%lld\n", (long long)count);
    status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, comment.start, comment.length) : status;
    status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, "\n", 1) : status;
    for (int64_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = write_point(allocator, curve->points[i == curve->count ? 0 : i], bytes);
    }
    return status;
}

bight_status bight_write_xyz(const bight_env *env, const bight_curve *curves, int32_t count,
                             const char *comment, bight_bytes *bytes, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *bytes = (bight_bytes){0};
    if (curves == NULL || count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "no curves to write");
    }

    // the comment is one line: it ends at its first control character
    bi_word line = {comment == NULL ? "" : comment, 0};
    while ((unsigned char)line.start[line.length] >= ' ') {
        line.length++;
    }

    // all curves are checked before anything is written
    for (int32_t i = 0; i < count; i++) {
        if (curves[i].points == NULL || curves[i].count < (curves[i].closed ? 3 : 2)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "curve %d has %d points: too few", i + 1,
                           curves[i].count);
        }
        for (int32_t k = 0; k < curves[i].count; k++) {
            if (!v3_is_finite(curves[i].points[k])) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0, "curve %d, point %d is not finite", i + 1,
                               k + 1);
            }
        }
    }

    // one frame for each curve; a closed one repeats its first point
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = write_curve(allocator, &curves[i], line, bytes);
    }

    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
        return bi_fail(error, status, 0, "no memory to write %d curves", count);
    }
    return BIGHT_OK;
}
