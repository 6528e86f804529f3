// SPDX-License-Identifier: MIT
// What manoeuvres see: strands, the direction up, and the distance of obstacles.

#include "play/strand_view.h"

#include "core/assert.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "geom/solid.h"

bi_strand_view bi_strand_see(const bight_play *play, int32_t strand)
{
    BI_ASSERT(strand >= 0 && strand < play->scene->strand_count);
    const bight_scene_strand *s = &play->scene->strands[strand];
    bi_strand_view view = {.strand = s, .name = s->name, .index = strand, .rope = s->rope_index};
    view.curve = bight_play_curve(play, view.rope);
    view.forward = s->end == BIGHT_END_FIRST ? -1 : 1;
    view.tip = s->end == BIGHT_END_FIRST ? 0 : view.curve.count - 1;
    view.radius = play->scene->ropes[view.rope].radius;
    view.length = bight_rope_link_length(play->world, play->ropes[view.rope]);
    return view;
}

bight_vec3 bi_up(const bight_play *play)
{
    return v3_unit(v3_mul(-1.0, bight_world_get_def(play->world).gravity), v3(0, 1, 0));
}

// ---- obstacles --------------------------------------------------------------------------------------

// Nearest triangle, and the solid angle of the whole surface: a whole turn of it (4 pi) from inside, none
// from outside (van Oosterom, Strackee 1983).
static double mesh_gap(const bight_obstacle_def *def, bight_vec3 p, bight_vec3 *away)
{
    double best = HUGE_VAL, turns = 0.0;
    for (int32_t i = 0; i < def->triangle_count; i++) {
        const int32_t *t = &def->triangles[3 * i];
        bight_vec3 a = v3_sub(def->points[t[0]], p), b = v3_sub(def->points[t[1]], p);
        bight_vec3 c = v3_sub(def->points[t[2]], p);
        bight_vec3 nearest = bi_triangle_closest_to_point(a, b, c, v3(0, 0, 0));
        if (v3_length_squared(nearest) < best) {
            best = v3_length_squared(nearest);
            *away = v3_mul(-1.0, nearest);
        }
        double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
        turns += bi_turn_to(la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb,
                            v3_dot(a, v3_cross(b, c)));
    }
    bool inside = turns > 0.5;
    *away = v3_unit(inside ? v3_mul(-1.0, *away) : *away, v3(0, 0, 0));
    return inside ? -sqrt(best) : sqrt(best);
}

double bi_clearance(const bight_play *play, bight_vec3 at, double radius, int32_t *nearest, bight_vec3 *away)
{
    double least = HUGE_VAL;
    *nearest = -1;
    *away = v3(0, 0, 0);
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        const bight_obstacle_def *def = &play->scene->obstacles[i].def;
        bight_pose pose;
        bight_obstacle_get(play->world, play->obstacles[i], &pose, NULL);
        pose = bi_pose_normalised(pose);
        bight_vec3 local = bi_pose_in(&pose, at), out = v3(0, 0, 0);
        double gap;
        if (def->kind == BIGHT_SHAPE_MESH) {
            gap = mesh_gap(def, local, &out);
        } else {
            bi_solid solid = {def->kind, def->size};
            bi_solid_gap found = bi_solid_closest(&solid, local, local);
            gap = found.distance;
            out = found.normal;
        }
        if (gap - radius < least) {
            least = gap - radius;
            *nearest = i;
            *away = bi_pose_turn(&pose, out);
        }
    }
    return least;
}
