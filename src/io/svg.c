// SPDX-License-Identifier: MIT
// Strands as cubic curves through their points (Catmull, Rom 1974), in whole hundredths of a unit.

#include "bight/knot_svg.h"

#include "core/error.h"
#include "io/sink.h"
#include "knot/layout.h"
#include "knot/public_diagram.h"

#include <math.h>
#include <string.h>

#define SCALE 100.0   // of coordinates
#define MARGIN 1.5    // around the drawing, units
#define PIXELS 12.0   // of a unit
#define CLEAR 0.42    // between an under loop and the edge of the one above it, units
#define MOST_GAP 0.95 // of the way to the next point

static const char *const colours[] = {"#1b2a41", "#c8102e", "#1f7a8c", "#d98324", "#5b3f8c", "#3c7a3b"};

typedef struct drawing {
    bi_sink sink;
    const bi_layout *layout;
    double gap; // how far from an under-crossing its loop stops
} drawing;

typedef struct cubic {
    bi_point p[4];
} cubic;

static bi_point mix(bi_point a, bi_point b, double t)
{
    return (bi_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// The part of a cubic up to t, or from t on (de Casteljau).
static cubic cut(const cubic *c, double t, bool keep_start)
{
    bi_point a = mix(c->p[0], c->p[1], t), b = mix(c->p[1], c->p[2], t), d = mix(c->p[2], c->p[3], t);
    bi_point ab = mix(a, b, t), bd = mix(b, d, t), middle = mix(ab, bd, t);
    return keep_start ? (cubic){{c->p[0], a, ab, middle}} : (cubic){{middle, bd, d, c->p[3]}};
}

// The curve from point i of a loop to the next; its tangents lie along the neighbours' chords.
static cubic link(const bi_layout *layout, int32_t loop, int32_t i)
{
    int32_t start = layout->starts[loop], count = layout->starts[loop + 1] - start;
    const bi_point *p = layout->points + start;
    bi_point before = p[(i + count - 1) % count], a = p[i % count], b = p[(i + 1) % count];
    bi_point after = p[(i + 2) % count];
    bi_point ta = {(b.x - before.x) / 6.0, (b.y - before.y) / 6.0};
    bi_point tb = {(after.x - a.x) / 6.0, (after.y - a.y) / 6.0};
    return (cubic){{a, {a.x + ta.x, a.y + ta.y}, {b.x - tb.x, b.y - tb.y}, b}};
}

static void put_point(drawing *d, const char *before, bi_point p)
{
    bi_sink_int(&d->sink, before, llround(SCALE * (p.x - d->layout->low.x + MARGIN)));
    bi_sink_int(&d->sink, " ", llround(SCALE * (d->layout->high.y + MARGIN - p.y)));
}

static void put_cubic(drawing *d, const cubic *c, bool first)
{
    if (first) {
        put_point(d, "M", c->p[0]);
    }
    put_point(d, "C", c->p[1]);
    put_point(d, " ", c->p[2]);
    put_point(d, " ", c->p[3]);
}

static bool is_under(const bi_layout *layout, int32_t loop, int32_t i)
{
    int32_t start = layout->starts[loop], count = layout->starts[loop + 1] - start;
    return layout->level[start + i % count] < 0;
}

// Where along a link, which starts or ends in an under-crossing, the gap ends.
static double gap_end(const drawing *d, const cubic *c)
{
    double length = hypot(c->p[3].x - c->p[0].x, c->p[3].y - c->p[0].y);
    return length > 0.0 ? fmin(d->gap / length, MOST_GAP) : MOST_GAP;
}

// From one under-crossing to the next is one path; a loop that is never under is a closed one.
static void put_loop(drawing *d, int32_t loop)
{
    const bi_layout *layout = d->layout;
    int32_t count = layout->starts[loop + 1] - layout->starts[loop], first = 0;
    while (first < count && !is_under(layout, loop, first)) {
        first++;
    }
    bool closed = first == count;
    for (int32_t i = first; i < first + count; i++) {
        cubic c = link(layout, loop, i);
        bool starts = is_under(layout, loop, i), ends = is_under(layout, loop, i + 1);
        double gap = gap_end(d, &c);
        c = starts ? cut(&c, gap, false) : c;
        c = ends ? cut(&c, starts ? 0.5 : 1.0 - gap, true) : c;
        put_cubic(d, &c, starts || (closed && i == first));
    }
    bi_sink_text(&d->sink, closed ? "Z" : "");
}

// The five characters that XML keeps for itself, and no control characters.
static void put_escaped(bi_sink *sink, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (name != NULL) {
            bi_sink_text(sink, name);
        } else {
            bi_sink_data(sink, (unsigned char)*text < ' ' ? " " : text, 1);
        }
    }
}

static void put_picture(drawing *d, const bight_svg_options *options, double stroke)
{
    const bi_layout *layout = d->layout;
    double wide = layout->high.x - layout->low.x + 2.0 * MARGIN,
           high = layout->high.y - layout->low.y + 2.0 * MARGIN;
    double pixels = options->width > 0.0 ? options->width / wide : PIXELS;
    bi_sink *sink = &d->sink;
    bi_sink_int(sink, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", llround(pixels * wide));
    bi_sink_int(sink, "\" height=\"", llround(pixels * high));
    bi_sink_int(sink, "\" viewBox=\"0 0 ", llround(SCALE * wide));
    bi_sink_int(sink, " ", llround(SCALE * high));
    bi_sink_text(sink, "\">\n");
    if (options->title != NULL) {
        bi_sink_text(sink, "<title>");
        put_escaped(sink, options->title);
        bi_sink_text(sink, "</title>\n");
    }
    bi_sink_int(sink, "<g fill=\"none\" stroke-linecap=\"butt\" stroke-linejoin=\"round\" stroke-width=\"",
                llround(SCALE * stroke));
    bi_sink_text(sink, "\">\n");
    for (int32_t loop = 0; loop < layout->loop_count; loop++) {
        bi_sink_text(sink, "<path stroke=\"");
        bi_sink_text(sink, colours[(size_t)loop % (sizeof colours / sizeof *colours)]);
        bi_sink_text(sink, "\" d=\"");
        put_loop(d, loop);
        bi_sink_text(sink, "\"/>\n");
    }
    bi_sink_text(sink, "</g>\n</svg>\n");
}

bight_status bight_write_knot_svg(const bight_env *env, const bight_diagram *diagram,
                                  const bight_svg_options *options, bight_bytes *bytes, bight_error *error)
{
    static const bight_svg_options defaults = {0};
    options = options != NULL ? options : &defaults;
    *bytes = (bight_bytes){0};

    // the stroke in units of the distance between a loop's points
    double stroke = options->stroke > 0.0 ? options->stroke : 0.5;
    if (!(options->width >= 0.0 && options->width <= 1e6) || !(stroke >= 0.1 && stroke <= 1.0) ||
        !(options->stroke >= 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "options.width or options.stroke is out of range");
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;

    // planar coordinates for every crossing and the loops between them
    bi_layout layout;
    bi_layout_init(&layout, allocator);
    bi_watch watch = bi_watch_from(env);
    layout.watch = &watch;
    bight_status status = bi_layout_make(&layout, &diagram->map);

    // under loops stop CLEAR before the edge of the over loop: gap = stroke / 2 + CLEAR
    drawing d = {{allocator, {0}, status}, &layout, 0.5 * stroke + CLEAR};
    if (status == BIGHT_OK) {
        put_picture(&d, options, stroke);
    }
    bi_layout_free(&layout);
    if (d.sink.status != BIGHT_OK) {
        bight_bytes_free(allocator, &d.sink.bytes);
        return bi_fail(error, d.sink.status, 0, "a diagram of %d crossings was not drawn: %s",
                       (int)diagram->map.crossings, bight_status_text(d.sink.status));
    }
    *bytes = d.sink.bytes;
    return BIGHT_OK;
}
