// SPDX-License-Identifier: MIT

#include "io/lammps_chain.h"

#include <stdio.h>
#include <stdlib.h>

int bi_lammps_by_id(const void *one, const void *two)
{
    const bi_lammps_atom *a = one, *b = two;
    return a->id != b->id ? (a->id < b->id ? -1 : 1) : (a->line > b->line) - (a->line < b->line);
}

static bight_status add_atom(bi_lammps_data *d, const bi_lammps_atom *a, bight_vec3 *before, bool first)
{
    bool moved = false;
    bool wrapped = d->box.known && !d->box.tilted && !d->images;
    *before = wrapped && !first ? bi_box_beside(&d->box, a->at, *before, &moved) : a->at;
    d->joined += moved;
    return bi_curve_add(d->list, *before, a->line);
}

static bight_status end_chain(bi_lammps_data *d, const bi_lammps_atom *a, bool ring)
{
    bight_status status = bi_curve_end(d->list, ring ? BI_ENDS_CLOSED : BI_ENDS_OPEN, a->line);
    if (status == BIGHT_OK && d->molecules) {
        char name[40];
        int length = snprintf(name, sizeof name, "mol%lld", (long long)a->molecule);
        bi_curve_name_last(d->list, (bi_word){name, (size_t)length});
    }
    return status;
}

// Along the bonds, from an end or once round. @param start Not taken yet.
static bight_status follow(bi_lammps_data *d, int32_t start, bool ring)
{
    bight_vec3 before = d->atoms[start].at;
    bight_status status = BIGHT_OK;
    int32_t count = 0;
    for (int32_t i = start; i >= 0 && status == BIGHT_OK; count++) {
        bi_lammps_atom *a = &d->atoms[i];
        a->taken = true;
        status = add_atom(d, a, &before, count == 0);
        int32_t next = -1;
        for (int32_t k = 0; k < a->bonds; k++) {
            next = next < 0 && !d->atoms[a->to[k]].taken ? a->to[k] : next;
        }
        i = next;
    }
    return status == BIGHT_OK ? end_chain(d, &d->atoms[start], ring) : status;
}

static bight_status add_bonded(bi_lammps_data *d)
{
    bight_status status = BIGHT_OK;
    for (int32_t pass = 0; pass < 2; pass++) { // from ends, then rings
        for (int32_t i = 0; i < d->count && status == BIGHT_OK; i++) {
            const bi_lammps_atom *a = &d->atoms[i];
            if (!a->taken && a->bonds == pass + 1) {
                status = follow(d, i, pass == 1);
            }
        }
    }
    for (int32_t i = 0; i < d->count; i++) {
        d->alone += d->atoms[i].bonds == 0;
    }
    return status;
}

static int by_molecule(const void *one, const void *two)
{
    const bi_lammps_atom *a = one, *b = two;
    return a->molecule != b->molecule ? (a->molecule < b->molecule ? -1 : 1) : bi_lammps_by_id(one, two);
}

// Without bonds, or where they branch: molecules in the order of ids.
static bight_status add_molecules(bi_lammps_data *d)
{
    bight_status status = BIGHT_OK;
    if (d->count > 0) {
        qsort(d->atoms, (size_t)d->count, sizeof *d->atoms, by_molecule);
    }
    for (int32_t i = 0, end = 0; i < d->count && status == BIGHT_OK; i = end) {
        while (end < d->count && d->atoms[end].molecule == d->atoms[i].molecule) {
            end++;
        }
        bight_vec3 before = d->atoms[i].at;
        if (end - i < 2) {
            d->alone++;
            continue;
        }
        for (int32_t k = i; k < end && status == BIGHT_OK; k++) {
            status = add_atom(d, &d->atoms[k], &before, k == i);
        }
        status = status == BIGHT_OK ? end_chain(d, &d->atoms[i], false) : status;
    }
    return status;
}

static bight_status say(bi_lammps_data *d, bool bonded)
{
    bight_status status = BIGHT_OK;
    if (!bonded) {
        status =
            d->branched > 0
                ? bi_curve_note(d->list,
                                "%d atoms have more than two bonds: each molecule is a chain in "
                                "the order of its ids",
                                (int)d->branched)
                : bi_curve_note(d->list, "no bonds: each molecule is an open chain in the order of its ids");
    }
    if (status == BIGHT_OK && d->joined > 0) {
        status = bi_curve_note(d->list, "%lld atoms put beside the one before, across sides of the box",
                               (long long)d->joined);
    }
    if (status == BIGHT_OK && d->alone > 0) {
        status = bi_curve_note(d->list, "%lld atoms left out that hang together with no other",
                               (long long)d->alone);
    }
    return status;
}

bight_status bi_lammps_add_chains(bi_lammps_data *d)
{
    bool bonded = false;
    for (int32_t i = 0; i < d->count; i++) {
        bonded = bonded || d->atoms[i].bonds > 0;
    }
    bonded = bonded && d->branched == 0;
    bight_status status = bonded ? add_bonded(d) : add_molecules(d);
    return status == BIGHT_OK ? say(d, bonded) : status;
}
