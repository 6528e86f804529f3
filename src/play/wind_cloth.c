// SPDX-License-Identifier: MIT

#include "play/wind_cloth.h"

#include "core/turn.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "play/control_state.h"
#include "play/hand.h"
#include "play/obstacle.h"

#include <stdio.h>

#define TURN 6.283185307179586476925
#define SLACK 0.02   // of the free cloth: the hand stays nearer, as taut cloth can hardly be led
#define NEAR 2.0     // edges that cloth may be from where it would leave the capsule
#define LAG 1.0      // edges that the hand may lag until all waits
#define ARRIVED 0.25 // edges
#define STEP 0.5     // edges a cycle that the hand goes at most, at full speed

// ---- where the hand should be -----------------------------------------------------------------------

static bi_turn angle_of(const bight_scene_wind *wind)
{
    return bi_turn_of(wind->angle / 360.0);
}

// Metres of cloth that lie on the capsule after so many turns.
static double wound(const bi_cloth_winding *w, const bight_scene_wind *wind, double turns)
{
    return TURN * turns * w->radius / angle_of(wind).sine;
}

static bight_vec3 target_of(const bight_play *play, const bight_scene_wind *wind)
{
    const bi_cloth_winding *w = &play->control->cloth_winding;
    bi_turn turned = bi_turn_of(w->turned - floor(w->turned)), angle = angle_of(wind);
    bight_vec3 out = v3_add(v3_mul(turned.cosine, w->out), v3_mul(turned.sine, w->side));
    bight_vec3 round = v3_add(v3_mul(turned.cosine, w->side), v3_mul(-turned.sine, w->out));
    double climb = TURN * w->turned * w->radius * angle.cosine / angle.sine;
    bight_vec3 contact = v3_madd(v3_mul(w->radius, out), w->height, w->axis);
    contact = v3_madd(contact, climb, w->along);
    double along = w->lean * angle.cosine, across = sqrt(1.0 - along * along);
    bight_vec3 way = v3_add(v3_mul(along, w->along), v3_mul(across, round));
    double left = w->free - wound(w, wind, w->turned);
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, wind->obstacle_index, NULL));
    return bi_pose_out(&pose, v3_madd(contact, (1.0 - SLACK) * left, way));
}

// ---- the beginning ----------------------------------------------------------------------------------

// Seen along the axis two tangents lead from the hand to the capsule's circle; the one that goes round it by `sense`, anticlockwise for +1.
static void touch(bi_cloth_winding *w, bight_vec3 hand, double sense)
{
    w->height = v3_dot(hand, w->axis);
    bight_vec3 q = v3_madd(hand, -w->height, w->axis);
    double square = v3_length_squared(q);
    w->free = sqrt(bi_max(0.0, square - w->radius * w->radius));
    bight_vec3 out = v3_madd(v3_mul(w->radius, q), -sense * w->free, v3_cross(w->axis, q));
    w->out = v3_unit(out, v3(1, 0, 0));
    w->side = v3_mul(sense, v3_cross(w->axis, w->out));
}

// How far the cloth is from where it would leave the capsule.
static double distance_of_cloth(const bight_play *play, const bi_hand *hand, const bight_pose *pose,
                                const bi_cloth_winding *w)
{
    int32_t count;
    const bight_vec3 *at = bight_cloth_positions(play->cloth_world, play->cloths[hand->cloth], &count);
    bight_vec3 contact = bi_pose_out(pose, v3_madd(v3_mul(w->radius, w->out), w->height, w->axis));
    double nearest = HUGE_VAL;
    for (int32_t i = 0; i < count; i++) {
        nearest = bi_min(nearest, v3_distance(at[i], contact));
    }
    return nearest;
}

static bight_status check_room(bight_play *play, const bight_scene_wind *wind)
{
    const bi_cloth_winding *w = &play->control->cloth_winding;
    const bight_scene_obstacle *pole = &play->scene->obstacles[wind->obstacle_index];
    bi_turn angle = angle_of(wind);
    double needs = wound(w, wind, wind->turns) + w->radius;
    if (needs > (1.0 - SLACK) * w->free) {
        return bi_control_fail(
            play,
            "the cloth is too short: %.4g turns at %.4g degrees need %.4g m of it between \"%.40s\" "
            "and the hand \"%.40s\", and there are %.4g m: give fewer turns, or begin nearer",
            wind->turns, wind->angle, needs / (1.0 - SLACK), pole->name, wind->active, w->free);
    }
    double climb = TURN * wind->turns * w->radius * angle.cosine / angle.sine;
    double end = w->height + climb * v3_dot(w->along, w->axis), half = pole->def.size.y;
    if (fabs(w->height) > half || fabs(end) > half) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short: the winding goes from %.4g to %.4g m along it, counted from its "
            "middle, and it ends at %.4g m: give fewer turns or a larger angle",
            pole->name, w->height, end, half);
    }
    return BIGHT_OK;
}

bight_status bi_wind_cloth_enter(bight_play *play, const bight_scene_wind *wind)
{
    bi_control *control = play->control;
    const bight_scene_obstacle *pole = &play->scene->obstacles[wind->obstacle_index];
    const bi_hand *hand = &play->hands[wind->hand_index];
    if (!bi_hand_holds(hand) || !hand->on_cloth) {
        return bi_control_fail(play, "the hand \"%.40s\" holds no cloth: let it grasp some first",
                               wind->active);
    }
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, wind->obstacle_index, NULL));
    bight_vec3 at = bi_pose_in(&pose, bi_hand_position(play, hand, NULL));
    double least = HUGE_VAL, sense = 1.0, edge = bi_hand_grain(play, hand);
    bi_cloth_winding *w = &control->cloth_winding;
    *w = (bi_cloth_winding){.axis = {0, 1, 0}, .radius = pole->def.size.x + play->scene->cloth->thickness};
    for (double k = 1.0; k >= -1.0; k -= 2.0) {
        touch(w, at, k);
        double distance = distance_of_cloth(play, hand, &pose, w);
        sense = distance < least ? k : sense;
        least = bi_min(least, distance);
    }
    touch(w, at, sense);
    if (!(least <= NEAR * edge)) {
        return bi_control_fail(
            play,
            "the cloth is %.4g m from where it would leave \"%.40s\" for the hand \"%.40s\", and "
            "should be at most %.4g m: lay it on first, and draw it straight",
            least, pole->name, wind->active, NEAR * edge);
    }
    // a right-handed screw goes anticlockwise round the direction that it goes along
    w->along = v3_mul(wind->sign == BIGHT_SIGN_POSITIVE ? sense : -sense, w->axis);
    control->best = HUGE_VAL;
    control->stalled = 0;
    return check_room(play, wind);
}

// ---- each cycle -------------------------------------------------------------------------------------

void bi_wind_cloth_aim(bight_play *play, const bight_scene_wind *wind)
{
    bi_cloth_winding *w = &play->control->cloth_winding;
    const bi_hand *hand = &play->hands[wind->hand_index];
    double lag, edge = bi_hand_grain(play, hand);
    bi_hand_position(play, hand, &lag);
    if (lag <= LAG * edge) {
        double step = wind->speed * bi_min(bi_hand_limit(play, hand), STEP * edge);
        double left = w->free - wound(w, wind, w->turned);
        if (w->lean < 1.0) {
            w->lean = bi_min(1.0, w->lean + step / w->free);
        } else {
            w->turned = bi_min(wind->turns, w->turned + step / (TURN * (left + w->radius)));
        }
    }
    bi_hand_aim(play, hand, target_of(play, wind));
}

bight_status bi_wind_cloth_look(bight_play *play, const bight_scene_wind *wind, bool *over)
{
    bi_control *control = play->control;
    const bi_cloth_winding *w = &control->cloth_winding;
    const bi_hand *hand = &play->hands[wind->hand_index];
    double lag, edge = bi_hand_grain(play, hand);
    bi_hand_position(play, hand, &lag);
    if (w->turned >= wind->turns && lag <= ARRIVED * edge) {
        *over = true;
        snprintf(play->words, sizeof play->words, "wound %.3g turns with %.4g m of cloth over \"%.40s\"",
                 w->turned, wound(w, wind, w->turned), play->scene->obstacles[wind->obstacle_index].name);
        return BIGHT_OK;
    }
    double left = (1.0 - w->lean) + (wind->turns - w->turned) + lag / w->free;
    if (left < control->best - 1e-6) {
        control->best = left;
        control->stalled = 0;
    } else if (++control->stalled >= wind->patience) {
        return bi_control_fail(
            play,
            "the hand \"%.40s\" is %.3g m from where it should be round \"%.40s\", with %.3g of %.3g "
            "turns wound, and came no nearer in %d cycles; the cloth is taut or something holds it "
            "back",
            wind->active, lag, play->scene->obstacles[wind->obstacle_index].name, w->turned, wind->turns,
            (int)wind->patience);
    }
    return BIGHT_OK;
}
