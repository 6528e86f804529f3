// SPDX-License-Identifier: MIT
// The garments that are made by code: what they are called, their sizes, and what they are drawn from.

#include "core/error.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "garment/draft.h"
#include "garment/pieces.h"
#include "garment/top.h"

#include <string.h>

#define MOST_SIZES 10

typedef struct garment_kind {
    const char *name, *text;
    double edge;
    bight_garment_size sizes[MOST_SIZES + 1]; // ends in a NULL name
    void (*draw)(bi_draft *draft, const double *size);
} garment_kind;

// ---- strips ---------------------------------------------------------------------------------------------

// How long a path's halves are together, with tails to fill a length.
static double set_tail(bi_path_plan *path, double length)
{
    double gone = 0.0;
    for (int32_t i = 0; i + 1 < path->count; i++) {
        gone += path->bends[i].length;
    }
    path->bends[path->count - 1].length = bi_max(0.02, 0.5 * length - gone);
    return 2.0 * (gone + path->bends[path->count - 1].length);
}

// A strip round what is worn, its tails hanging in front, side by side.
static void add_round(bi_draft *draft, const char *name, double length, double width, double height)
{
    bi_path_plan path = {
        .origin = v3(0.0, 0.0, 0.0), .tangent = v3(1.0, 0.0, 0.0), .normal = v3(0.0, 0.0, 1.0)};
    int32_t strip = bi_draft_strip(draft, name, length, width, &path);
    if (draft->status == BIGHT_OK) {
        draft->pieces[strip].goes_round = true;
        draft->pieces[strip].round = (bi_round){height, width, 0.008, 0.5 * width + 0.006, 0.02, 0.14, 0.03};
    }
}

static void draw_ribbon(bi_draft *draft, const double *size)
{
    const bi_path_plan flat = {
        .origin = v3(0.0, 0.0, 0.0), .tangent = v3(1.0, 0.0, 0.0), .normal = v3(0.0, 1.0, 0.0)};
    (void)bi_draft_strip(draft, "ribbon", size[0], size[1], &flat);
}

static void add_scarf(bi_draft *draft, double length, double width, double round)
{
    bight_vec3 middle = v3(0.0, draft->torso.height + 0.03, 0.0);
    bi_path_plan path = bi_loop_path(middle, 0.0, round, 0.02, 0.04, 0.1);
    (void)bi_draft_strip(draft, "scarf", set_tail(&path, length), width, &path);
}

static void draw_scarf(bi_draft *draft, const double *size)
{
    add_scarf(draft, size[0], size[1], 0.11);
}

// Round the neck as a towel lies: a half circle behind, forwards over the shoulders while it turns flat, then down.
static bi_path_plan tie_path(double height)
{
    double r = 0.075;
    return (bi_path_plan){.origin = v3(0.0, height + 0.005, -r - 0.01),
                          .tangent = v3(1.0, 0.0, 0.0),
                          .normal = v3(0.0, 0.0, 1.0),
                          .bends = {{0.5 * PI * r, 1.0 / r, 0.0},
                                    {0.11, 0.0, 0.5 * PI / 0.11},
                                    {0.5 * PI * 0.05, 1.0 / 0.05, 0.0}},
                          .count = 3};
}

static void draw_necktie(bi_draft *draft, const double *size)
{
    double length = size[0], wide = 0.5 * size[1], narrow = 0.5 * size[2], neck = 0.5 * size[3];
    int32_t tie = bi_draft_panel(draft, "tie", BI_LAY_STRIP);
    double a = -0.48 * length, b = 0.52 * length; // a little more on the side of the broad blade
    bi_draft_line(draft, a, 0.0);
    bi_draft_line(draft, a + narrow, -narrow);
    bi_draft_line(draft, -0.12, -neck);
    bi_draft_line(draft, 0.12, -neck);
    bi_draft_line(draft, b - wide, -wide);
    bi_draft_line(draft, b, 0.0);
    bi_draft_line(draft, b - wide, wide);
    bi_draft_line(draft, 0.12, neck);
    bi_draft_line(draft, -0.12, neck);
    bi_draft_line(draft, a + narrow, narrow);
    if (draft->status == BIGHT_OK) {
        draft->pieces[tie].path = tie_path(draft->torso.height);
    }
    double r = 0.066, half = PI * r - 0.012;
    const bi_path_plan round = {.origin = v3(0.0, draft->torso.height + 0.03, -r - 0.002),
                                .tangent = v3(1.0, 0.0, 0.0),
                                .normal = v3(0.0, 0.0, 1.0),
                                .bends = {{half, 1.0 / r, 0.0}},
                                .count = 1};
    (void)bi_draft_strip(draft, "collar", 2.0 * half, size[4], &round);
}

// ---- tops -----------------------------------------------------------------------------------------------

static const bi_top shirt = {.chest = 1.06,
                             .length = 0.66,
                             .hem = 1.06,
                             .sleeve = 0.36,
                             .cuff = 0.40,
                             .neck = 0.085,
                             .front_depth = 0.095};

static void draw_tshirt(bi_draft *draft, const double *size)
{
    bi_top top = shirt;
    top.chest = size[0];
    top.hem = size[0];
    top.length = size[1];
    top.sleeve = size[2];
    top.curve = 0.01;
    bi_draft_top(draft, &top);
}

static void draw_hoodie(bi_draft *draft, const double *size)
{
    bi_top top = {.chest = size[0],
                  .length = size[1],
                  .hem = 0.94 * size[0],
                  .sleeve = size[2],
                  .cuff = 0.26,
                  .neck = 0.09,
                  .front_depth = 0.09,
                  .hood = size[3]};
    bi_draft_top(draft, &top);
    add_scarf(draft, size[5], size[6], 0.17);

    // cords: hang from either side of the hood's opening
    for (int32_t side = 0; side < 2; side++) {
        double x = side == 0 ? 0.035 : -0.035, length = size[4];
        const bi_path_plan path = {.origin = v3(x, draft->torso.height - 0.13 - 0.5 * length, 0.205),
                                   .tangent = v3(0.0, 1.0, 0.0),
                                   .normal = v3(0.0, 0.0, 1.0)};
        (void)bi_draft_strip(draft, side == 0 ? "cord_right" : "cord_left", length, 0.008, &path);
    }
}

static void draw_blouse(bi_draft *draft, const double *size)
{
    bi_top top = {.chest = size[0],
                  .length = size[1],
                  .hem = 0.94 * size[0],
                  .sleeve = 0.42,
                  .cuff = 0.34,
                  .neck = 0.085,
                  .front_depth = 0.11,
                  .open = true,
                  .gap = 0.006,
                  .tail = size[2],
                  .tail_width = size[3]};
    bi_draft_top(draft, &top);
}

static void draw_shirt_ribbon(bi_draft *draft, const double *size)
{
    bi_top top = shirt;
    top.chest = size[0];
    top.hem = 1.02 * size[0];
    top.length = size[1];
    top.curve = 0.012;
    bi_draft_top(draft, &top);
    add_round(draft, "ribbon", size[2], size[3], 1.06);
}

static void draw_coat(bi_draft *draft, const double *size)
{
    bi_top top = {.chest = size[0],
                  .length = size[1],
                  .hem = 1.18 * size[0],
                  .sleeve = 0.72,
                  .cuff = 0.32,
                  .neck = 0.085,
                  .front_depth = 0.10,
                  .open = true,
                  .gap = 0.006,
                  .collar = 0.06};
    bi_draft_top(draft, &top);
    add_round(draft, "belt", size[2], size[3], 1.05);
}

static void draw_dress_shirt(bi_draft *draft, const double *size)
{
    bi_top top = {.chest = size[0],
                  .length = size[1],
                  .hem = size[0],
                  .sleeve = 0.74,
                  .cuff = 0.26,
                  .neck = 0.075,
                  .front_depth = 0.075,
                  .open = true,
                  .buttoned = true,
                  .gap = 0.004,
                  .collar = 0.04,
                  .curve = 0.03};
    bi_draft_top(draft, &top);
}

// ---- bag and body ---------------------------------------------------------------------------------------

static void draw_handbag(bi_draft *draft, const double *size)
{
    double w = 0.5 * size[0], h = size[1], strap = 0.5 * size[2], rise = size[3], round = 0.035;
    for (int32_t side = 0; side < 2; side++) {
        int32_t panel = bi_draft_panel(draft, side == 0 ? "front" : "back", BI_LAY_PUFFED);
        bi_draft_line(draft, -w + round, 0.0);
        bi_draft_line(draft, w - round, 0.0);
        bi_draft_line(draft, w, round);
        bi_draft_line(draft, 0.92 * w, h);
        bi_draft_line(draft, strap, h);
        bi_draft_line(draft, -strap, h);
        bi_draft_line(draft, -0.92 * w, h);
        bi_draft_line(draft, -w, round);
        double sign = side == 0 ? 1.0 : -1.0;
        bi_draft_lay(draft, v3(0.0, 0.0, 0.003 * sign), v3(sign, 0.0, 0.0), v3(0.0, 1.0, 0.0));
        if (draft->status == BIGHT_OK) {
            draft->pieces[panel].puff = 0.045;
            draft->pieces[panel].sewn = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 6 | 1u << 7;
        }
    }
    static const int32_t front[5] = {0, 1, 2, 6, 7}, back[5] = {0, 7, 6, 2, 1};
    for (int32_t i = 0; i < 5; i++) {
        bi_draft_join(draft, 0, front[i], 1, back[i], -1);
    }

    // the strap: up from one side, over a half circle, down the other
    double r = 0.06, length = 2.0 * rise + PI * r;
    const bi_path_plan path = {.origin = v3(0.0, h + rise + r, 0.0),
                               .tangent = v3(0.0, 0.0, 1.0),
                               .normal = v3(0.0, -1.0, 0.0),
                               .bends = {{0.5 * PI * r, 1.0 / r, 0.0}},
                               .count = 1};
    int32_t handle = bi_draft_strip(draft, "handle", length, 2.0 * strap, &path);
    bi_draft_join(draft, handle, 1, 0, 4, -1);
    bi_draft_join(draft, handle, 3, 1, 4, -1);
    draft->fitted = true;
    draft->fitted_count = draft->pattern.panel_count;

    // the scarf round the strap's front
    bi_path_plan loop =
        bi_loop_path(v3(0.0, h + 0.6 * rise, r), strap + 0.012, 0.014, 0.5 * size[5] + 0.004, 0.012, 0.1);
    bi_let_hang(&loop, 0.12, 0.03);
    (void)bi_draft_strip(draft, "scarf", size[4], size[5], &loop);
}

static const garment_kind garments[] = {
    {"ribbon",
     "a straight ribbon, laid flat",
     0.006,
     {{"length", 0.05, 10.0, 1.2, "metres"}, {"width", 0.004, 2.0, 0.06, "metres"}},
     draw_ribbon},
    {"scarf",
     "a scarf round the neck, its ends in front",
     0.008,
     {{"length", 0.9, 4.0, 1.7, "metres"}, {"width", 0.02, 0.6, 0.16, "metres"}},
     draw_scarf},
    {"necktie",
     "a necktie laid round the neck, and a collar",
     0.006,
     {{"length", 0.9, 2.0, 1.46, "metres"},
      {"blade", 0.04, 0.15, 0.085, "metres, width of the broad end"},
      {"tip", 0.02, 0.15, 0.045, "metres, width of the narrow end"},
      {"band", 0.02, 0.06, 0.034, "metres, width at the neck"},
      {"collar", 0.01, 0.08, 0.04, "metres, height"}},
     draw_necktie},
    {"tshirt",
     "a T-shirt, to be knotted at its hem or front",
     0.014,
     {{"chest", 0.96, 1.6, 1.06, "metres, girth"},
      {"length", 0.45, 1.1, 0.66, "metres, from the neck's side"},
      {"sleeve", 0.24, 0.7, 0.36, "metres, from the neck's side, or to just beyond a wide side"}},
     draw_tshirt},
    {"hoodie",
     "a hoodie with its hood up, two cords, and a scarf round it",
     0.014,
     {{"chest", 1.02, 1.7, 1.18, "metres, girth"},
      {"length", 0.5, 1.0, 0.66, "metres, from the neck's side"},
      {"sleeve", 0.5, 0.85, 0.74, "metres, from the neck's side"},
      {"hood", 0.32, 0.5, 0.37, "metres, height"},
      {"cord", 0.1, 0.5, 0.3, "metres, length of each"},
      {"scarf", 1.3, 4.0, 2.2, "metres, length"},
      {"scarf_width", 0.02, 0.3, 0.12, "metres"}},
     draw_hoodie},
    {"blouse",
     "a blouse, open in front, whose fronts end in tails to tie",
     0.014,
     {{"chest", 0.96, 1.6, 1.04, "metres, girth"},
      {"length", 0.4, 0.9, 0.50, "metres, from the neck's side, without the tails"},
      {"tail", 0.1, 0.8, 0.42, "metres, length"},
      {"tail_width", 0.03, 0.2, 0.12, "metres"}},
     draw_blouse},
    {"shirt_ribbon",
     "a shirt with a ribbon round the waist",
     0.014,
     {{"chest", 0.96, 1.5, 1.06, "metres, girth"},
      {"length", 0.45, 1.1, 0.68, "metres, from the neck's side"},
      {"ribbon", 1.4, 4.0, 2.2, "metres, length"},
      {"width", 0.01, 0.1, 0.04, "metres, of the ribbon"}},
     draw_shirt_ribbon},
    {"trench_coat",
     "a trench coat with a collar, and a belt round the waist",
     0.018,
     {{"chest", 1.02, 1.7, 1.16, "metres, girth"},
      {"length", 0.7, 1.2, 1.02, "metres, from the neck's side"},
      {"belt", 1.7, 4.0, 2.3, "metres, length"},
      {"width", 0.01, 0.1, 0.05, "metres, of the belt"}},
     draw_coat},
    {"dress_shirt",
     "a dress shirt with a standing collar, buttoned",
     0.014,
     {{"chest", 0.98, 1.6, 1.10, "metres, girth"},
      {"length", 0.5, 1.1, 0.74, "metres, from the neck's side"}},
     draw_dress_shirt},
    {"handbag",
     "a bag with a strap, and a scarf round the strap",
     0.01,
     {{"width", 0.15, 0.6, 0.32, "metres"},
      {"height", 0.1, 0.5, 0.24, "metres"},
      {"strap", 0.015, 0.08, 0.03, "metres, width"},
      {"rise", 0.05, 0.4, 0.16, "metres, of the strap above the bag"},
      {"scarf", 0.6, 2.0, 1.0, "metres, length"},
      {"scarf_width", 0.01, 0.08, 0.05, "metres"}},
     draw_handbag},
    {"torso",
     "the body that all are cut for, without a pattern",
     0.012,
     {{"height", 1.2, 1.7, 1.46, "metres, of the neck's side above the floor"},
      {"chest", 0.7, 1.3, 0.90, "metres, girth"},
      {"waist", 0.5, 1.3, 0.74, "metres, girth"},
      {"hips", 0.7, 1.4, 0.94, "metres, girth"},
      {"shoulders", 0.3, 0.5, 0.38, "metres, width"},
      {"neck", 0.28, 0.5, 0.36, "metres, girth"},
      {"arm", 0.3, 0.7, 0.58, "metres, length"},
      {"angle", 0.0, 80.0, 32.0, "degrees, of the arms below the horizontal"}},
     NULL},
};
#define GARMENT_COUNT ((int32_t)(sizeof garments / sizeof garments[0]))

const char *bight_garment_name(int32_t garment)
{
    return garment >= 0 && garment < GARMENT_COUNT ? garments[garment].name : NULL;
}

const char *bight_garment_text(int32_t garment)
{
    return garment >= 0 && garment < GARMENT_COUNT ? garments[garment].text : NULL;
}

double bight_garment_edge(int32_t garment)
{
    return garment >= 0 && garment < GARMENT_COUNT ? garments[garment].edge : 0.0;
}

int32_t bight_garment_find(const char *name)
{
    for (int32_t i = 0; i < GARMENT_COUNT; i++) {
        if (strcmp(garments[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const bight_garment_size *bight_garment_sizes(int32_t garment, int32_t *count)
{
    *count = 0;
    if (garment < 0 || garment >= GARMENT_COUNT) {
        return NULL;
    }
    while (garments[garment].sizes[*count].name != NULL) {
        ++*count;
    }
    return garments[garment].sizes;
}

static bight_status check_asked(int32_t garment, const double *sizes, double *edge, double *size,
                                bight_error *error)
{
    int32_t count;
    const bight_garment_size *known = bight_garment_sizes(garment, &count);
    if (known == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there is no garment %d", garment);
    }
    for (int32_t i = 0; i < count; i++) {
        size[i] = sizes == NULL ? known[i].standard : sizes[i];
        if (!(size[i] >= known[i].least && size[i] <= known[i].most)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s of a %s must be %g to %g (%s), not %g",
                           known[i].name, garments[garment].name, known[i].least, known[i].most, known[i].doc,
                           size[i]);
        }
    }
    *edge = *edge == 0.0 ? garments[garment].edge : *edge;
    if (!(*edge >= 0.0005 && *edge <= 0.1)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "edges must be 0.0005 to 0.1 m long, not %g", *edge);
    }
    return BIGHT_OK;
}

static bight_status make(const bight_env *env, int32_t garment, double edge, const double *sizes,
                         const char *const *pieces, int32_t piece_count, bight_cloth_mesh *mesh,
                         bight_sewing_report *report, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    double size[MOST_SIZES];
    *mesh = (bight_cloth_mesh){0};
    if (report != NULL) {
        *report = (bight_sewing_report){0};
    }
    bight_status status = check_asked(garment, sizes, &edge, size, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (garments[garment].draw == NULL) {
        if (piece_count > 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a %s has no pieces", garments[garment].name);
        }
        const bi_torso torso = {size[0], size[1], size[2], size[3], size[4], size[5], size[6], size[7]};
        return bi_torso_mesh(allocator, &torso, edge, mesh, error);
    }

    bi_draft draft = {.allocator = allocator, .torso = bi_torso_standard()};
    garments[garment].draw(&draft, size);
    status = draft.status != BIGHT_OK
                 ? bi_fail(error, draft.status, 0, "no memory to draw a %s", garments[garment].name)
                 : bi_pieces_find(&draft.pattern, garments[garment].name, pieces, piece_count, &draft.wanted,
                                  error);
    status = status == BIGHT_OK ? bi_draft_mesh(env, &draft, edge, mesh, report, error) : status;
    if (status == BIGHT_OK && piece_count > 0) {
        status = bi_pieces_keep(allocator, draft.wanted, mesh);
        if (status != BIGHT_OK) {
            bight_cloth_mesh_free(allocator, mesh);
            (void)bi_fail(error, status, 0, "no memory to take pieces of a %s", garments[garment].name);
        }
    }
    bight_sewing_free(allocator, &draft.pattern);
    return status;
}

bight_status bight_garment_make(const bight_env *env, int32_t garment, double edge, const double *sizes,
                                bight_cloth_mesh *mesh, bight_sewing_report *report, bight_error *error)
{
    return make(env, garment, edge, sizes, NULL, 0, mesh, report, error);
}

bight_status bight_garment_make_pieces(const bight_env *env, int32_t garment, double edge,
                                       const double *sizes, const char *const *pieces, int32_t piece_count,
                                       bight_cloth_mesh *mesh, bight_error *error)
{
    return make(env, garment, edge, sizes, pieces, piece_count, mesh, NULL, error);
}
