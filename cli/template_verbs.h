// SPDX-License-Identifier: MIT
// bight template: what its four verbs share.

#pragma once

#include "bight/template.h"
#include "cli/cli.h"

/// Places of the options.
enum {
    TEMPLATE_OUT,
    TEMPLATE_UNIFORM,
    TEMPLATE_SIDES,
    TEMPLATE_BEND,
    TEMPLATE_FROM,
    TEMPLATE_SCENE,
    TEMPLATE_RADIUS,
    TEMPLATE_TOLERANCE,
    TEMPLATE_ALL,
    TEMPLATE_EDITS,
    TEMPLATE_SEED,
    TEMPLATE_TEMPLATES,
    TEMPLATE_KNOTS,
    TEMPLATE_SCHEMA,
    TEMPLATE_JSON
};

#define TEMPLATE_MOST_SETS 64

/// What was asked for.
typedef struct template_order {
    const cli_args *args;
    const char *sets[TEMPLATE_MOST_SETS]; ///< (set_count) NAME=VALUE
    int32_t set_count;
} template_order;

/// See each template of a folder, until an interrupt. @return The greatest exit code of all.
int cli_each_template(const char *folder,
                      int (*see)(void *user, const char *name, const bight_template_def *def), void *user);

/// `template make`, `template check`. @return The exit code.
int cli_template_make(const template_order *o);
int cli_template_check(const template_order *o);
