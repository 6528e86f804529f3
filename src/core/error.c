// SPDX-License-Identifier: MIT

#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

bight_status bi_fail(bight_error *error, bight_status status, int32_t line, const char *format, ...)
{
    if (error != NULL) {
        error->status = status;
        error->line = line;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

void bi_log(const bight_log *log, bight_log_level level, const char *format, ...)
{
    if (log == NULL || log->write == NULL) {
        return;
    }
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    log->write(log->user, level, message);
}
