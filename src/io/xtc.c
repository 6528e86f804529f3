// SPDX-License-Identifier: MIT
// XTC, trajectories of GROMACS. The layout is in docs/formats.md.

#include "io/curve_list.h"
#include "io/periodic_box.h"
#include "io/xtc_bits.h"

#include "core/error.h"
#include "core/vec3.h"

#include <math.h>
#include <string.h>

enum { MAGIC = 1995, MAGIC_LONG = 2023, HEAD = 56, PLAIN_ATOMS = 9 };

typedef struct xtc_reader {
    bi_curve_list *list;
    const uint8_t *at, *start, *end;
    int64_t moved;
    int32_t atoms; // of the frame in hand
} xtc_reader;

static bight_status fail(const xtc_reader *r, const char *what)
{
    return bi_fail(r->list->error, BIGHT_ERROR_PARSE, 0, "byte %lld: %s", (long long)(r->at - r->start),
                   what);
}

// All numbers have four bytes, the high one first. The caller has looked that they are there.
static int32_t take_integer(xtc_reader *r)
{
    uint32_t word = (uint32_t)r->at[0] << 24 | (uint32_t)r->at[1] << 16 | (uint32_t)r->at[2] << 8 | r->at[3];
    int32_t value;
    memcpy(&value, &word, sizeof value);
    r->at += 4;
    return value;
}

static float take_float(xtc_reader *r)
{
    int32_t bits = take_integer(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool has(const xtc_reader *r, size_t bytes)
{
    return (size_t)(r->end - r->at) >= bytes;
}

static void take_box(xtc_reader *r, bi_periodic_box *box)
{
    double edges[3] = {0, 0, 0};
    bool along = true;
    for (int32_t i = 0; i < 9; i++) {
        double value = (double)take_float(r);
        if (i % 4 == 0) {
            edges[i / 4] = value;
            along = along && value > 0.0 && value < 1e9;
        } else {
            along = along && value == 0.0;
        }
    }
    const double none[3] = {0, 0, 0};
    *box = (bi_periodic_box){.known = false};
    if (along) {
        bi_box_lay_out(box, none, edges, none);
        box->periodic[0] = box->periodic[1] = box->periodic[2] = true;
    }
}

static bight_status add_atom(xtc_reader *r, const bi_periodic_box *box, const float x[3])
{
    const bight_curves *curves = r->list->curves;
    bight_vec3 place = {(double)x[0], (double)x[1], (double)x[2]};
    int32_t before = bi_curve_points(r->list);
    if (!v3_is_finite(place)) {
        return bi_fail(r->list->error, BIGHT_ERROR_PARSE, 0, "atom %d (counted from 1) is not finite",
                       (int)before + 1);
    }
    bool moved = false;
    if (box->known && before > 0) {
        place = bi_box_beside(box, place, curves->points[curves->point_count - 1], &moved);
    }
    r->moved += moved;
    return bi_curve_add(r->list, place, 0);
}

// Up to nine atoms are not packed.
static bight_status read_plain(xtc_reader *r, const bi_periodic_box *box)
{
    bight_status status = BIGHT_OK;
    if (!has(r, 12 * (size_t)r->atoms)) {
        return fail(r, "the file ends inside a frame");
    }
    for (int32_t i = 0; i < r->atoms && status == BIGHT_OK; i++) {
        float x[3];
        for (int32_t k = 0; k < 3; k++) {
            x[k] = take_float(r);
        }
        status = add_atom(r, box, x);
    }
    return status;
}

static bight_status read_packed(xtc_reader *r, const bi_periodic_box *box)
{
    bi_xtc_pack pack;
    bi_xtc_bits bits;
    if (!has(r, 36)) {
        return fail(r, "the file ends inside a frame");
    }
    float precision = take_float(r);
    for (int32_t k = 0; k < 3; k++) {
        pack.low[k] = take_integer(r);
    }
    for (int32_t k = 0; k < 3; k++) {
        pack.high[k] = take_integer(r);
    }
    pack.small = take_integer(r);
    int32_t size = take_integer(r);
    if (!(precision > 0.0f) || !isfinite(precision) || size < 0 || !bi_xtc_open(&bits, &pack)) {
        return fail(r, "a precision, bounds or sizes that no frame has: the file is damaged");
    }
    size_t padded = ((size_t)size + 3) / 4 * 4;
    if (!has(r, padded)) {
        return fail(r, "the file ends inside a frame");
    }
    pack.bytes = r->at;
    pack.size = (size_t)size;

    // x = n / precision, in floats as every other reader has it
    const float unit = 1.0f / precision;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < r->atoms && status == BIGHT_OK; i++) {
        int64_t n[3];
        if (!bi_xtc_next(&bits, n)) {
            return fail(r, "packed coordinates that end too early or make no sense: the file is damaged");
        }
        const float x[3] = {(float)n[0] * unit, (float)n[1] * unit, (float)n[2] * unit};
        status = add_atom(r, box, x);
    }
    r->at += padded;
    return status;
}

static bight_status read_frame(xtc_reader *r, int32_t frame)
{
    if (!has(r, HEAD)) {
        return fail(r, "the file ends inside a frame");
    }
    int32_t magic = take_integer(r);
    if (magic != MAGIC) {
        return fail(r, magic == MAGIC_LONG ? "a frame of more than 298 million atoms, which is not read"
                                           : "no frame of XTC, which begins with the number 1995");
    }
    r->atoms = take_integer(r);
    r->at += 8; // step and time
    bi_periodic_box box;
    take_box(r, &box);
    if (r->atoms < 2 || take_integer(r) != r->atoms) {
        return fail(r, r->atoms < 2 ? "fewer than 2 atoms"
                                    : "two numbers of atoms that differ: the file is damaged");
    }
    bight_status status = r->atoms <= PLAIN_ATOMS ? read_plain(r, &box) : read_packed(r, &box);
    return status == BIGHT_OK ? bi_curve_end_frame(r->list, frame) : status;
}

bight_status bi_read_xtc(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    (void)options;
    const uint8_t *start = (const uint8_t *)bytes;
    xtc_reader r = {.list = list, .at = start, .start = start, .end = start + length};
    list->curves->frames = true;
    bight_status status = BIGHT_OK;
    for (int32_t frame = 1; status == BIGHT_OK && r.at < r.end && frame < INT32_MAX; frame++) {
        bi_curve_frame(list);
        status = read_frame(&r, frame);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    bi_curve_frames_end(list);
    if (list->curves->curve_count == 0) {
        return fail(&r, "no frames in the file");
    }
    status =
        bi_curve_note(list, "XTC has no names: all %d atoms of a frame are taken as one chain", (int)r.atoms);
    return status == BIGHT_OK && r.moved > 0
               ? bi_curve_note(list, "%lld atoms put beside the one before, across sides of the box",
                               (long long)r.moved)
               : status;
}
