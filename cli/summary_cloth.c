// SPDX-License-Identifier: MIT
// The summary of a run: its cloth, and what cloth carries.

#include "cli/summary.h"

static void print_numbers(cli_json *json, const char *key, const double *numbers, int32_t count)
{
    cli_json_open(json, key, '[');
    for (int32_t i = 0; i < count; i++) {
        cli_json_number(json, NULL, numbers[i]);
    }
    cli_json_close(json, ']');
}

// Obstacles with mass: where they are, and what cloth does to them.
static void print_carried(cli_json *json, const cli_summary *summary)
{
    cli_json_open(json, "carried", '[');
    for (int32_t i = 0; i < summary->scene->obstacle_count; i++) {
        bight_vec3 force;
        bight_pose pose;
        if (summary->scene->obstacles[i].mass > 0.0 && bight_play_carried(summary->play, i, &pose, &force)) {
            const double f[3] = {force.x, force.y, force.z};
            const double at[3] = {pose.position.x, pose.position.y, pose.position.z};
            cli_json_open(json, NULL, '{');
            cli_json_text(json, "obstacle", summary->scene->obstacles[i].name);
            cli_json_number(json, "mass", summary->scene->obstacles[i].mass);
            print_numbers(json, "position", at, 3);
            print_numbers(json, "rotation", pose.rotation, 4);
            print_numbers(json, "force", f, 3);
            cli_json_close(json, '}');
        }
    }
    cli_json_close(json, ']');
}

void cli_summary_cloth(cli_json *json, const cli_summary *summary)
{
    if (summary->scene->cloth_count == 0) {
        return;
    }
    bight_cloth_report report = bight_play_cloth_report(summary->play);
    int64_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < summary->scene->cloth_count; i++) {
        vertices += summary->scene->cloths[i].def.vertex_count;
        triangles += summary->scene->cloths[i].def.triangle_count;
    }
    cli_json_open(json, "cloth", '{');
    cli_json_integer(json, "vertices", vertices);
    cli_json_integer(json, "triangles", triangles);
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(summary->play);
    cli_json_integer(json, "certified", totals.certified);
    cli_json_integer(json, "clean", totals.clean);
    cli_json_integer(json, "uncertified", totals.doubtful);
    cli_json_integer(json, "rolled_back", totals.rolled_back);
    cli_json_integer(json, "held", totals.held);
    cli_json_integer(json, "contacts", report.contacts);
    cli_json_integer(json, "intersections", report.intersections);
    cli_json_number(json, "contour_length", report.contour_length);
    cli_json_number(json, "moved", report.moved);
    cli_json_number(json, "slip", report.slip);
    cli_json_number(json, "stretch", report.stretch);
    cli_json_open(json, "hands", '[');
    for (int32_t i = 0; i < summary->scene->hand_count; i++) {
        bight_play_force force = bight_play_hand_force(summary->play, i);
        if (force.felt) {
            cli_json_open(json, NULL, '{');
            cli_json_text(json, "hand", summary->scene->hands[i]);
            cli_json_number(json, "force", force.last);
            cli_json_number(json, "most", force.most);
            cli_json_close(json, '}');
        }
    }
    cli_json_close(json, ']');
    print_carried(json, summary);
    cli_json_close(json, '}');
}
