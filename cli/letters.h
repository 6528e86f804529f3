// SPDX-License-Identifier: MIT
// Words in pictures: a small font of strokes.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// A picture of (height x width x 3) bytes, top row first.
typedef struct cli_canvas {
    uint8_t *rgb;
    int32_t width, height;
} cli_canvas;

/// How wide a line of text is, in pixels, without its halo.
/// @param size Pixels from the base line to the top of a capital.
double cli_text_width(const char *text, double size);

/// Write a line of text, dark on a light halo, so that it can be read on anything. What lies outside the
/// canvas is left out. Printable ASCII is drawn; of anything else, one question mark a character.
/// @param x, y Where it starts on its base line: pixels from the left and from the top.
/// @return false without memory
bool cli_text_draw(cli_canvas canvas, double x, double y, double size, const char *text);
