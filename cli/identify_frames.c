// SPDX-License-Identifier: MIT

#include "cli/identify_frames.h"

#include "cli/cli.h"

#include <string.h>

bool identify_frames_read(const char *text, identify_frames *frames)
{
    if (text == NULL) {
        return true;
    }
    int64_t parts[3] = {1, INT32_MAX, 1};
    const char *at = text;
    int32_t count = 0;
    bool good = *text != '\0';
    for (bool more = true; more && good; count++) {
        char word[24];
        size_t length = strcspn(at, ":");
        good = count < 3 && length < sizeof word;
        if (good && length > 0) {
            memcpy(word, at, length);
            word[length] = '\0';
            good = strspn(word, "0123456789") == length;
            if (good && !cli_integer("--frames", word, 1, INT32_MAX, &parts[count])) {
                return false;
            }
        }
        at += length;
        more = *at == ':';
        at += more;
    }
    if (!good) {
        cli_say(NULL, 0, "--frames is \"%s\": give FIRST:LAST:STEP, counted from 1, as in 1:100 or ::10",
                cli_show_start(text, 40).text);
        return false;
    }

    // a number alone is one frame
    *frames = (identify_frames){parts[0], count == 1 ? parts[0] : parts[1], parts[2]};
    if (frames->last < frames->first) {
        cli_say(NULL, 0, "--frames %s ends before it begins: the last frame is not below the first",
                cli_show_start(text, 40).text);
        return false;
    }
    return true;
}
