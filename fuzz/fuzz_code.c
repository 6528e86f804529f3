// SPDX-License-Identifier: MIT
// Any bytes as codes; what is read comes back the same from every code that can say it.

#include "bight/code_text.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static void write_and_read(const bight_diagram *diagram, bight_code_kind kind)
{
    bight_bytes bytes;
    bight_diagram *back;
    if (bight_code_write(NULL, diagram, kind, false, &bytes, NULL) != BIGHT_OK) {
        return;
    }
    bight_code_item item = {(const char *)bytes.data, bytes.size, 1};
    check(bight_code_read(NULL, &item, kind, NULL, &back, NULL) == BIGHT_OK);
    check(bight_diagram_crossings(back) == bight_diagram_crossings(diagram));
    check(bight_diagram_components(back) == bight_diagram_components(diagram));
    bight_diagram_free(back);
    bight_bytes_free(NULL, &bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;
    int32_t line = 0;
    bight_code_item item;
    while (bight_code_next(data, size, &at, &line, &item)) {
        for (int32_t kind = 0; kind < BIGHT_CODE_COUNT; kind++) {
            bight_diagram *diagram;
            if (bight_code_read(NULL, &item, (bight_code_kind)kind, NULL, &diagram, NULL) != BIGHT_OK) {
                check(diagram == NULL);
                continue;
            }
            if (bight_diagram_crossings(diagram) <= 40) {
                for (int32_t to = 1; to < BIGHT_CODE_BRAID; to++) {
                    write_and_read(diagram, (bight_code_kind)to);
                }
            }
            bight_diagram_free(diagram);
        }
    }
    return 0;
}
