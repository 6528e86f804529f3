// SPDX-License-Identifier: MIT
// From values to curves: components are moved, ends are put on, radii are scaled.

#include "core/memory.h"
#include "core/turn.h"
#include "geom/pose.h"
#include "template/model.h"

#include <string.h>

static int32_t joint_count(const bight_template_strand *strand)
{
    return strand->closed ? strand->pieces : strand->pieces + 1;
}

static int32_t point_count(const bight_template_strand *strand)
{
    return strand->closed ? 3 * strand->pieces : 3 * strand->pieces + 1;
}

bight_status bi_posed_make(const bight_allocator *allocator, const bight_template_def *def, bi_posed *posed)
{
    // an open strand has two pieces more, for its ends: six points and two radii
    size_t points = 0, radii = 0;
    for (int32_t i = 0; i < def->strand_count; i++) {
        points += (size_t)point_count(&def->strands[i]) + 6;
        radii += (size_t)joint_count(&def->strands[i]) + 2;
    }
    *posed = (bi_posed){.strand_count = def->strand_count};
    posed->block_size = points * sizeof(bight_vec3) + radii * sizeof(double);
    posed->block = bi_new_array(allocator, posed->block_size, 1);
    if (posed->block == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    bight_vec3 *point = posed->block;
    double *radius = (double *)(point + points);
    for (int32_t i = 0; i < def->strand_count; i++) {
        const bight_template_strand *strand = &def->strands[i];
        int32_t pieces = strand->closed ? strand->pieces : strand->pieces + 2;
        posed->strands[i] = (bi_posed_strand){point, radius, pieces, strand->closed};
        point += point_count(strand) + 6;
        radius += joint_count(strand) + 2;
    }
    return BIGHT_OK;
}

void bi_posed_free(const bight_allocator *allocator, bi_posed *posed)
{
    bi_free_array(allocator, posed->block, posed->block_size, 1);
    *posed = (bi_posed){0};
}

// What the values make of everything that they can change.
typedef struct state {
    double factor[BIGHT_PIPE_MAX_STRANDS];
    double ends[BIGHT_PIPE_MAX_STRANDS][2];
    double scale[BIGHT_TEMPLATE_MAX_COMPONENTS];
    bight_pose pose[BIGHT_TEMPLATE_MAX_COMPONENTS]; // its position is the shift
    double orientation, tightness;
} state;

// q = turn q: first what is there, then the turn.
static void turn_more(double q[4], bight_vec3 along, double degrees)
{
    bi_turn half = bi_turn_of(degrees / 720.0);
    bight_vec3 a = v3_mul(half.sine, v3_unit(along, v3(0, 0, 0))), b = v3(q[0], q[1], q[2]);
    bight_vec3 v = v3_add(v3_madd(v3_mul(half.cosine, b), q[3], a), v3_cross(a, b));
    q[3] = half.cosine * q[3] - v3_dot(a, b);
    q[0] = v.x;
    q[1] = v.y;
    q[2] = v.z;
}

static void apply(const bight_template_def *def, const bight_template_target *target, double value, state *s)
{
    double factor = target->by > 0.0 ? value : 1.0 / value;
    switch (target->effect) {
    case BIGHT_TEMPLATE_RADIUS:
        for (int32_t i = 0; i < def->strand_count; i++) {
            s->factor[i] *= target->index < 0 || target->index == i ? factor : 1.0;
        }
        break;
    case BIGHT_TEMPLATE_ORIENTATION:
        s->orientation += target->by * value;
        break;
    case BIGHT_TEMPLATE_TIGHTNESS:
        s->tightness = target->by * value;
        break;
    case BIGHT_TEMPLATE_END:
        s->ends[target->index][target->end] += target->by * value;
        break;
    case BIGHT_TEMPLATE_SCALE:
        s->scale[target->index] *= factor;
        break;
    case BIGHT_TEMPLATE_TURN:
        turn_more(s->pose[target->index].rotation, target->along, target->by * value);
        break;
    case BIGHT_TEMPLATE_SHIFT: {
        bight_pose *pose = &s->pose[target->index];
        bight_vec3 way = v3_unit(target->along, v3(0, 0, 0));
        pose->position = v3_madd(pose->position, target->by * value, way);
        break;
    }
    default:
        break;
    }
}

// The number of the joint that a point moves with.
static int32_t joint_of(const bight_template_strand *strand, int32_t point)
{
    int32_t joint = (point + 1) / 3;
    return strand->closed ? joint % strand->pieces : joint;
}

static void move_components(const bight_template_def *def, const state *s, bi_posed *posed)
{
    for (int32_t c = 0; c < def->component_count; c++) {
        const bight_template_component *component = &def->components[c];
        for (int32_t k = 0; k < component->span_count; k++) {
            const bight_template_span *span = &component->spans[k];
            const bight_template_strand *strand = &def->strands[span->strand];
            bight_vec3 *points = posed->strands[span->strand].points + (strand->closed ? 0 : 3);
            for (int32_t i = 0; i < point_count(strand); i++) {
                int32_t joint = joint_of(strand, i);
                if (joint >= span->first && joint <= span->last) {
                    bight_vec3 local = v3_mul(s->scale[c], v3_sub(strand->points[i], component->pivot));
                    points[i] = v3_add(component->pivot, bi_pose_out(&s->pose[c], local));
                }
            }
        }
    }
}

// A straight piece of some length, outwards from `at`: three points, the nearest first.
static void put_end(bight_vec3 at, bight_vec3 inner, bight_vec3 further, double length, bight_vec3 *to,
                    int32_t step)
{
    bight_vec3 way = v3_sub(at, inner);
    if (!(v3_length(way) > 1e-9)) {
        way = v3_sub(at, further);
    }
    way = v3_unit(way, v3(0, -1, 0));
    for (int32_t k = 1; k <= 3; k++) {
        to[step * k] = v3_madd(at, length * k / 3.0, way);
    }
}

static void put_strand(const bight_template_strand *strand, const state *s, int32_t index,
                       bi_posed_strand *posed)
{
    int32_t joints = joint_count(strand);
    double factor = s->factor[index];
    double *radii = posed->radii + (strand->closed ? 0 : 1);
    for (int32_t k = 0; k < joints; k++) {
        radii[k] = factor * strand->radii[k];
    }
    if (!strand->closed) {
        bight_vec3 *p = posed->points + 3, *last = p + 3 * strand->pieces;
        put_end(p[0], p[1], p[2], bi_max(0.0, s->ends[index][0]), p, -1);
        put_end(last[0], last[-1], last[-2], bi_max(0.0, s->ends[index][1]), last, 1);
        posed->radii[0] = radii[0];
        radii[joints] = radii[joints - 1];
    }
}

void bi_posed_set(const bight_template_def *def, const double *values, bi_posed *posed)
{
    // what all parameters say together
    state s = {.orientation = def->orientation, .tightness = def->tightness};
    for (int32_t i = 0; i < def->strand_count; i++) {
        s.factor[i] = 1.0;
        s.ends[i][0] = def->strands[i].ends[0];
        s.ends[i][1] = def->strands[i].ends[1];
    }
    for (int32_t c = 0; c < def->component_count; c++) {
        s.scale[c] = 1.0;
        s.pose[c].rotation[3] = 1.0;
    }
    for (int32_t k = 0; k < def->parameter_count; k++) {
        const bight_template_parameter *parameter = &def->parameters[k];
        for (int32_t j = 0; j < parameter->target_count; j++) {
            apply(def, &parameter->targets[j], values[k], &s);
        }
    }

    // points as they are written, then those of components, then ends
    for (int32_t i = 0; i < def->strand_count; i++) {
        const bight_template_strand *strand = &def->strands[i];
        memcpy(posed->strands[i].points + (strand->closed ? 0 : 3), strand->points,
               (size_t)point_count(strand) * sizeof *strand->points);
    }
    move_components(def, &s, posed);
    for (int32_t i = 0; i < def->strand_count; i++) {
        put_strand(&def->strands[i], &s, i, &posed->strands[i]);
    }
    posed->orientation = s.orientation;
    posed->tightness = bi_min(1.0, bi_max(0.0, s.tightness));
}

bight_vec3 bi_posed_point(const bi_posed_strand *strand, double place, double *radius)
{
    int32_t piece = bi_min_int((int32_t)place, strand->pieces - 1);
    double u = place - piece, v = 1.0 - u;
    bool wraps = strand->closed && piece == strand->pieces - 1;
    const bight_vec3 *p = strand->points + 3 * piece;
    bight_vec3 end = wraps ? strand->points[0] : p[3];
    double r0 = strand->radii[piece], r1 = wraps ? strand->radii[0] : strand->radii[piece + 1];
    *radius = r0 + u * (r1 - r0);

    // de Casteljau's weights: exact at both ends
    bight_vec3 sum = v3_madd(v3_mul(v * v * v, p[0]), 3.0 * u * v * v, p[1]);
    return v3_madd(v3_madd(sum, 3.0 * u * u * v, p[2]), u * u * u, end);
}
