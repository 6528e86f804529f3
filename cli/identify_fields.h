// SPDX-License-Identifier: MIT
// Which answers are asked for: no other is computed.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// In the order in which they are printed: constant, word.
#define IDENTIFY_FIELDS(X)                                                                                   \
    X(POINTS, "points")                                                                                      \
    X(NAME, "name")                                                                                          \
    X(FACTORS, "factors")                                                                                    \
    X(LINKING, "linking")                                                                                    \
    X(CROSSINGS, "crossings")                                                                                \
    X(DT, "dt")                                                                                              \
    X(PD, "pd")                                                                                              \
    X(ALEXANDER, "alexander")                                                                                \
    X(JONES, "jones")                                                                                        \
    X(HOMFLY, "homfly")                                                                                      \
    X(KAUFFMAN, "kauffman")                                                                                  \
    X(DETERMINANT, "determinant")                                                                            \
    X(SIGNATURE, "signature")                                                                                \
    X(ARF, "arf")                                                                                            \
    X(GAUSS, "gauss")                                                                                        \
    X(CLOSURE, "closure")                                                                                    \
    X(CONFIDENCE, "confidence")                                                                              \
    X(CANDIDATES, "candidates")                                                                              \
    X(NOTES, "notes")                                                                                        \
    X(MS, "ms")

enum {
#define IDENTIFY_FIELD_NUMBER(constant, word) IDENTIFY_##constant,
    IDENTIFY_FIELDS(IDENTIFY_FIELD_NUMBER) IDENTIFY_FIELD_COUNT
#undef IDENTIFY_FIELD_NUMBER
};

#define IDENTIFY_ALL ((UINT32_C(1) << IDENTIFY_FIELD_COUNT) - 1)

/// What costs much, so it is computed only when it is asked for.
#define IDENTIFY_DEAR (UINT32_C(1) << IDENTIFY_GAUSS | UINT32_C(1) << IDENTIFY_KAUFFMAN)

/// Is the field among them?
static inline bool identify_has(uint32_t fields, int32_t field)
{
    return (fields >> field & 1) != 0;
}

/// Read "name,dt,determinant", or "all". Prints the fault and returns false. NULL text: *fields stay.
bool identify_read_fields(const char *text, uint32_t *fields);
