// SPDX-License-Identifier: MIT

#include "bight/base.h"

#include <stdio.h>

int main(void)
{
    puts(bight_version());
    return 0;
}
