// SPDX-License-Identifier: MIT
// Any bytes as a template: an answer, and words when it is no. What is read is made, edited, and has a clean pipe's
// sizes; what is written is read again.

#include "bight/template_file.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PIECES 60

static void edit_a_little(bight_template *made)
{
    const bight_template_def *def = bight_template_definition(made);
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS] = {0};
    for (int32_t i = 0; i < def->parameter_count; i++) {
        values[i] = 0.75 * def->parameters[i].high + 0.25 * def->parameters[i].low;
    }
    bight_error error = {0};
    bight_template_edit edit;
    bight_pipe pipe;
    bight_pipe_options options = {.sides = 5};
    if ((bight_template_set(made, values, &edit, &error) != BIGHT_OK && error.message[0] == '\0') ||
        (edit.stopped && edit.reason[0] == '\0')) {
        abort();
    }
    if (bight_template_pipe(made, &options, &pipe, &error) == BIGHT_OK) {
        bight_pipe_free(NULL, &pipe);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_template_file *file;
    bight_error error = {0};
    bight_status status = bight_template_read(NULL, data, size, &file, &error);
    if ((status == BIGHT_OK) != (file != NULL) || (status != BIGHT_OK && error.message[0] == '\0')) {
        abort();
    }
    if (file == NULL) {
        return 0;
    }
    const bight_template_def *def = bight_template_file_def(file);
    int32_t pieces = 0;
    for (int32_t i = 0; i < def->strand_count; i++) {
        pieces += def->strands[i].pieces;
    }
    bight_template *made = NULL;
    if (pieces <= MOST_PIECES) {
        status = bight_template_make(NULL, def, NULL, &made, &error);
        if (status == BIGHT_OK) {
            edit_a_little(made);
        } else if (error.message[0] == '\0') {
            abort();
        }
    }
    bight_bytes text = {0};
    bight_template_file *again = NULL;
    if (bight_template_write(NULL, def, &text, &error) != BIGHT_OK ||
        (made != NULL && bight_template_read(NULL, text.data, text.size, &again, &error) != BIGHT_OK)) {
        abort();
    }
    bight_template_close(again);
    bight_bytes_free(NULL, &text);
    bight_template_free(made);
    bight_template_close(file);
    return 0;
}
