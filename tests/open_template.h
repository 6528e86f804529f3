// SPDX-License-Identifier: MIT
// A template of the library by its name, with its own parameters.

#pragma once

#include "bight/io.h"
#include "bight/template_file.h"
#include "test.h"

#include <stdio.h>

/// Destroy it with bight_template_destroy().
static inline bight_template *open_template(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s.json", BIGHT_TEMPLATES, name);
    bight_bytes bytes;
    bight_error error = {0};
    assert_int_equal(bight_read_file(NULL, path, 1 << 22, &bytes, &error), BIGHT_OK);
    bight_template_file *file;
    assert_int_equal(bight_template_read(NULL, bytes.data, bytes.size, &file, &error), BIGHT_OK);
    bight_bytes_free(NULL, &bytes);
    bight_template *made;
    assert_int_equal(bight_template_make(NULL, bight_template_file_def(file), NULL, &made, &error), BIGHT_OK);
    bight_template_close(file);
    return made;
}
