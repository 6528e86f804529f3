// SPDX-License-Identifier: MIT
// A font of strokes: each glyph is drawn with a round pen along lines and quadratic splines.

#include "cli/letters.h"

#include <math.h>
#include <stdlib.h>

#define TOP 10.0      // units from the base line to the top of a capital
#define BASE 3        // y of the base line in the glyphs
#define SPACING 3.2   // units between two glyphs
#define PEN 0.75      // half the width of a stroke, units
#define HALO 2.6      // how far the halo reaches, units
#define SPLINE 6      // pieces of a spline between two of its corners
#define LIGHT 238.0   // the halo
#define DARK 34.0     // the ink
#define CLEARNESS 0.8 // of the halo: how much it covers the background

// Strokes are parted by spaces. A point is two digits, x and y, from 0 to 9 and a to z; the base line is at
// y = 3, capitals end at d, small letters at a. With ~ the stroke is a spline that ends in its end points,
// with @ a closed one; a single point is a dot.
typedef struct glyph {
    int32_t width;
    const char *strokes;
} glyph;

static const glyph glyphs[95] = {
    {4, ""},                                    // space
    {0, "0d06 03"},                             // !
    {2, "0d0a 2d2a"},                           // "
    {8, "133d 537d 0676 1a8a"},                 // #
    {7, "~7b6d3d0d0838487873431305 4e42"},      // $
    {8, "038d @0a3a3d0d @53838656"},            // %
    {8, "~831a1d4d6d6a0803336388"},             // &
    {0, "0d0a"},                                // '
    {3, "~3e0b0531"},                           // (
    {3, "~0e3b3501"},                           // )
    {6, "3d37 0c68 086c"},                      // *
    {8, "4b43 0787"},                           // +
    {1, "1401"},                                // ,
    {5, "0757"},                                // -
    {0, "03"},                                  // .
    {5, "025e"},                                // /
    {7, "@0d4d7d7873430308"},                   // 0
    {5, "1b4d43"},                              // 1
    {7, "~0b0d4d7d7a7803 0373"},                // 2
    {7, "~0b1d3d6d6838 ~387873331305"},         // 3
    {7, "5d0676 5d53"},                         // 4
    {7, "6d1d18 ~182949797673431305"},          // 5
    {7, "~6c5d4d0d0806 @0949797673430306"},     // 6
    {7, "0d7d23"},                              // 7
    {7, "@1d3d4d6d68483818 @0838487873433303"}, // 8
    {7, "@0d4d7d7a7747070a ~7a7873332314"},     // 9
    {0, "03 0a"},                               // :
    {1, "1a 1401"},                             // ;
    {6, "6b0763"},                              // <
    {6, "0969 0565"},                           // =
    {6, "0b6703"},                              // >
    {6, "~0b0d3d6d693936 33"},                  // ?
    {8, "@0d4d8d8883430308 @2b6b6525"},         // @
    {8, "034d83 1676"},                         // A
    {7, "030d ~0d3d6d683808 ~083878733303"},    // B
    {7, "~7b6d4d0d0803436375"},                 // C
    {7, "030d ~0d3d7d78733303"},                // D
    {6, "6d0d0363 0858"},                       // E
    {6, "6d0d03 0858"},                         // F
    {7, "~7b6d4d0d0803437378 7848"},            // G
    {7, "030d 737d 0878"},                      // H
    {2, "0323 0d2d 131d"},                      // I
    {5, "~5d5753230305"},                       // J
    {7, "030d 7d07 3973"},                      // K
    {6, "0d0363"},                              // L
    {8, "030d458d83"},                          // M
    {7, "030d737d"},                            // N
    {8, "@0d4d8d8883430308"},                   // O
    {7, "030d ~0d3d7d773707"},                  // P
    {8, "@0d4d8d8883430308 5682"},              // Q
    {7, "030d ~0d3d7d773707 4773"},             // R
    {7, "~7b6d3d0d0838487873431305"},           // S
    {8, "0d8d 4d43"},                           // T
    {8, "~0d07034383878d"},                     // U
    {8, "0d438d"},                              // V
    {10, "0d335b73ad"},                         // W
    {8, "038d 0d83"},                           // X
    {8, "0d488d 4843"},                         // Y
    {7, "0d7d0373"},                            // Z
    {2, "2e0e0121"},                            // [
    {5, "0e52"},                                // backslash
    {2, "0e2e2101"},                            // ]
    {6, "0a3d6a"},                              // ^
    {6, "0262"},                                // _
    {2, "0d2b"},                                // `
    {6, "~092a4a6a6863 ~67370703336365"},       // a
    {6, "0d03 @0a3a6a6763330307"},              // b
    {6, "~695a3a0a0703335364"},                 // c
    {6, "@0a3a6a6763330307 6d63"},              // d
    {6, "0767 ~676a3a0a0703335365"},            // e
    {4, "~5d4d2d2a23 0a4a"},                    // f
    {6, "@0a3a6a6763330307 ~6a6260301001"},     // g
    {6, "0d03 ~070a3a6a6763"},                  // h
    {0, "0a03 0d"},                             // i
    {2, "~2a212000 2d"},                        // j
    {5, "0d03 5a06 2853"},                      // k
    {2, "~0d050323"},                           // l
    {10, "0a03 ~070a3a5a5753 ~575a8aaaa7a3"},   // m
    {6, "0a03 ~070a3a6a6763"},                  // n
    {6, "@0a3a6a6763330307"},                   // o
    {6, "0a00 @0a3a6a6763330307"},              // p
    {6, "@0a3a6a6763330307 6a60"},              // q
    {4, "0a03 ~070a2a4a"},                      // r
    {5, "~594a2a0a0727365653331304"},           // s
    {5, "~2d25234353 0a5a"},                    // t
    {6, "~0a0603336366 6a63"},                  // u
    {6, "0a336a"},                              // v
    {8, "0a2349638a"},                          // w
    {6, "036a 0a63"},                           // x
    {6, "0a33 6a20"},                           // y
    {6, "0a6a0363"},                            // z
    {3, "~3e1e1908 ~08171131"},                 // {
    {0, "0e01"},                                // |
    {3, "~0e2e2938 ~38272101"},                 // }
    {6, "~062a4569"},                           // ~
};

// The glyph of the next character; moves past all bytes of one of UTF-8.
static const glyph *next_glyph(const char **text)
{
    unsigned char c = (unsigned char)*(*text)++;
    while (c >= 0x80 && ((unsigned char)**text & 0xC0) == 0x80) {
        (*text)++;
    }
    return &glyphs[c >= ' ' && c <= '~' ? c - ' ' : '?' - ' '];
}

double cli_text_width(const char *text, double size)
{
    double units = 0.0;
    while (*text != '\0') {
        units += next_glyph(&text)->width + SPACING;
    }
    return fmax(units - SPACING, 0.0) * size / TOP;
}

// ---- the pen ----------------------------------------------------------------------------------------

// The part of the canvas that a text covers, and the distance of each pixel's middle from its strokes.
typedef struct sheet {
    float *far;
    int32_t left, top, width, height;
    double x, y, unit, reach;
} sheet;

typedef struct point {
    double x, y;
} point;

static void draw_line(sheet *s, point a, point b)
{
    int32_t x0 = (int32_t)fmax(floor(fmin(a.x, b.x) - s->reach) - s->left, 0.0);
    int32_t y0 = (int32_t)fmax(floor(fmin(a.y, b.y) - s->reach) - s->top, 0.0);
    int32_t x1 = (int32_t)fmin(ceil(fmax(a.x, b.x) + s->reach) - s->left, s->width);
    int32_t y1 = (int32_t)fmin(ceil(fmax(a.y, b.y) + s->reach) - s->top, s->height);
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            double px = s->left + x + 0.5 - a.x, py = s->top + y + 0.5 - a.y;
            double t = square > 0.0 ? fmin(fmax((px * dx + py * dy) / square, 0.0), 1.0) : 0.0;
            float far = (float)hypot(px - t * dx, py - t * dy);
            float *pixel = &s->far[y * s->width + x];
            *pixel = far < *pixel ? far : *pixel;
        }
    }
}

static int32_t digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static point middle(point a, point b)
{
    return (point){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

// A parabola from a to c with the corner b.
static void draw_bow(sheet *s, point a, point b, point c)
{
    point before = a;
    for (int32_t k = 1; k <= SPLINE; k++) {
        double t = (double)k / SPLINE, u = 1.0 - t;
        point at = {u * u * a.x + 2.0 * u * t * b.x + t * t * c.x,
                    u * u * a.y + 2.0 * u * t * b.y + t * t * c.y};
        draw_line(s, before, at);
        before = at;
    }
}

// One stroke; answers where the next begins.
static const char *draw_stroke(sheet *s, double x, const char *stroke)
{
    enum { MOST = 24 };
    point p[MOST];
    int32_t count = 0;
    char kind = *stroke;
    stroke += kind == '~' || kind == '@';
    for (; *stroke != '\0' && *stroke != ' ' && count < MOST; stroke += 2) {
        p[count++] = (point){x + s->unit * digit(stroke[0]), s->y - s->unit * (digit(stroke[1]) - BASE)};
    }
    for (int32_t i = 0; i < count && kind == '@'; i++) {
        point a = p[i], b = p[(i + 1) % count], c = p[(i + 2) % count];
        draw_bow(s, middle(a, b), b, middle(b, c));
    }
    for (int32_t i = 1; i + 1 < count && kind == '~'; i++) {
        draw_bow(s, i == 1 ? p[0] : middle(p[i - 1], p[i]), p[i],
                 i + 2 == count ? p[i + 1] : middle(p[i], p[i + 1]));
    }
    for (int32_t i = 0; i < count && kind != '@' && kind != '~'; i++) {
        draw_line(s, p[i > 0 ? i - 1 : 0], p[i]);
    }
    return *stroke == ' ' ? stroke + 1 : stroke;
}

static void blend(uint8_t *pixel, double value, double part)
{
    for (int32_t k = 0; k < 3; k++) {
        pixel[k] = (uint8_t)lround(pixel[k] + part * (value - pixel[k]));
    }
}

bool cli_text_draw(cli_canvas canvas, double x, double y, double size, const char *text)
{
    sheet s = {.x = x, .y = y, .unit = size / TOP};
    s.reach = s.unit * (PEN + HALO) + 1.0;
    s.left = (int32_t)floor(x - s.reach);
    s.top = (int32_t)floor(y - 11.0 * s.unit - s.reach);
    s.width = (int32_t)ceil(cli_text_width(text, size) + 2.0 * s.reach) + 1;
    s.height = (int32_t)ceil(14.0 * s.unit + 2.0 * s.reach) + 1;
    size_t pixels = (size_t)s.width * (size_t)s.height;
    s.far = malloc(sizeof *s.far * pixels);
    if (s.far == NULL) {
        return false;
    }
    for (size_t i = 0; i < pixels; i++) {
        s.far[i] = 1e6f;
    }

    while (*text != '\0') {
        const glyph *g = next_glyph(&text);
        for (const char *stroke = g->strokes; *stroke != '\0';) {
            stroke = draw_stroke(&s, x, stroke);
        }
        x += s.unit * (g->width + SPACING);
    }

    // first the halo, fading towards its edge, then the ink
    for (int32_t i = 0; i < s.height; i++) {
        for (int32_t k = 0; k < s.width; k++) {
            int32_t px = s.left + k, py = s.top + i;
            if (px >= 0 && px < canvas.width && py >= 0 && py < canvas.height) {
                uint8_t *pixel = canvas.rgb + 3 * ((size_t)py * (size_t)canvas.width + (size_t)px);
                double far = (double)s.far[i * s.width + k];
                double halo = (s.unit * (PEN + HALO) - far) / (s.unit * HALO);
                blend(pixel, LIGHT, CLEARNESS * fmin(fmax(1.5 * halo, 0.0), 1.0));
                blend(pixel, DARK, fmin(fmax(s.unit * PEN + 0.5 - far, 0.0), 1.0));
            }
        }
    }

    free(s.far);
    return true;
}
