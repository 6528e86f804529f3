// SPDX-License-Identifier: MIT
// From a draft to a mesh: panels are laid, fitted coarsely, laid again as the coarse fit has them, fitted finely.

#include "garment/draft.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "garment/assemble.h"
#include "garment/fit.h"

// ---- laying ---------------------------------------------------------------------------------------------

// A vector turned by an angle about a unit axis (Rodrigues).
static bight_vec3 turned(bight_vec3 v, bight_vec3 axis, double c, double s)
{
    bight_vec3 along = v3_mul(v3_dot(axis, v), axis);
    return v3_add(along, v3_madd(v3_mul(c, v3_sub(v, along)), s, v3_cross(axis, v)));
}

// The place on a strip. In each piece the frame (t, n, b) turns about the axis w = bend b + twist t, which stays: with
// t = t1 + t2, t1 along w, the path is the helix  s t1 + (sin |w|s t2 + (1 - cos |w|s) w/|w| x t2) / |w|.
static bight_vec3 on_strip(const bi_path_plan *path, double x, double y)
{
    bight_vec3 t = path->tangent, n = path->normal, p = v3(0.0, 0.0, 0.0);
    double left = fabs(x);
    for (int32_t i = 0; i <= path->count && left > 0.0; i++) {
        bi_bend bend = i < path->count ? path->bends[i] : (bi_bend){left, 0.0, 0.0};
        double length = bi_min(left, bend.length), rate = bi_length_2d(bend.bend, bend.twist);
        left -= length;
        if (rate == 0.0) {
            p = v3_madd(p, length, t);
            continue;
        }
        bight_vec3 axis = v3_add(v3_mul(bend.bend / rate, v3_cross(t, n)), v3_mul(bend.twist / rate, t));
        bight_vec3 along = v3_mul(v3_dot(axis, t), axis), rest = v3_sub(t, along);
        bi_turn turn = bi_turn_of(rate * length * 0.15915494309189535);
        double c = turn.cosine, s = turn.sine;
        p = v3_madd(p, length, along);
        p = v3_add(p, v3_mul(1.0 / rate, v3_madd(v3_mul(s, rest), 1.0 - c, v3_cross(axis, rest))));
        t = turned(t, axis, c, s);
        n = turned(n, axis, c, s);
    }
    p = v3_madd(p, y, v3_cross(t, n));
    if (x < 0.0) { // the mirror image
        p = v3_madd(p, -2.0 * v3_dot(p, path->tangent), path->tangent);
    }
    return v3_add(path->origin, p);
}

static double to_sewn(const bight_sewing_panel *panel, uint32_t sewn, const double place[2])
{
    double least = 1e300;
    for (int32_t e = 0; e < panel->edge_count; e++) {
        double a[2], b[2];
        bi_edge_at(panel, e, 0.0, a);
        for (int32_t i = 1; (sewn >> e & 1u) != 0 && i <= 16; i++) {
            bi_edge_at(panel, e, i / 16.0, b);
            double x = b[0] - a[0], y = b[1] - a[1], px = place[0] - a[0], py = place[1] - a[1];
            double t = bi_min(1.0, bi_max(0.0, (px * x + py * y) / (x * x + y * y)));
            least = bi_min(least, bi_length_2d(px - t * x, py - t * y));
            a[0] = b[0];
            a[1] = b[1];
        }
    }
    return least;
}

static bight_vec3 lay(const void *user, int32_t p, const double place[2])
{
    const bi_draft *draft = user;
    const bight_sewing_panel *panel = &draft->pattern.panels[p];
    const bi_piece *piece = &draft->pieces[p];
    if (piece->lay == BI_LAY_STRIP) {
        return on_strip(&piece->path, place[0], place[1]);
    }
    bight_vec3 at = bi_panel_place(panel, place);
    if (piece->lay == BI_LAY_PUFFED) {
        // a quarter circle over the way from the nearest sewn edge
        double r = piece->puff, d = bi_min(to_sewn(panel, piece->sewn, place), r);
        const double *m = panel->rotation;
        at = v3_madd(at, sqrt(r * r - (r - d) * (r - d)), v3(m[2], m[5], m[8]));
    }
    return at;
}

// ---- from coarse to fine --------------------------------------------------------------------------------

typedef struct coarse_fit {
    const bi_draft *draft;
    const bi_cut *cut;
    const bight_vec3 *positions;
    int32_t *
        last; // (panel_count) where the search begins: neighbours in a panel are asked for one after the other
} coarse_fit;

// How far outside a triangle: the least barycentric coordinate, above 0 inside.
static double inside(const bi_flat *flat, int32_t t, const double place[2], double weights[3])
{
    const double *a = flat->places + 2 * flat->triangles[3 * t],
                 *b = flat->places + 2 * flat->triangles[3 * t + 1],
                 *c = flat->places + 2 * flat->triangles[3 * t + 2];
    double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    weights[1] = ((place[0] - a[0]) * (c[1] - a[1]) - (place[1] - a[1]) * (c[0] - a[0])) / area;
    weights[2] = ((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])) / area;
    weights[0] = 1.0 - weights[1] - weights[2];
    return bi_min(weights[0], bi_min(weights[1], weights[2]));
}

static bight_vec3 as_fitted(const void *user, int32_t p, const double place[2])
{
    const coarse_fit *fit = user;
    if (p >= fit->draft->fitted_count) {
        return lay(fit->draft, p, place);
    }
    const bi_flat *flat = &fit->cut->flats[p];
    double weights[3], best_inside = inside(flat, fit->last[p], place, weights);
    int32_t best = fit->last[p];
    for (int32_t t = 0; t < flat->triangle_count && best_inside < 0.0; t++) {
        double in = inside(flat, t, place, weights);
        if (in > best_inside) { // beyond a curved border: the triangle that it is least outside of
            best_inside = in;
            best = t;
        }
    }
    fit->last[p] = best;
    (void)inside(flat, best, place, weights);
    bight_vec3 at = v3(0.0, 0.0, 0.0);
    for (int32_t k = 0; k < 3; k++) {
        int32_t vertex = fit->cut->vertex[fit->cut->first[p] + flat->triangles[3 * best + k]];
        at = v3_madd(at, weights[k], fit->positions[vertex]);
    }
    return at;
}

// The narrowest loop of half circles and straight pieces round all that was fitted at its height, and a little more.
static void go_round(bi_piece *piece, const bight_cloth_mesh *mesh)
{
    const bi_round *round = &piece->round;
    double reach = 0.5 * round->width + 0.03, deep = 0.0, half = 0.0;
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t v = 0; v < mesh->vertex_count; v++) {
            bight_vec3 p = mesh->positions[v];
            if (fabs(p.y - round->height) > reach || fabs(p.x) > 0.35) {
                continue; // sleeves are farther out
            }
            double r = deep + round->clear, rest = bi_max(0.0, r * r - p.z * p.z);
            deep = pass == 0 ? bi_max(deep, fabs(p.z)) : deep;
            half = pass == 1 ? bi_max(half, fabs(p.x) + round->clear - sqrt(rest)) : half;
        }
    }
    piece->path =
        bi_loop_path(v3(0.0, round->height, 0.0), half, deep + round->clear, round->gap, round->turn, 0.1);
    bi_let_hang(&piece->path, round->over, round->bend);
}

#define COARSE_EDGE 0.022

static bight_status mesh_fitted(const bight_env *env, bi_draft *draft, const bi_cut *cut, double edge,
                                bight_cloth_mesh *mesh, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bi_cut coarse;
    bight_cloth_mesh coarse_mesh = {0};
    const bi_pose laid = {lay, draft};
    bight_status status =
        bi_cut_make(allocator, &draft->pattern, bi_max(COARSE_EDGE, edge), NULL, &coarse, NULL, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bi_cut_mesh(env, &draft->pattern, &coarse, &laid, &coarse_mesh, error);
    if (status == BIGHT_OK) {
        const bi_torso *torso = draft->on_body ? &draft->torso : NULL;
        status = bi_fit(allocator, &coarse_mesh, torso, draft->fitted_count, 800);
        int32_t *last = bi_new_array(allocator, (size_t)cut->panel_count, sizeof *last);
        if (status != BIGHT_OK || last == NULL) {
            status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to fit a garment");
        } else {
            for (int32_t p = draft->fitted_count; p < cut->panel_count; p++) {
                if (draft->pieces[p].goes_round) {
                    go_round(&draft->pieces[p], &coarse_mesh);
                }
            }
            coarse_fit fit = {draft, &coarse, coarse_mesh.positions, last};
            const bi_pose fitted = {as_fitted, &fit};
            status = bi_cut_mesh(env, &draft->pattern, cut, &fitted, mesh, error);
            if (status == BIGHT_OK) {
                status = bi_fit(allocator, mesh, torso, draft->fitted_count, 60);
                status =
                    status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory to fit a garment");
            }
        }
        bi_free_array(allocator, last, (size_t)cut->panel_count, sizeof *last);
    }
    bight_cloth_mesh_free(allocator, &coarse_mesh);
    bi_cut_free(allocator, &coarse);
    return status;
}

// What is wanted, and what is joined to it, is cut with the length that is asked for; what else there is only helps to fit.
static void find_edges(const bi_draft *draft, double edge, double edges[BI_MOST_PIECES])
{
    int32_t root[BI_MOST_PIECES];
    bool fine[BI_MOST_PIECES] = {0};
    const bight_sewing *pattern = &draft->pattern;
    for (int32_t p = 0; p < pattern->panel_count; p++) {
        root[p] = p;
    }
    for (int32_t s = 0; s < pattern->stitch_count; s++) {
        bi_set_join(root, pattern->stitches[s].panel[0], pattern->stitches[s].panel[1]);
    }
    for (int32_t p = 0; p < pattern->panel_count; p++) {
        int32_t set = bi_set_root(root, p);
        fine[set] = fine[set] || draft->wanted == 0 || (draft->wanted >> p & 1u) != 0;
    }
    for (int32_t p = 0; p < pattern->panel_count; p++) {
        edges[p] = fine[bi_set_root(root, p)] ? edge : bi_max(COARSE_EDGE, edge);
    }
}

bight_status bi_draft_mesh(const bight_env *env, bi_draft *draft, double edge, bight_cloth_mesh *mesh,
                           bight_sewing_report *report, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    const bi_pose laid = {lay, draft};
    bi_cut cut;
    double edges[BI_MOST_PIECES];
    *mesh = (bight_cloth_mesh){0};
    find_edges(draft, edge, edges);
    bight_status status = bi_cut_make(allocator, &draft->pattern, edge, edges, &cut, report, error);
    if (status == BIGHT_OK) {
        status = draft->fitted ? mesh_fitted(env, draft, &cut, edge, mesh, error)
                               : bi_cut_mesh(env, &draft->pattern, &cut, &laid, mesh, error);
        bi_cut_free(allocator, &cut);
    }
    if (status != BIGHT_OK) {
        bight_cloth_mesh_free(allocator, mesh);
        bight_sewing_report_free(allocator, report);
    }
    return status;
}
