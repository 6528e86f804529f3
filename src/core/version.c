// SPDX-License-Identifier: MIT

#include "bight/base.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *bight_version(void)
{
    return TEXT(BIGHT_VERSION_MAJOR) "." TEXT(BIGHT_VERSION_MINOR) "." TEXT(BIGHT_VERSION_PATCH);
}

const char *bight_status_text(bight_status status)
{
    switch (status) {
#define X(name, text)                                                                                        \
    case BIGHT_##name:                                                                                       \
        return text;
        BIGHT_STATUS_LIST(X)
#undef X
    }
    return "not a bight status";
}
