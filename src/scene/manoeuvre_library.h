// SPDX-License-Identifier: MIT
// The library's own programs, as the text that a user could write.

#pragma once

/// JSON: {"manoeuvres": [...]}, each as in a scene.
extern const char bi_manoeuvre_library[];
