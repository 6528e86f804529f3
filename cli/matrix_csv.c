// SPDX-License-Identifier: MIT
// A knot matrix as a table, and bytes that grow.

#include "cli/matrix_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool matrix_print(bight_bytes *bytes, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line || bytes->size > INT32_MAX / 2 - sizeof line) {
        return false;
    }
    if (bytes->size + (size_t)length + 1 > (size_t)bytes->capacity) {
        int32_t capacity = bytes->capacity < 65536 ? 65536 : 2 * bytes->capacity;
        uint8_t *grown = realloc(bytes->data, (size_t)capacity);
        if (grown == NULL) {
            return false;
        }
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, line, (size_t)length + 1);
    bytes->size += (size_t)length;
    return true;
}

bight_status identify_matrix_csv(const identify_job *job, const bight_knot_matrix *matrix, bight_bytes *bytes)
{
    bool numbered = job->source->curves.numbers != NULL;
    bool good = matrix_print(bytes, "first,last,%sname,chirality,count,closures\n",
                             numbered ? "first_residue,last_residue," : "");
    for (int32_t i = 0; i + 1 < matrix->side && good; i++) {
        for (int32_t j = i + 1; j < matrix->side && good; j++) {
            size_t at = bight_knot_matrix_at(i, j);
            uint16_t number = matrix->cells[at];
            const bight_knot_kind *kind = number != BIGHT_KNOT_MATRIX_NONE ? &matrix->kinds[number] : NULL;
            int32_t first = matrix->vertices[i], last = matrix->vertices[j];
            good = matrix_print(bytes, "%d,%d,", (int)first + 1, (int)last + 1);
            if (numbered) {
                good = good && matrix_print(bytes, "%d,%d,", (int)identify_number(job, first),
                                            (int)identify_number(job, last));
            }

            // an unknot and a sum have no hand of their own
            bool hand = kind != NULL && kind->factor_count == 1;
            good = good && matrix_print(bytes, "%s,%s,%d,%d\n", kind != NULL ? kind->name : "",
                                        hand ? bight_handedness_text(kind->handedness) : "",
                                        (int)matrix->counts[at], (int)matrix->closures);
        }
    }
    return good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}
