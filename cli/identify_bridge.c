// SPDX-License-Identifier: MIT
// Bridges of a chain, from the file or the command line: theta-curves and lassos.

#include "cli/identify_chain.h"

#include <stdlib.h>
#include <string.h>

// Vertices nearer than this take a pair of piercings back.
#define APART 10

bool identify_read_bridges(const char *text, identify_wish *wish)
{
    wish->bridge_count = 0;
    wish->bridges_of_file = text != NULL && strcmp(text, "file") == 0;
    if (text == NULL || wish->bridges_of_file) {
        return true;
    }
    for (const char *at = text; *at != '\0';) {
        char *end;
        long first = strtol(at, &end, 10), last = first;
        bool good = end != at && *end == ',';
        if (good) {
            at = end + 1;
            last = strtol(at, &end, 10);
            good = end != at && (*end == ';' || *end == '\0') && labs(first) < 1000000000 &&
                   labs(last) < 1000000000 && wish->bridge_count < IDENTIFY_MOST_BRIDGES;
        }
        if (!good) {
            cli_say(NULL, 0,
                    "--bridge is \"%s\": give two residues, 31,96, more pairs behind ; (at most %d), or the "
                    "word file",
                    cli_show_start(text, 40).text, IDENTIFY_MOST_BRIDGES);
            return false;
        }
        wish->bridges[wish->bridge_count][0] = (int32_t)(first < last ? first : last);
        wish->bridges[wish->bridge_count++][1] = (int32_t)(first < last ? last : first);
        at = *end == ';' ? end + 1 : end;
    }
    return true;
}

// The vertex that the file calls so, or -1.
static int32_t find_vertex(const identify_job *job, int32_t count, int32_t number)
{
    for (int32_t i = 0; i < count; i++) {
        if (identify_number(job, i) == number) {
            return i;
        }
    }
    return -1;
}

static void add_bridge(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve,
                       int32_t first, int32_t last)
{
    identify_bridge *longer = realloc(job->bridges, ((size_t)job->bridge_count + 1) * sizeof *job->bridges);
    bight_knot_result *cycles = malloc(BIGHT_THETA_CYCLES * sizeof *cycles);
    job->bridges = longer != NULL ? longer : job->bridges;
    if (longer == NULL || cycles == NULL) {
        free(cycles);
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return;
    }
    identify_bridge *bridge = &longer[job->bridge_count++];
    *bridge = (identify_bridge){.first = first, .last = last};

    // names of the three cycles; a bridge that meets the chain has none
    bight_error trouble = {0};
    bight_status status =
        bight_theta_identify(cli_env(), workspace, curve, first, last, &job->wish->options, cycles, &trouble);
    if (status == BIGHT_ERROR_INVALID) {
        snprintf(bridge->trouble, sizeof bridge->trouble, "%s", trouble.message);
        status = BIGHT_OK;
    } else if (status == BIGHT_OK) {
        for (int32_t k = 0; k < BIGHT_THETA_CYCLES; k++) {
            snprintf(bridge->cycles[k], sizeof bridge->cycles[k], "%s", cycles[k].name);
        }
    }

    // the lasso: deep piercings alone are shown
    int32_t count = 0;
    if (status == BIGHT_OK && !curve->closed) {
        status = bight_lasso_piercings(cli_env(), curve, first, last, bridge->piercings,
                                       IDENTIFY_MOST_PIERCINGS, &count, &bridge->area, &trouble);
        count = count < IDENTIFY_MOST_PIERCINGS ? count : IDENTIFY_MOST_PIERCINGS;
        bight_lasso_deep(bridge->piercings, count, first, APART, bridge->deep);
        bridge->has_lasso = true;
    }
    if (status != BIGHT_OK) {
        job->status = status;
        job->error = trouble;
    }
    free(cycles);
}

void identify_bridges(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve)
{
    const identify_wish *wish = job->wish;
    const bight_curves *curves = &job->source->curves;
    for (int32_t i = 0; wish->bridges_of_file && i < curves->bond_count && job->status == BIGHT_OK; i++) {
        int32_t which, ends[2];
        if (bight_curves_bond(curves, i, &which, ends) && which == job->first) {
            add_bridge(workspace, job, curve, ends[0], ends[1]);
        }
    }
    for (int32_t i = 0; i < wish->bridge_count && job->status == BIGHT_OK; i++) {
        int32_t first = find_vertex(job, curve->count, wish->bridges[i][0]);
        int32_t last = find_vertex(job, curve->count, wish->bridges[i][1]);
        if (first < 0 || last < 0) {
            job->status = BIGHT_ERROR_INVALID;
            snprintf(job->error.message, sizeof job->error.message,
                     "--bridge %d,%d: the curve has no %s %d: they run from %d to %d",
                     (int)wish->bridges[i][0], (int)wish->bridges[i][1],
                     curves->numbers != NULL ? "residue" : "vertex", (int)wish->bridges[i][first < 0 ? 0 : 1],
                     (int)identify_number(job, 0), (int)identify_number(job, curve->count - 1));
            return;
        }
        add_bridge(workspace, job, curve, first, last);
    }
}

const char *identify_lasso_class(const identify_bridge *bridge, char text[24])
{
    int32_t one = bridge->deep[0], two = bridge->deep[1], count = one + two;
    bool wound = count > 1;
    for (int32_t i = 1; i < count; i++) {
        wound = wound && bridge->piercings[i].sign == bridge->piercings[0].sign;
    }
    if (one > 0 && two > 0) {
        snprintf(text, 24, "LL%d,%d", (int)one, (int)two);
    } else {
        snprintf(text, 24, "L%s%d", wound ? "S" : "", (int)count);
    }
    return text;
}

void identify_print_bridges(const identify_job *job)
{
    for (int32_t i = 0; i < job->bridge_count; i++) {
        const identify_bridge *bridge = &job->bridges[i];
        char text[24];
        printf("; bridge %d to %d: ", (int)identify_number(job, bridge->first),
               (int)identify_number(job, bridge->last));
        if (bridge->trouble[0] != '\0') {
            printf("no theta-curve (%s)", bridge->trouble);
        } else {
            printf("loop %s, rest %s, whole %s", bridge->cycles[BIGHT_THETA_LOOP],
                   bridge->cycles[BIGHT_THETA_REST], bridge->cycles[BIGHT_THETA_WHOLE]);
        }
        if (!bridge->has_lasso) {
            continue;
        }
        printf(", lasso %s", identify_lasso_class(bridge, text));
        for (int32_t k = 0; k < bridge->deep[0] + bridge->deep[1]; k++) {
            const bight_piercing *piercing = &bridge->piercings[k];
            printf(" %c%d", piercing->sign > 0 ? '+' : '-', (int)identify_number(job, piercing->vertex));
        }
    }
}

void identify_json_bridges(cli_json *json, const identify_job *job)
{
    if (!job->wish->bridges_of_file && job->wish->bridge_count == 0) {
        return;
    }
    cli_json_open(json, "bridges", '[');
    for (int32_t i = 0; i < job->bridge_count; i++) {
        const identify_bridge *bridge = &job->bridges[i];
        static const char *const words[] = {"loop", "rest", "whole"};
        char text[24];
        cli_json_open(json, NULL, '{');
        cli_json_open(json, "range", '[');
        cli_json_integer(json, NULL, bridge->first + 1);
        cli_json_integer(json, NULL, bridge->last + 1);
        cli_json_close(json, ']');
        cli_json_open(json, "residues", '[');
        cli_json_integer(json, NULL, identify_number(job, bridge->first));
        cli_json_integer(json, NULL, identify_number(job, bridge->last));
        cli_json_close(json, ']');
        for (int32_t k = 0; k < BIGHT_THETA_CYCLES; k++) {
            cli_json_text(json, words[k], bridge->trouble[0] == '\0' ? bridge->cycles[k] : NULL);
        }
        if (bridge->trouble[0] != '\0') {
            cli_json_text(json, "reason", bridge->trouble);
        }
        if (bridge->has_lasso) {
            cli_json_text(json, "lasso", identify_lasso_class(bridge, text));
            cli_json_number(json, "area", bridge->area);
            cli_json_open(json, "piercings", '[');
            for (int32_t k = 0; k < bridge->deep[0] + bridge->deep[1]; k++) {
                cli_json_open(json, NULL, '{');
                cli_json_integer(json, "vertex", bridge->piercings[k].vertex + 1);
                cli_json_integer(json, "sign", bridge->piercings[k].sign);
                cli_json_close(json, '}');
            }
            cli_json_close(json, ']');
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}
