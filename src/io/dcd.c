// SPDX-License-Identifier: MIT
// DCD, trajectories of CHARMM, NAMD and OpenMM: records of Fortran, of either byte order. The layout is in docs/formats.md.

#include "io/curve_list.h"
#include "io/periodic_box.h"

#include "core/error.h"
#include "core/vec3.h"

#include <string.h>

enum { HEADER = 84, CELL = 48 };

typedef struct dcd_reader {
    bi_curve_list *list;
    const uint8_t *at, *start, *end;
    bool big;
    int64_t moved;
} dcd_reader;

typedef struct record {
    const uint8_t *bytes;
    uint32_t size;
} record;

static bight_status fail(const dcd_reader *r, const char *what)
{
    return bi_fail(r->list->error, BIGHT_ERROR_PARSE, 0, "byte %lld: %s", (long long)(r->at - r->start),
                   what);
}

static uint32_t word_at(const dcd_reader *r, const uint8_t *p)
{
    return r->big ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                  : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static float float_at(const dcd_reader *r, const uint8_t *p)
{
    uint32_t bits = word_at(r, p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double double_at(const dcd_reader *r, const uint8_t *p)
{
    uint64_t first = word_at(r, p), second = word_at(r, p + 4),
             bits = r->big ? first << 32 | second : second << 32 | first;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// A record is its size, its bytes, its size again.
static bight_status next_record(dcd_reader *r, record *found)
{
    size_t left = (size_t)(r->end - r->at);
    if (left < 8) {
        return fail(r, "the file ends inside a frame or its header");
    }
    found->size = word_at(r, r->at);
    found->bytes = r->at + 4;
    if (found->size > left - 8) {
        return fail(r, "a record that is longer than the rest of the file: is it cut?");
    }
    if (word_at(r, found->bytes + found->size) != found->size) {
        return fail(r, "a record whose two sizes differ: the file is damaged");
    }
    r->at += (size_t)found->size + 8;
    return BIGHT_OK;
}

// Edges A, B, C at 0, 2, 5; at 1, 3, 4 cosines or degrees, 0 or 90 for a box along the axes.
static bight_status read_cell(dcd_reader *r, bi_periodic_box *box)
{
    record cell = {NULL, 0};
    bight_status status = next_record(r, &cell);
    if (status != BIGHT_OK || cell.size != CELL) {
        return status != BIGHT_OK ? status : fail(r, "a unit cell that is not 48 bytes");
    }
    double six[6];
    for (int32_t i = 0; i < 6; i++) {
        six[i] = double_at(r, cell.bytes + 8 * i);
    }
    bool along = true;
    for (int32_t i = 0; i < 3; i++) {
        double angle = six[i == 0 ? 1 : i + 2];
        along = along && (angle == 0.0 || angle == 90.0);
    }
    const double low[3] = {0, 0, 0}, high[3] = {six[0], six[2], six[5]}, tilt[3] = {0, 0, 0};
    along = along && high[0] > 0.0 && high[1] > 0.0 && high[2] > 0.0 && high[0] < 1e9 && high[1] < 1e9 &&
            high[2] < 1e9;
    *box = (bi_periodic_box){.known = false};
    if (along) {
        bi_box_lay_out(box, low, high, tilt);
        box->periodic[0] = box->periodic[1] = box->periodic[2] = true;
    }
    return BIGHT_OK;
}

static bight_status read_frame(dcd_reader *r, int32_t frame, uint32_t atoms, bool has_cell)
{
    bi_periodic_box box = {.known = false};
    record axes[3] = {{NULL, 0}};
    bight_status status = has_cell ? read_cell(r, &box) : BIGHT_OK;
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        status = next_record(r, &axes[i]);
        if (status == BIGHT_OK && axes[i].size != 4 * atoms) {
            return fail(r, "coordinates that are not four bytes for each atom");
        }
    }
    bight_vec3 before = {0, 0, 0};
    for (uint32_t k = 0; k < atoms && status == BIGHT_OK; k++) {
        size_t offset = 4 * (size_t)k;
        bight_vec3 x = {(double)float_at(r, axes[0].bytes + offset),
                        (double)float_at(r, axes[1].bytes + offset),
                        (double)float_at(r, axes[2].bytes + offset)};
        if (!v3_is_finite(x)) {
            return bi_fail(r->list->error, BIGHT_ERROR_PARSE, 0, "atom %u (counted from 1) is not finite",
                           (unsigned)k + 1);
        }
        bool moved = false;
        before = box.known && k > 0 ? bi_box_beside(&box, x, before, &moved) : x;
        r->moved += moved;
        status = bi_curve_add(r->list, before, 0);
    }
    return status == BIGHT_OK ? bi_curve_end_frame(r->list, frame) : status;
}

bight_status bi_read_dcd(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    (void)options;
    const uint8_t *start = (const uint8_t *)bytes;
    dcd_reader r = {.list = list, .at = start, .start = start, .end = start + length};
    record header = {NULL, 0}, titles = {NULL, 0}, count = {NULL, 0};
    list->curves->frames = true;
    r.big = length >= 4 && word_at(&r, r.at) != HEADER;
    if (length < 8 || word_at(&r, r.at) != HEADER || memcmp(r.at + 4, "CORD", 4) != 0) {
        return fail(&r, "no DCD: it begins with a record of 84 bytes, CORD (64-bit records are not read)");
    }
    bight_status status = next_record(&r, &header);
    status = status == BIGHT_OK ? next_record(&r, &titles) : status;
    status = status == BIGHT_OK ? next_record(&r, &count) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // numbers of the header: 8 atoms that stay where they are, 10 unit cells, 11 a fourth coordinate
    uint32_t fixed = word_at(&r, header.bytes + 4 + 4 * 8), cells = word_at(&r, header.bytes + 4 + 4 * 10);
    uint32_t fourth = word_at(&r, header.bytes + 4 + 4 * 11),
             atoms = count.size == 4 ? word_at(&r, count.bytes) : 0;
    if (fixed != 0 || fourth != 0) {
        return fail(&r, fixed != 0 ? "fixed atoms are not read: write all atoms of every frame"
                                   : "a fourth coordinate is not read");
    }
    if (atoms < 2 || atoms > INT32_MAX / 4) {
        return fail(&r, "fewer than 2 atoms, or no number of atoms");
    }
    for (int32_t frame = 1; status == BIGHT_OK && r.at < r.end && frame < INT32_MAX; frame++) {
        bi_curve_frame(list);
        status = read_frame(&r, frame, atoms, cells != 0);
    }
    if (status == BIGHT_OK) {
        bi_curve_frames_end(list);
    }
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        return fail(&r, "no frames in the file");
    }
    status = status == BIGHT_OK
                 ? bi_curve_note(list, "DCD has no names: all %u atoms of a frame are taken as one chain",
                                 (unsigned)atoms)
                 : status;
    return status == BIGHT_OK && r.moved > 0
               ? bi_curve_note(list, "%lld atoms put beside the one before, across sides of the box",
                               (long long)r.moved)
               : status;
}
