// SPDX-License-Identifier: MIT
// A knot matrix as a picture: first residue to the right, last residue upwards, a colour for each knot, paler where fewer
// closures have it. One drawing, in two ways: SVG and pixels.

#include "cli/letters.h"
#include "cli/matrix_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLOT 640   // pixels that the matrix has at least
#define MARGIN 70  // left of it and below
#define TOP 46     // above it
#define LEGEND 210 // right of it
#define SIZE 12.0  // of letters
#define MOST_LEGEND 16
#define BIGGEST_CELL 32

typedef struct colour {
    uint8_t rgb[3];
} colour;

static const colour paper = {{238, 238, 238}}, plain = {{252, 252, 252}}, ink = {{34, 34, 34}},
                    grid_ink = {{200, 200, 200}}, no_name = {{120, 120, 120}};

typedef struct picture {
    const identify_job *job;
    const bight_knot_matrix *matrix;
    int32_t cell, plot; // pixels of a cell, of the side
    cli_canvas canvas;  // rgb NULL for SVG
    bight_bytes *svg;
    bool good;
    int32_t legend[MOST_LEGEND], legend_count; // kinds, those of most cells first
    bool more;                                 // kinds that the legend has no room for
} picture;

// ---- the two ways -----------------------------------------------------------------------------------

static void draw_box(picture *p, int32_t x, int32_t y, int32_t width, int32_t height, colour c)
{
    if (p->canvas.rgb == NULL) {
        p->good = p->good &&
                  matrix_print(
                      p->svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n",
                      (int)x, (int)y, (int)width, (int)height, c.rgb[0], c.rgb[1], c.rgb[2]);
        return;
    }
    for (int32_t i = y; i < y + height; i++) {
        for (int32_t k = x; k < x + width; k++) {
            memcpy(p->canvas.rgb + 3 * ((size_t)i * (size_t)p->canvas.width + (size_t)k), c.rgb, 3);
        }
    }
}

// Text whose middle (or start, or end) is at x; names of files and curves may hold what XML does not take.
static void draw_text(picture *p, double x, double y, double align, const char *text)
{
    if (p->canvas.rgb != NULL) {
        x -= align * cli_text_width(text, SIZE);
        p->good = p->good && cli_text_draw(p->canvas, x, y, SIZE * 0.72, text);
        return;
    }
    char safe[512];
    size_t length = 0;
    for (; *text != '\0' && length + 8 < sizeof safe; text++) {
        const char *word = *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : NULL;
        unsigned char c = (unsigned char)*text;
        safe[length] = c >= ' ' && c < 0x7f ? *text : '?';
        length += word == NULL;
        length += word != NULL ? (size_t)snprintf(safe + length, 8, "%s", word) : 0;
    }
    safe[length] = '\0';
    p->good =
        p->good && matrix_print(p->svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y,
                                align == 0.0   ? "start"
                                : align == 1.0 ? "end"
                                               : "middle",
                                safe);
}

// ---- colours ----------------------------------------------------------------------------------------

// The common knots always have the same colour; the others take one by their name.
static colour colour_of(const bight_knot_kind *kind)
{
    static const struct {
        const char *name;
        colour colour;
    } fixed[] = {
        {"3_1", {{33, 145, 80}}},        {"4_1", {{226, 134, 27}}},       {"5_1", {{146, 66, 168}}},
        {"5_2", {{43, 101, 190}}},       {"6_1", {{201, 42, 62}}},        {"6_2", {{112, 84, 48}}},
        {"6_3", {{18, 160, 170}}},       {"3_1 # 3_1", {{120, 175, 40}}}, {"3_1 # m3_1", {{190, 170, 30}}},
        {"3_1 # 4_1", {{224, 92, 140}}},
    };
    static const colour others[] = {{{86, 86, 200}}, {{200, 100, 80}},  {{80, 130, 130}}, {{170, 120, 190}},
                                    {{60, 60, 60}},  {{150, 150, 70}},  {{90, 170, 220}}, {{180, 60, 120}},
                                    {{110, 60, 60}}, {{130, 110, 220}}, {{70, 110, 60}},  {{220, 160, 120}}};
    if (!kind->proved) {
        return no_name;
    }
    colour c = {{0, 0, 0}};
    uint32_t sum = 0;
    for (const char *at = kind->name; *at != '\0'; at++) {
        sum = 31 * sum + (unsigned char)*at;
    }
    c = others[sum % (sizeof others / sizeof *others)];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        c = strcmp(kind->name, fixed[i].name) == 0 ? fixed[i].colour : c;
    }

    // a left-handed knot is lighter than its mirror image
    for (int32_t k = 0; k < 3 && kind->handedness == BIGHT_HANDEDNESS_LEFT; k++) {
        c.rgb[k] = (uint8_t)(c.rgb[k] + (255 - c.rgb[k]) * 2 / 5);
    }
    return c;
}

// As strong as the share of closures, a fifth at least.
static colour cell_colour(const bight_knot_matrix *matrix, size_t at)
{
    uint16_t kind = matrix->cells[at];
    if (kind == BIGHT_KNOT_MATRIX_NONE || kind == 0) {
        return kind == 0 ? plain : paper;
    }
    colour c = colour_of(&matrix->kinds[kind]);
    double share = fmax(0.2, (double)matrix->counts[at] / matrix->closures);
    for (int32_t k = 0; k < 3; k++) {
        c.rgb[k] = (uint8_t)lround(plain.rgb[k] + share * (c.rgb[k] - plain.rgb[k]));
    }
    return c;
}

// ---- the drawing ------------------------------------------------------------------------------------

// The upper left corner of a cell: x grows with the first vertex, y upwards with the last one.
static int32_t left_of(const picture *p, int32_t i)
{
    return MARGIN + i * p->cell;
}

static int32_t top_of(const picture *p, int32_t j)
{
    return TOP + (p->matrix->side - 1 - j) * p->cell;
}

static void draw_cells(picture *p)
{
    const bight_knot_matrix *matrix = p->matrix;
    draw_box(p, MARGIN, TOP, p->plot, p->plot, paper);
    for (int32_t j = 1; j < matrix->side && p->good; j++) {
        for (int32_t i = 0, end; i < j; i = end) {
            colour c = cell_colour(matrix, bight_knot_matrix_at(i, j));
            end = i + 1;
            bool same = true;
            while (end < j && same) {
                colour next = cell_colour(matrix, bight_knot_matrix_at(end, j));
                same = memcmp(next.rgb, c.rgb, 3) == 0;
                end += same;
            }
            draw_box(p, left_of(p, i), top_of(p, j), (end - i) * p->cell, p->cell, c);
        }
    }
}

// 1, 2 or 5 times a power of ten, so that there are six steps or so.
static int32_t nice_step(int32_t range)
{
    int32_t step = 1;
    for (int32_t k = 0; range / step > 8; k++) {
        step = k % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

static void draw_axes(picture *p)
{
    const bight_knot_matrix *matrix = p->matrix;
    int32_t side = matrix->side, bottom = TOP + p->plot, right = MARGIN + p->plot;
    int32_t low = identify_number(p->job, matrix->vertices[0]);
    int32_t step = nice_step(identify_number(p->job, matrix->vertices[side - 1]) - low), drawn = -40;
    draw_box(p, MARGIN - 1, TOP - 1, 1, p->plot + 2, ink);
    draw_box(p, right, TOP - 1, 1, p->plot + 2, ink);
    draw_box(p, MARGIN - 1, TOP - 1, p->plot + 2, 1, ink);
    draw_box(p, MARGIN - 1, bottom, p->plot + 2, 1, ink);

    // a tick where the number comes to a multiple of the step, or over it
    for (int32_t i = 0; i < side; i++) {
        int32_t number = identify_number(p->job, matrix->vertices[i]);
        int32_t before = i > 0 ? identify_number(p->job, matrix->vertices[i - 1]) : number - 1;
        int32_t tick = (int32_t)floor((double)number / step) * step;
        if (tick <= before || tick > number || left_of(p, i) - drawn < 30) {
            continue;
        }
        drawn = left_of(p, i);
        char text[16];
        snprintf(text, sizeof text, "%d", (int)number);
        int32_t x = left_of(p, i) + p->cell / 2, y = top_of(p, i) + p->cell / 2;
        draw_box(p, x, bottom + 1, 1, 5, ink);
        draw_box(p, MARGIN - 6, y, 5, 1, ink);
        draw_text(p, x, bottom + 20, 0.5, text);
        draw_text(p, MARGIN - 10, y + 4, 1.0, text);
    }
    for (int32_t i = 0; i < side; i++) {
        draw_box(p, left_of(p, i), top_of(p, i), p->cell, p->cell, grid_ink);
    }
}

static void draw_words(picture *p)
{
    const identify_job *job = p->job;
    const bight_knot_matrix *matrix = p->matrix;
    bool residues = job->source->curves.numbers != NULL;
    char text[256];
    int32_t bottom = TOP + p->plot, x = MARGIN + p->plot + 24, y = TOP + 14;
    const char *slash = strrchr(job->source->file, '/');
    snprintf(text, sizeof text, "%.80s%s%.31s: knot of each subchain, %d closure%s each",
             slash != NULL ? slash + 1 : job->source->file, job->name.text[0] != '\0' ? " " : "",
             job->name.text, (int)matrix->closures, matrix->closures == 1 ? "" : "s");
    draw_text(p, MARGIN, TOP - 28, 0.0, text);
    draw_text(p, MARGIN + p->plot / 2, bottom + 44, 0.5, residues ? "first residue" : "first vertex");
    draw_text(p, 8, TOP - 8, 0.0, residues ? "last residue" : "last vertex");

    // the legend: colour, name, hand, share of the subchains
    for (int32_t i = 0; i < p->legend_count; i++, y += 24) {
        const bight_knot_kind *kind = &matrix->kinds[p->legend[i]];
        bool chiral = kind->handedness == BIGHT_HANDEDNESS_RIGHT || kind->handedness == BIGHT_HANDEDNESS_LEFT;
        double share = 100.0 * (double)kind->cells / (double)bight_knot_matrix_at(0, matrix->side);
        snprintf(text, sizeof text, "%.40s%s%s  %.3g%%", kind->name, chiral ? " " : "",
                 chiral ? bight_handedness_text(kind->handedness) : "", share);
        draw_box(p, x - 1, y - 13, 18, 18, ink);
        draw_box(p, x, y - 12, 16, 16, p->legend[i] == 0 ? plain : colour_of(kind));
        draw_text(p, x + 26, y, 0.0, text);
    }
    if (p->more) {
        draw_text(p, x, y, 0.0, "and others");
    }
}

static void choose_legend(picture *p)
{
    for (int32_t n = 0; n <= MOST_LEGEND; n++) {
        int32_t best = -1;
        for (int32_t i = 0; i < p->matrix->kind_count; i++) {
            bool used = p->matrix->kinds[i].cells == 0;
            for (int32_t k = 0; k < p->legend_count; k++) {
                used = used || p->legend[k] == i;
            }
            bool more = best < 0 || p->matrix->kinds[i].cells > p->matrix->kinds[best].cells;
            best = !used && more ? i : best;
        }
        if (best >= 0 && n < MOST_LEGEND) {
            p->legend[p->legend_count++] = best;
        }
        p->more = best >= 0 && n == MOST_LEGEND;
    }
}

bight_status identify_matrix_picture(const identify_job *job, const bight_knot_matrix *matrix, bool png,
                                     bight_bytes *bytes, bight_error *error)
{
    int32_t cell = (PLOT + matrix->side - 1) / matrix->side;
    cell = cell > BIGGEST_CELL ? BIGGEST_CELL : cell;
    picture p = {.job = job, .matrix = matrix, .cell = cell, .svg = bytes, .good = true};
    p.plot = p.cell * matrix->side;
    int32_t width = MARGIN + p.plot + LEGEND, height = TOP + p.plot + MARGIN;
    height = height < TOP + 24 * (MOST_LEGEND + 2) ? TOP + 24 * (MOST_LEGEND + 2) : height;
    choose_legend(&p);
    if (png) {
        p.canvas = (cli_canvas){malloc(3 * (size_t)width * (size_t)height), width, height};
        if (p.canvas.rgb == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    } else {
        p.good = matrix_print(
            bytes,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"%g\" shape-rendering=\"crispEdges\">\n",
            (int)width, (int)height, (int)width, (int)height, SIZE);
    }

    // paper, cells, axes, words
    draw_box(&p, 0, 0, width, height, paper);
    draw_cells(&p);
    draw_axes(&p);
    draw_words(&p);
    bight_status status = p.good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (png) {
        status = status == BIGHT_OK ? bight_write_png(cli_env(), p.canvas.rgb, width, height, 3, bytes, error)
                                    : status;
        free(p.canvas.rgb);
    } else if (status == BIGHT_OK) {
        status = matrix_print(bytes, "</svg>\n") ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    return status;
}
